//! Measures the time of a reconstruction: `cargo bench --no-default-features --bench reconstruct`. Printed,
//! not asserted.

use std::fmt;
use std::hint::black_box;
use std::time::Instant;

use kingdom_scanner::domain::{Game, GridSize, Kingdom, Square};
use kingdom_scanner::messages::{Message, MessageId};
use kingdom_scanner::reconstruct::guesses::SquareGuesses;
use kingdom_scanner::reconstruct::{Reading, ReconstructOptions, reconstruct, reconstruct_game};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

#[path = "../tests/common/laying.rs"]
mod laying;
#[path = "../tests/common/noise.rs"]
mod noise;

use laying::Laid;
use noise::{Noise, blurred_with_seams};

const KINGDOMS: usize = 200;
const GAMES: usize = 30;
/// The fastest of this many runs counts, because other programs disturbed it least.
const REPEATS: usize = 3;
const SEED: u64 = 1;

const LEVELS: [(&str, Noise); 5] = [
    ("clear", Noise { blurred: 0.0, strength: 1.0, hidden: 0.0 }),
    ("3 of 100 hidden", Noise { blurred: 0.0, strength: 1.0, hidden: 0.03 }),
    ("a quarter blurred", Noise { blurred: 0.25, strength: 7.0, hidden: 0.0 }),
    ("half blurred, 3 of 100 hidden", Noise { blurred: 0.5, strength: 7.0, hidden: 0.03 }),
    ("all blurred", Noise { blurred: 1.0, strength: 7.0, hidden: 0.0 }),
];

fn main() {
    println!("one core, {KINGDOMS} kingdoms or {GAMES} games each; ms: median, 99th of 100, most;");
    println!(
        "of the kingdoms in 100: not all rivals listed, none of the box near, squares right (as they look, as read)"
    );
    let mut dice = ChaCha8Rng::seed_from_u64(SEED);
    for (size, name) in [(GridSize::Five, "5x5"), (GridSize::Seven, "7x7")] {
        for (level, noise) in LEVELS {
            let lay = |dice: &mut ChaCha8Rng| vec![laying::lay_well_with_seams(Game::Kingdomino, size, dice)];
            report(&format!("{name}, {level}"), KINGDOMS, size, noise, &lay, &mut dice);
        }
    }
    for (size, players, name) in [(GridSize::Five, 4, "four 5x5 together"), (GridSize::Seven, 2, "two 7x7 together")] {
        for (level, noise) in LEVELS {
            let play = |dice: &mut ChaCha8Rng| laying::play_with_seams(Game::Kingdomino, size, players, dice);
            report(&format!("{name}, {level}"), GAMES, size, noise, &play, &mut dice);
        }
    }
}

fn report(
    what: &str,
    count: usize,
    size: GridSize,
    noise: Noise,
    lay: &dyn Fn(&mut ChaCha8Rng) -> Vec<Laid>,
    dice: &mut ChaCha8Rng,
) {
    let options = ReconstructOptions { size: Some(size), ..ReconstructOptions::default() };
    let mut times_ms = Vec::new();
    let mut tally = Tally::default();
    for _ in 0..count {
        let game = lay(dice);
        let blurred = |Laid { kingdom, seams }: &Laid| blurred_with_seams(kingdom.squares(), seams, noise, dice);
        let guesses: Vec<SquareGuesses> = game.iter().map(blurred).collect();
        let mut least_ms = f64::INFINITY;
        let mut readings = Vec::new();
        for _ in 0..REPEATS {
            let begun = Instant::now();
            readings = black_box(read(black_box(&guesses), &options));
            least_ms = least_ms.min(begun.elapsed().as_secs_f64() * 1000.0);
        }
        times_ms.push(least_ms);
        for ((Laid { kingdom, .. }, guesses), reading) in game.iter().zip(&guesses).zip(&readings) {
            tally.add(kingdom, guesses, reading.as_ref());
        }
    }
    times_ms.sort_by(f64::total_cmp);
    let [median, most_of, most] = [count / 2, count * 99 / 100, count - 1].map(|index| times_ms[index]);
    println!("{what:52} {median:8.3} {most_of:8.3} {most:8.3}   {tally}");
}

fn read(guesses: &[SquareGuesses], options: &ReconstructOptions) -> Vec<Option<Reading>> {
    match guesses {
        [one] => vec![reconstruct(one, options).ok()],
        all => reconstruct_game(all, options).into_iter().map(Result::ok).collect(),
    }
}

#[derive(Default)]
struct Tally {
    kingdoms: usize,
    many_rivals: usize,
    not_near: usize,
    squares: usize,
    right_as_they_look: usize,
    right: usize,
    costs: Vec<f64>,
}

impl Tally {
    fn add(&mut self, truth: &Kingdom, guesses: &SquareGuesses, reading: Option<&Reading>) {
        self.kingdoms += 1;
        self.squares += truth.squares().cells().len();
        for (place, square) in truth.squares().iter() {
            self.right_as_they_look += usize::from(guesses.guesses[place].best().0 == *square);
            let own = |reading: &Reading| Some(reading.squares[reading.place_of(place.into())?].best);
            let read = reading.and_then(own).unwrap_or(Square::Empty);
            self.right += usize::from(read == *square);
        }
        let warns = |code: &str| reading.is_some_and(|reading| reading.warnings.iter().any(|w| w.code.id() == code));
        self.not_near += usize::from(reading.is_none() || warns("impossible-kingdom"));
        let many = Message::from(MessageId::TooManyDoubts);
        self.many_rivals += usize::from(reading.is_some_and(|r| r.warnings.iter().any(|w| w.message == many)));
        self.costs.extend(reading.map(|reading| reading.cost));
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: usize, of: usize| 100.0 * part as f64 / of as f64;
        let (many, far) = (share(self.many_rivals, self.kingdoms), share(self.not_near, self.kingdoms));
        let (look, read) = (share(self.right_as_they_look, self.squares), share(self.right, self.squares));
        let most = self.costs.iter().copied().fold(0.0, f64::max);
        write!(f, "{many:5.1} {far:5.1} {look:6.1} {read:6.1}  largest cost {most:.1}")
    }
}
