//! "Did you mean ...?"

/// The word that was probably meant: the nearest of the allowed ones, when it is near enough to be a slip.
pub fn suggestion<'a>(word: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let distance = |candidate: &&str| strsim::osa_distance(&word, &candidate.to_lowercase());
    let nearest = allowed.into_iter().min_by_key(distance)?;
    // A third of the letters wrong is still a slip ("wheet", "graslnad"); more is another word.
    (distance(&nearest) * 3 <= nearest.len()).then_some(nearest)
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
        assert_eq!(suggestion("anne", ["Anna", "Ben"]), Some("Anna"));
    }
}
