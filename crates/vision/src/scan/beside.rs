//! Squares outside a grid, but in line with it.

use opencv::core::Point2d;

use super::KingdomScan;
use super::error::ScanError;
use super::full_grids::{is_full, may_be_mixed_up};
use super::kingdom_stages::KingdomStages;
use super::passes::Pass;
use super::timings::Stage;
use super::widening::margins_of;
use crate::classify::board_views::BoardViews;
use crate::classify::model_choice::ReadingModel;
use crate::grid_fit::clipping::is_in_photo;
use crate::grid_fit::{Beside, GridFit};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Cell, Game, GridSize};
use messages::MessageId;
use reading::reconstruct::SquareBeside;

impl KingdomStages<'_> {
    /// The squares next to the grid that are inside the photo.
    pub(super) fn shown_beside(&self, fit: &GridFit) -> Vec<Beside> {
        fit.beside.iter().filter(|beside| is_in_photo(fit, beside, self.photo)).copied().collect()
    }

    /// Guesses for the squares next to the grid that the locator saw in line with it.
    pub(super) fn beside(&mut self, fit: &GridFit, game: Game) -> Result<Vec<SquareBeside>, ScanError> {
        let shown = self.shown_beside(fit);
        if shown.is_empty() {
            return Ok(Vec::new());
        }
        let fit = &GridFit { beside: shown, ..fit.clone() };
        let margins = margins_of(fit);
        let mut wide = fit.clone().widened(margins);
        let mut places = Vec::new();
        for beside in &fit.beside {
            if let Some(place) = beside.moved(margins.above, margins.left).place_in(wide.rows, wide.cols) {
                wide.occupied[place] = beside.occupied;
                places.push((Cell { row: beside.row, col: beside.col }, place));
            }
        }
        let mut views = self.timings.measure(Stage::Board, || BoardViews::new(self.photo, wide))?;
        let model = ReadingModel::of_game(Some(game), self.networks);
        let guesses = self.classify(Pass::first(model), &mut views, Some(game))?;
        let squares = places.into_iter();
        Ok(squares.map(|(cell, place)| SquareBeside { cell, guess: guesses.guesses[place].clone() }).collect())
    }
}

/// A square is in line with a kingdom if it is at most this far from its place on the kingdom's lattice, in
/// squares: untidy dominoes of a kingdom are up to about 0.1 off.
pub(super) const OFF_LINE: f64 = 0.15;

/// Drops squares next to kingdoms that fill their grids, unless they are in line with the kingdom and joined
/// to it at an edge. Next to a 7x7 grid, or a grid with a size given by the user, drops all. `centres_px`:
/// the centres of the squares that were seen.
pub(super) fn keep_in_line(kingdoms: &mut [KingdomScan], centres_px: &[Point2d]) {
    for kingdom in kingdoms.iter_mut().filter(|kingdom| is_full(&kingdom.reading)) {
        let Some(to_lattice) = kingdom.fit.to_photo.inverse() else { continue };
        let centres: Vec<Point2d> = centres_px.iter().map(|at_px| to_lattice.apply(*at_px)).collect();
        kingdom.beside.retain(|beside| {
            let middle = Point2d::new(beside.cell.col as f64 + 0.5, beside.cell.row as f64 + 0.5);
            let off_line = centres.iter().map(|centre| (*centre - middle).norm()).fold(f64::INFINITY, f64::min);
            // Without a centre nearby, there is no evidence against a square.
            off_line <= OFF_LINE || off_line > 0.5
        });
        let squares = kingdom.reading.kingdom.squares();
        let (rows, cols) = (squares.rows() as isize, squares.cols() as isize);
        let mut joined: Vec<Cell> = kingdom.beside.iter().map(|beside| beside.cell).collect();
        joined.retain(|cell| {
            let Cell { row, col } = *cell - kingdom.reading.origin;
            let is_above_or_below = (row == -1 || row == rows) && (0..cols).contains(&col);
            let is_left_or_right = (col == -1 || col == cols) && (0..rows).contains(&row);
            is_above_or_below || is_left_or_right
        });
        let can_grow = kingdom.reading.kingdom.size() == GridSize::Five && kingdom.known.size.is_none();
        kingdom.beside.retain(|beside| {
            let Cell { row, col } = beside.cell;
            can_grow && joined.iter().any(|near| near.row.abs_diff(row) + near.col.abs_diff(col) <= 1)
        });
    }
}

/// Warns if some squares of a kingdom may belong to a neighbour.
pub(super) fn doubt_neighbours(kingdoms: &mut [KingdomScan]) {
    let mixed_up = may_be_mixed_up(kingdoms);
    kingdoms
        .iter_mut()
        .zip(mixed_up)
        .filter(|(_, is_mixed_up)| *is_mixed_up)
        .for_each(|(kingdom, _)| kingdom.doubt_lines());
}

impl KingdomScan {
    /// Warns that some lines may not belong to the kingdom: an uncertain size, or an uncertain grid if the
    /// user gave the size.
    pub(super) fn doubt_lines(&mut self) {
        let (code, message) = match self.known.size {
            None => (WarningCode::UncertainSize, MessageId::UncertainSize),
            Some(_) => (WarningCode::UncertainGrid, MessageId::UncertainGrid),
        };
        if !self.reading.warnings.iter().any(|warning| warning.code == code) {
            self.reading.warn(code, message);
        }
    }
}

/// Drops squares next to a kingdom that belong to another kingdom.
pub(super) fn keep_apart(kingdoms: &mut [KingdomScan]) {
    let fits: Vec<GridFit> = kingdoms.iter().map(|kingdom| kingdom.fit.clone()).collect();
    for (index, kingdom) in kingdoms.iter_mut().enumerate() {
        kingdom.beside.retain(|beside| {
            let Cell { row, col } = beside.cell;
            let middle_px = kingdom.fit.to_photo.at(col as f64 + 0.5, row as f64 + 0.5);
            !fits.iter().enumerate().any(|(other, fit)| other != index && fit.covers(middle_px))
        });
    }
}
