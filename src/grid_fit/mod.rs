//! `Photo -> GridFit`: finds the lattice of squares.
//!
//! A small network marks corners and centres of squares, tells kingdom from table, and gives the lattice's axes
//! everywhere ([`fields`]); its peaks ([`peaks`]) are put in line ([`seeds`], [`lattice`]), and the squares that bear a tile give
//! the kingdom's box ([`occupancy`]). The network looks at the whole photo, then closer at the part that holds the
//! kingdom ([`view`]).

pub mod fields;
pub mod lattice;
pub mod occupancy;
pub mod peaks;
pub mod seeds;
pub mod view;

use opencv::core::{Point2d, Rect};
use opencv::prelude::MatTraitConst;

use crate::domain::{Grid, GridSize, Place};
use crate::geometry::{Homography, lattice_corners};
use crate::network::{Network, NetworkError};
use crate::photo::Photo;

use fields::Fields;
use lattice::Lattice;
use occupancy::Occupancy;
use peaks::{Peak, PeakKind};
use view::View;

/// Where the squares lie in the photo.
///
/// Lattice coordinates: one square is 1, (0, 0) is the outer corner of `squares[0][0]`, u grows along the columns,
/// v along the rows, and v lies clockwise of u in the photo.
#[derive(Debug, Clone)]
pub struct GridFit {
    /// From lattice coordinates to the pixels of [`Photo::pixels`] (decoded, perhaps reduced).
    pub to_photo: Homography,
    /// Squares from top to bottom, at most 7.
    pub rows: usize,
    /// Squares from left to right, at most 7.
    pub cols: usize,
    /// Probability (0 to 1) that a tile lies on each square. Border lines are kept when in doubt.
    pub occupied: Grid<f32>,
    /// 0 to 1: the share of expected lattice points that were seen times the share of what was seen that is in line.
    pub confidence: f32,
    /// Whether a person gave the corners.
    pub by_hand: bool,
}

/// Why no grid was found.
#[derive(Debug, thiserror::Error)]
pub enum GridFitError {
    /// Nothing in the photo looks enough like a kingdom.
    #[error(
        "{photo}: no kingdom found: looked for a grid of up to {size}x{size} squares, \
         best candidate: {in_line} of {} squares in line. Try a photo from above with the whole kingdom in the picture \
         and more light, give the corners with --corners, or see --debug-dir",
        size * size
    )]
    NoGrid {
        /// The photo's name.
        photo: String,
        /// Squares of the best candidate that are in line; 0 when there was none.
        in_line: usize,
        /// The grid that was looked for: 5 or 7 squares wide and high.
        size: usize,
    },
    /// The corners that a person gave cannot be those of a grid.
    #[error(
        "{photo}: --corners: {problem}. Give x,y of the four outer corners clockwise, in pixels of the upright photo"
    )]
    Corners {
        /// The photo's name.
        photo: String,
        /// What is wrong with them.
        problem: String,
    },
    /// The network failed, or is one of another kind.
    #[error("{photo}: the grid cannot be looked for: {source}")]
    Network {
        /// The photo's name.
        photo: String,
        /// What went wrong.
        source: NetworkError,
    },
    /// OpenCV failed, most likely for want of memory.
    #[error("{photo}: OpenCV failed while the grid was looked for: {source}")]
    OpenCv {
        /// The photo's name.
        photo: String,
        /// What OpenCV says.
        source: opencv::Error,
    },
}

/// One look of the network at a part of the photo, and what was made of it.
pub struct Look {
    /// The part of the photo.
    pub view: View,
    /// What the network saw in it.
    pub fields: Fields,
    /// Where corners and centres of squares may be.
    pub peaks: Vec<Peak>,
    /// The lattice that most peaks lie on; `None` when too few are in line.
    pub lattice: Option<Lattice>,
    /// The kingdom's grid on this lattice; `None` when there is none, or when a closer look found nothing there.
    pub fit: Option<GridFit>,
}

