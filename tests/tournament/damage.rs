//! Files damaged on disk: they are read as they were written, or the damage is reported. The photos are
//! texts, and their reader needs no networks.

use crate::common::program;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::common::batch::{Batch, PHOTOS, correct, typed};
use kingdom_scanner::messages::Language;
use kingdom_scanner::tournament::corrections::PhotoDecision;
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::run::damaged_lines;
use kingdom_scanner::tournament::{Plan, PlanOptions, ResultsFolder, finish_change};
use kingdom_scanner::vision::gallery::{CROWNS, FEATURES, Gallery, Learnt, SquareFeatures, TERRAINS};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of bits flipped, one by one, in each file: `FLIPPED_BITS=2000` for a long test.
fn flips() -> usize {
    std::env::var("FLIPPED_BITS").map_or(40, |count| count.parse().expect("a whole number"))
}

/// A file with one flipped bit at a time.
struct Flipped {
    path: PathBuf,
    sound: Vec<u8>,
    dice: ChaCha8Rng,
}

impl Flipped {
    fn new(path: PathBuf, seed: u64) -> Self {
        let sound = fs::read(&path).expect("a file");
        Self { path, sound, dice: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Flips another bit; returns its position for messages.
    fn flip(&mut self) -> String {
        let bit = self.dice.random_range(0..8 * self.sound.len());
        let mut flipped = self.sound.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&self.path, &flipped).expect("written");
        format!("{}, bit {bit}", self.path.display())
    }

    fn mend(&self) {
        fs::write(&self.path, &self.sound).expect("written");
    }
}

/// The effects of flipped bits.
#[derive(Debug, Default)]
struct Outcomes {
    /// Number of damages that were reported.
    named: usize,
    /// Number of damages without any effect on the results.
    equal: usize,
}

fn report(file: &str, reader: &str, Outcomes { named, equal }: &Outcomes) {
    eprintln!("{file}, {reader}: {} bits flipped; {named} named, {equal} without any change", named + equal);
}

fn settled(batch: &Batch, out: &str) {
    correct(&batch.out(out), "round-1/table-2/Cem.jpg", typed("W1WW/FCW/FL1L k5"));
    correct(&batch.out(out), "dog.jpg", PhotoDecision::LeftOut);
    batch.run(out);
}

#[test]
fn a_damaged_journal_is_named_and_its_photos_are_read_again() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let whole = batch.files("out");
    batch.read();
    let mut journal = Flipped::new(batch.folder.path().join("out/journal.ndjson"), 1);
    let plan = Plan::new(&batch.photos(), &PlanOptions::default(), &mut Contents::default()).expect("a plan");
    let mut outcomes = Outcomes::default();
    for _ in 0..flips() {
        let flipped = journal.flip();
        let damaged = damaged_lines(&plan, &batch.reader, &batch.out("out")).expect("a journal");
        let photos: usize = damaged.iter().map(|line| line.photos).sum();
        let warning = damaged.first().map(ToString::to_string).unwrap_or_default();
        batch.run("out");
        assert!(batch.files("out") == whole, "{flipped}: other results");
        assert_eq!(batch.read(), photos, "{flipped}: {warning}");
        match photos {
            0 => outcomes.equal += 1,
            _ => {
                assert!(warning.contains("journal.ndjson: line ") && warning.contains("read again"), "{warning}");
                outcomes.named += 1;
            }
        }
        // The run has repaired the journal, so the next run reads nothing.
        assert_eq!(damaged_lines(&plan, &batch.reader, &batch.out("out")).expect("a journal"), []);
        journal.mend();
    }
    report("journal.ndjson", "batch", &outcomes);
    assert_eq!(outcomes.named, flips(), "each bit of a journal is covered");
}

