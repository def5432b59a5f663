//! The folder of results: its database, and the files that are made from it. Files are written atomically, and
//! by one program at a time.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use tempfile::TempPath;
use walkdir::WalkDir;

use super::database::{Database, is_database};
use super::result_files::{
    DATABASE, LOCK, PAGES, PICTURES, PROJECTOR, REPORT, RESULTS, REVIEW, ROUNDS, STANDINGS, TABLES, UNFINISHED,
    WORKBOOK, names_of_others,
};
use game::line::PhotoLine;
use game::photo_reading::ResultsError;
use kingdomino::domain::listed;
use messages::Language;
use storage::sha256::{sha256_hex, sha256_of};
use storage::{Lock, UNFINISHED_PREFIX, persist, unfinished};

/// The folder of a run's results.
#[derive(Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    pub(super) database: Database,
    _lock: Option<Lock>,
}

/// Enough bytes of the report to contain its `<html lang="...">`.
const HEAD_BYTES: u64 = 64;

/// An error when a file or folder of the results is written or read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: cannot {what}: {source}; {}{}", self.left_behind(), self.advice(), path = .path.display())]
pub struct WriteError {
    /// The file or folder.
    pub path: PathBuf,
    /// What failed, such as `write the file`.
    pub what: &'static str,
    /// The system's error.
    pub source: io::Error,
    /// Whether some files of a change had already been replaced.
    pub is_midway: bool,
}

impl WriteError {
    /// Adds the path and what failed to a system's error.
    pub fn from_io(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), what, source, is_midway: false }
    }

    /// The state of the earlier results after the error.
    fn left_behind(&self) -> &'static str {
        match self.is_midway {
            true => {
                "some files of the results are new and others are old, but none is damaged: run the same command \
                 again to complete them"
            }
            false if self.is_of_others() => "nothing was written",
            false => "results that were there before are untouched",
        }
    }

    /// Whether another program is writing into the folder.
    pub fn is_in_use(&self) -> bool {
        self.source.kind() == ErrorKind::WouldBlock
    }

    /// Whether the folder holds something that this program did not write.
    fn is_of_others(&self) -> bool {
        self.source.kind() == ErrorKind::AlreadyExists
    }

    /// The remedy, if there is a known one.
    fn advice(&self) -> &'static str {
        advice(self.source.kind())
    }
}

/// The remedy for an error of this kind, if there is a known one.
fn advice(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            ". Make room, then run the same command again"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => ". Choose a folder in which you may write",
        ErrorKind::AlreadyExists => ". Name a new or empty folder, or one with results",
        ErrorKind::WouldBlock => ". Let it end, or stop it, then run the same command again",
        ErrorKind::InvalidData | ErrorKind::InvalidInput => ". Use a backup copy of the file, or name another folder",
        ErrorKind::WriteZero => ". Check that the disk has room and is connected, then run the same command again",
        ErrorKind::Unsupported => ". Name a folder on a disk of this computer",
        _ => "",
    }
}

/// Ending of the names of pictures in `review`.
const REVIEW_ENDING: &str = ".review.jpg";

/// Longest name that common file systems allow.
const LONGEST_NAME_BYTES: usize = 255;

