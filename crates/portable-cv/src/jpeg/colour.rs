//! Conversion of a file's components to blue, green and red: libjpeg's `jdcolor`, with JFIF's formulas in
//! integers.

use super::frame::Frame;
use super::markers::Markers;
use super::planes::Plane;
use super::upsampling::Rows;
use super::{Result, damaged};

/// The meaning of a file's components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    Grey,
    /// Luma, and the blue and red colour differences.
    Ycc,
    Rgb,
    Cmyk,
    /// CMYK; cyan, magenta and yellow are complemented and coded as [`Space::Ycc`].
    Ycck,
}

impl Space {
    /// The meaning of the components by the rules of libjpeg's `default_decompress_parms`.
    pub fn of(frame: &Frame, markers: &Markers) -> Result<Self> {
        let ids: Vec<u8> = frame.components.iter().map(|component| component.id).collect();
        Ok(match (ids.len(), markers.adobe_transform) {
            (1, _) => Self::Grey,
            (3, _) if markers.is_jfif => Self::Ycc,
            (3, Some(0)) => Self::Rgb,
            (3, Some(_)) => Self::Ycc,
            (3, None) => {
                if ids == *b"RGB" {
                    Self::Rgb
                } else {
                    Self::Ycc
                }
            }
            (4, None | Some(0)) => Self::Cmyk,
            (4, Some(_)) => Self::Ycck,
            (count, _) => return damaged(format!("{count} components")),
        })
    }

    /// The number of channels of the decoded picture.
    pub const fn channels(self) -> usize {
        match self {
            Self::Cmyk | Self::Ycck => 4,
            _ => 3,
        }
    }
}

/// Fractions are integers in units of 2^-16.
const FRACTION_BITS: u32 = 16;
const HALF: i32 = 1 << (FRACTION_BITS - 1);

const fn fraction(value: f64) -> i32 {
    (value * (1 << FRACTION_BITS) as f64 + 0.5) as i32
}

/// The value of a colour difference that means 0.
const MIDDLE: i32 = 128;

/// The pixel as blue, green, red.
#[inline]
fn bgr(brightness: u8, bluer: u8, redder: u8) -> [u8; 3] {
    let (bluer, redder) = (i32::from(bluer) - MIDDLE, i32::from(redder) - MIDDLE);
    let blue = (bluer * const { fraction(1.77200) } + HALF) >> FRACTION_BITS;
    let green = (bluer * const { -fraction(0.34414) } + HALF - redder * const { fraction(0.71414) }) >> FRACTION_BITS;
    let red = (redder * const { fraction(1.40200) } + HALF) >> FRACTION_BITS;
    [lighter(brightness, blue), lighter(brightness, green), lighter(brightness, red)]
}

#[inline]
fn lighter(brightness: u8, more: i32) -> u8 {
    (i32::from(brightness) + more).clamp(0, 255) as u8
}

/// The pixels of a picture, row by row.
pub(super) fn converted(planes: Vec<Plane>, space: Space, width: usize, height: usize) -> Result<Vec<u8>> {
    // At an eighth of the size, where a block becomes one pixel, libjpeg repeats samples instead of
    // interpolating.
    let smooths = planes.iter().any(Plane::is_smoothed);
    let mut rows = planes.iter().map(|plane| Rows::new(plane, smooths)).collect::<Result<Vec<_>>>()?;
    let mut pixels = vec![0; width * height * space.channels()];
    for (row, target) in pixels.chunks_exact_mut(width * space.channels()).enumerate() {
        match (space, &mut rows[..]) {
            (Space::Grey, [grey]) => {
                let target = target.as_chunks_mut::<3>().0.iter_mut();
                target.zip(grey.row(row)).for_each(|(pixel, grey)| *pixel = [*grey; 3]);
            }
            (Space::Ycc, [brightness, bluer, redder]) => {
                let sources = brightness.row(row).iter().zip(bluer.row(row)).zip(redder.row(row));
                for (pixel, ((brightness, bluer), redder)) in target.as_chunks_mut::<3>().0.iter_mut().zip(sources) {
                    *pixel = bgr(*brightness, *bluer, *redder);
                }
            }
            (Space::Ycck, [brightness, bluer, redder, black]) => {
                let sources = brightness.row(row).iter().zip(bluer.row(row)).zip(redder.row(row)).zip(black.row(row));
                for (pixel, (((brightness, bluer), redder), black)) in
                    target.as_chunks_mut::<4>().0.iter_mut().zip(sources)
                {
                    let [blue, green, red] = bgr(*brightness, *bluer, *redder);
                    *pixel = [255 - red, 255 - green, 255 - blue, *black];
                }
            }
            (space, rows) => {
                let (channels, count) = (space.channels(), rows.len());
                for (channel, rows) in rows.iter_mut().enumerate() {
                    // Red comes first in the file, but last in the picture.
                    let at = if space == Space::Rgb { count - 1 - channel } else { channel };
                    let source = rows.row(row).iter();
                    target
                        .iter_mut()
                        .skip(at)
                        .step_by(channels)
                        .zip(source)
                        .for_each(|(target, sample)| *target = *sample);
                }
            }
        }
    }
    Ok(pixels)
}
