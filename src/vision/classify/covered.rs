//! From what the fast network answers about things that lie on a square to a [`Cover`].

use crate::reconstruct::cover::Cover;

/// The network tells of 8x8 cells of a crop how probably each is covered.
const CELLS_WIDE: usize = 8;
/// All of them.
pub(super) const CELLS: usize = CELLS_WIDE * CELLS_WIDE;

/// `cells`: the probability that each is covered, row by row. `misread`: that the square is misread because of that.
pub(super) fn cover(cells: &[f32], misread: f32) -> Cover {
    // The outer cells show half of the neighbours.
    let inner = 1..CELLS_WIDE - 1;
    let of_square = inner.clone().flat_map(|row| inner.clone().map(move |col| cells[row * CELLS_WIDE + col]));
    let covered = of_square.sum::<f32>() / (inner.len() * inner.len()) as f32;
    let misread = if covered < SEEN_COVER { 0.0 } else { misread };
    Cover { seen: 1.0 - covered, misread }
}

/// What covers less is not taken for a thing.
const SEEN_COVER: f32 = 0.05;
