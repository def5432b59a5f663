//! Table tops for measuring alone: no training manifest names them, and they share no drawing with [`super::tables`].

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde::Deserialize;
use tiny_skia::Pixmap;

use super::brush::{Brush, Colour};
use super::tables::{noise, shaded};
use super::{Dice, RenderError, between};

/// A table top that no training sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeldOutTable {
    /// Blocks of slats, every other block across.
    Parquet,
    /// Chips of stone in a pale or dark ground.
    Terrazzo,
    /// Bands of many colours and widths across each other.
    Tartan,
    /// Rows of stitches.
    Knitted,
    /// Veins in stone.
    Marble,
    /// Printed leaves.
    Leaves,
    /// Ruled fine, with stronger lines in between.
    GraphPaper,
    /// A printed mat with fields for cards.
    Playmat,
}

/// Draws the table all over `top`; `unit` is a square of the kingdom in pixels.
pub(super) fn held_out(table: HeldOutTable, top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    let ground = ground_of(table, dice);
    let (broad, fine) = (noise(side, 7, 7, dice)?, noise(side, side as usize / 2, side as usize / 2, dice)?);
    shaded(top, ground, &[(broad, between(dice, 0.02, 0.1)), (fine, between(dice, 0.0, 0.08))])?;
    let draw: Draw = match table {
        HeldOutTable::Parquet => parquet,
        HeldOutTable::Terrazzo => terrazzo,
        HeldOutTable::Tartan => tartan,
        HeldOutTable::Knitted => knitted,
        HeldOutTable::Marble => marble,
        HeldOutTable::Leaves => leaves,
        HeldOutTable::GraphPaper => graph_paper,
        HeldOutTable::Playmat => playmat,
    };
    draw(&mut Brush::with_unit(top, unit), side as f32 / unit, ground, dice);
    Ok(())
}

fn ground_of(table: HeldOutTable, dice: &mut Dice) -> Colour {
    let colours: &[(u8, u8, u8)] = match table {
        HeldOutTable::Parquet => &[(198, 152, 96), (128, 84, 48), (222, 196, 150)],
        HeldOutTable::Terrazzo => &[(226, 222, 214), (176, 172, 168), (64, 66, 70)],
        HeldOutTable::Tartan => &[(150, 28, 36), (26, 66, 48), (34, 48, 104), (228, 220, 200)],
        HeldOutTable::Knitted => &[(214, 206, 190), (92, 98, 110), (140, 52, 60), (64, 96, 92)],
        HeldOutTable::Marble => &[(240, 240, 238), (38, 40, 44), (196, 206, 200)],
        HeldOutTable::Leaves => &[(244, 240, 226), (40, 62, 46), (220, 190, 120)],
        HeldOutTable::GraphPaper => &[(250, 250, 246), (240, 244, 230), (38, 60, 92)],
        HeldOutTable::Playmat => &[(30, 34, 44), (44, 74, 66), (88, 60, 96), (176, 140, 96)],
    };
    let &(r, g, b) = colours.choose(dice).expect("every table has colours");
    Colour::rgb(r, g, b).shade(between(dice, 0.8, 1.1))
}

/// Draws with the brush on the ground, over so many squares in width and height.
type Draw = fn(&mut Brush, f32, Colour, &mut Dice);

fn parquet(brush: &mut Brush, squares: f32, ground: Colour, dice: &mut Dice) {
    let (block, slats) = (between(dice, 0.8, 2.6), dice.random_range(3..6));
    let count = (squares / block) as i32 + 1;
    for i in 0..count * count {
        let (left, top) = ((i % count) as f32 * block, (i / count) as f32 * block);
        for slat in 0..slats {
            let (at, wide) = (block * slat as f32 / slats as f32, block / slats as f32 * 0.97);
            let colour = ground.shade(between(dice, 0.75, 1.15));
            match (i % count + i / count) % 2 {
                0 => brush.rectangle(left + at, top, wide, block * 0.99, colour),
                _ => brush.rectangle(left, top + at, block * 0.99, wide, colour),
            }
        }
    }
}

fn terrazzo(brush: &mut Brush, squares: f32, _: Colour, dice: &mut Dice) {
    let chips: Vec<Colour> = (0..5).map(|_| Colour::rgb(dice.random(), dice.random(), dice.random())).collect();
    let (largest, many) = (between(dice, 0.08, 0.4), (squares * squares * between(dice, 1.0, 6.0)) as usize);
    for _ in 0..many {
        let at = (between(dice, 0.0, squares), between(dice, 0.0, squares));
        let mut spoke = |turn: f32| {
            let radius = largest * between(dice, 0.25, 1.0);
            (at.0 + radius * turn.cos(), at.1 + radius * turn.sin())
        };
        let points = [0.0, 1.3, 2.4, 3.7, 5.0].map(&mut spoke);
        brush.polygon(&points, chips.choose(dice).copied().unwrap_or(Colour::rgb(0, 0, 0)).fade(220));
    }
}

