//! Faults while a tournament is served: two phones at a table, full disks, photos that allow no decisions.

use crate::common::batch::{DATABASE, kept_corrections, ranked_by};
use kingdom_scanner::standings::TieRule;
use rusqlite::Connection;
use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Server;
use crate::common::game_photos::{KINGDOMS, Photos};
use crate::common::tournament_photos::{copy, draw};
use crate::tournament::{
    Folder, PHONE, confirm, corners_of, corners_path, doubtful, kingdom_of, path, photo_of, put, table, verdict,
};

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The notation of each of the player's kingdoms.
fn notations(view: &Value, player: &str) -> Vec<Value> {
    let keys = photo_of(view, player)["kingdoms"].as_array().expect("keys");
    let kingdom = |key: &Value| {
        let kingdoms = view["kingdoms"].as_array().expect("kingdoms");
        kingdoms.iter().find(|kingdom| kingdom["k"] == *key).expect("a kingdom")["notation"].clone()
    };
    keys.iter().map(kingdom).collect()
}

/// Puts a folder with content at the file's path, so that the file cannot be written.
fn block(folder: &Folder, file: &str) {
    let path = folder.path(file);
    let _ = fs::remove_file(&path);
    fs::create_dir_all(path.join("in the way")).expect("a folder");
}

fn unblock(folder: &Folder, file: &str) {
    fs::remove_dir_all(folder.path(file)).expect("removed");
}

/// The database of the results, locked by another program, so that nothing can be written.
struct Locked(#[allow(dead_code, reason = "held")] Connection);

impl Locked {
    fn new(folder: &Folder) -> Self {
        let connection = Connection::open(folder.path("results").join(DATABASE)).expect("a database");
        connection.execute_batch("BEGIN IMMEDIATE").expect("locked");
        Self(connection)
    }
}

fn add(server: &Server, player: &str, file: &[u8]) -> crate::client::Answer {
    server.ask("POST", &format!("/api/tournament/photos?table=2&player={player}"), file)
}

fn painted(folder: &Folder, seed: u64) -> Vec<u8> {
    let path = folder.path(&format!("painted-{seed}.jpg"));
    draw(KINGDOMS[0], &path, "plain", seed);
    fs::read(path).expect("a photo")
}

#[test]
fn an_answer_about_what_another_phone_has_changed_is_not_taken() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Ben");
    let (mut correction, ..) = doubtful(&view);
    let seen = notations(&view, "Ben");
    correction["notation"] = seen[0].clone();
    let corrections = path(&view, &format!("/corrections{PHONE}"));
    let now = server.post(&corrections, &correction);
    let said = kept_corrections(&folder.path("results"));
    assert_ne!(notations(&now, "Ben"), seen, "the test needs a correction that changes the kingdom");
    // The correction now comes too late, because another phone's answer has changed the kingdom.
    let late = server.ask("POST", &format!("{corrections}&lang=de"), correction.to_string().as_bytes());
    assert_eq!(late.refused(), (409, "changed".to_owned()));
    assert!(late.text().contains("ein anderes Telefon hat das inzwischen geändert"), "{}", late.text());
    let say = |what: &str, notations: &[Value]| {
        verdict(&server, &view, "Ben", &json!({"what": what, "notations": notations}))
    };
    let as_read = |notation: &Value| {
        let body = json!({"kingdom": kingdom_of(&view, "Ben")["k"], "is_sure": true, "notation": notation});
        server.ask("POST", &path(&view, &format!("/as-read{PHONE}")), body.to_string().as_bytes())
    };
    assert_eq!(as_read(&seen[0]).refused(), (409, "changed".to_owned()));
    for what in ["left_out", "nothing"] {
        assert_eq!(say(what, &seen).refused(), (409, "changed".to_owned()), "{what}");
        assert_eq!(say(what, &[]).refused(), (409, "changed".to_owned()), "{what}");
    }
    assert_eq!(kept_corrections(&folder.path("results")), said);
    let right = as_read(&notations(&now, "Ben")[0]).json();
    assert_eq!(photo_of(&right, "Ben")["said"], "right");
    // A photo that is left out shows no kingdoms, so none need to be named.
    let out = say("left_out", &notations(&right, "Ben")).json();
    assert_eq!(say("nothing", &notations(&out, "Ben")).json()["kingdoms"], view["kingdoms"]);
}

