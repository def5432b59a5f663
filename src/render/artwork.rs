//! Our own pictures of the dominoes and castle squares: simple drawings that say what the game's pictures say.
//!
//! All lengths are in squares: a half reaches from (0, 0) to (1, 1), y downwards.

use rand::RngExt;
use rand::seq::IndexedRandom;
use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::brush::{Brush, Colour, blank};
use super::{Dice, between};
use crate::domain::{CastleColor, Domino, Half, Terrain};

const OUTLINE: Colour = Colour::rgb(48, 30, 20);
const WOOD: Colour = Colour::rgb(140, 78, 36);
const BORDER: Colour = Colour::rgb(150, 96, 24);
const CREAM: Colour = Colour::rgb(246, 238, 216);

/// One face, two squares wide and one high, `square_px` pixels a square; RGBA.
pub fn domino_face(domino: &Domino, square_px: u32, dice: &mut Dice) -> Pixmap {
    let mut face = blank(2 * square_px, square_px);
    let [left, right] = domino.halves;
    if left.terrain == right.terrain {
        ground(&mut Brush::with_unit(&mut face, square_px as f32), left.terrain, 2.0, true, dice);
    } else {
        for (half, x_px) in [(left, 0), (right, square_px)] {
            let mut square = blank(square_px, square_px);
            let mut brush = Brush::with_unit(&mut square, square_px as f32);
            ground(&mut brush, half.terrain, 1.0, half.crowns == 0, dice);
            let at = Transform::identity();
            face.draw_pixmap(x_px as i32, 0, square.as_ref(), &PixmapPaint::default(), at, None);
        }
        ragged_border(&mut Brush::with_unit(&mut face, square_px as f32), dice);
    }
    let corner = Corner::any(dice);
    let mut brush = Brush::with_unit(&mut face, square_px as f32);
    for (half, x) in [(left, 0.0), (right, 1.0)] {
        crowned(&mut brush.moved(x, 0.0), half, corner, dice);
    }
    edge(&mut brush, 2.0);
    face
}

/// A castle's start square, `square_px` pixels wide; RGBA.
pub fn castle_square(square_px: u32, colour: Colour, dice: &mut Dice) -> Pixmap {
    let mut face = blank(square_px, square_px);
    let mut brush = Brush::with_unit(&mut face, square_px as f32);
    let stone = Colour::rgb(196, 186, 160).shade(between(dice, 0.85, 1.1));
    brush.rectangle(0.0, 0.0, 1.0, 1.0, stone.shade(0.72));
    paving(&mut brush, stone, dice);
    match dice.random_range(0..4) {
        0 => crown(&mut brush.placed(0.5, 0.5, 0.0, between(dice, 2.0, 2.6)), colour),
        1 => gatehouse(&mut brush, colour, dice),
        2 => pale_crown(&mut brush.placed(0.5, 0.5, 0.0, between(dice, 2.4, 3.2)), colour),
        _ => courtyard(&mut brush, colour),
    }
    edge(&mut brush, 1.0);
    face
}

/// The colours of the castles in the order of [`CastleColor::ALL`].
const CASTLES: [Colour; 8] = [
    Colour::rgb(226, 120, 160),
    Colour::rgb(238, 220, 96),
    Colour::rgb(84, 150, 70),
    Colour::rgb(66, 110, 170),
    Colour::rgb(232, 130, 40),
    Colour::rgb(190, 40, 40),
    Colour::rgb(120, 70, 150),
    Colour::rgb(232, 230, 222),
];

/// What a castle of this colour, or of any, is painted with.
pub fn castle_paint(color: Option<CastleColor>, dice: &mut Dice) -> Colour {
    match color {
        Some(color) => CASTLES[color as usize],
        None => *CASTLES.choose(dice).unwrap_or(&CASTLES[0]),
    }
}

#[derive(Clone, Copy)]
struct Corner {
    right: bool,
    bottom: bool,
}

impl Corner {
    fn any(dice: &mut Dice) -> Self {
        Self { right: dice.random(), bottom: dice.random() }
    }
}

