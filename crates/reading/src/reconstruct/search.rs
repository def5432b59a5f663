//! The exact search: everything is covered once, no domino is used twice, and the cost stays within a limit.
//!
//! It lays one placement at a time, on the slot for which the fewest placements remain. The reduced costs of
//! the [`LowerBound`](super::lower_bound::LowerBound) leave little choice.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::placements::{Placement, Slot, Table};
use super::problem::{CompactPlacement, Problem};
use super::rounds::Drawn;
use kingdomino::audit::Budget;
use kingdomino::domain::Place;

/// Tolerance for comparing costs: sums of a few hundred numbers differ in their last digits by the order of
/// adding.
const ROUNDING: f64 = 1e-9;

/// The goal of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// The most probable kingdom: each kingdom found must be better than the last.
    Best,
    /// All kingdoms, unless there are more than this number.
    All(usize),
    /// All readings of one table's squares, unless there are more than `most`: each with the most probable
    /// kingdoms of the other tables that do not need its dominoes.
    EachOf {
        /// Index of the table.
        table: usize,
        most: usize,
    },
}

/// A solution: the rank of each square's reading among its choices.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Solution {
    pub ranks: Vec<u8>,
    pub cost: f64,
    /// Cost of each kingdom.
    pub on_tables: Vec<f64>,
}

/// The result of a search.
#[derive(Debug)]
pub(super) struct SearchResult {
    /// With [`Goal::Best`] the last solution is the best.
    pub solutions: Vec<Solution>,
    /// False if the budget ran out or there are more than were asked for.
    pub is_complete: bool,
}

/// Searches for kingdoms of allowed placements that cost at most `limit`. A kingdom is a grid of squares: it
/// is found once, however many tilings it has, at the cost of the cheapest.
pub(super) fn search(
    problem: &Problem,
    allowed: impl Fn(&Placement) -> bool,
    limit: f64,
    goal: Goal,
    budget: &mut Budget,
) -> SearchResult {
    let placements = problem.placements;
    let allowance = limit - problem.bound;
    let cheap = problem.lean.iter().take_while(|lean| lean.reduced <= allowance + ROUNDING);
    let live: Vec<u32> =
        (0..).zip(cheap).filter(|(_, lean)| allowed(&placements.all[lean.placement])).map(|(i, _)| i).collect();
    let mut search = Search {
        problem,
        goal,
        budget,
        limit,
        open: vec![true; placements.slots() + 1],
        left: placements.copies.iter().map(|copies| u16::from(*copies)).chain([u16::MAX]).collect(),
        laid: Vec::new(),
        drawn: problem.rounds.as_ref().map(|rounds| rounds.begin()),
        spent: 0.0,
        found: Vec::new(),
        known: HashMap::new(),
        of_table: BTreeMap::new(),
        best_tiling: None,
        scan: vec![Scan::default(); placements.slots() + 1],
    };
    let flow = search.lay_borders(0, &live);
    search.found.extend(search.of_table.into_values());
    SearchResult { solutions: search.found, is_complete: flow != Flow::Stop }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    /// Try the next placement.
    GoOn,
    /// The cheapest tiling of these squares was found, so the rest need not be tried.
    Enough,
    /// The budget ran out, or more was found than was asked for.
    Stop,
}

/// The placements that remain for one open slot.
#[derive(Debug, Clone, Copy)]
struct Scan {
    placements: u32,
    rank: u8,
    /// Whether these placements leave more than one reading for the slot's square.
    is_ambiguous: bool,
    /// The least that covering the slot adds to the bound.
    share: f64,
}

impl Default for Scan {
    fn default() -> Self {
        Self { placements: 0, rank: 0, is_ambiguous: false, share: f64::INFINITY }
    }
}

/// The state of a search. Placements are indices into [`Problem::lean`].
struct Search<'a> {
    problem: &'a Problem<'a>,
    goal: Goal,
    budget: &'a mut Budget,
    limit: f64,
    open: Vec<bool>,
    /// The number of dominoes left of each kind.
    left: Vec<u16>,
    laid: Vec<u32>,
    /// The dominoes drawn from each box so far; `None` unless the game's boxes take turns.
    drawn: Option<Drawn<'a>>,
    /// Reduced cost of the current placements.
    spent: f64,
    found: Vec<Solution>,
    /// For each grid of squares that was found: its index in `found`.
    known: HashMap<Vec<u8>, usize>,
    /// For [`Goal::EachOf`]: the best solution for each reading of the table's squares.
    of_table: BTreeMap<Vec<u8>, Solution>,
    /// The cheapest tiling so far, while tiling squares whose readings are settled.
    best_tiling: Option<Solution>,
    /// One entry per slot, recomputed at each step.
    scan: Vec<Scan>,
}

