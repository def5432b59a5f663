//! `Reading -> Reading`: a person corrects or confirms squares, and the kingdom is read anew around them.
//!
//! Squares are named as in the kingdom that was read without corrections, so that a correction means the same whatever other corrections there are.

pub mod dialogue;
mod square_words;
mod to_say;

use std::fmt;
use std::str::FromStr;

pub use self::square_words::{SaidSquare, square_from_words};
use self::square_words::{seen_in_photos, square_of_any_game};
pub use self::to_say::{Choice, OpenKingdom, OpenSquare};
use crate::reconstruct::guesses::SquareGuesses;
use crate::reconstruct::piece_guesses::TOWER_CLASSES;
use crate::reconstruct::{
    CorrectedSquare, GameKingdom, GameReading, GameViews, Reading, ReconstructError, ReconstructOptions, SquareBeside,
    SquareInView, ViewReading, reconstruct, warn_of_tiles_beside,
};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Game, Kingdom, Margins, Offset, Place, Square, SquareError, counted, listed};

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
    /// The corrections leave no kingdom.
    #[error("with these corrections: {0}")]
    NoKingdom(#[from] ReconstructError),
}

impl fmt::Display for GivenSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.place, self.square)
    }
}

impl fmt::Display for Correction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(photo) = &self.photo {
            write!(f, "{photo}:")?;
        }
        if let Some(number) = self.kingdom {
            write!(f, "k{number}:")?;
        }
        write!(f, "{}={}", self.place, self.said)
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
        let (prefix, own) = front.rfind(':').map_or((None, text), |at| (Some(text[..at].trim()), &text[at + 1..]));
        let (place, word) = own.split_once('=').ok_or(CorrectionSyntaxError::Form)?;
        let place = Place::from_words(&place.trim().to_ascii_lowercase()).ok_or(CorrectionSyntaxError::Form)?;
        let said = square_of_any_game(word)?;
        let Some(prefix) = prefix else { return Ok(Self { photo: None, kingdom: None, place, said }) };
        let (photo, last) = prefix.rsplit_once(':').map_or((None, prefix), |(photo, last)| (Some(photo.trim()), last));
        let (photo, kingdom) = match kingdom_number(last.trim()) {
            Some(number) => (photo, Some(number)),
            None => (Some(prefix), None),
        };
        match photo {
            Some("") => Err(CorrectionSyntaxError::Form),
            photo => Ok(Self { photo: photo.map(str::to_owned), kingdom, place, said }),
        }
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

    /// A correction of one of the kingdom's squares.
    pub fn correction(&self, given: GivenSquare) -> Correction {
        self.says(given.place, SaidSquare::Whole(given.square))
    }

    /// A correction that may give only a part of a square.
    pub fn says(&self, place: Place, said: SaidSquare) -> Correction {
        Correction { photo: self.photo.clone(), kingdom: self.kingdom, place, said }
    }

    /// Whether a correction may mean this kingdom; a name or number that it leaves out fits every one.
    fn is_meant_by(&self, correction: &Correction) -> bool {
        let is_called =
            |photo: &String| self.photo.as_ref().is_some_and(|own| own.to_lowercase() == photo.to_lowercase());
        correction.photo.as_ref().is_none_or(is_called)
            && correction.kingdom.is_none_or(|number| number == self.kingdom.unwrap_or(1))
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
    let in_words = || listed(names.iter().zip(kingdoms).map(|(name, kingdom)| name.in_words(kingdom)));
    let meant: Vec<usize> = (0..names.len()).filter(|index| names[*index].is_meant_by(correction)).collect();
    match meant[..] {
        [only] => Ok(only),
        [] => Err(CorrectionError::NoSuchKingdom { correction: correction.to_string(), kingdoms: in_words() }),
        [first, ..] => {
            let example = names[first].says(correction.place, correction.said).to_string();
            Err(CorrectionError::WhichKingdom { correction: correction.to_string(), example, kingdoms: in_words() })
        }
    }
}

/// Adds a correction. It replaces an earlier one of the same square, and a castle replaces an earlier castle.
pub fn upsert(given: &mut Vec<GivenSquare>, one: GivenSquare) {
    given.retain(|other| other.place != one.place && !(one.square == Square::Castle && other.square == Square::Castle));
    given.push(one);
}

