//! Grids that a kingdom fills completely, with its castle and all the dominoes that it can have: nothing
//! outside such a grid is part of the kingdom. This separates neighbours in line from each other, and loose
//! dominoes from a kingdom.

use super::error::ScanError;
use super::grid_size::{LOOSE_SQUARES, is_small_for_seven};
use super::kingdom_stages::KingdomStages;
use super::passes::Pass;
use super::timings::{Stage, Timings};
use super::widening::widened_to_what_lies_beside;
use super::{Chain, KingdomScan, ScanOptions};
use crate::classify::board_views::BoardViews;
use crate::classify::model_choice::ReadingModel;
use crate::grid_fit::{Beside, GridFit, Search, squares_beside};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{GridSize, Place, Square};
use kingdomino::formats::SquareState;
use reading::reconstruct::guesses::{Guess, SquareGuesses};
use reading::reconstruct::{Reading, ReconstructOptions, reconstruct};

/// On each square of a full grid, the probability of a tile is at least this. (A tile is then at least as
/// probable as none.)
const TILE_FROM: f32 = 0.5;

/// The reading of a grid.
type Read = Result<KingdomScan, ScanError>;

impl Chain<'_> {
    /// Reads each grid. A grid that may contain more than a kingdom, or shares squares with another, is
    /// replaced by the full grids in it, if there are any. (In this way, 219 of 236 rendered kingdoms in line
    /// with each other are read correctly. If grids were chosen by a score instead, 137 would be if the score
    /// were the number of tiles, and 218 if a full grid counted as 10 or 25 tiles more.)
    pub(super) fn read_apart(&mut self, fits: Vec<GridFit>, options: &ScanOptions) -> Vec<(GridFit, Read)> {
        let known = &options.reconstruct;
        let read = self.read_each(&fits, known);
        if options.corners_px.is_some() {
            return fits.into_iter().zip(read.into_iter().map(|(read, _)| read)).collect();
        }
        let is_shared: Vec<bool> =
            fits.iter().map(|fit| fits.iter().filter(|other| other.shares_squares(fit)).count() > 1).collect();
        let (mut windows, mut read_grids) = (Vec::new(), Vec::new());
        for ((fit, (read, is_tried)), is_shared) in fits.into_iter().zip(read).zip(is_shared) {
            if !is_tried || !is_shared && !may_hold_more(&read) {
                read_grids.push((fit, read));
                continue;
            }
            match self.full_windows(&fit, known) {
                Ok(found) => {
                    windows.extend(found);
                    read_grids.push((fit, read));
                }
                Err(error) => read_grids.push((fit, Err(error))),
            }
        }
        if windows.is_empty() {
            return read_grids;
        }
        let (full, others): (Vec<_>, Vec<_>) = (read_grids.into_iter())
            .partition(|(_, read)| read.as_ref().is_ok_and(|kingdom| is_full(&kingdom.reading)));
        windows.extend(full.into_iter().filter_map(|(_, read)| Some(Window::read(read.ok()?))));
        let full = self.apart(windows, known).into_iter();
        let mut full: Vec<(GridFit, Read)> = full.filter_map(|window| Some((window.fit, window.read?))).collect();
        for (fit, read) in others {
            if !full.iter().any(|(other, _)| other.lies_on(&fit)) {
                full.push((fit, read));
            }
        }
        full
    }

    /// Separates kingdoms side by side that may have been cut at the wrong line, so that one has lines of its
    /// neighbour. They are replaced by full grids if these and further kingdoms contain all their tiles. If
    /// that fails, the kingdoms are kept, and the first failure is returned.
    pub(super) fn cut_elsewhere(
        &mut self,
        kingdoms: &mut Vec<KingdomScan>,
        options: &ScanOptions,
    ) -> Result<(), ScanError> {
        let known = &options.reconstruct;
        let mixed_up = may_be_mixed_up(kingdoms);
        let full: Vec<bool> = kingdoms.iter().map(|kingdom| is_full(&kingdom.reading)).collect();
        let in_parts = (0..kingdoms.len()).filter(|index| mixed_up[*index] && !full[*index]);
        let (mut windows, mut seen) = self.windows_around(in_parts.map(|index| &kingdoms[index].fit), known);
        let grids: Vec<GridFit> = kingdoms.iter().map(KingdomScan::grid).collect();
        windows.retain(|window| {
            let mut settled = (0..grids.len()).filter(|index| full[*index] && !mixed_up[*index]);
            !settled.any(|index| grids[index].shares_squares(&window.fit))
        });
        if windows.is_empty() {
            return seen;
        }
        for index in (0..grids.len()).filter(|index| full[*index] && mixed_up[*index]) {
            let (fit, cost) = (grids[index].clone(), kingdoms[index].reading.cost);
            windows.push(Window { fit, cost, read: None, known: Some(index) });
        }
        let chosen = self.apart(windows, known);
        let stays: Vec<usize> = chosen.iter().filter_map(|window| window.known).collect();
        let cut: Vec<KingdomScan> = match chosen.into_iter().filter_map(|window| window.read).collect() {
            Ok(cut) => cut,
            Err(error) => return seen.and(Err(error)),
        };
        if cut.is_empty() {
            return seen;
        }
        let (mut replaced, mut kept) = (Vec::new(), Vec::new());
        for (index, kingdom) in std::mem::take(kingdoms).into_iter().enumerate() {
            let is_cut_elsewhere =
                full[index] && mixed_up[index] || cut.iter().any(|cut| cut.fit.shares_squares(&grids[index]));
            if is_cut_elsewhere && !stays.contains(&index) {
                replaced.push(kingdom);
            } else {
                kept.push(kingdom);
            }
        }
        match self.rest_of(&replaced, &cut, &kept, options) {
            Ok(Some(rest)) => kept.extend(cut.into_iter().chain(rest)),
            Ok(None) => kept.extend(replaced),
            Err(error) => {
                kept.extend(replaced);
                seen = seen.and(Err(error));
            }
        }
        *kingdoms = kept;
        seen
    }

    /// The full grids in and around these grids, and the first failure.
    fn windows_around<'a>(
        &mut self,
        fits: impl Iterator<Item = &'a GridFit>,
        known: &ReconstructOptions,
    ) -> (Vec<Window>, Result<(), ScanError>) {
        let (mut windows, mut seen) = (Vec::new(), Ok(()));
        for fit in fits {
            match self.full_windows(&with_lines_around(fit.clone()), known) {
                Ok(found) => windows.extend(found.into_iter().map(|window| {
                    let mut alone = GridFit { beside: Vec::new(), ..window.fit };
                    alone.add_seen_beside(fit);
                    Window { fit: alone, ..window }
                })),
                Err(error) => seen = seen.and(Err(error)),
            }
        }
        (windows, seen)
    }

    /// Searches for kingdoms with those tiles of the `replaced` kingdoms that are not in the kingdoms `cut`
    /// from them. Returns an empty list if the `cut` kingdoms already have nearly all tiles, and `None` if
    /// the search finds no kingdom. `kept`: the other kingdoms.
    fn rest_of(
        &mut self,
        replaced: &[KingdomScan],
        cut: &[KingdomScan],
        kept: &[KingdomScan],
        options: &ScanOptions,
    ) -> Result<Option<Vec<KingdomScan>>, ScanError> {
        if tiles_of(replaced) <= tiles_of(cut) + LOOSE_SQUARES {
            return Ok(Some(Vec::new()));
        }
        let taken: Vec<GridFit> = cut.iter().chain(kept).map(KingdomScan::grid).collect();
        let mut found = self.beside(&taken, options)?;
        found.retain(|kingdom| replaced.iter().any(|before| before.grid().shares_squares(&kingdom.grid())));
        Ok((!found.is_empty()).then_some(found))
    }

    /// The windows inside the photo that a kingdom completely fills, in `fit` or in line with it. They may
    /// share squares.
    fn full_windows(&mut self, fit: &GridFit, known: &ReconstructOptions) -> Result<Vec<Window>, ScanError> {
        let (photo, networks) = (self.photo, self.networks);
        let mut stages = KingdomStages { photo, networks, timings: Timings::default() };
        let windows = stages.full_windows(fit, known);
        self.trace.timings.add(&stages.timings);
        windows
    }

    /// Chooses the windows that together cover the most squares without sharing any. Each chosen window is
    /// read by itself. If one contains no full kingdom, it is dropped and the others are chosen again.
    fn apart(&mut self, mut windows: Vec<Window>, known: &ReconstructOptions) -> Vec<Window> {
        loop {
            let chosen = most_covering(&windows);
            let mut unread = chosen.clone();
            unread.retain(|index| windows[*index].read.is_none() && windows[*index].known.is_none());
            if unread.is_empty() {
                let mut index = 0..;
                windows.retain(|_| index.next().is_some_and(|index| chosen.contains(&index)));
                return windows;
            }
            let fits: Vec<GridFit> = unread.iter().map(|index| windows[*index].fit.clone()).collect();
            let read = self.full_kingdoms(&fits, known);
            let mut empty = Vec::new();
            for (index, read) in unread.into_iter().zip(read) {
                match read {
                    Ok(Some(kingdom)) => windows[index] = Window::read(kingdom),
                    Ok(None) => empty.push(index),
                    Err(error) => windows[index].read = Some(Err(error)),
                }
            }
            let mut index = 0..;
            windows.retain(|_| index.next().is_some_and(|index| !empty.contains(&index)));
        }
    }

    /// The kingdom that completely fills each window; `None` if there is none.
    fn full_kingdoms(
        &mut self,
        windows: &[GridFit],
        known: &ReconstructOptions,
    ) -> Vec<Result<Option<KingdomScan>, ScanError>> {
        self.each(windows.iter().collect(), |stages, window| {
            let (photo, locator) = (stages.photo, &*stages.networks.locator);
            let seen = stages.timings.measure(Stage::GridFit, || Search::alone(photo, locator, window));
            stages.full_kingdom(seen.map_err(ScanError::from)?.iter().chain([window]), known)
        })
    }
}

