//! Who won: at every table, in every round, in all rounds together.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::corrections::{Corrections, Verdict};
use super::natural::Natural;
use super::plan::Seat;
use super::reading::Status;
use super::results::{Doubt, ReadKingdom, ResultLine, ResultsError};
use crate::domain::{Territory, Variant};
use crate::formats::{KingdomRecord, NotationError, notation};
use crate::score_sheet::{ScoreSheet, largest_territory};
use crate::standings::{self, Standings, TieBreak};
use crate::words::{Language, Message, Phrase, Words};

/// All results of a tournament, ranked.
#[derive(Debug, Clone, PartialEq)]
pub struct Tournament {
    /// In their order.
    pub rounds: Vec<Round>,
    /// Tables whose players agreed on a Dynasty, over its three games.
    pub dynasties: Vec<Dynasty>,
    /// The sums of all rounds, from the winner down.
    pub overall: Vec<Place>,
    /// Photos that belong to no table, by path.
    pub loose: Vec<Loose>,
    /// Photos that a person should look at, by path.
    pub to_review: Vec<Look>,
    /// Photos that are the same as another one, by path: photo, and the other one.
    pub duplicates: Vec<(String, String)>,
    /// Photos that changed after somebody had corrected them.
    pub stale_corrections: Vec<String>,
}

/// A round of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    /// Its number or name.
    pub name: String,
    /// In their order.
    pub tables: Vec<Table>,
    /// Of all tables, from the winner down.
    pub ranking: Vec<Place>,
}

/// The game of one table in one round.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its number or name.
    pub name: String,
    /// From the winner down; then those without a kingdom.
    pub ranking: Vec<Place>,
    /// The players' kingdoms, in the order of the ranking.
    pub entries: Vec<Entry>,
    /// What speaks against the kingdoms together, and what the players should know.
    pub remarks: Vec<Message>,
    /// Why the table cannot be ranked, in English.
    pub problem: Option<String>,
}

/// A Dynasty.
#[derive(Debug, Clone, PartialEq)]
pub struct Dynasty {
    /// The table's number or name.
    pub table: String,
    /// From the winner down; without ranks when there is a problem.
    pub ranking: Vec<Place>,
    /// Why it cannot be ranked, in English.
    pub problem: Option<String>,
}

/// A player's place.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// 1 for the winner; `None` without any kingdom. Those who share a place have the same rank.
    pub rank: Option<usize>,
    /// Whether others have the same rank.
    pub shared: bool,
    /// The player's name, or the team's.
    pub player: String,
    /// Prestige points.
    pub total: i32,
    /// How a tie on the total ended.
    pub tie: Option<Message>,
    /// The largest territory of a single kingdom.
    pub largest_territory: Option<Territory>,
    /// Kingdoms that count here.
    pub kingdoms: usize,
    /// Kingdoms that should count here and are not known.
    pub missing: usize,
    /// Of those that count, kingdoms in doubt.
    pub doubtful: usize,
}

/// A player's kingdom at a table, or why there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Whose it is, and where.
    pub seat: Seat,
    /// The photo that it was read from.
    pub photo: String,
    /// Of the photo.
    pub sha256: Option<String>,
    /// `None`: there is none.
    pub kingdom: Option<Scored>,
    /// What is in doubt, or why there is no kingdom.
    pub doubts: Vec<Remark>,
}

/// A kingdom with its sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Scored {
    /// With the player's name and what was told.
    pub record: KingdomRecord,
    /// Its points.
    pub sheet: ScoreSheet,
    /// Squares that may be others.
    pub squares: Vec<Doubt>,
    /// Whether somebody has looked at it.
    pub is_corrected: bool,
}

/// Something that is in doubt: of our own words, or as the results say it in English.
#[derive(Debug, Clone, PartialEq)]
pub enum Remark {
    /// In every language.
    Ours(Message),
    /// As it stands in the results.
    AsWritten(String),
}

impl Remark {
    /// As far as it can be said in that language.
    pub fn in_language(&self, language: Language) -> String {
        match self {
            Self::Ours(message) => message.in_language(language),
            Self::AsWritten(text) => text.clone(),
        }
    }
}

