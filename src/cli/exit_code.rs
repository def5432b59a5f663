//! The exit code.

use std::process::ExitCode;

use game::photo_reading::Status;
use kingdom_scanner::formats::KingdomRecord;
use kingdom_scanner::tournament::ranking::Tournament;

/// The result of a command. With several photos the worst counts; see [`Exit::worst`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Code 0.
    Scored,
    /// Code 1: a photo has no kingdom.
    NoKingdom,
    /// Code 1: `audit` found that a kingdom cannot exist.
    Impossible,
    /// Code 2: the usage, a file or a model is wrong.
    Failed,
    /// Code 3: something needs review, with `--strict`.
    NeedsReview,
    /// Code 130, as in shells: Ctrl-C was pressed.
    Stopped,
}

impl Exit {
    /// The worse of the two results. From the worst: stopped, failed, no kingdom, needs review, scored.
    pub fn worst(self, other: Self) -> Self {
        if self.gravity() >= other.gravity() { self } else { other }
    }

    /// The worst result among the photos that nobody has corrected, as in `scan`. Open questions for the
    /// organiser count as needing review, too.
    pub fn of_tournament(tournament: &Tournament, strict: bool) -> Self {
        let needs_review = Self::of_review(!tournament.is_settled(), strict);
        let exits = tournament.to_review.iter().map(|item| match item.status {
            Status::Error => Exit::Failed,
            Status::NoKingdom => Exit::NoKingdom,
            Status::Scored | Status::Duplicate => needs_review,
        });
        exits.fold(needs_review, Exit::worst)
    }

    /// Scored; with `strict`, needs review if the reading of any of these kingdoms needs review.
    pub fn of_kingdoms<'a>(records: impl IntoIterator<Item = &'a KingdomRecord>, strict: bool) -> Self {
        Self::of_review(records.into_iter().any(KingdomRecord::needs_review), strict)
    }

    /// Scored; with `strict`, needs review if `needs_review`.
    pub fn of_review(needs_review: bool, strict: bool) -> Self {
        if strict && needs_review { Self::NeedsReview } else { Self::Scored }
    }

    fn gravity(self) -> u8 {
        match self {
            Exit::Scored => 0,
            Exit::NeedsReview => 1,
            Exit::NoKingdom | Exit::Impossible => 2,
            Exit::Failed => 3,
            Exit::Stopped => 4,
        }
    }

    pub fn code(self) -> u8 {
        match self {
            Exit::Scored => 0,
            Exit::NoKingdom | Exit::Impossible => 1,
            Exit::Failed => 2,
            Exit::NeedsReview => 3,
            Exit::Stopped => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stopped_before_two_before_one_before_three_before_zero() {
        let from_worst = [Exit::Stopped, Exit::Failed, Exit::NoKingdom, Exit::NeedsReview, Exit::Scored];
        assert_eq!(from_worst.map(Exit::code), [130, 2, 1, 3, 0]);
        for (rank, worse) in from_worst.into_iter().enumerate() {
            for better in from_worst.into_iter().skip(rank) {
                assert_eq!(worse.worst(better), worse);
                assert_eq!(better.worst(worse), worse);
            }
        }
    }
}
