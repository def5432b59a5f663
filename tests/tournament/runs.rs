//! A run of `batch`: which photos are read, what is kept, and where. The photos are texts, and their reader
//! needs no networks.

use crate::common::schema;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use crate::common::batch::{Batch, DATABASE, PHOTOS, correct};
use game::photo_reading::Status;
use kingdom_scanner::domain::Variant;
use kingdom_scanner::messages::Language;
use kingdom_scanner::tournament::corrections::PhotoDecision;
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::ranking::Tournament;
use kingdom_scanner::tournament::{Plan, PlanOptions, ResultsFolder, read_photos};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

#[test]
fn a_second_run_reads_nothing_and_writes_nothing() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    // The copy of Ben's photo need not be read.
    assert_eq!(batch.read(), 10);
    let times = |name: &str| fs::metadata(batch.folder.path().join("out").join(name)).and_then(|m| m.modified()).ok();
    let before: Vec<_> = batch.files("out").into_keys().map(|name| times(&name)).collect();
    batch.run("out");
    assert_eq!(batch.read(), 0);
    let after: Vec<_> = batch.files("out").into_keys().map(|name| times(&name)).collect();
    assert_eq!(before, after);
}

#[test]
fn a_run_that_was_stopped_anywhere_goes_on_with_the_same_results() {
    let batch = Batch::new(&PHOTOS);
    let whole = batch.run("whole");
    let files = batch.files("whole");
    batch.read();
    // The database after each table.
    let plan = Plan::new(&batch.photos(), &PlanOptions::default(), &mut Contents::default()).expect("a plan");
    let (out, copies) = (batch.out("stopped"), Mutex::new(Vec::new()));
    let copy = |_| {
        let database = fs::read(out.path().join(DATABASE)).expect("a file");
        copies.lock().expect("no panic").push((database, batch.reader.read.load(Ordering::Relaxed)));
        ControlFlow::Continue(())
    };
    read_photos(&plan, &batch.reader, &out, 1, &copy).expect("results");
    let all = batch.read();
    drop(out);
    for (number, (database, read)) in copies.into_inner().expect("no panic").into_iter().enumerate() {
        let out = format!("stopped-{number}");
        let folder = batch.folder.path().join(&out);
        fs::create_dir_all(folder.join(".unfinished")).expect("a folder");
        fs::write(folder.join(".unfinished/.tmp123"), "half a pic").expect("written");
        // Pictures exist before the database says that their photos are read.
        for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".jpg")) {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("written");
        }
        fs::write(folder.join(DATABASE), &database).expect("written");
        assert_eq!(batch.run(&out), whole, "{number}");
        let differs: Vec<_> =
            batch.files(&out).into_iter().filter(|(name, bytes)| files.get(name) != Some(bytes)).collect();
        assert!(differs.is_empty(), "{number}: {:?}", differs.iter().map(|(name, _)| name).collect::<Vec<_>>());
        assert_eq!(batch.read(), all - read, "{number}");
    }
}

#[test]
fn a_changed_photo_costs_its_own_table() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    batch.read();
    batch.write("round-1/table-1/Anna.jpg", "F1FF/FCF/WL1L k5");
    batch.run("out");
    assert_eq!(batch.read(), 2);
    let fresh = Batch::new(&PHOTOS);
    fresh.write("round-1/table-1/Anna.jpg", "F1FF/FCF/WL1L k5");
    fresh.run("out");
    assert!(batch.files("out") == fresh.files("out"), "as if it had never been another photo");
}

#[test]
fn a_players_name_in_the_manifest_is_that_of_a_player() {
    let batch = Batch::new(&[("a.jpg", "F1FF/WCF/WL1L k5"), ("b.jpg", "FFF/FCW/FF1W k5")]);
    let rows = "photo,round,table,player\na.jpg,Final,1,Player 7\nb.jpg,Final,1,Spieler Meier\n";
    batch.write("list.csv", rows);
    let options = PlanOptions { manifest: Some(batch.photos().join("list.csv")), ..PlanOptions::default() };
    let plan = Plan::new(&batch.photos(), &options, &mut Contents::default()).expect("a plan");
    let seats = plan.units.iter().flat_map(|unit| &unit.photos).filter_map(|photo| photo.info.seat.as_ref());
    let named: Vec<_> = seats.map(|seat| (&*seat.round, &*seat.player)).collect();
    assert_eq!(named, [("Final", "Player 7"), ("Final", "Spieler Meier")]);
}

