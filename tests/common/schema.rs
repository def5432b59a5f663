//! Validates against the committed schemas, and checks what a schema cannot say well: decimals.

use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;

/// The schema `schemas/{name}.schema.json`.
pub fn committed(name: &str) -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.schema.json"));
    let schema: Value = serde_json::from_slice(&std::fs::read(path).expect("a schema")).expect("JSON");
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// A line of JSON that the program printed; fails where it breaks the schema of this name.
pub fn parsed(name: &str, line: &str) -> Value {
    let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
    let broken: Vec<String> =
        committed(name).iter_errors(&line).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(broken.is_empty(), "{broken:?}");
    line
}

/// Where the line breaks the schema or tells a probability too finely, and how; nothing when it does not.
pub fn broken(line: &Value, rules: &Validator) -> Vec<String> {
    let broken = rules.iter_errors(line).map(|error| format!("{}: {error}", error.instance_path()));
    broken.chain(too_fine(line)).collect()
}

/// Probabilities with more than three decimals.
fn too_fine(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().flat_map(too_fine).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| match value.as_f64() {
                Some(number) if name.ends_with("probability") && decimals(number) > 3 => {
                    vec![format!("{name}: {number}")]
                }
                _ => too_fine(value),
            };
            fields.iter().flat_map(field).collect()
        }
        _ => Vec::new(),
    }
}

/// As many as the shortest text of the number has.
fn decimals(number: f64) -> usize {
    number.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len())
}
