//! The kingdoms of a line of `scan --json`, of a batch's results and of saved games. Fields are only ever
//! added.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::KingdomReport;
use super::sheet_json::{NoteCodes, ScoredKingdomJson, note_codes};
use crate::formats::{ResultKingdom, SquareFields, kept_square, rounded, rounded_probability};
use kingdomino::domain::{Place, Square};
use kingdomino::formats::{KingdomRecord, Name, TerritoryPoints};
use messages::Message;
use reading::reconstruct::{CorrectedSquare, LeftOut};

/// The outcome of a photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Its kingdoms are read and scored; `needs_review` says whether a total needs checking.
    Scored,
    /// It was examined, and no kingdom was found in it.
    NoKingdom,
    /// It could not be read.
    Error,
    /// It was not read, because another photo has the same bytes; only in results of a tournament.
    Duplicate,
}

/// A kingdom of a photo, as results hold it. In JSON it is written with its sheet, which follows from the
/// record and is not read back.
#[derive(Debug, Clone, PartialEq)]
pub struct ScannedKingdom {
    /// The record, including the doubts of the reading.
    pub record: KingdomRecord,
    /// The probability, 0 to 1, that the kingdom is of its game and no other.
    game_probability: f64,
    left_out: Vec<LeftOut>,
    corrections: Vec<CorrectedSquare>,
    /// Notes about the kingdom, in English.
    notes: Vec<String>,
    note_codes: Option<NoteCodes>,
}

/// A kingdom of a photo.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KingdomFields {
    /// The kingdom in the format of labels (its `score` holds no bonus), its sheet, warnings about the
    /// reading, and notes.
    #[serde(flatten)]
    scored: ScoredKingdomJson,
    /// False if and only if the total needs no check.
    needs_review: bool,
    /// The probability, 0 to 1, that the kingdom is of its `game` and no other.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    game_probability: f64,
    /// Rows from the top, as many as the kingdom has.
    squares: Vec<Vec<SquareFields>>,
    /// Tiles that were seen but do not count; missing if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<LeftOutFields>,
    /// The user's corrections, in reading order; empty if there are none.
    corrections: Vec<CorrectionFields>,
}

/// The part of [`KingdomFields`] that is read back.
#[derive(Deserialize)]
struct BelievedFields {
    #[serde(flatten)]
    kingdom: ResultKingdom,
    #[serde(default = "sure")]
    game_probability: f64,
    #[serde(default)]
    left_out: Vec<LeftOutFields>,
    #[serde(default)]
    corrections: Vec<CorrectionFields>,
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default)]
    note_codes: Option<NoteCodes>,
}

