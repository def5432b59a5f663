//! Files damaged on disk: they are read as they were written, or the damage is reported. The photos are
//! texts, and their reader needs no networks.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::common::batch::correct;
use crate::common::batch::{Batch, DATABASE, PHOTOS, typed};
use crate::common::program;
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

/// The program prints a message and ends with an error, before the user has done any work, and leaves the file
/// as it is.
#[test]
fn a_damaged_database_is_refused_by_name() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    correct(&batch.out("out"), "round-1/table-2/Cem.jpg", typed("W1WW/FCW/FL1L k5"));
    let (out, path) = (batch.folder.path().join("out"), batch.folder.path().join("out").join(DATABASE));
    let sound = fs::read(&path).expect("a file");
    let (folder, photos) = (out.to_str().expect("UTF-8").to_owned(), batch.photos());
    let run = |arguments: &[&str]| {
        let outcome = program::run(arguments);
        (outcome.code, outcome.stderr.replace(&folder, "OUT"))
    };
    let mut torn = sound.clone();
    torn[4096..].iter_mut().for_each(|byte| *byte = !*byte);
    for damaged in [&torn, &sound[..5000].to_vec(), &b"no database at all".repeat(500), &Vec::new()] {
        fs::write(&path, damaged).expect("written");
        for arguments in [&["review", &folder][..], &["batch", photos.to_str().expect("UTF-8"), "-o", &folder]] {
            let (code, stderr) = run(arguments);
            assert_eq!(code, 2, "{stderr}");
            let error = stderr.lines().find(|line| line.starts_with("error: ")).expect("an error");
            assert!(error.contains("OUT/tournament.sqlite: cannot"), "{error}");
        }
        assert!(fs::read(&path).expect("a file") == *damaged, "it is left as it is");
    }
    // People's corrections would be lost without a word.
    fs::remove_file(&path).expect("removed");
    let (code, stderr) = run(&["batch", photos.to_str().expect("UTF-8"), "-o", &folder]);
    assert!(code == 2 && stderr.contains("people's corrections are in it; "), "{stderr}");
    assert!(!path.exists());
    // A copy of this file alone is a backup of everything.
    fs::write(&path, &sound).expect("written");
    assert_eq!(run(&["review", &folder]).0, 0);
    let files = |folder: &str| -> BTreeSet<_> {
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name()).collect()
    };
    let before = files(&folder);
    assert_eq!(run(&["seating", &folder]).0, 0);
    assert_eq!(files(&folder), before);
    assert_eq!(before.iter().filter(|name| name.to_string_lossy().starts_with(DATABASE)).count(), 1, "{before:?}");
}
