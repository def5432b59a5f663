//! Sentences whose gaps are filled, and which every language can say.

use std::fmt;

use super::Language;
use super::catalogue::{Phrase, Row, Source};
use crate::domain::{Pieces, Place, Square};

/// Whatever has a row in the table of words: a terrain, a building, a [`Phrase`](super::Phrase) ...
pub trait Words: Copy {
    /// Its row.
    fn row(self) -> &'static Row;

    /// The row's text as it stands, gaps and all.
    fn in_language(self, language: Language) -> &'static str {
        self.row().texts[language as usize]
    }

    /// Where its German word is from.
    fn source(self) -> Source {
        self.row().source
    }

    /// Its sentence with the gap `name` filled.
    fn with(self, name: &'static str, value: impl Into<Gap>) -> Message {
        Message::from(self).with(name, value)
    }

    /// Its sentence with the gap `n` filled, in the singular for 1.
    fn count(self, n: u32) -> Message {
        self.with(COUNT, n)
    }
}

/// The gap whose number chooses between singular and plural.
pub(super) const COUNT: &str = "n";

/// Stands in a row's text between its singular and its plural.
pub(super) const SINGULAR_FROM_PLURAL: char = '|';

/// A sentence of the table with its gaps filled. `Display` says it in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    row: &'static Row,
    gaps: Vec<(&'static str, Gap)>,
}

/// What fills a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gap {
    /// The same in every language: a number, a square such as `r2c4`, a name.
    Text(String),
    /// A word or a sentence.
    Message(Message),
    /// Several, with commas between them.
    List(Vec<Message>),
}

impl Message {
    /// The row's sentence with all its gaps still open.
    pub(super) fn of_row(row: &'static Row) -> Self {
        Self { row, gaps: Vec::new() }
    }

    /// Whether it is this sentence, whatever its gaps are filled with.
    pub fn is(&self, words: impl Words) -> bool {
        // Rows are constants, of which a program may hold several copies: their addresses tell nothing.
        self.row == words.row()
    }

    /// Fills the gap `{name}` too.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Gap>) -> Self {
        self.gaps.push((name, value.into()));
        self
    }

    /// Whether it is this phrase, alone or with squares in brackets behind it.
    pub fn says(&self, phrase: Phrase) -> bool {
        let is_within = |gap: &Gap| matches!(gap, Gap::Message(message) if message.says(phrase));
        let is_with_squares = self.row == Phrase::WithSquares.row();
        self.row == phrase.row() || is_with_squares && self.gap("what").is_some_and(is_within)
    }

    /// The sentence.
    pub fn in_language(&self, language: Language) -> String {
        let (mut text, mut rest) = (String::new(), self.form(self.row.texts[language as usize]));
        while let Some((before, (name, after))) = next_gap(rest) {
            text += before;
            match self.gap(name) {
                Some(value) => text += &value.in_language(language),
                None => debug_assert!(false, "nothing fills `{name}` of: {}", self.row.texts[language as usize]),
            }
            rest = after;
        }
        text + rest
    }

    /// The singular or the plural of a text that has both.
    fn form<'a>(&self, text: &'a str) -> &'a str {
        let is_one = self.gap(COUNT) == Some(&Gap::from(1));
        match text.split_once(SINGULAR_FROM_PLURAL) {
            Some((singular, _)) if is_one => singular,
            Some((_, plural)) => plural,
            None => text,
        }
    }

    fn gap(&self, name: &str) -> Option<&Gap> {
        self.gaps.iter().find(|(filled, _)| *filled == name).map(|(_, value)| value)
    }
}

/// What stands before the first gap, its name, and what stands behind it.
pub(super) fn next_gap(text: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = text.split_once('{')?;
    Some((before, rest.split_once('}')?))
}

