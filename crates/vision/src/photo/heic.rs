//! Decodes HEIC with the heifer crate. Phones write such files.
//!
//! The colours are those of the file, as for JPEG: a phone uses one colour space for both.

use std::panic::{AssertUnwindSafe, catch_unwind};

use heifer::heifer_isobmff::HeifFile;
use heifer::{Error, Options};
use opencv::core::get_num_threads;

use super::whole_picture::{WholePicture, check_size};
use super::{PhotoLimits, PhotoProblem, UNDECODABLE};
use storage::file_format::HEIC_ADVICE;

const FORMAT: &str = "HEIC";

/// Decodes the file's first picture, upright: its orientation comes from the container, not from Exif. Depth
/// maps, thumbnails and films in the file are ignored.
pub fn decode(bytes: &[u8], limits: &PhotoLimits) -> Result<WholePicture, PhotoProblem> {
    let file = HeifFile::parse(bytes).map_err(|_| damaged())?;
    if let Ok(Some((width, height))) = file.image_size(file.primary_id) {
        check_size(FORMAT, width.into(), height.into(), limits)?;
    }
    // The tiles of a picture are decoded in parallel, unless whole photos are: then OpenCV has one thread for
    // each.
    let max_threads = usize::try_from(get_num_threads()?).unwrap_or(1).max(1);
    // The size in the container may be wrong.
    let options = Options { max_threads, max_pixels: limits.whole_pixels() };
    // A malicious file may make the decoder panic; only its own photo is lost.
    let decoded = catch_unwind(AssertUnwindSafe(|| heifer::decode_rgba8(bytes, &options)));
    let image = decoded.map_err(|_| damaged())?.map_err(failure)?;
    let (width, height) = (image.width as usize, image.height as usize);
    Ok(WholePicture::new(image.data, width, height, image.has_alpha, None))
}

/// Width and height in the file's header.
pub fn size_of(bytes: &[u8]) -> Option<[u32; 2]> {
    let file = HeifFile::parse(bytes).ok()?;
    let (width, height) = file.image_size(file.primary_id).ok()??;
    Some([width, height])
}

fn failure(error: Error) -> PhotoProblem {
    match error {
        Error::Unsupported(problem) => PhotoProblem::RareKind { format: FORMAT, problem, advice: HEIC_ADVICE },
        _ => damaged(),
    }
}

fn damaged() -> PhotoProblem {
    PhotoProblem::Damaged { format: FORMAT, problem: UNDECODABLE.to_owned() }
}
