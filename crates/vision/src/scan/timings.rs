//! Measures the time of the stages of a scan.

use web_time::Instant;

/// A stage, named after its module.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Stage {
    /// Decoding the file.
    Photo,
    /// Finding the grids.
    GridFit,
    /// Rectifying the squares.
    Board,
    /// Classifying squares.
    Classify,
    /// Classifying pieces on the squares.
    Pieces,
    /// Finding the most probable kingdom.
    Reconstruct,
    /// Counting the points.
    Scoring,
}

impl Stage {
    /// The stage's name in `timings_ms`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// The time of each stage, in order.
#[derive(Debug, Clone, Default)]
pub struct Timings {
    /// Name and milliseconds of each stage.
    pub stages_ms: Vec<(&'static str, f64)>,
}

impl Timings {
    /// Runs a stage and adds its time to the stage's previous time.
    pub fn measure<T>(&mut self, stage: Stage, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.add_ms(stage.id(), start.elapsed().as_secs_f64() * 1000.0);
        result
    }

    /// Adds the times of another kingdom of the photo. If kingdoms are read in parallel, the time of each
    /// counts in full.
    pub(super) fn add(&mut self, other: &Self) {
        other.stages_ms.iter().for_each(|(stage, ms)| self.add_ms(stage, *ms));
    }

    fn add_ms(&mut self, stage: &'static str, ms: f64) {
        match self.stages_ms.iter_mut().find(|(known, _)| *known == stage) {
            Some((_, sum_ms)) => *sum_ms += ms,
            None => self.stages_ms.push((stage, ms)),
        }
    }
}
