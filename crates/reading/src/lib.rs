//! From guesses about squares to the most probable kingdom and its doubts, and anew around what a person says.
//!
//! In go the probabilities that networks give each square ([`SquareGuesses`](reconstruct::guesses::SquareGuesses)); out comes a
//! [`Reading`](reconstruct::Reading). No picture is looked at here.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`reconstruct`](mod@reconstruct) | from guesses about squares to a reading | |
//! | [`correction`] | a kingdom read anew around what a person says, and the dialogue that asks | reconstruct |

pub mod correction;
pub mod reconstruct;
