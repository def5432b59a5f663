//! The way through the house, in one function; and for the photos of one game, in one more.

mod same_game;

use std::time::Instant;

use opencv::core::Point2d;
use opencv::prelude::MatTraitConst;

use super::board::{Board, BoardError, Cut};
use super::classify::background::unlike_table;
use super::classify::{Care, ClassifyError, pieces};
use super::geometry::{Homography, lattice_corners, reading_order};
use super::grid_fit::{Beside, GridFit, GridFitError};
use super::networks::{Network, Networks, QueendominoNetworks};
use super::photo::Photo;
use crate::audit::warning::{
    CUT_BY_PHOTO, DAMAGED_PHOTO, SECOND_LOOK_FAILED, UNCERTAIN_GRID, UNCERTAIN_SIZE, UNREAD_KINGDOM,
};
use crate::correction::{CorrectionError, FirstReading, FirstReadings, ToldSquare};
use crate::domain::{Game, Grid, GridSize, Margins, Offset, Place, Square, Terrain};
use crate::messages::{Message, MessageId, Words};
use crate::reconstruct::guesses::SquareGuesses;
use crate::reconstruct::piece_guesses::StandingGuess;
use crate::reconstruct::{
    Reading, ReconstructError, ReconstructOptions, SquareBeside, SquareState, ViewReading, reconstruct,
    warn_of_tiles_beside,
};
use crate::scoring::sheet::ScoreSheet;

pub use same_game::{GameKingdom, GameScan, read_together, read_together_around};

/// `Photo -> GridFit`, then for each kingdom `-> Board -> SquareGuesses -> Reading (the Kingdom and its doubts) ->
/// ScoreSheet`.
///
/// # Errors
/// The stage that could not go on; [`ScanError::is_no_kingdom`] tells "nothing there" from a failure.
pub fn scan(photo: &Photo, networks: &Networks, options: &ScanOptions) -> Result<Scan, ScanError> {
    let mut chain = Chain { photo, networks, timings: Timings::default(), failures: Vec::new() };
    let mut kingdoms = chain.kingdoms(options)?;
    if options.one {
        kingdoms.sort_by(|a, b| b.fit.area_px().total_cmp(&a.fit.area_px()));
        kingdoms.truncate(1);
        // A smaller one is not asked for, read or not.
        let largest_px = kingdoms[0].fit.area_px();
        chain.failures.retain(|failure| failure.area_px > largest_px);
    }
    let unread: Vec<Message> = chain.failures.iter().map(Failure::unread_kingdom).collect();
    let size_is_open = options.reconstruct.size.is_none() && options.corners_px.is_none();
    if size_is_open && kingdoms.iter().any(|kingdom| is_small_for_seven(&kingdom.reading)) {
        kingdoms = chain.checked_for_five(kingdoms, options);
    }
    for kingdom in &mut kingdoms {
        unread.iter().for_each(|message| kingdom.reading.warn(UNREAD_KINGDOM, message.clone()));
    }
    keep_apart(&mut kingdoms);
    kingdoms.iter_mut().for_each(KingdomScan::warn_of_tiles_beside);
    Ok(Scan { kingdoms: numbered(kingdoms, photo), failures: chain.failures, timings: chain.timings })
}

/// Takes from what lies beside a kingdom what is another one's.
fn keep_apart(kingdoms: &mut [KingdomScan]) {
    let fits: Vec<GridFit> = kingdoms.iter().map(|kingdom| kingdom.fit.clone()).collect();
    for (index, kingdom) in kingdoms.iter_mut().enumerate() {
        let to_photo = &kingdom.fit.to_photo;
        let middle = |at: &Offset| to_photo.apply(Point2d::new(at.col as f64 + 0.5, at.row as f64 + 0.5));
        let others = || fits.iter().enumerate().filter(|(other, _)| *other != index);
        kingdom.beside.retain(|beside| !others().any(|(_, fit)| fit.covers(middle(&beside.at))));
    }
}

/// Of a square beside the grid the photo must show all but so much at its edges: what it does not show would be made up.
const HIDDEN_OF_TILE: f64 = 0.1;

