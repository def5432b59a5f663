//! Searches a photo for all kingdoms: a pass over the whole photo, then closer passes over each region.

use opencv::core::Rect;
use opencv::prelude::MatTraitConst;

use crate::networks::Network;
use crate::photo::Photo;
use kingdomino::domain::GridSize;

use super::frame::LocatorFrame;
use super::locator_pass::{LocatorPass, Region, SeenTiles};
use super::{DOUBTFUL_BELOW, GridFit, GridFitError, SURE};

/// All passes over a photo, for [`GridFit`] and for pictures that explain the search.
pub struct Search {
    /// The passes in the order of running; the pass over the whole photo comes first.
    pub passes: Vec<LocatorPass>,
    /// The tiles seen in the whole photo.
    pub tiles: SeenTiles,
    /// The fits, the most confident first.
    fits: Vec<GridFit>,
    photo: String,
    max_lines: usize,
}

/// The most closer passes over one region. The first pass may show that its part of the photo was badly
/// chosen.
const MAX_CLOSER_PASSES: usize = 2;
/// The most closer passes if the last may have cut off the kingdom: a box that has just grown to its full
/// size still ends at the part's edge, and would be doubted unnecessarily.
const MAX_PASSES_AT_CUT_OFF: usize = 3;
/// Side, in pixels, of the sections ("tiles") of the photo that are searched for small kingdoms: squares of
/// 28 px are then 7 px of the frame, which the network can still recognise.
const TILE_PX: i32 = 1000;
/// Overlap of neighbouring sections in pixels, so that a kingdom of seven squares of 45 px is completely in
/// one of them.
const TILES_SHARE_PX: i32 = 320;
/// Share of the frame that the part fills in a normal pass.
pub(super) const NEAR: f64 = 1.0;
/// Share of the frame that the part fills in a pass from farther away: a kingdom of three large squares that
/// fills the photo is larger than any in the network's training.
const FAR: f64 = 0.5;
/// A part is searched again only if the area that it shares with the last part is below this share of the
/// larger part.
const SAME_PART: f64 = 0.72;
/// If a side of a grid is shorter than this share of the opposite side, the locator runs again on a view of
/// the grid as if from straight above (a "pass from above"), because in a photo at an angle the far squares
/// are small. This was measured on 643 kingdoms of `fixtures/suites/locator.json`, rendered with the seed
/// 4242, of which 144 got the pass. The median corner error of all fell from 0.0288 to 0.0268 of a square,
/// that of the class `tilted` from 0.0370 to 0.0239. If all kingdoms got the pass, the median of all would
/// fall to 0.0241.
const OBLIQUE: f64 = 0.9;
/// Margin of a pass from above around the grid, in squares: see [`OBLIQUE`]. Margins were compared with all
/// kingdoms getting the pass: with 0.3, the median error of all was 0.0259; with 0.5, 1 and 1.5, the median
/// error of 128 kingdoms of the class `tilted` (seeds 4242 and 4243) was 0.0255, 0.0284 and 0.0287.
const MARGIN_FROM_ABOVE: f64 = 0.5;
/// Margin, in squares, around the grid in [`Search::alone`]: too narrow to include a neighbour's squares in
/// line with it.
const MARGIN_ALONE: f64 = 0.4;
/// The grid found by the pass from above is used if its confidence is at least this share of the earlier
/// grid's. (With 0.7 the errors were the same.)
const NEARLY_AS_SURE: f32 = 0.9;
/// A pass's mask tells the size of the squares only if at least this many of its 4096 cells are in kingdoms:
/// a kingdom of 25 squares has about 25 cells if squares are 4 px of the frame, the least that the network
/// distinguishes.
const LEAST_MASKED: usize = 20;
/// A grid also gets a pass from above if its foreshortening ([`GridFit::foreshortening`]) is below this: a
/// tilt of 40 degrees or more.
pub(super) const FORESHORTENED: f64 = 0.77;
/// If the foreshortening of a grid is below this (a tilt of 49 degrees or more) and the grid is not certain,
/// the stretched photo is searched, too: the network may have mistaken parts of squares for squares.
const STEEP: f64 = 0.65;
/// If no grid is certain, the locator also searches the photo stretched perpendicular to each of these
/// directions: see [`LocatorFrame::stretched`].
const STRETCHED_ACROSS_DEG: [f64; 4] = [0.0, 45.0, 90.0, 135.0];
/// The factor of the stretch, which makes a board photographed at a tilt of 60 degrees nearly square.
const STRETCHED: f64 = 1.8;
/// Margin, in squares, of the pass from above that searches again for a foreshortened grid that is not
/// certain.
const MARGIN_TO_FIND: f64 = 1.5;
/// Below this confidence a lattice is noise. (With an earlier locator, rendered kingdoms of a suite like the
/// held-out one had at least 0.75 in the last pass, photographed ones 0.94; false grids on rendered
/// tables 0.3 to 0.98.)
pub(super) const MIN_CONFIDENCE: f32 = 0.4;

