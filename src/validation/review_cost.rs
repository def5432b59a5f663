//! The effect of a user who knows the label answering the questions about doubtful squares.

use serde::Serialize;

use super::comparison::Comparison;
use crate::correction::FirstReading;
use crate::correction::dialogue::answers_of;
use crate::domain::{Grid, Place, Square};
use crate::formats::KingdomRecord;
use crate::reconstruct::guesses::SquareGuesses;
use crate::reconstruct::{Reading, ReconstructOptions};
use crate::scoring::sheet;

/// The inputs of a kingdom's reading, for re-reading it with answers.
#[derive(Debug, Clone)]
pub struct Evidence {
    /// The guesses for the kingdom's squares.
    pub guesses: SquareGuesses,
    /// The reading of these guesses.
    pub reading: Reading,
    /// The options of the reading.
    pub known: ReconstructOptions,
}

/// The questions about a kingdom, and the result of the answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// The number of squares asked about.
    pub questions: usize,
    /// Whether the total equals the label's after the answers.
    pub total_right: bool,
    /// Whether the kingdom still needs review after the answers.
    pub needs_review: bool,
}

/// The results of the questions, summed over several kingdoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct AskedSums {
    /// Kingdoms that could be asked about: found with the label's rows and columns.
    pub kingdoms: usize,
    /// The number of squares asked about.
    pub questions: usize,
    /// Kingdoms whose total equals the label's after the answers.
    pub totals_right: usize,
    /// Kingdoms that still need review.
    pub needs_review: usize,
    /// Totals that are wrong after the answers but not marked for review.
    pub silent_errors: usize,
}

impl Evidence {
    /// Lets the label answer every question about the kingdom. `None` if the reading's rows and columns
    /// differ from the label's, so that the label cannot answer.
    pub(super) fn asked(&self, truth: &KingdomRecord, comparison: &Comparison) -> Option<Asked> {
        let read = self.reading.kingdom.squares();
        let (label, top_left) = as_read(truth.kingdom.squares(), read, comparison)?;
        let first = FirstReading { guesses: &self.guesses, reading: &self.reading, beside: &[], known: &self.known };
        let answers = answers_of(&first, |place| {
            let (row, col) = (place.row.checked_sub(top_left.row)?, place.col.checked_sub(top_left.col)?);
            // Outside the label's squares there is no tile.
            Some(label.get(Place::new(row, col)).copied().unwrap_or(Square::Empty))
        });
        let answers = answers.ok()?;
        let reading = first.corrected(&answers.given[0]).ok()?;
        let [total, label_total] =
            [&reading.kingdom, &truth.kingdom].map(|kingdom| sheet::total(kingdom, &truth.unseen, &[]));
        Some(Asked {
            questions: answers.questions,
            total_right: total == label_total,
            needs_review: reading.needs_review,
        })
    }
}

impl AskedSums {
    /// Sums over kingdoms; `None` if none could be asked about.
    pub(super) fn new(all: impl Iterator<Item = Asked>) -> Option<Self> {
        let mut sums = Self { kingdoms: 0, questions: 0, totals_right: 0, needs_review: 0, silent_errors: 0 };
        for Asked { questions, total_right, needs_review } in all {
            sums.kingdoms += 1;
            sums.questions += questions;
            sums.totals_right += usize::from(total_right);
            sums.needs_review += usize::from(needs_review);
            sums.silent_errors += usize::from(!total_right && !needs_review);
        }
        (sums.kingdoms > 0).then_some(sums)
    }
}

/// The label's squares in the reading's orientation, and the place of the first of them in the reading.
fn as_read(label: &Grid<Square>, read: &Grid<Square>, comparison: &Comparison) -> Option<(Grid<Square>, Place)> {
    let (rows, cols) = read.spanned().filter(|_| comparison.same_shape)?;
    let turns_back = (4 - comparison.quarter_turns) % 4;
    let turned = (0..turns_back).fold(label.trimmed(), |squares, _| squares.quarter_turned());
    Some((turned, Place::new(*rows.start(), *cols.start())))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::formats::notation;
    use crate::reconstruct::guesses::{Guess, READINGS, readings};
    use crate::reconstruct::reconstruct;

    /// Guesses that are certain of the notation's squares, except at `torn`, where another square is twice as
    /// probable.
    fn evidence(notation: &str, torn: &[(Place, &str)]) -> Evidence {
        let kingdom = notation::parse(notation).expect("a kingdom");
        let index = |square: &Square| readings().iter().position(|reading| reading == square).expect("a reading");
        let guess = |square: &Square, other: Option<&str>| {
            let mut logs = [-20.0; READINGS];
            logs[index(square)] = 0.0;
            if let Some(other) = other {
                logs[index(&other.parse().expect("a square"))] = 2.0_f32.ln();
            }
            Guess::new(logs)
        };
        let squares = kingdom.squares();
        let other = |place| torn.iter().find(|(at, _)| *at == place).map(|(_, word)| *word);
        let cells = squares.iter().map(|(place, square)| guess(square, other(place))).collect();
        let guesses = SquareGuesses { guesses: Grid::from_cells(squares.rows(), squares.cols(), cells) };
        let known = ReconstructOptions::default();
        let reading = reconstruct(&guesses, &known).expect("a kingdom");
        Evidence { guesses, reading, known }
    }

    fn asked(label: &str, evidence: &Evidence) -> Option<Asked> {
        let truth = KingdomRecord::from(notation::parse(label).expect("a kingdom"));
        let read = evidence.reading.kingdom.squares();
        evidence.asked(&truth, &Comparison::new(truth.kingdom.squares(), &BTreeSet::new(), read))
    }

    const LABEL: &str = "FFW1/WCF/WFF k5";

    #[test]
    fn who_knows_the_label_puts_it_right_however_it_lies() {
        let torn = [(Place::new(0, 2), "wheat")];
        let once = Some(Asked { questions: 1, total_right: true, needs_review: false });
        let upright = evidence(LABEL, &torn);
        assert_eq!(upright.reading.kingdom.squares()[Place::new(0, 2)].crowns(), 0);
        assert_eq!(asked(LABEL, &upright), once);
        let a_quarter_turn_further = "WWF/FCF/FFW1 k5";
        assert_eq!(asked(a_quarter_turn_further, &upright), once);
    }

    #[test]
    fn what_is_not_asked_stays_wrong_and_another_shape_is_not_asked() {
        let sure = evidence("FFW/WCF/WFF k5", &[]);
        assert_eq!(asked(LABEL, &sure).map(|asked| (asked.questions, asked.total_right)), Some((0, false)));
        assert_eq!(asked("FFW1F/WCFF/WFFF k5", &sure), None);
    }

    #[test]
    fn sums_tell_wrong_totals_that_are_stood_by() {
        let one = |questions, total_right, needs_review| Asked { questions, total_right, needs_review };
        let all = [one(2, true, false), one(0, false, false), one(3, false, true)];
        let sums = AskedSums { kingdoms: 3, questions: 5, totals_right: 1, needs_review: 1, silent_errors: 1 };
        assert_eq!(AskedSums::new(all.into_iter()), Some(sums));
        assert_eq!(AskedSums::new([].into_iter()), None);
    }
}
