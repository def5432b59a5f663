//! Text that keeps within the terminal, and in which nothing steers it: names are made visible here.

use anstyle::Style;
use comfy_table::presets::{NOTHING, UTF8_FULL_CONDENSED};
use comfy_table::{Cell, CellAlignment, ContentArrangement, Row, Table, TableStyle};

use super::visible;

/// A head and a text behind it, newline at the end; wrapped where the width is known.
pub fn paragraph(head: &str, text: &str, width: Option<u16>) -> String {
    match width {
        Some(_) if head.is_empty() => wrapped(head, text, Style::new(), width).trim_start().to_owned(),
        Some(_) => wrapped(head, text, Style::new(), width),
        None => format!("{head}{text}\n"),
    }
}

/// A head and a text that is wrapped beside it, newline at the end; `width` is the terminal's in columns, `None` never
/// wraps.
pub fn wrapped(head: &str, text: &str, style: Style, width: Option<u16>) -> String {
    let head = &*visible(head);
    let table = plain_table([[head.to_owned(), text.to_owned()]], 1, width);
    let table = table.strip_prefix(head).map(|rest| format!("{style}{head}{style:#}{rest}")).unwrap_or(table);
    table + "\n"
}

/// Columns without lines, `gap` apart, wrapped at the terminal's width.
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
    table.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

/// Rows between lines, newline at the end; longer cells are wrapped at the terminal's width. Cells that may hold a name come
/// from [`text`].
pub fn bordered_table(
    heads: impl Into<Row>,
    rows: impl IntoIterator<Item = impl Into<Row>>,
    width: Option<u16>,
) -> String {
    let mut table = empty_table(UTF8_FULL_CONDENSED, width);
    table.set_header(heads).add_rows(rows);
    format!("{}\n", table.trim_fmt())
}

/// A cell with text.
pub fn text(text: impl AsRef<str>) -> Cell {
    Cell::new(visible(text.as_ref()))
}

/// A cell with a number, on the right.
pub fn number(number: impl ToString) -> Cell {
    Cell::new(number).set_alignment(CellAlignment::Right)
}

/// A table whose longer cells are wrapped at the terminal's width.
pub(crate) fn empty_table(style: TableStyle, width: Option<u16>) -> Table {
    let mut table = Table::new();
    table.load_style(style);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    }
    table
}
