//! A tournament's folder of results, corrected over HTTP as `review` corrects it in a terminal.

use crate::common::batch::{kept_corrections, ranked_by};
use kingdom_scanner::standings::TieRule;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Answer, Server, photo};
use crate::common::game_photos::KINGDOMS;
use crate::common::program::{Outcome, run_at};
use crate::common::tournament_photos::{PHOTOS, copy, draw, whole};

/// A separate tournament for a test.
pub struct Folder {
    folder: TempDir,
    /// The server's data folder.
    data: TempDir,
}

impl Folder {
    pub fn new() -> Self {
        let own = Self::empty();
        copy(whole().folder(), own.folder.path());
        own
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// An empty tournament.
    pub fn empty() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), data: tempfile::tempdir().expect("a folder") }
    }

    /// Starts the server on `results`, with the photos.
    pub fn serve(&self) -> Server {
        self.serve_with(&[])
    }

    pub fn serve_with(&self, more: &[&str]) -> Server {
        let (results, photos) = (self.path("results"), self.path("photos"));
        let [results, photos] = [&results, &photos].map(|path| path.to_str().expect("UTF-8"));
        Server::start_at(self.data.path(), &[&[results, "--photos", photos], more].concat())
    }

    pub fn run(&self, args: &[&str], answers: &str) -> Outcome {
        run_at(self.folder.path(), "C", answers.as_bytes(), args)
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }

    /// The corrections, without their time.
    fn corrections(&self, results: &str) -> Value {
        let mut json = kept_corrections(&self.path(results));
        for answer in json["answers"].as_array_mut().expect("answers") {
            assert!(answer.as_object_mut().expect("an object").remove("at").is_some());
        }
        json
    }
}

pub const PHONE: &str = "?phone=one";

pub fn table(server: &Server, player: &str) -> Value {
    let tournament = server.get("/api/tournament");
    let tables = tournament["rounds"][0]["tables"].as_array().expect("tables");
    let has =
        |table: &&Value| table["ranking"].as_array().expect("places").iter().any(|place| place["player"] == player);
    let key = tables.iter().find(has).expect("a table")["key"].as_str().expect("a key");
    server.get(&format!("/api/games/{key}{PHONE}"))
}

pub fn path(table: &Value, rest: &str) -> String {
    format!("/api/games/{}{rest}", table["id"].as_str().expect("a key"))
}

pub fn photo_of<'a>(table: &'a Value, player: &str) -> &'a Value {
    let photos = table["photos"].as_array().expect("photos");
    photos.iter().find(|photo| photo["player"] == player).expect("a photo")
}

/// The view of the kingdom in the player's photo.
pub fn kingdom_of<'a>(table: &'a Value, player: &str) -> &'a Value {
    let key = &photo_of(table, player)["kingdoms"][0];
    table["kingdoms"].as_array().expect("a list").iter().find(|one| one["k"] == *key).expect("the player's kingdom")
}

/// The path of requests that mark the corners of the player's photo.
pub fn corners_path(table: &Value, player: &str) -> String {
    path(table, &format!("/photos/{}/corners{PHONE}", photo_of(table, player)["p"].as_str().expect("a key")))
}

/// The body of a request that marks corners, with the kingdom's current corners.
pub fn corners_of(kingdom: &Value) -> Value {
    json!({"corners_px": kingdom["corners_px"], "rows": kingdom["rows"], "cols": kingdom["cols"]})
}

