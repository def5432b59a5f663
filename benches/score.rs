//! Compares the speed of scoring a kingdom with a plain flood fill in the same run:
//! `cargo bench --bench score`.
//!
//! Both get every kingdom in their preferred form, prepared before the clock starts, and return its total.
//! They run in turn on one core, under the same conditions, and medians are compared.

use std::hint::black_box;
use std::time::Instant;

use anyhow::{Result, ensure};
use kingdom_scanner::domain::{Facts, Game, GridSize, Kingdom, Terrain};
use kingdom_scanner::scoring::sheet::{ScoreSheet, total};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

#[path = "../tests/common/laying.rs"]
mod laying;

const KINGDOMS: usize = 1000;
const RUNS: usize = 201;
const SEED: u64 = 1;

/// The least speed of the bit boards, relative to the flood fill.
const LEAST_RATIO: f64 = 4.0;

fn main() -> Result<()> {
    println!("{KINGDOMS} legal kingdoms of Kingdomino, one core, medians of {RUNS} runs, ns per kingdom");
    let mut dice = ChaCha8Rng::seed_from_u64(SEED);
    for size in [GridSize::Five, GridSize::Seven] {
        let mut many = |lay: Lay| (0..KINGDOMS).map(|_| lay(Game::Kingdomino, size, &mut dice)).collect::<Vec<_>>();
        compare(&format!("{size}x{size}, like put to like"), &many(laying::lay_well))?;
        compare(&format!("{size}x{size}, laid at random"), &many(laying::lay))?;
    }
    Ok(())
}

type Lay = fn(Game, GridSize, &mut ChaCha8Rng) -> Kingdom;

fn compare(what: &str, kingdoms: &[Kingdom]) -> Result<()> {
    let plain: Vec<Plain> = kingdoms.iter().map(Plain::new).collect();
    for (kingdom, plain) in kingdoms.iter().zip(&plain) {
        ensure!(total(kingdom, &Facts::default(), &[]) == plain.total(), "both must agree");
    }
    let (mut flood_fill_ns, mut bit_boards_ns, mut sheet_ns) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        flood_fill_ns.push(ns_each(&plain, Plain::total));
        bit_boards_ns.push(ns_each(kingdoms, |kingdom| total(kingdom, &Facts::default(), &[])));
        sheet_ns.push(ns_each(kingdoms, |kingdom| ScoreSheet::new(kingdom, &Facts::default(), &[]).total));
    }
    let (flood_fill, bit_boards, sheet) = (median(flood_fill_ns), median(bit_boards_ns), median(sheet_ns));
    let ratio = flood_fill / bit_boards;
    println!(
        "{what:24} flood fill {flood_fill:4.0}   bit boards {bit_boards:4.0}   {ratio:4.1} times faster   (whole sheet {sheet:.0})"
    );
    ensure!(ratio >= LEAST_RATIO, "{what}: {ratio:.1} times faster; {LEAST_RATIO} are demanded");
    Ok(())
}

fn ns_each<T>(things: &[T], mut total: impl FnMut(&T) -> i32) -> f64 {
    let begun = Instant::now();
    for thing in things {
        black_box(total(black_box(thing)));
    }
    begun.elapsed().as_nanos() as f64 / things.len() as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A grid with an empty border, so that no neighbour needs a bounds check: 9 columns for 7 squares.
const STRIDE: usize = 9;
const CELLS: usize = STRIDE * STRIDE;
const NOTHING: u8 = u8::MAX;

/// The kingdom in the best form for a flood fill: one byte for each square's terrain, one for its crowns.
struct Plain {
    terrains: [u8; CELLS],
    crowns: [u8; CELLS],
}

impl Plain {
    fn new(kingdom: &Kingdom) -> Self {
        let mut plain = Self { terrains: [NOTHING; CELLS], crowns: [0; CELLS] };
        for (place, square) in kingdom.squares().iter() {
            let index = STRIDE * (place.row + 1) + place.col + 1;
            plain.terrains[index] = square.terrain().map_or(NOTHING, |terrain: Terrain| terrain as u8);
            plain.crowns[index] = square.crowns();
        }
        plain
    }

    /// Sums the points with an iterative flood fill, without allocation: each square is pushed on the stack
    /// once.
    fn total(&self) -> i32 {
        let mut seen = [false; CELLS];
        let mut stack = [0; CELLS];
        let mut total = 0;
        for start in STRIDE + 1..CELLS - STRIDE - 1 {
            let terrain = self.terrains[start];
            if terrain == NOTHING || seen[start] {
                continue;
            }
            let (mut size, mut crowns) = (0, 0);
            (seen[start], stack[0]) = (true, start);
            let mut waiting = 1;
            while waiting > 0 {
                waiting -= 1;
                let index = stack[waiting];
                size += 1;
                crowns += i32::from(self.crowns[index]);
                for next in [index - STRIDE, index - 1, index + 1, index + STRIDE] {
                    if self.terrains[next] == terrain && !seen[next] {
                        (seen[next], stack[waiting]) = (true, next);
                        waiting += 1;
                    }
                }
            }
            total += size * crowns;
        }
        total
    }
}
