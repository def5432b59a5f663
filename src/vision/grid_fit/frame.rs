//! What the locator network is shown: a part of the photo, as it is or seen from above, 256 x 256 px, and where that part lies.

use opencv::core::{self, BORDER_CONSTANT, CV_32F, Mat, Point2d, Rect, Scalar, Size};
use opencv::dnn;

use crate::vision::geometry::Homography;
use crate::vision::photo::Photo;
use crate::vision::warp::{View, resized, warp};

use super::GridFit;

/// Width and height of the network's input.
pub const FRAME_PX: i32 = 256;

/// A rectangle of the photo, scaled by area, centred on black; or a kingdom seen from above.
pub struct LocatorFrame {
    /// 8-bit blue-green-red, [`FRAME_PX`] square.
    pub frame: Mat,
    /// From the frame's pixels to those of [`Photo::pixels`].
    pub to_photo: Homography,
    /// How many pixels of the photo make one of the frame, in its middle.
    pub photo_px_per_frame_px: f64,
}

impl LocatorFrame {
    /// The long side of `part` fills `frame_share` (up to 1) of the frame. `part` lies in the photo and is not empty.
    ///
    /// # Errors
    /// OpenCV's.
    pub fn new(photo: &Photo, part: Rect, frame_share: f64) -> opencv::Result<Self> {
        let scale = frame_share * f64::from(FRAME_PX) / f64::from(part.width.max(part.height));
        let scaled = |length: i32| ((f64::from(length) * scale).round() as i32).clamp(1, FRAME_PX);
        let size = Size::new(scaled(part.width), scaled(part.height));
        // By area, as the network's training pictures are made.
        let (small, from_small) = resized(&photo.pixels, part, size)?;
        let (left, top) = ((FRAME_PX - size.width) / 2, (FRAME_PX - size.height) / 2);
        let (right, bottom) = (FRAME_PX - size.width - left, FRAME_PX - size.height - top);
        let mut frame = Mat::default();
        core::copy_make_border(&small, &mut frame, top, bottom, left, right, BORDER_CONSTANT, Scalar::default())?;
        let to_photo = from_small.after(&Homography::translation(-f64::from(left), -f64::from(top)));
        let photo_px_per_frame_px = to_photo.0[0][0];
        Ok(Self { frame, to_photo, photo_px_per_frame_px })
    }

    /// A kingdom as if seen from straight above, upright, with so many squares of what lies around it on each side. What lies outside the
    /// photo repeats its edge. `None` where the grid's horizon lies in it.
    ///
    /// # Errors
    /// OpenCV's.
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
        let is_before_horizon = |(x, y): &(f64, f64)| to_photo.denominator(Point2d::new(*x, *y)) * middle > 0.0;
        let Some(to_frame) = to_photo.inverse().filter(|_| corners.iter().all(is_before_horizon)) else {
            return Ok(None);
        };
        let photo_px_per_frame_px = fit.mean_side_px() / square_px;
        let size = Size::new(FRAME_PX, FRAME_PX);
        let frame = warp(&photo.pixels, View { to_output: to_frame, size, factor: photo_px_per_frame_px })?;
        Ok(Some(Self { frame, to_photo, photo_px_per_frame_px }))
    }

    /// The network's input: (1, 3, 256, 256), blue-green-red, (x - 127.5) / 127.5.
    ///
    /// # Errors
    /// OpenCV's.
    pub fn blob(&self) -> opencv::Result<Mat> {
        let mean = Scalar::all(127.5);
        dnn::blob_from_image(&self.frame, 1.0 / 127.5, Size::default(), mean, false, false, CV_32F)
    }
}
