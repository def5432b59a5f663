//! A photo read between corners that a user marked. It is only a preview until the user confirms it; then it
//! counts like a kingdom typed in a review.

use std::sync::Arc;

use axum::http::StatusCode;

use super::super::api_error::ApiError;
use super::super::by_hand::scan_options;
use super::super::large_photos::wait_for_turn;
use super::ReviewSession;
use super::pictures::decoded_file;
use game::line::ResultLine;
use game::photo_reading::{PhotoReading, Status};
use game::table::SeenTable;
use kingdomino::audit::warning::Warning;
use kingdomino::formats::SquareState;
use messages::{Message, MessageId, Words};
use reading::correction::{GivenSquare, ReadAnew};
use table::corners::nothing_between;
use table::photo::ByHand;
use vision::scan::{PhotoRun, Trace};
use vision::scan_results::photo_reading;

/// The reading between the corners, and the corrections of its squares.
#[derive(Debug, Clone)]
pub struct Draft {
    /// The photo as it was read between the corners.
    pub reading: PhotoReading,
    pub table: Arc<SeenTable>,
    pub given: Vec<Vec<GivenSquare>>,
}

impl Draft {
    /// Reads the photo between the corners; `shown_width_px` is the width of the picture on which they were
    /// marked.
    pub fn read(
        desk: &ReviewSession,
        line: &ResultLine,
        by_hand: ByHand,
        shown_width_px: i32,
    ) -> Result<Self, ApiError> {
        let photos = desk.photos.as_ref().ok_or_else(no_photos)?;
        let (file, (width_px, _)) = decoded_file(desk, line).map(|(file, photo)| (file, photo.full_size_px))?;
        let scale = f64::from(width_px) / f64::from(shown_width_px.max(1));
        let by_hand = ByHand { corners_px: by_hand.corners_px.map(|corner| corner.map(|px| px * scale)), ..by_hand };
        let PhotoReading { photo, sha256, info, .. } = &line.reading;
        let options = scan_options(info, Some(&by_hand));
        let (networks, limits) = (&photos.reader.networks, &photos.reader.limits);
        let _turn = wait_for_turn(&file);
        let run = PhotoRun::from_bytes(photo, &file, limits, networks, &options, Trace::default());
        let run = run.map_err(|_| ApiError::not_found())?;
        let content = sha256.clone().ok_or_else(String::new);
        let reading = photo_reading(photo, &content, info, Ok(&run));
        if reading.status != Status::Scored {
            return Err(nothing_between().into());
        }
        let table = SeenTable::of_one_game(&[&reading], &[true]).map_err(ApiError::broken)?;
        let given = vec![Vec::new(); table.places().len()];
        Ok(Self { reading, table: Arc::new(table), given })
    }

    /// The reading with the corrections of its squares.
    pub fn read_anew(&self) -> Result<ReadAnew, ApiError> {
        self.table.read_anew(&self.given).map_err(ApiError::broken)
    }

    /// Objections to confirming the draft: doubtful squares and the reading's warnings.
    pub fn against(&self) -> Result<Vec<Message>, ApiError> {
        let read = self.read_anew()?;
        let squares = read.kingdoms.iter().flat_map(|kingdom| kingdom.squares.iter());
        let doubtful = squares.filter(|(_, square)| square.state == SquareState::Doubtful).count();
        let doubtful = (doubtful > 0).then(|| MessageId::ServeStillDoubtful.count(doubtful as u32));
        let warnings = read.kingdoms.iter().flat_map(|kingdom| &kingdom.warnings);
        Ok(doubtful.into_iter().chain(warnings.map(Warning::with_squares)).collect())
    }
}

/// 409: the server has no folder of photos.
pub fn no_photos() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "no-photos", MessageId::ServeTournamentWithoutPhotos.with("flag", "--photos"))
}