impl<'a> Search<'a> {
    /// Tries all ranges of rows and columns for each kingdom whose board is larger than the game's grid.
    fn lay_borders(&mut self, table: usize, live: &[u32]) -> Flow {
        let problem = self.problem;
        let Some(area) = problem.placements.tables.get(table) else {
            return match self.goal {
                Goal::EachOf { table, most } => self.lay_table(&problem.placements.tables[table], most, live),
                Goal::Best | Goal::All(_) => self.lay(live, None),
            };
        };
        let wide = problem.squares_wide;
        for row in 0..=area.rows.saturating_sub(wide) {
            for col in 0..=area.cols.saturating_sub(wide) {
                let outside = outside(area, row..row + wide, col..col + wide);
                let bare =
                    outside.map(|slot| problem.placements.bare[slot].map(|placement| problem.place_of[placement]));
                let Some(bare) = bare.collect::<Option<Vec<u32>>>() else { continue };
                if !self.budget.step() {
                    return Flow::Stop;
                }
                if !bare.iter().all(|placement| live.binary_search(placement).is_ok()) {
                    continue;
                }
                bare.iter().for_each(|placement| self.put(*placement));
                let flow = self.lay_borders(table + 1, live);
                bare.iter().for_each(|_| self.take_back());
                if flow == Flow::Stop {
                    return flow;
                }
            }
        }
        Flow::GoOn
    }

    /// Lays placements on the open slots. `settled` is `None` as long as a square may still have several
    /// readings; once every square has only one, it is the lowest cost that the squares can have.
    fn lay(&mut self, live: &[u32], settled: Option<f64>) -> Flow {
        if !self.budget.step() {
            return Flow::Stop;
        }
        let Some((live, rest)) = self.narrowed(live) else { return Flow::GoOn };
        match (settled, self.next_slot(settled.is_some())) {
            (None, Some((slot, false))) => self.lay_on(slot, &live, rest, None),
            (None, next) => self.tile(next.map(|(slot, _)| slot), &live, rest),
            (Some(_), Some((slot, _))) => self.lay_on(slot, &live, rest, settled),
            (Some(least), None) => self.tiled(least),
        }
    }

    fn lay_on(&mut self, slot: Slot, live: &[u32], rest: f64, settled: Option<f64>) -> Flow {
        for (placement, rest) in self.ways(slot, live, rest) {
            // The limit may have fallen since this placement was found affordable.
            if !self.is_affordable(rest) {
                continue;
            }
            self.put(placement);
            let flow = self.lay(live, settled);
            self.take_back();
            if flow != Flow::GoOn {
                return flow;
            }
        }
        Flow::GoOn
    }

    /// The placements that can cover the slot, each with the least that the open slots then add to the bound.
    fn ways(&self, slot: Slot, live: &[u32], rest: f64) -> Vec<(u32, f64)> {
        let covering = live.iter().copied().filter(|placement| self.lean(*placement).slots().contains(&slot));
        covering.map(|placement| (placement, rest + self.extra(self.lean(placement)))).collect()
    }

    #[inline]
    fn open_slots(&self) -> impl Iterator<Item = Slot> {
        (0..self.problem.placements.slots()).filter(|slot| self.open[*slot])
    }

    /// Lays placements until all readings of the table's squares are settled, then the rest at the lowest
    /// cost.
    fn lay_table(&mut self, table: &Table, most: usize, live: &[u32]) -> Flow {
        if !self.budget.step() {
            return Flow::Stop;
        }
        let Some((live, rest)) = self.narrowed(live) else { return Flow::GoOn };
        if !self.open_slots().any(|slot| table.squares.contains(&slot) && self.scan[slot].is_ambiguous) {
            return self.lay_others(table, most, &live);
        }
        let considered = self.open_slots().filter(|slot| {
            let scan = &self.scan[*slot];
            table.squares.contains(slot) && scan.is_ambiguous || scan.placements == 1
        });
        let Some(slot) = considered.min_by_key(|slot| self.scan[*slot].placements) else { return Flow::GoOn };
        for (placement, _) in self.ways(slot, &live, rest) {
            self.put(placement);
            let flow = self.lay_table(table, most, &live);
            self.take_back();
            if flow == Flow::Stop {
                return flow;
            }
        }
        Flow::GoOn
    }

