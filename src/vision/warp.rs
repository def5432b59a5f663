//! Seeing a part of a picture through a homography, or in another size.

use opencv::core::{BORDER_REPLICATE, Mat, Point2d, Rect, Scalar, Size, ToInputArray};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

use super::geometry::Homography;

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
    let (small, from_small) = halved(picture, part, (factor / MAX_FACTOR).log2().ceil() as u32)?;
    warp_plainly(&small, &to_output.after(&from_small), size)
}

/// A part of `picture`, which lies in it and is not empty, in another size of at least one pixel, and the homography from it to
/// `picture`. Where there are more pixels than wanted, their means are taken: see [`halved`]. Pixels at the right and lower end that make
/// no whole block of halved ones are left out.
///
/// # Errors
/// OpenCV's.
pub fn resized(picture: &Mat, part: Rect, size: Size) -> opencv::Result<(Mat, Homography)> {
    let halvings = (part.width / size.width).min(part.height / size.height).max(1).ilog2();
    let (small, from_small) = halved(picture, part, halvings)?;
    let stretch = |before: i32, after: i32| f64::from(before) / f64::from(after);
    let to_small = Homography::scaling(stretch(small.cols(), size.width), stretch(small.rows(), size.height));
    Ok((resized_at_once(&small, size)?, from_small.after(&to_small)))
}

/// A part of `picture`, halved so many times, and the homography from it to `picture`: OpenCV halves several times as fast as it takes means
/// over other areas.
fn halved(picture: &Mat, part: Rect, halvings: u32) -> opencv::Result<(Mat, Homography)> {
    let block = 1 << halvings;
    let part = Rect::new(part.x, part.y, part.width / block * block, part.height / block * block);
    let half = |size: Size| Size::new(size.width / 2, size.height / 2);
    let whole = picture.roi(part)?;
    let mut small = if halvings == 0 { whole.try_clone()? } else { resized_at_once(&whole, half(part.size()))? };
    for _ in 1..halvings {
        small = resized_at_once(&small, half(small.size()?))?;
    }
    let to_picture =
        Homography::translation(part.x.into(), part.y.into()).after(&Homography::scaling(block.into(), block.into()));
    Ok((small, to_picture))
}

fn resized_at_once(pixels: &(impl MatTraitConst + ToInputArray), size: Size) -> opencv::Result<Mat> {
    let shrinks = pixels.cols() > size.width || pixels.rows() > size.height;
    let interpolation = if shrinks { imgproc::INTER_AREA } else { imgproc::INTER_LINEAR };
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

/// The part of `picture` that the output shows; all of it where that is unknown.
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

#[cfg(test)]
mod tests {
    use opencv::core::CV_32FC1;
    use opencv::prelude::MatTrait;

    use super::*;

    /// Of each pixel the x or the y of its middle.
    fn gradient(width: i32, height: i32, is_x: bool) -> opencv::Result<Mat> {
        let mut picture = Mat::new_rows_cols_with_default(height, width, CV_32FC1, Scalar::default())?;
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            *picture.at_2d_mut::<f32>(y, x)? = if is_x { x as f32 } else { y as f32 } + 0.5;
        }
        Ok(picture)
    }

    #[test]
    fn what_is_resized_shows_what_its_homography_says() -> opencv::Result<()> {
        let cases = [
            (Rect::new(0, 0, 333, 250), Size::new(40, 30)),
            (Rect::new(17, 5, 300, 240), Size::new(64, 64)),
            (Rect::new(30, 40, 20, 30), Size::new(40, 60)),
            (Rect::new(3, 0, 1, 250), Size::new(1, 25)),
            (Rect::new(3, 0, 3, 250), Size::new(1, 25)),
            (Rect::new(0, 0, 1, 1), Size::new(1, 1)),
        ];
        for (part, size) in cases {
            for is_x in [true, false] {
                let (small, to_picture) = resized(&gradient(333, 250, is_x)?, part, size)?;
                assert_eq!(small.size()?, size, "{part:?}");
                // At the border the picture is repeated, where it is enlarged.
                let inner = |length: i32| if length > 2 { 1..length - 1 } else { 0..length };
                for (col, row) in inner(size.height).flat_map(|row| inner(size.width).map(move |col| (col, row))) {
                    let there = to_picture.apply(Point2d::new(f64::from(col) + 0.5, f64::from(row) + 0.5));
                    let (value, wanted) =
                        (f64::from(*small.at_2d::<f32>(row, col)?), if is_x { there.x } else { there.y });
                    // A block of halved pixels counts where its middle lies.
                    let tolerance = f64::from(part.width.max(part.height) / size.width.max(size.height)) * 0.13 + 0.01;
                    assert!(
                        (value - wanted).abs() < tolerance,
                        "{part:?} to {size:?}, {col}, {row}: {value}, {wanted}"
                    );
                }
            }
        }
        Ok(())
    }
}
