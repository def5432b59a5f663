//! `Photo -> GridFit`: finds the lattice of squares.
//!
//! A small network marks corners and centres of squares, separates kingdom from table, and gives the
//! lattice's axes at every point ([`locator_output`]). A lattice is fitted to its peaks ([`peaks`],
//! [`seeds`], [`lattice`]), and the squares with a tile determine the kingdom's box ([`occupancy`]). The
//! other peaks and the rest of the mask are searched for further kingdoms. The network sees the whole photo,
//! then each candidate region more closely, and from above if it was photographed at an angle ([`frame`]).

pub mod clipping;
pub mod frame;
mod framing;
mod kingdom_box;
pub mod lattice;
pub mod locator_output;
mod locator_pass;
mod mask_components;
pub mod occupancy;
pub mod peaks;
mod search;
pub mod seeds;

use opencv::core::Point2d;

use super::BETTER_PHOTO;
use super::geometry::{Homography, lattice_corners};
use super::networks::{Network, NetworkError};
use super::photo::Photo;
use kingdomino::domain::{Grid, GridSize, Place};

pub use framing::{Framing, FramingProblem};
use kingdom_box::WORTH_A_LOOK;
pub use kingdom_box::{STRAY_LINES, squares_beside};
pub use locator_pass::{LocatorPass, Region, SeenTiles};
pub use search::Search;

/// The position of a grid's squares in the photo.
///
/// Lattice coordinates: one square is 1, (0, 0) is the outer corner of `squares[0][0]`, u grows along the
/// columns, v along the rows, and v is clockwise of u in the photo.
#[derive(Debug, Clone)]
pub struct GridFit {
    /// Maps lattice coordinates to the pixels of [`Photo::pixels`] (decoded, possibly reduced).
    pub to_photo: Homography,
    /// Squares from top to bottom, at most 7 if the grid was found.
    pub rows: usize,
    /// Squares from left to right, at most 7 if the grid was found.
    pub cols: usize,
    /// Probability (0 to 1) of a tile on each square. Border rows and columns are kept even if they are
    /// doubtful.
    pub occupied: Grid<f32>,
    /// Squares in line with the grid, up to two lines outside it, that may have a tile but are not in the
    /// grid. Empty if the user gave the corners.
    pub beside: Vec<Beside>,
    /// Confidence, 0 to 1: the share of expected lattice points that were seen, times the share of peaks (by
    /// probability) on the lattice.
    pub confidence: f32,
    /// Whether the user gave the corners.
    pub by_hand: bool,
    /// Whether the kingdom may continue where no closer pass looked.
    pub may_go_on: bool,
}

/// Rows and columns around a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Margins {
    /// Rows above the grid.
    pub above: usize,
    /// Rows below the grid.
    pub below: usize,
    /// Columns to the left of the grid.
    pub left: usize,
    /// Columns to the right of the grid.
    pub right: usize,
}

/// A square outside a grid, but in line with it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beside {
    /// The row from the grid's first row: negative above the grid, at least its number of rows below it.
    pub row: isize,
    /// The column from the grid's first column: negative to the left of the grid, at least its number of
    /// columns to the right.
    pub col: isize,
    /// Evidence of a tile, 0 to 1.
    pub occupied: f32,
}

impl Beside {
    /// The same square with its row and column raised by these numbers.
    #[must_use]
    pub fn moved(self, rows: usize, cols: usize) -> Self {
        Self { row: self.row + rows as isize, col: self.col + cols as isize, ..self }
    }

    /// The square's place in a grid of this many rows and columns; `None` outside.
    pub fn place_in(&self, rows: usize, cols: usize) -> Option<Place> {
        let place = Place::new(self.row.try_into().ok()?, self.col.try_into().ok()?);
        (place.row < rows && place.col < cols).then_some(place)
    }
}

/// A tile that another pass found next to the grid is in line with it if its centre is at most this far from
/// the centre of a square of the lattice, in squares. The distance of a peak from its lattice point has the
/// same limit.
const SAME_SQUARE: f64 = 0.3;

