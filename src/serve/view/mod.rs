//! A game as the page gets it. Fields are only ever added.

mod kingdoms;
mod players;

use serde::Serialize;

use super::game::ReadGame;
use super::server::Server;
use super::store::{ByHand, PhotoRow, Settings};
use crate::domain::{Game, GridSize, Place, Variant};
use crate::formats::SCHEMA_VERSION;
use crate::messages::{Language, Message, MessageId, Words};
use crate::report::standings_json::StandingsJson;
use crate::report::standings_table::heading;
use crate::standings::{NOBODY, Visit};
use crate::tournament::Status;
use kingdoms::KingdomView;
use players::PlayerView;

/// All that a page shows of a game.
#[derive(Serialize)]
pub struct GameView {
    schema_version: u64,
    id: i64,
    /// Grows by 1 with each change.
    revision: i64,
    /// Seconds since 1970.
    created_s: i64,
    settings: SettingsView,
    /// By rank; then those who have no kingdom yet.
    players: Vec<PlayerView>,
    /// The line of `game --json`; `null` where the kingdoms cannot be ranked.
    standings: Option<StandingsJson>,
    /// Such as `Kingdomino, 5x5 grid`; `null` where nothing is ranked.
    heading: Option<String>,
    /// Why the kingdoms cannot be ranked.
    unranked: Option<String>,
    /// Whether a total is to be checked, or a kingdom may be missing.
    needs_review: bool,
    /// About the game as a whole.
    warnings: Vec<String>,
    notes: Vec<String>,
    photos: Vec<PhotoView>,
    kingdoms: Vec<KingdomView>,
    /// What a person should look at, that with most points at stake first in each kingdom.
    to_check: Vec<ToCheck>,
    can_undo: bool,
    can_redo: bool,
    /// How many corrections count.
    corrections: usize,
    /// Whether something was learnt from this game.
    is_learnt: bool,
}

/// What the players say of their game.
#[derive(Serialize)]
pub struct SettingsView {
    players: Vec<String>,
    teams: bool,
    game: Option<Game>,
    size: Option<GridSize>,
    variants: Vec<Variant>,
    keep_photos: bool,
    finished: bool,
    /// A player's name, `nobody`, or `null` where that is not known.
    queen: Option<String>,
}

#[derive(Serialize)]
struct PhotoView {
    p: u32,
    name: String,
    /// `scored`, `no_kingdom` or `error`.
    status: &'static str,
    /// Why it has no kingdom; empty where it has one.
    text: String,
    /// Of the upright photo; 0 where it cannot be decoded.
    width_px: i32,
    height_px: i32,
    /// Whether the picture can be shown: it is in memory, or kept.
    is_there: bool,
    is_kept: bool,
    /// Corners that a person gave.
    by_hand: Option<ByHand>,
    kingdoms: Vec<String>,
}

#[derive(Serialize)]
struct ToCheck {
    /// `null` where it is about the game.
    kingdom: Option<String>,
    /// From 1; `null` where it is about the whole kingdom.
    row: Option<usize>,
    col: Option<usize>,
    /// By how many points the total may change; `null` where that is not known.
    points_at_stake: Option<u32>,
    text: String,
}

impl From<&Settings> for SettingsView {
    fn from(settings: &Settings) -> Self {
        let queen = |visit: &Visit| match visit {
            Visit::Player(player) => player.clone(),
            Visit::Nobody => NOBODY.to_owned(),
        };
        Self {
            players: settings.players.clone(),
            teams: settings.teams,
            game: settings.game,
            size: settings.size,
            variants: settings.variants.clone(),
            keep_photos: settings.keep_photos,
            finished: settings.finished,
            queen: settings.queen.as_ref().map(queen),
        }
    }
}

impl GameView {
    /// The game in a language.
    pub fn new(read: &ReadGame, server: &Server, is_learnt: bool, language: Language) -> Self {
        let state = &read.rows.state;
        let words = |message: &Message| message.in_language(language);
        let ranked = read.ranked.as_ref().ok();
        let kingdoms: Vec<KingdomView> =
            (0..read.one.kingdoms().len()).map(|kingdom| KingdomView::new(read, kingdom, language)).collect();
        let mut warnings: Vec<String> =
            ranked.iter().flat_map(|ranked| ranked.warnings()).map(|warning| words(&warning.with_squares())).collect();
        warnings.extend(
            read.unfit
                .iter()
                .map(|unfit| words(&MessageId::ServeUnfit.with("square", Message::from(&unfit.said.square)))),
        );
        // A player without a kingdom is not among what is to check: nothing of theirs can be looked at.
        let to_check = to_check(&kingdoms, &warnings);
        warnings.extend(
            read.without_kingdom().map(|name| words(&MessageId::ServePlayerWithoutKingdom.with("player", name))),
        );
        Self {
            schema_version: SCHEMA_VERSION,
            id: read.rows.id,
            revision: read.rows.revision,
            created_s: read.rows.created_s,
            settings: SettingsView::from(&state.settings),
            players: players::players(read, language),
            standings: ranked.map(|ranked| ranked.json(&read.one, &read.players)),
            heading: ranked.map(|ranked| heading(&ranked.standings).in_language(language)),
            unranked: read.ranked.as_ref().err().map(words),
            needs_review: !warnings.is_empty()
                || ranked.is_some_and(|ranked| ranked.needs_review())
                || kingdoms.iter().any(KingdomView::needs_review),
            notes: ranked.iter().flat_map(|ranked| &ranked.notes).map(words).collect(),
            photos: state.photos.iter().map(|photo| PhotoView::new(photo, read, server)).collect(),
            kingdoms,
            to_check,
            warnings,
            can_undo: state.corrections > 0,
            can_redo: state.corrections < state.said.len(),
            corrections: state.corrections,
            is_learnt,
        }
    }
}

impl PhotoView {
    fn new(photo: &PhotoRow, read: &ReadGame, server: &Server) -> Self {
        let views = (0..read.one.views().len())
            .filter(|view| read.rows.state.photos[read.one.views()[*view].photo].number == photo.number);
        let [width_px, height_px] = photo.size_px;
        Self {
            p: photo.number,
            name: photo.line.photo.clone(),
            status: match photo.line.status {
                Status::Scored => "scored",
                Status::NoKingdom => "no_kingdom",
                Status::Error | Status::Duplicate => "error",
            },
            text: photo.line.message.clone(),
            width_px,
            height_px,
            is_there: photo.is_kept || server.photos.has((read.rows.id, photo.number)),
            is_kept: photo.is_kept,
            by_hand: photo.by_hand,
            kingdoms: views.map(|view| read.key(view)).collect(),
        }
    }
}

/// The kingdoms' doubts, then those about the game.
fn to_check(kingdoms: &[KingdomView], warnings: &[String]) -> Vec<ToCheck> {
    let about_game = warnings.iter().map(|text| ToCheck {
        kingdom: None,
        row: None,
        col: None,
        points_at_stake: None,
        text: text.clone(),
    });
    kingdoms.iter().flat_map(KingdomView::to_check).chain(about_game).collect()
}

impl ToCheck {
    fn of_square(kingdom: &str, place: Place, points_at_stake: Option<u32>, text: String) -> Self {
        let (row, col) = (Some(place.row + 1), Some(place.col + 1));
        Self { kingdom: Some(kingdom.to_owned()), row, col, points_at_stake, text }
    }

    fn of_kingdom(kingdom: &str, text: String) -> Self {
        Self { kingdom: Some(kingdom.to_owned()), row: None, col: None, points_at_stake: None, text }
    }
}
