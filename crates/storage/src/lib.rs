//! Files that are written whole or not at all, and by one program at a time; and what a file is, by its bytes.

pub mod checksum;
pub mod file_format;
#[cfg(not(target_family = "wasm"))]
mod lock;
#[cfg(target_family = "wasm")]
#[path = "no_lock.rs"]
mod lock;
pub mod sha256;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

pub use lock::Lock;

/// The names of unfinished files begin with this.
pub const UNFINISHED_PREFIX: &str = ".tmp";

/// A new file in the folder with what `write` writes, perhaps not on the disk yet; removed if writing fails.
///
/// # Errors
/// A full disk, a folder without permission, or whatever `write` meets.
pub fn unfinished(folder: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<NamedTempFile> {
    let mut unfinished = temporary_file(folder)?;
    // Its own errors would end with its name, which is nobody's business.
    let mut file = BufWriter::new(unfinished.as_file_mut());
    write(&mut file)?;
    file.flush()?;
    drop(file);
    Ok(unfinished)
}

/// As readable as other new files; by default temporary files are private.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let open = |path: &Path| File::options().read(true).write(true).create_new(true).open(path);
    tempfile::Builder::new().prefix(UNFINISHED_PREFIX).make_in(folder, open)
}

/// Moves the file to `path`, replacing what was there.
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

/// Writes a file whole or not at all: other programs find the old one or the new one.
///
/// # Errors
/// A full disk, a folder without permission, or whatever `write` meets; what was there before is still there.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let file = unfinished(folder, write)?;
    file.as_file().sync_all()?;
    persist(file.into_temp_path(), path)
}

/// Whether both paths lead to one file or folder.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The folder in which the file lies.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file with `ending` behind its name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Syncs the folder: only then does a file's new name outlive a power cut.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) {
    // Some file systems cannot do this, and keep the order of writes by themselves.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// Other systems keep names by themselves.
#[cfg(not(unix))]
pub fn sync_folder(_folder: &Path) {}
