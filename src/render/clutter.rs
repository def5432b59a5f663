//! What lies beside a kingdom: cards, discs, pens, papers, hands.
//!
//! All lengths are in squares of the kingdom's lattice.

use std::f64::consts::TAU;

use opencv::core::Point2d;
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::brush::Colour;
use super::{Dice, within};
use crate::geometry::Homography;

/// A flat thing: coloured polygons about its own middle, the first of which is its outline.
#[derive(Debug, Clone)]
pub struct Thing {
    /// Corners (x, y) about the thing's middle, and the colour that fills them.
    pub shapes: Vec<(Vec<(f64, f64)>, Colour)>,
    /// It lies within this distance of its middle, save for an arm.
    pub radius: f64,
    /// How far its upper side is above the table.
    pub height: f64,
    /// An arm must reach out of the picture, away from the kingdom.
    pub is_hand: bool,
}

impl Thing {
    /// Where its rim lies when `pose` places it.
    pub fn outline(&self, pose: &Homography) -> Vec<Point2d> {
        self.shapes[0].0.iter().map(|&(x, y)| pose.apply(Point2d::new(x, y))).collect()
    }
}

/// A card, a coin or a pen.
pub fn any_flat_thing(dice: &mut Dice) -> Thing {
    match dice.random_range(0..4) {
        0 | 1 => card(dice),
        2 => coin(dice),
        _ => rod(dice),
    }
}

/// One thing of any kind.
pub fn any_thing(dice: &mut Dice) -> Thing {
    match dice.random_range(0..12) {
        0 | 1 => card(dice),
        2..=4 => disc(dice),
        5 | 6 => rod(dice),
        7 => paper(dice),
        8 => hand(dice),
        9 => boxed(dice),
        10 => chart(dice),
        _ => crumb(dice),
    }
}

fn thing(shapes: Vec<(Vec<(f64, f64)>, Colour)>, height: f64) -> Thing {
    let radius = shapes[0].0.iter().map(|(x, y)| x.hypot(*y)).fold(0.0, f64::max);
    Thing { shapes, radius, height, is_hand: false }
}

fn any_colour(dice: &mut Dice) -> Colour {
    Colour::rgb(dice.random(), dice.random(), dice.random())
}

fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<(f64, f64)> {
    vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
}

fn centred(width: f64, height: f64) -> Vec<(f64, f64)> {
    rectangle(-width / 2.0, -height / 2.0, width, height)
}

fn round(x: f64, y: f64, radius: f64) -> Vec<(f64, f64)> {
    (0..20).map(|i| TAU * f64::from(i) / 20.0).map(|a| (x + radius * a.cos(), y + radius * a.sin())).collect()
}

fn capsule(from: (f64, f64), to: (f64, f64), radius: f64) -> Vec<(f64, f64)> {
    let angle = (to.1 - from.1).atan2(to.0 - from.0);
    let arc = |centre: (f64, f64), start: f64| {
        (0..=8)
            .map(move |i| start + TAU / 2.0 * f64::from(i) / 8.0)
            .map(move |a| (centre.0 + radius * a.cos(), centre.1 + radius * a.sin()))
    };
    arc(to, angle - TAU / 4.0).chain(arc(from, angle + TAU / 4.0)).collect()
}

fn card(dice: &mut Dice) -> Thing {
    let (width, height) = (within(dice, [1.0, 2.4]), within(dice, [1.2, 3.0]));
    let rim = within(dice, [0.04, 0.15]);
    let mut shapes = vec![
        (centred(width, height), Colour::rgb(244, 240, 232)),
        (centred(width - rim, height - rim), any_colour(dice)),
    ];
    for _ in 0..dice.random_range(0..7) {
        let (x, y) = (within(dice, [-0.35, 0.2]) * width, within(dice, [-0.35, 0.25]) * height);
        let (w, h) = (within(dice, [0.05, 0.3]) * width, within(dice, [0.02, 0.2]) * height);
        shapes.push((rectangle(x, y, w, h), any_colour(dice)));
    }
    thing(shapes, 0.02)
}

fn disc(dice: &mut Dice) -> Thing {
    let radius = within(dice, [0.15, 0.6]);
    let colour = any_colour(dice);
    let shapes = vec![
        (round(0.0, 0.0, radius), colour.shade(0.75)),
        (round(0.0, 0.0, radius * 0.88), colour),
        (round(0.0, 0.0, radius * within(dice, [0.2, 0.6])), any_colour(dice)),
    ];
    thing(shapes, within(dice, [0.05, 0.4]))
}

fn coin(dice: &mut Dice) -> Thing {
    let metals = [(196, 160, 90), (176, 176, 180), (170, 104, 70)];
    let &(r, g, b) = metals.choose(dice).expect("there are metals");
    let (metal, radius) = (Colour::rgb(r, g, b).shade(within(dice, [0.7, 1.2]) as f32), within(dice, [0.2, 0.35]));
    let shapes = vec![
        (round(0.0, 0.0, radius), metal.shade(0.7)),
        (round(0.0, 0.0, radius * 0.9), metal),
        (rectangle(-radius * 0.2, -radius * 0.5, radius * 0.4, radius), metal.shade(1.3)),
    ];
    thing(shapes, 0.05)
}