impl Search {
    /// Runs a pass over the whole photo, then closer passes over every region that may contain a kingdom.
    /// `in_tiles`: if none is found, searches sections of the photo for small kingdoms. `taken`: grids of
    /// known kingdoms, which are masked out.
    ///
    /// # Errors
    /// The errors of OpenCV and the network; finding nothing is not an error.
    pub fn run(
        photo: &Photo,
        locator: &dyn Network,
        size: Option<GridSize>,
        in_tiles: bool,
        taken: &[GridFit],
    ) -> Result<Self, GridFitError> {
        let max_lines = size.unwrap_or(GridSize::Seven).squares_wide();
        let whole = Rect::new(0, 0, photo.pixels.cols(), photo.pixels.rows());
        let mut state = SearchState { photo, locator, max_lines, whole, taken, passes: Vec::new() };
        let mut fits = Vec::new();
        for candidate in state.run_pass(whole, NEAR)? {
            fits.extend(state.follow(&candidate, whole, 0)?);
        }
        if taken.is_empty() && fits.len() <= 1 && fits.iter().all(|fit| fit.confidence < SURE) {
            let from_far = state.run_pass(whole, FAR)?;
            fits.extend(from_far.into_iter().filter_map(|candidate| candidate.fit));
            by_confidence(&mut fits);
            fits.truncate(1);
        }
        let are_doubtful = fits.iter().all(|fit| fit.confidence < DOUBTFUL_BELOW);
        let any_from_the_side = fits.iter().any(|fit| fit.foreshortening() < STEEP && !fit.is_sure());
        if taken.is_empty() && (any_from_the_side || are_doubtful) {
            fits = state.stretched(fits)?;
        }
        if in_tiles && taken.is_empty() && fits.iter().all(|fit| fit.confidence < MIN_CONFIDENCE) {
            fits = state.in_tiles()?;
        }
        let mut fits: Vec<GridFit> =
            non_max_suppression(fits).into_iter().map(|fit| state.seen_from_above(fit)).collect::<Result<_, _>>()?;
        // If there are several kingdoms, the squares next to one may belong to another.
        if let [only] = &mut fits[..] {
            state.add_seen_beside(only);
        }
        let tiles = state.passes.first().map(LocatorPass::seen_tiles).unwrap_or_default();
        Ok(Self { passes: state.passes, tiles, fits, photo: photo.name.clone(), max_lines })
    }

    /// Finds the grid again: runs the locator on a view of this grid alone, as if from straight above. `None`
    /// if that finds no grid or another grid. `beside` is kept.
    ///
    /// # Errors
    /// The errors of OpenCV and the network.
    pub fn alone(photo: &Photo, locator: &dyn Network, fit: &GridFit) -> Result<Option<GridFit>, GridFitError> {
        let view = LocatorFrame::from_above(photo, fit, MARGIN_ALONE)
            .map_err(|source| GridFitError::OpenCv { photo: photo.name.clone(), source })?;
        let Some(view) = view else { return Ok(None) };
        let pass = LocatorPass::through(view, photo, locator, fit.rows.max(fit.cols), &[])?;
        let same =
            pass.candidates.iter().filter_map(|candidate| candidate.fit.as_ref()).find_map(|seen| seen.turned_as(fit));
        Ok(same.map(|seen| GridFit { beside: fit.beside.clone(), ..seen }))
    }

    /// The approximate side of the squares in a photo without a grid, in pixels of [`Photo::pixels`]; `None`
    /// if nothing looked like a kingdom.
    pub fn square_px(&self) -> Option<f64> {
        let seen = self.passes.iter().map(LocatorPass::masked_squares).max_by_key(|(cells, _)| *cells)?;
        seen.1.filter(|_| seen.0 >= LEAST_MASKED)
    }

