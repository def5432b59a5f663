//! The text about a kingdom that needs review: the reasons, and the doubtful squares.

use anstyle::Style;

use super::to_type::{KingdomToSay, SquareToSay, percent};
use kingdomino::domain::Building;
use kingdomino::formats::KingdomRecord;
use kingdomino::formats::{Likely, ReadSquare};
use kingdomino::words::square_instead_of;
use messages::style::{LOUD, STRONG, WARNING};
use messages::wrapped::{paragraph, plain_table, wrapped};
use messages::{Language, Message, MessageId, Words, visible};

/// What a person should check in this record's kingdom: whether it needs review, the warnings about its reading, and its doubtful squares with their
/// alternatives and totals. Empty if there are no doubts; otherwise it begins with an empty line and ends with a newline.
///
/// `name` is the kingdom's name if there are several, `what` says what may be wrong, and `total` is the kingdom's present total. The text is wrapped
/// to `width`, the terminal's number of columns; not at all if that is `None`.
pub fn to_check(
    name: Option<&str>,
    record: &KingdomRecord,
    what: MessageId,
    total: i32,
    language: Language,
    width: Option<u16>,
) -> String {
    let Some(doubts) = &record.doubts else { return String::new() };
    let doubtful = doubtful_rows(record, &[], total, language);
    let warnings: Vec<Message> = record.warnings().map(|warning| warning.with_squares()).collect();
    let review = doubts.needs_review.then_some(what);
    Block { name, review, warnings: &warnings, doubtful, ..Block::default() }.below(language, width)
}

/// What to check in a kingdom, or in a game.
#[derive(Debug, Clone, Default)]
pub(super) struct Block<'a> {
    /// The kingdom's name, if there are several.
    pub name: Option<&'a str>,
    /// What may be wrong.
    pub review: Option<MessageId>,
    pub warnings: &'a [Message],
    /// The kingdom in letters, if it was not printed before.
    pub picture: String,
    /// The command that confirms the kingdom as shown.
    pub whole_to_say: Option<&'a KingdomToSay>,
    /// Doubtful squares with their commands.
    pub to_say: &'a [SquareToSay],
    /// The other doubtful squares, as rows from [`doubtful_row`].
    pub doubtful: Vec<[String; 3]>,
}

impl Block<'_> {
    /// The lines of the block; empty if there is nothing to check.
    pub fn in_words(&self, language: Language, width: Option<u16>) -> String {
        let Self { name, review, warnings, picture, whole_to_say, to_say, doubtful } = self;
        let mut text = String::new();
        if let Some(what) = *review {
            text += &remark_on(MessageId::ToCheckHead, *name, &what.into(), LOUD, language, width);
        }
        for warning in *warnings {
            text += &remark_on(MessageId::WarningHead, *name, warning, WARNING, language, width);
        }
        text += picture;
        if let Some(whole) = whole_to_say {
            text += &format!("{STRONG}{}{STRONG:#}\n", head(MessageId::WholeToSayHead, *name, language));
            text += &whole.in_words(language, width);
        }
        if !to_say.is_empty() {
            let what_to_do = format!("{}:", MessageId::ToSayHead.in_language(language));
            text += &wrapped(&head(MessageId::DoubtfulHead, *name, language), &what_to_do, STRONG, width);
            text.extend(to_say.iter().map(|square| square.in_words(language, width)));
            text += &paragraph("  ", MessageId::SomethingElse.in_language(language), width);
        }
        if !doubtful.is_empty() {
            let id = if to_say.is_empty() { MessageId::DoubtfulHead } else { MessageId::OtherDoubtfulHead };
            let table = plain_table(doubtful.clone(), 2, width);
            text += &format!("{STRONG}{}{STRONG:#}\n{table}\n", head(id, *name, language));
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

/// The doubtful squares of this record, except for those with commands.
pub(super) fn doubtful_rows(
    record: &KingdomRecord,
    to_say: &[SquareToSay],
    total: i32,
    language: Language,
) -> Vec<[String; 3]> {
    let buildings = record.doubtful_buildings();
    let squares = record.doubtful_squares();
    let others = squares.iter().filter(|(place, _)| to_say.iter().all(|said| said.place != *place));
    others
        .map(|(place, square)| doubtful_row(place.to_string(), square, buildings.contains(place), total, language))
        .collect()
}

/// A row for the square of this name: the name, its reading, and the alternatives.
pub fn doubtful_row(
    name: String,
    square: &ReadSquare,
    has_doubtful_building: bool,
    total: i32,
    language: Language,
) -> [String; 3] {
    let name = format!("  {name}");
    let likely = square.pieces.as_ref().map(|pieces| &pieces.buildings);
    match likely.filter(|_| has_doubtful_building) {
        Some(likely) => doubtful_building(name, square, likely, total, language),
        None => doubt(name, square, total, language),
    }
}

/// The square's name, its two best readings, and the total with each.
fn doubt(place: String, square: &ReadSquare, total: i32, language: Language) -> [String; 3] {
    let best = MessageId::BestReading.with("square", Message::from(&square.best));
    let best = best.with("percent", percent(square.probability)).with("total", total);
    let second = square_instead_of(&square.second, &square.best);
    let second = match square.second_total {
        Some(second_total) => MessageId::SecondReading.with("square", second).with("total", second_total),
        None => MessageId::SecondIsNoKingdom.with("square", second),
    };
    [place, best.in_language(language), second.in_language(language)]
}

/// Buildings with a lower probability than this (0 to 1) are not named as alternatives.
const NAMED_FROM: f64 = 0.01;

/// The most alternatives that are named. Further ones are only counted.
const MOST_NAMED: usize = 3;

/// The square's name, its reading with the most probable building, and the alternatives with their totals.
fn doubtful_building(
    place: String,
    square: &ReadSquare,
    likely: &[Likely<Option<Building>>],
    total: i32,
    language: Language,
) -> [String; 3] {
    let best = MessageId::BestBuilding.with("ground", Message::from(&square.best.ground()));
    let best = best.with("building", MessageId::DoubtfulBuilding).with("best", building_or_site(&likely[0]));
    let best = best.with("percent", percent(likely[0].probability)).with("total", total);
    let others: Vec<_> = likely[1..].iter().filter(|other| other.probability >= NAMED_FROM).collect();
    let scores_the_same = !others.is_empty() && others.iter().all(|other| other.total == Some(total));
    let same = scores_the_same.then(|| MessageId::SameTotal.into());
    let (named, further) = others.split_at(others.len().min(MOST_NAMED));
    let further = (!further.is_empty()).then(|| MessageId::FurtherPieces.count(further.len() as u32));
    let named = named.iter().map(|other| {
        let phrase = if other.total.is_some() { MessageId::OtherPiece } else { MessageId::OtherPieceIsNoKingdom };
        let message = phrase.with("piece", building_or_site(other)).with("percent", percent(other.probability));
        other.total.iter().fold(message, |message, total| message.with("total", *total))
    });
    let others: Vec<Message> = named.chain(further).chain(same).collect();
    let others = MessageId::List.with("words", others);
    [place, best.in_language(language), others.in_language(language)]
}

fn building_or_site(likely: &Likely<Option<Building>>) -> Message {
    likely.what.map_or(Message::from(MessageId::BareSite), Message::from)
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
