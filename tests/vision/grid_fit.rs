//! The grid is found in a fake network's output, for exactly known lattices.

use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};

use kingdom_scanner::domain::{Grid, GridSize, Place};
use kingdom_scanner::vision::geometry::{Homography, lattice_corners};
use kingdom_scanner::vision::grid_fit::frame::LocatorFrame;
use kingdom_scanner::vision::grid_fit::{GridFit, GridFitError};
use kingdom_scanner::vision::networks::{Network, NetworkError, Tensor};
use kingdom_scanner::vision::photo::Photo;
use opencv::core::{CV_8UC3, DECOMP_QR, Mat, Point2d, Scalar, solve};
use opencv::prelude::{MatTraitConst, MatTraitConstManual, MatTraitManual};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type TestResult = Result<(), Box<dyn Error>>;

const WIDTH: i32 = 1600;
const HEIGHT: i32 = 1200;

/// A photo whose colours encode each pixel's position: blue the column, green the row, red 1 minus their
/// mean.
fn photo_of_places() -> opencv::Result<Photo> {
    let mut pixels = Mat::new_rows_cols_with_default(HEIGHT, WIDTH, CV_8UC3, Scalar::all(255.0))?;
    for (i, pixel) in pixels.data_bytes_mut()?.chunks_exact_mut(3).enumerate() {
        let (x, y) = (i as i32 % WIDTH, i as i32 / WIDTH);
        let (u, v) = ((f64::from(x) + 0.5) / f64::from(WIDTH), (f64::from(y) + 0.5) / f64::from(HEIGHT));
        let levels = [u, v, 1.0 - (u + v) / 2.0].map(|share| (255.0 * share).round() as u8);
        pixel.copy_from_slice(&levels);
    }
    Ok(Photo::from_pixels("places.png", pixels))
}

/// A network that knows the kingdom, and derives from the colours which part of the photo it sees.
struct FakeLocator {
    to_photo: Homography,
    occupied: Grid<bool>,
    /// The fraction of the lattice points that the network misses.
    missing: f64,
    /// The number of false peaks.
    false_peaks: usize,
    /// The largest error of a peak's position, in squares.
    noise_squares: f64,
    /// The same, but in the first look only.
    noise_at_first: f64,
    /// How many of the last columns the network misses in looks at the whole photo.
    overlooked_from_afar: usize,
    /// The number of false peaks in all looks but the first.
    false_peaks_from_near: usize,
    looks: AtomicUsize,
}

impl FakeLocator {
    fn new(to_photo: Homography, occupied: Grid<bool>) -> Self {
        Self {
            to_photo,
            occupied,
            missing: 0.0,
            false_peaks: 0,
            noise_squares: 0.0,
            noise_at_first: 0.0,
            overlooked_from_afar: 0,
            false_peaks_from_near: 0,
            looks: AtomicUsize::new(0),
        }
    }
}

/// The homography from the frame to the photo, by least squares over many pixels that each encode their
/// position.
fn frame_to_photo(blob: &Mat) -> opencv::Result<Homography> {
    const STEP_PX: usize = 3;
    let values = blob.data_typed::<f32>()?;
    let channel = |c: usize, i: usize| (f64::from(values[c * 256 * 256 + i]) + 1.0) / 2.0;
    // This sum is 1 for pixels that come from the photo.
    let whole = |i: usize| (channel(0, i) + channel(1, i)) / 2.0 + channel(2, i);
    // Excludes pixels that border on the black around the photo, and those that may repeat the photo's edge.
    let is_inside =
        |i: &usize| (whole(*i) - 1.0).abs() < 0.02 && [0, 1].iter().all(|c| (0.01..0.99).contains(&channel(*c, *i)));
    let inside: Vec<usize> = (0..256 * 256).step_by(STEP_PX).filter(is_inside).collect();
    // Whenever a picture is halved, means are rounded up slightly more often than down, equally in all
    // channels.
    let rounded_up = inside.iter().map(|&i| (whole(i) - 1.0) / 2.0).sum::<f64>() / inside.len() as f64;
    let mut equations: Vec<[f64; 9]> = Vec::new();
    for i in inside {
        let (x, y) = (((i % 256) as f64 + 0.5) / 256.0, ((i / 256) as f64 + 0.5) / 256.0);
        let (u, v) = (channel(0, i) - rounded_up, channel(1, i) - rounded_up);
        equations.push([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y, u]);
        equations.push([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y, v]);
    }
    let column = |c: usize| equations.iter().map(|equation| equation[c]).collect::<Vec<_>>();
    let coefficients: Vec<Vec<f64>> = equations.iter().map(|equation| equation[..8].to_vec()).collect();
    let (left, right) = (
        Mat::from_slice_2d(&coefficients)?,
        Mat::from_slice(&column(8))?.reshape(1, equations.len() as i32)?.try_clone()?,
    );
    let mut solution = Mat::default();
    solve(&left, &right, &mut solution, DECOMP_QR)?;
    let h = solution.data_typed::<f64>()?;
    let unit = Homography([[h[0], h[1], h[2]], [h[3], h[4], h[5]], [h[6], h[7], 1.0]]);
    let to_unit = Homography::scaling(1.0 / 256.0, 1.0 / 256.0);
    Ok(Homography::scaling(f64::from(WIDTH), f64::from(HEIGHT)).after(&unit).after(&to_unit))
}

