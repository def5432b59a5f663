//! A small picture drawn with characters, for a terminal.

use anstyle::{Ansi256Color, Color, RgbColor, Style};

use kingdomino::domain::{Grid, Place};

/// What the terminal can display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// Every colour.
    TrueColour,
    /// The 256 colours that most terminals support.
    Colours256,
    /// No colours: the brighter a pixel is, the denser its character, within the picture's range of
    /// brightness.
    Characters,
}

/// Characters from dark to bright, for light text on a dark background, which most terminals have.
const RAMP: &[u8] = b" .:-=+*#%@";

/// Draws pixels (blue, green, red). A line of characters shows two rows of pixels, because a character is
/// twice as high as wide. Ends with a newline.
pub fn character_picture(pixels: &Grid<[u8; 3]>, paint: Paint) -> String {
    let brightness = pixels.cells().iter().map(|pixel| brightness(*pixel));
    let range = (brightness.clone().min().unwrap_or_default(), brightness.max().unwrap_or_default());
    let in_256 = (paint == Paint::Colours256).then(|| dithered(pixels));
    let mut text = String::new();
    for row in (0..pixels.rows()).step_by(2) {
        let mut line = String::new();
        for col in 0..pixels.cols() {
            let places = [Place::new(row, col), Place::new(row + 1, col)];
            let two = places.map(|place| pixels.get(place).copied().unwrap_or_default());
            line += &match (paint, &in_256) {
                (Paint::Characters, _) => dense(two, range).to_string(),
                (_, Some(colours)) => {
                    half_block(places.map(|place| Ansi256Color(*colours.get(place).unwrap_or(&16)).into()))
                }
                _ => half_block(two.map(|[blue, green, red]| RgbColor(red, green, blue).into())),
            };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn half_block([upper, lower]: [Color; 2]) -> String {
    let style = Style::new().fg_color(Some(upper)).bg_color(Some(lower));
    format!("{style}▀{style:#}")
}

/// The character for the mean brightness of both pixels, within the picture's range.
fn dense(two: [[u8; 3]; 2], (darkest, brightest): (usize, usize)) -> char {
    let mean = two.map(brightness).iter().sum::<usize>() / 2;
    let step = mean.saturating_sub(darkest) * (RAMP.len() - 1) / (brightest - darkest).max(1);
    char::from(RAMP[step])
}

/// The brightness, 0 to 255, by the weights of ITU-R BT.601.
fn brightness([blue, green, red]: [u8; 3]) -> usize {
    let [blue, green, red] = [blue, green, red].map(usize::from);
    (114 * blue + 587 * green + 299 * red) / 1000
}

/// The steps of each channel in the cube of 6 x 6 x 6 colours, whose first index is 16 (xterm).
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The greys that follow the cube: the first is 8, and each next one is 10 brighter.
const FIRST_GREY: u8 = 232;
const GREYS: u8 = 24;

/// The nearest of the 256 colours, in the cube or among the greys.
fn of_256(pixel: [u8; 3]) -> u8 {
    let [blue, green, red] =
        pixel.map(|value| (0..STEPS.len()).min_by_key(|step| STEPS[*step].abs_diff(value)).unwrap_or_default() as u8);
    let mean = pixel.iter().map(|value| usize::from(*value)).sum::<usize>() / pixel.len();
    let grey = (mean.saturating_sub(3) / 10).min(usize::from(GREYS) - 1) as u8;
    let of_cube = 16 + 36 * red + 6 * green + blue;
    let grey = FIRST_GREY + grey;
    if distance(shown(grey), pixel) < distance(shown(of_cube), pixel) { grey } else { of_cube }
}

/// The squared distance of two colours.
fn distance(one: [u8; 3], other: [u8; 3]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

/// Blue, green and red of a colour with an index of 16 or more.
fn shown(index: u8) -> [u8; 3] {
    match index.checked_sub(FIRST_GREY) {
        Some(grey) => [8 + 10 * grey; 3],
        None => [index - 16, (index - 16) / 6, (index - 16) / 36].map(|step| STEPS[usize::from(step % 6)]),
    }
}

/// Each pixel in one of the 256 colours. Floyd-Steinberg dithering spreads a pixel's error to its neighbours,
/// so that a tile keeps its mean colour even if none of the 256 colours is near.
fn dithered(pixels: &Grid<[u8; 3]>) -> Grid<u8> {
    let mut wanted = Grid::from_fn(pixels.rows(), pixels.cols(), |place| pixels[place].map(f32::from));
    let mut colours = Grid::filled(pixels.rows(), pixels.cols(), 0);
    for row in 0..pixels.rows() {
        for col in 0..pixels.cols() {
            let place = Place::new(row, col);
            let pixel = wanted[place].map(|value| value.round().clamp(0.0, 255.0) as u8);
            colours[place] = of_256(pixel);
            let shown = shown(colours[place]);
            // The shares in sixteenths: right, below left, below, below right. Columns are counted from the
            // left neighbour.
            for (down, right, share) in [(0, 2, 7.0), (1, 0, 3.0), (1, 1, 5.0), (1, 2, 1.0)] {
                let Some(col) = (col + right).checked_sub(1) else { continue };
                let neighbour = Place::new(row + down, col);
                if wanted.get(neighbour).is_some() {
                    for channel in 0..3 {
                        wanted[neighbour][channel] +=
                            (f32::from(pixel[channel]) - f32::from(shown[channel])) * share / 16.0;
                    }
                }
            }
        }
    }
    colours
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
    fn colours_are_taken_to_the_nearest_of_cube_and_greys() {
        for (pixel, index) in [(BLACK, 16), (WHITE, 231), (RED, 196), ([100, 100, 100], 241), ([0, 100, 200], 166)] {
            assert_eq!(of_256(pixel), index, "{pixel:?} is shown as {:?}", shown(of_256(pixel)));
        }
        for index in 16..=255 {
            assert_eq!(shown(of_256(shown(index))), shown(index), "{index}");
        }
    }

    /// None of the 256 colours is close to these.
    #[test]
    fn a_plane_keeps_its_colour_on_the_whole() {
        for colour in [[60, 120, 70], [30, 150, 190], [110, 70, 20]] {
            let colours = dithered(&Grid::filled(36, 36, colour));
            for channel in 0..3 {
                let sum: usize = colours.cells().iter().map(|index| usize::from(shown(*index)[channel])).sum();
                let mean = sum / colours.cells().len();
                assert!(mean.abs_diff(usize::from(colour[channel])) <= 6, "{colour:?}: {mean} in {channel}");
            }
        }
    }
}
