//! Prints warnings and notes about a result on stderr.

use super::remark_line;
use kingdom_scanner::audit::warning::Warning;
use kingdom_scanner::messages::{Language, Message, MessageId, Words};

/// Prints a line for each warning, headed by the kingdom's `name` if it is about a kingdom.
pub fn print_warnings(name: Option<&str>, warnings: &[Warning], language: Language) {
    for warning in warnings {
        print_line(MessageId::WarningHead, name, &warning.with_squares(), language);
    }
}

/// Prints a line for each note, headed by the kingdom's `name` if it is about a kingdom.
pub fn print_notes(name: Option<&str>, notes: &[Message], language: Language) {
    for note in notes {
        print_line(MessageId::NoteHead, name, note, language);
    }
}

fn print_line(head: MessageId, name: Option<&str>, message: &Message, language: Language) {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    remark_line!("{}: {name}{}", head.in_language(language), message.in_language(language));
}
