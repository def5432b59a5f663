//! Names with terminal control characters, and standard output and error that cannot be written.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::alone;
use crate::common::batch::Batch;
use crate::common::program::scanner;
use kingdom_scanner::messages::{Language, is_steering};
use kingdom_scanner::tournament::report::table::tournament_table;
use serde_json::Value;

/// Prints magenta text, sets the window's title, clears the screen, forges a line, reverses letters, and
/// repeats an escape in eight bits.
const EVIL: &str = "a\u{1b}[35mb\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}35m\u{7f}\nforged\u{202e}\u{2066}c";

fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(scanner());
    // The environment of a terminal with colours.
    command.args(args).current_dir(folder).env("LC_ALL", "C").env("CLICOLOR_FORCE", "1").env_remove("NO_COLOR");
    command
}

/// The text without our own colours, which do not include magenta.
fn without_our_colours(text: &str) -> String {
    let ours = ["0", "1", "2", "4", "30", "31", "32", "33", "36", "43"].map(|code| format!("\u{1b}[{code}m"));
    ours.iter().fold(text.to_owned(), |text, colour| text.replace(colour, ""))
}

fn assert_visible(what: &str, text: &str) {
    let plain = without_our_colours(text);
    let steering = plain.chars().find(|letter| is_steering(*letter) && *letter != '\n');
    assert_eq!(steering, None, "{what}: {:.2000}", format!("{text:?}"));
    let forged = plain.lines().find(|line| line.starts_with("forged"));
    assert_eq!(forged, None, "{what}");
}

/// A folder with files of malicious names: kingdoms, texts, and a batch whose photos are texts.
fn evil_batch() -> Batch {
    let batch = Batch::new(&[
        (&format!("round-1/table-1/{EVIL}.jpg"), "F1FF/WCF/WL1L k5"),
        ("round-1/table-1/Ben.jpg", "FFF/FCW/FF1W k5?"),
        (&format!("round-1/table-{EVIL}/Cem.jpg"), "W1WW/FCW/FL1L k5"),
        ("round-1/table-2/Do\u{202e}ra;=1+1.jpg", "W1WW/WCW/WL1L k5?"),
        ("round-1/table-2/Emil.jpg", "W1WW/WCW/WLL k5"),
        (&format!("{EVIL}.jpg"), "dog"),
        (&format!("copy {EVIL}.jpg"), "W1WW/WCW/WLL k5"),
    ]);
    let folder = batch.folder.path();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    let kingdom = |player: &str| {
        let json = serde_json::json!({"game": "kingdomino", "size": 5, "player": player, "image": "a.jpg",
            "squares": [["castle", "wheat", "wheat:1"]], "score": {"total": 9}});
        json.to_string()
    };
    write(&format!("good {EVIL}.json"), &kingdom("An\u{202e}na"));
    write(&format!("better {EVIL}.json"), &kingdom("Be\u{2066}n"));
    write(&format!("bad {EVIL}.json"), &kingdom(EVIL));
    let square = serde_json::json!({"game": "kingdomino", "squares": [["castle", format!("wheat{EVIL}")]]});
    write(&format!("square {EVIL}.json"), &square.to_string());
    write("column.csv", &format!("photo,{EVIL}\na.jpg,1\n").replace('\n', " "));
    write(&format!("{EVIL}.csv"), &format!("photo\n{}.jpg\n", EVIL.replace('\n', "")));
    batch
}

