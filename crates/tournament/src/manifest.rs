//! The manifest: a CSV or JSON file that lists photos and says whose kingdoms they show.

use std::borrow::Cow;
use std::path::Path;

use serde_json::{Map, Value};
use yore::code_pages::{CP1250, CP1252};

use kingdomino::domain::{Facts, Game, GridSize, Variant, counted, did_you_mean};
use kingdomino::formats::Name;
use messages::{Message, MessageId, Words, visible};

use crate::words::{ROUND, TABLE, folded, name_of, yes_or_no};

/// A row of the list. An empty cell is `None`, or an empty list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// The number of the line (CSV) or entry (JSON), counted from 1, for messages.
    pub number: usize,
    /// The photo's path below the folder of photos, with `/` between folders.
    pub photo: String,
    /// The round's number or name. A number has no leading zeros.
    pub round: Option<String>,
    /// The table's number or name. A number has no leading zeros.
    pub table: Option<String>,
    /// The player's name, or the team's.
    pub player: Option<String>,
    /// Facts that no photo shows, such as the player's coins.
    pub unseen: Facts,
    /// The variants that the players agreed on.
    pub variants: Vec<Variant>,
    /// The game's grid.
    pub size: Option<GridSize>,
    /// The game whose boxes the kingdoms were laid from.
    pub game: Option<Game>,
    /// Why the photo cannot be ranked by this row: a name in it has control characters, which are replaced by
    /// visible text.
    pub problem: Option<Message>,
    /// Further rows of the same photo, which shows a whole table: the players after this one, from the top
    /// left.
    pub further: Vec<Row>,
}

/// The columns of a manifest, in the order in which messages list them.
pub const COLUMNS: [&str; 10] =
    ["photo", "round", "table", "player", "coins", "knights_in_supply", "queen", "variants", "size", "game"];

/// Why a manifest cannot be used; the caller adds its name.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Read(#[from] std::io::Error),
    /// A line with more or fewer values than there are columns.
    #[error("line {line} has {}, but the first line has {}; make them equal", counted(*values, "value"), counted(*columns, "column"))]
    Length {
        /// The line's number, counted from 1.
        line: usize,
        /// The number of values in the line.
        values: usize,
        /// The number of columns in the head line.
        columns: usize,
    },
    /// Any other fault of a CSV file.
    #[error("{0}")]
    Csv(#[from] csv::Error),
    /// The bytes are not UTF-8. Holds the beginning of the message, such as `line 3 is not in UTF-8`.
    #[error(
        "{0}, but UTF-8 is needed: save the list again, in Excel as \"CSV UTF-8\", in LibreOffice with the character \
         set UTF-8"
    )]
    Encoding(String),
    /// Not JSON, or not a list of objects.
    #[error("{0}; a manifest in JSON must be a list of objects such as {{\"photo\": \"a.jpg\", \"table\": 3}}")]
    Json(String),
    /// The list has no rows.
    #[error(
        "the list names no photo; a manifest needs a first line with the columns {} (only photo is required) and then \
         a line for each photo, or a list of objects in JSON such as [{{\"photo\": \"a.jpg\", \"table\": 3}}]",
        COLUMNS.join(", ")
    )]
    Empty,
    /// An unknown column.
    #[error("a manifest has no column `{column}`; the columns are {}{hint}", COLUMNS.join(", "))]
    UnknownColumn {
        /// The column's name, as it is in the file.
        column: String,
        /// `; did you mean ...?`, or empty.
        hint: String,
    },
    /// The same column appears twice.
    #[error("the column `{0}` appears twice; remove one of them")]
    ColumnTwice(&'static str),
    /// A row has a value in a column whose head is empty.
    #[error("{place}: the column of `{value}` has no name in the first line; the columns are {}", COLUMNS.join(", "))]
    NamelessColumn {
        /// Where the value is, such as `line 3`.
        place: String,
        /// The value, as it is in the file.
        value: String,
    },
    /// A photo's path is missing in `line 3` or `entry 3`.
    #[error("{0} does not name a photo; fill in its `photo`, or remove it")]
    NoPhoto(String),
    /// A value that is not allowed.
    #[error("{place}: `{value}` is not allowed as {column}: {allowed}")]
    Value {
        /// Where the value is: `line 3` or `entry 3`.
        place: String,
        /// The value, as it is in the file.
        value: String,
        /// The value's column.
        column: &'static str,
        /// What is allowed.
        allowed: String,
    },
}

