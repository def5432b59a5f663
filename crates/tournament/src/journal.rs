//! The journal of what has been read: a line for each table, added when its photos are read.
//!
//! A line is on the disk before the next table counts as read. Lines are found by the fingerprint of a unit,
//! that is, of photos that are read together. So lines about photos that have changed since are skipped, and
//! so are lines in another format. Each line has a checksum: if a power cut or a disk error damages a line,
//! it is dropped, and its photos are read again.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::plan::Unit;
use super::results_folder::WriteError;
use game::photo_info::PhotoInfo;
use game::photo_reader::{JointReading, PhotoOfTable};
use storage::checksum::{with_checksum, without_checksum};
use storage::sha256::Content;
use storage::sha256::sha256_hex;
use storage::{folder_of, sync_folder, write_whole};

/// The journal of a folder of results.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    content: JournalContent,
}

/// The content of a journal.
#[derive(Debug, Default)]
struct JournalContent {
    /// For each unit's fingerprint: the byte at which its line begins, and the line's length in bytes.
    lines: HashMap<String, (u64, usize)>,
    /// The sha256 of all pictures that its lines name.
    pictures: HashSet<String>,
    damaged: Vec<DamagedLine>,
    end: u64,
}

/// A line that is damaged or incomplete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedLine {
    /// The line's number in the file, from 1.
    pub number: usize,
    bytes: Vec<u8>,
}

#[derive(Serialize, Deserialize)]
struct Line<P, D> {
    /// The version of the line's format. Missing in versions before 4.
    #[serde(default)]
    format: u32,
    /// The unit's fingerprint.
    unit: String,
    photos: P,
    pictures: D,
}

type WholeLine = Line<Vec<JointReading>, Vec<Drawn>>;

/// The possible outcomes of parsing a line.
enum Found {
    Whole(WholeLine),
    /// Written by an earlier or later version of the program.
    OtherFormat,
    Damaged,
}

impl Found {
    fn parse(line: &[u8]) -> Self {
        let text = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        let Some(text) = text else { return Self::Damaged };
        let (object, is_sealed) = match without_checksum(text) {
            Ok(Some(object)) => (object, true),
            Ok(None) => (text.to_owned(), false),
            Err(_) => return Self::Damaged,
        };
        match serde_json::from_str::<Line<IgnoredAny, IgnoredAny>>(&object) {
            Ok(line) if line.format == FORMAT && is_sealed => {
                serde_json::from_str(&object).map_or(Self::OtherFormat, Self::Whole)
            }
            // A line of this format without a checksum is damaged: it must have lost the checksum.
            Ok(line) if line.format != FORMAT => Self::OtherFormat,
            _ => Self::Damaged,
        }
    }
}

/// The readings of a unit's photos, in the unit's order.
#[derive(Debug)]
pub struct Noted {
    /// The readings, without their pictures.
    pub photos: Vec<JointReading>,
    /// The pictures that were drawn for each photo.
    pub pictures: Vec<Drawn>,
}

/// The pictures that were drawn for a photo, by the sha256 of their bytes. If one is gone, the photo is read
/// again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// The small copy.
    pub small: Option<String>,
    /// The picture of a photo that needs review.
    pub review: Option<String>,
}

/// The version of the journal's lines. Raise it when photos are read differently or lines are written
/// differently; everything is then read again.
const FORMAT: u32 = 5;

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
    // Only a map whose keys are not text could fail to serialise.
    sha256_hex(&serde_json::to_vec(&key).expect("a key serialises"))
}

impl DamagedLine {
    /// Whether this was the line of the unit with this fingerprint.
    pub fn is_of(&self, unit: &str) -> bool {
        /// How many of a fingerprint's 64 digits may differ. Damage changes few digits, while two different
        /// fingerprints share only about 4 digits by chance.
        const DIFFERENT_DIGITS: usize = 8;
        let differs = |window: &&[u8]| {
            let different = window.iter().zip(unit.as_bytes()).filter(|(found, digit)| found != digit);
            different.take(DIFFERENT_DIGITS + 1).count() > DIFFERENT_DIGITS
        };
        self.bytes.windows(unit.len().max(1)).any(|window| !differs(&window))
    }
}

/// The damaged lines of a journal; none if the file does not exist. [`Journal::open`] removes these lines.
///
/// # Errors
/// A file that exists and cannot be read.
pub fn damaged_lines(path: &Path) -> Result<Vec<DamagedLine>, WriteError> {
    match JournalContent::read(path) {
        Ok(content) => Ok(content.damaged),
        Err(problem) if problem.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(problem) => Err(WriteError::from_io(path, "read the journal")(problem)),
    }
}

