//! The networks are asked about a bounded number of squares, however many tiles a photo without a kingdom
//! shows.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::{Arc, Mutex};

use crate::common::fixture;
use kingdom_scanner::vision::networks::{Network, NetworkError, Networks, Tensor};
use kingdom_scanner::vision::photo::{Photo, PhotoLimits, encode_jpeg};
use kingdom_scanner::vision::scan::{PhotoRun, ScanOptions, Trace, scan};
use opencv::core::{self, CV_8UC3, Mat, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::{MatTrait, MatTraitConst};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

type TestResult = Result<(), Box<dyn Error>>;

/// How many pictures each network was asked about.
type Asked = Arc<Mutex<BTreeMap<&'static str, usize>>>;

struct Counted {
    name: &'static str,
    inner: Box<dyn Network>,
    asked: Asked,
}

impl Network for Counted {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        let pictures = input.mat_size().first().copied().unwrap_or_default() as usize;
        *self.asked.lock().expect("no panic").entry(self.name).or_default() += pictures;
        self.inner.run(input)
    }
}

fn networks(asked: &Asked) -> Result<Networks, Box<dyn Error>> {
    let counted = |name, inner| -> Box<dyn Network> { Box::new(Counted { name, inner, asked: Arc::clone(asked) }) };
    let mut networks = Networks::embedded()?;
    networks.locator = counted("locator", networks.locator);
    networks.squares.network = counted("squares", networks.squares.network);
    if let Some(mut fast) = networks.fast_squares.take() {
        fast.network = counted("fast", fast.network);
        networks.fast_squares = Some(fast);
    }
    if let Some(mut queendomino) = networks.queendomino.take() {
        queendomino.squares.network = counted("queendomino", queendomino.squares.network);
        queendomino.pieces.network = counted("pieces", queendomino.pieces.network);
        networks.queendomino = Some(queendomino);
    }
    Ok(networks)
}

/// Squares of the fixtures, each as a separate picture.
fn tiles() -> Result<Vec<Mat>, Box<dyn Error>> {
    let networks = Networks::embedded()?;
    let mut tiles = Vec::new();
    for name in ["five.jpg", "holes.jpg", "seven.jpg", "queendomino.jpg"] {
        let scan = scan(&Photo::load(&fixture(name))?, &networks, &ScanOptions::default())?;
        tiles.extend(scan.kingdoms[0].board.crops()?);
    }
    Ok(tiles)
}

/// A photo covered by rows of tiles, each rotated at random and `apart_px` pixels from the next.
fn mosaic(tiles: &[Mat], apart_px: i32, dice: &mut ChaCha8Rng) -> Result<Photo, Box<dyn Error>> {
    let side_px = tiles[0].cols();
    let mut picture = Mat::new_rows_cols_with_default(1000, 1400, CV_8UC3, Scalar::new(90.0, 110.0, 140.0, 0.0))?;
    for y in (4..1000 - side_px).step_by((side_px + apart_px) as usize) {
        for x in (4..1400 - side_px).step_by((side_px + apart_px) as usize) {
            let mut turned = tiles.choose(dice).ok_or("tiles")?.clone();
            for _ in 0..dice.random_range(0..4) {
                let mut next = Mat::default();
                core::rotate(&turned, &mut next, core::ROTATE_90_CLOCKWISE)?;
                turned = next;
            }
            turned.copy_to(&mut picture.roi_mut(Rect::new(x, y, side_px, side_px))?)?;
        }
    }
    Ok(Photo::from_pixels("mosaic.png", picture))
}