/// Reads a manifest: JSON if its name ends in `.json`, otherwise CSV with a head line, separated by commas,
/// semicolons or tabs.
///
/// # Errors
/// A file that cannot be read or names no photo, unknown columns, and values that are not allowed. A name
/// with control characters is not an error: it is its row's [`Row::problem`].
pub fn read(path: &Path) -> Result<Manifest, ManifestError> {
    let bytes = std::fs::read(path)?;
    let (text, encoding) = decoded(&bytes)?;
    let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    let rows = if text.trim().is_empty() {
        Vec::new()
    } else if is_json {
        from_json(&text)?
    } else {
        from_csv(&text)?
    };
    // Most likely the wrong file, or one that was never filled in.
    if rows.is_empty() { Err(ManifestError::Empty) } else { Ok(Manifest { rows, encoding }) }
}

/// A manifest as it was read.
#[derive(Debug, Clone)]
pub struct Manifest {
    /// The rows, in the file's order.
    pub rows: Vec<Row>,
    /// The encoding that was guessed because the file does not declare one. Letters of names may be wrong.
    pub encoding: Option<&'static str>,
}

/// Decodes the text; also returns the encoding if it was guessed. Spreadsheets mark UTF-8 and UTF-16 with a
/// byte order mark. Unless asked for one of these, they save text in the country's Windows code page.
fn decoded(bytes: &[u8]) -> Result<(Cow<'_, str>, Option<&'static str>), ManifestError> {
    /// Romanian letters in Windows-1250. In Windows-1252 these bytes are characters that no English, German
    /// or Romanian name has.
    const ROMANIAN: [u8; 6] = [0xaa, 0xba, 0xc3, 0xe3, 0xde, 0xfe];
    if bytes.starts_with(b"PK\x03\x04") {
        return Err(ManifestError::Encoding("this is a workbook or another compressed file, not text".to_owned()));
    }
    let utf_16: Option<fn([u8; 2]) -> u16> = match bytes {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    };
    if let Some(unit) = utf_16 {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        return String::from_utf16(&units).map(|text| (text.into(), None)).map_err(|_| {
            ManifestError::Encoding("the file is marked as UTF-16, but its text is not UTF-16".to_owned())
        });
    }
    let Err(error) = std::str::from_utf8(bytes) else {
        let text = String::from_utf8_lossy(bytes);
        return Ok((text.strip_prefix('\u{feff}').map(|text| text.to_owned().into()).unwrap_or(text), None));
    };
    if bytes.contains(&0) {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        return Err(ManifestError::Encoding(format!("line {line} is not in UTF-8")));
    }
    Ok(match bytes.iter().any(|byte| ROMANIAN.contains(byte)) {
        true => (CP1250.decode(bytes), Some("Windows-1250")),
        false => (CP1252.decode(bytes), Some("Windows-1252")),
    })
}

fn from_csv(text: &str) -> Result<Vec<Row>, ManifestError> {
    let (separator, begin) = separator_line(text).unwrap_or_else(|| (delimiter(text), 0));
    let list = &text.as_bytes()[begin..];
    let mut reader = csv::ReaderBuilder::new().delimiter(separator).trim(csv::Trim::All).from_reader(list);
    let columns: Vec<Option<&'static str>> = reader
        .headers()?
        .iter()
        .map(column_or_none)
        .collect::<Result<_, _>>()
        .map_err(|error| named_separator(error, separator, begin))?;
    let named: Vec<&'static str> = columns.iter().copied().flatten().collect();
    if let Some((_, twice)) = named.iter().enumerate().find(|(index, name)| named[..*index].contains(name)) {
        return Err(ManifestError::ColumnTwice(twice));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| wrong_csv(text, begin, error))?;
        // Spreadsheets save empty lines, too.
        if record.iter().all(str::is_empty) {
            continue;
        }
        let number = line_at(text, begin + record.position().map_or(0, |position| position.byte() as usize));
        let place = format!("line {number}");
        let nameless = columns.iter().zip(&record).find(|(column, cell)| column.is_none() && !cell.is_empty());
        if let Some((_, cell)) = nameless {
            return Err(ManifestError::NamelessColumn { place, value: cell.to_owned() });
        }
        let cells = columns.iter().zip(&record).filter_map(|(column, cell)| Some(((*column)?, cell.to_owned())));
        rows.push(row(number, &place, cells)?);
    }
    Ok(rows)
}

