//! All text parsers on a million arbitrary inputs: none panics, and parsed inputs survive a round trip and
//! can be scored.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::common::any_kingdom::label_text;
use crate::common::random_kingdom::{random_kingdom, random_unseen};
use kingdom_scanner::domain::{Building, Facts, Game, GridSize, Kingdom, Place, Square, Terrain, Variant};
use kingdom_scanner::formats::{
    ArgumentError, KingdomRecord, PhotoLabel, TerritoryPoints, notation, parse_bytes, parse_json,
};
use kingdom_scanner::messages::Language;
use kingdom_scanner::scoring::assumptions::assumptions;
use kingdom_scanner::scoring::sheet::{self, ScoreSheet};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

const CASES: usize = 1_000_000;
/// The number of batches. Each has its own random numbers, so that the inputs are the same on any machine.
const BATCHES: u64 = 16;

/// The number of valid kingdoms to be corrupted, the same for each batch.
const SEEDS: usize = 2_000;
/// Limits the inputs, because longer ones take more time and find no more bugs.
const MAX_BYTES: usize = 4_000;

/// Tokens of the formats, for inputs that are almost valid.
static TOKENS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let words = r#"
        W F L G S M T C . / 0 1 2 3 4 5 7 k5 q5 q7 r7 [ ] { } " , : * + - [[ ]] [] {} é \u0000 \ud800
        r1c1 r0c0 r2c 0,1 castle empty wheat forest:1 lake grassland:2 swamp mine:3 town
        church training-ground queens-tower statue tower tower*2 tower*0 tower*999 knight queen
        kingdomino queendomino royal-wedding harmony middle-kingdom dynasty total en de true false null
        -1 1.5 22 174 65535 65536 4294967295 18446744073709551615 99999999999999999999999 1e308 1e999
        "squares": "game": "size": "coins": "knights_in_supply": "occluded": "score": "schema_version":
    "#;
    words.split_whitespace().chain([" ", "\n", "\0", "\u{feff}", " k5", " q7"]).collect()
});

/// The number of inputs, and how many were parsed as what.
#[derive(Default, Debug)]
struct Read {
    cases: usize,
    kingdoms: usize,
    squares: usize,
    places: usize,
}

#[test]
fn a_million_arbitrary_inputs_panic_nowhere_and_survive_a_round_trip() {
    let read = (0..BATCHES).into_par_iter().map(run_batch).reduce(Read::default, Read::plus);
    // Most inputs must be invalid, but enough of them valid to make the round trip a real test.
    assert_eq!(read.cases, CASES);
    assert!(read.kingdoms > CASES / 100 && read.kingdoms < CASES / 2, "{read:?}");
    assert!(read.squares > CASES / 200 && read.places > CASES / 2_000, "{read:?}");
}

impl Read {
    fn plus(self, other: Self) -> Self {
        Self {
            cases: self.cases + other.cases,
            kingdoms: self.kingdoms + other.kingdoms,
            squares: self.squares + other.squares,
            places: self.places + other.places,
        }
    }
}

fn run_batch(batch: u64) -> Read {
    let mut dice = ChaCha8Rng::seed_from_u64(batch);
    let seeds: Vec<Vec<u8>> = (0..SEEDS).map(|_| right_input(&mut dice).into_bytes()).collect();
    let mut read = Read::default();
    for _ in 0..CASES / BATCHES as usize {
        let input = arbitrary_input(&mut dice, &seeds);
        let one = catch_unwind(|| read_by_all(&input));
        read = read.plus(one.unwrap_or_else(|_| panic!("batch {batch}, input: {}", input.escape_ascii())));
    }
    read
}

