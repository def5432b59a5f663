//! Names of players.

use std::path::Path;

use unicode_normalization::UnicodeNormalization;

/// A player's name as it is compared: [`composed`], without blanks around it. `None` when nothing is left, or with control characters.
pub fn player_name(text: &str) -> Option<String> {
    let name = text.trim();
    let is_name = !name.is_empty() && !text.contains(char::is_control);
    is_name.then(|| composed(name))
}

/// Text in the one form (NFC) in which equal letters are equal: `ö` may also be written as `o` with two dots to put on it, as in
/// names of files from a Mac.
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// Whose photo a file is by its name: `anna.jpg` is Anna's. `None` where the name is no player's, as of those that cameras give: it
/// has a digit in it, or is a single letter.
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
