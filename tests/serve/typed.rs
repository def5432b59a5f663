//! Typed kingdoms in addition to photos.

use std::fs;

use serde_json::{Value, json};

use crate::client::{Server, photo};
use crate::common::game_photos::{KINGDOMS, Photos};
use crate::common::program::run_at;

const SQUARES: [[&str; 5]; 3] = [
    ["wheat", "wheat", "wheat:1", "forest", "forest"],
    ["wheat", "wheat", "castle", "forest", "forest:1"],
    ["lake", "lake", "empty", "empty", "empty"],
];

fn squares() -> Value {
    json!(SQUARES)
}

/// A game with Anna's photo, in which Ben has none.
fn game(server: &Server, photos: &Photos) -> (String, Value) {
    let game = format!("/api/games/{}", server.post("/api/games", &json!({"players": ["Anna", "Ben"]}))["id"]);
    let bytes = fs::read(photos.path("anna.jpg")).expect("a photo");
    let view = server.ask("POST", &format!("{game}/photos?name=anna.jpg"), &bytes).json();
    (game, view)
}

#[test]
fn a_typed_kingdom_stands_beside_photos_and_in_the_saved_game() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, _) = game(&server, &photos);
    let view = server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "player": "Ben"}));
    // Ben's painted kingdom scores five wheat squares with a crown, and four forest squares with one.
    let ben = &view["players"][1];
    assert_eq!((&ben["total"], &ben["rank"]), (&json!(9), &json!(2)), "{}", view["unranked"]);
    let kingdom = &view["kingdoms"][1];
    assert_eq!(
        (&kingdom["typed"], &kingdom["picture"], &kingdom["corners_px"]),
        (&json!(true), &json!(false), &Value::Null)
    );
    assert_eq!(view["kingdoms"][0]["typed"], false);
    assert!(view["notes"].to_string().contains("the kingdom of Ben was entered by hand"), "{}", view["notes"]);
    // A square is corrected like any other, and the step can be undone.
    let k = &kingdom["k"];
    let said =
        server.post(&format!("{game}/corrections"), &json!({"kingdom": k, "row": 0, "col": 0, "square": "wheat:1"}));
    assert_eq!(said["players"][1]["total"], 14);
    assert_eq!(server.post(&format!("{game}/undo"), &Value::Null)["players"][1]["total"], 9);
    // The castle is moved, and its former square is open.
    let said =
        server.post(&format!("{game}/corrections"), &json!({"kingdom": k, "row": 0, "col": 0, "square": "castle"}));
    let ben = &said["kingdoms"][1];
    assert!(ben["notation"].as_str().is_some_and(|notation| notation.starts_with('C')), "{ben}");
    assert_eq!(ben["needs_review"], true);
    assert_eq!(server.post(&format!("{game}/undo"), &Value::Null)["players"][1]["total"], 9);
    // `game` continues from the saved game.
    fs::write(photos.path("game.json"), server.get(&format!("{game}/game.json")).to_string()).expect("a file");
    let printed: Value = serde_json::from_str(&photos.run(&["game", "game.json", "--json"]).stdout).expect("JSON");
    assert_eq!(printed["standings"][1]["player"], "Ben");
    assert_eq!(printed["standings"][1]["total"], 9);
    // After a change of rules the photos are read again, and the typed kingdom stays.
    let harmony = server.patch(&game, &json!({"size": 5, "variants": ["middle-kingdom"]}));
    assert_eq!(harmony["kingdoms"].as_array().map(Vec::len), Some(2));
    assert_eq!(harmony["kingdoms"][1]["typed"], true);
}

