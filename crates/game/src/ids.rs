//! What players, photos and kingdoms are called inside: names change, and two photos may have one name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A player of a game. It stays when the player is renamed, and is given to nobody else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub u32);

/// A photo of a game, from 1; no other photo of the game ever gets it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PhotoId(pub u32);

/// A kingdom in a photo, written `2k1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KingdomId {
    /// The photo that shows it.
    pub photo: PhotoId,
    /// Its number there, from 1.
    pub number: usize,
}

impl FromStr for PhotoId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl fmt::Display for KingdomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}k{}", self.photo.0, self.number)
    }
}

/// A text that names no kingdom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a kingdom of a photo is written such as 2k1")]
pub struct NoKingdomId;

impl FromStr for KingdomId {
    type Err = NoKingdomId;

    fn from_str(text: &str) -> Result<Self, NoKingdomId> {
        let (photo, number) = text.split_once('k').ok_or(NoKingdomId)?;
        let (photo, number) = (photo.parse().map_err(|_| NoKingdomId)?, number.parse().map_err(|_| NoKingdomId)?);
        Ok(Self { photo, number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kingdom_is_read_as_it_is_written() {
        let kingdom = KingdomId { photo: PhotoId(12), number: 3 };
        assert_eq!(kingdom.to_string(), "12k3");
        assert_eq!("12k3".parse(), Ok(kingdom));
        for text in ["", "12", "k3", "12k", "12k-3", "12k3k4", "x12k3"] {
            assert_eq!(text.parse::<KingdomId>(), Err(NoKingdomId), "{text}");
        }
    }
}
