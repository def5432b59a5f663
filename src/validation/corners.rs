//! The accuracy of a located grid.

use serde::Serialize;

/// Largest corner error, in squares, of a grid that counts as located.
const LOCATED_WITHIN_SQUARES: f64 = 0.25;

/// Outer corners of a grid: x, y in pixels, clockwise, starting with the first square's corner.
#[derive(Debug, Clone, Copy)]
pub struct Outline {
    /// Squares from the first corner to the last.
    pub rows: usize,
    /// Squares from the first corner to the second.
    pub cols: usize,
    /// The four corners.
    pub corners_px: [[f64; 2]; 4],
}

/// Distances of the found corners from the label's, in squares.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct CornerError {
    /// Mean over the four corners.
    pub mean: f64,
    /// Largest of the four corners.
    pub max: f64,
}

impl CornerError {
    /// The smallest error over the quarter turns that give `found` the rows and columns of `truth`; `None` if
    /// none does. (The kingdom's orientation is a property of the squares, not of the grid.)
    pub fn between(found: &Outline, truth: &Outline) -> Option<Self> {
        let errors = (0..4).filter_map(|turns| {
            let (rows, cols) = if turns % 2 == 0 { (found.rows, found.cols) } else { (found.cols, found.rows) };
            let corners: [[f64; 2]; 4] = std::array::from_fn(|i| found.corners_px[(i + turns) % 4]);
            ((rows, cols) == (truth.rows, truth.cols)).then(|| Self::new(&corners, truth))
        });
        errors.min_by(|a, b| a.max.total_cmp(&b.max))
    }

    /// Whether every corner is within a quarter of a square of the label's.
    pub fn is_located(&self) -> bool {
        self.max <= LOCATED_WITHIN_SQUARES
    }

    fn new(corners_px: &[[f64; 2]; 4], truth: &Outline) -> Self {
        let errors: [f64; 4] =
            std::array::from_fn(|i| distance(corners_px[i], truth.corners_px[i]) / truth.square_px_at(i));
        Self { mean: errors.iter().sum::<f64>() / 4.0, max: errors.into_iter().fold(0.0, f64::max) }
    }
}

impl Outline {
    /// Mean side of a square along the two edges that meet in a corner, since perspective makes squares
    /// differ.
    fn square_px_at(&self, corner: usize) -> f64 {
        let [before, here, after] = [3, 0, 1].map(|step| self.corners_px[(corner + step) % 4]);
        // The edges 0-1 and 2-3 are `cols` squares long, the other two `rows`.
        let (squares_before, squares_after) =
            if corner.is_multiple_of(2) { (self.rows, self.cols) } else { (self.cols, self.rows) };
        (distance(before, here) / squares_before as f64 + distance(here, after) / squares_after as f64) / 2.0
    }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rectangle(rows: usize, cols: usize, side_px: f64) -> Outline {
        let (right, bottom) = (cols as f64 * side_px, rows as f64 * side_px);
        Outline { rows, cols, corners_px: [[0.0, 0.0], [right, 0.0], [right, bottom], [0.0, bottom]] }
    }

    #[test]
    fn a_turned_grid_is_the_same_grid() {
        let truth = rectangle(3, 5, 40.0);
        let [a, b, c, d] = truth.corners_px;
        let turned = Outline { rows: 5, cols: 3, corners_px: [b, c, d, a] };
        assert_eq!(CornerError::between(&turned, &truth), Some(CornerError { mean: 0.0, max: 0.0 }));
        let mislabelled = Outline { rows: 3, cols: 5, ..turned };
        assert!(!CornerError::between(&mislabelled, &truth).is_some_and(|error| error.is_located()));
        assert_eq!(CornerError::between(&rectangle(4, 5, 40.0), &truth), None);
    }

    #[test]
    fn errors_count_in_squares() {
        let truth = rectangle(5, 5, 40.0);
        for (shift_px, located) in [(0.0, true), (10.0, true), (10.1, false), (40.0, false)] {
            let mut found = truth;
            found.corners_px[2][0] += shift_px;
            let error = CornerError::between(&found, &truth).expect("as many rows and columns");
            assert!((error.max - shift_px / 40.0).abs() < 1e-9, "{error:?}");
            assert!((error.mean - shift_px / 160.0).abs() < 1e-9, "{error:?}");
            assert_eq!(error.is_located(), located, "{error:?}");
        }
    }
}
