//! Table tops: drawn ones, and photographed ones from a folder.

use std::path::{Path, PathBuf};

use opencv::core::{CV_32F, Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde::Deserialize;
use tiny_skia::Pixmap;

use super::brush::{Brush, Colour};
use super::faces::{load_picture, pictures_in};
use super::tables_held_out::{HeldOutTable, held_out};
use super::{Dice, RenderError, between};

/// What the kingdom lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Table {
    /// Grained, often in planks.
    Wood,
    /// A coarse pile.
    Carpet,
    /// An even cloth with a fine pile.
    Felt,
    /// One colour, ruled with a fine and a coarse grid.
    CuttingMat,
    /// Striped or checked.
    Cloth,
    /// Speckled, at times with joints.
    Stone,
    /// Hardly more than one colour.
    Plain,
    /// Smooth colours without meaning, like a picture out of focus.
    Blurred,
    /// Printed squares of about a square's size, at times in the tiles' colours: the hardest to tell from a kingdom.
    PrintedGrid,
    /// Cloth with dots in rows.
    Dotted,
    /// Cloth or paper printed all over with an ornament of a few shapes, drawn by lot.
    Ornaments,
    /// One that no training sees.
    #[serde(untagged)]
    HeldOut(HeldOutTable),
}

/// Pictures of real surfaces to use as tables, read when needed.
pub struct Textures(Vec<PathBuf>);

impl Textures {
    /// The pictures in `folder`.
    ///
    /// # Errors
    /// An unreadable folder, or one without a picture.
    pub fn in_folder(folder: &Path) -> Result<Self, RenderError> {
        let paths = pictures_in(folder)?;
        if paths.is_empty() {
            return Err(RenderError::file(folder, "no .png, .jpg or .jpeg picture in it"));
        }
        Ok(Self(paths))
    }

    /// One of them, RGBA.
    ///
    /// # Errors
    /// An unreadable picture.
    pub fn any(&self, dice: &mut Dice) -> Result<Pixmap, RenderError> {
        let path = self.0.choose(dice).expect("in_folder found a picture");
        load_picture(path)
    }
}

/// A piece of a table top, `side_px` wide and high, where a square of the kingdom is `square_px` wide; RGBA.
///
/// # Errors
/// OpenCV's, when out of memory.
///
/// # Panics
/// When `side_px` is 0.
pub fn table_top(table: Table, side_px: u32, square_px: f32, dice: &mut Dice) -> Result<Pixmap, RenderError> {
    let mut top = Pixmap::new(side_px, side_px).expect("a table has a size");
    let unit = square_px.max(4.0);
    match table {
        Table::Wood => wood(&mut top, unit, dice)?,
        Table::Carpet => carpet(&mut top, unit, dice)?,
        Table::Felt => felt(&mut top, dice)?,
        Table::CuttingMat => cutting_mat(&mut top, unit, dice)?,
        Table::Cloth => cloth(&mut top, unit, dice)?,
        Table::Stone => stone(&mut top, unit, dice)?,
        Table::Plain => plain(&mut top, dice)?,
        Table::Blurred => blurred(&mut top, dice)?,
        Table::PrintedGrid => printed_grid(&mut top, unit, dice)?,
        Table::Dotted => dotted(&mut top, unit, dice)?,
        Table::Ornaments => ornaments(&mut top, unit, dice)?,
        Table::HeldOut(table) => held_out(table, &mut top, unit, dice)?,
    }
    Ok(top)
}

fn any_of(colours: &[(u8, u8, u8)], dice: &mut Dice) -> Colour {
    let &(r, g, b) = colours.choose(dice).expect("a list of colours is not empty");
    Colour::rgb(r, g, b).shade(between(dice, 0.85, 1.15))
}

fn any_colour(dice: &mut Dice) -> Colour {
    Colour::rgb(dice.random(), dice.random(), dice.random())
}

/// Smooth noise in -1..1: random values on a grid of cells, interpolated to `size_px` square.
pub(super) fn noise(size_px: u32, cells_x: usize, cells_y: usize, dice: &mut Dice) -> Result<Mat, RenderError> {
    let (cells_x, cells_y) = (cells_x.clamp(2, size_px as usize), cells_y.clamp(2, size_px as usize));
    let cells: Vec<f32> = (0..cells_x * cells_y).map(|_| between(dice, -1.0, 1.0)).collect();
    let cells = Mat::new_rows_cols_with_data(cells_y as i32, cells_x as i32, &cells)?;
    let mut smooth = Mat::default();
    let size = Size::new(size_px as i32, size_px as i32);
    imgproc::resize(&cells, &mut smooth, size, 0.0, 0.0, imgproc::INTER_LINEAR)?;
    Ok(smooth)
}

