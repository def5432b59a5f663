//! Finds the lattice's squares that have a tile, and the box that the kingdom spans.

use std::ops::Range;

use opencv::core::Point2d;

use crate::geometry::bounding_box;
use kingdomino::domain::{Grid, Place};

use super::lattice::Lattice;
use super::locator_output::LocatorOutput;
use super::peaks::{Peak, PeakKind};

/// Squares of the lattice from `left` and `top`, with the probability (0 to 1) of a tile on each.
#[derive(Debug, Clone)]
pub struct Occupancy {
    /// The first column, in lattice coordinates.
    pub left: i32,
    /// The first row, in lattice coordinates.
    pub top: i32,
    /// The probability of a tile on each square, 0 to 1.
    pub squares: Grid<f32>,
}

/// Weights of the evidence for a tile: the kingdom mask on the square, a centre in its middle, corners at its
/// corners. (Values of an early study, unchanged since.)
const MASK_SHARE: f32 = 0.35;
const CENTRE_SHARE: f32 = 0.35;
const CORNER_SHARE: f32 = 0.3;
/// Upper bound of the evidence, as a multiple of the mask: peaks prove nothing on a square that the mask
/// assigns to the table.
const MOST_PER_MASK: f32 = 4.0;
/// Sample points of the mask in a square, as fractions of its side.
const MASK_STEPS: [f64; 4] = [0.2, 0.4, 0.6, 0.8];
/// Largest distance of a peak from its lattice point, in squares.
const REACH: f64 = 0.3;
/// Least evidence for an isolated tile.
const CERTAIN: f32 = 0.6;
/// Least evidence for a tile that touches another. Low, because one line too many is better than one too few:
/// the squares network removes empty lines.
const POSSIBLE: f32 = 0.45;
/// Smaller islands than this do not count, except the largest island. Larger ones may belong to the kingdom,
/// because the squares that join them may have been missed.
const MIN_ISLAND: usize = 3;
/// The most rows or columns of a kingdom before the box is cut to size.
const MAX_LINES: i32 = 15;

impl Occupancy {
    /// Gathers evidence for all squares around the lattice's points.
    pub fn new(lattice: &Lattice, peaks: &[Peak], output: &LocatorOutput) -> Self {
        let [low, high] = bounding_box(lattice.points.iter().map(|point| point.lattice));
        let (left, top) = (low.x.floor() as i32 - 1, low.y.floor() as i32 - 1);
        let cols = (high.x.ceil() as i32 + 1 - left).min(MAX_LINES);
        let rows = (high.y.ceil() as i32 + 1 - top).min(MAX_LINES);
        let near = NearestPeaks::new(lattice, peaks);
        let squares = Grid::from_fn(rows as usize, cols as usize, |place| {
            square_evidence(lattice, output, &near, left + place.col as i32, top + place.row as i32)
        });
        Self { left, top, squares }
    }

    /// The squares of the kingdom: the largest island, and other islands of at least `MIN_ISLAND` squares
    /// that fit into a grid of `max_lines` with it. (Islands in line with it but farther away are other
    /// kingdoms.)
    pub fn kingdom(&self, max_lines: usize) -> Option<Grid<bool>> {
        let mut islands = islands(&self.squares);
        islands.sort_by_key(|island| std::cmp::Reverse(island.len()));
        let (largest, others) = islands.split_first()?;
        let mut kingdom = Grid::filled(self.squares.rows(), self.squares.cols(), false);
        largest.iter().for_each(|place| kingdom[*place] = true);
        for island in others.iter().filter(|island| island.len() >= MIN_ISLAND) {
            let mut joined = kingdom.clone();
            island.iter().for_each(|place| joined[*place] = true);
            let (rows, cols) = spanned(&joined);
            if rows.len().max(cols.len()) <= max_lines {
                kingdom = joined;
            }
        }
        Some(kingdom)
    }

    /// The rows and columns that the kingdom spans, cut to `max_lines` by repeatedly dropping the weaker
    /// border line.
    pub fn kingdom_box(&self, kingdom: &Grid<bool>, max_lines: usize) -> (Range<usize>, Range<usize>) {
        let (mut rows, mut cols) = spanned(kingdom);
        while rows.len() > max_lines {
            let first = self.evidence(kingdom, rows.start..rows.start + 1, cols.clone());
            let last = self.evidence(kingdom, rows.end - 1..rows.end, cols.clone());
            rows = if first < last { rows.start + 1..rows.end } else { rows.start..rows.end - 1 };
        }
        while cols.len() > max_lines {
            let first = self.evidence(kingdom, rows.clone(), cols.start..cols.start + 1);
            let last = self.evidence(kingdom, rows.clone(), cols.end - 1..cols.end);
            cols = if first < last { cols.start + 1..cols.end } else { cols.start..cols.end - 1 };
        }
        (rows, cols)
    }

