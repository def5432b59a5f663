//! The seven terrains.

use std::fmt;

/// A terrain of the games. The castle's start square is wild and no terrain at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Terrain {
    /// Also fields or plains.
    Wheat,
    /// Also wood.
    Forest,
    /// Also water or sea.
    Lake,
    /// Also meadow, pasture or prairie.
    Grassland,
    /// Also marsh.
    Swamp,
    /// Also mountain.
    Mine,
    /// Queendomino's red squares.
    Town,
}

/// One row per terrain: id in files, letter in the notation, and the highest number of crowns that any
/// square of it bears in either box (rule sheets' square counts; a town's crowns are on its buildings).
const TABLE: [(Terrain, &str, char, u8); 7] = [
    (Terrain::Wheat, "wheat", 'W', 1),
    (Terrain::Forest, "forest", 'F', 1),
    (Terrain::Lake, "lake", 'L', 1),
    (Terrain::Grassland, "grassland", 'G', 2),
    (Terrain::Swamp, "swamp", 'S', 2),
    (Terrain::Mine, "mine", 'M', 3),
    (Terrain::Town, "town", 'T', 0),
];

impl Terrain {
    /// All seven, in the score pad's order.
    pub const ALL: [Terrain; 7] = [
        Terrain::Wheat,
        Terrain::Forest,
        Terrain::Lake,
        Terrain::Grassland,
        Terrain::Swamp,
        Terrain::Mine,
        Terrain::Town,
    ];

    /// The six of Kingdomino, in the score pad's order.
    pub const KINGDOMINO: [Terrain; 6] =
        [Terrain::Wheat, Terrain::Forest, Terrain::Lake, Terrain::Grassland, Terrain::Swamp, Terrain::Mine];

    /// The word used in files and on the command line, such as `wheat`.
    pub fn id(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// The letter used in the notation, such as `W`.
    pub fn letter(self) -> char {
        TABLE[self as usize].2
    }

    /// The most crowns that a square of this terrain bears in the boxes of Kingdomino and Queendomino.
    pub fn max_crowns(self) -> u8 {
        TABLE[self as usize].3
    }

    /// The same with Age of Giants, whose footprint dominoes have wheat, forest and lake with two crowns.
    pub fn most_crowns(self) -> u8 {
        match self {
            Terrain::Wheat | Terrain::Forest | Terrain::Lake => 2,
            _ => self.max_crowns(),
        }
    }

    /// The inverse of [`Terrain::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == id).map(|row| row.0)
    }

    /// The inverse of [`Terrain::letter`].
    pub fn from_letter(letter: char) -> Option<Self> {
        TABLE.iter().find(|row| row.2 == letter).map(|row| row.0)
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (index, terrain) in Terrain::ALL.into_iter().enumerate() {
            assert_eq!(TABLE[index].0, terrain);
            assert_eq!(Terrain::from_id(terrain.id()), Some(terrain));
            assert_eq!(Terrain::from_letter(terrain.letter()), Some(terrain));
        }
    }
}
