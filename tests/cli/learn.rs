//! `learn`, and `scan` after it, as users see them: on kingdoms of an edition that was never used in
//! training.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::common::program::{Outcome, paint, run, run_with, scanner};
use kingdom_scanner::formats::parse_json;
use serde_json::Value;
use storage::checksum::with_checksum;
use tempfile::TempDir;

/// Photos of two kingdoms to learn from, `five.jpg` and `seven.jpg`, and of a third, each with its label.
struct Table {
    folder: TempDir,
}

impl Table {
    fn set(names: &[&str]) -> Self {
        let table = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        for (seed, name) in names.iter().enumerate() {
            let kingdom = format!("{}/fixtures/kingdoms/{name}.json", env!("CARGO_MANIFEST_DIR"));
            let (photo, seed) = (table.path(&format!("{name}.jpg")), (seed + 2).to_string());
            paint(&[&kingdom, "-o", &photo, "--style", "woodcut", "--seed", &seed]);
        }
        table
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    fn learn(&self, arguments: &[&str]) -> Outcome {
        run(&[&["learn", "--gallery", &self.path("g.jsonl")], arguments].concat())
    }

    /// The line of `scan --json`.
    fn scan(&self, photo: &str, arguments: &[&str]) -> Value {
        let photo = if Path::new(photo).exists() { photo.to_owned() } else { self.path(photo) };
        let outcome = run(&[&["scan", "--json", &photo], arguments].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        serde_json::from_str(&outcome.stdout).expect("a line of JSON")
    }

    /// A folder with only Kingdomino's networks, which misread this edition.
    fn models(&self) -> String {
        fs::create_dir(self.path("models")).expect("a writable folder");
        let names = ["locator", "squares", "glance"];
        for file in names.iter().flat_map(|name| [format!("{name}.onnx"), format!("{name}.json")]) {
            let shipped = format!("{}/models/{file}", env!("CARGO_MANIFEST_DIR"));
            fs::copy(shipped, self.path(&format!("models/{file}"))).expect("a model");
        }
        self.path("models")
    }

    /// The number of squares of the photo that are read as in its label.
    fn right(&self, name: &str, line: &Value) -> usize {
        let label = fs::read_to_string(self.path(&format!("{name}.json"))).expect("a label");
        let truth = parse_json(&label).expect("a label").record.kingdom;
        let read = parse_json(&line["kingdoms"][0]["kingdom"].to_string()).expect("a kingdom").record.kingdom;
        if (read.squares().rows(), read.squares().cols()) != (truth.squares().rows(), truth.squares().cols()) {
            return 0;
        }
        truth.squares().iter().filter(|(place, square)| read.squares()[*place] == **square).count()
    }
}

#[test]
fn what_was_learnt_from_two_photos_reads_a_third() {
    let table = Table::set(&["five", "seven", "holes"]);
    let (g, labels) = (table.path("g.jsonl"), ["five.json", "seven.json"].map(|label| table.path(label)));
    let models = table.models();
    let before = table.scan("holes.jpg", &["--models", &models, "--no-gallery"]);
    assert!(before.get("gallery_entries").is_none());
    let learnt = table.learn(&["--models", &models, "--edition", "woodcut", &labels[0], &labels[1]]);
    assert_eq!(learnt.code, 0, "{}", learnt.stderr);
    for part in ["five.jpg: 25 squares learnt", "seven.jpg: 49 squares learnt", "woodcut: 74 squares", &g] {
        assert!(learnt.stdout.contains(part), "{part}: {}", learnt.stdout);
    }
    let after = table.scan("holes.jpg", &["--models", &models, "--gallery", &g]);
    assert_eq!(after["gallery_entries"], 74);
    let (before, after) = (table.right("holes", &before), table.right("holes", &after));
    assert!(before < 18 && after >= 22, "{before} squares right before, {after} after, of 25");

    // A kingdom of the edition that the networks know is read as if nothing had been learnt.
    let ordinary = format!("{}/fixtures/photos/five.jpg", env!("CARGO_MANIFEST_DIR"));
    let [with, without] = [&["--gallery", &*g][..], &["--no-gallery"]].map(|gallery| table.scan(&ordinary, gallery));
    assert_eq!(with["kingdoms"], without["kingdoms"]);
}

#[test]
fn what_is_doubtful_is_not_learnt_and_what_was_learnt_can_be_forgotten() {
    let table = Table::set(&["five"]);
    let mut line = table.scan("five.jpg", &["--no-gallery", "--corners", &corners(&table)]);
    let squares = line["kingdoms"][0]["squares"].as_array_mut().expect("rows");
    for square in squares.iter_mut().flat_map(|row| row.as_array_mut().expect("a row")) {
        square["state"] = "corrected".into();
    }
    line["kingdoms"][0]["squares"][1][2]["state"] = "doubtful".into();
    // The photo's path is relative to where the scan ran; here it is next to the file.
    line["photo"] = "five.jpg".into();
    fs::write(table.path("five.ndjson"), line.to_string()).expect("a writable folder");
    let learnt = table.learn(&[&table.path("five.ndjson"), "--unconfirmed"]);
    assert_eq!(learnt.code, 0, "{}", learnt.stderr);
    assert!(learnt.stdout.contains("1 still doubtful and not learnt (r2c3)"), "{}", learnt.stdout);
    let count = |outcome: &Outcome| outcome.stdout.lines().filter(|line| line.contains("five.jpg")).count();
    let listed = table.learn(&["--list"]);
    assert!(count(&listed) == 1 && listed.stdout.contains("24 squares"), "{}", listed.stdout);
    assert!(table.learn(&["--forget", "five.jpg"]).stdout.contains("24 squares forgotten"));
    assert!(table.learn(&["--list"]).stdout.contains("nothing learnt yet"));
    assert_eq!(table.learn(&["--forget", "five.jpg"]).code, 2);
    assert_eq!(table.learn(&["--forget-all"]).code, 0);
}

/// The program must not teach itself: users check what is learnt.
#[test]
fn only_what_a_person_confirmed_is_learnt() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let photo = format!("{}/fixtures/photos/five.jpg", env!("CARGO_MANIFEST_DIR"));
    fs::copy(photo, path("five.jpg")).expect("a photo");
    let gallery = path("g.jsonl");
    let learn = |line: &Value, arguments: &[&str]| {
        fs::write(path("five.ndjson"), line.to_string()).expect("a writable folder");
        run(&[&["learn", "--gallery", &gallery, &path("five.ndjson")], arguments].concat())
    };
    let scan = |fixes: &[&str]| -> Value {
        let outcome = run(&[&["scan", "--json", "--no-gallery", &path("five.jpg")], fixes].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        serde_json::from_str(&outcome.stdout).expect("a line of JSON")
    };
    let as_read = scan(&[]);
    let refused = learn(&as_read, &[]);
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""), "{}", refused.stderr);
    for part in ["five.ndjson", "five.jpg", "no square was corrected or confirmed", "--fix", "--unconfirmed"] {
        assert!(refused.stderr.contains(part), "{part}: {}", refused.stderr);
    }
    assert!(!PathBuf::from(&gallery).exists(), "nothing is learnt");

