//! The smallest change of squares that makes a tiling exist.

use super::finding::Finding;
use super::land::{Ground, Land, Spot};
use super::layout::Layout;
use super::search::{Budget, Found, search};
use super::stock::half_kind_of;
use crate::domain::{Grid, Kingdom, Square};

/// The most squares that are changed together.
const MOST_CHANGES: usize = 3;

/// What else a square may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The square that would have to be another.
    pub square: Spot,
    /// What it may be instead, most plausible first: the same terrain with other crowns, then the others.
    pub instead: Vec<Square>,
}

/// What would have to be changed for dominoes to lie like this, every kingdom with a castle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Repair {
    /// One square: any of these, and there are no others.
    One(Vec<Change>),
    /// Several squares together, for instance these; fewer would not do.
    Together(Vec<Change>),
    /// More than so many squares. Whether, and how, more would do was not found out.
    MoreThan(usize),
}

/// The smallest repair of kingdoms that have no tiling, or lack a castle.
pub(super) fn repair(layout: &Layout, budget: &mut Budget) -> Repair {
    let mut workshop = Workshop { layout, conflicts: conflicts(layout), budget };
    for changes in 1..=MOST_CHANGES {
        match workshop.repair_with(changes) {
            Ok(Some(repair)) => return repair,
            Ok(None) => {}
            Err(OutOfSteps) => return Repair::MoreThan(changes - 1),
        }
    }
    Repair::MoreThan(MOST_CHANGES)
}

/// Squares of which at least so many have to be changed, whatever is done about the others. Most plans are ruled out by
/// a conflict, which is far quicker than a search.
struct Conflict {
    squares: Vec<Spot>,
    at_least: usize,
}

impl Conflict {
    fn is_solved_by(&self, plan: &Plan) -> bool {
        plan.iter().filter(|(spot, _)| self.squares.contains(spot)).count() >= self.at_least
    }
}

/// Too many squares of one kind, and kingdoms that the boxes do not even hold alone.
fn conflicts(layout: &Layout) -> Vec<Conflict> {
    let counted = layout.findings_by_counting().into_iter().filter_map(|finding| match finding {
        Finding::MoreThanTheBox { squares, in_the_box, .. } => {
            Some(Conflict { at_least: squares.len() - in_the_box, squares })
        }
        _ => None,
    });
    let kingdoms = (0..layout.kingdoms.len()).filter(|kingdom| layout.is_impossible_alone(*kingdom));
    let alone = kingdoms.map(|kingdom| Conflict { squares: spots(layout.kingdoms, kingdom), at_least: 1 });
    counted.chain(alone).collect()
}

struct OutOfSteps;

/// What a changed square is taken for while a tiling is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Anything that a domino bears, or empty.
    Wild,
    /// What is known of it by now.
    Is(Square),
}

type Plan = Vec<(Spot, Role)>;

struct Workshop<'a> {
    layout: &'a Layout<'a>,
    conflicts: Vec<Conflict>,
    budget: &'a mut Budget,
}

