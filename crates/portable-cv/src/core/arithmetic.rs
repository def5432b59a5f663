//! Means, and comparisons of pictures.

use super::{CV_8UC1, Depth, Error, Mat, MatTraitConst, Result, Scalar, ToInputArray, Vector};

/// The mean of each channel of a picture of bytes or 32-bit floats; zeros if it has no pixels.
///
/// # Errors
/// The values are neither bytes nor 32-bit floats.
pub fn mean_def(picture: &impl ToInputArray) -> Result<Scalar> {
    let picture = picture.input();
    let channels = picture.channels();
    let mut sums = [0.0; 4];
    for row in 0..picture.shape().height.max(0) as usize {
        match picture.depth() {
            // Integers are summed without rounding.
            Depth::Byte => {
                add(&mut sums, channels, picture.row::<u8>(row), |values| values.map(u64::from).sum::<u64>() as f64)
            }
            Depth::Float => add(&mut sums, channels, picture.row::<f32>(row), |values| values.map(f64::from).sum()),
            Depth::Double => return Err(Error::bad_argument("the mean is taken of bytes and 32-bit floats")),
        }
    }
    Ok(Scalar::from(sums.map(|sum| if picture.total() == 0 { 0.0 } else { sum / picture.total() as f64 })))
}

fn add<'a, T: Copy>(
    sums: &mut [f64; 4],
    channels: usize,
    row: &'a [T],
    sum: impl Fn(std::iter::Copied<std::iter::StepBy<std::slice::Iter<'a, T>>>) -> f64,
) {
    for (channel, total) in sums.iter_mut().take(channels).enumerate() {
        *total += sum(row[channel.min(row.len())..].iter().step_by(channels).copied());
    }
}

/// Splits a picture of bytes into one picture per channel.
///
/// # Errors
/// The picture's values are not bytes.
pub fn split(picture: &impl ToInputArray, channels: &mut Vector<Mat>) -> Result<()> {
    let picture = picture.input();
    if picture.depth() != Depth::Byte {
        return Err(Error::bad_argument("channels are split of bytes"));
    }
    let all = picture.whole::<u8>();
    let pictures = (0..picture.channels()).map(|channel| {
        let values = all[channel.min(all.len())..].iter().step_by(picture.channels()).copied().collect();
        Mat::picture::<u8>(values, 1, picture.shape())
    });
    *channels = pictures.collect();
    Ok(())
}

/// The larger of the two bytes at each pixel, for two pictures of one channel and the same size.
///
/// # Errors
/// The pictures have other values, more channels or different sizes.
pub fn max(one: &Mat, other: &Mat, larger: &mut Mat) -> Result<()> {
    *larger = compared(one, other, u8::max)?;
    Ok(())
}

/// The smaller of the two bytes at each pixel, for two pictures of one channel and the same size.
///
/// # Errors
/// The pictures have other values, more channels or different sizes.
pub fn min(one: &Mat, other: &Mat, smaller: &mut Mat) -> Result<()> {
    *smaller = compared(one, other, u8::min)?;
    Ok(())
}

fn compared(one: &Mat, other: &Mat, choose: fn(u8, u8) -> u8) -> Result<Mat> {
    if [one, other].iter().any(|picture| picture.typ() != CV_8UC1) || one.shape() != other.shape() {
        return Err(Error::bad_argument(format!("{one:?} and {other:?} are not two channels of bytes of one size")));
    }
    let both = one.whole::<u8>();
    let values = both.iter().zip(other.whole::<u8>().iter()).map(|(one, other)| choose(*one, *other)).collect();
    Ok(Mat::picture::<u8>(values, 1, one.shape()))
}
