//! Random sequences of answers in `review`, with renamed and moved photos and repeated batches in between: no
//! decision about a photo is lost, and `u` takes back exactly the last answer about it. Each step is a
//! separate process.

use crate::common::batch::kept_corrections;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use kingdom_scanner::domain::{Facts, Kingdom, Place, Square};
use kingdom_scanner::formats::notation;
use kingdom_scanner::scoring::sheet::total;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use crate::common::cases::{asked, cases};
use crate::common::game_photos::KINGDOMS;
use crate::common::program::{Outcome, run_at};
use crate::common::tournament_photos::{copy, whole};

/// The number of folders with `TEST_ALL`. The variable `KEPT_FOLDERS` sets another number, and `KEPT_SEED`
/// another seed.
const FOLDERS: u64 = 4;
const STEPS: usize = 12;

const PLAYERS: [&str; 4] = ["Anna", "Ben", "Cem", "Dora"];
const SQUARES: [&str; 6] = ["F1", "W", "L1", "M2", "S", "G2"];

/// A photo as shown to the user.
#[derive(Debug, Clone, PartialEq)]
struct Shown {
    /// The kingdom's rows as `review` prints them, with marks.
    kingdom: Vec<String>,
    /// The total in the standings; `None` if nothing counts for the player.
    total: Option<String>,
    is_to_check: bool,
}

/// A player's only photo, and the decisions about it.
struct Photo {
    player: &'static str,
    path: String,
    now: Shown,
    /// The complete kingdom given by the user, as it must count.
    given: Option<Kingdom>,
    /// For each answer, the state before it: what was shown, and the complete kingdom given. What was shown
    /// is `None` if another kingdom of the table was corrected since.
    before: Vec<(Option<Shown>, Option<Kingdom>)>,
}

struct Folder {
    folder: TempDir,
    dice: ChaCha8Rng,
    log: Vec<String>,
}

impl Folder {
    fn run(&mut self, args: &[&str], answers: &str) -> Outcome {
        // Steps that only look are not logged.
        if answers != "q\n" {
            self.log.push(format!("{} <- {answers:?}", args.join(" ")));
        }
        let outcome = run_at(self.folder.path(), "C", answers.as_bytes(), args);
        assert!(!outcome.stderr.contains("panicked"), "{}: {:#?}", outcome.stderr, self.log);
        assert_eq!(outcome.code, 0, "{}: {:#?}", outcome.stderr, self.log);
        outcome
    }

    fn batch(&mut self) {
        self.run(&["batch", "photos", "-o", "results"], "");
    }

    fn path(&self, photo: &str) -> PathBuf {
        self.folder.path().join("photos").join(photo)
    }

    fn corrections(&self) -> Value {
        kept_corrections(&self.folder.path().join("results"))
    }

