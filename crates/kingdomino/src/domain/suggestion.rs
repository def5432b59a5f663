//! "Did you mean ...?"

/// The word that was probably meant: the nearest of the allowed ones, when it is near enough for a typing error.
pub fn suggestion<'a>(word: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let slips = allowed.into_iter().filter_map(|meant| Some((wrong_letters(&word, &meant.to_lowercase())?, meant)));
    slips.min_by_key(|(wrong, _)| *wrong).map(|(_, meant)| meant)
}

/// How many letters differ; `None` when too many for a typing error.
fn wrong_letters(word: &str, meant: &str) -> Option<usize> {
    let letters = meant.chars().count();
    // A third of the letters wrong is still a typing error ("wheet", "graslnad"); more is another word.
    let most = letters / 3;
    // Checked first, because the time of the edit distance is the product of both lengths.
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
