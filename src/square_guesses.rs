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
        Self::normalised(sums.map(|sum: f32| sum / count))
    }

    /// Nothing is known: every reading is as probable.
    pub fn unseen() -> Self {
        Self::normalised([0.0; READINGS])
    }

    /// No tile lies there.
    pub fn no_tile() -> Self {
        let mut log_probabilities = [f32::NEG_INFINITY; READINGS];
        log_probabilities[EMPTY] = 0.0;
        Self { log_probabilities }
    }

    /// What several photos of one square tell together: as [`Guess::agreed`], but a photo counts by how much it tells, so
    /// that one with a hand on the square takes nothing away from another.
    pub fn joined(photos: &[&Guess]) -> Self {
        let weights: Vec<f32> = photos.iter().map(|guess| guess.information()).collect();
        let sum: f32 = weights.iter().sum();
        if sum <= 0.0 {
            return Self::unseen();
        }
        let mut logs = [0.0; READINGS];
        for (guess, weight) in photos.iter().zip(weights) {
            let weighed = |log: f32| if log > LEAST_LOG { log } else { LEAST_LOG } * weight / sum;
            logs.iter_mut().zip(guess.log_probabilities).for_each(|(joint, log)| *joint += weighed(log));
        }
        Self::normalised(logs)
    }

    /// How much it tells, in natural logarithms: 0 when every reading is as probable.
    fn information(&self) -> f32 {
        let told = self.log_probabilities.iter().map(|log| log.exp() * (log.max(LEAST_LOG) + (READINGS as f32).ln()));
        let sum = told.sum::<f32>();
        if sum.is_finite() { sum.max(0.0) } else { 0.0 }
    }

    /// The guess after a look from farther away, which gave `occupied`, 0 to 1, for a tile on the square. A square alone
    /// may look like the table under it; its place among the others tells them apart.
    fn weighed(&self, occupied: f32) -> Self {
        let log_odds = |p: f32| (p / (1.0 - p)).ln();
        let [own, others] = [self.log_probabilities[EMPTY].exp(), 1.0 - occupied]
            .map(|empty| log_odds(empty.clamp(LEAST_EMPTY, 1.0 - LEAST_EMPTY)));
        let mut empty = 1.0 / (1.0 + (-(EMPTY_OFFSET + OWN_WEIGHT * own + OCCUPANCY_WEIGHT * others)).exp());
        if own.signum() != others.signum() && own.abs().min(others.abs()) > log_odds(CERTAIN) {
            empty = empty.clamp(1.0 - CERTAIN, CERTAIN);
        }
        // What the square may be if it bears a tile stays as probable, one against the other.
        let mut logs = self.log_probabilities;
        logs[EMPTY] = f32::NEG_INFINITY;
        let mut weighed = Self::normalised(logs).log_probabilities.map(|log| log + (1.0 - empty).ln());
        weighed[EMPTY] = empty.ln();
        Self { log_probabilities: weighed }
    }

    fn normalised(logs: [f32; READINGS]) -> Self {
        let highest = logs.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let log_sum = highest + logs.iter().map(|log| (log - highest).exp()).sum::<f32>().ln();
        Self { log_probabilities: logs.map(|log| log - log_sum) }
    }
}

/// A guess for every square of a rectified board.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareGuesses {
    /// Row by row, as the board's.
    pub guesses: Grid<Guess>,
}

/// The log odds of "no tile here", from those of the square's own look and those of the finder's occupancy: a logistic
/// regression on 13 039 squares of 316 rendered scenes, the classes of `fixtures/suites/locator.json` with other seeds and
/// the training's tables. By their own look 225 of these squares were taken wrongly for a tile or for the table, 126 so.
const EMPTY_OFFSET: f32 = 2.34;
const OWN_WEIGHT: f32 = 0.54;
const OCCUPANCY_WEIGHT: f32 = 1.15;
/// Neither is ever believed to be surer than this. (The regression's deviance was 0.0263 with it, 0.0274 with 0.003.)
const LEAST_EMPTY: f32 = 0.001;
/// Where both are surer than this and contradict each other, the square stays in doubt: below what is stood by.
const CERTAIN: f32 = 0.96;

/// Less probable is as good as impossible, and can still be multiplied.
const LEAST_LOG: f32 = -50.0;

/// Where "empty" stands in the order of [`readings`].
const EMPTY: usize = READINGS - 1;

