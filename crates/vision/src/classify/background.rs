//! Compares each square with the table around the kingdom: how similar they look, and in how many directions.
//! A hole, a square without a tile, looks like the table all around. An object on the kingdom's rim, such as
//! a sleeve, is also visible outside the grid, but only on one side.

use opencv::core::{BORDER_DEFAULT, Mat, Point, Point2d, Rect, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::{MatTraitConst, MatTraitConstManual};

use super::cielab::{cielab, linear};
use crate::board::{Board, BoardError, Cut};
use crate::geometry::Homography;
use crate::grid_fit::GridFit;
use crate::photo::Photo;
use kingdomino::domain::Grid;

// Unless a reason is given, the constants below were chosen by looking at how holes differ from tiles
// mistaken for holes; no other values were tried.

/// How the board is cut for [`beside_table`]: with a ring of table around the squares.
pub const WITH_TABLE: Cut = Cut { square_px: 24, margin_px: 30 };
/// Side of a window, in pixels of the board. The mean colour of a window in the middle of each square is
/// compared with those of many windows on the table. The window leaves out the square's edges, which may show
/// its neighbours if the grid is slightly off.
const WINDOW_PX: i32 = 14;
/// Least distance of the table's windows from the grid, in pixels of the board: next to the grid there may be
/// shadows and protruding tiles.
const APART_PX: i32 = 4;
/// Distance between the middles of neighbouring windows on the table, in pixels of the board.
const STEP_PX: usize = 2;
/// Share of the windows on the table that the photo must show; otherwise the table is not compared. If the
/// photo shows only a narrow strip of table, that may be all shadow.
const SEEN_SHARE: f64 = 0.25;
/// Number of directions, from the middle of the grid, into which the table's windows are sorted. They have
/// equal angles if the grid is square.
const DIRECTIONS: usize = 16;
/// A square looks like a window on the table if their mean colours are at most this far apart: see
/// [`BesideTable::distance`]. Of 6, 8, 10 and 12, this value best separates 909 holes from 224 tiles that
/// look empty because an object covers them. They are in 540 scenes of
/// `fixtures/suites/things-on-tiles.json`: with our artwork (seed 92000) and with scans of a real box (seeds
/// 92000 and 93000).
const ALIKE: f32 = 8.0;
/// A square looks the same as a window on the table if their mean colours are at most this far apart: see
/// [`BesideTable::same_around`].
const SAME: f32 = 2.0;
/// Weight of a difference in lightness relative to one in colour. It is below 1 because a hole is lower than
/// the tiles, so they cast a shadow on it.
const LIGHTNESS: f32 = 0.5;

/// In dim photos all colours are similar, and everything would look like the table. So colours are scaled up
/// until the brightest tenth of the grid has at least this linear light, 0 to 1. This was measured in 240
/// scenes of `fixtures/suites/things-on-tiles.json` with 1/20 to 1/8 of the light. With scaling, 118 of 207
/// tiles that look empty are mistaken for the table all around, and 355 of 358 holes are recognised as such;
/// without it, 206 of the tiles and 357 of the holes. Of 120 scenes with the suite's usual light, four are
/// dim enough to be scaled.
const LEAST_LIGHT: f32 = 0.1;

/// How a square compares with the table around the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BesideTable {
    /// Distance of the square's mean colour from the most similar window of the table, in CIELAB: 0 for the
    /// same, about 100 from yellow to blue.
    pub distance: f32,
    /// Share, 0 to 1, of the directions with visible table in which some table looks like the square (a
    /// distance of at most `ALIKE`).
    pub around: f32,
    /// Share, 0 to 1, of the directions with visible table in which some table looks the same as the square
    /// (a distance of at most `SAME`).
    pub same_around: f32,
    /// Whether the photo is too dim for its colours to be informative.
    pub is_dim: bool,
}

/// Compares each square of a grid, cut as [`WITH_TABLE`], with the table. `None` if the photo shows too
/// little of the table.
///
/// # Errors
/// See [`BoardError`].
pub fn beside_table(photo: &Photo, fit: &GridFit, with_table: &Board) -> Result<Option<Grid<BesideTable>>, BoardError> {
    let size_px = (photo.pixels.cols(), photo.pixels.rows());
    compared(with_table, &fit.to_photo, size_px)
        .map_err(|source| BoardError::OpenCv { photo: photo.name.clone(), source })
}

