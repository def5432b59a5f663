//! Random legal kingdoms, and the dominoes that a given kingdom may have been laid with.

use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};

use super::{Dice, RenderError};
use crate::domain::{Building, Domino, DominoBox, Game, Grid, GridSize, Half, Pieces, Place, Square, Terrain};
use crate::learning::sheet::SHEET_COLS;

/// What lies in a kingdom.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    /// A domino; its first half lies on the first place.
    Domino(&'static Domino, [Place; 2]),
    /// A lone square, drawn as one half of a domino that has it.
    Half(&'static Domino, usize, Place),
    /// The start square.
    Castle(Place),
    /// A building's tile that lies on the table itself.
    Building(Building, Place),
}

/// A kingdom and the pieces that make it.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// Which boxes it is laid from.
    pub game: Game,
    /// The game's grid.
    pub size: GridSize,
    /// Trimmed to what the pieces span; with what stands on them.
    pub squares: Grid<Square>,
    /// In the order in which they are drawn.
    pub pieces: Vec<Piece>,
}

/// How complete a random kingdom shall be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Which boxes it is laid from.
    pub game: Game,
    /// The game's grid.
    pub size: GridSize,
    /// Of the rectangle that the kingdom may span, at most `size`.
    pub rows: usize,
    /// Of the rectangle that the kingdom may span, at most `size`.
    pub cols: usize,
    /// Dominoes that are missing in it, at least; with 0 a rectangle of odd area is filled.
    pub holes: usize,
    /// So many dominoes, when they fit, in place of as many as fit.
    pub dominoes: Option<usize>,
}

impl Shape {
    /// A rectangle without holes, of Kingdomino's box.
    pub fn full(size: GridSize, rows: usize, cols: usize) -> Self {
        Self { game: Game::Kingdomino, size, rows, cols, holes: 0, dominoes: None }
    }
}

impl Layout {
    /// Changes what stands on a land square.
    pub(super) fn change(&mut self, place: Place, change: impl FnOnce(&mut Pieces)) {
        if let Square::Land { pieces, .. } = &mut self.squares[place] {
            change(pieces);
        }
    }

    /// Building tiles side by side on the table, row by row, [`SHEET_COLS`] in each: all 17 kinds in the order of
    /// [`Building::ALL`].
    pub fn building_sheet() -> Self {
        let cols = SHEET_COLS;
        let place = |index: usize| Place::new(index / cols, index % cols);
        let tiles = || Building::ALL.into_iter().enumerate().map(|(index, kind)| (kind, place(index)));
        let mut squares = Grid::filled(Building::ALL.len().div_ceil(cols), cols, Square::Empty);
        for (kind, place) in tiles() {
            squares[place] = built(kind);
        }
        let pieces = tiles().map(|(kind, place)| Piece::Building(kind, place)).collect();
        Self { game: Game::Queendomino, size: GridSize::of(&squares), squares, pieces }
    }

    /// Queendomino's dominoes of two towns, one below the other: six building sites.
    pub fn town_sheet() -> Self {
        let is_town = |domino: &&Domino| domino.halves.iter().all(|half| half.terrain == Terrain::Town);
        let dominoes: Vec<&Domino> = DominoBox::Queendomino.dominoes().filter(is_town).collect();
        let squares = Grid::filled(dominoes.len(), 2, Square::land(Terrain::Town, 0));
        let lay = |(row, domino)| Piece::Domino(domino, [Place::new(row, 0), Place::new(row, 1)]);
        let pieces = dominoes.into_iter().enumerate().map(lay).collect();
        Self { game: Game::Queendomino, size: GridSize::Five, squares, pieces }
    }
}

fn built(kind: Building) -> Square {
    let pieces = Pieces { building: Some(kind), ..Pieces::default() };
    Square::Land { terrain: Terrain::Town, crowns: 0, pieces }
}

/// Lays a random kingdom by the connection rule, of distinct dominoes of the game's boxes.
pub fn lay(shape: Shape, dice: &mut Dice) -> Layout {
    loop {
        if let Some(layout) = try_to_lay(shape, dice) {
            return layout;
        }
    }
}

