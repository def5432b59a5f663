//! Ranks each table on its own, and keeps its ranking for later: an answer in a review changes only the
//! answer's own table.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::names::Names;
use super::places;
use super::player_kingdom::{Open, PlayerPhoto, entry};
use super::review_items::in_order;
use super::rounds::{self, RankedBefore};
use super::{Dynasty, Entry, Question, RankedBy, Round, Table, Tournament, UnassignedPhoto, season};
use crate::corrections::Corrections;
use crate::natural_order::Natural;
use crate::reread::table_of;
use crate::words::first_of;
use game::line::PhotoLine;
use game::photo_info::Seat;
use kingdomino::standings::TieRule;
use messages::{MessageId, Words};

/// A tournament's tables, each ranked on its own.
#[derive(Default)]
pub struct RankedTables {
    by: RankedBy,
    ranked: BTreeMap<TableKey, RankedTable>,
    /// Photos of tables that are not ranked yet.
    added: BTreeMap<TableKey, PhotosOfTable>,
    /// The doubts about names; `None` if players have changed since they were compared, which takes longer than
    /// all other ranking.
    names: Option<Names>,
    rounds: RankedBefore<Round>,
    dynasties: RankedBefore<Dynasty>,
}

/// Round and table, in natural order. A photo without a table has a key of its own.
type TableKey = (Natural, Natural);

fn key(line: &PhotoLine) -> TableKey {
    let (round, table) = table_of(line);
    (Natural::new(round), Natural::new(table))
}

impl RankedTables {
    /// A tournament without tables.
    pub fn new(by: RankedBy) -> Self {
        Self { by, ..Self::default() }
    }

    /// Adds a photo. Add all of a table's photos before ranking.
    pub fn add(&mut self, line: &PhotoLine, corrections: &Corrections) {
        self.added.entry(key(line)).or_default().add(line, corrections);
    }

    /// Replaces tables with those that were added to `others`, which must have all their photos.
    pub fn replace(&mut self, mut others: Self) {
        self.added.append(&mut others.added);
    }

    /// Ranks all tables together.
    pub fn tournament(&mut self) -> Tournament {
        let tie_rule = self.by.tie_rule;
        for (key, photos) in std::mem::take(&mut self.added) {
            let ranked = photos.ranked(tie_rule);
            if self.ranked.get(&key).is_none_or(|before| before.players() != ranked.players()) {
                self.names = None;
            }
            self.ranked.insert(key, ranked);
        }
        let names = self.names.get_or_insert_with(|| {
            let players: Vec<(&Seat, &str)> = self.ranked.values().flat_map(RankedTable::players).collect();
            let different = self.by.rules.as_deref().map_or(&[][..], |rules| &rules.different_players);
            Names::new(&players, different)
        });
        let of_tables = self.ranked.iter().filter_map(|(key, ranked)| Some((key, ranked.table.as_ref()?)));
        let mut rounds: BTreeMap<Natural, Vec<Arc<Table>>> = BTreeMap::new();
        for ((round, _), table) in of_tables {
            let table = names.doubted(table).map_or_else(|| Arc::clone(table), Arc::new);
            rounds.entry(round.clone()).or_default().push(table);
        }
        let summed =
            self.by.rules.is_none().then(|| places::overall(rounds.values().flatten(), rounds.len(), tie_rule));
        let rounds: Vec<Round> = self.rounds.of(rounds, |tables| rounds::round(tables, tie_rule));
        let by_rules = self.by.rules.as_ref().map(|rules| season::ranked_by(rules, &rounds));
        let (overall, of_final) = by_rules.unwrap_or_else(|| (summed.unwrap_or_default(), Vec::new()));
        let dynasties = self.dynasties.of(rounds::dynasty_tables(&rounds), rounds::dynasty);
        let all: Vec<&RankedTable> = self.ranked.values().collect();
        let mut loose: Vec<Arc<UnassignedPhoto>> = all.iter().flat_map(|ranked| &ranked.loose).cloned().collect();
        loose.sort_by(|a, b| a.photo.cmp(&b.photo));
        let to_review = in_order(all.iter().flat_map(|ranked| &ranked.open.to_review).cloned().collect());
        let mut duplicates: Vec<(String, String)> = all.iter().flat_map(|ranked| &ranked.duplicates).cloned().collect();
        duplicates.sort();
        let mut stale_corrections: Vec<String> = all.iter().flat_map(|ranked| &ranked.stale).cloned().collect();
        stale_corrections.sort();
        let mut left_out: Vec<String> = all.iter().flat_map(|ranked| &ranked.left_out).cloned().collect();
        left_out.sort();
        let disputes = all.iter().flat_map(|ranked| &ranked.open.disputes).map(|(seat, message)| Question {
            round: Some(seat.round.clone()),
            table: Some(seat.table.clone()),
            message: message.clone(),
        });
        let of_names = names.spellings.iter().chain(&names.of_pictures).chain(&names.namesakes).cloned();
        let questions = without_table(&loose).into_iter().chain(of_names).chain(disputes);
        let questions = questions.chain(self::questions(&rounds, &dynasties)).chain(of_final).collect();
        let by = self.by.clone();
        Tournament {
            rounds,
            dynasties,
            overall,
            loose,
            to_review,
            duplicates,
            stale_corrections,
            left_out,
            by,
            questions,
        }
    }
}

