//! The result of one photo as a line of JSON, in the output of `scan --json` and in the results of a
//! tournament. Fields are only ever added.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::photo_reading::{PhotoReading, Status};
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Grid, Place, Square};
use kingdomino::formats::{KingdomRecord, ReadSquare, SquareState};
use messages::{Message, MessageId, Words};
use report::formats::{GameOfPhotos, SCHEMA_VERSION};
use report::scan_json::ScannedKingdom;

/// The result of one photo.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct PhotoLine {
    /// The version of the format.
    #[cfg_attr(any(test, feature = "schema"), schemars(extend("const" = 1)))]
    pub schema_version: u64,
    /// The reading of the photo on its own. A line of `scan --json` has no guesses if `options` or corrections
    /// were given.
    #[serde(flatten)]
    pub reading: PhotoReading,
    /// The photo that was read in place of this one, because it has the same bytes; only in results of a
    /// tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<String>,
    /// Photos with the same bytes that are listed for another player. They are not read. Only in results of a
    /// tournament.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_as: Vec<String>,
    /// Whether a person should look at the photo.
    pub needs_review: bool,
    /// The kingdoms, in rows from the photo's top, and from left to right within a row.
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "Vec<report::scan_json::KingdomFields>"))]
    pub kingdoms: Vec<ScannedKingdom>,
    /// How the photo was scanned; only in lines of `scan --json`.
    #[serde(flatten)]
    pub scan: ScanFields,
}

/// What only a line of `scan --json` says.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ScanFields {
    /// Width and height of the upright photo at full size, in px; corners refer to these pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photo_size_px: Option<[i32; 2]>,
    /// The number of learnt squares in the gallery; missing if no gallery was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gallery_entries: Option<usize>,
    /// Milliseconds by stage, in the order of the stages.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_map", deserialize_with = "if_present")]
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "std::collections::BTreeMap<String, f64>"))]
    pub timings_ms: Option<StageTimes>,
    /// The kingdoms of the whole game, if its photos were scanned together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameOfPhotos>,
    /// The version of the program that read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Identifies the networks, the gallery and the limits with which it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reader: Option<String>,
    /// The options given that change the reading and that `batch` does not have, such as `--one`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// By how much the photo was reduced before it was read: its width divided by the width that was read.
    /// Missing if it was not reduced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduction: Option<f64>,
}

/// Stages, each with its milliseconds.
pub type StageTimes = Vec<(&'static str, f64)>;

fn as_map<S: Serializer>(timings_ms: &Option<StageTimes>, json: S) -> Result<S::Ok, S::Error> {
    json.collect_map(timings_ms.iter().flatten().map(|(stage, ms)| (*stage, (ms * 100.0).round() / 100.0)))
}

/// Skips the timings, on which no result depends. They show that the line is one of `scan --json`.
fn if_present<'de, D: Deserializer<'de>>(json: D) -> Result<Option<StageTimes>, D::Error> {
    ignored(json).map(Some)
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

impl PhotoLine {
    /// The line of a photo with these kingdoms.
    pub fn new(reading: PhotoReading, kingdoms: Vec<ScannedKingdom>) -> Self {
        let line = Self {
            schema_version: SCHEMA_VERSION,
            reading,
            duplicate_of: None,
            same_as: Vec::new(),
            needs_review: false,
            kingdoms: Vec::new(),
            scan: ScanFields::default(),
        };
        line.with_kingdoms(kingdoms)
    }

    /// One line of JSON with a newline at the end.
    ///
    /// # Errors
    /// None known: every field can be written as JSON.
    pub fn to_line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self).map(|line| line + "\n")
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

    use crate::photo_info::PhotoInfo;
    use report::formats::{GameKingdomJson, ShownJson};

    fn scored() -> PhotoReading {
        let info = PhotoInfo { size: Some(5), ..PhotoInfo::default() };
        PhotoReading::scored("a.jpg", &Ok("00".to_owned()), &info, Vec::new())
    }

    fn written(scan: ScanFields) -> String {
        PhotoLine { scan, ..PhotoLine::new(scored(), Vec::new()) }.to_line().expect("JSON")
    }

    #[test]
    fn a_scanned_photo_is_one_line() {
        let timings_ms = Some(vec![("load", 12.3456), ("grid", 7.0)]);
        let scan =
            ScanFields { photo_size_px: Some([640, 480]), timings_ms, reduction: Some(2.0), ..ScanFields::default() };
        insta::assert_snapshot!(written(scan), @r#"{"schema_version":1,"photo":"a.jpg","sha256":"00","told":{"size":5},"status":"scored","message":"","needs_review":false,"kingdoms":[],"photo_size_px":[640,480],"timings_ms":{"load":12.35,"grid":7.0},"reduction":2.0}"#);
    }

    #[test]
    fn a_photo_of_a_game_tells_of_its_kingdoms() {
        let shown = |photo: &str, kingdom| ShownJson { photo: photo.to_owned(), kingdom };
        let kingdoms = vec![
            GameKingdomJson { shown: vec![shown("a.jpg", 1), shown("b.jpg", 2)], read_together: true },
            GameKingdomJson { shown: vec![shown("b.jpg", 1)], read_together: true },
        ];
        let scan = ScanFields { game: Some(GameOfPhotos { kingdoms }), ..ScanFields::default() };
        insta::assert_snapshot!(written(scan), @r#"{"schema_version":1,"photo":"a.jpg","sha256":"00","told":{"size":5},"status":"scored","message":"","needs_review":false,"kingdoms":[],"game":{"kingdoms":[{"shown":[{"photo":"a.jpg","kingdom":1},{"photo":"b.jpg","kingdom":2}],"read_together":true},{"shown":[{"photo":"b.jpg","kingdom":1}],"read_together":true}]}}"#);
    }

    #[test]
    fn a_photo_without_a_kingdom_says_why() {
        let line = |status: Status| {
            let (content, info) = (Ok("00".to_owned()), PhotoInfo::default());
            let reading = PhotoReading::without_kingdom("a.jpg", &content, &info, status, "a.jpg: why".to_owned());
            PhotoLine::new(reading, Vec::new()).to_line().expect("JSON")
        };
        insta::assert_snapshot!(line(Status::NoKingdom), @r#"{"schema_version":1,"photo":"a.jpg","sha256":"00","told":{},"status":"no_kingdom","message":"a.jpg: why","needs_review":true,"kingdoms":[]}"#);
        insta::assert_snapshot!(line(Status::Error), @r#"{"schema_version":1,"photo":"a.jpg","sha256":"00","told":{},"status":"error","message":"a.jpg: why","reason":{"id":"photo-not-read"},"needs_review":true,"kingdoms":[]}"#);
    }

    #[test]
    fn the_committed_schema_is_of_these_lines() {
        let title = "A line about a photo, as `scan --json` prints it and `batch` writes it to results.ndjson";
        kingdomino::schema::assert_committed::<PhotoLine>("photo", title);
    }
}
