//! `POST /api/look`: takes a camera frame and answers with the visible grids, to be drawn over it. Nothing is
//! read or kept.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::super::api_error::ApiError;
use super::super::body;
use super::super::server::Server;
use super::Json;
use messages::{MessageId, Words};
use vision::grid_fit::Framing;
use vision::photo::Photo;

/// The photo's name in messages.
const NAME: &str = "frame";

#[derive(Serialize)]
struct LookView {
    /// For each kingdom the lines of its lattice: x and y of both ends, in pixels of the frame.
    grids: Vec<Vec<[f64; 4]>>,
    /// `dark`, `nothing`, `outside`, `far`, `askew` or `unsure`; `null` if the frame would be a good photo.
    problem: Option<&'static str>,
}

pub async fn look(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let (slot, frame) = body::read_photo(&server.queue, request, &server.limits).await?;
    let shared = Arc::clone(&server);
    let view = server.queue.run(slot, move || LookView::new(&frame, &shared)).await?;
    Ok((StatusCode::OK, Json(view)).into_response())
}

impl LookView {
    fn new(frame: &[u8], server: &Server) -> Result<Self, ApiError> {
        let frame = Photo::from_bytes_within(NAME, frame, &server.limits.photo).map_err(|error| {
            ApiError::bad("no-picture", MessageId::ServeNoFrame.with("problem", format!("{error}")))
        })?;
        let framing = Framing::of(&frame, &*server.networks.locator).map_err(ApiError::broken)?;
        let mut grids = Vec::new();
        for grid in &framing.grids {
            let lines = Framing::lines_px(grid, &frame).into_iter();
            grids.push(lines.map(|[from, to]| [from.x, from.y, to.x, to.y].map(f64::round)).collect());
        }
        Ok(Self { grids, problem: framing.problem.map(Into::into) })
    }
}
