//! Draws lines, plates and texts on the pixels of a picture. Pixel centres have whole coordinates: a dot at
//! (0, 0) is on the first pixel.

use opencv::core::{
    CV_8UC3, Mat, MatTraitConst, MatTraitConstManual, MatTraitManual, Point, Point2d, Rect, Scalar, Size, Vec3b,
};
use tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, Transform};

use report::card::typeface::{OutlineBuilder, Weight};

/// A colour: red, green and blue, 0 to 255 each.
pub type Colour = [u8; 3];

/// Height of capitals as a share of the text's size (Noto Sans).
const CAPITALS: f64 = 0.714;

/// Space for descenders, as in `g`, below the baseline as a share of the text's size (Noto Sans).
const BELOW: f64 = 0.24;

/// A picture to draw on.
pub struct Canvas(Pixmap);

/// A text's extent in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextSize {
    /// From the text's start to its end.
    pub width: i32,
    /// Height of the capitals.
    pub height: i32,
    /// Depth below the baseline.
    pub below: i32,
}

impl TextSize {
    /// The extent of a text with capitals of `capitals_px` pixels.
    pub fn of(text: &str, capitals_px: f64) -> Self {
        let size = capitals_px / CAPITALS;
        let lengths = [WEIGHT.width(text, size), capitals_px, BELOW * size];
        let [width, height, below] = lengths.map(|length| length.ceil() as i32);
        Self { width, height, below }
    }
}

/// Bold, because thin letters would be illegible on a photo.
const WEIGHT: Weight = Weight::Bold;

impl Canvas {
    /// A copy of 8-bit BGR pixels.
    ///
    /// # Errors
    /// OpenCV's errors.
    ///
    /// # Panics
    /// If the picture has no pixels, or does not fit into memory.
    pub fn on(picture: &Mat) -> opencv::Result<Self> {
        let mut pixels = Pixmap::new(picture.cols() as u32, picture.rows() as u32).expect("a picture with pixels");
        let width = picture.cols() as usize;
        for (row, line) in pixels.pixels_mut().chunks_exact_mut(width).enumerate() {
            for (target, pixel) in line.iter_mut().zip(picture.at_row::<Vec3b>(row as i32)?) {
                *target = opaque(pixel);
            }
        }
        Ok(Self(pixels))
    }

    /// The size in pixels.
    pub fn size(&self) -> Size {
        Size::new(self.0.width() as i32, self.0.height() as i32)
    }

    /// Draws a closed line through these points.
    pub fn outline(&mut self, corners: &[Point], colour: Colour, width_px: i32) {
        self.stroke(path(corners, true), colour, f64::from(width_px));
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: Point, to: Point, colour: Colour, width_px: i32) {
        self.stroke(path(&[from, to], false), colour, f64::from(width_px));
    }

    /// Draws a filled circle.
    pub fn dot(&mut self, at: Point, radius_px: i32, colour: Colour) {
        let [x, y] = middle(at);
        self.fill(PathBuilder::from_circle(x, y, radius_px as f32 + 0.5), colour);
    }

    /// Draws a filled rectangle.
    pub fn plate(&mut self, part: Rect, colour: Colour) {
        let sides = [part.x, part.y, part.width, part.height].map(|length| length as f32);
        let rect = tiny_skia::Rect::from_xywh(sides[0], sides[1], sides[2], sides[3]);
        self.fill(rect.map(PathBuilder::from_rect), colour);
    }

    /// Draws a text with capitals of `capitals_px` pixels that begins at `at` on its baseline. `rim`: the
    /// colour of an outline around the letters, and its width in pixels.
    pub fn text(&mut self, text: &str, at: Point, capitals_px: f64, colour: Colour, rim: Option<(Colour, f64)>) {
        let mut outline = Outline::default();
        WEIGHT.draw(text, capitals_px / CAPITALS, [f64::from(at.x), f64::from(at.y)], &mut outline);
        let letters = outline.finish();
        if let Some((colour, width_px)) = rim {
            self.stroke(letters.clone(), colour, 2.0 * width_px);
        }
        self.fill(letters, colour);
    }

    /// The picture as 8-bit BGR pixels.
    ///
    /// # Errors
    /// OpenCV's error when out of memory.
    pub fn into_picture(self) -> opencv::Result<Mat> {
        picture_of(&self.0)
    }

