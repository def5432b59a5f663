//! How the rules' words stand in the JSON schemas.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::domain::{Building, CastleColor, CourtPiece, Game, GridSize, Place, Square, Terrain, Variant};
use crate::formats::SquareState;

/// Texts that are one of these.
macro_rules! schema_of_words {
    ($($word:ident),*) => {$(
        impl JsonSchema for $word {
            fn schema_name() -> Cow<'static, str> {
                stringify!($word).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "enum": $word::ALL.map($word::id) })
            }
        }
    )*};
}

schema_of_words!(Game, Variant, CastleColor, Building, CourtPiece, Terrain, SquareState);

impl JsonSchema for GridSize {
    fn schema_name() -> Cow<'static, str> {
        "GridSize".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "integer", "enum": [5, 7] })
    }
}

impl JsonSchema for Place {
    fn schema_name() -> Cow<'static, str> {
        "Place".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^r[1-7]c[1-7]$", "description": "Row and column, counted from 1." })
    }
}

impl JsonSchema for Square {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "Such as wheat:1, castle, empty or town+church+tower*2." })
    }
}
