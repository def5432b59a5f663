//! The handlers of all addresses. `GET /api/openapi.json` is generated from the table of routes.

mod about;
mod corrections;
mod exports;
mod games;
mod invitation;
mod learn;
mod look;
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
    /// The name of the body's schema in `schemas/requests.schema.json`.
    Json(&'static str),
}

/// An answer's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gives {
    Nothing,
    Json,
    Game,
    Table,
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
    get "/" => shell::shell, Takes::Nothing, Html, "The page's shell. With ?token= the cookie, and the way to the address without the token.";
    get "/page/{hash}/{file}" => page::file, Takes::Nothing, File, "The page's own files, by the hash of them all, which the shell names.";
    get "/healthz" => shell::healthz, Takes::Nothing, Text, "Whether the server is well.";
    get "/api/openapi.json" => openapi::openapi, Takes::Nothing, Json, "This description.";
    get "/api/about" => about::about, Takes::Nothing, Json, "Terrains, buildings, variants, limits and the page's texts, in the language of ?lang=.";
    get "/api/invitation" => invitation::invitation, Takes::Nothing, Json, "The addresses for further phones in the network, with the token, the likeliest first; `url` is the first one. 404 without --lan, or where this machine is in no network.";
    get "/api/invitation.svg" => invitation::picture, Takes::Nothing, Svg, "The first one as a QR code, or that of ?address=.";
    post "/api/scan" => scan::scan, Takes::Photo, Json, "Reads a photo; the answer is the line that `scan --json` prints. Parameters are named as its flags. Nothing is kept.";
    post "/api/look" => look::look, Takes::Photo, Json, "What a camera's frame shows of kingdoms, for a picture that is drawn over it, and what would be wrong with such a photo. Nothing is read or kept.";
    get "/api/players" => games::players, Takes::Nothing, Json, "The players of all games.";
    get "/api/games" => games::list, Takes::Nothing, Json, "All games, the latest first.";
    post "/api/games" => games::create, Takes::Json("GameFields"), Game, "A new game.";
    post "/api/games/import" => games::import, Takes::Json("SavedGame"), Game, "A new game from a file that `game --save` or game.json wrote; photos are no part of it.";
    get "/api/games/{id}" => games::show, Takes::Nothing, Game, "A game.";
    patch "/api/games/{id}" => games::patch, Takes::Json("GameFields"), Game, "Players, rules, what no photo shows, and whose kingdoms are whose; what is left out stays, coins and knights of a player of the same name, too. `was`: a player's name until now, said of all players whom the game had, or of none. With `seen_players`, the names as the client saw them, 409 where they are others by now. Where photos are read anew and something said would be lost, 409 `would-drop` names it; with ?drop=yes it is lost.";
    delete "/api/games/{id}" => games::delete, Takes::Nothing, Nothing, "Deletes a game with its photos.";
    post "/api/games/{id}/photos" => photos::add, Takes::Photo, Game, "Adds a photo (?name=, and ?player= by index or ?whose= by id); the answer comes when it is read. Where the game has it already, `same_photo` is its name there. With ?upload=, any word, the events tell under this word what the first look at a doubtful photo sees.";
    get "/api/games/{id}/photos/{p}" => pictures::photo, Takes::Nothing, Jpeg, "A photo, upright, at most 1600 pixels long: {p} is its number and `.jpg`.";
    delete "/api/games/{id}/photos/{p}" => photos::delete, Takes::Nothing, Game, "Takes a photo away. What was said of its squares goes on in other photos of the kingdom; where there are none, 409 `would-drop` names it, and with ?drop=yes it is lost.";
    put "/api/games/{id}/photos/{p}/corners" => photos::corners, Takes::Json("PhotoCorners"), Game, "Marks the grid of a kingdom of the photo (`kingdom`; without it that of the kingdom that it lies on, or else a further kingdom's); the other kingdoms stay. `null` takes back what was marked in the photo. Both can be undone. Where something said would be lost, 409 `would-drop` names it; with ?drop=yes it counts no more.";
    get "/api/games/{id}/photos/{p}/report.zip" => pictures::report, Takes::Nothing, Zip, "What is to be handed in of a photo that was read wrongly: a zip with the photo without data of place and camera, the reading, and what was said of its squares.";
    get "/api/games/{id}/kingdoms/{k}" => pictures::kingdom, Takes::Nothing, Jpeg, "A kingdom cut out of its photo, 96 pixels a square: {k} is its key and `.jpg`.";
    post "/api/games/{id}/read-again" => photos::read_again, Takes::Nothing, Game, "Reads those photos again of which a part could not be read (`in_part`); the others stay. 409 `would-drop` as for other rules.";
    post "/api/games/{id}/kingdoms" => typed::put, Takes::Json("Typed"), Game, "A kingdom that a person typed: in place of `kingdom`, in the photo `photo`, or without a photo, for the `player` of this name. Can be undone. `notation` as for a correction.";
    post "/api/games/{id}/totals" => typed::total, Takes::Json("TypedTotal"), Game, "The total of the `player` of this name, who has no kingdom; `null` takes it back. Can be undone.";
    post "/api/games/{id}/corrections" => corrections::say, Takes::Json("Correction"), Game, "What lies on a square; the game is read anew around it. With `notation`, the kingdom as the client saw it, 409 where it is another one by now.";
    post "/api/games/{id}/as-read" => corrections::as_read, Takes::Json("AsRead"), Game, "Every square of a kingdom is as it was read, and bears nothing else. `notation` as for a correction.";
    post "/api/games/{id}/undo" => corrections::undo, Takes::Nothing, Game, "Takes the last answer back: squares, a grid, a painted kingdom, a total, or whose a kingdom is.";
    post "/api/games/{id}/redo" => corrections::redo, Takes::Nothing, Game, "Makes it again.";
    get "/api/games/{id}/events" => watch::events, Takes::Nothing, Events, "The game's revisions as they come; and `look`: the points that the first look at a photo sees which is being read, and the upload's word.";
    get "/api/games/{id}/picture.png" => pictures::card, Takes::Nothing, Png, "The picture for friends (?theme=light|dark).";
    get "/api/games/{id}/game.json" => exports::game, Takes::Nothing, Json, "The game as `game --save` writes it.";
    post "/api/learn" => learn::learn, Takes::Json("Lesson"), Json, "Learns from a game's corrections.";
    delete "/api/learn" => learn::unlearn, Takes::Json("Lesson"), Json, "Forgets what was learnt from a game.";
    get "/api/tournament" => tournament::overview, Takes::Nothing, Json, "The report of the folder of results that is served. ?phone= is who asks.";
    get "/api/tournament/standings.csv" => tournament::standings, Takes::Nothing, Csv, "The standings as in the folder.";
    get "/api/tournament/events" => tournament::events, Takes::Nothing, Events, "The tournament's revisions as they come.";
    post "/api/tournament/next" => tournament::next, Takes::Json("After"), Json, "The next table with something to check that no other phone is at; the phone is there then.";
    post "/api/tournament/photos" => tournament::add, Takes::Photo, Table, "Adds a photo (?round=, ?table=, ?player=); the answer comes when it is read and on the disk.";
    put "/api/tournament/seats" => tournament::seat, Takes::Json("Seats"), Json, "Whose the photos of a table are, where nothing else tells it: kept as players.csv beside the photos. The answer is the report; it comes when the table is read.";
    get "/api/tournament/tables/{t}" => tournament::show, Takes::Nothing, Table, "A table, like a game.";
    put "/api/tournament/tables/{t}/claim" => tournament::claim, Takes::Json("Claim"), Table, "The phone is at the table for 90 seconds, or still is.";
    delete "/api/tournament/tables/{t}/claim" => tournament::release, Takes::Nothing, Nothing, "The phone leaves the table.";
    post "/api/tournament/tables/{t}/corrections" => tournament::correct, Takes::Json("Correction"), Table, "What lies on a square; the table is read anew around it. With `notation`, the kingdom as the client saw it, 409 where it is another one by now.";
    post "/api/tournament/tables/{t}/undo" => tournament::undo, Takes::Nothing, Table, "Takes the last answer back.";
    post "/api/tournament/tables/{t}/redo" => tournament::redo, Takes::Nothing, Table, "Makes it again.";
    get "/api/tournament/tables/{t}/photos/{p}" => tournament::photo, Takes::Nothing, Jpeg, "A photo, upright, at most 1600 pixels long: {p} is its key and `.jpg`.";
    put "/api/tournament/tables/{t}/photos/{p}/verdict" => tournament::decide, Takes::Json("Decision"), Table, "What is said of a whole photo: `right`, `left_out`, `nothing`, or which kingdom. With `notations`, its kingdoms as the client saw them, 409 where they are others by now.";
    put "/api/tournament/tables/{t}/photos/{p}/corners" => tournament::corners, Takes::Json("TableCorners"), Table, "Shows a photo as it is read between four corners; it counts when it is said to be right.";
    get "/api/tournament/tables/{t}/kingdoms/{k}" => tournament::kingdom, Takes::Nothing, Jpeg, "A kingdom cut out of its photo, 96 pixels a square: {k} is its key and `.jpg`.";
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
