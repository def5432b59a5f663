//! What a person may answer when asked about a photo. Squares are told as with `scan --fix`.

use super::corrections::Verdict;
use super::results::ReadKingdom;
use crate::correction::{Correction, CorrectionError, ToldSquare, by_kingdom, checked};
use crate::domain::{Kingdom, counted};
use crate::formats::notation;

/// An answer that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// What counts from now on.
    Verdict(Verdict),
    /// Not now.
    Skip,
    /// What may be answered?
    Help,
    /// No more.
    Quit,
}

/// Reads an answer about a photo with these kingdoms: nothing or `-` (skip), `?` (help), `q`, `a` (accept), `l` (leave
/// out), `k2` (only the second kingdom), squares such as `r2c3=W1 r2c4=lake` or `k2:r2c3=W1`, or a kingdom in notation.
///
/// # Errors
/// What was not understood, and what would be.
pub fn understood(text: &str, kingdoms: &[ReadKingdom]) -> Result<Answer, String> {
    let verdict = |kingdom: &Kingdom| Answer::Verdict(Verdict::Kingdom(notation::write(kingdom)));
    match text.trim() {
        "" | "-" => Ok(Answer::Skip),
        "?" => Ok(Answer::Help),
        "q" => Ok(Answer::Quit),
        "l" => Ok(Answer::Verdict(Verdict::LeftOut)),
        "a" => match kingdoms {
            [only] => Ok(verdict(&only.record.kingdom)),
            [] => Err("no kingdom was read that could be accepted: type one in notation".to_owned()),
            several => Err(format!(
                "there are {}: type one in notation, or {}",
                counted(several.len(), "kingdom"),
                (1..=several.len()).map(|number| format!("k{number}")).collect::<Vec<_>>().join(" or ")
            )),
        },
        text if text.contains('=') => changed(text, kingdoms).map(|kingdom| verdict(&kingdom)),
        text => match chosen(text, kingdoms) {
            Some(kingdom) => Ok(verdict(&kingdom.record.kingdom)),
            None => {
                let kingdom = notation::parse(text).map_err(|error| format!("`{text}`: {error}"))?;
                Ok(verdict(&kingdom))
            }
        },
    }
}

fn chosen<'a>(text: &str, kingdoms: &'a [ReadKingdom]) -> Option<&'a ReadKingdom> {
    let number: usize = text.strip_prefix('k')?.parse().ok()?;
    kingdoms.get(number.checked_sub(1)?)
}

/// The one kingdom of which squares are told, with these squares.
fn changed(text: &str, kingdoms: &[ReadKingdom]) -> Result<Kingdom, String> {
    if kingdoms.is_empty() {
        return Err("no kingdom was read whose squares could be others: type one in notation".to_owned());
    }
    let correction = |word: &str| Correction::of_any_game(word).map_err(|error| format!("`{word}`: {error}"));
    let corrections = text.split_whitespace().map(correction).collect::<Result<Vec<_>, _>>()?;
    let kingdoms: Vec<&Kingdom> = kingdoms.iter().map(|kingdom| &kingdom.record.kingdom).collect();
    let told = by_kingdom(&corrections, &kingdoms).map_err(|error| in_a_review(&error))?;
    let mut meant = kingdoms.iter().zip(&told).filter(|(_, told)| !told.is_empty());
    match (meant.next(), meant.next()) {
        (Some((kingdom, told)), None) => with_squares(kingdom, told),
        _ => Err("squares of one kingdom are needed: it is the player's, and the others do not count".to_owned()),
    }
}

fn with_squares(kingdom: &Kingdom, told: &[ToldSquare]) -> Result<Kingdom, String> {
    let mut squares = kingdom.squares().clone();
    for told in checked(told, kingdom).map_err(|error| in_a_review(&error))? {
        squares[told.place] = told.square;
    }
    Kingdom::new(kingdom.game(), kingdom.size(), squares).map_err(|error| error.to_string())
}

