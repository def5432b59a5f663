//! Games from the first photo to the ranking, only over HTTP.

use std::fs;
use std::io::{BufRead, BufReader, Write};

use serde_json::{Value, json};

use crate::client::{Answer, Server, connect, photo};
use crate::common::game_photos::Photos;
use crate::common::program::run;

/// The photos of a game's four players, named as a camera names them.
fn four() -> Photos {
    Photos::of(&[("IMG_1.jpg", 0), ("IMG_2.jpg", 1), ("IMG_3.jpg", 2), ("IMG_4.jpg", 3)])
}

const NAMES: [&str; 4] = ["Anna", "Ben", "Cem", "Dora"];

fn add(server: &Server, id: &Value, photos: &Photos, name: &str) -> Answer {
    let bytes = fs::read(photos.path(name)).expect("a photo");
    server.ask("POST", &format!("/api/games/{id}/photos?name={name}"), &bytes)
}

/// A game of four players with all photos, without owners.
fn game_of_four(server: &Server, photos: &Photos) -> Value {
    let id = server.post("/api/games", &json!({"players": NAMES}))["id"].clone();
    for number in 1..=4 {
        add(server, &id, photos, &format!("IMG_{number}.jpg")).json();
    }
    server.get(&format!("/api/games/{id}"))
}

fn own(server: &Server, id: &Value) -> Value {
    server.patch(&format!("/api/games/{id}"), &json!({"owners": {"1k1": 0, "2k1": 1, "3k1": 2, "4k1": 3}}))
}

fn texts<'a>(list: &'a Value, field: &str) -> Vec<&'a str> {
    list.as_array().expect("a list").iter().map(|one| one[field].as_str().unwrap_or_default()).collect()
}

#[test]
fn a_game_from_an_empty_database_to_the_ranking() {
    let (server, photos) = (Server::start(), four());
    assert_eq!(server.get("/api/games"), json!([]));
    let view = server.post("/api/games", &json!({"players": NAMES}));
    assert_eq!((&view["needs_review"], &view["warnings"]), (&json!(true), &json!([])));
    assert_eq!(view["unranked"], "no kingdom yet: take a photo of each, or one of the table");
    let view = game_of_four(&server, &photos);
    let id = &view["id"];
    assert_eq!(view["revision"], 5);
    // Each kingdom without an owner has a warning, and no rank is final.
    let warnings = texts(&view["warnings"], "code");
    assert_eq!(warnings.iter().filter(|code| **code == "nobodys-kingdom").count(), 4);
    assert_eq!(warnings.iter().filter(|code| **code == "player-without-kingdom").count(), 4);
    let view = own(&server, id);
    let ranks: Vec<_> =
        view["players"].as_array().expect("players").iter().map(|player| (&player["rank"], &player["total"])).collect();
    assert_eq!(json!(ranks), json!([[2, 22], [1, 22], [3, 18], [3, 18]]));
    assert_eq!(view["players"][1]["tie"], "wins the tie with a lake of 6");
    assert_eq!((&view["needs_review"], &view["warnings"], &view["to_check"]), (&json!(false), &json!([]), &json!([])));
    assert_eq!(view["game_name"], "Kingdomino, 5x5");
    // `standings` is the same as the line that `game --json` prints.
    let named: Vec<String> =
        NAMES.iter().enumerate().map(|(index, name)| format!("{name}=IMG_{}.jpg", index + 1)).collect();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    let printed = photos.run(&[&["game", "--json"], &named[..]].concat()).stdout;
    assert_eq!(view["standings"], serde_json::from_str::<Value>(&printed).expect("JSON"));
    // The tie is also explained in German.
    let german = server.get(&format!("/api/games/{id}?lang=de"));
    assert_eq!(german["players"][1]["tie"], "gewinnt bei Gleichstand mit einem Seegebiet von 6 Feldern");
    assert_eq!(german["players"][0]["lines"][0]["label"], "Getreidefeld");
}

#[test]
fn a_photo_that_bears_a_players_name_is_that_players() {
    let server = Server::start();
    let photos = Photos::of(&[("anna.jpg", 0)]);
    let id = server.post("/api/games", &json!({"players": ["Ben", "Anna"]}))["id"].clone();
    let view = add(&server, &id, &photos, "anna.jpg").json();
    assert_eq!((&view["kingdoms"][0]["owner"], &view["players"][1]["total"]), (&json!(1), &json!(22)));
}

/// The photos were added before the game had players, so they have no owners.
#[test]
fn a_photo_of_nobody_that_is_called_like_a_player_is_not_ranked_as_theirs() {
    let server = Server::start();
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let path = format!("/api/games/{}", server.post("/api/games", &json!({"players": []}))["id"]);
    for name in ["anna.jpg", "ben.jpg"] {
        server
            .ask("POST", &format!("{path}/photos?name={name}"), &fs::read(photos.path(name)).expect("a photo"))
            .json();
    }
    let view = server.patch(&path, &json!({"players": ["ANNA", "Ben"]}));
    let found =
        |view: &Value, player: usize| json!([view["players"][player]["rank"], view["players"][player]["total"]]);
    assert_eq!([found(&view, 0), found(&view, 1)], [json!([null, null]), json!([null, null])], "{view}");
    assert_eq!(texts(&view["warnings"], "code").iter().filter(|code| **code == "nobodys-kingdom").count(), 2);
    let view = server.patch(&path, &json!({"owners": {"1k1": 1, "2k1": 0}}));
    assert_eq!([found(&view, 0), found(&view, 1)], [json!([1, 22]), json!([2, 22])], "{view}");
}