/// A doubtful square of the table: the body of a correction to its alternative, its name, and the
/// alternative's word.
pub fn doubtful(table: &Value) -> (Value, String, String) {
    let check = table["to_check"].as_array().expect("a list").iter().find(|one| !one["square"].is_null());
    let check = check.unwrap_or_else(|| panic!("no doubtful square: {table}"));
    let name = check["square"].as_str().expect("a name").to_owned();
    let (row, col) = name[1..].split_once('c').expect("row and column");
    let [row, col] = [row, col].map(|number| number.parse::<usize>().expect("a number") - 1);
    let kingdoms = table["kingdoms"].as_array().expect("kingdoms");
    let kingdom = kingdoms.iter().find(|kingdom| kingdom["k"] == check["kingdom"]).expect("a kingdom");
    let word = kingdom["squares"][row][col]["alternatives"][0]["square"].as_str().expect("an alternative").to_owned();
    (json!({"kingdom": check["kingdom"], "row": row, "col": col, "square": word}), name, word)
}

pub fn put(server: &Server, path: &str, body: &Value) -> Answer {
    server.ask("PUT", path, body.to_string().as_bytes())
}

/// Confirms the kingdom in the player's photo.
pub fn confirm(server: &Server, table: &Value, player: &str, is_sure: bool) -> Answer {
    let body = json!({"kingdom": kingdom_of(table, player)["k"], "is_sure": is_sure});
    server.ask("POST", &path(table, &format!("/as-read{PHONE}")), body.to_string().as_bytes())
}

pub fn verdict(server: &Server, table: &Value, player: &str, body: &Value) -> Answer {
    let photo = photo_of(table, player)["p"].as_str().expect("a key").to_owned();
    put(server, &path(table, &format!("/photos/{photo}/verdict{PHONE}")), body)
}

#[test]
fn a_phone_leaves_what_a_review_at_a_terminal_leaves() {
    let folder = Folder::new();
    copy(&folder.path("results"), &folder.path("terminal"));
    let server = folder.serve();
    let view = table(&server, "Ben");
    assert!(photo_of(&view, "Ben")["needs_review"] == true && photo_of(&view, "Anna")["needs_review"] == false);
    let (correction, name, word) = doubtful(&view);
    let after = server.post(&path(&view, &format!("/corrections{PHONE}")), &correction);
    assert_eq!(photo_of(&after, "Ben")["said"], "squares");
    // The phones see what is in the folder of results.
    let standings = server.ask("GET", "/api/tournament/standings.csv", b"").text();
    let report = server.get("/api/tournament")["overall"].clone();
    assert_eq!(server.interrupt(), Some(0));
    assert_eq!(folder.text("results/standings.csv"), standings);

    let review = folder.run(&["review", "terminal", "Ben"], &format!("{name}={word}\nq\n"));
    assert_eq!(review.code, 0, "{}", review.stderr);
    assert_eq!(folder.corrections("results"), folder.corrections("terminal"));
    for file in ["standings.csv", "report.html", "results.ndjson"] {
        assert_eq!(folder.text(&format!("results/{file}")), folder.text(&format!("terminal/{file}")), "{file}");
    }
    for place in report.as_array().expect("places") {
        let (player, total) = (place["player"].as_str().expect("a name"), &place["total"]);
        assert!(standings.contains(&format!("{player},{total},")), "{player} {total}: {standings}");
    }

    // Confirms one whole photo and leaves out another, as `a` and `x` do in `review`.
    let server = folder.serve();
    let view = table(&server, "Ben");
    confirm(&server, &view, "Ben", true).json();
    let view = table(&server, "Dora");
    verdict(&server, &view, "Dora", &json!({"what": "left_out"})).json();
    assert_eq!(server.interrupt(), Some(0));
    let review = folder.run(&["review", "terminal", "Ben", "Dora"], "a\ny\nx\nq\n");
    assert_eq!(review.code, 0, "{}", review.stderr);
    assert_eq!(folder.corrections("results"), folder.corrections("terminal"));
    assert_eq!(folder.text("results/standings.csv"), folder.text("terminal/standings.csv"));
    assert_eq!(folder.text("results/report.html"), folder.text("terminal/report.html"));
}