/// The terrain, `width` squares wide; `roomy` when no building will stand there, so that scenery may.
fn ground(brush: &mut Brush, terrain: Terrain, width: f32, roomy: bool, dice: &mut Dice) {
    match terrain {
        Terrain::Wheat => wheat(brush, width, dice),
        Terrain::Forest => forest(brush, width, dice),
        Terrain::Lake => lake(brush, width, dice),
        Terrain::Grassland => grassland(brush, width, dice),
        Terrain::Swamp => swamp(brush, width, dice),
        Terrain::Mine => mine(brush, width, dice),
        Terrain::Town => town(brush, width, dice),
    }
    if roomy {
        scenery(brush, terrain, width, dice);
    }
}

/// Now and then something stands in the open.
fn scenery(brush: &mut Brush, terrain: Terrain, width: f32, dice: &mut Dice) {
    let at = (between(dice, 0.25, width - 0.25), between(dice, 0.35, 0.72));
    let chance = dice.random_range(0..100);
    match terrain {
        Terrain::Wheat if chance < 12 => haystack(brush, at),
        Terrain::Lake if chance < 12 => boat(brush, at),
        Terrain::Lake if chance < 22 => swimmer(brush, width, dice),
        Terrain::Lake if chance < 40 && width > 1.0 => posts(brush, dice),
        Terrain::Grassland if chance < 12 => stones(brush, width, dice),
        Terrain::Swamp if chance < 22 => dead_tree(brush, at),
        Terrain::Mine if chance < 80 => rock(brush, (0.5, 0.52), between(dice, 0.2, 0.28), dice),
        _ => {}
    }
}

/// A base colour, a little different on every face.
fn base(brush: &mut Brush, width: f32, colour: (u8, u8, u8), dice: &mut Dice) -> Colour {
    let factor = between(dice, 0.9, 1.08);
    let mut channel = |v: u8| (f32::from(v) * factor + between(dice, -9.0, 9.0)).clamp(0.0, 255.0) as u8;
    let colour = Colour::rgb(channel(colour.0), channel(colour.1), channel(colour.2));
    brush.rectangle(-0.1, -0.1, width + 0.2, 1.2, colour);
    patches(brush, width, colour, dice);
    colour
}

/// Soft lighter and darker patches.
fn patches(brush: &mut Brush, width: f32, colour: Colour, dice: &mut Dice) {
    for _ in 0..(4.0 * width) as usize {
        let shade = colour.shade(between(dice, 0.86, 1.12)).fade(90);
        let radius = between(dice, 0.1, 0.3);
        brush.ellipse(anywhere(width, dice), radius, radius * between(dice, 0.4, 0.9), shade);
    }
}

fn anywhere(width: f32, dice: &mut Dice) -> (f32, f32) {
    (between(dice, 0.04, width - 0.04), between(dice, 0.04, 0.96))
}

fn wheat(brush: &mut Brush, width: f32, dice: &mut Dice) {
    let colour = base(brush, width, (240, 198, 22), dice);
    let (slope, rows) = (between(dice, -0.08, 0.08), dice.random_range(5..9));
    let strength = dice.random_range(30..120);
    for row in 0..rows {
        let y = (row as f32 + 0.5) / rows as f32;
        let bend = between(dice, -0.05, 0.05);
        let furrow = Colour::rgb(200, 146, 10).fade(strength);
        brush.curve((-0.05, y), (width / 2.0, y + slope + bend), (width + 0.05, y + slope), 0.016, furrow);
    }
    for _ in 0..dice.random_range(6..22) * width as usize {
        let (x, y) = anywhere(width, dice);
        let lean = between(dice, -0.02, 0.02);
        brush.polyline(&[(x, y), (x + lean, y - 0.05)], 0.012, colour.shade(0.82));
        brush.circle((x + lean, y - 0.055), 0.012, Colour::rgb(255, 226, 90));
    }
    for _ in 0..dice.random_range(0..3) {
        bird(brush, anywhere(width, dice), dice);
    }
}

fn bird(brush: &mut Brush, (x, y): (f32, f32), dice: &mut Dice) {
    let size = between(dice, 0.025, 0.05);
    let colour = *[Colour::rgb(40, 34, 30), Colour::rgb(196, 84, 20)].choose(dice).unwrap_or(&OUTLINE);
    brush.polyline(&[(x - size, y - size * 0.6), (x, y), (x + size, y - size * 0.8)], 0.02, colour);
}

