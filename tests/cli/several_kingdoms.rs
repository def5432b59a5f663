//! Commands that take all kingdoms of a file.

use serde_json::{Value, json};

use crate::common::program::{file, run, run_with};

/// A line of a scan with these kingdoms, in notation.
fn line(photo: &str, kingdoms: &[&str]) -> Value {
    let kingdom = |text: &&str| {
        let label: Value = serde_json::from_str(&run(&["score", text, "--json"]).stdout).expect("JSON");
        json!({"kingdom": label["kingdom"], "needs_review": false})
    };
    let kingdoms: Vec<Value> = kingdoms.iter().map(kingdom).collect();
    json!({"schema_version": 1, "photo": photo, "status": "scored", "message": "", "kingdoms": kingdoms})
}

fn players(args: &[&str], stdin: &str) -> Vec<String> {
    let outcome = run_with(stdin.as_bytes(), &[args, &["--json"]].concat());
    let found: Value = serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{}", outcome.stderr));
    let players = found["standings"].as_array().expect("a list").clone();
    players.iter().map(|player| format!("{} {}", player["player"].as_str().expect("a name"), player["total"])).collect()
}

#[test]
fn all_kingdoms_of_all_lines_are_ranked() {
    let lines = format!("{}\n{}\n", line("anna.jpg", &["F1F/FC k5"]), line("table.jpg", &["W1W/.C k5", "L1C k5"]));
    assert_eq!(players(&["standings", "-"], &lines), ["Anna 3", "k2 2", "k3 1"]);
    let names = ["--player", "Anna", "--player", "Ben", "--player", "Cem"];
    assert_eq!(players(&[&["standings", "-"], &names[..]].concat(), &lines), ["Anna 3", "Ben 2", "Cem 1"]);
    let (_folder, path) = file("lines.ndjson", &lines);
    assert_eq!(players(&["standings", &path, "G1G1GC k5"], ""), ["k4 6", "Anna 3", "k2 2", "k3 1"]);
    let scored = run_with(lines.as_bytes(), &["score", "-", "--json"]);
    assert_eq!((scored.code, scored.stdout.lines().count()), (0, 3), "{}", scored.stderr);
    let facts = run_with(lines.as_bytes(), &["score", "-", "--coins", "3"]);
    assert!(facts.code == 2 && facts.stderr.contains("belong to one kingdom, but there are 3"), "{}", facts.stderr);
}

#[test]
fn a_line_without_a_kingdom_is_named() {
    let lost = json!({"schema_version": 1, "photo": "b.jpg", "status": "no_kingdom", "message": "b.jpg: nothing", "kingdoms": []});
    let lines = format!("{}\n\n{lost}\n", line("anna.jpg", &["F1F/FC k5"]));
    let outcome = run_with(lines.as_bytes(), &["standings", "-"]);
    assert_eq!(outcome.code, 2);
    let words = "standard input: line 3: the result holds no kingdom (status `no_kingdom`: b.jpg: nothing)";
    assert!(outcome.stderr.contains(words), "{}", outcome.stderr);
    let cut = run_with(&lines.as_bytes()[..lines.len() - 20], &["standings", "-"]);
    assert!(cut.code == 2 && cut.stderr.contains("line 3: "), "{}", cut.stderr);
    let other = run_with(format!("{}\n3\n", line("anna.jpg", &["F1F/FC k5"])).as_bytes(), &["standings", "-"]);
    assert!(
        other.code == 2 && other.stderr.contains("line 2: a kingdom in JSON must be an object"),
        "{}",
        other.stderr
    );
}

/// A kingdom shown by two photos of a game is one kingdom, with the doubts of both.
#[test]
fn a_kingdom_that_two_lines_show_counts_once() {
    let shown = json!({"kingdoms": [
        {"shown": [{"photo": "anna.jpg", "kingdom": 1}, {"photo": "IMG_2.jpg", "kingdom": 1}], "read_together": true},
        {"shown": [{"photo": "ben.jpg", "kingdom": 1}], "read_together": true},
    ]});
    let mut lines = [line("anna.jpg", &["F1F/FC k5"]), line("IMG_2.jpg", &["FF1/CF k5"]), line("ben.jpg", &["L1C k5"])];
    lines.iter_mut().for_each(|line| line["game"] = shown.clone());
    lines[1]["kingdoms"][0]["needs_review"] = json!(true);
    lines[1]["kingdoms"][0]["warnings"] = json!([{"code": "cut-by-photo", "message": "the edge", "squares": ["r1c1"]}]);
    let text = lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    assert_eq!(players(&["standings", "-"], &text), ["Anna 3", "Ben 1"]);
    let outcome = run_with(text.as_bytes(), &["standings", "-", "--strict"]);
    assert_eq!(outcome.code, 3);
    assert!(outcome.stdout.contains("warning: Anna: IMG_2.jpg: the edge (r1c1)"), "{}", outcome.stdout);
}
