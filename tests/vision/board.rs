//! Squares are cropped at their places, and read in order.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kingdom_scanner::domain::{Place, Square, Terrain};
use kingdom_scanner::vision::board::{Board, Cut};
use kingdom_scanner::vision::classify::{self, Answers, TurnAugmentation};
use kingdom_scanner::vision::geometry::Homography;
use kingdom_scanner::vision::grid_fit::GridFit;
use kingdom_scanner::vision::networks::{Calibration, Network, NetworkError, SquaresNetwork, Tensor};
use kingdom_scanner::vision::photo::Photo;
use opencv::core::{CV_8UC3, Mat, Point2d, Scalar, Vec3b};
use opencv::prelude::{MatTraitConst, MatTraitConstManual, MatTraitManual};

type TestResult = Result<(), Box<dyn Error>>;

const ROWS: usize = 5;
const COLS: usize = 7;

/// Blue encodes the column, green the row; red is a chequerboard.
fn colour(place: Place) -> [u8; 3] {
    [
        20 + 30 * place.col as u8,
        20 + 40 * place.row as u8,
        if (place.row + place.col).is_multiple_of(2) { 250 } else { 30 },
    ]
}

/// A photo of a chequerboard with its outer corners at `corners`; every pixel is the mean of 3 x 3 samples.
fn checker(width: i32, height: i32, corners: [Point2d; 4]) -> Result<Photo, Box<dyn Error>> {
    let to_lattice = Homography::from_lattice(ROWS, COLS, corners)?.inverse().ok_or("corners in a line")?;
    let mut pixels = Mat::new_rows_cols_with_default(height, width, CV_8UC3, Scalar::all(128.0))?;
    let colour_at = |x: f64, y: f64| {
        let at = to_lattice.apply(Point2d::new(x, y));
        let inside = at.x >= 0.0 && at.y >= 0.0 && at.x < COLS as f64 && at.y < ROWS as f64;
        if inside { colour(Place::new(at.y as usize, at.x as usize)) } else { [128; 3] }
    };
    for (i, pixel) in pixels.data_bytes_mut()?.chunks_exact_mut(3).enumerate() {
        let (x, y) = (i as i32 % width, i as i32 / width);
        let looks: Vec<[u8; 3]> = (0..9)
            .map(|k| {
                colour_at(f64::from(x) + (f64::from(k % 3) + 0.5) / 3.0, f64::from(y) + (f64::from(k / 3) + 0.5) / 3.0)
            })
            .collect();
        for (channel, value) in pixel.iter_mut().enumerate() {
            *value = (looks.iter().map(|look| u32::from(look[channel])).sum::<u32>() / 9) as u8;
        }
    }
    Ok(Photo::from_pixels("checker.png", pixels))
}

fn corners_of(points: [(f64, f64); 4]) -> [Point2d; 4] {
    points.map(|(x, y)| Point2d::new(x, y))
}

