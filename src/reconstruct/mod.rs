//! `SquareGuesses -> Reading`: the most probable kingdom that the box can form, and what is in doubt.
//!
//! The readings of the board are gone through from the most probable one downwards until one is a kingdom: one
//! castle, no larger than the game's grid, tiled by distinct dominoes of the box. That one is the reading. Going on
//! from there a little gives its rivals, and from their probabilities the doubt: about the total, and about squares.
//! The connection rule is left out on purpose, because real players misplay.

mod ranked_assignments;
mod reading;

pub use reading::{ReadSquare, Reading, SquareState};

use crate::Warning;
use crate::audit;
use crate::domain::{Game, Grid, GridSize, Kingdom, KingdomError, Place, Square, Unseen, Variant};
use crate::score_sheet;
use crate::square_guesses::SquareGuesses;
use crate::words::{Message, Phrase, Words};
use ranked_assignments::RankedAssignments;

/// Below this probability a kingdom's total, or a square, is to be checked by a person.
/// Chosen on the boards read by networks that had not seen their game: see `models/squares.md`.
const STAND_BY_FROM: f64 = 0.97;

/// Readings that are less probable than a square's best one by this factor (in natural logarithms: about 1e-6) are
/// not considered: a bound on the work, chosen well above [`IMPROBABLE_LOSS`].
const LARGEST_SQUARE_LOSS: f64 = 14.0;

/// Rivals are sought until they are less probable than the reading by this factor (about 1 in 1000).
const RIVAL_LOSS: f64 = 7.0;

/// The most combinations that are looked at: up to about 150 ms on the 40 held-out scenes.
const MOST_COMBINATIONS: usize = 20_000;

/// A kingdom of the box that is less probable than the plain reading by this factor (about 1 in 20 000) means that
/// something else is wrong: another edition, a house rule, a grid off by a row.
const IMPROBABLE_LOSS: f64 = 10.0;

/// How much less probable (in natural logarithms: about 1 in 1000) it is that a kingdom shows no castle at all,
/// hidden or left in the box, than that it shows one.
const NO_CASTLE_LOSS: f64 = 7.0;

/// What is known before the squares are looked at.
#[derive(Debug, Clone, Default)]
pub struct ReconstructOptions {
    /// Whose boxes the dominoes are from.
    pub game: Game,
    /// The game's grid where it is known; otherwise the smallest that the squares fit into.
    pub size: Option<GridSize>,
    /// What the photo does not show; it counts in the totals.
    pub unseen: Unseen,
    /// The bonuses that the players agreed on; they count in the totals.
    pub variants: Vec<Variant>,
}

