//! The measurements of all rows, summed up.

use serde::Serialize;

use super::{AskedSums, PieceCounts, Row};
use crate::domain::{Square, Terrain};

/// Counts over all pictures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sums {
    /// Number of kingdoms in the labels.
    pub kingdoms: usize,
    /// Kingdoms whose grid was located within a quarter of a square.
    pub located: usize,
    /// Mean corner error, in squares, of the kingdoms whose rows and columns are right.
    pub mean_corner_error_squares: Option<f64>,
    /// Median of these kingdoms' mean corner errors, in squares.
    pub median_corner_error_squares: Option<f64>,
    /// The largest error of any corner, in squares.
    pub max_corner_error_squares: Option<f64>,
    /// The labels' squares, excluding occluded ones.
    pub squares: usize,
    /// How many of `squares` were read without any error.
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
    /// Counts of the pieces on squares of labels other than Kingdomino's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<PieceCounts>,
    /// Squares that the labels call unreadable.
    pub occluded: usize,
    /// How many of `occluded` were misread.
    pub occluded_wrong: usize,
    /// Kingdoms whose total equals the label's.
    pub totals_right: usize,
    /// Kingdoms that were read, but whose total needs review.
    pub needs_review: usize,
    /// Wrong totals that were not marked for review, and missed kingdoms in photos in which nothing needs
    /// review.
    pub silent_errors: usize,
    /// Kingdoms whose squares are all right.
    pub rightly_read: usize,
    /// Kingdoms whose squares are all right but which are marked for review.
    pub rightly_read_but_doubted: usize,
    /// The result of asking about doubtful squares, if that was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<AskedSums>,
    /// Pictures labelled as having no kingdom.
    pub without_kingdom: usize,
    /// Pictures without a kingdom in which a kingdom was read.
    pub false_grids: usize,
    /// Surplus kingdoms in pictures that have kingdoms.
    pub surplus_kingdoms: usize,
    /// Rows of pictures that could not be decoded, or on which the program failed.
    pub errors: usize,
    /// The time of each stage, over the pictures that were scored.
    pub stage_times: Vec<StageTime>,
}

/// The time that a stage took.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StageTime {
    /// The stage's name, as in `timings_ms`.
    pub stage: &'static str,
    /// The median over the pictures.
    pub median_ms: f64,
    /// The time for the slowest picture.
    pub max_ms: f64,
}

impl Sums {
    /// Sums the rows.
    pub fn new(rows: &[Row]) -> Self {
        let errors: Vec<_> = rows.iter().filter_map(|row| row.corner_error_squares).collect();
        let mean = errors.iter().map(|error| error.mean).sum::<f64>() / errors.len() as f64;
        Self {
            kingdoms: count(rows, |row| row.has_kingdom),
            located: count(rows, |row| row.located),
            mean_corner_error_squares: (!errors.is_empty()).then_some(mean),
            median_corner_error_squares: median(errors.iter().map(|error| error.mean).collect()),
            max_corner_error_squares: errors.iter().map(|error| error.max).reduce(f64::max),
            squares: sum(rows, |row| row.squares),
            squares_right: sum(rows, |row| row.squares_right),
            terrain_wrong: sum(rows, |row| row.terrain_wrong),
            crowns_wrong: sum(rows, |row| row.crowns_wrong),
            buildings_wrong: sum(rows, |row| row.buildings_wrong),
            pieces_wrong: sum(rows, |row| row.pieces_wrong),
            pieces: PieceCounts::sum(rows.iter().filter_map(|row| row.pieces.as_ref())),
            occluded: sum(rows, |row| row.occluded),
            occluded_wrong: sum(rows, |row| row.occluded_wrong),
            totals_right: count(rows, |row| row.total_right),
            needs_review: count(rows, |row| row.has_kingdom && row.needs_review),
            silent_errors: count(rows, |row| row.silent_error),
            rightly_read: count(rows, Row::is_rightly_read),
            rightly_read_but_doubted: count(rows, |row| row.is_rightly_read() && row.needs_review),
            asked: AskedSums::new(rows.iter().filter_map(|row| row.asked)),
            without_kingdom: count(rows, |row| !row.has_kingdom),
            false_grids: count(rows, |row| !row.has_kingdom && row.status == "scored"),
            surplus_kingdoms: sum(rows, |row| row.surplus_kingdoms),
            errors: count(rows, |row| row.status == "error"),
            stage_times: stage_times(rows),
        }
    }

