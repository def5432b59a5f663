//! The page's shell, and the health check.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::super::api_error::ApiError;
use super::super::guard::has_token;
use super::super::page;
use super::super::server::Server;
use super::query::Parameters;

/// How long a phone stays authorised: the longest time for which browsers keep a cookie (400 days, by RFC
/// 6265bis).
const COOKIE_S: u32 = 400 * 24 * 60 * 60;

/// The shell. With `?token=`, as in the printed address, sets the cookie and redirects to the address without
/// the token. With an outdated token: redirects a phone that is already authorised, otherwise returns the
/// shell, which shows that the page is locked.
pub async fn shell(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let parameters = Parameters::of(request.uri());
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    let Some(token) = parameters.one("token")? else { return Ok((headers, page::shell()).into_response()) };
    let to_page = [(header::LOCATION, "/".to_owned())];
    if !server.token.is(token) {
        let is_let_in = has_token(&server, request.headers());
        return Ok(if is_let_in {
            (StatusCode::SEE_OTHER, to_page).into_response()
        } else {
            (StatusCode::UNAUTHORIZED, headers, page::shell()).into_response()
        });
    }
    let (name, value) = (&server.cookie_name, server.token.cookie());
    let cookie = format!("{name}={value}; Path=/; Max-Age={COOKIE_S}; HttpOnly; SameSite=Strict");
    Ok((StatusCode::SEE_OTHER, to_page, [(header::SET_COOKIE, cookie)]).into_response())
}

/// For load balancers: the server answers, and its data file can be read.
pub async fn healthz(State(server): State<Arc<Server>>) -> Result<&'static str, ApiError> {
    server.blocking(|server| server.store.revision(0).map_err(ApiError::of_store)).await?;
    Ok("ok\n")
}