/// The photos of a table, line by line.
#[derive(Default)]
struct PhotosOfTable {
    seats: BTreeMap<Seat, Vec<PlayerPhoto>>,
    loose: Vec<UnassignedPhoto>,
    duplicates: Vec<(String, String)>,
    stale: Vec<String>,
    left_out: Vec<String>,
    open: Open,
}

/// A table, ranked on its own.
struct RankedTable {
    /// `None` if no kingdom counts.
    table: Option<Arc<Table>>,
    loose: Vec<Arc<UnassignedPhoto>>,
    duplicates: Vec<(String, String)>,
    stale: Vec<String>,
    left_out: Vec<String>,
    open: Open,
}

impl PhotosOfTable {
    fn add(&mut self, line: &PhotoLine, corrections: &Corrections) {
        let line = &corrections.without_settled_copies(line);
        let read = line.read_kingdoms();
        self.duplicates.extend(line.duplicate_of.clone().map(|of| (line.reading.photo.clone(), of)));
        let stale = corrections.stale(line);
        self.stale.extend(stale.as_ref().map(|_| line.reading.photo.clone()));
        let corrected = corrections.of(line);
        let is_left_out = corrected.as_ref().is_some_and(|corrected| corrected.is_left_out);
        self.left_out.extend(is_left_out.then(|| line.reading.photo.clone()));
        let candidates = match line.reading.info.shows_table() {
            true => PlayerPhoto::of_table(line, &read, corrected.as_ref()),
            false => vec![(line.reading.info.seat.clone(), PlayerPhoto::new(line, &read, corrected.as_ref()))],
        };
        for (seat, mut candidate) in candidates {
            if let Some(stale) = &stale {
                let is_misfit = corrections.is_misfit(line);
                let why = if is_misfit { MessageId::CorrectedOtherwiseRead } else { MessageId::CorrectedBefore };
                candidate.lose(why.with("said", stale.in_words()));
            }
            match seat {
                Some(seat) => self.seats.entry(seat).or_default().push(candidate),
                None => {
                    self.open.to_review.extend(candidate.review_item(None, candidate.photo()));
                    self.loose.push(candidate.loose());
                }
            }
        }
    }

    fn ranked(self, tie_rule: TieRule) -> RankedTable {
        let Self { seats, mut loose, duplicates, stale, left_out, mut open } = self;
        let mut entries: Vec<Entry> = Vec::new();
        for (seat, candidates) in seats {
            match entry(seat, candidates, &mut open) {
                Ok(entry) => entries.push(entry),
                Err(left_out) => loose.extend(left_out),
            }
        }
        let mut table = (!entries.is_empty()).then(|| rounds::table(entries, tie_rule));
        // The totals in the doubts are recalculated, because only now it is known whom the Queen visits.
        for entry in table.iter_mut().flat_map(|table| &mut table.entries) {
            let Some(kingdom) = &entry.kingdom else { continue };
            entry.doubts.iter_mut().for_each(|doubt| doubt.count(&kingdom.record));
            let items = open.to_review.iter_mut().filter(|item| item.seat.as_ref() == Some(&entry.seat));
            items.flat_map(|item| &mut item.doubts).for_each(|doubt| doubt.count(&kingdom.record));
            for (_, message) in open.disputes.iter_mut().filter(|(seat, _)| *seat == entry.seat) {
                *message = kingdom.record.recounted(message);
            }
        }
        let table = table.map(Arc::new);
        RankedTable { table, loose: loose.into_iter().map(Arc::new).collect(), duplicates, stale, left_out, open }
    }
}

impl RankedTable {
    /// The players with their photos, sorted: their order in the ranking changes with each answer.
    fn players(&self) -> Vec<(&Seat, &str)> {
        let entries = self.table.iter().flat_map(|table| &table.entries);
        let mut players: Vec<(&Seat, &str)> = entries.map(|entry| (&entry.seat, entry.photo.as_str())).collect();
        players.sort_unstable();
        players
    }
}

/// The question about kingdoms without a table: most likely the manifest lacks a row, so that a player has no
/// points.
fn without_table(loose: &[Arc<UnassignedPhoto>]) -> Option<Question> {
    let photos = loose.iter().filter(|photo| !photo.kingdoms.is_empty());
    let photos: Vec<String> = photos.map(|photo| photo.photo.clone()).collect();
    let message = MessageId::KingdomsWithoutTable.count(photos.len() as u32).with("photos", first_of(&photos));
    (!photos.is_empty()).then_some(Question { round: None, table: None, message })
}

fn questions(rounds: &[Round], dynasties: &[Dynasty]) -> Vec<Question> {
    let of_tables = rounds.iter().flat_map(|round| {
        round.tables.iter().filter_map(|table| {
            let message = table.problem.clone()?;
            Some(Question { round: Some(round.name.clone()), table: Some(table.name.clone()), message })
        })
    });
    let of_dynasties = dynasties.iter().filter_map(|dynasty| {
        let message = dynasty.problem.clone()?;
        Some(Question { round: None, table: Some(dynasty.table.clone()), message })
    });
    of_tables.chain(of_dynasties).collect()
}
