//! Measures one picture against its label.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;
use serde::ser::Serializer;

use super::comparison::{Comparison, Mistake, WrongSquare};
use super::corners::{CornerError, Outline};
use super::pieces::PieceCounts;
use super::review_cost::Asked;
use super::{Labelled, ScanOutcome, Scanned, Shape};
use crate::domain::{Facts, Kingdom, Place, Square};
use crate::formats::KingdomRecord;
use crate::scoring::sheet;

/// The measurements of one kingdom of a picture, or of a picture without one.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Row {
    /// The picture's file name.
    pub image: String,
    /// The kingdom's number, from 1, if the picture has several.
    pub kingdom: Option<usize>,
    /// `scored`, `no_kingdom` or `error`.
    pub status: &'static str,
    /// Why there is no kingdom.
    pub message: Option<String>,
    /// Whether the label has a kingdom. If not, only `status` counts and all fields below are empty.
    pub has_kingdom: bool,
    /// Whether rows x columns are right and every corner is within 0.25 squares.
    pub located: bool,
    /// The distances of the found corners from the label's. `None` if the picture was not read, or was read
    /// with other rows and columns.
    pub corner_error_squares: Option<CornerError>,
    /// The label's squares, excluding occluded ones.
    pub squares: usize,
    /// How many of `squares` were read without any error, less the number of tiles read outside the label's
    /// squares.
    pub squares_right: usize,
    /// How many of `squares` were read with another terrain (castle and empty count as terrains), or not read
    /// at all.
    pub terrain_wrong: usize,
    /// How many of `squares` were read with the right terrain but other crowns.
    pub crowns_wrong: usize,
    /// How many of `squares` were read with the right terrain and crowns but another building.
    pub buildings_wrong: usize,
    /// How many of `squares` were read with the right terrain, crowns and building but other pieces.
    pub pieces_wrong: usize,
    /// Counts of the pieces on `squares`; omitted for labels of Kingdomino.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<PieceCounts>,
    /// Squares that the label calls unreadable; they are not included in other counts.
    pub occluded: usize,
    /// How many of `occluded` were misread.
    pub occluded_wrong: usize,
    /// The misread squares, row by row of the label.
    pub wrong: Vec<Confusion>,
    /// The scanner's total, including the label's other facts, such as coins; `None` if there is no kingdom.
    pub total: Option<i32>,
    /// The total of the label's squares, including its facts but no bonuses; `None` if it has no kingdom.
    pub label_total: Option<i32>,
    /// Whether both totals exist and are equal.
    pub total_right: bool,
    /// Whether the kingdom's total needs review.
    pub needs_review: bool,
    /// A wrong total that was not marked for review, or a missed kingdom in a photo whose other kingdoms need
    /// no review.
    pub silent_error: bool,
    /// The result of asking about its doubtful squares; omitted if that was not measured or nothing could be
    /// asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// For the picture's first kingdom: how many more kingdoms were read than the labels have.
    pub surplus_kingdoms: usize,
    /// The stages' names and times in milliseconds, in order.
    #[serde(serialize_with = "as_map")]
    pub timings_ms: Vec<(&'static str, f64)>,
    /// Each square of the label that is not occluded, with its reading (`None` if there is none), in no
    /// particular order.
    #[serde(skip)]
    pub pairs: Vec<(Square, Option<Square>)>,
    /// The geometry of the label's kingdom in the picture.
    #[serde(skip)]
    pub shape: Option<Shape>,
}

/// A misread square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// Its place in the label, such as `r2c4`; `None` for a tile read outside the label's squares.
    pub square: Option<String>,
    /// The square's notation in the label.
    pub label: String,
    /// The square's notation in the reading; `None` if nothing was read there.
    pub read: Option<String>,
    /// Whether the label marks it as unreadable.
    pub occluded: bool,
}

impl Row {
    /// A row for each kingdom of the labels, or a single row if there is none.
    pub(super) fn measure(labelled: &Labelled, outcome: &ScanOutcome) -> Vec<Self> {
        let Labelled { picture, truths } = labelled;
        let scanned = if let ScanOutcome::Scored(scanned) = outcome { &scanned[..] } else { &[] };
        if truths.is_empty() {
            return vec![Self::unread(picture, outcome, scanned.first())];
        }
        let mut rows = Vec::with_capacity(truths.len());
        for (index, partner) in partners(truths, scanned).into_iter().enumerate() {
            let mut row = Self::unread(picture, outcome, partner).compared(&truths[index], partner);
            row.kingdom = (truths.len() > 1).then_some(index + 1);
            rows.push(row);
        }
        let is_silent = !scanned.is_empty() && scanned.iter().all(|scanned| !scanned.needs_review);
        rows.iter_mut().filter(|row| row.total.is_none()).for_each(|row| row.silent_error = is_silent);
        rows[0].surplus_kingdoms = scanned.len().saturating_sub(truths.len());
        rows
    }

    /// The part of the row that needs no label; `scanned` is the kingdom compared with it.
    fn unread(picture: &Path, outcome: &ScanOutcome, scanned: Option<&Scanned>) -> Self {
        let image = picture.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (status, message) = match outcome {
            ScanOutcome::Scored(_) if scanned.is_some() => ("scored", None),
            ScanOutcome::Scored(_) => ("no_kingdom", Some(&format!("{image}: one of its kingdoms was not found"))),
            ScanOutcome::NoKingdom(message) => ("no_kingdom", Some(message)),
            ScanOutcome::Failed(message) => ("error", Some(message)),
        };
        // The messages must not depend on the folder of the pictures.
        let message = message.map(|message| message.replace(&*picture.to_string_lossy(), &image));
        Self {
            image,
            status,
            message,
            total: scanned.map(|scanned| scanned.total),
            needs_review: scanned.is_some_and(|scanned| scanned.needs_review),
            timings_ms: scanned.map(|scanned| scanned.timings_ms.clone()).unwrap_or_default(),
            ..Self::default()
        }
    }

