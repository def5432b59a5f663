//! One game: the readings of its photos, its players, what people said, who won, and the saved file.
//!
//! Lines with what photos were read as come in, with the guesses from which they were read; kingdoms read anew around what people said go
//! out, ranked. Nothing here sees a picture: what reads photos stands behind [`photo_reader::PhotoReader`].
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`photo_info`] | what is known of a photo before it is read | |
//! | [`guesses`] | what a kingdom was read from | photo_info |
//! | [`photo_reader`] | what reads photos, and what it says of each | guesses photo_info |
//! | [`line`] | what one photo came to, in JSON | guesses photo_info photo_reader |
//! | [`verdict`] | what a person decides about a photo | |
//! | [`table`] | the kingdoms that photos show together, read anew around what people said | guesses line photo_info verdict |
//! | [`one_game`] | the photos of one game: names, corrections, ranks, the saved file | line photo_reader table |

pub mod guesses;
pub mod line;
pub mod one_game;
pub mod photo_info;
pub mod photo_reader;
pub mod table;
pub mod verdict;
