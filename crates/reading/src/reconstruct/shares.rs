//! Prior probability of each reading among the squares of kingdoms.

use super::guesses::{READINGS, readings};
use kingdomino::domain::{DominoBox, Game, Square};

/// The probabilities, in the order of [`readings`]; each is above 0.
pub(super) struct Shares(pub [f64; READINGS]);

impl Shares {
    /// Land squares occur as often as in the game's dominoes; castle and empty are one square in 25 each.
    pub fn new(game: Game) -> Self {
        let dominoes = DominoBox::of_game(game).iter().flat_map(|from| from.dominoes());
        let halves = dominoes.flat_map(|domino| domino.halves);
        let squares: Vec<Square> = halves.map(|half| Square::land(half.terrain, half.crowns)).collect();
        Self(readings().map(|reading| {
            if reading.terrain().is_none() {
                return 1.0 / 25.0;
            }
            // At least one, so that readings that the box lacks stay possible.
            let alike = squares.iter().filter(|square| **square == reading).count().max(1);
            alike as f64 / squares.len() as f64 * 23.0 / 25.0
        }))
    }
}
