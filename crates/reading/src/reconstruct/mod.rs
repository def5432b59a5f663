//! `SquareGuesses -> Reading`: the most probable kingdom that the box can form, and its doubts.
//!
//! The possible `placements` are dominoes on two squares, and the castle or no tile on one. The cost of a
//! placement comes from its squares' probabilities, that of a domino also from its seams. A kingdom covers
//! every square once, with one castle, no domino twice, and no more rows and columns than the game's grid. An
//! exact `search` with a `lower_bound` finds the most probable kingdom, which is the reading. Searching a
//! little further yields its `alternatives`, and their probabilities give the `confidence` in the total and
//! in each square. The connection rule is deliberately ignored, because real players misplay. If two boxes
//! take turns, `rounds` adds a cost to kingdoms with more of one box than a player can have drawn.
//!
//! If the game is not given, `game_choice` decides it; `pieces` decides which pieces are on the squares.
//!
//! `joint` reads the kingdoms of one game, laid from the same boxes. With several photos of a game,
//! `registration` recognises those of the same kingdom, and `views` reads each kingdom from all of them.

mod alternatives;
mod candidates;
mod choices;
mod confidence;
pub mod cover;
mod game_choice;
pub mod guesses;
mod joint;
mod left_out;
pub mod log_probabilities;
mod lower_bound;
mod matching;
pub mod packed_guesses;
pub mod piece_guesses;
mod pieces;
mod placements;
mod problem;
mod reading;
mod registration;
mod rounds;
mod search;
mod shares;
mod views;

pub use left_out::{SquareBeside, warn_of_tiles_beside};
pub use reading::{CorrectedSquare, GivenSquare, LeftOut, Reading};
pub use views::{GameKingdom, GameReading, GameViews, SeenView, game_notes, reconstruct_views};

use crate::reconstruct::guesses::{Guess, SquareGuesses};
use candidates::Candidates;
use choices::Choices;
use confidence::Hypothesis;
use game_choice::GameHypothesis;
use kingdomino::domain::{Facts, Game, Grid, GridSize, KingdomError, Square, Variant, counted};
use pieces::{KingdomPieces, PieceStock};

/// The facts known before the squares are read.
#[derive(Debug, Clone, Default)]
pub struct ReconstructOptions {
    /// The game, if known; otherwise the most probable one is chosen, with Age of Giants if one of its quests
    /// was agreed on.
    pub game: Option<Game>,
    /// The game's grid if known; otherwise the smallest that fits the squares.
    pub size: Option<GridSize>,
    /// Reads each square as it looks, regardless of the dominoes: for house rules and incomplete boxes.
    pub any_dominoes: bool,
    /// Facts that the photo does not show; they count in the totals.
    pub unseen: Facts,
    /// The bonuses that the players agreed on; they count in the totals.
    pub variants: Vec<Variant>,
}

impl ReconstructOptions {
    /// Whether the kingdom may contain dominoes of Age of Giants.
    pub fn has_giants(&self) -> bool {
        match self.game {
            Some(game) => game.has_giants(),
            None => self.variants.iter().any(|variant| variant.is_of_giants()),
        }
    }

    /// The games that may have been played.
    fn games(&self) -> &'static [Game] {
        if self.has_giants() { &Game::WITH_GIANTS } else { &Game::WITHOUT_EXPANSION }
    }
}

/// Why guesses give no kingdom.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReconstructError {
    /// Too few tiles for a kingdom, or tiles that no dominoes form.
    #[error("no kingdom in the grid: {} of land and {}", counted(*land, "square"), counted(*castles, "castle"))]
    NoKingdom {
        /// Squares that were read as land.
        land: usize,
        /// Squares that were read as a castle.
        castles: usize,
    },
    /// The squares are not a valid kingdom of the game; for example, they do not fit into its grid.
    #[error(transparent)]
    Kingdom(#[from] KingdomError),
}

/// Without a castle, fewer land squares than this (5 dominoes) are loose dominoes rather than a kingdom.
const LEAST_LAND_WITHOUT_CASTLE: usize = 10;

