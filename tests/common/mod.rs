//! Helpers for several tests.
#![allow(dead_code, reason = "each test program uses some of it")]

pub mod any_kingdom;
pub mod batch;
pub mod cases;
pub mod game_photos;
pub mod handed_in;
pub mod laying;
pub mod noise;
pub mod photos;
pub mod picture_files;
pub mod program;
pub mod random_kingdom;
pub mod requests;
pub mod saved_game;
pub mod schema;
pub mod tournament_photos;

use std::path::{Path, PathBuf};

use kingdom_scanner::domain::{Facts, Kingdom, Place, Square};
use kingdom_scanner::formats::notation;
use kingdom_scanner::reconstruct::Reading;

/// A legal 5x5 with the territories of the worked example in Queendomino's rule sheets.
pub const WORKED_EXAMPLE: &str = "F1WWF1F/M1MW1TL1/TM3CLL1/FTS1TT/G2GGG1T q5";

/// A complete 5x5 with the territories and buildings of the published example. The three towers are on two of
/// the buildings; the example does not tell which.
pub const EXAMPLE: &str = "F1WWF1F/M1MW1T[sawmill]L1/T[church]M3CLL1/\
                       FT[travelling-castle,tower]S1T[large-tavern]T[statue]/G2GGG1T[watchtower,tower*2] q5";
pub const EXAMPLE_UNSEEN: Facts = Facts { coins: Some(11), queen: Some(true), knights_in_supply: None };

pub const NOTHING: Facts = Facts { coins: None, knights_in_supply: None, queen: None };

pub fn kingdom(text: &str) -> Kingdom {
    notation::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn place(name: &str) -> Place {
    Place::from_words(name).expect("a square's name")
}

pub fn square(word: &str) -> Square {
    word.parse().expect("a square")
}

/// The codes of the reading's warnings.
pub fn codes(reading: &Reading) -> Vec<&'static str> {
    reading.warnings.iter().map(|warning| warning.code.id()).collect()
}

/// A file of `fixtures/photos`.
pub fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos").join(name)
}
