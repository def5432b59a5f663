//! One pass of the locator over a part of the photo, and the kingdoms found there.

use opencv::core::{Point, Point2d, Rect};

use crate::geometry::bounding_box;
use crate::networks::Network;
use crate::photo::Photo;

use super::frame::LocatorFrame;
use super::kingdom_box::FramedKingdom;
use super::lattice::Lattice;
use super::locator_output::LocatorOutput;
use super::mask_components::{MASK_THRESHOLD, MaskIsland, mask_islands};
use super::peaks::{self, Peak, PeakKind};
use super::{GridFit, GridFitError};

/// One pass of the locator over a part of the photo.
pub struct LocatorPass {
    /// The part of the photo.
    pub view: LocatorFrame,
    /// The network's output.
    pub output: LocatorOutput,
    /// Candidates for corners and centres of squares.
    pub peaks: Vec<Peak>,
    /// All lattices found, with or without a kingdom. The first explains most of the peaks.
    pub lattices: Vec<Lattice>,
    /// Rows and columns of the largest kingdom's connected squares, before it is cut to the grid's size.
    pub spanned: Option<[usize; 2]>,
    /// Regions that may contain a kingdom; at least one.
    pub candidates: Vec<Region>,
}

/// A region of the photo that may contain a kingdom.
#[derive(Debug, Clone)]
pub struct Region {
    /// The kingdom's grid; `None` until one is found.
    pub fit: Option<GridFit>,
    /// Cells of the kingdom mask, in pixels of the photo.
    masked: Vec<Point2d>,
    /// Pixels of the photo per pixel of the frame.
    photo_px_per_frame_px: f64,
}

/// A certain fit whose squares are at least this large in the frame needs no closer pass: without that pass,
/// the mean corner error of 40 rendered scenes and 47 photographs was the same to within 0.001 of a square.
const CLOSE_ENOUGH_PX: f64 = 24.0;
/// If a fit's confidence is below this, its box may be only a part of the kingdom, so a closer pass also
/// shows the whole mask.
const DOUBTFUL: f32 = 0.6;
/// Margin of a closer pass around the box, in squares, so that it shows a missed line.
const MARGIN_SQUARES: f64 = 1.2;
/// A kingdom may continue beyond an edge of the searched part if its box is nearer than this to that edge, in
/// squares. If the part was chosen around the whole box, the distance is [`MARGIN_SQUARES`]; if it was chosen
/// around the mask alone, it is also larger than this for a kingdom of three squares or more.
pub(super) const CUT_OFF_SQUARES: f64 = 0.6;
/// Margin around the mask if there is no box, as a share of the mask's size.
const MASK_MARGIN: f64 = 0.3;
/// A peak in the map of centres is taken for a tile if its probability is above this.
const SEEN_TILE: f64 = 0.5;
/// A lattice of lower confidence is not worth a closer pass.
const MIN_CANDIDATE_CONFIDENCE: f32 = 0.2;
/// The most kingdoms in one pass: a game has up to eight players or teams.
const MAX_KINGDOMS: usize = 8;
/// An island of the mask outside all kingdoms is searched for another kingdom if it has at least this size,
/// in squares: the castle and two dominoes. Smaller islands are mostly loose dominoes. So a castle with a
/// single domino is found only as the first kingdom of a pass.
const MIN_ISLAND_SQUARES: f64 = 5.0;
/// Corners at most this far from the grid of a known kingdom (in squares) belong to it: untidy tiles are up
/// to this far off.
const TAKEN_CORNERS: f64 = 0.12;
/// Points at most this far from a box (in squares) belong to it.
const AROUND_BOX: f64 = 0.5;

/// Centres of squares that a pass saw, in pixels of [`Photo::pixels`].
#[derive(Debug, Clone, Default)]
pub struct SeenTiles {
    /// All centres, including those outside kingdoms.
    pub centres_px: Vec<Point2d>,
    /// The centres in kingdoms.
    pub kingdoms_px: Vec<Point2d>,
}

