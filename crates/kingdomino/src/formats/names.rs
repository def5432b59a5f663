//! Names of players.

use std::path::Path;

use unicode_normalization::UnicodeNormalization;

/// A player's name in the form for comparisons: [`composed`], without surrounding blanks. `None` when empty or with control characters.
pub fn player_name(text: &str) -> Option<String> {
    let name = text.trim();
    let is_name = !name.is_empty() && !text.contains(char::is_control);
    is_name.then(|| composed(name))
}

/// Text in Unicode's form NFC, so that equal letters compare equal: file names from a Mac write `ö` as `o` and combining dots.
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// The player's name in a photo's file name: `Anna` for `anna.jpg`. `None` for names with a digit, as cameras give them, and single letters.
pub fn name_of_file(path: &str) -> Option<String> {
    let stem = Path::new(path).file_stem()?.to_str()?.replace('_', " ");
    let name = player_name(&stem).filter(|name| !name.contains(char::is_numeric))?;
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