/// The kingdoms that may be cut at the wrong line: those that share squares, and those side by side if one of
/// them does not fill its grid and does not have exactly five rows and five columns.
pub(super) fn may_be_mixed_up(kingdoms: &[KingdomScan]) -> Vec<bool> {
    let grids: Vec<GridFit> = kingdoms.iter().map(KingdomScan::grid).collect();
    let full: Vec<bool> = kingdoms.iter().map(|kingdom| is_full(&kingdom.reading)).collect();
    let five = GridSize::Five.squares_wide();
    let may_be_cut_wrong: Vec<bool> =
        grids.iter().zip(&full).map(|(grid, full)| !full && [grid.rows, grid.cols] != [five, five]).collect();
    let mut mixed_up = vec![false; grids.len()];
    for (index, grid) in grids.iter().enumerate() {
        for (other, neighbour) in grids.iter().enumerate().filter(|(other, _)| *other != index) {
            let may_be_mixed = may_be_cut_wrong[index] || may_be_cut_wrong[other];
            if grid.shares_squares(neighbour) || may_be_mixed && lie_side_by_side(grid, neighbour) {
                mixed_up[index] = true;
                break;
            }
        }
    }
    mixed_up
}

fn tiles_of(kingdoms: &[KingdomScan]) -> usize {
    kingdoms.iter().map(|kingdom| kingdom.tiles_px().len()).sum()
}

