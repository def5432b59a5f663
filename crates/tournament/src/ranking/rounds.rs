//! The games: kingdoms ranked together, and the Queen's host.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::places::{nobody, ranked, sums, unranked, with_shared};
use super::{Dynasty, Entry, RankedPlayer, Remark, Round, Scored, Table};
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
        // No kingdom was read; each photo says so.
        Err(StandingsError::NoKingdoms) => (Vec::new(), None),
        Err(error) => {
            note_tie(&mut entries, &error);
            (Vec::new(), Some(problem(&error)))
        }
    };
    Played { entries, remarks, problem }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Host {
    /// A player whose kingdom is known; or the towers decide.
    AmongKnown,
    /// A player whose kingdom is missing.
    Missing,
}

/// Towers decide only if all are known: a missing kingdom may have the most.
fn known_host(entries: &[Entry]) -> Result<Host, Message> {
    let kingdoms = || entries.iter().filter_map(|entry| entry.kingdom.as_ref()).map(|kingdom| &kingdom.record);
    let mut missing = entries.iter().filter(|entry| entry.kingdom.is_none()).peekable();
    let has_queen = kingdoms().any(|record| record.kingdom.game().has_queendomino());
    if !has_queen || missing.peek().is_none() {
        return Ok(Host::AmongKnown);
    }
    let is_known = kingdoms().any(|record| queen_visits(&record.kingdom, &record.unseen));
    let visits: Vec<Option<bool>> = missing.map(|entry| entry.unseen.queen).collect();
    match () {
        () if visits.contains(&Some(true)) => Ok(Host::Missing),
        () if is_known || visits.iter().all(|visit| *visit == Some(false)) => Ok(Host::AmongKnown),
        () => Err(MessageId::QueenUnknown.into()),
    }
}

/// Copies what was decided about the Queen into the player's sheet.
fn place_queen(entries: &mut [Entry], standing: &standings::Standing) {
    let [decided] = &standing.kingdoms[..] else { return };
    let of_player = entries.iter_mut().find(|entry| standing.player.as_str() == entry.seat.player);
    if let Some(scored) = of_player.and_then(|entry| entry.kingdom.as_mut()) {
        scored.record.unseen = decided.record.unseen;
        scored.sheet = decided.sheet.clone();
    }
}

/// Doubts those who may host the Queen: they may have more points.
fn note_tie(entries: &mut [Entry], error: &StandingsError) {
    let StandingsError::TiedTowers { players, .. } = error else { return };
    for entry in entries.iter_mut().filter(|entry| players.iter().any(|player| player.as_str() == entry.seat.player)) {
        entry.doubts.push(Remark::Ours(MessageId::QueenMayCome.into()));
    }
}

/// If towers decide and a kingdom that may host the Queen is doubtful, the points of others with towers are doubtful, too.
fn note_doubtful_towers(entries: &mut [Entry]) {
    let may_host = |entry: &Entry| entry.unseen.queen != Some(false);
    let is = |entry: &Entry, what: fn(&Scored) -> bool| may_host(entry) && entry.kingdom.as_ref().is_some_and(what);
    let doubtful = entries.iter().filter(|entry| is(entry, |kingdom| kingdom.needs_review));
    let players = listed(doubtful.map(|entry| &entry.seat.player));
    if players.is_empty() {
        return;
    }
    let has_towers = |kingdom: &Scored| !kingdom.needs_review && kingdom.record.kingdom.bits().towers() > 0;
    for entry in entries.iter_mut().filter(|entry| is(entry, has_towers)) {
        entry.doubts.push(Remark::Ours(MessageId::QueenByDoubtfulTowers.with("players", players.as_str())));
    }
}

/// A Queen with a player who has not the most towers needs review: of the towers, or of the manifest. She counts where she was given. If no
/// known kingdom hosts her and one is missing, she may be there.
fn note_queen_against_towers(entries: &mut [Entry], standings: &Standings, is_whole: bool) -> Option<Message> {
    let is_against = |remark: &&standings::Remark| match remark {
        standings::Remark::QueenAgainstTowers { host, .. } => is_whole || host.is_some(),
        _ => false,
    };
    let remark = standings.remarks.iter().find(is_against)?;
    let standings::Remark::QueenAgainstTowers { host, leaders, .. } = remark else { return None };
    let message = remark.message();
    let is_concerned = |player: &String| host.iter().chain(leaders).any(|named| named.as_str() == player);
    for entry in entries.iter_mut().filter(|entry| is_concerned(&entry.seat.player)) {
        entry.doubts.push(Remark::Ours(message.clone()));
    }
    Some(MessageId::CheckTheQueen.with("what", message))
}

/// Without the Dynasty: a single sheet is the same with and without it.
fn for_one_game(record: &KingdomRecord) -> KingdomRecord {
    let mut record = record.clone();
    record.variants.retain(|variant| *variant != Variant::Dynasty);
    record
}

