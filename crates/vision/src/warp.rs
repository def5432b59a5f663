//! Warps pictures through a homography, and resizes them.

use opencv::core::{BORDER_REPLICATE, Mat, Rect, Scalar, Size, ToInputArray};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

use super::geometry::{Homography, bounding_box};

/// Pictures with more pixels than this per output pixel, along a side, are first reduced by averaging: a warp
/// samples only four pixels and would skip the others. (The networks' training pictures are made in the same
/// way.)
const MAX_FACTOR: f64 = 2.0;

/// Margin around the visible part, in output pixels. With it, reducing only that part changes nothing inside
/// the part.
const CARE_PX: f64 = 8.0;

/// A view of a picture through a homography.
#[derive(Debug, Clone, Copy)]
pub struct View {
    /// Maps the picture to the output, in pixels of both.
    pub to_output: Homography,
    /// The output's size in pixels.
    pub size: Size,
    /// Pixels of the picture per pixel of the output, along a side.
    pub factor: f64,
}

/// Warps `picture` into a view. Outside the picture, the picture's edge is repeated.
///
/// # Errors
/// OpenCV's errors.
pub fn warp(picture: &Mat, view: View) -> opencv::Result<Mat> {
    let [output] = warp_all(picture, [view])?;
    Ok(output)
}

/// Warps `picture` into each view in one pass over its pixels: it is halved as often as the finest view
/// allows, and further for coarser views.
///
/// # Errors
/// OpenCV's errors.
pub fn warp_all<const N: usize>(picture: &Mat, views: [View; N]) -> opencv::Result<[Mat; N]> {
    let part = seen_part(picture, &views);
    let shared = views.iter().map(|view| view.halvings(part)).min().unwrap_or_default();
    let shrunk = if shared > 0 { Some(halved(picture, part, shared)?) } else { None };
    let mut outputs: [Mat; N] = std::array::from_fn(|_| Mat::default());
    for (output, view) in outputs.iter_mut().zip(views) {
        let (source, view) = match &shrunk {
            None => (picture, view),
            Some((small, to_picture)) => (small, view.seen_from(to_picture, shared)),
        };
        let part = seen_part(source, &[view]);
        *output = match view.halvings(part) {
            0 => warp_plainly(source, &view)?,
            further => {
                let (smaller, to_source) = halved(source, part, further)?;
                warp_plainly(&smaller, &view.seen_from(&to_source, further))?
            }
        };
    }
    Ok(outputs)
}

impl View {
    /// The number of times that a part of the picture is halved before the warp. At least one pixel is left.
    fn halvings(&self, part: Rect) -> u32 {
        let wanted = if self.factor <= MAX_FACTOR { 0 } else { (self.factor / MAX_FACTOR).log2().ceil() as u32 };
        wanted.min(part.width.min(part.height).max(1).ilog2())
    }

    /// The same view of the picture after this many halvings.
    fn seen_from(&self, to_picture: &Homography, halvings: u32) -> Self {
        let factor = self.factor / f64::from(1 << halvings);
        Self { to_output: self.to_output.after(to_picture), factor, ..*self }
    }
}

/// Resizes `part`, a non-empty rectangle inside `picture`, to `size`, at least one pixel. Returns the result
/// with the homography from it to `picture`. Shrinking averages: see `halved`. Columns on the right and rows
/// at the bottom that fill no whole block are cropped.
///
/// # Errors
/// OpenCV's errors.
pub fn resized(picture: &Mat, part: Rect, size: Size) -> opencv::Result<(Mat, Homography)> {
    let halvings = (part.width / size.width).min(part.height / size.height).max(1).ilog2();
    let (small, from_small) = halved(picture, part, halvings)?;
    let to_small = Homography::scaling(
        f64::from(small.cols()) / f64::from(size.width),
        f64::from(small.rows()) / f64::from(size.height),
    );
    Ok((resized_at_once(&small, size)?, from_small.after(&to_small)))
}

fn resized_to_half(picture: &(impl MatTraitConst + ToInputArray)) -> opencv::Result<Mat> {
    let size = picture.size()?;
    resized_at_once(picture, Size::new(size.width / 2, size.height / 2))
}

