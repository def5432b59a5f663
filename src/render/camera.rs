//! A pinhole camera above the table.
//!
//! World: u to the right and v downwards in squares of the kingdom's lattice, with (0, 0) at its outer corner, and h
//! upwards from the dominoes' faces, in squares too. Picture: pixels, (0, 0) at the picture's corner.

use opencv::core::Point2d;
use rand::RngExt;

use super::{Dice, within};
use crate::geometry::{Homography, lattice_corners};

/// How the camera is held.
#[derive(Debug, Clone, Copy)]
pub struct View {
    /// Of the picture.
    pub width_px: i32,
    /// Of the picture.
    pub height_px: i32,
    /// Between the camera's axis and the table's normal.
    pub tilt_deg: f64,
    /// The direction in which it is tilted.
    pub azimuth_deg: f64,
    /// The turn in the picture's plane.
    pub turn_deg: f64,
    /// In long sides of the picture: 0.7 is a phone's wide lens, 1.5 a portrait lens.
    pub focal_length: f64,
    /// The part of the picture's width or height, whichever is more, that the kingdom covers.
    pub share: f64,
}

/// Projects points of the world into the picture.
#[derive(Debug, Clone, Copy)]
pub struct Camera {
    matrix: [[f64; 4]; 3],
}

impl Camera {
    /// A camera that sees a kingdom of rows x cols as `view` says, at a random place of the picture.
    pub fn new(view: View, rows: usize, cols: usize, dice: &mut Dice) -> Self {
        let mut distance = rows.max(cols) as f64 * view.focal_length / view.share;
        let mut camera = Self::at_distance(view, distance, rows, cols);
        // The covered share is nearly inverse to the distance: five corrections are below a thousandth.
        for _ in 0..5 {
            let [least, most] = camera.bounds(rows, cols);
            let covered =
                f64::max((most.x - least.x) / f64::from(view.width_px), (most.y - least.y) / f64::from(view.height_px));
            distance *= covered / view.share;
            camera = Self::at_distance(view, distance, rows, cols);
        }
        camera.moved_at_random(view, rows, cols, dice)
    }

    fn at_distance(view: View, distance: f64, rows: usize, cols: usize) -> Self {
        let focal_px = view.focal_length * f64::from(view.width_px.max(view.height_px));
        let centre = (f64::from(view.width_px) / 2.0, f64::from(view.height_px) / 2.0);
        let turn = about_axis([0.0, 0.0, 1.0], view.turn_deg);
        let azimuth = view.azimuth_deg.to_radians();
        let rotation = product(about_axis([azimuth.cos(), azimuth.sin(), 0.0], view.tilt_deg), turn);
        let (half_cols, half_rows) = (cols as f64 / 2.0, rows as f64 / 2.0);
        // World (u, v, h) relative to the kingdom's middle; the camera looks along +z, so heights count against it.
        let row = |i: usize| {
            let [x, y, z] = rotation[i];
            [x, y, -z, -x * half_cols - y * half_rows + if i == 2 { distance } else { 0.0 }]
        };
        let (x, y, z) = (row(0), row(1), row(2));
        let onto = |axis: [f64; 4], middle: f64| std::array::from_fn(|i| focal_px * axis[i] + middle * z[i]);
        Self { matrix: [onto(x, centre.0), onto(y, centre.1), z] }
    }

    /// Shifts the picture (as cropping does) so that the kingdom lies anywhere inside.
    fn moved_at_random(self, view: View, rows: usize, cols: usize, dice: &mut Dice) -> Self {
        let [least, most] = self.bounds(rows, cols);
        let mut shift = |least: f64, most: f64, size: i32| {
            let spare = f64::from(size) - (most - least);
            // The middle is likelier than the border: people aim.
            let place = (dice.random::<f64>() + dice.random::<f64>()) / 2.0;
            spare.max(0.0) * place + spare.min(0.0) / 2.0 - least
        };
        let (x, y) = (shift(least.x, most.x, view.width_px), shift(least.y, most.y, view.height_px));
        self.then(&Homography::translation(x, y))
    }

    /// A camera whose picture is cropped and rectified so that the kingdom's corners come to lie on `corners`, in px.
    ///
    /// # Errors
    /// OpenCV's, when the corners allow no such picture.
    pub fn rectified(view: View, rows: usize, cols: usize, corners: [Point2d; 4]) -> opencv::Result<Self> {
        let camera = Self::at_distance(view, 2.0 * rows.max(cols) as f64, rows, cols);
        let from = lattice_corners(rows, cols).map(|p| camera.plane(0.0).apply(p));
        Ok(camera.then(&Homography::from_four_points(from, corners)?))
    }

