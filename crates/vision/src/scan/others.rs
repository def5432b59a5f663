//! Finds kingdoms in addition to those that were read: tiles outside all readings are searched again, and
//! reported if they stay unread.

use opencv::core::Point2d;

use super::error::ScanError;
use super::full_grids::may_be_several;
use super::{Chain, KingdomScan, ScanOptions};
use crate::geometry::bounding_box;
use crate::grid_fit::{GridFit, SeenTiles};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Place, Square};
use messages::{MessageId, Words};

/// Least number of squares outside all readings that may be another kingdom: its castle and a domino.
const LEAST_TILES: usize = 3;

/// Unread squares are reported if there are at least this many, as on three loose dominoes. (This was
/// measured on 88 rendered photos of one kingdom with up to nine loose dominoes, from
/// `fixtures/suites/table.json` with the seeds 71000 and 72000 and from the held-out scenes: three photos had
/// five unread squares, and one had more.)
const UNREAD_FROM: usize = 6;

/// Tiles at most this far from a kingdom, in squares, belong to it.
const AROUND_KINGDOM: f64 = 0.5;

/// Distances between neighbouring centres of one kingdom, in squares of the kingdoms that were read: nearer
/// centres are one square seen twice, and farther centres are not neighbours. (Chosen, not measured; they
/// leave room for a kingdom nearer to the camera or farther away.)
const LEAST_STEP: f64 = 0.5;
const LARGEST_STEP: f64 = 1.5;

/// A group narrower than this, in squares between the centres, is a single line, like loose dominoes and
/// patterns of a cloth. Two lines of squares are 1 apart, less in a photo from the side. (Chosen, not
/// measured.)
const LEAST_WIDTH: f64 = 0.75;

/// The most searches: after each kingdom found, the rest is searched again.
const MAX_ROUNDS: usize = 3;

impl Chain<'_> {
    /// Searches for further kingdoms at squares outside the kingdoms that were read, and again in kingdoms
    /// that may contain squares of another. If squares stay unread, each kingdom gets a warning with their
    /// position; if the search fails, a warning of the failure.
    pub(super) fn look_for_others(
        &mut self,
        kingdoms: &mut Vec<KingdomScan>,
        tiles: &SeenTiles,
        options: &ScanOptions,
    ) {
        if !self.failures.is_empty() {
            // An unread kingdom has already been reported, and would be found and fail again.
            return;
        }
        let mut failed = None;
        for _ in 0..MAX_ROUNDS {
            let apart = kingdoms.iter().filter(|kingdom| !may_be_several(&kingdom.reading)).count();
            let is_open = apart > 0 && apart < kingdoms.len();
            if !is_open && uncovered(&tiles.kingdoms_px, kingdoms).len() < LEAST_TILES {
                break;
            }
            let known = kingdoms.iter().filter(|kingdom| apart == 0 || !may_be_several(&kingdom.reading));
            let taken: Vec<GridFit> = known.map(KingdomScan::grid).collect();
            let found = match self.beside(&taken, options) {
                Ok(found) => found,
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            };
            let before = kingdoms.len();
            let mut has_changed = false;
            for kingdom in found {
                let grid = kingdom.grid();
                let is_there = kingdoms.iter().any(|known| known.grid().lies_on(&grid));
                if is_there && may_be_several(&kingdom.reading) {
                    continue;
                }
                kingdoms.retain(|known| !known.grid().lies_on(&grid));
                kingdoms.push(kingdom);
                has_changed = true;
            }
            if !has_changed && kingdoms.len() == before {
                break;
            }
        }
        if let Err(error) = self.cut_elsewhere(kingdoms, options) {
            failed = failed.or(Some(error));
        }
        let mut left = uncovered(&tiles.kingdoms_px, kingdoms);
        if left.len() < UNREAD_FROM {
            left = self.beside_a_castle(kingdoms);
        }
        if !left.is_empty() {
            let message = self.unread_tiles(&left);
            kingdoms.iter_mut().for_each(|kingdom| kingdom.reading.warn(WarningCode::UnreadTiles, message.clone()));
        }
        if let Some(error) = failed {
            self.second_looks.extend(kingdoms.iter_mut().map(|kingdom| kingdom.second_look_failed(self.photo, &error)));
        }
    }

    /// The kingdoms that a search outside the known grids finds.
    pub(super) fn beside(&mut self, taken: &[GridFit], options: &ScanOptions) -> Result<Vec<KingdomScan>, ScanError> {
        let mut fits = match self.grids(options, taken).map_err(ScanError::from) {
            Ok((fits, _)) => fits,
            Err(error) if error.is_no_kingdom() => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        fits.retain(|fit| !taken.iter().any(|known| known.lies_on(fit)));
        let mut found = Vec::new();
        for (fit, read) in self.read_apart(fits, options) {
            match read.and_then(|kingdom| self.plausible(kingdom, true)) {
                Ok(kingdom) => {
                    let grid = kingdom.grid();
                    if !taken.iter().any(|known| known.lies_on(&grid)) {
                        found.push(kingdom);
                    }
                }
                Err(error) if error.is_no_kingdom() => {}
                Err(error) => self.failures.push(super::Failure::new(self.photo, &fit, &error)),
            }
        }
        Ok(found)
    }

    /// The tiles of the largest grid that was refused as a kingdom although it shows a castle, and that
    /// overlaps no kingdom that was read. Loose dominoes have no castle.
    fn beside_a_castle(&self, kingdoms: &[KingdomScan]) -> Vec<Point2d> {
        let refused =
            self.refused.iter().filter(|(grid, _)| !kingdoms.iter().any(|kingdom| kingdom.grid().lies_on(grid)));
        refused.map(|(_, tiles_px)| tiles_px).max_by_key(|tiles_px| tiles_px.len()).cloned().unwrap_or_default()
    }

    /// The warning of unread tiles, with their extent in pixels of the upright photo at full size.
    fn unread_tiles(&self, tiles_px: &[Point2d]) -> messages::Message {
        let reduction = self.photo.reduction;
        let [from, to] = bounding_box(tiles_px.iter().copied())
            .map(|corner| format!("{:.0},{:.0}", corner.x * reduction, corner.y * reduction));
        MessageId::UnreadTiles.with("n", tiles_px.len()).with("from", from).with("to", to)
    }
}

