//! Photos that are read again, as another game or with another grid size. Corrections stay where kingdoms and
//! squares are the same.

use super::grids::{Corners, Grids, free_number, guesses, overlap};
use super::lost::{NO_KINGDOM, whole_kingdom};
use super::{Change, GameFields, ReadGame, Unfit, typed};
use crate::api_error::{ApiError, Lost};
use crate::store::{GameState, Grid, PhotoChange, PhotoRow, Settings, What};
use game::ids::PhotoId;
use game::line::ResultLine;
use game::photo_info::PhotoInfo;

/// A photo that was read again.
pub struct PhotoAnew {
    pub id: PhotoId,
    pub line: ResultLine,
    pub size_px: [i32; 2],
    /// The new reading of each marked grid, by the grid's id.
    pub marked: Vec<(u32, ResultLine)>,
}

/// The new line of a row with a typed kingdom, under the game's current rules; `None` if there is a photo to
/// read.
pub fn line_anew(photo: &PhotoRow, info: &PhotoInfo) -> Option<ResultLine> {
    photo.is_typed().then(|| match photo.line.kingdoms.first() {
        Some(kingdom) => typed::anew(&photo.line.photo, kingdom, info),
        None => ResultLine::blank(&photo.line.photo, info),
    })
}

/// The photo's typed kingdoms under the game's current rules.
pub fn typed_anew(photo: &PhotoRow, info: &PhotoInfo) -> Vec<(u32, ResultLine)> {
    let typed = photo.marked.iter().filter(|marked| marked.by_hand.is_none());
    typed.map(|marked| (marked.id, typed::anew(&photo.line.photo, &marked.kingdom, info))).collect()
}

/// The change of the settings for which the photos were read again. `is_agreed`: the user accepts the losses.
pub fn with_photos_anew(
    now: &ReadGame,
    fields: &GameFields,
    settings: Settings,
    read: Vec<PhotoAnew>,
    is_agreed: bool,
) -> Result<Change, ApiError> {
    let mut state = now.rows.state.clone();
    state.settings = settings;
    let mut lost = fields.own(now, &mut state)?;
    lost.extend(unreadable_marks(now, &read));
    put_anew(&mut state, &Grids::after(&now.rows.state.said[..now.rows.state.corrections]), read)?;
    if state.settings.keep_photos != now.rows.state.settings.keep_photos {
        for photo in &mut state.photos {
            photo.is_kept = state.settings.keep_photos;
        }
    }
    Ok(Change { photos: PhotoChange::Rows, unfit: Unfit::unless_agreed(is_agreed), lost, ..Change::new(state) })
}

/// Kingdoms with a marked grid in which nothing can be read any more.
fn unreadable_marks(now: &ReadGame, read: &[PhotoAnew]) -> Vec<Lost> {
    let mut unreadable = Vec::new();
    for (view, kingdom) in now.ids.iter().enumerate() {
        let grid = now.grids_of(kingdom.photo).iter().find(|(number, _)| *number == kingdom.number);
        let Some((_, Grid::Marked(id))) = grid else { continue };
        let photo = read.iter().find(|photo| photo.id == kingdom.photo);
        let marked = photo.and_then(|photo| photo.marked.iter().find(|(other, _)| other == id));
        if marked.is_none_or(|(_, line)| line.kingdoms.is_empty()) {
            unreadable.push(whole_kingdom(now, view));
        }
    }
    unreadable
}

/// Replaces the readings. Corrections of lost squares get the number `NO_KINGDOM`.
fn put_anew(state: &mut GameState, now: &Grids, read: Vec<PhotoAnew>) -> Result<(), ApiError> {
    for read in read {
        let said = state.said.clone();
        let Some(row) = state.photos.iter_mut().find(|row| row.id == read.id) else { continue };
        let before = row.clone();
        // A typed kingdom has no position in a photo; it is identified as the row's only kingdom.
        if !read.line.is_typed() || read.line.kingdoms.len() != before.numbers.len() {
            row.numbers = numbers(&before, now, &read.line, free_number(&before, &said));
        }
        for number in &before.numbers {
            if !row.numbers.contains(number) && !now.is_marked(before.kingdom(*number)) {
                row.own(*number, None);
            }
        }
        row.marked.retain_mut(|marked| {
            let line = read.marked.iter().find(|(id, _)| *id == marked.id).map(|(_, line)| line);
            let Some((kingdom, guesses)) = line.and_then(|line| Some((line.kingdoms.first()?, line.guesses.first()?)))
            else {
                return false;
            };
            (marked.kingdom, marked.guesses) = (kingdom.clone(), guesses.clone());
            true
        });
        (row.line, row.size_px) = (read.line, read.size_px);
        let mut then = Grids::default();
        for said in state.said.iter_mut().filter(|said| said.kingdom.photo == row.id) {
            then.take(said);
            let is_there = match &mut said.what {
                What::Grid(grid @ Grid::Marked(_)) => row.has_mark(*grid),
                What::Grid(Grid::Found | Grid::Nowhere) | What::Total { .. } => true,
                // Keeps owners of kingdoms in marked grids even if the grid was undone, because a redo may
                // restore it.
                What::Owner(_) => {
                    row.numbers.contains(&said.kingdom.number)
                        || now.is_marked(before.kingdom(said.kingdom.number))
                        || row.has_mark(then.of(said.kingdom))
                }
                What::Square(one) => {
                    let (grid, number) = (then.of(said.kingdom), said.kingdom.number);
                    let grids = guesses(&before, number, grid).zip(guesses(row, number, grid));
                    let same = grids.and_then(|(before, after)| before.in_other_grid(one.cell, after));
                    one.cell = same.unwrap_or(one.cell);
                    same.is_some()
                }
            };
            if !is_there {
                said.kingdom.number = NO_KINGDOM;
            }
        }
    }
    Ok(())
}

/// The numbers of a line's kingdoms: a kingdom that existed before keeps its number, new kingdoms count from
/// `free`.
fn numbers(before: &PhotoRow, now: &Grids, line: &ResultLine, free: usize) -> Vec<usize> {
    let found = before.numbers.iter().copied().zip(corners(&before.line));
    let marked = now.in_photo(before).into_iter().filter_map(|(number, grid)| match grid {
        Grid::Marked(id) => {
            let marked = before.marked.iter().find(|marked| marked.id == id)?;
            Some((number, marked.by_hand.map(|by_hand| by_hand.corners_px)))
        }
        Grid::Found | Grid::Nowhere => None,
    });
    let mut known: Vec<(usize, Option<Corners>)> = found.chain(marked).collect();
    let mut free = free..;
    let mut numbers = Vec::new();
    for corners in corners(line) {
        let same =
            known.iter().find(|(_, other)| corners.zip(*other).is_some_and(|(one, other)| overlap(&one, &other)));
        let same = same.map(|(number, _)| *number);
        known.retain(|(number, _)| Some(*number) != same);
        numbers.push(same.or_else(|| free.next()).unwrap_or_default());
    }
    numbers
}

/// The corners of a line's kingdoms.
fn corners(line: &ResultLine) -> impl Iterator<Item = Option<Corners>> {
    line.kingdoms.iter().map(|kingdom| kingdom.record.corners_px)
}
