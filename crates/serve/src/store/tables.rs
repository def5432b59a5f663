//! The tables of the data file.

use rusqlite::{Connection, TransactionBehavior};

/// The version of the tables. Files of other versions are not changed.
pub const VERSION: i64 = 9;

const TABLES: &str = "
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
        reading TEXT NOT NULL,              -- JSON: the photo as read by itself
        owners TEXT NOT NULL,               -- JSON: whose each of its kingdoms is
        numbers TEXT NOT NULL,              -- JSON: the numbers of the kingdoms that were read
        marked TEXT NOT NULL,               -- JSON: grids that a person marked
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
        square TEXT NOT NULL,               -- empty where what was said of the square is taken back
        with_last INTEGER NOT NULL,         -- 1 where it is undone with the one before
        grid INTEGER,                       -- where it is no square: 0 for the grid that was found, -1 for none, else that of `marked`
        player INTEGER,                     -- where it is a total that was typed for a player: the player's id
        total INTEGER,                      -- of that player; NULL where it is taken back
        owner INTEGER,                      -- where it says whose the kingdom is: a player's id, 0 for nobody's
        PRIMARY KEY (game, number)
    ) STRICT;
    CREATE TABLE results (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        player TEXT NOT NULL,
        place INTEGER NOT NULL,             -- 1 for the winner
        total INTEGER NOT NULL,
        to_check INTEGER NOT NULL,          -- 1 where the total may be wrong
        typed INTEGER NOT NULL,             -- 1 where the total was typed, in place of a kingdom
        PRIMARY KEY (game, player)
    ) STRICT;
    CREATE TABLE lessons (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        photo TEXT NOT NULL                 -- what it is called in the gallery
    ) STRICT;
    CREATE TABLE gallery (
        number INTEGER PRIMARY KEY,         -- of the line, from 1
        line TEXT NOT NULL                  -- as in a gallery's file
    ) STRICT;
";

/// Creates the tables in an empty file. Returns the file's version afterwards.
pub fn make(connection: &mut Connection) -> rusqlite::Result<i64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version != 0 {
        return Ok(version);
    }
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(VERSION)
}