impl Gap {
    fn in_language(&self, language: Language) -> String {
        match self {
            Gap::Text(text) => text.clone(),
            Gap::Message(message) => message.in_language(language),
            Gap::List(messages) => {
                messages.iter().map(|message| message.in_language(language)).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl<W: Words> From<W> for Message {
    /// The sentence with all its gaps still open.
    fn from(words: W) -> Self {
        Self::of_row(words.row())
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_language(Language::English))
    }
}

impl<W: Words> From<W> for Gap {
    fn from(words: W) -> Self {
        Gap::Message(words.into())
    }
}

impl From<Message> for Gap {
    fn from(message: Message) -> Self {
        Gap::Message(message)
    }
}

impl From<Vec<Message>> for Gap {
    fn from(messages: Vec<Message>) -> Self {
        Gap::List(messages)
    }
}

/// What reads the same in every language.
macro_rules! texts {
    ($($same:ty),*) => { $(
        impl From<$same> for Gap {
            fn from(same: $same) -> Self {
                Gap::Text(same.to_string())
            }
        }
    )* };
}

texts!(u8, u16, u32, i32, usize, Place, String, &str);

impl From<&Square> for Message {
    /// A square and all that stands on it, such as "wheat, 1 crown".
    fn from(square: &Square) -> Self {
        let Square::Land { terrain, crowns, pieces } = square else {
            return if *square == Square::Castle { Phrase::Castle } else { Phrase::Empty }.into();
        };
        let crowns = match crowns {
            0 if terrain.max_crowns() == 0 => None,
            0 => Some(Phrase::NoCrown.into()),
            _ => Some(Phrase::Crowns.count(u32::from(*crowns))),
        };
        let words = [Message::from(*terrain)].into_iter().chain(crowns).chain(pieces_in_words(pieces));
        Phrase::List.with("words", words.collect::<Vec<_>>())
    }
}

/// What stands on a square, in the order of [`Pieces::words`].
pub fn pieces_in_words(pieces: &Pieces) -> Vec<Message> {
    let building = pieces.building.map(Message::from);
    let knight = pieces.knight.then(|| Phrase::Knights.count(1));
    let towers = (pieces.towers > 0).then(|| Phrase::Towers.count(u32::from(pieces.towers)));
    let queen = pieces.queen.then(|| Phrase::Queen.into());
    [building, knight, towers, queen].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Terrain;
    use crate::messages::TerritoriesOf;

    #[test]
    fn gaps_are_filled_in_both_languages() {
        let territories = TerritoriesOf(Terrain::Forest);
        assert_eq!(territories.count(1).to_string(), "1 forest territory");
        assert_eq!(territories.count(3).in_language(Language::German), "3 Waldgebiete");
        assert_eq!(Phrase::Squares.count(0).in_language(Language::German), "0 Felder");
    }

    /// A player may be called anything.
    #[test]
    fn what_fills_a_gap_is_never_taken_for_a_gap() {
        let message = Phrase::List.with("words", "{words}|{n}");
        assert_eq!(message.to_string(), "{words}|{n}");
    }

    #[test]
    fn squares_are_told_with_all_that_stands_on_them() {
        let told = |word: &str| {
            let message = Message::from(&word.parse::<Square>().expect("a square's word"));
            Language::ALL.map(|language| message.in_language(language))
        };
        assert_eq!(told("castle"), ["castle", "Schloss"]);
        assert_eq!(told("empty"), ["empty", "leer"]);
        assert_eq!(told("mine:3"), ["mine, 3 crowns", "Gebirge, 3 Kronen"]);
        assert_eq!(
            told("town+travelling-castle+tower*3"),
            ["town, travelling castle, 3 towers", "Stadt, Das wandelnde Schloss, 3 Türme"]
        );
        assert_eq!(
            told("lake+knight+tower+queen"),
            ["lake, no crown, 1 knight, 1 tower, the Queen", "See, ohne Krone, 1 Ritter, 1 Turm, die Queen"]
        );
    }
}
