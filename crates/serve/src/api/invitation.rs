//! The address for further phones in the network.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::super::address::{in_network, qr_picture, url};
use super::super::api_error::ApiError;
use super::super::server::Server;
use super::Json;

#[derive(Serialize)]
struct InvitationView {
    url: String,
}

/// The address with the token, which the client has shown already.
pub async fn invitation(State(server): State<Arc<Server>>) -> Result<Response, ApiError> {
    Ok(Json(InvitationView { url: address(&server)? }).into_response())
}

/// The same as a QR code.
pub async fn picture(State(server): State<Arc<Server>>) -> Result<Response, ApiError> {
    let picture = qr_picture(&address(&server)?).ok_or_else(ApiError::not_found)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The machine may have come into another network since the start.
fn address(server: &Server) -> Result<String, ApiError> {
    let here = server.network_port.and_then(|port| Some(SocketAddr::new(in_network()?, port)));
    Ok(url(here.ok_or_else(ApiError::not_found)?, &server.token))
}
