//! What is reported beside a result: warnings and notes, on stderr.

use super::remark_line;
use kingdom_scanner::audit::warning::{Warning, audited};
use kingdom_scanner::domain::Variant;
use kingdom_scanner::formats::KingdomRecord;
use kingdom_scanner::messages::{Language, Message, MessageId, Words};
use kingdom_scanner::scoring::assumptions::open_rules;
use kingdom_scanner::scoring::sheet::ScoreSheet;

/// What speaks against the kingdom, and whether its file claims other points; and what is remarkable about it.
pub fn remarks_about(record: &KingdomRecord, sheet: &ScoreSheet) -> (Vec<Warning>, Vec<Message>) {
    let (mut warnings, mut notes) = audited(&record.kingdom, &record.unseen);
    notes.extend(open_rules(&record.kingdom, &record.variants));
    warnings.extend(wrong_score(record, sheet));
    // What the reading warned of already is printed with its other doubts.
    if let Some(doubts) = &record.doubts {
        warnings.retain(|warning| !doubts.has_warning(warning.code, &warning.squares));
    }
    (warnings, notes)
}

/// A variant that changes no sheet of its own.
pub fn about_variants(variants: &[Variant]) -> Option<Message> {
    variants.contains(&Variant::Dynasty).then(|| MessageId::DynastyAlone.into())
}

fn wrong_score(record: &KingdomRecord, sheet: &ScoreSheet) -> Option<Warning> {
    let differences = record.score.as_ref()?.differences(sheet);
    let is_wrong = !differences.is_empty();
    let message = MessageId::StatedScore.with("differences", differences);
    is_wrong.then_some(Warning { code: "stated-score", message, squares: Vec::new() })
}

/// A line for each, headed by `name`, the kingdom's, if it is about one.
pub fn print_warnings(name: Option<&str>, warnings: &[Warning], language: Language) {
    for warning in warnings {
        print_line(MessageId::WarningHead, name, &warning.with_squares(), language);
    }
}

/// A line for each, headed by `name`, the kingdom's, if it is about one.
pub fn print_notes(name: Option<&str>, notes: &[Message], language: Language) {
    for note in notes {
        print_line(MessageId::NoteHead, name, note, language);
    }
}

fn print_line(head: MessageId, name: Option<&str>, message: &Message, language: Language) {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    remark_line!("{}: {name}{}", head.in_language(language), message.in_language(language));
}
