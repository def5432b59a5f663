//! Reads the photos of a tournament's tables with the networks.

use std::collections::BTreeMap;

use super::guesses_of;
use crate::annotate::{Annotation, annotated_jpeg};
use crate::networks::Networks;
use crate::photo::{Photo, PhotoError, PhotoLimits, encode_jpeg};
use crate::picture_file::reduced;
use crate::scan::{KingdomScan, PhotoRun, Scan, ScanError, ScanOptions, Trace, read_together};
use game::guesses::KingdomGuesses;
use game::photo_info::PhotoInfo;
use game::photo_reader::{PhotoOfTable, PhotoReader, PhotoReading, Status};
use game::table::{kept_kingdom, warn_of_several_players};
use kingdomino::domain::Facts;
use kingdomino::scoring::sheet::ScoreSheet;
use messages::on_one_line;
use reading::reconstruct::ReconstructOptions;

/// The networks, loaded once.
pub struct Scanner {
    /// The networks, with the gallery if one is consulted.
    pub networks: Networks,
    /// The sha256 of the gallery that is consulted, if one is.
    pub gallery: Option<String>,
    /// What a photo may cost.
    pub limits: PhotoLimits,
}

impl PhotoReader for Scanner {
    fn identity(&self) -> String {
        reader_identity(&self.networks, self.gallery.as_deref(), &self.limits)
    }

    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<PhotoReading> {
        let looked: Vec<Looked> = photos.iter().map(|photo| self.look_at(photo)).collect();
        readings_of(looked, &self.limits)
    }
}

/// What readings depend on beside the photos and their information; `gallery`: the sha256 of the gallery that is used.
pub fn reader_identity(networks: &Networks, gallery: Option<&str>, limits: &PhotoLimits) -> String {
    let gallery = gallery.iter().map(|gallery| format!(", gallery {gallery}"));
    // Other limits refuse other photos.
    let limits = (*limits != PhotoLimits::default()).then(|| format!(", {} pixels", limits.max_pixels));
    [networks.version.clone()].into_iter().chain(gallery).chain(limits).collect()
}

/// The part of the information that a scan uses: what all players share.
pub(super) fn as_scanned(info: &PhotoInfo) -> PhotoInfo {
    let PhotoInfo { variants, size, game, .. } = info.clone();
    PhotoInfo { variants, size, game, ..PhotoInfo::default() }
}

/// Reads scanned photos together, table by table of the same rules, and draws their pictures.
pub(super) fn readings_of(mut looked: Vec<Looked>, limits: &PhotoLimits) -> Vec<PhotoReading> {
    read_games_together(&mut looked);
    looked.into_iter().map(|photo| photo.into_reading(limits)).collect()
}

/// A photo that was scanned by itself. Its pixels are dropped, for a table may have many photos.
pub(super) struct Looked<'a> {
    of_table: &'a PhotoOfTable<'a>,
    outcome: Result<(Photo, Scan), PhotoReading>,
    /// The guesses from which each kingdom was read, before kingdoms were read together.
    guesses: Vec<KingdomGuesses>,
    /// `None` if it cannot be drawn now, or the photo could not be opened.
    small: Option<Vec<u8>>,
}

impl Scanner {
    fn look_at<'a>(&self, of_table: &'a PhotoOfTable<'a>) -> Looked<'a> {
        // A player's coins must not change the guesses: the machine that scans the photo may not know them.
        let reconstruct = as_scanned(of_table.info).known();
        let options = ScanOptions { reconstruct, ..ScanOptions::default() };
        let run = PhotoRun::new(of_table.name, of_table.path, &self.limits, &self.networks, &options, Trace::default());
        let PhotoRun { photo, scan, .. } = match run {
            Ok(run) => run,
            Err(error) => return Looked { of_table, outcome: Err(unopened(error)), guesses: Vec::new(), small: None },
        };
        let small = small_copy(&photo);
        match scan {
            Ok(scan) => {
                let guesses = scan.kingdoms.iter().map(|kingdom| guesses_of(kingdom, &photo)).collect();
                Looked::new(of_table, photo, scan, guesses, small)
            }
            Err(error) => Looked { of_table, outcome: Err(unread(&photo, error)), guesses: Vec::new(), small },
        }
    }
}

