//! The changes that add or remove a photo.

use std::sync::Arc;

use super::corners::say_grids;
use super::grids::{self, Grids};
use super::lost::NO_KINGDOM;
use super::{Change, ReadGame, Unfit, unique_name};
use crate::api_error::ApiError;
use crate::store::{Edit, GameRows, GameState, Grid, PhotoChange, PhotoRow, What};
use game::ids::{KingdomId, PhotoId, PlayerId};
use game::line::ResultLine;
use game::photo_reader::Status;
use kingdomino::formats::name_of_file;
use reading::correction::GivenSquare;

/// The change that adds a photo with the reading `line`. `player` is the owner that the request names. A
/// photo with a kingdom replaces the player's photos without one.
pub fn with_photo(
    game: &ReadGame,
    name: &str,
    file: &Arc<Vec<u8>>,
    (line, size_px): (&ResultLine, [i32; 2]),
    player: Option<PlayerId>,
) -> Change {
    let mut state = game.rows.state.clone();
    let is_kept = state.settings.keep_photos;
    let photo = state.next_photo();
    let line = ResultLine { photo: unique_name(name, &game.rows), ..line.clone() };
    let player =
        player.filter(|player| state.settings.player(*player).is_some()).or_else(|| player_of_file(name, game));
    if player.is_some() && !line.kingdoms.is_empty() {
        state.photos.retain(|row| !(is_failed(row, game) && game.rows.state.owner(row, 1) == player));
    }
    state.photos.push(PhotoRow {
        id: photo,
        numbers: (1..=line.kingdoms.len()).collect(),
        marked: Vec::new(),
        owners: owners(player, line.kingdoms.len()),
        size_px,
        is_kept,
        line,
    });
    let photos = PhotoChange::Added(is_kept.then(|| Arc::clone(file)));
    Change { photos, ..Change::new(state) }
}

/// Whether nothing was read in the photo and it has no answers.
fn is_failed(row: &PhotoRow, game: &ReadGame) -> bool {
    let is_said = game.rows.state.said.iter().any(|said| said.kingdom.photo == row.id);
    !row.is_typed() && game.grids_of(row.id).is_empty() && !is_said
}

/// The player with the file's name, if that player has no kingdom yet.
fn player_of_file(photo: &str, game: &ReadGame) -> Option<PlayerId> {
    let name = name_of_file(photo)?;
    game.without_kingdom().find(|player| player.name == name).map(|player| player.id)
}

/// Only a photo with at most one kingdom can be assigned to a player; with several, the right kingdom is
/// unknown.
fn owners(player: Option<PlayerId>, kingdoms: usize) -> Vec<Option<PlayerId>> {
    player.filter(|_| kingdoms <= 1).map(|player| vec![Some(player)]).unwrap_or_default()
}

/// Finds an earlier upload of the same file with this name, perhaps with a number appended. Phones resend a
/// photo when they receive no answer. The same file for another player is a different photo.
pub fn same_photo<'a>(name: &str, sha256: &str, player: Option<PlayerId>, rows: &'a GameRows) -> Option<&'a PhotoRow> {
    let player = player.filter(|player| rows.state.settings.player(*player).is_some());
    rows.state.photos.iter().find(|photo| {
        let (line, said) = (&photo.line, photo.numbers.iter().find_map(|kingdom| rows.state.owner(photo, *kingdom)));
        line.status == Status::Scored
            && line.sha256.as_deref() == Some(sha256)
            && (line.photo == name || copy_number(&line.photo, name).is_some())
            && (player.is_none() || said.is_none() || player == said)
    })
}

/// The number in `photo` if it is `name` with a number appended, such as 2 in `image-2.jpg`.
fn copy_number(photo: &str, name: &str) -> Option<u32> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "jpg"));
    photo.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(ending)?.strip_suffix('.')?.parse().ok()
}

