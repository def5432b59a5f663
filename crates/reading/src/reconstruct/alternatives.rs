//! The best kingdom's alternatives: all of them, or if there are too many, the best one for each square.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::placements::{Placement, Placements, Slot};
use super::problem::Problem;
use super::search::{Goal, Solution, search};
use kingdomino::audit::Budget;

/// Alternatives are searched up to this cost above the best solution (natural logarithm: about 1 in 1000).
pub(super) const ALTERNATIVE_COST: f64 = 7.0;

/// The search raises its cost limit in these steps. So even if there are too many alternatives to list, all
/// of those up to some cost are known.
const ALTERNATIVE_COSTS: [f64; 4] =
    [ALTERNATIVE_COST / 8.0, ALTERNATIVE_COST / 4.0, ALTERNATIVE_COST / 2.0, ALTERNATIVE_COST];

/// The most alternatives that are listed, far more than matter: as few as 34 of them, at any cost up to
/// [`ALTERNATIVE_COST`], make the best solution less than 97 % probable.
const MOST_ALTERNATIVES: usize = 500;

/// The search steps allowed for listing the alternatives, and for finding one square's best alternative. With
/// these limits, 99 % of the doubtful 7x7 kingdoms of `benches/reconstruct.rs` took up to 12 ms and none more
/// than 48 ms; clear ones took less than 1 ms.
const MOST_ALTERNATIVE_STEPS: u32 = 10_000;
const MOST_SQUARE_STEPS: u32 = 1_000;

/// The cost above the lower bound that the first search for the best kingdom allows. It is small because the
/// bound is close. The allowance doubles whenever nothing is found, so all searches together take hardly
/// longer than the last one.
const FIRST_ALLOWANCE: f64 = 0.5;

/// The search steps allowed for listing all alternatives of one table (one player's kingdom) when several are
/// read jointly: enough for all clear pairs of 7x7 kingdoms of `benches/reconstruct.rs`.
const MOST_TABLE_STEPS: u32 = 50_000;

/// A possible kingdom of a table, with the most probable kingdoms of the other tables that do not need its
/// dominoes.
#[derive(Debug, Clone)]
pub(super) struct Alternative {
    pub solution: Solution,
    /// Lower and upper bound of its probability, relative to the best solution's. They differ if it is not
    /// known exactly how many kingdoms of the other tables are compatible.
    pub least: f64,
    pub most: f64,
}

/// A table's best solution and its alternatives, the most probable first.
#[derive(Debug)]
pub(super) struct Alternatives {
    /// Each solution is for all tables. No two of them have the same kingdom on this table, unless the list
    /// has all alternatives of all tables.
    pub list: Vec<Alternative>,
    /// Whether all of this table's alternatives within [`ALTERNATIVE_COST`] are listed.
    pub is_complete: bool,
    /// Squares whose best alternative was not found within the allowed search steps.
    pub unsettled: Vec<Slot>,
}

impl Alternatives {
    /// Alternatives with exact probabilities; the first solution is the best.
    fn exact(solutions: Vec<Solution>, is_complete: bool) -> Self {
        let best = solutions[0].cost;
        let list = (solutions.into_iter())
            .map(|solution| {
                let weight = (best - solution.cost).exp();
                Alternative { solution, least: weight, most: weight }
            })
            .collect();
        Self { list, is_complete, unsettled: Vec::new() }
    }
}

/// The cheapest kingdom of allowed placements, if one costs at most `most`. The caller knows that none costs
/// less than `from`. The second value tells whether the result is proven: that this kingdom is the cheapest,
/// or that there is none.
pub(super) fn least(
    problem: &Problem,
    allowed: impl Fn(&Placement) -> bool,
    from: f64,
    most: f64,
    budget: &mut Budget,
) -> (Option<Solution>, bool) {
    let mut allowance = FIRST_ALLOWANCE;
    loop {
        let limit = (from + allowance).min(most);
        let mut outcome = search(problem, &allowed, limit, Goal::Best, budget);
        if !outcome.solutions.is_empty() || !outcome.is_complete || limit >= most {
            return (outcome.solutions.pop(), outcome.is_complete);
        }
        allowance *= 2.0;
    }
}

