//! The gallery as a file: a line of JSON that describes the file, then a line for each square.
//!
//! Each line has a checksum. Programs that learn at the same time take turns, and the file is replaced as a
//! whole.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use kingdomino::domain::{Building, Square, SquareError};
use reading::reconstruct::guesses::readings;
use storage::checksum::{with_checksum, without_checksum};
use storage::{Lock, beside, folder_of, write_whole};

use super::{
    CROWNS, EDGES, Edges, Entry, FEATURES, Gallery, Learnt, SquareFeatures, TERRAINS, of_length_one, with_town,
};

const FORMAT: &str = "kingdom-scanner gallery";
const VERSION: u32 = 3;
/// The lock file has the gallery's name with this ending. A program holds a lock on it while it writes the
/// gallery. The file is empty and is never deleted.
const LOCK_ENDING: &str = ".lock";
/// Written in place of a building's id for a town without a building.
const SITE: &str = "site";
/// Features are written as integers, in units of 1 / 10 000: fine enough that no reading changes, and short.
const WHOLE: f32 = 10_000.0;

/// Why a gallery could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum GalleryError {
    /// The file cannot be read.
    #[error("{path}: cannot read the gallery: {source}", path = .path.display())]
    Read {
        /// The gallery's path.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file cannot be written.
    #[error("{path}: cannot write the gallery: {source}", path = .path.display())]
    Write {
        /// The gallery's path.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The file is not a gallery, or is damaged.
    #[error(
        "{path}: line {line} is not a line of a gallery: {problem}. Give another --gallery, delete the line unless it \
         is the first one, or remove the file and learn again",
        path = .path.display()
    )]
    Format {
        /// The gallery's path.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The problem with the line.
        problem: String,
    },
    /// The features are those of another network, so this network cannot use them.
    #[error(
        "{path}: the gallery was learnt with another squares network ({found} instead of {expected}), so this program cannot \
         use it: learn the photos again, after `learn --forget-all`, or scan with --no-gallery",
        path = .path.display(), found = short(.found), expected = short(.expected)
    )]
    OtherNetwork {
        /// The gallery's path.
        path: PathBuf,
        /// The sha256 of the gallery's network.
        found: String,
        /// The sha256 of the network in use.
        expected: String,
    },
}