/// Lays kingdoms of one game, so many players' out of one box: full ones as long as the dominoes that are left allow it,
/// then such with holes; fewer than there are players where those that are left make no further kingdom.
pub fn lay_game(shape: Shape, players: usize, dice: &mut Dice) -> Vec<Layout> {
    let mut stock = dominoes_of(shape.game).collect::<Vec<_>>();
    let mut kingdom = || {
        let full = (0..FULL_TRIES).find_map(|_| try_to_lay_from(&stock, shape, dice));
        let layout = full.or_else(|| with_holes(&stock, shape, dice))?;
        stock.retain(|domino| {
            !layout.pieces.iter().any(|piece| matches!(piece, Piece::Domino(laid, _) if laid == domino))
        });
        Some(layout)
    };
    (0..players).map_while(|_| kingdom()).collect()
}

/// Enough to find a full kingdom where the stock has plenty of dominoes.
const FULL_TRIES: usize = 40;

/// Of so many kingdoms with holes the fullest one is taken.
const HOLED_TRIES: usize = 20;

fn with_holes(stock: &[&'static Domino], shape: Shape, dice: &mut Dice) -> Option<Layout> {
    let holed = Shape { holes: 1, ..shape };
    let tries: Vec<Layout> = (0..HOLED_TRIES).filter_map(|_| try_to_lay_from(stock, holed, dice)).collect();
    tries.into_iter().max_by_key(|layout| layout.pieces.len())
}

/// All dominoes that a game is played with.
pub(super) fn dominoes_of(game: Game) -> impl Iterator<Item = &'static Domino> {
    DominoBox::of_game(game).iter().flat_map(|from| from.dominoes())
}

fn try_to_lay(shape: Shape, dice: &mut Dice) -> Option<Layout> {
    try_to_lay_from(&dominoes_of(shape.game).collect::<Vec<_>>(), shape, dice)
}