/// The kingdoms of a game have at most 200 squares. Each square that shows no kingdom is read once, in all
/// four rotations. The other networks are asked about no more squares than a game has, and about the grids
/// next to them; the pieces network, which takes longest, about fewer.
#[test]
fn a_photo_full_of_tiles_without_a_kingdom_costs_no_more_than_those_of_a_game() -> TestResult {
    let tiles = tiles()?;
    let mut dice = ChaCha8Rng::seed_from_u64(15);
    for apart_px in [0, 3, 0, 14] {
        let photo = mosaic(&tiles, apart_px, &mut dice)?;
        let asked = Asked::default();
        let networks = networks(&asked)?;
        let kingdoms = scan(&photo, &networks, &ScanOptions::default()).map_or(0, |scan| scan.kingdoms.len());
        let asked = asked.lock().expect("no panic").clone();
        eprintln!("{apart_px} px apart, {kingdoms} kingdoms: {asked:?}");
        if kingdoms == 0 {
            assert!(asked.get("pieces").is_none_or(|squares| *squares <= 200), "{asked:?}");
            assert!(asked.get("queendomino").is_none_or(|squares| *squares <= 4 * 200), "{asked:?}");
            assert!(asked.get("fast").is_none_or(|squares| *squares <= 3 * 8 * 49), "{asked:?}");
        }
    }
    Ok(())
}

/// Queendomino's squares network, to which something may stand on every square.
struct MayBearPieces(Box<dyn Network>);

impl Network for MayBearPieces {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        let mut answers = self.0.run(input)?;
        answers.last_mut().expect("the output `standing`").values.fill(1.0);
        Ok(answers)
    }
}

/// What stands on the squares of a kingdom is read as if all of them were looked at closely.
#[test]
fn the_pieces_network_is_asked_only_about_squares_on_which_something_may_stand() -> TestResult {
    let photo = Photo::load(&fixture("queendomino.jpg"))?;
    let (some, all) = (Asked::default(), Asked::default());
    let mut asks_all = networks(&all)?;
    asks_all.queendomino = asks_all.queendomino.map(|mut queendomino| {
        queendomino.squares.network = Box::new(MayBearPieces(queendomino.squares.network));
        queendomino
    });
    let read = [networks(&some)?, asks_all].map(|networks| scan(&photo, &networks, &ScanOptions::default()));
    let [some_squares, all_squares] =
        read.map(|scan| Ok::<_, Box<dyn Error>>(scan?.kingdoms[0].reading.kingdom.clone()));
    assert_eq!(some_squares?, all_squares?);
    let [some, all] = [some, all].map(|asked| asked.lock().expect("no panic")["pieces"]);
    assert!(some < all, "{some} of {all}");
    Ok(())
}

/// The fixture enlarged to the twelve megapixels of a phone's photo, and blurred by this many pixels.
fn of_twelve_megapixels(name: &str, blur_px: f64) -> Result<Vec<u8>, Box<dyn Error>> {
    let (mut large, mut blurred) = (Mat::default(), Mat::default());
    let photo = Photo::load(&fixture(name))?.pixels;
    imgproc::resize(&photo, &mut large, Size::new(4000, 3000), 0.0, 0.0, imgproc::INTER_CUBIC)?;
    imgproc::gaussian_blur(&large, &mut blurred, Size::default(), blur_px, blur_px, core::BORDER_DEFAULT)?;
    Ok(encode_jpeg(&blurred, 90)?)
}

/// Small squares show more in a photo with more pixels, but not if it is completely blurred.
#[test]
fn a_blurred_photo_of_twelve_megapixels_without_a_kingdom_is_looked_at_once() -> TestResult {
    for (name, blur_px, is_blurred) in [
        ("nothing.jpg", 1.0, false),
        ("nothing.jpg", 20.0, true),
        ("nothing.jpg", 40.0, true),
        ("seven.jpg", 80.0, true),
    ] {
        let (file, limits, options) =
            (of_twelve_megapixels(name, blur_px)?, PhotoLimits::default(), ScanOptions::default());
        let (in_one_look, in_all) = (Asked::default(), Asked::default());
        let photo = Photo::from_bytes_within(name, &file, &limits)?;
        assert!(scan(&photo, &networks(&in_one_look)?, &options).is_err(), "{name} {blur_px} px");
        let run = PhotoRun::from_bytes(name, &file, &limits, &networks(&in_all)?, &options, Trace::default())?;
        assert!(run.scan.is_err(), "{name} {blur_px} px");
        let [in_one_look, in_all] = [in_one_look, in_all].map(|asked| asked.lock().expect("no panic").clone());
        eprintln!("{name} {blur_px} px: {in_one_look:?} {in_all:?}");
        assert_eq!(in_one_look == in_all, is_blurred, "{name} {blur_px} px");
    }
    Ok(())
}
