//! A kingdom drawn with letters, for a terminal.

use std::collections::BTreeSet;

use anstyle::{AnsiColor, Style};

use kingdomino::domain::{Grid, Kingdom, Pieces, Place, Square, Terrain};
use kingdomino::formats::SquareState;
use kingdomino::formats::{KingdomRecord, notation};
use kingdomino::words::pieces_in_words;
use messages::style::{LOUD, STRONG};
use messages::wrapped::{NO_BREAK, wrapped};
use messages::{Language, Message, MessageId, Words};
use reading::reconstruct::Reading;

/// The width of a square in columns of the terminal, if no square needs more.
const USUAL_COLS: usize = 4;

/// The squares with numbered rows and columns. Each square has the notation's letter, its crowns, `+` for
/// pieces, and a mark for its state: a loud `?` if doubtful, `~` if inferred from the box, `=` if corrected.
/// Below are the pieces by square. Ends with a newline; a [`Legend`] may follow.
pub fn kingdom_picture(
    kingdom: &Kingdom,
    states: &[(Place, SquareState)],
    language: Language,
    width: Option<u16>,
) -> String {
    picture(kingdom, states, &[], language, width)
}

/// The picture of a reading. An uncertain building is shown as `building?`.
pub fn reading_picture(reading: &Reading, language: Language, width: Option<u16>) -> String {
    picture(&reading.kingdom, &reading.states(), &reading.doubtful_buildings(), language, width)
}

/// The picture of a record, which may come from a line of `scan --json`.
pub fn record_picture(record: &KingdomRecord, language: Language, width: Option<u16>) -> String {
    picture(&record.kingdom, &record.states(), &record.doubtful_buildings(), language, width)
}

fn picture(
    kingdom: &Kingdom,
    states: &[(Place, SquareState)],
    doubtful: &[Place],
    language: Language,
    width: Option<u16>,
) -> String {
    let squares = kingdom.squares();
    let marks = Grid::from_fn(squares.rows(), squares.cols(), |place| {
        states.iter().find(|(marked, _)| *marked == place).map_or("", |(_, state)| mark(*state))
    });
    let letters = Grid::from_fn(squares.rows(), squares.cols(), |place| letters(&squares[place]) + marks[place]);
    let widest = letters.cells().iter().map(String::len).max().unwrap_or_default();
    let cols = USUAL_COLS.max(widest + 1);
    let heads: String = (1..=squares.cols()).map(|col| format!("{col:<cols$}")).collect();
    let mut text = format!("     {}\n", heads.trim_end());
    for row in 0..squares.rows() {
        let places = (0..squares.cols()).map(|col| Place::new(row, col));
        let cells = places.map(|place| padded(&letters[place], style(&squares[place], marks[place]), cols));
        text += &format!("  {}  {}\n", row + 1, cells.collect::<String>().trim_end());
    }
    text + &pieces(kingdom, doubtful, language, width)
}

/// A square's style: the colour of its tile, as far as a terminal has it, or a loud one if it is doubtful.
fn style(square: &Square, mark: &str) -> Style {
    let colour = match square.terrain() {
        _ if mark == self::mark(SquareState::Doubtful) => return LOUD,
        Some(Terrain::Wheat) => AnsiColor::Yellow,
        Some(Terrain::Forest) => AnsiColor::Green,
        Some(Terrain::Lake) => AnsiColor::BrightBlue,
        Some(Terrain::Grassland) => AnsiColor::BrightGreen,
        Some(Terrain::Swamp) => AnsiColor::Magenta,
        Some(Terrain::Town) => AnsiColor::Red,
        Some(Terrain::Mine) => return Style::new(),
        None if *square == Square::Castle => return STRONG,
        None => return Style::new(),
    };
    colour.on_default()
}

/// The notation's letter and the crowns, and `+` for pieces.
pub fn letters(square: &Square) -> String {
    let notation = notation::square_in_notation(square);
    let (ground, piece) = notation.split_once('[').map_or((notation.as_str(), ""), |(ground, _)| (ground, "+"));
    format!("{ground}{piece}")
}

