//! Locks by the system.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

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
