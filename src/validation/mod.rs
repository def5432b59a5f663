//! Measures a scanner against labelled pictures.
//!
//! [`validate`] loops over the labels, so an unreadable picture costs all its squares. The scanner receives
//! nothing but the picture's path.

pub mod comparison;
mod corners;
mod pieces;
mod review_cost;
mod row;
mod scene_shapes;
pub mod table;
mod thresholds;
mod totals;

pub use corners::{CornerError, Outline};
pub use pieces::PieceCounts;
pub use review_cost::{Asked, AskedSums, Evidence};
pub use row::{Confusion, Row};
pub use scene_shapes::{Histogram, Shape, Shapes};
pub use thresholds::Thresholds;
pub(crate) use thresholds::percent;
pub use totals::{CrownTable, Sums, TerrainTable};

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use rayon::prelude::*;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::domain::Kingdom;
use crate::formats::{JsonError, KingdomRecord, parse_label};

/// Ending of the label's name for a picture without a kingdom.
const NO_KINGDOM_ENDING: &str = ".none.json";

/// The result of scanning one picture.
#[derive(Debug, Clone)]
pub enum ScanOutcome {
    /// Its kingdoms were read.
    Scored(Vec<Scanned>),
    /// No kingdom was found; contains the reason.
    NoKingdom(String),
    /// The picture could not be read, or something failed; contains the reason.
    Failed(String),
}

