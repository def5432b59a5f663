//! `batch` on realistic folders: photos without subfolders, and photos of whole tables.

use crate::common::batch::ranked_by;
use kingdom_scanner::standings::TieRule;
use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::game_photos::Photos;
use crate::common::program::{Outcome, run_at};

/// `batch` has no `--no-gallery` because it uses none by default.
fn batch(photos: &Photos, folder: &str, more: &[&str]) -> Outcome {
    let args = [&["batch", folder, "-o", "out", "--jobs", "1", "--force"], more].concat();
    run_at(photos.folder(), "C", b"", &args)
}

/// Table, rank, player and points of everyone in the first round, from `tables.csv`.
fn places(photos: &Photos) -> BTreeSet<String> {
    let text = std::fs::read_to_string(photos.path("out/tables.csv")).expect("standings");
    let rows = text.lines().skip(1);
    rows.map(|row| row.split(',').skip(1).take(5).collect::<Vec<_>>().join(",")).collect()
}

fn move_into(photos: &Photos, folder: &str, files: &[&str]) {
    std::fs::create_dir_all(photos.path(folder)).expect("a folder");
    for file in files {
        std::fs::rename(photos.path(file), photos.path(&format!("{folder}/{file}"))).expect("a file");
    }
}

fn lines(photos: &Photos) -> Vec<Value> {
    let text = std::fs::read_to_string(photos.path("out/results.ndjson")).expect("results");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn a_flat_folder_is_one_table() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    move_into(&photos, "photos", &["anna.jpg", "ben.jpg"]);
    let outcome = batch(&photos, "photos", &["--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let found = places(&photos);
    assert_eq!(found, BTreeSet::from(["1,1,false,Ben,22", "1,2,false,Anna,22"].map(str::to_owned)));
    let notes = lines(&photos)[0]["kingdoms"][0]["notes"].to_string();
    assert!(notes.contains("read together with ben.jpg"), "{notes}");
}

/// A failed photo is not also doubtful.
#[test]
fn a_photo_that_fails_is_counted_once() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    move_into(&photos, "photos", &["anna.jpg"]);
    std::fs::write(photos.path("photos/ben.jpg"), b"no picture").expect("a file");
    let outcome = batch(&photos, "photos", &[]);
    assert!(outcome.stderr.contains("2/2 photos, 0 to check, 1 failed"), "{}", outcome.stderr);
}

#[test]
fn a_photo_of_a_whole_table_shows_its_players() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1), ("cem.jpg", 2), ("dora.jpg", 3)]);
    photos.join(&["anna.jpg", "ben.jpg", "cem.jpg", "dora.jpg"], "table-3.jpg");
    move_into(&photos, "photos", &["table-3.jpg"]);
    // Nothing says who owns these kingdoms.
    let outcome = batch(&photos, "photos", &[]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let found = places(&photos);
    for (player, points) in [(1, 22), (2, 22), (3, 18), (4, 18)] {
        let player = format!("player {player} (round 1");
        assert!(found.iter().any(|row| row.contains(&player)), "{player} {points}: {found:?}");
    }
    // The manifest has one row per kingdom, starting at the top left.
    let manifest = "photo,table,player\ntable-3.jpg,3,Anna\ntable-3.jpg,3,Ben\ntable-3.jpg,3,Cem\ntable-3.jpg,3,Dora\n";
    std::fs::write(photos.path("players.csv"), manifest).expect("a file");
    let outcome = batch(&photos, "photos", &["--manifest", "players.csv", "--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let found = places(&photos);
    for row in ["3,1,false,Ben,22", "3,2,false,Anna,22", "3,3,true,Cem,18", "3,3,true,Dora,18"] {
        assert!(found.iter().any(|other| other.contains(row)), "{row}: {found:?}");
    }
    let report = std::fs::read_to_string(photos.path("out/report.html")).expect("a report");
    let ids: Vec<&str> = report.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids.len(), ids.iter().collect::<BTreeSet<_>>().len(), "{ids:?}");
    // One name is missing, so nobody knows who owns the photo's kingdoms.
    std::fs::write(photos.path("players.csv"), manifest.replace("table-3.jpg,3,Dora\n", "")).expect("a file");
    let outcome = batch(&photos, "photos", &["--manifest", "players.csv", "--strict"]);
    assert_eq!(outcome.code, 3, "{}{}", outcome.stdout, outcome.stderr);
    assert!(places(&photos).iter().all(|row| !row.contains(",22")), "{:?}", places(&photos));
    assert!(outcome.stdout.contains("the photo shows 4 kingdoms, but 3 players are named"), "{}", outcome.stdout);
    // The same player twice is an error.
    std::fs::write(photos.path("players.csv"), manifest.replace("Dora", "Anna")).expect("a file");
    let twice = batch(&photos, "photos", &["--manifest", "players.csv"]);
    assert!(twice.code == 2 && twice.stderr.contains("is listed twice"), "{}", twice.stderr);
}

/// Age of Giants in a tournament: photos are read with its box, giants are entered in a review, and the tie
/// rule is kept.
#[test]
fn giants_quests_and_ties_of_a_batch() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    move_into(&photos, "photos", &["anna.jpg", "ben.jpg"]);
    let wedding = batch(&photos, "photos", &["--box", "giants", "--game", "royal-wedding"]);
    assert!(wedding.code == 2 && wedding.stderr.contains("the Royal Wedding cannot be played with Age of Giants"));
    let quests = ["--box", "giants", "--quest", "bleak-king", "--tie-break", "crowns"];
    let outcome = batch(&photos, "photos", &quests);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    for line in lines(&photos) {
        assert_eq!(line["told"]["game"], "kingdomino-age-of-giants");
        assert_eq!(line["kingdoms"][0]["kingdom"]["game"], "kingdomino-age-of-giants");
        assert_eq!(line["kingdoms"][0]["warnings"][0]["code"], "expansion-not-looked-for");
    }
    // Anna's mine has two crowns, one of them under a giant; Ben has no giants.
    let review = |answers: &str, more: &[&str]| {
        run_at(photos.folder(), "C", answers.as_bytes(), &[&["review", "out"], more].concat())
    };
    let outcome = review("r5c2=mine:2+giant\na\n", &["--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stdout.contains("a house rule that is in no rule sheet"), "{}", outcome.stdout);
    // For the quest Ben has 10 points, for a lake of six squares without a crown.
    let expected = ["1,1,false,Ben,32", "1,2,false,Anna,21"];
    assert_eq!(places(&photos), BTreeSet::from(expected.map(str::to_owned)));
    // The manifest also names the boxes of each game.
    let manifest = "photo,game\nanna.jpg,kingdomino-age-of-giants\nben.jpg,kingdomino-age-of-giants\n";
    std::fs::write(photos.path("boxes.csv"), manifest).expect("a file");
    batch(&photos, "photos", &["--manifest", "boxes.csv", "--quest", "bleak-king"]);
    assert_eq!(places(&photos), BTreeSet::from(expected.map(str::to_owned)), "corrections stay");
}

/// The tie rule belongs to one tournament and does not affect another.
#[test]
fn another_tournaments_tie_break_does_not_stay() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1), ("cem.jpg", 2)]);
    move_into(&photos, "june", &["anna.jpg", "ben.jpg"]);
    move_into(&photos, "july", &["cem.jpg"]);
    let rule = || ranked_by(&photos.path("out")).tie_rule;
    for (folder, more, expected) in [
        ("june", &["--tie-break", "crowns"][..], TieRule::Crowns),
        ("june", &[], TieRule::Crowns),
        ("july", &[], TieRule::Territory),
    ] {
        let outcome = batch(&photos, folder, more);
        assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
        assert_eq!(rule(), expected, "{folder} {more:?}");
    }
}

