//! The most probable kingdoms and their alternatives.

use super::ReconstructOptions;
use super::alternatives::{Alternative, Alternatives, alternatives_of, least};
use super::choices::{Choices, LARGEST_SEAM_COST, LARGEST_SQUARE_COST};
use super::lower_bound::LowerBound;
use super::placements::{NO_CASTLE_COST, Placements};
use super::problem::Problem;
use super::rounds::Rounds;
use kingdomino::audit::Budget;
use kingdomino::domain::{Game, Grid, GridSize, Place, Square};

/// If the box's best kingdom costs more than this above the plain reading, in which each square is what it
/// looks like, something else is wrong: another edition, a house rule, a grid off by a row. (Natural
/// logarithm: about 1 in 20 000.)
pub(super) const IMPROBABLE_COST: f64 = 10.0;

/// A kingdom of the box is near the pictures if its squares cost at most [`IMPROBABLE_COST`] plus this per
/// square. The noisy kingdoms of `benches/reconstruct.rs`, in which every third square looks like something
/// else, stay below that: they cost at most 29 with 5x5 squares and 48 with 7x7.
const MOST_COST_PER_SQUARE: f64 = 1.0;

/// The cost per square that is assumed for a board with no near kingdom of a game: that of the farthest 5x5
/// kingdom that still counts as near.
pub(super) const FAR_COST: f64 = IMPROBABLE_COST / 25.0 + MOST_COST_PER_SQUARE;

/// Cost (natural logarithm) of a domino that no box contains, on squares that the user did not give: as rare
/// as a square that no box explains.
const FOREIGN_TILE_COST: f64 = 5.8;

/// Cost of a domino that no box contains if the user gave one of its squares: the cost at which a square is
/// doubted (see [`Choices::contradicts`]). With a higher cost, other squares that look clear would be misread
/// to fit the given one.
const GIVEN_FOREIGN_TILE_COST: f64 = 2.4;

/// Added to the known cost of the box's best kingdom to limit a second search, so that rounding does not hide
/// that kingdom.
const ROUNDING: f64 = 1e-6;

/// The search steps allowed for finding the best kingdom: as many as `audit::MAX_STEPS`. With them no
/// doubtful 7x7 kingdom of `benches/reconstruct.rs` took more than 48 ms.
const MOST_STEPS: u32 = 100_000;

/// The most squares that are searched at once, because the search recurses once per square. No game has more:
/// 16 kingdoms of 7x7 have 784.
const MOST_SQUARES: usize = 800;

/// One possible reading of a whole kingdom.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub squares: Grid<Square>,
    /// The game with the boxes that form it.
    pub game: Game,
    pub cost: f64,
    /// Lower bound (`least`) and upper bound (`most`) of its probability relative to the first candidate's.
    pub least: f64,
    pub most: f64,
}

/// Why boards have no joint reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotTogether {
    /// The boxes form none that is near the readings of each board alone.
    Impossible,
    /// The search ended before it found one or proved that there is none.
    Unknown,
}

/// Kingdoms that one grid may show, most probable first; at least one.
#[derive(Debug)]
pub(super) struct Candidates {
    pub list: Vec<Candidate>,
    /// Cost of the squares of the box's best kingdom, without seams and without the other kingdoms of its
    /// game.
    pub cost: f64,
    /// False if no kingdom of the box was near, or none was asked for, so that the only candidate is the
    /// plain reading.
    pub from_box: bool,
    /// False if so much is doubtful that not all alternatives are listed. The list then contains those up to
    /// some cost, and each square's best alternative.
    pub is_complete: bool,
    /// Squares for which the search did not find the best alternative within its budget.
    pub unsettled: Vec<Place>,
    /// The box's best kingdom, if it contradicts what squares clearly look like. The candidates then contain
    /// dominoes of no box.
    pub by_box: Option<Grid<Square>>,
    /// Only for a plain reading. For each square, the probability of its content among the kingdoms that the
    /// box can form; 0 if the box's best kingdom has another content there.
    backed_by_box: Option<Grid<f64>>,
}

