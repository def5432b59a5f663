//! The doubts of a reading in a line of `scan --json`.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::JsonError;
use super::square_json::SquareFields;
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Grid, Kingdom, Place};
use kingdomino::formats::{ReadSquare, ReadingDoubts, notation};
use messages::{Message, MessageId};

/// Something about the reading or the kingdom that its owner should check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WarningJson {
    /// A word for programs, such as `no-castle`.
    code: Cow<'static, str>,
    /// In English.
    message: String,
    /// The squares concerned; empty if the warning is about the whole kingdom.
    #[serde(default, deserialize_with = "places")]
    squares: Vec<Place>,
    /// The message's id and arguments, for other languages; missing if only the sentence is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Message>,
}

fn places<'de, D: Deserializer<'de>>(json: D) -> Result<Vec<Place>, D::Error> {
    let mut places = Vec::new();
    for word in Vec::<String>::deserialize(json)? {
        let place = Place::from_words(&word);
        places.push(place.ok_or_else(|| D::Error::custom(format!("`{word}` is not a square such as r2c4")))?);
    }
    Ok(places)
}

impl WarningJson {
    /// The warning.
    ///
    /// # Errors
    /// A code that this program does not know.
    pub fn read(self) -> Result<Warning, JsonError> {
        let code = self.code.parse().map_err(|_| JsonError::WarningCode(self.code.into_owned()))?;
        let message = self.text.unwrap_or_else(|| Message::verbatim(self.message));
        Ok(Warning { code, message, squares: self.squares })
    }
}

impl From<&Warning> for WarningJson {
    fn from(warning: &Warning) -> Self {
        Self {
            code: warning.code.id().into(),
            message: warning.message.to_string(),
            squares: warning.squares.clone(),
            text: warning.message.to_store(),
        }
    }
}

/// The doubts about a kingdom's reading, from the other fields of its object. `None` if the object has no
/// `needs_review`, as for kingdoms that were not read from a photo.
///
/// # Errors
/// An invalid square.
pub(super) fn read_doubts(
    kingdom: &Kingdom,
    needs_review: Option<bool>,
    notation: Option<&str>,
    squares: Option<Vec<Vec<SquareFields>>>,
    warnings: Vec<WarningJson>,
) -> Result<Option<ReadingDoubts>, JsonError> {
    let Some(needs_review) = needs_review else { return Ok(None) };
    let mut warnings = warnings.into_iter().map(WarningJson::read).collect::<Result<Vec<Warning>, _>>()?;
    let are_listed = squares.is_some();
    let squares = squares.map(|rows| squares_of(rows, kingdom)).transpose()?.flatten();
    let is_other_notation = notation.is_some_and(|text| text.trim() != notation::write(kingdom));
    let changed = match &squares {
        Some(read) => changed_squares(read, kingdom),
        None => Vec::new(),
    };
    let is_changed = !changed.is_empty() || is_other_notation || are_listed && squares.is_none();
    let warning = Warning { code: WarningCode::ChangedLine, message: MessageId::ChangedLine.into(), squares: changed };
    if is_changed && !warnings.iter().any(|other| (&other.code, &other.squares) == (&warning.code, &warning.squares)) {
        warnings.push(warning);
    }
    Ok(Some(ReadingDoubts { needs_review, squares, warnings }))
}

/// The squares at which the kingdom differs from its reading, because a person has changed the text.
fn changed_squares(read: &Grid<ReadSquare>, kingdom: &Kingdom) -> Vec<Place> {
    let changed = read.iter().filter(|(place, square)| kingdom.squares()[*place] != square.best);
    changed.map(|(place, _)| place).collect()
}

/// The squares of the reading; `None` if rows and columns differ from the kingdom's.
fn squares_of(rows: Vec<Vec<SquareFields>>, kingdom: &Kingdom) -> Result<Option<Grid<ReadSquare>>, JsonError> {
    let (height, width) = (kingdom.squares().rows(), kingdom.squares().cols());
    if rows.len() != height || rows.iter().any(|row| row.len() != width) {
        return Ok(None);
    }
    let squares = rows.into_iter().flatten().enumerate().map(|(index, square)| {
        let place = Place::new(index / width, index % width);
        square.read().map_err(|problem| JsonError::ReadSquare { place, problem })
    });
    Ok(Some(Grid::from_cells(height, width, squares.collect::<Result<_, _>>()?)))
}
