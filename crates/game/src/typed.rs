//! Typed kingdoms, in addition to the photos of their game.

use crate::guesses::{KingdomGuesses, certain};
use crate::line::ResultLine;
use crate::photo_info::PhotoInfo;
use crate::photo_reader::{PhotoReading, Status};
use crate::table::TableKingdom;
use kingdomino::domain::Kingdom;
use messages::on_one_line;
use reading::reconstruct::reconstruct;

impl ResultLine {
    /// The line of a typed kingdom, as if a photo showed it without any doubt. `name`: the player's name, in
    /// place of the photo's. Squares that form no kingdom give a line without a kingdom.
    pub fn typed(name: &str, kingdom: &Kingdom, info: &PhotoInfo) -> Self {
        let guesses = KingdomGuesses::typed(kingdom, info.size);
        let known = guesses.known(info);
        let reading = match reconstruct(&certain(kingdom), &known) {
            Err(error) => PhotoReading::without_kingdom(Status::NoKingdom, on_one_line(&error)),
            Ok(reading) => {
                let mut read = PhotoReading::without_kingdom(Status::Scored, String::new());
                read.kingdoms = vec![TableKingdom::new(0, reading, None, &known, Vec::new()).kept(info)];
                read.guesses = vec![guesses];
                read
            }
        };
        Self { sha256: None, ..Self::new(name, &Ok(String::new()), info, reading) }
    }

    /// An empty line, for a typed kingdom that may be added and undone. `name` as in [`typed`](Self::typed).
    pub fn blank(name: &str, info: &PhotoInfo) -> Self {
        let reading = PhotoReading::without_kingdom(Status::Scored, String::new());
        Self { sha256: None, ..Self::new(name, &Ok(String::new()), info, reading) }
    }

    /// Whether the line is empty, so that it is not a photo of the game and no kingdom is missing.
    pub fn is_blank(&self) -> bool {
        self.sha256.is_none() && self.status == Status::Scored && self.kingdoms.is_empty()
    }

    /// Whether the line has no photo, because its kingdom was typed.
    pub fn is_typed(&self) -> bool {
        self.sha256.is_none() && self.guesses.iter().any(KingdomGuesses::is_typed)
    }
}
