//! Training examples from labels of photos and lines of `scan --json`.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::{JsonError, ResultKingdom, parse_json};
use kingdomino::domain::{Grid, Place, Square};
use kingdomino::formats::{KingdomRecord, SquareState};

/// The squares of one kingdom in a photo, from which the program may learn.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// The photo, as the file names it.
    pub photo: String,
    /// The width and height of the upright photo, if given.
    pub photo_size_px: Option<[u32; 2]>,
    /// The outer corners, as in [`KingdomRecord::corners_px`].
    pub corners_px: [[f64; 2]; 4],
    /// All squares, with the pieces on them.
    pub squares: Grid<Square>,
    /// The squares that are not learnt, and why.
    pub left_out: BTreeMap<Place, LeftOut>,
    /// Whether a person has confirmed the other squares.
    pub confirmation: Confirmation,
}

/// Whether a person has looked at a kingdom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirmation {
    /// It is a label; or a person corrected or confirmed at least one square, and nothing is left to check.
    Confirmed,
    /// A person corrected or confirmed some squares, but the kingdom still needs review.
    StillToCheck,
    /// All squares are as the program read them.
    Unconfirmed,
}

/// Why a square is not learnt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// The reading is doubtful, and nobody corrected or confirmed it.
    Doubtful,
    /// The label says that it is hidden, or the reading was inferred from the other squares.
    Hidden,
}

impl LeftOut {
    /// Why a square in this state is not learnt; `None` if it is.
    fn of_state(state: SquareState) -> Option<Self> {
        match state {
            SquareState::Doubtful => Some(Self::Doubtful),
            SquareState::Inferred => Some(Self::Hidden),
            SquareState::Seen | SquareState::Corrected => None,
        }
    }
}

/// Why there is nothing to learn.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// A line that is not from `scan --json`.
    #[error("line {line} was not printed by `scan --json`: {error}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The problem in it.
        error: serde_json::Error,
    },
    /// An invalid kingdom.
    #[error(transparent)]
    Kingdom(#[from] JsonError),
    /// A label without a field that is needed.
    #[error("`{0}` is missing; a photo's label or a line of `scan --json` is needed")]
    Missing(&'static str),
    /// A result whose squares do not belong to its kingdom.
    #[error("`squares` does not fit the kingdom, which has {rows}x{cols} squares")]
    States {
        /// The number of the kingdom's rows.
        rows: usize,
        /// The number of the kingdom's columns.
        cols: usize,
    },
    /// Neither a label nor a result.
    #[error("there is no kingdom in it")]
    Nothing,
}

/// The fields of a line of `scan --json` that are read back.
#[derive(Deserialize)]
struct ScanResult {
    photo: String,
    #[serde(default)]
    photo_size_px: Option<[u32; 2]>,
    kingdoms: Vec<ScannedKingdom>,
}

#[derive(Deserialize)]
struct ScannedKingdom {
    #[serde(flatten)]
    kingdom: ResultKingdom,
    #[serde(default)]
    corrections: Vec<IgnoredAny>,
}

/// Reads a label, or all lines of `scan --json`, and skips photos without a kingdom.
pub fn parse_lessons(text: &str) -> Result<Vec<Lesson>, LessonError> {
    let is_label = serde_json::from_str::<Value>(text).is_ok_and(|json| json.get("kingdoms").is_none());
    if is_label {
        return Ok(vec![of_label(read_kingdom(text)?)?]);
    }
    let mut lessons = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let result: ScanResult =
            serde_json::from_str(line).map_err(|error| LessonError::Line { line: number, error })?;
        for ScannedKingdom { kingdom, corrections } in result.kingdoms {
            let record = kingdom.into_record()?.record;
            lessons.push(Lesson::of_reading(&result.photo, result.photo_size_px, &record, !corrections.is_empty())?);
        }
    }
    if lessons.is_empty() { Err(LessonError::Nothing) } else { Ok(lessons) }
}

fn read_kingdom(json: &str) -> Result<KingdomRecord, LessonError> {
    Ok(parse_json(json)?.record)
}

fn of_label(record: KingdomRecord) -> Result<Lesson, LessonError> {
    let hidden = record.photo.occluded.into_iter().flatten().map(|(place, _)| (place, LeftOut::Hidden));
    Ok(Lesson {
        photo: record.photo.image.ok_or(LessonError::Missing("image"))?,
        photo_size_px: record.photo.image_size,
        corners_px: record.corners_px.ok_or(LessonError::Missing("corners_px"))?,
        squares: record.kingdom.squares().clone(),
        left_out: hidden.collect(),
        confirmation: Confirmation::Confirmed,
    })
}

impl Lesson {
    /// The lesson of a reading. `is_corrected` tells whether a person corrected or confirmed a square of it.
    ///
    /// # Errors
    /// A record without corners, or without its squares' states.
    pub fn of_reading(
        photo: &str,
        photo_size_px: Option<[u32; 2]>,
        record: &KingdomRecord,
        is_corrected: bool,
    ) -> Result<Self, LessonError> {
        let squares = record.kingdom.squares().clone();
        let states = record.doubts.as_ref().and_then(|doubts| doubts.squares.as_ref());
        let states = states.ok_or(LessonError::States { rows: squares.rows(), cols: squares.cols() })?;
        let left_out = states.iter().filter_map(|(place, square)| Some((place, LeftOut::of_state(square.state)?)));
        Ok(Self {
            photo: photo.to_owned(),
            photo_size_px,
            corners_px: record.corners_px.ok_or(LessonError::Missing("corners_px"))?,
            left_out: left_out.collect(),
            squares,
            confirmation: match (is_corrected, record.needs_review()) {
                (false, _) => Confirmation::Unconfirmed,
                (true, true) => Confirmation::StillToCheck,
                (true, false) => Confirmation::Confirmed,
            },
        })
    }

    /// The squares that are learnt.
    pub fn learnt(&self) -> impl Iterator<Item = (Place, Square)> {
        self.squares
            .iter()
            .filter(|(place, _)| !self.left_out.contains_key(place))
            .map(|(place, square)| (place, *square))
    }
}
