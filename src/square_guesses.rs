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

    /// What several answers about one square agree on: the mean of their logarithms, normalised again. Where they
    /// disagree, the probabilities move together.
    pub fn agreed<'a>(answers: impl Iterator<Item = &'a Guess>) -> Self {
        let (mut sums, mut count) = ([0.0; READINGS], 0.0);
        for answer in answers {
            sums.iter_mut().zip(answer.log_probabilities).for_each(|(sum, log)| *sum += log);
            count += 1.0;
        }
        let means = sums.map(|sum: f32| sum / count);
        let log_sum = means.iter().map(|mean| mean.exp()).sum::<f32>().ln();
        Self { log_probabilities: means.map(|mean| mean - log_sum) }
    }
}

/// A guess for every square of a rectified board.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareGuesses {
    /// Row by row, as the board's.
    pub guesses: Grid<Guess>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_that_disagree_end_in_the_middle() {
        let sure_of = |best: usize| {
            let p: [f32; READINGS] = std::array::from_fn(|i| if i == best { 0.983 } else { 0.001 });
            Guess { log_probabilities: p.map(f32::ln) }
        };
        let ranked = Guess::agreed([sure_of(0), sure_of(1)].iter()).ranked();
        assert!((ranked[0].1 - ranked[1].1).abs() < 1e-5 && ranked[0].1 > 0.35, "{ranked:?}");
        assert!((ranked.iter().map(|(_, p)| p).sum::<f32>() - 1.0).abs() < 1e-5);
        let same = Guess::agreed([sure_of(3), sure_of(3)].iter()).ranked();
        assert!((same[0].1 - 0.983).abs() < 1e-3, "{same:?}");
    }
}
