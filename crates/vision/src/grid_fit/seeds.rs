//! Seeds of lattices: a square's centre, and the steps from it to its neighbours.
//!
//! The network's axes and the surrounding peaks propose steps; the peaks then determine which steps fit best.

use opencv::core::Point2d;

use super::locator_output::LocatorOutput;
use super::peaks::{Peak, PeakKind};

/// The position and shape of one square, in frame px.
#[derive(Debug, Clone, Copy)]
pub struct Seed {
    /// The square's middle.
    pub centre_px: Point2d,
    /// The step from the centre to the next centre to the right, whichever direction "right" is.
    pub right_px: Point2d,
    /// The step from the centre to the next centre below.
    pub down_px: Point2d,
    /// Summed probability of the peaks that these steps lead to (0 to 12), times the mask.
    pub support: f64,
}

/// The most seeds to grow; the first is nearly always right.
const MAX_SEEDS: usize = 12;
/// A square's neighbours are searched among this many peaks of each kind around its centre.
const NEAREST: usize = 12;
/// A peak supports a step if it is at most this share of the step away from the step's end.
const REACH: f64 = 0.2;
/// The angle between the two steps is at least 30 degrees (sine 0.5), and neither is more than 2.6 times as
/// long as the other: if the camera is 60 degrees off vertical, one step is twice as long in the middle of
/// the photo, and slightly more at its edge.
const MIN_SINE: f64 = 0.5;
const MAX_RATIO: f64 = 2.6;
/// Neighbours nearer than this (frame px) cannot be distinguished in the heat maps.
const MIN_STEP_PX: f64 = 4.0;

/// Steps from a centre to its four corners and to the eight centres around it.
const CORNERS: [(f64, f64); 4] = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
const CENTRES: [(f64, f64); 8] =
    [(-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0)];

/// The seeds with the most support, the best first.
pub fn find(peaks: &[Peak], output: &LocatorOutput) -> Vec<Seed> {
    let centres = peaks.iter().filter(|peak| peak.kind == PeakKind::Centre);
    let mut seeds: Vec<Seed> =
        centres.filter_map(|centre| Neighbourhood::new(centre, peaks).best_seed(output)).collect();
    seeds.sort_by(|a, b| b.support.total_cmp(&a.support));
    seeds.truncate(MAX_SEEDS);
    seeds
}

/// The probability of the most probable peak near this place; 0 without one.
#[inline]
fn probability_near(peaks: &[(Point2d, f64)], place: Point2d, reach_px: f64) -> f64 {
    let near = peaks.iter().filter(|(step, _)| (*step - place).norm() < reach_px);
    near.map(|(_, probability)| *probability).fold(0.0, f64::max)
}

/// A centre with the peaks nearest to it, by kind. Their positions are relative to the centre.
struct Neighbourhood {
    centre: Peak,
    centres: Vec<(Point2d, f64)>,
    corners: Vec<(Point2d, f64)>,
}

impl Neighbourhood {
    fn new(centre: &Peak, peaks: &[Peak]) -> Self {
        let [centres, corners] = [PeakKind::Centre, PeakKind::Corner].map(|kind| {
            let others = peaks.iter().filter(|peak| peak.kind == kind && *peak != centre);
            let mut steps: Vec<_> = others.map(|peak| (peak.at_px - centre.at_px, peak.probability)).collect();
            steps.sort_by(|a, b| a.0.norm().total_cmp(&b.0.norm()));
            steps.truncate(NEAREST);
            steps
        });
        Self { centre: *centre, centres, corners }
    }

    fn best_seed(&self, output: &LocatorOutput) -> Option<Seed> {
        let steps: Vec<Point2d> = self.centres.iter().map(|(step, _)| *step).collect();
        let pairs = (0..steps.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let from_peaks = pairs.map(|(i, j)| (steps[i], steps[j]));
        let candidates = output.axes(self.centre.at_px).into_iter().chain(from_peaks);
        let supported = candidates.filter_map(|(a, b)| {
            let (right_px, down_px) = if a.cross(b) > 0.0 { (a, b) } else { (b, a) };
            is_plausible(right_px, down_px).then(|| (right_px, down_px, self.support(right_px, down_px)))
        });
        let (right_px, down_px, support) = supported.max_by(|a, b| a.2.total_cmp(&b.2))?;
        let mask = f64::from(output.kingdom.sample(self.centre.at_px));
        Some(Seed { centre_px: self.centre.at_px, right_px, down_px, support: support * mask })
    }

    /// Summed probability of the peaks at the corners and neighbours of a square with these steps.
    fn support(&self, right_px: Point2d, down_px: Point2d) -> f64 {
        let reach_px = REACH * right_px.norm().min(down_px.norm());
        let [mut corners, mut centres] = [0.0, 0.0];
        for (u, v) in CORNERS {
            corners += probability_near(&self.corners, right_px * u + down_px * v, reach_px);
        }
        for (u, v) in CENTRES {
            centres += probability_near(&self.centres, right_px * u + down_px * v, reach_px);
        }
        corners + centres
    }
}

fn is_plausible(a: Point2d, b: Point2d) -> bool {
    let (shorter, longer) = (a.norm().min(b.norm()), a.norm().max(b.norm()));
    shorter > MIN_STEP_PX && longer < MAX_RATIO * shorter && a.cross(b) > MIN_SINE * a.norm() * b.norm()
}