    /// The most rows and columns of connected squares in any pass; `None` if no pass found any.
    pub fn spanned(&self) -> Option<[usize; 2]> {
        let spanned = self.passes.iter().filter_map(|pass| pass.spanned);
        spanned.max_by_key(|[rows, cols]| (*rows.max(cols), rows + cols))
    }

    /// One fit for each kingdom, the most confident first; at least one.
    ///
    /// # Errors
    /// [`GridFitError::NoGrid`] if there is none.
    pub fn into_fits(self) -> Result<Vec<GridFit>, GridFitError> {
        self.into_fits_and_passes().0
    }

    /// The fits of [`Search::into_fits`], and the passes, for pictures that explain the fits.
    pub fn into_fits_and_passes(self) -> (Result<Vec<GridFit>, GridFitError>, Vec<LocatorPass>) {
        let in_line = self.passes.iter().map(LocatorPass::centres_in_line).max().unwrap_or(0);
        let size = self.max_lines;
        let mut fits = self.fits;
        fits.retain(|fit| fit.confidence >= MIN_CONFIDENCE);
        if fits.is_empty() {
            let error = GridFitError::NoGrid { photo: self.photo, in_line: in_line.min(size * size), size };
            return (Err(error), self.passes);
        }
        (Ok(fits), self.passes)
    }
}

/// The state of a search of one photo.
struct SearchState<'a> {
    photo: &'a Photo,
    locator: &'a dyn Network,
    max_lines: usize,
    whole: Rect,
    taken: &'a [GridFit],
    passes: Vec<LocatorPass>,
}

