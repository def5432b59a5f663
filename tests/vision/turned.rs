//! Photographed boards are found at every rotation. Skipped without the photographs, which are not ours.

use crate::common::cases::some_of;
use crate::common::photos;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::PathBuf;

use kingdom_scanner::domain::{Grid, Square};
use kingdom_scanner::formats::{KingdomRecord, parse_json};
use kingdom_scanner::vision::geometry::Homography;
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::Photo;
use kingdom_scanner::vision::scan::{KingdomScan, ScanOptions, scan};
use kingdom_validator::comparison::Comparison;
use kingdom_validator::{CornerError, Outline};
use opencv::core::{BORDER_CONSTANT, Mat, Point2d, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

type TestResult = Result<(), Box<dyn Error>>;

/// The four quarter turns, and two rotations between them.
const TURNS_DEG: [f64; 6] = [0.0, 90.0, 180.0, 270.0, 15.0, 45.0];
/// How much table is shown around a board, as a fraction of the board's side: enough to keep the corners in
/// the picture at every rotation.
const TABLE: f64 = 0.3;

fn boards() -> Vec<PathBuf> {
    some_of("TURNED_BOARDS", photos::labels_in(&["boards"]).unwrap_or_default())
}

/// A picture of the board, rotated clockwise in the middle of a grey table, and the label's corners in it.
fn turned(board: &Photo, corners_px: [[f64; 2]; 4], turn_deg: f64) -> opencv::Result<(Photo, [[f64; 2]; 4])> {
    let (width, height) = (f64::from(board.pixels.cols()), f64::from(board.pixels.rows()));
    let side = (1.0 + 2.0 * TABLE) * width.max(height);
    let (sin, cos) = turn_deg.to_radians().sin_cos();
    let turn = Homography::translation(side / 2.0, side / 2.0)
        .after(&Homography([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]))
        .after(&Homography::translation(-width / 2.0, -height / 2.0));
    let size = Size::new(side as i32, side as i32);
    let (mut pixels, table) = (Mat::default(), Scalar::new(120.0, 135.0, 150.0, 0.0));
    let matrix = turn.between_pixel_centres().to_mat()?;
    imgproc::warp_perspective(
        &board.pixels,
        &mut pixels,
        &matrix,
        size,
        imgproc::INTER_LINEAR,
        BORDER_CONSTANT,
        table,
    )?;
    let corners_px = corners_px.map(|[x, y]| turn.apply(Point2d::new(x, y))).map(|corner| [corner.x, corner.y]);
    Ok((Photo::from_pixels(format!("{}, turned {turn_deg}", board.name), pixels), corners_px))
}

fn corner_error(found: &KingdomScan, photo: &Photo, truth: &Outline) -> Option<CornerError> {
    let squares = found.reading.kingdom.squares();
    let found = Outline { rows: squares.rows(), cols: squares.cols(), corners_px: found.corners_px(photo) };
    CornerError::between(&found, truth)
}

/// The number of wrong squares in the quarter turn that fits best.
fn wrong_squares_in(read: &Grid<Square>, truth: &Grid<Square>) -> usize {
    let turns = std::iter::successors(Some(read.clone()), |read| Some(read.quarter_turned())).take(4);
    turns.map(|read| Comparison::new(truth, &BTreeSet::new(), &read).wrong.len()).min().unwrap_or(0)
}

#[test]
fn boards_are_found_at_every_turn() -> TestResult {
    let networks = Networks::embedded()?;
    let (mut missed, mut wrong_squares, mut errors) = (Vec::new(), 0, Vec::new());
    for path in boards() {
        let label: KingdomRecord = parse_json(&std::fs::read_to_string(&path)?)?.record;
        let board = Photo::load(&path.with_file_name(label.photo.image.clone().ok_or("a label names its picture")?))?;
        let squares = label.kingdom.squares();
        for turn_deg in TURNS_DEG {
            let (photo, corners_px) = turned(&board, label.corners_px.ok_or("a label has corners")?, turn_deg)?;
            let truth = Outline { rows: squares.rows(), cols: squares.cols(), corners_px };
            let kingdoms = scan(&photo, &networks, &ScanOptions::default()).map_or(Vec::new(), |scan| scan.kingdoms);
            let error = match &kingdoms[..] {
                [found] => corner_error(found, &photo, &truth).filter(CornerError::is_located),
                _ => None,
            };
            let Some(error) = error else {
                missed.push(photo.name);
                continue;
            };
            errors.push(error.max);
            wrong_squares += wrong_squares_in(kingdoms[0].reading.kingdom.squares(), squares);
        }
    }
    errors.sort_by(f64::total_cmp);
    if let (Some(median), Some(worst)) = (errors.get(errors.len() / 2), errors.last()) {
        println!(
            "{} found, {wrong_squares} squares wrong, corners off by {median:.3} (median), {worst:.3}",
            errors.len()
        );
    }
    assert!(missed.is_empty(), "not found: {missed:#?}");
    Ok(())
}