#[test]
fn answers_are_undone_done_again_and_taken_back() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Ben");
    let (correction, ..) = doubtful(&view);
    let before = view["kingdoms"].clone();
    let said = server.post(&path(&view, &format!("/corrections{PHONE}")), &correction);
    let step = |what: &str| server.ask("POST", &path(&view, &format!("/{what}{PHONE}")), b"");
    let undone = step("undo").json();
    assert_eq!((&undone["kingdoms"], &undone["can_redo"]), (&before, &json!(true)));
    assert_eq!(step("undo").refused(), (409, "nothing-to-undo".to_owned()));
    assert_eq!(step("redo").json()["kingdoms"], said["kingdoms"]);
    let right = confirm(&server, &view, "Ben", true).json();
    assert_eq!((&photo_of(&right, "Ben")["said"], &right["to_check"]), (&json!("right"), &json!([])));
    let forgotten = verdict(&server, &view, "Ben", &json!({"what": "nothing"})).json();
    assert_eq!((&forgotten["kingdoms"], &photo_of(&forgotten, "Ben")["said"]), (&before, &Value::Null));
    assert_eq!(step("undo").json()["kingdoms"], right["kingdoms"]);

    // Impossible corrections are refused in the requested language.
    let mut wrong = correction.clone();
    (wrong["square"], wrong["row"]) = (json!("lake"), json!(9));
    let answer = server.ask("POST", &path(&view, "/corrections?lang=de&phone=one"), wrong.to_string().as_bytes());
    assert_eq!(answer.refused(), (422, "bad-correction".to_owned()));
    assert!(answer.text().contains("kein Feld in Zeile 10"), "{}", answer.text());

    // A photo with marked corners counts as it was read between them.
    let anna = photo_of(&view, "Anna").clone();
    let own = kingdom_of(&view, "Anna");
    let shown = put(&server, &corners_path(&view, "Anna"), &corners_of(own)).json();
    assert_eq!(photo_of(&shown, "Anna")["said"], "between_corners");
    assert_eq!(kingdom_of(&shown, "Anna")["notation"], own["notation"], "the same kingdom");
    let right = confirm(&server, &view, "Anna", true).json();
    assert_eq!(photo_of(&right, "Anna")["said"], "right");
    let undone = step("undo").json();
    assert_eq!(photo_of(&undone, "Anna")["said"], "between_corners");
    // The pictures of the whole photo and of the kingdom alone are served.
    for picture in [
        format!("/photos/{}.jpg", anna["p"].as_str().expect("a key")),
        format!("/kingdoms/{}.jpg", own["k"].as_str().expect("a key")),
    ] {
        let answer = server.ask("GET", &path(&view, &picture), b"");
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/jpeg")), "{picture}");
    }
}

/// Corners that leave out a corrected square, or that replace a typed kingdom, are asked about first.
#[test]
fn what_marked_corners_would_drop_is_asked_about() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Anna");
    let own = kingdom_of(&view, "Anna");
    let correct = |row: usize| {
        let correction = json!({"kingdom": own["k"], "row": row, "col": 0, "square": "mine:1"});
        server.post(&path(&view, &format!("/corrections{PHONE}")), &correction)
    };
    correct(0);
    let corrected = correct(2);
    // Between the same corners there are now only four rows: the first is about where it was, the third is not.
    let corners = json!({"corners_px": own["corners_px"], "rows": 4, "cols": 5});
    let refused = put(&server, &corners_path(&view, "Anna"), &corners);
    assert_eq!(refused.refused(), (409, "would-drop".to_owned()));
    let refused: Value = serde_json::from_str(&refused.text()).expect("JSON");
    let lost = refused["error"]["lost"].as_array().expect("a list");
    assert!(lost.len() == 1 && lost[0]["text"].as_str().expect("a text").contains("r3c1"), "{refused}");
    let agreed = format!("{}&drop=yes", corners_path(&view, "Anna"));
    let marked = put(&server, &agreed, &corners).json();
    assert_eq!(photo_of(&marked, "Anna")["said"], "between_corners");
    assert_eq!(kingdom_of(&marked, "Anna")["squares"][0][0]["square"], "mine:1", "the first row is kept");
    let undone = server.post(&path(&view, &format!("/undo{PHONE}")), &Value::Null);
    assert_eq!(undone["kingdoms"], corrected["kingdoms"]);
    confirm(&server, &view, "Anna", true).json();
    assert_eq!(put(&server, &corners_path(&view, "Anna"), &corners_of(own)).refused(), (409, "would-drop".to_owned()));
    // Corners that nobody marked cannot be removed, and a photo that is left out has none.
    let removed = |server: &Server| put(server, &corners_path(&view, "Anna"), &Value::Null).refused();
    assert_eq!(removed(&server), (409, "changed".to_owned()));
    verdict(&server, &view, "Anna", &json!({"what": "left_out"})).json();
    assert_eq!(removed(&server), (422, "bad-correction".to_owned()));
}

