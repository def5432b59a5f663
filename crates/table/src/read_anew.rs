//! Photos that are read again, as another game or with another grid size. An edit is kept if its kingdom and
//! square are found again.

use game::guesses::KingdomGuesses;
use game::ids::PhotoId;
use game::photo_info::PhotoInfo;
use game::photo_reading::{PhotoReading, Status};
use reading::correction::GivenSquare;

use crate::change::{Change, NO_KINGDOM, PhotoChange, Unfit, whole_kingdom};
use crate::fields::GameFields;
use crate::grids::{Corners, Grids, free_number, guesses, overlap};
use crate::log::{Edit, Table, What};
use crate::photo::{Grid, PhotoRow};
use crate::refused::{Lost, Refused};
use crate::settings::Settings;
use crate::state::TableState;

/// A photo that was read again.
pub struct PhotoAnew {
    /// The photo's id.
    pub id: PhotoId,
    /// Its new reading.
    pub reading: PhotoReading,
    /// Width and height of the upright photo; 0 x 0 if it cannot be decoded.
    pub size_px: [i32; 2],
    /// The new reading of each marked grid, by the grid's id.
    pub marked: Vec<(u32, PhotoReading)>,
}

/// The new reading of a row under the table's current rules, if no photo must be read for it: there is none, or
/// its reading stays the same.
pub fn without_photo(photo: &PhotoRow, info: &PhotoInfo) -> Option<PhotoReading> {
    if !photo.is_typed() {
        let has_marked_grids = photo.marked.iter().any(|marked| marked.by_hand.is_some());
        return photo.reading.with_size_as_found(info).filter(|_| !has_marked_grids);
    }
    Some(match photo.reading.guesses.first() {
        Some(guesses) => PhotoReading::typed_again(&photo.reading.photo, guesses, info),
        None => PhotoReading::blank(&photo.reading.photo, info),
    })
}

/// The photo's typed kingdoms under the table's current rules, by the ids of their grids.
pub fn typed_anew(photo: &PhotoRow, info: &PhotoInfo) -> Vec<(u32, PhotoReading)> {
    let typed = photo.marked.iter().filter(|marked| marked.by_hand.is_none());
    let name = &photo.reading.photo;
    typed.map(|marked| (marked.id, PhotoReading::typed_again(name, &marked.guesses, info))).collect()
}

/// The change to new settings, because of which the photos were read again (`read`). `is_agreed`: the person
/// accepts the losses.
///
/// # Errors
/// If there is no such kingdom or player.
pub fn with_photos_anew(
    now: &TableState,
    fields: &GameFields,
    settings: Settings,
    read: Vec<PhotoAnew>,
    is_agreed: bool,
) -> Result<Change, Refused> {
    let mut table = now.table.clone();
    table.settings = settings;
    let mut lost = fields.own(now, &mut table)?;
    lost.extend(unreadable_marks(now, &read));
    let grids = Grids::after(now.table.counting());
    for photo in read {
        put_anew(&mut table, &grids, photo);
    }
    if table.settings.keep_photos != now.table.settings.keep_photos {
        for photo in &mut table.photos {
            photo.is_kept = table.settings.keep_photos;
        }
    }
    Ok(Change { photos: PhotoChange::Rows, unfit: Unfit::unless_agreed(is_agreed), lost, ..Change::new(table) })
}

/// The loss of each kingdom that has a marked grid in which nothing can be read any more.
fn unreadable_marks(now: &TableState, read: &[PhotoAnew]) -> Vec<Lost> {
    let mut lost = Vec::new();
    for (view, kingdom) in now.ids.iter().enumerate() {
        let grid = now.grids_of(kingdom.photo).iter().find(|(number, _)| *number == kingdom.number);
        let Some((_, Grid::Marked(id))) = grid else { continue };
        let photo = read.iter().find(|photo| photo.id == kingdom.photo);
        let marked = photo.and_then(|photo| photo.marked.iter().find(|(other, _)| other == id));
        if marked.is_none_or(|(_, reading)| reading.status != Status::Scored) {
            lost.push(whole_kingdom(now, view));
        }
    }
    lost
}

/// Replaces a photo's reading. Edits of squares that no longer exist get `NO_KINGDOM` as their kingdom's
/// number.
fn put_anew(table: &mut Table, now: &Grids, read: PhotoAnew) {
    let Some(before) = table.photo(read.id).cloned() else { return };
    let mut row = before.clone();
    // A typed kingdom has no position in a photo; it is identified as the row's only kingdom.
    if !read.reading.is_typed() || read.reading.guesses.len() != before.numbers.len() {
        row.numbers = numbers(&before, now, &read.reading, free_number(&before, &table.edits));
    }
    for number in &before.numbers {
        if !row.numbers.contains(number) && !is_marked(now, &before, *number) {
            row.own(*number, None);
        }
    }
    row.marked.clear();
    for mut marked in before.marked.iter().cloned() {
        let again = read.marked.iter().find(|(id, reading)| *id == marked.id && reading.status == Status::Scored);
        let Some(guesses) = again.and_then(|(_, reading)| reading.guesses.first()) else { continue };
        marked.guesses = guesses.clone();
        row.marked.push(marked);
    }
    (row.reading, row.size_px) = (read.reading, read.size_px);
    let mut then = Grids::default();
    for edit in table.edits.iter_mut().filter(|edit| edit.kingdom.photo == before.id) {
        then.take(edit);
        if !carry_over(edit, then.of(edit.kingdom), now, &before, &row) {
            edit.kingdom.number = NO_KINGDOM;
        }
    }
    if let Some(place) = table.photo_mut(before.id) {
        *place = row;
    }
}

