//! Photos of every kind that phones and tools write, made in memory, and files that are not photos.

use std::error::Error;
use std::io::Cursor;

use crate::common::picture_files;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, GrayImage, ImageEncoder, Luma, LumaA, Rgb, RgbImage, Rgba, RgbaImage};
use kingdom_scanner::vision::photo::{Photo, PhotoProblem, encode_jpeg};
use opencv::core::Vec3b;
use opencv::prelude::MatTraitConst;
use proptest::prelude::*;
use turbojpeg::{Compressor, PixelFormat, Subsamp};

type TestResult = Result<(), Box<dyn Error>>;

const RED: [u8; 3] = [230, 20, 20];
const GREEN: [u8; 3] = [20, 200, 30];
const BLUE: [u8; 3] = [20, 40, 220];
const GREY: [u8; 3] = [180, 180, 180];

/// A picture in four quarters: red and green above, blue and grey below.
fn quarters(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        Rgb(match (x < width / 2, y < height / 2) {
            (true, true) => RED,
            (false, true) => GREEN,
            (true, false) => BLUE,
            (false, false) => GREY,
        })
    })
}

fn jpeg_of(pixels: &[u8], width: u32, format: PixelFormat, subsamp: Subsamp) -> Vec<u8> {
    let (width, pitch) = (width as usize, width as usize * format.size());
    let mut compressor = Compressor::new().expect("libjpeg-turbo starts");
    compressor.set_quality(95);
    compressor.set_subsamp(subsamp);
    let image = turbojpeg::Image { pixels, width, pitch, height: pixels.len() / pitch, format };
    compressor.compress_to_vec(image).expect("pixels become a JPEG")
}

fn jpeg(picture: &RgbImage) -> Vec<u8> {
    jpeg_of(picture.as_raw(), picture.width(), PixelFormat::RGB, Subsamp::Sub2x2)
}

fn png(picture: impl Into<DynamicImage>) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.into().write_to(&mut bytes, image::ImageFormat::Png).expect("pixels become a PNG");
    bytes.into_inner()
}

/// A TIFF header and one directory with one entry: the orientation (EXIF 2.3, 4.5 and 4.6).
fn orientation_exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x01\0".to_vec();
    exif.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    exif.extend([0; 4]);
    exif
}

/// The JPEG with the orientation in an application segment right after its start.
fn jpeg_with_orientation(jpeg: &[u8], orientation: u8) -> Vec<u8> {
    let body = [b"Exif\0\0".to_vec(), orientation_exif(orientation)].concat();
    let length = u16::try_from(body.len() + 2).expect("a short segment");
    [&jpeg[..2], &[0xFF, 0xE1], &length.to_be_bytes(), &body, &jpeg[2..]].concat()
}

/// The picture as a camera held this way would store it. EXIF says on which sides of the upright picture the
/// first stored row and column are.
fn stored(upright: &RgbImage, first_row: &str, first_col: &str) -> RgbImage {
    let (width, height) = upright.dimensions();
    let sideways = matches!(first_row, "left" | "right");
    let (stored_width, stored_height) = if sideways { (height, width) } else { (width, height) };
    RgbImage::from_fn(stored_width, stored_height, |col, row| {
        let place = |side: &str, steps: u32| match side {
            "left" | "top" => steps,
            "right" => width - 1 - steps,
            _ => height - 1 - steps,
        };
        let (along_row_side, along_col_side) = (place(first_row, row), place(first_col, col));
        let (x, y) = if sideways { (along_row_side, along_col_side) } else { (along_col_side, along_row_side) };
        *upright.get_pixel(x, y)
    })
}

const ORIENTATIONS: [(u8, &str, &str); 8] = [
    (1, "top", "left"),
    (2, "top", "right"),
    (3, "bottom", "right"),
    (4, "bottom", "left"),
    (5, "left", "top"),
    (6, "right", "top"),
    (7, "right", "bottom"),
    (8, "left", "bottom"),
];

/// Asserts the colour (red, green, blue) of the pixel at these fractions of width and height.
fn assert_colour(photo: &Photo, (across, down): (f64, f64), expected: [u8; 3]) -> TestResult {
    let (x, y) = (f64::from(photo.pixels.cols()) * across, f64::from(photo.pixels.rows()) * down);
    let found = photo.pixels.at_2d::<Vec3b>(y as i32, x as i32)?;
    let near = found.0.iter().rev().zip(expected).all(|(&a, b)| a.abs_diff(b) <= 8);
    assert!(near, "{}: at {across}, {down}: {:?} (blue first), expected {expected:?}", photo.name, found.0);
    Ok(())
}

