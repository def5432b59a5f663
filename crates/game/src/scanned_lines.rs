//! Files of lines written by `scan --json` on any machine. A batch does not read their photos again.
//!
//! Each line is checked once, and read again when it is needed, so that only its position in the file stays
//! in memory.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;

use serde::de::IgnoredAny;

use crate::guesses::KingdomGuesses;
use crate::line::PhotoLine;
use crate::photo_info::PhotoInfo;
use crate::photo_reading::{PhotoReading, ResultsError, Status};
use kingdomino::audit::warning::WarningCode;
use report::scan_json::ScannedKingdom;
use storage::sha256::sha256_hex;

/// The lines, by the sha256 of their photos.
#[derive(Debug, Default)]
pub struct ScannedLines {
    files: Vec<PathBuf>,
    by_photo: HashMap<String, Found>,
    /// Lines without a kingdom, or of a scan in which a network failed.
    unread: usize,
}

/// The position of a line.
#[derive(Debug)]
struct Found {
    /// Index into `files`.
    file: usize,
    /// The line's number, from 1.
    number: usize,
    /// Offset in the file, in bytes.
    begins_at: u64,
    bytes: u64,
    /// Hash of everything in the line that changes results.
    reading: String,
    told: PhotoInfo,
}

/// Why a line cannot be used.
type Problem = String;

impl ScannedLines {
    /// Reads the files. Their lines must come from this version of the program, and from the reader whose
    /// identity is `reader`.
    ///
    /// # Errors
    /// The first line that cannot be used, by file and number, with a remedy.
    pub fn read(files: &[PathBuf], reader: &str) -> Result<Self, ResultsError> {
        let mut lines = Self { files: files.to_vec(), ..Self::default() };
        for file in 0..files.len() {
            lines.add_file(file, reader)?;
        }
        Ok(lines)
    }

    fn add_file(&mut self, file: usize, reader: &str) -> Result<(), ResultsError> {
        let path = self.files[file].clone();
        let unreadable =
            |problem| ResultsError { path: path.clone(), problem: format!("cannot read the lines: {problem}") };
        let mut source = BufReader::new(File::open(&path).map_err(unreadable)?);
        let (mut begins_at, mut bytes) = (0, Vec::new());
        for number in 1.. {
            bytes.clear();
            let length = source.read_until(b'\n', &mut bytes).map_err(unreadable)? as u64;
            if length == 0 {
                break;
            }
            let wrong = |problem| ResultsError { path: path.clone(), problem: format!("line {number}: {problem}") };
            if let Some((sha256, reading, told)) = checked(&bytes, reader).map_err(wrong)? {
                let found = Found { file, number, begins_at, bytes: length, reading, told };
                self.add(sha256, found).map_err(wrong)?;
            } else if !bytes.trim_ascii().is_empty() {
                self.unread += 1;
            }
            begins_at += length;
        }
        Ok(())
    }

    fn add(&mut self, sha256: String, found: Found) -> Result<(), Problem> {
        match self.by_photo.get(&sha256) {
            Some(first) if first.reading != found.reading => Err(format!(
                "the same photo was read differently in {}, line {}: remove one of the two lines, or scan the photo again in place of both",
                self.files[first.file].display(),
                first.number
            )),
            Some(_) => Ok(()),
            None => {
                self.by_photo.insert(sha256, found);
                Ok(())
            }
        }
    }

    /// The information about the photo when it was scanned; `None` if it has no line.
    pub fn told(&self, sha256: &str) -> Option<&PhotoInfo> {
        self.by_photo.get(sha256).map(|found| &found.told)
    }

    /// The photo's line; `None` if it has none, or if the file has changed since it was checked.
    pub fn line(&self, sha256: &str) -> Option<PhotoLine> {
        let found = self.by_photo.get(sha256)?;
        let mut file = File::open(&self.files[found.file]).ok()?;
        file.seek(SeekFrom::Start(found.begins_at)).ok()?;
        let mut text = String::new();
        file.take(found.bytes).read_to_string(&mut text).ok()?;
        let line: PhotoLine = serde_json::from_str(&text).ok()?;
        (line.reading.sha256.as_deref() == Some(sha256) && reading_of(&line) == found.reading).then_some(line)
    }

    /// The number of photos that need not be read again.
    pub fn len(&self) -> usize {
        self.by_photo.len()
    }

    /// Whether all photos have to be read.
    pub fn is_empty(&self) -> bool {
        self.by_photo.is_empty()
    }

