//! The guesses for a kingdom: the probabilities of what each of its squares contains. They are stored with
//! the reading of its photo.

use serde::{Deserialize, Serialize};

use crate::photo_info::PhotoInfo;
use kingdomino::audit::warning::{About, Warning};
use kingdomino::domain::{Cell, Grid, GridSize, Kingdom};
use reading::reconstruct::guesses::{Guess, SquareGuesses};
use reading::reconstruct::packed_guesses::PackedGuesses;
use reading::reconstruct::{Reading, ReconstructOptions, SquareBeside, reconstruct, warn_of_tiles_beside};
use report::formats::WarningJson;

/// Everything that is needed to read a kingdom again with corrections, without its photo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct KingdomGuesses {
    /// The guesses for the squares of its grid.
    squares: PackedGuesses,
    /// The guesses for squares outside the grid, in line with its rows or columns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    beside: Vec<PackedBeside>,
    /// The game's grid size, 5 or 7, if it was known before the photo was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "Option<GridSize>"))]
    size: Option<usize>,
    /// The homography from the guesses' grid, in squares, to the upright photo at full size, in pixels: rows
    /// of a 3x3 matrix. Left out for a kingdom that a person typed, which no photo shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to_photo_px: Option<[[f64; 3]; 3]>,
    /// Width and height of the upright photo at full size, in pixels.
    photo_size_px: [i32; 2],
    /// The warnings about the grid and the photo. They are stored because they cannot be found again from the
    /// guesses.
    warnings: Vec<WarningJson>,
}

/// A square outside the grid. Its row and column are counted from the grid's first square, so they can be
/// negative.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PackedBeside {
    row: isize,
    col: isize,
    square: PackedGuesses,
}

impl PackedBeside {
    fn new(SquareBeside { cell, guess }: &SquareBeside) -> Self {
        let square = SquareGuesses { guesses: Grid::filled(1, 1, guess.clone()) };
        Self { row: cell.row, col: cell.col, square: (&square).into() }
    }

    fn unpacked(&self) -> Option<SquareBeside> {
        let guess = self.square.unpacked()?.guesses.cells().first()?.clone();
        Some(SquareBeside { cell: Cell { row: self.row, col: self.col }, guess })
    }
}

impl KingdomGuesses {
    /// The guesses for a kingdom in a photo, without warnings. `to_photo_px` is the homography from the
    /// kingdom's grid, in squares, to the upright photo at full size, in pixels.
    pub fn new(
        squares: &SquareGuesses,
        beside: &[SquareBeside],
        size: Option<GridSize>,
        to_photo_px: [[f64; 3]; 3],
        photo_size_px: [i32; 2],
    ) -> Self {
        let beside = beside.iter().map(PackedBeside::new).collect();
        let (size, to_photo_px) = (size.map(GridSize::squares_wide), Some(to_photo_px));
        Self { squares: squares.into(), beside, size, to_photo_px, photo_size_px, warnings: Vec::new() }
    }

    /// Stores those of a reading's warnings that are about the grid or the photo.
    #[must_use]
    pub fn with_warnings(mut self, warnings: &[Warning]) -> Self {
        for warning in warnings {
            if warning.code.meaning().about != About::Kingdom {
                self.warnings.push(warning.into());
            }
        }
        self
    }

    /// The guesses for a typed kingdom: every square is certain, and there is no photo. `size` is the game's
    /// grid size, if known.
    pub fn typed(kingdom: &Kingdom, size: Option<usize>) -> Self {
        let squares = (&certain(kingdom)).into();
        let (beside, warnings) = (Vec::new(), Vec::new());
        Self { squares, beside, size, to_photo_px: None, photo_size_px: [0, 0], warnings }
    }

    /// The same guesses in a game whose grid has another size, or one that is known now.
    #[must_use]
    pub fn with_size(&self, size: Option<usize>) -> Self {
        Self { size, ..self.clone() }
    }

    /// Whether the photo, read with this grid size, gives the same guesses: the grid was found in this size,
    /// nothing lies beside it, and there are no warnings about it. (True of all 91 such photos among 145 real
    /// and rendered ones.)
    pub fn are_clearly_of(&self, size: usize) -> bool {
        let five = GridSize::Five.squares_wide();
        let is_of_size = (self.squares.longer_side() > five) == (size > five);
        is_of_size && self.beside.is_empty() && self.warnings.is_empty()
    }

    /// Whether the kingdom was typed.
    pub fn is_typed(&self) -> bool {
        self.to_photo_px.is_none()
    }

