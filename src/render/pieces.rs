//! Wooden pieces that stand on Queendomino's squares: black knights, grey towers, the Queen.
//!
//! How the real ones are carved is not known to the square; shapes vary, colours and meaning do not. Lengths are in squares.

use std::f64::consts::TAU;

use opencv::core::Point2d;
use rand::RngExt;

use super::brush::{Brush, Colour};
use super::camera::Camera;
use super::drawing::hsv;
use super::{Dice, between, by_chance, within};
use crate::geometry::Homography;

/// A point (x, y) about the piece's middle and its height above the piece's foot.
type Point = [f64; 3];

/// A piece: flat faces in space.
#[derive(Debug, Clone, Default)]
pub(super) struct Solid {
    faces: Vec<(Vec<Point>, Colour)>,
    pub radius: f64,
    pub height: f64,
}

/// Whose carving: pieces for measuring have shapes of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Carving {
    Trained,
    HeldOut,
}

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Knight,
    Tower,
    Queen,
}

/// All pieces of a kind look alike in a box: this one's carving.
pub(super) fn carved(kind: Kind, carving: Carving, dice: &mut Dice) -> Solid {
    let held_out = carving == Carving::HeldOut;
    let solid = match kind {
        Kind::Knight => knight(held_out, dice),
        Kind::Tower => tower(held_out, dice),
        Kind::Queen => queen(held_out, dice),
    };
    solid.measured()
}

fn black(dice: &mut Dice) -> Colour {
    hsv(between(dice, 0.0, 360.0), between(dice, 0.0, 0.3), between(dice, 0.07, 0.2))
}

fn grey(dice: &mut Dice) -> Colour {
    hsv(between(dice, 0.0, 360.0), between(dice, 0.0, 0.1), between(dice, 0.36, 0.6))
}

fn knight(held_out: bool, dice: &mut Dice) -> Solid {
    let (colour, size) = (black(dice), within(dice, [0.34, 0.56]));
    if held_out {
        let body = [(0.24, 0.0), (0.26, 0.1), (0.16, 0.24), (0.2, 0.6), (0.12, 0.7)];
        let helmet = [(0.12, 0.7), (0.2, 0.74), (0.2, 0.92), (0.02, 1.06)];
        let peg = Solid::default().revolved(&body, 12, colour).revolved(&helmet, 12, colour.shade(1.2));
        let shield = [(0.0, 0.2), (0.14, 0.34), (0.14, 0.6), (-0.14, 0.6), (-0.14, 0.34)];
        return peg.extruded(&shield, 0.05, -0.24, colour.shade(1.4)).scaled(size);
    }
    match dice.random_range(0..6) {
        4 | 5 => {
            let head = within(dice, [0.1, 0.2]);
            let neck = within(dice, [0.56, 0.72]);
            let peg = Solid::default().revolved(&turned_foot(0.18, 0.3, neck, dice), any_sides(dice), colour);
            let helmet = [(0.6 * head, neck), (head, neck + 0.1), (head, within(dice, [0.8, 0.9])), (0.02, 1.0)];
            let peg = peg.revolved(&helmet, any_sides(dice), colour.shade(between(dice, 0.8, 1.3)));
            if dice.random() {
                return peg.scaled(size);
            }
            let half = within(dice, [0.08, 0.16]);
            let shield = [(-half, 0.2), (half, 0.2), (half, 0.56), (-half, 0.56)];
            peg.extruded(&shield, 0.05, -within(dice, [0.16, 0.26]), colour.shade(between(dice, 0.7, 1.5)))
        }
        0 => {
            let pawn = [
                (0.26, 0.0),
                (0.26, 0.1),
                (0.12, 0.22),
                (0.1, 0.58),
                (0.16, 0.62),
                (0.19, 0.78),
                (0.13, 0.94),
                (0.01, 1.0),
            ];
            Solid::default().revolved(&pawn, 12, colour)
        }
        1 => Solid::default().extruded(&MEEPLE, within(dice, [0.2, 0.36]), 0.0, colour),
        2 => Solid::default().revolved(&[(0.27, 0.0), (0.27, 0.14), (0.2, 0.18)], 12, colour).extruded(
            &HORSE,
            within(dice, [0.16, 0.26]),
            0.0,
            colour,
        ),
        _ => {
            let cone = [(0.27, 0.0), (0.24, 0.1), (0.1, 0.66)];
            let head = [(0.06, 0.62), (0.17, 0.7), (0.17, 0.84), (0.02, 1.0)];
            Solid::default().revolved(&cone, 12, colour).revolved(&head, 12, colour)
        }
    }
    .scaled(size)
}

