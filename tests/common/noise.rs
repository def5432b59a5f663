//! Guesses about squares as from a poor photo, with adjustable noise.

#![allow(dead_code, reason = "not every test and bench that includes this file needs all of it")]

use kingdom_scanner::domain::{Grid, Pieces, Square};
use kingdom_scanner::reconstruct::guesses::{Guess, READINGS, SquareGuesses, readings};
use kingdom_scanner::reconstruct::piece_guesses::PieceGuess;
use rand::{Rng, RngExt};

/// The amount of noise.
#[derive(Debug, Clone, Copy)]
pub struct Noise {
    /// The share of squares that are blurred.
    pub blurred: f64,
    /// How much a blurred square's logits change at most, each in either direction.
    pub strength: f32,
    /// The share of hidden squares, which may be anything.
    pub hidden: f64,
}

pub const CLEAR: Noise = Noise { blurred: 0.0, strength: 1.0, hidden: 0.0 };

/// How much the true reading's logit is above the others', before noise.
const CLEAR_LOGIT: f32 = 9.0;

/// How much the logits of readings with the right terrain but other crowns are above the others', before
/// noise: such squares look most similar.
const ALIKE_LOGIT: f32 = 4.0;

/// A possible answer of a network about these squares, without seams and pieces.
pub fn blurred(squares: &Grid<Square>, noise: Noise, dice: &mut impl Rng) -> SquareGuesses {
    SquareGuesses { guesses: squares.map(|square| guess(*square, noise, dice)) }
}

/// How much the true side's logit is above the others', and the noise on each: this gets nine of ten seams
/// right, as on held-out boards (see `models/squares.md`).
const SEAM_LOGIT: f32 = 3.0;
const SEAM_NOISE: f32 = 2.0;

/// [`blurred`] with seams (0 to 3 for each square: right, below, left, above), which are seen about as well
/// as in photos.
pub fn blurred_with_seams(
    squares: &Grid<Square>,
    seams: &Grid<Option<usize>>,
    noise: Noise,
    dice: &mut impl Rng,
) -> SquareGuesses {
    let mut guesses = blurred(squares, noise, dice);
    for (place, seam) in seams.iter() {
        let own = |side| if Some(side) == *seam { SEAM_LOGIT } else { 0.0 };
        let logits = [0, 1, 2, 3].map(|side| own(side) + dice.random_range(-SEAM_NOISE..SEAM_NOISE));
        let log_sum = logits.iter().map(|logit| logit.exp()).sum::<f32>().ln();
        guesses.guesses[place].seam = logits.map(|logit| logit - log_sum);
    }
    guesses
}

/// [`blurred`] with pieces, which are seen as badly as the squares.
pub fn blurred_with_pieces(squares: &Grid<Square>, noise: Noise, dice: &mut impl Rng) -> SquareGuesses {
    let mut guesses = blurred(squares, noise, dice);
    for (place, square) in squares.iter() {
        guesses.guesses[place].pieces = Some(piece_guess(&square.pieces(), noise, dice));
    }
    guesses
}

fn piece_guess(pieces: &Pieces, noise: Noise, dice: &mut impl Rng) -> PieceGuess {
    let hidden = dice.random_bool(noise.hidden);
    PieceGuess {
        building: among(pieces.building.map_or(0, |kind| 1 + kind as usize), hidden, noise, dice),
        knight: among(pieces.knight.into(), hidden, noise, dice),
        towers: among(pieces.towers.into(), hidden, noise, dice),
        queen: among(pieces.queen.into(), hidden, noise, dice),
    }
}

fn among<const N: usize>(truth: usize, hidden: bool, noise: Noise, dice: &mut impl Rng) -> [f32; N] {
    let strength = if dice.random_bool(noise.blurred) { noise.strength } else { 1.0 };
    let logit = |class| if class == truth { CLEAR_LOGIT } else { 0.0 } + dice.random_range(-strength..strength);
    let logits: [f32; N] = if hidden { [0.0; N] } else { std::array::from_fn(logit) };
    let log_sum = logits.iter().map(|logit| logit.exp()).sum::<f32>().ln();
    logits.map(|logit| logit - log_sum)
}

fn guess(truth: Square, noise: Noise, dice: &mut impl Rng) -> Guess {
    let truth = truth.ground();
    let strength = if dice.random_bool(noise.blurred) { noise.strength } else { 1.0 };
    let hidden = dice.random_bool(noise.hidden);
    let logits = readings().map(|reading| {
        let own = if reading == truth {
            CLEAR_LOGIT
        } else if truth.terrain().is_some() && reading.terrain() == truth.terrain() {
            ALIKE_LOGIT
        } else {
            0.0
        };
        if hidden { 0.0 } else { own + dice.random_range(-strength..strength) }
    });
    from_logits(logits)
}

pub fn from_logits(logits: [f32; READINGS]) -> Guess {
    let log_sum = logits.iter().map(|logit| logit.exp()).sum::<f32>().ln();
    Guess::new(logits.map(|logit| logit - log_sum))
}

/// The squares inside a wider grid, as in a photo of a table.
pub fn framed(squares: &Grid<Square>, wide: usize) -> Grid<Square> {
    let (rows, cols) = (squares.rows().max(wide), squares.cols().max(wide));
    Grid::from_fn(rows, cols, |place| squares.get(place).copied().unwrap_or(Square::Empty))
}
