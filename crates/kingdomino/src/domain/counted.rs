//! Counts of things for errors, which are in English, and lists for any text.

/// A number of things with a regular plural: `1 row`, `2 rows`.
pub fn counted(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}

/// Words with commas between them.
pub fn listed(words: impl IntoIterator<Item = impl ToString>) -> String {
    words.into_iter().map(|word| word.to_string()).collect::<Vec<_>>().join(", ")
}
