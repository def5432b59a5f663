//! People's corrections: a file beside the results, which never changes them.
//!
//! A checksum shows whether a disk has damaged the file. After an edit by hand the line `checksum` must be removed: then the file counts
//! unchecked.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::results_folder::{Change, ResultsFolder, WriteError};
use game::line::{ResultLine, ResultsError};
use game::verdict::Verdict;
use kingdomino::formats::SCHEMA_VERSION;
use storage::checksum::{with_checksum, without_checksum};

/// The corrections of a folder of results, by photo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corrections {
    schema_version: u64,
    corrections: BTreeMap<String, Correction>,
    /// Photos with corrections of squares that do not fit what the photos are read as now.
    #[serde(skip)]
    misfits: BTreeSet<String>,
}

/// What a person said of a photo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// sha256 of the photo's bytes: the correction does not count for other bytes.
    pub sha256: String,
    /// What the person decided.
    pub verdict: Verdict,
    /// When, in seconds since 1970: if two folders correct a photo, the later correction counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}

impl Default for Corrections {
    fn default() -> Self {
        Self { schema_version: SCHEMA_VERSION, corrections: BTreeMap::new(), misfits: BTreeSet::new() }
    }
}

impl Corrections {
    /// The corrections of a folder; none if nobody has corrected anything.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds something else.
    pub fn of_folder(out: &ResultsFolder) -> Result<Self, ResultsError> {
        Self::read(&out.corrections())
    }

    /// The newest corrections of a folder that is being changed.
    ///
    /// # Errors
    /// As above.
    pub fn newest(change: &Change<'_>) -> Result<Self, ResultsError> {
        Self::read(change.newest(&change.out().corrections()))
    }

    fn read(path: &Path) -> Result<Self, ResultsError> {
        let error = |problem: String| ResultsError { path: path.to_owned(), problem };
        let damaged = |problem: String| {
            error(format!(
                "the file is damaged, or was edited by hand ({problem}). If you edited it, remove its line `checksum`; else \
                 put a copy in its place, or remove the file and review again"
            ))
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(problem) if problem.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(problem) if problem.kind() == ErrorKind::InvalidData => return Err(damaged(problem.to_string())),
            Err(problem) => return Err(error(format!("cannot read the corrections: {problem}"))),
        };
        let object = without_checksum(&text).map_err(|problem| damaged(problem.to_string()))?;
        let read: Self =
            serde_json::from_str(&object.unwrap_or(text)).map_err(|problem| damaged(problem.to_string()))?;
        if read.schema_version == SCHEMA_VERSION {
            Ok(read)
        } else {
            Err(error(format!("`schema_version` {}: this program reads {SCHEMA_VERSION}", read.schema_version)))
        }
    }

    /// What was said of this photo as it is now.
    pub fn verdict(&self, line: &ResultLine) -> Option<&Verdict> {
        let correction = self.corrections.get(&line.photo)?;
        let is_of_photo = Some(&correction.sha256) == line.sha256.as_ref();
        (is_of_photo && !self.misfits.contains(&line.photo)).then_some(&correction.verdict)
    }

    /// The line without the copies that a person left out: then the photo is nobody else's, and is no doubt any more.
    pub fn without_settled_copies<'a>(&self, line: &'a ResultLine) -> Cow<'a, ResultLine> {
        let is_left_out = |copy: &String| {
            let correction = self.corrections.get(copy);
            // Both have the same bytes.
            let is_of_copy = |correction: &&Correction| Some(&correction.sha256) == line.sha256.as_ref();
            correction.filter(is_of_copy).is_some_and(|correction| correction.verdict == Verdict::LeftOut)
        };
        if !line.same_as.iter().any(is_left_out) {
            return Cow::Borrowed(line);
        }
        let same_as = line.same_as.iter().filter(|copy| !is_left_out(copy)).cloned().collect();
        let mut line = ResultLine { same_as, ..line.clone() };
        line.needs_review = line.is_doubtful();
        Cow::Owned(line)
    }

    /// From now on the corrections of this photo's squares do not count: it was read differently when they were made.
    pub fn set_misfit(&mut self, photo: &str) {
        self.misfits.insert(photo.to_owned());
    }

    /// What was said of this photo's squares counts again.
    pub fn clear_misfit(&mut self, photo: &str) {
        self.misfits.remove(photo);
    }

    /// Whether the corrections of this photo's squares do not count, because it was read differently when they were made.
    pub fn is_misfit(&self, photo: &str) -> bool {
        self.misfits.contains(photo)
    }

    /// Whether there is a correction of this photo that no longer counts.
    pub fn is_stale(&self, line: &ResultLine) -> bool {
        self.is_about(&line.photo) && self.verdict(line).is_none()
    }

    /// Whether there is a correction of the photo of this name.
    pub fn is_about(&self, photo: &str) -> bool {
        self.corrections.contains_key(photo)
    }

    /// Forgets the correction of a photo.
    pub fn forget(&mut self, photo: &str) {
        self.misfits.remove(photo);
        self.corrections.remove(photo);
    }

    /// Sets the correction of a photo, in place of an earlier one.
    pub fn set(&mut self, photo: &str, correction: Correction) {
        self.misfits.remove(photo);
        self.corrections.insert(photo.to_owned(), correction);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.corrections.is_empty()
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// A folder in which nothing can be written.
    pub fn write(&self, out: &ResultsFolder) -> Result<(), WriteError> {
        let mut change = out.change();
        self.write_with(&mut change)?;
        change.commit()
    }

    /// Writes the file as part of a change.
    ///
    /// # Errors
    /// A folder in which nothing can be written.
    pub fn write_with(&self, change: &mut Change<'_>) -> Result<(), WriteError> {
        change.write(&change.out().corrections(), |file| {
            let object = serde_json::to_string_pretty(self)? + "\n";
            file.write_all(with_checksum(&object).as_bytes())
        })
    }
}
