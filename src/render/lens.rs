//! What a lens bends.

use opencv::core::{CV_32FC2, Mat, Point2d, Scalar, Vec2f, Vec4b};
use opencv::imgproc;
use opencv::prelude::*;
use tiny_skia::Pixmap;

use super::{Dice, RenderError, Span, within};

/// Radial distortion about the picture's middle: the point at r (1 in the picture's corners) of the bent picture
/// shows what lies at r (1 + bend r^2) / (1 + bend), or, when bend is negative, at r (1 + bend r^2), in the straight one.
/// So the bent picture needs nothing from outside the straight one.
#[derive(Debug, Clone, Copy)]
pub struct Lens {
    bend: f64,
    width_px: f64,
    height_px: f64,
}

impl Lens {
    /// A lens for pictures of this size, its bend within `span`.
    pub fn any(span: Span, (width, height): (i32, i32), dice: &mut Dice) -> Self {
        Self { bend: within(dice, span), width_px: f64::from(width), height_px: f64::from(height) }
    }

    fn middle(&self) -> Point2d {
        Point2d::new(self.width_px / 2.0, self.height_px / 2.0)
    }

    /// What a point of the bent picture shows: a point of the straight one.
    fn shown_at(&self, bent: Point2d) -> Point2d {
        let (middle, corner) = (self.middle(), self.width_px.hypot(self.height_px) / 2.0);
        let r = (bent - middle).norm() / corner;
        middle + (bent - middle) * ((1.0 + self.bend * r * r) / (1.0 + self.bend.max(0.0)))
    }

    /// Where a point of the straight picture appears.
    pub fn bent(&self, straight: Point2d) -> Point2d {
        // Each step leaves less than a third of the error, as the bend is at most 0.1.
        (0..30).fold(straight, |bent, _| bent + (straight - self.shown_at(bent)))
    }

    /// # Errors
    /// OpenCV's, when out of memory.
    pub fn bend(&self, straight: Pixmap) -> Result<Pixmap, RenderError> {
        if self.bend == 0.0 {
            return Ok(straight);
        }
        let (width, height) = (straight.width() as i32, straight.height() as i32);
        let mut map = Mat::new_rows_cols_with_default(height, width, CV_32FC2, Scalar::default())?;
        for (i, at) in map.data_typed_mut::<Vec2f>()?.iter_mut().enumerate() {
            let (x, y) = ((i as i32 % width) as f64 + 0.5, (i as i32 / width) as f64 + 0.5);
            let shown = self.shown_at(Point2d::new(x, y));
            *at = Vec2f::from([shown.x as f32 - 0.5, shown.y as f32 - 0.5]);
        }
        let mut bent = straight.clone();
        let from = Mat::new_rows_cols_with_bytes::<Vec4b>(height, width, straight.data())?;
        let mut to = Mat::new_rows_cols_with_bytes_mut::<Vec4b>(height, width, bent.data_mut())?;
        let border = opencv::core::BORDER_REPLICATE;
        imgproc::remap(&from, &mut to, &map, &Mat::default(), imgproc::INTER_LINEAR, border, Scalar::default())?;
        drop(to);
        Ok(bent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::dice_of_scene;

    #[test]
    fn a_point_appears_where_the_bent_picture_shows_it() {
        for bend in [-0.1, -0.02, 0.0, 0.05, 0.1] {
            let lens = Lens::any([bend, bend], (400, 300), &mut dice_of_scene(1, 1));
            for straight in [(200.0, 150.0), (10.0, 20.0), (399.0, 1.0)].map(|(x, y)| Point2d::new(x, y)) {
                let off = (lens.shown_at(lens.bent(straight)) - straight).norm();
                assert!(off < 1e-6, "{bend} {straight:?}: {off} px");
            }
        }
    }

    #[test]
    fn the_picture_moves_with_its_points() -> Result<(), RenderError> {
        let mut straight = Pixmap::new(200, 100).expect("a picture has a size");
        let at = Point2d::new(30.5, 80.5);
        straight.data_mut()[(80 * 200 + 30) * 4..][..4].fill(255);
        let lens = Lens::any([0.1, 0.1], (200, 100), &mut dice_of_scene(1, 1));
        let (bent, expected) = (lens.bend(straight)?, lens.bent(at));
        let brightest = bent.pixels().iter().enumerate().max_by_key(|(_, pixel)| pixel.alpha()).map(|(i, _)| i);
        let brightest = brightest.expect("a picture has pixels");
        let found = Point2d::new((brightest % 200) as f64 + 0.5, (brightest / 200) as f64 + 0.5);
        assert!((found - expected).norm() < 1.0 && (found - at).norm() > 2.0, "{found:?}, not {expected:?}");
        Ok(())
    }
}
