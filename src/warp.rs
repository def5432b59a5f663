//! Seeing a part of a picture through a homography, or in another size.

use opencv::core::{BORDER_REPLICATE, Mat, Point2d, Rect, Scalar, Size, ToInputArray};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

use crate::geometry::Homography;

/// Pictures with more pixels than this per output pixel are shrunk by area first: a warp looks at four pixels only,
/// and would skip the others. (The networks are trained on pictures that are made in the same way.)
const MAX_FACTOR: f64 = 2.0;

/// Pixels kept around the part that is seen, so that shrinking it alone changes nothing inside.
const CARE_PX: f64 = 8.0;

/// Warps `picture` by `to_output` into `size`; `factor` is the number of its pixels per output pixel, as a length.
/// What lies outside the picture repeats its edge.
///
/// # Errors
/// OpenCV's.
pub fn warp(picture: &Mat, to_output: &Homography, size: Size, factor: f64) -> opencv::Result<Mat> {
    if factor <= MAX_FACTOR {
        return warp_plainly(picture, to_output, size);
    }
    let part = seen_part(picture, to_output, size, factor);
    let shrunk = |length: i32| ((f64::from(length) / factor).round() as i32).max(1);
    let (small, from_small) = resized(picture, part, Size::new(shrunk(part.width), shrunk(part.height)))?;
    warp_plainly(&small, &to_output.after(&from_small), size)
}

/// A part of `picture` in another size, and the homography from it to `picture`. Where there are more pixels than wanted, their
/// means are taken: OpenCV halves several times as fast as it takes means over other areas, so it halves as long as it can. Pixels
/// at the right and lower end that make no whole block of halved ones are left out.
///
/// # Errors
/// OpenCV's.
pub fn resized(picture: &Mat, part: Rect, size: Size) -> opencv::Result<(Mat, Homography)> {
    let halvings = (part.width / size.width).min(part.height / size.height).max(1).ilog2();
    let block = 1 << halvings;
    let part = Rect::new(part.x, part.y, part.width / block * block, part.height / block * block);
    let whole = picture.roi(part)?;
    let stretch = |before: i32, after: i32| f64::from(before) / f64::from(after);
    let to_picture = Homography::translation(part.x.into(), part.y.into())
        .after(&Homography::scaling(stretch(part.width, size.width), stretch(part.height, size.height)));
    if halvings == 0 {
        return Ok((resized_at_once(&whole, size)?, to_picture));
    }
    let half = |size: Size| Size::new(size.width / 2, size.height / 2);
    let mut small = resized_at_once(&whole, half(part.size()))?;
    for _ in 1..halvings {
        small = resized_at_once(&small, half(small.size()?))?;
    }
    Ok((resized_at_once(&small, size)?, to_picture))
}

fn resized_at_once(pixels: &(impl MatTraitConst + ToInputArray), size: Size) -> opencv::Result<Mat> {
    let interpolation = if pixels.cols() > size.width { imgproc::INTER_AREA } else { imgproc::INTER_LINEAR };
    let mut resized = Mat::default();
    imgproc::resize(pixels, &mut resized, size, 0.0, 0.0, interpolation)?;
    Ok(resized)
}

fn warp_plainly(picture: &Mat, to_output: &Homography, size: Size) -> opencv::Result<Mat> {
    let matrix = to_output.between_pixel_centres().to_mat()?;
    let mut output = Mat::default();
    let flags = imgproc::INTER_LINEAR;
    imgproc::warp_perspective(picture, &mut output, &matrix, size, flags, BORDER_REPLICATE, Scalar::default())?;
    Ok(output)
}

/// The part of `picture` that the output shows; all of it where that cannot be told.
fn seen_part(picture: &Mat, to_output: &Homography, size: Size, factor: f64) -> Rect {
    let whole = Rect::new(0, 0, picture.cols(), picture.rows());
    let Some(back) = to_output.inverse() else { return whole };
    let (width, height) = (f64::from(size.width), f64::from(size.height));
    let corners =
        [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| back.apply(Point2d::new(x, y)));
    let span = |coordinate: fn(&Point2d) -> f64, length: i32| {
        let low = corners.iter().map(coordinate).fold(f64::MAX, f64::min) - CARE_PX * factor;
        let high = corners.iter().map(coordinate).fold(f64::MIN, f64::max) + CARE_PX * factor;
        ((low.floor() as i32).clamp(0, length), (high.ceil() as i32).clamp(0, length))
    };
    let ((left, right), (top, bottom)) = (span(|p| p.x, whole.width), span(|p| p.y, whole.height));
    if right > left && bottom > top { Rect::new(left, top, right - left, bottom - top) } else { whole }
}
