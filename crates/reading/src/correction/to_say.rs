//! Choices for a doubtful square, each with the total that the command would print with that correction.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use rayon::prelude::*;

use super::dialogue::SAY_THAT_A_SQUARE_IS_WRONG;
use super::{FirstReadings, GivenSquare, ReadAnew};
use crate::reconstruct::{AGAINST_THE_BOX, Reading, clearly_unlike};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Cell, Grid, Kingdom, Place, Square};
use kingdomino::formats::{ReadSquare, SquareState};

/// The most squares listed at once, to keep the list short. Each kingdom gets at least one, and the rest
/// follow once these are settled.
const MOST_SQUARES: usize = 3;

/// The most choices of a square: each is a row in a table.
const MOST_CHOICES: usize = 3;

/// A doubtful square of a kingdom that needs review.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenSquare {
    /// Index of the kingdom.
    pub kingdom: usize,
    /// Place in the current reading.
    pub place: Place,
    /// Place in the first reading, by which users name the square.
    pub name: Place,
    /// Probability of the reading, 0 to 1.
    pub probability: f64,
    /// The most probable readings; at least one.
    pub choices: Vec<Choice>,
}

/// A correction that the user may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The content of the square.
    pub square: Square,
    /// The kingdom's total after re-reading with this choice; `None` if another correction is needed first.
    pub total: Option<i32>,
    /// Whether it contradicts the box or what other squares clearly show.
    pub is_suspect: bool,
}

/// A kingdom that needs review for a reason that no single square can settle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenKingdom {
    /// Index of the kingdom.
    pub kingdom: usize,
    /// The kingdom's total after the user confirms everything that is shown, in a single answer.
    pub total: Option<i32>,
    /// Whether no dominoes of a box form the squares that its pictures show.
    pub is_against_the_box: bool,
    /// The squares to name when the user confirms the kingdom, by their places in the first reading: those
    /// whose shown content differs from the first reading and was not given before.
    pub named: Vec<(Place, Square)>,
}

/// A doubtful square that the user can name.
pub(super) struct Doubt<'r> {
    /// Index of the kingdom.
    kingdom: usize,
    /// Place in the current reading.
    place: Place,
    /// Place in the first reading, by which users name the square.
    name: Place,
    /// The square's cell.
    pub cell: Cell,
    /// The square as currently read.
    pub square: &'r ReadSquare,
    /// The kingdom's total as currently read, from the same facts as the square's second total.
    total: i32,
}

