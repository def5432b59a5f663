//! Corrections of squares, and undoing them.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::response::Response;

use super::super::api_error::ApiError;
use super::super::body;
use super::super::command::{AsRead, Command, SquareCorrection};
use super::super::guard::language;
use super::super::server::Server;
use super::open_table::OpenTable;
use table::squares::Step;

pub async fn say(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (table, language) = (OpenTable::of(&server, &request, &id)?, language(&request, server.language));
    let correction: SquareCorrection = body::json(request, &server.limits).await?;
    table.apply(server, correction.command()?, language).await
}

pub async fn as_read(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (table, language) = (OpenTable::of(&server, &request, &id)?, language(&request, server.language));
    let confirmed: AsRead = body::json(request, &server.limits).await?;
    table.apply(server, Command::AsRead(confirmed), language).await
}

pub async fn undo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (table, language) = (OpenTable::of(&server, &request, &id)?, language(&request, server.language));
    table.apply(server, Command::Step(Step::Undo), language).await
}

pub async fn redo(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (table, language) = (OpenTable::of(&server, &request, &id)?, language(&request, server.language));
    table.apply(server, Command::Step(Step::Redo), language).await
}
