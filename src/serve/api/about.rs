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
use crate::messages::{Language, Words};

#[derive(Serialize)]
struct AboutView {
    version: &'static str,
    language: &'static str,
    languages: Vec<&'static str>,
    games: Vec<Named>,
    sizes: [GridSize; 2],
    variants: Vec<Named>,
    terrains: Vec<TerrainView>,
    buildings: Vec<BuildingView>,
    /// On a square that is read from a photo.
    most_towers: usize,
    limits: LimitsView,
    /// Whether `learn` can be asked for.
    can_learn: bool,
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
    most_crowns: u8,
    /// Whether only Queendomino has it.
    is_queendomino: bool,
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
    photos_of_game: usize,
}

pub async fn about(State(server): State<Arc<Server>>, request: Request) -> Result<Response, Refusal> {
    let language = language(&request, server.language);
    let named = |id, words: &'static str| Named { id, name: words };
    let about = AboutView {
        version: env!("CARGO_PKG_VERSION"),
        language: language.id(),
        languages: Language::ALL.map(Language::id).to_vec(),
        games: Game::ALL.into_iter().map(|game| named(game.id(), game.in_language(language))).collect(),
        sizes: [GridSize::Five, GridSize::Seven],
        variants: Variant::ALL.into_iter().map(|variant| named(variant.id(), variant.in_language(language))).collect(),
        terrains: Terrain::ALL
            .into_iter()
            .map(|terrain| TerrainView {
                id: terrain.id(),
                name: terrain.in_language(language),
                most_crowns: terrain.max_crowns(),
                is_queendomino: terrain == Terrain::Town,
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
        limits: LimitsView { photo_bytes: server.limits.photo_bytes, photos_of_game: server.limits.photos_of_game },
        can_learn: server.gallery.is_some(),
        texts: PageTexts::of(language),
    };
    Ok(Json(about).into_response())
}
