//! Files that are unusual, damaged, or far larger than they look.

use std::error::Error;
use std::path::PathBuf;

use crate::common;
use crate::common::picture_files::{
    END_OF_IMAGE, PngHeader, Scan, bytes_of_rows, chunk, cut, data_start, grey_progressive, inserted, interlaced_data,
    jpeg_segment, png, progressive, rendered, segment, zlib, zlib_of_zeros,
};
use image::{DynamicImage, ExtendedColorType, ImageEncoder, RgbaImage};
use kingdom_scanner::vision::photo::{Photo, PhotoError, PhotoLimits, PhotoProblem};
use opencv::core::{Mat, Rect, Size};
use opencv::imgproc;
use opencv::prelude::{MatTraitConst, MatTraitConstManual};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

type TestResult = Result<(), Box<dyn Error>>;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(common::fixture(name)).expect("a fixture")
}

fn load(bytes: &[u8]) -> Result<Photo, PhotoError> {
    Photo::from_bytes("photo", bytes)
}

fn bytes_of(photo: &Photo) -> Vec<u8> {
    photo.pixels.data_bytes().expect("a picture in one piece").to_vec()
}

/// Data that some cameras or programs write and that do not affect the picture.
fn harmless(jpeg: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
    let tables = segment(jpeg, 0xDB).start;
    let scan = segment(jpeg, 0xDA);
    let mut odd_scan = jpeg.to_vec();
    odd_scan[scan.end - 3..scan.end].copy_from_slice(&[0, 0, 0x11]);
    let mut revision = jpeg.to_vec();
    let jfif = segment(jpeg, 0xE0);
    revision[jfif.start + 9] = 3;
    let adobe = jpeg_segment(0xEE, b"Adobe\0\x64\0\0\0\0\x07");
    let without_jfif = [&jpeg[..jfif.start], &adobe, &jpeg[jfif.end..]].concat();
    vec![
        ("stray bytes", inserted(jpeg, tables, &[1, 2, 0xFF, 0, 3])),
        ("another revision of JFIF", revision),
        ("unknown colours of Adobe's", without_jfif),
        ("odd numbers in the scan's header", odd_scan),
    ]
}

#[test]
fn what_is_odd_and_harmless_changes_no_pixel_and_is_no_damage() -> TestResult {
    let whole = fixture("five.jpg");
    let pixels = bytes_of(&load(&whole)?);
    for (what, odd) in harmless(&whole) {
        let photo = load(&odd).map_err(|error| format!("{what}: {error}"))?;
        assert!(!photo.is_damaged, "{what}");
        assert!(bytes_of(&photo) == pixels, "{what}");
    }
    Ok(())
}

/// libjpeg keeps only its first warning, so a harmless one used to hide that the data end too early.
#[test]
fn no_harmless_oddity_hides_that_a_scan_is_cut() {
    let whole = fixture("five.jpg");
    for (what, odd) in harmless(&whole) {
        let start = odd.len() - (whole.len() - data_start(&whole));
        for part in 0..48 {
            let from = start + (odd.len() - start - 64) * part / 48;
            let error = load(&cut(&odd, from)).err();
            assert!(
                matches!(error, Some(PhotoError { problem: PhotoProblem::Damaged { .. }, .. })),
                "{what}, {part} of 48: {error:?}"
            );
        }
    }
}

#[test]
fn data_that_nothing_was_decoded_from_is_damage() -> TestResult {
    let whole = fixture("five.jpg");
    let data = &whole[data_start(&whole)..][..400].iter().copied().filter(|byte| *byte != 0xFF).collect::<Vec<_>>();
    let photo = load(&inserted(&whole, whole.len() - 2, data))?;
    assert!(photo.is_damaged);
    // Phones append data after the picture's end, which is no damage.
    assert!(!load(&[&whole[..], data].concat())?.is_damaged);
    Ok(())
}

