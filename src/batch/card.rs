//! `batch.json`: what a folder of results was made from.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::out_folder::{Change, OutFolder, WriteError};
use super::plan::Shard;
use super::results::ResultsError;
use crate::formats::SCHEMA_VERSION;
use crate::words::{Message, Phrase, Words};

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
}

/// Parts that are missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct MissingShards {
    numbers: Vec<usize>,
    of: usize,
}

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
        }
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
        let text = fs::read_to_string(path).map_err(|problem| {
            error(format!(
                "cannot read what the results were made from ({problem}); is this a finished folder of results?"
            ))
        })?;
        serde_json::from_str(&text).map_err(|problem| error(problem.to_string()))
    }

    /// Writes the file.
    ///
    /// # Errors
    /// A folder in which nothing can be written.
    pub fn write(&self, change: &mut Change<'_>) -> Result<(), WriteError> {
        change.write(&change.out().card(), |file| {
            serde_json::to_writer_pretty(&mut *file, self)?;
            file.write_all(b"\n")
        })
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
