//! Re-reads kingdoms with corrections, starting from their first readings, which have none.

use super::square_words::seen_in_photos;
use super::{Correction, CorrectionError, KingdomName, SaidSquare};
use crate::reconstruct::guesses::SquareGuesses;
use crate::reconstruct::{
    CorrectedSquare, GameKingdom, GameReading, GameViews, GivenSquare, Reading, ReconstructOptions, SquareBeside,
    reconstruct, warn_of_tiles_beside,
};
use kingdomino::audit::warning::About;
use kingdomino::domain::{Cell, Kingdom, Place, Square};
use kingdomino::scoring::sheet;

/// A kingdom as read without corrections, with the inputs of that reading.
#[derive(Debug, Clone, Copy)]
pub struct FirstReading<'a> {
    /// The guesses for each square.
    pub guesses: &'a SquareGuesses,
    /// The reading made from these guesses.
    pub reading: &'a Reading,
    /// The squares outside the guesses' grid but in line with it.
    pub beside: &'a [SquareBeside],
    /// The options of the reading.
    pub known: &'a ReconstructOptions,
}

/// The first readings of kingdoms to be corrected. The kingdoms are re-read one by one, or, as the kingdoms
/// of a game, jointly as laid from the same boxes.
#[derive(Debug, Clone)]
pub struct FirstReadings<'a> {
    /// One first reading per kingdom, in the order of the kingdoms' numbers.
    pub kingdoms: Vec<FirstReading<'a>>,
    /// The game's views, in the order of `kingdoms`, if its kingdoms are read jointly.
    pub(super) game: Option<&'a GameViews>,
}

/// Kingdoms after re-reading.
#[derive(Debug, Clone)]
pub struct ReadAnew {
    /// The re-read kingdoms, in the order of the first readings.
    pub kingdoms: Vec<Reading>,
    /// The game's kingdoms; `None` if they were not re-read jointly.
    pub game: Option<Vec<GameKingdom>>,
}

impl<'a> FirstReadings<'a> {
    /// Kingdoms that are read independently of each other.
    pub fn apart(kingdoms: Vec<FirstReading<'a>>) -> Self {
        Self { kingdoms, game: None }
    }

    /// The kingdoms of a game, which are read jointly. `kingdoms` holds the first reading of each of the
    /// game's views.
    pub fn together(kingdoms: Vec<FirstReading<'a>>, game: &'a GameViews) -> Self {
        Self { kingdoms, game: Some(game) }
    }

    /// Whether a correction of one kingdom may change the reading of others.
    pub fn are_together(&self) -> bool {
        self.game.is_some()
    }

    /// All given squares in the form in which users type them; `names` has one name per kingdom.
    pub fn corrections(&self, names: &[KingdomName], given: &[Vec<GivenSquare>]) -> Vec<Correction> {
        let mut corrections = Vec::new();
        for ((first, name), given) in self.kingdoms.iter().zip(names).zip(given) {
            corrections.extend(given.iter().filter_map(|one| first.correction(name, one)));
        }
        corrections
    }

    /// The total of a kingdom with these squares, with the facts known when it was read.
    pub fn total(&self, kingdom: usize, squares: &Kingdom) -> i32 {
        let known = self.kingdoms[kingdom].known;
        sheet::total(squares, &known.unseen, &known.variants)
    }

    /// Re-reads all kingdoms with the given squares fixed, even if no dominoes of the box can form them.
    /// Keeps warnings about the grid. Without corrections all readings stay the same.
    ///
    /// # Errors
    /// A square outside its kingdom, a contradiction, or corrections that leave no kingdom.
    pub fn corrected(&self, given: &[Vec<GivenSquare>]) -> Result<Vec<Reading>, CorrectionError> {
        Ok(self.read_anew(given)?.kingdoms)
    }