fn haystack(brush: &mut Brush, (x, y): (f32, f32)) {
    let hay = Colour::rgb(222, 164, 40);
    brush.ellipse((x, y + 0.1), 0.17, 0.04, OUTLINE.fade(70));
    brush.outlined(
        &[(x - 0.15, y + 0.1), (x - 0.12, y - 0.04), (x, y - 0.13), (x + 0.12, y - 0.04), (x + 0.15, y + 0.1)],
        hay,
        0.012,
        OUTLINE,
    );
    brush.polyline(&[(x - 0.04, y + 0.08), (x - 0.02, y - 0.07)], 0.01, hay.shade(0.7));
    brush.polyline(&[(x + 0.05, y + 0.08), (x + 0.03, y - 0.06)], 0.01, hay.shade(0.7));
}

fn forest(brush: &mut Brush, width: f32, dice: &mut Dice) {
    base(brush, width, (84, 128, 34), dice);
    let firs = if dice.random_bool(0.4) { between(dice, 0.3, 0.9) } else { 0.1 };
    let count = dice.random_range(24..36) * width as usize;
    let mut trees: Vec<(f32, f32)> = (0..count)
        .map(|i| {
            let column = (i as f32 + between(dice, 0.0, 1.0)) / count as f32 * width;
            (column, between(dice, 0.02, 1.02))
        })
        .collect();
    trees.sort_by(|a, b| a.1.total_cmp(&b.1));
    for at in trees {
        if between(dice, 0.0, 1.0) < firs { fir(brush, at, dice) } else { tree(brush, at, dice) }
    }
}

fn tree(brush: &mut Brush, (x, y): (f32, f32), dice: &mut Dice) {
    let radius = between(dice, 0.075, 0.125);
    let leaf = Colour::rgb(38, dice.random_range(96..128), 42);
    brush.ellipse((x + 0.02, y + radius * 0.9), radius, radius * 0.4, Colour::rgb(24, 50, 14).fade(120));
    brush.circle((x, y), radius + 0.012, Colour::rgb(16, 48, 22));
    brush.circle((x, y), radius, leaf);
    brush.circle((x - radius * 0.25, y - radius * 0.3), radius * 0.6, leaf.shade(1.22));
    brush.circle((x - radius * 0.35, y - radius * 0.45), radius * 0.25, leaf.shade(1.5));
}

fn fir(brush: &mut Brush, (x, y): (f32, f32), dice: &mut Dice) {
    let (half, height) = (between(dice, 0.05, 0.085), between(dice, 0.17, 0.25));
    let leaf = Colour::rgb(30, dice.random_range(84..116), 44);
    let tip = (x, y - height * 0.6);
    let triangle = [(x - half, y + height * 0.4), tip, (x + half, y + height * 0.4)];
    brush.outlined(&triangle, leaf, 0.014, Colour::rgb(14, 44, 22));
    brush.polyline(&[tip, (x - half * 0.5, y + height * 0.25)], 0.014, leaf.shade(1.35));
}

fn lake(brush: &mut Brush, width: f32, dice: &mut Dice) {
    let colour = base(brush, width, (38, 124, 216), dice);
    for _ in 0..dice.random_range(5..14) * width as usize {
        let (x, y) = anywhere(width, dice);
        let long = between(dice, 0.03, 0.09);
        let tint = if dice.random_bool(0.6) { colour.shade(1.35) } else { colour.shade(0.72) }.fade(170);
        brush.curve((x - long, y), (x, y - 0.04), (x + long, y), 0.014, tint);
    }
}

fn boat(brush: &mut Brush, (x, y): (f32, f32)) {
    let hull = [(x - 0.11, y - 0.03), (x + 0.11, y - 0.03), (x + 0.07, y + 0.035), (x - 0.07, y + 0.035)];
    brush.ellipse((x, y + 0.04), 0.12, 0.025, Colour::rgb(10, 50, 110).fade(120));
    brush.outlined(&hull, Colour::rgb(206, 122, 40), 0.012, OUTLINE);
    brush.circle((x, y - 0.06), 0.03, CREAM);
    brush.polyline(&[(x + 0.03, y - 0.02), (x + 0.13, y + 0.05)], 0.012, OUTLINE);
}

