//! The corrections and kingdoms that a change would lose.

use axum::http::StatusCode;

use super::ReadGame;
use super::reading::Word;
use crate::api_error::{ApiError, Lost, LostSquare};
use messages::{Message, MessageId, Words};

/// The number of no kingdom: answers about it do not count, and are deleted before the change is stored.
pub const NO_KINGDOM: usize = 0;

/// Things that count before a change but not after it: corrections, kingdoms of photos that remain, kingdoms
/// of players who have none afterwards, and painted kingdoms, which no photo restores. Indices of earlier
/// corrections are the same in both games.
pub fn lost(before: &ReadGame, after: &ReadGame) -> Vec<Lost> {
    let counted = before.words.iter().filter(|word| before.counting.contains(&word.index));
    let words = counted.filter(|word| !after.counting.contains(&word.index));
    let words = words.map(|word| {
        let square = Message::from(&word.given.square);
        let what = MessageId::OfKingdom.with("kingdom", before.name(word.view)).with("what", square);
        Lost { what, square: shown_at(before, word) }
    });
    let kingdoms = (0..before.ids.len()).filter(|view| {
        let kingdom = before.ids[*view];
        let has_photo = after.rows.state.photo(kingdom.photo).is_some();
        let leaves_a_player = before.owners[*view].is_some_and(|player| !after.owners.contains(&Some(player)));
        after.view_of(kingdom).is_none() && (has_photo || leaves_a_player || before.one.is_typed(*view))
    });
    kingdoms.map(|view| whole_kingdom(before, view)).chain(words).collect()
}

pub fn whole_kingdom(read: &ReadGame, view: usize) -> Lost {
    MessageId::ServeWholeKingdom.with("kingdom", read.name(view)).into()
}

/// The square of the correction, in the view of the kingdom that the page shows.
fn shown_at(read: &ReadGame, word: &Word) -> Option<LostSquare> {
    let shown = read.one.kingdoms().iter().find(|views| views.contains(&word.view))?[0];
    let all = read.one.table().in_all_views(word.view, word.given).into_iter().chain([(word.view, word.given)]);
    let (_, one) = all.into_iter().find(|(view, _)| *view == shown)?;
    Some(LostSquare { kingdom: read.ids[shown].to_string(), place: read.read.kingdoms[shown].place_of(one.cell)? })
}

/// 409: the change is refused because these would be lost.
pub fn would_drop(lost: Vec<Lost>) -> ApiError {
    let all: Vec<Message> = lost.iter().map(Lost::message).collect();
    let message = MessageId::ServeWouldDrop.with("what", all);
    ApiError { lost, ..ApiError::new(StatusCode::CONFLICT, "would-drop", message) }
}
