//! A game from a file, as written by `game --save` or the page's `game.json`. The file does not contain the
//! photos.

use std::path::Path;
use std::sync::Arc;

use axum::http::StatusCode;

use super::{change, delete};
use crate::api_error::ApiError;
use crate::open_games::ReadGame;
use crate::server::Server;
use kingdomino::standings::TieRule;
use messages::{Message, MessageId, Words};
use table::change::{Change, PhotoChange};
use table::fields::check_players;
use table::log::Table;
use table::saved::{SavedError, SavedGame};
use table::state::unique_name;

/// A file that was read and checked.
pub struct Import(Table);

impl Import {
    /// Parses the file. Refuses anything that a game here cannot hold, so that nothing is lost.
    pub fn new(text: &[u8]) -> Result<Self, ApiError> {
        // The path appears only in messages at the terminal, which are not used here.
        let path = Path::new("");
        let saved = SavedGame::from_json(text, path).map_err(refused)?;
        let mut table = saved.open(path).map_err(refused)?.table.clone();
        if table.settings.tie_rule != TieRule::default() {
            return Err(refusal(MessageId::ServeOtherTieBreak.with("rule", table.settings.tie_rule.id())));
        }
        check_players(&table.settings.players)?;
        // The players decide here whether photos are kept; what they decided elsewhere does not count.
        table.settings.keep_photos = false;
        let info = table.settings.info();
        let rows = std::mem::take(&mut table.photos);
        for mut row in rows {
            // On the command line a photo is called by its path.
            let name = row.reading.photo.rsplit(['/', '\\']).next().unwrap_or_default();
            row.reading.photo = unique_name(name, &table);
            row.reading.info = info.clone();
            table.photos.push(row);
        }
        Ok(Self(table))
    }

    /// Creates the game.
    pub fn into_game(self, server: &Server) -> Result<Arc<ReadGame>, ApiError> {
        let id = server.store.create(&self.0.settings).map_err(ApiError::of_store)?;
        let made = change(server, id, |_| Ok(Change { photos: PhotoChange::Added, ..Change::new(self.0) }));
        if made.is_err() {
            delete(server, id)?;
        }
        made
    }
}

fn refused(error: SavedError) -> ApiError {
    match error {
        SavedError::NoGame { problem, .. } => refusal(MessageId::ServeNoGameFile.with("problem", problem)),
        _ => refusal(MessageId::ServeGameOfOtherVersion),
    }
}

fn refusal(message: impl Into<Message>) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-saved-game", message)
}
