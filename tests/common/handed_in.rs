//! The unpacked zip from `--report` or the page.

use std::io::{Cursor, Read};

use serde_json::Value;
use zip::ZipArchive;

use super::picture_files::segments;

/// The parts of the zip.
pub struct HandedIn {
    pub photo: Vec<u8>,
    pub reading: Value,
}

impl HandedIn {
    /// The squares that a person gave, by their names in the reading without corrections.
    pub fn corrections(&self) -> Vec<(&Value, &Value)> {
        let kingdoms = self.reading["kingdoms"].as_array().expect("kingdoms").iter();
        let squares = kingdoms.flat_map(|kingdom| kingdom["corrections"].as_array().expect("a list"));
        squares.map(|square| (&square["square"], &square["told"])).collect()
    }

    /// Opens the zip, and checks that its photo contains neither location nor camera.
    pub fn of(zip: &[u8]) -> Self {
        let mut zip = ZipArchive::new(Cursor::new(zip)).expect("a zip");
        assert_eq!(zip.file_names().collect::<Vec<_>>(), ["photo.jpg", "reading.json"]);
        let mut part = |name: &str| {
            let mut bytes = Vec::new();
            zip.by_name(name).expect("a part").read_to_end(&mut bytes).expect("its bytes");
            bytes
        };
        let (photo, reading) = (part("photo.jpg"), part("reading.json"));
        assert!(segments(&photo).iter().all(|(marker, _)| *marker != 0xe1), "it has EXIF data");
        for word in [&b"Exif"[..], b"camera"] {
            assert!(!photo.windows(word.len()).any(|bytes| bytes == word), "{}", String::from_utf8_lossy(word));
        }
        let reading = super::schema::parsed("photo", std::str::from_utf8(&reading).expect("UTF-8"));
        assert_eq!(reading["program"], env!("CARGO_PKG_VERSION"));
        Self { photo, reading }
    }
}
