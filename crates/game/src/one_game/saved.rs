//! A game in a file: its photos' hashes and readings, the corrections, and the kingdoms that count. Fields are
//! only ever added.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{MOST_PHOTOS, MOST_VIEWS, OneGame};
use crate::line::{ResultLine, ResultsError, ignored};
use crate::photo_reader::Status;
use kingdomino::domain::{Facts, Game, GridSize, Variant};
use kingdomino::formats::{KingdomRecord, Name};
use kingdomino::scoring::sheet::ScoreSheet;
use kingdomino::standings::{NOBODY, TableInputs, TieRule, Visit, checked_total};
use reading::correction::{Correction, GivenSquare, KingdomName};
use report::formats::SCHEMA_VERSION;
use report::scan_json::ScannedKingdom;
use report::sheet_json::ScoredKingdomJson;
use storage::sha256::content_of;
use storage::write_whole;

/// The file's fields, in order.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SavedGame {
    /// As of the kingdoms.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    schema_version: u64,
    /// The players' kingdoms as they count, in the format of `scan --json`: what other commands read.
    // Opening a game reads its photos again.
    #[serde(deserialize_with = "ignored")]
    kingdoms: Vec<ScoredKingdomJson>,
    /// What the game goes on from.
    saved_game: Saved,
}

/// The photos as they were read, and what was said of them.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Saved {
    /// As they were read together, without what was said of them.
    photos: Vec<ResultLine>,
    #[serde(flatten)]
    said: Said,
    /// Who plays, and what was agreed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table: Option<SavedTable>,
    /// What had been said each time when more was saved, the latest last: `--undo` goes back to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    said_before: Vec<Said>,
}

/// What the kingdoms alone do not tell of a game: a page keeps it from the beginning, when no kingdom is read yet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SavedTable {
    /// In the order of their seats.
    pub players: Vec<SavedPlayer>,
    /// Whether they are teams.
    #[serde(default)]
    pub teams: bool,
    /// The box, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Game>,
    /// The grid, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<GridSize>,
    /// Whom the Queen visits, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queen: Option<Visit>,
    /// Whether the players are done with the game.
    #[serde(default)]
    pub finished: bool,
    /// For each photo: whose kingdom it was to show, where it shows none.
    #[serde(default)]
    pub taken_for: Vec<Option<Name>>,
}

/// A player or a team, with a kingdom or without.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SavedPlayer {
    /// The name.
    pub name: Name,
    /// Coins, and knights beside those in the kingdom.
    #[serde(flatten)]
    pub facts: Facts,
    /// The total that was typed, also where a kingdom counts instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u16>,
}

/// What people said of a game.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Said {
    /// In the order of the photos' kingdoms: whose each is, `null` where that is not known.
    players: Vec<Option<Name>>,
    /// What lies on squares, of each of the photos' kingdoms, such as `r2c4=forest:1`. Squares are named as they were read first.
    corrections: Vec<Vec<String>>,
    #[serde(default)]
    coins: BTreeMap<Name, u16>,
    #[serde(default)]
    knights_in_supply: BTreeMap<Name, u16>,
    /// The totals that were typed, of players without a kingdom.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    totals: BTreeMap<Name, u16>,
    /// Whom the Queen visits, where that was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    queen: Option<Visit>,
    #[serde(default)]
    variants: Vec<String>,
    /// What decides ties; left out where the rule sheets' rule does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tie_break: Option<String>,
}

/// Steps that can be undone, of about 1 kB each.
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
        "{path}: no saved game: {problem}; `game --save FILE` writes one, and `standings` ranks kingdoms in JSON",
        path = .path.display()
    )]
    NoGame {
        /// The file's path.
        path: PathBuf,
        /// The problem with the file.
        problem: String,
    },
    /// The photos cannot be read again from the file.
    #[error(
        "{path}: its photos were read by another version of the program, or the file was changed; `standings` may still rank it; to \
         go on, give the photos again: {photos}",
        path = .path.display()
    )]
    OtherVersion {
        /// The file's path.
        path: PathBuf,
        /// The photos' names as given.
        photos: String,
    },
    /// There is nothing to undo.
    #[error("{path}: --undo: nothing to undo, the game has not changed since it was first saved; --unfix SQUARE removes an earlier correction", path = .0.display())]
    NothingBefore(PathBuf),
}

