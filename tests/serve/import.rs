//! A saved game becomes a game of the page; a camera's frame is looked at.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Server, photo};
use crate::common::game_photos::Photos;

/// A game with owners, coins and a correction, and with a third player who has none of these.
fn played(server: &Server) -> Value {
    let photos = Photos::of(&[("IMG_1.jpg", 0), ("IMG_2.jpg", 1)]);
    let id = server.post("/api/games", &json!({"players": ["Anna", "Ben"], "variants": ["harmony"]}))["id"].clone();
    for name in ["IMG_1.jpg", "IMG_2.jpg"] {
        let bytes = fs::read(photos.path(name)).expect("a photo");
        server.ask("POST", &format!("/api/games/{id}/photos?name={name}"), &bytes).json();
    }
    server.patch(&format!("/api/games/{id}"), &json!({"owners": {"1k1": 0, "2k1": 1}}));
    let square = json!({"kingdom": "1k1", "row": 1, "col": 1, "square": "mine:3"});
    let said = server.ask("POST", &format!("/api/games/{id}/corrections"), square.to_string().as_bytes());
    assert_eq!(said.status, 200, "{}", said.text());
    id
}

fn totals(view: &Value) -> Vec<(Value, Value)> {
    let players = view["players"].as_array().expect("players");
    players.iter().map(|player| (player["name"].clone(), player["total"].clone())).collect()
}

