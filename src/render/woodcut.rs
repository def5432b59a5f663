//! The same dominoes in another edition's clothes: flat prints in few colours with ink lines, in a pale frame.
//!
//! It stands for a box that nobody has trained on, and shows what learning from corrections does (`make measure-learn`).
//! Never train on it: from then on that measurement would say nothing.
//!
//! All lengths are in squares, as in [`super::artwork`].

use rand::RngExt;
use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::brush::{Brush, Colour, blank};
use super::woodcut_buildings::TilePrint;
use super::{Dice, between};
use crate::domain::{Building, Domino, Half, Terrain};

pub(super) const INK: Colour = Colour::rgb(34, 32, 62);
pub(super) const PAPER: Colour = Colour::rgb(236, 222, 190);
const SEAL: Colour = Colour::rgb(150, 34, 44);
pub(super) const GOLD: Colour = Colour::rgb(248, 208, 70);
/// Of wood.
pub(super) const BROWN: Colour = Colour::rgb(176, 120, 70);
/// The pale frame around a half.
const FRAME: f32 = 0.055;

/// One box of this edition.
#[derive(Debug, Clone, Copy)]
pub struct Print {
    tiles: TilePrint,
}

impl Print {
    /// The box of this number.
    pub fn of(box_seed: u64) -> Self {
        Self { tiles: TilePrint::of(box_seed) }
    }

    /// One face, two squares wide and one high, `square_px` pixels a square; RGBA.
    pub fn domino_face(&self, domino: &Domino, square_px: u32, dice: &mut Dice) -> Pixmap {
        domino_face(domino, square_px, dice)
    }

    /// The red side of a building's tile, `square_px` pixels wide; RGBA.
    pub fn building_face(&self, kind: Building, square_px: u32) -> Pixmap {
        self.tiles.face(kind, square_px)
    }
}

/// One face, two squares wide and one high, `square_px` pixels a square; RGBA.
pub fn domino_face(domino: &Domino, square_px: u32, dice: &mut Dice) -> Pixmap {
    let mut face = blank(2 * square_px, square_px);
    let seals_on_the_right = dice.random();
    for (half, x_px) in domino.halves.into_iter().zip([0, square_px]) {
        let mut square = blank(square_px, square_px);
        let mut brush = Brush::with_unit(&mut square, square_px as f32);
        ground(&mut brush, half.terrain, dice);
        if half.crowns > 0 {
            crowned(&mut brush, half, seals_on_the_right, dice);
        }
        frame(&mut brush, INK);
        let (paint, at) = (PixmapPaint::default(), Transform::identity());
        face.draw_pixmap(x_px as i32, 0, square.as_ref(), &paint, at, None);
    }
    face
}

/// A castle's start square, `square_px` pixels wide; RGBA.
pub fn castle_square(square_px: u32, colour: Colour, dice: &mut Dice) -> Pixmap {
    let mut face = blank(square_px, square_px);
    let mut brush = Brush::with_unit(&mut face, square_px as f32);
    let print = colour.shade(between(dice, 0.9, 1.1));
    brush.rectangle(0.0, 0.0, 1.0, 1.0, PAPER);
    for i in 0..8 {
        let at = 0.125 * i as f32;
        let shift = if i % 2 == 0 { 0.0 } else { 0.0625 };
        for (x, y) in [(at, shift), (at, 0.9375 - shift), (shift, at), (0.9375 - shift, at)] {
            brush.rectangle(x, y, 0.0625, 0.0625, INK);
        }
    }
    shield(&mut brush, print);
    tower(&mut brush.placed(0.5, 0.46, 0.0, between(dice, 0.95, 1.1)));
    face
}

/// A colour, hardly different from print to print, and its lighter and darker inks.
struct Inks {
    flat: Colour,
    light: Colour,
    dark: Colour,
}

fn inks(terrain: Terrain, dice: &mut Dice) -> Inks {
    let flat = match terrain {
        Terrain::Wheat => Colour::rgb(228, 178, 72),
        Terrain::Forest => Colour::rgb(34, 92, 68),
        Terrain::Lake => Colour::rgb(96, 166, 206),
        Terrain::Grassland => Colour::rgb(172, 184, 92),
        Terrain::Swamp => Colour::rgb(134, 110, 116),
        Terrain::Mine => Colour::rgb(84, 88, 100),
        Terrain::Town => Colour::rgb(190, 110, 96),
    };
    let flat = flat.shade(between(dice, 0.94, 1.06));
    Inks { flat, light: flat.shade(1.2), dark: flat.shade(0.76) }
}

