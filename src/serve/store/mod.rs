//! The data file: games, photos and corrections in SQLite. What was answered is on the disk.

mod games;
mod migrations;
mod rows;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::Connection;

use crate::storage::Lock;

pub use games::{GameSummary, PhotoChange};
pub use rows::{ByHand, GameRows, GameState, Host, PhotoRow, Player, PlayerResult, Said, Settings};

/// The file's name in the data folder.
const FILE_NAME: &str = "games.sqlite";

/// One server at a time writes into a folder: photos in memory are its own.
const LOCK_NAME: &str = "serve.lock";

/// Another program, such as a backup, may hold the file for a moment.
const BUSY_TIME: Duration = Duration::from_secs(5);

/// The open data file.
pub struct Store {
    connection: Mutex<Connection>,
    _lock: Lock,
}

/// Why the data file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be made.
    #[error("{path}: cannot make the folder of the data: {source}; choose another one with --data", path = .path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Another server uses it.
    #[error("{path}: {source}; end the other server, or give this one a folder of its own with --data", path = .path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// SQLite cannot use the file.
    #[error("{path}: cannot use the data: {source}", path = .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What SQLite says.
        source: rusqlite::Error,
    },
    /// A later version of the program wrote the file.
    #[error(
        "{path}: the data are of version {found}, which a later version of the program wrote; this one knows {known}: use the \
         later one, or another folder with --data",
        path = .path.display()
    )]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The latest that is known here.
        known: i64,
    },
}

impl Store {
    /// Opens the folder's data file; makes both where there is none.
    ///
    /// # Errors
    /// The folder or the file cannot be used.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        make_private(folder).map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let in_use = |source| StoreError::InUse { path: folder.to_owned(), source };
        let lock = Lock::to_write(&folder.join(LOCK_NAME)).map_err(in_use)?;
        let path = folder.join(FILE_NAME);
        let file = |source| StoreError::File { path: path.clone(), source };
        let mut connection = Connection::open(&path).map_err(file)?;
        prepare(&connection).map_err(file)?;
        let found = migrations::migrate(&mut connection).map_err(file)?;
        if found > migrations::VERSION {
            return Err(StoreError::Newer { path, found, known: migrations::VERSION });
        }
        Ok(Self { connection: Mutex::new(connection), _lock: lock })
    }

    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        // A transaction that broke off was rolled back.
        work(&mut self.connection.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Names and photos are nobody else's business.
#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.busy_timeout(BUSY_TIME)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A change is on the disk before it is answered.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    // What is deleted is gone.
    connection.pragma_update(None, "secure_delete", "ON")
}
