//! Sheets: tiles that the user lays out in a known order, so that one photo teaches all of them.

use opencv::core::Point2d;

use super::{LearnError, learnt_squares};
use crate::board::{Board, Cut};
use crate::classify::pieces::{edges, piece_guesses};
use crate::classify::{self, Answers, ClassifyError, TurnAugmentation};
use crate::gallery::{Learnt, SeenEdges};
use crate::grid_fit::{GridFit, GridFitError};
use crate::networks::{Networks, PiecesNetwork, QueendominoNetworks, SquaresNetwork};
use crate::photo::Photo;
use kingdomino::domain::{Building, Grid, GridSize, Pieces, Place, Square, Terrain, listed};
use reading::reconstruct::guesses::Guess;
use reading::reconstruct::piece_guesses::building_class;

/// Building tiles in a row of a sheet: with five, the 17 kinds fill a rectangle best.
pub const SHEET_COLS: usize = 5;
/// Rows of a sheet of all kinds. The last places of the last row are bare.
pub const SHEET_ROWS: usize = Building::ALL.len().div_ceil(SHEET_COLS);

/// Two tiles of a sheet look almost the same if their similarity is above this. (On sheets of the seven
/// styles that the networks are trained on, two kinds reached 0.77; the same tile in two photos had at least
/// 0.72, with a median of 0.87.)
const TWINS_FROM: f32 = 0.8;
/// The network is certain of a tile if its probability is above this.
const SURE_FROM: f32 = 0.9;
/// A photo in which the network is certain of this many kinds of other land shows no sheet of towns. (It may
/// read the towns of a strange edition as one other kind, or waver between two.)
const KINDS_OF_OTHER_LAND: usize = 3;
/// A sheet is upside down if bare places are more probable at its other end than at its own, by more than
/// this on average.
const CLEARLY_BARE: f32 = 0.3;

/// A row or column at the border is cut off if at most this share of its places has tiles. The last row of a
/// building sheet has tiles on two of five places; a line next to the sheet shows at most one by mistake.
const LEAST_FILLED: f32 = 0.3;

/// The sheet's corners in the order of [`GridFit::from_corners`]; `None` to find them.
pub type SheetCorners = Option<[Point2d; 4]>;

/// The result of learning a sheet of building tiles.
#[derive(Debug)]
pub struct BuildingLesson {
    /// Entries for the gallery.
    pub learnt: Vec<Learnt>,
    /// The pieces network's best building for each tile, with its probability, in the order of
    /// [`Building::ALL`].
    pub read: Vec<(Building, f32)>,
    /// Pairs of tiles that look almost the same.
    pub twins: Vec<[Building; 2]>,
}

impl BuildingLesson {
    /// The number of tiles that the network misreads.
    pub fn misread(&self) -> usize {
        Building::ALL.iter().zip(&self.read).filter(|(given, (read, _))| read != *given).count()
    }

    /// Whether the tiles may be laid out in another order: the network is certain of most of them, each as a
    /// different kind, and mostly contradicts the order.
    pub fn contradicts_the_order(&self) -> bool {
        let (mut kinds, mut contrary) = (Vec::new(), 0);
        for (given, (read, probability)) in Building::ALL.into_iter().zip(&self.read) {
            if *probability > SURE_FROM {
                kinds.push(*read);
                contrary += usize::from(*read != given);
            }
        }
        let count = kinds.len();
        kinds.sort();
        kinds.dedup();
        2 * count > Building::ALL.len() && kinds.len() == count && 2 * contrary > count
    }
}

