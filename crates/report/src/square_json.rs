//! Squares in JSON: how sure they are, and what else they may be.

use serde::Serialize;

use kingdomino::domain::{Building, Grid};
use kingdomino::formats::{Likely, ReadPieces, ReadSquare};

/// Probabilities are rounded to ten thousandths.
pub const PROBABILITY_PARTS: f64 = 10_000.0;

/// Thousandths, which are the same on more machines.
pub(super) const COARSE_PROBABILITY_PARTS: f64 = 1_000.0;

/// How much of a square is seen is rounded to hundredths.
const SEEN_PARTS: f64 = 100.0;

/// A square of a reading.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SquareFields {
    best: String,
    /// Of `best`, 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    probability: f64,
    second: String,
    #[cfg_attr(feature = "schema", schemars(with = "kingdomino::formats::SquareState"))]
    state: &'static str,
    /// How much of it is seen, 0 to 1: less where something lies on it. Not there where nobody looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    seen: Option<f64>,
    /// What may stand there, where anything may; not there when pieces were not looked for.
    #[serde(rename = "standing", skip_serializing_if = "Option::is_none")]
    pieces: Option<StandingFields>,
}

/// Of each kind of piece what was read, then what else is likely, the most probable first.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StandingFields {
    /// Words of buildings, `null` for a bare building site; not there off towns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buildings: Vec<LikelyFields<Option<&'static str>>>,
    /// Their number; not there off towns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    towers: Vec<LikelyFields<u8>>,
    knight: Vec<LikelyFields<bool>>,
    queen: Vec<LikelyFields<bool>>,
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LikelyFields<T> {
    what: T,
    /// 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    probability: f64,
    /// The kingdom's total if only this were so; `null` where that is no kingdom.
    total: Option<i32>,
}

impl SquareFields {
    /// Row by row, as in a kingdom's `squares`.
    pub fn rows(squares: &Grid<ReadSquare>) -> Vec<Vec<Self>> {
        let square = |square: &ReadSquare| Self::new(square, PROBABILITY_PARTS);
        squares.iter_rows().map(|row| row.iter().map(square).collect()).collect()
    }

    /// Probabilities are rounded to so many parts of 1.
    pub fn new(square: &ReadSquare, parts: f64) -> Self {
        Self {
            best: square.best.to_string(),
            probability: rounded(square.probability, parts),
            second: square.second.to_string(),
            state: square.state.id(),
            seen: Some(rounded(square.seen.into(), SEEN_PARTS)).filter(|seen| *seen < 1.0),
            pieces: square.pieces.as_ref().map(|pieces| StandingFields::new(pieces, parts)),
        }
    }
}

impl StandingFields {
    fn new(pieces: &ReadPieces, parts: f64) -> Self {
        let id = |building: &Option<Building>| building.map(Building::id);
        Self {
            buildings: LikelyFields::all(&pieces.buildings, id, parts),
            towers: LikelyFields::all(&pieces.towers, |towers| *towers, parts),
            knight: LikelyFields::all(&pieces.knight, |knight| *knight, parts),
            queen: LikelyFields::all(&pieces.queen, |queen| *queen, parts),
        }
    }
}

impl<T> LikelyFields<T> {
    fn all<W>(likely: &[Likely<W>], what: impl Fn(&W) -> T, parts: f64) -> Vec<Self> {
        let fields = |likely: &Likely<W>| Self {
            what: what(&likely.what),
            probability: rounded(likely.probability, parts),
            total: likely.total,
        };
        likely.iter().map(fields).collect()
    }
}

/// The square as it is read back from its fields: what these do not hold is left out.
pub(super) fn stored_square(square: &ReadSquare, parts: f64) -> ReadSquare {
    let mut stored = ReadSquare { gap: None, second_total: None, ..square.clone() };
    stored.probability = rounded(square.probability, parts);
    stored.seen = rounded(square.seen.into(), SEEN_PARTS) as f32;
    if let Some(ReadPieces { buildings, towers, knight, queen }) = &mut stored.pieces {
        let round = |probability: &mut f64| *probability = rounded(*probability, parts);
        buildings.iter_mut().for_each(|likely| round(&mut likely.probability));
        towers.iter_mut().for_each(|likely| round(&mut likely.probability));
        knight.iter_mut().chain(queen).for_each(|likely| round(&mut likely.probability));
    }
    stored
}

pub(super) fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
