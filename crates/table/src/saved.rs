//! A saved game: a file with the game's table, and with the kingdoms and totals that count, for other
//! commands.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use game::ids::KingdomId;
use game::line::ignored;
use game::one_game::{MOST_PHOTOS, MOST_VIEWS};
use game::photo_reading::PhotoReading;
use kingdomino::domain::Variant;
use kingdomino::formats::Name;
use kingdomino::standings::{NOBODY, Visit, checked_total};
use reading::correction::{GivenSquare, KingdomName};
use report::formats::SCHEMA_VERSION;
use report::sheet_json::ScoredKingdomJson;
use storage::sha256::content_of;
use storage::write_whole;

use crate::change::MOST_EDITS;
use crate::log::{Table, What};
use crate::photo::{Grid, PhotoRow};
use crate::settings::{Player, Settings};
use crate::state::TableState;

/// The file's fields, in order.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SavedGame {
    /// The version of the format of `kingdoms`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 1)))]
    schema_version: u64,
    /// The players' kingdoms as they count, in the format of `scan --json`: other commands read these.
    // Not read from the file: opening a game reads the kingdoms again from the table.
    #[serde(deserialize_with = "ignored")]
    kingdoms: Vec<ScoredKingdomJson>,
    /// The totals of players without a kingdom.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    totals: BTreeMap<Name, u16>,
    /// Who won a shared first place by agreement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agreed: Option<Name>,
    /// The data from which `game` continues.
    saved_game: Saved,
}

/// The table, and the saves that can be undone.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Saved {
    /// The settings, the photos' readings, and the log of edits.
    table: Table,
    /// The table before each save that changed it, the latest last: `--undo` returns to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    steps: Vec<SavedStep>,
}

/// A save that can be undone.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SavedStep {
    /// How many edits counted before it.
    cursor: usize,
    /// The settings before it.
    settings: Settings,
}

/// The most saves that can be undone. Each takes about 1 kB of the file.
const MOST_STEPS: usize = 100;

/// Why a saved game cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// The file cannot be read.
    #[error("{path}: cannot read the file: {source}", path = .path.display())]
    Read {
        /// The file's path.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file is not a saved game.
    #[error(
        "{path}: this is not a saved game: {problem}; save a game with `game --save FILE`, or rank kingdoms in JSON \
         with `standings`",
        path = .path.display()
    )]
    NoGame {
        /// The file's path.
        path: PathBuf,
        /// The problem with the file.
        problem: String,
    },
    /// The file contains something that this program does not know.
    #[error(
        "{path}: another version of the program wrote the file, or it was changed ({problem}); try to rank it with \
         `standings`, or begin again with the photos: {photos}",
        path = .path.display()
    )]
    OtherVersion {
        /// The file's path.
        path: PathBuf,
        /// The unknown or unfitting part of the file.
        problem: String,
        /// The photos' names as given.
        photos: String,
    },
    /// There is nothing to undo.
    #[error("{path}: --undo: there is nothing to undo, because the game has not changed since it was first saved; \
             remove an earlier correction with --unfix SQUARE", path = .0.display())]
    NothingBefore(PathBuf),
}

impl SavedGame {
    /// A saved game of the table's present state.
    pub fn new(state: &TableState) -> Self {
        let mut kingdoms = Vec::new();
        for record in &state.records {
            let sheet = record.sheet();
            kingdoms.push(ScoredKingdomJson::new(record, &sheet, &[], &[]));
        }
        let with_kingdom: Vec<&Name> = state.players.iter().map(|player| &player.player).collect();
        let inputs = state.table.inputs(&with_kingdom, &state.totals);
        // Whether photos are kept depends on the server that has them, so it is not saved with the game.
        let settings = Settings { keep_photos: false, ..state.table.settings.clone() };
        let table = Table { settings, ..state.table.clone() };
        let saved_game = Saved { table, steps: Vec::new() };
        let totals = inputs.totals.into_iter().collect();
        Self { schema_version: SCHEMA_VERSION, kingdoms, totals, agreed: inputs.agreed, saved_game }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.saved_game.table
    }

