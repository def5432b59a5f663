//! What it takes to say the grid's size after a photo was read.

use std::path::PathBuf;

use crate::common::fixture;
use crate::common::photos::labels_in;
use kingdom_scanner::domain::GridSize;
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::Photo;
use kingdom_scanner::vision::scan::{ScanOptions, scan};
use kingdom_scanner::vision::scan_results::scored_reading;

/// A photo is not read again for a size in which its kingdoms were found beyond doubt, so reading it again must
/// give the same.
#[test]
fn a_size_as_it_was_found_changes_no_reading() {
    let networks = Networks::embedded().expect("networks");
    let mut photos =
        ["five", "holes", "seven", "wedding", "queendomino"].map(|name| fixture(&format!("{name}.jpg"))).to_vec();
    let boards = labels_in(&["boards"]).unwrap_or_default();
    photos.extend(
        boards.iter().map(|label| label.with_extension("jpg")).filter(|photo: &PathBuf| photo.exists()).take(12),
    );
    let mut same = 0;
    for path in photos {
        let photo = Photo::load(&path).expect("a photo");
        let reading = |size| {
            let known = ReconstructOptions { size, ..ReconstructOptions::default() };
            let options = ScanOptions { reconstruct: known.clone(), ..ScanOptions::default() };
            Some(scored_reading(&photo, &scan(&photo, &networks, &options).ok()?, &known))
        };
        let Some(found) = reading(None) else { continue };
        for size in [GridSize::Five, GridSize::Seven] {
            let info = (&ReconstructOptions { size: Some(size), ..ReconstructOptions::default() }).into();
            if let Some(told) = found.with_size_as_found(&info) {
                let json = |reading| serde_json::to_value(reading).expect("JSON");
                assert_eq!(json(Some(told)), json(reading(Some(size))), "{} {size:?}", path.display());
                same += 1;
            }
        }
    }
    assert!(same >= 3, "only {same} photos are not read again");
}