fn short(sha256: &str) -> &str {
    sha256.get(..8).unwrap_or(sha256)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadLine {
    format: String,
    version: u32,
    squares_network: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SquareLine {
    edition: String,
    photo: String,
    square: String,
    /// The network's log-probabilities of the terrains; town, the last class, is missing if the network lacks
    /// it.
    terrain: Vec<f32>,
    crowns: [f32; CROWNS],
    features: Vec<i16>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TownLine {
    edition: String,
    photo: String,
    building: String,
    /// The numbers of the edges as bytes, in base64.
    edges: String,
}

/// Distinguishes the two kinds of lines.
#[derive(Deserialize)]
struct AnyLine {
    building: Option<IgnoredAny>,
}

fn to_thousandths(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

impl GalleryError {
    fn format(path: &Path, line: usize, problem: String) -> Self {
        Self::Format { path: path.to_owned(), line, problem }
    }
}

impl Gallery {
    /// Reads a gallery; a missing file is an empty gallery. `network`: the sha256 of the squares network in
    /// use.
    pub fn read(path: &Path, network: &str) -> Result<Self, GalleryError> {
        match fs::read(path) {
            Ok(bytes) => Self::parse(bytes, path, network),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::new(network)),
            Err(source) => Err(GalleryError::Read { path: path.to_owned(), source }),
        }
    }

    /// Parses a gallery file's content; `path` is the file's name in errors.
    pub fn parse(bytes: Vec<u8>, path: &Path, network: &str) -> Result<Self, GalleryError> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + sound.iter().filter(|byte| **byte == b'\n').count();
            GalleryError::format(path, line, "it is not text".to_owned())
        })?;
        let mut lines = text.lines().zip(1..);
        let (line, _) = lines.next().unwrap_or_default();
        let head = HeadLine::parse(line).map_err(|problem| GalleryError::format(path, 1, problem))?;
        if head.squares_network != network {
            let (found, expected) = (head.squares_network, network.to_owned());
            return Err(GalleryError::OtherNetwork { path: path.to_owned(), found, expected });
        }
        let mut entries = Vec::new();
        for (line, number) in lines {
            let entry = unsealed(line).and_then(|object| Entry::from_line(&object));
            entries.push(entry.map_err(|problem| GalleryError::format(path, number, problem))?);
        }
        Ok(Self { network: network.to_owned(), entries })
    }

    /// Reads, changes and writes the gallery under a lock, for which other programs wait.
    ///
    /// # Errors
    /// See [`GalleryError`]; or the error of `change`, after which the file is unchanged.
    pub fn change<T, E: From<GalleryError>>(
        path: &Path,
        network: &str,
        change: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        let _lock = locked(path)?;
        let mut gallery = Self::read(path, network)?;
        let outcome = change(&mut gallery)?;
        gallery.put(path)?;
        Ok(outcome)
    }

    /// Replaces the gallery's file atomically: a program that reads it meanwhile still finds the old content.
    pub fn write(&self, path: &Path) -> Result<(), GalleryError> {
        let _lock = locked(path)?;
        self.put(path)
    }

    fn put(&self, path: &Path) -> Result<(), GalleryError> {
        write_whole(path, |file| file.write_all(self.text().as_bytes())).map_err(unwritten(path))
    }

    /// The content of the gallery's file.
    pub fn text(&self) -> String {
        let head = HeadLine { format: FORMAT.to_owned(), version: VERSION, squares_network: self.network.clone() };
        let entries = self.entries.iter().map(Entry::line);
        let mut text = String::new();
        for json in std::iter::once(serde_json::to_string(&head)).chain(entries) {
            text += &with_checksum(&json.expect("numbers and texts have a form in JSON"));
            text += "\n";
        }
        text
    }
}

fn unwritten(path: &Path) -> impl Fn(std::io::Error) -> GalleryError {
    move |source| GalleryError::Write { path: path.to_owned(), source }
}

/// Waits until no other program writes the gallery.
fn locked(path: &Path) -> Result<Lock, GalleryError> {
    let lock = fs::create_dir_all(folder_of(path)).and_then(|()| Lock::when_free(&beside(path, LOCK_ENDING)));
    lock.map_err(unwritten(path))
}

/// The line with its checksum checked and removed.
fn unsealed(line: &str) -> Result<String, String> {
    without_checksum(line).map_err(|damaged| damaged.to_string())?.ok_or_else(|| "it has no checksum".to_owned())
}

impl HeadLine {
    fn parse(line: &str) -> Result<Self, String> {
        let object = without_checksum(line).map_err(|damaged| damaged.to_string())?;
        let is_sealed = object.is_some();
        // A file of another version may have no checksum; the error then names its version, not the missing
        // checksum.
        let head: Self = parsed(&object.unwrap_or_else(|| line.to_owned()))?;
        if head.format != FORMAT || head.version != VERSION {
            return Err(format!(
                "it is `{}` of version {}, but this program reads {VERSION}",
                head.format, head.version
            ));
        }
        if is_sealed { Ok(head) } else { Err("it has no checksum".to_owned()) }
    }
}

impl Entry {
    fn line(&self) -> serde_json::Result<String> {
        let (edition, photo) = (self.edition.clone(), self.photo.clone());
        match &self.learnt {
            Learnt::Square(square, look) => serde_json::to_string(&SquareLine::new(edition, photo, *square, look)),
            Learnt::Town(building, edges) => serde_json::to_string(&TownLine {
                edition,
                photo,
                building: building.map_or(SITE, Building::id).to_owned(),
                edges: BASE64.encode(edges.to_bytes()),
            }),
        }
    }

