//! Ranks players at each table, in each round, and over all rounds.

mod names;
mod places;
mod player_kingdom;
mod ranked;
mod review_items;
mod rounds;
mod season;
mod tables;

use std::sync::Arc;

use super::corrections::Corrections;
use super::rules::{Rules, Score};
use game::line::Doubt;
use game::photo_info::Seat;
use game::photo_reading::Status;
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Facts, Territory, Variant};
use kingdomino::formats::KingdomRecord;
use kingdomino::scoring::sheet::ScoreSheet;
use kingdomino::standings::TieRule;
use messages::{Language, Message, MessageId, Words};

pub use ranked::Ranked;
pub use season::{RoundScore, SeasonScore};
pub use tables::RankedTables;

/// All results of a tournament, ranked.
#[derive(Debug, Clone, PartialEq)]
pub struct Tournament {
    /// The rounds, in natural order.
    pub rounds: Vec<Round>,
    /// Tables whose players agreed on a Dynasty, ranked over its three games.
    pub dynasties: Vec<Dynasty>,
    /// The players over all rounds, from the winner down.
    pub overall: Vec<RankedPlayer>,
    /// Photos that belong to no table, by path.
    pub loose: Vec<Arc<UnassignedPhoto>>,
    /// Photos that a person should look at, by path.
    pub to_review: Vec<ReviewItem>,
    /// Pairs of photos with the same bytes, by path.
    pub duplicates: Vec<(String, String)>,
    /// Photos whose corrections no longer count.
    pub stale_corrections: Vec<String>,
    /// Photos that a person has left out, by path.
    pub left_out: Vec<String>,
    /// The rules of the ranking.
    pub by: RankedBy,
    /// Questions that only the organiser can decide, by table.
    pub questions: Vec<Question>,
}

/// The rules by which players are ranked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RankedBy {
    /// The rule that decides ties at a table and in a round.
    pub tie_rule: TieRule,
    /// The tournament's own rules for the ranking over all rounds. `None`: the sum of the rounds decides.
    pub rules: Option<Arc<Rules>>,
}

impl RankedBy {
    /// Replaces the rules for which a new value is given. An empty file of rules removes the tournament's own
    /// rules.
    #[must_use]
    pub fn changed(self, tie_rule: Option<TieRule>, rules: Option<Rules>) -> Self {
        let rules = match rules {
            Some(rules) => Some(Arc::new(rules)).filter(|rules| !rules.is_empty()),
            None => self.rules,
        };
        Self { tie_rule: tie_rule.unwrap_or(self.tie_rule), rules }
    }
}

/// A question that the results leave open, and that no photo answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The round; `None` if it concerns more than one.
    pub round: Option<String>,
    /// The table; `None` if it concerns more than one.
    pub table: Option<String>,
    /// The question.
    pub message: Message,
}

impl Entry {
    /// The name by which reports refer to the entry: the photo's, with the kingdom's number if that is above
    /// 1.
    pub fn name(&self) -> String {
        match self.number {
            Some(number) if number > 1 => format!("{} k{number}", self.photo),
            _ => self.photo.clone(),
        }
    }
}

impl Question {
    /// The round and table, such as "Round 2, Table 3"; `None` if it concerns all.
    pub fn place(&self) -> Option<Message> {
        let round = self.round.as_ref().map(|round| MessageId::RoundName.with("round", round.as_str()));
        let table = self.table.as_ref().map(|table| MessageId::TableName.with("table", table.as_str()));
        let place: Vec<Message> = round.into_iter().chain(table).collect();
        (!place.is_empty()).then(|| MessageId::List.with("words", place))
    }
}

/// A round of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// The round's number or name.
    pub name: String,
    /// The tables, in natural order.
    pub tables: Vec<Arc<Table>>,
    /// The players of all tables, from the winner down.
    pub ranking: Vec<RankedPlayer>,
}

/// The game of one table in one round.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The table's number or name.
    pub name: String,
    /// The players, from the winner down; those without a kingdom come last.
    pub ranking: Vec<RankedPlayer>,
    /// The players' kingdoms, in the order of the ranking.
    pub entries: Vec<Entry>,
    /// Warnings about the table as a whole, and notes for the players.
    pub remarks: Vec<Message>,
    /// Why the ranks are uncertain.
    pub problem: Option<Message>,
}

