//! Files that are written whole or not at all, and by one program at a time.

pub mod checksum;
pub mod sha256;

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

/// An advisory lock for writing, held for as long as this lives. The system ends it with the process, however
/// that ends.
#[derive(Debug)]
pub struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // A child process that was just started may have the file open for a moment longer.
        let _ = fs4::FileExt::unlock(&self.0);
    }
}

impl Lock {
    /// Locks for writing. Creates a missing file, which stays, empty.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] when another program holds a lock on the file; a file that cannot be made.
    pub fn to_write(path: &Path) -> io::Result<Self> {
        let file = lock_file(path)?;
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => Ok(Self(file)),
            Err(fs4::TryLockError::WouldBlock) => {
                Err(io::Error::new(ErrorKind::WouldBlock, "another kingdom-scanner is at work there"))
            }
            // Some network file systems have no locks, and files all the same.
            Err(fs4::TryLockError::Error(problem)) if problem.kind() == ErrorKind::Unsupported => Ok(Self(file)),
            Err(fs4::TryLockError::Error(problem)) => Err(problem),
        }
    }

    /// Locks for writing as soon as no other program holds a lock on the file.
    ///
    /// # Errors
    /// A file that cannot be made.
    pub fn when_free(path: &Path) -> io::Result<Self> {
        let file = lock_file(path)?;
        match fs4::FileExt::lock(&file) {
            Err(problem) if problem.kind() != ErrorKind::Unsupported => Err(problem),
            _ => Ok(Self(file)),
        }
    }
}

fn lock_file(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create(true).truncate(false).open(path)
}

/// The names of unfinished files begin with this.
pub const UNFINISHED_PREFIX: &str = ".tmp";

/// A new file in the folder with what `write` writes, perhaps not on the disk yet; removed if writing fails.
///
/// # Errors
/// A full disk, a folder without permission, or whatever `write` meets.
pub fn unfinished(folder: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<NamedTempFile> {
    let mut file = BufWriter::new(temporary_file(folder)?);
    write(&mut file)?;
    file.into_inner().map_err(io::IntoInnerError::into_error)
}

/// As readable as other new files; by default temporary files are private.
#[cfg(unix)]
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED_PREFIX).permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    tempfile::Builder::new().prefix(UNFINISHED_PREFIX).tempfile_in(folder)
}

/// Moves the file to `path`, replacing what was there.
///
/// # Errors
/// A folder without permission, or another file system.
pub fn put(file: TempPath, path: &Path) -> io::Result<()> {
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
    put(file.into_temp_path(), path)
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

#[cfg(not(unix))]
pub fn sync_folder(_folder: &Path) {}