impl Place {
    /// How ties ended, and what is missing or in doubt; nothing when there is nothing to say.
    pub fn remarks(&self, language: Language) -> String {
        let missing = (self.missing > 0).then(|| Phrase::Missing.count(self.missing as u32));
        let doubtful = (self.doubtful > 0).then(|| Phrase::InDoubt.count(self.doubtful as u32));
        let remarks = self.tie.clone().into_iter().chain(missing).chain(doubtful);
        remarks.map(|remark| remark.in_language(language)).collect::<Vec<_>>().join("; ")
    }
}

/// A photo that belongs to no table.
#[derive(Debug, Clone, PartialEq)]
pub struct Loose {
    /// Its path.
    pub photo: String,
    /// Of its bytes.
    pub sha256: Option<String>,
    /// What became of it.
    pub status: Status,
    /// As far as they were read.
    pub kingdoms: Vec<Scored>,
    /// What is in doubt, or why there is no kingdom.
    pub doubts: Vec<Remark>,
}

/// A photo that a person should look at.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// Its path.
    pub photo: String,
    /// Of its bytes.
    pub sha256: Option<String>,
    /// What became of it.
    pub status: Status,
    /// Whose kingdom it should show.
    pub seat: Option<Seat>,
    /// Why.
    pub doubts: Vec<Remark>,
}

impl Tournament {
    /// Ranks these results, with the corrections.
    ///
    /// # Errors
    /// A line whose kingdom is none, or a correction that is none.
    pub fn of(
        lines: impl IntoIterator<Item = Result<ResultLine, ResultsError>>,
        corrections: &Corrections,
    ) -> Result<Self, ResultsError> {
        let mut seats: BTreeMap<Seat, Vec<Candidate>> = BTreeMap::new();
        let (mut loose, mut to_review, mut duplicates, mut stale) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for line in lines {
            let line = line?;
            duplicates.extend(line.duplicate_of.clone().map(|of| (line.photo.clone(), of)));
            stale.extend(corrections.is_stale(&line).then(|| line.photo.clone()));
            let candidate = Candidate::of(&line, corrections.verdict(&line))?;
            match line.told.seat {
                Some(seat) => seats.entry(seat).or_default().push(candidate),
                None => {
                    to_review.extend(candidate.look(None));
                    loose.push(candidate.loose());
                }
            }
        }
        let entries: Vec<Entry> =
            seats.into_iter().map(|(seat, candidates)| entry(seat, candidates, &mut to_review)).collect();
        to_review.sort_by(|a, b| a.photo.cmp(&b.photo));
        let overall = overall(&entries);
        let dynasties = dynasties(&entries);
        let rounds = rounds(entries);
        Ok(Self { rounds, dynasties, overall, loose, to_review, duplicates, stale_corrections: stale })
    }
}

/// One photo of a player's kingdom.
struct Candidate {
    photo: String,
    sha256: Option<String>,
    status: Status,
    kingdoms: Vec<Scored>,
    doubts: Vec<Remark>,
    is_corrected: bool,
    is_left_out: bool,
}

impl Candidate {
    fn of(line: &ResultLine, verdict: Option<&Verdict>) -> Result<Self, ResultsError> {
        let read = line.read_kingdoms()?;
        let mut candidate = Self {
            photo: line.photo.clone(),
            sha256: line.sha256.clone(),
            status: line.status,
            kingdoms: Vec::new(),
            doubts: Vec::new(),
            is_corrected: verdict.is_some(),
            is_left_out: verdict == Some(&Verdict::LeftOut),
        };
        match verdict {
            Some(Verdict::LeftOut) => candidate.doubts.push(Remark::Ours(Phrase::LeftOut.into())),
            Some(Verdict::Kingdom(text)) => candidate.kingdoms.push(corrected(line, text)?),
            None => {
                candidate.doubts = doubts(line, &read);
                candidate.kingdoms = read.into_iter().map(scored).collect();
            }
        }
        Ok(candidate)
    }

    /// A player has one kingdom.
    fn shows_one(&self) -> bool {
        self.kingdoms.len() == 1
    }