/// The shadow of something long under the water.
fn swimmer(brush: &mut Brush, width: f32, dice: &mut Dice) {
    let (y, shade) = (between(dice, 0.35, 0.65), Colour::rgb(16, 50, 110).fade(110));
    brush.curve((0.15, y), (width * 0.4, y - 0.4), (width * 0.6, y), 0.09, shade);
    brush.curve((width * 0.6, y), (width * 0.75, y + 0.3), (width - 0.15, y - 0.1), 0.05, shade);
}

fn posts(brush: &mut Brush, dice: &mut Dice) {
    for i in 0..6 {
        let (x, y) = (1.0 + between(dice, -0.03, 0.03), 0.08 + 0.17 * i as f32);
        brush.polyline(&[(x, y), (x + 0.01, y + 0.06)], 0.03, WOOD.shade(0.6));
    }
}

fn grassland(brush: &mut Brush, width: f32, dice: &mut Dice) {
    let colour = base(brush, width, (118, 200, 36), dice);
    for _ in 0..12 * width as usize {
        let (x, y) = anywhere(width, dice);
        brush.polyline(&[(x - 0.015, y - 0.035), (x, y), (x + 0.018, y - 0.03)], 0.01, colour.shade(0.75));
    }
    for _ in 0..dice.random_range(5..16) * width as usize {
        let at = anywhere(width, dice);
        let petals = if dice.random_bool(0.7) { Colour::rgb(252, 250, 240) } else { Colour::rgb(250, 226, 60) };
        brush.circle(at, between(dice, 0.012, 0.024), petals);
    }
    for _ in 0..dice.random_range(0..5) * width as usize {
        sheep(brush, anywhere(width, dice), dice);
    }
}

fn sheep(brush: &mut Brush, (x, y): (f32, f32), dice: &mut Dice) {
    let side = if dice.random() { 1.0 } else { -1.0 };
    brush.ellipse((x, y + 0.028), 0.045, 0.014, Colour::rgb(40, 90, 10).fade(130));
    brush.ellipse((x, y), 0.048, 0.034, Colour::rgb(150, 150, 140));
    brush.ellipse((x, y - 0.003), 0.041, 0.028, Colour::rgb(248, 246, 238));
    brush.circle((x + side * 0.045, y - 0.008), 0.016, Colour::rgb(70, 60, 56));
}

fn stones(brush: &mut Brush, width: f32, dice: &mut Dice) {
    let x = if width > 1.0 { 1.0 } else { between(dice, 0.3, 0.7) };
    for i in 0..14 {
        let at = (x + between(dice, -0.03, 0.03), 0.03 + 0.07 * i as f32);
        brush.circle(at, between(dice, 0.02, 0.04), Colour::rgb(214, 212, 204).shade(between(dice, 0.7, 1.1)));
    }
}

fn swamp(brush: &mut Brush, width: f32, dice: &mut Dice) {
    let colour = base(brush, width, (170, 152, 116), dice);
    for _ in 0..dice.random_range(4..8) * width as usize {
        let (x, y) = anywhere(width, dice);
        let (wide, high) = (between(dice, 0.08, 0.24), between(dice, 0.02, 0.06));
        brush.ellipse((x, y), wide, high, colour.shade(0.66).fade(170));
        brush.ellipse((x - 0.02, y - 0.008), wide * 0.7, high * 0.55, colour.shade(1.18).fade(150));
    }
    for _ in 0..dice.random_range(2..5) * width as usize {
        dead_branch(brush, anywhere(width, dice), dice);
    }
    for _ in 0..5 * width as usize {
        let (x, y) = anywhere(width, dice);
        brush.polyline(&[(x, y), (x + between(dice, -0.01, 0.01), y - 0.07)], 0.01, Colour::rgb(96, 92, 50));
    }
}

fn dead_branch(brush: &mut Brush, (x, y): (f32, f32), dice: &mut Dice) {
    let (long, up) = (between(dice, 0.05, 0.13), between(dice, 0.03, 0.1));
    let bark = Colour::rgb(104, 64, 40).shade(between(dice, 0.7, 1.2));
    brush.curve((x - long, y), (x, y - up), (x + long, y + 0.01), between(dice, 0.015, 0.03), bark);
}