impl SearchState<'_> {
    fn run_pass(&mut self, part: Rect, frame_share: f64) -> Result<Vec<Region>, GridFitError> {
        let pass = LocatorPass::at(self.photo, part, frame_share, self.locator, self.max_lines, self.taken)?;
        let candidates = pass.candidates.clone();
        self.passes.push(pass);
        Ok(candidates)
    }

    /// Searches the stretched photo. The most certain grid found replaces all grids that it overlaps, if it
    /// is more certain than these.
    fn stretched(&mut self, mut fits: Vec<GridFit>) -> Result<Vec<GridFit>, GridFitError> {
        let mut best: Option<GridFit> = None;
        for across_deg in STRETCHED_ACROSS_DEG {
            let view = LocatorFrame::stretched(self.photo, across_deg, STRETCHED)
                .map_err(|source| GridFitError::opencv(self.photo, source))?;
            let pass = LocatorPass::through(view, self.photo, self.locator, self.max_lines, self.taken)?;
            let seen = pass.candidates.iter().filter_map(|candidate| candidate.fit.as_ref());
            let surer = seen.filter(|seen| best.as_ref().is_none_or(|best| seen.confidence > best.confidence));
            if let Some(surest) = surer.max_by(|a, b| a.confidence.total_cmp(&b.confidence)) {
                best = Some(surest.clone());
            }
            self.passes.push(pass);
        }
        let Some(best) = best else { return Ok(fits) };
        let is_surer = fits.iter().filter(|fit| best.lies_on(fit)).all(|fit| fit.confidence < best.confidence);
        // An unstretched photo locates the same grid more accurately.
        let is_another = !fits.iter().any(|fit| best.is_nearly(fit));
        if is_surer && is_another {
            fits.retain(|fit| !best.lies_on(fit));
            fits.push(best);
        }
        Ok(fits)
    }

    /// Searches sections of the photo for kingdoms that are too small in the whole photo.
    fn in_tiles(&mut self) -> Result<Vec<GridFit>, GridFitError> {
        let whole = self.whole;
        let mut fits = Vec::new();
        for y in tile_starts(whole.height) {
            for x in tile_starts(whole.width) {
                let tile = Rect::new(x, y, TILE_PX, TILE_PX) & whole;
                for candidate in self.run_pass(tile, NEAR)? {
                    fits.extend(self.follow(&candidate, tile, 0)?);
                }
            }
        }
        Ok(fits)
    }

    /// The kingdoms in a region of the part `seen`, over which `taken` closer passes have run already.
    fn follow(&mut self, candidate: &Region, seen: Rect, taken: usize) -> Result<Vec<GridFit>, GridFitError> {
        let may_go_on = candidate.is_cut_off(seen, self.whole);
        let closer = candidate.closer_part(seen, self.whole).filter(|part| {
            // If the box may continue beyond the part, even a slightly larger part is worth a pass.
            let goes_on = may_go_on && (*part & seen) != *part;
            goes_on && taken < MAX_PASSES_AT_CUT_OFF || taken < MAX_CLOSER_PASSES && is_another_part(*part, seen)
        });
        let Some(part) = closer else {
            return Ok(candidate.fit.iter().map(|fit| GridFit { may_go_on, ..fit.clone() }).collect());
        };
        let mut nearer = self.run_pass(part, NEAR)?;
        if nearer.len() > 1 {
            // A closer pass also shows parts of the neighbours.
            nearer.retain(|other| candidate.holds(other, self.whole));
        }
        let whole = self.whole;
        let was_whole = !may_go_on && !nearer.iter().any(|next| next.is_cut_off(part, whole));
        let mut fits = Vec::new();
        for next in &nearer {
            match &next.fit {
                Some(fit) if fit.is_sure() && !next.is_cut_off(part, whole) => fits.push(fit.clone()),
                _ => fits.extend(self.follow(next, part, taken + 1)?),
            }
        }
        // If the closer pass sees no kingdom, there is none. If it sees one, the earlier fit may still be
        // better, unless it missed a part of the kingdom.
        if let [nearest] = &mut fits[..]
            && was_whole
            && let Some(before) = candidate.fit.as_ref().filter(|before| before.confidence > nearest.confidence)
        {
            *nearest = before.clone();
        }
        Ok(fits)
    }

    /// The same grid. If it is seen at an angle, its corners are measured again in a view as if from straight
    /// above.
    fn seen_from_above(&mut self, fit: GridFit) -> Result<GridFit, GridFitError> {
        let is_foreshortened = fit.foreshortening() < FORESHORTENED;
        if fit.convergence() >= OBLIQUE && !is_foreshortened || fit.confidence < MIN_CONFIDENCE {
            return Ok(fit);
        }
        let fit = if is_foreshortened && !fit.is_sure() { self.found_from_above(fit)? } else { fit };
        let seen = self.pass_from_above(&fit, MARGIN_FROM_ABOVE)?;
        Ok(as_seen_from_above(fit, &seen))
    }

    /// Searches again around a grid in a photo from the side, in which squares are too narrow for the network
    /// and lines are missed: runs the locator on a view as if from straight above. Returns the most certain
    /// grid found in the same place, or `fit` if that grid is no more certain or nearly the same.
    fn found_from_above(&mut self, fit: GridFit) -> Result<GridFit, GridFitError> {
        let seen = self.pass_from_above(&fit, MARGIN_TO_FIND)?;
        let there = seen.into_iter().filter(|seen| seen.lies_on(&fit) && seen.confidence > fit.confidence);
        // If the grid is the same, the caller's next pass from above improves it.
        let surest = there.max_by(|a, b| a.confidence.total_cmp(&b.confidence)).filter(|seen| !seen.is_nearly(&fit));
        Ok(surest.map_or(fit.clone(), |seen| GridFit { may_go_on: fit.may_go_on, ..seen }))
    }

    /// Adds the squares that any pass over the same kingdom saw next to it.
    fn add_seen_beside(&self, fit: &mut GridFit) {
        let seen = self.passes.iter().flat_map(|pass| &pass.candidates).filter_map(|candidate| candidate.fit.as_ref());
        let same = seen.filter(|other| other.confidence >= MIN_CONFIDENCE && other.lies_on(fit));
        same.cloned().collect::<Vec<_>>().iter().for_each(|other| fit.add_seen_beside(other));
    }

    fn pass_from_above(&mut self, fit: &GridFit, margin_squares: f64) -> Result<Vec<GridFit>, GridFitError> {
        let view = LocatorFrame::from_above(self.photo, fit, margin_squares)
            .map_err(|source| GridFitError::OpenCv { photo: self.photo.name.clone(), source })?;
        let Some(view) = view else { return Ok(Vec::new()) };
        let pass = LocatorPass::through(view, self.photo, self.locator, self.max_lines, self.taken)?;
        let seen = pass.candidates.iter().filter_map(|candidate| candidate.fit.clone()).collect();
        self.passes.push(pass);
        Ok(seen)
    }
}

