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
use game::table::kept_kingdom;
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Facts, GridSize, Variant};
use messages::{Message, on_one_line};
use reading::reconstruct::ReconstructOptions;
use report::scan_json::ScannedKingdom;
use report::{KingdomReport, about_variants, remarks_about_reading};
use storage::sha256::Content;

pub use lines_reader::LinesReader;
pub use table_reader::{Scanner, reader_identity};

/// Facts given for a photo that is reported by itself.
#[derive(Debug, Clone, Default)]
pub struct GivenFacts<'a> {
    /// Who laid the kingdom.
    pub player: Option<&'a str>,
    /// Facts that no photo shows.
    pub unseen: Facts,
    /// In the order of [`Variant::ALL`], each once.
    pub variants: Vec<Variant>,
}

/// Warnings and notes about each kingdom of a scan.
pub struct ScanRemarks<'a> {
    facts: &'a GivenFacts<'a>,
    of_kingdoms: Vec<(Vec<Warning>, Vec<Message>)>,
}

impl<'a> ScanRemarks<'a> {
    /// Collects the warnings and notes about a scan's kingdoms.
    pub fn new(scan: &Scan, facts: &'a GivenFacts<'a>) -> Self {
        let remarks_about = |kingdom: &KingdomScan| {
            let (warnings, notes) = remarks_about_reading(&kingdom.reading, &kingdom.known);
            let notes = notes.into_iter().chain(about_variants(&facts.variants));
            (warnings, kingdom.notes.iter().cloned().chain(notes).collect())
        };
        Self { facts, of_kingdoms: scan.kingdoms.iter().map(remarks_about).collect() }
    }

    /// The reports on that scan's kingdoms.
    pub fn reports<'s>(&'s self, photo: &Photo, scan: &'s Scan) -> Vec<KingdomReport<'s>> {
        let report =
            |(kingdom, (warnings, notes)): (&'s KingdomScan, &'s (Vec<Warning>, Vec<Message>))| KingdomReport {
                reading: &kingdom.reading,
                sheet: &kingdom.sheet,
                corners_px: Some(kingdom.corners_px(photo)),
                player: self.facts.player,
                unseen: self.facts.unseen,
                variants: &self.facts.variants,
                warnings,
                notes,
            };
        scan.kingdoms.iter().zip(&self.of_kingdoms).map(report).collect()
    }
}

/// How a photo was scanned: with it in the line, a batch can take the line in place of the photo.
#[derive(Debug, Clone)]
pub struct HowScanned {
    /// The sha256 of the photo's bytes; `None` if they cannot be read again.
    pub sha256: Option<String>,
    /// See [`reader_identity`].
    pub reader: String,
    /// What was known of the photo.
    pub told: PhotoInfo,
    /// Given options that `batch` does not have.
    pub options: Vec<String>,
}

impl HowScanned {
    /// A scan with these options.
    pub fn new(sha256: Option<String>, reader: String, options: &ScanOptions) -> Self {
        let ScanOptions { corners_px, one, reconstruct, .. } = options;
        let ReconstructOptions { game, size, any_dominoes, unseen, variants } = reconstruct;
        let told = PhotoInfo {
            facts: *unseen,
            variants: variants.iter().map(|variant| variant.id().to_owned()).collect(),
            size: size.map(GridSize::squares_wide),
            game: game.map(|game| game.id().to_owned()),
            ..PhotoInfo::default()
        };
        let given = [(corners_px.is_some(), "--corners"), (*one, "--one"), (*any_dominoes, "--no-audit")];
        let options = given.into_iter().filter(|(is_given, _)| *is_given).map(|(_, option)| option.to_owned());
        Self { sha256, reader, told, options: options.collect() }
    }
}

/// The line of `scan --json` for a photo whose kingdoms were read; `reports` tells of each.
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
    let is_corrected = scan.kingdoms.iter().any(|kingdom| !kingdom.reading.corrections.is_empty());
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

/// The line of `scan --json` for a photo without a kingdom, or for one that could not be read.
///
/// # Errors
/// None that is known: every field has a form in JSON.
pub fn failed_line(name: &str, message: &str, is_no_kingdom: bool) -> serde_json::Result<String> {
    let line = if is_no_kingdom { ScanLine::no_kingdom(name, message) } else { ScanLine::error(name, message) };
    line.to_line()
}

/// The guesses from which a kingdom was read.
pub fn guesses_of(kingdom: &KingdomScan, photo: &Photo) -> KingdomGuesses {
    let Homography(to_photo_px) = Homography::scaling(photo.reduction, photo.reduction).after(&kingdom.fit.to_photo);
    let (width, height) = photo.full_size_px;
    KingdomGuesses::new(&kingdom.guesses, &kingdom.beside, kingdom.known.size, to_photo_px, [width, height])
}

/// The line of a game's photo, read by itself; `content`: the sha256 of its bytes.
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
    let kingdoms = scan.kingdoms.iter().map(|kingdom| {
        let corners_px = Some(kingdom.corners_px(photo));
        kept_kingdom(&kingdom.reading, &kingdom.sheet, corners_px, info, &kingdom.known, &kingdom.notes)
    });
    PhotoReading {
        kingdoms: kingdoms.collect(),
        guesses: scan.kingdoms.iter().map(|kingdom| guesses_of(kingdom, photo)).collect(),
        ..PhotoReading::without_kingdom(Status::Scored, String::new())
    }
}
