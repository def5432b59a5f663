//! How unlike the table beside the kingdom each square looks: where no tile lies, the same table is seen.

use opencv::core::{BORDER_DEFAULT, Mat, Point, Point2d, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::MatTraitConst;

use super::cielab::cielab;
use crate::domain::Grid;
use crate::vision::board::{Board, BoardError, Cut};
use crate::vision::geometry::Homography;
use crate::vision::grid_fit::GridFit;
use crate::vision::photo::Photo;

// Choices, made by looking at where holes and tiles that were taken for holes came to lie apart; others were not tried.

/// The squares with a ring of the table around them.
pub const WITH_TABLE: Cut = Cut { square_px: 24, margin_px: 30 };
/// What is compared of a square: so much of its middle. Its edges may show its neighbours where the grid is a little off.
const WINDOW_PX: i32 = 14;
/// Windows on the table keep so far from the grid, for shadows and for tiles that stick out of it.
const APART_PX: i32 = 4;
/// Windows on the table are so far from each other.
const STEP_PX: usize = 2;
/// At least this share of the ring must be in the photo: a strip at its edge may be all shadow.
const SEEN_SHARE: f64 = 0.25;
/// How much a difference of lightness counts beside one of colour: a hole lies deeper than the tiles, and in their shadow.
const LIGHTNESS: f32 = 0.5;

/// Of each square of a grid, cut as [`WITH_TABLE`], how far its mean colour is from that part of the table beside the grid that is most
/// like it: in CIELAB, 0 for the same, about 100 from yellow to blue. `None` where the photo shows too little of the table.
///
/// # Errors
/// See [`BoardError`].
pub fn background_distance(photo: &Photo, fit: &GridFit, with_table: &Board) -> Result<Option<Grid<f32>>, BoardError> {
    let size_px = (photo.pixels.cols(), photo.pixels.rows());
    compared(with_table, &fit.to_photo, size_px)
        .map_err(|source| BoardError::OpenCv { photo: photo.name.clone(), source })
}

fn compared(board: &Board, to_photo: &Homography, photo_px: (i32, i32)) -> opencv::Result<Option<Grid<f32>>> {
    let means = mean_colours(&board.picture)?;
    let (all, seen) = windows_on_table(board.picture.size()?, to_photo, photo_px);
    if (seen.len() as f64) < SEEN_SHARE * all as f64 {
        return Ok(None);
    }
    let table = seen.iter().map(|at| means.at_pt::<Vec3f>(*at).copied()).collect::<opencv::Result<Vec<_>>>()?;
    let middle = |line: usize| WITH_TABLE.margin_px + line as i32 * WITH_TABLE.square_px + WITH_TABLE.square_px / 2;
    let cells = Grid::filled(board.rows, board.cols, ()).places().map(|place| {
        let own = *means.at_2d::<Vec3f>(middle(place.row), middle(place.col))?;
        Ok(table.iter().map(|other| squared_distance(own, *other)).fold(f32::INFINITY, f32::min).sqrt())
    });
    Ok(Some(Grid::from_cells(board.rows, board.cols, cells.collect::<opencv::Result<_>>()?)))
}

/// Of each pixel the mean over the window around it: L* 0 to 100, a* and b* about -100 to 100, as 32-bit floats.
fn mean_colours(picture: &Mat) -> opencv::Result<Mat> {
    let (lab, mut means) = (cielab(picture)?, Mat::default());
    imgproc::blur(&lab, &mut means, Size::new(WINDOW_PX, WINDOW_PX), Point::new(-1, -1), BORDER_DEFAULT)?;
    Ok(means)
}

/// How many windows there are around the grid of a board of this size, and the middles of those that the photo shows.
fn windows_on_table(size: Size, to_photo: &Homography, (width, height): (i32, i32)) -> (usize, Vec<Point>) {
    let half = WINDOW_PX / 2;
    let near_grid = WITH_TABLE.margin_px - APART_PX - half;
    let is_near = |at: i32, length: i32| (near_grid..length - near_grid).contains(&at);
    let line = |length: i32| (half..length - half).step_by(STEP_PX);
    let all: Vec<Point> = (line(size.height).flat_map(|y| line(size.width).map(move |x| Point::new(x, y))))
        .filter(|at| !(is_near(at.x, size.width) && is_near(at.y, size.height)))
        .collect();
    let in_photo = |x: i32, y: i32| {
        let to_lattice = |px: i32| f64::from(px - WITH_TABLE.margin_px) / f64::from(WITH_TABLE.square_px);
        let on_table = Point2d::new(to_lattice(x), to_lattice(y));
        let at = to_photo.apply(on_table);
        let is_before_horizon = to_photo.denominator(on_table) * to_photo.denominator(Point2d::new(0.0, 0.0)) > 0.0;
        is_before_horizon && (0.0..=f64::from(width)).contains(&at.x) && (0.0..=f64::from(height)).contains(&at.y)
    };
    let is_seen =
        |at: &&Point| [-half, half].iter().all(|y| [-half, half].iter().all(|x| in_photo(at.x + x, at.y + y)));
    (all.len(), all.iter().filter(is_seen).copied().collect())
}

fn squared_distance(a: Vec3f, b: Vec3f) -> f32 {
    let [lightness, green_red, blue_yellow]: [f32; 3] = std::array::from_fn(|i| a[i] - b[i]);
    (LIGHTNESS * lightness).powi(2) + green_red.powi(2) + blue_yellow.powi(2)
}

#[cfg(test)]
mod tests {
    use opencv::core::Vec3b;

    use super::*;
    use crate::domain::Place;

    const SQUARE_PX: usize = 60;
    /// Blue, green, red.
    const BROWN: [f64; 3] = [60.0, 90.0, 130.0];

    /// 2 x 3 squares with so much of a brown table on each side, all of which grows darker to the right by a tenth: a yellow tile and a
    /// blue one, the bare table, and below a hole in the tiles' shadow, a tile of another brown and a green one.
    fn seen(table_px: usize) -> Result<Option<Grid<f32>>, Box<dyn std::error::Error>> {
        let shadowed = BROWN.map(|part| 0.85 * part);
        let colours =
            [[40.0, 210.0, 230.0], [230.0, 120.0, 40.0], BROWN, shadowed, [95.0, 125.0, 165.0], [50.0, 160.0, 70.0]];
        let (width, height) = (3 * SQUARE_PX + 2 * table_px, 2 * SQUARE_PX + 2 * table_px);
        let colour = |x: usize, y: usize| {
            let [col, row] = [x, y].map(|at| at.checked_sub(table_px).map(|inside| inside / SQUARE_PX));
            let square = row.zip(col).filter(|(row, col)| *row < 2 && *col < 3);
            let light = 1.0 - 0.1 * x as f64 / width as f64;
            square.map_or(BROWN, |(row, col)| colours[3 * row + col]).map(|part| (part * light) as u8)
        };
        let pixels: Vec<Vec3b> = (0..height).flat_map(|y| (0..width).map(move |x| colour(x, y).into())).collect();
        let pixels = Mat::new_rows_cols_with_data(height as i32, width as i32, &pixels)?.try_clone()?;
        let photo = Photo::from_pixels("a", pixels);
        let (near, right, lower) = (table_px as f64, (width - table_px) as f64, (height - table_px) as f64);
        let corners = [(near, near), (right, near), (right, lower), (near, lower)].map(|(x, y)| Point2d::new(x, y));
        let fit = GridFit::from_corners(&photo, corners, 2, 3)?;
        Ok(background_distance(&photo, &fit, &Board::cut(&photo, &fit, WITH_TABLE)?)?)
    }

    #[test]
    fn holes_look_like_the_table_and_tiles_do_not() -> Result<(), Box<dyn std::error::Error>> {
        let unlike = seen(100)?.expect("the table is seen");
        let holes = [Place::new(0, 2), Place::new(1, 0)];
        for (place, value) in unlike.iter() {
            assert!(if holes.contains(&place) { *value < 4.0 } else { *value > 6.0 }, "{place:?}: {value}");
        }
        Ok(())
    }

    #[test]
    fn beyond_the_horizon_there_is_no_table() {
        // The horizon runs half a square to the left of the grid; what lies behind it would come to lie in the photo.
        let to_photo = Homography([[100.0, 0.0, 70.0], [0.0, 100.0, -150.0], [1.0, 0.0, 0.5]]);
        let side_px = 2 * WITH_TABLE.square_px + 2 * WITH_TABLE.margin_px;
        let (_, seen) = windows_on_table(Size::new(side_px, side_px), &to_photo, (400, 400));
        assert!(!seen.is_empty(), "of the table behind the grid, something");
        let horizon_px = WITH_TABLE.margin_px - WITH_TABLE.square_px / 2;
        assert!(seen.iter().all(|at| at.x > horizon_px), "{seen:?}");
    }

    #[test]
    fn where_hardly_any_table_is_seen_nothing_is_known() -> Result<(), Box<dyn std::error::Error>> {
        assert!(seen(0)?.is_none());
        assert!(seen(20)?.is_none(), "no window is as narrow");
        Ok(())
    }
}
