//! Reads one photo, stage by stage (`scan_with_trace`).
//!
//! Each look beyond the first grids was kept because omitting it costs accuracy. This was measured on 378
//! kingdoms in 268 rendered scenes (suites table, in-line, locator and things-on-tiles, seeds 5050 to 5052,
//! our artwork and scans of a real box):
//!
//! - with everything, 346 are read correctly, 124 need review, one is wrong without a warning
//! - without full grids, 323 are correct
//! - without the search for others, 310 are correct, and nine are wrong without a warning
//! - without cutting neighbours elsewhere, 337 are correct
//! - without searching sections of the photo, 328 are correct
//! - without more pixels, 341 are correct
//! - without `keep_in_line`, as many are correct, but 134 need review
//! - without `doubt_neighbours`, 104 need review, but four are wrong without a warning
//!
//! And on 519 kingdoms in 456 further scenes (locator and table, other seeds):
//!
//! - with everything, 476 are read correctly, and 161 need review
//! - without a wider grid for dominoes joined at corners, 467 are correct
//! - without the second pass, 470 are correct, and 169 need review
//! - without Queendomino's networks for a second opinion, 472 are correct
//!
//! A search for a 5x5 grid instead of a 7x7 grid with few dominoes was removed. It changed no count of the
//! first list, and no square or mark of the 519 kingdoms. Looking for pieces when the game is unknown helps
//! Queendomino alone; it changes one of the 519, for the worse.

mod another_game;
mod beside;
mod error;
mod failure;
mod full_grids;
mod grid_size;
mod kingdom_stages;
mod loose;
mod others;
mod passes;
mod photo_run;
mod plausibility;
mod poor_photo;
mod timings;
mod widening;

use opencv::core::Point2d;
use rayon::prelude::*;

use super::board::Board;
use super::geometry::{Homography, lattice_corners, reading_order};
use super::grid_fit::{GridFit, GridFitError, LocatorPass, STRAY_LINES, Search, SeenTiles};
use super::networks::Networks;
use super::photo::Photo;
use beside::{doubt_neighbours, keep_apart, keep_in_line};
use kingdom_stages::{Begun, KingdomStages};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::GridSize;
use kingdomino::scoring::sheet::ScoreSheet;
use messages::{Message, MessageId, Words};
use plausibility::{check_plausible, shows_castle};
use reading::reconstruct::guesses::SquareGuesses;
use reading::reconstruct::{Reading, ReconstructOptions, SquareBeside, warn_of_tiles_beside};

pub use error::ScanError;
pub use failure::Failure;
pub use photo_run::PhotoRun;
pub use timings::{Stage, Timings};

/// `Photo -> GridFit`, then for each kingdom
/// `-> Board -> SquareGuesses -> Reading (the Kingdom and its doubts) -> ScoreSheet`.
///
/// # Errors
/// The error of the stage that failed. [`ScanError::is_no_kingdom`] separates "no kingdom" from a failure.
pub fn scan(photo: &Photo, networks: &Networks, options: &ScanOptions) -> Result<Scan, ScanError> {
    scan_with_trace(photo, networks, options, &mut Trace::default())
}

/// Like [`scan`], but fills the trace, even for a photo without a kingdom.
///
/// # Errors
/// See [`scan`].
pub fn scan_with_trace(
    photo: &Photo,
    networks: &Networks,
    options: &ScanOptions,
    trace: &mut Trace,
) -> Result<Scan, ScanError> {
    let (failures, second_looks, refused) = (Vec::new(), Vec::new(), Vec::new());
    let (square_px, spanned, hopeless_squares_left) = (None, None, HOPELESS_SQUARES);
    let mut chain =
        Chain { photo, networks, trace, failures, second_looks, refused, square_px, spanned, hopeless_squares_left };
    let mut kingdoms = match chain.kingdoms(options) {
        Ok(kingdoms) => kingdoms,
        Err(error) if error.is_no_kingdom() => {
            let error = chain.larger_than_any_grid().unwrap_or(error);
            return Err(poor_photo::explained(error, photo, chain.square_px));
        }
        Err(error) => return Err(error),
    };
    if options.one {
        kingdoms.sort_by(|a, b| b.fit.area_px().total_cmp(&a.fit.area_px()));
        kingdoms.truncate(1);
        // Only the largest kingdom is wanted, so failures of smaller grids do not matter.
        let largest_px = kingdoms[0].fit.area_px();
        chain.failures.retain(|failure| failure.area_px > largest_px);
    }
    let unread: Vec<Message> = chain.failures.iter().map(Failure::unread_kingdom).collect();
    if options.reconstruct.size.is_none() && options.corners_px.is_none() {
        kingdoms.iter_mut().for_each(grid_size::warn);
    }
    for kingdom in &mut kingdoms {
        unread.iter().for_each(|message| kingdom.reading.warn(WarningCode::UnreadKingdom, message.clone()));
    }
    keep_apart(&mut kingdoms);
    if options.corners_px.is_none() {
        doubt_neighbours(&mut kingdoms);
    }
    kingdoms.iter_mut().for_each(KingdomScan::warn_of_tiles_beside);
    kingdoms.iter_mut().for_each(|kingdom| poor_photo::warn(kingdom, photo));
    kingdoms.iter_mut().for_each(another_game::warn);
    let Chain { mut failures, second_looks, .. } = chain;
    failures.extend(second_looks);
    Ok(Scan { kingdoms: numbered(kingdoms, photo), failures, timings: trace.timings.clone() })
}