    /// The number of lines about photos other than these (sha256 hashes).
    pub fn others_than(&self, photos: &HashSet<&str>) -> usize {
        self.by_photo.keys().filter(|sha256| !photos.contains(sha256.as_str())).count()
    }

    /// The number of lines without a kingdom, or of a scan in which a network failed. A batch reads these
    /// photos again.
    pub fn unread(&self) -> usize {
        self.unread
    }
}

/// Parses and checks a line: the photo's sha256, the hash of everything that changes results, and the
/// information about the photo. `None` if a batch must read the photo.
fn checked(bytes: &[u8], reader: &str) -> Result<Option<(String, String, PhotoInfo)>, Problem> {
    if bytes.trim_ascii().is_empty() {
        return Ok(None);
    }
    let line: PhotoLine = serde_json::from_slice(bytes).map_err(|problem| match serde_json::from_slice(bytes) {
        Ok(OtherLine { photo, program: Some(program), .. }) if program != OWN_VERSION => of_version(&photo, &program),
        Ok(OtherLine { photo, .. }) => {
            format!("another version of the program read {photo}, or the line was changed ({problem}): {AGAIN}")
        }
        Err(_) => {
            format!("this is not a line of `scan --json` ({problem}): remove it, or give files with only such lines")
        }
    })?;
    let PhotoReading { photo, sha256, info, status, guesses, .. } = &line.reading;
    if line.scan.timings_ms.is_none() {
        return Err(format!(
            "this is a line of a batch's results, not of `scan --json`: scan {photo} with this program"
        ));
    }
    if *status != Status::Scored {
        return Ok(None);
    }
    if let Some(option) = line.scan.options.first() {
        return Err(format!(
            "{photo} was read with {option}, an option that `batch` does not have: scan the photo again without it, \
             or remove the line"
        ));
    }
    if line.kingdoms.iter().any(ScannedKingdom::is_corrected) {
        return Err(format!(
            "{photo} was corrected, which `batch` cannot take over: scan the photo again without \
             corrections, and correct it in `review`"
        ));
    }
    let (Some(sha256), Some(program), Some(read_by)) = (sha256, &line.scan.program, &line.scan.reader) else {
        return Err(format!("{photo} was read by an earlier version of the program: {AGAIN}"));
    };
    if program != OWN_VERSION {
        return Err(of_version(photo, program));
    }
    if read_by != reader {
        return Err(format!(
            "{photo} was read with other networks, another gallery or other limits ({read_by}) than those of this \
             `batch` ({reader}): {AGAIN} and --no-gallery, or give `batch` the same --models, --gallery and \
             --max-pixels"
        ));
    }
    let is_whole = guesses.len() == line.kingdoms.len() && guesses.iter().all(KingdomGuesses::is_sound);
    if !is_whole || line.kingdoms.is_empty() {
        return Err(format!("the line's `guesses` of {photo} were changed: {AGAIN}"));
    }
    info.check().map_err(|problem| format!("`told` of {photo}: {problem}"))?;
    let failures = [WarningCode::UnreadKingdom, WarningCode::SecondLookFailed];
    let mut warnings = guesses.iter().filter_map(KingdomGuesses::warnings).flatten();
    if warnings.any(|warning| failures.contains(&warning.code)) {
        return Ok(None);
    }
    Ok(Some((sha256.clone(), reading_of(&line), info.clone())))
}

/// The fields of a line that every version of the program writes.
#[derive(serde::Deserialize)]
struct OtherLine {
    photo: String,
    /// Missing in some versions if there is no kingdom.
    program: Option<String>,
    #[serde(rename = "timings_ms")]
    _timings_ms: IgnoredAny,
}

const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

fn of_version(photo: &str, program: &str) -> Problem {
    format!("{photo} was read by version {program} of the program, and this is {OWN_VERSION}: {AGAIN}")
}

const AGAIN: &str = "scan the photo again with this program";

