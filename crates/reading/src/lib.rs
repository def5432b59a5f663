//! Finds the most probable kingdom, and its doubtful squares, from guesses about each square; and finds them
//! again with a person's corrections.
//!
//! Input: the probabilities that networks give each square
//! ([`SquareGuesses`](reconstruct::guesses::SquareGuesses)). Output: a [`Reading`](reconstruct::Reading). The
//! crate itself handles no pictures.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`reconstruct`](mod@reconstruct) | from guesses about squares to a reading | |
//! | [`correction`] | re-reading of a kingdom with corrections, and the dialogue that asks for them | reconstruct |

pub mod correction;
pub mod reconstruct;