/// For each table, the alternatives to its kingdom in the best solution.
pub(super) fn alternatives_of(problem: &Problem, best: Solution, is_proven: bool) -> Vec<Alternatives> {
    let together = List::new(problem, |_| true, &best);
    let tables = &problem.placements.tables;
    if is_proven && together.is_complete() {
        return tables.iter().map(|_| Alternatives::exact(together.solutions.clone(), true)).collect();
    }
    let best = &together.solutions[0];
    let listed = if is_proven && tables.len() > 1 { each_table_listed(problem, best) } else { Vec::new() };
    if listed.len() == tables.len() {
        return bounded(problem.placements, best, &together.solutions, listed);
    }
    let mut of_tables = Vec::with_capacity(tables.len());
    for table in tables {
        let squares = table.squares.clone();
        let mut solutions =
            if tables.len() == 1 { together.clone() } else { List::of_table(problem, best, squares.clone()) }.solutions;
        let mut unsettled = Vec::new();
        for slot in squares.clone() {
            let (alternative, is_proven) = best_otherwise(problem, &together, slot);
            solutions.extend(alternative);
            if !is_proven {
                unsettled.push(slot);
            }
        }
        let mut known = HashSet::new();
        solutions.retain(|solution| known.insert(solution.ranks[squares.clone()].to_vec()));
        solutions.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        of_tables.push(Alternatives { unsettled, ..Alternatives::exact(solutions, false) });
    }
    of_tables
}

/// All possible kingdoms of each table, best first; stops at the first table with too many.
fn each_table_listed(problem: &Problem, best: &Solution) -> Vec<Vec<Solution>> {
    (0..problem.placements.tables.len()).map_while(|table| table_listed(problem, best, table)).collect()
}

/// All possible kingdoms of this table, best first; `None` if there are too many.
fn table_listed(problem: &Problem, best: &Solution, table: usize) -> Option<Vec<Solution>> {
    let goal = Goal::EachOf { table, most: MOST_ALTERNATIVES };
    let mut budget = Budget::new(MOST_TABLE_STEPS);
    let mut outcome = search(problem, |_| true, best.cost + ALTERNATIVE_COST, goal, &mut budget);
    // Ties are broken by ranks, so that the order is deterministic.
    outcome.solutions.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.ranks.cmp(&b.ranks)));
    // Among equally probable kingdoms the one in `best` comes first, so that all tables agree on it.
    let own = problem.placements.tables[table].squares.clone();
    let first = outcome.solutions.iter().position(|solution| solution.ranks[own.clone()] == best.ranks[own.clone()]);
    outcome.solutions[..=first?].rotate_right(1);
    (outcome.is_complete).then_some(outcome.solutions)
}

/// The most probable kingdom that differs from the best one in this square, if it is within
/// [`ALTERNATIVE_COST`]; and whether that result is proven.
fn best_otherwise(problem: &Problem, known: &List, slot: Slot) -> (Option<Solution>, bool) {
    let best = &known.solutions[0];
    if let Some(alternative) = known.solutions.iter().find(|solution| solution.ranks[slot] != best.ranks[slot]) {
        return (Some(alternative.clone()), true);
    }
    let (from, most) = (best.cost + known.complete_to, best.cost + ALTERNATIVE_COST);
    least(
        problem,
        |placement| placement.read().all(|(s, rank)| s != slot || rank != usize::from(best.ranks[slot])),
        from,
        most,
        &mut Budget::new(MOST_SQUARE_STEPS),
    )
}

/// All solutions that cost at most `complete_to` more than the best one.
#[derive(Debug, Clone)]
struct List {
    /// Best first.
    solutions: Vec<Solution>,
    complete_to: f64,
}

impl List {
    fn new(problem: &Problem, allowed: impl Fn(&Placement) -> bool, best: &Solution) -> Self {
        let mut list = Self { solutions: vec![best.clone()], complete_to: 0.0 };
        let mut budget = Budget::new(MOST_ALTERNATIVE_STEPS);
        for more in ALTERNATIVE_COSTS {
            let outcome = search(problem, &allowed, best.cost + more, Goal::All(MOST_ALTERNATIVES), &mut budget);
            if !outcome.is_complete || outcome.solutions.is_empty() {
                break;
            }
            list = Self { solutions: outcome.solutions, complete_to: more };
        }
        list.solutions.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        list
    }

    /// The solutions that agree with the best one on all other tables.
    fn of_table(problem: &Problem, best: &Solution, own: Range<Slot>) -> Self {
        let squares = problem.placements.squares();
        Self::new(
            problem,
            |placement| {
                let mut others = placement.read().filter(|(slot, _)| squares.contains(slot) && !own.contains(slot));
                others.all(|(slot, rank)| rank == usize::from(best.ranks[slot]))
            },
            best,
        )
    }

    fn is_complete(&self) -> bool {
        self.complete_to >= ALTERNATIVE_COST
    }
}

