//! Replaces locks in a browser's tab, which has no files.

use std::io;
use std::path::Path;

/// A lock without effect.
#[derive(Debug)]
pub struct Lock(());

impl Lock {
    /// There is nothing to lock.
    ///
    /// # Errors
    /// None.
    pub fn to_write(_path: &Path) -> io::Result<Self> {
        Ok(Self(()))
    }

    /// There is nothing to wait for.
    ///
    /// # Errors
    /// None.
    pub fn when_free(_path: &Path) -> io::Result<Self> {
        Ok(Self(()))
    }
}
