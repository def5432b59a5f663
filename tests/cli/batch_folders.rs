//! `batch` on realistic folders: photos with arbitrary names, incomplete photos, and system files next to
//! them.

use std::collections::BTreeMap;
use std::fs;

use crate::common::game_photos::{KINGDOMS, Photos};
use crate::common::program::{Outcome, run_at};

fn batch(photos: &Photos, more: &[&str]) -> Outcome {
    let args = [&["batch", "photos", "-o", "out", "--jobs", "1"], more].concat();
    run_at(photos.folder(), "C", b"", &args)
}

fn write(photos: &Photos, name: &str, bytes: &[u8]) {
    let path = photos.path(&format!("photos/{name}"));
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, bytes).expect("a file");
}

/// Copies the photo into `photos` under this name.
fn put(photos: &Photos, photo: &str, name: &str) {
    write(photos, name, &fs::read(photos.path(photo)).expect("a photo"));
}

/// Points and missing kingdoms of each player at table 1, from `tables.csv`.
fn players(photos: &Photos) -> BTreeMap<String, (String, String)> {
    let mut reader = csv::Reader::from_path(photos.path("out/tables.csv")).expect("standings");
    let heads: Vec<String> = reader.headers().expect("heads").iter().map(str::to_owned).collect();
    let column = |head: &str| heads.iter().position(|other| other == head).expect(head);
    let [player, total, missing] = ["player", "total", "missing"].map(column);
    let row = |row: csv::StringRecord| (row[player].to_lowercase(), (row[total].to_owned(), row[missing].to_owned()));
    reader.records().map(|record| row(record.expect("a row"))).collect()
}

fn read(points: &str) -> (String, String) {
    (points.to_owned(), "0".to_owned())
}

/// `batch` reads everything that `scan` reads; names only determine the owner.
#[test]
fn photos_are_known_by_what_is_in_them() {
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1), ("c.jpg", 2), ("d.jpg", 3)]);
    put(&photos, "a.jpg", "anna.jfif");
    put(&photos, "b.jpg", "Ben.JPG_");
    put(&photos, "c.jpg", "cem");
    put(&photos, "d.jpg", "dora.txt");
    write(&photos, "notes", b"BMW of Anna, IIRO");
    let outcome = batch(&photos, &["--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let expected = [("anna", "22"), ("ben", "22"), ("cem", "18"), ("dora", "18")];
    assert_eq!(players(&photos), expected.map(|(name, points)| (name.to_owned(), read(points))).into());
    // A list may name a photo by its file's name, by the same name with a photo's usual extension, or without
    // an extension.
    let list = "photo,table,player\nanna.jfif,1,Hanna\nBen.jpg,1,Benno\ncem,1,Cem\ndora.jpeg,1,Dora\n";
    fs::write(photos.path("list.csv"), list).expect("a file");
    let outcome = batch(&photos, &["--manifest", "list.csv", "--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let names: Vec<String> = players(&photos).into_keys().collect();
    assert_eq!(names, ["benno", "cem", "dora", "hanna"]);
}

#[test]
fn an_ending_that_is_there_twice_is_in_no_name() {
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1)]);
    put(&photos, "a.jpg", "table-1/anna.jpg.jpg");
    put(&photos, "b.jpg", "table-1/Dr. Ben");
    batch(&photos, &[]);
    let names: Vec<String> = players(&photos).into_keys().collect();
    assert_eq!(names, ["anna", "dr. ben"]);
}

