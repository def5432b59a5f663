//! Random legal kingdoms from actual play: dominoes are drawn and laid by the connection rule.

#![allow(dead_code, reason = "not every test and bench that includes this file lays whole games")]

use std::collections::HashMap;

use kingdom_scanner::domain::{
    Domino, DominoBox, Game, Grid, GridSize, Half, Kingdom, Place, Square, most_of_each_box,
};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

/// The probability of giving up a domino that would fit: enough for holes, few enough for realistic kingdoms.
const GIVEN_UP: f64 = 0.05;

/// A kingdom, with the side of each square that has its domino's other half: 0 to 3 for right, below, left,
/// above.
#[derive(Debug)]
pub struct Laid {
    pub kingdom: Kingdom,
    pub seams: Grid<Option<usize>>,
}

/// Wide enough for a castle in the middle with 6 squares on every side.
const TABLE_SQUARES_WIDE: usize = 13;

/// A nearly complete legal kingdom: one player draws from the boxes until the grid is full or the boxes are
/// empty.
pub fn lay(game: Game, size: GridSize, dice: &mut impl Rng) -> Kingdom {
    lay_all(game, size, dice, Table::lay).kingdom
}

/// [`lay`] by a player who places each domino where it touches the most squares of its own terrains.
pub fn lay_well(game: Game, size: GridSize, dice: &mut impl Rng) -> Kingdom {
    lay_well_with_seams(game, size, dice).kingdom
}

pub fn lay_well_with_seams(game: Game, size: GridSize, dice: &mut impl Rng) -> Laid {
    lay_all(game, size, dice, Table::lay_well)
}

fn lay_all<R: Rng>(game: Game, size: GridSize, dice: &mut R, lay: fn(&mut Table, &Domino, &mut R)) -> Laid {
    let mut player = Table::new(size);
    let mut share = Share::new(game, size);
    for domino in shuffled_boxes(game, dice) {
        if share.has_drawn(domino) {
            lay(&mut player, domino, dice);
            share.keep(&player, domino);
        }
    }
    player.laid(game)
}

/// The kingdoms of a whole game: dominoes are drawn until every player has had as many as the grid takes.
pub fn play(game: Game, size: GridSize, players: usize, dice: &mut impl Rng) -> Vec<Kingdom> {
    play_with_seams(game, size, players, dice).into_iter().map(|laid| laid.kingdom).collect()
}

pub fn play_with_seams(game: Game, size: GridSize, players: usize, dice: &mut impl Rng) -> Vec<Laid> {
    let mut tables = vec![Table::new(size); players];
    let dominoes = shuffled_boxes(game, dice);
    for round in rounds(game, &dominoes, players).into_iter().take(size.max_dominoes()) {
        for (table, domino) in tables.iter_mut().zip(round) {
            if !dice.random_bool(GIVEN_UP) {
                table.lay(domino, dice);
            }
        }
    }
    tables.into_iter().map(|table| table.laid(game)).collect()
}

fn shuffled_boxes(game: Game, dice: &mut impl Rng) -> Vec<&'static Domino> {
    let mut dominoes: Vec<_> = DominoBox::of_game(game).iter().flat_map(|from| from.dominoes()).collect();
    dominoes.shuffle(dice);
    dominoes
}

