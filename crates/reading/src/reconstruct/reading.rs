//! The result of the reconstruction: a kingdom, and how sure each of its squares is.

use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Cell, Grid, Kingdom, Place, Square};
use kingdomino::formats::{ReadSquare, ReadingDoubts, SquareState};
use messages::Message;

/// A kingdom as read, with everything that a person should check.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The most probable one, without empty rows and columns at its border.
    pub kingdom: Kingdom,
    /// The kingdom's first square, without empty rows and columns at the border. It lies above the guesses' grid or to the left of it where other
    /// photos show more of the kingdom.
    pub origin: Cell,
    /// As many as the kingdom has.
    pub squares: Grid<ReadSquare>,
    /// Cost of the kingdom's squares above the plain reading (natural logarithms, 0 or more), without seams. Meaningless when no kingdom of the box
    /// is near.
    pub cost: f64,
    /// The probability that it is of the kingdom's game and no other, 0 to 1; 1 where the game was given.
    pub game_probability: f64,
    /// The probability that the kingdom's total is right, 0 to 1.
    pub total_probability: f64,
    /// Reasons to check the reading, in the order in which they came up.
    pub warnings: Vec<Warning>,
    /// False exactly when the total needs no check.
    pub needs_review: bool,
    /// Tiles that are seen and that the kingdom lacks; a warning names them.
    pub left_out: Vec<LeftOut>,
    /// The squares that a person corrected or confirmed, in reading order; see [`FirstReading`](crate::correction::FirstReading).
    pub corrections: Vec<CorrectedSquare>,
}

/// A tile that a picture shows where the reading has none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeftOut {
    /// Row, counted from the kingdom's first; outside the kingdom if negative, or not below its number of rows.
    pub row: isize,
    /// Column, counted from the kingdom's first, likewise.
    pub col: isize,
    /// The most probable tile.
    pub seen: Square,
    /// Probability that some tile is there, by the square's own picture, 0 to 1.
    pub probability: f64,
}

/// A square as a person gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenSquare {
    /// In the lattice of the photo that shows the kingdom.
    pub cell: Cell,
    /// What lies there.
    pub square: Square,
}

/// A square that a person corrected or confirmed, and around which the kingdom was read anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorrectedSquare {
    /// In the kingdom as it was read without corrections.
    pub place: Place,
    /// In the kingdom as it is read now; `None` outside it, where no tile lies.
    pub lies_at: Option<Place>,
    /// What was read there first.
    pub read: Square,
    /// What the person gave; equal to `read` if it confirms that.
    pub given: Square,
}

impl Reading {
    /// Where a cell lies in the kingdom; `None` outside it.
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

    /// Town squares where it is uncertain which building stands, if any.
    pub fn doubtful_buildings(&self) -> Vec<Place> {
        self.squares.iter().filter(|(_, square)| square.has_doubtful_building()).map(|(place, _)| place).collect()
    }

    /// Whether the box's dominoes form these squares improbably or not at all.
    pub fn is_improbable(&self) -> bool {
        self.warnings
            .iter()
            .any(|warning| [WarningCode::ImpossibleKingdom, WarningCode::ImprobableKingdom].contains(&warning.code))
    }

    /// Squares that were read as land.
    pub fn land(&self) -> usize {
        self.kingdom.squares().cells().iter().filter(|square| square.terrain().is_some()).count()
    }

    /// Adds a warning of another stage; the reading then needs review.
    pub fn warn(&mut self, code: WarningCode, message: impl Into<Message>) {
        self.warnings.push(Warning { code, message: message.into(), squares: Vec::new() });
        self.needs_review = true;
    }
}
