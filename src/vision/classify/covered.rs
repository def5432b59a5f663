//! From what the fast network answers about things that lie on a square to a [`Cover`]; and tiles that something hides wholly.

use super::background::BesideTable;
use crate::domain::{Grid, Square};
use crate::reconstruct::cover::Cover;
use crate::reconstruct::guesses::SquareGuesses;

/// The network tells of 8x8 cells of a crop how probably each is covered.
const CELLS_WIDE: usize = 8;
/// All of them.
pub(super) const CELLS: usize = CELLS_WIDE * CELLS_WIDE;

/// `cells`: the probability that each is covered, row by row. `misread`: that the square is misread because of that.
pub(super) fn cover(cells: &[f32], misread: f32) -> Cover {
    // The outer cells show half of the neighbours.
    let inner = 1..CELLS_WIDE - 1;
    let of_square = inner.clone().flat_map(|row| inner.clone().map(move |col| cells[row * CELLS_WIDE + col]));
    let covered = of_square.sum::<f32>() / (inner.len() * inner.len()) as f32;
    let misread = if covered < SEEN_COVER { 0.0 } else { misread };
    Cover { seen: 1.0 - covered, misread }
}

/// What covers less is not taken for a thing.
const SEEN_COVER: f32 = 0.05;

/// A square that looks empty is a hole where the table looks like it in more than this share of the directions. Of 224 tiles under things that
/// looked empty (see [`super::background::BesideTable`]) 206 did so in no more, of 909 holes 44, some of which were covered, too.
const ALL_AROUND: f32 = 0.25;

/// How probable it is that a square bears a tile that looks empty, and unlike the table all around: 206 of those 250 did.
const HIDDEN_TILE: f32 = 0.8;

/// What lies on the squares, with what hides a tile wholly: a sleeve, a cloth or a card that looks like a hole in the kingdom, and that the
/// network, which sees one square at a time, takes for the table.
pub(super) fn with_hidden_tiles(
    cover: &Grid<Cover>,
    guesses: &SquareGuesses,
    compared: &Grid<BesideTable>,
) -> Grid<Cover> {
    Grid::from_fn(cover.rows(), cover.cols(), |place| {
        let looks_empty = guesses.guesses[place].ranked()[0].0 == Square::Empty;
        let may_be_hidden = looks_empty && compared[place].around <= ALL_AROUND;
        let own = cover[place];
        if may_be_hidden { Cover { misread: own.misread.max(HIDDEN_TILE), ..own } } else { own }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reconstruct::guesses::{Guess, readings};

    fn sure_of(word: &str) -> Guess {
        Guess::new(readings().map(|reading| if reading.to_string() == word { 0.98 } else { 0.001f32 }).map(f32::ln))
    }

    #[test]
    fn what_looks_empty_and_unlike_the_table_may_hide_a_tile() {
        let words = ["empty", "empty", "wheat"];
        let around = [0.1, 0.8, 0.0];
        let guesses = SquareGuesses { guesses: Grid::from_cells(1, 3, words.map(sure_of).to_vec()) };
        let compared = around.map(|around| BesideTable { distance: 1.0, around });
        let cover =
            with_hidden_tiles(&Grid::filled(1, 3, Cover::NONE), &guesses, &Grid::from_cells(1, 3, compared.to_vec()));
        assert_eq!(cover.cells().iter().map(|cover| cover.misread).collect::<Vec<_>>(), [HIDDEN_TILE, 0.0, 0.0]);
    }
}