/// A wooden figure, seen from above as its lying silhouette: a body, a head, two arms; or a block.
pub fn figure(dice: &mut Dice) -> Thing {
    let (colour, size) = (any_colour(dice), within(dice, [0.12, 0.24]));
    if dice.random_bool(0.4) {
        return thing(vec![(centred(1.6 * size, 1.6 * size), colour)], within(dice, [0.2, 0.5]));
    }
    let body = [(-0.9, 1.0), (-0.5, 0.1), (-1.0, -0.1), (-0.9, -0.5), (0.9, -0.5), (1.0, -0.1), (0.5, 0.1), (0.9, 1.0)];
    let shapes = vec![
        (body.map(|(x, y)| (x * size, y * size)).to_vec(), colour),
        (round(0.0, -0.75 * size, 0.45 * size), colour.shade(1.15)),
    ];
    thing(shapes, within(dice, [0.1, 0.3]))
}

fn rod(dice: &mut Dice) -> Thing {
    let (half, radius) = (within(dice, [0.8, 2.4]), within(dice, [0.05, 0.14]));
    let colour = any_colour(dice);
    let shapes = vec![
        (capsule((-half, 0.0), (half, 0.0), radius), colour.shade(0.7)),
        (capsule((-half, -radius * 0.3), (half, -radius * 0.3), radius * 0.5), colour.shade(1.15)),
        (capsule((half * 0.85, 0.0), (half, 0.0), radius), any_colour(dice)),
    ];
    thing(shapes, radius * 2.0)
}

fn paper(dice: &mut Dice) -> Thing {
    let (width, height) = (within(dice, [2.0, 4.0]), within(dice, [2.5, 5.0]));
    let mut shapes = vec![(centred(width, height), Colour::rgb(246, 246, 240))];
    let lines = dice.random_range(0..14);
    for line in 0..lines {
        let y = (f64::from(line) + 1.0) / f64::from(lines + 1) * height - height / 2.0;
        let long = within(dice, [0.2, 0.85]) * width;
        shapes.push((rectangle(-width * 0.43, y, long, 0.035), Colour::rgb(90, 96, 120)));
    }
    thing(shapes, 0.01)
}

fn boxed(dice: &mut Dice) -> Thing {
    let (width, height) = (within(dice, [2.0, 5.0]), within(dice, [2.0, 5.0]));
    let colour = any_colour(dice);
    let mut shapes = vec![(centred(width, height), colour)];
    for _ in 0..dice.random_range(1..5) {
        let radius = within(dice, [0.1, 0.3]) * width.min(height);
        shapes.push((
            round(within(dice, [-0.2, 0.2]) * width, within(dice, [-0.2, 0.2]) * height, radius),
            any_colour(dice),
        ));
    }
    thing(shapes, within(dice, [0.2, 1.0]))
}

/// A printed table of coloured fields, such as a score pad or another game's board.
fn chart(dice: &mut Dice) -> Thing {
    let (rows, cols) = (dice.random_range(2..7), dice.random_range(2..7));
    let pitch = within(dice, [0.3, 0.9]);
    let (width, height) = (f64::from(cols) * pitch, f64::from(rows) * pitch);
    let mut shapes = vec![(centred(width + 0.2, height + 0.2), Colour::rgb(240, 236, 226))];
    let palette: Vec<Colour> = (0..dice.random_range(1..5)).map(|_| any_colour(dice)).collect();
    for i in 0..rows * cols {
        let (x, y) = (f64::from(i % cols) * pitch - width / 2.0, f64::from(i / cols) * pitch - height / 2.0);
        let colour = *palette.choose(dice).expect("the palette has a colour");
        shapes.push((rectangle(x + 0.03, y + 0.03, pitch - 0.06, pitch - 0.06), colour));
    }
    thing(shapes, 0.01)
}

fn crumb(dice: &mut Dice) -> Thing {
    let colour = any_colour(dice);
    thing(vec![(round(0.0, 0.0, within(dice, [0.03, 0.14])), colour)], 0.05)
}

/// A hand whose fingers point along +x, with an arm along -x.
pub fn hand(dice: &mut Dice) -> Thing {
    let skins = [(236, 196, 170), (214, 160, 126), (160, 106, 74), (98, 62, 44)];
    let &(r, g, b) = skins.choose(dice).expect("there are skins");
    let skin = Colour::rgb(r, g, b);
    let dark = skin.shade(0.86);
    let mut shapes = vec![
        (round(0.0, 0.0, 0.85), skin),
        (capsule((-12.0, 0.0), (-0.5, 0.0), 0.62), dark),
        (capsule((-12.0, 0.0), (-2.2, 0.0), 0.75), any_colour(dice)),
        (round(0.0, 0.0, 0.85), skin),
    ];
    for finger in 0..4 {
        let y = -0.6 + 0.4 * f64::from(finger);
        let long = within(dice, [1.2, 1.9]);
        shapes.push((capsule((0.3, y), (long, y * 1.3), 0.19), if finger % 2 == 0 { skin } else { dark }));
    }
    shapes.push((capsule((-0.2, 0.6), (0.7, 1.3), 0.21), skin));
    Thing { shapes, radius: 2.2, height: 0.3, is_hand: true }
}
