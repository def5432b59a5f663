//! What a person may type to settle doubts. Lines to type are never wrapped, so that they can be pasted.

use kingdomino::domain::{Place, Square};
use kingdomino::words::square_instead_of;
use messages::style::STRONG;
use messages::wrapped::{paragraph, wrapped};
use messages::{Language, MessageId, Words, visible};

/// A doubtful square, and a line to type for each possible reading.
#[derive(Debug, Clone, PartialEq)]
pub struct SquareToSay {
    /// In the kingdom as it is printed.
    pub place: Place,
    /// Its name, such as `r2c4`, or `k2:r2c4` of several kingdoms.
    pub name: String,
    /// The probability of what was read, 0 to 1.
    pub probability: f64,
    /// The reading, then its alternatives.
    pub readings: Vec<ReadingToSay>,
}

/// A possible reading of a square.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadingToSay {
    /// The square.
    pub square: Square,
    /// The total that the line gives; `None` where other corrections are needed first.
    pub total: Option<i32>,
    /// Whether it contradicts the box or what other squares clearly show.
    pub is_suspect: bool,
    /// A command line, as a shell takes it.
    pub line: String,
}

impl SquareToSay {
    /// A line to read and a line to type for each reading.
    pub(super) fn in_words(&self, language: Language, width: Option<u16>) -> String {
        let reading = |(index, reading): (usize, &ReadingToSay)| {
            let square = square_instead_of(&reading.square, &self.readings[0].square);
            let what = match index {
                0 => {
                    // Else it looks like something that the box lacks or other squares need.
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
            format!("{head}    {}\n", visible(&reading.line))
        };
        self.readings.iter().enumerate().map(reading).collect()
    }
}

/// A kingdom that one answer settles as it is shown, and the line to type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KingdomToSay {
    /// The total that the line gives; `None` where other corrections are needed first.
    pub total: Option<i32>,
    /// Whether no box forms its squares as they look.
    pub is_against_the_box: bool,
    /// A command line, as a shell takes it.
    pub line: String,
}

impl KingdomToSay {
    /// A line to read and the line to type.
    pub(super) fn in_words(&self, language: Language, width: Option<u16>) -> String {
        let id = if self.is_against_the_box { MessageId::AllAsItLooks } else { MessageId::AllAsRead };
        let what = id.with("points", MessageId::Points.count(self.total.unwrap_or_default().unsigned_abs()));
        format!("{}    {}\n", paragraph("  ", &what.in_language(language), width), visible(&self.line))
    }
}

/// A probability as people read it.
pub(super) fn percent(probability: f64) -> String {
    format!("{:.0}", 100.0 * probability)
}

/// The line that asks about all doubtful squares, after an empty line; empty if there is no line.
pub fn to_be_asked(line: Option<&str>, language: Language, width: Option<u16>) -> String {
    let Some(line) = line else { return String::new() };
    let head = paragraph("", MessageId::AskHead.in_language(language), width);
    format!("\n{head}  {STRONG}{}{STRONG:#}\n", visible(line))
}