/// Sorts the kingdoms in the order in which they are numbered.
fn numbered(kingdoms: Vec<KingdomScan>, photo: &Photo) -> Vec<KingdomScan> {
    let corners_px: Vec<_> = kingdoms.iter().map(|kingdom| kingdom.corners_px(photo)).collect();
    let mut kingdoms: Vec<Option<KingdomScan>> = kingdoms.into_iter().map(Some).collect();
    reading_order(&corners_px).into_iter().filter_map(|index| kingdoms[index].take()).collect()
}

/// The stages on one photo.
struct Chain<'a> {
    photo: &'a Photo,
    networks: &'a Networks,
    trace: &'a mut Trace,
    /// Failures on kingdoms that could not be read, in order.
    failures: Vec<Failure>,
    /// Failed second passes over kingdoms that were read.
    second_looks: Vec<Failure>,
    /// Grids with a castle that [`check_plausible`] refused, and the centres of their squares with tiles, in
    /// pixels of the decoded photo.
    refused: Vec<(GridFit, Vec<Point2d>)>,
    /// The approximate side of a square, in pixels of [`Photo::pixels`], if known.
    square_px: Option<f64>,
    /// The most rows and columns of connected squares, if any were seen.
    spanned: Option<[usize; 2]>,
    /// How many squares of hopeless grids may still be tried further: see [`HOPELESS_SQUARES`].
    hopeless_squares_left: usize,
}

/// If the first pass finds neither kingdom nor castle in a grid, other networks and other grids are tried
/// only until the photo's grids have had this many squares, beginning with the most certain grids. That is as
/// many as all kingdoms of a game have, eight of 5x5 or four of 7x7. A photo full of tiles and of similar
/// patterns shows a dozen grids of 7x7.
const HOPELESS_SQUARES: usize = 200;

/// If connected squares span this many lines more than the largest grid has, the kingdom is larger than any
/// grid. Fewer lines are loose dominoes or lines of the table.
const LINES_BEYOND: usize = STRAY_LINES + 1;