/// Learns one building tile of each kind, laid out in rows of [`SHEET_COLS`] in the order of
/// [`Building::ALL`].
pub fn building_lesson(
    photo: &Photo,
    corners: SheetCorners,
    networks: &Networks,
) -> Result<BuildingLesson, LearnError> {
    let pieces = &queendomino(networks, photo)?.pieces;
    let fit = match corners {
        Some(corners) => GridFit::from_corners(photo, corners, SHEET_ROWS, SHEET_COLS)?,
        None => found_building_sheet(photo, networks)?,
    };
    let places: Vec<Place> = (0..Building::ALL.len()).map(place_of).collect();
    let towns = places.iter().copied().zip(Building::ALL).map(|(place, building)| {
        let pieces = Pieces { building: Some(building), ..Pieces::default() };
        (place, Square::Land { terrain: Terrain::Town, crowns: 0, pieces })
    });
    let learnt = learnt_squares(photo, &fit, towns, networks)?;
    let seen = edges(&Board::rectify(photo, &fit)?, &places)
        .map_err(|source| ClassifyError::OpenCv { photo: photo.name.clone(), source })?;
    Ok(BuildingLesson { learnt, read: read(photo, &fit, pieces)?, twins: twins(&seen) })
}

fn queendomino<'a>(networks: &'a Networks, photo: &Photo) -> Result<&'a QueendominoNetworks, LearnError> {
    networks.queendomino.as_ref().ok_or_else(|| LearnError::NoQueendomino(photo.name.clone()))
}

fn place_of(index: usize) -> Place {
    Place::new(index / SHEET_COLS, index % SHEET_COLS)
}

/// The network's best building for each tile, with its probability.
fn read(photo: &Photo, fit: &GridFit, pieces: &PiecesNetwork) -> Result<Vec<(Building, f32)>, LearnError> {
    let guesses = piece_guesses(&Board::cut(photo, fit, Cut::PIECES)?, pieces, |_| true, |_| true)?;
    let mut best = Vec::new();
    for index in 0..Building::ALL.len() {
        let logs = &guesses[place_of(index)].building;
        let kinds = Building::ALL.map(|kind| (kind, logs[building_class(kind)].exp()));
        best.push(kinds.into_iter().max_by(|one, other| one.1.total_cmp(&other.1)).expect("there are kinds"));
    }
    Ok(best)
}

/// Pairs of tiles that look almost the same. `seen`: the tiles in the order of [`Building::ALL`].
fn twins(seen: &[SeenEdges]) -> Vec<[Building; 2]> {
    let mut twins = Vec::new();
    for (one, seen_one) in seen.iter().enumerate() {
        for (other, seen_other) in seen.iter().enumerate().skip(one + 1) {
            if seen_other.unshifted().turns().iter().any(|turned| seen_one.likeness(turned) > TWINS_FROM) {
                twins.push([Building::ALL[one], Building::ALL[other]]);
            }
        }
    }
    twins
}

/// The grid of [`SHEET_ROWS`] x [`SHEET_COLS`] in the photo, turned so that its bare places come last.
fn found_building_sheet(photo: &Photo, networks: &Networks) -> Result<GridFit, LearnError> {
    let wanted = format!("{SHEET_ROWS} rows of {SHEET_COLS} tiles with the last three places empty");
    let fits = found(photo, networks, Some(GridSize::Five), &wanted)?;
    let fits: Vec<GridFit> = fits.into_iter().map(|fit| fit.trimmed(LEAST_FILLED)).collect();
    let sizes = listed(fits.iter().map(|fit| format!("{} rows of {}", fit.rows, fit.cols)));
    let sheet = fits.into_iter().find_map(in_reading_order);
    sheet.ok_or_else(|| LearnError::NoSheet { photo: photo.name.clone(), wanted, found: sizes })
}

/// The mean probability, 0 to 1, that there is no tile on the places after the last tile.
fn bareness(fit: &GridFit) -> f32 {
    let places = Building::ALL.len()..SHEET_ROWS * SHEET_COLS;
    places.clone().map(|index| 1.0 - fit.occupied[place_of(index)]).sum::<f32>() / places.len() as f32
}

/// The grid in the tiles' reading order: as it is in the photo, unless its bare places are clearly at the
/// other end. `None` for a grid of another size, or for a grid on its side without clearly bare places.
fn in_reading_order(fit: GridFit) -> Option<GridFit> {
    let mut turns = vec![fit.clone()];
    for _ in 0..3 {
        turns.push(turns[turns.len() - 1].clone().quarter_turned());
    }
    turns.retain(|turn| (turn.rows, turn.cols) == (SHEET_ROWS, SHEET_COLS));
    let [first, other] = <[GridFit; 2]>::try_from(turns).ok()?;
    let is_on_its_side = fit.rows != SHEET_ROWS;
    let lead = bareness(&other) - bareness(&first);
    match lead {
        _ if lead > CLEARLY_BARE => Some(other),
        _ if lead < -CLEARLY_BARE || !is_on_its_side => Some(first),
        _ => None,
    }
}