// How probable is a kingdom of one table when the other tables have many alternatives?
//
// Its probability is the sum over all kingdoms of the other tables that do not need its dominoes. There are
// too many of these combinations to list; but each table's own kingdoms are listed, and every combination
// consists of them. That gives an upper bound of the sum, and the combinations found give a lower bound. (A
// table's cost is taken from the best combination that contains it. Without the other tables its dominoes
// might be arranged better, so the upper bound is exact only without seams.)

/// Costs are counted in steps of this size, rounded towards higher probability: an error of at most 2 % for
/// each table.
const STEP: f64 = 0.02;

/// The kingdoms of each table, complete and best first, with bounds of their probabilities. `together` holds
/// the combinations of all tables that were found.
fn bounded(
    placements: &Placements,
    best: &Solution,
    together: &[Solution],
    of_tables: Vec<Vec<Solution>>,
) -> Vec<Alternatives> {
    let tables: Vec<Table> = of_tables.iter().enumerate().map(|(table, list)| Table::new(table, best, list)).collect();
    // A fixed order, because the last digits of a sum depend on it.
    let known: BTreeMap<&[u8], f64> = (of_tables.iter().flatten().chain(together))
        .map(|solution| (&*solution.ranks, (best.cost - solution.cost).exp()))
        .collect();
    let mut alternatives = Vec::with_capacity(of_tables.len());
    for (table, list) in of_tables.iter().enumerate() {
        let own = placements.tables[table].squares.clone();
        let mut least: HashMap<&[u8], f64> = HashMap::new();
        known.iter().for_each(|(ranks, weight)| *least.entry(&ranks[own.clone()]).or_default() += weight);
        let others =
            Others::new(tables.iter().enumerate().filter(|(other, _)| *other != table).map(|(_, other)| other));
        let mut with_bounds = Vec::with_capacity(list.len());
        for (solution, own_cost) in list.iter().zip(&tables[table].costs) {
            let least = least[&solution.ranks[own.clone()]];
            let most = (-own_cost).exp() * others.most(solution.cost - best.cost - own_cost);
            with_bounds.push(Alternative { solution: solution.clone(), least, most: most.max(least) });
        }
        alternatives.push(Alternatives { list: with_bounds, is_complete: true, unsettled: Vec::new() });
    }
    alternatives
}

/// By how much each of a table's kingdoms costs more than the table's kingdom in the best solution. Negative
/// if a cheaper kingdom needs dominoes that the other tables use.
struct Table {
    costs: Vec<f64>,
}

impl Table {
    fn new(table: usize, best: &Solution, list: &[Solution]) -> Self {
        Self { costs: list.iter().map(|solution| solution.on_tables[table] - best.on_tables[table]).collect() }
    }
}

/// The number of combinations of the other tables' kingdoms, by cost in [`STEP`]s; includes combinations that
/// use a domino twice.
struct Others {
    counts: BTreeMap<i64, f64>,
    tables: i64,
}

