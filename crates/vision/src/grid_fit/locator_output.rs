//! The locator network's output, as maps over the frame.

use opencv::core::Point2d;

use crate::networks::{NetworkError, Tensor};

use super::frame::FRAME_PX;

/// Values on a square raster that covers the whole frame.
#[derive(Debug, Clone)]
pub struct Map {
    /// Cells per side.
    pub side: usize,
    /// The values of the cells, row by row from the top left.
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
    /// The lattice's axes `a`, `b` (frame px, as complex numbers x + iy) with `s` the side: `sum` = (a^2 +
    /// b^2) / s^2 and `product` = a^2 b^2 / s^4, which a quarter turn of the axes does not change.
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
        let upper = mix(self.at_or_zero(left, top), self.at_or_zero(left + 1.0, top), right_share);
        let lower = mix(self.at_or_zero(left, top + 1.0), self.at_or_zero(left + 1.0, top + 1.0), right_share);
        mix(upper, lower, bottom_share)
    }

    /// The value of a cell; 0 outside the frame.
    #[inline]
    fn at_or_zero(&self, col: f64, row: f64) -> f32 {
        let is_inside = col >= 0.0 && row >= 0.0 && col < self.side as f64 && row < self.side as f64;
        if is_inside { self.at(col as usize, row as usize) } else { 0.0 }
    }

    /// The value of the cell that contains the point, or of the nearest cell for a point outside.
    fn nearest(&self, at_px: Point2d) -> f64 {
        let [col, row] =
            [at_px.x, at_px.y].map(|coordinate| ((coordinate / self.cell_px()).max(0.0) as usize).min(self.side - 1));
        f64::from(self.at(col, row))
    }

    /// A channel of a tensor with maps of this side.
    fn channel(tensor: &Tensor, channel: usize, side: usize) -> Self {
        Self { side, values: tensor.values[channel * side * side..][..side * side].to_vec() }
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
        let [corners, centres] = [0, 1].map(|channel| sigmoid(Map::channel(heat, channel, HEAT_SIDE)));
        let [kingdom, log_side, sum_re, sum_im, product_re, product_im] =
            std::array::from_fn(|channel| Map::channel(frame, channel, FRAME_SIDE));
        Ok(Self {
            corners,
            centres,
            kingdom: sigmoid(kingdom),
            log_side,
            sum: [sum_re, sum_im],
            product: [product_re, product_im],
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
    /// `None` if the axes that the network gives are too short or too long.
    pub fn axes(&self, at_px: Point2d) -> Option<(Point2d, Point2d)> {
        let side_px = self.side_px(at_px);
        let [sum, product] =
            [&self.sum, &self.product].map(|[re, im]| Point2d::new(re.nearest(at_px), im.nearest(at_px)));
        // a^2 and b^2 are the roots of z^2 - sum z + product.
        let root = complex_sqrt(complex_mul(sum, sum) - product * 4.0);
        let a = complex_sqrt((sum + root) * 0.5) * side_px;
        let b = complex_sqrt((sum - root) * 0.5) * side_px;
        let b = if a.cross(b) < 0.0 { b * -1.0 } else { b };
        [a, b].iter().all(|axis| (MIN_AXIS_PX..=MAX_AXIS_PX).contains(&axis.norm())).then_some((a, b))
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

#[inline]
fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

fn complex_mul(a: Point2d, b: Point2d) -> Point2d {
    Point2d::new(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
}

/// The square root with a non-negative real part.
fn complex_sqrt(z: Point2d) -> Point2d {
    let (size, half_angle) = (z.norm().sqrt(), z.y.atan2(z.x) / 2.0);
    Point2d::new(size * half_angle.cos(), size * half_angle.sin())
}