    /// Keeps the best solution for the table's current reading.
    fn lay_others(&mut self, table: &Table, most: usize, live: &[u32]) -> Flow {
        let mut ranks: Vec<u8> = table.squares.clone().map(|slot| self.scan[slot].rank).collect();
        for (slot, rank) in self.laid().flat_map(Placement::read).filter(|(slot, _)| table.squares.contains(slot)) {
            ranks[slot - table.squares.start] = rank as u8;
        }
        let (limit, goal, known) = (self.limit, self.goal, std::mem::take(&mut self.known));
        let found_before = self.of_table.get(&ranks).map_or(f64::INFINITY, |solution| solution.cost - 2.0 * ROUNDING);
        (self.limit, self.goal) = (limit.min(found_before), Goal::Best);
        let flow = self.lay(live, None);
        (self.limit, self.goal, self.known) = (limit, goal, known);
        if let Some(best) = self.found.pop() {
            self.found.clear();
            self.of_table.insert(ranks, best);
        }
        if flow == Flow::Stop || self.of_table.len() > most { Flow::Stop } else { Flow::GoOn }
    }

    /// Finds the cheapest tiling once all readings are settled.
    fn tile(&mut self, next: Option<Slot>, live: &[u32], rest: f64) -> Flow {
        let (limit, least) = (self.limit, self.least_cost(live));
        let flow = match next {
            Some(slot) => self.lay_on(slot, live, rest, Some(least)),
            None => self.tiled(least),
        };
        self.limit = limit;
        let tiling = self.best_tiling.take();
        if flow == Flow::Stop {
            return flow;
        }
        tiling.map_or(Flow::GoOn, |tiling| self.keep(tiling))
    }

    /// The lowest cost of covering the open slots with these placements.
    fn least_cost(&self, live: &[u32]) -> f64 {
        let mut least = vec![f64::INFINITY; self.open.len()];
        for lean in live.iter().map(|placement| self.lean(*placement)) {
            for (slot, part) in lean.slots().into_iter().zip(lean.parts) {
                least[slot] = least[slot].min(part);
            }
        }
        self.cost() + self.open_slots().map(|slot| least[slot]).sum::<f64>()
    }

    /// The placements that remain possible, and the least that the open slots add to the bound; `None` if
    /// that is too much or a slot cannot be covered.
    fn narrowed(&mut self, live: &[u32]) -> Option<(Vec<u32>, f64)> {
        let slots = self.open.len() - 1;
        self.scan.fill(Scan::default());
        self.scan[slots].share = 0.0;
        let mut narrowed = Vec::with_capacity(live.len());
        for &placement in live {
            let lean = self.lean(placement);
            if self.can_lie(lean) {
                narrowed.push(placement);
                for slot in lean.slots() {
                    self.scan[slot].share = self.scan[slot].share.min(lean.share);
                }
            }
        }
        let open = self.scan[..slots].iter().zip(&self.open).filter(|(_, open)| **open);
        let rest: f64 = open.map(|(scan, _)| scan.share).sum();
        if !self.is_affordable(rest) {
            return None;
        }
        narrowed.retain(|&placement| {
            let lean = self.lean(placement);
            let of_one_box =
                self.drawn.as_ref().map_or(0.0, |drawn| drawn.cost_with(lean.slots()[0], usize::from(lean.kind)));
            let is_affordable = self.is_affordable(rest + self.extra(lean) + of_one_box);
            if is_affordable {
                for (slot, rank) in lean.slots().into_iter().zip(lean.ranks) {
                    let scan = &mut self.scan[slot];
                    scan.is_ambiguous |= scan.placements > 0 && scan.rank != rank;
                    scan.placements += 1;
                    scan.rank = rank;
                }
            }
            is_affordable
        });
        let mut scanned = self.scan[..slots].iter().zip(&self.open);
        scanned.all(|(scan, open)| !*open || scan.placements > 0).then_some((narrowed, rest))
    }

    /// The next slot to cover, and whether all readings are settled; `None` if all slots are covered.
    /// Ambiguous squares come first, so that the same grid is rarely reached twice.
    fn next_slot(&self, is_settled: bool) -> Option<(Slot, bool)> {
        let is_settled = is_settled || !self.open_slots().any(|slot| self.scan[slot].is_ambiguous);
        let considered = self.open_slots().filter(|slot| {
            let scan = &self.scan[*slot];
            is_settled || scan.is_ambiguous || scan.placements == 1
        });
        considered.min_by_key(|slot| self.scan[*slot].placements).map(|slot| (slot, is_settled))
    }

