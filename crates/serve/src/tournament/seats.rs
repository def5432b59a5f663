//! Owners of photos that nothing else identifies: phones' answers are stored as the list of players next to
//! the photos, as `batch` does.

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::PoisonError;

use axum::http::StatusCode;

use super::super::api_error::ApiError;
use super::adding::{NewPlan, Photos, checked};
use super::places::photo_key;
use super::{ReviewSession, State};
use game::line::ResultLine;
use game::photo_info::Seat;
use messages::{Arg, MessageId, Words};
use tournament::Plan;
use tournament::results::lines;
use tournament::who_is_who::{Said, proposed_tables, read};
use vision::photo::Taken;

/// The owners of a table's photos.
pub struct Seating {
    pub round: String,
    pub table: String,
    /// The key of each photo with its players from the top left; an empty list withdraws the answer.
    pub photos: Vec<(String, Vec<String>)>,
}

/// A photo without a known owner.
pub struct Unseated {
    /// Its index in the given list of photos.
    pub at: usize,
    /// Index, from 0, of the table that its time suggests.
    pub group: usize,
    pub taken: Option<Taken>,
}

impl ReviewSession {
    /// Whether phones may enter the owners of photos: only if a list next to the photos is the source of
    /// players, or there is no source.
    pub fn takes_seats(&self, state: &State) -> bool {
        let is_untold = || state.review.lines().all(|line| line.info.seat.is_none());
        self.photos.as_ref().is_some_and(|photos| photos.list().is_some() || photos.may_begin_list() && is_untold())
    }

    /// The list to extend, if phones may enter the owners of photos.
    pub(super) fn list_to_change(&self, photos: &Photos) -> Result<Option<Vec<Said>>, ApiError> {
        if !self.takes_seats(&*self.state()?) {
            return Ok(None);
        }
        let list = photos.list().map(|path| read(&path).map_err(ApiError::broken)).transpose()?;
        Ok(Some(list.flatten().unwrap_or_default()))
    }

    /// These photos in the order in which they were taken, with the tables that their times suggest.
    pub fn in_order(&self, photos: &[&str]) -> Vec<Unseated> {
        let Some(of) = &self.photos else { return Vec::new() };
        let mut times = of.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = |photo: &str| match times.get(photo) {
            Some(taken) => *taken,
            None => *times.entry(photo.to_owned()).or_insert(Taken::of_file(&of.path_of(photo))),
        };
        let photos: Vec<(&str, Option<Taken>)> = photos.iter().map(|photo| (*photo, taken(photo))).collect();
        let seconds: Vec<_> = photos.iter().map(|(photo, taken)| (*photo, taken.map(Taken::seconds))).collect();
        let tables = proposed_tables(&seconds).into_iter().enumerate();
        let of_table = |(group, table): (usize, Vec<usize>)| table.into_iter().map(move |at| (group, at));
        tables.flat_map(of_table).map(|(group, at)| Unseated { at, group, taken: photos[at].1 }).collect()
    }

    /// Records the owners of a table's photos, and reads the photos together. Returns the revision.
    ///
    /// # Errors
    /// A missing photo, an invalid name, or photos whose players come from another source.
    pub fn seat(&self, seating: &Seating) -> Result<i64, ApiError> {
        let photos = self.photos.as_ref().ok_or_else(super::drafts::no_photos)?;
        let _adding = self.adding.lock().unwrap_or_else(PoisonError::into_inner);
        let mut list = self.list_to_change(photos)?.ok_or_else(|| refused(MessageId::ServeSeatsAreGiven.into()))?;
        let mut wanted: HashMap<String, Vec<Seat>> = HashMap::new();
        for (key, players) in &seating.photos {
            let photo = self.photo_called(key)?;
            let seat = |player: &String| {
                let (round, table) = (seating.round.clone(), seating.table.clone());
                self.as_known(checked(&Seat { round, table, player: player.clone() })?)
            };
            let seats = players.iter().map(seat).collect::<Result<Vec<Seat>, ApiError>>()?;
            list.retain(|said| said.photo != photo);
            if let Some(Seat { round, table, .. }) = seats.first() {
                let players = seats.iter().map(|seat| seat.player.clone()).collect();
                list.push(Said { photo: photo.clone(), round: round.clone(), table: table.clone(), players });
            }
            wanted.insert(photo, seats);
        }
        let names: Vec<String> = wanted.keys().cloned().collect();
        let is_as_wanted = |plan: &Plan| {
            let is =
                |photo: &String| plan.info_of(photo).is_some_and(|info| info.seat.as_ref() == wanted[photo].first());
            if names.iter().all(is) { Ok(()) } else { Err(Arg::from(MessageId::ServeOtherPhotos)) }
        };
        let is_in_results = || {
            let is = |line: ResultLine| {
                wanted.get(&line.photo).is_some_and(|seats| line.info.seat.as_ref() == seats.first())
            };
            lines(&self.out.results()).map_or(true, |mut lines| lines.any(|line| line.is_ok_and(is)))
        };
        self.read_with(
            photos,
            &NewPlan {
                list: Some(list),
                photos: &names,
                is_as_wanted: &is_as_wanted,
                is_in_results: &is_in_results,
                may_be_in_results: &Cell::new(false),
                refused,
            },
        )?;
        Ok(self.state()?.revision)
    }

    fn photo_called(&self, key: &str) -> Result<String, ApiError> {
        let state = self.state()?;
        let line = state.review.lines().find(|line| photo_key(&line.photo) == key);
        line.map(|line| line.photo.clone()).ok_or_else(ApiError::not_found)
    }
}

fn refused(why: Arg) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "not-noted", MessageId::ServeNotNoted.with("why", why))
}
