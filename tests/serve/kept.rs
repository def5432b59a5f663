//! Everything entered in a game is kept, or the request that would lose it is refused with a list.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Answer, Server, photo};
use crate::common::game_photos::Photos;

const NAMES: [&str; 4] = ["Anna", "Ben", "Cem", "Dora"];

/// Four kingdoms in one photo, in two rows of two, and a photo of the first one.
fn table() -> Photos {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1), ("cem.jpg", 2), ("dora.jpg", 3)]);
    photos.join(&["anna.jpg", "ben.jpg", "cem.jpg", "dora.jpg"], "table.jpg");
    photos
}

struct Game<'a> {
    server: &'a Server,
    path: String,
}

impl<'a> Game<'a> {
    fn new(server: &'a Server, body: &Value) -> Self {
        let id = server.post("/api/games", body)["id"].clone();
        Self { server, path: format!("/api/games/{id}") }
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        let body = if *body == Value::Null && method != "PUT" { String::new() } else { body.to_string() };
        self.server.ask(method, &format!("{}{path}", self.path), body.as_bytes())
    }

    fn add(&self, name: &str, file: &[u8]) -> Value {
        self.server.ask("POST", &format!("{}/photos?name={name}", self.path), file).json()
    }

    fn say(&self, kingdom: &str, row: usize, col: usize, square: &str) -> Value {
        let body = json!({"kingdom": kingdom, "row": row, "col": col, "square": square});
        self.ask("POST", "/corrections", &body).json()
    }
}

/// A game of the table whose kingdoms belong to the players in order.
fn game_of_table<'a>(server: &'a Server, photos: &Photos) -> Game<'a> {
    let game = Game::new(server, &json!({"players": NAMES}));
    game.add("table.jpg", &fs::read(photos.path("table.jpg")).expect("a photo"));
    game.ask("PATCH", "", &json!({"owners": {"1k1": 0, "1k2": 1, "1k3": 2, "1k4": 3}})).json();
    game
}

fn kingdom<'a>(view: &'a Value, k: &str) -> &'a Value {
    let all = view["kingdoms"].as_array().expect("kingdoms");
    all.iter().find(|kingdom| kingdom["k"] == k).unwrap_or_else(|| panic!("no {k}: {view}"))
}

fn keys(view: &Value) -> Vec<&str> {
    view["kingdoms"].as_array().expect("kingdoms").iter().filter_map(|kingdom| kingdom["k"].as_str()).collect()
}

/// The parts of the view that change with every answer.
fn shown(view: &Value) -> Value {
    let mut view = view.clone();
    for field in ["revision", "can_redo"] {
        view[field] = Value::Null;
    }
    view
}

fn totals(view: &Value) -> Vec<&Value> {
    view["players"].as_array().expect("players").iter().map(|player| &player["total"]).collect()
}

/// The corners of a kingdom shifted by this many pixels, and its rows and columns.
fn marked(kingdom: &Value, by_px: f64) -> Value {
    let corners: Vec<Vec<f64>> = serde_json::from_value(kingdom["corners_px"].clone()).expect("corners");
    let corners: Vec<Vec<f64>> = corners.iter().map(|corner| corner.iter().map(|px| px + by_px).collect()).collect();
    json!({"corners_px": corners, "rows": kingdom["rows"], "cols": kingdom["cols"]})
}

fn with(mut body: Value, field: &str, value: impl Into<Value>) -> Value {
    body[field] = value.into();
    body
}

