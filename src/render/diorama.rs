//! One more edition for measuring alone: little models of card and wood, seen from the front above.
//!
//! Never train on it, as with [`super::woodcut`], whose drawing it shares as little as that of the trained styles. Lengths are
//! in squares. A model's foot is at (x, y); heights go up the picture, depths up and to the right.

use rand::RngExt;
use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::brush::{Brush, Colour, blank};
use super::diorama_buildings::building;
use super::{Dice, between, dice_of_scene};
use crate::domain::{Building, BuildingPoints, Domino, Half, Terrain};

pub(super) const CARD: Colour = Colour::rgb(238, 226, 200);
pub(super) const TIMBER: Colour = Colour::rgb(150, 98, 56);
pub(super) const STONE: Colour = Colour::rgb(164, 160, 156);
pub(super) const SLATE: Colour = Colour::rgb(74, 84, 108);
pub(super) const TILES: Colour = Colour::rgb(188, 92, 62);
pub(super) const BRASS: Colour = Colour::rgb(236, 190, 60);
pub(super) const IRON: Colour = Colour::rgb(58, 58, 66);
pub(super) const SNOW: Colour = Colour::rgb(246, 246, 244);
pub(super) const GLOW: Colour = Colour::rgb(246, 142, 44);
pub(super) const WATER: Colour = Colour::rgb(72, 140, 196);
pub(super) const MOSS: Colour = Colour::rgb(92, 142, 62);
const CLAY: Colour = Colour::rgb(196, 82, 66);
const FIR: Colour = Colour::rgb(28, 84, 62);

/// How far back a unit of depth goes in the picture.
const BACK: (f32, f32) = (0.34, -0.3);

/// One box of this edition.
#[derive(Debug, Clone, Copy)]
pub struct Kit {
    box_seed: u64,
    /// Of the whole box: its inks are a little lighter or darker.
    tone: f32,
    clay: Colour,
    pennant: Colour,
}

impl Kit {
    /// The box of this number.
    pub fn of(box_seed: u64) -> Self {
        let dice = &mut dice_of_scene(box_seed, 0);
        let pennants =
            [Colour::rgb(40, 58, 110), Colour::rgb(30, 92, 88), Colour::rgb(92, 44, 96), Colour::rgb(44, 44, 52)];
        Self {
            box_seed,
            tone: between(dice, 0.92, 1.06),
            clay: CLAY.shade(between(dice, 0.82, 1.12)),
            pennant: pennants[dice.random_range(0..pennants.len())],
        }
    }

    /// One face, two squares wide and one high, `square_px` pixels a square; RGBA.
    pub fn domino_face(&self, domino: &Domino, square_px: u32, dice: &mut Dice) -> Pixmap {
        let mut face = blank(2 * square_px, square_px);
        for (half, x_px) in domino.halves.into_iter().zip([0, square_px]) {
            let mut square = blank(square_px, square_px);
            let mut brush = Brush::with_unit(&mut square, square_px as f32);
            self.ground(&mut brush, half, dice);
            for i in 0..half.crowns {
                // From the middle of the lower edge outwards.
                let x = 0.5 + 0.27 * (f32::from(i) - 0.5 * f32::from(half.crowns - 1));
                circlet(&mut brush.placed(x, 0.87, 0.0, 1.0));
            }
            let (paint, at) = (PixmapPaint::default(), Transform::identity());
            face.draw_pixmap(x_px as i32, 0, square.as_ref(), &paint, at, None);
        }
        face
    }

    /// A castle's start square, `square_px` pixels wide; RGBA.
    pub fn castle_square(&self, square_px: u32, colour: Colour, dice: &mut Dice) -> Pixmap {
        let mut face = blank(square_px, square_px);
        let mut brush = Brush::with_unit(&mut face, square_px as f32);
        shaded_ground(&mut brush, CARD.shade(0.9 * self.tone));
        for i in 0..5 {
            let inset = 0.05 + 0.045 * i as f32;
            let ring = [
                (inset, inset),
                (1.0 - inset, inset),
                (1.0 - inset, 1.0 - inset),
                (inset, 1.0 - inset),
                (inset, inset),
            ];
            brush.polyline(&ring, 0.012, STONE.shade(between(dice, 0.85, 1.0)));
        }
        block(&mut brush, (0.22, 0.82), (0.56, 0.3, 0.26), STONE);
        for x in [0.16, 0.64] {
            drum(&mut brush, (x + 0.1, 0.84), (0.1, 0.42), STONE.shade(1.1));
            cone(&mut brush, (x + 0.1, 0.44), (0.13, 0.24), colour);
        }
        brush.ellipse((0.5, 0.76), 0.07, 0.1, IRON);
        face
    }

