//! `batch.json`: what a folder of results was made from.

use std::fs;

use serde::{Deserialize, Serialize};

use super::out_folder::{Change, OutFolder, WriteError};
use super::plan::Shard;
use super::results::ResultsError;
use crate::formats::SCHEMA_VERSION;

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
        }
    }

    /// That of a folder of results.
    ///
    /// # Errors
    /// A file that cannot be read, or that holds something else.
    pub fn of(out: &OutFolder) -> Result<Self, ResultsError> {
        let path = out.card();
        let error = |problem: String| ResultsError { path: path.clone(), problem };
        let text = fs::read_to_string(&path).map_err(|problem| {
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
}