/// Parses the input with every parser; panics if the result does not survive the round trip.
fn read_by_all(input: &[u8]) -> Read {
    let mut read = Read { cases: 1, ..Read::default() };
    match parse_bytes(input) {
        Ok(parsed) => {
            check_record(&parsed.record);
            read.kingdoms = 1;
        }
        Err(problem) => {
            let error = ArgumentError::Text { name: "input".to_owned(), problem };
            assert!(error.to_string().starts_with("input: "));
        }
    }
    // The parser above was chosen by the first letter, JSON or notation; the other parser must refuse the
    // input.
    let Ok(text) = std::str::from_utf8(input) else { return read };
    if text.trim_start().starts_with('{') {
        assert!(notation::parse(text).is_err());
    } else {
        assert!(parse_json(text).is_err());
    }
    read.squares = usize::from(survives(text, Square::from_str));
    read.places = usize::from(survives(text, |text| Place::from_words(text).ok_or(())));
    survives(text, GridSize::from_str);
    let same = |id: Option<&str>| assert!(id.is_none_or(|id| id == text));
    same(Game::from_id(text).map(Game::id));
    same(Variant::from_id(text).map(Variant::id));
    same(Building::from_id(text).map(Building::id));
    same(Terrain::from_id(text).map(Terrain::id));
    same(Language::from_str(text).ok().map(Language::id));
    read
}

/// Whether the text can be parsed; its written form must then parse to the same value.
fn survives<T: ToString + PartialEq, E>(text: &str, parse: impl Fn(&str) -> Result<T, E>) -> bool {
    let Ok(value) = parse(text) else { return false };
    assert!(parse(&value.to_string()).is_ok_and(|again| again == value), "written as {}", value.to_string());
    true
}