/// Marking one grid in a photo of four kingdoms used to lose the other three, all owners and all corrections,
/// and undo answered 409 (issue 48, point 3 a).
#[test]
fn a_grid_that_is_marked_is_one_kingdoms_and_is_undone() {
    let (server, photos) = (Server::start(), table());
    let game = game_of_table(&server, &photos);
    game.say("1k1", 0, 0, "forest:1");
    let before = game.say("1k2", 2, 2, "lake");
    assert_eq!(keys(&before), ["1k1", "1k2", "1k3", "1k4"]);
    let mark = marked(kingdom(&before, "1k1"), 4.0);
    let after = game.ask("PUT", "/photos/1/corners", &mark).json();
    assert_eq!(keys(&after), ["1k1", "1k2", "1k3", "1k4"]);
    let owners = |view: &Value| ["1k1", "1k2", "1k3", "1k4"].map(|k| kingdom(view, k)["owner"].clone());
    assert_eq!(json!(owners(&after)), json!([0, 1, 2, 3]));
    assert_eq!((&after["photos"][0]["by_hand"], &after["corrections"]), (&json!(true), &json!(2)));
    for (k, row, col, square) in [("1k1", 0, 0, "forest:1"), ("1k2", 2, 2, "lake")] {
        let said = &kingdom(&after, k)["squares"][row][col];
        assert_eq!((&said["square"], &said["state"]), (&json!(square), &json!("corrected")), "{k}");
    }
    assert_eq!(&totals(&after)[1..], &totals(&before)[1..], "the others stay");
    let undone = game.ask("POST", "/undo", &Value::Null).json();
    assert_eq!(shown(&undone), shown(&before));
    let redone = game.ask("POST", "/redo", &Value::Null).json();
    assert_eq!(shown(&redone), shown(&after));
    // All marks in the photo are removed in one step, which can be undone, too.
    let found = game.ask("PUT", "/photos/1/corners", &Value::Null).json();
    assert_eq!((&found["kingdoms"], &found["players"]), (&before["kingdoms"], &before["players"]));
    assert_eq!(shown(&game.ask("POST", "/undo", &Value::Null).json()), shown(&after));
    // The mark covers only half of the kingdom: the corrected square is outside, so the request is first
    // refused with a list.
    let corners = &mark["corners_px"];
    let lower = |upper: usize, lower: usize| -> Value {
        let px = |corner: usize, axis: usize| corners[corner][axis].as_f64().expect("a number");
        json!([0, 1].map(|axis| (px(upper, axis) * 3.0 + px(lower, axis) * 2.0) / 5.0))
    };
    let half = json!({
        "corners_px": [lower(0, 3), lower(1, 2), corners[2], corners[3]], "rows": 3, "cols": 5, "kingdom": "1k1"
    });
    let refused = game.ask("PUT", "/photos/1/corners", &half);
    assert_eq!(refused.refused(), (409, "would-drop".to_owned()));
    assert!(refused.text().contains("Anna: forest, 1 crown (r1c1)"), "{}", refused.text());
    let error: Value = serde_json::from_slice(&refused.body).expect("JSON");
    assert_eq!(
        error["error"]["lost"],
        json!([{"text": "Anna: forest, 1 crown", "kingdom": "1k1", "square": "r1c1"}]),
        "each square, where the page shows it"
    );
    assert_eq!(game.server.get(&game.path)["revision"], json!(10), "nothing has changed");
    let dropped = game.ask("PUT", "/photos/1/corners?drop=yes", &half).json();
    let states = kingdom(&dropped, "1k1")["squares"].to_string();
    let warnings = dropped["warnings"].to_string();
    assert!(!states.contains("corrected") && !warnings.contains("unfit"), "{warnings}");
    assert_eq!(shown(&game.ask("POST", "/undo", &Value::Null).json()), shown(&after), "and counts again");
}

