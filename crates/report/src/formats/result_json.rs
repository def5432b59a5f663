//! Reads kingdoms from JSON: a single kingdom, or results with several.

use std::collections::{BTreeMap, HashMap};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::doubts_json::{WarningJson, read_doubts};
use super::kingdom_json::{shortened, unknown_field, with_hint};
use super::square_json::SquareFields;
use super::{JsonError, KingdomJson, Parsed, SCHEMA_VERSION};
use kingdomino::formats::Name;

/// The fields of a line of `scan --json`, `score --json` or a saved game that are read back. Others are
/// ignored, because results may gain fields.
#[derive(Deserialize)]
struct ResultJson {
    #[serde(default)]
    photo: Option<String>,
    #[serde(default)]
    kingdoms: Option<Vec<ResultKingdom>>,
    #[serde(default)]
    kingdom: Option<KingdomJson>,
    #[serde(default)]
    status: Option<String>,
    #[serde(default)]
    message: Option<String>,
    #[serde(default)]
    needs_review: Option<bool>,
    #[serde(default)]
    notation: Option<String>,
    #[serde(default)]
    squares: Option<Vec<Vec<SquareFields>>>,
    #[serde(default)]
    warnings: Vec<WarningJson>,
    /// The totals that people typed; only in a saved game.
    #[serde(default)]
    totals: BTreeMap<Name, u16>,
    /// Who won a shared first place by agreement; only in a saved game.
    #[serde(default)]
    agreed: Option<Name>,
    /// The version of a saved game; only in saved games.
    #[serde(default)]
    saved_game: Option<SavedVersion>,
    /// An object if photos were scanned as one game; in `standings --json` the game's id.
    #[serde(default)]
    game: Option<Value>,
}

/// Distinguishes saved games of this version from earlier ones, which have their totals in another place.
#[derive(Deserialize)]
struct SavedVersion {
    table: Option<IgnoredAny>,
}

/// The kingdoms that all photos of a game show together.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameOfPhotos {
    /// The kingdoms, in the order in which the photos first show them.
    pub kingdoms: Vec<GameKingdomJson>,
}

/// A kingdom of a game whose photos were scanned together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameKingdomJson {
    /// Each photo that shows the kingdom, with its number there.
    pub shown: Vec<ShownJson>,
    /// Whether it was read together with the game's other kingdoms, as built from the same box.
    pub read_together: bool,
}

/// A kingdom in a photo.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownJson {
    /// As given on the command line.
    pub photo: String,
    /// Its number among the photo's kingdoms, from 1.
    pub kingdom: usize,
}

/// The fields of a result's kingdom that are read back. Sheet and total are calculated again.
#[derive(Deserialize)]
#[serde(expecting = "a kingdom of a result, an object with `kingdom`")]
pub struct ResultKingdom {
    /// The kingdom in the format of labels.
    pub kingdom: KingdomJson,
    /// Whether the kingdom needs review; `None` if it was not read from a photo.
    #[serde(default)]
    pub needs_review: Option<bool>,
    /// The kingdom in one line, as it was when the result was written. It shows whether a person has changed
    /// the text.
    #[serde(default)]
    pub notation: Option<String>,
    /// The reading of each square.
    #[serde(default)]
    pub squares: Option<Vec<Vec<SquareFields>>>,
    /// The warnings of the reading.
    #[serde(default)]
    pub warnings: Vec<WarningJson>,
}

impl ResultKingdom {
    /// The kingdom with its facts and doubts.
    ///
    /// # Errors
    /// Squares that do not form a kingdom, or an invalid reading of a square.
    pub fn into_record(self) -> Result<Parsed, JsonError> {
        let Self { kingdom, needs_review, notation, squares, warnings } = self;
        let mut parsed = kingdom.into_record()?;
        parsed.record.doubts =
            read_doubts(&parsed.record.kingdom, needs_review, notation.as_deref(), squares, warnings)?;
        Ok(parsed)
    }
}

/// The fields that are read first: the version, on which all other fields depend, and those that distinguish
/// a result from a kingdom.
#[derive(Deserialize)]
struct Probe {
    schema_version: Option<Value>,
    kingdoms: Option<IgnoredAny>,
    kingdom: Option<IgnoredAny>,
}

impl Probe {
    fn is_result(&self) -> bool {
        self.kingdoms.is_some() || self.kingdom.is_some()
    }

    fn check_version(&self) -> Result<(), JsonError> {
        let other = self.schema_version.as_ref().filter(|version| **version != SCHEMA_VERSION);
        other.map_or(Ok(()), |version| Err(JsonError::Version(shortened(version))))
    }
}