/// Why guesses give no kingdom.
#[derive(Debug, thiserror::Error)]
pub enum ReconstructError {
    /// Too little of a kingdom, or nothing that dominoes could form.
    #[error("no kingdom in the grid: {land} squares of land and {castles} castles")]
    NoKingdom {
        /// Squares that were read as land.
        land: usize,
        /// Squares that were read as a castle.
        castles: usize,
    },
    /// The squares make no kingdom of the game: for one, they do not fit into its grid.
    #[error(transparent)]
    Kingdom(#[from] KingdomError),
}

/// Without a castle, fewer land squares than this are loose dominoes and no kingdom: 5 dominoes.
const LEAST_LAND_WITHOUT_CASTLE: usize = 10;

/// Reads the board as the most probable kingdom. The same guesses always give the same reading.
///
/// # Errors
/// The guesses hold no kingdom: no land beside the castle, or no castle and fewer than five dominoes or land that no
/// box of dominoes forms.
pub fn reconstruct(guesses: &SquareGuesses, options: &ReconstructOptions) -> Result<Reading, ReconstructError> {
    let choices = guesses.guesses.map(|guess| Choices::of(guess.ranked()));
    let found = Candidates::search(&choices, options);
    let squares = found.best();
    let (castles, land) = (count(squares, |s| s == Square::Castle), count(squares, |s| s.terrain().is_some()));
    // A table that was taken for land has no castle, and is hardly ever what dominoes of the box can form.
    let is_kingdom = if castles == 0 { found.from_box && land >= LEAST_LAND_WITHOUT_CASTLE } else { land > 0 };
    if !is_kingdom {
        return Err(ReconstructError::NoKingdom { land, castles });
    }
    judge(&choices, &found, options)
}

/// One square's readings worth considering, the most probable first.
struct Choices {
    squares: Vec<Square>,
    /// Natural logarithms: how much less probable than the first, ascending from 0.
    losses: Vec<f64>,
}

impl Choices {
    fn of(ranked: Vec<(Square, f32)>) -> Self {
        let best = f64::from(ranked[0].1).ln();
        let with_losses = ranked.into_iter().map(|(square, p)| (square, best - f64::from(p).ln()));
        let (squares, losses) = with_losses.take_while(|(_, loss)| *loss <= LARGEST_SQUARE_LOSS).unzip();
        Self { squares, losses }
    }
}

/// A combination of the squares' readings.
struct Candidate {
    squares: Grid<Square>,
    loss: f64,
}

/// The kingdoms found, the most probable first.
struct Candidates {
    candidates: Vec<Candidate>,
    /// False when no kingdom of the box was near, and the only candidate is the plain reading.
    from_box: bool,
    /// False when so much is in doubt that not all rivals could be looked at.
    complete: bool,
}

impl Candidates {
    fn search(choices: &Grid<Choices>, options: &ReconstructOptions) -> Self {
        let losses: Vec<_> = choices.cells().iter().map(|choices| choices.losses.clone()).collect();
        let plain = choices.map(|choices| choices.squares[0]);
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut least_loss = f64::INFINITY;
        let mut complete = true;
        for (number, assignment) in RankedAssignments::new(&losses).enumerate() {
            if assignment.loss > least_loss + RIVAL_LOSS {
                break;
            }
            if number == MOST_COMBINATIONS {
                complete = false;
                break;
            }
            let mut squares = plain.clone();
            for (index, rank) in assignment.departures {
                let place = Place::new(index / choices.cols(), index % choices.cols());
                squares[place] = choices[place].squares[rank];
            }
            if is_kingdom_of_the_box(&squares, options) {
                let castle_loss = if squares.cells().contains(&Square::Castle) { 0.0 } else { NO_CASTLE_LOSS };
                let loss = assignment.loss + castle_loss;
                least_loss = least_loss.min(loss);
                candidates.push(Candidate { squares, loss });
            }
        }
        candidates.sort_by(|a, b| a.loss.total_cmp(&b.loss));
        let from_box = !candidates.is_empty();
        if !from_box {
            candidates.push(Candidate { squares: with_one_castle(choices), loss: 0.0 });
        }
        Self { candidates, from_box, complete }
    }

    fn best(&self) -> &Grid<Square> {
        &self.candidates[0].squares
    }