fn assert_quarters(photo: &Photo) -> TestResult {
    for (place, colour) in
        [((0.05, 0.05), RED), ((0.95, 0.05), GREEN), ((0.05, 0.95), BLUE), ((0.95, 0.95), GREY), ((0.4, 0.4), RED)]
    {
        assert_colour(photo, place, colour)?;
    }
    Ok(())
}

#[test]
fn all_eight_orientations_of_a_jpeg_come_out_upright() -> TestResult {
    for (orientation, first_row, first_col) in ORIENTATIONS {
        let bytes = jpeg_with_orientation(&jpeg(&stored(&quarters(160, 96), first_row, first_col)), orientation);
        let photo = Photo::from_bytes(&format!("orientation {orientation}"), &bytes)?;
        assert_eq!(photo.full_size_px, (160, 96), "orientation {orientation}");
        assert_eq!((photo.pixels.cols(), photo.pixels.rows()), (160, 96), "orientation {orientation}");
        assert_quarters(&photo)?;
    }
    Ok(())
}

#[test]
fn all_eight_orientations_of_a_png_come_out_upright() -> TestResult {
    for (orientation, first_row, first_col) in ORIENTATIONS {
        let picture = stored(&quarters(160, 96), first_row, first_col);
        let mut bytes = Vec::new();
        let mut encoder = PngEncoder::new(&mut bytes);
        encoder.set_exif_metadata(orientation_exif(orientation))?;
        encoder.write_image(picture.as_raw(), picture.width(), picture.height(), image::ExtendedColorType::Rgb8)?;
        let photo = Photo::from_bytes(&format!("orientation {orientation}"), &bytes)?;
        assert_eq!(photo.full_size_px, (160, 96), "orientation {orientation}");
        assert_quarters(&photo)?;
    }
    Ok(())
}

#[test]
fn an_orientation_that_is_none_is_passed_over() -> TestResult {
    for orientation in [0, 9, 255] {
        let bytes = jpeg_with_orientation(&jpeg(&quarters(160, 96)), orientation);
        assert_quarters(&Photo::from_bytes("odd", &bytes)?)?;
    }
    Ok(())
}

#[test]
fn a_big_jpeg_is_decoded_at_a_reduced_scale() -> TestResult {
    for (full, decoded, reduction) in [
        ((3198, 800), (3198, 800), 1.0),
        ((3200, 800), (1600, 400), 2.0),
        ((4001, 3001), (2001, 1501), 2.0),
        ((900, 6401), (225, 1601), 4.0),
        ((12800, 500), (1600, 63), 8.0),
    ] {
        let photo = Photo::from_bytes("big.jpg", &jpeg(&quarters(full.0, full.1)))?;
        assert_eq!(photo.full_size_px, (full.0 as i32, full.1 as i32));
        assert_eq!((photo.pixels.cols(), photo.pixels.rows()), decoded, "{full:?}");
        assert_eq!(photo.reduction, reduction, "{full:?}");
        assert_quarters(&photo)?;
    }
    Ok(())
}

#[test]
fn a_reduced_photo_is_turned_upright_too() -> TestResult {
    let bytes = jpeg_with_orientation(&jpeg(&stored(&quarters(3200, 2400), "right", "top")), 6);
    let photo = Photo::from_bytes("turned.jpg", &bytes)?;
    assert_eq!(photo.full_size_px, (3200, 2400));
    assert_eq!((photo.pixels.cols(), photo.pixels.rows()), (1600, 1200));
    assert_quarters(&photo)
}

#[test]
fn a_big_png_is_made_smaller() -> TestResult {
    let photo = Photo::from_bytes("big.png", &png(quarters(4001, 1000)))?;
    assert_eq!(photo.full_size_px, (4001, 1000));
    assert_eq!((photo.pixels.cols(), photo.pixels.rows(), photo.reduction), (2000, 500, 2.0));
    assert_quarters(&photo)
}

#[test]
fn jpegs_of_every_subsampling_grey_and_cmyk_are_read() -> TestResult {
    let picture = quarters(160, 96);
    for subsamp in [Subsamp::None, Subsamp::Sub2x1, Subsamp::Sub2x2, Subsamp::Sub1x2, Subsamp::Sub4x1] {
        let bytes = jpeg_of(picture.as_raw(), 160, PixelFormat::RGB, subsamp);
        assert_quarters(&Photo::from_bytes(&format!("{subsamp:?}"), &bytes)?)?;
    }
    let grey = Photo::from_bytes("grey", &jpeg_of(&[77; 40 * 30], 40, PixelFormat::GRAY, Subsamp::Gray))?;
    assert_colour(&grey, (0.5, 0.5), [77; 3])?;
    // With Adobe's mark, values are complemented: 255 is no ink. Light is then the product of the colour's
    // and black's values.
    let cmyk: Vec<u8> = picture.pixels().flat_map(|p| [p[0], p[1], p[2], 255]).collect();
    assert_quarters(&Photo::from_bytes("cmyk", &jpeg_of(&cmyk, 160, PixelFormat::CMYK, Subsamp::None))?)
}