    /// The best first: what a person has looked at, what shows a kingdom, what is beyond doubt.
    fn gravity(&self) -> (bool, bool, usize, &str) {
        (!self.is_corrected, !self.shows_one(), self.doubts.len(), &self.photo)
    }

    fn look(&self, seat: Option<&Seat>) -> Option<Look> {
        let is_open = !self.is_corrected && !self.doubts.is_empty();
        is_open.then(|| Look {
            photo: self.photo.clone(),
            sha256: self.sha256.clone(),
            status: self.status,
            seat: seat.cloned(),
            doubts: self.doubts.clone(),
        })
    }

    fn loose(self) -> Loose {
        let Self { photo, sha256, status, kingdoms, doubts, .. } = self;
        Loose { photo, sha256, status, kingdoms, doubts }
    }
}

/// What keeps us from standing by what was read.
fn doubts(line: &ResultLine, read: &[ReadKingdom]) -> Vec<Remark> {
    if !line.needs_review {
        return Vec::new();
    }
    let mut doubts = Vec::new();
    if !line.message.is_empty() {
        // The photo is named beside it.
        let message = line.message.strip_prefix(&format!("{}: ", line.photo)).unwrap_or(&line.message);
        doubts.push(Remark::AsWritten(message.to_owned()));
    }
    if !line.same_as.is_empty() {
        let others = line.same_as.join(", ");
        doubts.push(Remark::AsWritten(format!("the same photo as {others}, which is somebody else's")));
    }
    if line.told.seat.is_some() && read.len() > 1 {
        doubts.push(Remark::Ours(Phrase::ShowsKingdoms.count(read.len() as u32)));
    }
    for kingdom in read.iter().filter(|kingdom| kingdom.needs_review) {
        if kingdom.warnings.is_empty() {
            doubts.push(Remark::Ours(Phrase::ToCheck.into()));
        }
        doubts.extend(kingdom.warnings.iter().cloned().map(Remark::AsWritten));
    }
    doubts
}

fn scored(read: ReadKingdom) -> Scored {
    with_sheet(read.record, read.doubts, false)
}

/// A kingdom that a person typed, with all that was told of the photo.
fn corrected(line: &ResultLine, text: &str) -> Result<Scored, ResultsError> {
    let error = |error: NotationError| line.error(format!("its correction: {error}"));
    let kingdom = notation::parse(text).map_err(error)?;
    let record = KingdomRecord {
        player: line.told.seat.as_ref().map(|seat| seat.player.clone()),
        unseen: line.told.unseen(),
        variants: line.told.variants(),
        ..KingdomRecord::from(kingdom)
    };
    Ok(with_sheet(record, Vec::new(), true))
}

fn with_sheet(record: KingdomRecord, squares: Vec<Doubt>, is_corrected: bool) -> Scored {
    let sheet = ScoreSheet::of(&record.kingdom, &record.unseen, &record.variants);
    Scored { record, sheet, squares, is_corrected }
}

/// Of several photos of a player's kingdom the best counts; when others say otherwise, it is in doubt. One that a person left
/// out counts only when all are left out.
fn entry(seat: Seat, mut candidates: Vec<Candidate>, to_review: &mut Vec<Look>) -> Entry {
    if candidates.iter().any(|candidate| !candidate.is_left_out) {
        candidates.retain(|candidate| !candidate.is_left_out);
    }
    // A copy of another photo says nothing new, unless it is all that there is.
    if candidates.iter().any(|candidate| candidate.status != Status::Duplicate) {
        let (copies, others): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|c| c.status == Status::Duplicate);
        to_review.extend(copies.iter().filter_map(|copy| copy.look(Some(&seat))));
        candidates = others;
    }
    candidates.sort_by(|a, b| a.gravity().cmp(&b.gravity()));
    let total = |candidate: &Candidate| candidate.kingdoms.first().map(|kingdom| kingdom.sheet.total);
    let totals: BTreeSet<Option<i32>> =
        candidates.iter().filter(|candidate| candidate.shows_one()).map(total).collect();
    let first_is_corrected = candidates.first().is_some_and(|first| first.is_corrected);
    if totals.len() > 1 && !first_is_corrected {
        let listed =
            candidates.iter().filter_map(|candidate| Some(format!("{} ({})", candidate.photo, total(candidate)?)));
        let listed = listed.collect::<Vec<_>>().join(", ");
        candidates[0].doubts.push(Remark::Ours(Phrase::PhotosReadDifferently.with("photos", listed)));
    }
    // The others matter only where the best one is in doubt; but a file that cannot be read may show anything.
    let matters = |(index, candidate): &(usize, &Candidate)| *index == 0 || candidate.status == Status::Error;
    let looks = candidates.iter().enumerate().filter(matters);
    to_review.extend(looks.filter_map(|(_, candidate)| candidate.look(Some(&seat))));
    let mut best = candidates.swap_remove(0);
    let kingdom = if best.shows_one() { best.kingdoms.pop() } else { None };
    Entry { seat, photo: best.photo, sha256: best.sha256, kingdom, doubts: best.doubts }
}

