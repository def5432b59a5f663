//! The dominoes on which all tilings agree.

use super::land::{Cover, Land, Spot};
use super::search::{Budget, Found, search};
use crate::domain::{Domino, DominoBox, Game};

/// Two squares that the same domino covers in every tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertainDomino {
    /// The two squares, in reading order.
    pub squares: [Spot; 2],
    /// All dominoes with these halves; several if the boxes contain identical ones.
    pub dominoes: Vec<&'static Domino>,
}

impl CertainDomino {
    /// Names of the dominoes: their numbers, such as `45`, with the box's letter in games with two boxes:
    /// `k45`.
    pub fn domino_names(&self, game: Game) -> Vec<String> {
        let names = self.dominoes.iter().map(|domino| match (game, domino.from) {
            (Game::RoyalWedding, DominoBox::Kingdomino) => format!("k{}", domino.number),
            (Game::RoyalWedding, DominoBox::Queendomino) => format!("q{}", domino.number),
            _ => domino.name(),
        });
        names.collect()
    }
}

/// The dominoes of this tiling that lie the same way in every other tiling, in reading order. Those that
/// cannot be proven within the budget are left out.
pub(super) fn certain_dominoes(land: &Land, tiling: &[Cover], budget: &mut Budget) -> Vec<CertainDomino> {
    let mut shared: Vec<Cover> = tiling.to_vec();
    let mut certain = Vec::new();
    while let Some(cover) = shared.pop() {
        match search(&land.without(cover.cells), None, budget) {
            Found::Nothing => certain.push(cover),
            Found::Tiling(other) => shared.retain(|cover| other.iter().any(|laid| laid.cells == cover.cells)),
            Found::GaveUp => break,
        }
    }
    certain.sort_by_key(|cover| cover.cells);
    certain.iter().map(|cover| named(land, *cover)).collect()
}

fn named(land: &Land, cover: Cover) -> CertainDomino {
    CertainDomino {
        squares: cover.cells.map(|cell| land.cells[cell].spot),
        dominoes: land.stock.kinds[cover.kind].dominoes.clone(),
    }
}