#[test]
fn a_typed_total_stands_beside_photos_and_everywhere_after() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, before) = game(&server, &photos);
    assert!(before["warnings"].to_string().contains("Ben has no kingdom yet"));
    let total = |total: Value| json!({"player": "Ben", "total": total});
    for wrong in [json!(-1), json!(1000), json!(2.5)] {
        let answer = server.ask("POST", &format!("{game}/totals"), total(wrong).to_string().as_bytes());
        assert_eq!(answer.refused(), (400, "bad-number".to_owned()));
        assert!(answer.text().contains("a whole number from 0 to 999 is needed"), "{}", answer.text());
    }
    let of_kingdom = json!({"player": "Anna", "total": 3}).to_string();
    assert_eq!(server.ask("POST", &format!("{game}/totals"), of_kingdom.as_bytes()).refused().1, "has-kingdom");
    let view = server.post(&format!("{game}/totals"), &total(json!(37)));
    let ben = &view["players"][1];
    assert_eq!((&ben["total"], &ben["rank"], &ben["typed"]), (&json!(37), &json!(1), &json!(true)), "{view}");
    assert_eq!((&view["needs_review"], &view["warnings"]), (&json!(false), &json!([])));
    assert!(view["notes"].to_string().contains("the total was typed, without a kingdom: Ben"), "{}", view["notes"]);
    // The history and the exports say that the total was typed.
    assert_eq!(server.get("/api/games")[0]["players"][1]["typed"], true);
    let exported = server.get("/api/export.json");
    assert_eq!(
        (&exported[0]["results"][0]["player"], &exported[0]["results"][0]["typed"]),
        (&json!("Ben"), &json!(true))
    );
    let csv = server.ask("GET", "/api/export.csv", b"").text();
    assert!(
        csv.lines().next().is_some_and(|head| head.ends_with(",typed")) && csv.contains(",Ben,37,false,true"),
        "{csv}"
    );
    assert_eq!(server.ask("GET", &format!("{game}/picture.png"), b"").status, 200);
    // The saved game can be continued in the terminal, and imported as another game of the page.
    let saved = server.get(&format!("{game}/game.json"));
    fs::write(photos.path("game.json"), saved.to_string()).expect("a file");
    let printed: Value = serde_json::from_str(&photos.run(&["game", "game.json", "--json"]).stdout).expect("JSON");
    assert_eq!((&printed["standings"][0]["player"], &printed["standings"][0]["typed"]), (&json!("Ben"), &json!(true)));
    let imported = server.ask("POST", "/api/games/import", saved.to_string().as_bytes()).json();
    assert_eq!(imported["players"][1]["total"], 37);
    // The typed total can be undone, redone and removed.
    assert_eq!(server.post(&format!("{game}/undo"), &Value::Null)["players"][1]["total"], Value::Null);
    assert_eq!(server.post(&format!("{game}/redo"), &Value::Null)["players"][1]["total"], 37);
    assert_eq!(server.post(&format!("{game}/totals"), &total(Value::Null))["players"][1]["typed_total"], Value::Null);
    // Anna has 22 points as well: while Ben's kingdom is unknown, the tie stays open.
    let tied = server.post(&format!("{game}/totals"), &total(json!(22)));
    assert_eq!((&tied["players"][0]["rank"], &tied["players"][1]["rank"]), (&json!(1), &json!(1)));
    assert_eq!((&tied["needs_review"], &tied["warnings"][0]["code"]), (&json!(true), &json!("tie-unknown")));
    // Removing the player asks first, and a painted kingdom replaces the total.
    let without = json!({"players": ["Anna"]}).to_string();
    assert_eq!(server.ask("PATCH", &game, without.as_bytes()).refused().1, "would-drop");
    let painted = server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "player": "Ben"}));
    let ben = &painted["players"][1];
    assert_eq!((&ben["total"], &ben["typed"], &ben["typed_total"]), (&json!(9), &json!(false), &Value::Null));
}

#[test]
fn a_photo_of_a_player_whose_total_was_typed_is_not_missed() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, _) = game(&server, &photos);
    let broken = server.ask("POST", &format!("{game}/photos?name=image.jpg&player=1"), b"no photo").json();
    assert_eq!(broken["needs_review"], true);
    let view = server.post(&format!("{game}/totals"), &json!({"player": "Ben", "total": 12}));
    assert_eq!(
        (&view["needs_review"], &view["players"][1]["total"]),
        (&json!(false), &json!(12)),
        "{}",
        view["warnings"]
    );
    // A readable photo counts instead of the typed total, and a note says so.
    let bytes = fs::read(photos.path("anna.jpg")).expect("a photo");
    server.patch(&game, &json!({"owners": {"1k1": null}}));
    let read = server.ask("POST", &format!("{game}/photos?name=IMG_2.jpg&player=1"), &bytes).json();
    assert!(read["notes"].to_string().contains("not the typed total of 12"), "{}", read["notes"]);
}

