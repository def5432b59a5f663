//! Damaged and enormous photos on the command line.

use crate::common::picture_files;
use std::fs;
use std::path::Path;

use crate::common;
use crate::common::picture_files::{Scan, data_start, grey_progressive, inserted};
use crate::common::program::{Outcome, file, run, scanner};
use serde_json::Value;

fn fixture(name: &str) -> Vec<u8> {
    fs::read(common::fixture(name)).expect("a fixture")
}

/// The same picture, followed by data from which nothing is decoded.
fn damaged(jpeg: &[u8]) -> Vec<u8> {
    let data: Vec<u8> = jpeg[data_start(jpeg)..].iter().copied().filter(|byte| *byte != 0xFF).take(400).collect();
    inserted(jpeg, jpeg.len() - 2, &data)
}

fn assert_doubted(kingdom: &Value) {
    let codes: Vec<&str> = kingdom["warnings"]
        .as_array()
        .expect("warnings")
        .iter()
        .filter_map(|warning| warning["code"].as_str())
        .collect();
    assert!(codes.contains(&"damaged-photo"), "{codes:?}");
    assert_eq!(kingdom["needs_review"], true);
}

const MESSAGE: &str = "the photo's file is damaged or incomplete; copy the photo again, or check every square";

#[test]
fn a_damaged_photo_is_to_be_checked_as_table_and_as_json() {
    let (_folder, path) = file("photo.jpg", damaged(&fixture("five.jpg")));
    let table = run(&["scan", &path, "--no-gallery", "--strict"]);
    assert_eq!(table.code, 3, "{}", table.stderr);
    // The table breaks long lines.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&(table.stdout.clone() + &table.stderr)).contains(MESSAGE), "{}\n{}", table.stdout, table.stderr);
    let outcome = run(&["scan", &path, "--no-gallery", "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_doubted(&outcome.lines()[0]["kingdoms"][0]);
}

/// Corrections of squares do not settle a damaged file.
#[test]
fn a_correction_does_not_settle_that_a_photo_is_damaged() {
    let (_folder, path) = file("photo.jpg", damaged(&fixture("five.jpg")));
    let outcome = run(&["scan", &path, "--no-gallery", "--json", "--fix", "r1c1=W"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_doubted(&outcome.lines()[0]["kingdoms"][0]);
}

#[test]
fn a_damaged_photo_is_to_be_checked_beside_others_of_its_game() {
    let (folder, path) = file("photo.jpg", damaged(&fixture("five.jpg")));
    let other = folder.path().join("other.jpg");
    fs::write(&other, fixture("holes.jpg")).expect("a writable folder");
    let outcome = run(&["scan", "--same-game", &path, other.to_str().expect("UTF-8"), "--no-gallery", "--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_doubted(&outcome.lines()[0]["kingdoms"][0]);
}

fn batch(photos: &Path, out: &Path) -> Outcome {
    run(&["batch", photos.to_str().expect("UTF-8"), "-o", out.to_str().expect("UTF-8"), "--jobs", "1"])
}

fn results(out: &Path) -> Vec<Value> {
    let text = fs::read_to_string(out.join("results.ndjson")).expect("results");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn damaged_photos_cost_their_own_rows_in_a_batch() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (photos, out) = (folder.path().join("photos"), folder.path().join("out"));
    fs::create_dir(&photos).expect("a writable folder");
    let whole = fixture("five.jpg");
    let cut = picture_files::cut(&whole, whole.len() / 2);
    let huge = grey_progressive(9_990, 9_990, &[Scan { first: 0, last: 0, high: 0, low: 0 }]);
    for (name, bytes) in [("a.jpg", damaged(&whole)), ("b.jpg", cut), ("c.jpg", huge), ("d.jpg", whole)] {
        fs::write(photos.join(name), bytes).expect("a writable folder");
    }
    let outcome = batch(&photos, &out);
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    let [a, b, c, d] = &results(&out)[..] else { panic!("{:?}", results(&out)) };
    assert_doubted(&a["kingdoms"][0]);
    assert_eq!(a["needs_review"], true);
    let refused = |line: &Value, problem: &str| {
        assert_eq!(line["status"], "error");
        assert!(line["message"].as_str().is_some_and(|message| message.contains(problem)), "{line}");
    };
    refused(b, "cut off or damaged");
    refused(c, "progressive JPEG");
    assert_eq!((&d["status"], &d["needs_review"]), (&Value::from("scored"), &Value::from(false)));
}

#[test]
fn every_command_that_reads_photos_takes_the_limit() {
    let (folder, path) = file("photo.jpg", fixture("five.jpg"));
    let photos = folder.path().to_str().expect("UTF-8");
    let out = tempfile::tempdir().expect("a temporary folder");
    let out = out.path().join("out");
    let out_name = out.to_str().expect("UTF-8");
    let gallery = folder.path().join("gallery");
    let gallery = gallery.to_str().expect("UTF-8");
    let refusal = "the picture has 1600 x 1200 pixels, but at most 1000000 can be read (--max-pixels)";
    let commands: [&[&str]; 3] = [
        &["scan", &path, "--no-gallery"],
        &["territories", &path],
        &["learn", "--buildings", &path, "--gallery", gallery],
    ];
    for command in commands {
        let outcome = run(&[command, &["--max-pixels", "1000000"]].concat());
        assert_eq!(outcome.code, 2, "{command:?}");
        assert!(outcome.stderr.contains(refusal), "{command:?}: {}", outcome.stderr);
    }
    let read = |more: &[&str]| run(&[&["batch", photos, "-o", out_name], more].concat());
    assert_eq!(read(&["--max-pixels", "1000000"]).code, 2);
    assert!(results(&out)[0]["message"].as_str().is_some_and(|message| message.contains(refusal)));
    // Under another limit, the refusal recorded in the journal does not apply, so the photo is read again.
    assert_eq!(read(&[]).code, 0);
    assert_eq!(results(&out)[0]["status"], "scored");
}

/// Runs the batch with this address space in KiB. Returns the exit code if it ended normally.
#[cfg(target_os = "linux")]
fn batch_within(kib: u64, photos: &Path, out: &Path) -> Option<i32> {
    let mut shell = std::process::Command::new("sh");
    shell.arg("-c").arg(format!("ulimit -v {kib}; exec \"$@\"")).arg("sh");
    shell.arg(scanner()).args(["batch", "--jobs", "1"]).arg(photos).arg("-o").arg(out);
    shell.output().expect("a shell").status.code()
}

/// A photo that needs too much memory fails for now, and is read when more is available.
#[cfg(target_os = "linux")]
#[test]
fn a_photo_that_memory_did_not_suffice_for_is_tried_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (photos, out) = (folder.path().join("photos"), folder.path().join("out"));
    fs::create_dir(&photos).expect("a writable folder");
    fs::write(photos.join("small.jpg"), fixture("five.jpg")).expect("a writable folder");
    // The program's own requirement differs between machines.
    let suffices = |kib: &u64| {
        let out = folder.path().join(kib.to_string());
        batch_within(*kib, &photos, &out) == Some(0) && results(&out)[0]["status"] == "scored"
    };
    let Some(kib) = (200_000..4_000_000).step_by(50_000).find(suffices) else { panic!("no limit suffices") };
    let all = [Scan { first: 0, last: 0, high: 0, low: 0 }, Scan { first: 1, last: 63, high: 0, low: 0 }];
    fs::write(photos.join("large.jpg"), grey_progressive(9_200, 9_200, &all)).expect("a writable folder");
    // The photo's coefficients alone take 169 MB; each further thread may reserve 64 MB of address space.
    assert_eq!(batch_within(kib + 100_000, &photos, &out), Some(2), "{kib}");
    let message = |line: &Value| line["message"].as_str().expect("a message").to_owned();
    let first = results(&out);
    assert!(
        message(&first[0]).starts_with("large.jpg: there is not enough memory to decode the photo"),
        "{kib}: {first:?}"
    );
    assert_eq!(batch(&photos, &out).code, 1);
    assert_eq!(results(&out)[0]["status"], "no_kingdom");
    assert_eq!(results(&out)[1]["status"], "scored");
}