#[test]
fn a_photo_of_a_whole_table_is_not_read_between_corners() {
    let folder = Folder::empty();
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1), ("cem.jpg", 2), ("dora.jpg", 3)]);
    photos.join(&["anna.jpg", "ben.jpg", "cem.jpg", "dora.jpg"], "table-3.jpg");
    fs::create_dir(folder.path("photos")).expect("a folder");
    fs::copy(photos.path("table-3.jpg"), folder.path("photos/table-3.jpg")).expect("a copy");
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    let server = folder.serve();
    let key = server.get("/api/tournament")["rounds"][0]["tables"][0]["key"].clone();
    let view = server.get(&format!("/api/games/{}{PHONE}", key.as_str().expect("a key")));
    let photo = &view["photos"][0];
    assert_eq!(photo["shows_table"], true);
    let own = &view["kingdoms"][0];
    let of_photo = path(&view, &format!("/photos/{}/corners{PHONE}", photo["p"].as_str().expect("a key")));
    let refused = put(&server, &of_photo, &corners_of(own));
    assert_eq!(refused.refused(), (422, "bad-correction".to_owned()));
    assert!(refused.text().contains("can only be checked square by square"), "{}", refused.text());
    assert_eq!(server.get(&path(&view, PHONE))["kingdoms"], view["kingdoms"]);
}

/// A photo counts also while the report cannot be written.
#[test]
fn a_photo_is_added_while_the_report_cannot_be_written() {
    let folder = Folder::new();
    let ranked = folder.run(&["review", "results", "--tie-break", "crowns"], "");
    assert_eq!(ranked.code, 0, "{}", ranked.stderr);
    let server = folder.serve();
    block(&folder, "results/report.html");
    assert_eq!(add(&server, "Eva", &painted(&folder, 9)).status, 201);
    let seen = table(&server, "Eva");
    assert_eq!(photo_of(&seen, "Eva")["status"], "scored");
    // Once the report can be written, standings and report follow without another answer.
    unblock(&folder, "results/report.html");
    until("no report", || {
        folder.path("results/report.html").is_file() && folder.text("results/report.html").contains("Eva")
    });
    let added = add(&server, "Finn", &painted(&folder, 10));
    assert_eq!(added.status, 201, "{}", added.text());
    assert_eq!(server.interrupt(), Some(0));
    assert_eq!(ranked_by(&folder.path("results")).tie_rule, TieRule::Crowns);
}

/// A decision about a photo that has changed since no longer counts, and the photo needs review for that
/// until there is another decision.
#[test]
fn what_was_said_of_another_photo_is_not_forgotten_by_an_undo() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Anna");
    confirm(&server, &view, "Anna", true).json();
    let anna = format!("photos/{}", photo_of(&view, "Anna")["name"].as_str().expect("a name"));
    assert_eq!(server.interrupt(), Some(0));
    fs::write(folder.path(&anna), painted(&folder, 9)).expect("another photo");
    let batch = folder.run(&["batch", "photos", "-o", "results", "--force"], "");
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    let server = folder.serve();
    let is_to_check = |view: &Value| photo_of(view, "Anna")["needs_review"] == true;
    let view = table(&server, "Anna");
    assert!(is_to_check(&view) && photo_of(&view, "Anna")["said"].is_null(), "{view}");
    let step = |what: &str| server.ask("POST", &path(&view, &format!("/{what}{PHONE}")), b"");
    // Marking corners is a decision about the photo as it is now.
    let corners = corners_of(kingdom_of(&view, "Anna"));
    assert!(!is_to_check(&put(&server, &corners_path(&view, "Anna"), &corners).json()));
    assert!(is_to_check(&step("undo").json()));
    // Leaving the photo out and undoing that does not bring back the decision about its earlier content.
    let left_out = verdict(&server, &view, "Anna", &json!({"what": "left_out"})).json();
    assert!(!is_to_check(&left_out), "{left_out}");
    let undone = step("undo").json();
    assert!(is_to_check(&undone) && photo_of(&undone, "Anna")["said"].is_null(), "{undone}");
    assert!(!is_to_check(&step("redo").json()));
}

#[test]
fn who_ends_the_server_hears_that_standings_and_report_are_old() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Dora");
    assert!(folder.text("results/standings.csv").contains("Dora,18"), "{}", folder.text("results/standings.csv"));
    block(&folder, "results/report.html");
    verdict(&server, &view, "Dora", &json!({"what": "left_out"})).json();
    let stderr = server.data().join("stderr.txt");
    let code = server.interrupt();
    let said = fs::read_to_string(stderr).expect("a file");
    assert!(code.is_some_and(|code| code != 0), "{code:?}");
    assert!(said.contains("standings and report could not be updated") && said.contains("report.html"), "{said}");
    // The last answer was saved, and counts in the next review.
    unblock(&folder, "results/report.html");
    let review = folder.run(&["review", "results"], "q\n");
    assert_eq!(review.code, 0, "{}", review.stderr);
    assert!(!folder.text("results/standings.csv").contains("Dora,18"), "{}", folder.text("results/standings.csv"));
}

