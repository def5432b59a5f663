//! The same random answers through three doors: `game` with a saved game, the page's interface, and `batch`
//! with `review`. A small model predicts the result: all answers count, an undo takes back exactly the last
//! answer, and all three show the same table.

use crate::common::batch::kept_corrections;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use kingdom_scanner::domain::{Facts, Kingdom, Place, Square};
use kingdom_scanner::formats::notation;
use kingdom_scanner::scoring::sheet::total;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Answer, Server};
use crate::common::cases::{asked, cases};
use crate::common::game_photos::{KINGDOMS, Photos};
use crate::common::program::{Outcome, run_at};
use crate::common::tournament_photos::{copy, draw};

/// The number of tables with `TEST_ALL`; without it two, one of which goes through the command line. The
/// variable `DOORS_TABLES` sets another number, and `DOORS_SEED` another seed.
const TABLES: u64 = 20;
const STEPS: usize = 10;

/// The players with a photo, in the order of [`KINGDOMS`]. Ben's photo shows an edition that was never used
/// in training, so squares of it are doubtful.
const PLAYERS: [&str; 3] = ["Anna", "Ben", "Cem"];

/// A player with only a typed total.
const WITHOUT_PHOTO: &str = "Dora";

const SQUARES: [&str; 7] = ["F1", "W", "L1", "M2", "S", "G2", "C"];

/// An action of a user.
#[derive(Debug, Clone)]
enum Step {
    Square {
        player: &'static str,
        place: Place,
        square: String,
    },
    Confirm {
        player: &'static str,
    },
    Kingdom {
        player: &'static str,
        kingdom: &'static str,
    },
    Total {
        points: u16,
    },
    LeaveOut {
        player: &'static str,
    },
    /// The photo's file is renamed.
    Rename {
        player: &'static str,
    },
    /// The photo is removed and added again. Its answers must not be lost without a message.
    PutAgain {
        player: &'static str,
    },
}

/// A player as shown by a door.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    /// The player's total, if there is one.
    total: Option<i64>,
    is_to_check: bool,
    /// The kingdom in notation, without empty rows and columns at the edge.
    kingdom: Option<String>,
}

type Table = BTreeMap<String, Shown>;

/// A user interface to a table: a "door".
trait Door {
    fn name(&self) -> &'static str;

    /// Whether the user can take this action at this door.
    fn has(&self, step: &Step) -> bool;

    /// Performs the action. Returns whether an answer was recorded that can be undone.
    fn take(&mut self, step: &Step) -> bool;

    /// Undoes the last answer, which was given by this step.
    fn undo(&mut self, step: &Step);

    fn table(&mut self) -> Table;
}

fn trimmed(text: &str) -> String {
    let kingdom = notation::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let squares = kingdom.squares().trimmed();
    notation::write(&Kingdom::new(kingdom.game(), kingdom.size(), squares).expect("a kingdom"))
}

fn points(kingdom: &Kingdom) -> i64 {
    total(kingdom, &Facts::default(), &[]).into()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// `game SAVED`: each answer is a separate process.
struct CommandLine {
    folder: TempDir,
}

impl CommandLine {
    fn run(&self, args: &[&str]) -> Outcome {
        let outcome =
            run_at(self.folder.path(), "C", b"", &[&["game", "game.json", "--no-gallery", "--json"], args].concat());
        assert!([0, 2].contains(&outcome.code), "{args:?}: {}", outcome.stderr);
        outcome
    }

    /// The entries in the saved game, without the kingdoms' ids, which change with the file's folder.
    fn saved(&self) -> Value {
        let text = fs::read(self.folder.path().join("game.json")).expect("a saved game");
        serde_json::from_slice::<Value>(&text).expect("JSON")["saved_game"].clone()
    }
}

impl Door for CommandLine {
    fn name(&self) -> &'static str {
        "game"
    }

    fn has(&self, step: &Step) -> bool {
        matches!(step, Step::Square { .. } | Step::Confirm { .. } | Step::Total { .. })
    }

    fn take(&mut self, step: &Step) -> bool {
        let argument = match step {
            Step::Square { player, place, square } => format!("--fix={player}:{place}={square}"),
            Step::Confirm { player } => format!("--as-read={player}"),
            Step::Total { points } => format!("--total={WITHOUT_PHOTO}={points}"),
            step => panic!("{step:?}"),
        };
        let before = self.saved();
        self.run(&[&argument, "--save"]);
        self.saved() != before
    }

    fn undo(&mut self, _: &Step) {
        let outcome = self.run(&["--undo", "--save"]);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    }

    fn table(&mut self) -> Table {
        let player = |standing: &Value| {
            let kingdom = standing["kingdoms"].get(0).map(|kingdom| trimmed(text(&kingdom["notation"])));
            let is_to_check = standing["needs_review"] == true;
            (text(&standing["player"]).to_owned(), Shown { total: standing["total"].as_i64(), is_to_check, kingdom })
        };
        list(&self.run(&[]).json()["standings"]).iter().map(player).collect()
    }
}

