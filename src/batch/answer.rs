//! What a person may answer when asked about a photo.

use super::corrections::Verdict;
use super::results::ReadKingdom;
use crate::domain::{Grid, Kingdom, Place, Square};
use crate::formats::notation;

/// An answer that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// What counts from now on.
    Verdict(Verdict),
    /// Not now.
    Skip,
    /// No more.
    Quit,
}

/// Reads an answer about a photo with these kingdoms: nothing (skip), `q`, `a` (accept), `l` (leave out), `k2` (only the
/// second kingdom), squares such as `r2c3=W1 r2c4=lake`, or a kingdom in notation.
///
/// # Errors
/// What was not understood, and what would be.
pub fn understood(text: &str, kingdoms: &[ReadKingdom]) -> Result<Answer, String> {
    match text.trim() {
        "" => Ok(Answer::Skip),
        "q" => Ok(Answer::Quit),
        "l" => Ok(Answer::Verdict(Verdict::LeftOut)),
        "a" if kingdoms.len() == 1 => Ok(Answer::Verdict(verdict(&kingdoms[0].record.kingdom))),
        "a" => Err(format!(
            "there is no single kingdom to accept, but {}: type one in notation{}",
            kingdoms.len(),
            choice(kingdoms)
        )),
        text if text.contains('=') => changed(text, kingdoms).map(|kingdom| Answer::Verdict(verdict(&kingdom))),
        text => match chosen(text, kingdoms) {
            Some(kingdom) => Ok(Answer::Verdict(verdict(&kingdom.record.kingdom))),
            None => {
                let kingdom = notation::parse(text).map_err(|error| format!("`{text}`: {error}"))?;
                Ok(Answer::Verdict(verdict(&kingdom)))
            }
        },
    }
}

fn verdict(kingdom: &Kingdom) -> Verdict {
    Verdict::Kingdom(notation::write(kingdom))
}

/// `k1` or `k2`.
fn choice(kingdoms: &[ReadKingdom]) -> String {
    let names: Vec<String> = (1..=kingdoms.len()).map(|number| format!("k{number}")).collect();
    if names.is_empty() { String::new() } else { format!(", or {}", names.join(" or ")) }
}

fn chosen<'a>(text: &str, kingdoms: &'a [ReadKingdom]) -> Option<&'a ReadKingdom> {
    let number: usize = text.strip_prefix('k')?.parse().ok()?;
    kingdoms.get(number.checked_sub(1)?)
}

/// The only kingdom with other squares.
fn changed(text: &str, kingdoms: &[ReadKingdom]) -> Result<Kingdom, String> {
    let [only] = kingdoms else {
        return Err(format!("squares can be changed in one kingdom, and here are {}", kingdoms.len()));
    };
    let kingdom = &only.record.kingdom;
    let mut squares: Grid<Square> = kingdom.squares().clone();
    for change in text.split_whitespace() {
        let parts = change.split_once('=').and_then(|(place, square)| Some((Place::from_words(place)?, square)));
        let Some((place, word)) = parts else {
            return Err(format!("`{change}`: a change is a square and what it bears, such as `r2c3=W1`"));
        };
        if squares.get(place).is_none() {
            return Err(format!("{place}: the kingdom has {} rows and {} columns", squares.rows(), squares.cols()));
        }
        squares[place] = square(word).map_err(|problem| format!("{place}: {problem}"))?;
    }
    Kingdom::new(kingdom.game(), kingdom.size(), squares).map_err(|error| error.to_string())
}

/// A word such as `wheat:1`, or notation such as `W1`.
fn square(word: &str) -> Result<Square, String> {
    let in_words = word.parse::<Square>();
    in_words.or_else(|error| notation::parse_square(word).map_err(|_| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::KingdomRecord;

    fn kingdoms(texts: &[&str]) -> Vec<ReadKingdom> {
        let kingdom = |text: &&str| ReadKingdom {
            record: KingdomRecord::from(notation::parse(text).expect("a kingdom")),
            needs_review: true,
            doubts: Vec::new(),
            warnings: Vec::new(),
        };
        texts.iter().map(kingdom).collect()
    }

    #[test]
    fn squares_words_and_kingdoms_are_understood() {
        let one = kingdoms(&["W1WF/CLM3 k5"]);
        let kingdom = |text: &str| Ok(Answer::Verdict(Verdict::Kingdom(text.to_owned())));
        assert_eq!(understood("a\n", &one), kingdom("W1WF/CLM3 k5"));
        assert_eq!(understood(" l ", &one), Ok(Answer::Verdict(Verdict::LeftOut)));
        assert_eq!((understood("", &one), understood("q", &one)), (Ok(Answer::Skip), Ok(Answer::Quit)));
        assert_eq!(understood("r1c2=F1 r2c3=lake:1", &one), kingdom("W1F1F/CLL1 k5"));
        assert_eq!(understood("r1c3=.", &one), kingdom("W1W./CLM3 k5"));
        assert_eq!(understood("FFC k5", &[]), kingdom("FFC k5"));
        assert_eq!(understood("k2", &kingdoms(&["FFC k5", "WWC k5"])), kingdom("WWC k5"));
    }

    #[test]
    fn what_is_not_understood_changes_nothing() {
        let problem = |text: &str, texts: &[&str]| understood(text, &kingdoms(texts)).expect_err("not understood");
        let one = ["W1WF/CLM3 k5"];
        insta::assert_snapshot!(problem("r4c1=W", &one), @"r4c1: the kingdom has 2 rows and 3 columns");
        insta::assert_snapshot!(problem("r1c1=C", &one), @"a second castle at r2c1; the first is at r1c1, and a kingdom has one");
        insta::assert_snapshot!(problem("r1c1=X", &one), @"r1c1: `X`: unknown terrain `X`; allowed are castle, empty, wheat, forest, lake, grassland, swamp, mine, town");
        insta::assert_snapshot!(problem("c1=W", &one), @"`c1=W`: a change is a square and what it bears, such as `r2c3=W1`");
        insta::assert_snapshot!(problem("yes", &one), @"`yes`: a notation is rows, a space, and game and size, such as `F1WC/L1W. k5`");
        insta::assert_snapshot!(problem("a", &[]), @"there is no single kingdom to accept, but 0: type one in notation");
        insta::assert_snapshot!(problem("a", &["FFC k5", "WWC k5"]), @"there is no single kingdom to accept, but 2: type one in notation, or k1 or k2");
    }
}