    /// The red side of a building's tile, `square_px` pixels wide; the same on every tile of the kind; RGBA.
    pub fn building_face(&self, kind: Building, square_px: u32) -> Pixmap {
        let dice = &mut dice_of_scene(self.box_seed, 1 + kind as u64);
        let mut face = blank(square_px, square_px);
        let mut brush = Brush::with_unit(&mut face, square_px as f32);
        shaded_ground(&mut brush, self.clay.shade(0.9));
        brush.ellipse((0.48, 0.68), 0.42, 0.2, self.clay.shade(1.18));
        building(kind, &mut brush.placed(0.02, 0.0, 0.0, between(dice, 0.92, 0.98)));
        if kind.crowns() > 0 {
            circlet(&mut brush.placed(0.83, 0.17, 0.0, 1.15));
        }
        if kind.adds_to_taxes() {
            for y in [0.9, 0.865, 0.83] {
                drum(&mut brush, (0.16, y), (0.085, 0.03), BRASS);
            }
        } else if dice.random_bool(0.2) {
            pawn(&mut brush.placed(0.15, 0.86, 0.0, 0.18));
        }
        self.pennant(kind, &mut brush);
        let rim = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)];
        brush.polyline(&rim, 0.05, self.clay.shade(0.6));
        face
    }

    /// Pale signs on a dark hexagon.
    fn pennant(&self, kind: Building, brush: &mut Brush) {
        if kind.points() == BuildingPoints::Fixed(0) {
            return;
        }
        let mut at = brush.placed(0.82, 0.82, 0.0, 0.3);
        let corners: Vec<(f32, f32)> =
            (0..6).map(|i| (i as f32 * 60.0_f32).to_radians()).map(|a| (0.56 * a.sin(), -0.56 * a.cos())).collect();
        at.outlined(&corners, self.pennant, 0.06, BRASS);
        match kind.points() {
            BuildingPoints::Fixed(points) => figure(&mut at, points),
            BuildingPoints::PerTerritory(terrain) => token(&mut at, terrain),
            BuildingPoints::PerTower => {
                drum(&mut at, (0.0, 0.34), (0.17, 0.5), STONE);
                for x in [-0.15, 0.0, 0.15] {
                    block(&mut at, (x - 0.05, -0.16), (0.09, 0.1, 0.12), STONE.shade(1.15));
                }
            }
            BuildingPoints::PerKnight => pawn(&mut at.placed(0.0, 0.0, 0.0, 0.85)),
        }
    }

    fn ground(&self, brush: &mut Brush, half: Half, dice: &mut Dice) {
        let colour = match half.terrain {
            Terrain::Wheat => Colour::rgb(222, 184, 60),
            Terrain::Forest => Colour::rgb(58, 104, 58),
            Terrain::Lake => Colour::rgb(56, 122, 188),
            Terrain::Grassland => Colour::rgb(140, 186, 74),
            Terrain::Swamp => Colour::rgb(118, 104, 86),
            Terrain::Mine => Colour::rgb(76, 72, 78),
            Terrain::Town => self.clay,
        };
        shaded_ground(brush, colour.shade(self.tone * between(dice, 0.95, 1.05)));
        let open = half.crowns == 0;
        match half.terrain {
            Terrain::Wheat => stooks(brush, open, dice),
            Terrain::Forest => firs(brush, open, dice),
            Terrain::Lake => shoals(brush, open, dice),
            Terrain::Grassland => hills(brush, open, dice),
            Terrain::Swamp => pools(brush, open, dice),
            Terrain::Mine => peaks(brush, open, dice),
            Terrain::Town => footings(brush, dice),
        }
    }
}

