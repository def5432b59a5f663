//! People's corrections. They have a file of their own, so the results stay as they were read.
//!
//! A checksum reveals damage on the disk. If you edit the file by hand, remove its line `checksum`; the file
//! is then read without a check.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::results_folder::{Change, ResultsFolder, WriteError};
use game::line::ResultLine;
use game::photo_reading::{ResultsError, Status};
use game::verdict::Verdict;
use storage::checksum::{with_checksum, without_checksum};

/// The version of `corrections.json`. Version 1 kept only the last answer about each photo.
const VERSION: u64 = 2;

/// The corrections of a folder of results. Every answer is kept, so that each can be undone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corrections {
    schema_version: u64,
    /// People's answers, oldest first.
    answers: Vec<Answer>,
    /// For each photo, where its corrections are, oldest first: the index of the answer, and the index in
    /// that answer's `said`.
    #[serde(skip)]
    of_photos: BTreeMap<String, Vec<(usize, usize)>>,
    /// Photos whose corrected squares no longer fit the current reading.
    #[serde(skip)]
    misfits: BTreeSet<String>,
    /// Photos that have corrections, but no line in the results any more.
    #[serde(skip)]
    gone: BTreeSet<String>,
}

/// One answer of a person. It may change several photos of a table, and is undone as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// When the person answered, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// The new corrections, photo by photo.
    pub said: Vec<Correction>,
}

/// The correction of a photo. It replaces all earlier corrections of this photo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The photo's name.
    pub photo: String,
    /// sha256 of the photo's bytes. The correction counts only for these bytes.
    pub sha256: String,
    /// What the person decided. `None` cancels earlier corrections, so that the reading counts again.
    pub verdict: Option<Verdict>,
    /// For a photo that is left out: the other photos with the same bytes. They are not left out with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<String>,
}

/// The one field that all versions of the file share.
#[derive(Deserialize)]
struct OfSomeVersion {
    schema_version: u64,
}

/// Why an answer cannot be undone: this photo has a later correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidLater(pub String);

impl Default for Corrections {
    fn default() -> Self {
        Self {
            schema_version: VERSION,
            answers: Vec::new(),
            of_photos: BTreeMap::new(),
            misfits: BTreeSet::new(),
            gone: BTreeSet::new(),
        }
    }
}

impl Corrections {
    /// The corrections of a folder; none if nobody has corrected anything.
    ///
    /// # Errors
    /// The file cannot be read, or does not contain corrections.
    pub fn of_folder(out: &ResultsFolder) -> Result<Self, ResultsError> {
        Self::read(&out.corrections())
    }

    /// The corrections of a folder that is being changed: those that the change has written, or else those in
    /// the folder.
    ///
    /// # Errors
    /// The file cannot be read, or does not contain corrections.
    pub fn newest(change: &Change<'_>) -> Result<Self, ResultsError> {
        Self::read(change.newest(&change.out().corrections()))
    }

