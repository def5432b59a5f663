//! Grids that one kingdom fills completely, with its castle and all the dominoes that it can have: nothing beside such a grid is part of it.
//! This separates neighbours in line from each other, and loose dominoes from a kingdom.

use rayon::prelude::*;

use super::error::ScanError;
use super::grid_size::is_small_for_seven;
use super::kingdom_stages::KingdomStages;
use super::passes::Pass;
use super::timings::{Stage, Timings};
use super::widening::widened_to_what_lies_beside;
use super::{Chain, KingdomScan, ScanOptions, may_take_threads};
use crate::classify::board_views::BoardViews;
use crate::classify::model_choice::ReadingModel;
use crate::grid_fit::{Beside, GridFit, STRAY_LINES, Search, WORTH_A_LOOK};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Grid, GridSize, Place, Square};
use kingdomino::formats::SquareState;
use reading::reconstruct::guesses::{Guess, SquareGuesses};
use reading::reconstruct::{Reading, ReconstructOptions, reconstruct};

/// Least probability of a tile on each square of a full grid. (Half: no other reading is as probable.)
const TILE_FROM: f32 = 0.5;

/// The reading of a grid.
type Read = Result<KingdomScan, ScanError>;

impl Chain<'_> {
    /// Reads each grid. A grid that may hold more than a kingdom is replaced by the full grids in it, if there are any.
    pub(super) fn read_apart(&mut self, fits: Vec<GridFit>, options: &ScanOptions) -> Vec<(GridFit, Read)> {
        let known = &options.reconstruct;
        let read = self.read_each(&fits, known);
        let read = fits.into_iter().zip(read);
        if options.corners_px.is_some() {
            return read.collect();
        }
        let (mut full, mut others) = (Vec::new(), Vec::new());
        for (fit, read) in read {
            if !may_hold_more(&read) {
                others.push((fit, read));
                continue;
            }
            match self.full_grids(&fit, known) {
                Ok(found) if found.is_empty() => others.push((fit, read)),
                Ok(found) => full.extend(found.into_iter().map(|kingdom| (kingdom.fit.clone(), Ok(kingdom)))),
                Err(error) => others.push((fit, Err(error))),
            }
        }
        let lies_on_full = |fit: &GridFit, full: &[(GridFit, Read)]| full.iter().any(|(other, _)| other.lies_on(fit));
        for (fit, read) in others {
            if !lies_on_full(&fit, &full) {
                full.push((fit, read));
            }
        }
        full
    }

    /// The kingdoms that completely fill a part of this grid, or of what lies in line with it.
    fn full_grids(&mut self, fit: &GridFit, known: &ReconstructOptions) -> Result<Vec<KingdomScan>, ScanError> {
        let (photo, networks) = (self.photo, self.networks);
        let mut stages = KingdomStages { photo, networks, timings: Timings::default() };
        let windows = stages.full_windows(fit, known);
        self.trace.timings.add(&stages.timings);
        let mut alone = Vec::new();
        for window in windows? {
            let seen =
                self.trace.timings.measure(Stage::GridFit, || Search::alone(photo, &*networks.locator, &window))?;
            alone.push((window, seen));
        }
        let read = |(window, seen): &(GridFit, Option<GridFit>)| {
            let mut stages = KingdomStages { photo, networks, timings: Timings::default() };
            (stages.full_kingdom(seen.iter().chain([window]), known), stages.timings)
        };
        let read: Vec<_> =
            if may_take_threads() { alone.par_iter().map(read).collect() } else { alone.iter().map(read).collect() };
        let (kingdoms, timings): (Vec<_>, Vec<_>) = read.into_iter().unzip();
        timings.iter().for_each(|timings| self.trace.timings.add(timings));
        Ok(kingdoms.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

/// Whether the grid may hold several kingdoms, or a kingdom and something beside it: the reading has more than five rows or columns and few
/// dominoes, or none that the box can form.
fn may_hold_more(read: &Read) -> bool {
    match read {
        Ok(kingdom) => may_be_several(&kingdom.reading),
        Err(error) => error.is_no_kingdom(),
    }
}

/// As for `may_hold_more`. More than five columns with at most five rows, or the other way round, also count: they are rare in the 7x7 game,
/// and look like two kingdoms side by side.
pub(super) fn may_be_several(reading: &Reading) -> bool {
    let (squares, five) = (reading.kingdom.squares(), GridSize::Five.squares_wide());
    let is_long = squares.rows().max(squares.cols()) > five && squares.rows().min(squares.cols()) <= five;
    is_long || is_small_for_seven(reading) || reading.is_improbable()
}

/// Whether the kingdom fills its grid completely, its castle is seen, and dominoes of the box can form it.
pub(super) fn is_full(reading: &Reading) -> bool {
    let (squares, side) = (reading.kingdom.squares(), reading.kingdom.size().squares_wide());
    let castle = reading.squares.cells().iter().find(|square| square.best == Square::Castle);
    (squares.rows(), squares.cols()) == (side, side)
        && squares.cells().iter().all(|square| *square != Square::Empty)
        && castle.is_some_and(|castle| castle.state == SquareState::Seen)
        && !reading.is_improbable()
        && reading.warnings.iter().all(|warning| warning.code != WarningCode::ContradictedSquares)
}

impl KingdomStages<'_> {
    /// The kingdom in the first of these grids that one fills completely.
    fn full_kingdom<'f>(
        &mut self,
        fits: impl Iterator<Item = &'f GridFit>,
        known: &ReconstructOptions,
    ) -> Result<Option<KingdomScan>, ScanError> {
        for fit in fits {
            match self.kingdom(fit.clone(), known) {
                Ok(kingdom) if is_full(&kingdom.reading) => return Ok(Some(kingdom)),
                Err(error) if !error.is_no_kingdom() => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(None)
    }

    /// The parts of the grid, and of what lies in line with it, that one kingdom fills completely: without overlaps, the most probable first.
    fn full_windows(&mut self, fit: &GridFit, known: &ReconstructOptions) -> Result<Vec<GridFit>, ScanError> {
        let fit = &GridFit { beside: self.shown_beside(fit), ..fit.clone() };
        let wide = widened_to_what_lies_beside(fit, &fit.beside);
        let model = ReadingModel::of_game(known.game, self.networks);
        let mut views = self.timings.measure(Stage::Board, || BoardViews::new(self.photo, wide))?;
        let guesses = self.classify(Pass::first(model), &mut views, known.game)?;
        let wide = views.fit;
        let sizes = known.size.map_or(vec![GridSize::Seven, GridSize::Five], |size| vec![size]);
        for size in sizes {
            let mut full = self.timings.measure(Stage::Reconstruct, || full_places(&guesses, size, known));
            full.sort_by(|a, b| a.1.total_cmp(&b.1));
            let side = size.squares_wide();
            let mut apart: Vec<Place> = Vec::new();
            for (place, _) in full {
                let lies_on = |other: &Place| place.row.abs_diff(other.row).max(place.col.abs_diff(other.col)) < side;
                if !apart.iter().any(lies_on) {
                    apart.push(place);
                }
            }
            if !apart.is_empty() {
                return Ok(apart.into_iter().map(|place| window_of(&wide, place, side)).collect());
            }
        }
        Ok(Vec::new())
    }
}

/// The places where a kingdom of this size fills its grid, with the reading's cost.
fn full_places(guesses: &SquareGuesses, size: GridSize, known: &ReconstructOptions) -> Vec<(Place, f64)> {
    let (grid, side) = (&guesses.guesses, size.squares_wide());
    if grid.rows() < side || grid.cols() < side {
        return Vec::new();
    }
    let best = grid.map(|guess| guess.ranked()[0].0);
    let bears_tile = grid.map(|guess| tile_probability(guess) >= TILE_FROM);
    let options = ReconstructOptions { size: Some(size), ..known.clone() };
    let place = |row: usize| (0..=grid.cols() - side).map(move |col| Place::new(row, col));
    let places = (0..=grid.rows() - side).flat_map(place);
    let may_be_full = |place: &Place| {
        let castles =
            best.window(*place, side, side).cells().iter().filter(|square| **square == Square::Castle).count();
        castles == 1 && bears_tile.window(*place, side, side).cells().iter().all(|bears_tile| *bears_tile)
    };
    let cost = |place: Place| {
        let part: Grid<Guess> = grid.window(place, side, side);
        let reading = reconstruct(&SquareGuesses { guesses: part }, &options).ok()?;
        is_full(&reading).then_some((place, reading.cost))
    };
    places.filter(may_be_full).filter_map(cost).collect()
}

fn tile_probability(guess: &Guess) -> f32 {
    1.0 - guess.ranked().into_iter().find(|(square, _)| *square == Square::Empty).map_or(0.0, |(_, p)| p)
}

/// A square part of a widened grid, with what lies beside it.
fn window_of(wide: &GridFit, place: Place, side: usize) -> GridFit {
    let lines_off = |at: usize, from: usize| from.saturating_sub(at).max((at + 1).saturating_sub(from + side));
    let is_near =
        |at: &Place| (1..=STRAY_LINES).contains(&lines_off(at.row, place.row).max(lines_off(at.col, place.col)));
    let beside = wide.occupied.iter().filter(|(at, occupied)| is_near(at) && **occupied >= WORTH_A_LOOK);
    let beside = beside.map(|(at, occupied)| Beside {
        row: at.row as isize - place.row as isize,
        col: at.col as isize - place.col as isize,
        occupied: *occupied,
    });
    GridFit { beside: beside.collect(), ..wide.window(place, side, side) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingdomino::formats::notation;
    use reading::reconstruct::guesses::{READINGS, readings};

    /// Guesses that are sure of these squares.
    fn sure(squares: &Grid<Square>) -> SquareGuesses {
        let guess = |square: &Square| {
            let p: [f32; READINGS] = readings().map(|reading| if reading == *square { 0.9982 } else { 0.0001 });
            Guess::new(p.map(f32::ln))
        };
        SquareGuesses { guesses: squares.map(guess) }
    }

    const FULL: &str = "S2WW1FF/WWLWL1/M3WCGF/SW1GGL1/LG1GG2L k5";

    fn places_beside(beside: &[&str], cols: usize) -> Vec<Place> {
        let kingdom = notation::parse(FULL).expect("a kingdom");
        let full = kingdom.squares();
        let word = |place: Place| beside.get(place.row).filter(|_| place.col + 1 == cols && cols > 5).copied();
        let square = |place: Place| match (full.get(place), word(place)) {
            (Some(square), _) => *square,
            (None, Some(word)) => word.parse().expect("a square"),
            (None, None) => Square::Empty,
        };
        let guesses = sure(&Grid::from_fn(5, cols, square));
        full_places(&guesses, GridSize::Five, &ReconstructOptions::default())
            .into_iter()
            .map(|(place, _)| place)
            .collect()
    }

    #[test]
    fn a_full_grid_is_found_whatever_lies_beside_it() {
        assert_eq!(places_beside(&[], 5), [Place::new(0, 0)]);
        assert_eq!(places_beside(&["wheat", "wheat"], 6), [Place::new(0, 0)]);
        assert_eq!(places_beside(&["wheat", "empty", "empty", "lake:1", "swamp"], 7), [Place::new(0, 0)]);
    }

    #[test]
    fn a_grid_with_a_hole_is_not_full() {
        let kingdom = notation::parse("S2WW1FF/WWLWL1/M3WCGF/SW1GGL1/LG1G.. k5").expect("a kingdom");
        let guesses = sure(kingdom.squares());
        assert!(full_places(&guesses, GridSize::Five, &ReconstructOptions::default()).is_empty());
    }
}