    /// Shifts the picture so that one of its edges cuts off a part of the kingdom, `squares` deep.
    pub fn cut(self, view: View, (rows, cols): (usize, usize), squares: f64, dice: &mut Dice) -> Self {
        let ([least, most], deep_px) = (self.bounds(rows, cols), squares * self.square_px(rows, cols));
        let (x, y) = match dice.random_range(0..4) {
            0 => (-deep_px - least.x, 0.0),
            1 => (0.0, -deep_px - least.y),
            2 => (f64::from(view.width_px) + deep_px - most.x, 0.0),
            _ => (0.0, f64::from(view.height_px) + deep_px - most.y),
        };
        self.then(&Homography::translation(x, y))
    }

    fn then(&self, next: &Homography) -> Self {
        let entry = |i: usize, j: usize| (0..3).map(|k| next.0[i][k] * self.matrix[k][j]).sum();
        Self { matrix: std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j))) }
    }

    /// Where the point at (u, v), `height` squares above the faces, appears.
    pub fn project(&self, u: f64, v: f64, height: f64) -> Point2d {
        self.plane(height).apply(Point2d::new(u, v))
    }

    /// From (u, v) on the plane `height` squares above the dominoes' faces to the picture.
    pub fn plane(&self, height: f64) -> Homography {
        Homography(self.matrix.map(|[x, y, h, one]| [x, y, one + h * height]))
    }

    /// How far from the camera a point of the world is, in units that only order them.
    pub fn depth(&self, u: f64, v: f64, height: f64) -> f64 {
        let [x, y, h, one] = self.matrix[2];
        x * u + y * v + h * height + one
    }

    /// The size of a square in the kingdom's middle, in pixels.
    pub fn square_px(&self, rows: usize, cols: usize) -> f64 {
        let (u, v) = (cols as f64 / 2.0, rows as f64 / 2.0);
        let plane = self.plane(0.0);
        let [a, b, c, d] = [(-0.5, -0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, 0.5)]
            .map(|(du, dv)| plane.apply(Point2d::new(u + du, v + dv)));
        ((b - a).cross(d - c).abs() / 2.0).sqrt()
    }

    /// The least and the greatest coordinates of the kingdom's corners in the picture.
    fn bounds(&self, rows: usize, cols: usize) -> [Point2d; 2] {
        let corners = lattice_corners(rows, cols).map(|p| self.plane(0.0).apply(p));
        let fold = |pick: fn(f64, f64) -> f64, start: f64| {
            corners.iter().fold(Point2d::new(start, start), |a, b| Point2d::new(pick(a.x, b.x), pick(a.y, b.y)))
        };
        [fold(f64::min, f64::INFINITY), fold(f64::max, f64::NEG_INFINITY)]
    }
}

/// Draws how the camera is held.
pub fn random_view(
    size_px: (i32, i32),
    tilt_deg: super::Span,
    share: super::Span,
    any_turn: bool,
    dice: &mut Dice,
) -> View {
    View {
        width_px: size_px.0,
        height_px: size_px.1,
        tilt_deg: within(dice, tilt_deg),
        azimuth_deg: within(dice, [0.0, 360.0]),
        turn_deg: if any_turn { within(dice, [0.0, 360.0]) } else { within(dice, [-12.0, 12.0]) },
        focal_length: within(dice, [0.7, 1.5]),
        share: within(dice, share),
    }
}

/// Rodrigues' rotation about a unit axis.
fn about_axis([x, y, z]: [f64; 3], angle_deg: f64) -> [[f64; 3]; 3] {
    let (s, c) = angle_deg.to_radians().sin_cos();
    let k = 1.0 - c;
    [
        [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
        [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
        [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
    ]
}

fn product(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::dice_of_scene;

    #[test]
    fn the_kingdom_covers_the_share_that_was_asked_for_and_lies_inside() {
        for index in 0..30 {
            let mut dice = dice_of_scene(5, index);
            let view = random_view((800, 600), [0.0, 35.0], [0.3, 0.95], index % 2 == 0, &mut dice);
            let camera = Camera::new(view, 5, 7, &mut dice);
            let [least, most] = camera.bounds(5, 7);
            let covered = f64::max((most.x - least.x) / 800.0, (most.y - least.y) / 600.0);
            assert!((covered - view.share).abs() < 0.01, "{covered} {}", view.share);
            assert!(least.x > -1.0 && least.y > -1.0 && most.x < 801.0 && most.y < 601.0, "{least:?} {most:?}");
        }
    }

    #[test]
    fn what_stands_higher_appears_larger() {
        let view = random_view((800, 600), [0.0, 1.0], [0.5, 0.5], false, &mut dice_of_scene(1, 1));
        let camera = Camera::new(view, 5, 5, &mut dice_of_scene(1, 2));
        let width = |height: f64| {
            let d = camera.project(5.0, 0.0, height) - camera.project(0.0, 0.0, height);
            d.norm()
        };
        assert!(width(0.5) > width(0.0) && width(0.0) > width(-0.5));
    }
}
