//! A rendered tournament scanned by several processes: photos in their lines are not read again, and the
//! results are the same.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::program::scanner;
use crate::common::tournament_photos::copy;
use crate::whole_batches::{assert_same, batch, batch_of, ended, files, kill, photos, tables_read, wait_for};

/// The tournament's results without lines.
fn read_directly() -> &'static BTreeMap<PathBuf, Vec<u8>> {
    static RESULTS: OnceLock<BTreeMap<PathBuf, Vec<u8>>> = OnceLock::new();
    RESULTS.get_or_init(|| {
        let out = tempfile::tempdir().expect("a temporary folder");
        ended(batch(out.path(), &[]));
        files(out.path())
    })
}

/// A folder with the photos, after running the commands in `docs/tournament.md`.
fn at_scale() -> &'static Path {
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        copy(photos(), &folder.path().join("photos"));
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/tournament.md");
        let docs = fs::read_to_string(docs).expect("the page");
        let block = docs.split("```sh\n").find(|block| block.starts_with("mkdir -p lines\n")).expect("the commands");
        let script = block.split("```").next().expect("a block");
        // The tournament is small, and its manifest names variants.
        let script = script.replace("-n 50", "-n 4").replace("-o results", "-o results --manifest photos/players.csv");
        let script = script.replace("scan --json", "scan --json --variant harmony --variant middle-kingdom");
        let programs = PathBuf::from(scanner()).parent().expect("a folder").to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([programs].into_iter().chain(std::env::split_paths(&path))).expect("a path");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script]).current_dir(folder.path()).env("PATH", path).env("LC_ALL", "C");
        let output = shell.output().expect("a shell");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(stderr.contains("taken from the lines of --lines in this run: "), "{stderr}");
        folder
    });
    folder.path()
}

/// Files of lines from several processes, covering all photos.
fn scanned() -> Vec<PathBuf> {
    let files = fs::read_dir(at_scale().join("lines")).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files: Vec<PathBuf> = files.collect();
    assert!(files.len() > 1, "{files:?}");
    files
}

fn with_lines(out: &Path, lines: &[PathBuf]) -> Command {
    let lines: Vec<&str> = lines.iter().map(|file| file.to_str().expect("UTF-8")).collect();
    batch(out, &[&["--lines"], &lines[..]].concat())
}

#[test]
fn lines_of_several_processes_come_to_the_same_results() {
    assert_same(&at_scale().join("results"), read_directly());
    let out = tempfile::tempdir().expect("a temporary folder");
    let (_, _, stderr) = ended(with_lines(out.path(), &scanned()));
    assert!(stderr.contains("taken from the lines of --lines, not read again: "), "{stderr}");
    assert_same(out.path(), read_directly());
    // A later run reads nothing again, with and without lines.
    for command in [with_lines(out.path(), &scanned()), batch(out.path(), &[])] {
        let (_, _, stderr) = ended(command);
        assert!(!stderr.contains("in this run"), "{stderr}");
        assert_same(out.path(), read_directly());
    }
}

#[test]
fn a_part_of_the_lines_saves_a_part_of_the_reading() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let (_, _, stderr) = ended(with_lines(out.path(), &scanned()[..1]));
    assert!(stderr.contains("read here, because --lines has no line for them: "), "{stderr}");
    assert_same(out.path(), read_directly());
}

#[test]
fn a_run_with_lines_that_is_killed_goes_on_without_them() {
    let out = tempfile::tempdir().expect("a temporary folder");
    let mut child = with_lines(out.path(), &scanned()).args(["--jobs", "1"]).spawn().expect("the program starts");
    wait_for(&mut child, || tables_read(out.path()) > 0);
    kill(child);
    ended(batch(out.path(), &[]));
    assert_same(out.path(), read_directly());
}

/// Coins belong to one player, and machines that scan photos need not know them.
#[test]
fn what_is_of_one_player_is_told_by_the_manifest() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let list = fs::read_to_string(photos().join("players.csv")).expect("a manifest");
    let mut rows = list.lines();
    let head = rows.next().expect("a head");
    assert!(!head.contains("coins"), "{head}");
    let rows = rows.enumerate().map(|(number, row)| format!("\n{row},{number}"));
    let manifest = folder.path().join("coins.csv");
    fs::write(&manifest, format!("{head},coins{}", rows.collect::<String>())).expect("a file");
    let results = |name: &str, lines: &[PathBuf]| {
        let out = folder.path().join(name);
        let mut command = Command::new(scanner());
        command.arg("batch").arg(photos()).arg("-o").arg(&out).arg("--manifest").arg(&manifest);
        if !lines.is_empty() {
            command.arg("--lines").args(lines);
        }
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
        let (_, _, stderr) = ended(command);
        assert_eq!(stderr.contains("taken from the lines of --lines in this run"), !lines.is_empty(), "{stderr}");
        files(&out)
    };
    results("lines", &scanned());
    assert_same(&folder.path().join("lines"), &results("directly", &[]));
}

