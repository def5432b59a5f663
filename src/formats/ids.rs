//! The domain's words in JSON: the same as everywhere else.

use serde::{Serialize, Serializer};

use crate::domain::{Building, CastleColor, CourtPiece, Game, GridSize, Place, Square, Terrain, Variant};

/// As their ids.
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

impl Serialize for GridSize {
    /// The number 5 or 7.
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.serialize_u64(self.squares_wide() as u64)
    }
}

impl Serialize for Place {
    /// In words, from 1: `"r2c4"`.
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_str(self)
    }
}

impl Serialize for Square {
    /// Its word, such as `"wheat:1"`.
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        json.collect_str(self)
    }
}
