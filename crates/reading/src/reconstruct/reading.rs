//! The result of the reconstruction: a kingdom, and how certain each of its squares is.

use serde::{Deserialize, Serialize};

use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Cell, Grid, Kingdom, Place, Square};
use kingdomino::formats::{ReadSquare, ReadingDoubts, SquareState};
use messages::Message;

/// A kingdom as read, with everything that needs review.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The most probable kingdom, without empty rows and columns at its border.
    pub kingdom: Kingdom,
    /// The cell of the kingdom's first square, without empty rows and columns at the border. It is above or
    /// to the left of the guesses' grid if other photos show more of the kingdom.
    pub origin: Cell,
    /// One entry per square of the kingdom.
    pub squares: Grid<ReadSquare>,
    /// Cost of the kingdom's squares above the plain reading (natural logarithms, 0 or more), without seams.
    /// Meaningless if no kingdom of the box is near.
    pub cost: f64,
    /// The probability that the kingdom belongs to its game, 0 to 1; 1 if the game was given.
    pub game_probability: f64,
    /// The probability that the kingdom's total is right, 0 to 1.
    pub total_probability: f64,
    /// Reasons to check the reading, in the order in which they were found.
    pub warnings: Vec<Warning>,
    /// Whether the total needs a check.
    pub needs_review: bool,
    /// Tiles that are visible but missing in the kingdom; a warning names them.
    pub left_out: Vec<LeftOut>,
    /// The squares that the user corrected or confirmed, in reading order; see
    /// [`FirstReading`](crate::correction::FirstReading).
    pub corrections: Vec<CorrectedSquare>,
}

/// A tile that a picture shows on a square where the reading has none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeftOut {
    /// Row, counted from the kingdom's first. Outside the kingdom it is negative or at least its number of
    /// rows.
    pub row: isize,
    /// Column, counted from the kingdom's first. Outside the kingdom it is negative or at least its number of
    /// columns.
    pub col: isize,
    /// The most probable tile.
    pub seen: Square,
    /// Probability of any tile there, from the square's own picture, 0 to 1.
    pub probability: f64,
}

/// A square given by a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GivenSquare {
    /// Its cell in the lattice of the photo that shows the kingdom.
    pub cell: Cell,
    /// Its content.
    pub square: Square,
}

/// A square that a user corrected or confirmed and that the re-reading kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorrectedSquare {
    /// Place in the reading without corrections.
    pub place: Place,
    /// Place in the current reading; `None` if it is outside, where there is no tile.
    pub lies_at: Option<Place>,
    /// The first reading of the square.
    pub read: Square,
    /// The given square; equal to `read` if the user confirmed that.
    pub given: Square,
}

impl Reading {
    /// The place of a cell in the kingdom; `None` outside it.
    pub fn place_of(&self, cell: Cell) -> Option<Place> {
        (cell - self.origin).place().filter(|place| self.kingdom.squares().get(*place).is_some())
    }

    /// The cell of a square of the kingdom.
    pub fn cell_of(&self, place: Place) -> Cell {
        self.origin + place.into()
    }

    /// The state of every square.
    pub fn states(&self) -> Vec<(Place, SquareState)> {
        self.squares.iter().map(|(place, square)| (place, square.state)).collect()
    }

    /// The doubts to be stored, with these warnings.
    pub fn doubts(&self, warnings: &[Warning]) -> ReadingDoubts {
        ReadingDoubts {
            needs_review: self.needs_review,
            squares: Some(self.squares.clone()),
            warnings: warnings.to_vec(),
        }
    }

    /// Town squares whose building, if any, is uncertain.
    pub fn doubtful_buildings(&self) -> Vec<Place> {
        self.squares.iter().filter(|(_, square)| square.has_doubtful_building()).map(|(place, _)| place).collect()
    }

    /// Whether the box's dominoes form these squares only improbably or not at all.
    pub fn is_improbable(&self) -> bool {
        self.warnings
            .iter()
            .any(|warning| [WarningCode::ImpossibleKingdom, WarningCode::ImprobableKingdom].contains(&warning.code))
    }

    /// The number of squares that were read as land.
    pub fn land(&self) -> usize {
        self.kingdom.squares().cells().iter().filter(|square| square.terrain().is_some()).count()
    }

    /// Adds a warning from another stage; the reading then needs review.
    pub fn warn(&mut self, code: WarningCode, message: impl Into<Message>) {
        self.warnings.push(Warning { code, message: message.into(), squares: Vec::new() });
        self.needs_review = true;
    }
}