#[test]
fn no_name_steers_the_terminal() {
    let _alone = alone();
    let batch = evil_batch();
    batch.run(&format!("out {EVIL}"));
    let [good, better, bad, square, out, list, gone] = [
        format!("good {EVIL}.json"),
        format!("better {EVIL}.json"),
        format!("bad {EVIL}.json"),
        format!("square {EVIL}.json"),
        format!("out {EVIL}"),
        format!("{EVIL}.csv"),
        format!("gone {EVIL}.jpg"),
    ];
    let fix = format!("--fix={EVIL}=W");
    let player = format!("--player={EVIL}");
    let commands: Vec<Vec<&str>> = vec![
        vec!["score", &good],
        vec!["score", &bad],
        vec!["score", &square],
        vec!["score", EVIL],
        vec!["score", &good, "--lang", EVIL],
        vec!["score", &good, &player],
        vec!["score", &good, "--coins", EVIL],
        vec!["score", EVIL, EVIL],
        vec![EVIL],
        vec!["standings", &good, &better],
        vec!["standings", &good, &good],
        vec!["standings", &good, &bad],
        vec!["standings", &good, "--queen", EVIL],
        vec!["territories", &good],
        vec!["territories", &square],
        vec!["audit", &good, &square],
        vec!["audit", "--same-game", &good, &better],
        vec!["review", &out],
        vec!["review", EVIL],
        vec!["scan", &gone],
        vec!["scan", &good],
        vec!["scan", &gone, &fix],
        vec!["scan", &gone, "--corners", EVIL],
        vec!["scan", &good, "--models", EVIL],
        vec!["scan", &good, "--gallery", EVIL],
        vec!["batch", "photos", "-o", "results", "--manifest", &list],
        vec!["batch", "photos", "-o", "results", "--manifest", "column.csv"],
        vec!["batch", "photos", "-o", "results"],
        vec!["batch", EVIL, "-o", "results"],
        vec!["batch", "photos", "-o", "results", "--lines", &list],
        vec!["batch", "photos", "-o", "results", "--lines", EVIL],
        vec!["learn", &good, "--gallery", "gallery.jsonl"],
        vec!["learn", EVIL, "--gallery", "gallery.jsonl"],
        vec!["learn", "--list", "--gallery", EVIL],
        vec!["learn", "--forget", EVIL, "--gallery", "gallery.jsonl"],
    ];
    for args in commands {
        let Output { stdout, stderr, status } = program(batch.folder.path(), &args).output().expect("the program runs");
        let [stdout, stderr] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        assert_visible(&format!("{args:?} on standard output"), &stdout);
        assert_visible(&format!("{args:?} on standard error"), &stderr);
        assert!(!stdout.is_empty() || !stderr.is_empty(), "{args:?} says nothing");
        assert!(status.code().is_some_and(|code| code <= 3), "{args:?}: {status}, {stderr}");
    }
}

#[test]
fn our_own_colours_stay() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let stdout = program(folder.path(), &["audit", "CM3M3 k5"]).output().expect("the program runs").stdout;
    let text = String::from_utf8(stdout).expect("UTF-8");
    assert!(text.contains("\u{1b}[1m") && text.contains("\u{1b}[43m") && text.contains("\u{1b}[0m"), "{text:?}");
    let stderr = program(folder.path(), &["--nonsense"]).output().expect("the program runs").stderr;
    assert!(String::from_utf8(stderr).expect("UTF-8").contains("\u{1b}[1m"));
}

#[test]
fn json_keeps_every_byte() {
    let _alone = alone();
    let batch = evil_batch();
    let run = |args: &[&str]| program(batch.folder.path(), args).output().expect("the program runs").stdout;
    let line: Value = serde_json::from_slice(&run(&["score", &format!("good {EVIL}.json"), "--json"])).expect("JSON");
    assert_eq!(line["kingdom"]["player"], "An\u{202e}na");
    let names = [format!("good {EVIL}.json"), format!("better {EVIL}.json")];
    let line: Value =
        serde_json::from_slice(&run(&["audit", "--same-game", "--json", &names[0], &names[1]])).expect("JSON");
    assert!(line.to_string().contains("\u{9b}35m"), "{line}");
    let gone = format!("gone {EVIL}.jpg");
    let line: Value = serde_json::from_slice(&run(&["scan", "--json", &gone])).expect("JSON");
    assert_eq!(line["photo"], gone);
    assert!(line["message"].as_str().is_some_and(|message| message.contains(&gone)), "{line}");
}

#[test]
fn what_a_batch_writes_shows_names_and_ranks_the_others() {
    let _alone = alone();
    let batch = evil_batch();
    let mut tournament = batch.run("out");
    tournament.left_out = vec![format!("{EVIL}.jpg")];
    for language in Language::ALL {
        for width in [None, Some(80)] {
            assert_visible("the table", &tournament_table(&tournament, language, width));
        }
    }
    let german = tournament_table(&tournament, Language::German, None);
    assert_eq!(german.matches("Zeilenumbrüche oder andere Steuerzeichen").count(), 2, "{german}");
    for file in ["out/standings.csv", "out/rounds.csv", "out/tables.csv", "out/projector.html", "out/report.html"] {
        assert_visible(file, &batch.file(file));
    }
    let standings = batch.file("out/standings.csv");
    assert!(standings.contains(r"Do\u{202e}ra;'=1+1"), "{standings}");
    // Two photos are refused: their players' kingdoms are missing, and everyone else is ranked.
    let ranks: Vec<_> =
        tournament.overall.iter().map(|place| (place.player.as_str(), place.rank, place.missing)).collect();
    assert!(ranks.contains(&("Ben", Some(2), 0)) && ranks.contains(&("Emil", Some(2), 0)), "{ranks:?}");
    assert_eq!(ranks.iter().filter(|(_, rank, missing)| rank.is_none() && *missing == 1).count(), 2, "{ranks:?}");
    let results = batch.file("out/results.ndjson");
    let lines = results.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let errors: Vec<Value> = lines.filter(|line| line["status"] == "error").collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    for error in errors {
        let (photo, message) = (error["photo"].as_str().expect("text"), error["message"].as_str().expect("text"));
        assert!(photo.contains(EVIL) && message.contains("control characters"), "{error}");
        assert_eq!(error["needs_review"], true);
    }
}

