//! A rendered tournament, read by the program: nothing is lost, and the standings are the truth.
#![cfg(feature = "vision")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use kingdom_scanner::batch::OutFolder;
use kingdom_scanner::gallery::Gallery;
use kingdom_scanner::network::Networks;
use kingdom_scanner::render::faces::Faces;
use kingdom_scanner::render::suite::Material;
use kingdom_scanner::render::tournament::TournamentSuite;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use tempfile::TempDir;

/// The committed tournament, but small: two tables in each of two rounds, and one of everything that goes wrong.
fn photos() -> &'static Path {
    static PHOTOS: OnceLock<TempDir> = OnceLock::new();
    let folder = PHOTOS.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/suites/tournament.json");
        let suite = TournamentSuite::load(&suite).expect("the committed suite is sound");
        let mut suite = TournamentSuite { rounds: 2, tables: 2, players: 2, ..suite };
        (suite.blurred, suite.broken, suite.duplicates, suite.dogs) = (1, 1, 1, 1);
        suite.photos.long_side_px = [1000.0, 1100.0];
        let material = Material { faces: Faces::Drawn, textures: None };
        assert_eq!(suite.render(&material, folder.path()).expect("rendered"), 8 + 1 + 1);
        folder
    });
    folder.path()
}

fn batch(out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kingdom-scanner"));
    command.arg("batch").arg(photos()).arg("-o").arg(out).arg("--manifest").arg(photos().join("players.csv"));
    command.args(more).env("LC_ALL", "C").stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command
}

/// Runs it to its end: exit code, stdout, stderr.
fn ended(mut command: Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert!(!stderr.contains("panicked"), "{stderr}");
    (output.status.code(), stdout, stderr)
}

/// All files but the journal, whose lines stand in the order in which they were read.
fn files(out: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![out.to_owned()];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).expect("a file");
                files.insert(path.strip_prefix(out).expect("below").to_owned(), bytes);
            }
        }
    }
    files.remove(Path::new("journal.ndjson")).expect("a journal");
    files
}

/// A line of truth.csv: photo, player, total, kingdom.
fn truth() -> Vec<(String, String, i32, String)> {
    let mut reader = csv::Reader::from_path(photos().join("truth.csv")).expect("a file");
    let line = |record: csv::StringRecord| {
        (record[0].to_owned(), record[3].to_owned(), record[4].parse().expect("points"), record[5].to_owned())
    };
    reader.records().map(|record| line(record.expect("a line"))).collect()
}

/// The sums that standings.csv tells.
fn sums(out: &Path) -> BTreeMap<String, i32> {
    let mut reader = csv::Reader::from_path(out.join("standings.csv")).expect("a file");
    let lines = reader.records().map(|record| record.expect("a line")).filter(|record| &record[0] == "overall");
    lines.map(|record| (record[5].to_owned(), record[6].parse().unwrap_or_default())).collect()
}

fn results(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("results.ndjson")).expect("results");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn the_standings_are_the_truth_after_the_review() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let (code, stdout, stderr) = ended(batch(&out, &[]));
    // The broken photo counts most.
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("10/10 photos"), "{stderr}");
    let before = results(&out);
    let status = |wanted: &str| before.iter().filter(|line| line["status"] == wanted).count();
    assert_eq!((before.len(), status("error"), status("duplicate")), (10, 1, 1));
    let looked_at: Vec<&str> =
        before.iter().filter(|line| line["needs_review"] == true).filter_map(|line| line["photo"].as_str()).collect();
    assert!(looked_at.contains(&"dog-1.jpg") && looked_at.len() < 8, "{looked_at:?}");
    assert!(looked_at.iter().all(|photo| stdout.contains(photo)), "{stdout}");
    let folder_out = OutFolder::create(&out).expect("a folder");
    let is_decoded = |photo: &&&str| before.iter().all(|line| line["photo"] != ***photo || line["status"] != "error");
    assert!(looked_at.iter().filter(is_decoded).all(|photo| folder_out.review_picture(photo).exists()));

    let truth = truth();
    let answer = |photo: &&str| match truth.iter().find(|(truth, ..)| truth == photo) {
        Some((.., kingdom)) => format!("{kingdom}\n"),
        None => "l\n".to_owned(),
    };
    let answers: String = looked_at.iter().map(answer).collect();
    let mut review = Command::new(env!("CARGO_BIN_EXE_kingdom-scanner"));
    review
        .arg("review")
        .arg(&out)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut review = review.spawn().expect("the program starts");
    review.stdin.take().expect("a pipe").write_all(answers.as_bytes()).expect("it reads");
    let output = review.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));

    let mut expected: BTreeMap<String, i32> = BTreeMap::new();
    truth.iter().for_each(|(_, player, total, _)| *expected.entry(player.clone()).or_default() += total);
    assert_eq!(sums(&out), expected);
    // Another run keeps what a person said, and nothing is left to look at.
    let (code, stdout, stderr) = ended(batch(&out, &["--strict"]));
    assert_eq!((code, stdout.contains("To look at")), (Some(0), false), "{stdout}{stderr}");
    assert!(stderr.contains("(10 from before)"), "{stderr}");
    assert_eq!(sums(&out), expected);
    assert!(results(&out) == before, "a review never changes the results");
}

