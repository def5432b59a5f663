//! The smallest change of squares that makes a tiling exist.

use super::finding::Finding;
use super::land::{Ground, Land, Spot};
use super::layout::Layout;
use super::search::{Budget, Found, search};
use super::stock::half_kind_of;
use crate::domain::Square;

/// The most squares that a repair changes together.
const MOST_CHANGES: usize = 3;

/// A square to change, and its alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The square to change.
    pub square: Spot,
    /// The squares that it may be instead, most plausible first: the same terrain with a different number of
    /// crowns, then all others.
    pub instead: Vec<Square>,
}

/// The smallest change after which a tiling exists and every kingdom has a castle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repair {
    /// Changing one square suffices: all such changes.
    One(Vec<Change>),
    /// Several squares must change together: one example. Fewer do not suffice.
    Together(Vec<Change>),
    /// More than this many squares must change; at least 1. Larger repairs were not searched.
    MoreThan(usize),
    /// The search over single squares took too long.
    Unknown,
}

/// The smallest repair of kingdoms that have no tiling, or lack a castle.
pub(super) fn repair(layout: &Layout, budget: &mut Budget) -> Repair {
    let mut workshop = Workshop::new(layout, budget);
    for changes in 1..=MOST_CHANGES {
        match workshop.try_all(changes) {
            Ok(()) if workshop.single.is_empty() => {}
            Ok(()) => return Repair::One(workshop.single),
            Err(Stop::Repaired(example)) => return Repair::Together(example),
            Err(Stop::OutOfSteps) if changes == 1 => return Repair::Unknown,
            Err(Stop::OutOfSteps) => return Repair::MoreThan(changes - 1),
        }
    }
    Repair::MoreThan(MOST_CHANGES)
}

/// Why the search stops trying plans.
enum Stop {
    Repaired(Vec<Change>),
    OutOfSteps,
}

/// What a changed square counts as during the search for a tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Any half of a domino, or empty.
    Wild,
    /// Exactly this square.
    Is(Square),
}

/// Squares to change, each listed once.
type Plan = Vec<(Spot, Role)>;

fn changes(plan: &Plan, square: Spot) -> bool {
    plan.iter().any(|(changed, _)| *changed == square)
}

/// A set of squares of which at least `at_least` must change, whatever happens to all other squares.
/// Conflicts rule out most plans far faster than a search does.
struct Conflict {
    squares: Vec<Spot>,
    at_least: usize,
}

impl Conflict {
    /// How many of the squares must change in addition to those of the plan.
    fn missing(&self, plan: &Plan) -> usize {
        self.at_least.saturating_sub(self.squares.iter().filter(|square| changes(plan, **square)).count())
    }
}

/// The conflicts: squares of a kind that the boxes do not contain often enough, and kingdoms that they cannot
/// tile alone.
fn conflicts(layout: &Layout) -> Vec<Conflict> {
    let counted = layout.findings_by_counting().into_iter().filter_map(|finding| match finding {
        Finding::MoreThanTheBox { squares, in_the_box, .. } => {
            Some(Conflict { at_least: squares.len() - in_the_box, squares })
        }
        _ => None,
    });
    let kingdoms = (0..layout.kingdoms.len()).filter(|kingdom| layout.is_impossible_alone(*kingdom));
    let alone = kingdoms.map(|kingdom| Conflict { squares: squares_of(layout, kingdom), at_least: 1 });
    counted.chain(alone).collect()
}

/// The squares of a kingdom that may be changed: all but the castle.
fn squares_of(layout: &Layout, kingdom: usize) -> Vec<Spot> {
    layout.spots(|square| *square != Square::Castle).filter(|spot| spot.kingdom == kingdom).collect()
}

/// The search for a repair.
struct Workshop<'a> {
    layout: &'a Layout<'a>,
    conflicts: Vec<Conflict>,
    /// All squares that may be changed.
    squares: Vec<Spot>,
    /// The changes that suffice on their own.
    single: Vec<Change>,
    budget: &'a mut Budget,
}

impl<'a> Workshop<'a> {
    fn new(layout: &'a Layout<'a>, budget: &'a mut Budget) -> Self {
        let squares = (0..layout.kingdoms.len()).flat_map(|kingdom| squares_of(layout, kingdom)).collect();
        Self { layout, conflicts: conflicts(layout), squares, single: Vec::new(), budget }
    }

    /// Tries all plans with exactly this many changes.
    fn try_all(&mut self, changes: usize) -> Result<(), Stop> {
        let kingdoms = self.layout.kingdoms.iter().enumerate();
        let without_castle: Vec<usize> =
            kingdoms.filter(|(_, kingdom)| kingdom.castle().is_none()).map(|(index, _)| index).collect();
        match changes.checked_sub(without_castle.len()) {
            Some(wild) => self.try_castles(&mut Plan::new(), &without_castle, wild),
            None => Ok(()),
        }
    }

