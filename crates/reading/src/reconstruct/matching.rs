//! The maximum weight matching between two sides, with the dual multipliers that prove it.

/// A matching and its proof of optimality: no pair weighs more than its two multipliers together, and all
/// multipliers sum to the weight of the matched pairs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Matching {
    /// The column matched with each row.
    pub partners: Vec<Option<usize>>,
    /// One per row, 0 or more.
    pub row_multipliers: Vec<f64>,
    /// One per column, 0 or more.
    pub col_multipliers: Vec<f64>,
}

/// Matches rows with columns so that the sum of weights is highest; pairs of weight 0 or less stay unmatched.
/// `weights` is row by row.
///
/// The Hungarian method with shortest augmenting paths, one row at a time. An extra column of weight 0 with
/// every row keeps the rows' multipliers from falling below 0.
pub(super) fn max_weight_matching(rows: usize, cols: usize, weights: &[f64]) -> Matching {
    if rows > cols {
        let turned: Vec<f64> = (0..cols * rows).map(|i| weights[i % rows * cols + i / rows]).collect();
        let Matching { partners, row_multipliers, col_multipliers } = max_weight_matching(cols, rows, &turned);
        let mut turned_partners = vec![None; rows];
        for (col, row) in partners.into_iter().enumerate() {
            row.into_iter().for_each(|row: usize| turned_partners[row] = Some(col));
        }
        return Matching {
            partners: turned_partners,
            row_multipliers: col_multipliers,
            col_multipliers: row_multipliers,
        };
    }
    let mut solver = Solver::new(rows, cols + 1);
    for row in 0..rows {
        solver.add(row, &|row, col| if col < cols { -weights[row * cols + col].max(0.0) } else { 0.0 });
    }
    let mut partners = vec![None; rows];
    for (col, row) in solver.row_of.iter().enumerate().take(cols) {
        if let Some(row) = row.filter(|row| weights[row * cols + col] > 0.0) {
            partners[row] = Some(col);
        }
    }
    Matching {
        partners,
        row_multipliers: negated(&solver.row_multipliers),
        col_multipliers: negated(&solver.col_multipliers[..cols]),
    }
}

/// Turns the multipliers of the cheapest assignment into those of the heaviest matching.
fn negated(multipliers: &[f64]) -> Vec<f64> {
    multipliers.iter().map(|multiplier| (-multiplier).max(0.0)).collect()
}

/// Assigns each row to a column of its own at the lowest cost; needs at least as many columns as rows.
struct Solver {
    row_of: Vec<Option<usize>>,
    row_multipliers: Vec<f64>,
    col_multipliers: Vec<f64>,
    /// For each column: its distance from the row being added, and the previous column on that path.
    distances: Vec<f64>,
    came_from: Vec<Option<usize>>,
    reached: Vec<bool>,
}

impl Solver {
    fn new(rows: usize, cols: usize) -> Self {
        Self {
            row_of: vec![None; cols],
            row_multipliers: vec![0.0; rows],
            col_multipliers: vec![0.0; cols],
            distances: vec![0.0; cols],
            came_from: vec![None; cols],
            reached: vec![false; cols],
        }
    }

    fn add(&mut self, added: usize, cost: &impl Fn(usize, usize) -> f64) {
        self.distances.fill(f64::INFINITY);
        self.came_from.fill(None);
        self.reached.fill(false);
        let (mut row, mut last) = (added, None);
        let free = loop {
            let Some(next) = self.step(row, last, cost) else { return };
            let step = self.distances[next];
            self.row_multipliers[added] += step;
            for col in 0..self.row_of.len() {
                if self.reached[col] {
                    self.col_multipliers[col] -= step;
                    if let Some(row) = self.row_of[col] {
                        self.row_multipliers[row] += step;
                    }
                } else {
                    self.distances[col] -= step;
                }
            }
            self.reached[next] = true;
            match self.row_of[next] {
                Some(taken) => (row, last) = (taken, Some(next)),
                None => break next,
            }
        };
        let mut col = free;
        while let Some(before) = self.came_from[col] {
            self.row_of[col] = self.row_of[before];
            col = before;
        }
        self.row_of[col] = Some(added);
    }

    /// Updates the distances along a row reached over column `last`; returns the nearest column not yet
    /// reached.
    fn step(&mut self, row: usize, last: Option<usize>, cost: &impl Fn(usize, usize) -> f64) -> Option<usize> {
        let mut nearest: Option<usize> = None;
        for col in 0..self.row_of.len() {
            if self.reached[col] {
                continue;
            }
            let distance = cost(row, col) - self.row_multipliers[row] - self.col_multipliers[col];
            if distance < self.distances[col] {
                self.distances[col] = distance;
                self.came_from[col] = last;
            }
            if nearest.is_none_or(|nearest| self.distances[col] < self.distances[nearest]) {
                nearest = Some(col);
            }
        }
        nearest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The maximum weight, by trying every matching.
    fn heaviest(rows: usize, cols: usize, weights: &[f64], row: usize, taken: &mut Vec<bool>) -> f64 {
        if row == rows {
            return 0.0;
        }
        let mut best = heaviest(rows, cols, weights, row + 1, taken);
        for col in 0..cols {
            if !taken[col] {
                taken[col] = true;
                best = best.max(weights[row * cols + col] + heaviest(rows, cols, weights, row + 1, taken));
                taken[col] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn the_prices_prove_the_matching(
            rows in 0..5_usize, cols in 0..5_usize, numbers in prop::collection::vec(-3.0..5.0_f64, 25)
        ) {
            let weights = &numbers[..rows * cols];
            let found = max_weight_matching(rows, cols, weights);
            let matched = found.partners.iter().enumerate().filter_map(|(row, col)| col.map(|col| (row, col)));
            let sum: f64 = matched.map(|(row, col)| weights[row * cols + col]).sum();
            let multipliers: f64 = found.row_multipliers.iter().chain(&found.col_multipliers).sum();
            prop_assert!((sum - multipliers).abs() < 1e-9);
            prop_assert!((sum - heaviest(rows, cols, weights, 0, &mut vec![false; cols])).abs() < 1e-9);
            for row in 0..rows {
                for col in 0..cols {
                    prop_assert!(weights[row * cols + col] <= found.row_multipliers[row] + found.col_multipliers[col] + 1e-9);
                }
            }
        }
    }
}
