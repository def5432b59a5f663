//! Typed kingdoms and totals.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::response::Response;

use super::super::api_error::ApiError;
use super::super::body;
use super::super::guard::language;
use super::super::server::Server;
use super::super::shared_game;
use super::number;
use super::photos::check_room;
use super::view::view;
use table::squares::seen_view;
use table::typed::{self, Typed, TypedTotal};

pub async fn put(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let entered: Typed = body::json(request, &server.limits).await?;
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |state| {
                if entered.needs_row() {
                    check_room(server, state)?;
                }
                let replaced = match &entered.kingdom {
                    Some(kingdom) => Some(seen_view(state, kingdom, entered.notation.as_deref())?),
                    None => None,
                };
                Ok(typed::put(state, &entered, replaced)?)
            })?;
            view(server, &read, language)
        })
        .await
}

pub async fn total(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let entered: TypedTotal = body::json(request, &server.limits).await?;
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |state| Ok(typed::put_total(state, &entered)?))?;
            view(server, &read, language)
        })
        .await
}