#[test]
fn quests_are_agreed_on_two_at_most_and_refusals_are_in_the_language() {
    let server = Server::start();
    let create = |variants: Value| {
        let body = json!({"players": ["Anna"], "variants": variants}).to_string();
        server.ask("POST", "/api/games?lang=ro", body.as_bytes())
    };
    assert_eq!(create(json!(["harmony", "lost-corner"])).status, 201);
    let refused = create(json!(["harmony", "lost-corner", "bleak-king"]));
    assert_eq!(refused.refused(), (400, "too-many-quests".to_owned()));
    assert!(refused.text().contains("cel mult 2 misiuni"), "{}", refused.text());
    // The messages about a giant in a game without giants and about a second castle are also in Romanian.
    let game = server.post("/api/games", &json!({"players": ["Anna"], "game": "kingdomino"}));
    server.ask("POST", &format!("/api/games/{}/photos?player=0", game["id"]), &photo("five.jpg")).json();
    let say = |square: &str| {
        let body = json!({"kingdom": "1k1", "row": 0, "col": 0, "square": square}).to_string();
        server.ask("POST", &format!("/api/games/{}/corrections?lang=ro", game["id"]), body.as_bytes())
    };
    let refused = say("forest:1+giant");
    assert_eq!(refused.refused(), (422, "bad-correction".to_owned()));
    assert!(refused.text().contains("Age of Giants; alege"), "{}", refused.text());
}

/// Photos do not show giants, so the player confirms once that there are none. One undo takes that back.
#[test]
fn of_a_kingdom_without_giants_all_is_as_it_was_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_at(folder.path(), &[]);
    let photos = Photos::of(&[("anna.jpg", 0)]);
    let id = server.post("/api/games", &json!({"players": ["Anna"], "game": "kingdomino-age-of-giants"}))["id"].clone();
    let view = add(&server, &id, &photos, "anna.jpg").json();
    let is_asked = |view: &Value| texts(&view["kingdoms"][0]["warnings"], "code").contains(&"expansion-not-looked-for");
    let to_check = view["to_check"].to_string();
    assert!(
        is_asked(&view) && to_check.contains("tap the squares that have them") && !to_check.contains("--"),
        "{view}"
    );
    let game = |what: &str| format!("/api/games/{id}/{what}");
    let late =
        server.ask("POST", &game("as-read"), json!({"kingdom": "1k1", "notation": "L. k5"}).to_string().as_bytes());
    assert_eq!(late.refused(), (409, "changed".to_owned()));
    let said = server.post(&game("as-read"), &json!({"kingdom": "1k1", "notation": view["kingdoms"][0]["notation"]}));
    assert!(!is_asked(&said) && said["needs_review"] == false, "{}", said["to_check"]);
    assert_eq!(said["kingdoms"][0]["notation"], view["kingdoms"][0]["notation"]);
    let undone = server.post(&game("undo"), &Value::Null);
    assert_eq!((is_asked(&undone), &undone["can_undo"], &undone["can_redo"]), (true, &json!(false), &json!(true)));
    assert_eq!(server.post(&game("redo"), &Value::Null)["kingdoms"], said["kingdoms"]);
    // The confirmation is still one answer after the server was restarted.
    assert_eq!(server.interrupt(), Some(0));
    let server = Server::start_at(folder.path(), &[]);
    let kept = server.get(&format!("/api/games/{id}"));
    assert_eq!(kept["kingdoms"][0]["squares"], said["kingdoms"][0]["squares"]);
    assert_eq!(server.post(&game("undo"), &Value::Null)["can_undo"], false);
    // A correction of a square is refused if another phone has changed the kingdom in the meantime.
    let square = json!({"kingdom": "1k1", "row": 1, "col": 2, "square": "forest:1+giant", "notation": view["kingdoms"][0]["notation"]});
    let correct = || server.ask("POST", &game("corrections"), square.to_string().as_bytes());
    assert_eq!(correct().status, 200);
    assert_eq!(correct().refused(), (409, "changed".to_owned()));
}

