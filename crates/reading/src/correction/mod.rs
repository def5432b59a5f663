//! `Reading -> Reading`: a person corrects or confirms squares, and the kingdom is read anew around them.
//!
//! Squares are named as in the kingdom that was read without corrections, so that a correction means the same whatever other corrections there are.

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
use crate::reconstruct::ReconstructError;
use crate::reconstruct::piece_guesses::TOWER_CLASSES;
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Game, Kingdom, Place, Square, SquareError, counted, listed};
use kingdomino::formats::is_same_name;

/// Warnings that stay even if a person gave all squares of a kingdom: they are about other kingdoms.
const NOT_SETTLED_BY_SQUARES: [WarningCode; 2] = [WarningCode::UnreadKingdom, WarningCode::TooManyKingdoms];

/// The most towers on a square that are read from photos.
pub const MOST_TOWERS_READ: usize = TOWER_CLASSES - 1;

/// A square as a person gives it, such as `r2c4=forest:1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GivenSquare {
    /// In the kingdom as it was read without corrections.
    pub place: Place,
    /// What lies there.
    pub square: Square,
}

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
        "`{given}`: the kingdom was read with {} and {}, so its squares are r1c1 to r{rows}c{cols}; \
         where a row or column is missing, scan with --corners, or type the kingdom in a review",
        counted(*rows, "row"), counted(*cols, "column")
    )]
    Outside {
        /// The correction.
        given: GivenSquare,
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
    #[error("`{0}` and `{1}`: only one of them can lie there; leave the other out")]
    Contradiction(GivenSquare, GivenSquare),
    /// Two castles.
    #[error("`{0}` and `{1}`: a kingdom has one castle; leave one of them out")]
    TwoCastles(GivenSquare, GivenSquare),
    /// Two readings of one square that two photos show, each by its place in its photo.
    #[error("`{0}` of one photo and `{1}` of another one are the same square of one kingdom: leave one of them out")]
    TwoPhotos(GivenSquare, GivenSquare),
    /// A square that is not read from photos.
    #[error(transparent)]
    Square(#[from] CorrectionSyntaxError),
    /// A square of another game than the given one.
    #[error("`{given}`: {game} was given, which has neither towns nor anything that stands on a square", game = .game.id())]
    NotInGame {
        /// The correction.
        given: GivenSquare,
        /// The given one.
        game: Game,
    },
    /// A square of Age of Giants, which was not given.
    #[error(
        "`{given}`: giants, and wheat, forest and lake with two crowns, are those of Age of Giants; give --box giants"
    )]
    NotWithoutGiants {
        /// The correction.
        given: GivenSquare,
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

impl fmt::Display for GivenSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.place, self.square)
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

    /// The whole square after the correction, if `stands` is there now.
    pub fn given(&self, stands: Option<&Square>) -> GivenSquare {
        GivenSquare { place: self.place, square: self.said.on(stands.copied().unwrap_or(Square::Empty)) }
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

    /// A correction of one of the kingdom's squares.
    pub fn correction(&self, given: GivenSquare) -> Correction {
        self.says(given.place, SaidSquare::Whole(given.square))
    }

    /// A correction that may give only a part of a square.
    pub fn says(&self, place: Place, said: SaidSquare) -> Correction {
        Correction { photo: self.photo.clone(), kingdom: self.kingdom, place, said }
    }

    /// Whether a square so named may be this kingdom's; a name or number that it leaves out fits every one.
    fn is_meant_by(&self, square: &SquareName) -> bool {
        let is_called = |photo: &String| self.photo.as_ref().is_some_and(|own| is_same_name(own, photo));
        square.photo.as_ref().is_none_or(is_called)
            && square.kingdom.is_none_or(|number| number == self.kingdom.unwrap_or(1))
    }

    /// Its name in messages, such as `anna:k2 (4 x 5 squares)`.
    fn in_words(&self, kingdom: &Kingdom) -> String {
        let squares = kingdom.squares();
        let prefix = self.prefix();
        let name = if prefix.is_empty() { "k1" } else { prefix.trim_end_matches(':') };
        format!("{name} ({} x {} squares)", squares.rows(), squares.cols())
    }
}

/// Corrections by kingdom; `kingdoms` are the first readings, in the order of `names`. A building alone keeps the other pieces of the first reading,
/// so that it means the same whatever else is given.
///
/// # Errors
/// A kingdom that does not exist, or no kingdom named where there are several.
pub fn by_kingdom(
    corrections: &[Correction],
    names: &[KingdomName],
    kingdoms: &[&Kingdom],
) -> Result<Vec<Vec<GivenSquare>>, CorrectionError> {
    said_after(&[], corrections, names, kingdoms)
}

/// As [`by_kingdom`], but a building alone keeps the pieces of the same square in the corrections `before`, if it is there.
///
/// # Errors
/// As above.
pub fn said_after(
    before: &[Vec<GivenSquare>],
    corrections: &[Correction],
    names: &[KingdomName],
    kingdoms: &[&Kingdom],
) -> Result<Vec<Vec<GivenSquare>>, CorrectionError> {
    let mut given = vec![Vec::new(); kingdoms.len()];
    for correction in corrections {
        let kingdom = meant(correction, names, kingdoms)?;
        let said = before.get(kingdom).into_iter().flatten().find(|one| one.place == correction.place);
        let stands = said.map(|one| &one.square).or_else(|| kingdoms[kingdom].squares().get(correction.place));
        given[kingdom].push(correction.given(stands));
    }
    Ok(given)
}

/// The index of the kingdom that a correction means.
///
/// # Errors
/// No kingdom fits, or several do.
pub fn meant(correction: &Correction, names: &[KingdomName], kingdoms: &[&Kingdom]) -> Result<usize, CorrectionError> {
    let said = |square: SquareName| format!("{square}={}", correction.said);
    kingdom_of(&correction.square(), &said, names, kingdoms)
}

/// The index of the kingdom whose square is named.
///
/// # Errors
/// As of [`meant`].
pub fn kingdom_named(
    square: &SquareName,
    names: &[KingdomName],
    kingdoms: &[&Kingdom],
) -> Result<usize, CorrectionError> {
    kingdom_of(square, &|square| square.to_string(), names, kingdoms)
}

/// `typed` writes a square as the person typed this one.
fn kingdom_of(
    square: &SquareName,
    typed: &dyn Fn(SquareName) -> String,
    names: &[KingdomName],
    kingdoms: &[&Kingdom],
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
    given.retain(|other| other.place != one.place && !(one.square == Square::Castle && other.square == Square::Castle));
    given.push(one);
}