/// All looks at a photo, for [`GridFit`] and for pictures that explain it.
pub struct Search {
    /// In the order in which they were taken; the whole photo comes first.
    pub looks: Vec<Look>,
    photo: String,
    max_lines: usize,
}

/// Looks at the photo and at closer parts of it: a first closer look may show that the part was ill chosen.
const MAX_NEAR_LOOKS: usize = 3;
/// Share of the frame that the part fills.
const NEAR: f64 = 1.0;
/// A kingdom of three large squares that fills the photo is larger than any that the network knows; from farther away
/// it is not.
const FAR: f64 = 0.5;
/// With a closer fit of this confidence there is no third look, and with any such fit none from far.
const SURE: f32 = 0.9;
/// A sure fit whose squares are so large in the frame is not looked at more closely: without the closer look the mean
/// corner error of 40 rendered scenes and 47 photographs stayed the same to 0.001 of a square.
const CLOSE_ENOUGH_PX: f64 = 24.0;
/// Below this the box may be a part of the kingdom only, and the mask is asked too.
const DOUBTFUL: f32 = 0.6;
/// A closer look leaves so much of the box's sides around it.
const MARGIN: f64 = 0.1;
/// Without a box: so much around what the mask calls kingdom.
const MASK_MARGIN: f64 = 0.3;
/// A part that covers more than this share of what was seen, or less of itself, is not looked at again.
const SAME_PART: f64 = 0.72;
/// A kingdom has at least this many squares, the castle and two dominoes: fewer are a few dominoes on a table.
const MIN_SQUARES: usize = 5;
/// Below this a lattice is noise. (Rendered kingdoms of a suite like the held-out one had 0.75 and more at the last
/// look, photographed ones 0.94; false grids on rendered tables 0.3 to 0.98.)
const MIN_CONFIDENCE: f32 = 0.4;
/// Below this a lattice is not even worth a closer look.
const MIN_CANDIDATE_CONFIDENCE: f32 = 0.2;
/// A photo may cut a kingdom's corner off: corners given by hand may lie outside by this share of its width or height.
const OUTSIDE_SHARE: f64 = 0.05;
/// Below this confidence the squares may be read well and the grid yet lie wrong: a person is asked to look.
/// Right grids had 0.75 and more, see [`MIN_CONFIDENCE`].
const STAND_BY_FROM: f32 = 0.7;
/// The mask counts as kingdom from here.
const MASK_THRESHOLD: f32 = 0.5;

impl GridFit {
    /// Looks for one kingdom of at most `size` x `size` squares (7 when `size` is not known).
    ///
    /// # Errors
    /// [`GridFitError::NoGrid`] when there is none, and what OpenCV and the network report.
    pub fn find(photo: &Photo, locator: &dyn Network, size: Option<GridSize>) -> Result<Self, GridFitError> {
        Search::run(photo, locator, size)?.into_fit()
    }

    /// The grid that a person has marked. `corners` are in pixels of the upright photo before any reduction,
    /// clockwise, the first being the outer corner of `squares[0][0]`.
    ///
    /// # Errors
    /// [`GridFitError::Corners`] for a point outside the photo, corners not clockwise, or no convex quadrilateral.
    pub fn from_corners(photo: &Photo, corners: [Point2d; 4], rows: usize, cols: usize) -> Result<Self, GridFitError> {
        let problem = corners_problem(corners, photo.full_size_px);
        let fail = |problem| GridFitError::Corners { photo: photo.name.clone(), problem };
        if let Some(problem) = problem {
            return Err(fail(problem));
        }
        let decoded = corners.map(|corner| corner * (1.0 / photo.reduction));
        let to_photo = Homography::from_lattice(rows, cols, decoded).map_err(|error| fail(error.to_string()))?;
        let occupied = Grid::filled(rows, cols, 1.0);
        Ok(Self { to_photo, rows, cols, occupied, confidence: 1.0, by_hand: true })
    }

