//! Reads the photos that have not been read yet, and then writes all results.

use std::any::Any;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fmt, io};

use rayon::prelude::*;

use super::journal::{self, Drawn, Journal, Noted, fingerprint};
use super::plan::{Plan, PlannedPhoto, Unit};
use super::results::{line_of, line_of_duplicate, line_of_unreadable, pictures_of_earlier, write_line};
use super::results_folder::{Change, ResultsFolder, WriteError};
use game::line::ResultLine;
use game::photo_reader::{JointReading, PhotoOfTable, PhotoReader, Pictures};
use game::photo_reading::Status;
use storage::sha256::content_of;
use storage::sha256::{sha256_hex, sha256_of};

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Photos that are done: read by this or an earlier run, or not to be read.
    pub done: usize,
    /// How many of these were done before this run: read by an earlier run, or never read, as copies and
    /// files that cannot be opened are.
    pub before: usize,
    /// How many of those done need review, not counting those that could not be read.
    pub to_review: usize,
    /// How many of those done could not be read.
    pub failed: usize,
    /// How many of those that failed may be read by another run.
    pub to_try_again: usize,
}

/// Why a run ended early. The journal keeps what it has read.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The results cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The threads cannot be started.
    #[error("cannot start {jobs} jobs: {problem}; try fewer with --jobs")]
    Jobs {
        /// The number of threads that was asked for.
        jobs: usize,
        /// The system's error.
        problem: rayon::ThreadPoolBuildError,
    },
    /// The receiver of the progress asked to stop.
    #[error("stopped after {done} of {photos} photos; run the same command again to continue from there")]
    Stopped {
        /// Photos read, by this run or earlier ones.
        done: usize,
        /// Photos planned.
        photos: usize,
    },
}

/// A line of the journal that is damaged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedLine {
    /// The journal.
    pub journal: PathBuf,
    /// The line's number, from 1.
    pub number: usize,
    /// How many of the plan's photos the line was about.
    pub photos: usize,
}

impl fmt::Display for DamagedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (journal, number) = (self.journal.display(), self.number);
        write!(f, "{journal}: line {number} is damaged or incomplete. The line is dropped, and ")?;
        match self.photos {
            0 => f.write_str("no photo has to be read again because of it"),
            1 => f.write_str("1 photo is read again"),
            photos => write!(f, "{photos} photos are read again"),
        }
    }
}

/// The damaged lines of the folder's journal, each with the number of the plan's photos that must be read
/// again. [`read_photos`] drops these lines.
///
/// # Errors
/// A journal that cannot be read.
pub fn damaged_lines(
    plan: &Plan,
    reader: &dyn PhotoReader,
    out: &ResultsFolder,
) -> Result<Vec<DamagedLine>, WriteError> {
    let damaged = journal::damaged_lines(&out.journal())?;
    if damaged.is_empty() {
        return Ok(Vec::new());
    }
    let identity = reader.identity();
    let keyed: Vec<_> = plan.units.iter().map(|unit| (unit.photos.len(), fingerprint(unit, &identity))).collect();
    let line = |line: journal::DamagedLine| {
        let own = keyed.iter().filter(|(_, key)| line.is_of(key));
        DamagedLine { journal: out.journal(), number: line.number, photos: own.map(|(photos, _)| photos).sum() }
    };
    Ok(damaged.into_iter().map(line).collect())
}

/// Reads the plan's photos, on `jobs` threads, and writes `results.ndjson` into the change. `progress` is
/// called after each table, and says whether to go on.
///
/// # Errors
/// A folder that cannot be written. A photo that cannot be read is not an error: its line in the results says
/// so.
pub fn read_photos(
    plan: &Plan,
    reader: &dyn PhotoReader,
    change: &mut Change<'_>,
    jobs: usize,
    progress: &(dyn Fn(Counts) -> ControlFlow<()> + Sync),
) -> Result<Counts, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|problem| RunError::Jobs { jobs, problem })?;
    let identity = reader.identity();
    let keys: Vec<String> = plan.units.iter().map(|unit| fingerprint(unit, &identity)).collect();
    let mut state = State::begin(plan, change.out())?;
    let mut open: Vec<(&Unit, &str)> = Vec::new();
    for (unit, key) in plan.units.iter().zip(&keys) {
        match state.known(unit, key, change.out())? {
            Some(noted) => state.counts.add_unit(unit, &noted),
            None => open.push((unit, key)),
        }
    }
    state.counts.before = state.counts.done;
    let stopped = |done: usize| RunError::Stopped { done, photos: plan.photos };
    if progress(state.counts).is_break() {
        return Err(stopped(state.counts.done));
    }
    let shared = Mutex::new(state);
    let read = |(unit, key): (&Unit, &str)| {
        let read = read_unit(unit, reader, change.out())?;
        // The lock is only poisoned if a thread panicked, and that has already ended the run.
        let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
        state.note(unit, key, read)?;
        if progress(state.counts).is_break() { Err(stopped(state.counts.done)) } else { Ok(()) }
    };
    // One by one: with larger pieces a thread may run out of work while another still has several tables to
    // read.
    pool.install(|| open.into_par_iter().with_max_len(1).try_for_each(read))?;
    let mut state = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let pictures = state.pictures(plan, &keys, change.out())?;
    let earlier = pictures_of_earlier(change.out());
    let has_drawn =
        |path: &Path| File::open(path).and_then(sha256_of).is_ok_and(|sha256| state.journal.has_drawn(&sha256));
    change.keep_pictures(&pictures, |path| earlier.contains(path) || has_drawn(path));
    write_results(plan, &keys, &mut state, change)?;
    Ok(state.counts)
}