fn any_sides(dice: &mut Dice) -> usize {
    [4, 5, 6, 8, 10, 14][dice.random_range(0..6)]
}

/// A lathe's profile from the foot up to `top`: a foot of a radius between these, then rings narrower than it.
fn turned_foot(least: f64, most: f64, top: f64, dice: &mut Dice) -> Vec<(f64, f64)> {
    let foot = within(dice, [least, most]);
    let rings = dice.random_range(2..5);
    let mut profile = vec![(foot, 0.0)];
    for ring in 1..=rings {
        profile.push((foot * within(dice, [0.4, 1.0]), top * f64::from(ring) / f64::from(rings)));
    }
    profile
}

/// A standing wooden figure with its arms out.
const MEEPLE: [(f64, f64); 14] = [
    (-0.36, 0.0),
    (-0.08, 0.0),
    (0.0, 0.16),
    (0.08, 0.0),
    (0.36, 0.0),
    (0.2, 0.36),
    (0.4, 0.46),
    (0.36, 0.62),
    (0.14, 0.64),
    (0.14, 0.92),
    (-0.14, 0.92),
    (-0.14, 0.64),
    (-0.36, 0.62),
    (-0.4, 0.46),
];

/// A horse's neck and head.
const HORSE: [(f64, f64); 11] = [
    (-0.2, 0.16),
    (0.2, 0.16),
    (0.22, 0.5),
    (0.16, 0.82),
    (0.06, 0.9),
    (0.02, 1.0),
    (-0.04, 0.88),
    (-0.24, 0.72),
    (-0.32, 0.58),
    (-0.22, 0.5),
    (-0.06, 0.56),
];

fn tower(held_out: bool, dice: &mut Dice) -> Solid {
    let (colour, size) = (grey(dice), within(dice, [0.24, 0.36]));
    let slim = within(dice, [0.26, 0.4]);
    if held_out {
        let shaft = [
            (slim * 1.25, 0.0),
            (slim * 1.1, 0.16),
            (slim * 0.9, 0.2),
            (slim * 0.9, 0.72),
            (slim * 1.2, 0.8),
            (slim * 1.2, 1.0),
            (slim * 0.8, 1.0),
            (slim * 0.8, 0.86),
            (0.01, 0.86),
        ];
        return Solid::default().revolved(&shaft, 8, colour).scaled(size);
    }
    match dice.random_range(0..7) {
        4..7 => {
            let top = within(dice, [0.6, 0.8]);
            let mut profile = turned_foot(slim, 1.3 * slim, top, dice);
            let rim = slim * within(dice, [0.9, 1.35]);
            profile.extend([(rim, top + 0.05), (rim, 1.0)]);
            match dice.random_range(0..3) {
                0 => profile.push((0.01, within(dice, [1.0, 1.3]))),
                1 => profile.extend([(0.7 * rim, 1.0), (0.7 * rim, 0.85), (0.01, 0.85)]),
                _ => {}
            }
            Solid::default().revolved(&profile, any_sides(dice), colour)
        }
        0 => block_tower(slim, slim, colour),
        1 => block_tower(slim * 1.15, slim * 0.85, colour),
        2 => {
            let round = [
                (slim, 0.0),
                (slim * 0.9, 0.68),
                (slim * 1.15, 0.74),
                (slim * 1.15, 1.0),
                (slim * 0.7, 1.0),
                (slim * 0.7, 0.88),
                (0.01, 0.88),
            ];
            Solid::default().revolved(&round, 14, colour)
        }
        _ => Solid::default().revolved(&[(slim, 0.0), (slim, 0.68), (slim * 1.2, 0.7), (0.01, 1.2)], 6, colour),
    }
    .scaled(size)
}

/// Four walls that may lean in, a flat top, and a merlon on each corner.
fn block_tower(foot: f64, top: f64, colour: Colour) -> Solid {
    let mut solid = Solid::default().prism([-foot, -foot, foot, foot], [-top, -top, top, top], [0.0, 0.84], colour);
    let merlon = top * 0.52;
    for (x, y) in [(-top, -top), (top - merlon, -top), (-top, top - merlon), (top - merlon, top - merlon)] {
        let corners = [x, y, x + merlon, y + merlon];
        solid = solid.prism(corners, corners, [0.84, 1.0], colour);
    }
    solid
}