impl ResultsFolder {
    /// Creates the folder if needed, locks it against other programs, and removes the unfinished files of an
    /// interrupted run.
    ///
    /// # Errors
    /// A folder that is not writable, that another program is writing into, or that holds something other
    /// than results.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        fs::create_dir_all(path).map_err(WriteError::from_io(path, "make the folder"))?;
        refuse_others(path).map_err(WriteError::from_io(path, "write results into the folder"))?;
        let lock = Lock::to_write(&path.join(LOCK)).map_err(WriteError::from_io(path, "write into the folder"))?;
        if !is_database(&path.join(DATABASE)) && path.join(RESULTS).exists() {
            let problem = "the file is missing or damaged, and people's corrections are in it";
            let source = io::Error::new(ErrorKind::InvalidData, problem);
            return Err(WriteError::from_io(&path.join(DATABASE), "write the results")(source));
        }
        let folder =
            Self { path: path.to_owned(), database: Database::new(path.join(DATABASE), true), _lock: Some(lock) };
        let unfinished = folder.unfinished();
        folder.clear_unfinished().map_err(WriteError::from_io(&unfinished, "clear the folder"))?;
        fs::create_dir_all(&unfinished).map_err(WriteError::from_io(&unfinished, "make the folder"))?;
        folder.written(folder.database.provenance::<IgnoredAny>())?;
        Ok(folder)
    }

    /// The folder of a finished run, to be read without a lock.
    pub fn of_a_run(path: &Path) -> Self {
        Self { path: path.to_owned(), database: Database::new(path.join(DATABASE), false), _lock: None }
    }

    /// The results, a line for each photo, sorted by name.
    ///
    /// # Errors
    /// No run has ended in this folder, or its database cannot be read.
    pub fn lines(&self) -> Result<Vec<PhotoLine>, ResultsError> {
        if self.read(self.database.provenance::<IgnoredAny>())?.is_none() {
            return Err(self.without_a_run());
        }
        self.read(self.database.lines().map_err(|problem| match problem.kind() {
            ErrorKind::InvalidInput => io::Error::other(format!(
                "{problem}. Another version of the program wrote it, or it is damaged. Run the same \
                 `kingdom-scanner batch` again"
            )),
            _ => problem,
        }))
    }

    /// The outcome of reading the database.
    pub(super) fn read<T>(&self, outcome: io::Result<T>) -> Result<T, ResultsError> {
        outcome.map_err(|problem| match problem.kind() {
            ErrorKind::NotFound => self.without_a_run(),
            kind => {
                let problem = format!("cannot read the results: {problem}{}", advice(kind));
                ResultsError { path: self.database.path().to_owned(), problem }
            }
        })
    }

    pub(super) fn without_a_run(&self) -> ResultsError {
        let problem = match self.results().exists() && !self.database.path().exists() {
            true => {
                "the file tournament.sqlite is missing, or an earlier version of the program, before 1.0, wrote these \
                 results. Use a backup copy of the file, or name another folder"
            }
            false => "there are no results here; run `kingdom-scanner batch` to its end first",
        };
        ResultsError { path: self.path.clone(), problem: problem.to_owned() }
    }

    /// The outcome of writing into the database.
    pub(super) fn written<T>(&self, outcome: io::Result<T>) -> Result<T, WriteError> {
        outcome.map_err(WriteError::from_io(self.database.path(), "write the results"))
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a run has written into this folder, so that its pictures are not photos to read.
    pub fn is_one(folder: &Path) -> bool {
        folder.join(LOCK).exists() || folder.join(DATABASE).exists()
    }

    /// The results as lines of JSON.
    pub fn results(&self) -> PathBuf {
        self.path.join(RESULTS)
    }

    /// The ranks over all rounds.
    pub fn standings(&self) -> PathBuf {
        self.path.join(STANDINGS)
    }

    /// The CSV files with the ranks over all rounds, in each round, and at each table.
    pub(super) fn sheets(&self) -> [PathBuf; 3] {
        [STANDINGS, ROUNDS, TABLES].map(|name| self.path.join(name))
    }

    /// The ranks over all rounds, in each round, and at each table, as one Excel workbook.
    pub fn workbook(&self) -> PathBuf {
        self.path.join(WORKBOOK)
    }

    /// The page that shows the ranks over all rounds on a projector.
    pub fn projector(&self) -> PathBuf {
        self.path.join(PROJECTOR)
    }

    /// The report for people.
    pub fn report(&self) -> PathBuf {
        self.path.join(REPORT)
    }

    /// The report's language, if there is one.
    pub fn language(&self) -> Option<Language> {
        let mut head = Vec::new();
        File::open(self.report()).ok()?.take(HEAD_BYTES).read_to_end(&mut head).ok()?;
        let head = String::from_utf8_lossy(&head);
        let (_, language) = head.split_once("<html lang=\"")?;
        language.split('"').next()?.parse().ok()
    }

    /// A further page of a large report.
    pub fn report_page(&self, name: &str) -> PathBuf {
        self.report_pages().join(name)
    }

    fn report_pages(&self) -> PathBuf {
        self.path.join(PAGES)
    }

    /// The small copy of the photo with this content.
    pub fn small_picture(&self, sha256: &str) -> PathBuf {
        self.path.join(PICTURES).join(format!("{sha256}.jpg"))
    }

    /// The picture of a photo that needs review, with its reading drawn on it.
    pub fn review_picture(&self, photo: &str) -> PathBuf {
        let mut path = self.review();
        path.extend(photo.split('/'));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        path.with_file_name(format!("{}{REVIEW_ENDING}", shortened(&name)))
    }

    /// Whether the picture exists and has this hash, so that nobody has changed it.
    pub(super) fn has_picture(&self, path: &Path, sha256: &str) -> bool {
        File::open(path).and_then(sha256_of).is_ok_and(|found| found == sha256)
    }

    fn review(&self) -> PathBuf {
        self.path.join(REVIEW)
    }

    fn unfinished(&self) -> PathBuf {
        self.path.join(UNFINISHED)
    }

    /// Writes these bytes into a temporary file. It is removed when the path is dropped, and at the latest when a
    /// program opens the folder again.
    ///
    /// # Errors
    /// A full disk, or a folder without permission.
    pub fn temporary_file(&self, bytes: &[u8]) -> Result<TempPath, WriteError> {
        let file = unfinished(&self.unfinished(), |file| file.write_all(bytes));
        Ok(file.map_err(WriteError::from_io(&self.unfinished(), "write into the folder"))?.into_temp_path())
    }

    /// Writes a file atomically. A file with the same content is left alone.
    ///
    /// # Errors
    /// A full disk, a folder without permission, or an error of `write`. The earlier file is then unchanged.
    pub fn write(&self, path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
        let mut change = self.change();
        change.write(path, write)?;
        change.commit()
    }

    /// Begins a change of several files.
    pub fn change(&self) -> Change<'_> {
        Change { out: self, files: Vec::new(), pages: None }
    }

    /// Writes a file's new version to a temporary file. `None` if it equals the present version.
    fn newest(
        &self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Option<TempPath>> {
        fs::create_dir_all(self.unfinished())?;
        let unfinished = unfinished(&self.unfinished(), write)?;
        if is_same(unfinished.path(), path) {
            return Ok(None);
        }
        unfinished.as_file().sync_all()?;
        Ok(Some(unfinished.into_temp_path()))
    }

    /// Removes the unfinished files of an interrupted run, and no other files.
    fn clear_unfinished(&self) -> io::Result<()> {
        let entries = match fs::read_dir(self.unfinished()) {
            Ok(entries) => entries,
            Err(problem) if problem.kind() == ErrorKind::NotFound => return Ok(()),
            Err(problem) => return Err(problem),
        };
        for entry in entries {
            let entry = entry?;
            let is_ours = entry.file_name().to_string_lossy().starts_with(UNFINISHED_PREFIX);
            if is_ours && entry.file_type()?.is_file() {
                fs::remove_file(entry.path())?;
            }
        }
        // The folder cannot be removed if it holds other files. That is not an error.
        let _ = fs::remove_dir(self.unfinished());
        Ok(())
    }

    /// The pictures in the folder whose names look like those of runs, except for `kept`.
    pub(super) fn pictures_except(&self, kept: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
        let folders = [self.review(), self.path.join(PICTURES)];
        let entries = folders.iter().flat_map(|folder| WalkDir::new(folder).into_iter().filter_map(Result::ok));
        let files = entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
        files.filter(|path| is_named_by_us(path) && !kept.contains(path)).collect()
    }

    /// Removes these pictures, and folders that are then empty. If a picture cannot be removed, the next run
    /// tries again.
    pub(super) fn remove_pictures(&self, pictures: &[PathBuf]) {
        for path in pictures {
            let _ = fs::remove_file(path);
        }
        for folder in [self.review(), self.path.join(PICTURES)].iter().filter(|folder| folder.exists()) {
            let entries = WalkDir::new(folder).contents_first(true).into_iter().filter_map(Result::ok);
            for entry in entries.filter(|entry| entry.file_type().is_dir()) {
                // The folder cannot be removed if it still holds something. That is not an error.
                let _ = fs::remove_dir(entry.path());
            }
        }
    }

    /// Removes all pages of the report except for these.
    fn keep_pages(&self, kept: &BTreeSet<PathBuf>) -> Result<(), WriteError> {
        let folder = self.report_pages();
        let entries = fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        for path in entries.map(|entry| entry.path()).filter(|path| is_our_page(path) && !kept.contains(path)) {
            fs::remove_file(&path).map_err(WriteError::from_io(&path, "remove the page"))?;
        }
        // The folder cannot be removed if it still holds something. That is not an error.
        let _ = fs::remove_dir(&folder);
        Ok(())
    }

    /// Removes temporary files.
    pub fn tidy(&self) {
        // If this fails, the next run removes them.
        let _ = self.clear_unfinished();
    }
}