/// Withdrawing the answers about a photo withdraws squares between marked corners, too.
#[test]
fn nothing_is_left_of_a_square_between_marked_corners() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Anna");
    let own = kingdom_of(&view, "Anna");
    // All but the first column, which takes a fifth of the upper and the lower side.
    let px = |corner: usize, axis: usize| own["corners_px"][corner][axis].as_f64().expect("a number");
    let fifth = |from: usize, to: usize| [0, 1].map(|axis| px(from, axis) + (px(to, axis) - px(from, axis)) / 5.0);
    let corners_px = json!([fifth(0, 1), own["corners_px"][1], own["corners_px"][2], fifth(3, 2)]);
    let corners = json!({"corners_px": corners_px, "rows": 5, "cols": 4});
    let marked = put(&server, &corners_path(&view, "Anna"), &corners).json();
    let key = &kingdom_of(&marked, "Anna")["k"];
    let correction = json!({"kingdom": key, "row": 0, "col": 0, "square": "mine:1"});
    server.post(&path(&view, &format!("/corrections{PHONE}")), &correction);
    let nothing = verdict(&server, &view, "Anna", &json!({"what": "nothing"})).json();
    assert_eq!((&nothing["kingdoms"], &photo_of(&nothing, "Anna")["said"]), (&view["kingdoms"], &Value::Null));
    // Half a square further to the left, no square lies on one that was found.
    let tenth = |from: usize, to: usize| [0, 1].map(|axis| px(from, axis) - (px(to, axis) - px(from, axis)) / 10.0);
    let corners_px = json!([tenth(0, 1), tenth(1, 0), tenth(2, 3), tenth(3, 2)]);
    let corners = json!({"corners_px": corners_px, "rows": 5, "cols": 6});
    put(&server, &corners_path(&view, "Anna"), &corners).json();
    server.post(&path(&view, &format!("/corrections{PHONE}")), &correction);
    let removed = put(&server, &corners_path(&view, "Anna"), &Value::Null);
    assert_eq!(removed.refused(), (409, "would-drop".to_owned()));
    let agreed = format!("{}&drop=yes", corners_path(&view, "Anna"));
    assert_eq!(put(&server, &agreed, &Value::Null).json()["kingdoms"], view["kingdoms"]);
}

/// Answers and marked corners can be undone and redone after the server has ended, too.
#[test]
fn undo_and_redo_outlive_the_server() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Anna");
    let own = kingdom_of(&view, "Anna");
    let correction = json!({"kingdom": own["k"], "row": 0, "col": 0, "square": "mine:1"});
    let corrected = server.post(&path(&view, &format!("/corrections{PHONE}")), &correction);
    let marked = put(&server, &corners_path(&view, "Anna"), &corners_of(own)).json();
    assert_eq!(server.interrupt(), Some(0));
    for forth in [false, true] {
        let mut server = folder.serve();
        for (what, expected) in [("undo", [&corrected, &view]), ("redo", [&corrected, &marked])] {
            for table in expected {
                let now = server.post(&path(&view, &format!("/{what}{PHONE}")), &Value::Null);
                assert_eq!(now["kingdoms"], table["kingdoms"], "{what}");
                if forth {
                    assert_eq!(server.interrupt(), Some(0));
                    server = folder.serve();
                }
            }
        }
        assert_eq!(server.interrupt(), Some(0));
    }
}

