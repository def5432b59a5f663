//! `results.ndjson`: a line for each photo, sorted by path. Fields are only ever added.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Component, Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::guesses::KingdomGuesses;
use super::photo_reader::{PhotoReading, Status};
use super::plan::{Duplicate, PhotoInfo, PlannedPhoto};
use super::results_folder::ResultsFolder;
use crate::audit::warning::{ABOUT_THE_GRID, Warning};
use crate::domain::{Grid, Place, Square};
use crate::formats::{KingdomRecord, ReadingWarning, SCHEMA_VERSION, parse_json};
use crate::formats::{ReadSquare, SquareState};
use crate::messages::{Message, MessageId, Words};

/// What one photo came to, in the order of the line's fields.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ResultLine {
    /// That of `scan --json`.
    #[cfg_attr(test, schemars(extend("const" = 1)))]
    pub schema_version: u64,
    /// Its path below the folder of photos.
    pub photo: String,
    /// Of its bytes; `null` when they cannot be read.
    #[cfg_attr(test, schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub sha256: Option<String>,
    /// By the manifest and the folders.
    #[serde(rename = "told")]
    pub info: PhotoInfo,
    /// What became of it.
    pub status: Status,
    /// Why it has no kingdom; empty when it has one.
    pub message: String,
    /// Of a photo that cannot be read, what is known of it in every language. Earlier versions did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Message>,
    /// The photo with the same bytes that was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<String>,
    /// Photos with the same bytes that should show another player's kingdom; they are not read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub same_as: Vec<String>,
    /// Whether a person should look at the photo.
    pub needs_review: bool,
    /// As in `scan --json`, probabilities to three decimals.
    #[cfg_attr(test, schemars(with = "Vec<crate::report::scan_json::KingdomFields>"))]
    pub kingdoms: Vec<Box<RawValue>>,
    /// What each of the kingdoms was read from, so that it can be read anew around corrections without its photo.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guesses: Vec<KingdomGuesses>,
}

/// A kingdom of a line, as far as ranks and report need it.
#[derive(Debug, Clone)]
pub struct ReadKingdom {
    /// With the player's name and what was given.
    pub record: KingdomRecord,
    /// Whether its total is doubtful.
    pub needs_review: bool,
    /// In reading order.
    pub doubts: Vec<Doubt>,
    /// What speaks against it.
    pub warnings: Vec<ReadingWarning>,
}

/// A square that may be another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Doubt {
    /// Where it lies.
    pub place: Place,
    /// As it was read.
    pub best: Square,
    /// Of `best`, 0 to 1.
    pub probability: f64,
    /// What it may be instead.
    pub second: Square,
}

impl From<&Doubt> for Message {
    /// The square, and both that it may be.
    fn from(doubt: &Doubt) -> Self {
        let message = MessageId::MaybeSquare.with("square", doubt.place).with("best", Message::from(&doubt.best));
        let message = message.with("percent", format!("{:.0}", 100.0 * doubt.probability));
        message.with("second", Message::from(&doubt.second))
    }
}

/// Results that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {problem}", path = .path.display())]
pub struct ResultsError {
    /// The file, or the photo.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: String,
}

impl ResultLine {
    /// Of a photo that was read.
    pub fn new(photo: &PlannedPhoto, reading: PhotoReading) -> Self {
        let PhotoReading { status, message, kingdoms, guesses, .. } = reading;
        let mut line = Self {
            schema_version: SCHEMA_VERSION,
            photo: photo.name.clone(),
            sha256: photo.content.as_ref().ok().cloned(),
            info: photo.info.clone(),
            status,
            message,
            reason: (status == Status::Error)
                .then(|| photo.refused.clone().unwrap_or_else(|| MessageId::PhotoNotRead.into())),
            duplicate_of: None,
            same_as: photo.same_as.clone(),
            needs_review: false,
            kingdoms,
            guesses,
        };
        line.needs_review = line.is_doubtful();
        line
    }

    /// Of a photo whose file cannot be read, or that is refused.
    pub fn of_unreadable(photo: &PlannedPhoto) -> Self {
        let problem = photo.content.as_ref().err().map(String::as_str).unwrap_or_default();
        let message = match &photo.refused {
            Some(why) => format!("{}: {why}", photo.name),
            None => format!("{}: cannot read the file: {problem}", photo.name),
        };
        Self::new(photo, PhotoReading::without_kingdom(Status::Error, message))
    }

    /// Of a photo that another one is equal to.
    pub fn of_duplicate(duplicate: &Duplicate) -> Self {
        let Duplicate { photo, of, is_of_another } = duplicate;
        let message = match is_of_another {
            true => format!("{}: the same photo as {of}, which is somebody else's", photo.name),
            false => format!("{}: the same photo as {of}", photo.name),
        };
        let reading = PhotoReading::without_kingdom(Status::Duplicate, message);
        Self { duplicate_of: Some(of.clone()), needs_review: *is_of_another, ..Self::new(photo, reading) }
    }

    /// The same photo with kingdoms that were read anew.
    #[must_use]
    pub(super) fn read_anew(self, kingdoms: Vec<Box<RawValue>>) -> Self {
        let mut line = Self { kingdoms, ..self };
        line.needs_review = line.is_doubtful();
        line
    }

    /// The same photo with other kingdoms, and what each was read from.
    #[must_use]
    pub fn with_kingdoms(self, kingdoms: Vec<Box<RawValue>>, guesses: Vec<KingdomGuesses>) -> Self {
        let (status, message, reason) = match (kingdoms.is_empty(), self.status) {
            (false, _) => (Status::Scored, String::new(), None),
            (true, Status::Scored) => (Status::NoKingdom, String::new(), None),
            (true, status) => (status, self.message.clone(), self.reason.clone()),
        };
        Self { status, message, reason, guesses, ..self }.read_anew(kingdoms)
    }