impl LocatorPass {
    /// Runs the locator over `part`, scaled so that its long side fills `frame_share` of the frame.
    ///
    /// # Errors
    /// The errors of OpenCV and the network; finding nothing is not an error.
    pub fn at(
        photo: &Photo,
        part: Rect,
        frame_share: f64,
        locator: &dyn Network,
        max_lines: usize,
        taken: &[GridFit],
    ) -> Result<Self, GridFitError> {
        let view = LocatorFrame::new(photo, part, frame_share)
            .map_err(|source| GridFitError::OpenCv { photo: photo.name.clone(), source })?;
        Self::through(view, photo, locator, max_lines, taken)
    }

    /// Runs the locator over a view of the photo, with the `taken` grids masked out.
    ///
    /// # Errors
    /// The errors of OpenCV and the network; finding nothing is not an error.
    pub fn through(
        view: LocatorFrame,
        photo: &Photo,
        locator: &dyn Network,
        max_lines: usize,
        taken: &[GridFit],
    ) -> Result<Self, GridFitError> {
        let blob = view.blob().map_err(|source| GridFitError::opencv(photo, source))?;
        let tensors = locator.run(&blob);
        let output = tensors.and_then(|tensors| LocatorOutput::from_tensors(&tensors));
        let mut output = output.map_err(|source| GridFitError::Network { photo: photo.name.clone(), source })?;
        let mut peaks = peaks::find(&output);
        for fit in taken {
            peaks.retain(|peak| !fit.covers_around(view.to_photo.apply(peak.at_px), TAKEN_CORNERS));
            output.hide(|at_px| fit.covers(view.to_photo.apply(at_px)));
        }
        let detections = Detections::new(&peaks, &output, max_lines);
        let detections = detections.map_err(|source| GridFitError::opencv(photo, source))?;
        let candidates = detections.candidates(&view, &peaks, &output);
        let spanned =
            detections.kingdoms.iter().map(|kingdom| kingdom.spanned).max_by_key(|[rows, cols]| *rows.max(cols));
        Ok(Self { view, lattices: detections.lattices, spanned, output, peaks, candidates })
    }

    /// Centres of squares, inside and outside kingdoms, in pixels of the photo.
    pub(super) fn seen_tiles(&self) -> SeenTiles {
        let mut tiles = SeenTiles::default();
        for peak in self.peaks.iter().filter(|peak| peak.kind == PeakKind::Centre) {
            let centre_px = self.view.to_photo.apply(peak.at_px);
            tiles.centres_px.push(centre_px);
            if peak.probability > SEEN_TILE && self.output.kingdom.sample(peak.at_px) > MASK_THRESHOLD {
                tiles.kingdoms_px.push(centre_px);
            }
        }
        tiles
    }

    /// The number of mask cells in kingdoms, and the median side of their squares, in pixels of the photo.
    pub(super) fn masked_squares(&self) -> (usize, Option<f64>) {
        let cells = mask_islands(&self.output, |_| true).into_iter().flat_map(|island| island.cells_px);
        let mut sides_px: Vec<f64> = cells.map(|cell| self.output.side_px(cell)).collect();
        sides_px.sort_by(f64::total_cmp);
        let middle_px = sides_px.get(sides_px.len() / 2).map(|side_px| side_px * self.view.photo_px_per_frame_px);
        (sides_px.len(), middle_px)
    }

    /// The number of centres of kingdoms' squares on the lattice; if there are several lattices, on the best
    /// one.
    pub fn centres_in_line(&self) -> usize {
        let mut most = 0;
        for lattice in &self.lattices {
            let centres = lattice.points.iter().filter(|point| point.peak.kind == PeakKind::Centre);
            let in_kingdoms = centres.filter(|point| self.output.kingdom.sample(point.peak.at_px) > MASK_THRESHOLD);
            most = most.max(in_kingdoms.count());
        }
        most
    }
}

