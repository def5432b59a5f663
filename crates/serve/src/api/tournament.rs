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
use super::super::tournament::{Decided, NewPhoto, ReviewAction, ReviewSession, Seating, SquareOf};
use super::Json;
use super::corrections::{SquareCorrection, square_of};
use super::photos::UPRIGHT_PX;
use super::pictures::{SQUARE_PX, before, jpeg};
use super::query::{Parameters, wrong};
use super::watch;
use game::photo_info::Seat;
use kingdomino::domain::Place;
use messages::Language;
use table::photo::ByHand;

/// The id under which phones watch the tournament; ids of games start at 1.
pub const WATCHED: i64 = 0;

/// The longest id of a phone, in characters. The page generates an id for each phone, so that the server
/// recognises it.
const LONGEST_PHONE: usize = 64;

/// The requesting phone and its language.
struct Asked {
    desk: Arc<ReviewSession>,
    phone: String,
    language: Language,
}

impl Asked {
    fn new(server: &Server, request: &Request) -> Result<Self, ApiError> {
        let parameters = Parameters::of(request.uri()).only(&["phone"])?;
        Self::with(server, request, &parameters)
    }

    fn with(server: &Server, request: &Request, parameters: &Parameters) -> Result<Self, ApiError> {
        let phone = parameters.parsed("phone", |phone| {
            let is_word =
                phone.len() <= LONGEST_PHONE && phone.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            if is_word { Ok(phone.to_owned()) } else { Err("letters and digits") }
        })?;
        let desk = server.tournament.clone().ok_or_else(ApiError::not_found)?;
        Ok(Self { desk, phone: phone.unwrap_or_default(), language: language(request, server.language) })
    }

    /// Requires the phone's id, which identifies who is at a table.
    fn of_a_phone(server: &Server, request: &Request) -> Result<Self, ApiError> {
        let asked = Self::new(server, request)?;
        if asked.phone.is_empty() { Err(wrong("`phone` is needed: letters and digits".to_owned())) } else { Ok(asked) }
    }
}

/// Runs `deed` on a table, and answers with the changed table.
async fn with_table(
    server: Arc<Server>,
    asked: Asked,
    table: String,
    deed: impl FnOnce(&ReviewSession, &str, &str) -> Result<i64, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let Asked { desk, phone, language } = asked;
    server
        .blocking(move |server| {
            let revision = deed(&desk, &table, &phone)?;
            server.events.announce(WATCHED, revision);
            Ok(Json(desk.table_view(&table, &phone, language)?).into_response())
        })
        .await
}

pub async fn overview(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let Asked { desk, phone, language } = Asked::new(&server, &request)?;
    server.blocking(move |_| Ok(Json(desk.view(&phone, language)?).into_response())).await
}

pub async fn standings(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let Asked { desk, .. } = Asked::new(&server, &request)?;
    let csv = server.blocking(move |_| desk.standings()).await?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], csv).into_response())
}

pub async fn events(
    State(server): State<Arc<Server>>,
    Extension(connection): Extension<Arc<OpenConnection>>,
    request: Request,
) -> Result<Response, ApiError> {
    let Asked { desk, .. } = Asked::new(&server, &request)?;
    let listens = server.connections.listen(&connection)?;
    let revisions = server.events.watch(WATCHED);
    let revision = server.blocking(move |_| Ok(desk.state()?.revision())).await?;
    Ok(watch::stream(revisions, revision, listens))
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
    let Asked { desk, phone, .. } = Asked::of_a_phone(&server, &request)?;
    let After { after } = body::json(request, &server.limits).await?;
    let (table, revision) = server.blocking(move |_| desk.next(&phone, after.as_deref())).await?;
    server.events.announce(WATCHED, revision);
    Ok(Json(serde_json::json!({ "table": table })).into_response())
}

pub async fn show(
    State(server): State<Arc<Server>>,
    Path(table): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let Asked { desk, phone, language } = Asked::new(&server, &request)?;
    server.blocking(move |_| Ok(Json(desk.table_view(&table, &phone, language)?).into_response())).await
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
    Path(table): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let asked = Asked::of_a_phone(&server, &request)?;
    let Claim { takes_over } = body::json(request, &server.limits).await?;
    with_table(server, asked, table, move |desk, table, phone| desk.claim(table, phone, takes_over)).await
}

pub async fn release(
    State(server): State<Arc<Server>>,
    Path(table): Path<String>,
    request: Request,
) -> Result<StatusCode, ApiError> {
    let Asked { desk, phone, .. } = Asked::new(&server, &request)?;
    let revision = server.blocking(move |_| desk.release(&table, &phone)).await?;
    server.events.announce(WATCHED, revision);
    Ok(StatusCode::NO_CONTENT)
}

