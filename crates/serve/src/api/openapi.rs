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
        "info": { "title": "kingdom-scanner", "version": env!("CARGO_PKG_VERSION") },
        "security": [{ "token": [] }],
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": { "Error": error() },
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
            success(route): { "description": "Done.", "content": content(kind(route.gives)) },
            "default": {
                "description": "Refused: the code is a word for programs, the text is in the language of the request.",
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
            },
        },
    });
    let takes = match route.takes {
        Takes::Nothing => None,
        Takes::Photo => Some("image/jpeg"),
        Takes::Json => Some("application/json"),
    };
    if takes.is_some() {
        operation["requestBody"] = json!({ "required": true, "content": content(takes) });
    }
    operation
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
        Gives::Json | Gives::Game | Gives::Table => Some("application/json"),
        Gives::Html => Some("text/html"),
        Gives::Text => Some("text/plain"),
        Gives::File => Some("*/*"),
        Gives::Jpeg => Some("image/jpeg"),
        Gives::Png => Some("image/png"),
        Gives::Svg => Some("image/svg+xml"),
        Gives::Csv => Some("text/csv"),
        Gives::Events => Some("text/event-stream"),
    }
}

fn content(kind: Option<&str>) -> Value {
    kind.map_or_else(|| json!({}), |kind| json!({ kind: {} }))
}

fn error() -> Value {
    let text = json!({ "type": "string" });
    let fields =
        json!({ "type": "object", "required": ["code", "text"], "properties": { "code": text, "text": text } });
    json!({ "type": "object", "required": ["error"], "properties": { "error": fields } })
}
