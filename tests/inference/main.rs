//! From guesses about squares to readings, without OpenCV.

#[path = "../common/mod.rs"]
mod common;

mod comparison;
mod corrections;
mod queendomino_reading;
mod reconstruct;
mod reference_reconstruct;
mod rounds;
mod same_game;
mod validation;