#[test]
fn a_progressive_jpeg_without_its_last_scans_is_damaged() -> TestResult {
    let whole = progressive(&fixture("five.jpg"));
    assert!(!load(&whole)?.is_damaged);
    let scans = whole.windows(2).enumerate().filter(|(_, pair)| *pair == [0xFF, 0xDA]).map(|(at, _)| at);
    let scans: Vec<usize> = scans.collect();
    assert!(scans.len() > 5, "{scans:?}");
    for &end in &scans[1..] {
        // What follows may begin with tables for the next scan; without that scan they are useless.
        assert!(load(&cut(&whole, end))?.is_damaged, "without what follows {end} of {}", whole.len());
    }
    for part in 0..48 {
        let from = data_start(&whole) + (whole.len() - data_start(&whole) - 64) * part / 48;
        let photo = load(&cut(&whole, from));
        assert!(photo.as_ref().map_or(true, |photo| photo.is_damaged), "{part} of 48");
    }
    Ok(())
}

/// libjpeg reads zeros where such data end too early, without a warning.
#[test]
fn an_arithmetic_coded_jpeg_is_read_and_a_cut_one_is_damaged() -> TestResult {
    let folder = tempfile::tempdir()?;
    let usual = load(&rendered(folder.path(), &[]))?;
    for environment in [&[("TJ_ARITHMETIC", "1")][..], &[("TJ_ARITHMETIC", "1"), ("TJ_RESTART", "4")]] {
        let whole = rendered(folder.path(), environment);
        segment(&whole, 0xC9);
        let photo = load(&whole)?;
        assert!(!photo.is_damaged);
        assert!(bytes_of(&photo) == bytes_of(&usual));
        for part in 0..24 {
            let from = data_start(&whole) + (whole.len() - data_start(&whole) - 64) * part / 24;
            let error = load(&cut(&whole, from)).err();
            assert!(
                matches!(error, Some(PhotoError { problem: PhotoProblem::Damaged { .. }, .. })),
                "{environment:?}, {part} of 24: {error:?}"
            );
        }
    }
    Ok(())
}

/// Each scan of such a file may end early.
#[test]
fn a_progressive_arithmetic_coded_jpeg_is_read_and_a_cut_one_is_damaged() -> TestResult {
    let folder = tempfile::tempdir()?;
    let whole = rendered(folder.path(), &[("TJ_ARITHMETIC", "1"), ("TJ_PROGRESSIVE", "1")]);
    segment(&whole, 0xCA);
    assert!(!load(&whole)?.is_damaged);
    let scans: Vec<usize> =
        whole.windows(2).enumerate().filter(|(_, two)| *two == [0xFF, 0xDA]).map(|at| at.0).collect();
    for (number, end) in scans[1..].iter().copied().chain([whole.len() - 2]).enumerate() {
        // All scans exist, but the second half of this one is missing.
        let middle = end - (end - scans[number] - 10) / 2;
        let photo = load(&[&whole[..middle], &whole[end..]].concat());
        assert!(photo.as_ref().map_or(true, |photo| photo.is_damaged), "scan {number} of {}", scans.len());
        assert!(load(&cut(&whole, middle)).map_or(true, |photo| photo.is_damaged), "cut in scan {number}");
    }
    Ok(())
}

/// This many bytes of noise, the same on every machine.
fn noise(bytes: usize) -> Vec<u8> {
    let mut noise = vec![0; bytes];
    ChaCha8Rng::seed_from_u64(3).fill_bytes(&mut noise);
    noise
}

