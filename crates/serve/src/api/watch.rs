//! Server-sent events: the revisions of a game or tournament, so that other phones fetch it again; and
//! `look`, the first look at a photo of the game that is being read.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use http_body_util::StreamBody;
use tokio::sync::watch;

use super::super::api_error::ApiError;
use super::super::connection_limits::{Counted, OpenConnection};
use super::super::events::Announced;
use super::super::server::Server;
use super::super::time_limit::timeout;
use super::super::tournament::ReviewSession;
use super::open_table::{OpenTable, WATCHED};

/// Pause between empty lines, which are sent to detect dead connections.
const SILENCE: Duration = Duration::from_secs(20);

pub async fn events(
    State(server): State<Arc<Server>>,
    Extension(connection): Extension<Arc<OpenConnection>>,
    Path(id): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    let id = match OpenTable::of(&server, &request, &id)? {
        OpenTable::Game(id) => id,
        OpenTable::OfTournament(table) => return tournament(server, &connection, table.session, Some(table.key)).await,
    };
    let listens = server.connections.listen(&connection)?;
    // Subscribed before the first revision is read, so that no change is missed.
    let revisions = server.events.watch(id);
    let revision = server.blocking(move |server| server.store.revision(id).map_err(ApiError::of_store)).await?;
    let first = revision.ok_or_else(ApiError::not_found)?;
    Ok(stream(revisions, first, listens))
}

/// The tournament's revisions as they occur. `table` is the key of the table that is watched, if any.
pub async fn tournament(
    server: Arc<Server>,
    connection: &Arc<OpenConnection>,
    session: Arc<ReviewSession>,
    table: Option<String>,
) -> Result<Response, ApiError> {
    let listens = server.connections.listen(connection)?;
    let revisions = server.events.watch(WATCHED);
    let revision = server
        .blocking(move |_| {
            let state = session.state()?;
            table.iter().try_for_each(|table| state.has_table(table))?;
            Ok(state.revision())
        })
        .await?;
    Ok(stream(revisions, revision, listens))
}

/// A stream of this revision and all later ones.
fn stream(announced: watch::Receiver<Announced>, first: i64, listens: Counted) -> Response {
    let stream = futures_util::stream::unfold((announced, Some(first), listens), next);
    let kind = [(header::CONTENT_TYPE, "text/event-stream")];
    (kind, Body::new(StreamBody::new(stream))).into_response()
}

/// The announcements, the first revision to send, and the listener's place.
type Watched = (watch::Receiver<Announced>, Option<i64>, Counted);

type Item = Result<Frame<Bytes>, Infallible>;

/// The next lines: the first revision, a changed one, a look, or an empty line; `None` when the server ends.
async fn next((mut announced, first, listens): Watched) -> Option<(Item, Watched)> {
    let text = match first {
        Some(first) => revision_line(first),
        None => match timeout(SILENCE, announced.changed()).await {
            Ok(Ok(())) => lines(&announced.borrow_and_update()),
            Ok(Err(_)) => return None,
            Err(_) => ":\n\n".to_owned(),
        },
    };
    Some((Ok(Frame::data(text.into())), (announced, None, listens)))
}

/// A look may be combined with a revision that was not sent yet.
fn lines(Announced { revision, look }: &Announced) -> String {
    let look = look.as_ref().map(|look| format!("event: look\ndata: {look}\n\n"));
    revision_line(*revision) + &look.unwrap_or_default()
}

fn revision_line(revision: i64) -> String {
    format!("data: {{\"revision\": {revision}}}\n\n")
}