/// The squares of a kingdom that a person gave, in reading order, each once.
///
/// # Errors
/// A square outside the kingdom, and contradictions.
pub fn checked(given: &[GivenSquare], kingdom: &Kingdom) -> Result<Vec<GivenSquare>, CorrectionError> {
    let (rows, cols) = (kingdom.squares().rows(), kingdom.squares().cols());
    let mut checked: Vec<GivenSquare> = Vec::new();
    for other in given.iter().copied() {
        if kingdom.squares().get(other.place).is_none() {
            return Err(CorrectionError::Outside { given: other, rows, cols });
        }
        match checked.iter().copied().find(|one| one.place == other.place) {
            None => {}
            Some(one) if one == other => continue,
            Some(one) => return Err(CorrectionError::Contradiction(one, other)),
        }
        let castle = checked.iter().copied().find(|one| one.square == Square::Castle);
        if let Some(one) = castle.filter(|_| other.square == Square::Castle) {
            return Err(CorrectionError::TwoCastles(one, other));
        }
        checked.push(other);
    }
    checked.sort_by_key(|given| given.place);
    Ok(checked)
}

/// A kingdom as it was read without corrections, and what it was read from.
#[derive(Debug, Clone, Copy)]
pub struct FirstReading<'a> {
    /// What each square may be.
    pub guesses: &'a SquareGuesses,
    /// The reading of these guesses.
    pub reading: &'a Reading,
    /// How far the reading reaches beyond the guesses' grid, because other photos show more of the kingdom.
    pub beyond: Margins,
    /// What lies beside the guesses' grid, in line with it.
    pub beside: &'a [SquareBeside],
    /// The options of the reading.
    pub known: &'a ReconstructOptions,
}

/// The first readings of the kingdoms that a person corrects. They are read anew each by itself, or all together as laid from one box.
#[derive(Debug, Clone)]
pub struct FirstReadings<'a> {
    /// In the order of their numbers.
    pub kingdoms: Vec<FirstReading<'a>>,
    /// Of kingdoms that are read together: their views, in the kingdoms' order.
    game: Option<&'a GameViews>,
    /// Whether all are read anew even without corrections.
    is_changed: bool,
}

/// Kingdoms that were read anew.
#[derive(Debug, Clone)]
pub struct ReadAnew {
    /// In the order of the first readings.
    pub kingdoms: Vec<ViewReading>,
    /// The game's kingdoms; `None` when unchanged.
    pub game: Option<Vec<GameKingdom>>,
}

impl<'a> FirstReadings<'a> {
    /// Kingdoms that are read independently of each other.
    pub fn apart(kingdoms: Vec<FirstReading<'a>>) -> Self {
        Self { kingdoms, game: None, is_changed: false }
    }

    /// The kingdoms of a game, whose first readings are those of its views.
    pub fn together(kingdoms: Vec<FirstReading<'a>>, game: &'a GameViews) -> Self {
        Self { kingdoms, game: Some(game), is_changed: false }
    }

    /// The kingdoms of a game that has changed since their first readings: all are read anew, even without corrections.
    pub fn in_another_game(kingdoms: Vec<FirstReading<'a>>, game: &'a GameViews) -> Self {
        Self { kingdoms, game: Some(game), is_changed: true }
    }

    /// Whether a correction of one kingdom may change the reading of others.
    pub fn are_together(&self) -> bool {
        self.game.is_some()
    }

    /// Reads all kingdoms anew around the given squares, which are kept whether dominoes of the box can form them or not. Warnings about the grid
    /// stay. Without corrections all readings stay, unless the game has changed.
    ///
    /// # Errors
    /// A square outside its kingdom, a contradiction, or corrections that leave no kingdom.
    pub fn corrected(&self, given: &[Vec<GivenSquare>]) -> Result<Vec<ViewReading>, CorrectionError> {
        Ok(self.read_anew(given)?.kingdoms)
    }

    /// The given squares of a kingdom, completed by its first reading, which a person who saw it confirms as the whole kingdom. A square that reads
    /// differently around the given ones is not confirmed, because it is unknown which of its readings the person saw.
    ///
    /// # Errors
    /// As above.
    pub fn as_read_first(
        &self,
        kingdom: usize,
        given: &[Vec<GivenSquare>],
    ) -> Result<Vec<GivenSquare>, CorrectionError> {
        let (first, later) = (&self.kingdoms[kingdom], &self.corrected(given)?[kingdom]);
        let mut confirmed = given[kingdom].clone();
        for (place, square) in first.reading.kingdom.squares().iter() {
            let now = later.at(first.in_view(place)).map_or(Square::Empty, |now| later.reading.kingdom.squares()[now]);
            if now == *square && confirmed.iter().all(|other| other.place != place) {
                confirmed.push(GivenSquare { place, square: *square });
            }
        }
        Ok(confirmed)
    }

