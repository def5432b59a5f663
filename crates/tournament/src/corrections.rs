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
use game::photo_reader::Status;
use game::verdict::Verdict;
use storage::checksum::{with_checksum, without_checksum};

/// The version of `corrections.json`. Version 1 kept only the last answer about each photo.
const VERSION: u64 = 2;

/// The corrections of a folder of results: every answer, so that each can be taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corrections {
    schema_version: u64,
    /// The oldest first.
    answers: Vec<Answer>,
    /// For each photo where something is said of it: the answer, and the index in it.
    #[serde(skip)]
    of_photos: BTreeMap<String, Vec<(usize, usize)>>,
    /// Photos with corrections of squares that do not fit what the photos are read as now.
    #[serde(skip)]
    misfits: BTreeSet<String>,
    /// Photos that are in no line of the results any more.
    #[serde(skip)]
    gone: BTreeSet<String>,
}

/// One answer of a person. It may change other photos of the table, too, and is taken back as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    /// When, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// What it says, photo by photo.
    pub said: Vec<Correction>,
}

/// What an answer says of a photo, in place of everything that was said of it before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The photo's name.
    pub photo: String,
    /// sha256 of the photo's bytes: the correction does not count for other bytes.
    pub sha256: String,
    /// What the person decided; `None`: the reading counts.
    pub verdict: Option<Verdict>,
    /// Of a photo that is left out: the other photos with the same bytes, about which that says nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub copies: Vec<String>,
}

/// The field that every version has.
#[derive(Deserialize)]
struct OfSomeVersion {
    schema_version: u64,
}

