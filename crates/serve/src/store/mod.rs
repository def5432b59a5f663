//! The data file: games, photos and corrections in SQLite. Changes are on disk before they are acknowledged.

mod games;
mod tables;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rusqlite::Connection;

use storage::Lock;
use storage::sqlite::wait_for_others;

pub use games::{GameChange, GameRows, GameSummary, PlayerResult};

/// The file's name in the data folder.
const FILE_NAME: &str = "games.sqlite";

/// Only one server at a time may use a folder, because it keeps photos in its own memory.
const LOCK_NAME: &str = "serve.lock";

/// The open data file.
pub struct Store {
    connection: Mutex<Connection>,
    _lock: Lock,
}

/// Why the data file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The folder cannot be created.
    #[error("{path}: cannot create the folder for the data: {source}; choose another folder with --data", path = .path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Another server uses the folder.
    #[error("{path}: {source}; end the other server, or give this one a folder of its own with --data", path = .path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// SQLite cannot use the file.
    #[error("{path}: cannot use the data: {source}", path = .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// SQLite's error.
        source: rusqlite::Error,
    },
    /// Another version of the program wrote the file.
    #[error(
        "{path}: the data have the format of version {found}, but this program can read only version {known}; use the \
         program that wrote the data, or choose another folder with --data",
        path = .path.display(), known = tables::VERSION
    )]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
    },
}

impl Store {
    /// Opens the folder's data file; creates both if they are missing.
    ///
    /// # Errors
    /// The folder or the file cannot be used.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        make_private(folder).map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let lock = Lock::to_write(&folder.join(LOCK_NAME))
            .map_err(|source| StoreError::InUse { path: folder.to_owned(), source })?;
        let path = folder.join(FILE_NAME);
        let (connection, found) = connect(&path).map_err(|source| StoreError::File { path: path.clone(), source })?;
        if found != tables::VERSION {
            return Err(StoreError::OtherVersion { path, found });
        }
        Ok(Self { connection: Mutex::new(connection), _lock: lock })
    }

    fn with<T>(&self, work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>) -> rusqlite::Result<T> {
        // The lock of a panicked thread is usable: its transaction was rolled back.
        work(&mut self.connection.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Names and photos must be readable by this user only.
#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(any(unix, target_family = "wasm")))]
fn make_private(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)
}

/// A browser's tab has no folders, and its storage is private.
#[cfg(target_family = "wasm")]
fn make_private(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// Opens the file and makes the tables that are missing. Returns also the version of the tables.
fn connect(path: &Path) -> rusqlite::Result<(Connection, i64)> {
    let mut connection = Connection::open(path)?;
    prepare(&connection)?;
    let found = tables::make(&mut connection)?;
    Ok((connection, found))
}

fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    wait_for_others(connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    // A change is on disk before it is acknowledged.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    // Deleted content is overwritten.
    connection.pragma_update(None, "secure_delete", "ON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::ids::{KingdomId, PhotoId, PlayerId};
    use kingdomino::domain::{Cell, Facts, Square};
    use reading::correction::GivenSquare;
    use table::change::PhotoChange;
    use table::log::{Edit, Table, What};
    use table::photo::Grid;
    use table::settings::{Player, Settings};

    #[test]
    fn a_game_is_read_back_as_it_was_written() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let player = |id: u32, name: &str| Player { id: PlayerId(id), name: name.into() };
        let settings =
            Settings { players: vec![player(1, "Anna"), player(2, "Bjørn")], players_added: 2, ..Settings::default() };
        let id = Store::open(folder.path())?.create(&settings)?;
        // The same file, opened again.
        let store = Store::open(folder.path())?;
        let game = store.game(id)?.ok_or("a game")?;
        assert_eq!((game.revision, &game.table.settings), (1, &settings));
        let before = game.table;
        let facts = Facts { coins: Some(3), ..Facts::default() };
        let corner = GivenSquare { cell: Cell { row: -1, col: 4 }, square: Square::Castle };
        let kingdom = KingdomId { photo: PhotoId(2), number: 1 };
        let edits =
            [What::Square(corner), What::Withdrawn(corner.cell), What::Grid(Grid::Marked(3)), What::Owner(None)];
        let mut after = Table { cursor: 5, ..before.clone() };
        after.edits = edits.map(|what| Edit { is_with_last: true, ..Edit::new(kingdom, what) }).to_vec();
        after.edits.push(Edit::of_players(What::Facts { player: PlayerId(1), facts }));
        after.edits.push(Edit::of_players(What::Queen(None)));
        after.edits.push(Edit::total(PlayerId(2), Some(40)));
        let (photos, results) = (PhotoChange::Not, &[][..]);
        let change = GameChange { id, revision: 2, before: &before, after: &after, photos, file: None, results };
        store.change(&change)?;
        let read = store.game(id)?.ok_or("a game")?.table;
        assert_eq!((read.edits, read.cursor), (after.edits, after.cursor));
        assert_eq!(store.players()?.len(), 2);
        assert!(store.delete(id)? && !store.delete(id)? && store.game(id)?.is_none());
        assert_eq!(store.create(&settings)?, id + 1, "an id is never used twice");
        Ok(())
    }

    #[test]
    fn one_server_at_a_time_uses_a_folder() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let first = Store::open(folder.path())?;
        assert!(matches!(Store::open(folder.path()), Err(StoreError::InUse { .. })));
        drop(first);
        Store::open(folder.path())?;
        Ok(())
    }

    #[test]
    fn a_file_of_another_version_is_left_alone() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        drop(Store::open(folder.path())?);
        for other in [tables::VERSION - 1, tables::VERSION + 1] {
            Connection::open(folder.path().join(FILE_NAME))?.pragma_update(None, "user_version", other)?;
            let opened = Store::open(folder.path());
            assert!(matches!(opened, Err(StoreError::OtherVersion { found, .. }) if found == other));
        }
        let file = tempfile::tempdir()?;
        std::fs::write(file.path().join(FILE_NAME), "no data file, but so long that it might be one")?;
        assert!(matches!(Store::open(file.path()), Err(StoreError::File { .. })));
        Ok(())
    }
}
