//! A scored kingdom in JSON: what `score --json` prints and what stands in the `kingdoms` of `scan --json`.

use serde::Serialize;

use crate::Warning;
use crate::domain::{Building, Place, Terrain, Variant};
use crate::formats::{KingdomJson, KingdomRecord, notation};
use crate::score_sheet::{Part, ScoreSheet};
use crate::words::Message;

/// A kingdom with its sheet, in the order of its fields in JSON. `scan` flattens it and adds what it knows of the photo.
#[derive(Debug, Clone, Serialize)]
pub struct ScoredKingdomJson {
    pub kingdom: KingdomJson,
    pub notation: String,
    pub sheet: SheetJson,
    pub total: i32,
    pub warnings: Vec<WarningJson>,
    pub notes: Vec<String>,
}

/// The lines in the score pad's order.
#[derive(Debug, Clone, Serialize)]
pub struct SheetJson {
    pub lines: Vec<LineJson>,
}

#[derive(Debug, Clone, Serialize)]
pub struct LineJson {
    /// A terrain, `bonus`, and in Queendomino `coins`, a building, or `fixed-points`.
    pub id: &'static str,
    pub points: i32,
    pub parts: Vec<PartJson>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
pub enum PartJson {
    Coins {
        coins: u32,
        points: i32,
    },
    /// Points are the number of squares times the crowns; the Queen is one crown more.
    Territory {
        terrain: Terrain,
        squares: Vec<Place>,
        crowns: u32,
        /// Left out where she does not stand.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        queen: bool,
        points: i32,
    },
    /// Points are what it counts times what it pays for each.
    Building {
        building: Building,
        square: Place,
        count: u32,
        each: u32,
        points: i32,
    },
    Bonus {
        variant: Variant,
        points: i32,
    },
}

/// Something about the reading or the kingdom that its owner should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WarningJson {
    /// A word for programs, such as `no-castle`.
    pub code: &'static str,
    pub message: String,
    /// The squares concerned; none when it is the whole kingdom.
    pub squares: Vec<Place>,
}

impl ScoredKingdomJson {
    /// Messages are put down in English.
    pub fn new(record: &KingdomRecord, sheet: &ScoreSheet, warnings: &[Warning], notes: &[Message]) -> Self {
        Self {
            kingdom: record.into(),
            notation: notation::write(&record.kingdom),
            sheet: sheet.into(),
            total: sheet.total,
            warnings: warnings.iter().map(WarningJson::from).collect(),
            notes: notes.iter().map(Message::to_string).collect(),
        }
    }
}

impl From<&ScoreSheet> for SheetJson {
    fn from(sheet: &ScoreSheet) -> Self {
        let line = |line: &crate::score_sheet::Line| LineJson {
            id: line.id,
            points: line.points,
            parts: line.parts.iter().map(PartJson::from).collect(),
        };
        Self { lines: sheet.lines.iter().map(line).collect() }
    }
}

impl From<&Part> for PartJson {
    fn from(part: &Part) -> Self {
        let points = part.points();
        match part {
            Part::Coins { coins } => Self::Coins { coins: *coins, points },
            Part::Territory { terrain, squares, crowns, queen } => {
                let squares = squares.clone();
                Self::Territory { terrain: *terrain, squares, crowns: *crowns, queen: *queen, points }
            }
            Part::Building { building, square, count, each } => {
                Self::Building { building: *building, square: *square, count: *count, each: *each, points }
            }
            Part::Bonus { variant, .. } => Self::Bonus { variant: *variant, points },
        }
    }
}

impl From<&Warning> for WarningJson {
    fn from(warning: &Warning) -> Self {
        Self { code: warning.code, message: warning.message.to_string(), squares: warning.squares.clone() }
    }
}