/// Raises `heat` (128 x 128 probabilities over 256 px) to a Gaussian around `at_px`, as in the network's
/// training.
fn add_peak(heat: &mut [f32], at_px: Point2d, spread_px: f64) {
    for (i, value) in heat.iter_mut().enumerate() {
        let cell = Point2d::new((i % 128) as f64 * 2.0 + 1.0, (i / 128) as f64 * 2.0 + 1.0);
        let height = (-(cell - at_px).norm().powi(2) / (2.0 * spread_px * spread_px)).exp() as f32;
        *value = value.max(height);
    }
}

fn logit(probability: f32) -> f32 {
    let p = probability.clamp(1e-6, 0.98);
    (p / (1.0 - p)).ln()
}

fn complex_mul(a: Point2d, b: Point2d) -> Point2d {
    Point2d::new(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
}

impl FakeLocator {
    fn is_first_look(&self) -> bool {
        self.looks.load(Ordering::Relaxed) == 1
    }

    fn is_seen(&self, place: Place) -> bool {
        let cols = self.occupied.cols() - if self.is_first_look() { self.overlooked_from_afar } else { 0 };
        place.col < cols && self.occupied.get(place).is_some_and(|tile| *tile)
    }

    fn heat(&self, to_frame: &Homography) -> Tensor {
        // The random numbers depend on the look, so that each look misses different points.
        let mut rng = ChaCha8Rng::seed_from_u64(self.looks.load(Ordering::Relaxed) as u64);
        let tiles: Vec<Place> = self.occupied.places().filter(|place| self.is_seen(*place)).collect();
        let at = |place: &Place, du: f64, dv: f64| Point2d::new(place.col as f64 + du, place.row as f64 + dv);
        let mut corners: Vec<Point2d> = Vec::new();
        for corner in
            tiles.iter().flat_map(|tile| [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(u, v)| at(tile, u, v)))
        {
            if !corners.contains(&corner) {
                corners.push(corner);
            }
        }
        let centres: Vec<Point2d> = tiles.iter().map(|tile| at(tile, 0.5, 0.5)).collect();
        let noise_squares = self.noise_squares + if self.is_first_look() { self.noise_at_first } else { 0.0 };
        let mut values = vec![0.0; 2 * 128 * 128];
        for (channel, points) in [corners, centres].into_iter().enumerate() {
            let heat = &mut values[channel * 128 * 128..][..128 * 128];
            for point in points {
                let mut off = || rng.random_range(-1.0..1.0) * noise_squares;
                let place = Point2d::new(point.x + off(), point.y + off());
                if !rng.random_bool(self.missing) {
                    add_peak(heat, to_frame.apply(place), 2.5);
                }
            }
            for _ in 0..self.false_peaks + if self.is_first_look() { 0 } else { self.false_peaks_from_near } {
                let at_px = Point2d::new(rng.random_range(0.0..256.0), rng.random_range(0.0..256.0));
                add_peak(heat, at_px, 2.5);
            }
        }
        Tensor::new(&[1, 2, 128, 128], values.into_iter().map(logit).collect())
    }

    fn frame(&self, to_frame: &Homography) -> Tensor {
        let to_lattice = to_frame.inverse().expect("a camera's view is one to one");
        let mut values = vec![0.0; 6 * 64 * 64];
        for i in 0..64 * 64 {
            let cell = Point2d::new((i % 64) as f64 * 4.0 + 2.0, (i / 64) as f64 * 4.0 + 2.0);
            let at = to_lattice.apply(cell);
            let place = Place::new(at.y.max(0.0) as usize, at.x.max(0.0) as usize);
            let inside = at.x >= 0.0 && at.y >= 0.0 && self.is_seen(place);
            let step = |du: f64, dv: f64| (to_frame.apply(Point2d::new(at.x + du, at.y + dv)) - cell) * 1e4;
            let (a, b) = (step(1e-4, 0.0), step(0.0, 1e-4));
            let area = a.cross(b).abs();
            let (aa, bb) = (complex_mul(a, a) * (1.0 / area), complex_mul(b, b) * (1.0 / area));
            let (sum, product) = (aa + bb, complex_mul(aa, bb));
            let answer =
                [if inside { 4.0 } else { -4.0 }, (area.sqrt() / 20.0).ln(), sum.x, sum.y, product.x, product.y];
            for (channel, value) in answer.into_iter().enumerate() {
                values[channel * 64 * 64 + i] = value as f32;
            }
        }
        Tensor::new(&[1, 6, 64, 64], values)
    }
}

impl Network for FakeLocator {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        let view = frame_to_photo(input).expect("the blob holds numbers");
        let to_frame = view.inverse().expect("a view has an area").after(&self.to_photo);
        Ok(vec![self.heat(&to_frame), self.frame(&to_frame)])
    }
}

