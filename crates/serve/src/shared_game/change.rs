//! Changes of a game. A refused change stores nothing.

use std::sync::{Arc, PoisonError};

use super::files::keep_as_set;
use super::read_open;
use crate::api_error::ApiError;
use crate::open_games::ReadGame;
use crate::server::Server;
use crate::store::{GameChange, PlayerResult};
use table::change::{Change, apply};
use table::state::TableState;

/// Changes a game: `make` receives its current state. Changes of one game are made one at a time.
pub fn change(
    server: &Server,
    id: i64,
    make: impl FnOnce(&TableState) -> Result<Change, ApiError>,
) -> Result<Arc<ReadGame>, ApiError> {
    change_with_file(server, id, None, make)
}

/// Changes a game as [`change`] does; `file` is the file of an added photo.
pub fn change_with_file(
    server: &Server,
    id: i64,
    file: Option<&[u8]>,
    make: impl FnOnce(&TableState) -> Result<Change, ApiError>,
) -> Result<Arc<ReadGame>, ApiError> {
    let open = server.games.get(id);
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    let before = read_open(server, id, &mut open)?;
    let change = make(&before.state)?;
    let photos = change.photos;
    let state = apply(&before.state, change)?;
    // Nothing is refused after this point.
    keep_as_set(server, &before, state.table.settings.keep_photos)?;
    let revision = before.revision + 1;
    let change = GameChange {
        id,
        revision,
        before: &before.state.table,
        after: &state.table,
        photos,
        file,
        results: &results(&state),
    };
    server.store.change(&change).map_err(ApiError::of_store)?;
    let read = Arc::new(ReadGame { revision, state, ..*before });
    open.read = Some(Arc::clone(&read));
    server.events.announce(id, revision);
    Ok(read)
}

/// The players' results for the history.
fn results(state: &TableState) -> Vec<PlayerResult> {
    let Ok(ranked) = &state.ranked else { return Vec::new() };
    let is_open = !ranked.missing.is_empty() || !state.unfit.is_empty() || !state.unlike.is_empty();
    let mut results = Vec::new();
    for standing in &ranked.standings.players {
        results.push(PlayerResult {
            player: standing.player.clone(),
            place: standing.rank,
            total: standing.total,
            to_check: standing.needs_review || is_open,
            is_typed: standing.is_typed_total(),
        });
    }
    results
}
