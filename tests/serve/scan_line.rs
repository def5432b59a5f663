//! `POST /api/scan` answers with the line of `scan --json`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::client::Server;
use crate::common::program::run;

/// The line of JSON without the fields that differ between runs.
fn comparable(line: &str) -> Value {
    let mut line: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    line.as_object_mut().expect("an object").remove("timings_ms");
    line
}

/// JPEG and PNG files of a folder, including subfolders.
fn photos(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let is_photo = |path: &PathBuf| {
        path.extension()
            .is_some_and(|ending| ["jpg", "jpeg", "png"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
    };
    entries.map(walkdir::DirEntry::into_path).filter(is_photo).collect()
}

/// The text percent-encoded for an address.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn assert_equal(photos: &[PathBuf]) {
    let server = Server::start();
    let gallery = server.data().join("gallery.jsonl");
    for photo in photos {
        let name = photo.to_str().expect("UTF-8");
        let printed = run(&["scan", "--json", name, "--no-gallery"]).stdout;
        let answer =
            server.ask("POST", &format!("/api/scan?name={}", encoded(name)), &fs::read(photo).expect("a photo"));
        assert_eq!(answer.status, 200);
        assert_eq!(comparable(&answer.text()), comparable(&printed), "{name}");
    }
    assert!(!gallery.exists(), "a scan learns nothing");
}

#[test]
fn the_fixtures_come_to_the_same_lines() {
    let found = photos(&Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos"));
    assert!(found.len() >= 6, "{found:?}");
    assert_equal(&found);
}

/// Reads some of the photographs in `KINGDOM_PHOTOS`, if they are present; they are not part of the project.
#[test]
fn photographs_come_to_the_same_lines_where_they_are() {
    let Some(folder) = std::env::var_os("KINGDOM_PHOTOS") else { return };
    let found = photos(Path::new(&folder));
    let most = std::env::var("SERVE_PHOTOS").ok().and_then(|most| most.parse().ok()).unwrap_or(8);
    assert_equal(&found[..found.len().min(most)]);
}

#[test]
fn parameters_are_the_flags() {
    let server = Server::start();
    let photo = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos/five.jpg");
    let (name, bytes) = (photo.to_str().expect("UTF-8"), fs::read(&photo).expect("a fixture"));
    let cases: [(&str, &[&str]); 6] = [
        (
            "size=5&variant=harmony&variant=middle-kingdom",
            &["--size", "5", "--variant", "harmony", "--variant", "middle-kingdom"],
        ),
        ("fix=r2c4%3Dforest%3A1&player=Anna", &["--fix", "r2c4=forest:1", "--player", "Anna"]),
        ("game=queendomino&coins=11&queen", &["--game", "queendomino", "--coins", "11", "--queen"]),
        ("corners=194,286,968,304,907,1157,159,1045&one", &["--corners", "194,286,968,304,907,1157,159,1045", "--one"]),
        ("no-audit&knights-in-supply=2", &["--no-audit", "--knights-in-supply", "2"]),
        ("corners=5000,286,968,304,907,1157,159,1045", &["--corners", "5000,286,968,304,907,1157,159,1045"]),
    ];
    for (query, flags) in cases {
        let printed = run(&[&["scan", "--json", name, "--no-gallery"], flags].concat()).stdout;
        let answer = server.ask("POST", &format!("/api/scan?name={}&{query}", encoded(name)), &bytes);
        assert_eq!(comparable(&answer.text()), comparable(&printed), "{query}");
    }
    for query in [
        "sise=5",
        "size=6",
        "size=5&size=7",
        "game=chess",
        "corners=1,2",
        "queen=perhaps",
        "fix=r1",
        "coins=9999",
        "variant=x",
    ] {
        assert_eq!(
            server.ask("POST", &format!("/api/scan?{query}"), &bytes).refused(),
            (400, "bad-query".to_owned()),
            "{query}"
        );
    }
}