/// The first line of a photo with a kingdom.
fn some_line() -> Value {
    let lines = scanned().into_iter().map(|file| fs::read_to_string(file).expect("lines"));
    let lines: Vec<Value> = lines
        .flat_map(|text| text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<_>>())
        .collect();
    lines.into_iter().find(|line| line["status"] == "scored").expect("a photo with a kingdom")
}

#[test]
fn lines_that_cannot_be_used_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let sound = some_line();
    let photo = sound["photo"].as_str().expect("a name").to_owned();
    let reader = sound["reader"].as_str().expect("an identity").to_owned();
    let problem = |text: &str| {
        let path = folder.path().join("lines.ndjson");
        fs::write(&path, text).expect("a file");
        let (code, _, stderr) = ended(with_lines(&out, &[path]));
        assert!(code == Some(2) && !out.join("results.ndjson").exists() && tables_read(&out) == 0, "{stderr}");
        let error = stderr.lines().find(|line| line.starts_with("error: ")).expect("an error");
        let error = error.replace(folder.path().to_str().expect("UTF-8"), "DIR").replace(&photo, "PHOTO");
        error.replace(&reader, "READER").replace(env!("CARGO_PKG_VERSION"), "VERSION")
    };
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut line = sound.clone();
        change(&mut line);
        problem(&format!("{sound}\n{line}\n"))
    };
    insta::assert_snapshot!(problem(&format!("{sound}\nphoto,player\n")), @"error: DIR/lines.ndjson: line 2: this is not a line of `scan --json` (expected value at line 1 column 1): remove it, or give files with only such lines");
    insta::assert_snapshot!(problem(&sound.to_string()[..5]), @"error: DIR/lines.ndjson: line 1: this is not a line of `scan --json` (EOF while parsing a string at line 1 column 5): remove it, or give files with only such lines");
    insta::assert_snapshot!(changed(&|line| {
        line.as_object_mut().expect("a line").remove("reader");
    }), @"error: DIR/lines.ndjson: line 2: PHOTO was read by an earlier version of the program: scan the photo again with this program");
    insta::assert_snapshot!(changed(&|line| line["program"] = json!("0.1.0")), @"error: DIR/lines.ndjson: line 2: PHOTO was read by version 0.1.0 of the program, and this is VERSION: scan the photo again with this program");
    insta::assert_snapshot!(changed(&|line| line["reader"] = json!("other networks")), @"error: DIR/lines.ndjson: line 2: PHOTO was read with other networks, another gallery or other limits (other networks) than those of this `batch` (READER): scan the photo again with this program and --no-gallery, or give `batch` the same --models, --gallery and --max-pixels");
    insta::assert_snapshot!(changed(&|line| line["options"] = json!(["--one"])), @"error: DIR/lines.ndjson: line 2: PHOTO was read with --one, an option that `batch` does not have: scan the photo again without it, or remove the line");
    let correction = json!({"square": "r1c1", "lies_at": "r1c1", "read": "wheat", "told": "lake"});
    insta::assert_snapshot!(changed(&|line| line["kingdoms"][0]["corrections"] = json!([correction])), @"error: DIR/lines.ndjson: line 2: PHOTO was corrected, which `batch` cannot take over: scan the photo again without corrections, and correct it in `review`");
    insta::assert_snapshot!(changed(&|line| line["guesses"][0]["squares"]["logs"] = json!("AAAA")), @"error: DIR/lines.ndjson: line 2: the line's `guesses` of PHOTO were changed: scan the photo again with this program");
    insta::assert_snapshot!(changed(&|line| line["told"]["size"] = json!(5)), @"error: DIR/lines.ndjson: line 2: the same photo was read differently in DIR/lines.ndjson, line 1: remove one of the two lines, or scan the photo again in place of both");
}

#[test]
fn lines_that_do_not_belong_to_the_photos_are_counted_and_cost_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (out, path) = (folder.path().join("out"), folder.path().join("lines.ndjson"));
    let sound = some_line();
    // These lines cannot be used: one is for another photo, one was scanned with another size, and one has
    // guesses that contradict its kingdom.
    let mut other = sound.clone();
    other["sha256"] = json!("0".repeat(64));
    let mut sized = sound.clone();
    sized["told"]["size"] = json!(7);
    fs::write(&path, format!("{other}\n{sized}\n")).expect("a file");
    let (_, _, stderr) = ended(with_lines(&out, std::slice::from_ref(&path)));
    assert!(stderr.contains("in --lines, but not among these photos: 1 photo"), "{stderr}");
    assert!(stderr.contains("read here, because they were scanned with another --size"), "{stderr}");
    assert_same(&out, read_directly());
    let mut untrue = sound.clone();
    untrue["kingdoms"][0]["kingdom"]["squares"][0][0] = json!("mine:3");
    fs::write(&path, untrue.to_string()).expect("a file");
    let out = folder.path().join("untrue");
    ended(batch_of(photos(), &out, &["--lines", path.to_str().expect("UTF-8")]));
    assert_same(&out, read_directly());
}
