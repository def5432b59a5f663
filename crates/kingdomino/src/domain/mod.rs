//! The vocabulary of the game: terrains, squares, dominoes, kingdoms. Knows nothing of photos or OpenCV.

/// One field of all rows of a table, as a constant.
macro_rules! column {
    ($table:ident, $field:ident) => {{
        let mut column = [$table[0].$field; $table.len()];
        let mut row = 1;
        while row < $table.len() {
            column[row] = $table[row].$field;
            row += 1;
        }
        column
    }};
}

mod bitboard;
mod building;
mod castle_color;
mod cell;
mod counted;
mod court;
mod domino;
mod facts;
mod grid;
mod kingdom;
mod kingdom_bits;
mod modes;
mod places;
mod score_pad;
mod square;
mod suggestion;
mod terrain;
mod territory;
mod variant;

pub use bitboard::{Bitboard, Joints};
pub use building::{Building, BuildingPoints, Evidence, POINTS_PER_TERRITORY};
pub use castle_color::CastleColor;
pub use cell::Cell;
pub use counted::{counted, listed};
pub use court::{CharacterPoints, CourtPiece, CourtRule, Neighbours, RESOURCE_TERRAINS};
pub use domino::{Domino, DominoBox, Half};
pub use facts::{Facts, MAX_COINS, OutOfBox};
pub use grid::{Grid, Place};
pub use kingdom::{Game, GridSize, Kingdom, KingdomError};
pub use kingdom_bits::KingdomBits;
pub use modes::{MODES, MOST_PLAYERS, Mode, most_of_each_box};
pub use places::compact;
pub use score_pad::PadLine;
pub use square::{MAX_GIANTS, MAX_KNIGHTS, MAX_TOWERS, Pieces, Square, SquareError};
pub use suggestion::suggestion;
pub use suggestion::{did_you_mean, may_be_mistyped};
pub use terrain::Terrain;
pub use territory::{Territory, territories};
pub use variant::{BLEAK_SQUARES, BLEAK_TERRAINS, BonusPoints, BonusRule, MOST_BONUSES, TooManyBonuses, Variant};