fn is_in_photo(fit: &GridFit, beside: &Beside, photo: &Photo) -> bool {
    let (left, top) = (beside.col as f64, beside.row as f64);
    let ends = [HIDDEN_OF_TILE, 1.0 - HIDDEN_OF_TILE];
    let (right_px, bottom_px) = (f64::from(photo.pixels.cols()), f64::from(photo.pixels.rows()));
    ends.iter().flat_map(|u| ends.map(|v| Point2d::new(left + u, top + v))).all(|corner| {
        let at_px = fit.to_photo.apply(corner);
        (0.0..=right_px).contains(&at_px.x) && (0.0..=bottom_px).contains(&at_px.y)
    })
}

/// The rows and columns by which a grid is widened to hold what lies beside it.
fn margins_of(fit: &GridFit) -> Margins {
    let most = |of: &dyn Fn(&Beside) -> isize| fit.beside.iter().map(of).max().unwrap_or(0).max(0) as usize;
    Margins {
        above: most(&|beside| -beside.row),
        below: most(&|beside| beside.row + 1 - fit.rows as isize),
        left: most(&|beside| -beside.col),
        right: most(&|beside| beside.col + 1 - fit.cols as isize),
    }
}

/// In the order in which people number them.
fn numbered(kingdoms: Vec<KingdomScan>, photo: &Photo) -> Vec<KingdomScan> {
    let corners_px: Vec<_> = kingdoms.iter().map(|kingdom| kingdom.corners_px(photo)).collect();
    let mut kingdoms: Vec<Option<KingdomScan>> = kingdoms.into_iter().map(Some).collect();
    reading_order(&corners_px).into_iter().filter_map(|index| kingdoms[index].take()).collect()
}

/// The stages on one photo, and how long they take.
struct Chain<'a> {
    photo: &'a Photo,
    networks: &'a Networks,
    timings: Timings,
    /// In the order in which they occurred.
    failures: Vec<Failure>,
}

