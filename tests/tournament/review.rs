//! Correcting a tournament's results: every way of entering the same corrections gives the same kingdoms and
//! doubts.

use crate::common::batch::{DATABASE, change_rows, correct, rows, say_squares, typed as typed_as};
use crate::common::cases::cases;
use crate::common::program::scanner;
use crate::common::{laying, program};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use game::guesses::KingdomGuesses;
use game::line::PhotoLine;
use game::photo_reader::{JointReading, PhotoOfTable, PhotoReader};
use game::table::{TableKingdom, warn_of_several_players};
use kingdom_scanner::correction::{CorrectionError, FirstReading, FirstReadings, GivenSquare};
use kingdom_scanner::domain::{Facts, Game, GridSize, Kingdom, Place, Square};
use kingdom_scanner::formats::SquareState;
use kingdom_scanner::formats::notation;
use kingdom_scanner::messages::Language;
use kingdom_scanner::reconstruct::guesses::{Guess, SquareGuesses, readings};
use kingdom_scanner::reconstruct::{GameViews, Reading, ReconstructOptions, SeenView, game_notes, reconstruct};
use kingdom_scanner::scoring::sheet;
use kingdom_scanner::tournament::corrections::{Corrected, Corrections, PhotoDecision};
use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::ranking::{Entry, Tournament};
use kingdom_scanner::tournament::review::Review;
use kingdom_scanner::tournament::{Plan, PlanOptions, Provenance, ResultsFolder, finish, finish_run, read_photos};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use crate::common::noise::{Noise, blurred, from_logits};

/// Reads text files that stand for photos: each gives a network's answers for every square. A batch reads
/// them like photos, but without OpenCV.
struct Noisy;

/// Parses such a file: a kingdom, a seed, the share of squares that are blurred, and squares that look
/// different from the kingdom, such as `r1c2=wheat/lake`.
fn seen(photo: &str) -> SquareGuesses {
    let mut words = photo.split('|');
    let kingdom = notation::parse(words.next().expect("a kingdom")).expect("a kingdom");
    let seed: u64 = words.next().expect("a seed").parse().expect("a seed");
    let share: f64 = words.next().expect("a share").parse().expect("a share");
    let noise = Noise { blurred: share, strength: 5.0, hidden: share / 4.0 };
    let clear = |square: &Square| from_logits(readings().map(|one| if one == *square { CLEAR } else { 0.0 }));
    let mut guesses = match share {
        0.0 => SquareGuesses { guesses: kingdom.squares().map(clear) },
        _ => blurred(kingdom.squares(), noise, &mut ChaCha8Rng::seed_from_u64(seed)),
    };
    for word in words.filter(|word| !word.is_empty()) {
        let (place, looks) = word.split_once('=').expect("a square");
        let looks: Vec<Square> = looks.split('/').map(|word| word.parse().expect("a square")).collect();
        // If several readings are listed, they are almost equally likely, each slightly less than the one
        // before.
        let logit =
            |one: Square| looks.iter().position(|look| *look == one).map_or(0.0, |rank| CLEAR - rank as f32 / 2.0);
        guesses.guesses[Place::from_words(place).expect("a place")] = from_logits(readings().map(logit));
    }
    guesses
}

/// The logit of a network that is certain: no other reading is considered.
const CLEAR: f32 = 30.0;

struct Looked<'a> {
    photo: PhotoOfTable<'a>,
    guesses: SquareGuesses,
    known: ReconstructOptions,
    alone: Reading,
}

impl PhotoReader for Noisy {
    fn identity(&self) -> String {
        "noisy".to_owned()
    }

    fn read(&self, photos: &[PhotoOfTable<'_>]) -> Vec<JointReading> {
        let looked: Vec<Looked> = photos
            .iter()
            .map(|photo| {
                let guesses = seen(&fs::read_to_string(photo.path).expect("a file"));
                let known = photo.info.known();
                let alone = reconstruct(&guesses, &known).expect("a kingdom");
                Looked { photo: *photo, guesses, known, alone }
            })
            .collect();
        let views: Vec<SeenView> = looked
            .iter()
            .enumerate()
            .map(|(photo, looked)| SeenView {
                name: looked.photo.name.to_owned(),
                photo,
                player: None,
                guesses: &looked.guesses,
            })
            .collect();
        let names: Vec<String> = views.iter().map(|view| view.name.clone()).collect();
        let game = (views.len() > 1).then(|| {
            let known = ReconstructOptions { unseen: Facts::default(), ..photos[0].info.known() };
            GameViews::register(&views, &[], &known).read(&[])
        });
        let reading = |(index, looked): (usize, &Looked)| {
            let together = game.as_ref().and_then(|game| game.views[index].as_ref().ok().cloned());
            let mut read = together.unwrap_or_else(|| looked.alone.clone());
            let shown = game.iter().flat_map(|game| &game.kingdoms).find(|kingdom| kingdom.views.contains(&index));
            let shown =
                shown.iter().flat_map(|kingdom| &kingdom.views).map(|view| (photos[*view].name, photos[*view].info));
            warn_of_several_players(&mut read, shown.collect::<Vec<_>>().into_iter());
            let notes = game.as_ref().map(|game| game_notes(index, &game.kingdoms, &names)).unwrap_or_default();
            photo_reading(looked, &read, &notes)
        };
        looked.iter().enumerate().map(reading).collect()
    }
}

const PX_PER_SQUARE: f64 = 40.0;

fn photo_reading(looked: &Looked, read: &Reading, notes: &[kingdom_scanner::messages::Message]) -> JointReading {
    let to_photo_px = [[PX_PER_SQUARE, 0.0, 0.0], [0.0, PX_PER_SQUARE, 0.0], [0.0, 0.0, 1.0]];
    let guesses = KingdomGuesses::new(&looked.guesses, &[], None, to_photo_px, [400, 400]);
    let corners_px = guesses.corners_px(read);
    let kingdom = TableKingdom::new(0, read.clone(), corners_px, &looked.known, notes.to_vec()).kept(looked.photo.info);
    looked.photo.scored(vec![guesses], vec![kingdom])
}

/// The content of a photo that stands for a file that cannot be opened.
const UNREADABLE: &str = "unreadable";

/// A tournament with a folder of photos, and its results.
pub struct Table {
    folder: TempDir,
}

impl Table {
    pub fn read(photos: &[(&str, String)]) -> Self {
        let table = Self { folder: tempfile::tempdir().expect("a temporary folder") };
        for (photo, text) in photos {
            let path = table.folder.path().join("photos").join(photo);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            match text.as_str() {
                UNREADABLE => symlink("nothing", path).expect("a link"),
                text => fs::write(path, text).expect("a file"),
            }
        }
        table.read_photos();
        table
    }