/// A camera above a table: the grid's centre in the photo's centre, rotated by `turn_deg`, the table tilted
/// away by `tilt_deg`, a square in the middle about `square_px` wide.
fn camera(rows: usize, cols: usize, square_px: f64, turn_deg: f64, tilt_deg: f64) -> Homography {
    const FOCAL_PX: f64 = 1500.0;
    let distance = FOCAL_PX / square_px;
    let (turn_sin, turn_cos) = turn_deg.to_radians().sin_cos();
    let (tilt_sin, tilt_cos) = tilt_deg.to_radians().sin_cos();
    let turned = Homography([[turn_cos, -turn_sin, 0.0], [turn_sin, turn_cos, 0.0], [0.0, 0.0, 1.0]])
        .after(&Homography::translation(-(cols as f64) / 2.0, -(rows as f64) / 2.0));
    // A point of the table becomes (x, y cos(tilt), distance - y sin(tilt)), so points higher in the picture
    // are farther away.
    let tilted = Homography([[1.0, 0.0, 0.0], [0.0, tilt_cos, 0.0], [0.0, -tilt_sin, distance]]);
    let to_px = Homography([
        [FOCAL_PX, 0.0, f64::from(WIDTH) / 2.0],
        [0.0, FOCAL_PX, f64::from(HEIGHT) / 2.0],
        [0.0, 0.0, 1.0],
    ]);
    to_px.after(&tilted).after(&turned)
}

/// The largest distance of a found corner from the true one, in squares, for the quarter turn that fits best.
fn corner_error(fit: &GridFit, photo: &Photo, truth: &Homography, rows: usize, cols: usize) -> f64 {
    let found = fit.corners_px(photo);
    let expected = lattice_corners(rows, cols).map(|corner| truth.apply(corner));
    let side = |i: usize| (expected[(i + 1) % 4] - expected[i]).norm() / [cols, rows][i % 2] as f64;
    let square_px = (0..4).map(side).fold(f64::MAX, f64::min);
    let error = |turn: usize| (0..4).map(|i| (found[(i + turn) % 4] - expected[i]).norm()).fold(0.0, f64::max);
    (0..4).map(error).fold(f64::MAX, f64::min) / square_px
}

fn full(rows: usize, cols: usize) -> Grid<bool> {
    Grid::filled(rows, cols, true)
}

/// A grid drawn with `#` for tiles.
fn drawn(rows: &[&str]) -> Grid<bool> {
    let cells: Vec<bool> = rows.iter().flat_map(|row| row.chars().map(|c| c == '#')).collect();
    Grid::from_cells(rows.len(), rows[0].len(), cells)
}

/// The only kingdom of a picture.
fn find_one(photo: &Photo, locator: &dyn Network, size: Option<GridSize>) -> Result<GridFit, GridFitError> {
    let mut fits = GridFit::find(photo, locator, size)?;
    assert_eq!(fits.len(), 1, "one kingdom");
    Ok(fits.remove(0))
}

