//! The page's shell, and whether the server is well.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::super::api_error::ApiError;
use super::super::page::SHELL;
use super::super::server::Server;
use super::query::Parameters;
use messages::MessageId;

/// The shell; with `?token=`, as in the printed address, the cookie, and the way to the address without the token.
pub async fn shell(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let parameters = Parameters::of(request.uri());
    let Some(token) = parameters.one("token")? else {
        let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
        return Ok((kind, SHELL).into_response());
    };
    if !server.token.is(token) {
        return Err(ApiError::new(StatusCode::UNAUTHORIZED, "token", MessageId::ServeNoToken));
    }
    let cookie = format!("{}={}; Path=/; HttpOnly; SameSite=Strict", server.cookie_name, server.token.cookie());
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, "/".to_owned()), (header::SET_COOKIE, cookie)]).into_response())
}

/// For load balancers: the server answers, and its data file can be read.
pub async fn healthz(State(server): State<Arc<Server>>) -> Result<&'static str, ApiError> {
    server.blocking(|server| server.store.revision(0).map_err(ApiError::broken)).await?;
    Ok("ok\n")
}
