//! Decides which networks read a kingdom, in which order, and which reading is used.
//!
//! The first pass uses the networks of the game, or Kingdomino's if the game is unknown, with doubtful
//! squares in all four turns. A kingdom that needs review then gets a second pass: by Queendomino's networks
//! if these see more, otherwise by the same networks, with all squares that are not nearly certain in all
//! turns. A clear kingdom in which the networks were unsure of a tile gets a second pass only if
//! Queendomino's networks see towns, which are unlike every tile that the others know.

use super::error::ScanError;
use crate::classify::TurnAugmentation;
use crate::classify::model_choice::ReadingModel;
use kingdomino::domain::Game;
use reading::reconstruct::Reading;
use reading::reconstruct::guesses::SquareGuesses;

/// One attempt at reading a kingdom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pass {
    /// The networks to use.
    pub model: ReadingModel,
    /// The squares that are read in all four turns.
    pub turns: TurnAugmentation,
}

/// The result of a pass, unless something failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// A kingdom that needs no review.
    Clear,
    /// A kingdom that needs review.
    ToCheck,
    NoKingdom,
}

/// The result of Queendomino's networks for a kingdom with squares of which Kingdomino's were unsure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SecondOpinion {
    /// They see nothing more than Kingdomino's networks.
    Nothing,
    /// They see a town in a kingdom of an unknown game, but are less certain of the other squares.
    Town,
    /// They see more than Kingdomino's networks, by [`SquareGuesses::show_more_than`]. In a clear kingdom
    /// this means towns.
    More,
    /// They see towns in a clear kingdom of a game without towns.
    OfAnotherGame,
}

impl Pass {
    /// The first pass, by the networks of the game.
    pub fn first(model: ReadingModel) -> Self {
        Self { model, turns: TurnAugmentation::Doubtful }
    }

    /// The pass with Queendomino's networks; `None` if they have already run.
    pub fn second_opinion(self) -> Option<Self> {
        (self.model == ReadingModel::Kingdomino).then_some(Self { model: ReadingModel::Queendomino, ..self })
    }

    /// The next pass, if any. If only the game of a clear kingdom is doubtful, the same pass runs again.
    pub fn second(self, found: Found, second_opinion: SecondOpinion) -> Option<Self> {
        let model = if second_opinion == SecondOpinion::More { ReadingModel::Queendomino } else { self.model };
        match (found, second_opinion) {
            (Found::Clear, SecondOpinion::OfAnotherGame) => Some(self),
            (Found::Clear, SecondOpinion::Nothing | SecondOpinion::Town) => None,
            // The same networks find no kingdom in other turns either.
            (Found::NoKingdom, _) if model == self.model => None,
            // The pass for a second opinion has read doubtful squares in all turns.
            _ if model != self.model => Some(Self { model, turns: TurnAugmentation::Doubtful }),
            _ => Some(Self { model, turns: TurnAugmentation::Unsure }),
        }
    }
}

impl SecondOpinion {
    /// Compares the guesses of Queendomino's networks with those of Kingdomino's, from which `found` was
    /// read.
    pub fn new(found: Found, queendominos: &SquareGuesses, kingdominos: &SquareGuesses, game: Option<Game>) -> Self {
        if found == Found::Clear {
            return match (queendominos.expect_towns(), has_towns(game)) {
                (true, true) => Self::More,
                (true, false) => Self::OfAnotherGame,
                (false, _) => Self::Nothing,
            };
        }
        if queendominos.show_more_than(kingdominos, game) {
            Self::More
        } else if game.is_none() && queendominos.shows_town() {
            Self::Town
        } else {
            Self::Nothing
        }
    }
}

/// Whether the game may have towns; also true if it is unknown.
pub(super) fn has_towns(game: Option<Game>) -> bool {
    game.is_none_or(Game::has_queendomino)
}

impl Found {
    /// The result of a reading; `None` if a network or OpenCV failed, because no pass replaces a failure.
    pub fn in_reading(read: &Result<(SquareGuesses, Reading), ScanError>) -> Option<Self> {
        match read {
            Ok((_, reading)) if reading.needs_review => Some(Self::ToCheck),
            Ok(_) => Some(Self::Clear),
            Err(error) => error.is_no_kingdom().then_some(Self::NoKingdom),
        }
    }
}

/// Whether the second pass replaces the first. A kingdom that may have a town still needs review, because
/// networks that know no towns cannot clear it. A kingdom found only by the first pass is kept.
pub(super) fn takes_second(first: Found, second: Found, second_opinion: SecondOpinion) -> bool {
    match (first, second) {
        (_, Found::Clear) => second_opinion != SecondOpinion::Town,
        (Found::ToCheck | Found::Clear, Found::NoKingdom) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Pass = Pass { model: ReadingModel::Kingdomino, turns: TurnAugmentation::Doubtful };

    #[test]
    fn a_clear_kingdom_is_read_once() {
        for second_opinion in [SecondOpinion::Nothing, SecondOpinion::Town] {
            assert_eq!(FIRST.second(Found::Clear, second_opinion), None);
        }
    }

    #[test]
    fn a_clear_kingdom_with_squares_like_towns_is_read_again() {
        let second = FIRST.second(Found::Clear, SecondOpinion::More).expect("a second pass");
        assert_eq!(second.model, ReadingModel::Queendomino);
        assert!(takes_second(Found::Clear, Found::ToCheck, SecondOpinion::More));
        assert!(!takes_second(Found::Clear, Found::NoKingdom, SecondOpinion::More));
        assert_eq!(FIRST.second(Found::Clear, SecondOpinion::OfAnotherGame), Some(FIRST));
        assert!(takes_second(Found::Clear, Found::ToCheck, SecondOpinion::OfAnotherGame));
    }

    #[test]
    fn queendominos_networks_read_where_they_see_more() {
        for found in [Found::ToCheck, Found::NoKingdom] {
            let second = FIRST.second(found, SecondOpinion::More).expect("a second pass");
            assert_eq!((second.model, second.turns), (ReadingModel::Queendomino, TurnAugmentation::Doubtful));
        }
        let second = FIRST.second(Found::ToCheck, SecondOpinion::Town).expect("a second pass");
        assert_eq!((second.model, second.turns), (ReadingModel::Kingdomino, TurnAugmentation::Unsure));
        assert_eq!(FIRST.second(Found::NoKingdom, SecondOpinion::Nothing), None);
        assert_eq!(Pass { model: ReadingModel::Queendomino, ..FIRST }.second_opinion(), None);
    }

    #[test]
    fn a_second_pass_neither_loses_a_kingdom_nor_clears_one_that_may_have_a_town() {
        assert!(!takes_second(Found::ToCheck, Found::NoKingdom, SecondOpinion::More));
        assert!(!takes_second(Found::ToCheck, Found::Clear, SecondOpinion::Town));
        assert!(takes_second(Found::ToCheck, Found::Clear, SecondOpinion::Nothing));
        assert!(takes_second(Found::ToCheck, Found::ToCheck, SecondOpinion::Town));
        assert!(takes_second(Found::NoKingdom, Found::NoKingdom, SecondOpinion::More));
    }
}