#[test]
fn two_phones_are_not_at_one_table_by_accident() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Ben");
    let claim = |phone: &str, takes_over: bool| {
        put(&server, &path(&view, &format!("/claim?phone={phone}")), &json!({"takes_over": takes_over}))
    };
    assert_eq!(claim("one", false).json()["claim"], "mine");
    assert_eq!(claim("two", false).refused(), (409, "claimed".to_owned()));
    assert_eq!(claim("", false).refused(), (400, "bad-query".to_owned()), "nobody is nowhere");
    assert_eq!(server.get(&path(&view, "?phone=two"))["claim"], "taken");
    let is_taken =
        |phone: &str| server.get(&format!("/api/tournament?phone={phone}"))["to_check"][0]["is_taken"].clone();
    assert_eq!((is_taken("one"), is_taken("two")), (json!(false), json!(true)));
    let (correction, ..) = doubtful(&view);
    let correct = |phone: &str| {
        server.ask("POST", &path(&view, &format!("/corrections?phone={phone}")), correction.to_string().as_bytes())
    };
    // Neither another phone nor a program without a claim can change the table.
    for stranger in ["two", ""] {
        assert_eq!(correct(stranger).refused(), (409, "claimed".to_owned()), "{stranger}");
    }
    let next = |phone: &str| server.post(&format!("/api/tournament/next?phone={phone}"), &json!({}))["table"].clone();
    assert_eq!((next("two"), next("one")), (Value::Null, view["id"].clone()), "one table has something to check");
    // Each phone sees the other's answers.
    let corrected = correct("one").json();
    let seen = server.get(&path(&view, "?phone=two"));
    assert_eq!((&seen["kingdoms"], &seen["revision"]), (&corrected["kingdoms"], &corrected["revision"]));
    assert_eq!(claim("two", true).json()["claim"], "mine");
    assert_eq!(correct("one").refused(), (409, "claimed".to_owned()));
    assert_eq!(server.ask("DELETE", &path(&view, "/claim?phone=two"), b"").status, 204);
    assert_eq!(claim("one", false).json()["claim"], "mine");
    // A table with nothing to check can be opened, too.
    assert_eq!(table(&server, "Cem")["claim"], "free");
}

#[test]
fn other_programs_keep_out_as_long_as_it_is_served() {
    let folder = Folder::new();
    let server = folder.serve();
    for command in [&["review", "results"][..], &["batch", "photos", "-o", "results"]] {
        let outcome = folder.run(command, "");
        assert_ne!(outcome.code, 0);
        assert!(outcome.stderr.contains("another kingdom-scanner is using it"), "{}", outcome.stderr);
    }
    let results = folder.path("results");
    let second = folder.run(&["serve", results.to_str().expect("UTF-8"), "--port", "0", "--data", "other"], "");
    assert!(second.stderr.contains("another kingdom-scanner is using it"), "{}", second.stderr);
    // Without the token, the tournament can be neither seen nor changed.
    let view = table(&server, "Ben");
    for (method, path) in [
        ("GET", "/api/tournament".to_owned()),
        ("GET", "/api/tournament/standings.csv".to_owned()),
        ("POST", "/api/tournament/next".to_owned()),
        ("POST", "/api/tournament/photos?table=1&player=Eva".to_owned()),
        ("GET", path(&view, "")),
        ("POST", path(&view, "/undo")),
    ] {
        assert_eq!(server.ask_with(method, &path, "", b"{}").refused(), (401, "token".to_owned()), "{path}");
    }
    assert_eq!(server.interrupt(), Some(0));
    let listed = folder.run(&["review", "results"], "q\n");
    assert_eq!(listed.code, 0, "{}", listed.stderr);
    // A server without a tournament serves none, and photos from another folder are refused.
    assert_eq!(Server::start().ask("GET", "/api/tournament", b"").status, 404);
    fs::create_dir(folder.path("empty")).expect("a folder");
    fs::write(folder.path("empty/table-1.jpg"), photo("five.jpg")).expect("a file");
    let wrong = folder.run(&["serve", "results", "--photos", "empty", "--port", "0", "--data", "other"], "");
    assert!(wrong.code != 0 && wrong.stderr.contains("has the results of other photos"), "{}", wrong.stderr);
    let wrong = folder
        .run(&["serve", "results", "--photos", "photos", "--variant", "harmony", "--port", "0", "--data", "other"], "");
    assert!(wrong.code != 0 && wrong.stderr.contains("same manifest, variants and size"), "{}", wrong.stderr);
}

