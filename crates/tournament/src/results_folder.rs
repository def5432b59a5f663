//! The folder of results. Files in it are written atomically, and by one program at a time.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use walkdir::WalkDir;

use super::result_files::{
    CORRECTIONS, JOURNAL, LOCK, PAGES, PICTURES, PROJECTOR, PROVENANCE, REPORT, RESULTS, REVIEW, ROUNDS, STANDINGS,
    TABLES, UNFINISHED, WORKBOOK, names_of_others,
};
use kingdomino::domain::listed;
use messages::Language;
use storage::sha256::{sha256_hex, sha256_of};
use storage::{Lock, UNFINISHED_PREFIX, persist, unfinished};

/// The folder of a run's results.
#[derive(Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    _lock: Option<Lock>,
}

/// Enough of the report to see its language.
const HEAD_BYTES: u64 = 64;

/// A file or folder of the results that cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: cannot {what}: {source}{}; {}", self.advice(), self.left_behind(), path = .path.display())]
pub struct WriteError {
    /// Which.
    pub path: PathBuf,
    /// Such as `write the file`.
    pub what: &'static str,
    /// What the system says.
    pub source: io::Error,
    /// Whether a part of a change had already taken its place.
    pub is_midway: bool,
}

impl WriteError {
    /// Adds path and purpose to an error of the system.
    pub fn from_io(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), what, source, is_midway: false }
    }

    /// What happened to the earlier results.
    fn left_behind(&self) -> &'static str {
        match self.is_midway {
            true => {
                "every file of the results is whole, but some may be new and others as before: the same command completes them"
            }
            false if self.is_of_others() => "nothing was written",
            false => "results that were there before are untouched",
        }
    }

    /// Whether another program is at work in the folder.
    pub fn is_in_use(&self) -> bool {
        self.source.kind() == ErrorKind::WouldBlock
    }

    /// Whether the folder holds something that this program did not write.
    fn is_of_others(&self) -> bool {
        self.source.kind() == ErrorKind::AlreadyExists
    }

    /// What to try, if that is known.
    fn advice(&self) -> &'static str {
        match self.source.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
                ". Make room, then run the same command again"
            }
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => ". Choose a folder in which you may write",
            ErrorKind::AlreadyExists => ". Name a new or empty folder, or one with results",
            ErrorKind::WouldBlock => ". Let it end, or stop it, then run the same command again",
            _ => "",
        }
    }
}

/// Ending of the names of pictures in `review`.
const REVIEW_ENDING: &str = ".review.jpg";

/// Longest name that common file systems allow.
const LONGEST_NAME_BYTES: usize = 255;

impl ResultsFolder {
    /// Makes the folder if needed, locks out other programs, and removes what a stopped run left unfinished.
    ///
    /// # Errors
    /// A folder in which nothing can be written, in which another program is at work, or that holds something other than results.
    pub fn create(path: &Path) -> Result<Self, WriteError> {
        fs::create_dir_all(path).map_err(WriteError::from_io(path, "make the folder"))?;
        refuse_others(path).map_err(WriteError::from_io(path, "write results into the folder"))?;
        let lock = Lock::to_write(&path.join(LOCK)).map_err(WriteError::from_io(path, "write into the folder"))?;
        let folder = Self { path: path.to_owned(), _lock: Some(lock) };
        let unfinished = folder.unfinished();
        folder.clear_unfinished().map_err(WriteError::from_io(&unfinished, "clear the folder"))?;
        fs::create_dir_all(&unfinished).map_err(WriteError::from_io(&unfinished, "make the folder"))?;
        Ok(folder)
    }