/// Why no grid was found.
#[derive(Debug, thiserror::Error)]
pub enum GridFitError {
    /// Nothing in the photo is similar enough to a kingdom.
    #[error(
        "{photo}: no kingdom found: the program looked for a grid of up to {size}x{size} squares, and the best \
         candidate has {in_line} of {} squares in line. {BETTER_PHOTO}, use more light, give the corners with \
         `kingdom-scanner scan --corners`, or look at the pictures that its --debug-dir writes",
        size * size
    )]
    NoGrid {
        /// The photo's name.
        photo: String,
        /// Centres of squares on the best candidate's lattice; 0 without a candidate.
        in_line: usize,
        /// The grid size that was looked for: 5 or 7 squares wide and high.
        size: usize,
    },
    /// The corners given by the user cannot be those of a grid.
    #[error(
        "{photo}: --corners: {problem}. Give x,y of the four outer corners clockwise, in pixels of the upright photo"
    )]
    Corners {
        /// The photo's name.
        photo: String,
        /// The problem with the corners.
        problem: String,
    },
    /// The network failed, or its outputs had unexpected shapes.
    #[error("{photo}: the search for the grid failed: {source}")]
    Network {
        /// The photo's name.
        photo: String,
        /// The network's error.
        source: NetworkError,
    },
    /// OpenCV failed, most likely because memory ran out.
    #[error("{photo}: {} failed during the search for the grid: {source}", crate::ENGINE)]
    OpenCv {
        /// The photo's name.
        photo: String,
        /// OpenCV's error.
        source: opencv::Error,
    },
}

/// Corners given by hand may be outside the photo by this share of its width or height, because a photo may
/// cut off a kingdom's corner.
const OUTSIDE_SHARE: f64 = 0.05;
/// Below this confidence the grid may be wrong even if the squares are read well, so the user is asked.
/// (Rendered kingdoms of a suite like the held-out one had at least 0.75 in the last pass, with an earlier
/// locator.)
const DOUBTFUL_BELOW: f32 = 0.7;
/// A fit with at least this confidence is certain, which spares passes that search for a better one.
const SURE: f32 = 0.9;

impl GridFitError {
    fn opencv(photo: &Photo, source: opencv::Error) -> Self {
        Self::OpenCv { photo: photo.name.clone(), source }
    }
}

impl GridFit {
    /// Finds all kingdoms of at most `size` x `size` squares (7 if `size` is unknown), the most confident
    /// first.
    ///
    /// # Errors
    /// [`GridFitError::NoGrid`] if there is none; otherwise the errors of OpenCV and the network.
    pub fn find(photo: &Photo, locator: &dyn Network, size: Option<GridSize>) -> Result<Vec<Self>, GridFitError> {
        Search::run(photo, locator, size, false, &[])?.into_fits()
    }

    /// The grid with corners marked by the user. `corners` are in pixels of the upright photo before any
    /// reduction, clockwise from the outer corner of `squares[0][0]`.
    ///
    /// # Errors
    /// [`GridFitError::Corners`] if a point is outside the photo, or if the corners are not clockwise or form
    /// no convex quadrilateral.
    pub fn from_corners(photo: &Photo, corners: [Point2d; 4], rows: usize, cols: usize) -> Result<Self, GridFitError> {
        let to_photo = match corners_problem(corners, photo.full_size_px) {
            Some(problem) => Err(problem),
            None => {
                let decoded = corners.map(|corner| corner * (1.0 / photo.reduction));
                Homography::from_lattice(rows, cols, decoded).map_err(|error| error.to_string())
            }
        };
        let to_photo = to_photo.map_err(|problem| GridFitError::Corners { photo: photo.name.clone(), problem })?;
        Ok(Self::on_lattice(to_photo, rows, cols))
    }

    /// A grid on a known lattice, as if given by hand.
    pub fn on_lattice(to_photo: Homography, rows: usize, cols: usize) -> Self {
        let occupied = Grid::filled(rows, cols, 1.0);
        let beside = Vec::new();
        Self { to_photo, rows, cols, occupied, beside, confidence: 1.0, by_hand: true, may_go_on: false }
    }

    /// The outer corners in pixels of the upright photo before any reduction, clockwise from the corner of
    /// `squares[0][0]`.
    pub fn corners_px(&self, photo: &Photo) -> [Point2d; 4] {
        self.outline_px().map(|corner| corner * photo.reduction)
    }