/// What `scan --same-game` reads in the photos: of each its kingdoms' notations, points and whether to look at them.
fn read_as_one_game(table: &str) -> BTreeMap<String, Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kingdom-scanner"));
    command.args(["scan", "--same-game", "--json", "--no-gallery", "--variant", "harmony"]);
    command.args(["--variant", "middle-kingdom"]);
    let mut names: Vec<String> = fs::read_dir(photos().join(table))
        .expect("a folder")
        .map(|entry| format!("{table}/{}", entry.expect("an entry").file_name().to_string_lossy()))
        .filter(|name| !name.contains("again"))
        .collect();
    names.sort();
    command.args(&names).current_dir(photos()).env("LC_ALL", "C").stdin(Stdio::null());
    let output = command.output().expect("the program starts");
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let lines = lines.map(|line| serde_json::from_slice::<Value>(line).expect("JSON"));
    lines.map(|line| (line["photo"].as_str().expect("a name").to_owned(), told_of(&line))).collect()
}

/// The same of a line of the results; probabilities are rounded otherwise there.
fn told_of(line: &Value) -> Value {
    let kingdom = |kingdom: &Value| {
        ["notation", "total", "needs_review", "warnings", "notes"].map(|field| kingdom[field].clone())
    };
    let kingdoms: Vec<_> = line["kingdoms"].as_array().expect("kingdoms").iter().map(kingdom).collect();
    serde_json::json!({"status": line["status"], "kingdoms": kingdoms})
}

#[test]
fn a_table_is_read_as_one_game_and_a_broken_photo_costs_only_itself() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    ended(batch(&out, &[]));
    let results = results(&out);
    let read: BTreeMap<String, Value> =
        results.iter().map(|line| (line["photo"].as_str().expect("a name").to_owned(), told_of(line))).collect();
    let mut together = 0;
    for table in ["round-1/table-1", "round-1/table-2", "round-2/table-1", "round-2/table-2"] {
        let expected = read_as_one_game(table);
        assert_eq!(expected.len(), 2, "{table}");
        for (photo, expected) in expected {
            assert_eq!(read[&photo], expected, "{photo}");
            together += usize::from(expected.to_string().contains("read together with"));
        }
    }
    // Of the eight kingdoms the broken photo's is lost, and the other one of its table is read alone.
    assert!((2..=6).contains(&together), "{together}");
    let broken: Vec<&Value> = results.iter().filter(|line| line["status"] == "error").collect();
    assert_eq!(broken.len(), 1);
    let photo = broken[0]["photo"].as_str().expect("a name");
    let table = photo.rsplit_once('/').expect("a table").0;
    let of_table = results.iter().filter(|line| line["photo"].as_str().is_some_and(|name| name.starts_with(table)));
    assert!(of_table.clone().any(|line| line["status"] == "scored"), "{photo}");
    assert!(of_table.clone().all(|line| !line["kingdoms"].to_string().contains("read together")), "{photo}");
}

