//! Quotes words for a shell, for lines that a person types again.

use super::PROGRAM;

/// The word, quoted if a shell would take it apart.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./:=,+@%*".contains(letter);
    let is_one_word = !word.is_empty() && word.chars().all(|letter| is_plain(letter) && letter != '*');
    if is_one_word { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// A line to type: the program's command with these words.
pub fn line_to_type(command: &str, words: &[String]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    format!("{PROGRAM} {command} {}", words.join(" "))
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
