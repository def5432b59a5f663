//! Games and their players: the list, one game, and changes of its settings.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::super::api_error::ApiError;
use super::super::body;
use super::super::guard::language;
use super::super::server::Server;
use super::super::shared_game;
use super::super::shared_game::Import;
use super::super::store::GameSummary;
use super::open_table::OpenTable;
use super::query::is_drop_agreed;
use super::view::view;
use super::{Json, number, photos};
use kingdomino::domain::{Game, GridSize};
use table::change::{Change, with_edits};
use table::fields::GameFields;
use table::log::Table;
use table::saved::MOST_BYTES;
use table::settings::Settings;

#[derive(Serialize)]
struct SummaryView {
    id: i64,
    revision: i64,
    /// Milliseconds since 1970.
    created_ms: i64,
    /// The game that the players chose; `null` to detect it.
    game: Option<Game>,
    size: Option<GridSize>,
    /// `open` or `finished`.
    state: &'static str,
    photos: usize,
    needs_review: bool,
    /// The players, in the order in which they were entered.
    players: Vec<ResultView>,
}

#[derive(Serialize)]
struct ResultView {
    name: kingdomino::formats::Name,
    total: Option<i32>,
    /// `null` until the winner is certain.
    rank: Option<usize>,
    /// Whether the total was typed, without a kingdom.
    typed: bool,
}

impl From<GameSummary> for SummaryView {
    fn from(game: GameSummary) -> Self {
        let is_decided = game.is_decided();
        let GameSummary { id, created_s, revision, settings, photos, results, created: _ } = game;
        Self {
            id,
            revision,
            created_ms: created_s * 1000,
            game: settings.game,
            size: settings.size,
            state: settings.state(),
            photos,
            needs_review: results.iter().any(|result| result.to_check),
            players: settings
                .players
                .iter()
                .map(|player| {
                    let result = results.iter().find(|result| result.player == player.name);
                    let (total, rank) =
                        (result.map(|result| result.total), result.map(|result| result.place).filter(|_| is_decided));
                    let typed = result.is_some_and(|result| result.is_typed);
                    ResultView { name: player.name.clone(), total, rank, typed }
                })
                .collect(),
        }
    }
}

pub async fn list(State(server): State<Arc<Server>>) -> Result<Response, ApiError> {
    let games = server.blocking(|server| server.store.games().map_err(ApiError::of_store)).await?;
    Ok(Json(games.into_iter().map(SummaryView::from).collect::<Vec<_>>()).into_response())
}

pub async fn players(State(server): State<Arc<Server>>) -> Result<Response, ApiError> {
    let players = server.blocking(|server| server.store.players().map_err(ApiError::of_store)).await?;
    Ok(Json(players).into_response())
}

pub async fn create(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let language = language(&request, server.language);
    let fields: GameFields = body::json(request, &server.limits).await?;
    let table = Table { settings: fields.put_into(&Settings::default())?, ..Table::default() };
    let facts = fields.facts(&table)?;
    let response = server
        .blocking(move |server| {
            let id = server.store.create(&table.settings).map_err(ApiError::of_store)?;
            let read = match facts.is_empty() {
                true => shared_game::read(server, id)?,
                false => shared_game::change(server, id, |state| Ok(Change::new(with_edits(state, facts)?)))?,
            };
            view(server, &read, language)
        })
        .await?;
    Ok((StatusCode::CREATED, response).into_response())
}

pub async fn import(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let language = language(&request, server.language);
    let text = body::read(request, MOST_BYTES as usize, &server.limits).await?;
    let import = Import::new(&text).inspect_err(ApiError::note)?;
    let response = server.blocking(move |server| view(server, &*import.into_game(server)?, language)).await?;
    Ok((StatusCode::CREATED, response).into_response())
}

pub async fn show(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (table, language) = (OpenTable::of(&server, &request, &id)?, language(&request, server.language));
    server
        .blocking(move |server| match table {
            OpenTable::Game(id) => view(server, &*shared_game::read(server, id)?, language),
            OpenTable::OfTournament(table) => table.view(language),
        })
        .await
}

pub async fn patch(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let (is_agreed, elsewhere) = (is_drop_agreed(&request)?, photos::ReadElsewhere::of(&request));
    let fields: GameFields = body::json(request, &server.limits).await?;
    let read = server.blocking(move |server| shared_game::read(server, id)).await?;
    if fields.reads_anew(&read.state.table.settings) && !read.state.table.photos.is_empty() {
        let slot = server.queue.slot()?;
        let shared = Arc::clone(&server);
        return server
            .queue
            .run(slot, move || {
                let read = photos::read_all_anew(&shared, id, &fields, is_agreed, elsewhere)?;
                view(&shared, &read, language)
            })
            .await;
    }
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |state| {
                Ok(fields.change(state, is_agreed, |photo| server.photos.has((id, photo)))?)
            })?;
            view(server, &read, language)
        })
        .await
}

pub async fn delete(State(server): State<Arc<Server>>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    let id = number(&id)?;
    let was_there = server.blocking(move |server| shared_game::delete(server, id)).await?;
    if was_there { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::not_found()) }
}