#[test]
fn a_kingdom_is_painted_over_what_was_read_and_the_step_taken_back() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, before) = game(&server, &photos);
    let (k, notation) = (&before["kingdoms"][0]["k"], &before["kingdoms"][0]["notation"]);
    let stale = json!({"squares": squares(), "kingdom": k, "notation": "F1WC/L1W. k5"});
    assert_eq!(server.ask("POST", &format!("{game}/kingdoms"), stale.to_string().as_bytes()).refused().1, "changed");
    let view =
        server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "kingdom": k, "notation": notation}));
    assert_eq!((&view["kingdoms"][0]["k"], &view["kingdoms"][0]["typed"]), (k, &json!(true)));
    assert_eq!((&view["players"][0]["total"], &view["kingdoms"].as_array().map(Vec::len)), (&json!(9), &Some(1)));
    let back = server.post(&format!("{game}/undo"), &Value::Null);
    assert_eq!((&back["kingdoms"][0]["typed"], &back["players"][0]), (&json!(false), &before["players"][0]));
    let again = server.post(&format!("{game}/redo"), &Value::Null);
    assert_eq!(again["players"][0]["total"], 9);
}

/// Ben owned a kingdom when Anna's was painted over as his. Undoing that used to leave both players without
/// one.
#[test]
fn an_undo_of_a_painted_kingdom_gives_back_whose_the_kingdoms_were() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]));
    let (game, _) = game(&server, &photos);
    let bytes = fs::read(photos.path("ben.jpg")).expect("a photo");
    server.ask("POST", &format!("{game}/photos?name=ben.jpg"), &bytes);
    let owners = |view: &Value| {
        let kingdoms = view["kingdoms"].as_array().expect("kingdoms");
        json!(kingdoms.iter().map(|kingdom| &kingdom["owner"]).collect::<Vec<_>>())
    };
    let swapped = server.patch(&game, &json!({"owners": {"1k1": 1, "2k1": 0}}));
    assert_eq!(owners(&swapped), json!([1, 0]));
    let painted =
        server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "kingdom": "2k1", "player": "Ben"}));
    assert_eq!(owners(&painted), json!([null, 1]));
    for expected in [json!([1, 0]), json!([0, 1])] {
        assert_eq!(owners(&server.post(&format!("{game}/undo"), &Value::Null)), expected);
    }
    for expected in [json!([1, 0]), json!([null, 1])] {
        assert_eq!(owners(&server.post(&format!("{game}/redo"), &Value::Null)), expected);
    }
}

/// The parts of the view that change with every answer.
fn shown(mut view: Value) -> Value {
    (view["revision"], view["can_redo"]) = (Value::Null, Value::Null);
    view
}

#[test]
fn a_kingdom_painted_without_a_photo_is_a_step_that_can_be_undone() {
    let (folder, photos) = (tempfile::tempdir().expect("a folder"), Photos::of(&[("anna.jpg", 0)]));
    let server = Server::start_at(folder.path(), &[]);
    let (game, first) = game(&server, &photos);
    let paint = |player: &str| {
        shown(server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "player": player})))
    };
    let step = |what: &str| shown(server.post(&format!("{game}/{what}"), &Value::Null));
    // While Anna owns the painted kingdom, the kingdom in her photo has no owner.
    let anna = paint("Anna");
    assert_eq!((&anna["kingdoms"][0]["owner"], &anna["kingdoms"][1]["owner"]), (&Value::Null, &json!(0)));
    assert_eq!(step("undo"), shown(first));
    // After the undo, the typed total counts again, and nothing of the painted kingdom is shown, counted or
    // missed. The saved game keeps it only for a redo.
    let counted = || {
        let saved = server.get(&format!("{game}/game.json"));
        json!([saved["kingdoms"], saved["totals"], saved["saved_game"]["table"]["cursor"]])
    };
    let total = shown(server.post(&format!("{game}/totals"), &json!({"player": "Ben", "total": 37})));
    let saved = counted();
    let ben = paint("Ben");
    assert_eq!((&ben["players"][1]["total"], &ben["photos"][1]["typed"]), (&json!(9), &json!(true)));
    assert_eq!(server.get("/api/games")[0]["photos"], 2);
    for _ in 0..2 {
        assert_eq!(step("undo"), total);
        assert_eq!((&total["needs_review"], total["photos"].as_array().map(Vec::len)), (&json!(false), Some(1)));
        assert_eq!(counted(), saved);
        assert_eq!(server.get("/api/games")[0]["photos"], 1);
        assert_eq!(step("redo"), ben);
    }
    // Reading the photos again in the meantime does not affect what can be redone.
    step("undo");
    server.patch(&game, &json!({"size": 5}));
    let again = step("redo");
    assert_eq!((&again["players"][1]["total"], &again["kingdoms"][1]["owner"]), (&json!(9), &json!(1)));
    // The step can also be redone after the server was restarted.
    step("undo");
    assert_eq!(server.interrupt(), Some(0));
    let server = Server::start_at(folder.path(), &[]);
    assert_eq!(server.get(&game)["players"][1]["total"], 37);
    assert_eq!(server.post(&format!("{game}/redo"), &Value::Null)["players"][1]["total"], 9);
}