/// The `game_probability` of results without this field. The first version did not write it, because it read
/// only Kingdomino.
fn sure() -> f64 {
    1.0
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LeftOutFields {
    /// The row as in squares' names: the kingdom's first row is 1. Rows above the kingdom are 0 or less; rows
    /// below it are greater than its last row.
    row: isize,
    /// The column, counted in the same way.
    col: isize,
    /// The most probable content.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    seen: Square,
    /// The probability, 0 to 1, that there is a tile, judged from the picture of the square alone.
    #[cfg_attr(feature = "schema", schemars(range(min = 0.0, max = 1.0)))]
    probability: f64,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct CorrectionFields {
    /// The square's name in the kingdom as it was read without corrections.
    square: Place,
    /// The square's name in this kingdom; null if it is outside, where no tile lies.
    lies_at: Option<Place>,
    /// The reading before the correction.
    read: Square,
    /// The correction; the same as the reading if it confirms it.
    #[serde(rename = "told")]
    given: Square,
}

impl ScannedKingdom {
    /// The kingdom as it is written, with rounded probabilities and pixels.
    pub fn new(report: &KingdomReport<'_>) -> Self {
        let reading = report.reading;
        let mut doubts = reading.doubts(report.warnings);
        doubts.squares = doubts.squares.map(|squares| squares.map(|square| kept_square(square.clone())));
        let record = KingdomRecord {
            player: report.player.map(Name::from),
            unseen: report.unseen,
            variants: report.variants.to_vec(),
            corners_px: report.corners_px.map(|corners| corners.map(|corner| corner.map(|px| rounded(px, 100.0)))),
            score: Some(TerritoryPoints::from_sheet(report.sheet)),
            doubts: Some(doubts),
            ..KingdomRecord::from(reading.kingdom.clone())
        };
        let left_out = |tile: &LeftOut| LeftOut { probability: rounded_probability(tile.probability), ..*tile };
        Self {
            record,
            game_probability: rounded_probability(reading.game_probability),
            left_out: reading.left_out.iter().map(left_out).collect(),
            corrections: reading.corrections.clone(),
            notes: report.notes.iter().map(Message::to_string).collect(),
            note_codes: note_codes(report.notes),
        }
    }

    /// Whether a person corrected or confirmed a square.
    pub fn is_corrected(&self) -> bool {
        !self.corrections.is_empty()
    }
}

impl Serialize for ScannedKingdom {
    fn serialize<S: Serializer>(&self, json: S) -> Result<S::Ok, S::Error> {
        KingdomFields::from(self).serialize(json)
    }
}

impl<'de> Deserialize<'de> for ScannedKingdom {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let BelievedFields { kingdom, game_probability, left_out, corrections, notes, note_codes } =
            BelievedFields::deserialize(json)?;
        let record = kingdom.into_record().map_err(D::Error::custom)?.record;
        if record.doubts.is_none() {
            return Err(D::Error::custom("a kingdom has no `needs_review`"));
        }
        Ok(Self {
            record,
            game_probability,
            left_out: left_out.into_iter().map(LeftOut::from).collect(),
            corrections: corrections.into_iter().map(CorrectedSquare::from).collect(),
            notes,
            note_codes,
        })
    }
}

impl From<&ScannedKingdom> for KingdomFields {
    fn from(kingdom: &ScannedKingdom) -> Self {
        let ScannedKingdom { record, game_probability, left_out, corrections, notes, note_codes } = kingdom;
        let sheet = record.sheet();
        let squares = record.doubts.as_ref().and_then(|doubts| doubts.squares.as_ref());
        Self {
            scored: ScoredKingdomJson {
                notes: notes.clone(),
                note_codes: note_codes.clone(),
                reading: None,
                ..ScoredKingdomJson::new(record, &sheet, &[], &[])
            },
            needs_review: record.needs_review(),
            game_probability: *game_probability,
            squares: squares.map(SquareFields::rows).unwrap_or_default(),
            left_out: left_out.iter().map(LeftOutFields::from).collect(),
            corrections: corrections.iter().map(CorrectionFields::from).collect(),
        }
    }
}

impl From<&LeftOut> for LeftOutFields {
    fn from(tile: &LeftOut) -> Self {
        let LeftOut { row, col, seen, probability } = *tile;
        Self { row: row + 1, col: col + 1, seen, probability }
    }
}

impl From<LeftOutFields> for LeftOut {
    fn from(tile: LeftOutFields) -> Self {
        let LeftOutFields { row, col, seen, probability } = tile;
        Self { row: row.saturating_sub(1), col: col.saturating_sub(1), seen, probability }
    }
}

impl From<&CorrectedSquare> for CorrectionFields {
    fn from(square: &CorrectedSquare) -> Self {
        let CorrectedSquare { place, lies_at, read, given } = *square;
        Self { square: place, lies_at, read, given }
    }
}

impl From<CorrectionFields> for CorrectedSquare {
    fn from(square: CorrectionFields) -> Self {
        let CorrectionFields { square: place, lies_at, read, given } = square;
        Self { place, lies_at, read, given }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::parse_json;
    use crate::test_kingdom::{CORNERS_PX, corrected_reading, doubtful_reading};
    use kingdomino::domain::{Building, Facts, Variant};
    use kingdomino::formats::{Likely, ReadPieces};
    use kingdomino::scoring::sheet::ScoreSheet;
    use messages::{MessageId, Words};
    use reading::reconstruct::Reading;

    fn scanned(reading: &Reading, player: Option<&str>, coins: Option<u16>, notes: &[Message]) -> ScannedKingdom {
        let variants = [Variant::Harmony];
        let unseen = Facts { coins, ..Facts::default() };
        let sheet = ScoreSheet::new(&reading.kingdom, &unseen, &variants);
        ScannedKingdom::new(&KingdomReport {
            reading,
            sheet: &sheet,
            corners_px: Some(CORNERS_PX),
            player,
            unseen,
            variants: &variants,
            warnings: &reading.warnings,
            notes,
        })
    }

    fn json(reading: &Reading) -> String {
        let kingdom = scanned(reading, None, None, &[MessageId::Squares.count(5)]);
        serde_json::to_string(&kingdom).expect("JSON")
    }

    #[test]
    fn a_kingdom_is_read_back_as_it_was_written() {
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
        covered.left_out =
            vec![LeftOut { row: -1, col: 3, seen: "lake:1".parse().expect("a square"), probability: 0.98765 }];
        let notes = [MessageId::Squares.count(5), MessageId::NoKnight.into()];
        for reading in [doubtful_reading(), corrected_reading(), covered] {
            let kingdom = scanned(&reading, Some("Anna"), Some(7), &notes);
            let json = serde_json::to_string(&kingdom).expect("JSON");
            let read: ScannedKingdom = serde_json::from_str(&json).expect("a kingdom");
            assert_eq!(read, kingdom);
            assert_eq!(serde_json::to_string(&read).expect("JSON"), json);
            assert_eq!(parse_json(&json).expect("a kingdom").record, kingdom.record);
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
        insta::assert_snapshot!(json(&doubtful_reading()), @r#"{"kingdom":{"schema_version":1,"game":"kingdomino","size":5,"rows":2,"cols":3,"squares":[["wheat:1","wheat","forest"],["castle","lake","mine:3"]],"variants":["harmony"],"corners_px":[[10.0,20.0],[310.0,20.5],[310.0,220.26],[10.0,220.0]],"score":{"forest":0,"grassland":0,"lake":0,"mine":3,"swamp":0,"total":5,"wheat":2}},"notation":"W1WF/CLM3 k5","sheet":{"lines":[{"id":"wheat","points":2,"parts":[{"terrain":"wheat","squares":["r1c1","r1c2"],"crowns":1,"points":2}]},{"id":"forest","points":0,"parts":[{"terrain":"forest","squares":["r1c3"],"crowns":0,"points":0}]},{"id":"lake","points":0,"parts":[{"terrain":"lake","squares":["r2c2"],"crowns":0,"points":0}]},{"id":"grassland","points":0,"parts":[]},{"id":"swamp","points":0,"parts":[]},{"id":"mine","points":3,"parts":[{"terrain":"mine","squares":["r2c3"],"crowns":3,"points":3}]},{"id":"bonus","points":0,"parts":[{"variant":"harmony","points":0}]}]},"total":5,"warnings":[{"code":"doubtful-total","message":"too many squares are doubtful to compare all possible kingdoms; check the squares","squares":["r1c2"],"text":{"id":"too-many-doubts"}}],"notes":["5 squares"],"needs_review":true,"game_probability":1.0,"squares":[[{"best":"wheat:1","probability":0.999,"second":"empty","state":"seen"},{"best":"wheat","probability":0.81,"second":"wheat:1","state":"doubtful"},{"best":"forest","probability":0.999,"second":"empty","state":"seen"}],[{"best":"castle","probability":0.999,"second":"empty","state":"seen"},{"best":"lake","probability":0.999,"second":"empty","state":"seen"},{"best":"mine:3","probability":0.999,"second":"empty","state":"seen"}]],"corrections":[]}"#);
    }
}
