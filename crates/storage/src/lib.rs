//! Writes files completely or not at all, locks them so that only one program writes at a time, and
//! recognises file formats by their content.

pub mod checksum;
pub mod file_format;
#[cfg(not(target_family = "wasm"))]
mod lock;
#[cfg(target_family = "wasm")]
#[path = "no_lock.rs"]
mod lock;
pub mod sha256;
pub mod sqlite;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

pub use lock::Lock;

/// Prefix of the names of unfinished files.
pub const UNFINISHED_PREFIX: &str = ".tmp";

/// Creates a new file in the folder and fills it with `write`. It is removed if writing fails, and is not
/// necessarily synced to disk.
///
/// # Errors
/// A full disk, a folder without permission, or an error of `write`.
pub fn unfinished(folder: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<NamedTempFile> {
    let mut unfinished = temporary_file(folder)?;
    // Errors of the temporary file itself would contain its name, which means nothing to the user.
    let mut file = BufWriter::new(unfinished.as_file_mut());
    write(&mut file)?;
    file.flush()?;
    drop(file);
    Ok(unfinished)
}

/// Creates a temporary file with the permissions of other new files. By default, only the owner can read a
/// temporary file.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let open = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    tempfile::Builder::new().prefix(UNFINISHED_PREFIX).make_in(folder, open)
}

/// Moves the file to `path`, replacing any existing file.
///
/// # Errors
/// A folder without permission, or another file system.
pub fn persist(file: TempPath, path: &Path) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    file.persist(path).map_err(|error| error.error)?;
    sync_folder(folder);
    Ok(())
}

/// Writes a file completely or not at all: other programs see the old or the new one.
///
/// # Errors
/// A full disk, a folder without permission, or an error of `write`; an existing file is then unchanged.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let file = unfinished(folder, write)?;
    file.as_file().sync_all()?;
    persist(file.into_temp_path(), path)
}

/// Whether both paths refer to the same file or folder.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The folder that contains the file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The path with `ending` appended to the file name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Syncs the folder. Otherwise a file's new name may not survive a power failure.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) {
    // Some file systems cannot sync a folder, but they keep the order of writes anyway.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Other systems make names durable by themselves.
#[cfg(not(unix))]
pub fn sync_folder(_folder: &Path) {}