/// Adapts an edit of the photo `before` to its new reading `after`. `then` is the grid that the kingdom had
/// at the time of the edit. Returns whether the edit still has a kingdom and a square there.
fn carry_over(edit: &mut Edit, then: Grid, now: &Grids, before: &PhotoRow, after: &PhotoRow) -> bool {
    let number = edit.kingdom.number;
    match &mut edit.what {
        What::Grid(grid @ Grid::Marked(_)) => has_mark(after, *grid),
        What::Grid(Grid::Found | Grid::Nowhere)
        | What::Total { .. }
        | What::Facts { .. }
        | What::Queen(_)
        | What::Agreed(_) => true,
        // Keeps owners of kingdoms in marked grids even if the grid was undone, because a redo may restore
        // it.
        What::Owner(_) => after.numbers.contains(&number) || is_marked(now, before, number) || has_mark(after, then),
        What::Square(GivenSquare { cell, .. }) | What::Withdrawn(cell) => {
            let grids = guesses(before, number, then).zip(guesses(after, number, then));
            let same = grids.and_then(|(before, after)| before.in_other_grid(*cell, after));
            *cell = same.unwrap_or(*cell);
            same.is_some()
        }
    }
}

/// Whether the kingdom with this number has a marked grid.
fn is_marked(now: &Grids, photo: &PhotoRow, number: usize) -> bool {
    matches!(now.of(photo.kingdom(number)), Grid::Marked(_))
}

/// Whether the photo has this marked grid.
fn has_mark(photo: &PhotoRow, grid: Grid) -> bool {
    matches!(grid, Grid::Marked(id) if photo.marked.iter().any(|marked| marked.id == id))
}

/// The numbers for the kingdoms of a new reading. A kingdom that existed before keeps its number; new
/// kingdoms are numbered from `free`.
fn numbers(before: &PhotoRow, now: &Grids, reading: &PhotoReading, free: usize) -> Vec<usize> {
    let mut known: Vec<(usize, Option<Corners>)> =
        before.numbers.iter().copied().zip(corners(&before.reading)).collect();
    for (number, grid) in now.in_photo(before) {
        let marked = before.marked.iter().find(|marked| grid == Grid::Marked(marked.id));
        known.extend(marked.map(|marked| (number, marked.by_hand.map(|by_hand| by_hand.corners_px))));
    }
    let (mut numbers, mut free) = (Vec::new(), free);
    for corners_px in corners(reading) {
        let same = known
            .iter()
            .find(|(_, other)| corners_px.zip(*other).is_some_and(|(corners_px, other)| overlap(&corners_px, &other)));
        let number = same.map_or(free, |(number, _)| *number);
        free += usize::from(same.is_none());
        known.retain(|(other, _)| *other != number);
        numbers.push(number);
    }
    numbers
}

/// The corners of the kingdoms' lattices.
fn corners(reading: &PhotoReading) -> impl Iterator<Item = Option<Corners>> {
    reading.guesses.iter().map(KingdomGuesses::lattice_corners_px)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::apply;
    use kingdomino::formats::notation;

    /// The table after the game's grid has changed to this size.
    fn with_size(state: &TableState, size: usize) -> TableState {
        let fields: GameFields = serde_json::from_value(serde_json::json!({ "size": size })).expect("fields");
        let settings = fields.put_into(&state.table.settings).expect("settings");
        let info = settings.info();
        let mut read = Vec::new();
        for row in &state.table.photos {
            let reading = without_photo(row, &info).expect("a typed kingdom");
            read.push(PhotoAnew { id: row.id, reading, size_px: row.size_px, marked: typed_anew(row, &info) });
        }
        let change = with_photos_anew(state, &fields, settings, read, true).expect("a change");
        apply(state, change).expect("a table")
    }

    #[test]
    fn a_typed_kingdom_comes_back_when_its_grid_fits_again() {
        let kingdom = notation::parse("W1WFFLLG/CLM3GGSS/WWWWWWW k7").expect("a kingdom");
        let info = PhotoInfo { size: Some(7), ..PhotoInfo::default() };
        let settings = Settings { size: info.size(), ..Settings::default() };
        let typed = PhotoReading::typed("Ben", &kingdom, &info);
        let seven = TableState::new(Table::of_photos(settings, vec![typed]), None).expect("a table");
        assert_eq!((seven.records.len(), seven.missing.len()), (1, 0));
        let five = with_size(&seven, 5);
        assert_eq!((five.records.len(), five.missing.len()), (0, 1), "it is told that a kingdom is missing");
        let back = with_size(&five, 7);
        assert_eq!(back.records[0].kingdom, seven.records[0].kingdom);
    }
}
