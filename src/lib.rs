//! From a photo of a finished kingdom of Kingdomino or Queendomino to its full score sheet.
//!
//! # The map
//!
//! One stage, one module, one type:
//!
//! | stage | module | hands on |
//! |---|---|---|
//! | decode the file, turn it upright | `photo` | `Photo` |
//! | find the lattice of squares | `grid_fit` | `GridFit` |
//! | cut the squares upright | `board` | `Board` |
//! | what may each square be, and stand on it? | [`square_guesses`] | [`SquareGuesses`] |
//! | the most probable boxes, and kingdom of these | [`reconstruct`](mod@reconstruct) | [`Kingdom`] in a [`Reading`] with its doubts |
//! | count | [`score_sheet`] | [`ScoreSheet`] |
//!
//! `pipeline::scan` chains them and is the whole way through the house in one function; `pipeline::read_together` reads the
//! kingdoms of all photos of a game anew, from one box. Around it:
//!
//! - [`domain`]: the games' words and tables (terrains, squares, dominoes, buildings, kingdoms as sets of squares).
//! - [`audit`](mod@audit): can these kingdoms exist? [`assumptions`](mod@assumptions): what a sheet takes for granted.
//! - [`correction`]: a kingdom read anew around what a person says about its squares; [`dialogue`] asks the person.
//! - [`standings`]: who won a game, and by what; [`taxes`]: what knights would collect during it.
//! - [`words`]: what people read, in every language.
//! - [`batch`]: a tournament's photos in one command, read once and ranked.
//! - [`formats`]: kingdoms as JSON and in notation; [`report`]: what people and programs get to read.
//! - `network`: the networks, behind a trait; `render`: pictures of kingdoms of either game drawn by our own code.
//! - [`gallery`]: squares that a person has put right, which the next reading consults; `learning` fills it.
//! - [`comparison`] and `validate`: how well pictures with known kingdoms are read.
//!
//! Everything that needs OpenCV stands behind the default feature `vision`: `photo`, `grid_fit`, `board`, `network`,
//! `pipeline`, `learning`, `render`, and `geometry` and `debug` beside them. Without it the domain, the scoring, audit and
//! standings, the formats, the reconstruction, the measuring, and all of a batch but the reading of its photos build alone.
//!
//! Points of a picture are in pixels, (0, 0) being its upper left corner, x to the right and y downwards; corners of a
//! grid go clockwise and begin with that of `squares[0][0]`. Pixels are 8-bit blue-green-red.

#![warn(missing_docs)]

pub mod assumptions;
pub mod audit;
pub mod batch;
#[cfg(feature = "vision")]
pub mod board;
mod checksum;
pub mod comparison;
pub mod correction;
#[cfg(feature = "vision")]
pub mod debug;
pub mod dialogue;
pub mod domain;
pub mod formats;
pub mod gallery;
#[cfg(feature = "vision")]
pub mod geometry;
#[cfg(feature = "vision")]
pub mod grid_fit;
#[cfg(feature = "vision")]
pub mod learning;
#[cfg(feature = "vision")]
pub mod network;
#[cfg(feature = "vision")]
pub mod photo;
#[cfg(feature = "vision")]
pub mod pipeline;
pub mod reconstruct;
#[cfg(feature = "vision")]
pub mod render;
pub mod report;
pub mod score_sheet;
mod sha256;
pub mod square_guesses;
pub mod standings;
mod storage;
pub mod taxes;
pub mod validate;
mod warning;
#[cfg(feature = "vision")]
mod warp;
pub mod words;

pub use assumptions::assumptions;
pub use domain::Kingdom;
#[cfg(feature = "vision")]
pub use pipeline::{Scan, ScanOptions, scan};
pub use reconstruct::{Reading, reconstruct, reconstruct_game, reconstruct_views};
pub use score_sheet::ScoreSheet;
pub use square_guesses::SquareGuesses;
pub use warning::{Warning, audited};
