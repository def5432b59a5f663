//! The kingdoms of a line of `scan --json`, of a batch's results and of saved games. Fields are only ever added.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::KingdomReport;
use super::sheet_json::ScoredKingdomJson;
use super::square_json::{COARSE_PROBABILITY_PARTS, PROBABILITY_PARTS, SquareFields, rounded, stored_square};
use kingdomino::domain::{Place, Square};
use kingdomino::formats::ReadSquare;
use kingdomino::formats::{KingdomRecord, TerritoryPoints};
use reading::reconstruct::{CorrectedSquare, LeftOut};

/// What one photo came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// As in squares' names: the kingdom's first row is 1. Above the kingdom it is 0 or less, below the kingdom more than its last row.
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

/// A kingdom as it stands in a line of `scan --json`, probabilities to four decimals.
///
/// # Errors
/// None that is known: every field has a form in JSON.
pub fn scanned_kingdom_json(report: &KingdomReport<'_>) -> serde_json::Result<Box<RawValue>> {
    serde_json::value::to_raw_value(&KingdomFields::rounded(report, PROBABILITY_PARTS))
}

/// A kingdom as it stands in results and saved games, probabilities to three decimals.
///
/// # Errors
/// None that is known: every field has a form in JSON.
pub fn kingdom_json(report: &KingdomReport<'_>) -> serde_json::Result<Box<RawValue>> {
    serde_json::value::to_raw_value(&KingdomFields::rounded(report, COARSE_PROBABILITY_PARTS))
}

/// The record that [`parse_json`](kingdomino::formats::parse_json) reads from [`kingdom_json`].
pub fn kingdom_record(report: &KingdomReport<'_>) -> KingdomRecord {
    let mut doubts = report.reading.doubts(report.warnings);
    doubts.squares =
        doubts.squares.map(|squares| squares.map(|square| stored_square(square, COARSE_PROBABILITY_PARTS)));
    KingdomRecord { doubts: Some(doubts), ..without_doubts(report) }
}

fn without_doubts(report: &KingdomReport<'_>) -> KingdomRecord {
    KingdomRecord {
        player: report.player.map(str::to_owned),
        unseen: report.unseen,
        variants: report.variants.to_vec(),
        corners_px: report.corners_px.map(|corners| corners.map(|corner| corner.map(|px| rounded(px, 100.0)))),
        score: Some(TerritoryPoints::from_sheet(report.sheet)),
        ..KingdomRecord::from(report.reading.kingdom.clone())
    }
}

impl KingdomFields {
    /// Rounds probabilities to multiples of 1 / `parts`.
    fn rounded(report: &KingdomReport<'_>, parts: f64) -> Self {
        let reading = report.reading;
        let record = without_doubts(report);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_kingdom::{CORNERS_PX, corrected_reading, doubtful_reading};
    use kingdomino::domain::{Building, OffBoardFacts, Variant};
    use kingdomino::formats::{Likely, ReadPieces};
    use kingdomino::scoring::sheet::ScoreSheet;
    use messages::{MessageId, Words};
    use reading::reconstruct::Reading;

    fn json(reading: &Reading) -> String {
        let variants = [Variant::Harmony];
        let sheet = ScoreSheet::new(&reading.kingdom, &OffBoardFacts::default(), &variants);
        let notes = [MessageId::Squares.count(5)];
        let report = KingdomReport {
            reading,
            sheet: &sheet,
            corners_px: Some(CORNERS_PX),
            player: None,
            unseen: OffBoardFacts::default(),
            variants: &variants,
            warnings: &reading.warnings,
            notes: &notes,
        };
        scanned_kingdom_json(&report).expect("JSON").get().to_owned()
    }

    #[test]
    fn the_record_of_a_kingdom_is_that_of_its_json() {
        let likely = |what: bool| Likely { what, probability: 0.12345, total: Some(7) };
        let pieces = ReadPieces {
            buildings: vec![Likely { what: Some(Building::Church), probability: 0.98765, total: None }],
            towers: vec![Likely { what: 2, probability: 0.00049, total: Some(3) }],
            knight: vec![likely(true), likely(false)],
            queen: vec![likely(false)],
        };
        let mut covered = doubtful_reading();
        covered.squares[Place::new(0, 1)].seen = 0.456;
        covered.squares[Place::new(0, 2)].seen = 0.997;
        covered.squares[Place::new(1, 2)].pieces = Some(pieces);
        for reading in [doubtful_reading(), corrected_reading(), covered] {
            let unseen = OffBoardFacts { coins: Some(7), ..OffBoardFacts::default() };
            let variants = [Variant::Harmony];
            let sheet = ScoreSheet::new(&reading.kingdom, &unseen, &variants);
            let report = KingdomReport {
                reading: &reading,
                sheet: &sheet,
                corners_px: Some(CORNERS_PX),
                player: Some("Anna"),
                unseen,
                variants: &variants,
                warnings: &reading.warnings,
                notes: &[],
            };
            let json = kingdom_json(&report).expect("JSON");
            let read = kingdomino::formats::parse_json(json.get()).expect("a kingdom").record;
            assert_eq!(kingdom_record(&report), read);
        }
    }

    #[test]
    fn what_a_person_said_is_kept() {
        let kingdom: serde_json::Value = serde_json::from_str(&json(&corrected_reading())).expect("JSON");
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
    fn a_kingdom_has_its_reading_and_its_sheet() {
        insta::assert_snapshot!(json(&doubtful_reading()), @r#"{"kingdom":{"schema_version":1,"game":"kingdomino","size":5,"rows":2,"cols":3,"squares":[["wheat:1","wheat","forest"],["castle","lake","mine:3"]],"variants":["harmony"],"corners_px":[[10.0,20.0],[310.0,20.5],[310.0,220.26],[10.0,220.0]],"score":{"forest":0,"grassland":0,"lake":0,"mine":3,"swamp":0,"total":5,"wheat":2}},"notation":"W1WF/CLM3 k5","sheet":{"lines":[{"id":"wheat","points":2,"parts":[{"terrain":"wheat","squares":["r1c1","r1c2"],"crowns":1,"points":2}]},{"id":"forest","points":0,"parts":[{"terrain":"forest","squares":["r1c3"],"crowns":0,"points":0}]},{"id":"lake","points":0,"parts":[{"terrain":"lake","squares":["r2c2"],"crowns":0,"points":0}]},{"id":"grassland","points":0,"parts":[]},{"id":"swamp","points":0,"parts":[]},{"id":"mine","points":3,"parts":[{"terrain":"mine","squares":["r2c3"],"crowns":3,"points":3}]},{"id":"bonus","points":0,"parts":[{"variant":"harmony","points":0}]}]},"total":5,"warnings":[{"code":"doubtful-total","message":"so many squares are doubtful that not all kingdoms could be weighed; check the squares","squares":["r1c2"],"text":{"id":"too-many-doubts"}}],"notes":["5 squares"],"needs_review":true,"game_probability":1.0,"squares":[[{"best":"wheat:1","probability":0.9988,"second":"empty","state":"seen"},{"best":"wheat","probability":0.81,"second":"wheat:1","state":"doubtful"},{"best":"forest","probability":0.9988,"second":"empty","state":"seen"}],[{"best":"castle","probability":0.9988,"second":"empty","state":"seen"},{"best":"lake","probability":0.9988,"second":"empty","state":"seen"},{"best":"mine:3","probability":0.9988,"second":"empty","state":"seen"}]],"corrections":[]}"#);
    }
}
