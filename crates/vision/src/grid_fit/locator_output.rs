//! The locator network's output, as maps over the frame.

use opencv::core::Point2d;

use crate::networks::{NetworkError, Tensor};

use super::frame::FRAME_PX;

/// Values on a square raster that covers the whole frame.
#[derive(Debug, Clone)]
pub struct Map {
    /// Cells per side.
    pub side: usize,
    /// Row by row from the top left.
    pub values: Vec<f32>,
}

/// The network's output for one frame.
pub struct LocatorOutput {
    /// Probability (0 to 1) of a corner of squares; 128 x 128.
    pub corners: Map,
    /// Probability (0 to 1) of a square's centre; 128 x 128.
    pub centres: Map,
    /// Probability (0 to 1) of a kingdom, as opposed to a loose domino; 64 x 64.
    pub kingdom: Map,
    /// Natural logarithm of (square's side in frame px / 20).
    log_side: Map,
    /// The lattice's axes `a`, `b` (frame px, as complex numbers x + iy) with `s` the side:
    /// `sum` = (a^2 + b^2) / s^2 and `product` = a^2 b^2 / s^4, which a quarter turn of the axes does not change.
    sum: [Map; 2],
    product: [Map; 2],
}

/// The side for which the network's `log_side` is 0.
const UNIT_SIDE_PX: f64 = 20.0;
const HEAT_SIDE: usize = 128;
const FRAME_SIDE: usize = 64;

impl Map {
    /// The value of a cell; both indices count from the top left, 0 to `side` - 1.
    pub fn at(&self, col: usize, row: usize) -> f32 {
        self.values[row * self.side + col]
    }

    /// Frame pixels per cell.
    pub fn cell_px(&self) -> f64 {
        f64::from(FRAME_PX) / self.side as f64
    }

    /// A cell's centre, in frame px.
    pub fn centre_px(&self, col: usize, row: usize) -> Point2d {
        Point2d::new(col as f64 + 0.5, row as f64 + 0.5) * self.cell_px()
    }

    /// Interpolates bilinearly between the cells' centres; 0 outside the frame.
    pub fn sample(&self, at_px: Point2d) -> f32 {
        let (x, y) = (at_px.x / self.cell_px() - 0.5, at_px.y / self.cell_px() - 0.5);
        if !(x > -1.0 && y > -1.0 && x < self.side as f64 && y < self.side as f64) {
            return 0.0;
        }
        let (left, top) = (x.floor(), y.floor());
        let (right_share, bottom_share) = ((x - left) as f32, (y - top) as f32);
        let cell = |col: f64, row: f64| {
            let inside = col >= 0.0 && row >= 0.0 && col < self.side as f64 && row < self.side as f64;
            if inside { self.at(col as usize, row as usize) } else { 0.0 }
        };
        let mix = |a: f32, b: f32, share: f32| a + (b - a) * share;
        let upper = mix(cell(left, top), cell(left + 1.0, top), right_share);
        let lower = mix(cell(left, top + 1.0), cell(left + 1.0, top + 1.0), right_share);
        mix(upper, lower, bottom_share)
    }

    /// The value of the cell that contains the point, or of the nearest cell for a point outside.
    fn nearest(&self, at_px: Point2d) -> f64 {
        let index = |coordinate: f64| ((coordinate / self.cell_px()).max(0.0) as usize).min(self.side - 1);
        f64::from(self.at(index(at_px.x), index(at_px.y)))
    }
}

impl LocatorOutput {
    /// Parses the outputs `heat` (1, 2, 128, 128) and `frame` (1, 6, 64, 64).
    ///
    /// # Errors
    /// [`NetworkError::Shapes`] for any other shapes.
    pub fn from_tensors(tensors: &[Tensor]) -> Result<Self, NetworkError> {
        let [heat, frame] = tensors else { return Err(wrong_shapes(tensors)) };
        if heat.shape != [1, 2, HEAT_SIDE, HEAT_SIDE] || frame.shape != [1, 6, FRAME_SIDE, FRAME_SIDE] {
            return Err(wrong_shapes(tensors));
        }
        let map = |tensor: &Tensor, channel: usize, side: usize| Map {
            side,
            values: tensor.values[channel * side * side..][..side * side].to_vec(),
        };
        let frame_map = |channel| map(frame, channel, FRAME_SIDE);
        Ok(Self {
            corners: sigmoid(map(heat, 0, HEAT_SIDE)),
            centres: sigmoid(map(heat, 1, HEAT_SIDE)),
            kingdom: sigmoid(frame_map(0)),
            log_side: frame_map(1),
            sum: [frame_map(2), frame_map(3)],
            product: [frame_map(4), frame_map(5)],
        })
    }

    /// Masks out the points (frame px) for which `hides` is true.
    pub(super) fn hide(&mut self, hides: impl Fn(Point2d) -> bool) {
        let mask = &mut self.kingdom;
        for row in 0..mask.side {
            for col in 0..mask.side {
                if hides(mask.centre_px(col, row)) {
                    mask.values[row * mask.side + col] = 0.0;
                }
            }
        }
    }

    /// The side of the lattice's squares at a point, in frame px.
    pub fn side_px(&self, at_px: Point2d) -> f64 {
        UNIT_SIDE_PX * self.log_side.nearest(at_px).exp()
    }

    /// The two axes of the lattice at a point, in frame px per square; the second is clockwise of the first.
    /// `None` if the network's output makes no sense.
    pub fn axes(&self, at_px: Point2d) -> Option<(Point2d, Point2d)> {
        let complex = |maps: &[Map; 2]| Point2d::new(maps[0].nearest(at_px), maps[1].nearest(at_px));
        let side_px = self.side_px(at_px);
        let (sum, product) = (complex(&self.sum), complex(&self.product));
        // a^2 and b^2 are the roots of z^2 - sum z + product.
        let root = complex_sqrt(complex_mul(sum, sum) - product * 4.0);
        let a = complex_sqrt((sum + root) * 0.5) * side_px;
        let b = complex_sqrt((sum - root) * 0.5) * side_px;
        let b = if a.cross(b) < 0.0 { b * -1.0 } else { b };
        let plausible = |axis: Point2d| (MIN_AXIS_PX..=MAX_AXIS_PX).contains(&axis.norm());
        (plausible(a) && plausible(b)).then_some((a, b))
    }
}

/// Shortest axis: two cells of the heat maps, because below that neighbouring peaks cannot be distinguished.
const MIN_AXIS_PX: f64 = 4.0;
/// Longest axis: beyond that the frame would show only a square and a half, which is not a lattice.
const MAX_AXIS_PX: f64 = 170.0;

fn wrong_shapes(tensors: &[Tensor]) -> NetworkError {
    let found = tensors.iter().map(|tensor| tensor.shape.clone()).collect();
    NetworkError::Shapes { expected: "heat (1, 2, 128, 128) and frame (1, 6, 64, 64)", found }
}

fn sigmoid(mut logits: Map) -> Map {
    logits.values.iter_mut().for_each(|value| *value = 1.0 / (1.0 + (-*value).exp()));
    logits
}

fn complex_mul(a: Point2d, b: Point2d) -> Point2d {
    Point2d::new(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
}

/// The square root with a non-negative real part.
fn complex_sqrt(z: Point2d) -> Point2d {
    let (size, half_angle) = (z.norm().sqrt(), z.y.atan2(z.x) / 2.0);
    Point2d::new(size * half_angle.cos(), size * half_angle.sin())
}