    /// The outer corners in pixels of [`Photo::pixels`], clockwise from the corner of `squares[0][0]`.
    pub fn outline_px(&self) -> [Point2d; 4] {
        lattice_corners(self.rows, self.cols).map(|corner| self.to_photo.apply(corner))
    }

    /// The grid, widened by rows and columns in which other photos show tiles. This photo does not show those
    /// rows and columns, or was not searched there.
    #[must_use]
    pub fn widened(self, beyond: Margins) -> Self {
        let Margins { above, below, left, right } = beyond;
        let (rows, cols) = (self.rows + above + below, self.cols + left + right);
        let occupied = Grid::from_fn(rows, cols, |place| {
            let own = place.row.checked_sub(above).zip(place.col.checked_sub(left));
            own.and_then(|(row, col)| self.occupied.get(Place::new(row, col))).copied().unwrap_or(1.0)
        });
        let to_photo = self.to_photo.after(&Homography::translation(-(left as f64), -(above as f64)));
        let moved = self.beside.iter().map(|beside| beside.moved(above, left));
        let beside = moved.filter(|beside| beside.place_in(rows, cols).is_none()).collect();
        Self { to_photo, rows, cols, occupied, beside, ..self }
    }

    /// The mean side of the squares in the photo, in pixels of [`Photo::pixels`].
    pub fn mean_side_px(&self) -> f64 {
        let sides = self.occupied.places().map(|place| {
            let (u, v) = (place.col as f64, place.row as f64);
            let corners = [(u, v), (u + 1.0, v), (u + 1.0, v + 1.0), (u, v + 1.0)];
            let [a, b, c, d] = corners.map(|(u, v)| self.to_photo.at(u, v));
            ((c - a).cross(d - b).abs() / 2.0).sqrt()
        });
        sides.sum::<f64>() / (self.rows * self.cols) as f64
    }

    /// The camera's angle from straight above the grid's middle, in degrees: the arc cosine of how much
    /// shorter squares look in one direction than in the perpendicular one.
    pub fn askew_deg(&self) -> f64 {
        let (u, v) = (self.cols as f64 / 2.0, self.rows as f64 / 2.0);
        let across = self.to_photo.at(u + 0.5, v) - self.to_photo.at(u - 0.5, v);
        let down = self.to_photo.at(u, v + 0.5) - self.to_photo.at(u, v - 0.5);
        // The singular values of the map from the lattice to pixels follow from the sum of their second
        // powers, and from their product.
        let (squares, product) = (across.norm().powi(2) + down.norm().powi(2), across.cross(down).abs());
        let root = (squares.powi(2) / 4.0 - product.powi(2)).max(0.0).sqrt();
        ((squares / 2.0 - root) / (squares / 2.0 + root)).max(0.0).sqrt().min(1.0).acos().to_degrees()
    }

    /// The shorter of two opposite sides divided by the longer, for the pair that converges more; 1 if
    /// neither pair converges.
    pub fn convergence(&self) -> f64 {
        let corners = self.outline_px();
        let [top, right, bottom, left]: [f64; 4] = std::array::from_fn(|i| (corners[(i + 1) % 4] - corners[i]).norm());
        (top.min(bottom) / top.max(bottom)).min(right.min(left) / right.max(left))
    }

    /// The cosine of the tilt of a square in the box's middle. A circle in the square is an ellipse in the
    /// photo; the cosine is the ellipse's shorter axis divided by its longer one.
    pub fn foreshortening(&self) -> f64 {
        let (u, v) = (self.cols as f64 / 2.0, self.rows as f64 / 2.0);
        let a = self.to_photo.at(u + 0.5, v) - self.to_photo.at(u - 0.5, v);
        let b = self.to_photo.at(u, v + 0.5) - self.to_photo.at(u, v - 0.5);
        // `a` and `b` are conjugate radii of the ellipse. They give the product of its axes, and half the sum
        // of the second powers of its axes.
        let (product, mean_square) = (a.cross(b).abs(), (a.dot(a) + b.dot(b)) / 2.0);
        let sine = (product / mean_square).min(1.0);
        (1.0 - (1.0 - sine * sine).sqrt()) / sine
    }