    /// The outer corners in pixels of the upright photo before any reduction, clockwise from that of `squares[0][0]`.
    pub fn corners_px(&self, photo: &Photo) -> [Point2d; 4] {
        lattice_corners(self.rows, self.cols).map(|corner| self.to_photo.apply(corner) * photo.reduction)
    }

    /// The mean of the squares' sides in the photo, in pixels of [`Photo::pixels`].
    pub fn mean_side_px(&self) -> f64 {
        let side = |place: Place| {
            let (u, v) = (place.col as f64, place.row as f64);
            let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
            let [a, b, c, d] = corners.map(|(du, dv)| self.to_photo.apply(Point2d::new(u + du, v + dv)));
            ((c - a).cross(d - b).abs() / 2.0).sqrt()
        };
        self.occupied.places().map(side).sum::<f64>() / (self.rows * self.cols) as f64
    }

    /// Whether the grid itself is in doubt, however surely its squares are read.
    pub fn is_doubtful(&self) -> bool {
        self.confidence < STAND_BY_FROM
    }

    /// Turns the grid until its columns run to the right in the photo.
    fn upright(self) -> Self {
        let mut fit = self;
        for _ in 0..3 {
            let (rows, cols) = (fit.rows as f64, fit.cols as f64);
            let middle = fit.to_photo.apply(Point2d::new(cols / 2.0, rows / 2.0));
            let right = fit.to_photo.apply(Point2d::new(cols / 2.0 + 0.5, rows / 2.0)) - middle;
            if right.x > right.y.abs() {
                break;
            }
            let from_turned = Homography([[0.0, 1.0, 0.0], [-1.0, 0.0, rows], [0.0, 0.0, 1.0]]);
            fit = Self {
                to_photo: fit.to_photo.after(&from_turned),
                rows: fit.cols,
                cols: fit.rows,
                occupied: fit.occupied.quarter_turned(),
                ..fit
            };
        }
        fit
    }
}

/// What is wrong with corners that a person gave, in words.
fn corners_problem(corners: [Point2d; 4], (width, height): (i32, i32)) -> Option<String> {
    let near = |value: f64, length: i32| {
        let slack = OUTSIDE_SHARE * f64::from(length);
        (-slack..=f64::from(length) + slack).contains(&value)
    };
    let inside = |corner: &&Point2d| near(corner.x, width) && near(corner.y, height);
    if let Some(corner) = corners.iter().find(|corner| !inside(corner)) {
        return Some(format!("{},{} lies outside the photo of {width} x {height} px", corner.x, corner.y));
    }
    let turns: [f64; 4] = std::array::from_fn(|i| {
        let (before, corner, after) = (corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]);
        let (arriving, leaving) = (corner - before, after - corner);
        // The sine of the turn, so that the limit is an angle: 0.02 is about one degree.
        arriving.cross(leaving) / (arriving.norm() * leaving.norm()).max(f64::MIN_POSITIVE)
    });
    if turns.iter().all(|turn| *turn > 0.02) {
        None
    } else if turns.iter().all(|turn| *turn < -0.02) {
        Some("the corners run counter-clockwise".to_owned())
    } else {
        Some("the four points are not the corners of a convex quadrilateral".to_owned())
    }
}

impl Search {
    /// Looks at the whole photo, then closer at the part where the kingdom is.
    ///
    /// # Errors
    /// What OpenCV and the network report; finding nothing is none.
    pub fn run(photo: &Photo, locator: &dyn Network, size: Option<GridSize>) -> Result<Self, GridFitError> {
        let max_lines = size.unwrap_or(GridSize::Seven).squares_wide();
        let whole = Rect::new(0, 0, photo.pixels.cols(), photo.pixels.rows());
        let mut looks = vec![Look::at(photo, whole, NEAR, locator, max_lines)?];
        let mut seen = whole;
        while let Some(part) = looks[looks.len() - 1].closer_part(whole).filter(|part| is_another_part(*part, seen)) {
            looks.push(Look::at(photo, part, NEAR, locator, max_lines)?);
            if looks[looks.len() - 1].fit.is_none() {
                // What is not there from near is not there.
                looks.iter_mut().for_each(|look| look.fit = None);
            }
            seen = part;
            let is_sure = looks[looks.len() - 1].fit.as_ref().is_some_and(|fit| fit.confidence >= SURE);
            if is_sure || looks.len() == MAX_NEAR_LOOKS {
                break;
            }
        }
        if looks.iter().filter_map(|look| look.fit.as_ref()).all(|fit| fit.confidence < SURE) {
            looks.push(Look::at(photo, whole, FAR, locator, max_lines)?);
        }
        Ok(Self { looks, photo: photo.name.clone(), max_lines })
    }