    /// The folder of a finished run, without a lock.
    pub fn of_a_run(path: &Path) -> Self {
        Self { path: path.to_owned(), _lock: None }
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The append-only journal of a run.
    pub fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// Whether a run has written into this folder: then its pictures are no photos.
    pub fn is_one(folder: &Path) -> bool {
        let has = |name: &str| folder.join(name).exists();
        has(LOCK) || has(JOURNAL) || has(PROVENANCE) && has(RESULTS)
    }

    /// A line for each photo.
    pub fn results(&self) -> PathBuf {
        self.path.join(RESULTS)
    }

    /// The ranks over all rounds.
    pub fn standings(&self) -> PathBuf {
        self.path.join(STANDINGS)
    }

    /// The ranks over all rounds, in each round, and at each table.
    pub(super) fn sheets(&self) -> [PathBuf; 3] {
        [STANDINGS, ROUNDS, TABLES].map(|name| self.path.join(name))
    }

    /// All of them as a workbook.
    pub fn workbook(&self) -> PathBuf {
        self.path.join(WORKBOOK)
    }

    /// The ranks over all rounds for a room.
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

    /// What the results were made from.
    pub fn provenance(&self) -> PathBuf {
        self.path.join(PROVENANCE)
    }

    /// What people corrected.
    pub fn corrections(&self) -> PathBuf {
        self.path.join(CORRECTIONS)
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

    /// Whether the picture exists as it was written.
    pub(super) fn has_picture(&self, path: &Path, sha256: &str) -> bool {
        File::open(path).and_then(sha256_of).is_ok_and(|found| found == sha256)
    }

    fn review(&self) -> PathBuf {
        self.path.join(REVIEW)
    }

    fn unfinished(&self) -> PathBuf {
        self.path.join(UNFINISHED)
    }

    /// Writes a file atomically. A file with the same content is left alone.
    ///
    /// # Errors
    /// A full disk, a folder without permission, or an error of `write`; the earlier file is then still there.
    pub fn write(&self, path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
        let mut change = self.change();
        change.write(path, write)?;
        change.commit()
    }

    /// Begins a change of several files.
    pub fn change(&self) -> Change<'_> {
        Change { out: self, files: Vec::new(), removed: None, pages: None }
    }

    /// The file's new version; `None` if it equals the one that is there.
    fn written(
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

    /// Removes what a stopped run left, but nothing that a person put there.
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
        // What a person put there stays, and with it the folder; so a failure is no error.
        let _ = fs::remove_dir(self.unfinished());
        Ok(())
    }

    /// The pictures in the folder that are named as runs name them, except for `kept`.
    fn pictures_except(&self, kept: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
        let folders = [self.review(), self.path.join(PICTURES)];
        let entries = folders.iter().flat_map(|folder| WalkDir::new(folder).into_iter().filter_map(Result::ok));
        let files = entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
        files.filter(|path| is_named_by_us(path) && !kept.contains(path)).collect()
    }

    /// Removes these pictures, and folders that are then empty.
    fn remove_pictures(&self, pictures: &[PathBuf]) -> Result<(), WriteError> {
        for path in pictures {
            fs::remove_file(path).map_err(WriteError::from_io(path, "remove the picture"))?;
        }
        for folder in [self.review(), self.path.join(PICTURES)].iter().filter(|folder| folder.exists()) {
            let entries = WalkDir::new(folder).contents_first(true).into_iter().filter_map(Result::ok);
            for entry in entries.filter(|entry| entry.file_type().is_dir()) {
                // A folder that still holds something stays; so a failure is no error.
                let _ = fs::remove_dir(entry.path());
            }
        }
        Ok(())
    }

    /// Removes all pages of the report except for these.
    fn keep_pages(&self, kept: &BTreeSet<PathBuf>) -> Result<(), WriteError> {
        let folder = self.report_pages();
        let entries = fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        for path in entries.map(|entry| entry.path()).filter(|path| is_our_page(path) && !kept.contains(path)) {
            fs::remove_file(&path).map_err(WriteError::from_io(&path, "remove the page"))?;
        }
        // A folder that still holds something stays; so a failure is no error.
        let _ = fs::remove_dir(&folder);
        Ok(())
    }

    /// Removes what only a running batch needs.
    pub fn tidy(&self) {
        // If this fails, the files lie there until the next run removes them.
        let _ = self.clear_unfinished();
    }
}

/// New versions of files of the results, which take their places one after the other once all are written: a disk that fills up meanwhile
/// leaves the earlier results as they are.
#[derive(Debug)]
pub struct Change<'a> {
    out: &'a ResultsFolder,
    /// Files that are whole and on the disk, with their places.
    files: Vec<(TempPath, PathBuf)>,
    /// Pictures that are no longer part of the results; `None`: unknown, and empty folders stay, too.
    removed: Option<Vec<PathBuf>>,
    /// All pages of the report; `None`: those that exist stay.
    pages: Option<BTreeSet<PathBuf>>,
}

