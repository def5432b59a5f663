//! Placements: what can be put where, on one or several tables, and at which cost.

use std::ops::Range;

use super::choices::Choices;
use kingdomino::audit::{HalfKind, Stock, half_kind_of};
use kingdomino::domain::{Game, Grid, Place, Square};

/// Cost (natural logarithm: about 1 in 1000) of a kingdom that shows no castle, because it is hidden or was
/// left in the box.
pub(super) const NO_CASTLE_COST: f64 = 7.0;

/// Index of an item to be covered exactly once: each square of each grid, and the castle of each kingdom.
pub(super) type Slot = usize;

/// One way to cover slots: a domino on two squares, no tile on one, a tile of no box on one or two, the
/// castle on one (which also covers the kingdom's castle slot), or no castle, which covers only that slot.
#[derive(Debug, Clone)]
pub(super) struct Placement {
    slots: [Slot; 2],
    /// The number of `slots` that it covers.
    size: usize,
    /// The squares' readings, as ranks in their choices. Unused for a castle slot.
    pub ranks: [usize; 2],
    /// The kind of domino; `None` for a castle, no tile, and tiles of no box.
    pub kind: Option<usize>,
    /// Cost of the squares' readings and of a domino's seams.
    pub cost: f64,
    /// The shares of the first and of the second slot in `cost`.
    pub parts: [f64; 2],
}

impl Placement {
    fn one(slot: Slot, rank: usize, cost: f64) -> Self {
        Self { slots: [slot; 2], size: 1, ranks: [rank, 0], kind: None, cost, parts: [cost, 0.0] }
    }

    fn two(slots: [Slot; 2], ranks: [usize; 2], kind: Option<usize>, parts: [f64; 2]) -> Self {
        Self { slots, size: 2, ranks, kind, cost: parts.iter().sum(), parts }
    }

    /// The one or two slots that it covers.
    pub fn slots(&self) -> &[Slot] {
        &self.slots[..self.size]
    }

    /// The slots with the ranks of their readings.
    pub fn read(&self) -> impl Iterator<Item = (Slot, usize)> + '_ {
        self.slots().iter().copied().zip(self.ranks)
    }
}

/// Two neighbouring squares and the dominoes that fit on them.
#[derive(Debug)]
pub(super) struct Pair {
    pub slots: [Slot; 2],
    /// Indices into [`Placements::all`].
    pub placements: Range<usize>,
}

/// The slots of one kingdom.
#[derive(Debug)]
pub(super) struct Table {
    /// The slots of the squares, row by row.
    pub squares: Range<Slot>,
    pub cols: usize,
    pub rows: usize,
    pub castle: Slot,
    pub pairs: Vec<Pair>,
}

impl Table {
    pub fn slot(&self, place: Place) -> Slot {
        self.squares.start + place.row * self.cols + place.col
    }

    /// Whether the slot is one of its squares or its castle.
    pub fn holds(&self, slot: Slot) -> bool {
        self.squares.contains(&slot) || slot == self.castle
    }

    pub fn place(&self, slot: Slot) -> Place {
        let index = slot - self.squares.start;
        Place::new(index / self.cols, index % self.cols)
    }
}

/// All placements on the tables of kingdoms that are laid from the same boxes.
#[derive(Debug)]
pub(super) struct Placements {
    pub tables: Vec<Table>,
    pub all: Vec<Placement>,
    /// For each square: the placements that cover it alone, no tile (`bare`) and the castle, as indices into
    /// `all`.
    pub bare: Vec<Option<usize>>,
    pub castle: Vec<Option<usize>>,
    /// For each square: the placement of half a tile of no box, as an index into `all`.
    pub lone: Vec<Option<usize>>,
    /// The number of dominoes of each kind.
    pub copies: Vec<u8>,
    /// For each square and rank: whether that reading is no tile.
    pub is_empty: Vec<Vec<bool>>,
}

impl Placements {
    /// The placements on these boards, without those that alone cost more than `most_cost`. Two neighbouring
    /// squares, or a single square, may also have a tile of no box if `foreign` returns a cost for it; they
    /// are then read as they look.
    pub fn new(
        boards: &[&Grid<Choices>],
        game: Game,
        most_cost: f64,
        foreign: &dyn Fn(&[Place]) -> Option<f64>,
    ) -> Self {
        let stock = Stock::for_game(game);
        let mut placements = Self {
            tables: Vec::new(),
            all: Vec::new(),
            bare: Vec::new(),
            castle: Vec::new(),
            lone: Vec::new(),
            copies: stock.kinds.iter().map(|kind| kind.dominoes.len() as u8).collect(),
            is_empty: Vec::new(),
        };
        let squares: usize = boards.iter().map(|board| board.cells().len()).sum();
        for (number, board) in boards.iter().enumerate() {
            placements.add_table(board, squares + number, stock, most_cost, foreign);
        }
        placements
    }

    /// The number of slots: one per square of all tables, then one per table for the castle.
    pub fn slots(&self) -> usize {
        self.is_empty.len() + self.tables.len()
    }