/// The change that removes a photo. Corrections of a kingdom that another photo also shows move to that
/// photo; all others are lost, if `is_agreed`. Kingdoms painted into the photo are withdrawn; undoing that
/// restores them without a photo.
pub fn without_photo(read: &ReadGame, photo: PhotoId, is_agreed: bool) -> Result<Change, ApiError> {
    let row = read.photos().find(|row| row.id == photo).ok_or_else(ApiError::not_found)?;
    let mut state = read.rows.state.clone();
    state.photos.retain(|row| row.id != photo);
    let painted = painted(read, row);
    if !painted.is_empty() {
        state.photos.push(without_picture(row, &read.rows));
        state.photos.sort_by_key(|row| row.id);
    }
    for views in read.one.kingdoms() {
        let (gone, left): (Vec<usize>, Vec<usize>) =
            views.iter().copied().partition(|view| read.ids[*view].photo == photo);
        if !gone.is_empty() {
            hand_on_owner(read, &gone, &left, &mut state);
        }
    }
    let mut then = Grids::default();
    for (index, said) in state.said.iter_mut().enumerate() {
        then.take(&read.rows.state.said[index]);
        let is_of_painted = painted.contains(&said.kingdom.number)
            && match said.what {
                What::Owner(_) => true,
                What::Grid(grid) => is_painted(row, grid),
                What::Square(_) | What::Total { .. } => is_painted(row, then.of(KingdomId { photo, ..said.kingdom })),
            };
        if said.kingdom.photo == photo && !is_of_painted {
            let of_none = Edit { kingdom: KingdomId { number: NO_KINGDOM, ..said.kingdom }, ..*said };
            *said = elsewhere(read, index, &then).unwrap_or(of_none);
        }
    }
    let gone = painted.iter().map(|number| Edit::new(row.kingdom(*number), What::Grid(Grid::Nowhere)));
    say_grids(&mut state, gone.collect())?;
    let unfit = match (is_agreed, painted.is_empty()) {
        (false, _) => Unfit::Refused,
        (true, true) => Unfit::Forgotten,
        // Corrections of a painted kingdom count again when it is restored.
        (true, false) => Unfit::Stays,
    };
    Ok(Change { photos: PhotoChange::Rows, unfit, ..Change::new(state) })
}

/// The numbers of the kingdoms currently painted into a photo.
fn painted(read: &ReadGame, row: &PhotoRow) -> Vec<usize> {
    let grids = read.grids_of(row.id).iter();
    grids.filter(|(_, grid)| is_painted(row, *grid)).map(|(kingdom, _)| *kingdom).collect()
}

fn is_painted(row: &PhotoRow, grid: Grid) -> bool {
    matches!(grid, Grid::Marked(id) if row.marked.iter().any(|marked| marked.id == id && marked.by_hand.is_none()))
}

/// The row with only its painted kingdoms, as if they had been painted without a photo.
fn without_picture(row: &PhotoRow, rows: &GameRows) -> PhotoRow {
    let marked = row.marked.iter().filter(|marked| marked.by_hand.is_none()).cloned().collect();
    PhotoRow {
        id: row.id,
        line: ResultLine::blank(&row.line.photo, &rows.state.settings.info()),
        numbers: Vec::new(),
        marked,
        owners: row.owners.clone(),
        size_px: [0, 0],
        is_kept: false,
    }
}

/// Keeps the owner of a kingdom in the views that are `left` when others are `gone`. Also keeps the owner
/// that came with the photo, because an undo restores it.
fn hand_on_owner(read: &ReadGame, gone: &[usize], left: &[usize], state: &mut GameState) {
    let gone = gone
        .iter()
        .find_map(|view| read.rows.state.photos[read.one.views()[*view].photo].first_owner(read.ids[*view].number));
    for view in left {
        let kingdom = read.ids[*view];
        let is_said = state.said[..state.corrections].iter().any(|said| said.is_owner_of(kingdom));
        let Some(row) = state.photo_mut(kingdom.photo) else { continue };
        if !is_said || row.first_owner(kingdom.number).is_none() {
            row.own(kingdom.number, if is_said { gone } else { read.owners[*view] });
        }
        let Some(row) = state.photo(kingdom.photo) else { continue };
        if state.owner(row, kingdom.number) != read.owners[*view] {
            // Answers about this view from before it was recognised as showing the same kingdom.
            for said in state.said.iter_mut().filter(|said| said.is_owner_of(kingdom)) {
                said.kingdom.number = NO_KINGDOM;
            }
            if let Some(row) = state.photo_mut(kingdom.photo) {
                row.own(kingdom.number, read.owners[*view]);
            }
        }
    }
}

/// A correction moved to another photo of the kingdom; `then` has the grids at the time of the correction.
fn elsewhere(read: &ReadGame, index: usize, then: &Grids) -> Option<Edit> {
    let state = &read.rows.state;
    let said = state.said[index];
    let word = read.words.iter().find(|word| word.index == index)?;
    let shown = read.one.table().in_all_views(word.view, word.given).into_iter();
    let mut others = shown.filter(|(view, _)| read.ids[*view].photo != said.kingdom.photo);
    others.find_map(|(view, GivenSquare { cell, square })| {
        let kingdom = read.ids[view];
        let grids = (grid_of(read, view), then.of(kingdom));
        let cell = grids::moved(state.photo(kingdom.photo)?, kingdom.number, grids, cell)?;
        Some(Edit { kingdom, what: What::Square(GivenSquare { cell, square }), ..said })
    })
}

/// The grid of a view's kingdom.
fn grid_of(read: &ReadGame, view: usize) -> Grid {
    let in_photo = read.one.views()[view];
    read.grids[in_photo.photo][in_photo.number - 1].1
}
