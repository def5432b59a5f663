//! The changes that add or remove a photo.

use game::ids::{KingdomId, PhotoId, PlayerId};
use game::photo_reading::{PhotoReading, Status};
use kingdomino::formats::name_of_file;
use reading::correction::GivenSquare;

use crate::change::{Change, NO_KINGDOM, PhotoChange, Unfit};
use crate::corners::add_grids;
use crate::grids::{self, Grids};
use crate::log::{Edit, Table, What};
use crate::photo::{Grid, PhotoRow};
use crate::refused::Refused;
use crate::state::{TableState, unique_name};

/// The change that adds a photo with this reading. `player` is the owner that the request names. A
/// photo with a kingdom replaces the player's photos without one.
pub fn with_photo(
    state: &TableState,
    name: &str,
    (reading, size_px): (&PhotoReading, [i32; 2]),
    player: Option<PlayerId>,
) -> Change {
    let mut table = state.table.clone();
    let id = table.next_photo();
    let reading = PhotoReading { photo: unique_name(name, &state.table), ..reading.clone() };
    let player = player.filter(|player| table.settings.player(*player).is_some());
    let player = player.or_else(|| player_of_file(name, state));
    if player.is_some() && !reading.guesses.is_empty() {
        table.photos.retain(|row| !(is_failed(row, state) && state.table.owner(row, 1) == player));
    }
    table.photos.push(PhotoRow {
        id,
        numbers: (1..=reading.guesses.len()).collect(),
        marked: Vec::new(),
        owners: owners(player, reading.guesses.len()),
        size_px,
        is_kept: table.settings.keep_photos,
        reading,
    });
    Change { photos: PhotoChange::Added, ..Change::new(table) }
}

/// Whether nothing was read in the photo and no edit is about it.
fn is_failed(row: &PhotoRow, state: &TableState) -> bool {
    let is_edited = state.table.edits.iter().any(|edit| edit.kingdom.photo == row.id);
    !row.is_typed() && state.grids_of(row.id).is_empty() && !is_edited
}

/// The player with the file's name, if that player has no kingdom yet.
fn player_of_file(photo: &str, state: &TableState) -> Option<PlayerId> {
    let name = name_of_file(photo)?;
    state.without_kingdom().find(|player| player.name == name).map(|player| player.id)
}

/// The first owners of a new photo's kingdoms. They are known only if the photo has at most one kingdom: with
/// several, it is unknown which is the player's.
fn owners(player: Option<PlayerId>, kingdoms: usize) -> Vec<Option<PlayerId>> {
    player.filter(|_| kingdoms <= 1).map(|player| vec![Some(player)]).unwrap_or_default()
}

/// Finds an earlier upload of the same file with this name, perhaps with a number appended. Phones resend a
/// photo when they receive no answer. The same file for another player is a different photo.
pub fn same_photo<'a>(name: &str, sha256: &str, player: Option<PlayerId>, table: &'a Table) -> Option<&'a PhotoRow> {
    let player = player.filter(|player| table.settings.player(*player).is_some());
    for row in &table.photos {
        let reading = &row.reading;
        let is_same_file = reading.status == Status::Scored && reading.sha256.as_deref() == Some(sha256);
        if is_same_file && (reading.photo == name || is_numbered(&reading.photo, name)) {
            let owner = row.numbers.iter().find_map(|kingdom| table.owner(row, *kingdom));
            if player.is_none() || owner.is_none() || player == owner {
                return Some(row);
            }
        }
    }
    None
}

/// Whether `photo` is `name` with a number, such as `anna-2.jpg`.
fn is_numbered(photo: &str, name: &str) -> bool {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "jpg"));
    let rest = photo.strip_prefix(stem).and_then(|rest| rest.strip_prefix('-'));
    let number = rest.and_then(|rest| rest.strip_suffix(ending)?.strip_suffix('.'));
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The change that removes a photo. Edits of a kingdom that another photo also shows move to that photo. All
/// others are lost, which the person must accept (`is_agreed`). Kingdoms typed for the photo are withdrawn;
/// undoing that restores them without a photo.
///
/// # Errors
/// If the table has no such photo.
pub fn without_photo(state: &TableState, photo: PhotoId, is_agreed: bool) -> Result<Change, Refused> {
    let row = state.photos().find(|row| row.id == photo).ok_or_else(Refused::not_found)?;
    let mut table = state.table.clone();
    table.photos.retain(|row| row.id != photo);
    let painted = painted(state, row);
    if !painted.is_empty() {
        table.photos.push(without_picture(row, &state.table));
        table.photos.sort_by_key(|row| row.id);
    }
    for views in state.one.kingdoms() {
        let (gone, left): (Vec<usize>, Vec<usize>) = views.iter().partition(|view| state.ids[**view].photo == photo);
        if !gone.is_empty() {
            hand_on_owner(state, &gone, &left, &mut table);
        }
    }
    let mut then = Grids::default();
    for (index, edit) in table.edits.iter_mut().enumerate() {
        then.take(&state.table.edits[index]);
        if edit.kingdom.photo != photo {
            continue;
        }
        let is_of_painted = painted.contains(&edit.kingdom.number)
            && match edit.what {
                What::Owner(_) => true,
                What::Grid(grid) => is_painted(row, grid),
                What::Square(_) | What::Withdrawn(_) => is_painted(row, then.of(edit.kingdom)),
                What::Total { .. } | What::Facts { .. } | What::Queen(_) | What::Agreed(_) => false,
            };
        if !is_of_painted {
            let of_none = Edit { kingdom: KingdomId { number: NO_KINGDOM, ..edit.kingdom }, ..*edit };
            *edit = in_other_photo(state, index, &then).unwrap_or(of_none);
        }
    }
    let gone = painted.iter().map(|number| Edit::new(row.kingdom(*number), What::Grid(Grid::Nowhere)));
    add_grids(&mut table, gone.collect())?;
    let unfit = match (is_agreed, painted.is_empty()) {
        (false, _) => Unfit::Refused,
        (true, true) => Unfit::Forgotten,
        // Edits of a painted kingdom count again when it is restored.
        (true, false) => Unfit::Stays,
    };
    Ok(Change { photos: PhotoChange::Rows, unfit, ..Change::new(table) })
}