fn dead_tree(brush: &mut Brush, (x, y): (f32, f32)) {
    let bark = Colour::rgb(92, 44, 34);
    brush.ellipse((x, y + 0.2), 0.14, 0.03, OUTLINE.fade(80));
    brush.curve((x - 0.02, y + 0.2), (x + 0.02, y), (x - 0.02, y - 0.12), 0.07, bark);
    brush.curve((x, y), (x + 0.1, y - 0.05), (x + 0.13, y - 0.16), 0.03, bark);
    brush.curve((x - 0.01, y - 0.05), (x - 0.1, y - 0.08), (x - 0.14, y - 0.15), 0.028, bark);
}

fn mine(brush: &mut Brush, width: f32, dice: &mut Dice) {
    let colour = base(brush, width, (52, 47, 48), dice);
    for _ in 0..14 * width as usize {
        let at = anywhere(width, dice);
        brush.circle(at, between(dice, 0.006, 0.018), colour.shade(between(dice, 0.5, 1.9)));
    }
    for _ in 0..dice.random_range(2..8) * width as usize {
        let at = anywhere(width, dice);
        nugget(brush, at, between(dice, 0.02, 0.05), dice);
    }
}

fn nugget(brush: &mut Brush, (x, y): (f32, f32), size: f32, dice: &mut Dice) {
    let gold = Colour::rgb(224, 190, 112).shade(between(dice, 0.8, 1.1));
    let points = blob((x, y), size, 6, dice);
    brush.outlined(&points, gold, 0.01, OUTLINE);
}

fn rock(brush: &mut Brush, (x, y): (f32, f32), size: f32, dice: &mut Dice) {
    let gold = Colour::rgb(222, 192, 124).shade(between(dice, 0.9, 1.06));
    brush.ellipse((x + 0.03, y + size * 0.75), size * 1.15, size * 0.35, Colour::rgb(10, 8, 8).fade(170));
    for (dx, dy, part) in [(-0.45, 0.1, 0.75), (0.45, 0.15, 0.7), (0.0, -0.25, 0.85), (0.1, 0.35, 0.75)] {
        let points = blob((x + dx * size, y + dy * size), size * part, 8, dice);
        brush.outlined(&points, gold.shade(1.0 + dx * 0.25 - dy * 0.2), 0.014, OUTLINE);
        let (cx, cy) = (x + dx * size, y + dy * size);
        brush.curve((cx - size * 0.2, cy), (cx, cy - size * 0.3), (cx + size * 0.2, cy), 0.01, gold.shade(0.7));
    }
}

fn blob((x, y): (f32, f32), size: f32, corners: usize, dice: &mut Dice) -> Vec<(f32, f32)> {
    let turn = between(dice, 0.0, 6.0);
    let point = |i: usize| {
        let angle = turn + i as f32 * std::f32::consts::TAU / corners as f32;
        let radius = size * between(dice, 0.78, 1.1);
        (x + radius * angle.cos(), y + radius * angle.sin())
    };
    (0..corners).map(point).collect()
}

fn town(brush: &mut Brush, width: f32, dice: &mut Dice) {
    let colour = base(brush, width, (190, 84, 60), dice);
    for row in 0..8 {
        for column in 0..(6.0 * width) as usize {
            let x = (column as f32 + if row % 2 == 0 { 0.0 } else { 0.5 }) / 6.0;
            brush.rectangle(x + 0.008, row as f32 / 8.0 + 0.008, 0.15, 0.11, colour.shade(between(dice, 0.85, 1.15)));
        }
    }
}

fn ragged_border(brush: &mut Brush, dice: &mut Dice) {
    let steps = 13;
    let mut point = |i: usize| (1.0 + between(dice, -0.022, 0.022), i as f32 / (steps - 1) as f32 * 1.04 - 0.02);
    let points: Vec<(f32, f32)> = (0..steps).map(&mut point).collect();
    brush.polyline(&points, 0.05, BORDER.shade(0.5));
    brush.polyline(&points, 0.026, BORDER);
}

/// What stands on a crowned half, and its crowns.
fn crowned(brush: &mut Brush, half: Half, corner: Corner, dice: &mut Dice) {
    if half.crowns == 0 {
        return;
    }
    // The building leaves the crowns' corner free.
    let x = 0.5 + if corner.right { -0.04 } else { 0.04 } + between(dice, -0.03, 0.03);
    let y = 0.5 + if corner.bottom { -0.07 } else { 0.07 } + between(dice, -0.03, 0.03);
    let mut at = brush.placed(x, y, between(dice, -8.0, 8.0), between(dice, 0.92, 1.08));
    match half.terrain {
        Terrain::Wheat => windmill(&mut at, dice),
        Terrain::Forest => hut(&mut at),
        Terrain::Lake => fishing_house(&mut at, dice),
        Terrain::Grassland => farm(&mut at, half.crowns),
        Terrain::Swamp => swamp_boat(&mut at, dice),
        Terrain::Mine => pits(&mut at, half.crowns, dice),
        Terrain::Town => {}
    }
    crowns(brush, half.crowns, corner, dice);
}

