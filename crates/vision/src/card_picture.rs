//! Paints a card as pixels, with the kingdoms cut from their photos.

use opencv::core::{Mat, MatTraitConst, MatTraitConstManual, Point2d, Vec3b};
use tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform};

use super::board::{Board, BoardError, Cut};
use super::canvas::{Outline, opaque, picture_of};
use super::geometry::Homography;
use super::grid_fit::GridFit;
use super::photo::Photo;
use report::card::shapes::{Anchor, Colour, Drawing, Shape, Theme};
use report::card::typeface::Weight;

/// Rectifies a kingdom from its photo, with squares of `side_px` pixels, as 8-bit BGR. `corners_px`: its
/// outer corners in the upright photo at full size, clockwise from the corner of its first square. Outside
/// the photo, the photo's edge is repeated.
///
/// # Errors
/// If the corners span no grid, or OpenCV fails.
pub fn cut_out(
    photo: &Photo,
    corners_px: [[f64; 2]; 4],
    [rows, cols]: [usize; 2],
    side_px: usize,
) -> Result<Mat, BoardError> {
    let corners = corners_px.map(|[x, y]| Point2d::new(x, y) * (1.0 / photo.reduction));
    let to_photo = Homography::from_lattice(rows, cols, corners)
        .map_err(|source| BoardError::OpenCv { photo: photo.name.clone(), source })?;
    let cut = Cut { square_px: side_px as i32, margin_px: 0 };
    Ok(Board::cut(photo, &GridFit::on_lattice(to_photo, rows, cols), cut)?.picture)
}

/// The drawing as 8-bit BGR pixels. `photos`: one picture per kingdom, in the size that the drawing requires.
///
/// # Errors
/// OpenCV's error when out of memory.
///
/// # Panics
/// If the drawing does not fit into memory.
pub fn paint(drawing: &Drawing, photos: &[Option<Mat>], theme: Theme) -> opencv::Result<Mat> {
    let mut canvas = Canvas {
        pixels: Pixmap::new(drawing.width as u32, drawing.height as u32).expect("a card of some megapixels"),
        theme,
    };
    for shape in &drawing.shapes {
        match shape {
            Shape::Photo { kingdom, at, .. } => {
                if let Some(Some(photo)) = photos.get(*kingdom) {
                    canvas.photo(photo, *at)?;
                }
            }
            shape => canvas.shape(shape),
        }
    }
    picture_of(&canvas.pixels)
}

struct Canvas {
    pixels: Pixmap,
    theme: Theme,
}

impl Canvas {
    fn paint(&self, colour: Colour, opacity: f64) -> Paint<'static> {
        let [red, green, blue] = colour.in_theme(self.theme);
        let mut paint = Paint::default();
        paint.set_color(Color::from_rgba8(red, green, blue, (opacity * 255.0).round() as u8));
        paint
    }

    fn fill(&mut self, path: Option<Path>, colour: Colour, opacity: f64) {
        // A shape without extent has no path.
        if let Some(path) = path {
            let paint = self.paint(colour, opacity);
            self.pixels.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, colour: Colour, stroke: Stroke) {
        if let Some(path) = path.filter(|_| stroke.width > 0.0) {
            let paint = self.paint(colour, 1.0);
            self.pixels.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect { at, size, radius, fill, opacity } => self.fill(rounded(*at, *size, *radius), *fill, *opacity),
            Shape::Area { points, fill, edge: (colour, width) } => {
                let path = polygon(points, true);
                self.stroke(path.clone(), *colour, round_stroke(2.0 * width));
                self.fill(path, *fill, 1.0);
            }
            Shape::Line { points, colour, width, dash } => {
                let dash_lengths =
                    dash.and_then(|dash| StrokeDash::new(dash.map(|length| length as f32).to_vec(), 0.0));
                let stroke = Stroke { dash: dash_lengths, ..round_stroke(*width) };
                self.stroke(polygon(points, false), *colour, stroke);
            }
            Shape::Circle { at, radius, fill, edge: (colour, width) } => {
                let path = PathBuilder::from_circle(at[0] as f32, at[1] as f32, *radius as f32);
                self.stroke(path.clone(), *colour, round_stroke(2.0 * width));
                self.fill(path, *fill, 1.0);
            }
            Shape::Text { at, anchor, text, size, weight, fill } => {
                self.text(*at, *anchor, text, *size, *weight, *fill)
            }
            Shape::Photo { .. } | Shape::Words { .. } => {}
        }
    }

    fn text(&mut self, at: [f64; 2], anchor: Anchor, text: &str, size: f64, weight: Weight, fill: Colour) {
        let before = match anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => weight.width(text, size) / 2.0,
            Anchor::End => weight.width(text, size),
        };
        let mut outline = Outline::default();
        weight.draw(text, size, [at[0] - before, at[1]], &mut outline);
        self.fill(outline.finish(), fill, 1.0);
    }

    /// Draws a photo, cropped at the card's right and lower edges.
    fn photo(&mut self, photo: &Mat, at: [f64; 2]) -> opencv::Result<()> {
        let (left, top) = (at[0] as usize, at[1] as usize);
        let (width, height) = (self.pixels.width() as usize, self.pixels.height() as usize);
        for row in 0..(photo.rows() as usize).min(height.saturating_sub(top)) {
            let pixels = photo.at_row::<Vec3b>(row as i32)?;
            let from = (top + row) * width + left;
            let target = &mut self.pixels.pixels_mut()[from..(top + row + 1) * width];
            for (target, pixel) in target.iter_mut().zip(pixels) {
                *target = opaque(pixel);
            }
        }
        Ok(())
    }
}

fn polygon(points: &[[f64; 2]], is_closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (index, [x, y]) in points.iter().enumerate() {
        let (x, y) = (*x as f32, *y as f32);
        if index == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if is_closed {
        path.close();
    }
    path.finish()
}

fn round_stroke(width: f64) -> Stroke {
    Stroke { width: width as f32, line_join: LineJoin::Round, ..Stroke::default() }
}

fn rounded(at: [f64; 2], size: [f64; 2], radius: f64) -> Option<Path> {
    let [left, top, width, height] = [at[0], at[1], size[0], size[1]].map(|value| value as f32);
    let (right, bottom) = (left + width, top + height);
    let radius = (radius as f32).min(width / 2.0).min(height / 2.0);
    if radius <= 0.0 {
        return Rect::from_xywh(left, top, width, height).map(PathBuilder::from_rect);
    }
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.quad_to(right, top, right, top + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.quad_to(left, bottom, left, bottom - radius);
    path.line_to(left, top + radius);
    path.quad_to(left, top, left + radius, top);
    path.close();
    path.finish()
}