impl<'a> Looked<'a> {
    /// A photo scanned with [`as_scanned`]; adds what no photo shows.
    pub(super) fn new(
        of_table: &'a PhotoOfTable<'a>,
        photo: Photo,
        mut scan: Scan,
        guesses: Vec<KingdomGuesses>,
        small: Option<Vec<u8>>,
    ) -> Self {
        let known = of_table.info.known();
        if known.unseen != Facts::default() {
            scan.kingdoms.iter_mut().for_each(|kingdom| kingdom.know_unseen(&known));
        }
        Self { of_table, outcome: Ok((photo.without_pixels(), scan)), guesses, small }
    }
}

/// A fault of the file's bytes stays; any other failure, such as of a disk or memory, may pass.
fn unopened(error: PhotoError) -> PhotoReading {
    PhotoReading {
        may_pass: error.problem.may_pass(),
        ..PhotoReading::without_kingdom(Status::Error, on_one_line(&error))
    }
}

/// The review picture of a photo without a kingdom is the photo itself.
fn unread(photo: &Photo, error: ScanError) -> PhotoReading {
    let is_no_kingdom = error.is_no_kingdom();
    let message = on_one_line(&error);
    let mut reading = match is_no_kingdom {
        true => PhotoReading::without_kingdom(Status::NoKingdom, message),
        // OpenCV fails mostly for want of memory.
        false => PhotoReading::failed_for_now(message),
    };
    reading.pictures.review = encode_jpeg(&photo.pixels, REVIEW_JPEG_QUALITY).ok();
    reading.may_pass |= reading.pictures.review.is_none();
    reading
}

/// The kingdoms of a table are laid from one box. Photos with other variants, sizes or boxes are of another game; facts about a single player
/// change no reading.
fn read_games_together(looked: &mut [Looked]) {
    let mut games: BTreeMap<_, Vec<&mut Looked>> = BTreeMap::new();
    for photo in looked {
        let info = photo.of_table.info;
        games.entry(info.rules()).or_default().push(photo);
    }
    let is_game = |photos: &&mut Vec<&mut Looked>| photos.len() > 1 || photos[0].of_table.info.shows_table();
    for photos in games.values_mut().filter(is_game) {
        let known = ReconstructOptions { unseen: Facts::default(), ..photos[0].of_table.info.known() };
        let mut scans: Vec<&mut Scan> =
            photos.iter_mut().filter_map(|photo| photo.outcome.as_mut().ok()).map(|(_, scan)| scan).collect();
        let game = read_together(&mut scans, &known);
        for kingdom in game.kingdoms.iter().filter(|kingdom| kingdom.shown.len() > 1) {
            let info = |name: &str, number: usize| {
                let of_photo = photos.iter().find(|photo| photo.of_table.name == name);
                of_photo.map(|photo| photo.of_table.info.of_kingdom(number - 1))
            };
            let shown: Vec<(String, PhotoInfo)> =
                kingdom.shown.iter().filter_map(|(name, n)| Some((name.clone(), info(name, *n)?))).collect();
            for (name, number) in &kingdom.shown {
                let photo = photos.iter_mut().find(|photo| photo.of_table.name == name);
                let Some(Ok((_, scan))) = photo.map(|photo| photo.outcome.as_mut()) else { continue };
                let Some(kingdom) = scan.kingdoms.get_mut(number - 1) else { continue };
                warn_of_several_players(&mut kingdom.reading, shown.iter().map(|(name, info)| (name.as_str(), info)));
            }
        }
    }
}

