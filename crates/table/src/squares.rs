//! Squares that people correct or confirm, and undoing.

use kingdomino::domain::Place;
use kingdomino::formats::notation;
use messages::{Arg, MessageId, Words};
use reading::correction::{GivenSquare, SaidSquare};

use crate::change::{Change, with_edits};
use crate::log::{Edit, Table};
use crate::refused::Refused;
use crate::state::TableState;
use crate::table_reading::TableReading;
use crate::why::of_correction;

/// The change that puts a square into a view's kingdom, at its place in the current reading.
///
/// # Errors
/// As for [`edit`].
pub fn put(state: &TableState, view: usize, place: Place, square: SaidSquare) -> Result<Change, Refused> {
    with_squares(state, vec![edit(state, view, place, square)?])
}

/// The edit that puts a square into a view's kingdom, at its place in the current reading.
///
/// # Errors
/// If the kingdom has no such square, or if the square is outside the rows and columns that were read.
pub fn edit(reading: &TableReading, view: usize, place: Place, square: SaidSquare) -> Result<Edit, Refused> {
    let read = &reading.read.kingdoms[view];
    let Some(current) = read.kingdom.squares().get(place) else {
        let (row, col) = (place.row.saturating_add(1), place.col.saturating_add(1));
        return Err(unfit(MessageId::ServeNoSuchSquare.with("row", row).with("col", col)));
    };
    let given = GivenSquare { cell: read.cell_of(place), square: square.on(*current) };
    if reading.one.first_readings().kingdoms[view].reading.place_of(given.cell).is_none() {
        return Err(unfit(MessageId::ServeSquareOutside));
    }
    Ok(reading.edit_of(view, given))
}

/// The change that confirms every square of a view's kingdom as it is read.
///
/// # Errors
/// If the kingdom cannot be confirmed.
pub fn confirm(state: &TableState, view: usize) -> Result<Change, Refused> {
    let nothing = vec![Vec::new(); state.ids.len()];
    let first = state.one.first_readings();
    let confirmed = first.as_read(view, &nothing, &state.read.kingdoms[view]);
    let confirmed = confirmed.map_err(|error| unfit(of_correction(&error)))?;
    with_squares(state, confirmed.into_iter().map(|one| state.edit_of(view, one)).collect())
}

/// Finds the view with this key. `saw` is as for [`check_seen`].
///
/// # Errors
/// If the kingdom has changed, or if the table has no such kingdom.
pub fn seen_view(state: &TableState, kingdom: &str, saw: Option<&str>) -> Result<usize, Refused> {
    let view = state.view(kingdom).ok_or_else(Refused::not_found)?;
    check_seen(state, view, saw).map(|()| view)
}

/// Checks that the view's kingdom is still the one that the person saw: `saw`, in notation.
///
/// # Errors
/// If the kingdom has changed.
pub fn check_seen(reading: &TableReading, view: usize, saw: Option<&str>) -> Result<(), Refused> {
    let is_same = saw.is_none_or(|saw| notation::write(&reading.read.kingdoms[view].kingdom) == saw);
    if is_same { Ok(()) } else { Err(Refused::changed()) }
}

/// A step of undo or redo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Undoes the last answer.
    Undo,
    /// Redoes the last undone answer.
    Redo,
}

/// The change that moves the log's cursor by one answer.
///
/// # Errors
/// If there is nothing to undo or redo.
pub fn step(state: &TableState, step: Step) -> Result<Change, Refused> {
    let cursor = match step {
        Step::Undo => state.table.before_last(),
        Step::Redo => state.table.after_next(),
    };
    let nothing = || Refused::conflict("nothing-to-undo", MessageId::ServeNothingToUndo);
    let table = Table { cursor: cursor.ok_or_else(nothing)?, ..state.table.clone() };
    Ok(Change::new(table))
}

/// The change that adds these edits of squares as one answer.
fn with_squares(state: &TableState, edits: Vec<Edit>) -> Result<Change, Refused> {
    Ok(Change { edits_squares: true, ..Change::new(with_edits(state, edits)?) })
}

/// The refusal of a correction that does not fit, with the reason.
pub fn unfit(why: impl Into<Arg>) -> Refused {
    Refused::impossible("bad-correction", MessageId::ServeBadCorrection.with("why", why))
}
