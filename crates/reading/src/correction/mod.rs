//! `Reading -> Reading`: a user corrects or confirms squares, and the kingdom is re-read with these fixed.
//!
//! Users name squares by their places in the reading without corrections, so that a name means the same
//! square whatever else is corrected. Internally a square is a [`Cell`](kingdomino::domain::Cell) of its
//! photo's lattice.

pub mod dialogue;
mod first_reading;
mod questions;
mod square_words;

use std::fmt;
use std::str::FromStr;

pub use self::first_reading::{FirstReading, FirstReadings, ReadAnew};
pub use self::questions::{Choice, OpenQuestion, OpenSquare, other_readings};
pub use self::square_words::{SaidSquare, square_from_words};
use self::square_words::{seen_in_photos, square_of_any_game};
pub use crate::reconstruct::GivenSquare;
use crate::reconstruct::piece_guesses::TOWER_CLASSES;
use crate::reconstruct::{Reading, ReconstructError};
use kingdomino::domain::{Game, Place, Square, SquareError, counted, listed};
use kingdomino::formats::is_same_name;

/// The most towers that are read on one square of a photo.
pub const MOST_TOWERS_READ: usize = TOWER_CLASSES - 1;

/// A typed correction, such as `r2c4=forest:1`. If the photo shows several kingdoms, the kingdom's number
/// comes first: `k2:r2c4=forest:1`; with several photos, the photo's name: `anna:r2c4=forest:1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The photo's name as typed; `None` if there is only one photo.
    pub photo: Option<String>,
    /// The kingdom's number in the photo, counted from 1 as in the output of `scan`; `None` if there is only
    /// one.
    pub kingdom: Option<usize>,
    /// Place in the reading without corrections.
    pub place: Place,
    /// The square, or the part of it that changes.
    pub said: SaidSquare,
}

/// A square's name as typed, such as `r2c4`. If the photo shows several kingdoms, the kingdom's number comes
/// first: `k2:r2c4`; with several photos, the photo's name: `anna:r2c4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareName {
    /// The photo's name as typed; `None` if there is only one photo.
    pub photo: Option<String>,
    /// The kingdom's number in the photo, counted from 1 as in the output of `scan`; `None` if there is only
    /// one.
    pub kingdom: Option<usize>,
    /// Place in the reading without corrections.
    pub place: Place,
}

/// Why a text is not a valid correction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionSyntaxError {
    /// It does not have the form of a correction.
    #[error(
        "a correction needs a square's name, `=` and the square's content, such as `r2c4=forest:1` or `r2c4=F1`; with \
         several kingdoms `k2:r2c4=castle`, with several photos `anna:r2c4=F1` or `anna:k2:r2c4=F1`"
    )]
    Form,
    /// The text after `=` is not a square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// More towers than can be read from photos.
    #[error("`{0}`: in a photo, a square can have at most {most} towers", most = MOST_TOWERS_READ)]
    TooManyTowers(Square),
}

