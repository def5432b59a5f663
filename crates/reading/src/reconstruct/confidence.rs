//! Weighs the best kingdom against its alternatives: what is certain, and what needs review.

mod pieces;

use super::candidates::{Candidate, Candidates, IMPROBABLE_COST};
use super::choices::{Choices, outside_the_box};
use super::cover::COVERED_BELOW;
use super::game_choice::GameHypothesis;
use super::guesses::SquareGuesses;
use super::pieces::KingdomPieces;
use super::reading::{LeftOut, Reading};
use super::{ReconstructError, ReconstructOptions, choices_of};
use kingdomino::audit;
use kingdomino::audit::Finding;
use kingdomino::audit::warning::{Against, Warning, WarningCode};
use kingdomino::domain::{Facts, Game, Grid, GridSize, Kingdom, Pieces, Place, Square};
use kingdomino::formats::{DOUBTFUL_BELOW, ReadSquare, SquareState};
use kingdomino::scoring::sheet;
use messages::{Message, MessageId, Words};

/// A square with at least this probability adds no doubt: a 7x7 kingdom whose 49 squares all have just this
/// much is still accepted (0.9995 to the 49th is 0.976).
const SURE: f64 = 0.9995;

/// The most tiles outside the kingdom that a warning names, to keep it short. The first ones show where to
/// look.
const MOST_NAMED_BESIDE: usize = 3;

/// If the square's own picture gives its reading at most this probability, the reading counts as inferred
/// from the box rather than seen. One half, because above that no other reading can be as probable.
const SEEN_FROM: f64 = 0.5;

/// A kingdom with at least this many land squares but without towns and pieces is probably not from
/// Queendomino: of its 48 dominoes 17 have a town, and only one in 147 draws of ten dominoes includes none of
/// them.
const LAND_WITH_A_TOWN: usize = 20;

/// A board with its game and its candidates.
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

/// Turns the best candidate into a reading with pieces, doubts and warnings.
pub(super) fn judge(
    case: &Hypothesis,
    pieces: Option<&KingdomPieces>,
    options: &ReconstructOptions,
) -> Result<Reading, ReconstructError> {
    let Hypothesis { board, found, game, .. } = *case;
    let best = with_pieces(board, pieces, found.best(), game);
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
    let beside = estimator.beside(top_left, &kingdom);
    let mut warnings = warnings(&kingdom, &squares, found, total_probability, options.any_dominoes, &beside);
    warnings.extend(estimator.contradicted(top_left, &kingdom));
    warnings.extend(estimator.covered(top_left, &squares));
    warnings.extend(about_game(case));
    warnings.extend(without_a_town(case, &kingdom, options));
    warnings.extend(estimator.of_another_game(top_left, &kingdom));
    warnings.extend(more_of_one_box(case, &kingdom));
    warnings.extend(misplayed(case, &kingdom, &squares));
    let is_of_box = |warning: &Warning| warning.code.meaning().against == Some(Against::ItsBox);
    if warnings.iter().any(is_of_box) && is_explained_by_giants(case, options) {
        for warning in warnings.iter_mut().filter(|warning| is_of_box(warning)) {
            warning.message = MessageId::WithGiants.with("what", warning.message.clone());
        }
    }
    let needs_review = !warnings.is_empty();
    let mut reading = Reading {
        kingdom,
        origin: top_left.into(),
        squares,
        cost: found.cost,
        game_probability: case.game_probability,
        total_probability,
        warnings,
        needs_review,
        left_out: Vec::new(),
        corrections: Vec::new(),
    };
    reading.leave_out(WarningCode::LeftOutTiles, MessageId::LeftOutTiles, estimator.left_out(top_left), options);
    Ok(reading)
}

