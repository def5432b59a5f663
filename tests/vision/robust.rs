//! Pictures of other things get the right kind of answer.

use std::error::Error;

use crate::common::fixture;
use kingdom_scanner::domain::Place;
use kingdom_scanner::formats::SquareState;
use kingdom_scanner::formats::parse_json;
use kingdom_scanner::vision::geometry::Homography;
use kingdom_scanner::vision::grid_fit::GridFit;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::{Photo, PhotoLimits, encode_jpeg};
use kingdom_scanner::vision::scan::{PhotoRun, ScanOptions, Trace, scan};
use opencv::core::{CV_8U, CV_8UC3, Mat, Point, Point2d, Rect, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::{MatTrait, MatTraitConst, MatTraitManual};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type TestResult = Result<(), Box<dyn Error>>;

/// A picture with pixels (blue, green, red) computed from column and row.
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
fn a_kingdom_whose_tiles_reach_the_photos_edge_is_never_read_without_doubt() -> TestResult {
    let photo = Photo::load(&fixture("five.jpg"))?;
    let networks = Networks::embedded()?;
    let whole = scan(&photo, &networks, &ScanOptions::default())?.kingdoms.remove(0);
    let (width, height) = (photo.pixels.cols(), photo.pixels.rows());
    // From a fifth of the first square to three fifths of the second.
    for step in 1..=8 {
        let into = f64::from(step) / 5.0;
        let at_px = whole.fit.to_photo.at(into, 2.5);
        let (left, right) = (at_px.x as i32, whole.fit.to_photo.at(5.0 - into, 2.5).x as i32);
        for part in [Rect::new(left, 0, width - left, height), Rect::new(0, 0, right, height)] {
            let cut = Photo::from_pixels("cut", photo.pixels.roi(part)?.try_clone()?);
            let Ok(scan) = scan(&cut, &networks, &ScanOptions::default()) else { continue };
            let kingdom = &scan.kingdoms[0];
            assert!(
                kingdom.reading.needs_review || kingdom.reading.kingdom == whole.reading.kingdom,
                "{part:?}: {} points in place of {}",
                kingdom.sheet.total,
                whole.sheet.total
            );
        }
    }
    Ok(())
}

#[test]
fn what_is_no_kingdom_is_none() -> TestResult {
    const BLACK_AND_WHITE: [[u8; 3]; 2] = [[0; 3], [255; 3]];
    /// The colours of wheat and forest.
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
        assert!(message.starts_with(what) && message.contains("Take the photo"), "{message}");
    }
    Ok(())
}

/// The photo with the picture of one square pasted over another.
fn pasted(photo: &Photo, fit: &GridFit, from: Place, onto: Place) -> Result<Photo, Box<dyn Error>> {
    let shift = Homography::translation(onto.col as f64 - from.col as f64, onto.row as f64 - from.row as f64);
    let moved_by = fit.to_photo.after(&shift).after(&fit.to_photo.inverse().ok_or("a grid")?);
    let size = photo.pixels.size()?;
    let (mut moved, mut mask) = (Mat::default(), Mat::new_size_with_default(size, CV_8U, Scalar::default())?);
    imgproc::warp_perspective_def(&photo.pixels, &mut moved, &moved_by.to_mat()?, size)?;
    let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(u, v)| {
        let at_px = fit.to_photo.apply(Point2d::new(onto.col as f64 + u, onto.row as f64 + v));
        Point::new(at_px.x.round() as i32, at_px.y.round() as i32)
    });
    imgproc::fill_convex_poly_def(&mut mask, &Vector::<Point>::from_iter(corners), Scalar::all(255.0))?;
    let mut pixels = photo.pixels.try_clone()?;
    moved.copy_to_masked(&mut pixels, &mask)?;
    Ok(Photo::from_pixels("pasted.png", pixels))
}

