//! `scan --json`: one line per photo. Fields are only ever added.

use serde::ser::Serializer;
use serde::Serialize;

use super::KingdomReport;
use super::sheet_json::{ScoredKingdomJson, WarningJson};
use crate::formats::{KingdomRecord, SCHEMA_VERSION, TerritoryPoints};
use crate::reconstruct::{ReadSquare, Warning};

/// What one photo came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    /// Its kingdoms are read and scored; `needs_review` says whether we stand by the totals.
    Scored,
    NoKingdom,
    /// The photo could not be read, or something broke.
    Error,
}

/// The line's fields, in order.
#[derive(Serialize)]
pub struct ScanLine<'a> {
    schema_version: u64,
    /// As given on the command line.
    photo: &'a str,
    status: Status,
    /// Why there is no kingdom; empty when there is one.
    message: String,
    kingdoms: Vec<KingdomFields>,
    /// Milliseconds by stage, in the order of the stages.
    #[serde(serialize_with = "as_map")]
    timings_ms: Vec<(&'static str, f64)>,
}

#[derive(Serialize)]
struct KingdomFields {
    /// The kingdom in the format of labels (its `score` holds no bonus), its sheet, warnings about the reading, and notes.
    #[serde(flatten)]
    scored: ScoredKingdomJson,
    /// False exactly when we stand by the total.
    needs_review: bool,
    /// Rows from the top, as many as the kingdom has.
    squares: Vec<Vec<SquareFields>>,
}

#[derive(Serialize)]
struct SquareFields {
    best: String,
    /// Of `best`, 0 to 1.
    probability: f64,
    second: String,
    state: &'static str,
}

impl<'a> ScanLine<'a> {
    pub fn scored(photo: &'a str, kingdom: &KingdomReport<'_>, timings_ms: &[(&'static str, f64)]) -> Self {
        let kingdoms = vec![KingdomFields::of(kingdom)];
        Self { kingdoms, timings_ms: timings_ms.to_vec(), ..Self::without_kingdom(photo, Status::Scored, String::new()) }
    }

    pub fn no_kingdom(photo: &'a str, message: impl Into<String>) -> Self {
        Self::without_kingdom(photo, Status::NoKingdom, message.into())
    }

    pub fn error(photo: &'a str, message: impl Into<String>) -> Self {
        Self::without_kingdom(photo, Status::Error, message.into())
    }

    fn without_kingdom(photo: &'a str, status: Status, message: String) -> Self {
        Self { schema_version: SCHEMA_VERSION, photo, status, message, kingdoms: Vec::new(), timings_ms: Vec::new() }
    }

    /// One line of JSON, newline at the end.
    ///
    /// # Errors
    /// None that is known: every field has a form in JSON.
    pub fn to_line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self).map(|line| line + "\n")
    }
}

impl KingdomFields {
    fn of(report: &KingdomReport<'_>) -> Self {
        let reading = report.reading;
        let record = KingdomRecord {
            variants: report.variants.to_vec(),
            corners_px: Some(report.corners_px.map(|corner| corner.map(|px| rounded(px, 100.0)))),
            score: Some(TerritoryPoints::of(report.sheet)),
            ..KingdomRecord::from(reading.kingdom.clone())
        };
        let warnings = reading.warnings.iter().map(warning).collect();
        Self {
            scored: ScoredKingdomJson::new(&record, report.sheet, warnings, report.notes.to_vec()),
            needs_review: reading.needs_review,
            squares: reading.squares.iter_rows().map(|row| row.iter().map(SquareFields::of).collect()).collect(),
        }
    }
}

fn warning(warning: &Warning) -> WarningJson {
    WarningJson { code: warning.code, message: warning.message.clone(), squares: warning.squares.clone() }
}

impl SquareFields {
    fn of(square: &ReadSquare) -> Self {
        Self {
            best: square.best.to_string(),
            probability: rounded(square.probability, 10_000.0),
            second: square.second.to_string(),
            state: square.state.id(),
        }
    }
}

fn as_map<S: Serializer>(timings_ms: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(timings_ms.iter().map(|(stage, ms)| (*stage, rounded(*ms, 100.0))))
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}
