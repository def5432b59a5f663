//! The commands that settle doubts. They are never wrapped, so that they can be copied.

use kingdomino::domain::{Place, Square};
use kingdomino::words::square_instead_of;
use messages::style::STRONG;
use messages::wrapped::{paragraph, wrapped};
use messages::{Language, MessageId, Words, visible};

/// A doubtful square, and a command for each possible reading.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareToSay {
    /// Its place in the kingdom as it is printed.
    pub place: Place,
    /// Its name, such as `r2c4`; with several kingdoms, `k2:r2c4`.
    pub name: String,
    /// The probability of the reading, 0 to 1.
    pub probability: f64,
    /// The reading, then its alternatives.
    pub readings: Vec<ReadingToSay>,
}

/// A possible reading of a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingToSay {
    /// The square.
    pub square: Square,
    /// The total with this reading; `None` if other corrections are needed first.
    pub total: Option<i32>,
    /// Whether it contradicts the box, or other squares that are clear.
    pub is_suspect: bool,
    /// The command, quoted for a shell.
    pub line: String,
}

impl SquareToSay {
    /// A line of text and a command for each reading.
    pub(super) fn in_words(&self, language: Language, width: Option<u16>) -> String {
        let mut text = String::new();
        for (index, reading) in self.readings.iter().enumerate() {
            let square = square_instead_of(&reading.square, &self.readings[0].square);
            let what = match index {
                0 => {
                    // An improbable reading was chosen because the box or other squares rule out what the square looks like.
                    let as_read = if self.probability < 0.5 { MessageId::AsAllowed } else { MessageId::AsRead };
                    as_read.with("square", square).with("percent", percent(self.probability))
                }
                _ => MessageId::OrElse.with("square", square),
            };
            let what = match reading.total {
                Some(total) => MessageId::AskTotal.with("square", what).with("total", total),
                None => MessageId::NoTotalYet.with("square", what),
            };
            let what = if reading.is_suspect { MessageId::AgainstTheBox.with("square", what) } else { what };
            let head = wrapped(&format!("  {}", self.name), &what.in_language(language), STRONG, width);
            text += &format!("{head}    {}\n", visible(&reading.line));
        }
        text
    }
}

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

/// The command that asks about all doubtful squares, after an empty line; empty if there is no such command.
pub fn to_be_asked(line: Option<&str>, language: Language, width: Option<u16>) -> String {
    let Some(line) = line else { return String::new() };
    let head = paragraph("", MessageId::AskHead.in_language(language), width);
    format!("\n{head}  {STRONG}{}{STRONG:#}\n", visible(line))
}