    /// The summed evidence of the kingdom's squares in these rows and columns.
    fn evidence(&self, kingdom: &Grid<bool>, rows: Range<usize>, cols: Range<usize>) -> f32 {
        let places = rows.flat_map(|row| cols.clone().map(move |col| Place::new(row, col)));
        places.filter(|place| kingdom[*place]).map(|place| self.squares[place]).sum()
    }
}

/// The rows and columns that the kingdom spans.
pub fn spanned(kingdom: &Grid<bool>) -> (Range<usize>, Range<usize>) {
    let mut places = kingdom.places().filter(|place| kingdom[*place]);
    let Some(first) = places.next() else { return (0..0, 0..0) };
    let (mut rows, mut cols) = (first.row..first.row + 1, first.col..first.col + 1);
    for Place { row, col } in places {
        rows = rows.start.min(row)..rows.end.max(row + 1);
        cols = cols.start.min(col)..cols.end.max(col + 1);
    }
    (rows, cols)
}

/// The most probable peak near every lattice point.
struct NearestPeaks(std::collections::BTreeMap<(i32, i32), f32>);

impl NearestPeaks {
    fn new(lattice: &Lattice, peaks: &[Peak]) -> Self {
        let mut near = std::collections::BTreeMap::new();
        let Some(to_lattice) = lattice.to_frame.inverse() else { return Self(near) };
        for peak in peaks {
            let at = to_lattice.apply(peak.at_px);
            let half = if peak.kind == PeakKind::Centre { 0.5 } else { 0.0 };
            let point = Point2d::new((at.x - half).round() + half, (at.y - half).round() + half);
            if lattice.is_before_horizon(at) && (at - point).norm() < REACH {
                let best = near.entry(((2.0 * point.x) as i32, (2.0 * point.y) as i32)).or_insert(0.0_f32);
                *best = best.max(peak.probability as f32);
            }
        }
        Self(near)
    }

    /// The probability of the peak at a lattice point (coordinates in half squares); 0 without a peak.
    fn probability(&self, x_halves: i32, y_halves: i32) -> f32 {
        self.0.get(&(x_halves, y_halves)).copied().unwrap_or(0.0)
    }
}

/// Evidence of a tile, 0 to 1, on the square with its upper left corner at (`x`, `y`).
fn square_evidence(lattice: &Lattice, output: &LocatorOutput, near: &NearestPeaks, x: i32, y: i32) -> f32 {
    let corners = [(0, 0), (2, 0), (0, 2), (2, 2)];
    for (dx, dy) in corners {
        let corner = Point2d::new(f64::from(x) + f64::from(dx) / 2.0, f64::from(y) + f64::from(dy) / 2.0);
        if !lattice.is_before_horizon(corner) {
            return 0.0;
        }
    }
    let steps =
        MASK_STEPS.into_iter().flat_map(|u| MASK_STEPS.map(|v| Point2d::new(f64::from(x) + u, f64::from(y) + v)));
    let mask: f32 = steps.map(|point| output.kingdom.sample(lattice.to_frame.apply(point))).sum();
    let mask = mask / (MASK_STEPS.len() * MASK_STEPS.len()) as f32;
    let centre = near.probability(2 * x + 1, 2 * y + 1);
    let corner: f32 = corners.into_iter().map(|(dx, dy)| near.probability(2 * x + dx, 2 * y + dy)).sum::<f32>() / 4.0;
    // The network rarely outputs 1, so its highest probabilities count in full.
    let evidence = MASK_SHARE * mask + CENTRE_SHARE * (centre * 1.2).min(1.0) + CORNER_SHARE * (corner * 1.3).min(1.0);
    evidence.min(MOST_PER_MASK * mask)
}

/// Groups of squares that share edges: each has at least one square with the evidence [`CERTAIN`], and all
/// squares connected to it that have at least [`POSSIBLE`].
fn islands(squares: &Grid<f32>) -> Vec<Vec<Place>> {
    let mut seen = Grid::filled(squares.rows(), squares.cols(), false);
    let mut islands = Vec::new();
    for start in squares.places().filter(|place| squares[*place] >= CERTAIN) {
        let mut island = Vec::new();
        let mut ahead = vec![start];
        while let Some(place) = ahead.pop() {
            if !std::mem::replace(&mut seen[place], true) {
                island.push(place);
                ahead.extend(squares.neighbours(place).filter(|next| squares[*next] >= POSSIBLE));
            }
        }
        if !island.is_empty() {
            islands.push(island);
        }
    }
    islands
}
