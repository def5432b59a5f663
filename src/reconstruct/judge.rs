//! Weighs the best kingdom against its rivals: what is sure, what is to be checked by a person.

use super::candidates::{Candidate, Candidates, IMPROBABLE_LOSS};
use super::choices::Choices;
use super::reading::{ReadSquare, Reading, SquareState};
use super::{ReconstructError, ReconstructOptions};
use crate::Warning;
use crate::domain::{Grid, GridSize, Kingdom, Place, Square};
use crate::score_sheet;
use crate::words::{Message, Phrase, Words};

/// Below this probability a kingdom's total, or a square, is to be checked by a person.
/// Chosen on the boards read by networks that had not seen their game: see `models/squares.md`.
const STAND_BY_FROM: f64 = 0.97;

/// A reading that the square's own picture makes no more probable than this was not seen: the box tells it. Half,
/// because above it no other reading is as probable.
const SEEN_FROM: f64 = 0.5;

/// A reading that the square's own picture makes less probable than its best one by so much (in natural logarithms: 1 in 150)
/// contradicts the picture; then something else is wrong nearby. On the boards, the photographs and the held-out scenes no
/// rightly read square lost more than 4.5. Where one square of `fixtures/photos/five.jpg` was covered with plain colour, the other
/// half of its domino, which then was read as no tile, lost from 5.4 to 9.3.
const CONTRADICTED_LOSS: f64 = 5.0;

/// The best candidate as a reading.
pub(super) fn judge(
    board: &Grid<Choices>,
    found: &Candidates,
    options: &ReconstructOptions,
) -> Result<Reading, ReconstructError> {
    let (top_left, kingdom) = kingdom_of(found.best(), options)?;
    let total = total_of(found.best(), options)?;
    let is_alike = |rival: &Candidate| total_of(&rival.squares, options).is_ok_and(|rival| rival == total);
    let jury = Jury { board, found, options };
    let total_probability = if options.any_dominoes { jury.of_pictures() } else { found.least_probability(is_alike) };
    let squares = Grid::from_fn(kingdom.squares().rows(), kingdom.squares().cols(), |place| {
        jury.read(Place::new(top_left.row + place.row, top_left.col + place.col))
    });
    let mut warnings = warnings(&kingdom, &squares, found, total_probability, options.any_dominoes);
    warnings.extend(jury.contradicted(top_left, &kingdom));
    let needs_review = !warnings.is_empty();
    let corrections = Vec::new();
    Ok(Reading { kingdom, top_left, squares, loss: found.loss, total_probability, warnings, needs_review, corrections })
}

struct Jury<'a> {
    board: &'a Grid<Choices>,
    found: &'a Candidates,
    options: &'a ReconstructOptions,
}

