//! Box means, Gaussian blur and gradients, for 32-bit floats.

use crate::core::{BORDER_DEFAULT, Depth, Error, Mat, MatTraitConst, Point, Result, Size};

/// Maps an index outside a line of `length` pixels to one inside, mirroring the line at the centres of its
/// end pixels.
fn mirrored(at: isize, length: usize) -> usize {
    let last = length as isize - 1;
    if last == 0 {
        return 0;
    }
    let at = at.rem_euclid(2 * last);
    at.min(2 * last - at) as usize
}

fn check(picture: &Mat, border: i32) -> Result<()> {
    if picture.depth() == Depth::Float && picture.total() > 0 && border == BORDER_DEFAULT {
        return Ok(());
    }
    Err(Error::bad_argument(format!(
        "{picture:?} with border {border}: filters take 32-bit floats, mirrored at their ends"
    )))
}

/// The mean over a window of this size around each pixel; `anchor` must be (-1, -1), the window's centre.
///
/// # Errors
/// The values are not 32-bit floats, or the border is not [`BORDER_DEFAULT`], or the anchor is another one.
pub fn blur(picture: &Mat, means: &mut Mat, window: Size, anchor: Point, border: i32) -> Result<()> {
    check(picture, border)?;
    if anchor != Point::new(-1, -1) || window.width < 1 || window.height < 1 {
        return Err(Error::bad_argument("a window of one pixel or more lies around its middle"));
    }
    let (rows, channels) = (picture.rows() as usize, picture.channels());
    let line = picture.cols() as usize * channels;
    let (wide, high) = (window.width as usize, window.height as usize);
    let sums: Vec<Vec<f64>> = (0..rows).map(|row| window_sums(picture.row(row), channels, wide)).collect();
    let first = -((high / 2) as isize);
    let mut sum = vec![0.0; line];
    for row in first..first + high as isize {
        sum.iter_mut().zip(&sums[mirrored(row, rows)]).for_each(|(sum, value)| *sum += value);
    }
    let share = 1.0 / (wide * high) as f64;
    let mut numbers = Vec::with_capacity(rows * line);
    for row in 0..rows as isize {
        numbers.extend(sum.iter().map(|sum| (sum * share) as f32));
        let leaving = &sums[mirrored(row + first, rows)];
        let coming = &sums[mirrored(row + first + high as isize, rows)];
        for ((sum, leaving), coming) in sum.iter_mut().zip(leaving).zip(coming) {
            *sum += coming - leaving;
        }
    }
    *means = Mat::picture(numbers, channels, picture.shape());
    Ok(())
}

/// For each pixel of a row, the sum over the window around it.
fn window_sums(row: &[f32], channels: usize, wide: usize) -> Vec<f64> {
    let cols = row.len() / channels;
    let first = -((wide / 2) as isize);
    let mut sums = vec![0.0; row.len()];
    for channel in 0..channels {
        let value = |col: isize| f64::from(row[mirrored(col, cols) * channels + channel]);
        let mut sum: f64 = (first..first + wide as isize).map(value).sum();
        for col in 0..cols {
            sums[col * channels + channel] = sum;
            let leaving = col as isize + first;
            sum += value(leaving + wide as isize) - value(leaving);
        }
    }
    sums
}

/// Blurs a picture of one channel with a Gaussian of these standard deviations in pixels. `window` must be
/// empty; the window's size follows from the deviations as in OpenCV.
///
/// # Errors
/// The picture does not have one 32-bit float per pixel, the border is not [`BORDER_DEFAULT`], or `window` is
/// not empty.
pub fn gaussian_blur(
    picture: &Mat,
    blurred: &mut Mat,
    window: Size,
    across: f64,
    down: f64,
    border: i32,
) -> Result<()> {
    check(picture, border)?;
    if window != Size::default() || !(across > 0.0 && down > 0.0) {
        return Err(Error::bad_argument(
            "a Gaussian has a standard deviation above 0, which says how wide its window is",
        ));
    }
    *blurred = separable(picture, &gaussian(across), &gaussian(down))?;
    Ok(())
}

