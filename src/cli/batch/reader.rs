//! Reads a batch's photos with the networks.

use std::collections::BTreeMap;

use opencv::core::{Mat, MatTraitConst, Size};
use opencv::imgproc;

use kingdom_scanner::batch::{PhotoOfTable, PhotoReader, PhotoReading, Pictures, Status, Told};
use kingdom_scanner::domain::Unseen;
use kingdom_scanner::network::Networks;
use kingdom_scanner::photo::{Photo, PhotoError, encode_jpeg};
use kingdom_scanner::pipeline::{Scan, ScanError, ScanOptions, read_together, scan};
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::report::KingdomReport;
use kingdom_scanner::report::annotate::{Annotation, annotated_jpeg};
use kingdom_scanner::report::scan_json::kingdom_json;
use kingdom_scanner::words::Message;

use super::super::on_one_line;
use super::super::remarks::remarks_about_reading;

/// The networks, loaded once.
pub struct Scanner {
    pub networks: Networks,
    /// The sha256 of the gallery that is consulted, if one is.
    pub gallery: Option<String>,
}

impl PhotoReader for Scanner {
    fn identity(&self) -> String {
        let version = &self.networks.version;
        self.gallery.as_ref().map_or_else(|| version.clone(), |gallery| format!("{version}, gallery {gallery}"))
    }

    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<PhotoReading> {
        let mut looked: Vec<Looked> = photos.iter().map(|photo| self.look_at(photo)).collect();
        read_games_together(&mut looked);
        looked.into_iter().map(Looked::told).collect()
    }
}

/// A photo that was looked at by itself. Its pixels are dropped meanwhile: a table may have many photos.
struct Looked<'a> {
    of_table: &'a PhotoOfTable<'a>,
    outcome: Result<(Photo, Scan), PhotoReading>,
    /// `None`: it cannot be drawn now, or the photo is not open.
    small: Option<Vec<u8>>,
}

impl Scanner {
    fn look_at<'a>(&self, of_table: &'a PhotoOfTable<'a>) -> Looked<'a> {
        let photo = match Photo::load_as(of_table.name, of_table.path) {
            Ok(photo) => photo,
            Err(error) => return Looked { of_table, outcome: Err(unopened(error)), small: None },
        };
        let options = ScanOptions { reconstruct: known(of_table.told), ..ScanOptions::default() };
        let small = small_copy(&photo);
        let outcome = match scan(&photo, &self.networks, &options) {
            Ok(scan) => Ok((photo.without_pixels(), scan)),
            Err(error) => Err(unread(&photo, error)),
        };
        Looked { of_table, outcome, small }
    }
}

/// The file's bytes stay what they are, and so does what is said of them alone; whatever else fails, such as a disk or
/// memory, may not fail next time.
fn unopened(error: PhotoError) -> PhotoReading {
    let is_final = matches!(
        error,
        PhotoError::FileTooLarge { .. }
            | PhotoError::Empty { .. }
            | PhotoError::Unsupported { .. }
            | PhotoError::NotAPicture { .. }
            | PhotoError::Damaged { .. }
            | PhotoError::TooManyPixels { .. }
    );
    let message = on_one_line(&error.into());
    if is_final { PhotoReading::without_kingdom(Status::Error, message) } else { PhotoReading::failed_for_now(message) }
}

/// What is drawn of a photo without a kingdom is the photo.
fn unread(photo: &Photo, error: ScanError) -> PhotoReading {
    let is_no_kingdom = error.is_no_kingdom();
    let message = on_one_line(&error.into());
    let mut reading = match is_no_kingdom {
        true => PhotoReading::without_kingdom(Status::NoKingdom, message),
        // OpenCV fails for want of memory.
        false => PhotoReading::failed_for_now(message),
    };
    reading.pictures.review = encode_jpeg(&photo.pixels, REVIEW_JPEG_QUALITY).ok();
    reading.may_pass |= reading.pictures.review.is_none();
    reading
}

fn known(told: &Told) -> ReconstructOptions {
    let (unseen, variants) = (told.unseen(), told.variants());
    ReconstructOptions { size: told.size(), unseen, variants, ..Default::default() }
}

/// The kingdoms of a table are laid from one box. Photos of which other variants or another size were told are of another
/// game; what was told of a single player changes no reading.
fn read_games_together(looked: &mut [Looked]) {
    let mut games: BTreeMap<(&[String], Option<usize>), Vec<&mut Looked>> = BTreeMap::new();
    for photo in looked {
        let told = photo.of_table.told;
        games.entry((&told.variants, told.size)).or_default().push(photo);
    }
    for photos in games.values_mut().filter(|photos| photos.len() > 1) {
        let known = ReconstructOptions { unseen: Unseen::default(), ..known(photos[0].of_table.told) };
        let mut scans: Vec<&mut Scan> =
            photos.iter_mut().filter_map(|photo| photo.outcome.as_mut().ok()).map(|(_, scan)| scan).collect();
        read_together(&mut scans, &known);
    }
}