    fn from_line(line: &str) -> Result<Self, String> {
        let any: AnyLine = parsed(line)?;
        if any.building.is_some() { parsed::<TownLine>(line)?.entry() } else { parsed::<SquareLine>(line)?.entry() }
    }
}

fn parsed<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| error.to_string())
}

impl TownLine {
    fn entry(self) -> Result<Entry, String> {
        let Self { edition, photo, building, edges } = self;
        let kind = Some(Building::from_id(&building)).filter(|kind| kind.is_some() || building == SITE);
        let kind = kind.ok_or_else(|| format!("`{building}` is not a building"))?;
        let bytes = BASE64.decode(edges).map_err(|error| error.to_string())?;
        let edges = Edges::from_bytes(&bytes)
            .ok_or_else(|| format!("it has {} numbers of edges, but {EDGES} are needed", bytes.len()))?;
        Ok(Entry { edition, photo, learnt: Learnt::Town(kind, edges) })
    }
}

impl SquareLine {
    fn new(edition: String, photo: String, square: Square, look: &SquareFeatures) -> Self {
        Self {
            edition,
            photo,
            square: square.to_string(),
            terrain: look.terrain.map(to_thousandths).to_vec(),
            crowns: look.crowns.map(to_thousandths),
            features: look.features.iter().map(|value| (value * WHOLE).round() as i16).collect(),
        }
    }

