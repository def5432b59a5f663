//! Limits on the memory and time that a photo may take, checked on its header.

use super::PhotoProblem;

/// The most pixels that are decoded by default: no phone takes larger photos in its default mode.
pub const DEFAULT_MAX_PIXELS: u64 = 100_000_000;

/// The largest modes of phones take 200 megapixels (16320 x 12240).
const MOST_OF_PHONES: u64 = 210_000_000;

/// Advice on reading a picture of this many pixels. Empty if no phone takes such pictures, because then it is
/// probably malicious.
pub(super) fn advice(pixels: u64) -> String {
    let enough = [MOST_OF_PHONES, 2 * MOST_OF_PHONES].into_iter().find(|enough| *enough >= pixels);
    enough
        .map(|enough| format!("Read it with `--max-pixels {enough}`, which needs more memory and time. "))
        .unwrap_or_default()
}

/// The longest side that is decoded, and the longest that a JPEG can have. A PNG may claim a row of
/// gigabytes.
pub const MAX_SIDE_PX: u64 = 65_535;

/// Limits on what a photo may cost. Within the default limits, reading a photo takes up to 300 MB and a few
/// seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhotoLimits {
    /// The most pixels of a picture that is decoded, before any reduction.
    pub max_pixels: u64,
    /// Larger pictures are reduced, but their long side keeps at least this many pixels.
    pub min_long_side_px: usize,
}

/// Default long side: a kingdom of seven squares that fills half of it still has squares of more than 100 px.
const USUAL_LONG_SIDE_PX: usize = 1600;

/// Long side for photos with a small kingdom: 12 megapixels are not reduced.
const FINE_LONG_SIDE_PX: usize = 3200;

impl Default for PhotoLimits {
    fn default() -> Self {
        Self { max_pixels: DEFAULT_MAX_PIXELS, min_long_side_px: USUAL_LONG_SIDE_PX }
    }
}

impl PhotoLimits {
    /// The limits for decoding a photo with a small kingdom again, with less reduction.
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

    /// The most pixels of a picture that is decoded without reduction, which takes up to 7 bytes per pixel.
    /// The largest HEIC pictures of phones have 49 million pixels.
    pub(super) fn whole_pixels(&self) -> u64 {
        self.max_pixels / 2
    }

    /// The most pixels of an arithmetic-coded JPEG: decoding 100 million of them twice takes 5 s.
    pub(super) fn arithmetic_pixels(&self) -> u64 {
        self.max_pixels / 4
    }

    /// The most bytes of file and coefficients that may be kept for decoding a JPEG with several scans: 1.75
    /// per pixel. A photo of 48 megapixels with colour subsampled 2x2 has 144 MB of coefficients and about
    /// 20 MB of file; with 175 MB in addition to networks and picture, a scan stays below 300 MB.
    pub(super) fn kept_bytes(&self) -> u64 {
        (self.max_pixels / 4).saturating_mul(7)
    }
}