    /// Completes the corrections `given` of a kingdom that the user confirms as a whole. The user saw it as
    /// it was read with the corrections `before`, and the squares without a correction are taken from that
    /// reading. Squares that read differently with everything given now are left out, because it is unknown
    /// which reading the user saw.
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
        let seen = first.others_as_read(&[], &seen[kingdom]);
        let mut others = first.others_as_read(&given[kingdom], &later[kingdom]);
        others.retain(|now| seen.contains(now));
        Ok([given[kingdom].clone(), others].concat())
    }

    /// Like [`FirstReadings::as_seen`], for a user who saw the first reading, which has no corrections.
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

    /// Completes the given squares of a kingdom with the reading `shown`, which the user confirms.
    ///
    /// # Errors
    /// Squares outside the first reading's rows and columns, which have no name.
    pub fn as_read(
        &self,
        kingdom: usize,
        given: &[Vec<GivenSquare>],
        shown: &Reading,
    ) -> Result<Vec<GivenSquare>, CorrectionError> {
        let first = &self.kingdoms[kingdom];
        for (place, square) in shown.kingdom.squares().iter() {
            if *square != Square::Empty && first.reading.place_of(shown.cell_of(place)).is_none() {
                return Err(first.beyond(*square));
            }
        }
        Ok([given[kingdom].clone(), first.others_as_read(&given[kingdom], shown)].concat())
    }

    /// [`FirstReadings::corrected`], returning the game's kingdoms as well.
    ///
    /// # Errors
    /// Those of [`FirstReadings::corrected`].
    pub fn read_anew(&self, given: &[Vec<GivenSquare>]) -> Result<ReadAnew, CorrectionError> {
        let checked = self.kingdoms.iter().zip(given).map(|(kingdom, given)| kingdom.checked(given));
        let given = checked.collect::<Result<Vec<_>, _>>()?;
        match self.game {
            Some(game) if given.iter().any(|given| !given.is_empty()) => self.read_game_anew(game, &given),
            _ => {
                let kingdoms = self.kingdoms.iter().zip(&given).map(|(kingdom, given)| kingdom.corrected_alone(given));
                Ok(ReadAnew { kingdoms: kingdoms.collect::<Result<_, _>>()?, game: None })
            }
        }
    }

    fn read_game_anew(&self, game: &GameViews, given: &[Vec<GivenSquare>]) -> Result<ReadAnew, CorrectionError> {
        let mut said = given.to_vec();
        for (said, first) in said.iter_mut().zip(&self.kingdoms) {
            let beside = first.beside_the_whole(said);
            said.extend(beside.into_iter().map(|place| GivenSquare { cell: place.into(), square: Square::Empty }));
        }
        let of_all_views = game.in_all_views(&said);
        let GameReading { views, kingdoms: of_game } = game.read(&said);
        let mut kingdoms = Vec::new();
        for (index, read) in views.into_iter().enumerate() {
            let first = &self.kingdoms[index];
            let shown = of_all_views[index].iter().filter(|one| first.reading.place_of(one.cell).is_some());
            let shown = first.once_each(shown.copied()).map_err(of_two_photos)?;
            kingdoms.push(match read {
                Ok(read) => first.with_corrections(read, &shown),
                // If the joint reading finds no kingdom in a view, the view is read alone, as it would be
                // without corrections.
                Err(_) => first.corrected_alone(&given[index])?,
            });
        }
        Ok(ReadAnew { kingdoms, game: Some(of_game) })
    }
}

/// Each photo's corrections were checked before, so a contradiction here involves two photos.
fn of_two_photos(error: CorrectionError) -> CorrectionError {
    match error {
        CorrectionError::Contradiction { place, one, other } => {
            CorrectionError::TwoPhotos { one: (place, one), other: (place, other) }
        }
        CorrectionError::TwoCastles(one, other) => {
            CorrectionError::TwoPhotos { one: (one, Square::Castle), other: (other, Square::Castle) }
        }
        error => error,
    }
}

