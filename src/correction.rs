//! `Reading -> Reading`: what a person says about some squares, and the kingdom read anew around it.
//!
//! Squares are named as in the kingdom that was read without corrections, so that a correction means the same whatever
//! others stand beside it.

use std::fmt;
use std::str::FromStr;

use crate::domain::{Game, Kingdom, Place, Square, SquareError, counted};
use crate::formats::notation;
use crate::reconstruct::{CorrectedSquare, Reading, ReconstructError, ReconstructOptions, reconstruct};
use crate::square_guesses::{SquareGuesses, TOWER_CLASSES};
use crate::warning::ABOUT_THE_GRID;

/// What a person says that lies on a square, such as `r2c4=forest:1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToldSquare {
    /// In the kingdom as it was read without corrections.
    pub place: Place,
    /// What lies there.
    pub square: Square,
}

/// The same of one of a photo's kingdoms: `k2:r2c4=forest:1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Correction {
    /// Counted from 1 as in what `scan` prints; `None` where there is only one.
    pub kingdom: Option<usize>,
    /// The square, and what lies there.
    pub told: ToldSquare,
}

/// Why a text is no correction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionSyntaxError {
    /// It has another form.
    #[error(
        "a correction is a square's name, `=` and what lies there, such as `r2c4=forest:1`, `r2c4=F1` or, of several \
         kingdoms, `k2:r2c4=castle`"
    )]
    Form,
    /// What lies there is no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// More towers than are read from photos.
    #[error("`{0}`: photos are read with up to {most} towers on a square", most = TOWER_CLASSES - 1)]
    TooManyTowers(Square),
}

/// Why a reading cannot be corrected so.
#[derive(Debug, thiserror::Error)]
pub enum CorrectionError {
    /// A square beside the kingdom.
    #[error(
        "`{told}`: the kingdom was read with {} and {}, so its squares are r1c1 to r{rows}c{cols}; \
         where a row or column is missing, try --corners",
        counted(*rows, "row"), counted(*cols, "column")
    )]
    Outside {
        /// What was said.
        told: ToldSquare,
        /// Of the kingdom.
        rows: usize,
        /// Of the kingdom.
        cols: usize,
    },
    /// One square, two readings.
    #[error("`{one}` and `{other}`: only one of them can lie there; leave the other out")]
    Contradiction {
        /// What was said first.
        one: ToldSquare,
        /// What was said then.
        other: ToldSquare,
    },
    /// Two squares, one castle.
    #[error("`{one}` and `{other}`: a kingdom has one castle; leave one of them out")]
    TwoCastles {
        /// What was said first.
        one: ToldSquare,
        /// What was said then.
        other: ToldSquare,
    },
    /// A square that is not read from photos.
    #[error(transparent)]
    Square(#[from] CorrectionSyntaxError),
    /// A square of another game than the given one.
    #[error("`{told}`: {game} was given, which has neither towns nor anything that stands on a square", game = .game.id())]
    NotInGame {
        /// What was said.
        told: ToldSquare,
        /// The given one.
        game: Game,
    },
    /// The photo shows several kingdoms.
    #[error(
        "`{told}`: the photo shows {kingdoms}; say which is meant, such as `k1:{told}`, or take the largest with --one"
    )]
    WhichKingdom {
        /// What was said.
        told: ToldSquare,
        /// The kingdoms in words.
        kingdoms: String,
    },
    /// The photo shows fewer kingdoms.
    #[error("`{correction}`: the photo shows {kingdoms}")]
    NoSuchKingdom {
        /// What was said.
        correction: Correction,
        /// The kingdoms in words.
        kingdoms: String,
    },
    /// What was said leaves no kingdom.
    #[error("with these corrections: {source}")]
    NoKingdom {
        /// Why.
        source: ReconstructError,
    },
}

impl fmt::Display for ToldSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.place, self.square)
    }
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kingdom {
            Some(number) => write!(f, "k{number}:{}", self.told),
            None => self.told.fmt(f),
        }
    }
}

impl FromStr for ToldSquare {
    type Err = CorrectionSyntaxError;

