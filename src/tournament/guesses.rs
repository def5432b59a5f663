//! What a kingdom was read from, kept beside its reading.

use serde::{Deserialize, Serialize};

use super::plan::seat::PhotoInfo;
use crate::domain::{Grid, GridSize, Offset, Place};
use crate::reconstruct::guesses::SquareGuesses;
use crate::reconstruct::packed_guesses::PackedGuesses;
use crate::reconstruct::{ReconstructOptions, SquareBeside, ViewReading};

/// All that is needed to read a kingdom anew around corrections, without its photo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KingdomGuesses {
    /// What its squares may be.
    squares: PackedGuesses,
    /// What lies beside the grid, in line with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    beside: Vec<PackedBeside>,
    /// 5 or 7 where the grid was known before it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<GridSize>"))]
    size: Option<usize>,
    /// The homography from the guesses' grid, in squares, to the upright photo at full size, in pixels: rows of a 3x3 matrix.
    to_photo_px: [[f64; 3]; 3],
    /// Width and height of the upright photo at full size, in pixels.
    photo_size_px: [i32; 2],
}

/// A square beside the grid, counted from its first one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PackedBeside {
    row: isize,
    col: isize,
    square: PackedGuesses,
}

impl PackedBeside {
    fn new(SquareBeside { at, guess }: &SquareBeside) -> Self {
        let square = SquareGuesses { guesses: Grid::filled(1, 1, guess.clone()) };
        Self { row: at.row, col: at.col, square: (&square).into() }
    }

    fn unpacked(&self) -> Option<SquareBeside> {
        let guess = self.square.unpacked()?.guesses.cells().first()?.clone();
        Some(SquareBeside { at: Offset { row: self.row, col: self.col }, guess })
    }
}

impl KingdomGuesses {
    /// Of a kingdom; `to_photo_px` is a homography from its grid, in squares, to the upright photo at full size, in pixels.
    pub fn new(
        squares: &SquareGuesses,
        beside: &[SquareBeside],
        size: Option<GridSize>,
        to_photo_px: [[f64; 3]; 3],
        photo_size_px: [i32; 2],
    ) -> Self {
        let beside = beside.iter().map(PackedBeside::new).collect();
        Self { squares: squares.into(), beside, size: size.map(GridSize::squares_wide), to_photo_px, photo_size_px }
    }

    /// What the squares may be; `None` when the file was changed.
    pub fn squares(&self) -> Option<SquareGuesses> {
        self.squares.unpacked()
    }

    /// What lies beside them, in line with their grid; `None` when the file was changed.
    pub fn beside(&self) -> Option<Vec<SquareBeside>> {
        self.beside.iter().map(PackedBeside::unpacked).collect()
    }

    /// What was known before the kingdom was read.
    pub fn known(&self, info: &PhotoInfo) -> ReconstructOptions {
        let size = self.size.and_then(|size| size.to_string().parse().ok());
        ReconstructOptions { size, ..info.known() }
    }

    /// The outer corners of the kingdom as it was read, clockwise from its first square, in pixels of the upright photo at
    /// full size.
    pub fn corners_px(&self, read: &ViewReading) -> [[f64; 2]; 4] {
        let squares = read.reading.kingdom.squares();
        let first = read.in_view(Place::new(0, 0));
        let (top, left) = (first.row as f64, first.col as f64);
        let (bottom, right) = (top + squares.rows() as f64, left + squares.cols() as f64);
        [[left, top], [right, top], [right, bottom], [left, bottom]].map(|corner| self.photo_px(corner))
    }

    /// Width and height of the upright photo at full size, in pixels.
    pub fn photo_size_px(&self) -> [i32; 2] {
        self.photo_size_px
    }

    /// Where a point of the grid, x and y in squares, lies in the upright photo at full size.
    pub fn photo_px(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let [u, v, w] = self.to_photo_px.map(|row| row[0] * x + row[1] * y + row[2]);
        [u / w, v / w]
    }
}