#[cfg(unix)]
#[test]
fn what_a_batch_refuses_is_said_and_costs_its_own_row() {
    let _alone = alone();
    let batch = evil_batch();
    fs::write(batch.folder.path().join("secret.jpg"), "secret").expect("a file");
    std::os::unix::fs::symlink("../../../secret.jpg", batch.photos().join("round-1/table-2/Finn.jpg")).expect("a link");
    let run = |more: &[&str]| {
        let args = [&["batch", "photos", "-o", "results"], more].concat();
        let Output { status, stderr, .. } = program(batch.folder.path(), &args).output().expect("the program runs");
        (status.code(), String::from_utf8(stderr).expect("UTF-8"))
    };
    let (code, stderr) = run(&[]);
    let refused = "warning: round-1/table-2/Finn.jpg: this link leads out of the folder of photos";
    assert!(code == Some(2) && stderr.contains(refused), "{stderr}");
    assert_eq!(stderr.matches("warning: ").count(), 3, "{stderr}");
    let line = || {
        let results = batch.file("results/results.ndjson");
        let mut lines = results.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        lines.find(|line| line["photo"] == "round-1/table-2/Finn.jpg").expect("a row")
    };
    assert!(line()["status"] == "error" && line()["sha256"].is_null(), "{}", line());
    let (_, stderr) = run(&["--follow-links"]);
    assert!(!stderr.contains(refused) && line()["sha256"].is_string(), "{stderr}");
    for (name, empty) in [("empty.csv", ""), ("empty.csv", "photo,table\n"), ("empty.json", "[]")] {
        fs::write(batch.folder.path().join(name), empty).expect("a file");
        let (code, stderr) = run(&["--manifest", name]);
        let problem = format!("error: {name}: the list names no photo; a manifest needs a first line");
        assert!(code == Some(2) && stderr.contains(&problem), "{stderr}");
    }
}

/// Exit codes are the usual ones, even if messages cannot be written.
#[cfg(target_os = "linux")]
#[test]
fn a_standard_error_that_takes_nothing_changes_nothing() {
    let _alone = alone();
    let batch = evil_batch();
    batch.run("out");
    let good = format!("good {EVIL}.json");
    let commands: Vec<(Vec<&str>, i32)> = vec![
        (vec!["score", &good], 0),
        (vec!["score", "nonsense"], 2),
        (vec!["--nonsense"], 2),
        (vec!["standings", &good, &good], 2),
        (vec!["audit", &good, "nonsense"], 2),
        (vec!["territories", &good], 0),
        (vec!["review", "out"], 0),
        (vec!["scan", "nowhere.jpg"], 2),
        (vec!["scan", &good], 2),
        (vec!["batch", "photos", "-o", "results"], 2),
    ];
    for (args, code) in commands {
        let usual = program(batch.folder.path(), &args).output().expect("the program runs");
        assert_eq!(usual.status.code(), Some(code), "{args:?}: {}", String::from_utf8_lossy(&usual.stderr));
        for redirection in ["2>/dev/full", "2>&-"] {
            let script = format!("exec \"$@\" {redirection}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_kingdom-scanner")]).args(&args);
            let shell = shell.current_dir(batch.folder.path()).env("LC_ALL", "C").env("CLICOLOR_FORCE", "1");
            let output = shell.output().expect("the program runs");
            assert_eq!(output.status.code(), Some(code), "{args:?} {redirection}");
            assert_eq!(output.stdout, usual.stdout, "{args:?} {redirection}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_standard_output_that_takes_nothing_is_an_error_and_a_reader_who_left_is_none() {
    let _alone = alone();
    let folder = tempfile::tempdir().expect("a temporary folder");
    for args in
        [&["score", "W1C k5"][..], &["score", "W1C k5", "--json"], &["--help"], &["score", "--help"], &["--version"]]
    {
        let run = |script: &str| {
            let mut shell = Command::new("bash");
            shell.args(["-c", script, "bash", env!("CARGO_BIN_EXE_kingdom-scanner")]).args(args);
            let output = shell.current_dir(folder.path()).env("LC_ALL", "C").output().expect("the program runs");
            (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
        };
        let (code, stderr) = run("exec \"$@\" >/dev/full");
        let last = stderr.lines().last().unwrap_or_default();
        assert!(
            code == Some(2) && last.starts_with("error: cannot write to standard output: No space left"),
            "{args:?}: {stderr}"
        );
        let (code, stderr) = run("\"$@\" | true; exit ${PIPESTATUS[0]}");
        assert!(code == Some(0) && !stderr.contains("error"), "{args:?}: {stderr}");
    }
}
