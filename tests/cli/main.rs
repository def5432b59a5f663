//! The command line.

#[path = "../common/mod.rs"]
mod common;

mod audit;
mod bad_input;
#[cfg(feature = "vision")]
mod batch_tables;
#[cfg(feature = "vision")]
mod bounds;
mod doubts;
#[cfg(feature = "vision")]
mod game;
#[cfg(feature = "vision")]
mod game_kept;
#[cfg(feature = "vision")]
mod game_saved;
mod habits;
mod help;
#[cfg(feature = "vision")]
mod learn;
#[cfg(feature = "vision")]
mod photos;
#[cfg(feature = "vision")]
mod pictures;
#[cfg(feature = "vision")]
mod promises;
mod quests;
#[cfg(feature = "vision")]
mod same_game;
#[cfg(feature = "vision")]
mod scan;
mod score;
mod several_kingdoms;
mod sheets;
mod standings;
mod territories;