/// It used to be impossible to mark another kingdom in a photo in which kingdoms were found (issue 48, point
/// 3 a).
#[test]
fn a_further_kingdom_is_marked_beside_those_that_were_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_at(folder.path(), &[]);
    let photos = table();
    let game = game_of_table(&server, &photos);
    let view = game.server.get(&game.path);
    // A grid over the fourth kingdom replaces that kingdom once the user agrees.
    let over = with(marked(kingdom(&view, "1k4"), 3.0), "kingdom", "1k3");
    let refused = game.ask("PUT", "/photos/1/corners", &over);
    assert_eq!(refused.refused(), (409, "would-drop".to_owned()));
    assert!(refused.text().contains("Dora: the whole kingdom"), "{}", refused.text());
    let three = game.ask("PUT", "/photos/1/corners?drop=yes", &over).json();
    assert_eq!(keys(&three), ["1k1", "1k2", "1k3"]);
    assert_eq!(totals(&three)[2], totals(&view)[3]);
    // A grid over an area without a kingdom adds a kingdom. Here it covers the squares of the former third
    // kingdom.
    let third = marked(kingdom(&view, "1k3"), 0.0);
    let four = game.ask("PUT", "/photos/1/corners", &third).json();
    assert_eq!(keys(&four), ["1k1", "1k2", "1k3", "1k5"]);
    assert_eq!(kingdom(&four, "1k5")["owner"], Value::Null);
    let own = |k: &str, player: usize| game.ask("PATCH", "", &json!({"owners": {k: player}})).json();
    let owned = own("1k5", 3);
    assert_eq!((totals(&owned)[3], totals(&owned)[2]), (totals(&view)[2], totals(&view)[3]));
    let said = game.say("1k5", 4, 4, "mine:3");
    // A grid that names no kingdom belongs to the kingdom that it covers.
    let again = game.ask("PUT", "/photos/1/corners", &marked(kingdom(&said, "1k5"), 2.0)).json();
    assert_eq!((keys(&again), totals(&again)), (keys(&said), totals(&said)));
    // After a restart, the server still has all of this.
    assert_eq!(game.server.get(&game.path), again);
    let path = game.path.clone();
    assert_eq!(server.interrupt(), Some(0));
    let server = Server::start_at(folder.path(), &[]);
    let game = Game { server: &server, path };
    let kept = game.server.get(&game.path);
    assert_eq!((&kept["players"], &kept["corrections"]), (&again["players"], &json!(1)));
    let mut undone = kept;
    for expected in [&said, &owned, &four, &three] {
        undone = game.ask("POST", "/undo", &Value::Null).json();
        assert_eq!((keys(&undone), totals(&undone).len()), (keys(expected), 4));
    }
    assert_eq!(undone["can_undo"], true);
    assert_eq!(keys(&game.ask("POST", "/undo", &Value::Null).json()), ["1k1", "1k2", "1k3", "1k4"]);
}

/// Setting "5 x 5" in a game that was 5x5 already used to drop every correction without notice: a total went
/// from 42 to 44 (issue 48, point 3 b).
#[test]
fn corrections_outlast_rules_that_are_said_again() {
    let (server, photos) = (Server::start(), table());
    let game = game_of_table(&server, &photos);
    // These corrections make every kingdom as it was laid.
    game.say("1k1", 1, 2, "forest:1");
    let before = game.say("1k3", 0, 1, "forest:1");
    for rules in [
        json!({"size": 5}),
        json!({"game": "kingdomino"}),
        json!({"size": null}),
        json!({"size": 5, "variants": ["harmony"]}),
    ] {
        let after = game.ask("PATCH", "", &rules).json();
        assert_eq!(after["corrections"], json!(2), "{rules}");
        for (k, row, col, square) in [("1k1", 1, 2, "forest:1"), ("1k3", 0, 1, "forest:1")] {
            let said = &kingdom(&after, k)["squares"][row][col];
            assert_eq!((&said["square"], &said["state"]), (&json!(square), &json!("corrected")), "{rules} {k}");
        }
        let owners: Vec<&Value> =
            after["kingdoms"].as_array().expect("kingdoms").iter().map(|one| &one["owner"]).collect();
        assert_eq!(json!(owners), json!([0, 1, 2, 3]), "{rules}");
        if rules.get("variants").is_none() {
            assert_eq!(totals(&after), totals(&before), "{rules}");
        }
    }
    let undone = game.ask("POST", "/undo", &Value::Null).json();
    assert_eq!((&undone["corrections"], &undone["can_undo"]), (&json!(1), &json!(true)));
}

