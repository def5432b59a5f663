//! Checks that requests and answers match the server's `openapi.json`.

use jsonschema::Validator;
use serde_json::{Value, json};

/// The server's description of its interface.
pub struct Requests(pub Value);

impl Requests {
    /// What `openapi.json` says about a request. `path` may have a query.
    ///
    /// # Panics
    /// There is no such route.
    fn operation(&self, method: &str, path: &str) -> &Value {
        let path = path.split('?').next().unwrap_or_default();
        let is_meant = |template: &&String| {
            let (own, given): (Vec<&str>, Vec<&str>) = (template.split('/').collect(), path.split('/').collect());
            own.len() == given.len() && own.iter().zip(&given).all(|(own, given)| own.starts_with('{') || own == given)
        };
        let paths = self.0["paths"].as_object().expect("paths");
        // `/api/games/import` also matches the template for a game's number: the template with the fewest
        // variables wins.
        let template = paths.keys().filter(is_meant).min_by_key(|template| template.matches('{').count());
        &paths[template.unwrap_or_else(|| panic!("no route is like {path}"))][method.to_lowercase()]
    }

    /// The schema of the request's JSON body.
    ///
    /// # Panics
    /// The description has no schema for a body.
    fn rules(&self, method: &str, path: &str) -> Validator {
        let schema = &self.operation(method, path)["requestBody"]["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "nothing is said of the body of {method} {path}");
        self.validator(schema)
    }

    fn validator(&self, schema: &Value) -> Validator {
        let whole = json!({ "allOf": [schema], "components": self.0["components"] });
        jsonschema::draft202012::new(&whole).expect("a schema")
    }

    /// How a successful answer violates the description; empty if it does not, or if it is not described.
    pub fn broken_answer(&self, method: &str, path: &str, answer: &Value) -> Vec<String> {
        let responses = self.operation(method, path)["responses"].as_object().expect("responses");
        let done = responses.iter().find(|(status, _)| status.starts_with('2')).map(|(_, done)| done);
        let schema = done.map(|done| &done["content"]["application/json"]["schema"]);
        let Some(schema) = schema.filter(|schema| schema.is_object()) else { return Vec::new() };
        let rules = self.validator(schema);
        rules.iter_errors(answer).map(|error| format!("{method} {path} {}: {error}", error.instance_path())).collect()
    }

    /// How a body violates the description; empty if it does not. If no body is expected, `null` means none.
    pub fn broken(&self, method: &str, path: &str, body: &Value) -> Vec<String> {
        if body.is_null() && self.operation(method, path)["requestBody"].is_null() {
            return Vec::new();
        }
        let rules = self.rules(method, path);
        rules.iter_errors(body).map(|error| format!("{method} {path} {}: {error}", error.instance_path())).collect()
    }
}
