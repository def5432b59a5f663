//! Squares of a photo's lattice.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

use super::Place;

/// A square in the lattice of a photo: row and column relative to the first square of the grid that was found
/// there; negative above and to the left of it. A cell means the same square whichever part of the lattice
/// the kingdom turns out to cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// Downwards, 0 in the top row of the grid.
    pub row: isize,
    /// To the right, 0 in the leftmost column of the grid.
    pub col: isize,
}

impl Cell {
    /// The cell as a place in the grid; `None` if it is above the grid or to its left.
    pub fn place(self) -> Option<Place> {
        Some(Place::new(usize::try_from(self.row).ok()?, usize::try_from(self.col).ok()?))
    }

    /// The cell after its grid of `(rows, cols)` is rotated clockwise by this many quarter turns.
    #[must_use]
    pub fn turned(self, quarter_turns: usize, (rows, cols): (usize, usize)) -> Self {
        let (mut turned, mut rows, mut cols) = (self, rows, cols);
        for _ in 0..quarter_turns {
            turned = Self { row: turned.col, col: rows as isize - 1 - turned.row };
            (rows, cols) = (cols, rows);
        }
        turned
    }
}

impl From<Place> for Cell {
    fn from(Place { row, col }: Place) -> Self {
        Self { row: row as isize, col: col as isize }
    }
}

impl Add for Cell {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { row: self.row + other.row, col: self.col + other.col }
    }
}

impl Sub for Cell {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { row: self.row - other.row, col: self.col - other.col }
    }
}