fn ground(brush: &mut Brush, terrain: Terrain, dice: &mut Dice) {
    let inks = inks(terrain, dice);
    brush.rectangle(-0.1, -0.1, 1.2, 1.2, inks.flat);
    match terrain {
        Terrain::Wheat => ears(brush, &inks, dice),
        Terrain::Forest => firs(brush, &inks, dice),
        Terrain::Lake => scales(brush, &inks, dice),
        Terrain::Grassland => meadow(brush, &inks, dice),
        Terrain::Swamp => puddles(brush, &inks, dice),
        Terrain::Mine => facets(brush, &inks, dice),
        Terrain::Town => site(brush, &inks, dice),
    }
}

/// Rows of `rows` x `cols` places, every other row shifted, from the top.
fn rows_of(rows: usize, cols: usize) -> impl Iterator<Item = (f32, f32)> {
    let at = move |row: usize, col: usize| {
        let shift = if row.is_multiple_of(2) { 0.25 } else { 0.75 };
        ((col as f32 + shift) / cols as f32, (row as f32 + 0.5) / rows as f32)
    };
    (0..rows).flat_map(move |row| (0..cols).map(move |col| at(row, col)))
}

/// Upright ears: a stalk and three pairs of grains.
fn ears(brush: &mut Brush, inks: &Inks, dice: &mut Dice) {
    for (x, y) in rows_of(4, dice.random_range(4..6)) {
        let x = x + between(dice, -0.01, 0.01);
        brush.polyline(&[(x, y + 0.11), (x, y - 0.09)], 0.012, inks.dark);
        for i in 0..3 {
            let y = y - 0.08 + 0.045 * i as f32;
            brush.polyline(&[(x - 0.035, y - 0.03), (x, y), (x + 0.035, y - 0.03)], 0.018, inks.light);
        }
    }
}

/// Firs of three strokes each.
fn firs(brush: &mut Brush, inks: &Inks, dice: &mut Dice) {
    for (x, y) in rows_of(4, dice.random_range(3..5)) {
        let x = x + between(dice, -0.02, 0.02);
        brush.polyline(&[(x, y - 0.1), (x, y + 0.12)], 0.016, inks.dark);
        for i in 0..3 {
            let (half, y) = (0.045 + 0.022 * i as f32, y - 0.04 + 0.06 * i as f32);
            brush.polyline(&[(x - half, y), (x, y - 0.06), (x + half, y)], 0.022, inks.light);
        }
    }
}

/// Waves like a fish's scales.
fn scales(brush: &mut Brush, inks: &Inks, dice: &mut Dice) {
    let cols = dice.random_range(5..8);
    let wide = 1.0 / cols as f32;
    for (x, y) in rows_of(cols + 1, cols) {
        let (left, right) = (x - wide / 2.0, x + wide / 2.0);
        brush.curve((left, y), (x, y + wide), (right, y), 0.014, inks.light);
    }
}

/// Hatching, and flowers of four petals.
fn meadow(brush: &mut Brush, inks: &Inks, dice: &mut Dice) {
    for (x, y) in rows_of(9, 4) {
        let long = between(dice, 0.05, 0.1);
        brush.polyline(&[(x - long, y), (x + long, y)], 0.012, inks.dark);
    }
    for (x, y) in rows_of(3, dice.random_range(2..4)) {
        let y = y + between(dice, -0.05, 0.05);
        for (dx, dy) in [(0.025, 0.0), (-0.025, 0.0), (0.0, 0.025), (0.0, -0.025)] {
            brush.circle((x + dx, y + dy), 0.019, PAPER);
        }
        brush.circle((x, y), 0.014, SEAL);
    }
}

/// Rings on still water, and reeds.
fn puddles(brush: &mut Brush, inks: &Inks, dice: &mut Dice) {
    for _ in 0..4 {
        let (x, y) = (between(dice, 0.2, 0.8), between(dice, 0.2, 0.8));
        for (part, colour) in [(1.0, inks.dark), (0.75, inks.flat), (0.5, inks.light), (0.3, inks.flat)] {
            brush.ellipse((x, y), 0.17 * part, 0.08 * part, colour);
        }
    }
    for (x, y) in rows_of(3, 3) {
        let (x, y) = (x + between(dice, -0.05, 0.05), y + between(dice, -0.05, 0.05));
        brush.polyline(&[(x, y + 0.08), (x + 0.02, y - 0.07)], 0.012, INK);
        brush.ellipse((x + 0.02, y - 0.07), 0.014, 0.034, INK);
    }
}

