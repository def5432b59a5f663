//! After each answer only its table is ranked again, with the same result as ranking all tables.

use std::sync::Arc;

use game::line::ResultLine;
use game::verdict::{SquareCorrections, Verdict};
use kingdom_scanner::tournament::ResultsFolder;
use kingdom_scanner::tournament::review::Review;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::review::{Table, borrowed, noisy_game};
use crate::common::batch::{Batch, PHOTOS};
use crate::common::cases::cases;

/// Further photos: names spelt in two ways or used at two tables, a Dynasty, the Queen, and a copy.
const FURTHER: [(&str, &str); 13] = [
    ("round-1/table-4/anna.jpg", "T[church,tower*2]TC/L1LW q5"),
    ("round-1/table-4/Finn.jpg", "T[church,tower]CW/FF1L q5"),
    ("round-1/table-4/Greta.jpg", "T[church,tower*2]CW/FF1L q5?"),
    ("round-2/table-4/Ben.jpg", "W1WW/WCW/FL1L k5"),
    ("round-2/table-4/Hanna.jpg", "FCL1 k5?"),
    ("copy of Ben.jpg", "FFF/FCW/FF1W k5"),
    ("round-2/table-2/Ben/again.jpg", "FFF/FCW/FF1F1 k5"),
    ("round-1/table-9/Edda.jpg", "W1WC k5"),
    ("round-1/table-9/Emil.jpg", "F1FC k5"),
    ("round-2/table-9/Edda.jpg", "W1WWC k5"),
    ("round-2/table-9/Emil.jpg", "F1FFC k5?"),
    ("round-3/table-9/Edda.jpg", "W1WWWC k5"),
    ("round-3/table-9/Emil.jpg", "F1FFFC k5"),
];

const MANIFEST: &str = "photo,variants,coins\nround-1/table-4/anna.jpg,,11\n\
    round-1/table-9/Edda.jpg,dynasty,\nround-1/table-9/Emil.jpg,dynasty,\nround-2/table-9/Edda.jpg,dynasty,\n\
    round-2/table-9/Emil.jpg,dynasty,\nround-3/table-9/Edda.jpg,dynasty,\nround-3/table-9/Emil.jpg,dynasty,\n";

const TYPED: [&str; 3] = ["W1WW/WCW/WLL k5", "T[church,tower*2]TC/L1LW q5", "FCL1 k5"];

/// A random decision about a photo, possibly irrelevant.
fn verdict(dice: &mut ChaCha8Rng) -> Option<Verdict> {
    let square = |dice: &mut ChaCha8Rng| {
        let word = ["wheat", "lake:1", "mine:2"].choose(dice).expect("a word");
        format!("r{}c{}={word}", dice.random_range(1..=3), dice.random_range(1..=3))
    };
    match dice.random_range(0..5) {
        0 => None,
        1 => Some(Verdict::LeftOut),
        2 => Some(Verdict::Kingdom((*TYPED.choose(dice).expect("a kingdom")).to_owned())),
        _ => {
            let kingdom = dice.random_bool(0.2).then_some(1);
            let corrections = (0..dice.random_range(0..=2)).map(|_| square(dice)).collect();
            Some(Verdict::Squares(SquareCorrections { kingdom, corrections, read: Vec::new() }))
        }
    }
}

fn lines(review: &Review) -> Vec<String> {
    let line = |line: &ResultLine| serde_json::to_string(line).expect("JSON");
    review.lines().map(line).collect()
}

/// Makes this many decisions, undoing the last ones now and then. Returns how often that changed the ranks.
fn compare(out: &Arc<ResultsFolder>, steps: usize, dice: &mut ChaCha8Rng) -> usize {
    let mut review = Review::new(out).expect("results");
    let photos: Vec<String> = review.lines().map(|line| line.reading.photo.clone()).collect();
    let mut said: Vec<(String, Option<Verdict>)> = Vec::new();
    let mut changes = 0;
    for step in 0..steps {
        let before = Arc::clone(review.ranked());
        let (photo, new) = match said.pop().filter(|_| dice.random_bool(0.3)) {
            Some(undone) => undone,
            None => (photos.choose(dice).expect("a photo").clone(), verdict(dice)),
        };
        let stood = review.verdict(&photo).cloned();
        if review.say(&photo, new.clone(), Some(1)).is_ok() {
            said.push((photo.clone(), stood));
        }
        let anew = Review::new(out).expect("results");
        assert_eq!(review.ranked(), anew.ranked(), "step {step}: {photo} {new:?}");
        assert_eq!(lines(&review), lines(&anew), "step {step}: {photo} {new:?}");
        changes += usize::from(before != *review.ranked());
    }
    changes
}

#[test]
fn after_each_answer_the_ranks_are_those_of_all_tables_ranked_anew() {
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    let batch = Batch::new(&[&PHOTOS[..], &FURTHER].concat());
    batch.run_as("out", &batch.options(MANIFEST));
    let changes = compare(&Arc::new(batch.out("out")), 150, &mut dice);
    assert!(changes > 50, "{changes}");
}

/// Answers about squares re-read the other kingdoms of the table, too.
#[test]
fn after_each_answer_about_squares_the_lines_and_ranks_are_those_read_anew() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let (_, photos) = noisy_game(7100, 0.2);
    let (_, others) = noisy_game(7101, 0.2);
    let others = others.into_iter().map(|(photo, text)| (photo.replace("table-1", "table-2"), text));
    let photos: Vec<(String, String)> = photos.into_iter().chain(others).collect();
    let table = Table::read(&borrowed(&photos));
    let answers = usize::try_from(cases("ANSWERS", 100)).expect("a number");
    let changes = compare(&Arc::new(table.out()), answers, &mut dice);
    assert!(changes > answers / 4, "{changes}");
}

/// Nothing is ranked twice, and tables without new decisions are not ranked at all.
#[test]
fn other_tables_stay_as_they_were() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let mut review = Review::new(&Arc::new(batch.out("out"))).expect("results");
    let before = Arc::clone(review.ranked());
    review.say("round-1/table-2/Cem.jpg", Some(Verdict::LeftOut), Some(1)).expect("written");
    let after = review.ranked();
    for (round, table, is_same) in [(0, 0, true), (0, 1, false), (1, 0, true), (1, 1, true)] {
        let tables = [&before, after].map(|ranked| &ranked.rounds[round].tables[table]);
        assert_eq!(Arc::ptr_eq(tables[0], tables[1]), is_same, "{round} {table}");
    }
}
