//! Where the kingdoms of a picture lie on the table.

use std::f64::consts::FRAC_PI_2;

use opencv::core::Point2d;
use rand::RngExt;

use super::layout::Layout;
use super::{Dice, Span, within};
use crate::geometry::{Homography, lattice_corners};

/// Kingdoms side by side on a piece of the table.
#[derive(Debug, Clone)]
pub struct Arrangement {
    /// From each kingdom's lattice to the table, in squares.
    pub poses: Vec<Homography>,
    /// The rows that they cover of the table together, from (0, 0), in squares.
    pub rows: usize,
    /// The columns likewise.
    pub cols: usize,
}

/// Between the boxes of two kingdoms, in squares: closer, they could be taken for one.
const APART: Span = [1.0, 2.0];

/// How far a kingdom is turned from its side of the table.
const ASKEW_DEG: Span = [-20.0, 20.0];

/// A lone kingdom makes the table's axes; several are turned to any side, and some anyhow. They lie in a row or in two,
/// along the picture's long side.
pub fn arranged(layouts: &[Layout], (width_px, height_px): (i32, i32), dice: &mut Dice) -> Arrangement {
    if let [layout] = layouts {
        let squares = &layout.squares;
        return Arrangement { poses: vec![Homography::IDENTITY], rows: squares.rows(), cols: squares.cols() };
    }
    let turned: Vec<Turned> = layouts.iter().map(|layout| Turned::any(layout, dice)).collect();
    let apart = within(dice, APART);
    let most = |of: fn(&Turned) -> f64| turned.iter().map(of).fold(0.0, f64::max) + apart;
    let (width, height) = (most(|t| t.width), most(|t| t.height));
    let long = if turned.len() == 4 || dice.random() { 2 } else { turned.len() };
    let cols = if width_px > height_px { long } else { turned.len().div_ceil(long) };
    let poses = turned.iter().enumerate().map(|(i, turned)| {
        let (left, top) = ((i % cols) as f64 * width, (i / cols) as f64 * height);
        turned.placed(left, width - apart, top, height - apart, dice)
    });
    let poses = poses.collect();
    let lines = |count: usize, pitch: f64| (count as f64 * pitch - apart).ceil() as usize;
    Arrangement { poses, rows: lines(turned.len().div_ceil(cols), height), cols: lines(cols.min(turned.len()), width) }
}

/// A kingdom turned about the lattice's origin, and the box around it.
struct Turned {
    turn: Homography,
    /// The box's corner.
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

impl Turned {
    fn any(layout: &Layout, dice: &mut Dice) -> Self {
        let quarter = f64::from(dice.random_range(0..4));
        let askew = if dice.random_bool(0.25) { within(dice, [0.0, 90.0]) } else { within(dice, ASKEW_DEG) };
        let (sin, cos) = (quarter * FRAC_PI_2 + askew.to_radians()).sin_cos();
        let turn = Homography([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]);
        let corners = lattice_corners(layout.squares.rows(), layout.squares.cols()).map(|corner| turn.apply(corner));
        let ends = |of: fn(&Point2d) -> f64| {
            let values = corners.iter().map(of);
            (values.clone().fold(f64::INFINITY, f64::min), values.fold(f64::NEG_INFINITY, f64::max))
        };
        let ((left, right), (top, bottom)) = (ends(|p| p.x), ends(|p| p.y));
        Self { turn, left, top, width: right - left, height: bottom - top }
    }

    /// Anywhere within a part of the table.
    fn placed(&self, left: f64, width: f64, top: f64, height: f64, dice: &mut Dice) -> Homography {
        let x = left + within(dice, [0.0, width - self.width]) - self.left;
        let y = top + within(dice, [0.0, height - self.height]) - self.top;
        Homography::translation(x, y).after(&self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::GridSize;
    use crate::render::dice_of_scene;
    use crate::render::layout::{Shape, lay};

    #[test]
    fn kingdoms_lie_at_least_a_square_apart_on_their_piece_of_the_table() {
        for index in 0..40 {
            let dice = &mut dice_of_scene(3, index);
            let shape = |size: GridSize| Shape::full(size, size.squares_wide(), size.squares_wide());
            let sizes = [GridSize::Five, GridSize::Seven, GridSize::Five, GridSize::Five];
            let layouts: Vec<Layout> =
                sizes[..2 + index as usize % 3].iter().map(|size| lay(shape(*size), dice)).collect();
            let arrangement = arranged(&layouts, (400, 300), dice);
            let boxes: Vec<[f64; 4]> = layouts.iter().zip(&arrangement.poses).map(box_of).collect();
            for (i, one) in boxes.iter().enumerate() {
                let [left, top, right, bottom] = *one;
                assert!(left > -1e-9 && top > -1e-9, "{one:?}");
                assert!(right < arrangement.cols as f64 + 1e-9 && bottom < arrangement.rows as f64 + 1e-9, "{one:?}");
                for other in &boxes[..i] {
                    let between = (left - other[2]).max(other[0] - right).max((top - other[3]).max(other[1] - bottom));
                    assert!(between > 1.0 - 1e-9, "{one:?} {other:?}");
                }
            }
        }
    }

    fn box_of((layout, pose): (&Layout, &Homography)) -> [f64; 4] {
        let corners = lattice_corners(layout.squares.rows(), layout.squares.cols()).map(|corner| pose.apply(corner));
        let fold = |pick: fn(f64, f64) -> f64, of: fn(&Point2d) -> f64, start| corners.iter().map(of).fold(start, pick);
        let (least, most) = (f64::INFINITY, f64::NEG_INFINITY);
        [
            fold(f64::min, |p| p.x, least),
            fold(f64::min, |p| p.y, least),
            fold(f64::max, |p| p.x, most),
            fold(f64::max, |p| p.y, most),
        ]
    }
}