/// A tile that the box forbids is pasted into the photo. If a square clearly shows one thing but is read as
/// another, it must be doubtful, with a probability too low for accepting the reading.
#[test]
fn beside_a_wrong_tile_what_is_clearly_seen_is_never_surely_something_else() -> TestResult {
    let (networks, options) = (Networks::embedded()?, ScanOptions::default());
    let photo = Photo::load(&fixture("five.jpg"))?;
    let [first] = &scan(&photo, &networks, &options)?.kingdoms[..] else { return Err("one kingdom".into()) };
    let mut told = 0;
    for (from, onto) in [((0, 0), (2, 4)), ((2, 0), (3, 4)), ((4, 3), (1, 1)), ((1, 2), (4, 0)), ((3, 3), (0, 2))] {
        let [from, onto] = [from, onto].map(|(row, col)| Place::new(row, col));
        let photo = pasted(&photo, &first.fit, from, onto)?;
        for kingdom in scan(&photo, &networks, &options)?.kingdoms {
            let is_told = |code: &str| kingdom.reading.warnings.iter().any(|warning| warning.code.id() == code);
            told += usize::from(is_told("contradicted-squares"));
            for (place, square) in kingdom.reading.squares.iter().filter(|_| !is_told("impossible-kingdom")) {
                let (seen, probability) =
                    kingdom.guesses.at(kingdom.reading.cell_of(place)).expect("it is in the grid").best();
                if probability < 0.95 || seen == square.best {
                    continue;
                }
                let what = format!("{onto} covered, {place}: {} seen, {} read", seen, square.best);
                assert_eq!((square.state, square.second), (SquareState::Doubtful, seen), "{what}");
                assert!(square.probability < 0.97 && kingdom.reading.needs_review, "{what}: {}", square.probability);
            }
        }
    }
    assert!(told > 0, "the box contradicts some square");
    Ok(())
}

#[test]
fn a_picture_of_a_picture_is_read_like_the_picture() -> TestResult {
    let truth = parse_json(&std::fs::read_to_string(fixture("five.json"))?)?.record.kingdom;
    let picture = Photo::load(&fixture("five.jpg"))?.pixels;
    // A photo of a screen on a desk: the picture in a black frame, with white below.
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

#[test]
fn a_small_kingdom_in_a_photo_of_the_whole_table_is_read() -> TestResult {
    let truth = parse_json(&std::fs::read_to_string(fixture("five.json"))?)?.record.kingdom;
    let picture = Photo::load(&fixture("five.jpg"))?.pixels;
    let folder = tempfile::tempdir()?;
    let networks = Networks::embedded()?;
    // Each square of the kingdom, 206 px wide in the fixture, becomes about 31 px wide: in a photo that is
    // decoded at full size, and in one that is decoded at half size.
    for (width, height, left, top) in [(1500, 1100, 1100, 60), (4000, 3000, 2650, 1900)] {
        let mut table = drawn(width, height, |x, y| [(90 + x % 7) as u8, (100 + y % 5) as u8, 120])?;
        let place = Rect::new(left, top, 240, 180);
        let mut small = Mat::default();
        imgproc::resize(&picture, &mut small, place.size(), 0.0, 0.0, imgproc::INTER_AREA)?;
        small.copy_to(&mut table.roi_mut(place)?)?;
        let path = folder.path().join("table.jpg");
        std::fs::write(&path, encode_jpeg(&table, 95)?)?;
        let (limits, options) = (PhotoLimits::default(), ScanOptions::default());
        let run = PhotoRun::new("table.jpg", &path, &limits, &networks, &options, Trace::default())?;
        assert_eq!(run.photo.pixels.cols(), width, "every pixel is needed");
        let scan = run.scan?;
        let read: Vec<_> = scan.kingdoms.iter().map(|kingdom| kingdom.reading.kingdom.squares()).collect();
        assert_eq!(read, [truth.squares()], "{width} x {height}");
        let [corner, ..] = scan.kingdoms[0].corners_px(&run.photo);
        assert!(place.contains(Point::new(corner[0] as i32, corner[1] as i32)), "{corner:?} in {place:?}");
    }
    Ok(())
}
