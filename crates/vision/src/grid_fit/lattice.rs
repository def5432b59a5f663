//! Finds the lattice that explains the most peaks.
//!
//! Every well-supported square seeds a lattice ([`super::seeds`]), which then grows outwards: within a
//! radius, peaks near a lattice point are added, the homography is fitted to them, and the radius widens. The
//! search is deterministic.

use std::collections::BTreeMap;

use opencv::core::{self, CV_64F, DECOMP_CHOLESKY, DECOMP_LU, Mat, Point2d, Scalar};
use opencv::prelude::{MatTraitConstManual, MatTraitManual};

use crate::geometry::Homography;

use super::locator_output::LocatorOutput;
use super::peaks::{Peak, PeakKind};
use super::seeds::{self, Seed};

/// A peak on the lattice.
#[derive(Debug, Clone, Copy)]
pub struct LatticePoint {
    /// Lattice coordinates: integers for a corner, half-integers for a centre.
    pub lattice: Point2d,
    /// The peak at this lattice point.
    pub peak: Peak,
    /// Distance of the peak from its lattice point, in squares.
    pub residual: f64,
}

/// A regular lattice in perspective with its peaks. Its origin and the order of its axes are arbitrary.
#[derive(Debug, Clone)]
pub struct Lattice {
    /// Maps lattice coordinates (one square = 1) to frame px.
    pub to_frame: Homography,
    /// The peaks on the lattice (the inliers).
    pub points: Vec<LatticePoint>,
}

/// Least number of peaks on a lattice (a homography needs four).
const MIN_POINTS: usize = 6;
/// Radii of growth, in squares: the first reaches the seed's neighbours, the last reaches across a grid of
/// seven.
const FIRST_RADIUS: f64 = 1.3;
const LAST_RADIUS: f64 = 7.2;
const RADIUS_STEP: f64 = 1.2;
/// Largest residual of an inlier, in squares, while the homography is still rough, and at the end. (A centre
/// is 0.7 from the nearest corner; untidy tiles are up to 0.2 off.)
const ROUGH_TOLERANCE: f64 = 0.3;
const TOLERANCE: f64 = 0.25;
/// The residual, in squares, beyond which a peak loses weight.
const USUAL_RESIDUAL: f64 = 0.1;
/// Number of refits with the full radius.
const LAST_FITS: usize = 4;
/// A lattice with this share of all peaks, weighted by probability, ends the search.
const CONVINCING_SHARE: f64 = 0.9;
/// The perspective is fitted only to at least this many points. With fewer, it would follow their noise.
const MIN_POINTS_FOR_PERSPECTIVE: usize = 9;
/// Damping of the perspective, in normalised coordinates: slight if there are enough points to fit it,
/// otherwise so strong that there is no perspective.
const PERSPECTIVE_DAMPING: f64 = 0.05;
const NO_PERSPECTIVE_DAMPING: f64 = 1e3;

impl Lattice {
    /// The lattice of highest merit; `None` if there is none.
    ///
    /// # Errors
    /// OpenCV's errors, after which it is unknown whether there is a lattice.
    pub fn find(peaks: &[Peak], output: &LocatorOutput) -> opencv::Result<Option<Self>> {
        let total: f64 = peaks.iter().map(|peak| peak.probability).sum();
        let mut best: Option<Self> = None;
        for seed in seeds::find(peaks, output) {
            let Some(lattice) = Self::grow(&seed, peaks)? else { continue };
            if best.as_ref().is_none_or(|best| lattice.merit() > best.merit()) {
                best = Some(lattice);
            }
            if best.as_ref().is_some_and(|best| best.weight() > CONVINCING_SHARE * total) {
                break;
            }
        }
        Ok(best)
    }

