//! `audit --json`: one line for each kingdom, or for a game. Fields are only ever added.

use serde::Serialize;

use super::sheet_json::{ReadingJson, all_warnings};
use crate::formats::{SCHEMA_VERSION, WarningJson};
use kingdomino::audit::{Audit, CertainDomino, Change, Finding, Repair, Spot};
use kingdomino::domain::{Game, Square};
use kingdomino::formats::KingdomRecord;
use messages::Message;

/// The line's fields, in order. A square is `r2c4`; of several kingdoms `k2:r2c4` is the second one's.
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
    /// About the files.
    notes: Vec<String>,
    /// Whether a kingdom needs review; left out when none comes from a photo.
    #[serde(skip_serializing_if = "Option::is_none")]
    needs_review: Option<bool>,
    /// The reading of each kingdom, `null` for those that come from no photo; left out when none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<Option<AuditedReadingJson>>>,
}

#[derive(Debug, Clone, Serialize)]
struct AuditedReadingJson {
    #[serde(flatten)]
    reading: ReadingJson,
    /// The reading's own.
    warnings: Vec<WarningJson>,
}

#[derive(Debug, Clone, Serialize)]
struct FindingJson {
    /// A word for programs, such as `no-tiling`.
    code: &'static str,
    /// `note`, `unknown` or `impossible`.
    severity: &'static str,
    message: String,
    /// From 1; `null` for all of them together.
    kingdom: Option<usize>,
    /// The squares concerned; none for whole kingdoms.
    squares: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
struct CertainDominoJson {
    squares: Vec<String>,
    /// The numbers that it may have, with the box's letter where there are two boxes: `k45`.
    dominoes: Vec<String>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
enum RepairJson {
    /// Changing any of these helps.
    OneOf(Vec<ChangeJson>),
    /// Changing all of these helps: one example.
    AllOf(Vec<ChangeJson>),
    /// Changing up to so many squares does not help.
    MoreThan(usize),
    /// The search took too long: `true`.
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
        let reading = |record: &&KingdomRecord| {
            Some(AuditedReadingJson { reading: ReadingJson::from_record(record)?, warnings: all_warnings(record, &[]) })
        };
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
            readings: is_read.then(|| records.iter().map(reading).collect()),
        }
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
        let changes = |changes: &[Change]| changes.iter().map(|change| self.change(change)).collect();
        match repair {
            Repair::One(one_of) => RepairJson::OneOf(changes(one_of)),
            Repair::Together(all_of) => RepairJson::AllOf(changes(all_of)),
            Repair::MoreThan(squares) => RepairJson::MoreThan(*squares),
            Repair::Unknown => RepairJson::Unknown(true),
        }
    }

    fn change(&self, change: &Change) -> ChangeJson {
        ChangeJson {
            square: self.square(&change.square),
            instead: change.instead.iter().map(Square::to_string).collect(),
        }
    }
}
