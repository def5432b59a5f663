//! Which dominoes lie where, as far as every tiling agrees.

use super::land::{Cover, Land, Spot};
use super::search::{Budget, Found, search};
use crate::domain::Domino;

/// Two squares that the same domino covers in every tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertainDomino {
    /// In reading order.
    pub squares: [Spot; 2],
    /// The dominoes that look like this: several when the boxes hold equal ones.
    pub dominoes: Vec<&'static Domino>,
}

/// The part of a tiling that all tilings share, in reading order. What is not proven within the budget is left out.
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