    /// Called when all slots are covered. Records a better solution if the cost is within the limit and each
    /// table has a tile.
    fn tiled(&mut self, least: f64) -> Flow {
        let placements = self.problem.placements;
        let mut ranks = vec![0; placements.squares().len()];
        for (slot, rank) in
            self.laid().flat_map(Placement::read).filter(|(slot, _)| placements.squares().contains(slot))
        {
            ranks[slot] = rank as u8;
        }
        let mut on_tables = Vec::with_capacity(placements.tables.len());
        for (number, table) in placements.tables.iter().enumerate() {
            let own = self.laid().filter(|placement| table.holds(placement.slots()[0]));
            let of_one_box = (self.drawn.as_ref())
                .map_or(0.0, |drawn| drawn.cost_on(number, table, |slot| placements.is_tile(slot, &ranks)));
            on_tables.push(own.map(|placement| placement.cost).sum::<f64>() + of_one_box);
        }
        let cost = on_tables.iter().sum();
        let mut tables = placements.tables.iter();
        if cost > self.limit + ROUNDING
            || !tables.all(|table| table.squares.clone().any(|slot| placements.is_tile(slot, &ranks)))
        {
            return Flow::GoOn;
        }
        self.best_tiling = Some(Solution { ranks, cost, on_tables });
        self.limit = cost - 2.0 * ROUNDING;
        if cost <= least + ROUNDING { Flow::Enough } else { Flow::GoOn }
    }

    fn keep(&mut self, tiling: Solution) -> Flow {
        if self.goal == Goal::Best {
            self.limit = tiling.cost - 2.0 * ROUNDING;
        }
        match self.known.get(&tiling.ranks) {
            // The same squares were found before, with tilings in another branch of the search.
            Some(&known) if self.goal != Goal::Best => {
                if tiling.cost < self.found[known].cost {
                    self.found[known] = tiling;
                }
            }
            _ => {
                self.known.insert(tiling.ranks.clone(), self.found.len());
                self.found.push(tiling);
            }
        }
        match self.goal {
            Goal::All(most) if self.found.len() > most => Flow::Stop,
            _ => Flow::GoOn,
        }
    }

    fn laid(&self) -> impl Iterator<Item = &'a Placement> {
        self.laid.iter().map(|placement| &self.problem.placements.all[self.lean(*placement).placement])
    }

    fn cost(&self) -> f64 {
        self.laid().map(|placement| placement.cost).sum::<f64>() + self.cost_of_one_box()
    }

    /// Cost so far of tables with more dominoes of one box than their player can have drawn.
    fn cost_of_one_box(&self) -> f64 {
        self.drawn.as_ref().map_or(0.0, Drawn::cost)
    }

    fn lean(&self, placement: u32) -> &'a CompactPlacement {
        &self.problem.lean[placement as usize]
    }

    /// How much more this placement adds to the bound than the cheapest placements that remain for its slots.
    fn extra(&self, lean: &CompactPlacement) -> f64 {
        let [a, b] = lean.slots();
        lean.reduced - self.scan[a].share - self.scan[b].share
    }

    fn is_affordable(&self, rest: f64) -> bool {
        self.spent + self.cost_of_one_box() + rest <= self.limit - self.problem.bound + ROUNDING
    }

    fn can_lie(&self, lean: &CompactPlacement) -> bool {
        let [a, b] = lean.slots();
        self.open[a] && self.open[b] && self.left[usize::from(lean.kind)] > 0
    }

    fn put(&mut self, placement: u32) {
        let lean = self.lean(placement);
        self.set_open(lean, false);
        self.left[usize::from(lean.kind)] -= 1;
        self.spent += lean.reduced;
        self.laid.push(placement);
        self.drawn.iter_mut().for_each(|drawn| drawn.put(lean.slots()[0], usize::from(lean.kind)));
    }

    fn take_back(&mut self) {
        let Some(placement) = self.laid.pop() else { return };
        let lean = self.lean(placement);
        self.set_open(lean, true);
        self.left[usize::from(lean.kind)] += 1;
        self.spent -= lean.reduced;
        self.drawn.iter_mut().for_each(|drawn| drawn.take_back(lean.slots()[0], usize::from(lean.kind)));
    }

    fn set_open(&mut self, lean: &CompactPlacement, open: bool) {
        lean.slots().into_iter().for_each(|slot| self.open[slot] = open);
        let beyond = self.problem.placements.slots();
        self.open[beyond] = true;
    }
}

/// The squares outside these rows and columns.
fn outside(table: &Table, rows: Range<usize>, cols: Range<usize>) -> impl Iterator<Item = Slot> {
    table.squares.clone().filter(move |slot| {
        let Place { row, col } = table.place(*slot);
        !rows.contains(&row) || !cols.contains(&col)
    })
}
