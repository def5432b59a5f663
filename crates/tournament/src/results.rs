//! `results.ndjson`: a line for each photo, sorted by path. Fields are only ever added.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Component, Path, PathBuf};

use super::plan::{Duplicate, PlannedPhoto};
use super::results_folder::ResultsFolder;
use game::line::ResultLine;
use game::photo_reader::JointReading;
use game::photo_reading::{ResultsError, Status};
use report::formats::SCHEMA_VERSION;

/// The line for a photo that was read.
pub fn line_of(photo: &PlannedPhoto, read: JointReading) -> ResultLine {
    let JointReading { mut reading, kingdoms, .. } = read;
    reading.reason = reading.reason.map(|reason| photo.refused.clone().unwrap_or(reason));
    let line = ResultLine { same_as: photo.same_as.clone(), ..ResultLine::new(reading, Vec::new()) };
    line.with_kingdoms(kingdoms)
}

/// The line of a photo whose file cannot be read, or that is refused.
pub fn line_of_unreadable(photo: &PlannedPhoto) -> ResultLine {
    let problem = photo.content.as_ref().err().map(String::as_str).unwrap_or_default();
    let message = match &photo.refused {
        Some(why) => format!("{}: {why}", photo.name),
        None => format!("{}: cannot read the file: {problem}", photo.name),
    };
    line_of(photo, photo.of_table().without_kingdom(Status::Error, message))
}

/// The line of a photo with the same bytes as another one.
pub fn line_of_duplicate(duplicate: &Duplicate) -> ResultLine {
    let Duplicate { photo, of, is_of_another } = duplicate;
    let message = match is_of_another {
        true => format!("{}: the same photo as {of}, which is somebody else's", photo.name),
        false => format!("{}: the same photo as {of}", photo.name),
    };
    let read = photo.of_table().without_kingdom(Status::Duplicate, message);
    ResultLine { duplicate_of: Some(of.clone()), needs_review: *is_of_another, ..line_of(photo, read) }
}

/// The paths of a photo's pictures, if they are drawn.
pub fn pictures_of(line: &ResultLine, out: &ResultsFolder) -> impl Iterator<Item = PathBuf> + use<> {
    let small = line.reading.sha256.as_ref().map(|sha256| out.small_picture(sha256));
    small.into_iter().chain([out.review_picture(&line.reading.photo)])
}

/// Writes a result as one line of JSON.
///
/// # Errors
/// The writer fails.
pub fn write_line(out: &mut dyn Write, line: &ResultLine) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// The lines of a file, one after the other.
///
/// # Errors
/// A file that cannot be opened. An invalid line is an error of its own.
pub fn lines(path: &Path) -> Result<impl Iterator<Item = Result<ResultLine, ResultsError>> + use<>, ResultsError> {
    let error = |problem: String| ResultsError { path: path.to_owned(), problem };
    let file = File::open(path).map_err(|problem| {
        error(format!("cannot read the results ({problem}); run `kingdom-scanner batch` to its end first"))
    })?;
    let path = path.to_owned();
    Ok(BufReader::new(file).lines().enumerate().map(move |(index, line)| {
        let number = index + 1;
        let error = |problem: String| ResultsError { path: path.clone(), problem: format!("line {number}: {problem}") };
        let line = line.map_err(|problem| error(problem.to_string()))?;
        let line: ResultLine = serde_json::from_str(&line).map_err(|problem| error(problem.to_string()))?;
        if line.schema_version != SCHEMA_VERSION {
            return Err(error(format!(
                "`schema_version` is {}, but this program reads {SCHEMA_VERSION}",
                line.schema_version
            )));
        }
        line.reading.info.check().map_err(|problem| error(format!("`told` of {}: {problem}", line.reading.photo)))?;
        // Pictures are named after the photo and its hash, so neither may lead out of the folder.
        let is_inside = Path::new(&line.reading.photo).components().all(|part| matches!(part, Component::Normal(_)));
        let is_hash = |text: &String| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_inside || !line.reading.sha256.iter().all(is_hash) {
            return Err(error(format!(
                "`photo` and `sha256` of {} are not valid: `photo` must be a path below the folder, and `sha256` 64 \
                 hexadecimal digits",
                line.reading.photo
            )));
        }
        Ok(line)
    }))
}

/// The paths of the pictures of earlier results, from the lines that can be read.
pub fn pictures_of_earlier(out: &ResultsFolder) -> BTreeSet<PathBuf> {
    let lines = lines(&out.results()).into_iter().flatten().filter_map(Result::ok);
    lines.flat_map(|line| pictures_of(&line, out)).collect()
}