#[test]
fn the_history_remembers_games_and_players_and_exports_them() {
    let (server, photos) = (Server::start(), four());
    let id = game_of_four(&server, &photos)["id"].clone();
    own(&server, &id);
    server.post("/api/games", &json!({"players": ["Anna", "=1+1"]}));
    let games = server.get("/api/games");
    assert_eq!(games.as_array().expect("games").len(), 2);
    assert_eq!((&games[1]["id"], &games[1]["photos"], &games[1]["needs_review"]), (&id, &json!(4), &json!(false)));
    assert_eq!(games[1]["players"][1], json!({"name": "Ben", "total": 22, "rank": 1, "typed": false}));
    let players = server.get("/api/players");
    assert_eq!(texts(&players, "name"), ["Anna", "Ben", "Cem", "Dora", "=1+1"]);
    assert_eq!(players[1], json!({"name": "Ben", "games": 1, "wins": 1, "best": 22, "average": 22.0, "streak": 1}));
    assert_eq!((&players[4]["games"], &players[4]["wins"]), (&json!(0), &json!(0)));
    let table = server.ask("GET", "/api/export.csv", b"").text();
    let lines: Vec<&str> = table.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines[0], "game,created_s,created,state,photos,rank,player,total,needs_review,typed");
    assert_eq!(lines.len(), 5);
    assert!(lines[1].starts_with("1,") && lines[1].ends_with(",open,4,1,Ben,22,false,false"), "{table}");
    let exported = server.get("/api/export.json");
    let ben = json!({"player": "Ben", "rank": 1, "total": 22, "needs_review": false, "typed": false});
    assert_eq!(exported[1]["results"][0], ben);
    // A saved game can also be used in the terminal.
    let file = photos.path("game.json");
    fs::write(&file, server.ask("GET", &format!("/api/games/{id}/game.json"), b"").body).expect("a writable folder");
    let outcome = run(&["standings", "--json", file.to_str().expect("UTF-8")]);
    assert_eq!(serde_json::from_str::<Value>(&outcome.stdout).expect("JSON")["standings"][0]["player"], "Ben");
    let outcome = photos.run(&["game", "game.json", "--json"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    // Deleted games disappear everywhere.
    assert_eq!(server.ask("DELETE", &format!("/api/games/{id}"), b"").status, 204);
    assert_eq!(server.ask("DELETE", &format!("/api/games/{id}"), b"").status, 404);
    assert_eq!(texts(&server.get("/api/players"), "name"), ["=1+1", "Anna"]);
}

#[test]
fn a_square_is_corrected_undone_and_redone() {
    let (server, photos) = (Server::start(), four());
    let id = game_of_four(&server, &photos)["id"].clone();
    let before = own(&server, &id);
    let path = |rest: &str| format!("/api/games/{id}{rest}");
    let wrong = json!({"kingdom": "1k1", "row": 1, "col": 0, "square": "F1"});
    let said = server.post(&path("/corrections"), &wrong);
    assert_eq!((&said["can_undo"], &said["can_redo"], &said["corrections"]), (&json!(true), &json!(false), &json!(1)));
    let square = &said["kingdoms"][0]["squares"][1][0];
    assert_eq!(
        (&square["square"], &square["state"], &square["text"]),
        (&json!("forest:1"), &json!("corrected"), &json!("forest, 1 crown"))
    );
    // The interface and `game --fix` understand a correction in the same way.
    let printed = photos.run(&[
        "game",
        "--json",
        "Anna=IMG_1.jpg",
        "Ben=IMG_2.jpg",
        "Cem=IMG_3.jpg",
        "Dora=IMG_4.jpg",
        "--fix",
        "anna:r2c1=F1",
    ]);
    assert_eq!(said["standings"], serde_json::from_str::<Value>(&printed.stdout).expect("JSON"));
    assert_ne!(said["kingdoms"][0]["notation"], before["kingdoms"][0]["notation"]);
    let undone = server.post(&path("/undo"), &json!(null));
    assert_eq!((&undone["players"], &undone["kingdoms"]), (&before["players"], &before["kingdoms"]));
    // The owners, given before the correction, can still be undone.
    assert_eq!((&undone["can_undo"], &undone["can_redo"]), (&json!(true), &json!(true)));
    let redone = server.post(&path("/redo"), &json!(null));
    assert_eq!(redone["kingdoms"], said["kingdoms"]);
    assert_eq!(server.ask("POST", &path("/redo"), b"").refused(), (409, "nothing-to-undo".to_owned()));
    // An answer after an undo replaces what was undone.
    server.post(&path("/undo"), &json!(null));
    let other = server.post(&path("/corrections"), &json!({"kingdom": "2k1", "row": 0, "col": 1, "square": "lake:1"}));
    assert_eq!((&other["corrections"], &other["can_redo"]), (&json!(1), &json!(false)));
    for (kingdom, row, col, square, expected) in [
        ("1k1", 9, 0, "lake", (422, "bad-correction")),
        ("1k1", 0, 0, "ocean", (422, "bad-correction")),
        ("7k1", 0, 0, "lake", (404, "not-found")),
        ("1-1", 0, 0, "lake", (404, "not-found")),
    ] {
        let body = json!({"kingdom": kingdom, "row": row, "col": col, "square": square}).to_string();
        let refused = server.ask("POST", &path("/corrections"), body.as_bytes()).refused();
        assert_eq!((refused.0, refused.1.as_str()), expected, "{body}");
    }
    assert_eq!(server.get(&path(""))["revision"], other["revision"], "what is refused changes nothing");
}

/// No answer offered for a doubtful square changes the total by more than stated.
#[test]
fn no_answer_changes_more_than_is_said_to_be_at_stake() {
    let server = Server::start();
    let mut doubtful = 0;
    for (name, game) in [("seven.jpg", "kingdomino"), ("queendomino.jpg", "queendomino")] {
        let id = server.post("/api/games", &json!({"players": ["Anna"], "game": game}))["id"].clone();
        let view = server.ask("POST", &format!("/api/games/{id}/photos?player=0"), &photo(name)).json();
        let kingdom = &view["kingdoms"][0];
        for check in view["to_check"].as_array().expect("a list") {
            let Some((row, col)) = check["square"].as_str().and_then(|square| square[1..].split_once('c')) else {
                continue;
            };
            let [row, col] = [row, col].map(|number| number.parse::<usize>().expect("a number") - 1);
            let square = &kingdom["squares"][row][col];
            let offers = square["alternatives"].as_array().expect("a list").iter();
            let changes =
                offers.filter_map(|offer| Some((offer["total"].as_i64()? - kingdom["total"].as_i64()?).abs()));
            assert_eq!(check["points_at_stake"].as_i64(), changes.max(), "{name}: {square}");
            assert_eq!(square["points_at_stake"], check["points_at_stake"], "{name}: {square}");
            doubtful += 1;
        }
    }
    assert!(doubtful > 0, "no square of these photos is doubtful");
}

#[test]
fn a_photo_of_the_table_is_shared_out() {
    let (server, photos) = (Server::start(), four());
    photos.join(&["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg", "IMG_4.jpg"], "table.jpg");
    let id = server.post("/api/games", &json!({"players": NAMES}))["id"].clone();
    let view = add(&server, &id, &photos, "table.jpg").json();
    assert_eq!(view["photos"][0]["kingdoms"], json!(["1k1", "1k2", "1k3", "1k4"]));
    let view = server.patch(&format!("/api/games/{id}"), &json!({"owners": {"1k1": 0, "1k2": 1, "1k3": 2, "1k4": 3}}));
    assert_eq!(view["players"][1]["total"], 22);
    assert_eq!(view["kingdoms"][3]["owner"], 3);
    // A player who owns two kingdoms is refused a rank, with a reason.
    let view = server.patch(&format!("/api/games/{id}"), &json!({"owners": {"1k2": 0}}));
    assert!(
        view["unranked"]
            .as_str()
            .is_some_and(|why| why.starts_with("Anna has two kingdoms (table.jpg k1 and table.jpg k2)")),
        "{}",
        view["unranked"]
    );
    assert_eq!((&view["needs_review"], &view["standings"]), (&json!(true), &Value::Null));
    let view = server.patch(&format!("/api/games/{id}"), &json!({"owners": {"1k2": null}}));
    assert_eq!(texts(&view["warnings"], "code"), ["player-without-kingdom", "nobodys-kingdom"]);
    // A second photo of the same kingdom adds no kingdom.
    let view = add(&server, &id, &photos, "IMG_1.jpg").json();
    assert_eq!((view["kingdoms"].as_array().map(Vec::len), &view["kingdoms"][0]["also"]), (Some(4), &json!(["2k1"])));
    // Without the photo of the table, only the kingdom of the second photo remains.
    let view = server.ask("DELETE", &format!("/api/games/{id}/photos/1?drop=yes"), b"").json();
    assert_eq!(texts(&view["kingdoms"], "k"), ["2k1"]);
}

#[test]
fn corners_by_hand_are_read_and_taken_back() {
    let server = Server::start();
    let label: Value = serde_json::from_slice(&photo("five.json")).expect("JSON");
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
    let path = |rest: &str| format!("/api/games/{id}{rest}");
    // Every phone calls its photos image.jpg.
    server.ask("POST", &path("/photos?name=image.jpg"), &photo("nothing.jpg")).json();
    let view = server.ask("POST", &path("/photos?name=image.jpg&player=0"), &photo("five.jpg")).json();
    assert_eq!(texts(&view["photos"], "name"), ["image.jpg", "image-2.jpg"]);
    assert_eq!(texts(&view["photos"], "status"), ["no_kingdom", "scored"]);
    // A client that received no answer sends the photo again.
    let again = server.ask("POST", &path("/photos?name=image.jpg&player=0"), &photo("five.jpg")).json();
    assert_eq!(
        (texts(&again["photos"], "name"), &again["revision"]),
        (vec!["image.jpg", "image-2.jpg"], &view["revision"])
    );
    assert_eq!(texts(&view["warnings"], "code"), ["missing-kingdom"], "a photo without a kingdom is shown");
    assert_eq!((&view["players"][0]["total"], &view["needs_review"]), (&json!(38), &json!(true)));
    let corners = json!({"corners_px": label["corners_px"], "rows": 5, "cols": 5});
    let put = |photo: u32, body: &Value| {
        server.ask("PUT", &path(&format!("/photos/{photo}/corners")), body.to_string().as_bytes())
    };
    let view = put(2, &corners).json();
    assert_eq!((&view["photos"][1]["by_hand"], &view["players"][0]["total"]), (&json!(true), &json!(38)));
    assert_eq!(view["kingdoms"][0]["owner"], 0);
    // Marks only three of the five rows.
    let three = json!({"corners_px": [[194, 286], [968, 304], [933, 800], [174, 735]], "rows": 3, "cols": 5});
    assert_eq!(put(2, &three).json()["kingdoms"][0]["rows"], 3);
    let view = put(2, &Value::Null).json();
    assert_eq!((&view["photos"][1]["by_hand"], &view["players"][0]["total"]), (&json!(false), &json!(38)));
    let revision = view["revision"].clone();
    for (corners, expected) in [
        (json!({"corners_px": [[0, 0], [1, 0], [1, 1], [0, 1]], "rows": 9, "cols": 5}), (400, "bad-corners")),
        (json!({"corners_px": [[0, 0], [1, 0]], "rows": 5, "cols": 5}), (400, "bad-json")),
        (
            json!({"corners_px": [[-900, 0], [900, 0], [900, 900], [0, 900]], "rows": 5, "cols": 5}),
            (422, "nothing-in-corners"),
        ),
        (
            json!({"corners_px": [[0, 0], [900, 900], [900, 0], [0, 900]], "rows": 5, "cols": 5}),
            (422, "nothing-in-corners"),
        ),
    ] {
        let refused = put(2, &corners).refused();
        assert_eq!((refused.0, refused.1.as_str()), expected, "{corners}");
    }
    assert_eq!(server.get(&path(""))["revision"], revision);
    let view = server.ask("DELETE", &path("/photos/1"), b"").json();
    assert_eq!((&view["needs_review"], &view["warnings"]), (&json!(false), &json!([])));
}

#[test]
fn pictures_are_of_what_is_read() {
    let server = Server::start();
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
    server.ask("POST", &format!("/api/games/{id}/photos?player=0"), &photo("five.jpg")).json();
    let picture = |rest: &str| {
        let answer = server.ask("GET", &format!("/api/games/{id}/{rest}"), b"");
        assert_eq!(answer.status, 200, "{rest}: {}", answer.text());
        let decoded = image::load_from_memory(&answer.body).expect("a picture");
        (answer.header("content-type").map(str::to_owned), decoded.width(), decoded.height())
    };
    let jpeg = || Some("image/jpeg".to_owned());
    assert_eq!(picture("photos/1.jpg"), (jpeg(), 1600, 1200));
    assert_eq!(picture("kingdoms/1k1.jpg"), (jpeg(), 480, 480));
    let (kind, width, _) = picture("picture.png?theme=dark");
    assert_eq!((kind.as_deref(), width), (Some("image/png"), 1080));
    for rest in ["photos/2.jpg", "photos/1.png", "kingdoms/1k2.jpg", "kingdoms/x.jpg"] {
        assert_eq!(server.ask("GET", &format!("/api/games/{id}/{rest}"), b"").status, 404, "{rest}");
    }
    assert_eq!(server.ask("GET", &format!("/api/games/{id}/picture.png?theme=pink"), b"").refused().1, "bad-query");
}

#[test]
fn two_phones_at_one_game_see_each_others_changes() {
    let server = Server::start();
    let id = server.post("/api/games", &json!({"players": ["Anna", "Ben"]}))["id"].clone();
    let path = format!("/api/games/{id}");
    let mut watching = connect(&server.host);
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    watching.write_all(server.head("GET", &format!("{path}/events"), &token, 0).as_bytes()).expect("a connection");
    let mut lines = BufReader::new(watching).lines().map_while(Result::ok).filter(|line| line.starts_with("data: "));
    let mut revision = || lines.next().expect("an event");
    assert_eq!(revision(), r#"data: {"revision": 1}"#);
    server.patch(&path, &json!({"players": ["Anna", "Bea"]}));
    assert_eq!(revision(), r#"data: {"revision": 2}"#);
    // Two clients change the game at the same time: nothing is lost, and each change gets a revision of its
    // own.
    std::thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                for _ in 0..10 {
                    server.ask("POST", &format!("{path}/photos"), b"no photo").json();
                }
            });
        }
    });
    let view = server.get(&path);
    assert_eq!((&view["revision"], view["photos"].as_array().map(Vec::len)), (&json!(22), Some(20)));
    let latest = std::iter::repeat_with(revision).take(21).find(|line| line == r#"data: {"revision": 22}"#);
    assert!(latest.is_some());
    let refused =
        (0..9).map(|_| server.ask("POST", &format!("{path}/photos"), b"no photo")).find(|answer| answer.status != 200);
    assert_eq!(refused.map(|answer| answer.refused()), Some((409, "too-many-photos".to_owned())));
}