#[test]
fn standings_are_in_the_language_of_the_report_unless_another_one_is_asked_for() {
    let folder = Folder::new();
    for (more, head) in [(&[][..], "rank"), (&["--lang", "de"][..], "Platz")] {
        let standings = folder.serve_with(more).ask("GET", "/api/tournament/standings.csv", b"").text();
        assert!(standings.contains(head), "{more:?}: {standings}");
    }
}

/// Photos without a photo's usual extension are served, because `batch` reads them, too.
#[test]
fn photos_without_a_usual_ending_are_served() {
    let folder = Folder::new();
    let of_table = |name: &str| folder.path(&format!("photos/round-1/table-2/{name}"));
    fs::rename(of_table("Cem.jpg"), of_table("Cem.jfif")).expect("renamed");
    fs::rename(of_table("Dora.jpg"), of_table("Dora")).expect("renamed");
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    let server = folder.serve();
    let view = table(&server, "Cem");
    for player in ["Cem", "Dora"] {
        assert_eq!(photo_of(&view, player)["status"], "scored");
        let shown = put(&server, &corners_path(&view, player), &corners_of(kingdom_of(&view, player)));
        assert_eq!(shown.status, 200, "{}", shown.text());
    }
}

#[test]
fn photos_are_added_as_batch_reads_them_and_nothing_acknowledged_is_lost() {
    let folder = Folder::new();
    let server = folder.serve();
    let file = folder.path("eva.jpg");
    draw(KINGDOMS[0], &file, "plain", 9);
    let file = fs::read(file).expect("a photo");
    let add = |server: &Server, query: &str, file: &[u8]| {
        server.ask("POST", &format!("/api/tournament/photos?{query}"), file)
    };
    for (query, code) in [
        ("table=2&player=..%2F..%2FEva", "bad-name"),
        ("table=..&player=Eva", "bad-name"),
        ("table=2&round=%2Fetc&player=Eva", "bad-name"),
        ("table=2&player=a%00b", "bad-name"),
        ("table=2&player=.hidden", "bad-name"),
        ("table=2&player=", "bad-name"),
        ("table=2&player=Eva&path=x", "bad-query"),
    ] {
        assert_eq!(add(&server, query, &file).refused(), (400, code.to_owned()), "{query}");
    }
    assert_eq!(add(&server, "table=2&player=Eva", b"no picture").refused(), (422, "no-picture".to_owned()));
    // The photo would be saved under a name from which `batch` could not read this player, so it is refused,
    // and leaves no file.
    assert_eq!(add(&server, "table=2&player=player-2", &file).refused(), (409, "not-added".to_owned()));
    let photos = || {
        let files = walkdir::WalkDir::new(folder.path("photos")).into_iter().map(|entry| entry.expect("an entry"));
        // The painter writes a label next to each.
        let photos = files
            .filter(|file| file.file_type().is_file() && file.path().extension().is_none_or(|ending| ending != "json"));
        photos.count()
    };
    assert_eq!(photos(), PHOTOS.len());

    let view = table(&server, "Ben");
    let (correction, ..) = doubtful(&view);
    let corrected = server.post(&path(&view, &format!("/corrections{PHONE}")), &correction);
    let added = add(&server, "table=02&player=Eva", &file);
    assert_eq!(added.status, 201, "{}", added.text());
    let added = added.json();
    assert_eq!(added["players"].as_array().expect("players").len(), 3, "Cem, Dora and Eva");
    assert_eq!(photo_of(&added, "Eva")["status"], "scored");
    // The server is killed right after its answers: the correction and the added photo are both there
    // afterwards.
    server.signal(libc::SIGKILL);
    drop(server);
    let server = folder.serve();
    let seen = table(&server, "Ben");
    assert_eq!((&seen["kingdoms"], &seen["players"]), (&corrected["kingdoms"], &corrected["players"]));
    assert_eq!(table(&server, "Eva")["kingdoms"], added["kingdoms"]);
    let standings = server.ask("GET", "/api/tournament/standings.csv", b"").text();
    assert_eq!(server.interrupt(), Some(0));

    // The photo counts as if it had been copied to the folder by hand: `batch` finds nothing to read, and
    // changes nothing.
    let files = ["results.ndjson", "standings.csv", "report.html"];
    let before = files.map(|file| folder.text(&format!("results/{file}")));
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    for (file, before) in files.into_iter().zip(before) {
        assert_eq!(folder.text(&format!("results/{file}")), before, "{file}");
    }
    assert_eq!(folder.text("results/standings.csv"), standings);
    assert!(standings.contains("Eva,22,"), "{standings}");

    // The tie rule is kept. While a photo of the results is missing, no photo can be added, because that
    // would drop the missing photo's kingdom.
    let ranked = folder.run(&["review", "results", "--tie-break", "crowns"], "");
    assert_eq!(ranked.code, 0, "{}", ranked.stderr);
    let server = folder.serve();
    let (there, elsewhere) = (folder.path(&format!("photos/{}", PHOTOS[0])), folder.path("elsewhere.jpg"));
    fs::rename(&there, &elsewhere).expect("moved");
    let before = folder.text("results/results.ndjson");
    assert_eq!(add(&server, "table=2&player=Finn", &file).refused(), (409, "not-added".to_owned()));
    assert_eq!(folder.text("results/results.ndjson"), before);
    // The same applies if the photo's file cannot be read, or contains another picture.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere.jpg", &there).expect("a link");
        assert_eq!(add(&server, "table=2&player=Finn", &file).refused(), (409, "not-added".to_owned()));
        assert_eq!(folder.text("results/results.ndjson"), before);
        fs::remove_file(&there).expect("removed");
    }
    draw(KINGDOMS[1], &there, "plain", 11);
    let refused = add(&server, "table=2&player=Finn", &file);
    assert_eq!(refused.refused(), (409, "not-added".to_owned()));
    assert!(refused.text().contains("Anna.jpg is missing, cannot be read, or has changed"), "{}", refused.text());
    assert_eq!(folder.text("results/results.ndjson"), before);
    fs::rename(&elsewhere, &there).expect("moved");
    // Al's photo has the same content as Eva's and a shorter name, so Eva's would count as its copy.
    assert_eq!(add(&server, "table=2&player=Al", &file).refused(), (409, "not-added".to_owned()));
    assert_eq!(folder.text("results/results.ndjson"), before);
    assert_eq!(add(&server, "table=2&player=Finn", &file).status, 201);
    assert_eq!(server.interrupt(), Some(0));
    assert_eq!(ranked_by(&folder.path("results")).tie_rule, TieRule::Crowns);
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    assert_eq!(ranked_by(&folder.path("results")).tie_rule, TieRule::Crowns);
}

