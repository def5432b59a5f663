//! Reads a batch's photos with the networks.

use opencv::core::{Mat, MatTraitConst, Size};
use opencv::imgproc;

use kingdom_scanner::batch::{PhotoOfTable, PhotoReader, PhotoReading, Pictures, Status};
use kingdom_scanner::network::Networks;
use kingdom_scanner::photo::{Photo, encode_jpeg};
use kingdom_scanner::pipeline::{Scan, ScanOptions, scan};
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::report::KingdomReport;
use kingdom_scanner::report::annotate::{Annotation, annotated_jpeg};
use kingdom_scanner::report::scan_json::kingdom_json;

use super::super::on_one_line;
use super::super::remarks::remarks_about_reading;

/// The networks, loaded once.
pub struct Scanner {
    pub networks: Networks,
}

impl PhotoReader for Scanner {
    fn identity(&self) -> String {
        self.networks.version.clone()
    }

    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<PhotoReading> {
        photos.iter().map(|photo| self.read_one(photo)).collect()
    }
}

impl Scanner {
    fn read_one(&self, of_table: &PhotoOfTable<'_>) -> PhotoReading {
        let photo = match Photo::load_as(of_table.name, of_table.path) {
            Ok(photo) => photo,
            Err(error) => return PhotoReading::without_kingdom(Status::Error, on_one_line(&error.into())),
        };
        let told = of_table.told;
        let (unseen, variants) = (told.unseen(), told.variants());
        let known = ReconstructOptions { size: told.size(), unseen, variants, ..Default::default() };
        let options = ScanOptions { reconstruct: known, ..ScanOptions::default() };
        let (mut reading, kingdoms) = match scan(&photo, &self.networks, &options) {
            Ok(scan) => (scored(&photo, &scan, of_table), Some(scan)),
            Err(error) => {
                let status = if error.is_no_kingdom() { Status::NoKingdom } else { Status::Error };
                (PhotoReading::without_kingdom(status, on_one_line(&error.into())), None)
            }
        };
        reading.pictures = pictures(&photo, kingdoms.as_ref(), told.seat.is_some());
        reading
    }
}

fn scored(photo: &Photo, scan: &Scan, of_table: &PhotoOfTable<'_>) -> PhotoReading {
    let told = of_table.told;
    let (unseen, variants) = (told.unseen(), told.variants());
    let kingdoms = scan.kingdoms.iter().map(|kingdom| {
        let (warnings, notes) = remarks_about_reading(&kingdom.reading, &kingdom.known);
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
            PhotoReading { status: Status::Scored, message, kingdoms, pictures: Pictures::default() }
        }
        Err(error) => PhotoReading::without_kingdom(Status::Error, format!("{}: {error}", of_table.name)),
    }
}

/// The long side of the small copy, in pixels: a kingdom of seven squares can still be checked by eye, and 400 copies
/// make a page of some 30 MB.
const SMALL_SIDE_PX: f64 = 720.0;

const SMALL_JPEG_QUALITY: i32 = 70;

/// For a photo that somebody should look at.
const REVIEW_JPEG_QUALITY: i32 = 90;

/// What cannot be drawn for want of memory is left out: the results do not depend on it.
fn pictures(photo: &Photo, scan: Option<&Scan>, has_seat: bool) -> Pictures {
    let small = reduced(&photo.pixels).ok().and_then(|pixels| encode_jpeg(&pixels, SMALL_JPEG_QUALITY).ok());
    let review = match scan {
        None => encode_jpeg(&photo.pixels, REVIEW_JPEG_QUALITY).ok(),
        Some(scan) => {
            let is_one_too_many = has_seat && scan.kingdoms.len() > 1;
            let needs_review = is_one_too_many || scan.kingdoms.iter().any(|kingdom| kingdom.reading.needs_review);
            let annotations = scan.kingdoms.iter().map(|kingdom| Annotation {
                fit: &kingdom.fit,
                reading: &kingdom.reading,
                total: kingdom.sheet.total,
            });
            needs_review.then(|| annotated_jpeg(photo, &annotations.collect::<Vec<_>>()).ok()).flatten()
        }
    };
    Pictures { small, review }
}

fn reduced(pixels: &Mat) -> opencv::Result<Mat> {
    let long_side_px = f64::from(pixels.cols().max(pixels.rows()));
    let scale = (SMALL_SIDE_PX / long_side_px).min(1.0);
    let mut small = Mat::default();
    imgproc::resize(pixels, &mut small, Size::default(), scale, scale, imgproc::INTER_AREA)?;
    Ok(small)
}
