//! From a photo and what its squares are to entries of the gallery.

use opencv::core::Point2d;

use crate::board::{Board, BoardError};
use crate::domain::Square;
use crate::formats::Lesson;
use crate::gallery::Look;
use crate::grid_fit::{GridFit, GridFitError};
use crate::network::Networks;
use crate::photo::Photo;
use crate::square_guesses::classify::{ClassifyError, looks};

/// Why nothing can be learnt from a photo.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// The photo is not the one that was read.
    #[error(
        "{photo}: the photo is {}x{} px, but {}x{} px when it was read: it has been changed since. Scan it again and learn from \
         that",
        .found[0], .found[1], .told[0], .told[1]
    )]
    Size {
        /// The photo's name.
        photo: String,
        /// Its width and height.
        found: [u32; 2],
        /// What the lesson says.
        told: [u32; 2],
    },
    /// The corners are none.
    #[error(transparent)]
    GridFit(#[from] GridFitError),
    /// The grid could not be cut out.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The squares could not be looked at.
    #[error(transparent)]
    Classify(#[from] ClassifyError),
}

/// The squares of a lesson that somebody answers for, and how the network sees them in the photo.
///
/// # Errors
/// See [`LearnError`].
pub fn learnt(photo: &Photo, lesson: &Lesson, networks: &Networks) -> Result<Vec<(Square, Look)>, LearnError> {
    let found = [photo.full_size_px.0, photo.full_size_px.1].map(i32::unsigned_abs);
    if let Some(told) = lesson.photo_size_px.filter(|told| *told != found) {
        return Err(LearnError::Size { photo: photo.name.clone(), found, told });
    }
    let corners = lesson.corners_px.map(|[x, y]| Point2d::new(x, y));
    let fit = GridFit::from_corners(photo, corners, lesson.squares.rows(), lesson.squares.cols())?;
    let looks = looks(&Board::rectify(photo, &fit)?, &*networks.squares, networks.calibration)?;
    Ok(lesson.learnt().map(|(place, square)| (square, looks[place].clone())).collect())
}