/// Two kingdoms that are at most this far apart, in squares, may be cut at the wrong line.
const SIDE_BY_SIDE: f64 = 1.0;

fn lie_side_by_side(one: &GridFit, other: &GridFit) -> bool {
    reaches(one, other) || reaches(other, one)
}

/// Whether a lattice point on the rim of `one` is in or close to `other`.
fn reaches(one: &GridFit, other: &GridFit) -> bool {
    let (rows, cols) = (one.rows as f64, one.cols as f64);
    let above_and_below = (0..=one.cols).flat_map(|col| [(col as f64, 0.0), (col as f64, rows)]);
    let left_and_right = (0..=one.rows).flat_map(|row| [(0.0, row as f64), (cols, row as f64)]);
    let mut rim = above_and_below.chain(left_and_right);
    rim.any(|(u, v)| other.covers_around(one.to_photo.at(u, v), SIDE_BY_SIDE))
}

/// If only a part of a kingdom was read, the rest may be in up to this many rows or columns around it: of the
/// kingdom's five, at least two were read.
const LINES_OF_THE_REST: usize = 3;

/// The grid, with all squares in line around it that may belong to the kingdom.
fn with_lines_around(fit: GridFit) -> GridFit {
    let (rows, cols, around) = (fit.rows as isize, fit.cols as isize, LINES_OF_THE_REST as isize);
    let mut beside = fit.beside.clone();
    for row in -around..rows + around {
        for col in -around..cols + around {
            let is_inside = (0..rows).contains(&row) && (0..cols).contains(&col);
            if !is_inside && !fit.beside.iter().any(|beside| (beside.row, beside.col) == (row, col)) {
                beside.push(Beside { row, col, occupied: 1.0 });
            }
        }
    }
    GridFit { beside, ..fit }
}