impl Entry {
    /// Whether the kingdom counts and may be wrong.
    pub fn is_doubtful(&self) -> bool {
        self.kingdom.as_ref().is_some_and(|kingdom| !kingdom.is_corrected) && !self.doubts.is_empty()
    }

    /// As it stands before it is ranked.
    fn place(&self) -> Place {
        Place {
            rank: None,
            shared: false,
            player: self.seat.player.clone(),
            total: self.kingdom.as_ref().map_or(0, |kingdom| kingdom.sheet.total),
            tie: None,
            largest_territory: self.kingdom.as_ref().and_then(|kingdom| largest_territory(&kingdom.record.kingdom)),
            kingdoms: usize::from(self.kingdom.is_some()),
            missing: usize::from(self.kingdom.is_none()),
            doubtful: usize::from(self.is_doubtful()),
        }
    }
}

fn rounds(entries: Vec<Entry>) -> Vec<Round> {
    let mut rounds: BTreeMap<Natural, BTreeMap<Natural, Vec<Entry>>> = BTreeMap::new();
    for entry in entries {
        let tables = rounds.entry(Natural::of(&entry.seat.round)).or_default();
        tables.entry(Natural::of(&entry.seat.table)).or_default().push(entry);
    }
    let round = |tables: BTreeMap<Natural, Vec<Entry>>| {
        let places = tables.values().flatten().map(Entry::place).collect();
        let name = tables.values().flatten().map(|entry| entry.seat.round.clone()).next().unwrap_or_default();
        Round { name, ranking: ranked(places, false), tables: tables.into_values().map(table).collect() }
    };
    rounds.into_values().map(round).collect()
}

fn table(mut entries: Vec<Entry>) -> Table {
    let name = entries[0].seat.table.clone();
    let records: Vec<KingdomRecord> =
        entries.iter().filter_map(|entry| Some(for_one_game(&entry.kingdom.as_ref()?.record))).collect();
    let ranking = ranked(entries.iter().map(Entry::place).collect(), false);
    let rank = |entry: &Entry| ranking.iter().position(|place| place.player == entry.seat.player);
    entries.sort_by_key(rank);
    let (remarks, problem) = match Standings::of(records, &standings::Told::default()) {
        Ok(standings) => (remarks(&standings), None),
        // Nobody's kingdom was read; that is told of each photo.
        Err(standings::StandingsError::NoKingdoms) => (Vec::new(), None),
        Err(error) => (Vec::new(), Some(error.to_string())),
    };
    Table { name, ranking, entries, remarks, problem }
}

/// A single sheet is the same with and without a Dynasty.
fn for_one_game(record: &KingdomRecord) -> KingdomRecord {
    let mut record = record.clone();
    record.variants.retain(|variant| *variant != Variant::Dynasty);
    record
}

fn remarks(standings: &Standings) -> Vec<Message> {
    let (warnings, notes) = standings.audited_together();
    let warnings = warnings.iter().map(|warning| warning.with_squares());
    warnings.chain(standings.remarks.iter().map(standings::Remark::message)).chain(notes).collect()
}