/// A part of `picture` after this many halvings, with the homography from it to `picture`. OpenCV halves
/// several times as fast as it averages over other areas.
fn halved(picture: &Mat, part: Rect, halvings: u32) -> opencv::Result<(Mat, Homography)> {
    let block = 1 << halvings;
    let part = Rect::new(part.x, part.y, part.width / block * block, part.height / block * block);
    let whole = picture.roi(part)?;
    let mut small = if halvings == 0 { whole.try_clone()? } else { resized_to_half(&whole)? };
    for _ in 1..halvings {
        small = resized_to_half(&small)?;
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

fn warp_plainly(picture: &Mat, view: &View) -> opencv::Result<Mat> {
    let matrix = view.to_output.between_pixel_centres().to_mat()?;
    let mut output = Mat::default();
    let flags = imgproc::INTER_LINEAR;
    imgproc::warp_perspective(picture, &mut output, &matrix, view.size, flags, BORDER_REPLICATE, Scalar::default())?;
    Ok(output)
}

/// The part of `picture` that the views show together; all of it if that is unknown.
fn seen_part(picture: &Mat, views: &[View]) -> Rect {
    let whole = Rect::new(0, 0, picture.cols(), picture.rows());
    let parts: Option<Vec<Rect>> = views.iter().map(|view| view.seen_part(whole)).collect();
    parts.and_then(|parts| parts.into_iter().reduce(|all, part| all | part)).unwrap_or(whole)
}

impl View {
    /// The part of a picture that the view shows; `None` if that is unknown.
    fn seen_part(&self, whole: Rect) -> Option<Rect> {
        let back = self.to_output.inverse()?;
        let (width, height) = (f64::from(self.size.width), f64::from(self.size.height));
        let corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)].map(|(x, y)| back.at(x, y));
        let ([low, high], care_px) = (bounding_box(corners), CARE_PX * self.factor);
        let left = ((low.x - care_px).floor() as i32).clamp(0, whole.width);
        let right = ((high.x + care_px).ceil() as i32).clamp(0, whole.width);
        let top = ((low.y - care_px).floor() as i32).clamp(0, whole.height);
        let bottom = ((high.y + care_px).ceil() as i32).clamp(0, whole.height);
        (right > left && bottom > top).then(|| Rect::new(left, top, right - left, bottom - top))
    }
}

#[cfg(test)]
mod tests {
    use opencv::core::Point2d;

    use opencv::core::CV_32FC1;
    use opencv::prelude::MatTrait;

    use super::*;

    /// A picture in which each pixel has the x or the y coordinate of its centre as its value.
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
                // When a picture is enlarged, its outermost pixels are repeated, so those at the edge are not
                // compared.
                let inner = |length: i32| if length > 2 { 1..length - 1 } else { 0..length };
                for (col, row) in inner(size.height).flat_map(|row| inner(size.width).map(move |col| (col, row))) {
                    let there = to_picture.apply(Point2d::new(f64::from(col) + 0.5, f64::from(row) + 0.5));
                    let (value, wanted) =
                        (f64::from(*small.at_2d::<f32>(row, col)?), if is_x { there.x } else { there.y });
                    // After halving, a block has the value of its middle.
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

    #[test]
    fn views_of_one_pass_show_what_each_shows_alone() -> opencv::Result<()> {
        let view = |factor: f64, around: f64, side_px: i32| View {
            to_output: Homography::scaling(1.0 / factor, 1.0 / factor)
                .after(&Homography::translation(around - 60.0, around - 60.0)),
            size: Size::new(side_px, side_px),
            factor,
        };
        // Not halved, halved once and halved three times; the coarser views show more of the picture.
        let views = [view(1.7, 0.0, 40), view(3.0, 0.0, 40), view(12.0, 36.0, 16)];
        for (picture, is_x) in [(gradient(333, 250, true)?, true), (gradient(333, 250, false)?, false)] {
            for chosen in [vec![1, 2], vec![0, 1]] {
                let [first, second] = [views[chosen[0]], views[chosen[1]]];
                let together = warp_all(&picture, [first, second])?;
                for (output, view) in together.iter().zip([first, second]) {
                    let back = view.to_output.inverse().expect("a scale");
                    let alone = warp(&picture, view)?;
                    for at in 3..view.size.width - 3 {
                        let there = back.apply(Point2d::new(f64::from(at) + 0.5, f64::from(at) + 0.5));
                        let wanted = if is_x { there.x } else { there.y };
                        for seen in [output, &alone] {
                            let value = f64::from(*seen.at_2d::<f32>(at, at)?);
                            assert!((value - wanted).abs() < 0.02 * view.factor, "{view:?} at {at}: {value}, {wanted}");
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