/// Adds a hint to the error of an unknown column. If the first line names the wrong separator, the whole head
/// line is one unknown column.
fn named_separator(error: ManifestError, separator: u8, begin: usize) -> ManifestError {
    match error {
        ManifestError::UnknownColumn { column, .. } if begin > 0 => {
            let hint = format!("; the columns were separated at `{}`, as the line `sep=` says", char::from(separator));
            ManifestError::UnknownColumn { column, hint }
        }
        error => error,
    }
}

/// The error for a line that cannot be parsed. `begin` is the byte at which the list begins in the text.
fn wrong_csv(text: &str, begin: usize, error: csv::Error) -> ManifestError {
    match error.kind() {
        csv::ErrorKind::UnequalLengths { pos: Some(position), expected_len, len } => ManifestError::Length {
            line: line_at(text, begin + position.byte() as usize),
            values: *len as usize,
            columns: *expected_len as usize,
        },
        _ => error.into(),
    }
}

/// The number of the line at this byte, counted from 1. The CSV reader may stop before a line break, or
/// inside it (between `\r` and `\n`); then the line after the break is meant.
fn line_at(text: &str, byte: usize) -> usize {
    let rest = text.get(byte..).unwrap_or_default();
    let begin = byte + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
    1 + text.bytes().take(begin).filter(|byte| *byte == b'\n').count()
}

/// The separator that a first line such as `sep=;` declares for spreadsheets, and the byte after that line,
/// where the list begins. Programs that save such a list again may quote the line, or append separators to
/// it.
fn separator_line(text: &str) -> Option<(u8, usize)> {
    let line = text.split('\n').next()?;
    let (word, named) = line.trim_matches(['"', '\r', ' ']).split_at_checked("sep=".len())?;
    let separator = named.chars().next().filter(char::is_ascii)?;
    let is_alone = named.chars().all(|letter| letter == separator || "\",;\t".contains(letter));
    let begin = text.len().min(line.len() + 1);
    (word.eq_ignore_ascii_case("sep=") && is_alone).then_some((separator as u8, begin))
}

/// The separator in the head line: a comma, a semicolon (spreadsheets in many countries), or a tab (cells
/// copied from a spreadsheet).
fn delimiter(text: &str) -> u8 {
    let head = text.lines().next().unwrap_or_default();
    [b',', b';', b'\t'].into_iter().find(|delimiter| head.contains(char::from(*delimiter))).unwrap_or(b',')
}

/// The column of this name; `None` for an empty head, because spreadsheets save empty columns, too.
fn column_or_none(name: &str) -> Result<Option<&'static str>, ManifestError> {
    if name.trim().is_empty() { Ok(None) } else { column(name).map(Some) }
}

fn from_json(text: &str) -> Result<Vec<Row>, ManifestError> {
    let list: Vec<Map<String, Value>> =
        serde_json::from_str(text).map_err(|error| ManifestError::Json(error.to_string()))?;
    let entries = list.into_iter().enumerate().map(|(index, entry)| {
        let cells = entry.into_iter().map(|(name, value)| Ok((column(&name)?, in_text(value))));
        row(index + 1, &format!("entry {}", index + 1), cells.collect::<Result<Vec<_>, ManifestError>>()?)
    });
    entries.collect()
}

