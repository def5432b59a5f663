//! The folder of results. Files in it are written whole or not at all.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use walkdir::WalkDir;

/// Where a run's results lie.
#[derive(Debug, Clone)]
pub struct OutFolder {
    path: PathBuf,
}

/// A file or folder of the results that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: cannot {what}: {source}; results that were there before are untouched", path = .path.display())]
pub struct WriteError {
    /// Which.
    pub path: PathBuf,
    /// Such as `write the file`.
    pub what: &'static str,
    /// What the system says.
    pub source: io::Error,
}

impl WriteError {
    /// Names path and purpose of what failed.
    pub fn of(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), what, source }
    }
}

const JOURNAL: &str = "journal.ndjson";
const CARD: &str = "batch.json";
const RESULTS: &str = "results.ndjson";

/// The end of the names of pictures in `review`.
const REVIEW_ENDING: &str = ".review.jpg";

impl OutFolder {
    /// Makes the folder where there is none, and clears away what a stopped run left unfinished.
    ///
    /// # Errors
    /// A folder in which nothing can be written.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        let folder = Self { path: path.to_owned() };
        let unfinished = folder.unfinished();
        if unfinished.exists() {
            fs::remove_dir_all(&unfinished).map_err(WriteError::of(&unfinished, "clear the folder"))?;
        }
        fs::create_dir_all(&unfinished).map_err(WriteError::of(&unfinished, "make the folder"))?;
        Ok(folder)
    }

    /// A folder that a run has filled.
    pub fn of_a_run(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The append-only journal of a run.
    pub fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// Whether a run or a merge has written into this folder: its pictures are no photos.
    pub fn is_one(folder: &Path) -> bool {
        folder.join(JOURNAL).exists() || folder.join(CARD).exists() && folder.join(RESULTS).exists()
    }

    /// A line for each photo.
    pub fn results(&self) -> PathBuf {
        self.path.join(RESULTS)
    }

    /// The ranks.
    pub fn standings(&self) -> PathBuf {
        self.path.join("standings.csv")
    }

    /// For people.
    pub fn report(&self) -> PathBuf {
        self.path.join("report.html")
    }

    /// What the results were made from.
    pub fn card(&self) -> PathBuf {
        self.path.join(CARD)
    }

    /// What people put right.
    pub fn corrections(&self) -> PathBuf {
        self.path.join("corrections.json")
    }

    /// The small copy of the photo with this content.
    pub fn small_picture(&self, sha256: &str) -> PathBuf {
        self.path.join("pictures").join(format!("{sha256}.jpg"))
    }

    /// The picture of a doubtful photo, with what was read drawn on it.
    pub fn review_picture(&self, photo: &str) -> PathBuf {
        let mut path = self.review();
        path.extend(photo.split('/'));
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(REVIEW_ENDING);
        path.with_file_name(name)
    }

    fn review(&self) -> PathBuf {
        self.path.join("review")
    }

    fn unfinished(&self) -> PathBuf {
        self.path.join(".unfinished")
    }

    /// Writes a file whole or not at all. One that holds just this already is left alone.
    ///
    /// # Errors
    /// A full disk, a folder without permission, or whatever `write` meets; what was there before is still there.
    pub fn write(&self, path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
        self.try_to_write(path, write).map_err(WriteError::of(path, "write the file"))
    }

    fn try_to_write(&self, path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        fs::create_dir_all(self.unfinished())?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut unfinished = BufWriter::new(temporary_file(&self.unfinished())?);
        write(&mut unfinished)?;
        let unfinished = unfinished.into_inner().map_err(io::IntoInnerError::into_error)?;
        if is_same(unfinished.path(), path) {
            return Ok(());
        }
        unfinished.as_file().sync_all()?;
        unfinished.persist(path).map_err(|error| error.error)?;
        Ok(())
    }

    /// Leaves of the pictures only those that belong to these photos.
    ///
    /// # Errors
    /// A file that cannot be removed.
    pub fn keep_pictures(&self, kept: &dyn Fn(&Path) -> bool) -> Result<(), WriteError> {
        for folder in [self.review(), self.path.join("pictures")].iter().filter(|folder| folder.exists()) {
            for entry in WalkDir::new(folder).contents_first(true).into_iter().filter_map(Result::ok) {
                let path = entry.path();
                if entry.file_type().is_file() && is_ours(path) && !kept(path) {
                    fs::remove_file(path).map_err(WriteError::of(path, "remove the picture"))?;
                } else if entry.file_type().is_dir() {
                    // Fails where something is left in it, as it should.
                    let _ = fs::remove_dir(path);
                }
            }
        }
        Ok(())
    }

    /// Clears away what only a running batch needs.
    pub fn tidy(&self) {
        // Nothing is lost when it stays.
        let _ = fs::remove_dir_all(self.unfinished());
    }
}

/// Whether a run gave the picture its name: what people put into the folders is theirs.
fn is_ours(picture: &Path) -> bool {
    let name = picture.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let is_sha256 = |stem: &str| stem.len() == 64 && stem.chars().all(|letter| letter.is_ascii_hexdigit());
    name.ends_with(REVIEW_ENDING) || name.strip_suffix(".jpg").is_some_and(is_sha256)
}

/// Temporary files are their owner's alone; this one will be as readable as other new files.
#[cfg(unix)]
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder)
}

fn is_same(a: &Path, b: &Path) -> bool {
    let bytes = |path: &Path| fs::metadata(path).map(|metadata| metadata.len()).ok();
    // Reports may be large: lengths tell most differences.
    bytes(a).is_some() && bytes(a) == bytes(b) && is_same_content(a, b).unwrap_or(false)
}

fn is_same_content(a: &Path, b: &Path) -> io::Result<bool> {
    use std::io::{BufRead, BufReader};
    let (mut a, mut b) = (BufReader::new(fs::File::open(a)?), BufReader::new(fs::File::open(b)?));
    loop {
        let (left, right) = (a.fill_buf()?, b.fill_buf()?);
        let bytes = left.len().min(right.len());
        if left[..bytes] != right[..bytes] {
            return Ok(false);
        }
        if bytes == 0 {
            return Ok(left.is_empty() && right.is_empty());
        }
        a.consume(bytes);
        b.consume(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = OutFolder::create(&folder.path().join("out")).expect("a folder");
        out.write(&out.standings(), |file| file.write_all(b"first")).expect("written");
        let failed = out.write(&out.standings(), |file| {
            file.write_all(b"sec")?;
            Err(io::Error::other("the disk is full"))
        });
        let message = failed.expect_err("a full disk").to_string();
        assert!(message.contains("standings.csv") && message.contains("the disk is full"), "{message}");
        assert_eq!(fs::read(out.standings()).expect("a file"), b"first");
        out.tidy();
        let names: Vec<_> =
            fs::read_dir(out.path()).expect("a folder").map(|e| e.expect("a file").file_name()).collect();
        assert_eq!(names, ["standings.csv"]);
    }

    #[test]
    fn no_two_photos_share_a_review_picture() {
        let out = OutFolder::of_a_run(Path::new("out"));
        let pictures = ["a/b.jpg", "a/b.png", "a/b", "a-b.jpg"].map(|photo| out.review_picture(photo));
        assert_eq!(pictures[0], Path::new("out/review/a/b.jpg.review.jpg"));
        assert!((0..4).all(|i| (0..i).all(|j| pictures[i] != pictures[j])));
    }
}
