//! `scan --json`: one line per photo. Fields are only ever added.

use serde::Serialize;
use serde::ser::Serializer;
use serde_json::value::RawValue;

use super::KingdomReport;
use super::sheet_json::ScoredKingdomJson;
use super::square_json::{COARSE_PROBABILITY_PARTS, PROBABILITY_PARTS, SquareFields, rounded};
use kingdomino::domain::{Place, Square};
use kingdomino::formats::ReadSquare;
use kingdomino::formats::{KingdomRecord, SCHEMA_VERSION, TerritoryPoints};
use reading::reconstruct::{CorrectedSquare, LeftOut};

/// What one photo came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Its kingdoms are read and scored; `needs_review` says whether a total is to be checked.
    Scored,
    /// It was looked at and shows none.
    NoKingdom,
    /// The photo could not be read, or something broke.
    Error,
}

/// The line's fields, in order.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScanLine<'a> {
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    schema_version: u64,
    /// As given on the command line.
    photo: &'a str,
    status: Status,
    /// Why there is no kingdom; empty when there is one.
    message: String,
    /// Width and height of the upright photo, in px.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo_size_px: Option<[i32; 2]>,
    /// How many learnt squares there were to consult; not there when no gallery was.
    #[serde(skip_serializing_if = "Option::is_none")]
    gallery_entries: Option<usize>,
    kingdoms: Vec<KingdomFields>,
    /// Milliseconds by stage, in the order of the stages.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, f64>"))]
    timings_ms: Vec<(&'static str, f64)>,
    /// Of photos that were scanned as those of one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<GameFields>,
}

/// What all photos of the game show together.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameFields {
    /// In the order in which the photos first show them.
    kingdoms: Vec<GameKingdomJson>,
}

/// A kingdom of a game whose photos were scanned together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameKingdomJson {
    /// Where it is seen: in one photo, or in several that were read as one.
    pub shown: Vec<ShownJson>,
    /// Whether it was read together with other kingdoms, as laid from the same box.
    pub read_together: bool,
}

/// A kingdom in a photo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownJson {
    /// As given on the command line.
    pub photo: String,
    /// Its number among the photo's kingdoms, from 1.
    pub kingdom: usize,
}

/// A kingdom of a photo.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KingdomFields {
    /// The kingdom in the format of labels (its `score` holds no bonus), its sheet, warnings about the reading, and notes.
    #[serde(flatten)]
    scored: ScoredKingdomJson,
    /// False exactly when the total needs no check.
    needs_review: bool,
    /// That it is of the kingdom's `game` and no other, 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    game_probability: f64,
    /// Rows from the top, as many as the kingdom has.
    squares: Vec<Vec<SquareFields>>,
    /// Tiles that are seen and do not count; not there when there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOutFields>,
    /// What a person said, in reading order; empty when nobody did.
    corrections: Vec<CorrectionFields>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LeftOutFields {
    /// As in the squares' names: 1 is the kingdom's first row. Outside the kingdom below that, or above its last row.
    row: isize,
    /// Likewise.
    col: isize,
    /// What is most probably there.
    seen: String,
    /// That a tile is there, to the picture of the square alone, 0 to 1.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    probability: f64,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CorrectionFields {
    /// Its name in the kingdom as it was read without corrections.
    square: Place,
    /// Its name in this kingdom; null outside it, where no tile lies.
    lies_at: Option<Place>,
    /// What had been read.
    read: Square,
    /// What the person says; the same when it confirms the reading.
    #[serde(rename = "told")]
    given: Square,
}

impl<'a> ScanLine<'a> {
    /// A photo whose kingdoms were read, in their order; `timings_ms` are milliseconds by stage.
    pub fn scored(photo: &'a str, kingdoms: &[KingdomReport<'_>], timings_ms: &[(&'static str, f64)]) -> Self {
        let kingdoms = kingdoms.iter().map(|report| KingdomFields::rounded(report, PROBABILITY_PARTS)).collect();
        Self {
            kingdoms,
            timings_ms: timings_ms.to_vec(),
            ..Self::without_kingdom(photo, Status::Scored, String::new())
        }
    }

    /// Adds the kingdoms of the game that the photo was scanned with.
    #[must_use]
    pub fn of_game(self, kingdoms: &[GameKingdomJson]) -> Self {
        Self { game: Some(GameFields { kingdoms: kingdoms.to_vec() }), ..self }
    }

    /// A photo without a kingdom, and why none was found.
    pub fn no_kingdom(photo: &'a str, message: impl Into<String>) -> Self {
        Self::without_kingdom(photo, Status::NoKingdom, message.into())
    }

    /// A photo that could not be read, and why.
    pub fn error(photo: &'a str, message: impl Into<String>) -> Self {
        Self::without_kingdom(photo, Status::Error, message.into())
    }

    fn without_kingdom(photo: &'a str, status: Status, message: String) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            photo,
            status,
            message,
            photo_size_px: None,
            gallery_entries: None,
            kingdoms: Vec::new(),
            timings_ms: Vec::new(),
            game: None,
        }
    }

