//! As much of JSON Schema as our schemas use; a keyword that is not known here is an error.

use serde_json::Value;

/// Where the value breaks the schema, and how; nothing when it does not. `root` holds the `$defs`.
pub fn broken(value: &Value, schema: &Value, root: &Value, path: &str) -> Vec<String> {
    let keywords = schema.as_object().expect("a schema is an object");
    keywords.iter().flat_map(|(keyword, rule)| keyword_broken(keyword, rule, value, root, path)).collect()
}

fn keyword_broken(keyword: &str, rule: &Value, value: &Value, root: &Value, path: &str) -> Vec<String> {
    let told = |holds: bool| if holds { Vec::new() } else { vec![format!("{path}: {value} against {keyword} {rule}")] };
    match keyword {
        "$schema" | "$defs" | "title" | "description" => Vec::new(),
        "$ref" => {
            let name = rule.as_str().and_then(|name| name.strip_prefix("#/$defs/")).expect("a reference to $defs");
            broken(value, &root["$defs"][name], root, path)
        }
        "type" => {
            let types = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
            told(types.iter().any(|name| has_type(value, name.as_str().expect("a type"))))
        }
        "const" => told(value == rule),
        "enum" => told(rule.as_array().expect("a list").contains(value)),
        "maxItems" => told(value.as_array().is_none_or(|list| Some(list.len() as u64) <= rule.as_u64())),
        "minimum" => told(value.as_f64() >= rule.as_f64()),
        "maximum" => told(value.as_f64() <= rule.as_f64()),
        "multipleOf" => {
            let parts = value.as_f64().expect("a number") / rule.as_f64().expect("a number");
            told((parts - parts.round()).abs() < 1e-6)
        }
        "pattern" => told(value.as_str().is_none_or(|text| matches(text, rule.as_str().expect("a pattern")))),
        "required" => {
            let names = rule.as_array().expect("a list").iter().filter_map(Value::as_str);
            told(names.into_iter().all(|name| value.get(name).is_some()))
        }
        "properties" => {
            let rules = rule.as_object().expect("an object").iter();
            let there = rules.filter_map(|(name, rule)| Some((name, value.get(name)?, rule)));
            there.flat_map(|(name, value, rule)| broken(value, rule, root, &format!("{path}.{name}"))).collect()
        }
        "items" => {
            let items = value.as_array().into_iter().flatten().enumerate();
            items.flat_map(|(index, item)| broken(item, rule, root, &format!("{path}[{index}]"))).collect()
        }
        unknown => panic!("{path}: this test does not know the keyword {unknown}"),
    }
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("no type: {other}"),
    }
}

/// The two patterns of our schemas.
fn matches(text: &str, pattern: &str) -> bool {
    match pattern {
        "^[0-9a-f]{64}$" => text.len() == 64 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)),
        "^r[1-7]c[1-7]$" => matches!(text.as_bytes(), [b'r', b'1'..=b'7', b'c', b'1'..=b'7']),
        other => panic!("this test does not know the pattern {other}"),
    }
}
