//! The words of the game: terrains, squares, dominoes, kingdoms. Knows nothing of photos or OpenCV.

mod building;
mod domino;
mod grid;
mod kingdom;
mod square;
mod suggestion;
mod terrain;
mod territory;

pub use building::Building;
pub use domino::{Domino, DominoBox, Half};
pub use grid::{Grid, Place};
pub use kingdom::{Game, GridSize, Kingdom, KingdomError, Variant};
pub use square::{MAX_TOWERS, Pieces, Square, SquareError};
pub(crate) use suggestion::did_you_mean;
pub use terrain::Terrain;
pub use territory::{Territory, territories};
