//! Several kingdoms in one picture are found, read and numbered separately.

use std::collections::BTreeSet;
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::fixture;
use game::table::TablePhotos;
use kingdom_scanner::audit::warning::WarningCode;
use kingdom_scanner::correction::GivenSquare;
use kingdom_scanner::domain::Place;
use kingdom_scanner::formats::{KingdomRecord, parse_json};
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::vision::geometry::Homography;
use kingdom_scanner::vision::networks::{Network, NetworkError, Networks, SquaresNetwork, Tensor};
use kingdom_scanner::vision::photo::{Photo, PhotoLimits};
use kingdom_scanner::vision::scan::{KingdomScan, PhotoRun, ScanOptions, Trace, scan};
use kingdom_scanner::vision::scan_results::scored_reading;
use kingdom_validator::comparison::Comparison;
use opencv::core::{self, Mat, MatExprTraitConst, Point, Point2d, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

type TestResult = Result<(), Box<dyn Error>>;

const HEIGHT_PX: i32 = 900;

fn label(name: &str) -> Result<KingdomRecord, Box<dyn Error>> {
    Ok(parse_json(&std::fs::read_to_string(fixture(&format!("{name}.json")))?)?.record)
}

/// A photo of several fixtures side by side, with the same height.
fn beside(names: &[&str]) -> Result<Photo, Box<dyn Error>> {
    let parts = names.iter().map(|name| {
        let pixels = Photo::load(&fixture(&format!("{name}.jpg")))?.pixels;
        let width = pixels.cols() * HEIGHT_PX / pixels.rows();
        let mut part = Mat::default();
        imgproc::resize(&pixels, &mut part, Size::new(width, HEIGHT_PX), 0.0, 0.0, imgproc::INTER_AREA)?;
        Ok(part)
    });
    let parts: Vector<Mat> = parts.collect::<Result<_, Box<dyn Error>>>()?;
    let mut pixels = Mat::default();
    core::hconcat(&parts, &mut pixels)?;
    Ok(Photo::from_pixels("table.png", pixels))
}

fn assert_read_as(kingdom: &KingdomScan, name: &str) -> TestResult {
    let truth = label(name)?.kingdom;
    let comparison = Comparison::new(truth.squares(), &BTreeSet::new(), kingdom.reading.kingdom.squares());
    assert_eq!(comparison.wrong, [], "{name}");
    Ok(())
}

#[test]
fn every_kingdom_is_read_and_numbered_from_the_left() -> TestResult {
    let networks = Networks::embedded()?;
    for names in [&["five", "holes"][..], &["holes", "seven"], &["five", "nothing", "holes"], &["five"]] {
        let scan = scan(&beside(names)?, &networks, &ScanOptions::default())?;
        let expected: Vec<&&str> = names.iter().filter(|name| **name != "nothing").collect();
        assert_eq!(scan.kingdoms.len(), expected.len(), "{names:?}");
        for (kingdom, name) in scan.kingdoms.iter().zip(expected) {
            assert_read_as(kingdom, name)?;
        }
    }
    Ok(())
}

#[test]
fn kingdoms_below_each_other_are_numbered_from_the_top() -> TestResult {
    let mut turned = Mat::default();
    core::rotate(&beside(&["five", "holes"])?.pixels, &mut turned, core::ROTATE_90_CLOCKWISE)?;
    let photo = Photo::from_pixels("table.png", turned);
    let kingdoms = scan(&photo, &Networks::embedded()?, &ScanOptions::default())?.kingdoms;
    let lands = kingdoms.iter().map(|kingdom| kingdom.reading.kingdom.squares().cells().len());
    assert_eq!(lands.collect::<Vec<_>>(), [25, 25]);
    let upper_edges: Vec<f64> = kingdoms.iter().map(|kingdom| kingdom.corners_px(&photo)[0][1]).collect();
    assert!(upper_edges[0] < upper_edges[1], "{upper_edges:?}");
    Ok(())
}

#[test]
fn one_takes_the_largest() -> TestResult {
    let (photo, networks) = (beside(&["five", "seven"])?, Networks::embedded()?);
    let all = scan(&photo, &networks, &ScanOptions::default())?.kingdoms;
    let largest = all.iter().map(|kingdom| kingdom.fit.area_px()).fold(0.0, f64::max);
    let options = ScanOptions { one: true, ..Default::default() };
    let one = scan(&photo, &networks, &options)?.kingdoms;
    assert_eq!(one.iter().map(|kingdom| kingdom.fit.area_px()).collect::<Vec<_>>(), [largest]);
    assert_eq!(all.len(), 2);
    Ok(())
}

/// A network that answers this many times, and then fails as if out of memory.
struct Failing {
    inner: Box<dyn Network>,
    good: usize,
    asked: AtomicUsize,
}

impl Network for Failing {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        if self.asked.fetch_add(1, Ordering::Relaxed) < self.good {
            return self.inner.run(input);
        }
        let source = opencv::Error::new(core::StsNoMem, "Insufficient memory");
        Err(NetworkError::Run { name: "broken.onnx".to_owned(), source })
    }
}

