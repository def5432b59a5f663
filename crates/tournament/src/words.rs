//! The words that name rounds, tables and players in folders and manifests, in all languages of the program.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::natural_order::without_zeros;
use kingdomino::domain::listed;

/// What a round is called, and its letter.
pub const ROUND: Words = Words { whole: &["round", "runde", "runda"], letters: &['r'] };

/// What a table is called, and its letters: `T1`, and in Romanian `M1`.
pub const TABLE: Words = Words { whole: &["table", "tisch", "masa"], letters: &['t', 'm'] };

/// What a player is called. There is no letter, because `P1` may be a player's own number in a club.
pub const PLAYER: Words = Words { whole: &["player", "spieler", "jucator"], letters: &[] };

/// The words for one thing, all [folded].
#[derive(Debug, Clone, Copy)]
pub struct Words {
    /// The full words, one in each language.
    pub whole: &'static [&'static str],
    /// Letters that stand for the word in front of a number, such as `t` in `T1`.
    pub letters: &'static [char],
}

/// The first 16 names (twice as many as a table has photos), and how many more there are. The text is the
/// same in all languages.
pub fn first_of(names: &[String]) -> String {
    const SHOWN: usize = 16;
    let shown = listed(names.iter().take(SHOWN));
    if names.len() > SHOWN { format!("{shown} … (+{})", names.len() - SHOWN) } else { shown }
}

/// The text in lower case and without accents, so that `rundă`, `Runda` and `MÜNZEN` are understood however
/// they are typed. `ß` becomes `ss`, blanks and `-` become `_`.
pub fn folded(text: &str) -> String {
    let letters = text.trim().to_lowercase().replace('ß', "ss").replace([' ', '-'], "_");
    letters.nfd().filter(|letter| !is_combining_mark(*letter)).collect()
}

/// The text after one of the words: `3` for `table-3`, `Tisch 3`, `masă_03`.
pub fn numbered(text: &str, words: &Words) -> Option<String> {
    let text: String = text.nfc().collect();
    let rest = words.whole.iter().find_map(|word| rest_after(&text, word))?;
    let (is_apart, rest) = without_separator(rest);
    let is_number = !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_digit());
    (is_number || is_apart && !rest.is_empty()).then(|| in_short(rest))
}

/// The rest of a text that begins with this folded word.
fn rest_after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    // Folding keeps the number of letters, except for `ß`, which no word has.
    let end = text.char_indices().map(|(at, _)| at).chain([text.len()]).nth(word.len())?;
    let (front, rest) = text.split_at(end);
    (folded(front) == word).then_some(rest)
}

/// The number before one of the words: `3` for `3. Runde`, `3rd round`, `3 masă`.
fn ordinal(text: &str, words: &Words) -> Option<String> {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = &text[..text.len() - rest.len()];
    let rest = ORDINALS.iter().find_map(|ending| rest.strip_prefix(ending)).unwrap_or(rest);
    let word = folded(rest.trim_start_matches([' ', '-', '_']));
    (!number.is_empty() && words.whole.contains(&word.as_str())).then(|| in_short(number))
}

/// What may follow the digits of an ordinal number.
const ORDINALS: [&str; 6] = [".", "st", "nd", "rd", "th", "-a"];

/// The name of a round or a table in a list: `3` for `Tisch 3`, `3. Tisch` and `03`. If there are several
/// letters, as in `T1` and `M1`, the letter is kept, because it may tell two tables apart.
pub fn name_of(text: &str, words: &Words) -> String {
    numbered(text, words)
        .or_else(|| ordinal(text, words))
        .or_else(|| after_letter(text, words).filter(|_| words.letters.len() == 1))
        .unwrap_or_else(|| in_short(text))
}

/// The number after or before one of the words, or after a letter: `3` for `R3`, `r-03`.
pub fn short_or_numbered(text: &str, words: &Words) -> Option<String> {
    numbered(text, words).or_else(|| ordinal(text, words)).or_else(|| after_letter(text, words))
}

fn after_letter(text: &str, words: &Words) -> Option<String> {
    let mut letters = text.chars();
    let first = letters.next()?.to_ascii_lowercase();
    let (_, rest) = without_separator(letters.as_str());
    let is_number = !rest.is_empty() && rest.chars().all(|letter| letter.is_ascii_digit());
    (words.letters.contains(&first) && is_number).then(|| in_short(rest))
}

/// Whether the text begins with a separator, and the text after it.
fn without_separator(text: &str) -> (bool, &str) {
    match text.strip_prefix(['-', '_', ' ']) {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    }
}

/// The name; a number without leading zeros, so that `03` and `3` are one table.
pub fn in_short(name: &str) -> String {
    let is_number = name.chars().all(|letter| letter.is_ascii_digit());
    if is_number { without_zeros(name).to_owned() } else { name.to_owned() }
}

/// Yes or no, in the program's languages and in short.
pub fn yes_or_no(text: &str) -> Option<bool> {
    match folded(text).as_str() {
        "yes" | "y" | "ja" | "j" | "da" | "d" | "true" | "1" => Some(true),
        "no" | "n" | "nein" | "nu" | "false" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_understood_in_every_language_and_in_short() {
        for round in ["round-3", "Runde 3", "runda_03", "RUNDĂ 3", "runda\u{306} 3", "R3", "r-3"] {
            assert_eq!(short_or_numbered(round, &ROUND).as_deref(), Some("3"), "{round}");
        }
        for table in ["table-1", "Tisch 1", "masa-1", "Masă 01", "T1", "m 1", "table1"] {
            assert_eq!(short_or_numbered(table, &TABLE).as_deref(), Some("1"), "{table}");
        }
        assert_eq!(short_or_numbered("Runde Finale", &ROUND).as_deref(), Some("Finale"));
        for round in ["3. Runde", "3 runda", "03_round", "3rd round", "3.Runde", "3-a runda\u{306}"] {
            assert_eq!(short_or_numbered(round, &ROUND).as_deref(), Some("3"), "{round}");
        }
        let named = ["Tisch 3", "3. Tisch", "03", "masa 3"].map(|text| name_of(text, &TABLE));
        assert!(named.iter().all(|name| name == "3"), "{named:?}");
        assert_eq!(
            ["Fenster", "T1", "M1", "1a Tisch"].map(|text| name_of(text, &TABLE)),
            ["Fenster", "T1", "M1", "1a Tisch"]
        );
        assert_eq!(name_of("R2", &ROUND), "2");
        for other in ["roundabout", "Tina", "t-rex", "m", "T", "tables", "rundă", "R3a", "", "Martin 1"] {
            assert_eq!(short_or_numbered(other, &TABLE).or_else(|| short_or_numbered(other, &ROUND)), None, "{other}");
        }
        assert_eq!(numbered("Jucător 2", &PLAYER).as_deref(), Some("2"));
    }

    #[test]
    fn yes_and_no_are_understood_in_every_language() {
        assert!(["yes", "Ja", "DA", "d", "1"].iter().all(|word| yes_or_no(word) == Some(true)));
        assert!(["no", "Nein", "nu", "n", "0"].iter().all(|word| yes_or_no(word) == Some(false)));
        assert!(["", "maybe", "dada"].iter().all(|word| yes_or_no(word).is_none()));
    }
}
