//! From a photo of a finished kingdom of Kingdomino or Queendomino to its full score sheet.
//!
//! # The way of a photo
//!
//! One stage, one module, one type:
//!
//! | stage | module | hands on |
//! |---|---|---|
//! | decode the file, turn it upright | `vision::photo` | `Photo` |
//! | find the lattice of squares | `vision::grid_fit` | `GridFit` |
//! | cut the squares upright | `vision::board` | `Board` |
//! | classify squares and pieces | `vision::classify` | [`SquareGuesses`] |
//! | find the most probable kingdom that the boxes can form | [`reconstruct`](mod@reconstruct) | [`Kingdom`] in a [`Reading`] with its doubts |
//! | count | [`scoring::sheet`] | [`ScoreSheet`] |
//!
//! `vision::scan::scan` chains them in one short function. `vision::scan::read_together` then reads the kingdoms of all
//! photos of a game anew, from one box.
//!
//! # The modules
//!
//! What does not know of many photos lies in crates of its own, re-exported here, each with a table of its modules:
//!
//! | crate | what it holds |
//! |---|---|
//! | `messages` | every text that people read, in every language |
//! | `kingdomino` | the scoring engine: rules, score sheets, audit, standings, kingdoms as JSON and in notation |
//! | `reading` | from guesses about squares to a kingdom and its doubts, and anew around what a person says |
//! | `report` | results for people and programs |
//! | `storage` | files that are written whole, locked, and checked |
//! | `vision` | all that needs OpenCV: from a photo to readings; galleries, learning |
//!
//! Of the modules here each may import those in its row, of the crates any; `tests/docs/layers.rs` reads this table.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`validation`] | how well pictures with known kingdoms are read | |
//! | [`tournament`] | many photos in one command: plan, journal, results, review, ranking | |
//! | `scan_results` | what a scanned photo comes to: a line of JSON, a line of a game, the readings of a table | tournament |
//! | `serve` | the page for phones and the interface for programs | tournament scan_results |
//!
//! `vision` and `scan_results` stand behind the default feature `vision`, `serve` behind that of its name. Everything else builds
//! without OpenCV.
//!
//! # Coordinates and colours
//!
//! Points of a picture are in pixels, (0, 0) being its upper left corner, x to the right and y downwards; corners of a
//! grid go clockwise and begin with that of `squares[0][0]`. Pixels are 8-bit blue-green-red.

pub use kingdomino::{audit, domain, formats, scoring, standings, words};
pub use messages;
pub use reading::{correction, reconstruct};
pub use report;
#[cfg(feature = "vision")]
pub use vision;

#[cfg(feature = "vision")]
pub mod scan_results;
#[cfg(feature = "serve")]
pub mod serve;
pub mod tournament;
pub mod validation;

pub use audit::warning::{Warning, audited};
pub use domain::Kingdom;
pub use reconstruct::guesses::SquareGuesses;
pub use reconstruct::{Reading, reconstruct, reconstruct_game, reconstruct_views};
pub use scoring::assumptions::assumptions;
pub use scoring::sheet::ScoreSheet;
#[cfg(feature = "vision")]
pub use vision::scan::{Scan, ScanOptions, scan};
