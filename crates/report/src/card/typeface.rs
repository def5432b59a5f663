//! The typeface of pictures: the width of a text, its line breaks, and the outlines of its letters.

use std::sync::LazyLock;

pub use ttf_parser::OutlineBuilder;
use ttf_parser::{Face, GlyphId};

/// The weight of a text's strokes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// For sentences.
    Regular,
    /// For names and numbers.
    Bold,
}

static REGULAR: LazyLock<Face<'static>> = LazyLock::new(|| parsed(include_bytes!("fonts/NotoSans-Regular.ttf")));
static BOLD: LazyLock<Face<'static>> = LazyLock::new(|| parsed(include_bytes!("fonts/NotoSans-Bold.ttf")));

fn parsed(font: &'static [u8]) -> Face<'static> {
    Face::parse(font, 0).expect("the font of this repository")
}

/// A letter of a text: its outline, and its distance from the text's beginning in units of the text's size.
struct Letter {
    glyph: GlyphId,
    at: f64,
}

impl Weight {
    fn face(self) -> &'static Face<'static> {
        match self {
            Self::Regular => &REGULAR,
            Self::Bold => &BOLD,
        }
    }

    /// The number of the face's units in an em.
    fn units(self) -> f64 {
        f64::from(self.face().units_per_em())
    }

    /// The glyph of a letter. Letters that the typeface lacks are shown as boxes.
    fn glyph(self, letter: char) -> GlyphId {
        self.face().glyph_index(letter).unwrap_or_default()
    }

    /// The letters of a text, and the text's width in units of its size.
    fn letters(self, text: &str) -> (Vec<Letter>, f64) {
        let (mut letters, mut at) = (Vec::new(), 0.0);
        for letter in text.chars() {
            let glyph = self.glyph(letter);
            letters.push(Letter { glyph, at });
            at += f64::from(self.face().glyph_hor_advance(glyph).unwrap_or_default()) / self.units();
        }
        (letters, at)
    }

    /// The text's width at this size.
    pub fn width(self, text: &str, size: f64) -> f64 {
        self.letters(text).1 * size
    }

    /// Draws the letters of a text of this size. `from` is the beginning of its base line in the picture.
    pub fn draw(self, text: &str, size: f64, from: [f64; 2], builder: &mut dyn OutlineBuilder) {
        for Letter { glyph, at } in self.letters(text).0 {
            let mut placed = Placed { builder, from: [from[0] + at * size, from[1]], scale: size / self.units() };
            // A space has no outline.
            let _ = self.face().outline_glyph(glyph, &mut placed);
        }
    }

    /// The text in lines of at most this width, broken at spaces, or within a word that is too long for a
    /// line.
    pub fn wrapped(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let mut lines: Vec<String> = vec![String::new()];
        for word in text.split_whitespace() {
            let last = lines.last_mut().expect("a line");
            let joined = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
            if self.width(&joined, size) <= width {
                *last = joined;
                continue;
            }
            if !last.is_empty() {
                lines.push(String::new());
            }
            for letter in word.chars() {
                let last = lines.last_mut().expect("a line");
                if !last.is_empty() && self.width(&format!("{last}{letter}"), size) > width {
                    lines.push(String::new());
                }
                lines.last_mut().expect("a line").push(letter);
            }
        }
        lines
    }

    /// The text in at most this number of lines. A longer text is cut off with `…`.
    pub fn shortened(self, text: &str, size: f64, width: f64, most: usize) -> Vec<String> {
        let mut lines = self.wrapped(text, size, width);
        if lines.len() > most {
            lines.truncate(most);
            let last = lines.last_mut().expect("a line");
            while !last.is_empty() && self.width(&format!("{last}…"), size) > width {
                last.pop();
            }
            last.push('…');
        }
        lines
    }

    /// The largest size up to `size` at which the text is no wider than `width`.
    pub fn fitting(self, text: &str, size: f64, width: f64) -> f64 {
        size * (width / self.width(text, size).max(f64::MIN_POSITIVE)).min(1.0)
    }
}

/// Moves a letter's outline, whose y grows upwards, to its place in the picture.
struct Placed<'a> {
    builder: &'a mut dyn OutlineBuilder,
    from: [f64; 2],
    scale: f64,
}

impl Placed<'_> {
    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        let [left, base] = self.from;
        ((left + f64::from(x) * self.scale) as f32, (base - f64::from(y) * self.scale) as f32)
    }
}

impl OutlineBuilder for Placed<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.builder.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.point(x, y);
        self.builder.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.point(x1, y1), self.point(x, y));
        self.builder.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.point(x1, y1), self.point(x2, y2), self.point(x, y));
        self.builder.curve_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use messages::{Language, MessageId, Words};

    #[test]
    fn the_typeface_has_all_letters_of_the_catalogue() {
        for text in Language::ALL.iter().flat_map(|language| MessageId::ALL.iter().map(|id| id.in_language(*language)))
        {
            for weight in [Weight::Regular, Weight::Bold] {
                let lacking: Vec<char> =
                    text.chars().filter(|letter| weight.face().glyph_index(*letter).is_none()).collect();
                assert!(lacking.is_empty(), "{lacking:?}: {text}");
            }
        }
    }

    #[test]
    fn lines_are_no_wider_than_asked_for() {
        let text = "Jürgen Maximilian Donaudampfschifffahrtsgesellschaftskapitän von und zu Übermaß";
        for width in [60.0, 150.0, 400.0] {
            let lines = Weight::Bold.wrapped(text, 30.0, width);
            assert!(lines.iter().all(|line| Weight::Bold.width(line, 30.0) <= width), "{lines:?}");
            assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
            let short = Weight::Bold.shortened(text, 30.0, width, 2);
            assert!(short.len() <= 2 && short.iter().all(|line| Weight::Bold.width(line, 30.0) <= width), "{short:?}");
        }
        assert_eq!(Weight::Regular.wrapped("a b", 10.0, 100.0), ["a b"]);
        assert!(Weight::Bold.fitting("abc", 20.0, 10.0) < 10.0);
    }
}