    /// Reads the photos like `batch`.
    fn read_photos(&self) {
        let out = self.out();
        let photos = self.folder.path().join("photos");
        let plan = Plan::new(&photos, &PlanOptions::default(), &mut Contents::default()).expect("a plan");
        let read = read_photos(&plan, &Noisy, &out, 2, &|_| ControlFlow::Continue(())).expect("results");
        let provenance = Provenance::new(Noisy.identity());
        finish_run(&out, &read, &provenance, Language::English).expect("standings");
    }

    fn rename(&self, from: &str, to: &str) {
        let [from, to] = [from, to].map(|name| self.folder.path().join("photos").join(name));
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::rename(from, to).expect("renamed");
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    pub fn out(&self) -> ResultsFolder {
        ResultsFolder::create(&self.path()).expect("a folder")
    }

    pub fn lines(&self) -> Vec<PhotoLine> {
        ResultsFolder::of_a_run(&self.path()).lines().expect("results")
    }

    fn ranked(&self) -> Tournament {
        let out = Arc::new(ResultsFolder::of_a_run(&self.path()));
        Tournament::clone(Review::new(&out).expect("results").ranked())
    }

    /// Runs the program's `review` with these answers; returns exit code, stdout, and stderr without the
    /// folder's name.
    fn review(&self, answers: &str, more: &[&str]) -> (i32, String, String) {
        let path = self.path();
        let out = path.to_str().expect("UTF-8");
        let outcome = program::run_with(answers.as_bytes(), &[&["review", out], more].concat());
        (outcome.code, outcome.stdout, outcome.stderr.replace(out, "OUT"))
    }

    fn correct(&self, photo: &str, decision: PhotoDecision) {
        correct(&self.out(), photo, decision);
        finish(&self.out(), Language::English).expect("standings");
    }

    /// Changes the first of the corrected photos.
    fn edit_corrected_photo(&self, edit: impl FnOnce(&mut serde_json::Value)) {
        let connection = Connection::open(self.path().join(DATABASE)).expect("a database");
        let select = "SELECT content FROM corrected_photos WHERE number = 1";
        let text: String = connection.query_row(select, [], |row| row.get(0)).expect("a photo");
        let mut photo = serde_json::from_str(&text).expect("JSON");
        edit(&mut photo);
        let update = "UPDATE corrected_photos SET content = ? WHERE number = 1";
        connection.execute(update, [photo.to_string()]).expect("written");
    }

    fn corrected(&self, photo: &str) -> Option<Corrected> {
        let line = self.lines().into_iter().find(|line| line.reading.photo == photo).expect("a photo");
        let mut corrections = Corrections::of_folder(&ResultsFolder::of_a_run(&self.path())).expect("corrections");
        corrections.follow(&self.lines());
        corrections.of(&line)
    }

    /// The kingdom that was typed for the photo, as it counts, in notation.
    fn typed(&self, photo: &str) -> Option<String> {
        self.corrected(photo)?.typed?;
        let review = Review::new(&Arc::new(self.out())).expect("results");
        review.counting(photo, None).as_ref().map(notation::write)
    }

    /// The squares that were given to the photo.
    fn squares(&self, photo: &str) -> Vec<Square> {
        self.corrected(photo).expect("corrected").squares.iter().map(|given| given.square).collect()
    }

    fn standings(&self) -> String {
        fs::read_to_string(self.path().join("standings.csv")).expect("a file")
    }
}

fn entry<'a>(tournament: &'a Tournament, player: &str) -> &'a Entry {
    let tables = tournament.rounds.iter().flat_map(|round| &round.tables);
    tables.flat_map(|table| &table.entries).find(|entry| entry.seat.player == player).expect("a player")
}

/// A player's resulting kingdom: its squares, its points, and whether and where it is doubtful.
type Came = (String, i32, bool, Vec<Place>);

fn came_to(entry: &Entry) -> Came {
    let kingdom = entry.kingdom.as_ref().expect("a kingdom");
    let squares = kingdom.squares.iter().map(|doubt| doubt.place).collect();
    (notation::write(&kingdom.record.kingdom), kingdom.sheet.total, kingdom.needs_review, squares)
}

/// The result of `scan --same-game --fix` on these photos.
fn corrected_together(photos: &[(&str, String)], given: &[Vec<(Place, Square)>]) -> Vec<Came> {
    let came = |reading: &Reading| {
        let states = reading.states().into_iter().filter(|(_, state)| *state == SquareState::Doubtful);
        let total = sheet::total(&reading.kingdom, &Facts::default(), &[]);
        (notation::write(&reading.kingdom), total, reading.needs_review, states.map(|(place, _)| place).collect())
    };
    read_together(photos, given).iter().map(came).collect()
}

fn read_together(photos: &[(&str, String)], given: &[Vec<(Place, Square)>]) -> Vec<Reading> {
    try_to_read_together(photos, given).expect("kingdoms")
}

