//! `Reading -> Reading`: a person corrects or confirms squares, and the kingdom is read anew around them.
//!
//! People name squares as in the kingdom that was read without corrections, so that a name means the same square whatever corrections there are.
//! Inside, a square is a [`Cell`](kingdomino::domain::Cell) of its photo's lattice.

pub mod dialogue;
mod first_reading;
mod square_words;
mod to_say;

use std::fmt;
use std::str::FromStr;

pub use self::first_reading::{FirstReading, FirstReadings, ReadAnew};
pub use self::square_words::{SaidSquare, square_from_words};
use self::square_words::{seen_in_photos, square_of_any_game};
pub use self::to_say::{Choice, OpenKingdom, OpenSquare};
pub use crate::reconstruct::GivenSquare;
use crate::reconstruct::piece_guesses::TOWER_CLASSES;
use crate::reconstruct::{Reading, ReconstructError};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Game, Place, Square, SquareError, counted, listed};
use kingdomino::formats::is_same_name;

/// Warnings that stay even if a person gave all squares of a kingdom: they are about other kingdoms.
const NOT_SETTLED_BY_SQUARES: [WarningCode; 2] = [WarningCode::UnreadKingdom, WarningCode::TooManyKingdoms];

/// The most towers on a square that are read from photos.
pub const MOST_TOWERS_READ: usize = TOWER_CLASSES - 1;

/// A square that a person types: `r2c4=forest:1`, of one of a photo's kingdoms `k2:r2c4=forest:1`, of one of a game's photos `anna:r2c4=forest:1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The photo's name as the person writes it; `None` where there is only one.
    pub photo: Option<String>,
    /// Counted from 1 as in the output of `scan`; `None` where there is only one.
    pub kingdom: Option<usize>,
    /// In the kingdom as it was read without corrections.
    pub place: Place,
    /// The square, or the part of it that changes.
    pub said: SaidSquare,
}

/// A square that a person names: `r2c4`, of one of a photo's kingdoms `k2:r2c4`, of one of a game's photos `anna:r2c4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareName {
    /// As of a [`Correction`].
    pub photo: Option<String>,
    /// As of a [`Correction`].
    pub kingdom: Option<usize>,
    /// In the kingdom as it was read without corrections.
    pub place: Place,
}

/// Why a text is no correction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionSyntaxError {
    /// It has another form.
    #[error(
        "a correction is a square's name, `=` and what lies there, such as `r2c4=forest:1`, `r2c4=F1` or, of several \
         kingdoms, `k2:r2c4=castle`; of several photos `anna:r2c4=F1` or `anna:k2:r2c4=F1`"
    )]
    Form,
    /// What lies there is no square.
    #[error(transparent)]
    Square(#[from] SquareError),
    /// More towers than are read from photos.
    #[error("`{0}`: photos are read with up to {most} towers on a square", most = MOST_TOWERS_READ)]
    TooManyTowers(Square),
}

