//! Corrections of squares, and undoing them.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::response::Response;
use serde::Deserialize;

use super::super::api_error::ApiError;
use super::super::body;
use super::super::guard::language;
use super::super::server::Server;
use super::super::shared_game;
use super::number;
use super::view::view;
use kingdomino::domain::Place;
use reading::correction::{SaidSquare, square_from_words};
use table::squares::{self, Step, unfit};
use table::why::of_syntax;

/// A correction of one square.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Correction"))]
#[serde(deny_unknown_fields)]
pub struct SquareCorrection {
    /// The kingdom's key, such as `1k1`.
    pub kingdom: String,
    /// Row from 0, in the kingdom as it is shown.
    pub row: usize,
    /// Column from 0.
    pub col: usize,
    /// As a word or in notation, as `--fix` takes it.
    square: String,
    /// The kingdom in notation as the phone saw it. If it has changed since, the correction is refused,
    /// because the square may be a different one. Without this field nothing is compared.
    #[serde(default)]
    pub notation: Option<String>,
}

/// The square that a correction gives.
pub fn square_of(correction: &SquareCorrection) -> Result<SaidSquare, ApiError> {
    square_from_words(&correction.square).map_err(|error| unfit(of_syntax(&error)).into())
}

pub async fn say(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let correction: SquareCorrection = body::json(request, &server.limits).await?;
    let square = square_of(&correction)?;
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |state| {
                let view = squares::seen_view(state, &correction.kingdom, correction.notation.as_deref())?;
                Ok(squares::put(state, view, Place::new(correction.row, correction.col), square)?)
            })?;
            view(server, &read, language)
        })
        .await
}

/// Confirms every square of a kingdom as it was read.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AsRead {
    kingdom: String,
    /// As for the correction of a square.
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
            let read = shared_game::change(server, id, |state| {
                let view = squares::seen_view(state, &kingdom, notation.as_deref())?;
                Ok(squares::confirm(state, view)?)
            })?;
            view(server, &read, language)
        })
        .await
}

pub async fn undo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    step(server, &id, request, Step::Undo).await
}

pub async fn redo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    step(server, &id, request, Step::Redo).await
}

async fn step(server: Arc<Server>, id: &str, request: Request, step: Step) -> Result<Response, ApiError> {
    let (id, language) = (number(id)?, language(&request, server.language));
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |state| Ok(squares::step(state, step)?))?;
            view(server, &read, language)
        })
        .await
}
