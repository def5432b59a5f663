//! What is told beside a result: warnings and notes, on stderr.

use kingdom_scanner::Warning;
use kingdom_scanner::audit::audit;
use kingdom_scanner::formats::KingdomRecord;
use kingdom_scanner::report::places::compact;
use kingdom_scanner::score_sheet::ScoreSheet;
use kingdom_scanner::words::{Language, Message, Phrase, Words};

/// What speaks against the kingdom, and whether its file claims other points.
pub fn warnings_about(record: &KingdomRecord, sheet: &ScoreSheet) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = audit(&record.kingdom).iter().map(Warning::from).collect();
    let differences = record.score.as_ref().map(|score| score.differences(sheet)).unwrap_or_default();
    if !differences.is_empty() {
        let message = Phrase::StatedScore.with("differences", differences);
        warnings.push(Warning { code: "stated-score", message, squares: Vec::new() });
    }
    warnings
}

/// A line for each, headed by `name`, the kingdom's.
pub fn print_warnings(name: &str, warnings: &[Warning], language: Language) {
    for warning in warnings {
        let text = warning.message.in_language(language);
        eprintln!("{}: {name}: {text}{}", Phrase::WarningHead.in_language(language), squares(warning));
    }
}

/// A line for each, headed by `name`, the kingdom's, if it is about one.
pub fn print_notes(name: Option<&str>, notes: &[Message], language: Language) {
    for note in notes {
        let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
        eprintln!("{}: {name}{}", Phrase::NoteHead.in_language(language), note.in_language(language));
    }
}

/// The squares that a warning speaks of, in brackets behind it.
fn squares(warning: &Warning) -> String {
    if warning.squares.is_empty() { String::new() } else { format!(" ({})", compact(&warning.squares)) }
}
