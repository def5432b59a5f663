//! How sure the reading of a square is.

use crate::domain::{Building, Square};

/// Below this probability a person should check a total or a square. Chosen on the boards read by networks that had not seen their game: see
/// `models/squares.md`.
pub const DOUBTFUL_BELOW: f64 = 0.97;

/// How one square was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadSquare {
    /// The reading in the kingdom.
    pub best: Square,
    /// The probability of `best`, 0 to 1, over all kingdoms that the box can form.
    pub probability: f64,
    /// Log probability (natural) of the best kingdom minus that of the best one in which this square differs. `None` when the latter is less probable
    /// by more than a factor of 1000, when none was found in time (the square is doubtful then), or when no kingdom of the box is near.
    pub gap: Option<f64>,
    /// The next best reading.
    pub second: Square,
    /// The kingdom's total if this square were `second`; `None` if that is no valid kingdom.
    pub second_total: Option<i32>,
    /// Whether a person should look.
    pub state: SquareState,
    /// Visible part of the square, 0 to 1, less where something lies on it; 1 when not measured.
    pub seen: f32,
    /// The pieces on it; `None` where none can stand or none were looked for.
    pub pieces: Option<ReadPieces>,
}

impl ReadSquare {
    /// Whether it is uncertain which building stands here, if any.
    pub fn has_doubtful_building(&self) -> bool {
        let is_open = self.state != SquareState::Corrected;
        let building = self.pieces.as_ref().and_then(|pieces| pieces.buildings.first());
        is_open && building.is_some_and(|likely| likely.probability < DOUBTFUL_BELOW)
    }
}

/// The pieces on a square of land: for each kind the reading, then the alternatives, the most probable first. The box's counts are taken into
/// account.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadPieces {
    /// `None` is a bare building site; empty where no building can stand.
    pub buildings: Vec<Likely<Option<Building>>>,
    /// 0 to 4; empty where none can stand.
    pub towers: Vec<Likely<u8>>,
    /// With a knight or without.
    pub knight: Vec<Likely<bool>>,
    /// With the Queen or without.
    pub queen: Vec<Likely<bool>>,
}

/// A value with its probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likely<T> {
    /// The value.
    pub what: T,
    /// 0 to 1.
    pub probability: f64,
    /// The kingdom's total with only this changed; `None` if that is no valid kingdom.
    pub total: Option<i32>,
}

/// Where a square's reading comes from, and whether it is doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum SquareState {
    /// The photo shows it clearly.
    Seen,
    /// The photo does not show it clearly, but every likely kingdom has it: not doubtful.
    Inferred,
    /// To be checked by a person.
    Doubtful,
    /// A person corrected or confirmed it.
    Corrected,
}

impl SquareState {
    /// All four.
    pub const ALL: [SquareState; 4] =
        [SquareState::Seen, SquareState::Inferred, SquareState::Doubtful, SquareState::Corrected];

    /// The inverse of [`SquareState::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        id.parse().ok()
    }

    /// The word used in `scan --json`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}