fn assert_found(fake: &FakeLocator, limit_squares: f64, case: &str) -> TestResult {
    let photo = photo_of_places()?;
    let fit = find_one(&photo, fake, None)?;
    let (rows, cols) = (fake.occupied.rows(), fake.occupied.cols());
    let mut sides = [fit.rows, fit.cols];
    sides.sort_unstable();
    assert_eq!(sides, [rows.min(cols), rows.max(cols)], "{case}");
    let error = corner_error(&fit, &photo, &fake.to_photo, rows, cols);
    assert!(error < limit_squares, "{case}: corners off by {error:.4} squares");
    let to_lattice = fake.to_photo.inverse().ok_or("a camera's view is one to one")?;
    let is_right = |place: &Place| {
        let middle = fit.to_photo.apply(Point2d::new(place.col as f64 + 0.5, place.row as f64 + 0.5));
        let at = to_lattice.apply(middle);
        (fit.occupied[*place] > 0.5) == fake.occupied[Place::new(at.y as usize, at.x as usize)]
    };
    let wrong: Vec<Place> = fit.occupied.places().filter(|place| !is_right(place)).collect();
    // If the network misses a square's centre and corners, the square may be taken for a hole.
    let allowed = (fake.missing / 2.0 * (rows * cols) as f64) as usize;
    assert!(wrong.len() <= allowed, "{case}: {wrong:?} of {:?}", fit.occupied);
    Ok(())
}

#[test]
fn exact_peaks_give_exact_corners() -> TestResult {
    for (case, rows, cols, square_px, turn_deg, tilt_deg) in [
        ("plain", 5, 5, 160.0, 0.0, 0.0),
        ("far away", 5, 5, 70.0, 10.0, 0.0),
        ("turned", 5, 5, 140.0, 30.0, 0.0),
        ("half a right angle", 5, 5, 140.0, 45.0, 0.0),
        ("upside down", 5, 5, 140.0, 170.0, 10.0),
        ("tilted", 5, 5, 160.0, 0.0, 40.0),
        ("tilted and turned", 5, 5, 150.0, 30.0, 40.0),
        ("seven", 7, 7, 120.0, 5.0, 0.0),
        ("seven, tilted and turned", 7, 7, 100.0, -25.0, 35.0),
        ("not square", 4, 6, 150.0, 20.0, 20.0),
        ("narrow", 2, 5, 150.0, -10.0, 20.0),
    ] {
        let fake = FakeLocator::new(camera(rows, cols, square_px, turn_deg, tilt_deg), full(rows, cols));
        assert_found(&fake, 0.02, case)?;
    }
    Ok(())
}

#[test]
fn kingdoms_with_holes_are_found() -> TestResult {
    let with_holes = drawn(&["##.##", "#####", ".##.#", "#####", "###.."]);
    let bridged = drawn(&["##...##", "##...##", "#######", "##...##", "##...##", "##...##", "##...##"]);
    for (case, occupied) in [("holes", with_holes), ("two towers", bridged)] {
        for (turn_deg, tilt_deg) in [(0.0, 0.0), (30.0, 30.0)] {
            let to_photo = camera(occupied.rows(), occupied.cols(), 110.0, turn_deg, tilt_deg);
            assert_found(&FakeLocator::new(to_photo, occupied.clone()), 0.02, case)?;
        }
    }
    Ok(())
}

#[test]
fn missing_and_false_peaks_do_not_mislead() -> TestResult {
    for (turn_deg, tilt_deg) in [(0.0, 0.0), (30.0, 0.0), (-20.0, 40.0)] {
        for size in [5, 7] {
            let to_photo = camera(size, size, 700.0 / size as f64, turn_deg, tilt_deg);
            let fake = FakeLocator { missing: 0.2, false_peaks: 8, ..FakeLocator::new(to_photo, full(size, size)) };
            assert_found(&fake, 0.02, &format!("{size}, turned {turn_deg}, tilted {tilt_deg}"))?;
        }
    }
    Ok(())
}

#[test]
fn untidy_tiles_give_corners_between_them() -> TestResult {
    for (turn_deg, tilt_deg) in [(0.0, 0.0), (-20.0, 30.0)] {
        let fake = FakeLocator {
            noise_squares: 0.08,
            ..FakeLocator::new(camera(5, 5, 140.0, turn_deg, tilt_deg), full(5, 5))
        };
        assert_found(&fake, 0.1, &format!("turned {turn_deg}, tilted {tilt_deg}"))?;
    }
    Ok(())
}

