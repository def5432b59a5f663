//! Prior probability of each reading among the squares of kingdoms.

use super::guesses::{READINGS, readings};
use kingdomino::domain::{DominoBox, Game, Square};

/// In the order of [`readings`]; each above 0.
pub(super) struct Shares(pub [f64; READINGS]);

impl Shares {
    /// In proportion to the box's dominoes; castle and empty are one square in 25 each.
    pub fn new(game: Game) -> Self {
        let dominoes: Vec<_> = DominoBox::of_game(game).iter().flat_map(|from| from.dominoes()).collect();
        let halves = || dominoes.iter().flat_map(|domino| domino.halves);
        let share = |square: Square| {
            let alike = halves().filter(|half| Square::land(half.terrain, half.crowns) == square).count();
            // At least one, so that readings that the box lacks stay possible.
            alike.max(1) as f64 / halves().count() as f64 * 23.0 / 25.0
        };
        Self(readings().map(|reading| if reading.terrain().is_some() { share(reading) } else { 1.0 / 25.0 }))
    }
}