/// Answers can be undone across restarts, on a phone and in a terminal, and one more correction changes the
/// confirmed kingdom.
#[test]
fn answers_of_an_earlier_server_are_undone_one_by_one() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Anna");
    let own = kingdom_of(&view, "Anna").clone();
    let right = confirm(&server, &view, "Anna", true).json();
    let square = |row: usize, word: &str| json!({"kingdom": own["k"], "row": row, "col": 0, "square": word});
    let correct = |server: &Server, row: usize, word: &str| {
        server.post(&path(&view, &format!("/corrections{PHONE}")), &square(row, word))
    };
    let one = correct(&server, 0, "mine:3");
    assert_eq!(photo_of(&one, "Anna")["said"], "squares");
    assert_ne!(kingdom_of(&one, "Anna")["notation"], own["notation"]);
    assert_eq!(server.interrupt(), Some(0));
    // Gives another answer in a terminal.
    let review = folder.run(&["review", "results", "Anna"], "x\nq\n");
    assert_eq!(review.code, 0, "{}", review.stderr);
    let server = folder.serve();
    let seen = server.get(&path(&view, PHONE));
    assert_eq!((&photo_of(&seen, "Anna")["said"], &seen["can_undo"]), (&json!("left_out"), &json!(true)));
    let step = |server: &Server, what: &str| server.post(&path(&view, &format!("/{what}{PHONE}")), &Value::Null);
    let shown = |view: &Value| (kingdom_of(view, "Anna")["notation"].clone(), photo_of(view, "Anna")["said"].clone());
    assert_eq!(shown(&step(&server, "undo")), shown(&one));
    assert_eq!(shown(&step(&server, "undo")), shown(&right));
    let redone = step(&server, "redo");
    assert_eq!((shown(&redone), &redone["can_redo"]), (shown(&one), &json!(true)));
    assert_eq!(server.interrupt(), Some(0));
    let review = folder.run(&["review", "results", "Anna"], "u\nu\nq\n");
    assert_eq!(review.code, 0, "{}", review.stderr);
    let server = folder.serve();
    let seen = server.get(&path(&view, PHONE));
    assert_eq!(shown(&seen), (own["notation"].clone(), Value::Null));
    assert_eq!(seen["can_undo"], false);
}

