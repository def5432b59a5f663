//! Selects the networks that read a model's squares and pieces.

use super::board_views::BoardViews;
use super::{Answers, Classified, ClassifyError, TurnAugmentation, cover, covered, pieces};
use crate::board::{Board, BoardError};
use crate::networks::{Calibration, Network, NetworkError, Networks};
use crate::photo::Photo;
use kingdomino::domain::{Game, Place};
use reading::reconstruct::guesses::SquareGuesses;
use reading::reconstruct::piece_guesses::PieceGuess;

/// If less than this share of a square is visible, the object on it may be a knight. (In a close-up of
/// Queendomino with three knights, at most 0.93 of a knight's square is visible.)
const SEEN_BESIDE_A_KNIGHT: f32 = 0.95;

/// The networks that read a kingdom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadingModel {
    /// Kingdomino's squares networks: the fast one, and the larger one for squares of which the fast one is
    /// unsure.
    Kingdomino,
    /// Queendomino's squares network, which knows towns, and the pieces network.
    Queendomino,
}

/// Why a model gave no answer.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The crops could not be cut.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A network or OpenCV failed.
    #[error(transparent)]
    Classify(#[from] ClassifyError),
}

/// Whether a kingdom of the game may have buildings, knights, towers and the Queen.
pub fn has_pieces(game: Game) -> bool {
    game.has_queendomino()
}

/// One network's guesses about a board from which a gallery learns.
fn guesses_to_learn(
    board: &Board,
    network: &dyn Network,
    calibration: Calibration,
) -> Result<SquareGuesses, ClassifyError> {
    let (turns, answers) = (TurnAugmentation::Doubtful, &mut Answers::default());
    Ok(super::classify(board, network, calibration, turns, None, answers)?.guesses)
}

impl ReadingModel {
    /// The model for a kingdom of the game: Kingdomino's, unless the game has pieces and Queendomino's
    /// networks are available.
    pub fn of_game(game: Option<Game>, networks: &Networks) -> Self {
        let has_others = networks.queendomino.is_some();
        if has_others && game.is_some_and(has_pieces) { Self::Queendomino } else { Self::Kingdomino }
    }

    /// Loads the networks that this model uses for every kingdom, in order of use.
    ///
    /// # Errors
    /// If a network cannot be loaded.
    pub fn load(self, networks: &Networks) -> Result<(), NetworkError> {
        let Networks { squares, fast_squares, queendomino, .. } = networks;
        match (self, queendomino) {
            (Self::Queendomino, Some(queendomino)) => {
                queendomino.squares.network.load()?;
                queendomino.pieces.network.load()
            }
            _ => {
                fast_squares.as_ref().map_or(Ok(()), |fast| fast.network.load())?;
                if fast_squares.is_none() || networks.gallery.get().is_some() { squares.network.load() } else { Ok(()) }
            }
        }
    }

    /// The networks' guesses of the squares, fused with the locator's occupancy and the distance to the
    /// table. They are not fused for a grid given by hand, because no search placed that grid.
    ///
    /// # Errors
    /// See [`ClassifyError`].
    pub fn classify_squares(
        self,
        views: &mut BoardViews,
        game: Option<Game>,
        turns: TurnAugmentation,
        networks: &Networks,
    ) -> Result<SquareGuesses, ClassifyError> {
        let classified = self.classified(views, turns, networks)?;
        if let Some(cover) = &classified.cover {
            views.cover = Some(cover.clone());
        }
        let temperature = match (self, &networks.queendomino) {
            (Self::Queendomino, Some(queendomino)) if classified.guesses.show_a_kingdom_with_towns(game) => {
                queendomino.temperature_with_towns
            }
            _ => 1.0,
        };
        Ok(if views.fit.by_hand {
            classified.guesses.tempered(temperature)
        } else {
            let background_distance =
                views.beside_table.as_ref().map(|compared| compared.map(|square| square.distance));
            classified.fuse_occupancy(&views.fit.occupied, background_distance.as_ref(), temperature)
        })
    }

    fn classified(
        self,
        views: &mut BoardViews,
        turns: TurnAugmentation,
        networks: &Networks,
    ) -> Result<Classified, ClassifyError> {
        let BoardViews { board, kingdominos, queendominos, .. } = views;
        let Networks { squares, fast_squares, .. } = networks;
        let gallery = networks.gallery.get();
        let gallery = gallery.as_deref();
        match (self, fast_squares, &networks.queendomino, networks.queendomino_squares()) {
            (Self::Queendomino, _, Some(queendomino), Some(adapted)) => {
                let calibration = queendomino.squares.calibration;
                // The gallery compares features of Kingdomino's network. Without a gallery they are not
                // needed.
                let network: &dyn Network = if gallery.is_some() { &adapted } else { &*queendomino.squares.network };
                super::classify(board, network, calibration, turns, gallery, queendominos)
            }
            (_, Some(fast_squares), ..) => {
                super::classify_cascade(board, fast_squares, squares, turns, gallery, kingdominos)
            }
            _ => super::classify(board, &*squares.network, squares.calibration, turns, gallery, kingdominos),
        }
    }