/// Reads a kingdom, or the one kingdom of a line of `scan --json` or `score --json`.
///
/// # Errors
/// Invalid JSON or an invalid kingdom, with line and column, the field or the square, and what is allowed.
pub fn parse_json(text: &str) -> Result<Parsed, JsonError> {
    check_object(text)?;
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Probe>();
    let first = documents.next().and_then(Result::ok);
    if let Some(probe) = &first {
        probe.check_version()?;
    }
    if !first.is_some_and(|probe| probe.is_result()) {
        return serde_json::from_str::<KingdomJson>(text).map_err(with_hint)?.into_record();
    }
    if documents.next().is_some_and(|second| second.is_ok()) {
        return Err(JsonError::SeveralResults);
    }
    only_kingdom(serde_json::from_str(text).map_err(with_hint)?)?.into_record()
}

/// Like [`parse_json`], but ignores unknown fields: other programs may keep their own notes in labels.
///
/// # Errors
/// The errors of [`parse_json`].
pub fn parse_label(text: &str) -> Result<Parsed, JsonError> {
    let parsed = parse_json(text);
    let Err(JsonError::Json { error, .. }) = &parsed else { return parsed };
    let message = error.to_string();
    let Some((unknown, known)) = unknown_field(&message) else { return parsed };
    let Ok(mut fields) = serde_json::from_str::<serde_json::Map<String, Value>>(text) else { return parsed };
    let is_result = ["kingdom", "kingdoms"].iter().any(|field| fields.contains_key(*field));
    if is_result || !fields.contains_key(unknown) {
        return parsed;
    }
    let known: Vec<&str> = known.collect();
    fields.retain(|field, _| known.contains(&field.as_str()));
    parse_json(&Value::Object(fields).to_string())
}

/// Refuses a list, because serde would read its elements as the fields in their order.
fn check_object(text: &str) -> Result<(), JsonError> {
    if text.trim_start().starts_with('{') { Ok(()) } else { Err(JsonError::NoObject) }
}

fn only_kingdom(result: ResultJson) -> Result<ResultKingdom, JsonError> {
    let mut kingdoms = all_kingdoms(result)?.kingdoms;
    match (kingdoms.pop(), kingdoms.len()) {
        (Some(kingdom), 0) => Ok(kingdom),
        (_, others) => Err(JsonError::SeveralKingdoms(others + 1)),
    }
}

/// The kingdoms of a result, at least one.
struct OfResult {
    photo: Option<String>,
    kingdoms: Vec<ResultKingdom>,
    /// If photos were scanned as one game: for each of its kingdoms, where it is shown.
    shown: Vec<Vec<ShownJson>>,
    totals: BTreeMap<Name, u16>,
    agreed: Option<Name>,
}

fn all_kingdoms(result: ResultJson) -> Result<OfResult, JsonError> {
    let ResultJson { photo, needs_review, notation, squares, warnings, totals, agreed, saved_game, game, .. } = result;
    if saved_game.is_some_and(|saved| saved.table.is_none()) {
        return Err(JsonError::OtherSavedGame);
    }
    let is_to_check = needs_review == Some(true);
    let own = result.kingdom.map(|kingdom| ResultKingdom { kingdom, needs_review, notation, squares, warnings });
    let mut kingdoms: Vec<ResultKingdom> = result.kingdoms.into_iter().flatten().chain(own).collect();
    // A line of a batch's results may need review as a whole, for example if its photo is a duplicate.
    kingdoms.iter_mut().filter(|_| is_to_check).for_each(|held| held.needs_review = Some(true));
    if kingdoms.is_empty() {
        return Err(JsonError::NoKingdom {
            status: result.status.unwrap_or_else(|| "unknown".to_owned()),
            message: result.message.map(|message| format!(": {message}")).unwrap_or_default(),
        });
    }
    let game = game.and_then(|game| GameOfPhotos::deserialize(game).ok());
    let shown = game.into_iter().flat_map(|game| game.kingdoms).map(|kingdom| kingdom.shown).collect();
    Ok(OfResult { photo, kingdoms, shown, totals, agreed })
}

/// The kingdoms and totals in a text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Held {
    /// The kingdoms, at least one.
    pub kingdoms: Vec<HeldKingdom>,
    /// The totals that people typed for players without a kingdom.
    pub totals: Vec<(Name, u16)>,
    /// Who won a shared first place by agreement, if the text is one saved game.
    pub agreed: Option<Name>,
}

impl From<HeldKingdom> for Held {
    fn from(kingdom: HeldKingdom) -> Self {
        Self { kingdoms: vec![kingdom], ..Self::default() }
    }
}

/// A kingdom of a text that may hold several kingdoms.
#[derive(Debug, Clone, PartialEq)]
pub struct HeldKingdom {
    /// The kingdom and the file's facts about it.
    pub parsed: Parsed,
    /// The photo from which it was read, as the result names it.
    pub photo: Option<String>,
    /// Whether it is the only kingdom of its photo.
    pub is_alone: bool,
    /// If photos were scanned as one game: a number that is equal for the same kingdom in different photos.
    same: Option<usize>,
}

