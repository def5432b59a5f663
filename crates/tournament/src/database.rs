//! The database of a folder of results: what was read, the results, and people's corrections.
//!
//! Each change is one transaction, which is on the disk before it counts. There is no write-ahead log, so that
//! the file alone can be copied and replaced, and read where nothing can be written.

use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, Row, TransactionBehavior, params};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use game::line::PhotoLine;
use game::photo_reader::JointReading;
use storage::sqlite::{from_json, rows, to_json, wait_for_others};

/// The version of the tables. Databases of other versions are refused.
const VERSION: i64 = 2;

/// Marks the file as ours, in SQLite's header.
const APPLICATION_ID: i32 = i32::from_be_bytes(*b"King");

/// The place of the application's id in the file, from SQLite's file format.
const APPLICATION_ID_AT: usize = 68;

const TABLES: &str = "
    CREATE TABLE units (            -- photos that were read together
        fingerprint TEXT PRIMARY KEY,   -- a hash of everything on which the readings depend
        photos TEXT NOT NULL,           -- JSON: the readings
        pictures TEXT NOT NULL          -- JSON: the pictures that were drawn for each photo
    ) STRICT;
    CREATE TABLE lines (            -- the results
        photo TEXT PRIMARY KEY,         -- the photo's name
        line TEXT NOT NULL              -- JSON: the photo's line in results.ndjson
    ) STRICT;
    CREATE TABLE runs (             -- one row: the run that wrote `lines`
        provenance TEXT NOT NULL        -- JSON
    ) STRICT;
    CREATE TABLE corrected_photos (
        number INTEGER PRIMARY KEY,
        content TEXT NOT NULL           -- JSON: the photo, and what stands in place of its reading
    ) STRICT;
    CREATE TABLE answers (          -- people's answers, oldest first
        number INTEGER PRIMARY KEY,
        content TEXT NOT NULL           -- JSON: the edits, and whether they were undone
    ) STRICT;
";

/// The database of a folder of results, opened when it is first used. The types of rows that it stores as JSON
/// are those of its callers.
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    may_write: bool,
    connection: Mutex<Option<Connection>>,
}

/// The readings of photos that are read together.
#[derive(Debug)]
pub struct UnitReading {
    /// The readings, without their pictures.
    pub photos: Vec<JointReading>,
    /// The pictures that were drawn for each photo.
    pub pictures: Vec<Drawn>,
}

/// The pictures that were drawn for a photo, by the sha256 of their bytes. If one is gone, the photo is read
/// again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// The small copy.
    pub small: Option<String>,
    /// The picture of a photo that needs review.
    pub review: Option<String>,
}

/// What the lines of every version of the program say about a photo.
#[derive(Deserialize)]
pub struct KnownPhoto {
    /// The photo's path below the folder of photos.
    pub photo: String,
    /// The SHA-256 of its bytes; `None` if they could not be read.
    pub sha256: Option<String>,
}

