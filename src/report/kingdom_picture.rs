//! A kingdom drawn with letters.

use anstyle::{AnsiColor, Style};

use super::wrapped::wrapped;
use crate::domain::{Kingdom, Pieces, Place, Square};
use crate::formats::notation;
use crate::words::{Language, Phrase, Words, pieces_in_words};

/// What a person must not overlook.
pub(super) const LOUD: Style = AnsiColor::Yellow.on_default().bold();

/// Columns from one square to the next, if no square needs more.
const USUAL_COLS: usize = 4;

/// The squares as they lie, between numbered rows and columns: the notation's letter, the crowns, `+` where something
/// stands, and a loud `?` where the reading is in doubt. Below it what stands where. Ends with a newline.
pub fn kingdom_picture(kingdom: &Kingdom, doubtful: &[Place], language: Language, width: Option<u16>) -> String {
    let squares = kingdom.squares();
    let letters = |place: Place| letters(&squares[place], doubtful.contains(&place));
    let widest = squares.places().map(|place| letters(place).len()).max().unwrap_or_default();
    let cols = USUAL_COLS.max(widest + 1);
    let heads: String = (1..=squares.cols()).map(|col| format!("{col:<cols$}")).collect();
    let mut text = format!("     {}\n", heads.trim_end());
    for row in 0..squares.rows() {
        let cells: String = (0..squares.cols()).map(|col| padded(&letters(Place::new(row, col)), cols)).collect();
        text += &format!("  {}  {}\n", row + 1, cells.trim_end());
    }
    text + &pieces(kingdom, language, width)
}

fn letters(square: &Square, is_doubtful: bool) -> String {
    let notation = notation::square_in_notation(square);
    let (ground, piece) = notation.split_once('[').map_or((notation.as_str(), ""), |(ground, _)| (ground, "+"));
    format!("{ground}{piece}{}", if is_doubtful { "?" } else { "" })
}

/// Filled up to so many columns; a colour takes none.
fn padded(letters: &str, cols: usize) -> String {
    let style = if letters.ends_with('?') { LOUD } else { Style::new() };
    format!("{style}{letters}{style:#}{:1$}", "", cols - letters.len())
}

fn pieces(kingdom: &Kingdom, language: Language, width: Option<u16>) -> String {
    let with_pieces = kingdom.squares().iter().filter(|(_, square)| square.pieces() != Pieces::default());
    let told = with_pieces.map(|(place, square)| {
        let message = Phrase::PiecesAt.with("square", place).with("pieces", pieces_in_words(&square.pieces()));
        message.in_language(language)
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { String::new() } else { wrapped("  +", &told.join("; "), Style::new(), width) }
}
