//! A kingdom read again from its guesses, without the networks.

use opencv::core::Mat;

use super::{KingdomScan, Photo};
use crate::board::{Board, Cut};
use crate::geometry::Homography;
use crate::grid_fit::GridFit;
use game::guesses::KingdomGuesses;
use kingdomino::audit::warning::{Warning, WarningCode};
use kingdomino::domain::Grid;
use kingdomino::scoring::sheet::ScoreSheet;
use reading::reconstruct::guesses::SquareGuesses;
use reading::reconstruct::{Reading, ReconstructOptions, SquareBeside, reconstruct, warn_of_tiles_beside};

impl KingdomScan {
    /// Reads the kingdom from the guesses of an earlier scan, and takes over its warnings about grid and photo. `None` if the guesses give no kingdom.
    /// The board has no picture; of the grid only position and size are known.
    pub fn from_stored(
        photo: &Photo,
        stored: &KingdomGuesses,
        known: ReconstructOptions,
        warnings: &[Warning],
    ) -> Option<Self> {
        let (guesses, beside) = (stored.squares()?, stored.beside()?);
        let (rows, cols) = (guesses.guesses.rows(), guesses.guesses.cols());
        let to_decoded = Homography::scaling(1.0 / photo.reduction, 1.0 / photo.reduction);
        let fit = GridFit {
            to_photo: to_decoded.after(&Homography(stored.to_photo_px()?)),
            rows,
            cols,
            occupied: Grid::filled(rows, cols, 1.0),
            beside: Vec::new(),
            confidence: 1.0,
            by_hand: false,
            may_go_on: false,
        };
        let board = Board { photo: photo.name.clone(), rows, cols, cut: Cut::SQUARES, picture: Mat::default() };
        let reading = read(&guesses, &beside, &known, warnings)?;
        let sheet = ScoreSheet::new(&reading.kingdom, &known.unseen, &known.variants);
        Some(Self { fit, board, guesses, beside, known, reading, sheet, notes: Vec::new() })
    }

    /// Reads the kingdom again from the same guesses, with the facts that no photo shows, such as the player's coins. It stays as it is if they give no
    /// kingdom.
    pub fn know_unseen(&mut self, known: &ReconstructOptions) {
        let known = ReconstructOptions { unseen: known.unseen, ..self.known.clone() };
        let codes = [&WarningCode::ABOUT_THE_GRID[..], &WarningCode::ABOUT_THE_PHOTO].concat();
        let is_kept = |warning: &&Warning| codes.contains(&warning.code);
        let warnings: Vec<Warning> = self.reading.warnings.iter().filter(is_kept).cloned().collect();
        if let Some(reading) = read(&self.guesses, &self.beside, &known, &warnings) {
            self.sheet = ScoreSheet::new(&reading.kingdom, &known.unseen, &known.variants);
            (self.reading, self.known) = (reading, known);
        }
    }
}

/// Reads the guesses as [`super::scan`] does; the warnings about grid and photo stand where it puts them.
fn read(
    guesses: &SquareGuesses,
    beside: &[SquareBeside],
    known: &ReconstructOptions,
    warnings: &[Warning],
) -> Option<Reading> {
    let mut reading = reconstruct(guesses, known).ok()?;
    let (of_grid, of_photo): (Vec<Warning>, Vec<Warning>) =
        warnings.iter().cloned().partition(|warning| WarningCode::ABOUT_THE_GRID.contains(&warning.code));
    reading.needs_review |= !of_grid.is_empty();
    reading.warnings.extend(of_grid);
    warn_of_tiles_beside(&mut reading, guesses, beside, known);
    // Warnings about the photo belong to kingdoms that need review only.
    if reading.needs_review {
        reading.warnings.extend(of_photo);
    }
    Some(reading)
}