/// Puts the pieces on the squares if this game has any.
fn with_pieces(
    board: &Grid<Choices>,
    pieces: Option<&KingdomPieces>,
    squares: &Grid<Square>,
    game: Game,
) -> Grid<Square> {
    let mut laid = match pieces.filter(|_| game.has_queendomino()) {
        Some(pieces) => pieces.with_pieces(squares),
        None => squares.clone(),
    };
    // Pieces of expansions, which only a user can have entered.
    for (place, given) in board.iter().filter_map(|(place, choices)| Some((place, choices.manual_only?))) {
        if laid[place].ground() == given.ground() {
            let Pieces { giants, court, .. } = given.pieces();
            laid[place] = laid[place].with_pieces(Pieces { giants, court, ..laid[place].pieces() });
        }
    }
    laid
}

/// Warnings that both Kingdomino and a game with pieces are likely, or that pieces or an expansion were not
/// looked for.
fn about_game(case: &Hypothesis) -> impl Iterator<Item = Warning> {
    let has_queendomino = case.game.has_queendomino();
    let alternatives = case.found.list.iter().find(|alternative| alternative.game.has_queendomino() != has_queendomino);
    let doubtful = alternatives.filter(|_| case.game_probability < DOUBTFUL_BELOW).map(|alternative| {
        let percent = (case.game_probability * 100.0).floor() as u32;
        let message = MessageId::DoubtfulGame.with("game", case.game).with("percent", percent);
        Warning {
            code: WarningCode::DoubtfulGame,
            message: message.with("other", alternative.game),
            squares: Vec::new(),
        }
    });
    let is_all_given = is_all_given(case);
    let is_unseen = has_queendomino && !is_all_given && !case.guesses.pieces_were_looked_for();
    let message = MessageId::PiecesNotLookedFor.into();
    let unseen = is_unseen.then_some(Warning { code: WarningCode::PiecesNotLookedFor, message, squares: Vec::new() });
    let is_said = case.guesses.guesses.cells().iter().any(|guess| guess.manual_only.is_some());
    let is_expansion = case.game.has_giants() && !is_said && !is_all_given;
    let message = MessageId::ExpansionNotLookedFor.into();
    let expansion =
        is_expansion.then_some(Warning { code: WarningCode::ExpansionNotLookedFor, message, squares: Vec::new() });
    [doubtful, unseen, expansion].into_iter().flatten()
}

/// A warning if Queendomino was given but the kingdom shows nothing of it, and Kingdomino's box contains
/// everything shown.
fn without_a_town(case: &Hypothesis, kingdom: &Kingdom, options: &ReconstructOptions) -> Option<Warning> {
    let is_given = options.game == Some(Game::Queendomino) && !is_all_given(case);
    let squares = kingdom.squares().cells().iter();
    let land: Vec<&Square> = squares.filter(|square| square.terrain().is_some()).collect();
    let shows_it = case.guesses.expect_towns() || land.iter().any(|square| !Game::Kingdomino.has(square));
    let is_doubtful = is_given && !shows_it && land.len() >= LAND_WITH_A_TOWN;
    let message = MessageId::NothingOfTheGame.with("game", case.game).with("other", Game::Kingdomino);
    is_doubtful.then_some(Warning { code: WarningCode::DoubtfulGame, message, squares: Vec::new() })
}

/// Whether a user gave every tile.
fn is_all_given(case: &Hypothesis) -> bool {
    let mut tiles = case.found.best().iter().filter(|(_, square)| **square != Square::Empty);
    tiles.all(|(place, _)| case.guesses.guesses[place].is_certain())
}

/// Whether the dominoes of Age of Giants form a kingdom that the game's own boxes do not.
fn is_explained_by_giants(case: &Hypothesis, options: &ReconstructOptions) -> bool {
    let Some(game) = case.game.with_giants().filter(|game| *game != case.game) else { return false };
    let board = choices_of(case.guesses, game);
    let found = Candidates::new(&board, game, options);
    found.from_box && found.cost <= IMPROBABLE_COST && !found.contradicts(&board)
}