fn queen(held_out: bool, dice: &mut Dice) -> Solid {
    let colours = [
        hsv(32.0, 0.45, 0.86),
        hsv(356.0, 0.8, 0.72),
        hsv(330.0, 0.5, 0.85),
        hsv(44.0, 0.7, 0.9),
        hsv(280.0, 0.4, 0.6),
    ];
    // What is kept for measuring stays as it was drawn, draw for draw.
    let colour = if !held_out && by_chance(dice, 0.17) {
        hsv(between(dice, 0.0, 360.0), between(dice, 0.2, 0.9), between(dice, 0.5, 0.95))
    } else {
        colours[dice.random_range(0..colours.len())]
    };
    let (colour, gold) = (colour.shade(between(dice, 0.85, 1.1)), hsv(46.0, 0.75, 0.95));
    let size = within(dice, [0.52, 0.8]);
    if held_out {
        let gown = [(0.3, 0.0), (0.26, 0.2), (0.08, 0.52), (0.14, 0.62), (0.06, 0.72)];
        let head = [(0.06, 0.72), (0.11, 0.78), (0.09, 0.88)];
        let crown = [(0.09, 0.86), (0.15, 1.0), (0.08, 0.94)];
        let solid = Solid::default().revolved(&gown, 10, colour).revolved(&head, 10, hsv(26.0, 0.3, 0.92));
        return solid.revolved(&crown, 10, gold).scaled(size);
    }
    if by_chance(dice, 0.4) {
        let neck = within(dice, [0.6, 0.74]);
        let gown = turned_foot(0.2, 0.32, neck, dice);
        let (head, brim) = (within(dice, [0.08, 0.14]), within(dice, [0.1, 0.19]));
        let face = [(0.5 * head, neck), (head, neck + 0.06), (0.8 * head, 0.88)];
        let skin = if dice.random() { hsv(26.0, between(dice, 0.2, 0.6), between(dice, 0.4, 0.95)) } else { colour };
        let crown = [(0.8 * brim, 0.85), (brim, 1.0), (0.6 * brim, within(dice, [0.92, 1.0]))];
        let solid = Solid::default().revolved(&gown, any_sides(dice), colour).revolved(&face, 10, skin);
        return solid.revolved(&crown, any_sides(dice), gold).scaled(size);
    }
    if dice.random() {
        let robe = [
            (-0.3, 0.0),
            (0.3, 0.0),
            (0.14, 0.4),
            (0.24, 0.56),
            (0.1, 0.66),
            (0.12, 0.86),
            (-0.12, 0.86),
            (-0.1, 0.66),
            (-0.24, 0.56),
            (-0.14, 0.4),
        ];
        let crown =
            [(-0.13, 0.84), (0.13, 0.84), (0.18, 1.02), (0.07, 0.92), (0.0, 1.04), (-0.07, 0.92), (-0.18, 1.02)];
        let thickness = within(dice, [0.18, 0.3]);
        return Solid::default()
            .extruded(&robe, thickness, 0.0, colour)
            .extruded(&crown, thickness + 0.02, 0.0, gold)
            .scaled(size);
    }
    let gown = [(0.28, 0.0), (0.24, 0.1), (0.1, 0.55), (0.13, 0.62), (0.07, 0.68), (0.13, 0.76), (0.1, 0.88)];
    let crown = [(0.11, 0.85), (0.16, 1.0), (0.1, 0.96), (0.01, 0.92)];
    Solid::default().revolved(&gown, 12, colour).revolved(&crown, 8, gold).scaled(size)
}

impl Solid {
    /// Turned on a lathe: radius and height from the foot to the top.
    fn revolved(mut self, profile: &[(f64, f64)], sides: usize, colour: Colour) -> Self {
        let ring = |&(radius, height): &(f64, f64)| -> Vec<Point> {
            let angle = |i: usize| i as f64 * TAU / sides as f64;
            (0..sides).map(angle).map(|a| [radius * a.cos(), radius * a.sin(), height]).collect()
        };
        let rings: Vec<Vec<Point>> = profile.iter().map(ring).collect();
        for pair in rings.windows(2) {
            for i in 0..sides {
                let j = (i + 1) % sides;
                self.faces.push((vec![pair[0][i], pair[0][j], pair[1][j], pair[1][i]], colour));
            }
        }
        self.faces.extend(rings.last().map(|top| (top.clone(), colour.shade(1.1))));
        self
    }

    /// Sawn from a board: the silhouette (across, height), its middle `forward` of the piece's.
    fn extruded(mut self, silhouette: &[(f64, f64)], thickness: f64, forward: f64, colour: Colour) -> Self {
        let side = |y: f64| -> Vec<Point> { silhouette.iter().map(|&(x, height)| [x, forward + y, height]).collect() };
        let (front, back) = (side(thickness / 2.0), side(-thickness / 2.0));
        for i in 0..front.len() {
            let j = (i + 1) % front.len();
            self.faces.push((vec![front[i], front[j], back[j], back[i]], colour));
        }
        self.faces.extend([(front, colour), (back, colour)]);
        self
    }

