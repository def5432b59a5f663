//! Photo files with random damage: none crashes the program, and none changes the total without a doubt.
//!
//! `MUTATIONS=10000 cargo test --release --workspace --test vision photo_mutations -- --nocapture` damages
//! that many files; by default only a few, which takes seconds. `KINDS=heic,webp` uses only these kinds of
//! files. `MUTATIONS=1857..1858` repeats a single one, with the same kinds. `DAMAGED=folder` stores the
//! damaged files there. The time and memory of the most expensive files are printed.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::common::picture_files::{
    END_OF_IMAGE, PngHeader, data_start, heic, interlaced_data, png, progressive, rendered, webp, zlib,
};
use image::imageops::FilterType;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::Photo;
use kingdom_scanner::vision::scan::{ScanOptions, scan};
use opencv::prelude::MatTraitConstManual;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type TestResult = Result<(), Box<dyn Error>>;

/// The number of damaged files if `MUTATIONS` is not set.
const FEW: u64 = 120;

/// An undamaged file, and its reading.
struct Whole {
    name: &'static str,
    bytes: Vec<u8>,
    /// The number of bytes before the picture's data.
    header: usize,
    pixels: Vec<u8>,
    totals: Vec<i64>,
}

/// The effect of damage on a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    Refused,
    /// The damaged file is decoded to the same pixels.
    Same,
    NoKingdom,
    /// The totals are the same, and nothing needs review.
    Right,
    ToCheck,
    /// A total is different, but nothing needs review.
    Silent,
    Panicked,
}

/// One undamaged file of each kind that the decoders treat differently.
fn whole_files(networks: &Networks) -> Result<Vec<Whole>, Box<dyn Error>> {
    let photos = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos");
    let five = std::fs::read(photos.join("five.jpg"))?;
    let folder = tempfile::tempdir()?;
    let small = image::load_from_memory(&five)?.resize(960, 720, FilterType::Triangle).into_rgb8();
    let header = PngHeader { width: small.width(), height: small.height(), depth: 8, kind: 2, is_interlaced: true };
    let passes = interlaced_data(small.as_raw(), small.width() as usize, small.height() as usize, 3);
    let mut rows = std::io::Cursor::new(Vec::new());
    small.write_to(&mut rows, image::ImageFormat::Png)?;
    let mut files = vec![
        ("progressive", progressive(&five)),
        ("baseline", five),
        ("restarts", rendered(folder.path(), &[("TJ_RESTART", "2")])),
        ("arithmetic", rendered(folder.path(), &[("TJ_ARITHMETIC", "1")])),
        ("png", rows.into_inner()),
        ("interlaced png", png(header, &[], &zlib(&passes))),
        ("webp", webp(small.clone())),
    ];
    files.extend(heic(&small).map(|bytes| ("heic", bytes)));
    let kinds = std::env::var("KINDS").ok();
    let is_asked = |name: &str| kinds.as_ref().is_none_or(|kinds| kinds.split(',').any(|kind| kind == name));
    let whole = files.into_iter().filter(|(name, _)| is_asked(name)).map(|(name, bytes)| {
        let photo = Photo::from_bytes(name, &bytes)?;
        assert!(!photo.is_damaged, "{name}");
        let (totals, needs_review) = read(&photo, networks).ok_or(name)?;
        assert!(!needs_review, "{name}: what is read of the whole file is to be sure");
        let header = if bytes.starts_with(&[0xFF, 0xD8]) { data_start(&bytes) } else { 60 };
        Ok(Whole { name, header, pixels: photo.pixels.data_bytes()?.to_vec(), bytes, totals })
    });
    whole.collect()
}

/// The kingdoms' totals, and whether any kingdom needs review. `None` if there is no kingdom.
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

/// Damages the file, and describes how.
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

/// Flips one to four bits.
fn flip(dice: &mut ChaCha8Rng, bytes: &mut [u8], within: Range<usize>) -> String {
    let places: Vec<usize> = (0..dice.random_range(1..5)).map(|_| dice.random_range(within.clone())).collect();
    places.iter().for_each(|&at| bytes[at] ^= 1 << dice.random_range(0..8));
    format!("bits at {places:?}")
}

fn mutations() -> Result<Range<u64>, Box<dyn Error>> {
    let Ok(asked) = std::env::var("MUTATIONS") else { return Ok(0..FEW) };
    let (from, to) = asked.split_once("..").unwrap_or(("0", &asked));
    Ok(from.parse()?..to.parse()?)
}

/// The program's resource use so far, as reported by Linux; zero on other systems.
#[derive(Default)]
struct Costs {
    /// The processor time of all threads, in hundredths of a second.
    processor: u64,
    memory_kb: u64,
    most_memory_kb: u64,
}

impl Costs {
    fn now() -> Self {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
            line.trim().trim_end_matches(" kB").parse().unwrap_or_default()
        };
        let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
        // The program's name may contain anything, so fields are counted from its end: 12 and 13 are the user
        // and system times.
        let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
        let processor = fields.filter_map(|field| field.parse::<u64>().ok()).sum();
        Self { processor, memory_kb: number("VmRSS:"), most_memory_kb: number("VmHWM:") }
    }

    /// Resets the peak memory, and starts measuring.
    fn begin() -> Self {
        drop(std::fs::write("/proc/self/clear_refs", "5"));
        Self::now()
    }
}

#[test]
fn no_damage_makes_another_total_without_a_doubt() -> TestResult {
    let mutations = mutations()?;
    opencv::core::set_num_threads(1)?;
    let networks = Networks::embedded()?;
    let files = whole_files(&networks)?;
    assert!(!files.is_empty(), "KINDS names none of the kinds");
    let mut fates: BTreeMap<(&str, Fate), usize> = BTreeMap::new();
    let (mut slowest, mut largest) = ((0, String::new()), (0, String::new()));
    let mut wrong = Vec::new();
    for seed in mutations {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let whole = &files[seed as usize % files.len()];
        let (bytes, what) = damage(&mut dice, whole);
        if let Some(folder) = std::env::var_os("DAMAGED") {
            std::fs::create_dir_all(&folder)?;
            std::fs::write(Path::new(&folder).join(format!("{seed}.{}", whole.name)), &bytes)?;
        }
        let what = format!("{seed}: {}, {what}", whole.name);
        let before = Costs::begin();
        let fate = fate(&bytes, whole, &networks);
        let after = Costs::now();
        let what = format!("{what}: {fate:?}");
        slowest = slowest.max((after.processor - before.processor, what.clone()));
        largest = largest.max((after.most_memory_kb.saturating_sub(before.memory_kb), what.clone()));
        *fates.entry((whole.name, fate)).or_default() += 1;
        if matches!(fate, Fate::Silent | Fate::Panicked) {
            eprintln!("{what}");
            wrong.push(what);
        }
    }
    eprintln!("{fates:#?}");
    eprintln!("the slowest: {} ms of a processor, {}", 10 * slowest.0, slowest.1);
    eprintln!("the largest: {} kB beside networks and files, {}", largest.0, largest.1);
    assert!(wrong.is_empty(), "{wrong:#?}");
    Ok(())
}
