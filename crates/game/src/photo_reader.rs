//! The trait for reading photos, and the result for each photo.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::guesses::KingdomGuesses;
use crate::photo_info::PhotoInfo;
use crate::photo_reading::{PhotoReading, Status};
use report::scan_json::ScannedKingdom;
use storage::sha256::Content;

/// Reads photos. It is the only part of a batch that needs networks, so it is a trait, and everything else
/// can be tested without networks.
pub trait PhotoReader: Sync {
    /// Identifies everything that readings depend on, such as the networks' version, apart from the photos
    /// and the facts about them. If it changes, everything is read again.
    fn identity(&self) -> String;

    /// Reads the photos of one table, which share one set of boxes, and returns a reading for each, in order.
    /// Deterministic.
    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<JointReading>;
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

/// A photo that was read together with the others of its table.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct JointReading {
    /// The reading of the photo on its own.
    pub reading: PhotoReading,
    /// The kingdoms, as in `scan --json`, with probabilities to three decimals.
    pub kingdoms: Vec<ScannedKingdom>,
    /// Pictures for people to look at. They are not part of the results.
    #[serde(skip)]
    pub pictures: Pictures,
    /// Whether reading failed for a temporary reason, such as a lack of memory. The next run then reads the
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

impl PhotoOfTable<'_> {
    /// The result for this photo: these kingdoms.
    pub fn scored(&self, guesses: Vec<KingdomGuesses>, kingdoms: Vec<ScannedKingdom>) -> JointReading {
        JointReading { kingdoms, ..PhotoReading::scored(self.name, &self.content(), self.info, guesses).into() }
    }

    /// The result for this photo: no kingdom, and the reason.
    pub fn without_kingdom(&self, status: Status, message: String) -> JointReading {
        PhotoReading::without_kingdom(self.name, &self.content(), self.info, status, message).into()
    }

    /// The result for a photo that cannot be read at the moment, with the reason.
    pub fn failed_for_now(&self, message: String) -> JointReading {
        JointReading { may_pass: true, ..self.without_kingdom(Status::Error, message) }
    }

    fn content(&self) -> Content {
        self.sha256.map(str::to_owned).ok_or_else(String::new)
    }
}

impl From<PhotoReading> for JointReading {
    fn from(reading: PhotoReading) -> Self {
        Self { reading, kingdoms: Vec::new(), pictures: Pictures::default(), may_pass: false }
    }
}
