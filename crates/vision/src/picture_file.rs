//! Writes picture files: PNG or JPEG, by the file's extension.
//!
//! They are encoded from pixels, so that none of a photo's EXIF data (position, camera, time) is copied.

use std::io::{self, Write};
use std::path::Path;

use opencv::core::{Mat, MatTraitConst, MatTraitConstManual, Size};
use opencv::imgproc;

use super::photo::{EncodeJpegError, encode_jpeg};
use storage::write_whole;

const JPEG_QUALITY: i32 = 90;

/// A format in which pictures are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    /// `.jpg` or `.jpeg`.
    Jpeg,
    /// `.png`.
    Png,
}

/// Why a picture could not be encoded.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// The JPEG encoder failed.
    #[error(transparent)]
    Jpeg(#[from] EncodeJpegError),
    /// The PNG encoder failed.
    #[error(transparent)]
    Png(#[from] png::EncodingError),
    /// OpenCV failed, most likely because memory ran out.
    #[error(transparent)]
    OpenCv(#[from] opencv::Error),
}

impl PictureFormat {
    /// The format by the file's extension, in capital or small letters; `None` for any other extension.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "jpg" | "jpeg" => Some(Self::Jpeg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }

    /// Encodes 8-bit BGR pixels.
    ///
    /// # Errors
    /// The encoder's error when out of memory.
    pub fn encode(self, picture: &Mat) -> Result<Vec<u8>, EncodeError> {
        match self {
            Self::Jpeg => Ok(encode_jpeg(picture, JPEG_QUALITY)?),
            Self::Png => encode_png(picture),
        }
    }
}

fn encode_png(picture: &Mat) -> Result<Vec<u8>, EncodeError> {
    let mut pixels = Mat::default();
    imgproc::cvt_color_def(picture, &mut pixels, imgproc::COLOR_BGR2RGB)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.cols() as u32, pixels.rows() as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.write_header()?.write_image_data(pixels.data_bytes()?)?;
    Ok(file)
}

/// The picture, reduced to a long side of at most `most_px` pixels.
///
/// # Errors
/// OpenCV's error when out of memory.
pub fn reduced(pixels: &Mat, most_px: f64) -> opencv::Result<Mat> {
    let long_side_px = f64::from(pixels.cols().max(pixels.rows()));
    let scale = (most_px / long_side_px).min(1.0);
    let mut small = Mat::default();
    imgproc::resize(pixels, &mut small, Size::default(), scale, scale, imgproc::INTER_AREA)?;
    Ok(small)
}

/// The picture, reduced to a long side of at most `most_px` pixels, as a JPEG.
///
/// # Errors
/// The encoder's error when out of memory.
pub fn reduced_jpeg(pixels: &Mat, most_px: f64) -> Result<Vec<u8>, EncodeError> {
    PictureFormat::Jpeg.encode(&reduced(pixels, most_px)?)
}

/// Writes a picture's file atomically.
///
/// # Errors
/// The system's error.
pub fn write_picture(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole(path, |out: &mut dyn Write| out.write_all(bytes))
}
