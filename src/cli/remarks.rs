//! What is told beside a result: warnings and notes, on stderr.

use super::stderr_line;
use kingdom_scanner::domain::Variant;
use kingdom_scanner::formats::KingdomRecord;
#[cfg(feature = "vision")]
use kingdom_scanner::reconstruct::ReconstructOptions;
use kingdom_scanner::score_sheet::ScoreSheet;
use kingdom_scanner::words::{Language, Message, Phrase, Words};
#[cfg(feature = "vision")]
use kingdom_scanner::{Reading, assumptions};
use kingdom_scanner::{Warning, audited};

/// What speaks against the kingdom, and whether its file claims other points; and what is remarkable about it.
pub fn remarks_about(record: &KingdomRecord, sheet: &ScoreSheet) -> (Vec<Warning>, Vec<Message>) {
    let (mut warnings, notes) = audited(&record.kingdom, &record.unseen);
    warnings.extend(wrong_score(record, sheet));
    (warnings, notes)
}

/// What the reading of a photo warns of, and what the audit adds to it, unless any dominoes may lie there.
#[cfg(feature = "vision")]
pub fn remarks_about_reading(reading: &Reading, known: &ReconstructOptions) -> (Vec<Warning>, Vec<Message>) {
    let (found, remarks) = match known.any_dominoes {
        true => Default::default(),
        false => audited(&reading.kingdom, &known.unseen),
    };
    // Whether the kingdom can exist is the reading's to tell; on which squares it cannot, only the audit knows.
    let on_squares = found.into_iter().filter(|warning| !warning.squares.is_empty());
    let warnings = reading.warnings.iter().cloned().chain(on_squares).collect();
    let notes = assumptions::notes(&reading.kingdom, &known.unseen).into_iter().chain(remarks).collect();
    (warnings, notes)
}

/// A variant that changes no sheet of its own.
pub fn about_variants(variants: &[Variant]) -> Option<Message> {
    variants.contains(&Variant::Dynasty).then(|| Phrase::DynastyAlone.into())
}

fn wrong_score(record: &KingdomRecord, sheet: &ScoreSheet) -> Option<Warning> {
    let differences = record.score.as_ref()?.differences(sheet);
    let is_wrong = !differences.is_empty();
    let message = Phrase::StatedScore.with("differences", differences);
    is_wrong.then_some(Warning { code: "stated-score", message, squares: Vec::new() })
}

/// A line for each, headed by `name`, the kingdom's, if it is about one.
pub fn print_warnings(name: Option<&str>, warnings: &[Warning], language: Language) {
    for warning in warnings {
        print_line(Phrase::WarningHead, name, &warning.with_squares(), language);
    }
}

/// A line for each, headed by `name`, the kingdom's, if it is about one.
pub fn print_notes(name: Option<&str>, notes: &[Message], language: Language) {
    for note in notes {
        print_line(Phrase::NoteHead, name, note, language);
    }
}

fn print_line(head: Phrase, name: Option<&str>, message: &Message, language: Language) {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    stderr_line!("{}: {name}{}", head.in_language(language), message.in_language(language));
}