/// The first grid seen from above that is nearly the same and nearly as certain; otherwise the original grid.
/// The original confidence is kept, because confidences were measured on passes that did not know the grid's
/// position.
fn as_seen_from_above<'a>(fit: GridFit, seen: impl IntoIterator<Item = &'a GridFit>) -> GridFit {
    let (confidence, may_go_on) = (fit.confidence, fit.may_go_on);
    let mut seen = seen.into_iter();
    match seen.find(|seen| seen.confidence >= NEARLY_AS_SURE * confidence && seen.is_nearly(&fit)) {
        Some(better) => GridFit { confidence, may_go_on, ..better.clone() },
        None => fit,
    }
}

/// Where the sections begin along a side of the photo; neighbouring sections overlap.
fn tile_starts(length: i32) -> impl Iterator<Item = i32> {
    let last = (length - TILE_PX).max(0);
    let steps = (last + TILE_PX - TILES_SHARE_PX - 1) / (TILE_PX - TILES_SHARE_PX);
    (0..=steps).map(move |step| last * step / steps.max(1))
}

/// Whether a part differs enough from the last part, by the area that both share.
fn is_another_part(part: Rect, seen: Rect) -> bool {
    let shared = f64::from((part & seen).area());
    shared < SAME_PART * f64::from(part.area().max(seen.area()))
}

fn by_confidence(fits: &mut [GridFit]) {
    fits.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
}

/// The fits, the most confident first, without those that overlap a more confident one.
fn non_max_suppression(mut fits: Vec<GridFit>) -> Vec<GridFit> {
    by_confidence(&mut fits);
    let mut kept: Vec<GridFit> = Vec::new();
    for fit in fits {
        if !kept.iter().any(|other| other.lies_on(&fit)) {
            kept.push(fit);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use opencv::core::Point2d;

    use super::*;
    use crate::geometry::Homography;
    use crate::grid_fit::Beside;
    use kingdomino::domain::Grid;

    /// A grid of 50 px squares at (left, 0).
    fn fit(left: f64, cols: usize, confidence: f32, may_go_on: bool) -> GridFit {
        let to_photo = Homography::translation(left, 0.0).after(&Homography::scaling(50.0, 50.0));
        let occupied = Grid::filled(5, cols, 1.0);
        GridFit { to_photo, rows: 5, cols, occupied, beside: Vec::new(), confidence, by_hand: false, may_go_on }
    }

    #[test]
    fn what_an_earlier_look_saw_beside_the_grid_stays_known() {
        let square = |row, col| Beside { row, col, occupied: 0.8 };
        let look = |left: f64, beside: Vec<Beside>| GridFit { beside, ..fit(left, 5, 1.0, false) };
        let seen = |look: &GridFit| {
            let mut nearest = fit(0.0, 5, 1.0, false);
            nearest.add_seen_beside(look);
            nearest.beside
        };
        assert_eq!(seen(&look(10.0, vec![square(5, 5)])), [square(5, 5)]);
        assert_eq!(seen(&look(20.0, vec![square(5, 5)])), [], "not in line");
        assert_eq!(seen(&look(0.0, vec![square(5, 7)])), [], "farther than stray lines");
        assert_eq!(seen(&look(0.0, vec![Beside { occupied: 0.1, ..square(5, 5) }])), [], "hardly a tile");
        let mut of_another_box = seen(&look(-100.0, vec![square(4, 7)]));
        of_another_box.sort_by_key(|beside| (beside.row, beside.col));
        let left_columns = (0..5).flat_map(|row| [-2, -1].map(|col| Beside { row, col, occupied: 1.0 }));
        let expected: Vec<Beside> = left_columns.chain([square(4, 5)]).collect();
        assert_eq!(of_another_box, expected);
    }

    #[test]
    fn a_pass_from_above_replaces_the_same_grid_only() {
        let left = |fit: &GridFit| fit.to_photo.apply(Point2d::new(0.0, 0.0)).x;
        let before = fit(0.0, 5, 0.9, true);
        let moved = as_seen_from_above(before.clone(), &[fit(200.0, 5, 1.0, false), fit(10.0, 5, 0.85, false)]);
        assert_eq!((left(&moved), moved.confidence, moved.may_go_on), (10.0, 0.9, true));
        let others = [
            ("less sure", fit(10.0, 5, 0.8, false)),
            ("far off", fit(30.0, 5, 1.0, false)),
            ("narrower", fit(10.0, 4, 1.0, false)),
        ];
        for (why_not, other) in others {
            assert_eq!(left(&as_seen_from_above(before.clone(), &[other])), 0.0, "{why_not}");
        }
    }
}
