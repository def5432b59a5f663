//! The handlers of all addresses. `GET /api/openapi.json` is generated from the table of routes.

mod about;
mod corrections;
mod exports;
mod games;
mod invitation;
mod learn;
mod look;
mod open_table;
mod openapi;
pub mod photos;
mod pictures;
mod query;
mod scan;
mod shell;
mod tournament;
mod typed;
mod view;
mod watch;

use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post, put};
use serde::Serialize;
#[cfg(not(target_family = "wasm"))]
use tower_http::decompression::RequestDecompressionLayer;

use super::api_error::ApiError;
use super::guard::guard;
use super::server::Server;
use super::{api_error, page};
use messages::MessageId;

/// Generates the router and the table of routes.
macro_rules! routes {
    ($($method:ident $path:literal => $handler:path, $takes:expr, $gives:ident, $what:literal;)*) => {
        /// All routes.
        pub const ROUTES: &[Route] = &[$(
            Route { method: stringify!($method), path: $path, takes: $takes, gives: Gives::$gives, what: $what }
        ),*];

        fn routes() -> Router<Arc<Server>> {
            Router::new()$(.route($path, $method($handler)))*
        }
    };
}

/// An address and its purpose.
pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub takes: Takes,
    pub gives: Gives,
    pub what: &'static str,
}

/// A request's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    Photo,
    /// The name of the body's schema in `api.schema.json`.
    Json(&'static str),
}

/// An answer's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    Nothing,
    Json,
    Game,
    Table,
    Tournament,
    Html,
    Text,
    File,
    Jpeg,
    Png,
    Zip,
    Svg,
    Csv,
    Events,
}