#[test]
fn a_kingdom_painted_without_a_photo_is_removed_and_the_earlier_one_given_back() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, first) = game(&server, &photos);
    let painted = server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "player": "Anna"}));
    let path = format!("{game}/photos/{}", painted["photos"][1]["p"]);
    assert_eq!(server.ask("DELETE", &path, b"").refused(), (409, "would-drop".to_owned()));
    let removed = server.ask("DELETE", &format!("{path}?drop=yes"), b"").json();
    assert_eq!(removed["photos"].as_array().map(Vec::len), Some(1));
    // One undo brings the removed kingdom back, and another undoes the painting.
    let [again, back] = [0; 2].map(|_| server.post(&format!("{game}/undo"), &Value::Null));
    assert_eq!((&again["players"], &again["photos"]), (&painted["players"], &painted["photos"]));
    assert_eq!(back["players"], first["players"]);
    server.post(&format!("{game}/redo"), &Value::Null);
    let removed_again = server.post(&format!("{game}/redo"), &Value::Null);
    assert_eq!(removed_again["photos"], removed["photos"]);
}

#[test]
fn a_typed_kingdom_of_a_saved_game_is_undone_and_stays_when_all_is_read_anew() {
    let server = Server::start();
    let game = format!("/api/games/{}", server.post("/api/games", &json!({"players": ["Ben"]}))["id"]);
    server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "player": "Ben"}));
    let saved = server.get(&format!("{game}/game.json"));
    let imported = server.ask("POST", "/api/games/import", saved.to_string().as_bytes()).json();
    assert_eq!((&imported["players"][0]["total"], &imported["can_undo"]), (&json!(9), &json!(true)));
    assert_eq!(imported["photos"][0]["typed"], true);
    let steps =
        ["undo", "redo"].map(|step| server.post(&format!("/api/games/{}/{step}", imported["id"]), &Value::Null));
    assert_eq!(steps.map(|view| view["players"][0]["total"].clone()), [Value::Null, json!(9)]);
    let again = server.patch(&format!("/api/games/{}", imported["id"]), &json!({"size": 5}));
    assert_eq!((&again["players"][0]["total"], &again["photos"][0]["typed"]), (&json!(9), &json!(true)));
}

#[test]
fn a_photo_that_cannot_be_read_gets_a_typed_kingdom() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, _) = game(&server, &photos);
    let broken = server.ask("POST", &format!("{game}/photos?name=ben.jpg&player=1"), b"no photo").json();
    assert_eq!((&broken["photos"][1]["status"], &broken["needs_review"]), (&json!("error"), &json!(true)));
    let view = server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "photo": 2, "player": "Ben"}));
    assert_eq!((&view["photos"][1]["status"], &view["players"][1]["total"]), (&json!("scored"), &json!(9)));
    assert_eq!(view["warnings"].as_array().map(Vec::len), Some(0), "{}", view["warnings"]);
}

#[test]
fn squares_that_are_no_kingdom_are_refused_in_a_persons_words() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, before) = game(&server, &photos);
    for (squares, code) in [
        (json!([]), "bad-kingdom"),
        (json!([["wheat"], ["wheat", "lake"]]), "bad-kingdom"),
        (json!([["empty"]]), "bad-kingdom"),
        (json!([["wheat", "castle", "castle"]]), "bad-kingdom"),
        (json!([["meadow"]]), "bad-square"),
    ] {
        let body = json!({"squares": squares, "player": "Ben"}).to_string();
        let answer = server.ask("POST", &format!("{game}/kingdoms"), body.as_bytes());
        assert_eq!(answer.refused().1, code, "{squares} {}", answer.text());
    }
    assert_eq!(server.get(&game)["revision"], before["revision"]);
}