    /// The most confident fit.
    ///
    /// # Errors
    /// [`GridFitError::NoGrid`].
    pub fn into_fit(self) -> Result<GridFit, GridFitError> {
        let in_line =
            self.looks.iter().map(Look::centres_in_line).max().unwrap_or(0).min(self.max_lines * self.max_lines);
        let fits = self.looks.into_iter().filter_map(|look| look.fit);
        let best = fits.max_by(|a, b| a.confidence.total_cmp(&b.confidence));
        best.filter(|fit| fit.confidence >= MIN_CONFIDENCE).ok_or(GridFitError::NoGrid {
            photo: self.photo,
            in_line,
            size: self.max_lines,
        })
    }
}

impl Look {
    fn at(
        photo: &Photo,
        part: Rect,
        frame_share: f64,
        locator: &dyn Network,
        max_lines: usize,
    ) -> Result<Self, GridFitError> {
        let opencv_failed = |source| GridFitError::OpenCv { photo: photo.name.clone(), source };
        let network_failed = |source| GridFitError::Network { photo: photo.name.clone(), source };
        let view = View::of(photo, part, frame_share).map_err(opencv_failed)?;
        let tensors = locator.run(&view.blob().map_err(opencv_failed)?).map_err(network_failed)?;
        let fields = Fields::from_tensors(&tensors).map_err(network_failed)?;
        let peaks = peaks::find(&fields);
        let lattice = Lattice::find(&peaks, &fields);
        let fit = lattice.as_ref().and_then(|lattice| fit_of(lattice, &peaks, &fields, max_lines));
        let fit = fit.map(|fit| GridFit { to_photo: view.to_photo.after(&fit.to_photo), ..fit }.upright());
        Ok(Self { view, fields, peaks, lattice, fit })
    }

    /// How many squares of the kingdom have their centre on the lattice.
    fn centres_in_line(&self) -> usize {
        let points = self.lattice.iter().flat_map(|lattice| &lattice.points);
        let centres = points.map(|point| point.peak).filter(|peak| peak.kind == PeakKind::Centre);
        centres.filter(|centre| self.fields.kingdom.sample(centre.at_px) > MASK_THRESHOLD).count()
    }

    /// The part of the photo that is worth a closer look: around the box, or around what the mask calls kingdom where
    /// there is no box. Around both where the box is doubtful.
    fn closer_part(&self, whole: Rect) -> Option<Rect> {
        let is_close_enough = |fit: &GridFit| {
            fit.confidence >= SURE && fit.mean_side_px() >= CLOSE_ENOUGH_PX * self.view.photo_px_per_frame_px()
        };
        if self.fit.as_ref().is_some_and(is_close_enough) {
            return None;
        }
        let corners = self
            .fit
            .iter()
            .flat_map(|fit| lattice_corners(fit.rows, fit.cols).map(|corner| fit.to_photo.apply(corner)));
        let confidence = self.fit.as_ref().map_or(0.0, |fit| fit.confidence);
        let mut points: Vec<Point2d> = corners.collect();
        if confidence < DOUBTFUL {
            points.extend(self.masked_points());
        }
        bounding_rect(&points, if self.fit.is_some() { MARGIN } else { MASK_MARGIN }, whole)
    }

