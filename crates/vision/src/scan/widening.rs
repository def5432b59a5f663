//! Widens a grid to include squares next to it.

use super::KingdomScan;
use crate::grid_fit::{Beside, GridFit, Margins};
use kingdomino::domain::{Cell, GridSize, Square};
use reading::reconstruct::{Reading, SquareBeside};

/// Two neighbouring squares are a domino if one certainly has a tile and the other has one with at least this
/// probability.
const HALF_A_TILE: f32 = 0.5;

/// The kingdom's grid, widened by dominoes next to it that are in line with it, fit into a grid of the game's
/// size and touch the kingdom only at corners: no rule allows them, but players lay them. (A domino that
/// touches the kingdom at an edge is found with it, or may be loose.) `None` if there are none.
pub(super) fn with_dominoes_at_corners(kingdom: &KingdomScan) -> Option<GridFit> {
    let KingdomScan { fit, beside, reading, known, .. } = kingdom;
    let squares = reading.kingdom.squares();
    let Cell { row: top, col: left } = reading.origin;
    let likely = beside.iter().filter(|square| square.tile_probability() >= HALF_A_TILE);
    let tiles: Vec<&SquareBeside> = likely.filter(|square| !touches(reading, square.cell, &EDGES)).collect();
    let size = known.size.unwrap_or(GridSize::from_squares(squares));
    let most = size.squares_wide() as isize - 1;
    let mut rows = (top, top + squares.rows() as isize - 1);
    let mut cols = (left, left + squares.cols() as isize - 1);
    let mut taken = Vec::new();
    for (index, one) in tiles.iter().enumerate() {
        for other in tiles[..index].iter().filter(|other| one.is_tile() || other.is_tile()) {
            let (a, b) = (one.cell, other.cell);
            let is_domino = a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1;
            let wider_rows = (rows.0.min(a.row).min(b.row), rows.1.max(a.row).max(b.row));
            let wider_cols = (cols.0.min(a.col).min(b.col), cols.1.max(a.col).max(b.col));
            let fits = (wider_rows.1 - wider_rows.0).max(wider_cols.1 - wider_cols.0) <= most;
            if is_domino && fits && (touches(reading, a, &CORNERS) || touches(reading, b, &CORNERS)) {
                (rows, cols) = (wider_rows, wider_cols);
                taken.extend([a, b]);
            }
        }
    }
    let mut joined = fit.clone();
    joined.beside.retain(|beside| taken.iter().any(|at| (at.row, at.col) == (beside.row, beside.col)));
    if joined.beside.is_empty() {
        return None;
    }
    let (wide, margins) = (widened_to_what_lies_beside(&joined, &fit.beside), margins_of(&joined));
    let moved = fit.beside.iter().map(|beside| beside.moved(margins.above, margins.left));
    let beside = moved.filter(|beside| beside.place_in(wide.rows, wide.cols).is_none()).collect();
    Some(GridFit { beside, ..wide })
}

/// The grid, widened to include its `beside`. `known`: what is known about tiles on the new squares.
pub(super) fn widened_to_what_lies_beside(fit: &GridFit, known: &[Beside]) -> GridFit {
    let margins = margins_of(fit);
    let mut wide = fit.clone().widened(margins);
    let rows = margins.above..margins.above + fit.rows;
    let cols = margins.left..margins.left + fit.cols;
    for place in wide.occupied.places() {
        if !rows.contains(&place.row) || !cols.contains(&place.col) {
            wide.occupied[place] = 0.0;
        }
    }
    for beside in known {
        if let Some(place) = beside.moved(margins.above, margins.left).place_in(wide.rows, wide.cols) {
            wide.occupied[place] = beside.occupied;
        }
    }
    wide
}

/// Offsets, in rows and columns, of the squares that share an edge with a square, and of those that share a
/// corner.
const EDGES: [Cell; 4] = [away(-1, 0), away(0, 1), away(1, 0), away(0, -1)];
const CORNERS: [Cell; 4] = [away(-1, -1), away(-1, 1), away(1, 1), away(1, -1)];

const fn away(row: isize, col: isize) -> Cell {
    Cell { row, col }
}

/// The rows and columns by which a grid is widened to include its `beside`.
pub(super) fn margins_of(fit: &GridFit) -> Margins {
    let mut margins = Margins { above: 0, below: 0, left: 0, right: 0 };
    for Beside { row, col, .. } in fit.beside.iter().copied() {
        margins.above = margins.above.max((-row).max(0) as usize);
        margins.below = margins.below.max((row + 1 - fit.rows as isize).max(0) as usize);
        margins.left = margins.left.max((-col).max(0) as usize);
        margins.right = margins.right.max((col + 1 - fit.cols as isize).max(0) as usize);
    }
    margins
}

/// Whether the kingdom has a tile at one of these offsets from the cell.
fn touches(reading: &Reading, cell: Cell, offsets: &[Cell]) -> bool {
    let mut places = offsets.iter().filter_map(|offset| reading.place_of(cell + *offset));
    places.any(|place| reading.kingdom.squares()[place] != Square::Empty)
}
