//! A tournament's photos, drawn by our own painter, and their results.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use super::game_photos::{KINGDOMS, Photos};
use super::program::{paint, run_at};

/// Two tables of two players. Ben's photo shows an edition that was never used in training, so squares of it
/// are doubtful.
pub const PHOTOS: [&str; 4] =
    ["round-1/table-1/Anna.jpg", "round-1/table-1/Ben.jpg", "round-1/table-2/Cem.jpg", "round-1/table-2/Dora.jpg"];

/// The photos below `photos`, and their results in `results`. Read once; each test has a copy.
pub fn whole() -> &'static Photos {
    static WHOLE: OnceLock<Photos> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let photos = Photos::of(&[]);
        for (table, names) in [("1", ["Anna", "Ben"]), ("2", ["Cem", "Dora"])] {
            let folder = photos.path(&format!("photos/round-1/table-{table}"));
            fs::create_dir_all(&folder).expect("a folder");
            for name in names {
                let number = PHOTOS.iter().position(|photo| photo.contains(name)).expect("a photo");
                let path = folder.join(format!("{name}.jpg"));
                let style = if name == "Ben" { "diorama" } else { "plain" };
                draw(KINGDOMS[number], &path, style, 3);
            }
        }
        let batch = run_at(photos.folder(), "C", b"", &["batch", "photos", "-o", "results"]);
        assert_eq!(batch.code, 0, "{}", batch.stderr);
        photos
    })
}

/// A photo of this kingdom.
pub fn draw(kingdom: &str, path: &Path, style: &str, seed: u64) {
    let (path, seed) = (path.to_str().expect("UTF-8"), seed.to_string());
    let style = if style == "plain" { vec![] } else { vec!["--style", style] };
    paint(&[&[kingdom, "-o", path, "--seed", &seed], &style[..]].concat());
}

/// Copies a folder recursively.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.file_type().expect("a kind").is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a copy");
        }
    }
}