    /// The middle of the box, in pixels of [`Photo::pixels`].
    fn middle(&self) -> Point2d {
        self.to_photo.apply(Point2d::new(self.cols as f64 / 2.0, self.rows as f64 / 2.0))
    }

    /// Whether a point (pixels of [`Photo::pixels`]) is in the box.
    pub fn covers(&self, at_px: Point2d) -> bool {
        self.covers_around(at_px, 0.0)
    }

    /// Whether a point is in the box or at most `margin` squares outside it.
    pub fn covers_around(&self, at_px: Point2d, margin: f64) -> bool {
        let Some(to_lattice) = self.to_photo.inverse() else { return false };
        let at = to_lattice.apply(at_px);
        let is_within = (-margin..=self.cols as f64 + margin).contains(&at.x)
            && (-margin..=self.rows as f64 + margin).contains(&at.y);
        // Beyond the grid's horizon, lattice coordinates return from the other side.
        let middle = Point2d::new(self.cols as f64 / 2.0, self.rows as f64 / 2.0);
        let is_before_horizon = self.to_photo.denominator(at) * self.to_photo.denominator(middle) > 0.0;
        is_before_horizon && is_within
    }

    /// Adds squares next to the box that another pass over the same kingdom read as tiles, if they are in
    /// line with this grid. A closer pass shows the box's squares better, but ends near the box.
    pub fn add_seen_beside(&mut self, other: &Self) {
        let Some(to_lattice) = self.to_photo.inverse() else { return };
        let inside = other.occupied.iter().map(|(place, occupied)| (place.row as isize, place.col as isize, *occupied));
        let outside = other.beside.iter().map(|beside| (beside.row, beside.col, beside.occupied));
        for (row, col, occupied) in inside.chain(outside).filter(|(_, _, occupied)| *occupied >= WORTH_A_LOOK) {
            let at_px = other.to_photo.apply(Point2d::new(col as f64 + 0.5, row as f64 + 0.5));
            if self.covers(at_px) || !self.covers_around(at_px, STRAY_LINES as f64) {
                continue;
            }
            let at = to_lattice.apply(at_px);
            let (row, col) = (at.y.floor() as isize, at.x.floor() as isize);
            let is_in_line = (at - Point2d::new(col as f64 + 0.5, row as f64 + 0.5)).norm() <= SAME_SQUARE;
            if is_in_line && !self.beside.iter().any(|known| (known.row, known.col) == (row, col)) {
                self.beside.push(Beside { row, col, occupied });
            }
        }
    }

    /// A part of the grid that begins at `top_left`, with an empty `beside`.
    pub fn window(&self, top_left: Place, rows: usize, cols: usize) -> Self {
        let to_photo = self.to_photo.after(&Homography::translation(top_left.col as f64, top_left.row as f64));
        let occupied = self.occupied.window(top_left, rows, cols);
        Self { to_photo, rows, cols, occupied, beside: Vec::new(), ..self.clone() }
    }

    /// Whether both grids show the same kingdom: one contains the middle of the other.
    pub fn lies_on(&self, other: &Self) -> bool {
        self.covers(other.middle()) || other.covers(self.middle())
    }

    /// Whether the middle of a square of one grid is in the other.
    pub fn shares_squares(&self, other: &Self) -> bool {
        self.covers_a_square_of(other) || other.covers_a_square_of(self)
    }

    /// Whether the middle of any square of the other grid is in this one.
    fn covers_a_square_of(&self, other: &Self) -> bool {
        let mut places = other.occupied.places();
        places.any(|place| self.covers(other.to_photo.at(place.col as f64 + 0.5, place.row as f64 + 0.5)))
    }

    /// Whether both are the same grid apart from a shift of at most half a square at each corner. Either may
    /// be numbered from any corner.
    fn is_nearly(&self, other: &Self) -> bool {
        let Some(to_lattice) = other.to_photo.inverse() else { return false };
        let corners = self.outline_px().map(|corner| to_lattice.apply(corner));
        let expected = lattice_corners(other.rows, other.cols);
        (0..4).any(|turn| (0..4).all(|i| (corners[(i + turn) % 4] - expected[i]).norm() <= 0.5))
    }

