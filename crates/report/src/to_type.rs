//! The commands that settle doubts. They are never wrapped, so that they can be copied.

use messages::style::STRONG;
use messages::wrapped::paragraph;
use messages::{Language, MessageId, Words, visible};

/// The command that confirms a whole kingdom as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KingdomToSay {
    /// The total with this answer; `None` if other corrections are needed first.
    pub total: Option<i32>,
    /// Whether no box has the dominoes for the squares as they look.
    pub is_against_the_box: bool,
    /// The command, quoted for a shell.
    pub line: String,
}

impl KingdomToSay {
    /// A line of text and the command.
    pub(super) fn in_words(&self, language: Language, width: Option<u16>) -> String {
        let id = if self.is_against_the_box { MessageId::AllAsItLooks } else { MessageId::AllAsRead };
        let what = id.with("points", MessageId::Points.count(self.total.unwrap_or_default().unsigned_abs()));
        format!("{}    {}\n", paragraph("  ", &what.in_language(language), width), visible(&self.line))
    }
}

/// A probability in whole percent.
pub(super) fn percent(probability: f64) -> String {
    format!("{:.0}", 100.0 * probability)
}

/// The commands below a result that needs review.
#[derive(Debug, Clone, Default)]
pub struct LinesToType {
    /// The command that confirms the first reading of each square that the tables list with a word to type.
    pub fix: Option<String>,
    /// The command that asks about all doubtful squares.
    pub ask: Option<String>,
}

impl LinesToType {
    /// Each command below what it does, after an empty line; empty if there are no commands.
    pub fn in_words(&self, language: Language, width: Option<u16>) -> String {
        let mut text = String::new();
        for (what, line) in [(MessageId::FixHead, &self.fix), (MessageId::AskHead, &self.ask)] {
            if let Some(line) = line {
                let head = paragraph("", what.in_language(language), width);
                text += &format!("\n{head}  {STRONG}{}{STRONG:#}\n", visible(line));
            }
        }
        text
    }
}
