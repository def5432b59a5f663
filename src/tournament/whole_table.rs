//! A photo of a whole table shows the kingdoms of several players, from the top left.

use serde::{Deserialize, Serialize};

use super::photo_reader::Status;
use super::plan::{PhotoInfo, Seat};
use super::results::ResultLine;
use crate::domain::OffBoardFacts;

/// A further player whose kingdom a photo shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FurtherPlayer {
    /// The player's name, or the team's.
    pub player: String,
    /// The value of the player's coins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 0, max = crate::domain::MAX_COINS)))]
    pub coins: Option<u16>,
    /// The player's knights beside those in the kingdom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(range(min = 0, max = crate::domain::MAX_KNIGHTS)))]
    pub knights_in_supply: Option<u16>,
    /// Whether the Queen visits the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queen: Option<bool>,
}

impl FurtherPlayer {
    /// With what no photo shows.
    pub(super) fn new(player: String, unseen: OffBoardFacts) -> Self {
        let OffBoardFacts { coins, knights_in_supply, queen } = unseen;
        Self { player, coins, knights_in_supply, queen }
    }
}

impl PhotoInfo {
    /// Whether the photo shows the kingdoms of several players.
    pub fn shows_table(&self) -> bool {
        self.is_whole_table || !self.further_players.is_empty()
    }

    /// Whether so many kingdoms are others than the photo should show. A photo of no table may show any number.
    pub fn is_wrong_number(&self, kingdoms: usize) -> bool {
        match &self.seat {
            Some(_) if self.is_whole_table => false,
            Some(_) => kingdoms != 1 + self.further_players.len(),
            None => false,
        }
    }

    /// What is known of one of its kingdoms, from 0.
    #[must_use]
    pub fn of_kingdom(&self, index: usize) -> Self {
        let own = Self { further_players: Vec::new(), is_whole_table: false, ..self.clone() };
        let seat = |player: String| self.seat.clone().map(|seat| Seat { player, ..seat });
        match (index.checked_sub(1), &self.seat) {
            _ if !self.shows_table() => self.clone(),
            (_, Some(Seat { round, table, .. })) if self.is_whole_table => {
                let player = Seat::nameless(index + 1, round, table);
                Self { seat: seat(player), coins: None, knights_in_supply: None, queen: None, ..own }
            }
            (None, _) => own,
            (Some(further), _) => match self.further_players.get(further).cloned() {
                Some(FurtherPlayer { player, coins, knights_in_supply, queen }) => {
                    Self { seat: seat(player), coins, knights_in_supply, queen, ..own }
                }
                None => Self { seat: None, coins: None, knights_in_supply: None, queen: None, ..own },
            },
        }
    }
}

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