    /// Share of kingdoms whose grid was located, 0 to 1; 0 if there are none.
    pub fn share_located(&self) -> f64 {
        share(self.located, self.kingdoms)
    }

    /// Share of the labels' squares that were read correctly, 0 to 1; 0 if there are none.
    pub fn share_squares(&self) -> f64 {
        share(self.squares_right, self.squares)
    }

    /// Share of the squares with a building, in the label or the reading, on which both agree, 0 to 1; 0 if
    /// there are none.
    pub fn share_buildings(&self) -> f64 {
        self.pieces.map_or(0.0, |pieces| share(pieces.buildings_right, pieces.buildings))
    }

    /// Share of kingdoms with the right total, 0 to 1; 0 if there are none.
    pub fn share_totals(&self) -> f64 {
        share(self.totals_right, self.kingdoms)
    }

    /// Share of the correctly read kingdoms that are marked for review, 0 to 1; 0 if there are none.
    pub fn share_doubted(&self) -> f64 {
        share(self.rightly_read_but_doubted, self.rightly_read)
    }
}

/// 0 if `whole` is 0, because measuring nothing is no success.
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The median. Of an even number of values, the upper of the two in the middle.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

fn stage_times(rows: &[Row]) -> Vec<StageTime> {
    let mut stages: Vec<&'static str> = Vec::new();
    for (stage, _) in rows.iter().flat_map(|row| &row.timings_ms) {
        if !stages.contains(stage) {
            stages.push(stage);
        }
    }
    let times = stages.into_iter().filter_map(|stage| {
        let times: Vec<f64> =
            rows.iter().flat_map(|row| &row.timings_ms).filter(|t| t.0 == stage).map(|t| t.1).collect();
        let max_ms = times.iter().copied().reduce(f64::max)?;
        Some(StageTime { stage, median_ms: median(times)?, max_ms })
    });
    times.collect()
}

fn count(rows: &[Row], is: impl Fn(&Row) -> bool) -> usize {
    rows.iter().filter(|row| is(row)).count()
}

fn sum(rows: &[Row], of: impl Fn(&Row) -> usize) -> usize {
    rows.iter().map(of).sum()
}

/// The label's squares (rows) against their readings (columns): the seven terrains, castle, empty; the last
/// column is for unread squares. Occluded squares are excluded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TerrainTable {
    /// The labels' squares: seven terrains, `castle`, `empty`.
    pub rows: Vec<&'static str>,
    /// The readings: the same, and `not read`.
    pub cols: Vec<&'static str>,
    /// Numbers of squares: one list per row, with one number per column.
    pub counts: Vec<Vec<usize>>,
}

/// The label's crowns (rows, 0 to 3) against the crowns read (columns), for squares with the right terrain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CrownTable {
    /// Numbers of squares, as `counts[label][read]`.
    pub counts: [[usize; 4]; 4],
}

/// The terrain's id, or `castle` or `empty`.
fn kind(square: Square) -> &'static str {
    match square {
        Square::Castle => "castle",
        Square::Empty => "empty",
        Square::Land { terrain, .. } => terrain.id(),
    }
}

impl TerrainTable {
    /// Counts the pairs of label and reading of all rows.
    pub fn new(rows: &[Row]) -> Self {
        let kinds: Vec<&'static str> = Terrain::ALL.into_iter().map(Terrain::id).chain(["castle", "empty"]).collect();
        let cols: Vec<&'static str> = kinds.iter().copied().chain(["not read"]).collect();
        let mut counts = vec![vec![0; cols.len()]; kinds.len()];
        for (label, read) in rows.iter().flat_map(|row| &row.pairs) {
            let [row, col] =
                [kind(*label), read.map_or("not read", kind)].map(|kind| cols.iter().position(|other| *other == kind));
            if let Some((row, col)) = row.zip(col) {
                counts[row][col] += 1;
            }
        }
        Self { rows: kinds, cols, counts }
    }
}

impl CrownTable {
    /// Counts the pairs of label and reading of all rows.
    pub fn new(rows: &[Row]) -> Self {
        let mut counts = [[0; 4]; 4];
        for (label, read) in rows.iter().flat_map(|row| &row.pairs) {
            if let Some(read) = read.filter(|read| label.terrain().is_some() && read.terrain() == label.terrain()) {
                counts[usize::from(label.crowns())][usize::from(read.crowns())] += 1;
            }
        }
        Self { counts }
    }
}
