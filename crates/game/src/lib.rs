//! The readings of a game's photos, read together and around corrections, its players, and the ranks.
//!
//! The input are lines with the readings of photos and their guesses; the output are kingdoms, read again
//! around corrections, and ranked. No module here sees a picture: photos are read by a
//! [`photo_reader::PhotoReader`].
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`ids`] | what players, photos and kingdoms are called inside | |
//! | [`photo_info`] | what is known of a photo before it is read | |
//! | [`guesses`] | the guesses from which a kingdom was read | photo_info |
//! | [`photo_reading`] | a photo as read by itself: all that is kept of it | guesses photo_info |
//! | [`photo_reader`] | the trait for reading a table's photos | guesses photo_info photo_reading |
//! | [`line`](mod@line) | the result of one photo, in JSON | photo_reading |
//! | [`scan_line`] | a line of `scan --json` | guesses line photo_info |
//! | [`scanned_lines`] | files of such lines, checked | guesses photo_info photo_reading scan_line |
//! | [`verdict`] | what a person decides about a photo | |
//! | [`table`] | the kingdoms that photos show together, read again around what people said | guesses line photo_info photo_reading verdict |
//! | [`one_game`] | the photos of one game: names, corrections, ranks | guesses photo_reading table |

pub mod guesses;
pub mod ids;
pub mod line;
pub mod one_game;
pub mod photo_info;
pub mod photo_reader;
pub mod photo_reading;
pub mod scan_line;
pub mod scanned_lines;
pub mod table;
pub mod verdict;
