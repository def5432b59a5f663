//! `standings.csv`: the ranks at every table, in every round and overall. Columns are only ever added. The file begins with the byte order
//! mark by which spreadsheets recognise UTF-8.
//!
//! Text that a spreadsheet would take for a formula has a `'` before it. Many spreadsheets also split lines at semicolons, some at tabs, so a
//! formula may begin behind each of these, too. To get a name back, remove one `'` wherever, at the text's beginning or behind a semicolon
//! and its blanks, `'` stands before any number of further `'` and one of `= + - @`. Control characters are written like `\u{1b}`;
//! `results.ndjson` has the exact names.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Serialize;

use crate::ranking::{RankedPlayer, Tournament};
use messages::{Language, Message, visible};

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
    /// Number of kingdoms that count here, that are missing, and that are doubtful.
    kingdoms: usize,
    missing: usize,
    doubtful: usize,
    /// Why the ranks are uncertain, in English.
    problem: String,
    /// Number of rounds without a photo.
    absent: usize,
}

/// Without it some spreadsheets read umlauts as two letters each.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What separates columns: spreadsheets of a language that writes 2,5 expect a semicolon.
pub fn separator(language: Language) -> u8 {
    if language.has_decimal_comma() { b';' } else { b',' }
}

/// Writes the sums of all rounds, then round by round, then the Dynasties.
///
/// # Errors
/// Those of the writer.
pub fn write_tournament_csv(mut out: impl Write, tournament: &Tournament) -> io::Result<()> {
    out.write_all(BYTE_ORDER_MARK)?;
    let mut csv = csv::Writer::from_writer(out);
    let mut write =
        |scope: &'static str, round: &str, table: &str, places: &[RankedPlayer], problem: Option<&Message>| {
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
    place: &'a RankedPlayer,
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

/// A message as a cell: it may begin with a player's name.
fn in_words(message: &Message) -> String {
    as_text(&message.to_string()).into_owned()
}

/// Characters that begin a formula; the wide ones where Chinese and Japanese are written.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A cell that spreadsheets read as text, never as a formula: names come from files and folders.
pub fn as_text(text: &str) -> Cow<'_, str> {
    // This also makes a tab visible.
    let text = visible(text);
    let cells: Vec<&str> = text.split(';').collect();
    if !cells.iter().any(|cell| is_formula(cell)) {
        return text;
    }
    let guarded = |cell: &str| {
        let begin = cell.len() - cell.trim_start().len();
        if is_formula(cell) { format!("{}'{}", &cell[..begin], &cell[begin..]) } else { cell.to_owned() }
    };
    cells.into_iter().map(guarded).collect::<Vec<_>>().join(";").into()
}

/// Whether a cell would be a formula. True also for a guarded one, so that a guard and a name's own `'` differ.
fn is_formula(cell: &str) -> bool {
    cell.trim_start().trim_start_matches('\'').starts_with(FORMULA)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the head of this file describes.
    fn back(text: &str) -> String {
        let plain = |cell: &str| {
            let begin = cell.len() - cell.trim_start().len();
            let rest = &cell[begin..];
            let is_guarded = rest.starts_with('\'') && is_formula(rest);
            if is_guarded { format!("{}{}", &cell[..begin], &rest[1..]) } else { cell.to_owned() }
        };
        text.split(';').map(plain).collect::<Vec<_>>().join(";")
    }

    #[test]
    fn no_cell_begins_a_formula_wherever_lines_are_split() {
        for name in
            ["=1+1", "Anna;=HYPERLINK(A1)", "a; +1;-2", "'=1", ";@x", "a;''=1", "＝1", "\t=1", "a\t=1", "\u{1b}[31m"]
        {
            let text = as_text(name);
            assert!(!text.contains(['\t', '\r', '\u{1b}']), "{text}");
            for cell in text.split(';') {
                assert!(!cell.trim_start().starts_with(FORMULA), "{text}");
            }
            assert_eq!(back(&text), visible(name), "{text}");
        }
        insta::assert_snapshot!(as_text("Anna; =1;+2"), @"Anna; '=1;'+2");
    }

    #[test]
    fn ordinary_names_stay() {
        for name in ["", "Anna", "Jean-Luc", "O'Neill", "'t Hooft", "A+B; C=D", "a@b.c", "Meier; Anna", "--"] {
            let expected = if name == "--" { "'--" } else { name };
            assert_eq!(as_text(name), expected);
            assert_eq!(back(expected), name);
        }
    }
}
