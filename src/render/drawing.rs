//! What the pictures of the [`super::edition`]s are made of: shapes that know their material, not their colour.
//!
//! The same drawing looks painted, inked or cut from paper, as the edition's [`Medium`] has it. Lengths are in units of the
//! drawing: it reaches from about (-0.5, -0.5) to (0.5, 0.5), y downwards.

use rand::RngExt;

use super::brush::{Brush, Colour};
use super::{Dice, between, by_chance};

pub(super) type At = (f32, f32);

/// What a shape is made of; the edition's palette has a colour for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Wall,
    Roof,
    Wood,
    Stone,
    Metal,
    Gold,
    Pale,
    Dark,
    Leaf,
    Water,
    Fire,
    Cloth,
    Earth,
}

impl Tone {
    pub(super) const COUNT: usize = Tone::Earth as usize + 1;
    const ALL: [Self; Self::COUNT] = [
        Self::Wall,
        Self::Roof,
        Self::Wood,
        Self::Stone,
        Self::Metal,
        Self::Gold,
        Self::Pale,
        Self::Dark,
        Self::Leaf,
        Self::Water,
        Self::Fire,
        Self::Cloth,
        Self::Earth,
    ];
}

/// A filled shape, or an open line of some width.
#[derive(Debug, Clone)]
struct Part {
    points: Vec<At>,
    tone: Tone,
    line: Option<f32>,
}

/// Shapes, the lowest first.
#[derive(Debug, Clone, Default)]
pub(super) struct Drawing(Vec<Part>);

impl Drawing {
    pub(super) fn new() -> Self {
        Self::default()
    }

    fn with(mut self, points: Vec<At>, tone: Tone, line: Option<f32>) -> Self {
        self.0.push(Part { points, tone, line });
        self
    }

    /// A polygon.
    pub(super) fn fill(self, tone: Tone, points: &[At]) -> Self {
        self.with(points.to_vec(), tone, None)
    }

