//! Splits a photo of a whole table by its players.

use game::line::ResultLine;
use game::photo_reader::Status;

/// A line for each player whose kingdom the photo should show, with the kingdom's number, from 1. If the photo shows more or fewer kingdoms, it is
/// unclear whose they are, and the lines have no kingdom.
pub fn by_player(photo: &ResultLine) -> Vec<(usize, ResultLine)> {
    let is_wrong = photo.status == Status::Scored && photo.info.is_wrong_number(photo.kingdoms.len());
    let named = 1 + photo.info.further_players.len();
    let players = if photo.info.is_whole_table { photo.kingdoms.len().max(1) } else { named };
    let lines = (0..players).map(|index| {
        let kingdom = photo.kingdoms.get(index).filter(|_| !is_wrong).cloned();
        let line = ResultLine {
            info: photo.info.of_kingdom(index),
            kingdoms: kingdom.into_iter().collect(),
            guesses: Vec::new(),
            ..photo.clone()
        };
        (index + 1, ResultLine { needs_review: is_wrong || line.is_doubtful(), ..line })
    });
    lines.collect()
}
