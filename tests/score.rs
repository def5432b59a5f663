//! `kingdom-scanner score` as its caller sees it: stdout, stderr and exit code.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

struct Outcome {
    code: i32,
    stdout: String,
    stderr: String,
}

/// Runs the program with `stdin` as its standard input.
fn run_with(stdin: &[u8], args: &[&str]) -> Outcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kingdom-scanner"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that reads nothing may have closed the pipe.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin);
    let output = child.wait_with_output().expect("the program ends");
    Outcome {
        code: output.status.code().expect("no signal"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

fn run(args: &[&str]) -> Outcome {
    run_with(b"", args)
}

/// A file with this content, in a folder that lasts as long as the guard.
fn file(name: &str, content: impl AsRef<[u8]>) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, content).expect("a writable folder");
    let path = path.to_str().expect("UTF-8").to_owned();
    (folder, path)
}

const FULL_FIVE: &str = "W1WFF1F/WLLF1G/SLCGG1/S2SMM2W/WWM1GG2 k5";

#[test]
fn a_notation_is_scored_as_a_table() {
    let outcome = run(&["score", FULL_FIVE, "--variant", "harmony"]);
    assert_eq!((outcome.code, outcome.stderr.lines().count()), (0, 1));
    insta::assert_snapshot!(outcome.stdout, @r"
    W1 W  F  F1 F
    W  L  L  F1 G
    S  L  C  G  G1
    S2 S  M  M2 W
    W  W  M1 G  G2

    ┌───────────┬────────┬─────────────────────┐
    │ line      ┆ points ┆ squares x crowns    │
    ╞═══════════╪════════╪═════════════════════╡
    │ wheat     ┆      3 ┆ 3 x 1 = 3 from r1c1 │
    │           ┆        ┆ 1 x 0 = 0 from r4c5 │
    │           ┆        ┆ 2 x 0 = 0 from r5c1 │
    │ forest    ┆      8 ┆ 4 x 2 = 8 from r1c3 │
    │ lake      ┆      0 ┆ 3 x 0 = 0 from r2c2 │
    │ grassland ┆      7 ┆ 2 x 2 = 4 from r5c4 │
    │           ┆        ┆ 3 x 1 = 3 from r2c5 │
    │ swamp     ┆      6 ┆ 3 x 2 = 6 from r3c1 │
    │ mine      ┆      9 ┆ 3 x 3 = 9 from r4c3 │
    │ bonus     ┆      5 ┆ harmony: 5          │
    │ total     ┆     38 ┆                     │
    └───────────┴────────┴─────────────────────┘
    notation: W1WFF1F/WLLF1G/SLCGG1/S2SMM2W/WWM1GG2 k5
    ");
}

#[test]
fn the_json_has_the_fields_of_a_scans_kingdom() {
    let outcome = run(&["score", "F1WC/L1W. k5", "--json", "--variant", "middle-kingdom"]);
    assert_eq!((outcome.code, outcome.stderr.as_str(), outcome.stdout.lines().count()), (0, "", 1));
    let territory = |terrain: &str, squares: &[&str], crowns: u32, points: i32| json!({"terrain": terrain, "squares": squares, "crowns": crowns, "points": points});
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let expected = json!({
        "schema_version": 1,
        "kingdom": {
            "schema_version": 1, "game": "kingdomino", "size": 5, "rows": 2, "cols": 3,
            "squares": [["forest:1", "wheat", "castle"], ["lake:1", "wheat", "empty"]],
            "variants": ["middle-kingdom"],
        },
        "notation": "F1WC/L1W. k5",
        "sheet": {"lines": [
            {"id": "wheat", "points": 0, "parts": [territory("wheat", &["r1c2", "r2c2"], 0, 0)]},
            {"id": "forest", "points": 1, "parts": [territory("forest", &["r1c1"], 1, 1)]},
            {"id": "lake", "points": 1, "parts": [territory("lake", &["r2c1"], 1, 1)]},
            {"id": "grassland", "points": 0, "parts": []},
            {"id": "swamp", "points": 0, "parts": []},
            {"id": "mine", "points": 0, "parts": []},
            {"id": "bonus", "points": 0, "parts": [{"variant": "middle-kingdom", "points": 0}]},
        ]},
        "total": 2,
        "warnings": [],
        "notes": [],
    });
    assert_eq!(found, expected);
}

#[test]
fn its_own_json_is_read_back_from_a_file_and_from_standard_input() {
    let line = run(&["score", FULL_FIVE, "--json", "--variant", "harmony"]).stdout;
    let (_folder, path) = file("scored.json", &line);
    let from_file = run(&["score", &path, "--json"]);
    let from_stdin = run_with(line.as_bytes(), &["score", "-", "--json"]);
    assert_eq!((from_file.code, from_stdin.code), (0, 0));
    assert_eq!((from_file.stdout, from_stdin.stdout), (line.clone(), line));
}

#[test]
fn a_notation_is_read_from_standard_input() {
    let outcome = run_with(b"F1WC/L1W. k5\n", &["score", "-", "--json"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
}

#[test]
fn variants_of_the_file_and_of_the_flags_add_up() {
    let (_folder, path) = file(
        "kingdom.json",
        r#"{"game": "kingdomino", "size": 5, "squares": [["lake", "lake:1", "castle", "lake", "lake:1"]], "variants": ["middle-kingdom"]}"#,
    );
    let total = |args: &[&str]| {
        let found: Value = serde_json::from_str(&run(args).stdout).expect("JSON");
        (found["total"].clone(), found["kingdom"]["variants"].clone())
    };
    assert_eq!(total(&["score", &path, "--json"]), (json!(14), json!(["middle-kingdom"])));
    let both = total(&["score", &path, "--json", "--variant", "harmony"]);
    assert_eq!(both, (json!(14), json!(["harmony", "middle-kingdom"])));
}

#[test]
fn a_wrong_stated_score_is_a_warning_and_not_the_total() {
    let (_folder, path) = file(
        "kingdom.json",
        r#"{"game": "kingdomino", "size": 5, "squares": [["forest:1", "wheat", "castle"]], "score": {"forest": 3, "wheat": 0, "total": 4}}"#,
    );
    let outcome = run(&["score", &path, "--json"]);
    let message = "`score` in the file is wrong: forest: 1, not 3; total: 1, not 4";
    assert_eq!((outcome.code, outcome.stderr), (0, format!("warning: {path}: {message}\n")));
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(found["total"], 1);
    assert_eq!(found["warnings"], json!([{"code": "stated-score", "message": message, "squares": []}]));
}

#[test]
fn an_impossible_kingdom_is_scored_with_a_warning() {
    let outcome = run(&["score", "M3FC/..M3/..W k5", "--json"]);
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr,
        "warning: M3FC/..M3/..W k5: 2 squares `mine:3`: the dominoes of kingdomino bear 1 (r1c1, r2c3)\n"
    );
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(found["warnings"][0]["code"], "more-than-the-box");
    assert_eq!(found["warnings"][0]["squares"], json!(["r1c1", "r2c3"]));
}

#[test]
fn a_size_that_is_not_given_and_unused_facts_are_notes() {
    let (_folder, path) = file(
        "kingdom.json",
        r#"{"game": "kingdomino", "player": "Ada", "coins": 4, "squares": [["forest:1", "wheat", "castle"]]}"#,
    );
    let size = "`size` is not given; taken as 5, as the kingdom fits into 5x5 (harmony depends on it)";
    let facts = "coins, knights in supply and the queen score nothing in kingdomino";
    let table = run(&["score", &path]);
    assert_eq!(table.stderr, format!("note: {path}: {size}\nnote: {path}: {facts}\n"));
    assert!(table.stdout.starts_with("Ada\n\nF1 W  C\n\n"), "{}", table.stdout);
    let line = run(&["score", &path, "--json"]);
    let found: Value = serde_json::from_str(&line.stdout).expect("JSON");
    assert_eq!((found["notes"].clone(), line.stderr.as_str()), (json!([size, facts]), ""));
}

/// What ends with code 2, and what stderr then says, with FILE for the file's name.
#[test]
fn every_refusal_names_its_file_and_ends_with_2() {
    let squares = r#""squares": [["castle", "wheat"]]"#;
    let cases: [(&str, Vec<u8>, &str); 8] = [
        ("a.json", b"".to_vec(), "error: FILE: empty; a kingdom is JSON or a notation such as `F1WC/L1W. k5`\n"),
        ("a.json", b"{".to_vec(), "error: FILE: EOF while parsing an object at line 1 column 1\n"),
        (
            "a.json",
            b"[1]".to_vec(),
            "error: FILE: a kingdom in JSON is an object: `{\"game\": ..., \"squares\": ...}`\n",
        ),
        (
            "a.json",
            format!("{{\"game\": \"kingdomino\",\n\"sise\": 5, {squares}}}").into_bytes(),
            "error: FILE: unknown field `sise`, expected one of `schema_version`, `image`, `game`, `size`, `rows`, `cols`, \
             `squares`, `player`, `coins`, `knights_in_supply`, `queen`, `variants`, `corners_px`, `corners_exact`, \
             `image_size`, `castle_3d`, `occluded`, `score`, `kingdom_id`, `game_id`, `sha256`, `source` \
             at line 2 column 6; did you mean `size`?\n",
        ),
        (
            "a.txt",
            b"CW k5 and more".to_vec(),
            "error: FILE: `more`: after the rows stand the game's letter (k kingdomino, q queendomino, r royal wedding) and \
             5 or 7, such as `k5`\n",
        ),
        (
            "a.jpg",
            b"\xff\xd8\xff\xe0".to_vec(),
            "error: FILE: a picture, and a kingdom in text was expected; `kingdom-scanner scan` reads photos\n",
        ),
        (
            "a.bin",
            b"\xfe\x00".to_vec(),
            "error: FILE: not UTF-8 text; a kingdom is JSON or a notation such as `F1WC/L1W. k5`\n",
        ),
        ("a.big", vec![b' '; (4 << 20) + 1], "error: FILE: larger than 4 MiB, which no kingdom is\n"),
    ];
    for (name, content, expected) in cases {
        let (_folder, path) = file(name, content);
        let outcome = run(&["score", &path]);
        assert_eq!(outcome.stderr.replace(&path, "FILE"), expected);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{expected}");
    }
}

#[test]
fn arguments_that_are_no_kingdom_end_with_2() {
    let cases = [
        (
            "missing.json",
            "error: `missing.json`: no such file, and no kingdom in notation either (such as `F1WC/L1W. k5`)\n",
        ),
        (
            "kingdoms/first",
            "error: `kingdoms/first`: no such file, and no kingdom in notation either (such as `F1WC/L1W. k5`)\n",
        ),
        (
            "CW/C k5",
            "error: `CW/C k5` is no file, and as a notation: row 2 has 1 squares, row 1 has 2: every row needs the same number, `.` stands for empty\n",
        ),
        ("{\"game\": 1}", "error: `{\"game\": 1}`: JSON is read from a file or, with `-`, from standard input\n"),
    ];
    for (argument, expected) in cases {
        let outcome = run(&["score", argument]);
        assert_eq!((outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str()), (2, "", expected));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().to_str().expect("UTF-8");
    let outcome = run(&["score", path]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.starts_with(&format!("error: {path}: ")), "{}", outcome.stderr);
    let outcome = run_with(b"nothing", &["score", "-"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.starts_with("error: standard input: "), "{}", outcome.stderr);
}

#[test]
fn wrong_usage_ends_with_2_and_suggests() {
    for args in [&["score"][..], &[], &["score", "CW k5", "--jsn"], &["scor", "CW k5"]] {
        let outcome = run(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{args:?}");
        assert!(outcome.stderr.contains("Usage: "), "{args:?}: {}", outcome.stderr);
    }
    let outcome = run(&["score", "CW k5", "--variant", "harmonie"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("[possible values: harmony, middle-kingdom, dynasty]"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("a similar value exists: 'harmony'"), "{}", outcome.stderr);
}

#[test]
fn help_and_version_go_to_stdout_and_end_with_0() {
    for args in [["--help"], ["--version"]] {
        let outcome = run(&args);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{args:?}");
    }
    assert!(run(&["--version"]).stdout.starts_with("kingdom-scanner "));
    assert!(run(&["score", "--help"]).stdout.contains("Examples:"));
}

/// The examples of the help run as they stand there (those without a photo).
#[test]
fn the_examples_of_the_help_run() {
    let help = run(&["--help"]).stdout + &run(&["score", "--help"]).stdout;
    let notations: Vec<&str> = help
        .lines()
        .filter_map(|line| line.trim().strip_prefix("kingdom-scanner score '")?.split('\'').next())
        .collect();
    assert!(!notations.is_empty());
    for notation in notations {
        let outcome = run(&["score", notation]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{notation}");
    }
}

/// A reader such as `head` that closes our stdout is no error of ours.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kingdom-scanner"))
        .args(["score", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    child.stdin.take().expect("a pipe").write_all(b"F1WC/L1W. k5").expect("the program waits for it");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}
