//! Territories: squares of one terrain that are connected by edges.

use super::{Grid, Place, Square, Terrain};

/// A territory, whole: no neighbouring square has its terrain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Territory {
    pub terrain: Terrain,
    /// In reading order.
    pub squares: Vec<Place>,
    /// The crowns printed on its squares. (A town's are on its buildings and not counted here.)
    pub crowns: u32,
}

/// All territories in reading order of their first squares. They partition the land squares.
pub fn territories(squares: &Grid<Square>) -> Vec<Territory> {
    let mut seen = Grid::filled(squares.rows(), squares.cols(), false);
    let mut found = Vec::new();
    for start in squares.places() {
        if let (Some(terrain), false) = (squares[start].terrain(), seen[start]) {
            found.push(territory_at(start, terrain, squares, &mut seen));
        }
    }
    found
}

fn territory_at(start: Place, terrain: Terrain, squares: &Grid<Square>, seen: &mut Grid<bool>) -> Territory {
    seen[start] = true;
    let mut members = vec![start];
    let mut next = 0;
    while let Some(&place) = members.get(next) {
        for neighbour in squares.neighbours(place) {
            if squares[neighbour].terrain() == Some(terrain) && !std::mem::replace(&mut seen[neighbour], true) {
                members.push(neighbour);
            }
        }
        next += 1;
    }
    members.sort();
    let crowns = members.iter().map(|place| u32::from(squares[*place].crowns())).sum();
    Territory { terrain, squares: members, crowns }
}
