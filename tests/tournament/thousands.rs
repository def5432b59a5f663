//! Answers in a large tournament: each ranks only its own table again, with the same result as ranking all.

use std::fs;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use game::line::PhotoLine;
use kingdom_scanner::messages::Language;
use kingdom_scanner::tournament::corrections::PhotoDecision;
use kingdom_scanner::tournament::ranking::{RankedBy, Tournament};
use kingdom_scanner::tournament::review::Review;
use kingdom_scanner::tournament::rules::Rules;
use kingdom_scanner::tournament::{Provenance, ResultsFolder, finish, replace_results};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use crate::common::batch::{say_squares, typed};
use crate::review::{Table, borrowed, noisy_game};

/// The results of a tournament with this many rounds and tables. Most tables repeat a clear game, and every
/// tenth one a game with doubts, each under different names.
fn results(rounds: usize, tables: usize, rules: &str) -> (TempDir, Arc<ResultsFolder>) {
    let games =
        [(0, 0.0), (1, 0.25)].map(|(seed, share)| Table::read(&borrowed(&noisy_game(7000 + seed, share).1)).lines());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut lines = Vec::new();
    for (round, table) in (1..=rounds).flat_map(|round| (1..=tables).map(move |table| (round, table))) {
        for (seat, line) in games[usize::from((round + table) % 10 == 0)].iter().enumerate() {
            let mut line = line.clone();
            // Each seat moves on by its own number of tables, so that players do not meet again soon.
            let player = format!("P{}-{seat}", (table + round * seat) % tables);
            line.reading.photo = format!("round-{round:02}/table-{table:04}/{player}.jpg");
            line.reading.sha256 = Some(format!("{:064x}", (round * tables + table) * 8 + seat));
            let own = line.reading.info.seat.as_mut().expect("a seat");
            (own.round, own.table, own.player) = (round.to_string(), table.to_string(), player);
            lines.push(line);
        }
    }
    lines.sort_by(|one, other| one.reading.photo.cmp(&other.reading.photo));
    let out = Arc::new(ResultsFolder::create(&folder.path().join("out")).expect("a folder"));
    let path = folder.path().join("tournament.toml");
    fs::write(&path, rules).expect("rules");
    let by = RankedBy::default().changed(None, Some(Rules::read(&path).expect("rules")));
    let provenance = Provenance::new("noisy".to_owned()).with_ranked_by(by);
    replace_results(&out, &lines, &provenance).expect("results");
    (folder, out)
}

fn answer(review: &mut Review, photo: &str, dice: &mut ChaCha8Rng) {
    let decision = match dice.random_range(0..5) {
        0 => PhotoDecision::AsRead,
        1 => PhotoDecision::LeftOut,
        2 => typed("FC k5"),
        3 => typed("W1W1CFF/...FF k5"),
        _ => {
            let square = ["r1c1=forest:1", "r2c2=lake", "r3c1=empty"].choose(dice).expect("a square");
            // A kingdom that is left out has no squares.
            let _ = say_squares(review, photo, &[(*square).to_owned()]);
            return;
        }
    };
    review.decide(photo, decision, Some(1)).expect("noted");
}

const RULES: [&str; 3] = [
    "",
    "tie_breaks = [\"wins\", \"direct-game\", \"territories\"]\nbest_rounds = 2",
    "placing_points = [5, 3, 2, 1]\ntie_breaks = [\"points\"]\n[final]\nround = 3\nplayers = 6",
];

#[test]
fn answers_one_by_one_come_to_what_ranking_everything_anew_comes_to() {
    for (seed, rules) in RULES.into_iter().enumerate() {
        let (_folder, out) = results(3, 11, rules);
        let mut dice = ChaCha8Rng::seed_from_u64(seed as u64);
        let mut review = Review::new(&out).expect("results");
        let photos: Vec<String> = review.lines().map(|line: &PhotoLine| line.reading.photo.clone()).collect();
        let mut changes = 0;
        for _ in 0..12 {
            let before = Tournament::clone(review.ranked());
            let photo = photos.choose(&mut dice).expect("a photo");
            answer(&mut review, photo, &mut dice);
            let reopened = Review::new(&out).expect("results");
            assert_eq!(**review.ranked(), **reopened.ranked(), "{photo} by {rules}");
            changes += usize::from(before != **review.ranked());
        }
        assert!(changes > 3, "{changes}");
        let written = finish(&out, Language::English).expect("standings");
        assert_eq!(written, **review.ranked());
    }
}

/// Prints how long showing the next question and answering it take, with ten tables and with thousands of
/// photos. Run by
/// `cargo test --release --workspace --test tournament thousands -- --ignored --nocapture`.
#[test]
#[ignore = "measures time, which no test asserts"]
fn a_step_with_4800_photos() {
    let mut stdout = std::io::stdout();
    for (rules, (rounds, tables)) in RULES.into_iter().flat_map(|rules| [(rules, (1, 10)), (rules, (4, 300))]) {
        let (_folder, out) = results(rounds, tables, rules);
        let begin = Instant::now();
        let mut review = Review::new(&out).expect("results");
        let opening = begin.elapsed();
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let open: Vec<String> = review.ranked().to_review.iter().map(|look| look.photo.clone()).collect();
        let (mut shown, mut steps): (Vec<Duration>, Vec<Duration>) = (Vec::new(), Vec::new());
        for photo in open.iter().cycle().take(40) {
            let begin = Instant::now();
            review.game_of(photo).expect("a game");
            shown.push(begin.elapsed());
            let begin = Instant::now();
            answer(&mut review, photo, &mut dice);
            steps.push(begin.elapsed());
        }
        shown.sort_unstable();
        steps.sort_unstable();
        let begin = Instant::now();
        finish(&out, Language::English).expect("standings");
        let text = format!(
            "{} photos, rules {rules:?}: opening {opening:.2?}, {} to look at, shown in {:.1?}, a step {:.1?} (medians of {}), {:.1?} at most, standings and report {:.2?}",
            rounds * tables * 4,
            open.len(),
            shown[shown.len() / 2],
            steps[steps.len() / 2],
            steps.len(),
            steps[steps.len() - 1],
            begin.elapsed(),
        );
        writeln!(stdout, "{text}").expect("printed");
    }
}
