//! Territories: squares of one terrain that are connected by edges.

use super::{Bitboard, Kingdom, Terrain};

/// A complete territory: no adjacent square has its terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Territory {
    /// The terrain of all its squares.
    pub terrain: Terrain,
    /// Its squares in the grid.
    pub squares: Bitboard,
    /// The crowns that count: printed on its squares and on its buildings, without those covered by giants.
    pub crowns: u32,
    /// The giants on its squares; each covers a crown.
    pub giants: u32,
}

impl Territory {
    /// The number of squares, 1 to 48.
    pub fn size(&self) -> u32 {
        self.squares.len()
    }

    /// Its prestige points without the Queen: squares x crowns.
    pub fn points(&self) -> u32 {
        self.size() * self.crowns
    }
}

/// The giants on these squares. Most kingdoms have none, which skips the sum.
fn giants(kingdom: &Kingdom, squares: Bitboard) -> u32 {
    match kingdom.bits().giants() {
        0 => 0,
        _ => squares.places().map(|place| u32::from(kingdom.squares()[place].pieces().giants)).sum(),
    }
}

/// All territories, terrain by terrain in the score pad's order, then in reading order of their first
/// squares. They partition the land squares.
pub fn territories(kingdom: &Kingdom) -> Vec<Territory> {
    let mut territories = Vec::new();
    for terrain in Terrain::ALL {
        for squares in kingdom.bits().land(terrain).connected() {
            let (crowns, giants) = (kingdom.bits().crowns(squares), giants(kingdom, squares));
            territories.push(Territory { terrain, squares, crowns, giants });
        }
    }
    territories
}
