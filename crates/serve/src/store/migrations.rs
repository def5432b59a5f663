//! The versions of the data file. Steps are only ever added.

use rusqlite::{Connection, TransactionBehavior};

/// From nothing to version 1, from 1 to 2, and so on.
const STEPS: [&str; 6] = [
    "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        created_s INTEGER NOT NULL,         -- seconds since 1970
        revision INTEGER NOT NULL,          -- grows by 1 with each change
        photos_revision INTEGER NOT NULL,   -- the revision that last changed what the photos were read as
        settings TEXT NOT NULL,             -- JSON: names, variants and the like
        corrections INTEGER NOT NULL,       -- how many of the game's corrections count; the others were undone
        photos_added INTEGER NOT NULL       -- those that were taken away again included
    ) STRICT;
    CREATE TABLE photos (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,            -- from 1, never used twice in a game
        line TEXT NOT NULL,                 -- JSON: what it was read as, by itself
        owners TEXT NOT NULL,               -- JSON: whose each of its kingdoms is
        by_hand TEXT,                       -- JSON: corners that a person gave
        width_px INTEGER NOT NULL,
        height_px INTEGER NOT NULL,
        file BLOB,                          -- where the players want it kept
        PRIMARY KEY (game, number)
    ) STRICT;
    CREATE TABLE corrections (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,            -- from 1, in the order in which they were said
        photo INTEGER NOT NULL,
        kingdom INTEGER NOT NULL,           -- in the photo, from 1
        row INTEGER NOT NULL,               -- in the grid that was read, from 0
        col INTEGER NOT NULL,
        square TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) STRICT;
    CREATE TABLE results (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        player TEXT NOT NULL,
        place INTEGER NOT NULL,             -- 1 for the winner
        total INTEGER NOT NULL,
        to_check INTEGER NOT NULL,          -- 1 where the total may be wrong
        PRIMARY KEY (game, player)
    ) STRICT;
    CREATE TABLE lessons (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        photo TEXT NOT NULL                 -- what it is called in the gallery
    ) STRICT;
",
    "ALTER TABLE corrections ADD COLUMN with_last INTEGER NOT NULL DEFAULT 0; -- 1 where it is undone with the one before",
    "
    ALTER TABLE photos ADD COLUMN numbers TEXT;         -- JSON: the numbers of the kingdoms that were read; NULL where they are 1, 2 ...
    ALTER TABLE photos ADD COLUMN marked TEXT;          -- JSON: grids that a person marked, as far as any did
    ALTER TABLE corrections ADD COLUMN grid INTEGER;    -- where it is no square: 0 for the grid that was found, -1 for none, else that of `marked`
",
    "
    ALTER TABLE corrections ADD COLUMN player INTEGER;  -- where it is a total that was typed for a player: the player's id
    ALTER TABLE corrections ADD COLUMN total INTEGER;   -- of that player; NULL where it is taken back
    ALTER TABLE results ADD COLUMN typed INTEGER NOT NULL DEFAULT 0; -- 1 where the total was typed, in place of a kingdom
",
    "
    CREATE TABLE gallery (
        number INTEGER PRIMARY KEY,         -- of the line, from 1
        line TEXT NOT NULL                  -- as in a gallery's file
    ) STRICT;
",
    "ALTER TABLE corrections ADD COLUMN owner INTEGER; -- where it says whose the kingdom is: a player's id, 0 for nobody's",
];

/// The latest version.
pub const VERSION: i64 = STEPS.len() as i64;

/// Brings the file to the latest version; leaves a later version as it is. Returns the file's version afterwards.
pub fn migrate(connection: &mut Connection) -> rusqlite::Result<i64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let Ok(done) = usize::try_from(version) else { return Ok(i64::MAX) };
    let Some(steps) = STEPS.get(done..) else { return Ok(version) };
    for step in steps {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(VERSION)
}
