//! With both boxes the rounds alternate between them, which limits a player's dominoes of each.
//!
//! The rule is in the part of Queendomino's German rule sheet about playing with both boxes: 12 rounds on 5x5
//! bring a player six dominoes of each box, and 24 rounds on 7x7 bring twelve.

use kingdom_scanner::audit::{Finding, findings};
use kingdom_scanner::domain::{Facts, Game, GridSize, Kingdom};
use kingdom_scanner::reconstruct::guesses::{SquareGuesses, readings};
use kingdom_scanner::reconstruct::{Reading, ReconstructOptions, reconstruct, reconstruct_game};
use kingdom_scanner::report::remarks_about_reading;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::common::laying;
use crate::common::laying::Laid;
use crate::common::noise::{Noise, blurred_with_seams, from_logits};
use crate::common::{kingdom, place};

/// Seven dominoes with towns, which only Queendomino's box has: three with two towns, two with lake, two with
/// grassland.
const SEVEN_OF_ONE_BOX: &str = "TTTTT/LCTTL/GTGTT r5";

/// Thirteen dominoes with towns. Only three dominoes have two towns, so in any tiling each of the other ten
/// squares has a town next to it.
const THIRTEEN_OF_ONE_BOX: &str = "TTTTTT./L1TL1TLT./LTGTGTC/STF1TFT./G1T..... r7";

/// Guesses that are certain of the kingdom, except for one square, where the true content is only twice as
/// probable as `other`.
fn torn(kingdom: &Kingdom, at: &str, other: &str) -> SquareGuesses {
    let at = place(at);
    let other = other.parse().expect("a square");
    let guess = |(place, truth)| {
        from_logits(readings().map(|reading| match reading {
            _ if reading == truth => 30.0 + 2_f32.ln(),
            _ if place == at && reading == other => 30.0,
            _ => 0.0,
        }))
    };
    let squares = kingdom.squares();
    let guesses = kingdom_scanner::domain::Grid::from_fn(squares.rows(), squares.cols(), |p| guess((p, squares[p])));
    SquareGuesses { guesses }
}

fn read(guesses: &SquareGuesses, game: Game, size: Option<GridSize>) -> Reading {
    reconstruct(guesses, &options(game, size)).expect("a kingdom")
}

fn options(game: Game, size: Option<GridSize>) -> ReconstructOptions {
    ReconstructOptions { game: Some(game), size, ..ReconstructOptions::default() }
}

fn at(reading: &Reading, name: &str) -> String {
    reading.kingdom.squares()[place(name)].to_string()
}

fn warns(reading: &Reading) -> bool {
    reading.warnings.iter().any(|warning| warning.code.id() == "more-of-one-box")
}

#[test]
fn a_seventh_domino_of_one_box_is_read_as_what_the_other_box_has() {
    // With a lake on r1c1, its domino has two lakes, which both boxes contain.
    let guesses = torn(&kingdom(SEVEN_OF_ONE_BOX), "r1c1", "lake");
    // On 7x7 a player draws twelve of each, and a single box has no such rule.
    let cases = [
        (Game::RoyalWedding, Some(GridSize::Five), "lake"),
        (Game::RoyalWedding, None, "lake"),
        (Game::RoyalWedding, Some(GridSize::Seven), "town"),
        (Game::Queendomino, Some(GridSize::Five), "town"),
    ];
    for (game, size, expected) in cases {
        let reading = read(&guesses, game, size);
        assert_eq!(at(&reading, "r1c1"), expected, "{game:?} {size:?}");
        assert!(!warns(&reading), "{game:?} {size:?}: {:?}", reading.warnings);
    }
}

#[test]
fn a_thirteenth_on_the_larger_grid_too() {
    let thirteen = kingdom(THIRTEEN_OF_ONE_BOX);
    assert!(findings(&thirteen, &Facts::default()).contains(&Finding::MoreOfOneBox { kingdom: 0, most: 12 }));
    // Both boxes have a domino of wheat and of grassland with a crown.
    let guesses = torn(&thirteen, "r5c2", "wheat");
    assert_eq!(at(&read(&guesses, Game::RoyalWedding, Some(GridSize::Seven)), "r5c2"), "wheat");
    assert_eq!(at(&read(&guesses, Game::RoyalWedding, None), "r5c2"), "wheat");
    assert_eq!(at(&read(&guesses, Game::Queendomino, Some(GridSize::Seven)), "r5c2"), "town");
}