    /// The given squares of a kingdom, completed by the reading `shown` to the person who confirms it.
    ///
    /// # Errors
    /// Squares outside the first reading's rows and columns, which have no name.
    pub fn as_read(
        &self,
        kingdom: usize,
        given: &[Vec<GivenSquare>],
        shown: &ViewReading,
    ) -> Result<Vec<GivenSquare>, CorrectionError> {
        let first = &self.kingdoms[kingdom];
        let mut confirmed = given[kingdom].clone();
        for (place, square) in shown.reading.kingdom.squares().iter() {
            match first.name_of(shown, place) {
                Some(name) if confirmed.iter().all(|other| other.place != name) => {
                    confirmed.push(GivenSquare { place: name, square: *square });
                }
                None if *square != Square::Empty => {
                    let squares = first.reading.kingdom.squares();
                    let (rows, cols) = (squares.rows(), squares.cols());
                    return Err(CorrectionError::Beyond { square: *square, rows, cols });
                }
                _ => {}
            }
        }
        // The shown kingdom may have fewer rows and columns than the first reading.
        for place in first.reading.kingdom.squares().places() {
            if confirmed.iter().all(|other| other.place != place) {
                confirmed.push(GivenSquare { place, square: Square::Empty });
            }
        }
        Ok(confirmed)
    }

    /// [`FirstReadings::corrected`], with the game's kingdoms.
    ///
    /// # Errors
    /// As above.
    pub fn read_anew(&self, given: &[Vec<GivenSquare>]) -> Result<ReadAnew, CorrectionError> {
        let checked = self.kingdoms.iter().zip(given).map(|(kingdom, given)| kingdom.checked(given));
        let given = checked.collect::<Result<Vec<_>, _>>()?;
        match self.game {
            Some(game) if self.is_changed || given.iter().any(|given| !given.is_empty()) => {
                self.read_game_anew(game, &given)
            }
            _ => {
                let kingdoms = self.kingdoms.iter().zip(&given).map(|(kingdom, given)| kingdom.corrected_alone(given));
                Ok(ReadAnew { kingdoms: kingdoms.collect::<Result<_, _>>()?, game: None })
            }
        }
    }

