//! A batch from its photos to its standings. The photos are texts, and what reads them needs no networks.

#[path = "common/schema.rs"]
mod schema;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use kingdom_scanner::batch::content::Contents;
use kingdom_scanner::batch::corrections::{Correction, Corrections, Verdict};
use kingdom_scanner::batch::plan::Shard;
use kingdom_scanner::batch::results::lines;
use kingdom_scanner::batch::tournament::Tournament;
use kingdom_scanner::batch::{
    Card, OutFolder, PhotoOfTable, PhotoReader, PhotoReading, Pictures, Plan, PlanOptions, Status, finish,
    finish_change, merge, read_photos,
};
use kingdom_scanner::domain::Variant;
use kingdom_scanner::formats::{KingdomRecord, notation};
use kingdom_scanner::report::sheet_json::ScoredKingdomJson;
use kingdom_scanner::score_sheet::ScoreSheet;
use kingdom_scanner::words::Language;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Reads "photos" that hold kingdoms in notation, `?` behind those in doubt, `|` between several; or a word for what
/// goes wrong.
#[derive(Default)]
struct Texts {
    read: AtomicUsize,
    /// Whether this machine can read photos that say so.
    is_short_of_memory: AtomicBool,
}

impl PhotoReader for Texts {
    fn identity(&self) -> String {
        "texts".to_owned()
    }

    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<PhotoReading> {
        self.read.fetch_add(photos.len(), Ordering::Relaxed);
        let is_short_of_memory = self.is_short_of_memory.load(Ordering::Relaxed);
        let read = |photo: &PhotoOfTable| match fs::read(photo.path).expect("a file").as_slice() {
            b"huge" if is_short_of_memory => PhotoReading::failed_for_now(format!("{}: no memory", photo.name)),
            _ => read_text(photo),
        };
        photos.iter().map(read).collect()
    }
}

fn read_text(photo: &PhotoOfTable) -> PhotoReading {
    let text = fs::read_to_string(photo.path).expect("a file");
    let mut reading = match text.as_str() {
        "dog" | "huge" => PhotoReading::without_kingdom(Status::NoKingdom, format!("{}: no grid found", photo.name)),
        "growing" => {
            fs::write(photo.path, GROWN).expect("a file");
            PhotoReading::without_kingdom(Status::Error, format!("{}: its end is missing", photo.name))
        }
        "broken" | "lost" => PhotoReading::without_kingdom(Status::Error, format!("{}: cut off", photo.name)),
        kingdoms => PhotoReading {
            status: Status::Scored,
            message: String::new(),
            kingdoms: kingdoms.split('|').map(|text| kingdom(photo, text)).collect(),
            pictures: Pictures::default(),
            may_pass: false,
        },
    };
    if text == "lost" {
        return reading;
    }
    reading.pictures.small = Some(format!("small {text}").into_bytes());
    let is_clear = reading.status == Status::Scored && !text.contains(['?', '|']) && !photo.is_contested;
    reading.pictures.review = (!is_clear).then(|| format!("look at {text} {:?}", photo.told.variants).into_bytes());
    reading
}

/// What a photo holds that grew while it was read.
const GROWN: &str = "W1WW/FCW/FL1L k5";

fn kingdom(photo: &PhotoOfTable, text: &str) -> Box<serde_json::value::RawValue> {
    let told = photo.told;
    let is_doubtful = text.ends_with('?');
    let record = KingdomRecord {
        player: told.seat.as_ref().map(|seat| seat.player.clone()),
        unseen: told.unseen(),
        variants: told.variants(),
        ..KingdomRecord::from(notation::parse(text.trim_end_matches('?')).expect("a kingdom"))
    };
    let sheet = ScoreSheet::of(&record.kingdom, &record.unseen, &record.variants);
    let squares: Vec<Vec<Value>> = (record.kingdom.squares().iter_rows())
        .map(|row| row.iter().map(|square| square_json(&square.to_string(), is_doubtful)).collect())
        .collect();
    let scored = ScoredKingdomJson::new(&record, &sheet, &[], &[]);
    let mut fields = serde_json::to_value(scored).expect("JSON");
    fields["needs_review"] = json!(is_doubtful);
    fields["squares"] = json!(squares);
    serde_json::value::to_raw_value(&fields).expect("JSON")
}