    /// The guesses for the grid's squares. `None` if they cannot be unpacked, because the file that contained
    /// them was modified.
    pub fn squares(&self) -> Option<SquareGuesses> {
        self.squares.unpacked()
    }

    /// The guesses for squares outside the grid, but in line with it. `None` if the file that contained them
    /// was modified.
    pub fn beside(&self) -> Option<Vec<SquareBeside>> {
        self.beside.iter().map(PackedBeside::unpacked).collect()
    }

    /// The warnings about the grid and the photo. `None` if the file that contained them was modified.
    pub fn warnings(&self) -> Option<Vec<Warning>> {
        self.warnings.iter().map(|warning| warning.clone().read().ok()).collect()
    }

    /// Whether the guesses and the warnings can be unpacked.
    pub fn is_sound(&self) -> bool {
        self.squares().is_some() && self.beside().is_some() && self.warnings().is_some()
    }

    /// Reads the kingdom from these guesses alone, and adds the stored warnings about its grid and photo.
    /// `None` if the guesses give no kingdom, or if the file that contained them was modified. `info` must be
    /// about this kingdom's player.
    pub fn reading(&self, info: &PhotoInfo) -> Option<Reading> {
        let (squares, beside, known) = (self.squares()?, self.beside()?, self.known(info));
        let mut reading = reconstruct(&squares, &known).ok()?;
        let (of_grid, of_photo): (Vec<Warning>, Vec<Warning>) =
            self.warnings()?.into_iter().partition(is_about_the_grid);
        reading.needs_review |= !of_grid.is_empty();
        reading.warnings.extend(of_grid);
        warn_of_tiles_beside(&mut reading, &squares, &beside, &known);
        // Warnings about the photo are added only if the kingdom needs review for another reason.
        if reading.needs_review {
            reading.warnings.extend(of_photo);
        }
        Some(reading)
    }

    /// The homography from the grid, in squares, to the upright photo at full size, in pixels: rows of a 3x3
    /// matrix. `None` if the kingdom was typed.
    pub fn to_photo_px(&self) -> Option<[[f64; 3]; 3]> {
        self.to_photo_px
    }

    /// The options for reading the kingdom: those of `info`, with the grid size that was known for this
    /// kingdom.
    pub fn known(&self, info: &PhotoInfo) -> ReconstructOptions {
        let size = self.size.and_then(|size| size.to_string().parse().ok());
        ReconstructOptions { size, ..info.known() }
    }

    /// The outer corners of the kingdom as read, clockwise from its first square, in pixels of the upright
    /// photo at full size. `None` if the kingdom was typed.
    pub fn corners_px(&self, read: &Reading) -> Option<[[f64; 2]; 4]> {
        let squares = read.kingdom.squares();
        let (top, left) = (read.origin.row as f64, read.origin.col as f64);
        let (bottom, right) = (top + squares.rows() as f64, left + squares.cols() as f64);
        let outer = [[left, top], [right, top], [right, bottom], [left, bottom]];
        self.to_photo_px.map(|matrix| outer.map(|corner| photo_px(matrix, corner)))
    }

    /// The outer corners of the guesses' lattice, clockwise from its first square, in pixels of the upright
    /// photo at full size. `None` if the kingdom was typed.
    pub fn lattice_corners_px(&self) -> Option<[[f64; 2]; 4]> {
        let lattice = self.squares()?.guesses;
        let (right, bottom) = (lattice.cols() as f64, lattice.rows() as f64);
        let outer = [[0.0, 0.0], [right, 0.0], [right, bottom], [0.0, bottom]];
        self.to_photo_px.map(|matrix| outer.map(|corner| photo_px(matrix, corner)))
    }

    /// Width and height of the upright photo at full size, in pixels.
    pub fn photo_size_px(&self) -> [i32; 2] {
        self.photo_size_px
    }

    /// The cell of `other`'s lattice that shows the same square as `cell` of this lattice, in the same photo.
    /// `None` if no cell there is close enough, or if a kingdom was typed.
    pub fn in_other_grid(&self, cell: Cell, other: &Self) -> Option<Cell> {
        other.cell_as_in(self.to_photo_px?, cell)
    }

