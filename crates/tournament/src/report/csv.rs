//! `standings.csv`, `rounds.csv` and `tables.csv`: the ranks over all rounds, in every round, and at every
//! table, in the language of the report. The files begin with the byte order mark by which spreadsheets
//! recognise UTF-8. Columns are only ever added.
//!
//! Text that a spreadsheet would take for a formula gets a `'` in front of it. Many spreadsheets also split
//! lines at semicolons, some at tabs, so that a formula may begin after each of these, too. To restore a
//! name, look at its beginning and after each semicolon with its blanks: if there are one or more `'`
//! followed by one of `= + - @`, remove one `'`. Control characters are written like `\u{1b}`;
//! `results.ndjson` has the exact names.

use std::borrow::Cow;
use std::io::{self, Write};

use super::sheets::{Sheet, SheetCell};
use crate::rules::Score;
use messages::{Language, visible};

/// The byte order mark, without which some spreadsheets read each umlaut as two letters.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The language and separator of the files for spreadsheets.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The language of heads, words and numbers, and of the report.
    pub language: Language,
    /// The separator between the columns of CSV files.
    pub separator: u8,
}

impl From<Language> for Form {
    /// In languages with a decimal comma, spreadsheets expect a semicolon.
    fn from(language: Language) -> Self {
        Self { language, separator: if language.has_decimal_comma() { b';' } else { b',' } }
    }
}

/// Writes a sheet.
///
/// # Errors
/// The writer fails.
pub fn write_csv(mut out: impl Write, sheet: &Sheet, form: Form) -> io::Result<()> {
    out.write_all(BYTE_ORDER_MARK)?;
    let mut csv = csv::WriterBuilder::new().delimiter(form.separator).from_writer(out);
    csv.write_record(sheet.heads.iter().map(|head| match form.language {
        // Names of columns without blanks are easier for programs.
        Language::English => as_text(head).replace(' ', "_"),
        _ => as_text(head).into_owned(),
    }))?;
    for row in &sheet.rows {
        csv.write_record(row.iter().map(|cell| match cell {
            SheetCell::Empty => String::new(),
            SheetCell::Text(text) => as_text(text).into_owned(),
            SheetCell::Number(number) => Score::in_language(*number, form.language),
        }))?;
    }
    csv.flush()
}

/// Characters that begin a formula. The last four are the wide forms that are used in Chinese and Japanese.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The text in a form that spreadsheets never take for a formula. Names come from files and folders, so that
/// they cannot be trusted.
pub fn as_text(text: &str) -> Cow<'_, str> {
    // This also replaces tabs, at which some spreadsheets split lines.
    let text = visible(text);
    let cells: Vec<&str> = text.split(';').collect();
    if !cells.iter().any(|cell| is_formula(cell)) {
        return text;
    }
    let guarded = cells.into_iter().map(|cell| {
        let begin = cell.len() - cell.trim_start().len();
        if is_formula(cell) { format!("{}'{}", &cell[..begin], &cell[begin..]) } else { cell.to_owned() }
    });
    guarded.collect::<Vec<_>>().join(";").into()
}

/// Whether a cell would be a formula once any `'` in front of it were removed. Such cells get one more `'`,
/// so that the name can be restored.
fn is_formula(cell: &str) -> bool {
    cell.trim_start().trim_start_matches('\'').starts_with(FORMULA)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Restores a name in the way that the comment at the top of this file describes.
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