/// The tables whose players agreed on a Dynasty: their rounds are its games.
fn dynasties(entries: &[Entry]) -> Vec<Dynasty> {
    let mut tables: BTreeMap<Natural, Vec<&Entry>> = BTreeMap::new();
    let is_dynasty = |scored: &Scored| scored.record.variants.contains(&Variant::Dynasty);
    for entry in entries.iter().filter(|entry| entry.kingdom.as_ref().is_some_and(is_dynasty)) {
        tables.entry(Natural::of(&entry.seat.table)).or_default().push(entry);
    }
    tables.into_values().map(|entries| dynasty(&entries)).collect()
}

fn dynasty(entries: &[&Entry]) -> Dynasty {
    let record = |entry: &&Entry| {
        let mut record = entry.kingdom.as_ref()?.record.clone();
        record.photo.game_id = Some(entry.seat.round.clone());
        Some(record)
    };
    let records = entries.iter().filter_map(record).collect();
    let sums = sums(entries.iter().copied());
    let (ranking, problem) = match Standings::of(records, &standings::Told::default()) {
        Ok(standings) => {
            let place = |standing: &standings::Standing| Place {
                rank: Some(standing.rank),
                tie: standing.tie_message(),
                ..sums.get(standing.player.as_str()).cloned().unwrap_or_else(|| nobody(&standing.player))
            };
            (with_shared(standings.players.iter().map(place).collect()), None)
        }
        Err(error) => (sums.into_values().collect(), Some(error.to_string())),
    };
    Dynasty { table: entries[0].seat.table.clone(), ranking, problem }
}

fn overall(entries: &[Entry]) -> Vec<Place> {
    let rounds: BTreeSet<&str> = entries.iter().map(|entry| entry.seat.round.as_str()).collect();
    ranked(sums(entries).into_values().collect(), rounds.len() > 1)
}

/// What each player has in all of these.
fn sums<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> BTreeMap<&'a str, Place> {
    let mut players: BTreeMap<&str, Place> = BTreeMap::new();
    for entry in entries {
        let sum = players.entry(&entry.seat.player).or_insert_with(|| nobody(&entry.seat.player));
        let one = entry.place();
        sum.total += one.total;
        sum.kingdoms += one.kingdoms;
        sum.missing += one.missing;
        sum.doubtful += one.doubtful;
        let larger = one
            .largest_territory
            .filter(|new| sum.largest_territory.as_ref().is_none_or(|known| known.size() < new.size()));
        sum.largest_territory = larger.or(sum.largest_territory.take());
    }
    players
}

fn nobody(player: &str) -> Place {
    Place {
        rank: None,
        shared: false,
        player: player.to_owned(),
        total: 0,
        tie: None,
        largest_territory: None,
        kingdoms: 0,
        missing: 0,
        doubtful: 0,
    }
}

/// From the winner down, those who share a place by name; those without a kingdom have no rank and stand last.
fn ranked(places: Vec<Place>, several_games: bool) -> Vec<Place> {
    let (mut ranked, mut without): (Vec<Place>, Vec<Place>) = places.into_iter().partition(|place| place.kingdoms > 0);
    let strengths: Vec<standings::Strength> =
        ranked.iter().map(|place| standings::strength(place.total, place.largest_territory.as_ref())).collect();
    for (place, (rank, tie)) in ranked.iter_mut().zip(standings::ranks(&strengths, several_games)) {
        let message = |tie: TieBreak| match tie {
            TieBreak::SharedWithoutRule => Phrase::SharesPlaceOfSeveralRounds.into(),
            tie => tie.message(place.largest_territory.as_ref()),
        };
        (place.rank, place.tie) = (Some(rank), tie.map(message));
    }
    let by_name = |place: &Place| Natural::of(&place.player);
    ranked.sort_by_cached_key(|place| (place.rank, Reverse(place.total), by_name(place)));
    without.sort_by_cached_key(by_name);
    ranked.append(&mut without);
    with_shared(ranked)
}

fn with_shared(mut places: Vec<Place>) -> Vec<Place> {
    let ranks: Vec<Option<usize>> = places.iter().map(|place| place.rank).collect();
    for place in &mut places {
        place.shared = place.rank.is_some() && ranks.iter().filter(|rank| **rank == place.rank).count() > 1;
    }
    places
}
