//! Validates against the committed schemas, and checks the number of decimals, which schemas cannot express
//! well.

use std::path::Path;

use jsonschema::Validator;
use serde_json::Value;

/// The schema `schemas/{name}.schema.json`.
pub fn committed(name: &str) -> Validator {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.schema.json"));
    let schema: Value = serde_json::from_slice(&std::fs::read(path).expect("a schema")).expect("JSON");
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// Parses a line of JSON printed by the program; fails if it violates the schema with this name.
pub fn parsed(name: &str, line: &str) -> Value {
    let line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
    let broken: Vec<String> =
        committed(name).iter_errors(&line).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(broken.is_empty(), "{broken:?}");
    line
}

/// Violations of the schema, and probabilities with too many decimals; empty if there are none.
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

/// The number of decimals in the shortest text of the number.
fn decimals(number: f64) -> usize {
    number.to_string().split_once('.').map_or(0, |(_, decimals)| decimals.len())
}
