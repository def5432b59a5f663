//! A kingdom in one line, for typing and pasting: `F1WWF1F/M1MW1TL1/TM3CLL1/FTS1TT/G2GGG1T q5`.
//!
//! Rows are joined by `/`. A square is a letter (W wheat, F forest, L lake, G grassland, S swamp, M mine, T
//! town, C castle, `.` empty), a digit for its crowns if it has any, and its pieces in brackets:
//! `T[church,tower*2]`. At the end come a space, the game's letters (k, q, r, kg, qg) and the grid's size (5
//! or 7).

use std::fmt::Write;
use std::iter::Peekable;
use std::str::Chars;

use crate::domain::{
    Game, Grid, GridSize, Kingdom, KingdomError, Pieces, Place, Square, SquareError, Terrain, counted,
};

/// Why a text is not a valid notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// No space between the rows and the game.
    #[error(
        "a kingdom in notation needs its rows, a space, and the game's letter with the grid size, such as \
         `F1WC/L1W. k5`"
    )]
    NoGame,
    /// The text after the rows is not a game and size.
    #[error(
        "`{0}` is not a game and grid size: after the rows, write the game's letter (k kingdomino, q queendomino, r \
         royal wedding, kg and qg with Age of Giants) and 5 or 7, such as `k5`"
    )]
    WrongGame(String),
    /// An invalid square.
    #[error("{place}: `{found}`: {problem}")]
    WrongSquare {
        /// The invalid square.
        place: Place,
        /// The square as written, with crowns and bracket.
        found: String,
        /// What is wrong with it, and what is allowed.
        problem: String,
    },
    /// Rows of different lengths.
    #[error(
        "row {row} has {}, but row 1 has {expected}; every row needs the same number (write `.` for an empty square)",
        counted(*cols, "square")
    )]
    RowLength {
        /// The first such row, counted from 1.
        row: usize,
        /// The number of squares in that row.
        cols: usize,
        /// The number of squares in the first row.
        expected: usize,
    },
    /// The squares are valid but do not form a kingdom.
    #[error(transparent)]
    Kingdom(#[from] KingdomError),
}

/// The kingdom's notation. [`parse`] reads it back to an equal kingdom.
pub fn write(kingdom: &Kingdom) -> String {
    let rows: Vec<String> =
        kingdom.squares().iter_rows().map(|row| row.iter().map(square_in_notation).collect()).collect();
    format!("{} {}{}", rows.join("/"), kingdom.game().letters(), kingdom.size())
}

/// One square, such as `F1` or `T[church]`.
pub fn square_in_notation(square: &Square) -> String {
    let (terrain, crowns, pieces) = match square {
        Square::Empty => return ".".to_owned(),
        Square::Castle => return "C".to_owned(),
        Square::Land { terrain, crowns, pieces } => (terrain, crowns, pieces.words()),
    };
    let mut text = terrain.letter().to_string();
    if *crowns > 0 {
        // Writing to a String cannot fail.
        let _ = write!(text, "{crowns}");
    }
    if !pieces.is_empty() {
        let _ = write!(text, "[{}]", pieces.join(","));
    }
    text
}

/// Reads a notation; spaces around it are allowed.
///
/// # Errors
/// The first thing that is wrong, with its square or row, and what is allowed.
pub fn parse(text: &str) -> Result<Kingdom, NotationError> {
    let (rows, game) = text.trim().rsplit_once(char::is_whitespace).ok_or(NotationError::NoGame)?;
    let (game, size) = parse_game(game)?;
    let rows = rows.trim_end().split('/').enumerate();
    let rows: Vec<Vec<Square>> = rows.map(|(row, text)| parse_row(row, text)).collect::<Result<_, _>>()?;
    let expected = rows[0].len();
    if let Some((row, squares)) = rows.iter().enumerate().find(|(_, row)| row.len() != expected) {
        return Err(NotationError::RowLength { row: row + 1, cols: squares.len(), expected });
    }
    let squares = Grid::from_cells(rows.len(), expected, rows.concat());
    Ok(Kingdom::new(game, size, squares)?)
}

