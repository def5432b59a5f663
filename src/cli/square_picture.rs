//! Draws squares of photos as small pictures in characters, for a terminal.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};

use game::guesses::{KingdomGuesses, photo_px};
use kingdom_scanner::domain::{Cell, Grid, Place};
use kingdom_scanner::report::character_picture::{Paint, character_picture};

/// Pixels per side; a character shows two pixels, one above the other. With the question below it, a picture
/// of 18 lines fits on a terminal of 24.
pub const PICTURE_PX: usize = 36;

/// The colours of the terminal behind standard error: respects `NO_COLOR`, and detects true colour from
/// `COLORTERM`.
pub fn paint() -> Paint {
    let has_true_colour =
        std::env::var("COLORTERM").is_ok_and(|value| ["truecolor", "24bit"].contains(&value.as_str()));
    match AutoStream::choice(&io::stderr()) {
        ColorChoice::Never => Paint::Characters,
        _ if has_true_colour => Paint::TrueColour,
        _ => Paint::Colours256,
    }
}

/// The pixels (BGR) of an upright photo, or of a small copy.
pub type Pixels = Grid<[u8; 3]>;

/// A part of a kingdom's grid in characters, in whole lines: `squares` squares wide and high, beginning at
/// `from` (x and y, in squares). Empty for a typed kingdom.
pub fn part_of_grid(pixels: &Pixels, guesses: &KingdomGuesses, from: [f64; 2], squares: f64) -> String {
    let Some(to_photo_px) = guesses.to_photo_px() else { return String::new() };
    let scale = pixels.cols() as f64 / f64::from(guesses.photo_size_px()[0].max(1));
    let part = Grid::from_fn(PICTURE_PX, PICTURE_PX, |at| {
        let [right, down] = [at.col, at.row].map(|pixel| squares * (pixel as f64 + 0.5) / PICTURE_PX as f64);
        let at_px = photo_px(to_photo_px, [from[0] + right, from[1] + down]);
        let [x, y] = at_px.map(|px| (px * scale).max(0.0) as usize);
        pixels.get(Place::new(y, x)).copied().unwrap_or_default()
    });
    character_picture(&part, paint())
}

/// A whole picture in characters, in whole lines.
pub fn whole_picture(pixels: &Pixels) -> String {
    let (rows, cols) = (pixels.rows(), pixels.cols());
    let side = rows.max(cols);
    let whole = Grid::from_fn(PICTURE_PX, PICTURE_PX, |at| {
        let [row, col] = [(rows, at.row), (cols, at.col)]
            .map(|(length, at)| (at * side / PICTURE_PX + length / 2).checked_sub(side / 2));
        let place = row.zip(col).map(|(row, col)| Place::new(row, col));
        place.and_then(|place| pixels.get(place).copied()).unwrap_or_default()
    });
    character_picture(&whole, paint())
}

/// Squares from the small copies stored with a batch's results. The last copy is kept decoded.
#[derive(Default)]
pub struct SquarePictures {
    last: RefCell<Option<(PathBuf, Option<Pixels>)>>,
}

impl SquarePictures {
    /// A square of a kingdom's guesses in characters, in whole lines, from a small copy of its photo; empty
    /// if there is none.
    pub fn square(&self, small_copy: &Path, guesses: &KingdomGuesses, cell: Cell) -> String {
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(path, _)| path != small_copy) {
            *last = Some((small_copy.to_owned(), pixels_of(small_copy)));
        }
        let Some((_, Some(pixels))) = &*last else { return String::new() };
        part_of_grid(pixels, guesses, [cell.col as f64, cell.row as f64], 1.0)
    }
}

fn pixels_of(jpeg: &Path) -> Option<Pixels> {
    let picture = image::open(jpeg).ok()?.into_rgb8();
    let (cols, rows) = (picture.width() as usize, picture.height() as usize);
    let pixels = picture.pixels().map(|pixel| [pixel.0[2], pixel.0[1], pixel.0[0]]).collect();
    (rows > 0 && cols > 0).then(|| Grid::from_cells(rows, cols, pixels))
}
