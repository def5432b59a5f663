//! Reads the photos that have not been read yet: `Plan -> ReadPhotos`.
//!
//! Readings are found by the fingerprint of a unit, that is, of photos that are read together. So readings of
//! photos that have changed since, or of another version of the program, are not used.

use std::any::Any;
use std::collections::BTreeSet;
use std::fs::File;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use serde::Serialize;

use super::database::{Drawn, UnitReading};
use super::plan::{Plan, PlannedPhoto, Unit};
use super::results::{line_of, line_of_duplicate, line_of_unreadable};
use super::results_folder::{ResultsFolder, WriteError};
use game::line::PhotoLine;
use game::photo_info::PhotoInfo;
use game::photo_reader::{JointReading, PhotoOfTable, PhotoReader, Pictures};
use game::photo_reading::Status;
use storage::sha256::{Content, content_of};
use storage::sha256::{sha256_hex, sha256_of};

/// The photos of a plan, read.
#[derive(Debug)]
pub struct ReadPhotos {
    /// The progress at the end.
    pub counts: Counts,
    /// The results: a line for each photo, sorted by name.
    pub lines: Vec<PhotoLine>,
    /// The paths of all pictures of the results.
    pub pictures: BTreeSet<PathBuf>,
}

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

/// Why a run ended early. The folder of results keeps what it has read.
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

/// The version of the readings. Raise it when photos are read differently; everything is then read again.
const FORMAT: u32 = 6;

/// A hash of everything on which the readings of a unit depend. `identity` is the identity of the photo
/// reader.
pub fn fingerprint(unit: &Unit, identity: &str) -> String {
    #[derive(Serialize)]
    struct Key<'a> {
        format: u32,
        program: &'static str,
        identity: &'a str,
        photos: Vec<(&'a str, &'a Content, &'a PhotoInfo, bool)>,
    }
    let photos = unit.photos.iter().map(|photo| {
        let PhotoOfTable { name, info, is_contested, .. } = photo.of_table();
        (name, &photo.content, info, is_contested)
    });
    let photos = photos.collect();
    let key = Key { format: FORMAT, program: env!("CARGO_PKG_VERSION"), identity, photos };
    // Only a map with keys other than text could fail to serialise.
    sha256_hex(&serde_json::to_vec(&key).expect("a key serialises"))
}

/// Reads the plan's photos, on `jobs` threads. What is read is in the folder at once, and the results are
/// replaced later, see [`finish_run`](super::finish_run). `progress` is called after each table, and says
/// whether to go on.
///
/// # Errors
/// A folder that cannot be written. A photo that cannot be read is not an error: its line in the results says
/// so.
pub fn read_photos(
    plan: &Plan,
    reader: &dyn PhotoReader,
    out: &ResultsFolder,
    jobs: usize,
    progress: &(dyn Fn(Counts) -> ControlFlow<()> + Sync),
) -> Result<ReadPhotos, RunError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|problem| RunError::Jobs { jobs, problem })?;
    let identity = reader.identity();
    let mut state = State::begin(plan, out);
    let mut open: Vec<(&Unit, String)> = Vec::new();
    for unit in &plan.units {
        let key = fingerprint(unit, &identity);
        match known(unit, &key, out)? {
            Some(read) => state.take(unit, read),
            None => open.push((unit, key)),
        }
    }
    state.counts.before = state.counts.done;
    let stopped = |done: usize| RunError::Stopped { done, photos: plan.photos };
    if progress(state.counts).is_break() {
        return Err(stopped(state.counts.done));
    }
    let shared = Mutex::new(state);
    let read = |(unit, key): (&Unit, String)| {
        let read = read_unit(unit, reader, out)?;
        // Transient failures are not kept: the next run tries again.
        if !read.photos.iter().any(|reading| reading.may_pass) {
            out.written(out.database.add_unit(&key, &read))?;
        }
        // The lock is only poisoned if a thread panicked, and that has already ended the run.
        let mut state = shared.lock().unwrap_or_else(PoisonError::into_inner);
        state.take(unit, read);
        if progress(state.counts).is_break() { Err(stopped(state.counts.done)) } else { Ok(()) }
    };
    // One by one: with larger pieces a thread may run out of work while another still has several tables to
    // read.
    pool.install(|| open.into_par_iter().with_max_len(1).try_for_each(read))?;
    let State { counts, mut lines, pictures, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    lines.sort_by(|one, other| one.reading.photo.cmp(&other.reading.photo));
    Ok(ReadPhotos { counts, lines, pictures })
}

