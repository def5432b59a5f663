//! Homographies, and warping pictures with them.

use super::INTER_LINEAR;
use crate::core::{
    BORDER_REPLICATE, CV_64F, DECOMP_LU, Depth, Error, Mat, MatTraitConst, MatTraitConstManual, Point2f, Result,
    Scalar, Size, solve,
};

/// The homography that maps four points to four others, as 3 x 3 64-bit floats; `method` must be
/// [`DECOMP_LU`].
///
/// # Errors
/// `method` is another constant.
pub fn get_perspective_transform_slice(from: [Point2f; 4], to: [Point2f; 4], method: i32) -> Result<Mat> {
    if method != DECOMP_LU {
        return Err(Error::bad_argument("a homography is found by elimination"));
    }
    let (mut left, mut right) = ([[0.0; 8]; 8], [0.0; 8]);
    for (at, (from, to)) in from.iter().zip(to).enumerate() {
        let (x, y) = (f64::from(from.x), f64::from(from.y));
        // These products are rounded to 32-bit floats, as in OpenCV.
        let [xx, yx, xy, yy] = [-from.x * to.x, -from.y * to.x, -from.x * to.y, -from.y * to.y].map(f64::from);
        left[at] = [x, y, 1.0, 0.0, 0.0, 0.0, xx, yx];
        left[at + 4] = [0.0, 0.0, 0.0, x, y, 1.0, xy, yy];
        (right[at], right[at + 4]) = (f64::from(to.x), f64::from(to.y));
    }
    let mut found = Mat::default();
    let left = Mat::new_rows_cols_with_data(8, 8, left.as_flattened())?;
    solve(&left, &Mat::new_rows_cols_with_data(8, 1, &right)?, &mut found, method)?;
    let mut homography = found.to_vec()?;
    homography.push(1.0);
    Mat::new_rows_cols_with_data(3, 3, &homography)
}

/// Warps `picture` to this size by a homography from it to the output, 3 x 3 64-bit floats. `flags` must be
/// [`INTER_LINEAR`] and `border` [`BORDER_REPLICATE`]: the picture's outermost pixels are repeated beyond its
/// edge.
///
/// # Errors
/// `flags` or `border` is another constant, the homography is not nine contiguous 64-bit floats, `size` is
/// negative, or the picture has no pixels, or neither one, three or four bytes nor one 32-bit float per
/// pixel.
pub fn warp_perspective(
    picture: &Mat,
    seen: &mut Mat,
    homography: &Mat,
    size: Size,
    flags: i32,
    border: i32,
    _outside: Scalar,
) -> Result<()> {
    if flags != INTER_LINEAR || border != BORDER_REPLICATE {
        return Err(Error::bad_argument("pictures are warped between four pixels and repeat their edge"));
    }
    if homography.typ() != CV_64F || picture.total() == 0 || size.width < 0 || size.height < 0 {
        return Err(Error::bad_argument(format!("{picture:?} cannot be seen through {homography:?} in {size:?}")));
    }
    let whole = homography.data_typed::<f64>()?;
    let matrix: [f64; 9] = whole.try_into().map_err(|_| Error::bad_argument("a homography has nine numbers"))?;
    let back = inverse(&matrix);
    *seen = match (picture.depth(), picture.channels()) {
        (Depth::Byte, 1) => warped(picture, &back, size, blended_bytes::<1>),
        (Depth::Byte, 3) => warped(picture, &back, size, blended_bytes::<3>),
        (Depth::Byte, 4) => warped(picture, &back, size, blended_bytes::<4>),
        (Depth::Float, 1) => warped(picture, &back, size, blended_floats),
        _ => return Err(Error::bad_argument(format!("{picture:?} is none of bytes, nor of single floats"))),
    };
    Ok(())
}

/// The inverse of a 3 x 3 matrix; zeros if it is singular.
fn inverse(m: &[f64; 9]) -> [f64; 9] {
    let determinant =
        m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
    let factor = if determinant == 0.0 { 0.0 } else { 1.0 / determinant };
    [
        (m[4] * m[8] - m[5] * m[7]) * factor,
        (m[2] * m[7] - m[1] * m[8]) * factor,
        (m[1] * m[5] - m[2] * m[4]) * factor,
        (m[5] * m[6] - m[3] * m[8]) * factor,
        (m[0] * m[8] - m[2] * m[6]) * factor,
        (m[2] * m[3] - m[0] * m[5]) * factor,
        (m[3] * m[7] - m[4] * m[6]) * factor,
        (m[1] * m[6] - m[0] * m[7]) * factor,
        (m[0] * m[4] - m[1] * m[3]) * factor,
    ]
}

/// Positions are rounded to this fraction of a pixel, as in OpenCV.
const STEPS: i32 = 32;

/// OpenCV computes the output in blocks of this many pixels. Within a row of a block, positions are computed
/// from the block's left edge, which affects rounding.
const BLOCK_PX: usize = 64 * 64;

/// The maximum height of a block.
const BLOCK_ROWS: usize = 32;

/// The source positions of a row of the output, in units of 1/[`STEPS`] of a source pixel.
struct Positions {
    x: Vec<i32>,
    y: Vec<i32>,
}

