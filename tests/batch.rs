//! A batch's run: what is read, what is kept, and where. The photos are texts, and what reads them needs no networks.

#[path = "common/batch.rs"]
mod common;

use std::fs;

use common::{Batch, PHOTOS};
use kingdom_scanner::batch::content::Contents;
use kingdom_scanner::batch::{OutFolder, Plan, PlanOptions};

#[test]
fn a_second_run_reads_nothing_and_writes_nothing() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    // The copy of Ben's photo is not read.
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
    batch.run("whole");
    let journal = fs::read(batch.folder.path().join("whole/journal.ndjson")).expect("a journal");
    let whole = batch.files("whole");
    batch.read();
    for (number, end) in (0..=journal.len()).step_by(journal.len() / 23).enumerate() {
        let out = format!("stopped-{number}");
        let folder = batch.folder.path().join(&out);
        fs::create_dir_all(folder.join(".unfinished")).expect("a folder");
        fs::write(folder.join(".unfinished/.tmp123"), "half a pic").expect("written");
        // Pictures are there before the journal tells of their photos.
        for (name, bytes) in whole.iter().filter(|(name, _)| name.ends_with(".jpg")) {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("written");
        }
        fs::write(folder.join("journal.ndjson"), &journal[..end]).expect("written");
        batch.run(&out);
        let differs: Vec<_> =
            batch.files(&out).into_iter().filter(|(name, bytes)| whole.get(name) != Some(bytes)).collect();
        assert!(differs.is_empty(), "{end}: {:?}", differs.iter().map(|(name, _)| name).collect::<Vec<_>>());
        // The more lines are known, the less is read.
        let known = journal[..end].iter().filter(|byte| **byte == b'\n').count();
        assert!(batch.read() + known <= 10, "{end}");
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

/// Root may write everywhere: then there is nothing to see.
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
    let outcome = OutFolder::create(&folder);
    allow(0o755);
    if is_root {
        let _ = fs::remove_file(folder.join("probe"));
        eprintln!("skipped: this user may write everywhere");
        return;
    }
    assert!(outcome.expect_err("a read-only folder").to_string().contains(folder.to_str().expect("UTF-8")));
    assert!(batch.files("out") == before);
}

#[test]
fn a_players_name_in_the_manifest_is_that_of_a_player() {
    let batch = Batch::new(&[("a.jpg", "F1FF/WCF/WL1L k5"), ("b.jpg", "FFF/FCW/FF1W k5")]);
    let rows = "photo,round,table,player\na.jpg,Final,1,Player 7\nb.jpg,Final,1,Spieler Meier\n";
    batch.write("list.csv", rows);
    let options = PlanOptions { manifest: Some(batch.photos().join("list.csv")), ..PlanOptions::default() };
    let plan = Plan::of(&batch.photos(), &options, &mut Contents::default()).expect("a plan");
    let seats = plan.units.iter().flat_map(|unit| &unit.photos).filter_map(|photo| photo.told.seat.as_ref());
    let named: Vec<_> = seats.map(|seat| (&*seat.round, &*seat.player)).collect();
    assert_eq!(named, [("Final", "Player 7"), ("Final", "Spieler Meier")]);
}
