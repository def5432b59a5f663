//! The grids of a photo's kingdoms, as found or as marked by users.

use std::collections::BTreeMap;

use game::guesses::KingdomGuesses;
use game::ids::KingdomId;
use game::photo_reading::PhotoReading;
use kingdomino::domain::Cell;

use crate::log::{Edit, What};
use crate::photo::{Grid, PhotoRow};

/// The outer corners of a kingdom in a photo, in pixels, clockwise.
pub type Corners = [[f64; 2]; 4];

/// The grid of each kingdom whose grid was changed by an edit. All other kingdoms have the grid that was
/// found.
#[derive(Debug, Clone, Default)]
pub struct Grids(BTreeMap<KingdomId, Grid>);

impl Grids {
    /// The grids after all these edits.
    pub fn after(edits: &[Edit]) -> Self {
        let mut grids = Self::default();
        edits.iter().for_each(|edit| grids.take(edit));
        grids
    }

    /// Applies one more edit.
    pub fn take(&mut self, edit: &Edit) {
        if let What::Grid(grid) = edit.what {
            self.0.insert(edit.kingdom, grid);
        }
    }

    /// The kingdom's grid.
    pub fn of(&self, kingdom: KingdomId) -> Grid {
        self.0.get(&kingdom).copied().unwrap_or(Grid::Found)
    }

    /// The numbers and grids of a photo's kingdoms, without those that have no grid. Kingdoms that were found
    /// in the photo come first, in their order.
    pub fn in_photo(&self, photo: &PhotoRow) -> Vec<(usize, Grid)> {
        let marked = self.0.keys().filter(|kingdom| kingdom.photo == photo.id).map(|kingdom| kingdom.number);
        let further = marked.filter(|kingdom| !photo.numbers.contains(kingdom));
        let all = photo.numbers.iter().copied().chain(further);
        all.map(|kingdom| (kingdom, self.of(photo.kingdom(kingdom))))
            .filter(|(kingdom, grid)| guesses(photo, *kingdom, *grid).is_some())
            .collect()
    }
}

/// The kingdom's guesses in this grid; `None` if it has none.
pub fn guesses(photo: &PhotoRow, kingdom: usize, grid: Grid) -> Option<&KingdomGuesses> {
    match grid {
        Grid::Found => photo.reading.guesses.get(photo.numbers.iter().position(|number| *number == kingdom)?),
        Grid::Marked(id) => photo.marked.iter().find(|marked| marked.id == id).map(|marked| &marked.guesses),
        Grid::Nowhere => None,
    }
}

/// The photo's reading with its kingdoms in these grids.
pub fn reading(photo: &PhotoRow, grids: &[(usize, Grid)]) -> PhotoReading {
    let found = photo.numbers.iter().map(|number| (*number, Grid::Found));
    if found.eq(grids.iter().copied()) {
        return photo.reading.clone();
    }
    let in_grids = grids.iter().filter_map(|(number, grid)| guesses(photo, *number, *grid)).cloned();
    photo.reading.clone().with_guesses(in_grids.collect())
}

/// Converts a square's cell in grid `from` to its cell in grid `to` of the same kingdom; `None` if `to` does
/// not contain the square.
pub fn moved(photo: &PhotoRow, kingdom: usize, (from, to): (Grid, Grid), cell: Cell) -> Option<Cell> {
    if from == to {
        return Some(cell);
    }
    guesses(photo, kingdom, from)?.in_other_grid(cell, guesses(photo, kingdom, to)?)
}

/// A number that no kingdom of the photo has, and that no edit uses.
pub fn free_number(photo: &PhotoRow, edits: &[Edit]) -> usize {
    let of_photo = edits.iter().map(|edit| edit.kingdom).filter(|kingdom| kingdom.photo == photo.id);
    photo.numbers.iter().copied().chain(of_photo.map(|kingdom| kingdom.number)).max().unwrap_or_default() + 1
}

/// Whether two grids show the same kingdom: the centre of one is inside the other. Kingdoms of two players
/// never overlap.
pub fn overlap(one: &Corners, other: &Corners) -> bool {
    holds(one, middle(other)) || holds(other, middle(one))
}

/// The distance between the centres of two grids, in pixels.
pub fn distance_px(one: &Corners, other: &Corners) -> f64 {
    let ([x, y], [other_x, other_y]) = (middle(one), middle(other));
    (x - other_x).hypot(y - other_y)
}

fn middle(corners: &Corners) -> [f64; 2] {
    [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0)
}

fn holds(corners: &Corners, [x, y]: [f64; 2]) -> bool {
    (0..4).all(|index| {
        let ([from_x, from_y], [to_x, to_y]) = (corners[index], corners[(index + 1) % 4]);
        (to_x - from_x) * (y - from_y) - (to_y - from_y) * (x - from_x) >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kingdoms_lie_on_each_other_or_beside_each_other() {
        let square = |x: f64, y: f64, side: f64| [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
        let own = square(0.0, 0.0, 100.0);
        for (other, expected) in [
            (square(10.0, -20.0, 100.0), true),
            (square(70.0, 70.0, 20.0), true),
            (square(-100.0, -100.0, 300.0), true),
            (square(110.0, 0.0, 100.0), false),
            (square(90.0, 90.0, 100.0), false),
        ] {
            assert_eq!((overlap(&own, &other), overlap(&other, &own)), (expected, expected), "{other:?}");
        }
    }
}
