//! Choices for a doubtful square, each with the total that the same command gives after it.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use rayon::prelude::*;

use super::dialogue::SAY_THAT_A_SQUARE_IS_WRONG;
use super::{FirstReadings, GivenSquare, ReadAnew};
use crate::reconstruct::{AGAINST_THE_BOX, SquareInView, ViewReading, clearly_unlike};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Grid, Kingdom, Place};
use kingdomino::formats::{ReadSquare, SquareState};

/// The most squares listed, but at least one of each kingdom: more would be long to read. The rest follow once these are settled.
const MOST_SQUARES: usize = 3;

/// The most choices of a square: each is a line to read and a line to type.
const MOST_CHOICES: usize = 3;

/// A doubtful square of a kingdom that needs review.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenSquare {
    /// Index of the kingdom.
    pub kingdom: usize,
    /// In the kingdom as it is read now.
    pub place: Place,
    /// Probability of the reading, 0 to 1.
    pub probability: f64,
    /// The choices, by places of the first reading.
    pub choices: Vec<Choice>,
}

/// A reading that a person may give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The correction, by the square's place in the first reading.
    pub given: GivenSquare,
    /// The kingdom's total when all is read anew around it; `None` where another correction is needed first.
    pub total: Option<i32>,
    /// Whether it contradicts the box or what other squares clearly show.
    pub is_suspect: bool,
}

/// A kingdom that needs review for a reason that no single square settles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenKingdom {
    /// Index of the kingdom.
    pub kingdom: usize,
    /// Its total as shown, which one answer confirms.
    pub total: Option<i32>,
    /// Whether no box forms its squares as they look.
    pub is_against_the_box: bool,
    /// Squares that differ from the first reading and were not given. All others are as in the first reading.
    pub named: Vec<GivenSquare>,
}

/// A doubtful square before any choice is tried.
struct Doubt<'r> {
    kingdom: usize,
    place: Place,
    name: Place,
    square: &'r ReadSquare,
    /// Points at stake times the probability that the reading is wrong, as in the dialogue.
    expected_loss: f64,
}

