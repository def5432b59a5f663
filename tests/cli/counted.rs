//! Every total shown includes everything known about the player: coins, knights, the Queen, variants.

use std::fs;

use crate::common::game_photos::Photos;
use crate::common::program::{Outcome, run_at};

/// A Queendomino kingdom with a forest that its box does not contain, and a tile next to it.
const WITH_A_TILE_BESIDE: &str = "T[statue,tower]T[church]CGG/.F1WWG/LLWF1G/...../W.... q5";

fn photos() -> Photos {
    let photos = Photos::of(&[]);
    photos.paint("anna.jpg", WITH_A_TILE_BESIDE, 4);
    photos
}

/// Every number that directly follows these words in the text.
fn behind(text: &str, words: &str) -> Vec<i64> {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    text.split(words).skip(1).filter_map(|rest| digits(rest).parse().ok()).collect()
}

/// The totals in the table of doubtful squares.
fn doubtful_totals(text: &str) -> Vec<i64> {
    let rows = text.split("doubtful squares").last().into_iter().flat_map(str::lines);
    rows.filter_map(|row| row.split(['│', '┆']).nth(3)?.trim().parse().ok()).collect()
}

const WITH_THEM: &str = "the total would be ";

fn of_scan(photos: &Photos, facts: &[&str]) -> (i64, Vec<i64>, Vec<i64>) {
    let scan = photos.run(&[&["scan", "anna.jpg", "--game", "queendomino"], facts].concat());
    let json = photos.run(&[&["scan", "anna.jpg", "--game", "queendomino", "--json"], facts].concat()).json();
    let total = json["kingdoms"][0]["total"].as_i64().expect("a total");
    (total, behind(&scan.stdout, WITH_THEM), doubtful_totals(&scan.stdout))
}

fn shown(outcome: &Outcome) -> String {
    format!("{}{}", outcome.stdout, outcome.stderr)
}

#[test]
fn a_game_counts_coins_and_queen_in_warnings_lines_and_offers() {
    let photos = photos();
    let facts = ["--coins", "anna=12", "--knights-in-supply", "anna=1", "--queen", "anna"];
    let (total, with_them, totals) = of_scan(&photos, &["--coins", "12", "--knights-in-supply", "1", "--queen"]);
    let plain = of_scan(&photos, &["--queen", "no"]);
    assert!(
        !totals.is_empty() && total > plain.0 + 4 && with_them.len() == 1 && with_them[0] > plain.1[0],
        "{total} {with_them:?} {plain:?}"
    );
    let game = ["game", "anna.jpg", "--game", "queendomino"];
    // The tower also attracts the Queen.
    for facts in [&facts[..], &facts[..4]] {
        let found = photos.run(&[&game[..], facts].concat());
        assert_eq!(behind(&found.stdout, WITH_THEM), with_them, "{}", shown(&found));
        assert_eq!(doubtful_totals(&found.stdout), totals, "{}", shown(&found));
        let json = photos.run(&[&game[..], facts, &["--json"]].concat());
        assert_eq!(json.json()["standings"][0]["total"], total, "{}", shown(&json));
        assert_eq!(behind(&json.stdout, WITH_THEM), with_them, "{}", json.stdout);
    }
    let saved = photos.run(&[&game[..], &facts[..4], &["--save", "game.json"]].concat());
    assert_eq!(saved.code, 0, "{}", saved.stderr);
    let found = photos.run(&["standings", "game.json"]);
    assert_eq!(behind(&found.stdout, WITH_THEM), with_them, "{}", shown(&found));
}

#[cfg(target_os = "linux")]
#[test]
fn a_question_offers_what_the_table_then_shows() {
    let photos = photos();
    let command = "game anna.jpg --game queendomino --coins anna=12 --knights-in-supply anna=1 --no-gallery";
    let (total, ..) = of_scan(&photos, &["--coins", "12", "--knights-in-supply", "1", "--queen"]);
    let asked = photos.at_terminal(&format!("{command} --ask"), "q\n");
    let offers = behind(&asked, ": total ");
    assert!(offers.len() > 1 && offers[0] == total, "{total}: {asked}");
}

#[test]
fn a_batch_and_its_review_count_coins_and_queen() {
    let photos = photos();
    fs::create_dir(photos.path("photos")).expect("a folder");
    photos.copy("anna.jpg", "photos/anna.jpg");
    photos.paint("photos/ben.jpg", "GGC/F1WW/LLW q5", 5);
    let list = "photo,table,player,coins,knights\nanna.jpg,1,Anna,12,1\nben.jpg,1,Ben,3,0\n";
    fs::write(photos.path("list.csv"), list).expect("a writable folder");
    let batch = ["batch", "photos", "-o", "out", "--manifest", "list.csv", "--game", "queendomino", "--jobs", "1"];
    let done = run_at(photos.folder(), "C", b"", &batch);
    assert_eq!(done.code, 0, "{}", done.stderr);
    let (total, with_them, _) = of_scan(&photos, &["--coins", "12", "--knights-in-supply", "1", "--queen"]);
    let standings = fs::read_to_string(photos.path("out/standings.csv")).expect("standings");
    assert!(standings.contains(&format!("Anna,{total}")), "{total}: {standings}");
    let report = fs::read_to_string(photos.path("out/report.html")).expect("a report");
    let told = behind(&report, WITH_THEM);
    assert!(!told.is_empty() && told.iter().all(|told| *told == with_them[0]), "{with_them:?} {told:?}");
    let review = run_at(photos.folder(), "C", b"\nq\n", &["review", "out", "anna.jpg"]);
    let asked = shown(&review);
    let told = behind(&asked, WITH_THEM);
    assert!(!told.is_empty() && told.iter().all(|told| *told == with_them[0]), "{with_them:?}: {asked}");
    assert_eq!(behind(&asked, ": total ").first(), Some(&total), "{asked}");
    assert_eq!(behind(&asked, "counts ").first(), Some(&total), "{asked}");
}