fn gaussian(deviation: f64) -> Vec<f32> {
    // Four standard deviations on each side, as in OpenCV for floats.
    let length = (deviation * 8.0 + 1.0).round_ties_even() as usize | 1;
    let mut weights = Vec::with_capacity(length);
    for at in 0..length {
        let distance = at as f64 - (length / 2) as f64;
        weights.push((-distance * distance / (2.0 * deviation * deviation)).exp());
    }
    let share = 1.0 / weights.iter().sum::<f64>();
    weights.into_iter().map(|weight| (weight * share) as f32).collect()
}

/// The gradient of a picture of one channel, horizontal (`dx` is 1 and `dy` 0) or vertical (the reverse): the
/// difference of the two neighbours times `scale`. `aperture` must be 1, `added` 0, and `depth` the picture's
/// type.
///
/// # Errors
/// The picture does not have one 32-bit float per pixel, or an argument has another value.
#[expect(clippy::too_many_arguments, reason = "OpenCV's signature")]
pub fn sobel(
    picture: &Mat,
    slopes: &mut Mat,
    depth: i32,
    dx: i32,
    dy: i32,
    aperture: i32,
    scale: f64,
    added: f64,
    border: i32,
) -> Result<()> {
    check(picture, border)?;
    if depth != picture.typ() || aperture != 1 || added != 0.0 {
        return Err(Error::bad_argument("slopes are differences of two neighbours, in the picture's own numbers"));
    }
    let (slope, scaled) = ([-1.0, 0.0, 1.0], [scale as f32]);
    *slopes = match (dx, dy) {
        (1, 0) => separable(picture, &slope, &scaled),
        (0, 1) => separable(picture, &scaled, &slope),
        _ => Err(Error::bad_argument("slopes are taken across or down")),
    }?;
    Ok(())
}

/// Filters each row with `across` and each column with `down`, which have odd lengths.
fn separable(picture: &Mat, across: &[f32], down: &[f32]) -> Result<Mat> {
    if picture.channels() != 1 {
        return Err(Error::bad_argument(format!("{picture:?} has more than one channel")));
    }
    let (rows, cols) = (picture.rows() as usize, picture.cols() as usize);
    let before = (across.len() / 2) as isize;
    let mut padded = vec![0.0; cols + across.len() - 1];
    let mut lines = vec![0.0_f32; rows * cols];
    for (row, line) in lines.chunks_exact_mut(cols).enumerate() {
        let source = picture.row::<f32>(row);
        for (at, value) in (-before..).zip(&mut padded) {
            *value = source[mirrored(at, cols)];
        }
        add_weighted(line, across.iter().zip(padded.windows(cols)));
    }
    let before = (down.len() / 2) as isize;
    let mut filtered = vec![0.0; rows * cols];
    for (row, line) in filtered.chunks_exact_mut(cols).enumerate() {
        let weighted = down
            .iter()
            .enumerate()
            .map(|(at, weight)| (weight, &lines[mirrored(row as isize + at as isize - before, rows) * cols..][..cols]));
        add_weighted(line, weighted);
    }
    Ok(Mat::picture(filtered, 1, picture.shape()))
}

fn add_weighted<'a>(line: &mut [f32], weighted: impl Iterator<Item = (&'a f32, &'a [f32])>) {
    for (weight, source) in weighted.filter(|(weight, _)| **weight != 0.0) {
        line.iter_mut().zip(source).for_each(|(sum, value)| *sum += weight * value);
    }
}

#[cfg(test)]
mod tests {
    use super::mirrored;

    #[test]
    fn lines_are_mirrored_as_often_as_needed() {
        assert_eq!(
            (-7..8).map(|at| mirrored(at, 3)).collect::<Vec<_>>(),
            [1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1]
        );
        assert_eq!((-2..3).map(|at| mirrored(at, 1)).collect::<Vec<_>>(), [0; 5]);
    }
}