#[test]
fn a_photo_of_a_player_who_is_renamed_meanwhile_stays_theirs() {
    let (server, photos) = (Server::start(), Photos::of(&[("IMG_1.jpg", 0)]));
    let game = server.post("/api/games", &json!({"players": ["Anna", "Ben"]}));
    let path = format!("/api/games/{}", game["id"]);
    let whose = &game["players"][1]["id"];
    server.patch(&path, &json!({"players": [{"name": "Anna", "was": "Anna"}, {"name": "Benedikt", "was": "Ben"}]}));
    let bytes = fs::read(photos.path("IMG_1.jpg")).expect("a photo");
    let view = server.ask("POST", &format!("{path}/photos?name=IMG_1.jpg&whose={whose}"), &bytes).json();
    assert_eq!((&view["kingdoms"][0]["owner"], &view["players"][1]["name"]), (&json!(1), &json!("Benedikt")));
}

#[test]
fn the_pages_files_are_fetched_once() {
    let server = Server::start();
    let shell = server.ask("GET", "/", b"").text();
    let addresses: Vec<&str> = shell.split('"').filter(|word| word.starts_with("page/")).collect();
    assert_eq!(addresses.len(), 5, "{shell}");
    for address in &addresses {
        let answer = server.ask("GET", &format!("/{address}"), b"");
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, Some("public, max-age=31536000, immutable")),
            "{address}"
        );
    }
    let main = addresses.iter().find(|address| address.ends_with("main.js")).expect("the module");
    let (folder, _) = main.rsplit_once('/').expect("a folder");
    assert_eq!(
        server.ask("GET", &format!("/{folder}/api.js"), b"").status,
        200,
        "modules import each other by names alone"
    );
    assert_eq!(server.ask("GET", "/page/0123456789abcdef/main.js", b"").status, 404, "of another version");
}

#[test]
fn warnings_show_their_squares_and_do_not_name_them() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, _) = game(&server, &photos);
    // The box has only one mine with three crowns.
    let squares = json!([["wheat", "wheat", "castle", "mine:3", "mine:3"], ["wheat", "wheat", "lake", "lake", "lake"]]);
    let view = server.post(&format!("{game}/kingdoms"), &json!({"squares": squares, "player": "Ben"}));
    let to_check = view["to_check"].as_array().expect("a list");
    let about: Vec<&Value> = to_check.iter().filter(|one| one["square"].is_null()).collect();
    assert!(about.iter().any(|one| one["squares"] == json!(["r1c4", "r1c5"])), "{}", view["to_check"]);
    assert!(about.iter().all(|one| !one["text"].as_str().is_some_and(|text| text.contains("r1c"))), "{about:?}");
}

#[test]
fn a_photo_that_was_read_wrongly_is_handed_in_without_its_place() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let game = format!("/api/games/{}", server.post("/api/games", &json!({"players": ["Anna", "Ben"]}))["id"]);
    let bytes = crate::common::picture_files::with_place(&fs::read(photos.path("anna.jpg")).expect("a photo"), 1);
    let view = server.ask("POST", &format!("{game}/photos?name=anna-at-home.jpg"), &bytes).json();
    let k = &view["kingdoms"][0]["k"];
    server.post(&format!("{game}/corrections"), &json!({"kingdom": k, "row": 1, "col": 1, "square": "mine:3"}));
    let answer = server.ask("GET", &format!("{game}/photos/1/report.zip"), b"");
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/zip")));
    let handed_in = crate::common::handed_in::HandedIn::of(&answer.body);
    assert_eq!(handed_in.corrections(), [(&json!("r2c2"), &json!("mine:3"))]);
    assert_eq!(handed_in.reading["kingdoms"].as_array().map(Vec::len), Some(1));
    assert!(!handed_in.reading.to_string().contains("anna-at-home"), "the file's own name stays at home");
    // The message about a photo without a kingdom begins with its name.
    let nothing = fs::read("fixtures/photos/nothing.jpg").expect("a photo");
    assert_eq!(server.ask("POST", &format!("{game}/photos?name=ben-at-home.jpg"), &nothing).status, 200);
    let answer = server.ask("GET", &format!("{game}/photos/2/report.zip"), b"");
    let reading = crate::common::handed_in::HandedIn::of(&answer.body).reading;
    assert!(reading["message"].as_str().is_some_and(|message| message.starts_with("photo.jpg: ")), "{reading}");
    assert!(!reading.to_string().contains("ben-at-home"), "{reading}");
    assert_eq!(server.ask("GET", &format!("{game}/photos/3/report.zip"), b"").status, 404);
}

