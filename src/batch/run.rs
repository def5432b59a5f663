//! Reads what is not read yet, and writes the results when all of it is.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::journal::{Journal, fingerprint};
use super::out_folder::{OutFolder, WriteError};
use super::plan::{Plan, PlannedPhoto, Unit};
use super::reading::{PhotoOfTable, PhotoReader, PhotoReading, Status};
use super::results::{ResultLine, write_line};

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Photos that are read or need not be, those of earlier runs among them.
    pub done: usize,
    /// Of these, photos that an earlier run has read, and duplicates.
    pub before: usize,
    /// Of those done, photos that a person should look at.
    pub to_review: usize,
    /// Of those done, photos that could not be read.
    pub failed: usize,
}

/// Why a run ended early. What it has read is in the journal.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The results cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// No threads.
    #[error("cannot start {jobs} jobs: {problem}; try fewer with --jobs")]
    Jobs {
        /// As asked for.
        jobs: usize,
        /// What the system says.
        problem: rayon::ThreadPoolBuildError,
    },
}

/// Reads the plan's photos, on so many threads, and writes `results.ndjson`. `progress` is told after each table.
///
/// # Errors
/// A folder that cannot be written. A photo that cannot be read is none: it costs its own line.
pub fn read_photos(
    plan: &Plan,
    reader: &dyn PhotoReader,
    out: &OutFolder,
    jobs: usize,
    progress: &(dyn Fn(Counts) + Sync),
) -> Result<Counts, RunError> {
    let identity = reader.identity();
    let mut journal = Journal::open(&out.journal())?;
    let keys: Vec<String> = plan.units.iter().map(|unit| fingerprint(unit, &identity)).collect();
    let units: Vec<(&Unit, &String)> = plan.units.iter().zip(&keys).collect();
    let (known, open): (Vec<_>, Vec<_>) = units.iter().copied().partition(|(_, key)| journal.has(key));
    let mut counts = Counts::default();
    for duplicate in &plan.duplicates {
        counts.add(&ResultLine::of_duplicate(duplicate));
    }
    for (unit, key) in known {
        let readings = journal.photos(key)?;
        unit.photos.iter().zip(readings).for_each(|(photo, reading)| counts.add(&ResultLine::of(photo, reading)));
    }
    counts.before = counts.done;
    progress(counts);
    let shared = Mutex::new((&mut journal, counts));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
    let pool = pool.map_err(|problem| RunError::Jobs { jobs, problem })?;
    let read = |(unit, key): (&Unit, &String)| {
        let readings = read_unit(unit, reader, out)?;
        // A thread that panicked has already ended the run.
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let (journal, counts) = &mut *shared;
        journal.add(key, &readings)?;
        unit.photos.iter().zip(readings).for_each(|(photo, reading)| counts.add(&ResultLine::of(photo, reading)));
        progress(*counts);
        Ok::<(), RunError>(())
    };
    pool.install(|| open.into_par_iter().try_for_each(read))?;
    let (_, counts) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    write_results(plan, &keys, &mut journal, out)?;
    Ok(counts)
}

impl Counts {
    fn add(&mut self, line: &ResultLine) {
        self.done += 1;
        self.to_review += usize::from(line.needs_review);
        self.failed += usize::from(line.status == Status::Error);
    }
}

/// Reads a table's photos. Their pictures are on the disk before the journal says that they are read.
fn read_unit(unit: &Unit, reader: &dyn PhotoReader, out: &OutFolder) -> Result<Vec<PhotoReading>, WriteError> {
    let photos: Vec<PhotoOfTable> = unit.photos.iter().map(PlannedPhoto::of_table).collect();
    let mut readings = reader.read(&photos);
    assert_eq!(readings.len(), photos.len(), "an answer for each photo");
    for (photo, reading) in unit.photos.iter().zip(&mut readings) {
        let pictures = std::mem::take(&mut reading.pictures);
        if let (Some(jpeg), Ok(sha256)) = (pictures.small, &photo.content) {
            out.write(&out.small_picture(sha256), |file| file.write_all(&jpeg))?;
        }
        if let Some(jpeg) = pictures.review {
            out.write(&out.review_picture(&photo.name), |file| file.write_all(&jpeg))?;
        }
    }
    Ok(readings)
}

/// A photo's place in the results: its unit's index and its own in the unit, or its index among the duplicates.
enum Source {
    Read(usize, usize),
    Duplicate(usize),
}

fn write_results(plan: &Plan, keys: &[String], journal: &mut Journal, out: &OutFolder) -> Result<(), WriteError> {
    let mut photos: Vec<(&str, Source)> = Vec::with_capacity(plan.photos);
    for (index, unit) in plan.units.iter().enumerate() {
        let of_unit = unit.photos.iter().enumerate();
        photos.extend(of_unit.map(|(number, photo)| (photo.name.as_str(), Source::Read(index, number))));
    }
    let duplicates = plan.duplicates.iter().enumerate();
    photos.extend(duplicates.map(|(index, duplicate)| (duplicate.photo.name.as_str(), Source::Duplicate(index))));
    photos.sort_by_key(|(name, _)| *name);
    out.write(&out.results(), |file| {
        for (_, source) in &photos {
            let line = match source {
                Source::Duplicate(index) => ResultLine::of_duplicate(&plan.duplicates[*index]),
                Source::Read(unit, number) => {
                    let mut readings = journal.photos(&keys[*unit]).map_err(|error| error.source)?;
                    ResultLine::of(&plan.units[*unit].photos[*number], readings.swap_remove(*number))
                }
            };
            write_line(file, &line)?;
        }
        Ok(())
    })
}
