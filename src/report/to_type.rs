//! What a person may type to settle what is to check.

use crate::messages::style::STRONG;
use crate::messages::wrapped::paragraph;
use crate::messages::{Language, MessageId, Words, visible};

/// Command lines, as a shell takes them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToType {
    /// Says what lies on the doubtful squares.
    pub fix: Option<String>,
    /// Asks about them.
    pub ask: Option<String>,
}

impl ToType {
    /// Each below a sentence, behind an empty line; nothing where there is none. They are never wrapped, so that they can be pasted.
    pub fn in_words(&self, language: Language, width: Option<u16>) -> String {
        let lines = [(MessageId::FixHead, &self.fix), (MessageId::AskHead, &self.ask)];
        let lines = lines.into_iter().filter_map(|(head, line)| Some((head, line.as_ref()?)));
        let text: String = lines
            .map(|(head, line)| {
                let head = paragraph("", head.in_language(language), width);
                format!("{head}  {STRONG}{}{STRONG:#}\n", visible(line))
            })
            .collect();
        if text.is_empty() { text } else { format!("\n{text}") }
    }
}
