//! A photo of a whole table, player by player.

use super::photo_reader::Status;
use super::results::ResultLine;

impl ResultLine {
    /// The line of each player whose kingdom the photo should show, by the kingdom's number, from 1. Where it shows more kingdoms or fewer,
    /// nobody knows whose they are: then the lines hold none.
    pub(super) fn by_player(&self) -> Vec<(usize, Self)> {
        let is_wrong = self.status == Status::Scored && self.info.is_wrong_number(self.kingdoms.len());
        let named = 1 + self.info.further_players.len();
        let players = if self.info.is_whole_table { self.kingdoms.len().max(1) } else { named };
        let line = |index: usize| {
            let kingdom = self.kingdoms.get(index).filter(|_| !is_wrong).cloned();
            let line = Self {
                info: self.info.of_kingdom(index),
                kingdoms: kingdom.into_iter().collect(),
                guesses: Vec::new(),
                ..self.clone()
            };
            (index + 1, Self { needs_review: is_wrong || line.is_doubtful(), ..line })
        };
        (0..players).map(line).collect()
    }
}
