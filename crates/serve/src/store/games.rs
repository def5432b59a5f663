//! Reading and writing games.

use std::collections::HashMap;
use web_time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Serialize;

use super::Store;
use game::ids::PhotoId;
use kingdomino::formats::Name;
use storage::sqlite::{from_json, rows, to_json};
use table::change::PhotoChange;
use table::log::{Edit, Table};
use table::photo::PhotoRow;
use table::settings::Settings;

/// A game without the photos' files.
#[derive(Debug, Clone)]
pub struct GameRows {
    /// Seconds since 1970.
    pub created_s: i64,
    pub revision: i64,
    pub table: Table,
}

/// A change of a game, to be written.
#[derive(Debug)]
pub struct GameChange<'a> {
    pub id: i64,
    /// The game's revision after the change.
    pub revision: i64,
    pub before: &'a Table,
    pub after: &'a Table,
    pub photos: PhotoChange,
    /// The file of an added photo, which is stored if the players want that.
    pub file: Option<&'a [u8]>,
    pub results: &'a [PlayerResult],
}

/// A player's result in the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerResult {
    pub player: Name,
    pub place: usize,
    pub total: i32,
    pub to_check: bool,
    /// Whether the total was typed, without a kingdom.
    pub is_typed: bool,
}

/// A game in the list.
#[derive(Debug, Clone)]
pub struct GameSummary {
    pub id: i64,
    pub created_s: i64,
    /// The time of creation in the server's local time, such as `2026-11-26 20:15:00`.
    pub created: String,
    pub revision: i64,
    pub settings: Settings,
    pub photos: usize,
    pub results: Vec<PlayerResult>,
}

impl GameSummary {
    /// Whether the winner is certain: every player has a kingdom, every kingdom a player, and no total needs
    /// review.
    pub fn is_decided(&self) -> bool {
        let players = &self.settings.players;
        let has_all = players.iter().all(|player| self.results.iter().any(|result| result.player == player.name));
        let mut results = self.results.iter();
        has_all && results.all(|result| !result.to_check && players.iter().any(|player| player.name == result.player))
    }
}

/// A player in the history.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlayerRecord {
    pub name: Name,
    /// Games in which the player's kingdom was ranked.
    pub games: usize,
    /// Decided games that the player won.
    pub wins: usize,
    /// The player's highest total.
    pub best: Option<i32>,
    /// The mean of the player's totals, to one decimal.
    pub average: Option<f64>,
    /// The number of decided games in a row that the player has won up to now.
    pub streak: usize,
}

