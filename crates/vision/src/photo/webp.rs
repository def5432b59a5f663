//! Decodes WebP with the image crate. Messengers and web sites write such files.

use std::io::Cursor;

use image::codecs::webp::WebPDecoder;
use image::{ColorType, DynamicImage, ImageDecoder, ImageError};

use super::whole_picture::{WholePicture, check_size};
use super::{PhotoLimits, PhotoProblem, UNDECODABLE};
use storage::file_format::SAVE_AS;

const FORMAT: &str = "WebP";

/// Decodes a picture, or the first frame of an animation.
pub fn decode(bytes: &[u8], limits: &PhotoLimits) -> Result<WholePicture, PhotoProblem> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(failure)?;
    let (width, height) = decoder.dimensions();
    check_size(FORMAT, width.into(), height.into(), limits)?;
    let exif = decoder.exif_metadata().unwrap_or_default();
    let has_alpha = decoder.color_type() == ColorType::Rgba8;
    let pixels = DynamicImage::from_decoder(decoder).map_err(failure)?.into_rgba8().into_raw();
    Ok(WholePicture::new(pixels, width as usize, height as usize, has_alpha, exif))
}

/// Width and height in the file's header.
pub fn size_of(bytes: &[u8]) -> Option<[u32; 2]> {
    let (width, height) = WebPDecoder::new(Cursor::new(bytes)).ok()?.dimensions();
    Some([width, height])
}

fn failure(error: ImageError) -> PhotoProblem {
    match error {
        ImageError::Unsupported(error) => {
            PhotoProblem::RareKind { format: FORMAT, problem: error.to_string(), advice: SAVE_AS }
        }
        _ => PhotoProblem::Damaged { format: FORMAT, problem: UNDECODABLE.to_owned() },
    }
}