impl JournalContent {
    fn read(path: &Path) -> io::Result<Self> {
        let mut content = Self::default();
        for_each_line(path, |number, line, found| {
            match found {
                Found::Whole(whole) => content.note(whole.unit, whole.pictures, line.len()),
                Found::Damaged => content.damaged.push(DamagedLine { number, bytes: line.to_owned() }),
                Found::OtherFormat => {}
            }
            content.end += line.len() as u64;
        })?;
        Ok(content)
    }

    /// Adds a line that follows all others in the file, and its pictures.
    fn note(&mut self, unit: String, pictures: Vec<Drawn>, bytes: usize) {
        self.lines.insert(unit, (self.end, bytes));
        self.pictures.extend(pictures.into_iter().flat_map(|drawn| [drawn.small, drawn.review]).flatten());
    }
}

fn for_each_line(path: &Path, mut each: impl FnMut(usize, &[u8], Found)) -> io::Result<()> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut line = Vec::new();
    for number in 1.. {
        if reader.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        each(number, &line, Found::parse(&line));
        line.clear();
    }
    Ok(())
}

impl Journal {
    /// Opens or begins the journal. If lines are damaged, the file is written again without them.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, WriteError> {
        Self::try_to_open(path).map_err(WriteError::from_io(path, "open the journal"))
    }

    fn try_to_open(path: &Path) -> io::Result<Self> {
        let is_new = !path.exists();
        let open = || OpenOptions::new().read(true).append(true).create(true).open(path);
        let (mut file, mut content) = (open()?, JournalContent::read(path)?);
        if is_new {
            sync_folder(folder_of(path));
        }
        if !content.damaged.is_empty() {
            drop_lines(path, &content.damaged)?;
            (file, content) = (open()?, JournalContent::read(path)?);
        }
        Ok(Self { path: path.to_owned(), file, content })
    }

    /// Whether a run has drawn a picture of these bytes.
    pub fn has_drawn(&self, sha256: &str) -> bool {
        self.content.pictures.contains(sha256)
    }

    /// Adds the results of a unit's photos. When it returns, the line is on the disk.
    ///
    /// # Errors
    /// The line cannot be written, for example because the disk is full.
    pub fn add(&mut self, unit: &str, noted: &Noted) -> Result<(), WriteError> {
        self.try_to_add(unit, noted).map_err(WriteError::from_io(&self.path, "write the journal"))
    }

    fn try_to_add(&mut self, unit: &str, noted: &Noted) -> io::Result<()> {
        let line = Line { format: FORMAT, unit: unit.to_owned(), photos: &noted.photos, pictures: &noted.pictures };
        let line = with_checksum(&serde_json::to_string(&line)?) + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()?;
        self.content.note(unit.to_owned(), noted.pictures.clone(), line.len());
        self.content.end += line.len() as u64;
        Ok(())
    }

    /// The results of the unit's photos, if they have been read.
    ///
    /// # Errors
    /// A file that cannot be read, or whose line was damaged since the journal was opened.
    pub fn noted(&mut self, unit: &str) -> Result<Option<Noted>, WriteError> {
        self.try_to_read(unit).map_err(WriteError::from_io(&self.path, "read the journal"))
    }

    fn try_to_read(&mut self, unit: &str) -> io::Result<Option<Noted>> {
        let Some((begin, bytes)) = self.content.lines.get(unit) else { return Ok(None) };
        let mut line = vec![0; *bytes];
        self.file.seek(SeekFrom::Start(*begin))?;
        self.file.read_exact(&mut line)?;
        match Found::parse(&line) {
            Found::Whole(WholeLine { unit: found, photos, pictures, .. }) if found == unit => {
                Ok(Some(Noted { photos, pictures }))
            }
            _ => Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a line was damaged while the program ran; run the same command again",
            )),
        }
    }
}