impl Candidates {
    /// The kingdom of the game that this board shows, and its alternatives.
    pub fn new(board: &Grid<Choices>, game: Game, options: &ReconstructOptions) -> Self {
        let squares = board.cells().len() as f64;
        let most = IMPROBABLE_COST + MOST_COST_PER_SQUARE * squares;
        let found = Self::within(most + LARGEST_SEAM_COST * squares, &[board], game, options);
        match found.ok().and_then(|mut found| found.pop()).filter(|found| found.cost <= most) {
            Some(found) if options.any_dominoes => Self::as_it_looks(board, game, Some(&found)),
            Some(found) => found,
            None => Self::as_it_looks(board, game, None),
        }
    }

    /// The plain reading, in which each square is what it looks like. On squares where the best kingdom in
    /// `box_reading` is the same, the square gets at least its probability there. Otherwise a clear photo of
    /// an ordinary kingdom would be doubtful merely because the box decides nothing.
    pub fn as_it_looks(board: &Grid<Choices>, game: Game, box_reading: Option<&Self>) -> Self {
        let squares = with_one_castle(board);
        let backed_by_box = box_reading.map(|found| {
            Grid::from_fn(board.rows(), board.cols(), |place| match found.best()[place] == squares[place] {
                true => found.least_probability(|candidate| candidate.squares[place] == squares[place]),
                false => 0.0,
            })
        });
        Self {
            backed_by_box,
            list: vec![Candidate { squares, game, cost: 0.0, least: 1.0, most: 1.0 }],
            cost: 0.0,
            from_box: false,
            is_complete: true,
            unsettled: Vec::new(),
            by_box: None,
        }
    }

    /// If the box fits only by contradicting what squares clearly look like, allows some dominoes of no box,
    /// such as a replaced tile; the box decides the rest. For their cost see [`FOREIGN_TILE_COST`] and
    /// [`GIVEN_FOREIGN_TILE_COST`].
    pub fn with_foreign_tiles(self, board: &Grid<Choices>, game: Game, options: &ReconstructOptions) -> Self {
        if !self.from_box || !(self.cost > IMPROBABLE_COST || self.contradicts(board)) {
            return self;
        }
        let most = self.list[0].cost + ROUNDING;
        let found = Self::search(most, &[board], game, options, &|places| self.foreign_tile_cost(board, places));
        match found.ok().and_then(|mut found| found.pop()) {
            Some(found) if found.best() != self.best() => {
                Self { cost: self.cost, by_box: Some(self.best().clone()), ..found }
            }
            _ => self,
        }
    }

    /// The cost of a domino of no box on these two places, or of half a domino on one; `None` if impossible.
    fn foreign_tile_cost(&self, board: &Grid<Choices>, places: &[Place]) -> Option<f64> {
        // Half a domino is possible only next to a square that a user gave as something other than land.
        if let [alone] = *places
            && !board.neighbours(alone).map(|place| &board[place]).any(Choices::is_given_as_no_land)
        {
            return None;
        }
        // On a square that the box leaves empty, a tile is possible only if the picture clearly shows it.
        for &place in places {
            let by_box = self.best()[place];
            if by_box == Square::Empty && !board[place].contradicts(by_box) {
                return None;
            }
        }
        let is_given = places.len() == 1 || places.iter().any(|place| board[*place].is_given);
        Some(if is_given { GIVEN_FOREIGN_TILE_COST } else { FOREIGN_TILE_COST })
    }

    /// Whether a square of the best kingdom clearly looks like something else.
    pub fn contradicts(&self, board: &Grid<Choices>) -> bool {
        self.best().iter().any(|(place, square)| board[place].contradicts(*square))
    }

    /// Whether some square that this kingdom reads differently from `other` would more probably be a tile of
    /// no box.
    fn is_less_probable_than_foreign_tiles(&self, other: &Self, board: &Grid<Choices>) -> bool {
        let mut changed = self.best().iter().filter(|(place, square)| other.best()[*place] != **square);
        changed.any(|(place, square)| board[place].cost_of(*square).is_none_or(|cost| cost > FOREIGN_TILE_COST))
    }

    /// For a plain reading: the value of the field `backed_by_box` for this square; otherwise 0.
    pub fn backed_by_box(&self, place: Place) -> f64 {
        self.backed_by_box.as_ref().map_or(0.0, |backed| backed[place])
    }

