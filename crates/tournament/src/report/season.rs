//! The columns of the standings by the tournament's own rules: the points of each round, and their sums.

use crate::ranking::{RankedPlayer, RoundScore, Tournament};
use crate::rules::Score;
use messages::{Language, Message, MessageId, Words};
use report::standings_table::with_doubt;

/// The cell of a player without points.
pub const NOTHING: &str = "–";

/// The columns of the standings between player and remark.
pub struct SeasonColumns {
    /// A head for each round.
    pub rounds: Vec<Message>,
    /// Whether placing points are summed. The points of the kingdoms are then in a column of their own.
    pub has_placing_points: bool,
}

impl SeasonColumns {
    /// The columns for this tournament; `None` if it has no rules of its own.
    pub fn of(tournament: &Tournament) -> Option<Self> {
        let rules = tournament.by.rules.as_ref()?;
        let rounds = tournament.rounds.iter().map(|round| {
            let is_final = rules.final_round() == Some(&round.name);
            let head = if is_final { MessageId::FinalHead } else { MessageId::RoundName };
            head.with("round", round.name.as_str())
        });
        Some(Self { rounds: rounds.collect(), has_placing_points: rules.has_placing_points() })
    }

    /// The heads of the columns.
    pub fn heads(&self, language: Language) -> Vec<String> {
        let placing = self.has_placing_points.then(|| MessageId::PlacingPointsHead.into());
        let heads = self.rounds.iter().cloned().chain(placing).chain([MessageId::TotalLine.into()]);
        heads.map(|head: Message| head.in_language(language)).collect()
    }

    /// A player's cells, in the order of the heads.
    pub fn cells(&self, place: &RankedPlayer, language: Language) -> Vec<String> {
        let rounds = (0..self.rounds.len()).map(|index| cell(round_score(place, index), language));
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
    /// A player's cells with their heads in one line, except for the sum that decides the rank.
    pub fn beside_the_sum(&self, place: &RankedPlayer, language: Language) -> String {
        let (mut heads, mut cells) = (self.heads(language), self.cells(place, language));
        heads.remove(self.rounds.len());
        cells.remove(self.rounds.len());
        heads.iter().zip(cells).map(|(head, cell)| format!("{head}: {cell}")).collect::<Vec<_>>().join(" · ")
    }

    /// A player's numbers, in the order of the heads without the last one; `None` for an empty cell.
    pub fn scores(&self, place: &RankedPlayer) -> Vec<Option<Score>> {
        let rounds = (0..self.rounds.len()).map(|index| round_score(place, index).map(|round| round.score));
        let sum = self.has_placing_points.then(|| place.rank.map(|_| place.decisive().0));
        rounds.chain(sum).collect()
    }
}

fn round_score(place: &RankedPlayer, index: usize) -> Option<&RoundScore> {
    place.season.as_ref()?.round(index)
}

/// The points of a round, in brackets if they do not count.
fn cell(round: Option<&RoundScore>, language: Language) -> String {
    let Some(round) = round else { return NOTHING.to_owned() };
    let points = with_doubt(round.score.in_language(language), round.is_doubtful);
    if round.counts { points } else { format!("({points})") }
}
