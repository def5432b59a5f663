//! `batch.json`: what a folder of results was made from.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::ours::RESULTS;
use super::plan::Shard;
use super::results::ResultsError;
use super::results_folder::{Change, OutFolder, WriteError};
use crate::formats::SCHEMA_VERSION;
use crate::messages::{Message, Phrase, Words};
use crate::storage::checksum::{with_checksum, without_checksum};
use crate::storage::sha256::{sha256_hex, sha256_of};

/// What results depend on. Those of shards go together when everything but the shard is equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    schema_version: u64,
    /// Its version.
    program: String,
    /// The reader's identity.
    reader: String,
    /// The fingerprint of the whole plan.
    plan: String,
    /// Photos in the whole plan.
    pub photos: usize,
    /// The part that was read; `None`: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// The parts that were not there to be merged; `None`: all were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    without: Option<MissingShards>,
    /// Where the photos and their manifest were; `None`: unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<Source>,
    /// The sha256 of files beside the card, by name. Earlier versions noted none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    files: BTreeMap<String, String>,
}

/// Where photos were when they were read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The name of their folder.
    pub folder: String,
    /// The beginning of the sha256 of the folder's whole path: it tells folders of one name apart and nobody's home.
    path: String,
    /// The name of the manifest's file; `None`: there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest: Option<String>,
}

impl Source {
    /// Of photos below this folder, with this manifest.
    pub fn of(photos: &Path, manifest: Option<&Path>) -> Self {
        const DIGITS: usize = 16;
        let whole = photos.canonicalize().unwrap_or_else(|_| photos.to_owned());
        let name = |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let path = sha256_hex(whole.as_os_str().as_encoded_bytes())[..DIGITS].to_owned();
        Self { folder: name(&whole), path, manifest: manifest.map(name) }
    }

    /// Whether both are of the folder at one path.
    pub fn is_of_the_folder_of(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

/// Files beside the card that are read again and of which it notes the sha256.
const NOTED_FILES: [&str; 1] = [RESULTS];

/// Parts that are missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct MissingShards {
    numbers: Vec<usize>,
    of: usize,
}

/// What to do when a file is damaged that runs write.
const REPAIR: &str = "Run the same `batch` or `merge` command again: it writes the file anew, and photos that were read \
     need not be read again";

impl Card {
    /// Of results that this program is about to write.
    pub fn new(reader: String, plan: String, photos: usize, shard: Option<Shard>) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            reader,
            plan,
            photos,
            shard,
            without: None,
            source: None,
            files: BTreeMap::new(),
        }
    }

    /// The same card of photos that were there.
    #[must_use]
    pub fn of_source(self, source: Source) -> Self {
        Self { source: Some(source), ..self }
    }

    /// Where the photos were, if it is known.
    pub fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// The numbers of the shards that were not there to be merged.
    pub fn missing_shards(&self) -> &[usize] {
        self.without.as_ref().map_or(&[], |without| &without.numbers)
    }

    /// The same card if the photos of all parts were in one place; else without the place.
    #[must_use]
    pub fn of_one_source(self, parts: &[Self]) -> Self {
        let is_one = parts.iter().all(|part| part.source == self.source);
        Self { source: self.source.filter(|_| is_one), ..self }
    }

    /// That of a folder of results.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds something else.
    pub fn of(out: &OutFolder) -> Result<Self, ResultsError> {
        Self::read(&out.card())
    }

    fn read(path: &Path) -> Result<Self, ResultsError> {
        let error = |problem: String| ResultsError { path: path.to_owned(), problem };
        let damaged = |problem: String| error(format!("the file is damaged ({problem}). {REPAIR}"));
        let text = fs::read_to_string(path).map_err(|problem| match problem.kind() {
            ErrorKind::InvalidData => damaged(problem.to_string()),
            _ => error(format!(
                "cannot read what the results were made from ({problem}); is this a finished folder of results?"
            )),
        })?;
        let object = without_checksum(&text).map_err(|problem| damaged(problem.to_string()))?;
        serde_json::from_str(&object.unwrap_or(text)).map_err(|problem| damaged(problem.to_string()))
    }

    /// Writes the file, with what the files that it notes hold now: it is written after these.
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
                Err(problem) => return Err(WriteError::of(&path, "read the file")(problem)),
            };
        }
        change.write(&change.out().card(), |file| {
            let object = serde_json::to_string_pretty(&Self { files, ..self.clone() })? + "\n";
            file.write_all(with_checksum(&object).as_bytes())
        })
    }

    /// Checks that the files beside the card are those that it was written with. Without a card, as a program leaves it that
    /// is stopped while results take their places, there is nothing to compare.
    ///
    /// # Errors
    /// A card that cannot be read, or a file that has changed since.
    pub fn check_files(change: &Change<'_>) -> Result<(), ResultsError> {
        let card = change.out().card();
        let newest = change.newest(&card);
        if !newest.exists() {
            return Ok(());
        }
        let newest = Self::read(newest).map_err(|error| ResultsError { path: card.clone(), ..error })?;
        for (name, noted) in newest.files {
            let path = change.out().path().join(&name);
            match File::open(change.newest(&path)).and_then(sha256_of) {
                Ok(found) if found != noted => {
                    let problem =
                        format!("the file is damaged or was changed: it is not the one of batch.json. {REPAIR}");
                    return Err(ResultsError { path, problem });
                }
                // A file that is missing is reported when it is read.
                _ => {}
            }
        }
        Ok(())
    }

    /// The same card of the whole.
    pub fn whole(&self) -> Self {
        Self { shard: None, ..self.clone() }
    }

    /// The same card without these of so many parts.
    #[must_use]
    pub fn without(self, numbers: Vec<usize>, of: usize) -> Self {
        let without = (!numbers.is_empty()).then_some(MissingShards { numbers, of });
        Self { without, ..self }
    }

    /// What part of all photos the results of this card are of; `None`: all, or there is no card.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn part_of(card: &Path) -> Result<Option<Message>, ResultsError> {
        if !card.exists() {
            return Ok(None);
        }
        let Self { shard, without, .. } = Self::read(card)?;
        let shard = shard.map(|Shard { number, of }| Phrase::OnlyShard.with("number", number).with("of", of));
        let without = without.map(|MissingShards { numbers, of }| {
            let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
            Phrase::WithoutShards.with("of", of).with("missing", numbers.join(", "))
        });
        Ok(shard.or(without))
    }

    /// In what another shard's results were made otherwise; `None`: they go together.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let parts = |card: &Self| card.shard.map_or(1, |shard| shard.of);
        match () {
            () if self.program != other.program || self.schema_version != other.schema_version => {
                Some(format!("made by version {} of the program, and not by {}", self.program, other.program))
            }
            () if self.reader != other.reader => Some("read with other networks or another gallery".to_owned()),
            () if self.plan != other.plan || self.photos != other.photos => {
                Some("made from other photos, with another manifest or other options".to_owned())
            }
            () if parts(self) != parts(other) => {
                Some(format!("one of {} parts, and not of {}", parts(self), parts(other)))
            }
            () => None,
        }
    }
}