/// Each photo that is not completely there is reported on one line, and its player's kingdom counts as
/// missing.
#[test]
fn photos_that_are_not_all_there_are_named() {
    let photos = Photos::of(&[("a.jpg", 0)]);
    let jpeg = fs::read(photos.path("a.jpg")).expect("a photo");
    put(&photos, "a.jpg", "table-1/anna.jpg");
    write(&photos, "table-1/.Ben.jpg.icloud", b"bplist00\xd1");
    write(&photos, "table-1/cem.jpg.crdownload", &jpeg[..jpeg.len() / 2]);
    write(&photos, "table-1/dora.jfif", b"");
    write(&photos, "table-1/emil.dng", b"II*\0\x08\0\0\0\0\0\0\0\0\0\0\0");
    write(&photos, "table-1/finn.mov", b"\0\0\0\x14ftypqt  \0\0\0\0qt  ");
    write(&photos, "table-1/greta.jpg.nextcloud", b" ");
    write(&photos, "table-1/hans.jpg.part", b"");
    write(&photos, "table-1/.syncthing.jan.jpg.tmp", &jpeg[..9]);
    write(&photos, "table-1/._Kim.jpg.icloud", b"");
    write(&photos, "table-1/ida.avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1");
    // These files are ignored, because there is a photo of Anna.
    write(&photos, "table-1/anna.mov", b"\0\0\0\x14ftypqt  \0\0\0\0qt  ");
    write(&photos, "table-1/anna.dng", b"MM\0*\0\0\0\x08\0\0\0\0");
    for leftover in [".anna.jpg.icloud", "anna.jpg.part"] {
        write(&photos, &format!("table-1/{leftover}"), b"");
    }
    let outcome = batch(&photos, &["--strict"]);
    assert_ne!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let found = players(&photos);
    assert_eq!(found["anna"], read("22"));
    let missing = ("".to_owned(), "1".to_owned());
    for player in ["ben", "cem", "dora", "emil", "finn", "greta", "hans", "ida", "jan"] {
        assert_eq!(found.get(player), Some(&missing), "{player}: {found:?}");
    }
    assert_eq!(found.len(), 10, "{found:?}");
    let told = format!("{}{}", outcome.stderr, outcome.stdout);
    for name in ["Ben.jpg", "cem.jpg", "dora.jfif", "emil.dng", "finn.mov", "greta.jpg", "hans.jpg", "ida.avif"] {
        assert!(told.contains(&format!("table-1/{name}")), "{name}: {told}");
    }
    assert!(told.contains("only the cloud's placeholder is here"), "{told}");
    assert!(!told.contains("anna.mov") && !told.contains("anna.dng"), "{told}");
    // Once the photo is complete, it is not reported.
    fs::remove_file(photos.path("photos/table-1/.Ben.jpg.icloud")).expect("removed");
    photos.paint("b.jpg", KINGDOMS[1], 4);
    put(&photos, "b.jpg", "table-1/Ben.jpg");
    let outcome = batch(&photos, &[]);
    assert_eq!(players(&photos)["ben"], read("22"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("table-1/Ben.jpg"), "{}", outcome.stderr);
}

/// A video of the room is nobody's kingdom, and is reported as unread.
#[test]
fn videos_beside_a_flat_folder_of_photos_are_said_once() {
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1)]);
    put(&photos, "a.jpg", "anna.jpg");
    put(&photos, "b.jpg", "ben.jpg");
    write(&photos, "prizes.mp4", b"\0\0\0\x18ftypmp42\0\0\0\0mp42");
    let outcome = batch(&photos, &["--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    assert_eq!(players(&photos).len(), 2);
    let lines: Vec<&str> = outcome.stderr.lines().filter(|line| line.contains("prizes.mp4")).collect();
    assert_eq!(lines, ["1 video was not read: prizes.mp4. If it shows a kingdom, save one picture of it as a photo"]);
}

/// Thumbnails, deleted files, snapshots and hidden files are not read as photos.
#[test]
fn what_systems_keep_is_nobodys_photo() {
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1)]);
    put(&photos, "a.jpg", "table-1/anna.jpg");
    for name in [
        "table-1/@eaDir/anna.jpg/SYNOPHOTO_THUMB_XL.jpg",
        "table-1/.@__thumb/anna.jpg",
        "table-1/._anna.jpg",
        "table-1/Thumbs/anna.jpg",
        "#recycle/table-1/zoe.jpg",
        "@Recycle/table-1/zoe.jpg",
        "$RECYCLE.BIN/S-1-5-21/table-1/zoe.jpg",
        ".Trash-1000/files/table-1/zoe.jpg",
        "#snapshot/GMT-2026.11.27/table-1/zoe.jpg",
        "@Recently-Snapshot/table-1/zoe.jpg",
        "__MACOSX/table-1/zoe.jpg",
        "lost+found/table-1/zoe.jpg",
        "found.000/table-1/zoe.jpg",
        "Club.photoslibrary/originals/table-1/zoe.jpg",
        "System Volume Information/table-1/zoe.jpg",
        "table-1/.trashed-1764201600-zoe.jpg",
        "table-1/MVI_0001.THM",
        "table-1/anna.jpg_original",
    ] {
        put(&photos, "b.jpg", name);
    }
    let outcome = batch(&photos, &["--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    assert_eq!(players(&photos), [("anna".to_owned(), read("22"))].into());
    let lines: Vec<&str> = outcome.stderr.lines().filter(|line| line.contains("left out")).collect();
    let [line] = lines[..] else { panic!("{}", outcome.stderr) };
    assert!(line.starts_with("18 folders and files") && line.contains("#recycle") && line.ends_with('…'), "{line}");
    // A folder that is named explicitly is read.
    let args = ["batch", "photos/#recycle", "-o", "other", "--jobs", "1"];
    let outcome = run_at(photos.folder(), "C", b"", &args);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    // If a folder contains nothing else, the error says that there is no photo.
    let args = ["batch", "photos", "-o", "third", "--jobs", "1"];
    fs::remove_dir_all(photos.path("photos/table-1")).expect("removed");
    let outcome = run_at(photos.folder(), "C", b"", &args);
    assert!(outcome.code == 2 && outcome.stderr.contains("no photo was found in this folder"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("left out: #recycle"), "{}", outcome.stderr);
}

/// Names that users give to tables and players are kept.
#[test]
fn folders_that_people_call_oddly_are_read() {
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1)]);
    put(&photos, "a.jpg", "table-1/@anna/1.jpg");
    put(&photos, "b.jpg", "table-1/#1/1.jpg");
    let outcome = batch(&photos, &["--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    // Spreadsheets must not interpret a name as a formula.
    assert_eq!(players(&photos).into_keys().collect::<Vec<_>>(), ["#1", "'@anna"]);
}

/// A list may begin with Excel's hint for the separator, such as `sep=;`. Programs that save the list again
/// put the hint in quotes.
#[test]
fn a_list_may_begin_with_the_separator() {
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1)]);
    put(&photos, "a.jpg", "IMG_1.jpg");
    put(&photos, "b.jpg", "IMG_2.jpg");
    let rows = "Foto;Runde;Tisch;Spieler\r\nIMG_1.jpg;1;1;Anna, die Erste\r\nIMG_2.jpg;1;1;Ben\r\n";
    for (hint, separator) in
        [("sep=;", ";"), ("\u{feff}SEP=;", ";"), ("\"sep=;\";;;", ";"), ("sep=|", "|"), ("sep=\t", "\t")]
    {
        let list = format!("{hint}\r\n{}", rows.replace(';', separator));
        fs::write(photos.path("photos/players.csv"), list).expect("a file");
        let outcome = batch(&photos, &["--strict"]);
        assert_eq!(outcome.code, 0, "{hint}: {}{}", outcome.stdout, outcome.stderr);
        assert_eq!(players(&photos).into_keys().collect::<Vec<_>>(), ["anna, die erste", "ben"], "{hint}");
    }
    // Line numbers include every line of the file.
    let list = "sep=;\nFoto;Tisch;Spieler;Münzen\nIMG_1.jpg;1;Anna;viele\n";
    fs::write(photos.path("list.csv"), list).expect("a file");
    let outcome = batch(&photos, &["--manifest", "list.csv"]);
    assert!(
        outcome.code == 2 && outcome.stderr.contains("line 3: `viele` is not allowed as coins"),
        "{}",
        outcome.stderr
    );
    fs::write(photos.path("list.csv"), "sep=;\nFoto;Tisch\nIMG_1.jpg\n").expect("a file");
    let outcome = batch(&photos, &["--manifest", "list.csv"]);
    assert!(outcome.code == 2 && outcome.stderr.contains("line 3 has 1 value"), "{}", outcome.stderr);
}

