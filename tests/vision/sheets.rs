//! Building tiles learnt from one photo of all of them, and recognised by their look in another photo of an
//! edition that was never used in training; no network names them.

use std::error::Error;
use std::path::PathBuf;

use crate::common::program::paint;
use kingdom_scanner::domain::{Building, Grid, Place, Square};
use kingdom_scanner::formats::{KingdomRecord, parse_json};
use kingdom_scanner::reconstruct::guesses::{Guess, SquareGuesses};
use kingdom_scanner::vision::board::Board;
use kingdom_scanner::vision::classify::pieces::{piece_guesses, with_known_buildings};
use kingdom_scanner::vision::gallery::{Gallery, GalleryClassifier};
use kingdom_scanner::vision::grid_fit::GridFit;
use kingdom_scanner::vision::learn::LearnError;
use kingdom_scanner::vision::learn::sheet::{building_lesson, town_lesson};
use kingdom_scanner::vision::networks::{
    Network, NetworkError, Networks, PiecesCalibration, PiecesNetwork, QueendominoNetworks, Tensor,
};
use kingdom_scanner::vision::photo::Photo;
use opencv::core::{Mat, Point2d};
use opencv::prelude::MatTraitConst;
use tempfile::TempDir;

type TestResult = Result<(), Box<dyn Error>>;

/// A fake pieces network: it sees that there is a building, but has no opinion about its kind.
struct Undecided;

impl Network for Undecided {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        assert_eq!(&input.mat_size()[1..], [3, 160, 160]);
        let count = input.mat_size()[0] as usize;
        let logits = |wide: usize| Tensor::new(&[count, wide], vec![0.0; count * wide]);
        let mut buildings = logits(18);
        buildings.values.iter_mut().step_by(18).for_each(|site| *site = -3.0);
        Ok(vec![buildings, logits(2), logits(5), logits(2)])
    }
}

fn networks() -> Result<Networks, NetworkError> {
    let undecided =
        PiecesNetwork { network: Box::new(Undecided), calibration: PiecesCalibration::NONE, sha256: "0".repeat(64) };
    let embedded = Networks::embedded()?;
    let queendomino = embedded.queendomino.map(|networks| QueendominoNetworks { pieces: undecided, ..networks });
    Ok(Networks { queendomino, ..embedded })
}

struct Table {
    folder: TempDir,
}

impl Table {
    fn set() -> Self {
        Self { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// A photo of the tiles of one box that was never used in training, with its label. `seed` sets the light
    /// and the viewpoint.
    fn photo(&self, kind: &str, style: &str, seed: u32) -> Result<(Photo, KingdomRecord), Box<dyn Error>> {
        let path: PathBuf = self.folder.path().join(format!("{kind}-{style}-{seed}.jpg"));
        let (name, seed) = (path.to_str().expect("UTF-8"), seed.to_string());
        let sheet = format!("--{kind}-sheet");
        paint(&[&sheet, "--style", style, "--box-seed", "7", "--seed", &seed, "-o", name]);
        let label = std::fs::read_to_string(path.with_extension("json"))?;
        Ok((Photo::load(&path)?, parse_json(&label)?.record))
    }
}

/// The pieces read on a sheet at the places in its label, using the lessons.
fn read(
    photo: &Photo,
    label: &KingdomRecord,
    gallery: &GalleryClassifier,
    networks: &Networks,
) -> Result<Vec<Option<Building>>, Box<dyn Error>> {
    let squares = label.kingdom.squares();
    let corners = label.corners_px.expect("a label has corners").map(|[x, y]| Point2d::new(x, y));
    let fit = GridFit::from_corners(photo, corners, squares.rows(), squares.cols())?;
    let pieces = &networks.queendomino.as_ref().expect("the fake").pieces;
    let pieces_seen = piece_guesses(
        &Board::cut(photo, &fit, kingdom_scanner::vision::board::Cut::PIECES)?,
        pieces,
        |_| true,
        |_| true,
    )?;
    let town: Square = "town".parse()?;
    let guesses = SquareGuesses { guesses: Grid::filled(squares.rows(), squares.cols(), Guess::certain(town)) };
    let guesses =
        with_known_buildings(guesses.with_pieces(&pieces_seen), &Board::rectify(photo, &fit)?, gallery.buildings())?;
    let building = |place: Place| guesses.guesses[place].pieces.as_ref().and_then(|pieces| pieces.likeliest().building);
    Ok(squares.places().map(building).collect())
}

#[test]
fn tiles_learnt_from_one_photo_are_recognised_in_another() -> TestResult {
    let (table, networks) = (Table::set(), networks()?);
    for style in ["woodcut", "diorama"] {
        let (sheet, _) = table.photo("building", style, 1)?;
        let lesson = building_lesson(&sheet, None, &networks)?;
        assert_eq!((lesson.twins.len(), lesson.contradicts_the_order()), (0, false), "{style}");
        let mut gallery = Gallery::new("n");
        gallery.learn(style, "sheet.jpg", lesson.learnt)?;
        assert_eq!((gallery.squares(), gallery.entries().len()), (17, 34));
        let classifier = GalleryClassifier::new(&gallery).expect("fitted");
        let (other, label) = table.photo("building", style, 2)?;
        let found = read(&other, &label, &classifier, &networks)?;
        let expected = Building::ALL.map(Some);
        assert_eq!(found[..expected.len()], expected, "{style}");
        // If bare towns were learnt as well, buildings are distinguished from them.
        let (towns, _) = table.photo("town", style, 3)?;
        gallery.learn(style, "towns.jpg", town_lesson(&towns, None, None, &networks)?.learnt)?;
        let classifier = GalleryClassifier::new(&gallery).expect("fitted");
        assert_eq!(
            read(&other, &label, &classifier, &networks)?[..expected.len()],
            expected,
            "{style}, with bare towns"
        );
    }
    Ok(())
}

#[test]
fn a_photo_without_a_sheet_teaches_nothing() -> TestResult {
    let networks = networks()?;
    let photo = |name: &str| Photo::load(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos").join(name));
    for name in ["nothing.jpg", "five.jpg"] {
        let error = building_lesson(&photo(name)?, None, &networks).expect_err(name);
        let message = error.to_string();
        assert!(
            message.contains(name) && message.contains("4 rows of 5") && message.contains("--corners"),
            "{message}"
        );
    }
    let error = town_lesson(&photo("five.jpg")?, None, None, &networks).expect_err("a kingdom is no sheet of towns");
    assert!(matches!(error, LearnError::NoTowns { .. }), "{error}");
    let without = Networks { queendomino: None, ..networks };
    let error = building_lesson(&photo("five.jpg")?, None, &without).expect_err("no network");
    assert!(matches!(error, LearnError::NoQueendomino(_)), "{error}");
    Ok(())
}
