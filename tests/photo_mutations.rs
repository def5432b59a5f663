//! Files of photos with random damage: whatever becomes of the bytes, there is no crash, and no other total without a doubt.
//!
//! `MUTATIONS=10000 cargo test --release --test photo_mutations -- --nocapture` damages as many files as it says; without it
//! few, so that the test is done in seconds. How long the slowest took, and the most memory, is printed.
#![cfg(feature = "vision")]

#[path = "common/picture_files.rs"]
mod picture_files;

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use image::imageops::FilterType;
use kingdom_scanner::network::Networks;
use kingdom_scanner::photo::Photo;
use kingdom_scanner::pipeline::{ScanOptions, scan};
use opencv::prelude::MatTraitConstManual;
use picture_files::PngHeader;
use picture_files::{END_OF_IMAGE, data_start, interlaced_data, png, progressive, rendered, zlib};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type TestResult = Result<(), Box<dyn Error>>;

/// Unless the environment says otherwise.
const FEW: u64 = 120;

/// A file without damage, and what is read from it.
struct Whole {
    name: &'static str,
    bytes: Vec<u8>,
    /// Where its header ends.
    header: usize,
    pixels: Vec<u8>,
    totals: Vec<i64>,
}

/// What became of a damaged file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Refused,
    /// Decoded to the same pixels.
    Same,
    NoKingdom,
    /// The same totals, nothing to be checked.
    Right,
    ToCheck,
    /// Another total, and nothing to be checked.
    Silent,
    Panicked,
}

/// All kinds of files that the decoders tell apart.
fn whole_files(networks: &Networks) -> Result<Vec<Whole>, Box<dyn Error>> {
    let photos = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos");
    let five = std::fs::read(photos.join("five.jpg"))?;
    let folder = tempfile::tempdir()?;
    let small = image::load_from_memory(&five)?.resize(960, 720, FilterType::Triangle).into_rgb8();
    let header = PngHeader { width: small.width(), height: small.height(), depth: 8, kind: 2, is_interlaced: true };
    let passes = interlaced_data(small.as_raw(), small.width() as usize, small.height() as usize, 3);
    let mut rows = std::io::Cursor::new(Vec::new());
    small.write_to(&mut rows, image::ImageFormat::Png)?;
    let files = [
        ("progressive", progressive(&five)),
        ("baseline", five),
        ("restarts", rendered(folder.path(), &[("TJ_RESTART", "2")])),
        ("arithmetic", rendered(folder.path(), &[("TJ_ARITHMETIC", "1")])),
        ("png", rows.into_inner()),
        ("interlaced png", png(header, &[], &zlib(&passes))),
    ];
    let whole = files.into_iter().map(|(name, bytes)| {
        let photo = Photo::from_bytes(name, &bytes)?;
        assert!(!photo.is_damaged, "{name}");
        let (totals, needs_review) = read(&photo, networks).ok_or(name)?;
        assert!(!needs_review, "{name}: what is read of the whole file is to be sure");
        let header = if bytes.starts_with(&[0xFF, 0xD8]) { data_start(&bytes) } else { 60 };
        Ok(Whole { name, header, pixels: photo.pixels.data_bytes()?.to_vec(), bytes, totals })
    });
    whole.collect()
}

/// The kingdoms' totals, and whether any is to be checked. `None` where there is no kingdom.
fn read(photo: &Photo, networks: &Networks) -> Option<(Vec<i64>, bool)> {
    let scan = scan(photo, networks, &ScanOptions::default()).ok()?;
    let totals = scan.kingdoms.iter().map(|kingdom| i64::from(kingdom.sheet.total)).collect();
    Some((totals, scan.kingdoms.iter().any(|kingdom| kingdom.reading.needs_review)))
}

