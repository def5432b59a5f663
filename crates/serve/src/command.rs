//! The changes of squares that a request asks for, the same for a game and for a tournament's table.

use serde::Deserialize;

use super::api_error::ApiError;
use kingdomino::domain::Place;
use reading::correction::{SaidSquare, square_from_words};
use table::change::Change;
use table::squares::{self, Step, seen_view, unfit};
use table::state::TableState;
use table::why::of_syntax;

/// A change of a table's squares.
pub enum Command {
    /// Corrects a square.
    Square(SquareCorrection, SaidSquare),
    /// Confirms a kingdom as it was read.
    AsRead(AsRead),
    /// Undoes or redoes an answer.
    Step(Step),
}

/// A correction of one square.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Correction"))]
#[serde(deny_unknown_fields)]
pub struct SquareCorrection {
    /// The kingdom's key, such as `1k1`.
    pub kingdom: String,
    /// Row from 0, in the kingdom as it is shown.
    row: u8,
    /// Column from 0.
    col: u8,
    /// As a word or in notation, as `--fix` takes it.
    square: String,
    /// The kingdom in notation as the phone saw it. If it has changed since, the correction is refused,
    /// because the square may be a different one. Without this field nothing is compared.
    #[serde(default)]
    pub notation: Option<String>,
}

/// Confirms every square of a kingdom as it was read.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AsRead {
    /// The kingdom's key.
    pub kingdom: String,
    /// As for the correction of a square.
    #[serde(default)]
    pub notation: Option<String>,
    /// Confirms a tournament's kingdom although something speaks against it. Not used for a game.
    #[serde(default)]
    pub is_sure: bool,
}

impl SquareCorrection {
    /// The square's place in the kingdom as it is shown.
    pub fn place(&self) -> Place {
        Place::new(self.row.into(), self.col.into())
    }

    /// The command.
    ///
    /// # Errors
    /// The text is not a square.
    pub fn command(self) -> Result<Command, ApiError> {
        let square = square_from_words(&self.square).map_err(|error| unfit(of_syntax(&error)))?;
        Ok(Command::Square(self, square))
    }
}

impl Command {
    /// The change of a game.
    pub fn change(&self, state: &TableState) -> Result<Change, ApiError> {
        Ok(match self {
            Self::Square(correction, square) => {
                let view = seen_view(state, &correction.kingdom, correction.notation.as_deref())?;
                squares::put(state, view, correction.place(), *square)?
            }
            Self::AsRead(AsRead { kingdom, notation, .. }) => {
                squares::confirm(state, seen_view(state, kingdom, notation.as_deref())?)?
            }
            Self::Step(step) => squares::step(state, *step)?,
        })
    }
}