    /// Records `earlier` as the state to which `--undo` returns.
    #[must_use]
    pub fn after(mut self, earlier: &Self) -> Self {
        let Saved { table: Table { settings, cursor, .. }, steps } = &earlier.saved_game;
        let mut steps = steps.clone();
        if *settings != self.table().settings || *cursor != self.table().cursor {
            steps.push(SavedStep { cursor: *cursor, settings: settings.clone() });
        }
        self.saved_game.steps = steps.split_off(steps.len().saturating_sub(MOST_STEPS));
        self
    }

    /// The game before the last save on the command line; `path` is for messages.
    ///
    /// # Errors
    /// If there is nothing to undo.
    pub fn undone(mut self, path: &Path) -> Result<Self, SavedError> {
        let Saved { table, steps } = &mut self.saved_game;
        let Some(SavedStep { cursor, settings }) = steps.pop() else {
            return Err(SavedError::NothingBefore(path.to_owned()));
        };
        // Undone edits are deleted: the command line cannot redo, and a redo on the web page would bring back
        // the edits without the settings.
        table.edits.truncate(cursor);
        (table.cursor, table.settings) = (cursor, settings);
        Ok(self)
    }

    /// Whether the file may be a saved game, because it begins like JSON.
    pub fn may_be_at(path: &Path) -> bool {
        let mut begin = Vec::new();
        // Opening a pipe would block until another program writes to it.
        let is_read =
            path.is_file() && File::open(path).and_then(|file| file.take(PROBED_BYTES).read_to_end(&mut begin)).is_ok();
        is_read && begin.trim_ascii_start().starts_with(b"{")
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a saved game.
    pub fn read(path: &Path) -> Result<Self, SavedError> {
        let mut text = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut text));
        read.map_err(|source| SavedError::Read { path: path.to_owned(), source })?;
        Self::from_json(&text, path)
    }

    /// Parses a file's text; `path` is for messages.
    ///
    /// # Errors
    /// If the text is not a saved game.
    pub fn from_json(text: &[u8], path: &Path) -> Result<Self, SavedError> {
        let no_game = |problem: String| SavedError::NoGame { path: path.to_owned(), problem };
        if text.len() as u64 > MOST_BYTES {
            return Err(no_game(format!("the file is larger than {} MiB", MOST_BYTES >> 20)));
        }
        let game: Self = serde_json::from_slice(text).map_err(|error| match photos_named(text) {
            Some(photos) => SavedError::OtherVersion { path: path.to_owned(), problem: error.to_string(), photos },
            None => no_game(error.to_string()),
        })?;
        if game.schema_version != SCHEMA_VERSION {
            return Err(no_game(format!(
                "`schema_version` is {}, but this program reads {SCHEMA_VERSION}",
                game.schema_version
            )));
        }
        game.saved_game.check().map_err(no_game)?;
        Ok(game)
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// The system's error.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        write_whole(path, |out: &mut dyn Write| {
            serde_json::to_writer(&mut *out, self)?;
            out.write_all(b"\n")
        })
    }

    /// Reads the game again from the guesses in the file. All photos are known to show this one game.
    ///
    /// # Errors
    /// If the guesses in the file were changed, or cannot be read.
    pub fn open(&self, path: &Path) -> Result<TableState, SavedError> {
        let other_version = |problem: String| {
            let photos: Vec<&str> = self.photos().map(|line| line.photo.as_str()).collect();
            SavedError::OtherVersion { path: path.to_owned(), problem, photos: photos.join(" ") }
        };
        if let Some(row) = self.table().photos.iter().find(|row| !row.has_sound_guesses()) {
            return Err(other_version(format!("the `guesses` of {} were changed", row.reading.photo)));
        }
        let state = TableState::of_one_game(self.table().clone(), None);
        state.map_err(|refused| other_version(refused.message.to_string()))
    }

    /// The readings of the photos.
    pub fn photos(&self) -> impl Iterator<Item = &PhotoReading> {
        self.table().photos.iter().map(|row| &row.reading)
    }

    /// Photos with files that have changed since they were read. Missing files do not count.
    pub fn changed_photos(&self) -> Vec<&str> {
        let mut changed = Vec::new();
        for line in self.photos() {
            let path = Path::new(&line.photo);
            // Opening a pipe would block until another program writes to it.
            let now = if path.is_file() { content_of(path).ok() } else { None };
            if now.zip(line.sha256.as_ref()).is_some_and(|(now, before)| now != *before) {
                changed.push(line.photo.as_str());
            }
        }
        changed
    }
}