/// Of a doubtful kingdom the lakes are in doubt.
fn square_json(word: &str, is_doubtful: bool) -> Value {
    let state = if is_doubtful && word.starts_with("lake") { "doubtful" } else { "seen" };
    json!({"best": word, "probability": 0.912, "second": "wheat", "state": state})
}

/// Two rounds of two tables, and all that goes wrong.
const PHOTOS: [(&str, &str); 12] = [
    ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
    ("round-1/table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ("round-1/table-1/Ben/again.jpg", "FFF/FCW/FF1W k5"),
    ("round-1/table-2/Cem.jpg", "W1WW/FCW/FL1L k5?"),
    ("round-1/table-2/<Dora & Co>.jpg", "W1WW/WCW/WL1L k5"),
    ("round-2/table-1/Anna.jpg", "broken"),
    ("round-2/table-1/Cem.jpg", "W1WW/WCW/WLL k5"),
    ("round-2/table-2/Ben.jpg", "FFF/FCW/F1F1W k5"),
    ("round-2/table-2/<Dora & Co>.jpg", "FCL1 k5|F1CL k5"),
    ("dog.jpg", "dog"),
    ("somebody.png", "W1CL k5"),
    ("round-2/table-2/Cem.txt", "no picture"),
];

struct Batch {
    folder: TempDir,
    reader: Texts,
}

impl Batch {
    fn new(photos: &[(&str, &str)]) -> Self {
        let batch = Self { folder: tempfile::tempdir().expect("a temporary folder"), reader: Texts::default() };
        photos.iter().for_each(|(photo, text)| batch.write(photo, text));
        batch
    }

    fn write(&self, photo: &str, text: &str) {
        let path = self.photos().join(photo);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn photos(&self) -> PathBuf {
        self.folder.path().join("photos")
    }

    fn out(&self, name: &str) -> OutFolder {
        OutFolder::create(&self.folder.path().join(name)).expect("a folder")
    }

    fn run(&self, out: &str) -> Tournament {
        self.run_with(out, &[], None)
    }

    fn run_shard(&self, out: &str, shard: Option<Shard>) -> Tournament {
        self.run_with(out, &[], shard)
    }

    fn run_with(&self, out: &str, variants: &[Variant], shard: Option<Shard>) -> Tournament {
        let out = self.out(out);
        let options = PlanOptions { variants: variants.to_vec(), ..PlanOptions::default() };
        let plan = Plan::of(&self.photos(), &options, &mut Contents::default()).expect("a plan");
        let card = Card::new(self.reader.identity(), plan.fingerprint(), plan.photos, shard);
        let plan = shard.into_iter().fold(plan, Plan::shard);
        let mut change = out.change();
        let counts = read_photos(&plan, &self.reader, &mut change, 2, &|_| ControlFlow::Continue(())).expect("results");
        assert_eq!(counts.done, plan.photos);
        card.write(&mut change).expect("written");
        let tournament = finish_change(&mut change, Language::English).expect("standings");
        change.commit().expect("written");
        out.tidy();
        tournament
    }

    /// Photos that were read since this was asked last.
    fn read(&self) -> usize {
        self.reader.read.swap(0, Ordering::Relaxed)
    }

    /// All files of the results but the journal, whose lines stand in the order in which they were read.
    fn files(&self, out: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let folder = self.folder.path().join(out);
        collect(&folder, &folder, &mut files);
        files.remove("journal.ndjson");
        files
    }

    fn file(&self, path: &str) -> String {
        fs::read_to_string(self.folder.path().join(path)).expect("a file")
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            collect(root, &entry, files);
        } else {
            let name = entry.strip_prefix(root).expect("below").to_str().expect("UTF-8").replace('\\', "/");
            files.insert(name, fs::read(&entry).expect("a file"));
        }
    }
}

#[test]
fn the_standings_tell_tables_rounds_and_all() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    insta::assert_snapshot!(batch.file("out/standings.csv"), @r#"
    scope,round,table,rank,shared,player,total,tie,largest_territory,kingdoms,missing,doubtful,problem
    overall,,,1,false,Ben,18,,6,2,0,0,
    overall,,,2,false,Cem,12,,6,2,0,1,
    overall,,,3,false,<Dora & Co>,8,,6,1,1,0,
    overall,,,4,false,Anna,6,,4,1,1,0,
    round,1,,1,false,<Dora & Co>,8,,6,1,0,0,
    round,1,,2,false,Ben,6,wins the tie with a forest of 6,6,1,0,0,
    round,1,,3,true,Anna,6,"shares the place, with a forest of 4 too",4,1,0,0,
    round,1,,3,true,Cem,6,"shares the place, with a wheat field of 4 too",4,1,0,1,
    table,1,1,1,false,Ben,6,wins the tie with a forest of 6,6,1,0,0,
    table,1,1,2,false,Anna,6,loses the tie with a forest of 4,4,1,0,0,
    table,1,2,1,false,<Dora & Co>,8,,6,1,0,0,
    table,1,2,2,false,Cem,6,,4,1,0,1,
    round,2,,1,false,Ben,12,,6,1,0,0,
    round,2,,2,false,Cem,6,,6,1,0,0,
    round,2,,,false,<Dora & Co>,,,,0,1,0,
    round,2,,,false,Anna,,,,0,1,0,
    table,2,1,1,false,Cem,6,,6,1,0,0,
    table,2,1,,false,Anna,,,,0,1,0,
    table,2,2,1,false,Ben,12,,6,1,0,0,
    table,2,2,,false,<Dora & Co>,,,,0,1,0,
    "#);
}

#[test]
fn the_results_have_a_line_for_each_photo_by_path() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let text = batch.file("out/results.ndjson");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let photos: Vec<&str> = lines.iter().map(|line| line["photo"].as_str().expect("a path")).collect();
    let mut sorted = photos.clone();
    sorted.sort_unstable();
    assert!(photos == sorted && photos.len() == 11, "{photos:?}");
    let told = lines.iter().map(|line| {
        let kingdoms = line["kingdoms"].as_array().expect("a list").len();
        let text = |field: &str| line[field].as_str().unwrap_or_default().to_owned();
        let told = format!("{} {} {} {kingdoms}", text("photo"), text("status"), line["needs_review"]);
        format!("{told} {}", text("message")).trim_end().to_owned()
    });
    insta::assert_snapshot!(told.collect::<Vec<_>>().join("\n"), @r"
    dog.jpg no_kingdom true 0 dog.jpg: no grid found
    round-1/table-1/Anna.jpg scored false 1
    round-1/table-1/Ben.jpg scored false 1
    round-1/table-1/Ben/again.jpg duplicate false 0 round-1/table-1/Ben/again.jpg: the same photo as round-1/table-1/Ben.jpg
    round-1/table-2/<Dora & Co>.jpg scored false 1
    round-1/table-2/Cem.jpg scored true 1
    round-2/table-1/Anna.jpg error true 0 round-2/table-1/Anna.jpg: cut off
    round-2/table-1/Cem.jpg scored false 1
    round-2/table-2/<Dora & Co>.jpg scored true 2
    round-2/table-2/Ben.jpg scored false 1
    somebody.png scored false 1
    ");
    assert!(!text.contains("timings"), "{text}");
}

#[test]
fn every_line_of_the_results_keeps_to_the_schema() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/results.schema.json"));
    let rules: Value = serde_json::from_str(&text.expect("a schema")).expect("JSON");
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let broken = |line: &Value| schema::broken(line, &rules, &rules, "line");
    for line in batch.file("out/results.ndjson").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert!(broken(&line).is_empty(), "{:?}", broken(&line));
        for (field, wrong) in [("photo", json!(1)), ("status", json!("lost")), ("kingdoms", json!([{"total": "many"}]))]
        {
            let mut line = line.clone();
            line[field] = wrong;
            assert!(!broken(&line).is_empty(), "{field}");
        }
    }
}

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
fn shards_merge_into_what_one_run_writes() {
    let batch = Batch::new(&PHOTOS);
    batch.run("whole");
    let shards = [1, 2, 3].map(|number| {
        batch.run_shard(&format!("shard-{number}"), Some(Shard { number, of: 3 }));
        batch.folder.path().join(format!("shard-{number}"))
    });
    let out = batch.out("merged");
    merge(&shards, &out).expect("merged");
    finish(&out, Language::English).expect("standings");
    out.tidy();
    assert!(batch.files("merged") == batch.files("whole"));
    let problem = |shards: &[PathBuf]| {
        let error = merge(shards, &batch.out("other")).expect_err("no whole").to_string();
        error.replace(batch.folder.path().to_str().expect("UTF-8"), "DIR")
    };
    insta::assert_snapshot!(problem(&shards[..2]), @"of 3 shards these are missing: 3");
    insta::assert_snapshot!(problem(&[shards[0].clone(), shards[0].clone()]), @"DIR/shard-1 and DIR/shard-1 are both shard 1 of 3");
    insta::assert_snapshot!(problem(&[batch.folder.path().join("whole")]), @"DIR/whole: these are the results of all photos, not of a shard: there is nothing to merge");
    let other = Batch::new(&PHOTOS[..3]);
    other.run_shard("shard-2", Some(Shard { number: 2, of: 3 }));
    let foreign = other.folder.path().join("shard-2");
    assert!(merge(&[shards[0].clone(), foreign], &batch.out("other")).is_err());
}

