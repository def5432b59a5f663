//! `territories --json`: one line. Fields are only ever added.

use serde::Serialize;

use super::sheet_json::{ReadingJson, all_warnings};
use crate::formats::{KingdomJson, SCHEMA_VERSION, WarningJson};
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Place, Terrain};
use kingdomino::formats::{KingdomRecord, notation};
use kingdomino::scoring::taxes::{Taxed, Taxes};
use messages::Message;

/// The line's fields, in order.
#[derive(Debug, Clone, Serialize)]
pub struct TerritoriesJson {
    schema_version: u64,
    kingdom: KingdomJson,
    notation: String,
    /// The territories terrain by terrain, the largest of each first.
    territories: Vec<TaxedJson>,
    /// The extra coins that a building adds to each income; left out without such a building.
    #[serde(skip_serializing_if = "Option::is_none")]
    for_knights: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    for_towers: Option<u32>,
    /// The doubts of the reading; left out if the kingdom was not read from a photo.
    #[serde(flatten)]
    reading: Option<ReadingJson>,
    warnings: Vec<WarningJson>,
    notes: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
struct TaxedJson {
    terrain: Terrain,
    size: u32,
    crowns: u32,
    /// The present prestige points, without the Queen.
    points: u32,
    squares: Vec<Place>,
    knights: u32,
    /// The coins for a knight who is placed there now; `null` in Kingdomino.
    income: Option<u32>,
}

impl TerritoriesJson {
    /// The territories of a kingdom. Messages are in English.
    pub fn new(record: &KingdomRecord, taxes: &Taxes, warnings: &[Warning], notes: &[Message]) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            kingdom: record.into(),
            notation: notation::write(&record.kingdom),
            territories: taxes.territories.iter().map(TaxedJson::from).collect(),
            for_knights: taxes.for_knights,
            for_towers: taxes.for_towers,
            reading: ReadingJson::from_record(record),
            warnings: all_warnings(record, warnings),
            notes: notes.iter().map(Message::to_string).collect(),
        }
    }
}

impl From<&Taxed> for TaxedJson {
    fn from(Taxed { territory, knights, income }: &Taxed) -> Self {
        Self {
            terrain: territory.terrain,
            size: territory.size(),
            crowns: territory.crowns,
            points: territory.points(),
            squares: territory.squares.places().collect(),
            knights: *knights,
            income: *income,
        }
    }
}