#[test]
fn pictures_of_the_doubtful_are_in_review() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let pictures = |batch: &Batch| {
        let files = batch.files("out").into_keys();
        files.filter(|name| name.starts_with("review/")).collect::<Vec<_>>()
    };
    assert_eq!(
        pictures(&batch),
        [
            "review/dog.jpg.review.jpg",
            "review/round-1/table-2/Cem.jpg.review.jpg",
            "review/round-2/table-1/Anna.jpg.review.jpg",
            "review/round-2/table-2/<Dora & Co>.jpg.review.jpg"
        ]
    );
    fs::remove_file(batch.photos().join("dog.jpg")).expect("removed");
    batch.write("round-2/table-1/Anna.jpg", "F1CL k5");
    batch.run("out");
    assert_eq!(pictures(&batch).len(), 2);
}

/// This test does nothing for root, who may write everywhere.
#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_named_and_earlier_results_stay() {
    use std::os::unix::fs::PermissionsExt;
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let before = batch.files("out");
    let folder = batch.folder.path().join("out");
    let allow = |mode: u32| fs::set_permissions(&folder, fs::Permissions::from_mode(mode)).expect("permissions");
    allow(0o555);
    let is_root = fs::write(folder.join("probe"), "").is_ok();
    let outcome = ResultsFolder::create(&folder);
    allow(0o755);
    if is_root {
        let _ = fs::remove_file(folder.join("probe"));
        eprintln!("skipped: root may write anywhere");
        return;
    }
    assert!(outcome.expect_err("a read-only folder").to_string().contains(folder.to_str().expect("UTF-8")));
    assert!(batch.files("out") == before);
}

#[test]
fn pictures_that_are_lost_or_of_another_run_are_drawn_again() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let whole = batch.files("out");
    let path = |name: &str| batch.folder.path().join("out").join(name);
    let pictures: Vec<&String> = whole.keys().filter(|name| name.ends_with(".jpg")).collect();
    assert_eq!(pictures.len(), 14);
    for picture in pictures {
        fs::remove_file(path(picture)).expect("removed");
        batch.run("out");
        assert!(batch.files("out") == whole, "{picture}");
        fs::write(path(picture), "torn").expect("written");
        batch.run("out");
        assert!(batch.files("out") == whole, "{picture}");
    }
    batch.run_with("out", &[Variant::Harmony]);
    assert!(batch.files("out") != whole);
    batch.run("out");
    assert!(batch.files("out") == whole);
}

/// The results do not depend on what happened before: photos come, go, change and change back, options
/// change, and files are lost.
#[test]
fn results_depend_on_no_history() {
    let mut dice = ChaCha8Rng::seed_from_u64(6);
    let texts =
        ["F1FF/WCF/WL1L k5", "FFF/FCW/FF1W k5", "W1WW/FCW/FL1L k5?", "FCL1 k5|F1CL k5", "dog", "broken", "lost"];
    let batch = Batch::new(&PHOTOS);
    for step in 0..60 {
        let (photo, _) = PHOTOS[dice.random_range(0..PHOTOS.len())];
        match dice.random_range(0..5) {
            0 => {
                let _ = fs::remove_file(batch.photos().join(photo));
            }
            1 => {
                let pictures: Vec<_> = batch.files("out").into_keys().filter(|name| name.ends_with(".jpg")).collect();
                if let Some(picture) = pictures.first() {
                    fs::remove_file(batch.folder.path().join("out").join(picture)).expect("removed");
                }
            }
            _ => batch.write(photo, texts[dice.random_range(0..texts.len())]),
        }
        batch.write("round-1/table-1/Anna.jpg", texts[0]);
        let variants: &[Variant] = if dice.random_bool(0.3) { &[Variant::Harmony] } else { &[] };
        batch.run_with("out", variants);
        let fresh = format!("fresh-{step}");
        batch.run_with(&fresh, variants);
        let (found, expected) = (batch.files("out"), batch.files(&fresh));
        assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "step {step}");
        assert!(found == expected, "step {step}");
    }
}