    /// Where the mask says kingdom, in the photo's pixels.
    fn masked_points(&self) -> Vec<Point2d> {
        let mask = &self.fields.kingdom;
        let cells = (0..mask.values.len()).filter(|&i| mask.values[i] > MASK_THRESHOLD);
        let centre = |i: usize| Point2d::new((i % mask.side) as f64 + 0.5, (i / mask.side) as f64 + 0.5);
        cells.map(|i| self.view.to_photo.apply(centre(i) * mask.cell_px())).collect()
    }
}

/// Whether a part differs enough from the one that was seen last: by the area that both share.
fn is_another_part(part: Rect, seen: Rect) -> bool {
    let shared = f64::from((part & seen).area());
    shared < SAME_PART * f64::from(part.area().max(seen.area()))
}

/// The upright rectangle around points, `margin` of its sides larger on each side, as far as it lies in `whole`.
fn bounding_rect(points: &[Point2d], margin: f64, whole: Rect) -> Option<Rect> {
    let span = |coordinate: fn(&Point2d) -> f64, length: i32| {
        let values = || points.iter().map(coordinate);
        let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
        let margin = (high - low) * margin;
        let clamp = |value: f64| (value.round() as i32).clamp(0, length);
        (clamp(low - margin), clamp(high + margin))
    };
    let ((left, right), (top, bottom)) = (span(|point| point.x, whole.width), span(|point| point.y, whole.height));
    (!points.is_empty() && right > left && bottom > top).then(|| Rect::new(left, top, right - left, bottom - top))
}

/// The kingdom's box in a lattice, in frame px, fitted to the points in the box only.
fn fit_of(lattice: &Lattice, peaks: &[Peak], fields: &Fields, max_lines: usize) -> Option<GridFit> {
    let occupancy = Occupancy::of(lattice, peaks, fields);
    let kingdom = occupancy.kingdom()?;
    let (rows, cols) = occupancy.kingdom_box(&kingdom, max_lines);
    let squares = |row: &usize| cols.clone().filter(|col| kingdom[Place::new(*row, *col)]).count();
    if rows.clone().map(|row| squares(&row)).sum::<usize>() < MIN_SQUARES {
        return None;
    }
    let (left, top) = (f64::from(occupancy.left) + cols.start as f64, f64::from(occupancy.top) + rows.start as f64);
    let in_box = |at: Point2d| {
        (left..=left + cols.len() as f64).contains(&at.x) && (top..=top + rows.len() as f64).contains(&at.y)
    };
    let fitted = lattice.fitted_to(|point| in_box(point.lattice))?;
    let origin = Point2d::new(left, top);
    let top_left = Place::new(rows.start, cols.start);
    let confidence = confidence(&fitted, peaks, &kingdom.window(top_left, rows.len(), cols.len()), origin);
    (confidence >= MIN_CANDIDATE_CONFIDENCE).then(|| GridFit {
        to_photo: fitted.to_frame.after(&Homography::translation(left, top)),
        rows: rows.len(),
        cols: cols.len(),
        occupied: occupancy.squares.window(top_left, rows.len(), cols.len()),
        confidence,
        by_hand: false,
    })
}

/// The share of the kingdom's lattice points that have a peak, times the share of all peaks that are in line.
fn confidence(lattice: &Lattice, peaks: &[Peak], kingdom: &Grid<bool>, origin: Point2d) -> f32 {
    let mut expected = std::collections::BTreeSet::new();
    for place in kingdom.places().filter(|place| kingdom[*place]) {
        let (x, y) = (2 * place.col, 2 * place.row);
        expected.extend([(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2), (x + 1, y + 1)]);
    }
    let halves = |point: Point2d| ((2.0 * (point.x - origin.x)) as usize, (2.0 * (point.y - origin.y)) as usize);
    let seen = lattice.points.iter().filter(|point| expected.contains(&halves(point.lattice))).count();
    let total: f64 = peaks.iter().map(|peak| peak.probability).sum();
    (seen as f64 / expected.len() as f64 * lattice.weight() / total) as f32
}
