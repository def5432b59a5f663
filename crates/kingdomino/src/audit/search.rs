//! The search for a tiling: it covers every square that is half a domino once and uses no domino twice.

use super::connection::Connection;
use super::land::{Cover, Ground, Land};
use super::stock::HALF_KINDS;
use crate::domain::DominoBox;

/// How many more dominoes may be tried. A count bounds the time and gives the same result on every machine.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    steps_left: u32,
}

impl Budget {
    /// A budget of this many steps.
    pub fn new(steps: u32) -> Self {
        Self { steps_left: steps }
    }

    /// Takes one step; returns `false` when none is left.
    pub fn step(&mut self) -> bool {
        let is_left = self.steps_left > 0;
        self.steps_left = self.steps_left.saturating_sub(1);
        is_left
    }
}

/// The result of a search.
#[derive(Debug)]
pub(super) enum Found {
    /// The dominoes of one tiling.
    Tiling(Vec<Cover>),
    /// No tiling exists.
    Nothing,
    /// The budget ran out, so nothing is known.
    GaveUp,
}

/// Searches for a tiling of the land; with a `connection`, for one that obeys the connection rule.
pub(super) fn search(land: &Land, connection: Option<&Connection>, budget: &mut Budget) -> Found {
    search_with(land, connection, None, budget)
}

/// [`search`] in which each kingdom has at most `most_of_each_box` dominoes of each box.
pub(super) fn search_with(
    land: &Land,
    connection: Option<&Connection>,
    most_of_each_box: Option<usize>,
    budget: &mut Budget,
) -> Found {
    if !land.colours_match() {
        return Found::Nothing;
    }
    let mut search = Search::new(land, connection, most_of_each_box, budget);
    match search.lay_the_rest() {
        TilingOutcome::Tiled => Found::Tiling(search.laid),
        TilingOutcome::DeadEnd => Found::Nothing,
        TilingOutcome::OutOfSteps => Found::GaveUp,
    }
}

enum TilingOutcome {
    Tiled,
    DeadEnd,
    OutOfSteps,
}

/// Backtracking; the next square is always the one with the fewest dominoes that can still cover it.
struct Search<'a> {
    land: &'a Land,
    connection: Option<&'a Connection>,
    most_of_each_box: Option<usize>,
    budget: &'a mut Budget,
    /// How many dominoes of each kind are left.
    left: Vec<u8>,
    /// For each cell: whether it is not bare and not yet covered.
    open: Vec<bool>,
    laid: Vec<Cover>,
    /// For each cell: the number of ways to cover it. Recounted before each step.
    ways: Vec<u16>,
    /// For each kind of domino: the number of places left for it. Counted with `ways`.
    places: Vec<u16>,
}

impl<'a> Search<'a> {
    fn new(
        land: &'a Land,
        connection: Option<&'a Connection>,
        most_of_each_box: Option<usize>,
        budget: &'a mut Budget,
    ) -> Self {
        let kinds = &land.stock.kinds;
        Self {
            land,
            connection,
            most_of_each_box,
            budget,
            left: kinds.iter().map(|kind| kind.dominoes.len() as u8).collect(),
            open: land.cells.iter().map(|cell| cell.ground != Ground::Bare).collect(),
            laid: Vec::new(),
            ways: vec![0; land.cells.len()],
            places: vec![0; kinds.len()],
        }
    }

    fn lay_the_rest(&mut self) -> TilingOutcome {
        self.count_ways();
        if !self.stock_suffices() || !self.can_connect() || !self.keeps_to_the_rounds() {
            return TilingOutcome::DeadEnd;
        }
        let Some(cell) = self.most_constrained() else { return TilingOutcome::Tiled };
        for index in 0..self.land.covers.len() {
            let cover = self.land.covers[index];
            if !cover.cells.contains(&cell) || !self.can_lie(cover) {
                continue;
            }
            if !self.budget.step() {
                return TilingOutcome::OutOfSteps;
            }
            self.lay(cover);
            match self.lay_the_rest() {
                TilingOutcome::DeadEnd => self.take_back(cover),
                done => return done,
            }
        }
        TilingOutcome::DeadEnd
    }

    fn can_lie(&self, cover: Cover) -> bool {
        let [a, b] = cover.cells;
        self.open[a] && self.open[b] && self.left[cover.kind] > 0
    }

