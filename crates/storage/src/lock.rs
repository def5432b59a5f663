//! File locks of the operating system.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

/// An advisory write lock, held while this value exists. The system releases it when the process ends, even
/// if the process crashes.
#[derive(Debug)]
pub struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing the file may not be enough: a child process that was just started may have it open for a
        // moment longer.
        let _ = fs4::FileExt::unlock(&self.0);
    }
}

impl Lock {
    /// Locks for writing. Creates the file if it is missing, and leaves it empty.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] if another program holds a lock on the file; the file cannot be created; or its
    /// file system has no locks, as some network drives have none.
    pub fn to_write(path: &Path) -> io::Result<Self> {
        let file = lock_file(path)?;
        match fs4::FileExt::try_lock(&file) {
            Ok(()) => Ok(Self(file)),
            Err(fs4::TryLockError::WouldBlock) => {
                Err(io::Error::new(ErrorKind::WouldBlock, "another kingdom-scanner is using it"))
            }
            Err(fs4::TryLockError::Error(problem)) => Err(problem),
        }
    }

    /// Waits until no other program holds a lock on the file, then locks it for writing.
    ///
    /// # Errors
    /// The file cannot be created.
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
