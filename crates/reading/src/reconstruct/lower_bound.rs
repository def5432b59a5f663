//! A tight lower bound of any kingdom's cost, and what each placement adds to it.
//!
//! Without the constraints "each domino once" and "one castle", the best kingdom would be a matching of
//! squares with their neighbours, which is easy to find. So Lagrange multipliers on dominoes and castles
//! replace the constraints: the cheapest matching then costs no more than any kingdom. The multipliers of
//! whatever the matching uses too often are raised until the bound hardly rises. (Held and Karp's subgradient
//! method with Polyak's steps.)

use super::matching::max_weight_matching;
use super::placements::{NO_CASTLE_COST, Placements, Slot, Table};

/// Cost of an uncovered square: more than any kingdom that is searched (4010 for 800 squares), so a bound
/// above half of it means that no kingdom exists.
const UNCOVERED_COST: f64 = 1e4;

/// The most matchings that are computed. After about 60 the bound rises by less than a search step is worth.
const MOST_ROUNDS: usize = 120;

/// How far above the best bound the first steps aim, in units of cost; halved if the bound has not risen for
/// [`PATIENCE`] rounds, until it is [`LEAST_AIM`]. Chosen on noisy kingdoms: 0.5 to 4 reach the same bounds.
const FIRST_AIM: f64 = 2.0;
const LEAST_AIM: f64 = 0.02;
const PATIENCE: usize = 4;

/// A lower bound with its multipliers for the slots and the kinds of dominoes.
#[derive(Debug, Clone)]
pub(super) struct LowerBound {
    /// No kingdom costs less than this.
    pub bound: f64,
    slots: Vec<f64>,
    kinds: Vec<f64>,
}

impl LowerBound {
    /// Without multipliers the bound is 0, the cost of the plain reading.
    pub fn none(placements: &Placements) -> Self {
        Self { bound: 0.0, slots: vec![0.0; placements.slots()], kinds: vec![0.0; placements.copies.len()] }
    }

    /// The (nearly) highest bound; `None` if no kingdom can be laid.
    pub fn best(placements: &Placements) -> Option<Self> {
        let mut best = Self { bound: f64::NEG_INFINITY, ..Self::none(placements) };
        let mut kinds = vec![0.0; placements.copies.len()];
        let mut castles = vec![0.0; placements.tables.len()];
        let (mut aim, mut rounds_without) = (FIRST_AIM, 0);
        for _ in 0..MOST_ROUNDS {
            let round = Round::new(placements, &kinds, &castles);
            if round.multipliers.bound > best.bound + 1e-3 * aim {
                rounds_without = 0;
            } else {
                rounds_without += 1;
            }
            let bound = round.multipliers.bound;
            if bound > best.bound {
                best = round.multipliers;
            }
            if rounds_without == PATIENCE {
                (aim, rounds_without) = (aim / 2.0, 0);
            }
            let steepness = round.rises.iter().chain(&round.castle_rises).map(|rise| rise * rise).sum::<f64>();
            if best.bound > UNCOVERED_COST / 2.0 || steepness == 0.0 || aim < LEAST_AIM {
                break;
            }
            let step = (best.bound + aim - bound) / steepness;
            kinds
                .iter_mut()
                .zip(&round.rises)
                .for_each(|(multiplier, rise)| *multiplier = (*multiplier + step * rise).max(0.0));
            let multipliers = castles.iter_mut().zip(&round.castle_rises);
            multipliers.for_each(|(multiplier, rise)| *multiplier = (*multiplier + step * rise).min(NO_CASTLE_COST));
        }
        (best.bound <= UNCOVERED_COST / 2.0).then_some(best)
    }

    /// The reduced cost of each placement, 0 or more. A kingdom costs at least the bound plus the reduced
    /// costs of its placements.
    pub fn reduced(&self, placements: &Placements) -> Vec<f64> {
        let reduced = placements.all.iter().map(|placement| {
            let own: f64 = placement.slots().iter().map(|slot| self.slots[*slot]).sum();
            (placement.cost + placement.kind.map_or(0.0, |kind| self.kinds[kind]) - own).max(0.0)
        });
        reduced.collect()
    }
}

/// The cheapest matching for the given multipliers.
struct Round {
    multipliers: LowerBound,
    /// How fast the bound rises with the multiplier of each kind of domino, and of each table's castle.
    rises: Vec<f64>,
    castle_rises: Vec<f64>,
}