#[test]
fn what_may_pass_is_tried_again() {
    let batch = Batch::new(&PHOTOS);
    batch.write("round-2/table-1/Anna.jpg", "huge");
    batch.write("round-1/table-2/Cem.jpg", "growing");
    batch.reader.is_short_of_memory.store(true, Ordering::Relaxed);
    let failed = |tournament: &Tournament| {
        let failed = tournament.to_review.iter().filter(|look| look.status == Status::Error);
        failed
            .map(|look| format!("{}: {}", look.photo, look.doubts[0].in_language(Language::English)))
            .collect::<Vec<_>>()
    };
    let messages = failed(&batch.run("out"));
    insta::assert_snapshot!(messages.join("\n"), @r"
    round-1/table-2/Cem.jpg: the file changed while it was read. Run the same command again when it is whole
    round-2/table-1/Anna.jpg: no memory
    ");
    batch.read();
    batch.reader.is_short_of_memory.store(false, Ordering::Relaxed);
    assert!(failed(&batch.run("out")).is_empty());
    // Only the photos of the two tables with a failure are read again.
    assert_eq!(batch.read(), 4);
    batch.run("out");
    assert_eq!(batch.read(), 0);
    batch.run("fresh");
    assert!(batch.files("out") == batch.files("fresh"));
}

/// If a photo fails, or its file changes or disappears while it is read, the photos read along with it are
/// read again, too. So are photos whose pictures could not be drawn.
#[test]
fn nothing_that_was_read_under_failure_is_kept() {
    let batch = Batch::new(&PHOTOS);
    batch.write("round-1/table-1/Anna.jpg", "leaving");
    batch.write("round-2/table-2/Ben.jpg", "mute");
    batch.reader.is_short_of_memory.store(true, Ordering::Relaxed);
    let tournament = batch.run("out");
    let failed = tournament.to_review.iter().filter(|look| look.status == Status::Error);
    let messages: Vec<_> =
        failed.map(|look| format!("{}: {}", look.photo, look.doubts[0].in_language(Language::English))).collect();
    insta::assert_snapshot!(messages.join("\n"), @r"
    round-1/table-1/Anna.jpg: cannot read the file: No such file or directory (os error 2). Run the same command again when it can be read
    round-2/table-1/Anna.jpg: cut off
    round-2/table-2/<Dora & Co>.jpg: a mistake in the program ended the reading of this table (assertion `left == right` failed: an answer for each photo   left: 0  right: 2). Please report it; the other tables are read
    round-2/table-2/Ben.jpg: a mistake in the program ended the reading of this table (assertion `left == right` failed: an answer for each photo   left: 0  right: 2). Please report it; the other tables are read
    ");
    batch.reader.is_short_of_memory.store(false, Ordering::Relaxed);
    batch.write("round-1/table-1/Anna.jpg", PHOTOS[0].1);
    batch.read();
    batch.run("out");
    // Only the photos of the two tables with a failure are read again.
    assert_eq!(batch.read(), 4);
    batch.run("fresh");
    assert!(batch.files("out") == batch.files("fresh"));
    // If no pictures can be drawn, the results are the same, but the report has no photos.
    batch.reader.cannot_draw.store(true, Ordering::Relaxed);
    batch.run("undrawn");
    assert_eq!(batch.file("undrawn/results.ndjson"), batch.file("fresh/results.ndjson"));
    assert!(!batch.folder.path().join("undrawn/pictures").exists());
    batch.reader.cannot_draw.store(false, Ordering::Relaxed);
    batch.run("undrawn");
    assert!(batch.files("undrawn") == batch.files("fresh"));
}

#[test]
fn a_mistake_in_the_program_costs_one_table_until_it_is_mended() {
    let batch = Batch::new(&PHOTOS);
    batch.write("round-1/table-2/Cem.jpg", "odd");
    batch.reader.has_a_mistake.store(true, Ordering::Relaxed);
    for _ in 0..2 {
        let tournament = batch.run("out");
        let failed = tournament.to_review.iter().filter(|look| look.status == Status::Error);
        let messages: Vec<_> =
            failed.map(|look| format!("{}: {}", look.photo, look.doubts[0].in_language(Language::English))).collect();
        insta::allow_duplicates! {
            insta::assert_snapshot!(messages.join("\n"), @r"
            round-1/table-2/<Dora & Co>.jpg: a mistake in the program ended the reading of this table (index out of bounds: round-1/table-2/Cem.jpg). Please report it; the other tables are read
            round-1/table-2/Cem.jpg: a mistake in the program ended the reading of this table (index out of bounds: round-1/table-2/Cem.jpg). Please report it; the other tables are read
            round-2/table-1/Anna.jpg: cut off
            ");
        }
    }
    batch.reader.has_a_mistake.store(false, Ordering::Relaxed);
    batch.read();
    batch.run("out");
    // Only the table that failed is read again.
    assert_eq!(batch.read(), 2);
    batch.run("fresh");
    assert!(batch.files("out") == batch.files("fresh"));
}

#[cfg(unix)]
#[test]
fn files_that_cannot_be_read_and_long_names_cost_nothing_but_their_line() {
    let batch = Batch::new(&PHOTOS);
    batch.run("before");
    batch.read();
    let long = format!("{}.jpg", "ö".repeat(125));
    batch.write(&long, "W1LW/FCW k5?");
    std::os::unix::fs::symlink("nowhere", batch.photos().join("round-1/table-1/Cem.jpg")).expect("a link");
    let tournament = batch.run("out");
    let looks: Vec<_> = tournament.to_review.iter().map(|look| (&*look.photo, look.status)).collect();
    assert!(looks.contains(&("round-1/table-1/Cem.jpg", Status::Error)) && looks.len() == 6, "{looks:?}");
    let picture = ResultsFolder::of_a_run(&batch.folder.path().join("out")).review_picture(&long);
    assert!(picture.exists() && batch.file("out/results.ndjson").contains(&long));
    // Removing the unreadable file does not make the rest of its table be read again.
    batch.read();
    fs::remove_file(batch.photos().join("round-1/table-1/Cem.jpg")).expect("removed");
    batch.run("out");
    assert_eq!(batch.read(), 0);
}

#[test]
fn a_photo_of_two_players_is_to_check_for_both() {
    let batch = Batch::new(&[
        ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
        ("round-1/table-2/Ben.jpg", "F1FF/WCF/WL1L k5"),
        ("round-1/table-2/Cem.jpg", "FFF/FCW/FF1W k5"),
        ("again.jpg", "F1FF/WCF/WL1L k5"),
    ]);
    let tournament = batch.run("out");
    let looks = tournament.to_review.iter().map(|look| {
        format!(
            "{}: {}",
            look.photo,
            look.doubts.iter().map(|doubt| doubt.in_language(Language::English)).collect::<String>()
        )
    });
    insta::assert_snapshot!(looks.collect::<Vec<_>>().join("\n"), @r"
    round-1/table-1/Anna.jpg: the same photo as round-1/table-2/Ben.jpg, which is somebody else's
    round-1/table-2/Ben.jpg: the same photo as round-1/table-1/Anna.jpg, which is somebody else's
    ");
    assert!(batch.folder.path().join("out/review/round-1/table-2/Ben.jpg.review.jpg").exists());
    let places: Vec<_> =
        tournament.overall.iter().map(|place| (&*place.player, place.missing, place.doubtful)).collect();
    assert_eq!(places, [("Cem", 0, 0), ("Ben", 0, 1), ("Anna", 1, 0)]);
    let rules = schema::committed("photo");
    for line in batch.file("out/results.ndjson").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let broken = schema::broken(&line, &rules);
        assert!(broken.is_empty(), "{broken:?}");
    }
    fs::remove_file(batch.photos().join("round-1/table-1/Anna.jpg")).expect("removed");
    assert!(batch.run("out").to_review.is_empty());
}

#[test]
fn a_second_photo_that_cannot_be_read_is_listed() {
    let batch = Batch::new(&[
        ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
        ("round-1/table-1/Anna/again.jpg", "broken"),
        ("round-1/table-1/Anna/blurred.jpg", "dog"),
        ("round-1/table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ]);
    let tournament = batch.run("out");
    let looks: Vec<_> = tournament.to_review.iter().map(|look| &*look.photo).collect();
    assert_eq!(looks, ["round-1/table-1/Anna/again.jpg"]);
    correct(&batch.out("out"), "round-1/table-1/Anna/again.jpg", PhotoDecision::LeftOut);
    assert!(batch.run("out").to_review.is_empty());
}

#[test]
fn who_says_stop_finds_what_was_read() {
    let batch = Batch::new(&PHOTOS);
    let out = batch.out("out");
    let plan = Plan::new(&batch.photos(), &PlanOptions::default(), &mut Contents::default()).expect("a plan");
    let stop = |counts: kingdom_scanner::tournament::Counts| {
        if counts.done > counts.before + 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let error = read_photos(&plan, &batch.reader, &out, 1, &stop).expect_err("stopped");
    let read = batch.read();
    assert_eq!(
        error.to_string(),
        format!("stopped after {} of 11 photos; run the same command again to continue from there", read + 1)
    );
    assert!(!out.results().exists() && read < 10);
    drop(out);
    batch.run("out");
    assert_eq!(batch.read(), 10 - read);
}
