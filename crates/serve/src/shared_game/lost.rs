//! What a change would lose of what was said.

use axum::http::StatusCode;

use super::ReadGame;
use super::grids::{self, Grids};
use super::reading::Word;
use crate::api_error::{ApiError, Lost, LostSquare};
use crate::store::{Edit, GameState, Grid, What};
use messages::{Message, MessageId, Words};
use reading::reconstruct::SquareInView;

/// The number of no kingdom: what was said of it does not count, and is forgotten before the change is stored.
pub const NO_KINGDOM: usize = 0;

/// What counts before a change and not after it: corrections, kingdoms of photos that remain, and kingdoms of players who have none afterwards.
/// Indices of earlier corrections are the same in both games.
pub fn lost(before: &ReadGame, after: &ReadGame) -> Vec<Lost> {
    let counts = |read: &ReadGame, index: usize| read.counting.contains(&index);
    let words = before.words.iter().filter(|word| counts(before, word.index) && !counts(after, word.index));
    let words = words.map(|word| {
        let square = Message::from(&word.given.square);
        let what = MessageId::OfKingdom.with("kingdom", before.name(word.view)).with("what", square);
        Lost { what, square: shown_at(before, word) }
    });
    let is_gone = |view: &usize| {
        let photo = before.photo_number(*view);
        let has_photo = after.rows.state.photos.iter().any(|row| row.number == photo);
        let leaves_a_player = before.owners[*view].is_some_and(|player| !after.owners.contains(&Some(player)));
        after.view(&before.key(*view)).is_none() && (has_photo || leaves_a_player)
    };
    let kingdoms = (0..before.numbers.len()).filter(is_gone);
    kingdoms.map(|view| whole_kingdom(before, view)).chain(words).collect()
}

pub fn whole_kingdom(read: &ReadGame, view: usize) -> Lost {
    MessageId::ServeWholeKingdom.with("kingdom", read.name(view)).into()
}

/// The square of the correction, in the view of the kingdom that the page shows.
fn shown_at(read: &ReadGame, word: &Word) -> Option<LostSquare> {
    let shown = read.one.kingdoms().iter().find(|views| views.contains(&word.view))?[0];
    let own = SquareInView { view: word.view, at: word.at, square: word.given.square };
    let all = read.one.table().in_all_views(own).into_iter().chain([own]);
    let at = all.into_iter().find(|other| other.view == shown)?.at;
    Some(LostSquare { kingdom: read.key(shown), place: read.read.kingdoms[shown].at(at)? })
}

/// The number of a view's kingdom in its photo, and its grid.
fn grid_of(read: &ReadGame, view: usize) -> (usize, Grid) {
    let in_photo = read.one.views()[view];
    read.grids[in_photo.photo][in_photo.number - 1]
}

/// 409: the change is refused because these would be lost.
pub fn would_drop(lost: Vec<Lost>) -> ApiError {
    let all: Vec<Message> = lost.iter().map(Lost::message).collect();
    let message = MessageId::ServeWouldDrop.with("what", all);
    ApiError { lost, ..ApiError::new(StatusCode::CONFLICT, "would-drop", message) }
}

/// The game without a photo; `None` if it has no such photo. Corrections of a kingdom that another photo shows, too, move to that photo.
pub fn without_photo(read: &ReadGame, photo: u32) -> Option<GameState> {
    let mut state = read.rows.state.clone();
    state.photos.retain(|row| row.number != photo);
    if state.photos.len() == read.rows.state.photos.len() {
        return None;
    }
    let is_in_it = |view: &usize| read.photo_number(*view) == photo;
    for views in read.one.kingdoms().iter().filter(|views| views.iter().any(is_in_it)) {
        hand_on_owner(read, views, &is_in_it, &mut state);
    }
    let mut then = Grids::default();
    for (index, said) in state.said.iter_mut().enumerate() {
        then.take(&read.rows.state.said[index]);
        if said.photo == photo {
            *said = elsewhere(read, index, &then).unwrap_or(Edit { kingdom: NO_KINGDOM, ..*said });
        }
    }
    Some(state)
}

/// The owner of a kingdom, of which some views `go`, stays in the others; also the one who came with the photo, to whom an undo leads back.
fn hand_on_owner(read: &ReadGame, views: &[usize], go: &impl Fn(&usize) -> bool, state: &mut GameState) {
    let first = |view: &usize| read.rows.state.photos[read.one.views()[*view].photo].first_owner(read.numbers[*view]);
    let gone = views.iter().filter(|view| go(view)).find_map(first);
    for view in views.iter().filter(|view| !go(view)) {
        let (photo, kingdom) = read.place(*view);
        let says_owner =
            |said: &Edit| (said.photo, said.kingdom) == (photo, kingdom) && matches!(said.what, What::Owner(_));
        let is_said = state.said[..state.corrections].iter().any(says_owner);
        let Some(row) = state.photos.iter_mut().find(|row| row.number == photo) else { continue };
        if !is_said || row.first_owner(kingdom).is_none() {
            row.own(kingdom, if is_said { gone } else { read.owners[*view] });
        }
        let Some(row) = state.photos.iter().find(|row| row.number == photo) else { continue };
        if state.owner(row, kingdom) != read.owners[*view] {
            // What was said of this view before it was known to show the same kingdom.
            state.said.iter_mut().filter(|said| says_owner(said)).for_each(|said| said.kingdom = NO_KINGDOM);
            if let Some(row) = state.photos.iter_mut().find(|row| row.number == photo) {
                row.own(kingdom, read.owners[*view]);
            }
        }
    }
}

/// A correction moved to another photo of the kingdom; `then` are the grids when it was made.
fn elsewhere(read: &ReadGame, index: usize, then: &Grids) -> Option<Edit> {
    let state = &read.rows.state;
    let said = state.said[index];
    let word = read.words.iter().find(|word| word.index == index)?;
    let in_view = SquareInView { view: word.view, at: word.at, square: word.given.square };
    let shown = read.one.table().in_all_views(in_view).into_iter();
    let mut others = shown.filter(|other| read.photo_number(other.view) != said.photo);
    others.find_map(|SquareInView { view, at, square }| {
        let (photo, (kingdom, now)) = (read.photo_number(view), grid_of(read, view));
        let row = state.photos.iter().find(|row| row.number == photo)?;
        let at = grids::moved(row, kingdom, (now, then.of(photo, kingdom)), at)?;
        Some(Edit { photo, kingdom, what: What::Square { at, square }, ..said })
    })
}