/// Boards with small and large squares, straight and tilted, and one cut off by the photo's edge.
fn cases() -> [(&'static str, i32, i32, [Point2d; 4]); 4] {
    [
        ("straight", 500, 360, corners_of([(40.0, 30.0), (460.0, 30.0), (460.0, 330.0), (40.0, 330.0)])),
        ("tilted", 700, 600, corners_of([(180.0, 90.0), (560.0, 60.0), (650.0, 520.0), (60.0, 560.0)])),
        ("large", 2000, 1500, corners_of([(150.0, 100.0), (1850.0, 180.0), (1900.0, 1420.0), (80.0, 1380.0)])),
        ("filling", 490, 350, corners_of([(0.0, 0.0), (490.0, 0.0), (490.0, 350.0), (0.0, 350.0)])),
    ]
}

#[test]
fn small_crops_have_their_squares_colours() -> TestResult {
    let (_, width, height, corners) = cases()[0];
    let photo = checker(width, height, corners)?;
    let board = Board::rectify(&photo, &GridFit::from_corners(&photo, corners, ROWS, COLS)?)?;
    let small = board.small_crop(Place::new(1, 2), 6)?;
    assert_eq!((small.rows(), small.cols()), (6, 6));
    for (found, truth) in small[Place::new(3, 3)].into_iter().zip(colour(Place::new(1, 2))) {
        assert!(found.abs_diff(truth) <= 2, "{found} for {truth}");
    }
    Ok(())
}

#[test]
fn every_crop_shows_its_square_and_a_little_of_its_neighbours() -> TestResult {
    for ((case, width, height, corners), (cut, crop_px)) in
        cases().into_iter().flat_map(|case| [(case, (Cut::SQUARES, 64)), (case, (Cut::PIECES, 160))])
    {
        let photo = checker(width, height, corners)?;
        let fit = GridFit::from_corners(&photo, corners, ROWS, COLS)?;
        let board = Board::cut(&photo, &fit, cut)?;
        let Cut { square_px, margin_px } = cut;
        let size_px = (7 * square_px + 2 * margin_px, 5 * square_px + 2 * margin_px);
        assert_eq!((board.picture.cols(), board.picture.rows()), size_px, "{case}");
        for place in fit.occupied.places() {
            let crop = board.crop(place)?;
            assert_eq!((crop.cols(), crop.rows()), (crop_px, crop_px), "{case}");
            let pixel = |x: i32, y: i32| crop.at_2d::<Vec3b>(y, x).map(|pixel| pixel.0);
            let near = |found: [u8; 3], expected: [u8; 3]| found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 6);
            // The square fills the picture up to its margins on all four sides, so pixels slightly inside
            // have its colour.
            let inside = margin_px / 2;
            let (low, middle, high) = (margin_px + inside, crop_px / 2, crop_px - margin_px - inside - 1);
            for (x, y) in [(low, low), (high, low), (low, high), (high, high), (middle, middle)] {
                let found = pixel(x, y)?;
                assert!(near(found, colour(place)), "{case}: {place} at {x}, {y}: {found:?}, not {:?}", colour(place));
            }
            if place.col + 1 < COLS {
                let (found, neighbour) = (pixel(crop_px - 2, middle)?, colour(Place::new(place.row, place.col + 1)));
                assert!(near(found, neighbour), "{case}: right of {place}: {found:?}, not {neighbour:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn the_edges_of_squares_lie_where_the_board_says() -> TestResult {
    for (case, width, height, corners) in cases() {
        let photo = checker(width, height, corners)?;
        let board = Board::rectify(&photo, &GridFit::from_corners(&photo, corners, ROWS, COLS)?)?;
        let Cut { square_px, margin_px } = board.cut;
        // Red falls from 250 to 30 where two squares meet; the sum over half of either square tells where
        // that is.
        for row in 0..ROWS as i32 {
            let y = margin_px + row * square_px + square_px / 2;
            for col in 0..COLS as i32 - 1 {
                let (start, length) = (margin_px + col * square_px + square_px / 2, square_px);
                let red: Vec<f64> = (start..start + length)
                    .map(|x| board.picture.at_2d::<Vec3b>(y, x).map(|pixel| f64::from(pixel[2])))
                    .collect::<Result<_, _>>()?;
                let share: f64 = red.iter().map(|value| (value - red[55]) / (red[0] - red[55])).sum();
                let off = share - f64::from(square_px) / 2.0;
                assert!(off.abs() < 0.6, "{case}: edge right of r{}c{} is off by {off:.2} px", row + 1, col + 1);
            }
        }
    }
    Ok(())
}

/// A fake network that reads the chequerboard's colours. Columns become terrains, rows become crowns, and the
/// seam is on the side of the next column.
struct FakeReader;

impl Network for FakeReader {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        let values = input.data_typed::<f32>().expect("numbers");
        assert_eq!(&input.mat_size()[1..], [3, 64, 64]);
        let side = 64;
        let count = input.mat_size()[0] as usize;
        let at = |crop: usize, channel: usize, row: usize, col: usize| {
            let value = values[((crop * 3 + channel) * side + row) * side + col];
            f64::from(value) * 127.5 + 127.5
        };
        let (mut terrain, mut crowns) = (vec![0.0; count * 8], vec![0.0; count * 4]);
        let mut seam = vec![0.0; count * 4];
        let middle = side / 2;
        for crop in 0..count {
            terrain[crop * 8 + ((at(crop, 0, middle, middle) - 20.0) / 30.0).round() as usize] = 12.0;
            crowns[crop * 4 + ((at(crop, 1, middle, middle) - 20.0) / 40.0).round() as usize % 2] = 12.0;
            let beyond = [(middle, side - 2), (side - 2, middle), (middle, 1), (1, middle)];
            for (number, (row, col)) in beyond.into_iter().enumerate() {
                seam[crop * 4 + number] = ((at(crop, 0, row, col) - at(crop, 0, middle, middle)) / 10.0) as f32;
            }
        }
        let answers = [(terrain, 8), (crowns, 4), (seam, 4)];
        Ok(answers.map(|(values, wide)| Tensor::new(&[count, wide], values)).into())
    }
}

#[test]
fn guesses_lie_where_their_squares_lie() -> TestResult {
    for (case, width, height, corners) in cases() {
        let photo = checker(width, height, corners)?;
        let fit = GridFit::from_corners(&photo, corners, ROWS, COLS)?;
        for care in [TurnAugmentation::Doubtful, TurnAugmentation::All] {
            let board = Board::rectify(&photo, &fit)?;
            let guesses =
                classify::classify(&board, &FakeReader, Calibration::NONE, care, None, &mut Answers::default())?
                    .guesses
                    .guesses;
            assert_eq!((guesses.rows(), guesses.cols()), (ROWS, COLS));
            for (place, guess) in guesses.iter() {
                let land =
                    Terrain::KINGDOMINO.get(place.col).map(|terrain| Square::land(*terrain, (place.row % 2) as u8));
                let (best, probability) = guess.best();
                assert_eq!(best, land.unwrap_or(Square::Castle), "{case}: {place}");
                assert!(probability > 0.99, "{case}: {place}: {probability}");
                let [right, others @ ..] = guess.seam;
                let is_right = others.iter().all(|other| *other < right);
                assert!(is_right || is_at_the_border(place), "{case}: {place}: {:?}", guess.seam);
            }
        }
    }
    Ok(())
}

/// A fake network that is certain that the first three columns are swamp without crowns, and is certain of
/// nothing else.
struct FakeFastSquares;

impl Network for FakeFastSquares {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        let (mut answers, sure) = (FakeReader.run(input)?, 12.0);
        let [terrain, crowns, ..] = &mut answers[..] else { panic!("terrain and crowns") };
        for (terrain, crowns) in terrain.values.chunks_mut(8).zip(crowns.values.chunks_mut(4)) {
            let is_sure = terrain[..3].contains(&sure);
            terrain.fill(0.0);
            crowns.fill(0.0);
            if is_sure {
                (terrain[4], crowns[0]) = (sure, sure);
            }
        }
        Ok(answers)
    }
}

/// A [`FakeReader`] that counts the crops it is asked about.
struct Counting(Arc<AtomicUsize>);

impl Network for Counting {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        self.0.fetch_add(input.mat_size()[0] as usize, Ordering::Relaxed);
        FakeReader.run(input)
    }
}

#[test]
fn what_the_fast_network_is_not_sure_of_is_read_by_the_squares_network() -> TestResult {
    let network_of =
        |network: Box<dyn Network>| SquaresNetwork { network, calibration: Calibration::NONE, sha256: String::new() };
    for (case, width, height, corners) in cases() {
        let asked = Arc::new(AtomicUsize::new(0));
        let (fast_squares, squares) =
            (network_of(Box::new(FakeFastSquares)), network_of(Box::new(Counting(Arc::clone(&asked)))));
        let photo = checker(width, height, corners)?;
        let board = Board::rectify(&photo, &GridFit::from_corners(&photo, corners, ROWS, COLS)?)?;
        let (turns, mut answers) = (TurnAugmentation::Doubtful, Answers::default());
        let mut cascade = || classify::classify_cascade(&board, &fast_squares, &squares, turns, None, &mut answers);
        let cascaded = cascade()?.guesses.guesses;
        assert_eq!(cascade()?.guesses.guesses, cascaded, "{case}: nothing is asked twice");
        let read = classify::classify(&board, &FakeReader, Calibration::NONE, turns, None, &mut Answers::default())?
            .guesses
            .guesses;
        for (place, guess) in cascaded.iter() {
            if place.col < 3 {
                assert_eq!(guess.best().0, Square::land(Terrain::Swamp, 0), "{case}: {place}");
            } else {
                assert_eq!(*guess, read[place], "{case}: {place}");
            }
        }
        assert_eq!(asked.load(Ordering::Relaxed), ROWS * (COLS - 3), "{case}");
    }
    Ok(())
}

fn is_at_the_border(place: Place) -> bool {
    [0, ROWS - 1].contains(&place.row) || [0, COLS - 1].contains(&place.col)
}

struct WrongNetwork;

impl Network for WrongNetwork {
    fn run(&self, _input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        Ok([8, 4, 4].map(|wide| Tensor::new(&[1, wide], vec![0.0; wide])).into())
    }
}

#[test]
fn an_answer_for_another_number_of_squares_is_an_error() -> TestResult {
    let (_, width, height, corners) = cases()[0];
    let photo = checker(width, height, corners)?;
    let board = Board::rectify(&photo, &GridFit::from_corners(&photo, corners, ROWS, COLS)?)?;
    let error = classify::classify(
        &board,
        &WrongNetwork,
        Calibration::NONE,
        TurnAugmentation::Doubtful,
        None,
        &mut Answers::default(),
    )
    .expect_err("one answer for 35");
    assert!(error.to_string().starts_with("checker.png: "), "{error}");
    Ok(())
}