/// Pillow, Skia and Firefox do the same.
#[test]
fn cmyk_without_adobes_mark_is_its_complement_all_the_same() -> TestResult {
    // The cyan, magenta and yellow values of 200 are stored as luma 55 and chroma 128, 128 (YCCK).
    let mut bytes = jpeg_of(&[200, 200, 200, 255].repeat(64 * 64), 64, PixelFormat::CMYK, Subsamp::None);
    let mark = bytes.windows(5).position(|window| window == b"Adobe").ok_or("no mark of Adobe's")?;
    bytes[mark..mark + 5].copy_from_slice(b"Other");
    // Without the mark, the stored numbers are the light that cyan, magenta and yellow let pass; black lets
    // everything pass.
    assert_colour(&Photo::from_bytes("ink", &bytes)?, (0.5, 0.5), [55, 128, 128])
}

#[test]
fn a_jpeg_of_twelve_bits_is_called_so() {
    let mut bytes = jpeg_of(quarters(160, 96).as_raw(), 160, PixelFormat::RGB, Subsamp::None);
    let frame = bytes.windows(2).position(|window| window == [0xFF, 0xC0]).expect("a frame");
    bytes[frame + 4] = 12;
    let message = Photo::from_bytes("a.jpg", &bytes).expect_err("12 bits").to_string();
    assert!(
        message.starts_with("a.jpg: this JPEG has 12 bits for each colour value, but only 8 can be read"),
        "{message}"
    );
    assert!(!message.contains("damaged") && message.contains("Save it as a JPEG with 8 bits"), "{message}");
}

#[test]
fn pngs_of_every_kind_are_read() -> TestResult {
    let picture = quarters(160, 96);
    let wide = DynamicImage::from(picture.clone());
    assert_quarters(&Photo::from_bytes("16 bit", &png(wide.to_rgb16()))?)?;
    assert_quarters(&Photo::from_bytes("8 bit", &png(picture))?)?;
    assert_quarters(&Photo::from_bytes("opaque alpha", &png(wide.to_rgba8()))?)?;
    assert_quarters(&Photo::from_bytes("opaque alpha, 16 bit", &png(wide.to_rgba16()))?)?;
    let grey = GrayImage::from_pixel(40, 30, Luma([77]));
    assert_colour(&Photo::from_bytes("grey", &png(grey.clone()))?, (0.5, 0.5), [77; 3])?;
    let grey16 = DynamicImage::from(grey).to_luma16();
    assert_colour(&Photo::from_bytes("grey, 16 bit", &png(grey16))?, (0.5, 0.5), [77; 3])
}

#[test]
fn what_is_transparent_lies_on_white() -> TestResult {
    let half = RgbaImage::from_pixel(40, 30, Rgba([200, 100, 0, 128]));
    assert_colour(&Photo::from_bytes("half", &png(half))?, (0.5, 0.5), [227, 177, 127])?;
    let grey = image::GrayAlphaImage::from_pixel(40, 30, LumaA([0, 0]));
    assert_colour(&Photo::from_bytes("nothing", &png(grey))?, (0.5, 0.5), [255; 3])
}

#[test]
fn a_single_pixel_is_a_photo() -> TestResult {
    let pixel = RgbImage::from_pixel(1, 1, Rgb(GREEN));
    for bytes in [jpeg(&pixel), png(pixel)] {
        let photo = Photo::from_bytes("one pixel", &bytes)?;
        assert_eq!((photo.full_size_px, photo.reduction), ((1, 1), 1.0));
        assert_colour(&photo, (0.5, 0.5), GREEN)?;
    }
    Ok(())
}

#[test]
fn a_photo_survives_encoding() -> TestResult {
    let photo = Photo::from_bytes("first", &png(quarters(160, 96)))?;
    assert_quarters(&Photo::from_bytes("again", &encode_jpeg(&photo.pixels, 90)?)?)
}

#[test]
fn a_file_cut_off_anywhere_is_an_error_that_names_it() {
    let picture = quarters(90, 70);
    let turned = jpeg_with_orientation(&jpeg(&picture), 6);
    // The last 12 bytes of a PNG only mark its end: without them the picture is complete.
    for (whole, needless_bytes) in [(turned, 0), (png(picture), 12)] {
        for length in 0..whole.len() - needless_bytes {
            let error = Photo::from_bytes("holiday.jpg", &whole[..length]).expect_err("a part is missing");
            assert!(error.to_string().starts_with("holiday.jpg: "), "{length}: {error}");
        }
    }
}