impl Jury<'_> {
    fn read(&self, place: Place) -> ReadSquare {
        let best = self.found.best()[place];
        let own = &self.board[place];
        let mut others: Vec<(Square, f64)> = (own.squares.iter().filter(|square| **square != best))
            .map(|square| (*square, self.probability_at_most(place, *square)))
            .collect();
        // A stable sort: rivals of no kingdom stay in the order of the square's own probabilities.
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let unlike_best = if best == Square::Empty { Square::Castle } else { Square::Empty };
        let second = others.first().map_or(unlike_best, |(square, _)| *square);
        let mut replaced = self.found.best().clone();
        replaced[place] = second;
        let probability = self.probability_of_best(place, best);
        let is_seen = own.probability_of(best) > SEEN_FROM;
        // The dominoes say little about where a castle stands that nobody sees: it goes where it is least unlikely.
        let is_guess = best == Square::Castle && !is_seen;
        let state = if own.is_told {
            SquareState::Corrected
        } else if probability < STAND_BY_FROM
            || self.found.unsettled.contains(&place)
            || is_guess
            || self.is_contradicted(place)
        {
            SquareState::Doubtful
        } else if !is_seen {
            SquareState::Inferred
        } else {
            SquareState::Seen
        };
        let second_total = total_of(&replaced, self.options).ok();
        ReadSquare { best, probability, gap: self.found.gap(place), second, second_total, state }
    }

    /// Where not all rivals are listed, the best one in which the square reads otherwise still is. It stands for all
    /// of them, as the best kingdom stands for all in which the square reads as there.
    fn probability_of_best(&self, place: Place, best: Square) -> f64 {
        let listed = if self.found.from_box {
            self.found.least_probability(|rival| rival.squares[place] == best)
        } else {
            self.of_picture(place, best)
        };
        match self.found.gap(place) {
            Some(gap) if !self.found.is_complete => listed.min(1.0 / (1.0 + (-gap).exp())),
            _ => listed,
        }
    }

    fn probability_at_most(&self, place: Place, square: Square) -> f64 {
        if self.found.from_box {
            self.found.most_probability(|rival| rival.squares[place] == square)
        } else {
            self.of_picture(place, square)
        }
    }

    /// Whether the square's own picture clearly shows something else.
    fn is_contradicted(&self, place: Place) -> bool {
        let own = &self.board[place];
        !own.is_told && own.loss_of(self.found.best()[place]).is_none_or(|loss| loss > CONTRADICTED_LOSS)
    }

    /// A warning of squares that the box wants to be something else than their pictures show, in the kingdom or beside it.
    fn contradicted(&self, top_left: Place, kingdom: &Kingdom) -> Option<Warning> {
        let contradicted: Vec<Place> =
            self.found.best().places().filter(|place| self.found.from_box && self.is_contradicted(*place)).collect();
        let in_kingdom = |place: &Place| {
            let (row, col) = (place.row.checked_sub(top_left.row)?, place.col.checked_sub(top_left.col)?);
            Some(Place::new(row, col)).filter(|place| kingdom.squares().get(*place).is_some())
        };
        let squares = contradicted.iter().filter_map(in_kingdom).collect();
        let warning = Warning { code: "contradicted-squares", message: Phrase::ContradictedSquares.into(), squares };
        (!contradicted.is_empty()).then_some(warning)
    }

    /// The probability that all squares are what they look like, each by itself.
    fn of_pictures(&self) -> f64 {
        self.board.places().map(|place| self.of_picture(place, self.found.best()[place])).product()
    }

    /// Where the box decided nothing, the square's own probabilities are all there is.
    fn of_picture(&self, place: Place, square: Square) -> f64 {
        self.board[place].probability_of(square)
    }
}

fn warnings(
    kingdom: &Kingdom,
    squares: &Grid<ReadSquare>,
    found: &Candidates,
    total_probability: f64,
    any_dominoes: bool,
) -> Vec<Warning> {
    let doubtful: Vec<Place> =
        squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful).map(|(place, _)| place).collect();
    let mut warnings = Vec::new();
    let mut warn = |code, message: Message, squares| warnings.push(Warning { code, message, squares });
    if !found.from_box && !any_dominoes {
        warn("impossible-kingdom", Phrase::ImpossibleKingdom.into(), doubtful.clone());
    } else if found.loss > IMPROBABLE_LOSS {
        warn("improbable-kingdom", Phrase::ImprobableKingdom.into(), doubtful.clone());
    } else if !found.is_complete {
        warn("doubtful-total", Phrase::TooManyDoubts.into(), doubtful);
    } else if total_probability < STAND_BY_FROM {
        let percent = (total_probability * 100.0).floor() as u32;
        warn("doubtful-total", Phrase::DoubtfulTotal.with("percent", percent), doubtful);
    }
    let castle = kingdom.squares().places().find(|place| kingdom.squares()[*place] == Square::Castle);
    match castle {
        None => warn("no-castle", Phrase::NoCastle.into(), Vec::new()),
        Some(place) if squares[place].state == SquareState::Doubtful => {
            warn("doubtful-castle", Phrase::DoubtfulCastle.into(), vec![place]);
        }
        Some(_) => {}
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

fn kingdom_of(squares: &Grid<Square>, options: &ReconstructOptions) -> Result<(Place, Kingdom), ReconstructError> {
    let (rows, cols) = squares.spanned().ok_or(ReconstructError::NoKingdom { land: 0, castles: 0 })?;
    let top_left = Place::new(*rows.start(), *cols.start());
    let squares = squares.trimmed();
    let size = options.size.unwrap_or(GridSize::of(&squares));
    Ok((top_left, Kingdom::new(options.game, size, squares)?))
}

pub(super) fn total_of(squares: &Grid<Square>, options: &ReconstructOptions) -> Result<i32, ReconstructError> {
    Ok(score_sheet::total(&kingdom_of(squares, options)?.1, &options.unseen, &options.variants))
}