/// A JPEG file with the time at which it was taken, as written by cameras: EXIF 2.3, tag 0x0132.
#[cfg(target_os = "linux")]
fn taken_at(photos: &Photos, name: &str, time: &str) {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x32\x01\x02\0\x14\0\0\0\x1a\0\0\0\0\0\0\0".to_vec();
    exif.extend(format!("2026:09:12 {time}\0").into_bytes());
    add_exif(photos, name, &exif);
}

/// A JPEG file that also has the tags 0x9003 (original) and 0x9004 (digitized), with these contents.
#[cfg(target_os = "linux")]
fn taken_at_by_all_tags(photos: &Photos, name: &str, [original, digitized, changed]: [&str; 3]) {
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        [&tag.to_le_bytes()[..], &kind.to_le_bytes(), &count.to_le_bytes(), &value.to_le_bytes()].concat()
    };
    let (second, texts) = (38_u32, 68_u32);
    let times = format!("{changed}\0{original}\0{digitized}\0");
    let exif = [
        b"Exif\0\0II*\0\x08\0\0\0\x02\0",
        &entry(0x0132, 2, 20, texts)[..],
        &entry(0x8769, 4, 1, second),
        b"\0\0\0\0\x02\0",
        &entry(0x9003, 2, 20, texts + 20),
        &entry(0x9004, 2, 20, texts + 40),
        b"\0\0\0\0",
        times.as_bytes(),
    ];
    add_exif(photos, name, &exif.concat());
}

#[cfg(target_os = "linux")]
fn add_exif(photos: &Photos, name: &str, exif: &[u8]) {
    let jpeg = std::fs::read(photos.path(name)).expect("a photo");
    let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
    let with = [&jpeg[..2], &[0xFF, 0xE1], &length, exif, &jpeg[2..]].concat();
    std::fs::write(photos.path(name), with).expect("written");
}