/// A Dynasty, which is three games of one table.
#[derive(Debug, Clone, PartialEq)]
pub struct Dynasty {
    /// The table's number or name.
    pub table: String,
    /// The players, from the winner down; without ranks if there is a problem.
    pub ranking: Vec<RankedPlayer>,
    /// Why it cannot be ranked.
    pub problem: Option<Message>,
}

/// A player in a ranking.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RankedPlayer {
    /// 1 for the winner; `None` without any kingdom. Players who share a place have the same rank.
    pub rank: Option<usize>,
    /// Whether others have the same rank.
    pub shared: bool,
    /// The player's name, or the team's.
    pub player: String,
    /// Prestige points.
    pub total: i32,
    /// How a tie on the total was decided.
    pub tie: Option<Message>,
    /// The largest territory of a single kingdom.
    pub largest_territory: Option<Territory>,
    /// Crowns in all kingdoms that count here.
    pub crowns: u32,
    /// Number of kingdoms that count here.
    pub kingdoms: usize,
    /// Number of kingdoms that should count here and are missing.
    pub missing: usize,
    /// Number of kingdoms that count here and need review.
    pub doubtful: usize,
    /// Number of rounds without a photo.
    pub absent: usize,
    /// How many points less and how many more the doubtful kingdoms may score; `None` if that is unknown.
    pub swing: Option<(i32, i32)>,
    /// Whether two spellings may be one player, or one name two players, so that kingdoms may count for the
    /// wrong player.
    pub is_name_doubtful: bool,
    /// Whether a doubtful total, of this player or of another one, may change the rank.
    pub is_rank_doubtful: bool,
    /// In the ranking over all rounds, the score by the tournament's own rules.
    pub season: Option<SeasonScore>,
}

/// A player's kingdom at a table, or why there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The player, with round and table.
    pub seat: Seat,
    /// The photo from which the kingdom was read.
    pub photo: String,
    /// The kingdom's number in a photo of a whole table, from 1.
    pub number: Option<usize>,
    /// sha256 of the photo.
    pub sha256: Option<String>,
    /// The facts about the player that no photo shows.
    pub unseen: Facts,
    /// The kingdom that counts for the player; `None` if none does.
    pub kingdom: Option<Scored>,
    /// Doubts, or why there is no kingdom.
    pub doubts: Vec<PhotoDoubt>,
}

/// A kingdom with its score sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// The kingdom, with the player's name, the facts about the player, and the Queen.
    pub record: KingdomRecord,
    /// Its points.
    pub sheet: ScoreSheet,
    /// Doubtful squares.
    pub squares: Vec<Doubt>,
    /// Whether a person has checked it.
    pub is_corrected: bool,
    /// Whether the reading needs review.
    pub needs_review: bool,
}

/// A doubt about a photo or a kingdom, or the reason why there is no kingdom.
#[derive(Debug, Clone, PartialEq)]
pub enum PhotoDoubt {
    /// A doubt that the ranking adds, in every language.
    Ours(Message),
    /// A warning of the reading.
    Warning(Warning),
    /// The photo has no kingdom.
    Failed {
        /// Either there is no kingdom in the photo, or the photo could not be read.
        status: Status,
        /// The error's message, in English.
        message: String,
        /// The reason in every language, if known.
        reason: Option<Message>,
    },
}

impl PhotoDoubt {
    /// Whether the doubt is about all kingdoms of a table together.
    fn is_table_wide(&self) -> bool {
        matches!(self, Self::Warning(warning) if warning.code.meaning().is_table_wide)
    }

    /// Recalculates the totals in its text with the facts about the player.
    fn count(&mut self, record: &KingdomRecord) {
        match self {
            Self::Ours(message) => *message = record.recounted(message),
            Self::Warning(warning) => *warning = record.counted(warning),
            Self::Failed { .. } => {}
        }
    }

    /// The text for people. The details of an error exist only in English; the text in other languages names
    /// only its kind.
    pub fn in_language(&self, language: Language) -> String {
        match (self, language) {
            (Self::Failed { message, .. }, Language::English) => message.clone(),
            _ => self.message().in_language(language),
        }
    }

    /// The text in every language. An error without a known reason has only its English text.
    pub fn message(&self) -> Message {
        match self {
            Self::Ours(message) => message.clone(),
            Self::Warning(warning) => warning.with_squares(),
            Self::Failed { status: Status::NoKingdom, .. } => MessageId::NoKingdomInPhoto.into(),
            Self::Failed { message, reason, .. } => {
                reason.clone().unwrap_or_else(|| Message::verbatim(message.as_str()))
            }
        }
    }
}