    fn fill(&mut self, path: Option<Path>, colour: Colour) {
        // A shape without extent has no path.
        if let Some(path) = path {
            self.0.fill_path(&path, &paint(colour), FillRule::Winding, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, colour: Colour, width_px: f64) {
        if let Some(path) = path {
            let stroke = Stroke { width: width_px as f32, line_join: LineJoin::Round, ..Stroke::default() };
            self.0.stroke_path(&path, &paint(colour), &stroke, Transform::identity(), None);
        }
    }
}

fn paint([red, green, blue]: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(Color::from_rgba8(red, green, blue, u8::MAX));
    paint
}

fn middle(at: Point) -> [f32; 2] {
    [at.x as f32 + 0.5, at.y as f32 + 0.5]
}

fn path(points: &[Point], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, point) in points.iter().enumerate() {
        let [x, y] = middle(*point);
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

/// Converts a BGR pixel to the canvas's format.
pub fn opaque(pixel: &Vec3b) -> PremultipliedColorU8 {
    PremultipliedColorU8::from_rgba(pixel[2], pixel[1], pixel[0], u8::MAX).expect("an opaque colour")
}

/// Converts opaque pixels to 8-bit BGR.
///
/// # Errors
/// OpenCV's error when out of memory.
pub fn picture_of(pixels: &Pixmap) -> opencv::Result<Mat> {
    let (rows, cols) = (pixels.height() as i32, pixels.width() as i32);
    let mut picture = Mat::new_rows_cols_with_default(rows, cols, CV_8UC3, Scalar::default())?;
    for (target, pixel) in picture.data_typed_mut::<Vec3b>()?.iter_mut().zip(pixels.pixels()) {
        *target = Vec3b::from([pixel.blue(), pixel.green(), pixel.red()]);
    }
    Ok(picture)
}

/// The pixel that contains a point. For a point that is not finite, a pixel far outside.
pub fn pixel(at: Point2d) -> Point {
    const FAR_PX: f64 = 1e4;
    let [x, y] =
        [at.x, at.y].map(|value| if value.is_nan() { -FAR_PX } else { value.clamp(-FAR_PX, 10.0 * FAR_PX) } as i32);
    Point::new(x, y)
}

/// The path of letters.
#[derive(Default)]
pub struct Outline(PathBuilder);

impl Outline {
    /// The finished path; `None` if no letter has an outline.
    pub fn finish(self) -> Option<Path> {
        self.0.finish()
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Colour = [10, 20, 30];

    fn grey(width: i32, height: i32) -> opencv::Result<Canvas> {
        Canvas::on(&Mat::new_rows_cols_with_default(height, width, CV_8UC3, Scalar::all(200.0))?)
    }

    /// The pixels that have exactly the ink's colour, row by row.
    fn inked(canvas: Canvas) -> opencv::Result<Vec<(i32, i32)>> {
        let picture = canvas.into_picture()?;
        let all = (0..picture.rows()).flat_map(|y| (0..picture.cols()).map(move |x| (x, y)));
        let is_ink = |(x, y): &(i32, i32)| picture.at_2d::<Vec3b>(*y, *x).is_ok_and(|pixel| pixel[..] == [30, 20, 10]);
        Ok(all.filter(is_ink).collect())
    }

    #[test]
    fn what_is_not_drawn_on_stays() -> opencv::Result<()> {
        let pixels: Vec<Vec3b> = (0..12_u8).map(|at| Vec3b::from([at, 2 * at, 255 - at])).collect();
        let picture = Mat::new_rows_cols_with_data(3, 4, &pixels)?.try_clone()?;
        assert_eq!(Canvas::on(&picture)?.into_picture()?.data_bytes()?, picture.data_bytes()?);
        Ok(())
    }

    #[test]
    fn lines_plates_and_dots_lie_on_their_pixels() -> opencv::Result<()> {
        let mut canvas = grey(6, 4)?;
        canvas.plate(Rect::new(1, 2, 2, 1), INK);
        assert_eq!(inked(canvas)?, [(1, 2), (2, 2)]);
        let mut canvas = grey(6, 4)?;
        canvas.line(Point::new(-3, 1), Point::new(8, 1), INK, 1);
        assert_eq!(inked(canvas)?, (0..6).map(|x| (x, 1)).collect::<Vec<_>>());
        let mut canvas = grey(5, 5)?;
        canvas.outline(&[Point::new(1, 1), Point::new(3, 1), Point::new(3, 3), Point::new(1, 3)], INK, 1);
        assert!(!inked(canvas)?.contains(&(2, 2)));
        let mut canvas = grey(7, 7)?;
        canvas.dot(Point::new(3, 3), 2, INK);
        let dot = inked(canvas)?;
        assert!(dot.contains(&(3, 1)) && dot.contains(&(5, 3)) && !dot.contains(&(1, 1)), "{dot:?}");
        Ok(())
    }

    #[test]
    fn a_text_lies_on_its_line_within_its_size() -> opencv::Result<()> {
        for text in ["1W", "k2: 15 points", "gj"] {
            let size = TextSize::of(text, 20.0);
            let mut canvas = grey(300, 80)?;
            canvas.text(text, Point::new(10, 40), 20.0, INK, None);
            let found = inked(canvas)?;
            let (left, right) = (found.iter().map(|at| at.0).min(), found.iter().map(|at| at.0).max());
            let (top, bottom) = (found.iter().map(|at| at.1).min(), found.iter().map(|at| at.1).max());
            let within =
                |found: Option<i32>, from: i32, to: i32| found.is_some_and(|found| (from..=to).contains(&found));
            // A letter's ink begins up to 5 pixels inside the letter's space, and the pixels at its edges are
            // only partly inked.
            let end = 10 + size.width;
            assert!(within(left, 8, 16) && within(right, end - 6, end), "{text}: {left:?} {right:?} of {end}");
            assert!(
                within(top, 40 - size.height - 3, 40) && within(bottom, 37, 40 + size.below),
                "{text}: {top:?} {bottom:?}"
            );
        }
        Ok(())
    }
}