/// A change of several files. All new versions are written first, and only then moved into place one by one.
/// A disk that fills up meanwhile leaves the earlier results untouched.
#[derive(Debug)]
pub struct Change<'a> {
    out: &'a ResultsFolder,
    /// Complete temporary files on the disk, and the paths to which they are moved.
    files: Vec<(TempPath, PathBuf)>,
    /// All pages of the report. `None` keeps those that exist.
    pages: Option<BTreeSet<PathBuf>>,
}

impl Change<'_> {
    /// Writes the new version of a file. A file with the same content is left alone.
    ///
    /// # Errors
    /// A full disk, a folder without permission, or an error of `write`.
    pub fn write(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        let written = self.out.newest(path, write).map_err(WriteError::from_io(path, "write the file"))?;
        self.files.extend(written.map(|file| (file, path.to_owned())));
        Ok(())
    }

    /// Removes all pages of the report except for `kept`.
    pub fn keep_pages(&mut self, kept: BTreeSet<PathBuf>) {
        self.pages = Some(kept);
    }

    /// Moves all new files into place, one by one; each file is complete at any moment. After an interruption
    /// some files are new and others are not; the same command completes the change.
    ///
    /// # Errors
    /// A folder without permission.
    pub fn commit(self) -> Result<(), WriteError> {
        let mut is_midway = false;
        for (file, path) in self.files {
            persist(file, &path).map_err(|source| WriteError { path, what: "write the file", source, is_midway })?;
            is_midway = true;
        }
        let kept = self.pages.map_or(Ok(()), |kept| self.out.keep_pages(&kept));
        kept.map_err(|error| WriteError { is_midway: true, ..error })
    }
}

