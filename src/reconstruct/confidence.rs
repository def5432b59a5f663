//! Weighs the best kingdom against its alternatives: what is sure, what is to be checked by a person.

mod pieces;

use super::candidates::{Candidate, Candidates, IMPROBABLE_LOSS};
use super::cover::COVERED_BELOW;
use super::game_choice::GameHypothesis;
use super::guesses::SquareGuesses;
use super::options::Choices;
use super::pieces::KingdomPieces;
use super::reading::{DOUBTFUL_BELOW, LeftOut, ReadSquare, Reading, SquareState};
use super::{ReconstructError, ReconstructOptions};
use crate::audit;
use crate::audit::warning::{LEFT_OUT_TILES, Warning};
use crate::domain::{Game, Grid, GridSize, Kingdom, Pieces, Place, Square};
use crate::messages::{Message, MessageId, Words};
use crate::scoring::sheet;

/// From here on a square adds nothing to a doubt: all squares of a 7x7 kingdom together stay accepted (0.9995 to the 49th is
/// 0.976).
const SURE: f64 = 0.9995;

/// A reading that the square's own picture makes no more probable than this was not seen: the box tells it. Half,
/// because above it no other reading is as probable.
const SEEN_FROM: f64 = 0.5;

/// How probable it is, before a square is looked at, that no box explains what lies there: a tile of another box or edition, one that is
/// covered, a grid that is a little off. Then its own picture is all there is. With one in 333 a square is doubtful where its picture
/// makes the reading less than an eleventh as probable as what it shows. Chosen on the boards, the held-out scenes and 80 scenes of `fixtures/suites/locator.json`
/// (seed 5151), on each of which a square was pasted over another in four to eight ways: of 813 squares below that 785 were read wrongly,
/// of 43 others whose picture shows something else 10. Of 645 kingdoms of that suite (seeds 5151 and, with real faces, 5152) it has two more
/// checked, of 644 others (6262 and 6263) five, all read rightly.
const OUTSIDE_THE_BOX: f64 = 0.003;

/// Another game may have been played.
const DOUBTFUL_GAME: &str = "doubtful-game";

/// A board, and what it may show.
#[derive(Clone, Copy)]
pub(super) struct Hypothesis<'a> {
    pub guesses: &'a SquareGuesses,
    pub game: Game,
    pub game_probability: f64,
    pub board: &'a Grid<Choices>,
    pub found: &'a Candidates,
}

impl<'a> Hypothesis<'a> {
    pub fn new(guesses: &'a SquareGuesses, weighed: &'a GameHypothesis) -> Self {
        let GameHypothesis { game, game_probability, board, found } = weighed;
        Self { guesses, game: *game, game_probability: *game_probability, board, found }
    }
}

/// The best candidate as a reading, with what stands on its squares.
pub(super) fn judge(
    case: &Hypothesis,
    pieces: Option<&KingdomPieces>,
    options: &ReconstructOptions,
) -> Result<Reading, ReconstructError> {
    let Hypothesis { board, found, game, .. } = *case;
    let best = on(board, pieces, found.best(), game);
    let (top_left, kingdom) = kingdom_of(&best, game, options)?;
    let estimator = Estimator {
        guesses: case.guesses,
        board,
        found,
        options,
        game,
        pieces,
        best: &best,
        total: total_of(&best, game, options)?,
    };
    let of_squares =
        if options.any_dominoes { estimator.of_pictures() } else { found.least_probability(|r| estimator.is_alike(r)) };
    let total_probability = of_squares * estimator.of_box() * estimator.of_pieces();
    let mut squares = Grid::from_fn(kingdom.squares().rows(), kingdom.squares().cols(), |place| {
        estimator.read(Place::new(top_left.row + place.row, top_left.col + place.col))
    });
    doubt_the_least_sure(&mut squares, total_probability);
    let mut warnings = warnings(&kingdom, &squares, found, total_probability, options.any_dominoes);
    warnings.extend(estimator.contradicted(top_left, &kingdom));
    warnings.extend(covered(&squares));
    warnings.extend(about_game(case));
    warnings.extend(estimator.of_another_game(top_left, &kingdom));
    warnings.extend(more_of_one_box(case, &kingdom));
    let needs_review = !warnings.is_empty();
    let mut reading = Reading {
        kingdom,
        top_left,
        squares,
        loss: found.loss,
        game_probability: case.game_probability,
        total_probability,
        warnings,
        needs_review,
        left_out: Vec::new(),
        corrections: Vec::new(),
    };
    reading.leave_out(LEFT_OUT_TILES, MessageId::LeftOutTiles, estimator.left_out(top_left), options);
    Ok(reading)
}