fn correct(out: &OutFolder, photo: &str, verdict: Verdict) {
    let mut lines = lines(&out.results()).expect("results").map(|line| line.expect("a line"));
    let sha256 = lines.find(|line| line.photo == photo).and_then(|line| line.sha256).expect("a photo");
    let mut corrections = Corrections::of(out).expect("corrections");
    corrections.set(photo, Correction { sha256, verdict });
    corrections.write(out).expect("written");
}

#[test]
fn corrections_count_and_stay() {
    let batch = Batch::new(&PHOTOS);
    let looks =
        |tournament: &Tournament| tournament.to_review.iter().map(|look| look.photo.clone()).collect::<Vec<_>>();
    let before = batch.run("out");
    assert_eq!(
        looks(&before),
        ["dog.jpg", "round-1/table-2/Cem.jpg", "round-2/table-1/Anna.jpg", "round-2/table-2/<Dora & Co>.jpg"]
    );
    let results = batch.file("out/results.ndjson");
    let out = OutFolder::of_a_run(&batch.folder.path().join("out"));
    correct(&out, "dog.jpg", Verdict::LeftOut);
    correct(&out, "round-1/table-2/Cem.jpg", Verdict::Kingdom("W1WW/FCW/FL1L k5".to_owned()));
    correct(&out, "round-2/table-1/Anna.jpg", Verdict::Kingdom("F1FFF/WCFF k5".to_owned()));
    correct(&out, "round-2/table-2/<Dora & Co>.jpg", Verdict::Kingdom("F1CL k5".to_owned()));
    let after = batch.run("out");
    assert!(looks(&after).is_empty(), "{:?}", looks(&after));
    assert_eq!(batch.file("out/results.ndjson"), results);
    let place = |tournament: &Tournament, player: &str| {
        tournament.overall.iter().find(|place| place.player == player).cloned().expect("a player")
    };
    assert_eq!((place(&before, "Anna").total, place(&before, "Anna").missing), (6, 1));
    assert_eq!((place(&after, "Anna").total, place(&after, "Anna").missing), (12, 0));
    assert_eq!((place(&before, "Cem").doubtful, place(&after, "Cem").doubtful), (1, 0));
    // Of another photo they say nothing.
    batch.write("round-2/table-1/Anna.jpg", "dog");
    let changed = batch.run("out");
    assert_eq!(looks(&changed), ["round-2/table-1/Anna.jpg"]);
    assert_eq!(changed.stale_corrections, ["round-2/table-1/Anna.jpg"]);
}