/// A warning if the boxes take turns and the kingdom needs too many dominoes of one box. Omitted if a user
/// gave all tiles.
fn more_of_one_box(case: &Hypothesis, kingdom: &Kingdom) -> Option<Warning> {
    let is_read = case.found.from_box && !is_all_given(case);
    let finding = if is_read { audit::needs_more_of_one_box(kingdom) } else { None };
    finding.as_ref().map(Warning::from)
}

/// A warning if the dominoes break the connection rule and a square is doubtful: then a misreading is more
/// probable than a misplay. Of 85 real and rendered kingdoms that were read correctly three are misplayed; in
/// two no square is doubtful, and the third needed review anyway.
fn misplayed(case: &Hypothesis, kingdom: &Kingdom, squares: &Grid<ReadSquare>) -> Option<Warning> {
    if !case.found.from_box || squares.cells().iter().all(|square| square.state != SquareState::Doubtful) {
        return None;
    }
    let findings = audit::findings(kingdom, &Facts::default());
    findings.iter().find(|finding| matches!(finding, Finding::Misplayed { .. })).map(Warning::from)
}

struct Estimator<'a> {
    guesses: &'a SquareGuesses,
    board: &'a Grid<Choices>,
    found: &'a Candidates,
    options: &'a ReconstructOptions,
    game: Game,
    pieces: Option<&'a KingdomPieces>,
    /// The squares of the best candidate with their pieces.
    best: &'a Grid<Square>,
    total: i32,
}