/// Why an answer cannot be taken back: something was said of this photo after it.
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
        let object = object.unwrap_or(text);
        let of: OfSomeVersion = serde_json::from_str(&object).map_err(|problem| damaged(problem.to_string()))?;
        if of.schema_version != VERSION {
            return Err(error(format!(
                "`schema_version` {}: this program reads {VERSION}. Go on with the version that wrote it, or remove the file \
                 and review again",
                of.schema_version
            )));
        }
        let mut read: Self = serde_json::from_str(&object).map_err(|problem| damaged(problem.to_string()))?;
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

    /// What was said of the photo of this name, the last first.
    fn of_photo(&self, photo: &str) -> impl Iterator<Item = &Correction> {
        let places = self.of_photos.get(photo).into_iter().flatten().rev();
        places.map(|(answer, index)| &self.answers[*answer].said[*index])
    }

    /// What was said last of a photo with these bytes.
    fn last_of(&self, photo: &str, sha256: &str) -> Option<&Correction> {
        self.of_photo(photo).find(|correction| correction.sha256 == sha256)
    }

    /// What was said of this photo as it is now.
    pub fn verdict(&self, line: &ResultLine) -> Option<&Verdict> {
        let said = self.last_of(&line.photo, line.sha256.as_ref()?)?.verdict.as_ref();
        said.filter(|_| !self.misfits.contains(&line.photo))
    }

    /// Lets what was said follow photos that were renamed or moved: it goes from a name that has other bytes now, or none, to a photo with the
    /// bytes that it is about, if nothing was said of that one. What finds no such photo stays where it is, and counts nowhere.
    pub fn follow(&mut self, lines: &[ResultLine]) {
        let mut by_bytes: BTreeMap<&str, Vec<&ResultLine>> = BTreeMap::new();
        for line in lines {
            if let Some(sha256) = &line.sha256 {
                by_bytes.entry(sha256).or_default().push(line);
            }
        }
        let said: BTreeSet<(String, String)> = (self.answers.iter().flat_map(|answer| &answer.said))
            .map(|correction| (correction.photo.clone(), correction.sha256.clone()))
            .collect();
        // Of several photos with the same bytes each goes to the one with its own file name, if there is one.
        for by_file_name in [true, false] {
            for (photo, sha256) in &said {
                let alike = by_bytes.get(sha256.as_str()).map(Vec::as_slice).unwrap_or_default();
                let Some(correction) = self.last_of(photo, sha256).filter(|said| said.verdict.is_some()) else {
                    continue;
                };
                if alike.iter().any(|line| line.photo == *photo) {
                    continue;
                }
                let is_left_out = correction.verdict == Some(Verdict::LeftOut);
                // Where no more photos have these bytes than the copies of which nothing was said, this one is gone.
                if is_left_out && alike.len() <= correction.copies.len() {
                    continue;
                }
                let mut free = alike.iter().copied().filter(|line| {
                    self.last_of(&line.photo, sha256).is_none() && !correction.copies.contains(&line.photo)
                });
                let to = match by_file_name {
                    true => free.find(|line| file_name(&line.photo) == file_name(photo)),
                    // Only one photo is left out, and nobody said which of several.
                    false if is_left_out => free.next().filter(|_| free.next().is_none()),
                    false => free.min_by_key(|line| line.status == Status::Duplicate),
                };
                let Some(to) = to else { continue };
                // The last word there may be about a photo that is gone: it keeps a name of its own, or nobody would hear of it.
                let there = self.of_photo(&to.photo).next().filter(|there| there.verdict.is_some());
                let lost =
                    there.map(|there| there.sha256.clone()).filter(|bytes| !by_bytes.contains_key(bytes.as_str()));
                if let Some(lost) = lost {
                    let name = format!("{} (sha256 {})", to.photo, lost.get(..8).unwrap_or(&lost));
                    self.rename(&to.photo, &lost, &name);
                }
                self.rename(photo, sha256, &to.photo);
            }
        }
        self.gone = self.of_photos.keys().cloned().collect();
        for line in lines {
            self.gone.remove(&line.photo);
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

    /// What was said of photos that are gone, by their names.
    pub fn without_photo(&self) -> impl Iterator<Item = (&str, &Verdict)> {
        self.gone.iter().filter_map(|photo| Some((photo.as_str(), self.of_photo(photo).next()?.verdict.as_ref()?)))
    }

    /// The line without the copies that a person left out: then the photo is nobody else's, and is no doubt any more.
    pub fn without_settled_copies<'a>(&self, line: &'a ResultLine) -> Cow<'a, ResultLine> {
        let is_left_out = |copy: &String| {
            // Both have the same bytes.
            let said = line.sha256.as_ref().and_then(|sha256| self.last_of(copy, sha256));
            said.is_some_and(|correction| correction.verdict == Some(Verdict::LeftOut))
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

    /// The correction of this photo that no longer counts, if there is one.
    pub fn stale(&self, line: &ResultLine) -> Option<&Verdict> {
        let last = self.of_photo(&line.photo).next()?;
        let is_of_other_bytes = Some(&last.sha256) != line.sha256.as_ref();
        let is_stale = self.verdict(line).is_none() && (is_of_other_bytes || self.is_misfit(&line.photo));
        last.verdict.as_ref().filter(|_| is_stale)
    }

    /// The bytes of the photo of this name when something was said of it last.
    pub fn bytes_of(&self, photo: &str) -> Option<&str> {
        self.of_photo(photo).next().map(|correction| correction.sha256.as_str())
    }

    /// Adds an answer.
    pub fn add(&mut self, answer: Answer) {
        for correction in &answer.said {
            self.misfits.remove(&correction.photo);
        }
        self.answers.push(answer);
        self.index();
    }

    /// Takes back the last answer about any of these photos, with what it says of others. `None` if there is none.
    ///
    /// # Errors
    /// Something was said later of another photo that the answer is about, too.
    pub fn take_back(&mut self, photos: &[&str]) -> Result<Option<Answer>, SaidLater> {
        let is_about = |answer: &Answer| answer.said.iter().any(|said| photos.contains(&said.photo.as_str()));
        let Some(last) = self.answers.iter().rposition(is_about) else { return Ok(None) };
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

    /// Whether there are none.
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

fn file_name(photo: &str) -> &str {
    photo.rsplit_once('/').map_or(photo, |(_, name)| name)
}
