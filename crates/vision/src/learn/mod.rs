//! Converts a photo and the true squares in it to entries of the gallery.

pub mod sheet;

use opencv::core::Point2d;

use super::board::{Board, BoardError};
use super::classify::model_choice::ReadingModel;
use super::classify::pieces::edges;
use super::classify::{ClassifyError, square_features};
use super::gallery::Learnt;
use super::grid_fit::{GridFit, GridFitError};
use super::networks::Networks;
use super::photo::Photo;
use kingdomino::domain::{Game, Place, Square, Terrain};
use report::formats::Lesson;

/// Why nothing can be learnt from a photo.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The photo differs from the one that was read.
    #[error(
        "{photo}: the photo has {}x{} pixels, but it had {}x{} when it was scanned, so it was changed since. Scan it \
         again, and learn from the new result",
        .found[0], .found[1], .expected[0], .expected[1]
    )]
    Size {
        /// The photo's name.
        photo: String,
        /// The photo's width and height.
        found: [u32; 2],
        /// The width and height in the lesson.
        expected: [u32; 2],
    },
    /// No grid was found, or the corners are unusable.
    #[error(transparent)]
    GridFit(#[from] GridFitError),
    /// The grid could not be cut out.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The network could not read the squares.
    #[error(transparent)]
    Classify(#[from] ClassifyError),
    /// The photo contains no sheet of tiles.
    #[error(
        "{photo}: the tiles laid out for learning were not found: expected {wanted}, found {found}. Lay the tiles \
         edge to edge with nothing around them, take the photo from above, or give the corners with --corners"
    )]
    NoSheet {
        /// The photo's name.
        photo: String,
        /// The expected grid, in words.
        wanted: String,
        /// The grids found instead, in words.
        found: String,
    },
    /// The sheet contains other land, which would be learnt as towns.
    #[error(
        "{photo}: these are not only town squares: {other} of {squares} squares are clearly other land of different \
         kinds ({kinds}). Photograph only town squares, or give their corners with --corners"
    )]
    NoTowns {
        /// The photo's name.
        photo: String,
        /// The number of squares.
        squares: usize,
        /// The number of squares that are clearly something else.
        other: usize,
        /// The kinds of other land, in words.
        kinds: String,
    },
    /// Without Queendomino's networks, nothing could use the lesson.
    #[error(
        "{0}: these networks do not know Queendomino; give a folder with queendomino.onnx and pieces.onnx: --models DIR, or \
         leave --models out"
    )]
    NoQueendomino(String),
}

/// The gallery's entries for the confirmed squares of a lesson.
pub fn learnt(photo: &Photo, lesson: &Lesson, networks: &Networks) -> Result<Vec<Learnt>, LearnError> {
    let found = [photo.full_size_px.0, photo.full_size_px.1].map(i32::unsigned_abs);
    if let Some(expected) = lesson.photo_size_px.filter(|expected| *expected != found) {
        return Err(LearnError::Size { photo: photo.name.clone(), found, expected });
    }
    let corners = lesson.corners_px.map(|[x, y]| Point2d::new(x, y));
    let fit = GridFit::from_corners(photo, corners, lesson.squares.rows(), lesson.squares.cols())?;
    learnt_squares(photo, &fit, lesson.learnt(), networks)
}

/// Entries for squares of a grid: each square's reading, and each town's building.
fn learnt_squares(
    photo: &Photo,
    fit: &GridFit,
    squares: impl Iterator<Item = (Place, Square)>,
    networks: &Networks,
) -> Result<Vec<Learnt>, LearnError> {
    let board = Board::rectify(photo, fit)?;
    let squares: Vec<(Place, Square)> = squares.collect();
    let shows_towns = squares.iter().any(|(_, square)| !Game::Kingdomino.has(square));
    let features = ReadingModel::with_network_to_learn(&board, shows_towns, networks, |network, calibration| {
        square_features(&board, network, calibration)
    })?;
    let mut towns = squares.clone();
    towns.retain(|(_, square)| square.terrain() == Some(Terrain::Town));
    let edges = edges(&board, &towns.iter().map(|(place, _)| *place).collect::<Vec<_>>())
        .map_err(|source| ClassifyError::OpenCv { photo: photo.name.clone(), source })?;
    let towns = towns
        .iter()
        .zip(edges)
        .map(|((_, square), seen)| Learnt::Town(square.pieces().building, seen.unshifted().clone()));
    let squares = squares.iter().map(|(place, square)| Learnt::Square(square.ground(), features[*place].clone()));
    Ok(squares.chain(towns).collect())
}