/// All grids in the photo.
fn found(photo: &Photo, networks: &Networks, size: Option<GridSize>, wanted: &str) -> Result<Vec<GridFit>, LearnError> {
    GridFit::find(photo, &*networks.locator, size).map_err(|error| match error {
        GridFitError::NoGrid { photo, .. } => {
            LearnError::NoSheet { photo, wanted: wanted.to_owned(), found: "no grid at all".to_owned() }
        }
        error => error.into(),
    })
}

/// The result of learning a sheet of bare town squares.
#[derive(Debug)]
pub struct TownLesson {
    /// Entries for the gallery.
    pub learnt: Vec<Learnt>,
    /// The kinds of other land, without duplicates, if the network is certain that most squares are other
    /// land.
    pub other_land: Vec<Square>,
}

/// Learns bare town squares that fill a rectangle of `size` rows and columns. Without `size`, the grid is
/// used as found, or 3 rows of 2 between `corners`.
pub fn town_lesson(
    photo: &Photo,
    corners: SheetCorners,
    size: Option<[usize; 2]>,
    networks: &Networks,
) -> Result<TownLesson, LearnError> {
    let queendomino = queendomino(networks, photo)?;
    let fit = match corners {
        Some(corners) => {
            let [rows, cols] = size.unwrap_or([3, 2]);
            GridFit::from_corners(photo, corners, rows, cols)?
        }
        None => found_town_sheet(photo, size, networks)?,
    };
    let town = Square::land(Terrain::Town, 0);
    let squares = Grid::filled(fit.rows, fit.cols, town);
    let learnt = learnt_squares(photo, &fit, squares.iter().map(|(place, town)| (place, *town)), networks)?;
    let board = Board::rectify(photo, &fit)?;
    let SquaresNetwork { network, calibration, .. } = &queendomino.squares;
    let read =
        classify::classify(&board, &**network, *calibration, TurnAugmentation::All, None, &mut Answers::default())?
            .guesses;
    let mut other_land = Vec::new();
    for (square, probability) in read.guesses.cells().iter().map(Guess::best) {
        if square != town && probability > SURE_FROM {
            other_land.push(without_crowns(square));
        }
    }
    let (squares, other) = (fit.rows * fit.cols, other_land.len());
    if 2 * other <= squares {
        return Ok(TownLesson { learnt, other_land: Vec::new() });
    }
    other_land.sort_by_key(Square::to_string);
    other_land.dedup();
    if other_land.len() >= KINDS_OF_OTHER_LAND {
        let kinds = listed(&other_land);
        return Err(LearnError::NoTowns { photo: photo.name.clone(), squares, other, kinds });
    }
    Ok(TownLesson { learnt, other_land })
}

fn without_crowns(square: Square) -> Square {
    square.terrain().map_or(square, |terrain| Square::land(terrain, 0))
}

