//! Squares beside a grid, in line with it.

use opencv::core::Point2d;

use super::KingdomScan;
use super::error::ScanError;
use super::kingdom_stages::KingdomStages;
use super::passes::Pass;
use super::timings::Stage;
use crate::domain::{Game, Margins, Offset, Place};
use crate::reconstruct::SquareBeside;
use crate::vision::classify::board_views::BoardViews;
use crate::vision::classify::model_choice::ReadingModel;
use crate::vision::grid_fit::clipping::is_in_photo;
use crate::vision::grid_fit::{Beside, GridFit};

impl KingdomStages<'_> {
    /// What the squares beside the grid may be that the locator saw in line with it.
    pub(super) fn beside(&mut self, fit: &GridFit, game: Game) -> Result<Vec<SquareBeside>, ScanError> {
        let is_shown = |beside: &&Beside| is_in_photo(fit, beside, self.photo);
        let shown: Vec<Beside> = fit.beside.iter().filter(is_shown).copied().collect();
        if shown.is_empty() {
            return Ok(Vec::new());
        }
        let fit = &GridFit { beside: shown, ..fit.clone() };
        let margins = margins_of(fit);
        let mut wide = fit.clone().widened(margins);
        let moved = |beside: &Beside| beside.moved(margins.above, margins.left).place_in(wide.rows, wide.cols);
        let places: Vec<(Beside, Place)> =
            fit.beside.iter().filter_map(|beside| Some((*beside, moved(beside)?))).collect();
        places.iter().for_each(|(beside, place)| wide.occupied[*place] = beside.occupied);
        let mut views = self.timings.measure(Stage::Board, || BoardViews::new(self.photo, wide))?;
        let model = ReadingModel::of_game(Some(game), self.networks);
        let guesses = self.classify(Pass::first(model), &mut views, Some(game))?;
        let square = |(Beside { row, col, .. }, place)| SquareBeside {
            at: Offset { row, col },
            guess: guesses.guesses[place].clone(),
        };
        Ok(places.into_iter().map(square).collect())
    }
}

/// The rows and columns by which a grid is widened to hold what lies beside it.
fn margins_of(fit: &GridFit) -> Margins {
    let most = |of: &dyn Fn(&Beside) -> isize| fit.beside.iter().map(of).max().unwrap_or(0).max(0) as usize;
    Margins {
        above: most(&|beside| -beside.row),
        below: most(&|beside| beside.row + 1 - fit.rows as isize),
        left: most(&|beside| -beside.col),
        right: most(&|beside| beside.col + 1 - fit.cols as isize),
    }
}

/// Takes from what lies beside a kingdom what is another one's.
pub(super) fn keep_apart(kingdoms: &mut [KingdomScan]) {
    let fits: Vec<GridFit> = kingdoms.iter().map(|kingdom| kingdom.fit.clone()).collect();
    for (index, kingdom) in kingdoms.iter_mut().enumerate() {
        let to_photo = &kingdom.fit.to_photo;
        let middle = |at: &Offset| to_photo.apply(Point2d::new(at.col as f64 + 0.5, at.row as f64 + 0.5));
        let others = || fits.iter().enumerate().filter(|(other, _)| *other != index);
        kingdom.beside.retain(|beside| !others().any(|(_, fit)| fit.covers(middle(&beside.at))));
    }
}