#[test]
fn paintings_that_are_much_alike_are_two_kingdoms() {
    let server = Server::start();
    let game = format!("/api/games/{}", server.post("/api/games", &json!({"players": ["Anna", "Ben"]}))["id"]);
    server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "player": "Anna"}));
    let mut other = SQUARES;
    other[2][0] = "swamp";
    let view = server.post(&format!("{game}/kingdoms"), &json!({"squares": other, "player": "Ben"}));
    assert_eq!(view["kingdoms"].as_array().map(Vec::len), Some(2), "{view}");
    assert_eq!((&view["players"][0]["total"], &view["players"][1]["total"]), (&json!(9), &json!(9)), "{view}");
    // The saved game contains both kingdoms.
    let saved = server.get(&format!("{game}/game.json"));
    let again = server.ask("POST", "/api/games/import", saved.to_string().as_bytes()).json();
    assert_eq!(again["kingdoms"].as_array().map(Vec::len), Some(2), "{again}");
}

/// The rule sheets leave it at a shared place, so the agreement is only a note.
#[test]
fn who_won_a_shared_first_place_by_agreement_is_noted_without_a_change_of_points() {
    let server = Server::start();
    let game = format!("/api/games/{}", server.post("/api/games", &json!({"players": ["Anna", "Ben", "Cem"]}))["id"]);
    let mut other = SQUARES;
    other[2][0] = "swamp";
    server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "player": "Anna"}));
    let early = server.ask("PATCH", &game, json!({"agreed": 0}).to_string().as_bytes());
    assert_eq!((early.status, early.refused().1), (400, "no-shared-place".to_owned()), "nobody shares it");
    server.post(&format!("{game}/kingdoms"), &json!({"squares": other, "player": "Ben"}));
    server.post(&format!("{game}/totals"), &json!({"player": "Cem", "total": 3}));
    let agreed = |player: Value| server.ask("PATCH", &game, json!({"agreed": player}).to_string().as_bytes());
    assert_eq!(agreed(json!(2)).refused().1, "no-shared-place");
    assert_eq!(agreed(json!(7)).status, 404);
    let note = "Ben won the shared first place by agreement, without a change of points";
    let shown = |view: &Value| {
        let players = view["players"].as_array().expect("players").iter();
        let players: Vec<Value> =
            players.map(|one| json!([one["rank"], one["shared"], one["total"], one["agreed"]])).collect();
        (players, view["notes"].as_array().is_some_and(|notes| notes.contains(&json!(note))))
    };
    let tie = |ben: bool| vec![json!([1, true, 9, false]), json!([1, true, 9, ben]), json!([3, false, 3, false])];
    let view = agreed(json!(1)).json();
    assert_eq!(shown(&view), (tie(true), true), "{view}");
    // Commands print it, too.
    let saved = server.get(&format!("{game}/game.json")).to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    fs::write(&path, &saved).expect("a file");
    for command in ["game", "standings"] {
        let outcome = run_at(folder.path(), "C", b"", &[command, "game.json"]);
        assert!(outcome.stderr.contains(note), "{command}: {}", outcome.stderr);
        let line = run_at(folder.path(), "C", b"", &[command, "game.json", "--json"]).stdout;
        assert!(line.contains(note), "{command}: {line}");
    }
    let with_another = run_at(folder.path(), "C", b"", &["standings", "game.json", "F1WC/FF. k5"]);
    assert_eq!((with_another.code, with_another.stderr.contains(note)), (0, false), "they agreed on another ranking");
    // Without the tie it says nothing, and counts again with it.
    let view = server.post(&format!("{game}/totals"), &json!({"player": "Cem", "total": 40}));
    assert!(!view.to_string().contains("agreement"), "{view}");
    let undo = || server.ask("POST", &format!("{game}/undo"), b"").json();
    assert_eq!(shown(&undo()), (tie(true), true));
    assert_eq!(shown(&undo()), (tie(false), false));
    assert_eq!(shown(&server.ask("POST", &format!("{game}/redo"), b"").json()), (tie(true), true));
    assert_eq!(shown(&agreed(Value::Null).json()), (tie(false), false));
}