fn drop_lines(path: &Path, damaged: &[DamagedLine]) -> io::Result<()> {
    let mut kept = Vec::new();
    for_each_line(path, |number, line, _| {
        if damaged.iter().all(|line| line.number != number) {
            kept.extend_from_slice(line);
        }
    })?;
    write_whole(path, |file| file.write_all(&kept))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::photo_reading::{PhotoReading, Status};

    fn reading(message: &str) -> Noted {
        let info = PhotoInfo::default();
        let content = Ok("00".to_owned());
        let reading = PhotoReading::without_kingdom("a.jpg", &content, &info, Status::NoKingdom, message.to_owned());
        let photos = vec![reading.into()];
        Noted { photos, pictures: vec![Drawn { small: Some("00".to_owned()), review: None }] }
    }

    fn message(journal: &mut Journal, unit: &str) -> Option<String> {
        journal.noted(unit).expect("a journal").map(|noted| noted.photos[0].reading.message.clone())
    }

    /// A power cut may cut a line off at any byte, or fill its end with zeros.
    #[test]
    fn a_torn_line_costs_its_own_unit_only() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("journal.ndjson");
        let mut journal = Journal::open(&path).expect("a journal");
        journal.add("one", &reading("first")).expect("written");
        let first_line = std::fs::metadata(&path).expect("a file").len() as usize;
        journal.add("two", &reading("second\nline")).expect("written");
        drop(journal);
        let whole = std::fs::read(&path).expect("a file");
        for end in 0..=whole.len() {
            for zeros in [0, 7] {
                let torn = [&whole[..end], &vec![0; zeros]].concat();
                std::fs::write(&path, torn).expect("written");
                let mut journal = Journal::open(&path).expect("a journal");
                assert!(message(&mut journal, "one").is_none() || end + 1 >= first_line, "{end}");
                assert!(message(&mut journal, "two").is_none() || end + 1 >= whole.len(), "{end}");
                journal.add("three", &reading("third")).expect("written");
                assert_eq!(message(&mut journal, "three").as_deref(), Some("third"), "{end}");
                let mut journal = Journal::open(&path).expect("a journal");
                assert_eq!(message(&mut journal, "three").as_deref(), Some("third"), "{end}");
                if end > first_line {
                    assert_eq!(message(&mut journal, "one").as_deref(), Some("first"), "{end}");
                }
                assert_eq!(damaged_lines(&path).expect("a journal"), [], "{end}");
            }
        }
        std::fs::write(&path, &whole).expect("written");
        let mut journal = Journal::open(&path).expect("a journal");
        assert_eq!(message(&mut journal, "two").as_deref(), Some("second\nline"));
        assert_eq!(message(&mut journal, "four"), None);
    }

    #[test]
    fn a_damaged_line_is_named_and_dropped() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("journal.ndjson");
        let units = [sha256_hex(b"one"), sha256_hex(b"two"), sha256_hex(b"three")];
        let mut journal = Journal::open(&path).expect("a journal");
        for unit in &units {
            journal.add(unit, &reading("seen")).expect("written");
        }
        drop(journal);
        let whole = std::fs::read(&path).expect("a file");
        let ends: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
        for bit in (0..8 * ends[1]).step_by(11) {
            let mut flipped = whole.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, flipped).expect("written");
            let damaged = damaged_lines(&path).expect("a journal");
            let [line, ..] = &damaged[..] else { panic!("bit {bit} is not noticed") };
            let own = usize::from(bit / 8 > ends[0]);
            assert!(line.number == own + 1 && damaged.len() <= 2, "{bit}");
            assert!(damaged.iter().any(|line| line.is_of(&units[own])) && !line.is_of(&units[2]), "{bit}");
            let mut journal = Journal::open(&path).expect("a journal");
            assert_eq!(message(&mut journal, &units[own]), None);
            assert_eq!(message(&mut journal, &units[2]).as_deref(), Some("seen"));
            assert_eq!(damaged_lines(&path).expect("a journal"), []);
        }
    }

    /// Versions of the program before checksums wrote lines in another format, and later versions may do so,
    /// too.
    #[test]
    fn a_line_of_another_format_is_no_damage() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("journal.ndjson");
        let line = r#"{"unit":"00","photos":[{"status":"error","message":"cut off","kingdoms":[]}],"pictures":[{"small":null,"review":null}]}"#;
        std::fs::write(&path, format!("{line}\n")).expect("written");
        assert_eq!(damaged_lines(&path).expect("a journal"), []);
        assert_eq!(message(&mut Journal::open(&path).expect("a journal"), "00"), None);
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), format!("{line}\n"));
        let later = with_checksum(r#"{"format":99,"unit":"00","photos":["anything"],"pictures":{}}"#) + "\n";
        std::fs::write(&path, &later).expect("written");
        assert_eq!(damaged_lines(&path).expect("a journal"), []);
        assert_eq!(message(&mut Journal::open(&path).expect("a journal"), "00"), None);
    }
}
