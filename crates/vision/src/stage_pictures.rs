//! Pictures that explain a scan, one per stage: what `--debug-dir` writes.
//!
//! Every function returns a new 8-bit blue-green-red picture and changes nothing.

use opencv::core::{self, CV_8UC3, Mat, Point, Point2d, Rect, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::{MatTraitConst, MatTraitManual};

use super::board::{Board, Cut};
use super::grid_fit::frame::FRAME_PX;
use super::grid_fit::locator_output::Map;
use super::grid_fit::peaks::PeakKind;
use super::grid_fit::{GridFit, LocatorPass};
use super::photo::Photo;
use reading::reconstruct::guesses::SquareGuesses;

/// Enlarges the frame of 256 px, so that single cells of the maps can be distinguished.
const FRAME_ZOOM: i32 = 3;
/// Enlarges the board, so that words fit on a square.
const BOARD_ZOOM: i32 = 2;

const WHITE: Scalar = colour(255.0, 255.0, 255.0);
const BLACK: Scalar = colour(0.0, 0.0, 0.0);
const CORNER_COLOUR: Scalar = colour(255.0, 60.0, 60.0);
const CENTRE_COLOUR: Scalar = colour(60.0, 230.0, 60.0);
const STRAY_COLOUR: Scalar = colour(160.0, 160.0, 160.0);
const GRID_COLOUR: Scalar = colour(255.0, 220.0, 0.0);

/// From red, green and blue (0 to 255) to OpenCV's order.
const fn colour(red: f64, green: f64, blue: f64) -> Scalar {
    core::VecN([blue, green, red, 0.0])
}

/// The locator's input, and beside it its output: corners red, centres green, kingdom blue.
pub fn look(look: &LocatorPass) -> opencv::Result<Mat> {
    let mut heat = Mat::new_rows_cols_with_default(FRAME_PX, FRAME_PX, CV_8UC3, Scalar::default())?;
    let fields = &look.fields;
    for (i, pixel) in heat.data_bytes_mut()?.chunks_exact_mut(3).enumerate() {
        let (x, y) = (i % FRAME_PX as usize, i / FRAME_PX as usize);
        let level = |map: &Map| {
            let cell = FRAME_PX as usize / map.side;
            (255.0 * map.at(x / cell, y / cell)) as u8
        };
        pixel.copy_from_slice(&[level(&fields.kingdom) / 2, level(&fields.centres), level(&fields.corners)]);
    }
    let mut both = Mat::default();
    core::hconcat(&Vector::<Mat>::from_iter([look.view.frame.clone(), heat]), &mut both)?;
    zoomed(&both, FRAME_ZOOM)
}

/// The photo with the peaks of one pass: corners red and centres green on a lattice, others grey.
pub fn peaks(photo: &Photo, look: &LocatorPass) -> opencv::Result<Mat> {
    let mut picture = photo.pixels.try_clone()?;
    let radius = (picture.cols().max(picture.rows()) / 250).max(2);
    let mut dot = |at_px: Point2d, colour: Scalar, radius: i32| {
        let at = pixel(look.view.to_photo.apply(at_px));
        imgproc::circle(&mut picture, at, radius + 1, BLACK, imgproc::FILLED, imgproc::LINE_AA, 0)?;
        imgproc::circle(&mut picture, at, radius, colour, imgproc::FILLED, imgproc::LINE_AA, 0)
    };
    for peak in &look.peaks {
        dot(peak.at_px, STRAY_COLOUR, radius)?;
    }
    for point in look.lattices.iter().flat_map(|lattice| &lattice.points) {
        let colour = if point.peak.kind == PeakKind::Corner { CORNER_COLOUR } else { CENTRE_COLOUR };
        dot(point.peak.at_px, colour, radius)?;
    }
    Ok(picture)
}

/// The photo with the grid: every line, the first square's corner as a dot, and the probability of a tile on each square, in per cent.
pub fn grid(photo: &Photo, fit: &GridFit) -> opencv::Result<Mat> {
    let mut picture = photo.pixels.try_clone()?;
    let thickness = (picture.cols().max(picture.rows()) / 500).max(1);
    let (rows, cols) = (fit.rows as f64, fit.cols as f64);
    let down = (0..=fit.cols).map(|col| [(col as f64, 0.0), (col as f64, rows)]);
    let across = (0..=fit.rows).map(|row| [(0.0, row as f64), (cols, row as f64)]);
    let at = |(u, v): (f64, f64)| pixel(fit.to_photo.apply(Point2d::new(u, v)));
    for [from, to] in down.chain(across) {
        imgproc::line(&mut picture, at(from), at(to), GRID_COLOUR, thickness, imgproc::LINE_AA, 0)?;
    }
    imgproc::circle(&mut picture, at((0.0, 0.0)), 4 * thickness, CORNER_COLOUR, imgproc::FILLED, imgproc::LINE_AA, 0)?;
    let scale = f64::from(thickness) * 0.4;
    for (place, probability) in fit.occupied.iter() {
        let words = format!("{:.0}", 100.0 * probability);
        label(&mut picture, &words, at((place.col as f64 + 0.4, place.row as f64 + 0.55)), scale, thickness)?;
    }
    Ok(picture)
}

/// The rectified board with the two best readings of every square and their probabilities in per cent.
pub fn readings(board: &Board, guesses: &SquareGuesses) -> opencv::Result<Mat> {
    let mut picture = zoomed(&board.picture, BOARD_ZOOM)?;
    let Cut { square_px, margin_px } = board.cut;
    for (place, guess) in guesses.guesses.iter() {
        let (x, y) = (place.col as i32 * square_px + margin_px, place.row as i32 * square_px + margin_px);
        let square = Rect::new(BOARD_ZOOM * x, BOARD_ZOOM * y, BOARD_ZOOM * square_px, BOARD_ZOOM * square_px);
        imgproc::rectangle(&mut picture, square, WHITE, 1, imgproc::LINE_8, 0)?;
        for (line, (reading, probability)) in (1..).zip(guess.ranked().into_iter().take(2)) {
            let words = format!("{reading} {:.0}", 100.0 * probability);
            label(&mut picture, &words, Point::new(square.x + 3, square.y + 16 * line), 0.4, 1)?;
        }
    }
    Ok(picture)
}

/// White words on a black rim.
fn label(picture: &mut Mat, words: &str, at: Point, scale: f64, thickness: i32) -> opencv::Result<()> {
    for (colour, thickness) in [(BLACK, 3 * thickness), (WHITE, thickness)] {
        let font = imgproc::FONT_HERSHEY_SIMPLEX;
        imgproc::put_text(picture, words, at, font, scale, colour, thickness, imgproc::LINE_AA, false)?;
    }
    Ok(())
}

fn zoomed(picture: &Mat, factor: i32) -> opencv::Result<Mat> {
    let size = Size::new(picture.cols() * factor, picture.rows() * factor);
    let mut zoomed = Mat::default();
    imgproc::resize(picture, &mut zoomed, size, 0.0, 0.0, imgproc::INTER_NEAREST)?;
    Ok(zoomed)
}

/// The pixel in which a point lies; far outside for a point that is not finite.
fn pixel(at: Point2d) -> Point {
    const FAR_PX: f64 = 1e4;
    let whole = |value: f64| if value.is_nan() { -FAR_PX } else { value.clamp(-FAR_PX, 10.0 * FAR_PX) } as i32;
    Point::new(whole(at.x), whole(at.y))
}
