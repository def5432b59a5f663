//! A kingdom in JSON, as in the label of a photo, a kingdom typed by hand, or the field `kingdom` of a
//! result.

use std::collections::BTreeMap;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{Parsed, SCHEMA_VERSION};
use kingdomino::domain::{
    CastleColor, Facts, Game, Grid, GridSize, Kingdom, KingdomError, MAX_COINS, MAX_KNIGHTS, Place, Square, Terrain,
    Variant, counted, did_you_mean,
};
use kingdomino::formats::{KingdomRecord, Name, PhotoLabel, TerritoryPoints};
use messages::MessageId;

/// Why a JSON text is not a kingdom.
#[derive(Debug, thiserror::Error)]
pub enum JsonError {
    /// Wrong syntax, an unknown field or a wrong value. The text ends with line and column.
    #[error("{error}{hint}")]
    Json {
        /// The error of the JSON parser.
        error: serde_json::Error,
        /// `; did you mean ...?`, or nothing.
        hint: String,
    },
    /// JSON, but a list, a text or a number.
    #[error("a kingdom in JSON must be an object such as `{{\"game\": ..., \"squares\": ...}}`")]
    NoObject,
    /// A `schema_version` other than [`SCHEMA_VERSION`]; holds its JSON text.
    #[error("`schema_version` {0} is not allowed: this program reads 1")]
    Version(String),
    /// A saved game without the field `table`, which this version writes.
    #[error("another version of the program saved this game: save it again with this one")]
    OtherSavedGame,
    /// An invalid word in `squares`.
    #[error("{place}: {problem}")]
    Square {
        /// The square's place.
        place: Place,
        /// The word, its problem, and what is allowed.
        problem: String,
    },
    /// Rows of different lengths.
    #[error(
        "`squares`: row {row} has {}, but row 1 has {expected}; every row needs the same number (write `empty` for a \
         square without a tile)",
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
    /// An unknown code in a result's `warnings`.
    #[error("this version of the program does not know the warning `{0}`")]
    WarningCode(String),
    /// An invalid square in a result's `squares`.
    #[error("the reading of {place} is not valid: {problem}")]
    ReadSquare {
        /// The square's place.
        place: Place,
        /// The word, its problem, and what is allowed.
        problem: String,
    },
    /// `rows` or `cols` contradict `squares`.
    #[error("`{field}` says {stated}, but `squares` has {found}")]
    Count {
        /// `rows` or `cols`.
        field: &'static str,
        /// The number that it states.
        stated: usize,
        /// The number in `squares`.
        found: usize,
    },
    /// A key of `occluded` that is not the place of a square.
    #[error(
        "`occluded` has the key `{key}`, but a key must be \"row,column\", counted from 0, of one of the \
         {rows}x{cols} squares"
    )]
    Occluded {
        /// The key as it is in the text.
        key: String,
        /// The number of rows in `squares`.
        rows: usize,
        /// The number of columns in `squares`.
        cols: usize,
    },
    /// The squares are valid, but do not form a kingdom.
    #[error(transparent)]
    Kingdom(#[from] KingdomError),
    /// `queen` is false, but the Queen is in the kingdom.
    #[error("{0}: the Queen stands here, but `queen` is false: change one of the two")]
    QueenAway(Place),
    /// A result with more than one kingdom: how many.
    #[error(
        "the result holds {0} kingdoms, but one is needed: copy the `kingdom` that you need into a file of its own"
    )]
    SeveralKingdoms(usize),
    /// A result without a kingdom.
    #[error("the result holds no kingdom (status `{status}`{message})")]
    NoKingdom {
        /// The result's status, `unknown` if it has none.
        status: String,
        /// `: ` and the result's message, or nothing.
        message: String,
    },
    /// More than one result.
    #[error("several results, one on each line, but one is needed: pick a line, for instance with `sed -n 2p`")]
    SeveralResults,
    /// One of several results, one on each line, is invalid.
    #[error("line {line}: {error}")]
    Line {
        /// The number of its line, from 1.
        line: usize,
        /// The problem in it.
        error: Box<JsonError>,
    },
}

