//! A scored kingdom in JSON, as `score --json` prints it and the field `kingdoms` of `scan --json` has it.

use std::borrow::Cow;

use serde::Serialize;

use crate::formats::{KingdomJson, SquareFields, WarningJson};
use kingdomino::audit::warning::Warning;
use kingdomino::domain::{Building, CourtPiece, Evidence, Place, Terrain, Variant};
use kingdomino::formats::{KingdomRecord, notation};
use kingdomino::scoring::sheet::{Part, ScoreSheet};
use messages::{Message, MessageId};

/// A kingdom with its sheet. `scan` flattens it and adds the fields of the photo.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoredKingdomJson {
    /// In the format of labels.
    pub kingdom: KingdomJson,
    /// The same squares in one line.
    pub notation: String,
    /// How the total came about.
    pub sheet: SheetJson,
    /// The sum of the sheet's lines, in prestige points.
    pub total: i32,
    /// What the kingdom's owner should check.
    pub warnings: Vec<WarningJson>,
    /// Information that needs no action, in English.
    pub notes: Vec<String>,
    /// A code for programs for each note, `null` for notes without a code; missing if no note has a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note_codes: Option<NoteCodes>,
    /// The doubts of the reading, if the kingdom was given as a line of `scan --json`.
    #[serde(flatten)]
    pub(super) reading: Option<ReadingJson>,
}

/// For each note its code, if it has one.
pub(super) type NoteCodes = Vec<Option<Cow<'static, str>>>;

/// The doubts of a kingdom's reading, with the fields of `scan --json`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct ReadingJson {
    /// Whether the kingdom needs checking.
    needs_review: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    squares: Option<Vec<Vec<SquareFields>>>,
}

/// The lines in the score pad's order.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SheetJson {
    /// All lines, including those of 0 points.
    pub lines: Vec<LineJson>,
}

/// A line of the score pad.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineJson {
    /// A terrain, `court`, `bonus`, and in Queendomino `coins`, a building, or `fixed-points`.
    pub id: &'static str,
    /// Prestige points, the sum of its parts.
    pub points: i32,
    /// In reading order of the squares.
    pub parts: Vec<PartJson>,
}

/// A part of a line: the fields of [`Part`], and its prestige points.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PartJson {
    /// Points are a third of the coins, rounded down.
    Coins {
        /// Their value.
        coins: u32,
        /// Prestige points.
        points: i32,
    },
    /// Points are the number of squares times the crowns; the Queen counts as one more crown.
    Territory {
        /// The terrain of its squares.
        terrain: Terrain,
        /// In reading order.
        squares: Vec<Place>,
        /// The crowns, without the Queen.
        crowns: u32,
        /// Further crowns under giants, which do not count; missing if there are none.
        #[serde(skip_serializing_if = "is_zero")]
        covered: u32,
        /// Whether the Queen stands here; missing if she does not.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        queen: bool,
        /// Prestige points.
        points: i32,
    },
    /// Points are the number of things counted times the points for each.
    Building {
        /// Which kind.
        building: Building,
        /// Where it stands.
        square: Place,
        /// Territories, towers, knights, or 1.
        count: u32,
        /// Prestige points for each.
        each: u32,
        /// Prestige points.
        points: i32,
        /// `elimination` if the score is likely but not certain; otherwise missing.
        #[serde(skip_serializing_if = "Option::is_none")]
        evidence: Option<&'static str>,
    },
    /// A character of The Court. Points are its base, plus the number of things counted times the points for
    /// each.
    Character {
        /// Which one.
        character: CourtPiece,
        /// Where it stands.
        square: Place,
        /// Prestige points that it always scores.
        base: u32,
        /// How many things it counts on the squares around it.
        count: u32,
        /// Prestige points for each.
        each: u32,
        /// Prestige points.
        points: i32,
    },
    /// A bonus that the players agreed on.
    Bonus {
        /// Which one.
        variant: Variant,
        /// Prestige points, 0 when it was missed.
        points: i32,
        /// The squares of each thing counted, such as a line of crowns; missing if there is none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        counted: Vec<Vec<Place>>,
    },
}

impl ScoredKingdomJson {
    /// The kingdom with its sheet, these warnings and notes. Messages are in English.
    pub fn new(record: &KingdomRecord, sheet: &ScoreSheet, warnings: &[Warning], notes: &[Message]) -> Self {
        Self {
            kingdom: record.into(),
            notation: notation::write(&record.kingdom),
            sheet: sheet.into(),
            total: sheet.total,
            warnings: all_warnings(record, warnings),
            notes: notes.iter().map(Message::to_string).collect(),
            note_codes: note_codes(notes),
            reading: ReadingJson::from_record(record),
        }
    }
}

