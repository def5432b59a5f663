//! `standings.csv`: who won at every table, in every round and in all. Columns are only ever added. Text that a spreadsheet
//! would take for a formula has a `'` before it; and the file begins with the mark by which spreadsheets know UTF-8.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::batch::tournament::{Place, Tournament};
use crate::words::Message;

/// A line of the file, in the order of its columns.
#[derive(Serialize)]
struct Line<'a> {
    /// `overall`, `round`, `table` or `dynasty`.
    scope: &'static str,
    round: Cow<'a, str>,
    table: Cow<'a, str>,
    rank: Option<usize>,
    /// Whether others have the same rank.
    shared: bool,
    player: Cow<'a, str>,
    total: Option<i32>,
    /// How a tie on the total ended, in English.
    tie: String,
    largest_territory: Option<u32>,
    /// Kingdoms that count here, that are missing, and that are in doubt.
    kingdoms: usize,
    missing: usize,
    doubtful: usize,
    /// What keeps us from standing by the ranks, in English.
    problem: String,
    /// Rounds of which there is no photo.
    absent: usize,
}

/// Without it some spreadsheets take umlauts for two letters each.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The sums of all rounds first, then round by round, then the Dynasties.
///
/// # Errors
/// Those of the writer.
pub fn write_tournament_csv(mut out: impl Write, tournament: &Tournament) -> io::Result<()> {
    out.write_all(BYTE_ORDER_MARK)?;
    let mut csv = csv::Writer::from_writer(out);
    let mut write = |scope: &'static str, round: &str, table: &str, places: &[Place], problem: Option<&Message>| {
        places.iter().try_for_each(|place| csv.serialize(line(scope, round, table, place, problem)))
    };
    write("overall", "", "", &tournament.overall, None)?;
    for round in &tournament.rounds {
        write("round", &round.name, "", &round.ranking, None)?;
        for table in &round.tables {
            write("table", &round.name, &table.name, &table.ranking, table.problem.as_ref())?;
        }
    }
    for dynasty in &tournament.dynasties {
        write("dynasty", "", &dynasty.table, &dynasty.ranking, dynasty.problem.as_ref())?;
    }
    csv.flush()
}

fn line<'a>(
    scope: &'static str,
    round: &'a str,
    table: &'a str,
    place: &'a Place,
    problem: Option<&Message>,
) -> Line<'a> {
    Line {
        scope,
        round: as_text(round),
        table: as_text(table),
        rank: place.rank,
        shared: place.shared,
        player: as_text(&place.player),
        total: place.rank.map(|_| place.total),
        tie: place.tie.as_ref().map(in_words).unwrap_or_default(),
        largest_territory: place.largest_territory.as_ref().map(|territory| territory.size()),
        kingdoms: place.kingdoms,
        missing: place.missing,
        doubtful: place.doubtful,
        problem: problem.map(in_words).unwrap_or_default(),
        absent: place.absent,
    }
}

/// A sentence may begin with a player's name.
fn in_words(message: &Message) -> String {
    as_text(&message.to_string()).into_owned()
}

/// Names come from files and folders.
fn as_text(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}").into() } else { text.into() }
}