/// A JSON value as the text that a CSV cell would have.
fn in_text(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Array(values) => values.into_iter().map(in_text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// Other words for the columns: German, Romanian and short ones, all [folded].
const OTHER_WORDS: [(&str, &[&str]); 10] = [
    ("photo", &["foto", "bild", "fotografie", "poza", "picture", "image"]),
    ("round", &["runde", "runda", "r"]),
    ("table", &["tisch", "masa", "t", "m"]),
    ("player", &["spieler", "spielerin", "jucator", "name", "nume", "team", "echipa"]),
    ("coins", &["munzen", "muenzen", "monede"]),
    ("knights_in_supply", &["knights", "ritter_im_vorrat", "ritter", "cavaleri_in_rezerva", "cavaleri"]),
    ("queen", &["konigin", "koenigin", "regina"]),
    ("variants", &["variant", "varianten", "variante", "varianta"]),
    ("size", &["grosse", "groesse", "marime"]),
    ("game", &["spiel", "joc"]),
];

/// The column of this name. Case and accents are ignored, and blanks, `-` and `_` are the same.
fn column(name: &str) -> Result<&'static str, ManifestError> {
    let plain = folded(name);
    for (column, others) in OTHER_WORDS {
        if column == plain || others.contains(&plain.as_str()) {
            return Ok(column);
        }
    }
    let known = OTHER_WORDS.into_iter().flat_map(|(_, others)| others.iter().copied()).chain(COLUMNS);
    Err(ManifestError::UnknownColumn { column: name.to_owned(), hint: did_you_mean(&plain, known) })
}

fn row(
    number: usize,
    place: &str,
    cells: impl IntoIterator<Item = (&'static str, String)>,
) -> Result<Row, ManifestError> {
    let mut row = Row { number, ..Row::default() };
    for (column, value) in cells {
        let value = value.trim();
        if value.is_empty() {
            continue;
        }
        row.enter(column, value).map_err(|allowed| {
            let (place, value) = (place.to_owned(), value.to_owned());
            ManifestError::Value { place, value, column, allowed }
        })?;
    }
    if row.photo.is_empty() { Err(ManifestError::NoPhoto(place.to_owned())) } else { Ok(row) }
}

impl Row {
    /// Whether `other`, a further row of the same photo, is for another player at the same table. The photo
    /// then shows several kingdoms.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.player.is_some()
            && other.player.is_some()
            && [self].into_iter().chain(&self.further).all(|row| row.player != other.player)
            && (other.round.is_none() || other.round == self.round)
            && (other.table.is_none() || other.table == self.table)
            && (other.variants.is_empty() || other.variants == self.variants)
            && (other.size.is_none() || other.size == self.size)
            && (other.game.is_none() || other.game == self.game)
            && other.problem.is_none()
    }

    /// The first non-empty column that is only allowed for a photo that belongs to a table.
    pub fn of_a_game(&self) -> Option<&'static str> {
        let Facts { coins, knights_in_supply, queen } = self.unseen;
        let columns = [
            ("player", self.player.is_some()),
            ("round", self.round.is_some()),
            ("coins", coins.is_some()),
            ("knights_in_supply", knights_in_supply.is_some()),
            ("queen", queen.is_some()),
        ];
        columns.into_iter().find(|(_, is_given)| *is_given).map(|(column, _)| column)
    }

    /// The name of a round, table or player. If it has control characters, they are made visible, and the row
    /// gets a problem.
    fn name(&mut self, column: &'static str, value: &str) -> String {
        Name::new(value).map(String::from).unwrap_or_else(|| {
            let shown = visible(value).into_owned();
            let problem = MessageId::NoNameInManifest.with("number", self.number).with("column", column);
            self.problem = Some(problem.with("name", shown.as_str()));
            shown
        })
    }

    /// Enters a value. The error says what is allowed.
    fn enter(&mut self, column: &str, value: &str) -> Result<(), String> {
        match column {
            "photo" => self.photo = value.replace('\\', "/").trim_start_matches("./").to_owned(),
            "round" => self.round = Some(name_of(&self.name("round", value), &ROUND)),
            "table" => self.table = Some(name_of(&self.name("table", value), &TABLE)),
            "player" => self.player = Some(self.name("player", value)),
            "coins" => self.unseen.coins = Some(Facts::parse_coins(value).map_err(|error| error.to_string())?),
            "knights_in_supply" => {
                self.unseen.knights_in_supply = Some(Facts::parse_knights(value).map_err(|error| error.to_string())?)
            }
            "queen" => self.unseen.queen = Some(yes_or_no(value).ok_or("write yes or no")?),
            "variants" => self.variants = variants(value)?,
            "size" => self.size = Some(value.parse()?),
            "game" => self.game = Some(game(value)?),
            _ => return Err(format!("the columns are {}", COLUMNS.join(", "))),
        }
        Ok(())
    }
}