/// A part of a grid that a kingdom may completely fill.
struct Window {
    fit: GridFit,
    /// The cost of the window's reading.
    cost: f64,
    /// The window's reading, once it has been read by itself.
    read: Option<Read>,
    /// The kingdom's index, if it has been read already.
    known: Option<usize>,
}

impl Window {
    fn read(kingdom: KingdomScan) -> Self {
        Self { fit: kingdom.fit.clone(), cost: kingdom.reading.cost, read: Some(Ok(kingdom)), known: None }
    }

    fn squares(&self) -> usize {
        self.fit.rows * self.fit.cols
    }
}

/// The indices of the windows that cover the most squares without sharing any. If several choices cover as
/// many, the one with the least cost is taken.
fn most_covering(windows: &[Window]) -> Vec<usize> {
    /// Tries the windows of a group in addition to those `chosen`.
    fn extended(windows: &[Window], group: &[usize], chosen: &mut Vec<usize>, best: &mut (usize, f64, Vec<usize>)) {
        let squares: usize = chosen.iter().map(|index| windows[*index].squares()).sum();
        let cost: f64 = chosen.iter().map(|index| windows[*index].cost).sum();
        let left: usize = group.iter().map(|index| windows[*index].squares()).sum();
        if squares + left < best.0 {
            return;
        }
        if squares > best.0 || squares == best.0 && cost < best.1 {
            *best = (squares, cost, chosen.clone());
        }
        for (at, index) in group.iter().enumerate() {
            if chosen.iter().all(|other| !windows[*other].fit.shares_squares(&windows[*index].fit)) {
                chosen.push(*index);
                extended(windows, &group[at + 1..], chosen, best);
                chosen.pop();
            }
        }
    }
    let mut chosen = Vec::new();
    for group in sharing_groups(windows) {
        let mut best = (0, 0.0, Vec::new());
        extended(windows, &group, &mut Vec::new(), &mut best);
        chosen.extend(best.2);
    }
    chosen
}

/// Groups the windows so that windows of different groups share no squares. Trying all choices for a large
/// table would take too long, so separate kingdoms are chosen separately.
fn sharing_groups(windows: &[Window]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, window) in windows.iter().enumerate() {
        let (joined, apart): (Vec<_>, Vec<_>) = (groups.into_iter())
            .partition(|group| group.iter().any(|other| windows[*other].fit.shares_squares(&window.fit)));
        groups = apart;
        groups.push(joined.into_iter().flatten().chain([index]).collect());
    }
    groups
}

/// Whether the grid may contain several kingdoms, or a kingdom and something next to it: the reading has more
/// than five rows or columns and few dominoes, or has squares that the box's dominoes cannot form.
fn may_hold_more(read: &Read) -> bool {
    match read {
        Ok(kingdom) => may_be_several(&kingdom.reading),
        Err(error) => error.is_no_kingdom(),
    }
}

/// Whether the reading may be several kingdoms: see `may_hold_more`. More than five columns with at most five
/// rows, or vice versa, also count: they are rare in the 7x7 game, and look like two kingdoms side by side.
pub(super) fn may_be_several(reading: &Reading) -> bool {
    let (squares, five) = (reading.kingdom.squares(), GridSize::Five.squares_wide());
    let is_long = squares.rows().max(squares.cols()) > five && squares.rows().min(squares.cols()) <= five;
    is_long || is_small_for_seven(reading) || reading.is_improbable()
}

