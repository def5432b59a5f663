//! Reads a photo between corners that a user marked.

use axum::http::StatusCode;

use super::super::api_error::ApiError;
use super::super::by_hand::scan_options;
use super::super::large_photos::wait_for_turn;
use super::ReviewSession;
use super::pictures::decoded_file;
use game::line::PhotoLine;
use game::photo_reading::PhotoReading;
use messages::{MessageId, Words};
use table::corners::nothing_between;
use table::photo::ByHand;
use tournament::corrections::PhotoDecision;
use vision::scan::{PhotoRun, Trace};
use vision::scan_results::photo_reading;

impl ReviewSession {
    /// Reads the photo between the corners; `shown_width_px` is the width of the picture on which they were
    /// marked.
    pub(super) fn read_corners(
        &self,
        line: &PhotoLine,
        by_hand: ByHand,
        shown_width_px: i32,
    ) -> Result<PhotoDecision, ApiError> {
        let photos = self.photos.as_ref().ok_or_else(no_photos)?;
        let (file, (width_px, _)) = decoded_file(self, line).map(|(file, photo)| (file, photo.full_size_px))?;
        let scale = f64::from(width_px) / f64::from(shown_width_px.max(1));
        let by_hand = ByHand { corners_px: by_hand.corners_px.map(|corner| corner.map(|px| px * scale)), ..by_hand };
        let PhotoReading { photo, sha256, info, .. } = &line.reading;
        let options = scan_options(info, Some(&by_hand));
        let (networks, limits) = (&photos.reader.networks, &photos.reader.limits);
        let _turn = wait_for_turn(&file);
        let run = PhotoRun::from_bytes(photo, &file, limits, networks, &options, Trace::default());
        let run = run.map_err(|_| ApiError::not_found())?;
        let content = sha256.clone().ok_or_else(String::new);
        match &photo_reading(photo, &content, info, Ok(&run)).guesses[..] {
            [guesses] => Ok(PhotoDecision::Between(by_hand, Box::new(guesses.clone()))),
            _ => Err(nothing_between().into()),
        }
    }
}

/// 409: the server has no folder of photos.
pub fn no_photos() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "no-photos", MessageId::ServeTournamentWithoutPhotos.with("flag", "--photos"))
}
