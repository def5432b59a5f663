//! A game: its photos read together with what was said, and its changes.
//!
//! | file | what it holds |
//! |---|---|
//! | `reading` | the game read and ranked |
//! | `change` | making a change, or refusing it |
//! | `settings` | players, rules, and whose the kingdoms are |
//! | `photos` | a new photo, or its removal |
//! | `files` | the photos' files |
//! | `grids`, `corners` | where the kingdoms lie; grids that people mark |
//! | `typed` | kingdoms and totals that people type |
//! | `read_anew` | photos that are read again |
//! | `lost` | what a change would lose |
//! | `import` | a game from a file |

mod change;
pub mod corners;
mod files;
mod grids;
mod import;
mod lost;
pub mod photos;
pub mod read_anew;
pub mod reading;
mod settings;
pub mod typed;

use std::sync::{Arc, PoisonError};

use super::api_error::ApiError;
use super::open_games::OpenGame;
use super::server::Server;

pub use change::{Change, Unfit, change, say, with_said};
pub use files::file;
pub use import::Import;
pub use lost::would_drop;
pub use reading::{AGAINST_EVERY_BOX, ReadGame, ask_about_the_box, unique_name};
pub use settings::GameFields;

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
    if let Some(read) = open.read.as_ref().filter(|read| read.rows.revision == revision) {
        return Ok(Arc::clone(read));
    }
    let rows = server.store.game(id).map_err(ApiError::of_store)?.ok_or_else(ApiError::not_found)?;
    let read = Arc::new(ReadGame::new(rows, None)?);
    open.read = Some(Arc::clone(&read));
    Ok(read)
}