/// Why a correction cannot be applied to a reading.
#[derive(Debug, thiserror::Error)]
pub enum CorrectionError {
    /// A square outside the kingdom.
    #[error(
        "`{place}={square}`: the kingdom was read with {} and {}, so its squares are r1c1 to r{rows}c{cols}; if a row \
         or column is missing, scan with --corners, or type the kingdom in a `review`",
        counted(*rows, "row"), counted(*cols, "column")
    )]
    Outside {
        /// Place in the first reading.
        place: Place,
        /// The given square.
        square: Square,
        /// Rows of the kingdom.
        rows: usize,
        /// Columns of the kingdom.
        cols: usize,
    },
    /// A tile outside the rows and columns of the first reading.
    #[error(
        "`{square}` is outside the {} and {} of the first reading, so it cannot be corrected by name; scan with \
         --corners, or type the kingdom in a `review`",
        counted(*rows, "row"), counted(*cols, "column")
    )]
    Beyond {
        /// The tile that was read there.
        square: Square,
        /// Rows of the first reading.
        rows: usize,
        /// Columns of the first reading.
        cols: usize,
    },
    /// Two different corrections of one square, in the given order.
    #[error("`{place}={one}` and `{place}={other}`: a square has only one content; leave one of the corrections out")]
    Contradiction {
        /// Place in the first reading.
        place: Place,
        /// The square given first.
        one: Square,
        /// The square given later.
        other: Square,
    },
    /// Two castles were given.
    #[error("`{0}={castle}` and `{1}={castle}`: a kingdom has one castle; leave one of them out", castle = Square::Castle)]
    TwoCastles(Place, Place),
    /// Two photos show the same square, and their corrections differ. Each square is given with its place in
    /// its own photo.
    #[error(
        "`{}={}` in one photo and `{}={}` in another are the same square of one kingdom: leave one of the corrections \
         out",
        one.0, one.1, other.0, other.1
    )]
    TwoPhotos {
        /// Place in the first photo's first reading, and the square.
        one: (Place, Square),
        /// Place in the second photo's first reading, and the square.
        other: (Place, Square),
    },
    /// A square that cannot be read from photos.
    #[error(transparent)]
    Square(#[from] CorrectionSyntaxError),
    /// A square that the given game does not have.
    #[error("`{place}={square}`: {game} has no towns, buildings, knights, towers or Queen; give another --game", game = .game.id())]
    NotInGame {
        /// Place in the first reading.
        place: Place,
        /// The given square.
        square: Square,
        /// The given game.
        game: Game,
    },
    /// A square that only Age of Giants has, although the kingdom was read without that expansion.
    #[error(
        "`{place}={square}`: giants, and wheat, forest and lake with two crowns, exist only in Age of Giants; give \
         --box giants"
    )]
    NotWithoutGiants {
        /// Place in the first reading.
        place: Place,
        /// The given square.
        square: Square,
    },
    /// The correction could mean several kingdoms.
    #[error("`{correction}`: there are {kingdoms}; say which one you mean, as in `{example}`")]
    WhichKingdom {
        /// The correction.
        correction: String,
        /// The correction with the name of one kingdom added.
        example: String,
        /// The list of kingdoms, for users.
        kingdoms: String,
    },
    /// No kingdom has this name.
    #[error("`{correction}`: there is no such kingdom, only {kingdoms}")]
    NoSuchKingdom {
        /// The correction.
        correction: String,
        /// The list of kingdoms, for users.
        kingdoms: String,
    },
    /// The corrections leave no valid kingdom: nothing but the castle, or squares that no game has.
    #[error("{}", without_a_kingdom(.0))]
    NoKingdom(ReconstructError),
}

impl From<ReconstructError> for CorrectionError {
    fn from(error: ReconstructError) -> Self {
        Self::NoKingdom(error)
    }
}

/// The message for corrections that leave no kingdom. With a given square, a single square of land is enough
/// for a kingdom, so no land can be left: see [`reconstruct()`](crate::reconstruct::reconstruct).
fn without_a_kingdom(error: &ReconstructError) -> String {
    match error {
        ReconstructError::NoKingdom { .. } => {
            "with these corrections no land is left, but a kingdom has at least one domino; leave one of the \
             corrections out"
                .to_owned()
        }
        ReconstructError::Kingdom(error) => format!("these corrections do not give a possible kingdom: {error}"),
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(photo) = &self.photo {
            write!(f, "{photo}:")?;
        }
        if let Some(number) = self.kingdom {
            write!(f, "k{number}:")?;
        }
        write!(f, "{}", self.place)
    }
}

impl FromStr for SquareName {
    type Err = CorrectionSyntaxError;