/// Corrections that are impossible in the new game are named before they are lost.
#[test]
fn what_another_game_does_not_have_is_named_before_it_is_lost() {
    let server = Server::start();
    let game = Game::new(&server, &json!({"players": ["Anna"], "game": "queendomino"}));
    game.add("anna.jpg", &photo("queendomino.jpg"));
    game.say("1k1", 1, 3, "town+sawmill");
    let before = game.say("1k1", 0, 0, "forest:1");
    let refused = game.ask("PATCH", "", &json!({"game": "kingdomino"}));
    assert_eq!(refused.refused(), (409, "would-drop".to_owned()));
    assert!(refused.text().contains("(r2c4)") && !refused.text().contains("r1c1"), "{}", refused.text());
    assert_eq!(game.server.get(&game.path), before);
    let after = game.ask("PATCH", "?drop=yes", &json!({"game": "kingdomino"})).json();
    assert_eq!((&after["corrections"], &after["game"]), (&json!(1), &json!("kingdomino")));
    assert_eq!(kingdom(&after, "1k1")["squares"][0][0]["state"], "corrected", "what came after it counts");
    assert!(!after["warnings"].to_string().contains("unfit"), "{}", after["warnings"]);
}

/// Removing a player's name used to lose that player's coins, kingdom and Queen without asking.
#[test]
fn a_player_is_not_removed_with_what_was_said_unasked() {
    let (server, photos) = (Server::start(), table());
    let game = game_of_table(&server, &photos);
    let before =
        game.ask("PATCH", "", &json!({"players": [{"name": "Anna", "coins": 7}, "Ben", "Cem", "Dora"]})).json();
    let refused = game.ask("PATCH", "", &json!({"players": ["Ben", "Cem", "Dora"]}));
    assert_eq!(refused.refused(), (409, "would-drop".to_owned()));
    assert!(refused.text().contains("Anna: everything entered for this player"), "{}", refused.text());
    assert_eq!(game.server.get(&game.path), before);
    // With five names for four players, Eva is a new player and not Anna's new name, so Anna's facts would be
    // lost, and the request is refused. Removing Finn, a player without facts, needs no question.
    let renamed = game.ask("PATCH", "", &json!({"players": ["Eva", "Ben", "Cem", "Dora", "Finn"]}));
    assert_eq!(renamed.refused(), (409, "would-drop".to_owned()), "five for four: Anna is gone");
    game.ask("PATCH", "", &json!({"players": ["Anna", "Ben", "Cem", "Dora", "Finn"]})).json();
    game.ask("PATCH", "", &json!({"players": ["Anna", "Ben", "Cem", "Dora"]})).json();
    let agreed = game.ask("PATCH", "?drop=yes", &json!({"players": ["Ben", "Cem", "Dora"]})).json();
    assert_eq!(kingdom(&agreed, "1k1")["owner"], Value::Null);
}

