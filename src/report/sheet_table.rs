//! A score sheet as a table for people, without any colour.

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{Cell, CellAlignment, ContentArrangement, Table};

use crate::domain::Kingdom;
use crate::formats::notation;
use crate::score_sheet::{COINS_PER_POINT, Line, Part, ScoreSheet};

/// The sheet: a row for each line of the score pad, behind it how its points came about, then the total. Ends with a newline.
/// Longer cells are wrapped to `width` (the terminal's, in columns); `None` never wraps.
pub fn sheet_table(sheet: &ScoreSheet, width: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED).set_header(["line", "points", "squares x crowns"]);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    for line in &sheet.lines {
        table.add_row([Cell::new(line.id), number(line.points), Cell::new(explanation(line))]);
    }
    table.add_row([Cell::new("total"), number(sheet.total), Cell::new("")]);
    format!("{}\n", table.trim_fmt())
}

fn number(points: i32) -> Cell {
    Cell::new(points).set_alignment(CellAlignment::Right)
}

/// The line's parts, each on a line of its own, those that score first.
fn explanation(line: &Line) -> String {
    let mut parts: Vec<&Part> = line.parts.iter().collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.points()));
    parts.into_iter().map(part_in_words).collect::<Vec<_>>().join("\n")
}

fn part_in_words(part: &Part) -> String {
    match part {
        Part::Coins { coins } => format!("{coins} coins / {COINS_PER_POINT} = {}", part.points()),
        Part::Territory { squares, crowns, queen, .. } => {
            let from = squares.first().map(|place| format!(" from {place}")).unwrap_or_default();
            let crowns = if *queen { format!("({crowns} + queen)") } else { crowns.to_string() };
            format!("{} x {crowns} = {}{from}", squares.len(), part.points())
        }
        Part::Building { building, square, count, each } => {
            format!("{building} at {square}: {count} x {each} = {}", part.points())
        }
        Part::Bonus { variant, points: 0 } => format!("{}: not reached", variant.id()),
        Part::Bonus { variant, points } => format!("{}: {points}", variant.id()),
    }
}

/// The squares as they lie, in the notation's letters, a row on each line. Ends with a newline.
pub fn kingdom_picture(kingdom: &Kingdom) -> String {
    let words = kingdom.squares().map(notation::square_in_notation);
    let width = words.cells().iter().map(|word| word.chars().count()).max().unwrap_or_default();
    let row = |row: &[String]| row.iter().map(|word| format!("{word:width$}")).collect::<Vec<_>>().join(" ");
    words.iter_rows().map(|words| format!("{}\n", row(words).trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Unseen, Variant};

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let text = "WWWWWWW/WWWWWWW/WWWWWWW/WWWCWWW/WWWWWWW/WWWWWWW/WWWWWWW1 k7";
        let kingdom = notation::parse(text).expect("a right notation");
        let sheet = ScoreSheet::of(&kingdom, &Unseen::default(), &Variant::ALL);
        let widest = |table: &str| table.lines().map(|line| line.chars().count()).max();
        for width in 30..=60 {
            let table = sheet_table(&sheet, Some(width));
            assert!(widest(&table) <= Some(usize::from(width)), "{width}:\n{table}");
        }
        assert!(widest(&sheet_table(&sheet, None)) > Some(40));
    }
}
