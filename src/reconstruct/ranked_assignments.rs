//! All readings of a board, from the most to the least probable.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A choice for every square that departs from its best one on few squares.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Assignment {
    /// How much less probable than the best choice everywhere: a difference of natural logarithms, 0 or more.
    pub loss: f64,
    /// Squares that depart from their best choice, with the rank of what they take instead (1 = second best).
    pub departures: Vec<(usize, usize)>,
}

/// Yields every combination of independent choices once, in the order of its loss.
///
/// The squares are ordered by what their second choice costs; a state's successors change only its last departure
/// (worsen it, move it to the next square, or add the next square), so that no state is reached twice and none
/// costs less than its parent.
pub(super) struct RankedAssignments {
    /// For each square in search order: its place in the caller's order and the losses of its choices, ascending from 0.
    squares: Vec<(usize, Vec<f64>)>,
    heap: BinaryHeap<Reverse<State>>,
    started: bool,
}

/// Departures in search order, each as (position in the search order, rank).
#[derive(PartialEq)]
struct State {
    loss: f64,
    departures: Vec<(usize, usize)>,
}

impl Eq for State {}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for State {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        // Equal losses are told apart by the squares, so that the same picture always gives the same answer.
        self.loss.total_cmp(&other.loss).then_with(|| self.departures.cmp(&other.departures))
    }
}

impl RankedAssignments {
    /// `losses[square]` holds the losses of its choices, ascending, the first 0.
    pub fn new(losses: &[Vec<f64>]) -> Self {
        let mut squares: Vec<_> = losses.iter().cloned().enumerate().filter(|(_, ranks)| ranks.len() > 1).collect();
        squares.sort_by(|a, b| a.1[1].total_cmp(&b.1[1]));
        Self { squares, heap: BinaryHeap::new(), started: false }
    }

    fn push(&mut self, loss: f64, departures: Vec<(usize, usize)>) {
        self.heap.push(Reverse(State { loss, departures }));
    }

    fn push_successors(&mut self, state: &State) {
        let Some(&(last, rank)) = state.departures.last() else {
            if let Some((_, ranks)) = self.squares.first() {
                self.push(ranks[1], vec![(0, 1)]);
            }
            return;
        };
        let loss_of = |position: usize, rank: usize| self.squares[position].1[rank];
        let mut successors = Vec::with_capacity(3);
        if rank + 1 < self.squares[last].1.len() {
            let mut worse = state.departures.clone();
            *worse.last_mut().expect("not empty") = (last, rank + 1);
            successors.push((state.loss - loss_of(last, rank) + loss_of(last, rank + 1), worse));
        }
        if last + 1 < self.squares.len() {
            let mut added = state.departures.clone();
            added.push((last + 1, 1));
            successors.push((state.loss + loss_of(last + 1, 1), added));
            if rank == 1 {
                let mut moved = state.departures.clone();
                *moved.last_mut().expect("not empty") = (last + 1, 1);
                successors.push((state.loss - loss_of(last, 1) + loss_of(last + 1, 1), moved));
            }
        }
        for (loss, departures) in successors {
            self.push(loss, departures);
        }
    }
}

impl Iterator for RankedAssignments {
    type Item = Assignment;

    fn next(&mut self) -> Option<Assignment> {
        let state = if self.started {
            self.heap.pop()?.0
        } else {
            self.started = true;
            State { loss: 0.0, departures: Vec::new() }
        };
        self.push_successors(&state);
        let departures = state.departures.iter().map(|&(position, rank)| (self.squares[position].0, rank)).collect();
        Some(Assignment { loss: state.loss, departures })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_combination_comes_once_and_in_order(
            steps in prop::collection::vec(prop::collection::vec(0.0..5.0_f64, 0..3), 0..6)
        ) {
            let losses: Vec<Vec<f64>> = steps.iter().map(|steps| {
                let sums = steps.iter().scan(0.0, |sum, step| { *sum += step; Some(*sum) });
                std::iter::once(0.0).chain(sums).collect()
            }).collect();
            let all: Vec<_> = RankedAssignments::new(&losses).collect();
            prop_assert_eq!(all.len(), losses.iter().map(Vec::len).product::<usize>());
            prop_assert!(all.is_sorted_by(|a, b| a.loss <= b.loss + 1e-9));
            let mut distinct = std::collections::HashSet::new();
            for assignment in &all {
                let loss: f64 = assignment.departures.iter().map(|&(square, rank)| losses[square][rank]).sum();
                prop_assert!((loss - assignment.loss).abs() < 1e-9);
                let mut departures = assignment.departures.clone();
                departures.sort_unstable();
                prop_assert!(distinct.insert(departures));
            }
        }
    }
}
