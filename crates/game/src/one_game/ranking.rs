//! Ranks a game that was read from photos.

use super::PlayerViews;
use crate::table::TablePhotos;
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::Variant;
use kingdomino::formats::{KingdomRecord, Name};
use kingdomino::standings::{Remark, ScoredKingdom, Standings, StandingsError, TableInputs};
use messages::{Message, MessageId};
use report::standings_json::{GamePhotoJson, StandingsJson};

/// The ranking of a game, with warnings and notes.
#[derive(Debug, Clone)]
pub struct RankedGame {
    /// The ranked players, from the winner down.
    pub standings: Standings,
    /// A message for each photo that contributes no kingdom, because its player may be missing from the
    /// ranking.
    pub missing: Vec<Message>,
    /// Warnings that all kingdoms together need more tiles than the boxes contain.
    pub together: Vec<Warning>,
    /// Notes about the game that are not warnings.
    pub notes: Vec<Message>,
}

impl TablePhotos {
    /// Ranks the players' kingdoms; `missing` are the messages of [`TablePhotos::missing_kingdoms`]. One game of
    /// a Dynasty is ranked like any other.
    ///
    /// # Errors
    /// If the kingdoms cannot be of one game, or if required facts are missing.
    pub fn ranked(
        &self,
        players: &[PlayerViews],
        records: Vec<KingdomRecord>,
        inputs: &TableInputs,
        missing: Vec<Message>,
    ) -> Result<RankedGame, StandingsError> {
        let standings = self.standings(records, inputs)?;
        let mut notes = self.notes(players);
        if inputs.variants.contains(&Variant::Dynasty) {
            notes.push(MessageId::DynastyAlone.into());
        }
        let (together, audit_notes) = standings.audited_together();
        notes.extend(standings.remarks.iter().filter(|remark| remark.warning().is_none()).map(Remark::message));
        notes.extend(audit_notes);
        Ok(RankedGame { standings, missing, together, notes })
    }

    /// The ranking without warnings and notes.
    pub(super) fn standings(
        &self,
        mut records: Vec<KingdomRecord>,
        inputs: &TableInputs,
    ) -> Result<Standings, StandingsError> {
        let mut inputs = inputs.clone();
        records.iter_mut().for_each(|record| record.variants.retain(|variant| *variant != Variant::Dynasty));
        inputs.variants.retain(|variant| *variant != Variant::Dynasty);
        Standings::new(records, &inputs)
    }

    fn photos_json(&self, players: &[PlayerViews]) -> Vec<GamePhotoJson> {
        let mut photos = Vec::new();
        for (index, photo) in self.photos().iter().enumerate().filter(|(_, photo)| !photo.is_blank()) {
            let mut shown = Vec::new();
            for view in (0..self.views().len()).filter(|view| self.views()[*view].photo == index) {
                let named = players.iter().find(|player| player.views.contains(&view));
                shown.push(named.map_or_else(|| self.label(view), |player| player.player.to_string()));
            }
            photos.push(GamePhotoJson {
                photo: photo.photo.clone(),
                sha256: photo.sha256.clone(),
                status: photo.status,
                message: photo.message.clone(),
                players: shown,
            });
        }
        photos
    }
}

impl RankedGame {
    /// Whether a total needs review, or a kingdom may be missing.
    pub fn needs_review(&self) -> bool {
        self.standings.needs_review() || !self.missing.is_empty()
    }

    /// The kingdom that counts for a player, with the Queen's visit; `None` if the total was typed.
    pub fn record_of(&self, player: &Name) -> Option<&KingdomRecord> {
        self.standings.record_of(player)
    }

    /// The warnings about the game as a whole, rather than about one kingdom.
    pub fn warnings(&self) -> Vec<Warning> {
        let missing = self.missing.iter().map(|message| Warning {
            code: WarningCode::MissingKingdom,
            message: message.clone(),
            squares: Vec::new(),
        });
        let about_queens = self.standings.remarks.iter().filter_map(Remark::warning);
        missing.chain(about_queens).chain(self.together.iter().cloned()).collect()
    }

    /// The line of `game --json`.
    pub fn json(&self, game: &TablePhotos, players: &[PlayerViews]) -> StandingsJson {
        let json = StandingsJson::new(&self.standings, &self.warnings(), &self.notes, ScoredKingdom::remarks);
        json.with_photos(game.photos_json(players), !self.missing.is_empty())
    }
}
