//! `audit --json`: one line for each kingdom, or for a game. Fields are only ever added.

use serde::Serialize;

use super::sheet_json::{ReadingJson, all_warnings};
use crate::formats::{SCHEMA_VERSION, WarningJson};
use kingdomino::audit::{Audit, CertainDomino, Change, Finding, Repair, Spot};
use kingdomino::domain::{Game, Square};
use kingdomino::formats::KingdomRecord;
use messages::Message;

/// The line's fields, in order. A square is `r2c4`; with several kingdoms, `k2:r2c4` is a square of the
/// second one.
#[derive(Debug, Clone, Serialize)]
pub struct AuditJson {
    schema_version: u64,
    /// The kingdoms that were audited together, as given.
    kingdoms: Vec<String>,
    /// `possible`, `misplayed`, `unknown` or `impossible`.
    verdict: &'static str,
    findings: Vec<FindingJson>,
    certain_dominoes: Vec<CertainDominoJson>,
    /// `null` when nothing has to be changed.
    repair: Option<RepairJson>,
    /// Notes about the files.
    notes: Vec<String>,
    /// Whether a kingdom needs review; left out if no kingdom was read from a photo.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs_review: Option<bool>,
    /// The reading of each kingdom, `null` for those that were not read from a photo; left out if none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<Option<AuditedReadingJson>>>,
}

#[derive(Debug, Clone, Serialize)]
struct AuditedReadingJson {
    #[serde(flatten)]
    reading: ReadingJson,
    /// The warnings of the reading.
    warnings: Vec<WarningJson>,
}

#[derive(Debug, Clone, Serialize)]
struct FindingJson {
    /// A word for programs, such as `no-tiling`.
    code: &'static str,
    /// `note`, `unknown` or `impossible`.
    severity: &'static str,
    message: String,
    /// The kingdom's number, from 1; `null` if the finding is about all of them together.
    kingdom: Option<usize>,
    /// The squares that it is about; empty if it is about whole kingdoms.
    squares: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
struct CertainDominoJson {
    squares: Vec<String>,
    /// The numbers that the domino may have, with the box's letter if there are two boxes: `k45`.
    dominoes: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
enum RepairJson {
    /// Any one of these changes makes the kingdoms possible.
    OneOf(Vec<ChangeJson>),
    /// All of these changes together make the kingdoms possible; there may be other ways.
    AllOf(Vec<ChangeJson>),
    /// Changing up to this number of squares does not help.
    MoreThan(usize),
    /// `true`: the search took too long.
    Unknown(bool),
}

#[derive(Debug, Clone, Serialize)]
struct ChangeJson {
    square: String,
    /// Words of squares, most plausible first.
    instead: Vec<String>,
}

impl AuditJson {
    /// The audit of the kingdoms with these names. Messages are in English.
    pub fn new(names: &[&str], records: &[&KingdomRecord], audit: &Audit, notes: &[Message]) -> Self {
        let is_read = records.iter().any(|record| record.doubts.is_some());
        let write = Writer { game: audit.game, kingdoms: names.len() };
        Self {
            schema_version: SCHEMA_VERSION,
            kingdoms: names.iter().map(ToString::to_string).collect(),
            verdict: audit.verdict().id(),
            findings: audit.findings.iter().map(|finding| write.finding(finding)).collect(),
            certain_dominoes: audit.certain.iter().map(|certain| write.certain(certain)).collect(),
            repair: audit.repair.as_ref().map(|repair| write.repair(repair)),
            notes: notes.iter().map(Message::to_string).collect(),
            needs_review: is_read.then(|| records.iter().any(|record| record.needs_review())),
            readings: is_read.then(|| records.iter().map(|record| AuditedReadingJson::from_record(record)).collect()),
        }
    }
}

impl AuditedReadingJson {
    /// The doubts of the kingdom's reading; `None` for a kingdom that was not read from a photo.
    fn from_record(record: &KingdomRecord) -> Option<Self> {
        Some(Self { reading: ReadingJson::from_record(record)?, warnings: all_warnings(record, &[]) })
    }
}

struct Writer {
    game: Game,
    kingdoms: usize,
}

impl Writer {
    fn square(&self, spot: &Spot) -> String {
        if self.kingdoms == 1 { spot.place.to_string() } else { spot.to_string() }
    }

    fn squares(&self, spots: &[Spot]) -> Vec<String> {
        spots.iter().map(|spot| self.square(spot)).collect()
    }

    fn finding(&self, finding: &Finding) -> FindingJson {
        FindingJson {
            code: finding.code().id(),
            severity: finding.severity().id(),
            message: finding.to_string(),
            kingdom: finding.kingdom().map(|kingdom| kingdom + 1),
            squares: self.squares(finding.squares()),
        }
    }

    fn certain(&self, certain: &CertainDomino) -> CertainDominoJson {
        CertainDominoJson { squares: self.squares(&certain.squares), dominoes: certain.domino_names(self.game) }
    }

    fn repair(&self, repair: &Repair) -> RepairJson {
        match repair {
            Repair::One(one_of) => RepairJson::OneOf(self.changes(one_of)),
            Repair::Together(all_of) => RepairJson::AllOf(self.changes(all_of)),
            Repair::MoreThan(squares) => RepairJson::MoreThan(*squares),
            Repair::Unknown => RepairJson::Unknown(true),
        }
    }

    fn changes(&self, changes: &[Change]) -> Vec<ChangeJson> {
        let changes = changes.iter().map(|change| ChangeJson {
            square: self.square(&change.square),
            instead: change.instead.iter().map(Square::to_string).collect(),
        });
        changes.collect()
    }
}