pub async fn correct(
    State(server): State<Arc<Server>>,
    Path(table): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let asked = Asked::new(&server, &request)?;
    let correction: SquareCorrection = body::json(request, &server.limits).await?;
    let square = square_of(&correction)?;
    with_table(server, asked, table, move |desk, table, phone| {
        let SquareCorrection { kingdom, row, col, notation, .. } = &correction;
        let of = SquareOf { kingdom, place: Place::new(*row, *col), seen: notation.as_deref() };
        desk.correct(table, phone, &of, square)
    })
    .await
}

pub async fn undo(
    State(server): State<Arc<Server>>,
    Path(table): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let asked = Asked::new(&server, &request)?;
    with_table(server, asked, table, |desk, table, phone| desk.step(table, phone, false)).await
}

pub async fn redo(
    State(server): State<Arc<Server>>,
    Path(table): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let asked = Asked::new(&server, &request)?;
    with_table(server, asked, table, |desk, table, phone| desk.step(table, phone, true)).await
}

#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// `right`, `left_out`, `nothing`, or `{"kingdom": 2}`.
    what: ReviewAction,
    /// Confirms the decision although something speaks against it.
    #[serde(default)]
    is_sure: bool,
    /// The photo's kingdoms in notation, in their order, as the phone saw them. If they have changed since,
    /// the decision is refused. Without this field nothing is compared.
    #[serde(default)]
    notations: Option<Vec<String>>,
}

pub async fn decide(
    State(server): State<Arc<Server>>,
    Path((table, photo)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let asked = Asked::new(&server, &request)?;
    let Decision { what, is_sure, notations } = body::json(request, &server.limits).await?;
    let decided = Decided { deed: what, is_sure, seen: notations };
    with_table(server, asked, table, move |desk, table, phone| desk.decide(table, phone, &photo, &decided)).await
}

pub async fn corners(
    State(server): State<Arc<Server>>,
    Path((table, photo)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let parameters = Parameters::of(request.uri()).only(&["phone", "drop"])?;
    let is_agreed = parameters.is_drop_agreed()?;
    let Asked { desk, phone, language } = Asked::with(&server, &request, &parameters)?;
    let given: Option<ByHand> = body::json(request, &server.limits).await?;
    given.iter().try_for_each(ByHand::check)?;
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let revision = desk.read_between(&table, &phone, &photo, given, is_agreed)?;
            shared.events.announce(WATCHED, revision);
            Ok(Json(desk.table_view(&table, &phone, language)?).into_response())
        })
        .await
}

pub async fn add(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let parameters = Parameters::of(request.uri()).only(&["phone", "round", "table", "player"])?;
    let Asked { desk, phone, language } = Asked::with(&server, &request, &parameters)?;
    let round = parameters.one("round")?.filter(|round| !round.is_empty()).unwrap_or("1").to_owned();
    let seat = Seat { round, table: parameters.text("table")?, player: parameters.text("player")? };
    desk.check_seat(&seat)?;
    let (slot, file) = body::read_photo(&server.queue, request, &server.limits).await?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let (table, revision) = desk.add(&NewPhoto { seat, file })?;
            shared.events.announce(WATCHED, revision);
            Ok((StatusCode::CREATED, Json(desk.table_view(&table, &phone, language)?)).into_response())
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
    let Asked { desk, phone, language } = Asked::new(&server, &request)?;
    let Seats { round, table, photos } = body::json(request, &server.limits).await?;
    let photos = photos.into_iter().map(|photo| (photo.p, photo.players)).collect();
    let slot = server.queue.slot()?;
    let shared = Arc::clone(&server);
    server
        .queue
        .run(slot, move || {
            let revision = desk.seat(&Seating { round, table, photos })?;
            shared.events.announce(WATCHED, revision);
            Ok(Json(desk.view(&phone, language)?).into_response())
        })
        .await
}

pub async fn photo(
    State(server): State<Arc<Server>>,
    Path((table, name)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let Asked { desk, .. } = Asked::new(&server, &request)?;
    let photo = before(&name, ".jpg")?.to_owned();
    server.in_turn(move |_| Ok(jpeg(desk.upright(&table, &photo, UPRIGHT_PX)?))).await
}

pub async fn kingdom(
    State(server): State<Arc<Server>>,
    Path((table, name)): Path<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let parameters = Parameters::of(request.uri()).only(&["phone", "v"])?;
    let Asked { desk, .. } = Asked::with(&server, &request, &parameters)?;
    let kingdom = before(&name, ".jpg")?.to_owned();
    server.in_turn(move |_| Ok(jpeg(desk.kingdom_picture(&table, &kingdom, SQUARE_PX)?))).await
}
