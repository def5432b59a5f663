//! The pictures of `--debug-dir` show each stage, and drawing them does not affect any stage.

use std::error::Error;

use kingdom_scanner::domain::Grid;
use kingdom_scanner::reconstruct::guesses::{Guess, READINGS, SquareGuesses};
use kingdom_scanner::vision::board::Board;
use kingdom_scanner::vision::grid_fit::{GridFit, Search};
use kingdom_scanner::vision::networks::Networks;
use kingdom_scanner::vision::photo::Photo;
use kingdom_scanner::vision::stage_pictures;
use opencv::core::{self, CV_8UC3, Mat, NORM_INF, Point2d, Scalar};
use opencv::prelude::MatTraitConst;

type TestResult = Result<(), Box<dyn Error>>;

fn grey_photo() -> opencv::Result<Photo> {
    Ok(Photo::from_pixels("grey.png", Mat::new_rows_cols_with_default(300, 400, CV_8UC3, Scalar::all(128.0))?))
}

fn fit(photo: &Photo) -> Result<GridFit, Box<dyn Error>> {
    let corners = [(50.0, 40.0), (350.0, 40.0), (350.0, 260.0), (50.0, 260.0)].map(|(x, y)| Point2d::new(x, y));
    Ok(GridFit::from_corners(photo, corners, 5, 5)?)
}

/// The largest difference of a pixel from the grey of an empty picture.
fn drawn(picture: &Mat) -> opencv::Result<f64> {
    let grey = Mat::new_rows_cols_with_default(picture.rows(), picture.cols(), CV_8UC3, Scalar::all(128.0))?;
    core::norm2(picture, &grey, NORM_INF, &core::no_array())
}

#[test]
fn the_grid_is_drawn_on_a_copy_of_the_photo() -> TestResult {
    let photo = grey_photo()?;
    let picture = stage_pictures::grid(&photo, &fit(&photo)?)?;
    assert_eq!(picture.size()?, photo.pixels.size()?);
    assert!(drawn(&picture)? > 100.0);
    assert_eq!(drawn(&photo.pixels)?, 0.0);
    Ok(())
}

#[test]
fn readings_are_written_on_the_board() -> TestResult {
    let photo = grey_photo()?;
    let board = Board::rectify(&photo, &fit(&photo)?)?;
    let even = Guess::new([-(READINGS as f32).ln(); READINGS]);
    let picture = stage_pictures::readings(&board, &SquareGuesses { guesses: Grid::filled(5, 5, even) })?;
    assert_eq!((picture.cols(), picture.rows()), (2 * board.picture.cols(), 2 * board.picture.rows()));
    assert!(drawn(&picture)? > 100.0);
    Ok(())
}

#[test]
fn a_pass_shows_the_frame_beside_the_heat() -> TestResult {
    let photo = grey_photo()?;
    let search = Search::run(&photo, &*Networks::embedded()?.locator, None, false, &[])?;
    let pass = &search.passes[0];
    let picture = stage_pictures::locator_pass(pass)?;
    assert_eq!((picture.cols(), picture.rows()), (2 * 768, 768));
    assert_eq!(stage_pictures::peaks(&photo, pass)?.size()?, photo.pixels.size()?);
    Ok(())
}
