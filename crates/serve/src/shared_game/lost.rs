//! What a change would lose of what was said.

use axum::http::StatusCode;

use super::ReadGame;
use super::reading::Word;
use crate::api_error::{ApiError, Lost, LostSquare};
use messages::{Message, MessageId, Words};
use reading::reconstruct::SquareInView;

/// The number of no kingdom: what was said of it does not count, and is forgotten before the change is stored.
pub const NO_KINGDOM: usize = 0;

/// What counts before a change and not after it: corrections, kingdoms of photos that remain, kingdoms of players who have none afterwards, and painted
/// ones, which no photo brings back.
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
        after.view(&before.key(*view)).is_none() && (has_photo || leaves_a_player || before.one.is_typed(*view))
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

/// 409: the change is refused because these would be lost.
pub fn would_drop(lost: Vec<Lost>) -> ApiError {
    let all: Vec<Message> = lost.iter().map(Lost::message).collect();
    let message = MessageId::ServeWouldDrop.with("what", all);
    ApiError { lost, ..ApiError::new(StatusCode::CONFLICT, "would-drop", message) }
}