/// Why a reading cannot be corrected like this.
#[derive(Debug, thiserror::Error)]
pub enum CorrectionError {
    /// A square beside the kingdom.
    #[error(
        "`{place}={square}`: the kingdom was read with {} and {}, so its squares are r1c1 to r{rows}c{cols}; \
         where a row or column is missing, scan with --corners, or type the kingdom in a review",
        counted(*rows, "row"), counted(*cols, "column")
    )]
    Outside {
        /// As in the first reading.
        place: Place,
        /// What was given.
        square: Square,
        /// Of the kingdom.
        rows: usize,
        /// Of the kingdom.
        cols: usize,
    },
    /// A tile outside the rows and columns of the first reading.
    #[error(
        "`{square}` lies beside the {} and {} in which the kingdom was read first, where squares have no name; scan with \
         --corners, or type the kingdom in a review",
        counted(*rows, "row"), counted(*cols, "column")
    )]
    Beyond {
        /// What is read there.
        square: Square,
        /// Of the first reading.
        rows: usize,
        /// Likewise.
        cols: usize,
    },
    /// Two readings of one square, in the order given.
    #[error("`{place}={one}` and `{place}={other}`: only one of them can lie there; leave the other out")]
    Contradiction {
        /// As in the first reading.
        place: Place,
        /// What was given first.
        one: Square,
        /// What was given later.
        other: Square,
    },
    /// Two castles.
    #[error("`{0}={castle}` and `{1}={castle}`: a kingdom has one castle; leave one of them out", castle = Square::Castle)]
    TwoCastles(Place, Place),
    /// Two readings of one square that two photos show, each by its place in its photo.
    #[error(
        "`{}={}` of one photo and `{}={}` of another one are the same square of one kingdom: leave one of them out",
        one.0, one.1, other.0, other.1
    )]
    TwoPhotos {
        /// In the first reading of the one photo.
        one: (Place, Square),
        /// In that of the other.
        other: (Place, Square),
    },
    /// A square that is not read from photos.
    #[error(transparent)]
    Square(#[from] CorrectionSyntaxError),
    /// A square of another game than the given one.
    #[error("`{place}={square}`: {game} was given, which has neither towns nor anything that stands on a square", game = .game.id())]
    NotInGame {
        /// As in the first reading.
        place: Place,
        /// What was given.
        square: Square,
        /// The given one.
        game: Game,
    },
    /// A square of Age of Giants, which was not given.
    #[error(
        "`{place}={square}`: giants, and wheat, forest and lake with two crowns, are those of Age of Giants; give --box giants"
    )]
    NotWithoutGiants {
        /// As in the first reading.
        place: Place,
        /// What was given.
        square: Square,
    },
    /// The photo shows several kingdoms.
    #[error("`{correction}`: there are {kingdoms}; say which is meant, such as `{example}`")]
    WhichKingdom {
        /// The correction.
        correction: String,
        /// The correction with the name of one of them.
        example: String,
        /// The kingdoms in words.
        kingdoms: String,
    },
    /// No kingdom has this name.
    #[error("`{correction}`: there is no such kingdom, only {kingdoms}")]
    NoSuchKingdom {
        /// The correction.
        correction: String,
        /// The kingdoms in words.
        kingdoms: String,
    },
    /// The corrections leave no kingdom: nothing but the castle, or what no game has.
    #[error("{}", without_a_kingdom(.0))]
    NoKingdom(ReconstructError),
}

impl From<ReconstructError> for CorrectionError {
    fn from(error: ReconstructError) -> Self {
        Self::NoKingdom(error)
    }
}

/// Wherever a square of land is left, there is a kingdom: see [`reconstruct()`](crate::reconstruct::reconstruct).
fn without_a_kingdom(error: &ReconstructError) -> String {
    match error {
        ReconstructError::NoKingdom { .. } => {
            "with these corrections no land is left, and a kingdom has one domino at least; leave one of them out"
                .to_owned()
        }
        ReconstructError::Kingdom(error) => format!("with these corrections: {error}"),
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
    /// Parses a correction, including squares that are not read from photos, such as many towers. Names of squares and kingdoms may be in capitals.
    ///
    /// # Errors
    /// What is wrong with it, and what is allowed.
    pub fn of_any_game(text: &str) -> Result<Self, CorrectionSyntaxError> {
        // A photo's name may hold both `=` and `:`.
        let (front, _) = text.rsplit_once('=').ok_or(CorrectionSyntaxError::Form)?;
        let own = front.rfind(':').map_or(0, |at| at + 1);
        let (place, word) = text[own..].split_once('=').ok_or(CorrectionSyntaxError::Form)?;
        let square = &text[..own + place.len()];
        let is_place = Place::from_words(&place.trim().to_ascii_lowercase()).is_some();
        let said = if is_place { square_of_any_game(word)? } else { return Err(CorrectionSyntaxError::Form) };
        let SquareName { photo, kingdom, place } = square.parse()?;
        Ok(Self { photo, kingdom, place, said })
    }

    /// The square that it names.
    pub fn square(&self) -> SquareName {
        SquareName { photo: self.photo.clone(), kingdom: self.kingdom, place: self.place }
    }

    /// The whole square of a kingdom after the correction, if `stands` is there now. `first`: the kingdom as it was read without corrections.
    pub fn given(&self, first: &Reading, stands: Option<Square>) -> GivenSquare {
        GivenSquare { cell: first.cell_of(self.place), square: self.said.on(stands.unwrap_or(Square::Empty)) }
    }
}

/// `k2` in either case.
fn kingdom_number(text: &str) -> Option<usize> {
    text.strip_prefix(['k', 'K'])?.parse().ok().filter(|number| *number > 0)
}

/// How a person names a kingdom.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KingdomName {
    /// Its photo, where several are asked about.
    pub photo: Option<String>,
    /// Its number in the photo, from 1, where that shows several.
    pub kingdom: Option<usize>,
}