impl Saved {
    /// Checks that the data are possible in a game, because a file may contain anything.
    fn check(&self) -> Result<(), String> {
        let photos = &self.table.photos;
        let kingdoms = photos.iter().map(|row| row.reading.guesses.len() + row.marked.len()).sum::<usize>();
        if photos.len() > MOST_PHOTOS || kingdoms > MOST_VIEWS {
            let photos = photos.len();
            return Err(format!(
                "there are {photos} photos with {kingdoms} kingdoms, but a game has at most {MOST_PHOTOS} photos with \
                 {MOST_VIEWS} kingdoms"
            ));
        }
        let ids: BTreeSet<_> = photos.iter().map(|row| row.id).collect();
        let added = self.table.photos_added;
        if ids.len() < photos.len() || ids.iter().any(|id| id.0 == 0 || id.0 > added) || added > LARGEST_ID {
            return Err("two photos have the same id, or a photo has an id that the program never gave".to_owned());
        }
        photos.iter().try_for_each(check_photo)?;
        check_settings(&self.table.settings)?;
        let mut cursor = self.table.edits.len();
        if cursor > MOST_EDITS {
            return Err(format!("there are {cursor} edits, but a game has at most {MOST_EDITS}"));
        }
        for at in [self.table.cursor].into_iter().chain(self.steps.iter().rev().map(|step| step.cursor)) {
            if at > cursor {
                return Err(format!("`cursor` is {at}, but there are only {cursor} edits"));
            }
            cursor = at;
        }
        self.steps.iter().try_for_each(|step| check_settings(&step.settings))?;
        self.table.check_edits()?;
        let edited = self.table.edits.iter().map(|edit| edit.kingdom);
        let kingdoms: BTreeSet<KingdomId> = edited.chain(photos.iter().flat_map(PhotoRow::kingdoms)).collect();
        match kingdoms.len() {
            ..=MOST_VIEWS => Ok(()),
            many => Err(format!("there are {many} kingdoms, but the photos of a game have at most {MOST_VIEWS}")),
        }
    }
}

fn check_photo(row: &PhotoRow) -> Result<(), String> {
    row.reading.info.check()?;
    let numbers: BTreeSet<usize> = row.numbers.iter().copied().collect();
    let are_numbers = numbers.len() == row.reading.guesses.len() && numbers.len() == row.numbers.len();
    let grids: BTreeSet<u32> = row.marked.iter().map(|marked| marked.id).collect();
    let are_grids = grids.len() == row.marked.len() && grids.iter().all(|id| (1..=LARGEST_ID).contains(id));
    match are_numbers && are_grids && numbers.iter().all(|number| (1..=LARGEST_NUMBER).contains(number)) {
        true => Ok(()),
        false => Err(format!("the kingdoms or grids of {} do not all have a number of their own", row.reading.photo)),
    }
}

fn check_settings(settings: &Settings) -> Result<(), String> {
    let Settings { players, players_added, variants, .. } = settings;
    if *players_added > LARGEST_ID {
        return Err(format!("`players_added` is {players_added}, more than any game has players"));
    }
    for (index, Player { id, name }) in players.iter().enumerate() {
        let is_double = players[..index].iter().any(|other| other.id == *id || other.name == *name);
        if is_double || id.0 == 0 || id.0 > *players_added {
            return Err(format!("the player {name} is listed twice, or has an id that the program never gave"));
        }
    }
    Variant::check_agreed(variants).map_err(|error| error.to_string())
}

impl Table {
    /// Checks that the edits are about photos and grids that exist.
    fn check_edits(&self) -> Result<(), String> {
        for edit in &self.edits {
            match edit.what {
                What::Total { total, .. } => {
                    total.map(|total| checked_total(total.into())).transpose().map_err(|error| error.to_string())?;
                    continue;
                }
                What::Facts { facts, .. } => {
                    facts.check().map_err(|error| error.to_string())?;
                    continue;
                }
                What::Queen(_) | What::Agreed(_) => continue,
                What::Square(_) | What::Withdrawn(_) | What::Grid(_) | What::Owner(_) => {}
            }
            if let What::Square(GivenSquare { cell, .. }) | What::Withdrawn(cell) = edit.what {
                let is_near = [cell.row, cell.col].iter().all(|at| (-FARTHEST_CELL..=FARTHEST_CELL).contains(at));
                is_near.then_some(()).ok_or("an edit is about a square outside every grid")?;
            }
            let kingdom = edit.kingdom;
            let row = self.photo(kingdom.photo).filter(|_| (1..=LARGEST_NUMBER).contains(&kingdom.number));
            let row = row.ok_or_else(|| format!("an edit is about the kingdom {kingdom}, which no photo shows"))?;
            if let What::Grid(Grid::Marked(id)) = edit.what {
                let is_there = row.marked.iter().any(|marked| marked.id == id);
                is_there.then_some(()).ok_or_else(|| format!("{} has no grid {id}", row.reading.photo))?;
            }
        }
        Ok(())
    }
}

