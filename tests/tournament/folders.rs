//! A folder of results may be overwritten by its own tournament as it continues; anything else is left alone.
//! The photos are texts, and their reader needs no networks.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::batch::{Batch, PHOTOS, change_rows};
use crate::common::program::scanner;
use kingdom_scanner::messages::Language;
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::overwrite_guard::Photos;
use kingdom_scanner::tournament::{Plan, PlanOptions, Provenance, ResultsFolder, Source, finish_run, read_photos};

/// Runs a batch as the program does. Returns why it is refused, if it is.
fn run(batch: &Batch, photos: &str, manifest: Option<&str>) -> Result<(), String> {
    let path = |name: &str| batch.folder.path().join(name);
    let out = ResultsFolder::create(&path("out")).map_err(|error| error.to_string())?;
    let options = PlanOptions { manifest: manifest.map(path), ..PlanOptions::default() };
    let plan = Plan::new(&path(photos), &options, &mut Contents::default()).expect("a plan");
    let source = Source::new(&path(photos), options.manifest.as_deref());
    let new = Photos::of_plan(&plan, source.clone());
    let refused = Photos::of_results(&out).may_be_replaced_by(&new, &out);
    refused.map_err(|error| error.to_string().replace(batch.folder.path().to_str().expect("UTF-8"), "DIR"))?;
    let provenance = Provenance::new("texts".to_owned()).with_source(source);
    let read = read_photos(&plan, &batch.reader, &out, 2, &|_| std::ops::ControlFlow::Continue(())).expect("results");
    finish_run(&out, &read, &provenance, Language::English).expect("standings");
    out.tidy();
    Ok(())
}