fn found_town_sheet(photo: &Photo, size: Option<[usize; 2]>, networks: &Networks) -> Result<GridFit, LearnError> {
    let wanted = match size {
        Some([rows, cols]) => format!("{rows} rows of {cols} town squares"),
        None => "town squares that completely fill a rectangle".to_owned(),
    };
    let mut found_fits = Vec::new();
    for fit in found(photo, networks, None, &wanted)? {
        let fit = fit.trimmed(0.5);
        let bare = fit.occupied.cells().iter().filter(|occupied| **occupied <= 0.5).count();
        let has_size = size.is_none_or(|[rows, cols]| [[rows, cols], [cols, rows]].contains(&[fit.rows, fit.cols]));
        if has_size && bare == 0 {
            return Ok(fit);
        }
        found_fits.push(format!("{} rows of {} with {bare} empty places", fit.rows, fit.cols));
    }
    Err(LearnError::NoSheet { photo: photo.name.clone(), wanted, found: found_fits.join("; ") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery::GREY_PX;
    use crate::geometry::Homography;

    /// A lesson in which the network reads the ith place as `read(i)`, with this probability.
    fn lesson(read: impl Fn(usize) -> usize, probability: f32) -> BuildingLesson {
        let read = (0..Building::ALL.len()).map(|index| (Building::ALL[read(index)], probability)).collect();
        BuildingLesson { learnt: Vec::new(), read, twins: Vec::new() }
    }

    #[test]
    fn only_a_sure_and_complete_contradiction_speaks_against_the_order() {
        let other_way = |index: usize| 16 - index;
        assert_eq!((lesson(other_way, 0.95).misread(), lesson(|index| index, 0.95).misread()), (16, 0));
        assert!(lesson(other_way, 0.95).contradicts_the_order());
        assert!(!lesson(other_way, 0.6).contradicts_the_order(), "it is not sure");
        assert!(!lesson(|index| index, 0.95).contradicts_the_order());
        assert!(!lesson(|index| index / 2, 0.95).contradicts_the_order(), "it takes two tiles for one kind");
        let two_mixed_up = |index: usize| if index < 2 { 1 - index } else { index };
        assert!(!lesson(two_mixed_up, 0.95).contradicts_the_order(), "it may as well be wrong about them");
    }

    #[test]
    fn a_tile_that_lies_there_twice_is_seen() {
        let picture = |number: f32, light: f32| -> Vec<f32> {
            let at =
                |x: f32, y: f32| light * ((x * number / 9.0).sin() + (y * (7.0 - number) / 8.0).cos() + x * y / 900.0);
            (0..GREY_PX * GREY_PX).map(|index| at((index % GREY_PX) as f32, (index / GREY_PX) as f32)).collect()
        };
        let seen = [(1.0, 90.0), (3.0, 90.0), (5.0, 90.0), (3.0, 40.0)]
            .map(|(number, light)| SeenEdges::new(&picture(number, light)));
        assert_eq!(twins(&seen), [[Building::ALL[1], Building::ALL[3]]]);
    }

    #[test]
    fn a_sheet_is_read_from_its_first_tile_whichever_way_it_lies() {
        let occupied =
            |bare: [Place; 3]| Grid::from_fn(4, 5, |place| if bare.contains(&place) { 0.1_f32 } else { 0.9 });
        let fit = |occupied: Grid<f32>| GridFit {
            to_photo: Homography::scaling(100.0, 100.0),
            rows: occupied.rows(),
            cols: occupied.cols(),
            occupied,
            beside: Vec::new(),
            confidence: 0.9,
            by_hand: false,
            may_go_on: false,
        };
        let first_corner = |fit: GridFit| in_reading_order(fit).map(|fit| fit.to_photo.apply(Point2d::new(0.0, 0.0)));
        let [last, first] = [[2, 3, 4].map(|col| Place::new(3, col)), [0, 1, 2].map(|col| Place::new(0, col))];
        assert_eq!(first_corner(fit(occupied(last))), Some(Point2d::new(0.0, 0.0)));
        assert_eq!(first_corner(fit(occupied(first))), Some(Point2d::new(500.0, 400.0)), "it lies upside down");
        let on_its_side = fit(occupied(last).quarter_turned());
        let corner = first_corner(on_its_side).expect("its bare places tell");
        assert!((corner - Point2d::new(400.0, 0.0)).norm() < 1e-6, "{corner:?}");
        assert_eq!(first_corner(fit(Grid::filled(4, 5, 0.9))), Some(Point2d::new(0.0, 0.0)), "as it lies in the photo");
        assert_eq!(first_corner(fit(Grid::filled(5, 4, 0.9))), None, "it may lie on either side");
        assert_eq!(first_corner(fit(Grid::filled(5, 5, 0.9))), None);
        let beside = Grid::from_fn(5, 6, |place| if place.row == 4 || place.col == 5 { 0.2 } else { 0.9 });
        assert_eq!(first_corner(fit(beside).trimmed(LEAST_FILLED)), Some(Point2d::new(0.0, 0.0)));
    }
}