    /// The candidates' probabilities, summing to 1.
    fn weights(&self) -> Vec<f64> {
        let raw: Vec<f64> = self.candidates.iter().map(|c| (self.candidates[0].loss - c.loss).exp()).collect();
        let sum: f64 = raw.iter().sum();
        raw.into_iter().map(|weight| weight / sum).collect()
    }
}

/// The cheap conditions come first: most combinations fail them.
fn is_kingdom_of_the_box(squares: &Grid<Square>, options: &ReconstructOptions) -> bool {
    if count(squares, |s| s == Square::Castle) > 1 {
        return false;
    }
    let Some((rows, cols)) = squares.spanned() else { return false };
    let limit = options.size.unwrap_or(GridSize::Seven);
    rows.count().max(cols.count()) <= limit.squares_wide() && audit::tiling(squares, options.game).is_found()
}

/// The plain reading, with the most castle-like of several castles kept and the others read as what else they are.
fn with_one_castle(choices: &Grid<Choices>) -> Grid<Square> {
    let mut squares = choices.map(|choices| choices.squares[0]);
    let castles: Vec<Place> = squares.places().filter(|&place| squares[place] == Square::Castle).collect();
    let second_loss = |place: &Place| choices[*place].losses.get(1).copied().unwrap_or(LARGEST_SQUARE_LOSS);
    let keep = castles.iter().copied().max_by(|a, b| second_loss(a).total_cmp(&second_loss(b)));
    for place in castles.into_iter().filter(|&place| Some(place) != keep) {
        squares[place] = choices[place].squares.get(1).copied().unwrap_or(Square::Empty);
    }
    squares
}

fn count(squares: &Grid<Square>, is: impl Fn(Square) -> bool) -> usize {
    squares.cells().iter().filter(|square| is(**square)).count()
}

fn kingdom_of(squares: &Grid<Square>, options: &ReconstructOptions) -> Result<(Place, Kingdom), ReconstructError> {
    let (rows, cols) = squares.spanned().ok_or(ReconstructError::NoKingdom { land: 0, castles: 0 })?;
    let top_left = Place::new(*rows.start(), *cols.start());
    let squares = squares.trimmed();
    let size = options.size.unwrap_or(GridSize::of(&squares));
    Ok((top_left, Kingdom::new(options.game, size, squares)?))
}

fn total_of(squares: &Grid<Square>, options: &ReconstructOptions) -> Result<i32, ReconstructError> {
    Ok(score_sheet::total(&kingdom_of(squares, options)?.1, &options.unseen, &options.variants))
}

/// Weighs the best candidate against its rivals.
fn judge(
    choices: &Grid<Choices>,
    found: &Candidates,
    options: &ReconstructOptions,
) -> Result<Reading, ReconstructError> {
    let (top_left, kingdom) = kingdom_of(found.best(), options)?;
    let total = total_of(found.best(), options)?;
    let weights = found.weights();
    let mut total_probability = 0.0;
    for (candidate, weight) in found.candidates.iter().zip(&weights) {
        if total_of(&candidate.squares, options).is_ok_and(|rival| rival == total) {
            total_probability += weight;
        }
    }
    let (rows, cols) = (kingdom.squares().rows(), kingdom.squares().cols());
    let squares = Grid::from_fn(rows, cols, |place| {
        let place = Place::new(top_left.row + place.row, top_left.col + place.col);
        read_square(place, choices, found, &weights, options)
    });
    let warnings = warnings(&kingdom, &squares, found, total_probability);
    let needs_review = !warnings.is_empty();
    Ok(Reading { kingdom, top_left, squares, total_probability, warnings, needs_review })
}

fn read_square(
    place: Place,
    choices: &Grid<Choices>,
    found: &Candidates,
    weights: &[f64],
    options: &ReconstructOptions,
) -> ReadSquare {
    let best = found.best()[place];
    let own = &choices[place];
    let among_kingdoms = |square: Square| -> f64 {
        let held = found.candidates.iter().zip(weights).filter(|(candidate, _)| candidate.squares[place] == square);
        held.map(|(_, weight)| weight).sum()
    };
    // Where the box decided nothing, the square's own probabilities are all there is.
    let alone = |square: Square| -> f64 {
        let sum: f64 = own.losses.iter().map(|loss| (-loss).exp()).sum();
        own.squares.iter().position(|&s| s == square).map_or(0.0, |rank| (-own.losses[rank]).exp() / sum)
    };
    let probability = |square: Square| if found.from_box { among_kingdoms(square) } else { alone(square) };
    let mut others: Vec<Square> = own.squares.iter().copied().filter(|&square| square != best).collect();
    // A stable sort: rivals of no kingdom stay in the order of the square's own probabilities.
    others.sort_by(|&a, &b| probability(b).total_cmp(&probability(a)));
    let second = others.first().copied().unwrap_or(if best == Square::Empty { Square::Castle } else { Square::Empty });
    let mut replaced = found.best().clone();
    replaced[place] = second;
    let probability = probability(best);
    let state = if probability < STAND_BY_FROM { SquareState::Doubtful } else { SquareState::Seen };
    ReadSquare { best, probability, second, second_total: total_of(&replaced, options).ok(), state }
}

fn warnings(kingdom: &Kingdom, squares: &Grid<ReadSquare>, found: &Candidates, total_probability: f64) -> Vec<Warning> {
    let doubtful: Vec<Place> =
        squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful).map(|(place, _)| place).collect();
    let mut warnings = Vec::new();
    let mut warn = |code, message: Message, squares| warnings.push(Warning { code, message, squares });
    if !found.from_box {
        warn("impossible-kingdom", Phrase::ImpossibleKingdom.into(), doubtful.clone());
    } else if found.candidates[0].loss > IMPROBABLE_LOSS {
        warn("improbable-kingdom", Phrase::ImprobableKingdom.into(), doubtful.clone());
    } else if !found.complete {
        warn("doubtful-total", Phrase::TooManyDoubts.into(), doubtful);
    } else if total_probability < STAND_BY_FROM {
        let percent = (total_probability * 100.0).floor() as u32;
        warn("doubtful-total", Phrase::DoubtfulTotal.with("percent", percent), doubtful);
    }
    if kingdom.castle().is_none() {
        warn("no-castle", Phrase::NoCastle.into(), Vec::new());
    }
    let apart = squares_apart(kingdom.squares());
    if !apart.is_empty() {
        warn("squares-apart", Phrase::SquaresApart.into(), apart);
    }
    warnings
}