/// The fields of a kingdom in JSON, in the order in which they are written. Values that are not known are
/// left out.
///
/// | field | what it holds |
/// |---|---|
/// | `game`, `squares` | needed: the game's id; rows from the top, each a list of words such as `"wheat:1"`, `"castle"`, `"empty"`, `"town+church+tower*2"` |
/// | `schema_version` | 1; also assumed if it is absent |
/// | `size` | 5 or 7; if absent, the smallest grid that the squares fit into |
/// | `rows`, `cols` | 1 to 7, as many as `squares` has |
/// | `player`, `game_id`, `kingdom_id` | the player's name, a name shared by all kingdoms of one game, and one shared by all photos of one kingdom |
/// | `coins`, `knights_in_supply` | 0 to 174, 0 to 22 |
/// | `queen` | whether the Queen visits this player at the end |
/// | `variants` | ids of variants and quests |
/// | `score` | points by terrain and `total`, without bonus; never used for scoring |
/// | `image`, `image_size`, `sha256`, `source`, `corners_px`, `corners_exact`, `castle_3d`, `castle_color`, `occluded` | about the photo: see [`PhotoLabel`] |
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(
    feature = "schema",
    schemars(description = "A kingdom in the format of labels. What is not known is left out.")
)]
#[serde(deny_unknown_fields)]
pub struct KingdomJson {
    /// The version, checked before anything else is read.
    #[serde(default = "newest_version", deserialize_with = "schema_version")]
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    schema_version: u64,
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    #[serde(deserialize_with = "game")]
    game: Game,
    #[serde(default, deserialize_with = "size", skip_serializing_if = "Option::is_none")]
    size: Option<GridSize>,
    #[serde(default, deserialize_with = "lines", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 7)))]
    rows: Option<usize>,
    #[serde(default, deserialize_with = "lines", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 7)))]
    cols: Option<usize>,
    squares: Vec<Vec<SquareWord>>,
    #[serde(default, deserialize_with = "player", skip_serializing_if = "Option::is_none")]
    player: Option<Name>,
    #[serde(default, deserialize_with = "coins", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = kingdomino::domain::MAX_COINS)))]
    coins: Option<u16>,
    #[serde(default, deserialize_with = "knights", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(range(min = 0, max = kingdomino::domain::MAX_KNIGHTS)))]
    knights_in_supply: Option<u16>,
    #[serde(default, deserialize_with = "queen", skip_serializing_if = "Option::is_none")]
    queen: Option<bool>,
    #[serde(default, deserialize_with = "variants", skip_serializing_if = "Vec::is_empty")]
    variants: Vec<Variant>,
    #[serde(default, deserialize_with = "corners", skip_serializing_if = "Option::is_none")]
    corners_px: Option<[[f64; 2]; 4]>,
    #[serde(default, deserialize_with = "yes_or_no", skip_serializing_if = "Option::is_none")]
    corners_exact: Option<bool>,
    #[serde(default, deserialize_with = "image_size", skip_serializing_if = "Option::is_none")]
    image_size: Option<[u32; 2]>,
    #[serde(default, deserialize_with = "yes_or_no", skip_serializing_if = "Option::is_none")]
    castle_3d: Option<bool>,
    #[serde(default, deserialize_with = "castle_color", skip_serializing_if = "Option::is_none")]
    castle_color: Option<CastleColor>,
    #[serde(default, deserialize_with = "reasons", skip_serializing_if = "Option::is_none")]
    occluded: Option<BTreeMap<String, String>>,
    #[serde(default, deserialize_with = "score", skip_serializing_if = "Option::is_none")]
    score: Option<BTreeMap<String, i32>>,
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    kingdom_id: Option<String>,
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    game_id: Option<String>,
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    sha256: Option<String>,
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

/// A square's word, not yet checked: the error must name its place, which is unknown while parsing.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
struct SquareWord(String);

impl<'de> Deserialize<'de> for SquareWord {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        checked(json, "a square must be a word such as \"wheat:1\", \"castle\" or \"empty\"", |value| {
            Some(Self(value.as_str()?.to_owned()))
        })
    }
}