/// The dominoes of each round. With both boxes, the rounds alternate between them.
fn rounds(game: Game, dominoes: &[&'static Domino], players: usize) -> Vec<Vec<&'static Domino>> {
    if game != Game::RoyalWedding {
        return dominoes.chunks(players).map(<[_]>::to_vec).collect();
    }
    let of_box = |from: DominoBox| dominoes.iter().copied().filter(|domino| domino.from == from).collect::<Vec<_>>();
    let [first, second] = [DominoBox::Queendomino, DominoBox::Kingdomino].map(of_box);
    let pairs = first.chunks(players).zip(second.chunks(players));
    pairs.flat_map(|(first, second)| [first.to_vec(), second.to_vec()]).collect()
}

/// The number of dominoes of each box that the player may still lay.
struct Share {
    left: HashMap<DominoBox, usize>,
    tiles: usize,
}

impl Share {
    fn new(game: Game, size: GridSize) -> Self {
        let most = most_of_each_box(game, size).unwrap_or(usize::MAX);
        Self { left: DominoBox::of_game(game).iter().map(|from| (*from, most)).collect(), tiles: 1 }
    }

    fn has_drawn(&self, domino: &Domino) -> bool {
        self.left[&domino.from] > 0
    }

    /// Counts the domino as taken from its box if it was laid, that is, if `table` has more tiles than
    /// before.
    fn keep(&mut self, table: &Table, domino: &Domino) {
        if table.tiles.len() > self.tiles {
            self.tiles = table.tiles.len();
            *self.left.get_mut(&domino.from).expect("a box of the game") -= 1;
        }
    }
}

#[derive(Clone)]
struct Table {
    size: GridSize,
    squares: Grid<Square>,
    /// Squares with tiles, the castle first.
    tiles: Vec<Place>,
    /// The first and last row, and the first and last column, with a tile.
    spanned: [(usize, usize); 2],
}

impl Table {
    fn new(size: GridSize) -> Self {
        let castle = Place::new(TABLE_SQUARES_WIDE / 2, TABLE_SQUARES_WIDE / 2);
        let mut squares = Grid::filled(TABLE_SQUARES_WIDE, TABLE_SQUARES_WIDE, Square::Empty);
        squares[castle] = Square::Castle;
        Self { size, squares, tiles: vec![castle], spanned: [(castle.row, castle.row), (castle.col, castle.col)] }
    }

    /// Lays the domino at a random legal place; discards it if there is none.
    fn lay(&mut self, domino: &Domino, dice: &mut impl Rng) {
        if let Some(halves) = self.legal_places(domino).choose(dice) {
            self.put(*halves);
        }
    }

    fn lay_well(&mut self, domino: &Domino, dice: &mut impl Rng) {
        let mut places = self.legal_places(domino);
        places.shuffle(dice);
        if let Some(halves) = places.into_iter().max_by_key(|halves| self.joints(halves)) {
            self.put(halves);
        }
    }

    /// The number of squares of their own terrains that the halves would touch.
    fn joints(&self, halves: &[(Place, Half); 2]) -> usize {
        let alike = |(place, half): &(Place, Half)| {
            let neighbours = self.squares.neighbours(*place);
            neighbours.filter(|next| self.squares[*next].terrain() == Some(half.terrain)).count()
        };
        halves.iter().map(alike).sum()
    }

    fn put(&mut self, halves: [(Place, Half); 2]) {
        self.spanned = self.spanned_with(halves.map(|(place, _)| place));
        for (place, half) in halves {
            self.squares[place] = Square::land(half.terrain, half.crowns);
            self.tiles.push(place);
        }
    }

    fn legal_places(&self, domino: &Domino) -> Vec<[(Place, Half); 2]> {
        let [a, b] = domino.halves;
        let mut legal = Vec::new();
        for &tile in &self.tiles {
            for (touching, other) in [(a, b), (b, a)] {
                let matches = self.squares[tile].terrain().is_none_or(|terrain| terrain == touching.terrain);
                for place in self.free_neighbours(tile).filter(|_| matches) {
                    let others = self.free_neighbours(place).filter(|other| self.is_in_the_grid([place, *other]));
                    legal.extend(others.map(|beside| [(place, touching), (beside, other)]));
                }
            }
        }
        legal
    }

    fn free_neighbours(&self, place: Place) -> impl Iterator<Item = Place> {
        self.squares.neighbours(place).filter(|place| self.squares[*place] == Square::Empty)
    }

    /// Whether the kingdom with these squares still fits into the grid.
    fn is_in_the_grid(&self, more: [Place; 2]) -> bool {
        self.spanned_with(more).into_iter().all(|(first, last)| last - first < self.size.squares_wide())
    }

    fn spanned_with(&self, more: [Place; 2]) -> [(usize, usize); 2] {
        let with = |(first, last): (usize, usize), [a, b]: [usize; 2]| (first.min(a).min(b), last.max(a).max(b));
        let [rows, cols] = self.spanned;
        [with(rows, more.map(|place| place.row)), with(cols, more.map(|place| place.col))]
    }

    /// For each square within the kingdom's rows and columns, the side where its domino continues: 0 right, 1
    /// below, 2 left, 3 above.
    fn seams(&self) -> Grid<Option<usize>> {
        let mut seams = self.squares.map(|_| None);
        for domino in self.tiles[1..].chunks(2) {
            let [a, b] = [domino[0], domino[1]];
            let side_of_a = match (b.row > a.row, b.row < a.row, b.col > a.col) {
                (true, ..) => 1,
                (_, true, _) => 3,
                (.., true) => 0,
                _ => 2,
            };
            (seams[a], seams[b]) = (Some(side_of_a), Some((side_of_a + 2) % 4));
        }
        let [(top, bottom), (left, right)] = self.spanned;
        seams.window(Place::new(top, left), bottom - top + 1, right - left + 1)
    }

    fn laid(self, game: Game) -> Laid {
        let kingdom = Kingdom::new(game, self.size, self.squares.trimmed());
        Laid { seams: self.seams(), kingdom: kingdom.expect("a kingdom that was played is legal") }
    }
}
