//! A network fails on its nth call, for every n: the loss is reported, and nothing silently replaces its
//! answer.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::fixture;
use game::line::PhotoLine;
use game::photo_reading::Status;
use kingdom_scanner::formats::parse_json;
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::{Plan, PlanOptions, ResultsFolder, read_photos};
use kingdom_scanner::vision::geometry::Homography;
use kingdom_scanner::vision::networks::{Network, NetworkError, Networks, Tensor};
use kingdom_scanner::vision::photo::{Photo, PhotoLimits, encode_jpeg};
use kingdom_scanner::vision::scan::{PhotoRun, Scan, ScanError, ScanOptions, Trace};
use kingdom_scanner::vision::scan_results::Scanner;
use opencv::core::{self, Mat, Point2d, Rect, Scalar, Size, StsNoMem, Vector};
use opencv::imgproc;
use opencv::prelude::{MatTrait, MatTraitConst};
use tempfile::TempDir;

type TestResult = Result<(), Box<dyn Error>>;

/// Counts the calls of all networks together, and says which call fails.
#[derive(Default)]
struct Calls {
    asked: AtomicUsize,
    failing: AtomicUsize,
}

impl Calls {
    fn fail_at(&self, call: usize) {
        self.asked.store(0, Ordering::Relaxed);
        self.failing.store(call, Ordering::Relaxed);
    }

    fn has_failed(&self) -> bool {
        self.asked.load(Ordering::Relaxed) > self.failing.load(Ordering::Relaxed)
    }
}

struct FailsOnce {
    inner: Box<dyn Network>,
    calls: Arc<Calls>,
}

impl Network for FailsOnce {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        if self.calls.asked.fetch_add(1, Ordering::Relaxed) != self.calls.failing.load(Ordering::Relaxed) {
            return self.inner.run(input);
        }
        let source = opencv::Error::new(StsNoMem, "Insufficient memory");
        Err(NetworkError::Run { name: "broken.onnx".to_owned(), source })
    }
}

/// The program's networks, which all count their calls.
fn networks() -> Result<(Networks, Arc<Calls>), Box<dyn Error>> {
    let calls = Arc::new(Calls::default());
    calls.fail_at(usize::MAX);
    let failing = |inner| -> Box<dyn Network> { Box::new(FailsOnce { inner, calls: Arc::clone(&calls) }) };
    let mut networks = Networks::embedded()?;
    networks.locator = failing(networks.locator);
    networks.squares.network = failing(networks.squares.network);
    if let Some(mut fast) = networks.fast_squares.take() {
        fast.network = failing(fast.network);
        networks.fast_squares = Some(fast);
    }
    if let Some(mut queendomino) = networks.queendomino.take() {
        queendomino.squares.network = failing(queendomino.squares.network);
        queendomino.pieces.network = failing(queendomino.pieces.network);
        networks.queendomino = Some(queendomino);
    }
    Ok((networks, calls))
}

const HEIGHT_PX: i32 = 900;

