//! The results of a scanned photo: a line of `scan --json`, a line of a game, and the readings of a tournament's table.

mod lines_reader;
mod table_reader;

use crate::geometry::Homography;
use crate::networks::Networks;
use crate::photo::{Photo, PhotoError};
use crate::scan::{KingdomScan, PhotoRun, Scan, ScanError, ScanOptions, Timings};
use game::guesses::KingdomGuesses;
use game::line::ResultLine;
use game::photo_info::PhotoInfo;
use game::photo_reader::{PhotoReading, Status};
use game::scan_line::ScanLine;
use game::table::{ScannedAlone, TableKingdom};
use messages::on_one_line;
use report::KingdomReport;
use report::scan_json::ScannedKingdom;
use storage::sha256::Content;

pub use lines_reader::LinesReader;
pub use table_reader::{Scanner, reader_identity};

/// How a photo was scanned. If a line contains it, a batch can use the line instead of the photo.
#[derive(Debug, Clone)]
pub struct HowScanned {
    /// The sha256 of the photo's bytes; `None` if they cannot be read again.
    pub sha256: Option<String>,
    /// See [`reader_identity`].
    pub reader: String,
    /// The facts given for the photo.
    pub told: PhotoInfo,
    /// Options of the scan that `batch` does not have.
    pub options: Vec<String>,
}

impl HowScanned {
    /// The record of a scan with these options.
    pub fn new(sha256: Option<String>, reader: String, options: &ScanOptions) -> Self {
        let ScanOptions { corners_px, one, reconstruct, .. } = options;
        let given = [(corners_px.is_some(), "--corners"), (*one, "--one"), (reconstruct.any_dominoes, "--no-audit")];
        let options = given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, option)| option.to_owned());
        Self { sha256, reader, told: reconstruct.into(), options: options.collect() }
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
) -> ScanLine {
    let remembered = networks.gallery.get().map(|gallery| gallery.entries());
    let HowScanned { sha256, reader, told, options } = how;
    let is_corrected = reports.iter().any(|report| !report.reading.corrections.is_empty());
    let guesses = match options.is_empty() && !is_corrected {
        true => scan.kingdoms.iter().map(|kingdom| guesses_of(kingdom, photo)).collect(),
        false => Vec::new(),
    };
    let kingdoms = reports.iter().map(ScannedKingdom::scanned).collect();
    let line = ScanLine::scored(name, kingdoms, &timings.stages_ms);
    let mut line = line.of_size(photo.full_size_px).with_gallery(remembered);
    (line.sha256, line.program) = (sha256, Some(env!("CARGO_PKG_VERSION").to_owned()));
    (line.reader, line.told, line.options) = (Some(reader), Some(told), options);
    line.reduction = (photo.reduction > 1.0).then_some(photo.reduction);
    line.guesses = guesses;
    line
}

/// The line of `scan --json` for a photo without a kingdom, or for a photo that could not be read.
///
/// # Errors
/// None known: every field can be written as JSON.
pub fn failed_line(name: &str, message: &str, is_no_kingdom: bool) -> serde_json::Result<String> {
    let line = if is_no_kingdom { ScanLine::no_kingdom(name, message) } else { ScanLine::error(name, message) };
    line.to_line()
}

/// The kingdoms of a scan, in the form that a table needs.
pub fn scanned_alone(photo: &Photo, scan: &Scan) -> Vec<ScannedAlone> {
    let mut alone = Vec::new();
    for kingdom in &scan.kingdoms {
        let (guesses, known, reading) = (guesses_of(kingdom, photo), kingdom.known.clone(), kingdom.reading.clone());
        alone.push(ScannedAlone { guesses, known, reading });
    }
    alone
}

/// The guesses from which a kingdom was read.
fn guesses_of(kingdom: &KingdomScan, photo: &Photo) -> KingdomGuesses {
    let Homography(to_photo_px) = Homography::scaling(photo.reduction, photo.reduction).after(&kingdom.fit.to_photo);
    let (width, height) = photo.full_size_px;
    KingdomGuesses::new(&kingdom.guesses, &kingdom.beside, kingdom.known.size, to_photo_px, [width, height])
}

/// The line of a game's photo, read by itself. `content`: the sha256 of its bytes.
pub fn game_line(name: &str, content: Content, info: &PhotoInfo, run: Result<&PhotoRun, PhotoError>) -> ResultLine {
    let reading = match run {
        Err(error) => PhotoReading::without_kingdom(Status::Error, on_one_line(&error)),
        Ok(PhotoRun { scan: Err(error), .. }) => unread(error),
        Ok(PhotoRun { photo, scan: Ok(scan), .. }) => scored(photo, scan, info),
    };
    ResultLine::new(name, &content, info, reading)
}

fn unread(error: &ScanError) -> PhotoReading {
    let status = if error.is_no_kingdom() { Status::NoKingdom } else { Status::Error };
    PhotoReading::without_kingdom(status, on_one_line(error))
}

fn scored(photo: &Photo, scan: &Scan, info: &PhotoInfo) -> PhotoReading {
    let mut scored = PhotoReading::without_kingdom(Status::Scored, String::new());
    for (index, ScannedAlone { guesses, reading, .. }) in scanned_alone(photo, scan).into_iter().enumerate() {
        let info = info.of_kingdom(index);
        let (corners_px, known) = (guesses.corners_px(&reading), guesses.known(&info));
        scored.kingdoms.push(TableKingdom::new(0, reading, corners_px, &known, Vec::new()).kept(&info));
        scored.guesses.push(guesses);
    }
    scored
}