fn fate(bytes: &[u8], whole: &Whole, networks: &Networks) -> Fate {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let Ok(photo) = Photo::from_bytes("damaged", bytes) else { return Fate::Refused };
        let pixels = photo.pixels.data_bytes().expect("a picture in one piece");
        if !photo.is_damaged && pixels == whole.pixels {
            return Fate::Same;
        }
        match read(&photo, networks) {
            None => Fate::NoKingdom,
            Some((_, true)) => Fate::ToCheck,
            Some((totals, false)) if photo.is_damaged || totals != whole.totals => Fate::Silent,
            Some(_) => Fate::Right,
        }
    }));
    outcome.unwrap_or(Fate::Panicked)
}

/// Damages the file, and says how.
fn damage(dice: &mut ChaCha8Rng, whole: &Whole) -> (Vec<u8>, String) {
    let mut bytes = whole.bytes.clone();
    let length = bytes.len();
    let is_jpeg = bytes.starts_with(&[0xFF, 0xD8]);
    let at = dice.random_range(2..length);
    let some = at..(at + dice.random_range(1..2_000)).min(length);
    let what = match dice.random_range(0..12) {
        0..3 => flip(dice, &mut bytes, 2..length),
        3 | 4 => flip(dice, &mut bytes, 2..whole.header),
        5 => {
            let at = dice.random_range(2..whole.header);
            bytes[at] = dice.random();
            format!("another byte at {at}")
        }
        6 => {
            bytes.truncate(at);
            format!("cut off at {at}")
        }
        7 => {
            bytes.truncate(at);
            bytes.extend(if is_jpeg { END_OF_IMAGE.to_vec() } else { whole.bytes[length - 12..].to_vec() });
            format!("cut at {at}, and an end")
        }
        8 => {
            bytes[some.clone()].fill(0);
            format!("zeros at {some:?}")
        }
        9 => {
            bytes.drain(some.clone());
            format!("without {some:?}")
        }
        10 => {
            let new: Vec<u8> = (0..some.len() % 64).map(|_| dice.random()).collect();
            drop(bytes.splice(at..at, new));
            format!("{} bytes more at {at}", some.len() % 64)
        }
        _ => {
            let other = dice.random_range(2..length - some.len());
            let block = whole.bytes[other..other + some.len()].to_vec();
            bytes[some.clone()].copy_from_slice(&block);
            format!("{other} and on at {some:?}")
        }
    };
    (bytes, what)
}

/// One to four bits.
fn flip(dice: &mut ChaCha8Rng, bytes: &mut [u8], within: Range<usize>) -> String {
    let places: Vec<usize> = (0..dice.random_range(1..5)).map(|_| dice.random_range(within.clone())).collect();
    places.iter().for_each(|&at| bytes[at] ^= 1 << dice.random_range(0..8));
    format!("bits at {places:?}")
}

#[test]
fn no_damage_makes_another_total_without_a_doubt() -> TestResult {
    let mutations = std::env::var("MUTATIONS").map_or(Ok(FEW), |count| count.parse())?;
    opencv::core::set_num_threads(1)?;
    let networks = Networks::embedded()?;
    let files = whole_files(&networks)?;
    let mut fates: BTreeMap<(&str, Fate), usize> = BTreeMap::new();
    let mut slowest = (Duration::ZERO, String::new());
    let mut wrong = Vec::new();
    for seed in 0..mutations {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let whole = &files[seed as usize % files.len()];
        let (bytes, what) = damage(&mut dice, whole);
        let what = format!("{seed}: {}, {what}", whole.name);
        let start = Instant::now();
        let fate = fate(&bytes, whole, &networks);
        slowest = slowest.max((start.elapsed(), what.clone()));
        *fates.entry((whole.name, fate)).or_default() += 1;
        if matches!(fate, Fate::Silent | Fate::Panicked) {
            eprintln!("{fate:?}: {what}");
            wrong.push((fate, what));
        }
    }
    eprintln!("{fates:#?}");
    eprintln!("the slowest: {:.2} s, {}", slowest.0.as_secs_f64(), slowest.1);
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        status.lines().filter(|line| line.starts_with("VmHWM")).for_each(|line| eprintln!("{line}"));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}