/// Broken stone: triangles, each lit from its own side, and a few crystals.
fn facets(brush: &mut Brush, inks: &Inks, dice: &mut Dice) {
    let mut corners = [[(0.0, 0.0); 5]; 5];
    for (row, line) in corners.iter_mut().enumerate() {
        for (col, corner) in line.iter_mut().enumerate() {
            *corner = (0.25 * col as f32 + between(dice, -0.07, 0.07), 0.25 * row as f32 + between(dice, -0.07, 0.07));
        }
    }
    for row in 0..4 {
        for col in 0..4 {
            let [a, b] = [corners[row][col], corners[row][col + 1]];
            let [d, c] = [corners[row + 1][col], corners[row + 1][col + 1]];
            for triangle in [[a, b, c], [a, c, d]] {
                brush.outlined(&triangle, inks.flat.shade(between(dice, 0.75, 1.2)), 0.01, INK);
            }
        }
    }
    for _ in 0..dice.random_range(2..5) {
        let (x, y) = (between(dice, 0.15, 0.85), between(dice, 0.15, 0.85));
        let crystal = [(x, y - 0.06), (x + 0.03, y), (x, y + 0.06), (x - 0.03, y)];
        brush.outlined(&crystal, Colour::rgb(196, 226, 228), 0.01, INK);
    }
}

/// Tiles of the street around a pit, a ladder in it and a heap of bricks beside.
fn site(brush: &mut Brush, inks: &Inks, dice: &mut Dice) {
    for (x, y) in rows_of(7, 5) {
        brush.rectangle(x - 0.08, y - 0.055, 0.16, 0.11, if dice.random() { inks.light } else { inks.dark });
    }
    let mut at = brush.placed(0.5, 0.5, 90.0 * dice.random_range(0..4) as f32, between(dice, 0.9, 1.05));
    at.outlined(&[(-0.26, -0.22), (0.26, -0.22), (0.26, 0.22), (-0.26, 0.22)], inks.dark.shade(0.6), 0.03, PAPER);
    at.polyline(&[(-0.12, -0.18), (-0.12, 0.3)], 0.022, BROWN);
    at.polyline(&[(-0.02, -0.18), (-0.02, 0.3)], 0.022, BROWN);
    for i in 0..6 {
        let y = -0.14 + 0.08 * i as f32;
        at.polyline(&[(-0.12, y), (-0.02, y)], 0.018, BROWN);
    }
    for (x, y) in [(0.12, 0.08), (0.2, 0.08), (0.16, 0.02)] {
        at.outlined(
            &[(x - 0.04, y - 0.025), (x + 0.04, y - 0.025), (x + 0.04, y + 0.025), (x - 0.04, y + 0.025)],
            inks.light,
            0.01,
            INK,
        );
    }
}

/// The half's sign, and its crowns one above the other along a side.
fn crowned(brush: &mut Brush, half: Half, on_the_right: bool, dice: &mut Dice) {
    let x = if on_the_right { 0.42 } else { 0.58 };
    let mut at = brush.placed(x, between(dice, 0.46, 0.54), between(dice, -5.0, 5.0), between(dice, 0.92, 1.08));
    match half.terrain {
        Terrain::Wheat => mill(&mut at, dice),
        Terrain::Forest => logs(&mut at),
        Terrain::Lake => fish(&mut at),
        Terrain::Grassland => fold(&mut at),
        Terrain::Swamp => stilts(&mut at),
        Terrain::Mine => picks(&mut at),
        Terrain::Town => {}
    }
    let x = if on_the_right { 0.81 } else { 0.19 };
    for i in 0..half.crowns {
        seal(&mut brush.placed(x, 0.2 + 0.28 * f32::from(i), 0.0, between(dice, 0.96, 1.04)));
    }
}

/// A pale seal of 0.26 with a golden crown of four points.
pub(super) fn seal(brush: &mut Brush) {
    brush.circle((0.0, 0.0), 0.13, INK);
    brush.circle((0.0, 0.0), 0.118, PAPER);
    let crown = [
        (-0.075, 0.04),
        (-0.095, -0.045),
        (-0.055, -0.005),
        (-0.038, -0.075),
        (0.0, -0.02),
        (0.038, -0.075),
        (0.055, -0.005),
        (0.095, -0.045),
        (0.075, 0.04),
    ];
    brush.outlined(&crown, GOLD, 0.012, SEAL);
    brush.polyline(&[(-0.065, 0.066), (0.065, 0.066)], 0.022, GOLD);
}

fn mill(brush: &mut Brush, dice: &mut Dice) {
    brush.outlined(&[(-0.11, 0.24), (-0.07, -0.05), (0.07, -0.05), (0.11, 0.24)], PAPER, 0.018, INK);
    let turn = between(dice, 0.0, 90.0);
    for blade in 0..4 {
        let mut arm = brush.placed(0.0, -0.06, turn + 90.0 * blade as f32, 1.0);
        arm.outlined(&[(0.0, 0.0), (0.05, -0.22), (-0.05, -0.22)], PAPER, 0.016, INK);
    }
}

