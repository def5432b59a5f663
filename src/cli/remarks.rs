//! Prints warnings and notes about a result on stderr.

use super::remark_line;
use kingdom_scanner::audit::warning::Warning;
use kingdom_scanner::messages::{Language, Message, MessageId, Words};
use kingdom_scanner::standings::{ScoredKingdom, Standing};

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

/// Prints warnings and notes about kingdoms to stderr, under the players' names. Missing coins are mentioned
/// once, in the remarks on the game.
pub fn print_remarks(players: &[Standing], language: Language) {
    for player in players {
        for (index, (warnings, notes)) in player.kingdoms.iter().map(ScoredKingdom::remarks).enumerate() {
            let name = player.name_in(index).in_language(language);
            print_warnings(Some(&name), &warnings, language);
            print_notes(Some(&name), &notes, language);
        }
    }
}

fn print_line(head: MessageId, name: Option<&str>, message: &Message, language: Language) {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    remark_line!("{}: {name}{}", head.in_language(language), message.in_language(language));
}
