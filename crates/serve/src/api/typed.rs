//! Typed kingdoms and totals.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::response::Response;

use super::super::api_error::ApiError;
use super::super::body;
use super::super::guard::language;
use super::super::server::Server;
use super::super::shared_game;
use super::super::shared_game::typed::{Typed, TypedTotal, put as typed_change, put_total};
use super::corrections::seen_view;
use super::number;
use super::photos::check_room;
use super::view::view;

pub async fn put(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (id, language) = (number(&id)?, language(&request, server.language));
    let typed: Typed = body::json(request, &server.limits).await?;
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |read| {
                if typed.needs_row() {
                    check_room(server, read)?;
                }
                let replaced = match &typed.kingdom {
                    Some(kingdom) => Some(seen_view(read, kingdom, typed.notation.as_deref())?),
                    None => None,
                };
                typed_change(read, &typed, replaced)
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
    let typed: TypedTotal = body::json(request, &server.limits).await?;
    server
        .blocking(move |server| {
            let read = shared_game::change(server, id, |read| put_total(read, &typed))?;
            view(server, &read, language)
        })
        .await
}
