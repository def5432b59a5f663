//! A batch whose photos are texts, so that it needs no networks.

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use game::photo_reader::{JointReading, PhotoOfTable, PhotoReader, Pictures};
use game::photo_reading::Status;
use kingdom_scanner::audit::warning::Warning;
use kingdom_scanner::correction::{Correction, CorrectionSyntaxError};
use kingdom_scanner::domain::{Cell, Kingdom, Square, Terrain, Variant};
use kingdom_scanner::formats::notation;
use kingdom_scanner::formats::{ReadSquare, SquareState};
use kingdom_scanner::messages::{Language, MessageId, Words};
use kingdom_scanner::reconstruct::Reading;
use kingdom_scanner::report::KingdomReport;
use kingdom_scanner::report::scan_json::ScannedKingdom;
use kingdom_scanner::scoring::sheet::ScoreSheet;
use kingdom_scanner::tournament::corrections::{Corrections, PhotoDecision};
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::ranking::{RankedBy, Tournament};
use kingdom_scanner::tournament::review::Review;
use kingdom_scanner::tournament::{Plan, PlanOptions, Provenance, ResultsFolder, finish_run, read_photos};
use rusqlite::{Connection, OpenFlags};
use serde_json::{Value, json};
use tempfile::TempDir;

/// The database in a folder of results. SQLite's own files beside it have longer names.
pub const DATABASE: &str = "tournament.sqlite";