impl FirstReading<'_> {
    /// Re-reads this kingdom alone with the given squares: see [`FirstReadings::corrected`].
    ///
    /// # Errors
    /// A square outside the kingdom, a contradiction, or corrections that leave no kingdom.
    pub fn corrected(&self, given: &[GivenSquare]) -> Result<Reading, CorrectionError> {
        self.corrected_alone(&self.checked(given)?)
    }

    fn corrected_alone(&self, given: &[GivenSquare]) -> Result<Reading, CorrectionError> {
        if given.is_empty() {
            return Ok(self.reading.clone());
        }
        let mut squares: Vec<(Place, Square)> = Vec::new();
        squares.extend(given.iter().filter_map(|given| Some((given.cell.place()?, given.square))));
        squares.extend(self.beside_the_whole(given).into_iter().map(|place| (place, Square::Empty)));
        let reading = reconstruct(&self.guesses.with_given(&squares), self.known)?;
        Ok(self.with_corrections(reading, given))
    }

    /// Adds this reading's doubts about grid and photo to `read`, a later reading of the kingdom.
    pub fn with_first_doubts(&self, mut read: Reading) -> Reading {
        let known =
            |about| self.reading.warnings.iter().filter(move |warning| warning.code.meaning().about == about).cloned();
        read.warnings.extend(known(About::Grid));
        warn_of_tiles_beside(&mut read, self.guesses, self.beside, self.known);
        // A kingdom gets warnings about its photo only if it needs review without them.
        if read.needs_review {
            read.warnings.extend(known(About::Photo));
        }
        read
    }

    /// Adds this reading's doubts to a later reading, and lists the given squares there by
    /// their places in this reading.
    fn with_corrections(&self, read: Reading, given: &[GivenSquare]) -> Reading {
        let mut read = self.with_first_doubts(read);
        let corrected = given.iter().filter_map(|GivenSquare { cell, square }| {
            let place = self.reading.place_of(*cell)?;
            let was = self.reading.kingdom.squares()[place];
            Some(CorrectedSquare { place, lies_at: read.place_of(*cell), read: was, given: *square })
        });
        read.corrections = corrected.collect();
        if self.is_whole(given) {
            read.warnings.retain(|warning| !warning.code.meaning().is_settled_by_squares);
            read.needs_review = !read.warnings.is_empty();
            read.left_out.clear();
        }
        read
    }

    /// The square at this place of the first reading, as given.
    pub(super) fn given(&self, (name, square): (Place, Square)) -> GivenSquare {
        GivenSquare { cell: self.reading.cell_of(name), square }
    }

    /// The correction as a user types it, for a kingdom with this name; `None` outside this reading.
    pub fn correction(&self, name: &KingdomName, given: &GivenSquare) -> Option<Correction> {
        Some(name.correction(self.reading.place_of(given.cell)?, given.square))
    }

    /// Whether every square was given, so that these rows and columns are the whole kingdom.
    pub fn is_whole(&self, given: &[GivenSquare]) -> bool {
        let mut places = self.reading.kingdom.squares().places();
        places.all(|place| given.iter().any(|given| given.cell == self.reading.cell_of(place)))
    }

    /// Whether the first reading already had this square.
    pub fn is_as_read(&self, one: &GivenSquare) -> bool {
        self.reading.place_of(one.cell).is_some_and(|place| self.reading.kingdom.squares()[place] == one.square)
    }

    /// If the user gave every square of the kingdom: the places of the guesses' grid that are outside it.
    /// Otherwise empty.
    fn beside_the_whole(&self, given: &[GivenSquare]) -> Vec<Place> {
        if !self.is_whole(given) {
            return Vec::new();
        }
        let places = self.guesses.guesses.places();
        places.filter(|place| self.reading.place_of((*place).into()).is_none()).collect()
    }

    /// Checks the given squares and returns them in reading order, each once.
    fn checked(&self, given: &[GivenSquare]) -> Result<Vec<GivenSquare>, CorrectionError> {
        for GivenSquare { cell, square } in given.iter().copied() {
            seen_in_photos(SaidSquare::Whole(square))?;
            let place = self.typed_place(cell).ok_or_else(|| self.beyond(square))?;
            if square.is_of_giants() && !self.known.has_giants() {
                return Err(CorrectionError::NotWithoutGiants { place, square });
            }
            if let Some(game) = self.known.game.filter(|game| !game.has(&square)) {
                return Err(CorrectionError::NotInGame { place, square, game });
            }
        }
        self.once_each(given.iter().copied())
    }

    /// The given squares of the kingdom, in reading order, each once.
    fn once_each(&self, given: impl Iterator<Item = GivenSquare>) -> Result<Vec<GivenSquare>, CorrectionError> {
        let squares = self.reading.kingdom.squares();
        let mut once: Vec<GivenSquare> = Vec::new();
        for other in given {
            let place = self.typed_place(other.cell).ok_or_else(|| self.beyond(other.square))?;
            if squares.get(place).is_none() {
                let (rows, cols) = (squares.rows(), squares.cols());
                return Err(CorrectionError::Outside { place, square: other.square, rows, cols });
            }
            match once.iter().find(|one| one.cell == other.cell) {
                None => {}
                Some(one) if *one == other => continue,
                Some(one) => {
                    return Err(CorrectionError::Contradiction { place, one: one.square, other: other.square });
                }
            }
            let castle = once.iter().find(|one| (one.square, other.square) == (Square::Castle, Square::Castle));
            if let Some(first) = castle.and_then(|castle| self.reading.place_of(castle.cell)) {
                return Err(CorrectionError::TwoCastles(first, place));
            }
            once.push(other);
        }
        once.sort_by_key(|given| given.cell);
        Ok(once)
    }

    /// The place by which a user names the cell. It may be below the kingdom or to its right.
    fn typed_place(&self, cell: Cell) -> Option<Place> {
        (cell - self.reading.origin).place()
    }

    fn beyond(&self, square: Square) -> CorrectionError {
        let squares = self.reading.kingdom.squares();
        CorrectionError::Beyond { square, rows: squares.rows(), cols: squares.cols() }
    }

    /// The squares that the user did not give, as a later reading shows them. Squares outside the later
    /// reading's rows and columns are empty.
    fn others_as_read(&self, given: &[GivenSquare], later: &Reading) -> Vec<GivenSquare> {
        let mut others = Vec::new();
        for place in self.reading.kingdom.squares().places() {
            let cell = self.reading.cell_of(place);
            if given.iter().all(|one| one.cell != cell) {
                let square = later.place_of(cell).map_or(Square::Empty, |at| later.kingdom.squares()[at]);
                others.push(GivenSquare { cell, square });
            }
        }
        others
    }
}
