//! Warnings and notes about a player's kingdom.

use super::ScoredKingdom;
use crate::audit::warning::{Warning, WarningCode, audited};
use crate::formats::KingdomRecord;
use crate::scoring::assumptions::{Assumption, assumptions, open_rules};
use crate::scoring::sheet::ScoreSheet;
use messages::{Message, MessageId, Words};

impl ScoredKingdom {
    /// Warnings and notes about the kingdom. Missing coins and the Queen's visit are left to the game's
    /// remarks.
    pub fn remarks(&self) -> (Vec<Warning>, Vec<Message>) {
        let Self { record, sheet } = self;
        let assumed = assumptions(&record.kingdom, &record.unseen, &record.variants);
        let assumed = assumed.iter().filter(|assumption| **assumption != Assumption::NoCoins).map(Assumption::message);
        let (mut warnings, notes) = remarks_about(record, sheet);
        warnings.retain(|warning| warning.code != WarningCode::QueenWithoutTowers);
        (warnings, assumed.chain(notes).collect())
    }
}

/// Warnings from the audit and about wrong points in the file; and notes.
pub fn remarks_about(record: &KingdomRecord, sheet: &ScoreSheet) -> (Vec<Warning>, Vec<Message>) {
    let (mut warnings, mut notes) = audited(&record.kingdom, &record.unseen);
    notes.extend(open_rules(&record.kingdom, &record.unseen, &record.variants));
    warnings.extend(wrong_score(record, sheet));
    // The reading's own warnings are printed with its other doubts.
    if let Some(doubts) = &record.doubts {
        warnings.retain(|warning| !doubts.has_warning(warning.code, &warning.squares));
        notes.retain(|note| doubts.warnings.iter().all(|warning| warning.with_squares() != *note));
    }
    (warnings, notes)
}

fn wrong_score(record: &KingdomRecord, sheet: &ScoreSheet) -> Option<Warning> {
    let differences = record.score.as_ref()?.differences(sheet);
    let is_wrong = !differences.is_empty();
    let message = MessageId::StatedScore.with("differences", differences);
    is_wrong.then_some(Warning { code: WarningCode::StatedScore, message, squares: Vec::new() })
}
