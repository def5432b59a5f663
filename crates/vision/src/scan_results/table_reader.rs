//! Reads the photos of a tournament's tables with the networks.

use std::collections::BTreeMap;

use super::guesses_of;
use crate::annotate::{Annotation, annotated_jpeg};
use crate::geometry::Homography;
use crate::networks::Networks;
use crate::photo::{Photo, PhotoError, PhotoLimits, encode_jpeg};
use crate::picture_file::reduced;
use crate::scan::{PhotoRun, ScanError, ScanOptions, Trace};
use game::photo_info::PhotoInfo;
use game::photo_reader::{JointReading, PhotoOfTable, PhotoReader};
use game::photo_reading::{PhotoReading, Status};
use game::table::TablePhotos;
use kingdomino::formats::KingdomRecord;
use kingdomino::scoring::sheet;
use messages::on_one_line;
use reading::reconstruct::Reading;

/// Reads photos with networks that are loaded once.
pub struct Scanner {
    /// The networks, with the gallery if there is one.
    pub networks: Networks,
    /// The sha256 of the gallery in use, if there is one.
    pub gallery: Option<String>,
    /// The limits on a photo.
    pub limits: PhotoLimits,
}

impl PhotoReader for Scanner {
    fn identity(&self) -> String {
        reader_identity(&self.networks, self.gallery.as_deref(), &self.limits)
    }

    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<JointReading> {
        let looked: Vec<Looked> = photos.iter().map(|photo| self.look_at(photo)).collect();
        read_together(looked, &self.limits)
    }
}

/// Identifies everything that readings depend on, except the photos and their information. `gallery`: the
/// sha256 of the gallery in use.
pub fn reader_identity(networks: &Networks, gallery: Option<&str>, limits: &PhotoLimits) -> String {
    let gallery = gallery.iter().map(|gallery| format!(", gallery {gallery}"));
    // Different limits refuse different photos.
    let limits = (*limits != PhotoLimits::default()).then(|| format!(", {} pixels", limits.max_pixels));
    [networks.version.clone()].into_iter().chain(gallery).chain(limits).collect()
}

/// The part of the information that a scan uses: the part that all players share.
pub(super) fn as_scanned(info: &PhotoInfo) -> PhotoInfo {
    let PhotoInfo { variants, size, game, .. } = info.clone();
    PhotoInfo { variants, size, game, ..PhotoInfo::default() }
}

/// A photo that was read by itself. Its pixels are dropped, because a table may have many photos.
pub(super) struct Looked<'a> {
    of_table: &'a PhotoOfTable<'a>,
    read: JointReading,
    /// The number of pixels of the photo at full size per pixel of the decoded photo, along a side.
    reduction: f64,
}

impl<'a> Looked<'a> {
    /// `small`: a small copy; `None` if it could not be made.
    pub(super) fn new(
        of_table: &'a PhotoOfTable<'a>,
        mut read: JointReading,
        reduction: f64,
        small: Option<Vec<u8>>,
    ) -> Self {
        // A photo without its small copy is read again in the next run; otherwise the report would always
        // lack the copy.
        read.may_pass |= small.is_none();
        read.pictures.small = small;
        Self { of_table, read, reduction }
    }
}

impl Scanner {
    fn look_at<'a>(&self, of_table: &'a PhotoOfTable<'a>) -> Looked<'a> {
        // A player's coins must not change the guesses, because the machine that scans the photo may not know
        // them.
        let reconstruct = as_scanned(of_table.info).known();
        let options = ScanOptions { reconstruct, ..ScanOptions::default() };
        let run = PhotoRun::new(of_table.name, of_table.path, &self.limits, &self.networks, &options, Trace::default());
        let PhotoRun { photo, scan, .. } = match run {
            Ok(run) => run,
            Err(error) => return Looked { of_table, read: unopened(of_table, error), reduction: 1.0 },
        };
        let read = match scan {
            // Failures are most likely due to a lack of memory.
            Ok(scan) => JointReading {
                may_pass: !scan.failures.is_empty(),
                ..of_table.scored(guesses_of(&photo, &scan), Vec::new())
            },
            Err(error) => unread(of_table, &photo, error),
        };
        Looked::new(of_table, read, photo.reduction, small_copy(&photo))
    }
}

