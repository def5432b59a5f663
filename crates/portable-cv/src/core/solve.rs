//! Solves linear systems in the same order of steps as OpenCV, so that sums are rounded the same way.

use super::{CV_64F, DECOMP_CHOLESKY, DECOMP_LU, Error, Mat, MatTraitConst, Result};

/// OpenCV's limit below which a pivot of [`DECOMP_LU`] counts as zero.
const LEAST_PIVOT: f64 = f64::EPSILON * 100.0;

/// Solves `left` x `solution` = `right` by [`DECOMP_LU`] or [`DECOMP_CHOLESKY`]. Both matrices have 64-bit
/// floats and the same number of rows, at least one; `left` is square. Returns whether there is a unique
/// solution; otherwise `solution` contains zeros.
///
/// # Errors
/// The matrices do not have these types or sizes, or `method` is another constant.
pub fn solve(left: &Mat, right: &Mat, solution: &mut Mat, method: i32) -> Result<bool> {
    let (order, columns) = (left.rows() as usize, right.cols() as usize);
    let fits =
        left.typ() == CV_64F && right.typ() == CV_64F && left.cols() == left.rows() && right.rows() == left.rows();
    if !fits || order == 0 {
        return Err(Error::bad_argument("solve takes square systems of 64-bit floats"));
    }
    let mut system = System { left: left.to_vec()?, right: right.to_vec()?, order, columns };
    let is_solved = match method {
        DECOMP_LU => system.eliminate(),
        DECOMP_CHOLESKY => system.decompose(),
        method => return Err(Error::bad_argument(format!("solve knows LU (0) and Cholesky (3), not method {method}"))),
    };
    if !is_solved {
        system.right.fill(0.0);
    }
    *solution = Mat::new_rows_cols_with_data(right.rows(), right.cols(), &system.right)?;
    Ok(is_solved)
}

/// Values row by row; `right` becomes the solution.
struct System {
    left: Vec<f64>,
    right: Vec<f64>,
    order: usize,
    columns: usize,
}

impl System {
    /// Solves by elimination, as OpenCV's `LUImpl`; false if a pivot is too small.
    fn eliminate(&mut self) -> bool {
        let (order, columns) = (self.order, self.columns);
        for step in 0..order {
            // Of several equally large pivots, the first is used.
            let mut pivot = step;
            for row in step + 1..order {
                if self.left[row * order + step].abs() > self.left[pivot * order + step].abs() {
                    pivot = row;
                }
            }
            if self.left[pivot * order + step].abs() < LEAST_PIVOT {
                return false;
            }
            if pivot != step {
                (step..order).for_each(|col| self.left.swap(step * order + col, pivot * order + col));
                (0..columns).for_each(|col| self.right.swap(step * columns + col, pivot * columns + col));
            }
            let divisor = -1.0 / self.left[step * order + step];
            for row in step + 1..order {
                let factor = self.left[row * order + step] * divisor;
                for col in step + 1..order {
                    self.left[row * order + col] += factor * self.left[step * order + col];
                }
                for col in 0..columns {
                    self.right[row * columns + col] += factor * self.right[step * columns + col];
                }
            }
        }
        for row in (0..order).rev() {
            for col in 0..columns {
                let sum = (row + 1..order).fold(self.right[row * columns + col], |sum, below| {
                    sum - self.left[row * order + below] * self.right[below * columns + col]
                });
                self.right[row * columns + col] = sum / self.left[row * order + row];
            }
        }
        true
    }

    /// Solves by Cholesky decomposition, as OpenCV's `CholImpl`: the inverse of the factor's diagonal is
    /// stored. False if the matrix is not positive definite.
    fn decompose(&mut self) -> bool {
        let (order, columns) = (self.order, self.columns);
        let at = |row: usize, col: usize| row * order + col;
        for row in 0..order {
            for col in 0..row {
                let sum = (0..col)
                    .fold(self.left[at(row, col)], |sum, k| sum - self.left[at(row, k)] * self.left[at(col, k)]);
                self.left[at(row, col)] = sum * self.left[at(col, col)];
            }
            let sum =
                (0..row).fold(self.left[at(row, row)], |sum, k| sum - self.left[at(row, k)] * self.left[at(row, k)]);
            // NaN also means that there is no solution.
            if sum.is_nan() || sum < f64::EPSILON {
                return false;
            }
            self.left[at(row, row)] = 1.0 / sum.sqrt();
        }
        for row in 0..order {
            for col in 0..columns {
                let sum = (0..row).fold(self.right[row * columns + col], |sum, k| {
                    sum - self.left[at(row, k)] * self.right[k * columns + col]
                });
                self.right[row * columns + col] = sum * self.left[at(row, row)];
            }
        }
        for row in (0..order).rev() {
            for col in 0..columns {
                let sum = (row + 1..order).rev().fold(self.right[row * columns + col], |sum, k| {
                    sum - self.left[at(k, row)] * self.right[k * columns + col]
                });
                self.right[row * columns + col] = sum * self.left[at(row, row)];
            }
        }
        true
    }
}
