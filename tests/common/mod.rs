//! What several tests need.
#![allow(dead_code, reason = "each test program uses some of it")]

pub mod any_kingdom;
pub mod batch;
#[cfg(feature = "opencv")]
pub mod game_photos;
#[cfg(feature = "opencv")]
pub mod handed_in;
pub mod laying;
pub mod noise;
pub mod photos;
#[cfg(feature = "opencv")]
pub mod picture_files;
pub mod program;
pub mod random_kingdom;
pub mod requests;
pub mod schema;
#[cfg(feature = "opencv")]
pub mod tournament_photos;