impl Chain<'_> {
    /// All kingdoms that can be read, the one with the surest grid first; one at least. Where OpenCV or a network failed on one of several, that is noted.
    fn kingdoms(&mut self, options: &ScanOptions) -> Result<Vec<KingdomScan>, ScanError> {
        let mut kingdoms = Vec::new();
        let (mut no_kingdom, mut failed) = (None, Vec::new());
        for fit in self.grids(options)? {
            let read = self.kingdom(fit.clone(), &options.reconstruct);
            match read.and_then(|kingdom| believed(kingdom, !kingdoms.is_empty(), self.photo)) {
                Ok(kingdom) => kingdoms.push(kingdom),
                Err(error) if error.is_no_kingdom() => no_kingdom = no_kingdom.or(Some(error)),
                Err(error) => failed.push((fit, error)),
            }
        }
        if kingdoms.is_empty() {
            // That there is no kingdom is known only where each grid could be looked at.
            let error = failed.into_iter().next().map(|(_, error)| error).or(no_kingdom);
            return error.map_or(Ok(kingdoms), Err);
        }
        self.failures = failed.iter().map(|(fit, error)| self.failure(fit, error)).collect();
        Ok(kingdoms)
    }

    fn grids(&mut self, options: &ScanOptions) -> Result<Vec<GridFit>, GridFitError> {
        let (photo, locator, side) = (self.photo, &*self.networks.locator, side_by_hand(options));
        self.timings.measure("grid_fit", || match options.corners_px {
            Some(corners_px) => GridFit::from_corners(photo, corners_px, side, side).map(|fit| vec![fit]),
            None => GridFit::find(photo, locator, options.reconstruct.size),
        })
    }

    fn kingdom(&mut self, fit: GridFit, known: &ReconstructOptions) -> Result<KingdomScan, ScanError> {
        let board = self.timings.measure("board", || Board::rectify(self.photo, &fit))?;
        // A grid that was given by hand was not looked for: neither the finder's occupancy nor the table counts there. And around a
        // doubtful one lies anything.
        let unlike_table = if fit.by_hand || fit.is_doubtful() {
            None
        } else {
            self.timings.measure("board", || unlike_table(self.photo, &fit))?
        };
        let mut ground = Ground { fit, board, unlike_table, standing: None };
        let (guesses, mut reading) = self.read(&mut ground, known)?;
        let beside = self.beside(&ground.fit, reading.kingdom.game())?;
        let Ground { fit, board, .. } = ground;
        if fit.is_doubtful() {
            reading.warn(UNCERTAIN_GRID, MessageId::UncertainGrid);
        }
        if !fit.by_hand && may_be_cut_by_the_photo(&fit, &reading, self.photo) {
            reading.warn(CUT_BY_PHOTO, MessageId::CutByPhoto);
        }
        if self.photo.is_damaged {
            reading.warn(DAMAGED_PHOTO, MessageId::DamagedPhoto);
        }
        let sheet =
            self.timings.measure("score_sheet", || ScoreSheet::of(&reading.kingdom, &known.unseen, &known.variants));
        Ok(KingdomScan { fit, board, guesses, beside, known: known.clone(), reading, sheet, notes: Vec::new() })
    }

    /// What the squares beside the grid may be that the finder saw in line with it.
    fn beside(&mut self, fit: &GridFit, game: Game) -> Result<Vec<SquareBeside>, ScanError> {
        let is_shown = |beside: &&Beside| is_in_photo(fit, beside, self.photo);
        let shown: Vec<Beside> = fit.beside.iter().filter(is_shown).copied().collect();
        if shown.is_empty() {
            return Ok(Vec::new());
        }
        let fit = &GridFit { beside: shown, ..fit.clone() };
        let margins = margins_of(fit);
        let mut wide = fit.clone().widened(margins);
        let moved = |beside: &Beside| beside.moved(margins.above, margins.left).place_in(wide.rows, wide.cols);
        let places: Vec<(Beside, Place)> =
            fit.beside.iter().filter_map(|beside| Some((*beside, moved(beside)?))).collect();
        places.iter().for_each(|(beside, place)| wide.occupied[*place] = beside.occupied);
        let board = self.timings.measure("board", || Board::rectify(self.photo, &wide))?;
        let unlike_table = match fit.is_doubtful() {
            true => None,
            false => self.timings.measure("board", || unlike_table(self.photo, &wide))?,
        };
        let queendomino = self.networks.queendomino.as_ref().filter(|_| has_pieces(game));
        let ground = Ground { fit: wide, board, unlike_table, standing: None };
        let guesses = self.guesses(queendomino, &ground, Some(game), Care::Usual)?;
        let square = |(Beside { row, col, .. }, place)| SquareBeside {
            at: Offset { row, col },
            guess: guesses.guesses[place].clone(),
        };
        Ok(places.into_iter().map(square).collect())
    }

    /// `Board -> SquareGuesses -> Reading`. Who tells that it is Queendomino has it read by Queendomino's networks. Else Kingdomino's
    /// read it, and where they leave a doubt Queendomino's do if these see more; in doubt every square is asked about again.
    fn read(&mut self, ground: &mut Ground, known: &ReconstructOptions) -> Result<(SquareGuesses, Reading), ScanError> {
        let all: &Networks = self.networks;
        let told = all.queendomino.as_ref().filter(|_| known.game.is_some_and(has_pieces));
        let guesses = self.guesses(told, ground, known.game, Care::Usual)?;
        let read = self.read_from(guesses.clone(), told, ground, known);
        match &read {
            Ok((_, reading)) if !reading.needs_review => return read,
            // What failed here may fail there: nothing is taken in its place.
            Err(error) if !error.is_no_kingdom() => return read,
            _ => {}
        }
        let (mut seeing, mut may_be_another_game) = (told, false);
        if let (Some(others), None) = (&all.queendomino, told) {
            let seen = self.guesses(Some(others), ground, known.game, Care::Usual)?;
            if seen.show_more_than(&guesses, known.game) {
                seeing = Some(others);
            } else {
                may_be_another_game = known.game.is_none() && seen.shows_town();
            }
        }
        if read.is_err() && seeing.is_some() == told.is_some() {
            return read;
        }
        let guesses = self.guesses(seeing, ground, known.game, Care::EverySquare)?;
        match self.read_from(guesses, seeing, ground, known) {
            // What is doubted stays so, if it may be of a game that these networks do not know.
            Ok((_, again)) if may_be_another_game && !again.needs_review => read,
            Err(error) if read.is_ok() && error.is_no_kingdom() => read,
            again => again,
        }
    }

    /// Looks for what stands on the squares, if something may, and reconstructs the kingdom.
    fn read_from(
        &mut self,
        guesses: SquareGuesses,
        queendomino: Option<&QueendominoNetworks>,
        ground: &mut Ground,
        known: &ReconstructOptions,
    ) -> Result<(SquareGuesses, Reading), ScanError> {
        // Kingdoms without a town are rare, but one may bear knights.
        let may_bear_pieces = known.game.is_none_or(has_pieces);
        let guesses = match queendomino.filter(|_| may_bear_pieces) {
            Some(networks) => {
                let guesses = guesses.clone().with_pieces(self.standing_on(ground, networks, &guesses)?);
                match &self.networks.memory {
                    Some(memory) => guesses.with_known_buildings(&ground.board, memory.buildings())?,
                    None => guesses,
                }
            }
            None => guesses,
        };
        let reading = (self.timings.measure("kingdom", || reconstruct(&guesses, known)))
            .map_err(|source| ScanError::Reconstruct { photo: ground.board.photo.clone(), source })?;
        Ok((guesses, reading))
    }

    /// What the squares themselves may be, to Queendomino's networks or to Kingdomino's.
    fn guesses(
        &mut self,
        queendomino: Option<&QueendominoNetworks>,
        ground: &Ground,
        game: Option<Game>,
        care: Care,
    ) -> Result<SquareGuesses, ScanError> {
        let all: &Networks = self.networks;
        let Networks { squares, memory, .. } = all;
        let remembering = memory.as_ref().and_then(|_| all.queendomino_squares());
        let (network, calibration): (&dyn Network, _) = match (queendomino, &remembering) {
            (None, _) => (&*squares.network, squares.calibration),
            (Some(networks), None) => (&*networks.squares.network, networks.squares.calibration),
            (Some(networks), Some(remembering)) => (remembering, networks.squares.calibration),
        };
        let memory = memory.as_ref();
        let classified = self.timings.measure("square_guesses", || match (&all.glance, queendomino, care) {
            (Some(glance), None, Care::Usual) => SquareGuesses::after_a_glance(&ground.board, glance, squares, memory),
            _ => SquareGuesses::classify(&ground.board, network, calibration, care, memory),
        })?;
        let has_towns = |_: &&QueendominoNetworks| classified.guesses.show_a_kingdom_with_towns(game);
        let temperature = queendomino.filter(has_towns).map_or(1.0, |networks| networks.temperature_with_towns);
        Ok(if ground.fit.by_hand {
            classified.guesses.tempered(temperature)
        } else {
            classified.weighed(&ground.fit.occupied, ground.unlike_table.as_ref(), temperature)
        })
    }

    /// Cuts the squares for the pieces network, and asks it: once, however often the kingdom is read.
    fn standing_on<'a>(
        &mut self,
        ground: &'a mut Ground,
        networks: &QueendominoNetworks,
        guesses: &SquareGuesses,
    ) -> Result<&'a Grid<StandingGuess>, ScanError> {
        if ground.standing.is_none() {
            let (photo, fit, pieces) = (self.photo, &ground.fit, &networks.pieces);
            let may_be_town = |place| guesses.guesses[place].may_be_town();
            let standing = self.timings.measure("pieces", || {
                Ok::<_, ScanError>(pieces::standing(&Board::cut(photo, fit, Cut::PIECES)?, pieces, may_be_town)?)
            })?;
            ground.standing = Some(standing);
        }
        Ok(ground.standing.as_ref().expect("it has just been looked at"))
    }

    /// Has a person check how large the kingdoms are that may have something beside their 5x5 squares. Where the grid is not sure, it
    /// looks again for a 5x5 one, and takes what is read in that unless much would be lost or no dominoes form it. (Of 1282 kingdoms of
    /// `fixtures/suites/locator.json`, rendered with the seeds 4242 and 4243, 43 were in question. While sure grids were looked at again,
    /// four of them were cut to five lines that have six.)
    fn checked_for_five(&mut self, kingdoms: Vec<KingdomScan>, options: &ScanOptions) -> Vec<KingdomScan> {
        let mut as_five = options.clone();
        as_five.reconstruct.size = Some(GridSize::Five);
        let is_open = |kingdom: &KingdomScan| is_small_for_seven(&kingdom.reading) && !kingdom.fit.is_sure();
        let fives = if kingdoms.iter().any(is_open) { self.fives(&as_five) } else { Ok(Vec::new()) };
        let check = |first: KingdomScan| {
            if !is_small_for_seven(&first.reading) {
                return first;
            }
            let second = match &fives {
                Ok(fives) => self.second_look(&first, fives.iter().filter(|_| is_open(&first)), &as_five.reconstruct),
                Err(error) if is_open(&first) => Err(self.failure(&first.fit, error)),
                Err(_) => Ok(None),
            };
            let is_as_good = |second: &KingdomScan| {
                land(&second.reading) + LOOSE_SQUARES >= land(&first.reading)
                    && (first.reading.is_improbable() || !second.reading.is_improbable())
            };
            let (second, failure) = match second {
                Ok(second) => (second.filter(is_as_good), None),
                Err(failure) => (None, Some(failure)),
            };
            let mut kingdom = second.unwrap_or(first);
            kingdom.reading.warn(UNCERTAIN_SIZE, MessageId::UncertainSize);
            if let Some(failure) = failure {
                kingdom.reading.warn(SECOND_LOOK_FAILED, MessageId::SecondLookFailed.with("error", &*failure.message));
                self.failures.push(failure);
            }
            kingdom
        };
        kingdoms.into_iter().map(check).collect()
    }

    /// The grids of 5x5 kingdoms; none where there are none.
    fn fives(&mut self, as_five: &ScanOptions) -> Result<Vec<GridFit>, ScanError> {
        match self.grids(as_five).map_err(ScanError::from) {
            Err(error) if error.is_no_kingdom() => Ok(Vec::new()),
            fives => fives,
        }
    }

    /// The kingdom read in the first of these grids that lies on it, if it is one there.
    fn second_look<'f>(
        &mut self,
        first: &KingdomScan,
        mut fives: impl Iterator<Item = &'f GridFit>,
        known: &ReconstructOptions,
    ) -> Result<Option<KingdomScan>, Failure> {
        let Some(five) = fives.find(|five| five.lies_on(&first.fit)) else { return Ok(None) };
        match self.kingdom(five.clone(), known) {
            Ok(second) => Ok(Some(second)),
            Err(error) if error.is_no_kingdom() => Ok(None),
            Err(error) => Err(self.failure(five, &error)),
        }
    }

    fn failure(&self, fit: &GridFit, error: &ScanError) -> Failure {
        let corners_px = fit.corners_px(self.photo).map(|corner| [corner.x, corner.y]);
        Failure { corners_px, message: error.to_string(), area_px: fit.area_px() }
    }
}