#[test]
fn a_small_kingdom_is_looked_at_twice_and_a_large_one_once() -> TestResult {
    for (square_px, looks) in [(60.0, 2), (235.0, 1)] {
        let fake = FakeLocator::new(camera(5, 5, square_px, 0.0, 0.0), full(5, 5));
        assert_found(&fake, 0.02, &format!("squares of {square_px} px"))?;
        assert_eq!(fake.looks.load(Ordering::Relaxed), looks, "squares of {square_px} px");
    }
    Ok(())
}

#[test]
fn a_kingdom_that_a_closer_look_cuts_off_is_looked_at_again() -> TestResult {
    // The first look sees a grid of five rows and five columns. The closer look is as high as it is wide, and
    // its frame is filled by the photo instead of black, so the fake shows the two missing columns.
    for turn_deg in [0.0, 90.0, 180.0] {
        for false_peaks_from_near in [0, 8] {
            let fake = FakeLocator {
                overlooked_from_afar: 2,
                false_peaks_from_near,
                ..FakeLocator::new(camera(5, 7, 60.0, turn_deg, 0.0), full(5, 7))
            };
            assert_found(&fake, 0.1, &format!("turned {turn_deg}, {false_peaks_from_near} false peaks"))?;
            let looks = fake.looks.load(Ordering::Relaxed);
            assert!(looks >= 3, "turned {turn_deg}, {false_peaks_from_near} false peaks: {looks} looks");
        }
    }
    Ok(())
}

#[test]
fn a_kingdom_that_is_still_cut_off_at_the_last_look_is_doubted() -> TestResult {
    let photo = photo_of_places()?;
    // If five columns are missed at first, the last look shows the last column at its edge, with nothing
    // behind it to prove that the grid ends there.
    for (overlooked_from_afar, may_go_on) in [(5, true), (2, false), (0, false)] {
        let fake = FakeLocator { overlooked_from_afar, ..FakeLocator::new(camera(5, 7, 60.0, 0.0, 0.0), full(5, 7)) };
        let fit = find_one(&photo, &fake, None)?;
        assert_eq!((fit.may_go_on, fit.is_doubtful()), (may_go_on, may_go_on), "{overlooked_from_afar} overlooked");
        assert!(may_go_on || fit.cols == 7, "{overlooked_from_afar} overlooked: {} columns", fit.cols);
    }
    Ok(())
}

#[test]
fn where_the_photo_ends_a_kingdom_is_not_cut_off() -> TestResult {
    // The grid's left side is on the photo's edge.
    let camera = Homography::translation(150.0 - f64::from(WIDTH) / 2.0, 0.0).after(&camera(5, 5, 60.0, 0.0, 0.0));
    let fake = FakeLocator::new(camera, full(5, 5));
    assert_found(&fake, 0.02, "at the photo's side")?;
    assert_eq!(fake.looks.load(Ordering::Relaxed), 2);
    Ok(())
}

#[test]
fn a_grid_that_is_seen_at_an_angle_is_looked_at_once_more() -> TestResult {
    for turn_deg in [0.0, 30.0, 120.0] {
        let mut looks = Vec::new();
        for tilt_deg in [0.0, 5.0, 35.0] {
            let fake = FakeLocator::new(camera(5, 5, 190.0, turn_deg, tilt_deg), full(5, 5));
            assert_found(&fake, 0.02, &format!("tilted {tilt_deg}, turned {turn_deg}"))?;
            looks.push(fake.looks.load(Ordering::Relaxed));
        }
        assert_eq!(looks, [1, 1, 2], "turned {turn_deg}");
    }
    Ok(())
}

#[test]
fn seen_from_above_a_grid_that_lies_on_its_corner_keeps_its_sides() -> TestResult {
    let photo = photo_of_places()?;
    for turn_deg in [41.0, 43.0, 44.5, 45.0, 45.5, 47.0, 49.0] {
        let fake =
            FakeLocator { noise_at_first: 0.1, ..FakeLocator::new(camera(4, 6, 150.0, turn_deg, 35.0), full(4, 6)) };
        let fit = find_one(&photo, &fake, None)?;
        assert_eq!((fit.occupied.rows(), fit.occupied.cols()), (fit.rows, fit.cols), "turned {turn_deg}");
        let error = corner_error(&fit, &photo, &fake.to_photo, 4, 6);
        assert!(error < 0.05, "turned {turn_deg}: corners off by {error:.4} squares");
    }
    Ok(())
}