/// Where `scan` would advise one of its flags, there is something else to try.
fn in_a_review(error: &CorrectionError) -> String {
    match error {
        CorrectionError::Outside { told, rows, cols } => format!(
            "{}: the kingdom has {} and {}; to add some, type it in notation",
            told.place,
            counted(*rows, "row"),
            counted(*cols, "column")
        ),
        CorrectionError::WhichKingdom { told, kingdoms } => {
            format!("`{told}`: the photo shows {kingdoms}; say which is meant, such as `k1:{told}`")
        }
        error => error.to_string(),
    }
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
        assert_eq!((understood("-", &one), understood("?", &one)), (Ok(Answer::Skip), Ok(Answer::Help)));
        assert_eq!(understood("r1c2=F1 r2c3=lake:1", &one), kingdom("W1F1F/CLL1 k5"));
        assert_eq!(understood("r1c3=.", &one), kingdom("W1W./CLM3 k5"));
        assert_eq!(understood("FFC k5", &[]), kingdom("FFC k5"));
        assert_eq!(understood("r1c1=w1", &one), kingdom("W1WF/CLM3 k5"));
        let two = kingdoms(&["FFC k5", "WWC k5"]);
        assert_eq!(understood("k2", &two), kingdom("WWC k5"));
        assert_eq!(understood("k2:r1c1=W1 k2:r1c2=F", &two), kingdom("W1FC k5"));
        let queens = kingdoms(&["TTC q5"]);
        assert_eq!(understood("r1c1=t[church,tower*2]", &queens), kingdom("T[church,tower*2]TC q5"));
        assert_eq!(understood("r1c1=town+church", &queens), kingdom("T[church]TC q5"));
    }

    #[test]
    fn what_is_not_understood_changes_nothing() {
        let problem = |text: &str, texts: &[&str]| understood(text, &kingdoms(texts)).expect_err("not understood");
        let one = ["W1WF/CLM3 k5"];
        let two = ["FFC k5", "WWC k5"];
        insta::assert_snapshot!(problem("r4c1=W", &one), @"r4c1: the kingdom has 2 rows and 3 columns; to add some, type it in notation");
        insta::assert_snapshot!(problem("r4c1=W", &["WC k5"]), @"r4c1: the kingdom has 1 row and 2 columns; to add some, type it in notation");
        insta::assert_snapshot!(problem("r1c1=C", &one), @"a second castle at r2c1; the first is at r1c1, and a kingdom has one");
        insta::assert_snapshot!(problem("r1c1=W r1c1=F", &one), @"`r1c1=wheat` and `r1c1=forest`: only one of them can lie there; leave the other out");
        insta::assert_snapshot!(problem("r1c1=X", &one), @"`r1c1=X`: `X`: allowed are W wheat, F forest, L lake, G grassland, S swamp, M mine, T town, C castle, `.` empty");
        insta::assert_snapshot!(problem("r1c1=T", &one), @"r1c1: `town`: towns, buildings, knights, towers and the Queen are Queendomino's; the game would be queendomino or royal-wedding");
        insta::assert_snapshot!(problem("c1=W", &one), @"`c1=W`: a correction is a square's name, `=` and what lies there, such as `r2c4=forest:1`, `r2c4=F1` or, of several kingdoms, `k2:r2c4=castle`");
        insta::assert_snapshot!(problem("yes", &one), @"`yes`: a notation is rows, a space, and game and size, such as `F1WC/L1W. k5`");
        insta::assert_snapshot!(problem("a", &[]), @"no kingdom was read that could be accepted: type one in notation");
        insta::assert_snapshot!(problem("r1c1=W", &[]), @"no kingdom was read whose squares could be others: type one in notation");
        insta::assert_snapshot!(problem("a", &two), @"there are 2 kingdoms: type one in notation, or k1 or k2");
        insta::assert_snapshot!(problem("r1c1=W", &two), @"`r1c1=wheat`: the photo shows k1 (1 x 3 squares), k2 (1 x 3 squares); say which is meant, such as `k1:r1c1=wheat`");
        insta::assert_snapshot!(problem("k3:r1c1=W", &two), @"`k3:r1c1=wheat`: the photo shows k1 (1 x 3 squares), k2 (1 x 3 squares)");
        insta::assert_snapshot!(problem("k1:r1c1=W k2:r1c1=W", &two), @"squares of one kingdom are needed: it is the player's, and the others do not count");
    }
}