fn scaled(name: &str, height_px: i32) -> Result<Mat, Box<dyn Error>> {
    let (pixels, mut scaled) = (Photo::load(&fixture(name))?.pixels, Mat::default());
    let size = Size::new(pixels.cols() * height_px / pixels.rows(), height_px);
    imgproc::resize(&pixels, &mut scaled, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    Ok(scaled)
}

fn side_by_side(names: [&str; 2]) -> Result<Mat, Box<dyn Error>> {
    let (mut parts, mut both) = (Vector::<Mat>::new(), Mat::default());
    for name in names {
        parts.push(scaled(name, HEIGHT_PX)?);
    }
    core::hconcat(&parts, &mut both)?;
    Ok(both)
}

/// A kingdom with squares of 28 px in a photo of 4800 x 3600, which is first decoded at a third of that size.
fn small() -> Result<Mat, Box<dyn Error>> {
    let kingdom = scaled("five.jpg", SMALL_PX)?;
    let mut desk = Mat::new_rows_cols_with_default(3600, 4800, kingdom.typ(), Scalar::new(70.0, 100.0, 130.0, 0.0))?;
    let mut part = desk.roi_mut(Rect::new(2000, 1500, kingdom.cols(), kingdom.rows()))?;
    kingdom.copy_to(&mut part)?;
    drop(part);
    Ok(desk)
}

const SMALL_PX: i32 = 480;

/// A kingdom under a grey veil, as behind a dirty lens, which needs review.
fn veiled() -> Result<Mat, Box<dyn Error>> {
    let clear = scaled("five.jpg", HEIGHT_PX)?;
    let mut veiled = Mat::default();
    clear.convert_to(&mut veiled, -1, 0.12, 110.0)?;
    Ok(veiled)
}

/// Two kingdoms so close and straight that they look like one grid of ten columns.
fn in_line() -> Result<Mat, Box<dyn Error>> {
    let label = parse_json(&std::fs::read_to_string(fixture("five.json"))?)?.record;
    let corners = label.corners_px.ok_or("a label tells the corners")?.map(|[x, y]| Point2d::new(x, y));
    let to_photo = Homography::from_lattice(5, 5, corners)?.after(&Homography::scaling(1.0 / SIDE_PX, 1.0 / SIDE_PX));
    let (mut board, mut turned) = (Mat::default(), Mat::default());
    let pixels = Photo::load(&fixture("five.jpg"))?.pixels;
    let px = (5.0 * SIDE_PX) as i32;
    let (flags, border) = (imgproc::INTER_LINEAR | imgproc::WARP_INVERSE_MAP, core::BORDER_REPLICATE);
    let (size, matrix) = (Size::new(px, px), to_photo.to_mat()?);
    imgproc::warp_perspective(&pixels, &mut board, &matrix, size, flags, border, Scalar::default())?;
    core::rotate(&board, &mut turned, core::ROTATE_90_CLOCKWISE)?;
    let mut desk = Mat::new_rows_cols_with_default(900, 1500, board.typ(), Scalar::new(70.0, 100.0, 130.0, 0.0))?;
    for (index, board) in [board, turned].iter().enumerate() {
        let mut part = desk.roi_mut(Rect::new(300 + index as i32 * px, 250, px, px))?;
        board.copy_to(&mut part)?;
    }
    Ok(desk)
}

const SIDE_PX: f64 = 90.0;

fn written(folder: &TempDir, name: &str, picture: &Mat) -> Result<PathBuf, Box<dyn Error>> {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().ok_or("a folder")?)?;
    std::fs::write(&path, encode_jpeg(picture, 92)?)?;
    Ok(path)
}

fn totals(scan: &Scan) -> Vec<i32> {
    scan.kingdoms.iter().map(|kingdom| kingdom.sheet.total).collect()
}

/// Warnings that something was not read or examined as it should have been.
const WARNINGS: [&str; 2] = ["unread-kingdom", "second-look-failed"];

fn run(path: &Path, networks: &Networks) -> Result<Result<Scan, ScanError>, Box<dyn Error>> {
    let (limits, options) = (PhotoLimits::default(), ScanOptions::default());
    Ok(PhotoRun::new("photo.jpg", path, &limits, networks, &options, Trace::default())?.scan)
}

/// Makes each network call of the photo's scan fail once. Returns how many give an error, and how many a
/// warning.
fn check_each_call(
    what: &str,
    path: &Path,
    is_expected: impl Fn(&Scan) -> bool,
) -> Result<(usize, usize), Box<dyn Error>> {
    let (networks, calls) = networks()?;
    calls.fail_at(usize::MAX);
    let whole = run(path, &networks)??;
    assert!(is_expected(&whole), "{what}: {:?}", totals(&whole));
    let (mut errors, mut warned) = (0, 0);
    for call in 0.. {
        calls.fail_at(call);
        let scan = run(path, &networks)?;
        if !calls.has_failed() {
            assert_eq!(totals(&scan?), totals(&whole), "{what}: nothing failed");
            println!("{what}: {call} calls, {errors} errors, {warned} with a warning");
            assert!(call > 1 && errors > 0, "{what}");
            return Ok((errors, warned));
        }
        match scan {
            Err(error) => {
                assert!(
                    !error.is_no_kingdom() && error.to_string().contains("broken.onnx"),
                    "{what}, call {call}: {error}"
                );
                errors += 1;
            }
            Ok(scan) => {
                assert!(!scan.failures.is_empty(), "{what}, call {call}: {:?} for {:?}", totals(&scan), totals(&whole));
                for kingdom in &scan.kingdoms {
                    let codes: Vec<&str> = kingdom.reading.warnings.iter().map(|warning| warning.code.id()).collect();
                    let is_said = codes.iter().any(|code| WARNINGS.contains(code)) && kingdom.reading.needs_review;
                    let is_right =
                        totals(&whole).contains(&kingdom.sheet.total) && scan.kingdoms.len() == whole.kingdoms.len();
                    // If there are several kingdoms, one of them may be read a second time, and a failure
                    // there changes none of the others.
                    assert!(
                        is_said || is_right,
                        "{what}, call {call}: {codes:?}, {:?} for {:?}",
                        totals(&scan),
                        totals(&whole)
                    );
                }
                let is_said = |warnings: &[kingdom_scanner::Warning]| {
                    warnings.iter().any(|one| WARNINGS.contains(&one.code.id()))
                };
                assert!(scan.kingdoms.iter().any(|kingdom| is_said(&kingdom.reading.warnings)), "{what}, call {call}");
                warned += 1;
            }
        }
    }
    unreachable!("a scan ends")
}