impl Positions {
    /// Computes the source positions of `length` pixels of a row, starting at column `left`.
    fn find(&mut self, back: &[f64; 9], left: usize, row: usize, length: usize) {
        let (x, y) = (left as f64, row as f64);
        let [at_x, at_y, at_w] = [0, 3, 6].map(|line| back[line] * x + back[line + 1] * y + back[line + 2]);
        let targets = self.x[left..left + length].iter_mut().zip(&mut self.y[left..left + length]);
        for (step, (to_x, to_y)) in targets.enumerate() {
            let step = step as f64;
            let depth = at_w + back[6] * step;
            let factor = if depth == 0.0 { 0.0 } else { f64::from(STEPS) / depth };
            *to_x = rounded((at_x + back[0] * step) * factor);
            *to_y = rounded((at_y + back[3] * step) * factor);
        }
    }
}

/// Rounds to the nearest integer, a half to the even one; values outside the range of `i32` are clamped.
fn rounded(value: f64) -> i32 {
    // The sum with this number has no bits for a fraction, so it is rounded. `round_ties_even` would prevent
    // vectorisation on x86-64's oldest processors.
    const NO_FRACTION: f64 = 6_755_399_441_055_744.0;
    (value.clamp(f64::from(i32::MIN), f64::from(i32::MAX)) + NO_FRACTION).to_bits() as i32
}

/// Interpolates a pixel of the output at its position in the source picture. The arguments are the rows above
/// and below that position, the indices of the columns to its left and right, and its distances from the left
/// column and from the upper row in units of 1/[`STEPS`] of a pixel.
type Blended<T, const C: usize> = fn([&[[T; C]]; 2], [usize; 2], [i32; 2]) -> [T; C];

fn warped<T: crate::core::Channel, const C: usize>(
    picture: &Mat,
    back: &[f64; 9],
    size: Size,
    blended: Blended<T, C>,
) -> Mat {
    let (cols, rows) = (size.width as usize, size.height as usize);
    let mut numbers = vec![T::default(); cols * rows * C];
    let block_rows = BLOCK_ROWS.min(rows.max(1));
    let block_cols = (BLOCK_PX / block_rows).min(cols.max(1));
    let mut positions = Positions { x: vec![0; cols], y: vec![0; cols] };
    let lines: Vec<&[[T; C]]> = (0..picture.rows() as usize).map(|row| picture.row::<T>(row).as_chunks().0).collect();
    let last = [picture.cols() - 1, picture.rows() - 1];
    for (row, targets) in numbers.as_chunks_mut::<C>().0.chunks_exact_mut(cols.max(1)).enumerate() {
        for left in (0..cols).step_by(block_cols) {
            positions.find(back, left, row, block_cols.min(cols - left));
        }
        for (target, (x, y)) in targets.iter_mut().zip(positions.x.iter().zip(&positions.y)) {
            // Whole pixels of a position are clamped to 16 bits, as in OpenCV.
            let [(left, right), (top, bottom)] = [(*x, last[0]), (*y, last[1])].map(|(at, last)| {
                let at = (at >> STEPS.ilog2()).clamp(i16::MIN.into(), i16::MAX.into());
                (at.clamp(0, last) as usize, (at + 1).clamp(0, last) as usize)
            });
            *target = blended([lines[top], lines[bottom]], [left, right], [x & (STEPS - 1), y & (STEPS - 1)]);
        }
    }
    Mat::picture(numbers, C, size)
}

fn blended_bytes<const C: usize>(
    [above, below]: [&[[u8; C]]; 2],
    [left, right]: [usize; 2],
    [x, y]: [i32; 2],
) -> [u8; C] {
    let weights = [(STEPS - x) * (STEPS - y), x * (STEPS - y), (STEPS - x) * y, x * y];
    let pixels = [above[left], above[right], below[left], below[right]];
    let mut blended = [0; C];
    for (channel, target) in blended.iter_mut().enumerate() {
        let sum: i32 = pixels.iter().zip(weights).map(|(pixel, weight)| i32::from(pixel[channel]) * weight).sum();
        *target = ((sum + STEPS * STEPS / 2) / (STEPS * STEPS)) as u8;
    }
    blended
}

fn blended_floats([above, below]: [&[[f32; 1]]; 2], [left, right]: [usize; 2], [x, y]: [i32; 2]) -> [f32; 1] {
    let [x, y] = [x, y].map(|steps| steps as f32 / STEPS as f32);
    let [[a], [b], [c], [d]] = [above[left], above[right], below[left], below[right]];
    [a * ((1.0 - x) * (1.0 - y)) + b * (x * (1.0 - y)) + c * ((1.0 - x) * y) + d * (x * y)]
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn positions_are_rounded_to_even_and_kept() {
        let values = [-1e300, -2.5, -1.5, -0.5, 0.5, 1.5, 2.4, 1e10, f64::INFINITY];
        assert_eq!(values.map(rounded), [i32::MIN, -2, -2, 0, 0, 2, 2, i32::MAX, i32::MAX]);
    }
}
