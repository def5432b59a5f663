//! What the reconstruction hands on: a kingdom, and how sure each of its squares is.

use crate::audit::warning::Warning;
use crate::domain::{Building, Grid, Kingdom, Place, Square};
use crate::messages::Message;

/// Below this probability a kingdom's total, or a square, is to be checked by a person.
/// Chosen on the boards read by networks that had not seen their game: see `models/squares.md`.
pub(super) const DOUBTFUL_BELOW: f64 = 0.97;

/// A kingdom as read, with everything that a person should check.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The most probable one, without empty rows and columns at its border.
    pub kingdom: Kingdom,
    /// Where the kingdom's first square lies in the grid of the guesses, whose empty borders were trimmed.
    pub top_left: Place,
    /// As many as the kingdom has.
    pub squares: Grid<ReadSquare>,
    /// How much less probable the kingdom's squares are than the plain reading, each as it looks by itself: a difference of
    /// natural logarithms, 0 or more; what the seams say is left out. It means nothing when no kingdom of the box is near.
    pub loss: f64,
    /// The probability that it is of the kingdom's game and no other, 0 to 1; 1 where the game was given.
    pub game_probability: f64,
    /// The probability that the kingdom's total is right, 0 to 1.
    pub total_probability: f64,
    /// What speaks against the reading, in the order in which it came up.
    pub warnings: Vec<Warning>,
    /// False exactly when the total needs no check.
    pub needs_review: bool,
    /// Tiles that are seen and that it has none of, with a warning of them.
    pub left_out: Vec<LeftOut>,
    /// What a person said about squares, in reading order; see [`FirstReading`](crate::correction::FirstReading).
    pub corrections: Vec<CorrectedSquare>,
}

/// A tile that a picture shows where the reading has none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeftOut {
    /// From the kingdom's first row on, which is 0: outside it where it is below 0, or not below its number of rows.
    pub row: isize,
    /// From the kingdom's first column on, likewise.
    pub col: isize,
    /// What is most probably there.
    pub seen: Square,
    /// That some tile is there, to the picture of the square alone, 0 to 1.
    pub probability: f64,
}

/// What a person said about a square of a reading, which was then read anew around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorrectedSquare {
    /// In the kingdom as it was read without corrections.
    pub place: Place,
    /// In the kingdom as it is read now; `None` outside it, where no tile lies.
    pub lies_at: Option<Place>,
    /// What had been read there.
    pub read: Square,
    /// What the person said; the same when it confirms the reading.
    pub given: Square,
}

impl Reading {
    /// Where a square of the guesses' grid lies in the kingdom; `None` outside it.
    pub fn place_of(&self, in_grid: Place) -> Option<Place> {
        let row = in_grid.row.checked_sub(self.top_left.row)?;
        let place = Place::new(row, in_grid.col.checked_sub(self.top_left.col)?);
        self.kingdom.squares().get(place).map(|_| place)
    }

    /// Where a square of the kingdom lies in the guesses' grid.
    pub fn in_grid(&self, place: Place) -> Place {
        Place::new(place.row + self.top_left.row, place.col + self.top_left.col)
    }

    /// Every square, with where its reading comes from.
    pub fn states(&self) -> Vec<(Place, SquareState)> {
        self.squares.iter().map(|(place, square)| (place, square.state)).collect()
    }

    /// Town squares whose building, or that there is none, is uncertain.
    pub fn doubtful_buildings(&self) -> Vec<Place> {
        self.squares.iter().filter(|(_, square)| square.has_doubtful_building()).map(|(place, _)| place).collect()
    }

    /// Whether the box's dominoes form these squares at best improbably.
    pub fn is_improbable(&self) -> bool {
        self.warnings.iter().any(|warning| ["impossible-kingdom", "improbable-kingdom"].contains(&warning.code))
    }

    /// Squares that were read as land.
    pub fn land(&self) -> usize {
        self.kingdom.squares().cells().iter().filter(|square| square.terrain().is_some()).count()
    }

    /// Adds what another stage doubts; the reading then needs a review.
    pub fn warn(&mut self, code: &'static str, message: impl Into<Message>) {
        self.warnings.push(Warning { code, message: message.into(), squares: Vec::new() });
        self.needs_review = true;
    }
}

/// How one square was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadSquare {
    /// What stands in the kingdom.
    pub best: Square,
    /// The probability of `best`, 0 to 1, over all kingdoms that the box can form.
    pub probability: f64,
    /// How much less probable the best kingdom is in which this square reads otherwise: a difference of natural
    /// logarithms. `None` when it is less probable by more than a factor of 1000, when none was found in time (the
    /// square is doubtful then), or when no kingdom of the box is near.
    pub gap: Option<f64>,
    /// The next best reading.
    pub second: Square,
    /// The kingdom's total if this square were `second`, where that is a kingdom.
    pub second_total: Option<i32>,
    /// Whether a person should look.
    pub state: SquareState,
    /// How much of it is seen, 0 to 1; 1 where nobody looked. Less where something lies on it.
    pub seen: f32,
    /// What stands there besides, where anything may and pieces were looked for.
    pub pieces: Option<ReadPieces>,
}

impl ReadSquare {
    /// Whether its building, or that there is none, is uncertain.
    pub fn has_doubtful_building(&self) -> bool {
        let is_open = self.state != SquareState::Corrected;
        let building = self.pieces.as_ref().and_then(|pieces| pieces.buildings.first());
        is_open && building.is_some_and(|likely| likely.probability < DOUBTFUL_BELOW)
    }
}

/// What may stand on a square of land: of each kind of piece what was read, then what else is likely, the most probable
/// first. The box's counts are taken into account.
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

/// Something that may be so.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likely<T> {
    /// What.
    pub what: T,
    /// 0 to 1.
    pub probability: f64,
    /// The kingdom's total if only this were so, where that is a kingdom.
    pub total: Option<i32>,
}

/// Where a square's reading comes from, and whether it is doubtful.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum SquareState {
    /// Its own picture shows it clearly.
    Seen,
    /// Its own picture does not show it clearly, but every likely kingdom has it: not doubtful.
    Inferred,
    /// To be checked by a person.
    Doubtful,
    /// A person said it, or confirmed it.
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