/// A game by its id.
fn game(text: &str) -> Result<Game, String> {
    let (word, known) = (text.to_lowercase(), Game::ALL.map(Game::id));
    Game::from_id(&word).ok_or_else(|| format!("the games are {}{}", known.join(", "), did_you_mean(&word, known)))
}

/// A variant by its id.
fn variant(text: &str) -> Result<Variant, String> {
    let (word, known) = (text.to_lowercase(), Variant::ALL.map(Variant::id));
    Variant::from_id(&word)
        .ok_or_else(|| format!("the variants are {}{}", known.join(", "), did_you_mean(&word, known)))
}

/// Variants by their ids, separated by blanks, commas, semicolons or `+`.
fn variants(text: &str) -> Result<Vec<Variant>, String> {
    let words = text.split([' ', ',', ';', '+']).filter(|word| !word.is_empty());
    let variants = words.map(variant).collect::<Result<Vec<_>, _>>()?;
    Variant::agreed(&variants).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(read: Result<Vec<Row>, ManifestError>) -> String {
        read.expect_err("not allowed").to_string()
    }

    #[test]
    fn csv_and_json_tell_the_same() {
        let commas = "Photo,Round,Table,Player,Knights in supply,Coins,Queen,Variants\n\
            a/1.jpg,1,03,Anna,2,11,yes,harmony middle-kingdom\n\
            a/2.jpg,,,,,,,\n";
        let semicolons = commas.replace(',', ";");
        let json = r#"[{"photo": "a/1.jpg", "round": 1, "table": "03", "player": "Anna", "knights_in_supply": 2, "coins": 11,
            "queen": true, "variants": ["harmony", "middle-kingdom"]}, {"photo": "a/2.jpg", "player": null}]"#;
        let rows = from_csv(commas).expect("a manifest");
        assert_eq!(rows[0].player.as_deref(), Some("Anna"));
        assert_eq!(rows[0].unseen, Facts { coins: Some(11), knights_in_supply: Some(2), queen: Some(true) });
        assert_eq!(rows[0].variants, [Variant::Harmony, Variant::MiddleKingdom]);
        assert_eq!(rows[1], Row { number: 3, photo: "a/2.jpg".to_owned(), ..Row::default() });
        assert_eq!(from_csv(&semicolons).expect("a manifest"), rows);
        let numbered = |rows: Vec<Row>| rows.into_iter().map(|row| Row { number: 0, ..row }).collect::<Vec<_>>();
        assert_eq!(numbered(from_json(json).expect("a manifest")), numbered(rows));
    }

    #[test]
    fn columns_are_known_in_every_language_and_in_short() {
        let english = "photo,round,table,player,coins,knights in supply,queen,variants,size,game\na.jpg,1,2,Anna,3,1,yes,harmony,5,kingdomino\n";
        let rows = from_csv(english).expect("a manifest");
        for (head, yes) in [
            ("Foto;Runde;Tisch;Spieler;Münzen;Ritter im Vorrat;Königin;Varianten;Größe;Spiel", "ja"),
            ("Bild;R;T;Spielerin;Muenzen;Ritter;Koenigin;Variante;Groesse;Spiel", "J"),
            ("Poză;Rundă;Masă;Jucător;Monede;Cavaleri în rezervă;Regină;Variante;Mărime;Joc", "da"),
        ] {
            let text = format!("{head}\na.jpg;1;2;Anna;3;1;{yes};harmony;5;kingdomino\n");
            assert_eq!(from_csv(&text).expect(head), rows, "{head}");
        }
        assert!(problem(from_csv("Foto,Tsich\n")).ends_with("did you mean `tisch`?"));
        assert_eq!(problem(from_csv("Foto;Bild\n")), "the column `photo` appears twice; remove one of them");
    }

    /// The list has a byte order mark, semicolons, both characters that end a line, an empty line and an
    /// empty column.
    #[test]
    fn what_a_spreadsheet_saves_is_read() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("list.csv");
        let read = |bytes: &[u8]| {
            std::fs::write(&path, bytes).expect("a file");
            read(&path).map(|manifest| manifest.rows)
        };
        let text = "\u{feff}Photo;Table;Player;\r\na.jpg;3;Björn;\r\n;;;\r\n\"b;c.jpg\";3;Zoë 👑;\r\n";
        let rows = read(text.as_bytes()).expect("a manifest");
        let found: Vec<_> = rows.iter().map(|row| (row.number, &*row.photo, row.player.as_deref())).collect();
        assert_eq!(found, [(2, "a.jpg", Some("Björn")), (4, "b;c.jpg", Some("Zoë 👑"))]);
        let tabs = read("photo\ttable\na.jpg\t3\n".as_bytes()).expect("a manifest");
        assert_eq!(tabs[0].table.as_deref(), Some("3"));
        // Excel saves such lists in Germany and in Romania, and as "Unicode text".
        let bjorn = read(b"photo;player\r\na.jpg;Anna\r\nb.jpg;Bj\xf6rn\r\n").expect("Windows-1252");
        let stefan = read(b"photo;player\r\na.jpg;\xaatefan\xe3\r\n").expect("Windows-1250");
        let utf_16: Vec<u8> = "\u{feff}photo\tplayer\na.jpg\tZoë\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let zoe = read(&utf_16).expect("UTF-16");
        let player = |row: &Row| row.player.clone().expect("a player");
        assert_eq!([player(&bjorn[1]), player(&stefan[0]), player(&zoe[0])], ["Björn", "Ştefană", "Zoë"]);
        insta::assert_snapshot!(problem(read(b"PK\x03\x04\x14")), @r#"this is a workbook or another compressed file, not text, but UTF-8 is needed: save the list again, in Excel as "CSV UTF-8", in LibreOffice with the character set UTF-8"#);
        insta::assert_snapshot!(problem(read(b"photo\na\0\xff.jpg\n")), @r#"line 2 is not in UTF-8, but UTF-8 is needed: save the list again, in Excel as "CSV UTF-8", in LibreOffice with the character set UTF-8"#);
        insta::assert_snapshot!(problem(read(b"photo;;player\na.jpg;x;Anna\n")), @"line 2: the column of `x` has no name in the first line; the columns are photo, round, table, player, coins, knights_in_supply, queen, variants, size, game");
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        insta::assert_snapshot!(problem(from_csv("photo,tabel\n")), @"a manifest has no column `tabel`; the columns are photo, round, table, player, coins, knights_in_supply, queen, variants, size, game; did you mean `table`?");
        insta::assert_snapshot!(problem(from_csv("photo,table,Table\n")), @"the column `table` appears twice; remove one of them");
        insta::assert_snapshot!(problem(from_csv("photo,coins\na.jpg,many\n")), @"line 2: `many` is not allowed as coins: coins must be a whole number from 0 to 174, all that the box holds");
        insta::assert_snapshot!(problem(from_csv("photo,variants\na.jpg,harmonie\n")), @"line 2: `harmonie` is not allowed as variants: the variants are harmony, middle-kingdom, dynasty, local-business-wheat, local-business-forest, local-business-lake, local-business-grassland, local-business-swamp, local-business-mine, four-corners-wheat, four-corners-forest, four-corners-lake, four-corners-grassland, four-corners-swamp, four-corners-mine, lost-corner, folie-des-grandeurs, bleak-king; did you mean `harmony`?");
        insta::assert_snapshot!(problem(from_csv("photo,size\na.jpg,6\n")), @"line 2: `6` is not allowed as size: the grid's size must be 5 or 7, not `6`");
        insta::assert_snapshot!(problem(from_csv("photo,table\n,3\n")), @"line 2 does not name a photo; fill in its `photo`, or remove it");
        insta::assert_snapshot!(problem(from_csv("photo,table\na.jpg\n")), @"line 2 has 1 value, but the first line has 2 columns; make them equal");
        insta::assert_snapshot!(problem(from_json("{}")), @r#"invalid type: map, expected a sequence at line 1 column 0; a manifest in JSON must be a list of objects such as {"photo": "a.jpg", "table": 3}"#);
        insta::assert_snapshot!(problem(from_json(r#"[{"photo": "a.jpg", "queen": "maybe"}]"#)), @"entry 1: `maybe` is not allowed as queen: write yes or no");
    }
}