impl KingdomName {
    /// The prefix of its squares' names: nothing, `k2:`, `anna:` or `anna:k2:`.
    pub fn prefix(&self) -> String {
        let photo = self.photo.iter().map(|photo| format!("{photo}:"));
        photo.chain(self.kingdom.map(|number| format!("k{number}:"))).collect()
    }

    /// One of the kingdom's squares.
    pub fn square(&self, place: Place) -> SquareName {
        SquareName { photo: self.photo.clone(), kingdom: self.kingdom, place }
    }

    /// A correction of one of the kingdom's squares, by its place in the first reading.
    pub fn correction(&self, place: Place, square: Square) -> Correction {
        Correction { photo: self.photo.clone(), kingdom: self.kingdom, place, said: SaidSquare::Whole(square) }
    }

    /// Whether a square so named may be this kingdom's; a name or number that it leaves out fits every one.
    fn is_meant_by(&self, square: &SquareName) -> bool {
        let is_called = |photo: &String| self.photo.as_ref().is_some_and(|own| is_same_name(own, photo));
        square.photo.as_ref().is_none_or(is_called)
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
    /// The squares that the corrections give, by kingdom; `names` are the kingdoms'. A building alone keeps the other pieces of the same square in
    /// what was given `before`, or else of the first reading, so that it means the same whatever else is given now.
    ///
    /// # Errors
    /// A kingdom that does not exist, or no kingdom named where there are several.
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

    /// The index of the kingdom that a correction means.
    ///
    /// # Errors
    /// No kingdom fits, or several do.
    pub fn kingdom_corrected(&self, correction: &Correction, names: &[KingdomName]) -> Result<usize, CorrectionError> {
        let typed = |square: SquareName| format!("{square}={}", correction.said);
        kingdom_of(&correction.square(), &typed, names, &self.readings())
    }

    /// The index of the kingdom that the square belongs to.
    ///
    /// # Errors
    /// No kingdom fits, or several do.
    pub fn kingdom_named(&self, square: &SquareName, names: &[KingdomName]) -> Result<usize, CorrectionError> {
        kingdom_of(square, &|square| square.to_string(), names, &self.readings())
    }

    fn readings(&self) -> Vec<&Reading> {
        self.kingdoms.iter().map(|first| first.reading).collect()
    }
}

/// `typed` writes a square as the person typed this one.
fn kingdom_of(
    square: &SquareName,
    typed: &dyn Fn(SquareName) -> String,
    names: &[KingdomName],
    kingdoms: &[&Reading],
) -> Result<usize, CorrectionError> {
    let in_words = || listed(names.iter().zip(kingdoms).map(|(name, kingdom)| name.in_words(kingdom)));
    let meant: Vec<usize> = (0..names.len()).filter(|index| names[*index].is_meant_by(square)).collect();
    let correction = || typed(square.clone());
    match meant[..] {
        [only] => Ok(only),
        [] => Err(CorrectionError::NoSuchKingdom { correction: correction(), kingdoms: in_words() }),
        [first, ..] => {
            let example = typed(names[first].square(square.place));
            Err(CorrectionError::WhichKingdom { correction: correction(), example, kingdoms: in_words() })
        }
    }
}

/// Adds a correction. It replaces an earlier one of the same square, and a castle replaces an earlier castle.
pub fn upsert(given: &mut Vec<GivenSquare>, one: GivenSquare) {
    given.retain(|other| other.cell != one.cell && !(one.square == Square::Castle && other.square == Square::Castle));
    given.push(one);
}