#[cfg(target_os = "linux")]
#[test]
fn whose_the_photos_of_a_camera_are_is_asked_and_kept() {
    let times = ["10:41:03", "10:41:12", "10:44:30", "10:44:41"];
    // The photos' names are not in the order of their times.
    let names = ["IMG_4.jpg", "IMG_1.jpg", "IMG_3.jpg", "IMG_2.jpg"];
    let photos = Photos::of(&[(names[0], 0), (names[1], 1), (names[2], 2), (names[3], 3)]);
    names.iter().zip(times).for_each(|(name, time)| taken_at(&photos, name, time));
    move_into(&photos, "photos", &names);
    let table = || std::fs::read_to_string(photos.path("photos/players.csv")).expect("a manifest");
    // The user accepts the round and the table, types Ana, goes back to correct the name to Anna, and ends
    // the input before the other photos.
    let text = photos.at_terminal("batch photos -o out --jobs 1", "\n\nAna\n<\nAnna\n\x04");
    for words in [
        "4 photos have no owner yet: whose are they?",
        "2 photos, apparently of one table: IMG_4.jpg (10:41) … IMG_1.jpg (10:41)",
        "table, Enter for 1:",
        "IMG_4.jpg (10:41): whose kingdom is this?",
        "names saved in photos/players.csv; they are used from now on",
        "Anna ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(table(), "photo,round,table,player\nIMG_4.jpg,1,1,Anna\n");
    // The next run asks only about the other photos: Ben sat at Anna's table, and the last photo shows two
    // kingdoms.
    let text = photos.at_terminal("batch photos -o out --jobs 1", "\n1\nBen\n\n\nCem\nDora, Ed\n");
    assert!(!text.contains("IMG_4.jpg (10:41): whose") && text.contains("3 photos have no owner yet"), "{text}");
    let said = "IMG_4.jpg,1,1,Anna\nIMG_1.jpg,1,1,Ben\nIMG_3.jpg,1,2,Cem\nIMG_2.jpg,1,2,Dora\nIMG_2.jpg,1,2,Ed\n";
    assert_eq!(table(), format!("photo,round,table,player\n{said}"));
    // The list is the same as one written by hand.
    let asked = places(&photos);
    let outcome = batch(&photos, "photos", &["--manifest", "photos/players.csv"]);
    assert!(outcome.code == 0 && asked.len() == 5, "{asked:?}{}", outcome.stderr);
    assert_eq!(places(&photos), asked);
    // Without a terminal nothing is asked, and the list next to the photos still applies.
    let args = ["batch", "photos", "-o", "out", "--jobs", "1"];
    let outcome = run_at(photos.folder(), "C", b"", &args);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_eq!(places(&photos), asked);
}

/// Zeros and blanks mean that the clock was never set; the next tag has the time.
#[cfg(target_os = "linux")]
#[test]
fn a_time_that_no_clock_shows_is_none() {
    let names = ["IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg", "IMG_4.jpg"];
    let photos = Photos::of(&[(names[0], 0), (names[1], 1), (names[2], 2), (names[3], 3)]);
    let (zeros, blanks, never) = ("0000:00:00 00:00:00", "    :  :     :  :  ", "2026:13:41 25:61:99");
    taken_at_by_all_tags(&photos, names[0], [zeros, zeros, "2026:09:12 10:41:03"]);
    taken_at_by_all_tags(&photos, names[1], [blanks, "2026:09:12 10:41:12", zeros]);
    taken_at_by_all_tags(&photos, names[2], ["2026:09:12 10:44:30", "2026:09:12 12:00:00", "2026:09:12 12:00:00"]);
    taken_at_by_all_tags(&photos, names[3], [never, blanks, "2026:09:12 10:44:41"]);
    move_into(&photos, "photos", &names);
    let text = photos.at_terminal("batch photos -o out --jobs 1", "\n\nAnna\nBen\n\n\nCem\nDora\n");
    for words in [
        "2 photos, apparently of one table: IMG_1.jpg (10:41) … IMG_2.jpg (10:41)",
        "2 photos, apparently of one table: IMG_3.jpg (10:44) … IMG_4.jpg (10:44)",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_may_begin_elsewhere_than_proposed_and_a_list_with_more_is_left_alone() {
    let photos = Photos::of(&[("IMG_1.jpg", 0), ("IMG_2.jpg", 1)]);
    move_into(&photos, "photos", &["IMG_1.jpg", "IMG_2.jpg"]);
    let text = photos.at_terminal("batch photos -o out --jobs 1", "2\nwindow\nAnna\n/\n\n\nBen\n");
    assert!(text.contains("round, Enter for 2:") && text.contains("table, Enter for 1:"), "{text}");
    let path = photos.path("photos/players.csv");
    let said = std::fs::read_to_string(&path).expect("a manifest");
    assert_eq!(said, "photo,round,table,player\nIMG_1.jpg,2,window,Anna\nIMG_2.jpg,2,1,Ben\n");
    let more = "photo,round,table,player,coins\nIMG_1.jpg,2,window,Anna,3\n";
    std::fs::write(&path, more).expect("written");
    let text = photos.at_terminal("batch photos -o other --jobs 1", "");
    assert!(
        text.contains(
            "was not used, because it holds more than photo, round, table and player: give it with --manifest"
        ),
        "{text}"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("a manifest"), more);
}
