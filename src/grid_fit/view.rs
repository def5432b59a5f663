//! What the locator network is shown: a part of the photo, 256 x 256 px, and where that part lies.

use opencv::core::{self, BORDER_CONSTANT, CV_32F, Mat, Rect, Scalar, Size, ToInputArray};
use opencv::prelude::MatTraitConst;
use opencv::{dnn, imgproc};

use crate::geometry::Homography;
use crate::photo::Photo;

/// Width and height of the network's input.
pub const FRAME_PX: i32 = 256;

/// A rectangle of the photo, scaled by area, centred on black.
pub struct View {
    /// 8-bit blue-green-red, [`FRAME_PX`] square.
    pub frame: Mat,
    /// From the frame's pixels to those of [`Photo::pixels`].
    pub to_photo: Homography,
}

impl View {
    /// The long side of `part` fills `frame_share` (up to 1) of the frame. `part` lies in the photo and is not empty.
    ///
    /// # Errors
    /// OpenCV's.
    pub fn of(photo: &Photo, part: Rect, frame_share: f64) -> opencv::Result<Self> {
        let scale = frame_share * f64::from(FRAME_PX) / f64::from(part.width.max(part.height));
        let scaled = |length: i32| ((f64::from(length) * scale).round() as i32).clamp(1, FRAME_PX);
        let size = Size::new(scaled(part.width), scaled(part.height));
        let (part, small) = resized(photo, part, scale, size)?;
        let (left, top) = ((FRAME_PX - size.width) / 2, (FRAME_PX - size.height) / 2);
        let (right, bottom) = (FRAME_PX - size.width - left, FRAME_PX - size.height - top);
        let mut frame = Mat::default();
        core::copy_make_border(&small, &mut frame, top, bottom, left, right, BORDER_CONSTANT, Scalar::default())?;
        let (scale_x, scale_y) =
            (f64::from(part.width) / f64::from(size.width), f64::from(part.height) / f64::from(size.height));
        let to_photo = Homography::translation(f64::from(part.x), f64::from(part.y))
            .after(&Homography::scaling(scale_x, scale_y))
            .after(&Homography::translation(-f64::from(left), -f64::from(top)));
        Ok(Self { frame, to_photo })
    }

    /// How many pixels of the photo make one of the frame.
    pub fn photo_px_per_frame_px(&self) -> f64 {
        self.to_photo.0[0][0]
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

/// The part of the photo at `size`, `scale` times as large, and what was left of it: it is trimmed to whole blocks of
/// pixels. It is halved as long as it stays at least twice as large as what is shown of it: OpenCV halves several times
/// as fast as it takes means over other areas.
fn resized(photo: &Photo, part: Rect, scale: f64, size: Size) -> opencv::Result<(Rect, Mat)> {
    let halvings = if scale < 0.25 { (0.5 / scale).log2() as u32 } else { 0 };
    let block = 1 << halvings;
    let part = Rect::new(part.x, part.y, (part.width / block).max(1) * block, (part.height / block).max(1) * block)
        & Rect::new(0, 0, photo.pixels.cols(), photo.pixels.rows());
    let whole = photo.pixels.roi(part)?;
    let mut half = None;
    for _ in 0..halvings {
        half = Some(match &half {
            None => halved(&whole)?,
            Some(larger) => halved(larger)?,
        });
    }
    let mut small = Mat::default();
    // The mean of all pixels where there are more of them: what the network was trained on.
    let interpolation = if scale < 1.0 { imgproc::INTER_AREA } else { imgproc::INTER_LINEAR };
    match &half {
        None => imgproc::resize(&whole, &mut small, size, 0.0, 0.0, interpolation)?,
        Some(half) => imgproc::resize(half, &mut small, size, 0.0, 0.0, interpolation)?,
    }
    Ok((part, small))
}

fn halved(pixels: &(impl MatTraitConst + ToInputArray)) -> opencv::Result<Mat> {
    let size = Size::new((pixels.cols() / 2).max(1), (pixels.rows() / 2).max(1));
    let mut half = Mat::default();
    imgproc::resize(pixels, &mut half, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    Ok(half)
}
