//! Whether a kingdom of few dominoes is 7x7, or 5x5 with something beside it.

use super::error::ScanError;
use super::{Chain, KingdomScan, ScanOptions};
use crate::grid_fit::GridFit;
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::GridSize;
use messages::MessageId;
use reading::reconstruct::{Reading, ReconstructOptions};

/// With no more dominoes than this, 7x7 is doubtful, for each player lays up to 24 there: a loose domino or a line of the table beside a 5x5
/// kingdom may have been taken for a row or a column.
const FEW_DOMINOES_FOR_SEVEN: usize = 14;

/// A 5x5 grid may lose this many squares and still be taken: one loose domino.
pub(super) const LOOSE_SQUARES: usize = 2;

pub(super) fn is_small_for_seven(reading: &Reading) -> bool {
    let squares = reading.kingdom.squares();
    let spans_more_than_five = squares.rows().max(squares.cols()) > GridSize::Five.squares_wide();
    spans_more_than_five && reading.land() <= 2 * FEW_DOMINOES_FOR_SEVEN
}

impl Chain<'_> {
    /// Warns of an uncertain size for kingdoms that may have something beside their 5x5 squares. If the grid is not sure, searches again for
    /// a 5x5 one and takes its reading, unless it loses much or no dominoes form it. (Of 1282 kingdoms of `fixtures/suites/locator.json`,
    /// rendered with the seeds 4242 and 4243, 43 were in question. When sure grids were searched again, too, four of them that have six lines
    /// were cut to five.)
    pub(super) fn resolve_grid_size(&mut self, kingdoms: Vec<KingdomScan>, options: &ScanOptions) -> Vec<KingdomScan> {
        let mut as_five = options.clone();
        as_five.reconstruct.size = Some(GridSize::Five);
        let is_open = |kingdom: &KingdomScan| is_small_for_seven(&kingdom.reading) && !kingdom.fit.is_sure();
        let fives = if kingdoms.iter().any(is_open) { self.fives(&as_five) } else { Ok(Vec::new()) };
        let check = |first: KingdomScan| {
            if !is_small_for_seven(&first.reading) {
                return first;
            }
            let second = match &fives {
                Ok(fives) => self.second_look(&first, fives.iter().filter(|_| is_open(&first)), &as_five.reconstruct),
                Err(error) if is_open(&first) => Err(error.to_string()),
                // Its grid is sure, so it needs no second pass.
                Err(_) => Ok(None),
            };
            let is_as_good = |second: &KingdomScan| {
                second.reading.land() + LOOSE_SQUARES >= first.reading.land()
                    && (first.reading.is_improbable() || !second.reading.is_improbable())
            };
            let (second, failure) = match second {
                Ok(second) => (second.filter(is_as_good), None),
                Err(error) => (None, Some(error)),
            };
            let mut kingdom = match second {
                Some(mut second) => {
                    let of_photo =
                        |code: WarningCode| [WarningCode::UnreadTiles, WarningCode::SecondLookFailed].contains(&code);
                    let kept = first.reading.warnings.into_iter().filter(|warning| of_photo(warning.code));
                    kept.for_each(|warning| second.reading.warn(warning.code, warning.message));
                    second
                }
                None => first,
            };
            kingdom.reading.warn(WarningCode::UncertainSize, MessageId::UncertainSize);
            if let Some(error) = failure {
                self.second_looks.push(kingdom.second_look_failed(self.photo, &error));
            }
            kingdom
        };
        kingdoms.into_iter().map(check).collect()
    }

    /// The grids of 5x5 kingdoms; empty if there are none.
    fn fives(&mut self, as_five: &ScanOptions) -> Result<Vec<GridFit>, ScanError> {
        match self.grids(as_five, &[]).map_err(ScanError::from) {
            Err(error) if error.is_no_kingdom() => Ok(Vec::new()),
            fives => fives.map(|(fives, _)| fives),
        }
    }

    /// The reading of the first of these grids that lies on the kingdom; `None` if that shows no kingdom.
    fn second_look<'f>(
        &mut self,
        first: &KingdomScan,
        mut fives: impl Iterator<Item = &'f GridFit>,
        known: &ReconstructOptions,
    ) -> Result<Option<KingdomScan>, String> {
        let Some(five) = fives.find(|five| five.lies_on(&first.fit)) else { return Ok(None) };
        match self.read_each(std::slice::from_ref(five), known).remove(0) {
            Ok(second) => Ok(Some(second)),
            Err(error) if error.is_no_kingdom() => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}