fn has_pieces(game: Game) -> bool {
    game != Game::Kingdomino
}

/// Where a kingdom lies, and what stands on it once somebody has looked.
struct Ground {
    fit: GridFit,
    board: Board,
    /// See [`unlike_table`].
    unlike_table: Option<Grid<f32>>,
    standing: Option<Grid<StandingGuess>>,
}

/// From so many land squares on (five dominoes), some crown is seen: of the box's 48 dominoes 18 bear none, and five of
/// them are drawn once in 200 times.
const LAND_WITH_A_CROWN: usize = 10;

/// Without a castle that is seen for certain, fewer land squares are loose dominoes, or something else: five dominoes.
const LAND_WITHOUT_A_CASTLE: usize = 10;

/// So many towns that are seen for certain speak for a kingdom as a castle does.
const TOWNS_IN_PLACE_OF_A_CASTLE: usize = 2;

/// With a castle: three dominoes. A smaller kingdom is believed only where its grid is beyond doubt.
const LEAST_LAND: usize = 6;

/// The kingdom, unless it is more likely something else: a printed grid is read as land without crowns, or as what no
/// dominoes form, and one of its squares taken for the castle; a loose domino as a kingdom of one. (Ten of the 200 scenes
/// without a kingdom of `fixtures/suites/locator.json` were read as one before their castles, nine of which had not been
/// seen for certain, were held against them. In an eleventh, which a later locator took for a sure grid, no land was seen for
/// certain either.) `beside`: another kingdom was seen more surely; then nothing is believed that no dominoes form.
fn believed(kingdom: KingdomScan, beside: bool, photo: &Photo) -> Result<KingdomScan, ScanError> {
    let reading = &kingdom.reading;
    let warns = |code: &str| reading.warnings.iter().any(|warning| warning.code == code);
    let is_crowned = reading.kingdom.squares().cells().iter().any(|square| square.crowns() > 0);
    let sure = || reading.squares.cells().iter().filter(|square| square.state == SquareState::Seen);
    let has_a_sure_castle = sure().any(|square| square.best == Square::Castle);
    let sure_towns = sure().filter(|square| square.best.terrain() == Some(Terrain::Town)).count();
    let is_surely_laid = has_a_sure_castle || sure_towns >= TOWNS_IN_PLACE_OF_A_CASTLE;
    let has_sure_land = sure().any(|square| square.best.terrain().is_some());
    let (land, is_doubtful, is_improbable) = (land(reading), kingdom.fit.is_doubtful(), reading.is_improbable());
    let has_sure_grid = if is_improbable { kingdom.fit.is_sure() } else { !is_doubtful };
    let may_lack_castle = has_sure_land && has_sure_grid;
    let objection = if !is_crowned && (beside || is_doubtful || land >= LAND_WITH_A_CROWN) {
        Some("none bears a crown")
    } else if !is_surely_laid && (!may_lack_castle || land < LAND_WITHOUT_A_CASTLE) {
        Some("no castle is seen for certain")
    } else if warns("impossible-kingdom") && beside || is_improbable && is_doubtful {
        Some("no dominoes form them")
    } else if land < LEAST_LAND && is_doubtful {
        Some("they are loose dominoes")
    } else {
        None
    };
    match objection.filter(|_| !kingdom.fit.by_hand) {
        Some(objection) => Err(ScanError::NotBelieved { photo: photo.name.clone(), land, objection }),
        None => Ok(kingdom),
    }
}