/// The page's interface.
struct Page<'a> {
    server: &'a Server,
    path: String,
    photos: &'a Path,
}

impl Page<'_> {
    fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.server.ask(method, &format!("{}{path}", self.path), body.to_string().as_bytes())
    }

    fn view(&self) -> Value {
        self.server.get(&self.path)
    }

    fn add(&self, player: &str) {
        let bytes = fs::read(self.photos.join(format!("{player}.jpg"))).expect("a photo");
        self.server.ask("POST", &format!("{}/photos?name={player}.jpg", self.path), &bytes).json();
    }

    /// Whether the request changed the game; otherwise it was refused with a reason.
    fn change(&self, path: &str, body: &Value) -> bool {
        let answer = self.ask("POST", path, body);
        assert!(answer.status < 500, "{path} {body}: {}", answer.text());
        answer.status < 300
    }
}

fn kingdom_of<'v>(view: &'v Value, player: &str) -> Option<&'v Value> {
    let index = list(&view["players"]).iter().position(|other| other["name"] == player)?;
    list(&view["kingdoms"]).iter().find(|kingdom| kingdom["owner"] == index)
}

impl Door for Page<'_> {
    fn name(&self) -> &'static str {
        "page"
    }

    fn has(&self, step: &Step) -> bool {
        !matches!(step, Step::LeaveOut { .. } | Step::Rename { .. })
    }

    fn take(&mut self, step: &Step) -> bool {
        let view = self.view();
        match step {
            Step::Square { player, place, square } => {
                let kingdom = kingdom_of(&view, player).expect("a kingdom");
                let square = notation::parse_square(square).expect("a square");
                let body = json!({"kingdom": kingdom["k"], "row": place.row, "col": place.col, "square": square});
                self.change("/corrections", &body)
            }
            Step::Confirm { player } => {
                self.change("/as-read", &json!({"kingdom": kingdom_of(&view, player).expect("a kingdom")["k"]}))
            }
            Step::Kingdom { player, kingdom } => {
                let kingdom = notation::parse(kingdom).expect("a kingdom");
                let squares = kingdom.squares();
                let row = |row| (0..squares.cols()).map(|col| json!(squares[Place::new(row, col)])).collect::<Vec<_>>();
                let rows: Vec<_> = (0..squares.rows()).map(row).collect();
                let replaced = kingdom_of(&view, player).expect("a kingdom");
                self.change("/kingdoms", &json!({"squares": rows, "kingdom": replaced["k"]}))
            }
            Step::Total { points } => self.change("/totals", &json!({"player": WITHOUT_PHOTO, "total": points})),
            Step::PutAgain { player } => {
                let photo = list(&view["photos"]).iter().find(|photo| photo["name"] == format!("{player}.jpg"));
                let path = format!("/photos/{}", photo.expect("a photo")["p"]);
                let answer = self.ask("DELETE", &path, &Value::Null);
                if answer.status < 300 {
                    self.add(player);
                } else {
                    assert_eq!(answer.refused().1, "would-drop", "{}", answer.text());
                    assert!(answer.text().contains(player), "{}", answer.text());
                }
                false
            }
            step => panic!("{step:?}"),
        }
    }

    fn undo(&mut self, _: &Step) {
        let before = self.view();
        self.ask("POST", "/undo", &Value::Null).json();
        // The undone answer is redone and undone again, which must lose nothing.
        self.ask("POST", "/redo", &Value::Null).json();
        let mut again = self.view();
        for field in ["revision", "can_redo"] {
            again[field] = before[field].clone();
        }
        assert_eq!(again, before);
        self.ask("POST", "/undo", &Value::Null).json();
    }

    fn table(&mut self) -> Table {
        let view = self.view();
        let player = |player: &Value| {
            let name = text(&player["name"]);
            let kingdom = kingdom_of(&view, name).map(|kingdom| trimmed(text(&kingdom["notation"])));
            let is_to_check = player["needs_review"] == true;
            (name.to_owned(), Shown { total: player["total"].as_i64(), is_to_check, kingdom })
        };
        list(&view["players"]).iter().map(player).collect()
    }
}