    /// Between two rectangles, each from its least to its greatest corner.
    fn prism(mut self, foot: [f64; 4], top: [f64; 4], [low, high]: [f64; 2], colour: Colour) -> Self {
        let ring =
            |[x, y, right, below]: [f64; 4], h: f64| [[x, y, h], [right, y, h], [right, below, h], [x, below, h]];
        let (foot, top) = (ring(foot, low), ring(top, high));
        for i in 0..4 {
            let j = (i + 1) % 4;
            self.faces.push((vec![foot[i], foot[j], top[j], top[i]], colour));
        }
        self.faces.push((top.to_vec(), colour.shade(1.1)));
        self
    }

    fn scaled(mut self, size: f64) -> Self {
        self.faces.iter_mut().flat_map(|(points, _)| points.iter_mut().flatten()).for_each(|v| *v *= size);
        self
    }

    fn measured(mut self) -> Self {
        let points = || self.faces.iter().flat_map(|(points, _)| points);
        let (radius, height) =
            points().fold((0.0, 0.0), |(r, h): (f64, f64), p| (r.max(p[0].hypot(p[1])), h.max(p[2])));
        (self.radius, self.height) = (radius, height);
        self
    }

    /// A ring around its widest part, on the table.
    pub(super) fn outline(&self, pose: &Homography) -> Vec<Point2d> {
        let radius = self.radius * 0.8;
        let angle = |i: i32| f64::from(i) * TAU / 12.0;
        (0..12).map(angle).map(|a| pose.apply(Point2d::new(radius * a.cos(), radius * a.sin()))).collect()
    }

    /// Draws the piece, its foot `foot` above the faces of the dominoes, the far faces first; `light` points to where the
    /// shadows fall.
    pub(super) fn draw(&self, brush: &mut Brush, camera: &Camera, pose: &Homography, foot: f64, light: Point2d) {
        let placed = |&[x, y, h]: &Point| {
            let at = pose.apply(Point2d::new(x, y));
            [at.x, at.y, foot + h]
        };
        let middle = placed(&[0.0, 0.0, self.height / 2.0]);
        let mut faces: Vec<(f64, Vec<Point>, Colour)> = Vec::new();
        for (points, colour) in &self.faces {
            let points: Vec<Point> = points.iter().map(placed).collect();
            let depth = points.iter().map(|[u, v, h]| camera.depth(*u, *v, *h)).sum::<f64>() / points.len() as f64;
            let lit = lighting(&points, middle, light);
            faces.push((depth, points, colour.shade(lit as f32)));
        }
        faces.sort_by(|a, b| b.0.total_cmp(&a.0));
        for (_, points, colour) in faces {
            let corner = |[u, v, h]: &Point| {
                let p = camera.project(*u, *v, *h);
                (p.x as f32, p.y as f32)
            };
            let corners: Vec<(f32, f32)> = points.iter().map(corner).collect();
            // The line closes the seam between neighbouring faces.
            brush.outlined(&corners, colour, 0.7, colour);
        }
    }
}

/// From 0.6 in the shade to 1.3 in full light, by how a face lies to the light and away from the piece's middle.
fn lighting(points: &[Point], middle: Point, shadow: Point2d) -> f64 {
    let minus = |a: Point, b: Point| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let dot = |a: Point, b: Point| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let (a, b) = (minus(points[1], points[0]), minus(points[points.len() - 1], points[0]));
    let normal = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let to_light = [-shadow.x, -shadow.y, 1.0];
    let length = (dot(normal, normal) * dot(to_light, to_light)).sqrt().max(1e-12);
    let outwards = dot(normal, minus(points[0], middle)).signum();
    (0.95 + 0.35 * outwards * dot(normal, to_light) / length).clamp(0.6, 1.3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::dice_of_scene;

    #[test]
    fn pieces_fit_on_a_square_and_the_queen_is_the_tallest() {
        for (carving, seed) in
            [Carving::Trained, Carving::HeldOut].into_iter().flat_map(|c| (0..40).map(move |s| (c, s)))
        {
            let dice = &mut dice_of_scene(seed, 0);
            let [knight, tower, queen] =
                [Kind::Knight, Kind::Tower, Kind::Queen].map(|kind| carved(kind, carving, dice));
            for piece in [&knight, &tower, &queen] {
                assert!((0.05..0.33).contains(&piece.radius), "{}", piece.radius);
                assert!((0.2..0.9).contains(&piece.height), "{}", piece.height);
            }
            assert!(queen.height > tower.height, "{} {}", queen.height, tower.height);
        }
    }
}
