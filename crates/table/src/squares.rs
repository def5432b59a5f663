//! Squares that people correct or confirm, and undoing.

use kingdomino::domain::{Place, Square};
use kingdomino::formats::notation;
use messages::{Arg, MessageId, Words};
use reading::correction::SaidSquare;

use crate::change::{Change, with_edits};
use crate::log::{Edit, Table};
use crate::refused::Refused;
use crate::state::TableState;
use crate::why::of_correction;

/// The change that puts a square into a view's kingdom, at its place in the current reading.
///
/// # Errors
/// If the kingdom has no such square.
pub fn put(state: &TableState, view: usize, place: Place, square: SaidSquare) -> Result<Change, Refused> {
    let stands = state.read.kingdoms[view].kingdom.squares().get(place).copied();
    let square = square.on(stands.unwrap_or(Square::Empty));
    let edit = state.edit_at_place(view, place, square).ok_or_else(|| {
        let (row, col) = (place.row.saturating_add(1), place.col.saturating_add(1));
        unfit(MessageId::ServeNoSuchSquare.with("row", row).with("col", col))
    })?;
    with_squares(state, vec![edit])
}

/// The change that confirms every square of a view's kingdom as it is read.
///
/// # Errors
/// If the kingdom cannot be confirmed.
pub fn confirm(state: &TableState, view: usize) -> Result<Change, Refused> {
    let nothing = vec![Vec::new(); state.ids.len()];
    let first = state.one.table().first_readings();
    let confirmed = first.as_read(view, &nothing, &state.read.kingdoms[view]);
    let confirmed = confirmed.map_err(|error| unfit(of_correction(&error)))?;
    with_squares(state, confirmed.into_iter().map(|one| state.edit_of(view, one)).collect())
}

/// Finds the view with this key. `saw` is the kingdom that the person saw, in notation: the request is
/// refused if the kingdom has changed since.
///
/// # Errors
/// If the kingdom has changed, or if the table has no such kingdom.
pub fn seen_view(state: &TableState, kingdom: &str, saw: Option<&str>) -> Result<usize, Refused> {
    let view = state.view(kingdom).ok_or_else(Refused::not_found)?;
    let is_same = saw.is_none_or(|saw| notation::write(&state.read.kingdoms[view].kingdom) == saw);
    if is_same { Ok(view) } else { Err(Refused::changed()) }
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
