//! Reads kingdoms anew around corrections, from their first readings: those without corrections.

use super::square_words::seen_in_photos;
use super::{CorrectionError, GivenSquare, NOT_SETTLED_BY_SQUARES, SaidSquare};
use crate::reconstruct::guesses::SquareGuesses;
use crate::reconstruct::{
    CorrectedSquare, GameKingdom, GameReading, GameViews, Reading, ReconstructError, ReconstructOptions, SquareBeside,
    SquareInView, ViewReading, reconstruct, warn_of_tiles_beside,
};
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::{Kingdom, Margins, Offset, Place, Square};
use kingdomino::scoring::sheet;

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
    pub(super) game: Option<&'a GameViews>,
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

    /// The total of a kingdom by what was known when it was read.
    pub fn total(&self, kingdom: usize, squares: &Kingdom) -> i32 {
        let known = self.kingdoms[kingdom].known;
        sheet::total(squares, &known.unseen, &known.variants)
    }

    /// Reads all kingdoms anew around the given squares, which are kept whether dominoes of the box can form them or not. Warnings about the grid
    /// stay. Without corrections all readings stay, unless the game has changed.
    ///
    /// # Errors
    /// A square outside its kingdom, a contradiction, or corrections that leave no kingdom.
    pub fn corrected(&self, given: &[Vec<GivenSquare>]) -> Result<Vec<ViewReading>, CorrectionError> {
        Ok(self.read_anew(given)?.kingdoms)
    }

    /// The given squares of a kingdom, completed by its reading around those given `before`, which a person who saw it confirms as the whole kingdom. A
    /// square that reads differently around all that is given now is not confirmed, because it is unknown which of its readings the person saw.
    ///
    /// # Errors
    /// Those of [`FirstReadings::corrected`].
    pub fn as_seen(
        &self,
        kingdom: usize,
        before: &[Vec<GivenSquare>],
        given: &[Vec<GivenSquare>],
    ) -> Result<Vec<GivenSquare>, CorrectionError> {
        let (first, seen, later) = (&self.kingdoms[kingdom], self.corrected(before)?, self.corrected(given)?);
        let seen: Vec<GivenSquare> = first.others_as_read(&[], &seen[kingdom]).collect();
        let others = first.others_as_read(&given[kingdom], &later[kingdom]).filter(|now| seen.contains(now));
        Ok(given[kingdom].iter().copied().chain(others).collect())
    }

    /// The same where the person saw the first reading.
    ///
    /// # Errors
    /// Those of [`FirstReadings::corrected`].
    pub fn as_read_first(
        &self,
        kingdom: usize,
        given: &[Vec<GivenSquare>],
    ) -> Result<Vec<GivenSquare>, CorrectionError> {
        self.as_seen(kingdom, &vec![Vec::new(); given.len()], given)
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
        let is_beyond =
            |(place, square): &(Place, &Square)| **square != Square::Empty && first.name_of(shown, *place).is_none();
        if let Some((_, square)) = shown.reading.kingdom.squares().iter().find(is_beyond) {
            let squares = first.reading.kingdom.squares();
            return Err(CorrectionError::Beyond { square: *square, rows: squares.rows(), cols: squares.cols() });
        }
        Ok(given[kingdom].iter().copied().chain(first.others_as_read(&given[kingdom], shown)).collect())
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
                // A view that gave no kingdom together with the others is read by itself, as where nothing is corrected.
                Err(_) => kingdom.corrected_alone(given),
            }
        };
        let kingdoms = self.kingdoms.iter().zip(given).zip(views).enumerate().map(corrected);
        Ok(ReadAnew { kingdoms: kingdoms.collect::<Result<_, _>>()?, game: Some(of_game) })
    }
}

/// The squares of a kingdom that a person gave, in reading order, each once.
fn checked(given: &[GivenSquare], kingdom: &Kingdom) -> Result<Vec<GivenSquare>, CorrectionError> {
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

    /// The squares that are not given, as a later reading has them. It may have fewer rows and columns; then nothing lies there.
    fn others_as_read(&self, given: &[GivenSquare], later: &ViewReading) -> impl Iterator<Item = GivenSquare> {
        let others =
            self.reading.kingdom.squares().places().filter(|place| given.iter().all(|one| one.place != *place));
        let now = |place| later.at(self.in_view(place)).map_or(Square::Empty, |at| later.reading.kingdom.squares()[at]);
        others.map(move |place| GivenSquare { place, square: now(place) })
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