/// `batch` and `review`, with the photos in a folder.
struct Results {
    folder: TempDir,
    /// The paths of the photos in their folder, by player.
    photos: BTreeMap<&'static str, String>,
}

impl Results {
    fn run(&self, args: &[&str], answers: &str) -> Outcome {
        let outcome = run_at(self.folder.path(), "C", answers.as_bytes(), args);
        assert_eq!(outcome.code, 0, "{args:?} {answers:?}: {}", outcome.stderr);
        outcome
    }

    fn batch(&self) {
        self.run(&["batch", "photos", "-o", "results"], "");
    }

    fn review(&self, player: &str, answers: &str) -> Outcome {
        self.run(&["review", "results", &self.photos[player]], &format!("{answers}q\n"))
    }

    fn path(&self, photo: &str) -> PathBuf {
        self.folder.path().join("photos").join(photo)
    }

    fn corrections(&self) -> Value {
        kept_corrections(&self.folder.path().join("results"))
    }

    /// The kingdom from the rows that `review` prints, such as `  3  M3  W   C`, without row numbers and
    /// marks.
    fn kingdom(&self, player: &str) -> Option<String> {
        let shown = self.review(player, "").stderr;
        let is_row = |line: &&str| {
            let number = line.strip_prefix("  ").and_then(|line| line.split_once("  "));
            let is_number =
                number.is_some_and(|(number, _)| number.len() == 1 && number.as_bytes()[0].is_ascii_digit());
            is_number && !line.contains(": total ")
        };
        let rows = shown.lines().filter(is_row);
        let rows: Vec<String> = rows.map(|row| row.split_whitespace().skip(1).collect()).collect();
        let text = rows.join("/").replace(['?', '=', '+'], "");
        // Where a castle was moved, its former square may look like a town.
        let game = if text.contains('T') { "q5" } else { "k5" };
        (!text.is_empty()).then(|| trimmed(&format!("{text} {game}")))
    }
}

impl Door for Results {
    fn name(&self) -> &'static str {
        "review"
    }

    fn has(&self, step: &Step) -> bool {
        !matches!(step, Step::Total { .. })
    }

    fn take(&mut self, step: &Step) -> bool {
        let (player, answers) = match step {
            Step::Square { player, place, square } => (player, format!("{place}={square}\n")),
            Step::Confirm { player } => (player, "a\ny\n".to_owned()),
            Step::Kingdom { player, kingdom } => (player, format!("{kingdom}\ny\n")),
            Step::LeaveOut { player } => (player, "x\n".to_owned()),
            Step::Rename { player } => {
                let from = self.photos[player].clone();
                let to = match from.strip_suffix("/photo.jpg") {
                    Some(folder) => format!("{folder}.jpg"),
                    None => format!("{}/photo.jpg", from.strip_suffix(".jpg").expect("a JPEG")),
                };
                fs::create_dir_all(self.path(&to).parent().expect("a folder")).expect("a folder");
                fs::rename(self.path(&from), self.path(&to)).expect("renamed");
                // Removes the old folder if it is empty, which it is if it was made for this player.
                let _ = fs::remove_dir(self.path(&from).parent().expect("a folder"));
                self.photos.insert(player, to);
                self.batch();
                return false;
            }
            Step::PutAgain { player } => {
                let (here, elsewhere) = (self.path(&self.photos[player]), self.folder.path().join("elsewhere.jpg"));
                fs::rename(&here, &elsewhere).expect("taken away");
                self.batch();
                fs::rename(&elsewhere, &here).expect("put again");
                self.batch();
                return false;
            }
            step @ Step::Total { .. } => panic!("{step:?}"),
        };
        let before = self.corrections();
        self.review(player, &answers);
        self.corrections() != before
    }

    fn undo(&mut self, step: &Step) {
        let (Step::Square { player, .. }
        | Step::Confirm { player }
        | Step::Kingdom { player, .. }
        | Step::LeaveOut { player }) = step
        else {
            panic!("{step:?}");
        };
        self.review(player, "u\n");
    }

    fn table(&mut self) -> Table {
        let csv = fs::read_to_string(self.folder.path().join("results/standings.csv")).expect("standings");
        let rows = csv::Reader::from_reader(csv.as_bytes()).into_records();
        let rows: Vec<csv::StringRecord> = rows.map(|row| row.expect("a row")).collect();
        let player = |player: &&'static str| {
            let cell = |at: usize| rows.iter().find(|row| row.get(2) == Some(player))?.get(at);
            let counts = cell(6).is_some_and(|kingdoms| kingdoms != "0");
            let total = cell(3).filter(|_| counts).map(|total| total.parse().expect("points"));
            let is_to_check = cell(8).is_some_and(|doubtful| doubtful != "0");
            let kingdom = self.kingdom(player).filter(|_| counts);
            ((*player).to_owned(), Shown { total, is_to_check, kingdom })
        };
        PLAYERS.iter().map(player).collect()
    }
}