/// Notes about the rules and their codes. Notes of the audit have the codes of
/// [`Finding::code`](kingdomino::audit::Finding::code).
const NOTE_CODES: [(MessageId, &str); 9] = [
    (MessageId::SquaresMisplayed, "misplayed"),
    (MessageId::Misplayed, "misplayed"),
    (MessageId::MoreOfOneBox, "more-of-one-box"),
    (MessageId::LayingUnknown, "laying-unknown"),
    (MessageId::TowersWithoutBuilding, "towers-without-building"),
    (MessageId::NoKnight, "no-knight"),
    (MessageId::MiddleOfTheGrid, "open-rule"),
    (MessageId::CornersOfTheGrid, "open-rule"),
    (MessageId::QueenOnBleakTerritory, "open-rule"),
];

pub(super) fn note_codes(notes: &[Message]) -> Option<NoteCodes> {
    let mut codes: NoteCodes = Vec::new();
    for note in notes {
        codes.push(NOTE_CODES.iter().find(|(phrase, _)| note.says(*phrase)).map(|(_, code)| (*code).into()));
    }
    codes.iter().any(Option::is_some).then_some(codes)
}

impl ReadingJson {
    /// The doubts of the kingdom's reading; `None` for a kingdom that was not read from a photo.
    pub fn from_record(record: &KingdomRecord) -> Option<Self> {
        let doubts = record.doubts.as_ref()?;
        Some(Self { needs_review: doubts.needs_review, squares: doubts.squares.as_ref().map(SquareFields::rows) })
    }
}

/// The warnings of the record's reading, followed by `warnings`.
pub(super) fn all_warnings(record: &KingdomRecord, warnings: &[Warning]) -> Vec<WarningJson> {
    let read = record.warnings().map(|warning| WarningJson::from(&warning));
    read.chain(warnings.iter().map(WarningJson::from)).collect()
}

impl From<&ScoreSheet> for SheetJson {
    fn from(sheet: &ScoreSheet) -> Self {
        let lines = sheet.lines.iter().map(|line| LineJson {
            id: line.line.id(),
            points: line.points,
            parts: line.parts.iter().map(PartJson::from).collect(),
        });
        Self { lines: lines.collect() }
    }
}

/// Whether the number is 0, so that the JSON leaves it out.
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl From<&Part> for PartJson {
    fn from(part: &Part) -> Self {
        let points = part.points();
        match part {
            Part::Coins { coins } => Self::Coins { coins: *coins, points },
            Part::Territory { terrain, squares, crowns, covered, queen } => {
                let squares = squares.clone();
                Self::Territory {
                    terrain: *terrain,
                    squares,
                    crowns: *crowns,
                    covered: *covered,
                    queen: *queen,
                    points,
                }
            }
            Part::Building { building, square, count, each } => {
                let evidence = (building.evidence() == Evidence::Elimination).then_some("elimination");
                Self::Building { building: *building, square: *square, count: *count, each: *each, points, evidence }
            }
            Part::Character { character, square, base, count, each } => Self::Character {
                character: *character,
                square: *square,
                base: *base,
                count: *count,
                each: *each,
                points,
            },
            Part::Bonus { variant, counted, .. } => Self::Bonus { variant: *variant, points, counted: counted.clone() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kingdomino::audit::{Finding, Severity, Spot};

    #[test]
    fn notes_of_the_audit_have_the_codes_of_their_findings() {
        let (kingdom, squares) = (0, vec![Spot { kingdom: 0, place: Place::new(1, 2) }]);
        let notes = [
            Finding::Misplayed { kingdom: Some(kingdom), squares: Vec::new() },
            Finding::Misplayed { kingdom: Some(kingdom), squares: squares.clone() },
            Finding::MoreOfOneBox { kingdom, most: 12 },
            Finding::LayingUnknown,
            Finding::TowersWithoutBuilding { kingdom, squares },
            Finding::NoKnight { kingdom },
        ];
        for finding in notes {
            assert_eq!(finding.severity(), Severity::Note);
            let note = Warning::from(&finding).with_squares();
            assert_eq!(note_codes(&[note]), Some(vec![Some(finding.code().id().into())]), "{finding}");
        }
    }
}
