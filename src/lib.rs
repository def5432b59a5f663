//! Reads a photo of a finished kingdom of Kingdomino or Queendomino, and fills in its score sheet.
//!
//! # The path of a photo
//!
//! The program first guesses what each square of a photo shows ([`SquareGuesses`]).
//! [`reconstruct`](mod@reconstruct) turns the guesses into a [`Kingdom`], as part of a [`Reading`] that also
//! records the doubts. The kingdom is then scored on a [`ScoreSheet`]. docs/how-it-works.md describes the
//! stages and their calls. `vision::scan` reads one photo, stage by stage; `game::table` reads the photos of one
//! game together.
//!
//! # The crates
//!
//! Everything except the program is in crates of its own, re-exported here. Each crate builds on those above it; except for `messages` and `storage`, its `lib.rs` has a table of its modules:
//!
//! | crate | what it holds |
//! |---|---|
//! | `messages` | every text that people read, in every language |
//! | `storage` | files that are written whole, locked, and checked; a file's format by its first bytes |
//! | `kingdomino` | the scoring engine: rules, score sheets, audit, standings, notation |
//! | `reading` | from guesses about squares to a kingdom and its doubts, and again with what a person corrects |
//! | `report` | results for people and programs; kingdoms as JSON |
//! | `game` | the readings of a game's photos, read together and around corrections; its players and ranks |
//! | `table` | a game: the log of edits, the state that follows from it, the saved file |
//! | `tournament` | many games: plan, results, review, ranking, report |
//! | `vision` | all that needs OpenCV, or its replacement: from a photo to readings; galleries, learning |
//! | `portable-cv` | what `vision` calls of OpenCV and libjpeg-turbo, in plain Rust; not re-exported |
//! | `serve` | the page for phones and the interface for programs |
//!
//! `vision` needs the feature `opencv` (the default) or `portable` (no C library); `serve` has a feature of
//! its own. The crates above `vision` build without OpenCV.
//!
//! # Coordinates and colours
//!
//! Points of a picture are in pixels from (0, 0) at its upper left corner, with x to the right and y
//! downwards. Corners of a grid are clockwise from the corner of `squares[0][0]`. Pixels are 8-bit BGR.

pub use game;
pub use kingdomino::{audit, domain, scoring, standings, words};
pub use messages;
pub use reading::{correction, reconstruct};
pub use report;
#[cfg(feature = "serve")]
pub use serve;
pub use tournament;
pub use vision;

/// Kingdoms in notation and in JSON, results in JSON, and names.
pub mod formats {
    pub use kingdomino::formats::*;
    pub use report::formats::*;
}

pub use audit::warning::{Warning, audited};
pub use domain::Kingdom;
pub use reconstruct::guesses::SquareGuesses;
pub use reconstruct::{Reading, reconstruct, reconstruct_game, reconstruct_views};
pub use scoring::assumptions::assumptions;
pub use scoring::sheet::ScoreSheet;
pub use vision::scan::{Scan, ScanOptions, scan};