    fn from_str(text: &str) -> Result<Self, CorrectionSyntaxError> {
        let (prefix, place) =
            text.rsplit_once(':').map_or((None, text), |(prefix, place)| (Some(prefix.trim()), place));
        let place = Place::from_words(&place.trim().to_ascii_lowercase()).ok_or(CorrectionSyntaxError::Form)?;
        let Some(prefix) = prefix else { return Ok(Self { photo: None, kingdom: None, place }) };
        let (photo, last) = prefix.rsplit_once(':').map_or((None, prefix), |(photo, last)| (Some(photo.trim()), last));
        let (photo, kingdom) = match kingdom_number(last.trim()) {
            Some(number) => (photo, Some(number)),
            None => (Some(prefix), None),
        };
        match photo {
            Some("") => Err(CorrectionSyntaxError::Form),
            photo => Ok(Self { photo: photo.map(str::to_owned), kingdom, place }),
        }
    }
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.square(), self.said)
    }
}

impl FromStr for Correction {
    type Err = CorrectionSyntaxError;

    fn from_str(text: &str) -> Result<Self, CorrectionSyntaxError> {
        let correction = Self::of_any_game(text)?;
        seen_in_photos(correction.said).map(|_| correction)
    }
}

impl Correction {
    /// Parses a correction, including squares that cannot be read from photos, such as many towers. Names of
    /// squares and kingdoms are case-insensitive.
    ///
    /// # Errors
    /// What is wrong with it, and what is allowed.
    pub fn of_any_game(text: &str) -> Result<Self, CorrectionSyntaxError> {
        // A photo's name may contain both `=` and `:`.
        let (front, _) = text.rsplit_once('=').ok_or(CorrectionSyntaxError::Form)?;
        let own = front.rfind(':').map_or(0, |at| at + 1);
        let (place, word) = text[own..].split_once('=').ok_or(CorrectionSyntaxError::Form)?;
        let square = &text[..own + place.len()];
        let is_place = Place::from_words(&place.trim().to_ascii_lowercase()).is_some();
        if !is_place || word.trim().is_empty() {
            return Err(CorrectionSyntaxError::Form);
        }
        let said = square_of_any_game(word)?;
        let SquareName { photo, kingdom, place } = square.parse()?;
        Ok(Self { photo, kingdom, place, said })
    }

    /// The name of the corrected square.
    pub fn square(&self) -> SquareName {
        SquareName { photo: self.photo.clone(), kingdom: self.kingdom, place: self.place }
    }

    /// The whole square after the correction, if `stands` is its current content. `first` is the reading
    /// without corrections.
    pub fn given(&self, first: &Reading, stands: Option<Square>) -> GivenSquare {
        GivenSquare { cell: first.cell_of(self.place), square: self.said.on(stands.unwrap_or(Square::Empty)) }
    }
}

/// Parses `k2` or `K2`; the number is at least 1.
fn kingdom_number(text: &str) -> Option<usize> {
    text.strip_prefix(['k', 'K'])?.parse().ok().filter(|number| *number > 0)
}

/// The name of a kingdom in corrections.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KingdomName {
    /// Its photo, if there are several.
    pub photo: Option<String>,
    /// Its number in the photo, from 1, if the photo shows several kingdoms.
    pub kingdom: Option<usize>,
}

impl KingdomName {
    /// The prefix of its squares' names: empty, `k2:`, `anna:` or `anna:k2:`.
    pub fn prefix(&self) -> String {
        let photo = self.photo.iter().map(|photo| format!("{photo}:"));
        photo.chain(self.kingdom.map(|number| format!("k{number}:"))).collect()
    }

    /// The name of the kingdom's square at this place.
    pub fn square(&self, place: Place) -> SquareName {
        SquareName { photo: self.photo.clone(), kingdom: self.kingdom, place }
    }

    /// A correction of the kingdom's square at this place in the first reading.
    pub fn correction(&self, place: Place, square: Square) -> Correction {
        Correction { photo: self.photo.clone(), kingdom: self.kingdom, place, said: SaidSquare::Whole(square) }
    }