impl Workshop<'_> {
    /// The repairs that change exactly so many squares.
    fn repair_with(&mut self, changes: usize) -> Result<Option<Repair>, OutOfSteps> {
        let mut single = Vec::new();
        for plan in plans(self.layout.kingdoms, changes) {
            if !self.conflicts.iter().all(|conflict| conflict.is_solved_by(&plan)) || !self.works(&plan)? {
                continue;
            }
            match plan[..] {
                [(square, role)] => single.push(Change { square, instead: self.all_words(square, role)? }),
                _ => return Ok(Some(Repair::Together(self.example(plan)?))),
            }
        }
        // Readers look at the first ones: those where only crowns were misread are the likeliest.
        single
            .sort_by_key(|change| change.instead.first().is_none_or(|word| !self.is_same_terrain(change.square, word)));
        Ok((!single.is_empty()).then_some(Repair::One(single)))
    }

    fn works(&mut self, plan: &Plan) -> Result<bool, OutOfSteps> {
        if !self.budget.step() {
            return Err(OutOfSteps);
        }
        let grids: Vec<&Grid<Square>> = self.layout.kingdoms.iter().map(|kingdom| kingdom.squares()).collect();
        let land = Land::with(self.layout.stock, &grids, |spot, square| {
            let role = plan.iter().find(|(changed, _)| *changed == spot).map(|(_, role)| *role);
            match role.unwrap_or(Role::Is(*square)) {
                Role::Wild => Ground::Wild,
                Role::Is(square) => half_kind_of(&square).map_or(Ground::Bare, Ground::Half),
            }
        });
        match search(&land, None, self.budget) {
            Found::Tiling(_) => Ok(true),
            Found::Nothing => Ok(false),
            Found::GaveUp => Err(OutOfSteps),
        }
    }

    /// All that the square of a plan may be, most plausible first.
    fn all_words(&mut self, square: Spot, role: Role) -> Result<Vec<Square>, OutOfSteps> {
        let mut words = Vec::new();
        for word in self.words(square, role) {
            if self.works(&vec![(square, Role::Is(word))])? {
                words.push(word);
            }
        }
        Ok(words)
    }

    /// The first words with which a plan works.
    fn example(&mut self, mut plan: Plan) -> Result<Vec<Change>, OutOfSteps> {
        let mut example = Vec::new();
        for index in 0..plan.len() {
            let (square, role) = plan[index];
            for word in self.words(square, role) {
                plan[index].1 = Role::Is(word);
                if self.works(&plan)? {
                    example.push(Change { square, instead: vec![word] });
                    break;
                }
            }
        }
        example.sort_by_key(|change| change.square);
        Ok(example)
    }

    /// What the square could be instead of what it is, most plausible first.
    fn words(&self, square: Spot, role: Role) -> Vec<Square> {
        match role {
            Role::Is(word) => vec![word],
            Role::Wild => {
                let now = self.square(square);
                let differs = |word: &Square| half_kind_of(word) != half_kind_of(&now);
                let mut words: Vec<Square> =
                    self.layout.stock.squares().chain([Square::Empty]).filter(differs).collect();
                words.sort_by_key(|word| !self.is_same_terrain(square, word));
                words
            }
        }
    }

    fn is_same_terrain(&self, square: Spot, word: &Square) -> bool {
        self.square(square).terrain() == word.terrain()
    }

    fn square(&self, spot: Spot) -> Square {
        self.layout.kingdoms[spot.kingdom].squares()[spot.place]
    }
}

/// All ways to choose so many squares to change: a castle for each kingdom without one, and wild ones.
fn plans(kingdoms: &[&Kingdom], changes: usize) -> Box<dyn Iterator<Item = Plan>> {
    let without_castle: Vec<usize> = (0..kingdoms.len()).filter(|index| kingdoms[*index].castle().is_none()).collect();
    let Some(wild) = changes.checked_sub(without_castle.len()) else { return Box::new(std::iter::empty()) };
    let all: Vec<Spot> = (0..kingdoms.len()).flat_map(|kingdom| spots(kingdoms, kingdom)).collect();
    let wild_squares = subsets(all, wild);
    without_castle
        .into_iter()
        .map(|kingdom| spots(kingdoms, kingdom))
        .fold(wild_squares, |plans, castles| Box::new(plans.flat_map(move |plan| with_castle(&plan, &castles))))
}

/// The squares of a kingdom that may be changed: all but the castle.
fn spots(kingdoms: &[&Kingdom], kingdom: usize) -> Vec<Spot> {
    let squares = kingdoms[kingdom].squares().iter().filter(|(_, square)| **square != Square::Castle);
    squares.map(|(place, _)| Spot { kingdom, place }).collect()
}

/// The plan with a castle on each of the squares that it leaves alone.
fn with_castle(plan: &Plan, castles: &[Spot]) -> Vec<Plan> {
    let free = castles.iter().filter(|castle| plan.iter().all(|(changed, _)| changed != *castle));
    free.map(|castle| [&plan[..], &[(*castle, Role::Is(Square::Castle))]].concat()).collect()
}

/// All ways to choose so many wild squares.
fn subsets(spots: Vec<Spot>, number: usize) -> Box<dyn Iterator<Item = Plan>> {
    if number == 0 {
        return Box::new(std::iter::once(Plan::new()));
    }
    Box::new((0..spots.len()).flat_map(move |first| {
        let chosen = spots[first];
        subsets(spots[first + 1..].to_vec(), number - 1).map(move |mut plan| {
            plan.push((chosen, Role::Wild));
            plan
        })
    }))
}
