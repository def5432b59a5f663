//! The shapes of a card, and how they are written as SVG. Other code paints them as pixels.

use maud::{Markup, PreEscaped, html};

use super::super::kingdom_svg::in_css;
use super::typeface::Weight;

/// The colour of a shape. All colours except for [`Colour::Fixed`] depend on the [`Theme`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// The card's background.
    Page,
    /// The card's texts.
    Text,
    /// Less important texts.
    Faint,
    /// Rules between texts.
    Line,
    /// Texts about doubts.
    Doubt,
    /// The background of texts about doubts.
    DoubtBack,
    /// The same in all themes: red, green, blue.
    Fixed([u8; 3]),
}

/// The theme of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Dark on white.
    #[default]
    Light,
    /// Light on nearly black.
    Dark,
}

impl Colour {
    /// The colour in this theme: red, green, blue.
    pub fn in_theme(self, theme: Theme) -> [u8; 3] {
        let (light, dark): (u32, u32) = match self {
            Self::Page => (0xffffff, 0x1b1b1d),
            Self::Text => (0x1f1f1f, 0xf0f0f0),
            Self::Faint => (0x595959, 0xb4b4b8),
            Self::Line => (0xcccccc, 0x55555a),
            Self::Doubt => (0x9a3412, 0xffb38a),
            Self::DoubtBack => (0xfff1e6, 0x40291c),
            Self::Fixed(colour) => return colour,
        };
        let colour = if theme == Theme::Light { light } else { dark };
        let [_, red, green, blue] = colour.to_be_bytes();
        [red, green, blue]
    }

    /// The colour for a page whose style sheet defines the variables.
    fn in_css(self) -> String {
        match self {
            Self::Page => "var(--page)".to_owned(),
            Self::Text => "var(--text)".to_owned(),
            Self::Faint => "var(--text)".to_owned(),
            Self::Line => "var(--line)".to_owned(),
            Self::Doubt => "var(--doubt)".to_owned(),
            Self::DoubtBack => "var(--row)".to_owned(),
            Self::Fixed(colour) => in_css(colour),
        }
    }
}

/// The point of a line of text at which it is placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// The beginning.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// A part of the drawing. Points are in pixels from the upper left corner.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// A filled rectangle.
    Rect {
        /// Its upper left corner.
        at: [f64; 2],
        /// Width and height.
        size: [f64; 2],
        /// The radius of its rounded corners; 0 for none.
        radius: f64,
        /// Its colour.
        fill: Colour,
        /// How opaque it is: 0 (invisible) to 1.
        opacity: f64,
    },
    /// A filled polygon.
    Area {
        /// Its corners.
        points: Vec<[f64; 2]>,
        /// Its colour.
        fill: Colour,
        /// The edge's colour and width; 0 for no edge.
        edge: (Colour, f64),
    },
    /// A line from point to point.
    Line {
        /// The points, at least two.
        points: Vec<[f64; 2]>,
        /// The line's colour.
        colour: Colour,
        /// The line's width.
        width: f64,
        /// The lengths of a dash and a gap; `None` for a solid line.
        dash: Option<[f64; 2]>,
    },
    /// A filled circle.
    Circle {
        /// Its middle.
        at: [f64; 2],
        /// Half its width.
        radius: f64,
        /// Its colour.
        fill: Colour,
        /// The edge's colour and width; 0 for no edge.
        edge: (Colour, f64),
    },
    /// A line of text.
    Text {
        /// A point on its base line.
        at: [f64; 2],
        /// Which point of the line is at `at`.
        anchor: Anchor,
        /// The text without control characters: see [`visible`](messages::visible).
        text: String,
        /// The height of the em.
        size: f64,
        /// The weight of the strokes.
        weight: Weight,
        /// The colour of the letters.
        fill: Colour,
    },
    /// A kingdom cropped from its photo.
    Photo {
        /// The index of the card's kingdom, from 0.
        kingdom: usize,
        /// Its upper left corner.
        at: [f64; 2],
        /// Width and height, in whole pixels.
        size: [f64; 2],
    },
    /// A description of a square for tooltips and screen readers. It is not drawn.
    Words {
        /// The square's upper left corner.
        at: [f64; 2],
        /// The square's side.
        side: f64,
        /// The description.
        text: String,
    },
}

