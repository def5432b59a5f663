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
//! Each may import those in its row and nothing else; `tests/docs/layers.rs` reads this table.
//!
//! | module | what it holds | may import |
//! |---|---|---|
//! | [`domain`] | the rules' tables: terrains, squares, dominoes, buildings, kingdoms as sets of squares | |
//! | `storage` | files that are written whole, locked, and checked | |
//! | [`messages`] | every text that people read, in every language | domain |
//! | [`scoring`] | score sheets, what they take for granted, taxes | domain messages |
//! | [`audit`](mod@audit) | can these kingdoms exist? | domain messages scoring |
//! | [`reconstruct`](mod@reconstruct) | from guesses about squares to a reading | domain messages scoring audit |
//! | [`formats`] | kingdoms as JSON and in notation, with the doubts of their reading | domain messages scoring audit reconstruct |
//! | [`standings`] | who won a game, and by what | domain messages scoring audit formats |
//! | [`correction`] | a kingdom read anew around what a person says, and the dialogue that asks | domain messages scoring audit reconstruct formats |
//! | [`report`] | results for people and programs | domain messages scoring audit reconstruct formats standings |
//! | `vision` | all that needs OpenCV: from a photo to readings; galleries, learning | domain storage messages scoring audit reconstruct formats correction report |
//! | [`validation`] | how well pictures with known kingdoms are read | domain messages scoring reconstruct formats correction |
//! | [`tournament`] | many photos in one command: plan, journal, results, review, ranking | domain storage messages scoring audit reconstruct formats standings correction report |
//! | `scan_results` | what a scanned photo comes to: a line of JSON, a line of a game, the readings of a table | domain messages scoring audit reconstruct report tournament vision |
//! | `serve` | the page for phones and the interface for programs | domain storage messages audit scoring reconstruct formats standings correction report vision tournament scan_results |
//!
//! `vision` and `scan_results` stand behind the default feature `vision`, `serve` behind that of its name. Everything else builds
//! without OpenCV.
//!
//! # Coordinates and colours
//!
//! Points of a picture are in pixels, (0, 0) being its upper left corner, x to the right and y downwards; corners of a
//! grid go clockwise and begin with that of `squares[0][0]`. Pixels are 8-bit blue-green-red.

pub mod audit;
pub mod correction;
pub mod domain;
pub mod formats;
pub mod messages;
pub mod reconstruct;
pub mod report;
#[cfg(feature = "vision")]
pub mod scan_results;
pub mod scoring;
#[cfg(feature = "serve")]
pub mod serve;
pub mod standings;
mod storage;
pub mod tournament;
pub mod validation;
#[cfg(feature = "vision")]
pub mod vision;

pub use audit::warning::{Warning, audited};
pub use domain::Kingdom;
pub use reconstruct::guesses::SquareGuesses;
pub use reconstruct::{Reading, reconstruct, reconstruct_game, reconstruct_views};
pub use scoring::assumptions::assumptions;
pub use scoring::sheet::ScoreSheet;
#[cfg(feature = "vision")]
pub use vision::scan::{Scan, ScanOptions, scan};
