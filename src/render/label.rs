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
    pub fn new(image: &str, layout: &Layout, corners: [Point2d; 4], image_size: (i32, i32)) -> Self {
        // A hundredth of a pixel is far below what anybody can measure.
        let rounded = |v: f64| (v * 100.0).round() / 100.0;
        Self {
            image: image.to_owned(),
            game: "kingdomino".to_owned(),
            size: layout.size.squares_wide(),
            rows: layout.squares.rows(),
            cols: layout.squares.cols(),
            squares: layout.squares.iter_rows().map(|row| row.iter().map(Square::to_string).collect()).collect(),
            corners_px: corners.map(|p| [rounded(p.x), rounded(p.y)]),
            corners_exact: true,
            image_size: [image_size.0, image_size.1],
            castle_3d: false,
            occluded: BTreeMap::new(),
        }
    }

    pub fn hide(&mut self, place: Place, by: &str) {
        self.occluded.insert(format!("{},{}", place.row, place.col), by.to_owned());
    }
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