fn try_to_lay_from(stock: &[&'static Domino], shape: Shape, dice: &mut Dice) -> Option<Layout> {
    let area = Grid::filled(shape.rows, shape.cols, ());
    let castle = castle_place(shape, dice);
    let full = shape.holes == 0 && shape.dominoes.is_none() && !(shape.rows * shape.cols).is_multiple_of(2);
    let slots = if full { full_tiling(&area, castle, dice)? } else { loose_tiling(&area, castle, dice) };
    let as_many_as_fit = || slots.len().min(shape.size.max_dominoes()).saturating_sub(shape.holes);
    let target = shape.dominoes.map_or_else(as_many_as_fit, |dominoes| dominoes.min(slots.len()));
    let pieces = fill(&area, castle, slots, (stock.to_vec(), target), dice);
    let complete = pieces.len() == target + 1;
    (pieces.len() > 1 && (complete || !full && shape.dominoes.is_none())).then(|| trimmed(shape, pieces))
}

/// A place that leaves a rectangle of odd area tileable, or any when the kingdom has holes anyway.
fn castle_place(shape: Shape, dice: &mut Dice) -> Place {
    loop {
        let place = Place::new(dice.random_range(0..shape.rows), dice.random_range(0..shape.cols));
        if shape.holes > 0 || (place.row + place.col).is_multiple_of(2) {
            return place;
        }
    }
}

/// Covers everything but the castle by pairs of places, in a random way.
fn full_tiling(area: &Grid<()>, castle: Place, dice: &mut Dice) -> Option<Vec<[Place; 2]>> {
    let mut covered = area.map(|()| false);
    covered[castle] = true;
    let mut slots = Vec::new();
    let mut tries = 0;
    tile(&mut covered, &mut slots, &mut tries, dice).then_some(slots)
}

/// More tries than a 7x7 grid needs; past them a fresh start is faster.
const MAX_TRIES: usize = 5000;

fn tile(covered: &mut Grid<bool>, slots: &mut Vec<[Place; 2]>, tries: &mut usize, dice: &mut Dice) -> bool {
    let Some(first) = covered.iter().find(|(_, covered)| !**covered).map(|(place, _)| place) else { return true };
    *tries += 1;
    let mut seconds = [Place::new(first.row, first.col + 1), Place::new(first.row + 1, first.col)];
    if dice.random() {
        seconds.reverse();
    }
    for second in seconds {
        if *tries > MAX_TRIES || covered.get(second) != Some(&false) {
            continue;
        }
        (covered[first], covered[second]) = (true, true);
        slots.push([first, second]);
        if tile(covered, slots, tries, dice) {
            return true;
        }
        slots.pop();
        (covered[first], covered[second]) = (false, false);
    }
    false
}

/// Pairs of places in a random order until no more fit: single squares stay free.
fn loose_tiling(area: &Grid<()>, castle: Place, dice: &mut Dice) -> Vec<[Place; 2]> {
    let mut pairs: Vec<[Place; 2]> = area
        .places()
        .flat_map(|a| area.neighbours(a).map(move |b| [a, b]))
        .filter(|[a, b]| a < b && *a != castle && *b != castle)
        .collect();
    pairs.shuffle(dice);
    let mut covered = area.map(|()| false);
    let mut fits = |pair: &[Place; 2]| {
        let free = pair.iter().all(|place| !covered[*place]);
        if free {
            pair.iter().for_each(|place| covered[*place] = true);
        }
        free
    };
    pairs.retain(|pair| fits(pair));
    pairs
}

/// Lays so many dominoes of the stock on the slots, growing from the castle, each by the connection rule.
fn fill(
    area: &Grid<()>,
    castle: Place,
    mut slots: Vec<[Place; 2]>,
    (mut stock, target): (Vec<&'static Domino>, usize),
    dice: &mut Dice,
) -> Vec<Piece> {
    let mut squares = area.map(|()| Square::Empty);
    squares[castle] = Square::Castle;
    let mut pieces = vec![Piece::Castle(castle)];
    while pieces.len() <= target {
        slots.shuffle(dice);
        let choice = slots.iter().enumerate().find_map(|(i, slot)| {
            let (index, places) = matching_domino(&squares, *slot, &stock, dice)?;
            Some((i, index, places))
        });
        let Some((slot, index, places)) = choice else { break };
        slots.swap_remove(slot);
        let domino = stock.swap_remove(index);
        for (place, half) in places.into_iter().zip(domino.halves) {
            squares[place] = Square::land(half.terrain, half.crowns);
        }
        pieces.push(Piece::Domino(domino, places));
    }
    pieces
}

/// A random domino of `stock` that may lie on the slot, and which half lies where.
fn matching_domino(
    squares: &Grid<Square>,
    slot: [Place; 2],
    stock: &[&'static Domino],
    dice: &mut Dice,
) -> Option<(usize, [Place; 2])> {
    let turned = [slot[1], slot[0]];
    let legal: Vec<(usize, [Place; 2])> = (0..stock.len())
        .flat_map(|i| [(i, slot), (i, turned)])
        .filter(|(i, places)| connects(squares, stock[*i], *places))
        .collect();
    // The crowned dominoes come up more often than by chance: their squares are rare, and the reader must know them.
    legal.choose_weighted(dice, |(i, _)| if stock[*i].number > 35 { 3 } else { 2 }).ok().copied()
}

fn connects(squares: &Grid<Square>, domino: &Domino, places: [Place; 2]) -> bool {
    places.iter().zip(domino.halves).any(|(place, half)| {
        squares.neighbours(*place).any(|next| match squares[next] {
            Square::Castle => true,
            Square::Land { terrain, .. } => terrain == half.terrain,
            Square::Empty => false,
        })
    })
}

/// Cuts empty border rows and columns away.
fn trimmed(Shape { game, size, .. }: Shape, pieces: Vec<Piece>) -> Layout {
    let all = |of: fn(&Place) -> usize| pieces.iter().flat_map(places_of).map(move |p| of(&p)).collect::<Vec<_>>();
    let (rows, cols) = (all(|p| p.row), all(|p| p.col));
    let ends =
        |values: &[usize]| (values.iter().min().copied().unwrap_or(0), values.iter().max().copied().unwrap_or(0));
    let ((top, bottom), (left, right)) = (ends(&rows), ends(&cols));
    let moved = |p: Place| Place::new(p.row - top, p.col - left);
    let pieces: Vec<Piece> = pieces.into_iter().map(|piece| piece.moved(moved)).collect();
    let mut squares = Grid::filled(bottom - top + 1, right - left + 1, Square::Empty);
    for (place, square) in pieces.iter().flat_map(Piece::squares) {
        squares[place] = square;
    }
    Layout { game, size, squares, pieces }
}

fn places_of(piece: &Piece) -> Vec<Place> {
    piece.squares().into_iter().map(|(place, _)| place).collect()
}

impl Piece {
    /// The places that the piece covers, and what lies there.
    pub fn squares(&self) -> Vec<(Place, Square)> {
        let land = |half: Half| Square::land(half.terrain, half.crowns);
        match self {
            Piece::Domino(domino, [a, b]) => vec![(*a, land(domino.halves[0])), (*b, land(domino.halves[1]))],
            Piece::Half(domino, index, place) => vec![(*place, land(domino.halves[*index]))],
            Piece::Castle(place) => vec![(*place, Square::Castle)],
            Piece::Building(kind, place) => vec![(*place, built(*kind))],
        }
    }

    fn moved(self, moved: impl Fn(Place) -> Place) -> Self {
        match self {
            Piece::Domino(domino, places) => Piece::Domino(domino, places.map(moved)),
            Piece::Half(domino, index, place) => Piece::Half(domino, index, moved(place)),
            Piece::Castle(place) => Piece::Castle(moved(place)),
            Piece::Building(kind, place) => Piece::Building(kind, moved(place)),
        }
    }
}

/// Finds distinct dominoes of the game's boxes that make the given squares. Squares that no such tiling covers
/// are laid one by one.
///
/// # Errors
/// A square that the boxes do not hold, such as a town in Kingdomino.
pub fn tile_kingdom(game: Game, size: GridSize, squares: &Grid<Square>) -> Result<Layout, RenderError> {
    let covered = squares.map(|square| square.terrain().is_none());
    let mut search = Tiling { game, squares, covered, used: Vec::new(), steps: 0 };
    let mut pieces: Vec<Piece> = if search.run() { search.used } else { lone_halves(game, squares)? };
    let castles = squares.iter().filter(|(_, square)| **square == Square::Castle);
    pieces.extend(castles.map(|(place, _)| Piece::Castle(place)));
    Ok(Layout { game, size, squares: squares.clone(), pieces })
}

fn lone_halves(game: Game, squares: &Grid<Square>) -> Result<Vec<Piece>, RenderError> {
    let land = squares.iter().filter_map(|(place, square)| {
        let half = Half { terrain: square.terrain()?, crowns: square.crowns() };
        Some((place, half))
    });
    land.map(|(place, half)| {
        let mut halves = dominoes_of(game).flat_map(|domino| [(domino, 0), (domino, 1)]);
        let found = halves.find(|(domino, index)| domino.halves[*index] == half);
        let missing = || {
            let word = Square::land(half.terrain, half.crowns);
            RenderError::Kingdom(format!("{place}: no domino of {} bears {word}", game.id()))
        };
        found.map(|(domino, index)| Piece::Half(domino, index, place)).ok_or_else(missing)
    })
    .collect()
}

struct Tiling<'a> {
    game: Game,
    squares: &'a Grid<Square>,
    covered: Grid<bool>,
    used: Vec<Piece>,
    steps: usize,
}

impl Tiling<'_> {
    /// Real kingdoms need a few thousand steps at most; past this limit we lay single squares.
    const MAX_STEPS: usize = 200_000;

    fn run(&mut self) -> bool {
        let free = self.covered.iter().find(|(_, covered)| !**covered).map(|(place, _)| place);
        let Some(first) = free else { return true };
        self.steps += 1;
        for second in [Place::new(first.row, first.col + 1), Place::new(first.row + 1, first.col)] {
            if self.steps < Self::MAX_STEPS && self.covered.get(second) == Some(&false) && self.lay(first, second) {
                return true;
            }
        }
        false
    }

    fn lay(&mut self, first: Place, second: Place) -> bool {
        let mut tried: Vec<[Half; 2]> = Vec::new();
        for domino in dominoes_of(self.game) {
            let used = self.used.iter().any(|piece| matches!(piece, Piece::Domino(d, _) if *d == domino));
            if used || tried.contains(&domino.halves) {
                continue;
            }
            let Some(places) = self.orientation(domino, first, second) else { continue };
            tried.push(domino.halves);
            self.used.push(Piece::Domino(domino, places));
            places.iter().for_each(|place| self.covered[*place] = true);
            if self.run() {
                return true;
            }
            self.used.pop();
            places.iter().for_each(|place| self.covered[*place] = false);
        }
        false
    }

    fn orientation(&self, domino: &Domino, first: Place, second: Place) -> Option<[Place; 2]> {
        let bears = |place: Place, half: Half| {
            let square = self.squares[place];
            (square.terrain(), square.crowns()) == (Some(half.terrain), half.crowns)
        };
        [[first, second], [second, first]]
            .into_iter()
            .find(|places| places.iter().zip(domino.halves).all(|(place, half)| bears(*place, half)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::dice_of_scene;

    fn shapes() -> Vec<Shape> {
        let shape = |size, rows, cols, holes| Shape { holes, ..Shape::full(size, rows, cols) };
        vec![
            shape(GridSize::Five, 5, 5, 0),
            shape(GridSize::Seven, 7, 7, 0),
            shape(GridSize::Five, 5, 5, 3),
            shape(GridSize::Five, 4, 5, 2),
            shape(GridSize::Seven, 7, 6, 4),
            Shape { dominoes: Some(3), ..shape(GridSize::Five, 4, 4, 1) },
            Shape { dominoes: Some(6), ..shape(GridSize::Five, 3, 4, 1) },
        ]
    }

    #[test]
    fn every_kingdom_is_laid_of_distinct_dominoes_and_covers_its_squares() {
        for (index, shape) in shapes().into_iter().enumerate() {
            for scene in 0..20 {
                let layout = lay(shape, &mut dice_of_scene(index as u64, scene));
                let mut numbers = Vec::new();
                let mut seen = layout.squares.map(|_| Square::Empty);
                for piece in &layout.pieces {
                    if let Piece::Domino(domino, _) = piece {
                        assert!(!numbers.contains(&domino.number), "domino {} twice", domino.number);
                        numbers.push(domino.number);
                    }
                    for (place, square) in piece.squares() {
                        assert_eq!(seen[place], Square::Empty, "two pieces on {place}");
                        seen[place] = square;
                    }
                }
                assert_eq!(seen, layout.squares, "{shape:?}");
                let complete = layout.squares.cells().iter().all(|square| *square != Square::Empty);
                assert!(complete || shape.holes > 0, "{shape:?} has a hole");
                // Even the worst order of laying puts three dominoes into the smallest of these rectangles.
                assert!(
                    shape.dominoes.is_none_or(|most| (3..=most).contains(&numbers.len())),
                    "{shape:?}: {numbers:?}"
                );
            }
        }
    }

    #[test]
    fn kingdoms_of_all_games_are_laid_of_distinct_dominoes_of_their_boxes() {
        for game in [Game::Queendomino, Game::RoyalWedding] {
            let (mut boxes, mut towns) = (Vec::new(), 0);
            for (size, scene) in
                [GridSize::Five, GridSize::Seven].into_iter().flat_map(|size| (0..20).map(move |s| (size, s)))
            {
                let wide = size.squares_wide();
                let layout = lay(Shape { game, ..Shape::full(size, wide, wide) }, &mut dice_of_scene(9, scene));
                let mut laid: Vec<(DominoBox, u8)> =
                    dominoes(&layout).map(|domino| (domino.from, domino.number)).collect();
                let count = laid.len();
                laid.sort_unstable();
                laid.dedup();
                assert_eq!(laid.len(), count, "{:?}", layout.squares);
                assert_eq!(count, size.max_dominoes());
                boxes.extend(laid.iter().map(|(from, _)| *from));
                towns += layout.squares.cells().iter().filter(|square| square.terrain() == Some(Terrain::Town)).count();
            }
            let all_known = boxes.iter().all(|from| DominoBox::of_game(game).contains(from));
            let all_used = DominoBox::of_game(game).iter().all(|from| boxes.contains(from));
            assert!(all_known && all_used && towns > 60, "{game:?}: {towns} towns");
        }
    }

    fn dominoes(layout: &Layout) -> impl Iterator<Item = &'static Domino> {
        layout.pieces.iter().filter_map(|piece| match piece {
            Piece::Domino(domino, _) => Some(*domino),
            _ => None,
        })
    }

    #[test]
    fn a_sheet_has_every_building_once_in_the_rule_sheets_order() {
        let sheet = Layout::building_sheet();
        let buildings: Vec<Building> =
            sheet.squares.cells().iter().filter_map(|square| square.pieces().building).collect();
        assert_eq!(buildings, Building::ALL);
        assert_eq!(Layout::town_sheet().squares, Grid::filled(3, 2, Square::land(Terrain::Town, 0)));
    }

    #[test]
    fn every_kingdom_laid_is_tiled_from_the_box() {
        for (index, shape) in shapes().into_iter().enumerate() {
            for scene in 0..5 {
                let laid = lay(shape, &mut dice_of_scene(100 + index as u64, scene));
                let tiled = tile_kingdom(laid.game, laid.size, &laid.squares).expect("the box holds these squares");
                let singles = tiled.pieces.iter().filter(|piece| matches!(piece, Piece::Half(..))).count();
                assert_eq!(singles, 0, "{:?}", laid.squares);
                assert_eq!(tiled.pieces.len(), laid.pieces.len());
            }
        }
    }

    #[test]
    fn squares_without_a_tiling_are_laid_one_by_one() {
        let lone = Grid::from_cells(1, 2, vec![Square::Castle, "mine:3".parse().expect("a square's word")]);
        let layout = tile_kingdom(Game::Kingdomino, GridSize::Five, &lone).expect("the box has a mine with 3 crowns");
        assert!(matches!(layout.pieces[..], [Piece::Half(domino, 1, _), Piece::Castle(_)] if domino.number == 48));
    }

    #[test]
    fn towns_are_not_of_this_box() {
        let town = Grid::from_cells(1, 1, vec!["town".parse().expect("a square's word")]);
        let message = tile_kingdom(Game::Kingdomino, GridSize::Five, &town).expect_err("a town").to_string();
        assert!(message.contains("r1c1") && message.contains("town"), "{message}");
    }

    #[test]
    fn the_kingdoms_of_a_game_come_from_one_box() {
        for seed in 0..5 {
            let game = lay_game(Shape::full(GridSize::Five, 5, 5), 4, &mut dice_of_scene(seed, 0));
            let mut numbers: Vec<u8> = game.iter().flat_map(dominoes).map(|domino| domino.number).collect();
            let count = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert!(
                numbers.len() == count && (36..=48).contains(&count),
                "{count} dominoes, {} different",
                numbers.len()
            );
            assert_eq!(game.len(), 4);
        }
    }

    #[test]
    fn a_game_has_no_more_kingdoms_than_its_box_has_dominoes_for() {
        let games = (0..5).map(|seed| {
            let shape = Shape { game: Game::Queendomino, ..Shape::full(GridSize::Seven, 7, 7) };
            lay_game(shape, 4, &mut dice_of_scene(seed, 0))
        });
        let counts: Vec<usize> = games.map(|game| game.len()).collect();
        assert!(counts.iter().all(|kingdoms| (2..=4).contains(kingdoms)), "{counts:?}");
        assert!(counts.iter().any(|kingdoms| *kingdoms < 4), "{counts:?}");
    }
}
