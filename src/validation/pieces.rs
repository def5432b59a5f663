//! The accuracy of the pieces on squares.

use serde::Serialize;

use crate::domain::{Pieces, Square};

/// How often pieces were read correctly, over all squares that have one in the label or the reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct PieceCounts {
    /// Squares with a building, in label or reading.
    pub buildings: usize,
    /// Squares with the same kind of building in both.
    pub buildings_right: usize,
    /// Squares with a knight, in label or reading.
    pub knights: usize,
    /// Squares with a knight in both.
    pub knights_right: usize,
    /// Squares with towers, in label or reading.
    pub towers: usize,
    /// Squares with the same number of towers in both.
    pub towers_right: usize,
    /// Squares with the Queen, in label or reading.
    pub queens: usize,
    /// Squares with the Queen in both.
    pub queens_right: usize,
}

impl PieceCounts {
    /// Counts over pairs of a label's square and its reading (`None` if nothing was read).
    pub(super) fn new(pairs: &[(Square, Option<Square>)]) -> Self {
        let all: Vec<(Pieces, Pieces)> = (pairs.iter())
            .map(|(label, read)| (label.pieces(), read.map_or_else(Pieces::default, |read| read.pieces())))
            .collect();
        let [buildings, buildings_right] = count(&all, |pieces| pieces.building, None);
        let [knights, knights_right] = count(&all, |pieces| pieces.knight, false);
        let [towers, towers_right] = count(&all, |pieces| pieces.towers, 0);
        let [queens, queens_right] = count(&all, |pieces| pieces.queen, false);
        Self { buildings, buildings_right, knights, knights_right, towers, towers_right, queens, queens_right }
    }

    /// The sum over several kingdoms.
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

/// The number of squares with a piece in the label or the reading, and the number of those where both agree.
fn count<T: PartialEq>(all: &[(Pieces, Pieces)], of: impl Fn(&Pieces) -> T, none: T) -> [usize; 2] {
    let (mut there, mut right) = (0, 0);
    for (label, read) in all.iter().map(|(label, read)| (of(label), of(read))) {
        if label != none || read != none {
            there += 1;
            right += usize::from(label == read);
        }
    }
    [there, right]
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