fn try_to_read_together(
    photos: &[(&str, String)],
    given: &[Vec<(Place, Square)>],
) -> Result<Vec<Reading>, CorrectionError> {
    let known = ReconstructOptions::default();
    let guesses: Vec<SquareGuesses> = photos.iter().map(|(_, text)| seen(text)).collect();
    let view =
        |(photo, guesses): (usize, _)| SeenView { name: photos[photo].0.to_owned(), photo, player: None, guesses };
    let views: Vec<SeenView> = guesses.iter().enumerate().map(view).collect();
    let game = GameViews::register(&views, &[], &known);
    let alone: Vec<Reading> = guesses.iter().map(|guesses| reconstruct(guesses, &known).expect("a kingdom")).collect();
    let first: Vec<Reading> =
        game.read(&[]).views.into_iter().zip(alone).map(|(read, alone)| read.unwrap_or(alone)).collect();
    let kingdoms = first.iter().zip(&guesses);
    let kingdoms = kingdoms.map(|(reading, guesses)| FirstReading { guesses, reading, beside: &[], known: &known });
    let in_cells = first.iter().zip(given).map(|(first, given)| {
        given.iter().map(|(place, square)| GivenSquare { cell: first.cell_of(*place), square: *square }).collect()
    });
    let in_cells: Vec<Vec<GivenSquare>> = in_cells.collect();
    FirstReadings::together(kingdoms.collect(), &game).corrected(&in_cells)
}

const PLAYERS: [&str; 4] = ["Anna", "Ben", "Cem", "Dora"];

/// A game of four players, and its photos with this share of blurred squares.
pub fn noisy_game(seed: u64, share: f64) -> (Vec<Kingdom>, Vec<(String, String)>) {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let kingdoms = laying::play(Game::Kingdomino, GridSize::Five, PLAYERS.len(), &mut dice);
    let photo = |(player, kingdom): (&&str, &Kingdom)| {
        let text = format!("{}|{}|{share}", notation::write(kingdom), dice.next_u64());
        (format!("table-1/{player}.jpg"), text)
    };
    let photos = PLAYERS.iter().zip(&kingdoms).map(photo).collect();
    (kingdoms, photos)
}

pub fn borrowed(photos: &[(String, String)]) -> Vec<(&str, String)> {
    photos.iter().map(|(name, text)| (name.as_str(), text.clone())).collect()
}

/// Random corrections of a game by a user, by player: most of them confirm or change doubtful squares.
fn said_of(table: &Table, truth: &[Kingdom], dice: &mut ChaCha8Rng) -> BTreeMap<usize, Vec<(Place, Square)>> {
    let tournament = table.ranked();
    let mut said: BTreeMap<usize, Vec<(Place, Square)>> = BTreeMap::new();
    for (player, name) in PLAYERS.iter().enumerate() {
        let kingdom = entry(&tournament, name).kingdom.as_ref().expect("a kingdom");
        let read = kingdom.record.kingdom.squares();
        let is_alike = read.rows() == truth[player].squares().rows() && read.cols() == truth[player].squares().cols();
        let mut places: Vec<Place> = kingdom.squares.iter().map(|doubt| doubt.place).collect();
        places.extend(read.places().filter(|_| dice.random_bool(0.04)));
        places.sort_unstable();
        places.dedup();
        for place in places.into_iter().filter(|place| read[*place] != Square::Castle) {
            let right = if is_alike { truth[player].squares()[place] } else { read[place] };
            let wrong: Square =
                ["wheat", "lake:1", "mine:2", "empty"][dice.random_range(0..4)].parse().expect("a square");
            let square = if dice.random_bool(0.8) { right } else { wrong };
            if square != Square::Castle {
                said.entry(player).or_default().push((place, square));
            }
        }
    }
    said
}

#[test]
fn every_way_to_the_same_corrections_comes_to_the_same_kingdoms_and_doubts() {
    let (mut kingdoms, mut corrected) = (0, 0);
    for seed in 0..cases("NOISY_GAMES", 2) {
        let (truth, photos) = noisy_game(7000 + seed, 0.25);
        let photos = borrowed(&photos);
        let table = Table::read(&photos);
        let untouched: Vec<Came> = PLAYERS.iter().map(|player| came_to(entry(&table.ranked(), player))).collect();
        let nothing = vec![Vec::new(); PLAYERS.len()];
        assert_eq!(corrected_together(&photos, &nothing), untouched, "game {seed}, as it was read");

        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let mut said = said_of(&table, &truth, &mut dice);
        let all = |said: &BTreeMap<usize, Vec<(Place, Square)>>| -> Vec<Vec<(Place, Square)>> {
            (0..PLAYERS.len()).map(|player| said.get(&player).cloned().unwrap_or_default()).collect()
        };
        // Every command refuses corrections that leave no possible kingdom, so such corrections are dropped
        // here.
        while try_to_read_together(&photos, &all(&said)).is_err() {
            said.pop_last();
        }
        let given = all(&said);
        let together = corrected_together(&photos, &given);

        // Enters the corrections in the corrections file.
        let typed = |given: &[(Place, Square)]| {
            given.iter().map(|(place, square)| format!("{place}={square}")).collect::<Vec<_>>()
        };
        let mut review = Review::new(&Arc::new(table.out())).expect("results");
        for (player, given) in &said {
            say_squares(&mut review, photos[*player].0, &typed(given)).expect("kept");
        }
        drop(review);
        let by_file: Vec<Came> = PLAYERS.iter().map(|player| came_to(entry(&table.ranked(), player))).collect();
        assert_eq!(by_file, together, "game {seed}, by the corrections file: {given:?}");

        // Enters them in a review, photo by photo, all squares of a photo on one line.
        let table = Table::read(&photos);
        for (player, given) in &said {
            let answers = format!("{}\nn\nq\n", typed(given).join(" "));
            let (_, _, stderr) = table.review(&answers, &[photos[*player].0]);
            assert!(!stderr.contains("error"), "{stderr}");
        }
        let by_review: Vec<Came> = PLAYERS.iter().map(|player| came_to(entry(&table.ranked(), player))).collect();
        assert_eq!(by_review, together, "game {seed}, by a review: {given:?}");
        kingdoms += PLAYERS.len();
        corrected += given.iter().map(Vec::len).sum::<usize>();
    }
    println!("{kingdoms} kingdoms, {corrected} squares corrected in three ways");
    assert!(corrected > 0);
}

