//! Decides which game a kingdom belongs to: it is reconstructed for each possible game, and the most probable
//! one is chosen.

use super::alternatives::ALTERNATIVE_COST;
use super::candidates::{Candidate, Candidates, FAR_COST};
use super::choices::Choices;
use super::guesses::SquareGuesses;
use super::pieces::PieceStock;
use super::{ReconstructOptions, choices_of, is_said, looks_like_a_kingdom};
use kingdomino::audit::Stock;
use kingdomino::domain::{DominoBox, Game, Grid, GridSize, Mode, Pieces, Square};

/// Prior of each game, as a cost above Kingdomino's (natural logarithms: 2.3 is 1 in 10, 4.6 is 1 in 100).
/// Assumed, not counted: owners of Queendomino hardly play it more often, and games with both boxes are rare.
/// It matters only if the squares barely decide. The two games with Age of Giants come up only if that
/// expansion or one of its quests is given, and are then compared only with each other.
const RARITY: [f64; Game::ALL.len()] = [0.0, 2.3, 4.6, 0.0, 2.3];

/// A game without towns is not tried if reading the clear towns as something else costs more than this: as
/// much as two squares that are surely towns.
const MOST_TOWNS_LOST: f64 = 28.0;

/// A board's reading as one game: the kingdoms that the boxes of that game form.
#[derive(Debug)]
pub(super) struct ByGame {
    pub game: Game,
    pub board: Grid<Choices>,
    pub found: Candidates,
    /// Cost above the plain reading (natural logarithms). It sums the costs of squares and seams, of drawing
    /// these squares from the game's boxes, and, in Kingdomino, of ignoring knights or the Queen that appear
    /// to be there. The game's [`RARITY`] is not included.
    cost: f64,
}

impl ByGame {
    /// `cost` plus the game's [`RARITY`].
    fn cost_with_rarity(&self) -> f64 {
        self.cost + RARITY[self.game as usize]
    }
}

/// The games that these boards may show; at least one. All boards belong to the same game.
pub(super) fn games(boards: &[&SquareGuesses], options: &ReconstructOptions) -> Vec<Game> {
    if let Some(game) = options.game {
        return vec![game];
    }
    let shows_town = boards.iter().any(|board| board.shows_town());
    let all = options.games();
    let tells_pieces = boards.iter().any(|board| tells_pieces(board, all[0]));
    let stock = PieceStock::beside(&options.unseen);
    let shows_pieces = boards.iter().any(|board| stock.cost_without(board) > 0.0);
    let mut possible = all.to_vec();
    possible.retain(|game| match game {
        Game::Kingdomino | Game::KingdominoAgeOfGiants => !tells_pieces,
        // A game with towns is possible only with a sign of towns or pieces: of Queendomino's kingdoms of 24
        // squares, only one in 700 has no town.
        Game::Queendomino | Game::RoyalWedding | Game::QueendominoAgeOfGiants => {
            shows_town || tells_pieces || shows_pieces
        }
    });
    possible
}

/// Whether a user gave a square or pieces that this game of Kingdomino lacks.
fn tells_pieces(board: &SquareGuesses, kingdomino: Game) -> bool {
    let mut given = board.guesses.cells().iter().filter(|guess| guess.is_certain());
    given.any(|guess| {
        let has_pieces = guess.pieces.as_ref().is_some_and(|pieces| pieces.likeliest() != Pieces::default());
        has_pieces || !kingdomino.has(&guess.best().0)
    })
}

/// The board's kingdoms for each of these games that is possible, in the same order; at least one.
fn by_games(guesses: &SquareGuesses, games: &[Game], options: &ReconstructOptions) -> Vec<ByGame> {
    let mut by_games = Vec::new();
    for &game in games {
        let board = choices_of(guesses, game);
        let lost = board.cells().iter().map(|choices| choices.lost).sum::<f64>();
        if games.len() > 1 && lost > MOST_TOWNS_LOST {
            continue;
        }
        let found = Candidates::new(&board, game, options);
        let own = match found.from_box {
            true => found.list[0].cost + draw_cost(game, &found),
            false if options.any_dominoes => 0.0,
            false => FAR_COST * board.cells().len() as f64,
        };
        let stock = PieceStock::beside(&options.unseen);
        let pieces = if !game.has_queendomino() { stock.cost_without(guesses) } else { 0.0 };
        by_games.push(ByGame { game, cost: lost + own + pieces, board, found });
    }
    by_games
}

/// The game of these boards, which are all laid from the same boxes, and its probability.
pub(super) fn game_of(boards: &[&SquareGuesses], options: &ReconstructOptions) -> (Game, f64) {
    let games = games(boards, options);
    if let [only] = games[..] {
        return (only, 1.0);
    }
    let sizes = options.size.map_or(vec![GridSize::Five, GridSize::Seven], |size| vec![size]);
    let mut of_so_many = games.clone();
    of_so_many.retain(|game| sizes.iter().any(|size| *Mode::kingdoms(*game, *size).end() >= boards.len()));
    let games = if of_so_many.is_empty() { games } else { of_so_many };
    let by_board: Vec<Vec<ByGame>> = boards.iter().map(|board| by_games(board, &games, options)).collect();
    let mut with_costs = Vec::with_capacity(games.len());
    for game in games {
        let own = by_board.iter().map(|all| all.iter().find(|by_game| by_game.game == game));
        let costs = own.map(|by_game| by_game.map_or(f64::INFINITY, |by_game| by_game.cost));
        with_costs.push((game, costs.sum::<f64>() + RARITY[game as usize]));
    }
    with_costs.sort_by(|a, b| a.1.total_cmp(&b.1));
    let costs: Vec<f64> = with_costs.iter().map(|(_, cost)| *cost).collect();
    (with_costs[0].0, probability_of_first(&costs))
}

