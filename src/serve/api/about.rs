//! What the page needs to know before it begins.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::super::guard::language;
use super::super::refusal::Refusal;
use super::super::server::Server;
use super::Json;
use crate::domain::{Building, Game, GridSize, Terrain, Variant};
use crate::messages::page::PageTexts;
use crate::messages::{Language, MessageId, Words};

#[derive(Serialize)]
struct AboutView {
    version: &'static str,
    language: &'static str,
    languages: Vec<Named>,
    games: Vec<Named>,
    sizes: [GridSize; 2],
    variants: Vec<Named>,
    terrains: Vec<TerrainView>,
    buildings: Vec<BuildingView>,
    /// On a square that is read from a photo.
    most_towers: usize,
    limits: LimitsView,
    /// Whether corrections can be learnt from.
    can_learn: bool,
    /// Whether a tournament's results are served.
    tournament: bool,
    /// All texts of the page, by their ids.
    texts: &'static PageTexts,
}

#[derive(Serialize)]
struct Named {
    id: &'static str,
    name: &'static str,
}

#[derive(Serialize)]
struct TerrainView {
    id: &'static str,
    name: &'static str,
    max_crowns: u8,
    /// Whether Kingdomino's box has it.
    kingdomino: bool,
}

#[derive(Serialize)]
struct BuildingView {
    id: &'static str,
    name: &'static str,
    crowns: u8,
}

#[derive(Serialize)]
struct LimitsView {
    photo_bytes: usize,
    /// Of a game.
    photos: usize,
}

pub async fn about(State(server): State<Arc<Server>>, request: Request) -> Result<Response, Refusal> {
    let language = language(&request, server.language);
    let named = |id, words: &'static str| Named { id, name: words };
    let about = AboutView {
        version: env!("CARGO_PKG_VERSION"),
        language: language.id(),
        languages: Language::ALL
            .into_iter()
            .map(|language| named(language.id(), MessageId::LanguageName.in_language(language)))
            .collect(),
        games: Game::ALL.into_iter().map(|game| named(game.id(), game.in_language(language))).collect(),
        sizes: [GridSize::Five, GridSize::Seven],
        variants: Variant::ALL.into_iter().map(|variant| named(variant.id(), variant.in_language(language))).collect(),
        terrains: Terrain::ALL
            .into_iter()
            .map(|terrain| TerrainView {
                id: terrain.id(),
                name: terrain.in_language(language),
                max_crowns: terrain.max_crowns(),
                kingdomino: terrain != Terrain::Town,
            })
            .collect(),
        buildings: Building::ALL
            .into_iter()
            .map(|building| BuildingView {
                id: building.id(),
                name: building.in_language(language),
                crowns: building.crowns(),
            })
            .collect(),
        most_towers: crate::correction::MOST_TOWERS_READ,
        limits: LimitsView { photo_bytes: server.limits.photo_bytes, photos: server.limits.photos_of_game },
        can_learn: server.gallery.is_some(),
        tournament: false,
        texts: PageTexts::of(language),
    };
    Ok(Json(about).into_response())
}