    fn entry(self) -> Result<Entry, String> {
        let Self { edition, photo, square, terrain, crowns, features } = self;
        let square = square.parse().map_err(|error: SquareError| error.to_string())?;
        if !readings().contains(&square) {
            return Err(format!("{square} is not a square of a game, or it has pieces"));
        }
        if ![TERRAINS - 1, TERRAINS].contains(&terrain.len()) {
            return Err(format!("it has {} terrains, but {TERRAINS} are needed", terrain.len()));
        }
        let terrain = with_town(&terrain);
        if features.len() != FEATURES {
            return Err(format!("it has {} features, but {FEATURES} are needed", features.len()));
        }
        let features: Vec<f32> = features.into_iter().map(|value| f32::from(value) / WHOLE).collect();
        let look = SquareFeatures { terrain, crowns, features: of_length_one(&features) };
        Ok(Entry { edition, photo, learnt: Learnt::Square(square, look) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gallery::tests::look;
    use crate::gallery::tile_edges::tests::picture;

    const NETWORK: &str = "0123456789abcdef";

    fn gallery() -> Gallery {
        let mut gallery = Gallery::new(NETWORK);
        let lesson = vec![
            Learnt::Square("wheat:1".parse().expect("a square's word"), look(1, 0, 3, 0.37)),
            Learnt::Square("castle".parse().expect("a square's word"), look(7, 1, 9, 0.12)),
            Learnt::Town(Some(Building::Church), Edges::new(&picture(4))),
            Learnt::Town(None, Edges::new(&picture(5))),
        ];
        gallery.learn("Grandma's", "a \"b\".jpg", lesson).expect("room");
        gallery
    }

    #[test]
    fn what_is_written_is_read_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("deep/gallery.jsonl");
        assert_eq!(Gallery::read(&path, "n").expect("no file is an empty gallery"), Gallery::new("n"));
        gallery().write(&path).expect("a writable folder");
        let read = Gallery::read(&path, NETWORK).expect("a gallery");
        assert_eq!(read.editions(), gallery().editions());
        for (read, written) in read.entries().iter().zip(gallery().entries()) {
            assert!(read.learnt.is_of_the_kind_of(&written.learnt) && read.learnt.likeness(&written.learnt) > 0.999);
            let (Learnt::Square(_, read), Learnt::Square(_, written)) = (&read.learnt, &written.learnt) else {
                continue;
            };
            let off = read.features.iter().zip(&written.features).map(|(a, b)| (a - b).abs());
            assert!(off.fold(0.0, f32::max) < 2e-4);
            assert!(read.terrain.iter().zip(written.terrain).all(|(a, b)| (a - b).abs() < 1e-3));
        }
        let files = fs::read_dir(path.parent().expect("a folder")).expect("a folder");
        let mut names: Vec<_> = files.map(|file| file.expect("a file").file_name()).collect();
        names.sort();
        assert_eq!(names, ["gallery.jsonl", "gallery.jsonl.lock"], "nothing else is left");
    }

    #[test]
    fn a_damaged_line_is_refused_by_its_number() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("gallery.jsonl");
        gallery().write(&path).expect("a writable folder");
        let sound = fs::read_to_string(&path).expect("it was written");
        let refused = |text: &str| {
            fs::write(&path, text).expect("a writable folder");
            Gallery::read(&path, NETWORK).expect_err("it is refused").to_string()
        };
        // The line is still valid in a gallery, but for a different square.
        let message = refused(&sound.replacen("wheat:1", "wheat:0", 1));
        assert!(message.contains("line 2") && message.contains("the checksum is wrong"), "{message}");
        let (head, lines) = sound.split_once('\n').expect("a line");
        let unsealed = |text: &str| text.lines().map(|line| unsealed(line).expect("sound") + "\n").collect::<String>();
        assert!(refused(&format!("{head}\n{}", unsealed(lines))).contains("line 2"));
        assert!(refused(&unsealed(&sound)).contains("no checksum"));
        let other = unsealed(head).replacen("\"version\":3", "\"version\":2", 1);
        assert!(refused(&format!("{other}{lines}")).contains("version 2, but this program reads 3"));
    }

    /// Each thread reads what the previous one wrote.
    #[test]
    fn changes_at_the_same_time_take_turns() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("gallery.jsonl");
        std::thread::scope(|scope| {
            for photo in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    let lesson = vec![Learnt::Square(Square::Castle, look(7, 1, 9, 0.1 * photo as f32))];
                    let photo = format!("{photo}.jpg");
                    Gallery::change(path, "n", |gallery| {
                        gallery.learn("mine", &photo, lesson).expect("room");
                        Ok::<_, GalleryError>(())
                    })
                });
            }
        });
        assert_eq!(Gallery::read(&path, "n").expect("a gallery").entries().len(), 8);
    }

    #[test]
    fn what_cannot_be_used_is_refused_by_name() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("gallery.jsonl");
        gallery().write(&path).expect("a writable folder");
        let sound = fs::read_to_string(&path).expect("it was written");
        let objects: Vec<String> = sound.lines().map(|line| unsealed(line).expect("sound")).collect();
        let refusal = |text: &str, network: &str| {
            let sealed: String = text.lines().map(|line| with_checksum(line) + "\n").collect();
            fs::write(&path, sealed).expect("a writable folder");
            let message = Gallery::read(&path, network).expect_err("it is refused").to_string();
            assert!(message.contains("gallery.jsonl"), "{message}");
            message
        };
        let sound = objects.join("\n");
        let message = refusal(&sound, "fedcba9876543210");
        assert!(message.contains("01234567 instead of fedcba98") && message.contains("learn"), "{message}");
        let ours = NETWORK;
        for (from, to, named) in [
            ("\"version\":3", "\"version\":4", "version 4"),
            ("gallery\"", "photo\"", "line 1"),
            ("wheat:1", "wheat:7", "line 2"),
            ("\"features\":[", "\"features\":[1,", "129 features"),
            ("\"castle\"", "\"castle", "line 3"),
            ("church", "chapel", "`chapel`"),
            ("\"edges\":\"", "\"edges\":\"AAAA", "395 numbers"),
        ] {
            let message = refusal(&sound.replacen(from, to, 1), ours);
            assert!(message.contains(named), "{named}: {message}");
        }
        refusal("", ours);
        fs::remove_file(&path).expect("it is there");
        fs::create_dir(&path).expect("a writable folder");
        assert!(matches!(Gallery::read(&path, ours), Err(GalleryError::Read { .. })));
        assert!(matches!(gallery().write(&path), Err(GalleryError::Write { .. })));
    }
}
