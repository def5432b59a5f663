//! The result of one photo of a tournament: a line of JSON.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};

use crate::photo_reading::{PhotoReading, Status};
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Grid, Place, Square};
use kingdomino::formats::{KingdomRecord, ReadSquare, SquareState};
use messages::{Message, MessageId, Words};
use report::formats::SCHEMA_VERSION;
use report::scan_json::ScannedKingdom;

/// The result of one photo.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct ResultLine {
    /// The `schema_version` of `scan --json`.
    #[cfg_attr(any(test, feature = "schema"), schemars(extend("const" = 1)))]
    pub schema_version: u64,
    /// The reading of the photo on its own.
    #[serde(flatten)]
    pub reading: PhotoReading,
    /// The photo that was read in place of this one, because it has the same bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<String>,
    /// Photos with the same bytes that are listed for another player. They are not read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_as: Vec<String>,
    /// Whether a person should look at the photo.
    pub needs_review: bool,
    /// The kingdoms as in `scan --json`, probabilities to three decimals.
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "Vec<report::scan_json::KingdomFields>"))]
    pub kingdoms: Vec<ScannedKingdom>,
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

impl ResultLine {
    /// The line of a photo with these kingdoms.
    pub fn new(reading: PhotoReading, kingdoms: Vec<ScannedKingdom>) -> Self {
        let line = Self {
            schema_version: SCHEMA_VERSION,
            reading,
            duplicate_of: None,
            same_as: Vec::new(),
            needs_review: false,
            kingdoms: Vec::new(),
        };
        line.with_kingdoms(kingdoms)
    }

    /// The same photo with other kingdoms.
    #[must_use]
    pub fn with_kingdoms(self, kingdoms: Vec<ScannedKingdom>) -> Self {
        let mut line = Self { kingdoms, ..self };
        line.needs_review = line.is_doubtful();
        line
    }

    /// Whether the photo needs review. A photo with kingdoms needs it if one of them does, if it shows more
    /// or fewer kingdoms than it has named players, if another player's photo has the same bytes, or if the
    /// manifest does not list it. A photo without a kingdom always needs it; for a duplicate, the flag stays
    /// the same.
    pub fn is_doubtful(&self) -> bool {
        let info = &self.reading.info;
        let is_one_too_many = info.is_wrong_number(self.kingdoms.len());
        match self.reading.status {
            Status::Scored if is_one_too_many || !self.same_as.is_empty() || info.is_unlisted => true,
            Status::Scored => self.kingdoms.iter().any(|kingdom| kingdom.record.needs_review()),
            Status::NoKingdom | Status::Error => true,
            Status::Duplicate => self.needs_review,
        }
    }

    /// The kingdoms, with the data that ranks and report need.
    pub fn read_kingdoms(&self) -> Vec<ReadKingdom> {
        self.kingdoms.iter().map(ReadKingdom::new).collect()
    }
}

/// Skips a field that no result depends on.
///
/// # Errors
/// If the text is not JSON.
pub fn ignored<'de, D: Deserializer<'de>, T>(deserializer: D) -> Result<Vec<T>, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| Vec::new())
}

impl ReadKingdom {
    /// Keeps only the doubtful squares, because all squares of a tournament would take much memory.
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