/// Fills the picture with `colour`, lighter and darker by the layers of noise times their strength.
pub(super) fn shaded(top: &mut Pixmap, colour: Colour, layers: &[(Mat, f32)]) -> Result<(), RenderError> {
    let side = top.width() as i32;
    let mut sum = Mat::new_rows_cols_with_default(side, side, CV_32F, 1.0.into())?;
    for (layer, strength) in layers {
        let mut next = Mat::default();
        opencv::core::scale_add(layer, f64::from(*strength), &sum, &mut next)?;
        sum = next;
    }
    let factors = sum.data_typed::<f32>()?;
    for (pixel, factor) in top.data_mut().chunks_exact_mut(4).zip(factors) {
        let channel = |v: u8| (f32::from(v) * factor).clamp(0.0, 255.0) as u8;
        pixel.copy_from_slice(&[channel(colour.0), channel(colour.1), channel(colour.2), 255]);
    }
    Ok(())
}

fn wood(top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    let colours = [(186, 140, 92), (150, 100, 58), (104, 66, 40), (216, 190, 150), (238, 226, 200), (70, 46, 34)];
    let colour = any_of(&colours, dice);
    let cells = (side as f32 / unit) as usize;
    let (broad, fine) = (between(dice, 0.03, 0.15), between(dice, 0.02, 0.12));
    let layers =
        [(noise(side, cells / 2, cells * 6, dice)?, broad), (noise(side, cells * 3, side as usize / 2, dice)?, fine)];
    shaded(top, colour, &layers)?;
    if dice.random_bool(0.6) {
        planks(top, unit * between(dice, 0.9, 4.0), colour, dice);
    }
    Ok(())
}

fn planks(top: &mut Pixmap, width: f32, colour: Colour, dice: &mut Dice) {
    let side = top.width() as f32;
    let mut brush = Brush::with_unit(top, 1.0);
    let mut y = 0.0;
    while y < side {
        let tint = if dice.random() { Colour::rgb(0, 0, 0) } else { Colour::rgb(255, 255, 255) };
        brush.rectangle(0.0, y, side, width, tint.fade(dice.random_range(0..26)));
        brush.rectangle(0.0, y, side, (width * 0.02).max(1.0), colour.shade(0.4).fade(200));
        let seam = between(dice, 0.0, side);
        brush.rectangle(seam, y, (width * 0.02).max(1.0), width, colour.shade(0.4).fade(160));
        y += width;
    }
}

fn carpet(top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    let colours = [(150, 146, 140), (110, 104, 100), (186, 172, 150), (96, 46, 40), (48, 60, 92), (80, 90, 70)];
    let cells = (side as f32 / unit) as usize;
    let pile = between(dice, 0.15, 0.5);
    let layers = [
        (noise(side, cells, cells, dice)?, between(dice, 0.03, 0.12)),
        (noise(side, cells * 9, cells * 9, dice)?, pile * 0.6),
        (noise(side, side as usize, side as usize, dice)?, pile),
    ];
    shaded(top, any_of(&colours, dice), &layers)
}

fn felt(top: &mut Pixmap, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    let colours = [(30, 96, 56), (34, 60, 120), (130, 30, 36), (60, 60, 64), (20, 22, 24), (90, 140, 70)];
    let layers = [
        (noise(side, 5, 5, dice)?, 0.08),
        (noise(side, side as usize, side as usize, dice)?, between(dice, 0.04, 0.2)),
    ];
    shaded(top, any_of(&colours, dice), &layers)
}

fn cutting_mat(top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    let colours = [(28, 92, 74), (40, 60, 90), (60, 60, 60), (190, 210, 200)];
    shaded(top, any_of(&colours, dice), &[(noise(side, 6, 6, dice)?, 0.05)])?;
    let line = any_of(&[(220, 226, 200), (230, 210, 90), (20, 20, 20)], dice);
    let pitch = unit * between(dice, 0.2, 1.3);
    ruled(top, pitch, (pitch * 0.02).max(1.0), line.fade(150));
    ruled(top, pitch * 5.0, (pitch * 0.04).max(1.2), line);
    Ok(())
}