/// A game of two players whose squares are all clear, and for each square of Ben's kingdom another content
/// that it could have.
fn clear_game() -> ([Kingdom; 2], Vec<(Place, Square, Square)>) {
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    let kingdoms = laying::play(Game::Kingdomino, GridSize::Five, 2, &mut dice);
    let [anna, ben] = <[Kingdom; 2]>::try_from(kingdoms).expect("two");
    let land = ben.squares().iter().filter(|(_, square)| square.terrain().is_some());
    let looks = land.flat_map(|(place, truth)| {
        let others = readings().into_iter().filter(|other| other.terrain().is_some() && other != truth);
        others.map(|other| (place, *truth, other)).collect::<Vec<_>>()
    });
    let looks = looks.collect();
    ([anna, ben], looks)
}

fn photos_of([anna, ben]: &[Kingdom; 2], bens_look: &str) -> Vec<(&'static str, String)> {
    let photo = |kingdom: &Kingdom, look: &str| format!("{}|1|0|{look}", notation::write(kingdom));
    vec![("table-1/Anna.jpg", photo(anna, "")), ("table-1/Ben.jpg", photo(ben, bens_look))]
}

fn has(reading: &Reading, code: &str) -> bool {
    reading.warnings.iter().any(|warning| warning.code.id() == code)
}

/// A game in which one of Ben's tiles clearly looks like another tile. The box has that tile, but not in
/// addition to those of Anna's kingdom. Returns the photos, the square and its true content.
fn game_with_a_wrong_tile() -> (Vec<(&'static str, String)>, Place, Square) {
    let (kingdoms, looks) = clear_game();
    let nothing = [vec![], vec![]];
    let found = looks.into_iter().find_map(|(place, truth, other)| {
        let photos = photos_of(&kingdoms, &format!("{place}={other}"));
        let read = read_together(&photos, &nothing);
        let alone = read_together(&photos[1..], &nothing[1..]);
        let is_one = read.iter().all(|reading| has(reading, "impossible-game")) && !alone[0].needs_review;
        is_one.then_some((photos, place, truth))
    });
    found.expect("a tile")
}

#[test]
fn what_makes_a_game_impossible_is_one_item_and_gone_when_it_is_solved() {
    let (photos, place, truth) = game_with_a_wrong_tile();
    let table = Table::read(&photos);
    assert_eq!(table.lines().iter().filter(|line| line.needs_review).count(), 2, "both are doubtful");
    let before = table.ranked();
    assert_eq!(before.to_review.len(), 1, "{:?}", before.to_review);
    let (code, stdout, stderr) = table.review(&format!("ben:{place}={truth}\n{place}={truth}\nn\nq\n"), &["--strict"]);
    assert!(table.ranked().is_settled(), "{stdout}{stderr}");
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("1 photo to check"), "{stderr}");
    let points = |tournament: &Tournament, player| came_to(entry(tournament, player)).1;
    let total = |kingdom: &Kingdom| sheet::total(kingdom, &Facts::default(), &[]);
    let (kingdoms, _) = clear_game();
    let after = table.ranked();
    assert_eq!([points(&after, "Anna"), points(&after, "Ben")], [0, 1].map(|index| total(&kingdoms[index])));
}

