//! The facts that the page needs at its start.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::super::api_error::ApiError;
use super::super::guard::language;
use super::super::server::Server;
use super::Json;
use kingdomino::domain::{Building, CourtPiece, Game, GridSize, MOST_BONUSES, Terrain, Variant};
use kingdomino::standings::MAX_TOTAL;
use messages::page::PageTexts;
use messages::{Language, MessageId, Words};

#[derive(Serialize)]
struct AboutView {
    version: &'static str,
    language: &'static str,
    languages: Vec<Named>,
    games: Vec<GameKind>,
    sizes: [GridSize; 2],
    /// The variants in Kingdomino's rule sheet.
    variants: Vec<Named>,
    /// The quests of Age of Giants that are not variants.
    quests: Vec<QuestView>,
    /// Quests and variants of which a game may have at most `most_bonuses`.
    bonuses: Vec<&'static str>,
    most_bonuses: usize,
    terrains: Vec<TerrainView>,
    buildings: Vec<BuildingView>,
    /// The pieces of The Court.
    court: Vec<Named>,
    /// The most towers that can be read on a square of a photo.
    most_towers: usize,
    limits: LimitsView,
    /// Whether the program can learn from corrections.
    can_learn: bool,
    /// Whether phones in the network can be invited.
    invites: bool,
    /// Whether a tournament's results are served.
    tournament: bool,
    /// Whether the program runs in the page's own tab, without a server.
    in_tab: bool,
    /// All texts of the page, by id.
    texts: &'static PageTexts,
}

#[derive(Serialize)]
struct Named {
    id: &'static str,
    name: &'static str,
}

impl Named {
    fn new(id: &'static str, name: &'static str) -> Self {
        Self { id, name }
    }
}

#[derive(Serialize)]
struct QuestView {
    id: &'static str,
    name: &'static str,
    /// Prestige points for each thing that it counts.
    each: u8,
}

impl QuestView {
    fn new(quest: Variant, language: Language) -> Self {
        let each = quest.bonus().map_or(0, |bonus| bonus.each);
        Self { id: quest.id(), name: quest.in_language(language), each }
    }
}

#[derive(Serialize)]
struct GameKind {
    id: &'static str,
    name: &'static str,
    has_queendomino: bool,
    has_giants: bool,
}

#[derive(Serialize)]
struct TerrainView {
    id: &'static str,
    name: &'static str,
    max_crowns: u8,
    /// The most crowns with Age of Giants.
    most_crowns: u8,
    /// Whether Kingdomino's box has it.
    kingdomino: bool,
}

impl TerrainView {
    fn new(terrain: Terrain, language: Language) -> Self {
        Self {
            id: terrain.id(),
            name: terrain.in_language(language),
            max_crowns: terrain.max_crowns(),
            most_crowns: terrain.most_crowns_with_giants(),
            kingdomino: terrain != Terrain::Town,
        }
    }
}

#[derive(Serialize)]
struct BuildingView {
    id: &'static str,
    name: &'static str,
    crowns: u8,
}

impl BuildingView {
    fn new(building: Building, language: Language) -> Self {
        Self { id: building.id(), name: building.in_language(language), crowns: building.crowns() }
    }
}

#[derive(Serialize)]
struct LimitsView {
    photo_bytes: usize,
    /// The most photos of one game.
    photos: usize,
    /// The largest total that can be typed.
    total: u16,
}

pub async fn about(State(server): State<Arc<Server>>, request: Request) -> Result<Response, ApiError> {
    let language = language(&request, server.language);
    let about = AboutView {
        version: env!("CARGO_PKG_VERSION"),
        language: language.id(),
        languages: Language::ALL
            .into_iter()
            .map(|language| Named::new(language.id(), MessageId::LanguageName.in_language(language)))
            .collect(),
        games: Game::ALL
            .into_iter()
            .map(|game| GameKind {
                id: game.id(),
                name: game.in_language(language),
                has_queendomino: game.has_queendomino(),
                has_giants: game.has_giants(),
            })
            .collect(),
        sizes: [GridSize::Five, GridSize::Seven],
        variants: Variant::OF_KINGDOMINO
            .into_iter()
            .map(|variant| Named::new(variant.id(), variant.in_language(language)))
            .collect(),
        quests: Variant::bonuses()
            .filter(|quest| !Variant::OF_KINGDOMINO.contains(quest))
            .map(|quest| QuestView::new(quest, language))
            .collect(),
        bonuses: Variant::bonuses().map(Variant::id).collect(),
        most_bonuses: MOST_BONUSES,
        terrains: Terrain::ALL.into_iter().map(|terrain| TerrainView::new(terrain, language)).collect(),
        buildings: Building::ALL.into_iter().map(|building| BuildingView::new(building, language)).collect(),
        court: CourtPiece::ALL.into_iter().map(|piece| Named::new(piece.id(), piece.in_language(language))).collect(),
        most_towers: reading::correction::MOST_TOWERS_READ,
        limits: LimitsView {
            photo_bytes: server.limits.photo_bytes,
            photos: server.limits.photos_of_game,
            total: MAX_TOTAL,
        },
        can_learn: server.gallery.is_some(),
        invites: server.network_port.is_some(),
        tournament: server.tournament.is_some(),
        in_tab: cfg!(target_family = "wasm"),
        texts: PageTexts::of(language),
    };
    Ok(Json(about).into_response())
}