fn ruled(top: &mut Pixmap, pitch: f32, width: f32, colour: Colour) {
    let side = top.width() as f32;
    let mut brush = Brush::with_unit(top, 1.0);
    let mut at = 0.0;
    while at < side {
        brush.rectangle(at, 0.0, width, side, colour);
        brush.rectangle(0.0, at, side, width, colour);
        at += pitch.max(2.0);
    }
}

fn cloth(top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width() as f32;
    let ground = if dice.random_bool(0.5) { Colour::rgb(236, 232, 224) } else { any_colour(dice) };
    let layers = [(noise(top.width(), top.width() as usize, top.width() as usize, dice)?, 0.06)];
    shaded(top, ground, &layers)?;
    let (pitch, colour) = (unit * between(dice, 0.25, 1.6), any_colour(dice));
    let (bands, checked) = (colour.fade(dice.random_range(90..200)), dice.random_bool(0.6));
    let mut brush = Brush::with_unit(top, 1.0);
    let mut at = 0.0;
    while at < side {
        brush.rectangle(at, 0.0, pitch / 2.0, side, bands);
        if checked {
            brush.rectangle(0.0, at, side, pitch / 2.0, bands);
        }
        at += pitch;
    }
    Ok(())
}

fn dotted(top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    shaded(top, any_colour(dice), &[(noise(side, side as usize, side as usize, dice)?, 0.05)])?;
    let (pitch, colour) = (unit * between(dice, 0.3, 1.5), any_colour(dice));
    let (radius, staggered) = (pitch * between(dice, 0.12, 0.4), dice.random_bool(0.5));
    let lines = (side as f32 / pitch) as usize + 2;
    let mut brush = Brush::with_unit(top, 1.0);
    for i in 0..lines * lines {
        let (row, column) = ((i / lines) as f32, (i % lines) as f32);
        let shift = if staggered && (i / lines) % 2 == 1 { 0.5 } else { 0.0 };
        brush.circle(((column + shift) * pitch, row * pitch), radius, colour);
    }
    Ok(())
}

/// Rows of the same few shapes: dots, strokes and polygons of two colours, alone or joined to bands.
fn ornaments(top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    let ground = any_colour(dice);
    shaded(top, ground, &[(noise(side, side as usize, side as usize, dice)?, between(dice, 0.0, 0.06))])?;
    let near = ground.shade(if dice.random() { between(dice, 0.6, 0.9) } else { between(dice, 1.1, 1.5) });
    let colours = if dice.random() { [near, near] } else { [any_colour(dice), near] };
    let (pitch, rise) = (unit * between(dice, 0.25, 1.2), between(dice, 0.5, 1.6));
    let shapes: Vec<Ornament> = (0..dice.random_range(1..4)).map(|_| Ornament::any(colours, dice)).collect();
    let (columns, rows) = ((side as f32 / pitch) as usize + 2, (side as f32 / (pitch * rise)) as usize + 2);
    let staggered = dice.random_bool(0.4);
    let mut brush = Brush::with_unit(top, pitch);
    for i in 0..columns * rows {
        let (row, column) = ((i / columns) as f32, (i % columns) as f32);
        let x = column + if staggered && (i / columns) % 2 == 1 { 0.5 } else { 0.0 };
        shapes.iter().for_each(|shape| shape.draw(&mut brush, (x, row * rise)));
    }
    Ok(())
}

/// A shape about (0, 0), as large as its distance from the next one.
struct Ornament {
    kind: OrnamentKind,
    points: Vec<(f32, f32)>,
    width: f32,
    colour: Colour,
}

#[derive(Clone, Copy)]
enum OrnamentKind {
    Filled,
    Stroke,
    Dot,
    /// Goes on in its neighbours.
    Band,
}

impl Ornament {
    fn any(colours: [Colour; 2], dice: &mut Dice) -> Self {
        let kinds = [OrnamentKind::Filled, OrnamentKind::Stroke, OrnamentKind::Dot, OrnamentKind::Band];
        let count = dice.random_range(3..6);
        let mut point = || (between(dice, -0.6, 0.6), between(dice, -0.6, 0.6));
        Self {
            points: (0..count).map(|_| point()).collect(),
            kind: *kinds.choose(dice).unwrap_or(&OrnamentKind::Dot),
            width: between(dice, 0.04, 0.2),
            colour: *colours.choose(dice).unwrap_or(&colours[0]),
        }
    }