/// The output for users, standings and report; or the error.
fn finished(out: &ResultsFolder) -> Result<BTreeMap<&'static str, Vec<u8>>, String> {
    let mut change = out.change();
    let tournament = finish_change(&mut change, Language::English).map_err(|error| error.to_string())?;
    let files = [("standings", out.standings()), ("report", out.report())];
    let mut files: BTreeMap<_, _> =
        files.iter().map(|(name, path)| (*name, fs::read(change.newest(path)).expect("a file"))).collect();
    files.insert("tournament", format!("{tournament:?}").into_bytes());
    Ok(files)
}

#[test]
fn damaged_results_and_corrections_are_refused_by_name() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    settled(&batch, "out");
    let out = ResultsFolder::of_a_run(&batch.folder.path().join("out"));
    let sound = finished(&out).expect("standings");
    let files = batch.files("out");
    for (seed, name) in (2..).zip(["results.ndjson", "batch.json", "corrections.json"]) {
        let mut file = Flipped::new(out.path().join(name), seed);
        let mut outcomes = Outcomes::default();
        for _ in 0..flips() {
            let flipped = file.flip();
            match finished(&out) {
                Ok(found) => {
                    assert!(found == sound, "{flipped}: another result without a word");
                    outcomes.equal += 1;
                }
                Err(error) => {
                    assert!(error.contains(name), "{flipped}: {error}");
                    let way_out = if name == "corrections.json" { "remove" } else { "Run the same `batch`" };
                    assert!(error.contains(way_out), "{flipped}: {error}");
                    outcomes.named += 1;
                }
            }
            file.mend();
        }
        report(name, "standings and report", &outcomes);
        assert!(10 * outcomes.named >= 9 * flips(), "{name}: {outcomes:?}");
    }
    // Running the same command again repairs its files.
    for name in ["results.ndjson", "batch.json"] {
        let mut file = Flipped::new(out.path().join(name), 5);
        file.flip();
        batch.run("out");
        assert!(batch.files("out") == files, "{name}");
    }
}

fn learnt(number: usize) -> Learnt {
    let features = (0..FEATURES).map(|at| if at == number { 1.0 } else { 0.01 * (at % 7) as f32 }).collect();
    let logs = |at: usize| if at == number % CROWNS { -0.03 } else { -4.1 };
    let words = ["wheat:1", "forest", "lake:1", "castle"];
    let look = SquareFeatures {
        terrain: std::array::from_fn::<_, TERRAINS, _>(logs),
        crowns: std::array::from_fn(logs),
        features,
    };
    Learnt::Square(words[number % words.len()].parse().expect("a square"), look)
}

#[test]
fn a_damaged_gallery_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("gallery.jsonl");
    let mut gallery = Gallery::new("0123456789abcdef");
    for photo in 0..3 {
        let lesson = (0..4).map(|number| learnt(4 * photo + number)).collect();
        gallery.learn("the old box", &format!("{photo}.jpg"), lesson).expect("room");
    }
    gallery.write(&path).expect("written");
    let sound = Gallery::read(&path, "0123456789abcdef").expect("a gallery");
    let mut file = Flipped::new(path.clone(), 9);
    let mut outcomes = Outcomes::default();
    for _ in 0..flips() {
        let flipped = file.flip();
        match Gallery::read(&path, "0123456789abcdef") {
            Ok(found) => {
                assert!(found == sound, "{flipped}: another gallery without a word");
                outcomes.equal += 1;
            }
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains("gallery.jsonl") && error.contains("line "), "{flipped}: {error}");
                outcomes.named += 1;
            }
        }
    }
    report("gallery.jsonl", "read", &outcomes);
    assert!(10 * outcomes.named >= 9 * flips(), "{outcomes:?}");
}