fn failing(inner: Box<dyn Network>, good: usize) -> Box<dyn Network> {
    Box::new(Failing { inner, good, asked: AtomicUsize::new(0) })
}

/// Networks of which the first one that reads squares fails, starting with this kingdom, counted from 0.
fn failing_from_kingdom(good: usize) -> Result<Networks, Box<dyn Error>> {
    let mut networks = Networks::embedded()?;
    let fast = networks.fast_squares.take().ok_or("it is built in")?;
    networks.fast_squares = Some(SquaresNetwork { network: failing(fast.network, good), ..fast });
    Ok(networks)
}

fn codes(kingdom: &KingdomScan) -> Vec<&'static str> {
    kingdom.reading.warnings.iter().map(|warning| warning.code.id()).collect()
}

#[test]
fn a_kingdom_on_which_a_network_failed_is_a_warning_of_the_photo() -> TestResult {
    let photo = beside(&["five", "holes"])?;
    let all = scan(&photo, &Networks::embedded()?, &ScanOptions::default())?;
    assert!(all.failures.is_empty() && all.kingdoms.iter().all(|kingdom| !kingdom.reading.needs_review));
    let scan = scan(&photo, &failing_from_kingdom(1)?, &ScanOptions::default())?;
    let [kingdom] = &scan.kingdoms[..] else { panic!("one of two is read") };
    assert_eq!(codes(kingdom), ["unread-kingdom"]);
    assert!(kingdom.reading.needs_review);
    let [failure] = &scan.failures[..] else { panic!("the other one failed: {:?}", scan.failures) };
    assert!(failure.message.contains("broken.onnx") && failure.message.contains("table.png"), "{failure:?}");
    let message = kingdom.reading.warnings[0].message.to_string();
    let corners: Vec<String> = failure.corners_px.iter().flatten().map(|px| format!("{px:.0}")).collect();
    assert!(message.contains(&corners.join(",")) && message.contains("broken.onnx"), "{message}");
    let middle_x = |corners: [[f64; 2]; 4]| corners.iter().map(|corner| corner[0]).sum::<f64>() / 4.0;
    let lies_there =
        |other: &&KingdomScan| (middle_x(other.corners_px(&photo)) - middle_x(failure.corners_px)).abs() < 60.0;
    assert_eq!(all.kingdoms.iter().filter(lies_there).count(), 1, "where the other one lies");
    assert!((middle_x(kingdom.corners_px(&photo)) - middle_x(failure.corners_px)).abs() > 300.0);
    // Neither reading other photos of the game nor correcting a square removes this warning.
    for is_game in [false, true] {
        let reading = scored_reading(&photo, &scan, &ReconstructOptions::default());
        let table = TablePhotos::of_photos(vec![reading], is_game)?;
        let (first, corner) = (&table.first_readings().kingdoms[0].reading.clone(), Place::new(0, 0));
        let given = GivenSquare { cell: first.cell_of(corner), square: first.kingdom.squares()[corner] };
        let corrected = &table.read_anew(&[vec![given]])?.kingdoms[0];
        assert_eq!(corrected.corrections.len(), 1);
        for reading in [first, corrected] {
            let is_told = reading.warnings.iter().any(|warning| warning.code == WarningCode::UnreadKingdom);
            assert!(reading.needs_review && is_told, "{is_game}");
        }
    }
    Ok(())
}

#[test]
fn a_photo_of_which_nothing_could_be_read_is_no_photo_without_a_kingdom() -> TestResult {
    let result = scan(&beside(&["five", "holes"])?, &failing_from_kingdom(0)?, &ScanOptions::default());
    let error = result.err().ok_or("both failed")?;
    assert!(!error.is_no_kingdom() && error.to_string().contains("broken.onnx"), "{error}");
    Ok(())
}

#[test]
fn where_only_the_largest_is_asked_for_a_smaller_one_may_fail() -> TestResult {
    let photo = beside(&["five", "seven"])?;
    let one = ScanOptions { one: true, ..Default::default() };
    let all = scan(&photo, &Networks::embedded()?, &ScanOptions::default())?;
    // The program reads the grids in the order of their confidence.
    let first = all.kingdoms.iter().max_by(|a, b| a.fit.confidence.total_cmp(&b.fit.confidence)).ok_or("two")?;
    let largest = all.kingdoms.iter().max_by(|a, b| a.fit.area_px().total_cmp(&b.fit.area_px())).ok_or("two")?;
    let fails_on_largest = first.fit.area_px() < largest.fit.area_px();
    let scan = scan(&photo, &failing_from_kingdom(1)?, &one)?;
    assert_eq!((scan.failures.len(), scan.kingdoms.len()), (usize::from(fails_on_largest), 1));
    assert_eq!(codes(&scan.kingdoms[0]).contains(&"unread-kingdom"), fails_on_largest);
    Ok(())
}

