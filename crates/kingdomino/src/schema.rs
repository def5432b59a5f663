//! JSON schemas of the rules' types, and the test that a generated schema equals the committed one in
//! `schemas/`.

use std::borrow::Cow;
use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;

use crate::domain::{Building, CastleColor, CourtPiece, Game, GridSize, Place, Square, Terrain, Variant};
use crate::formats::SquareState;

/// For tests: compares the serialization schema of `T` with the committed `schemas/{name}.schema.json`;
/// `SCHEMAS_UPDATE=1` writes it there first.
///
/// # Panics
/// When they differ.
pub fn assert_committed<T: JsonSchema>(name: &str, title: &str) {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(allow_new_fields));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), title.into());
    schema.insert("description".into(), "Fields may be added, never changed.".into());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../schemas/{name}.schema.json"));
    let generated = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
    if std::env::var_os("SCHEMAS_UPDATE").is_some() {
        std::fs::write(&path, &generated).expect("a writable file");
    }
    let committed = std::fs::read_to_string(&path).expect("a committed schema");
    assert!(
        committed == generated,
        "{} is out of date: SCHEMAS_UPDATE=1 cargo test --workspace --lib schema",
        path.display()
    );
}

/// A reader must accept fields that later versions add.
fn allow_new_fields(schema: &mut Schema) {
    if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
        schema.remove("additionalProperties");
    }
}

/// Schemas of enums that are written as their ids.
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
