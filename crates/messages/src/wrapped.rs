//! Text that fits the terminal and cannot control it: names are made visible here. A word is broken only if
//! it is longer than a line.

use anstyle::Style;
use comfy_table::presets::{NOTHING, UTF8_FULL_CONDENSED};
use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, TableStyle, Width};

use crate::style::{STRONG, WARNING};
use crate::visible;

/// A head followed by a text, with a newline at the end; wrapped if the width is known.
pub fn paragraph(head: &str, text: &str, width: Option<u16>) -> String {
    match width {
        Some(_) if head.is_empty() => plain_table([[text.to_owned()]], 0, width) + "\n",
        Some(_) => wrapped(head, text, Style::new(), width),
        None => format!("{head}{text}\n"),
    }
}

/// A head, and a text wrapped next to it, or below it if the head is long; with a newline at the end. `width`
/// is the terminal's width in columns; `None` never wraps.
pub fn wrapped(head: &str, text: &str, style: Style, width: Option<u16>) -> String {
    let head = &*visible(head);
    if width.is_none_or(|width| head.chars().count() <= usize::from(width / 2)) {
        let table = plain_table([[head.to_owned(), text.to_owned()]], 1, width);
        let table = table.strip_prefix(head).map(|rest| format!("{style}{head}{style:#}{rest}")).unwrap_or(table);
        return table + "\n";
    }
    let own_line = plain_table([[head.to_owned()]], 0, width);
    let below = plain_table([[String::new(), text.to_owned()]], 1, width);
    let begin = head.len() - head.trim_start().len();
    format!("{}{style}{}{style:#}\n{below}\n", &own_line[..begin], &own_line[begin..])
}

/// Columns without borders, `gap` apart, wrapped at the terminal's width.
pub fn plain_table<const N: usize>(
    rows: impl IntoIterator<Item = [String; N]>,
    gap: u16,
    width: Option<u16>,
) -> String {
    let mut table = empty_table(NOTHING, width);
    table.add_rows(rows.into_iter().map(|row| row.map(text)));
    for column in table.column_iter_mut() {
        column.set_padding((0, gap));
    }
    keep_within(width, &mut table, usize::from(gap) * N);
    table.lines().map(|line| parted(line.trim_end())).collect::<Vec<_>>().join("\n")
}

/// Joins two words, such as a number and its unit, until lines are broken, so that both stay on one line.
pub const NO_BREAK: char = '\u{a0}';

/// Units that must stay with their number; longer words may begin a line.
const UNITS: [&str; 5] = ["%", "px", "ms", "MB", "MiB"];

fn held_together(text: &str) -> String {
    let mut held = String::with_capacity(text.len());
    for word in text.split_inclusive(' ') {
        let bare = word.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '%');
        let follows_number = held.ends_with(' ') && held.trim_end().ends_with(|letter: char| letter.is_ascii_digit());
        if follows_number && UNITS.contains(&bare) {
            held.pop();
            held.push(NO_BREAK);
        }
        held += word;
    }
    held
}

fn parted(line: &str) -> String {
    line.replace(NO_BREAK, " ")
}

/// Rows with borders, with a newline at the end; longer cells are wrapped at the terminal's width. Cells that
/// may contain a name come from [`text`].
pub fn bordered_table(
    heads: impl Into<Row>,
    rows: impl IntoIterator<Item = impl Into<Row>>,
    width: Option<u16>,
) -> String {
    painted(&bordered(&heads.into(), rows, width), 0)
}

/// [`bordered_table`] whose last row is the sum of the others.
pub fn summed_table(
    heads: impl Into<Row>,
    rows: impl IntoIterator<Item = impl Into<Row>>,
    width: Option<u16>,
) -> String {
    let heads = heads.into();
    let mut rows: Vec<Row> = rows.into_iter().map(Into::into).collect();
    let lines = bordered(&heads, rows.clone(), width);
    // Repeating the last row does not change the columns, so the additional height is the last row's.
    rows.extend(rows.last().cloned());
    let sum = bordered(&heads, rows, width).len() - lines.len();
    painted(&lines, sum)
}

/// The least width, in columns of the terminal, of a table with borders in which no word is broken.
pub fn least_width(heads: impl Into<Row>, rows: impl IntoIterator<Item = impl Into<Row>>) -> usize {
    let heads = heads.into();
    let mut table = Table::new();
    table.add_rows([heads.clone()]).add_rows(rows);
    longest_words(&table).iter().map(|word| word + PADDING).sum::<usize>() + heads.cell_count() + 1
}

/// The padding of a cell: left and right together.
const PADDING: usize = 2;

/// The borders between the cells of a row.
const BORDERS: [char; 2] = ['│', '┆'];

fn bordered(heads: &Row, rows: impl IntoIterator<Item = impl Into<Row>>, width: Option<u16>) -> Vec<String> {
    let mut table = empty_table(UTF8_FULL_CONDENSED, width);
    table.set_header(heads.clone()).add_rows(rows);
    let columns = heads.cell_count();
    let least = longest_words(&table).iter().sum::<usize>() + columns + 1;
    // Reduces the padding if words would be broken.
    let padding = [PADDING, 1]
        .into_iter()
        .find(|padding| width.is_none_or(|width| least + padding * columns <= usize::from(width)))
        .unwrap_or_default();
    for column in table.column_iter_mut() {
        column.set_padding((padding.min(1) as u16, padding.saturating_sub(1) as u16));
    }
    keep_within(width, &mut table, padding * columns + columns + 1);
    table.trim_fmt().lines().map(parted).collect()
}