impl Store {
    /// Creates a game; returns its id.
    pub fn create(&self, settings: &Settings) -> rusqlite::Result<i64> {
        let now_s = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64);
        self.with(|connection| {
            let row = params![now_s, to_json(settings)?];
            let insert = "INSERT INTO games (created_s, revision, photos_revision, settings, corrections, photos_added) \
                 VALUES (?, 1, 1, ?, 0, 0)";
            connection.execute(insert, row)?;
            Ok(connection.last_insert_rowid())
        })
    }

    /// The game, if it exists.
    pub fn game(&self, id: i64) -> rusqlite::Result<Option<GameRows>> {
        self.with(|connection| game(connection, id))
    }

    /// The game's revision, if the game exists.
    pub fn revision(&self, id: i64) -> rusqlite::Result<Option<i64>> {
        let select = "SELECT revision FROM games WHERE id = ?";
        self.with(|connection| connection.query_row(select, [id], |row| row.get(0)).optional())
    }

    /// Writes a change.
    pub fn change(&self, change: &GameChange) -> rusqlite::Result<()> {
        let &GameChange { id, revision, before, after, photos, results, .. } = change;
        self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            write_photos(&transaction, change)?;
            write_edits(&transaction, id, &before.edits, &after.edits)?;
            write_results(&transaction, id, results)?;
            let update = "UPDATE games SET revision = ?, photos_revision = ?, settings = ?, corrections = ?, photos_added = ? \
                 WHERE id = ?";
            let (photos_revision, cursor) = (after.photos_revision as i64, after.cursor as i64);
            let row = params![revision, photos_revision, to_json(&after.settings)?, cursor, after.photos_added, id];
            transaction.execute(update, row)?;
            transaction.commit()?;
            let is_any_gone = before.photos.iter().any(|photo| after.photo(photo.id).is_none());
            if photos == PhotoChange::Rows || is_any_gone {
                forget_log(connection)?;
            }
            Ok(())
        })
    }

    /// Deletes a game. Returns whether it existed.
    pub fn delete(&self, id: i64) -> rusqlite::Result<bool> {
        self.with(|connection| {
            let was_there = connection.execute("DELETE FROM games WHERE id = ?", [id])? > 0;
            forget_log(connection)?;
            Ok(was_there)
        })
    }

    /// A photo's file, if it is kept.
    pub fn file(&self, game: i64, photo: PhotoId) -> rusqlite::Result<Option<Vec<u8>>> {
        let select = "SELECT file FROM photos WHERE game = ? AND number = ?";
        self.with(|connection| {
            let file = connection.query_row(select, params![game, photo.0], |row| row.get::<_, Option<Vec<u8>>>(0));
            Ok(file.optional()?.flatten())
        })
    }

    /// Puts photos' files into the data file.
    pub fn keep_files(&self, game: i64, files: &[(PhotoId, &[u8])]) -> rusqlite::Result<()> {
        self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for (number, file) in files {
                let update = "UPDATE photos SET file = ? WHERE game = ? AND number = ?";
                transaction.execute(update, params![file, game, number.0])?;
            }
            transaction.commit()
        })
    }

    /// Removes the files of the game's photos from the data file.
    pub fn drop_files(&self, game: i64) -> rusqlite::Result<()> {
        let update = "UPDATE photos SET file = NULL WHERE game = ?";
        self.with(|connection| {
            connection.execute(update, [game])?;
            forget_log(connection)
        })
    }

    /// All games, the latest first.
    pub fn games(&self) -> rusqlite::Result<Vec<GameSummary>> {
        self.with(|connection| {
            // Does not count an empty row as a photo: a typed kingdom that was undone leaves such a row.
            let select = "SELECT id, created_s, revision, settings, \
                 (SELECT count(*) FROM photos WHERE game = games.id AND NOT (numbers IS '[]' \
                 AND json_extract(reading, '$.status') = 'scored' AND NOT coalesce((SELECT \
                 json_type(edit, '$.what.grid.marked') IS NOT NULL FROM corrections AS said \
                 WHERE said.game = photos.game AND json_type(edit, '$.what.grid') IS NOT NULL \
                 AND json_extract(edit, '$.kingdom') LIKE photos.number || 'k%' \
                 AND said.number <= games.corrections ORDER BY said.number DESC LIMIT 1), 0))), \
                 datetime(created_s, 'unixepoch', 'localtime') FROM games ORDER BY id DESC";
            let mut games = rows(connection, select, [], |row| {
                let photos: i64 = row.get(4)?;
                Ok(GameSummary {
                    id: row.get(0)?,
                    created_s: row.get(1)?,
                    created: row.get(5)?,
                    revision: row.get(2)?,
                    settings: from_json(row, 3)?,
                    photos: photos as usize,
                    results: Vec::new(),
                })
            })?;
            for game in &mut games {
                game.results = results(connection, game.id)?;
            }
            Ok(games)
        })
    }

    /// All players of all games, those with the most games first.
    pub fn players(&self) -> rusqlite::Result<Vec<PlayerRecord>> {
        let games = self.games()?;
        let mut players: Vec<PlayerRecord> = Vec::new();
        // For each player the sum and number of totals in decided games, and whether the player has lost one.
        // Games are taken from the latest on.
        let mut sums: HashMap<Name, (i32, u32, bool)> = HashMap::new();
        for game in &games {
            let is_decided = game.is_decided();
            for player in &game.settings.players {
                record_of(&player.name, &mut players);
            }
            for result in &game.results {
                // A kingdom without a player is ranked under its photo's name, which belongs to no player.
                if game.settings.player_called(&result.player).is_none() {
                    continue;
                }
                let player = record_of(&result.player, &mut players);
                player.games += 1;
                // Open games may still change.
                if !is_decided {
                    continue;
                }
                player.wins += usize::from(result.place == 1);
                player.best = player.best.max(Some(result.total));
                let (sum, decided, has_streak_ended) = sums.entry(result.player.clone()).or_default();
                (*sum, *decided) = (*sum + result.total, *decided + 1);
                *has_streak_ended |= result.place != 1;
                player.streak += usize::from(!*has_streak_ended);
                player.average = Some((f64::from(*sum) / f64::from(*decided) * 10.0).round() / 10.0);
            }
        }
        players.sort_by(|a, b| (b.games, a.name.as_str()).cmp(&(a.games, b.name.as_str())));
        Ok(players)
    }

    /// Records the photos from which something was learnt in a game, by their names in the gallery.
    pub fn add_lessons(&self, game: i64, photos: &[String]) -> rusqlite::Result<()> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            for photo in photos {
                transaction.execute("INSERT INTO lessons (game, photo) VALUES (?, ?)", params![game, photo])?;
            }
            transaction.commit()
        })
    }

    /// The names in the gallery of the photos from which something was learnt in this game.
    pub fn lessons(&self, game: i64) -> rusqlite::Result<Vec<String>> {
        let select = "SELECT DISTINCT photo FROM lessons WHERE game = ?";
        self.with(|connection| rows(connection, select, [game], |row| row.get(0)))
    }

    /// Whether anything was learnt from the game.
    pub fn is_learnt(&self, game: i64) -> rusqlite::Result<bool> {
        let count = "SELECT count(*) FROM lessons WHERE game = ?";
        self.with(|connection| connection.query_row(count, [game], |row| row.get::<_, i64>(0))).map(|count| count > 0)
    }

    /// The lessons stored here, in the format of a gallery's file; empty if there are none.
    pub fn gallery(&self) -> rusqlite::Result<String> {
        let select = "SELECT line FROM gallery ORDER BY number";
        let lines: Vec<String> = self.with(|connection| rows(connection, select, [], |row| row.get(0)))?;
        Ok(lines.into_iter().map(|line| line + "\n").collect())
    }

    /// Replaces the stored lessons.
    pub fn keep_gallery(&self, text: &str) -> rusqlite::Result<()> {
        self.with(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute("DELETE FROM gallery", [])?;
            for line in text.lines() {
                transaction.execute("INSERT INTO gallery (line) VALUES (?)", [line])?;
            }
            transaction.commit()
        })
    }

    /// Deletes all lessons and the record of the games that gave them.
    pub fn forget_gallery(&self) -> rusqlite::Result<()> {
        self.with(|connection| connection.execute_batch("DELETE FROM gallery; DELETE FROM lessons"))
    }

    /// Deletes the record of lessons from this game.
    pub fn forget_lessons(&self, game: i64) -> rusqlite::Result<()> {
        self.with(|connection| connection.execute("DELETE FROM lessons WHERE game = ?", [game]).map(drop))
    }
}

