//! `KINGDOM` on the command line: an existing file, `-` for standard input, else a notation.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{HeldKingdom, JsonError, NotationError, Parsed, notation, parse_all_json, parse_json};

/// Far more than a game's kingdoms or results take; a device or a film is refused before it fills the memory.
const MAX_BYTES: u64 = 4 << 20;

/// Why an argument is no kingdom.
#[derive(Debug, thiserror::Error)]
pub enum ArgumentError {
    /// The file, or the standard input, could not be read.
    #[error("{name}: {error}")]
    Io {
        /// The file as given, or `standard input`.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// More than 4 MiB.
    #[error("{name}: larger than {} MiB, which no kingdom is", MAX_BYTES >> 20)]
    TooLarge {
        /// The file as given, or `standard input`.
        name: String,
    },
    /// It begins like a picture.
    #[error("{name}: a picture, and a kingdom in text was expected; `kingdom-scanner scan` reads photos")]
    Picture {
        /// The file as given, or `standard input`.
        name: String,
    },
    /// Bytes that are no UTF-8.
    #[error("{name}: not UTF-8 text; a kingdom is JSON or a notation such as `F1WC/L1W. k5`")]
    NotText {
        /// The file as given, or `standard input`.
        name: String,
    },
    /// Nothing but blanks.
    #[error("{name}: empty; a kingdom is JSON or a notation such as `F1WC/L1W. k5`")]
    Empty {
        /// The file as given, or `standard input`.
        name: String,
    },
    /// It begins like JSON and is no kingdom.
    #[error("{name}: {error}")]
    Json {
        /// The file as given, or `standard input`.
        name: String,
        /// What is wrong in it.
        error: JsonError,
    },
    /// It does not begin like JSON, and is no notation either.
    #[error("{name}: {error}")]
    NotationInFile {
        /// The file as given, or `standard input`.
        name: String,
        /// What is wrong in it.
        error: NotationError,
    },
    /// The argument itself was taken for a notation.
    #[error("`{argument}` is no file, and as a notation: {error}")]
    Notation {
        /// As it was given.
        argument: String,
        /// What is wrong in it.
        error: NotationError,
    },
    /// The argument looks like a path, and nothing is there.
    #[error(
        "`{argument}`: no such file, and no kingdom in notation either, which ends with a space, the game's letter and 5 or 7 (such as `F1WC/L1W. k5`)"
    )]
    NoSuchFile {
        /// As it was given.
        argument: String,
    },
    /// The argument itself is JSON.
    #[error("`{argument}`: JSON is read from a file or, with `-`, from standard input")]
    JsonAsArgument {
        /// As it was given.
        argument: String,
    },
}

/// Reads what the argument stands for. A file and the standard input hold a kingdom in JSON, a line of
/// `scan --json` or `score --json`, or a notation.
///
/// # Errors
/// What could not be read, by name, and why.
pub fn read_argument(argument: &str) -> Result<Parsed, ArgumentError> {
    read(argument, parse_bytes, |parsed| parsed)
}

/// The same where several kingdoms may be meant: all kingdoms of all lines of `scan --json`, or of a saved game.
///
/// # Errors
/// As [`read_argument`].
pub fn read_arguments(argument: &str) -> Result<Vec<HeldKingdom>, ArgumentError> {
    let all = |name: &str, bytes: &[u8]| parse_text(name, bytes, parse_all_json, |parsed| vec![parsed.into()]);
    read(argument, all, |parsed| vec![parsed.into()])
}

/// `parse` reads bytes, which are called by a name in errors; `one` is a notation's kingdom.
fn read<T>(
    argument: &str,
    parse: impl FnOnce(&str, &[u8]) -> Result<T, ArgumentError>,
    one: impl FnOnce(Parsed) -> T,
) -> Result<T, ArgumentError> {
    if argument == "-" {
        return parse("standard input", &bytes_of("standard input", io::stdin().lock())?);
    }
    if Path::new(argument).exists() {
        let file = File::open(argument).map_err(|error| ArgumentError::Io { name: argument.to_owned(), error })?;
        return parse(argument, &bytes_of(argument, file)?);
    }
    let argument = argument.to_owned();
    match notation::parse(&argument) {
        Ok(kingdom) => Ok(one(Parsed { record: kingdom.into(), notes: Vec::new() })),
        Err(_) if argument.trim_start().starts_with('{') => Err(ArgumentError::JsonAsArgument { argument }),
        Err(_) if looks_like_a_path(&argument) => Err(ArgumentError::NoSuchFile { argument }),
        Err(error) => Err(ArgumentError::Notation { argument, error }),
    }
}

/// A notation has a space before the game, and no extension.
fn looks_like_a_path(argument: &str) -> bool {
    let extension = Path::new(argument).extension();
    !argument.contains(' ') || extension.is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

fn bytes_of(name: &str, source: impl Read) -> Result<Vec<u8>, ArgumentError> {
    let name = name.to_owned();
    let mut bytes = Vec::new();
    if let Err(error) = source.take(MAX_BYTES + 1).read_to_end(&mut bytes) {
        return Err(ArgumentError::Io { name, error });
    }
    if bytes.len() as u64 > MAX_BYTES && !is_picture(&bytes) {
        return Err(ArgumentError::TooLarge { name });
    }
    Ok(bytes)
}

/// Reads a file's content; `name` is for errors.
///
/// # Errors
/// As [`read_argument`].
pub fn parse_bytes(name: &str, bytes: &[u8]) -> Result<Parsed, ArgumentError> {
    parse_text(name, bytes, parse_json, |parsed| parsed)
}

fn parse_text<T>(
    name: &str,
    bytes: &[u8],
    json: impl FnOnce(&str) -> Result<T, JsonError>,
    one: impl FnOnce(Parsed) -> T,
) -> Result<T, ArgumentError> {
    let name = name.to_owned();
    if is_picture(bytes) {
        return Err(ArgumentError::Picture { name });
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return Err(ArgumentError::NotText { name }) };
    // Some Windows editors begin every text with this mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.trim_start().chars().next() {
        None => Err(ArgumentError::Empty { name }),
        Some('{' | '[' | '"') => json(text).map_err(|error| ArgumentError::Json { name, error }),
        Some(_) => match notation::parse(text) {
            Ok(kingdom) => Ok(one(Parsed { record: kingdom.into(), notes: Vec::new() })),
            Err(error) => Err(ArgumentError::NotationInFile { name, error }),
        },
    }
}

/// Begins like a JPEG, PNG, GIF or HEIC file.
fn is_picture(bytes: &[u8]) -> bool {
    let starts: [&[u8]; 3] = [b"\xff\xd8\xff", b"\x89PNG", b"GIF8"];
    starts.iter().any(|start| bytes.starts_with(start)) || bytes.get(4..8) == Some(b"ftyp")
}
