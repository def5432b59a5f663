//! Measures a scanner against labelled pictures.
//!
//! [`validate`] loops over the labels, so that a picture that cannot be read costs all its squares, and hands the
//! scanner nothing but the picture's path.

mod corners;
mod row;
mod sums;
mod thresholds;

pub use row::{Confusion, Row};
pub use sums::{CrownTable, Sums, TerrainTable};
pub use thresholds::Thresholds;
pub(crate) use thresholds::percent;

use std::path::{Path, PathBuf};
use std::{fs, io};

use rayon::prelude::*;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::domain::Kingdom;
use crate::formats::{JsonError, KingdomRecord, parse_json};

/// The end of a label's name when the picture beside it holds no kingdom.
const NO_KINGDOM_ENDING: &str = ".none.json";

/// What a scan of one picture came to.
#[derive(Debug, Clone)]
pub enum Outcome {
    Scored(Box<Scanned>),
    NoKingdom(String),
    /// The picture could not be read, or something broke.
    Failed(String),
}

/// What a scan says about a picture.
#[derive(Debug, Clone)]
pub struct Scanned {
    pub kingdom: Kingdom,
    /// The kingdom's outer corners as in a label: x, y, clockwise, the first belonging to the first square.
    pub corners_px: [[f64; 2]; 4],
    pub total: i32,
    pub needs_review: bool,
    pub timings_ms: Vec<(&'static str, f64)>,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum ValidateError {
    #[error("{path}: cannot be read: {source}", path = .path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{path}: no labels found: a label is X.json beside the picture X.jpg or X.png", path = .path.display())]
    NoLabels { path: PathBuf },
    #[error("{path}: not a usable label: {source}", path = .path.display())]
    Label { path: PathBuf, source: JsonError },
    #[error("{path}: not a label of a picture without a kingdom: {source}", path = .path.display())]
    NoKingdomLabel { path: PathBuf, source: serde_json::Error },
    #[error("{path}: not a usable label: it names no {missing}", path = .path.display())]
    Incomplete { path: PathBuf, missing: &'static str },
}

/// All that was measured.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Validation {
    pub schema_version: u32,
    /// In the order of the labels' names.
    pub pictures: Vec<Row>,
    pub sums: Sums,
    pub terrains: TerrainTable,
    pub crowns: CrownTable,
}

/// One label, and the picture it speaks of.
#[derive(Debug, Clone)]
pub struct Labelled {
    pub picture: PathBuf,
    /// `None`: the picture holds no kingdom.
    pub truth: Option<KingdomRecord>,
}

/// Scans every labelled picture of `folder`, in parallel, and compares.
///
/// # Errors
/// The folder or a label cannot be read. A picture that cannot be read is a measurement, no error.
pub fn validate(folder: &Path, scan: impl Fn(&Path) -> Outcome + Sync) -> Result<Validation, ValidateError> {
    let labelled = labels_of(folder)?;
    let pictures: Vec<Row> = labelled.par_iter().map(|labelled| Row::measure(labelled, &scan(&labelled.picture))).collect();
    let sums = Sums::of(&pictures);
    let (terrains, crowns) = (TerrainTable::of(&pictures), CrownTable::of(&pictures));
    Ok(Validation { schema_version: 1, pictures, sums, terrains, crowns })
}

fn labels_of(folder: &Path) -> Result<Vec<Labelled>, ValidateError> {
    let read_error = |source| ValidateError::Read { path: folder.to_owned(), source };
    let entries: Vec<fs::DirEntry> = fs::read_dir(folder).and_then(Iterator::collect).map_err(read_error)?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    if paths.is_empty() {
        return Err(ValidateError::NoLabels { path: folder.to_owned() });
    }
    paths.iter().map(|path| read_label(path)).collect()
}

fn read_label(path: &Path) -> Result<Labelled, ValidateError> {
    let incomplete = |missing| ValidateError::Incomplete { path: path.to_owned(), missing };
    let text = fs::read_to_string(path).map_err(|source| ValidateError::Read { path: path.to_owned(), source })?;
    let beside = |image: &str| path.with_file_name(image);
    if path.to_string_lossy().ends_with(NO_KINGDOM_ENDING) {
        let label: NoKingdomLabel =
            serde_json::from_str(&text).map_err(|source| ValidateError::NoKingdomLabel { path: path.to_owned(), source })?;
        return Ok(Labelled { picture: beside(&label.image), truth: None });
    }
    let parsed = parse_json(&text).map_err(|source| ValidateError::Label { path: path.to_owned(), source })?;
    let truth = parsed.record;
    let picture = beside(truth.photo.image.as_deref().ok_or_else(|| incomplete("`image`"))?);
    truth.corners_px.ok_or_else(|| incomplete("`corners_px`"))?;
    Ok(Labelled { picture, truth: Some(truth) })
}

/// The label of a picture without a kingdom.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoKingdomLabel {
    image: String,
    #[serde(rename = "kingdoms", deserialize_with = "zero")]
    _kingdoms: (),
}

fn zero<'de, D: Deserializer<'de>>(json: D) -> Result<(), D::Error> {
    let kingdoms = u64::deserialize(json)?;
    if kingdoms == 0 { Ok(()) } else { Err(D::Error::custom(format!("`kingdoms` is 0 here, not {kingdoms}"))) }
}
