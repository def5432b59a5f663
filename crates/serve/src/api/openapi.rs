//! `GET /api/openapi.json`: the table of routes as OpenAPI 3.1.

use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use super::scan::PARAMETERS;
use super::{Gives, Json, ROUTES, Route, Takes};

pub async fn openapi() -> Response {
    Json(description()).into_response()
}

fn description() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let path = route.path.replace("{*", "{");
        let methods = paths.entry(path).or_insert_with(|| json!({}));
        methods[route.method] = operation(route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "kingdom-scanner",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "A photo is the body, or the only field of a form. Bodies may have Content-Encoding gzip or deflate; the limits hold for what is in them.",
        },
        "security": [{ "token": [] }],
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": schemas(),
        },
        "paths": paths,
    })
}

fn operation(route: &Route) -> Value {
    let in_path =
        route.path.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0.trim_start_matches('*')));
    let in_path = in_path.map(|name| parameter(name, "path", true));
    let own = if route.path == "/api/scan" { &PARAMETERS[..] } else { &[] };
    let in_query = own.iter().chain(&["lang"]).map(|name| parameter(name, "query", false));
    let mut operation = json!({
        "summary": route.what,
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": {
            success(route): { "description": "Done.", "content": content(route.gives) },
            "default": {
                "description": "Refused: the code is a word for programs, the text is in the language of the request.",
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
            },
        },
    });
    let takes = match route.takes {
        Takes::Nothing => None,
        Takes::Photo => {
            Some(json!({ "image/*": {}, "application/octet-stream": {}, "multipart/form-data": { "schema": form() } }))
        }
        Takes::Json(name) => {
            Some(json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{name}") } } }))
        }
    };
    if let Some(content) = takes {
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

/// A form with a photo as its only field, which may have any name.
fn form() -> Value {
    let photo = json!({ "type": "string", "contentMediaType": "application/octet-stream" });
    json!({ "type": "object", "additionalProperties": photo, "minProperties": 1, "maxProperties": 1 })
}

fn parameter(name: &str, place: &str, required: bool) -> Value {
    json!({ "name": name, "in": place, "required": required, "schema": { "type": "string" } })
}

fn success(route: &Route) -> &'static str {
    match (route.method, route.path) {
        ("post", "/api/games" | "/api/games/import" | "/api/tournament/photos") => "201",
        _ if route.gives == Gives::Nothing => "204",
        _ => "200",
    }
}

fn kind(gives: Gives) -> Option<&'static str> {
    match gives {
        Gives::Nothing => None,
        Gives::Json | Gives::Game | Gives::Table | Gives::Tournament => Some("application/json"),
        Gives::Html => Some("text/html"),
        Gives::Text => Some("text/plain"),
        Gives::File => Some("*/*"),
        Gives::Jpeg => Some("image/jpeg"),
        Gives::Png => Some("image/png"),
        Gives::Zip => Some("application/zip"),
        Gives::Svg => Some("image/svg+xml"),
        Gives::Csv => Some("text/csv"),
        Gives::Events => Some("text/event-stream"),
    }
}

fn content(gives: Gives) -> Value {
    let named = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let what = match gives {
        // A tournament's table has the address of a game, too.
        Gives::Game => json!({ "schema": { "anyOf": [named("GameView"), named("TableView")] } }),
        Gives::Table => json!({ "schema": named("TableView") }),
        Gives::Tournament => json!({ "schema": named("TournamentView") }),
        _ => json!({}),
    };
    kind(gives).map_or_else(|| json!({}), |kind| json!({ kind: what }))
}

/// The schemas of requests and answers, generated from the types that parse and write them by
/// `SCHEMAS_UPDATE=1 cargo test --workspace --lib schema`.
const GENERATED: &str = include_str!("api.schema.json");

/// All schemas by name.
fn schemas() -> Value {
    let mut schemas: Map<String, Value> = serde_json::from_str(GENERATED).unwrap_or_default();
    schemas.insert("Error".to_owned(), error());
    schemas.into()
}

