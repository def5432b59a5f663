//! The label beside a rendered picture.

use opencv::core::Point2d;
use serde::Serialize;

use super::layout::Layout;
use super::{RenderError, Rendering};
use crate::domain::{Grid, Kingdom, Place, Unseen};
use crate::formats::{KingdomRecord, PhotoLabel, TerritoryPoints};
use crate::score_sheet::ScoreSheet;

/// The label of a picture without a kingdom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NoKingdom {
    /// The picture's file name, relative to the label.
    pub image: String,
    /// 0.
    pub kingdoms: usize,
    /// Width and height in pixels.
    pub image_size: [i32; 2],
}

/// What a picture of `layout` shows, exactly. Rows run from the picture's top, however the kingdom is turned in it.
///
/// # Errors
/// A layout that is no kingdom.
pub fn label_of(layout: &Layout, rendering: &Rendering) -> Result<KingdomRecord, RenderError> {
    let mut squares = layout.squares.clone();
    let cover = |place: Place| rendering.hidden.iter().find(|(hidden, _)| *hidden == place).map(|(_, by)| *by);
    let covers = squares.places().map(cover).collect();
    let mut covers = Grid::from_cells(squares.rows(), squares.cols(), covers);
    let quarters = quarter_turns(rendering.corners_px);
    for _ in 0..quarters {
        (squares, covers) = (squares.quarter_turned(), covers.quarter_turned());
    }
    let no_kingdom = |error: &dyn std::error::Error| RenderError::Kingdom(error.to_string());
    let kingdom = Kingdom::new(layout.game, layout.size, squares).map_err(|error| no_kingdom(&error))?;
    let sheet = ScoreSheet::of(&kingdom, &Unseen::default(), &[]);
    Ok(KingdomRecord {
        corners_px: Some(std::array::from_fn(|i| rounded(rendering.corners_px[(i + 4 - quarters) % 4]))),
        score: Some(TerritoryPoints::of(&sheet)),
        photo: photo_label(rendering, &covers),
        ..KingdomRecord::from(kingdom)
    })
}

/// `covers`: what hides each square, if anything does.
fn photo_label(rendering: &Rendering, covers: &Grid<Option<&'static str>>) -> PhotoLabel {
    let occluded = covers.iter().filter_map(|(place, cover)| Some((place, (*cover)?.to_owned())));
    PhotoLabel {
        image: Some(rendering.image.clone()),
        image_size: Some([rendering.size_px.0, rendering.size_px.1].map(i32::unsigned_abs)),
        source: Some("rendered".to_owned()),
        corners_exact: Some(true),
        castle_3d: Some(rendering.castle_3d),
        castle_color: rendering.castle_color,
        occluded: Some(occluded.collect()),
        ..PhotoLabel::default()
    }
}

/// To a hundredth of a pixel, far below what anybody can measure.
fn rounded(point: Point2d) -> [f64; 2] {
    [point.x, point.y].map(|v| (v * 100.0).round() / 100.0)
}

/// How many quarter turns clockwise the picture shows the kingdom turned by, to the nearest.
fn quarter_turns(corners: [Point2d; 4]) -> usize {
    let along = (corners[1] - corners[0]) + (corners[2] - corners[3]);
    let quarters = along.y.atan2(along.x) / std::f64::consts::FRAC_PI_2;
    quarters.round().rem_euclid(4.0) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::domain::{CastleColor, Game, GridSize, Square};
    use crate::render::layout::tile_kingdom;

    #[test]
    fn the_rows_run_from_the_pictures_top() {
        let mine: Square = "mine:3".parse().expect("a square's word");
        let squares = Grid::from_cells(1, 2, vec![Square::Castle, mine]);
        let layout =
            tile_kingdom(Game::Kingdomino, GridSize::Five, &squares).expect("the box has a mine with 3 crowns");
        // Seen after a quarter turn clockwise: the castle above the mine.
        let corners_px = [(20.0, 0.0), (20.0, 40.0), (0.0, 40.0), (0.0, 0.0)].map(|(x, y)| Point2d::new(x, y));
        let rendering = Rendering {
            image: "a.jpg".to_owned(),
            size_px: (20, 40),
            corners_px,
            castle_3d: true,
            castle_color: Some(CastleColor::Green),
            hidden: vec![(Place::new(0, 1), "castle")],
        };
        let label = label_of(&layout, &rendering).expect("a kingdom");
        assert_eq!(label.kingdom.squares(), &Grid::from_cells(2, 1, vec![Square::Castle, mine]));
        assert_eq!(label.corners_px, Some([[0.0, 0.0], [20.0, 0.0], [20.0, 40.0], [0.0, 40.0]]));
        assert_eq!(label.photo.occluded, Some(BTreeMap::from([(Place::new(1, 0), "castle".to_owned())])));
        assert_eq!(label.photo.castle_color, Some(CastleColor::Green));
        assert_eq!(label.score.and_then(|score| score.total), Some(3));
    }
}
