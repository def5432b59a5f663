//! Pictures of a tournament's photos: the photo itself if available, otherwise the small copy next to the
//! results.

use std::fs;

use axum::http::StatusCode;

use super::super::api_error::ApiError;
use super::super::large_photos::PhotoInTurn;
use super::places::parts_of;
use super::{ReviewSession, State};
use game::line::ResultLine;
use kingdomino::domain::Kingdom;
use messages::MessageId;
use storage::sha256::sha256_hex;
use vision::card_picture::cut_out;
use vision::photo::PhotoLimits;
use vision::picture_file::{PictureFormat, reduced_jpeg};

impl ReviewSession {
    /// Width and height, in pixels, of the picture on which kingdoms are shown: the photo's if known,
    /// otherwise its small copy's.
    pub fn shown_size_px(&self, state: &State, line: &ResultLine) -> [i32; 2] {
        let of_draft = state.drafts.get(&line.reading.photo).and_then(|draft| draft.reading.guesses.first());
        if let Some(guesses) = line.reading.guesses.first().or(of_draft) {
            return guesses.photo_size_px();
        }
        let small = line.reading.sha256.as_ref().map(|sha256| self.out.small_picture(sha256));
        let size = small.and_then(|small| image::image_dimensions(small).ok());
        size.map(|(width, height)| [width as i32, height as i32]).unwrap_or_default()
    }

    /// Whether the photo can be shown.
    pub fn has_picture(&self, line: &ResultLine) -> bool {
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
    fn small_copy(&self, line: &ResultLine) -> Result<Vec<u8>, ApiError> {
        let sha256 = line.reading.sha256.as_ref().ok_or_else(photo_gone)?;
        fs::read(self.out.small_picture(sha256)).map_err(|_| photo_gone())
    }
}

impl State {
    /// The position of a kingdom in its photo: its outer corners, and its rows and columns.
    fn place_in_photo(&self, photo: &str, number: usize) -> Option<([[f64; 2]; 4], [usize; 2])> {
        let (table, given, photo) = match self.drafts.get(photo) {
            Some(draft) => (draft.table.as_ref().clone(), draft.given.clone(), 0),
            None => {
                let game = self.review.counting_game_of(photo).ok()??;
                (game.table, game.given, game.shown)
            }
        };
        let places = table.places();
        if let Some(given) = places.iter().position(|place| *place == (photo, None)) {
            let kingdom = &table.first_readings().kingdoms[given].reading.kingdom;
            let squares = kingdom.squares();
            let name = &table.photos()[photo].name;
            return Some((self.place_of_given(name, kingdom)?, [squares.rows(), squares.cols()]));
        }
        let kingdom = places.iter().position(|place| *place == (photo, Some(number)))?;
        let read = table.read_anew(&given).ok()?.kingdoms.swap_remove(kingdom);
        let squares = read.kingdom.squares();
        Some((table.guesses(kingdom)?.corners_px(&read)?, [squares.rows(), squares.cols()]))
    }

    /// The outer corners of a typed kingdom in its photo, if it has the orientation of the reading: a typed
    /// kingdom may be rotated.
    pub fn place_of_given(&self, photo: &str, given: &Kingdom) -> Option<[[f64; 2]; 4]> {
        let game = self.review.game_of(photo).ok()??;
        let read = game.table.read_anew(&game.given).ok()?;
        let index = game.kingdoms_shown().into_iter().find(|index| {
            let (seen, given) = (read.kingdoms[*index].kingdom.squares(), given.squares());
            let is_same = (seen.rows(), seen.cols()) == (given.rows(), given.cols());
            let same = given.iter().filter(|(place, square)| seen.get(*place) == Some(*square)).count();
            is_same && 2 * same >= given.iter().count()
        })?;
        game.table.guesses(index)?.corners_px(&read.kingdoms[index])
    }
}

/// The photo's file and its decoded picture; 409 if the file is missing or has changed since it was read.
pub fn decoded_file(desk: &ReviewSession, line: &ResultLine) -> Result<(Vec<u8>, PhotoInTurn), ApiError> {
    let photos = desk.photos.as_ref().ok_or_else(photo_gone)?;
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