    fn draw(&self, brush: &mut Brush, (x, y): (f32, f32)) {
        let points: Vec<(f32, f32)> = self.points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        match self.kind {
            OrnamentKind::Filled => brush.polygon(&points, self.colour),
            OrnamentKind::Stroke => brush.polyline(&points, self.width, self.colour),
            OrnamentKind::Dot => brush.circle(points[0], 2.0 * self.width, self.colour),
            OrnamentKind::Band => {
                brush.polyline(&[(x - 0.5, y), points[0], (x + 0.5, y)], self.width, self.colour);
            }
        }
    }
}

fn stone(top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    let colours = [(190, 188, 184), (120, 118, 116), (70, 70, 74), (214, 200, 180), (40, 40, 44)];
    let cells = (side as f32 / unit) as usize;
    let layers = [
        (noise(side, cells * 2, cells * 2, dice)?, 0.12),
        (noise(side, cells * 12, cells * 12, dice)?, between(dice, 0.05, 0.3)),
    ];
    let colour = any_of(&colours, dice);
    shaded(top, colour, &layers)?;
    if dice.random_bool(0.3) {
        let pitch = unit * between(dice, 0.8, 5.0);
        ruled(top, pitch, (unit * 0.06).max(1.0), colour.shade(0.6));
    }
    Ok(())
}

fn plain(top: &mut Pixmap, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    let colours = [(236, 234, 230), (250, 250, 250), (22, 22, 24), (8, 8, 8), (204, 196, 180), (90, 92, 96)];
    let colour = if dice.random_bool(0.25) { any_colour(dice) } else { any_of(&colours, dice) };
    shaded(top, colour, &[(noise(side, 4, 4, dice)?, between(dice, 0.0, 0.08))])
}

fn blurred(top: &mut Pixmap, dice: &mut Dice) -> Result<(), RenderError> {
    let side = top.width();
    shaded(top, any_colour(dice), &[(noise(side, 3, 3, dice)?, 0.3)])?;
    let size = side as f32;
    for _ in 0..dice.random_range(8..30) {
        let (at, radius) = ((between(dice, 0.0, size), between(dice, 0.0, size)), size * between(dice, 0.03, 0.25));
        let colour = any_colour(dice).fade(dice.random_range(60..220));
        Brush::with_unit(top, 1.0).ellipse(at, radius, radius * between(dice, 0.4, 1.0), colour);
    }
    soften(top, size * between(dice, 0.004, 0.04))
}

fn soften(top: &mut Pixmap, sigma_px: f32) -> Result<(), RenderError> {
    let side = top.width() as i32;
    let mut soft = Mat::default();
    {
        let from = Mat::new_rows_cols_with_bytes::<opencv::core::Vec4b>(side, side, top.data())?;
        // Three box blurs come close to a Gaussian and take the same time for every width.
        let size = Size::new(sigma_px as i32 * 2 + 1, sigma_px as i32 * 2 + 1);
        imgproc::blur_def(&from, &mut soft, size)?;
    }
    for _ in 0..2 {
        let mut next = Mat::default();
        imgproc::blur_def(&soft, &mut next, Size::new(sigma_px as i32 * 2 + 1, sigma_px as i32 * 2 + 1))?;
        soft = next;
    }
    top.data_mut().copy_from_slice(soft.data_bytes()?);
    Ok(())
}

fn printed_grid(top: &mut Pixmap, unit: f32, dice: &mut Dice) -> Result<(), RenderError> {
    let tiles = [(240, 198, 22), (60, 110, 40), (38, 124, 216), (118, 200, 36), (170, 152, 116), (52, 47, 48)];
    let two = [any_colour(dice), any_colour(dice)];
    let (as_tiles, pitch) = (dice.random_bool(0.5), unit * between(dice, 0.6, 1.4));
    let gap = pitch * between(dice, 0.0, 0.06);
    plain(top, dice)?;
    let count = (top.width() as f32 / pitch.max(3.0)) as usize + 1;
    let mut brush = Brush::with_unit(top, pitch.max(3.0));
    let gap = gap / pitch;
    for i in 0..count * count {
        let (row, column) = (i / count, i % count);
        let colour = if as_tiles { any_of(&tiles, dice) } else { two[(row + column) % 2] };
        brush.rectangle(column as f32 + gap, row as f32 + gap, 1.0 - 2.0 * gap, 1.0 - 2.0 * gap, colour);
    }
    Ok(())
}
