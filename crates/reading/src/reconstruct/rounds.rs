//! Limits a kingdom's dominoes to those that one player can have drawn from each of two boxes that take
//! turns.
//!
//! Players may miscount their rounds, so a kingdom that exceeds the limit is not impossible, only far less
//! probable.

use super::placements::{Placements, Slot, Table};
use kingdomino::audit::Stock;
use kingdomino::domain::{DominoBox, Game, GridSize, most_of_each_box};

/// Cost (natural logarithm: about 1 in 1000) of a kingdom with more dominoes of one box than its player can
/// have drawn. Assumed, not counted: as rare as a kingdom that shows no castle.
pub(super) const MORE_OF_ONE_BOX_COST: f64 = 7.0;

/// Two boxes that take turns, and the tables of the kingdoms that are laid from them.
#[derive(Debug)]
pub(super) struct Rounds {
    game: Game,
    /// The game's grid, if known.
    size: Option<GridSize>,
    /// For each kind of domino and each box: the number of copies in the other box.
    elsewhere: Vec<Vec<usize>>,
    /// For each table: the most dominoes of one box that its player can have drawn.
    most: Vec<usize>,
    /// For each square: its table.
    table_of: Vec<usize>,
}

impl Rounds {
    /// Prepares the limits for these placements; `None` if the game's boxes do not take turns.
    pub fn new(placements: &Placements, game: Game, size: Option<GridSize>) -> Option<Self> {
        most_of_each_box(game, GridSize::Five)?;
        let boxes = DominoBox::of_game(game);
        let kinds = &Stock::for_game(game).kinds;
        let elsewhere = kinds.iter().map(|kind| boxes.iter().map(|from| kind.elsewhere(*from)).collect());
        let elsewhere = elsewhere.collect();
        let rounds = Self { game, size, elsewhere, most: Vec::new(), table_of: Vec::new() };
        let tables = placements.tables.iter().enumerate();
        let table_of = tables.flat_map(|(number, table)| table.squares.clone().map(move |_| number)).collect();
        let most = placements.tables.iter().map(|table| rounds.most_of_each(table.rows, table.cols)).collect();
        Some(Self { most, table_of, ..rounds })
    }

    /// The most dominoes of each box in a kingdom that spans this many rows and columns.
    fn most_of_each(&self, rows: usize, cols: usize) -> usize {
        let size = self.size.unwrap_or_else(|| GridSize::from_span(rows, cols));
        most_of_each_box(self.game, size).unwrap_or(usize::MAX)
    }

    /// The state before anything is laid.
    pub fn begin(&self) -> Drawn<'_> {
        let tables = self.most.len();
        let boxes = self.elsewhere.first().map_or(0, Vec::len);
        Drawn {
            rounds: self,
            laid: vec![vec![0; self.elsewhere.len()]; tables],
            certain: vec![vec![0; boxes]; tables],
            tables_over: 0,
        }
    }
}

/// The dominoes on the tables during a search.
#[derive(Debug)]
pub(super) struct Drawn<'a> {
    rounds: &'a Rounds,
    /// The number of dominoes for each table and kind.
    laid: Vec<Vec<usize>>,
    /// For each table and box: the number of dominoes that can only come from this box. Dominoes that both
    /// boxes contain count for the other box as long as copies remain there.
    certain: Vec<Vec<usize>>,
    /// The number of tables on which more dominoes must come from one box than the player can have drawn.
    tables_over: usize,
}

impl Drawn<'_> {
    /// Adds the placement that covers this slot, if it is a domino.
    pub fn put(&mut self, slot: Slot, kind: usize) {
        let Some(table) = self.table(slot, kind) else { return };
        self.tables_over -= usize::from(self.is_over(table));
        for (certain, elsewhere) in self.certain[table].iter_mut().zip(&self.rounds.elsewhere[kind]) {
            *certain += usize::from(self.laid[table][kind] >= *elsewhere);
        }
        self.laid[table][kind] += 1;
        self.tables_over += usize::from(self.is_over(table));
    }

    /// Removes the placement that covers this slot, if it is a domino.
    pub fn take_back(&mut self, slot: Slot, kind: usize) {
        let Some(table) = self.table(slot, kind) else { return };
        self.tables_over -= usize::from(self.is_over(table));
        self.laid[table][kind] -= 1;
        for (certain, elsewhere) in self.certain[table].iter_mut().zip(&self.rounds.elsewhere[kind]) {
            *certain -= usize::from(self.laid[table][kind] >= *elsewhere);
        }
        self.tables_over += usize::from(self.is_over(table));
    }

    /// A lower bound of the cost, however the rest is laid.
    pub fn cost(&self) -> f64 {
        self.tables_over as f64 * MORE_OF_ONE_BOX_COST
    }

    /// The increase of [`Drawn::cost`] if this domino is laid.
    pub fn cost_with(&self, slot: Slot, kind: usize) -> f64 {
        let Some(table) = self.table(slot, kind) else { return 0.0 };
        let most = self.rounds.most[table];
        let laid = self.laid[table][kind];
        let mut boxes = self.certain[table].iter().zip(&self.rounds.elsewhere[kind]);
        let is_first = !self.is_over(table) && boxes.any(|(certain, elsewhere)| *certain == most && laid >= *elsewhere);
        if is_first { MORE_OF_ONE_BOX_COST } else { 0.0 }
    }

    /// The cost of the finished kingdom on this table, which has tiles on the slots for which `is_tile` is
    /// true.
    pub fn cost_on(&self, number: usize, table: &Table, is_tile: impl Fn(Slot) -> bool) -> f64 {
        let tiles = table.squares.clone().filter(|slot| is_tile(*slot)).map(|slot| table.place(slot));
        let (mut rows, mut cols) = ((usize::MAX, 0), (usize::MAX, 0));
        for place in tiles {
            rows = (rows.0.min(place.row), rows.1.max(place.row + 1));
            cols = (cols.0.min(place.col), cols.1.max(place.col + 1));
        }
        let most = self.rounds.most_of_each(rows.1.saturating_sub(rows.0), cols.1.saturating_sub(cols.0));
        if self.certain[number].iter().any(|certain| *certain > most) { MORE_OF_ONE_BOX_COST } else { 0.0 }
    }

    fn is_over(&self, table: usize) -> bool {
        self.certain[table].iter().any(|certain| *certain > self.rounds.most[table])
    }

    /// The table of a slot that is covered by a domino; `None` for other placements, whose kind is beyond the
    /// last.
    fn table(&self, slot: Slot, kind: usize) -> Option<usize> {
        (kind < self.rounds.elsewhere.len()).then(|| self.rounds.table_of[slot])
    }
}