/// With a kingdom missing, no number of kingdoms is unusual. A Queen against the towers is reported as the table's problem.
fn remarks(standings: &Standings, is_whole: bool) -> Vec<Message> {
    let (warnings, notes) = standings.audited_together();
    let warnings = warnings.iter().map(|warning| warning.with_squares());
    let is_true = |remark: &&standings::Remark| {
        use standings::Remark::{NamesAlike, QueenAgainstTowers, UnusualNumber};
        match remark {
            // Asked about over all tables.
            QueenAgainstTowers { .. } | NamesAlike { .. } => false,
            UnusualNumber { .. } => is_whole,
            _ => true,
        }
    };
    let remarks = standings.remarks.iter().filter(is_true).map(standings::Remark::message);
    warnings.chain(remarks).chain(notes).collect()
}

/// Why kingdoms cannot be ranked as one game, for the organiser of a tournament.
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
        // No results can hold the causes of other errors; if one comes nevertheless, it is shown as it is.
        other => Message::verbatim(other.to_string()),
    }
}

/// A round of these tables.
pub(super) fn round(tables: Vec<Arc<Table>>, tie_rule: TieRule) -> Round {
    let name = tables.iter().find_map(|table| table.entries.first()).map(|entry| entry.seat.round.clone());
    let ranking = ranked(tables.iter().flat_map(|table| unranked(table)).collect(), false, tie_rule);
    Round { name: name.unwrap_or_default(), ranking, tables }
}

/// Ranks a table. The Queen's host is decided at each, and she counts in the host's sheet.
pub(super) fn table(entries: Vec<Entry>, tie_rule: TieRule) -> Table {
    let Played { mut entries, remarks, problem } = play(entries, tie_rule);
    let name = entries[0].seat.table.clone();
    let ranking = ranked(entries.iter().map(Entry::place).collect(), false, tie_rule);
    let rank = |entry: &Entry| ranking.iter().position(|place| place.player == entry.seat.player);
    entries.sort_by_key(rank);
    Table { name, ranking, entries, remarks, problem }
}

/// The Dynasties of the last ranking: one whose tables are the same is kept.
#[derive(Default)]
pub(super) struct Dynasties(BTreeMap<Natural, (Vec<Arc<Table>>, Dynasty)>);

impl Dynasties {
    /// The tables whose players agreed on a Dynasty: these rounds are its games.
    pub(super) fn of(&mut self, rounds: &[Round]) -> Vec<Dynasty> {
        let mut tables: BTreeMap<Natural, Vec<&Arc<Table>>> = BTreeMap::new();
        for table in rounds.iter().flat_map(|round| &round.tables) {
            tables.entry(Natural::new(&table.name)).or_default().push(table);
        }
        let is_dynasty = |scored: &Scored| scored.record.variants.contains(&Variant::Dynasty);
        let has_dynasty =
            |table: &&Arc<Table>| table.entries.iter().filter_map(|entry| entry.kingdom.as_ref()).any(is_dynasty);
        tables.retain(|_, games| games.iter().any(has_dynasty));
        let mut before = std::mem::take(&mut self.0);
        for (name, games) in tables {
            let is_same = |known: &[Arc<Table>]| {
                known.len() == games.len() && known.iter().zip(&games).all(|(known, game)| Arc::ptr_eq(known, game))
            };
            let known = before.remove(&name).filter(|(known, _)| is_same(known));
            let dynasty = || (games.iter().copied().cloned().collect(), dynasty(&games));
            self.0.insert(name, known.unwrap_or_else(dynasty));
        }
        self.0.values().map(|(_, dynasty)| dynasty.clone()).collect()
    }
}

fn dynasty(games: &[&Arc<Table>]) -> Dynasty {
    let mut entries: Vec<(usize, &Entry)> = Vec::new();
    for (round, game) in games.iter().enumerate() {
        entries.extend(game.entries.iter().map(|entry| (round, entry)));
    }
    entries.sort_by_key(|(round, entry)| (*round, &entry.seat));
    let record = |(_, entry): &(usize, &Entry)| {
        let mut record = entry.kingdom.as_ref()?.record.clone();
        record.photo.game_id = Some(entry.seat.round.clone());
        Some(record)
    };
    let records: Vec<KingdomRecord> = entries.iter().filter_map(record).collect();
    let sums = sums(games.iter().copied());
    let missing = entries.len() - records.len();
    let standings = Standings::new(records, &standings::TableInputs::default());
    let (ranking, problem) = match standings {
        _ if missing > 0 => (sums.into_values().collect(), Some(MessageId::Missing.count(missing as u32))),
        Ok(standings) => {
            let place = |standing: &standings::Standing| RankedPlayer {
                rank: Some(standing.rank),
                tie: standing.tie_message(),
                ..sums.get(standing.player.as_str()).cloned().unwrap_or_else(|| nobody(&standing.player))
            };
            (with_shared(standings.players.iter().map(place).collect()), None)
        }
        Err(error) => (sums.into_values().collect(), Some(problem(&error))),
    };
    Dynasty { table: games[0].name.clone(), ranking, problem }
}
