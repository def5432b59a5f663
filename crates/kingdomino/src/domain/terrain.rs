//! The seven terrains.

use std::fmt;

/// A terrain of the games. The castle's start square has no terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Terrain {
    /// Also called fields or plains.
    Wheat,
    /// Also called wood.
    Forest,
    /// Also called water or sea.
    Lake,
    /// Also called meadow, pasture or prairie.
    Grassland,
    /// Also called marsh.
    Swamp,
    /// Also called mountain.
    Mine,
    /// Queendomino's red squares.
    Town,
}

struct Row {
    terrain: Terrain,
    /// The word in files and on the command line.
    id: &'static str,
    /// The letter in the notation.
    letter: char,
    /// The most crowns on a square in the boxes of Kingdomino and Queendomino.
    max_crowns: u8,
}

/// One row per terrain, in the score pad's order. The crowns follow the rule sheets' counts of squares; a
/// town's crowns are on its buildings.
const TABLE: [Row; 7] = {
    const fn row(terrain: Terrain, id: &'static str, letter: char, max_crowns: u8) -> Row {
        Row { terrain, id, letter, max_crowns }
    }
    [
        row(Terrain::Wheat, "wheat", 'W', 1),
        row(Terrain::Forest, "forest", 'F', 1),
        row(Terrain::Lake, "lake", 'L', 1),
        row(Terrain::Grassland, "grassland", 'G', 2),
        row(Terrain::Swamp, "swamp", 'S', 2),
        row(Terrain::Mine, "mine", 'M', 3),
        row(Terrain::Town, "town", 'T', 0),
    ]
};

impl Terrain {
    /// All terrains, in the score pad's order.
    pub const ALL: [Terrain; TABLE.len()] = column!(TABLE, terrain);

    /// The six terrains of Kingdomino, in the score pad's order.
    pub const KINGDOMINO: [Terrain; 6] =
        [Terrain::Wheat, Terrain::Forest, Terrain::Lake, Terrain::Grassland, Terrain::Swamp, Terrain::Mine];

    /// The word used in files and on the command line, such as `wheat`.
    pub fn id(self) -> &'static str {
        TABLE[self as usize].id
    }

    /// The letter used in the notation, such as `W`.
    pub fn letter(self) -> char {
        TABLE[self as usize].letter
    }

    /// The most crowns printed on a square of this terrain in the boxes of Kingdomino and Queendomino.
    pub fn max_crowns(self) -> u8 {
        TABLE[self as usize].max_crowns
    }

    /// The most crowns with Age of Giants, whose footprint dominoes include wheat, forest and lake with two
    /// crowns.
    pub fn most_crowns_with_giants(self) -> u8 {
        match self {
            Terrain::Wheat | Terrain::Forest | Terrain::Lake => 2,
            _ => self.max_crowns(),
        }
    }

    /// The inverse of [`Terrain::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.id == id).map(|row| row.terrain)
    }

    /// The inverse of [`Terrain::letter`].
    pub fn from_letter(letter: char) -> Option<Self> {
        TABLE.iter().find(|row| row.letter == letter).map(|row| row.terrain)
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
            assert_eq!(terrain as usize, index);
            assert_eq!(Terrain::from_id(terrain.id()), Some(terrain));
            assert_eq!(Terrain::from_letter(terrain.letter()), Some(terrain));
        }
    }
}
