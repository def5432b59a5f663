//! Compares a reading with a label.
//!
//! Both are trimmed of empty border rows and columns. The reading is rotated by the number of quarter turns
//! that gives the fewest wrong squares, because a photo does not show which side of the kingdom is up.
//! Squares that the label calls occluded are counted separately.
//!
//! If rows x cols differ after trimming, the reading is also shifted to where the fewest squares are wrong.
//! Squares that it does not cover count as read `empty`, and each tile outside the label's squares is one
//! more wrong square.

use std::collections::BTreeSet;

use crate::domain::{Grid, Place, Square};

/// The differences between a reading and a label.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Comparison {
    /// Clockwise quarter turns of the reading that give the best fit: 0 to 3. Its corners are then
    /// `corners_px.rotate_right(quarter_turns)`.
    pub quarter_turns: usize,
    /// Whether the trimmed label and the rotated, trimmed reading have the same rows and columns.
    pub same_shape: bool,
    /// Number of the trimmed label's squares, excluding occluded ones.
    pub squares: usize,
    /// The wrong ones among `squares`, and tiles read outside the label's squares.
    pub wrong: Vec<WrongSquare>,
    /// Number of squares in the trimmed label that it calls unreadable.
    pub occluded: usize,
    /// The wrong ones among `occluded`.
    pub occluded_wrong: Vec<WrongSquare>,
}

/// A square that was misread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongSquare {
    /// Its place in the untrimmed label; `None` outside the label's squares.
    pub place: Option<Place>,
    /// The label's square; `empty` outside its squares.
    pub truth: Square,
    /// The reading; `None` if nothing was read at all.
    pub read: Option<Square>,
}

/// What is wrong with a square: the first of these that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mistake {
    /// Another terrain, or castle and empty confused.
    Terrain,
    /// The right terrain with the wrong number of crowns.
    Crowns,
    /// The right terrain and crowns with a different or surplus building.
    Building,
    /// Wrong knights, towers or Queen; everything else is right.
    Pieces,
}

impl WrongSquare {
    /// What is wrong with the square first; an unread square counts as wrong terrain.
    pub fn mistake(&self) -> Mistake {
        let Some(read) = self.read else { return Mistake::Terrain };
        let [read_castle, true_castle] = [read, self.truth].map(|square| square == Square::Castle);
        if read.terrain() != self.truth.terrain() || read_castle != true_castle {
            Mistake::Terrain
        } else if read.crowns() != self.truth.crowns() {
            Mistake::Crowns
        } else if read.pieces().building != self.truth.pieces().building {
            Mistake::Building
        } else {
            Mistake::Pieces
        }
    }
}

impl Comparison {
    /// Compares a reading with a label's squares; `occluded` has places in `label`. A reading without tiles
    /// counts as nothing read.
    pub fn new(label: &Grid<Square>, occluded: &BTreeSet<Place>, read: &Grid<Square>) -> Self {
        let label = Label::new(label, occluded);
        let mut turned = read.trimmed();
        let mut best: Option<Comparison> = None;
        for quarter_turns in 0..4 {
            for (down, right) in label.offsets(&turned) {
                let comparison = Self { quarter_turns, ..label.compare(&turned, down, right) };
                if best.as_ref().is_none_or(|best| comparison.wrong.len() < best.wrong.len()) {
                    best = Some(comparison);
                }
            }
            turned = turned.quarter_turned();
        }
        best.unwrap_or_else(|| label.nothing_read())
    }

    /// The comparison for a photo in which nothing was read: every square is wrong.
    pub fn of_nothing(label: &Grid<Square>, occluded: &BTreeSet<Place>) -> Self {
        Label::new(label, occluded).nothing_read()
    }

    /// The number of wrong squares, capped at the number of squares.
    pub fn wrong_squares(&self) -> usize {
        self.wrong.len().min(self.squares)
    }

    /// The number of wrong squares whose first mistake is this one.
    pub fn count(&self, mistake: Mistake) -> usize {
        self.wrong.iter().filter(|square| square.mistake() == mistake).count()
    }
}

/// A label without the empty rows and columns around its kingdom.
struct Label<'a> {
    squares: Grid<Square>,
    /// The place of the first square of `squares` in the untrimmed label.
    top_left: Place,
    occluded: &'a BTreeSet<Place>,
}

/// The place this many rows below and columns to the right; `None` above or to the left of the first square.
fn moved(place: Place, down: isize, right: isize) -> Option<Place> {
    Some(Place::new(place.row.checked_add_signed(down)?, place.col.checked_add_signed(right)?))
}

impl<'a> Label<'a> {
    fn new(label: &Grid<Square>, occluded: &'a BTreeSet<Place>) -> Self {
        let (row, col) = label.spanned().map_or((0, 0), |(rows, cols)| (*rows.start(), *cols.start()));
        Self { squares: label.trimmed(), top_left: Place::new(row, col), occluded }
    }

    /// Offsets of the reading to try, down and right: only zero if the shapes agree, none if it has no tiles.
    fn offsets(&self, read: &Grid<Square>) -> Vec<(isize, isize)> {
        if self.has_shape_of(read) {
            return vec![(0, 0)];
        }
        if read.rows() == 0 {
            return Vec::new();
        }
        let mut offsets = Vec::new();
        for down in (1 - read.rows() as isize)..self.squares.rows() as isize {
            for right in (1 - read.cols() as isize)..self.squares.cols() as isize {
                offsets.push((down, right));
            }
        }
        offsets
    }

    fn has_shape_of(&self, read: &Grid<Square>) -> bool {
        (self.squares.rows(), self.squares.cols()) == (read.rows(), read.cols())
    }

    /// Compares with the reading shifted by `down` and `right`.
    fn compare(&self, read: &Grid<Square>, down: isize, right: isize) -> Comparison {
        let mut comparison = self.all(|place| {
            let read = moved(place, -down, -right).and_then(|place| read.get(place));
            Some(read.copied().unwrap_or(Square::Empty))
        });
        comparison.same_shape = self.has_shape_of(read);
        for (place, square) in read.iter().filter(|(_, square)| **square != Square::Empty) {
            if moved(place, down, right).and_then(|place| self.squares.get(place)).is_none() {
                comparison.wrong.push(WrongSquare { place: None, truth: Square::Empty, read: Some(*square) });
            }
        }
        comparison
    }

    fn nothing_read(&self) -> Comparison {
        self.all(|_| None)
    }

    /// Compares every square of the label with the result of `read_at` for its place in the trimmed label.
    fn all(&self, read_at: impl Fn(Place) -> Option<Square>) -> Comparison {
        let mut comparison = Comparison::default();
        for (place, truth) in self.squares.iter() {
            let written = Place::new(place.row + self.top_left.row, place.col + self.top_left.col);
            let read = read_at(place);
            let wrong = (read != Some(*truth)).then_some(WrongSquare { place: Some(written), truth: *truth, read });
            let (number, wrongs) = if self.occluded.contains(&written) {
                (&mut comparison.occluded, &mut comparison.occluded_wrong)
            } else {
                (&mut comparison.squares, &mut comparison.wrong)
            };
            *number += 1;
            wrongs.extend(wrong);
        }
        comparison
    }
}