    /// The upright photo's width and height.
    #[must_use]
    pub fn of_size(self, (width, height): (i32, i32)) -> Self {
        Self { photo_size_px: Some([width, height]), ..self }
    }

    /// Sets the number of learnt squares in the gallery, if one was used.
    #[must_use]
    pub fn with_gallery(self, entries: Option<usize>) -> Self {
        Self { gallery_entries: entries, ..self }
    }

    /// One line of JSON, newline at the end.
    ///
    /// # Errors
    /// None that is known: every field has a form in JSON.
    pub fn to_line(&self) -> serde_json::Result<String> {
        serde_json::to_string(self).map(|line| line + "\n")
    }
}

/// A kingdom as it stands in the line's `kingdoms`, probabilities to three decimals.
///
/// # Errors
/// None that is known: every field has a form in JSON.
pub fn kingdom_json(report: &KingdomReport<'_>) -> serde_json::Result<Box<RawValue>> {
    serde_json::value::to_raw_value(&KingdomFields::rounded(report, COARSE_PROBABILITY_PARTS))
}

impl KingdomFields {
    /// Rounds probabilities to multiples of 1 / `parts`.
    fn rounded(report: &KingdomReport<'_>, parts: f64) -> Self {
        let reading = report.reading;
        let record = KingdomRecord {
            player: report.player.map(str::to_owned),
            unseen: report.unseen,
            variants: report.variants.to_vec(),
            corners_px: Some(report.corners_px.map(|corner| corner.map(|px| rounded(px, 100.0)))),
            score: Some(TerritoryPoints::from_sheet(report.sheet)),
            ..KingdomRecord::from(reading.kingdom.clone())
        };
        let square = |square: &ReadSquare| SquareFields::new(square, parts);
        Self {
            scored: ScoredKingdomJson::new(&record, report.sheet, report.warnings, report.notes),
            needs_review: reading.needs_review,
            game_probability: rounded(reading.game_probability, parts),
            squares: reading.squares.iter_rows().map(|row| row.iter().map(square).collect()).collect(),
            left_out: reading.left_out.iter().map(|tile| LeftOutFields::new(tile, parts)).collect(),
            corrections: reading.corrections.iter().map(CorrectionFields::new).collect(),
        }
    }
}

impl LeftOutFields {
    fn new(tile: &LeftOut, parts: f64) -> Self {
        let LeftOut { row, col, seen, probability } = tile;
        Self { row: row + 1, col: col + 1, seen: seen.to_string(), probability: rounded(*probability, parts) }
    }
}

impl CorrectionFields {
    fn new(square: &CorrectedSquare) -> Self {
        let CorrectedSquare { place, lies_at, read, given } = *square;
        Self { square: place, lies_at, read, given }
    }
}