/// The kingdom of the removed photo is also in another photo, so its corrections stay.
#[test]
fn what_was_said_goes_on_in_another_photo_of_the_kingdom() {
    let (server, photos) = (Server::start(), table());
    let game = game_of_table(&server, &photos);
    game.add("image.jpg", &fs::read(photos.path("anna.jpg")).expect("a photo"));
    game.say("1k1", 0, 0, "mine:3");
    let before = game.say("1k1", 1, 1, "mine:2");
    assert_eq!(kingdom(&before, "1k1")["also"], json!(["2k1"]));
    // The other kingdoms are in no other photo: their owners would be lost, and Ben's correction.
    game.say("1k2", 2, 2, "lake");
    let refused = game.ask("DELETE", "/photos/1", &Value::Null);
    assert_eq!(refused.refused(), (409, "would-drop".to_owned()));
    for named in
        ["Ben: the whole kingdom", "Cem: the whole kingdom", "Dora: the whole kingdom", "Ben: lake, no crown (r3c3)"]
    {
        assert!(refused.text().contains(named), "{named} in {}", refused.text());
    }
    assert!(!refused.text().contains("Anna: "), "{}", refused.text());
    game.ask("POST", "/undo", &Value::Null).json();
    let after = game.ask("DELETE", "/photos/1?drop=yes", &Value::Null).json();
    assert_eq!((keys(&after), &kingdom(&after, "2k1")["owner"]), (vec!["2k1"], &json!(0)));
    let said = |view: &Value, k: &str| {
        let squares: Vec<Vec<Value>> = serde_json::from_value(kingdom(view, k)["squares"].clone()).expect("squares");
        let corrected = squares.into_iter().flatten().filter(|square| square["state"] == "corrected");
        let mut words: Vec<String> = corrected.map(|square| square["square"].to_string()).collect();
        words.sort();
        words
    };
    assert_eq!(said(&after, "2k1"), said(&before, "1k1"));
    let undone = game.ask("POST", "/undo", &Value::Null).json();
    assert_eq!(said(&undone, "2k1"), ["\"mine:3\""]);
}

/// The owner came with a photo that is now removed. Undoing later answers still leads back to that owner.
#[test]
fn an_undo_leads_back_to_the_owner_who_came_with_a_photo_that_is_gone() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let game = Game::new(&server, &json!({"players": ["Anna", "Ben"]}));
    let bytes = fs::read(photos.path("anna.jpg")).expect("a photo");
    game.add("anna.jpg", &bytes);
    let both = game.add("image.jpg", &bytes);
    assert_eq!((&kingdom(&both, "1k1")["also"], &kingdom(&both, "1k1")["owner"]), (&json!(["2k1"]), &json!(0)));
    game.ask("PATCH", "", &json!({"owners": {"1k1": 1}})).json();
    let left = game.ask("DELETE", "/photos/1", &Value::Null).json();
    assert_eq!((keys(&left), &kingdom(&left, "2k1")["owner"]), (vec!["2k1"], &json!(1)));
    for (step, owner) in [("/undo", 0), ("/redo", 1)] {
        assert_eq!(kingdom(&game.ask("POST", step, &Value::Null).json(), "2k1")["owner"], owner, "{step}");
    }
}

/// A game used to have a winner before every kingdom was read and settled (issue 48, point 3 d).
#[test]
fn nobody_has_won_before_every_kingdom_is_read_and_settled() {
    let server = Server::start();
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let game = Game::new(&server, &json!({"players": ["Anna", "Ben"]}));
    let read = |name: &str| fs::read(photos.path(name)).expect("a photo");
    let view = game.add("anna.jpg", &read("anna.jpg"));
    assert_eq!(view["players"][0]["total"], 22);
    let (games, players) = (server.get("/api/games"), server.get("/api/players"));
    assert_eq!(
        games[0]["players"][0],
        json!({"name": "Anna", "total": 22, "rank": null, "typed": false}),
        "Ben has no kingdom yet"
    );
    assert_eq!(players[0], json!({"name": "Anna", "games": 1, "wins": 0, "best": null, "average": null, "streak": 0}));
    let view = game.add("ben.jpg", &read("ben.jpg"));
    assert_eq!(view["needs_review"], false, "{}", view["to_check"]);
    let wins = || {
        let players = server.get("/api/players");
        ["Anna", "Ben"].map(|name| {
            let all = players.as_array().expect("players");
            all.iter().find(|player| player["name"] == name).expect("a player")["wins"].clone()
        })
    };
    assert_eq!(json!(wins()), json!([0, 1]));
    assert_eq!(server.get("/api/games")[0]["players"][1]["rank"], 1);
    // A photo in which no kingdom was read takes the win away: another player may have won.
    game.add("third.jpg", &photo("nothing.jpg"));
    assert_eq!((json!(wins()), &server.get("/api/games")[0]["players"][1]["rank"]), (json!([0, 0]), &Value::Null));
}