/// A hash of everything in the line that changes results. Photo names and times are not part of it.
fn reading_of(line: &PhotoLine) -> String {
    // Serialising can fail only for a map with keys that are not text.
    let json = serde_json::to_vec(&(&line.reading.info, line.scan.reduction, &line.reading.guesses))
        .expect("a line serialises");
    sha256_hex(&json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::ScanFields;
    use crate::table::TableKingdom;
    use kingdomino::domain::Grid;
    use kingdomino::formats::notation;
    use reading::reconstruct::ReconstructOptions;
    use reading::reconstruct::guesses::{Guess, SquareGuesses};

    /// A line for the photo with this SHA-256, with this number of pixels per square.
    fn line(sha256: &str, square_px: f64) -> PhotoLine {
        let squares = SquareGuesses { guesses: Grid::filled(5, 5, Guess::unseen()) };
        let to_photo_px = [[square_px, 0.0, 0.0], [0.0, square_px, 0.0], [0.0, 0.0, 1.0]];
        let kingdom = notation::parse("W1WF/CLM3 k5").expect("a kingdom");
        let guesses = KingdomGuesses::typed(&kingdom, None);
        let reading = guesses.reading(&PhotoInfo::default()).expect("a reading");
        let known = ReconstructOptions::default();
        let kingdoms = vec![TableKingdom::new(0, reading, None, &known, Vec::new()).kept(&PhotoInfo::default())];
        let guesses = vec![KingdomGuesses::new(&squares, &[], None, to_photo_px, [500, 500])];
        let reading = PhotoReading::scored("a.jpg", &Ok(sha256.to_owned()), &PhotoInfo::default(), guesses);
        let scan = ScanFields {
            timings_ms: Some(Vec::new()),
            program: Some(env!("CARGO_PKG_VERSION").to_owned()),
            reader: Some("texts".to_owned()),
            ..ScanFields::default()
        };
        PhotoLine { scan, ..PhotoLine::new(reading, kingdoms) }
    }

    fn read(files: &[String]) -> Result<(ScannedLines, tempfile::TempDir), String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |(number, text): (usize, &String)| {
            let path = folder.path().join(format!("{number}.ndjson"));
            std::fs::write(&path, text).expect("a file");
            path
        };
        let paths: Vec<PathBuf> = files.iter().enumerate().map(write).collect();
        let lines = ScannedLines::read(&paths, "texts");
        let short = |error: ResultsError| error.to_string().replace(folder.path().to_str().expect("UTF-8"), "DIR");
        lines.map_err(short).map(|lines| (lines, folder))
    }

    #[test]
    fn lines_of_several_files_are_found_by_their_photos() {
        let [one, two] = ["1", "2"].map(|sha256| line(sha256, 100.0).to_line().expect("JSON"));
        let (dog, info, status) = (Ok("dog".to_owned()), PhotoInfo::default(), Status::NoKingdom);
        let none = PhotoReading::without_kingdom("dog.jpg", &dog, &info, status, "no grid".to_owned());
        let none =
            PhotoLine { scan: line("dog", 100.0).scan, ..PhotoLine::new(none, Vec::new()) }.to_line().expect("JSON");
        let mut renamed = line("1", 100.0);
        renamed.reading.photo = "b.jpg".to_owned();
        let renamed = renamed.to_line().expect("JSON");
        let (lines, folder) = read(&[format!("{none}\n{one}"), format!("{renamed}{two}")]).expect("lines");
        assert_eq!((lines.len(), lines.unread(), lines.others_than(&HashSet::from(["2", "3"]))), (2, 1, 1));
        for sha256 in ["1", "2"] {
            let found = lines.line(sha256).expect("a line");
            assert_eq!((found.reading.sha256.as_deref(), found.reading.photo.as_str()), (Some(sha256), "a.jpg"));
        }
        assert!(lines.line("3").is_none() && lines.told("3").is_none());
        // A line is not used if its file has changed since it was checked.
        std::fs::write(folder.path().join("1.ndjson"), format!("{two}{renamed}")).expect("a file");
        assert!(lines.line("1").is_some() && lines.line("2").is_none());
    }

    #[test]
    fn a_line_of_a_later_version_says_so() {
        let text = line("1", 100.0).to_line().expect("JSON").replace(OWN_VERSION, "99.0.0");
        let unknown = text.replace(r#""wheat:1""#, r#""volcano:1""#);
        for text in [text, unknown] {
            let error = read(&[text]).expect_err("another version");
            assert!(error.contains("a.jpg was read by version 99.0.0 of the program"), "{error}");
        }
        let failed = r#"{"schema_version":1,"photo":"dog.jpg","status":"no_kingdom","message":"","kingdoms":[],"timings_ms":{}}"#;
        let error = read(&[failed.to_owned()]).expect_err("an earlier version");
        assert!(error.contains("another version of the program read dog.jpg, or the line was changed"), "{error}");
    }

    #[test]
    fn two_lines_of_a_photo_that_differ_are_named() {
        let [one, other] = [100.0, 101.0].map(|px| line("1", px).to_line().expect("JSON"));
        let error = read(&[one.clone(), format!("{one}{other}")]).expect_err("they differ");
        insta::assert_snapshot!(error, @"DIR/1.ndjson: line 2: the same photo was read differently in DIR/0.ndjson, line 1: remove one of the two lines, or scan the photo again in place of both");
    }
}
