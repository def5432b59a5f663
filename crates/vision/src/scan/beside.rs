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
use kingdomino::domain::{Cell, Game, GridSize, Place};
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
        let moved = |beside: &Beside| beside.moved(margins.above, margins.left).place_in(wide.rows, wide.cols);
        let places: Vec<(Beside, Place)> =
            fit.beside.iter().filter_map(|beside| Some((*beside, moved(beside)?))).collect();
        places.iter().for_each(|(beside, place)| wide.occupied[*place] = beside.occupied);
        let mut views = self.timings.measure(Stage::Board, || BoardViews::new(self.photo, wide))?;
        let model = ReadingModel::of_game(Some(game), self.networks);
        let guesses = self.classify(Pass::first(model), &mut views, Some(game))?;
        let square = |(Beside { row, col, .. }, place)| SquareBeside {
            cell: Cell { row, col },
            guess: guesses.guesses[place].clone(),
        };
        Ok(places.into_iter().map(square).collect())
    }
}

/// Largest distance of a square in line from its lattice position, in squares: untidy dominoes of a kingdom
/// are up to about 0.1 off.
pub(super) const OFF_LINE: f64 = 0.15;

/// Drops squares next to kingdoms that fill their grids: those that are not in line with them or not joined
/// to them at an edge, and all squares next to a 7x7 grid or a grid with a size given by the user.
/// `centres_px`: the centres of the squares that were seen.
pub(super) fn keep_in_line(kingdoms: &mut [KingdomScan], centres_px: &[Point2d]) {
    for kingdom in kingdoms.iter_mut().filter(|kingdom| is_full(&kingdom.reading)) {
        let Some(to_lattice) = kingdom.fit.to_photo.inverse() else { continue };
        let centres: Vec<Point2d> = centres_px.iter().map(|at_px| to_lattice.apply(*at_px)).collect();
        let off_line = |at: &Cell| {
            let middle = Point2d::new(at.col as f64 + 0.5, at.row as f64 + 0.5);
            centres.iter().map(|centre| (*centre - middle).norm()).fold(f64::INFINITY, f64::min)
        };
        // Without a centre nearby, there is no evidence against a square.
        kingdom.beside.retain(|beside| {
            let off_line = off_line(&beside.cell);
            off_line <= OFF_LINE || off_line > 0.5
        });
        let squares = kingdom.reading.kingdom.squares();
        let (rows, cols) = (squares.rows() as isize, squares.cols() as isize);
        let joins = |at: &Cell| {
            let Cell { row, col } = *at - kingdom.reading.origin;
            let is_beside = |line: isize, lines: isize| line == -1 || line == lines;
            is_beside(row, rows) && (0..cols).contains(&col) || is_beside(col, cols) && (0..rows).contains(&row)
        };
        let joined: Vec<Cell> = kingdom.beside.iter().map(|beside| beside.cell).filter(joins).collect();
        let follows = |at: &Cell| joined.iter().any(|near| near.row.abs_diff(at.row) + near.col.abs_diff(at.col) <= 1);
        let can_grow = kingdom.reading.kingdom.size() == GridSize::Five && kingdom.known.size.is_none();
        kingdom.beside.retain(|beside| can_grow && follows(&beside.cell));
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
        let to_photo = &kingdom.fit.to_photo;
        let middle = |at: &Cell| to_photo.apply(Point2d::new(at.col as f64 + 0.5, at.row as f64 + 0.5));
        let others = || fits.iter().enumerate().filter(|(other, _)| *other != index);
        kingdom.beside.retain(|beside| !others().any(|(_, fit)| fit.covers(middle(&beside.cell))));
    }
}
