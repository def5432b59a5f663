//! What is said of squares, and taken back.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::super::body;
use super::super::game::{self, Change, ReadGame};
use super::super::guard::language;
use super::super::refusal::Refusal;
use super::super::server::Server;
use super::super::store::GameState;
use super::super::why::of_syntax;
use super::number;
use super::view::view;
use crate::correction::square_from_words;
use crate::domain::{Place, Square};
use crate::messages::{MessageId, Words};

/// What lies on a square.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// As the game calls it, such as `1k1`.
    pub kingdom: String,
    /// From 0, in the kingdom as it is shown.
    pub row: usize,
    /// From 0.
    pub col: usize,
    /// As a word or in notation, as `--fix` takes it.
    square: String,
}

/// What lies there.
pub fn square_of(correction: &Correction) -> Result<Square, Refusal> {
    square_from_words(&correction.square).map_err(|error| unfit(of_syntax(&error)))
}

/// Far more than a game has squares.
const MOST_CORRECTIONS: usize = 500;

pub async fn say(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let correction: Correction = body::json(request.into_body(), &server.limits).await?;
    let square = square_of(&correction)?;
    server
        .blocking(move |server| {
            let read = game::change(server, id, |read| with_correction(read, &correction, square))?;
            view(server, &read, language)
        })
        .await
}

fn with_correction(read: &ReadGame, correction: &Correction, square: Square) -> Result<Change, Refusal> {
    let Correction { kingdom, row, col, .. } = correction;
    let view = read.view(kingdom).ok_or_else(Refusal::not_found)?;
    let said = read.said(view, Place::new(*row, *col), square);
    let no_square =
        || MessageId::ServeNoSuchSquare.with("row", row.saturating_add(1)).with("col", col.saturating_add(1));
    let said = said.ok_or_else(|| unfit(no_square()))?;
    let mut state = read.rows.state.clone();
    state.said.truncate(state.corrections);
    if state.said.len() >= MOST_CORRECTIONS {
        return Err(Refusal::bad(
            "too-many-corrections",
            MessageId::ServeTooManyCorrections.with("most", MOST_CORRECTIONS),
        ));
    }
    state.said.push(said);
    state.corrections = state.said.len();
    Ok(Change { says_something: true, ..Change::new(state) })
}

fn unfit(why: impl Into<crate::messages::Arg>) -> Refusal {
    let message = MessageId::ServeBadCorrection.with("why", why);
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-correction", message)
}

pub async fn undo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    step(server, &id, request, |state| state.corrections.checked_sub(1)).await
}

pub async fn redo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, Refusal> {
    step(server, &id, request, |state| Some(state.corrections + 1).filter(|next| *next <= state.said.len())).await
}

async fn step(
    server: Arc<Server>,
    id: &str,
    request: Request,
    next: fn(&GameState) -> Option<usize>,
) -> Result<Response, Refusal> {
    let (id, language) = (number(id)?, language(&request, server.language));
    server
        .blocking(move |server| {
            let read = game::change(server, id, |read| {
                let mut state = read.rows.state.clone();
                let nothing = || Refusal::new(StatusCode::CONFLICT, "nothing-to-undo", MessageId::ServeNothingToUndo);
                state.corrections = next(&state).ok_or_else(nothing)?;
                Ok(Change::new(state))
            })?;
            view(server, &read, language)
        })
        .await
}
