//! What each address answers. The table of routes is also what `GET /api/openapi.json` is made of.

mod about;
mod corrections;
mod exports;
mod games;
mod learn;
mod photos;
mod pictures;
mod query;
mod scan;
mod shell;
mod watch;

use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use serde::Serialize;

use super::guard::guard;
use super::refusal::Refusal;
use super::server::Server;
use super::{page, refusal};
use crate::messages::MessageId;

/// All that is answered, behind the guard.
pub fn router(server: Arc<Server>) -> Router {
    let routes = Router::new()
        .route("/", get(shell::shell))
        .route("/page/{*file}", get(page::file))
        .route("/healthz", get(shell::healthz))
        .route("/api/about", get(about::about))
        .route("/api/scan", post(scan::scan))
        .route("/api/players", get(games::players))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/{id}", get(games::show).patch(games::patch).delete(games::delete))
        .route("/api/games/{id}/photos", post(photos::add))
        .route("/api/games/{id}/photos/{p}", get(pictures::photo).delete(photos::delete))
        .route("/api/games/{id}/photos/{p}/corners", put(photos::corners))
        .route("/api/games/{id}/kingdoms/{k}", get(pictures::kingdom))
        .route("/api/games/{id}/corrections", post(corrections::say))
        .route("/api/games/{id}/undo", post(corrections::undo))
        .route("/api/games/{id}/redo", post(corrections::redo))
        .route("/api/games/{id}/events", get(watch::events))
        .route("/api/games/{id}/picture.png", get(pictures::card))
        .route("/api/games/{id}/game.json", get(exports::game))
        .route("/api/learn", post(learn::learn).delete(learn::unlearn))
        .route("/api/export.csv", get(exports::csv))
        .route("/api/export.json", get(exports::json))
        .fallback(|| async { Refusal::not_found() });
    routes.layer(from_fn_with_state(Arc::clone(&server), guard)).with_state(server)
}

/// An answer in JSON.
struct Json<T>(T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => refusal::Refusal::broken(error).into_response(),
        }
    }
}

/// The number in a path.
fn number<T: std::str::FromStr>(text: &str) -> Result<T, Refusal> {
    text.parse().map_err(|_| Refusal::not_found())
}

/// What was photographed is not there any more.
fn photo_gone() -> Refusal {
    Refusal::new(StatusCode::CONFLICT, "photo-gone", MessageId::ServePhotoGone)
}