/// Cost of drawing these numbers of squares of each kind from the game's boxes: negative natural logarithm of
/// the multivariate hypergeometric distribution. It draws single squares instead of dominoes, which is a
/// close approximation.
fn draw_cost(game: Game, found: &Candidates) -> f64 {
    let land: Vec<Square> = found.best().cells().iter().filter(|square| square.terrain().is_some()).copied().collect();
    let dominoes = DominoBox::of_game(game).iter().flat_map(|from| from.dominoes());
    let (stock, in_boxes) = (Stock::for_game(game), 2 * dominoes.count());
    let of_kinds = stock.squares().map(|square| {
        let drawn = land.iter().filter(|other| **other == square).count();
        ln_choose(stock.squares_like(&square), drawn)
    });
    ln_choose(in_boxes, land.len()) - of_kinds.sum::<f64>()
}

/// The probability of the game if no town or piece indicates another one. Then every game may form the same
/// squares, and they differ only in how common they are and how well the numbers of squares fit their boxes.
fn as_good_in_others(game: Game, found: &Candidates, options: &ReconstructOptions) -> f64 {
    let others = options.games().iter().copied().filter(|other| *other != game);
    let mut costs = Vec::new();
    for game in [game].into_iter().chain(others) {
        // In a plain reading each square is what it looks like, whether or not a box has enough such squares.
        // So its numbers of squares say nothing about the game, and only the games' rarity counts.
        let drawn = if found.from_box { draw_cost(game, found) } else { 0.0 };
        costs.push(RARITY[game as usize] + drawn);
    }
    probability_of_first(&costs)
}

/// Natural logarithm of the binomial coefficient; negative infinity if `chosen` exceeds `from`.
fn ln_choose(from: usize, chosen: usize) -> f64 {
    if chosen > from {
        return f64::NEG_INFINITY;
    }
    (0..chosen).map(|i| ((from - i) as f64 / (i + 1) as f64).ln()).sum()
}

/// The probability of the first of these alternatives, 0 to 1.
fn probability_of_first(costs: &[f64]) -> f64 {
    1.0 / costs.iter().map(|cost| (costs[0] - cost).exp()).sum::<f64>()
}

/// A board's kingdoms, for its most probable game.
#[derive(Debug)]
pub(super) struct GameHypothesis {
    pub game: Game,
    /// The probability of the game, 0 to 1; 1 if it was given.
    pub game_probability: f64,
    /// The choices of the board's squares in this game and in all others that are nearly as probable.
    pub board: Grid<Choices>,
    /// The kingdoms of this game, then those of all others that are nearly as probable.
    pub found: Candidates,
}

impl GameHypothesis {
    pub fn new(guesses: &SquareGuesses, options: &ReconstructOptions) -> Self {
        let mut all = by_games(guesses, &games(&[guesses], options), options);
        // Readings that a box forms come first. The sort is stable, so among equals Kingdomino comes first.
        all.sort_by(|a, b| {
            let by_box = b.found.from_box.cmp(&a.found.from_box);
            by_box.then(a.cost_with_rarity().total_cmp(&b.cost_with_rarity()))
        });
        let costs: Vec<f64> = all.iter().map(ByGame::cost_with_rarity).collect();
        let ByGame { game, board, found, .. } = all.remove(0);
        if options.game.is_none() && all.is_empty() {
            let game_probability = as_good_in_others(game, &found, options);
            return Self { game, game_probability, board, found }.with_foreign_tiles(options);
        }
        let from_box = found.from_box;
        let mut weighed = Self { game, game_probability: probability_of_first(&costs), board, found };
        for (other, cost) in all.into_iter().zip(&costs[1..]).filter(|(other, _)| from_box && other.found.from_box) {
            weighed.join(other, cost - costs[0]);
        }
        weighed.with_foreign_tiles(options)
    }

    /// Allows tiles of no box. If a user gave squares that the box can form only by leaving out a visible
    /// castle or other tiles, the box's kingdom is dropped and the plain reading is used.
    fn with_foreign_tiles(self, options: &ReconstructOptions) -> Self {
        let found = self.found.with_foreign_tiles(&self.board, self.game, options);
        let is_lost = found.from_box && is_said(&self.board) && looks_like_a_kingdom(&found).is_err();
        let found = if is_lost { Candidates::as_it_looks(&self.board, self.game, None) } else { found };
        Self { found, ..self }
    }

    /// Adds the kingdoms of another game if they are nearly as probable. The best of them costs `behind` more
    /// than the best kingdom here.
    fn join(&mut self, other: ByGame, behind: f64) {
        let is_near = self.found.join(other.found, behind);
        // Kingdomino has fewer kinds of squares than the other game, so the other game's choices include its
        // own.
        if is_near && !self.game.has_queendomino() {
            self.board = other.board;
        }
    }
}

impl Candidates {
    /// Adds another game's kingdoms, the best of which costs `behind` more than the best kingdom here.
    /// Returns whether any of them is probable enough to be an alternative.
    fn join(&mut self, others: Self, behind: f64) -> bool {
        let best = self.list[0].cost;
        let (first, weight) = (others.list[0].cost, (-behind).exp());
        let moved = others.list.into_iter().map(|other| Candidate {
            cost: best + behind + other.cost - first,
            least: other.least * weight,
            most: other.most * weight,
            ..other
        });
        let near: Vec<Candidate> = moved.filter(|other| other.cost <= best + ALTERNATIVE_COST).collect();
        let is_near = !near.is_empty();
        if is_near {
            self.is_complete &= others.is_complete;
            self.list.extend(near);
            self.list[1..].sort_by(|a, b| a.cost.total_cmp(&b.cost));
        }
        is_near
    }
}
