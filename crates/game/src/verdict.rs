//! The user's decision about a photo.

use serde::{Deserialize, Serialize};

use kingdomino::domain::{Kingdom, KingdomError, Place, Square};
use kingdomino::formats::{NotationError, notation};
use messages::{Message, MessageId};

/// The user's decision about a photo, which replaces its reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The photo is ignored.
    LeftOut,
    /// The photo shows this kingdom, in notation. This is also recorded when the user confirms a reading,
    /// because another run, with other photos or options, may read another kingdom.
    Kingdom(String),
    /// The user corrected these squares. The others are read again with these corrections, together with the
    /// table's other kingdoms.
    Squares(SquareCorrections),
}

impl Verdict {
    /// The verdict that the photo shows this kingdom.
    pub fn of_kingdom(kingdom: &Kingdom) -> Self {
        Self::Kingdom(notation::write(&trimmed(kingdom.clone())))
    }

    /// The decision as a short text for display.
    pub fn in_words(&self) -> Message {
        match self {
            Self::LeftOut => MessageId::LeftOut.into(),
            Self::Kingdom(text) => Message::verbatim(text.as_str()),
            Self::Squares(SquareCorrections { kingdom, corrections, .. }) => {
                let chosen = kingdom.map(|number| format!("k{number}"));
                Message::verbatim(chosen.into_iter().chain(corrections.iter().cloned()).collect::<Vec<_>>().join(" "))
            }
        }
    }
}

/// Parses the text of a [`Verdict::Kingdom`]. Removes empty rows and columns at the kingdom's border, because
/// the kingdom is displayed without them, and squares are named by their rows and columns as displayed.
///
/// # Errors
/// If the text is not a kingdom.
pub fn typed_kingdom(text: &str) -> Result<Kingdom, NotationError> {
    notation::parse(text).map(trimmed)
}

fn trimmed(kingdom: Kingdom) -> Kingdom {
    Kingdom::new(kingdom.game(), kingdom.size(), kingdom.squares().trimmed()).unwrap_or(kingdom)
}

/// The verdict for a typed kingdom after the squares at these places were replaced.
///
/// # Errors
/// If the kingdom cannot have the squares, for example a second castle.
pub fn typed_with(typed: &Kingdom, given: &[(Place, Square)]) -> Result<Verdict, KingdomError> {
    let mut squares = typed.squares().clone();
    for (place, square) in given {
        squares[*place] = *square;
    }
    Ok(Verdict::of_kingdom(&Kingdom::new(typed.game(), typed.size(), squares)?))
}

/// The user's corrections of squares of a photo.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareCorrections {
    /// The number of the player's kingdom in the photo, from 1; `None` if the photo has only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kingdom: Option<usize>,
    /// The corrections as in `scan --fix`: `r2c4=forest:1`, or `k2:r2c4=forest:1` if there are several
    /// kingdoms. Squares are named as in the results.
    pub corrections: Vec<String>,
    /// The photo's kingdoms, in notation, as they were read when the corrections were made. If they are later
    /// read on another grid, the names of squares may refer to other squares, so the corrections no longer
    /// apply. Empty if not recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
}
