//! Natural order of texts: numbers in them are compared by their value.

/// Sort key of a text, by which `table-2` comes before `table-10`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Natural(Vec<Part>, String);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The number of digits, and the digits without leading zeros: the longer number is the larger one.
    Number(usize, String),
    Text(String),
}

impl Natural {
    /// The key of this text. Texts that differ only in leading zeros are ordered letter by letter.
    pub fn new(text: &str) -> Self {
        let letters: Vec<char> = text.chars().collect();
        let runs = letters.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
        Self(runs.map(part).collect(), text.to_owned())
    }
}

fn part(run: &[char]) -> Part {
    let text: String = run.iter().collect();
    if !run[0].is_ascii_digit() {
        return Part::Text(text.to_lowercase());
    }
    let number = without_zeros(&text);
    Part::Number(number.len(), number.to_owned())
}

/// A number without leading zeros: `07` is `7`.
pub fn without_zeros(digits: &str) -> &str {
    let number = digits.trim_start_matches('0');
    if number.is_empty() && !digits.is_empty() { "0" } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_and_words_are_spelt() {
        let sorted = ["1", "2", "007", "10", "a", "B", "b2", "b10", "final"];
        let mut shuffled = ["final", "b10", "10", "B", "2", "b2", "1", "a", "007"];
        shuffled.sort_by_cached_key(|text| Natural::new(text));
        assert_eq!(shuffled, sorted);
        assert_eq!(["007", "0", "00", "12"].map(without_zeros), ["7", "0", "0", "12"]);
    }
}
