//! A small picture drawn with characters, for a terminal.

use anstyle::{Ansi256Color, Color, RgbColor, Style};

use crate::domain::{Grid, Place};

/// What the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Every colour.
    TrueColour,
    /// The 256 colours that most terminals know.
    Colours256,
    /// Characters alone: the brighter, the denser, from the picture's darkest to its brightest place.
    Characters,
}

/// From dark to bright, for light characters on a dark ground, as most terminals have it.
const RAMP: &[u8] = b" .:-=+*#%@";

/// Two rows of pixels (blue, green, red) in one line, because a character is twice as high as wide. Ends with a newline.
pub fn character_picture(pixels: &Grid<[u8; 3]>, paint: Paint) -> String {
    let brightness = pixels.cells().iter().map(|pixel| brightness(*pixel));
    let range = (brightness.clone().min().unwrap_or_default(), brightness.max().unwrap_or_default());
    let character = |two: [[u8; 3]; 2]| match paint {
        Paint::TrueColour => half_block(two.map(|[blue, green, red]| RgbColor(red, green, blue).into())),
        Paint::Colours256 => half_block(two.map(|pixel| of_256(pixel).into())),
        Paint::Characters => dense(two, range).to_string(),
    };
    let line = |row: usize| {
        let pixel = |row: usize, col: usize| pixels.get(Place::new(row, col)).copied();
        let two = |col: usize| [row, row + 1].map(|row| pixel(row, col).unwrap_or_default());
        let characters: String = (0..pixels.cols()).map(|col| character(two(col))).collect();
        characters.trim_end().to_owned() + "\n"
    };
    (0..pixels.rows()).step_by(2).map(line).collect()
}

fn half_block([upper, lower]: [Color; 2]) -> String {
    let style = Style::new().fg_color(Some(upper)).bg_color(Some(lower));
    format!("{style}▀{style:#}")
}

/// As bright as both together, within the picture's range.
fn dense(two: [[u8; 3]; 2], (darkest, brightest): (usize, usize)) -> char {
    let mean = two.map(brightness).iter().sum::<usize>() / 2;
    let step = mean.saturating_sub(darkest) * (RAMP.len() - 1) / (brightest - darkest).max(1);
    char::from(RAMP[step])
}

/// 0 to 255, by the weights of ITU-R BT.601.
fn brightness([blue, green, red]: [u8; 3]) -> usize {
    let [blue, green, red] = [blue, green, red].map(usize::from);
    (114 * blue + 587 * green + 299 * red) / 1000
}

/// The nearest of the cube of 6 x 6 x 6 colours, which begins at 16 and whose steps are 0, 95, 135 ... 255 (xterm).
fn of_256([blue, green, red]: [u8; 3]) -> Ansi256Color {
    let step = |value: u8| match value {
        0..48 => 0,
        48..115 => 1,
        _ => (value - 35) / 40,
    };
    Ansi256Color(16 + 36 * step(red) + 6 * step(green) + step(blue))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: [u8; 3] = [0, 0, 0];
    const WHITE: [u8; 3] = [255, 255, 255];
    const RED: [u8; 3] = [0, 0, 255];

    #[test]
    fn two_rows_are_one_line() {
        let pixels = Grid::from_cells(3, 2, vec![WHITE, RED, WHITE, BLACK, BLACK, WHITE]);
        assert_eq!(character_picture(&pixels, Paint::Characters), "@.\n =\n");
        let grey = Grid::filled(2, 2, [100, 100, 100]);
        assert_eq!(character_picture(&grey, Paint::Characters), "\n");
        let coloured = character_picture(&pixels, Paint::TrueColour);
        assert!(coloured.contains("\x1b[38;2;255;0;0m\x1b[48;2;0;0;0m▀\x1b[0m"), "{coloured:?}");
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), "▀▀\n▀▀\n");
    }

    #[test]
    fn colours_are_taken_to_the_nearest_of_the_cube() {
        let steps = [0_i32, 95, 135, 175, 215, 255];
        for value in 0..=255 {
            let Ansi256Color(index) = of_256([value, 0, 0]);
            let found = (steps[usize::from(index) - 16] - i32::from(value)).abs();
            assert_eq!(
                found,
                steps.map(|step| (step - i32::from(value)).abs()).into_iter().min().unwrap_or(0),
                "{value}"
            );
        }
        assert_eq!(of_256(RED), Ansi256Color(196));
        assert_eq!(of_256(WHITE), Ansi256Color(231));
    }
}
