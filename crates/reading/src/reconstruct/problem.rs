//! The placements, prepared for the search.

use super::lower_bound::LowerBound;
use super::placements::Placements;
use super::rounds::Rounds;

/// The search problem, with the bound that makes it fast.
#[derive(Debug)]
pub(super) struct Problem<'a> {
    pub placements: &'a Placements,
    /// No kingdom costs less.
    pub bound: f64,
    /// All placements, by ascending reduced cost.
    pub lean: Vec<CompactPlacement>,
    /// For each placement: its index in `lean`.
    pub place_of: Vec<u32>,
    /// The most rows, and the most columns, that a kingdom may span.
    pub squares_wide: usize,
    /// What a player can have drawn from each box; `None` unless the game's boxes take turns.
    pub rounds: Option<Rounds>,
}

/// The fields of a placement that the search needs, packed closely because most of its time goes into
/// scanning them.
#[derive(Debug)]
pub(super) struct CompactPlacement {
    /// The slots that it covers. If it covers only one, the second is the index one beyond all slots, which
    /// is always open and costs nothing.
    slots: [u16; 2],
    pub ranks: [u8; 2],
    /// The kind of domino; one beyond the last kind if the placement is not a domino.
    pub kind: u8,
    /// Its reduced cost (`reduced`), and that per covered slot (`share`).
    pub reduced: f64,
    pub share: f64,
    /// Copied from [`Placement::parts`](super::placements::Placement::parts).
    pub parts: [f64; 2],
    /// Index into [`Placements::all`].
    pub placement: usize,
}

impl<'a> Problem<'a> {
    pub fn new(placements: &'a Placements, multipliers: &LowerBound, squares_wide: usize) -> Self {
        let reduced = multipliers.reduced(placements);
        let mut order: Vec<usize> = (0..reduced.len()).collect();
        order.sort_by(|a, b| reduced[*a].total_cmp(&reduced[*b]));
        let mut place_of = vec![0; order.len()];
        (0..).zip(&order).for_each(|(place, placement)| place_of[*placement] = place);
        let lean = order
            .into_iter()
            .map(|placement| CompactPlacement::new(placements, placement, reduced[placement]))
            .collect();
        Self { placements, bound: multipliers.bound, lean, place_of, squares_wide, rounds: None }
    }

    /// Adds the limits of boxes that take turns.
    pub fn with_rounds(self, rounds: Option<Rounds>) -> Self {
        Self { rounds, ..self }
    }
}

impl CompactPlacement {
    // The casts cannot overflow: there are at most 800 squares, a square has 19 readings, and both boxes
    // together have 96 dominoes.
    fn new(placements: &Placements, placement: usize, reduced: f64) -> Self {
        let whole = &placements.all[placement];
        // A placement of one slot also takes the one beyond all slots, which stays open.
        let beyond = placements.slots();
        Self {
            slots: std::array::from_fn(|index| whole.slots().get(index).copied().unwrap_or(beyond) as u16),
            ranks: whole.ranks.map(|rank| rank as u8),
            kind: whole.kind.unwrap_or(placements.copies.len()) as u8,
            reduced,
            share: reduced / whole.slots().len() as f64,
            parts: whole.parts,
            placement,
        }
    }

    pub fn slots(&self) -> [usize; 2] {
        self.slots.map(usize::from)
    }
}
