//! A photo read between corners that a user marked.

use game::photo_info::PhotoInfo;
use table::photo::ByHand;
use vision::scan::ScanOptions;

/// The options for reading a photo with these known facts.
pub fn scan_options(info: &PhotoInfo, by_hand: Option<&ByHand>) -> ScanOptions {
    let options = ScanOptions { reconstruct: info.known(), ..ScanOptions::default() };
    match by_hand {
        Some(ByHand { corners_px, rows, cols }) => options.with_corners_px(*corners_px).with_lattice(*rows, *cols),
        None => options,
    }
}
