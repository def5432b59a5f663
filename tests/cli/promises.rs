//! Each printed command gives the total printed above it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::cases::some_of;
use crate::common::game_photos::{KINGDOMS, Photos};

/// A printed command, and the total that it promises.
#[derive(Debug)]
struct Promise {
    /// The kingdom that the command corrects: a player, `k2`, or empty if there is only one.
    of: String,
    /// Whether the command confirms the reading.
    confirms: bool,
    total: i64,
    words: Vec<String>,
}

fn promises(printed: &str) -> Vec<Promise> {
    let lines: Vec<&str> = printed.lines().collect();
    let promise = |pair: &[&str]| {
        let words = pair[1].strip_prefix("    kingdom-scanner ")?;
        // The text was printed without wrapping. An objection may follow the total after a comma.
        let total = match pair[0].rsplit_once(": total ") {
            Some((_, total)) => total.split(',').next()?,
            // A line about a whole kingdom gives its total before the word `points`.
            None => pair[0].split_once(" point")?.0.rsplit(' ').next()?,
        };
        let total = total.parse().expect("a number");
        // A shell removes quotes; none of these names contains spaces.
        let words: Vec<String> = words.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect();
        let of = match words.last()?.split_once('=') {
            Some(("--as-read", of)) => of,
            Some((square, _)) => square.rsplit_once(':').map_or("", |(of, _)| of),
            None => "",
        };
        let of = of.to_owned();
        Some(Promise {
            of,
            confirms: [", as read (", ", as the box's dominoes allow ("].iter().any(|read| pair[0].contains(read)),
            total,
            words,
        })
    };
    lines.windows(2).filter_map(promise).collect()
}

/// Runs some of the commands that a scan or a game prints, and checks their totals. Returns how many commands
/// it printed.
fn kept(photos: &Photos, command: &[&str]) -> usize {
    let printed = photos.run(command).stdout;
    let promises = promises(&printed);
    assert_eq!(printed.matches("\n    kingdom-scanner ").count(), promises.len(), "{printed}");
    let present = total_of(photos, command);
    for Promise { of, confirms, total, words } in some_of("PROMISES", promises.iter().collect()) {
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "--no-gallery").collect();
        let found = total_of(photos, &words)(of);
        assert_eq!(found, *total, "{words:?}");
        if *confirms {
            assert_eq!(found, present(of), "what confirms a square changes nothing: {words:?}");
        }
    }
    let of_squares: Vec<&Promise> = promises.iter().filter(|promise| !square(promise).starts_with("--")).collect();
    let is_first_of_square = of_squares.chunk_by(|one, other| square(one) == square(other)).all(|of| of[0].confirms);
    assert!(is_first_of_square, "{printed}");
    promises.len()
}

fn square(promise: &Promise) -> &str {
    promise.words.last().map_or("", |word| word.split_once('=').map_or(word, |(square, _)| square))
}

/// The totals after running the command, by kingdom: a player, `k2`, or empty if there is only one.
fn total_of(photos: &Photos, command: &[&str]) -> impl Fn(&str) -> i64 + use<> {
    let outcome = photos.run(&[command, &["--json"]].concat());
    assert_eq!(outcome.code, 0, "{command:?}: {}", outcome.stderr);
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    move |of: &str| {
        let kingdom = match of.strip_prefix('k').and_then(|number| number.parse::<usize>().ok()) {
            Some(number) => &found["kingdoms"][number - 1],
            None if of.is_empty() => &found["kingdoms"][0],
            None => found["standings"].as_array().expect("a game").iter().find(|one| one["player"] == of).expect(of),
        };
        kingdom["total"].as_i64().expect("a total")
    }
}

/// Four kingdoms; objects hide squares of two of them.
fn covered() -> Photos {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1), ("cem.jpg", 2), ("dora.jpg", 3)]);
    photos.cover("anna.jpg", &["r2c4", "r5c2"]);
    photos.cover("ben.jpg", &["r4c1"]);
    photos
}