/// Squares that no chain of edges joins to the castle (without one: to the first square).
fn squares_apart(squares: &Grid<Square>) -> Vec<Place> {
    let filled = |place: &Place| squares[*place] != Square::Empty;
    let castle = squares.places().find(|&place| squares[place] == Square::Castle);
    let Some(start) = castle.or_else(|| squares.places().find(filled)) else { return Vec::new() };
    let mut joined = Grid::filled(squares.rows(), squares.cols(), false);
    joined[start] = true;
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        for next in squares.neighbours(place).filter(filled) {
            if !std::mem::replace(&mut joined[next], true) {
                open.push(next);
            }
        }
    }
    squares.places().filter(filled).filter(|&place| !joined[place]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square_guesses::{Guess, READINGS, readings};

    /// A real 5x5 of distinct dominoes, castle in the middle.
    const KINGDOM: &str = "
        wheat    wheat  lake    lake     lake
        forest   forest lake:1  forest:1 wheat
        mine:2   wheat  castle  grassland grassland:2
        swamp:2  wheat  wheat   wheat:1  swamp
        grassland wheat:1 forest lake:1  forest";

    fn squares(text: &str) -> Grid<Square> {
        let rows: Vec<Vec<Square>> = (text.trim().lines())
            .map(|line| line.split_whitespace().map(|word| word.parse().expect("a square")).collect())
            .collect();
        Grid::from_cells(rows.len(), rows[0].len(), rows.concat())
    }

    /// Probability `sure` for `square`, the rest shared equally by the other readings.
    fn guess(square: Square, sure: f32) -> Guess {
        let rest = (1.0 - sure) / (READINGS - 1) as f32;
        let log_probabilities = readings().map(|reading| if reading == square { sure } else { rest }.ln());
        Guess { log_probabilities }
    }

    /// Probability `first.1` and `second.1` for two readings, next to nothing for the others.
    fn torn(first: (&str, f32), second: (&str, f32)) -> Guess {
        let of = |(word, p): (&str, f32)| (word.parse::<Square>().expect("a square"), p);
        let (first, second) = (of(first), of(second));
        let p = |reading| [first, second].iter().find(|pair| pair.0 == reading).map_or(1e-6, |pair| pair.1);
        Guess { log_probabilities: readings().map(|reading| p(reading).ln()) }
    }

    fn sure(squares: &Grid<Square>) -> SquareGuesses {
        SquareGuesses { guesses: squares.map(|&square| guess(square, 0.9999)) }
    }

    fn read(guesses: &SquareGuesses) -> Reading {
        reconstruct(guesses, &ReconstructOptions::default()).expect("a kingdom")
    }

    #[test]
    fn a_clear_board_is_read_without_a_doubt() {
        let truth = squares(KINGDOM);
        let reading = read(&sure(&truth));
        assert_eq!(reading.kingdom.squares(), &truth);
        assert_eq!(reading.warnings, []);
        assert!(!reading.needs_review && reading.total_probability > 0.99, "{}", reading.total_probability);
        assert!(reading.squares.cells().iter().all(|square| square.state == SquareState::Seen));
    }

    #[test]
    fn empty_borders_are_trimmed() {
        let truth = squares(KINGDOM);
        let inside = |p: Place| p.row >= 1 && p.col >= 2;
        let framed =
            Grid::from_fn(6, 7, |p| if inside(p) { truth[Place::new(p.row - 1, p.col - 2)] } else { Square::Empty });
        let reading = read(&sure(&framed));
        assert_eq!(reading.kingdom.squares(), &truth);
        assert_eq!(reading.top_left, Place::new(1, 2));
        assert_eq!(reading.kingdom.size(), GridSize::Five);
    }

    #[test]
    fn the_box_corrects_a_square_that_it_does_not_hold() {
        let truth = squares(KINGDOM);
        let mut guesses = sure(&truth);
        // Only one square of the box is a mine with three crowns, and its other half is wheat: the neighbours here
        // are swamp, forest and wheat, but that wheat is needed by the forest's only partner.
        guesses.guesses[Place::new(0, 4)] = torn(("lake:1", 0.6), ("lake", 0.39));
        let reading = read(&guesses);
        let at = reading.squares[Place::new(0, 4)].clone();
        let misread = replaced(&truth, Place::new(0, 4), "lake:1");
        assert_eq!(audit::tiling(&misread, Game::Kingdomino), audit::Tiling::Impossible);
        assert_eq!(at.best, Square::land(crate::domain::Terrain::Lake, 0));
    }

    fn replaced(squares: &Grid<Square>, place: Place, word: &str) -> Grid<Square> {
        let mut squares = squares.clone();
        squares[place] = word.parse().expect("a square");
        squares
    }

    #[test]
    fn of_two_castles_the_surer_one_stays() {
        let truth = squares(KINGDOM);
        let mut guesses = sure(&truth);
        guesses.guesses[Place::new(4, 4)] = torn(("castle", 0.7), ("forest", 0.3));
        assert_eq!(read(&guesses).kingdom.squares(), &truth);
    }

    #[test]
    fn a_kingdom_that_no_box_forms_is_a_warning() {
        let mines = squares(KINGDOM).map(|square| match square.terrain() {
            Some(_) => Square::land(crate::domain::Terrain::Mine, 3),
            None => *square,
        });
        let reading = read(&sure(&mines));
        assert!(reading.needs_review);
        assert_eq!(reading.warnings[0].code, "impossible-kingdom");
        assert_eq!(reading.kingdom.squares(), &mines);
    }

    #[test]
    fn two_readings_that_the_box_allows_are_a_doubt_with_the_points_at_stake() {
        let truth = squares(KINGDOM);
        let rivals = truth.iter().flat_map(|(place, &square)| {
            let more = square.terrain().map(|terrain| Square::land(terrain, square.crowns() + 1));
            more.filter(|more| readings().contains(more)).map(|more| (place, square, more))
        });
        let possible = |&(place, _, more): &(Place, Square, Square)| {
            audit::tiling(&replaced(&truth, place, &more.to_string()), Game::Kingdomino).is_found()
        };
        let (place, square, more) = rivals.into_iter().find(possible).expect("a rival that the box allows");
        let mut guesses = sure(&truth);
        guesses.guesses[place] = torn((&square.to_string(), 0.7), (&more.to_string(), 0.3));
        let reading = read(&guesses);
        assert!(reading.needs_review);
        assert_eq!(reading.warnings[0].code, "doubtful-total");
        assert_eq!(reading.warnings[0].squares, [place]);
        assert_eq!(reading.squares[place].second, more);
        let gain = reading.squares[place].second_total.expect("a kingdom all the same");
        assert!(gain > total_of(&truth, &ReconstructOptions::default()).expect("a kingdom"), "one more crown scores");
    }

    #[test]
    fn a_table_that_looks_like_land_is_no_kingdom() {
        let lake = |_| Square::land(crate::domain::Terrain::Lake, 0);
        let table = Grid::from_fn(5, 5, lake);
        let result = reconstruct(&sure(&table), &ReconstructOptions::default());
        assert!(matches!(result, Err(ReconstructError::NoKingdom { land: 25, castles: 0 })), "{result:?}");
    }

    #[test]
    fn loose_dominoes_without_a_castle_are_no_kingdom() {
        let loose = squares(
            "wheat wheat empty
empty forest lake",
        );
        assert!(matches!(
            reconstruct(&sure(&loose), &ReconstructOptions::default()),
            Err(ReconstructError::NoKingdom { land: 4, castles: 0 })
        ));
    }
}