impl Others {
    fn new<'a>(tables: impl Iterator<Item = &'a Table>) -> Self {
        let mut counts = BTreeMap::from([(0, 1.0)]);
        let mut number = 0;
        for table in tables {
            number += 1;
            let mut with_table: BTreeMap<i64, f64> = BTreeMap::new();
            for (steps, count) in &counts {
                for cost in &table.costs {
                    *with_table.entry(steps + (cost / STEP).floor() as i64).or_default() += count;
                }
            }
            counts = with_table;
        }
        Self { counts, tables: number }
    }

    /// Upper bound of the sum of these combinations' probabilities, relative to the best solution's.
    /// Combinations that cost less than `from` are left out.
    fn most(&self, from: f64) -> f64 {
        // Each table's cost may have been rounded down by a step.
        let first = (from / STEP).floor() as i64 - self.tables;
        self.counts.range(first..).map(|(steps, count)| count * (-(*steps as f64) * STEP).exp()).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::reconstruct::choices::Choices;
    use crate::reconstruct::guesses::{Guess, READINGS};
    use crate::reconstruct::lower_bound::LowerBound;
    use crate::reconstruct::placements::Placements;
    use kingdomino::domain::{Game, Grid};

    /// Four squares about which nothing is known.
    fn hidden() -> Placements {
        let board = Grid::from_fn(2, 2, |_| Choices::new(&Guess::new([-2.9; READINGS]), Game::Kingdomino));
        Placements::new(&[&board], Game::Kingdomino, 14.0, &|_| None)
    }

    /// A board of 2x2 squares; all such boards share the same few readings, with random probabilities.
    fn random_costs(dice: &mut ChaCha8Rng) -> Grid<Choices> {
        let mut kinds = ChaCha8Rng::seed_from_u64(7);
        Grid::from_fn(2, 2, |_| {
            let mut log_probabilities = [-50.0; READINGS];
            for _ in 0..4 {
                log_probabilities[kinds.random_range(0..READINGS - 2)] = dice.random_range(-3.0..0.0);
            }
            log_probabilities[READINGS - 1] = dice.random_range(-4.0..-1.0);
            Choices::new(&Guess::new(log_probabilities), Game::Kingdomino)
        })
    }

    #[test]
    fn what_a_table_may_show_is_complete_and_its_probability_within_the_bounds() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        let (mut listed, mut contested) = (0, 0);
        for number in 0..40 {
            let boards: Vec<Grid<Choices>> = (0..2 + number % 2).map(|_| random_costs(&mut dice)).collect();
            let placements = Placements::new(&boards.iter().collect::<Vec<_>>(), Game::Kingdomino, 28.0, &|_| None);
            let problem = Problem::new(&placements, &LowerBound::none(&placements), 7);
            let mut budget = Budget::new(10_000_000);
            let Some(best) = least(&problem, |_| true, 0.0, 90.0, &mut budget).0 else { continue };
            let all = search(&problem, |_| true, best.cost + ALTERNATIVE_COST, Goal::All(1_000_000), &mut budget);
            assert!(all.is_complete);
            let tables = each_table_listed(&problem, &best);
            if tables.len() < boards.len() {
                continue;
            }
            let known: Vec<Solution> = all.solutions.iter().take(20).chain([&best]).cloned().collect();
            let weighed = bounded(&placements, &best, &known, tables);
            for (index, (table, alternatives)) in placements.tables.iter().zip(weighed).enumerate() {
                let own = |solution: &Solution| solution.ranks[table.squares.clone()].to_vec();
                assert_eq!(own(&alternatives.list[0].solution), own(&best));
                let mut there: HashMap<Vec<u8>, (f64, f64)> = HashMap::new();
                for solution in &all.solutions {
                    let (cost, sum) = there.entry(own(solution)).or_insert((f64::INFINITY, 0.0));
                    *cost = cost.min(solution.cost);
                    *sum += (best.cost - solution.cost).exp();
                }
                assert_eq!(alternatives.list.len(), there.len());
                for Alternative { solution, least, most } in &alternatives.list {
                    let (cost, sum) = there[&own(solution)];
                    assert!((solution.cost - cost).abs() < 1e-9, "{} {cost}", solution.cost);
                    assert!(*least <= sum + 1e-9 && sum <= *most + 1e-9, "{least} {sum} {most}");
                    listed += 1;
                    // Counts the solutions that are possible only if other tables have other kingdoms than in
                    // the best solution.
                    contested +=
                        usize::from(cost - best.cost > solution.on_tables[index] - best.on_tables[index] + 1e-9);
                }
                let on_tables = |solution: &Solution| solution.on_tables.iter().sum::<f64>();
                assert!(all.solutions.iter().all(|solution| (on_tables(solution) - solution.cost).abs() < 1e-9));
            }
        }
        assert!(listed > 300 && contested > 0, "{listed} {contested}");
    }

    #[test]
    fn without_steps_nothing_is_claimed() {
        let placements = hidden();
        let problem = Problem::new(&placements, &LowerBound::none(&placements), 7);
        let (found, is_proven) = least(&problem, |_| true, 0.0, 14.0, &mut Budget::new(0));
        assert!(found.is_none() && !is_proven);
        let (found, is_proven) = least(&problem, |_| true, 0.0, 14.0, &mut Budget::new(1000));
        assert!(found.is_some_and(|solution| solution.cost == 0.0) && is_proven);
    }

    #[test]
    fn where_too_many_rivals_are_to_be_listed_each_square_has_its_own() {
        let placements = hidden();
        let problem = Problem::new(&placements, &LowerBound::none(&placements), 7);
        let (best, is_proven) = least(&problem, |_| true, 0.0, 14.0, &mut Budget::new(1000));
        let best = best.expect("anything goes");
        let [alternatives] = &alternatives_of(&problem, best.clone(), is_proven)[..] else { panic!("one table") };
        assert!(!alternatives.is_complete && alternatives.unsettled.is_empty());
        for slot in placements.squares() {
            let otherwise = |solution: &&Solution| solution.ranks[slot] != best.ranks[slot];
            let mut solutions = alternatives.list.iter().map(|alternative| &alternative.solution);
            assert!(solutions.find(otherwise).is_some_and(|alternative| alternative.cost == 0.0), "{slot}");
        }
    }
}