impl Saved {
    /// Checks that the data are possible in a game, because a file may contain anything.
    fn check(&self) -> Result<(), String> {
        let kingdoms = self.photos.iter().map(|line| line.kingdoms.len()).sum::<usize>();
        if self.photos.len() > MOST_PHOTOS || kingdoms > MOST_VIEWS {
            let photos = self.photos.len();
            return Err(format!(
                "{photos} photos with {kingdoms} kingdoms in them: a game has at most {MOST_PHOTOS} photos with {MOST_VIEWS}"
            ));
        }
        self.photos.iter().try_for_each(|line| line.info.check())?;
        self.said.check()
    }
}

impl Said {
    /// Compares names by spelling, because a new spelling is also a step.
    fn is_same_text(&self, other: &Self) -> bool {
        // Serialising can fail only for a map with keys that are not text.
        let [own, other] = [self, other].map(|said| serde_json::to_string(said).expect("answers serialise"));
        own == other
    }

    fn check(&self) -> Result<(), String> {
        let coins = self.coins.values().try_for_each(|coins| Facts::checked_coins((*coins).into()).map(drop));
        let mut knights = self.knights_in_supply.values();
        let knights = knights.try_for_each(|knights| Facts::checked_knights((*knights).into()).map(drop));
        coins.and(knights).map_err(|error| error.to_string())?;
        let mut totals = self.totals.values();
        totals.try_for_each(|total| checked_total((*total).into()).map(drop)).map_err(|error| error.to_string())?;
        Variant::agreed_by_ids(&self.variants)?;
        match &self.tie_break {
            Some(id) if TieRule::from_id(id).is_none() => Err(format!("`tie_break` `{id}` is no rule that is known")),
            _ => Ok(()),
        }
    }
}

impl SavedGame {
    /// A game with its corrections and facts.
    ///
    /// # Errors
    /// If kingdoms cannot be read again.
    pub fn new(
        game: &OneGame,
        names: &[Option<Name>],
        given: &[Vec<GivenSquare>],
        inputs: &TableInputs,
        records: &[KingdomRecord],
    ) -> Result<Self, ResultsError> {
        let (mut kingdoms, mut corrections) = (Vec::new(), Vec::new());
        for record in records {
            let sheet = ScoreSheet::new(&record.kingdom, &record.unseen, &record.variants);
            kingdoms.push(ScoredKingdomJson::new(record, &sheet, &[], &[]));
        }
        for (first, given) in game.table.first_readings().kingdoms.iter().zip(given) {
            let of_view = given.iter().filter_map(|one| first.correction(&KingdomName::default(), one));
            corrections.push(of_view.map(|correction| correction.to_string()).collect());
        }
        let said = Said {
            players: names.to_vec(),
            corrections,
            coins: inputs.coins.iter().cloned().collect(),
            knights_in_supply: inputs.knights_in_supply.iter().cloned().collect(),
            totals: inputs.totals.iter().cloned().collect(),
            queen: inputs.queens.first().cloned(),
            variants: inputs.variants.iter().map(|variant| variant.id().to_owned()).collect(),
            tie_break: (inputs.tie_rule != TieRule::default()).then(|| inputs.tie_rule.id().to_owned()),
        };
        let photos = game.lines_as_read_together()?;
        let saved_game = Saved { photos, said, table: None, said_before: Vec::new() };
        Ok(Self { schema_version: SCHEMA_VERSION, kingdoms, saved_game })
    }

    /// Adds the players and the rules agreed on.
    #[must_use]
    pub fn with_table(mut self, table: SavedTable) -> Self {
        self.saved_game.table = Some(table);
        self
    }

    /// The players and the rules agreed on; `None` if only kingdoms were saved.
    pub fn table(&self) -> Option<&SavedTable> {
        self.saved_game.table.as_ref()
    }

    /// Makes this game a step after `earlier`, to which `--undo` returns.
    #[must_use]
    pub fn after(mut self, earlier: &Self) -> Self {
        let mut steps = earlier.saved_game.said_before.clone();
        if !earlier.saved_game.said.is_same_text(&self.saved_game.said) {
            steps.push(earlier.saved_game.said.clone());
        }
        self.saved_game.said_before = steps.split_off(steps.len().saturating_sub(MOST_STEPS));
        self.saved_game.table = earlier.saved_game.table.clone();
        let names = earlier.saved_game.said.players.iter().zip(&self.saved_game.said.players);
        for (before, now) in names.filter_map(|(before, now)| before.as_ref().zip(now.as_ref())) {
            let seated = self.saved_game.table.iter_mut().flat_map(|table| &mut table.players);
            seated.filter(|player| player.name == *before).for_each(|player| player.name.clone_from(now));
        }
        self
    }