    fn compared(mut self, truth: &KingdomRecord, scanned: Option<&Scanned>) -> Self {
        self.has_kingdom = true;
        self.shape = Shape::from_record(truth);
        self.corner_error_squares = scanned.and_then(|scanned| corner_error(truth, scanned));
        self.located = self.corner_error_squares.is_some_and(|error| error.is_located());
        self.label_total = Some(sheet::total(&truth.kingdom, &truth.unseen, &[]));
        // No photo shows coins and knights in supply, so both totals use the label's.
        self.total = scanned.map(|scanned| {
            scanned.total + sheet::total(&scanned.kingdom, &truth.unseen, &[]) - plain_total(&scanned.kingdom)
        });
        self.total_right = self.total.is_some() && self.total == self.label_total;
        self.silent_error = self.total.is_some() && !self.total_right && !self.needs_review;
        let comparison = compare(truth, scanned);
        self.count(truth, &comparison);
        let evidence = scanned.and_then(|scanned| scanned.evidence.as_ref());
        self.asked = evidence.and_then(|evidence| evidence.asked(truth, &comparison));
        self
    }

    fn count(&mut self, truth: &KingdomRecord, comparison: &Comparison) {
        self.squares = comparison.squares;
        self.squares_right = comparison.squares - comparison.wrong_squares();
        self.terrain_wrong = comparison.count(Mistake::Terrain);
        self.crowns_wrong = comparison.count(Mistake::Crowns);
        self.buildings_wrong = comparison.count(Mistake::Building);
        self.pieces_wrong = comparison.count(Mistake::Pieces);
        self.occluded = comparison.occluded;
        self.occluded_wrong = comparison.occluded_wrong.len();
        let wrong = comparison.wrong.iter().map(|wrong| Confusion::new(wrong, false));
        self.wrong = wrong.chain(comparison.occluded_wrong.iter().map(|wrong| Confusion::new(wrong, true))).collect();
        self.pairs = comparison.wrong.iter().map(|wrong| (wrong.truth, wrong.read)).collect();
        let occluded = occluded(truth);
        for (place, square) in truth.kingdom.squares().iter().filter(|(place, _)| !occluded.contains(place)) {
            if !comparison.wrong.iter().any(|wrong| wrong.place == Some(place)) {
                self.pairs.push((*square, Some(*square)));
            }
        }
        let has_pieces = truth.kingdom.game().has_queendomino();
        self.pieces = has_pieces.then(|| PieceCounts::new(&self.pairs));
    }

    /// Whether every square is right, except occluded ones.
    pub fn is_rightly_read(&self) -> bool {
        self.has_kingdom && self.squares_right == self.squares
    }
}

/// The points of the squares, without facts and bonuses.
fn plain_total(kingdom: &Kingdom) -> i32 {
    sheet::total(kingdom, &Facts::default(), &[])
}

impl Confusion {
    fn new(wrong: &WrongSquare, occluded: bool) -> Self {
        Self {
            square: wrong.place.map(|place| place.to_string()),
            label: wrong.truth.to_string(),
            read: wrong.read.map(|read| read.to_string()),
            occluded,
        }
    }
}

/// The nearest scanned kingdom for each label, assigned by increasing distance; no kingdom is used twice.
fn partners<'a>(truths: &[KingdomRecord], scanned: &'a [Scanned]) -> Vec<Option<&'a Scanned>> {
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (truth, record) in truths.iter().enumerate() {
        let there = record.corners_px.map_or([0.0; 2], middle);
        for (index, scanned) in scanned.iter().enumerate() {
            let here = middle(scanned.corners_px);
            pairs.push(((there[0] - here[0]).hypot(there[1] - here[1]), truth, index));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut partners, mut taken) = (vec![None; truths.len()], vec![false; scanned.len()]);
    for (_, truth, index) in pairs {
        if partners[truth].is_none() && !taken[index] {
            (partners[truth], taken[index]) = (Some(&scanned[index]), true);
        }
    }
    partners
}

fn middle(corners: [[f64; 2]; 4]) -> [f64; 2] {
    [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0)
}

fn occluded(truth: &KingdomRecord) -> BTreeSet<Place> {
    truth.photo.occluded.iter().flat_map(|occluded| occluded.keys().copied()).collect()
}

fn compare(truth: &KingdomRecord, scanned: Option<&Scanned>) -> Comparison {
    let (label, occluded) = (truth.kingdom.squares(), occluded(truth));
    match scanned {
        Some(scanned) => Comparison::new(label, &occluded, scanned.kingdom.squares()),
        None => Comparison::of_nothing(label, &occluded),
    }
}

fn corner_error(truth: &KingdomRecord, scanned: &Scanned) -> Option<CornerError> {
    let (label, read) = (truth.kingdom.squares(), scanned.kingdom.squares());
    let truth = Outline { rows: label.rows(), cols: label.cols(), corners_px: truth.corners_px? };
    let found = Outline { rows: read.rows(), cols: read.cols(), corners_px: scanned.corners_px };
    CornerError::between(&found, &truth)
}

fn as_map<S: Serializer>(timings: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(timings.iter().copied())
}
