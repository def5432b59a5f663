//! After each answer only its table is ranked again, with the same result as ranking all tables.

use std::sync::Arc;

use game::line::PhotoLine;
use kingdom_scanner::tournament::ResultsFolder;
use kingdom_scanner::tournament::corrections::PhotoDecision;
use kingdom_scanner::tournament::review::Review;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::review::{Table, borrowed, noisy_game};
use crate::common::batch::{Batch, PHOTOS, say_squares, typed};
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

/// Makes a random decision about a photo; returns whether it was accepted.
fn decide(review: &mut Review, photo: &str, dice: &mut ChaCha8Rng) -> bool {
    let square = |dice: &mut ChaCha8Rng| {
        let word = ["wheat", "lake:1", "mine:2"].choose(dice).expect("a word");
        format!("r{}c{}={word}", dice.random_range(1..=3), dice.random_range(1..=3))
    };
    let decision = match dice.random_range(0..6) {
        0 => PhotoDecision::AsRead,
        1 => PhotoDecision::LeftOut,
        2 => typed(TYPED.choose(dice).expect("a kingdom")),
        3 if dice.random_bool(0.2) => PhotoDecision::Chosen(1),
        _ => {
            let squares: Vec<String> = (0..dice.random_range(0..=2)).map(|_| square(dice)).collect();
            return say_squares(review, photo, &squares).is_ok();
        }
    };
    review.decide(photo, decision, Some(1)).is_ok()
}

fn lines(review: &Review) -> Vec<String> {
    let line = |line: &PhotoLine| serde_json::to_string(line).expect("JSON");
    review.lines().map(line).collect()
}

/// Makes this many decisions, undoing and redoing some. Returns how often that changed the ranks, and how many
/// were undone.
fn compare(out: &Arc<ResultsFolder>, steps: usize, dice: &mut ChaCha8Rng) -> (usize, usize) {
    let mut review = Review::new(out).expect("results");
    let photos: Vec<String> = review.lines().map(|line| line.reading.photo.clone()).collect();
    let (mut changes, mut undone) = (0, 0);
    for step in 0..steps {
        let before = Arc::clone(review.ranked());
        let photo = photos.choose(dice).expect("a photo");
        match dice.random_range(0..10) {
            0..2 => {
                let was = (lines(&review), Arc::clone(review.ranked()));
                if let Some(Ok(())) = review.undo(&[photo]).expect("written") {
                    undone += 1;
                    if dice.random_bool(0.5) {
                        assert!(review.redo(&[photo]).expect("written"), "step {step}: {photo}");
                        assert_eq!((lines(&review), review.ranked()), (was.0, &was.1), "step {step}: {photo}");
                    }
                }
            }
            _ => drop(decide(&mut review, photo, dice)),
        }
        let reopened = Review::new(out).expect("results");
        assert_eq!(review.ranked(), reopened.ranked(), "step {step}: {photo}");
        assert_eq!(lines(&review), lines(&reopened), "step {step}: {photo}");
        changes += usize::from(before != *review.ranked());
    }
    (changes, undone)
}

#[test]
fn after_each_answer_the_ranks_are_those_of_all_tables_ranked_anew() {
    let mut dice = ChaCha8Rng::seed_from_u64(4);
    let batch = Batch::new(&[&PHOTOS[..], &FURTHER].concat());
    batch.run_as("out", &batch.options(MANIFEST));
    let (changes, undone) = compare(&Arc::new(batch.out("out")), 200, &mut dice);
    assert!(changes > 50 && undone > 8, "{changes} {undone}");
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
    let (changes, _) = compare(&Arc::new(table.out()), answers, &mut dice);
    assert!(changes > answers / 4, "{changes}");
}

/// Nothing is ranked twice, and tables without new decisions are not ranked at all.
#[test]
fn other_tables_stay_as_they_were() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let mut review = Review::new(&Arc::new(batch.out("out"))).expect("results");
    let before = Arc::clone(review.ranked());
    review.decide("round-1/table-2/Cem.jpg", PhotoDecision::LeftOut, Some(1)).expect("written");
    let after = review.ranked();
    for (round, table, is_same) in [(0, 0, true), (0, 1, false), (1, 0, true), (1, 1, true)] {
        let tables = [&before, after].map(|ranked| &ranked.rounds[round].tables[table]);
        assert_eq!(Arc::ptr_eq(tables[0], tables[1]), is_same, "{round} {table}");
    }
}