/// A game in which one of Ben's squares is torn between its true content and another reading.
fn game_with_a_doubt() -> (Vec<(&'static str, String)>, Place, [Square; 2]) {
    let (kingdoms, looks) = clear_game();
    let found = looks.into_iter().find_map(|(place, truth, other)| {
        let photos = photos_of(&kingdoms, &format!("{place}={truth}/{other}"));
        let read = read_together(&photos, &[vec![], vec![]]);
        let doubtful = read[1].states().into_iter().filter(|(_, state)| *state == SquareState::Doubtful);
        let is_one = !read[0].needs_review && read[1].needs_review && doubtful.map(|(at, _)| at).eq([place]);
        is_one.then_some((photos, place, [truth, other]))
    });
    found.expect("a doubt")
}

#[test]
fn a_review_asks_with_numbers_takes_back_and_goes_back() {
    let (photos, place, [truth, other]) = game_with_a_doubt();
    let table = Table::read(&photos);
    let open: Vec<String> = table.ranked().to_review.iter().map(|look| look.photo.clone()).collect();
    assert_eq!(open, ["table-1/Ben.jpg"], "{:?}", table.ranked().to_review);
    // Goes back from the first photo, which is refused, and leaves the questions open.
    let (_, stdout, stderr) = table.review("Hilfe\nb\nq\n", &[]);
    assert!(stderr.contains("Enter confirms what was read") && stderr.contains("this is the first photo"), "{stderr}");
    assert_eq!(stderr.matches("table-1/Ben.jpg (Ben)").count(), 1, "{stderr}");
    assert_eq!(stdout, format!("1 photo to check\n{}\n", table.path().join("report.html").display()));
    // When the input ends, the ranks are printed.
    let (_, stdout, _) = table.review("", &[]);
    assert!(stdout.contains("rank") && stdout.contains("Ben"), "{stdout}");
    // Chooses the second reading, undoes that, and types it; then undoes the whole answer, and accepts
    // everything.
    let (_, _, stderr) = table.review("2\n", &[]);
    assert!(stderr.contains("what is there?") && stderr.contains("  1  ") && stderr.contains("total"), "{stderr}");
    assert_eq!(table.squares("table-1/Ben.jpg"), [other]);
    assert!(table.ranked().is_settled());
    assert_eq!(came_to(entry(&table.ranked(), "Ben")).0, notation::write(&with(&photos[1].1, place, other)));
    let (_, _, stderr) = table.review("U\nq\n", &["ben"]);
    assert_eq!(table.corrected("table-1/Ben.jpg"), None, "{stderr}");
    assert!(!table.ranked().is_settled());
    let typed =
        format!("{}={}\nb\nu\n{}\nq\n", place.to_string().to_uppercase(), other, truth.to_string().to_uppercase());
    let (_, _, stderr) = table.review(&typed, &["BEN"]);
    assert_eq!(table.squares("table-1/Ben.jpg"), [truth], "{stderr}");
    // Shows Anna's photo, Ben's, Anna's again, and Ben's again.
    let (_, _, stderr) = table.review("/ben\nB\nn\nA\nq\n", &["anna"]);
    let shown: Vec<&str> = stderr.lines().filter(|line| line.starts_with("table-1/")).collect();
    assert_eq!(
        shown,
        ["table-1/Anna.jpg (Anna)", "table-1/Ben.jpg (Ben)", "table-1/Anna.jpg (Anna)", "table-1/Ben.jpg (Ben)"]
    );
    assert!(table.typed("table-1/Ben.jpg").is_some(), "{stderr}");
}

/// The kingdom of a photo's text with one square changed.
fn with(text: &str, place: Place, square: Square) -> Kingdom {
    let kingdom = notation::parse(text.split('|').next().expect("a kingdom")).expect("a kingdom");
    let mut squares = kingdom.squares().clone();
    squares[place] = square;
    Kingdom::new(kingdom.game(), kingdom.size(), squares).expect("a kingdom")
}

#[test]
fn prompts_fit_80_columns() {
    use kingdom_scanner::correction::dialogue::{REVIEW_PROMPTS, SCAN_PROMPTS};
    use kingdom_scanner::messages::{MessageId, Words};
    let more = [MessageId::ReviewKingdomPrompt, MessageId::ReviewEndPrompt, MessageId::ReviewSure];
    for phrase in REVIEW_PROMPTS.into_iter().chain(SCAN_PROMPTS).chain(more) {
        for language in Language::ALL {
            let text = phrase.in_language(language);
            // This leaves room for a space and the letters of an answer on 80 columns.
            assert!(text.chars().count() <= 78, "{text}");
        }
    }
}

#[test]
fn a_typed_kingdom_that_contradicts_a_clear_picture_asks_once_more() {
    let (photos, ..) = game_with_a_doubt();
    let table = Table::read(&photos);
    let kingdom = notation::parse(photos[0].1.split('|').next().expect("a kingdom")).expect("a kingdom");
    let at = kingdom.squares().places().find(|place| kingdom.squares()[*place].terrain().is_some()).expect("land");
    let typed = notation::write(&with(&photos[0].1, at, "mine:3".parse().expect("a square")));
    let (_, _, stderr) = table.review(&format!("{typed}\n\nn\nq\n"), &["anna"]);
    assert!(stderr.contains(&format!("the picture clearly shows: {at} ")), "{stderr}");
    assert_eq!(table.corrected("table-1/Anna.jpg"), None, "Enter is no");
    let (_, _, stderr) = table.review(&format!("{}\ny\nq\n", typed.to_lowercase()), &["anna"]);
    assert_eq!(table.typed("table-1/Anna.jpg"), Some(typed.clone()), "{stderr}");
    assert_eq!(came_to(entry(&table.ranked(), "Anna")).0, typed);
}

#[test]
fn a_player_whose_photos_are_left_out_is_none() {
    let table = Table::read(&game_with_a_doubt().0);
    let (_, stdout, stderr) = table.review("x\n", &["ben"]);
    assert!(stdout.contains("left out by a person") && stdout.contains("table-1/Ben.jpg"), "{stdout}{stderr}");
    assert!(!stdout.replace("table-1/Ben.jpg", "").contains("Ben") && stdout.contains("Anna"), "{stdout}{stderr}");
    assert!(!table.standings().contains("Ben"), "{}", table.standings());
    let left: Vec<String> = table.ranked().loose.iter().map(|loose| loose.photo.clone()).collect();
    assert_eq!(left, ["table-1/Ben.jpg"]);
}

#[test]
fn results_are_fresh_after_ctrl_c() {
    let table = Table::read(&game_with_a_doubt().0);
    let before = table.standings();
    let mut child = Command::new(scanner())
        .args(["review".as_ref(), table.path().as_os_str(), "anna".as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut answers = child.stdin.take().expect("a pipe");
    answers.write_all(b"r1c1=mine\n").expect("it reads");
    wait_for(|| is_corrected(&table));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    drop(answers);
    assert_ne!(table.standings(), before, "the correction counts");
}

fn is_corrected(table: &Table) -> bool {
    !rows(&table.path(), "SELECT content FROM answers").is_empty()
}

fn wait_for(is_done: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_done() && begun.elapsed() < Duration::from_secs(60) {
        sleep(Duration::from_millis(20));
    }
    assert!(is_done(), "in a minute");
}

/// A correction refers to squares of the grid that was found when it was made. If another grid is found later,
/// these squares may not be in it.
#[test]
fn corrections_of_another_reading_do_not_count_and_are_reported() {
    let (photos, place, [truth, other]) = game_with_a_doubt();
    let table = Table::read(&photos);
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    say_squares(&mut review, "table-1/Ben.jpg", &[format!("{place}={other}")]).expect("kept");
    drop(review);
    // By a fifth of a square it is about the same grid; the square is not in one that is far away.
    let mut at = 0.0;
    for (by, counts) in [(0.2, true), (9.0, false), (30.0, false)] {
        table.edit_corrected_photo(|photo| {
            for col in 0..2 {
                let row = &mut photo["found"][0][col];
                let (side, begin) = (row[col].as_f64().expect("a number"), row[2].as_f64().expect("a number"));
                row[2] = (begin + (by - at) * side).into();
            }
        });
        at = by;
        let ranked = table.ranked();
        let text = match counts {
            true => notation::write(&with(&photos[1].1, place, other)),
            false => photos[1].1.split('|').next().expect("a kingdom").to_owned(),
        };
        assert_eq!(came_to(entry(&ranked, "Ben")).0, text, "{by}");
        let look = ranked.to_review.iter().find(|look| look.photo == "table-1/Ben.jpg");
        let doubts = look.iter().flat_map(|look| &look.doubts).map(|doubt| doubt.in_language(Language::English));
        let is_told = doubts.into_iter().any(|doubt| doubt.contains("when it was read differently"));
        assert_eq!(is_told, !counts, "{by}");
    }
    assert_ne!(truth, other);
    // A new answer replaces those that no longer count.
    let (_, _, stderr) = table.review(&format!("{place}={truth}\nq\n"), &["ben"]);
    assert_eq!(table.squares("table-1/Ben.jpg"), [truth], "{stderr}");
    assert!(table.ranked().is_settled(), "{stderr}");
}

/// A photo that is moved to another table is read with other kingdoms, so a few squares may be read
/// differently. Its corrections still count.
#[test]
fn corrections_of_a_moved_photo_count_though_a_few_squares_are_read_otherwise() {
    let read_otherwise = |seed: u64| {
        let (_, photos) = noisy_game(seed, 0.25);
        let together = read_together(&borrowed(&photos), &vec![Vec::new(); photos.len()]);
        let is_other = |(text, together): (&str, &Reading)| {
            let alone = reconstruct(&seen(text), &ReconstructOptions::default()).expect("a kingdom");
            alone.kingdom != together.kingdom
        };
        let photo = photos.iter().zip(&together).position(|((_, text), together)| is_other((text, together)))?;
        Some((photos, photo))
    };
    let (photos, moved) = (7100..7140).find_map(read_otherwise).expect("a kingdom that its game changes");
    let table = Table::read(&borrowed(&photos));
    let (name, player) = (&photos[moved].0, PLAYERS[moved]);
    let at = entry(&table.ranked(), player).kingdom.as_ref().expect("a kingdom").record.kingdom.squares().clone();
    let place = at.places().find(|place| at[*place].terrain().is_some()).expect("land");
    let said = format!("{place}={}", at[place]);
    let (_, _, stderr) = table.review(&format!("{said}\nq\n"), &[name]);
    let kept = table.corrected(name);
    assert_eq!(table.squares(name), [at[place]], "{stderr}");
    let to = format!("table-2/{player}.jpg");
    table.rename(name, &to);
    table.read_photos();
    let ranked = table.ranked();
    let now = entry(&ranked, player).kingdom.as_ref().expect("a kingdom").record.kingdom.squares()[place];
    assert_eq!((table.corrected(&to), now), (kept.clone(), at[place]));
    let doubts =
        ranked.to_review.iter().flat_map(|look| &look.doubts).map(|doubt| doubt.in_language(Language::English));
    assert!(
        doubts.clone().all(|doubt| !doubt.contains("when it was read differently")),
        "{:?}",
        doubts.collect::<Vec<_>>()
    );
    // They also count when the photo returns to its table under another name.
    let back = format!("table-1/{player}/1.jpg");
    table.rename(&to, &back);
    table.read_photos();
    assert_eq!(table.corrected(&back), kept);
}

/// A square outside the grid does not count, and is reported. The other squares count.
#[test]
fn a_square_that_does_not_fit_is_reported_until_it_is_taken_back() {
    let (photos, place, [_, other]) = game_with_a_doubt();
    let table = Table::read(&photos);
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    say_squares(&mut review, "table-1/Ben.jpg", &[format!("{place}={other}")]).expect("kept");
    let corrected = came_to(entry(review.ranked(), "Ben"));
    assert_eq!(corrected.0, notation::write(&with(&photos[1].1, place, other)));
    let game = review.game_of("table-1/Ben.jpg").expect("results").expect("a game");
    let mut given = game.read.given.clone();
    let cell = Place::new(20, 20).into();
    given[game.views_shown()[0]].push(GivenSquare { cell, square: "lake".parse().expect("a square") });
    review.correct(&game, &game.read.given, &given, None).expect("kept");
    assert_eq!(came_to(entry(review.ranked(), "Ben")).0, corrected.0);
    assert!(is_told(review.ranked(), "Ben"), "{:?}", review.ranked().to_review);
    review.undo(&["table-1/Ben.jpg"]).expect("written").expect("an answer").expect("the last");
    assert_eq!(came_to(entry(review.ranked(), "Ben")), corrected);
    assert!(!is_told(review.ranked(), "Ben"));
}

/// Whether the ranks say that corrections of the player's photo do not count.
fn is_told(ranked: &Tournament, player: &str) -> bool {
    let of_player = ranked.to_review.iter().filter(|look| look.seat.as_ref().is_some_and(|seat| seat.player == player));
    let mut doubts = of_player.flat_map(|look| &look.doubts).map(|doubt| doubt.in_language(Language::English));
    doubts.any(|doubt| doubt.contains("when it was read differently"))
}

/// Answers in the review of a photo about another photo only: its first square is a mine.
fn correct_another(review: &mut Review, shown: &str, other: &str) {
    let game = review.game_of(shown).expect("results").expect("a game");
    let mut given = game.read.given.clone();
    let view = game.views_of(game.index_of(other).expect("a photo")).next().expect("a kingdom");
    let cell = game.read.read.kingdoms[view].cell_of(Place::new(0, 0));
    given[view].push(GivenSquare { cell, square: "mine".parse().expect("a square") });
    review.correct(&game, &game.read.given, &given, None).expect("kept");
}

/// Corrected squares that are in no grid any more are reported until the photo itself is corrected again; an
/// undo of that brings the report back.
#[test]
fn squares_on_another_grid_are_reported_until_the_photo_is_corrected_again() {
    let (photos, place, [truth, other]) = game_with_a_doubt();
    let table = Table::read(&photos);
    let (anna, ben) = ("table-1/Anna.jpg", "table-1/Ben.jpg");
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    say_squares(&mut review, ben, &[format!("{place}={other}")]).expect("kept");
    drop(review);
    table.edit_corrected_photo(|photo| photo["found"][0][0][2] = 1e5.into());
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    assert!(is_told(review.ranked(), "Ben"));
    correct_another(&mut review, ben, anna);
    assert!(is_told(review.ranked(), "Ben"));
    review.decide(ben, PhotoDecision::LeftOut, None).expect("kept");
    assert!(!is_told(review.ranked(), "Ben"));
    review.undo(&[ben]).expect("written").expect("an answer").expect("the last");
    assert!(is_told(review.ranked(), "Ben"));
    say_squares(&mut review, ben, &[format!("{place}={truth}")]).expect("kept");
    assert!(!is_told(review.ranked(), "Ben"));
    review.undo(&[ben]).expect("written").expect("an answer").expect("the last");
    assert!(is_told(review.ranked(), "Ben"));
    let ranked = Arc::clone(review.ranked());
    drop(review);
    assert_eq!(*ranked, table.ranked());
}

/// An answer in the review of a photo that has changed since it was corrected, but about another photo, does
/// not settle what was lost.
#[test]
fn corrections_of_changed_bytes_are_reported_until_the_photo_is_corrected_again() {
    let (photos, place, [_, other]) = game_with_a_doubt();
    let table = Table::read(&photos);
    let (anna, ben) = ("table-1/Anna.jpg", "table-1/Ben.jpg");
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    say_squares(&mut review, ben, &[format!("{place}={other}")]).expect("kept");
    drop(review);
    table.edit_corrected_photo(|photo| photo["sha256"] = "0".repeat(64).into());
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    let is_told = |review: &Review| {
        let looks = review.ranked().to_review.iter().filter(|look| look.photo == ben);
        let mut doubts = looks.flat_map(|look| &look.doubts).map(|doubt| doubt.in_language(Language::English));
        doubts.any(|doubt| doubt.contains("has changed since"))
    };
    assert!(is_told(&review));
    correct_another(&mut review, ben, anna);
    assert!(is_told(&review));
    review.decide(ben, PhotoDecision::AsRead, None).expect("kept");
    assert!(!is_told(&review));
}

#[test]
fn squares_that_another_program_read_are_reported() {
    let (photos, place, [_, other]) = game_with_a_doubt();
    let table = Table::read(&photos);
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    say_squares(&mut review, "table-1/Ben.jpg", &[format!("{place}={other}")]).expect("kept");
    drop(review);
    strip_guesses(&table);
    assert!(is_told(&table.ranked(), "Ben"));
}

#[test]
fn what_was_undone_last_is_redone_first() {
    let table = Table::read(&game_with_a_doubt().0);
    let (anna, ben) = ("table-1/Anna.jpg", "table-1/Ben.jpg");
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    for photo in [anna, ben] {
        review.decide(photo, PhotoDecision::LeftOut, None).expect("kept");
    }
    for photo in [anna, ben] {
        review.undo(&[photo]).expect("written").expect("an answer").expect("the last");
    }
    let left_out = |review: &Review| [anna, ben].map(|photo| review.corrected(photo).is_some());
    assert!(review.redo(&[anna, ben]).expect("written"));
    assert_eq!(left_out(&review), [false, true]);
    assert!(review.redo(&[anna, ben]).expect("written"));
    assert_eq!(left_out(&review), [true, true]);
    assert!(!review.redo(&[anna, ben]).expect("written"));
    review.undo(&[anna]).expect("written").expect("an answer").expect("the last");
    drop(review);
    // Answers that were undone follow a renamed photo, too.
    table.rename(anna, "table-1/Anna/1.jpg");
    table.read_photos();
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    assert!(review.redo(&["table-1/Anna/1.jpg"]).expect("written"));
    assert!(review.corrected("table-1/Anna/1.jpg").is_some_and(|corrected| corrected.is_left_out));
}

/// Giving a square once more is an answer, too, so that an undo takes back no other.
#[test]
fn a_square_that_is_given_again_is_undone_alone() {
    let table = Table::read(&game_with_a_doubt().0);
    let (_, _, stderr) = table.review("r1c2=mine\nr1c4=lake\nr1c2=mine\nu\nq\n", &["anna"]);
    let words: Vec<String> = table.squares("table-1/Anna.jpg").iter().map(Square::to_string).collect();
    assert_eq!(words, ["mine", "lake"], "{stderr}");
}

/// If photos of two players show the same kingdom, it belongs to one of them, and the other's photo is
/// missing.
#[test]
fn a_kingdom_on_photos_of_two_players_is_to_check_until_one_is_left_out() {
    let (kingdoms, _) = clear_game();
    let photo = |player: &str, seed: u64| {
        (format!("table-1/{player}.jpg"), format!("{}|{seed}|0.1", notation::write(&kingdoms[0])))
    };
    let photos = [
        photo("Anna", 1),
        photo("Ben", 2),
        ("table-1/Cem.jpg".to_owned(), format!("{}|3|0", notation::write(&kingdoms[1]))),
    ];
    let table = Table::read(&borrowed(&photos));
    let listed: Vec<String> = table.ranked().to_review.into_iter().map(|look| look.photo).collect();
    assert!(
        listed.contains(&"table-1/Anna.jpg".to_owned()) && listed.contains(&"table-1/Ben.jpg".to_owned()),
        "{listed:?}"
    );
    let (_, stdout, stderr) = table.review("x\nq\n", &["ben"]);
    assert!(!stdout.contains("Ben"), "{stdout}{stderr}");
    let ranked = table.ranked();
    let doubts =
        ranked.to_review.iter().flat_map(|look| &look.doubts).map(|doubt| doubt.in_language(Language::English));
    assert!(!doubts.into_iter().any(|doubt| doubt.contains("different players")), "{:?}", ranked.to_review);
}

#[test]
fn another_players_kingdom_typed_by_mistake_is_to_check() {
    let (photos, ..) = game_with_a_doubt();
    let table = Table::read(&photos);
    let annas = photos[0].1.split('|').next().expect("a kingdom");
    let (_, _, stderr) = table.review(&format!("{annas}\ny\nn\nq\n"), &["ben"]);
    assert_eq!(table.typed("table-1/Ben.jpg").as_deref(), Some(annas), "{stderr}");
    let open = table.ranked().to_review;
    assert!(open.iter().any(|look| look.photo == "table-1/Anna.jpg"), "{open:?}");
}

#[test]
fn what_is_said_of_another_photo_keeps_what_was_typed_there() {
    let (photos, place, [truth, _]) = game_with_a_doubt();
    let table = Table::read(&photos);
    let typed = photos[0].1.split('|').next().expect("a kingdom");
    table.correct("table-1/Anna.jpg", typed_as(typed));
    let at = with(typed, Place::new(0, 0), Square::Empty).squares().places().nth(1).expect("a square");
    let (_, _, stderr) = table.review(&format!("Anna:{at}=mine {place}={truth}\nn\nq\n"), &["ben"]);
    let expected = notation::write(&with(typed, at, "mine".parse().expect("a square")));
    assert_eq!(table.typed("table-1/Anna.jpg"), Some(expected), "{stderr}");
}

#[test]
fn results_of_an_earlier_program_can_be_accepted_and_typed_but_not_read_anew() {
    let table = Table::read(&game_with_a_doubt().0);
    strip_guesses(&table);
    let (_, _, stderr) = table.review("r1c1=W\nn\n", &["ben"]);
    assert!(stderr.contains("type it in notation"), "{stderr}");
    let (_, _, stderr) = table.review("a\ny\n", &["ben"]);
    assert!(table.typed("table-1/Ben.jpg").is_some(), "{stderr}");
}

fn strip_guesses(table: &Table) {
    change_rows(&table.path(), "UPDATE lines SET line = json_remove(line, '$.guesses')");
}

#[test]
fn a_guess_stays_the_same_on_its_way_through_the_results() {
    let (photos, ..) = game_with_a_doubt();
    let table = Table::read(&photos);
    for (line, (_, text)) in table.lines().iter().zip(&photos) {
        let stored = line.reading.guesses[0].squares().expect("guesses");
        assert_eq!(stored, seen(text));
        assert!(!stored.guesses.cells().iter().any(Guess::is_certain));
    }
}

#[test]
fn what_would_not_count_is_refused_at_once() {
    let (photos, ..) = game_with_a_doubt();
    let typed = photos[0].1.split('|').next().expect("a kingdom");
    let more = [("table-1/Cem.jpg", UNREADABLE.to_owned()), ("table-7.jpg", photos[0].1.clone())];
    let table = Table::read(&[&photos[..], &more].concat());
    let cases = [
        ("table-1/Cem.jpg", "the photo's file could not be read", &[typed, "x"][..]),
        ("table-7.jpg", "a photo of a whole table can only be checked square by square", &[typed, "a", "k1"]),
    ];
    for (photo, why, words) in cases {
        for word in words {
            let (_, _, stderr) = table.review(&format!("{word}\ny\nn\nq\n"), &[photo]);
            assert!(stderr.contains(why), "{photo}, {word}: {stderr}");
            assert!(!stderr.contains("counts "), "{photo}, {word}: {stderr}");
            assert!(!is_corrected(&table), "{photo}, {word}");
        }
    }
    // The library refuses it, too, with the same reason.
    let mut review = Review::new(&Arc::new(table.out())).expect("results");
    for (photo, why, _) in cases {
        let refused = review.decide(photo, typed_as(typed), None).expect_err("refused");
        assert!(refused.to_string().contains(why), "{refused}");
    }
    drop(review);
    let (_, _, stderr) = table.review("x\nq\n", &["table-7.jpg"]);
    assert!(table.corrected("table-7.jpg").is_some_and(|corrected| corrected.is_left_out), "{stderr}");
}

/// A kingdom was typed when the photo belonged to one player. Now the photo belongs to a whole table, so
/// nobody owns the typed kingdom.
#[test]
fn a_typed_kingdom_that_is_nobodys_by_now_is_said() {
    let (photos, ..) = game_with_a_doubt();
    let table = Table::read(&[("table-7.jpg", photos[0].1.clone())]);
    let typed = with(&photos[0].1, Place::new(0, 1), "mine:1".parse().expect("a square"));
    assert!(table.ranked().is_settled());
    table.correct("table-7.jpg", typed_as(&notation::write(&typed)));
    let ranked = table.ranked();
    let look = ranked.to_review.iter().find(|look| look.photo == "table-7.jpg").expect("to check");
    let doubts: Vec<String> = look.doubts.iter().map(|doubt| doubt.in_language(Language::English)).collect();
    assert!(doubts.iter().any(|doubt| doubt.contains("do not count")), "{doubts:?}");
    // The typed kingdom can be withdrawn.
    let (_, _, stderr) = table.review("u\nn\nq\n", &["table-7.jpg"]);
    assert!(stderr.contains("do not count") && table.ranked().is_settled(), "{stderr}");
}

/// A castle elsewhere in a typed kingdom moves its castle. The former square of the castle is then open.
#[test]
fn a_second_castle_does_not_take_a_typed_kingdom_away() {
    let (photos, ..) = game_with_a_doubt();
    let table = Table::read(&photos);
    let typed = photos[0].1.split('|').next().expect("a kingdom");
    let kingdom = notation::parse(typed).expect("a kingdom");
    let at = kingdom.squares().places().find(|place| kingdom.squares()[*place].terrain().is_some()).expect("land");
    table.correct("table-1/Anna.jpg", typed_as(typed));
    let (_, _, stderr) = table.review(&format!("Anna:{at}=castle\nn\nq\n"), &["ben"]);
    let moved = notation::parse(&table.typed("table-1/Anna.jpg").expect("typed")).expect("a kingdom");
    assert_eq!(moved.squares()[at], Square::Castle, "{stderr}");
    let is_open = |table: &Table| table.ranked().to_review.iter().any(|item| item.photo == "table-1/Anna.jpg");
    assert!(is_open(&table));
    let (_, _, stderr) = table.review("u\nq\n", &["Anna"]);
    assert_eq!(table.typed("table-1/Anna.jpg").as_deref(), Some(typed), "{stderr}");
    assert!(!is_open(&table));
}
