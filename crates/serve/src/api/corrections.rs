//! Corrections of squares, and undoing them.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::super::api_error::ApiError;
use super::super::body;
use super::super::guard::language;
use super::super::server::Server;
use super::super::shared_game;
use super::super::shared_game::{Change, ReadGame};
use super::super::store::{Edit, GameState};
use super::super::why::{of_correction, of_syntax};
use super::number;
use super::view::view;
use kingdomino::domain::{Place, Square};
use kingdomino::formats::notation;
use messages::{Arg, MessageId, Words};
use reading::correction::{SaidSquare, square_from_words};

/// A correction of one square.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The kingdom's key, such as `1k1`.
    pub kingdom: String,
    /// Row from 0, in the kingdom as it is shown.
    pub row: usize,
    /// Column from 0.
    pub col: usize,
    /// As a word or in notation, as `--fix` takes it.
    square: String,
    /// The kingdom in notation as the phone saw it. If it has changed since, the correction is refused: the square may be another one. Without it
    /// nothing is compared.
    #[serde(default)]
    pub notation: Option<String>,
}

/// The square that a correction gives.
pub fn square_of(correction: &Correction) -> Result<SaidSquare, ApiError> {
    square_from_words(&correction.square).map_err(|error| unfit(of_syntax(&error)))
}

pub async fn say(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let correction: Correction = body::json(request, &server.limits).await?;
    let square = square_of(&correction)?;
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |read| with_correction(read, &correction, square))?;
            view(server, &read, language)
        })
        .await
}

fn with_correction(read: &ReadGame, correction: &Correction, said: SaidSquare) -> Result<Change, ApiError> {
    let Correction { kingdom, row, col, notation, .. } = correction;
    let view = seen_view(read, kingdom, notation.as_deref())?;
    let place = Place::new(*row, *col);
    let stands = read.read.kingdoms[view].kingdom.squares().get(place);
    let said = read.said(view, place, said.on(stands.copied().unwrap_or(Square::Empty)));
    let Some(said) = said else {
        let (row, col) = (row.saturating_add(1), col.saturating_add(1));
        return Err(unfit(MessageId::ServeNoSuchSquare.with("row", row).with("col", col)));
    };
    with_said(read, vec![said])
}

/// Confirms every square of a kingdom as it was read.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AsRead {
    kingdom: String,
    /// As in [`Correction`].
    #[serde(default)]
    notation: Option<String>,
}

pub async fn as_read(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let AsRead { kingdom, notation } = body::json(request, &server.limits).await?;
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |read| {
                let view = seen_view(read, &kingdom, notation.as_deref())?;
                let nothing = vec![Vec::new(); read.ids.len()];
                let first = read.one.table().first_readings();
                let confirmed = first.as_read(view, &nothing, &read.read.kingdoms[view]);
                let confirmed = confirmed.map_err(|error| unfit(of_correction(&error)))?;
                with_said(read, confirmed.into_iter().map(|one| read.said_at(view, one)).collect())
            })?;
            view(server, &read, language)
        })
        .await
}

/// The view with this key. Refused if the kingdom has changed since the client `saw` it.
pub fn seen_view(read: &ReadGame, kingdom: &str, saw: Option<&str>) -> Result<usize, ApiError> {
    let view = read.view(kingdom).ok_or_else(ApiError::not_found)?;
    if saw.is_none_or(|saw| notation::write(&read.read.kingdoms[view].kingdom) == saw) {
        Ok(view)
    } else {
        Err(ApiError::changed())
    }
}

/// The change that adds these corrections.
fn with_said(read: &ReadGame, said: Vec<Edit>) -> Result<Change, ApiError> {
    Ok(Change { says_something: true, ..Change::new(shared_game::with_said(read, said)?) })
}

fn unfit(why: impl Into<Arg>) -> ApiError {
    let message = MessageId::ServeBadCorrection.with("why", why);
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-correction", message)
}

pub async fn undo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    step(server, &id, request, GameState::before_last).await
}

pub async fn redo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    step(server, &id, request, GameState::after_next).await
}

async fn step(
    server: Arc<Server>,
    id: &str,
    request: Request,
    next: fn(&GameState) -> Option<usize>,
) -> Result<Response, ApiError> {
    let (id, language) = (number(id)?, language(&request, server.language));
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |read| {
                let mut state = read.rows.state.clone();
                state.corrections = next(&state).ok_or_else(|| {
                    ApiError::new(StatusCode::CONFLICT, "nothing-to-undo", MessageId::ServeNothingToUndo)
                })?;
                Ok(Change::new(state))
            })?;
            view(server, &read, language)
        })
        .await
}
