//! Pictures of a tournament's photos: the photo itself if available, otherwise the small copy next to the
//! results.

use std::fs;

use axum::http::StatusCode;

use super::super::api_error::ApiError;
use super::super::large_photos::PhotoInTurn;
use super::places::parts_of;
use super::{ReviewSession, State};
use game::guesses::KingdomGuesses;
use game::line::PhotoLine;
use kingdomino::domain::Kingdom;
use messages::MessageId;
use storage::sha256::sha256_hex;
use vision::card_picture::cut_out;
use vision::photo::PhotoLimits;
use vision::picture_file::{PictureFormat, reduced_jpeg};

impl ReviewSession {
    /// Width and height, in pixels, of the picture on which kingdoms are shown: the photo's if known,
    /// otherwise its small copy's.
    pub fn shown_size_px(&self, state: &State, line: &PhotoLine) -> [i32; 2] {
        let found = line.reading.guesses.first().map(KingdomGuesses::photo_size_px);
        let marked = || state.review.corrected(&line.reading.photo)?.between_corners;
        if let Some(size_px) = found.or_else(marked) {
            return size_px;
        }
        let small = line.reading.sha256.as_ref().map(|sha256| self.out.small_picture(sha256));
        let size = small.and_then(|small| image::image_dimensions(small).ok());
        size.map(|(width, height)| [width as i32, height as i32]).unwrap_or_default()
    }

    /// Whether the photo can be shown.
    pub fn has_picture(&self, line: &PhotoLine) -> bool {
        line.reading.sha256.as_ref().is_some_and(|sha256| self.out.small_picture(sha256).exists())
    }

    /// The upright photo as a JPEG, its longer side at most `most_px` pixels.
    pub fn upright(&self, table: &str, photo: &str, most_px: f64) -> Result<Vec<u8>, ApiError> {
        let line = self.state()?.photo(table, photo)?.clone();
        match decoded_file(self, &line) {
            Ok((_, photo)) => reduced_jpeg(&photo.pixels, most_px).map_err(ApiError::broken),
            Err(_) => self.small_copy(&line),
        }
    }

    /// A kingdom cropped from its photo, as a JPEG with squares of `side_px` pixels.
    pub fn kingdom_picture(&self, table: &str, kingdom: &str, side_px: usize) -> Result<Vec<u8>, ApiError> {
        let (photo, number) = parts_of(kingdom).ok_or_else(ApiError::not_found)?;
        let (line, (corners_px, lattice), [width_px, _]) = {
            let state = self.state()?;
            let line = state.photo(table, photo)?.clone();
            let place = state.place_in_photo(&line.reading.photo, number).ok_or_else(ApiError::not_found)?;
            let size_px = self.shown_size_px(&state, &line);
            (line, place, size_px)
        };
        let photo = match decoded_file(self, &line) {
            Ok((_, photo)) => photo,
            Err(_) => {
                let small = self.small_copy(&line)?;
                PhotoInTurn::new(&line.reading.photo, &small, &PhotoLimits::default()).map_err(|_| photo_gone())?
            }
        };
        let scale = f64::from(photo.full_size_px.0) / f64::from(width_px.max(1));
        let corners_px = corners_px.map(|corner| corner.map(|px| px * scale));
        let picture = cut_out(&photo, corners_px, lattice, side_px).map_err(ApiError::broken)?;
        PictureFormat::Jpeg.encode(&picture).map_err(ApiError::broken)
    }

    /// The small copy of the photo.
    fn small_copy(&self, line: &PhotoLine) -> Result<Vec<u8>, ApiError> {
        let sha256 = line.reading.sha256.as_ref().ok_or_else(photo_gone)?;
        fs::read(self.out.small_picture(sha256)).map_err(|_| photo_gone())
    }
}

impl State {
    /// The position of a kingdom in its photo: its outer corners, and its rows and columns.
    fn place_in_photo(&self, photo: &str, number: usize) -> Option<([[f64; 2]; 4], [usize; 2])> {
        let game = self.review.game_of(photo).ok()??;
        let view = *game.views_shown().get(number.checked_sub(1)?)?;
        let read = &game.read.read.kingdoms[view];
        let squares = read.kingdom.squares();
        let corners_px = match game.read.one.is_typed(view) {
            true => self.place_of_given(photo, &read.kingdom),
            false => game.read.one.guesses(view).corners_px(read),
        };
        Some((corners_px?, [squares.rows(), squares.cols()]))
    }

    /// The outer corners of a typed kingdom in its photo, if it has the orientation of the reading: a typed
    /// kingdom may be rotated.
    pub fn place_of_given(&self, photo: &str, given: &Kingdom) -> Option<[[f64; 2]; 4]> {
        let game = self.review.game_as_read(photo).ok()??;
        let view = game.views_shown().into_iter().find(|view| {
            let (seen, given) = (game.read.read.kingdoms[*view].kingdom.squares(), given.squares());
            let is_same = (seen.rows(), seen.cols()) == (given.rows(), given.cols());
            let same = given.iter().filter(|(place, square)| seen.get(*place) == Some(*square)).count();
            is_same && 2 * same >= given.iter().count()
        })?;
        game.read.one.guesses(view).corners_px(&game.read.read.kingdoms[view])
    }
}

/// The photo's file and its decoded picture; 409 if the file is missing or has changed since it was read.
pub fn decoded_file(session: &ReviewSession, line: &PhotoLine) -> Result<(Vec<u8>, PhotoInTurn), ApiError> {
    let photos = session.photos.as_ref().ok_or_else(photo_gone)?;
    let file = fs::read(photos.path_of(&line.reading.photo)).map_err(|_| photo_gone())?;
    if Some(sha256_hex(&file)) != line.reading.sha256 {
        return Err(photo_gone());
    }
    let photo = PhotoInTurn::new(&line.reading.photo, &file, &photos.reader.limits).map_err(|_| photo_gone())?;
    Ok((file, photo))
}

fn photo_gone() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "photo-gone", MessageId::ServeTournamentPhotoGone)
}