impl Estimator<'_> {
    fn is_alike(&self, alternative: &Candidate) -> bool {
        let squares = with_pieces(self.board, self.pieces, &alternative.squares, alternative.game);
        total_of(&squares, alternative.game, self.options).is_ok_and(|alternative| alternative == self.total)
    }

    fn read(&self, place: Place) -> ReadSquare {
        let ground = self.found.best()[place];
        let own = &self.board[place];
        let mut others: Vec<(Square, f64)> = (own.squares.iter().filter(|square| **square != ground))
            .map(|square| (*square, self.probability_at_most(place, *square)))
            .collect();
        // A stable sort: alternatives that occur in no kingdom have equal probabilities here, and keep the
        // order that the square's own picture gives them.
        others.sort_by(|a, b| b.1.total_cmp(&a.1));
        let unlike_best = if ground == Square::Empty { Square::Castle } else { Square::Empty };
        let by_box = self.by_box(place).map(|by_box| (by_box, self.probability_at_most(place, by_box)));
        let other_ground = by_box.or(others.first().copied()).unwrap_or((unlike_best, 0.0));
        let probability_of_ground = self.probability_of_best(place, ground);
        let pieces = self.pieces_at(place);
        let is_seen = own.probability_of(ground) > SEEN_FROM && !pieces.as_ref().is_some_and(|p| p.is_inferred);
        // Dominoes tell little about where an unseen castle is. It is put on the least unlikely square, and
        // only that square's picture tells how unlikely it is there.
        let is_guess = ground == Square::Castle && !is_seen;
        let of_look = if is_guess { own.probability_of(ground) } else { 1.0 };
        let probability = probability_of_ground.min(of_look) * pieces.as_ref().map_or(1.0, |pieces| pieces.probability);
        let other_pieces = pieces.as_ref().and_then(|pieces| pieces.second);
        let other_pieces = other_pieces.map(|(square, p)| (square, p * probability_of_ground));
        let (second, second_total) = match other_pieces.filter(|(_, p)| *p > other_ground.1) {
            Some((square, _)) => (square, self.total_with(place, square)),
            None => self.with_ground(place, other_ground.0),
        };
        let state = if own.is_given {
            SquareState::Corrected
        } else if probability < DOUBTFUL_BELOW
            || self.found.unsettled.contains(&place)
            || is_guess
            || self.by_box(place).is_some()
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

    /// The kingdom's total with this square instead; `None` if the result is not a valid kingdom.
    fn total_with(&self, place: Place, square: Square) -> Option<i32> {
        self.total_in(self.game, place, square)
    }

    fn total_in(&self, game: Game, place: Place, square: Square) -> Option<i32> {
        let mut replaced = self.best.clone();
        replaced[place] = square;
        total_of(&replaced, game, self.options).ok()
    }

    /// Puts another tile on the square, with its pieces. Returns the square and the kingdom's total with it,
    /// in the most probable game that has this tile.
    fn with_ground(&self, place: Place, ground: Square) -> (Square, Option<i32>) {
        let mut squares = self.found.best().clone();
        squares[place] = ground;
        let with_this_tile = self.found.list.iter().find(|alternative| alternative.game.has(&ground));
        let game = with_this_tile.map_or(self.game, |alternative| alternative.game);
        let square = with_pieces(self.board, self.pieces, &squares, game)[place];
        (square, self.total_in(game, place, square))
    }

    /// The probability of the best kingdom's content on this square. If not all alternatives are listed, a
    /// single pair is compared: the best kingdom stands for all that agree with it here, and the best
    /// alternative stands for all that differ.
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

    /// The probability of a square's reading, weighing two cases: one of the box's kingdoms is right, which
    /// gives the reading the probability `by_box`, or no box explains the square and only its own picture
    /// counts.
    fn box_or_picture(&self, place: Place, square: Square, by_box: f64) -> f64 {
        let outside = outside_the_box(self.board[place].beside_shown(self.found.best()[place]));
        (1.0 - outside) * by_box + outside * self.of_picture(place, square)
    }

    /// The probability that the box is wrong about a square or its pieces because the picture shows something
    /// else.
    fn doubt_about_box(&self, place: Place) -> f64 {
        let choices = &self.board[place];
        let pieces = self.stands_at(place).filter(|_| !choices.is_given).map_or(1.0, |stands| (-stands.cost).exp());
        choices.doubt_about_box(self.found.best()[place]).max(outside_the_box(pieces) * (1.0 - pieces))
    }

    /// What the box reads on this square, if the best candidate uses the picture's reading instead.
    fn by_box(&self, place: Place) -> Option<Square> {
        let by_box = self.found.by_box.as_ref()?[place];
        (by_box != self.found.best()[place]).then_some(by_box)
    }

    /// Whether the square's own picture clearly contradicts its reading.
    fn is_contradicted(&self, place: Place) -> bool {
        self.found.from_box && self.doubt_about_box(place) > 1.0 - DOUBTFUL_BELOW
    }

    /// The probability that the box is right about every square that would change the total.
    fn of_box(&self) -> f64 {
        if !self.found.from_box {
            return 1.0;
        }
        let mut probability = 1.0;
        for place in self.board.places() {
            let doubt = self.doubt_about_box(place);
            if doubt > 1.0 - SURE && self.total_with(place, self.shown_at(place)) != Some(self.total) {
                probability *= 1.0 - doubt;
            }
        }
        probability
    }

    /// What the square's own picture shows. The pieces that were read are included if the tile is the same.
    fn shown_at(&self, place: Place) -> Square {
        let shown = self.board[place].squares[0];
        if shown == self.found.best()[place] { self.best[place] } else { shown }
    }

    /// Tiles clearly visible in the grid on squares that were read as empty.
    fn left_out(&self, top_left: Place) -> Vec<LeftOut> {
        let mut left_out = Vec::new();
        for place in self.board.places() {
            if self.found.best()[place] == Square::Empty && self.is_contradicted(place) {
                left_out.push(LeftOut {
                    row: place.row as isize - top_left.row as isize,
                    col: place.col as isize - top_left.col as isize,
                    seen: self.board[place].squares[0],
                    probability: 1.0 - self.of_picture(place, Square::Empty),
                });
            }
        }
        left_out
    }

    /// Possible tiles in the grid outside the kingdom's rows and columns, most probable first.
    fn beside(&self, top_left: Place, kingdom: &Kingdom) -> Vec<LeftOut> {
        let rows = top_left.row..top_left.row + kingdom.squares().rows();
        let cols = top_left.col..top_left.col + kingdom.squares().cols();
        let mut beside = Vec::new();
        for place in self.board.places() {
            if rows.contains(&place.row) && cols.contains(&place.col) {
                continue;
            }
            let probability = 1.0 - self.probability_of_best(place, Square::Empty);
            let tile = self.board[place].squares.iter().find(|square| **square != Square::Empty);
            let Some(&seen) = tile.filter(|_| probability > 1.0 - SURE) else { continue };
            let row = place.row as isize - top_left.row as isize;
            let col = place.col as isize - top_left.col as isize;
            beside.push(LeftOut { row, col, seen, probability });
        }
        beside.sort_by(|one, other| other.probability.total_cmp(&one.probability));
        beside.truncate(MOST_NAMED_BESIDE);
        beside
    }

    /// Whether the square looks most like a tile that the chosen game lacks.
    fn is_of_another_game(&self, place: Place) -> bool {
        self.board[place].lost > 0.0
    }

    /// A warning about squares that the box reads differently from what their pictures clearly show.
    fn contradicted(&self, top_left: Place, kingdom: &Kingdom) -> Option<Warning> {
        let places = self.board.places();
        let contradicted = places.filter(|place| self.is_contradicted(*place) || self.by_box(*place).is_some());
        let squares = squares_of(kingdom, top_left, contradicted);
        let is_contradicted = !squares.is_empty();
        is_contradicted.then(|| warning(WarningCode::ContradictedSquares, MessageId::ContradictedSquares, squares))
    }

    /// A warning about squares that look like no tile of the kingdom's game.
    fn of_another_game(&self, top_left: Place, kingdom: &Kingdom) -> Option<Warning> {
        let squares =
            squares_of(kingdom, top_left, self.board.places().filter(|place| self.is_of_another_game(*place)));
        let is_any = !squares.is_empty();
        let message = MessageId::TilesOfAnotherGame.with("game", self.game);
        is_any.then_some(Warning { code: WarningCode::DoubtfulGame, message, squares })
    }

    /// A warning about doubtful squares that are partly covered. A square that looks like another game's tile
    /// is not named here, because it has a warning of its own.
    fn covered(&self, top_left: Place, squares: &Grid<ReadSquare>) -> Option<Warning> {
        let mut covered = Vec::new();
        for (place, square) in squares.iter() {
            let in_guesses = Place::new(top_left.row + place.row, top_left.col + place.col);
            let is_covered = square.state == SquareState::Doubtful && square.seen < COVERED_BELOW;
            if is_covered && !self.is_of_another_game(in_guesses) {
                covered.push(place);
            }
        }
        (!covered.is_empty()).then(|| warning(WarningCode::CoveredSquares, MessageId::CoveredSquares, covered))
    }

    /// The probability that all squares are what they look like, judging each by itself.
    fn of_pictures(&self) -> f64 {
        let each = self.board.places().map(|place| self.of_picture(place, self.found.best()[place]));
        each.filter(|probability| *probability < SURE).product()
    }

    /// The probability of a reading if the box does not decide the square: that from the square's own
    /// picture, or a higher one from the box if its best kingdom has the same reading.
    fn of_picture(&self, place: Place, square: Square) -> f64 {
        let own = self.board[place].probability_of(square);
        if square == self.found.best()[place] { own.max(self.found.backed_by_box(place)) } else { own }
    }
}

