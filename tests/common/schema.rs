//! The committed schema of `results.ndjson`, checked by an ordinary validator, and what no schema says well: decimals.

use jsonschema::Validator;
use serde_json::Value;

/// The schema.
pub fn rules() -> Validator {
    let rules: Value = serde_json::from_str(include_str!("../../schemas/results.schema.json")).expect("JSON");
    jsonschema::draft202012::new(&rules).expect("a schema")
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
