//! Decides whether a kingdom of few dominoes is 7x7, or 5x5 with something next to it.

use super::KingdomScan;
use kingdomino::domain::GridSize;
use reading::reconstruct::Reading;

/// With at most this many dominoes, 7x7 is doubtful, because in a 7x7 game each player lays up to 24: a loose
/// domino or a line of the table next to a 5x5 kingdom may have been read as a row or column.
const FEW_DOMINOES_FOR_SEVEN: usize = 14;

/// Kingdoms that are cut at another line may together have this many tiles fewer than the kingdoms that they
/// replace: one loose domino.
pub(super) const LOOSE_SQUARES: usize = 2;

pub(super) fn is_small_for_seven(reading: &Reading) -> bool {
    let squares = reading.kingdom.squares();
    let spans_more_than_five = squares.rows().max(squares.cols()) > GridSize::Five.squares_wide();
    spans_more_than_five && reading.land() <= 2 * FEW_DOMINOES_FOR_SEVEN
}

/// Warns of an uncertain size if there may be something next to a kingdom of 5x5 squares. (Searching for a
/// 5x5 grid instead changed nothing in 897 kingdoms: see the head of [`scan`](super).)
pub(super) fn warn(kingdom: &mut KingdomScan) {
    if is_small_for_seven(&kingdom.reading) {
        kingdom.doubt_lines();
    }
}
