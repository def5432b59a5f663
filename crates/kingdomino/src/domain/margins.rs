//! How far a kingdom reaches beyond the grid in which it was found.

use super::Place;

/// Rows and columns beside a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Margins {
    /// Rows.
    pub above: usize,
    /// Rows.
    pub below: usize,
    /// Columns.
    pub left: usize,
    /// Columns.
    pub right: usize,
}

impl Margins {
    /// The offset of a place of the widened grid from the first square of the grid without these margins.
    pub fn outside(&self, widened: Place) -> Offset {
        Offset { row: widened.row as isize - self.above as isize, col: widened.col as isize - self.left as isize }
    }

    /// The inverse of [`Margins::outside`]; `None` beyond the margins above and to the left.
    pub fn inside(&self, at: Offset) -> Option<Place> {
        let row = usize::try_from(at.row + self.above as isize).ok()?;
        Some(Place::new(row, usize::try_from(at.col + self.left as isize).ok()?))
    }
}

/// A place in a grid or beside it, in rows and columns from the grid's first square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offset {
    /// Downwards.
    pub row: isize,
    /// To the right.
    pub col: isize,
}

impl Offset {
    /// The same as a place in the grid, unless it lies above it or to the left of it.
    pub fn place(self) -> Option<Place> {
        Some(Place::new(usize::try_from(self.row).ok()?, usize::try_from(self.col).ok()?))
    }

    /// The offset after its grid of `(rows, cols)` is turned clockwise by quarter turns.
    #[must_use]
    pub fn turned(self, quarter_turns: usize, (rows, cols): (usize, usize)) -> Self {
        let turn = |(at, rows, cols): (Self, usize, usize)| {
            (Self { row: at.col, col: rows as isize - 1 - at.row }, cols, rows)
        };
        (0..quarter_turns).fold((self, rows, cols), |turned, _| turn(turned)).0
    }
}

impl From<Place> for Offset {
    fn from(Place { row, col }: Place) -> Self {
        Self { row: row as isize, col: col as isize }
    }
}
