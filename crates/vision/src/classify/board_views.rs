//! The crops of a grid and the answers about them, so that no network runs twice. Crops that every kingdom
//! needs are cut in one pass over the photo.

use super::Answers;
use super::background::{BesideTable, WITH_TABLE, beside_table};
use crate::board::{Board, BoardError, Cut};
use crate::grid_fit::GridFit;
use crate::photo::Photo;
use kingdomino::domain::{Grid, Place};
use reading::reconstruct::cover::Cover;
use reading::reconstruct::piece_guesses::PieceGuess;

/// A grid of a photo with its crops and the networks' answers about them.
pub struct BoardViews {
    /// The grid's position in the photo.
    pub fit: GridFit,
    /// The squares, cut for the squares network.
    pub board: Board,
    /// See [`beside_table`]. `None` if the table is not compared, or if the photo shows too little of it.
    pub(super) beside_table: Option<Grid<BesideTable>>,
    /// Objects that cover each square, once the fast network has run.
    pub(super) cover: Option<Grid<Cover>>,
    /// Answers of Kingdomino's squares networks.
    pub(super) kingdominos: Answers,
    /// Answers of Queendomino's squares network.
    pub(super) queendominos: Answers,
    /// The pieces network's answers, once it has run.
    pub(super) pieces: Option<Grid<PieceGuess>>,
}

impl BoardViews {
    /// Cuts the squares and compares them with the table around the grid. The table is not compared if the
    /// grid was given by hand, because no search placed that grid, nor if the grid is doubtful, because
    /// anything may be around it.
    ///
    /// # Errors
    /// See [`BoardError`].
    pub fn new(photo: &Photo, fit: GridFit) -> Result<Self, BoardError> {
        let has_known_table = !fit.by_hand && !fit.is_doubtful();
        let (board, beside_table) = if has_known_table {
            let [board, with_table] = Board::cut_all(photo, &fit, [Cut::SQUARES, WITH_TABLE])?;
            (board, beside_table(photo, &fit, &with_table)?)
        } else {
            (Board::rectify(photo, &fit)?, None)
        };
        let [kingdominos, queendominos] = [Answers::default(), Answers::default()];
        Ok(Self { fit, board, beside_table, cover: None, kingdominos, queendominos, pieces: None })
    }

    /// Whether a knight, a tower or the Queen may stand on the square, by Queendomino's squares network; also true
    /// if that has not been asked about it.
    pub(super) fn may_bear_a_piece(&self, place: Place) -> bool {
        self.queendominos.may_bear_a_piece(place.row * self.board.cols + place.col)
    }

    /// The squares at the pieces network's size: larger, with more of their surroundings.
    ///
    /// # Errors
    /// See [`BoardError`].
    pub(super) fn cut_for_pieces(&self, photo: &Photo) -> Result<Board, BoardError> {
        Board::cut(photo, &self.fit, Cut::PIECES)
    }
}