/// Refuses a folder that is neither empty nor holds results.
fn refuse_others(folder: &Path) -> io::Result<()> {
    const SHOWN: usize = 3;
    let Some(names) = names_of_others(folder)? else { return Ok(()) };
    if names.iter().any(|name| name == LOCK) && names.iter().any(|name| name == "batch.json") {
        let problem = "an earlier version of the program, before 1.0, wrote these results";
        return Err(io::Error::new(ErrorKind::AlreadyExists, problem));
    }
    let shown = listed(names.iter().take(SHOWN));
    let more = names.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let problem = format!("the folder is not empty, and its files are not results of kingdom-scanner: {shown}{more}");
    Err(io::Error::new(ErrorKind::AlreadyExists, problem))
}

/// The name, shortened to its beginning and a hash of the whole name if [`REVIEW_ENDING`] would make it too
/// long.
fn shortened(name: &str) -> String {
    const FINGERPRINT_DIGITS: usize = 16;
    let room = LONGEST_NAME_BYTES - REVIEW_ENDING.len();
    if name.len() <= room {
        return name.to_owned();
    }
    let mut end = room - FINGERPRINT_DIGITS - 1;
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}-{}", &name[..end], &sha256_hex(name.as_bytes())[..FINGERPRINT_DIGITS])
}

/// Whether the picture's name looks like those that runs give.
fn is_named_by_us(picture: &Path) -> bool {
    let name = picture.file_name().and_then(OsStr::to_str).unwrap_or_default();
    name.ends_with(REVIEW_ENDING) || name.strip_suffix(".jpg").is_some_and(is_sha256)
}

fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.chars().all(|letter| letter.is_ascii_hexdigit())
}

