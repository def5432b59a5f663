//! The provenance of results: the photos, the program that read them, and the rules of the ranking.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::ranking::RankedBy;
use super::results_folder::{ResultsFolder, WriteError};
use super::rules::Rules;
use game::photo_reading::ResultsError;
use kingdomino::standings::TieRule;
use storage::sha256::sha256_hex;

/// What the results in a folder depend on: the photos, the program and its photo reader, and the rules of the
/// ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The program's version.
    program: String,
    /// The identity of the reader of the photos, see [`Provenance::is_read_by`].
    reader: String,
    /// Where the photos and their manifest were, if known.
    source: Option<Source>,
    /// The rule that decides ties.
    tie_rule: TieRule,
    /// The tournament's own rules, if it has any.
    rules: Option<Rules>,
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

impl Provenance {
    /// The provenance of results that this program is about to write.
    pub fn new(reader: String) -> Self {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Self { program, reader, source: None, tie_rule: TieRule::default(), rules: None }
    }

    /// The provenance of the results in a folder.
    ///
    /// # Errors
    /// No run has ended in the folder, or its database cannot be read.
    pub fn of_folder(out: &ResultsFolder) -> Result<Self, ResultsError> {
        let provenance = Self::of_earlier(out)?;
        provenance.ok_or_else(|| out.without_a_run())
    }

    /// The same; `None` if no run has ended in the folder.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn of_earlier(out: &ResultsFolder) -> Result<Option<Self>, ResultsError> {
        out.read(out.database.provenance())
    }

    /// Replaces the provenance of the results in a folder.
    ///
    /// # Errors
    /// The database cannot be written.
    pub fn write(&self, out: &ResultsFolder) -> Result<(), WriteError> {
        out.written(out.database.replace_provenance(self))
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
        Self { tie_rule, rules: rules.map(Arc::unwrap_or_clone), ..self }
    }

    /// Where the photos were, if known.
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// How players are ranked.
    pub fn ranked_by(&self) -> RankedBy {
        RankedBy { tie_rule: self.tie_rule, rules: self.rules.clone().map(Arc::new) }
    }
}