/// The result of taking a step at a door.
struct Taken {
    door: usize,
    step: Step,
    before: Table,
}

struct Play<'a> {
    doors: Vec<Box<dyn Door + 'a>>,
    /// What each door showed last.
    tables: Vec<Table>,
    /// For each answer, oldest first, the doors at which it was recorded.
    answers: Vec<Vec<Taken>>,
    /// The complete kingdoms given by the user: before each answer, and now.
    given: Vec<BTreeMap<&'static str, Kingdom>>,
    /// The photographed kingdoms, if only true squares are entered.
    truth: Option<BTreeMap<&'static str, Kingdom>>,
    dice: ChaCha8Rng,
    log: Vec<String>,
}

impl Play<'_> {
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.dice.random_range(0..all.len())]
    }

    /// A random step that all doors support and that changes no other player's kingdom.
    fn step(&mut self) -> Step {
        loop {
            let step = self.any_step();
            let is_true = matches!(step, Step::Square { .. } | Step::Rename { .. } | Step::PutAgain { .. });
            let is_elsewhere = matches!(step, Step::Total { .. } | Step::Rename { .. } | Step::PutAgain { .. });
            let is_shared = is_elsewhere || self.doors.iter().all(|door| door.has(&step)) && !self.moves_castle(&step);
            if is_shared && (is_true || self.truth.is_none()) {
                return step;
            }
        }
    }

    /// Whether the step moves the castle of a kingdom that was given. Its former square is then open: the page
    /// reads it in the photo, but `review` knows only the given kingdom.
    fn moves_castle(&self, step: &Step) -> bool {
        let Step::Square { player, place, square } = step else { return false };
        let given = self.given.last().and_then(|given| given.get(player));
        square == "C" && given.is_some_and(|kingdom| kingdom.squares()[*place] != Square::Castle)
    }

    fn any_step(&mut self) -> Step {
        let player = self.pick(&PLAYERS);
        match self.dice.random_range(0..12) {
            0..5 => {
                let given = self.given.last().and_then(|given| given.get(player)).cloned();
                let sides = given.map_or((5, 5), |kingdom| (kingdom.squares().rows(), kingdom.squares().cols()));
                let place = Place::new(self.dice.random_range(0..sides.0), self.dice.random_range(0..sides.1));
                let square = match &self.truth {
                    Some(truth) => notation::square_in_notation(&truth[player].squares()[place]),
                    None => self.pick(&SQUARES).to_owned(),
                };
                Step::Square { player, place, square }
            }
            5..7 => Step::Confirm { player },
            7 => Step::Total { points: self.dice.random_range(0..100) },
            8 => Step::LeaveOut { player },
            // Never another player's kingdom: on the page, one kingdom with two players would be an open
            // question.
            9 => match self.dice.random_range(0..2) {
                0 => Step::Kingdom { player: "Cem", kingdom: KINGDOMS[3] },
                _ => Step::Kingdom { player: "Anna", kingdom: KINGDOMS[0] },
            },
            10 => Step::Rename { player },
            _ => Step::PutAgain { player },
        }
    }

    fn take(&mut self, step: &Step) {
        self.log.push(format!("{step:?}"));
        let mut answer = Vec::new();
        for (index, door) in self.doors.iter_mut().enumerate().filter(|(_, door)| door.has(step)) {
            let is_noted = door.take(step);
            let before = std::mem::replace(&mut self.tables[index], door.table());
            self.log.push(format!("  {}: noted {is_noted}, {:?}", door.name(), self.tables[index]));
            if is_noted {
                answer.push(Taken { door: index, step: step.clone(), before });
            } else {
                assert_eq!(self.tables[index], before, "nothing noted, and something changed: {:#?}", self.log);
            }
        }
        if !answer.is_empty() {
            let given = self.given_after(step);
            self.given.push(given);
            self.answers.push(answer);
        }
        self.check();
    }

    /// The complete kingdoms that users have given, after this answer; they must count as given.
    fn given_after(&self, step: &Step) -> BTreeMap<&'static str, Kingdom> {
        let mut given = self.given.last().cloned().unwrap_or_default();
        match step {
            Step::Square { player, place, square } => {
                if let Some(kingdom) = given.get_mut(player) {
                    let mut squares = kingdom.squares().clone();
                    squares[*place] = notation::parse_square(square).expect("a square");
                    *kingdom = Kingdom::new(kingdom.game(), kingdom.size(), squares).expect("a kingdom");
                }
            }
            Step::Confirm { player } => {
                let shown = self.tables[0][*player].kingdom.as_ref().expect("a kingdom");
                given.insert(player, notation::parse(shown).expect("a kingdom"));
            }
            Step::Kingdom { player, kingdom } => {
                drop(given.insert(player, notation::parse(kingdom).expect("a kingdom")))
            }
            Step::LeaveOut { player } => drop(given.remove(player)),
            Step::Total { .. } | Step::Rename { .. } | Step::PutAgain { .. } => {}
        }
        given
    }

    fn undo(&mut self) {
        let Some(answer) = self.answers.pop() else { return };
        self.given.pop();
        self.log.push("undo".to_owned());
        for Taken { door, step, before } in answer {
            self.doors[door].undo(&step);
            self.tables[door] = self.doors[door].table();
            assert_eq!(
                self.tables[door],
                before,
                "{}: exactly the last answer: {:#?}",
                self.doors[door].name(),
                self.log
            );
        }
        self.check();
    }

    fn check(&self) {
        for (door, table) in self.doors.iter().zip(&self.tables) {
            for (player, shown) in table {
                let (name, log) = (door.name(), &self.log);
                if let Some(given) = self.given.last().and_then(|given| given.get(&**player)) {
                    let text = notation::write(given);
                    assert_eq!(shown.total, Some(points(given)), "{name}: {player} was given as {text}: {log:#?}");
                } else if let Some(truth) = self.truth.as_ref().and_then(|truth| truth.get(&**player)) {
                    let is_right = shown.is_to_check || shown.total == Some(points(truth));
                    assert!(is_right, "{name}: {player} without a word: {log:#?}");
                }
            }
        }
        for (door, table) in self.doors.iter().zip(&self.tables).skip(1) {
            for player in PLAYERS {
                let names = [self.doors[0].name(), door.name()];
                let (mut one, mut other) = (self.tables[0][player].clone(), table[player].clone());
                // In `game`, a kingdom that no box's dominoes can form cannot be confirmed: it stays marked
                // for review. On the page, so does a given kingdom that no box can hold with the others:
                // `review` marks only those others.
                let is_given = self.given.last().is_some_and(|given| given.contains_key(player));
                match door.name() {
                    "game" if is_given => (one.is_to_check, other.is_to_check) = (false, false),
                    "page" if is_given => one.is_to_check |= other.is_to_check,
                    _ => {}
                }
                // `review` does not print the game.
                for shown in [&mut one, &mut other] {
                    shown.kingdom = shown.kingdom.as_ref().and_then(|text| text.split(' ').next()).map(str::to_owned);
                }
                assert_eq!(one, other, "{names:?}: {player}: {:#?}", self.log);
            }
        }
    }
}