impl KingdomScan {
    /// The part of the grid that its kingdom spans.
    pub(super) fn grid(&self) -> GridFit {
        let squares = self.reading.kingdom.squares();
        // The origin is outside the grid only after the kingdom is read together with other photos, which may
        // show more.
        let first = self.reading.origin.place().unwrap_or(Place::new(0, 0));
        self.fit.window(first, squares.rows(), squares.cols())
    }

    /// The centres of the kingdom's squares with tiles, in pixels of the decoded photo.
    pub(super) fn tiles_px(&self) -> Vec<Point2d> {
        let (squares, to_photo) = (self.reading.kingdom.squares(), self.grid().to_photo);
        let tiles = squares.iter().filter(|(_, square)| **square != Square::Empty);
        tiles.map(|(place, _)| to_photo.apply(Point2d::new(place.col as f64 + 0.5, place.row as f64 + 0.5))).collect()
    }
}

/// The largest group of neighbouring squares outside all kingdoms that may be another kingdom, without
/// duplicates.
fn uncovered(tiles_px: &[Point2d], kingdoms: &[KingdomScan]) -> Vec<Point2d> {
    let side_px = kingdoms.iter().map(|kingdom| kingdom.fit.mean_side_px()).reduce(f64::max);
    let left = (tiles_px.iter().copied())
        .filter(|at| !kingdoms.iter().any(|kingdom| kingdom.fit.covers_around(*at, AROUND_KINGDOM)));
    side_px.map(|side_px| largest_group(left, side_px)).unwrap_or_default()
}

/// The largest group of neighbouring points that is wider than one line, without duplicates. `side_px`: the
/// side of a square, in pixels.
fn largest_group(tiles_px: impl Iterator<Item = Point2d>, side_px: f64) -> Vec<Point2d> {
    let mut left: Vec<Point2d> = Vec::new();
    for at in tiles_px {
        if left.iter().all(|other| (at - *other).norm() > LEAST_STEP * side_px) {
            left.push(at);
        }
    }
    let mut largest = Vec::new();
    while let Some(first) = left.pop() {
        let (mut group, mut next) = (vec![first], 0);
        while next < group.len() {
            let at = group[next];
            group.extend(left.extract_if(.., |other| (at - *other).norm() < LARGEST_STEP * side_px));
            next += 1;
        }
        if group.len() > largest.len() && width(&group) >= LEAST_WIDTH * side_px {
            largest = group;
        }
    }
    largest
}

/// The extent of points perpendicular to their principal axis.
fn width(points: &[Point2d]) -> f64 {
    let count = points.len().max(1) as f64;
    let middle = points.iter().fold(Point2d::default(), |sum, point| sum + *point) * (1.0 / count);
    let [mut xx, mut yy, mut xy] = [0.0; 3];
    for at in points.iter().map(|point| *point - middle) {
        xx += at.x * at.x;
        yy += at.y * at.y;
        xy += at.x * at.y;
    }
    let along = 0.5 * (2.0 * xy).atan2(xx - yy);
    let across = points.iter().map(|point| point.y * along.cos() - point.x * along.sin());
    let (low, high) = across.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)));
    (high - low).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_of_one_kingdom_lie_beside_each_other_and_count_once() {
        let at = |x: f64, y: f64| Point2d::new(x, y);
        let kingdom = [at(0.0, 0.0), at(50.0, 0.0), at(100.0, 0.0), at(0.0, 50.0), at(5.0, 52.0)];
        let loose = [at(400.0, 0.0), at(450.0, 0.0)];
        let group = largest_group(loose.into_iter().chain(kingdom), 50.0);
        assert_eq!(group.len(), 4, "{group:?}");
        assert!(group.iter().all(|at| at.x < 200.0), "{group:?}");
    }
}