/// Reads the kingdoms of the photos together, and draws the pictures for review. Photos with the same rules
/// are one table.
pub(super) fn read_together(mut looked: Vec<Looked>, limits: &PhotoLimits) -> Vec<JointReading> {
    let mut games: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, photo) in looked.iter().enumerate() {
        games.entry(photo.of_table.info.rules()).or_default().push(index);
    }
    for members in games.into_values() {
        let photos: Vec<PhotoReading> = members.iter().map(|index| looked[*index].read.reading.clone()).collect();
        let Ok(table) = TablePhotos::of_table(photos) else {
            // Guesses from a scan always give kingdoms. If they ever do not, the next run reads the photos
            // again.
            members.iter().for_each(|index| looked[*index].read.may_pass = true);
            continue;
        };
        let read = table.uncorrected();
        let readings = table.warned(&read);
        let mut kingdoms = table.kept_kingdoms(&read);
        for (photo, index) in members.into_iter().enumerate() {
            if looked[index].read.reading.status != Status::Scored {
                continue;
            }
            let own = kingdoms.extract_if(.., |(of, _)| *of == photo).map(|(_, kingdom)| kingdom).collect();
            let Looked { of_table, read, reduction } = &mut looked[index];
            read.kingdoms = own;
            match review_picture(&table, photo, &readings, read, of_table, *reduction, limits) {
                Ok(picture) => read.pictures.review = picture,
                Err(NotDrawn) => read.may_pass = true,
            }
        }
    }
    looked.into_iter().map(|photo| photo.read).collect()
}

/// A fault in the file's bytes is permanent; any other failure, such as of a disk or memory, may pass.
fn unopened(of_table: &PhotoOfTable<'_>, error: PhotoError) -> JointReading {
    JointReading { may_pass: error.problem.may_pass(), ..of_table.without_kingdom(Status::Error, on_one_line(&error)) }
}

/// The review picture of a photo without a kingdom is the photo itself.
fn unread(of_table: &PhotoOfTable<'_>, photo: &Photo, error: ScanError) -> JointReading {
    let is_no_kingdom = error.is_no_kingdom();
    let message = on_one_line(&error);
    let mut read = match is_no_kingdom {
        true => of_table.without_kingdom(Status::NoKingdom, message),
        // OpenCV mostly fails when out of memory.
        false => of_table.failed_for_now(message),
    };
    read.pictures.review = encode_jpeg(&photo.pixels, REVIEW_JPEG_QUALITY).ok();
    read.may_pass |= read.pictures.review.is_none();
    read
}

/// The long side of the small copy, in pixels: a kingdom of seven squares can still be checked by eye, and
/// 400 copies make a page of about 30 MB.
const SMALL_SIDE_PX: f64 = 720.0;

const SMALL_JPEG_QUALITY: i32 = 70;

/// The JPEG quality of the picture of a photo that needs review, 1 to 100.
const REVIEW_JPEG_QUALITY: i32 = 90;

/// A picture could not be drawn because memory ran out or the file could no longer be read. The results do
/// not depend on it, and the next run tries again.
struct NotDrawn;

/// A small copy of the photo, as a JPEG; `None` when out of memory.
pub(super) fn small_copy(photo: &Photo) -> Option<Vec<u8>> {
    reduced(&photo.pixels, SMALL_SIDE_PX).ok().and_then(|pixels| encode_jpeg(&pixels, SMALL_JPEG_QUALITY).ok())
}

/// Decodes the photo again at the `reduction` at which it was read, the usual one or the finer one for small
/// kingdoms. `None` if that fails.
pub(super) fn reopened(of_table: &PhotoOfTable<'_>, reduction: f64, limits: &PhotoLimits) -> Option<Photo> {
    let within = |limits: PhotoLimits| Photo::load_within(of_table.name, of_table.path, &limits).ok();
    [*limits, limits.finer()].into_iter().filter_map(within).find(|photo| photo.reduction == reduction)
}

/// The photo, opened again, with the `readings` of its kingdoms drawn on it; `None` if nothing needs review.
fn review_picture(
    table: &TablePhotos,
    photo: usize,
    readings: &[Reading],
    read: &JointReading,
    of_table: &PhotoOfTable<'_>,
    reduction: f64,
    limits: &PhotoLimits,
) -> Result<Option<Vec<u8>>, NotDrawn> {
    let is_odd = of_table.info.is_wrong_number(read.kingdoms.len()) || of_table.is_contested;
    if !is_odd && !read.kingdoms.iter().any(|kingdom| kingdom.record.needs_review()) {
        return Ok(None);
    }
    let opened = reopened(of_table, reduction, limits).ok_or(NotDrawn)?;
    let to_decoded = Homography::scaling(1.0 / reduction, 1.0 / reduction);
    let mut annotations = Vec::new();
    let of_photo = table.views().iter().enumerate().filter(|(_, view)| view.photo == photo);
    for ((index, _), kingdom) in of_photo.zip(&read.kingdoms) {
        let Some(to_photo_px) = table.guesses(index).to_photo_px() else { continue };
        let KingdomRecord { kingdom, unseen, variants, .. } = &kingdom.record;
        let (to_photo, reading) = (to_decoded.after(&Homography(to_photo_px)), &readings[index]);
        annotations.push(Annotation { to_photo, reading, total: sheet::total(kingdom, unseen, variants) });
    }
    annotated_jpeg(&opened, &annotations).map(Some).map_err(|_| NotDrawn)
}
