//! Ranks the kingdoms of each game, decides which kingdom the Queen visits, and ranks Dynasties.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::places::{nobody, ranked, sums, unranked, with_shared};
use super::{Dynasty, Entry, PhotoDoubt, RankedPlayer, Round, Scored, Table};
use crate::natural_order::Natural;
use kingdomino::domain::{MOST_PLAYERS, Variant, listed};
use kingdomino::formats::KingdomRecord;
use kingdomino::scoring::sheet::queen_visits;
use kingdomino::standings;
use kingdomino::standings::{Standings, StandingsError, TieRule};
use messages::{Message, MessageId, Words};

/// The kingdoms of one table in one round, ranked together.
struct Played {
    entries: Vec<Entry>,
    remarks: Vec<Message>,
    problem: Option<Message>,
}

fn play(mut entries: Vec<Entry>, tie_rule: TieRule) -> Played {
    let host = match known_host(&entries) {
        Ok(host) => host,
        Err(problem) => return Played { entries, remarks: Vec::new(), problem: Some(problem) },
    };
    let records = entries.iter().filter_map(|entry| entry.kingdom.as_ref()).map(|kingdom| {
        let mut record = for_one_game(&kingdom.record);
        if host == Host::Missing {
            record.unseen.queen = Some(false);
        }
        record
    });
    let inputs = standings::TableInputs { tie_rule, ..standings::TableInputs::default() };
    let (remarks, problem) = match Standings::new(records.collect(), &inputs) {
        Ok(standings) => {
            standings.players.iter().for_each(|standing| place_queen(&mut entries, standing));
            if standings.remarks.iter().any(|remark| matches!(remark, standings::Remark::QueenByTowers { .. })) {
                note_doubtful_towers(&mut entries);
            }
            let is_whole = entries.iter().all(|entry| entry.kingdom.is_some());
            let problem = note_queen_against_towers(&mut entries, &standings, is_whole);
            (remarks(&standings, is_whole), problem)
        }
        // No kingdom was read. Each photo reports that itself.
        Err(StandingsError::NoKingdoms) => (Vec::new(), None),
        Err(error) => {
            note_tie(&mut entries, &error);
            (Vec::new(), Some(problem(&error)))
        }
    };
    Played { entries, remarks, problem }
}

/// The player whom the Queen visits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Host {
    /// A player whose kingdom is known. If nobody was named, the towers decide.
    AmongKnown,
    /// A player whose kingdom is missing.
    Missing,
}

/// Who hosts the Queen. Towers decide only if no kingdom is missing, because a missing one may have the most.
fn known_host(entries: &[Entry]) -> Result<Host, Message> {
    let kingdoms = entries.iter().filter_map(|entry| entry.kingdom.as_ref()).map(|kingdom| &kingdom.record);
    let missing = entries.iter().filter(|entry| entry.kingdom.is_none());
    let visits: Vec<Option<bool>> = missing.map(|entry| entry.unseen.queen).collect();
    let has_queen = kingdoms.clone().any(|record| record.kingdom.game().has_queendomino());
    if !has_queen || visits.is_empty() {
        return Ok(Host::AmongKnown);
    }
    let is_known = kingdoms.clone().any(|record| queen_visits(&record.kingdom, &record.unseen));
    match () {
        () if visits.contains(&Some(true)) => Ok(Host::Missing),
        () if is_known || visits.iter().all(|visit| *visit == Some(false)) => Ok(Host::AmongKnown),
        () => Err(MessageId::QueenUnknown.into()),
    }
}

/// Copies the decision about the Queen into the player's sheet.
fn place_queen(entries: &mut [Entry], standing: &standings::Standing) {
    let [decided] = &standing.kingdoms[..] else { return };
    let of_player = entries.iter_mut().find(|entry| standing.player.as_str() == entry.seat.player);
    if let Some(scored) = of_player.and_then(|entry| entry.kingdom.as_mut()) {
        scored.record.unseen = decided.record.unseen;
        scored.sheet = decided.sheet.clone();
    }
}

/// Adds a doubt to the players who are tied for the Queen's visit: they may have more points.
fn note_tie(entries: &mut [Entry], error: &StandingsError) {
    let StandingsError::TiedTowers { players, .. } = error else { return };
    for entry in entries.iter_mut().filter(|entry| players.iter().any(|player| player.as_str() == entry.seat.player)) {
        entry.doubts.push(PhotoDoubt::Ours(MessageId::QueenMayCome.into()));
    }
}