    let word = as_read["kingdoms"][0]["kingdom"]["squares"][0][0].as_str().expect("a word");
    let mut confirmed = scan(&["--fix", &format!("r1c1={word}")]);
    let learnt = learn(&confirmed, &[]);
    assert_eq!(learnt.code, 0, "{}", learnt.stderr);
    assert!(learnt.stdout.contains("25 squares learnt"), "{}", learnt.stdout);

    confirmed["kingdoms"][0]["needs_review"] = true.into();
    confirmed["kingdoms"][0]["squares"][1][2]["state"] = "doubtful".into();
    let doubtful = learn(&confirmed, &[]);
    assert_eq!(doubtful.code, 2, "{}", doubtful.stderr);
    assert!(doubtful.stderr.contains("the kingdom still needs checking (r2c3)"), "{}", doubtful.stderr);
    let anyway = learn(&confirmed, &["--unconfirmed"]);
    assert!(anyway.code == 0 && anyway.stdout.contains("24 squares learnt"), "{}", anyway.stderr);
    assert_eq!(learn(&as_read, &["--unconfirmed"]).code, 0);

    // If a photo has two kingdoms and only one was checked, only that one is learnt.
    let kingdom = as_read["kingdoms"][0].clone();
    let mut two = scan(&["--fix", &format!("r1c1={word}")]);
    two["kingdoms"].as_array_mut().expect("a list").push(kingdom);
    let learnt = learn(&two, &[]);
    assert!(
        learnt.stdout.contains("25 squares learnt") && learnt.stdout.contains("was not learnt"),
        "{}",
        learnt.stdout
    );
}

