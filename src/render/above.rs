//! What stands on the kingdoms, and what reaches over their rims.

use opencv::core::Point2d;
use rand::RngExt;
use rand::seq::IndexedRandom;
use tiny_skia::Pixmap;

use super::clutter::{Thing, any_flat_thing, figure, hand};
use super::scene::{Light, Setting, Shadow, draw_thing, over, pose};
use super::{Dice, RenderError, by_chance, within};
use crate::domain::Place;
use crate::geometry::Homography;

/// How far something reaches over a kingdom's rim, in squares.
const REACH: super::Span = [0.2, 0.9];

/// A thing and where it lies on the table.
pub(super) type Placed = (Thing, Homography);

/// Wooden figures on random squares of the kingdoms.
pub(super) fn figures(setting: &Setting, dice: &mut Dice) -> Vec<Placed> {
    let mut placed = Vec::new();
    for _ in 0..setting.figures {
        let kingdom = setting.kingdoms.choose(dice).expect("figures stand on kingdoms");
        let land: Vec<Place> = kingdom.land().collect();
        let Some(place) = land.choose(dice) else { continue };
        let mut coordinate = |line: usize| line as f64 + within(dice, [0.3, 0.7]);
        let at = Point2d::new(coordinate(place.col), coordinate(place.row));
        let pose = kingdom.to_table.after(&pose(at, within(dice, [0.0, 360.0])));
        placed.push((figure(dice), pose));
    }
    placed
}

/// By chance something that lies over a kingdom's rim. Hands come to lone kingdoms only: an arm would hide another.
pub(super) fn intruders(setting: &Setting, dice: &mut Dice) -> Vec<Placed> {
    let mut placed = Vec::new();
    for kingdom in &setting.kingdoms {
        if by_chance(dice, setting.intruder_share) {
            let with_hand = setting.kingdoms.len() == 1 && dice.random();
            let thing = if with_hand { hand(dice) } else { any_flat_thing(dice) };
            let (rows, cols) = (kingdom.layout.squares.rows() as f64, kingdom.layout.squares.cols() as f64);
            let pose = over_the_rim(&thing, rows, cols, dice);
            placed.push((thing, kingdom.to_table.after(&pose)));
        }
    }
    placed
}

/// A pose beside a rectangle of the lattice that lets the thing reach in, a hand's fingers first.
fn over_the_rim(thing: &Thing, rows: f64, cols: f64, dice: &mut Dice) -> Homography {
    let (along, inwards) = (within(dice, [0.1, 0.9]), within(dice, REACH) - thing.radius);
    let (x, y, heading_deg) = match dice.random_range(0..4) {
        0 => (inwards, along * rows, 0.0),
        1 => (along * cols, inwards, 90.0),
        2 => (cols - inwards, along * rows, 180.0),
        _ => (along * cols, rows - inwards, 270.0),
    };
    let turn_deg = if thing.is_hand { within(dice, [-30.0, 30.0]) } else { within(dice, [0.0, 360.0]) };
    pose(Point2d::new(x, y), heading_deg + turn_deg)
}

/// Draws the things with their shadows onto the kingdoms; returns the layer with the things alone.
pub(super) fn draw_above(
    setting: &Setting,
    picture: &mut Pixmap,
    things: &[Placed],
    light: Light,
    square_px: f64,
) -> Result<Pixmap, RenderError> {
    let mut shadow = Shadow::new(setting.size_px)?;
    let mut layer = Pixmap::new(picture.width(), picture.height()).expect("a picture has a size");
    for (thing, pose) in things {
        shadow.add(&setting.camera, &thing.outline(pose), 0.0, thing.height, light)?;
        draw_thing(&mut layer, &setting.camera, thing, pose, 0.0);
    }
    shadow.apply(picture, light, square_px)?;
    over(picture.data_mut(), layer.data());
    Ok(layer)
}