/// The squares with what stands on them, if anything does in this game.
fn on(board: &Grid<Choices>, pieces: Option<&KingdomPieces>, squares: &Grid<Square>, game: Game) -> Grid<Square> {
    let mut on = match pieces.filter(|_| game.has_queendomino()) {
        Some(pieces) => pieces.on(squares),
        None => squares.clone(),
    };
    // What only a person can say of expansions.
    for (place, given) in board.iter().filter_map(|(place, choices)| Some((place, choices.beyond?))) {
        if on[place].ground() == given.ground() {
            let Pieces { giants, court, .. } = given.pieces();
            on[place] = on[place].with_pieces(Pieces { giants, court, ..on[place].pieces() });
        }
    }
    on
}

/// Where Kingdomino and a game with pieces are both likely, and where those were not looked for.
fn about_game(case: &Hypothesis) -> impl Iterator<Item = Warning> {
    let is_kingdomino = |game: Game| !game.has_queendomino();
    let alternatives =
        case.found.list.iter().find(|alternative| is_kingdomino(alternative.game) != is_kingdomino(case.game));
    let doubtful = alternatives.filter(|_| case.game_probability < DOUBTFUL_BELOW).map(|alternative| {
        let percent = (case.game_probability * 100.0).floor() as u32;
        let message = MessageId::DoubtfulGame.with("game", case.game).with("percent", percent);
        Warning { code: DOUBTFUL_GAME, message: message.with("other", alternative.game), squares: Vec::new() }
    });
    let is_all_given = is_all_given(case);
    let is_unseen = !is_kingdomino(case.game) && !is_all_given && !case.guesses.pieces_were_looked_for();
    let message = MessageId::PiecesNotLookedFor.into();
    let unseen = is_unseen.then_some(Warning { code: "pieces-not-looked-for", message, squares: Vec::new() });
    let is_said = case.guesses.guesses.cells().iter().any(|guess| guess.beyond.is_some());
    let is_expansion = case.game.has_giants() && !is_said && !is_all_given;
    let message = MessageId::ExpansionNotLookedFor.into();
    let expansion = is_expansion.then_some(Warning { code: "expansion-not-looked-for", message, squares: Vec::new() });
    [doubtful, unseen, expansion].into_iter().flatten()
}

/// Whether a person said of each tile what it is.
fn is_all_given(case: &Hypothesis) -> bool {
    let mut tiles = case.found.best().iter().filter(|(_, square)| **square != Square::Empty);
    tiles.all(|(place, _)| case.guesses.guesses[place].is_certain())
}

/// Where boxes take turns and the kingdom was not laid so: a person may know better.
fn more_of_one_box(case: &Hypothesis, kingdom: &Kingdom) -> Option<Warning> {
    let is_read = case.found.from_box && !is_all_given(case);
    let finding = if is_read { audit::needs_more_of_one_box(kingdom) } else { None };
    finding.as_ref().map(Warning::from)
}

struct Estimator<'a> {
    guesses: &'a SquareGuesses,
    board: &'a Grid<Choices>,
    found: &'a Candidates,
    options: &'a ReconstructOptions,
    game: Game,
    pieces: Option<&'a KingdomPieces>,
    /// The best candidate with what stands on it, and its total.
    best: &'a Grid<Square>,
    total: i32,
}