impl Region {
    /// `masked`: the cells of the region's mask, in pixels of the frame.
    fn new(fit: Option<GridFit>, masked: &[Point2d], view: &LocatorFrame) -> Self {
        Self {
            fit: fit.filter(|fit| fit.confidence >= MIN_CANDIDATE_CONFIDENCE),
            masked: masked.iter().map(|cell| view.to_photo.apply(*cell)).collect(),
            photo_px_per_frame_px: view.photo_px_per_frame_px,
        }
    }

    /// The part of the photo for a closer pass: around the box; around the mask if there is no box; around
    /// both if the box is doubtful. `None` if the box is certain and close enough. `seen`: the part in which
    /// it was found.
    pub fn closer_part(&self, seen: Rect, whole: Rect) -> Option<Rect> {
        let close_enough_px = CLOSE_ENOUGH_PX * self.photo_px_per_frame_px;
        let is_close_enough =
            self.fit.as_ref().is_some_and(|fit| fit.is_sure() && fit.mean_side_px() >= close_enough_px);
        if is_close_enough && !self.is_cut_off(seen, whole) {
            return None;
        }
        let points = self.points();
        match &self.fit {
            Some(fit) => bounding_rect(&points, |_| MARGIN_SQUARES * fit.mean_side_px(), whole),
            None => bounding_rect(&points, |span_px| MASK_MARGIN * span_px, whole),
        }
    }

    /// Whether the kingdom may continue beyond an edge of the part `seen` that is inside the photo.
    pub fn is_cut_off(&self, seen: Rect, whole: Rect) -> bool {
        let Some(fit) = &self.fit else { return false };
        let reach_px = CUT_OFF_SQUARES * fit.mean_side_px();
        let left = end_inside(seen.x, whole.width).unwrap_or(f64::MIN);
        let right = end_inside(seen.x + seen.width, whole.width).unwrap_or(f64::MAX);
        let top = end_inside(seen.y, whole.height).unwrap_or(f64::MIN);
        let bottom = end_inside(seen.y + seen.height, whole.height).unwrap_or(f64::MAX);
        let mut corners = fit.outline_px().into_iter();
        corners
            .any(|corner| (corner.x - left).min(right - corner.x).min(corner.y - top).min(bottom - corner.y) < reach_px)
    }

    /// Whether `other`, from a closer pass, is in this region.
    pub fn holds(&self, other: &Region, whole: Rect) -> bool {
        let points = other.points();
        let middle = points.iter().fold(Point2d::default(), |sum, point| sum + *point) * (1.0 / points.len() as f64);
        let middle = Point::new(middle.x as i32, middle.y as i32);
        bounding_rect(&self.points(), |_| 0.0, whole).is_some_and(|rect| rect.contains(middle))
    }

    /// The box's corners, and the mask's points if the box is doubtful.
    fn points(&self) -> Vec<Point2d> {
        let mut points: Vec<Point2d> = self.fit.iter().flat_map(GridFit::outline_px).collect();
        if self.fit.as_ref().is_none_or(|fit| fit.confidence < DOUBTFUL) {
            points.extend(&self.masked);
        }
        points
    }
}

/// The kingdoms found in the peaks and the mask of one pass.
struct Detections {
    lattices: Vec<Lattice>,
    kingdoms: Vec<FramedKingdom>,
    /// Islands of the mask as large as a kingdom, but without one.
    blanks: Vec<MaskIsland>,
}

impl Detections {
    /// Explains all peaks by one lattice, then the rest of the mask, island by island, by further lattices.
    fn new(peaks: &[Peak], output: &LocatorOutput, max_lines: usize) -> opencv::Result<Self> {
        let mut detections = Self { lattices: Vec::new(), kingdoms: Vec::new(), blanks: Vec::new() };
        detections.explain(peaks, output, max_lines)?;
        for _ in 1..MAX_KINGDOMS {
            let Some(island) = detections.largest_unexplained(output) else { break };
            let mut left = peaks.to_vec();
            left.retain(|peak| {
                detections.owner(peak.at_px).is_none() && island.is_near(peak.at_px, output.kingdom.cell_px())
            });
            if !detections.explain(&left, output, max_lines)? {
                detections.blanks.push(island);
            }
        }
        Ok(detections)
    }