/// The photos of a table, as prepared for each door.
struct Tables {
    photos: Photos,
    server: Server,
}

impl Tables {
    fn new() -> Self {
        let photos = Photos::of(&[]);
        for (player, kingdom) in PLAYERS.into_iter().zip(KINGDOMS) {
            draw(kingdom, &photos.path(&format!("{player}.jpg")), if player == "Ben" { "diorama" } else { "plain" }, 3);
        }
        let files = PLAYERS.map(|player| format!("{player}.jpg"));
        let [anna, ben, cem] = files.each_ref().map(String::as_str);
        let total = format!("{WITHOUT_PHOTO}=30");
        let saved = photos.run(&["game", anna, ben, cem, "--total", &total, "--save", "game.json"]);
        assert_eq!(saved.code, 0, "{}", saved.stderr);
        let folder = photos.path("tournament/photos/round-1/table-1");
        fs::create_dir_all(&folder).expect("a folder");
        for file in &files {
            fs::copy(photos.path(file), folder.join(file)).expect("a copy");
        }
        let results = run_at(&photos.path("tournament"), "C", b"", &["batch", "photos", "-o", "results"]);
        assert_eq!(results.code, 0, "{}", results.stderr);
        Self { photos, server: Server::start() }
    }

    fn command_line(&self) -> CommandLine {
        let folder = tempfile::tempdir().expect("a folder");
        fs::copy(self.photos.path("game.json"), folder.path().join("game.json")).expect("a copy");
        CommandLine { folder }
    }