fn logs(brush: &mut Brush) {
    for (x, y) in [(-0.12, 0.12), (0.0, 0.12), (0.12, 0.12), (-0.06, 0.01), (0.06, 0.01), (0.0, -0.1)] {
        brush.circle((x, y), 0.066, INK);
        brush.circle((x, y), 0.05, PAPER);
        brush.circle((x, y), 0.024, Colour::rgb(176, 120, 70));
    }
}

pub(super) fn fish(brush: &mut Brush) {
    brush.outlined(&[(0.1, 0.0), (0.24, -0.11), (0.24, 0.11)], PAPER, 0.018, INK);
    brush.ellipse((-0.03, 0.0), 0.2, 0.115, INK);
    brush.ellipse((-0.03, 0.0), 0.182, 0.097, PAPER);
    brush.circle((-0.13, -0.025), 0.018, INK);
    for x in [-0.05, 0.01, 0.07] {
        brush.curve((x, -0.06), (x + 0.05, 0.0), (x, 0.06), 0.012, INK);
    }
}

/// A round fold with its fence.
fn fold(brush: &mut Brush) {
    brush.ellipse((0.0, 0.02), 0.24, 0.17, INK);
    brush.ellipse((0.0, 0.02), 0.222, 0.152, PAPER);
    for i in 0..9 {
        let angle = i as f32 * std::f32::consts::TAU / 9.0;
        let (x, y) = (0.23 * angle.cos(), 0.02 + 0.16 * angle.sin());
        brush.polyline(&[(x, y + 0.03), (x, y - 0.06)], 0.02, INK);
    }
    for (x, y) in [(-0.08, 0.0), (0.07, -0.02), (0.0, 0.08)] {
        brush.ellipse((x, y), 0.05, 0.034, INK);
        brush.ellipse((x, y), 0.036, 0.022, Colour::rgb(255, 250, 238));
    }
}

/// A hut that stands in the water.
fn stilts(brush: &mut Brush) {
    for x in [-0.13, 0.0, 0.13] {
        brush.polyline(&[(x, 0.02), (x, 0.25)], 0.02, INK);
    }
    brush.outlined(&[(-0.18, 0.07), (-0.18, -0.08), (0.18, -0.08), (0.18, 0.07)], PAPER, 0.018, INK);
    brush.outlined(&[(-0.23, -0.08), (0.0, -0.26), (0.23, -0.08)], Colour::rgb(176, 120, 70), 0.018, INK);
    brush.rectangle(-0.04, -0.04, 0.08, 0.11, INK);
}

fn picks(brush: &mut Brush) {
    brush.circle((0.0, 0.0), 0.21, INK);
    brush.circle((0.0, 0.0), 0.192, PAPER);
    for side in [-1.0, 1.0] {
        brush.polyline(&[(side * 0.11, 0.13), (-side * 0.09, -0.1)], 0.03, Colour::rgb(176, 120, 70));
        brush.curve((-side * 0.16, -0.02), (-side * 0.12, -0.12), (side * 0.01, -0.14), 0.03, INK);
    }
}

fn shield(brush: &mut Brush, colour: Colour) {
    let outline = [(0.2, 0.14), (0.8, 0.14), (0.8, 0.55), (0.5, 0.9), (0.2, 0.55)];
    brush.outlined(&outline, colour, 0.024, INK);
}

fn tower(brush: &mut Brush) {
    let outline = [
        (-0.14, 0.2),
        (-0.14, -0.12),
        (-0.18, -0.12),
        (-0.18, -0.24),
        (-0.1, -0.24),
        (-0.1, -0.18),
        (-0.04, -0.18),
        (-0.04, -0.24),
        (0.04, -0.24),
        (0.04, -0.18),
        (0.1, -0.18),
        (0.1, -0.24),
        (0.18, -0.24),
        (0.18, -0.12),
        (0.14, -0.12),
        (0.14, 0.2),
    ];
    brush.outlined(&outline, PAPER, 0.02, INK);
    brush.rectangle(-0.04, 0.05, 0.08, 0.15, INK);
}

/// The paper around the print, and the line between them.
pub(super) fn frame(brush: &mut Brush, line: Colour) {
    let far = 1.0 - FRAME;
    for (x, y, width, height) in
        [(0.0, 0.0, 1.0, FRAME), (0.0, far, 1.0, FRAME), (0.0, 0.0, FRAME, 1.0), (far, 0.0, FRAME, 1.0)]
    {
        brush.rectangle(x, y, width, height, PAPER);
    }
    brush.polyline(&[(FRAME, FRAME), (far, FRAME), (far, far), (FRAME, far), (FRAME, FRAME)], 0.01, line);
}