/// A drawing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    /// The width in pixels.
    pub width: f64,
    /// The height in pixels.
    pub height: f64,
    /// The shapes from back to front.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// The drawing as SVG for a page whose style sheet defines the colours. `photo` gives the address of a
    /// kingdom's picture. The SVG has no identifiers, so that a page may contain many of them.
    pub fn svg(&self, label: &str, photo: &dyn Fn(usize) -> Option<String>) -> Markup {
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (number(self.width)) " " (number(self.height)) } role="img"
                aria-label=(label) font-family="'Noto Sans', system-ui, sans-serif" {
                @for shape in &self.shapes { (shape.svg(photo)) }
            }
        }
    }
}

impl Shape {
    fn svg(&self, photo: &dyn Fn(usize) -> Option<String>) -> Markup {
        match self {
            Self::Rect { at, size, radius, fill, opacity } => html! {
                rect x=(number(at[0])) y=(number(at[1])) width=(number(size[0])) height=(number(size[1]))
                    rx=[(*radius > 0.0).then(|| number(*radius))] fill=(fill.in_css())
                    fill-opacity=[(*opacity < 1.0).then(|| number(*opacity))] {}
            },
            Self::Area { points, fill, edge } => html! {
                polygon points=(list(points)) fill=(fill.in_css()) stroke=[stroke(*edge)] stroke-width=[stroke_width(*edge)]
                    stroke-linejoin="round" paint-order="stroke" {}
            },
            Self::Line { points, colour, width, dash } => html! {
                polyline points=(list(points)) fill="none" stroke=(colour.in_css()) stroke-width=(number(*width))
                    stroke-dasharray=[dash.map(|[on, off]| format!("{} {}", number(on), number(off)))] {}
            },
            Self::Circle { at, radius, fill, edge } => html! {
                circle cx=(number(at[0])) cy=(number(at[1])) r=(number(*radius)) fill=(fill.in_css()) stroke=[stroke(*edge)]
                    stroke-width=[stroke_width(*edge)] paint-order="stroke" {}
            },
            Self::Text { at, anchor, text, size, weight, fill } => html! {
                text x=(number(at[0])) y=(number(at[1])) font-size=(number(*size)) fill=(fill.in_css())
                    font-weight=[(*weight == Weight::Bold).then_some("bold")]
                    text-anchor=[match anchor { Anchor::Start => None, Anchor::Middle => Some("middle"), Anchor::End => Some("end") }]
                    // Keeps the text's width if the page shows it in another typeface.
                    textLength=(number(weight.width(text, *size))) lengthAdjust="spacingAndGlyphs" { (text) }
            },
            Self::Photo { kingdom, at, size } => match photo(*kingdom) {
                // Written by hand, because Maud knows `image` only as an element with content.
                Some(address) => html! {
                    (PreEscaped(format!(
                        "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" href=\"{address}\"/>",
                        number(at[0]), number(at[1]), number(size[0]), number(size[1])
                    )))
                },
                None => html! {},
            },
            Self::Words { at, side, text } => html! {
                rect x=(number(at[0])) y=(number(at[1])) width=(number(*side)) height=(number(*side)) fill-opacity="0" {
                    title { (text) }
                }
            },
        }
    }
}

fn stroke((colour, width): (Colour, f64)) -> Option<String> {
    (width > 0.0).then(|| colour.in_css())
}

/// The width of the stroke: twice the edge's, because the fill hides the inner half.
fn stroke_width((_, width): (Colour, f64)) -> Option<String> {
    (width > 0.0).then(|| number(2.0 * width))
}

fn list(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect::<Vec<_>>().join(" ")
}

/// The number, rounded to two decimals.
fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded}")
}
