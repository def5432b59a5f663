//! `GridFit -> Board`: rectifies the grid's squares.

use opencv::core::{Mat, Rect, Size, Vec3b, Vector};
use opencv::imgproc;
use opencv::prelude::{MatTraitConst, MatTraitConstManual};

use super::geometry::Homography;
use super::grid_fit::GridFit;
use super::photo::Photo;
use super::warp::{View, warp_all};
use kingdomino::domain::{Grid, Place};

/// Sizes, in pixels, at which squares are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// Side of a square on the rectified board.
    pub square_px: i32,
    /// Width of the neighbours (or the table) that a crop shows on each side.
    pub margin_px: i32,
}

impl Cut {
    /// Crops of the squares network. The margin, 7 % on each side, keeps the whole square inside a crop that
    /// is slightly off.
    pub const SQUARES: Self = Self { square_px: 56, margin_px: 4 };
    /// Crops of the pieces network. They are large because buildings differ only in small symbols. The margin
    /// is wide because pieces lean into other squares: a piece half a square tall leans 21 % of a square if
    /// the camera is 23 degrees off vertical.
    pub const PIECES: Self = Self { square_px: 112, margin_px: 24 };

    /// The side of a crop: the square with its margins.
    pub const fn crop_px(self) -> i32 {
        self.square_px + 2 * self.margin_px
    }

    /// Length of a board with `squares` squares in a row, margins included.
    const fn board_px(self, squares: usize) -> i32 {
        squares as i32 * self.square_px + 2 * self.margin_px
    }
}

/// The rectified grid.
#[derive(Debug, Clone)]
pub struct Board {
    /// The photo's name, for messages.
    pub photo: String,
    /// Squares from top to bottom, at most 7.
    pub rows: usize,
    /// Squares from left to right, at most 7.
    pub cols: usize,
    /// Pixels per square and margin.
    pub cut: Cut,
    /// 8-bit BGR. The grid begins one margin from the picture's upper left corner. With [`Cut::SQUARES`], the
    /// picture has (cols x 56 + 8) x (rows x 56 + 8) pixels.
    pub picture: Mat,
}

/// Why a grid could not be cut from its photo.
#[derive(Debug, thiserror::Error)]
pub enum BoardError {
    /// The corners span no quadrangle that a camera can see.
    #[error("{photo}: the photo was taken at too flat an angle. Take it from above, or give other --corners")]
    Horizon {
        /// The photo's name.
        photo: String,
    },
    /// OpenCV failed, most likely because memory ran out.
    #[error("{photo}: {} failed while the squares were cut out: {source}", crate::ENGINE)]
    OpenCv {
        /// The photo's name.
        photo: String,
        /// OpenCV's error.
        source: opencv::Error,
    },
}

impl Board {
    /// Rectifies the grid in one warp, at the size for the squares network and for display. Outside the
    /// photo, the photo's edge is repeated.
    pub fn rectify(photo: &Photo, fit: &GridFit) -> Result<Self, BoardError> {
        Self::cut(photo, fit, Cut::SQUARES)
    }

    /// Rectifies the grid at the sizes of `cut`.
    pub fn cut(photo: &Photo, fit: &GridFit, cut: Cut) -> Result<Self, BoardError> {
        let [board] = Self::cut_all(photo, fit, [cut])?;
        Ok(board)
    }

    /// Rectifies the grid at several sizes in one pass over the photo.
    pub fn cut_all<const N: usize>(photo: &Photo, fit: &GridFit, cuts: [Cut; N]) -> Result<[Self; N], BoardError> {
        let side_px = fit.mean_side_px();
        let to_lattice = fit.to_photo.inverse().filter(|_| side_px.is_finite() && side_px > 0.0);
        let to_lattice = to_lattice.ok_or_else(|| BoardError::Horizon { photo: photo.name.clone() })?;
        let views = cuts.map(|cut| {
            let (square, margin) = (f64::from(cut.square_px), f64::from(cut.margin_px));
            let to_output =
                Homography::translation(margin, margin).after(&Homography::scaling(square, square)).after(&to_lattice);
            let size = Size::new(cut.board_px(fit.cols), cut.board_px(fit.rows));
            View { to_output, size, factor: side_px / square }
        });
        let mut pictures = warp_all(&photo.pixels, views)
            .map_err(|source| BoardError::OpenCv { photo: photo.name.clone(), source })?;
        Ok(std::array::from_fn(|at| Self {
            photo: photo.name.clone(),
            rows: fit.rows,
            cols: fit.cols,
            cut: cuts[at],
            picture: std::mem::take(&mut pictures[at]),
        }))
    }

    /// The square with its margin, [`Cut::crop_px`] wide and high.
    ///
    /// # Errors
    /// OpenCV's error if `place` is outside the grid.
    pub fn crop(&self, place: Place) -> opencv::Result<Mat> {
        let (x, y) = (place.col as i32 * self.cut.square_px, place.row as i32 * self.cut.square_px);
        self.picture.roi(Rect::new(x, y, self.cut.crop_px(), self.cut.crop_px()))?.try_clone()
    }

    /// The square with its margin, scaled to `side_px` x `side_px` pixels (BGR), for pictures made of
    /// characters.
    ///
    /// # Errors
    /// OpenCV's error if `place` is outside the grid.
    pub fn small_crop(&self, place: Place, side_px: usize) -> opencv::Result<Grid<[u8; 3]>> {
        let side = side_px as i32;
        let mut small = Mat::default();
        imgproc::resize(&self.crop(place)?, &mut small, Size::new(side, side), 0.0, 0.0, imgproc::INTER_AREA)?;
        let pixels =
            small.data_typed::<Vec3b>()?.iter().map(|pixel| std::array::from_fn(|channel| pixel[channel])).collect();
        Ok(Grid::from_cells(side_px, side_px, pixels))
    }

    /// All crops, in row-major order from the top.
    pub fn crops(&self) -> opencv::Result<Vector<Mat>> {
        Grid::filled(self.rows, self.cols, ()).places().map(|place| self.crop(place)).collect()
    }
}