#[test]
fn who_plays_by_other_rules_plays_another_game() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let manifest = folder.path().join("players.csv");
    let together = |variants: [&str; 2]| {
        let lines =
            (1..).zip(variants).map(|(seat, variants)| format!("round-1/table-1/player-{seat}.jpg,{variants}\n"));
        fs::write(&manifest, format!("photo,variants\n{}", lines.collect::<String>())).expect("a file");
        let out = folder.path().join("out");
        let mut command = Command::new(env!("CARGO_BIN_EXE_kingdom-scanner"));
        command.arg("batch").arg(photos()).arg("-o").arg(&out).arg("--manifest").arg(&manifest).env("LC_ALL", "C");
        ended(command);
        let is_of_table = |line: &&Value| line["photo"].as_str().is_some_and(|name| name.contains("round-1/table-1"));
        let remarks =
            results(&out).iter().filter(is_of_table).map(|line| line["kingdoms"].to_string()).collect::<String>();
        ["read together with", "no other kingdom"].map(|remark| remarks.contains(remark))
    };
    assert!(together(["harmony", "harmony"]) != [false, false]);
    assert_eq!(together(["harmony", ""]), [false, false]);
}

/// What somebody learnt on one machine changes no results, unless it is asked for: then all is read again.
#[test]
fn a_gallery_is_consulted_only_when_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (out, path) = (folder.path().join("out"), folder.path().join("gallery.jsonl"));
    let with_users_gallery = |more: &[&str]| {
        let mut command = batch(&out, more);
        command.env("KINGDOM_SCANNER_GALLERY", &path);
        ended(command)
    };
    fs::write(&path, "no gallery").expect("a file");
    let (_, _, stderr) = with_users_gallery(&[]);
    assert!(!stderr.contains("gallery") && stderr.contains("(1 from before)"), "{stderr}");
    let before = files(&out);
    let told = ["--gallery", path.to_str().expect("UTF-8")];
    let (code, _, stderr) = with_users_gallery(&told);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("gallery.jsonl") && files(&out) == before, "{stderr}");
    let networks = Networks::embedded().expect("the built-in networks");
    Gallery::new(networks.squares_sha256).write(&path).expect("a file");
    let (_, _, stderr) = with_users_gallery(&[]);
    assert!(stderr.contains("(10 from before)"), "{stderr}");
    let (_, _, stderr) = with_users_gallery(&told);
    assert!(stderr.contains("(1 from before)"), "all but the duplicate is read again: {stderr}");
    let (_, _, stderr) = with_users_gallery(&told);
    assert!(stderr.contains("(10 from before)"), "{stderr}");
}

/// `BATCH_KILLS=20` kills more often.
#[test]
fn a_run_that_is_killed_again_and_again_ends_with_the_same_results() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (whole, killed) = (folder.path().join("whole"), folder.path().join("killed"));
    let begun = Instant::now();
    ended(batch(&whole, &["--jobs", "1"]));
    let whole_ms = begun.elapsed().as_millis() as u64;
    let expected = files(&whole);
    let kills: u64 = std::env::var("BATCH_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(4);
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    for _ in 0..kills {
        let mut child: Child = batch(&killed, &["--jobs", "1"]).spawn().expect("the program starts");
        sleep(Duration::from_millis(dice.random_range(0..=whole_ms * 6 / (5 * kills.min(5)))));
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    let (code, _, stderr) = ended(batch(&killed, &["--jobs", "2"]));
    assert_eq!(code, Some(2), "{stderr}");
    let found = files(&killed);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, bytes) in &expected {
        assert!(found[name] == *bytes, "{} differs", name.display());
    }
}

#[test]
fn what_is_wrong_with_the_command_is_told_before_any_work() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let manifest = folder.path().join("wrong.csv");
    let problem = |text: &str| {
        fs::write(&manifest, text).expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_kingdom-scanner"));
        command.arg("batch").arg(photos()).arg("-o").arg(&out).arg("--manifest").arg(&manifest);
        let (code, _, stderr) = ended(command);
        assert_eq!((code, out.exists()), (Some(2), false), "{stderr}");
        stderr
    };
    assert!(problem("photo,colour\n").contains("`colour` is no column"));
    assert!(problem("photo,player\nlost.jpg,Anna\n").contains("lost.jpg"));
    let (code, _, stderr) = ended(batch(photos(), &[]));
    assert_eq!(code, Some(2));
    assert!(stderr.contains("a folder of their own"), "{stderr}");
}