fn as_map<S: Serializer>(timings_ms: &[(&'static str, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(timings_ms.iter().map(|(stage, ms)| (*stage, rounded(*ms, 100.0))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_kingdom::{CORNERS_PX, corrected_reading, doubtful_reading};
    use kingdomino::domain::{OffBoardFacts, Variant};
    use kingdomino::scoring::sheet::ScoreSheet;
    use messages::{MessageId, Words};
    use reading::reconstruct::Reading;

    fn line(reading: &Reading) -> String {
        let variants = [Variant::Harmony];
        let sheet = ScoreSheet::new(&reading.kingdom, &OffBoardFacts::default(), &variants);
        let notes = [MessageId::Squares.count(5)];
        let report = KingdomReport {
            reading,
            sheet: &sheet,
            corners_px: CORNERS_PX,
            player: None,
            unseen: OffBoardFacts::default(),
            variants: &variants,
            warnings: &reading.warnings,
            notes: &notes,
        };
        ScanLine::scored("a.jpg", &[report], &[("load", 12.3456), ("grid", 7.0)]).to_line().expect("JSON")
    }

    #[test]
    fn what_a_person_said_is_kept() {
        let line: serde_json::Value = serde_json::from_str(&line(&corrected_reading())).expect("JSON");
        let kingdom = &line["kingdoms"][0];
        let expected = serde_json::json!([
            {"square": "r1c2", "lies_at": "r1c2", "read": "wheat:1", "told": "wheat"},
            {"square": "r3c3", "lies_at": "r2c3", "read": "mine:3", "told": "mine:3"},
            {"square": "r3c4", "lies_at": null, "read": "lake", "told": "empty"},
        ]);
        assert_eq!(kingdom["corrections"], expected);
        assert_eq!(kingdom["needs_review"], false);
        let states = ["seen", "corrected", "seen", "seen", "inferred", "corrected"];
        let squares =
            kingdom["squares"].as_array().expect("rows").iter().flat_map(|row| row.as_array().expect("a row"));
        assert!(squares.map(|square| &square["state"]).eq(states), "{kingdom}");
    }

    #[test]
    fn a_scored_photo_is_one_line() {
        let line = line(&doubtful_reading());
        assert_eq!(line.matches('\n').count(), 1);
        insta::assert_snapshot!(line, @r#"{"schema_version":1,"photo":"a.jpg","status":"scored","message":"","kingdoms":[{"kingdom":{"schema_version":1,"game":"kingdomino","size":5,"rows":2,"cols":3,"squares":[["wheat:1","wheat","forest"],["castle","lake","mine:3"]],"variants":["harmony"],"corners_px":[[10.0,20.0],[310.0,20.5],[310.0,220.26],[10.0,220.0]],"score":{"forest":0,"grassland":0,"lake":0,"mine":3,"swamp":0,"total":5,"wheat":2}},"notation":"W1WF/CLM3 k5","sheet":{"lines":[{"id":"wheat","points":2,"parts":[{"terrain":"wheat","squares":["r1c1","r1c2"],"crowns":1,"points":2}]},{"id":"forest","points":0,"parts":[{"terrain":"forest","squares":["r1c3"],"crowns":0,"points":0}]},{"id":"lake","points":0,"parts":[{"terrain":"lake","squares":["r2c2"],"crowns":0,"points":0}]},{"id":"grassland","points":0,"parts":[]},{"id":"swamp","points":0,"parts":[]},{"id":"mine","points":3,"parts":[{"terrain":"mine","squares":["r2c3"],"crowns":3,"points":3}]},{"id":"bonus","points":0,"parts":[{"variant":"harmony","points":0}]}]},"total":5,"warnings":[{"code":"doubtful-total","message":"so many squares are doubtful that not all kingdoms could be weighed; check the squares","squares":["r1c2"],"text":{"id":"too-many-doubts"}}],"notes":["5 squares"],"needs_review":true,"game_probability":1.0,"squares":[[{"best":"wheat:1","probability":0.9988,"second":"empty","state":"seen"},{"best":"wheat","probability":0.81,"second":"wheat:1","state":"doubtful"},{"best":"forest","probability":0.9988,"second":"empty","state":"seen"}],[{"best":"castle","probability":0.9988,"second":"empty","state":"seen"},{"best":"lake","probability":0.9988,"second":"empty","state":"seen"},{"best":"mine:3","probability":0.9988,"second":"empty","state":"seen"}]],"corrections":[]}],"timings_ms":{"load":12.35,"grid":7.0}}"#);
    }

    #[test]
    fn a_photo_of_a_game_tells_of_its_kingdoms() {
        let shown = |photo: &str, kingdom| ShownJson { photo: photo.to_owned(), kingdom };
        let kingdoms = [
            GameKingdomJson { shown: vec![shown("a.jpg", 1), shown("b.jpg", 2)], read_together: true },
            GameKingdomJson { shown: vec![shown("b.jpg", 1)], read_together: true },
        ];
        let line = ScanLine::scored("a.jpg", &[], &[]).of_game(&kingdoms).to_line().expect("JSON");
        insta::assert_snapshot!(line, @r#"{"schema_version":1,"photo":"a.jpg","status":"scored","message":"","kingdoms":[],"timings_ms":{},"game":{"kingdoms":[{"shown":[{"photo":"a.jpg","kingdom":1},{"photo":"b.jpg","kingdom":2}],"read_together":true},{"shown":[{"photo":"b.jpg","kingdom":1}],"read_together":true}]}}"#);
    }

    #[test]
    fn a_photo_without_a_kingdom_says_why() {
        let line = |line: ScanLine| line.to_line().expect("JSON");
        insta::assert_snapshot!(line(ScanLine::no_kingdom("a.jpg", "a.jpg: no grid")), @r#"{"schema_version":1,"photo":"a.jpg","status":"no_kingdom","message":"a.jpg: no grid","kingdoms":[],"timings_ms":{}}"#);
        insta::assert_snapshot!(line(ScanLine::error("b.jpg", "b.jpg: empty")), @r#"{"schema_version":1,"photo":"b.jpg","status":"error","message":"b.jpg: empty","kingdoms":[],"timings_ms":{}}"#);
    }

    #[test]
    #[cfg(feature = "schema")]
    fn the_committed_schema_is_of_these_lines() {
        kingdomino::schema::assert_committed::<ScanLine<'_>>("scan", "A line of `kingdom-scanner scan --json`");
    }
}