    fn read_game_anew(&self, game: &GameViews, given: &[Vec<GivenSquare>]) -> Result<ReadAnew, CorrectionError> {
        let in_views = |(view, (kingdom, given)): (usize, (&FirstReading, &Vec<GivenSquare>))| {
            let in_view =
                |given: &GivenSquare| SquareInView { view, at: kingdom.in_view(given.place), square: given.square };
            let beside = kingdom.beside_the_whole(given).into_iter();
            let beside = beside.map(|place| SquareInView { view, at: place.into(), square: Square::Empty });
            given.iter().map(in_view).chain(beside).collect::<Vec<_>>()
        };
        let said: Vec<_> = self.kingdoms.iter().zip(given).enumerate().flat_map(in_views).collect();
        let of_all_views = game.in_all_views(&said);
        let GameReading { views, kingdoms: of_game } = game.read(&said);
        type OfView<'v, 'f> =
            (usize, ((&'v FirstReading<'f>, &'v Vec<GivenSquare>), Result<ViewReading, ReconstructError>));
        let corrected = |(view, ((kingdom, given), read)): OfView<'_, '_>| {
            let named = |said: &SquareInView| {
                let place = kingdom.at(said.at)?;
                (said.view == view).then_some(GivenSquare { place, square: said.square })
            };
            let named: Vec<GivenSquare> = of_all_views.iter().filter_map(named).collect();
            let named = checked(&named, &kingdom.reading.kingdom).map_err(of_two_photos)?;
            match read {
                Ok(read) => Ok(kingdom.with_corrections(read, &named)),
                // A view that gives no kingdom with the others is read by itself, as it is without corrections.
                Err(_) => kingdom.corrected_alone(given),
            }
        };
        let kingdoms = self.kingdoms.iter().zip(given).zip(views).enumerate().map(corrected);
        Ok(ReadAnew { kingdoms: kingdoms.collect::<Result<_, _>>()?, game: Some(of_game) })
    }
}

/// Each photo's corrections were checked before, so a contradiction here is between two photos.
fn of_two_photos(error: CorrectionError) -> CorrectionError {
    match error {
        CorrectionError::Contradiction(one, other) | CorrectionError::TwoCastles(one, other) => {
            CorrectionError::TwoPhotos(one, other)
        }
        error => error,
    }
}

impl FirstReading<'_> {
    /// Reads the kingdom anew by itself around the given squares: see [`FirstReadings::corrected`].
    ///
    /// # Errors
    /// A square outside the kingdom, a contradiction, or corrections that leave no kingdom.
    pub fn corrected(&self, given: &[GivenSquare]) -> Result<Reading, CorrectionError> {
        Ok(self.corrected_alone(&self.checked(given)?)?.reading)
    }

    fn corrected_alone(&self, given: &[GivenSquare]) -> Result<ViewReading, CorrectionError> {
        if given.is_empty() {
            return Ok(ViewReading { reading: self.reading.clone(), beyond: self.beyond });
        }
        // All margins are zero: the kingdom was read by itself.
        let in_grid = |given: &GivenSquare| Some((self.in_view(given.place).place()?, given.square));
        let mut squares: Vec<(Place, Square)> = given.iter().filter_map(in_grid).collect();
        squares.extend(self.beside_the_whole(given).into_iter().map(|place| (place, Square::Empty)));
        let reading = reconstruct(&self.guesses.with_given(&squares), self.known)?;
        Ok(self.with_corrections(reading.into(), given))
    }

    /// Adds this reading's doubts about the grid to a later one.
    pub fn with_grid_doubts(&self, mut read: ViewReading) -> ViewReading {
        let about_the_grid =
            self.reading.warnings.iter().filter(|warning| WarningCode::ABOUT_THE_GRID.contains(&warning.code));
        read.reading.warnings.extend(about_the_grid.cloned());
        warn_of_tiles_beside(&mut read.reading, read.beyond, self.guesses, self.beside, self.known);
        read
    }

    /// Adds the grid's doubts and the given squares, by their places in this reading, to a later one.
    fn with_corrections(&self, read: ViewReading, given: &[GivenSquare]) -> ViewReading {
        let mut read = self.with_grid_doubts(read);
        let corrected = given.iter().map(|GivenSquare { place, square }| CorrectedSquare {
            place: *place,
            lies_at: read.at(self.in_view(*place)),
            read: self.reading.kingdom.squares()[*place],
            given: *square,
        });
        read.reading.corrections = corrected.collect();
        if self.is_whole(given) {
            read.reading.warnings.retain(|warning| NOT_SETTLED_BY_SQUARES.contains(&warning.code));
            read.reading.needs_review = !read.reading.warnings.is_empty();
            read.reading.left_out.clear();
        }
        read
    }

    /// Whether every square was given: then these rows and columns are the whole kingdom.
    fn is_whole(&self, given: &[GivenSquare]) -> bool {
        let is_given = |place: Place| given.iter().any(|given| given.place == place);
        self.reading.kingdom.squares().places().all(is_given)
    }

    /// The places of the guesses' grid outside a kingdom whose every square was given; else none.
    fn beside_the_whole(&self, given: &[GivenSquare]) -> Vec<Place> {
        let is_beside = |place: &Place| self.at((*place).into()).is_none();
        if self.is_whole(given) { self.guesses.guesses.places().filter(is_beside).collect() } else { Vec::new() }
    }

    /// In reading order, each once.
    fn checked(&self, given: &[GivenSquare]) -> Result<Vec<GivenSquare>, CorrectionError> {
        for given in given.iter().copied() {
            seen_in_photos(SaidSquare::Whole(given.square))?;
            if given.square.is_of_giants() && !self.known.has_giants() {
                return Err(CorrectionError::NotWithoutGiants { given });
            }
            if let Some(game) = self.known.game.filter(|game| !game.has(&given.square)) {
                return Err(CorrectionError::NotInGame { given, game });
            }
        }
        checked(given, &self.reading.kingdom)
    }

    /// The place in this reading of a square of a later one; `None` outside this reading.
    pub fn name_of(&self, later: &ViewReading, place: Place) -> Option<Place> {
        self.at(later.in_view(place))
    }

    /// As [`ViewReading::in_view`].
    pub fn in_view(&self, place: Place) -> Offset {
        self.beyond.outside(self.reading.in_grid(place))
    }

    /// Which square of this reading lies at this place of the guesses' grid, or beside it; `None` where none does.
    pub fn at(&self, at: Offset) -> Option<Place> {
        self.reading.place_of(self.beyond.inside(at)?)
    }
}
