//! From an English sentence back to its row of the table, so that what was written down in English can be said in every
//! language.

use super::catalogue::rows;
use super::message::{COUNT, Gap, Message, SINGULAR_FROM_PLURAL, next_gap};
use super::{Language, Phrase, Words};

/// A sentence with gaps needs so many letters beside them to be told from others: `{square} {pieces}` would be anything.
const FEWEST_LETTERS: usize = 5;

/// Stands between the words of a list.
const BETWEEN: &str = ", ";

impl Message {
    /// The sentence that this English text is, if a row says it.
    pub fn of_table(text: &str) -> Option<Self> {
        understood(text)
    }

    /// The sentence that this English text is; a text that no row says stays as it is in every language.
    pub fn from_english(text: &str) -> Self {
        understood(text).unwrap_or_else(|| Phrase::List.with("words", text))
    }
}

/// Of several rows that could say it, the one with the most words of its own.
fn understood(text: &str) -> Option<Message> {
    let sentences = rows().flat_map(|row| {
        let forms = row.texts[Language::English as usize].split(SINGULAR_FROM_PLURAL);
        forms.filter(|form| is_telling(form)).filter_map(move |form| Some((form, row, gaps(form, text)?)))
    });
    let (_, row, gaps) = sentences.max_by_key(|(form, ..)| letters(form))?;
    Some(gaps.into_iter().fold(Message::of_row(row), |message, (name, text)| message.with(name, gap(text))))
}

fn is_telling(form: &str) -> bool {
    next_gap(form).is_none() || letters(form) >= FEWEST_LETTERS
}

/// Those that stand beside the gaps.
fn letters(form: &str) -> usize {
    let mut rest = form;
    let mut count = 0;
    while let Some((before, (_, after))) = next_gap(rest) {
        count += before.chars().filter(|letter| letter.is_alphabetic()).count();
        rest = after;
    }
    count + rest.chars().filter(|letter| letter.is_alphabetic()).count()
}

/// What stands in the gaps of the form when it reads like the text.
fn gaps<'a>(form: &'static str, text: &'a str) -> Option<Vec<(&'static str, &'a str)>> {
    let (mut form, mut text, mut gaps) = (form, text, Vec::new());
    while let Some((before, (name, after))) = next_gap(form) {
        text = text.strip_prefix(before)?;
        let next = next_gap(after).map_or(after, |(next, _)| next);
        // The last words are those at the end, whatever stands in the gap.
        let end = if next == after { text.len().checked_sub(next.len())? } else { text.find(next)? };
        let filling = text.get(..end)?;
        if name == COUNT && filling.parse::<u32>().is_err() {
            return None;
        }
        gaps.push((name, filling));
        (form, text) = (after, &text[end..]);
    }
    (form == text).then_some(gaps)
}

/// What fills a gap may be of the table, too: a word, a sentence, or several.
fn gap(text: &str) -> Gap {
    if let Some(message) = understood(text) {
        return message.into();
    }
    let words: Option<Vec<Message>> = text.split(BETWEEN).map(understood).collect();
    match words {
        Some(words) if words.len() > 1 => words.into(),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Terrain;
    use crate::messages::TerritoriesOf;

    #[test]
    fn what_the_table_says_in_english_is_said_in_german() {
        for row in rows() {
            for number in ["1", "7"] {
                let english = row.texts[Language::English as usize];
                let mut names = Vec::new();
                let mut rest = english.split(SINGULAR_FROM_PLURAL).next().expect("a form");
                while let Some((_, (name, after))) = next_gap(rest) {
                    names.push(name);
                    rest = after;
                }
                let fill = |(index, name): (usize, &&'static str)| {
                    (*name, if *name == "n" { number.to_owned() } else { format!("r{index}") })
                };
                let said = names
                    .iter()
                    .enumerate()
                    .map(fill)
                    .fold(Message::of_row(row), |message, (name, value)| message.with(name, value));
                let forms = english.split(SINGULAR_FROM_PLURAL);
                if forms.clone().any(|form| !is_telling(form)) {
                    continue;
                }
                let understood = Message::from_english(&said.to_string());
                // Two rows may be of the same English words.
                let is_only_one = rows().filter(|other| other.texts[0] == english).count() == 1;
                if is_only_one {
                    assert_eq!(
                        understood.in_language(Language::German),
                        said.in_language(Language::German),
                        "{english}"
                    );
                }
                assert_eq!(understood.to_string(), said.to_string());
            }
        }
    }

    #[test]
    fn words_within_a_sentence_are_said_too() {
        let square: crate::domain::Square = "wheat:1".parse().expect("a square");
        let said = Phrase::MoreThanTheBox
            .with("squares", Phrase::Squares.count(9))
            .with("square", Message::from(&square))
            .with("game", crate::domain::Game::Kingdomino)
            .with("in_the_box", 5);
        let german = Message::from_english(&said.to_string()).in_language(Language::German);
        assert_eq!(german, said.in_language(Language::German));
        assert!(german.contains("9 Felder (Getreidefeld, 1 Krone)"), "{german}");
        let territories = TerritoriesOf(Terrain::Forest).count(1).to_string();
        assert_eq!(Message::from_english(&territories).in_language(Language::German), "1 Waldgebiet");
    }

    #[test]
    fn what_the_table_does_not_say_stays() {
        for text in ["", "something new", "{words}", "|", "a.jpg: cut off"] {
            assert_eq!(Message::from_english(text).in_language(Language::German), text);
        }
    }
}