fn parse_game(text: &str) -> Result<(Game, GridSize), NotationError> {
    let (letters, size) = text.split_at(text.find(|letter: char| letter.is_ascii_digit()).unwrap_or(text.len()));
    let game = Game::from_letters(letters);
    let size = size.parse().ok();
    game.zip(size).ok_or_else(|| NotationError::WrongGame(text.to_owned()))
}

/// Reads one square, such as `F1` or `C`.
///
/// # Errors
/// What is wrong with it, and what is allowed.
pub fn parse_square(text: &str) -> Result<Square, SquareError> {
    let mut letters = text.chars().peekable();
    let first = letters.next().ok_or_else(|| SquareError { word: String::new(), problem: "no square".to_owned() })?;
    let square = take_square(first, &mut letters)?;
    let rest = letters.peek().map(|_| "a single square is a letter, its crowns, and its pieces in brackets".to_owned());
    rest.map_or(Ok(square), |problem| Err(SquareError { word: text.to_owned(), problem }))
}

fn parse_row(row: usize, text: &str) -> Result<Vec<Square>, NotationError> {
    let mut letters = text.chars().peekable();
    let mut squares = Vec::new();
    while let Some(letter) = letters.next() {
        let place = Place::new(row, squares.len());
        squares.push(
            take_square(letter, &mut letters).map_err(|SquareError { word, problem }| NotationError::WrongSquare {
                place,
                found: word,
                problem,
            })?,
        );
    }
    Ok(squares)
}

/// Consumes the rest of a square from `rest`; `letter` is its first letter.
fn take_square(letter: char, rest: &mut Peekable<Chars>) -> Result<Square, SquareError> {
    let digits: String = std::iter::from_fn(|| rest.next_if(char::is_ascii_digit)).collect();
    let bracket = take_bracket(rest);
    square_from_parts(letter, &digits, bracket.as_deref()).map_err(|problem| {
        let word = format!("{letter}{digits}{}", bracket.unwrap_or_default());
        SquareError { word, problem }
    })
}

/// Puts a square together from its letter, digits and bracket.
///
/// # Errors
/// What is wrong with the square.
fn square_from_parts(letter: char, digits: &str, bracket: Option<&str>) -> Result<Square, String> {
    if matches!(letter, 'C' | '.') {
        if digits.is_empty() && bracket.is_none() {
            return Ok(if letter == 'C' { Square::Castle } else { Square::Empty });
        }
        return Err("a castle and an empty square have neither crowns nor pieces".to_owned());
    }
    let terrain = Terrain::from_letter(letter).ok_or_else(|| unknown_letter(letter))?;
    let pieces = bracket.map(parse_pieces).transpose()?.unwrap_or_default();
    let crowns = if digits.is_empty() { "0" } else { digits };
    Square::checked(terrain, crowns, pieces)
}

/// Consumes `[...]` from `rest`, with its brackets (the closing one may be missing); `None` if `rest` has no
/// bracket next.
fn take_bracket(rest: &mut Peekable<Chars>) -> Option<String> {
    let mut bracket = String::from(rest.next_if_eq(&'[')?);
    for letter in rest.by_ref() {
        bracket.push(letter);
        if letter == ']' {
            break;
        }
    }
    Some(bracket)
}

fn parse_pieces(bracket: &str) -> Result<Pieces, String> {
    let words = bracket.strip_prefix('[').and_then(|words| words.strip_suffix(']'));
    let words = words.ok_or("the bracket `[` is never closed by `]`")?;
    Pieces::from_words(words.split(',').map(str::trim))
}

fn unknown_letter(letter: char) -> String {
    let letters = Terrain::ALL.map(|terrain| format!("{} {terrain}", terrain.letter())).join(", ");
    let upper = letter.to_ascii_uppercase();
    let known = upper != letter && (upper == 'C' || Terrain::from_letter(upper).is_some());
    let meant = if known { format!("; did you mean `{upper}`?") } else { String::new() };
    format!("the letters are {letters}, C castle, and `.` for an empty square{meant}")
}
