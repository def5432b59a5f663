//! Measures the time of an audit: `cargo bench --bench audit`. Printed, not asserted.

use std::hint::black_box;
use std::time::Instant;

use kingdom_scanner::audit::{Player, Verdict, audit_game};
use kingdom_scanner::domain::{Facts, Game, GridSize, Kingdom, Place, Square};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

#[path = "../tests/common/laying.rs"]
mod laying;

const AUDITS: usize = 100;
const SEED: u64 = 1;

/// The kingdoms of one audit: a single kingdom, or all kingdoms of a game.
type Table = Vec<Kingdom>;

fn main() {
    println!("whole audits on one core, each of {AUDITS}; ms: median, 99th of 100");
    let mut dice = ChaCha8Rng::seed_from_u64(SEED);
    let mut measure = |what: &str, lay: &mut dyn FnMut(&mut ChaCha8Rng) -> Table| {
        let right: Vec<Table> = (0..AUDITS).map(|_| lay(&mut dice)).collect();
        report(&format!("{what}, possible"), &right);
        for wrong_squares in [1, 2] {
            let wrong: Vec<Table> = (0..AUDITS).map(|_| impossible(lay, wrong_squares, &mut dice)).collect();
            report(&format!("{what}, impossible by {wrong_squares}"), &wrong);
        }
    };
    let seven = GridSize::Seven;
    measure("7x7 laid at random", &mut |dice| vec![laying::lay(Game::Kingdomino, seven, dice)]);
    measure("7x7 like put to like", &mut |dice| vec![laying::lay_well(Game::Kingdomino, seven, dice)]);
    measure("7x7 of both boxes", &mut |dice| vec![laying::lay_well(Game::RoyalWedding, seven, dice)]);
    measure("game of four 5x5", &mut |dice| laying::play(Game::Kingdomino, GridSize::Five, 4, dice));
    measure("game of four 7x7", &mut |dice| laying::play(Game::RoyalWedding, seven, 4, dice));
}

fn report(what: &str, games: &[Table]) {
    let mut times_ms: Vec<f64> = games.iter().map(audit_ms).collect();
    times_ms.sort_by(f64::total_cmp);
    println!("{what:40} {:8.3} {:8.3}", times_ms[AUDITS / 2], times_ms[AUDITS * 99 / 100]);
}

fn audit_ms(game: &Table) -> f64 {
    let begun = Instant::now();
    black_box(audited(black_box(game)));
    begun.elapsed().as_secs_f64() * 1000.0
}

fn audited(game: &Table) -> Verdict {
    let unseen = Facts::default();
    let players: Vec<Player> = game.iter().map(|kingdom| Player { kingdom, unseen: &unseen }).collect();
    audit_game(&players).map_or(Verdict::Impossible, |audit| audit.verdict())
}

/// Lays kingdoms and replaces `wrong_squares` random land squares by others that occur in them. Starts over
/// until the audit finds an error.
fn impossible(lay: &mut dyn FnMut(&mut ChaCha8Rng) -> Table, wrong_squares: usize, dice: &mut ChaCha8Rng) -> Table {
    loop {
        let mut game = lay(dice);
        for _ in 0..wrong_squares {
            make_wrong(&mut game, dice);
        }
        if audited(&game) == Verdict::Impossible {
            return game;
        }
    }
}

fn make_wrong(game: &mut Table, dice: &mut ChaCha8Rng) {
    let land = |kingdom: &Kingdom| -> Vec<(Place, Square)> {
        let squares = kingdom.squares().iter().filter(|(_, square)| square.terrain().is_some());
        squares.map(|(place, square)| (place, *square)).collect()
    };
    let seen: Vec<Square> = game.iter().flat_map(land).map(|(_, square)| square).collect();
    let numbers: Vec<usize> = (0..game.len()).collect();
    let (Some(&number), Some(&other)) = (numbers.choose(dice), seen.choose(dice)) else { return };
    let Some((place, _)) = land(&game[number]).choose(dice).copied() else { return };
    let kingdom = &game[number];
    let mut squares = kingdom.squares().clone();
    squares[place] = other;
    if let Ok(wrong) = Kingdom::new(kingdom.game(), kingdom.size(), squares) {
        game[number] = wrong;
    }
}