impl Looked<'_> {
    fn told(self) -> PhotoReading {
        let Self { of_table, outcome, small } = self;
        // Of a photo that was opened there is a picture, unless it could not be encoded: then it is read again anyway.
        let was_opened = !matches!(&outcome, Err(reading) if reading.pictures.review.is_none());
        let mut reading = match outcome {
            Ok((photo, scan)) => {
                let mut reading = scored(&photo, &scan, of_table);
                match review_picture(&scan, of_table) {
                    Ok(picture) => reading.pictures.review = picture,
                    Err(_) => reading.may_pass = true,
                }
                reading
            }
            Err(reading) => reading,
        };
        // The report would be without the photo for good.
        reading.may_pass |= was_opened && small.is_none();
        reading.pictures.small = small;
        reading
    }
}

fn scored(photo: &Photo, scan: &Scan, of_table: &PhotoOfTable<'_>) -> PhotoReading {
    let told = of_table.told;
    let (unseen, variants) = (told.unseen(), told.variants());
    let kingdoms = scan.kingdoms.iter().map(|kingdom| {
        let (warnings, notes) = remarks_about_reading(&kingdom.reading, &kingdom.known);
        let notes: Vec<Message> = kingdom.notes.iter().cloned().chain(notes).collect();
        kingdom_json(&KingdomReport {
            reading: &kingdom.reading,
            sheet: &kingdom.sheet,
            corners_px: kingdom.corners_px(photo),
            player: told.seat.as_ref().map(|seat| seat.player.as_str()),
            unseen,
            variants: &variants,
            warnings: &warnings,
            notes: &notes,
        })
    });
    match kingdoms.collect() {
        Ok(kingdoms) => {
            let message = String::new();
            PhotoReading { status: Status::Scored, message, kingdoms, pictures: Pictures::default(), may_pass: false }
        }
        Err(error) => PhotoReading::failed_for_now(format!("{}: {error}", of_table.name)),
    }
}

/// The long side of the small copy, in pixels: a kingdom of seven squares can still be checked by eye, and 400 copies
/// make a page of some 30 MB.
const SMALL_SIDE_PX: f64 = 720.0;

const SMALL_JPEG_QUALITY: i32 = 70;

/// For a photo that somebody should look at.
const REVIEW_JPEG_QUALITY: i32 = 90;

/// What cannot be drawn for want of memory is left out, and the photo read again by the next run.
fn small_copy(photo: &Photo) -> Option<Vec<u8>> {
    reduced(&photo.pixels).ok().and_then(|pixels| encode_jpeg(&pixels, SMALL_JPEG_QUALITY).ok())
}

/// The photo, opened again, with what was read drawn on it, if a person should look at it.
fn review_picture(scan: &Scan, of_table: &PhotoOfTable<'_>) -> anyhow::Result<Option<Vec<u8>>> {
    let is_one_too_many = of_table.told.seat.is_some() && scan.kingdoms.len() > 1;
    let is_odd = is_one_too_many || of_table.is_contested;
    let needs_review = is_odd || scan.kingdoms.iter().any(|kingdom| kingdom.reading.needs_review);
    if !needs_review {
        return Ok(None);
    }
    let photo = Photo::load_as(of_table.name, of_table.path)?;
    let annotations = scan.kingdoms.iter().map(|kingdom| Annotation {
        fit: &kingdom.fit,
        reading: &kingdom.reading,
        total: kingdom.sheet.total,
    });
    Ok(Some(annotated_jpeg(&photo, &annotations.collect::<Vec<_>>())?))
}

fn reduced(pixels: &Mat) -> opencv::Result<Mat> {
    let long_side_px = f64::from(pixels.cols().max(pixels.rows()));
    let scale = (SMALL_SIDE_PX / long_side_px).min(1.0);
    let mut small = Mat::default();
    imgproc::resize(pixels, &mut small, Size::default(), scale, scale, imgproc::INTER_AREA)?;
    Ok(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_bytes_tell_is_final() {
        let photo = || "a.jpg".to_owned();
        let source = || std::io::Error::from_raw_os_error(libc::EIO);
        assert!(unopened(PhotoError::Read { photo: photo(), source: source() }).may_pass);
        let of_memory = opencv::Error::new(opencv::core::StsNoMem, "no memory");
        assert!(unopened(PhotoError::OpenCv { photo: photo(), source: of_memory }).may_pass);
        assert!(unopened(PhotoError::Folder { photo: photo() }).may_pass);
        assert!(!unopened(PhotoError::Empty { photo: photo() }).may_pass);
        assert!(!unopened(PhotoError::NotAPicture { photo: photo() }).may_pass);
        let damaged = PhotoError::Damaged { photo: photo(), format: "JPEG", problem: "cut off".to_owned() };
        assert!(!unopened(damaged).may_pass);
    }
}
