//! Territories: squares of one terrain that are connected by edges.

use super::{Bitboard, Kingdom, Terrain};

/// A whole territory: no neighbouring square has its terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Territory {
    /// Of all its squares.
    pub terrain: Terrain,
    /// Where they lie.
    pub squares: Bitboard,
    /// The crowns that count: printed on its squares, and those on the buildings that stand in it, without those under giants.
    pub crowns: u32,
    /// The giants on its squares; each covers a crown.
    pub giants: u32,
}

impl Territory {
    /// How many squares it has, 1 to 48.
    pub fn size(&self) -> u32 {
        self.squares.len()
    }

    /// Squares x crowns: its prestige points, without the Queen.
    pub fn points(&self) -> u32 {
        self.size() * self.crowns
    }
}

/// The giants on these squares. Most kingdoms have none and skip the sum.
fn giants(kingdom: &Kingdom, squares: Bitboard) -> u32 {
    match kingdom.bits().giants() {
        0 => 0,
        _ => squares.places().map(|place| u32::from(kingdom.squares()[place].pieces().giants)).sum(),
    }
}

/// All territories, terrain by terrain in the score pad's order, then in reading order of their first squares. They
/// partition the land squares.
pub fn territories(kingdom: &Kingdom) -> Vec<Territory> {
    let of_terrain = |terrain| {
        let parts = kingdom.bits().land(terrain).connected();
        parts.map(move |squares| Territory {
            terrain,
            squares,
            crowns: kingdom.bits().crowns(squares),
            giants: giants(kingdom, squares),
        })
    };
    Terrain::ALL.into_iter().flat_map(of_terrain).collect()
}
