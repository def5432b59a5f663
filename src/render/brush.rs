//! A few strokes on a `tiny_skia` picture: what artwork, tables and clutter are drawn with.

use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

/// A colour, RGB and opacity, 0 to 255 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8, pub u8);

impl Colour {
    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self(r, g, b, 255)
    }

    /// The same colour with another opacity, 0 to 255.
    pub fn fade(self, opacity: u8) -> Self {
        Self(self.0, self.1, self.2, opacity)
    }

    /// Lighter (above 1) or darker (below 1).
    pub fn shade(self, factor: f32) -> Self {
        let channel = |v: u8| (f32::from(v) * factor).clamp(0.0, 255.0) as u8;
        Self(channel(self.0), channel(self.1), channel(self.2), self.3)
    }

    fn paint(self) -> Paint<'static> {
        let mut paint = Paint::default();
        paint.set_color_rgba8(self.0, self.1, self.2, self.3);
        paint.anti_alias = true;
        paint
    }
}

/// A transparent picture of at least one pixel.
pub(super) fn blank(width: u32, height: u32) -> Pixmap {
    Pixmap::new(width.max(1), height.max(1)).expect("a face has a size")
}

/// Draws on a picture in the units of `transform`.
pub struct Brush<'a> {
    /// What is drawn on.
    pub pixmap: &'a mut Pixmap,
    /// From the brush's units to pixels.
    pub transform: Transform,
}

impl<'a> Brush<'a> {
    /// A brush whose unit is `unit_px` pixels, with the origin in the picture's upper left corner.
    pub fn with_unit(pixmap: &'a mut Pixmap, unit_px: f32) -> Self {
        Self { pixmap, transform: Transform::from_scale(unit_px, unit_px) }
    }

    /// The same picture with the origin moved to (x, y).
    pub fn moved(&mut self, x: f32, y: f32) -> Brush<'_> {
        Brush { pixmap: self.pixmap, transform: self.transform.pre_translate(x, y) }
    }

    /// The same picture, turned clockwise by `angle_deg` and scaled about the new origin (x, y).
    pub fn placed(&mut self, x: f32, y: f32, angle_deg: f32, scale: f32) -> Brush<'_> {
        let transform = self.transform.pre_translate(x, y);
        let transform = transform.pre_concat(Transform::from_rotate(angle_deg)).pre_scale(scale, scale);
        Brush { pixmap: self.pixmap, transform }
    }

    /// Fills the closed line through the points.
    pub fn polygon(&mut self, points: &[(f32, f32)], colour: Colour) {
        self.path(line_through(points, true), colour);
    }

    /// Fills the polygon and draws its line, `width` wide, over the rim.
    pub fn outlined(&mut self, points: &[(f32, f32)], colour: Colour, width: f32, outline: Colour) {
        self.polygon(points, colour);
        self.stroke(line_through(points, true), width, outline);
    }

    /// An open line through the points with round ends, `width` wide.
    pub fn polyline(&mut self, points: &[(f32, f32)], width: f32, colour: Colour) {
        self.stroke(line_through(points, false), width, colour);
    }

    /// A line bent towards `via`.
    pub fn curve(&mut self, from: (f32, f32), via: (f32, f32), to: (f32, f32), width: f32, colour: Colour) {
        let mut path = PathBuilder::new();
        path.move_to(from.0, from.1);
        path.quad_to(via.0, via.1, to.0, to.1);
        self.stroke(path, width, colour);
    }

    /// Fills a circle.
    pub fn circle(&mut self, centre: (f32, f32), radius: f32, colour: Colour) {
        self.ellipse(centre, radius, radius, colour);
    }

    /// Fills an upright ellipse.
    pub fn ellipse(&mut self, centre: (f32, f32), radius_x: f32, radius_y: f32, colour: Colour) {
        let mut path = PathBuilder::new();
        let rect = tiny_skia::Rect::from_xywh(centre.0 - radius_x, centre.1 - radius_y, 2.0 * radius_x, 2.0 * radius_y);
        if let Some(rect) = rect {
            path.push_oval(rect);
        }
        self.path(path, colour);
    }

    /// Fills an upright rectangle from its upper left corner (x, y).
    pub fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, colour: Colour) {
        self.polygon(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)], colour);
    }

    fn path(&mut self, path: PathBuilder, colour: Colour) {
        if let Some(path) = path.finish() {
            self.pixmap.fill_path(&path, &colour.paint(), FillRule::Winding, self.transform, None);
        }
    }

    fn stroke(&mut self, path: PathBuilder, width: f32, colour: Colour) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(path) = path.finish() {
            self.pixmap.stroke_path(&path, &colour.paint(), &stroke, self.transform, None);
        }
    }
}

fn line_through(points: &[(f32, f32)], closed: bool) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
    }
    if closed {
        path.close();
    }
    path
}