fn write(batch: &Batch, path: &str, text: &str) {
    let path = batch.folder.path().join(path);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// Writes another tournament with the same names and other kingdoms.
fn another(batch: &Batch, folder: &str) {
    for (number, (photo, _)) in PHOTOS.iter().enumerate() {
        write(batch, &format!("{folder}/{photo}"), &format!("{}C k5", "W".repeat(number + 1)));
    }
}

#[test]
fn another_tournament_is_not_written_over() {
    let batch = Batch::new(&PHOTOS);
    run(&batch, "photos", None).expect("a new folder");
    let before = batch.files("out");
    another(&batch, "other");
    let refused = run(&batch, "other", None).expect_err("another tournament");
    insta::assert_snapshot!(refused, @"DIR/out: this folder has the results of other photos, 11 photos of the folder `photos` (such as dog.jpg); only 0 of them are among the 11 photos of the folder `other` (such as dog.jpg). Nothing was written. Name another folder with -o, or replace the earlier results with --force");
    assert!(batch.files("out") == before);
    // Another tournament's photos are put into the folder that all tournaments share: its results are
    // refused.
    fs::remove_dir_all(batch.photos()).expect("removed");
    another(&batch, "photos");
    assert!(run(&batch, "photos", None).is_err());
    assert!(batch.files("out") == before);
}

#[test]
fn a_tournament_that_goes_on_is_written_anew() {
    let batch = Batch::new(&PHOTOS[..5]);
    let mut runs = 0;
    let mut goes_on = |photos: &str, manifest: Option<&str>| {
        runs += 1;
        run(&batch, photos, manifest).unwrap_or_else(|error| panic!("run {runs}: {error}"));
    };
    goes_on("photos", None);
    // More photos are added, some are taken again, and some are missing.
    PHOTOS.iter().for_each(|(photo, text)| batch.write(photo, text));
    goes_on("photos", None);
    batch.write("round-1/table-1/Anna.jpg", "F1FF/FCF/WL1L k5");
    batch.write("round-1/table-2/Cem.jpg", "F1FF/FCF/WL1W k5");
    fs::remove_file(batch.photos().join("dog.jpg")).expect("removed");
    goes_on("photos", None);
    // The folder of photos is moved, or its parent is given instead.
    fs::rename(batch.photos(), batch.folder.path().join("moved")).expect("moved");
    goes_on("moved", None);
    fs::create_dir(batch.folder.path().join("around")).expect("a folder");
    fs::rename(batch.folder.path().join("moved"), batch.folder.path().join("around/spring")).expect("moved");
    goes_on("around", None);
    // Players get names later, or better spelt ones.
    let others: String = PHOTOS[1..9].iter().map(|(photo, _)| format!("spring/{photo},\n")).collect();
    for better in ["Hanna", "Johanna"] {
        write(&batch, "list.csv", &format!("photo,player\nspring/round-1/table-1/Anna.jpg,{better}\n{others}"));
        goes_on("around", Some("list.csv"));
    }
}

/// All photos of a single table may be taken again.
#[test]
fn a_table_whose_photos_are_all_taken_again_is_the_same() {
    let batch = Batch::new(&[("table-1/Anna.jpg", "F1FC k5"), ("table-1/Ben.jpg", "W1C k5")]);
    run(&batch, "photos", None).expect("a new folder");
    batch.write("table-1/Anna.jpg", "F1FFC k5");
    batch.write("table-1/Ben.jpg", "W1WC k5");
    run(&batch, "photos", None).expect("the same folder");
    write(&batch, "other/table-1/Anna.jpg", "L1C k5");
    write(&batch, "other/table-1/Ben.jpg", "LLC k5");
    assert!(run(&batch, "other", None).is_err());
}

#[test]
fn a_manifest_that_was_forgotten_is_asked_for() {
    let photos = [("a.jpg", "F1FC k5"), ("b.jpg", "W1C k5"), ("table-2/c.jpg", "L1C k5")];
    let batch = Batch::new(&photos);
    write(&batch, "players.csv", "photo,table,player\na.jpg,1,Anna\nb.jpg,1,Ben\ntable-2/c.jpg,,Cem\n");
    run(&batch, "photos", Some("players.csv")).expect("a new folder");
    let before = batch.files("out");
    let refused = run(&batch, "photos", None).expect_err("players would be lost");
    insta::assert_snapshot!(refused, @"DIR/out: these results were made with the manifest players.csv, but no manifest was given now. Nothing was written. Give it again with --manifest, name another folder with -o, or replace the earlier results with --force");
    assert!(batch.files("out") == before);
    // Another manifest may correct the first.
    write(&batch, "list.csv", "photo,table,player\ntable-2/c.jpg,,Cem\na.jpg,1,Hanna\n");
    run(&batch, "photos", Some("list.csv")).expect("the same tournament");
}

/// A program of another version may write other lines; it still knows which photos they are about.
#[test]
fn results_of_another_version_are_not_replaced_by_less() {
    let batch = Batch::new(&[("table-1/Anna.jpg", "F1FC k5")]);
    write(&batch, "coins.csv", "photo,coins\ntable-1/Anna.jpg,11\n");
    run(&batch, "photos", Some("coins.csv")).expect("a new folder");
    let out = ResultsFolder::of_a_run(&batch.folder.path().join("out"));
    change_rows(out.path(), "UPDATE lines SET line = replace(line, '\"kingdoms\"', '\"read_as\"')");
    let refused = run(&batch, "photos", None).expect_err("coins would be lost");
    assert!(refused.contains("made with the manifest coins.csv"), "{refused}");
    write(&batch, "other/table-1/Zoe.jpg", "LLC k5");
    let refused = run(&batch, "other", None).expect_err("another tournament");
    assert!(refused.contains("has the results of other photos"), "{refused}");
    let error = out.lines().expect_err("another version").problem;
    assert!(error.starts_with("cannot read the results: ") && error.contains("missing field `kingdoms`"), "{error}");
    assert!(error.ends_with("Run the same `kingdom-scanner batch` again"), "{error}");
    let pictures = || batch.files("out").into_keys().filter(|name| name.starts_with("pictures")).count();
    batch.write("table-1/Anna.jpg", "F1FFC k5");
    run(&batch, "photos", Some("coins.csv")).expect("the same tournament");
    assert_eq!(pictures(), 1, "the earlier picture is gone");
}

/// Runs the program with these arguments in the folder; returns exit code and stderr.
fn program(batch: &Batch, arguments: &[&str]) -> (i32, String) {
    let mut command = std::process::Command::new(scanner());
    let output =
        command.args(arguments).current_dir(batch.folder.path()).env("LC_ALL", "C").output().expect("it starts");
    (output.status.code().expect("no signal"), String::from_utf8(output.stderr).expect("UTF-8"))
}

/// All files in the folder and its subfolders, with their bytes.
fn all_files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.expect("an entry"));
    let files = entries.filter(|entry| entry.file_type().is_file());
    files.map(|entry| (entry.path().to_owned(), fs::read(entry.path()).expect("a file"))).collect()
}

fn foreign_folder(batch: &Batch) -> PathBuf {
    for name in ["report.html", "standings.csv", ".unfinished/draft.txt", "review/me.review.jpg", "letter.odt"] {
        write(batch, &format!("club/{name}"), "mine");
    }
    batch.folder.path().join("club")
}