#[test]
fn what_cannot_be_noted_changes_nothing_that_is_shown() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Anna");
    let shown = view.clone();
    let locked = Locked::new(&folder);
    let (correction, ..) = doubtful(&view);
    let correct =
        || server.ask("POST", &path(&view, &format!("/corrections{PHONE}")), correction.to_string().as_bytes());
    assert_eq!(correct().refused(), (500, "broken".to_owned()));
    drop(locked);
    let now = server.get(&path(&view, PHONE));
    assert_eq!((&now["kingdoms"], photo_of(&now, "Ben")), (&shown["kingdoms"], photo_of(&shown, "Ben")));
    let locked = Locked::new(&folder);
    let right = confirm(&server, &view, "Anna", true);
    assert_eq!(right.refused(), (500, "broken".to_owned()));
    drop(locked);
    assert_eq!(photo_of(&server.get(&path(&view, PHONE)), "Anna")["said"], Value::Null);
    assert_eq!(photo_of(&confirm(&server, &view, "Anna", true).json(), "Anna")["said"], "right");
}

#[test]
fn what_a_reading_between_corners_warns_of_is_asked_about() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Anna");
    // Marks only four of the five rows.
    let corners = json!({"corners_px": kingdom_of(&view, "Anna")["corners_px"], "rows": 4, "cols": 5});
    let shown = put(&server, &corners_path(&view, "Anna"), &corners).json();
    let own = kingdom_of(&shown, "Anna");
    let warnings = own["warnings"].as_array().expect("warnings").clone();
    assert!(!warnings.is_empty(), "the test needs a reading with warnings: {own:?}");
    let asked = confirm(&server, &view, "Anna", false);
    assert_eq!(asked.refused(), (409, "not-sure".to_owned()));
    let asked: Value = serde_json::from_str(&asked.text()).expect("JSON");
    for warning in warnings {
        let text = warning["text"].as_str().expect("a text");
        assert!(asked["error"]["text"].as_str().expect("a text").contains(text), "{text}: {asked}");
        assert!(!text.contains("--"), "{text}");
    }
}

/// While a file is being copied into the folder, phones are not refused.
#[test]
fn a_file_that_is_still_being_copied_is_read_again_when_it_is_whole() {
    let folder = Folder::new();
    let server = folder.serve();
    let (zed, whole) = (folder.path("photos/round-1/table-2/Zed.jpg"), painted(&folder, 30));
    fs::write(&zed, &whole[..whole.len() / 2]).expect("a file");
    assert_eq!(add(&server, "Eva", &painted(&folder, 31)).status, 201);
    let status = || photo_of(&table(&server, "Eva"), "Zed")["status"].clone();
    assert_eq!(status(), "error");
    fs::write(&zed, &whole).expect("a file");
    // The second photo of a player is beside the first.
    assert_eq!(add(&server, "Eva", &painted(&folder, 32)).status, 201);
    assert_eq!(status(), "scored");
    let of_eva = fs::read_dir(folder.path("photos/round-1/table-2/Eva")).expect("a folder").count();
    assert_eq!(of_eva, 2);
}

/// Photos of one table and of several, one of which is no picture: each is added or refused as if it had come
/// alone.
#[test]
fn photos_that_several_phones_send_at_once_are_all_added() {
    let folder = Folder::new();
    let server = folder.serve();
    let players = ["Eva", "Finn", "Gisa", "Hugo", "Ida"];
    let files: Vec<Vec<u8>> = (0..5).map(|number| painted(&folder, 20 + number)).collect();
    let answers = std::thread::scope(|threads| {
        let sent = players.iter().zip(&files).enumerate().map(|(number, (player, file))| {
            let query = format!("/api/tournament/photos?table={}&player={player}", 1 + number % 3);
            let file = if number == 2 { &file[..file.len() / 3] } else { file };
            let server = &server;
            threads.spawn(move || server.ask("POST", &query, file))
        });
        let sent: Vec<_> = sent.collect();
        sent.into_iter().map(|thread| thread.join().expect("an answer")).collect::<Vec<_>>()
    });
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [201, 201, 422, 201, 201]);
    let standings = server.ask("GET", "/api/tournament/standings.csv", b"").text();
    assert_eq!(players.map(|player| standings.contains(player)), [true, true, false, true, true], "{standings}");
    assert_eq!(server.interrupt(), Some(0));
    let names = ["standings.csv", "tables.csv", "report.html", "results.ndjson"];
    let added = names.map(|name| folder.text(&format!("results/{name}")));
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert!(batch.code == 0 && batch.stderr.contains("8/8 photos (8 already read)"), "{}", batch.stderr);
    assert!(names.map(|name| folder.text(&format!("results/{name}"))) == added);
}