fn crowns(brush: &mut Brush, count: u8, corner: Corner, dice: &mut Dice) {
    let (pitch, scale) = (between(dice, 0.285, 0.305), between(dice, 0.96, 1.08));
    let margin = between(dice, 0.165, 0.18);
    let y = if corner.bottom { 1.0 - between(dice, 0.13, 0.16) } else { between(dice, 0.13, 0.16) };
    for i in 0..count {
        let inwards = margin + pitch * f32::from(i);
        let x = if corner.right { 1.0 - inwards } else { inwards };
        crown(&mut brush.placed(x, y, 0.0, scale), Colour::rgb(244, 206, 52));
    }
}

/// A crown that is hardly lighter than the paving around it.
fn pale_crown(brush: &mut Brush, colour: Colour) {
    let tint = colour.shade(1.2).fade(150);
    let tips = [(-0.1, 0.07), (-0.125, -0.07), (-0.055, 0.0), (0.0, -0.09), (0.055, 0.0), (0.125, -0.07), (0.1, 0.07)];
    brush.polygon(&tips, tint);
    brush.polyline(&[(-0.1, 0.09), (0.1, 0.09)], 0.02, tint);
}

/// A crown of about 0.26 x 0.19 around the origin.
fn crown(brush: &mut Brush, gold: Colour) {
    let shape = [
        (-0.09, 0.07),
        (-0.118, -0.045),
        (-0.055, 0.005),
        (0.0, -0.075),
        (0.055, 0.005),
        (0.118, -0.045),
        (0.09, 0.07),
    ];
    let balls = [(-0.118, -0.05), (0.0, -0.08), (0.118, -0.05)];
    brush.outlined(&shape, CREAM, 0.068, OUTLINE);
    balls.iter().for_each(|at| brush.circle(*at, 0.046, OUTLINE));
    brush.outlined(&shape, CREAM, 0.048, Colour::rgb(255, 255, 255));
    balls.iter().for_each(|at| brush.circle(*at, 0.036, Colour::rgb(255, 255, 255)));
    brush.outlined(&shape, gold, 0.012, gold.shade(0.6));
    balls.iter().for_each(|at| brush.circle(*at, 0.02, gold));
    brush.polyline(&[(-0.085, 0.045), (0.085, 0.045)], 0.012, gold.shade(0.65));
}

fn windmill(brush: &mut Brush, dice: &mut Dice) {
    let stone = Colour::rgb(214, 160, 66);
    brush.ellipse((0.08, 0.26), 0.26, 0.07, OUTLINE.fade(80));
    brush.outlined(&[(-0.12, 0.25), (-0.075, -0.12), (0.075, -0.12), (0.12, 0.25)], stone, 0.014, OUTLINE);
    brush.outlined(&[(-0.1, -0.1), (0.0, -0.22), (0.1, -0.1)], Colour::rgb(168, 92, 40), 0.014, OUTLINE);
    brush.rectangle(-0.03, 0.14, 0.06, 0.11, OUTLINE.shade(1.5));
    let turn = between(dice, 0.0, 90.0);
    for blade in 0..4 {
        let mut arm = brush.placed(0.0, -0.08, turn + 90.0 * blade as f32, 1.0);
        arm.polyline(&[(0.0, 0.0), (0.0, -0.31)], 0.022, Colour::rgb(150, 50, 34));
        arm.outlined(
            &[(0.0, -0.07), (0.075, -0.07), (0.075, -0.31), (0.0, -0.31)],
            CREAM,
            0.014,
            Colour::rgb(150, 50, 34),
        );
        arm.polyline(&[(0.0, -0.15), (0.075, -0.15)], 0.01, Colour::rgb(150, 50, 34));
        arm.polyline(&[(0.0, -0.23), (0.075, -0.23)], 0.01, Colour::rgb(150, 50, 34));
    }
    brush.circle((0.0, -0.08), 0.025, OUTLINE);
}

