//! Reduces pictures whose decoders return all pixels at once (HEIC and WebP) as far as the
//! [limits](PhotoLimits) allow.

use opencv::core::{Mat, Rect, Size};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

use super::{Decoded, PhotoLimits, PhotoProblem, on_white};

/// Values per pixel: red, green, blue, alpha.
const CHANNELS: usize = 4;

/// All pixels of an opaque picture.
pub struct WholePicture {
    /// 8 bits: red, green, blue and an unused byte, row by row.
    pixels: Vec<u8>,
    width: usize,
    height: usize,
    exif: Option<Vec<u8>>,
}

/// Refuses a picture that would take too much memory, by the size in its header.
pub fn check_size(format: &'static str, width: u64, height: u64, limits: &PhotoLimits) -> Result<(), PhotoProblem> {
    let most = limits.whole_pixels();
    if width.saturating_mul(height) > most {
        return Err(PhotoProblem::TooLargeWhole { format, width, height, most });
    }
    limits.check_pixels(width, height)
}

impl WholePicture {
    /// `pixels`: 8-bit RGBA, row by row. Transparent pixels are blended with white, as in viewers.
    /// `has_alpha`: whether any alpha may be less than 255.
    pub fn new(mut pixels: Vec<u8>, width: usize, height: usize, has_alpha: bool, exif: Option<Vec<u8>>) -> Self {
        if has_alpha {
            for [red, green, blue, alpha] in pixels.as_chunks_mut::<CHANNELS>().0 {
                [*red, *green, *blue] = on_white([*red, *green, *blue], *alpha);
            }
        }
        Self { pixels, width, height, exif }
    }

    /// The memory that the pixels take.
    pub fn bytes(&self) -> usize {
        self.pixels.len()
    }

    /// The picture, reduced as far as the limits allow.
    pub fn decoded(&self, limits: &PhotoLimits) -> Result<Decoded, PhotoProblem> {
        let (width, height) = (self.width, self.height);
        let reduction = (width.max(height) / limits.min_long_side_px).max(1);
        let rgba = Mat::new_rows_cols_with_data(height as i32, (width * CHANNELS) as i32, &self.pixels)?;
        let rgba = rgba.reshape(CHANNELS as i32, height as i32)?;
        // Columns on the right and rows at the bottom that fill no whole block are cropped.
        let small_size = [width, height].map(|length| (length / reduction).max(1) as i32);
        let block = [width, height].map(|length| reduction.min(length) as i32);
        let covered = rgba.roi(Rect::new(0, 0, small_size[0] * block[0], small_size[1] * block[1]))?;
        let mut small = Mat::default();
        let size = Size::new(small_size[0], small_size[1]);
        imgproc::resize(&covered, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
        let mut pixels = Mat::default();
        imgproc::cvt_color_def(&small, &mut pixels, imgproc::COLOR_RGBA2BGR)?;
        Ok(Decoded { pixels, full_size_px: (width, height), reduction, is_damaged: false, exif: self.exif.clone() })
    }
}
