//! The trait for reading photos, and the result for each photo.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::guesses::KingdomGuesses;
use crate::photo_info::PhotoInfo;
use report::scan_json::ScannedKingdom;

/// Reads photos. It is the only part of a batch that needs networks, so it is a trait, and everything else
/// can be tested without networks.
pub trait PhotoReader: Sync {
    /// The identity of everything that readings depend on, other than the photos and the facts about them,
    /// such as the networks' version. If it changes, everything is read again.
    fn identity(&self) -> String;

    /// Reads the photos of one table, which share one set of boxes, and returns a reading for each, in order.
    /// Deterministic.
    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<PhotoReading>;
}

/// A photo to be read.
#[derive(Debug, Clone, Copy)]
pub struct PhotoOfTable<'a> {
    /// The photo's name in messages.
    pub name: &'a str,
    /// The photo's file.
    pub path: &'a Path,
    /// The sha256 of the photo's bytes; `None` if they cannot be read.
    pub sha256: Option<&'a str>,
    /// The information about the photo.
    pub info: &'a PhotoInfo,
    /// Whether another player's photo has the same bytes, so that both need review.
    pub is_contested: bool,
}

/// The result of one photo.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PhotoReading {
    /// Whether there is a kingdom.
    pub status: Status,
    /// Why there is no kingdom; empty if there is one.
    pub message: String,
    /// The kingdoms, as in `scan --json`, with probabilities to three decimals.
    pub kingdoms: Vec<ScannedKingdom>,
    /// The guesses from which each of the kingdoms was read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<KingdomGuesses>,
    /// Pictures to look at; not part of the results.
    #[serde(skip)]
    pub pictures: Pictures,
    /// Whether it failed for a reason that may pass, such as a lack of memory. Then the next run reads the
    /// photo again.
    #[serde(skip)]
    pub may_pass: bool,
}

/// Pictures of a photo as JPEG files, encoded again without the EXIF data that contain its place and time.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    /// A small copy of the photo.
    pub small: Option<Vec<u8>>,
    /// For a photo that needs review: the photo, with its reading drawn on it if it has one.
    pub review: Option<Vec<u8>>,
}

/// What became of a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
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
    /// A photo without a kingdom, and the reason.
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

    /// A photo that cannot be read at the moment, and the reason.
    pub fn failed_for_now(message: String) -> Self {
        Self { may_pass: true, ..Self::without_kingdom(Status::Error, message) }
    }
}