    fn grow(seed: &Seed, peaks: &[Peak]) -> opencv::Result<Option<Self>> {
        let (a, b) = (seed.right_px, seed.down_px);
        let origin = seed.centre_px - (a + b) * 0.5;
        let to_frame = Homography([[a.x, b.x, origin.x], [a.y, b.y, origin.y], [0.0, 0.0, 1.0]]);
        let mut lattice = Self { to_frame, points: Vec::new() };
        let mut steps = Vec::new();
        let mut radius = FIRST_RADIUS;
        while radius < LAST_RADIUS {
            steps.push((radius, ROUGH_TOLERANCE));
            radius += RADIUS_STEP;
        }
        steps.extend([(LAST_RADIUS, TOLERANCE); LAST_FITS]);
        for (radius, tolerance) in steps {
            let Some(refitted) = lattice.refitted(peaks, radius, tolerance)? else { return Ok(None) };
            lattice = refitted;
        }
        Ok(Some(lattice))
    }

    /// Adds the peaks within `radius` squares of the seed, and fits the homography to them.
    fn refitted(&self, peaks: &[Peak], radius: f64, tolerance: f64) -> opencv::Result<Option<Self>> {
        self.points_in_line(peaks, radius, tolerance).map_or(Ok(None), |points| self.fitted(points))
    }

    /// The lattice, refitted to the points that `keep` accepts.
    ///
    /// # Errors
    /// OpenCV's errors.
    pub fn fitted_to(&self, keep: impl Fn(&LatticePoint) -> bool) -> opencv::Result<Option<Self>> {
        self.fitted(self.points.iter().copied().filter(keep).collect())
    }

    fn fitted(&self, points: Vec<LatticePoint>) -> opencv::Result<Option<Self>> {
        Ok(fit_homography(&points, &self.to_frame)?.map(|to_frame| Self { to_frame, points }))
    }

    /// For each lattice point within `radius` squares of the seed, the nearest peak within `tolerance`. The
    /// seed is the square at the origin.
    fn points_in_line(&self, peaks: &[Peak], radius: f64, tolerance: f64) -> Option<Vec<LatticePoint>> {
        let to_lattice = self.to_frame.inverse()?;
        let mut nearest = BTreeMap::<(i64, i64), LatticePoint>::new();
        for &peak in peaks {
            let at = to_lattice.apply(peak.at_px);
            let half = if peak.kind == PeakKind::Centre { 0.5 } else { 0.0 };
            let lattice = Point2d::new((at.x - half).round() + half, (at.y - half).round() + half);
            let residual = (at - lattice).norm();
            let near = (at.x - 0.5).abs().max((at.y - 0.5).abs()) < radius;
            if !(near && residual < tolerance && self.is_before_horizon(at)) {
                continue;
            }
            let point = LatticePoint { lattice, peak, residual };
            let place = ((2.0 * lattice.x) as i64, (2.0 * lattice.y) as i64);
            let kept = nearest.entry(place).or_insert(point);
            if residual < kept.residual {
                *kept = point;
            }
        }
        (nearest.len() >= MIN_POINTS).then(|| nearest.into_values().collect())
    }

    /// Whether a lattice point is on the near side of the horizon.
    pub fn is_before_horizon(&self, lattice: Point2d) -> bool {
        self.to_frame.denominator(lattice) * self.to_frame.denominator(Point2d::new(0.5, 0.5)) > 0.0
    }

    /// The sum of the points' probabilities.
    pub fn weight(&self) -> f64 {
        self.points.iter().map(|point| point.peak.probability).sum()
    }

    /// The measure for comparing lattices: many probable points with small residuals.
    fn merit(&self) -> f64 {
        self.points.iter().map(|point| point.peak.probability * (1.0 - 2.0 * point.residual)).sum()
    }
}