impl SquareGuesses {
    /// The same squares seen after a quarter turn clockwise.
    pub fn quarter_turned(&self) -> Self {
        Self { guesses: self.guesses.quarter_turned() }
    }

    /// The guesses with the finder's opinion on which squares bear a tile, `occupied`, 0 to 1, in a grid of the same size;
    /// a square that it does not have keeps its guess.
    pub fn weighed(self, occupied: &Grid<f32>) -> Self {
        let own = |place| &self.guesses[place];
        let guess = |place| occupied.get(place).map_or_else(|| own(place).clone(), |at| own(place).weighed(*at));
        Self { guesses: Grid::from_fn(self.guesses.rows(), self.guesses.cols(), guess) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sure_of(best: usize) -> Guess {
        let p: [f32; READINGS] = std::array::from_fn(|i| if i == best { 0.983 } else { 0.001 });
        Guess { log_probabilities: p.map(f32::ln) }
    }

    #[test]
    fn occupancy_decides_between_a_tile_and_the_table_and_nothing_else() {
        let [swamp, empty] = ["swamp", "empty"]
            .map(|word| readings().iter().position(|reading| reading.to_string() == word).expect("a reading"));
        let torn = Guess::agreed([sure_of(swamp), sure_of(empty)].iter());
        let (tile, table) = (torn.weighed(0.99), torn.weighed(0.02));
        assert_eq!(tile.ranked()[0].0.to_string(), "swamp");
        assert_eq!(table.ranked()[0].0.to_string(), "empty");
        for weighed in [tile, table] {
            assert!((weighed.log_probabilities.iter().map(|log| log.exp()).sum::<f32>() - 1.0).abs() < 1e-5);
            let among_land = weighed.log_probabilities[swamp] - weighed.log_probabilities[0];
            assert!((among_land - torn.log_probabilities[swamp] + torn.log_probabilities[0]).abs() < 1e-4);
        }
    }

    #[test]
    fn where_look_and_finder_contradict_each_other_the_square_stays_in_doubt() {
        let empty = |own: usize, occupied: f32| {
            Guess::agreed(std::iter::once(&sure_of(own))).weighed(occupied).log_probabilities[EMPTY].exp()
        };
        for (own, occupied) in [(3, 0.0), (EMPTY, 1.0)] {
            let p = empty(own, occupied);
            assert!((0.03..0.97).contains(&p), "{p}");
        }
        assert!(empty(3, 1.0) < 0.001 && empty(EMPTY, 0.0) > 0.999);
    }

    #[test]
    fn a_photo_that_tells_nothing_takes_nothing_away() {
        let clear = sure_of(3);
        for (photos, expected) in [
            (vec![&clear, &Guess::unseen()], clear.clone()),
            (vec![&clear, &clear], clear.clone()),
            (vec![&Guess::unseen()], Guess::unseen()),
            (vec![], Guess::unseen()),
        ] {
            let joined = Guess::joined(&photos);
            let differences =
                joined.log_probabilities.iter().zip(expected.log_probabilities).map(|(a, b)| (a - b).abs());
            assert!(differences.fold(0.0, f32::max) < 1e-3, "{joined:?}");
        }
        let torn = Guess::joined(&[&sure_of(0), &sure_of(1)]).ranked();
        assert!((torn[0].1 - torn[1].1).abs() < 1e-5, "{torn:?}");
        let nonsense = Guess { log_probabilities: [f32::NAN; READINGS] };
        assert_eq!(Guess::joined(&[&nonsense, &clear]).ranked()[0].0, clear.ranked()[0].0);
        let bare = Guess::joined(&[&Guess::no_tile(), &clear]);
        assert!(bare.log_probabilities.iter().all(|log| log.is_finite()), "{bare:?}");
    }

    #[test]
    fn answers_that_disagree_end_in_the_middle() {
        let ranked = Guess::agreed([sure_of(0), sure_of(1)].iter()).ranked();
        assert!((ranked[0].1 - ranked[1].1).abs() < 1e-5 && ranked[0].1 > 0.35, "{ranked:?}");
        assert!((ranked.iter().map(|(_, p)| p).sum::<f32>() - 1.0).abs() < 1e-5);
        let same = Guess::agreed([sure_of(3), sure_of(3)].iter()).ranked();
        assert!((same[0].1 - 0.983).abs() < 1e-3, "{same:?}");
    }
}
