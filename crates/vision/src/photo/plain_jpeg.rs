//! JPEG in plain Rust, with the same decoded pixels as libjpeg-turbo.

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use opencv::core::Mat;
use opencv::jpeg::{JpegError, decode};

use super::jpeg::Decompressed;
use super::jpeg_file::{JpegFile, damaged};
use super::{PhotoProblem, UNDECODABLE};

/// Why a picture could not be encoded as JPEG.
pub type EncodeJpegError = jpeg_encoder::EncodingError;

/// Decodes and encodes JPEG.
pub struct Codec;

impl Codec {
    /// Decodes at `1 / reduction` of the size; `reduction` is 1, 2, 4 or 8.
    pub fn decompress(bytes: &[u8], _file: &JpegFile, reduction: usize) -> Result<Decompressed, PhotoProblem> {
        let picture = decode(bytes, reduction).map_err(|error| match error {
            JpegError::Damaged(_) => damaged(UNDECODABLE),
            JpegError::Unsupported(format) => {
                PhotoProblem::Unsupported { format, advice: "Save it as a baseline JPEG" }
            }
        })?;
        let (rows, cols) = (picture.height as i32, picture.width as i32);
        let pixels = Mat::from_bytes(picture.pixels, picture.channels as i32, rows, cols)?;
        Ok(Decompressed { pixels, is_left_over: picture.is_left_over })
    }

    /// Encodes 8-bit BGR pixels, row by row.
    pub fn compress(pixels: &[u8], [width, height]: [usize; 2], quality: i32) -> Result<Vec<u8>, EncodeJpegError> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, quality.clamp(1, 100) as u8);
        encoder.set_sampling_factor(SamplingFactor::F_2_2);
        // A JPEG has at most 65535 pixels along a side.
        let [width, height] = [width, height].map(|px| u16::try_from(px).unwrap_or(u16::MAX));
        encoder.encode(pixels, width, height, ColorType::Bgr)?;
        Ok(file)
    }
}
