//! Histograms of the geometry of the labels' kingdoms in their pictures, which show how hard a suite is.

use serde::Serialize;

use super::Row;
use crate::formats::KingdomRecord;

/// The geometry of one kingdom in its picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shape {
    /// The fraction of the picture's width or height that the grid spans, whichever is larger; above 1 if it
    /// is cropped.
    pub picture_share: f64,
    /// The ratio of two opposite sides, shorter to longer, for the pair that converges more: 1 from straight
    /// above.
    pub convergence: f64,
    /// Angle from the nearest quarter turn, 0 to 45 degrees.
    pub turn_deg: f64,
    /// Mean side of a square, in px.
    pub square_px: f64,
}

/// Counts of values from `from` upwards, in bins of width `step`; the first and last bins include values
/// beyond them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Histogram {
    /// The start of the first bin.
    pub from: f64,
    /// The width of a bin.
    pub step: f64,
    /// One count per bin.
    pub counts: Vec<usize>,
}

/// The histograms of many [`Shape`]s.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shapes {
    /// Histogram of [`Shape::picture_share`].
    pub picture_share: Histogram,
    /// Histogram of [`Shape::convergence`].
    pub convergence: Histogram,
    /// Histogram of [`Shape::turn_deg`].
    pub turn_deg: Histogram,
    /// Histogram of [`Shape::square_px`].
    pub square_px: Histogram,
}

impl Shape {
    /// The geometry of a label's kingdom in its picture; `None` if the label has no corners or no picture
    /// size.
    pub fn from_record(truth: &KingdomRecord) -> Option<Self> {
        let (corners, [width, height]) = (truth.corners_px?, truth.photo.image_size?.map(f64::from));
        let squares = truth.kingdom.squares();
        let sides: [(f64, f64); 4] = std::array::from_fn(|i| {
            let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % 4]);
            (bx - ax, by - ay)
        });
        let [top, right, bottom, left] = sides.map(|(x, y)| x.hypot(y));
        let [span_x, span_y] = [0, 1].map(|axis| {
            let values = corners.map(|corner| corner[axis]);
            values.into_iter().fold(f64::MIN, f64::max) - values.into_iter().fold(f64::MAX, f64::min)
        });
        let turn_deg = sides[0].1.atan2(sides[0].0).to_degrees().rem_euclid(90.0);
        let steps = 2.0 * (squares.rows() + squares.cols()) as f64;
        Some(Self {
            picture_share: (span_x / width).max(span_y / height),
            convergence: (top.min(bottom) / top.max(bottom)).min(right.min(left) / right.max(left)),
            turn_deg: turn_deg.min(90.0 - turn_deg),
            square_px: (top + right + bottom + left) / steps,
        })
    }
}

impl Histogram {
    fn new(values: impl Iterator<Item = f64>, from: f64, step: f64, bins: usize) -> Self {
        let mut counts = vec![0; bins];
        for value in values {
            let bin = ((value - from) / step).clamp(0.0, bins as f64 - 1.0);
            counts[bin as usize] += 1;
        }
        Self { from, step, counts }
    }
}

impl Shapes {
    /// Histograms over the rows' labels.
    pub fn new(rows: &[Row]) -> Self {
        let shapes = rows.iter().filter_map(|row| row.shape);
        Self {
            picture_share: Histogram::new(shapes.clone().map(|shape| shape.picture_share), 0.1, 0.1, 10),
            convergence: Histogram::new(shapes.clone().map(|shape| shape.convergence), 0.4, 0.06, 10),
            turn_deg: Histogram::new(shapes.clone().map(|shape| shape.turn_deg), 0.0, 5.0, 9),
            square_px: Histogram::new(shapes.map(|shape| shape.square_px), 20.0, 20.0, 10),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::notation;

    fn record(corners_px: [[f64; 2]; 4]) -> KingdomRecord {
        let mut record = KingdomRecord::from(notation::parse("W1WF/CLM3 k5").expect("a kingdom"));
        (record.corners_px, record.photo.image_size) = (Some(corners_px), Some([600, 400]));
        record
    }

    #[test]
    fn a_kingdom_seen_from_above_does_not_converge() {
        let shape = Shape::from_record(&record([[100.0, 50.0], [400.0, 50.0], [400.0, 250.0], [100.0, 250.0]]))
            .expect("a shape");
        assert_eq!(shape, Shape { picture_share: 0.5, convergence: 1.0, turn_deg: 0.0, square_px: 100.0 });
    }

    #[test]
    fn turns_count_from_the_nearest_quarter() {
        let turned = |degrees: f64| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let at = |x: f64, y: f64| [300.0 + x * cos - y * sin, 200.0 + x * sin + y * cos];
            Shape::from_record(&record([at(-90.0, -60.0), at(90.0, -60.0), at(90.0, 60.0), at(-90.0, 60.0)]))
                .expect("a shape")
        };
        for (degrees, expected) in [(10.0, 10.0), (80.0, 10.0), (-30.0, 30.0), (200.0, 20.0)] {
            assert!((turned(degrees).turn_deg - expected).abs() < 1e-9, "{degrees}");
        }
    }

    #[test]
    fn a_trapezium_converges() {
        let shape =
            Shape::from_record(&record([[200.0, 0.0], [400.0, 0.0], [500.0, 200.0], [100.0, 200.0]])).expect("a shape");
        assert_eq!(shape.convergence, 0.5);
    }

    #[test]
    fn the_ends_of_a_histogram_take_what_lies_beyond() {
        let values = [-1.0, 0.0, 0.5, 1.0, 1.5, 9.0];
        assert_eq!(Histogram::new(values.into_iter(), 0.0, 1.0, 3).counts, [3, 2, 1]);
    }
}
