//! Checks whether the squares look like tiles of Kingdomino or Queendomino at all.

use super::KingdomScan;
use kingdomino::audit::warning::WarningCode;
use kingdomino::formats::SquareState;
use messages::{MessageId, Words};

/// If a smaller share of the land squares than this is read as certain, the tiles look like those of another
/// game. (For the tiles of another game in `reports/another_game.jpg` the share is one in ten. For the
/// kingdoms of 42 boards and 5 pictures of Kingdomino it is at least 96 %, and for the five kingdoms in 24
/// photos of Queendomino that have [`LEAST_LAND`] it is at least 70 %.)
const LEAST_SEEN_SHARE: f64 = 0.4;

/// With fewer land squares than this, the tiles are never taken for those of another game: if a photo shows
/// only a corner of a kingdom, there may be no more than two.
const LEAST_LAND: usize = 6;

/// Warns that a kingdom that needs review does not look like Kingdomino, if few of its squares do.
pub(super) fn warn(kingdom: &mut KingdomScan) {
    let reading = &kingdom.reading;
    let (mut all, mut seen): (usize, usize) = (0, 0);
    for square in reading.squares.cells().iter().filter(|square| square.best.terrain().is_some()) {
        all += 1;
        seen += usize::from(square.state == SquareState::Seen);
    }
    if reading.needs_review && all >= LEAST_LAND && (seen as f64) < LEAST_SEEN_SHARE * all as f64 {
        kingdom.reading.warn(WarningCode::UnlikeTiles, MessageId::UnlikeTiles.with("seen", seen).with("squares", all));
    }
}