/// Several programs learn at the same time, each from another photo.
#[test]
fn several_that_learn_at_once_lose_nothing() {
    const PROGRAMS: usize = 5;
    let table = Table::set(&["five"]);
    let label = fs::read_to_string(table.path("five.json")).expect("a label");
    for number in 0..PROGRAMS {
        fs::copy(table.path("five.jpg"), table.path(&format!("five-{number}.jpg"))).expect("a writable folder");
        let label = label.replace("five.jpg", &format!("five-{number}.jpg"));
        fs::write(table.path(&format!("five-{number}.json")), label).expect("a writable folder");
    }
    let start = |number: usize| {
        let mut command = Command::new(scanner());
        command.args(["learn", "--gallery", &table.path("g.jsonl"), &table.path(&format!("five-{number}.json"))]);
        // Each program learns an edition of its own, because only about 24 squares of a kind are kept per
        // edition.
        command.args(["--edition", &format!("box {number}")]).env("LC_ALL", "C").stdout(Stdio::piped());
        command.stderr(Stdio::piped()).stdin(Stdio::null()).spawn().expect("the program starts")
    };
    let programs: Vec<Child> = (0..PROGRAMS).map(start).collect();
    for program in programs {
        let output = program.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let listed = table.learn(&["--list"]);
    for number in 0..PROGRAMS {
        let edition = format!("  box {number}: 25 squares\n    five-{number}.jpg: 25 squares\n");
        assert!(listed.stdout.contains(&edition), "{}", listed.stdout);
    }
    let mut names: Vec<_> = fs::read_dir(table.folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.starts_with("five"))
        .collect();
    names.sort();
    assert_eq!(names, ["g.jsonl", "g.jsonl.lock"], "nothing unfinished is left");
}

/// The label's corners in the format of `--corners`.
fn corners(table: &Table) -> String {
    let label = fs::read_to_string(table.path("five.json")).expect("a label");
    let corners = parse_json(&label).expect("a label").record.corners_px.expect("corners");
    corners.as_flattened().iter().map(f64::to_string).collect::<Vec<_>>().join(",")
}

#[test]
fn what_cannot_be_learnt_or_consulted_is_refused_by_name() {
    let table = Table::set(&["five"]);
    let (label, gallery, photo) = (table.path("five.json"), table.path("g.jsonl"), table.path("five.jpg"));
    let write = |name: &str, text: String| {
        fs::write(table.path(name), text).expect("a writable folder");
        table.path(name)
    };
    let text = fs::read_to_string(&label).expect("a label");
    let gone = write("gone.json", text.replace("five.jpg", "gone.jpg"));
    let cut = write("cut.json", text.replace("1600", "1500"));
    let score = write("score.json", r#"{"game":"kingdomino","squares":[["castle"]]}"#.to_owned());
    let none = write("none.json", r#"{"photo":"a.jpg","status":"no_kingdom","kingdoms":[]}"#.to_owned());
    let cases: [(&[&str], &str); 6] = [
        (&[&gone], "gone.jpg"),
        (&[&cut], "changed since"),
        (&[&score], "`image`"),
        (&[&none], "no kingdom in it"),
        (&["no-such-file.json"], "no-such-file.json"),
        (&[&label, "--edition", " "], "--edition"),
    ];
    for (arguments, named) in cases {
        let outcome = table.learn(arguments);
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(named), "{named}: {}", outcome.stderr);
        assert!(outcome.stdout.is_empty() && !PathBuf::from(&gallery).exists(), "{named}: something was learnt");
    }
    assert_eq!(run_with(text.as_bytes(), &["learn", "-", "--gallery", &gallery]).code, 2, "its photo lies elsewhere");
    assert_eq!(run(&["scan", &photo, "--gallery", &gallery]).code, 2, "there is no such gallery");
    assert_eq!(run(&["scan", &photo, "--gallery", &gallery, "--no-gallery"]).code, 2);
    assert_eq!(table.learn(&[&label]).code, 0);
    let written = fs::read_to_string(&gallery).expect("it was written");
    let (head, lines) = written.split_once('\n').expect("a line");
    let object = format!("{{{}", head.split_once(',').expect("a checksum").1);
    let foreign = object.replacen("\"squares_network\":\"", "\"squares_network\":\"0", 1);
    fs::write(&gallery, format!("{}\n{lines}", with_checksum(&foreign))).expect("a writable folder");
    for outcome in [run(&["scan", &photo, "--gallery", &gallery]), table.learn(&[&label])] {
        assert_eq!(outcome.code, 2);
        assert!(outcome.stderr.contains("another squares network"), "{}", outcome.stderr);
    }
    assert_eq!(table.learn(&["--forget-all"]).code, 0);
    assert_eq!(table.learn(&[&label]).code, 0);
    let photo_instead = table.learn(&[&photo]);
    assert_eq!(photo_instead.code, 2);
    assert!(photo_instead.stderr.contains("scan --json"), "{}", photo_instead.stderr);
}

#[test]
fn forgetting_everything_overwrites_galleries_only() {
    let table = Table::set(&["five"]);
    let (label, gallery) = (table.path("five.json"), table.path("g.jsonl"));
    assert_eq!(table.learn(&[&label]).code, 0);
    let sound = fs::read(&gallery).expect("it was written");
    let damaged = [&sound[..], b"{\"edition\":\n\xff"].concat();
    for (content, code) in [(b"Dear diary\n".to_vec(), 2), (vec![0xff, 0xfe], 2), (Vec::new(), 2), (damaged, 0)] {
        fs::write(&gallery, &content).expect("a writable folder");
        let listed = table.learn(&["--list"]);
        assert!(listed.code == 2 && listed.stderr.contains("remove the file"), "{}", listed.stderr);
        let forgotten = table.learn(&["--forget-all"]);
        assert_eq!(forgotten.code, code, "{}", forgotten.stderr);
        assert_eq!(fs::read(&gallery).expect("a file") == content, code != 0, "{}", forgotten.stderr);
    }
    assert!(table.learn(&["--list"]).stdout.contains("nothing learnt yet"));
}

#[test]
fn sheets_are_learnt_and_what_is_none_is_refused() {
    let table = Table::set(&["five"]);
    let order = table.learn(&["--buildings"]);
    assert_eq!(order.code, 0, "{}", order.stderr);
    let rows: Vec<&str> = order.stdout.lines().collect();
    assert!(rows.len() == 5 && rows[1].contains("bakery") && rows[4].ends_with("queen's tower"), "{}", order.stdout);
    assert!(table.learn(&["--buildings", "--lang", "de"]).stdout.contains("Bäckerei"));

    let sheet = table.path("towns.jpg");
    paint(&["--town-sheet", "--style", "woodcut", "--seed", "4", "-o", &sheet]);
    let learnt = table.learn(&["--towns", &sheet, "--edition", "woodcut"]);
    assert_eq!(learnt.code, 0, "{}", learnt.stderr);
    assert!(learnt.stdout.contains("towns.jpg: 6 squares learnt"), "{}", learnt.stdout);
    assert!(table.learn(&["--forget", &sheet]).stdout.contains("6 squares forgotten"));
    let kingdom = format!("{}/fixtures/photos/five.jpg", env!("CARGO_MANIFEST_DIR"));

    let label = table.path("five.json");
    let cases: [(&[&str], &str); 7] = [
        (&["--buildings", "no-such-photo.jpg"], "no-such-photo.jpg"),
        (&["--towns", &kingdom], "25 of 25 squares are clearly other land"),
        (&["--towns", &kingdom, "--grid", "2x9"], "3x2"),
        (&["--towns", &kingdom, "--grid", "2x3"], "2 rows of 3 town squares"),
        (&["--towns", &sheet, "--list"], "--list"),
        (&["--grid", "3x2", "--buildings", &sheet], "--towns"),
        (&[&label, "--buildings"], "--buildings needs a PHOTO"),
    ];
    for (arguments, named) in cases {
        let outcome = table.learn(arguments);
        assert_eq!(outcome.code, 2, "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(named), "{named}: {}", outcome.stderr);
    }
}
