//! The words of the game: terrains, squares, dominoes, kingdoms. Knows nothing of photos or OpenCV.

mod bitboard;
mod building;
mod castle_color;
mod counted;
mod domino;
mod grid;
mod kingdom;
mod kingdom_bits;
mod margins;
mod modes;
mod places;
mod score_pad;
mod square;
mod suggestion;
mod terrain;
mod territory;
mod unseen;
mod variant;

pub use bitboard::{Bitboard, Joints};
pub use building::{Building, BuildingPoints, Evidence, POINTS_PER_TERRITORY};
pub use castle_color::CastleColor;
pub(crate) use counted::{counted, listed};
pub use domino::{Domino, DominoBox, Half};
pub use grid::{Grid, Place};
pub use kingdom::{Game, GridSize, Kingdom, KingdomError};
pub use kingdom_bits::KingdomBits;
pub use margins::{Margins, Offset};
pub use modes::{MODES, Mode};
pub use places::compact;
pub use score_pad::PadLine;
pub use square::{MAX_KNIGHTS, MAX_TOWERS, Pieces, Square, SquareError};
pub(crate) use suggestion::{did_you_mean, suggestion};
pub use terrain::Terrain;
pub use territory::{Territory, territories};
pub use unseen::{MAX_COINS, OffBoardFacts};
pub use variant::{BLEAK_SQUARES, BLEAK_TERRAINS, BonusPoints, BonusRule, MOST_BONUSES, TooManyBonuses, Variant};
