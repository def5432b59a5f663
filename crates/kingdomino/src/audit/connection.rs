//! The connection rule: each domino, when laid, touched the castle, or one of its squares touched a square of
//! the same terrain.
//!
//! A tiling has a legal order of laying exactly when all its dominoes are connected to the castle; two
//! dominoes are connected where squares of the same terrain touch. As a graph: each territory is a node, the
//! castle and all territories adjacent to it share one node, and each domino is an edge between the nodes of
//! its two squares. The rule holds when the graph is connected.

use super::land::{Cell, Cover, Land};
use crate::domain::{Bitboard, Kingdom, territories};

/// The node of every castle and of the territories that touch one.
const AT_A_CASTLE: usize = 0;

/// The territories of a [`Land`] as graph nodes, and the nodes that must be connected to the castle.
#[derive(Debug)]
pub(super) struct Connection {
    /// The node of each cell's territory. Unused for cells that no domino covers.
    points: Vec<usize>,
    /// The nodes that must be connected to [`AT_A_CASTLE`].
    wanted: Vec<usize>,
    number_of_points: usize,
}

impl Connection {
    /// Requires the connection of every territory for which `is_wanted(kingdom, squares)` is true.
    pub fn new(land: &Land, kingdoms: &[&Kingdom], is_wanted: impl Fn(usize, Bitboard) -> bool) -> Self {
        let mut connection =
            Self { points: vec![AT_A_CASTLE; land.cells.len()], wanted: Vec::new(), number_of_points: 1 };
        for (index, kingdom) in kingdoms.iter().enumerate() {
            let at_castle = kingdom.bits().castle().spread();
            let squares = territories(kingdom).into_iter().map(|territory| territory.squares);
            for squares in squares.filter(|squares| (*squares & at_castle).is_empty()) {
                connection.add(land, index, squares, is_wanted(index, squares));
            }
        }
        connection
    }

    fn add(&mut self, land: &Land, kingdom: usize, squares: Bitboard, is_wanted: bool) {
        let point = self.number_of_points;
        self.number_of_points += 1;
        for (Cell { spot, .. }, of_cell) in land.cells.iter().zip(&mut self.points) {
            if spot.kingdom == kingdom && squares.contains(spot.place) {
                *of_cell = point;
            }
        }
        if is_wanted {
            self.wanted.push(point);
        }
    }

    /// Whether these dominoes connect all wanted nodes to the castle.
    pub fn holds<'a>(&self, covers: impl Iterator<Item = &'a Cover>) -> bool {
        let mut joined = Joined((0..self.number_of_points).collect());
        for cover in covers {
            let [a, b] = cover.cells.map(|cell| self.points[cell]);
            joined.join(a, b);
        }
        let castle = joined.root(AT_A_CASTLE);
        self.wanted.iter().all(|point| joined.root(*point) == castle)
    }
}

/// Union-find: the parent of each node; a root is its own parent.
struct Joined(Vec<usize>);

impl Joined {
    fn root(&mut self, mut point: usize) -> usize {
        while self.0[point] != point {
            self.0[point] = self.0[self.0[point]];
            point = self.0[point];
        }
        point
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
    }
}