/// The weighted least-squares homography from the points' lattice coordinates to their peaks (the direct
/// linear transform on normalised coordinates, Hartley and Zisserman, 4.1 and 4.4). `before`, an earlier fit,
/// provides the denominators that convert the algebraic error to pixels.
fn fit_homography(points: &[LatticePoint], before: &Homography) -> opencv::Result<Option<Homography>> {
    let normalise_from = normalisation(points.iter().map(|point| point.lattice));
    let normalise_to = normalisation(points.iter().map(|point| point.peak.at_px));
    let Some((normalise_from, normalise_to)) = normalise_from.zip(normalise_to) else { return Ok(None) };
    let inverses = normalise_from.inverse().zip(normalise_to.inverse());
    let Some((from_normalised, to_normalised)) = inverses else { return Ok(None) };
    let middle = before.denominator(from_normalised.apply(Point2d::new(0.0, 0.0)));
    let mut equations = NormalEquations::default();
    for point in points {
        let (from, to) = (normalise_from.apply(point.lattice), normalise_to.apply(point.peak.at_px));
        let doubt = 1.0 + (point.residual / USUAL_RESIDUAL).powi(2);
        let scale = middle / before.denominator(point.lattice);
        let weight = point.peak.probability / doubt * scale * scale;
        let (x, y) = (from.x, from.y);
        equations.add([x, y, 1.0, 0.0, 0.0, 0.0, -to.x * x, -to.x * y], to.x, weight);
        equations.add([0.0, 0.0, 0.0, x, y, 1.0, -to.y * x, -to.y * y], to.y, weight);
    }
    let damping = if points.len() >= MIN_POINTS_FOR_PERSPECTIVE { PERSPECTIVE_DAMPING } else { NO_PERSPECTIVE_DAMPING };
    equations.add([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0], 0.0, damping * damping);
    equations.add([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0], 0.0, damping * damping);
    let fit = equations.solve()?.map(|[a, b, c, d, e, f, g, h]| {
        let normalised = Homography([[a, b, c], [d, e, f], [g, h, 1.0]]);
        to_normalised.after(&normalised).after(&normalise_from)
    });
    Ok(fit.filter(|fit| fit.inverse().is_some()))
}

/// The map that normalises points to mean 0 and spread 1. `None` if the points coincide.
fn normalisation(points: impl Iterator<Item = Point2d> + Clone) -> Option<Homography> {
    let count = points.clone().count() as f64;
    let mean = points.clone().fold(Point2d::default(), |sum, point| sum + point) * (1.0 / count);
    let spread = (points.map(|point| (point - mean).norm().powi(2)).sum::<f64>() / count).sqrt();
    (spread > 1e-9)
        .then(|| Homography::scaling(1.0 / spread, 1.0 / spread).after(&Homography::translation(-mean.x, -mean.y)))
}

/// A matrix of eight rows with these values, row by row.
fn eight_rows(values: &[f64]) -> opencv::Result<Mat> {
    let mut mat = Mat::new_rows_cols_with_default(8, values.len() as i32 / 8, CV_64F, Scalar::default())?;
    mat.data_typed_mut::<f64>()?.copy_from_slice(values);
    Ok(mat)
}

/// Weighted linear equations in eight unknowns, accumulated for their least-squares solution.
#[derive(Default)]
struct NormalEquations {
    matrix: [[f64; 8]; 8],
    right_side: [f64; 8],
}

impl NormalEquations {
    fn add(&mut self, coefficients: [f64; 8], value: f64, weight: f64) {
        for (i, a) in coefficients.iter().enumerate() {
            self.right_side[i] += weight * a * value;
            for (j, b) in coefficients.iter().enumerate() {
                self.matrix[i][j] += weight * a * b;
            }
        }
    }

    /// The solution; `None` unless there is exactly one.
    fn solve(&self) -> opencv::Result<Option<[f64; 8]>> {
        match self.solve_by(DECOMP_CHOLESKY)? {
            Some(solution) => Ok(Some(solution)),
            None => self.solve_by(DECOMP_LU),
        }
    }

    fn solve_by(&self, method: i32) -> opencv::Result<Option<[f64; 8]>> {
        let (matrix, right_side) = (eight_rows(self.matrix.as_flattened())?, eight_rows(&self.right_side)?);
        let mut solution = Mat::default();
        if !core::solve(&matrix, &right_side, &mut solution, method)? {
            return Ok(None);
        }
        let solution: Option<[f64; 8]> = solution.data_typed::<f64>()?.try_into().ok();
        Ok(solution.filter(|solution| solution.iter().all(|value| value.is_finite())))
    }
}