#[test]
fn what_is_seen_from_above_corrects_the_corners() -> TestResult {
    let photo = photo_of_places()?;
    let error = |tilt_deg: f64| -> Result<f64, GridFitError> {
        let fake =
            FakeLocator { noise_at_first: 0.15, ..FakeLocator::new(camera(5, 5, 190.0, 20.0, tilt_deg), full(5, 5)) };
        let fit = find_one(&photo, &fake, None)?;
        Ok(corner_error(&fit, &photo, &fake.to_photo, 5, 5))
    };
    let (straight, tilted) = (error(5.0)?, error(35.0)?);
    assert!(straight > 0.02 && tilted < 0.02, "{straight} of a square, tilted {tilted}");
    Ok(())
}

#[test]
fn a_grid_whose_horizon_is_near_is_not_seen_from_above() -> TestResult {
    let photo = photo_of_places()?;
    // The far side is `far_px` long, the near one 1400. The horizon is 0.4 squares behind the far side in the
    // first case, and 5 squares in the second.
    for (far_px, is_seen) in [(100.0, false), (700.0, true)] {
        let corners = [(800.0 - far_px / 2.0, 300.0), (800.0 + far_px / 2.0, 300.0), (1500.0, 1100.0), (100.0, 1100.0)];
        let fit = GridFit::from_corners(&photo, corners.map(|(x, y)| Point2d::new(x, y)), 5, 5)?;
        assert!((fit.convergence() - far_px / 1400.0).abs() < 1e-3, "{}", fit.convergence());
        assert_eq!(LocatorFrame::from_above(&photo, &fit, 0.5)?.is_some(), is_seen, "{far_px} px");
    }
    Ok(())
}

#[test]
fn a_castle_with_one_domino_is_found() -> TestResult {
    let photo = photo_of_places()?;
    for occupied in [full(1, 3), drawn(&["##", "#."])] {
        let (rows, cols) = (occupied.rows(), occupied.cols());
        let fake = FakeLocator::new(camera(rows, cols, 190.0, 10.0, 0.0), occupied);
        assert_found(&fake, 0.02, &format!("{rows} x {cols}"))?;
    }
    let domino = FakeLocator::new(camera(1, 2, 190.0, 10.0, 0.0), full(1, 2));
    assert!(matches!(GridFit::find(&photo, &domino, None), Err(GridFitError::NoGrid { .. })));
    Ok(())
}

#[test]
fn the_columns_run_to_the_right() -> TestResult {
    let photo = photo_of_places()?;
    for turn_deg in [0.0, 40.0, 80.0, 100.0, 170.0, 200.0, 280.0, 350.0] {
        let fake = FakeLocator::new(camera(4, 6, 130.0, turn_deg, 15.0), full(4, 6));
        let fit = find_one(&photo, &fake, None)?;
        let [first, second, third, _] = fit.corners_px(&photo);
        let (right, down) = (second - first, third - second);
        assert!(right.x > 0.0 && right.x >= right.y.abs() * 0.9, "turned {turn_deg}: {right:?}");
        assert!(right.cross(down) > 0.0, "turned {turn_deg}: not clockwise");
    }
    Ok(())
}

#[test]
fn a_known_size_cuts_the_box() -> TestResult {
    let photo = photo_of_places()?;
    let fake = FakeLocator::new(camera(6, 6, 130.0, 0.0, 0.0), full(6, 6));
    let fit = find_one(&photo, &fake, Some(GridSize::Five))?;
    assert_eq!((fit.rows, fit.cols), (5, 5));
    let fake = FakeLocator::new(camera(9, 8, 100.0, 0.0, 0.0), full(9, 8));
    let fit = find_one(&photo, &fake, None)?;
    assert_eq!((fit.rows, fit.cols), (7, 7));
    Ok(())
}