fn hut(brush: &mut Brush) {
    brush.ellipse((0.02, 0.1), 0.3, 0.22, Colour::rgb(150, 160, 70));
    brush.outlined(&[(-0.2, 0.18), (-0.2, -0.02), (0.16, -0.02), (0.16, 0.18)], CREAM.shade(0.92), 0.012, OUTLINE);
    brush.rectangle(-0.05, 0.05, 0.08, 0.13, OUTLINE.shade(1.4));
    let roof = [(-0.28, 0.02), (-0.14, -0.22), (0.12, -0.24), (0.25, 0.0)];
    brush.outlined(&roof, Colour::rgb(112, 68, 38), 0.016, OUTLINE);
    for i in 0..4 {
        let x = -0.16 + 0.1 * i as f32;
        brush.polyline(&[(x + 0.02, -0.2), (x - 0.03, 0.0)], 0.01, OUTLINE);
    }
    brush.circle((0.24, 0.16), 0.035, Colour::rgb(190, 60, 40));
}

fn fishing_house(brush: &mut Brush, dice: &mut Dice) {
    let pier = Colour::rgb(206, 104, 40);
    brush.outlined(&[(-0.28, 0.12), (0.3, 0.08), (0.3, 0.16), (-0.24, 0.24)], pier, 0.012, OUTLINE);
    for x in [-0.2, -0.05, 0.1, 0.24] {
        brush.polyline(&[(x, 0.16), (x, 0.28)], 0.022, WOOD.shade(0.7));
    }
    brush.outlined(&[(-0.18, 0.14), (-0.18, -0.02), (0.17, -0.04), (0.17, 0.12)], CREAM, 0.012, WOOD);
    brush.polyline(&[(-0.06, 0.12), (-0.06, -0.02), (0.06, 0.12), (0.06, -0.02)], 0.014, WOOD);
    let roof = [(-0.25, 0.02), (-0.13, -0.2), (0.13, -0.23), (0.24, -0.03)];
    brush.outlined(&roof, Colour::rgb(228, 178, 40), 0.014, OUTLINE);
    brush.polyline(&[(-0.15, -0.06), (0.17, -0.1)], 0.01, WOOD);
    if dice.random() {
        boat(brush, (-0.1, 0.34));
    }
}

fn farm(brush: &mut Brush, crowns: u8) {
    let red = Colour::rgb(204, 58, 36);
    brush.ellipse((0.02, 0.2), 0.32, 0.08, OUTLINE.fade(70));
    if crowns > 1 {
        brush.outlined(&[(-0.34, 0.2), (-0.34, 0.04), (-0.1, 0.04), (-0.1, 0.2)], CREAM, 0.012, OUTLINE);
        brush.outlined(&[(-0.38, 0.08), (-0.3, -0.08), (-0.08, -0.08), (-0.06, 0.08)], red.shade(0.9), 0.014, OUTLINE);
    }
    brush.outlined(&[(-0.2, 0.22), (-0.2, 0.0), (0.22, 0.0), (0.22, 0.22)], CREAM, 0.012, OUTLINE);
    brush.polyline(&[(-0.1, 0.22), (-0.1, 0.0), (0.02, 0.22)], 0.012, WOOD);
    brush.rectangle(0.08, 0.1, 0.08, 0.12, WOOD);
    let roof = [(-0.27, 0.05), (-0.15, -0.2), (0.15, -0.22), (0.28, 0.03)];
    brush.outlined(&roof, red, 0.016, OUTLINE);
    brush.polyline(&[(-0.17, -0.05), (0.2, -0.08)], 0.01, red.shade(0.6));
    brush.polyline(&[(-0.21, 0.0), (0.24, -0.02)], 0.01, red.shade(0.6));
    brush.rectangle(0.07, -0.27, 0.05, 0.09, Colour::rgb(190, 186, 176));
}

