//! A zip with which people can report a photo that was read wrongly: the photo, its reading, and the
//! corrections.
//!
//! The caller encodes the photo again, which removes the file's data about place and camera. Nothing is sent.

use std::io::{Cursor, Write};

use serde::Serialize;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::formats::SCHEMA_VERSION;
use kingdomino::formats::{KingdomRecord, SquareState};
use reading::correction::KingdomName;

/// The photo's name in the zip. It replaces the name of the file, which may be private.
pub const PHOTO: &str = "photo.jpg";

/// `about.json` of the zip. Fields are only ever added.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct About {
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    schema_version: u64,
    /// The program's version.
    program: String,
    /// The size of the upright photo that was read; corners refer to these pixels. `photo.jpg` may be
    /// smaller.
    full_size_px: [i32; 2],
    /// The user's corrections, such as `r2c4=forest:1`, or with several kingdoms `k2:r2c4=forest:1`. Squares
    /// are named as in `reading.json`.
    corrections: Vec<String>,
}

impl About {
    /// The description of a photo of this size with these corrections.
    pub fn new(full_size_px: (i32, i32), corrections: Vec<String>) -> Self {
        let program = format!("kingdom-scanner {}", env!("CARGO_PKG_VERSION"));
        Self { schema_version: SCHEMA_VERSION, program, full_size_px: full_size_px.into(), corrections }
    }
}

/// The corrected squares of a photo's kingdoms, as `--fix` expects them.
pub fn corrections<'a>(kingdoms: impl ExactSizeIterator<Item = &'a KingdomRecord>) -> Vec<String> {
    let (count, mut corrections) = (kingdoms.len(), Vec::new());
    for (index, record) in kingdoms.enumerate() {
        let name = KingdomName { photo: None, kingdom: (count > 1).then_some(index + 1) };
        for squares in record.doubts.iter().filter_map(|doubts| doubts.squares.as_ref()) {
            let corrected = squares.iter().filter(|(_, read)| read.state == SquareState::Corrected);
            corrections.extend(corrected.map(|(place, read)| name.correction(place, read.best).to_string()));
        }
    }
    corrections
}

/// The zip: the JPEG as `photo.jpg`, the reading's JSON, and the description. The same input gives the same
/// bytes.
///
/// # Errors
/// None is known, because the zip is written into memory.
pub fn bundle(jpeg: &[u8], reading: &[u8], about: &About) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // A JPEG cannot be compressed further. The fixed time makes the bytes reproducible.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    let about = serde_json::to_vec_pretty(about).map_err(std::io::Error::from)?;
    for (name, content) in [(PHOTO, jpeg), ("reading.json", reading), ("about.json", &about)] {
        zip.start_file(name, options)?;
        zip.write_all(content)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "schema")]
    fn the_committed_schema_is_of_about_json() {
        let title = "about.json in the zip of `kingdom-scanner scan --report`";
        kingdomino::schema::assert_committed::<About>("about", title);
    }
}
