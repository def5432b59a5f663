//! The search's own words: what may lie where, on one or several tables, and what it costs.

use std::ops::Range;

use super::choices::Choices;
use crate::audit::{HalfKind, Stock, half_kind_of};
use crate::domain::{Game, Grid, Place, Square};

/// How much less probable (in natural logarithms: about 1 in 1000) it is that a kingdom shows no castle at all,
/// hidden or left in the box, than that it shows one.
pub(super) const NO_CASTLE_LOSS: f64 = 7.0;

/// What must be covered exactly once: each square of each grid, and each kingdom's castle.
pub(super) type Slot = usize;

/// Something that may lie there: a domino on two squares, no tile on one, the castle on one (it covers the kingdom's
/// castle, too), or the news that a kingdom has no castle.
#[derive(Debug, Clone)]
pub(super) struct Cover {
    slots: [Slot; 2],
    /// How many of `slots` it covers.
    size: usize,
    /// As what the squares are read: ranks in their choices. Means nothing for a kingdom's castle.
    pub ranks: [usize; 2],
    /// The kind of domino; `None` for what is no domino.
    pub kind: Option<usize>,
    /// How much less probable it makes the kingdom. Whatever else is known about two squares together belongs here.
    pub loss: f64,
}

impl Cover {
    fn one(slot: Slot, rank: usize, loss: f64) -> Self {
        Self { slots: [slot; 2], size: 1, ranks: [rank, 0], kind: None, loss }
    }

    fn two(slots: [Slot; 2], ranks: [usize; 2], kind: Option<usize>, loss: f64) -> Self {
        Self { slots, size: 2, ranks, kind, loss }
    }

    /// One or two.
    pub fn slots(&self) -> &[Slot] {
        &self.slots[..self.size]
    }

    /// The slots with the ranks as which they are read.
    pub fn read(&self) -> impl Iterator<Item = (Slot, usize)> + '_ {
        self.slots().iter().copied().zip(self.ranks)
    }
}

/// Two neighbouring squares and the dominoes that may lie on them.
#[derive(Debug)]
pub(super) struct Pair {
    pub slots: [Slot; 2],
    /// Indices into [`Covers::all`].
    pub covers: Range<usize>,
}

/// One kingdom's part of the slots.
#[derive(Debug)]
pub(super) struct Table {
    /// Row by row.
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

    /// Whether it is one of its squares, or its castle.
    pub fn holds(&self, slot: Slot) -> bool {
        self.squares.contains(&slot) || slot == self.castle
    }

    pub fn place(&self, slot: Slot) -> Place {
        let index = slot - self.squares.start;
        Place::new(index / self.cols, index % self.cols)
    }
}

/// Everything that may lie on the tables of kingdoms that are laid from the same boxes.
#[derive(Debug)]
pub(super) struct Covers {
    pub tables: Vec<Table>,
    pub all: Vec<Cover>,
    /// Of each square: what may cover it alone, no tile and the castle, as indices into `all`.
    pub bare: Vec<Option<usize>>,
    pub castle: Vec<Option<usize>>,
    /// How many dominoes of each kind there are.
    pub copies: Vec<u8>,
    /// Of each square and rank: whether it is no tile.
    pub is_empty: Vec<Vec<bool>>,
}

impl Covers {
    /// Without what alone loses more than `most_loss`.
    pub fn of(boards: &[&Grid<Choices>], game: Game, most_loss: f64) -> Self {
        let stock = Stock::of(game);
        let mut covers = Self {
            tables: Vec::new(),
            all: Vec::new(),
            bare: Vec::new(),
            castle: Vec::new(),
            copies: stock.kinds.iter().map(|kind| kind.dominoes.len() as u8).collect(),
            is_empty: Vec::new(),
        };
        let squares: usize = boards.iter().map(|board| board.cells().len()).sum();
        for (number, board) in boards.iter().enumerate() {
            covers.add_table(board, squares + number, stock, most_loss);
        }
        covers
    }

    /// The squares come first, then the castles.
    pub fn slots(&self) -> usize {
        self.is_empty.len() + self.tables.len()
    }

    /// All squares of all tables.
    pub fn squares(&self) -> Range<Slot> {
        0..self.is_empty.len()
    }

    fn add_table(&mut self, board: &Grid<Choices>, castle: Slot, stock: &Stock, most_loss: f64) {
        let first = self.is_empty.len();
        let squares = first..first + board.cells().len();
        let mut table = Table { squares, cols: board.cols(), rows: board.rows(), castle, pairs: Vec::new() };
        self.all.push(Cover::one(castle, 0, NO_CASTLE_LOSS));
        for (place, choices) in board.iter() {
            self.add_alone(choices, table.slot(place), castle, most_loss);
        }
        let halves = board.map(|choices| choices.squares.iter().map(half_kind_of).collect::<Vec<_>>());
        for place in board.places() {
            let beside = [Place::new(place.row, place.col + 1), Place::new(place.row + 1, place.col)];
            for other in beside.into_iter().filter(|other| board.get(*other).is_some()) {
                let slots = [place, other].map(|place| table.slot(place));
                let two = [place, other].map(|place| (&board[place].losses[..], &halves[place][..]));
                let from = self.all.len();
                self.add_dominoes(slots, two, stock, most_loss);
                table.pairs.push(Pair { slots, covers: from..self.all.len() });
            }
        }
        self.tables.push(table);
    }

    fn add_alone(&mut self, choices: &Choices, slot: Slot, castle: Slot, most_loss: f64) {
        let (mut as_bare, mut as_castle) = (None, None);
        for (rank, (square, &loss)) in choices.squares.iter().zip(&choices.losses).enumerate() {
            match square {
                Square::Empty if loss <= most_loss => {
                    as_bare = Some(self.all.len());
                    self.all.push(Cover::one(slot, rank, loss));
                }
                Square::Castle if loss <= most_loss => {
                    as_castle = Some(self.all.len());
                    self.all.push(Cover::two([slot, castle], [rank, 0], None, loss));
                }
                _ => {}
            }
        }
        self.bare.push(as_bare);
        self.castle.push(as_castle);
        self.is_empty.push(choices.squares.iter().map(|square| *square == Square::Empty).collect());
    }

    fn add_dominoes(
        &mut self,
        slots: [Slot; 2],
        [(losses_a, halves_a), (losses_b, halves_b)]: [(&[f64], &[Option<HalfKind>]); 2],
        stock: &Stock,
        most_loss: f64,
    ) {
        for (rank_a, (half_a, loss_a)) in halves_a.iter().zip(losses_a).enumerate() {
            if *loss_a > most_loss {
                break;
            }
            let Some(half_a) = half_a else { continue };
            for (rank_b, (half_b, loss_b)) in halves_b.iter().zip(losses_b).enumerate() {
                if loss_a + loss_b > most_loss {
                    break;
                }
                let kind = half_b.and_then(|half_b| stock.kind(*half_a, half_b));
                if kind.is_some() {
                    self.all.push(Cover::two(slots, [rank_a, rank_b], kind, loss_a + loss_b));
                }
            }
        }
    }
}