    /// A rectangle from its upper left corner.
    pub(super) fn rect(self, tone: Tone, (x, y): At, (width, height): At) -> Self {
        self.fill(tone, &[(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    pub(super) fn oval(self, tone: Tone, (x, y): At, (radius_x, radius_y): At) -> Self {
        let points = (0..18).map(|i| i as f32 * std::f32::consts::TAU / 18.0);
        self.with(points.map(|a| (x + radius_x * a.cos(), y + radius_y * a.sin())).collect(), tone, None)
    }

    pub(super) fn disc(self, tone: Tone, at: At, radius: f32) -> Self {
        self.oval(tone, at, (radius, radius))
    }

    pub(super) fn line(self, tone: Tone, width: f32, points: &[At]) -> Self {
        self.with(points.to_vec(), tone, Some(width))
    }

    /// A part of a circle's line, the angles clockwise from the right.
    pub(super) fn arc(self, tone: Tone, width: f32, (x, y): At, radius: f32, [from_deg, to_deg]: [f32; 2]) -> Self {
        let angle = |i: i32| (from_deg + (to_deg - from_deg) * i as f32 / 12.0).to_radians();
        let points = (0..=12).map(angle).map(|a| (x + radius * a.cos(), y + radius * a.sin()));
        self.with(points.collect(), tone, Some(width))
    }

    /// Another drawing on top of this one, scaled and turned clockwise about its middle, which comes to `at`.
    pub(super) fn and(mut self, other: &Drawing, at: At, scale: f32, turn_deg: f32) -> Self {
        let (sin, cos) = turn_deg.to_radians().sin_cos();
        let moved = |(x, y): At| (at.0 + scale * (cos * x - sin * y), at.1 + scale * (sin * x + cos * y));
        self.0.extend(other.0.iter().map(|part| Part {
            points: part.points.iter().copied().map(moved).collect(),
            line: part.line.map(|width| width * scale),
            ..*part
        }));
        self
    }

    pub(super) fn mirrored(mut self) -> Self {
        self.0.iter_mut().flat_map(|part| &mut part.points).for_each(|point| point.0 = -point.0);
        self
    }

    /// The same thing as another hand draws it.
    pub(super) fn by(mut self, hand: &Hand) -> Self {
        for (index, part) in self.0.iter_mut().enumerate() {
            let (scale, shift) = hand.parts[index % hand.parts.len()];
            let about = middle(&part.points);
            let at = |p: f32, middle: f32, shift: f32| middle + scale * (p - middle) + shift;
            for point in &mut part.points {
                *point = hand.bent((at(point.0, about.0, shift.0), at(point.1, about.1, shift.1)));
            }
            part.tone = hand.tones[part.tone as usize];
            part.line = part.line.map(|width| width * hand.line);
        }
        self
    }

    /// How far the furthest point is from the middle, across or down; 0 where nothing is drawn.
    pub(super) fn reach(&self) -> f32 {
        self.0.iter().flat_map(|part| &part.points).map(|(x, y)| x.abs().max(y.abs())).fold(0.0, f32::max)
    }

    /// As large as it is, or smaller where it reaches further than a drawing may.
    pub(super) fn within_reach(self) -> Self {
        let reach = self.reach();
        if reach <= 0.5 { self } else { Self::new().and(&self, (0.0, 0.0), 0.5 / reach, 0.0) }
    }

    /// All of one material, as signs are printed.
    pub(super) fn all_of(mut self, tone: Tone) -> Self {
        self.0.iter_mut().for_each(|part| part.tone = tone);
        self
    }
}

/// How somebody draws a thing: slimmer or broader, leaning, bent, some parts larger and some of other materials. Drawn by
/// lot for each thing in a box, so that what is learnt of a thing is not one drawing's measures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hand {
    stretch: At,
    lean: f32,
    /// How far, how often and from where the drawing is bent, across and along.
    bends: [[f32; 3]; 2],
    /// Of each part in turn its size, and where it is moved.
    parts: [(f32, At); 5],
    /// Width of lines.
    line: f32,
    tones: [Tone; Tone::COUNT],
}

impl Hand {
    /// One in four draws everything as it is written. How much the others differ is chosen by eye: what is drawn can still be
    /// told.
    pub(super) fn any(dice: &mut Dice) -> Self {
        let mut bend = || [between(dice, -0.06, 0.06), between(dice, 2.0, 7.0), between(dice, 0.0, 6.3)];
        let bends = [bend(), bend()];
        let size = between(dice, 0.88, 1.08);
        let stretch = between(dice, 0.82, 1.22);
        let parts = std::array::from_fn(|_| {
            let shift = (between(dice, -0.03, 0.03), between(dice, -0.03, 0.03));
            if by_chance(dice, 0.5) { (between(dice, 0.75, 1.25), shift) } else { (1.0, (0.0, 0.0)) }
        });
        let tones = Tone::ALL.map(|tone| if by_chance(dice, 0.2) { Tone::ALL[pick(dice, Tone::COUNT)] } else { tone });
        let (lean, line) = (between(dice, -0.2, 0.2), between(dice, 0.65, 1.5));
        let hand = Self { stretch: (size * stretch, size / stretch), lean, bends, parts, line, tones };
        if by_chance(dice, 0.25) { Self::PLAIN } else { hand }
    }

    /// As it is written.
    const PLAIN: Self = Self {
        stretch: (1.0, 1.0),
        lean: 0.0,
        bends: [[0.0; 3]; 2],
        parts: [(1.0, (0.0, 0.0)); 5],
        line: 1.0,
        tones: Tone::ALL,
    };

    /// The same in the materials that are written.
    pub(super) fn true_to_colour(self) -> Self {
        Self { tones: Tone::ALL, ..self }
    }

    fn bent(&self, (x, y): At) -> At {
        let [[far, often, from], [far_down, often_down, from_down]] = self.bends;
        let (x, y) = (x + far * (often * y + from).sin(), y + far_down * (often_down * x + from_down).sin());
        (self.stretch.0 * x + self.lean * y, self.stretch.1 * y)
    }
}

/// How shapes get onto the tile.
#[derive(Debug, Clone)]
pub(super) struct Medium {
    pub palette: [Colour; Tone::COUNT],
    /// Of contours and hatching.
    pub ink: Colour,
    /// Width of contours, in squares; 0: none.
    pub contour: f32,
    /// How far a corner strays, in squares.
    pub wobble: f32,
    /// How often a shape is laid on, thinner each time: 1 is opaque.
    pub washes: u32,
    /// Shift and darkness of the shadow under each shape.
    pub shadow: Option<(f32, u8)>,
    /// The lit side of each shape is lighter by this.
    pub relief: f32,
    /// Distance of hatching lines in squares.
    pub hatching: Option<f32>,
}

impl Medium {
    pub(super) fn colour(&self, tone: Tone) -> Colour {
        self.palette[tone as usize]
    }

    /// The same with all colours moved towards this one: 0 not at all, 1 until nothing is seen.
    pub(super) fn faded_into(&self, ground: Colour, part: f32) -> Self {
        let palette = self.palette.map(|colour| mixed(colour, ground, part));
        Self { palette, ink: mixed(self.ink, ground, part), ..self.clone() }
    }

    /// Draws with the drawing's middle at `at`, `size` squares wide, turned clockwise.
    pub(super) fn draw(
        &self,
        brush: &mut Brush,
        drawing: &Drawing,
        at: At,
        (size, turn_deg): (f32, f32),
        dice: &mut Dice,
    ) {
        let placed = Drawing::new().and(drawing, at, size, turn_deg);
        placed.0.iter().for_each(|part| self.part(brush, part, dice));
    }

    fn part(&self, brush: &mut Brush, part: &Part, dice: &mut Dice) {
        let colour = self.colour(part.tone);
        if let Some(width) = part.line {
            let points = self.strayed(&part.points, dice);
            if self.contour > 0.0 {
                brush.polyline(&points, width + 1.4 * self.contour, self.ink);
            }
            return brush.polyline(&points, width, colour);
        }
        if let Some((shift, darkness)) = self.shadow {
            let below: Vec<At> = part.points.iter().map(|(x, y)| (x + shift, y + shift)).collect();
            brush.polygon(&below, Colour(0, 0, 0, darkness));
        }
        let opacity = if self.washes > 1 { 255.0 * 1.7 / self.washes as f32 } else { 255.0 };
        for _ in 0..self.washes {
            let points = self.strayed(&part.points, dice);
            brush.polygon(&points, colour.fade(opacity.min(255.0) as u8));
        }
        let points = self.strayed(&part.points, dice);
        if self.relief > 0.0 {
            brush.polygon(&shrunk(&points, 0.62, -0.08), colour.shade(1.0 + self.relief).fade(170));
        }
        if let Some(pitch) = self.hatching {
            let spread = if part.tone == Tone::Dark { 0.6 } else { 1.0 + 0.5 * (part.tone as u8 % 3) as f32 };
            let slope = if (part.tone as u8).is_multiple_of(2) { 0.9 } else { -0.7 };
            for [from, to] in hatched(&points, pitch * spread, slope) {
                brush.polyline(&[from, to], 0.3 * pitch, self.ink.fade(190));
            }
        }
        if self.contour > 0.0 {
            let mut around = points;
            around.extend(around.first().copied());
            brush.polyline(&around, self.contour, self.ink);
        }
    }

    fn strayed(&self, points: &[At], dice: &mut Dice) -> Vec<At> {
        if self.wobble == 0.0 {
            return points.to_vec();
        }
        let mut stray = |v: f32| v + between(dice, -self.wobble, self.wobble);
        points.iter().map(|(x, y)| (stray(*x), stray(*y))).collect()
    }
}

fn middle(points: &[At]) -> At {
    let count = points.len().max(1) as f32;
    points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0 / count, sum.1 + p.1 / count))
}

/// The shape smaller by `part` and moved up and left by `shift` of its size.
fn shrunk(points: &[At], part: f32, shift: f32) -> Vec<At> {
    let middle = middle(points);
    let size = points.iter().map(|p| (p.0 - middle.0).hypot(p.1 - middle.1)).fold(0.0, f32::max);
    let moved = |p: &At| {
        let at = |v: f32, middle: f32| middle + (v - middle) * part + shift * size;
        (at(p.0, middle.0), at(p.1, middle.1))
    };
    points.iter().map(moved).collect()
}

/// Parallel lines of a slope (x by y) within a polygon, even-odd.
fn hatched(points: &[At], pitch: f32, slope: f32) -> Vec<[At; 2]> {
    let offset = |p: &At| p.0 - slope * p.1;
    let ends = points.iter().map(offset).fold((f32::MAX, f32::MIN), |e, v| (e.0.min(v), e.1.max(v)));
    let mut lines = Vec::new();
    let mut at = ends.0 + pitch / 2.0;
    while at < ends.1 {
        let mut cuts: Vec<At> = (0..points.len())
            .filter_map(|i| {
                let (a, b) = (points[i], points[(i + 1) % points.len()]);
                let (u, v) = (offset(&a) - at, offset(&b) - at);
                let part = u / (u - v);
                ((u < 0.0) != (v < 0.0)).then_some((a.0 + part * (b.0 - a.0), a.1 + part * (b.1 - a.1)))
            })
            .collect();
        cuts.sort_by(|a, b| a.1.total_cmp(&b.1));
        lines.extend(cuts.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
        at += pitch;
    }
    lines
}

/// A colour by hue in degrees, saturation and value from 0 to 1.
pub(super) fn hsv(hue_deg: f32, saturation: f32, value: f32) -> Colour {
    let (saturation, value) = (saturation.clamp(0.0, 1.0), value.clamp(0.0, 1.0));
    let channel = |n: f32| {
        let k = (n + hue_deg / 60.0).rem_euclid(6.0);
        (255.0 * (value - value * saturation * k.min(4.0 - k).clamp(0.0, 1.0))) as u8
    };
    Colour::rgb(channel(5.0), channel(3.0), channel(1.0))
}

/// Between two colours: 0 is `a`, 1 is `b`.
pub(super) fn mixed(a: Colour, b: Colour, part: f32) -> Colour {
    let channel = |a: u8, b: u8| (f32::from(a) * (1.0 - part) + f32::from(b) * part) as u8;
    Colour(channel(a.0, b.0), channel(a.1, b.1), channel(a.2, b.2), channel(a.3, b.3))
}

/// One of so many.
pub(super) fn pick(dice: &mut Dice, count: usize) -> usize {
    dice.random_range(0..count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_are_where_painters_have_them() {
        assert_eq!(hsv(0.0, 1.0, 1.0), Colour::rgb(255, 0, 0));
        assert_eq!(hsv(120.0, 1.0, 1.0), Colour::rgb(0, 255, 0));
        assert_eq!(hsv(240.0, 1.0, 1.0), Colour::rgb(0, 0, 255));
        assert_eq!(hsv(77.0, 0.0, 0.5), Colour::rgb(127, 127, 127));
    }

    #[test]
    fn hatching_stays_within_its_shape() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let lines = hatched(&square, 0.1, 0.5);
        assert_eq!(lines.len(), 15);
        let inside = |v: f32| (-1e-5..=1.0 + 1e-5).contains(&v);
        assert!(lines.iter().flatten().all(|(x, y)| inside(*x) && inside(*y)), "{lines:?}");
    }
}