impl Counts {
    fn add(&mut self, line: &ResultLine) {
        self.done += 1;
        let has_failed = line.reading.status == Status::Error;
        self.to_review += usize::from(line.needs_review && !has_failed);
        self.failed += usize::from(has_failed);
    }

    fn add_unit(&mut self, unit: &Unit, noted: &Noted) {
        unit.photos.iter().zip(&noted.photos).for_each(|(photo, reading)| {
            self.add(&line_of(photo, reading.clone()));
            self.to_try_again += usize::from(reading.may_pass);
        });
    }
}

/// The state of a run.
struct State {
    journal: Journal,
    /// Transient failures, by the units' fingerprints. They are not kept: the next run tries again.
    for_now: HashMap<String, Noted>,
    counts: Counts,
}

impl State {
    fn begin(plan: &Plan, out: &ResultsFolder) -> Result<Self, WriteError> {
        let mut counts = Counts::default();
        plan.duplicates.iter().for_each(|duplicate| counts.add(&line_of_duplicate(duplicate)));
        plan.unreadable.iter().for_each(|photo| counts.add(&line_of_unreadable(photo)));
        counts.to_try_again = plan.unreadable.len() - plan.refused().count();
        Ok(Self { journal: Journal::open(&out.journal())?, for_now: HashMap::new(), counts })
    }

    /// The results of earlier runs for this unit, if its pictures still exist unchanged. Another run may have
    /// replaced them.
    fn known(&mut self, unit: &Unit, key: &str, out: &ResultsFolder) -> Result<Option<Noted>, WriteError> {
        let noted = self.journal.noted(key)?;
        let has_pictures = |noted: &Noted| {
            let mut pictures =
                unit.photos.iter().zip(&noted.pictures).flat_map(|(photo, drawn)| places(photo, drawn, out));
            pictures.all(|(path, sha256)| out.has_picture(&path, sha256))
        };
        Ok(noted.filter(has_pictures))
    }

    fn note(&mut self, unit: &Unit, key: &str, read: Noted) -> Result<(), WriteError> {
        self.counts.add_unit(unit, &read);
        if read.photos.iter().any(|reading| reading.may_pass) {
            self.for_now.insert(key.to_owned(), read);
            return Ok(());
        }
        self.journal.add(key, &read)
    }

    fn noted(&mut self, key: &str) -> Result<Noted, WriteError> {
        if let Some(Noted { photos, pictures }) = self.for_now.get(key) {
            return Ok(Noted { photos: photos.clone(), pictures: pictures.clone() });
        }
        let noted = self.journal.noted(key)?;
        Ok(noted.expect("what was read stands in the journal"))
    }

    /// The paths of all pictures of the results.
    fn pictures(&mut self, plan: &Plan, keys: &[String], out: &ResultsFolder) -> Result<BTreeSet<PathBuf>, WriteError> {
        let mut pictures = BTreeSet::new();
        for (unit, key) in plan.units.iter().zip(keys) {
            let drawn = self.noted(key)?.pictures;
            let places = unit.photos.iter().zip(&drawn).flat_map(|(photo, drawn)| places(photo, drawn, out));
            pictures.extend(places.map(|(path, _)| path));
        }
        Ok(pictures)
    }
}