#[test]
fn the_first_look_at_a_doubtful_photo_is_told_while_it_is_read() {
    let server = Server::start();
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
    let path = format!("/api/games/{id}");
    let mut watching = connect(&server.host);
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    watching.write_all(server.head("GET", &format!("{path}/events"), &token, 0).as_bytes()).expect("a connection");
    let mut lines = BufReader::new(watching).lines().map_while(Result::ok).filter(|line| line.contains(": "));
    lines.find(|line| line == r#"data: {"revision": 1}"#).expect("the game as it is");
    let view = server.ask("POST", &format!("{path}/photos?upload=mine"), &photo("seven.jpg")).json();
    assert_eq!(view["kingdoms"].as_array().map(Vec::len), Some(1));
    let mut told = lines.skip_while(|line| line != "event: look");
    let look: Value = serde_json::from_str(told.nth(1).expect("a look").trim_start_matches("data: ")).expect("JSON");
    assert_eq!(look["upload"], "mine");
    assert!(matches!(look["totals"].as_array().map(Vec::as_slice), Some([Value::Number(_)])), "{look}");
    told.find(|line| line == r#"data: {"revision": 2}"#).expect("the photo as it was read");
}

#[test]
fn a_game_outlasts_its_server() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let server = Server::start_at(folder.path(), &[]);
    let id =
        server.post("/api/games", &json!({"players": ["Anna"], "variants": ["harmony"], "teams": true}))["id"].clone();
    let path = format!("/api/games/{id}");
    server.ask("POST", &format!("{path}/photos?player=0"), &photo("five.jpg")).json();
    let before = server
        .post(&format!("{path}/corrections"), &json!({"kingdom": "1k1", "row": 0, "col": 0, "square": "swamp:2"}));
    assert_eq!(server.interrupt(), Some(0));
    let server = Server::start_at(folder.path(), &[]);
    let mut after = server.get(&path);
    assert_eq!(after["photos"][0]["picture"], false, "it was not to be kept");
    assert_eq!(server.ask("GET", &format!("{path}/photos/1.jpg"), b"").refused(), (409, "photo-gone".to_owned()));
    assert_eq!(server.ask("GET", &format!("{path}/kingdoms/1k1.jpg"), b"").refused(), (409, "photo-gone".to_owned()));
    // The picture for the players can still be made: it shows drawn kingdoms, because the photo is gone.
    assert_eq!(server.ask("GET", &format!("{path}/picture.png"), b"").status, 200);
    after["photos"][0]["picture"] = json!(true);
    after["kingdoms"][0]["picture"] = json!(true);
    assert_eq!(after, before);
    // Actions that do not need the photo still work; others are refused because it is gone.
    assert_eq!(server.post(&format!("{path}/undo"), &json!(null))["corrections"], 0);
    assert_eq!(server.patch(&path, &json!({"variants": []}))["players"][0]["total"], 38);
    assert_eq!(server.ask("PATCH", &path, br#"{"size": 7}"#).refused(), (409, "photo-gone".to_owned()));
    assert_eq!(server.patch(&path, &json!({"size": 5}))["size"], 5, "the kingdom was found in this size");
}

#[test]
fn rules_that_are_changed_count_at_once() {
    let server = Server::start();
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
    let path = format!("/api/games/{id}");
    let total = |view: &Value| view["players"][0]["total"].as_i64();
    let view = server.ask("POST", &format!("{path}/photos?player=0"), &photo("five.jpg")).json();
    assert_eq!((total(&view), &view["asked_size"], &view["size"]), (Some(38), &Value::Null, &json!(5)));
    // The kingdom's castle is in the middle, and no square is empty.
    let view = server.patch(&path, &json!({"variants": ["middle-kingdom", "harmony"]}));
    assert_eq!((total(&view), &view["variants"]), (Some(53), &json!(["harmony", "middle-kingdom"])));
    server.post(&format!("{path}/corrections"), &json!({"kingdom": "1k1", "row": 0, "col": 0, "square": "swamp:2"}));
    let view = server.patch(&path, &json!({"size": 7, "variants": []}));
    assert_eq!((&view["asked_size"], &view["size"], &view["corrections"]), (&json!(7), &json!(7), &json!(1)));
    let view = server.patch(&path, &json!({"game": "queendomino", "size": null, "players": [{"name": "Anna", "coins": 11, "knights_in_supply": null}], "queen": 0}));
    assert_eq!((&view["game"], &view["asked_game"]), (&json!("queendomino"), &json!("queendomino")));
    assert_eq!(view["players"][0]["facts"], json!({"coins": 11, "knights_in_supply": null, "queen": true}));
    assert!(
        view["players"][0]["lines"][0]["id"] == "coins" && view["players"][0]["lines"][0]["points"] == 3,
        "{}",
        view["players"][0]
    );
    for body in [
        json!({"players": ["Anna", "ANNA"]}),
        json!({"players": [""]}),
        json!({"players": ["nobody"]}),
        json!({"players": vec!["a"; 17]}),
        json!({"players": [{"name": "Anna", "coins": 999}]}),
        json!({"players": [{"name": "Anna", "coins": 70_000}]}),
        json!({"players": [{"name": "Anna", "coins": -1}]}),
        json!({"players": [{"name": "Anna", "coins": 1.5}]}),
        json!({"game": "chess"}),
        json!({"size": 6}),
        json!({"variants": ["x"]}),
        json!({"colour": 1}),
    ] {
        assert_eq!(server.ask("PATCH", &path, body.to_string().as_bytes()).status, 400, "{body}");
    }
    assert_eq!(server.ask("PATCH", &path, br#"{"owners": {"1k1": 5}}"#).status, 404);
    assert_eq!(server.get(&path)["revision"], view["revision"]);
}

/// When a player is removed, the indices of the others change, but each keeps their facts.
#[test]
fn what_is_a_players_stays_so_when_players_are_taken_away() {
    let (server, photos) = (Server::start(), four());
    let view = game_of_four(&server, &photos);
    let path = format!("/api/games/{}", view["id"]);
    let agreed = |body: &Value| server.patch(&format!("{path}?drop=yes"), body);
    own(&server, &view["id"]);
    let with_coins =
        json!([{"name": "Anna", "coins": 1}, {"name": "Ben", "coins": 2}, {"name": "Cem", "coins": 3}, "Dora"]);
    server.patch(&path, &json!({"players": with_coins, "queen": 1}));
    // Facts are undone and redone like other answers.
    let coins = |step: &str| {
        let view = server.ask("POST", &format!("{path}/{step}"), b"").json();
        (view["players"][0]["facts"]["coins"].clone(), view["players"][1]["facts"]["queen"].clone())
    };
    assert_eq!([coins("undo"), coins("redo")], [(json!(null), json!(false)), (json!(1), json!(true))]);
    // Another phone, which does not know about the coins, sends a new list of the players that it saw.
    let view = agreed(&json!({"players": ["Ben", "Dora", "Cem"], "seen_players": NAMES}));
    let facts = |view: &Value, player: usize| view["players"][player]["facts"].clone();
    let of = |coins: Value, queen: bool| json!({"coins": coins, "knights_in_supply": null, "queen": queen});
    assert_eq!(
        [0, 1, 2].map(|player| facts(&view, player)),
        [of(json!(2), true), of(json!(null), false), of(json!(3), false)]
    );
    let owners: Vec<&Value> = view["kingdoms"].as_array().expect("kingdoms").iter().map(|one| &one["owner"]).collect();
    assert_eq!(json!(owners), json!([null, 0, 2, 1]));
    // A new name at the same index is taken for the same player's.
    let view = server.patch(&path, &json!({"players": ["Benno", "Dora", "Cem"]}));
    assert_eq!((facts(&view, 0), &view["kingdoms"][1]["owner"]), (of(json!(2), true), &json!(0)));
    // A player is recognised by the old name (`was`) while other players are added and removed.
    let owners = |view: &Value| {
        view["kingdoms"].as_array().expect("kingdoms").iter().map(|one| one["owner"].clone()).collect::<Vec<_>>()
    };
    let renamed = json!([{"name": "Eva"}, {"name": "Benjamin", "was": "Benno"}, {"name": "Dora", "was": "Dora"}]);
    let view = agreed(&json!({"players": renamed}));
    assert_eq!((facts(&view, 1), json!(owners(&view))), (of(json!(2), true), json!([null, 1, null, 2])));
    // Benjamin takes the name Dora, while Eva and the former Dora leave. Finn, a new player, inherits nothing
    // from them.
    let other = json!([{"name": "Dora", "was": "Benjamin"}, {"name": "Finn"}]);
    let view = agreed(&json!({"players": other}));
    assert_eq!([0, 1].map(|player| facts(&view, player)), [of(json!(2), true), of(json!(null), false)]);
    assert_eq!(json!(owners(&view)), json!([null, 0, null, null]));
    let view = agreed(&json!({"players": [{"name": "Gus"}, {"name": "Finn", "was": "Finn"}]}));
    assert_eq!((facts(&view, 0), json!(owners(&view))), (of(json!(null), false), json!([null, null, null, null])));
    let late = server.ask("PATCH", &path, json!({"players": ["Ben"], "seen_players": NAMES}).to_string().as_bytes());
    assert_eq!(late.refused(), (409, "changed".to_owned()));
}

#[test]
fn queendominos_buildings_are_corrected() {
    let server = Server::start();
    let label: Value = serde_json::from_slice(&photo("queendomino.json")).expect("JSON");
    let id = server.post("/api/games", &json!({"players": ["Anna"], "game": "queendomino"}))["id"].clone();
    let view = server.ask("POST", &format!("/api/games/{id}/photos?player=0"), &photo("queendomino.jpg")).json();
    let squares = label["squares"].as_array().expect("rows");
    let is_building = |square: &Value| square.as_str().is_some_and(|word| word.starts_with("town+"));
    let (row, col) = squares
        .iter()
        .enumerate()
        .find_map(|(row, squares)| Some((row, squares.as_array()?.iter().position(is_building)?)))
        .expect("a building");
    let kingdom = &view["kingdoms"][0];
    assert_eq!(kingdom["rows"], squares.len());
    let square = &kingdom["squares"][row][col];
    assert!(square["standing"]["buildings"].as_array().is_some_and(|all| !all.is_empty()), "{square}");
    let word = squares[row][col].clone();
    let said = server.post(
        &format!("/api/games/{id}/corrections"),
        &json!({"kingdom": "1k1", "row": row, "col": col, "square": word}),
    );
    assert_eq!(
        (&said["kingdoms"][0]["squares"][row][col]["square"], &said["kingdoms"][0]["squares"][row][col]["state"]),
        (&word, &json!("corrected"))
    );
    // A correction that names only a building keeps the pieces read on the square, and a second one keeps
    // them, too.
    let say = |word: &str| {
        let correction = json!({"kingdom": "1k1", "row": 3, "col": 3, "square": word});
        let said = server.post(&format!("/api/games/{id}/corrections"), &correction);
        said["kingdoms"][0]["squares"][3][3]["square"].clone()
    };
    assert_eq!(say("large-tavern"), "town+large-tavern+tower*2");
    assert_eq!(say("statue+knight"), "town+statue+knight+tower*2");
    assert_eq!(say("bakery"), "town+bakery+knight+tower*2");
    assert_eq!(say("town+bakery"), "town+bakery");
    // The Queen's piece is in Anna's kingdom, so she cannot visit nobody.
    let elsewhere = server.patch(&format!("/api/games/{id}"), &json!({"queen": "nobody"}));
    let why = elsewhere["unranked"].as_str().expect("nobody is ranked");
    assert!(why.contains("the Queen stands in Anna's kingdom"), "{why}");
}

#[test]
fn corrections_are_learnt_and_forgotten() {
    let server = Server::start();
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
    let path = format!("/api/games/{id}");
    server.ask("POST", &format!("{path}/photos?player=0"), &photo("five.jpg")).json();
    server.ask("POST", &format!("{path}/photos"), &photo("nothing.jpg")).json();
    let learn = |method: &str| server.ask(method, "/api/learn", json!({"game": id}).to_string().as_bytes());
    // Nobody has checked the kingdom yet.
    assert_eq!(learn("POST").refused(), (409, "nothing-to-learn".to_owned()));
    assert_eq!(learn("DELETE").refused(), (409, "nothing-to-learn".to_owned()));
    server.post(&format!("{path}/corrections"), &json!({"kingdom": "1k1", "row": 0, "col": 0, "square": "swamp:2"}));
    let entries = || server.ask("POST", "/api/scan", &photo("holes.jpg")).json()["gallery_entries"].clone();
    assert_eq!(entries(), Value::Null);
    let learnt = learn("POST").json();
    assert_eq!(learnt["game"]["learnt"], true);
    assert!(learnt["text"].as_str().is_some_and(|text| text.contains("25")), "{}", learnt["text"]);
    assert_eq!(entries(), 25);
    // The page's lessons are in the same gallery as those of `learn`.
    let gallery = server.data().join("gallery.jsonl");
    let listed = run(&["learn", "--list", "--gallery", gallery.to_str().expect("UTF-8")]).stdout;
    assert!(listed.contains("mine: 25") && listed.contains("photo.jpg: 25"), "{listed}");
    let forgotten = learn("DELETE").json();
    assert_eq!((&forgotten["game"]["learnt"], entries()), (&json!(false), Value::Null));
}

#[test]
fn one_file_is_another_photo_under_another_name_or_for_another_player() {
    let server = Server::start();
    let id = server.post("/api/games", &json!({"players": ["Anna", "Ben"]}))["id"].clone();
    let send = |query: &str| {
        let view = server.ask("POST", &format!("/api/games/{id}/photos?{query}"), &photo("five.jpg")).json();
        (json!(texts(&view["photos"], "name")), view["same_photo"].clone())
    };
    assert_eq!(send("name=image.jpg&player=0"), (json!(["image.jpg"]), Value::Null));
    assert_eq!(send("name=image.jpg&player=0"), (json!(["image.jpg"]), json!("image.jpg")), "sent once more");
    assert_eq!(send("name=image.jpg&player=1"), (json!(["image.jpg", "image-2.jpg"]), Value::Null));
    assert_eq!(send("name=imag.jpg"), (json!(["image.jpg", "image-2.jpg", "imag.jpg"]), Value::Null));
    assert_eq!(send("name=image.jpg&player=1").1, "image-2.jpg");
    // The photo's current owner counts, not the player for whom it was first sent.
    server.patch(&format!("/api/games/{id}"), &json!({"owners": {"3k1": 0, "1k1": null}}));
    assert_eq!(send("name=imag.jpg&player=0").1, "imag.jpg");
    assert_eq!(send("name=imag.jpg&player=1").1, Value::Null);
}

/// The totals in warnings, in the alternatives of squares and next to the kingdom include coins and the
/// Queen, whom the tower attracts.
#[test]
fn every_total_of_a_kingdom_is_counted_with_coins_and_queen() {
    let (server, photos) = (Server::start(), Photos::of(&[]));
    photos.paint("anna.jpg", "T[statue,tower]T[church]CGG/.F1WWG/LLWF1G/...../W.... q5", 4);
    let id = server.post("/api/games", &json!({"players": ["Anna"], "game": "queendomino"}))["id"].clone();
    add(&server, &id, &photos, "anna.jpg").json();
    let view = server.patch(&format!("/api/games/{id}"), &json!({"players": [{"name": "Anna", "coins": 12}]}));
    assert_eq!(view["standings"]["queen"], "Anna", "{}", view["standings"]);
    let facts = ["scan", "anna.jpg", "--game", "queendomino", "--coins", "12", "--queen"];
    let scan = photos.run(&[&facts[..], &["--json"]].concat()).json()["kingdoms"][0].clone();
    let kingdom = &view["kingdoms"][0];
    for total in [&kingdom["total"], &view["players"][0]["total"], &view["standings"]["standings"][0]["total"]] {
        assert_eq!(total, &scan["total"], "{kingdom}");
    }
    let with_them = |text: &str| -> Vec<i64> {
        let behind = text.split("the total would be ").skip(1);
        behind.map(|rest| rest.split(' ').next().and_then(|n| n.parse().ok()).expect("a number")).collect()
    };
    let told = with_them(&scan["warnings"].to_string());
    assert!(!told.is_empty(), "{scan}");
    let texts = [&view["to_check"], &kingdom["warnings"]].map(|list| texts(list, "text").join("\n"));
    for text in texts {
        assert!(with_them(&text).iter().all(|shown| *shown == told[0]), "{told:?}: {text}");
    }
    assert!(!with_them(&kingdom["warnings"].to_string()).is_empty(), "{kingdom}");
    let doubtful = kingdom["squares"].as_array().expect("rows").iter().flat_map(|row| row.as_array().expect("squares"));
    let doubtful = doubtful.filter(|square| square["state"] == "doubtful");
    for square in doubtful {
        // The doubts change no total by more than 3 points, so an alternative that differs by more would lack
        // coins or the Queen.
        let nearest = square["alternatives"].as_array().expect("a list").iter().filter_map(|one| one["total"].as_i64());
        let far = nearest.filter(|total| total.abs_diff(scan["total"].as_i64().expect("a total")) > 3);
        assert_eq!(far.count(), 0, "{square}");
    }
}