#[test]
fn no_kingdom_is_an_error_that_says_what_was_found() -> TestResult {
    let photo = photo_of_places()?;
    let nothing = FakeLocator::new(camera(5, 5, 140.0, 0.0, 0.0), Grid::filled(5, 5, false));
    let noise =
        FakeLocator { false_peaks: 30, ..FakeLocator::new(camera(5, 5, 140.0, 0.0, 0.0), Grid::filled(5, 5, false)) };
    let one_domino = FakeLocator::new(camera(1, 2, 140.0, 20.0, 0.0), full(1, 2));
    for fake in [nothing, noise, one_domino] {
        let error = GridFit::find(&photo, &fake, None).expect_err("no kingdom");
        let GridFitError::NoGrid { in_line, size, .. } = &error else { panic!("{error}") };
        assert!(*in_line < 10 && *size == 7, "{error}");
        let message = error.to_string();
        assert!(message.starts_with("places.png: ") && message.contains("of 49 squares"), "{message}");
        assert!(message.contains("--corners"), "{message}");
    }
    Ok(())
}

#[test]
fn the_same_picture_gives_the_same_grid() -> TestResult {
    let photo = photo_of_places()?;
    let find = || {
        let to_photo = camera(5, 5, 130.0, 25.0, 30.0);
        let fake = FakeLocator { missing: 0.2, false_peaks: 10, ..FakeLocator::new(to_photo, full(5, 5)) };
        find_one(&photo, &fake, None).map(|fit| fit.to_photo)
    };
    assert_eq!(find()?, find()?);
    Ok(())
}

#[test]
fn corners_by_hand_are_taken_as_they_are() -> TestResult {
    let mut photo = photo_of_places()?;
    photo.reduction = 2.0;
    photo.full_size_px = (2 * WIDTH, 2 * HEIGHT);
    let corners = [(400.0, 300.0), (2400.0, 380.0), (2300.0, 2300.0), (300.0, 2200.0)].map(|(x, y)| Point2d::new(x, y));
    let fit = GridFit::from_corners(&photo, corners, 7, 5)?;
    assert!(fit.by_hand && fit.confidence == 1.0 && (fit.rows, fit.cols) == (7, 5));
    assert!(fit.occupied.cells().iter().all(|probability| *probability == 1.0));
    for (found, given) in fit.corners_px(&photo).into_iter().zip(corners) {
        assert!((found - given).norm() < 0.01, "{found:?} {given:?}");
    }
    let first = fit.to_photo.apply(Point2d::new(0.0, 0.0));
    assert!((first - corners[0] * 0.5).norm() < 0.01, "decoded pixels: {first:?}");
    Ok(())
}

#[test]
fn corners_by_hand_that_are_none_are_refused() -> TestResult {
    let photo = photo_of_places()?;
    let cases = [
        ([(100.0, 100.0), (1700.0, 100.0), (900.0, 900.0), (100.0, 900.0)], "outside"),
        ([(100.0, -70.0), (900.0, 100.0), (900.0, 900.0), (100.0, 900.0)], "outside"),
        ([(100.0, 100.0), (f64::NAN, 100.0), (900.0, 900.0), (100.0, 900.0)], "outside"),
        ([(100.0, 100.0), (100.0, 900.0), (900.0, 900.0), (900.0, 100.0)], "counter-clockwise"),
        ([(100.0, 100.0), (900.0, 900.0), (900.0, 100.0), (100.0, 900.0)], "convex"),
        ([(100.0, 100.0), (900.0, 100.0), (300.0, 300.0), (100.0, 900.0)], "convex"),
        ([(100.0, 100.0), (500.0, 100.0), (900.0, 100.0), (100.0, 900.0)], "convex"),
        ([(100.0, 100.0), (100.0, 100.0), (900.0, 900.0), (100.0, 900.0)], "convex"),
    ];
    for (corners, expected) in cases {
        let corners = corners.map(|(x, y)| Point2d::new(x, y));
        let message = GridFit::from_corners(&photo, corners, 5, 5).expect_err(expected).to_string();
        assert!(message.starts_with("places.png: ") && message.contains(expected), "{message}");
    }
    Ok(())
}

/// A network with other outputs than a locator's.
struct WrongNetwork;

impl Network for WrongNetwork {
    fn run(&self, _input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        Ok(vec![Tensor::new(&[1, 8], vec![0.0; 8]), Tensor::new(&[1, 4], vec![0.0; 4])])
    }
}

#[test]
fn a_network_of_another_kind_is_an_error() -> TestResult {
    let message = GridFit::find(&photo_of_places()?, &WrongNetwork, None).expect_err("wrong shapes").to_string();
    assert!(message.starts_with("places.png: ") && message.contains("[1, 8]"), "{message}");
    Ok(())
}
