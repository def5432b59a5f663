//! Checks a camera's frame for kingdoms before the photo is taken: one pass of the locator, without reading.

use crate::networks::Network;
use crate::photo::Photo;
use kingdomino::domain::GridSize;
use opencv::core::{self, Mat, Point2d, Rect};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

use super::locator_pass::{CUT_OFF_SQUARES, LocatorPass};
use super::search::{FORESHORTENED, MIN_CONFIDENCE, NEAR};
use super::{GridFit, GridFitError, SURE};

/// The result of checking a frame.
#[derive(Debug, Clone)]
pub struct Framing {
    /// The grids of the kingdoms, from the pass over the whole frame.
    pub grids: Vec<GridFit>,
    /// The problem that such a photo would have; `None` for a good photo.
    pub problem: Option<FramingProblem>,
}

/// A problem with the frame, in order of urgency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FramingProblem {
    /// There is too little light.
    Dark,
    /// No kingdom is visible.
    Nothing,
    /// A kingdom may extend beyond the frame.
    Outside,
    /// A kingdom is small.
    Far,
    /// A kingdom is photographed from the side.
    Askew,
    /// The lattice is uncertain, for example because of a hand, a shadow or blur.
    Unsure,
}

/// A kingdom is too far away if its squares have a shorter side than this, as a share of the photo's long
/// side. Photos are reduced to a long side of 1600 pixels, and the networks see 64 pixels of a square.
const LEAST_SQUARE: f64 = 0.04;

/// Least mean light, in grey levels of 255: twice what a photo needs, because a phone's photo is no lighter
/// than its camera preview.
const LEAST_LIGHT: f64 = 40.0;

/// The largest number of rows and columns to look for.
const MAX_LINES: usize = 7;

impl Framing {
    /// Checks a frame.
    ///
    /// # Errors
    /// The errors of OpenCV and the network; seeing nothing is not an error.
    pub fn of(frame: &Photo, locator: &dyn Network) -> Result<Self, GridFitError> {
        let whole = Rect::new(0, 0, frame.pixels.cols(), frame.pixels.rows());
        let pass = LocatorPass::at(frame, whole, NEAR, locator, MAX_LINES, &[])?;
        let mut grids: Vec<GridFit> = pass.candidates.into_iter().filter_map(|candidate| candidate.fit).collect();
        grids.retain(|fit| fit.confidence >= MIN_CONFIDENCE);
        let light = light(&frame.pixels).map_err(|source| GridFitError::opencv(frame, source))?;
        Ok(Self { problem: problem(&grids, light, whole), grids })
    }

    /// The lines of a grid, each from end to end, in pixels of the upright frame.
    pub fn lines_px(grid: &GridFit, frame: &Photo) -> Vec<[Point2d; 2]> {
        let (rows, cols) = (grid.rows as f64, grid.cols as f64);
        let across = (0..=grid.rows).map(|row| [(0.0, row as f64), (cols, row as f64)]);
        let down = (0..=grid.cols).map(|col| [(col as f64, 0.0), (col as f64, rows)]);
        across.chain(down).map(|ends| ends.map(|(u, v)| grid.to_photo.at(u, v) * frame.reduction)).collect()
    }
}

fn problem(grids: &[GridFit], light: f64, whole: Rect) -> Option<FramingProblem> {
    let least_square_px = LEAST_SQUARE * f64::from(whole.width).max(f64::from(whole.height));
    if light < LEAST_LIGHT {
        Some(FramingProblem::Dark)
    } else if grids.is_empty() {
        Some(FramingProblem::Nothing)
    } else if grids.iter().any(|grid| may_be_cut_off(grid, whole)) {
        Some(FramingProblem::Outside)
    } else if grids.iter().any(|grid| grid.mean_side_px() < least_square_px) {
        Some(FramingProblem::Far)
    } else if grids.iter().any(|grid| grid.foreshortening() < FORESHORTENED) {
        Some(FramingProblem::Askew)
    } else if grids.iter().any(|grid| grid.confidence < SURE) {
        Some(FramingProblem::Unsure)
    } else {
        None
    }
}

/// Whether a corner is outside the frame. Unless the grid has the size of a game's grid, also whether a
/// corner is so near to the frame's edge that more rows or columns may follow outside.
fn may_be_cut_off(grid: &GridFit, whole: Rect) -> bool {
    let (width, height) = (f64::from(whole.width), f64::from(whole.height));
    let sizes = [GridSize::Five, GridSize::Seven].map(GridSize::squares_wide);
    let is_whole = grid.rows == grid.cols && sizes.contains(&grid.rows);
    let reach_px = if is_whole { 0.0 } else { CUT_OFF_SQUARES * grid.mean_side_px() };
    grid.outline_px().iter().any(|at| at.x.min(at.y).min(width - at.x).min(height - at.y) < reach_px)
}

fn light(pixels: &Mat) -> opencv::Result<f64> {
    let mut grey = Mat::default();
    imgproc::cvt_color_def(pixels, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    Ok(core::mean_def(&grey)?[0])
}
