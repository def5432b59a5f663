//! `standings --json`: one line for a game. Fields are only ever added.

use serde::Serialize;

use super::scan_json::Status;
use super::sheet_json::ScoredKingdomJson;
use crate::formats::{SCHEMA_VERSION, WarningJson};
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Game, GridSize, Place, Terrain, Territory, Variant};
use kingdomino::formats::Name;
use kingdomino::standings::{ScoredKingdom, Standing, Standings, TieRule, UnreadPlayer};
use messages::Message;

/// The line's fields, in order.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingsJson {
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    schema_version: u64,
    game: Game,
    size: GridSize,
    variants: Vec<Variant>,
    /// `crowns` if they decide a tie after the largest territory, as a house rule; otherwise missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    tie_break: Option<&'static str>,
    /// From the winner down.
    standings: Vec<StandingJson>,
    /// Whom the Queen visits; `null` for nobody, missing in a Dynasty.
    #[serde(skip_serializing_if = "Option::is_none")]
    queen: Option<Option<Name>>,
    /// The same for each game of a Dynasty.
    #[serde(skip_serializing_if = "Option::is_none")]
    queens: Option<Vec<Option<Name>>>,
    /// Warnings about the game as a whole; warnings about a kingdom are with the kingdom.
    warnings: Vec<WarningJson>,
    notes: Vec<String>,
    /// Whether a player's total needs checking, or a kingdom may be missing.
    needs_review: bool,
    /// The photos of a `game` whose kingdoms were read from photos.
    #[serde(skip_serializing_if = "Option::is_none")]
    photos: Option<Vec<GamePhotoJson>>,
    /// Players whose photos `game` could not read; missing if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    unread_players: Option<Vec<UnreadPlayerJson>>,
}

/// A player without a rank or total, because no photo of the kingdom could be read.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct UnreadPlayerJson {
    /// The player's name, or the photo's name if the player is unknown.
    player: Name,
    /// As given on the command line.
    photo: String,
}

/// A photo of a game.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamePhotoJson {
    /// As given on the command line.
    pub photo: String,
    /// The SHA-256 of its bytes; `null` if they cannot be read.
    pub sha256: Option<String>,
    /// What became of it.
    pub status: Status,
    /// Why there is no kingdom; empty if there is one.
    pub message: String,
    /// The players whose kingdoms it shows, from the top left.
    pub players: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StandingJson {
    rank: usize,
    /// Whether others have the same rank.
    shared: bool,
    player: Name,
    total: i32,
    /// The totals game by game; missing if there is only one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    totals: Option<Vec<i32>>,
    /// `true` if the total was typed, without a kingdom; otherwise missing.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    typed: bool,
    /// Decides a tie; `null` in a Dynasty, and if there is no land.
    largest_territory: Option<TerritoryJson>,
    /// How a tie on the total was decided, in English; `null` if there was none.
    tie: Option<String>,
    kingdoms: Vec<ScoredKingdomJson>,
    /// Whether the total needs checking: a kingdom's reading or the Queen's visit is doubtful.
    needs_review: bool,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TerritoryJson {
    terrain: Terrain,
    size: u32,
    squares: Vec<Place>,
}

impl StandingsJson {
    /// The standings with `warnings` and `notes` about the game. `remarks` gives those about a kingdom.
    pub fn new(
        standings: &Standings,
        warnings: &[Warning],
        notes: &[Message],
        remarks: impl Fn(&ScoredKingdom) -> (Vec<Warning>, Vec<Message>),
    ) -> Self {
        let of_players = standings.players.iter().map(|player| {
            let kingdoms = player.kingdoms.iter().map(|kingdom| {
                let (warnings, notes) = remarks(kingdom);
                ScoredKingdomJson::new(&kingdom.record, &kingdom.sheet, &warnings, &notes)
            });
            let is_shared = standings.players.iter().filter(|other| other.rank == player.rank).count() > 1;
            StandingJson::new(player, is_shared, kingdoms.collect())
        });
        let (queen, queens) = match &standings.queens[..] {
            [only] => (Some(only.clone()), None),
            queens => (None, Some(queens.to_vec())),
        };
        Self {
            schema_version: SCHEMA_VERSION,
            game: standings.game,
            size: standings.size,
            variants: standings.variants.clone(),
            tie_break: (standings.tie_rule != TieRule::default()).then(|| standings.tie_rule.id()),
            standings: of_players.collect(),
            queen,
            queens,
            warnings: warnings.iter().map(WarningJson::from).collect(),
            notes: notes.iter().map(Message::to_string).collect(),
            needs_review: standings.needs_review(),
            photos: None,
            unread_players: (!standings.unread.is_empty())
                .then(|| standings.unread.iter().map(UnreadPlayerJson::from).collect()),
        }
    }

    /// Adds the photos of the game, and marks it for review if a kingdom may be missing.
    #[must_use]
    pub fn with_photos(self, photos: Vec<GamePhotoJson>, is_missing: bool) -> Self {
        Self { needs_review: self.needs_review || is_missing, photos: Some(photos), ..self }
    }
}

impl StandingJson {
    fn new(player: &Standing, shared: bool, kingdoms: Vec<ScoredKingdomJson>) -> Self {
        let totals: Vec<i32> = player.kingdoms.iter().map(|kingdom| kingdom.sheet.total).collect();
        Self {
            rank: player.rank,
            shared,
            player: player.player.clone(),
            total: player.total,
            totals: (totals.len() > 1).then_some(totals),
            typed: player.is_typed_total(),
            largest_territory: player.largest_territory().as_ref().map(TerritoryJson::from),
            tie: player.tie_message().map(|message| message.to_string()),
            kingdoms,
            needs_review: player.needs_review,
        }
    }
}

impl From<&UnreadPlayer> for UnreadPlayerJson {
    fn from(unread: &UnreadPlayer) -> Self {
        Self { player: unread.player.clone(), photo: unread.photo.clone() }
    }
}

impl From<&Territory> for TerritoryJson {
    fn from(territory: &Territory) -> Self {
        let squares = territory.squares.places().collect();
        Self { terrain: territory.terrain, size: territory.size(), squares }
    }
}
