//! Kingdoms and results in JSON: labels, lines of `scan --json` and `score --json`, saved games.

mod doubts_json;
mod kingdom_argument;
mod kingdom_json;
mod lesson;
mod result_json;
mod square_json;

use kingdomino::domain::Kingdom;
use kingdomino::formats::KingdomRecord;
use messages::Message;

pub use doubts_json::WarningJson;
pub use kingdom_argument::{ArgumentError, TextProblem, parse_bytes, read_argument, read_arguments};
pub use kingdom_json::{JsonError, KingdomJson};
pub use lesson::{Confirmation, LeftOut, Lesson, LessonError, parse_lessons};
pub use result_json::{
    GameKingdomJson, GameOfPhotos, Held, HeldKingdom, ResultKingdom, ShownJson, parse_all_json, parse_json, parse_label,
};
pub use square_json::{SquareFields, kept_square, rounded, rounded_probability};

/// The version of the kingdom JSON and of `scan --json` that is written. Files without a version are of
/// version 1.
pub const SCHEMA_VERSION: u64 = 1;

/// A kingdom read from text, and notes for its owner.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The kingdom and the file's facts about it.
    pub record: KingdomRecord,
    /// Notes for the owner, in the order in which they came up.
    pub notes: Vec<Message>,
}

impl From<Kingdom> for Parsed {
    /// A kingdom without any facts about it.
    fn from(kingdom: Kingdom) -> Self {
        Self { record: kingdom.into(), notes: Vec::new() }
    }
}