fn tartan(brush: &mut Brush, squares: f32, _: Colour, dice: &mut Dice) {
    let sett = between(dice, 0.9, 4.0);
    let bands: Vec<(f32, f32, Colour)> = (0..dice.random_range(3..7))
        .map(|_| {
            let colour = Colour::rgb(dice.random(), dice.random(), dice.random());
            (between(dice, 0.0, sett), sett * between(dice, 0.01, 0.25), colour.fade(dice.random_range(70..170)))
        })
        .collect();
    let repeats = (squares / sett) as usize + 1;
    for (start, (at, wide, colour)) in (0..repeats).flat_map(|i| bands.iter().map(move |band| (i as f32 * sett, *band)))
    {
        brush.rectangle(start + at, 0.0, wide, squares, colour);
        brush.rectangle(0.0, start + at, squares, wide, colour);
    }
}

fn knitted(brush: &mut Brush, squares: f32, ground: Colour, dice: &mut Dice) {
    // Stitches below a twelfth of a square cannot be seen, and there would be very many.
    let stitch = between(dice, 0.12, 0.4);
    let (second, period) = (ground.shade(between(dice, 0.5, 0.8)), dice.random_range(2..9));
    let count = (squares / stitch) as i32 + 1;
    for i in 0..count * count {
        let (column, row) = (i % count, i / count);
        let (x, y) = (column as f32 * stitch, row as f32 * stitch);
        let colour = if row % period == 0 { second } else { ground.shade(1.12) };
        let (low, middle) = (y + stitch, x + stitch / 2.0);
        brush.polyline(&[(x, y), (middle, low), (x + stitch, y)], stitch * 0.28, colour);
    }
}

fn marble(brush: &mut Brush, squares: f32, ground: Colour, dice: &mut Dice) {
    let dark = ground.0 < 128;
    for _ in 0..dice.random_range(6..24) {
        let (mut x, mut y) = (between(dice, 0.0, squares), 0.0);
        let (mut points, lean) = (vec![(x, y)], between(dice, -0.8, 0.8));
        while y < squares {
            (x, y) = (x + lean * 0.4 + between(dice, -0.5, 0.5), y + between(dice, 0.1, 0.7));
            points.push((x, y));
        }
        let vein = if dark { Colour::rgb(216, 210, 196) } else { Colour::rgb(120, 122, 128) };
        brush.polyline(&points, between(dice, 0.01, 0.12), vein.fade(dice.random_range(40..150)));
    }
}

fn leaves(brush: &mut Brush, squares: f32, _: Colour, dice: &mut Dice) {
    let greens = [(70, 120, 60), (120, 150, 70), (36, 80, 60), (196, 120, 50)];
    let (long, many) = (between(dice, 0.4, 1.6), (squares * squares * between(dice, 0.6, 2.0)) as usize);
    for _ in 0..many {
        let (x, y) = (between(dice, 0.0, squares), between(dice, 0.0, squares));
        let &(r, g, b) = greens.choose(dice).expect("there are greens");
        let colour = Colour::rgb(r, g, b).shade(between(dice, 0.7, 1.3));
        let mut leaf = brush.placed(x, y, between(dice, 0.0, 360.0), long);
        let edge = |side: f32| [0.0, 0.15, 0.4, 0.7, 1.0].map(|at: f32| (at, side * 0.9 * at * (1.0 - at)));
        let outline: Vec<(f32, f32)> = edge(1.0).into_iter().chain(edge(-1.0).into_iter().rev()).collect();
        leaf.polygon(&outline, colour);
        leaf.polyline(&[(-0.15, 0.0), (0.95, 0.0)], 0.02, colour.shade(0.6));
    }
}

fn graph_paper(brush: &mut Brush, squares: f32, ground: Colour, dice: &mut Dice) {
    let inks = if ground.0 > 128 { [(90, 150, 210), (210, 140, 90), (90, 170, 110)] } else { [(200, 215, 230); 3] };
    let &(r, g, b) = inks.choose(dice).expect("there are inks");
    let (pitch, every) = (between(dice, 0.12, 1.1), dice.random_range(4..11));
    for line in 0..(squares / pitch) as i32 + 1 {
        let (wide, strength) = if line % every == 0 { (0.035, 255) } else { (0.015, 190) };
        let (at, ink) = (line as f32 * pitch, Colour::rgb(r, g, b).fade(strength));
        brush.rectangle(at, 0.0, wide, squares, ink);
        brush.rectangle(0.0, at, squares, wide, ink);
    }
}

fn playmat(brush: &mut Brush, squares: f32, ground: Colour, dice: &mut Dice) {
    let (wide, high, gap) = (between(dice, 0.9, 2.2), between(dice, 0.9, 3.0), between(dice, 0.08, 0.5));
    let line = ground.shade(if ground.0 < 100 { 2.4 } else { 0.45 });
    let fill = Colour::rgb(dice.random(), dice.random(), dice.random()).fade(dice.random_range(0..90));
    let (cols, rows) = ((squares / (wide + gap)) as i32 + 1, (squares / (high + gap)) as i32 + 1);
    for i in 0..cols * rows {
        let (left, top) = ((i % cols) as f32 * (wide + gap), (i / cols) as f32 * (high + gap));
        let field = [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)];
        brush.outlined(&field, fill, 0.05, line);
        brush.circle((left + wide / 2.0, top + high / 2.0), wide.min(high) * 0.2, line.fade(120));
    }
}