/// A kingdom typed with an empty border is shown without it, and its squares are named accordingly.
#[test]
fn a_square_of_a_typed_kingdom_is_the_one_that_is_shown() {
    let folder = Folder::new();
    let review = folder.run(&["review", "results", "Anna"], "...../.W1WC./...../..... k5\ny\nq\n");
    assert_eq!(review.code, 0, "{}", review.stderr);
    let server = folder.serve();
    let view = table(&server, "Anna");
    let own = kingdom_of(&view, "Anna");
    assert_eq!(own["notation"], "W1WC k5");
    let square = json!({"kingdom": own["k"], "row": 0, "col": 1, "square": "wheat:1", "notation": own["notation"]});
    let after = server.post(&path(&view, &format!("/corrections{PHONE}")), &square);
    assert_eq!(kingdom_of(&after, "Anna")["notation"], "W1W1C k5");
}

/// The page reports a correction whose photo is gone.
#[test]
fn a_correction_whose_photo_is_gone_is_told_on_the_page() {
    let folder = Folder::new();
    let review = folder.run(&["review", "results", "Anna"], "x\nq\n");
    assert_eq!(review.code, 0, "{}", review.stderr);
    fs::rename(folder.path("photos/round-1/table-1/Anna.jpg"), folder.path("elsewhere.jpg")).expect("moved");
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    let server = folder.serve();
    let questions = server.get("/api/tournament")["questions"].to_string();
    let told = "round-1/table-1/Anna.jpg was corrected (left out by a person), but this photo is no longer there";
    assert!(questions.contains(told), "{questions}");
}