impl Scored {
    fn new(record: KingdomRecord, squares: Vec<Doubt>, is_corrected: bool) -> Self {
        let sheet = record.sheet();
        Self { record, sheet, squares, is_corrected, needs_review: false }
    }

    /// Scores the kingdom again with the facts about the player.
    fn with_facts(self, unseen: Facts, variants: &[Variant]) -> Self {
        let record = KingdomRecord { unseen, variants: variants.to_vec(), ..self.record };
        Self { needs_review: self.needs_review, ..Self::new(record, self.squares, self.is_corrected) }
    }
}

impl RankedPlayer {
    /// Whether the total may change, because a kingdom needs review or is missing.
    pub fn is_total_doubtful(&self) -> bool {
        self.doubtful + self.missing > 0
    }

    /// The score that decides the rank, and whether it may change. It is the total, or the score by the
    /// tournament's own rules.
    pub fn decisive(&self) -> (Score, bool) {
        match &self.season {
            Some(season) => (season.score, season.is_doubtful),
            None => (Score::of_points(self.total), self.is_total_doubtful()),
        }
    }

    /// How ties were decided, what is missing, and what needs review; empty if there is nothing to say.
    pub fn remarks(&self, language: Language) -> String {
        let missing = (self.missing > 0).then(|| MessageId::Missing.count(self.missing as u32));
        let doubtful = (self.doubtful > 0).then(|| MessageId::KingdomsToCheck.count(self.doubtful as u32));
        let absent = (self.absent > 0).then(|| MessageId::RoundsWithoutPhoto.count(self.absent as u32));
        let remarks = self.tie.clone().into_iter().chain(missing).chain(absent).chain(doubtful);
        remarks.map(|remark| remark.in_language(language)).collect::<Vec<_>>().join("; ")
    }
}

/// A photo that belongs to no table.
#[derive(Debug, Clone, PartialEq)]
pub struct UnassignedPhoto {
    /// The photo's path.
    pub photo: String,
    /// sha256 of the photo's bytes.
    pub sha256: Option<String>,
    /// The photo's status.
    pub status: Status,
    /// The kingdoms that were read.
    pub kingdoms: Vec<Scored>,
    /// Doubts, or why there is no kingdom.
    pub doubts: Vec<PhotoDoubt>,
}

/// A photo that a person should look at.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewItem {
    /// The photo's path.
    pub photo: String,
    /// sha256 of the photo's bytes.
    pub sha256: Option<String>,
    /// The photo's status.
    pub status: Status,
    /// The player whose kingdom the photo should show.
    pub seat: Option<Seat>,
    /// The photo where the report shows this item: this one, or the one that counts for the player.
    pub shown: String,
    /// The reasons.
    pub doubts: Vec<PhotoDoubt>,
    /// How many squares of its kingdoms are doubtful.
    pub doubtful_squares: usize,
}

impl Tournament {
    /// The kingdom that counts for a player at a table, including whether the Queen visits it.
    pub fn record_of(&self, seat: &Seat) -> Option<&KingdomRecord> {
        let tables = self.rounds.iter().filter(|round| round.name == seat.round).flat_map(|round| &round.tables);
        let entry = tables.flat_map(|table| &table.entries).find(|entry| entry.seat == *seat)?;
        Some(&entry.kingdom.as_ref()?.record)
    }

    /// Adds a question for each photo that was corrected and is gone.
    #[must_use]
    pub fn with_lost_words(mut self, corrections: &Corrections) -> Self {
        let mut questions = Vec::new();
        for (photo, corrected) in corrections.without_photo() {
            let message = MessageId::CorrectedPhotoGone.with("photo", photo).with("said", corrected.in_words());
            questions.push(Question { round: None, table: None, message });
        }
        questions.append(&mut self.questions);
        Self { questions, ..self }
    }

    /// The rule that decides ties, if it is not that of the rule sheets.
    pub fn house_rule(&self) -> Option<Message> {
        (self.by.tie_rule == TieRule::Crowns).then(|| MessageId::TiesByCrowns.into())
    }

    /// The tournament's own rules in plain words, and the rule that decides ties if it is not that of the
    /// rule sheets.
    pub fn rules_in_words(&self) -> Vec<Message> {
        let own = self.by.rules.iter().flat_map(|rules| rules.in_words());
        own.chain(self.house_rule()).collect()
    }

    /// Whether nothing is left to review or decide.
    pub fn is_settled(&self) -> bool {
        self.to_review.is_empty() && self.questions.is_empty()
    }
}