    fn lay(&mut self, cover: Cover) {
        cover.cells.iter().for_each(|cell| self.open[*cell] = false);
        self.left[cover.kind] -= 1;
        self.laid.push(cover);
    }

    fn take_back(&mut self, cover: Cover) {
        cover.cells.iter().for_each(|cell| self.open[*cell] = true);
        self.left[cover.kind] += 1;
        self.laid.pop();
    }

    fn count_ways(&mut self) {
        self.ways.fill(0);
        self.places.fill(0);
        for &cover in &self.land.covers {
            if self.can_lie(cover) {
                cover.cells.iter().for_each(|cell| self.ways[*cell] += 1);
                self.places[cover.kind] += 1;
            }
        }
    }

    /// Whether the remaining dominoes that fit somewhere have enough halves of each kind for all open
    /// squares.
    fn stock_suffices(&self) -> bool {
        let mut halves = [0_i32; HALF_KINDS];
        for ((kind, left), places) in self.land.stock.kinds.iter().zip(&self.left).zip(&self.places) {
            let usable = i32::from(u16::from(*left).min(*places));
            kind.halves.iter().for_each(|half| halves[*half] += usable);
        }
        for (cell, _) in self.land.cells.iter().zip(&self.open).filter(|(_, open)| **open) {
            if let Ground::Half(half) = cell.ground {
                halves[half] -= 1;
            }
        }
        halves.iter().all(|spare| *spare >= 0)
    }

    fn can_connect(&self) -> bool {
        self.connection.is_none_or(|connection| {
            let still_possible = self.land.covers.iter().filter(|cover| self.can_lie(**cover));
            connection.holds(self.laid.iter().chain(still_possible))
        })
    }

    /// Whether no kingdom has too many dominoes of one box. A domino that both boxes contain counts for the
    /// other box as long as copies remain there.
    fn keeps_to_the_rounds(&self) -> bool {
        let Some(most) = self.most_of_each_box else { return true };
        let kingdoms = self.laid.iter().map(|cover| self.land.cells[cover.cells[0]].spot.kingdom).max();
        (0..=kingdoms.unwrap_or_default()).all(|kingdom| {
            let mut laid = vec![0_usize; self.left.len()];
            let own = self.laid.iter().filter(|cover| self.land.cells[cover.cells[0]].spot.kingdom == kingdom);
            own.for_each(|cover| laid[cover.kind] += 1);
            DominoBox::of_game(self.land.stock.game).iter().all(|from| {
                let kinds = laid.iter().zip(&self.land.stock.kinds);
                let of_this_box = kinds.map(|(laid, kind)| laid.saturating_sub(kind.elsewhere(*from)));
                of_this_box.sum::<usize>() <= most
            })
        })
    }

    /// The open square with the fewest ways among those that must be covered; `None` when all are covered.
    fn most_constrained(&self) -> Option<usize> {
        let cells = 0..self.land.cells.len();
        let to_be_covered = cells.filter(|cell| self.open[*cell] && self.land.cells[*cell].ground != Ground::Wild);
        to_be_covered.min_by_key(|cell| self.ways[*cell])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::stock::Stock;
    use crate::formats::notation;

    /// The worked example forces every domino, so the search takes one step each.
    #[test]
    fn without_steps_the_search_gives_up_and_never_guesses() {
        let kingdom = notation::parse("F1WWF1F/M1MW1TL1/TM3CLL1/FTS1TT/G2GGG1T q5").expect("a kingdom");
        let land = Land::new(Stock::for_game(kingdom.game()), &[kingdom.squares()]);
        for steps in 0..12 {
            assert!(matches!(search(&land, None, &mut Budget::new(steps)), Found::GaveUp), "{steps} steps");
        }
        let Found::Tiling(covers) = search(&land, None, &mut Budget::new(12)) else {
            panic!("12 dominoes, all forced")
        };
        assert_eq!(covers.len(), 12);
    }

    #[test]
    fn a_box_that_lacks_a_domino_is_seen_without_a_step() {
        let kingdom = notation::parse("CWF/WF. k5").expect("a kingdom");
        let land = Land::new(Stock::for_game(kingdom.game()), &[kingdom.squares()]);
        assert!(matches!(search(&land, None, &mut Budget::new(0)), Found::Nothing));
    }
}
