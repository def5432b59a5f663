//! What a person decides about a photo.

use serde::{Deserialize, Serialize};

use kingdomino::domain::{Kingdom, KingdomError, Place, Square};
use kingdomino::formats::{NotationError, notation};
use messages::{Message, MessageId};

/// A person's decision about a photo, in place of its reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The photo counts nowhere.
    LeftOut,
    /// This kingdom, in notation. It is also written when a person confirms a reading, because another run, with other photos beside it or
    /// other options, may read another kingdom.
    Kingdom(String),
    /// These squares; all others are read again around them, together with the table's other kingdoms.
    Squares(SquareCorrections),
}

impl Verdict {
    /// This is the player's kingdom.
    pub fn of_kingdom(kingdom: &Kingdom) -> Self {
        Self::Kingdom(notation::write(&trimmed(kingdom.clone())))
    }

    /// A short text for people.
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

/// The kingdom of a [`Verdict::Kingdom`], as it is shown and as its squares are named: without empty rows and columns at its border.
///
/// # Errors
/// A text that is no kingdom.
pub fn typed_kingdom(text: &str) -> Result<Kingdom, NotationError> {
    notation::parse(text).map(trimmed)
}

fn trimmed(kingdom: Kingdom) -> Kingdom {
    Kingdom::new(kingdom.game(), kingdom.size(), kingdom.squares().trimmed()).unwrap_or(kingdom)
}

/// A typed kingdom with these squares in place of its own, by their places in it.
///
/// # Errors
/// Squares that it cannot have, such as a second castle.
pub fn typed_with(typed: &Kingdom, given: &[(Place, Square)]) -> Result<Verdict, KingdomError> {
    let mut squares = typed.squares().clone();
    for (place, square) in given {
        squares[*place] = *square;
    }
    Ok(Verdict::of_kingdom(&Kingdom::new(typed.game(), typed.size(), squares)?))
}

/// What a person says of squares of a photo.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareCorrections {
    /// The player's kingdom among the photo's, from 1; `None` if there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kingdom: Option<usize>,
    /// As for `scan --fix`: `r2c4=forest:1`, or `k2:r2c4=forest:1` if there are several kingdoms. Squares are named as in the results.
    pub corrections: Vec<String>,
    /// The photo's kingdoms in notation as they were read then. If they are read on another grid later, squares' names may mean other squares, and the
    /// corrections no longer count. Empty: not recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub read: Vec<String>,
}
