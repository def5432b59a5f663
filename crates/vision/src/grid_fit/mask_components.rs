//! The connected components of the network's kingdom mask.

use opencv::core::Point2d;

use kingdomino::domain::Grid;

use super::locator_output::LocatorOutput;

/// A cell of the mask is part of a kingdom above this probability.
pub const MASK_THRESHOLD: f32 = 0.5;

/// A connected component of the mask (4-neighbours).
#[derive(Debug, Clone, Default)]
pub struct MaskIsland {
    /// The cells' centres, in frame px.
    pub cells_px: Vec<Point2d>,
    /// The area, in squares of the size that the network gives there.
    pub squares: f64,
}

impl MaskIsland {
    /// Whether a point is within half a square of one of the cells.
    pub fn is_near(&self, at_px: Point2d, cell_px: f64) -> bool {
        let side_px = cell_px * (self.cells_px.len() as f64 / self.squares).sqrt();
        let reach_px = 0.5 * (side_px + cell_px);
        self.cells_px.iter().any(|cell| (*cell - at_px).norm() < reach_px)
    }
}

/// The islands of the mask's cells for which `counts` accepts the centre (frame px), the largest first.
pub fn mask_islands(output: &LocatorOutput, counts: impl Fn(Point2d) -> bool) -> Vec<MaskIsland> {
    let mask = &output.kingdom;
    let mut open = Grid::from_fn(mask.side, mask.side, |place| {
        mask.at(place.col, place.row) > MASK_THRESHOLD && counts(mask.centre_px(place.col, place.row))
    });
    let mut islands = Vec::new();
    for start in open.places() {
        let mut island = MaskIsland::default();
        let mut ahead = vec![start];
        while let Some(place) = ahead.pop() {
            if std::mem::replace(&mut open[place], false) {
                let centre_px = mask.centre_px(place.col, place.row);
                island.cells_px.push(centre_px);
                island.squares += (mask.cell_px() / output.side_px(centre_px)).powi(2);
                ahead.extend(open.neighbours(place).filter(|next| open[*next]));
            }
        }
        if !island.cells_px.is_empty() {
            islands.push(island);
        }
    }
    islands.sort_by_key(|island| std::cmp::Reverse(island.cells_px.len()));
    islands
}
