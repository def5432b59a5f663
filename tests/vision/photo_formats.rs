//! HEIC and WebP: the same kingdom as in a JPEG, the same limits, and no crash.

use std::error::Error;

use crate::common;
use crate::common::picture_files::{heic, webp};
use image::{DynamicImage, Rgb, RgbImage, Rgba, RgbaImage};
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoFile, PhotoLimits, PhotoProblem};
use kingdom_scanner::vision::scan::{ScanOptions, scan};
use opencv::core::Vec3b;
use opencv::prelude::{MatTraitConst, MatTraitConstManual};

type TestResult = Result<(), Box<dyn Error>>;

fn fixture(name: &str) -> Result<RgbImage, image::ImageError> {
    Ok(image::open(common::fixture(name))?.into_rgb8())
}

/// A picture in which red increases to the right and green downwards.
fn slope(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, 128]))
}

fn other_formats(picture: &RgbImage) -> Vec<(&'static str, Vec<u8>)> {
    let webp = ("WebP", webp(picture.clone()));
    std::iter::once(webp).chain(heic(picture).map(|bytes| ("HEIC", bytes))).collect()
}

/// All kingdoms as read, and whether any needs review.
fn read(photo: &Photo, networks: &Networks) -> Result<Vec<(String, bool)>, Box<dyn Error>> {
    let scan = scan(photo, networks, &ScanOptions::default())?;
    let kingdom = |kingdom: &kingdom_scanner::vision::scan::KingdomScan| {
        (format!("{:?}", kingdom.reading.kingdom.squares()), kingdom.reading.needs_review)
    };
    Ok(scan.kingdoms.iter().map(kingdom).collect())
}

#[test]
fn a_photo_is_read_alike_in_every_format() -> TestResult {
    let networks = Networks::embedded()?;
    for name in ["five.jpg", "seven.jpg"] {
        let picture = fixture(name)?;
        let path = common::fixture(name);
        let jpeg = read(&Photo::load(&path)?, &networks)?;
        for (format, bytes) in other_formats(&picture) {
            let photo = Photo::from_bytes(name, &bytes)?;
            let size_px = (picture.width() as i32, picture.height() as i32);
            assert_eq!((photo.full_size_px, photo.is_damaged), (size_px, false), "{name} as {format}");
            assert_eq!(read(&photo, &networks)?, jpeg, "{name} as {format}");
        }
    }
    Ok(())
}

#[test]
fn colours_are_in_their_order_and_large_pictures_are_reduced() -> TestResult {
    let picture = slope(3300, 1000);
    for (_, bytes) in other_formats(&picture) {
        let photo = Photo::from_bytes("slope", &bytes)?;
        assert_eq!((photo.full_size_px, photo.reduction), ((3300, 1000), 2.0));
        assert_eq!((photo.pixels.cols(), photo.pixels.rows()), (1650, 500));
        let [blue, green, red] = photo.pixels.at_2d::<Vec3b>(100, 1400)?.0;
        let wanted = [128, 200 * 255 / 1000, 2800 * 255 / 3300];
        for (seen, wanted) in [blue, green, red].into_iter().zip(wanted) {
            assert!(u32::from(seen).abs_diff(wanted) < 6, "{seen}, {wanted}");
        }
    }
    Ok(())
}

#[test]
fn a_second_look_needs_no_second_decoding() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("slope");
    let (usual, finer) = (PhotoLimits::default(), PhotoLimits::default().finer());
    for (format, bytes) in other_formats(&slope(3300, 1000)) {
        std::fs::write(&path, &bytes)?;
        let file = PhotoFile::at("slope", &path);
        assert_eq!(file.decode(&usual)?.reduction, 2.0, "{format}");
        std::fs::remove_file(&path)?;
        let fine = file.decode(&finer)?;
        assert_eq!((fine.reduction, fine.full_size_px), (1.0, (3300, 1000)), "{format}");
        let again = Photo::from_bytes_within("slope", &bytes, &finer)?;
        assert!(fine.pixels.data_bytes()? == again.pixels.data_bytes()?, "{format}");
    }
    Ok(())
}

#[test]
fn what_is_transparent_lies_on_white() -> TestResult {
    let picture = RgbaImage::from_fn(64, 48, |x, _| Rgba([200, 0, 0, if x < 32 { 0 } else { 255 }]));
    let photo = Photo::from_bytes("glass", &webp(DynamicImage::from(picture)))?;
    assert_eq!(photo.pixels.at_2d::<Vec3b>(20, 5)?.0, [255; 3]);
    assert_eq!(photo.pixels.at_2d::<Vec3b>(20, 60)?.0, [0, 0, 200]);
    Ok(())
}

#[test]
fn whole_pictures_have_half_the_limit_of_pixels() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("photo");
    for (_, bytes) in other_formats(&slope(320, 192)) {
        std::fs::write(&path, &bytes).expect("a file");
        let read = |max_pixels| Photo::load_within("a", &path, &PhotoLimits { max_pixels, ..PhotoLimits::default() });
        assert!(read(122_880).is_ok_and(|photo| photo.pixels.data_bytes().is_ok_and(|bytes| bytes.len() == 184_320)));
        let problem = read(122_879).expect_err("61440 pixels are more than half").problem;
        assert!(matches!(problem, PhotoProblem::TooLargeWhole { most: 61_439, .. }), "{problem}");
    }
}
