//! Quests and the house rule for ties: input and output.

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
    insta::assert_snapshot!(sheet, @r"
         1   2   3   4   5
      1  M1  M1  M1  M1  M1
      2  C   .   .   .   .
      M mine, C castle, . empty; figures are crowns

    ┌───────────┬────────┬───────────────────────────────────────────────────────────────┬─────────┐
    │ line      ┆ points ┆ how                                                           ┆ where   │
    ╞═══════════╪════════╪═══════════════════════════════════════════════════════════════╪═════════╡
    │ wheat     ┆      0 ┆                                                               ┆         │
    │ forest    ┆      0 ┆                                                               ┆         │
    │ lake      ┆      0 ┆                                                               ┆         │
    │ grassland ┆      0 ┆                                                               ┆         │
    │ swamp     ┆      0 ┆                                                               ┆         │
    │ mine      ┆     25 ┆ 5 squares x 5 crowns = 25                                     ┆ r1c1-c5 │
    │ bonus     ┆     40 ┆ Lost Corner: 20, castle at a corner                           ┆ r2c1    │
    │           ┆        ┆ Folie des grandeurs: 20, 2 lines of three squares with crowns ┆ r1c1-c3 │
    │           ┆        ┆                                                               ┆ r1c3-c5 │
    │ total     ┆     65 ┆                                                               ┆         │
    └───────────┴────────┴───────────────────────────────────────────────────────────────┴─────────┘
    notation: M1M1M1M1M1/C.... k5
    ");
    let found = json_of(&["score", CROWNS, "--json", "--quest", "folie-des-grandeurs"]);
    let bonus = found["sheet"]["lines"].as_array().and_then(|lines| lines.last()).expect("a line").clone();
    assert_eq!(found["kingdom"]["variants"], json!(["folie-des-grandeurs"]));
    let lines = json!([["r1c1", "r1c2", "r1c3"], ["r1c3", "r1c4", "r1c5"]]);
    let part = json!({"variant": "folie-des-grandeurs", "points": 20, "counted": lines});
    assert_eq!(bonus, json!({"id": "bonus", "points": 20, "parts": [part]}));
}

#[test]
fn a_wrong_quest_is_answered_with_all_of_them() {
    let unknown = run(&["score", CROWNS, "--quest", "foo"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown.stderr.contains("four-corners-mine, lost-corner, folie-des-grandeurs, bleak-king\n"),
        "{}",
        unknown.stderr
    );
    assert!(!unknown.stderr.contains("did you mean"), "{}", unknown.stderr);
    let part = run(&["score", CROWNS, "--quest", "corner"]).stderr;
    assert!(part.contains("did you mean four-corners-wheat, ") && part.contains(", lost-corner?"), "{part}");
}

/// The output of `score --json` is read back with its quests.
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
        assert!(outcome.stderr.contains("3 were given: harmony, lost-corner, bleak-king"), "{}", outcome.stderr);
    }
    let unknown = run(&["score", CROWNS, "--quest", "bleek-king"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("did you mean bleak-king?"), "{}", unknown.stderr);
}

#[test]
fn players_of_a_game_share_their_quests() {
    let found =
        json_of(&["standings", CROWNS, "WWWWW/..C.. k5", "--json", "--quest", "bleak-king", "--quest", "lost-corner"]);
    assert_eq!(found["variants"], json!(["lost-corner", "bleak-king"]));
    // The first has 5 x 5 points and 20 for the quests, the second 0 points and 10.
    assert_eq!(found["standings"][0]["total"], 45);
    assert_eq!(found["standings"][1]["total"], 10);
}

/// Corners of a kingdom smaller than its grid can be interpreted in two ways.
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
    let ranks: Vec<_> =
        ranks.map(|player| (player["player"].clone(), player["rank"].clone(), player["tie"].clone())).collect();
    assert_eq!(
        ranks,
        [
            (json!("Ben"), json!(1), json!("wins the tie with 2 crowns")),
            (json!("Anna"), json!(2), json!("loses the tie with 1 crown"))
        ]
    );
    let note = "a tie was broken by the number of crowns, as agreed: a house rule that is in no rule sheet";
    assert!(by_crowns["notes"].as_array().is_some_and(|notes| notes.contains(&json!(note))), "{by_crowns}");
}

/// Scores giants and a piece of The Court from notation and from JSON.
#[test]
fn giants_and_the_court_are_scored() {
    let text = "M3[giant]M1C/W2F1F[king] kg5";
    let sheet = run(&["score", text]).stdout;
    insta::assert_snapshot!(sheet, @r"
         1   2   3
      1  M3+ M1  C
      2  W2  F1  F+
      + r1c1 1 giant; r2c3 king
      W wheat, F forest, M mine, C castle; figures are crowns; + pieces

    ┌───────────┬────────┬───────────────────────────────────────────────────────┬─────────┐
    │ line      ┆ points ┆ how                                                   ┆ where   │
    ╞═══════════╪════════╪═══════════════════════════════════════════════════════╪═════════╡
    │ wheat     ┆      2 ┆ 1 square x 2 crowns = 2                               ┆ r2c1    │
    │ forest    ┆      2 ┆ 2 squares x 1 crown = 2                               ┆ r2c2-c3 │
    │ lake      ┆      0 ┆                                                       ┆         │
    │ grassland ┆      0 ┆                                                       ┆         │
    │ swamp     ┆      0 ┆                                                       ┆         │
    │ mine      ┆      6 ┆ 2 squares x 3 crowns = 6 (1 more crown under a giant) ┆ r1c1-c2 │
    │ court     ┆      2 ┆ king: 2, 0 + 1 x 2 crowns around it                   ┆ r2c3    │
    │ bonus     ┆      0 ┆                                                       ┆         │
    │ total     ┆     12 ┆                                                       ┆         │
    └───────────┴────────┴───────────────────────────────────────────────────────┴─────────┘
    notation: M3[giant]M1C/W2F1F[king] kg5
    ");
    let line = run(&["score", text, "--json"]).stdout;
    let found: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(found["kingdom"]["game"], "kingdomino-age-of-giants");
    assert_eq!(found["sheet"]["lines"][5]["parts"][0]["covered"], 1);
    assert_eq!(found["sheet"]["lines"][6]["parts"][0]["character"], "king");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kingdom.json");
    std::fs::write(&path, &line).expect("a file");
    let again = json_of(&["score", &path.to_string_lossy(), "--json"]);
    assert_eq!((&again["total"], &again["sheet"]), (&found["total"], &found["sheet"]));
}

#[test]
fn a_game_of_age_of_giants_is_ranked() {
    let found =
        json_of(&["standings", "M3[giant]M1C kg5", "W2F1C kg5", "--json", "--player", "Anna", "--player", "Ben"]);
    assert_eq!(found["game"], "kingdomino-age-of-giants");
    let totals: Vec<&Value> =
        found["standings"].as_array().expect("players").iter().map(|player| &player["total"]).collect();
    // Anna's mine has 2 squares; the giant covers one of the 3 + 1 crowns. Ben's wheat and forest give 1 x 2
    // and 1 x 1.
    assert_eq!(totals, [6, 3]);
    let mixed = run(&["standings", "M3M1C k5", "W2F1C kg5"]);
    assert_eq!(mixed.code, 2);
}

#[test]
fn people_read_romanian() {
    let sheet = run(&["score", "F1WC/L1W. k5", "--variant", "harmony", "--lang", "ro"]).stdout;
    for words in ["│ rând", "│ pădure", "1 spațiu x 1 coroană = 1", "Armonia: 0, "] {
        assert!(sheet.contains(words), "{words}: {sheet}");
    }
}
