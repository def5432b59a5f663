//! Removes loose dominoes that are nearly in line with a kingdom which does not fill its grid: the kingdom's
//! lattice reaches them, so they were read as part of it.

use opencv::core::Point2d;

use super::beside::OFF_LINE;
use super::error::ScanError;
use super::full_grids::{is_full, window_of};
use super::kingdom_stages::KingdomStages;
use super::plausibility::{check_plausible, shows_castle};
use super::timings::{Stage, Timings};
use super::widening::{margins_of, widened_to_what_lies_beside};
use super::{Chain, KingdomScan};
use crate::grid_fit::{GridFit, Search};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Pieces, Place, Square};
use reading::reconstruct::ReconstructOptions;

/// A row or column is off the lattice if its squares are, on average in the same direction, more than
/// [`OFF_LINE`] from their places, and more than this many times the kingdom's usual distance. If squares are
/// small, all of them seem slightly off, but in all directions. (In 300 rendered scenes of mostly unfinished
/// kingdoms beside two to eight dominoes nearly in line, 171 totals are right with this rule and 153 without;
/// of the locator suites' 1290 kingdoms, 1285 have their grid with it as without.)
const TIMES_AS_FAR: f64 = 2.0;

/// Least number of squares of a kingdom: its castle and a domino.
const LEAST_SQUARES: usize = 3;

impl Chain<'_> {
    /// Reads kingdoms again without outer lines that are off their lattice. The kingdom gets a warning about
    /// its lines whether or not it can be read without them.
    pub(super) fn leave_loose_lines(
        &mut self,
        kingdoms: &mut [KingdomScan],
        centres_px: &[Point2d],
        known: &ReconstructOptions,
    ) {
        for kingdom in kingdoms.iter_mut().filter(|kingdom| !kingdom.fit.by_hand && !is_full(&kingdom.reading)) {
            let Some(rest) = Lines::in_line(kingdom, centres_px) else { continue };
            let (photo, networks) = (self.photo, self.networks);
            let mut stages = KingdomStages { photo, networks, timings: Timings::default() };
            match stages.rest_of(kingdom, &rest, known) {
                Ok(Some(part)) => *kingdom = part,
                Ok(None) => {}
                Err(error) => self.second_looks.push(kingdom.second_look_failed(photo, &error)),
            }
            self.trace.timings.add(&stages.timings);
            kingdom.doubt_lines();
        }
    }
}

impl KingdomStages<'_> {
    /// Reads these lines of the kingdom alone. `None` unless the box's dominoes can form the result. If the
    /// kingdom showed a castle, the result must also show one.
    fn rest_of(
        &mut self,
        kingdom: &KingdomScan,
        rest: &Lines,
        known: &ReconstructOptions,
    ) -> Result<Option<KingdomScan>, ScanError> {
        let fit = GridFit { beside: self.shown_beside(&kingdom.fit), ..kingdom.fit.clone() };
        let margins = margins_of(&fit);
        let wide = widened_to_what_lies_beside(&fit, &fit.beside);
        let first = Place::new(rest.top + margins.above, rest.left + margins.left);
        let part = window_of(&wide, first, rest.bottom - rest.top, rest.right - rest.left);
        let (photo, locator) = (self.photo, &*self.networks.locator);
        let alone = self.timings.measure(Stage::GridFit, || Search::alone(photo, locator, &part))?;
        for fit in alone.into_iter().chain([part]) {
            let begun = self.begin(fit, known)?;
            let part = match self.finish_in_its_grid(begun, known) {
                Ok(part) => part,
                Err(error) if error.is_no_kingdom() => continue,
                Err(error) => return Err(error),
            };
            let is_contradicted =
                part.reading.warnings.iter().any(|warning| warning.code == WarningCode::ContradictedSquares);
            let is_formed = !part.reading.is_improbable() && !is_contradicted;
            let has_castle = shows_castle(&part.reading) || !shows_castle(&kingdom.reading);
            if let (true, Ok(part)) = (is_formed && has_castle, check_plausible(part, false, photo)) {
                return Ok(Some(part));
            }
        }
        Ok(None)
    }
}

