//! A kingdom drawn as SVG, for web pages and print.

use maud::{Markup, html};

use kingdomino::domain::{Kingdom, Place, Square, Terrain};
use kingdomino::formats::notation;
use messages::{Language, Message};

/// A square's side, in the drawing's units.
const SIDE: usize = 100;

/// The margin around the squares.
const MARGIN: usize = 10;

/// The crown, 30 wide and 22 high, from its upper left corner.
const CROWN: &str = "m0 2 7 8 8-10 8 10 7-8-3 20H3z";

/// The distance from one crown to the next.
const CROWN_STEP: usize = 32;

/// A castle with three merlons, 60 wide and 60 high, from its upper left corner.
const CASTLE: &str = "m0 60V0h12v12h12V0h12v12h12V0h12v60H38V42q-8-10-16 0v18z";

/// The squares with the terrain's colour and its letter in notation, crowns, and the castle. Doubtful squares
/// have a dashed frame and a question mark. Each square has a title in words, for tooltips and screen
/// readers. The drawing has no identifiers, so that a page may contain many of them.
pub fn kingdom_svg(kingdom: &Kingdom, doubtful: &[Place], language: Language) -> Markup {
    let squares = kingdom.squares();
    let (width, height) = (squares.cols() * SIDE + 2 * MARGIN, squares.rows() * SIDE + 2 * MARGIN);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-label=(notation::write(kingdom)) font-family="sans-serif" {
            @for (place, square) in squares.iter() {
                g transform={ "translate(" (MARGIN + place.col * SIDE) " " (MARGIN + place.row * SIDE) ")" } {
                    title { (place) ": " (Message::from(square).in_language(language)) }
                    (drawn(square))
                    @if doubtful.contains(&place) { (question_mark()) }
                }
            }
        }
    }
}

fn drawn(square: &Square) -> Markup {
    match square {
        Square::Empty => html! {
            rect width="100" height="100" fill="none" stroke="#bbb" stroke-width="2" stroke-dasharray="4 6" {}
        },
        Square::Castle => html! {
            rect width="100" height="100" fill="#f2ead8" stroke="#333" stroke-width="3" {}
            path transform="translate(20 20)" d=(CASTLE) fill="#7a6a55" {}
        },
        Square::Land { terrain, crowns, .. } => html! {
            rect width="100" height="100" fill=(in_css(colour(*terrain))) stroke="#333" stroke-width="3" {}
            text x="10" y="90" font-size="30" font-weight="bold" fill=(ink(*terrain)) {
                (letters(square))
            }
            @for crown in 0..usize::from(*crowns) {
                path transform={ "translate(" (64 - crown * CROWN_STEP) " 8)" } d=(CROWN) fill="#ffe680"
                    stroke="#222" stroke-width="3" {}
            }
        },
    }
}

/// The terrain's letter, and `+` for pieces. Crowns are drawn instead.
fn letters(square: &Square) -> String {
    let notation = notation::square_in_notation(square);
    let terrain: String = notation.chars().take(1).collect();
    if notation.contains('[') { terrain + "+" } else { terrain }
}

fn question_mark() -> Markup {
    html! {
        rect x="6" y="6" width="88" height="88" fill="none" stroke="#fff" stroke-width="7" {}
        rect x="6" y="6" width="88" height="88" fill="none" stroke="#c2410c" stroke-width="7" stroke-dasharray="14 9" {}
        circle cx="76" cy="74" r="20" fill="#c2410c" {}
        text x="76" y="85" font-size="32" font-weight="bold" text-anchor="middle" fill="#fff" { "?" }
    }
}

/// The terrain's colour (red, green, blue). The colours are near those of the tiles, and can be told apart in
/// greyscale print.
pub(super) fn colour(terrain: Terrain) -> [u8; 3] {
    match terrain {
        Terrain::Wheat => [0xf2, 0xcf, 0x3a],
        Terrain::Forest => [0x2f, 0x6b, 0x34],
        Terrain::Lake => [0x4a, 0x90, 0xd9],
        Terrain::Grassland => [0xa6, 0xd8, 0x4e],
        Terrain::Swamp => [0xb3, 0xa0, 0x7a],
        Terrain::Mine => [0x4a, 0x45, 0x43],
        Terrain::Town => [0xd9, 0x9a, 0x8b],
    }
}

/// The colour in CSS, such as `#f2cf3a`.
pub(super) fn in_css([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn ink(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Forest | Terrain::Mine => "#fff",
        _ => "#222",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_counts_is_drawn() {
        let kingdom = notation::parse("W1M3C/.FT[church] q5").expect("a kingdom");
        let svg = kingdom_svg(&kingdom, &[Place::new(1, 1)], Language::German).into_string();
        assert_eq!(svg.matches(CROWN).count(), 4);
        assert_eq!(svg.matches(CASTLE).count(), 1);
        assert_eq!(svg.matches(">?<").count(), 1);
        assert!(svg.contains(">T+<") && svg.contains(">F<") && svg.contains("viewBox=\"0 0 320 220\""), "{svg}");
        assert!(svg.contains("<title>r2c3: Stadt, Kirche</title>"), "{svg}");
        assert!(svg.contains("aria-label=\"W1M3C/.FT[church] q5\""), "{svg}");
    }
}
