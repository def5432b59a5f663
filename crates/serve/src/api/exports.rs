//! Games as files: one game as `game --save` writes it, or all games as CSV or JSON.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::super::api_error::ApiError;
use super::super::server::Server;
use super::super::shared_game;
use super::super::store::{GameSummary, PlayerResult};
use super::{Json, number};
use kingdomino::formats::Name;
use table::saved::SavedGame;
use table::settings::Player;
use tournament::report::csv::{BYTE_ORDER_MARK, as_text};

pub async fn game(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let id = number(&id)?;
    server.blocking(move |server| Ok(Json(SavedGame::new(&shared_game::read(server, id)?.state)).into_response())).await
}

/// A game of the export.
#[derive(Serialize)]
struct ExportedGame {
    id: i64,
    /// Milliseconds since 1970.
    created_ms: i64,
    state: &'static str,
    teams: bool,
    players: Vec<Player>,
    /// The results, from the winner down.
    results: Vec<ExportedResult>,
    /// The game as `game --save` writes it.
    saved: SavedGame,
}

#[derive(Serialize)]
struct ExportedResult {
    player: Name,
    rank: usize,
    total: i32,
    needs_review: bool,
    /// Whether the total was typed, without a kingdom.
    typed: bool,
}

impl ExportedGame {
    fn new(server: &Server, game: GameSummary) -> Result<Self, ApiError> {
        let GameSummary { id, created_s, settings, results, .. } = game;
        let saved = SavedGame::new(&shared_game::read(server, id)?.state);
        let results = results
            .into_iter()
            .map(|result| ExportedResult {
                player: result.player,
                rank: result.place,
                total: result.total,
                needs_review: result.to_check,
                typed: result.is_typed,
            })
            .collect();
        let (state, teams) = (settings.state(), settings.teams);
        Ok(Self { id, created_ms: created_s * 1000, state, teams, players: settings.players, results, saved })
    }
}

pub async fn json(State(server): State<Arc<Server>>) -> Result<Response, ApiError> {
    server
        .blocking(|server| {
            let games = server.store.games().map_err(ApiError::of_store)?;
            let exported = games.into_iter().map(|game| ExportedGame::new(server, game));
            Ok(Json(exported.collect::<Result<Vec<_>, _>>()?).into_response())
        })
        .await
}

/// A line of the CSV, with its fields in the order of the columns.
#[derive(Serialize)]
struct Line<'a> {
    game: i64,
    /// The time of creation, in seconds since 1970.
    created_s: i64,
    /// The time of creation in the server's local time, in the format that spreadsheets use for dates.
    created: &'a str,
    state: &'static str,
    photos: usize,
    rank: usize,
    player: std::borrow::Cow<'a, str>,
    total: i32,
    needs_review: bool,
    typed: bool,
}

pub async fn csv(State(server): State<Arc<Server>>) -> Result<Response, ApiError> {
    let games = server.blocking(|server| server.store.games().map_err(ApiError::of_store)).await?;
    let mut table = csv::Writer::from_writer(BYTE_ORDER_MARK.to_vec());
    for game in &games {
        for PlayerResult { player, place, total, to_check, is_typed } in &game.results {
            let line = Line {
                game: game.id,
                created_s: game.created_s,
                created: &game.created,
                state: game.settings.state(),
                photos: game.photos,
                rank: *place,
                player: as_text(player),
                total: *total,
                needs_review: *to_check,
                typed: *is_typed,
            };
            table.serialize(line).map_err(ApiError::broken)?;
        }
    }
    let table = table.into_inner().map_err(ApiError::broken)?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], table).into_response())
}
