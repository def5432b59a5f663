//! Reads the kingdoms of a game's photos together, reads them again after corrections, assigns them to
//! players, and ranks them.
//!
//! The input is a reading of each photo, with guesses for its squares; the output is the ranked kingdoms. No
//! module here sees a picture: photos are read by a [`photo_reader::PhotoReader`].
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`ids`] | internal ids of players, photos and kingdoms | |
//! | [`photo_info`] | what is known about a photo before it is read | |
//! | [`guesses`] | the guesses for a kingdom: what each square may be | photo_info |
//! | [`photo_reading`] | the stored result of reading one photo on its own | guesses photo_info |
//! | [`photo_reader`] | the trait for reading a table's photos | guesses photo_info photo_reading |
//! | [`line`](mod@line) | the result of one photo, as a line of JSON | photo_reading |
//! | [`scanned_lines`] | files with lines of `scan --json`, checked | guesses line photo_info photo_reading |
//! | [`table`] | the kingdoms of a table's photos, read together and again with corrections | guesses photo_info photo_reading |
//! | [`one_game`] | the photos of one game: names, corrections, ranks | guesses photo_reading table |

pub mod guesses;
pub mod ids;
pub mod line;
pub mod one_game;
pub mod photo_info;
pub mod photo_reader;
pub mod photo_reading;
pub mod scanned_lines;
pub mod table;