impl TableState {
    /// The facts and corrections that this table has and `other` lacks, as command-line flags with squares
    /// named by photo. They would be lost if `other` replaced this table.
    pub fn given_beyond(&self, other: &Self) -> Vec<String> {
        let there: BTreeSet<String> = other.in_flags().into_iter().collect();
        self.in_flags().into_iter().filter(|flag| !there.contains(flag)).collect()
    }

    fn in_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let first = self.one.first_readings();
        for (view, given) in self.given.iter().enumerate() {
            let in_photo = self.one.views()[view];
            let kingdom = (in_photo.of > 1).then_some(in_photo.number);
            let name = KingdomName { photo: Some(self.one.photo(view).to_owned()), kingdom };
            let corrections = given.iter().filter_map(|one| first.kingdoms[view].correction(&name, one));
            flags.extend(corrections.map(|correction| format!("--fix {correction}")));
        }
        let Settings { players, variants, tie_rule, .. } = &self.table.settings;
        for Player { id, name } in players {
            let facts = self.table.facts(*id);
            if self.owners.contains(&Some(*id)) {
                flags.push(format!("--player {name}"));
            }
            flags.extend(facts.coins.map(|coins| format!("--coins {name}={coins}")));
            flags.extend(facts.knights_in_supply.map(|knights| format!("--knights-in-supply {name}={knights}")));
            flags.extend(self.totals.get(id).map(|total| format!("--total {name}={total}")));
        }
        flags.extend(self.table.visit().map(|visit| match visit {
            Visit::Player(player) => format!("--queen {player}"),
            Visit::Nobody => format!("--queen {NOBODY}"),
        }));
        flags.extend(variants.iter().map(|variant| format!("--variant {}", variant.id())));
        if *tie_rule != Default::default() {
            flags.push(format!("--tie-break {}", tie_rule.id()));
        }
        flags
    }
}

/// The largest number of a kingdom in its photo. There is room for as many kingdoms as a game may have, and
/// for new numbers whenever a photo is read again.
const LARGEST_NUMBER: usize = 100 * MOST_VIEWS;

/// The farthest row or column of an edited square, counted from the grid's first square: far outside every
/// grid.
const FARTHEST_CELL: isize = 1000;

/// The largest id of a photo, player or grid: far more than any game needs.
const LARGEST_ID: u32 = 1_000_000;

/// Largest size of a file, in bytes: far more than a game takes.
pub const MOST_BYTES: u64 = 16 << 20;

/// Enough bytes to check whether a file begins like JSON.
const PROBED_BYTES: u64 = 64;

