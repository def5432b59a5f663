//! A rectangle of values, row by row, and places in it.

use std::fmt;

/// A place in a grid: row and column, counted from 0 but printed from 1 as `r2c4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Row from the top, 0 being the first.
    pub row: usize,
    /// Column from the left, 0 being the first.
    pub col: usize,
}

impl Place {
    /// The place at this row and column, both counted from 0.
    pub fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }

    /// Parses `r2c4` (row first, counted from 1).
    pub fn from_words(text: &str) -> Option<Self> {
        let (row, col) = text.strip_prefix('r')?.split_once('c')?;
        let (row, col) = (row.parse::<usize>().ok()?, col.parse::<usize>().ok()?);
        Some(Self::new(row.checked_sub(1)?, col.checked_sub(1)?))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.col + 1)
    }
}

/// A rectangle of `T`, stored row by row from the top left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid<T> {
    rows: usize,
    cols: usize,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// The grid of these cells, row by row from the top left.
    ///
    /// # Panics
    /// If `cells` does not contain `rows * cols` values.
    pub fn from_cells(rows: usize, cols: usize, cells: Vec<T>) -> Self {
        assert_eq!(cells.len(), rows * cols, "a {rows}x{cols} grid needs that many cells");
        Self { rows, cols, cells }
    }

    /// A grid with one cell computed per place, row by row.
    pub fn from_fn(rows: usize, cols: usize, mut cell: impl FnMut(Place) -> T) -> Self {
        let cells = (0..rows * cols).map(|i| cell(Place::new(i / cols, i % cols))).collect();
        Self { rows, cols, cells }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// All cells, row by row from the top left: `rows * cols` of them.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The cell at this place; `None` outside the grid.
    pub fn get(&self, place: Place) -> Option<&T> {
        (place.row < self.rows && place.col < self.cols).then(|| &self.cells[place.row * self.cols + place.col])
    }

    /// All places, row by row.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<T> {
        let cols = self.cols;
        (0..self.rows * cols).map(move |i| Place::new(i / cols, i % cols))
    }

    /// All places with their cells, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Place, &T)> {
        self.places().zip(&self.cells)
    }

    /// The rows from the top, each from the left.
    pub fn iter_rows(&self) -> impl Iterator<Item = &[T]> {
        self.cells.chunks(self.cols.max(1))
    }

    /// Up to four places in the grid that share an edge with `place`.
    pub fn neighbours(&self, place: Place) -> impl Iterator<Item = Place> + use<T> {
        let (rows, cols) = (self.rows, self.cols);
        [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)].into_iter().filter_map(move |(down, right)| {
            let next = Place::new(place.row.wrapping_add(down), place.col.wrapping_add(right));
            (next.row < rows && next.col < cols).then_some(next)
        })
    }

    /// A grid of the same shape with each cell mapped.
    pub fn map<U>(&self, mut f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { rows: self.rows, cols: self.cols, cells: self.cells.iter().map(&mut f).collect() }
    }
}

impl<T: Clone> Grid<T> {
    /// A grid with this value in every cell.
    pub fn filled(rows: usize, cols: usize, value: T) -> Self {
        Self { rows, cols, cells: vec![value; rows * cols] }
    }

    /// The part of this size that starts at `top_left`.
    ///
    /// # Panics
    /// If the part exceeds the grid.
    pub fn window(&self, top_left: Place, rows: usize, cols: usize) -> Self {
        Self::from_fn(rows, cols, |p| self[Place::new(top_left.row + p.row, top_left.col + p.col)].clone())
    }

    /// The grid rotated clockwise by a quarter turn.
    pub fn quarter_turned(&self) -> Self {
        Self::from_fn(self.cols, self.rows, |p| self[Place::new(self.rows - 1 - p.col, p.row)].clone())
    }
}

impl<T> std::ops::Index<Place> for Grid<T> {
    type Output = T;

    fn index(&self, place: Place) -> &T {
        self.get(place).unwrap_or_else(|| panic!("{place} is outside a {}x{} grid", self.rows, self.cols))
    }
}

impl<T> std::ops::IndexMut<Place> for Grid<T> {
    fn index_mut(&mut self, place: Place) -> &mut T {
        assert!(place.row < self.rows && place.col < self.cols, "{place} is outside the grid");
        &mut self.cells[place.row * self.cols + place.col]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_moves_the_top_left_to_the_top_right() {
        let grid = Grid::from_cells(2, 3, vec![1, 2, 3, 4, 5, 6]);
        let turned = grid.quarter_turned();
        assert_eq!((turned.rows(), turned.cols()), (3, 2));
        assert_eq!(turned.cells(), [4, 1, 5, 2, 6, 3]);
    }

    #[test]
    fn places_in_words_count_from_one() {
        assert_eq!(Place::new(1, 3).to_string(), "r2c4");
        assert_eq!(Place::from_words("r2c4"), Some(Place::new(1, 3)));
        assert_eq!(Place::from_words("r0c4"), None);
    }
}