fn error() -> Value {
    let text = json!({ "type": "string" });
    let may_be_text = json!({ "type": ["string", "null"] });
    let lost = json!({
        "type": "object",
        "required": ["text", "kingdom", "square"],
        "properties": { "text": text, "kingdom": may_be_text, "square": may_be_text },
    });
    let lost =
        json!({ "type": "array", "items": lost, "description": "Of `would-drop`: each thing that would be lost." });
    let fields = json!({ "code": text, "text": text, "lost": lost });
    let fields = json!({ "type": "object", "required": ["code", "text"], "properties": fields });
    json!({ "type": "object", "required": ["error"], "properties": { "error": fields } })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use schemars::generate::SchemaSettings;
    use schemars::{JsonSchema, SchemaGenerator};

    use super::super::super::command;
    use super::super::{learn, tournament};
    use super::*;
    use crate::tournament::table_view::TableView;
    use crate::tournament::view::TournamentView;
    use crate::view::GameView;
    use table::corners::Marking;
    use table::fields::GameFields;
    use table::typed::{Typed, TypedTotal};

    /// Adds the schema under the name that the routes use.
    fn add<T: JsonSchema>(generator: &mut SchemaGenerator, schemas: &mut Map<String, Value>, name: &str) {
        let schema = generator.root_schema_for::<T>().to_value();
        let Value::Object(mut schema) = schema else { panic!("{name} is no object") };
        schema.remove("$schema");
        let defined = schema.remove("components").and_then(|mut components| {
            components.get_mut("schemas").and_then(Value::as_object_mut).map(std::mem::take)
        });
        schemas.extend(defined.unwrap_or_default());
        schemas.insert(name.to_owned(), schema.into());
    }

    fn generated() -> Map<String, Value> {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = "/components/schemas".into();
        });
        let mut schemas = Map::new();
        let mut answers = settings.clone().for_serialize().into_generator();
        add::<GameView>(&mut answers, &mut schemas, "GameView");
        add::<TableView>(&mut answers, &mut schemas, "TableView");
        add::<TournamentView>(&mut answers, &mut schemas, "TournamentView");
        let (generator, schemas_of) = (&mut settings.for_deserialize().into_generator(), &mut schemas);
        add::<GameFields>(generator, schemas_of, "GameFields");
        add::<Typed>(generator, schemas_of, "Typed");
        add::<TypedTotal>(generator, schemas_of, "TypedTotal");
        add::<Option<Marking>>(generator, schemas_of, "PhotoCorners");
        add::<command::SquareCorrection>(generator, schemas_of, "Correction");
        add::<command::AsRead>(generator, schemas_of, "AsRead");
        add::<learn::Asked>(generator, schemas_of, "Lesson");
        add::<tournament::After>(generator, schemas_of, "After");
        add::<tournament::Claim>(generator, schemas_of, "Claim");
        add::<tournament::Decision>(generator, schemas_of, "Decision");
        add::<tournament::Seats>(generator, schemas_of, "Seats");
        let saved = json!({
            "type": "object",
            "description": "A file that `game --save` or game.json wrote; `schemas/game.schema.json` describes it.",
            "required": ["schema_version", "kingdoms", "saved_game"],
        });
        schemas.insert("SavedGame".to_owned(), saved);
        schemas
    }

    #[test]
    fn the_committed_schema_is_of_requests_and_answers() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/api/api.schema.json");
        let text = serde_json::to_string_pretty(&generated()).expect("JSON") + "\n";
        if std::env::var_os("SCHEMAS_UPDATE").is_some() {
            std::fs::write(&path, &text).expect("a writable file");
        }
        let committed = std::fs::read_to_string(&path).expect("a committed schema");
        assert!(
            committed == text,
            "{} is out of date: SCHEMAS_UPDATE=1 cargo test --workspace --lib schema",
            path.display()
        );
    }

    #[test]
    fn every_route_with_a_body_has_a_schema_and_every_schema_is_used() {
        let schemas = generated();
        let named = |route: &Route| match route.takes {
            Takes::Json(name) => Some(name),
            Takes::Nothing | Takes::Photo => None,
        };
        let wanted: BTreeSet<&str> = ROUTES.iter().filter_map(named).collect();
        let missing: Vec<_> = wanted.iter().filter(|name| !schemas.contains_key(**name)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        let all = serde_json::to_string(&description()).expect("JSON");
        for name in schemas.keys() {
            assert!(all.contains(&format!("\"#/components/schemas/{name}\"")), "nothing refers to {name}");
        }
    }
}
