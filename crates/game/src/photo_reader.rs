//! The trait of what reads photos, and its answer for each.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::guesses::KingdomGuesses;
use crate::photo_info::PhotoInfo;
use report::scan_json::ScannedKingdom;

/// Reads photos: the only part of a batch that needs networks, behind a trait so that everything else is tested without them.
pub trait PhotoReader: Sync {
    /// What the readings depend on besides the photos and the facts about them, such as the networks' version. If it differs from before,
    /// everything is read again.
    fn identity(&self) -> String;

    /// Reads the photos of one table, all laid from one set of boxes: an answer for each, in their order. Deterministic.
    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<PhotoReading>;
}

/// A photo to be read.
#[derive(Debug, Clone, Copy)]
pub struct PhotoOfTable<'a> {
    /// Its name in messages.
    pub name: &'a str,
    /// Its file.
    pub path: &'a Path,
    /// The sha256 of its bytes; `None` if they cannot be read.
    pub sha256: Option<&'a str>,
    /// What is known of it.
    pub info: &'a PhotoInfo,
    /// Whether another player's photo has the same bytes, so that both need review.
    pub is_contested: bool,
}

/// The result of one photo.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PhotoReading {
    /// Whether there is a kingdom.
    pub status: Status,
    /// Why there is none; empty when there is one.
    pub message: String,
    /// As in `scan --json`, probabilities to three decimals.
    pub kingdoms: Vec<ScannedKingdom>,
    /// The guesses from which each of the kingdoms was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<KingdomGuesses>,
    /// For people; not part of the results.
    #[serde(skip)]
    pub pictures: Pictures,
    /// Whether it failed for a reason that may pass, such as want of memory: then the next run reads the photo again.
    #[serde(skip)]
    pub may_pass: bool,
}

/// Pictures of a photo as JPEG files, encoded again, without the EXIF that says where and when it was taken.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    /// A small copy.
    pub small: Option<Vec<u8>>,
    /// For a photo that needs review: the photo, with its reading drawn on it if there is one.
    pub review: Option<Vec<u8>>,
}

/// What became of a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Its kingdoms are read and scored.
    Scored,
    /// It was looked at and shows none.
    NoKingdom,
    /// It could not be read.
    Error,
    /// It was not read, because another photo has the same bytes.
    Duplicate,
}

impl PhotoReading {
    /// A photo without a kingdom, and why.
    pub fn without_kingdom(status: Status, message: String) -> Self {
        Self {
            status,
            message,
            kingdoms: Vec::new(),
            guesses: Vec::new(),
            pictures: Pictures::default(),
            may_pass: false,
        }
    }

    /// A photo that cannot be read just now, and why.
    pub fn failed_for_now(message: String) -> Self {
        Self { may_pass: true, ..Self::without_kingdom(Status::Error, message) }
    }
}