/// Where the photo shows less than this of a further row, in squares, there may be one. (Of 19 photos and fixtures from which a side was cut off so
/// that a smaller kingdom was read without a doubt, 17 showed less; of the five of `photos/pictures`, which lack nothing, one that does not
/// fill its grid shows 0.36. So a row of which 0.35 to half is shown may still be missed without a word: two of the 19 were.)
const ROOM_FOR_A_ROW: f64 = 0.35;
/// A square of which the photo shows less than this may be read as empty for that.
const SHOWN_OF_A_HOLE: f64 = 0.7;

/// Whether tiles may lie where the photo ends: the kingdom does not fill its grid, and of a further line the photo would not show
/// enough; or it does not show enough of a square that was read as empty.
fn may_be_cut_by_the_photo(fit: &GridFit, reading: &Reading, photo: &Photo) -> bool {
    let (squares, side) = (reading.kingdom.squares(), reading.kingdom.size().squares_wide());
    let (top, left) = (reading.top_left.row as f64, reading.top_left.col as f64);
    let (height, width) = (squares.rows() as f64, squares.cols() as f64);
    let (right_px, bottom_px) = (f64::from(photo.pixels.cols()), f64::from(photo.pixels.rows()));
    let is_shown = |u: f64, v: f64| {
        let at_px = fit.to_photo.apply(Point2d::new(left + u, top + v));
        (0.0..=right_px).contains(&at_px.x) && (0.0..=bottom_px).contains(&at_px.y)
    };
    let (before, behind) = (-ROOM_FOR_A_ROW, ROOM_FOR_A_ROW);
    let has_room_across = is_shown(before, height / 2.0) && is_shown(width + behind, height / 2.0);
    let has_room_along = is_shown(width / 2.0, before) && is_shown(width / 2.0, height + behind);
    let is_hidden_hole = |(place, square): (Place, &Square)| {
        let (u, v) = (place.col as f64 + 0.5, place.row as f64 + 0.5);
        let reach = SHOWN_OF_A_HOLE - 0.5;
        *square == Square::Empty
            && [(-reach, 0.0), (reach, 0.0), (0.0, -reach), (0.0, reach)]
                .iter()
                .any(|(du, dv)| !is_shown(u + du, v + dv))
    };
    squares.cols() < side && !has_room_across
        || squares.rows() < side && !has_room_along
        || squares.iter().any(is_hidden_hole)
}