    /// The kingdoms that these boards show, laid jointly from the same boxes. `alone` has the reading of each
    /// board by itself.
    ///
    /// # Errors
    /// If a joint reading is far from it, because photos of two games, or two photos of one kingdom, must not be
    /// made to fit; or if the search took too long.
    pub fn together(
        boards: &[&Grid<Choices>],
        alone: &[&Self],
        game: Game,
        options: &ReconstructOptions,
    ) -> Result<Vec<Self>, NotTogether> {
        let with_seams = alone.iter().map(|alone| alone.list[0].cost + IMPROBABLE_COST).sum();
        let all = Self::within(with_seams, boards, game, options)?;
        for ((found, alone), board) in all.iter().zip(alone).zip(boards) {
            let is_near = found.cost <= alone.cost + IMPROBABLE_COST;
            if !is_near || found.is_less_probable_than_foreign_tiles(alone, board) {
                return Err(if found.is_complete { NotTogether::Impossible } else { NotTogether::Unknown });
            }
        }
        Ok(all)
    }

    fn within(
        most_cost: f64,
        boards: &[&Grid<Choices>],
        game: Game,
        options: &ReconstructOptions,
    ) -> Result<Vec<Self>, NotTogether> {
        Self::search(most_cost, boards, game, options, &|_| None)
    }

    fn search(
        most_cost: f64,
        boards: &[&Grid<Choices>],
        game: Game,
        options: &ReconstructOptions,
        foreign: &dyn Fn(&[Place]) -> Option<f64>,
    ) -> Result<Vec<Self>, NotTogether> {
        if boards.iter().map(|board| board.cells().len()).sum::<usize>() > MOST_SQUARES {
            return Err(NotTogether::Unknown);
        }
        let squares_wide = options.size.unwrap_or(GridSize::Seven).squares_wide();
        let placements = Placements::new(boards, game, 2.0 * LARGEST_SQUARE_COST, foreign);
        let rounds = Rounds::new(&placements, game, options.size);
        let bound = LowerBound::best(&placements).ok_or(NotTogether::Impossible)?;
        let problem = Problem::new(&placements, &bound, squares_wide).with_rounds(rounds);
        let mut budget = Budget::new(MOST_STEPS);
        let (best, is_proven) = least(&problem, |_| true, problem.bound, most_cost, &mut budget);
        let best = best.ok_or(if is_proven { NotTogether::Impossible } else { NotTogether::Unknown })?;
        Ok(with_rivals(boards, game, &alternatives_of(&problem, best, is_proven)))
    }

    pub fn best(&self) -> &Grid<Square> {
        &self.list[0].squares
    }

    /// Lower bound of the probability that the kingdom is a candidate for which `is` is true.
    pub fn least_probability(&self, is: impl Fn(&Candidate) -> bool) -> f64 {
        self.share(is, |candidate| candidate.least, |candidate| candidate.most)
    }

    /// Upper bound of the probability that the kingdom is a candidate for which `is` is true.
    pub fn most_probability(&self, is: impl Fn(&Candidate) -> bool) -> f64 {
        self.share(is, |candidate| candidate.most, |candidate| candidate.least)
    }

    fn share(
        &self,
        is: impl Fn(&Candidate) -> bool,
        inside: impl Fn(&Candidate) -> f64,
        outside: impl Fn(&Candidate) -> f64,
    ) -> f64 {
        let (those, others): (Vec<_>, Vec<_>) = self.list.iter().partition(|candidate| is(candidate));
        let [those, others] = [those.into_iter().map(inside).sum::<f64>(), others.into_iter().map(outside).sum()];
        if those == 0.0 { 0.0 } else { those / (those + others) }
    }

    /// The extra cost of the best listed kingdom that differs in this square; `None` if none is listed.
    pub fn gap(&self, place: Place) -> Option<f64> {
        let best = &self.list[0];
        let alternative = self.list.iter().find(|candidate| candidate.squares[place] != best.squares[place]);
        alternative.map(|alternative| alternative.cost - best.cost)
    }
}

/// The plain reading with at most one castle: among several the most certain remains, the others take their
/// second reading.
fn with_one_castle(board: &Grid<Choices>) -> Grid<Square> {
    let mut squares = board.map(|choices| choices.squares[0]);
    let castles: Vec<Place> = squares.places().filter(|&place| squares[place] == Square::Castle).collect();
    let keep = castles.iter().copied().max_by(|a, b| {
        let [a, b] = [a, b].map(|place| board[*place].costs.get(1).copied().unwrap_or(LARGEST_SQUARE_COST));
        a.total_cmp(&b)
    });
    for place in castles.into_iter().filter(|&place| Some(place) != keep) {
        squares[place] = board[place].squares.get(1).copied().unwrap_or(Square::Empty);
    }
    squares
}