impl Looked<'_> {
    fn into_reading(self, limits: &PhotoLimits) -> PhotoReading {
        let Self { of_table, outcome, guesses, small } = self;
        // An opened photo has a review picture. If that could not be encoded, the photo is read again anyway.
        let was_opened = !matches!(&outcome, Err(reading) if reading.pictures.review.is_none());
        let mut reading = match outcome {
            Ok((photo, scan)) => {
                let mut reading = scored(&photo, &scan, guesses, of_table);
                match review_picture(&scan, of_table, photo.reduction, limits) {
                    Ok(picture) => reading.pictures.review = picture,
                    Err(NotDrawn) => reading.may_pass = true,
                }
                reading
            }
            Err(reading) => reading,
        };
        // A photo whose small picture could not be made is read again; else the report would lack it for good.
        reading.may_pass |= was_opened && small.is_none();
        reading.pictures.small = small;
        reading
    }
}

fn scored(photo: &Photo, scan: &Scan, guesses: Vec<KingdomGuesses>, of_table: &PhotoOfTable<'_>) -> PhotoReading {
    let kingdoms = scan.kingdoms.iter().enumerate().map(|(index, kingdom)| {
        let KingdomScan { reading, known, notes, .. } = kingdom;
        let info = of_table.info.of_kingdom(index);
        let sheet = ScoreSheet::new(&reading.kingdom, &info.facts, &known.variants);
        kept_kingdom(reading, &sheet, Some(kingdom.corners_px(photo)), &info, known, notes)
    });
    PhotoReading {
        kingdoms: kingdoms.collect(),
        guesses,
        // Most likely for want of memory.
        may_pass: !scan.failures.is_empty(),
        ..PhotoReading::without_kingdom(Status::Scored, String::new())
    }
}

/// The long side of the small copy, in pixels: a kingdom of seven squares can still be checked by eye, and 400 copies
/// make a page of some 30 MB.
const SMALL_SIDE_PX: f64 = 720.0;

const SMALL_JPEG_QUALITY: i32 = 70;

/// For the picture of a photo that needs review.
const REVIEW_JPEG_QUALITY: i32 = 90;

/// A picture could not be drawn for want of memory, or because the file could no longer be read. The results do not depend on it, and the
/// next run tries again.
struct NotDrawn;

/// `None` if memory does not suffice.
pub(super) fn small_copy(photo: &Photo) -> Option<Vec<u8>> {
    reduced(&photo.pixels, SMALL_SIDE_PX).ok().and_then(|pixels| encode_jpeg(&pixels, SMALL_JPEG_QUALITY).ok())
}

/// Decodes the photo at the `reduction` at which it was read: if a kingdom is small, a photo is decoded twice. `None` if that fails.
pub(super) fn reopened(of_table: &PhotoOfTable<'_>, reduction: f64, limits: &PhotoLimits) -> Option<Photo> {
    let within = |limits: PhotoLimits| Photo::load_within(of_table.name, of_table.path, &limits).ok();
    [*limits, limits.finer()].into_iter().filter_map(within).find(|photo| photo.reduction == reduction)
}

/// The photo, opened again, with its reading drawn on it; `None` if nobody needs to look at it.
fn review_picture(
    scan: &Scan,
    of_table: &PhotoOfTable<'_>,
    reduction: f64,
    limits: &PhotoLimits,
) -> Result<Option<Vec<u8>>, NotDrawn> {
    let is_one_too_many = of_table.info.is_wrong_number(scan.kingdoms.len());
    let is_odd = is_one_too_many || of_table.is_contested;
    let needs_review = is_odd || scan.kingdoms.iter().any(|kingdom| kingdom.reading.needs_review);
    if !needs_review {
        return Ok(None);
    }
    let photo = reopened(of_table, reduction, limits).ok_or(NotDrawn)?;
    let annotations = scan.kingdoms.iter().map(|kingdom| Annotation {
        fit: &kingdom.fit,
        reading: &kingdom.reading,
        total: kingdom.sheet.total,
    });
    annotated_jpeg(&photo, &annotations.collect::<Vec<_>>()).map(Some).map_err(|_| NotDrawn)
}
