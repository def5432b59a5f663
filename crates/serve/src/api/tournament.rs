//! A tournament's folder of results: the report, tables to correct, photos to add.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::super::api_error::ApiError;
use super::super::body;
use super::super::connection_limits::OpenConnection;
use super::super::guard::language;
use super::super::server::Server;
use super::super::tournament::{NewPhoto, ReviewAction, ReviewSession, Seating};
use super::Json;
use super::open_table::{OfTournament, OpenTable, WATCHED, named_phone, phone, tournament};
use super::query::Parameters;
use super::watch;
use game::photo_info::Seat;
use messages::Language;

/// The tournament, the requesting phone, and its language.
struct Asked {
    session: Arc<ReviewSession>,
    phone: String,
    language: Language,
}

impl Asked {
    fn new(server: &Server, request: &Request) -> Result<Self, ApiError> {
        let parameters = Parameters::of(request.uri()).only(&["phone"])?;
        Self::with(server, request, &parameters)
    }

    fn with(server: &Server, request: &Request, parameters: &Parameters) -> Result<Self, ApiError> {
        let (phone, session) = (phone(parameters)?, tournament(server)?);
        Ok(Self { session, phone, language: language(request, server.language) })
    }
}

/// The tournament's table with this id; 404 for a game.
fn of_tournament(server: &Server, request: &Request, id: &str) -> Result<OfTournament, ApiError> {
    match OpenTable::of(server, request, id)? {
        OpenTable::OfTournament(table) => Ok(table),
        OpenTable::Game(_) => Err(ApiError::not_found()),
    }
}

pub async fn overview(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let Asked { session, phone, language } = Asked::new(&server, &request)?;
    server.blocking(move |_| Ok(Json(session.view(&phone, language)?).into_response())).await
}

pub async fn standings(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let Asked { session, .. } = Asked::new(&server, &request)?;
    let csv = server.blocking(move |_| session.standings()).await?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], csv).into_response())
}

pub async fn events(
    State(server): State<Arc<Server>>,
    Extension(connection): Extension<Arc<OpenConnection>>,
    request: Request,
) -> Result<Response, ApiError> {
    let Asked { session, .. } = Asked::new(&server, &request)?;
    watch::tournament(server, &connection, session, None).await
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct After {
    /// The table that the phone comes from.
    #[serde(default)]
    after: Option<String>,
}

pub async fn next(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let Asked { session, phone, .. } = Asked::new(&server, &request)?;
    named_phone(&phone)?;
    let After { after } = body::json(request, &server.limits).await?;
    let (table, revision) = server.blocking(move |_| session.next(&phone, after.as_deref())).await?;
    server.events.announce(WATCHED, revision);
    Ok(Json(serde_json::json!({ "table": table })).into_response())
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// Whether to take the table over if another phone is there.
    #[serde(default)]
    takes_over: bool,
}

pub async fn claim(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let (table, language) = (of_tournament(&server, &request, &id)?, language(&request, server.language));
    named_phone(&table.phone)?;
    let Claim { takes_over } = body::json(request, &server.limits).await?;
    server
        .blocking(move |server| {
            table.change(server, language, |session, key, phone| session.claim(key, phone, takes_over))
        })
        .await
}

pub async fn release(
    State(server): State<Arc<Server>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<StatusCode, ApiError> {
    let OfTournament { session, key, phone } = of_tournament(&server, &request, &id)?;
    let revision = server.blocking(move |_| session.release(&key, &phone)).await?;
    server.events.announce(WATCHED, revision);
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// `left_out`, `nothing`, or `{"kingdom": 2}`.
    what: ReviewAction,
    /// The photo's kingdoms in notation, in their order, as the phone saw them. If they have changed since,
    /// the decision is refused. Without this field nothing is compared.
    #[serde(default)]
    notations: Option<Vec<String>>,
}

pub async fn decide(
    State(server): State<Arc<Server>>,
    Path((id, photo)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let (table, language) = (of_tournament(&server, &request, &id)?, language(&request, server.language));
    let Decision { what, notations } = body::json(request, &server.limits).await?;
    server
        .blocking(move |server| {
            table.change(server, language, |session, key, phone| {
                session.decide(key, phone, &photo, what, notations.as_deref())
            })
        })
        .await
}

pub async fn add(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let parameters = Parameters::of(request.uri()).only(&["phone", "round", "table", "player"])?;
    let Asked { session, phone, language } = Asked::with(&server, &request, &parameters)?;
    let round = parameters.one("round")?.filter(|round| !round.is_empty()).unwrap_or("1").to_owned();
    let seat = Seat { round, table: parameters.text("table")?, player: parameters.text("player")? };
    session.check_seat(&seat)?;
    let (slot, file) = body::read_photo(&server.queue, request, &server.limits).await?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let (table, revision) = session.add(&NewPhoto { seat, file })?;
            shared.events.announce(WATCHED, revision);
            Ok((StatusCode::CREATED, Json(session.table_view(&table, &phone, language)?)).into_response())
        })
        .await
}

/// The owners of a table's photos.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seats {
    round: String,
    table: String,
    photos: Vec<SeatedPhoto>,
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SeatedPhoto {
    /// The photo's key.
    p: String,
    /// The players whose kingdoms it shows, from the top left; an empty list withdraws the answer.
    players: Vec<String>,
}

pub async fn seat(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let Asked { session, phone, language } = Asked::new(&server, &request)?;
    let Seats { round, table, photos } = body::json(request, &server.limits).await?;
    let photos = photos.into_iter().map(|photo| (photo.p, photo.players)).collect();
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let revision = session.seat(&Seating { round, table, photos })?;
            shared.events.announce(WATCHED, revision);
            Ok(Json(session.view(&phone, language)?).into_response())
        })
        .await
}