/// Joins the lines of a table with borders into text, with a newline after each. Heads and the last `sum`
/// lines are bold; numbers that may be wrong (`1?`) or are unknown (`?`) have the warning style.
fn painted(lines: &[String], sum: usize) -> String {
    let end_of_heads = lines.iter().position(|line| line.starts_with('╞')).unwrap_or_default();
    // The last line closes the table.
    let begin_of_sum = (lines.len() - 1).saturating_sub(sum);
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        let is_strong = index < end_of_heads || index >= begin_of_sum;
        if line.starts_with('│') {
            text += &in_style(line, |word| match word.strip_suffix('?') {
                Some(number) if number.is_empty() || number.parse::<usize>().is_ok() => WARNING,
                _ if is_strong => STRONG,
                _ => Style::new(),
            });
        } else {
            text += line;
        }
        text += "\n";
    }
    text
}

/// The line of a table, with the text of each cell in the style that `style` returns for it.
fn in_style(line: &str, style: impl Fn(&str) -> Style) -> String {
    let mut text = String::new();
    for part in line.split_inclusive(BORDERS) {
        let (cell, border) = part.split_at(part.trim_end_matches(BORDERS).len());
        let word = cell.trim();
        if word.is_empty() {
            text += cell;
        } else {
            let style = style(word);
            text += &cell.replacen(word, &format!("{style}{word}{style:#}"), 1);
        }
        text += border;
    }
    text
}

/// A cell with text.
pub fn text(text: impl AsRef<str>) -> Cell {
    Cell::new(held_together(&visible(text.as_ref())))
}

/// A cell with a number, on the right.
pub fn number(number: impl ToString) -> Cell {
    Cell::new(number).set_alignment(CellAlignment::Right)
}

/// A table whose longer cells are wrapped at the terminal's width.
fn empty_table(style: TableStyle, width: Option<u16>) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table
}

/// Limits the columns to the terminal's width, less `taken` for borders and gaps.
fn keep_within(width: Option<u16>, table: &mut Table, taken: usize) {
    let Some(width) = width else { return };
    let natural: Vec<usize> = table.column_max_content_widths().into_iter().map(usize::from).collect();
    let widths = shrunk(natural, &longest_words(table), usize::from(width).saturating_sub(taken));
    for (column, width) in table.column_iter_mut().zip(widths) {
        let width = width as u16 + column.padding_width();
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
    }
}

/// Narrows the widest columns until all fit: first as far as no word is broken, then further.
fn shrunk(mut widths: Vec<usize>, words: &[usize], available: usize) -> Vec<usize> {
    let mut too_many = widths.iter().sum::<usize>().saturating_sub(available);
    for least in [words, &vec![1; widths.len()]] {
        while too_many > 0 {
            let may_shrink = (0..widths.len()).filter(|column| widths[*column] > least[*column]);
            let Some(widest) = may_shrink.max_by_key(|column| widths[*column]) else { break };
            widths[widest] -= 1;
            too_many -= 1;
        }
    }
    widths
}

/// The longest word of each column, in columns of the terminal.
fn longest_words(table: &Table) -> Vec<usize> {
    let mut of_words = Table::new();
    for row in table.header().into_iter().chain(table.row_iter()) {
        of_words.add_row(row.cell_iter().map(|cell| cell.content().replace(' ', "\n")));
    }
    of_words.column_max_content_widths().into_iter().map(usize::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        anstream::adapter::strip_str(text).to_string().lines().map(str::to_owned).collect()
    }

    #[test]
    fn no_word_is_broken_that_a_line_can_hold() {
        let rows = [["grassland", "several words that are wrapped", "r1c1 r2c2"], ["wheat", "", "r3c3"]];
        let table = |width| bordered_table(["line", "how", "where"], rows, Some(width));
        let least = least_width(["line", "how", "where"], rows);
        assert_eq!(least, "│ grassland ┆ wrapped ┆ where │".chars().count());
        for width in least as u16..70 {
            let text = lines(&table(width));
            assert!(text.iter().all(|line| line.chars().count() <= usize::from(width)), "{text:#?}");
            for word in rows.iter().flatten().flat_map(|cell| cell.split_whitespace()) {
                assert!(
                    text.iter().any(|line| line.split([' ', '│', '┆']).any(|part| part == word)),
                    "{word}: {text:#?}"
                );
            }
        }
        for width in 20..least as u16 {
            assert!(lines(&table(width)).iter().all(|line| line.chars().count() <= usize::from(width)), "{width}");
        }
    }

    #[test]
    fn a_number_and_its_unit_stay_together() {
        let text = paragraph("", "right with a probability of 97 % only (97 %), 12 MB", Some(20));
        assert_eq!(text, "right with a\nprobability of 97 %\nonly (97 %), 12 MB\n");
    }

    #[test]
    fn heads_and_sums_are_bold_on_all_their_lines() {
        let text = summed_table(["a", "b"], [["1", "x"], ["total", "one two"]], Some(15));
        insta::assert_snapshot!(text.replace('\u{1b}', "^"), @r"
        ┌───────┬─────┐
        │ ^[1ma^[0m     ┆ ^[1mb^[0m   │
        ╞═══════╪═════╡
        │ 1     ┆ x   │
        │ ^[1mtotal^[0m ┆ ^[1mone^[0m │
        │       ┆ ^[1mtwo^[0m │
        └───────┴─────┘
        ");
    }

    #[test]
    fn a_long_head_stands_above_its_text() {
        let head = "photos/of/a/long/evening/anna.jpg:";
        assert_eq!(wrapped(head, "5 x 5 squares", Style::new(), Some(40)), format!("{head}\n  5 x 5 squares\n"));
        assert_eq!(wrapped(head, "5 x 5 squares", Style::new(), Some(80)), format!("{head} 5 x 5 squares\n"));
    }
}
