//! Widens a grid to include squares next to it.

use super::KingdomScan;
use crate::grid_fit::{Beside, GridFit, Margins};
use kingdomino::domain::{Cell, GridSize, Place, Square};
use reading::reconstruct::SquareBeside;

/// Next to a square that certainly has a tile, another square has the tile's other half from this
/// probability.
const HALF_A_TILE: f32 = 0.5;

/// The kingdom's grid, widened to include dominoes in line next to it that fit into it and touch the kingdom
/// only at corners: no rule allows them, but players lay them. (A domino that touches it at an edge is found
/// with it, or may be loose.) `None` if there are none.
pub(super) fn with_dominoes_at_corners(kingdom: &KingdomScan) -> Option<GridFit> {
    let KingdomScan { fit, beside, reading, known, .. } = kingdom;
    let squares = reading.kingdom.squares();
    let Cell { row: top, col: left } = reading.origin;
    let is_tile = |cell: Cell| reading.place_of(cell).is_some_and(|place| squares[place] != Square::Empty);
    let is_free = |at: Cell| !EDGES.iter().any(|away| is_tile(at + *away));
    let is_at_corner = |at: Cell| CORNERS.iter().any(|away| is_tile(at + *away));
    let may_be_tile = |square: &&SquareBeside| square.tile_probability() >= HALF_A_TILE && is_free(square.cell);
    let tiles: Vec<&SquareBeside> = beside.iter().filter(may_be_tile).collect();
    let size = known.size.unwrap_or(GridSize::from_squares(squares));
    let most = size.squares_wide() as isize - 1;
    let mut rows = (top, top + squares.rows() as isize - 1);
    let mut cols = (left, left + squares.cols() as isize - 1);
    let mut taken = Vec::new();
    for (index, one) in tiles.iter().enumerate() {
        for other in tiles[..index].iter().filter(|other| one.is_tile() || other.is_tile()) {
            let (a, b) = (one.cell, other.cell);
            let is_domino = a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1;
            let wider = |(low, high): (isize, isize), a: isize, b: isize| (low.min(a).min(b), high.max(a).max(b));
            let (wider_rows, wider_cols) = (wider(rows, a.row, b.row), wider(cols, a.col, b.col));
            let fits = (wider_rows.1 - wider_rows.0).max(wider_cols.1 - wider_cols.0) <= most;
            if is_domino && fits && (is_at_corner(a) || is_at_corner(b)) {
                (rows, cols) = (wider_rows, wider_cols);
                taken.extend([a, b]);
            }
        }
    }
    let is_taken = |beside: &&Beside| taken.iter().any(|at| (at.row, at.col) == (beside.row, beside.col));
    let joined = GridFit { beside: fit.beside.iter().filter(is_taken).copied().collect(), ..fit.clone() };
    if joined.beside.is_empty() {
        return None;
    }
    let (wide, margins) = (widened_to_what_lies_beside(&joined, &fit.beside), margins_of(&joined));
    let moved = fit.beside.iter().map(|beside| beside.moved(margins.above, margins.left));
    let beside = moved.filter(|beside| beside.place_in(wide.rows, wide.cols).is_none()).collect();
    Some(GridFit { beside, ..wide })
}

/// The grid, widened to include its `beside`. `known`: the information about the new squares.
pub(super) fn widened_to_what_lies_beside(fit: &GridFit, known: &[Beside]) -> GridFit {
    let margins = margins_of(fit);
    let mut wide = fit.clone().widened(margins);
    let is_own = |place: Place| {
        (margins.above..margins.above + fit.rows).contains(&place.row)
            && (margins.left..margins.left + fit.cols).contains(&place.col)
    };
    let places: Vec<Place> = wide.occupied.places().filter(|place| !is_own(*place)).collect();
    places.into_iter().for_each(|place| wide.occupied[place] = 0.0);
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
    let most = |of: &dyn Fn(&Beside) -> isize| fit.beside.iter().map(of).max().unwrap_or(0).max(0) as usize;
    Margins {
        above: most(&|beside| -beside.row),
        below: most(&|beside| beside.row + 1 - fit.rows as isize),
        left: most(&|beside| -beside.col),
        right: most(&|beside| beside.col + 1 - fit.cols as isize),
    }
}