fn check_record(record: &KingdomRecord) {
    let text = label_text(record);
    let again = parse_json(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(again.record == *record, "{text}");
    check_kingdom(&record.kingdom, &record.unseen);
}

fn check_kingdom(kingdom: &Kingdom, unseen: &Facts) {
    let text = notation::write(kingdom);
    assert_eq!(notation::parse(&text).as_ref(), Ok(kingdom), "{text}");
    let sheet = ScoreSheet::new(kingdom, unseen, &Variant::ALL);
    assert_eq!(sheet.total, sheet::total(kingdom, unseen, &Variant::ALL), "{text}");
    assert!(sheet.lines.iter().all(|line| line.points >= 0), "{text}");
    let _ = assumptions(kingdom, unseen, &[]);
}

/// A notation, or a kingdom in JSON with random fields, alone or as a line of `score --json`
/// or `scan --json`.
fn right_input(dice: &mut ChaCha8Rng) -> String {
    let kingdom = random_kingdom(dice);
    if dice.random_bool(0.4) {
        return notation::write(&kingdom);
    }
    let json = label_text(&random_record(dice, kingdom));
    match dice.random_range(0..4) {
        0 => format!(r#"{{"schema_version": 1, "kingdom": {json}, "total": 2, "warnings": []}}"#),
        1 => format!(r#"{{"schema_version": 1, "status": "scored", "kingdoms": [{{"kingdom": {json}, "total": 2}}]}}"#),
        _ => json,
    }
}

fn random_record(dice: &mut ChaCha8Rng, kingdom: Kingdom) -> KingdomRecord {
    let has_queen = !kingdom.bits().queen().is_empty();
    let unseen = random_unseen(dice);
    let sheet = ScoreSheet::new(&kingdom, &unseen, &[]);
    KingdomRecord {
        player: dice.random_bool(0.5).then(|| "Ada \"the 1st\" Ä".into()),
        unseen: Facts { queen: unseen.queen.filter(|queen| *queen || !has_queen), ..unseen },
        variants: Variant::ALL.into_iter().filter(|_| dice.random_bool(0.1)).take(2).collect(),
        corners_px: dice.random_bool(0.5).then(|| [[0.5, 1.25], [100.0, 0.0], [1e9, 99.5], [-0.1, 100.0]]),
        score: dice.random_bool(0.5).then(|| TerritoryPoints::from_sheet(&sheet)),
        photo: PhotoLabel {
            image: dice.random_bool(0.5).then(|| "a.jpg".to_owned()),
            image_size: dice.random_bool(0.5).then(|| dice.random()),
            castle_3d: dice.random_bool(0.5).then(|| dice.random()),
            occluded: dice.random_bool(0.5).then(|| BTreeMap::from([(Place::new(0, 0), "hidden".to_owned())])),
            ..PhotoLabel::default()
        },
        ..kingdom.into()
    }
}

fn arbitrary_input(dice: &mut ChaCha8Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    match dice.random_range(0..10) {
        0 => random_bytes(dice, 200),
        1..4 => (0..dice.random_range(0..40)).flat_map(|_| token(dice)).collect(),
        // One to three tokens are often enough a valid word.
        4..6 => (0..dice.random_range(1..4)).flat_map(|_| token(dice)).collect(),
        _ => spoilt(dice, seeds),
    }
}

fn random_bytes(dice: &mut ChaCha8Rng, max: usize) -> Vec<u8> {
    let mut bytes = vec![0; dice.random_range(0..max)];
    dice.fill_bytes(&mut bytes);
    bytes
}

fn token(dice: &mut ChaCha8Rng) -> Vec<u8> {
    TOKENS.choose(dice).expect("tokens").as_bytes().to_vec()
}

/// A valid input with a few changes.
fn spoilt(dice: &mut ChaCha8Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut input = seeds.choose(dice).expect("seeds").clone();
    let changes = if dice.random_bool(0.6) { 1 } else { dice.random_range(2..5) };
    for _ in 0..changes {
        spoil(dice, &mut input, seeds);
    }
    input.truncate(MAX_BYTES);
    input
}

fn spoil(dice: &mut ChaCha8Rng, input: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let [from, to] = random_range(dice, input.len());
    match dice.random_range(0..12) {
        0 if from < input.len() => input[from] ^= 1 << dice.random_range(0..8),
        // Replaces a letter by a terrain, a castle, a hole or a number of crowns, which is often valid again.
        1..4 if from < input.len() => input[from] = *b"WFLGSMTC.0123".choose(dice).expect("letters"),
        4 => drop(input.splice(from..from, token(dice))),
        5 => drop(input.splice(from..to, token(dice))),
        6 => drop(input.drain(from..to)),
        7 => input.truncate(from),
        // Repeats a part of the input, such as a field, a row or a square.
        8 => drop(input.splice(from..from, input[from..to].to_vec())),
        9 => {
            let other = seeds.choose(dice).expect("seeds");
            let [start, end] = random_range(dice, other.len());
            drop(input.splice(from..to, other[start..end].iter().copied()));
        }
        10 => replace_a_number(dice, input),
        // Inserts nesting far deeper than any parser allows.
        _ if dice.random_bool(0.05) => {
            let deep = ["[", "{\"kingdom\":", "{"].choose(dice).expect("three").repeat(dice.random_range(1..400));
            drop(input.splice(from..from, deep.into_bytes()));
        }
        _ => drop(input.splice(from..from, random_bytes(dice, 4))),
    }
}

/// Short ranges are more likely, because they leave more of the input valid.
fn random_range(dice: &mut ChaCha8Rng, length: usize) -> [usize; 2] {
    let from = dice.random_range(0..=length);
    let longest = if dice.random_bool(0.7) { (length - from).min(12) } else { length - from };
    [from, from + dice.random_range(0..=longest)]
}

/// Replaces the first number after a random position by another, huge or negative one.
fn replace_a_number(dice: &mut ChaCha8Rng, input: &mut Vec<u8>) {
    let start = dice.random_range(0..=input.len());
    let Some(from) = input[start..].iter().position(u8::is_ascii_digit).map(|offset| start + offset) else { return };
    let digits = input[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let other = match dice.random_range(0..3) {
        0 => dice.random::<u64>().to_string(),
        1 => dice.random::<i16>().to_string(),
        _ => dice.random_range(0..200u8).to_string(),
    };
    drop(input.splice(from..from + digits, other.into_bytes()));
}
