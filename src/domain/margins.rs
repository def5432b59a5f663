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
    /// Where a place of the widened grid lies, seen from the first square of the grid without these margins.
    pub fn outside(&self, widened: Place) -> Offset {
        Offset { row: widened.row as isize - self.above as isize, col: widened.col as isize - self.left as isize }
    }

    /// The other way round; `None` beyond the margins above and to the left.
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

impl From<Place> for Offset {
    fn from(Place { row, col }: Place) -> Self {
        Self { row: row as isize, col: col as isize }
    }
}