fn compared(board: &Board, to_photo: &Homography, photo_px: (i32, i32)) -> opencv::Result<Option<Grid<BesideTable>>> {
    let light = light_of(board)?;
    let is_dim = light < LEAST_LIGHT;
    let means = mean_colours(&board.picture, if is_dim { LEAST_LIGHT / light } else { 1.0 })?;
    let size = board.picture.size()?;
    let (all, seen) = windows_on_table(size, to_photo, photo_px);
    if (seen.len() as f64) < SEEN_SHARE * all as f64 {
        return Ok(None);
    }
    let mut table = Vec::with_capacity(seen.len());
    for at in seen {
        table.push((direction(at, size), *means.at_pt::<Vec3f>(at)?));
    }
    let mut cells = Vec::with_capacity(board.rows * board.cols);
    for place in Grid::filled(board.rows, board.cols, ()).places() {
        let [y, x] = [place.row, place.col]
            .map(|line| WITH_TABLE.margin_px + line as i32 * WITH_TABLE.square_px + WITH_TABLE.square_px / 2);
        let own = *means.at_2d::<Vec3f>(y, x)?;
        cells.push(BesideTable { is_dim, ..BesideTable::new(own, &table) });
    }
    Ok(Some(Grid::from_cells(board.rows, board.cols, cells)))
}

impl BesideTable {
    /// `own`: the square's mean colour. `table`: the direction and mean colour of each window; at least one.
    fn new(own: Vec3f, table: &[(usize, Vec3f)]) -> Self {
        let mut nearest: [Option<f32>; DIRECTIONS] = [None; DIRECTIONS];
        for (direction, other) in table {
            let squared = squared_distance(own, *other);
            let nearest = &mut nearest[*direction];
            *nearest = Some(nearest.map_or(squared, |nearest| nearest.min(squared)));
        }
        let seen: Vec<f32> = nearest.into_iter().flatten().map(f32::sqrt).collect();
        let [around, same_around] = [ALIKE, SAME]
            .map(|far| seen.iter().filter(|distance| **distance <= far).count() as f32 / seen.len() as f32);
        let distance = seen.iter().copied().fold(f32::INFINITY, f32::min);
        Self { distance, around, same_around, is_dim: false }
    }
}

/// The direction of a point from the middle of a picture, 0 to [`DIRECTIONS`] - 1. The picture is treated as
/// a square.
fn direction(at: Point, size: Size) -> usize {
    let x = f64::from(at.x) / f64::from(size.width) - 0.5;
    let y = f64::from(at.y) / f64::from(size.height) - 0.5;
    let turn = y.atan2(x) / std::f64::consts::TAU + 0.5;
    ((turn * DIRECTIONS as f64) as usize).min(DIRECTIONS - 1)
}

/// The 90th percentile of the grid's linear light, in (0, 1].
fn light_of(board: &Board) -> opencv::Result<f32> {
    let margin = WITH_TABLE.margin_px;
    let size = board.picture.size()?;
    let grid = Rect::new(margin, margin, size.width - 2 * margin, size.height - 2 * margin);
    let mut grey = Mat::default();
    imgproc::cvt_color_def(&Mat::roi(&board.picture, grid)?, &mut grey, imgproc::COLOR_BGR2GRAY)?;
    let mut values = grey.data_bytes()?.to_vec();
    let at = values.len() * 9 / 10;
    Ok(linear((*values.select_nth_unstable(at).1).max(1)))
}

/// The mean colour of the window around each pixel, as 32-bit floats: L* 0 to 100, a* and b* about -100 to
/// 100.
fn mean_colours(picture: &Mat, gain: f32) -> opencv::Result<Mat> {
    let (lab, mut means) = (cielab(picture, gain)?, Mat::default());
    imgproc::blur(&lab, &mut means, Size::new(WINDOW_PX, WINDOW_PX), Point::new(-1, -1), BORDER_DEFAULT)?;
    Ok(means)
}

