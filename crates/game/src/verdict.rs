//! The user's decision about a photo.

use serde::{Deserialize, Serialize};

use kingdomino::domain::{Kingdom, KingdomError, Place, Square};
use kingdomino::formats::{NotationError, notation};
use messages::{Message, MessageId};

/// The user's decision about a photo, which replaces its reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The photo counts nowhere.
    LeftOut,
    /// This kingdom, in notation. It is also written when the user confirms a reading, because another run,
    /// with other photos or options, may read another kingdom.
    Kingdom(String),
    /// These squares. All others are read again around them, together with the table's other kingdoms.
    Squares(SquareCorrections),
}

impl Verdict {
    /// The verdict that this is the player's kingdom.
    pub fn of_kingdom(kingdom: &Kingdom) -> Self {
        Self::Kingdom(notation::write(&trimmed(kingdom.clone())))
    }

    /// A short text to display.
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

/// The kingdom of a [`Verdict::Kingdom`] without empty rows and columns at its border, as displayed and as
/// its squares are named.
///
/// # Errors
/// If the text is not a kingdom.
pub fn typed_kingdom(text: &str) -> Result<Kingdom, NotationError> {
    notation::parse(text).map(trimmed)
}

fn trimmed(kingdom: Kingdom) -> Kingdom {
    Kingdom::new(kingdom.game(), kingdom.size(), kingdom.squares().trimmed()).unwrap_or(kingdom)
}

/// A typed kingdom with these squares replaced, by their places in it.
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
    /// The player's kingdom among the photo's, from 1; `None` if there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kingdom: Option<usize>,
    /// The corrections as in `scan --fix`: `r2c4=forest:1`, or `k2:r2c4=forest:1` if there are several
    /// kingdoms. Squares are named as in the results.
    pub corrections: Vec<String>,
    /// The photo's kingdoms in notation as read at that time. If they are read on another grid later,
    /// squares' names may refer to other squares, and the corrections no longer apply. Empty if not recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
}
