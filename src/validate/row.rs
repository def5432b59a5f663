//! One picture against its label.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;
use serde::ser::Serializer;

use super::corners::{CornerError, Outline};
use super::{Labelled, Outcome, Scanned};
use crate::comparison::{Comparison, Mistake, WrongSquare};
use crate::domain::{Place, Square};
use crate::formats::KingdomRecord;
use crate::score_sheet;

/// What was measured on one picture.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The picture's file name.
    pub image: String,
    /// `scored`, `no_kingdom` or `error`.
    pub status: &'static str,
    /// Why there is no kingdom.
    pub message: Option<String>,
    /// Whether the label has a kingdom at all. If not, everything below is empty, and only `status` counts.
    pub has_kingdom: bool,
    /// Right rows x columns, and every corner within 0.25 of a square.
    pub located: bool,
    /// `None` when the picture was not read, or with other rows and columns.
    pub corner_error_squares: Option<CornerError>,
    /// The label's squares without the occluded ones.
    pub squares: usize,
    /// The others are wrong in terrain or in crowns; tiles read beside the label's squares count as wrong, too.
    pub squares_right: usize,
    /// Of `squares`: another terrain, castle or empty was read, or nothing.
    pub terrain_wrong: usize,
    /// Of `squares`: the right terrain with other crowns.
    pub crowns_wrong: usize,
    /// Squares that the label calls unreadable; they count nowhere else.
    pub occluded: usize,
    /// Of `occluded`: read as something else.
    pub occluded_wrong: usize,
    /// What was read wrongly, row by row of the label.
    pub wrong: Vec<Confusion>,
    /// The scanner's; `None` when there is no kingdom.
    pub total: Option<i32>,
    /// Of the label's squares, with what it tells and no bonus; `None` when it has no kingdom.
    pub label_total: Option<i32>,
    /// Both are there and equal.
    pub total_right: bool,
    /// The scanner does not stand by its total.
    pub needs_review: bool,
    /// A wrong total that we stood by.
    pub silent_error: bool,
    /// Stages and their times, in their order.
    #[serde(serialize_with = "as_map")]
    pub timings_ms: Vec<(&'static str, f64)>,
    /// Every square that is not occluded, in no order: what the label says and what was read (`None`: nothing).
    #[serde(skip)]
    pub pairs: Vec<(Square, Option<Square>)>,
}

/// A square that was read wrongly.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// In the label, such as `r2c4`; `None`: a tile was read beside the label's squares.
    pub square: Option<String>,
    /// The word of the square in the label.
    pub label: String,
    /// `None`: nothing was read there.
    pub read: Option<String>,
    /// The label calls it unreadable.
    pub occluded: bool,
}

impl Row {
    pub(super) fn measure(labelled: &Labelled, outcome: &Outcome) -> Self {
        let row = Self::unread(&labelled.picture, outcome);
        match (&labelled.truth, outcome) {
            (None, _) => row,
            (Some(truth), Outcome::Scored(scanned)) => row.compared(truth, Some(scanned)),
            (Some(truth), Outcome::NoKingdom(_) | Outcome::Failed(_)) => row.compared(truth, None),
        }
    }

    /// What holds without a look at the label.
    fn unread(picture: &Path, outcome: &Outcome) -> Self {
        let image = picture.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // The same measurement reads the same wherever the pictures lie.
        let without_folder = |message: &str| Some(message.replace(&*picture.to_string_lossy(), &image));
        let (status, message, scanned) = match outcome {
            Outcome::Scored(scanned) => ("scored", None, Some(scanned)),
            Outcome::NoKingdom(message) => ("no_kingdom", without_folder(message), None),
            Outcome::Failed(message) => ("error", without_folder(message), None),
        };
        Self {
            image,
            status,
            message,
            has_kingdom: false,
            located: false,
            corner_error_squares: None,
            squares: 0,
            squares_right: 0,
            terrain_wrong: 0,
            crowns_wrong: 0,
            occluded: 0,
            occluded_wrong: 0,
            wrong: Vec::new(),
            total: scanned.map(|scanned| scanned.total),
            label_total: None,
            total_right: false,
            needs_review: scanned.is_some_and(|scanned| scanned.needs_review),
            silent_error: false,
            timings_ms: scanned.map(|scanned| scanned.timings_ms.clone()).unwrap_or_default(),
            pairs: Vec::new(),
        }
    }

    fn compared(mut self, truth: &KingdomRecord, scanned: Option<&Scanned>) -> Self {
        self.has_kingdom = true;
        self.corner_error_squares = scanned.and_then(|scanned| corner_error(truth, scanned));
        self.located = self.corner_error_squares.is_some_and(|error| error.is_located());
        self.label_total = Some(score_sheet::total(&truth.kingdom, &truth.unseen, &[]));
        self.total_right = self.total.is_some() && self.total == self.label_total;
        self.silent_error = self.total.is_some() && !self.total_right && !self.needs_review;
        self.count(truth, &compare(truth, scanned));
        self
    }

    fn count(&mut self, truth: &KingdomRecord, comparison: &Comparison) {
        self.squares = comparison.squares;
        self.squares_right = comparison.squares - comparison.wrong_squares();
        self.terrain_wrong = comparison.count(Mistake::Terrain);
        self.crowns_wrong = comparison.count(Mistake::Crowns);
        self.occluded = comparison.occluded;
        self.occluded_wrong = comparison.occluded_wrong.len();
        let wrong = comparison.wrong.iter().map(|wrong| Confusion::of(wrong, false));
        self.wrong = wrong.chain(comparison.occluded_wrong.iter().map(|wrong| Confusion::of(wrong, true))).collect();
        self.pairs = comparison.wrong.iter().map(|wrong| (wrong.truth, wrong.read)).collect();
        let is_wrong = |place: Place| comparison.wrong.iter().any(|wrong| wrong.place == Some(place));
        let occluded = occluded(truth);
        let right = truth.kingdom.squares().iter().filter(|(place, _)| !occluded.contains(place) && !is_wrong(*place));
        self.pairs.extend(right.map(|(_, square)| (*square, Some(*square))));
    }

    /// Every square right, occluded ones apart.
    pub fn is_rightly_read(&self) -> bool {
        self.has_kingdom && self.squares_right == self.squares
    }
}

impl Confusion {
    fn of(wrong: &WrongSquare, occluded: bool) -> Self {
        Self {
            square: wrong.place.map(|place| place.to_string()),
            label: wrong.truth.to_string(),
            read: wrong.read.map(|read| read.to_string()),
            occluded,
        }
    }
}

fn occluded(truth: &KingdomRecord) -> BTreeSet<Place> {
    truth.photo.occluded.iter().flat_map(|occluded| occluded.keys().copied()).collect()
}

fn compare(truth: &KingdomRecord, scanned: Option<&Scanned>) -> Comparison {
    let (label, occluded) = (truth.kingdom.squares(), occluded(truth));
    match scanned {
        Some(scanned) => Comparison::of(label, &occluded, scanned.kingdom.squares()),
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