/// In the 7x7 game each player lays up to 24 dominoes. With no more than this many, something beside a 5x5 kingdom, a
/// loose domino or a line of the table, may have been taken for a row or a column.
const FEW_DOMINOES_FOR_SEVEN: usize = 14;

/// So many squares may be lost to a 5x5 grid for it to be believed: one loose domino.
const LOOSE_SQUARES: usize = 2;

fn is_small_for_seven(reading: &Reading) -> bool {
    let squares = reading.kingdom.squares();
    let spans_more_than_five = squares.rows().max(squares.cols()) > GridSize::Five.squares_wide();
    spans_more_than_five && land(reading) <= 2 * FEW_DOMINOES_FOR_SEVEN
}

fn land(reading: &Reading) -> usize {
    reading.kingdom.squares().cells().iter().filter(|square| square.terrain().is_some()).count()
}

/// What a person may tell the scanner beforehand.
#[derive(Debug, Clone, Default)]
pub struct ScanOptions {
    /// The outer corners of the whole grid, clockwise, in pixels of the upright photo at full size.
    /// The grid is 7x7 when the size says so, else 5x5.
    pub corners_px: Option<[Point2d; 4]>,
    /// Of several kingdoms in the photo, only the largest.
    pub one: bool,
    /// The game and its grid, what the photo does not show, and the bonuses.
    pub reconstruct: ReconstructOptions,
}