#[test]
fn a_kingdom_that_clearly_has_too_many_is_read_as_it_is_and_is_to_check() {
    for text in [SEVEN_OF_ONE_BOX, THIRTEEN_OF_ONE_BOX] {
        let misplayed = kingdom(text);
        let guesses = torn(&misplayed, "r1c1", "town");
        let known = options(Game::RoyalWedding, Some(misplayed.size()));
        let reading = reconstruct(&guesses, &known).expect("a kingdom");
        assert_eq!(reading.kingdom.squares(), misplayed.squares());
        assert!(reading.needs_review && warns(&reading), "{:?}", reading.warnings);
        // The excess is reported once, as a warning and not as a note as well.
        let (warnings, notes) = remarks_about_reading(&reading, &known);
        let message = Finding::MoreOfOneBox { kingdom: 0, most: misplayed.size().max_dominoes() / 2 }.message();
        assert_eq!(warnings.iter().filter(|warning| warning.message == message).count(), 1);
        assert!(!notes.contains(&message), "{notes:?}");
        // If a user has given every square, the excess is only a note.
        let said: Vec<_> = misplayed.squares().iter().map(|(place, square)| (place, *square)).collect();
        let reading = reconstruct(&guesses.with_given(&said), &known).expect("a kingdom");
        assert!(!reading.needs_review, "{:?}", reading.warnings);
        assert!(remarks_about_reading(&reading, &known).1.contains(&message), "typed and said kingdoms keep the note");
    }
}

/// If a game's boxes are unknown, a kingdom with too many of one is most probably from that box alone.
#[test]
fn too_many_of_one_box_speak_for_a_game_with_one() {
    let guesses = torn(&kingdom(SEVEN_OF_ONE_BOX), "r1c1", "town");
    let reading = reconstruct(&guesses, &ReconstructOptions::default()).expect("a kingdom");
    assert_eq!(reading.kingdom.game(), Game::Queendomino);
}

/// The limit applies to a kingdom that is read together with the others of its game, too.
#[test]
fn all_kingdoms_of_a_game_keep_to_the_rounds() {
    let mut dice = ChaCha8Rng::seed_from_u64(5);
    let others = laying::play(Game::RoyalWedding, GridSize::Five, 2, &mut dice);
    let unseen = Facts::default();
    assert!(others.iter().all(|other| findings(other, &unseen).is_empty()));
    let mut guesses: Vec<SquareGuesses> = others.iter().map(|other| torn(other, "r1c1", "castle")).collect();
    // The third kingdom has all three dominoes with two towns of the box, so none must be in the other
    // kingdoms.
    guesses.push(torn(&kingdom(SEVEN_OF_ONE_BOX), "r1c1", "lake"));
    let alone = read(&guesses[2], Game::RoyalWedding, Some(GridSize::Five));
    let together = reconstruct_game(&guesses, &options(Game::RoyalWedding, Some(GridSize::Five)));
    let together = together.into_iter().last().expect("three kingdoms").expect("a kingdom");
    assert_eq!([at(&alone, "r1c1"), at(&together, "r1c1")], ["lake", "lake"]);
}

/// Counts over the readings of kingdoms that were seen badly.
#[derive(Debug, Default)]
struct Outcome {
    /// Number of kingdoms with every square right.
    right: usize,
    /// Number of wrong kingdoms with a total that is not doubtful.
    silent: usize,
}

fn outcome(kingdoms: &[(Kingdom, SquareGuesses)], size: GridSize) -> Outcome {
    let mut outcome = Outcome::default();
    for (truth, guesses) in kingdoms {
        let reading = read(guesses, Game::RoyalWedding, Some(size));
        let is_right = reading.kingdom.squares() == truth.squares();
        outcome.right += usize::from(is_right);
        outcome.silent += usize::from(!is_right && reading.total_probability >= 0.97);
    }
    outcome
}

/// The kingdoms have at most twelve dominoes, so reading them as 7x7 is reading them without a limit. The
/// limit seldom decides, because half of all dominoes have a double in the other box; where it does, it must
/// not mislead.
#[test]
fn what_can_be_drawn_costs_no_kingdom_that_keeps_to_the_rounds() {
    let mut dice = ChaCha8Rng::seed_from_u64(9);
    let (mut with, mut without) = (Outcome::default(), Outcome::default());
    for blurred_share in [0.1, 0.2, 0.3, 0.4] {
        let noise = Noise { blurred: blurred_share, strength: 6.0, hidden: 0.01 };
        let kingdoms: Vec<(Kingdom, SquareGuesses)> = (0..150)
            .map(|_| {
                let Laid { kingdom, seams } =
                    laying::lay_well_with_seams(Game::RoyalWedding, GridSize::Five, &mut dice);
                let guesses = blurred_with_seams(kingdom.squares(), &seams, noise, &mut dice);
                (kingdom, guesses)
            })
            .collect();
        for (sum, size) in [(&mut with, GridSize::Five), (&mut without, GridSize::Seven)] {
            let Outcome { right, silent } = outcome(&kingdoms, size);
            *sum = Outcome { right: sum.right + right, silent: sum.silent + silent };
        }
    }
    println!("of 600: {with:?} with the rounds, {without:?} without");
    assert!(with.right >= without.right && with.silent <= without.silent, "{with:?} {without:?}");
}
