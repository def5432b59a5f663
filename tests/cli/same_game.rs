//! `scan --same-game` as its users see it, on photos from our own renderer.

use std::collections::BTreeSet;
use std::path::Path;

use kingdom_scanner::domain::Kingdom;
use kingdom_scanner::formats::{notation, parse_json};
use kingdom_scanner::scoring::sheet::total;
use kingdom_validator::comparison::Comparison;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::program::{Outcome, paint, run, run_in};

/// Three kingdoms from one box, laid by `tests/common/laying.rs`.
const GAME: [&str; 3] = [
    "F1G1G1LF/WWW1LL1/WLFFC/G2LWSM2/GS1S2S2G k5",
    "WW.GG/S1WWGW1/.WG2GG/LL1CFW1/FLLF1W k5",
    "WF1GF1./W1SFFF/WCL1GF/L1FL1L./...L. k5",
];

/// The kingdom of the fixture, which shares dominoes with the game above.
const OTHER: &str = "fixtures/photos/five.jpg";

/// Photos of kingdoms: each has the number of a kingdom and a seed, which determines the camera's rotation.
fn photographed(photos: &[(usize, u64)]) -> (TempDir, Vec<String>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let photo = |(kingdom, seed): &(usize, u64)| {
        let path = path_in(folder.path(), &format!("k{kingdom}-{seed}.jpg"));
        paint(&[GAME[*kingdom], "-o", &path, "--seed", &seed.to_string()]);
        path
    };
    let photos = photos.iter().map(photo).collect();
    (folder, photos)
}

fn path_in(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("UTF-8").to_owned()
}

fn scan(photos: &[String], more: &[&str]) -> Outcome {
    let photos: Vec<&str> = photos.iter().map(String::as_str).collect();
    let outcome = run(&[&["scan", "--same-game"], &photos[..], more].concat());
    assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
    outcome
}

fn truth(kingdom: usize) -> Kingdom {
    notation::parse(GAME[kingdom]).expect("a kingdom")
}

fn assert_read_as(line: &Value, kingdom: usize) {
    let (read, truth) = (&line["kingdoms"][0], truth(kingdom));
    let record = parse_json(&read["kingdom"].to_string()).expect("a kingdom").record;
    let comparison = Comparison::new(truth.squares(), &BTreeSet::new(), record.kingdom.squares());
    assert_eq!(comparison.wrong, [], "{}: read as {}", line["photo"], read["notation"]);
    assert_eq!(read["total"], total(&truth, &Default::default(), &[]), "{}", line["photo"]);
}

fn has(list: &Value, words: &str) -> bool {
    list.as_array().expect("a list").iter().any(|entry| entry.to_string().contains(words))
}

