//! Names of players.

use std::path::Path;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A player's name as it is kept: [`composed`], with single blanks and none around it. `None` when empty or with control characters.
pub fn player_name(text: &str) -> Option<String> {
    let name = composed(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    let is_name = !name.is_empty() && !text.contains(char::is_control);
    is_name.then_some(name)
}

/// A name in the form in which names are compared: equal for those that differ only in case, in blanks, and in how Unicode writes the same letters.
pub fn name_key(name: &str) -> String {
    let text: String = name.nfkc().filter(|letter| !is_unseen(*letter)).collect();
    let text: String = text.to_lowercase().nfkc().collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether both texts are one name.
pub fn is_same_name(one: &str, other: &str) -> bool {
    name_key(one) == name_key(other)
}

/// Whether two names are different, and may yet be one person's: only accents differ, or how `ä`, `ö`, `ü` and `ß` are spelt, or the order of the
/// words, or letters of two scripts that look the same.
pub fn are_alike(one: &str, other: &str) -> bool {
    let (one_words, other_words) = (spellings(one), spellings(other));
    let is_like = |(one, other): (&[String; 2], &[String; 2])| one.iter().any(|spelt| other.contains(spelt));
    !is_same_name(one, other)
        && !one_words.is_empty()
        && one_words.len() == other_words.len()
        && one_words.iter().zip(&other_words).all(is_like)
}

/// Equal for names that are alike, and for few others.
pub fn rough_key(name: &str) -> String {
    spellings(name).iter().map(|[plain, _]| roughly(plain)).collect::<Vec<_>>().join(" ")
}

/// Each word without accents, and with umlauts as in `Mueller`; sorted, unless numbers tell names apart.
fn spellings(name: &str) -> Vec<[String; 2]> {
    let key = name_key(name);
    let words =
        key.split(|letter: char| letter.is_whitespace() || ",.-".contains(letter)).filter(|word| !word.is_empty());
    let spelt = |word: &str| {
        [plain_letters as fn(char) -> Option<&'static str>, german_letters].map(|letters| {
            let parts: Vec<String> =
                word.nfc().map(|letter| letters(letter).map_or(letter.into(), str::to_owned)).collect();
            parts.concat().nfd().filter(|letter| !is_combining_mark(*letter)).map(latin_that_looks_like).collect()
        })
    };
    let mut words: Vec<[String; 2]> = words.map(spelt).collect();
    if !key.contains(char::is_numeric) {
        words.sort_by_key(|[plain, _]| roughly(plain));
    }
    words
}

/// The same for `Mueller`, `Müller` and `Muller`.
fn roughly(word: &str) -> String {
    let mut rough = String::new();
    for letter in word.chars() {
        if letter != 'e' || !rough.ends_with(['a', 'o', 'u']) {
            rough.push(letter);
        }
    }
    rough
}

/// Letters that are more than a letter with a mark.
fn plain_letters(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ı' => "i",
        _ => return None,
    })
}

/// The same, with umlauts as they are spelt where a keyboard lacks them.
fn german_letters(letter: char) -> Option<&'static str> {
    match letter {
        'ä' => Some("ae"),
        'ö' | 'ø' => Some("oe"),
        'ü' => Some("ue"),
        'å' => Some("aa"),
        letter => plain_letters(letter),
    }
}

/// The Latin letter that a small Cyrillic or Greek one looks like, small or as a capital.
fn latin_that_looks_like(letter: char) -> char {
    const OTHERS: &str = "авекмнорстухіјѕһԛԝαβεζηικμνορτυχ";
    const LATIN: &str = "abekmhopctyxijshqwabezhikmnoptyx";
    OTHERS.chars().zip(LATIN.chars()).find(|(other, _)| *other == letter).map_or(letter, |(_, latin)| latin)
}

/// Characters that print nothing.
fn is_unseen(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Text in Unicode's form NFC, so that equal letters compare equal: file names from a Mac write `ö` as `o` and combining dots.
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// The player's name in a photo's file name: `Anna` for `anna.jpg`. `None` for names with a digit, as cameras give them, and single letters.
pub fn name_of_file(path: &str) -> Option<String> {
    name_of_stem(Path::new(path).file_stem()?.to_str()?)
}

/// The same of a file name without its ending, or of a folder's.
pub fn name_of_stem(stem: &str) -> Option<String> {
    let name = player_name(&stem.replace('_', " ")).filter(|name| !name.contains(char::is_numeric))?;
    let mut letters = name.chars();
    let first = letters.next()?;
    let is_word = first.is_alphabetic() && name.chars().count() > 1;
    is_word.then(|| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_bear_a_players_name() {
        let named = [
            ("anna.jpg", "Anna"),
            ("photos/Ben.JPG", "Ben"),
            ("\u{f6}zge.png", "\u{d6}zge"),
            ("anna_&_ben.jpg", "Anna & ben"),
        ];
        for (file, name) in named {
            assert_eq!(name_of_file(file).as_deref(), Some(name));
        }
        for file in ["IMG_1.jpg", "20260101_1200.jpg", "table-3.jpg", "a.jpg", ".jpg", "", "-.jpg", "a\nb.jpg"] {
            assert_eq!(name_of_file(file), None, "{file}");
        }
    }
}