impl Chain<'_> {
    /// The error of a photo without a kingdom, if its connected squares span more lines than any grid has.
    fn larger_than_any_grid(&self) -> Option<ScanError> {
        let [rows, cols] = self.spanned?;
        let is_larger = rows.max(cols) >= GridSize::Seven.squares_wide() + LINES_BEYOND;
        is_larger.then(|| ScanError::LargerThanAnyGrid {
            photo: self.photo.name.clone(),
            why: MessageId::LargerThanAnyGrid.with("rows", rows).with("cols", cols),
        })
    }

    /// All kingdoms that can be read, the kingdom with the most certain grid first; at least one. If OpenCV
    /// or a network fails on some of several, the failures are kept.
    fn kingdoms(&mut self, options: &ScanOptions) -> Result<Vec<KingdomScan>, ScanError> {
        let mut kingdoms = Vec::new();
        let (mut no_kingdom, mut failed) = (None, Vec::new());
        let (fits, tiles) = self.grids(options, &[])?;
        for (fit, read) in self.read_apart(fits, options) {
            match read.and_then(|kingdom| self.plausible(kingdom, !kingdoms.is_empty())) {
                Ok(kingdom) => kingdoms.push(kingdom),
                Err(error) if error.is_no_kingdom() => no_kingdom = no_kingdom.or(Some(error)),
                Err(error) => failed.push((fit, error)),
            }
        }
        if kingdoms.is_empty() {
            // Only if each grid could be read is it certain that there is no kingdom.
            let error = failed.into_iter().next().map(|(_, error)| error).or(no_kingdom);
            return error.map_or(Ok(kingdoms), Err);
        }
        self.failures = failed.iter().map(|(fit, error)| Failure::new(self.photo, fit, error)).collect();
        if options.corners_px.is_none() && !options.one {
            self.look_for_others(&mut kingdoms, &tiles, options);
        }
        self.leave_loose_lines(&mut kingdoms, &tiles.centres_px, &options.reconstruct);
        keep_in_line(&mut kingdoms, &tiles.centres_px);
        Ok(kingdoms)
    }

    /// Runs [`check_plausible`], and remembers kingdoms that were refused although they show a castle.
    fn plausible(&mut self, kingdom: KingdomScan, beside: bool) -> Result<KingdomScan, ScanError> {
        let castle = shows_castle(&kingdom.reading).then(|| (kingdom.grid(), kingdom.tiles_px()));
        let checked = check_plausible(kingdom, beside, self.photo);
        self.refused.extend(castle.filter(|_| checked.is_err()));
        checked
    }

    /// Reads each grid, and returns whether everything was tried: see [`HOPELESS_SQUARES`]. The result of the
    /// first pass is reported before the other passes.
    fn read_each(
        &mut self,
        fits: &[GridFit],
        known: &ReconstructOptions,
    ) -> Vec<(Result<KingdomScan, ScanError>, bool)> {
        let begun = self.each(fits.to_vec(), |stages, fit| stages.begin(fit, known));
        self.trace.tell_first(&begun, known);
        let mut with_tries = Vec::new();
        for begun in begun {
            let hopeless = begun.as_ref().map_or(0, Begun::hopeless_squares);
            let is_tried = hopeless <= self.hopeless_squares_left;
            self.hopeless_squares_left -= if is_tried { hopeless } else { 0 };
            with_tries.push((begun, is_tried));
        }
        self.each(with_tries, |stages, (begun, is_tried)| match begun {
            Ok(begun) if is_tried => (stages.finish(begun, known), is_tried),
            Ok(begun) => (begun.refused(stages.photo), is_tried),
            Err(error) => (Err(error), is_tried),
        })
    }

    /// Runs `work` for each item: in parallel, if this scan may use several threads.
    fn each<T: Send, R: Send>(&mut self, all: Vec<T>, work: impl Fn(&mut KingdomStages<'_>, T) -> R + Sync) -> Vec<R> {
        let (photo, networks) = (self.photo, self.networks);
        let each = all.into_iter().map(|one| (KingdomStages { photo, networks, timings: Timings::default() }, one));
        let each: Vec<_> = each.collect();
        let done: Vec<_> = if may_take_threads() {
            each.into_par_iter().map(|(mut stages, one)| (work(&mut stages, one), stages.timings)).collect()
        } else {
            each.into_iter().map(|(mut stages, one)| (work(&mut stages, one), stages.timings)).collect()
        };
        let (done, timings): (Vec<_>, Vec<_>) = done.into_iter().unzip();
        timings.iter().for_each(|timings| self.trace.timings.add(timings));
        done
    }

    /// Finds the grids of kingdoms outside those `taken`, and the squares seen.
    fn grids(&mut self, options: &ScanOptions, taken: &[GridFit]) -> Result<(Vec<GridFit>, SeenTiles), GridFitError> {
        let Self { photo, networks, trace, square_px, spanned, .. } = self;
        let Trace { keeps_locator_passes, locator_passes, timings, .. } = &mut **trace;
        let side = side_by_hand(options);
        let [rows, cols] = options.lattice.unwrap_or([side, side]);
        timings.measure(Stage::GridFit, || match options.corners_px {
            Some(corners_px) => {
                let fit = GridFit::from_corners(photo, corners_px, rows, cols)?;
                Ok((vec![fit], SeenTiles::default()))
            }
            None => {
                let size = options.reconstruct.size;
                let mut search = Search::run(photo, &*networks.locator, size, options.in_tiles, taken)?;
                let tiles = std::mem::take(&mut search.tiles);
                *square_px = search.square_px();
                *spanned = search.spanned();
                let (fits, passes) = search.into_fits_and_passes();
                if *keeps_locator_passes {
                    locator_passes.extend(passes);
                }
                Ok((fits?, tiles))
            }
        })
    }
}

/// Whether a scan may use several threads. If photos are scanned in parallel, OpenCV has one thread for each.
fn may_take_threads() -> bool {
    opencv::core::get_num_threads().is_ok_and(|threads| threads > 1)
}

