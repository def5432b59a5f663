//! The photos of one game: who the kingdoms belong to, the corrections, and which kingdoms count.

mod corrections;
mod names;
mod ranking;

use std::collections::BTreeSet;

use crate::photo_reading::{PhotoReading, Status};
use crate::table::{KingdomInPhoto, TablePhotos};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::formats::{KingdomRecord, Name};
use kingdomino::standings::TableInputs;
use messages::{Message, MessageId, Words};
use reading::correction::ReadAnew;
use storage::sha256::sha256_hex;

pub use corrections::said_later;
pub use names::{NamedPhoto, NamingError, unread_player};
pub use ranking::RankedGame;

/// A player and the views of the player's kingdom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerViews {
    /// The player's name, or the team's.
    pub player: Name,
    /// The views. The kingdom as read in the first one counts; the doubts of the others are added to it.
    pub views: Vec<usize>,
}

/// The most photos of a game: four photos of each of 24 kingdoms. The number is limited because each kingdom
/// is compared with every other.
pub const MOST_PHOTOS: usize = 96;

/// The most kingdoms in all photos of a game together. A photo of a whole table contains several.
pub const MOST_VIEWS: usize = 4 * MOST_PHOTOS;

impl TablePhotos {
    /// The name or path that the user gave for a view's photo.
    pub fn photo(&self, view: usize) -> &str {
        &self.photos()[self.views()[view].photo].photo
    }

    /// The name of a view, such as `table.jpg k2`, or `anna.jpg` if the photo has only one kingdom.
    pub fn view_name(&self, view: usize) -> String {
        let KingdomInPhoto { number, of, .. } = self.views()[view];
        if of > 1 { format!("{} k{number}", self.photo(view)) } else { self.photo(view).to_owned() }
    }

    /// The photos that contribute no kingdom; each contains the reason.
    pub fn without_kingdom(&self) -> impl Iterator<Item = &PhotoReading> {
        self.photos().iter().filter(|photo| photo.status != Status::Scored)
    }

    /// A message for each photo that contributes no kingdom, because its player may be missing from the
    /// ranking. Skips photos for which `is_settled` is true, for example because the player has a typed
    /// total.
    pub fn missing_kingdoms(&self, is_settled: impl Fn(&PhotoReading) -> bool) -> Vec<Message> {
        let missing = self.without_kingdom().filter(|photo| !is_settled(photo));
        missing.map(|photo| MessageId::KingdomMissing.with("photo", photo.photo.as_str())).collect()
    }

    /// Notes about kingdoms that are in several photos and about typed kingdoms. They use the players' names.
    pub fn notes(&self, players: &[PlayerViews]) -> Vec<Message> {
        let mut notes = Vec::new();
        for PlayerViews { player, views } in players.iter().filter(|player| player.views.len() > 1) {
            let others: Vec<String> = views[1..].iter().map(|view| self.view_name(*view)).collect();
            let same = MessageId::SameKingdom.with("kingdoms", others.join(", "));
            let what = MessageId::OfKingdom.with("kingdom", self.view_name(views[0])).with("what", same);
            notes.push(MessageId::OfKingdom.with("kingdom", player).with("what", what));
        }
        let typed = players.iter().filter(|player| self.is_typed(player.views[0]));
        notes.extend(typed.map(|player| MessageId::TypedKingdom.with("player", &player.player)));
        notes
    }

    /// Whether the kingdom of a view was typed.
    pub fn is_typed(&self, view: usize) -> bool {
        self.guesses(view).is_typed()
    }

    /// A short id of the game. The same photos always give the same id.
    fn id(&self) -> String {
        // A typed kingdom has no photo whose hash could distinguish games, so its guesses are hashed.
        let mut hashes: BTreeSet<String> = self.photos().iter().filter_map(|photo| photo.sha256.clone()).collect();
        for guesses in self.photos().iter().filter(|photo| photo.is_typed()).flat_map(|photo| &photo.guesses) {
            // Serialising can fail only for a map with keys that are not text.
            hashes.insert(sha256_hex(&serde_json::to_vec(guesses).expect("guesses serialise")));
        }
        let hashes: Vec<String> = hashes.into_iter().collect();
        sha256_hex(hashes.join("\n").as_bytes())[..16].to_owned()
    }

    /// The players' kingdoms as read, with the facts given about the players.
    pub fn records(&self, players: &[PlayerViews], read: &ReadAnew, inputs: &TableInputs) -> Vec<KingdomRecord> {
        let of_views: Vec<KingdomRecord> =
            self.kept_kingdoms(read).into_iter().map(|(_, kingdom)| kingdom.record).collect();
        let id = self.id();
        let mut records = Vec::new();
        for PlayerViews { player, views } in players {
            let first = views[0];
            let mut record = of_views[first].clone();
            let kingdom = self.kingdoms().iter().position(|kingdom| kingdom.contains(&first)).unwrap_or_default();
            for other in self.kingdoms()[kingdom].iter().filter(|view| **view != first) {
                record.doubt_as_in(&self.view_name(*other), &of_views[*other]);
            }
            let others = players.iter().filter(|other| self.kingdoms()[kingdom].contains(&other.views[0])).count();
            if others > 1 {
                self.warn_of_several_players(&mut record, &self.kingdoms()[kingdom]);
            } else {
                record.photo.kingdom_id = Some(format!("{id}-{}", kingdom + 1));
            }
            let photo = &self.photos()[self.views()[first].photo];
            (record.photo.image, record.photo.sha256) = (Some(photo.photo.clone()), photo.sha256.clone());
            record.photo.game_id = Some(id.clone());
            self.name_players(&mut record, players);
            record.player = Some(player.clone());
            record.unseen = inputs.unseen(player, 0);
            record.variants = inputs.variants.clone();
            record.score = None;
            records.push(record);
        }
        records
    }

    /// Replaces photos' names by players' names in warnings that concern several kingdoms.
    fn name_players(&self, record: &mut KingdomRecord, players: &[PlayerViews]) {
        let warnings = record.doubts.iter_mut().flat_map(|doubts| &mut doubts.warnings);
        for warning in warnings.filter(|warning| warning.code == WarningCode::ImpossibleGame) {
            warning.message = warning.message.clone().with_texts(&|text| {
                text.split(", ").map(|photos| self.player_of(photos, players)).collect::<Vec<_>>().join(", ")
            });
        }
    }

    /// The player of the kingdom that these photos show; `photos` has their names, separated by ` = `.
    /// Returns `photos` itself if the kingdom has no player.
    fn player_of(&self, photos: &str, players: &[PlayerViews]) -> String {
        for photo in photos.split(" = ") {
            for player in players {
                if player.views.iter().any(|view| self.view_name(*view) == photo) {
                    return player.player.to_string();
                }
            }
        }
        photos.to_owned()
    }

    fn warn_of_several_players(&self, record: &mut KingdomRecord, views: &[usize]) {
        let photos: Vec<String> = views.iter().map(|view| self.view_name(*view)).collect();
        let message = MessageId::SeveralPlayers.with("photos", photos.join(", "));
        if let Some(doubts) = &mut record.doubts {
            doubts.needs_review = true;
            doubts.warnings.push(Warning { code: WarningCode::SeveralPlayers, message, squares: Vec::new() });
        }
    }
}
