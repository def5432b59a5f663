//! `results.ndjson`: a line for each photo, sorted by path. Fields are only ever added.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Component, Path, PathBuf};

use super::plan::{Duplicate, PlannedPhoto};
use super::results_folder::ResultsFolder;
use game::line::ResultLine;
use game::photo_info::PhotoInfo;
use game::photo_reader::JointReading;
use game::photo_reading::{PhotoReading, ResultsError, Status};
use report::formats::SCHEMA_VERSION;
use serde::Deserialize;

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
fn pictures_of(photo: &str, sha256: Option<&str>, out: &ResultsFolder) -> impl Iterator<Item = PathBuf> + use<> {
    let small = sha256.map(|sha256| out.small_picture(sha256));
    small.into_iter().chain([out.review_picture(photo)])
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
        let line: ResultLine = serde_json::from_str(&line).map_err(|problem| match serde_json::from_str(&line) {
            Ok(KnownPhoto { photo, .. }) => error(format!(
                "another version of the program wrote the line of {photo}, or it was changed ({problem}); run the same \
                 `kingdom-scanner batch` again"
            )),
            Err(_) => error(problem.to_string()),
        })?;
        if line.schema_version != SCHEMA_VERSION {
            return Err(error(format!(
                "`schema_version` is {}, but this program reads {SCHEMA_VERSION}",
                line.schema_version
            )));
        }
        let PhotoReading { photo, sha256, info, .. } = &line.reading;
        check(photo, sha256.as_deref(), info).map_err(error)?;
        Ok(line)
    }))
}

/// Checks what a line says about its photo, because a file may contain anything.
fn check(photo: &str, sha256: Option<&str>, info: &PhotoInfo) -> Result<(), String> {
    info.check().map_err(|problem| format!("`told` of {photo}: {problem}"))?;
    // Pictures are named after the photo and its hash, so neither may lead out of the folder.
    let is_inside = Path::new(photo).components().all(|part| matches!(part, Component::Normal(_)));
    let is_hash = sha256.is_none_or(|text| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if is_inside && is_hash {
        return Ok(());
    }
    Err(format!(
        "`photo` and `sha256` of {photo} are not valid: `photo` must be a path below the folder, and `sha256` 64 \
         hexadecimal digits"
    ))
}

/// What the lines of every version of the program say about a photo.
#[derive(Deserialize)]
pub struct KnownPhoto {
    /// The photo's path below the folder of photos.
    pub photo: String,
    /// The SHA-256 of its bytes; `None` if they could not be read.
    pub sha256: Option<String>,
    /// What was known of the photo before it was read.
    #[serde(rename = "told")]
    pub info: PhotoInfo,
}

/// The photos of a file of results, even if another version of the program wrote it. Lines that cannot be
/// read are left out.
pub fn known_photos(path: &Path) -> Vec<KnownPhoto> {
    let Ok(file) = File::open(path) else { return Vec::new() };
    let mut photos = Vec::new();
    for line in BufReader::new(file).lines() {
        let known = line.ok().and_then(|line| serde_json::from_str::<KnownPhoto>(&line).ok());
        photos.extend(known.filter(|known| check(&known.photo, known.sha256.as_deref(), &known.info).is_ok()));
    }
    photos
}

/// The paths of the pictures of earlier results, from the lines that can be read.
pub fn pictures_of_earlier(out: &ResultsFolder) -> BTreeSet<PathBuf> {
    let photos = known_photos(&out.results()).into_iter();
    photos.flat_map(|known| pictures_of(&known.photo, known.sha256.as_deref(), out)).collect()
}