/// A picture's pixels, blue first, as they were read before PNGs were read row by row: the image crate
/// decodes the whole picture, transparency is put on white, and OpenCV reduces it.
fn as_a_whole(png: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let picture = image::load_from_memory(png)?;
    let blend = |channel: u8, alpha: u16| ((u16::from(channel) * alpha + 255 * (255 - alpha) + 127) / 255) as u8;
    let (width, height) = (picture.width() as i32, picture.height() as i32);
    let bgr: Vec<u8> = if picture.color().has_alpha() {
        let of = |pixel: &image::Rgba<u8>| [2, 1, 0].map(|i| blend(pixel[i], pixel[3].into()));
        picture.into_rgba8().pixels().flat_map(of).collect()
    } else {
        picture.into_rgb8().pixels().flat_map(|pixel| [pixel[2], pixel[1], pixel[0]]).collect()
    };
    let mat = Mat::new_rows_cols_with_data(height, width * 3, &bgr)?;
    let mat = mat.reshape(3, height)?;
    let reduction = (width.max(height) / 1600).max(1);
    let size = Size::new((width / reduction).max(1), (height / reduction).max(1));
    let covered = Rect::new(0, 0, (size.width * reduction).min(width), (size.height * reduction).min(height));
    let mut small = Mat::default();
    imgproc::resize(&mat.roi(covered)?, &mut small, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    Ok(small.data_bytes()?.to_vec())
}

/// Sizes that need every reduction up to 5, with rows and columns left over, and some that are thinner than
/// the reduction.
const SIZES: [(u32, u32); 8] = [(1, 1), (7, 5), (301, 203), (3203, 35), (35, 4901), (6407, 13), (8005, 3), (2, 8005)];

#[test]
fn a_png_is_read_row_by_row_as_it_would_be_as_a_whole() -> TestResult {
    for (width, height) in SIZES {
        let pixels = noise(width as usize * height as usize * 4);
        let rgba = DynamicImage::from(RgbaImage::from_raw(width, height, pixels).ok_or("pixels")?);
        let kinds: [DynamicImage; 6] = [
            rgba.to_rgb8().into(),
            rgba.to_luma8().into(),
            rgba.to_luma_alpha8().into(),
            rgba.to_rgb16().into(),
            rgba.to_rgba16().into(),
            rgba,
        ];
        for picture in kinds {
            let mut bytes = std::io::Cursor::new(Vec::new());
            picture.write_to(&mut bytes, image::ImageFormat::Png)?;
            let bytes = bytes.into_inner();
            assert!(bytes_of(&load(&bytes)?) == as_a_whole(&bytes)?, "{width} x {height}, {:?}", picture.color());
        }
    }
    Ok(())
}

#[test]
fn wide_numbers_are_rounded_as_they_were() -> TestResult {
    let mut bytes = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    // The encoder takes 16-bit values in this machine's byte order.
    encoder.write_image(&noise(50 * 40 * 8), 50, 40, ExtendedColorType::Rgba16)?;
    assert!(bytes_of(&load(&bytes)?) == as_a_whole(&bytes)?);
    Ok(())
}

#[test]
fn an_interlaced_png_is_read_as_it_would_be_as_a_whole() -> TestResult {
    for (width, height) in SIZES {
        for (kind, channels) in [(0, 1), (2, 3), (6, 4)] {
            let header = PngHeader { width, height, depth: 8, kind, is_interlaced: true };
            let (cols, rows) = (width as usize, height as usize);
            let data = interlaced_data(&noise(cols * rows * channels), cols, rows, channels);
            let bytes = png(header, &[], &zlib(&data));
            assert!(bytes_of(&load(&bytes)?) == as_a_whole(&bytes)?, "{width} x {height}, kind {kind}");
        }
    }
    Ok(())
}

const SMALL: PngHeader = PngHeader { width: 40, height: 30, depth: 8, kind: 2, is_interlaced: false };

#[test]
fn a_chunk_with_a_wrong_checksum_is_damage() -> TestResult {
    let data = zlib(&vec![0; bytes_of_rows(SMALL)]);
    let transparent = chunk(b"tRNS", &[0; 6]);
    assert!(!load(&png(SMALL, std::slice::from_ref(&transparent), &data))?.is_damaged);
    let mut broken = transparent;
    broken[9] ^= 1;
    assert!(load(&png(SMALL, &[broken], &data))?.is_damaged);
    let whole = png(SMALL, &[], &data);
    for at in 8..whole.len() - 12 {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        assert!(load(&flipped).map_or(true, |photo| photo.is_damaged), "{at} of {}", whole.len());
    }
    Ok(())
}

/// The PNG contains chunks, unused by the program, whose data are compressed to a thousandth of their size.
#[test]
fn compressed_profiles_and_texts_are_passed_over() -> TestResult {
    let zeros = zlib_of_zeros(600 << 20);
    let profile = chunk(b"iCCP", &[b"profile\0\0".as_slice(), &zeros].concat());
    let text = chunk(b"zTXt", &[b"Comment\0\0".as_slice(), &zeros].concat());
    let bytes = png(SMALL, &[profile, text], &zlib(&vec![0; bytes_of_rows(SMALL)]));
    kept(&bytes, "profile.png");
    assert_eq!(bytes_of(&load(&bytes)?), vec![0; 40 * 30 * 3]);
    Ok(())
}

/// Writes the file into the folder in `HUGE_FILES`, if set, for measuring.
fn kept(bytes: &[u8], name: &str) {
    let folder = std::env::var_os("HUGE_FILES").map(PathBuf::from);
    folder.into_iter().for_each(|folder| std::fs::write(folder.join(name), bytes).expect("a writable folder"));
}

fn refused(bytes: &[u8]) -> String {
    load(bytes).expect_err("it takes too much").to_string()
}

/// The pictures are just within the limit, so every pixel is decoded.
#[test]
fn pngs_of_99_megapixels_are_read() -> TestResult {
    let square = PngHeader { width: 9_950, height: 9_950, depth: 1, kind: 3, is_interlaced: true };
    let headers = [square, PngHeader { depth: 8, kind: 2, is_interlaced: false, ..square }];
    for (number, header) in headers.into_iter().enumerate() {
        let palette = chunk(b"PLTE", &[10, 20, 30, 40, 50, 60]);
        let bytes = png(header, &[palette], &zlib_of_zeros(bytes_of_rows(header)));
        kept(&bytes, &format!("square-{number}.png"));
        let photo = load(&bytes)?;
        assert_eq!((photo.full_size_px, photo.reduction), ((9_950, 9_950), 6.0));
        let first = if header.kind == 3 { [30, 20, 10] } else { [0; 3] };
        assert!(bytes_of(&photo).chunks(3).all(|pixel| pixel == first));
    }
    Ok(())
}

#[test]
fn pictures_of_more_pixels_or_longer_sides_are_refused_by_their_headers() {
    let header = PngHeader { width: 14_142, height: 14_142, depth: 1, kind: 3, is_interlaced: true };
    let message = refused(&png(header, &[], &zlib_of_zeros(1000)));
    assert_eq!(
        message,
        "photo: the picture has 14142 x 14142 pixels, but at most 100000000 can be read (--max-pixels). Read it with `--max-pixels 210000000`, which needs more memory and time. Make the picture smaller"
    );
    let larger_than_of_any_phone = PngHeader { width: 30_000, height: 30_000, depth: 1, kind: 3, is_interlaced: true };
    let message = refused(&png(larger_than_of_any_phone, &[], &zlib_of_zeros(1000)));
    assert!(message.ends_with("at most 100000000 can be read (--max-pixels). Make the picture smaller"), "{message}");
    let row = PngHeader { width: 90_000_000, height: 1, depth: 16, kind: 6, is_interlaced: false };
    let message = refused(&png(row, &[], &zlib_of_zeros(1000)));
    assert_eq!(
        message,
        "photo: the picture has 90000000 x 1 pixels, but no side may have more than 65535. Crop the picture"
    );
}

#[test]
fn the_limit_can_be_set() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("photo.jpg");
    std::fs::write(&path, fixture("five.jpg"))?;
    let limits = |max_pixels| PhotoLimits { max_pixels, ..PhotoLimits::default() };
    let load = |max_pixels: u64| Photo::load_within("photo", &path, &limits(max_pixels));
    assert_eq!(load(1600 * 1200)?.full_size_px, (1600, 1200));
    let error = load(1600 * 1200 - 1).expect_err("a pixel too many").to_string();
    assert!(error.starts_with("photo: the picture has 1600 x 1200 pixels, but at most 1919999 can be read"), "{error}");
    Ok(())
}

