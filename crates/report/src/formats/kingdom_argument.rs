//! `KINGDOM` on the command line: an existing file, `-` for standard input, or otherwise a notation.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{Held, HeldKingdom, JsonError, Parsed, parse_all_json, parse_json};
use kingdomino::domain::Kingdom;
use kingdomino::formats::{NotationError, notation};

/// The largest input, far more than a game's kingdoms or results need. A device or a video is refused before
/// it fills the memory.
const MAX_BYTES: u64 = 4 << 20;

/// Why an argument names no kingdom.
#[derive(Debug, thiserror::Error)]
pub enum ArgumentError {
    /// A text without a kingdom.
    #[error("{name}: {problem}")]
    Text {
        /// The file as given, or `standard input`.
        name: String,
        /// The problem in it.
        problem: TextProblem,
    },
    /// The argument itself was taken for a notation.
    #[error("`{argument}` is not a file, and it is not a valid kingdom in notation: {error}")]
    Notation {
        /// The argument as given.
        argument: String,
        /// The problem in it.
        error: NotationError,
    },
    /// The argument looks like a path, but there is no such file.
    #[error(
        "`{0}` is neither a file nor a kingdom in notation; a notation ends with a space, the game's letter and 5 or \
         7, such as `F1WC/L1W. k5`"
    )]
    NoSuchFile(String),
    /// The argument itself is JSON.
    #[error("`{0}` looks like JSON, which can be read only from a file or, with `-`, from standard input")]
    JsonAsArgument(String),
}

/// Why a text is not a kingdom.
#[derive(Debug, thiserror::Error)]
pub enum TextProblem {
    /// It could not be read, with the system's error.
    #[error("{0}")]
    Io(io::Error),
    /// More than 4 MiB.
    #[error("the text is larger than {} MiB, too large for a kingdom", MAX_BYTES >> 20)]
    TooLarge,
    /// It begins like a picture.
    #[error("this is a picture, but a kingdom written as text is needed; read photos with `kingdom-scanner scan`")]
    Picture,
    /// It is not UTF-8.
    #[error("this is not UTF-8 text; a kingdom in JSON or in notation, such as `F1WC/L1W. k5`, is needed")]
    NotText,
    /// Nothing but blanks.
    #[error("this is empty; a kingdom in JSON or in notation, such as `F1WC/L1W. k5`, is needed")]
    Empty,
    /// It begins like JSON, but is not a kingdom.
    #[error("{0}")]
    Json(JsonError),
    /// It does not begin like JSON, and is not a notation either.
    #[error("{0}")]
    Notation(NotationError),
}

impl TextProblem {
    fn of(self, name: &str) -> ArgumentError {
        ArgumentError::Text { name: name.to_owned(), problem: self }
    }
}

/// Reads the kingdom that the argument names. A file or the standard input may have a kingdom in JSON, a line
/// of `scan --json` or `score --json`, or a notation.
///
/// # Errors
/// A file or text that cannot be read as a kingdom, with its name and the reason.
pub fn read_argument(argument: &str) -> Result<Parsed, ArgumentError> {
    read(argument, parse_bytes, Parsed::from)
}

/// Reads all kingdoms that the argument names: those of all lines of `scan --json`, or of a saved game.
///
/// # Errors
/// The errors of [`read_argument`].
pub fn read_arguments(argument: &str) -> Result<Held, ArgumentError> {
    read(argument, |bytes| parse_text(bytes, parse_all_json, held), held)
}

fn held(kingdom: Kingdom) -> Held {
    HeldKingdom::from(Parsed::from(kingdom)).into()
}

/// Reads an argument. `parse` parses the bytes of a file, and `one` converts the kingdom of a notation.
fn read<T>(
    argument: &str,
    parse: impl FnOnce(&[u8]) -> Result<T, TextProblem>,
    one: impl FnOnce(Kingdom) -> T,
) -> Result<T, ArgumentError> {
    if argument == "-" {
        return bytes_of(io::stdin().lock())
            .and_then(|bytes| parse(&bytes))
            .map_err(|problem| problem.of("standard input"));
    }
    if Path::new(argument).exists() {
        let bytes = File::open(argument).map_err(TextProblem::Io).and_then(bytes_of);
        return bytes.and_then(|bytes| parse(&bytes)).map_err(|problem| problem.of(argument));
    }
    let given = argument.to_owned();
    match notation::parse(argument) {
        Ok(kingdom) => Ok(one(kingdom)),
        Err(_) if argument.trim_start().starts_with('{') => Err(ArgumentError::JsonAsArgument(given)),
        Err(_) if looks_like_a_path(argument) => Err(ArgumentError::NoSuchFile(given)),
        Err(error) => Err(ArgumentError::Notation { argument: given, error }),
    }
}

/// Whether the argument is probably a path. A notation has a space before the game, and no extension.
fn looks_like_a_path(argument: &str) -> bool {
    let extension = Path::new(argument).extension();
    !argument.contains(' ') || extension.is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

fn bytes_of(source: impl Read) -> Result<Vec<u8>, TextProblem> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(TextProblem::Io)?;
    let is_too_large = bytes.len() as u64 > MAX_BYTES && !is_picture(&bytes);
    if is_too_large { Err(TextProblem::TooLarge) } else { Ok(bytes) }
}

/// Parses a file's content.
///
/// # Errors
/// The reason why it is not a kingdom.
pub fn parse_bytes(bytes: &[u8]) -> Result<Parsed, TextProblem> {
    parse_text(bytes, parse_json, Parsed::from)
}

fn parse_text<T>(
    bytes: &[u8],
    json: impl FnOnce(&str) -> Result<T, JsonError>,
    one: impl FnOnce(Kingdom) -> T,
) -> Result<T, TextProblem> {
    if is_picture(bytes) {
        return Err(TextProblem::Picture);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| TextProblem::NotText)?;
    // Some Windows editors begin every text with this mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None => Err(TextProblem::Empty),
        Some('{' | '[' | '"') => json(text).map_err(TextProblem::Json),
        Some(_) => notation::parse(text).map(one).map_err(TextProblem::Notation),
    }
}

/// Whether the bytes begin like a JPEG, PNG, GIF, HEIC or WebP file.
fn is_picture(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 3] = [b"\xff\xd8\xff", b"\x89PNG", b"GIF8"];
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    is_webp || starts.iter().any(|start| bytes.starts_with(start)) || bytes.get(4..8) == Some(b"ftyp")
}
