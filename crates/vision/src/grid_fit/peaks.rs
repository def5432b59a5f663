//! Sub-pixel peaks of the network's heat maps: candidates for corners and centres of squares.

use opencv::core::Point2d;

use super::locator_output::{LocatorOutput, Map};

/// A candidate for a lattice point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Peak {
    /// The position in frame px.
    pub at_px: Point2d,
    /// The network's probability, 0 to 1.
    pub probability: f64,
    /// The heat map it comes from.
    pub kind: PeakKind,
}

/// The kind of point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeakKind {
    /// A point where up to four squares meet: integer lattice coordinates.
    Corner,
    /// The middle of a square: half-integer lattice coordinates.
    Centre,
}

/// Below this probability a peak is more often false than true. (Value of an early study, unchanged since.)
const MIN_PROBABILITY: f32 = 0.25;

/// The most peaks of a kind: a 7x7 kingdom has 64 corners and 49 centres, and the rest of a full table hardly
/// adds as many.
const MAX_PEAKS_OF_A_KIND: usize = 200;

/// Spread of the network's peaks, in cells: it is trained on Gaussians of 1.0 (small squares) and 1.36
/// (others). Used only at the frame's border, where one flank of a peak is missing.
const SPREAD_CELLS: f64 = 1.2;

/// Largest distance of a peak's top from the centre of its highest cell, in cells.
const MAX_OFFSET_CELLS: f64 = 0.75;

/// All peaks, corners before centres, each kind from the most to the least probable.
pub fn find(output: &LocatorOutput) -> Vec<Peak> {
    let mut peaks = peaks_of(&output.corners, PeakKind::Corner);
    peaks.extend(peaks_of(&output.centres, PeakKind::Centre));
    peaks
}

fn peaks_of(map: &Map, kind: PeakKind) -> Vec<Peak> {
    let cells = (0..map.side).flat_map(|row| (0..map.side).map(move |col| (col, row)));
    let mut tops: Vec<(usize, usize)> = cells.filter(|&(col, row)| is_top(map, col, row)).collect();
    tops.sort_by(|a, b| map.at(b.0, b.1).total_cmp(&map.at(a.0, a.1)));
    tops.truncate(MAX_PEAKS_OF_A_KIND);
    tops.into_iter().map(|(col, row)| refined(map, kind, col, row)).collect()
}

/// Whether the cell is a local maximum. Of equally high neighbours, the first is the top.
fn is_top(map: &Map, col: usize, row: usize) -> bool {
    let height = map.at(col, row);
    if height <= MIN_PROBABILITY {
        return false;
    }
    for r in row.saturating_sub(1)..=(row + 1).min(map.side - 1) {
        for c in col.saturating_sub(1)..=(col + 1).min(map.side - 1) {
            let is_before = (r, c) < (row, col);
            let is_lower = map.at(c, r) < height || (!is_before && map.at(c, r) == height);
            if (c, r) != (col, row) && !is_lower {
                return false;
            }
        }
    }
    true
}

/// Refines a peak: the logarithm of a Gaussian is a parabola, so three cells give its top exactly.
fn refined(map: &Map, kind: PeakKind, col: usize, row: usize) -> Peak {
    let middle = log_at(map, col, row);
    let left = col.checked_sub(1).map(|col| log_at(map, col, row));
    let right = (col + 1 < map.side).then(|| log_at(map, col + 1, row));
    let above = row.checked_sub(1).map(|row| log_at(map, col, row));
    let below = (row + 1 < map.side).then(|| log_at(map, col, row + 1));
    let x = (col as f64 + 0.5 + top_offset(left, middle, right)) * map.cell_px();
    let y = (row as f64 + 0.5 + top_offset(above, middle, below)) * map.cell_px();
    Peak { at_px: Point2d::new(x, y), probability: f64::from(map.at(col, row)), kind }
}

/// The logarithm of a cell's value. Smaller values count as 1e-4, so that the logarithm is finite.
fn log_at(map: &Map, col: usize, row: usize) -> f64 {
    f64::from(map.at(col, row).max(1e-4)).ln()
}

/// Estimates the logarithm beyond the map's edge from the opposite flank: with the usual spread, the second
/// difference is -1 / spread^2.
fn missing_flank(flank: f64, middle: f64) -> f64 {
    let usual_drop = 0.5 / (SPREAD_CELLS * SPREAD_CELLS);
    2.0 * middle - flank - 2.0 * usual_drop
}

/// The offset, in cells from the middle cell, of the top of a parabola through three logarithms.
fn top_offset(before: Option<f64>, middle: f64, after: Option<f64>) -> f64 {
    let (before, after) = match (before, after) {
        (Some(before), Some(after)) => (before, after),
        (Some(before), None) => (before, missing_flank(before, middle)),
        (None, Some(after)) => (missing_flank(after, middle), after),
        (None, None) => return 0.0,
    };
    let bend = before - 2.0 * middle + after;
    if bend > -1e-6 {
        return 0.0;
    }
    (0.5 * (before - after) / bend).clamp(-MAX_OFFSET_CELLS, MAX_OFFSET_CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gaussian(at_px: Point2d, spread_cells: f64) -> Map {
        let side = 128;
        let value = |i: usize| {
            let (x, y) = ((i % side) as f64 + 0.5 - at_px.x / 2.0, (i / side) as f64 + 0.5 - at_px.y / 2.0);
            (-(x * x + y * y) / (2.0 * spread_cells * spread_cells)).exp() as f32
        };
        Map { side, values: (0..side * side).map(value).collect() }
    }

    #[test]
    fn the_top_of_a_gaussian_is_found_between_cells() {
        for (x, y) in [(100.0, 50.0), (101.3, 77.7), (3.2, 252.6), (128.9, 128.1)] {
            let peaks = peaks_of(&gaussian(Point2d::new(x, y), 1.36), PeakKind::Corner);
            assert_eq!(peaks.len(), 1, "at {x}, {y}");
            let found = peaks[0].at_px;
            assert!((found.x - x).abs() < 0.01 && (found.y - y).abs() < 0.01, "at {x}, {y}: {found:?}");
        }
    }

    #[test]
    fn a_top_on_the_frames_border_is_found() {
        for (x, y) in [(0.4, 100.0), (255.5, 30.0), (100.0, 0.0), (256.0, 256.0)] {
            let peaks = peaks_of(&gaussian(Point2d::new(x, y), SPREAD_CELLS), PeakKind::Corner);
            assert_eq!(peaks.len(), 1, "at {x}, {y}");
            let found = peaks[0].at_px;
            assert!((found.x - x).abs() < 0.01 && (found.y - y).abs() < 0.01, "at {x}, {y}: {found:?}");
        }
    }

    #[test]
    fn a_plateau_has_one_top() {
        let mut map = Map { side: 128, values: vec![0.0; 128 * 128] };
        for (col, row) in [(40, 40), (41, 40), (40, 41)] {
            map.values[row * 128 + col] = 0.8;
        }
        assert_eq!(peaks_of(&map, PeakKind::Centre).len(), 1);
    }
}