#[test]
fn a_saved_game_goes_on_as_a_new_one() {
    let server = Server::start();
    let id = played(&server);
    let before = server.get(&format!("/api/games/{id}"));
    let saved = server.ask("GET", &format!("/api/games/{id}/game.json"), b"");
    let answer = server.ask("POST", "/api/games/import", saved.text().as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let after = answer.json();
    assert_ne!(after["id"], before["id"]);
    assert_eq!(totals(&after), totals(&before));
    assert_eq!(after["kingdoms"][0]["squares"], before["kingdoms"][0]["squares"], "with what was said");
    let again = server.ask("GET", &format!("/api/games/{}/game.json", after["id"]), b"");
    assert_eq!(again.json(), saved.json(), "nothing is lost on the way");
    // The saved correction can still be undone.
    let undone = server.ask("POST", &format!("/api/games/{}/undo", after["id"]), b"");
    assert_ne!(undone.json()["kingdoms"][0]["squares"], after["kingdoms"][0]["squares"]);
}

/// A game's names, facts, rules and open questions, in the order of the players.
fn whole(view: &Value) -> Value {
    let players = view["players"].as_array().expect("players").iter();
    let players =
        players.map(|player| json!([player["name"], player["total"], player["typed_total"], player["facts"]]));
    let photos = view["photos"].as_array().expect("photos").iter();
    let photos = photos.map(|photo| json!([photo["name"], photo["status"], photo["kingdoms"]]));
    let rules = ["teams", "asked_game", "asked_size", "variants", "needs_review", "unranked", "warnings", "asks_queen"];
    let owners = view["kingdoms"].as_array().expect("kingdoms").iter().map(|kingdom| kingdom["owner"].clone());
    json!([
        players.collect::<Value>(),
        photos.collect::<Value>(),
        owners.collect::<Value>(),
        rules.map(|rule| &view[rule])
    ])
}

/// Saves the game and opens it again.
fn opened_again(server: &Server, view: &Value) -> Value {
    let saved = server.ask("GET", &format!("/api/games/{}/game.json", view["id"]), b"");
    assert_eq!(saved.status, 200, "{}", saved.text());
    let answer = server.ask("POST", "/api/games/import", saved.text().as_bytes());
    assert_eq!(answer.status, 201, "{}", answer.text());
    let again = server.ask("GET", &format!("/api/games/{}/game.json", answer.json()["id"]), b"");
    assert_eq!(again.json(), saved.json(), "nothing is lost on the way");
    answer.json()
}

#[test]
fn a_game_saved_before_it_is_complete_is_the_whole_game() {
    let (server, photos) = (Server::start(), Photos::of(&[("IMG_1.jpg", 0), ("IMG_2.jpg", 1)]));
    let names = ["Anna", "Ben", "Cem", "Dora", "Emil"];
    let game = json!({"players": names, "teams": true, "game": "kingdomino", "size": 5, "variants": ["harmony"]});
    let id = server.post("/api/games", &game)["id"].clone();
    let path = format!("/api/games/{id}");
    // The game has Cem's kingdom and Ben's, Emil's typed total, and an unreadable photo of Dora's.
    for (name, player) in [("IMG_1.jpg", 2), ("IMG_2.jpg", 1)] {
        let bytes = fs::read(photos.path(name)).expect("a photo");
        server.ask("POST", &format!("{path}/photos?name={name}&player={player}"), &bytes).json();
    }
    server.ask("POST", &format!("{path}/photos?name=dora.jpg&player=3"), b"no photo").json();
    let before = server.post(&format!("{path}/totals"), &json!({"player": "Emil", "total": 31}));
    let after = opened_again(&server, &before);
    assert_eq!(whole(&after), whole(&before));
    // Nobody has won, and the unreadable photo is still Dora's: once her total is typed, nothing is missing.
    let records = server.get("/api/players");
    assert!(records.as_array().expect("players").iter().all(|player| player["wins"] == 0), "{records}");
    let with_dora =
        |id: &Value| server.post(&format!("/api/games/{id}/totals"), &json!({"player": "Dora", "total": 12}));
    let (before, after) = (with_dora(&id), with_dora(&after["id"]));
    assert_eq!(whole(&after), whole(&before));
    // `game` continues the saved game, too.
    let saved = server.get(&format!("{path}/game.json"));
    fs::write(photos.path("game.json"), saved.to_string()).expect("a file");
    let printed: Value = serde_json::from_str(&photos.run(&["game", "game.json", "--json"]).stdout).expect("JSON");
    assert_eq!(printed["standings"].as_array().map(Vec::len), Some(4), "{printed}");
}

#[test]
fn a_game_without_any_kingdom_is_saved_with_its_players() {
    let server = Server::start();
    let before = server.post("/api/games", &json!({"players": ["Anna", "Ben"], "size": 7}));
    assert_eq!(whole(&opened_again(&server, &before)), whole(&before));
}

#[test]
fn what_is_no_saved_game_is_refused_and_makes_none() {
    let server = Server::start();
    let id = played(&server);
    let saved = server.ask("GET", &format!("/api/games/{id}/game.json"), b"").json();
    let with = |change: fn(&mut Value)| {
        let mut saved = saved.clone();
        change(&mut saved);
        saved.to_string()
    };
    for (text, part) in [
        ("{}".to_owned(), "not a saved game"),
        ("no JSON, but a photo or a text".to_owned(), "Save the game as a file"),
        (with(|saved| saved["schema_version"] = json!(2)), "another version"),
        (with(|saved| saved["saved_game"]["table"]["settings"]["tie_rule"] = json!("crowns")), "crowns"),
        (with(|saved| saved["saved_game"]["table"]["photos"][0]["reading"]["guesses"] = json!([])), "another version"),
    ] {
        let answer = server.ask("POST", "/api/games/import", text.as_bytes());
        assert_eq!(answer.status, 422, "{part}");
        assert!(answer.text().contains(part), "{part}: {}", answer.text());
        let of_parser = ["field", "expected", "line 1"].into_iter().find(|word| answer.text().contains(word));
        assert_eq!(of_parser, None, "{}", answer.text());
    }
    assert_eq!(server.get("/api/games").as_array().map(Vec::len), Some(1));
}

#[test]
fn a_frame_shows_where_the_grid_lies_and_what_is_wrong() {
    let server = Server::start();
    let look = |name: &str| server.ask("POST", "/api/look", &photo(name));
    let seen = look("queendomino.jpg").json();
    assert_eq!((&seen["problem"], seen["grids"].as_array().map(Vec::len)), (&Value::Null, Some(1)), "{seen}");
    // The photo ends less than a square below the grid, but all of its five rows are visible.
    let near = look("five.jpg").json();
    assert_eq!(near["problem"], Value::Null, "{near}");
    // With the lower rows cut off, the kingdom may continue outside the photo.
    let whole = image::load_from_memory(&photo("five.jpg")).expect("a picture");
    let mut cut = std::io::Cursor::new(Vec::new());
    let upper = whole.crop_imm(0, 0, whole.width(), whole.height() * 11 / 20).into_rgb8();
    upper.write_to(&mut cut, image::ImageFormat::Png).expect("a PNG file");
    assert_eq!(server.ask("POST", "/api/look", &cut.into_inner()).json()["problem"], "outside");
    // The grid is drawn as twelve lines: six horizontal and six vertical ones.
    assert_eq!(near["grids"][0].as_array().map(Vec::len), Some(12), "{near}");
    assert_eq!(look("nothing.jpg").json()["problem"], "nothing");
    assert_eq!(server.ask("POST", "/api/look", b"no picture").status, 400);
    assert_eq!(server.get("/api/games"), json!([]), "nothing is kept");
}