impl Estimator<'_> {
    fn is_alike(&self, alternative: &Candidate) -> bool {
        let squares = on(self.board, self.pieces, &alternative.squares, alternative.game);
        total_of(&squares, alternative.game, self.options).is_ok_and(|alternative| alternative == self.total)
    }

    fn read(&self, place: Place) -> ReadSquare {
        let ground = self.found.best()[place];
        let own = &self.board[place];
        let mut others: Vec<(Square, f64)> = (own.squares.iter().filter(|square| **square != ground))
            .map(|square| (*square, self.probability_at_most(place, *square)))
            .collect();
        // A stable sort: alternatives of no kingdom stay in the order of the square's own probabilities.
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let unlike_best = if ground == Square::Empty { Square::Castle } else { Square::Empty };
        let other_ground = others.first().copied().unwrap_or((unlike_best, 0.0));
        let probability_of_ground = self.probability_of_best(place, ground);
        let pieces = self.pieces_at(place);
        let probability = probability_of_ground * pieces.as_ref().map_or(1.0, |pieces| pieces.probability);
        let other_pieces = pieces.as_ref().and_then(|pieces| pieces.second);
        let other_pieces = other_pieces.map(|(square, p)| (square, p * probability_of_ground));
        let (second, second_total) = match other_pieces.filter(|(_, p)| *p > other_ground.1) {
            Some((square, _)) => (square, self.total_with(place, square)),
            None => self.with_ground(place, other_ground.0),
        };
        let is_seen = own.probability_of(ground) > SEEN_FROM && !pieces.as_ref().is_some_and(|p| p.is_inferred);
        // The dominoes say little about where a castle stands that nobody sees: it goes where it is least unlikely.
        let is_guess = ground == Square::Castle && !is_seen;
        let state = if own.is_given {
            SquareState::Corrected
        } else if probability < DOUBTFUL_BELOW
            || self.found.unsettled.contains(&place)
            || is_guess
            || self.is_contradicted(place)
            || self.is_of_another_game(place)
        {
            SquareState::Doubtful
        } else if !is_seen {
            SquareState::Inferred
        } else {
            SquareState::Seen
        };
        let pieces = pieces.map(|pieces| pieces.read);
        let (best, seen) = (self.best[place], self.guesses.guesses[place].seen);
        ReadSquare { best, probability, gap: self.found.gap(place), second, second_total, state, seen, pieces }
    }

    /// The kingdom's total with this square instead, where that is a kingdom.
    fn total_with(&self, place: Place, square: Square) -> Option<i32> {
        self.total_in(self.game, place, square)
    }

    fn total_in(&self, game: Game, place: Place, square: Square) -> Option<i32> {
        let mut replaced = self.best.clone();
        replaced[place] = square;
        total_of(&replaced, game, self.options).ok()
    }

    /// Another tile with what stands on it, and the total with it; in the most probable game that has it.
    fn with_ground(&self, place: Place, ground: Square) -> (Square, Option<i32>) {
        let mut squares = self.found.best().clone();
        squares[place] = ground;
        let has = |alternative: &&Candidate| alternative.game.has(&ground);
        let game = self.found.list.iter().find(has).map_or(self.game, |alternative| alternative.game);
        let square = on(self.board, self.pieces, &squares, game)[place];
        (square, self.total_in(game, place, square))
    }

    /// Where not all alternatives are listed, the best one in which the square reads otherwise still is. It stands for all
    /// of them, as the best kingdom stands for all in which the square reads as there.
    fn probability_of_best(&self, place: Place, best: Square) -> f64 {
        if !self.found.from_box {
            return self.of_picture(place, best);
        }
        let listed = self.found.least_probability(|alternative| alternative.squares[place] == best);
        let by_box = match self.found.gap(place) {
            Some(gap) if !self.found.is_complete => listed.min(1.0 / (1.0 + (-gap).exp())),
            _ => listed,
        };
        self.box_or_picture(place, best, by_box)
    }

    fn probability_at_most(&self, place: Place, square: Square) -> f64 {
        if !self.found.from_box {
            return self.of_picture(place, square);
        }
        let by_box = self.found.most_probability(|alternative| alternative.squares[place] == square);
        self.box_or_picture(place, square, by_box)
    }

    /// The probability of a square's reading that has `by_box` among the kingdoms that the box can form: either one of these lies there,
    /// or the square is what its own picture shows.
    fn box_or_picture(&self, place: Place, square: Square, by_box: f64) -> f64 {
        let outside = outside_the_box(self.beside_shown(place));
        (1.0 - outside) * by_box + outside * self.of_picture(place, square)
    }

    /// The probability that a square is something else than the box says, because its picture shows so.
    fn doubt_about_box(&self, place: Place) -> f64 {
        let of_ground = 1.0 - self.of_picture(place, self.found.best()[place]);
        let pieces = self.stands_at(place).map_or(1.0, |stands| (-stands.loss).exp());
        let doubt =
            (outside_the_box(self.beside_shown(place)) * of_ground).max(outside_the_box(pieces) * (1.0 - pieces));
        if self.board[place].is_given { 0.0 } else { doubt }
    }

    /// How probable the square's own picture makes its reading beside what it shows best, 0 to 1: 1 where it shows nothing.
    fn beside_shown(&self, place: Place) -> f64 {
        self.board[place].loss_of(self.found.best()[place]).map_or(0.0, |loss| (-loss).exp())
    }

    /// Whether the square's own picture clearly shows something else.
    fn is_contradicted(&self, place: Place) -> bool {
        self.found.from_box && self.doubt_about_box(place) > 1.0 - DOUBTFUL_BELOW
    }

    /// The probability that no square which would change the total is something else than the box says.
    fn of_box(&self) -> f64 {
        let matters = |place: Place| self.total_with(place, self.shown_at(place)) != Some(self.total);
        let doubts = self.board.places().map(|place| (place, self.doubt_about_box(place)));
        let doubts = doubts.filter(|(place, doubt)| self.found.from_box && *doubt > 1.0 - SURE && matters(*place));
        doubts.map(|(_, doubt)| 1.0 - doubt).product()
    }

    /// What the square's own picture shows, with what was read to stand there if it is the same tile.
    fn shown_at(&self, place: Place) -> Square {
        let shown = self.board[place].squares[0];
        if shown == self.found.best()[place] { self.best[place] } else { shown }
    }

    /// Tiles that clearly are in the grid, where the reading has none.
    fn left_out(&self, top_left: Place) -> Vec<LeftOut> {
        let is_left_out = |place: &Place| self.found.best()[*place] == Square::Empty && self.is_contradicted(*place);
        let left_out = |place: Place| LeftOut {
            row: place.row as isize - top_left.row as isize,
            col: place.col as isize - top_left.col as isize,
            seen: self.board[place].squares[0],
            probability: 1.0 - self.of_picture(place, Square::Empty),
        };
        self.board.places().filter(is_left_out).map(left_out).collect()
    }

    /// Whether the square looks most like something that the game has not.
    fn is_of_another_game(&self, place: Place) -> bool {
        self.board[place].lost > 0.0
    }

    /// A warning of squares of the kingdom that the box wants to be something else than their pictures show.
    fn contradicted(&self, top_left: Place, kingdom: &Kingdom) -> Option<Warning> {
        let squares = squares_of(kingdom, top_left, self.board.places().filter(|place| self.is_contradicted(*place)));
        let is_contradicted = !squares.is_empty();
        let warning = Warning { code: "contradicted-squares", message: MessageId::ContradictedSquares.into(), squares };
        is_contradicted.then_some(warning)
    }

    /// A warning of squares of the kingdom that look like none of its game's.
    fn of_another_game(&self, top_left: Place, kingdom: &Kingdom) -> Option<Warning> {
        let squares =
            squares_of(kingdom, top_left, self.board.places().filter(|place| self.is_of_another_game(*place)));
        let is_any = !squares.is_empty();
        let message = MessageId::TilesOfAnotherGame.with("game", self.game);
        is_any.then_some(Warning { code: DOUBTFUL_GAME, message, squares })
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

/// The probability that no box explains a square whose own picture makes what the box says so probable beside what it shows: the
/// less that is, the more speaks for something else (Bayes' rule).
fn outside_the_box(beside_shown: f64) -> f64 {
    OUTSIDE_THE_BOX / (OUTSIDE_THE_BOX + (1.0 - OUTSIDE_THE_BOX) * beside_shown)
}

/// Those of these places of the guesses' grid that lie in the kingdom, by its names.
fn squares_of(kingdom: &Kingdom, top_left: Place, places: impl Iterator<Item = Place>) -> Vec<Place> {
    let in_kingdom = |place: Place| {
        let (row, col) = (place.row.checked_sub(top_left.row)?, place.col.checked_sub(top_left.col)?);
        Some(Place::new(row, col)).filter(|place| kingdom.squares().get(*place).is_some())
    };
    places.filter_map(in_kingdom).collect()
}

/// A warning of doubtful squares that something lies on.
fn covered(squares: &Grid<ReadSquare>) -> Option<Warning> {
    let is_covered = |square: &ReadSquare| square.state == SquareState::Doubtful && square.seen < COVERED_BELOW;
    let squares: Vec<Place> = squares.iter().filter(|(_, square)| is_covered(square)).map(|(place, _)| place).collect();
    let is_covered = !squares.is_empty();
    is_covered.then_some(Warning { code: "covered-squares", message: MessageId::CoveredSquares.into(), squares })
}

/// Where many small doubts make a doubtful total and none is large enough to stand out, a person is to check the least sure squares: as
/// many as leave the rest sure. (Not the castle, whose place is warned about by itself.)
fn doubt_the_least_sure(squares: &mut Grid<ReadSquare>, total_probability: f64) {
    if squares.cells().iter().any(|square| square.state == SquareState::Doubtful) {
        return;
    }
    let can_be_checked = |square: &ReadSquare| {
        square.state != SquareState::Corrected && square.best != Square::Castle && square.probability < SURE
    };
    let mut places: Vec<Place> = squares.places().filter(|place| can_be_checked(&squares[*place])).collect();
    places.sort_by(|a, b| squares[*a].probability.total_cmp(&squares[*b].probability));
    let mut rest = total_probability;
    for place in places {
        if rest >= DOUBTFUL_BELOW {
            break;
        }
        rest /= squares[place].probability;
        squares[place].state = SquareState::Doubtful;
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
        warn("impossible-kingdom", MessageId::ImpossibleKingdom.into(), doubtful.clone());
    } else if found.loss > IMPROBABLE_LOSS {
        warn("improbable-kingdom", MessageId::ImprobableKingdom.into(), doubtful.clone());
    } else if !found.is_complete {
        warn("doubtful-total", MessageId::TooManyDoubts.into(), doubtful);
    } else if total_probability < DOUBTFUL_BELOW {
        let percent = (total_probability * 100.0).floor() as u32;
        warn("doubtful-total", MessageId::DoubtfulTotal.with("percent", percent), doubtful);
    }
    let castle = kingdom.squares().places().find(|place| kingdom.squares()[*place] == Square::Castle);
    match castle {
        None => warn("no-castle", MessageId::NoCastle.into(), Vec::new()),
        Some(place) if squares[place].state == SquareState::Doubtful => {
            warn("doubtful-castle", MessageId::DoubtfulCastle.into(), vec![place]);
        }
        Some(_) => {}
    }
    let apart = squares_apart(kingdom.squares());
    if !apart.is_empty() {
        warn("squares-apart", MessageId::SquaresApart.into(), apart);
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

fn kingdom_of(
    squares: &Grid<Square>,
    game: Game,
    options: &ReconstructOptions,
) -> Result<(Place, Kingdom), ReconstructError> {
    let (rows, cols) = squares.spanned().ok_or(ReconstructError::NoKingdom { land: 0, castles: 0 })?;
    let top_left = Place::new(*rows.start(), *cols.start());
    let squares = squares.trimmed();
    let size = options.size.unwrap_or(GridSize::from_squares(&squares));
    Ok((top_left, Kingdom::new(game, size, squares)?))
}

fn total_of(squares: &Grid<Square>, game: Game, options: &ReconstructOptions) -> Result<i32, ReconstructError> {
    Ok(sheet::total(&kingdom_of(squares, game, options)?.1, &options.unseen, &options.variants))
}
