//! Questions that a user can settle, about doubtful squares and about whole kingdoms: each with its choices,
//! and the totals that the kingdom would have with them.

mod offers;

use std::collections::BTreeSet;

use rayon::prelude::*;

pub use self::offers::other_readings;
use super::{FirstReadings, GivenSquare, ReadAnew, upsert};
use crate::reconstruct::{Reading, clearly_unlike};
use kingdomino::audit::warning::{Against, Warning, WarningCode};
use kingdomino::audit::{Player, Repair, audit_game};
use kingdomino::domain::{Grid, Kingdom, Place, Square};
use kingdomino::formats::{ReadSquare, SquareState};

/// The most squares in the line to type, to keep it short. Each kingdom gets at least one, and the rest
/// follow once these are settled.
const MOST_SQUARES: usize = 3;

/// The most choices of a square in the line to type: each is a row in a table.
const MOST_CHOICES: usize = 3;

/// A question about a kingdom.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenQuestion {
    /// Index of the kingdom.
    pub kingdom: usize,
    /// The doubtful square; `None` if the question is about the whole kingdom, which no single square can
    /// settle.
    pub square: Option<OpenSquare>,
    /// The answers to choose from. About a square there is at least one, and the first is its reading.
    pub choices: Vec<Choice>,
}

/// A doubtful square that the user can name.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenSquare {
    /// Place in the current reading.
    pub place: Place,
    /// Place in the first reading, by which users name the square.
    pub name: Place,
    /// The square as currently read.
    pub read: ReadSquare,
    /// The kingdom's total as currently read, from the same facts as the square's second total.
    pub total: i32,
}

/// An answer that the user may choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What the user says with it: squares by their places in the first reading. One square, unless the user
    /// confirms a whole kingdom; then those whose shown content differs from the first reading and was not
    /// given before.
    pub named: Vec<(Place, Square)>,
    /// The kingdom's total after re-reading all kingdoms with this choice; `None` if other corrections are
    /// needed first.
    pub total: Option<i32>,
    /// Whether it contradicts the box or what other squares clearly show.
    pub is_suspect: bool,
}

