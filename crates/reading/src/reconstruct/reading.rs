//! What the reconstruction hands on: a kingdom, and how sure each of its squares is.

use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Grid, Kingdom, Place, Square};
use kingdomino::formats::{ReadSquare, ReadingDoubts, ReadingWarning, SquareState};
use messages::Message;

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
    pub cost: f64,
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

    /// What is written down of how sure it is, with these warnings.
    pub fn doubts(&self, warnings: &[Warning]) -> ReadingDoubts {
        ReadingDoubts {
            needs_review: self.needs_review,
            squares: Some(self.squares.clone()),
            warnings: warnings.iter().map(ReadingWarning::from).collect(),
        }
    }

    /// Town squares whose building, or that there is none, is uncertain.
    pub fn doubtful_buildings(&self) -> Vec<Place> {
        self.squares.iter().filter(|(_, square)| square.has_doubtful_building()).map(|(place, _)| place).collect()
    }

    /// Whether the box's dominoes form these squares at best improbably.
    pub fn is_improbable(&self) -> bool {
        self.warnings
            .iter()
            .any(|warning| [WarningCode::ImpossibleKingdom, WarningCode::ImprobableKingdom].contains(&warning.code))
    }

    /// Squares that were read as land.
    pub fn land(&self) -> usize {
        self.kingdom.squares().cells().iter().filter(|square| square.terrain().is_some()).count()
    }

    /// Adds what another stage doubts; the reading then needs a review.
    pub fn warn(&mut self, code: WarningCode, message: impl Into<Message>) {
        self.warnings.push(Warning { code, message: message.into(), squares: Vec::new() });
        self.needs_review = true;
    }
}
