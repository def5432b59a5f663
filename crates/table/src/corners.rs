//! Grids that people mark in photos. A marked grid belongs to one kingdom, and replaces other kingdoms that
//! it covers. Marking a grid can be undone.

use serde::Deserialize;

use game::ids::{KingdomId, PhotoId};
use game::photo_reading::PhotoReading;
use messages::MessageId;

use crate::change::{Change, PhotoChange, Unfit, add_answer};
use crate::grids::{Corners, distance_px, free_number, overlap};
use crate::log::{Edit, Table, What};
use crate::photo::{ByHand, Grid, MarkedGrid};
use crate::refused::Refused;
use crate::state::TableState;

/// A request to mark a grid in a photo.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Marking {
    corners_px: Corners,
    rows: usize,
    cols: usize,
    /// The key of the kingdom whose grid it is, such as `1k2`. Without it, the grid belongs to the kingdom
    /// that it covers, or to a new one.
    #[serde(default)]
    kingdom: Option<String>,
}

impl Marking {
    /// The key of the kingdom whose grid it is, if given.
    pub fn kingdom(&self) -> Option<&str> {
        self.kingdom.as_deref()
    }

    /// The marked corners, after checking them.
    ///
    /// # Errors
    /// See [`ByHand::check`].
    pub fn by_hand(&self) -> Result<ByHand, Refused> {
        let Self { corners_px, rows, cols, .. } = *self;
        let by_hand = ByHand { corners_px, rows, cols };
        by_hand.check().map(|()| by_hand)
    }
}

/// The refusal if nothing was read between the corners.
pub fn nothing_between() -> Refused {
    Refused::impossible("nothing-in-corners", MessageId::ServeNothingInCorners)
}

/// The change that marks a grid in a photo; `reading` is what was read inside it. `is_agreed`: the person
/// accepts that edits stop counting if they do not fit the grid.
///
/// # Errors
/// If nothing was read in it, or if the table has no such photo or kingdom.
pub fn mark(
    state: &TableState,
    photo: PhotoId,
    marking: &Marking,
    reading: &PhotoReading,
    is_agreed: bool,
) -> Result<Change, Refused> {
    let [guesses] = &reading.guesses[..] else { return Err(nothing_between()) };
    let by_hand = marking.by_hand()?;
    let covered = covered(state, photo, &by_hand.corners_px);
    let row = state.table.photo(photo).ok_or_else(Refused::not_found)?;
    let number = match (&marking.kingdom, covered.first()) {
        (Some(key), _) => {
            let kingdom = state.view(key).map(|view| state.ids[view]);
            kingdom.filter(|kingdom| kingdom.photo == photo).ok_or_else(Refused::not_found)?.number
        }
        (None, Some(nearest)) => *nearest,
        (None, None) => free_number(row, &state.table.edits),
    };
    let id = row.free_mark();
    let others = covered.into_iter().filter(|other| *other != number);
    let grids = std::iter::once((number, Grid::Marked(id))).chain(others.map(|other| (other, Grid::Nowhere)));
    let mut table = with_grids(state, photo, grids)?;
    if let Some(row) = table.photo_mut(photo) {
        row.marked.push(MarkedGrid { id, by_hand: Some(by_hand), guesses: guesses.clone() });
    }
    Ok(Change { photos: PhotoChange::Rows, unfit: unfit(is_agreed), ..Change::new(table) })
}

/// The numbers of the photo's kingdoms that a grid between these corners covers, the nearest first.
fn covered(state: &TableState, photo: PhotoId, corners_px: &Corners) -> Vec<usize> {
    let mut covered = Vec::new();
    for (view, kingdom) in state.ids.iter().enumerate().filter(|(_, kingdom)| kingdom.photo == photo) {
        let Some(own) = state.one.guesses(view).corners_px(&state.read.kingdoms[view]) else { continue };
        if overlap(&own, corners_px) {
            covered.push((kingdom.number, distance_px(&own, corners_px)));
        }
    }
    covered.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    covered.into_iter().map(|(number, _)| number).collect()
}

/// The change that removes all marked grids of a photo, along with kingdoms that exist only in a marked grid.
///
/// # Errors
/// If the table has no such photo.
pub fn forget_marks(state: &TableState, photo: PhotoId, is_agreed: bool) -> Result<Change, Refused> {
    let row = state.table.photo(photo).ok_or_else(Refused::not_found)?;
    let (found, now) = (&row.numbers, state.grids_of(photo));
    let back = found.iter().map(|number| (*number, Grid::Found)).filter(|found| !now.contains(found));
    let further = now.iter().filter(|(number, _)| !found.contains(number)).map(|(number, _)| (*number, Grid::Nowhere));
    let grids: Vec<(usize, Grid)> = back.chain(further).collect();
    if grids.is_empty() {
        return Ok(Change::new(state.table.clone()));
    }
    let table = with_grids(state, photo, grids)?;
    Ok(Change { photos: PhotoChange::Rows, unfit: unfit(is_agreed), ..Change::new(table) })
}

/// Decides about edits that do not fit the new grid. If the person agreed, they are kept, because they count
/// again if the grid is undone.
fn unfit(is_agreed: bool) -> Unfit {
    if is_agreed { Unfit::Stays } else { Unfit::Refused }
}

/// Adds the grids of these kingdoms of a photo as one answer; see [`add_grids`].
fn with_grids(
    state: &TableState,
    photo: PhotoId,
    grids: impl IntoIterator<Item = (usize, Grid)>,
) -> Result<Table, Refused> {
    let edits = grids.into_iter().map(|(number, grid)| Edit::new(KingdomId { photo, number }, What::Grid(grid)));
    let mut table = state.table.clone();
    add_grids(&mut table, edits.collect())?;
    Ok(table)
}

/// Adds one answer with grids and other edits. Deletes marked grids that neither undo nor redo can restore,
/// and rows that become empty.
pub(crate) fn add_grids(table: &mut Table, edits: Vec<Edit>) -> Result<(), Refused> {
    add_answer(table, edits)?;
    for row in &mut table.photos {
        let is_of = |edit: &Edit, id: u32| edit.kingdom.photo == row.id && edit.what == What::Grid(Grid::Marked(id));
        row.marked.retain(|marked| table.edits.iter().any(|edit| is_of(edit, marked.id)));
    }
    table.photos.retain(|row| !row.reading.is_blank() || !row.marked.is_empty());
    Ok(())
}
