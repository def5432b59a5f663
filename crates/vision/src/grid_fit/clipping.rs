//! Detects tiles and crowns that may be beyond the photo's edges.

use opencv::core::Point2d;
use opencv::prelude::MatTraitConst;

use super::{Beside, GridFit};
use crate::photo::Photo;
use kingdomino::domain::Square;
use reading::reconstruct::Reading;

/// A square next to the grid counts as inside the photo if at most this share of it is cut off on each side.
/// Beyond the photo, the board would show only repeated pixels of the photo's edge.
const HIDDEN_OF_TILE: f64 = 0.1;

/// Whether the photo shows a square next to the grid.
pub fn is_in_photo(fit: &GridFit, beside: &Beside, photo: &Photo) -> bool {
    let (left, top) = (beside.col as f64, beside.row as f64);
    let ends = [HIDDEN_OF_TILE, 1.0 - HIDDEN_OF_TILE];
    let (right_px, bottom_px) = (f64::from(photo.pixels.cols()), f64::from(photo.pixels.rows()));
    ends.iter().flat_map(|u| ends.map(|v| Point2d::new(left + u, top + v))).all(|corner| {
        let at_px = fit.to_photo.apply(corner);
        (0.0..=right_px).contains(&at_px.x) && (0.0..=bottom_px).contains(&at_px.y)
    })
}

/// If the photo shows less than this beyond the kingdom, in squares, there may be a further row that it cuts
/// off. (In 19 photos and fixtures, a side was cut off and a smaller kingdom was read without doubt: 17 of
/// them showed less than this. Of the five pictures in `photos/pictures`, in which nothing is cut off, one
/// whose kingdom does not fill its grid shows 0.36. If more of a row is visible, the locator's evidence of
/// its tiles decides: of 1008 crops of 18 photos, 4 were read wrongly without doubt before it counted, then
/// none.)
const ROOM_FOR_A_ROW: f64 = 0.35;

/// If the photo shows a smaller share of a square than this, the square may be read as empty for that reason
/// alone.
const SHOWN_OF_A_HOLE: f64 = 0.7;

/// The photo must show at least this share of a tile; otherwise a crown may be beyond the edge. (The
/// rectified boards in `photos/boards` end where their grids do; none lacks this much of a tile.)
const SHOWN_OF_A_TILE: f64 = 0.85;

/// Whether tiles or crowns may be beyond the photo's edge: too little of a square is visible, or the kingdom
/// does not fill its grid, and too little of a further line would be visible or there is evidence of a tile
/// that is cut off.
pub fn may_be_cut_by_the_photo(fit: &GridFit, reading: &Reading, photo: &Photo) -> bool {
    let (squares, side) = (reading.kingdom.squares(), reading.kingdom.size().squares_wide());
    let (top, left) = (reading.origin.row as f64, reading.origin.col as f64);
    let (height, width) = (squares.rows() as f64, squares.cols() as f64);
    let (before, behind) = (-ROOM_FOR_A_ROW, ROOM_FOR_A_ROW);
    let across = [(before, height / 2.0), (width + behind, height / 2.0)];
    let along = [(width / 2.0, before), (width / 2.0, height + behind)];
    let mut needed = Vec::new();
    if squares.cols() < side {
        needed.extend(across);
    }
    if squares.rows() < side {
        needed.extend(along);
    }
    for (place, square) in squares.iter() {
        let (u, v) = (place.col as f64 + 0.5, place.row as f64 + 0.5);
        let reach = if *square == Square::Empty { SHOWN_OF_A_HOLE } else { SHOWN_OF_A_TILE } - 0.5;
        needed.extend([(u - reach, v), (u + reach, v), (u, v - reach), (u, v + reach)]);
    }
    if fit.beside.iter().any(|beside| continues(reading, beside) && !is_in_photo(fit, beside, photo)) {
        return true;
    }
    let (right_px, bottom_px) = (f64::from(photo.pixels.cols()), f64::from(photo.pixels.rows()));
    needed.into_iter().any(|(u, v)| {
        let at_px = fit.to_photo.at(left + u, top + v);
        !((0.0..=right_px).contains(&at_px.x) && (0.0..=bottom_px).contains(&at_px.y))
    })
}

/// Whether the square extends a kingdom that does not fill its grid: it is next to one of the outer squares.
fn continues(reading: &Reading, beside: &Beside) -> bool {
    let squares = reading.kingdom.squares();
    let (rows, cols) = (squares.rows() as isize, squares.cols() as isize);
    let side = reading.kingdom.size().squares_wide() as isize;
    let (row, col) = (beside.row - reading.origin.row, beside.col - reading.origin.col);
    let is_across = cols < side && (0..rows).contains(&row) && (col == -1 || col == cols);
    let is_along = rows < side && (0..cols).contains(&col) && (row == -1 || row == rows);
    is_across || is_along
}
