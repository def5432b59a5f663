//! Files that are far too large are refused cheaply.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::game_photos::Photos;
use crate::common::program::{file, run};
use kingdom_validator::{ScanOutcome, validate};

/// The time limit: in quadratic time, these files took a minute or more.
const SOON: Duration = Duration::from_secs(15);

#[test]
fn a_label_may_hold_any_number_of_other_programs_notes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos/five.jpg");
    std::fs::copy(fixture, folder.path().join("five.jpg")).expect("a copy");
    let mut label = json!({"game": "kingdomino", "squares": [["wheat", "castle"]], "image": "five.jpg",
        "corners_px": [[0, 0], [9, 0], [9, 9], [0, 9]]});
    for number in 0..20_000 {
        label[format!("note_{number}")] = json!(number);
    }
    std::fs::write(folder.path().join("five.json"), label.to_string()).expect("a file");
    let begun = Instant::now();
    let measured = validate(folder.path(), |_| ScanOutcome::NoKingdom(String::new())).expect("a label");
    assert_eq!(measured.pictures.len(), 1);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

/// As many labels as a file may contain, one per line.
fn labels() -> String {
    let label = |number: usize| {
        let label = json!({"game": "kingdomino", "size": 5, "squares": [["castle", "wheat:1", "wheat"]], "player": format!("p{number}")});
        format!("{label}\n")
    };
    let mut text = String::new();
    for label in (0..).map(label) {
        if text.len() + label.len() > 4 << 20 {
            return text;
        }
        text += &label;
    }
    text
}

#[test]
fn more_kingdoms_than_a_game_has_are_no_game() {
    let (_folder, path) = file("labels.ndjson", labels());
    let begun = Instant::now();
    let outcome = run(&["standings", &path]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.contains("a game has at most 16 players; use `batch` to rank a tournament"),
        "{}",
        outcome.stderr
    );
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn a_wrong_line_among_many_is_named() {
    let (_folder, path) = file("labels.ndjson", labels().replacen("\"p30000\"", "7", 1));
    let begun = Instant::now();
    let outcome = run(&["score", &path]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("labels.ndjson: line 30001: "), "{}", outcome.stderr);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[test]
fn a_saved_game_of_more_photos_than_a_game_has_is_none() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    assert_eq!(photos.run(&["game", "anna.jpg", "--save", "game.json"]).code, 0);
    let mut game: Value =
        serde_json::from_slice(&std::fs::read(photos.path("game.json")).expect("a file")).expect("JSON");
    let table = &mut game["saved_game"]["table"];
    let photo = table["photos"][0].clone();
    let named = |number: usize| {
        let mut photo = photo.clone();
        (photo["id"], photo["line"]["photo"]) = (json!(number + 1), json!(format!("{number}.jpg")));
        photo
    };
    table["photos_added"] = json!(1000);
    table["photos"] = (0..1000).map(named).collect();
    std::fs::write(photos.path("game.json"), game.to_string()).expect("a file");
    let begun = Instant::now();
    let outcome = photos.run(&["game", "game.json"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.contains("1000 photos with 1000 kingdoms, but a game has at most 96 photos"),
        "{}",
        outcome.stderr
    );
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}
