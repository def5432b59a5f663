//! The readings of a square that are worth considering.

use super::guesses::{Guess, SIDES};
use kingdomino::audit::half_kind_of;
use kingdomino::domain::{Game, Square};
use kingdomino::formats::DOUBTFUL_BELOW;

/// Readings of a square that are less probable than its best one by more than this factor (in natural
/// logarithms: about 1e-6) are not considered. Calibrated probabilities of that size mean nothing, and no
/// network was measured on a million squares.
pub(super) const LARGEST_SQUARE_COST: f64 = 14.0;

/// The highest cost of a domino that continues on another side of a square than the square's seam suggests
/// (natural logarithm: 1 in 50). None of 494 seams on held-out boards with a probability of 0.9 or more (see
/// `models/squares.md`) was wrong, but dominoes of other editions may show no seam at all.
pub(super) const LARGEST_SEAM_COST: f64 = 4.0;

/// Prior probability that no box explains a square: a tile of another box or edition, a covered tile, a grid
/// that is slightly off. Then only the square's own picture counts. With 1 in 333, a square is doubtful if
/// its picture makes the box's reading less than an eleventh as probable as the picture's best reading.
///
/// Chosen on the photographed boards, the held-out scenes, and 80 scenes of `fixtures/suites/locator.json`
/// (seed 5151) in each of which a square was pasted over another in four to eight ways. Of the squares whose
/// picture shows something else than the reading, 785 of 813 below that ratio were read wrongly, and 10 of 43
/// above it. Of 645 kingdoms of that suite (seeds 5151 and, with real faces, 5152) this prior sends two more
/// to review; of 644 others (seeds 6262 and 6263) five, all of which were read correctly.
const OUTSIDE_THE_BOX: f64 = 0.003;

/// The posterior probability (Bayes' rule) that no box explains a square. `beside_shown` is the probability
/// of the box's reading divided by that of the picture's best reading, both from the square's picture: 0 to
/// 1.
pub(super) fn outside_the_box(beside_shown: f64) -> f64 {
    OUTSIDE_THE_BOX / (OUTSIDE_THE_BOX + (1.0 - OUTSIDE_THE_BOX) * beside_shown)
}

/// The readings of one square worth considering, most probable first; at least one.
#[derive(Debug, Clone)]
pub(super) struct Choices {
    pub squares: Vec<Square>,
    /// Natural logarithms: by how much each reading is less probable than the first; ascending from 0.
    pub costs: Vec<f64>,
    /// The probability of the first reading, 0 to 1.
    pub best_probability: f64,
    /// If the game lacks the picture's best reading: natural logarithm of how much less probable the first of
    /// `squares` is than that reading. Otherwise 0.
    pub lost: f64,
    /// Whether a user gave the square.
    pub is_given: bool,
    /// The given square, if no network can read it: see [`Guess::manual_only`].
    pub manual_only: Option<Square>,
    /// Cost if the other half of the square's domino is on this side (right, below, left, above), relative to
    /// the best side; 0 or more.
    pub seam_costs: [f64; SIDES],
}

impl Choices {
    /// Keeps the readings that the game has; if it has none of them, all. Probabilities of NaN or infinity
    /// count as 0; if all are 0, every reading is equally probable.
    pub fn new(guess: &Guess, game: Game) -> Self {
        let mut ranked = guess.ranked();
        ranked.retain(|(_, p)| p.is_finite() && *p > 0.0);
        if ranked.is_empty() {
            let all = guess.ranked();
            let alike = 1.0 / all.len() as f32;
            ranked = all.into_iter().map(|(square, _)| (square, alike)).collect();
        }
        let best_of_all = f64::from(ranked[0].1).ln();
        let dropped: f64 = match ranked.iter().any(|(square, _)| game.has(square)) {
            true => ranked.extract_if(.., |(square, _)| !game.has(square)).map(|(_, p)| f64::from(p)).sum(),
            false => 0.0,
        };
        let best = f64::from(ranked[0].1).ln();
        let best_probability = (f64::from(ranked[0].1) / (1.0 - dropped).max(f64::MIN_POSITIVE)).min(1.0);
        let with_costs = ranked.into_iter().map(|(square, p)| (square, best - f64::from(p).ln()));
        let (squares, costs) = with_costs.take_while(|(_, cost)| *cost <= LARGEST_SQUARE_COST).unzip();
        let (is_given, seam_costs) = (guess.is_certain(), seam_costs(guess.seam));
        let manual_only = guess.manual_only;
        Self { squares, costs, best_probability, lost: best_of_all - best, is_given, manual_only, seam_costs }
    }

    /// Whether a user gave the square as something other than land.
    pub fn is_given_as_no_land(&self) -> bool {
        self.is_given && half_kind_of(&self.squares[0]).is_none()
    }

    /// The cost of a reading; `None` if it is not considered.
    pub fn cost_of(&self, square: Square) -> Option<f64> {
        self.squares.iter().position(|&s| s == square).map(|rank| self.costs[rank])
    }

    /// Probability of a reading relative to the picture's best one, 0 to 1.
    pub fn beside_shown(&self, square: Square) -> f64 {
        self.cost_of(square).map_or(0.0, |cost| (-cost).exp())
    }

    /// The probability that the box's reading is wrong because the picture shows something else; 0 for a
    /// given square.
    pub fn doubt_about_box(&self, by_box: Square) -> f64 {
        if self.is_given {
            return 0.0;
        }
        outside_the_box(self.beside_shown(by_box)) * (1.0 - self.probability_of(by_box))
    }

    /// Whether its own picture clearly contradicts the box's reading.
    pub fn contradicts(&self, by_box: Square) -> bool {
        self.doubt_about_box(by_box) > 1.0 - DOUBTFUL_BELOW
    }

    /// The probability of this reading from the square's picture alone, 0 to 1.
    pub fn probability_of(&self, square: Square) -> f64 {
        self.cost_of(square).map_or(0.0, |cost| (self.best_probability * (-cost).exp()).min(1.0))
    }
}

/// The costs of the four sides, relative to the most probable one; all 0 if a logarithm is NaN or the highest
/// is not finite.
fn seam_costs(seam: [f32; SIDES]) -> [f64; SIDES] {
    let best = seam.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if !best.is_finite() || seam.iter().any(|log| log.is_nan()) {
        return [0.0; SIDES];
    }
    seam.map(|log| f64::from(best - log).min(LARGEST_SEAM_COST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reconstruct::guesses::READINGS;

    #[test]
    fn numbers_that_are_no_probabilities_tell_nothing() {
        for nonsense in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let guess = Guess { seam: [nonsense; SIDES], ..Guess::new([nonsense; READINGS]) };
            let choices = Choices::new(&guess, Game::Queendomino);
            assert_eq!(choices.squares.len(), READINGS, "{nonsense}");
            assert!(choices.costs.iter().chain(&choices.seam_costs).all(|cost| *cost == 0.0));
        }
    }
}