/// Reads a kingdom, or all kingdoms of all results: lines of `scan --json`, of `score --json`, saved games. A
/// kingdom in several photos of a game is returned once, with the doubts of all of them.
///
/// # Errors
/// The errors of [`parse_json`], with the line's number if there are several; and a line without a kingdom.
pub fn parse_all_json(text: &str) -> Result<Held, JsonError> {
    check_object(text)?;
    let mut documents = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    let mut same = SameKingdoms::default();
    let mut all = Held::default();
    let mut begin = 0;
    while let Some(document) = documents.next() {
        let end = documents.byte_offset();
        let own = text.get(begin..end).unwrap_or_default();
        // The error of a single document already has line and column.
        let read = match document {
            Ok(_) => kingdoms_of(own.trim(), &mut same),
            Err(_) if begin == 0 => return parse_json(text).map(|parsed| HeldKingdom::from(parsed).into()),
            Err(error) => Err(with_hint(error)),
        };
        match read {
            Ok(read) => {
                all.kingdoms.extend(read.kingdoms);
                all.totals.extend(read.totals);
                all.agreed = read.agreed.filter(|_| begin == 0);
            }
            Err(error) => {
                let is_only = begin == 0 && text.get(end..).is_none_or(|rest| rest.trim().is_empty());
                let before = begin + own.len() - own.trim_start().len();
                let line = 1 + text[..before].matches('\n').count();
                return Err(if is_only { error } else { JsonError::Line { line, error: Box::new(error) } });
            }
        }
        begin = end;
    }
    Ok(Held { kingdoms: each_once(all.kingdoms), ..all })
}

/// Numbers the kingdoms of a text's games. A kingdom is identified by all places where photos show it.
#[derive(Default)]
struct SameKingdoms(HashMap<Vec<ShownJson>, usize>);

impl SameKingdoms {
    /// For the kingdoms of a photo: maps each one's number in the photo (from 1) to its number in the text.
    fn in_photo(&mut self, photo: &str, of_game: Vec<Vec<ShownJson>>) -> HashMap<usize, usize> {
        let mut in_photo = HashMap::new();
        for shown in of_game {
            let here: Vec<usize> =
                shown.iter().filter(|shown| shown.photo == photo).map(|shown| shown.kingdom).collect();
            let next = self.0.len();
            let same = *self.0.entry(shown).or_insert(next);
            for kingdom in here {
                in_photo.entry(kingdom).or_insert(same);
            }
        }
        in_photo
    }
}

fn kingdoms_of(text: &str, same: &mut SameKingdoms) -> Result<Held, JsonError> {
    check_object(text)?;
    let probe: Probe = serde_json::from_str(text).map_err(with_hint)?;
    probe.check_version()?;
    if !probe.is_result() {
        return Ok(HeldKingdom::from(parse_json(text)?).into());
    }
    let result = serde_json::from_str(text).map_err(with_hint)?;
    let OfResult { photo, kingdoms, shown, totals, agreed } = all_kingdoms(result)?;
    let is_alone = kingdoms.len() == 1;
    let in_photo = photo.as_deref().map(|photo| same.in_photo(photo, shown)).unwrap_or_default();
    let mut held = Vec::with_capacity(kingdoms.len());
    for (kingdom, number) in kingdoms.into_iter().zip(1..) {
        let (photo, same) = (photo.clone(), in_photo.get(&number).copied());
        held.push(HeldKingdom { parsed: kingdom.into_record()?, photo, is_alone, same });
    }
    Ok(Held { kingdoms: held, totals: totals.into_iter().collect(), agreed })
}

impl From<Parsed> for HeldKingdom {
    /// A kingdom that was not read from a photo.
    fn from(parsed: Parsed) -> Self {
        Self { parsed, photo: None, is_alone: true, same: None }
    }
}

/// Merges the readings of a kingdom that several photos show.
fn each_once(kingdoms: Vec<HeldKingdom>) -> Vec<HeldKingdom> {
    let mut once: Vec<HeldKingdom> = Vec::new();
    let mut places: HashMap<usize, usize> = HashMap::new();
    for kingdom in kingdoms {
        let first = kingdom.same.and_then(|same| places.get(&same).copied());
        match first {
            Some(first) => {
                let first = &mut once[first].parsed.record;
                let photo = kingdom.photo.as_deref().unwrap_or_default();
                first.doubt_as_in(photo, &kingdom.parsed.record);
                first.player = first.player.take().or(kingdom.parsed.record.player);
            }
            None => {
                places.extend(kingdom.same.map(|same| (same, once.len())));
                once.push(kingdom);
            }
        }
    }
    once
}
