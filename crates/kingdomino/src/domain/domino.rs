//! The individual dominoes of the boxes.

use std::sync::LazyLock;

use super::{Game, Terrain};

/// Which box a domino comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DominoBox {
    /// 48 dominoes of six terrains.
    Kingdomino,
    /// 48 dominoes of seven terrains; 20 squares are towns.
    Queendomino,
    /// The 12 dominoes of Age of Giants, with Kingdomino's terrains: six bring a giant, six have footprints.
    Giants,
}

impl DominoBox {
    /// The boxes used in this game.
    pub fn of_game(game: Game) -> &'static [DominoBox] {
        match game {
            Game::Kingdomino => &[DominoBox::Kingdomino],
            Game::Queendomino => &[DominoBox::Queendomino],
            Game::RoyalWedding => &[DominoBox::Kingdomino, DominoBox::Queendomino],
            Game::KingdominoAgeOfGiants => &[DominoBox::Kingdomino, DominoBox::Giants],
            Game::QueendominoAgeOfGiants => &[DominoBox::Queendomino, DominoBox::Giants],
        }
    }

    /// The box's dominoes by number: 48, or 12 for Age of Giants.
    pub fn dominoes(self) -> impl Iterator<Item = &'static Domino> {
        DOMINOES.iter().filter(move |domino| domino.from == self)
    }
}

/// One half of a domino as printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Half {
    /// The printed terrain.
    pub terrain: Terrain,
    /// Printed crowns, 0 to [`Terrain::most_crowns_with_giants`].
    pub crowns: u8,
}

/// One domino of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Domino {
    /// The box that contains it.
    pub from: DominoBox,
    /// The number on its back, 1 to 48. For Age of Giants: 49 to 54 for dominoes with footprints, and 1 to 6
    /// for the letters A to F of those that bring a giant.
    pub number: u8,
    /// The two halves in the order of `dominoes.csv`, which has no meaning: a domino may be laid either way
    /// round.
    pub halves: [Half; 2],
}

impl Domino {
    /// The text on its back: a number, or a letter if it brings a giant. (The letters probably follow the
    /// order of the public data; no count depends on them.)
    pub fn name(&self) -> String {
        match (self.from, self.number) {
            (DominoBox::Giants, letter @ 1..=6) => char::from(b'A' + letter - 1).to_string(),
            (_, number) => number.to_string(),
        }
    }
}

/// The dominoes of all boxes. Source: public data; for Age of Giants `src/main/lua/decks/territories.lua` of
/// the repository Acemond/Kingdomino. The sums by terrain and crowns equal the counts of the rule sheets
/// (tested below).
static DOMINOES: LazyLock<Vec<Domino>> = LazyLock::new(|| {
    include_str!("dominoes.csv").lines().skip(1).map(|line| parse(line).expect("dominoes.csv is well formed")).collect()
});

fn parse(line: &str) -> Option<Domino> {
    let fields: Vec<&str> = line.split(',').collect();
    let [from, number, terrain_a, crowns_a, terrain_b, crowns_b] = fields[..] else { return None };
    let from = match from {
        "kingdomino" => DominoBox::Kingdomino,
        "queendomino" => DominoBox::Queendomino,
        "giants" => DominoBox::Giants,
        _ => return None,
    };
    let halves = [parse_half(terrain_a, crowns_a)?, parse_half(terrain_b, crowns_b)?];
    Some(Domino { from, number: number.parse().ok()?, halves })
}

fn parse_half(terrain: &str, crowns: &str) -> Option<Half> {
    Some(Half { terrain: Terrain::from_id(terrain)?, crowns: crowns.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts on the rule sheets, by terrain in the score pad's order and by number of crowns.
    const KINGDOMINO: [[usize; 4]; 7] =
        [[21, 5, 0, 0], [16, 6, 0, 0], [12, 6, 0, 0], [10, 2, 2, 0], [6, 2, 2, 0], [1, 1, 3, 1], [0; 4]];
    const QUEENDOMINO: [[usize; 4]; 7] =
        [[14, 5, 0, 0], [11, 6, 0, 0], [8, 6, 0, 0], [8, 2, 2, 0], [4, 2, 2, 0], [1, 1, 3, 1], [20, 0, 0, 0]];

    #[test]
    fn the_sums_equal_the_rule_sheets() {
        for (from, expected) in [(DominoBox::Kingdomino, KINGDOMINO), (DominoBox::Queendomino, QUEENDOMINO)] {
            let mut counts = [[0; 4]; 7];
            for half in from.dominoes().flat_map(|domino| domino.halves) {
                counts[half.terrain as usize][half.crowns as usize] += 1;
            }
            assert_eq!(counts, expected, "{from:?}");
            assert!(from.dominoes().map(|domino| domino.number).eq(1..=48), "{from:?}");
        }
    }

    /// How many squares the expansion adds, by terrain and crowns, as counted in
    /// `lib/models/extensions/age_of_giants.dart` of the public repository odrevet/kingdomino_score.
    #[test]
    fn the_giants_sums_equal_another_public_count() {
        const GIANTS: [[usize; 4]; 7] =
            [[3, 0, 1, 0], [2, 1, 1, 0], [2, 1, 1, 0], [3, 1, 1, 0], [1, 2, 1, 0], [1, 1, 1, 0], [0; 4]];
        let mut counts = [[0; 4]; 7];
        for half in DominoBox::Giants.dominoes().flat_map(|domino| domino.halves) {
            counts[half.terrain as usize][half.crowns as usize] += 1;
        }
        assert_eq!(counts, GIANTS);
        let names: Vec<String> = DominoBox::Giants.dominoes().map(Domino::name).collect();
        assert_eq!(names, ["A", "B", "C", "D", "E", "F", "49", "50", "51", "52", "53", "54"]);
    }
}
