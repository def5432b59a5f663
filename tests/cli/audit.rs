//! The command `audit`: stdout, stderr and exit code.

use crate::common::WORKED_EXAMPLE;
use crate::common::program::{file, run, run_in, run_with};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The worked example with one crown too many at r5c4.
const WRONG: &str = "F1WWF1F/M1MW1TL1/TM3CLL1/FTS1TT/G2GGG2T q5";

#[test]
fn a_possible_kingdom_is_reported_with_its_certain_dominoes() {
    let outcome = run(&["audit", WORKED_EXAMPLE]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @"
    F1WWF1F/M1MW1TL1/TM3CLL1/FTS1TT/G2GGG1T q5: possible
      certain dominoes: 7, 8 or 13 on r1c1-c2; 7, 8 or 13 on r1c3-c4; 21, 22 or 23 on r1c5 r2c5; 39 on r2c1 r3c1; 6 on r2c2-c3; 41 or 42 on r2c4 r3c4; 45 on r3c2 r4c2; 31 or 32 on r3c5 r4c5; 27 on r4c1 r5c1; 38 on r4c3-c4; 11 or 12 on r5c2-c3; 37 on r5c4-c5
    ");
    let outcome = run(&["audit", "CWF/.M3T r5"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @"
    CWF/.M3T r5: possible, but misplayed
      - misplayed: by the connection rule no domino could have been laid on these squares (r2c3)
    ");
}

#[test]
fn an_impossible_kingdom_is_reported_with_its_repairs_and_ends_with_1() {
    let outcome = run(&["audit", WRONG]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stdout, @"
    F1WWF1F/M1MW1TL1/TM3CLL1/FTS1TT/G2GGG2T q5: impossible
      - the dominoes of Queendomino cannot be laid like this: at least one square is wrong
      the dominoes would fit if any one of these squares were different:
        r5c4  G, G1, F, F1, L, L1, S, M2 or T
        r5c5  W
    ");
}

#[test]
fn kingdoms_are_reported_one_by_one() {
    let outcome = run_in("de_DE.UTF-8", b"", &["audit", "C..F1W k5", "LM2.M1L k5", "CS2S2S2 k5", "TT[queen]C q5"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stdout, @"
    C..F1W k5: möglich, aber falsch gelegt
      - falsch gelegt: nach der Anschlussregel konnte auf diese Felder kein Dominostein gelegt werden (r1c4-c5)
      sichere Dominosteine: 24, 25, 26 oder 27 auf r1c4-c5
    LM2.M1L k5: unmöglich
      - kein Schloss: jedes Königreich hat eines
      - die Dominosteine von Kingdomino lassen sich nicht so legen: mindestens ein Feld ist falsch
      die Dominosteine würden passen, wenn 3 Felder anders wären, zum Beispiel:
        r1c1  Schloss
        r1c2  leer
        r1c4  W
    CS2S2S2 k5: unmöglich
      - 3 Felder (Sumpf, 2 Kronen): auf den Dominosteinen von Kingdomino gibt es nur 2 (r1c2-c4)
      - 3 Felder mit Landschaft: Dominosteine bedecken immer eine gerade Zahl von Feldern
      die Dominosteine würden passen, wenn 2 Felder anders wären, zum Beispiel:
        r1c2  leer
        r1c3  W
    TT[queen]C q5: unmöglich
      - die Queen ist in einem Königreich ohne Türme zu Besuch, aber nach den Regeln besucht sie den Spieler mit den meisten Türmen
      sichere Dominosteine: 46, 47 oder 48 auf r1c1-c2
    ");
}

#[test]
fn a_game_is_reported_as_one() {
    let outcome = run(&["audit", "--same-game", "CWF/.WL1 k5", "CWF k5"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @"
    k1: CWF/.WL1 k5
    k2: CWF k5
    together: possible, but misplayed
      - misplayed: the dominoes of one game are not enough to lay all these kingdoms by the connection rule
      certain dominoes: 1 or 2 on k1:r1c2 r2c2; 32, 33, 34 or 35 on k1:r1c3 r2c3; 13 on k2:r1c2-c3
    ");
    let outcome = run(&["audit", "--same-game", "CS2W k5", "CS2W k5", "CS2W/WW. k5"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""));
    insta::assert_snapshot!(outcome.stdout, @"
    k1: CS2W k5
    k2: CS2W k5
    k3: CS2W/WW. k5
    together: impossible
      - 3 squares (swamp, 2 crowns): the dominoes of Kingdomino have only 2 (k1:r1c2 k2:r1c2 k3:r1c2)
      the dominoes would fit if 2 squares were different, for example:
        k1:r1c2  S
        k2:r1c2  S1
    ");
}

#[test]
fn json_is_one_line_for_each_kingdom() {
    let outcome = run(&["audit", "--json", "CM3T/WW. r5", "CL1. k5", "C..F1W k5"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""));
    let lines: Vec<Value> = outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(outcome.stdout.lines().all(|line| line.starts_with(r#"{"schema_version":1,"#)));
    let certain = |squares: [&str; 2], dominoes: &[&str]| json!({"squares": squares, "dominoes": dominoes});
    let expected = json!([
        {
            "schema_version": 1, "kingdoms": ["CM3T/WW. r5"], "verdict": "possible", "findings": [],
            "certain_dominoes": [
                certain(["r1c2", "r1c3"], &["q45"]), certain(["r2c1", "r2c2"], &["k1", "k2", "q1", "q2"]),
            ],
            "repair": null, "notes": [],
        },
        {
            "schema_version": 1, "kingdoms": ["CL1. k5"], "verdict": "impossible",
            "findings": [{
                "code": "half-a-domino", "severity": "impossible", "kingdom": 1, "squares": [],
                "message": "1 square of land: dominoes always cover an even number",
            }],
            "certain_dominoes": [],
            "repair": {"one_of": [
                {"square": "r1c2", "instead": ["empty"]}, {"square": "r1c3", "instead": ["wheat", "forest"]},
            ]},
            "notes": [],
        },
        {
            "schema_version": 1, "kingdoms": ["C..F1W k5"], "verdict": "misplayed",
            "findings": [{
                "code": "misplayed", "severity": "note", "kingdom": 1, "squares": ["r1c4", "r1c5"],
                "message": "misplayed: by the connection rule no domino could have been laid on these squares",
            }],
            "certain_dominoes": [certain(["r1c4", "r1c5"], &["24", "25", "26", "27"])],
            "repair": null, "notes": [],
        },
    ]);
    assert_eq!(Value::Array(lines), expected);
}

#[test]
fn json_of_a_game_is_one_line() {
    let outcome = run(&["audit", "--json", "--same-game", "CS2W k5", "CS2W k5", "CS2W k5"]);
    assert_eq!((outcome.code, outcome.stdout.lines().count()), (1, 1));
    let line: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(line["kingdoms"], json!(["CS2W k5", "CS2W k5", "CS2W k5"]));
    assert_eq!(line["findings"][0]["squares"], json!(["k1:r1c2", "k2:r1c2", "k3:r1c2"]));
    assert_eq!(line["findings"][0]["kingdom"], Value::Null);
    let change = |square: &str, instead: &str| json!({"square": square, "instead": [instead]});
    assert_eq!(line["repair"], json!({"all_of": [change("k1:r1c2", "swamp"), change("k2:r1c2", "swamp:1")]}));
    let line = run(&["audit", "--json", "LLLLL/LLLLL/LLCLL/LLLLL/LLLLL k5"]).stdout;
    assert!(line.contains(r#""repair":{"more_than":3}"#), "{line}");
}

#[test]
fn what_cannot_be_read_costs_the_exit_code_and_the_others_are_audited() {
    let outcome = run(&["audit", "missing.json", WRONG, WORKED_EXAMPLE, "--json"]);
    assert_eq!((outcome.code, outcome.stdout.lines().count()), (2, 2));
    let error = "error: `missing.json` is neither a file nor a kingdom in notation; a notation ends with a space, the game's letter and 5 or 7, such as `F1WC/L1W. k5`\n";
    assert_eq!(outcome.stderr, error);
    let outcome = run(&["audit", "--same-game", "missing.json", WORKED_EXAMPLE]);
    assert_eq!((outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str()), (2, "", error));
}

#[test]
fn kingdoms_of_different_games_are_refused_as_one_game() {
    for (other, rules) in [("CWW q5", "queendomino on 5x5"), ("CWW k7", "kingdomino on 7x7")] {
        let outcome = run(&["audit", "--same-game", "CWF k5", other]);
        let error = "error: the kingdoms of one game must have the same game and grid size, but these are of kingdomino on 5x5 and of";
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
        assert_eq!(outcome.stderr, format!("{error} {rules}\n"));
    }
    assert_eq!(run(&["audit", "CWF k5", "CWW q5"]).code, 0);
}

/// Two files in JSON, with a kingdom of wheat and one of forest, each with its own additional fields.
fn two_files(fields: [&str; 2]) -> [(TempDir, String); 2] {
    let text = |index: usize, terrain: &str| {
        let fields = fields[index];
        format!(r#"{{"game": "kingdomino", "size": 5, {fields}, "squares": [["castle", "{terrain}", "{terrain}"]]}}"#)
    };
    [file("a.json", text(0, "wheat")), file("b.json", text(1, "forest"))]
}

#[test]
fn a_player_has_one_kingdom_in_a_game_and_it_is_given_once() {
    for (fields, field) in [
        ([r#""player": "Anna""#, r#""player": " Anna""#], "`player` (Anna)"),
        ([r#""kingdom_id": "k""#, r#""kingdom_id": "k""#], "`kingdom_id` (k)"),
    ] {
        let [(_first, a), (_second, b)] = two_files(fields);
        let outcome = run(&["audit", "--same-game", &a, &b]);
        let error = format!(
            "error: {a} and {b} have the same {field}, but a game has only one kingdom of each player; leave one of them out\n"
        );
        assert_eq!((outcome.code, outcome.stdout.as_str(), outcome.stderr), (2, "", error));
        assert_eq!(run(&["audit", &a, &b]).code, 0);
    }
}

#[test]
fn files_of_different_games_are_noted() {
    let [(_first, a), (_second, b)] = two_files([r#""game_id": "g2""#, r#""game_id": "g1""#]);
    let outcome = run(&["audit", "--same-game", &a, &b]);
    let note = "note: the files are from different games (`game_id`): g1, g2; check that they belong together\n";
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, note));
    assert_eq!(run(&["audit", &a, &b]).stderr, "");
}

#[test]
fn standard_input_is_read_once() {
    let outcome = run_with(b"CWF k5\n", &["audit", "-", "CWL k5"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    assert!(outcome.stdout.starts_with("standard input: possible\n"), "{}", outcome.stdout);
    let outcome = run_with(b"CWF k5\n", &["audit", "-", "-"]);
    let error = "error: `-` is given 2 times, but standard input can be read only once\n";
    assert_eq!((outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str()), (2, "", error));
    assert_eq!(run(&["audit"]).code, 2);
}

#[test]
fn notes_about_files_go_to_stderr_or_into_the_json() {
    let (_folder, path) =
        file("kingdom.json", r#"{"game": "kingdomino", "squares": [["forest:1", "wheat", "castle"]]}"#);
    let note = "`size` is not given; 5 is assumed, because the kingdom fits into 5x5 (Harmony depends on the size)";
    let outcome = run(&["audit", &path]);
    assert_eq!((outcome.code, outcome.stderr), (0, format!("note: {path}: {note}\n")));
    let outcome = run(&["audit", &path, "--json"]);
    let line: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!((line["notes"].clone(), outcome.stderr.as_str()), (json!([note]), ""));
    let line: Value = serde_json::from_str(&run(&["audit", &path, "--same-game", "--json"]).stdout).expect("JSON");
    assert_eq!(line["notes"], json!([format!("{path}: {note}")]));
}

#[test]
fn score_warns_of_what_is_impossible_and_notes_what_is_misplayed() {
    let outcome = run(&["score", WRONG]);
    let warning = "the dominoes of Queendomino cannot be laid like this: at least one square is wrong";
    assert!(outcome.stderr.contains(&format!("warning: {WRONG}: {warning}\n")), "{}", outcome.stderr);
    let outcome = run(&["score", "C..F1W k5", "--json"]);
    let line: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let note = "misplayed: by the connection rule no domino could have been laid on these squares (r1c4-c5)";
    assert_eq!((outcome.code, line["warnings"].clone(), line["notes"].clone()), (0, json!([]), json!([note])));
}

mod with_photos {
    use super::*;

    /// `audit` used to refuse a photo with "a picture, and a kingdom in text was expected" (issue 67, point
    /// 17).
    #[test]
    fn a_photo_is_read_and_its_kingdom_audited() {
        let photo = "fixtures/photos/five.jpg";
        let audited = run(&["audit", photo, "--no-gallery"]);
        assert_eq!(audited.code, 0, "{}", audited.stderr);
        assert!(audited.stdout.starts_with(&format!("{photo}: possible")), "{}", audited.stdout);
        // `audit` checks the same reading as `score` prints.
        let scored = run(&["score", photo, "--json", "--no-gallery"]).json();
        let read = run(&["audit", scored["notation"].as_str().expect("a notation"), "--json"]).json();
        let json = run(&["audit", photo, "--json", "--no-gallery"]).json();
        assert_eq!(json["kingdoms"], json!([photo]));
        assert_eq!(json["certain_dominoes"], read["certain_dominoes"]);
        assert_eq!(json["needs_review"], scored["needs_review"]);
    }

    #[test]
    fn photos_of_one_game_are_audited_together_and_one_without_a_kingdom_costs_the_exit_code() {
        let [five, nothing] = ["five", "nothing"].map(|name| format!("fixtures/photos/{name}.jpg"));
        let together = run(&["audit", "--same-game", &five, "CWF k5", "--no-gallery"]);
        assert_eq!(together.code, 0, "{}", together.stderr);
        assert!(
            together.stdout.contains(&format!("k1: {five}")) && together.stdout.contains("together: "),
            "{}",
            together.stdout
        );
        let outcome = run(&["audit", &nothing, &five, "--no-gallery"]);
        assert_eq!((outcome.code, outcome.stdout.contains("possible")), (1, true), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("nothing.jpg"), "{}", outcome.stderr);
    }
}

/// `score` and `standings` also take files with several kingdoms.
#[test]
fn each_kingdom_of_a_file_is_audited() {
    let line = |squares: &str| format!(r#"{{"game": "kingdomino", "size": 5, "squares": [["castle", {squares}]]}}"#);
    let (_folder, path) = file("lines.json", [line(r#""wheat", "forest""#), line(r#""lake", "lake""#)].join("\n"));
    let outcome = run(&["audit", &path, "--json"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let names: Vec<Value> = outcome.lines().into_iter().map(|line| line["kingdoms"][0].clone()).collect();
    assert_eq!(names, [format!("{path} k1"), format!("{path} k2")]);
}
