//! The dominoes of a game's boxes, grouped by kind.

use std::sync::LazyLock;

use crate::domain::{Domino, DominoBox, Game, Half, Square, Terrain};

/// The number of kinds of halves: 0 to 3 crowns for each terrain.
pub const HALF_KINDS: usize = 4 * Terrain::ALL.len();

/// Terrain and crowns of half a domino in one number, below `HALF_KINDS`.
pub type HalfKind = usize;

/// The kind of half that forms this square; `None` for castle and empty. Pieces do not matter.
pub fn half_kind_of(square: &Square) -> Option<HalfKind> {
    square.terrain().map(|terrain| half_kind(Half { terrain, crowns: square.crowns() }))
}

fn half_kind(half: Half) -> HalfKind {
    4 * half.terrain as usize + usize::from(half.crowns)
}

/// Dominoes with equal halves.
#[derive(Debug)]
pub struct DominoKind {
    /// The kinds of the two halves, in the order of the box's list.
    pub halves: [HalfKind; 2],
    /// The dominoes: Kingdomino's first, then Queendomino's, then Age of Giants', each by ascending number.
    pub dominoes: Vec<&'static Domino>,
}

impl DominoKind {
    /// How many of these dominoes come from a box other than `than`.
    pub fn elsewhere(&self, than: DominoBox) -> usize {
        self.dominoes.iter().filter(|domino| domino.from != than).count()
    }
}

/// All dominoes that a game is played with.
#[derive(Debug)]
pub struct Stock {
    /// The game.
    pub game: Game,
    /// The kinds of dominoes, one for each pair of halves that occurs.
    pub kinds: Vec<DominoKind>,
    /// The index of the kind with these two halves, in either order.
    by_halves: [[Option<usize>; HALF_KINDS]; HALF_KINDS],
    /// How many halves of each kind there are.
    halves: [usize; HALF_KINDS],
}

static STOCKS: LazyLock<[Stock; Game::ALL.len()]> = LazyLock::new(|| Game::ALL.map(Stock::new));

impl Stock {
    /// The stock of this game, built once.
    pub fn for_game(game: Game) -> &'static Self {
        &STOCKS[game as usize]
    }

    fn new(game: Game) -> Self {
        let mut stock =
            Self { game, kinds: Vec::new(), by_halves: [[None; HALF_KINDS]; HALF_KINDS], halves: [0; HALF_KINDS] };
        for domino in DominoBox::of_game(game).iter().flat_map(|from| from.dominoes()) {
            stock.add(domino);
        }
        stock
    }

    fn add(&mut self, domino: &'static Domino) {
        let halves = domino.halves.map(half_kind);
        halves.iter().for_each(|half| self.halves[*half] += 1);
        let [a, b] = halves;
        match self.by_halves[a][b] {
            Some(kind) => self.kinds[kind].dominoes.push(domino),
            None => {
                self.by_halves[a][b] = Some(self.kinds.len());
                self.by_halves[b][a] = Some(self.kinds.len());
                self.kinds.push(DominoKind { halves, dominoes: vec![domino] });
            }
        }
    }

    /// Index into [`Stock::kinds`] of the dominoes with these halves.
    pub fn kind(&self, a: HalfKind, b: HalfKind) -> Option<usize> {
        self.by_halves[a][b]
    }

    /// How many domino halves have this square's terrain and crowns; 0 for castle and empty.
    pub fn squares_like(&self, square: &Square) -> usize {
        half_kind_of(square).map_or(0, |half| self.halves[half])
    }

    /// All squares that halves of its dominoes can form, terrains in the score pad's order.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        let all = Terrain::ALL.into_iter().flat_map(|terrain| (0..4).map(move |crowns| Square::land(terrain, crowns)));
        all.filter(|square| self.squares_like(square) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_domino_is_of_one_kind() {
        for (game, dominoes) in [
            (Game::Kingdomino, 48),
            (Game::Queendomino, 48),
            (Game::RoyalWedding, 96),
            (Game::KingdominoAgeOfGiants, 60),
            (Game::QueendominoAgeOfGiants, 60),
        ] {
            let stock = Stock::for_game(game);
            assert_eq!(stock.game, game);
            assert_eq!(stock.kinds.iter().map(|kind| kind.dominoes.len()).sum::<usize>(), dominoes);
            assert_eq!(stock.halves.iter().sum::<usize>(), 2 * dominoes);
            for (index, kind) in stock.kinds.iter().enumerate() {
                let [a, b] = kind.halves;
                assert_eq!([stock.kind(a, b), stock.kind(b, a)], [Some(index); 2]);
                assert!(kind.dominoes.iter().all(|domino| {
                    let [c, d] = domino.halves.map(half_kind);
                    [c, d] == [a, b] || [d, c] == [a, b]
                }));
            }
        }
    }
}
