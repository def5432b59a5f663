//! Merges the results of several machines as if one had made them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::corrections::Corrections;
use super::provenance::Provenance;
use super::results::{lines, pictures_of, pictures_of_earlier, write_line};
use super::results_folder::{Change, ResultsFolder, WriteError};
use game::line::{ResultLine, ResultsError};
use kingdomino::domain::{counted, listed};

/// Why results cannot be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// Results that cannot be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A file that cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Results of all photos.
    #[error("{path}: these are the results of all photos, not of a shard: there is nothing to merge", path = .0.display())]
    NoShard(PathBuf),
    /// Made from other photos, with another manifest, or by another program.
    #[error(
        "{second}: {difference}, unlike {first}: run both again on the same photos with the same program and options",
        first = .first.display(), second = .second.display()
    )]
    Different {
        /// A folder.
        first: PathBuf,
        /// One that does not fit it.
        second: PathBuf,
        /// How they differ.
        difference: String,
    },
    /// Two people have corrected a photo differently, each in another folder.
    #[error(
        "{photo}: {first} and {second} correct it differently, and nothing tells which is the later one: take it out of one \
         of their corrections.json, and that file's line `checksum` with it",
        first = .first.display(), second = .second.display()
    )]
    Corrections {
        /// The photo.
        photo: String,
        /// A folder.
        first: PathBuf,
        /// Another one.
        second: PathBuf,
    },
    /// The folder for the merged results is that of a run.
    #[error("{path}: holds the results of a `batch`, which goes on there: the results of all need a folder of their own", path = .0.display())]
    OfARun(PathBuf),
    /// A shard that is given twice.
    #[error("{first} and {second} are both shard {number} of {of}", first = .first.display(), second = .second.display())]
    Twice {
        /// A folder.
        first: PathBuf,
        /// Another one.
        second: PathBuf,
        /// The shard's number.
        number: usize,
        /// How many shards there are.
        of: usize,
    },
    /// Shards that are not given.
    #[error(
        "of {} these are missing: {}; read them, or leave them out with --allow-missing",
        counted(*of, "shard"), listed(missing)
    )]
    Missing {
        /// Their numbers.
        missing: Vec<usize>,
        /// How many there are.
        of: usize,
    },
}

/// Whether shards may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// All are needed.
    Refused,
    /// The results say which are missing.
    Allowed,
}

/// Writes `results.ndjson`, the provenance and the corrections of one run's shards into the change, and copies their pictures.
///
/// # Errors
/// Shards that do not fit together, and files that cannot be read or written.
pub fn merge(shards: &[PathBuf], change: &mut Change<'_>, missing: Missing) -> Result<(), MergeError> {
    let out = change.out();
    if out.journal().exists() {
        return Err(MergeError::OfARun(out.path().to_owned()));
    }
    let folders = shards.iter().map(|path| ResultsFolder::at_rest(path)).collect::<Result<Vec<_>, _>>()?;
    let provenance = whole(&folders, missing)?;
    let corrections = all_corrections(&folders, out)?;
    let mut pictures = BTreeSet::new();
    let mut photos: Vec<ResultLine> = Vec::new();
    for folder in &folders {
        Provenance::check_files(&folder.change())?;
        for line in lines(&folder.results())? {
            let line = line?;
            pictures.extend(copy_pictures(&line, folder, out)?);
            photos.push(line);
        }
    }
    photos.sort_by(|a, b| a.photo.cmp(&b.photo));
    change.write(&out.results(), |file| photos.iter().try_for_each(|line| write_line(file, line)))?;
    provenance.write(change)?;
    let earlier = pictures_of_earlier(out);
    change.keep_pictures(&pictures, |picture| earlier.contains(picture));
    if !corrections.is_empty() {
        corrections.write_with(change)?;
    }
    Ok(())
}

/// The corrections of the shards, and those made after an earlier merge.
fn all_corrections(folders: &[ResultsFolder], out: &ResultsFolder) -> Result<Corrections, MergeError> {
    let mut all = Corrections::default();
    let mut taken: Vec<(&ResultsFolder, Corrections)> = Vec::new();
    for folder in folders.iter().chain([out]) {
        let theirs = Corrections::of_folder(folder)?;
        all.take_over(theirs.clone()).map_err(|photo| {
            let first = taken.iter().find(|(_, before)| before.is_about(&photo)).map_or(out, |(folder, _)| folder);
            MergeError::Corrections { photo, first: first.path().to_owned(), second: folder.path().to_owned() }
        })?;
        taken.push((folder, theirs));
    }
    Ok(all)
}

/// The merged provenance of these shards.
fn whole(folders: &[ResultsFolder], allowed: Missing) -> Result<Provenance, MergeError> {
    let all = folders.iter().map(Provenance::from_folder).collect::<Result<Vec<_>, _>>()?;
    let path = |index: usize| folders[index].path().to_owned();
    let mut found: Vec<Option<usize>> = Vec::new();
    for (index, provenance) in all.iter().enumerate() {
        let Some(shard) = provenance.shard else { return Err(MergeError::NoShard(path(index))) };
        if let Some(difference) = provenance.difference(&all[0]) {
            return Err(MergeError::Different { first: path(0), second: path(index), difference });
        }
        found.resize(shard.of, None);
        if let Some(first) = found[shard.number - 1].replace(index) {
            let (first, second) = (path(first), path(index));
            return Err(MergeError::Twice { first, second, number: shard.number, of: shard.of });
        }
    }
    let numbered = found.iter().enumerate();
    let missing: Vec<usize> = numbered.filter(|(_, found)| found.is_none()).map(|(index, _)| index + 1).collect();
    if !missing.is_empty() && allowed == Missing::Refused {
        return Err(MergeError::Missing { missing, of: found.len() });
    }
    Ok(all[0].whole().without(missing, found.len()).with_common_source(&all))
}

/// Copies a photo's pictures, if it has any; returns the copies' paths.
fn copy_pictures(line: &ResultLine, from: &ResultsFolder, to: &ResultsFolder) -> Result<Vec<PathBuf>, WriteError> {
    let there = pictures_of(line, from).zip(pictures_of(line, to)).filter(|(from, _)| from.exists());
    there.map(|(from, path)| copy(&from, path, to)).collect()
}

fn copy(from: &Path, path: PathBuf, to: &ResultsFolder) -> Result<PathBuf, WriteError> {
    let jpeg = fs::read(from).map_err(WriteError::from_io(from, "read the picture"))?;
    to.write(&path, |file| file.write_all(&jpeg))?;
    Ok(path)
}
