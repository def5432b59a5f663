//! The answer to every request about a game.

use axum::response::{IntoResponse, Response};

use super::super::api_error::ApiError;
use super::super::open_games::ReadGame;
use super::super::server::Server;
use super::super::view::GameView;
use super::Json;
use messages::Language;

/// The game in the form that the page receives.
pub fn view(server: &Server, read: &ReadGame, language: Language) -> Result<Response, ApiError> {
    after_photo(server, read, None, language)
}

/// [`view`] after a photo was uploaded. `same_photo` is its name in the game, if it was there already.
pub fn after_photo(
    server: &Server,
    read: &ReadGame,
    same_photo: Option<String>,
    language: Language,
) -> Result<Response, ApiError> {
    let is_learnt = server.store.is_learnt(read.id).map_err(ApiError::of_store)?;
    let mut view = GameView::new(read, server, is_learnt, language);
    view.same_photo = same_photo;
    Ok(Json(view).into_response())
}
