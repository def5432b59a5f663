//! The program as its users meet it.

#[path = "../common/mod.rs"]
mod common;

mod audit;
mod bad_input;
mod doubts;
mod help;
#[cfg(feature = "vision")]
mod learn;
#[cfg(feature = "vision")]
mod photos;
#[cfg(feature = "vision")]
mod same_game;
#[cfg(feature = "vision")]
mod scan;
mod score;
mod standings;
mod territories;
