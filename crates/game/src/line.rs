//! The result of one photo, in JSON: a line of a tournament's results, and a photo of a saved game. Fields are only ever added.

use std::path::PathBuf;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

use crate::guesses::KingdomGuesses;
use crate::photo_info::PhotoInfo;
use crate::photo_reader::{PhotoReading, Status};
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::{Grid, Place, Square};
use kingdomino::formats::{KingdomRecord, ReadSquare, SquareState};
use messages::{Message, MessageId, Words};
use report::formats::SCHEMA_VERSION;
use report::scan_json::ScannedKingdom;
use storage::sha256::Content;

/// What one photo came to, in the order of the line's fields.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct ResultLine {
    /// That of `scan --json`.
    #[cfg_attr(any(test, feature = "schema"), schemars(extend("const" = 1)))]
    pub schema_version: u64,
    /// Its path below the folder of photos.
    pub photo: String,
    /// Of its bytes; `null` when they cannot be read.
    #[cfg_attr(any(test, feature = "schema"), schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub sha256: Option<String>,
    /// By the manifest and the folders.
    #[serde(rename = "told")]
    pub info: PhotoInfo,
    /// What became of it.
    pub status: Status,
    /// Why it has no kingdom; empty when it has one.
    pub message: String,
    /// Of a photo that cannot be read, what is known of it in every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
    /// The photo with the same bytes that was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<String>,
    /// Photos with the same bytes that should show another player's kingdom; they are not read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_as: Vec<String>,
    /// Whether a person should look at the photo.
    pub needs_review: bool,
    /// As in `scan --json`, probabilities to three decimals.
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "Vec<report::scan_json::KingdomFields>"))]
    pub kingdoms: Vec<ScannedKingdom>,
    /// What each of the kingdoms was read from, so that it can be read anew around corrections without its photo.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<KingdomGuesses>,
}

/// A kingdom of a line, with the data that ranks and report need.
#[derive(Debug, Clone)]
pub struct ReadKingdom {
    /// The record, with the player's name and the given facts.
    pub record: KingdomRecord,
    /// Whether its total is doubtful.
    pub needs_review: bool,
    /// The doubtful squares in reading order.
    pub doubts: Vec<Doubt>,
    /// The evidence against the reading.
    pub warnings: Vec<Warning>,
}

/// A square that may have been misread.
#[derive(Debug, Clone, PartialEq)]
pub struct Doubt {
    /// The square's place.
    pub place: Place,
    /// The most probable reading.
    pub best: Square,
    /// The probability of `best`, 0 to 1.
    pub probability: f64,
    /// The second most probable reading.
    pub second: Square,
}

impl From<&Doubt> for Message {
    /// Names the square and both readings.
    fn from(doubt: &Doubt) -> Self {
        let message = MessageId::MaybeSquare.with("square", doubt.place).with("best", Message::from(&doubt.best));
        let message = message.with("percent", format!("{:.0}", 100.0 * doubt.probability));
        message.with("second", Message::from(&doubt.second))
    }
}

/// The results cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {problem}", path = .path.display())]
pub struct ResultsError {
    /// The path of the file or photo.
    pub path: PathBuf,
    /// The problem with it.
    pub problem: String,
}

impl ResultLine {
    /// The line of a photo that was read; `name` is its path as displayed.
    pub fn new(name: &str, content: &Content, info: &PhotoInfo, reading: PhotoReading) -> Self {
        let PhotoReading { status, message, kingdoms, guesses, .. } = reading;
        let mut line = Self {
            schema_version: SCHEMA_VERSION,
            photo: name.to_owned(),
            sha256: content.as_ref().ok().cloned(),
            info: info.clone(),
            status,
            message,
            reason: (status == Status::Error).then(|| MessageId::PhotoNotRead.into()),
            duplicate_of: None,
            same_as: Vec::new(),
            needs_review: false,
            kingdoms,
            guesses,
        };
        line.needs_review = line.is_doubtful();
        line
    }

    /// The same photo with kingdoms that have been read again.
    #[must_use]
    pub fn read_anew(self, kingdoms: Vec<ScannedKingdom>) -> Self {
        let mut line = Self { kingdoms, ..self };
        line.needs_review = line.is_doubtful();
        line
    }

