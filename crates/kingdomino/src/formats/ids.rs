//! The domain's types in JSON, written as their ids and words.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::domain::{Building, CastleColor, CourtPiece, Game, GridSize, Place, Square, Terrain, Variant};

/// Serializes as the id.
macro_rules! serialize_as_id {
    ($($word:ty),*) => {$(
        impl Serialize for $word {
            fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
                json.serialize_str(self.id())
            }
        }
    )*};
}

serialize_as_id!(Game, Variant, CastleColor, Building, CourtPiece, Terrain);

/// Deserializes from the id.
macro_rules! deserialize_from_id {
    ($($word:ty),*) => {$(
        impl<'de> Deserialize<'de> for $word {
            fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
                let id = String::deserialize(json)?;
                Self::from_id(&id).ok_or_else(|| {
                    let known = Self::ALL.map(Self::id).join(", ");
                    D::Error::custom(format!("`{id}` is not one of these words: {known}"))
                })
            }
        }
    )*};
}

deserialize_from_id!(Game, Variant);

impl<'de> Deserialize<'de> for GridSize {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let squares = u64::deserialize(json)?;
        squares
            .to_string()
            .parse()
            .map_err(|_| D::Error::custom(format!("the grid's size is {squares}, but it must be 5 or 7")))
    }
}

impl Serialize for GridSize {
    /// The number 5 or 7.
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.serialize_u64(self.squares_wide() as u64)
    }
}

impl Serialize for Place {
    /// A string with row and column counted from 1: `"r2c4"`.
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let word = String::deserialize(json)?;
        Self::from_words(&word).ok_or_else(|| D::Error::custom(format!("`{word}` is not a square such as r2c4")))
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        String::deserialize(json)?.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Square {
    /// Its word, such as `"wheat:1"`.
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_str(self)
    }
}