/// Reads the board as the most probable kingdom. Deterministic.
///
/// # Errors
/// There is no kingdom: a castle without land, or no castle and either fewer than five dominoes or land that
/// no box's dominoes form. If a user gave any square, only a complete lack of land is an error.
pub fn reconstruct(guesses: &SquareGuesses, options: &ReconstructOptions) -> Result<Reading, ReconstructError> {
    judged(&[Hypothesis::new(guesses, &GameHypothesis::new(guesses, options))], options).remove(0)
}

/// Reads the boards of one game, all laid from the same boxes of dominoes, as the jointly most probable
/// kingdoms. A board that gives no kingdom alone, or none that the box can form, is left out. If the boxes
/// cannot form all the others together, or only far less probably than each alone, the board at fault is read
/// alone with a warning; if several may be at fault, all are read alone, and these have a warning. Kingdoms that
/// the others change much get a warning, too.
///
/// # Errors
/// In the place of a board: why it gives no kingdom; see [`reconstruct()`].
pub fn reconstruct_game(
    guesses: &[SquareGuesses],
    options: &ReconstructOptions,
) -> Vec<Result<Reading, ReconstructError>> {
    let names: Vec<String> = (1..=guesses.len()).map(|number| format!("k{number}")).collect();
    joint::read_together(guesses, &names, options).0
}

/// What the square clearly looks like in this game, if that contradicts `read`.
pub fn clearly_unlike(guess: &Guess, read: Square, game: Game) -> Option<Square> {
    let choices = Choices::new(guess, game);
    choices.contradicts(read.ground()).then(|| choices.squares[0])
}

fn choices_of(guesses: &SquareGuesses, game: Game) -> Grid<Choices> {
    guesses.guesses.map(|guess| Choices::new(guess, game))
}

/// Judges kingdoms of one game, which share the pieces of one box.
fn judged(cases: &[Hypothesis], options: &ReconstructOptions) -> Vec<Result<Reading, ReconstructError>> {
    let kingdoms: Vec<_> = cases.iter().map(|case| (case.guesses, case.found.best())).collect();
    let pieces = match cases.iter().any(|case| case.game.has_queendomino()) {
        true => KingdomPieces::of_game(&kingdoms, &PieceStock::beside(&options.unseen)),
        false => Vec::new(),
    };
    let mut readings = Vec::with_capacity(cases.len());
    for (number, case) in cases.iter().enumerate() {
        let pieces = pieces.get(number).filter(|_| case.game.has_queendomino());
        readings.push(check(case).and_then(|()| confidence::judge(case, pieces, options)));
    }
    readings
}

/// Checks that there is a kingdom at all. If the user gave a square, they see one, and any land is enough.
fn check(case: &Hypothesis) -> Result<(), ReconstructError> {
    if is_said(case.board) && count(case.found.best(), |s| s.terrain().is_some()) > 0 {
        return Ok(());
    }
    looks_like_a_kingdom(case.found)
}

/// Whether the user gave any square of the board.
fn is_said(board: &Grid<Choices>) -> bool {
    board.cells().iter().any(|choices| choices.is_given)
}

/// Checks whether the pictures alone indicate a kingdom.
fn looks_like_a_kingdom(found: &Candidates) -> Result<(), ReconstructError> {
    let squares = found.by_box.as_ref().unwrap_or(found.best());
    let (castles, land) = (count(squares, |s| s == Square::Castle), count(squares, |s| s.terrain().is_some()));
    // A tabletop misread as land has no castle, and the box's dominoes can hardly ever form it.
    let is_kingdom = if castles == 0 { found.from_box && land >= LEAST_LAND_WITHOUT_CASTLE } else { land > 0 };
    if is_kingdom { Ok(()) } else { Err(ReconstructError::NoKingdom { land, castles }) }
}

fn count(squares: &Grid<Square>, is: impl Fn(Square) -> bool) -> usize {
    squares.cells().iter().filter(|square| is(**square)).count()
}