    /// The same photo with other kingdoms, and the guesses behind each.
    #[must_use]
    pub fn with_kingdoms(self, kingdoms: Vec<ScannedKingdom>, guesses: Vec<KingdomGuesses>) -> Self {
        let (status, message, reason) = match (kingdoms.is_empty(), self.status) {
            (false, _) => (Status::Scored, String::new(), None),
            (true, Status::Scored) => (Status::NoKingdom, String::new(), None),
            (true, status) => (status, self.message.clone(), self.reason.clone()),
        };
        Self { status, message, reason, guesses, ..self }.read_anew(kingdoms)
    }

    /// Whether the photo needs review: a player's photo must show one kingdom that is certain, another photo at least one.
    pub fn is_doubtful(&self) -> bool {
        let is_one_too_many = self.info.is_wrong_number(self.kingdoms.len());
        match self.status {
            Status::Scored if is_one_too_many || !self.same_as.is_empty() || self.info.is_unlisted => true,
            Status::Scored => self.kingdoms.iter().any(|kingdom| kingdom.record.needs_review()),
            Status::NoKingdom | Status::Error => true,
            Status::Duplicate => self.needs_review,
        }
    }

    /// The same photo after a reading without a missing part of the program: all of it needs review.
    #[must_use]
    pub fn read_in_part(mut self) -> Self {
        for doubts in self.kingdoms.iter_mut().filter_map(|kingdom| kingdom.record.doubts.as_mut()) {
            doubts.needs_review = true;
            doubts.warnings.push(Warning {
                code: WarningCode::SecondLookFailed,
                message: MessageId::ReadInPart.into(),
                squares: Vec::new(),
            });
        }
        if self.kingdoms.is_empty() {
            self.status = Status::Error;
            self.reason = Some(MessageId::ReadInPart.into());
        }
        self.needs_review = self.is_doubtful();
        self
    }

    /// Whether the photo was read in part, or a pass over it failed, so that another attempt may read more.
    pub fn is_in_part(&self) -> bool {
        let mut warnings = self.kingdoms.iter().flat_map(|kingdom| kingdom.record.warnings());
        self.reason == Some(MessageId::ReadInPart.into())
            || warnings.any(|warning| warning.code == WarningCode::SecondLookFailed)
    }

    /// The kingdoms, with the data that ranks and report need.
    pub fn read_kingdoms(&self) -> Vec<ReadKingdom> {
        self.kingdoms.iter().map(ReadKingdom::new).collect()
    }

    /// The warnings about grid and photo of each kingdom, which its guesses do not contain.
    pub fn warnings_of_photo(&self) -> Vec<Vec<Warning>> {
        warnings_of_photo(&self.kingdoms)
    }

    /// An error about this photo's line.
    pub fn error(&self, problem: String) -> ResultsError {
        ResultsError { path: PathBuf::from(&self.photo), problem }
    }
}

/// The warnings about grid and photo of each kingdom, in order.
pub(crate) fn warnings_of_photo(kingdoms: &[ScannedKingdom]) -> Vec<Vec<Warning>> {
    let codes = [&WarningCode::ABOUT_THE_GRID[..], &WarningCode::ABOUT_THE_PHOTO].concat();
    let all = kingdoms.iter().map(|kingdom| kingdom.record.warnings());
    all.map(|warnings| warnings.filter(|warning| codes.contains(&warning.code)).collect()).collect()
}

/// Skips a field that no result depends on.
///
/// # Errors
/// If the text is not JSON.
pub fn ignored<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<Vec<T>, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| Vec::new())
}

impl ReadKingdom {
    /// Keeps only the doubts that ranks and report need, because all squares of a tournament would take much
    /// memory.
    fn new(kingdom: &ScannedKingdom) -> Self {
        let record = &kingdom.record;
        let squares = record.doubts.iter().filter_map(|doubts| doubts.squares.as_ref()).flat_map(Grid::iter);
        let mut doubts = Vec::new();
        for (place, ReadSquare { best, probability, second, .. }) in
            squares.filter(|(_, square)| square.state == SquareState::Doubtful)
        {
            doubts.push(Doubt { place, best: *best, probability: *probability, second: *second });
        }
        Self {
            needs_review: record.needs_review(),
            doubts,
            warnings: record.warnings().collect(),
            record: KingdomRecord { doubts: None, ..record.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_schema_is_of_these_lines() {
        let title = "A line of results.ndjson, as `kingdom-scanner batch` writes it";
        kingdomino::schema::assert_committed::<ResultLine>("results", title);
    }
}