impl FirstReadings<'_> {
    /// The doubtful squares of those `asked` kingdoms that need review: first one of each kingdom, then others up to three in all, each by the
    /// highest expected loss. `read` are the kingdoms read anew around `given`; `total` scores one of them.
    ///
    /// The total of a choice comes from reading all kingdoms anew with it, as the same command does when it is given.
    pub fn open_squares(
        &self,
        given: &[Vec<GivenSquare>],
        read: &ReadAnew,
        asked: &[usize],
        total: impl Fn(usize, &ReadAnew) -> Option<i32> + Sync,
    ) -> Vec<OpenSquare> {
        let mut doubts: Vec<Doubt> = Vec::new();
        for kingdom in asked.iter().copied().filter(|kingdom| read.kingdoms[*kingdom].reading.needs_review) {
            doubts.extend(self.doubts_of(kingdom, read));
        }
        doubts.retain(|doubt| self.counts(doubt, asked));
        let least_sure = |one: &Doubt, other: &Doubt| one.square.probability.total_cmp(&other.square.probability);
        doubts.sort_by(|one, other| match other.expected_loss.total_cmp(&one.expected_loss) {
            Ordering::Equal => least_sure(one, other),
            order => order,
        });
        let doubts = of_each_first(doubts);
        let said = doubts.iter().enumerate().flat_map(|(index, doubt)| {
            let in_grid = read.kingdoms[doubt.kingdom].in_view(doubt.place).place();
            let first = &self.kingdoms[doubt.kingdom];
            let in_grid = in_grid.filter(|place| first.guesses.guesses.get(*place).is_some());
            let offers = first.offers(doubt.square, in_grid).into_iter().take(MOST_CHOICES);
            offers.map(move |square| (index, GivenSquare { place: doubt.name, square }))
        });
        let said: Vec<(usize, GivenSquare)> = said.collect();
        let choice = |(index, one): &(usize, GivenSquare)| {
            let kingdom = doubts[*index].kingdom;
            let mut given = given.to_vec();
            given[kingdom].push(*one);
            // Skips choices that would be refused.
            let read = self.read_anew(&given).ok()?;
            let is_suspect = self.suspects(&given, &read).contains(&(kingdom, *one));
            Some((*index, Choice { given: *one, total: total(kingdom, &read), is_suspect }))
        };
        let choices: Vec<Option<(usize, Choice)>> = said.par_iter().map(choice).collect();
        let open = |(index, doubt): (usize, &Doubt)| OpenSquare {
            kingdom: doubt.kingdom,
            place: doubt.place,
            probability: doubt.square.probability,
            choices: choices.iter().flatten().filter(|(of, _)| *of == index).map(|(_, choice)| *choice).collect(),
        };
        doubts.iter().enumerate().map(open).collect()
    }

    /// The `asked` kingdoms that need review for another reason than single squares: no box forms their tiles, or the grid is doubtful. Confirming
    /// all as shown settles each; its total is that of all kingdoms read anew after it. Leaves out kingdoms that cannot be confirmed as shown.
    pub fn open_kingdoms(
        &self,
        given: &[Vec<GivenSquare>],
        read: &ReadAnew,
        asked: &[usize],
        total: impl Fn(usize, &ReadAnew) -> Option<i32> + Sync,
    ) -> Vec<OpenKingdom> {
        let open = |kingdom: &usize| {
            let (kingdom, later) = (*kingdom, &read.kingdoms[*kingdom]);
            let warnings = &later.reading.warnings;
            let is_of_no_box = |warning: &Warning| {
                AGAINST_THE_BOX.contains(&warning.code) || warning.code == WarningCode::ImpossibleGame
            };
            let is_against_the_box = warnings.iter().any(is_of_no_box);
            let is_about_squares = !self.doubts_of(kingdom, read).is_empty();
            // A doubtful game is settled first, because confirming would fix the tiles as those of the wrong game.
            let is_game_open = warnings.iter().any(|warning| warning.code == WarningCode::DoubtfulGame);
            if !later.reading.needs_review || is_game_open || (is_about_squares && !is_against_the_box) {
                return None;
            }
            let shown = if is_against_the_box { self.as_it_looks(kingdom, later) } else { later.clone() };
            let confirmed = self.as_read(kingdom, given, &shown).ok()?;
            let first = self.kingdoms[kingdom].reading.kingdom.squares();
            let is_named =
                |one: &&GivenSquare| first.get(one.place) != Some(&one.square) && !given[kingdom].contains(one);
            let named: Vec<GivenSquare> = confirmed.iter().filter(is_named).copied().collect();
            // As the command reads them into which this is typed.
            let mut said = given.to_vec();
            said[kingdom].extend(&named);
            said[kingdom] = self.as_read_first(kingdom, &said).ok()?;
            let read = self.read_anew(&said).ok()?;
            let is_settled = !read.kingdoms[kingdom].reading.needs_review;
            let total = total(kingdom, &read);
            is_settled.then_some(OpenKingdom { kingdom, total, is_against_the_box, named })
        };
        asked.iter().filter_map(open).collect()
    }

    /// The kingdom with squares as their pictures clearly show them, instead of the box's readings.
    fn as_it_looks(&self, kingdom: usize, later: &ViewReading) -> ViewReading {
        let guesses = &self.kingdoms[kingdom].guesses.guesses;
        let game = later.reading.kingdom.game();
        let look = |place: Place| {
            let square = later.reading.kingdom.squares()[place];
            let guess = later.in_view(place).place().and_then(|at| guesses.get(at));
            guess.and_then(|guess| clearly_unlike(guess, square, game)).unwrap_or(square)
        };
        let squares = later.reading.kingdom.squares();
        let squares = Grid::from_fn(squares.rows(), squares.cols(), |place| match later.reading.squares[place].state {
            SquareState::Corrected => squares[place],
            _ => look(place),
        });
        let mut shown = later.clone();
        if let Ok(kingdom) = Kingdom::new(game, later.reading.kingdom.size(), squares) {
            shown.reading.kingdom = kingdom;
        }
        shown
    }

    fn doubts_of<'r>(&self, kingdom: usize, read: &'r ReadAnew) -> Vec<Doubt<'r>> {
        let (first, later) = (&self.kingdoms[kingdom], &read.kingdoms[kingdom]);
        // By the same facts as the second totals.
        let total = self.total(kingdom, &later.reading.kingdom);
        let doubtful = later.reading.squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful);
        let doubt = |(place, square): (Place, &'r ReadSquare)| {
            let stake = square.second_total.map_or(0, |second| second.abs_diff(total));
            let expected_loss = f64::from(stake) * (1.0 - square.probability);
            Some(Doubt { kingdom, place, name: first.name_of(later, place)?, square, expected_loss })
        };
        doubtful.filter_map(doubt).collect()
    }

    /// Whether the doubt is listed for this kingdom: a square that several asked kingdoms show is listed for the first in which it has a place.
    fn counts(&self, doubt: &Doubt, asked: &[usize]) -> bool {
        let Some(game) = self.game else { return true };
        let at = self.kingdoms[doubt.kingdom].in_view(doubt.name);
        let shown = game.in_all_views(&[SquareInView { view: doubt.kingdom, at, square: doubt.square.best }]);
        let named = shown
            .iter()
            .filter(|shown| asked.contains(&shown.view) && self.kingdoms[shown.view].at(shown.at).is_some());
        named.map(|shown| shown.view).min().is_none_or(|first| first == doubt.kingdom)
    }

    /// Given squares that may contradict the box or what other squares clearly show: if the kingdoms `read` anew have new warnings of that kind, all
    /// given squares that differ from the first reading.
    pub fn suspects(&self, given: &[Vec<GivenSquare>], read: &ReadAnew) -> Vec<(usize, GivenSquare)> {
        let says_so = |code: WarningCode| SAY_THAT_A_SQUARE_IS_WRONG.contains(&code);
        let is_new = self.kingdoms.iter().zip(&read.kingdoms).any(|(first, later)| {
            let before: Vec<WarningCode> = first.reading.warnings.iter().map(|warning| warning.code).collect();
            later.reading.warnings.iter().any(|warning| says_so(warning.code) && !before.contains(&warning.code))
        });
        let said = given.iter().enumerate().flat_map(|(kingdom, given)| given.iter().map(move |one| (kingdom, *one)));
        let is_other = |(kingdom, one): &(usize, GivenSquare)| {
            self.kingdoms[*kingdom].reading.kingdom.squares().get(one.place) != Some(&one.square)
        };
        if is_new { said.filter(is_other).collect() } else { Vec::new() }
    }
}

/// The first doubt of each kingdom comes before further ones, so that each kingdom has a line to type, however much more is at stake in others.
fn of_each_first(doubts: Vec<Doubt>) -> Vec<Doubt> {
    let mut seen = BTreeSet::new();
    let (first, others): (Vec<Doubt>, Vec<Doubt>) = doubts.into_iter().partition(|doubt| seen.insert(doubt.kingdom));
    let further = MOST_SQUARES.saturating_sub(first.len());
    first.into_iter().chain(others.into_iter().take(further)).collect()
}
