//! What people read after a scan: the kingdom as letters, the score sheet, and everything to be checked.
//!
//! The text bears ANSI colours; whoever prints it strips them where they do not belong.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use comfy_table::presets::NOTHING;
use comfy_table::{ContentArrangement, Table};

use super::KingdomReport;
use super::sheet_table::sheet_table;
use crate::domain::Place;
use crate::formats::notation;
use crate::reconstruct::{ReadSquare, Reading, SquareState};

const LOUD: Style = AnsiColor::Yellow.on_default().bold();

/// The report on one photo, newline at the end; `width` is the terminal's in columns, if there is one.
pub fn scan_table(photo: &str, report: &KingdomReport, width: Option<u16>) -> String {
    let kingdom = &report.reading.kingdom;
    let (rows, cols) = (kingdom.squares().rows(), kingdom.squares().cols());
    let head = format!("{rows} x {cols} squares, read for the {0}x{0} game", kingdom.size());
    let mut text = wrapped(&format!("{photo}:"), &head, Style::new(), width) + "\n";
    text += &letters_of(report.reading);
    text += &format!("\n{}", sheet_table(report.sheet, width));
    // Not wrapped, so that it can be pasted.
    text += &format!("notation: {}\n", notation::write(kingdom));
    text += &to_check(report, width);
    for note in report.notes {
        text += &wrapped("Note:", note, Style::new(), width);
    }
    text
}

/// The kingdom as letters and crowns between numbered rows and columns, doubtful squares with a question mark.
fn letters_of(reading: &Reading) -> String {
    let heads: String = (1..=reading.squares.cols()).map(|col| format!("{col:<4}")).collect();
    let mut text = format!("     {}\n", heads.trim_end());
    for (row, squares) in reading.squares.iter_rows().enumerate() {
        let cells: Vec<String> = squares.iter().map(letters).collect();
        let _ = writeln!(text, "  {}  {}", row + 1, cells.concat().trim_end());
    }
    text
}

/// Four columns wide, such as `W1? `, without counting the colour.
fn letters(square: &ReadSquare) -> String {
    let mut letters = notation::square_in_notation(&square.best);
    if square.state != SquareState::Doubtful {
        return format!("{letters:<4}");
    }
    letters.push('?');
    format!("{LOUD}{letters}{LOUD:#}{:1$}", "", 4 - letters.len())
}

/// Everything that keeps us from standing by the total; nothing when we do.
fn to_check(report: &KingdomReport, width: Option<u16>) -> String {
    let reading = report.reading;
    let mut text = String::new();
    if reading.needs_review {
        text += &format!("\n{LOUD}TO CHECK: this total may be wrong.{LOUD:#}\n");
    }
    for warning in &reading.warnings {
        text += &wrapped("Warning:", &warning.message, LOUD, width);
    }
    let doubtful = reading.squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful);
    let rows: Vec<[String; 3]> = doubtful.map(|(place, square)| doubt(place, square, report.sheet.total)).collect();
    if !rows.is_empty() {
        text += &format!("Doubtful squares:\n{}\n", plain_table(rows, 2, width));
    }
    text
}

/// The square, its two best readings, and what each would score.
fn doubt(place: Place, square: &ReadSquare, total: i32) -> [String; 3] {
    let best = format!("{} ({:.0} %): total {total}", square.best, 100.0 * square.probability);
    let second = match square.second_total {
        Some(second_total) => format!("or {}: total {second_total}", square.second),
        None => format!("or {}: no kingdom", square.second),
    };
    [format!("  {place}"), best, second]
}

/// A head and a text that is wrapped beside it.
fn wrapped(head: &str, text: &str, style: Style, width: Option<u16>) -> String {
    let table = plain_table([[head.to_owned(), text.to_owned()]], 1, width);
    let table = table.strip_prefix(head).map(|rest| format!("{style}{head}{style:#}{rest}")).unwrap_or(table);
    table + "\n"
}

/// Columns without lines, `gap` apart, wrapped at the terminal's width.
fn plain_table<const N: usize>(rows: impl IntoIterator<Item = [String; N]>, gap: u16, width: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).add_rows(rows);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, gap));
    }
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::test_kingdom::{CORNERS_PX, doubtful_reading};
    use super::*;
    use crate::domain::Unseen;
    use crate::score_sheet::ScoreSheet;

    fn table(reading: &Reading, width: Option<u16>) -> String {
        let sheet = ScoreSheet::of(&reading.kingdom, &Unseen::default(), &[]);
        let notes = ["the castle is not in the middle".to_owned()];
        let report = KingdomReport { reading, sheet: &sheet, corners_px: CORNERS_PX, variants: &[], notes: &notes };
        scan_table("a.jpg", &report, width)
    }

    #[test]
    fn doubts_and_warnings_are_loud() {
        let text = table(&doubtful_reading(), None);
        assert!(text.contains(&format!("{LOUD}W?{LOUD:#}")));
        insta::assert_snapshot!(anstream::adapter::strip_str(&text), @r"
        a.jpg: 2 x 3 squares, read for the 5x5 game

             1   2   3
          1  W1  W?  F
          2  C   L   M3

        ┌───────────┬────────┬─────────────────────┐
        │ line      ┆ points ┆ squares x crowns    │
        ╞═══════════╪════════╪═════════════════════╡
        │ wheat     ┆      2 ┆ 2 x 1 = 2 from r1c1 │
        │ forest    ┆      0 ┆ 1 x 0 = 0 from r1c3 │
        │ lake      ┆      0 ┆ 1 x 0 = 0 from r2c2 │
        │ grassland ┆      0 ┆                     │
        │ swamp     ┆      0 ┆                     │
        │ mine      ┆      3 ┆ 1 x 3 = 3 from r2c3 │
        │ bonus     ┆      0 ┆                     │
        │ total     ┆      5 ┆                     │
        └───────────┴────────┴─────────────────────┘
        notation: W1WF/CLM3 k5

        TO CHECK: this total may be wrong.
        Warning: one square may be another, and with it the total
        Doubtful squares:
          r1c2  wheat (81 %): total 5  or wheat:1: total 7
        Note: the castle is not in the middle
        ");
    }

    #[test]
    fn a_sure_reading_says_nothing_of_doubt() {
        let mut reading = doubtful_reading();
        reading.squares[Place::new(0, 1)].state = SquareState::Seen;
        reading.warnings.clear();
        reading.needs_review = false;
        let text = anstream::adapter::strip_str(&table(&reading, None)).to_string();
        for word in ["?", "CHECK", "Warning", "oubt"] {
            assert!(!text.contains(word), "{text}");
        }
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for width in [40, 60, 80] {
            let text = anstream::adapter::strip_str(&table(&doubtful_reading(), Some(width))).to_string();
            for line in text.lines().filter(|line| !line.starts_with("notation:")) {
                assert!(line.chars().count() <= usize::from(width), "{width}: {line}");
            }
        }
    }
}
