//! The doubts of a kingdom's reading, kept in every result made from a photo.

use super::{KingdomRecord, ReadSquare, SquareState, notation};
use crate::audit::warning::{Warning, WarningCode};
use crate::domain::{Facts, Grid, Kingdom, Pieces, Place, Square};
use crate::scoring::sheet::{ScoreSheet, total};
use messages::{Message, MessageId, Words};

/// The doubts of a photo's reading.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingDoubts {
    /// Whether someone should check the kingdom because its total may be wrong.
    pub needs_review: bool,
    /// How each square was read, in the kingdom's rows and columns; `second_total` is `None` in all of them.
    /// The whole field is `None` if the file does not contain it, or has it for other rows and columns.
    pub squares: Option<Grid<ReadSquare>>,
    /// The warnings about the reading.
    pub warnings: Vec<Warning>,
}

impl ReadingDoubts {
    /// Whether one of the warnings has this code and these squares.
    pub fn has_warning(&self, code: WarningCode, squares: &[Place]) -> bool {
        self.warnings.iter().any(|warning| warning.code == code && warning.squares == squares)
    }
}

impl KingdomRecord {
    /// Its score sheet, with the given facts.
    pub fn sheet(&self) -> ScoreSheet {
        ScoreSheet::new(&self.kingdom, &self.unseen, &self.variants)
    }

    /// Whether its reading needs review.
    pub fn needs_review(&self) -> bool {
        self.doubts.as_ref().is_some_and(|doubts| doubts.needs_review)
    }

    /// The warnings about its reading, with totals computed from the record's own coins, knights, Queen and
    /// variants.
    pub fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.doubts.iter().flat_map(|doubts| &doubts.warnings).map(|warning| self.counted(warning))
    }

    /// A warning about its reading, with totals computed from the record's own facts and variants.
    pub fn counted(&self, warning: &Warning) -> Warning {
        Warning { message: self.recounted(&warning.message), ..warning.clone() }
    }

    /// A message about the kingdom, with totals computed from the record's own facts and variants.
    pub fn recounted(&self, message: &Message) -> Message {
        message.clone().recounted(&|text| Some(total(&notation::parse(text).ok()?, &self.unseen, &self.variants)))
    }

    /// Adds the warnings of another photo of the same kingdom. Their squares become text because that photo
    /// may show the kingdom rotated.
    pub fn doubt_as_in(&mut self, photo: &str, other: &KingdomRecord) {
        let (Some(doubts), Some(others)) = (&mut self.doubts, &other.doubts) else { return };
        let known: Vec<WarningCode> = doubts.warnings.iter().map(|warning| warning.code).collect();
        for warning in others.warnings.iter().filter(|warning| !known.contains(&warning.code)) {
            let message = MessageId::OfKingdom.with("kingdom", photo).with("what", warning.with_squares());
            doubts.warnings.push(Warning { code: warning.code, message, squares: Vec::new() });
        }
        doubts.needs_review |= others.needs_review;
    }

    /// Whether a doubtful square changes the total only because of facts given for the player, such as the
    /// Queen. The reading did not know these facts, so its `needs_review` misses this doubt.
    pub fn is_doubtful_by_facts(&self) -> bool {
        let plain = Self { unseen: Facts::default(), ..self.clone() };
        !self.needs_review()
            && self.unseen != plain.unseen
            && self.has_doubt_about_total()
            && !plain.has_doubt_about_total()
    }

    /// Whether the second reading of a doubtful square gives another total.
    fn has_doubt_about_total(&self) -> bool {
        let total = total(&self.kingdom, &self.unseen, &self.variants);
        let doubtful = self.doubtful_squares();
        doubtful.iter().any(|(_, square)| square.second_total.is_some_and(|second| second != total))
    }

    /// The states of the squares that have not changed since they were read from the photo; empty if there is
    /// no photo.
    pub fn states(&self) -> Vec<(Place, SquareState)> {
        self.as_read().map(|(place, square)| (place, square.state)).collect()
    }

    /// The doubtful squares with their alternatives and the resulting totals, computed from the record's own
    /// coins, knights, Queen and variants; the highest expected loss first.
    pub fn doubtful_squares(&self) -> Vec<(Place, ReadSquare)> {
        let doubtful = self.as_read().filter(|(_, square)| square.state == SquareState::Doubtful);
        let mut doubtful: Vec<_> = doubtful.map(|(place, square)| (place, self.with_totals(place, square))).collect();
        let total = total(&self.kingdom, &self.unseen, &self.variants);
        doubtful.sort_by(|(_, one), (_, other)| ReadSquare::by_expected_loss((one, total), (other, total)));
        doubtful
    }

    /// Town squares whose building, if any, is uncertain.
    pub fn doubtful_buildings(&self) -> Vec<Place> {
        self.as_read().filter(|(_, square)| square.has_doubtful_building()).map(|(place, _)| place).collect()
    }

    /// The squares that have not changed since they were read.
    fn as_read(&self) -> impl Iterator<Item = (Place, &ReadSquare)> {
        let squares = self.doubts.iter().filter_map(|doubts| doubts.squares.as_ref()).flat_map(Grid::iter);
        squares.filter(|(place, square)| self.kingdom.squares().get(*place) == Some(&square.best))
    }

    fn with_totals(&self, place: Place, square: &ReadSquare) -> ReadSquare {
        let mut square = square.clone();
        square.second_total = self.total_with(place, square.second);
        let best = square.best.pieces();
        if let Some(pieces) = &mut square.pieces {
            for likely in &mut pieces.buildings {
                // Towers are only on buildings.
                let towers = if likely.what.is_some() { best.towers } else { 0 };
                let others = square.best.with_pieces(Pieces { building: likely.what, towers, ..best });
                likely.total = likely.total.and_then(|_| self.total_with(place, others));
            }
            for likely in &mut pieces.towers {
                let others = square.best.with_pieces(Pieces { towers: likely.what, ..best });
                likely.total = likely.total.and_then(|_| self.total_with(place, others));
            }
            for likely in &mut pieces.knight {
                let others = square.best.with_pieces(Pieces { knight: likely.what, ..best });
                likely.total = likely.total.and_then(|_| self.total_with(place, others));
            }
            for likely in &mut pieces.queen {
                let others = square.best.with_pieces(Pieces { queen: likely.what, ..best });
                likely.total = likely.total.and_then(|_| self.total_with(place, others));
            }
        }
        square
    }

    /// The total with another square at this place; `None` if the result is not a valid kingdom.
    pub fn total_with(&self, place: Place, square: Square) -> Option<i32> {
        let mut squares = self.kingdom.squares().clone();
        squares[place] = square;
        let kingdom = Kingdom::new(self.kingdom.game(), self.kingdom.size(), squares).ok()?;
        Some(total(&kingdom, &self.unseen, &self.variants))
    }
}