/// Lighter at the back.
fn shaded_ground(brush: &mut Brush, colour: Colour) {
    for i in 0..10 {
        brush.rectangle(0.0, 0.1 * i as f32, 1.0, 0.11, colour.shade(1.1 - 0.02 * i as f32));
    }
}

/// A box by its front's lower left corner, its width, depth and height.
pub(super) fn block(brush: &mut Brush, (x, y): (f32, f32), (width, depth, height): (f32, f32, f32), colour: Colour) {
    let (dx, dy) = (BACK.0 * depth, BACK.1 * depth);
    brush.rectangle(x, y - height, width, height, colour);
    let top = [(x, y - height), (x + width, y - height), (x + width + dx, y - height + dy), (x + dx, y - height + dy)];
    brush.polygon(&top, colour.shade(1.16));
    let side = [(x + width, y), (x + width + dx, y + dy), (x + width + dx, y - height + dy), (x + width, y - height)];
    brush.polygon(&side, colour.shade(0.74));
}

/// A house: a block with a ridge from front to back.
pub(super) fn house(brush: &mut Brush, (x, y): (f32, f32), (width, depth, height): (f32, f32, f32), roof: Colour) {
    block(brush, (x, y), (width, depth, height), CARD);
    let (dx, dy) = (BACK.0 * depth, BACK.1 * depth);
    let (ridge, eaves) = ((x + width / 2.0, y - height - 0.55 * width), y - height + 0.02);
    brush.polygon(&[(x, y - height), ridge, (x + width, y - height)], CARD.shade(1.03));
    let right = [(x + width + 0.02, eaves), ridge, (ridge.0 + dx, ridge.1 + dy), (x + width + 0.02 + dx, eaves + dy)];
    brush.polygon(&right, roof);
    let left = [(x - 0.02, eaves), ridge, (ridge.0 + 0.02, ridge.1 - 0.02), (x - 0.03, eaves - 0.03)];
    brush.polygon(&left, roof.shade(0.8));
}

/// A round pillar by the middle of its foot, its radius and height.
pub(super) fn drum(brush: &mut Brush, (x, y): (f32, f32), (radius, height): (f32, f32), colour: Colour) {
    let flat = 0.38 * radius;
    brush.ellipse((x, y), radius, flat, colour.shade(0.7));
    for (part, shade) in [(-1.0, 1.05), (-0.4, 0.92), (0.2, 0.78)] {
        brush.rectangle(x + part * radius, y - height, (1.0 - part) * radius, height, colour.shade(shade));
    }
    brush.ellipse((x, y - height), radius, flat, colour.shade(1.16));
}

/// A round roof or a fir by the middle of its foot.
pub(super) fn cone(brush: &mut Brush, (x, y): (f32, f32), (radius, height): (f32, f32), colour: Colour) {
    brush.ellipse((x, y), radius, 0.34 * radius, colour.shade(0.7));
    brush.polygon(&[(x - radius, y), (x, y - height), (x + 0.2 * radius, y + 0.3 * radius)], colour.shade(1.1));
    brush.polygon(&[(x + 0.2 * radius, y + 0.3 * radius), (x, y - height), (x + radius, y)], colour.shade(0.8));
}

pub(super) fn ball(brush: &mut Brush, (x, y): (f32, f32), radius: f32, colour: Colour) {
    brush.circle((x, y), radius, colour.shade(0.78));
    brush.circle((x - 0.12 * radius, y - 0.14 * radius), 0.82 * radius, colour);
    brush.circle((x - 0.32 * radius, y - 0.36 * radius), 0.3 * radius, colour.shade(1.2));
}

/// Rows from the back to the front, every other one shifted.
fn rows(count: usize, dice: &mut Dice) -> Vec<(f32, f32)> {
    let mut places = Vec::new();
    for row in 0..count {
        for col in 0..count {
            let shift = if row.is_multiple_of(2) { 0.3 } else { 0.7 };
            let x = (col as f32 + shift + between(dice, -0.1, 0.1)) / count as f32;
            places.push((x, (row as f32 + 0.85) / count as f32));
        }
    }
    places
}