    /// Whether the square's name can refer to this kingdom; an omitted photo or number fits every kingdom.
    fn is_meant_by(&self, square: &SquareName) -> bool {
        let own = self.photo.as_ref();
        square.photo.as_ref().is_none_or(|photo| own.is_some_and(|own| is_same_name(own, photo)))
            && square.kingdom.is_none_or(|number| number == self.kingdom.unwrap_or(1))
    }

    /// Its name in messages, such as `anna:k2 (4 x 5 squares)`.
    fn in_words(&self, first: &Reading) -> String {
        let squares = first.kingdom.squares();
        let prefix = self.prefix();
        let name = if prefix.is_empty() { "k1" } else { prefix.trim_end_matches(':') };
        format!("{name} ({} x {} squares)", squares.rows(), squares.cols())
    }
}

impl FirstReadings<'_> {
    /// The squares that the corrections give, by kingdom; `names` has one name per kingdom. A correction that
    /// names only a building keeps the square's other pieces: those given `before`, or else those of the
    /// first reading. So its meaning does not depend on the other corrections.
    ///
    /// # Errors
    /// A kingdom that does not exist, or a missing name if there are several kingdoms.
    pub fn given_by(
        &self,
        corrections: &[Correction],
        names: &[KingdomName],
        before: &[Vec<GivenSquare>],
    ) -> Result<Vec<Vec<GivenSquare>>, CorrectionError> {
        let mut given = vec![Vec::new(); self.kingdoms.len()];
        for correction in corrections {
            let kingdom = self.kingdom_corrected(correction, names)?;
            let first = self.kingdoms[kingdom].reading;
            let cell = first.cell_of(correction.place);
            let said = before.get(kingdom).into_iter().flatten().find(|one| one.cell == cell);
            let stands = said.map(|one| one.square).or_else(|| first.kingdom.squares().get(correction.place).copied());
            given[kingdom].push(correction.given(first, stands));
        }
        Ok(given)
    }

    /// The index of the kingdom that a correction refers to.
    ///
    /// # Errors
    /// No kingdom or several kingdoms match.
    pub fn kingdom_corrected(&self, correction: &Correction, names: &[KingdomName]) -> Result<usize, CorrectionError> {
        let said = &correction.said;
        kingdom_of(&correction.square(), &|square| format!("{square}={said}"), names, &self.readings())
    }

    /// The index of the kingdom that the square belongs to.
    ///
    /// # Errors
    /// No kingdom or several kingdoms match.
    pub fn kingdom_named(&self, square: &SquareName, names: &[KingdomName]) -> Result<usize, CorrectionError> {
        kingdom_of(square, &|square| square.to_string(), names, &self.readings())
    }

    fn readings(&self) -> Vec<&Reading> {
        self.kingdoms.iter().map(|first| first.reading).collect()
    }
}

/// The index of the kingdom that the name refers to. `typed` writes a square's name in the form in which the
/// user typed it, for errors.
fn kingdom_of(
    square: &SquareName,
    typed: &dyn Fn(SquareName) -> String,
    names: &[KingdomName],
    kingdoms: &[&Reading],
) -> Result<usize, CorrectionError> {
    let meant: Vec<usize> = (0..names.len()).filter(|index| names[*index].is_meant_by(square)).collect();
    if let [only] = meant[..] {
        return Ok(only);
    }
    let correction = typed(square.clone());
    let kingdoms = listed(names.iter().zip(kingdoms).map(|(name, kingdom)| name.in_words(kingdom)));
    Err(match meant.first() {
        None => CorrectionError::NoSuchKingdom { correction, kingdoms },
        Some(first) => {
            let example = typed(names[*first].square(square.place));
            CorrectionError::WhichKingdom { correction, example, kingdoms }
        }
    })
}

/// Adds a correction. It replaces an earlier one of the same square, and a castle replaces an earlier castle.
pub fn upsert(given: &mut Vec<GivenSquare>, one: GivenSquare) {
    given.retain(|other| other.cell != one.cell && !(one.square == Square::Castle && other.square == Square::Castle));
    given.push(one);
}
