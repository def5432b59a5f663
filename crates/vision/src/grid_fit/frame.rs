//! The locator network's input: a part of the photo, unchanged or seen from above, 256 x 256 px, with the map
//! back to the photo.

use opencv::core::{self, BORDER_CONSTANT, CV_32F, Mat, Point2d, Rect, Scalar, Size};
use opencv::dnn;
use opencv::prelude::MatTraitConst;

use crate::geometry::{Homography, bounding_box};
use crate::photo::Photo;
use crate::warp::{View, resized, warp};

use super::GridFit;

/// Width and height of the network's input.
pub const FRAME_PX: i32 = 256;

/// A rectangle of the photo, reduced by averaging areas and centred on black; or a kingdom as if seen from
/// above; or the stretched photo.
pub struct LocatorFrame {
    /// 8-bit BGR, [`FRAME_PX`] square.
    pub frame: Mat,
    /// Maps the frame's pixels to those of [`Photo::pixels`].
    pub to_photo: Homography,
    /// Pixels of the photo per pixel of the frame, in the frame's middle.
    pub photo_px_per_frame_px: f64,
}

impl LocatorFrame {
    /// Scales `part`, a non-empty rectangle inside the photo, so that its long side fills `frame_share` (up
    /// to 1) of the frame.
    ///
    /// # Errors
    /// OpenCV's errors.
    pub fn new(photo: &Photo, part: Rect, frame_share: f64) -> opencv::Result<Self> {
        let scale = frame_share * f64::from(FRAME_PX) / f64::from(part.width.max(part.height));
        let [width, height] =
            [part.width, part.height].map(|length| ((f64::from(length) * scale).round() as i32).clamp(1, FRAME_PX));
        let size = Size::new(width, height);
        // Reduced by averaging areas, like the network's training pictures.
        let (small, from_small) = resized(&photo.pixels, part, size)?;
        let (left, top) = ((FRAME_PX - size.width) / 2, (FRAME_PX - size.height) / 2);
        let (right, bottom) = (FRAME_PX - size.width - left, FRAME_PX - size.height - top);
        let mut frame = Mat::default();
        core::copy_make_border(&small, &mut frame, top, bottom, left, right, BORDER_CONSTANT, Scalar::default())?;
        let to_photo = from_small.after(&Homography::translation(-f64::from(left), -f64::from(top)));
        let photo_px_per_frame_px = to_photo.0[0][0];
        Ok(Self { frame, to_photo, photo_px_per_frame_px })
    }

    /// A kingdom as if seen from straight above, upright, with `margin_squares` of its surroundings on each
    /// side. Outside the photo, the photo's edge is repeated. `None` if the frame crosses the grid's horizon.
    ///
    /// # Errors
    /// OpenCV's errors.
    pub fn from_above(photo: &Photo, fit: &GridFit, margin_squares: f64) -> opencv::Result<Option<Self>> {
        let (width, height) = (fit.cols as f64, fit.rows as f64);
        let square_px = f64::from(FRAME_PX) / (width.max(height) + 2.0 * margin_squares);
        let middle_px = f64::from(FRAME_PX) / 2.0;
        let to_lattice = Homography::translation(width / 2.0, height / 2.0)
            .after(&Homography::scaling(1.0 / square_px, 1.0 / square_px))
            .after(&Homography::translation(-middle_px, -middle_px));
        let to_photo = fit.to_photo.after(&to_lattice);
        let middle = to_photo.denominator(Point2d::new(middle_px, middle_px));
        let side_px = f64::from(FRAME_PX);
        let corners = [(0.0, 0.0), (side_px, 0.0), (side_px, side_px), (0.0, side_px)];
        if !corners.iter().all(|(x, y)| to_photo.denominator(Point2d::new(*x, *y)) * middle > 0.0) {
            return Ok(None);
        }
        let Some(to_frame) = to_photo.inverse() else { return Ok(None) };
        let photo_px_per_frame_px = fit.mean_side_px() / square_px;
        let size = Size::new(FRAME_PX, FRAME_PX);
        let frame = warp(&photo.pixels, View { to_output: to_frame, size, factor: photo_px_per_frame_px })?;
        Ok(Some(Self { frame, to_photo, photo_px_per_frame_px }))
    }

    /// The whole photo, stretched by `factor` perpendicular to the direction `across_deg` (degrees clockwise
    /// from the photo's rows), as if seen more from above: in a photo from the side, squares are too narrow
    /// for the network.
    ///
    /// # Errors
    /// OpenCV's errors.
    pub fn stretched(photo: &Photo, across_deg: f64, factor: f64) -> opencv::Result<Self> {
        let (width, height) = (f64::from(photo.pixels.cols()), f64::from(photo.pixels.rows()));
        let (sin, cos) = across_deg.to_radians().sin_cos();
        // The identity, plus (factor - 1) times the projection onto the direction's normal.
        let (x, y) = (-sin, cos);
        let more = factor - 1.0;
        let stretch =
            [[1.0 + more * x * x, more * x * y, 0.0], [more * x * y, 1.0 + more * y * y, 0.0], [0.0, 0.0, 1.0]];
        let stretch = Homography(stretch);
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| stretch.at(x, y));
        let [low, high] = bounding_box(corners);
        let scale = f64::from(FRAME_PX) / (high.x - low.x).max(high.y - low.y);
        let middle = Homography::translation(-(low.x + high.x) / 2.0, -(low.y + high.y) / 2.0);
        let half_px = f64::from(FRAME_PX) / 2.0;
        let to_frame = Homography::translation(half_px, half_px)
            .after(&Homography::scaling(scale, scale))
            .after(&middle)
            .after(&stretch);
        let view =
            View { to_output: to_frame, size: Size::new(FRAME_PX, FRAME_PX), factor: 1.0 / (scale * factor.sqrt()) };
        let frame = warp(&photo.pixels, view)?;
        let to_photo = to_frame.inverse().unwrap_or(Homography::IDENTITY);
        Ok(Self { frame, to_photo, photo_px_per_frame_px: 1.0 / (scale * factor.sqrt()) })
    }

    /// The network's input: (1, 3, 256, 256), BGR, (x - 127.5) / 127.5.
    ///
    /// # Errors
    /// OpenCV's errors.
    pub fn blob(&self) -> opencv::Result<Mat> {
        let mean = Scalar::all(127.5);
        dnn::blob_from_image(&self.frame, 1.0 / 127.5, Size::default(), mean, false, false, CV_32F)
    }
}
