//! Suggestions for mistyped words: "did you mean ...?"

/// The word that was probably meant: the nearest allowed word, if it is close enough to be a typing error.
pub fn suggestion<'a>(word: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let slips = allowed.into_iter().filter_map(|meant| Some((wrong_letters(&word, &meant.to_lowercase())?, meant)));
    slips.min_by_key(|(wrong, _)| *wrong).map(|(_, meant)| meant)
}

/// Whether one of the names may be a typing error for the other: one letter differs, or two in long names, or
/// a number was appended as in `Cem (2)`, which is how files are named when a name is taken.
pub fn may_be_mistyped(one: &str, other: &str) -> bool {
    /// If both names are shorter than this, no letter may differ: Tim and Tom are two people.
    const LEAST_LETTERS: usize = 4;
    /// If both names have at least this many letters, two letters may differ.
    const LONG_LETTERS: usize = 7;
    let [one, other] = [one, other].map(|name| without_number(name).to_lowercase());
    let letters = [&one, &other].map(|name| name.chars().count());
    let (shorter, longer) = (letters[0].min(letters[1]), letters[0].max(letters[1]));
    let most = usize::from(longer >= LEAST_LETTERS) + usize::from(shorter >= LONG_LETTERS);
    longer - shorter <= most && strsim::osa_distance(&one, &other) <= most
}

/// The name without a final ` (2)`.
fn without_number(name: &str) -> &str {
    let Some((before, number)) = name.strip_suffix(')').and_then(|name| name.rsplit_once('(')) else { return name };
    let before = before.trim_end();
    if number.parse::<u32>().is_ok() && !before.is_empty() { before } else { name }
}

/// The number of wrong letters; `None` if too many for a typing error.
fn wrong_letters(word: &str, meant: &str) -> Option<usize> {
    let letters = meant.chars().count();
    // Up to a third of the letters may be wrong ("wheet", "graslnad"); more means another word.
    let most = letters / 3;
    // Checked first, because the time of the edit distance grows with the product of both lengths.
    let is_as_long = word.chars().count().abs_diff(letters) <= most;
    is_as_long.then(|| strsim::osa_distance(word, meant)).filter(|wrong| *wrong <= most)
}

/// `; did you mean ...?`, or nothing.
pub fn did_you_mean<'a>(word: &str, allowed: impl IntoIterator<Item = &'a str>) -> String {
    suggestion(word, allowed).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_may_be_one_are_near_each_other() {
        for (one, other) in
            [("Fatma", "Fatam"), ("Ana", "Anna"), ("Cem (2)", "Cem"), ("Jürgen", "jurgen"), ("Alexandra", "Aleksandra")]
        {
            assert!(may_be_mistyped(one, other) && may_be_mistyped(other, one), "{one} {other}");
        }
        for (one, other) in [("Tim", "Tom"), ("Anna", "Ben"), ("Clara", "Carlo"), ("Jonas", "Jan"), ("(2)", "(3)")] {
            assert!(!may_be_mistyped(one, other) && !may_be_mistyped(other, one), "{one} {other}");
        }
    }

    #[test]
    fn slips_are_mended_and_other_words_are_not() {
        let allowed = ["wheat", "grassland", "mine"];
        assert_eq!(suggestion("wheet", allowed), Some("wheat"));
        assert_eq!(suggestion("Grasland", allowed), Some("grassland"));
        assert_eq!(suggestion("water", allowed), None);
        assert_eq!(suggestion("", allowed), None);
        assert_eq!(suggestion(&"wheat".repeat(1_000_000), allowed), None);
        assert_eq!(suggestion("anne", ["Anna", "Ben"]), Some("Anna"));
    }
}
