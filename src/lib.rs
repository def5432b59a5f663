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
//! | what may each square be, and stand on it? | [`reconstruct::guesses`] | [`SquareGuesses`] |
//! | the most probable boxes, and kingdom of these | [`reconstruct`](mod@reconstruct) | [`Kingdom`] in a [`Reading`] with its doubts |
//! | count | [`scoring::sheet`] | [`ScoreSheet`] |
//!
//! `pipeline::scan` chains them and is the whole way through the house in one function; `pipeline::read_together` reads the
//! kingdoms of all photos of a game anew, from one box. Around it:
//!
//! - [`domain`]: the games' words and tables (terrains, squares, dominoes, buildings, kingdoms as sets of squares).
//! - [`audit`](mod@audit): can these kingdoms exist? [`scoring::assumptions`](mod@assumptions): what a sheet takes for granted.
//! - [`correction`]: a kingdom read anew around what a person says about its squares; [`correction::dialogue`] asks the person.
//! - [`standings`]: who won a game, and by what; [`scoring::taxes`]: what knights would collect during it.
//! - [`messages`]: what people read, in every language.
//! - [`tournament`]: a tournament's photos in one command, read once and ranked.
//! - [`formats`]: kingdoms as JSON and in notation; [`report`]: what people and programs get to read.
//! - `network`: the networks, behind a trait; `render`: pictures of kingdoms of either game drawn by our own code.
//! - [`vision::gallery`]: squares that a person has put right, which the next reading consults; `learning` fills it.
//! - [`validation::comparison`] and `validate`: how well pictures with known kingdoms are read.
//!
//! Everything that needs OpenCV stands behind the default feature `vision`: `photo`, `grid_fit`, `board`, `network`,
//! `pipeline`, `learning`, `render`, and `geometry` and `debug` beside them. Without it the domain, the scoring, audit and
//! standings, the formats, the reconstruction, the measuring, and all of a batch but the reading of its photos build alone.
//!
//! Points of a picture are in pixels, (0, 0) being its upper left corner, x to the right and y downwards; corners of a
//! grid go clockwise and begin with that of `squares[0][0]`. Pixels are 8-bit blue-green-red.

#![warn(missing_docs)]

pub mod audit;
pub mod correction;
pub mod domain;
pub mod formats;
pub mod messages;
pub mod reconstruct;
pub mod report;
pub mod scoring;
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