/// Only a list that the program could have written is used without being named.
#[test]
fn a_list_with_more_than_names_beside_the_photos_is_not_dropped_silently() {
    let photos = Photos::of(&[("a.jpg", 0)]);
    put(&photos, "a.jpg", "table-1/anna.jpg");
    fs::write(photos.path("photos/players.csv"), "photo,player,coins\ntable-1/anna.jpg,Anna,7\n").expect("a file");
    let outcome = batch(&photos, &[]);
    let note =
        "players.csv was not used, because it holds more than photo, round, table and player: give it with --manifest";
    assert!(outcome.code == 0 && outcome.stderr.contains(note), "{}", outcome.stderr);
    let outcome = batch(&photos, &["--manifest", "photos/players.csv", "--force"]);
    assert!(outcome.code == 0 && !outcome.stderr.contains(note), "{}", outcome.stderr);
}

/// A confirmed photo is not doubtful in the next run.
#[test]
fn a_confirmed_photo_is_counted_as_doubtful_no_more() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    photos.cover("anna.jpg", &["r2c2", "r3c4"]);
    put(&photos, "anna.jpg", "table-1/anna.jpg");
    let outcome = batch(&photos, &[]);
    assert!(outcome.stderr.contains("1/1 photos, 1 to check, 0 failed"), "{}", outcome.stderr);
    let outcome = run_at(photos.folder(), "C", b"a\n", &["review", "out", "--strict"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let outcome = batch(&photos, &["--strict"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("1/1 photos (1 already read), 0 to check, 0 failed"), "{}", outcome.stderr);
    // A review without questions explains how to open a photo.
    let outcome = run_at(photos.folder(), "C", b"", &["review", "out"]);
    assert!(outcome.stderr.contains("To open one again: kingdom-scanner review out PHOTO"), "{}", outcome.stderr);
}