impl Database {
    /// The database at this path. A missing one is created if `may_write`.
    pub fn new(path: PathBuf, may_write: bool) -> Self {
        Self { path, may_write, connection: Mutex::default() }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The readings of a unit's photos, if they have been read.
    pub fn unit(&self, fingerprint: &str) -> io::Result<Option<UnitReading>> {
        let select = "SELECT photos, pictures FROM units WHERE fingerprint = ?";
        self.with(|connection| {
            let unit = |row: &Row| Ok(UnitReading { photos: from_json(row, 0)?, pictures: from_json(row, 1)? });
            match connection.query_row(select, [fingerprint], unit) {
                // Damaged, so the photos are read again.
                Err(rusqlite::Error::FromSqlConversionFailure(..)) => Ok(None),
                unit => unit.optional(),
            }
        })
    }

    /// Adds the readings of a unit's photos.
    pub fn add_unit(&self, fingerprint: &str, read: &UnitReading) -> io::Result<()> {
        let insert = "INSERT OR REPLACE INTO units (fingerprint, photos, pictures) VALUES (?, ?, ?)";
        self.with(|connection| {
            let row = params![fingerprint, to_json(&read.photos)?, to_json(&read.pictures)?];
            connection.execute(insert, row).map(drop)
        })
    }

    /// The sha256 of all pictures that were drawn of the units.
    pub fn drawn(&self) -> io::Result<HashSet<String>> {
        let drawn: Vec<Vec<Drawn>> = self.all("SELECT pictures FROM units", |row| from_json(row, 0))?;
        Ok(drawn.into_iter().flatten().flat_map(|drawn| [drawn.small, drawn.review]).flatten().collect())
    }

    /// The results, a line for each photo, sorted by name.
    pub fn lines(&self) -> io::Result<Vec<PhotoLine>> {
        self.all("SELECT line FROM lines ORDER BY photo", |row| from_json(row, 0))
    }

    /// What the results say about their photos, even if another version of the program wrote them. Lines that
    /// cannot be read are left out.
    pub fn known_photos(&self) -> io::Result<Vec<KnownPhoto>> {
        let known: Vec<Option<KnownPhoto>> = self.all("SELECT line FROM lines", |row| Ok(from_json(row, 0).ok()))?;
        Ok(known.into_iter().flatten().collect())
    }

    /// What the results depend on; `None` if no run has ended.
    pub fn provenance<P: DeserializeOwned>(&self) -> io::Result<Option<P>> {
        let select = "SELECT provenance FROM runs";
        self.with(|connection| connection.query_row(select, [], |row| from_json(row, 0)).optional())
    }

    /// Replaces the results, and what they depend on.
    pub fn replace_results(&self, lines: &[PhotoLine], provenance: &impl Serialize) -> io::Result<()> {
        let names: BTreeSet<&str> = lines.iter().map(|line| line.reading.photo.as_str()).collect();
        self.change(|connection| {
            let mut select = connection.prepare("SELECT photo FROM lines")?;
            let earlier: Vec<String> = select.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            for photo in earlier.iter().filter(|photo| !names.contains(photo.as_str())) {
                connection.execute("DELETE FROM lines WHERE photo = ?", [photo])?;
            }
            // Only lines that differ are written: 4800 photos have 50 MB of them.
            let mut insert = connection.prepare(
                "INSERT INTO lines (photo, line) VALUES (?, ?) \
                 ON CONFLICT DO UPDATE SET line = excluded.line WHERE line <> excluded.line",
            )?;
            for line in lines {
                insert.execute(params![line.reading.photo, to_json(line)?])?;
            }
            connection.execute("DELETE FROM runs", [])?;
            connection.execute("INSERT INTO runs (provenance) VALUES (?)", [to_json(provenance)?]).map(drop)
        })
    }

    /// Replaces what the results depend on.
    pub fn replace_provenance(&self, provenance: &impl Serialize) -> io::Result<()> {
        self.change(|connection| connection.execute("UPDATE runs SET provenance = ?", [to_json(provenance)?]).map(drop))
    }

    /// The corrected photos by id, and people's answers about them, oldest first.
    pub fn corrections<P: DeserializeOwned, A: DeserializeOwned>(&self) -> io::Result<(Vec<P>, Vec<A>)> {
        let photos = self.all("SELECT content FROM corrected_photos ORDER BY number", |row| from_json(row, 0))?;
        let answers = self.all("SELECT content FROM answers ORDER BY number", |row| from_json(row, 0))?;
        Ok((photos, answers))
    }

    /// Replaces the corrections.
    pub fn replace_corrections(&self, photos: &[impl Serialize], answers: &[impl Serialize]) -> io::Result<()> {
        self.change(|connection| {
            connection.execute_batch("DELETE FROM corrected_photos; DELETE FROM answers")?;
            let mut insert = connection.prepare("INSERT INTO corrected_photos (content) VALUES (?)")?;
            for photo in photos {
                insert.execute([to_json(photo)?])?;
            }
            let mut insert = connection.prepare("INSERT INTO answers (content) VALUES (?)")?;
            for answer in answers {
                insert.execute([to_json(answer)?])?;
            }
            Ok(())
        })
    }

    /// All rows of a query.
    fn all<T>(&self, select: &str, row: impl FnMut(&Row) -> rusqlite::Result<T>) -> io::Result<Vec<T>> {
        self.with(|connection| rows(connection, select, [], row))
    }

    /// Makes a change completely or not at all.
    fn change(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<()>) -> io::Result<()> {
        self.with(|connection| {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            work(&transaction)?;
            transaction.commit()
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> io::Result<T> {
        // The connection of a panicked thread is usable: its transaction was rolled back.
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let connection = match &mut *connection {
            Some(connection) => connection,
            none => none.insert(self.open()?),
        };
        work(connection).map_err(io_error)
    }

    fn open(&self) -> io::Result<Connection> {
        if !self.may_write && !self.path.exists() {
            return Err(ErrorKind::NotFound.into());
        }
        let flags = match self.may_write {
            true => OpenFlags::default(),
            false => OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
        };
        let mut connection = Connection::open_with_flags(&self.path, flags).map_err(io_error)?;
        let version = self.prepare(&mut connection).map_err(io_error)?;
        if version == VERSION {
            return Ok(connection);
        }
        if version == 0 {
            return Err(io::Error::new(ErrorKind::InvalidData, "the file is empty or damaged"));
        }
        let problem = format!(
            "another version of the program wrote it: its tables have version {version}, and this program knows only \
             {VERSION}. Use that program, or name another folder"
        );
        Err(io::Error::other(problem))
    }

    /// Prepares a new connection; returns the version of the tables.
    fn prepare(&self, connection: &mut Connection) -> rusqlite::Result<i64> {
        wait_for_others(connection)?;
        if self.may_write {
            // With EXTRA, SQLite also syncs the folder after each change.
            connection.pragma_update(None, "synchronous", "EXTRA")?;
            make_tables(connection)?;
        }
        connection.query_row("PRAGMA user_version", [], |row| row.get(0))
    }
}

/// Makes the tables of an empty file.
fn make_tables(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let tables: i64 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 {
        return Ok(());
    }
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()
}

/// Whether the file is a database of this program, of any version.
pub fn is_database(path: &Path) -> bool {
    let mut header = [0; APPLICATION_ID_AT + 4];
    let is_read = File::open(path).and_then(|mut file| file.read_exact(&mut header)).is_ok();
    is_read && header.starts_with(b"SQLite format 3\0") && header.ends_with(&APPLICATION_ID.to_be_bytes())
}

/// The error as one of the system's kinds.
fn io_error(problem: rusqlite::Error) -> io::Error {
    if let rusqlite::Error::FromSqlConversionFailure(_, _, problem) = problem {
        // Another version of the program wrote the row, or it is damaged.
        return io::Error::new(ErrorKind::InvalidInput, format!("a row of it cannot be read ({problem})"));
    }
    let kind = match problem.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => ErrorKind::StorageFull,
        Some(ErrorCode::ReadOnly) => ErrorKind::ReadOnlyFilesystem,
        Some(ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => ErrorKind::PermissionDenied,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ErrorKind::WouldBlock,
        Some(ErrorCode::FileLockingProtocolFailed) => ErrorKind::Unsupported,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => ErrorKind::InvalidData,
        // SQLite says no more than that the disk fails.
        Some(ErrorCode::SystemIoFailure) => ErrorKind::WriteZero,
        _ => ErrorKind::Other,
    };
    // Only the text: with SQLite's error as its source, the message would appear twice.
    io::Error::new(kind, problem.to_string())
}