impl Round {
    fn new(placements: &Placements, kinds: &[f64], castles: &[f64]) -> Self {
        let mut round = Self {
            multipliers: LowerBound { bound: 0.0, slots: vec![0.0; placements.slots()], kinds: kinds.to_vec() },
            rises: placements.copies.iter().map(|copies| -f64::from(*copies)).collect(),
            castle_rises: Vec::new(),
        };
        for (table, castle) in placements.tables.iter().zip(castles) {
            round.add(placements, table, *castle);
        }
        round.multipliers.bound = round.multipliers.slots.iter().sum();
        for (kind, copies) in placements.copies.iter().enumerate() {
            round.multipliers.bound -= kinds[kind] * f64::from(*copies);
            if kinds[kind] == 0.0 {
                round.rises[kind] = round.rises[kind].max(0.0);
            }
        }
        round
    }

    fn add(&mut self, placements: &Placements, table: &Table, castle: f64) {
        let sides = Sides::new(table);
        let mut weights = vec![0.0; sides.rows * sides.cols];
        let mut cheapest = vec![None; sides.rows * sides.cols];
        for pair in &table.pairs {
            let priced = pair.placements.clone().map(|placement| {
                let kind = placements.all[placement].kind;
                (placements.all[placement].cost + kind.map_or(0.0, |kind| self.multipliers.kinds[kind]), placement)
            });
            if let Some((cost, placement)) = priced.min_by(|a, b| a.0.total_cmp(&b.0)) {
                let index = sides.index(pair.slots);
                let [one, other] = pair.slots.map(|slot| cost_alone(placements, slot, castle));
                weights[index] = one + other - cost;
                cheapest[index] = Some(placement);
            }
        }
        let matching = max_weight_matching(sides.rows, sides.cols, &weights);
        let mut is_alone = vec![true; table.squares.len()];
        for (row, col) in matching.partners.iter().enumerate() {
            let placement = col.and_then(|col| cheapest[row * sides.cols + col]);
            if let Some(placement) = placement.map(|placement| &placements.all[placement]) {
                placement.slots().iter().for_each(|slot| is_alone[slot - table.squares.start] = false);
                placement.kind.into_iter().for_each(|kind| self.rises[kind] += 1.0);
            }
        }
        let mut castles = 0.0;
        for slot in table.squares.clone() {
            self.multipliers.slots[slot] =
                cost_alone(placements, slot, castle) - sides.multiplier(slot - table.squares.start, &matching);
            let is_castle =
                cost_of(placements, placements.castle[slot]) - castle < cost_without_castle(placements, slot);
            if is_alone[slot - table.squares.start] && is_castle {
                castles += 1.0;
            }
        }
        self.multipliers.slots[table.castle] = castle;
        // Once the multiplier is as high as the cost of leaving out the castle, a matching without a castle
        // is allowed.
        let is_settled = castles == 0.0 && castle >= NO_CASTLE_COST;
        self.castle_rises.push(if is_settled { 0.0 } else { 1.0 - castles });
    }
}

#[inline]
fn cost_of(placements: &Placements, placement: Option<usize>) -> f64 {
    placement.map_or(UNCOVERED_COST, |placement| placements.all[placement].cost)
}

/// The lowest cost of covering a square by itself, without a domino and without the castle.
#[inline]
fn cost_without_castle(placements: &Placements, slot: Slot) -> f64 {
    cost_of(placements, placements.bare[slot]).min(cost_of(placements, placements.lone[slot]))
}

/// The lowest cost of covering a square by itself, without a domino; `castle` is the castle's multiplier.
#[inline]
fn cost_alone(placements: &Placements, slot: Slot, castle: f64) -> f64 {
    cost_without_castle(placements, slot).min(cost_of(placements, placements.castle[slot]) - castle)
}

/// A table's squares by chessboard colour: a domino covers one of each.
struct Sides {
    rows: usize,
    cols: usize,
    /// For each square: whether it is a row of the matching, and the index of its row or column.
    place: Vec<(bool, usize)>,
    first: Slot,
}

impl Sides {
    fn new(table: &Table) -> Self {
        let mut sides = Self { rows: 0, cols: 0, place: Vec::new(), first: table.squares.start };
        for slot in table.squares.clone() {
            let place = table.place(slot);
            let is_row = (place.row + place.col).is_multiple_of(2);
            let side = if is_row { &mut sides.rows } else { &mut sides.cols };
            sides.place.push((is_row, *side));
            *side += 1;
        }
        sides
    }

    fn index(&self, slots: [Slot; 2]) -> usize {
        let [(a_is_row, a), (_, b)] = slots.map(|slot| self.place[slot - self.first]);
        if a_is_row { a * self.cols + b } else { b * self.cols + a }
    }

    fn multiplier(&self, square: usize, matching: &super::matching::Matching) -> f64 {
        let (is_row, index) = self.place[square];
        if is_row { matching.row_multipliers[index] } else { matching.col_multipliers[index] }
    }
}