    fn from_str(text: &str) -> Result<Self, CorrectionSyntaxError> {
        let told = Self::of_any_game(text)?;
        seen_in_photos(told.square).map(|_| told)
    }
}

impl FromStr for Correction {
    type Err = CorrectionSyntaxError;

    fn from_str(text: &str) -> Result<Self, CorrectionSyntaxError> {
        let correction = Self::of_any_game(text)?;
        seen_in_photos(correction.told.square).map(|_| correction)
    }
}

impl ToldSquare {
    fn of_any_game(text: &str) -> Result<Self, CorrectionSyntaxError> {
        let (place, word) = text.split_once('=').ok_or(CorrectionSyntaxError::Form)?;
        let place = Place::from_words(&place.trim().to_ascii_lowercase()).ok_or(CorrectionSyntaxError::Form)?;
        Ok(Self { place, square: square_of_any_game(word)? })
    }
}

impl Correction {
    /// Reads a correction in which also squares stand that are read from no photo, such as many towers. Names of squares and
    /// kingdoms may be in capitals.
    ///
    /// # Errors
    /// What is wrong with it, and what is allowed.
    pub fn of_any_game(text: &str) -> Result<Self, CorrectionSyntaxError> {
        let text = text.trim();
        let Some(numbered) = text.strip_prefix(['k', 'K']) else {
            return Ok(Self { kingdom: None, told: ToldSquare::of_any_game(text)? });
        };
        let (number, told) = numbered.split_once(':').ok_or(CorrectionSyntaxError::Form)?;
        let number = number.parse().ok().filter(|number| *number > 0).ok_or(CorrectionSyntaxError::Form)?;
        Ok(Self { kingdom: Some(number), told: ToldSquare::of_any_game(told)? })
    }
}

/// A letter and its crowns: pieces follow in brackets, or after a `+` as in words.
const LONGEST_NOTATION: usize = 2;

/// Reads a square that a photo may show, as a word such as `forest:1` or in notation, in which `f1` passes for `F1` and
/// `F1+knight` for `F1[knight]`.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub fn square_from_words(word: &str) -> Result<Square, CorrectionSyntaxError> {
    seen_in_photos(square_of_any_game(word)?)
}

fn square_of_any_game(word: &str) -> Result<Square, SquareError> {
    let word = word.trim();
    let (land, pieces) = word.split_once('+').map_or((word, None), |(land, pieces)| (land, Some(pieces)));
    let is_notation = (1..=LONGEST_NOTATION).contains(&land.chars().count()) || word.contains('[');
    if !is_notation {
        return word.parse();
    }
    let in_brackets = pieces.map(|pieces| format!("[{}]", pieces.replace('+', ","))).unwrap_or_default();
    let in_capitals = land.chars().take(1).map(|letter| letter.to_ascii_uppercase()).chain(land.chars().skip(1));
    notation::parse_square(&(in_capitals.collect::<String>() + &in_brackets))
}

fn seen_in_photos(square: Square) -> Result<Square, CorrectionSyntaxError> {
    let is_seen = usize::from(square.pieces().towers) < TOWER_CLASSES;
    if is_seen { Ok(square) } else { Err(CorrectionSyntaxError::TooManyTowers(square)) }
}

/// What was said, by the kingdoms of a photo.
///
/// # Errors
/// A kingdom that the photo does not show, or none where it shows several.
pub fn by_kingdom(corrections: &[Correction], kingdoms: &[&Kingdom]) -> Result<Vec<Vec<ToldSquare>>, CorrectionError> {
    let mut told = vec![Vec::new(); kingdoms.len()];
    for correction in corrections {
        let number = match correction.kingdom {
            None if kingdoms.len() > 1 => {
                return Err(CorrectionError::WhichKingdom { told: correction.told, kingdoms: in_words(kingdoms) });
            }
            number => number.unwrap_or(1),
        };
        let no_such_kingdom =
            || CorrectionError::NoSuchKingdom { correction: *correction, kingdoms: in_words(kingdoms) };
        let kingdom = number.checked_sub(1).and_then(|index| told.get_mut(index));
        kingdom.ok_or_else(no_such_kingdom)?.push(correction.told);
    }
    Ok(told)
}

