//! The stages from one grid to a score sheet.

use super::KingdomScan;
use super::error::ScanError;
use super::passes::{Found, Pass, SecondOpinion, has_towns, takes_second};
use super::plausibility::{objection, shows_castle};
use super::timings::{Stage, Timings};
use super::widening::with_dominoes_at_corners;
use crate::classify;
use crate::classify::board_views::BoardViews;
use crate::classify::model_choice::ReadingModel;
use crate::grid_fit::GridFit;
use crate::grid_fit::clipping::may_be_cut_by_the_photo;
use crate::networks::Networks;
use crate::photo::Photo;
use kingdomino::audit::warning::WarningCode;
use kingdomino::domain::Game;
use kingdomino::scoring::sheet::ScoreSheet;
use messages::MessageId;
use reading::reconstruct::guesses::SquareGuesses;
use reading::reconstruct::{Reading, ReconstructOptions, reconstruct};

/// A kingdom after the first of the passes listed in [`passes`](super::passes).
pub(super) struct Begun {
    views: BoardViews,
    pass: Pass,
    guesses: SquareGuesses,
    read: Result<(SquareGuesses, Reading), ScanError>,
}

impl Begun {
    /// The points of the reading so far, and whether no further pass will run. `None` if nothing was read, or
    /// if no castle is certain.
    pub fn total(&self, known: &ReconstructOptions) -> Option<(i32, bool)> {
        let (_, reading) = self.read.as_ref().ok().filter(|(_, reading)| shows_castle(reading))?;
        let sheet = ScoreSheet::new(&reading.kingdom, &known.unseen, &known.variants);
        Some((sheet.total, is_settled(&self.guesses, &self.read)))
    }
}

impl Begun {
    /// The number of squares if they certainly show neither a kingdom nor a castle; otherwise 0.
    pub fn hopeless_squares(&self) -> usize {
        let is_hopeless = match &self.read {
            Ok((_, reading)) => objection(reading, &self.views.fit, false).is_some() && !shows_castle(reading),
            Err(error) => error.is_no_kingdom(),
        };
        if is_hopeless { self.views.fit.rows * self.views.fit.cols } else { 0 }
    }

    /// The error that refuses this kingdom after the first pass alone.
    pub fn refused(self, photo: &Photo) -> Result<KingdomScan, ScanError> {
        let (_, reading) = self.read?;
        let objection = objection(&reading, &self.views.fit, false).unwrap_or_default();
        Err(ScanError::Implausible { photo: photo.name.clone(), land: reading.land(), objection })
    }
}

/// Whether a clear kingdom was read, without squares of which the networks were unsure.
fn is_settled(guesses: &SquareGuesses, read: &Result<(SquareGuesses, Reading), ScanError>) -> bool {
    let Ok((_, reading)) = read else { return false };
    !reading.needs_review && !classify::leave_a_doubt(guesses, reading)
}

/// The inputs of a kingdom's stages, from grid to sheet, and their timings.
pub(super) struct KingdomStages<'a> {
    pub photo: &'a Photo,
    pub networks: &'a Networks,
    pub timings: Timings,
}