#[test]
fn photos_of_one_kingdom_are_recognised_and_all_are_read_together() {
    let of = [(0, 3), (1, 4), (0, 5), (2, 6)];
    let (_folder, photos) = photographed(&of);
    let outcome = scan(&photos, &["--json"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let lines = outcome.lines();
    let at = |photo: usize| json!({"photo": photos[photo], "kingdom": 1});
    let shown = |photos: &[usize]| json!({"shown": photos.iter().map(|photo| at(*photo)).collect::<Vec<_>>(), "read_together": true});
    let game = json!({"kingdoms": [shown(&[0, 2]), shown(&[1]), shown(&[3])]});
    assert_eq!(lines.len(), photos.len());
    for ((line, photo), (kingdom, _)) in lines.iter().zip(&photos).zip(of) {
        assert_eq!((&line["photo"], &line["game"]), (&json!(photo), &game));
        assert_read_as(line, kingdom);
    }
    let notes = &lines[0]["kingdoms"][0]["notes"];
    assert!(has(notes, &format!("the same kingdom as in {};", photos[2])), "{notes}");
    assert!(has(notes, &format!("read together with {}, {}:", photos[1], photos[3])), "{notes}");
}

/// Corners are those of the photo, whatever the rotation with which its kingdom was matched to another photo.
#[test]
fn each_photo_keeps_its_own_corners() {
    let (_folder, photos) = photographed(&[(0, 3), (0, 5)]);
    let corners = |line: &Value| -> BTreeSet<[i64; 2]> {
        let corners = &line["kingdoms"][0]["kingdom"]["corners_px"];
        let corners: Vec<[f64; 2]> = serde_json::from_value(corners.clone()).expect("corners");
        corners.into_iter().map(|corner| corner.map(|px| px.round() as i64)).collect()
    };
    let together = scan(&photos, &["--json"]).lines();
    for (line, photo) in together.iter().zip(&photos) {
        let alone = &run(&["scan", photo, "--json"]).lines()[0];
        assert_eq!(corners(line), corners(alone), "{photo}");
        assert!(alone.get("game").is_none());
        let notes = &line["kingdoms"][0]["notes"];
        assert!(has(notes, "no other kingdom of this game was read"), "{notes}");
    }
}

#[test]
fn a_photo_that_fails_costs_only_its_own_row() {
    let (folder, mut photos) = photographed(&[(0, 3), (1, 4)]);
    let broken = path_in(folder.path(), "broken.jpg");
    std::fs::write(&broken, b"").expect("a writable folder");
    photos.insert(1, broken);
    photos.insert(0, "fixtures/photos/nothing.jpg".to_owned());
    let out = path_in(folder.path(), "out");
    let outcome = scan(&photos, &["--json", "--annotate", &out]);
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    let lines = outcome.lines();
    let statuses: Vec<&str> = lines.iter().filter_map(|line| line["status"].as_str()).collect();
    assert_eq!(statuses, ["no_kingdom", "scored", "error", "scored"]);
    assert_eq!(lines[1]["game"]["kingdoms"].as_array().map(Vec::len), Some(2));
    for (line, kingdom) in [(&lines[1], 0), (&lines[3], 1)] {
        assert_read_as(line, kingdom);
        assert!(line["game"]["kingdoms"][0]["read_together"] == true);
    }
    assert_eq!(std::fs::read_dir(&out).expect("annotated photos").count(), 2);
}

#[test]
fn kingdoms_of_two_boxes_are_named() {
    let (_folder, mut photos) = photographed(&[(0, 3)]);
    photos.push(OTHER.to_owned());
    let outcome = scan(&photos, &["--json", "--strict"]);
    assert_eq!(outcome.code, 3, "{}", outcome.stderr);
    let lines = outcome.lines();
    assert_read_as(&lines[0], 0);
    for line in &lines {
        let warnings = &line["kingdoms"][0]["warnings"];
        let named = format!("{}, {OTHER} cannot come from the same boxes", photos[0]);
        assert!(has(warnings, "impossible-game") && has(warnings, &named), "{warnings}");
        assert!(line["game"]["kingdoms"][0]["read_together"] == false);
    }
}

#[test]
fn people_are_addressed_in_their_language() {
    let (_folder, photos) = photographed(&[(0, 3), (0, 5), (1, 4)]);
    let arguments = [&["scan", "--same-game"], &photos.iter().map(String::as_str).collect::<Vec<_>>()[..]].concat();
    let german = run_in("de_DE.UTF-8", b"", &arguments);
    assert_eq!(german.code, 0, "{}", german.stderr);
    for words in [format!("dasselbe Königreich wie in {};", photos[1]), format!("zusammen gelesen mit {}:", photos[2])]
    {
        assert!(german.stdout.contains(&words), "{words}: {}", german.stdout);
    }
}

#[test]
fn facts_of_one_player_belong_to_one_photo() {
    let photos = ["a.jpg", "b.jpg"].map(str::to_owned);
    let outcome = scan(&photos, &["--player", "Anna"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("belong to one photo, but 2 are given"), "{}", outcome.stderr);
}