/// Whether a model stands in the way of what crowns a square.
fn in_the_way((x, y): (f32, f32)) -> bool {
    (0.18..0.82).contains(&x) && y > 0.3
}

fn stooks(brush: &mut Brush, open: bool, dice: &mut Dice) {
    for at in rows(5, dice).into_iter().filter(|at| open || !in_the_way(*at)) {
        cone(brush, at, (0.05, 0.13), Colour::rgb(240, 206, 92));
    }
    if !open {
        drum(brush, (0.48, 0.62), (0.11, 0.26), CARD);
        cone(brush, (0.48, 0.37), (0.13, 0.12), TILES);
        for turn in [35.0, 125.0, 215.0, 305.0] {
            brush.placed(0.45, 0.42, turn, 1.0).rectangle(-0.03, 0.02, 0.06, 0.2, TIMBER);
        }
    }
}

fn firs(brush: &mut Brush, open: bool, dice: &mut Dice) {
    for at in rows(5, dice).into_iter().filter(|at| open || !in_the_way(*at)) {
        cone(brush, at, (0.09, between(dice, 0.22, 0.3)), FIR.shade(between(dice, 0.9, 1.15)));
    }
    if !open {
        house(brush, (0.32, 0.66), (0.3, 0.4, 0.14), TIMBER);
    }
}

fn shoals(brush: &mut Brush, open: bool, dice: &mut Dice) {
    let (x, y) = (between(dice, 0.35, 0.65), between(dice, 0.35, 0.65));
    for i in 0..4 {
        let radius = 0.42 - 0.09 * i as f32;
        brush.ellipse((x, y), radius, 0.7 * radius, WATER.shade(1.06 + 0.06 * i as f32).fade(120));
    }
    for at in rows(4, dice).into_iter().filter(|at| open || !in_the_way(*at)) {
        brush.curve((at.0 - 0.06, at.1 - 0.1), (at.0, at.1 - 0.14), (at.0 + 0.06, at.1 - 0.1), 0.014, SNOW.fade(170));
    }
    if !open {
        brush.polygon(&[(0.26, 0.5), (0.7, 0.5), (0.6, 0.64), (0.34, 0.64)], TIMBER);
        brush.rectangle(0.46, 0.18, 0.025, 0.32, TIMBER.shade(0.7));
        brush.polygon(&[(0.5, 0.2), (0.68, 0.46), (0.5, 0.46)], SNOW);
    }
}

fn hills(brush: &mut Brush, open: bool, dice: &mut Dice) {
    for _ in 0..4 {
        let (x, y, radius) = (between(dice, 0.1, 0.9), between(dice, 0.2, 0.9), between(dice, 0.14, 0.26));
        brush.ellipse((x, y), radius, 0.5 * radius, MOSS.shade(1.35).fade(150));
    }
    for at in rows(3, dice).into_iter().filter(|at| open || !in_the_way(*at)) {
        if dice.random_bool(0.5) {
            brush.ellipse((at.0, at.1 - 0.04), 0.07, 0.045, SNOW);
            brush.circle((at.0 + 0.07, at.1 - 0.055), 0.022, IRON);
        } else {
            ball(brush, (at.0, at.1 - 0.06), 0.05, MOSS);
        }
    }
    if !open {
        house(brush, (0.3, 0.66), (0.3, 0.5, 0.17), TILES);
    }
}

fn pools(brush: &mut Brush, open: bool, dice: &mut Dice) {
    for at in rows(3, dice).into_iter().filter(|at| open || !in_the_way(*at)) {
        brush.ellipse((at.0, at.1 - 0.08), 0.15, 0.07, Colour::rgb(92, 80, 62));
        brush.ellipse((at.0 + 0.01, at.1 - 0.075), 0.12, 0.05, Colour::rgb(86, 100, 88));
        for x in [-0.12, 0.1] {
            brush.polyline(&[(at.0 + x, at.1), (at.0 + x + 0.01, at.1 - 0.16)], 0.016, Colour::rgb(126, 120, 62));
        }
    }
    if !open {
        for x in [0.36, 0.6] {
            brush.rectangle(x, 0.5, 0.03, 0.22, TIMBER.shade(0.7));
        }
        house(brush, (0.32, 0.56), (0.32, 0.4, 0.12), TIMBER);
    }
}

