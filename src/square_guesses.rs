//! What the squares may be, with probabilities: the reading before anything is decided.
//!
//! The type knows nothing of OpenCV, so that the reconstruction can be tested without it.

#[cfg(feature = "vision")]
pub mod classify;

use crate::domain::{Grid, Square, Terrain};

/// The number of readings that the classifier tells apart.
pub const READINGS: usize = 18;

/// Everything that a Kingdomino square can be, in the order of [`Guess::log_probabilities`]:
/// each terrain with 0 to its most crowns in the score pad's order, then castle, then empty.
pub fn readings() -> [Square; READINGS] {
    let land = Terrain::KINGDOMINO.into_iter().flat_map(|t| (0..=t.max_crowns()).map(move |c| Square::land(t, c)));
    let mut all = land.chain([Square::Castle, Square::Empty]);
    std::array::from_fn(|_| all.next().expect("six terrains make 16 readings"))
}

/// What one square may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// Natural logarithms of calibrated probabilities that sum to 1, in the order of [`readings`].
    pub log_probabilities: [f32; READINGS],
}

impl Guess {
    /// Readings from the most to the least probable, with their probabilities (0 to 1).
    pub fn ranked(&self) -> Vec<(Square, f32)> {
        let mut ranked: Vec<_> = readings().into_iter().zip(self.log_probabilities.map(f32::exp)).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }
}

/// A guess for every square of a rectified board.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareGuesses {
    pub guesses: Grid<Guess>,
}