    /// The guesses, corrected for objects that cover squares. A kingdom with towns is unchanged, because the
    /// objects are its own pieces. The fast network runs once, however often the kingdom is read.
    ///
    /// # Errors
    /// See [`ClassifyError`].
    pub fn with_cover(
        guesses: SquareGuesses,
        views: &mut BoardViews,
        game: Option<Game>,
        networks: &Networks,
    ) -> Result<SquareGuesses, ClassifyError> {
        let Some(fast_squares) = networks.fast_squares.as_ref().filter(|_| !game.is_some_and(has_pieces)) else {
            return Ok(guesses);
        };
        if guesses.shows_town() {
            return Ok(guesses);
        }
        if views.cover.is_none() {
            views.cover = cover(&views.board, fast_squares)?;
        }
        let Some(cover) = &views.cover else { return Ok(guesses) };
        let (guesses, cover) =
            covered::with_what_looks_like_no_tile(cover, guesses, views.beside_table.as_ref(), &views.fit);
        Ok(guesses.with_cover(&cover))
    }

    /// Whether [`ReadingModel::with_pieces`] would run the pieces network without changing how the squares
    /// themselves are read. With a gallery it may change that, because learnt building tiles tell whether a
    /// square is a town.
    pub fn would_ask_about_pieces(self, views: &BoardViews, game: Option<Game>, networks: &Networks) -> bool {
        let is_asked = self.looks_for_pieces(game) && networks.queendomino.is_some() && views.pieces.is_none();
        is_asked && networks.gallery.get().is_none()
    }

    /// Whether pieces are looked for. This does not require a square that looks like a town: kingdoms without
    /// a town are rare, but may have knights.
    fn looks_for_pieces(self, game: Option<Game>) -> bool {
        self == Self::Queendomino && game.is_none_or(has_pieces)
    }

    /// Adds the pieces on the squares to the guesses if this model sees pieces and the game may have them.
    /// The pieces network runs once, however often the kingdom is read.
    ///
    /// # Errors
    /// See [`ModelError`].
    pub fn with_pieces(
        self,
        guesses: SquareGuesses,
        photo: &Photo,
        views: &mut BoardViews,
        game: Option<Game>,
        networks: &Networks,
    ) -> Result<SquareGuesses, ModelError> {
        let may_bear_pieces = self.looks_for_pieces(game);
        let Some(queendomino) = networks.queendomino.as_ref().filter(|_| may_bear_pieces) else { return Ok(guesses) };
        let pieces = match views.pieces.take() {
            Some(pieces) => pieces,
            None => {
                // Learnt building tiles may make a town of any square.
                let asks_all = networks.gallery.get().is_some_and(|gallery| !gallery.buildings().is_empty());
                pieces::piece_guesses(
                    &views.cut_for_pieces(photo)?,
                    &queendomino.pieces,
                    |place| asks_all || guesses.guesses[place].could_be_town() || views.may_bear_a_piece(place),
                    |place| guesses.guesses[place].may_be_town(),
                )?
            }
        };
        let guesses = guesses.with_pieces(&pieces);
        views.pieces = Some(pieces);
        Ok(match networks.gallery.get() {
            Some(gallery) => pieces::with_known_buildings(guesses, &views.board, gallery.buildings())?,
            None => guesses,
        })
    }

    /// Adds pieces to the guesses of networks that know no pieces: the pieces network reads the land squares
    /// on which an object was seen that may be a piece, and the other squares are taken to have none. `None` if
    /// there is no such square or no pieces network, or if pieces were already looked for.
    ///
    /// # Errors
    /// See [`ModelError`].
    pub fn with_what_lies_there(
        guesses: &SquareGuesses,
        photo: &Photo,
        views: &BoardViews,
        networks: &Networks,
    ) -> Result<Option<SquareGuesses>, ModelError> {
        let Some(queendomino) = networks.queendomino.as_ref().filter(|_| !guesses.pieces_were_looked_for()) else {
            return Ok(None);
        };
        let covered: Vec<Place> = (guesses.guesses.iter())
            .filter(|(_, guess)| guess.seen < SEEN_BESIDE_A_KNIGHT && guess.best().0.terrain().is_some())
            .map(|(place, _)| place)
            .filter(|place| views.may_bear_a_piece(*place))
            .collect();
        if covered.is_empty() {
            return Ok(None);
        }
        let seen = pieces::piece_guesses_at(&views.cut_for_pieces(photo)?, &queendomino.pieces, &covered, |_| false)?;
        let mut all = guesses.guesses.map(|_| PieceGuess::nothing());
        covered.into_iter().zip(seen).for_each(|(place, seen)| all[place] = seen);
        Ok(Some(guesses.clone().with_pieces(&all)))
    }

    /// Calls `learn` with the network and calibration of the model that a scan would use for this board:
    /// Queendomino's if `shows_towns` or if its guesses show more than Kingdomino's (see
    /// [`SquareGuesses::show_more_than`]), otherwise Kingdomino's.
    ///
    /// # Errors
    /// See [`ClassifyError`].
    pub fn with_network_to_learn<T>(
        board: &Board,
        shows_towns: bool,
        networks: &Networks,
        learn: impl FnOnce(&dyn Network, Calibration) -> Result<T, ClassifyError>,
    ) -> Result<T, ClassifyError> {
        let kingdomino = &networks.squares;
        if let (Some(adapted), Some(queendomino)) = (networks.queendomino_squares(), &networks.queendomino) {
            let calibration = queendomino.squares.calibration;
            let shows_more = shows_towns || {
                let others = guesses_to_learn(board, &adapted, calibration)?;
                let own = guesses_to_learn(board, &*kingdomino.network, kingdomino.calibration)?;
                others.show_more_than(&own, None)
            };
            if shows_more {
                return learn(&adapted, calibration);
            }
        }
        learn(&*kingdomino.network, kingdomino.calibration)
    }
}