/// The record of the player with this name; added if there is none.
fn record_of<'a>(name: &Name, players: &'a mut Vec<PlayerRecord>) -> &'a mut PlayerRecord {
    let at = match players.iter().position(|one| one.name == *name) {
        Some(at) => at,
        None => {
            let (name, best, average) = (name.clone(), None, None);
            players.push(PlayerRecord { name, games: 0, wins: 0, best, average, streak: 0 });
            players.len() - 1
        }
    };
    &mut players[at]
}

/// Moves SQLite's log into the data file: deleted content stays in the log until then.
fn forget_log(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

fn game(connection: &Connection, id: i64) -> rusqlite::Result<Option<GameRows>> {
    let select =
        "SELECT created_s, revision, photos_revision, settings, corrections, photos_added FROM games WHERE id = ?";
    connection
        .query_row(select, [id], |row| {
            let (photos_revision, cursor): (i64, i64) = (row.get(2)?, row.get(4)?);
            let table = Table {
                settings: from_json(row, 3)?,
                photos: photos(connection, id)?,
                photos_added: row.get(5)?,
                photos_revision: photos_revision as u64,
                edits: edits(connection, id)?,
                cursor: cursor as usize,
            };
            Ok(GameRows { created_s: row.get(0)?, revision: row.get(1)?, table })
        })
        .optional()
}

fn photos(connection: &Connection, game: i64) -> rusqlite::Result<Vec<PhotoRow>> {
    let select = "SELECT number, reading, owners, numbers, marked, width_px, height_px, file IS NOT NULL FROM photos \
         WHERE game = ? ORDER BY number";
    rows(connection, select, [game], |row| {
        Ok(PhotoRow {
            id: PhotoId(row.get(0)?),
            reading: from_json(row, 1)?,
            owners: from_json(row, 2)?,
            numbers: from_json(row, 3)?,
            marked: from_json(row, 4)?,
            size_px: [row.get(5)?, row.get(6)?],
            is_kept: row.get(7)?,
        })
    })
}

fn edits(connection: &Connection, game: i64) -> rusqlite::Result<Vec<Edit>> {
    let select = "SELECT edit FROM corrections WHERE game = ? ORDER BY number";
    rows(connection, select, [game], |row| from_json(row, 0))
}

fn results(connection: &Connection, game: i64) -> rusqlite::Result<Vec<PlayerResult>> {
    let select = "SELECT player, place, total, to_check, typed FROM results WHERE game = ? ORDER BY place, player";
    rows(connection, select, [game], |row| {
        let place: i64 = row.get(1)?;
        let (player, total, to_check, is_typed) = (row.get::<_, String>(0)?, row.get(2)?, row.get(3)?, row.get(4)?);
        Ok(PlayerResult { player: player.into(), place: place as usize, total, to_check, is_typed })
    })
}

fn write_photos(transaction: &Transaction, change: &GameChange) -> rusqlite::Result<()> {
    let &GameChange { id: game, before, after, photos, file, .. } = change;
    for photo in &before.photos {
        if after.photo(photo.id).is_none() {
            transaction.execute("DELETE FROM photos WHERE game = ? AND number = ?", params![game, photo.id.0])?;
        }
    }
    for photo in &after.photos {
        let PhotoRow { id: PhotoId(number), reading, numbers, marked, owners, size_px: [width, height], is_kept } =
            photo;
        if before.photo(photo.id).is_none() {
            let file = file.filter(|_| *is_kept);
            let insert = "INSERT INTO photos (game, number, reading, numbers, marked, owners, width_px, height_px, file) \
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
            let (reading, numbers, marked, owners) =
                (to_json(reading)?, to_json(numbers)?, to_json(marked)?, to_json(owners)?);
            let row = params![game, number, reading, numbers, marked, owners, width, height, file];
            transaction.execute(insert, row)?;
            continue;
        }
        if photos != PhotoChange::Not {
            let update = "UPDATE photos SET reading = ?, numbers = ?, marked = ?, width_px = ?, height_px = ?, \
                 file = CASE WHEN ? THEN file END WHERE game = ? AND number = ?";
            let (reading, numbers, marked) = (to_json(reading)?, to_json(numbers)?, to_json(marked)?);
            transaction.execute(update, params![reading, numbers, marked, width, height, is_kept, game, number])?;
        }
        let update = "UPDATE photos SET owners = ? WHERE game = ? AND number = ?";
        transaction.execute(update, params![to_json(owners)?, game, number])?;
    }
    Ok(())
}

fn write_edits(transaction: &Transaction, game: i64, before: &[Edit], now: &[Edit]) -> rusqlite::Result<()> {
    let same = before.iter().zip(now).take_while(|(before, now)| before == now).count();
    if same < before.len() {
        let delete = "DELETE FROM corrections WHERE game = ? AND number > ?";
        transaction.execute(delete, params![game, same as i64])?;
    }
    for (number, edit) in (1i64..).zip(now).skip(same) {
        let insert = "INSERT INTO corrections (game, number, edit) VALUES (?, ?, ?)";
        transaction.execute(insert, params![game, number, to_json(edit)?])?;
    }
    Ok(())
}

fn write_results(transaction: &Transaction, game: i64, results: &[PlayerResult]) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM results WHERE game = ?", [game])?;
    for PlayerResult { player, place, total, to_check, is_typed } in results {
        let insert = "INSERT INTO results (game, player, place, total, to_check, typed) VALUES (?, ?, ?, ?, ?, ?)";
        transaction.execute(insert, params![game, player.as_str(), *place as i64, total, to_check, is_typed])?;
    }
    Ok(())
}
