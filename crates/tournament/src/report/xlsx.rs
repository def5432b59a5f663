//! `standings.xlsx`: the standings as a workbook with a sheet for each scope, which spreadsheets of any
//! language open with the right numbers.

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

use super::sheets::{Sheet, SheetCell};
use messages::visible;

/// The workbook's bytes. The same sheets always give the same bytes.
///
/// # Errors
/// More rows or longer texts than a workbook can hold.
pub fn workbook(sheets: &[Sheet]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // A fixed date replaces the time of writing, so that a file with the same content stays the same. It is
    // the first day that Excel knows.
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&ExcelDateTime::from_ymd(1900, 1, 1)?));
    let bold = Format::new().set_bold();
    for Sheet { title, heads, rows } in sheets {
        let sheet = workbook.add_worksheet();
        sheet.set_name(title)?;
        for (column, head) in (0..).zip(heads) {
            sheet.write_string_with_format(0, column, visible(head), &bold)?;
        }
        for (line, row) in (1..).zip(rows) {
            for (column, cell) in (0..).zip(row) {
                match cell {
                    SheetCell::Empty => continue,
                    // As a string, so that no name becomes a formula.
                    SheetCell::Text(text) => sheet.write_string(line, column, visible(text))?,
                    SheetCell::Number(number) => sheet.write_number(line, column, number.points())?,
                };
            }
        }
        sheet.set_freeze_panes(1, 0)?;
        sheet.autofit();
    }
    workbook.save_to_buffer()
}
