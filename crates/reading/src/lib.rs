//! From guesses about squares to the most probable kingdom and its doubts, and the same around a person's corrections.
//!
//! Input: the probabilities that networks give each square ([`SquareGuesses`](reconstruct::guesses::SquareGuesses)). Output: a
//! [`Reading`](reconstruct::Reading). No pictures.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`reconstruct`](mod@reconstruct) | from guesses about squares to a reading | |
//! | [`correction`] | a kingdom read anew around corrections, and the dialogue that asks for them | reconstruct |

pub mod correction;
pub mod reconstruct;
