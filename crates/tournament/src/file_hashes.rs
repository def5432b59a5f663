//! A cache of files' hashes. Hashes identify photos, so a photo whose bytes were read once is never read
//! again.

use std::collections::HashMap;
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rayon::prelude::*;

use storage::sha256::{Content, sha256_of};

/// A cache of files' hashes for callers that ask repeatedly. A hash is valid as long as the file's size and
/// times stay the same.
#[derive(Debug, Default)]
pub struct Contents {
    known: HashMap<PathBuf, (Stamp, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    changed: Option<SystemTime>,
    /// When the file or its attributes last changed, in seconds and nanoseconds since 1970; 0 where the
    /// system does not say.
    touched: (i64, i64),
}

/// Some file systems store times in steps of two seconds: a file that changed just now may change again and
/// look the same.
const COARSEST_STEP: Duration = Duration::from_secs(3);

impl Stamp {
    fn from_metadata(metadata: &Metadata) -> Self {
        Self { bytes: metadata.len(), changed: metadata.modified().ok(), touched: touched(metadata) }
    }

    /// Whether another change of the file would change its stamp.
    fn is_settled(&self) -> bool {
        self.changed.and_then(|changed| changed.elapsed().ok()).is_some_and(|age| age >= COARSEST_STEP)
    }
}

#[cfg(unix)]
fn touched(metadata: &Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (metadata.ctime(), metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn touched(_metadata: &Metadata) -> (i64, i64) {
    (0, 0)
}

impl Contents {
    /// The hash of each of these files, in their order.
    pub fn hashes(&mut self, paths: &[PathBuf]) -> Vec<Content> {
        let known = &self.known;
        let read: Vec<_> = paths.par_iter().map(|path| read(path, known)).collect();
        for (path, read) in paths.iter().zip(&read) {
            match read {
                Ok((stamp, sha256)) if stamp.is_settled() => {
                    self.known.insert(path.clone(), (*stamp, sha256.clone()));
                }
                _ => {
                    self.known.remove(path);
                }
            }
        }
        read.into_iter().map(|read| read.map(|(_, sha256)| sha256).map_err(|error| error.to_string())).collect()
    }
}

fn read(path: &Path, known: &HashMap<PathBuf, (Stamp, String)>) -> io::Result<(Stamp, String)> {
    let file = File::open(path)?;
    // The stamp is taken first: if the file changes while it is read, its next stamp differs.
    let stamp = Stamp::from_metadata(&file.metadata()?);
    match known.get(path) {
        Some((before, sha256)) if *before == stamp => Ok((stamp, sha256.clone())),
        _ => Ok((stamp, sha256_of(file)?)),
    }
}