#[test]
fn what_follows_a_jpegs_end_is_passed_over() -> TestResult {
    let bytes = [jpeg(&quarters(160, 96)), vec![0; 1000], b"a phone's own data".to_vec()].concat();
    assert_quarters(&Photo::from_bytes("trailer.jpg", &bytes)?)
}

#[test]
fn a_jpeg_with_stray_bytes_between_its_segments_is_read() -> TestResult {
    let whole = jpeg(&quarters(160, 96));
    let first_table = whole.windows(2).position(|pair| pair == [0xFF, 0xDB]).ok_or("no quantisation table")?;
    let bytes = [&whole[..first_table], &[1, 2, 3], &whole[first_table..]].concat();
    assert_quarters(&Photo::from_bytes("stray.jpg", &bytes)?)
}

/// The JPEG with another size in its frame header.
fn jpeg_that_claims(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = jpeg(&quarters(160, 96));
    let frame = bytes.windows(2).position(|pair| pair == [0xFF, 0xC0]).expect("a baseline JPEG");
    bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    bytes
}

fn png_that_claims(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = png(quarters(160, 96));
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    let crc = picture_files::crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&crc.to_be_bytes());
    bytes
}

#[test]
fn gigantic_headers_are_refused() {
    let cases = [jpeg_that_claims(65_535, 65_535), png_that_claims(70_000, 70_000), png_that_claims(15_000, 6_667)];
    for bytes in cases {
        let error = Photo::from_bytes("huge", &bytes).expect_err("nobody's camera does that");
        assert!(matches!(error.problem, PhotoProblem::TooManyPixels { .. }), "{error}");
        assert!(error.to_string().starts_with("huge: ") && error.to_string().contains("100000000"), "{error}");
    }
    for bytes in [jpeg_that_claims(9_999, 9_999), jpeg_that_claims(0, 96), png_that_claims(9_999, 9_999)] {
        let error = Photo::from_bytes("huge", &bytes).expect_err("the file is too short for that");
        assert!(matches!(error.problem, PhotoProblem::Damaged { .. }), "{error}");
    }
}

#[test]
fn other_files_are_named_and_advice_is_given() {
    let cases: [(&[u8], &str, &str); 9] = [
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC", if cfg!(feature = "heic") { "Copy" } else { "heif-convert" }),
        (b"\0\0\0\x18ftypmif1\0\0\0\0", "HEIC", if cfg!(feature = "heic") { "Copy" } else { "heif-convert" }),
        (b"\0\0\0\x18ftypavif\0\0\0\0", "AVIF", "avifdec"),
        (b"\0\0\0\x18ftypisom\0\0\0\0", "video", "photo"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "WebP", "Copy"),
        (b"GIF89a\x01\0\x01\0", "GIF", "JPEG"),
        (b"II*\0\x08\0\0\0", "TIFF", "JPEG"),
        (b"%PDF-1.7", "PDF", "pdfimages"),
        (b"Dear diary", "not a picture", "JPEG"),
    ];
    for (bytes, format, advice) in cases {
        let message = Photo::from_bytes("letter", bytes).expect_err("no photo").to_string();
        assert!(message.starts_with("letter: ") && message.contains(format) && message.contains(advice), "{message}");
    }
}

#[test]
fn empty_missing_and_folder_are_errors_that_name_the_path() -> TestResult {
    let dir = tempfile::tempdir()?;
    let empty = dir.path().join("empty.jpg");
    std::fs::write(&empty, "")?;
    for path in [empty, dir.path().join("missing.jpg"), dir.path().to_owned()] {
        let message = Photo::load(&path).expect_err("no photo").to_string();
        assert!(message.starts_with(&format!("{}: ", path.display())), "{message}");
    }
    Ok(())
}

#[test]
fn a_file_is_loaded_by_its_path() -> TestResult {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("quarters.jpg");
    std::fs::write(&path, jpeg(&quarters(160, 96)))?;
    assert_quarters(&Photo::load(&path)?)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any bytes give a photo or an error, and never a panic.
    #[test]
    fn damage_never_panics(is_png: bool, changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let picture = quarters(60, 50);
        let mut bytes = if is_png { png(picture) } else { jpeg_with_orientation(&jpeg(&picture), 8) };
        for (place, value) in changes {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        match Photo::from_bytes("damaged", &bytes) {
            Ok(photo) => prop_assert!(photo.pixels.cols() > 0 && photo.pixels.rows() > 0),
            Err(error) => prop_assert!(error.to_string().starts_with("damaged: ")),
        }
    }
}