/// If towers decide and a kingdom that the Queen may visit is doubtful, the points of the other kingdoms with
/// towers are doubtful, too.
fn note_doubtful_towers(entries: &mut [Entry]) {
    let doubtful = entries.iter().filter(|entry| possible_host(entry).is_some_and(|kingdom| kingdom.needs_review));
    let players = listed(doubtful.map(|entry| &entry.seat.player));
    if players.is_empty() {
        return;
    }
    for entry in entries {
        if possible_host(entry).is_some_and(|other| !other.needs_review && other.record.kingdom.bits().towers() > 0) {
            entry.doubts.push(PhotoDoubt::Ours(MessageId::QueenByDoubtfulTowers.with("players", players.as_str())));
        }
    }
}

/// The player's kingdom, if the Queen may visit it.
fn possible_host(entry: &Entry) -> Option<&Scored> {
    entry.kingdom.as_ref().filter(|_| entry.unseen.queen != Some(false))
}

/// If a player hosts the Queen without having the most towers, the towers or the manifest may be wrong: the
/// players in question get a doubt, but she still counts for her host. If no known kingdom hosts her and one
/// is missing, she may be there, which is no contradiction.
fn note_queen_against_towers(entries: &mut [Entry], standings: &Standings, is_whole: bool) -> Option<Message> {
    let against = standings.remarks.iter().find_map(|remark| match remark {
        standings::Remark::QueenAgainstTowers { host, leaders, .. } if is_whole || host.is_some() => {
            Some((remark.message(), host, leaders))
        }
        _ => None,
    });
    let (message, host, leaders) = against?;
    for entry in entries {
        if host.iter().chain(leaders).any(|named| named.as_str() == entry.seat.player) {
            entry.doubts.push(PhotoDoubt::Ours(message.clone()));
        }
    }
    Some(MessageId::CheckTheQueen.with("what", message))
}

/// The record without the variant Dynasty, which does not change the sheet of a single game.
fn for_one_game(record: &KingdomRecord) -> KingdomRecord {
    let mut record = record.clone();
    record.variants.retain(|variant| *variant != Variant::Dynasty);
    record
}

/// The warnings and notes of a table. If a kingdom is missing, an unusual number of kingdoms is not reported.
/// A Queen who contradicts the towers is not among them, because she is reported as the table's problem.
fn remarks(standings: &Standings, is_whole: bool) -> Vec<Message> {
    let (warnings, notes) = standings.audited_together();
    let warnings = warnings.iter().map(|warning| warning.with_squares());
    let remarks = standings.remarks.iter().filter(|remark| match remark {
        standings::Remark::QueenAgainstTowers { .. } => false,
        // Names are compared elsewhere, for all tables together.
        standings::Remark::NamesAlike { .. } => false,
        standings::Remark::UnusualNumber { .. } => is_whole,
        _ => true,
    });
    warnings.chain(remarks.map(standings::Remark::message)).chain(notes).collect()
}

/// Tells the organiser why kingdoms cannot be ranked as one game.
fn problem(error: &StandingsError) -> Message {
    match error {
        StandingsError::TiedTowers { players, towers, .. } => {
            let towers = MessageId::Towers.count(*towers);
            MessageId::QueenTied.with("players", listed(players)).with("towers", towers)
        }
        StandingsError::TwoHosts { first, second } => {
            MessageId::QueenTwice.with("first", first.as_str()).with("second", second.as_str())
        }
        StandingsError::QueenStandsElsewhere { player, place } => {
            MessageId::QueenStandsElsewhere.with("player", player.as_str()).with("square", *place)
        }
        StandingsError::TwoGames { first: (first, ..), second: (second, ..) } => {
            MessageId::DifferentGames.with("first", first.as_str()).with("second", second.as_str())
        }
        StandingsError::TwoSetsOfVariants { first: (first, _), second: (second, _) } => {
            MessageId::DifferentVariants.with("first", first.as_str()).with("second", second.as_str())
        }
        StandingsError::NotThreeGames { player, kingdoms } => {
            let kingdoms = MessageId::Kingdoms.count(*kingdoms as u32);
            MessageId::NotThreeKingdoms.with("player", player.as_str()).with("kingdoms", kingdoms)
        }
        StandingsError::NotThreeGameIds { found } => MessageId::NotThreeRounds.count(*found as u32),
        StandingsError::TooManyKingdoms { .. } => MessageId::ServeTooManyPlayers.with("most", MOST_PLAYERS),
        // Results cannot cause other errors. If there is one nevertheless, it is shown as it is.
        other => Message::verbatim(other.to_string()),
    }
}