    /// Adds the kingdom on the best lattice; false if there is none.
    fn explain(&mut self, peaks: &[Peak], output: &LocatorOutput, max_lines: usize) -> opencv::Result<bool> {
        let Some(lattice) = Lattice::find(peaks, output)? else { return Ok(false) };
        let kingdom = FramedKingdom::on(&lattice, peaks, output, max_lines)?;
        self.lattices.push(lattice);
        let is_found = kingdom.is_some();
        self.kingdoms.extend(kingdom);
        Ok(is_found)
    }

    /// The kingdom that a point belongs to: the nearest, up to [`AROUND_BOX`] from its box.
    fn owner(&self, at_px: Point2d) -> Option<usize> {
        let outside = self.kingdoms.iter().map(|kingdom| kingdom.squares_outside(at_px)).enumerate();
        let near = outside.filter(|(_, squares)| *squares <= AROUND_BOX);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(index, _)| index)
    }

    /// The largest island of the mask that could be a kingdom and is in no box.
    fn largest_unexplained(&self, output: &LocatorOutput) -> Option<MaskIsland> {
        let islands = mask_islands(output, |cell| {
            self.owner(cell).is_none() && !self.blanks.iter().any(|blank| blank.cells_px.contains(&cell))
        });
        islands.into_iter().find(|island| island.squares >= MIN_ISLAND_SQUARES)
    }

    /// A region for each kingdom and for each island of the mask without a kingdom. If there are fewer than
    /// two of them together, a single region with the whole mask.
    fn candidates(&self, view: &LocatorFrame, peaks: &[Peak], output: &LocatorOutput) -> Vec<Region> {
        let islands = mask_islands(output, |_| true).into_iter();
        let cells: Vec<Point2d> = islands.flat_map(|island| island.cells_px).collect();
        if self.kingdoms.len() + self.blanks.len() <= 1 {
            let fit = self.kingdoms.first().map(|kingdom| kingdom.to_fit(view, kingdom.confidence(peaks)));
            return vec![Region::new(fit, &cells, view)];
        }
        let mut regions = Vec::new();
        for (i, kingdom) in self.kingdoms.iter().enumerate() {
            let (mut own, mut masked) = (peaks.to_vec(), cells.clone());
            own.retain(|peak| self.owner(peak.at_px).is_none_or(|k| k == i));
            masked.retain(|cell| self.owner(*cell) == Some(i));
            regions.push(Region::new(Some(kingdom.to_fit(view, kingdom.confidence(&own))), &masked, view));
        }
        regions.extend(self.blanks.iter().map(|blank| Region::new(None, &blank.cells_px, view)));
        regions
    }
}

/// The bounding rectangle of points, clipped to `whole`. `margin_px` calculates the margin on each side from
/// the width or height.
fn bounding_rect(points: &[Point2d], margin_px: impl Fn(f64) -> f64, whole: Rect) -> Option<Rect> {
    if points.is_empty() {
        return None;
    }
    let [low, high] = bounding_box(points.iter().copied());
    let (margin_x, margin_y) = (margin_px(high.x - low.x), margin_px(high.y - low.y));
    let [left, right] = [low.x - margin_x, high.x + margin_x].map(|x| (x.round() as i32).clamp(0, whole.width));
    let [top, bottom] = [low.y - margin_y, high.y + margin_y].map(|y| (y.round() as i32).clamp(0, whole.height));
    (right > left && bottom > top).then(|| Rect::new(left, top, right - left, bottom - top))
}

/// Where a part of the photo ends along one axis; `None` if the photo ends there, too.
fn end_inside(at: i32, whole_length: i32) -> Option<f64> {
    (at > 0 && at < whole_length).then(|| f64::from(at))
}