    fn shown(&mut self, photo: &str, player: &str) -> Shown {
        let outcome = self.run(&["review", "results", photo], "q\n");
        let lines = outcome.stderr.lines();
        // A row of a kingdom, such as `  3  M3  W   C`. Neither the line of column numbers nor an offer with
        // its total counts as one.
        let is_row = |line: &&str| {
            let number = line.strip_prefix("  ").and_then(|line| line.split_once("  "));
            let is_number =
                number.is_some_and(|(number, _)| number.len() == 1 && number.as_bytes()[0].is_ascii_digit());
            is_number && !line.contains(": total ")
        };
        let rows = lines.filter(is_row);
        let kingdom: Vec<String> = rows.map(|row| row.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let csv = fs::read_to_string(self.folder.path().join("results/standings.csv")).expect("standings");
        let row = csv.lines().map(|row| row.split(',').collect::<Vec<_>>()).find(|row| row.get(2) == Some(&player));
        let cell = |at: usize| row.as_ref().and_then(|row| row.get(at)).map(|cell| (*cell).to_owned());
        let total = cell(3).filter(|_| cell(6).is_some_and(|kingdoms| kingdoms != "0"));
        Shown { kingdom, total, is_to_check: cell(8).is_some_and(|doubtful| doubtful != "0") }
    }

    /// Gives these answers about the photo. Returns whether anything was recorded.
    fn answer(&mut self, photo: &mut Photo, answers: &str) -> bool {
        let before = self.corrections();
        self.run(&["review", "results", &photo.path], &format!("{answers}\nq\n"));
        let is_noted = self.corrections() != before;
        let now = self.shown(&photo.path, photo.player);
        let earlier = std::mem::replace(&mut photo.now, now);
        if is_noted {
            photo.before.push((Some(earlier), photo.given.clone()));
        } else {
            assert_eq!(photo.now, earlier, "nothing was noted, and something changed: {:#?}", self.log);
        }
        is_noted
    }

    /// Checks that a kingdom given by the user counts exactly as given.
    fn check_given(&self, photo: &Photo) {
        if let Some(kingdom) = &photo.given {
            let wanted = total(kingdom, &Facts::default(), &[]).to_string();
            let text = notation::write(kingdom);
            assert_eq!(photo.now.total.as_ref(), Some(&wanted), "{} is {text}: {:#?}", photo.path, self.log);
        }
    }

    fn correct_square(&mut self, photo: &mut Photo) {
        let (rows, cols) =
            photo.given.as_ref().map_or((5, 5), |kingdom| (kingdom.squares().rows(), kingdom.squares().cols()));
        let place = Place::new(self.dice.random_range(0..rows), self.dice.random_range(0..cols));
        let word = SQUARES[self.dice.random_range(0..SQUARES.len())];
        if !self.answer(photo, &format!("{place}={word}")) {
            return;
        }
        if let Some(kingdom) = &photo.given {
            let mut squares = kingdom.squares().clone();
            squares[place] = square(word);
            photo.given = Some(Kingdom::new(kingdom.game(), kingdom.size(), squares).expect("a kingdom"));
        }
        self.check_given(photo);
    }

    fn type_kingdom(&mut self, photo: &mut Photo) {
        let kingdom = KINGDOMS[self.dice.random_range(0..KINGDOMS.len())];
        if self.answer(photo, &format!("{kingdom}\ny")) {
            photo.given = Some(notation::parse(kingdom).expect("a kingdom"));
        }
        self.check_given(photo);
    }

    fn confirm(&mut self, photo: &mut Photo) {
        let before = photo.now.clone();
        if !self.answer(photo, "a\ny") {
            return;
        }
        if before.total.is_some() {
            assert_eq!(photo.now.total, before.total, "confirmed as it was: {:#?}", self.log);
        }
        let rows = photo.now.kingdom.iter().map(|row| row.split(' ').skip(1).collect::<String>());
        let text = rows.collect::<Vec<_>>().join("/").replace(['?', '=', '+'], "");
        photo.given = Some(notation::parse(&format!("{text} k5")).expect("a kingdom"));
        self.check_given(photo);
    }

    fn leave_out(&mut self, photo: &mut Photo) {
        if self.answer(photo, "x") {
            photo.given = None;
            assert_eq!(photo.now.total, None, "left out: {:#?}", self.log);
        }
    }

    fn undo(&mut self, photo: &mut Photo) {
        let Some((shown, given)) = photo.before.pop() else { return };
        self.run(&["review", "results", &photo.path], "u\nq\n");
        photo.now = self.shown(&photo.path, photo.player);
        if let Some(shown) = shown {
            assert_eq!(
                photo.now, shown,
                "`u` takes back exactly the last answer about {}: {:#?}",
                photo.path, self.log
            );
        }
        photo.given = given;
        self.check_given(photo);
    }

    /// Renames the photo's file, or gives it back its first name. The player stays the same.
    fn rename(&mut self, photo: &mut Photo) {
        let to = match photo.path.strip_suffix("/photo.jpg") {
            Some(folder) => format!("{folder}.jpg"),
            None => format!("{}/photo.jpg", photo.path.strip_suffix(".jpg").expect("a JPEG")),
        };
        self.relocate(photo, to);
        let now = self.shown(&photo.path, photo.player);
        assert_eq!(now, photo.now, "renamed: {:#?}", self.log);
    }

    /// Moves the photo to the other table's folder and back. A complete kingdom given by the user counts
    /// there as well.
    fn move_there_and_back(&mut self, photo: &mut Photo) {
        let home = photo.path.clone();
        let away = match home.contains("table-1") {
            true => home.replace("table-1", "table-2"),
            false => home.replace("table-2", "table-1"),
        };
        self.relocate(photo, away);
        let there = self.shown(&photo.path, photo.player);
        if photo.given.is_some() {
            assert_eq!(there.total, photo.now.total, "moved: {:#?}", self.log);
        } else if !photo.before.is_empty() && !there.is_to_check {
            assert_eq!(there.total, photo.now.total, "moved, another total without a mark: {:#?}", self.log);
        }
        self.relocate(photo, home);
        let back = self.shown(&photo.path, photo.player);
        assert_eq!(back, photo.now, "moved back: {:#?}", self.log);
    }

    fn relocate(&mut self, photo: &mut Photo, to: String) {
        self.log.push(format!("{} -> {to}", photo.path));
        let (from, new) = (self.path(&photo.path), self.path(&to));
        fs::create_dir_all(new.parent().expect("a folder")).expect("a folder");
        fs::rename(&from, &new).expect("renamed");
        // Removes the old folder if it is empty, which it is if it was made for this player.
        let _ = fs::remove_dir(from.parent().expect("a folder"));
        photo.path = to;
        self.batch();
    }
}

fn square(letters: &str) -> Square {
    let row = notation::parse(&format!("C{letters} k5")).expect("a kingdom");
    row.squares()[Place::new(0, 1)]
}

#[test]
fn nothing_said_in_a_review_is_lost() {
    let seed = asked("KEPT_SEED").unwrap_or(1);
    for seed in seed..seed + cases("KEPT_FOLDERS", FOLDERS) {
        let mut folder = Folder {
            folder: tempfile::tempdir().expect("a folder"),
            dice: ChaCha8Rng::seed_from_u64(seed),
            log: vec![format!("seed {seed}")],
        };
        copy(whole().folder(), folder.folder.path());
        let mut photos: BTreeMap<usize, Photo> = BTreeMap::new();
        for (index, player) in PLAYERS.into_iter().enumerate() {
            let path = format!("round-1/table-{}/{player}.jpg", index / 2 + 1);
            let now = folder.shown(&path, player);
            photos.insert(index, Photo { player, path, now, given: None, before: Vec::new() });
        }
        for _ in 0..STEPS {
            let index = folder.dice.random_range(0..PLAYERS.len());
            let mut photo = photos.remove(&index).expect("a photo");
            let said = folder.corrections();
            match folder.dice.random_range(0..14) {
                0..4 => folder.correct_square(&mut photo),
                4..6 => folder.type_kingdom(&mut photo),
                6..8 => folder.confirm(&mut photo),
                8 => folder.leave_out(&mut photo),
                9..12 => folder.undo(&mut photo),
                12 => folder.rename(&mut photo),
                _ => folder.move_there_and_back(&mut photo),
            }
            // An answer may change the readings of the other kingdoms at its table, but never the decisions
            // about them.
            let is_changed = folder.corrections() != said;
            for other in photos.values_mut() {
                let (path, player) = (other.path.clone(), other.player);
                other.now = folder.shown(&path, player);
                folder.check_given(other);
                if is_changed {
                    other.before.iter_mut().for_each(|(shown, _)| *shown = None);
                }
            }
            photos.insert(index, photo);
        }
    }
}
