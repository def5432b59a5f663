//! Owners of photos that nothing else identifies. Phones' answers about them are stored in the list of
//! players next to the photos, as those in `batch` are.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use axum::http::StatusCode;

use super::super::api_error::ApiError;
use super::adding::{NewPlan, Photos, checked};
use super::places::photo_key;
use super::{ReviewSession, State};
use game::photo_info::Seat;
use messages::{Arg, MessageId, Words};
use tournament::Plan;
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
        let Some(photos) = &self.photos else { return false };
        photos.list().is_some()
            || photos.may_begin_list() && state.review.lines().all(|line| line.reading.info.seat.is_none())
    }

    /// The list of players to extend; `None` if phones may not enter the owners of photos.
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
        let (mut taken, mut seconds) = (Vec::new(), Vec::new());
        for photo in photos {
            let file_time = times.entry((*photo).to_owned()).or_insert_with(|| Taken::of_file(&of.path_of(photo)));
            taken.push(*file_time);
            seconds.push((*photo, file_time.map(Taken::seconds)));
        }
        let mut in_order = Vec::new();
        for (group, table) in proposed_tables(&seconds).into_iter().enumerate() {
            in_order.extend(table.into_iter().map(|at| Unseated { at, group, taken: taken[at] }));
        }
        in_order
    }

    /// Records the owners of a table's photos, and reads the photos together. Returns the revision.
    ///
    /// # Errors
    /// A missing photo, an invalid name, or photos whose players come from another source.
    pub fn seat(&self, seating: &Seating) -> Result<i64, ApiError> {
        let photos = self.photos.as_ref().ok_or_else(super::corners::no_photos)?;
        let mut wanted: BTreeMap<String, Vec<Seat>> = BTreeMap::new();
        for (key, players) in &seating.photos {
            let photo = self.photo_called(key)?;
            let mut seats = Vec::new();
            for player in players {
                let (round, table) = (seating.round.clone(), seating.table.clone());
                seats.push(self.as_known(checked(&Seat { round, table, player: player.clone() })?)?);
            }
            wanted.insert(photo, seats);
        }
        let names: Vec<String> = wanted.keys().cloned().collect();
        let is_as_wanted = |plan: &Plan| check_seats(plan, &wanted);
        self.read_with(photos, &|| {
            let list = self.list_to_change(photos)?.ok_or_else(|| refused(MessageId::ServeSeatsAreGiven.into()))?;
            let list = Some(with_seats(list, &wanted));
            Ok(NewPlan { list, photos: &names, file: None, is_as_wanted: &is_as_wanted, refused })
        })?;
        Ok(self.state()?.revision)
    }

    fn photo_called(&self, key: &str) -> Result<String, ApiError> {
        let state = self.state()?;
        let line = state.review.lines().find(|line| photo_key(&line.reading.photo) == key);
        line.map(|line| line.reading.photo.clone()).ok_or_else(ApiError::not_found)
    }
}

/// The list of players with these seats in place of those that it has for the photos.
fn with_seats(mut list: Vec<Said>, wanted: &BTreeMap<String, Vec<Seat>>) -> Vec<Said> {
    list.retain(|said| !wanted.contains_key(&said.photo));
    for (photo, seats) in wanted {
        if let Some(Seat { round, table, .. }) = seats.first() {
            let players = seats.iter().map(|seat| seat.player.clone()).collect();
            list.push(Said { photo: photo.clone(), round: round.clone(), table: table.clone(), players });
        }
    }
    list
}

/// Checks that the plan has these seats.
fn check_seats(plan: &Plan, wanted: &BTreeMap<String, Vec<Seat>>) -> Result<(), Arg> {
    for (photo, seats) in wanted {
        if plan.info_of(photo).is_none_or(|info| info.seat.as_ref() != seats.first()) {
            return Err(MessageId::ServeOtherPhotos.into());
        }
    }
    Ok(())
}

fn refused(why: Arg) -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "not-noted", MessageId::ServeNotNoted.with("why", why))
}
