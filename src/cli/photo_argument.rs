//! Reads a photo that is given where a kingdom is expected.

use std::path::Path;

use anyhow::ensure;
use kingdom_scanner::formats::KingdomRecord;
use kingdom_scanner::messages::MessageId;
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::report::remarks_about_reading;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoLimits};
use kingdom_scanner::vision::scan::{ScanOptions, scan};

use super::territories::Subject;

/// Reads the photo with the built-in networks.
pub fn read(path: &str, limits: &PhotoLimits) -> anyhow::Result<Subject> {
    let photo = Photo::load_within(path, Path::new(path), limits)?;
    let mut kingdoms = scan(&photo, &Networks::embedded()?, &ScanOptions::default())?.kingdoms;
    ensure!(
        kingdoms.len() == 1,
        "{path}: the photo shows {} kingdoms, but one is needed; crop the photo to that \
                                  kingdom",
        kingdoms.len()
    );
    let reading = kingdoms.remove(0).reading;
    let (warnings, remarks) = remarks_about_reading(&reading, &ReconstructOptions::default());
    let is_kingdomino = !reading.kingdom.game().has_queendomino();
    let notes = is_kingdomino.then(|| MessageId::PhotoIsKingdomino.into()).into_iter().chain(remarks).collect();
    let doubts = Some(reading.doubts(&warnings));
    Ok(Subject { record: KingdomRecord { doubts, ..reading.kingdom.into() }, warnings: Vec::new(), notes })
}