/// Without its pieces the kingdom has fewer points, so a reading without them must not be shown.
#[test]
fn no_first_reading_stands_in_for_one_that_failed() -> TestResult {
    let photo = Photo::load(&fixture("queendomino.jpg"))?;
    for in_pieces in [true, false] {
        let mut networks = Networks::embedded()?;
        let mut queendomino = networks.queendomino.take().ok_or("they are built in")?;
        let network = if in_pieces { &mut queendomino.pieces.network } else { &mut queendomino.squares.network };
        *network = failing(Box::new(NoNetwork), 0);
        networks.queendomino = Some(queendomino);
        let error = scan(&photo, &networks, &ScanOptions::default()).err().ok_or("a network failed")?;
        assert!(!error.is_no_kingdom() && error.to_string().contains("broken.onnx"), "{error}");
    }
    Ok(())
}

#[test]
fn a_look_for_small_kingdoms_that_fails_is_no_photo_without_a_kingdom() -> TestResult {
    let path = fixture("nothing.jpg");
    let with_looks = |looks: usize| -> Result<_, Box<dyn Error>> {
        let mut networks = Networks::embedded()?;
        networks.locator = failing(networks.locator, looks);
        let (limits, options) = (PhotoLimits::default(), ScanOptions::default());
        let trace = Trace { keeps_locator_passes: true, ..Trace::default() };
        let run = PhotoRun::new("nothing.jpg", &path, &limits, &networks, &options, trace)?;
        Ok((run.scan.err().ok_or("it holds no kingdom")?, run.trace.locator_passes.len()))
    };
    let (error, looks) = with_looks(usize::MAX)?;
    assert!(error.is_no_kingdom() && looks > 0, "{error}");
    // The last look, at a part of the photo, fails.
    let (error, _) = with_looks(looks - 1)?;
    assert!(!error.is_no_kingdom(), "{error}");
    Ok(())
}

struct NoNetwork;

impl Network for NoNetwork {
    fn run(&self, _: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        Ok(Vec::new())
    }
}

/// The photo with a copy of some of its squares next to the kingdom, shifted by this many pixels to the right
/// and down.
fn with_squares_beside(name: &str, places: &[Place], [right, below]: [f64; 2]) -> Result<Photo, Box<dyn Error>> {
    let label = label(name)?;
    let mut picture = Photo::load(&fixture(&format!("{name}.jpg")))?.pixels;
    let squares = label.kingdom.squares();
    let corners = label.corners_px.ok_or("a label tells the corners")?.map(|[x, y]| Point2d::new(x, y));
    let to_photo = Homography::from_lattice(squares.rows(), squares.cols(), corners)?;
    let mut mask = Mat::zeros_size(picture.size()?, core::CV_8U)?.to_mat()?;
    for place in places {
        let corner = |(x, y): (usize, usize)| {
            let at = to_photo.apply(Point2d::new((place.col + x) as f64, (place.row + y) as f64));
            Point::new((at.x + right).round() as i32, (at.y + below).round() as i32)
        };
        let outline: Vector<Point> = [(0, 0), (1, 0), (1, 1), (0, 1)].into_iter().map(corner).collect();
        imgproc::fill_convex_poly_def(&mut mask, &outline, Scalar::all(255.0))?;
    }
    let moved = Mat::from_slice_2d(&[[1.0, 0.0, right], [0.0, 1.0, below]])?;
    let mut copied = Mat::default();
    imgproc::warp_affine_def(&picture, &mut copied, &moved, picture.size()?)?;
    copied.copy_to_masked(&mut picture, &mask)?;
    Ok(Photo::from_pixels("with squares beside", picture))
}

#[test]
fn a_small_kingdom_that_is_seen_and_not_read_is_named() -> TestResult {
    let networks = Networks::embedded()?;
    let square_of = |places: [(usize, usize); 4]| places.map(|(row, col)| Place::new(row, col)).to_vec();
    // The pasted squares are two dominoes and the castle in the first case, and fewer in the second; none has
    // a crown.
    let around_castle = square_of([(2, 2), (2, 3), (3, 2), (3, 3)]);
    let cases = [(vec![Place::new(1, 2), Place::new(1, 3)], [600.0, 200.0]), (vec![Place::new(4, 2)], [560.0, 60.0])];
    for (more, by_px) in cases {
        let squares = [around_castle.clone(), more].concat();
        let scan = scan(&with_squares_beside("five", &squares, by_px)?, &networks, &ScanOptions::default())?;
        let [kingdom] = &scan.kingdoms[..] else { panic!("{} kingdoms", scan.kingdoms.len()) };
        assert_read_as(kingdom, "five")?;
        let codes: Vec<&str> = kingdom.reading.warnings.iter().map(|warning| warning.code.id()).collect();
        assert_eq!(codes, ["unread-tiles"], "{squares:?} at {by_px:?}");
    }
    // A loose domino has no castle, so it is not taken for a kingdom.
    let domino = with_squares_beside("five", &[Place::new(2, 3), Place::new(3, 3)], [560.0, 200.0])?;
    let alone = scan(&domino, &networks, &ScanOptions::default())?;
    assert_eq!(alone.kingdoms.iter().map(|kingdom| kingdom.reading.needs_review).collect::<Vec<_>>(), [false]);
    Ok(())
}