/// The pictures in the folder that earlier runs drew, except for `kept`. A person may have put others there.
pub(super) fn gone_pictures(kept: &BTreeSet<PathBuf>, out: &ResultsFolder) -> Result<Vec<PathBuf>, WriteError> {
    let mut gone = out.pictures_except(kept);
    if gone.is_empty() {
        return Ok(gone);
    }
    let mut earlier = BTreeSet::new();
    for known in out.written(out.database.known_photos())? {
        earlier.extend(known.sha256.map(|sha256| out.small_picture(&sha256)));
        earlier.insert(out.review_picture(&known.photo));
    }
    let drawn = out.written(out.database.drawn())?;
    let has_drawn = |path: &Path| File::open(path).and_then(sha256_of).is_ok_and(|sha256| drawn.contains(&sha256));
    gone.retain(|path| earlier.contains(path) || has_drawn(path));
    Ok(gone)
}

impl Counts {
    fn add(&mut self, line: &PhotoLine) {
        self.done += 1;
        let has_failed = line.reading.status == Status::Error;
        self.to_review += usize::from(line.needs_review && !has_failed);
        self.failed += usize::from(has_failed);
    }
}

/// The state of a run.
struct State<'a> {
    out: &'a ResultsFolder,
    counts: Counts,
    lines: Vec<PhotoLine>,
    /// The paths of all pictures of the results.
    pictures: BTreeSet<PathBuf>,
}

impl<'a> State<'a> {
    fn begin(plan: &Plan, out: &'a ResultsFolder) -> Self {
        let mut state = Self { out, counts: Counts::default(), lines: Vec::new(), pictures: BTreeSet::new() };
        plan.duplicates.iter().for_each(|duplicate| state.add(line_of_duplicate(duplicate)));
        plan.unreadable.iter().for_each(|photo| state.add(line_of_unreadable(photo)));
        state.counts.to_try_again = plan.unreadable.len() - plan.refused().count();
        state
    }

    fn take(&mut self, unit: &Unit, read: UnitReading) {
        for ((photo, reading), drawn) in unit.photos.iter().zip(read.photos).zip(&read.pictures) {
            self.pictures.extend(places(photo, drawn, self.out).map(|(path, _)| path));
            self.counts.to_try_again += usize::from(reading.may_pass);
            self.add(line_of(photo, reading));
        }
    }

    fn add(&mut self, line: PhotoLine) {
        self.counts.add(&line);
        self.lines.push(line);
    }
}

/// The readings of earlier runs for this unit, if its pictures still exist unchanged. Another run may have
/// replaced them.
fn known(unit: &Unit, key: &str, out: &ResultsFolder) -> Result<Option<UnitReading>, WriteError> {
    let read = out.written(out.database.unit(key))?;
    let has_pictures = |read: &UnitReading| {
        let mut pictures = unit.photos.iter().zip(&read.pictures).flat_map(|(photo, drawn)| places(photo, drawn, out));
        pictures.all(|(path, sha256)| out.has_picture(&path, sha256))
    };
    Ok(read.filter(has_pictures))
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

/// Reads a table's photos. Their pictures are on the disk before the readings.
fn read_unit(unit: &Unit, reader: &dyn PhotoReader, out: &ResultsFolder) -> Result<UnitReading, WriteError> {
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
    Ok(UnitReading { photos: readings, pictures })
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
