//! The shapes of a card: they become an SVG here, and pixels where pictures are written.

use maud::{Markup, PreEscaped, html};

use super::super::kingdom_svg::in_css;
use super::typeface::Weight;

/// The colour of a shape. All but [`Colour::Fixed`] depend on the [`Theme`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// The card's background.
    Page,
    /// Texts on it.
    Text,
    /// Less important texts.
    Faint,
    /// Rules between texts.
    Line,
    /// Texts about doubts.
    Doubt,
    /// Behind texts about doubts.
    DoubtBack,
    /// The same everywhere: red, green, blue.
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
    /// Red, green, blue.
    pub fn in_theme(self, theme: Theme) -> [u8; 3] {
        let is_light = theme == Theme::Light;
        let either = |light: u32, dark: u32| {
            let [_, red, green, blue] = (if is_light { light } else { dark }).to_be_bytes();
            [red, green, blue]
        };
        match self {
            Self::Page => either(0xffffff, 0x1b1b1d),
            Self::Text => either(0x1f1f1f, 0xf0f0f0),
            Self::Faint => either(0x595959, 0xb4b4b8),
            Self::Line => either(0xcccccc, 0x55555a),
            Self::Doubt => either(0x9a3412, 0xffb38a),
            Self::DoubtBack => either(0xfff1e6, 0x40291c),
            Self::Fixed(colour) => colour,
        }
    }

    /// For a page whose style sheet names its colours.
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

/// The point of a text's line that is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// A part of the drawing. Points are in pixels from the upper left corner.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Filled.
    Rect {
        /// Its upper left corner.
        at: [f64; 2],
        /// Width and height.
        size: [f64; 2],
        /// Of its rounded corners; 0 for none.
        radius: f64,
        /// Inside.
        fill: Colour,
        /// 0 to 1.
        opacity: f64,
    },
    /// Filled, with straight sides.
    Area {
        /// Its corners.
        points: Vec<[f64; 2]>,
        /// Inside.
        fill: Colour,
        /// The edge's colour and width; 0 for none.
        edge: (Colour, f64),
    },
    /// From point to point.
    Line {
        /// Two or more.
        points: Vec<[f64; 2]>,
        /// Of the line.
        colour: Colour,
        /// Of the line.
        width: f64,
        /// Lengths of a dash and a gap.
        dash: Option<[f64; 2]>,
    },
    /// Filled.
    Circle {
        /// Its middle.
        at: [f64; 2],
        /// Half its width.
        radius: f64,
        /// Inside.
        fill: Colour,
        /// The edge's colour and width; 0 for none.
        edge: (Colour, f64),
    },
    /// One line.
    Text {
        /// On its base line.
        at: [f64; 2],
        /// Which point of the line `at` is.
        anchor: Anchor,
        /// Without characters that steer a display: see [`visible`](messages::visible).
        text: String,
        /// The em's height.
        size: f64,
        /// Of the strokes.
        weight: Weight,
        /// Of the letters.
        fill: Colour,
    },
    /// A kingdom cut out of its photo.
    Photo {
        /// Which of the card's kingdoms, from 0.
        kingdom: usize,
        /// Its upper left corner.
        at: [f64; 2],
        /// Width and height, in whole pixels.
        size: [f64; 2],
    },
    /// A square in words, for tooltips and screen readers; not drawn.
    Words {
        /// Its upper left corner.
        at: [f64; 2],
        /// Its side.
        side: f64,
        /// In words.
        text: String,
    },
}

/// A drawing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    /// In pixels.
    pub width: f64,
    /// In pixels.
    pub height: f64,
    /// Later ones lie on earlier ones.
    pub shapes: Vec<Shape>,
}

impl Drawing {
    /// For a page: its style sheet names the colours, and `photo` gives the address of a kingdom's picture. Has no identifiers, so that one page may
    /// hold many.
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
                    // Keeps the width if another typeface is wider.
                    textLength=(number(weight.width(text, *size))) lengthAdjust="spacingAndGlyphs" { (text) }
            },
            Self::Photo { kingdom, at, size } => match photo(*kingdom) {
                // Maud would take `image` for an element with content, which it may be in SVG.
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

/// Twice the edge's width, because the fill hides the inner half.
fn stroke_width((_, width): (Colour, f64)) -> Option<String> {
    (width > 0.0).then(|| number(2.0 * width))
}

fn list(points: &[[f64; 2]]) -> String {
    points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect::<Vec<_>>().join(" ")
}

/// Rounded to two decimals.
fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    format!("{rounded}")
}