    /// Whether the square has a tile, if the readings of all squares have these ranks.
    pub fn is_tile(&self, square: Slot, ranks: &[u8]) -> bool {
        !self.is_empty[square][usize::from(ranks[square])]
    }

    /// All squares of all tables.
    pub fn squares(&self) -> Range<Slot> {
        0..self.is_empty.len()
    }

    fn add_table(
        &mut self,
        board: &Grid<Choices>,
        castle: Slot,
        stock: &Stock,
        most_cost: f64,
        foreign: &dyn Fn(&[Place]) -> Option<f64>,
    ) {
        let first = self.is_empty.len();
        let squares = first..first + board.cells().len();
        let mut table = Table { squares, cols: board.cols(), rows: board.rows(), castle, pairs: Vec::new() };
        self.all.push(Placement::one(castle, 0, NO_CASTLE_COST));
        for (place, choices) in board.iter() {
            self.add_alone(choices, table.slot(place), castle, most_cost, foreign(&[place]));
        }
        let halves = board.map(|choices| choices.squares.iter().map(half_kind_of).collect::<Vec<_>>());
        for place in board.places() {
            let right = (Place::new(place.row, place.col + 1), [RIGHT, LEFT]);
            let below = (Place::new(place.row + 1, place.col), [BELOW, ABOVE]);
            for (other, sides) in [right, below].into_iter().filter(|(other, _)| board.get(*other).is_some()) {
                let slots = [place, other].map(|place| table.slot(place));
                let pair = [(place, sides[0]), (other, sides[1])].map(|(place, side)| Half {
                    costs: &board[place].costs,
                    kinds: &halves[place],
                    seam_cost: board[place].seam_costs[side],
                });
                let from = self.all.len();
                self.add_dominoes(slots, &pair[0], &pair[1], stock, most_cost);
                // Castles and empty squares have no kind.
                let are_land = pair.iter().all(|half| half.kinds.first().is_some_and(Option::is_some));
                if let Some(cost) = foreign(&[place, other]).filter(|_| are_land) {
                    let parts = pair.map(|half| half.costs[0] + half.seam_cost + cost / 2.0);
                    self.all.push(Placement::two(slots, [0, 0], None, parts));
                }
                table.pairs.push(Pair { slots, placements: from..self.all.len() });
            }
        }
        self.tables.push(table);
    }

    fn add_alone(&mut self, choices: &Choices, slot: Slot, castle: Slot, most_cost: f64, foreign: Option<f64>) {
        let (mut as_bare, mut as_castle) = (None, None);
        for (rank, (square, &cost)) in choices.squares.iter().zip(&choices.costs).enumerate() {
            match square {
                Square::Empty if cost <= most_cost => {
                    as_bare = Some(self.all.len());
                    self.all.push(Placement::one(slot, rank, cost));
                }
                Square::Castle if cost <= most_cost => {
                    as_castle = Some(self.all.len());
                    self.all.push(Placement::two([slot, castle], [rank, 0], None, [cost, 0.0]));
                }
                _ => {}
            }
        }
        let is_land = half_kind_of(&choices.squares[0]).is_some();
        let lone = foreign.filter(|_| is_land).map(|cost| {
            self.all.push(Placement::one(slot, 0, choices.costs[0] + cost));
            self.all.len() - 1
        });
        self.lone.push(lone);
        self.bare.push(as_bare);
        self.castle.push(as_castle);
        self.is_empty.push(choices.squares.iter().map(|square| *square == Square::Empty).collect());
    }

    fn add_dominoes(&mut self, slots: [Slot; 2], a: &Half, b: &Half, stock: &Stock, most_cost: f64) {
        for (rank_a, kind_a, cost_a) in a.readings() {
            if cost_a > most_cost {
                break;
            }
            let Some(kind_a) = kind_a else { continue };
            for (rank_b, kind_b, cost_b) in b.readings() {
                if cost_a + cost_b > most_cost {
                    break;
                }
                let kind = kind_b.and_then(|kind_b| stock.kind(kind_a, kind_b));
                if kind.is_some() {
                    self.all.push(Placement::two(slots, [rank_a, rank_b], kind, [cost_a, cost_b]));
                }
            }
        }
    }
}

/// Indices of the sides in [`Choices::seam_costs`].
const RIGHT: usize = 0;
const BELOW: usize = 1;
const LEFT: usize = 2;
const ABOVE: usize = 3;

/// One of two neighbouring squares on which a domino may be placed.
struct Half<'a> {
    /// For each reading: its cost, and its kind of half, if any.
    costs: &'a [f64],
    kinds: &'a [Option<HalfKind>],
    /// Cost of the domino continuing on the other square.
    seam_cost: f64,
}

impl Half<'_> {
    /// The rank, the kind of half and the cost of each reading, by ascending cost.
    fn readings(&self) -> impl Iterator<Item = (usize, Option<HalfKind>, f64)> {
        let costs = self.costs.iter().map(|cost| cost + self.seam_cost);
        self.kinds.iter().copied().zip(costs).enumerate().map(|(rank, (kind, cost))| (rank, kind, cost))
    }
}
