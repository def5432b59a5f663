//! The server's games: tables in the data file, read when they are needed, and changed one at a time.
//!
//! | file | what it holds |
//! |---|---|
//! | `change` | making a change, or refusing it |
//! | `files` | the photos' files |
//! | `import` | a game from a file |

mod change;
mod files;
mod import;

use std::sync::{Arc, PoisonError};

use super::api_error::ApiError;
use super::open_games::{OpenGame, ReadGame};
use super::server::Server;
use super::store::GameRows;
use table::state::TableState;

pub use change::{change, change_with_file};
pub use files::file;
pub use import::Import;

/// The current game.
pub fn read(server: &Server, id: i64) -> Result<Arc<ReadGame>, ApiError> {
    let open = server.games.get(id);
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    read_open(server, id, &mut open)
}

/// Deletes the game with its photos. Returns whether it existed. Waits for a change in progress.
pub fn delete(server: &Server, id: i64) -> Result<bool, ApiError> {
    let open = server.games.get(id);
    let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
    open.read = None;
    server.photos.forget_game(id);
    let was_there = server.store.delete(id).map_err(ApiError::of_store)?;
    // Later than any revision, so that phones ask for the game and learn that it is gone.
    server.events.announce(id, i64::MAX);
    Ok(was_there)
}

fn read_open(server: &Server, id: i64, open: &mut OpenGame) -> Result<Arc<ReadGame>, ApiError> {
    let revision = server.store.revision(id).map_err(ApiError::of_store)?.ok_or_else(ApiError::not_found)?;
    if let Some(read) = open.read.as_ref().filter(|read| read.revision == revision) {
        return Ok(Arc::clone(read));
    }
    let GameRows { created_s, revision, table } =
        server.store.game(id).map_err(ApiError::of_store)?.ok_or_else(ApiError::not_found)?;
    let read = Arc::new(ReadGame { id, created_s, revision, state: TableState::new(table, None)? });
    open.read = Some(Arc::clone(&read));
    Ok(read)
}
