//! What has been read so far: a line for each table, only ever added.
//!
//! A line is on the disk before the next table counts as read. What a power cut tears apart is no line, and is read
//! again. A line is found by its unit's fingerprint, so that lines about photos that have changed since are passed over.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::content::Content;
use super::out_folder::{WriteError, sync_folder};
use super::plan::{Told, Unit};
use super::reading::{PhotoOfTable, PhotoReading};
use crate::sha256::sha256_hex;

/// The journal of a folder of results.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// Where the units' lines begin, and how many bytes they have.
    lines: HashMap<String, (u64, usize)>,
    end: u64,
}

#[derive(Serialize, Deserialize)]
struct Line<P, D> {
    /// The unit's fingerprint.
    unit: String,
    photos: P,
    pictures: D,
}

type WholeLine = Line<Vec<PhotoReading>, Vec<Drawn>>;

/// What a unit's photos came to, in their order.
#[derive(Debug)]
pub struct Noted {
    /// Without their pictures.
    pub photos: Vec<PhotoReading>,
    /// What was drawn of each.
    pub pictures: Vec<Drawn>,
}

/// The pictures of a photo, by the sha256 of their bytes: where they are no longer there, the photo is read again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawn {
    /// The small copy.
    pub small: Option<String>,
    /// That of a photo that somebody should look at.
    pub review: Option<String>,
}

/// Changes when photos are read or lines written otherwise: then everything is read again.
const FORMAT: u32 = 4;

/// All that the readings of a unit depend on, in few letters. `identity` is the reader's.
pub fn fingerprint(unit: &Unit, identity: &str) -> String {
    #[derive(Serialize)]
    struct Key<'a> {
        format: u32,
        program: &'static str,
        identity: &'a str,
        photos: Vec<(&'a str, &'a Content, &'a Told, bool)>,
    }
    let photos = unit.photos.iter().map(|photo| {
        let PhotoOfTable { name, told, is_contested, .. } = photo.of_table();
        (name, &photo.content, told, is_contested)
    });
    let photos = photos.collect();
    let key = Key { format: FORMAT, program: env!("CARGO_PKG_VERSION"), identity, photos };
    // Only a map with keys that are no text could fail.
    sha256_hex(&serde_json::to_vec(&key).expect("a key serialises"))
}

impl Journal {
    /// Opens or begins the journal. What is no whole line is passed over.
    ///
    /// # Errors
    /// A file that cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, WriteError> {
        Self::try_to_open(path).map_err(WriteError::of(path, "open the journal"))
    }

    fn try_to_open(path: &Path) -> io::Result<Self> {
        let is_new = !path.exists();
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut journal = Self { path: path.to_owned(), file, lines: HashMap::new(), end: 0 };
        if let Some(folder) = path.parent().filter(|_| is_new) {
            sync_folder(folder);
        }
        let mut reader = BufReader::new(File::open(path)?);
        let mut line = Vec::new();
        let mut is_torn = false;
        while reader.read_until(b'\n', &mut line)? > 0 {
            if let Ok(whole) = serde_json::from_slice::<WholeLine>(&line) {
                journal.lines.insert(whole.unit, (journal.end, line.len()));
            }
            journal.end += line.len() as u64;
            is_torn = !line.ends_with(b"\n");
            line.clear();
        }
        if is_torn {
            // The next line shall be one of its own.
            journal.file.write_all(b"\n")?;
            journal.end += 1;
        }
        Ok(journal)
    }

    /// Notes what a unit's photos came to. When it returns, the line is on the disk.
    ///
    /// # Errors
    /// A full disk, for one.
    pub fn add(&mut self, unit: &str, noted: &Noted) -> Result<(), WriteError> {
        self.try_to_add(unit, noted).map_err(WriteError::of(&self.path, "write the journal"))
    }

    fn try_to_add(&mut self, unit: &str, noted: &Noted) -> io::Result<()> {
        let line = Line { unit: unit.to_owned(), photos: &noted.photos, pictures: &noted.pictures };
        let mut line = serde_json::to_vec(&line)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.lines.insert(unit.to_owned(), (self.end, line.len()));
        self.end += line.len() as u64;
        Ok(())
    }

    /// What the unit's photos came to, if it has been read.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn noted(&mut self, unit: &str) -> Result<Option<Noted>, WriteError> {
        self.try_to_read(unit).map_err(WriteError::of(&self.path, "read the journal"))
    }

    fn try_to_read(&mut self, unit: &str) -> io::Result<Option<Noted>> {
        let Some((begin, bytes)) = self.lines.get(unit) else { return Ok(None) };
        let mut line = vec![0; *bytes];
        self.file.seek(SeekFrom::Start(*begin))?;
        self.file.read_exact(&mut line)?;
        let WholeLine { photos, pictures, .. } = serde_json::from_slice(&line)?;
        Ok(Some(Noted { photos, pictures }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::reading::Status;
    use super::*;

    fn reading(message: &str) -> Noted {
        let photos = vec![PhotoReading::without_kingdom(Status::NoKingdom, message.to_owned())];
        Noted { photos, pictures: vec![Drawn { small: Some("00".to_owned()), review: None }] }
    }

    fn message(journal: &mut Journal, unit: &str) -> Option<String> {
        journal.noted(unit).expect("a journal").map(|noted| noted.photos[0].message.clone())
    }

    /// As a power cut may leave it: at any byte, or with zeros at the end.
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
            }
        }
        std::fs::write(&path, &whole).expect("written");
        let mut journal = Journal::open(&path).expect("a journal");
        assert_eq!(message(&mut journal, "two").as_deref(), Some("second\nline"));
        assert_eq!(message(&mut journal, "four"), None);
    }
}
