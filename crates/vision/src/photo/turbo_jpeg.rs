//! JPEG with libjpeg-turbo.

use opencv::core::{CV_8UC3, CV_8UC4, Mat, Scalar};
use opencv::prelude::MatTraitManual;
use turbojpeg::{Compressor, Decompressor, Image, PixelFormat, Subsamp};

use super::jpeg::Decompressed;
use super::jpeg_file::{JpegFile, damaged};
use super::{PhotoProblem, UNDECODABLE};

/// libjpeg's warning that some of the data was not decoded. It is accepted here; after any other warning the
/// file is refused.
const LEFT_OVER: &str = "extraneous bytes before marker";

/// Messages of libjpeg-turbo when it runs out of memory.
const OUT_OF_MEMORY: [&str; 2] = ["Insufficient memory", "Memory allocation failure"];

/// Why a picture could not be encoded as JPEG.
pub type EncodeJpegError = turbojpeg::Error;

/// Decodes and encodes JPEG.
pub struct Codec;

impl Codec {
    /// Decodes at `1 / reduction` of the size: libjpeg-turbo chooses the largest scale that fits into the
    /// picture it is given.
    pub fn decompress(bytes: &[u8], file: &JpegFile, reduction: usize) -> Result<Decompressed, PhotoProblem> {
        let (format, mat_type) =
            if file.components == 4 { (PixelFormat::CMYK, CV_8UC4) } else { (PixelFormat::BGR, CV_8UC3) };
        let (width, height) = (file.width.div_ceil(reduction), file.height.div_ceil(reduction));
        let mut pixels = Mat::new_rows_cols_with_default(height as i32, width as i32, mat_type, Scalar::default())?;
        let image = Image { pixels: pixels.data_bytes_mut()?, width, pitch: width * format.size(), height, format };
        let is_left_over = match Decompressor::new().map_err(failure)?.decompress(bytes, image) {
            Err(turbojpeg::Error::TurboJpegError(warning)) if warning.contains(LEFT_OVER) => true,
            result => result.map(|()| false).map_err(failure)?,
        };
        Ok(Decompressed { pixels, is_left_over })
    }

    /// Encodes 8-bit BGR pixels, row by row.
    pub fn compress(pixels: &[u8], [width, height]: [usize; 2], quality: i32) -> Result<Vec<u8>, EncodeJpegError> {
        let mut compressor = Compressor::new()?;
        compressor.set_quality(quality);
        compressor.set_subsamp(Subsamp::Sub2x2);
        compressor.compress_to_vec(Image { pixels, width, pitch: width * 3, height, format: PixelFormat::BGR })
    }
}

/// Tells a lack of memory from a damaged file.
fn failure(error: turbojpeg::Error) -> PhotoProblem {
    match error {
        turbojpeg::Error::TurboJpegError(message) if OUT_OF_MEMORY.iter().any(|words| message.contains(words)) => {
            PhotoProblem::OutOfMemory
        }
        turbojpeg::Error::Null() => PhotoProblem::OutOfMemory,
        _ => damaged(UNDECODABLE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn want_of_memory_is_no_damage() {
        for message in ["Insufficient memory (case 4)", "tjDecompress2(): Memory allocation failure"] {
            let error = failure(turbojpeg::Error::TurboJpegError(message.to_owned()));
            assert!(matches!(error, PhotoProblem::OutOfMemory), "{error:?}");
            assert!(error.may_pass());
        }
        let error = failure(turbojpeg::Error::TurboJpegError("Corrupt JPEG data: bad Huffman code".to_owned()));
        assert!(!error.may_pass());
    }
}
