//! One tiling of one kingdom, with numbered dominoes.

use super::MAX_STEPS;
use super::land::{Cover, Land};
use super::search::{Budget, Found, search};
use super::stock::Stock;
use crate::domain::{Domino, Game, Grid, Place, Square};

/// Two neighbouring squares, in reading order, and the domino that covers them.
pub type Laid = ([Place; 2], &'static Domino);

/// The result of the search for a tiling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tiling {
    /// Every land square is covered by a domino, and each domino is used at most once.
    Found(Vec<Laid>),
    /// No tiling exists.
    Impossible,
    /// The search gave up after [`MAX_STEPS`], so nothing is known.
    GaveUp,
}

impl Tiling {
    /// Whether a tiling was found.
    pub fn is_found(&self) -> bool {
        matches!(self, Self::Found(_))
    }
}

/// A tiling of the land squares by distinct dominoes of the game's boxes. Pieces on the squares do not
/// matter.
pub fn tiling(squares: &Grid<Square>, game: Game) -> Tiling {
    let land = Land::new(Stock::for_game(game), &[squares]);
    match search(&land, None, &mut Budget::new(MAX_STEPS)) {
        Found::Tiling(covers) => Tiling::Found(with_names(&land, &covers)),
        Found::Nothing => Tiling::Impossible,
        Found::GaveUp => Tiling::GaveUp,
    }
}

/// Assigns a domino of the right kind to each cover, lowest numbers first.
fn with_names(land: &Land, covers: &[Cover]) -> Vec<Laid> {
    let mut used = vec![0; land.stock.kinds.len()];
    let laid = covers.iter().map(|cover| {
        let domino = land.stock.kinds[cover.kind].dominoes[used[cover.kind]];
        used[cover.kind] += 1;
        (cover.cells.map(|cell| land.cells[cell].spot.place), domino)
    });
    laid.collect()
}
