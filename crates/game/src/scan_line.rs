//! `scan --json`: one line per photo. Fields are only ever added.

use serde::{Deserialize, Serialize, Serializer};

use crate::line::ignored;
use crate::photo_reading::PhotoReading;
use report::formats::SCHEMA_VERSION;
use report::scan_json::ScannedKingdom;

/// The line's fields, in order.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct ScanLine {
    #[cfg_attr(any(test, feature = "schema"), schemars(extend("const" = 1)))]
    pub(crate) schema_version: u64,
    /// The reading of the photo on its own. Its name is as given on the command line. It has no guesses if
    /// `options` or corrections were given.
    #[serde(flatten)]
    pub reading: PhotoReading,
    /// Width and height of the upright photo, in px.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) photo_size_px: Option<[i32; 2]>,
    /// The number of learnt squares in the gallery; missing if no gallery was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) gallery_entries: Option<usize>,
    /// The kingdoms, in rows from the photo's top, and from left to right within a row.
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "Vec<report::scan_json::KingdomFields>"))]
    pub kingdoms: Vec<ScannedKingdom>,
    /// Milliseconds by stage, in the order of the stages.
    #[serde(serialize_with = "as_map", deserialize_with = "ignored")]
    #[cfg_attr(any(test, feature = "schema"), schemars(with = "std::collections::BTreeMap<String, f64>"))]
    pub(crate) timings_ms: Vec<(&'static str, f64)>,
    /// The kingdoms of the whole game, if its photos were scanned together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<GameFields>,
    /// The version of the program that read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Identifies the networks, the gallery and the limits with which it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reader: Option<String>,
    /// The options given that change the reading and that `batch` does not have, such as `--one`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// By how much the photo was reduced before it was read: its width divided by the width that was read.
    /// Not there if it was not reduced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduction: Option<f64>,
}

/// The kingdoms that all photos of a game show together.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub(crate) struct GameFields {
    /// The kingdoms, in the order in which the photos first show them.
    kingdoms: Vec<GameKingdomJson>,
}

/// A kingdom of a game whose photos were scanned together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct GameKingdomJson {
    /// Each photo that shows the kingdom, with its number there.
    pub shown: Vec<ShownJson>,
    /// Whether it was read together with the game's other kingdoms, as built from the same box.
    pub read_together: bool,
}

/// A kingdom in a photo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(any(test, feature = "schema"), derive(schemars::JsonSchema))]
pub struct ShownJson {
    /// As given on the command line.
    pub photo: String,
    /// Its number among the photo's kingdoms, from 1.
    pub kingdom: usize,
}

impl ScanLine {
    /// The line of a photo with these kingdoms, in order; `timings_ms` are milliseconds by stage.
    pub fn new(reading: PhotoReading, kingdoms: Vec<ScannedKingdom>, timings_ms: &[(&'static str, f64)]) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            reading,
            photo_size_px: None,
            gallery_entries: None,
            kingdoms,
            timings_ms: timings_ms.to_vec(),
            game: None,
            program: None,
            reader: None,
            options: Vec::new(),
            reduction: None,
        }
    }

    /// Adds the kingdoms of the game that the photo was scanned with.
    #[must_use]
    pub fn of_game(self, kingdoms: &[GameKingdomJson]) -> Self {
        Self { game: Some(GameFields { kingdoms: kingdoms.to_vec() }), ..self }
    }

    /// Sets the upright photo's width and height, in pixels.
    #[must_use]
    pub fn of_size(self, (width, height): (i32, i32)) -> Self {
        Self { photo_size_px: Some([width, height]), ..self }
    }

    /// Sets the number of learnt squares in the gallery, if one was used.
    #[must_use]
    pub fn with_gallery(self, entries: Option<usize>) -> Self {
        Self { gallery_entries: entries, ..self }
    }

    /// One line of JSON with a newline at the end.
    ///
    /// # Errors
    /// None known: every field can be written as JSON.
    pub fn to_line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self).map(|line| line + "\n")
    }
}

fn as_map<S: Serializer>(timings_ms: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(timings_ms.iter().map(|(stage, ms)| (*stage, (ms * 100.0).round() / 100.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::photo_info::PhotoInfo;
    use crate::photo_reading::Status;

    fn scored() -> PhotoReading {
        let info = PhotoInfo { size: Some(5), ..PhotoInfo::default() };
        PhotoReading::scored("a.jpg", &Ok("00".to_owned()), &info, Vec::new())
    }

    #[test]
    fn a_scored_photo_is_one_line() {
        let line = ScanLine::new(scored(), Vec::new(), &[("load", 12.3456), ("grid", 7.0)]);
        let line = ScanLine { reduction: Some(2.0), ..line };
        let line = line.of_size((640, 480)).to_line().expect("JSON");
        insta::assert_snapshot!(line, @r#"{"schema_version":1,"photo":"a.jpg","sha256":"00","told":{"size":5},"status":"scored","message":"","photo_size_px":[640,480],"kingdoms":[],"timings_ms":{"load":12.35,"grid":7.0},"reduction":2.0}"#);
    }

    #[test]
    fn a_photo_of_a_game_tells_of_its_kingdoms() {
        let shown = |photo: &str, kingdom| ShownJson { photo: photo.to_owned(), kingdom };
        let kingdoms = [
            GameKingdomJson { shown: vec![shown("a.jpg", 1), shown("b.jpg", 2)], read_together: true },
            GameKingdomJson { shown: vec![shown("b.jpg", 1)], read_together: true },
        ];
        let line = ScanLine::new(scored(), Vec::new(), &[]).of_game(&kingdoms).to_line().expect("JSON");
        insta::assert_snapshot!(line, @r#"{"schema_version":1,"photo":"a.jpg","sha256":"00","told":{"size":5},"status":"scored","message":"","kingdoms":[],"timings_ms":{},"game":{"kingdoms":[{"shown":[{"photo":"a.jpg","kingdom":1},{"photo":"b.jpg","kingdom":2}],"read_together":true},{"shown":[{"photo":"b.jpg","kingdom":1}],"read_together":true}]}}"#);
    }

    #[test]
    fn a_photo_without_a_kingdom_says_why() {
        let line = |status: Status| {
            let (content, info) = (Ok("00".to_owned()), PhotoInfo::default());
            let reading = PhotoReading::without_kingdom("a.jpg", &content, &info, status, "a.jpg: why".to_owned());
            ScanLine::new(reading, Vec::new(), &[]).to_line().expect("JSON")
        };
        insta::assert_snapshot!(line(Status::NoKingdom), @r#"{"schema_version":1,"photo":"a.jpg","sha256":"00","told":{},"status":"no_kingdom","message":"a.jpg: why","kingdoms":[],"timings_ms":{}}"#);
        insta::assert_snapshot!(line(Status::Error), @r#"{"schema_version":1,"photo":"a.jpg","sha256":"00","told":{},"status":"error","message":"a.jpg: why","reason":{"id":"photo-not-read"},"kingdoms":[],"timings_ms":{}}"#);
    }

    #[test]
    fn the_committed_schema_is_of_these_lines() {
        kingdomino::schema::assert_committed::<ScanLine>("scan", "A line of `kingdom-scanner scan --json`");
    }
}