impl<'a> Change<'a> {
    /// The folder that changes.
    pub fn out(&self) -> &'a ResultsFolder {
        self.out
    }

    /// Writes the new version of a file. A file with the same content is left alone.
    ///
    /// # Errors
    /// A full disk, a folder without permission, or an error of `write`.
    pub fn write(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        let written = self.out.written(path, write).map_err(WriteError::from_io(path, "write the file"))?;
        self.files.extend(written.map(|file| (file, path.to_owned())));
        Ok(())
    }

    /// The path of a file's newest version.
    pub fn newest<'b>(&'b self, path: &'b Path) -> &'b Path {
        let new = self.files.iter().rev().find(|(_, place)| place == path);
        new.map_or(path, |(file, _)| file)
    }

    /// Removes the pictures that runs have drawn, except for `kept`. `is_ours` says whether a run has drawn a picture that is named as runs
    /// name them; any other is a person's, and stays.
    pub fn keep_pictures(&mut self, kept: &BTreeSet<PathBuf>, is_ours: impl Fn(&Path) -> bool) {
        let mut removed = self.out.pictures_except(kept);
        removed.retain(|path| is_ours(path));
        self.removed = Some(removed);
    }

    /// Removes all pages of the report except for `kept`.
    pub fn keep_pages(&mut self, kept: BTreeSet<PathBuf>) {
        self.pages = Some(kept);
    }

    /// Puts everything into its place, one file after the other: each is whole at any moment. An interrupted commit leaves some files new and
    /// others as before; the same command completes them.
    ///
    /// # Errors
    /// A folder without permission.
    pub fn commit(mut self) -> Result<(), WriteError> {
        let provenance = self.out.provenance();
        let mut is_midway = false;
        // The provenance exists only while it is true, so that nobody takes half a change for results.
        if self.files.iter().any(|(_, path)| *path == provenance) {
            match fs::remove_file(&provenance) {
                Ok(()) => is_midway = true,
                Err(problem) if problem.kind() == ErrorKind::NotFound => {}
                Err(problem) => return Err(WriteError::from_io(&provenance, "remove the file")(problem)),
            }
        }
        self.files.sort_by_key(|(_, path)| *path == provenance);
        for (file, path) in self.files {
            persist(file, &path).map_err(|source| WriteError { path, what: "write the file", source, is_midway })?;
            is_midway = true;
        }
        let kept = self.removed.map_or(Ok(()), |removed| self.out.remove_pictures(&removed));
        let kept = kept.and_then(|()| self.pages.map_or(Ok(()), |kept| self.out.keep_pages(&kept)));
        kept.map_err(|error| WriteError { is_midway: true, ..error })
    }
}

/// Refuses a folder with other people's files.
fn refuse_others(folder: &Path) -> io::Result<()> {
    const SHOWN: usize = 3;
    let Some(names) = names_of_others(folder)? else { return Ok(()) };
    let shown = listed(names.iter().take(SHOWN));
    let more = names.len().saturating_sub(SHOWN);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let problem = format!("it is not empty and holds no results of kingdom-scanner, but {shown}{more}");
    Err(io::Error::new(ErrorKind::AlreadyExists, problem))
}

/// The name, if an ending still fits behind it; else its beginning and a hash of the whole.
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

/// Whether the picture is named as runs name them.
fn is_named_by_us(picture: &Path) -> bool {
    let name = picture.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let is_sha256 = |stem: &str| stem.len() == 64 && stem.chars().all(|letter| letter.is_ascii_hexdigit());
    name.ends_with(REVIEW_ENDING) || name.strip_suffix(".jpg").is_some_and(is_sha256)
}

/// Whether the page is named as runs name a report's pages.
fn is_our_page(page: &Path) -> bool {
    let stem = page.file_name().and_then(OsStr::to_str).and_then(|name| name.strip_suffix(".html"));
    let number = stem.and_then(|stem| stem.rsplit_once("-page-")).map(|(_, number)| number);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()))
}

fn is_same(a: &Path, b: &Path) -> bool {
    let bytes = |path: &Path| fs::metadata(path).map(|metadata| metadata.len()).ok();
    // Reports may be large: the lengths show most differences.
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
        assert_eq!(names, [LOCK, "standings.csv"]);
    }

    #[test]
    fn files_change_together_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = ResultsFolder::create(folder.path()).expect("a folder");
        let text = |path: PathBuf| fs::read_to_string(path).expect("a file");
        let all = [out.results(), out.provenance(), out.standings()];
        all.iter().for_each(|path| out.write(path, |file| file.write_all(b"first")).expect("written"));
        let mut change = out.change();
        for path in &all[..2] {
            change.write(path, |file| file.write_all(b"second")).expect("written");
            assert_eq!((text(change.newest(path).to_owned()), text(path.clone())), ("second".into(), "first".into()));
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
        let midway = failed(&[out.results(), out.provenance(), out.report()]);
        assert!(midway.contains("report.html") && midway.ends_with("the same command completes them"), "{midway}");
        assert!(out.results().exists() && !out.provenance().exists());
    }

    #[test]
    fn one_writes_at_a_time() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let problem = |error: WriteError| {
            assert!(error.is_in_use());
            error.to_string().replace(folder.path().to_str().expect("UTF-8"), "OUT")
        };
        let first = ResultsFolder::create(folder.path()).expect("a folder");
        insta::assert_snapshot!(problem(ResultsFolder::create(folder.path()).expect_err("locked")), @"OUT: cannot write into the folder: another kingdom-scanner is at work there. Let it end, or stop it, then run the same command again; results that were there before are untouched");
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