    fn read(path: &Path) -> Result<Self, ResultsError> {
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(problem) if problem.kind() == ErrorKind::NotFound => return Ok(Self::default()),
            Err(problem) if problem.kind() == ErrorKind::InvalidData => return Err(damaged(path, problem)),
            Err(problem) => {
                let problem = format!("cannot read the corrections: {problem}");
                return Err(ResultsError { path: path.to_owned(), problem });
            }
        };
        let object = without_checksum(&text).map_err(|problem| damaged(path, problem))?.unwrap_or(text);
        let of: OfSomeVersion = serde_json::from_str(&object).map_err(|problem| damaged(path, problem))?;
        if of.schema_version != VERSION {
            let problem = format!(
                "`schema_version` is {}, but this program reads {VERSION}. Use the version that wrote the file, or remove \
                 the file and review again",
                of.schema_version
            );
            return Err(ResultsError { path: path.to_owned(), problem });
        }
        let mut read: Self = serde_json::from_str(&object).map_err(|problem| damaged(path, problem))?;
        read.index();
        Ok(read)
    }

    fn index(&mut self) {
        self.of_photos.clear();
        for (answer, Answer { said, .. }) in self.answers.iter().enumerate() {
            for (index, correction) in said.iter().enumerate() {
                self.of_photos.entry(correction.photo.clone()).or_default().push((answer, index));
            }
        }
    }

    /// All corrections of this photo, newest first.
    fn of_photo(&self, photo: &str) -> impl Iterator<Item = &Correction> {
        let places = self.of_photos.get(photo).into_iter().flatten().rev();
        places.map(|(answer, index)| &self.answers[*answer].said[*index])
    }

    /// The last correction that was made for this photo with these bytes.
    fn last_of(&self, photo: &str, sha256: &str) -> Option<&Correction> {
        self.of_photo(photo).find(|correction| correction.sha256 == sha256)
    }

    /// The person's verdict on this photo; `None` if there is none for its current bytes, or if it no longer
    /// fits the reading.
    pub fn verdict(&self, line: &ResultLine) -> Option<&Verdict> {
        let said = self.last_of(&line.reading.photo, line.reading.sha256.as_ref()?)?.verdict.as_ref();
        said.filter(|_| !self.misfits.contains(&line.reading.photo))
    }

    /// Moves corrections along with photos that were renamed or moved. If a photo's name now belongs to other
    /// bytes, or to no file, its correction goes to a photo with the corrected bytes that has no correction
    /// yet. If there is no such photo, the correction stays where it is, without effect.
    pub fn follow(&mut self, lines: &[ResultLine]) {
        let mut by_bytes: BTreeMap<&str, Vec<&ResultLine>> = BTreeMap::new();
        for line in lines {
            if let Some(sha256) = &line.reading.sha256 {
                by_bytes.entry(sha256).or_default().push(line);
            }
        }
        let said: BTreeSet<(String, String)> = (self.answers.iter().flat_map(|answer| &answer.said))
            .map(|correction| (correction.photo.clone(), correction.sha256.clone()))
            .collect();
        // If several photos have these bytes, one with the same file name is preferred.
        for by_file_name in [true, false] {
            for (photo, sha256) in &said {
                let alike = by_bytes.get(sha256.as_str()).map(Vec::as_slice).unwrap_or_default();
                let Some(correction) = self.last_of(photo, sha256).filter(|said| said.verdict.is_some()) else {
                    continue;
                };
                if alike.iter().any(|line| line.reading.photo == *photo) {
                    continue;
                }
                let is_left_out = correction.verdict == Some(Verdict::LeftOut);
                // If the only photos with these bytes are the copies that were kept, the one that was left
                // out is gone.
                if is_left_out && alike.len() <= correction.copies.len() {
                    continue;
                }
                let mut free = alike.iter().copied().filter(|line| {
                    self.last_of(&line.reading.photo, sha256).is_none()
                        && !correction.copies.contains(&line.reading.photo)
                });
                let to = match by_file_name {
                    true => free.find(|line| file_name(&line.reading.photo) == file_name(photo)),
                    // Only one photo was left out. With several candidates it is unclear which.
                    false if is_left_out => free.next().filter(|_| free.next().is_none()),
                    false => free.min_by_key(|line| line.reading.status == Status::Duplicate),
                };
                let Some(to) = to else { continue };
                // The new name may already have an older correction, for bytes that no photo has any more.
                // That correction gets a name of its own, so that it is still reported as lost.
                let there = self.of_photo(&to.reading.photo).next().filter(|there| there.verdict.is_some());
                let lost =
                    there.map(|there| there.sha256.clone()).filter(|bytes| !by_bytes.contains_key(bytes.as_str()));
                if let Some(lost) = lost {
                    let name = format!("{} (sha256 {})", to.reading.photo, lost.get(..8).unwrap_or(&lost));
                    self.rename(&to.reading.photo, &lost, &name);
                }
                self.rename(photo, sha256, &to.reading.photo);
            }
        }
        self.gone = self.of_photos.keys().cloned().collect();
        for line in lines {
            self.gone.remove(&line.reading.photo);
        }
    }

    fn rename(&mut self, photo: &str, sha256: &str, to: &str) {
        for correction in self.answers.iter_mut().flat_map(|answer| &mut answer.said) {
            if correction.photo == photo && correction.sha256 == sha256 {
                to.clone_into(&mut correction.photo);
            }
        }
        self.index();
    }

    /// The last verdict on each photo that is no longer in the results, with the photo's name.
    pub fn without_photo(&self) -> impl Iterator<Item = (&str, &Verdict)> {
        self.gone.iter().filter_map(|photo| Some((photo.as_str(), self.of_photo(photo).next()?.verdict.as_ref()?)))
    }

    /// The line without those copies of its photo that a person left out. Such copies no longer make it
    /// doubtful whose photo this is.
    pub fn without_settled_copies<'a>(&self, line: &'a ResultLine) -> Cow<'a, ResultLine> {
        if !line.same_as.iter().any(|copy| self.is_left_out_copy(line, copy)) {
            return Cow::Borrowed(line);
        }
        let same_as = line.same_as.iter().filter(|copy| !self.is_left_out_copy(line, copy)).cloned().collect();
        let mut line = ResultLine { same_as, ..line.clone() };
        line.needs_review = line.is_doubtful();
        Cow::Owned(line)
    }

    /// Whether this copy, which has the same bytes as the line's photo, was left out.
    fn is_left_out_copy(&self, line: &ResultLine, copy: &str) -> bool {
        let last = line.reading.sha256.as_ref().and_then(|sha256| self.last_of(copy, sha256));
        last.is_some_and(|correction| correction.verdict == Some(Verdict::LeftOut))
    }

    /// Ignores the corrected squares of this photo, because they were made for another reading.
    pub fn set_misfit(&mut self, photo: &str) {
        self.misfits.insert(photo.to_owned());
    }

    /// Makes the corrected squares of this photo count again.
    pub fn clear_misfit(&mut self, photo: &str) {
        self.misfits.remove(photo);
    }

    /// Whether the corrected squares of this photo are ignored, because they were made for another reading.
    pub fn is_misfit(&self, photo: &str) -> bool {
        self.misfits.contains(photo)
    }

    /// The correction of this photo that no longer counts, if there is one.
    pub fn stale(&self, line: &ResultLine) -> Option<&Verdict> {
        let last = self.of_photo(&line.reading.photo).next()?;
        let is_of_other_bytes = Some(&last.sha256) != line.reading.sha256.as_ref();
        let is_stale = self.verdict(line).is_none() && (is_of_other_bytes || self.is_misfit(&line.reading.photo));
        last.verdict.as_ref().filter(|_| is_stale)
    }

    /// The sha256 of the bytes that this photo had when it was last corrected.
    pub fn bytes_of(&self, photo: &str) -> Option<&str> {
        self.of_photo(photo).next().map(|correction| correction.sha256.as_str())
    }

    /// Adds an answer. Its corrections replace earlier ones of the same photos.
    pub fn add(&mut self, answer: Answer) {
        for correction in &answer.said {
            self.misfits.remove(&correction.photo);
        }
        self.answers.push(answer);
        self.index();
    }

    /// Undoes the last answer about any of these photos, including its corrections of other photos. `None` if
    /// there is no such answer.
    ///
    /// # Errors
    /// Another photo that the answer is about has a later correction.
    pub fn take_back(&mut self, photos: &[&str]) -> Result<Option<Answer>, SaidLater> {
        let Some(last) = self.answers.iter().rposition(|answer| answer.is_about_any_of(photos)) else {
            return Ok(None);
        };
        for Correction { photo, .. } in &self.answers[last].said {
            if self.of_photos[photo].last().is_some_and(|(answer, _)| *answer > last) {
                return Err(SaidLater(photo.clone()));
            }
        }
        let answer = self.answers.remove(last);
        for correction in &answer.said {
            self.misfits.remove(&correction.photo);
        }
        self.index();
        Ok(Some(answer))
    }

    /// Whether there is an answer about any of these photos.
    pub fn are_about(&self, photos: &[&str]) -> bool {
        photos.iter().any(|photo| self.of_photos.contains_key(*photo))
    }

    /// Whether nobody has corrected anything.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
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

impl Answer {
    fn is_about_any_of(&self, photos: &[&str]) -> bool {
        self.said.iter().any(|correction| photos.contains(&correction.photo.as_str()))
    }
}

fn damaged(path: &Path, problem: impl Display) -> ResultsError {
    let problem = format!(
        "the file is damaged, or was edited by hand ({problem}). If you edited it, remove its line `checksum`. \
         Otherwise replace the file with a backup copy, or remove it and review again"
    );
    ResultsError { path: path.to_owned(), problem }
}

fn file_name(photo: &str) -> &str {
    photo.rsplit_once('/').map_or(photo, |(_, name)| name)
}