routes! {
    get "/" => shell::shell, Takes::Nothing, Html, "The page's shell. With ?token= it sets the cookie and redirects to the address without the token.";
    get "/page/{hash}/{file}" => page::file, Takes::Nothing, File, "The page's own files, under the hash of all of them, which is in the shell.";
    get "/healthz" => shell::healthz, Takes::Nothing, Text, "Whether the server is running.";
    get "/api/openapi.json" => openapi::openapi, Takes::Nothing, Json, "This description.";
    get "/api/about" => about::about, Takes::Nothing, Json, "Terrains, buildings, variants, limits and the page's texts, in the language of ?lang=.";
    get "/api/invitation" => invitation::invitation, Takes::Nothing, Json, "The addresses for inviting more phones on the network, with the token, likeliest first; `url` is the first one. 404 without --lan, or if this machine is in no network.";
    get "/api/invitation.svg" => invitation::picture, Takes::Nothing, Svg, "The QR code of the first address, or of ?address=.";
    post "/api/scan" => scan::scan, Takes::Photo, Json, "Reads a photo; the answer is the line that `scan --json` prints. Parameters have the names of its flags. Nothing is kept.";
    post "/api/look" => look::look, Takes::Photo, Json, "The kingdoms' grids in a camera frame, to be drawn over it, and what would be wrong with such a photo. Nothing is read or kept.";
    get "/api/players" => games::players, Takes::Nothing, Json, "The players of all games.";
    get "/api/games" => games::list, Takes::Nothing, Json, "All games, the latest first.";
    post "/api/games" => games::create, Takes::Json("GameFields"), Game, "A new game.";
    post "/api/games/import" => games::import, Takes::Json("SavedGame"), Game, "A new game from a file written by `game --save` or game.json; the file contains no photos.";
    get "/api/games/{id}" => games::show, Takes::Nothing, Game, "A game, or a table of the tournament: {id} is the game's number or the table's key. ?phone= identifies the phone at a tournament's table, here and below.";
    patch "/api/games/{id}" => games::patch, Takes::Json("GameFields"), Game, "Changes players, rules, facts that no photo shows, and owners of kingdoms; missing fields stay as they are, and so do coins and knights of a player of the same name. `was` is a player's previous name, given for all earlier players or for none. With `seen_players`, the names as the client saw them, 409 if they have changed since. If photos are read again and answers would be lost, 409 `would-drop` lists them; with ?drop=yes they are lost.";
    delete "/api/games/{id}" => games::delete, Takes::Nothing, Nothing, "Deletes a game with its photos.";
    post "/api/games/{id}/photos" => photos::add, Takes::Photo, Game, "Adds a photo (?name=, and ?player= by index or ?whose= by id); the answer comes when it has been read. If the game already has it, `same_photo` is its name there. With ?upload= and any word, the events send the first look at a doubtful photo under this word.";
    get "/api/games/{id}/photos/{p}" => pictures::photo, Takes::Nothing, Jpeg, "A photo, upright, at most 1600 pixels long: {p} is its number, or its key in a tournament, and `.jpg`.";
    delete "/api/games/{id}/photos/{p}" => photos::delete, Takes::Nothing, Game, "Removes a photo. Corrections of its squares move to other photos of the kingdom; if there are none, 409 `would-drop` lists the corrections, and with ?drop=yes they are lost.";
    put "/api/games/{id}/photos/{p}/corners" => photos::corners, Takes::Json("PhotoCorners"), Game, "Marks the grid of a kingdom in the photo (`kingdom`; without it, the kingdom that the grid covers, or a new one); the other kingdoms stay, except in a tournament, where a photo shows one player's kingdom. `null` removes the marks in the photo. Both can be undone. If corrections would be lost, 409 `would-drop` lists them; with ?drop=yes they no longer count.";
    get "/api/games/{id}/photos/{p}/report.zip" => pictures::report, Takes::Nothing, Zip, "A zip for reporting a misread photo: the photo without place and camera data, the reading, and the corrections.";
    get "/api/games/{id}/kingdoms/{k}" => pictures::kingdom, Takes::Nothing, Jpeg, "A kingdom cut out of its photo, 96 pixels a square: {k} is its key and `.jpg`.";
    post "/api/games/{id}/read-again" => photos::read_again, Takes::Nothing, Game, "Reads the partly read photos (`in_part`) again; the others stay. 409 `would-drop` as for a change of rules.";
    post "/api/games/{id}/kingdoms" => typed::put, Takes::Json("Typed"), Game, "Adds a typed kingdom: in place of `kingdom`, in the photo `photo`, or without a photo, for the `player` of this name. Can be undone. `notation` as for a correction.";
    post "/api/games/{id}/totals" => typed::total, Takes::Json("TypedTotal"), Game, "Sets the total of the `player` of this name, who has no kingdom; `null` withdraws it. Can be undone.";
    post "/api/games/{id}/corrections" => corrections::say, Takes::Json("Correction"), Game, "Corrects a square; the game is read again around it. With `notation`, the kingdom as the client saw it, 409 if it has changed since.";
    post "/api/games/{id}/as-read" => corrections::as_read, Takes::Json("AsRead"), Game, "Confirms that every square of a kingdom is as it was read, with nothing else on it. `notation` as for a correction. If something speaks against a tournament's kingdom, 409 `not-sure`, unless `is_sure`.";
    post "/api/games/{id}/undo" => corrections::undo, Takes::Nothing, Game, "Undoes the last answer: squares, a grid, a painted kingdom, a total, facts, a kingdom's owner, or the winner by agreement.";
    post "/api/games/{id}/redo" => corrections::redo, Takes::Nothing, Game, "Redoes the answer that was undone last.";
    get "/api/games/{id}/events" => watch::events, Takes::Nothing, Events, "The game's revisions as they occur; and `look`: the points from the first look at a photo that is being read, with the upload's word.";
    get "/api/games/{id}/picture.png" => pictures::card, Takes::Nothing, Png, "The picture for friends (?theme=light|dark).";
    get "/api/games/{id}/game.json" => exports::game, Takes::Nothing, Json, "The game as `game --save` writes it.";
    post "/api/learn" => learn::learn, Takes::Json("Lesson"), Json, "Learns from a game's corrections.";
    delete "/api/learn" => learn::unlearn, Takes::Json("Lesson"), Json, "Forgets what was learnt from a game.";
    get "/api/tournament" => tournament::overview, Takes::Nothing, Tournament, "The report of the served folder of results. ?phone= identifies the phone.";
    get "/api/tournament/standings.csv" => tournament::standings, Takes::Nothing, Csv, "The standings, as in the folder.";
    get "/api/tournament/events" => tournament::events, Takes::Nothing, Events, "The tournament's revisions as they occur.";
    post "/api/tournament/next" => tournament::next, Takes::Json("After"), Json, "Moves the phone to the next table that needs checking and has no other phone.";
    post "/api/tournament/photos" => tournament::add, Takes::Photo, Table, "Adds a photo (?round=, ?table=, ?player=); the answer comes when it has been read and saved.";
    put "/api/tournament/seats" => tournament::seat, Takes::Json("Seats"), Tournament, "Sets the owners of a table's photos, if nothing else says whose they are; they are saved as players.csv beside the photos. The answer is the report; it comes when the table has been read.";
    put "/api/games/{id}/claim" => tournament::claim, Takes::Json("Claim"), Table, "Reserves the tournament's table for the phone for 90 seconds, or extends that.";
    delete "/api/games/{id}/claim" => tournament::release, Takes::Nothing, Nothing, "The phone leaves the tournament's table.";
    put "/api/games/{id}/photos/{p}/verdict" => tournament::decide, Takes::Json("Decision"), Table, "A decision about a whole photo of a tournament's table: `left_out`, `nothing`, or which kingdom is the player's. With `notations`, its kingdoms as the client saw them, 409 if they have changed since.";
    get "/api/export.csv" => exports::csv, Takes::Nothing, Csv, "The results of all games as a table.";
    get "/api/export.json" => exports::json, Takes::Nothing, Json, "All games.";
}

/// All routes, behind the guard.
pub fn router(server: Arc<Server>) -> Router {
    let routes = routes().fallback(|| async { ApiError::not_found() });
    // Other encodings pass through and are refused where the body is read.
    #[cfg(not(target_family = "wasm"))]
    let routes = routes.layer(RequestDecompressionLayer::new().pass_through_unaccepted(true));
    routes.layer(from_fn_with_state(Arc::clone(&server), guard)).with_state(server)
}

/// An answer in JSON.
struct Json<T>(T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => api_error::ApiError::broken(error).into_response(),
        }
    }
}

/// Parses a number in a path; 404 if it is invalid.
fn number<T: std::str::FromStr>(text: &str) -> Result<T, ApiError> {
    text.parse().map_err(|_| ApiError::not_found())
}

/// 409: the photo's file is gone.
fn photo_gone() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "photo-gone", MessageId::ServePhotoGone)
}