/// Converts a value of any type with `read`. If that returns `None`, the error has the value and what is
/// allowed; serde_json adds line and column.
fn checked<'de, D: Deserializer<'de>, T>(
    json: D,
    allowed: &str,
    read: impl FnOnce(&Value) -> Option<T>,
) -> Result<T, D::Error> {
    let value = Value::deserialize(json)?;
    read(&value).ok_or_else(|| D::Error::custom(format!("{} is not allowed: {allowed}", shortened(&value))))
}

pub(super) fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("`{}...`", &text[..end]),
        None => format!("`{text}`"),
    }
}

fn newest_version() -> u64 {
    SCHEMA_VERSION
}

fn schema_version<'de, D: Deserializer<'de>>(json: D) -> Result<u64, D::Error> {
    checked(json, "`schema_version` must be 1, the only version that this program reads", |value| {
        value.as_u64().filter(|version| *version == SCHEMA_VERSION)
    })
}

fn game<'de, D: Deserializer<'de>>(json: D) -> Result<Game, D::Error> {
    one_word(&Value::deserialize(json)?, "`game`", Game::ALL.map(Game::id), Game::from_id)
}

/// Reads one of the words. The error lists all words, and suggests the one that was probably meant.
fn one_word<T, E: serde::de::Error, const N: usize>(
    value: &Value,
    name: &str,
    words: [&'static str; N],
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, E> {
    let word = value.as_str().unwrap_or_default();
    read(word).ok_or_else(|| {
        let meant = did_you_mean(word, words);
        E::custom(format!("{} is not allowed: {name} must be one of {}{meant}", shortened(value), words.join(", ")))
    })
}

fn size<'de, D: Deserializer<'de>>(json: D) -> Result<Option<GridSize>, D::Error> {
    let size = checked(json, "`size` must be 5 or 7", |value| match value.as_u64() {
        Some(5) => Some(GridSize::Five),
        Some(7) => Some(GridSize::Seven),
        _ => None,
    });
    size.map(Some)
}

fn lines<'de, D: Deserializer<'de>>(json: D) -> Result<Option<usize>, D::Error> {
    let lines = checked(json, "`rows` and `cols` must be numbers from 1 to 7", |value| {
        value.as_u64().filter(|lines| (1..=7).contains(lines))
    });
    lines.map(|lines| Some(lines as usize))
}

fn coins<'de, D: Deserializer<'de>>(json: D) -> Result<Option<u16>, D::Error> {
    let allowed = format!("`coins` must be a whole number from 0 to {MAX_COINS}, all that the box holds");
    checked(json, &allowed, |value| Facts::checked_coins(value.as_u64()?).ok()).map(Some)
}

fn knights<'de, D: Deserializer<'de>>(json: D) -> Result<Option<u16>, D::Error> {
    let allowed = format!("`knights_in_supply` must be a whole number from 0 to {MAX_KNIGHTS}, all that the box holds");
    checked(json, &allowed, |value| Facts::checked_knights(value.as_u64()?).ok()).map(Some)
}

fn queen<'de, D: Deserializer<'de>>(json: D) -> Result<Option<bool>, D::Error> {
    checked(json, "`queen` must be true if the Queen visits this player, otherwise false", Value::as_bool).map(Some)
}

fn yes_or_no<'de, D: Deserializer<'de>>(json: D) -> Result<Option<bool>, D::Error> {
    checked(json, "`corners_exact` and `castle_3d` must be true or false", Value::as_bool).map(Some)
}

fn castle_color<'de, D: Deserializer<'de>>(json: D) -> Result<Option<CastleColor>, D::Error> {
    let colors = CastleColor::ALL.map(CastleColor::id).join(", ");
    checked(json, &format!("`castle_color` must be one of {colors}"), |value| CastleColor::from_id(value.as_str()?))
        .map(Some)
}

fn word<'de, D: Deserializer<'de>>(json: D) -> Result<Option<String>, D::Error> {
    let word = checked(json, "this field must be a text in quotes, without control characters", |value| {
        value.as_str().filter(|text| !text.contains(char::is_control)).map(str::to_owned)
    });
    word.map(Some)
}

fn player<'de, D: Deserializer<'de>>(json: D) -> Result<Option<Name>, D::Error> {
    let player =
        checked(json, "`player` must be a name in quotes, not blank and without control characters", |value| {
            Name::new(value.as_str()?)
        });
    player.map(Some)
}

fn variants<'de, D: Deserializer<'de>>(json: D) -> Result<Vec<Variant>, D::Error> {
    let list =
        checked(json, "`variants` must be a list of words such as \"harmony\"", |value| value.as_array().cloned())?;
    let mut variants: Vec<Variant> = Vec::new();
    for value in &list {
        variants.push(one_word(value, "a variant", Variant::ALL.map(Variant::id), Variant::from_id)?);
    }
    Variant::agreed(&variants).map_err(D::Error::custom)
}

fn corners<'de, D: Deserializer<'de>>(json: D) -> Result<Option<[[f64; 2]; 4]>, D::Error> {
    checked(json, "`corners_px` must be a list of four corners [x, y] in px", |value| {
        Deserialize::deserialize(value).ok()
    })
    .map(Some)
}

fn image_size<'de, D: Deserializer<'de>>(json: D) -> Result<Option<[u32; 2]>, D::Error> {
    checked(json, "`image_size` must be [width, height] in px", |value| <[u32; 2]>::deserialize(value).ok()).map(Some)
}

fn reasons<'de, D: Deserializer<'de>>(json: D) -> Result<Option<BTreeMap<String, String>>, D::Error> {
    let reasons =
        checked(json, "`occluded` must give reasons by square, such as {\"1,2\": \"lower half hidden\"}", |value| {
            BTreeMap::deserialize(value).ok()
        });
    reasons.map(Some)
}

fn score<'de, D: Deserializer<'de>>(json: D) -> Result<Option<BTreeMap<String, i32>>, D::Error> {
    let score = checked(json, "`score` must give whole points by terrain, and `total`", |value| {
        let score: BTreeMap<String, i32> = BTreeMap::deserialize(value).ok()?;
        score.keys().all(|name| name == TOTAL || Terrain::from_id(name).is_some()).then_some(score)
    });
    score.map(Some)
}

const TOTAL: &str = "total";

/// Adds a suggestion for an unknown field to the error.
pub(super) fn with_hint(error: serde_json::Error) -> JsonError {
    let message = error.to_string();
    let hint = unknown_field(&message).map(|(field, known)| did_you_mean(field, known));
    JsonError::Json { error, hint: hint.unwrap_or_default() }
}

/// The unknown field and the known ones in serde_json's message.
pub(super) fn unknown_field(message: &str) -> Option<(&str, impl Iterator<Item = &str>)> {
    let (field, known) = message.strip_prefix("unknown field `")?.split_once('`')?;
    Some((field, known.split('`').skip(1).step_by(2)))
}

impl KingdomJson {
    /// The kingdom with the facts about it, and notes for its owner.
    ///
    /// # Errors
    /// Squares that do not form a kingdom, and fields that contradict them.
    pub(super) fn into_record(self) -> Result<Parsed, JsonError> {
        let squares = self.parsed_squares()?;
        for (field, stated, found) in [("rows", self.rows, squares.rows()), ("cols", self.cols, squares.cols())] {
            if let Some(stated) = stated.filter(|stated| *stated != found) {
                return Err(JsonError::Count { field, stated, found });
            }
        }
        let occluded = self.occluded.map(|occluded| parsed_occluded(occluded, &squares)).transpose()?;
        let smallest = GridSize::from_squares(&squares);
        let size_is_guessed = self.size.is_none() && smallest == GridSize::Five;
        let notes = size_is_guessed.then(|| MessageId::SizeNotGiven.into()).into_iter().collect();
        let kingdom = Kingdom::new(self.game, self.size.unwrap_or(smallest), squares)?;
        if let (Some(false), Some(place)) = (self.queen, kingdom.bits().queen().first()) {
            return Err(JsonError::QueenAway(place));
        }
        let record = KingdomRecord {
            kingdom,
            player: self.player,
            unseen: Facts { coins: self.coins, knights_in_supply: self.knights_in_supply, queen: self.queen },
            variants: self.variants,
            corners_px: self.corners_px,
            score: self.score.map(territory_points),
            doubts: None,
            photo: PhotoLabel {
                image: self.image,
                image_size: self.image_size,
                sha256: self.sha256,
                source: self.source,
                corners_exact: self.corners_exact,
                castle_3d: self.castle_3d,
                castle_color: self.castle_color,
                occluded,
                kingdom_id: self.kingdom_id,
                game_id: self.game_id,
            },
        };
        Ok(Parsed { record, notes })
    }

    fn parsed_squares(&self) -> Result<Grid<Square>, JsonError> {
        let expected = self.squares.first().map_or(0, Vec::len);
        if let Some((row, squares)) = self.squares.iter().enumerate().find(|(_, row)| row.len() != expected) {
            return Err(JsonError::RowLength { row: row + 1, cols: squares.len(), expected });
        }
        let words = self.squares.iter().flatten().enumerate();
        let parsed = words.map(|(index, word)| {
            let place = Place::new(index / expected, index % expected);
            word.0.parse().map_err(|error: kingdomino::domain::SquareError| JsonError::Square {
                place,
                problem: error.to_string(),
            })
        });
        Ok(Grid::from_cells(self.squares.len(), expected, parsed.collect::<Result<_, _>>()?))
    }
}

fn parsed_occluded(
    occluded: BTreeMap<String, String>,
    squares: &Grid<Square>,
) -> Result<BTreeMap<Place, String>, JsonError> {
    let mut parsed = BTreeMap::new();
    for (key, reason) in occluded {
        let Some(place) = parsed_place(&key).filter(|place| squares.get(*place).is_some()) else {
            return Err(JsonError::Occluded { key, rows: squares.rows(), cols: squares.cols() });
        };
        parsed.insert(place, reason);
    }
    Ok(parsed)
}

/// The place of a key such as `1,2`: row and column, counted from 0.
fn parsed_place(key: &str) -> Option<Place> {
    let (row, col) = key.split_once(',')?;
    Some(Place::new(row.trim().parse().ok()?, col.trim().parse().ok()?))
}

fn territory_points(mut score: BTreeMap<String, i32>) -> TerritoryPoints {
    let total = score.remove(TOTAL);
    let by_terrain = score.into_iter().filter_map(|(id, points)| Some((Terrain::from_id(&id)?, points)));
    TerritoryPoints { by_terrain: by_terrain.collect(), total }
}

impl From<&KingdomRecord> for KingdomJson {
    fn from(record: &KingdomRecord) -> Self {
        let kingdom = &record.kingdom;
        let photo = record.photo.clone();
        let rows = kingdom.squares().iter_rows();
        let words = rows.map(|row| row.iter().map(|square| SquareWord(square.to_string())).collect());
        let occluded = photo.occluded.map(|occluded| {
            occluded.into_iter().map(|(Place { row, col }, reason)| (format!("{row},{col}"), reason)).collect()
        });
        Self {
            schema_version: SCHEMA_VERSION,
            image: photo.image,
            game: kingdom.game(),
            size: Some(kingdom.size()),
            rows: Some(kingdom.squares().rows()),
            cols: Some(kingdom.squares().cols()),
            squares: words.collect(),
            player: record.player.clone(),
            coins: record.unseen.coins,
            knights_in_supply: record.unseen.knights_in_supply,
            queen: record.unseen.queen,
            variants: record.variants.clone(),
            corners_px: record.corners_px,
            corners_exact: photo.corners_exact,
            image_size: photo.image_size,
            castle_3d: photo.castle_3d,
            castle_color: photo.castle_color,
            occluded,
            score: record.score.as_ref().map(score_fields),
            kingdom_id: photo.kingdom_id,
            game_id: photo.game_id,
            sha256: photo.sha256,
            source: photo.source,
        }
    }
}

fn score_fields(points: &TerritoryPoints) -> BTreeMap<String, i32> {
    let by_terrain = points.by_terrain.iter().map(|(terrain, points)| (terrain.id().to_owned(), *points));
    by_terrain.chain(points.total.map(|total| (TOTAL.to_owned(), total))).collect()
}
