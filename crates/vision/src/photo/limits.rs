//! What a photo may cost, known from its header.

use super::PhotoProblem;

/// The most pixels that are decoded unless more are asked for: no phone takes larger photos by itself.
pub const DEFAULT_MAX_PIXELS: u64 = 100_000_000;

/// Phones' largest modes take 200 megapixels (16320 x 12240).
const MOST_OF_PHONES: u64 = 210_000_000;

/// How a picture of so many pixels is read all the same; nothing where no phone takes such ones, for whoever made it means no good.
pub(super) fn advice(pixels: u64) -> String {
    let enough = [MOST_OF_PHONES, 2 * MOST_OF_PHONES].into_iter().find(|enough| *enough >= pixels);
    enough.map(|enough| format!("`--max-pixels {enough}` reads it, with more memory and time. ")).unwrap_or_default()
}

/// The longest side that a JPEG can have; a PNG may claim a row of gigabytes.
pub const MAX_SIDE_PX: u64 = 65_535;

/// What a photo may cost. Within those that are usual, reading a photo takes up to 300 MB and some seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhotoLimits {
    /// The most pixels of a picture that is decoded, before any reduction.
    pub max_pixels: u64,
    /// A larger picture is reduced as far as its long side stays at least this long.
    pub min_long_side_px: usize,
}

/// A kingdom of seven squares that fills half of so long a side still has squares of more than 100 px.
const USUAL_LONG_SIDE_PX: usize = 1600;

/// So long a side is left of photos in which the kingdom is small: 12 megapixels are not reduced.
const FINE_LONG_SIDE_PX: usize = 3200;

impl Default for PhotoLimits {
    fn default() -> Self {
        Self { max_pixels: DEFAULT_MAX_PIXELS, min_long_side_px: USUAL_LONG_SIDE_PX }
    }
}

impl PhotoLimits {
    /// The same for a second look at a photo in which a kingdom is small: it is reduced less.
    #[must_use]
    pub fn finer(self) -> Self {
        Self { min_long_side_px: FINE_LONG_SIDE_PX, ..self }
    }

    pub(super) fn check_pixels(&self, width: u64, height: u64) -> Result<(), PhotoProblem> {
        if width.saturating_mul(height) > self.max_pixels {
            return Err(PhotoProblem::TooManyPixels { width, height, most: self.max_pixels });
        }
        if width.max(height) > MAX_SIDE_PX { Err(PhotoProblem::TooLong { width, height }) } else { Ok(()) }
    }

    /// The most pixels of a picture that is decoded whole: each takes up to 7 bytes, and phones' largest HEIC pictures have 49 million.
    pub(super) fn whole_pixels(&self) -> u64 {
        self.max_pixels / 2
    }

    /// The most pixels of an arithmetic-coded JPEG. 100 million take 5 s, decoded twice as they are.
    pub(super) fn arithmetic_pixels(&self) -> u64 {
        self.max_pixels / 4
    }

    /// The most bytes of file and coefficients that decoding a JPEG in several scans may keep: 1.75 for a pixel. A photo of 48
    /// megapixels with colour subsampled 2x2 has 144 MB of coefficients and some 20 MB of file; with 175 MB beside networks and
    /// picture a scan stays below 300 MB.
    pub(super) fn kept_bytes(&self) -> u64 {
        (self.max_pixels / 4).saturating_mul(7)
    }
}
