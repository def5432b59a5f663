//! The way through the house, in one function.

use std::time::Instant;

use opencv::core::Point2d;

use crate::board::{Board, BoardError};
use crate::domain::GridSize;
use crate::grid_fit::{GridFit, GridFitError};
use crate::network::{NetworkError, Networks};
use crate::photo::Photo;
use crate::reconstruct::{Reading, ReconstructError, ReconstructOptions, reconstruct};
use crate::score_sheet::{ScoreError, ScoreSheet};
use crate::square_guesses::SquareGuesses;

/// What a person may tell the scanner beforehand.
#[derive(Debug, Clone, Default)]
pub struct ScanOptions {
    /// The grid's outer corners, clockwise, in pixels of the upright photo at full size.
    pub corners_px: Option<[Point2d; 4]>,
    pub reconstruct: ReconstructOptions,
}

/// Everything that a scan found out, stage by stage.
pub struct Scan {
    pub fit: GridFit,
    pub board: Board,
    pub guesses: SquareGuesses,
    pub reading: Reading,
    pub sheet: ScoreSheet,
    pub timings: Timings,
}

/// How long the stages took, in order.
#[derive(Debug, Clone, Default)]
pub struct Timings {
    /// Name and milliseconds of each stage.
    pub stages_ms: Vec<(&'static str, f64)>,
}

impl Timings {
    /// Runs a stage and notes its time.
    pub fn measure<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.stages_ms.push((stage, start.elapsed().as_secs_f64() * 1000.0));
        result
    }
}