fn side_by_hand(options: &ScanOptions) -> usize {
    options.reconstruct.size.unwrap_or(GridSize::Five).squares_wide()
}

/// Everything that a scan found out.
pub struct Scan {
    /// In rows from the photo's top, each from the left; one at least.
    pub kingdoms: Vec<KingdomScan>,
    /// Where OpenCV or a network failed, such as for want of memory; the kingdoms carry warnings of it. A later scan of the same
    /// photo may find out more.
    pub failures: Vec<Failure>,
    /// How long each stage took.
    pub timings: Timings,
}

/// A grid of a photo that could not be read, or not for a second time, while others were.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// The grid's outer corners, clockwise, in pixels of the upright photo at full size.
    pub corners_px: [[f64; 2]; 4],
    /// What OpenCV or the network said, in English.
    pub message: String,
    /// In pixels of [`Photo::pixels`].
    area_px: f64,
}

impl Failure {
    /// For people, with the corners as `scan --corners` takes them.
    fn unread_kingdom(&self) -> Message {
        let corners: Vec<String> = self.corners_px.iter().flatten().map(|px| format!("{px:.0}")).collect();
        MessageId::UnreadKingdom.with("error", &*self.message).with("corners", corners.join(","))
    }
}

/// Everything that a scan found out about one kingdom, stage by stage.
pub struct KingdomScan {
    /// Where the squares lie.
    pub fit: GridFit,
    /// The squares, cut upright.
    pub board: Board,
    /// What each may be.
    pub guesses: SquareGuesses,
    /// What the squares beside the grid may be that the finder saw in line with it.
    pub beside: Vec<SquareBeside>,
    /// What was known before they were read.
    pub known: ReconstructOptions,
    /// The most probable kingdom, and its doubts.
    pub reading: Reading,
    /// Its points.
    pub sheet: ScoreSheet,
    /// What is worth knowing of the other photos of its game.
    pub notes: Vec<Message>,
}

impl Scan {
    /// The kingdoms read anew around what a person says about them, each by itself: `say` gets them as they were read, and gives what is
    /// said of each. Squares are named as in this scan, which is to be one without corrections.
    ///
    /// # Errors
    /// Those of `say`, and what cannot be said of a kingdom.
    pub fn corrected<E: From<ScanError>>(
        mut self,
        say: impl FnOnce(&FirstReadings, &[&Board]) -> Result<Vec<Vec<ToldSquare>>, E>,
    ) -> Result<Self, E> {
        let first = FirstReadings::apart(self.kingdoms.iter().map(KingdomScan::first_reading).collect());
        let boards: Vec<&Board> = self.kingdoms.iter().map(|kingdom| &kingdom.board).collect();
        let told = say(&first, &boards)?;
        let read = first.corrected(&told).map_err(|source| ScanError::Correction { source })?;
        for ((kingdom, read), told) in self.kingdoms.iter_mut().zip(read).zip(told) {
            if !told.is_empty() {
                kingdom.read_anew(read);
            }
        }
        Ok(self)
    }
}