/// Such as `k1 (5 x 5 squares), k2 (4 x 5 squares)`.
fn in_words(kingdoms: &[&Kingdom]) -> String {
    let squares = kingdoms.iter().map(|kingdom| kingdom.squares());
    let words =
        (1..).zip(squares).map(|(n, squares)| format!("k{n} ({} x {} squares)", squares.rows(), squares.cols()));
    words.collect::<Vec<_>>().join(", ")
}

/// The squares of a kingdom that are told, in reading order, each once.
///
/// # Errors
/// A square outside the kingdom, and what contradicts itself.
pub fn checked(told: &[ToldSquare], kingdom: &Kingdom) -> Result<Vec<ToldSquare>, CorrectionError> {
    let (rows, cols) = (kingdom.squares().rows(), kingdom.squares().cols());
    let mut checked: Vec<ToldSquare> = Vec::new();
    for other in told.iter().copied() {
        if kingdom.squares().get(other.place).is_none() {
            return Err(CorrectionError::Outside { told: other, rows, cols });
        }
        match checked.iter().copied().find(|one| one.place == other.place) {
            None => {}
            Some(one) if one == other => continue,
            Some(one) => return Err(CorrectionError::Contradiction { one, other }),
        }
        let castle = checked.iter().copied().find(|one| one.square == Square::Castle);
        if let Some(one) = castle.filter(|_| other.square == Square::Castle) {
            return Err(CorrectionError::TwoCastles { one, other });
        }
        checked.push(other);
    }
    checked.sort_by_key(|told| told.place);
    Ok(checked)
}

/// A kingdom as it was read without corrections, and what it was read from.
#[derive(Debug, Clone, Copy)]
pub struct FirstReading<'a> {
    /// What each square may be.
    pub guesses: &'a SquareGuesses,
    /// What they were read as.
    pub reading: &'a Reading,
    /// What was known before.
    pub known: &'a ReconstructOptions,
}

impl FirstReading<'_> {
    /// The kingdom read anew around what a person says. That stands in it, whether dominoes of the box can lie so or not;
    /// warnings about the grid stay. Where nothing is said, it stays as it was read.
    ///
    /// # Errors
    /// A square outside the kingdom, what contradicts itself, or what leaves no kingdom.
    pub fn corrected(&self, told: &[ToldSquare]) -> Result<Reading, CorrectionError> {
        if told.is_empty() {
            return Ok(self.reading.clone());
        }
        let told = self.checked(told)?;
        let first = self.reading.top_left;
        let in_grid = |place: Place| Place::new(place.row + first.row, place.col + first.col);
        let squares: Vec<(Place, Square)> = told.iter().map(|told| (in_grid(told.place), told.square)).collect();
        let mut reading = reconstruct(&self.guesses.told(&squares), self.known)
            .map_err(|source| CorrectionError::NoKingdom { source })?;
        let about_the_grid = self.reading.warnings.iter().filter(|warning| ABOUT_THE_GRID.contains(&warning.code));
        reading.warnings.extend(about_the_grid.cloned());
        reading.needs_review = !reading.warnings.is_empty();
        let corrected = told.iter().map(|ToldSquare { place, square }| CorrectedSquare {
            place: *place,
            lies_at: reading.place_of(in_grid(*place)),
            read: self.reading.kingdom.squares()[*place],
            told: *square,
        });
        reading.corrections = corrected.collect();
        Ok(reading)
    }

    /// In reading order, each once.
    fn checked(&self, told: &[ToldSquare]) -> Result<Vec<ToldSquare>, CorrectionError> {
        for told in told.iter().copied() {
            seen_in_photos(told.square)?;
            if let Some(game) = self.known.game.filter(|game| !game.has(&told.square)) {
                return Err(CorrectionError::NotInGame { told, game });
            }
        }
        checked(told, &self.reading.kingdom)
    }

    /// How a square of `reading`, a later one, is called in this one; `None` when it lies outside this one.
    pub fn name_of(&self, reading: &Reading, place: Place) -> Option<Place> {
        self.reading.place_of(reading.in_grid(place))
    }
}