/// The mark after a square's letters; empty for a square that was seen.
pub fn mark(state: SquareState) -> &'static str {
    match state {
        SquareState::Seen => "",
        SquareState::Inferred => "~",
        SquareState::Doubtful => "?",
        SquareState::Corrected => "=",
    }
}

/// The letters in their style, padded to `cols` columns. The escape sequences of the style take no columns.
fn padded(letters: &str, style: Style, cols: usize) -> String {
    format!("{style}{letters}{style:#}{:1$}", "", cols - letters.len())
}

fn pieces(kingdom: &Kingdom, doubtful: &[Place], language: Language, width: Option<u16>) -> String {
    let words = what_stands(kingdom, doubtful, language);
    if words.is_empty() { String::new() } else { wrapped("  +", &words, Style::new(), width) }
}

/// The squares with pieces, and their pieces; empty if there are none. On `doubtful` squares the building is
/// uncertain.
pub fn what_stands(kingdom: &Kingdom, doubtful: &[Place], language: Language) -> String {
    let squares = kingdom.squares().iter();
    let with_pieces =
        squares.filter(|(place, square)| square.pieces() != Pieces::default() || doubtful.contains(place));
    let words = with_pieces.map(|(place, square)| {
        let is_doubtful = doubtful.contains(&place);
        let building = is_doubtful.then(|| MessageId::DoubtfulBuilding.into());
        let known = Pieces { building: square.pieces().building.filter(|_| !is_doubtful), ..square.pieces() };
        let pieces: Vec<Message> = building.into_iter().chain(pieces_in_words(&known)).collect();
        MessageId::PiecesAt.with("square", place).with("pieces", pieces).in_language(language)
    });
    words.collect::<Vec<_>>().join("; ")
}

/// What the letters, figures and marks in pictures of kingdoms mean: only those that occur, each of them
/// once.
#[derive(Debug, Clone, Default)]
pub struct Legend {
    explained: BTreeSet<char>,
    to_explain: BTreeSet<char>,
}

/// Stands for all figures in a [`Legend`].
const FIGURE: char = '1';

impl Legend {
    /// Adds what occurs in the picture of this kingdom.
    pub fn add(&mut self, kingdom: &Kingdom, states: &[(Place, SquareState)]) {
        let squares = kingdom.squares().cells().iter().map(letters);
        let marks = states.iter().map(|(_, state)| mark(*state).to_owned());
        let signs = squares.chain(marks).collect::<String>();
        self.to_explain.extend(signs.chars().map(|sign| if sign.is_ascii_digit() { FIGURE } else { sign }));
    }

    /// Adds what another legend has yet to explain.
    pub fn append(&mut self, mut other: Self) {
        self.to_explain.append(&mut other.to_explain);
    }

    /// A paragraph about all that was added and has not been explained yet; empty if there is nothing.
    pub fn in_words(&mut self, language: Language, width: Option<u16>) -> String {
        let signs: BTreeSet<char> = self.to_explain.difference(&self.explained).copied().collect();
        self.explained.append(&mut self.to_explain);
        let terrains = Terrain::ALL.map(|terrain| (terrain.letter(), terrain.message_id()));
        let letters = terrains.into_iter().chain([('C', MessageId::Castle), ('.', MessageId::Empty)]);
        let letters = explained(letters, &signs, language).join(", ");
        let figures = signs.contains(&FIGURE).then(|| MessageId::FiguresMark.in_language(language).to_owned());
        let marks = [
            ('+', MessageId::PiecesMark),
            ('?', MessageId::DoubtfulMark),
            ('~', MessageId::InferredMark),
            ('=', MessageId::CorrectedMark),
        ];
        let parts = [letters].into_iter().chain(figures).chain(explained(marks, &signs, language));
        let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { String::new() } else { wrapped(" ", &parts.join("; "), Style::new(), width) }
    }
}

/// Those of the `known` signs that are in `signs`, each with its meaning.
fn explained(
    known: impl IntoIterator<Item = (char, MessageId)>,
    signs: &BTreeSet<char>,
    language: Language,
) -> Vec<String> {
    let known = known.into_iter().filter(|(sign, _)| signs.contains(sign));
    known.map(|(sign, meaning)| format!("{sign}{NO_BREAK}{}", meaning.in_language(language))).collect()
}