impl FirstReadings<'_> {
    /// The doubtful squares of those `asked` kingdoms that need review: first one of each kingdom, then
    /// others up to three in all, highest expected loss first. `read` holds the kingdoms re-read with
    /// `given`; `total` scores one of them.
    ///
    /// The total of a choice comes from re-reading all kingdoms with it, as the command does when the choice
    /// is given.
    pub fn open_squares(
        &self,
        given: &[Vec<GivenSquare>],
        read: &ReadAnew,
        asked: &[usize],
        total: impl Fn(usize, &ReadAnew) -> Option<i32> + Sync,
    ) -> Vec<OpenSquare> {
        let mut doubts: Vec<Doubt> = Vec::new();
        for kingdom in asked.iter().copied().filter(|kingdom| read.kingdoms[*kingdom].needs_review) {
            doubts.extend(self.doubts_of(kingdom, read));
        }
        doubts.retain(|doubt| self.counts(doubt, asked));
        doubts.sort_by(Doubt::by_expected_loss);
        let doubts = of_each_first(doubts);
        let mut offered: Vec<(usize, GivenSquare)> = Vec::new();
        for (index, Doubt { kingdom, cell, square, .. }) in doubts.iter().enumerate() {
            for square in self.kingdoms[*kingdom].offers(square, *cell).into_iter().take(MOST_CHOICES) {
                offered.push((index, GivenSquare { cell: *cell, square }));
            }
        }
        let choices: Vec<(usize, Choice)> = offered
            .par_iter()
            .filter_map(|(index, one)| Some((*index, self.choice(given, doubts[*index].kingdom, *one, &total)?)))
            .collect();
        let mut open = Vec::new();
        for (index, Doubt { kingdom, place, name, square, .. }) in doubts.into_iter().enumerate() {
            let choices = choices.iter().filter(|(of, _)| *of == index).map(|(_, choice)| *choice);
            let choices: Vec<Choice> = choices.collect();
            if !choices.is_empty() {
                open.push(OpenSquare { kingdom, place, name, probability: square.probability, choices });
            }
        }
        open
    }

    /// The result of one more given square; `None` if it would be refused.
    fn choice(
        &self,
        given: &[Vec<GivenSquare>],
        kingdom: usize,
        one: GivenSquare,
        total: impl Fn(usize, &ReadAnew) -> Option<i32>,
    ) -> Option<Choice> {
        let mut given = given.to_vec();
        given[kingdom].push(one);
        let read = self.read_anew(&given).ok()?;
        let is_suspect = self.suspects(&given, &read).contains(&(kingdom, one));
        Some(Choice { square: one.square, total: total(kingdom, &read), is_suspect })
    }

    /// The `asked` kingdoms that need review for a reason other than single squares: no box forms their
    /// tiles, or the grid is doubtful. The user can settle each by confirming everything shown; its total is
    /// then the one after re-reading all kingdoms with that confirmation. Kingdoms that cannot be confirmed
    /// as shown are left out.
    pub fn open_kingdoms(
        &self,
        given: &[Vec<GivenSquare>],
        read: &ReadAnew,
        asked: &[usize],
        total: impl Fn(usize, &ReadAnew) -> Option<i32> + Sync,
    ) -> Vec<OpenKingdom> {
        asked.iter().filter_map(|kingdom| self.open_kingdom(given, read, *kingdom, &total)).collect()
    }

    fn open_kingdom(
        &self,
        given: &[Vec<GivenSquare>],
        read: &ReadAnew,
        kingdom: usize,
        total: impl Fn(usize, &ReadAnew) -> Option<i32>,
    ) -> Option<OpenKingdom> {
        let (first, later) = (&self.kingdoms[kingdom], &read.kingdoms[kingdom]);
        let is_against_the_box = later.warnings.iter().any(is_of_no_box);
        // A doubtful game is settled first, because confirming would fix the tiles under the wrong game.
        let is_game_open = later.warnings.iter().any(|warning| warning.code == WarningCode::DoubtfulGame);
        let is_about_squares = !self.doubts_of(kingdom, read).is_empty();
        if !later.needs_review || is_game_open || (is_about_squares && !is_against_the_box) {
            return None;
        }
        let shown = if is_against_the_box { self.as_it_looks(kingdom, later) } else { later.clone() };
        let (mut typed, mut named) = (given.to_vec(), Vec::new());
        for one in self.as_read(kingdom, given, &shown).ok()? {
            if !first.is_as_read(&one) && !given[kingdom].contains(&one) {
                typed[kingdom].push(one);
                named.push((first.reading.place_of(one.cell)?, one.square));
            }
        }
        // The command that the user types fills in the remaining squares in the same way.
        typed[kingdom] = self.as_read_first(kingdom, &typed).ok()?;
        let read = self.read_anew(&typed).ok()?;
        let is_settled = !read.kingdoms[kingdom].needs_review;
        is_settled.then(|| OpenKingdom { kingdom, total: total(kingdom, &read), is_against_the_box, named })
    }

    /// The kingdom as its pictures show it: wherever a picture clearly contradicts a reading that the box
    /// decided, the picture's own reading is used. Squares that the user gave stay.
    fn as_it_looks(&self, kingdom: usize, later: &Reading) -> Reading {
        let guesses = &self.kingdoms[kingdom].guesses;
        let (game, squares) = (later.kingdom.game(), later.kingdom.squares());
        let squares = Grid::from_fn(squares.rows(), squares.cols(), |place| {
            let (square, state) = (squares[place], later.squares[place].state);
            let guess = guesses.at(later.cell_of(place)).filter(|_| state != SquareState::Corrected);
            guess.and_then(|guess| clearly_unlike(guess, square, game)).unwrap_or(square)
        });
        let mut shown = later.clone();
        if let Ok(kingdom) = Kingdom::new(game, later.kingdom.size(), squares) {
            shown.kingdom = kingdom;
        }
        shown
    }

    /// A kingdom's doubtful squares, the highest expected loss first. Leaves out squares outside the first
    /// reading's rows and columns, which have no name. `read` holds all kingdoms as currently read.
    pub(super) fn doubts_of<'r>(&self, kingdom: usize, read: &'r ReadAnew) -> Vec<Doubt<'r>> {
        let (first, later) = (&self.kingdoms[kingdom], &read.kingdoms[kingdom]);
        let total = self.total(kingdom, &later.kingdom);
        let mut doubts = Vec::new();
        for (place, square) in later.squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful) {
            let cell = later.cell_of(place);
            if let Some(name) = first.reading.place_of(cell) {
                doubts.push(Doubt { kingdom, place, name, cell, square, total });
            }
        }
        doubts.sort_by(Doubt::by_expected_loss);
        doubts
    }

    /// Whether the doubt is listed under its own kingdom. If photos of a game show one kingdom several times,
    /// the same square may belong to several of the `asked` kingdoms. It is listed under the first of those
    /// whose rows and columns include it.
    fn counts(&self, doubt: &Doubt, asked: &[usize]) -> bool {
        let Some(game) = self.game else { return true };
        let mut given = vec![Vec::new(); self.kingdoms.len()];
        given[doubt.kingdom].push(GivenSquare { cell: doubt.cell, square: doubt.square.best });
        let shown = game.in_all_views(&given);
        let mut in_first = asked.to_vec();
        in_first.retain(|view| {
            shown[*view].iter().any(|shown| self.kingdoms[*view].reading.place_of(shown.cell).is_some())
        });
        in_first.into_iter().min().is_none_or(|first| first == doubt.kingdom)
    }

    /// The given squares that may be wrong. If re-reading the kingdoms has raised a new warning that some
    /// square is wrong, these are all given squares that differ from the first reading; otherwise none.
    pub fn suspects(&self, given: &[Vec<GivenSquare>], read: &ReadAnew) -> Vec<(usize, GivenSquare)> {
        let is_new = self.kingdoms.iter().zip(&read.kingdoms).any(|(first, later)| {
            let before: Vec<WarningCode> = first.reading.warnings.iter().map(|warning| warning.code).collect();
            let mut codes = later.warnings.iter().map(|warning| warning.code);
            codes.any(|code| SAY_THAT_A_SQUARE_IS_WRONG.contains(&code) && !before.contains(&code))
        });
        if !is_new {
            return Vec::new();
        }
        let given = given.iter().enumerate().flat_map(|(kingdom, given)| given.iter().map(move |one| (kingdom, *one)));
        given.filter(|(kingdom, one)| !self.kingdoms[*kingdom].is_as_read(one)).collect()
    }
}

impl Doubt<'_> {
    fn by_expected_loss(one: &Self, other: &Self) -> Ordering {
        ReadSquare::by_expected_loss((one.square, one.total), (other.square, other.total))
    }
}

fn is_of_no_box(warning: &Warning) -> bool {
    AGAINST_THE_BOX.contains(&warning.code) || warning.code == WarningCode::ImpossibleGame
}

/// Puts the first doubt of each kingdom before all others, so that every kingdom is listed, even if far more
/// points are at stake in another one.
fn of_each_first(doubts: Vec<Doubt>) -> Vec<Doubt> {
    let mut seen = BTreeSet::new();
    let (first, others): (Vec<Doubt>, Vec<Doubt>) = doubts.into_iter().partition(|doubt| seen.insert(doubt.kingdom));
    let further = MOST_SQUARES.saturating_sub(first.len());
    first.into_iter().chain(others.into_iter().take(further)).collect()
}