/// Whether the page's name looks like those that runs give to the report's pages.
fn is_our_page(page: &Path) -> bool {
    let stem = page.file_name().and_then(OsStr::to_str).and_then(|name| name.strip_suffix(".html"));
    let number = stem.and_then(|stem| stem.rsplit_once("-page-")).map(|(_, number)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

fn is_same(a: &Path, b: &Path) -> bool {
    // Compares the lengths first: reports may be large, and most differences change the length.
    let [a_bytes, b_bytes] = [a, b].map(|path| fs::metadata(path).map(|metadata| metadata.len()).ok());
    a_bytes.is_some() && a_bytes == b_bytes && is_same_content(a, b).unwrap_or(false)
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
        let out = ResultsFolder::create(&folder.path().join("out")).expect("a folder");
        out.write(&out.standings(), |file| file.write_all(b"first")).expect("written");
        let failed = out.write(&out.standings(), |file| {
            file.write_all(b"sec")?;
            Err(io::Error::other("the disk is full"))
        });
        let message = failed.expect_err("a full disk").to_string();
        assert!(message.contains("standings.csv") && message.contains("the disk is full"), "{message}");
        assert_eq!(fs::read(out.standings()).expect("a file"), b"first");
        out.tidy();
        let mut names: Vec<_> =
            fs::read_dir(out.path()).expect("a folder").map(|e| e.expect("a file").file_name()).collect();
        names.sort();
        names.retain(|name| !name.to_string_lossy().starts_with(DATABASE));
        assert_eq!(names, [LOCK, "standings.csv"]);
    }

    #[test]
    fn files_change_together_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = ResultsFolder::create(folder.path()).expect("a folder");
        let text = |path: PathBuf| fs::read_to_string(path).expect("a file");
        let all = [out.results(), out.projector(), out.standings()];
        all.iter().for_each(|path| out.write(path, |file| file.write_all(b"first")).expect("written"));
        let mut change = out.change();
        for path in &all[..2] {
            change.write(path, |file| file.write_all(b"second")).expect("written");
            assert_eq!(text(path.clone()), "first");
        }
        assert!(change.write(&all[2], |_| Err(io::Error::other("the disk is full"))).is_err());
        drop(change);
        assert!(all.iter().all(|path| text(path.clone()) == "first"));
        let mut change = out.change();
        change.write(&all[1], |file| file.write_all(b"second")).expect("written");
        change.write(&all[0], |file| file.write_all(b"second")).expect("written");
        change.commit().expect("all in their places");
        assert_eq!(all.map(text), ["second", "second", "first"]);
    }

    #[test]
    fn what_fails_between_two_files_is_reported_as_that() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = ResultsFolder::create(folder.path()).expect("a folder");
        // No file can replace a folder that holds something.
        fs::create_dir_all(out.report().join("in the way")).expect("a folder");
        let failed = |files: &[PathBuf]| {
            let mut change = out.change();
            files.iter().for_each(|path| change.write(path, |file| file.write_all(b"new")).expect("written"));
            change.commit().expect_err("a folder in the way").to_string()
        };
        let alone = failed(&[out.report()]);
        assert!(alone.contains("report.html") && alone.ends_with("are untouched"), "{alone}");
        let midway = failed(&[out.results(), out.report()]);
        assert!(
            midway.contains("report.html") && midway.ends_with("run the same command again to complete them"),
            "{midway}"
        );
        assert!(out.results().exists());
    }

    #[test]
    fn one_writes_at_a_time() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let problem = |error: WriteError| {
            assert!(error.is_in_use());
            error.to_string().replace(folder.path().to_str().expect("UTF-8"), "OUT")
        };
        let first = ResultsFolder::create(folder.path()).expect("a folder");
        insta::assert_snapshot!(problem(ResultsFolder::create(folder.path()).expect_err("locked")), @"OUT: cannot write into the folder: another kingdom-scanner is using it; results that were there before are untouched. Let it end, or stop it, then run the same command again");
        drop(first);
        ResultsFolder::create(folder.path()).expect("a folder");
    }

    #[test]
    fn no_two_photos_share_a_review_picture() {
        let out = ResultsFolder::of_a_run(Path::new("out"));
        let pictures = ["a/b.jpg", "a/b.png", "a/b", "a-b.jpg"].map(|photo| out.review_picture(photo));
        assert_eq!(pictures[0], Path::new("out/review/a/b.jpg.review.jpg"));
        assert!((0..4).all(|i| (0..i).all(|j| pictures[i] != pictures[j])));
        let long = ["ä", "ö"].map(|last| out.review_picture(&format!("a/{}{last}.jpg", "ü".repeat(123))));
        assert!(long[0] != long[1] && long.iter().all(|picture| is_named_by_us(picture)));
        assert!(long.iter().all(|picture| picture.file_name().expect("a name").len() <= LONGEST_NAME_BYTES));
    }
}