/// Scans of a progressive JPEG: first the DC coefficient; then, for each band of AC coefficients, their high
/// bits, and one lower bit per scan.
fn scans(count: usize) -> Vec<Scan> {
    let dc = [Scan { first: 0, last: 0, high: 0, low: 0 }];
    let bands = (count - 1) / 14;
    let band = move |band: usize| {
        let first = 1 + 63 * band / bands;
        let last = 63 * (band + 1) / bands;
        (0..14).map(move |step: u8| Scan {
            first: first as u8,
            last: last as u8,
            high: if step == 0 { 0 } else { 14 - step },
            low: 13 - step,
        })
    };
    dc.into_iter().chain((0..bands).flat_map(band)).collect()
}

#[test]
fn a_progressive_jpeg_may_have_99_scans_and_no_882() -> TestResult {
    let few = scans(99);
    assert_eq!(few.len(), 99);
    let bytes = grey_progressive(9_000, 9_000, &few);
    kept(&bytes, "99-scans.jpg");
    let photo = load(&bytes)?;
    assert!(!photo.is_damaged);
    assert_eq!((photo.full_size_px, photo.reduction), ((9_000, 9_000), 4.0));
    let many = scans(883);
    assert_eq!(many.len(), 883);
    let message = refused(&grey_progressive(1_000, 1_000, &many));
    assert!(message.starts_with("photo: this JPEG has more than 100 scans"), "{message}");
    Ok(())
}