/// Turns the search's alternatives into the candidates of each board.
fn with_rivals(boards: &[&Grid<Choices>], game: Game, alternatives: &[Alternatives]) -> Vec<Candidates> {
    let mut first = 0;
    let mut of_boards = Vec::with_capacity(boards.len());
    for (board, alternatives) in boards.iter().zip(alternatives) {
        let own = first..first + board.cells().len();
        first = own.end;
        let mut list = Vec::with_capacity(alternatives.list.len());
        for Alternative { solution, least, most } in &alternatives.list {
            let mut ranks = solution.ranks[own.clone()].iter();
            let squares =
                board.map(|choices| ranks.next().map_or(choices.squares[0], |r| choices.squares[usize::from(*r)]));
            list.push(Candidate { squares, game, cost: solution.cost, least: *least, most: *most });
        }
        let squares = alternatives.unsettled.iter().map(|slot| slot - own.start);
        of_boards.push(Candidates {
            cost: cost_of(board, &list[0].squares),
            list,
            from_box: true,
            is_complete: alternatives.is_complete,
            unsettled: squares.map(|square| Place::new(square / board.cols(), square % board.cols())).collect(),
            by_box: None,
            backed_by_box: None,
        });
    }
    of_boards
}

/// The cost of these squares, all of which must be among the choices.
fn cost_of(board: &Grid<Choices>, squares: &Grid<Square>) -> f64 {
    let own = board.iter().filter_map(|(place, choices)| choices.cost_of(squares[place]));
    own.sum::<f64>() + if squares.cells().contains(&Square::Castle) { 0.0 } else { NO_CASTLE_COST }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::reconstruct::alternatives::ALTERNATIVE_COST;
    use crate::reconstruct::guesses::{Guess, SIDES, readings};
    use kingdomino::audit;
    use kingdomino::audit::{HalfKind, Stock, half_kind_of};

    /// Squares with a few readings each that are about equally probable, all others being next to impossible;
    /// half of the boards have no seams.
    fn doubtful_board(rows: usize, cols: usize, readings_each: usize, dice: &mut ChaCha8Rng) -> Grid<Choices> {
        let seamless = dice.random_bool(0.5);
        Grid::from_fn(rows, cols, |_| {
            let mut order: Vec<usize> = (0..readings().len()).collect();
            order.shuffle(dice);
            let mut log_probabilities = [-50.0; crate::reconstruct::guesses::READINGS];
            for reading in order.into_iter().take(readings_each) {
                log_probabilities[reading] = dice.random_range(-3.0..0.0);
            }
            let seam = [(); SIDES].map(|()| if seamless { 0.0 } else { dice.random_range(-2.0..0.0) });
            Choices::new(&Guess { seam, ..Guess::new(log_probabilities) }, Game::Kingdomino)
        })
    }

    /// Every kingdom of the box, most probable first.
    fn all_kingdoms(board: &Grid<Choices>, options: &ReconstructOptions) -> Vec<Candidate> {
        let mut partial: Vec<(Vec<Square>, f64)> = vec![(Vec::new(), 0.0)];
        for choices in board.cells() {
            let with = |(squares, cost): &(Vec<Square>, f64)| {
                let more = choices.squares.iter().zip(&choices.costs);
                let more = more.map(|(square, own)| ([&squares[..], &[*square]].concat(), cost + own));
                more.collect::<Vec<_>>()
            };
            partial = partial.iter().flat_map(with).collect();
        }
        let limit = options.size.unwrap_or(GridSize::Seven).squares_wide();
        let kingdoms = partial.into_iter().filter_map(|(squares, cost)| {
            let castles = squares.iter().filter(|square| **square == Square::Castle).count();
            let squares = Grid::from_cells(board.rows(), board.cols(), squares);
            let (rows, cols) = squares.spanned()?;
            let fits = castles <= 1 && rows.count().max(cols.count()) <= limit;
            let cost = if castles == 0 { cost + NO_CASTLE_COST } else { cost };
            let game = Game::Kingdomino;
            let seams = if fits { least_of_tilings(board, &squares, Stock::for_game(game)) } else { None };
            assert!(!fits || seams.is_some() == audit::tiling(&squares, game).is_found());
            seams.map(|seams| Candidate { squares, game, cost: cost + seams, least: 0.0, most: 0.0 })
        });
        let mut kingdoms: Vec<Candidate> = kingdoms.collect();
        kingdoms.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        kingdoms
    }

    /// The cost of the seams in the best tiling of these squares; `None` if there is no tiling.
    fn least_of_tilings(board: &Grid<Choices>, squares: &Grid<Square>, stock: &Stock) -> Option<f64> {
        let mut left: Vec<usize> = stock.kinds.iter().map(|kind| kind.dominoes.len()).collect();
        let open = squares.map(half_kind_of);
        least_of_rest(board, open, stock, &mut left)
    }

    fn least_of_rest(
        board: &Grid<Choices>,
        open: Grid<Option<HalfKind>>,
        stock: &Stock,
        left: &mut [usize],
    ) -> Option<f64> {
        let Some(place) = open.places().find(|place| open[*place].is_some()) else { return Some(0.0) };
        let beside = [(Place::new(place.row, place.col + 1), 0), (Place::new(place.row + 1, place.col), 1)];
        let mut least: Option<f64> = None;
        for (other, side) in beside {
            let halves = open[place].zip(open.get(other).copied().flatten());
            let Some(kind) = halves.and_then(|(a, b)| stock.kind(a, b)).filter(|kind| left[*kind] > 0) else {
                continue;
            };
            let mut rest = open.clone();
            (rest[place], rest[other]) = (None, None);
            left[kind] -= 1;
            let own = board[place].seam_costs[side] + board[other].seam_costs[side + 2];
            let cost = least_of_rest(board, rest, stock, left).map(|rest| own + rest);
            left[kind] += 1;
            least = [least, cost].into_iter().flatten().min_by(f64::total_cmp);
        }
        least
    }

    #[test]
    fn best_kingdom_rivals_and_gaps_are_those_of_a_list_of_everything() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let (mut kingdoms, mut incomplete) = (0, 0);
        for (rows, cols, readings_each, count) in
            [(2, 2, 10, 10), (2, 2, 18, 2), (2, 3, 4, 30), (3, 2, 4, 30), (3, 3, 2, 60), (1, 7, 3, 30), (2, 6, 2, 30)]
        {
            for _ in 0..count {
                let board = doubtful_board(rows, cols, readings_each, &mut dice);
                let size = (cols == 6 || dice.random_bool(0.5)).then_some(GridSize::Five);
                let options = ReconstructOptions { size, ..ReconstructOptions::default() };
                let all = all_kingdoms(&board, &options);
                let found = Candidates::new(&board, Game::Kingdomino, &options);
                let most = IMPROBABLE_COST + MOST_COST_PER_SQUARE * (rows * cols) as f64;
                let best = all.first().filter(|best| cost_of(&board, &best.squares) <= most);
                assert_eq!(found.from_box, best.is_some());
                let Some(best) = best else { continue };
                kingdoms += 1;
                assert!((found.list[0].cost - best.cost).abs() < 1e-9, "{} {}", found.list[0].cost, best.cost);
                assert!(found.unsettled.is_empty());
                let near = || all.iter().take_while(|kingdom| kingdom.cost <= best.cost + ALTERNATIVE_COST);
                if found.is_complete {
                    assert_eq!(found.list.len(), near().count());
                    for kingdom in near() {
                        assert!(found.list.iter().any(|candidate| candidate.squares == kingdom.squares));
                    }
                } else {
                    incomplete += 1;
                }
                for place in board.places() {
                    let alternative = near().find(|kingdom| kingdom.squares[place] != found.best()[place]);
                    let gap = alternative.map(|alternative| alternative.cost - best.cost);
                    assert_eq!(found.gap(place).is_some(), gap.is_some(), "{place}");
                    let difference = found.gap(place).unwrap_or_default() - gap.unwrap_or_default();
                    assert!(difference.abs() < 1e-9, "{place}: {difference}");
                }
            }
        }
        assert!(kingdoms > 50 && incomplete > 0, "{kingdoms} {incomplete}");
    }

    #[test]
    fn grids_of_no_game_are_no_kingdoms() {
        let hidden = Choices::new(&Guess::new([0.0; crate::reconstruct::guesses::READINGS]), Game::Kingdomino);
        for wide in [0, 40] {
            let board = Grid::filled(wide, wide, hidden.clone());
            assert!(!Candidates::new(&board, Game::Kingdomino, &ReconstructOptions::default()).from_box, "{wide}");
        }
    }
}