    /// The game before the last step; `path` is for messages.
    ///
    /// # Errors
    /// If there was no step, or if the file's data are impossible in a game.
    pub fn undone(mut self, path: &Path) -> Result<Self, SavedError> {
        let Some(before) = self.saved_game.said_before.pop() else {
            return Err(SavedError::NothingBefore(path.to_owned()));
        };
        let saved_game = Saved { said: before, ..self.saved_game };
        saved_game.check().map_err(|problem| SavedError::NoGame { path: path.to_owned(), problem })?;
        Ok(Self { saved_game, ..self })
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
            return Err(no_game(format!("larger than {} MiB", MOST_BYTES >> 20)));
        }
        let game: Self = serde_json::from_slice(text).map_err(|error| match photos_named(text) {
            Some(photos) => SavedError::OtherVersion { path: path.to_owned(), photos },
            None => no_game(error.to_string()),
        })?;
        if game.schema_version != SCHEMA_VERSION {
            return Err(no_game(format!(
                "`schema_version` {}: this program reads {SCHEMA_VERSION}",
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

    /// The game, with its kingdoms read again from the guesses in the file; the names of its views' players;
    /// and the corrections of each view.
    ///
    /// # Errors
    /// If the program now reads its photos differently, because then squares have other names.
    #[allow(clippy::type_complexity, reason = "each is named above")]
    pub fn open(&self, path: &Path) -> Result<(OneGame, Vec<Option<Name>>, Vec<Vec<GivenSquare>>), SavedError> {
        let photos: Vec<&str> = self.photos().map(|line| line.photo.as_str()).collect();
        let other_version = || SavedError::OtherVersion { path: path.to_owned(), photos: photos.join(" ") };
        let game = OneGame::new(self.saved_game.photos.clone()).map_err(|_| other_version())?;
        let read: Vec<&ResultLine> = game.lines.iter().filter(|line| line.status == Status::Scored).collect();
        game.table.check_first_readings(&read).map_err(|_| other_version())?;
        let Said { players, corrections, .. } = &self.saved_game.said;
        let views = game.views.len();
        if (players.len(), corrections.len()) != (views, views) {
            return Err(other_version());
        }
        let mut given = Vec::new();
        for (first, texts) in game.table.first_readings().kingdoms.iter().zip(corrections) {
            let mut of_view = Vec::new();
            for text in texts {
                let correction: Correction = text.parse().map_err(|_| other_version())?;
                let stands = first.reading.kingdom.squares().get(correction.place).copied();
                of_view.push(correction.given(first.reading, stands));
            }
            given.push(of_view);
        }
        Ok((game, players.clone(), given))
    }

    /// The photos as read.
    pub fn photos(&self) -> impl Iterator<Item = &ResultLine> {
        self.saved_game.photos.iter()
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

    /// The facts given about the players.
    pub fn inputs(&self) -> TableInputs {
        let Said { coins, knights_in_supply, totals, queen, variants, tie_break, .. } = &self.saved_game.said;
        let numbers = |given: &BTreeMap<Name, u16>| given.iter().map(|(name, n)| (name.clone(), *n)).collect();
        let is_agreed = |variant: &Variant| variants.iter().any(|id| id == variant.id());
        TableInputs {
            players: Vec::new(),
            coins: numbers(coins),
            knights_in_supply: numbers(knights_in_supply),
            queens: queen.iter().cloned().collect(),
            totals: numbers(totals),
            variants: Variant::ALL.into_iter().filter(is_agreed).collect(),
            tie_rule: tie_break.as_deref().and_then(TieRule::from_id).unwrap_or_default(),
        }
    }

    /// Facts and corrections found only in this file, as flags, with squares named by photo: they would be
    /// lost if the other file replaced this one.
    pub fn said_beyond(&self, other: &Self) -> Vec<String> {
        let there: BTreeSet<String> = other.said().into_iter().collect();
        self.said().into_iter().filter(|said| !there.contains(said)).collect()
    }

    fn said(&self) -> Vec<String> {
        let Said { players, corrections, coins, knights_in_supply, totals, queen, variants, tie_break } =
            &self.saved_game.said;
        let mut views = Vec::new();
        for line in self.photos() {
            for number in 1..=line.kingdoms.len() {
                let kingdom = (line.kingdoms.len() > 1).then_some(number);
                views.push(KingdomName { photo: Some(line.photo.clone()), kingdom });
            }
        }
        let fixes = views.into_iter().zip(corrections).flat_map(|(name, corrections)| {
            corrections.iter().map(move |correction| format!("--fix {}{correction}", name.prefix()))
        });
        let players: BTreeSet<&Name> = players.iter().flatten().collect();
        let host = queen.iter().map(|visit| match visit {
            Visit::Player(player) => player.as_str(),
            Visit::Nobody => NOBODY,
        });
        fixes
            .chain(players.into_iter().map(|player| format!("--player {player}")))
            .chain(coins.iter().map(|(player, number)| format!("--coins {player}={number}")))
            .chain(knights_in_supply.iter().map(|(player, number)| format!("--knights-in-supply {player}={number}")))
            .chain(totals.iter().map(|(player, total)| format!("--total {player}={total}")))
            .chain(host.map(|player| format!("--queen {player}")))
            .chain(variants.iter().map(|variant| format!("--variant {variant}")))
            .chain(tie_break.iter().map(|rule| format!("--tie-break {rule}")))
            .collect()
    }
}

/// Largest size of a file, in bytes: far more than a game takes.
pub const MOST_BYTES: u64 = 16 << 20;

/// Enough bytes to check whether a file begins like JSON.
const PROBED_BYTES: u64 = 64;

/// The photos' names in a saved game with data unknown to this version. Nothing else of it is kept: a client
/// may send any JSON, and a tree of all its values would take a hundred times its size.
fn photos_named(text: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Game {
        saved_game: Photos,
    }
    #[derive(Deserialize)]
    struct Photos {
        photos: Vec<Photo>,
    }
    #[derive(Deserialize)]
    struct Photo {
        photo: String,
    }
    let game: Game = serde_json::from_slice(text).ok()?;
    let names: Vec<String> = game.saved_game.photos.into_iter().map(|photo| photo.photo).collect();
    (!names.is_empty()).then(|| names.join(" "))
}

impl OneGame {
    /// The lines with their kingdoms as read together, without blank lines, which contain no view.
    fn lines_as_read_together(&self) -> Result<Vec<ResultLine>, ResultsError> {
        let read = self.table.read(&vec![Vec::new(); self.views.len()])?;
        let mut lines = self.lines.clone();
        let mut of_lines: Vec<Vec<ScannedKingdom>> = vec![Vec::new(); lines.len()];
        for (view, (_, kingdom)) in self.views.iter().zip(read) {
            of_lines[view.photo].push(kingdom);
        }
        for (line, kingdoms) in lines.iter_mut().zip(of_lines) {
            *line = line.clone().read_anew(kingdoms);
        }
        lines.retain(|line| !line.is_blank());
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::photo_info::PhotoInfo;
    use kingdomino::formats::notation;
    use serde_json::json;

    #[test]
    fn a_saved_game_of_a_later_version_says_so_and_the_way_out() {
        let kingdom = notation::parse("W1WF/CLM3 k5").expect("a kingdom");
        let photos = ["a.jpg", "b.jpg"].map(|name| ResultLine::typed(name, &kingdom, &PhotoInfo::default()));
        let saved_game = json!({ "photos": photos, "players": [null, null], "corrections": [[], []] });
        let game = json!({ "schema_version": SCHEMA_VERSION, "kingdoms": [], "saved_game": saved_game }).to_string();
        let read = |text: &str| SavedGame::from_json(text.as_bytes(), Path::new("game.json"));
        assert!(read(&game).is_ok());
        let error = read(&game.replace("wheat:1", "volcano:1")).expect_err("a terrain of a later version");
        insta::assert_snapshot!(error, @"game.json: its photos were read by another version of the program, or the file was changed; `standings` may still rank it; to go on, give the photos again: a.jpg b.jpg");
    }

    #[test]
    fn the_committed_schema_is_of_these_files() {
        let title = "A file that `kingdom-scanner game --save` writes";
        kingdomino::schema::assert_committed::<SavedGame>("game", title);
    }
}