#[test]
fn a_clear_photo() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = written(&folder, "photo.jpg", &scaled("five.jpg", HEIGHT_PX)?)?;
    check_each_call("clear", &path, |scan| !scan.kingdoms[0].reading.needs_review).map(drop)
}

#[test]
fn a_doubtful_photo() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = written(&folder, "photo.jpg", &veiled()?)?;
    check_each_call("doubtful", &path, |scan| scan.kingdoms[0].reading.needs_review).map(drop)
}

#[test]
fn two_kingdoms() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = written(&folder, "photo.jpg", &side_by_side(["five.jpg", "holes.jpg"])?)?;
    let (_, warned) = check_each_call("two kingdoms", &path, |scan| scan.kingdoms.len() == 2)?;
    assert!(warned > 0, "what was read of one stays where the other fails");
    Ok(())
}

#[test]
fn two_kingdoms_in_line() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = written(&folder, "photo.jpg", &in_line()?)?;
    check_each_call("two in line", &path, |scan| scan.kingdoms.len() == 2).map(drop)
}

#[test]
fn a_small_kingdom() -> TestResult {
    let folder = tempfile::tempdir()?;
    let path = written(&folder, "photo.jpg", &small()?)?;
    let (_, warned) = check_each_call("small", &path, |scan| scan.kingdoms.len() == 1)?;
    assert!(warned > 0, "a second scan that fails leaves the first one");
    Ok(())
}

#[test]
fn queendomino() -> TestResult {
    check_each_call("Queendomino", &fixture("queendomino.jpg"), |scan| {
        scan.kingdoms[0].reading.kingdom.game().has_queendomino()
    })
    .map(drop)
}

/// What matters in a photo's line: its totals, its status, and whether it needs review.
fn came_to(line: &PhotoLine) -> Result<(Vec<i32>, Status, bool), Box<dyn Error>> {
    let totals = line.kingdoms.iter().map(|kingdom| {
        let kingdom = serde_json::to_value(kingdom)?;
        Ok(kingdom["total"].as_i64().ok_or("a total")? as i32)
    });
    Ok((totals.collect::<Result<_, Box<dyn Error>>>()?, line.reading.status, line.needs_review))
}

#[test]
fn in_a_batch_it_costs_its_own_row() -> TestResult {
    let folder = tempfile::tempdir()?;
    for (name, picture) in [
        ("photos/table-1/anna.jpg", scaled("five.jpg", HEIGHT_PX)?),
        ("photos/table-2/ben.jpg", scaled("holes.jpg", HEIGHT_PX)?),
        ("photos/table-3.jpg", side_by_side(["five.jpg", "seven.jpg"])?),
    ] {
        written(&folder, name, &picture)?;
    }
    let (networks, calls) = networks()?;
    let scanner = Scanner { networks, gallery: None, limits: PhotoLimits::default() };
    let batch = |call: usize| -> Result<Vec<PhotoLine>, Box<dyn Error>> {
        calls.fail_at(call);
        let plan = Plan::new(&folder.path().join("photos"), &PlanOptions::default(), &mut Contents::default())?;
        let results = tempfile::tempdir()?;
        let out = ResultsFolder::create(&results.path().join("out"))?;
        Ok(read_photos(&plan, &scanner, &out, 1, &|_| ControlFlow::Continue(()))?.lines)
    };
    let whole = batch(usize::MAX)?.iter().map(came_to).collect::<Result<Vec<_>, _>>()?;
    for call in 0.. {
        let read = batch(call)?;
        let came = read.iter().map(came_to).collect::<Result<Vec<_>, _>>()?;
        if !calls.has_failed() {
            assert_eq!(came, whole);
            println!("batch: {call} calls");
            assert!(call > 3);
            return Ok(());
        }
        let is_said = |line: &PhotoLine| {
            let mut warnings = line.kingdoms.iter().flat_map(|kingdom| kingdom.record.warnings());
            let is_warned = warnings.any(|warning| WARNINGS.contains(&warning.code.id()));
            line.needs_review && (line.reading.status == Status::Error || is_warned)
        };
        let said: Vec<bool> = read.iter().map(is_said).collect();
        assert_eq!(said.iter().filter(|said| **said).count(), 1, "call {call}: {came:?}");
        for ((came, whole), _) in came.iter().zip(&whole).zip(said).filter(|(_, said)| !said) {
            assert_eq!(came, whole, "call {call}");
        }
    }
    unreachable!("a batch ends")
}