/// The photos' names in a saved game with data unknown to this version. Only the names are parsed: a client
/// may send any JSON, and a tree of all its values would take a hundred times its size.
fn photos_named(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Game {
        saved_game: Saved,
    }
    #[derive(Deserialize)]
    struct Saved {
        table: Option<Photos>,
        // Versions of the program that had no log stored the photos here.
        photos: Option<Vec<Line>>,
    }
    #[derive(Deserialize)]
    struct Photos {
        photos: Vec<Row>,
    }
    #[derive(Deserialize)]
    struct Row {
        #[serde(alias = "line")]
        reading: Line,
    }
    #[derive(Deserialize)]
    struct Line {
        photo: String,
        sha256: Option<String>,
    }
    let Saved { table, photos } = serde_json::from_slice::<Game>(text).ok()?.saved_game;
    let rows = table.into_iter().flat_map(|table| table.photos).map(|row| row.reading);
    let mut names = Vec::new();
    for Line { photo, sha256 } in rows.chain(photos.into_iter().flatten()) {
        // A typed kingdom has no photo: it must be typed again.
        names.push(if sha256.is_some() { photo } else { format!("{photo}=KINGDOM") });
    }
    (!names.is_empty()).then(|| names.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::photo_info::PhotoInfo;
    use kingdomino::formats::notation;
    use serde_json::{Value, json};

    #[test]
    fn a_saved_game_of_a_later_version_says_so_and_the_way_out() {
        let kingdom = notation::parse("W1WF/CLM3 k5").expect("a kingdom");
        let mut lines = ["a.jpg", "Ben"].map(|name| PhotoReading::typed(name, &kingdom, &PhotoInfo::default()));
        lines[0].sha256 = Some("00".to_owned());
        let table = Table::of_photos(Settings::default(), lines.to_vec());
        let state = TableState::new(table, None).expect("a table");
        let game = serde_json::to_string(&SavedGame::new(&state)).expect("JSON");
        let read = |text: &str| SavedGame::from_json(text.as_bytes(), Path::new("game.json"));
        assert!(read(&game).is_ok());
        let error = read(&game.replace("scored", "guessed")).expect_err("a status of a later version");
        let error = error.to_string();
        assert!(error.starts_with("game.json: another version of the program wrote the file"), "{error}");
        assert!(error.ends_with("begin again with the photos: a.jpg Ben=KINGDOM"), "{error}");
    }

    #[test]
    fn a_file_with_what_no_game_has_is_refused() {
        let kingdom = notation::parse("W1WF/CLM3 k5").expect("a kingdom");
        let table =
            Table::of_photos(Settings::default(), vec![PhotoReading::typed("a.jpg", &kingdom, &PhotoInfo::default())]);
        let state = TableState::new(table, None).expect("a table");
        let game = serde_json::to_value(SavedGame::new(&state)).expect("JSON");
        let square = |row: i64| json!({ "square": { "cell": { "row": row, "col": 0 }, "square": "lake" } });
        let edit = |kingdom: &str, what: Value| json!({ "kingdom": kingdom, "what": what });
        let many = vec![edit("1k1", square(0)); MOST_EDITS + 1];
        let kingdoms: Vec<Value> =
            (1..=MOST_VIEWS + 1).map(|number| edit(&format!("1k{number}"), json!({ "grid": "nowhere" }))).collect();
        for (place, value) in [
            ("/cursor", json!(1)),
            ("/photos_added", json!(u32::MAX)),
            ("/photos/0/id", json!(0)),
            ("/photos/0/numbers", json!([0])),
            ("/photos/0/numbers", json!([1_u64 << 45])),
            ("/photos/0/numbers", json!([1, 2])),
            ("/settings/players_added", json!(u32::MAX)),
            ("/settings/players", json!([{ "id": 1, "name": "Anna" }])),
            ("/edits", json!([edit("2k1", square(0))])),
            ("/edits", json!([edit("1k0", square(0))])),
            ("/edits", json!([edit("1k18446744073709551615", square(0))])),
            ("/edits", json!([edit("1k1", square(i64::MIN))])),
            ("/edits", json!([edit("1k1", json!({ "grid": { "marked": 1 } }))])),
            ("/edits", json!([edit("0k1", json!({ "total": { "player": 1, "total": 1000 } }))])),
            ("/edits", json!(many)),
            ("/edits", json!(kingdoms)),
        ] {
            let mut changed = game.clone();
            *changed.pointer_mut(&format!("/saved_game/table{place}")).expect("a place") = value.clone();
            let read = SavedGame::from_json(changed.to_string().as_bytes(), Path::new("game.json"));
            assert!(matches!(read, Err(SavedError::NoGame { .. })), "{place} {read:?}");
        }
    }

    /// What a game's JSON may be: the line of `standings --json` or `game --json`, or a saved game.
    #[cfg(feature = "schema")]
    #[derive(schemars::JsonSchema)]
    #[schemars(untagged)]
    #[expect(dead_code, reason = "only its schema is used")]
    enum GameJson {
        Standings(report::standings_json::StandingsJson),
        Saved(SavedGame),
    }

    #[cfg(feature = "schema")]
    #[test]
    fn the_committed_schema_is_of_games() {
        let title = "A game: the line of `standings --json` and `game --json`, or a file that `game --save` writes";
        kingdomino::schema::assert_committed::<GameJson>("game", title);
    }
}