impl FirstReadings<'_> {
    /// The questions for the line to type about those `asked` kingdoms that need review: first about one
    /// doubtful square of each kingdom, then about others up to three in all, highest expected loss first;
    /// then about whole kingdoms. `read` holds the kingdoms re-read with `given`; `total` scores one of them.
    pub fn questions(
        &self,
        given: &[Vec<GivenSquare>],
        read: &ReadAnew,
        asked: &[usize],
        total: impl Fn(usize, &ReadAnew) -> Option<i32> + Sync,
    ) -> Vec<OpenQuestion> {
        let mut doubts: Vec<(usize, OpenSquare)> = Vec::new();
        for kingdom in asked.iter().copied().filter(|kingdom| read.kingdoms[*kingdom].needs_review) {
            let own = self.doubts_of(kingdom, read).into_iter().filter(|square| self.counts(kingdom, square, asked));
            doubts.extend(own.map(|square| (kingdom, square)));
        }
        doubts.sort_by(|(_, one), (_, other)| {
            ReadSquare::by_expected_loss((&one.read, one.total), (&other.read, other.total))
        });
        let about_squares = of_each_first(doubts).into_par_iter().map(|(kingdom, square)| {
            let mut offers = self.kingdoms[kingdom].offers(&square);
            offers.truncate(MOST_CHOICES);
            // Unlike a dialogue, the command refuses a second castle instead of replacing the first one.
            if given[kingdom].iter().any(|one| one.square == Square::Castle) {
                offers.retain(|(_, square)| *square != Square::Castle);
            }
            let choices = self.choices(given, kingdom, offers, &total);
            OpenQuestion { kingdom, square: Some(square), choices }
        });
        let about_kingdoms = asked.par_iter().filter_map(|kingdom| self.confirmation(given, read, *kingdom, &total));
        about_squares.chain(about_kingdoms).collect()
    }

    /// The choice of each of these squares, which have their places in the first reading. Leaves out squares
    /// that would be refused. Keeps the first one even then, because it is the current reading of a doubtful
    /// square.
    pub(super) fn choices(
        &self,
        given: &[Vec<GivenSquare>],
        kingdom: usize,
        squares: Vec<(Place, Square)>,
        total: impl Fn(usize, &ReadAnew) -> Option<i32>,
    ) -> Vec<Choice> {
        let read_anew = squares.into_par_iter().map(|named| {
            let (one, mut given) = (self.kingdoms[kingdom].given(named), given.to_vec());
            upsert(&mut given[kingdom], one);
            let read = self.read_anew(&given).ok();
            let is_suspect = read.as_ref().is_some_and(|read| self.suspects(&given, read).contains(&(kingdom, one)));
            (named, read, is_suspect)
        });
        let mut choices = Vec::new();
        for (named, read, is_suspect) in read_anew.collect::<Vec<_>>() {
            if read.is_some() || choices.is_empty() {
                let total = read.and_then(|read| total(kingdom, &read));
                choices.push(Choice { named: vec![named], total, is_suspect });
            }
        }
        choices
    }

    /// The question about a kingdom that needs review for a reason other than single squares: no box forms
    /// its tiles, or the grid is doubtful. The only choice is to confirm everything shown. `None` if that
    /// would not settle the kingdom.
    fn confirmation(
        &self,
        given: &[Vec<GivenSquare>],
        read: &ReadAnew,
        kingdom: usize,
        total: impl Fn(usize, &ReadAnew) -> Option<i32>,
    ) -> Option<OpenQuestion> {
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
        is_settled.then(|| {
            let choice = Choice { named, total: total(kingdom, &read), is_suspect: is_against_the_box };
            OpenQuestion { kingdom, square: None, choices: vec![choice] }
        })
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
    pub(super) fn doubts_of(&self, kingdom: usize, read: &ReadAnew) -> Vec<OpenSquare> {
        let (first, later) = (&self.kingdoms[kingdom], &read.kingdoms[kingdom]);
        let total = self.total(kingdom, &later.kingdom);
        let mut doubts = Vec::new();
        for (place, read) in later.squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful) {
            if let Some(name) = first.reading.place_of(later.cell_of(place)) {
                doubts.push(OpenSquare { place, name, read: read.clone(), total });
            }
        }
        doubts.sort_by(|one, other| ReadSquare::by_expected_loss((&one.read, total), (&other.read, total)));
        doubts
    }

    /// Changes of one square after which the box's dominoes can form the kingdom (in a game, all its
    /// kingdoms), most probable by the square's picture first. Excludes squares that the user gave. The
    /// squares have their places in the first reading.
    pub(super) fn repairs(&self, given: &[Vec<GivenSquare>], read: &ReadAnew, kingdom: usize) -> Vec<(Place, Square)> {
        let first = &self.kingdoms[kingdom];
        let of_game: Vec<usize> = if self.are_together() { (0..read.kingdoms.len()).collect() } else { vec![kingdom] };
        let players: Vec<Player> = (of_game.iter())
            .map(|index| Player {
                kingdom: &read.kingdoms[*index].kingdom,
                unseen: &self.kingdoms[*index].known.unseen,
            })
            .collect();
        let Some(Repair::One(changes)) = audit_game(&players).ok().and_then(|audit| audit.repair) else {
            return Vec::new();
        };
        let mut repairs: Vec<(f32, (Place, Square))> = Vec::new();
        for change in changes.into_iter().filter(|change| of_game[change.square.kingdom] == kingdom) {
            let cell = read.kingdoms[kingdom].cell_of(change.square.place);
            let (Some(name), Some(guess)) = (first.reading.place_of(cell), first.guesses.at(cell)) else { continue };
            if given[kingdom].iter().any(|given| given.cell == cell) {
                continue;
            }
            let ranked = guess.ranked();
            for square in change.instead {
                let likely = ranked.iter().find(|(ground, _)| *ground == square.ground());
                repairs.extend(likely.map(|(_, likely)| (*likely, (name, square))));
            }
        }
        repairs.sort_by(|a, b| b.0.total_cmp(&a.0));
        repairs.into_iter().map(|(_, named)| named).collect()
    }

    /// Whether the doubt is listed under its own kingdom. If photos of a game show one kingdom several times,
    /// the same square may belong to several of the `asked` kingdoms. It is listed under the first of those
    /// whose rows and columns include it.
    fn counts(&self, kingdom: usize, doubt: &OpenSquare, asked: &[usize]) -> bool {
        let Some(game) = self.game else { return true };
        let mut given = vec![Vec::new(); self.kingdoms.len()];
        given[kingdom].push(self.kingdoms[kingdom].given((doubt.name, doubt.read.best)));
        let shown = game.in_all_views(&given);
        let mut in_first = asked.to_vec();
        in_first.retain(|view| {
            shown[*view].iter().any(|shown| self.kingdoms[*view].reading.place_of(shown.cell).is_some())
        });
        in_first.into_iter().min().is_none_or(|first| first == kingdom)
    }

    /// The given squares that may be wrong. If re-reading the kingdoms has raised a new warning that some
    /// square is wrong, these are all given squares that differ from the first reading; otherwise none.
    pub fn suspects(&self, given: &[Vec<GivenSquare>], read: &ReadAnew) -> Vec<(usize, GivenSquare)> {
        let is_new = self.kingdoms.iter().zip(&read.kingdoms).any(|(first, later)| {
            let before: Vec<WarningCode> = first.reading.warnings.iter().map(|warning| warning.code).collect();
            let mut codes = later.warnings.iter().map(|warning| warning.code);
            codes.any(|code| code.meaning().doubts_certain_squares && !before.contains(&code))
        });
        if !is_new {
            return Vec::new();
        }
        let given = given.iter().enumerate().flat_map(|(kingdom, given)| given.iter().map(move |one| (kingdom, *one)));
        given.filter(|(kingdom, one)| !self.kingdoms[*kingdom].is_as_read(one)).collect()
    }
}

fn is_of_no_box(warning: &Warning) -> bool {
    warning.code.meaning().against == Some(Against::ItsBox) || warning.code == WarningCode::ImpossibleGame
}

/// Puts the first doubt of each kingdom before all others, so that every kingdom is listed, even if far more
/// points are at stake in another one.
fn of_each_first(doubts: Vec<(usize, OpenSquare)>) -> Vec<(usize, OpenSquare)> {
    let mut seen = BTreeSet::new();
    let (mut first, others): (Vec<_>, Vec<_>) = doubts.into_iter().partition(|(kingdom, _)| seen.insert(*kingdom));
    let further = MOST_SQUARES.saturating_sub(first.len());
    first.extend(others.into_iter().take(further));
    first
}