/// The numbers of the photo's kingdoms that are currently painted (typed by a person).
fn painted(state: &TableState, row: &PhotoRow) -> Vec<usize> {
    let grids = state.grids_of(row.id).iter();
    grids.filter(|(_, grid)| is_painted(row, *grid)).map(|(kingdom, _)| *kingdom).collect()
}

fn is_painted(row: &PhotoRow, grid: Grid) -> bool {
    matches!(grid, Grid::Marked(id) if row.marked.iter().any(|marked| marked.id == id && marked.by_hand.is_none()))
}

/// The row without its photo, so that it holds only the painted kingdoms.
fn without_picture(row: &PhotoRow, table: &Table) -> PhotoRow {
    PhotoRow {
        id: row.id,
        reading: PhotoReading::blank(&row.reading.photo, &table.settings.info()),
        numbers: Vec::new(),
        marked: row.marked.iter().filter(|marked| marked.by_hand.is_none()).cloned().collect(),
        owners: row.owners.clone(),
        size_px: [0, 0],
        is_kept: false,
    }
}

/// Some views of a kingdom are removed (`gone`), others remain (`left`). Gives the kingdom's owner to those
/// that remain, and also hands on the first owner, which counts if the edits are undone.
fn hand_on_owner(state: &TableState, gone: &[usize], left: &[usize], table: &mut Table) {
    let first_of_gone = gone.iter().find_map(|view| {
        let row = &state.table.photos[state.one.views()[*view].photo];
        row.first_owner(state.ids[*view].number)
    });
    for view in left {
        let kingdom = state.ids[*view];
        let gives_owner = |edit: &Edit| edit.kingdom == kingdom && matches!(edit.what, What::Owner(_));
        let is_given = table.counting().iter().any(gives_owner);
        let Some(row) = table.photo_mut(kingdom.photo) else { continue };
        if !is_given || row.first_owner(kingdom.number).is_none() {
            row.own(kingdom.number, if is_given { first_of_gone } else { state.owners[*view] });
        }
        let Some(row) = table.photo(kingdom.photo) else { continue };
        if table.owner(row, kingdom.number) != state.owners[*view] {
            // These edits are older than the recognition that the view shows the same kingdom.
            table.edits.iter_mut().filter(|edit| gives_owner(edit)).for_each(|edit| edit.kingdom.number = NO_KINGDOM);
            if let Some(row) = table.photo_mut(kingdom.photo) {
                row.own(kingdom.number, state.owners[*view]);
            }
        }
    }
}

/// Moves an edit of a square to another photo of the same kingdom. `then` holds the grids at the time of the
/// edit.
fn in_other_photo(state: &TableState, index: usize, then: &Grids) -> Option<Edit> {
    let edit = state.table.edits[index];
    let edited = state.edited.iter().find(|edited| edited.index == index)?;
    for (view, GivenSquare { cell, square }) in state.one.in_all_views(edited.view, edited.given) {
        let kingdom = state.ids[view];
        let Some(row) = state.table.photo(kingdom.photo).filter(|row| row.id != edit.kingdom.photo) else { continue };
        let grids = (grid_of(state, view), then.of(kingdom));
        if let Some(cell) = grids::moved(row, kingdom.number, grids, cell) {
            let what = match edited.is_withdrawn {
                true => What::Withdrawn(cell),
                false => What::Square(GivenSquare { cell, square }),
            };
            return Some(Edit { kingdom, what, ..edit });
        }
    }
    None
}

/// The grid of a view's kingdom.
fn grid_of(state: &TableState, view: usize) -> Grid {
    let in_photo = state.one.views()[view];
    state.grids[in_photo.photo][in_photo.number - 1].1
}
