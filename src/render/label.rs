//! The label beside a rendered picture, in the format of the photo collection.

use std::collections::BTreeMap;

use opencv::core::Point2d;
use serde::{Deserialize, Serialize};

use super::layout::Layout;
use crate::domain::{Grid, GridSize, Place, Square};

/// What a rendered picture shows, exactly.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Label {
    pub image: String,
    pub game: String,
    /// 5 or 7: the largest grid that the game allows.
    pub size: usize,
    pub rows: usize,
    pub cols: usize,
    /// Rows from the top of the kingdom, each square in words such as `mine:2`.
    pub squares: Vec<Vec<String>>,
    /// Of the untidily laid kingdom's nominal lattice, clockwise; the first belongs to `squares[0][0]`. In pixels,
    /// (0, 0) is the picture's corner.
    pub corners_px: [[f64; 2]; 4],
    pub corners_exact: bool,
    /// Width and height in pixels.
    pub image_size: [i32; 2],
    /// A castle stands on the start square.
    pub castle_3d: bool,
    /// `"row,column"` (from 0) of squares that something hides, and what.
    pub occluded: BTreeMap<String, String>,
}

/// The label of a picture without a kingdom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NoKingdom {
    pub image: String,
    pub kingdoms: usize,
    pub image_size: [i32; 2],
}

impl Label {
    /// `corners` and `hidden` are those of `layout`; the label's rows run from the picture's top, however it is turned.
    pub fn new(
        image: &str,
        layout: &Layout,
        corners: [Point2d; 4],
        (width, height): (i32, i32),
        castle_3d: bool,
        hidden: &[Place],
    ) -> Self {
        let is_hidden = layout.squares.places().map(|place| hidden.contains(&place)).collect();
        let mut squares = layout.squares.clone();
        let mut is_hidden = Grid::from_cells(squares.rows(), squares.cols(), is_hidden);
        let quarters = quarter_turns(corners);
        for _ in 0..quarters {
            (squares, is_hidden) = (squares.quarter_turned(), is_hidden.quarter_turned());
        }
        let corners: [Point2d; 4] = std::array::from_fn(|i| corners[(i + 4 - quarters) % 4]);
        let occluded = is_hidden.iter().filter(|(_, hidden)| **hidden);
        // A hundredth of a pixel is far below what anybody can measure.
        let rounded = |v: f64| (v * 100.0).round() / 100.0;
        Self {
            image: image.to_owned(),
            game: "kingdomino".to_owned(),
            size: layout.size.squares_wide(),
            rows: squares.rows(),
            cols: squares.cols(),
            squares: squares.iter_rows().map(|row| row.iter().map(Square::to_string).collect()).collect(),
            corners_px: corners.map(|p| [rounded(p.x), rounded(p.y)]),
            corners_exact: true,
            image_size: [width, height],
            castle_3d,
            occluded: occluded.map(|(p, _)| (format!("{},{}", p.row, p.col), "castle".to_owned())).collect(),
        }
    }
}

/// How many quarter turns clockwise the picture shows the kingdom turned by, to the nearest.
fn quarter_turns(corners: [Point2d; 4]) -> usize {
    let along = (corners[1] - corners[0]) + (corners[2] - corners[3]);
    let quarters = along.y.atan2(along.x) / std::f64::consts::FRAC_PI_2;
    quarters.round().rem_euclid(4.0) as usize
}

/// The part of a label that says which kingdom it is; everything else may be missing.
#[derive(Debug, Deserialize)]
struct Described {
    #[serde(default)]
    size: Option<usize>,
    squares: Vec<Vec<String>>,
}

/// Reads the kingdom out of a label file.
///
/// # Errors
/// Says what is wrong with the text.
pub fn kingdom_of_label(text: &str) -> Result<(GridSize, Grid<Square>), String> {
    let described: Described = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let cols = described.squares.first().map_or(0, Vec::len);
    if cols == 0 || described.squares.iter().any(|row| row.len() != cols) {
        return Err("the rows of `squares` are empty or differ in length".to_owned());
    }
    let words = described.squares.iter().flatten();
    let cells = words.map(|word| word.parse::<Square>().map_err(|e| e.to_string())).collect::<Result<Vec<_>, _>>()?;
    let squares = Grid::from_cells(described.squares.len(), cols, cells);
    let size = match described.size {
        Some(size) => size.to_string().parse()?,
        None => GridSize::of(&squares),
    };
    Ok((size, squares))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::layout::tile_kingdom;

    #[test]
    fn the_rows_run_from_the_pictures_top() {
        let squares = Grid::from_cells(1, 2, vec![Square::Castle, "mine:3".parse().expect("a square's word")]);
        let layout = tile_kingdom(GridSize::Five, &squares).expect("the box has a mine with 3 crowns");
        // Seen after a quarter turn clockwise: the castle above the mine.
        let corners = [(20.0, 0.0), (20.0, 40.0), (0.0, 40.0), (0.0, 0.0)].map(|(x, y)| Point2d::new(x, y));
        let label = Label::new("a.jpg", &layout, corners, (20, 40), false, &[Place::new(0, 1)]);
        assert_eq!((label.rows, label.cols), (2, 1));
        assert_eq!(label.squares, [["castle"], ["mine:3"]]);
        assert_eq!(label.corners_px, [[0.0, 0.0], [20.0, 0.0], [20.0, 40.0], [0.0, 40.0]]);
        assert!(label.occluded.contains_key("1,0"), "{:?}", label.occluded);
    }
}
