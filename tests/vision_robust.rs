//! Pictures that nobody meant to be scanned get the right kind of answer.
#![cfg(feature = "vision")]

use std::error::Error;
use std::path::Path;

use kingdom_scanner::formats::parse_json;
use kingdom_scanner::network::Networks;
use kingdom_scanner::photo::Photo;
use kingdom_scanner::pipeline::{ScanOptions, scan};
use opencv::core::{CV_8UC3, Mat, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::{MatTrait, MatTraitConst, MatTraitManual};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type TestResult = Result<(), Box<dyn Error>>;

/// A picture whose pixels (blue, green, red) depend on column and row.
fn drawn(width: i32, height: i32, mut pixel: impl FnMut(i32, i32) -> [u8; 3]) -> opencv::Result<Mat> {
    let mut pixels = Mat::new_rows_cols_with_default(height, width, CV_8UC3, Scalar::default())?;
    for (i, bytes) in pixels.data_bytes_mut()?.chunks_exact_mut(3).enumerate() {
        bytes.copy_from_slice(&pixel(i as i32 % width, i as i32 / width));
    }
    Ok(pixels)
}

fn checkerboard(square_px: i32, colours: [[u8; 3]; 2]) -> opencv::Result<Mat> {
    drawn(1200, 900, |x, y| colours[((x / square_px + y / square_px) % 2) as usize])
}

#[test]
fn what_is_no_kingdom_is_none() -> TestResult {
    const BLACK_AND_WHITE: [[u8; 3]; 2] = [[0; 3], [255; 3]];
    /// Like wheat and forest.
    const YELLOW_AND_GREEN: [[u8; 3]; 2] = [[40, 190, 230], [40, 110, 30]];
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let grey = |value: u8| move |_, _| [value; 3];
    let pictures = [
        ("one pixel", drawn(1, 1, grey(90))?),
        ("a column of pixels", drawn(1, 4000, |_, y| [(y % 256) as u8; 3])?),
        ("a row of pixels", drawn(4000, 1, |x, _| [(x % 256) as u8; 3])?),
        ("seven pixels", drawn(7, 1, grey(200))?),
        ("black", drawn(1600, 1200, grey(0))?),
        ("white", drawn(1600, 1200, grey(255))?),
        ("noise", drawn(800, 600, |_, _| std::array::from_fn(|_| dice.random()))?),
        ("chess", checkerboard(100, BLACK_AND_WHITE)?),
        ("small chess", checkerboard(25, BLACK_AND_WHITE)?),
        ("tiles in the colours of land", checkerboard(90, YELLOW_AND_GREEN)?),
        ("stripes", drawn(1200, 900, |x, _| [if x % 80 < 40 { 30 } else { 220 }; 3])?),
    ];
    let networks = Networks::embedded()?;
    for (what, pixels) in pictures {
        let photo = Photo::from_pixels(what, pixels);
        let Err(error) = scan(&photo, &networks, &ScanOptions::default()) else { panic!("{what}: a kingdom") };
        assert!(error.is_no_kingdom(), "{what}: {error}");
        let message = error.to_string();
        assert!(message.starts_with(what) && message.contains("Try"), "{message}");
    }
    Ok(())
}

fn fixture(file: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos").join(file)
}

#[test]
fn a_picture_of_a_picture_is_read_like_the_picture() -> TestResult {
    let truth = parse_json(&std::fs::read_to_string(fixture("five.json"))?)?.record.kingdom;
    let picture = Photo::load(&fixture("five.jpg"))?.pixels;
    // A screen on a desk: the picture in a black frame with white below.
    let mut desk = drawn(2000, 1500, |x, y| [(90 + x % 7) as u8, (100 + y % 5) as u8, 120])?;
    for (rect, colour) in [(Rect::new(240, 180, 1400, 1130), 15.0), (Rect::new(270, 1240, 1340, 50), 240.0)] {
        imgproc::rectangle(&mut desk, rect, Scalar::all(colour), imgproc::FILLED, imgproc::LINE_8, 0)?;
    }
    let screen = Rect::new(270, 210, 1340, 1005);
    let mut small = Mat::default();
    imgproc::resize(&picture, &mut small, Size::new(screen.width, screen.height), 0.0, 0.0, imgproc::INTER_AREA)?;
    small.copy_to(&mut desk.roi_mut(screen)?)?;
    let scan = scan(&Photo::from_pixels("screen.png", desk), &Networks::embedded()?, &ScanOptions::default())?;
    let read: Vec<_> = scan.kingdoms.iter().map(|kingdom| kingdom.reading.kingdom.squares()).collect();
    assert_eq!(read, [truth.squares()]);
    Ok(())
}
