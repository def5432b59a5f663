//! Addresses for inviting more phones in the network.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::super::address::{in_network, qr_picture, url};
use super::super::api_error::ApiError;
use super::super::guard::host;
use super::super::server::Server;
use super::Json;
use super::query::Parameters;

#[derive(Serialize)]
struct InvitationView {
    /// The most likely address.
    url: String,
    /// All addresses, most likely first.
    addresses: Vec<AddressView>,
}

#[derive(Serialize)]
struct AddressView {
    address: IpAddr,
    url: String,
}

/// The addresses with the token, which the client has already presented.
pub async fn invitation(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let (port, ips) = addresses(&server, &request)?;
    let addresses: Vec<AddressView> = ips
        .iter()
        .map(|&address| AddressView { address, url: url(SocketAddr::new(address, port), &server.token) })
        .collect();
    let url = addresses.first().ok_or_else(ApiError::not_found)?.url.clone();
    Ok(Json(InvitationView { url, addresses }).into_response())
}

/// The QR code of an address: the most likely one, or `?address=`.
pub async fn picture(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let (port, ips) = addresses(&server, &request)?;
    let asked = Parameters::of(request.uri()).only(&["address"])?.parsed("address", str::parse::<IpAddr>)?;
    let ip = ips.into_iter().find(|ip| asked.is_none_or(|asked| asked == *ip)).ok_or_else(ApiError::not_found)?;
    let picture = qr_picture(&url(SocketAddr::new(ip, port), &server.token)).ok_or_else(ApiError::not_found)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}

/// The port and the addresses. The machine may have joined another network since the start. The address that
/// a phone has used is the most likely.
fn addresses(server: &Server, request: &Request) -> Result<(u16, Vec<IpAddr>), ApiError> {
    let port = server.network_port.ok_or_else(ApiError::not_found)?;
    let mut ips: Vec<IpAddr> = in_network(server.address).into_iter().map(|address| address.ip).collect();
    let opened = host(request.headers());
    let opened = opened.and_then(|host| host.host().trim_matches(['[', ']']).parse::<IpAddr>().ok());
    if let Some(place) = ips.iter().position(|ip| opened == Some(*ip)) {
        ips[..=place].rotate_right(1);
    }
    Ok((port, ips))
}
