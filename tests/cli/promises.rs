//! Each printed command gives the total printed above it, and each word in a table of doubtful squares the
//! total in its row.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::cases::some_of;
use crate::common::game_photos::{KINGDOMS, Photos};

/// A printed command, and the total that it promises.
#[derive(Debug)]
struct Promise {
    /// The kingdom that the command corrects: a player, `k2`, or empty if there is only one.
    of: String,
    /// Whether the command confirms the reading of a square.
    confirms: bool,
    total: i64,
    words: Vec<String>,
}

/// The words of a printed command. A shell removes quotes; none of these names contains spaces.
fn words_of(line: &str) -> Vec<String> {
    let words = line.split_once("kingdom-scanner ").map_or("", |(_, words)| words);
    words.split(' ').map(|word| word.trim_matches('\'').to_owned()).filter(|word| word != "--no-gallery").collect()
}

/// The printed command that confirms doubtful squares.
fn line_to_fix(printed: &str) -> Option<Vec<String>> {
    let mut lines = printed.lines().filter(|line| line.starts_with("  kingdom-scanner ") && !line.ends_with("--ask"));
    lines.next().map(words_of)
}

fn promises(printed: &str) -> Vec<Promise> {
    let lines: Vec<&str> = printed.lines().collect();
    let mut promises = Vec::new();
    for pair in lines.windows(2).filter(|pair| pair[1].starts_with("    kingdom-scanner ")) {
        let (words, before) = (words_of(pair[1]), pair[0].split_once(" point").expect("points").0);
        let of = words.last().and_then(|last| last.strip_prefix("--as-read=")).unwrap_or_default().to_owned();
        let total = before.rsplit(' ').next().and_then(|total| total.parse().ok()).expect("a number");
        promises.push(Promise { of, confirms: false, total, words });
    }
    promises.extend(of_tables(printed));
    promises
}

/// A row of a table with a word promises its total to the line to type with only this word, without the
/// line's other new corrections.
fn of_tables(printed: &str) -> Vec<Promise> {
    let Some(line) = line_to_fix(printed) else { return Vec::new() };
    let (mut new, mut rows) = (BTreeSet::new(), Vec::new());
    let (mut of, mut square, mut is_doubtful) = ("", String::new(), false);
    for text in printed.lines() {
        match text.strip_prefix("doubtful squares") {
            Some(player) if player.len() > 1 => of = player.trim_start_matches(", ").trim_end_matches(':'),
            None => of = text.split_once(".jpg: 5 x 5 squares").map_or(of, |(photo, _)| photo),
            Some(_) => {}
        }
        is_doubtful = (is_doubtful || text.starts_with("doubtful squares")) && !text.starts_with('└');
        let cells: Vec<&str> = text.split(['│', '┆']).map(str::trim).collect();
        let [_, name, _, total, word, _] = cells[..] else { continue };
        let Some(total) = total.parse().ok().filter(|_| is_doubtful && !word.is_empty()) else { continue };
        if !name.is_empty() {
            let named = line.iter().filter_map(|fix| Some(fix.split_once('=')?.0));
            let mut named = named.filter(|named| *named == name || *named == format!("{of}:{name}"));
            square = named.next().unwrap_or_else(|| panic!("{name} of {of} is not in the line: {printed}")).to_owned();
            new.insert(square.clone());
        }
        rows.push((square.clone(), !name.is_empty(), total, word));
    }
    let is_new = |fix: &str| fix.split_once('=').is_some_and(|(square, _)| new.contains(square));
    let mut begin: Vec<String> = line.iter().filter(|word| !is_new(word)).cloned().collect();
    // Each new correction leaves its `--fix` behind, at the end.
    begin.truncate(begin.len() - new.len());
    let mut promises = Vec::new();
    for (square, confirms, total, word) in rows {
        let of = square.rsplit_once(':').map_or("", |(of, _)| of).to_owned();
        let words = [&begin[..], &["--fix".to_owned(), format!("{square}={word}")]].concat();
        promises.push(Promise { of, confirms, total, words });
    }
    promises
}

/// Runs some of the commands that a scan or a game prints, and checks their totals. Returns how many totals
/// it promised.
fn kept(photos: &Photos, command: &[&str]) -> usize {
    let printed = photos.run(command).stdout;
    let promises = promises(&printed);
    let present = total_of(photos, command);
    if let Some(mut line) = line_to_fix(&printed) {
        // An improbable reading has no word in the line.
        for word in line.iter_mut().filter(|word| word.ends_with('=')) {
            let fixes = promises.iter().filter(|promise| promise.confirms).filter_map(|promise| promise.words.last());
            word.clone_from(fixes.into_iter().find(|fix| fix.starts_with(&**word)).expect("a word in the table"));
        }
        let confirmed = total_of(photos, &line.iter().map(String::as_str).collect::<Vec<_>>());
        for Promise { of, .. } in &promises {
            assert_eq!(confirmed(of), present(of), "the line as it is printed changes nothing: {line:?}");
        }
    }
    for Promise { of, confirms, total, words } in some_of("PROMISES", promises.iter().collect()) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let found = total_of(photos, &words)(of);
        assert_eq!(found, *total, "{words:?}");
        if *confirms {
            assert_eq!(found, present(of), "what confirms a square changes nothing: {words:?}");
        }
    }
    promises.len()
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
    assert_eq!(printed.matches("W wheat, F forest").count(), 1, "the letters are explained once: {printed}");
    let line = line_to_fix(&printed).expect("one line for both");
    for of in ["Anna:", "Ben:"] {
        assert!(line.iter().any(|word| word.starts_with(of)), "{line:?}");
    }
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
    assert_eq!(printed.matches("W wheat, F forest").count(), 1, "the letters are explained once: {printed}");
    for Promise { of, total, words, .. } in some_of("PROMISES", promises) {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let outcome = photos.run(&[&words[..], &["--json"]].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        let lines: Vec<Value> = outcome.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let line = lines.iter().find(|line| line["photo"] == format!("{of}.jpg")).expect("a photo");
        assert_eq!(line["kingdoms"][0]["total"], total, "{words:?}");
    }
}