    /// A player's photo shows one kingdom that is certain; another photo shows at least one.
    pub(super) fn is_doubtful(&self) -> bool {
        let is_one_too_many = self.info.is_wrong_number(self.kingdoms.len());
        match self.status {
            Status::Scored if is_one_too_many || !self.same_as.is_empty() => true,
            Status::Scored => self
                .kingdoms
                .iter()
                .any(|raw| serde_json::from_str(raw.get()).map_or(true, |ReviewFlag { needs_review }| needs_review)),
            Status::NoKingdom | Status::Error => true,
            Status::Duplicate => self.needs_review,
        }
    }

    /// The kingdoms.
    ///
    /// # Errors
    /// What is no kingdom as this program writes them.
    pub fn read_kingdoms(&self) -> Result<Vec<ReadKingdom>, ResultsError> {
        let kingdom = |raw: &RawValue| {
            let record = parse_json(raw.get()).map_err(|error| self.error(error.to_string()))?.record;
            ReadKingdom::from_record(record).ok_or_else(|| self.error("a kingdom without `needs_review`".to_owned()))
        };
        self.kingdoms.iter().map(|raw| kingdom(raw)).collect()
    }

    /// The warnings about the grid of each kingdom.
    pub(super) fn grid_warnings(&self) -> Vec<Vec<Warning>> {
        let of_kingdom = |raw: &RawValue| {
            let doubts = parse_json(raw.get()).ok().and_then(|parsed| parsed.record.doubts);
            doubts.iter().flat_map(|doubts| &doubts.warnings).filter_map(about_the_grid).collect()
        };
        self.kingdoms.iter().map(|raw| of_kingdom(raw)).collect()
    }

    /// Where its pictures lie, if they are drawn.
    pub fn pictures(&self, out: &ResultsFolder) -> impl Iterator<Item = PathBuf> + use<> {
        let small = self.sha256.as_ref().map(|sha256| out.small_picture(sha256));
        small.into_iter().chain([out.review_picture(&self.photo)])
    }

    /// Something is wrong with this photo's line.
    pub(super) fn error(&self, problem: String) -> ResultsError {
        ResultsError { path: PathBuf::from(&self.photo), problem }
    }
}

/// The warning, if no correction of squares settles it.
fn about_the_grid(warning: &ReadingWarning) -> Option<Warning> {
    let code = ABOUT_THE_GRID.into_iter().find(|code| *code == warning.code)?;
    Some(Warning { code, message: warning.message.clone(), squares: warning.squares.clone() })
}

/// Whether a kingdom is to be checked.
#[derive(Deserialize)]
struct ReviewFlag {
    needs_review: bool,
}

impl ReadKingdom {
    /// What ranks and report need of the doubts stays; all squares of a whole tournament would take much memory.
    fn from_record(mut record: KingdomRecord) -> Option<Self> {
        let doubts = record.doubts.take()?;
        let squares = doubts.squares.iter().flat_map(Grid::iter);
        let doubtful = squares.filter(|(_, square)| square.state == SquareState::Doubtful);
        let doubt = |(place, square): (Place, &ReadSquare)| {
            let ReadSquare { best, probability, second, .. } = *square;
            Doubt { place, best, probability, second }
        };
        Some(Self {
            record,
            needs_review: doubts.needs_review,
            doubts: doubtful.map(doubt).collect(),
            warnings: doubts.warnings,
        })
    }
}

/// Writes a line.
///
/// # Errors
/// Those of the writer.
pub fn write_line(out: &mut dyn Write, line: &ResultLine) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

/// The lines of a file, one after the other.
///
/// # Errors
/// A file that cannot be opened. A line that is none is an error of its own.
pub fn lines(path: &Path) -> Result<impl Iterator<Item = Result<ResultLine, ResultsError>> + use<>, ResultsError> {
    let error = |problem: String| ResultsError { path: path.to_owned(), problem };
    let file = File::open(path).map_err(|problem| {
        error(format!("cannot read the results ({problem}); `kingdom-scanner batch` writes them when it is done"))
    })?;
    let path = path.to_owned();
    Ok(BufReader::new(file).lines().enumerate().map(move |(index, line)| {
        let number = index + 1;
        let error = |problem: String| ResultsError { path: path.clone(), problem: format!("line {number}: {problem}") };
        let line = line.map_err(|problem| error(problem.to_string()))?;
        let line: ResultLine = serde_json::from_str(&line).map_err(|problem| error(problem.to_string()))?;
        if line.schema_version != SCHEMA_VERSION {
            return Err(error(format!(
                "`schema_version` {}: this program reads {SCHEMA_VERSION}",
                line.schema_version
            )));
        }
        line.info.check().map_err(|problem| error(format!("`told` of {}: {problem}", line.photo)))?;
        // Files are named after both.
        let is_inside = Path::new(&line.photo).components().all(|part| matches!(part, Component::Normal(_)));
        let is_hash = |text: &String| text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_inside || !line.sha256.iter().all(is_hash) {
            return Err(error(format!(
                "`photo` and `sha256` of {}: a path below the folder, and 64 hexadecimal digits",
                line.photo
            )));
        }
        Ok(line)
    }))
}

/// Where the pictures of the results that are there lie: those of lines that can be read.
pub fn pictures_of_earlier(out: &ResultsFolder) -> BTreeSet<PathBuf> {
    let lines = lines(&out.results()).into_iter().flatten().filter_map(Result::ok);
    lines.flat_map(|line| line.pictures(out)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_schema_is_of_these_lines() {
        let title = "A line of results.ndjson, as `kingdom-scanner batch` writes it";
        kingdomino::schema::assert_committed::<ResultLine>("results", title);
    }
}
