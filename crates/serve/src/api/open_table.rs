//! The table of a request: a game of the data file, or a table of the tournament.

use std::sync::Arc;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};

use super::super::api_error::ApiError;
use super::super::command::Command;
use super::super::server::Server;
use super::super::shared_game;
use super::super::tournament::{ReviewSession, is_table_key};
use super::query::{Parameters, wrong};
use super::view::view;
use super::{Json, number};
use messages::Language;

/// The id under which phones watch the tournament; ids of games start at 1.
pub const WATCHED: i64 = 0;

/// The longest id of a phone, in characters. The page generates an id for each phone, so that the server
/// recognises it.
const LONGEST_PHONE: usize = 64;

/// A table that a request is about.
pub enum OpenTable {
    /// The game with this id.
    Game(i64),
    /// A table of the tournament.
    OfTournament(OfTournament),
}

/// A table of the tournament.
pub struct OfTournament {
    pub session: Arc<ReviewSession>,
    /// The table's key.
    pub key: String,
    /// The requesting phone; empty if the request names none.
    pub phone: String,
}

impl OpenTable {
    /// The table with this id, which is a game's number or the key of a tournament's table.
    pub fn of(server: &Server, request: &Request, id: &str) -> Result<Self, ApiError> {
        Self::with(server, id, &Parameters::of(request.uri()).only(&["phone"])?)
    }

    /// Like [`Self::of`], for a request with these parameters.
    pub fn with(server: &Server, id: &str, parameters: &Parameters) -> Result<Self, ApiError> {
        if !is_table_key(id) {
            return Ok(Self::Game(number(id)?));
        }
        let (session, phone) = (tournament(server)?, phone(parameters)?);
        Ok(Self::OfTournament(OfTournament { session, key: id.to_owned(), phone }))
    }

    /// Applies a command. The answer is the changed table.
    pub async fn apply(self, server: Arc<Server>, command: Command, language: Language) -> Result<Response, ApiError> {
        server
            .blocking(move |server| match self {
                Self::Game(id) => {
                    let read = shared_game::change(server, id, |state| command.change(state))?;
                    view(server, &read, language)
                }
                Self::OfTournament(table) => {
                    table.change(server, language, |session, key, phone| session.apply(key, phone, &command))
                }
            })
            .await
    }
}

impl OfTournament {
    /// Changes the table. The answer is the changed table.
    pub fn change(
        &self,
        server: &Server,
        language: Language,
        make: impl FnOnce(&ReviewSession, &str, &str) -> Result<i64, ApiError>,
    ) -> Result<Response, ApiError> {
        let revision = make(&self.session, &self.key, &self.phone)?;
        server.events.announce(WATCHED, revision);
        self.view(language)
    }

    /// The table in the form that the page receives.
    pub fn view(&self, language: Language) -> Result<Response, ApiError> {
        Ok(Json(self.session.table_view(&self.key, &self.phone, language)?).into_response())
    }
}

/// The tournament; 404 if the server has none.
pub fn tournament(server: &Server) -> Result<Arc<ReviewSession>, ApiError> {
    server.tournament.clone().ok_or_else(ApiError::not_found)
}

/// The phone's id; empty if the request names none.
pub fn phone(parameters: &Parameters) -> Result<String, ApiError> {
    let phone = parameters.parsed("phone", |phone| {
        let is_word =
            phone.len() <= LONGEST_PHONE && phone.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if is_word { Ok(phone.to_owned()) } else { Err("letters and digits") }
    })?;
    Ok(phone.unwrap_or_default())
}

/// Requires the phone's id, which identifies who is at a table.
pub fn named_phone(phone: &str) -> Result<(), ApiError> {
    if phone.is_empty() { Err(wrong("`phone` is needed: letters and digits".to_owned())) } else { Ok(()) }
}