/// The program prints a message and ends with an error, before the user has done any work.
#[test]
fn a_review_of_damaged_files_is_refused() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    settled(&batch, "out");
    let out = batch.folder.path().join("out");
    let review = || {
        let outcome = program::run(&["review", out.to_str().expect("UTF-8")]);
        (outcome.code, outcome.stderr.replace(out.to_str().expect("UTF-8"), "OUT"))
    };
    let changed = |name: &str, from: &str, to: &str| {
        let sound = fs::read_to_string(out.join(name)).expect("a file");
        assert!(sound.contains(from), "{sound}");
        fs::write(out.join(name), sound.replacen(from, to, 1)).expect("written");
        let (code, stderr) = review();
        fs::write(out.join(name), sound).expect("written");
        assert_eq!(code, 2, "{stderr}");
        stderr
    };
    insta::assert_snapshot!(changed("results.ndjson", "forest:1", "forest:3"), @"error: OUT/results.ndjson: the file is damaged or was changed: it does not match the checksum in batch.json. Run the same `batch` command again: it rewrites the file, and photos already read need not be read again");
    insta::assert_snapshot!(changed("batch.json", "\"photos\": 11", "\"photos\": 10"), @"error: OUT/batch.json: the file is damaged (the checksum is wrong, so the content has changed since it was written). Run the same `batch` command again: it rewrites the file, and photos already read need not be read again");
    insta::assert_snapshot!(changed("corrections.json", "W1WW", "WWW"), @"error: OUT/corrections.json: the file is damaged, or was edited by hand (the checksum is wrong, so the content has changed since it was written). If you edited it, remove its line `checksum`. Otherwise replace the file with a backup copy, or remove it and review again");
    assert_eq!(review().0, 0);
}

#[test]
fn corrections_that_a_person_edits_count_without_their_checksum() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    settled(&batch, "out");
    let out = ResultsFolder::of_a_run(&batch.folder.path().join("out"));
    let text = batch.file("out/corrections.json").replace("W1WW", "WWW");
    fs::write(out.corrections(), &text).expect("written");
    assert!(finished(&out).is_err_and(|error| error.contains("remove its line `checksum`")));
    let line = text.lines().find(|line| line.contains("\"checksum\"")).expect("a line of its own");
    fs::write(out.corrections(), text.replacen(&format!("{line}\n"), "", 1)).expect("written");
    let before = fs::read(out.standings()).expect("a file");
    let found = finished(&out).expect("standings");
    assert_ne!(found["standings"], before);
}

/// Folders written by version 0.1, before files had checksums.
#[test]
fn earlier_folders_stay_readable() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    settled(&batch, "out");
    let out = ResultsFolder::of_a_run(&batch.folder.path().join("out"));
    let expected = finished(&out).expect("standings");
    let files = batch.files("out");
    let strip = |name: &str, words: &[&str]| {
        let text = batch.file(&format!("out/{name}"));
        let kept: Vec<&str> = text.lines().filter(|line| words.iter().all(|word| !line.contains(word))).collect();
        fs::write(out.path().join(name), kept.join("\n") + "\n").expect("written");
    };
    strip("corrections.json", &["\"checksum\""]);
    fs::write(
        out.provenance(),
        "{\n  \"schema_version\": 1,\n  \"program\": \"0.1.0\",\n  \"reader\": \"texts\",\n  \"plan\": \"00\",\n  \"photos\": 11\n}\n",
    )
    .expect("written");
    let journal = batch.file("out/journal.ndjson");
    let line = |line: &str| {
        let object = line.split_once(',').expect("a checksum").1.replacen("\"format\":5,", "", 1);
        format!("{{{object}\n")
    };
    fs::write(out.journal(), journal.lines().map(line).collect::<String>()).expect("written");
    assert!(batch.file("out/journal.ndjson").starts_with("{\"unit\":\""));
    assert!(finished(&out).expect("standings") == expected);
    // Everything is read again, and nothing is reported as damaged.
    let plan = Plan::new(&batch.photos(), &PlanOptions::default(), &mut Contents::default()).expect("a plan");
    assert_eq!(damaged_lines(&plan, &batch.reader, &batch.out("out")).expect("a journal"), []);
    batch.read();
    batch.run("out");
    assert_eq!(batch.read(), 10);
    let found = batch.files("out");
    assert!(files.iter().filter(|(name, _)| *name != "corrections.json").all(|(name, bytes)| found[name] == *bytes));
    assert!(Path::new(&out.path()).join("journal.ndjson").exists());
}