/// The number of windows around the grid of a board of this size, and the centres of those that the photo
/// shows.
fn windows_on_table(size: Size, to_photo: &Homography, photo_px: (i32, i32)) -> (usize, Vec<Point>) {
    let half = WINDOW_PX / 2;
    let near_grid = WITH_TABLE.margin_px - APART_PX - half;
    let (near_cols, near_rows) = (near_grid..size.width - near_grid, near_grid..size.height - near_grid);
    let (mut all, mut seen) = (0, Vec::new());
    for y in (half..size.height - half).step_by(STEP_PX) {
        for x in (half..size.width - half).step_by(STEP_PX) {
            if near_cols.contains(&x) && near_rows.contains(&y) {
                continue;
            }
            all += 1;
            let corners = [(x - half, y - half), (x + half, y - half), (x - half, y + half), (x + half, y + half)];
            if corners.into_iter().all(|(x, y)| is_in_photo(x, y, to_photo, photo_px)) {
                seen.push(Point::new(x, y));
            }
        }
    }
    (all, seen)
}

/// Whether the photo shows the point (`x`, `y`) of the board's picture.
fn is_in_photo(x: i32, y: i32, to_photo: &Homography, (width, height): (i32, i32)) -> bool {
    let [u, v] = [x, y].map(|px| f64::from(px - WITH_TABLE.margin_px) / f64::from(WITH_TABLE.square_px));
    let on_table = Point2d::new(u, v);
    let at = to_photo.apply(on_table);
    let is_before_horizon = to_photo.denominator(on_table) * to_photo.denominator(Point2d::new(0.0, 0.0)) > 0.0;
    is_before_horizon && (0.0..=f64::from(width)).contains(&at.x) && (0.0..=f64::from(height)).contains(&at.y)
}

fn squared_distance(a: Vec3f, b: Vec3f) -> f32 {
    let [lightness, green_red, blue_yellow]: [f32; 3] = std::array::from_fn(|i| a[i] - b[i]);
    (LIGHTNESS * lightness).powi(2) + green_red.powi(2) + blue_yellow.powi(2)
}

#[cfg(test)]
mod tests {
    use opencv::core::Vec3b;

    use super::*;
    use kingdomino::domain::Place;

    const SQUARE_PX: usize = 60;
    /// Blue, green, red.
    const BROWN: [f64; 3] = [60.0, 90.0, 130.0];

    /// A board of 2 x 3 squares with `table_px` of a brown table on each side. Everything is up to a tenth
    /// darker to the right. First row: a yellow tile, a blue tile, the bare table. Second row: a hole in the
    /// tiles' shadow, a tile of another brown, a green tile.
    fn seen(table_px: usize) -> Result<Option<Grid<BesideTable>>, Box<dyn std::error::Error>> {
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
        Ok(beside_table(&photo, &fit, &Board::cut(&photo, &fit, WITH_TABLE)?)?)
    }

    #[test]
    fn holes_look_like_the_table_and_tiles_do_not() -> Result<(), Box<dyn std::error::Error>> {
        let compared = seen(100)?.expect("the table is seen");
        let holes = [Place::new(0, 2), Place::new(1, 0)];
        for (place, BesideTable { distance, around, .. }) in compared.iter() {
            let is_hole = holes.contains(&place);
            assert!(if is_hole { *distance < 4.0 } else { *distance > 6.0 }, "{place:?}: {distance}");
            let is_brown = is_hole || place == Place::new(1, 1);
            assert!(if is_brown { *around > 0.5 } else { *around == 0.0 }, "{place:?}: {around}");
        }
        Ok(())
    }

    #[test]
    fn what_lies_on_one_side_only_is_not_the_table_all_around() {
        let (cloth, wood) = (Vec3f::from([40.0, 30.0, 0.0]), Vec3f::from([60.0, 5.0, 20.0]));
        let table: Vec<(usize, Vec3f)> =
            (0..DIRECTIONS).map(|from| (from, if from < 2 { cloth } else { wood })).collect();
        let [under_cloth, hole] = [cloth, wood].map(|own| BesideTable::new(own, &table));
        assert_eq!((under_cloth.distance, under_cloth.around), (0.0, 2.0 / DIRECTIONS as f32));
        assert_eq!((hole.distance, hole.around), (0.0, 14.0 / DIRECTIONS as f32));
        // Directions without visible table do not count.
        assert_eq!(BesideTable::new(cloth, &table[..2]).around, 1.0);
        let like_wood = BesideTable::new(Vec3f::from([60.0, 5.0, 25.0]), &table);
        assert_eq!((like_wood.around, like_wood.same_around), (14.0 / DIRECTIONS as f32, 0.0));
    }

    #[test]
    fn beyond_the_horizon_there_is_no_table() {
        // The horizon is half a square to the left of the grid. Points behind it would be mapped into the
        // photo.
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
