//! How sure the reading of a square is.

use std::cmp::Ordering;

use crate::domain::{Building, Square};

/// Totals and squares below this probability need review. Chosen on kingdoms read by networks that had not
/// seen their game; see `models/squares.md`.
pub const DOUBTFUL_BELOW: f64 = 0.97;

/// How one square was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadSquare {
    /// The best reading.
    pub best: Square,
    /// The probability of `best`, 0 to 1, over all kingdoms that the box can form.
    pub probability: f64,
    /// Log probability (natural) of the best kingdom minus that of the best kingdom in which this square
    /// differs. `None` if the latter is more than 1000 times less probable, if none was found in time (the
    /// square is then doubtful), or if no kingdom of the box is close to the reading.
    pub gap: Option<f64>,
    /// The second-best reading.
    pub second: Square,
    /// The kingdom's total if this square were `second`; `None` if the result is not a valid kingdom.
    pub second_total: Option<i32>,
    /// Whether someone should check it.
    pub state: SquareState,
    /// The visible fraction of the square, 0 to 1, less where something covers it; 1 if not measured.
    pub seen: f32,
    /// The pieces on it; `None` if it cannot have any or none were looked for.
    pub pieces: Option<ReadPieces>,
}

impl ReadSquare {
    /// The points that the total may change by, times the probability that the reading is wrong. `total` is
    /// the kingdom's total as read. 0 if the second reading is not a valid kingdom.
    pub fn expected_loss(&self, total: i32) -> f64 {
        let stake = self.second_total.map_or(0, |second| second.abs_diff(total));
        f64::from(stake) * (1.0 - self.probability)
    }

    /// The order in which doubtful squares are shown and asked about: the highest expected loss first, and on
    /// a tie the least certain. The probability counts because one hidden square makes many others slightly
    /// doubtful. Each square comes with its kingdom's total.
    pub fn by_expected_loss((one, total): (&Self, i32), (other, other_total): (&Self, i32)) -> Ordering {
        let by_loss = other.expected_loss(other_total).total_cmp(&one.expected_loss(total));
        by_loss.then(one.probability.total_cmp(&other.probability))
    }

    /// Whether it is uncertain which building, if any, is on this square.
    pub fn has_doubtful_building(&self) -> bool {
        let is_open = self.state != SquareState::Corrected;
        let building = self.pieces.as_ref().and_then(|pieces| pieces.buildings.first());
        is_open && building.is_some_and(|likely| likely.probability < DOUBTFUL_BELOW)
    }
}

/// The pieces on a land square: for each kind the possible values, most probable first. Takes the box's
/// counts into account.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadPieces {
    /// The possible buildings; `None` is a bare building site. Empty where no building is possible.
    pub buildings: Vec<Likely<Option<Building>>>,
    /// The possible numbers of towers, 0 to 4. Empty where no tower is possible.
    pub towers: Vec<Likely<u8>>,
    /// Whether a knight stands there.
    pub knight: Vec<Likely<bool>>,
    /// Whether the Queen stands there.
    pub queen: Vec<Likely<bool>>,
}

/// A value with its probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likely<T> {
    /// The value.
    pub what: T,
    /// The probability, 0 to 1.
    pub probability: f64,
    /// The kingdom's total with only this changed; `None` if the result is not a valid kingdom.
    pub total: Option<i32>,
}

/// The origin of a square's reading, and whether it is doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum SquareState {
    /// The photo shows it clearly.
    Seen,
    /// The photo does not show it clearly, but every likely kingdom has it: not doubtful.
    Inferred,
    /// Someone should check it.
    Doubtful,
    /// A user corrected or confirmed it.
    Corrected,
}

impl SquareState {
    /// All four states.
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
