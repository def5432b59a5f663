//! The squares of one or several kingdoms that are tiled together, and every way to lay a domino on two of
//! them.

use std::fmt;

use super::stock::{HalfKind, Stock, half_kind_of};
use crate::domain::{Grid, Place, Square};

/// A square in one of several kingdoms, printed as `k2:r2c4` (second kingdom), all counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Spot {
    /// Index of the kingdom, from 0.
    pub kingdom: usize,
    /// The square in that kingdom.
    pub place: Place,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "k{}:{}", self.kingdom + 1, self.place)
    }
}

/// What a tiling may put on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ground {
    /// No domino: castle or empty.
    Bare,
    /// Half a domino of this kind.
    Half(HalfKind),
    /// Nothing, or any half of a domino.
    Wild,
}

/// A square of one of the kingdoms' grids.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub spot: Spot,
    pub ground: Ground,
}

/// A kind of domino on two neighbouring squares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cover {
    /// Indices into [`Land::cells`].
    pub cells: [usize; 2],
    /// Index into [`Stock::kinds`].
    pub kind: usize,
}

/// The squares to be tiled and every way to cover two of them with a domino.
#[derive(Debug, Clone)]
pub(super) struct Land {
    pub stock: &'static Stock,
    /// The kingdoms' rectangles one after another, each row by row.
    pub cells: Vec<Cell>,
    pub covers: Vec<Cover>,
}

impl Land {
    /// The land of these kingdoms, in which a tiling must cover every square as it is given.
    pub fn new(stock: &'static Stock, kingdoms: &[&Grid<Square>]) -> Self {
        Self::with(stock, kingdoms, |_, square| half_kind_of(square).map_or(Ground::Bare, Ground::Half))
    }

    /// The land of these kingdoms; `ground` gives what a tiling may put on each square.
    pub fn with(stock: &'static Stock, kingdoms: &[&Grid<Square>], ground: impl Fn(Spot, &Square) -> Ground) -> Self {
        let mut land = Self { stock, cells: Vec::new(), covers: Vec::new() };
        for (kingdom, squares) in kingdoms.iter().enumerate() {
            let first = land.cells.len();
            land.cells.extend(squares.iter().map(|(place, square)| {
                let spot = Spot { kingdom, place };
                Cell { spot, ground: ground(spot, square) }
            }));
            land.add_covers(first, squares.cols());
        }
        land
    }

    /// Adds the covers of the rectangle whose first cell is `first`.
    fn add_covers(&mut self, first: usize, cols: usize) {
        for cell in first..self.cells.len() {
            let is_last_of_row = (cell - first) % cols == cols - 1;
            if !is_last_of_row {
                self.add_covers_of([cell, cell + 1]);
            }
            if cell + cols < self.cells.len() {
                self.add_covers_of([cell, cell + cols]);
            }
        }
    }

    fn add_covers_of(&mut self, cells: [usize; 2]) {
        match cells.map(|cell| self.cells[cell].ground) {
            [Ground::Bare, _] | [_, Ground::Bare] => {}
            [Ground::Half(a), Ground::Half(b)] => {
                self.covers.extend(self.stock.kind(a, b).map(|kind| Cover { cells, kind }));
            }
            [Ground::Half(half), Ground::Wild] | [Ground::Wild, Ground::Half(half)] => {
                let kinds = self.stock.kinds.iter().enumerate().filter(|(_, kind)| kind.halves.contains(&half));
                self.covers.extend(kinds.map(|(kind, _)| Cover { cells, kind }));
            }
            [Ground::Wild, Ground::Wild] => {
                self.covers.extend((0..self.stock.kinds.len()).map(|kind| Cover { cells, kind }));
            }
        }
    }

    /// A copy in which no domino covers exactly these two squares.
    pub fn without(&self, pair: [usize; 2]) -> Self {
        let covers = self.covers.iter().filter(|cover| cover.cells != pair).copied().collect();
        Self { stock: self.stock, cells: self.cells.clone(), covers }
    }

    /// The chessboard parity check: a domino covers one square of each colour, so each kingdom needs equally
    /// many of both, up to its wild squares. False proves that no tiling exists.
    pub fn colours_match(&self) -> bool {
        self.cells.chunk_by(|a, b| a.spot.kingdom == b.spot.kingdom).all(|kingdom| {
            let (mut halves, mut wild) = ([0; 2], [0; 2]);
            for Cell { spot, ground } in kingdom {
                let colour = (spot.place.row + spot.place.col) % 2;
                match ground {
                    Ground::Bare => {}
                    Ground::Half(_) => halves[colour] += 1,
                    Ground::Wild => wild[colour] += 1,
                }
            }
            halves[0] <= halves[1] + wild[1] && halves[1] <= halves[0] + wild[0]
        })
    }
}