impl KingdomScan {
    /// Takes the place of the reading, which was made from the same guesses: around what a person says, or together with other kingdoms.
    fn read_anew(&mut self, read: ViewReading) {
        let ViewReading { reading, beyond } = read;
        self.fit = self.fit.clone().widened(beyond);
        self.sheet = ScoreSheet::of(&reading.kingdom, &self.known.unseen, &self.known.variants);
        self.reading = reading;
    }

    /// Says which tiles are seen in line with the grid, beside it, and do not count.
    fn warn_of_tiles_beside(&mut self) {
        warn_of_tiles_beside(&mut self.reading, Margins::default(), &self.guesses, &self.beside, &self.known);
    }

    /// What corrections of this scan need; of one that was not yet read together with others.
    fn first_reading(&self) -> FirstReading<'_> {
        let (guesses, reading, known) = (&self.guesses, &self.reading, &self.known);
        FirstReading { guesses, reading, beyond: Margins::default(), beside: &self.beside, known }
    }

    /// The outer corners of the kingdom as it was read, clockwise from its first square, in pixels of the upright
    /// photo at full size.
    pub fn corners_px(&self, photo: &Photo) -> [[f64; 2]; 4] {
        let Reading { kingdom, top_left, .. } = &self.reading;
        let offset = Homography::translation(top_left.col as f64, top_left.row as f64);
        let to_full_size =
            Homography::scaling(photo.reduction, photo.reduction).after(&self.fit.to_photo.after(&offset));
        lattice_corners(kingdom.squares().rows(), kingdom.squares().cols())
            .map(|corner| to_full_size.apply(corner))
            .map(|corner| [corner.x, corner.y])
    }
}

/// Why a photo gave no score sheet.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// No grid was found.
    #[error(transparent)]
    GridFit(#[from] GridFitError),
    /// The grid could not be cut out.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The squares could not be read.
    #[error(transparent)]
    Classify(#[from] ClassifyError),
    /// The squares make no kingdom.
    #[error("{photo}: {source}. Try a photo from above with the whole kingdom in it, or --corners")]
    Reconstruct {
        /// The photo's name.
        photo: String,
        /// Why.
        source: ReconstructError,
    },
    /// The reading cannot be corrected so.
    #[error(transparent)]
    Correction {
        /// Why.
        source: CorrectionError,
    },
    /// The squares are more likely something else than a kingdom.
    #[error(
        "{photo}: no kingdom found: {land} squares in line look like land, but {objection}. Try a photo from above with \
         the whole kingdom in it, or give its corners with --corners"
    )]
    NotBelieved {
        /// The photo's name.
        photo: String,
        /// Squares that were read as land.
        land: usize,
        /// What speaks against a kingdom.
        objection: &'static str,
    },
}

impl ScanError {
    /// Whether the photo was looked at and holds no kingdom, as far as can be seen.
    pub fn is_no_kingdom(&self) -> bool {
        matches!(
            self,
            ScanError::GridFit(GridFitError::NoGrid { .. })
                | ScanError::NotBelieved { .. }
                | ScanError::Reconstruct { source: ReconstructError::NoKingdom { .. }, .. }
        )
    }
}

/// How long the stages took, in order.
#[derive(Debug, Clone, Default)]
pub struct Timings {
    /// Name and milliseconds of each stage.
    pub stages_ms: Vec<(&'static str, f64)>,
}

impl Timings {
    /// Runs a stage and notes its time; the times of a stage that runs twice are added up.
    pub fn measure<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        let ms = start.elapsed().as_secs_f64() * 1000.0;
        match self.stages_ms.iter_mut().find(|(known, _)| *known == stage) {
            Some((_, sum_ms)) => *sum_ms += ms,
            None => self.stages_ms.push((stage, ms)),
        }
        result
    }
}