/// Rows and columns of a kingdom's grid, excluding `bottom` and `right`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lines {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Lines {
    /// The lines that remain without outer lines that are off the lattice; `None` if none is off, or if too
    /// little remains.
    fn in_line(kingdom: &KingdomScan, centres_px: &[Point2d]) -> Option<Self> {
        let to_lattice = kingdom.fit.to_photo.inverse()?;
        let centres: Vec<Point2d> = centres_px.iter().map(|at_px| to_lattice.apply(*at_px)).collect();
        let mut tiles = Vec::new();
        let mut castle = None;
        for (place, square) in kingdom.reading.kingdom.squares().iter().filter(|(_, square)| **square != Square::Empty)
        {
            let Some(place) = kingdom.reading.cell_of(place).place() else { continue };
            let middle = Point2d::new(place.col as f64 + 0.5, place.row as f64 + 0.5);
            let offs = centres.iter().map(|centre| *centre - middle);
            let off = offs.min_by(|one, other| one.norm().total_cmp(&other.norm()));
            // Without a centre nearby, it is not known how far off a square is. A piece on a tile shifts the
            // tile's apparent centre.
            let is_bare = Pieces { building: None, ..square.pieces() } == Pieces::default();
            tiles.push((place, off.filter(|off| is_bare && off.norm() <= 0.5)));
            if *square == Square::Castle {
                castle = Some(place);
            }
        }
        let all = Self::around(&tiles)?;
        let mut rest = all;
        while let Some(fewer) = rest.without_a_line_off(&mut tiles, castle) {
            rest = fewer;
        }
        (rest != all && tiles.len() >= LEAST_SQUARES).then_some(rest)
    }

    fn around(tiles: &[(Place, Option<Point2d>)]) -> Option<Self> {
        Some(Self {
            top: tiles.iter().map(|(place, _)| place.row).min()?,
            bottom: tiles.iter().map(|(place, _)| place.row + 1).max()?,
            left: tiles.iter().map(|(place, _)| place.col).min()?,
            right: tiles.iter().map(|(place, _)| place.col + 1).max()?,
        })
    }

    /// Removes the tiles of one outer line that is off, unless it contains the castle. A square of which it is
    /// not known how far off it is speaks for its line, but does not change the kingdom's usual distance.
    fn without_a_line_off(&self, tiles: &mut Vec<(Place, Option<Point2d>)>, castle: Option<Place>) -> Option<Self> {
        let mut offs: Vec<f64> = tiles.iter().filter_map(|(_, off)| Some((*off)?.norm())).collect();
        offs.sort_by(f64::total_cmp);
        let usual = *offs.get(offs.len() / 2)?;
        type IsIn = fn(&Lines, Place) -> bool;
        let outer: [IsIn; 4] = [
            |lines, place| place.row == lines.top,
            |lines, place| place.row + 1 == lines.bottom,
            |lines, place| place.col == lines.left,
            |lines, place| place.col + 1 == lines.right,
        ];
        for is_in in outer {
            let line: Vec<_> = tiles.iter().filter(|(place, _)| is_in(self, *place)).map(|(_, off)| *off).collect();
            let sum = line.iter().flatten().fold(Point2d::default(), |sum, off| sum + *off);
            let mean = sum.norm() / line.len().max(1) as f64;
            let has_castle = castle.is_some_and(|castle| is_in(self, castle));
            if mean > OFF_LINE.max(TIMES_AS_FAR * usual) && !has_castle {
                tiles.retain(|(place, _)| !is_in(self, *place));
                return Self::around(tiles);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares of a 3x3 grid from the top left, with how far to the right of their places they are.
    fn without_a_line_off(offs: [Option<f64>; 9]) -> Option<Lines> {
        let places = (0..9).map(|index| Place::new(index / 3, index % 3));
        let offs = offs.map(|off| off.map(|right| Point2d::new(right, 0.0)));
        let mut tiles: Vec<_> = places.zip(offs).collect();
        Lines::around(&tiles)?.without_a_line_off(&mut tiles, Some(Place::new(1, 1)))
    }

    #[test]
    fn a_line_that_is_off_is_left_out() {
        let [near, far] = [Some(0.05), Some(0.3)];
        let rest = without_a_line_off([near, near, far, near, near, far, near, near, near]);
        assert_eq!(rest, Some(Lines { top: 0, bottom: 3, left: 0, right: 2 }));
    }

    #[test]
    fn squares_without_a_centre_nearby_do_not_make_the_others_seem_off() {
        let far = Some(0.3);
        assert_eq!(without_a_line_off([far, None, far, None, None, far, None, None, None]), None);
    }

    #[test]
    fn squares_that_are_off_in_all_directions_stay() {
        let [near, left, right] = [Some(0.05), Some(-0.3), Some(0.3)];
        assert_eq!(without_a_line_off([near, near, left, near, near, right, near, near, near]), None);
    }
}
