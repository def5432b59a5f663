//! The results of a scanned photo: its reading, a line of `scan --json`, and the readings of a tournament's
//! table.

mod lines_reader;
mod table_reader;

use crate::geometry::Homography;
use crate::networks::Networks;
use crate::photo::{Photo, PhotoError};
use crate::scan::{KingdomScan, PhotoRun, Scan, ScanError, ScanOptions, Timings};
use game::guesses::KingdomGuesses;
use game::line::{PhotoLine, ScanFields};
use game::photo_info::PhotoInfo;
use game::photo_reading::{PhotoReading, Status};
use messages::on_one_line;
use reading::reconstruct::ReconstructOptions;
use report::KingdomReport;
use report::scan_json::ScannedKingdom;
use storage::sha256::Content;

pub use lines_reader::LinesReader;
pub use table_reader::{Scanner, reader_identity};

/// How a photo was scanned. If a line of results has this record, `batch` can use the line instead of
/// scanning the photo.
#[derive(Debug, Clone)]
pub struct HowScanned {
    /// The sha256 of the photo's bytes.
    pub content: Content,
    /// See [`reader_identity`].
    pub reader: String,
    /// The facts given for the photo.
    pub info: PhotoInfo,
    /// Options of the scan that `batch` does not have.
    pub options: Vec<String>,
}

impl HowScanned {
    /// The record of a scan with these options.
    pub fn new(content: Content, reader: String, options: &ScanOptions) -> Self {
        let ScanOptions { corners_px, one, reconstruct, .. } = options;
        let given = [(corners_px.is_some(), "--corners"), (*one, "--one"), (reconstruct.any_dominoes, "--no-audit")];
        let options = given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, option)| option.to_owned());
        Self { content, reader, info: reconstruct.into(), options: options.collect() }
    }
}

/// The line of `scan --json` for a photo with kingdoms; `reports` has a report on each kingdom.
pub fn scored_line(
    name: &str,
    photo: &Photo,
    scan: &Scan,
    reports: &[KingdomReport<'_>],
    networks: &Networks,
    timings: &Timings,
    how: HowScanned,
) -> PhotoLine {
    let HowScanned { content, reader, info, options } = how;
    let is_corrected = reports.iter().any(|report| !report.reading.corrections.is_empty());
    let guesses = match options.is_empty() && !is_corrected {
        true => guesses_of(photo, scan),
        false => Vec::new(),
    };
    let reading = PhotoReading::scored(name, &content, &info, guesses);
    let scan = ScanFields {
        photo_size_px: Some(photo.full_size_px.into()),
        gallery_entries: networks.gallery.get().map(|gallery| gallery.entries()),
        timings_ms: Some(timings.stages_ms.clone()),
        game: None,
        program: Some(env!("CARGO_PKG_VERSION").to_owned()),
        reader: Some(reader),
        options,
        reduction: (photo.reduction > 1.0).then_some(photo.reduction),
    };
    let line = PhotoLine::new(reading, reports.iter().map(ScannedKingdom::new).collect());
    PhotoLine { scan, ..line }
}

/// The line of `scan --json` for a photo without a kingdom, or for a photo that could not be read. `content`:
/// the SHA-256 of its bytes; `known`: the options of the reading.
///
/// # Errors
/// None known: every field can be written as JSON.
pub fn failed_line(
    name: &str,
    content: &Content,
    known: &ReconstructOptions,
    status: Status,
    message: String,
) -> serde_json::Result<String> {
    let reading = PhotoReading::without_kingdom(name, content, &known.into(), status, message);
    let scan = ScanFields { timings_ms: Some(Vec::new()), ..ScanFields::default() };
    PhotoLine { scan, ..PhotoLine::new(reading, Vec::new()) }.to_line()
}

/// The reading of a scanned photo, without a hash of its bytes. `known`: the options of the scan.
pub fn scored_reading(photo: &Photo, scan: &Scan, known: &ReconstructOptions) -> PhotoReading {
    PhotoReading::scored(&photo.name, &Err(String::new()), &known.into(), guesses_of(photo, scan))
}

/// The guesses from which each kingdom was read.
fn guesses_of(photo: &Photo, scan: &Scan) -> Vec<KingdomGuesses> {
    scan.kingdoms.iter().map(|kingdom| guesses_of_kingdom(photo, kingdom)).collect()
}

fn guesses_of_kingdom(photo: &Photo, kingdom: &KingdomScan) -> KingdomGuesses {
    let Homography(to_photo_px) = Homography::scaling(photo.reduction, photo.reduction).after(&kingdom.fit.to_photo);
    let (width, height) = photo.full_size_px;
    let size = kingdom.known.size;
    let guesses = KingdomGuesses::new(&kingdom.guesses, &kingdom.beside, size, to_photo_px, [width, height]);
    guesses.with_warnings(&kingdom.reading.warnings)
}

/// The photo as read by itself. `content`: the SHA-256 of its bytes.
pub fn photo_reading(
    name: &str,
    content: &Content,
    info: &PhotoInfo,
    run: Result<&PhotoRun, PhotoError>,
) -> PhotoReading {
    let (status, message) = match run {
        Ok(PhotoRun { photo, scan: Ok(scan), .. }) => {
            return PhotoReading::scored(name, content, info, guesses_of(photo, scan));
        }
        Ok(PhotoRun { scan: Err(error), .. }) => (status_of(error), on_one_line(error)),
        Err(error) => (Status::Error, on_one_line(&error)),
    };
    PhotoReading::without_kingdom(name, content, info, status, message)
}

/// The status of a photo in which this error ended the scan.
pub fn status_of(error: &ScanError) -> Status {
    if error.is_no_kingdom() { Status::NoKingdom } else { Status::Error }
}
