//! The labelled photographs, which are not ours and may be missing next to the checkout.

use std::path::{Path, PathBuf};

/// The labels in these folders of `KINGDOM_PHOTOS`, sorted; without the folders `None`, and a message that
/// the test is skipped.
pub fn labels_in(folders: &[&str]) -> Option<Vec<PathBuf>> {
    let beside_the_checkout = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/photos");
    let photos = std::env::var_os("KINGDOM_PHOTOS").map_or_else(beside_the_checkout, PathBuf::from);
    if !photos.is_dir() {
        eprintln!("skipped: no photographs at {} (KINGDOM_PHOTOS)", photos.display());
        return None;
    }
    let files = folders.iter().flat_map(|folder| photos.join(folder).read_dir().expect("a readable folder"));
    let paths = files.map(|file| file.expect("a readable folder").path());
    let mut labels: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
    labels.sort();
    assert!(!labels.is_empty(), "no label in {folders:?} of {}", photos.display());
    Some(labels)
}
