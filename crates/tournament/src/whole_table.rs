//! Splits a photo of a whole table by its players.

use game::line::PhotoLine;
use game::photo_reading::{PhotoReading, Status};

/// A line for each player whose kingdom the photo should show, with the kingdom's number, from 1. If the
/// photo shows more or fewer kingdoms, it is unclear whose they are, and the lines have no kingdom.
pub fn by_player(photo: &PhotoLine) -> Vec<(usize, PhotoLine)> {
    let PhotoReading { info, status, .. } = &photo.reading;
    let is_wrong = *status == Status::Scored && info.is_wrong_number(photo.kingdoms.len());
    let named = 1 + info.further_players.len();
    let players = if info.is_whole_table { photo.kingdoms.len().max(1) } else { named };
    let mut lines = Vec::new();
    for index in 0..players {
        let kingdom = photo.kingdoms.get(index).filter(|_| !is_wrong).cloned();
        let reading = PhotoReading { info: info.of_kingdom(index), guesses: Vec::new(), ..photo.reading.clone() };
        let mut line = PhotoLine { reading, ..photo.clone() }.with_kingdoms(kingdom.into_iter().collect());
        line.needs_review |= is_wrong;
        lines.push((index + 1, line));
    }
    lines
}