/// A photo that was copied into the folder in the meantime is read, with its table, when a phone adds a
/// photo.
#[test]
fn an_answer_is_undone_also_where_its_table_was_read_anew() {
    let folder = Folder::new();
    let server = folder.serve();
    let view = table(&server, "Ben");
    let (correction, ..) = doubtful(&view);
    let said = server.post(&path(&view, &format!("/corrections{PHONE}")), &correction);
    assert_eq!(said["can_undo"], true);
    fs::write(folder.path("photos/round-1/table-1/Finn.jpg"), painted(&folder, 10)).expect("a photo");
    assert_eq!(add(&server, "Eva", &painted(&folder, 9)).status, 201);
    assert_eq!(server.get(&path(&view, PHONE))["can_undo"], true);
    let undone = server.post(&path(&view, &format!("/undo{PHONE}")), &Value::Null);
    assert_eq!((&photo_of(&undone, "Ben")["said"], &undone["can_undo"]), (&Value::Null, &json!(false)));
    let again = server.ask("POST", &path(&view, &format!("/undo{PHONE}")), b"");
    assert_eq!(again.refused(), (409, "nothing-to-undo".to_owned()));
}

/// A file that cannot be read allows no decision: no phone is sent there, and the organiser is told.
#[cfg(unix)]
#[test]
fn one_list_says_what_is_to_check() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("nowhere.jpg", folder.path("photos/round-1/table-2/Eva.jpg")).expect("a link");
    let batch = folder.run(&["batch", "photos", "-o", "results"], "");
    assert_eq!(batch.code, 2, "{}", batch.stderr);
    let server = folder.serve();
    let view = table(&server, "Ben");
    let tournament = server.get(&format!("/api/tournament{PHONE}"));
    let to_check = tournament["to_check"].as_array().expect("a list");
    assert_eq!((to_check.len(), &to_check[0]["key"]), (1, &view["id"]));
    assert_eq!(view["tables_to_check"], 1);
    let next =
        |after: &Value| server.post(&format!("/api/tournament/next{PHONE}"), &json!({"after": after}))["table"].clone();
    assert_eq!((next(&Value::Null), next(&view["id"])), (view["id"].clone(), Value::Null));
    let questions = tournament["questions"].to_string();
    assert!(questions.contains("round-1/table-2/Eva.jpg: the photo cannot be read"), "{questions}");
}

#[test]
fn photos_are_taken_for_what_a_run_has_noted_and_as_it_was_run() {
    let folder = Folder::new();
    // The tournament was read with the box of Age of Giants.
    let one = Folder::empty();
    copy(&folder.path("photos/round-1/table-1"), &one.path("photos/table-1"));
    fs::remove_file(one.path("photos/table-1/Ben.jpg")).expect("removed");
    let done = |args: &[&str]| {
        let outcome = one.run(args, "");
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    };
    done(&["batch", "photos", "-o", "results", "--box", "giants"]);
    let serve = |args: &[&str]| one.run(&[&["serve", "--port", "0", "--data", "other"], args].concat(), "");
    let refused = serve(&["results", "--photos", "photos"]);
    assert!(refused.code != 0 && refused.stderr.contains("same manifest, variants and size"), "{}", refused.stderr);
    let server = one.serve_with(&["--box", "giants"]);
    let key = server.get("/api/tournament")["rounds"][0]["tables"][0]["key"].clone();
    let view = server.get(&format!("/api/games/{}", key.as_str().expect("a key")));
    // The texts for phones name no command-line flags.
    let texts = [view.to_string(), server.get("/api/tournament").to_string()].concat();
    assert!(texts.contains("with two crowns; tap the squares") && !texts.contains("--"), "{texts}");
    // If the server gets no photos, it refuses the flags that say how to read them.
    for flags in [
        &["--box", "giants"][..],
        &["--size", "5"],
        &["--game", "queendomino"],
        &["--follow-links"],
        &["--variant", "harmony"],
    ] {
        let refused = serve(&[&["results"], flags].concat());
        assert!(refused.code != 0 && refused.stderr.contains("so they need --photos"), "{flags:?} {}", refused.stderr);
    }
}