#[test]
fn a_kingdom_painted_into_an_unreadable_photo_is_named_before_it_goes_with_the_photo() {
    let server = Server::start();
    let game = format!("/api/games/{}", server.post("/api/games", &json!({"players": ["Anna", "Ben"]}))["id"]);
    server.ask("POST", &format!("{game}/photos?name=IMG_7.jpg"), &photo("nothing.jpg")).json();
    let painted = server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "photo": 1}));
    assert_eq!(painted["kingdoms"][0]["owner"], Value::Null, "nobody's yet");
    let refused = server.ask("DELETE", &format!("{game}/photos/1"), b"");
    assert_eq!(refused.refused(), (409, "would-drop".to_owned()), "{}", refused.text());
    assert!(refused.text().contains("k1: the whole kingdom"), "{}", refused.text());
    assert_eq!(server.get(&game)["kingdoms"], painted["kingdoms"]);
    let gone = server.ask("DELETE", &format!("{game}/photos/1?drop=yes"), b"").json();
    assert_eq!((&gone["kingdoms"], &gone["photos"]), (&json!([]), &json!([])));
    // An undo restores the painting and its corrections, without the photo.
    let again = server.post(&format!("{game}/undo"), &Value::Null);
    let shown = |view: &Value| (view["kingdoms"][0]["notation"].clone(), view["kingdoms"][0]["owner"].clone());
    assert_eq!(shown(&again), shown(&painted), "{again}");
    assert_eq!((&again["photos"][0]["typed"], &again["photos"][0]["picture"]), (&json!(true), &json!(false)));
    assert_eq!(server.ask("GET", &format!("{game}/photos/1.jpg"), b"").status, 409);
}

/// A kingdom was painted over the one in a stored photo, corrected and assigned. After the photo is removed,
/// an undo brings all of that back, but not the photo's file.
#[test]
fn a_removed_photo_takes_its_file_with_it_and_leaves_what_was_painted_to_an_undo() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    let (game, _) = game(&server, &photos);
    server.patch(&game, &json!({"keep_photos": true}));
    server.post(&format!("{game}/kingdoms"), &json!({"squares": squares(), "kingdom": "1k1", "player": "Ben"}));
    let correction = json!({"kingdom": "1k1", "row": 0, "col": 0, "square": "wheat:1"});
    let corrected = server.post(&format!("{game}/corrections"), &correction);
    assert_eq!(corrected["players"][1]["total"], 14);
    let path = format!("{game}/photos/1");
    assert_eq!(server.ask("DELETE", &path, b"").refused(), (409, "would-drop".to_owned()));
    server.ask("DELETE", &format!("{path}?drop=yes"), b"").json();
    let again = server.post(&format!("{game}/undo"), &Value::Null);
    assert_eq!((&again["players"][1]["total"], &again["photos"][0]["kept"]), (&json!(14), &json!(false)), "{again}");
    assert_eq!(again["kingdoms"].as_array().map(Vec::len), Some(1), "{again}");
}

#[test]
fn a_painting_that_no_box_forms_is_not_final_until_somebody_says_so() {
    let server = Server::start();
    let game = format!("/api/games/{}", server.post("/api/games", &json!({"players": ["Mia", "Noah"]}))["id"]);
    server.post(&format!("{game}/totals"), &json!({"player": "Noah", "total": 1}));
    // Three of the four tiles are swamp with two crowns, of which the box has only one.
    let squares = json!([["castle", "swamp:2", "swamp:2"], ["wheat", "swamp:2", "wheat"]]);
    let view = server.post(&format!("{game}/kingdoms"), &json!({"squares": squares, "player": "Mia"}));
    let is_open = |view: &Value| {
        [&view["needs_review"], &view["players"][0]["needs_review"], &view["kingdoms"][0]["needs_review"]]
            .map(|open| open == true)
    };
    assert_eq!(is_open(&view), [true; 3], "{view}");
    assert_eq!(view["kingdoms"][0]["against_the_box"], true, "the page offers to take it as it is");
    assert_eq!(server.get("/api/games")[0]["needs_review"], true);
    let wins = |server: &Server| {
        server
            .get("/api/players")
            .as_array()
            .expect("players")
            .iter()
            .map(|player| player["wins"].as_u64().expect("a number"))
            .sum::<u64>()
    };
    assert_eq!(wins(&server), 0);
    let kingdom = json!({"kingdom": view["kingdoms"][0]["k"], "notation": view["kingdoms"][0]["notation"]});
    let said = server.post(&format!("{game}/as-read"), &kingdom);
    assert_eq!(is_open(&said), [false; 3], "{said}");
    assert_eq!(said["to_check"], json!([]), "{said}");
    assert_eq!(wins(&server), 1);
    // The confirmation can be undone, and survives saving and importing the game.
    let saved = server.get(&format!("{game}/game.json"));
    let again = server.ask("POST", "/api/games/import", saved.to_string().as_bytes()).json();
    assert_eq!(again["needs_review"], false, "{again}");
    assert_eq!(is_open(&server.post(&format!("{game}/undo"), &Value::Null)), [true; 3]);
}

