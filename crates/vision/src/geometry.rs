//! Points and homographies.
//!
//! Points of a picture are in pixels with (0, 0) at its upper left *corner*, so that the centre of the first
//! pixel is (0.5, 0.5). x grows to the right, y downwards. OpenCV's warps count from pixel centres: only
//! [`Homography::between_pixel_centres`] converts.

use opencv::core::{CV_64F, Mat, MatTrait, Point2d, Point2f, Scalar};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

/// A projective map of the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Homography(pub [[f64; 3]; 3]);

impl Homography {
    /// The identity.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);

    /// A translation by (`x`, `y`).
    pub fn translation(x: f64, y: f64) -> Self {
        Self([[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]])
    }

    /// A scaling about the origin, by `x` horizontally and `y` vertically.
    pub fn scaling(x: f64, y: f64) -> Self {
        Self([[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, 1.0]])
    }

    /// The map from four points, no three of them collinear, to their partners.
    ///
    /// # Errors
    /// OpenCV's error if the points allow no such map.
    pub fn from_four_points(from: [Point2d; 4], to: [Point2d; 4]) -> opencv::Result<Self> {
        let [from, to] = [from, to].map(|points| points.map(|p| Point2f::new(p.x as f32, p.y as f32)));
        let mat = imgproc::get_perspective_transform_slice(from, to, opencv::core::DECOMP_LU)?;
        Self::from_mat(&mat)
    }

    /// The map from the corners of a `cols` x `rows` rectangle at the origin, clockwise from (0, 0), to
    /// `corners`.
    ///
    /// # Errors
    /// See [`Homography::from_four_points`].
    pub fn from_lattice(rows: usize, cols: usize, corners: [Point2d; 4]) -> opencv::Result<Self> {
        Self::from_four_points(lattice_corners(rows, cols), corners)
    }

    /// Converts from OpenCV's matrix.
    ///
    /// # Errors
    /// OpenCV's error if `mat` is not a 3x3 matrix of doubles.
    pub fn from_mat(mat: &Mat) -> opencv::Result<Self> {
        let mut rows = [[0.0; 3]; 3];
        for (i, row) in rows.iter_mut().enumerate() {
            for (j, value) in row.iter_mut().enumerate() {
                *value = *mat.at_2d::<f64>(i as i32, j as i32)?;
            }
        }
        Ok(Self(rows))
    }

    /// Converts to OpenCV's matrix, 3x3 doubles.
    ///
    /// # Errors
    /// OpenCV's error when out of memory.
    pub fn to_mat(&self) -> opencv::Result<Mat> {
        let mut mat = Mat::new_rows_cols_with_default(3, 3, CV_64F, Scalar::default())?;
        for (i, row) in self.0.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                *mat.at_2d_mut::<f64>(i as i32, j as i32)? = *value;
            }
        }
        Ok(mat)
    }

    /// The image of `point`; not finite for a point on the horizon.
    pub fn apply(&self, point: Point2d) -> Point2d {
        let [x, y, w] = self.0.map(|row| row[0] * point.x + row[1] * point.y + row[2]);
        Point2d::new(x / w, y / w)
    }

    /// [`Homography::apply`] to the point (`x`, `y`).
    pub fn at(&self, x: f64, y: f64) -> Point2d {
        self.apply(Point2d::new(x, y))
    }

    /// The divisor of `point`'s projected coordinates. Its sign tells on which side of the horizon the point
    /// is; 0 on the horizon.
    pub fn denominator(&self, point: Point2d) -> f64 {
        let [x, y, w] = self.0[2];
        x * point.x + y * point.y + w
    }

    /// The composition: `first`, then this map.
    pub fn after(&self, first: &Self) -> Self {
        Self(std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| self.0[i][k] * first.0[k][j]).sum())))
    }

    /// The inverse; `None` for a singular map.
    pub fn inverse(&self) -> Option<Self> {
        let determinant: f64 = (0..3).map(|j| self.0[0][j] * self.cofactor(0, j)).sum();
        let inverse = Self(std::array::from_fn(|i| std::array::from_fn(|j| self.cofactor(j, i) / determinant)));
        inverse.0.iter().flatten().all(|v| v.is_finite()).then_some(inverse)
    }

    /// The cofactor of an element. The other rows and columns are taken in cyclic order, which gives the
    /// right sign.
    #[inline]
    fn cofactor(&self, row: usize, col: usize) -> f64 {
        let (a, b, c, d) = ((row + 1) % 3, (row + 2) % 3, (col + 1) % 3, (col + 2) % 3);
        self.0[a][c] * self.0[b][d] - self.0[a][d] * self.0[b][c]
    }

    /// The same map for coordinates that count from pixel centres in both pictures, as in OpenCV's warps.
    pub fn between_pixel_centres(&self) -> Self {
        Self::translation(-0.5, -0.5).after(self).after(&Self::translation(0.5, 0.5))
    }
}