/// All rows of a query of one column in the database of a folder of results; none if there is no database.
pub fn rows(out: &Path, select: &str) -> Vec<String> {
    let read = || -> rusqlite::Result<Vec<String>> {
        let connection = Connection::open_with_flags(out.join(DATABASE), OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        connection.prepare(select)?.query_map([], |row| row.get(0))?.collect()
    };
    read().unwrap_or_default()
}

/// Changes the database in a folder of results.
pub fn change_rows(out: &Path, change: &str) {
    let connection = Connection::open(out.join(DATABASE)).expect("a database");
    connection.execute_batch(change).expect("changed");
}

/// The corrections in a folder of results: the corrected photos, and people's answers.
pub fn kept_corrections(out: &Path) -> Value {
    let contents = |table: &str| -> Vec<Value> {
        let rows = rows(out, &format!("SELECT content FROM {table} ORDER BY number"));
        rows.iter().map(|text| serde_json::from_str(text).expect("JSON")).collect()
    };
    json!({"photos": contents("corrected_photos"), "answers": contents("answers")})
}

/// Instead of photos, reads text files that contain kingdoms in notation. A `?` follows a kingdom that needs
/// review, and `|` separates several kingdoms. A single word instead stands for a fault.
#[derive(Default)]
pub struct Texts {
    pub read: AtomicUsize,
    /// Whether this machine lacks the memory for photos that contain `huge`.
    pub is_short_of_memory: AtomicBool,
    /// Whether the program has a bug that photos containing `odd` trigger.
    pub has_a_mistake: AtomicBool,
    /// Whether pictures of the photos cannot be drawn for lack of memory.
    pub cannot_draw: AtomicBool,
}

impl PhotoReader for Texts {
    fn identity(&self) -> String {
        "texts".to_owned()
    }

    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<JointReading> {
        self.read.fetch_add(photos.len(), Ordering::Relaxed);
        let is_short_of_memory = self.is_short_of_memory.load(Ordering::Relaxed);
        let read = |photo: &PhotoOfTable| match fs::read(photo.path).expect("a file").as_slice() {
            b"odd" if self.has_a_mistake.load(Ordering::Relaxed) => panic!("index out of bounds:\n{}", photo.name),
            b"huge" if is_short_of_memory => photo.failed_for_now(format!("{}: no memory", photo.name)),
            _ if self.cannot_draw.load(Ordering::Relaxed) => {
                JointReading { pictures: Pictures::default(), may_pass: true, ..read_text(photo) }
            }
            _ => read_text(photo),
        };
        let mut readings: Vec<JointReading> = photos.iter().map(read).collect();
        if is_short_of_memory && readings.iter().any(|read| read.reading.message.ends_with("no answer")) {
            readings.clear();
        }
        readings
    }
}

fn read_text(photo: &PhotoOfTable) -> JointReading {
    let text = fs::read_to_string(photo.path).expect("a file");
    let mut read = match text.as_str() {
        "dog" | "huge" | "odd" => photo.without_kingdom(Status::NoKingdom, format!("{}: no grid found", photo.name)),
        "mute" => photo.without_kingdom(Status::NoKingdom, format!("{}: no answer", photo.name)),
        "leaving" => {
            fs::remove_file(photo.path).expect("removed");
            photo.without_kingdom(Status::NoKingdom, format!("{}: no grid found", photo.name))
        }
        "growing" => {
            fs::write(photo.path, GROWN).expect("a file");
            photo.without_kingdom(Status::Error, format!("{}: its end is missing", photo.name))
        }
        "broken" | "lost" => photo.without_kingdom(Status::Error, format!("{}: cut off", photo.name)),
        kingdoms => photo.scored(Vec::new(), kingdoms.split('|').map(|text| kingdom(photo, text)).collect()),
    };
    if text == "lost" {
        return read;
    }
    read.pictures.small = Some(format!("small {text}").into_bytes());
    let is_clear = read.reading.status == Status::Scored && !text.contains(['?', '|']) && !photo.is_contested;
    read.pictures.review = (!is_clear).then(|| format!("look at {text} {:?}", photo.info.variants).into_bytes());
    read
}

/// The content of a photo that grew while it was read.
const GROWN: &str = "W1WW/FCW/FL1L k5";

fn kingdom(photo: &PhotoOfTable, text: &str) -> ScannedKingdom {
    let info = photo.info;
    let is_doubtful = text.ends_with('?');
    let reading = reading(notation::parse(text.trim_end_matches('?')).expect("a kingdom"), is_doubtful);
    let (unseen, variants) = (info.facts, info.variants());
    let notes =
        info.seat.iter().map(|_| MessageId::ReadTogether.with("kingdoms", "others of the table")).collect::<Vec<_>>();
    let report = KingdomReport {
        reading: &reading,
        sheet: &ScoreSheet::new(&reading.kingdom, &unseen, &variants),
        corners_px: Some([[10.0, 10.0], [310.0, 10.0], [310.0, 310.0], [10.0, 310.0]]),
        player: info.seat.as_ref().map(|seat| seat.player.as_str()),
        unseen,
        variants: &variants,
        warnings: &reading.warnings,
        notes: &notes,
    };
    ScannedKingdom::new(&report)
}

/// If the kingdom needs review, its lakes are doubtful. Swamps count as inferred from the box.
fn reading(kingdom: Kingdom, is_doubtful: bool) -> Reading {
    let is_lake = |square: &Square| matches!(square, Square::Land { terrain: Terrain::Lake, .. });
    let squares = kingdom.squares().map(|square| ReadSquare {
        best: *square,
        probability: 0.91234,
        gap: None,
        second: "wheat".parse().expect("a square"),
        second_total: None,
        seen: 1.0,
        pieces: None,
        state: match square {
            lake if is_doubtful && is_lake(lake) => SquareState::Doubtful,
            Square::Land { terrain: Terrain::Swamp, .. } => SquareState::Inferred,
            _ => SquareState::Seen,
        },
    });
    let lakes = kingdom.squares().iter().filter(|(_, square)| is_lake(square)).map(|(place, _)| place).collect();
    let message = MessageId::DoubtfulTotal.with("percent", 91);
    let warnings = is_doubtful.then_some(Warning {
        code: kingdom_scanner::audit::warning::WarningCode::DoubtfulTotal,
        message,
        squares: lakes,
    });
    Reading {
        origin: Cell::default(),
        squares,
        cost: 0.0,
        total_probability: 0.91,
        game_probability: 1.0,
        warnings: warnings.into_iter().collect(),
        needs_review: is_doubtful,
        left_out: Vec::new(),
        corrections: Vec::new(),
        kingdom,
    }
}

/// Two rounds of two tables, with all kinds of faults.
pub const PHOTOS: [(&str, &str); 12] = [
    ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
    ("round-1/table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ("round-1/table-1/Ben/again.jpg", "FFF/FCW/FF1W k5"),
    ("round-1/table-2/Cem.jpg", "W1WW/FCW/FL1L k5?"),
    ("round-1/table-2/<Dora & Co>.jpg", "W1WW/WCW/WL1L k5"),
    ("round-2/table-1/Anna.jpg", "broken"),
    ("round-2/table-1/Cem.jpg", "W1WW/WCW/WLL k5"),
    ("round-2/table-2/Ben.jpg", "FFF/FCW/F1F1W k5"),
    ("round-2/table-2/<Dora & Co>.jpg", "FCL1 k5|F1CL k5"),
    ("dog.jpg", "dog"),
    ("somebody.png", "W1CL k5"),
    ("round-2/table-2/Cem.txt", "no picture"),
];

pub struct Batch {
    pub folder: TempDir,
    pub reader: Texts,
}

impl Batch {
    pub fn new(photos: &[(&str, &str)]) -> Self {
        let batch = Self { folder: tempfile::tempdir().expect("a temporary folder"), reader: Texts::default() };
        photos.iter().for_each(|(photo, text)| batch.write(photo, text));
        batch
    }

    pub fn write(&self, photo: &str, text: &str) {
        let path = self.photos().join(photo);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    pub fn photos(&self) -> PathBuf {
        self.folder.path().join("photos")
    }

    pub fn out(&self, name: &str) -> ResultsFolder {
        ResultsFolder::create(&self.folder.path().join(name)).expect("a folder")
    }

    pub fn run(&self, out: &str) -> Tournament {
        self.run_as(out, &PlanOptions::default())
    }

    pub fn run_with(&self, out: &str, variants: &[Variant]) -> Tournament {
        self.run_as(out, &PlanOptions { variants: variants.to_vec(), ..PlanOptions::default() })
    }

    /// The options for a manifest that names the photos' owners. A manifest without rows is left out.
    pub fn options(&self, manifest: &str) -> PlanOptions {
        if manifest.lines().nth(1).is_none_or(str::is_empty) {
            return PlanOptions::default();
        }
        self.write("list.csv", manifest);
        PlanOptions { manifest: Some(self.photos().join("list.csv")), ..PlanOptions::default() }
    }

    pub fn run_as(&self, out: &str, options: &PlanOptions) -> Tournament {
        let out = self.out(out);
        let plan = Plan::new(&self.photos(), options, &mut Contents::default()).expect("a plan");
        let read = read_photos(&plan, &self.reader, &out, 2, &|_| ControlFlow::Continue(())).expect("results");
        assert_eq!(read.counts.done, plan.photos);
        let provenance = Provenance::new(self.reader.identity());
        let tournament = finish_run(&out, &read, &provenance, Language::English).expect("standings");
        out.tidy();
        tournament
    }

    /// The number of photos read since the last call.
    pub fn read(&self) -> usize {
        self.reader.read.swap(0, Ordering::Relaxed)
    }

    /// All files of the results except the database; the order of its rows varies.
    pub fn files(&self, out: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let folder = self.folder.path().join(out);
        collect(&folder, &folder, &mut files);
        files.retain(|name, _| !name.starts_with(DATABASE));
        files
    }

    pub fn file(&self, path: &str) -> String {
        fs::read_to_string(self.folder.path().join(path)).expect("a file")
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            collect(root, &entry, files);
        } else {
            let name = entry.strip_prefix(root).expect("below").to_str().expect("UTF-8").replace('\\', "/");
            files.insert(name, fs::read(&entry).expect("a file"));
        }
    }
}

/// Records a decision as `review` does, but always with the same time, and even if it would be refused.
pub fn correct(out: &ResultsFolder, photo: &str, decision: PhotoDecision) {
    let mut lines = out.lines().expect("results").into_iter();
    let line = lines.find(|line| line.reading.photo == photo).expect("a photo");
    let mut corrections = Corrections::of_folder(out).expect("corrections");
    let edits = corrections.edits_for(&line, decision, Vec::new());
    corrections.add(Some(1), &line, edits, &[]);
    corrections.write(out).expect("written");
}

/// Ranks the players of the results in a folder by these rules from now on.
pub fn rank_by(out: &ResultsFolder, by: RankedBy) {
    Provenance::of_folder(out).expect("results").with_ranked_by(by).write(out).expect("written");
}

/// How the players of the results in a folder are ranked.
pub fn ranked_by(out: &Path) -> RankedBy {
    Provenance::of_folder(&ResultsFolder::of_a_run(out)).expect("results").ranked_by()
}

/// The decision that this is the photo's kingdom.
pub fn typed(kingdom: &str) -> PhotoDecision {
    PhotoDecision::Kingdom { kingdom: notation::parse(kingdom).expect("a kingdom"), is_confirmed: false }
}

/// Gives these squares, such as `r1c2=lake`, to the kingdoms of a photo in place of those given before.
///
/// # Errors
/// If a text is not a square of the photo, or if the answer is refused.
pub fn say_squares(review: &mut Review, photo: &str, squares: &[String]) -> Result<(), String> {
    let game = review.game_of(photo).map_err(|error| error.to_string())?.ok_or("no kingdom")?;
    let (before, shown) = (game.read.given.clone(), game.views_shown());
    let mut after = before.clone();
    shown.iter().for_each(|view| after[*view].clear());
    for square in squares {
        let said: Correction = square.parse().map_err(|error: CorrectionSyntaxError| error.to_string())?;
        let view = *shown.get(said.kingdom.unwrap_or(1) - 1).ok_or("no such kingdom")?;
        let first = game.read.one.first_readings().kingdoms[view].reading;
        let stands = first.kingdom.squares().get(said.place).copied();
        after[view].push(said.given(first, stands));
    }
    game.read.one.first_readings().read_anew(&after).map_err(|error| error.to_string())?;
    review.correct(&game, &before, &after, Some(1)).map_err(|error| error.to_string())
}
