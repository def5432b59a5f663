//! All crops of a grid, cut in one place and each at most once; those that every kingdom needs are cut in one pass over the photo.

use super::Answers;
use super::background::{BesideTable, WITH_TABLE, beside_table};
use crate::board::{Board, BoardError, Cut};
use crate::grid_fit::GridFit;
use crate::photo::Photo;
use kingdomino::domain::Grid;
use reading::reconstruct::cover::Cover;
use reading::reconstruct::piece_guesses::PieceGuess;

/// A grid of a photo with its crops, and what networks answered about them.
pub struct BoardViews {
    /// Where the squares lie.
    pub fit: GridFit,
    /// The squares, cut for the squares network.
    pub board: Board,
    /// See [`beside_table`]. `None` where the table is not compared, or where the photo shows too little of it.
    pub(super) beside_table: Option<Grid<BesideTable>>,
    /// What covers each square, once the fast network was asked.
    pub(super) cover: Option<Grid<Cover>>,
    /// What the squares networks answered: Kingdomino's, and Queendomino's.
    pub(super) kingdominos: Answers,
    /// See [`kingdominos`](Self::kingdominos).
    pub(super) queendominos: Answers,
    /// What the pieces network answered, once it was asked.
    pub(super) pieces: Option<Grid<PieceGuess>>,
}

impl BoardViews {
    /// Cuts the squares, and compares them with the table around the grid. No search placed a grid that was given by hand, so neither its
    /// occupancy nor the table counts; anything may lie around a doubtful grid.
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

    /// The squares as the pieces network sees them: larger, with more of what lies around.
    ///
    /// # Errors
    /// See [`BoardError`].
    pub(super) fn cut_for_pieces(&self, photo: &Photo) -> Result<Board, BoardError> {
        Board::cut(photo, &self.fit, Cut::PIECES)
    }
}
