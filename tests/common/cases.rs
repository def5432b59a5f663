//! The number of cases in a random test.

/// The number in an environment variable, if it is set.
///
/// # Panics
/// Its value is not a number.
pub fn asked(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text}: a whole number is needed")))
}

/// The number that the variable sets; otherwise `all` in `make test-all`, which sets `TEST_ALL`, and a tenth
/// in `make test`.
pub fn cases(variable: &str, all: u64) -> u64 {
    let usual = if std::env::var_os("TEST_ALL").is_some() { all } else { all.div_ceil(10) };
    asked(variable).unwrap_or(usual)
}

/// Some of these cases, as many as [`cases`] says, evenly spread and including the first.
pub fn some_of<T>(variable: &str, all: Vec<T>) -> Vec<T> {
    let count = all.len();
    let chosen = usize::try_from(cases(variable, count as u64)).expect("a number").clamp(1, count.max(1));
    all.into_iter().step_by(count.div_ceil(chosen).max(1)).collect()
}
