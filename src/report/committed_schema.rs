//! The JSON schemas in `schemas/`: generated from the types that are written, and compared with what is committed.

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

/// Compares the schema of `T`, as it is written, with the committed `schemas/{name}.schema.json`; with `SCHEMAS_UPDATE=1` it is
/// written there.
pub(crate) fn assert_committed<T: JsonSchema>(name: &str, title: &str) {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(allow_new_fields));
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".into(), title.into());
    schema.insert("description".into(), "Fields may be added, never changed.".into());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.schema.json"));
    let generated = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
    if std::env::var_os("SCHEMAS_UPDATE").is_some() {
        std::fs::write(&path, &generated).expect("a writable file");
    }
    let committed = std::fs::read_to_string(&path).expect("a committed schema");
    assert!(committed == generated, "{} is out of date: SCHEMAS_UPDATE=1 cargo test --lib schema", path.display());
}

/// Programs that read today's fields shall read tomorrow's, too.
fn allow_new_fields(schema: &mut Schema) {
    if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
        schema.remove("additionalProperties");
    }
}