/// The corners of a `cols` x `rows` rectangle at the origin, clockwise from (0, 0).
pub fn lattice_corners(rows: usize, cols: usize) -> [Point2d; 4] {
    let (right, bottom) = (cols as f64, rows as f64);
    [Point2d::new(0.0, 0.0), Point2d::new(right, 0.0), Point2d::new(right, bottom), Point2d::new(0.0, bottom)]
}

/// The upper left and the lower right corner of the points' bounding box.
pub fn bounding_box(points: impl IntoIterator<Item = Point2d>) -> [Point2d; 2] {
    let mut low = Point2d::new(f64::INFINITY, f64::INFINITY);
    let mut high = Point2d::new(f64::NEG_INFINITY, f64::NEG_INFINITY);
    for point in points {
        low = Point2d::new(low.x.min(point.x), low.y.min(point.y));
        high = Point2d::new(high.x.max(point.x), high.y.max(point.y));
    }
    [low, high]
}

/// The order in which a picture's kingdoms are numbered: in rows from the top, each from the left. A row
/// begins with the bounding box that has the highest middle, and takes all boxes with their middle above that
/// box's lower edge.
pub fn reading_order(corners_px: &[[[f64; 2]; 4]]) -> Vec<usize> {
    let boxes: Vec<[Point2d; 2]> =
        corners_px.iter().map(|corners| bounding_box(corners.map(|[x, y]| Point2d::new(x, y)))).collect();
    let doubled_middles: Vec<Point2d> = boxes.iter().map(|[low, high]| *low + *high).collect();
    let mut rest: Vec<usize> = (0..corners_px.len()).collect();
    rest.sort_by(|a, b| doubled_middles[*a].y.total_cmp(&doubled_middles[*b].y));
    let mut order = Vec::new();
    while let Some(first) = rest.first() {
        let [_, Point2d { y: lower_edge, .. }] = boxes[*first];
        let (below, mut row): (Vec<usize>, Vec<usize>) =
            rest.iter().partition(|index| doubled_middles[**index].y / 2.0 > lower_edge);
        row.sort_by(|a, b| doubled_middles[*a].x.total_cmp(&doubled_middles[*b].x));
        order.extend(row);
        rest = below;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kingdoms_are_numbered_like_words_on_a_page() {
        let square = |x: f64, y: f64| [[x, y], [x + 50.0, y], [x + 50.0, y + 50.0], [x, y + 50.0]];
        let table = [square(200.0, 110.0), square(100.0, 20.0), square(0.0, 100.0), square(0.0, 0.0)];
        assert_eq!(reading_order(&table), [3, 1, 2, 0]);
        assert!(reading_order(&[]).is_empty());
    }

    #[test]
    fn the_inverse_leads_back() -> opencv::Result<()> {
        let corners = [(10.0, 20.0), (210.0, 35.0), (190.0, 240.0), (5.0, 220.0)].map(|(x, y)| Point2d::new(x, y));
        let to_photo = Homography::from_lattice(5, 7, corners)?;
        let back = to_photo.inverse().expect("four corners in general position");
        for (lattice, corner) in lattice_corners(5, 7).into_iter().zip(corners) {
            let (there, here) = (to_photo.apply(lattice), back.apply(corner));
            assert!((there.x - corner.x).abs() < 1e-3 && (there.y - corner.y).abs() < 1e-3, "{there:?} {corner:?}");
            assert!((here.x - lattice.x).abs() < 1e-5 && (here.y - lattice.y).abs() < 1e-5, "{here:?} {lattice:?}");
        }
        Ok(())
    }
}
