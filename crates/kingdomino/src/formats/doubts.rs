//! The doubts of the reading in a line of `scan --json`. Every result made from such a line keeps them.

use std::borrow::Cow;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::square_json::SquareFields;
use super::{JsonError, KingdomRecord, ReadSquare, SquareState, notation};
use crate::audit::warning::{Warning, WarningCode};
use crate::domain::{Facts, Grid, Kingdom, Pieces, Place, Square};
use crate::scoring::sheet::total;
use messages::{Message, MessageId, Words};

/// The doubts of a photo's reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingDoubts {
    /// Whether a person should check the kingdom: its total may be wrong.
    pub needs_review: bool,
    /// How each square was read, in the kingdom's rows and columns; `second_total` is `None`. `None` when the line lacks it or has other rows and
    /// columns.
    pub squares: Option<Grid<ReadSquare>>,
    /// The warnings about the reading.
    pub warnings: Vec<Warning>,
}

impl ReadingDoubts {
    /// Whether one of the warnings has this code and these squares.
    pub fn has_warning(&self, code: WarningCode, squares: &[Place]) -> bool {
        self.warnings.iter().any(|warning| warning.code == code && warning.squares == squares)
    }
}

impl KingdomRecord {
    /// Whether its reading needs review.
    pub fn needs_review(&self) -> bool {
        self.doubts.as_ref().is_some_and(|doubts| doubts.needs_review)
    }

    /// The warnings about its reading, their totals counted by the record's own coins, knights, Queen and variants.
    pub fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.doubts.iter().flat_map(|doubts| &doubts.warnings).map(|warning| self.counted(warning))
    }

    /// A warning about its reading, likewise counted.
    pub fn counted(&self, warning: &Warning) -> Warning {
        Warning { message: self.recounted(&warning.message), ..warning.clone() }
    }

    /// A message about its player's kingdom, likewise counted.
    pub fn recounted(&self, message: &Message) -> Message {
        let total = |text: &str| Some(total(&notation::parse(text).ok()?, &self.unseen, &self.variants));
        message.clone().recounted(&total)
    }

    /// Takes over the warnings of another photo of the same kingdom. Their squares become text, because that photo may show the kingdom turned.
    pub fn doubt_as_in(&mut self, photo: &str, other: &KingdomRecord) {
        let (Some(doubts), Some(others)) = (&mut self.doubts, &other.doubts) else { return };
        let known: Vec<WarningCode> = doubts.warnings.iter().map(|warning| warning.code).collect();
        for warning in others.warnings.iter().filter(|warning| !known.contains(&warning.code)) {
            let message = MessageId::OfKingdom.with("kingdom", photo).with("what", warning.with_squares());
            doubts.warnings.push(Warning { code: warning.code, message, squares: Vec::new() });
        }
        doubts.needs_review |= others.needs_review;
    }

    /// Whether a doubtful square changes the total only because of the player's given facts, such as the Queen. The reading did not know these facts,
    /// so its `needs_review` misses this doubt.
    pub fn is_doubtful_by_facts(&self) -> bool {
        let plain = Self { unseen: Facts::default(), ..self.clone() };
        let changes = |record: &Self| {
            let total = total(&record.kingdom, &record.unseen, &record.variants);
            record
                .doubtful_squares()
                .iter()
                .any(|(_, square)| square.second_total.is_some_and(|second| second != total))
        };
        !self.needs_review() && self.unseen != plain.unseen && changes(self) && !changes(&plain)
    }

    /// The states of the squares that are still as they were read; none without a photo.
    pub fn states(&self) -> Vec<(Place, SquareState)> {
        self.as_read().map(|(place, square)| (place, square.state)).collect()
    }

    /// The doubtful squares with their alternatives and the kingdom's total with each, by the record's own coins, knights, Queen and variants.
    pub fn doubtful_squares(&self) -> Vec<(Place, ReadSquare)> {
        let doubtful = self.as_read().filter(|(_, square)| square.state == SquareState::Doubtful);
        doubtful.map(|(place, square)| (place, self.with_totals(place, square))).collect()
    }

    /// Town squares where it is uncertain which building stands, if any.
    pub fn doubtful_buildings(&self) -> Vec<Place> {
        self.as_read().filter(|(_, square)| square.has_doubtful_building()).map(|(place, _)| place).collect()
    }

    /// The squares that are still as they were read.
    fn as_read(&self) -> impl Iterator<Item = (Place, &ReadSquare)> {
        let squares = self.doubts.iter().filter_map(|doubts| doubts.squares.as_ref()).flat_map(Grid::iter);
        squares.filter(|(place, square)| self.kingdom.squares().get(*place) == Some(&square.best))
    }

    fn with_totals(&self, place: Place, square: &ReadSquare) -> ReadSquare {
        let mut square = square.clone();
        square.second_total = self.total_with(place, square.second);
        let best = square.best.pieces();
        let set_total = |likely: &mut Option<i32>, pieces: Pieces| {
            *likely = likely.and_then(|_| self.total_with(place, square.best.with_pieces(pieces)));
        };
        if let Some(pieces) = &mut square.pieces {
            for likely in &mut pieces.buildings {
                // Towers stand on buildings.
                let towers = if likely.what.is_some() { best.towers } else { 0 };
                set_total(&mut likely.total, Pieces { building: likely.what, towers, ..best });
            }
            for likely in &mut pieces.towers {
                set_total(&mut likely.total, Pieces { towers: likely.what, ..best });
            }
            for likely in &mut pieces.knight {
                set_total(&mut likely.total, Pieces { knight: likely.what, ..best });
            }
            for likely in &mut pieces.queen {
                set_total(&mut likely.total, Pieces { queen: likely.what, ..best });
            }
        }
        square
    }

    /// The total with another square at this place; `None` when that is no valid kingdom.
    pub fn total_with(&self, place: Place, square: Square) -> Option<i32> {
        let mut squares = self.kingdom.squares().clone();
        squares[place] = square;
        let kingdom = Kingdom::new(self.kingdom.game(), self.kingdom.size(), squares).ok()?;
        Some(total(&kingdom, &self.unseen, &self.variants))
    }
}

/// Something about the reading or the kingdom that its owner should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WarningJson {
    /// A word for programs, such as `no-castle`.
    code: Cow<'static, str>,
    /// In English.
    message: String,
    /// The squares concerned; none when it is the whole kingdom.
    #[serde(default, deserialize_with = "places")]
    squares: Vec<Place>,
    /// The message's id and arguments, for other languages; left out where only the sentence is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<Message>,
}

fn places<'de, D: Deserializer<'de>>(json: D) -> Result<Vec<Place>, D::Error> {
    let words = Vec::<String>::deserialize(json)?;
    let place = |word: &String| {
        Place::from_words(word).ok_or_else(|| D::Error::custom(format!("`{word}` is no square such as r2c4")))
    };
    words.iter().map(place).collect()
}

impl WarningJson {
    fn read(self) -> Result<Warning, JsonError> {
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

/// The doubts of a kingdom's reading, of the fields beside it; `None` without `needs_review`, as for kingdoms that come from no photo.
///
/// # Errors
/// A word that is no square.
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

/// Squares at which the kingdom differs from its reading.
fn changed_squares(read: &Grid<ReadSquare>, kingdom: &Kingdom) -> Vec<Place> {
    let is_other = |(place, square): &(Place, &ReadSquare)| kingdom.squares()[*place] != square.best;
    read.iter().filter(is_other).map(|(place, _)| place).collect()
}

/// `None` when rows and columns differ from the kingdom's.
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