#[test]
fn a_progressive_jpeg_that_would_fill_memory_is_refused() {
    let bytes = grey_progressive(9_900, 9_900, &scans(15));
    let message = refused(&bytes);
    assert!(
        message.starts_with("photo: this is a progressive JPEG that needs 197 MB of memory, but at most 175 MB"),
        "{message}"
    );
}

/// Such files are decoded twice, and slowly, so their limit is lower.
#[test]
fn an_arithmetic_coded_jpeg_of_many_pixels_is_refused() -> TestResult {
    let folder = tempfile::tempdir()?;
    let mut bytes = rendered(folder.path(), &[("TJ_ARITHMETIC", "1")]);
    let frame = segment(&bytes, 0xC9).start;
    bytes[frame + 5..frame + 9].copy_from_slice(&[9_000_u16.to_be_bytes(), 9_000_u16.to_be_bytes()].concat());
    let message = refused(&bytes);
    assert!(
        message.contains("an arithmetic-coded JPEG; such files can be read only up to 8 MiB and 25000000 pixels"),
        "{message}"
    );
    Ok(())
}

#[test]
fn stray_markers_and_bytes_without_end_are_errors() {
    let whole = fixture("five.jpg");
    let tables = segment(&whole, 0xDB).start;
    let many = jpeg_segment(0xE0, b"JFIF\0\x07\0\0\0\0\0\0\0\0").repeat(100_000);
    assert!(matches!(
        load(&inserted(&whole, tables, &many)),
        Err(PhotoError { problem: PhotoProblem::Damaged { .. }, .. })
    ));
    assert!(load(&inserted(&whole, tables, &vec![7; 1 << 20])).is_ok_and(|photo| !photo.is_damaged));
    assert!(matches!(
        load(&[&[0xFF, 0xD8], &END_OF_IMAGE[..]].concat()),
        Err(PhotoError { problem: PhotoProblem::Damaged { .. }, .. })
    ));
}
