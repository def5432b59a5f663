//! The text about a kingdom that needs review: the reasons, and the doubtful squares.

use anstyle::Style;

use super::doubtful_squares::{DoubtfulSquare, doubtful_table, of_record};
use super::to_type::KingdomToSay;
use kingdomino::formats::KingdomRecord;
use messages::style::{LOUD, STRONG, WARNING};
use messages::wrapped::wrapped;
use messages::{Language, Message, MessageId, Words, visible};

/// What a person should check in this record's kingdom: whether it needs review, the warnings about its
/// reading, and its doubtful squares with their alternatives and totals. Empty if there are no doubts;
/// otherwise it begins with an empty line and ends with a newline.
///
/// `name` is the kingdom's name if there are several, `what` says what may be wrong, and `total` is the
/// kingdom's present total. The text is wrapped to `width`, the terminal's number of columns; not at all if
/// that is `None`.
pub fn to_check(
    name: Option<&str>,
    record: &KingdomRecord,
    what: MessageId,
    total: i32,
    language: Language,
    width: Option<u16>,
) -> String {
    let Some(doubts) = &record.doubts else { return String::new() };
    let block = Block {
        name: name.map(str::to_owned),
        review: doubts.needs_review.then_some(what),
        warnings: record.warnings().map(|warning| warning.with_squares()).collect(),
        doubtful: of_record(record, &[], total),
        ..Block::default()
    };
    block.below(language, width)
}

/// What to check in a kingdom, or in a game.
#[derive(Debug, Clone, Default)]
pub(super) struct Block<'a> {
    /// The kingdom's name, if there are several.
    pub name: Option<String>,
    /// What may be wrong.
    pub review: Option<MessageId>,
    pub warnings: Vec<Message>,
    /// The kingdom in letters, if it was not printed before.
    pub picture: String,
    /// The command that confirms the kingdom as shown.
    pub whole_to_say: Option<&'a KingdomToSay>,
    pub doubtful: Vec<DoubtfulSquare>,
}

impl Block<'_> {
    /// The lines of the block; empty if there is nothing to check.
    pub fn in_words(&self, language: Language, width: Option<u16>) -> String {
        let Self { name, review, warnings, picture, whole_to_say, doubtful } = self;
        let name = name.as_deref();
        let mut text = String::new();
        if let Some(what) = *review {
            text += &remark_on(MessageId::ToCheckHead, name, &what.into(), LOUD, language, width);
        }
        for warning in warnings {
            text += &remark_on(MessageId::WarningHead, name, warning, WARNING, language, width);
        }
        if !picture.is_empty() {
            text += &format!("{picture}\n");
        }
        if let Some(whole) = whole_to_say {
            text += &format!("{STRONG}{}{STRONG:#}\n", head(MessageId::WholeToSayHead, name, language));
            text += &whole.in_words(language, width);
        }
        if !doubtful.is_empty() {
            text += &format!("{STRONG}{}{STRONG:#}\n", head(MessageId::DoubtfulHead, name, language));
            text += &doubtful_table(doubtful, language, width);
        }
        text
    }

    /// The lines of the block after an empty line; empty if there is nothing to check.
    pub fn below(&self, language: Language, width: Option<u16>) -> String {
        let text = self.in_words(language, width);
        if text.is_empty() { text } else { format!("\n{text}") }
    }
}

/// A head with the kingdom's name, if there are several.
fn head(id: MessageId, name: Option<&str>, language: Language) -> String {
    let of_kingdom = name.map(|name| format!(", {name}")).unwrap_or_default();
    format!("{}{}:", id.in_language(language), visible(&of_kingdom))
}

/// The warning that corrections such as `r2c4=forest:1` may be wrong; `None` if there are none.
pub(super) fn suspects(said: &[String]) -> Option<Message> {
    (!said.is_empty()).then(|| MessageId::SaidAgainstTheBox.with("said", said.join(", ")))
}

/// A line with this head, wrapped.
pub(super) fn remark(
    head: MessageId,
    message: &Message,
    style: Style,
    language: Language,
    width: Option<u16>,
) -> String {
    remark_on(head, None, message, style, language, width)
}

fn remark_on(
    head: MessageId,
    name: Option<&str>,
    message: &Message,
    style: Style,
    language: Language,
    width: Option<u16>,
) -> String {
    let name = name.map(|name| format!(" {name}:")).unwrap_or_default();
    wrapped(&format!("{}:{name}", head.in_language(language)), &message.in_language(language), style, width)
}
