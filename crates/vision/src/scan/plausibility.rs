//! Checks whether a reading is a kingdom at all.

use super::KingdomScan;
use super::error::ScanError;
use crate::grid_fit::GridFit;
use crate::photo::Photo;
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Square, Terrain};
use kingdomino::formats::SquareState;
use reading::reconstruct::Reading;

/// If there are at least this many land squares (five dominoes), at least one crown must be visible: 18 of
/// the box's 48 dominoes have none, and drawing five of those happens once in 200 times.
const LAND_WITH_A_CROWN: usize = 10;

/// Without a certain castle, fewer land squares than this (five dominoes) are taken for loose dominoes or
/// something else.
const LAND_WITHOUT_A_CASTLE: usize = 10;

/// This many certain land squares, including a crown and formed by dominoes, indicate a kingdom even if
/// neither castle nor grid is certain: the castle may stand upright, or an object may cover it. Of 800
/// rendered scenes without a kingdom, half of them with scans of a real box, none had more than one such
/// square that dominoes form.
const SURE_LAND_IN_PLACE_OF_A_CASTLE: usize = 12;

/// This many certain towns count as a castle.
const TOWNS_IN_PLACE_OF_A_CASTLE: usize = 2;

/// A kingdom with a castle has at least this many land squares: three dominoes. A smaller kingdom is accepted
/// only if its grid is certain.
const LEAST_LAND: usize = 6;

/// The kingdom, unless it is more likely something else. A printed grid is read as land without crowns or as
/// squares that no dominoes form, with one of them as the castle; a loose domino is read as a kingdom of one
/// domino. `beside`: another kingdom is more certain, so a kingdom that no dominoes form is refused.
///
/// (Of the 200 scenes without a kingdom of `fixtures/suites/locator.json`, ten were read as a kingdom before
/// an uncertain castle counted against them; nine of their castles were uncertain. In an eleventh, which a
/// later locator mistook for a certain grid, no land was certain either.)
pub(super) fn check_plausible(kingdom: KingdomScan, beside: bool, photo: &Photo) -> Result<KingdomScan, ScanError> {
    match objection(&kingdom.reading, &kingdom.fit, beside) {
        Some(objection) => {
            Err(ScanError::Implausible { photo: photo.name.clone(), land: kingdom.reading.land(), objection })
        }
        None => Ok(kingdom),
    }
}

/// The evidence against a kingdom in this grid; `None` if the user gave the grid. See [`check_plausible`].
pub(super) fn objection(reading: &Reading, fit: &GridFit, beside: bool) -> Option<&'static str> {
    let is_impossible = reading.warnings.iter().any(|warning| warning.code == WarningCode::ImpossibleKingdom);
    let is_crowned = reading.kingdom.squares().cells().iter().any(|square| square.crowns() > 0);
    let sure = reading.squares.cells().iter().filter(|square| square.state == SquareState::Seen);
    let sure_terrains: Vec<Terrain> = sure.filter_map(|square| square.best.terrain()).collect();
    let has_a_sure_castle = shows_castle(reading);
    let sure_towns = sure_terrains.iter().filter(|terrain| **terrain == Terrain::Town).count();
    let is_surely_laid = has_a_sure_castle || sure_towns >= TOWNS_IN_PLACE_OF_A_CASTLE;
    let sure_land = sure_terrains.len();
    let (land, is_doubtful, is_improbable) = (reading.land(), fit.is_doubtful(), reading.is_improbable());
    let has_sure_grid = if is_improbable { fit.is_sure() } else { !is_doubtful };
    let is_formed = !is_impossible && !is_improbable;
    let may_lack_castle = sure_land > 0 && has_sure_grid || sure_land >= SURE_LAND_IN_PLACE_OF_A_CASTLE && is_formed;
    let objection = if !is_crowned && (beside || is_doubtful || land >= LAND_WITH_A_CROWN) {
        Some("none has a crown")
    } else if !is_surely_laid && (!may_lack_castle || land < LAND_WITHOUT_A_CASTLE) {
        Some("no castle is seen for certain")
    } else if is_impossible && beside || is_improbable && is_doubtful {
        Some("they cannot be made of dominoes")
    } else if land < LEAST_LAND && is_doubtful {
        Some("they are loose dominoes")
    } else {
        None
    };
    objection.filter(|_| !fit.by_hand)
}

/// Whether a castle is certain.
pub(super) fn shows_castle(reading: &Reading) -> bool {
    reading.squares.cells().iter().any(|square| square.state == SquareState::Seen && square.best == Square::Castle)
}
