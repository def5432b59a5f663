//! The tables of the data file.

use rusqlite::{Connection, TransactionBehavior};

/// The version of the tables. Files of other versions are not changed.
pub const VERSION: i64 = 10;

const TABLES: &str = "
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        created_s INTEGER NOT NULL,         -- seconds since 1970
        revision INTEGER NOT NULL,          -- grows by 1 with each change
        photos_revision INTEGER NOT NULL,   -- grows by 1 with each change of the photos or their readings
        settings TEXT NOT NULL,             -- JSON: players, rules and other settings
        corrections INTEGER NOT NULL,       -- how many rows of `corrections` count; the later ones were undone
        photos_added INTEGER NOT NULL       -- the number of photos ever added, including removed ones
    ) STRICT;
    CREATE TABLE photos (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,            -- from 1; never reused in a game
        reading TEXT NOT NULL,              -- JSON: the reading of the photo on its own
        owners TEXT NOT NULL,               -- JSON: the first owner of each kingdom; rows of `corrections` may change it
        numbers TEXT NOT NULL,              -- JSON: the number of each kingdom in `reading`
        marked TEXT NOT NULL,               -- JSON: grids that a person marked, and kingdoms that a person typed
        width_px INTEGER NOT NULL,
        height_px INTEGER NOT NULL,
        file BLOB,                          -- the photo's file; NULL if the players do not keep it
        PRIMARY KEY (game, number)
    ) STRICT;
    CREATE TABLE corrections (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        number INTEGER NOT NULL,            -- from 1, in the order in which the corrections were entered
        edit TEXT NOT NULL,                 -- JSON: the kingdom, the change, and whether the previous row is undone with it
        PRIMARY KEY (game, number)
    ) STRICT;
    CREATE TABLE results (
        game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
        player TEXT NOT NULL,
        place INTEGER NOT NULL,             -- 1 for the winner
        total INTEGER NOT NULL,
        to_check INTEGER NOT NULL,          -- 1 if the total may be wrong
        typed INTEGER NOT NULL,             -- 1 if the total was typed, without a kingdom
        PRIMARY KEY (game, player)
    ) STRICT;
    CREATE TABLE lessons (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        photo TEXT NOT NULL                 -- its name in the gallery
    ) STRICT;
    CREATE TABLE gallery (
        number INTEGER PRIMARY KEY,         -- the line's number, from 1
        line TEXT NOT NULL                  -- a line in the format of a gallery's file
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
