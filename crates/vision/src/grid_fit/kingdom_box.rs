//! One kingdom's box, in pixels of one locator frame.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use opencv::core::Point2d;

use crate::geometry::Homography;
use kingdomino::domain::{Grid, Place};

use super::frame::LocatorFrame;
use super::lattice::Lattice;
use super::locator_output::LocatorOutput;
use super::occupancy::{Occupancy, spanned};
use super::peaks::Peak;
use super::{Beside, GridFit};

/// One kingdom: its box on the lattice, and the lattice fitted to the points in that box alone.
pub struct FramedKingdom {
    lattice: Lattice,
    to_lattice: Homography,
    /// The box's first corner, in lattice coordinates.
    first: Point2d,
    /// Rows and columns of the kingdom's connected squares, before the box is cut to the grid's size.
    pub spanned: [usize; 2],
    /// The box including the few stray lines that were cut off, in lattice coordinates: rows and columns.
    claimed: [RangeInclusive<f64>; 2],
    /// For each square of the box, whether it belongs to the kingdom, and the probability (0 to 1) of a tile.
    kingdom: Grid<bool>,
    occupied: Grid<f32>,
    beside: Vec<Beside>,
}

/// A kingdom has at least this many squares: the castle and a domino. (Loose dominoes are refused later, in
/// reading. In 128 kingdoms of the class `holes` of `fixtures/suites/locator.json`, with our artwork and with
/// scans of a real box, a minimum of 5 missed four kingdoms; a minimum of 3 missed none with our artwork and
/// one with the scans. With either minimum, no grid was found in the suite's 400 pictures without a kingdom.)
const MIN_SQUARES: usize = 3;
/// If a kingdom has up to this many rows or columns more than its grid may have, they are loose dominoes or
/// lines of the table. More may be another kingdom.
pub const STRAY_LINES: usize = 2;
/// A square next to the box is examined if the probability of a tile is at least this. (Of 48 rendered
/// kingdoms with a domino in line with the grid, but joined to it only at a corner, 43 were read without a
/// warning. With this value, 9 are; with the probability from which a square is part of the box, 13.)
pub const WORTH_A_LOOK: f32 = 0.15;

impl FramedKingdom {
    /// The kingdom on a lattice, at most `max_lines` squares wide and high; `None` if there is none.
    ///
    /// # Errors
    /// OpenCV's errors.
    pub fn on(
        lattice: &Lattice,
        peaks: &[Peak],
        output: &LocatorOutput,
        max_lines: usize,
    ) -> opencv::Result<Option<Self>> {
        let occupancy = Occupancy::new(lattice, peaks, output);
        let Some(kingdom) = occupancy.kingdom(max_lines) else { return Ok(None) };
        let (rows, cols) = occupancy.kingdom_box(&kingdom, max_lines);
        let (all_rows, all_cols) = spanned(&kingdom);
        let all = [all_rows.len(), all_cols.len()];
        let claimed =
            [claimed(&rows, all_rows, max_lines, occupancy.top), claimed(&cols, all_cols, max_lines, occupancy.left)];
        let (top_left, height, width) = (Place::new(rows.start, cols.start), rows.len(), cols.len());
        let kingdom = kingdom.window(top_left, height, width);
        if kingdom.cells().iter().filter(|inside| **inside).count() < MIN_SQUARES {
            return Ok(None);
        }
        let left = f64::from(occupancy.left) + cols.start as f64;
        let top = f64::from(occupancy.top) + rows.start as f64;
        let lattice = lattice.fitted_to(|point| {
            (left..=left + width as f64).contains(&point.lattice.x)
                && (top..=top + height as f64).contains(&point.lattice.y)
        })?;
        let Some(lattice) = lattice else { return Ok(None) };
        let Some(to_lattice) = lattice.to_frame.inverse() else { return Ok(None) };
        let occupied = occupancy.squares.window(top_left, height, width);
        let beside = squares_beside(&occupancy.squares, &rows, &cols);
        let first = Point2d::new(left, top);
        Ok(Some(Self { lattice, to_lattice, first, spanned: all, claimed, kingdom, occupied, beside }))
    }

    /// Distance of a point in the frame from the box and its stray lines, in squares; 0 inside.
    pub fn squares_outside(&self, at_px: Point2d) -> f64 {
        let at = self.to_lattice.apply(at_px);
        let [rows, cols] = &self.claimed;
        let below_or_above = (rows.start() - at.y).max(at.y - rows.end()).max(0.0);
        below_or_above.max((cols.start() - at.x).max(at.x - cols.end()).max(0.0))
    }

    /// The share of the kingdom's lattice points that have a peak, times the share of `peaks` (by
    /// probability) on the lattice.
    pub fn confidence(&self, peaks: &[Peak]) -> f32 {
        let mut expected = BTreeSet::new();
        for place in self.kingdom.places().filter(|place| self.kingdom[*place]) {
            let (x, y) = (2 * place.col, 2 * place.row);
            expected.extend([(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2), (x + 1, y + 1)]);
        }
        let seen = self.lattice.points.iter().filter(|point| {
            let (x, y) = (point.lattice.x - self.first.x, point.lattice.y - self.first.y);
            expected.contains(&((2.0 * x) as usize, (2.0 * y) as usize))
        });
        let total: f64 = peaks.iter().map(|peak| peak.probability).sum();
        (seen.count() as f64 / expected.len() as f64 * self.lattice.weight() / total) as f32
    }

    /// The grid in the photo, with its columns from left to right.
    pub fn to_fit(&self, view: &LocatorFrame, confidence: f32) -> GridFit {
        let to_photo = view.to_photo.after(&self.lattice.to_frame);
        let fit = GridFit {
            to_photo: to_photo.after(&Homography::translation(self.first.x, self.first.y)),
            rows: self.kingdom.rows(),
            cols: self.kingdom.cols(),
            occupied: self.occupied.clone(),
            beside: self.beside.clone(),
            confidence,
            by_hand: false,
            may_go_on: false,
        };
        fit.upright()
    }
}

/// The squares at most [`STRAY_LINES`] rows or columns from the box that may have a tile.
pub fn squares_beside(squares: &Grid<f32>, rows: &Range<usize>, cols: &Range<usize>) -> Vec<Beside> {
    let mut beside = Vec::new();
    for (place, occupied) in squares.iter() {
        let lines = lines_outside(place.row, rows).max(lines_outside(place.col, cols));
        if (1..=STRAY_LINES).contains(&lines) && *occupied >= WORTH_A_LOOK {
            beside.push(Beside {
                row: place.row as isize - rows.start as isize,
                col: place.col as isize - cols.start as isize,
                occupied: *occupied,
            });
        }
    }
    beside
}

/// Number of lines (rows or columns) from `line` to the nearest of `lines`; 0 if it is one of them.
fn lines_outside(line: usize, lines: &Range<usize>) -> usize {
    lines.start.saturating_sub(line).max((line + 1).saturating_sub(lines.end))
}

/// The box's lines in lattice coordinates, including stray lines if there are few. The first of `all` is at
/// `origin`.
fn claimed(kept: &Range<usize>, all: Range<usize>, max_lines: usize, origin: i32) -> RangeInclusive<f64> {
    let lines = if all.len() <= max_lines + STRAY_LINES { &all } else { kept };
    f64::from(origin) + lines.start as f64..=f64::from(origin) + lines.end as f64
}