fn swamp_boat(brush: &mut Brush, dice: &mut Dice) {
    let hull = [(-0.28, 0.02), (0.28, 0.02), (0.18, 0.15), (-0.18, 0.15)];
    brush.ellipse((0.0, 0.2), 0.33, 0.09, Colour::rgb(84, 70, 48));
    brush.polyline(&[(-0.1, 0.02), (-0.04, -0.24)], 0.018, OUTLINE);
    brush.outlined(&[(-0.04, -0.24), (0.16, -0.1), (-0.08, -0.04)], Colour::rgb(140, 110, 76), 0.012, OUTLINE);
    for x in [-0.17, -0.02, 0.09, 0.19] {
        let skin = *[Colour::rgb(120, 170, 50), Colour::rgb(150, 120, 170), Colour::rgb(190, 200, 206)]
            .choose(dice)
            .unwrap_or(&CREAM);
        brush.circle((x, -0.005), 0.046, OUTLINE);
        brush.circle((x, -0.005), 0.036, skin);
    }
    brush.outlined(&hull, Colour::rgb(150, 84, 44), 0.014, OUTLINE);
    brush.polyline(&[(-0.22, 0.08), (0.22, 0.08)], 0.01, OUTLINE);
}

fn pits(brush: &mut Brush, crowns: u8, dice: &mut Dice) {
    rock(brush, (0.0, 0.0), 0.27, dice);
    let spread = [(0.02, 0.1), (-0.17, 0.02), (0.18, -0.04)];
    for &(x, y) in &spread[..usize::from(crowns).min(3)] {
        let frame = [(x - 0.07, y + 0.11), (x - 0.06, y - 0.03), (x + 0.06, y - 0.03), (x + 0.07, y + 0.11)];
        brush.outlined(&frame, Colour::rgb(22, 14, 12), 0.03, Colour::rgb(176, 62, 34));
        brush.polyline(&[(x - 0.08, y - 0.04), (x + 0.08, y - 0.04)], 0.035, Colour::rgb(196, 76, 40));
    }
    for _ in 0..3 {
        nugget(brush, (between(dice, -0.25, 0.25), between(dice, 0.2, 0.3)), 0.03, dice);
    }
}

fn paving(brush: &mut Brush, stone: Colour, dice: &mut Dice) {
    let rows = dice.random_range(8..13);
    let size = 1.0 / rows as f32;
    for i in 0..rows * rows {
        let (row, column) = (i / rows, i % rows);
        let shift = if row % 2 == 0 { 0.0 } else { size / 2.0 };
        let (x, y) = (column as f32 * size + shift, row as f32 * size);
        let tint = stone.shade(between(dice, 0.88, 1.12));
        brush.ellipse((x + size * 0.5, y + size * 0.5), size * 0.46, size * 0.44, tint);
    }
}

fn gatehouse(brush: &mut Brush, colour: Colour, dice: &mut Dice) {
    let roof = colour.shade(between(dice, 0.85, 1.05));
    for (x, width, top) in [(0.2, 0.18, 0.34), (0.62, 0.18, 0.34), (0.36, 0.28, 0.44)] {
        brush.outlined(
            &[(x, 0.82), (x, top), (x + width, top), (x + width, 0.82)],
            Colour::rgb(206, 198, 182),
            0.014,
            OUTLINE,
        );
        let tip = (x + width / 2.0, top - 0.2);
        brush.outlined(&[(x - 0.03, top), tip, (x + width + 0.03, top)], roof, 0.014, OUTLINE);
    }
    brush.rectangle(0.45, 0.62, 0.1, 0.2, OUTLINE);
}

/// Walls around a yard, seen from above.
fn courtyard(brush: &mut Brush, colour: Colour) {
    let wall = colour.shade(0.85);
    brush.rectangle(0.12, 0.12, 0.76, 0.76, wall.shade(0.8));
    brush.rectangle(0.24, 0.24, 0.52, 0.52, Colour::rgb(120, 108, 88));
    for (x, y) in [(0.18, 0.18), (0.82, 0.18), (0.18, 0.82), (0.82, 0.82)] {
        brush.rectangle(x - 0.1, y - 0.1, 0.2, 0.2, OUTLINE);
        brush.rectangle(x - 0.085, y - 0.085, 0.17, 0.17, wall);
    }
}

/// The printed face ends in a thin darker rim.
fn edge(brush: &mut Brush, width: f32) {
    let rim = [(0.0, 0.0), (width, 0.0), (width, 1.0), (0.0, 1.0), (0.0, 0.0)];
    brush.polyline(&rim, 0.02, OUTLINE.fade(90));
}
