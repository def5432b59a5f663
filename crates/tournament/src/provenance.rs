//! `batch.json`: the provenance of a folder of results.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ranking::RankedBy;
use super::result_files::RESULTS;
use super::results_folder::{Change, ResultsFolder, WriteError};
use super::rules::Rules;
use game::photo_reading::ResultsError;
use kingdomino::standings::TieRule;
use report::formats::SCHEMA_VERSION;
use storage::checksum::{with_checksum, without_checksum};
use storage::sha256::{sha256_hex, sha256_of};

/// What the results in a folder depend on: the photos, the program and its photo reader, and the rules of the
/// ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    schema_version: u64,
    /// The program's version.
    program: String,
    /// The identity of the reader of the photos, see [`Provenance::is_read_by`].
    reader: String,
    /// The fingerprint of the whole plan for reading the photos.
    plan: String,
    /// The number of photos in the plan.
    photos: usize,
    /// Where the photos and their manifest were, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    /// The [`TieRule::id`] of the rule that decides ties, if it is not that of the rule sheets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tie_break: Option<String>,
    /// The tournament's own rules, if it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<Rules>,
    /// The sha256 of files in the same folder, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
}

/// Where photos were when they were read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The name of their folder.
    pub folder: String,
    /// The first digits of the sha256 of the folder's full path. It separates folders of the same name and
    /// reveals no user name.
    path: String,
    /// The name of the manifest's file, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest: Option<String>,
}

impl Source {
    /// The source of photos in this folder and its subfolders, with this manifest.
    pub fn new(photos: &Path, manifest: Option<&Path>) -> Self {
        const DIGITS: usize = 16;
        let whole = photos.canonicalize().unwrap_or_else(|_| photos.to_owned());
        let path = sha256_hex(whole.as_os_str().as_encoded_bytes())[..DIGITS].to_owned();
        Self { folder: name_of(&whole), path, manifest: manifest.map(name_of) }
    }

    /// Whether both name the same folder, by its path.
    pub fn is_of_the_folder_of(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

fn damaged(path: &Path, problem: impl Display) -> ResultsError {
    ResultsError { path: path.to_owned(), problem: format!("the file is damaged ({problem}). {REPAIR}") }
}

/// Files in the same folder that later commands read. Their sha256 is kept, to detect changes.
const NOTED_FILES: [&str; 1] = [RESULTS];

/// The remedy for a damaged file that `batch` wrote.
const REPAIR: &str =
    "Run the same `batch` command again: it rewrites the file, and photos already read need not be read again";

impl Provenance {
    /// The provenance of results that this program is about to write.
    pub fn new(reader: String, plan: String, photos: usize) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            reader,
            plan,
            photos,
            source: None,
            tie_break: None,
            rules: None,
            files: BTreeMap::new(),
        }
    }

    /// Adds where the photos were.
    #[must_use]
    pub fn with_source(self, source: Source) -> Self {
        Self { source: Some(source), ..self }
    }

    /// Whether the photos were read by this version of the program, with a photo reader that has this
    /// identity.
    pub fn is_read_by(&self, reader: &str) -> bool {
        self.program == env!("CARGO_PKG_VERSION") && self.reader == reader
    }

    /// Adds how players are ranked: the rule for ties, and the tournament's own rules.
    #[must_use]
    pub fn with_ranked_by(self, by: RankedBy) -> Self {
        let RankedBy { tie_rule, rules } = by;
        Self {
            tie_break: (tie_rule != TieRule::default()).then(|| tie_rule.id().to_owned()),
            rules: rules.map(Arc::unwrap_or_clone),
            ..self
        }
    }

    /// Where the photos were, if known.
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Reads the provenance of a folder of results.
    ///
    /// # Errors
    /// The file cannot be read, or is not a provenance.
    pub fn from_folder(out: &ResultsFolder) -> Result<Self, ResultsError> {
        Self::read(&out.provenance())
    }

    fn read(path: &Path) -> Result<Self, ResultsError> {
        let text = fs::read_to_string(path).map_err(|problem| match problem.kind() {
            ErrorKind::InvalidData => damaged(path, problem),
            _ => ResultsError {
                path: path.to_owned(),
                problem: format!(
                    "cannot read how the results were made ({problem}); is this the folder of a finished `batch`?"
                ),
            },
        })?;
        let object = without_checksum(&text).map_err(|problem| damaged(path, problem))?;
        serde_json::from_str(&object.unwrap_or(text)).map_err(|problem| damaged(path, problem))
    }

    /// Writes `batch.json` with the current sha256 of each file in `NOTED_FILES`. Write those files first.
    ///
    /// # Errors
    /// A folder in which nothing can be written, or files that cannot be read.
    pub fn write(&self, change: &mut Change<'_>) -> Result<(), WriteError> {
        let mut files = BTreeMap::new();
        for name in NOTED_FILES {
            let path = change.out().path().join(name);
            match File::open(change.newest(&path)).and_then(sha256_of) {
                Ok(sha256) => files.insert(name.to_owned(), sha256),
                Err(problem) if problem.kind() == ErrorKind::NotFound => None,
                Err(problem) => return Err(WriteError::from_io(&path, "read the file")(problem)),
            };
        }
        change.write(&change.out().provenance(), |file| {
            let object = serde_json::to_string_pretty(&Self { files, ..self.clone() })? + "\n";
            file.write_all(with_checksum(&object).as_bytes())
        })
    }

    /// Checks that the files whose sha256 is in `batch.json` have not changed. If there is no `batch.json`,
    /// nothing is checked: the program was stopped while it moved results into place.
    ///
    /// # Errors
    /// A provenance that cannot be read, or a file that has changed since.
    pub fn check_files(change: &Change<'_>) -> Result<(), ResultsError> {
        let provenance = change.out().provenance();
        let newest = change.newest(&provenance);
        if !newest.exists() {
            return Ok(());
        }
        let newest = Self::read(newest).map_err(|error| ResultsError { path: provenance.clone(), ..error })?;
        for (name, noted) in newest.files {
            let path = change.out().path().join(&name);
            match File::open(change.newest(&path)).and_then(sha256_of) {
                Ok(found) if found != noted => {
                    let problem = format!(
                        "the file is damaged or was changed: it does not match the checksum in batch.json. \
                         {REPAIR}"
                    );
                    return Err(ResultsError { path, problem });
                }
                // A missing file is reported when it is needed.
                _ => {}
            }
        }
        Ok(())
    }

    /// How players are ranked, from this file; by the rule sheets' rules if it does not exist.
    ///
    /// # Errors
    /// A file that cannot be read, or a rule that this program does not know.
    pub fn ranked_by_of(provenance: &Path) -> Result<RankedBy, ResultsError> {
        if !provenance.exists() {
            return Ok(RankedBy::default());
        }
        let Self { tie_break, rules, .. } = Self::read(provenance)?;
        let rules = rules.map(Arc::new);
        let Some(id) = tie_break else { return Ok(RankedBy { rules, ..RankedBy::default() }) };
        let tie_rule = TieRule::from_id(&id).ok_or_else(|| ResultsError {
            path: provenance.to_owned(),
            problem: format!(
                "`tie_break` is {id}, but this program knows only {}",
                TieRule::ALL.map(TieRule::id).join(" and ")
            ),
        })?;
        Ok(RankedBy { tie_rule, rules })
    }
}