fn peaks(brush: &mut Brush, open: bool, dice: &mut Dice) {
    let grey = Colour::rgb(112, 106, 108);
    for at in rows(3, dice).into_iter().filter(|at| open || !in_the_way(*at)) {
        let (half, high) = (between(dice, 0.13, 0.18), between(dice, 0.2, 0.3));
        brush.polygon(&[(at.0 - half, at.1), (at.0, at.1 - high), (at.0 + 0.04, at.1)], grey);
        brush.polygon(&[(at.0 + 0.04, at.1), (at.0, at.1 - high), (at.0 + half, at.1)], grey.shade(0.66));
        if dice.random_bool(0.4) {
            block(brush, (at.0 - 0.1, at.1 + 0.02), (0.05, 0.06, 0.05), BRASS);
        }
    }
    if !open {
        brush.polygon(&[(0.22, 0.68), (0.44, 0.22), (0.78, 0.68)], grey);
        brush.polygon(&[(0.56, 0.68), (0.44, 0.22), (0.78, 0.68)], grey.shade(0.66));
        block(brush, (0.36, 0.68), (0.16, 0.02, 0.2), IRON);
        brush.rectangle(0.34, 0.46, 0.2, 0.035, TIMBER);
    }
}

/// The footings of a house, with posts, planks and stones.
fn footings(brush: &mut Brush, dice: &mut Dice) {
    for at in rows(6, dice) {
        brush.ellipse((at.0, at.1 - 0.05), 0.06, 0.035, CLAY.shade(between(dice, 0.8, 1.2)));
    }
    let y = between(dice, 0.74, 0.8);
    brush.polygon(&[(0.2, y), (0.66, y), (0.82, y - 0.42), (0.36, y - 0.42)], CARD.shade(0.7));
    block(brush, (0.36, y - 0.36), (0.42, 0.06, 0.05), STONE);
    for i in 0..4 {
        block(brush, (0.2 + 0.04 * i as f32, y - 0.09 * i as f32), (0.05, 0.2, 0.05), STONE);
    }
    block(brush, (0.2, y), (0.46, 0.06, 0.06), STONE.shade(1.08));
    for (x, foot) in [(0.24, y), (0.62, y), (0.74, y - 0.36)] {
        brush.rectangle(x, foot - 0.3, 0.03, 0.3, TIMBER);
    }
    brush.polyline(&[(0.24, y - 0.26), (0.65, y - 0.26), (0.77, y - 0.62)], 0.025, TIMBER.shade(1.1));
    block(brush, (0.42, y - 0.1), (0.12, 0.1, 0.05), TILES);
}

/// A gold band with five points, 0.25 wide.
fn circlet(brush: &mut Brush) {
    brush.ellipse((0.0, 0.06), 0.13, 0.05, IRON.fade(110));
    for x in [-0.1, -0.05, 0.0, 0.05, 0.1] {
        let up = 0.1 - 0.25 * f32::abs(x);
        brush.polygon(&[(x - 0.035, -0.01), (x, -0.03 - up), (x + 0.035, -0.01)], BRASS.shade(0.82));
    }
    brush.ellipse((0.0, -0.015), 0.115, 0.04, BRASS.shade(0.6));
    brush.rectangle(-0.115, -0.015, 0.23, 0.065, BRASS);
    brush.ellipse((0.0, 0.05), 0.115, 0.035, BRASS);
    for x in [-0.075, 0.0, 0.075] {
        brush.polygon(&[(x - 0.04, 0.0), (x, -0.1), (x + 0.04, 0.0)], BRASS.shade(1.1));
        brush.circle((x, 0.04), 0.014, Colour::rgb(180, 40, 50));
    }
}

