//! Counts and lists in error messages, which are in English.

/// A number and a noun with a regular plural: `1 row`, `2 rows`.
pub fn counted(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// The words separated by commas.
pub fn listed(words: impl IntoIterator<Item = impl ToString>) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(", ")
}