#[test]
fn other_peoples_folders_are_left_alone() {
    let batch = Batch::new(&PHOTOS);
    let club = foreign_folder(&batch);
    let before = all_files(&club);
    let error = ResultsFolder::create(&club).expect_err("a foreign folder").to_string();
    let error = error.replace(batch.folder.path().to_str().expect("UTF-8"), "DIR");
    insta::assert_snapshot!(error, @"DIR/club: cannot write results into the folder: the folder is not empty, and its files are not results of kingdom-scanner: .unfinished, letter.odt, report.html and 2 more; nothing was written. Name a new or empty folder, or one with results");
    let (code, _) = program(&batch, &["review", "club"]);
    assert_eq!(code, 2);
    assert!(all_files(&club) == before, "nothing is touched, and no file is added");
    // A file cannot serve as a folder of results.
    write(&batch, "notes.txt", "mine");
    assert!(ResultsFolder::create(&batch.folder.path().join("notes.txt")).is_err());
}

/// Files that only look like the program's own stay, even in a folder of results.
#[test]
fn what_a_person_puts_beside_the_results_stays() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let own = ["out/notes.txt", "out/review/me.review.jpg", "out/review/round-1/x.review.jpg", "out/.unfinished/draft"];
    own.iter().for_each(|name| write(&batch, name, "mine"));
    let small = format!("out/pictures/{}.jpg", "0".repeat(64));
    write(&batch, &small, "mine");
    fs::remove_file(batch.photos().join("dog.jpg")).expect("removed");
    batch.run("out");
    for name in own.iter().chain([&&*small]) {
        assert_eq!(batch.file(name), "mine", "{name}");
    }
    // The picture that a run drew of the missing photo was the program's own, so it is removed.
    assert!(!batch.folder.path().join("out/review/dog.jpg.review.jpg").exists());
    assert_eq!(fs::read_dir(batch.folder.path().join("out/pictures")).expect("a folder").count(), 10);
    // The same happens if a first run was stopped before it wrote results.
    let interrupted = Batch::new(&PHOTOS);
    interrupted.run("out");
    for name in ["results.ndjson", "standings.csv", "report.html"] {
        fs::remove_file(interrupted.folder.path().join("out").join(name)).expect("removed");
    }
    change_rows(&interrupted.folder.path().join("out"), "DELETE FROM lines; DELETE FROM runs");
    fs::remove_file(interrupted.photos().join("dog.jpg")).expect("removed");
    interrupted.run("out");
    assert!(!interrupted.folder.path().join("out/review/dog.jpg.review.jpg").exists());
}

mod programs {
    use super::*;

    /// Runs `batch`. The photos are texts instead of pictures, so each costs one line, and the exit code is
    /// that for unreadable photos.
    fn batch_of(batch: &Batch, arguments: &[&str]) -> String {
        let (code, stderr) = program(batch, &[&["batch"], arguments].concat());
        assert_eq!(code, 2, "{stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
        stderr
    }

    #[test]
    fn the_program_asks_before_it_replaces_a_tournament() {
        let batch = Batch::new(&PHOTOS);
        let is_refused = |stderr: &str| stderr.contains("error: results: ");
        let first = batch_of(&batch, &["photos", "-o", "results"]);
        assert!(!is_refused(&first) && first.contains("11/11 photos"), "{first}");
        let before = batch.files("results");
        another(&batch, "other");
        for more in [&[][..], &["--watch"]] {
            let stderr = batch_of(&batch, &[&["other", "-o", "results"], more].concat());
            assert!(is_refused(&stderr) && stderr.contains("--force") && stderr.contains("`photos`"), "{stderr}");
            assert!(batch.files("results") == before);
        }
        batch.write("late.jpg", "late");
        let later = batch_of(&batch, &["photos", "-o", "results"]);
        assert!(later.contains("12/12 photos"), "{later}");
        let forced = batch_of(&batch, &["other", "-o", "results", "--force"]);
        assert!(forced.contains("11/11 photos"), "{forced}");
        let out = ResultsFolder::of_a_run(&batch.folder.path().join("results"));
        let source = Provenance::of_folder(&out).expect("results").source().cloned();
        assert!(source.is_some_and(|source| source.folder == "other"));
    }

    #[test]
    fn the_program_leaves_other_folders_alone() {
        let batch = Batch::new(&PHOTOS);
        let club = foreign_folder(&batch);
        let before = all_files(&club);
        let stderr = batch_of(&batch, &["photos", "-o", "club"]);
        assert!(stderr.contains("error: club: cannot write results") && all_files(&club) == before, "{stderr}");
    }
}
