//! What lies and stands on Queendomino's squares, put into the scene: building tiles, knights, towers, the Queen.

use opencv::core::Point2d;
use rand::RngExt;
use rand::seq::SliceRandom;
use tiny_skia::Pixmap;

use super::brush::Brush;
use super::pieces::{Carving, Kind, Solid, carved};
use super::scene::{Laid, Light, Setting, Shadow, over, pose, wobble};
use super::{Dice, RenderError, within};
use crate::domain::{Pieces, Place, Square};
use crate::geometry::Homography;

/// The pieces of one box: all of a kind are carved alike.
pub(super) struct Carved {
    knight: Solid,
    tower: Solid,
    queen: Solid,
}

/// A piece and where it stands.
pub(super) struct Stood {
    solid: Solid,
    pose: Homography,
    /// Above the dominoes' faces.
    foot: f64,
}

/// Where pieces stand on a square, seen from its middle.
const SPOTS: [(f64, f64); 5] = [(0.0, 0.0), (-0.24, -0.22), (0.24, -0.22), (-0.24, 0.22), (0.24, 0.22)];

impl Carved {
    pub(super) fn any(carving: Carving, dice: &mut Dice) -> Self {
        let [knight, tower, queen] = [Kind::Knight, Kind::Tower, Kind::Queen].map(|kind| carved(kind, carving, dice));
        Self { knight, tower, queen }
    }

    fn of(&self, kind: Kind) -> Solid {
        match kind {
            Kind::Knight => &self.knight,
            Kind::Tower => &self.tower,
            Kind::Queen => &self.queen,
        }
        .clone()
    }

    /// A piece of any kind, to stand beside the kingdoms.
    pub(super) fn beside(&self, at: Point2d, below: f64, dice: &mut Dice) -> Stood {
        let kind = [Kind::Knight, Kind::Tower, Kind::Tower, Kind::Queen][dice.random_range(0..4)];
        Stood { solid: self.of(kind), pose: pose(at, within(dice, [0.0, 360.0])), foot: -below }
    }

    /// What stands on all squares of a kingdom; `tile` is the thickness of a building's tile, `stacked_share` the chance that several
    /// towers stand on each other.
    pub(super) fn on_kingdom(&self, kingdom: &Laid, tile: f64, stacked_share: f64, dice: &mut Dice) -> Vec<Stood> {
        let mut stood = Vec::new();
        for (place, square) in kingdom.layout.squares.iter() {
            if let Square::Land { pieces, .. } = square {
                let foot = if pieces.building.is_some() { tile } else { 0.0 };
                stood.extend(self.on_square(&kingdom.to_table, (place, pieces), foot, stacked_share, dice));
            }
        }
        stood
    }

    fn on_square(
        &self,
        to_table: &Homography,
        (place, pieces): (Place, &Pieces),
        foot: f64,
        stacked_share: f64,
        dice: &mut Dice,
    ) -> Vec<Stood> {
        let mut spots = SPOTS.to_vec();
        let middle_is_free = usize::from(pieces.knight) + usize::from(pieces.towers) + usize::from(pieces.queen) < 2;
        if !middle_is_free {
            spots.remove(0);
        }
        spots.shuffle(dice);
        let stand = |kind: Kind, (x, y): (f64, f64), foot: f64, dice: &mut Dice| {
            let stray = [-0.06, 0.06];
            let at = Point2d::new(
                place.col as f64 + 0.5 + x + within(dice, stray),
                place.row as f64 + 0.5 + y + within(dice, stray),
            );
            Stood { solid: self.of(kind), pose: to_table.after(&pose(at, within(dice, [0.0, 360.0]))), foot }
        };
        let mut stood = Vec::new();
        if pieces.queen {
            stood.push(stand(Kind::Queen, spots.pop().unwrap_or_default(), foot, dice));
        }
        if pieces.knight {
            stood.push(stand(Kind::Knight, spots.pop().unwrap_or_default(), foot, dice));
        }
        let count = usize::from(pieces.towers);
        if count > 1 && (count > spots.len() || dice.random_bool(stacked_share)) {
            let lowest = stand(Kind::Tower, spots.pop().unwrap_or_default(), foot, dice);
            stood.extend((0..count).map(|i| Stood {
                solid: lowest.solid.clone(),
                pose: lowest.pose,
                foot: foot + i as f64 * lowest.solid.height,
            }));
        } else {
            stood.extend((0..count).map(|_| stand(Kind::Tower, spots.pop().unwrap_or_default(), foot, dice)));
        }
        stood
    }
}

impl Stood {
    fn depth(&self, setting: &Setting) -> f64 {
        let at = self.pose.apply(Point2d::new(0.0, 0.0));
        setting.camera.depth(at.x, at.y, self.foot)
    }
}

/// Draws the pieces with their shadows onto the kingdoms, the far ones first; returns the layer with the pieces alone. They
/// stand before castles, hands and cards, wherever those are: what the label tells can be seen.
pub(super) fn draw_standing(
    setting: &Setting,
    picture: &mut Pixmap,
    mut stood: Vec<Stood>,
    light: Light,
    square_px: f64,
) -> Result<Pixmap, RenderError> {
    let mut shadow = Shadow::new(setting.size_px)?;
    let mut layer = Pixmap::new(picture.width(), picture.height()).expect("a picture has a size");
    stood.sort_by(|a, b| b.depth(setting).total_cmp(&a.depth(setting)));
    for Stood { solid, pose, foot } in &stood {
        shadow.add(&setting.camera, &solid.outline(pose), foot.min(0.0), solid.height + foot.max(0.0), light)?;
        solid.draw(&mut Brush::with_unit(&mut layer, 1.0), &setting.camera, pose, *foot, light.shift());
    }
    shadow.apply(picture, light, square_px)?;
    over(picture.data_mut(), layer.data());
    Ok(layer)
}

/// Where a building's tile lies on its square: about its middle, turned by any quarter and a little more.
pub(super) fn tile_pose(place: Place, shift: f64, dice: &mut Dice) -> (Point2d, f64) {
    let middle = Point2d::new(place.col as f64 + 0.5, place.row as f64 + 0.5);
    let at = middle + Point2d::new(wobble(dice, shift), wobble(dice, shift));
    (at, 90.0 * f64::from(dice.random_range(0..4)) + wobble(dice, 1.5 * shift).to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Building;
    use crate::render::dice_of_scene;

    #[test]
    fn towers_stand_on_each_other_as_often_as_they_are_to() {
        let pieces = Pieces { building: Some(Building::Statue), towers: 3, ..Pieces::default() };
        for (stacked_share, is_stacked) in [(0.0, false), (1.0, true)] {
            let dice = &mut dice_of_scene(1, 0);
            let carved = Carved::any(Carving::Trained, dice);
            let stood = carved.on_square(&Homography::IDENTITY, (Place::new(0, 0), &pieces), 0.1, stacked_share, dice);
            let middles = stood.iter().map(|one| one.pose.apply(Point2d::new(0.0, 0.0)));
            let is_same_place = middles.map(|at| (at - stood[0].pose.apply(Point2d::new(0.0, 0.0))).norm() < 1e-9);
            assert_eq!(is_same_place.collect::<Vec<_>>(), [true, is_stacked, is_stacked]);
            let height = if is_stacked { carved.tower.height } else { 0.0 };
            let feet: Vec<f64> = stood.iter().map(|one| one.foot).collect();
            assert_eq!(feet, [0.1, 0.1 + height, 0.1 + 2.0 * height]);
        }
    }
}