    /// This grid numbered from the other's first corner; `None` unless it is nearly the other.
    fn turned_as(&self, other: &Self) -> Option<Self> {
        let first = other.to_photo.apply(Point2d::default());
        let side_px = other.mean_side_px();
        let mut turned = self.clone();
        for _ in 0..4 {
            let is_first = (turned.to_photo.apply(Point2d::default()) - first).norm() < side_px;
            if is_first && (turned.rows, turned.cols) == (other.rows, other.cols) && turned.is_nearly(other) {
                return Some(turned);
            }
            turned = turned.quarter_turned();
        }
        None
    }

    /// The area of the squares in the photo, in square pixels of [`Photo::pixels`].
    pub fn area_px(&self) -> f64 {
        (self.rows * self.cols) as f64 * self.mean_side_px().powi(2)
    }

    /// Whether the grid itself is doubtful, however certain its squares are.
    pub fn is_doubtful(&self) -> bool {
        self.confidence < DOUBTFUL_BELOW || self.may_go_on
    }

    /// Whether the confidence is high enough to trust the grid.
    pub fn is_sure(&self) -> bool {
        self.confidence >= SURE
    }

    /// Turns the grid until its column numbers grow from left to right in the photo.
    fn upright(self) -> Self {
        let mut fit = self;
        for _ in 0..3 {
            let (rows, cols) = (fit.rows as f64, fit.cols as f64);
            let middle = fit.to_photo.apply(Point2d::new(cols / 2.0, rows / 2.0));
            let right = fit.to_photo.apply(Point2d::new(cols / 2.0 + 0.5, rows / 2.0)) - middle;
            if right.x > right.y.abs() {
                break;
            }
            fit = fit.quarter_turned();
        }
        fit
    }

    /// The same squares, numbered from the previous lower left corner.
    #[must_use]
    pub fn quarter_turned(self) -> Self {
        let from_turned = Homography([[0.0, 1.0, 0.0], [-1.0, 0.0, self.rows as f64], [0.0, 0.0, 1.0]]);
        let last_row = self.rows as isize - 1;
        let beside = self.beside.iter();
        Self {
            beside: beside.map(|beside| Beside { row: beside.col, col: last_row - beside.row, ..*beside }).collect(),
            to_photo: self.to_photo.after(&from_turned),
            rows: self.cols,
            cols: self.rows,
            occupied: self.occupied.quarter_turned(),
            ..self
        }
    }

    /// Removes border rows and columns in which at most this share (0 to 1) of the squares seem to have a
    /// tile.
    #[must_use]
    pub fn trimmed(self, share: f32) -> Self {
        let (mut in_rows, mut in_cols) = (vec![0; self.rows], vec![0; self.cols]);
        for (place, occupied) in self.occupied.iter() {
            if *occupied > 0.5 {
                in_rows[place.row] += 1;
                in_cols[place.col] += 1;
            }
        }
        let rows: Vec<usize> = (0..self.rows).filter(|row| in_rows[*row] as f32 / self.cols as f32 > share).collect();
        let cols: Vec<usize> = (0..self.cols).filter(|col| in_cols[*col] as f32 / self.rows as f32 > share).collect();
        let ([top, ..], [.., bottom]) = (&rows[..], &rows[..]) else { return self };
        let ([left, ..], [.., right]) = (&cols[..], &cols[..]) else { return self };
        let occupied = Grid::from_fn(bottom + 1 - top, right + 1 - left, |place| {
            self.occupied[Place::new(place.row + top, place.col + left)]
        });
        let to_photo = self.to_photo.after(&Homography::translation(*left as f64, *top as f64));
        let (down, across) = (*top as isize, *left as isize);
        let mut beside = self.beside;
        for square in &mut beside {
            (square.row, square.col) = (square.row - down, square.col - across);
        }
        Self { to_photo, rows: occupied.rows(), cols: occupied.cols(), occupied, beside, ..self }
    }
}

/// The problem with corners given by the user, in words.
fn corners_problem(corners: [Point2d; 4], (width, height): (i32, i32)) -> Option<String> {
    let [xs, ys] = [width, height].map(|length| {
        let slack = OUTSIDE_SHARE * f64::from(length);
        -slack..=f64::from(length) + slack
    });
    if let Some(corner) = corners.iter().find(|corner| !xs.contains(&corner.x) || !ys.contains(&corner.y)) {
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