impl KingdomStages<'_> {
    /// `GridFit -> Board -> SquareGuesses -> Reading -> ScoreSheet`.
    pub fn kingdom(&mut self, fit: GridFit, known: &ReconstructOptions) -> Result<KingdomScan, ScanError> {
        let begun = self.begin(fit, known)?;
        self.finish(begun, known)
    }

    /// The stages after [`KingdomStages::begin`]. If there are dominoes joined only at corners, runs again
    /// with a grid that includes them.
    pub fn finish(&mut self, begun: Begun, known: &ReconstructOptions) -> Result<KingdomScan, ScanError> {
        let kingdom = self.finish_in_its_grid(begun, known)?;
        let Some(wider) = with_dominoes_at_corners(&kingdom) else { return Ok(kingdom) };
        let begun = self.begin(wider, known)?;
        let wide = self.finish_in_its_grid(begun, known)?;
        let holds_more = wide.reading.land() > kingdom.reading.land();
        Ok(if holds_more && !wide.reading.is_improbable() { wide } else { kingdom })
    }

    /// The first of the passes listed in [`passes`](super::passes).
    pub fn begin(&mut self, fit: GridFit, known: &ReconstructOptions) -> Result<Begun, ScanError> {
        let mut views = self.timings.measure(Stage::Board, || BoardViews::new(self.photo, fit))?;
        let pass = Pass::first(ReadingModel::of_game(known.game, self.networks));
        let guesses = self.classify(pass, &mut views, known.game)?;
        let read = self.reconstructed(pass.model, guesses.clone(), None, &mut views, known);
        Ok(Begun { views, pass, guesses, read })
    }

    /// The stages after [`KingdomStages::begin`], in the same grid.
    pub fn finish_in_its_grid(&mut self, begun: Begun, known: &ReconstructOptions) -> Result<KingdomScan, ScanError> {
        let Begun { mut views, pass, guesses, read } = begun;
        let (guesses, reading) = self.read_further(pass, guesses, read, &mut views, known)?;
        let (guesses, mut reading) = self.with_pieces_of_an_open_game(guesses, reading, &views, known)?;
        let beside = self.beside(&views.fit, reading.kingdom.game())?;
        let BoardViews { fit, board, .. } = views;
        if fit.is_doubtful() {
            reading.warn(WarningCode::UncertainGrid, MessageId::UncertainGrid);
        }
        if !fit.by_hand && may_be_cut_by_the_photo(&fit, &reading, self.photo) {
            reading.warn(WarningCode::CutByPhoto, MessageId::CutByPhoto);
        }
        if self.photo.is_damaged {
            reading.warn(WarningCode::DamagedPhoto, MessageId::DamagedPhoto);
        }
        let sheet =
            self.timings.measure(Stage::Scoring, || ScoreSheet::new(&reading.kingdom, &known.unseen, &known.variants));
        Ok(KingdomScan { fit, board, guesses, beside, known: known.clone(), reading, sheet })
    }

    /// `Board -> SquareGuesses -> Reading` in the passes after the first, if any.
    fn read_further(
        &mut self,
        first: Pass,
        guesses: SquareGuesses,
        read: Result<(SquareGuesses, Reading), ScanError>,
        views: &mut BoardViews,
        known: &ReconstructOptions,
    ) -> Result<(SquareGuesses, Reading), ScanError> {
        let Some(found) = Found::in_reading(&read) else { return read };
        if is_settled(&guesses, &read) {
            return read;
        }
        let others = match first.second_opinion().filter(|_| self.networks.queendomino.is_some()) {
            Some(pass) => Some(self.classify(pass, views, known.game)?),
            None => None,
        };
        let second_opinion = others
            .as_ref()
            .map_or(SecondOpinion::Nothing, |others| SecondOpinion::new(found, others, &guesses, known.game));
        let Some(second) = first.second(found, second_opinion) else { return read };
        // In a game without towns, a town makes the game doubtful.
        let knows_towns = second.model == ReadingModel::Queendomino || has_towns(known.game);
        let towns = others.as_ref().filter(|others| !knows_towns && others.expect_towns());
        let guesses = if second == first { guesses } else { self.classify(second, views, known.game)? };
        let again = self.reconstructed(second.model, guesses, towns, views, known);
        let is_taken =
            Found::in_reading(&again).is_none_or(|found_again| takes_second(found, found_again, second_opinion));
        if is_taken { again } else { read }
    }

    /// Adds pieces to a kingdom that needs review, if its game is unknown: knights indicate Queendomino even
    /// if no town is seen. The result is used only if it changes the game or leaves it open; it never clears
    /// a kingdom.
    fn with_pieces_of_an_open_game(
        &mut self,
        guesses: SquareGuesses,
        reading: Reading,
        views: &BoardViews,
        known: &ReconstructOptions,
    ) -> Result<(SquareGuesses, Reading), ScanError> {
        if known.game.is_some() || !reading.needs_review || objection(&reading, &views.fit, false).is_some() {
            return Ok((guesses, reading));
        }
        let Self { photo, networks, timings } = self;
        let seen =
            timings.measure(Stage::Pieces, || ReadingModel::with_what_lies_there(&guesses, photo, views, networks))?;
        let Some(seen) = seen else { return Ok((guesses, reading)) };
        let again = timings.measure(Stage::Reconstruct, || reconstruct(&seen, known));
        let Ok(again) = again else { return Ok((guesses, reading)) };
        let is_other_game = again.kingdom.game().has_queendomino() != reading.kingdom.game().has_queendomino();
        let is_open = again.warnings.iter().any(|warning| warning.code == WarningCode::DoubtfulGame);
        Ok(if again.needs_review && (is_other_game || is_open) { (seen, again) } else { (guesses, reading) })
    }

    pub(super) fn classify(
        &mut self,
        pass: Pass,
        views: &mut BoardViews,
        game: Option<Game>,
    ) -> Result<SquareGuesses, ScanError> {
        let networks = self.networks;
        let guesses =
            self.timings.measure(Stage::Classify, || pass.model.classify_squares(views, game, pass.turns, networks));
        Ok(guesses?)
    }

    /// Reads the guesses, corrected for covers and pieces, and with the `towns` that other networks see if
    /// this model knows none. Pieces are looked for only if nothing else speaks against a kingdom: a crop
    /// costs the pieces network as much as ten cost the others, and a photo without a kingdom would have
    /// hundreds.
    fn reconstructed(
        &mut self,
        model: ReadingModel,
        guesses: SquareGuesses,
        towns: Option<&SquareGuesses>,
        views: &mut BoardViews,
        known: &ReconstructOptions,
    ) -> Result<(SquareGuesses, Reading), ScanError> {
        let (photo, networks) = (self.photo, self.networks);
        let guesses = (self.timings)
            .measure(Stage::Classify, || ReadingModel::with_cover(guesses, views, known.game, networks))
            .map_err(ScanError::from)?;
        let guesses = match towns {
            Some(towns) => guesses.with_towns_of(towns),
            None => guesses,
        };
        if model.would_ask_about_pieces(views, known.game, networks) {
            let reading = self.reading(&guesses, known)?;
            if objection(&reading, &views.fit, false).is_some() {
                return Ok((guesses, reading));
            }
        }
        let guesses =
            self.timings.measure(Stage::Pieces, || model.with_pieces(guesses, photo, views, known.game, networks))?;
        let reading = self.reading(&guesses, known)?;
        Ok((guesses, reading))
    }

    fn reading(&mut self, guesses: &SquareGuesses, known: &ReconstructOptions) -> Result<Reading, ScanError> {
        let reading = self.timings.measure(Stage::Reconstruct, || reconstruct(guesses, known));
        reading.map_err(|source| ScanError::Reconstruct { photo: self.photo.name.clone(), source })
    }
}