/// The paths of a photo's pictures, with the sha256 of each.
fn places<'a>(
    photo: &PlannedPhoto,
    drawn: &'a Drawn,
    out: &ResultsFolder,
) -> impl Iterator<Item = (PathBuf, &'a String)> + use<'a> {
    let content = photo.content.as_ref().ok();
    let small = content.zip(drawn.small.as_ref()).map(|(content, sha256)| (out.small_picture(content), sha256));
    let review = drawn.review.as_ref().map(|sha256| (out.review_picture(&photo.name), sha256));
    small.into_iter().chain(review)
}

/// Reads a table's photos. Their pictures are on the disk before the journal says that they are read.
fn read_unit(unit: &Unit, reader: &dyn PhotoReader, out: &ResultsFolder) -> Result<Noted, WriteError> {
    let photos: Vec<PhotoOfTable> = unit.photos.iter().map(PlannedPhoto::of_table).collect();
    // The closure changes nothing that outlives it.
    let read = catch_unwind(AssertUnwindSafe(|| {
        let readings = reader.read(&photos);
        assert_eq!(readings.len(), photos.len(), "an answer for each photo");
        readings
    }));
    let mut readings = read.unwrap_or_else(|panic| broken_off(&photos, panic.as_ref()));
    let mut pictures = Vec::with_capacity(photos.len());
    for (photo, reading) in unit.photos.iter().zip(&mut readings) {
        if let Some(problem) = changed(photo) {
            *reading = photo.of_table().failed_for_now(format!("{}: {problem}", photo.name));
        }
        pictures.push(draw(photo, std::mem::take(&mut reading.pictures), out)?);
    }
    Ok(Noted { photos: readings, pictures })
}

/// Why the photo's file is not the one in the plan, if it is not.
fn changed(photo: &PlannedPhoto) -> Option<String> {
    match content_of(&photo.path) {
        Err(problem) => {
            Some(format!("cannot read the file: {problem}. Run the same command again when it can be read"))
        }
        now if now != photo.content => {
            Some("the file changed while it was read. Run the same command again when it is whole".to_owned())
        }
        _ => None,
    }
}

/// The readings of a table whose reading panicked: an error for each of its photos. The other tables are not
/// affected.
fn broken_off(photos: &[PhotoOfTable<'_>], panic: &(dyn Any + Send)) -> Vec<JointReading> {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref().copied());
    let problem = text.unwrap_or("no reason given").lines().collect::<Vec<_>>().join(" ");
    let message = |photo: &PhotoOfTable| {
        let name = photo.name;
        format!(
            "{name}: a mistake in the program ended the reading of this table ({problem}). Please report it; the other tables are read"
        )
    };
    photos.iter().map(|photo| photo.failed_for_now(message(photo))).collect()
}

fn draw(photo: &PlannedPhoto, pictures: Pictures, out: &ResultsFolder) -> Result<Drawn, WriteError> {
    let Pictures { small, review } = pictures;
    let drawn = Drawn { small: small.as_deref().map(sha256_hex), review: review.as_deref().map(sha256_hex) };
    let jpegs = [small, review].into_iter().flatten();
    for ((path, _), jpeg) in places(photo, &drawn, out).zip(jpegs) {
        out.write(&path, |file| file.write_all(&jpeg))?;
    }
    Ok(drawn)
}

/// Where a photo's line comes from: the journal (indices of its unit and of the photo in the unit), or a line
/// that is already complete.
enum Source {
    Read(usize, usize),
    Line(Box<ResultLine>),
}

fn write_results(plan: &Plan, keys: &[String], state: &mut State, change: &mut Change<'_>) -> Result<(), WriteError> {
    let mut photos: Vec<(&str, Source)> = Vec::with_capacity(plan.photos);
    for (index, unit) in plan.units.iter().enumerate() {
        let of_unit = unit.photos.iter().enumerate();
        photos.extend(of_unit.map(|(number, photo)| (photo.name.as_str(), Source::Read(index, number))));
    }
    let duplicates = plan.duplicates.iter().map(|duplicate| (&duplicate.photo, line_of_duplicate(duplicate)));
    let unreadable = plan.unreadable.iter().map(|photo| (photo, line_of_unreadable(photo)));
    let lines = duplicates.chain(unreadable);
    photos.extend(lines.map(|(photo, line)| (photo.name.as_str(), Source::Line(Box::new(line)))));
    photos.sort_by_key(|(name, _)| *name);
    let mut lost = None;
    let written = change.write(&change.out().results(), |file| {
        for (_, source) in photos {
            let line = match source {
                Source::Line(line) => *line,
                Source::Read(unit, number) => {
                    let noted = state.noted(&keys[unit]).map_err(|error| {
                        lost = Some(error);
                        io::Error::other("the journal cannot be read")
                    });
                    let mut readings = noted?.photos;
                    line_of(&plan.units[unit].photos[number], readings.swap_remove(number))
                }
            };
            write_line(file, &line)?;
        }
        Ok(())
    });
    // If the journal could not be read, its own error is returned, because that names the right file.
    lost.map_or(written, Err)
}