/// Whether the kingdom fills its grid completely, its castle is seen, and the box's dominoes can form it.
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
    /// Reads `fits` in turn until a kingdom fills its grid completely, and returns that kingdom.
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

    /// The parts of the grid and of the squares in line with it that a kingdom fills completely.
    fn full_windows(&mut self, fit: &GridFit, known: &ReconstructOptions) -> Result<Vec<Window>, ScanError> {
        let fit = &GridFit { beside: self.shown_beside(fit), ..fit.clone() };
        let wide = widened_to_what_lies_beside(fit, &fit.beside);
        let model = ReadingModel::of_game(known.game, self.networks);
        let mut views = self.timings.measure(Stage::Board, || BoardViews::new(self.photo, wide))?;
        let guesses = self.classify(Pass::first(model), &mut views, known.game)?;
        let wide = views.fit;
        let sizes = known.size.map_or(vec![GridSize::Seven, GridSize::Five], |size| vec![size]);
        for size in sizes {
            let full = self.timings.measure(Stage::Reconstruct, || full_places(&guesses, size, known));
            let side = size.squares_wide();
            if !full.is_empty() {
                let windows = full.into_iter().map(|(place, cost)| Window {
                    fit: window_of(&wide, place, side, side),
                    cost,
                    read: None,
                    known: None,
                });
                return Ok(windows.collect());
            }
        }
        Ok(Vec::new())
    }
}

/// The places at which a kingdom of this size fills its grid, with the reading's cost.
fn full_places(guesses: &SquareGuesses, size: GridSize, known: &ReconstructOptions) -> Vec<(Place, f64)> {
    let (grid, side) = (&guesses.guesses, size.squares_wide());
    if grid.rows() < side || grid.cols() < side {
        return Vec::new();
    }
    let best = grid.map(|guess| guess.best().0);
    let bears_tile = grid.map(|guess| tile_probability(guess) >= TILE_FROM);
    let options = ReconstructOptions { size: Some(size), ..known.clone() };
    let places = (0..=grid.rows() - side).flat_map(|row| (0..=grid.cols() - side).map(move |col| Place::new(row, col)));
    let mut full = Vec::new();
    for place in places {
        let squares = best.window(place, side, side);
        let castles = squares.cells().iter().filter(|square| **square == Square::Castle).count();
        if castles != 1 || bears_tile.window(place, side, side).cells().contains(&false) {
            continue;
        }
        let part = SquareGuesses { guesses: grid.window(place, side, side) };
        let Ok(reading) = reconstruct(&part, &options) else { continue };
        if is_full(&reading) {
            full.push((place, reading.cost));
        }
    }
    full
}

fn tile_probability(guess: &Guess) -> f32 {
    1.0 - guess.ranked().into_iter().find(|(square, _)| *square == Square::Empty).map_or(0.0, |(_, p)| p)
}

/// A part of a widened grid, with the squares next to it.
pub(super) fn window_of(wide: &GridFit, place: Place, rows: usize, cols: usize) -> GridFit {
    let beside = squares_beside(&wide.occupied, &(place.row..place.row + rows), &(place.col..place.col + cols));
    GridFit { beside, ..wide.window(place, rows, cols) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Homography;
    use kingdomino::domain::Grid;
    use kingdomino::formats::notation;
    use reading::reconstruct::guesses::{READINGS, readings};

    /// Guesses that are certain of these squares.
    fn sure(squares: &Grid<Square>) -> SquareGuesses {
        let guess = |square: &Square| {
            let p: [f32; READINGS] = readings().map(|reading| if reading == *square { 0.9982 } else { 0.0001 });
            Guess::new(p.map(f32::ln))
        };
        SquareGuesses { guesses: squares.map(guess) }
    }

    /// Forty separate kingdoms with two windows each: more choices than can be tried together.
    #[test]
    fn windows_of_many_kingdoms_are_chosen_group_by_group() {
        let window = |number: usize| {
            let (left, shift) = (20.0 * (number / 2) as f64, (number % 2) as f64);
            let to_photo = Homography::scaling(40.0, 40.0).after(&Homography::translation(left + shift, 0.0));
            let occupied = Grid::from_fn(5, 5, |_| 1.0);
            let fit = GridFit {
                to_photo,
                rows: 5,
                cols: 5,
                occupied,
                beside: Vec::new(),
                confidence: 1.0,
                by_hand: false,
                may_go_on: false,
            };
            Window { fit, cost: if number.is_multiple_of(3) { 1.0 } else { 2.0 }, read: None, known: None }
        };
        let windows: Vec<Window> = (0..80).map(window).collect();
        let mut chosen = most_covering(&windows);
        chosen.sort_unstable();
        let cheaper =
            |pair: usize| if windows[2 * pair + 1].cost < windows[2 * pair].cost { 2 * pair + 1 } else { 2 * pair };
        assert_eq!(chosen, (0..40).map(cheaper).collect::<Vec<_>>());
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
