//! A zip with which people can report a photo that was read wrongly: the photo, and its line of JSON with the
//! reading and the corrections.
//!
//! The caller encodes the photo again, which removes the file's data about place and camera. Nothing is sent.

use std::io::{Cursor, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// The photo's name in the zip. It replaces the name of the file, which may be private.
pub const PHOTO: &str = "photo.jpg";

/// The zip: the JPEG as `photo.jpg`, and its line as `reading.json`. The same input gives the same bytes.
///
/// # Errors
/// None is known, because the zip is written into memory.
pub fn bundle(jpeg: &[u8], reading: &[u8]) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // A JPEG cannot be compressed further. The fixed time makes the bytes reproducible.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    for (name, content) in [(PHOTO, jpeg), ("reading.json", reading)] {
        zip.start_file(name, options)?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}
