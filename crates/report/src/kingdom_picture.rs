//! A kingdom drawn with letters.

use anstyle::{AnsiColor, Style};

use kingdomino::domain::{Kingdom, Pieces, Place, Square, Terrain};
use kingdomino::formats::SquareState;
use kingdomino::formats::{KingdomRecord, notation};
use kingdomino::words::pieces_in_words;
use messages::style::{LOUD, STRONG};
use messages::wrapped::wrapped;
use messages::{Language, Message, MessageId, Words};
use reading::reconstruct::Reading;

/// Columns from one square to the next, if no square needs more.
const USUAL_COLS: usize = 4;

/// The squares between numbered rows and columns: the notation's letter, the crowns, `+` for pieces, and a mark for the state: a loud `?` for
/// doubtful, `~` for inferred from the box, `=` for corrected. Below it the pieces by square, and what the marks mean. Ends with a newline.
pub fn kingdom_picture(
    kingdom: &Kingdom,
    states: &[(Place, SquareState)],
    language: Language,
    width: Option<u16>,
) -> String {
    picture(kingdom, states, &[], language, width)
}

/// The picture of a reading; an uncertain building is only `building?`.
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
    let mark_at =
        |place: Place| states.iter().find(|(marked, _)| *marked == place).map_or("", |(_, state)| mark(*state));
    let letters = |place: Place| letters(&squares[place]) + mark_at(place);
    let widest = squares.places().map(|place| letters(place).len()).max().unwrap_or_default();
    let cols = USUAL_COLS.max(widest + 1);
    let heads: String = (1..=squares.cols()).map(|col| format!("{col:<cols$}")).collect();
    let mut text = format!("     {}\n", heads.trim_end());
    for row in 0..squares.rows() {
        let cell = |place: Place| padded(&letters(place), style(&squares[place], mark_at(place)), cols);
        let cells: String = (0..squares.cols()).map(|col| cell(Place::new(row, col))).collect();
        text += &format!("  {}  {}\n", row + 1, cells.trim_end());
    }
    text + &pieces(kingdom, doubtful, language, width) + &legend(states, language, width)
}

/// A square's colour as on the tiles, as far as a terminal has it; doubt is loud.
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

/// The mark after a square's letters; empty for one that was seen.
pub fn mark(state: SquareState) -> &'static str {
    match state {
        SquareState::Seen => "",
        SquareState::Inferred => "~",
        SquareState::Doubtful => "?",
        SquareState::Corrected => "=",
    }
}

/// Explains the marks, except `?`, which speaks for itself.
fn legend(states: &[(Place, SquareState)], language: Language, width: Option<u16>) -> String {
    let known = [(SquareState::Inferred, MessageId::InferredMark), (SquareState::Corrected, MessageId::CorrectedMark)];
    let marked = known.into_iter().filter(|(known, _)| states.iter().any(|(_, state)| state == known));
    let line = |(state, phrase): (SquareState, MessageId)| {
        wrapped(&format!("  {}", mark(state)), phrase.in_language(language), Style::new(), width)
    };
    marked.map(line).collect()
}

/// Padded to `cols` columns; a colour takes none.
fn padded(letters: &str, style: Style, cols: usize) -> String {
    format!("{style}{letters}{style:#}{:1$}", "", cols - letters.len())
}

fn pieces(kingdom: &Kingdom, doubtful: &[Place], language: Language, width: Option<u16>) -> String {
    let words = what_stands(kingdom, doubtful, language);
    if words.is_empty() { String::new() } else { wrapped("  +", &words, Style::new(), width) }
}

/// The squares with pieces, and which; empty without pieces. On the `doubtful` ones the building is uncertain.
pub fn what_stands(kingdom: &Kingdom, doubtful: &[Place], language: Language) -> String {
    let has_pieces =
        |(place, square): &(Place, &Square)| square.pieces() != Pieces::default() || doubtful.contains(place);
    let words = kingdom.squares().iter().filter(has_pieces).map(|(place, square)| {
        let is_doubtful = doubtful.contains(&place);
        let building = is_doubtful.then(|| MessageId::DoubtfulBuilding.into());
        let known = Pieces { building: square.pieces().building.filter(|_| !is_doubtful), ..square.pieces() };
        let pieces: Vec<Message> = building.into_iter().chain(pieces_in_words(&known)).collect();
        MessageId::PiecesAt.with("square", place).with("pieces", pieces).in_language(language)
    });
    words.collect::<Vec<_>>().join("; ")
}