/// Converts places in the guesses' grid to places in the kingdom, dropping those outside it.
fn squares_of(kingdom: &Kingdom, top_left: Place, places: impl Iterator<Item = Place>) -> Vec<Place> {
    let mut in_kingdom = Vec::new();
    for place in places {
        let (row, col) = (place.row.checked_sub(top_left.row), place.col.checked_sub(top_left.col));
        let place = row.zip(col).map(|(row, col)| Place::new(row, col));
        in_kingdom.extend(place.filter(|place| kingdom.squares().get(*place).is_some()));
    }
    in_kingdom
}

/// Many small doubts can make the total doubtful although no square is. Then the least certain squares are
/// marked as doubtful, until the rest is certain enough. The castle is excluded because it has its own
/// warning.
fn doubt_the_least_sure(squares: &mut Grid<ReadSquare>, total_probability: f64) {
    if squares.cells().iter().any(|square| square.state == SquareState::Doubtful) {
        return;
    }
    let mut places = Vec::new();
    for (place, square) in squares.iter() {
        if square.state != SquareState::Corrected && square.best != Square::Castle && square.probability < SURE {
            places.push(place);
        }
    }
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
    beside: &[LeftOut],
) -> Vec<Warning> {
    let doubtful: Vec<Place> =
        squares.iter().filter(|(_, square)| square.state == SquareState::Doubtful).map(|(place, _)| place).collect();
    let mut warnings = Vec::new();
    let is_all_said = squares.cells().iter().all(|square| square.state == SquareState::Corrected);
    if !found.from_box && !any_dominoes && !is_all_said {
        warnings.push(warning(WarningCode::ImpossibleKingdom, MessageId::ImpossibleKingdom, doubtful));
    } else if found.cost > IMPROBABLE_COST {
        warnings.push(warning(WarningCode::ImprobableKingdom, MessageId::ImprobableKingdom, doubtful));
    } else if !found.is_complete {
        warnings.push(warning(WarningCode::DoubtfulTotal, MessageId::TooManyDoubts, doubtful));
    } else if total_probability < DOUBTFUL_BELOW && doubtful.is_empty() && !beside.is_empty() {
        let named: Vec<Message> = beside.iter().map(|tile| tile.message(kingdom.squares())).collect();
        warnings.push(warning(WarningCode::DoubtfulBorder, MessageId::DoubtfulBorder.with("tiles", named), doubtful));
    } else if total_probability < DOUBTFUL_BELOW {
        let percent = (total_probability * 100.0).floor() as u32;
        let message = MessageId::DoubtfulTotal.with("percent", percent);
        warnings.push(warning(WarningCode::DoubtfulTotal, message, doubtful));
    }
    let castle = kingdom.squares().places().find(|place| kingdom.squares()[*place] == Square::Castle);
    match castle {
        None => warnings.push(warning(WarningCode::NoCastle, MessageId::NoCastle, Vec::new())),
        // A castle that is seen may be doubted for other reasons, which have warnings of their own.
        Some(place) if squares[place].state == SquareState::Doubtful && squares[place].probability < DOUBTFUL_BELOW => {
            warnings.push(warning(WarningCode::DoubtfulCastle, MessageId::DoubtfulCastle, vec![place]));
        }
        Some(_) => {}
    }
    let apart = squares_apart(kingdom.squares());
    if !apart.is_empty() {
        warnings.push(warning(WarningCode::SquaresApart, MessageId::SquaresApart, apart));
    }
    warnings
}

fn warning(code: WarningCode, message: impl Into<Message>, squares: Vec<Place>) -> Warning {
    Warning { code, message: message.into(), squares }
}

/// Squares not connected by edges to the castle; if there is no castle, to the first tile.
fn squares_apart(squares: &Grid<Square>) -> Vec<Place> {
    let mut filled: Vec<Place> = squares.places().filter(|&place| squares[place] != Square::Empty).collect();
    let castle = filled.iter().find(|&&place| squares[place] == Square::Castle);
    let Some(&start) = castle.or(filled.first()) else { return Vec::new() };
    let mut joined = Grid::filled(squares.rows(), squares.cols(), false);
    joined[start] = true;
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        for next in squares.neighbours(place) {
            if squares[next] != Square::Empty && !std::mem::replace(&mut joined[next], true) {
                open.push(next);
            }
        }
    }
    filled.retain(|&place| !joined[place]);
    filled
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
