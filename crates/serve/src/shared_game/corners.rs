//! Grids that users mark in photos. A grid belongs to one kingdom, does not affect the others, and can be
//! undone.

use serde::Deserialize;

use super::change::say;
use super::grids::{Corners, distance_px, free_number, overlap};
use super::{Change, ReadGame, Unfit};
use crate::api_error::ApiError;
use crate::by_hand;
use crate::store::{ByHand, Edit, GameState, Grid, MarkedGrid, PhotoChange, What};
use game::ids::{KingdomId, PhotoId};
use game::line::ResultLine;

/// A grid that is marked.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Marking {
    corners_px: Corners,
    rows: usize,
    cols: usize,
    /// The key of the kingdom whose grid it is, such as `1k2`. Without it: the kingdom that it covers, else a new one.
    #[serde(default)]
    kingdom: Option<String>,
}

impl Marking {
    /// The marked corners, after checking them.
    pub fn by_hand(&self) -> Result<ByHand, ApiError> {
        let Self { corners_px, rows, cols, .. } = *self;
        let by_hand = ByHand { corners_px, rows, cols };
        by_hand::check(&by_hand).map(|()| by_hand)
    }
}

/// The change that marks a grid in a photo; `line` is the reading inside it. `is_agreed`: corrections that do
/// not fit the grid may stop counting.
pub fn mark(
    read: &ReadGame,
    photo: PhotoId,
    marking: &Marking,
    line: &ResultLine,
    is_agreed: bool,
) -> Result<Change, ApiError> {
    let ([kingdom], [guesses]) = (&line.kingdoms[..], &line.guesses[..]) else {
        return Err(by_hand::nothing_between());
    };
    let by_hand = marking.by_hand()?;
    // The kingdoms that the grid covers, with their distance from it.
    let mut covered: Vec<(usize, f64)> = Vec::new();
    for (view, other) in read.ids.iter().enumerate().filter(|(_, kingdom)| kingdom.photo == photo) {
        let guesses = read.one.table().guesses(view);
        let Some(corners) = guesses.and_then(|guesses| guesses.corners_px(&read.read.kingdoms[view])) else { continue };
        if overlap(&corners, &by_hand.corners_px) {
            covered.push((other.number, distance_px(&corners, &by_hand.corners_px)));
        }
    }
    covered.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let row = read.rows.state.photo(photo).ok_or_else(ApiError::not_found)?;
    let number = match (&marking.kingdom, covered.first()) {
        (Some(key), _) => {
            let view = read.view(key).filter(|view| read.ids[*view].photo == photo).ok_or_else(ApiError::not_found)?;
            read.ids[view].number
        }
        (None, Some((nearest, _))) => *nearest,
        (None, None) => free_number(row, &read.rows.state.said),
    };
    let id = row.free_mark();
    let others = covered.into_iter().map(|(other, _)| other).filter(|other| *other != number);
    let grids = std::iter::once((number, Grid::Marked(id))).chain(others.map(|other| (other, Grid::Nowhere)));
    let mut state = with_grids(read, photo, grids)?;
    if let Some(row) = state.photo_mut(photo) {
        row.marked.push(MarkedGrid { id, by_hand: Some(by_hand), kingdom: kingdom.clone(), guesses: guesses.clone() });
    }
    Ok(Change { photos: PhotoChange::Rows, unfit: unfit(is_agreed), ..Change::new(state) })
}

/// The change that removes all marked grids of a photo, along with kingdoms that exist only in a marked grid.
pub fn forget_marks(read: &ReadGame, photo: PhotoId, is_agreed: bool) -> Result<Change, ApiError> {
    let state = &read.rows.state;
    let row = state.photo(photo).ok_or_else(ApiError::not_found)?;
    let (found, now) = (&row.numbers, read.grids_of(photo));
    let back = found.iter().map(|number| (*number, Grid::Found)).filter(|found| !now.contains(found));
    let further = now.iter().filter(|(number, _)| !found.contains(number)).map(|(number, _)| (*number, Grid::Nowhere));
    let grids: Vec<(usize, Grid)> = back.chain(further).collect();
    if grids.is_empty() {
        return Ok(Change::new(state.clone()));
    }
    let state = with_grids(read, photo, grids.into_iter())?;
    Ok(Change { photos: PhotoChange::Rows, unfit: unfit(is_agreed), ..Change::new(state) })
}

/// Corrections that do not fit the grid are kept, because they count again if the grid is undone.
fn unfit(is_agreed: bool) -> Unfit {
    if is_agreed { Unfit::Stays } else { Unfit::Refused }
}

/// Adds the grids of these kingdoms of a photo as one answer; see [`say_grids`].
fn with_grids(
    read: &ReadGame,
    photo: PhotoId,
    grids: impl Iterator<Item = (usize, Grid)>,
) -> Result<GameState, ApiError> {
    let said = grids.map(|(number, grid)| Edit::new(KingdomId { photo, number }, What::Grid(grid)));
    let mut state = read.rows.state.clone();
    say_grids(&mut state, said.collect())?;
    Ok(state)
}

/// Adds one answer with grids and other parts. Deletes marked grids that neither undo nor redo can restore,
/// and rows that become empty.
pub fn say_grids(state: &mut GameState, said: Vec<Edit>) -> Result<(), ApiError> {
    say(state, said)?;
    for row in &mut state.photos {
        row.marked.retain(|marked| {
            let grid = What::Grid(Grid::Marked(marked.id));
            state.said.iter().any(|said| said.kingdom.photo == row.id && said.what == grid)
        });
    }
    state.photos.retain(|row| !row.line.is_blank() || !row.marked.is_empty());
    Ok(())
}
