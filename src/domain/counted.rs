//! Numbers of things in errors, which are English.

/// So many of a thing with a regular plural: `1 row`, `2 rows`.
pub(crate) fn counted(n: usize, thing: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}s") }
}
