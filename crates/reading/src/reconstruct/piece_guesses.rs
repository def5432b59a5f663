//! The probabilities of the pieces on a square of Queendomino.

use kingdomino::domain::{Building, Pieces};

use super::log_probabilities::{information_weighted_mean, log_mean, normalised};

/// The number of building classes: a bare building site, then the kinds in the order of [`Building::ALL`].
pub const BUILDING_CLASSES: usize = 1 + Building::ALL.len();

/// The number of tower classes: 0 to 4 towers. A photo cannot distinguish more.
pub const TOWER_CLASSES: usize = 5;

/// The pieces on one square. All values are natural logarithms of calibrated probabilities that sum to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceGuess {
    /// If it is a town square: a bare building site, then each kind in the order of [`Building::ALL`].
    pub building: [f32; BUILDING_CLASSES],
    /// First without a knight, then with one.
    pub knight: [f32; 2],
    /// 0 to 4 towers.
    pub towers: [f32; TOWER_CLASSES],
    /// First without the Queen, then with her.
    pub queen: [f32; 2],
}

impl PieceGuess {
    /// Nothing is known: every class is equally probable.
    pub fn unknown() -> Self {
        Self { building: alike(), knight: alike(), towers: alike(), queen: alike() }
    }

    /// No pieces, as certain as a network can be.
    pub fn nothing() -> Self {
        Self { building: first(), knight: first(), towers: first(), queen: first() }
    }

    /// Given pieces: nothing else is possible. Larger numbers of towers count as the highest class.
    pub fn certain(pieces: &Pieces) -> Self {
        Self {
            building: only(pieces.building.map_or(0, building_class)),
            knight: only(pieces.knight.into()),
            towers: only(usize::from(pieces.towers).min(TOWER_CLASSES - 1)),
            queen: only(pieces.queen.into()),
        }
    }

    /// The most probable pieces if it is a town square, each kind on its own.
    pub fn likeliest(&self) -> Pieces {
        let kind = likeliest(&self.building).checked_sub(1);
        Pieces {
            building: kind.map(|kind| Building::ALL[kind]),
            knight: likeliest(&self.knight) == 1,
            towers: likeliest(&self.towers) as u8,
            queen: likeliest(&self.queen) == 1,
            ..Pieces::default()
        }
    }

    /// How certain the least certain kind of piece is, 0 to 1: the lowest of the probabilities that knight,
    /// towers, Queen and, if the square may be a town, building have in their best class.
    pub fn least_sure(&self, may_be_town: bool) -> f32 {
        let least = [&self.knight[..], &self.towers, &self.queen].into_iter().map(best_probability).fold(1.0, f32::min);
        if may_be_town { least.min(best_probability(&self.building)) } else { least }
    }

    /// The counterpart of [`Guess::log_mean`](super::guesses::Guess::log_mean); `None` if pieces were not
    /// looked for.
    pub fn log_mean(all: &[&Self]) -> Option<Self> {
        (!all.is_empty()).then(|| Self {
            building: log_mean(all.iter().map(|guess| &guess.building)),
            knight: log_mean(all.iter().map(|guess| &guess.knight)),
            towers: log_mean(all.iter().map(|guess| &guess.towers)),
            queen: log_mean(all.iter().map(|guess| &guess.queen)),
        })
    }

    /// The counterpart of
    /// [`Guess::information_weighted_mean`](super::guesses::Guess::information_weighted_mean); `None` if
    /// pieces were not looked for.
    pub(super) fn information_weighted_mean(all: &[&Self]) -> Option<Self> {
        (!all.is_empty()).then(|| Self {
            building: information_weighted_mean(all.iter().map(|guess| &guess.building)),
            knight: information_weighted_mean(all.iter().map(|guess| &guess.knight)),
            towers: information_weighted_mean(all.iter().map(|guess| &guess.towers)),
            queen: information_weighted_mean(all.iter().map(|guess| &guess.queen)),
        })
    }
}

/// The kind's index among the [`BUILDING_CLASSES`].
pub fn building_class(building: Building) -> usize {
    1 + building as usize
}

/// The most probable class, the first of equals.
fn likeliest(logs: &[f32]) -> usize {
    (0..logs.len()).rev().max_by(|a, b| logs[*a].total_cmp(&logs[*b])).unwrap_or_default()
}

/// The probability of the most probable class, 0 to 1.
fn best_probability(logs: &[f32]) -> f32 {
    logs[likeliest(logs)].exp()
}

fn alike<const N: usize>() -> [f32; N] {
    normalised([0.0; N])
}

/// The probability of each other class relative to the first in [`first`]. With it, a knight, towers and the Queen
/// together have 0.0012, which is what the pieces network gives them where nothing stands: the medians on 3289
/// rendered land squares, most of them bare, are 0.0006, 0.0005 and 0.0001.
const OTHER_THAN_FIRST: f32 = 0.0002;

/// Log probabilities that favour the first class.
fn first<const N: usize>() -> [f32; N] {
    normalised(std::array::from_fn(|i| if i == 0 { 0.0 } else { OTHER_THAN_FIRST.ln() }))
}

fn only<const N: usize>(class: usize) -> [f32; N] {
    std::array::from_fn(|i| if i == class { 0.0 } else { f32::NEG_INFINITY })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reconstruct::guesses::{Guess, READINGS};
    use kingdomino::domain::Square;

    fn pieces(word: &str) -> Pieces {
        word.parse::<Square>().expect("a square's word").pieces()
    }

    #[test]
    fn what_is_given_is_all_that_stands_there() {
        let given = PieceGuess::certain(&pieces("town+church+knight+tower*2+queen"));
        let impossible = given.building.iter().filter(|log| **log == f32::NEG_INFINITY).count();
        assert_eq!((given.building[building_class(Building::Church)], impossible), (0.0, BUILDING_CLASSES - 1));
        for word in ["town+church+knight+tower*2+queen", "town", "lake+knight", "town+statue+tower*4"] {
            assert_eq!(PieceGuess::certain(&pieces(word)).likeliest(), pieces(word), "{word}");
        }
        assert_eq!(PieceGuess::unknown().likeliest(), Pieces::default());
    }

    #[test]
    fn of_several_looks_those_count_that_were_taken() {
        let unseen = Guess::new([0.0; READINGS]);
        let seen = PieceGuess { knight: [0.1_f32, 0.9].map(f32::ln), ..PieceGuess::unknown() };
        let looked = Guess { pieces: Some(seen), ..unseen.clone() };
        assert_eq!(Guess::information_weighted_mean(&[&unseen, &unseen]).pieces, None);
        assert_eq!(Guess::log_mean([&unseen, &unseen].into_iter()).pieces, None);
        for both in
            [Guess::information_weighted_mean(&[&unseen, &looked]), Guess::log_mean([&unseen, &looked].into_iter())]
        {
            let knight = both.pieces.expect("one looked").knight;
            assert!((knight[1].exp() - 0.9).abs() < 1e-5, "{knight:?}");
        }
        let torn = PieceGuess { knight: [0.9_f32, 0.1].map(f32::ln), ..PieceGuess::unknown() };
        let torn = Guess { pieces: Some(torn), ..unseen };
        for both in [Guess::information_weighted_mean(&[&torn, &looked]), Guess::log_mean([&torn, &looked].into_iter())]
        {
            let knight = both.pieces.expect("both looked").knight;
            assert!((knight[1].exp() - 0.5).abs() < 1e-5, "{knight:?}");
        }
    }
}