#[test]
fn a_photo_taken_again_replaces_the_failed_one_of_its_player() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]));
    let (game, _) = game(&server, &photos);
    let ben = server.get(&game)["players"][1]["id"].clone();
    let send = |name: &str, bytes: &[u8], whose: &str| {
        server.ask("POST", &format!("{game}/photos?name={name}{whose}"), bytes).json()
    };
    let whose = format!("&whose={ben}");
    let failed = send("image.jpg", &photo("nothing.jpg"), &whose);
    assert_eq!(failed["photos"].as_array().map(Vec::len), Some(2));
    let kingdom = fs::read(photos.path("ben.jpg")).expect("a photo");
    let again = send("image.jpg", &kingdom, &whose);
    let shown = |view: &Value| -> Vec<Value> {
        view["photos"].as_array().expect("photos").iter().map(|photo| photo["status"].clone()).collect()
    };
    assert_eq!(shown(&again), ["scored", "scored"], "{again}");
    assert_eq!((&again["needs_review"], &again["warnings"]), (&json!(false), &json!([])), "{again}");
    // A kingdom without an owner keeps the ranks open: the warning names it, so that the user can leave it
    // out.
    let open = send("IMG_9.jpg", &photo("nothing.jpg"), "");
    assert_eq!(
        (&open["needs_review"], &open["warnings"][0]["code"]),
        (&json!(true), &json!("missing-kingdom")),
        "{open}"
    );
    let p = open["warnings"][0]["photo"].clone();
    let without = server.ask("DELETE", &format!("{game}/photos/{p}"), b"").json();
    assert_eq!((&without["needs_review"], &without["warnings"]), (&json!(false), &json!([])), "{without}");
}

#[test]
fn a_photo_of_another_game_says_so() {
    let (server, photos) = (Server::start(), Photos::of(&[("anna.jpg", 0)]));
    photos.in_other_colours("anna.jpg", "other.jpg");
    let (game, view) = game(&server, &photos);
    assert_eq!(view["photos"][0]["unlike"], false);
    let alone = view;
    let bytes = fs::read(photos.path("other.jpg")).expect("a photo");
    let view = server.ask("POST", &format!("{game}/photos?name=other.jpg"), &bytes).json();
    assert_eq!(
        (&view["photos"][1]["status"], &view["photos"][1]["unlike"]),
        (&json!("scored"), &json!(true)),
        "{view}"
    );
    // The photo that was left out changes nothing in the game, and belongs to no player.
    let ranked = |view: &Value| (view["players"].clone(), view["game"].clone(), view["standings"]["players"].clone());
    let before = server.get(&game);
    let several = photos.path("several.jpg");
    photos.paint("dora.jpg", KINGDOMS[3], 6);
    photos.join(&["anna.jpg", "dora.jpg", "anna.jpg", "dora.jpg"], "own.jpg");
    photos.in_other_colours("own.jpg", "several.jpg");
    let bytes = fs::read(&several).expect("a photo");
    let after = server.ask("POST", &format!("{game}/photos?name=several.jpg"), &bytes).json();
    assert_eq!((&after["photos"][2]["unlike"], &after["needs_review"]), (&json!(true), &json!(true)), "{after}");
    assert_eq!(ranked(&after), ranked(&before));
    assert_eq!(ranked(&view), ranked(&alone));
    // If the user corrects a square of this kingdom, it counts again.
    let correction = json!({"kingdom": "2k1", "row": 0, "col": 0, "square": "wheat"});
    assert_eq!(server.post(&format!("{game}/corrections"), &correction)["photos"][1]["unlike"], false);
}
