//! The columns of standings over all rounds by the tournament's own rules: the points of each round, and what is summed.

use crate::ranking::{RankedPlayer, RoundScore, Tournament};
use crate::rules::Score;
use messages::{Language, Message, MessageId, Words};
use report::standings_table::with_doubt;

/// What stands where a player has no points.
pub const NOTHING: &str = "–";

/// Which columns there are.
pub struct SeasonColumns {
    /// A head for each round.
    pub rounds: Vec<Message>,
    /// Whether placing points are summed, beside which the points of the kingdoms stand.
    pub has_placing_points: bool,
}

impl SeasonColumns {
    /// `None` without rules.
    pub fn of(tournament: &Tournament) -> Option<Self> {
        let rules = tournament.by.rules.as_ref()?;
        let head = |name: &str| match rules.final_round() == Some(name) {
            true => MessageId::FinalHead.with("round", name),
            false => MessageId::RoundName.with("round", name),
        };
        let rounds = tournament.rounds.iter().map(|round| head(&round.name)).collect();
        Some(Self { rounds, has_placing_points: rules.has_placing_points() })
    }

    /// The heads between player and remark.
    pub fn heads(&self, language: Language) -> Vec<String> {
        let placing = self.has_placing_points.then(|| MessageId::PlacingPointsHead.into());
        let heads = self.rounds.iter().cloned().chain(placing).chain([MessageId::TotalLine.into()]);
        heads.map(|head: Message| head.in_language(language)).collect()
    }

    /// A player's cells below them.
    pub fn cells(&self, place: &RankedPlayer, language: Language) -> Vec<String> {
        let round = |index: usize| place.season.as_ref().and_then(|season| season.round(index));
        let rounds = (0..self.rounds.len()).map(|index| cell(round(index), language));
        let (score, is_doubtful) = place.decisive();
        let sum = if place.rank.is_some() {
            with_doubt(score.in_language(language), is_doubtful)
        } else {
            NOTHING.to_owned()
        };
        let total = self.has_placing_points.then(|| match place.rank {
            Some(_) => with_doubt(place.total, place.is_total_doubtful()),
            None => NOTHING.to_owned(),
        });
        rounds.chain([sum]).chain(total).collect()
    }
}

impl SeasonColumns {
    /// A player's cells with their heads, but for the sum that the rank follows from, in one line.
    pub fn beside_the_sum(&self, place: &RankedPlayer, language: Language) -> String {
        let (mut heads, mut cells) = (self.heads(language), self.cells(place, language));
        heads.remove(self.rounds.len());
        cells.remove(self.rounds.len());
        heads.iter().zip(cells).map(|(head, cell)| format!("{head}: {cell}")).collect::<Vec<_>>().join(" · ")
    }

    /// A player's numbers below the heads but the last one; `None` where there is none.
    pub fn scores(&self, place: &RankedPlayer) -> Vec<Option<Score>> {
        let round = |index: usize| place.season.as_ref().and_then(|season| season.round(index));
        let rounds = (0..self.rounds.len()).map(|index| round(index).map(|round| round.score));
        let sum = self.has_placing_points.then(|| place.rank.map(|_| place.decisive().0));
        rounds.chain(sum).collect()
    }
}

/// Points that do not count stand in brackets.
fn cell(round: Option<&RoundScore>, language: Language) -> String {
    let Some(round) = round else { return NOTHING.to_owned() };
    let points = with_doubt(round.score.in_language(language), round.is_doubtful);
    if round.counts { points } else { format!("({points})") }
}
