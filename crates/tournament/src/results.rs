//! The results: a line for each photo.

use super::plan::{Duplicate, PlannedPhoto};
use game::line::PhotoLine;
use game::photo_reader::JointReading;
use game::photo_reading::Status;

/// The line for a photo that was read.
pub fn line_of(photo: &PlannedPhoto, read: JointReading) -> PhotoLine {
    let JointReading { mut reading, kingdoms, .. } = read;
    reading.reason = reading.reason.map(|reason| photo.refused.clone().unwrap_or(reason));
    let line = PhotoLine { same_as: photo.same_as.clone(), ..PhotoLine::new(reading, Vec::new()) };
    line.with_kingdoms(kingdoms)
}

/// The line of a photo whose file cannot be read, or that is refused.
pub fn line_of_unreadable(photo: &PlannedPhoto) -> PhotoLine {
    let problem = photo.content.as_ref().err().map(String::as_str).unwrap_or_default();
    let message = match &photo.refused {
        Some(why) => format!("{}: {why}", photo.name),
        None => format!("{}: cannot read the file: {problem}", photo.name),
    };
    line_of(photo, photo.of_table().without_kingdom(Status::Error, message))
}

/// The line of a photo with the same bytes as another one.
pub fn line_of_duplicate(duplicate: &Duplicate) -> PhotoLine {
    let Duplicate { photo, of, is_of_another } = duplicate;
    let message = match is_of_another {
        true => format!("{}: the same photo as {of}, which is somebody else's", photo.name),
        false => format!("{}: the same photo as {of}", photo.name),
    };
    let read = photo.of_table().without_kingdom(Status::Duplicate, message);
    PhotoLine { duplicate_of: Some(of.clone()), needs_review: *is_of_another, ..line_of(photo, read) }
}