    /// The cell of this lattice that shows the same square as `cell` of another lattice in the same photo.
    /// `to_photo_px`: the homography from that lattice to the photo. `None` as in
    /// [`in_other_grid`](Self::in_other_grid).
    pub fn cell_as_in(&self, to_photo_px: [[f64; 3]; 3], cell: Cell) -> Option<Cell> {
        let own = self.to_photo_px?;
        let other = Patch::new(to_photo_px, cell);
        let around = -(GridSize::Seven.squares_wide() as isize)..2 * GridSize::Seven.squares_wide() as isize;
        let all = around.clone().flat_map(|row| around.clone().map(move |col| Cell { row, col }));
        all.into_iter().find(|here| {
            let here = Patch::new(own, *here);
            other.is_about_at(here.middle_px) && here.is_about_at(other.middle_px)
        })
    }
}

fn is_about_the_grid(warning: &Warning) -> bool {
    warning.code.meaning().about == About::Grid
}

/// Guesses with which every square of this kingdom is certain.
pub(crate) fn certain(kingdom: &Kingdom) -> SquareGuesses {
    SquareGuesses { guesses: kingdom.squares().map(|square| Guess::certain(*square)) }
}

/// Maps a point of a grid (x and y in squares) through the homography to pixels of the upright photo at full
/// size.
pub fn photo_px(to_photo_px: [[f64; 3]; 3], [x, y]: [f64; 2]) -> [f64; 2] {
    let [u, v, w] = to_photo_px.map(|row| row[0] * x + row[1] * y + row[2]);
    [u / w, v / w]
}

/// The position of a grid's square in the photo.
struct Patch {
    middle_px: [f64; 2],
    /// The vectors from the square's middle to the middles of its right and lower sides.
    half_px: [[f64; 2]; 2],
}

/// The largest distance at which squares of two grids still count as the same square: between their middles,
/// along each side of the square, in half sides. Squares a quarter of a side apart both ways share more than
/// half of their area (3/4 x 3/4), so a correction of one applies to the other.
const SAME_SQUARE: f64 = 0.5;

impl Patch {
    fn new(to_photo: [[f64; 3]; 3], cell: Cell) -> Self {
        let [x, y] = [cell.col as f64 + 0.5, cell.row as f64 + 0.5];
        let middle_px = photo_px(to_photo, [x, y]);
        let to = |point: [f64; 2]| {
            let [px, py] = photo_px(to_photo, point);
            [px - middle_px[0], py - middle_px[1]]
        };
        Self { middle_px, half_px: [to([x + 0.5, y]), to([x, y + 0.5])] }
    }

    /// Whether the point is at most [`SAME_SQUARE`] from the middle along both sides.
    fn is_about_at(&self, [x, y]: [f64; 2]) -> bool {
        let ([dx, dy], [right, down]) = ([x - self.middle_px[0], y - self.middle_px[1]], self.half_px);
        let area = right[0] * down[1] - right[1] * down[0];
        let along_right = (dx * down[1] - dy * down[0]) / area;
        let along_down = (dy * right[0] - dx * right[1]) / area;
        along_right.abs() <= SAME_SQUARE && along_down.abs() <= SAME_SQUARE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reading::reconstruct::guesses::Guess;

    /// A grid whose squares are `side_px` wide, with its upper left corner at `x_px` and `y_px`.
    fn grid(side_px: f64, x_px: f64, y_px: f64) -> KingdomGuesses {
        let squares = SquareGuesses { guesses: Grid::filled(5, 5, Guess::unseen()) };
        let to_photo_px = [[side_px, 0.0, x_px], [0.0, side_px, y_px], [0.0, 0.0, 1.0]];
        KingdomGuesses::new(&squares, &[], None, to_photo_px, [1000, 1000])
    }

    #[test]
    fn a_square_is_found_in_another_grid_of_the_photo() {
        let found = grid(100.0, 50.0, 50.0);
        let at = |row: isize, col: isize| Cell { row, col };
        for (other, expected) in [
            (grid(100.0, 50.0, 50.0), Some(at(1, 2))),
            // The other grid has one more row above, and its corners differ slightly.
            (grid(100.0, 60.0, -40.0), Some(at(2, 2))),
            // The other grid is shifted by half a square, so that two of its squares match equally well.
            (grid(100.0, 100.0, 50.0), None),
            // The squares of the other grid are larger.
            (grid(160.0, 130.0, 50.0), None),
            // The same grid, seen from the opposite side of the table.
            (grid(-100.0, 550.0, 550.0), Some(at(3, 2))),
        ] {
            assert_eq!(found.in_other_grid(at(1, 2), &other), expected);
        }
        assert_eq!(found.in_other_grid(at(-1, 5), &grid(100.0, -50.0, 50.0)), Some(at(-1, 6)), "beside the grid");
    }
}
