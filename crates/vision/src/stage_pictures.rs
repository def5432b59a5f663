//! Pictures that explain a scan, one per stage: what `--debug-dir` writes.
//!
//! Every function returns a new 8-bit BGR picture.

use opencv::core::{self, CV_8UC3, Mat, Point, Point2d, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::{MatTraitConst, MatTraitManual};

use super::board::{Board, Cut};
use super::canvas::{Canvas, Colour, pixel};
use super::grid_fit::frame::FRAME_PX;
use super::grid_fit::peaks::PeakKind;
use super::grid_fit::{GridFit, LocatorPass};
use super::photo::Photo;
use reading::reconstruct::guesses::SquareGuesses;

/// Enlarges the frame of 256 px, so that single cells of the maps can be distinguished.
const FRAME_ZOOM: i32 = 3;
/// Enlarges the board, so that words fit into a square.
const BOARD_ZOOM: i32 = 2;

const WHITE: Colour = [255, 255, 255];
const BLACK: Colour = [0, 0, 0];
const CORNER_COLOUR: Colour = [255, 60, 60];
const CENTRE_COLOUR: Colour = [60, 230, 60];
const STRAY_COLOUR: Colour = [160, 160, 160];
const GRID_COLOUR: Colour = [255, 220, 0];

/// Height of the capitals in pixels for lines one pixel wide; words scale with the line width.
const CAPITALS_PX: f64 = 8.4;

/// The locator's input with its output on the right: corners red, centres green, kingdom blue.
pub fn locator_pass(pass: &LocatorPass) -> opencv::Result<Mat> {
    let mut heat = Mat::new_rows_cols_with_default(FRAME_PX, FRAME_PX, CV_8UC3, Scalar::default())?;
    let output = &pass.output;
    for (i, pixel) in heat.data_bytes_mut()?.chunks_exact_mut(3).enumerate() {
        let (x, y) = (i % FRAME_PX as usize, i / FRAME_PX as usize);
        let [kingdom, centres, corners] = [&output.kingdom, &output.centres, &output.corners].map(|map| {
            let cell = FRAME_PX as usize / map.side;
            (255.0 * map.at(x / cell, y / cell)) as u8
        });
        pixel.copy_from_slice(&[kingdom / 2, centres, corners]);
    }
    let mut both = Mat::default();
    core::hconcat(&Vector::<Mat>::from_iter([pass.view.frame.clone(), heat]), &mut both)?;
    zoomed(&both, FRAME_ZOOM)
}

/// The photo with the peaks of one pass: corners red and centres green on a lattice, others grey.
pub fn peaks(photo: &Photo, pass: &LocatorPass) -> opencv::Result<Mat> {
    let mut canvas = Canvas::on(&photo.pixels)?;
    let radius = (photo.pixels.cols().max(photo.pixels.rows()) / 250).max(2);
    let mut dots: Vec<(Point2d, Colour)> = pass.peaks.iter().map(|peak| (peak.at_px, STRAY_COLOUR)).collect();
    for point in pass.lattices.iter().flat_map(|lattice| &lattice.points) {
        let colour = if point.peak.kind == PeakKind::Corner { CORNER_COLOUR } else { CENTRE_COLOUR };
        dots.push((point.peak.at_px, colour));
    }
    for (at_px, colour) in dots {
        let at = pixel(pass.view.to_photo.apply(at_px));
        canvas.dot(at, radius + 1, BLACK);
        canvas.dot(at, radius, colour);
    }
    canvas.into_picture()
}

/// The photo with the grid: every line, a dot at the first square's corner, and the probability of a tile on
/// each square, in per cent.
pub fn grid(photo: &Photo, fit: &GridFit) -> opencv::Result<Mat> {
    let mut canvas = Canvas::on(&photo.pixels)?;
    let line_px = (photo.pixels.cols().max(photo.pixels.rows()) / 500).max(1);
    let (rows, cols) = (fit.rows as f64, fit.cols as f64);
    let down = (0..=fit.cols).map(|col| [(col as f64, 0.0), (col as f64, rows)]);
    let across = (0..=fit.rows).map(|row| [(0.0, row as f64), (cols, row as f64)]);
    for ends in down.chain(across) {
        let [from, to] = ends.map(|(u, v)| pixel(fit.to_photo.at(u, v)));
        canvas.line(from, to, GRID_COLOUR, line_px);
    }
    canvas.dot(pixel(fit.to_photo.at(0.0, 0.0)), 4 * line_px, CORNER_COLOUR);
    for (place, probability) in fit.occupied.iter() {
        let words = format!("{:.0}", 100.0 * probability);
        let at = fit.to_photo.at(place.col as f64 + 0.4, place.row as f64 + 0.55);
        label(&mut canvas, &words, pixel(at), line_px);
    }
    canvas.into_picture()
}

/// The rectified board with the two best readings of every square and their probabilities in per cent.
pub fn readings(board: &Board, guesses: &SquareGuesses) -> opencv::Result<Mat> {
    let mut canvas = Canvas::on(&zoomed(&board.picture, BOARD_ZOOM)?)?;
    let Cut { square_px, margin_px } = board.cut;
    for (place, guess) in guesses.guesses.iter() {
        let (x, y) = (place.col as i32 * square_px + margin_px, place.row as i32 * square_px + margin_px);
        let [left, top] = [BOARD_ZOOM * x, BOARD_ZOOM * y];
        let [right, bottom] = [left, top].map(|from| from + BOARD_ZOOM * square_px - 1);
        canvas.outline(
            &[(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point::new(x, y)),
            WHITE,
            1,
        );
        for (line, (reading, probability)) in (1..).zip(guess.ranked().into_iter().take(2)) {
            let words = format!("{reading} {:.0}", 100.0 * probability);
            label(&mut canvas, &words, Point::new(left + 3, top + 16 * line), 1);
        }
    }
    canvas.into_picture()
}

/// Draws white words with a black outline, in a size that matches lines of this width.
fn label(canvas: &mut Canvas, words: &str, at: Point, line_px: i32) {
    canvas.text(words, at, CAPITALS_PX * f64::from(line_px), WHITE, Some((BLACK, f64::from(line_px))));
}

fn zoomed(picture: &Mat, factor: i32) -> opencv::Result<Mat> {
    let size = Size::new(picture.cols() * factor, picture.rows() * factor);
    let mut zoomed = Mat::default();
    imgproc::resize(picture, &mut zoomed, size, 0.0, 0.0, imgproc::INTER_NEAREST)?;
    Ok(zoomed)
}