    /// Tries every square for a castle in each of the kingdoms, then adds this many wild squares.
    fn try_castles(&mut self, plan: &mut Plan, kingdoms: &[usize], wild: usize) -> Result<(), Stop> {
        let [kingdom, others @ ..] = kingdoms else { return self.try_wild(plan, wild, &[]) };
        for square in squares_of(self.layout, *kingdom) {
            plan.push((square, Role::Is(Square::Castle)));
            self.try_castles(plan, others, wild)?;
            plan.pop();
        }
        Ok(())
    }

    /// Tries every way to add this many wild squares, none of them in `passed_over`. Takes the next square
    /// from an unsolved conflict, if any, and passes it over afterwards, so that no plan is tried twice.
    fn try_wild(&mut self, plan: &mut Plan, wild: usize, passed_over: &[Spot]) -> Result<(), Stop> {
        if self.conflicts.iter().any(|conflict| conflict.missing(plan) > wild) {
            return Ok(());
        }
        if wild == 0 {
            return self.try_plan(plan);
        }
        let unsolved = self.conflicts.iter().find(|conflict| conflict.missing(plan) > 0);
        let candidates = unsolved.map_or(&self.squares, |conflict| &conflict.squares).clone();
        let mut passed_over = passed_over.to_vec();
        for square in candidates {
            if !changes(plan, square) && !passed_over.contains(&square) {
                plan.push((square, Role::Wild));
                self.try_wild(plan, wild - 1, &passed_over)?;
                plan.pop();
                passed_over.push(square);
            }
        }
        Ok(())
    }

    fn try_plan(&mut self, plan: &Plan) -> Result<(), Stop> {
        if !self.works(plan)? {
            return Ok(());
        }
        match plan[..] {
            [(square, role)] => {
                let instead = self.all_that_work(square, role)?;
                self.single.push(Change { square, instead });
                Ok(())
            }
            _ => Err(Stop::Repaired(self.example(plan.clone())?)),
        }
    }

    fn works(&mut self, plan: &Plan) -> Result<bool, Stop> {
        if !self.budget.step() {
            return Err(Stop::OutOfSteps);
        }
        let land = Land::with(self.layout.stock, &self.layout.grids(), |spot, square| {
            let role = plan.iter().find(|(changed, _)| *changed == spot).map(|(_, role)| *role);
            match role.unwrap_or(Role::Is(*square)) {
                Role::Wild => Ground::Wild,
                Role::Is(square) => half_kind_of(&square).map_or(Ground::Bare, Ground::Half),
            }
        });
        match search(&land, None, self.budget) {
            Found::Tiling(_) => Ok(true),
            Found::Nothing => Ok(false),
            Found::GaveUp => Err(Stop::OutOfSteps),
        }
    }

    /// All alternatives for the only square of a plan, most plausible first.
    fn all_that_work(&mut self, square: Spot, role: Role) -> Result<Vec<Square>, Stop> {
        let mut instead = Vec::new();
        for other in self.others(square, role) {
            if self.works(&vec![(square, Role::Is(other))])? {
                instead.push(other);
            }
        }
        Ok(instead)
    }

    /// The first alternative that works for each square of the plan.
    fn example(&mut self, mut plan: Plan) -> Result<Vec<Change>, Stop> {
        let mut example = Vec::new();
        for index in 0..plan.len() {
            let (square, role) = plan[index];
            for other in self.others(square, role) {
                plan[index].1 = Role::Is(other);
                if self.works(&plan)? {
                    example.push(Change { square, instead: vec![other] });
                    break;
                }
            }
        }
        example.sort_by_key(|change| change.square);
        Ok(example)
    }

    /// The alternatives for a square, most plausible first.
    fn others(&self, spot: Spot, role: Role) -> Vec<Square> {
        let now = self.layout.kingdoms[spot.kingdom].squares()[spot.place];
        match role {
            Role::Is(known) => vec![known],
            Role::Wild => {
                let all = self.layout.stock.squares().chain([Square::Empty]);
                let mut others: Vec<Square> = all.filter(|other| half_kind_of(other) != half_kind_of(&now)).collect();
                others.sort_by_key(|other| other.terrain() != now.terrain());
                others
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::stock::Stock;
    use crate::formats::notation;

    /// The box contains only one mine with three crowns, so either square may be wrong.
    #[test]
    fn whatever_the_budget_nothing_is_reported_that_was_not_found_out() {
        let kingdom = notation::parse("CM3M3. k5").expect("a kingdom");
        let kingdoms = [&kingdom];
        let layout = Layout::new(Stock::for_game(kingdom.game()), &kingdoms);
        assert_eq!(repair(&layout, &mut Budget::new(0)), Repair::Unknown);
        let whole = repair(&layout, &mut Budget::new(u32::MAX));
        for steps in 0..2_000 {
            let found = repair(&layout, &mut Budget::new(steps));
            assert!(found == whole || found == Repair::Unknown, "{steps}: {found:?}");
        }
    }
}