    fn page(&self) -> Page<'_> {
        let names = PLAYERS.into_iter().chain([WITHOUT_PHOTO]).collect::<Vec<_>>();
        let view = self.server.post("/api/games", &json!({"players": names}));
        let page =
            Page { server: &self.server, path: format!("/api/games/{}", view["id"]), photos: self.photos.folder() };
        PLAYERS.iter().for_each(|player| page.add(player));
        assert!(page.change("/totals", &json!({"player": WITHOUT_PHOTO, "total": 30})));
        page
    }

    fn results(&self) -> Results {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&self.photos.path("tournament"), folder.path());
        let photos = PLAYERS.map(|player| (player, format!("round-1/table-1/{player}.jpg"))).into();
        Results { folder, photos }
    }
}

fn as_read(table: &Table) -> BTreeMap<&'static str, Kingdom> {
    let kingdom = |(player, laid): (&'static str, &str)| {
        let read = table[player].kingdom.as_ref().expect("a kingdom");
        let kingdoms = [read, laid].map(|text| notation::parse(text).expect("a kingdom"));
        let [read, laid] = kingdoms.each_ref().map(|kingdom| total(kingdom, &Facts::default(), &[]));
        assert_eq!(read, laid, "{player}");
        (player, kingdoms[0].clone())
    };
    PLAYERS.into_iter().zip(KINGDOMS).map(kingdom).collect()
}

#[test]
fn three_doors_show_the_same_table() {
    let tables = Tables::new();
    let seed = asked("DOORS_SEED").unwrap_or(1);
    for seed in seed..seed + cases("DOORS_TABLES", TABLES) {
        let mut doors: Vec<Box<dyn Door + '_>> = vec![Box::new(tables.results())];
        if seed % 4 != 3 {
            doors.push(Box::new(tables.page()));
        }
        if seed % 2 == 0 {
            doors.push(Box::new(tables.command_line()));
        }
        let dice = ChaCha8Rng::seed_from_u64(seed);
        let (answers, given, log) = (Vec::new(), Vec::new(), vec![format!("seed {seed}")]);
        let mut play = Play { doors, tables: Vec::new(), answers, given, truth: None, dice, log };
        play.tables = play.doors.iter_mut().map(|door| door.table()).collect();
        if seed % 4 == 2 {
            // The photos were read correctly, as their totals show. The squares are in the photos'
            // orientation.
            play.truth = Some(as_read(&play.tables[0]));
        }
        play.check();
        for _ in 0..STEPS {
            if play.dice.random_range(0..4) == 0 {
                play.undo();
                continue;
            }
            let step = play.step();
            play.take(&step);
        }
        while !play.answers.is_empty() {
            play.undo();
        }
    }
}
