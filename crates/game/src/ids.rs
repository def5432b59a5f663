//! Internal ids of players, photos and kingdoms, because names change and two photos may have the same name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A player of a game. The id is kept when the player is renamed, and is never reused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PlayerId(pub u32);

/// A photo of a game, from 1. The id is never reused in the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PhotoId(pub u32);

/// A kingdom in a photo. It is written as `2k1`: photo 2, kingdom 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct KingdomId {
    /// The photo that contains the kingdom.
    pub photo: PhotoId,
    /// The kingdom's number in the photo, from 1.
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

impl TryFrom<String> for KingdomId {
    type Error = NoKingdomId;

    fn try_from(text: String) -> Result<Self, NoKingdomId> {
        text.parse()
    }
}

impl From<KingdomId> for String {
    fn from(kingdom: KingdomId) -> Self {
        kingdom.to_string()
    }
}

/// The text is not a kingdom's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a kingdom's id is the number of its photo, k, and the kingdom's number, such as 2k1")]
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
