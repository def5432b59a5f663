//! The squares of a reading in JSON, with probabilities and alternatives.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use kingdomino::domain::{Building, Grid, Square};
use kingdomino::formats::{Likely, ReadPieces, ReadSquare, SquareState};

/// Probabilities are rounded to thousandths, because finer digits differ between machines.
const PROBABILITY_PARTS: f64 = 1_000.0;

/// The visible part of a square is rounded to hundredths.
const SEEN_PARTS: f64 = 100.0;

/// A square of a reading.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquareFields {
    best: String,
    /// The probability of `best`, 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    probability: f64,
    second: String,
    #[cfg_attr(feature = "schema", schemars(with = "SquareState"))]
    state: Cow<'static, str>,
    /// How much of it is visible, 0 to 1; less than 1 if something lies on it. Missing if this was not
    /// measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    seen: Option<f64>,
    /// What may stand on the square; missing if nothing can, or if pieces were not looked for.
    #[serde(default, rename = "standing", skip_serializing_if = "Option::is_none")]
    pieces: Option<StandingFields>,
}

/// For each kind of piece, the reading, then other likely readings, most probable first.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StandingFields {
    /// Words of buildings, `null` for a bare building site; missing for squares other than towns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    buildings: Vec<LikelyFields<Option<Cow<'static, str>>>>,
    /// The number of towers; missing for squares other than towns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    towers: Vec<LikelyFields<u8>>,
    #[serde(default)]
    knight: Vec<LikelyFields<bool>>,
    #[serde(default)]
    queen: Vec<LikelyFields<bool>>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LikelyFields<T> {
    what: T,
    /// 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    probability: f64,
    /// The kingdom's total with only this change; `null` if the result is not a valid kingdom.
    total: Option<i32>,
}

impl SquareFields {
    /// The squares row by row, as in a kingdom's `squares`.
    pub fn rows(squares: &Grid<ReadSquare>) -> Vec<Vec<Self>> {
        squares.iter_rows().map(|row| row.iter().map(Self::from).collect()).collect()
    }

    /// The reading that these fields describe. Whatever they do not contain is `None`.
    ///
    /// # Errors
    /// An invalid square, state or building.
    pub(super) fn read(self) -> Result<ReadSquare, String> {
        let state = SquareState::from_id(&self.state).ok_or_else(|| {
            let states = SquareState::ALL.map(SquareState::id).join(", ");
            format!("unknown state `{}`; the states are {states}", self.state)
        })?;
        Ok(ReadSquare {
            best: parsed_square(&self.best)?,
            probability: self.probability,
            gap: None,
            second: parsed_square(&self.second)?,
            second_total: None,
            state,
            // The field is left out if all of the square is seen.
            seen: self.seen.unwrap_or(1.0) as f32,
            pieces: self.pieces.map(StandingFields::read).transpose()?,
        })
    }
}

fn parsed_square(word: &str) -> Result<Square, String> {
    word.parse::<Square>().map_err(|error| error.to_string())
}

impl From<&ReadSquare> for SquareFields {
    fn from(square: &ReadSquare) -> Self {
        Self {
            best: square.best.to_string(),
            probability: rounded_probability(square.probability),
            second: square.second.to_string(),
            state: square.state.id().into(),
            seen: Some(rounded(square.seen.into(), SEEN_PARTS)).filter(|seen| *seen < 1.0),
            pieces: square.pieces.as_ref().map(StandingFields::from),
        }
    }
}

impl StandingFields {
    fn read(self) -> Result<ReadPieces, String> {
        let mut buildings = Vec::with_capacity(self.buildings.len());
        for LikelyFields { what, probability, total } in self.buildings {
            let what = match what {
                Some(id) => Some(Building::from_id(&id).ok_or_else(|| format!("unknown building `{id}`"))?),
                None => None,
            };
            buildings.push(Likely { what, probability, total });
        }
        Ok(ReadPieces {
            buildings,
            towers: self.towers.into_iter().map(LikelyFields::read).collect(),
            knight: self.knight.into_iter().map(LikelyFields::read).collect(),
            queen: self.queen.into_iter().map(LikelyFields::read).collect(),
        })
    }
}

impl From<&ReadPieces> for StandingFields {
    fn from(pieces: &ReadPieces) -> Self {
        Self {
            buildings: LikelyFields::all(&pieces.buildings, |what| what.map(|building| building.id().into())),
            towers: LikelyFields::all(&pieces.towers, |towers| *towers),
            knight: LikelyFields::all(&pieces.knight, |knight| *knight),
            queen: LikelyFields::all(&pieces.queen, |queen| *queen),
        }
    }
}

impl<T> LikelyFields<T> {
    fn all<W>(likely: &[Likely<W>], what: impl Fn(&W) -> T) -> Vec<Self> {
        let fields = likely.iter().map(|likely| Self {
            what: what(&likely.what),
            probability: rounded_probability(likely.probability),
            total: likely.total,
        });
        fields.collect()
    }

    fn read(self) -> Likely<T> {
        Likely { what: self.what, probability: self.probability, total: self.total }
    }
}

/// The square as it is after it was written to JSON and read back.
#[must_use]
pub fn kept_square(mut square: ReadSquare) -> ReadSquare {
    (square.gap, square.second_total) = (None, None);
    square.probability = rounded_probability(square.probability);
    square.seen = rounded(square.seen.into(), SEEN_PARTS) as f32;
    if let Some(ReadPieces { buildings, towers, knight, queen }) = &mut square.pieces {
        let round = |probability: &mut f64| *probability = rounded_probability(*probability);
        buildings.iter_mut().for_each(|likely| round(&mut likely.probability));
        towers.iter_mut().for_each(|likely| round(&mut likely.probability));
        knight.iter_mut().chain(queen).for_each(|likely| round(&mut likely.probability));
    }
    square
}

/// The probability as it is written.
pub fn rounded_probability(probability: f64) -> f64 {
    rounded(probability, PROBABILITY_PARTS)
}

/// The value, rounded to a multiple of 1 / `parts`.
pub fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
