//! What stands on the squares of labels that have it.

use serde::Serialize;

use crate::domain::{Pieces, Square};

/// How often pieces were read right: of all squares on which one stands or was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct PieceCounts {
    /// Squares with a building.
    pub buildings: usize,
    /// Of these: of the right kind.
    pub buildings_right: usize,
    /// Squares with a knight.
    pub knights: usize,
    /// Of these: label and reading have one.
    pub knights_right: usize,
    /// Squares with towers.
    pub towers: usize,
    /// Of these: as many.
    pub towers_right: usize,
    /// Squares with the Queen.
    pub queens: usize,
    /// Of these: label and reading have her.
    pub queens_right: usize,
}

impl PieceCounts {
    /// Over what squares are and what they were read as (`None`: nothing).
    pub(super) fn new(pairs: &[(Square, Option<Square>)]) -> Self {
        let pieces = |(label, read): &(Square, Option<Square>)| {
            (label.pieces(), read.map_or_else(Pieces::default, |read| read.pieces()))
        };
        let all: Vec<(Pieces, Pieces)> = pairs.iter().map(pieces).collect();
        let [buildings, buildings_right] = count(&all, |pieces| pieces.building, None);
        let [knights, knights_right] = count(&all, |pieces| pieces.knight, false);
        let [towers, towers_right] = count(&all, |pieces| pieces.towers, 0);
        let [queens, queens_right] = count(&all, |pieces| pieces.queen, false);
        Self { buildings, buildings_right, knights, knights_right, towers, towers_right, queens, queens_right }
    }

    /// Of several kingdoms together.
    pub(super) fn sum<'a>(all: impl Iterator<Item = &'a Self>) -> Option<Self> {
        all.copied().reduce(|a, b| Self {
            buildings: a.buildings + b.buildings,
            buildings_right: a.buildings_right + b.buildings_right,
            knights: a.knights + b.knights,
            knights_right: a.knights_right + b.knights_right,
            towers: a.towers + b.towers,
            towers_right: a.towers_right + b.towers_right,
            queens: a.queens + b.queens,
            queens_right: a.queens_right + b.queens_right,
        })
    }
}

/// Squares where there is one by label or reading, and those where both agree on it.
fn count<T: PartialEq>(all: &[(Pieces, Pieces)], of: impl Fn(&Pieces) -> T, none: T) -> [usize; 2] {
    let there = || all.iter().map(|(label, read)| (of(label), of(read))).filter(|(a, b)| *a != none || *b != none);
    [there().count(), there().filter(|(label, read)| label == read).count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_count_where_they_stand_or_were_read() {
        let pair = |label: &str, read: &str| {
            let square = |word: &str| word.parse::<Square>().expect("a square's word");
            (square(label), (!read.is_empty()).then(|| square(read)))
        };
        let pairs = [
            pair("town+church+tower*2", "town+bakery+tower*2"),
            pair("town+statue", "town+statue+tower"),
            pair("town", "town+statue"),
            pair("lake+knight", ""),
            pair("lake+knight+queen", "lake+knight"),
            pair("wheat", "wheat"),
        ];
        let counts = PieceCounts::new(&pairs);
        assert_eq!((counts.buildings, counts.buildings_right), (3, 1));
        assert_eq!((counts.knights, counts.knights_right), (2, 1));
        assert_eq!((counts.towers, counts.towers_right), (2, 1));
        assert_eq!((counts.queens, counts.queens_right), (1, 0));
        let sum = PieceCounts::sum([counts, counts].iter()).expect("two");
        assert_eq!((sum.buildings, sum.towers_right), (6, 2));
        assert_eq!(PieceCounts::sum([].iter()), None);
    }
}