/// Facts that the user may give the scanner.
#[derive(Debug, Clone, Default)]
pub struct ScanOptions {
    /// The outer corners of the whole grid, clockwise, in pixels of the upright photo at full size. The grid
    /// is 7x7 if that is its size, otherwise 5x5.
    pub corners_px: Option<[Point2d; 4]>,
    /// The number of rows and columns between `corners_px`, if the corners do not enclose the whole grid.
    pub lattice: Option<[usize; 2]>,
    /// Reads only the largest of several kingdoms.
    pub one: bool,
    /// If no grid is found, searches sections of the photo for small grids. [`PhotoRun`] sets it once the
    /// photo has all its pixels.
    pub in_tiles: bool,
    /// The game and its grid, facts that the photo does not show, and the bonuses.
    pub reconstruct: ReconstructOptions,
}

impl ScanOptions {
    /// Sets the outer corners of the grid, clockwise, in pixels of the upright photo at full size.
    #[must_use]
    pub fn with_corners_px(self, corners_px: [[f64; 2]; 4]) -> Self {
        Self { corners_px: Some(corners_px.map(|[x, y]| Point2d::new(x, y))), ..self }
    }

    /// Sets the number of rows and columns between the corners.
    #[must_use]
    pub fn with_lattice(self, rows: usize, cols: usize) -> Self {
        Self { lattice: Some([rows, cols]), ..self }
    }
}

fn side_by_hand(options: &ScanOptions) -> usize {
    options.reconstruct.size.unwrap_or(GridSize::Five).squares_wide()
}

/// Data that explain a scan, in addition to its result; see [`super::stage_pictures`].
#[derive(Default)]
pub struct Trace {
    /// Whether the locator's passes are kept, with their pictures.
    pub keeps_locator_passes: bool,
    /// The locator's passes in the order in which they ran.
    pub locator_passes: Vec<LocatorPass>,
    /// The time of each stage, also for a photo without a kingdom.
    pub timings: Timings,
    /// Receives the result of the first pass, if another pass follows.
    pub when_seen: Option<WhenSeen>,
}

/// Called at most once per scan, long before its end.
pub type WhenSeen = Box<dyn FnOnce(FirstLook) + Send>;

/// The first look at a photo with doubtful squares, to display while the user waits; never a result. The
/// second look may change all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstLook {
    /// The points of each kingdom seen.
    pub totals: Vec<i32>,
}

impl Trace {
    fn tell_first(&mut self, begun: &[Result<Begun, ScanError>], known: &ReconstructOptions) {
        // Points are counted only on request.
        if self.when_seen.is_none() {
            return;
        }
        let seen: Vec<(i32, bool)> = begun.iter().flatten().filter_map(|begun| begun.total(known)).collect();
        // If all kingdoms are settled, no second look follows: the result comes at once, and no first look
        // is sent.
        let is_open = seen.iter().any(|(_, is_settled)| !is_settled);
        if let Some(tell) = self.when_seen.take_if(|_| is_open) {
            tell(FirstLook { totals: seen.into_iter().map(|(total, _)| total).collect() });
        }
    }
}

/// The result of a scan.
pub struct Scan {
    /// The kingdoms in rows from the photo's top, each from the left; at least one.
    pub kingdoms: Vec<KingdomScan>,
    /// Failures of OpenCV or a network, for example when out of memory. The kingdoms carry warnings of them.
    /// A later scan of the same photo may find more.
    pub failures: Vec<Failure>,
    /// The time of each stage.
    pub timings: Timings,
}

/// The result of a scan for one kingdom, stage by stage.
pub struct KingdomScan {
    /// The position of the squares in the photo.
    pub fit: GridFit,
    /// The rectified squares.
    pub board: Board,
    /// The guesses for each square.
    pub guesses: SquareGuesses,
    /// Guesses for the squares next to the grid that the locator saw in line with it.
    pub beside: Vec<SquareBeside>,
    /// The options with which the kingdom was read.
    pub known: ReconstructOptions,
    /// The most probable kingdom, and its doubts.
    pub reading: Reading,
    /// The kingdom's points.
    pub sheet: ScoreSheet,
}

impl KingdomScan {
    /// Warns of tiles next to the grid, in line with it, that do not count.
    fn warn_of_tiles_beside(&mut self) {
        warn_of_tiles_beside(&mut self.reading, &self.guesses, &self.beside, &self.known);
    }

    /// The outer corners of the kingdom as read, clockwise from its first square, in pixels of the upright
    /// photo at full size.
    pub fn corners_px(&self, photo: &Photo) -> [[f64; 2]; 4] {
        let Reading { kingdom, origin, .. } = &self.reading;
        let offset = Homography::translation(origin.col as f64, origin.row as f64);
        let to_full_size =
            Homography::scaling(photo.reduction, photo.reduction).after(&self.fit.to_photo.after(&offset));
        lattice_corners(kingdom.squares().rows(), kingdom.squares().cols())
            .map(|corner| to_full_size.apply(corner))
            .map(|corner| [corner.x, corner.y])
    }
}