/// A knight's figure with a lance, dark with a pale rim.
fn pawn(brush: &mut Brush) {
    for (colour, more) in [(SNOW, 0.05), (Colour::rgb(22, 22, 26), 0.0)] {
        brush.polygon(
            &[(-0.24 - more, 0.42 + more), (-0.1 - more, -0.1), (0.1 + more, -0.1), (0.24 + more, 0.42 + more)],
            colour,
        );
        brush.circle((0.0, -0.2), 0.16 + more, colour);
        brush.polyline(&[(0.26, 0.36), (0.26, -0.38)], 0.05 + 2.0 * more, colour);
    }
}

/// A number in round strokes.
fn figure(brush: &mut Brush, number: u8) {
    let width = 0.13;
    match number {
        2 => {
            brush.curve((-0.2, -0.2), (-0.06, -0.5), (0.16, -0.26), width, SNOW);
            brush.curve((0.16, -0.26), (0.22, -0.06), (-0.2, 0.3), width, SNOW);
            brush.polyline(&[(-0.2, 0.3), (0.22, 0.3)], width, SNOW);
        }
        3 => {
            brush.curve((-0.18, -0.28), (0.28, -0.44), (0.02, -0.02), width, SNOW);
            brush.curve((0.02, -0.02), (0.4, 0.16), (0.02, 0.32), width, SNOW);
            brush.curve((0.02, 0.32), (-0.1, 0.34), (-0.2, 0.24), width, SNOW);
        }
        _ => {
            brush.polyline(&[(0.18, -0.32), (-0.14, -0.32), (-0.16, -0.06)], width, SNOW);
            brush.curve((-0.16, -0.06), (0.26, -0.2), (0.2, 0.12), width, SNOW);
            brush.curve((0.2, 0.12), (0.1, 0.4), (-0.18, 0.26), width, SNOW);
        }
    }
}

/// What stands for a terrain.
fn token(brush: &mut Brush, terrain: Terrain) {
    match terrain {
        Terrain::Wheat => {
            for x in [-0.2, 0.0, 0.2] {
                cone(brush, (x, 0.22), (0.11, 0.5), BRASS);
            }
            brush.rectangle(-0.26, 0.06, 0.52, 0.07, TIMBER);
        }
        Terrain::Forest => {
            brush.rectangle(-0.05, 0.14, 0.1, 0.2, TIMBER);
            cone(brush, (0.0, 0.18), (0.26, 0.52), MOSS);
        }
        Terrain::Lake => {
            brush.ellipse((0.0, 0.0), 0.38, 0.26, WATER);
            brush.curve((-0.24, 0.02), (-0.1, -0.16), (0.04, 0.02), 0.05, SNOW);
            brush.curve((0.0, 0.12), (0.12, -0.04), (0.26, 0.12), 0.05, SNOW);
        }
        Terrain::Grassland => {
            ball(brush, (-0.04, 0.0), 0.25, SNOW);
            brush.ellipse((0.24, -0.06), 0.1, 0.13, IRON.shade(1.6));
            brush.polyline(&[(-0.34, 0.3), (0.34, 0.3)], 0.09, MOSS);
        }
        Terrain::Swamp => {
            brush.ellipse((0.0, 0.2), 0.36, 0.14, Colour::rgb(150, 132, 96));
            for (x, top) in [(-0.16, -0.22), (0.02, -0.36), (0.18, -0.14)] {
                brush.polyline(&[(x, 0.2), (x, top)], 0.045, MOSS.shade(1.3));
                brush.ellipse((x, top), 0.06, 0.13, TIMBER.shade(1.2));
            }
        }
        Terrain::Mine => {
            brush.polygon(&[(-0.36, 0.28), (-0.04, -0.36), (0.06, 0.28)], STONE);
            brush.polygon(&[(0.06, 0.28), (-0.04, -0.36), (0.36, 0.28)], STONE.shade(0.65));
            brush.polygon(&[(-0.14, -0.16), (-0.04, -0.36), (0.06, -0.18), (-0.04, -0.1)], SNOW);
        }
        Terrain::Town => house(brush, (-0.26, 0.3), (0.38, 0.5, 0.28), TILES),
    }
}
