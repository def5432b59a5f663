//! A photo of a table, and the grids of the kingdoms in it.

use serde::{Deserialize, Serialize};

use game::guesses::KingdomGuesses;
use game::ids::{KingdomId, PhotoId, PlayerId};
use game::photo_reading::PhotoReading;
use kingdomino::domain::GridSize;
use messages::{MessageId, Words};

use crate::refused::Refused;

/// A photo of a game.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PhotoRow {
    /// Its id, which no other photo of the table ever has.
    pub id: PhotoId,
    /// The reading of the photo on its own, without any edits. Blank if a kingdom was typed without a photo.
    pub reading: PhotoReading,
    /// The kingdoms' numbers in the order of `reading`, from 1. A kingdom keeps its number when its grid is
    /// marked by hand and when the photo is read again.
    pub numbers: Vec<usize>,
    /// The grids that users marked.
    pub marked: Vec<MarkedGrid>,
    /// The owner of each kingdom when the photo was added, indexed by the kingdom's number less 1; `None` or
    /// missing if unknown. Edits take precedence: see [`Table::owner`](crate::log::Table::owner).
    pub owners: Vec<Option<PlayerId>>,
    /// Width and height of the upright photo; 0 x 0 if it cannot be decoded.
    pub size_px: [i32; 2],
    /// Whether the photo's file is kept with its reading. Not part of a saved game.
    #[serde(skip)]
    pub is_kept: bool,
}

impl PhotoRow {
    /// Whether the kingdom was typed, so that there is no photo.
    pub fn is_typed(&self) -> bool {
        self.reading.is_typed() || self.reading.is_blank()
    }

    /// The owner of the kingdom with this number before any edit.
    pub fn first_owner(&self, kingdom: usize) -> Option<PlayerId> {
        self.owners.get(kingdom - 1).copied().flatten()
    }

    /// The ids of the kingdoms that were found in the photo.
    pub fn kingdoms(&self) -> impl Iterator<Item = KingdomId> {
        self.numbers.iter().map(|number| self.kingdom(*number))
    }

    /// The kingdom with this number.
    pub fn kingdom(&self, number: usize) -> KingdomId {
        KingdomId { photo: self.id, number }
    }

    /// Whether all guesses can be unpacked.
    pub fn has_sound_guesses(&self) -> bool {
        let mut all = self.reading.guesses.iter().chain(self.marked.iter().map(|marked| &marked.guesses));
        all.all(KingdomGuesses::is_sound)
    }

    /// An id that no marked grid of the photo uses.
    pub fn free_mark(&self) -> u32 {
        self.marked.iter().map(|marked| marked.id).max().unwrap_or_default() + 1
    }

    /// Sets the initial owner of the kingdom with this number; `None` for nobody.
    pub fn own(&mut self, kingdom: usize, owner: Option<PlayerId>) {
        self.owners.resize(self.owners.len().max(kingdom), None);
        self.owners[kingdom - 1] = owner;
    }
}

/// A grid that a user marked in a photo, with the guesses inside it; or a kingdom typed in place of a
/// reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkedGrid {
    /// The grid's id within the photo, from 1.
    pub id: u32,
    /// The corners; `None` if the kingdom was typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
    /// The guesses inside the grid, or those for the typed kingdom.
    pub guesses: KingdomGuesses,
}

/// The position of a kingdom's squares in its photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Grid {
    /// The grid that was found.
    Found,
    /// The grid that a user marked: the id of a [`MarkedGrid`].
    Marked(u32),
    /// No grid, because another was marked over it.
    Nowhere,
}

/// The outer corners of a kingdom's squares, as a person marked them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ByHand {
    /// The corners, clockwise from the upper left, in pixels of the upright photo at full size.
    pub corners_px: [[f64; 2]; 4],
    /// The number of rows of squares between the corners.
    pub rows: usize,
    /// The number of columns of squares between the corners.
    pub cols: usize,
}

/// The most rows and columns of a grid in any game.
const MOST_SQUARES: usize = GridSize::Seven.squares_wide();

impl ByHand {
    /// Refuses corners that are not finite or farther than a million pixels away, and lattices of one square
    /// or larger than 7 x 7.
    ///
    /// # Errors
    /// See above.
    pub fn check(&self) -> Result<(), Refused> {
        let Self { corners_px, rows, cols } = self;
        let are_numbers = corners_px.iter().flatten().all(|px| px.is_finite() && px.abs() < 1e6);
        if are_numbers && (1..=MOST_SQUARES).contains(rows) && (1..=MOST_SQUARES).contains(cols) && rows * cols > 1 {
            return Ok(());
        }
        Err(Refused::bad("bad-corners", MessageId::ServeBadCorners.with("most", MOST_SQUARES)))
    }
}