#[test]
fn a_photo_that_is_left_out_takes_nothing_from_another_of_the_same_kingdom() {
    let batch = Batch::new(&[
        ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
        ("round-1/table-1/Anna/blurred.jpg", "F1FF/WCF k5?"),
        ("round-1/table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ]);
    batch.run("out");
    correct(&batch.out("out"), "round-1/table-1/Anna/blurred.jpg", Verdict::LeftOut);
    let after = batch.run("out");
    let anna = after.overall.iter().find(|place| place.player == "Anna").expect("a player");
    assert_eq!((anna.total, anna.missing, anna.kingdoms), (6, 0, 1));
    assert!(after.to_review.is_empty(), "{:?}", after.to_review);
}

#[test]
fn names_that_a_spreadsheet_would_compute_are_text() {
    let batch = Batch::new(&[("round-1/table-1/=1+1.jpg", "F1FF/WCF/WL1L k5"), ("round-1/table-1/Ben.jpg", "FCW k5")]);
    batch.run("out");
    let csv = batch.file("out/standings.csv");
    assert!(csv.contains(",'=1+1,") && !csv.contains(",=1+1,"), "{csv}");
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

#[test]
fn the_report_is_one_page_without_script_and_holds_everything() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let page = batch.file("out/report.html");
    for unsafe_part in ["<script", "http-equiv=\"refresh", "src=\"http", "href=\"http", "<Dora", "url("] {
        assert!(!page.contains(unsafe_part), "{unsafe_part}");
    }
    assert!(page.contains("&lt;Dora &amp; Co&gt;") && page.contains("<!DOCTYPE html>"));
    // A drawing for each kingdom: those of seven players' photos, two in one photo, and somebody's.
    assert_eq!(page.matches("<svg").count(), 7);
    assert_eq!(page.matches("data:image/jpeg;base64,").count(), 10);
    for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
    finish(&batch.out("out"), Language::German).expect("standings");
    let german = batch.file("out/report.html");
    assert!(german.contains("<html lang=\"de\">") && german.contains("Bitte ansehen") && german.contains("Runde 2"));
    let (opened, closed) = (page.matches("<section").count(), page.matches("</section>").count());
    assert_eq!(opened, closed);
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
    batch.run_with("out", &[Variant::Harmony], None);
    assert!(batch.files("out") != whole);
    batch.run("out");
    assert!(batch.files("out") == whole);
}

/// What was there before leaves no trace: photos come, go, change and change back, options too, and files get lost.
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
        batch.run_with("out", variants, None);
        let fresh = format!("fresh-{step}");
        batch.run_with(&fresh, variants, None);
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
    let told = failed(&batch.run("out"));
    insta::assert_snapshot!(told.join("\n"), @r"
    round-1/table-2/Cem.jpg: the file changed while it was read. Run the same command again when it is whole
    round-2/table-1/Anna.jpg: no memory
    ");
    batch.read();
    batch.reader.is_short_of_memory.store(false, Ordering::Relaxed);
    assert!(failed(&batch.run("out")).is_empty());
    // The two tables, and nothing else.
    assert_eq!(batch.read(), 4);
    batch.run("out");
    assert_eq!(batch.read(), 0);
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
    let picture = OutFolder::of_a_run(&batch.folder.path().join("out")).review_picture(&long);
    assert!(picture.exists() && batch.file("out/results.ndjson").contains(&long));
    // A file that comes is another one: its table is read again. That it was missing changes nothing for the others.
    batch.read();
    fs::remove_file(batch.photos().join("round-1/table-1/Cem.jpg")).expect("removed");
    batch.run("out");
    assert_eq!(batch.read(), 0);
}

#[test]
fn a_photo_of_two_players_is_in_doubt_for_both() {
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
    let rules: Value = serde_json::from_str(include_str!("../schemas/results.schema.json")).expect("JSON");
    for line in batch.file("out/results.ndjson").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert!(schema::broken(&line, &rules, &rules, "line").is_empty(), "{line}");
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
    correct(&batch.out("out"), "round-1/table-1/Anna/again.jpg", Verdict::LeftOut);
    assert!(batch.run("out").to_review.is_empty());
}

#[test]
fn who_says_stop_finds_what_was_read() {
    let batch = Batch::new(&PHOTOS);
    let out = batch.out("out");
    let plan = Plan::of(&batch.photos(), &PlanOptions::default(), &mut Contents::default()).expect("a plan");
    let mut change = out.change();
    let stop = |counts: kingdom_scanner::batch::Counts| {
        if counts.done > counts.before + 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let error = read_photos(&plan, &batch.reader, &mut change, 1, &stop).expect_err("stopped");
    let read = batch.read();
    assert_eq!(
        error.to_string(),
        format!("stopped after {} of 11 photos; the same command goes on from there", read + 1)
    );
    assert!(!out.results().exists() && read < 10);
    drop(change);
    drop(out);
    batch.run("out");
    assert_eq!(batch.read(), 10 - read);
}

#[test]
fn a_folder_in_which_another_program_writes_is_left_alone() {
    let batch = Batch::new(&PHOTOS);
    batch.run_shard("shard", Some(Shard { number: 1, of: 1 }));
    let at_work = batch.out("shard");
    let told = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kingdom-scanner"));
        let output = command.args(arguments).current_dir(batch.folder.path()).output().expect("the program starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
    };
    let before = batch.files("shard");
    for arguments in [&["review", "shard"][..], &["merge", "shard", "-o", "merged"]] {
        let (code, stderr) = told(arguments);
        assert!(
            code == Some(2) && stderr.starts_with("error: shard: ") && stderr.contains("another kingdom-scanner"),
            "{stderr}"
        );
    }
    assert!(batch.files("shard") == before);
    drop(at_work);
    assert_eq!(told(&["review", "shard"]).0, Some(0));
    assert_eq!(told(&["merge", "shard", "-o", "merged"]).0, Some(0));
    assert_eq!(told(&["review", "nowhere"]).0, Some(2));
    assert!(!batch.folder.path().join("nowhere").exists());
}

#[test]
fn a_dynasty_adds_three_rounds_of_one_table() {
    let mut photos = Vec::new();
    for round in 1..=3 {
        photos.push((format!("round-{round}/table-1/Anna.jpg"), format!("W1{}C k5", "W".repeat(round))));
        photos.push((format!("round-{round}/table-1/Ben.jpg"), format!("F1{}C k5", "F".repeat(round))));
    }
    let photos: Vec<(&str, &str)> = photos.iter().map(|(photo, text)| (photo.as_str(), text.as_str())).collect();
    let batch = Batch::new(&photos);
    let out = batch.out("out");
    let options = PlanOptions { variants: vec![Variant::Dynasty], ..PlanOptions::default() };
    let plan = Plan::of(&batch.photos(), &options, &mut Contents::default()).expect("a plan");
    let mut change = out.change();
    read_photos(&plan, &batch.reader, &mut change, 1, &|_| ControlFlow::Continue(())).expect("results");
    let tournament = finish_change(&mut change, Language::English).expect("standings");
    let [dynasty] = &tournament.dynasties[..] else { panic!("one dynasty: {:?}", tournament.dynasties) };
    let told: Vec<_> =
        dynasty.ranking.iter().map(|place| (place.rank, &*place.player, place.total, place.shared)).collect();
    assert_eq!(told, [(Some(1), "Anna", 9, true), (Some(1), "Ben", 9, true)]);
    assert!(tournament.rounds.iter().all(|round| round.tables[0].problem.is_none()));
}
