//! Quotes words for a shell, in lines for the user to type.

use std::fmt;

use kingdom_scanner::correction::Correction;

use super::PROGRAM;

/// The word, quoted if a shell would split or change it.
pub fn quoted(word: &str) -> String {
    let is_one_word =
        !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || "-_./:=,+@%".contains(letter));
    if is_one_word { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// A line to type: the program's command with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineToType {
    command: &'static str,
    words: Vec<String>,
    /// The words after `--`, all of which are photos.
    behind: Vec<String>,
}

impl LineToType {
    /// A line with the words of this command, possibly including `--`.
    pub fn new(command: &'static str, mut words: Vec<String>) -> Self {
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        let behind = words.split_off(end).into_iter().skip(1).collect();
        Self { command, words, behind }
    }
}

impl LineToType {
    /// Adds options.
    #[must_use]
    pub fn with(mut self, options: impl IntoIterator<Item = String>) -> Self {
        self.words.extend(options);
        self
    }

    /// Adds `--fix` for each of these corrections.
    #[must_use]
    pub fn with_fixes(self, fixes: impl IntoIterator<Item = Correction>) -> Self {
        self.with(fixes.into_iter().flat_map(|fix| ["--fix".to_owned(), fix.to_string()]))
    }

    /// Replaces each word, also those after `--`, by the result of `change`; `None` removes the word.
    #[must_use]
    pub fn changed(self, mut change: impl FnMut(String) -> Option<String>) -> Self {
        let words = self.words.into_iter().filter_map(&mut change).collect();
        Self { words, behind: self.behind.into_iter().filter_map(change).collect(), ..self }
    }
}

impl fmt::Display for LineToType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PROGRAM} {}", self.command)?;
        self.words.iter().try_for_each(|word| write!(f, " {}", quoted(word)))?;
        if !self.behind.is_empty() {
            write!(f, " --")?;
        }
        self.behind.iter().try_for_each(|word| write!(f, " {}", quoted(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_shell_takes_apart_is_quoted() {
        for (word, expected) in [
            ("Anna:r2c4=forest:1", "Anna:r2c4=forest:1"),
            ("Anna & Ben:r2c4=F1", "'Anna & Ben:r2c4=F1'"),
            ("it's", r"'it'\''s'"),
            ("r2c4=town+church+tower*2", "'r2c4=town+church+tower*2'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }
}
