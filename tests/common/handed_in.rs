//! The unpacked zip from `--report` or the page.

use std::io::{Cursor, Read};

use serde_json::Value;
use zip::ZipArchive;

use super::picture_files::segments;

/// The parts of the zip.
pub struct HandedIn {
    pub photo: Vec<u8>,
    pub reading: Value,
    pub about: Value,
}

impl HandedIn {
    /// Opens the zip, and checks that its photo contains neither location nor camera.
    pub fn of(zip: &[u8]) -> Self {
        let mut zip = ZipArchive::new(Cursor::new(zip)).expect("a zip");
        assert_eq!(zip.file_names().collect::<Vec<_>>(), ["photo.jpg", "reading.json", "about.json"]);
        let mut part = |name: &str| {
            let mut bytes = Vec::new();
            zip.by_name(name).expect("a part").read_to_end(&mut bytes).expect("its bytes");
            bytes
        };
        let (photo, reading, about) = (part("photo.jpg"), part("reading.json"), part("about.json"));
        assert!(segments(&photo).iter().all(|(marker, _)| *marker != 0xe1), "it has EXIF data");
        for word in [&b"Exif"[..], b"camera"] {
            assert!(!photo.windows(word.len()).any(|bytes| bytes == word), "{}", String::from_utf8_lossy(word));
        }
        let json = |bytes: &[u8]| serde_json::from_slice(bytes).expect("JSON");
        let own = Self { photo, reading: json(&reading), about: json(&about) };
        let rules = super::schema::committed("about");
        assert!(rules.is_valid(&own.about), "{}", own.about);
        assert_eq!(own.about["program"], format!("kingdom-scanner {}", env!("CARGO_PKG_VERSION")));
        own
    }
}