/// The result for one kingdom of a picture.
#[derive(Debug, Clone)]
pub struct Scanned {
    /// The kingdom that was read.
    pub kingdom: Kingdom,
    /// The kingdom's outer corners as in a label: x and y in pixels, clockwise, starting with the first
    /// square's corner.
    pub corners_px: [[f64; 2]; 4],
    /// The kingdom's points, without bonuses.
    pub total: i32,
    /// Whether anything needs review.
    pub needs_review: bool,
    /// The stages' names and times in milliseconds, in order.
    pub timings_ms: Vec<(&'static str, f64)>,
    /// The inputs of the reading, if the effect of asking about doubtful squares is to be measured.
    pub evidence: Option<Evidence>,
}

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {problem}", path = .path.display())]
pub struct ValidateError {
    /// The path of the folder or label.
    pub path: PathBuf,
    /// What is wrong with the folder or label.
    #[source]
    pub problem: ValidateProblem,
}

impl ValidateError {
    fn new(path: &Path, problem: ValidateProblem) -> Self {
        Self { path: path.to_owned(), problem }
    }
}

/// What is wrong with a folder or a label.
#[derive(Debug, thiserror::Error)]
pub enum ValidateProblem {
    /// The folder or label cannot be read; contains the system's error.
    #[error("cannot be read: {0}")]
    Read(#[from] io::Error),
    /// No file in the folder is a label.
    #[error("no labels were found; a label must be a file X.json next to its picture X.jpg or X.png")]
    NoLabels,
    /// A label without a valid kingdom.
    #[error("not a usable label: {0}")]
    Label(#[from] JsonError),
    /// A label X.none.json that is invalid.
    #[error("not a usable label for a picture without a kingdom: {0}")]
    NoKingdomLabel(#[from] serde_json::Error),
    /// A label lacks a field that the measurement needs; contains the field's JSON name in backticks.
    #[error("not a usable label: {0} is missing")]
    Incomplete(&'static str),
}

/// All measurements.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Validation {
    /// Version of this report: 1.
    pub schema_version: u32,
    /// The measured kingdoms and pictures without one, in the order of the pictures' names, then of each
    /// picture's labels.
    pub pictures: Vec<Row>,
    /// The counts over all pictures.
    pub sums: Sums,
    /// The confusion matrix of terrains.
    pub terrains: TerrainTable,
    /// The confusion matrix of crowns.
    pub crowns: CrownTable,
}

/// The measurements of one class of pictures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Class {
    /// The counts over its pictures.
    #[serde(flatten)]
    pub sums: Sums,
    /// The geometry of its kingdoms in their pictures, by their labels.
    pub shapes: Shapes,
}

/// A picture with its labels.
#[derive(Debug, Clone)]
pub struct Labelled {
    /// The file next to the label.
    pub picture: PathBuf,
    /// The kingdoms in its labels, in the order of the labels' names; empty if the picture has no kingdom.
    pub truths: Vec<KingdomRecord>,
}

/// Scans every labelled picture in `folder`, in parallel, and compares it with its labels.
///
/// # Errors
/// The folder or a label cannot be read. An unreadable picture is a measurement, not an error.
pub fn validate(folder: &Path, scan: impl Fn(&Path) -> ScanOutcome + Sync) -> Result<Validation, ValidateError> {
    let groups = labels_of(folder)?.into_iter().map(|labelled| vec![labelled]).collect();
    Ok(measured(groups, |pictures| pictures.iter().map(|picture| scan(picture)).collect()))
}

/// [`validate`], but scanning pictures whose labels have the same `game_id` together; `scan` returns an
/// outcome for each, in their order.
///
/// # Errors
/// Those of [`validate`].
pub fn validate_by_game(
    folder: &Path,
    scan: impl Fn(&[&Path]) -> Vec<ScanOutcome> + Sync,
) -> Result<Validation, ValidateError> {
    let (mut games, mut of_game): (Vec<Vec<Labelled>>, BTreeMap<String, usize>) = Default::default();
    for labelled in labels_of(folder)? {
        let id = labelled.truths.iter().find_map(|truth| truth.photo.game_id.clone());
        match id.as_ref().and_then(|id| of_game.get(id)) {
            Some(game) => games[*game].push(labelled),
            None => {
                of_game.extend(id.map(|id| (id, games.len())));
                games.push(vec![labelled]);
            }
        }
    }
    Ok(measured(games, scan))
}

fn measured(groups: Vec<Vec<Labelled>>, scan: impl Fn(&[&Path]) -> Vec<ScanOutcome> + Sync) -> Validation {
    let rows = groups.par_iter().flat_map(|group| {
        let outcomes = scan(&group.iter().map(|labelled| &*labelled.picture).collect::<Vec<_>>());
        group.iter().zip(&outcomes).flat_map(|(labelled, outcome)| Row::measure(labelled, outcome)).collect::<Vec<_>>()
    });
    let mut pictures: Vec<Row> = rows.collect();
    // The sort is stable, so the kingdoms of a picture stay in the order of their labels.
    pictures.sort_by(|a, b| a.image.cmp(&b.image));
    Validation::new(pictures)
}

impl Validation {
    pub(crate) fn new(pictures: Vec<Row>) -> Self {
        let (terrains, crowns) = (TerrainTable::new(&pictures), CrownTable::new(&pictures));
        Self { schema_version: 1, sums: Sums::new(&pictures), pictures, terrains, crowns }
    }

    /// The sums of each class of pictures; the class is the part of the name before the last `_`.
    pub fn by_class(&self) -> BTreeMap<String, Class> {
        let mut classes: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
        for row in &self.pictures {
            let class = row.image.rsplit_once('_').map_or(&*row.image, |(class, _)| class);
            classes.entry(class).or_default().push(row.clone());
        }
        let classes = classes
            .into_iter()
            .map(|(name, rows)| (name.to_owned(), Class { sums: Sums::new(&rows), shapes: Shapes::new(&rows) }));
        classes.collect()
    }
}

fn labels_of(folder: &Path) -> Result<Vec<Labelled>, ValidateError> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<fs::DirEntry>>>);
    let entries = entries.map_err(|error| ValidateError::new(folder, error.into()))?;
    let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    if paths.is_empty() {
        return Err(ValidateError::new(folder, ValidateProblem::NoLabels));
    }
    let mut pictures: BTreeMap<PathBuf, Vec<KingdomRecord>> = BTreeMap::new();
    for path in &paths {
        let (picture, truth) = read_label(path).map_err(|problem| ValidateError::new(path, problem))?;
        pictures.entry(picture).or_default().extend(truth);
    }
    Ok(pictures.into_iter().map(|(picture, truths)| Labelled { picture, truths }).collect())
}

/// The label's picture, and its kingdom; `None` for a picture without one.
fn read_label(path: &Path) -> Result<(PathBuf, Option<KingdomRecord>), ValidateProblem> {
    let text = fs::read_to_string(path)?;
    if path.to_string_lossy().ends_with(NO_KINGDOM_ENDING) {
        let label: NoKingdomLabel = serde_json::from_str(&text)?;
        return Ok((path.with_file_name(label.image), None));
    }
    let truth = parse_label(&text)?.record;
    let image = truth.photo.image.as_ref().ok_or(ValidateProblem::Incomplete("`image`"))?;
    let picture = path.with_file_name(image);
    truth.corners_px.ok_or(ValidateProblem::Incomplete("`corners_px`"))?;
    Ok((picture, Some(truth)))
}

/// The content of a label X.none.json, for a picture without a kingdom.
#[derive(Deserialize)]
struct NoKingdomLabel {
    image: String,
    #[serde(rename = "kingdoms", deserialize_with = "zero")]
    _kingdoms: (),
    #[serde(rename = "image_size")]
    _image_size: Option<[u32; 2]>,
}

fn zero<'de, D: Deserializer<'de>>(json: D) -> Result<(), D::Error> {
    let kingdoms = u64::deserialize(json)?;
    if kingdoms == 0 { Ok(()) } else { Err(D::Error::custom(format!("`kingdoms` must be 0 here, not {kingdoms}"))) }
}