#[test]
fn a_scan_keeps_what_it_promises() {
    let photos = covered();
    let mut lines = 0;
    for (kingdom, squares) in
        [(1, ["r3c1"]), (1, ["r4c3"]), (1, ["r5c2"]), (2, ["r1c2"]), (2, ["r4c5"]), (3, ["r1c2"]), (3, ["r4c5"])]
    {
        photos.paint("one.jpg", KINGDOMS[kingdom], kingdom as u64 + 3);
        photos.cover("one.jpg", &squares);
        lines += kept(&photos, &["scan", "one.jpg"]);
    }
    assert!(lines >= 12, "{lines} lines");
    assert!(kept(&photos, &["scan", "anna.jpg", "--variant", "harmony"]) >= 2);
    photos.join(&["anna.jpg", "ben.jpg"], "table.jpg");
    assert!(kept(&photos, &["scan", "table.jpg"]) >= 4);
}

/// Every command printed for the photos in `fixtures/photos` gives its total.
#[test]
fn fixture_photos_keep_what_they_promise() {
    let photos = Photos::of(&[]);
    let mut lines = 0;
    for name in ["five", "holes", "seven", "queendomino", "wedding"] {
        let photo = format!("{name}.jpg");
        let from = format!("{}/fixtures/photos/{photo}", env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(from, photos.path(&photo)).expect("a fixture");
        lines += kept(&photos, &["scan", &photo, "--coins", "11"]);
    }
    assert!(lines >= 4, "{lines} lines");
}

/// A correction may change other players' kingdoms, too, because all come from one box.
#[test]
fn a_game_keeps_what_it_promises() {
    let photos = covered();
    let game = ["game", "anna.jpg", "ben.jpg", "cem.jpg", "dora.jpg"];
    assert!(kept(&photos, &game[..3]) >= 4);
    assert!(kept(&photos, &[&game[..], &["--fix", "anna:r2c4=forest:1"]].concat()) >= 4);
    assert!(
        kept(&photos, &["game", "anna.jpg", "ben.jpg", "--variant", "harmony", "--variant", "middle-kingdom"]) >= 4
    );
    // The commands printed when a saved game is continued give their totals, too.
    let saved = photos.run(&[&game[..3], &["--save", "game.json"]].concat());
    assert_eq!(saved.code, 0, "{}", saved.stderr);
    let printed = photos.run(&["game", "game.json"]).stdout;
    let promises = promises(&printed);
    assert!(!promises.is_empty(), "{printed}");
    for Promise { of, total, words, .. } in some_of("PROMISES", promises) {
        std::fs::copy(photos.path("game.json"), photos.path("again.json")).expect("a copy");
        let words: Vec<&str> = words.iter().map(|word| if word == "game.json" { "again.json" } else { word }).collect();
        assert_eq!(total_of(&photos, &words)(&of), total, "{words:?}");
    }
}

/// Each kingdom that needs review has a command, however many squares of others are doubtful.
#[test]
fn every_doubtful_kingdom_of_a_game_has_a_line() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    photos.cover("anna.jpg", &["r2c4", "r5c2", "r3c1", "r1c1"]);
    photos.cover("ben.jpg", &["r4c1"]);
    let printed = photos.run(&["game", "anna.jpg", "ben.jpg"]).stdout;
    let promises = promises(&printed);
    let of: BTreeSet<&str> = promises.iter().map(|promise| &*promise.of).collect();
    assert_eq!(of, BTreeSet::from(["Anna", "Ben"]), "{printed}");
    let something_else = "if it is something else, type that after the `=`";
    assert_eq!(printed.matches(something_else).count(), 2, "{printed}");
}

/// Two of these photos of one game show the same kingdom, which is listed only once.
#[test]
fn photos_of_one_game_keep_what_they_promise() {
    let photos = covered();
    photos.paint("IMG_7.jpg", KINGDOMS[0], 8);
    photos.cover("IMG_7.jpg", &["r2c4", "r5c2"]);
    let command = ["scan", "--same-game", "anna.jpg", "IMG_7.jpg", "ben.jpg"];
    let printed = photos.run(&command).stdout;
    let promises = promises(&printed);
    assert!(promises.len() >= 2, "{printed}");
    for Promise { of, total, words, .. } in some_of("PROMISES", promises) {
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "--no-gallery").collect();
        let outcome = photos.run(&[&words[..], &["--json"]].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        let lines: Vec<Value> = outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let line = lines.iter().find(|line| line["photo"] == format!("{of}.jpg")).expect("a photo");
        assert_eq!(line["kingdoms"][0]["total"], total, "{words:?}");
    }
}
