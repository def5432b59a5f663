//! Quests and the house rule for ties, as they are given and shown.

use crate::common::program::run;
use serde_json::{Value, json};

const CROWNS: &str = "M1M1M1M1M1/C.... k5";

fn json_of(args: &[&str]) -> Value {
    let outcome = run(args);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    serde_json::from_str(&outcome.stdout).expect("one line of JSON")
}

#[test]
fn a_quest_is_a_bonus_whose_lines_are_named() {
    let sheet = run(&["score", CROWNS, "--quest", "folie-des-grandeurs", "--quest", "lost-corner"]).stdout;
    insta::assert_snapshot!(sheet, @"");
    let found = json_of(&["score", CROWNS, "--json", "--quest", "folie-des-grandeurs"]);
    let bonus = found["sheet"]["lines"].as_array().and_then(|lines| lines.last()).expect("a line").clone();
    assert_eq!(found["kingdom"]["variants"], json!(["folie-des-grandeurs"]));
    let lines = json!([["r1c1", "r1c2", "r1c3"], ["r1c3", "r1c4", "r1c5"]]);
    let part = json!({"variant": "folie-des-grandeurs", "points": 20, "counted": lines});
    assert_eq!(bonus, json!({"id": "bonus", "points": 20, "parts": [part]}));
}

/// What `score --json` prints is read again with its quests.
#[test]
fn quests_of_a_file_count() {
    let line = run(&["score", CROWNS, "--json", "--quest", "bleak-king", "--variant", "harmony"]).stdout;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kingdom.json");
    std::fs::write(&path, line).expect("a file");
    let found = json_of(&["score", &path.to_string_lossy(), "--json"]);
    assert_eq!(found["kingdom"]["variants"], json!(["harmony", "bleak-king"]));
    let one_more = run(&["score", &path.to_string_lossy(), "--quest", "lost-corner"]);
    assert_eq!(one_more.code, 2);
    assert!(one_more.stderr.contains("a game has 2 quests at most"), "{}", one_more.stderr);
}

#[test]
fn a_game_has_two_quests() {
    let three = ["--quest", "bleak-king", "--quest", "lost-corner", "--variant", "harmony"];
    for command in [&["score", CROWNS][..], &["standings", CROWNS, "WC k5"]] {
        let outcome = run(&[command, &three].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
        assert!(outcome.stderr.contains("here are 3: harmony, lost-corner, bleak-king"), "{}", outcome.stderr);
    }
    let unknown = run(&["score", CROWNS, "--quest", "bleek-king"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("'bleak-king'"), "{}", unknown.stderr);
}

#[test]
fn players_of_a_game_share_their_quests() {
    let found = json_of(&["standings", CROWNS, "WWWWW/..C.. k5", "--json", "--quest", "bleak-king", "--quest", "lost-corner"]);
    assert_eq!(found["variants"], json!(["lost-corner", "bleak-king"]));
    // 5 x 5 + 20, and 0 + 10.
    assert_eq!(found["standings"][0]["total"], 45);
    assert_eq!(found["standings"][1]["total"], 10);
}

/// Corners of a kingdom that spans less than its grid can be read in two ways.
#[test]
fn small_kingdoms_have_a_note_about_their_corners() {
    let outcome = run(&["score", "WC k5", "--quest", "lost-corner"]);
    assert!(outcome.stderr.contains("Lost Corner: the kingdom spans fewer rows or columns"), "{}", outcome.stderr);
    let found = json_of(&["score", "WC k5", "--json", "--quest", "lost-corner"]);
    assert!(found["note_codes"].as_array().is_some_and(|codes| codes.contains(&json!("open-rule"))), "{found}");
}

/// Both have 4 points and a largest territory of four; Ben has two crowns, Anna one.
const ANNA: &str = "WWWW1C k5";
const BEN: &str = "W1W1CFF/...FF k5";

#[test]
fn crowns_break_ties_only_when_agreed() {
    let names = ["--player", "Anna", "--player", "Ben"];
    let by_rule = json_of(&[&["standings", ANNA, BEN, "--json"], &names[..]].concat());
    assert_eq!([&by_rule["standings"][0]["rank"], &by_rule["standings"][1]["rank"]], [1, 1]);
    assert_eq!(by_rule["tie_break"], Value::Null);
    let by_crowns = json_of(&[&["standings", ANNA, BEN, "--json", "--tie-break", "crowns"], &names[..]].concat());
    assert_eq!(by_crowns["tie_break"], "crowns");
    let ranks = by_crowns["standings"].as_array().expect("players").iter();
    let ranks: Vec<_> = ranks.map(|player| (player["player"].clone(), player["rank"].clone(), player["tie"].clone())).collect();
    assert_eq!(
        ranks,
        [
            (json!("Ben"), json!(1), json!("wins the tie with 2 crowns")),
            (json!("Anna"), json!(2), json!("loses the tie with 1 crown"))
        ]
    );
    let note = "a tie was broken by the number of crowns, as agreed: a house rule, which no rule sheet has";
    assert!(by_crowns["notes"].as_array().is_some_and(|notes| notes.contains(&json!(note))), "{by_crowns}");
}