/// Ranks a round of these tables.
pub(super) fn round(tables: &[Arc<Table>], tie_rule: TieRule) -> Round {
    let name = tables.iter().find_map(|table| table.entries.first()).map(|entry| entry.seat.round.clone());
    let ranking = ranked(tables.iter().flat_map(|table| unranked(table)).collect(), false, tie_rule);
    Round { name: name.unwrap_or_default(), ranking, tables: tables.to_vec() }
}

/// Ranks a table, decides whom the Queen visits, and counts her in that player's sheet.
pub(super) fn table(entries: Vec<Entry>, tie_rule: TieRule) -> Table {
    let Played { mut entries, remarks, problem } = play(entries, tie_rule);
    let name = entries[0].seat.table.clone();
    let ranking = ranked(entries.iter().map(Entry::place).collect(), false, tie_rule);
    entries.sort_by_key(|entry| ranking.iter().position(|place| place.player == entry.seat.player));
    Table { name, ranking, entries, remarks, problem }
}

/// What several tables came to in the last ranking, by the name that they share. It is ranked again only if one
/// of the tables has changed.
pub(super) struct RankedBefore<T>(BTreeMap<Natural, (Vec<Arc<Table>>, T)>);

impl<T> Default for RankedBefore<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Clone> RankedBefore<T> {
    /// What these tables come to, in the order of their names.
    pub(super) fn of(
        &mut self,
        tables: BTreeMap<Natural, Vec<Arc<Table>>>,
        rank: impl Fn(&[Arc<Table>]) -> T,
    ) -> Vec<T> {
        let mut before = std::mem::take(&mut self.0);
        for (name, tables) in tables {
            let is_same = |known: &[Arc<Table>]| {
                known.len() == tables.len() && known.iter().zip(&tables).all(|(known, now)| Arc::ptr_eq(known, now))
            };
            let ranked = match before.remove(&name).filter(|(known, _)| is_same(known)) {
                Some((_, ranked)) => ranked,
                None => rank(&tables),
            };
            self.0.insert(name, (tables, ranked));
        }
        self.0.values().map(|(_, ranked)| ranked.clone()).collect()
    }
}

/// The tables whose players agreed on a Dynasty. The games of a Dynasty are the rounds of a table.
pub(super) fn dynasty_tables(rounds: &[Round]) -> BTreeMap<Natural, Vec<Arc<Table>>> {
    let mut tables: BTreeMap<Natural, Vec<Arc<Table>>> = BTreeMap::new();
    for table in rounds.iter().flat_map(|round| &round.tables) {
        tables.entry(Natural::new(&table.name)).or_default().push(Arc::clone(table));
    }
    tables.retain(|_, games| games.iter().any(|game| is_dynasty(game)));
    tables
}

/// Whether the players of the table agreed on a Dynasty.
fn is_dynasty(table: &Table) -> bool {
    let mut kingdoms = table.entries.iter().filter_map(|entry| entry.kingdom.as_ref());
    kingdoms.any(|scored| scored.record.variants.contains(&Variant::Dynasty))
}

pub(super) fn dynasty(games: &[Arc<Table>]) -> Dynasty {
    let mut entries: Vec<(usize, &Entry)> = Vec::new();
    for (round, game) in games.iter().enumerate() {
        entries.extend(game.entries.iter().map(|entry| (round, entry)));
    }
    entries.sort_by_key(|(round, entry)| (*round, &entry.seat));
    let mut records: Vec<KingdomRecord> = Vec::new();
    for (_, entry) in &entries {
        if let Some(kingdom) = &entry.kingdom {
            let mut record = kingdom.record.clone();
            record.photo.game_id = Some(entry.seat.round.clone());
            records.push(record);
        }
    }
    let sums = sums(games);
    let missing = entries.len() - records.len();
    let standings = Standings::new(records, &standings::TableInputs::default());
    let (ranking, problem) = match standings {
        _ if missing > 0 => (sums.into_values().collect(), Some(MessageId::Missing.count(missing as u32))),
        Ok(standings) => {
            let places = standings.players.iter().map(|standing| RankedPlayer {
                rank: Some(standing.rank),
                tie: standing.tie_message(),
                ..sums.get(standing.player.as_str()).cloned().unwrap_or_else(|| nobody(&standing.player))
            });
            (with_shared(places.collect()), None)
        }
        Err(error) => (sums.into_values().collect(), Some(problem(&error))),
    };
    Dynasty { table: games[0].name.clone(), ranking, problem }
}
