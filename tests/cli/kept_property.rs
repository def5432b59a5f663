//! Random sequences of corrections to a saved game, each in its own process: nothing entered is lost, an undo
//! takes back exactly the last step, and true corrections never lead to a wrong total without a warning.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::common::cases::{asked, cases};
use crate::common::game_photos::{KINGDOMS, Photos};
use crate::common::program::run_at;
use crate::common::tournament_photos::draw;

/// The number of games with `TEST_ALL`. The variable `KEPT_GAMES` sets another number, and `KEPT_SEED`
/// another seed.
const GAMES: u64 = 6;
const STEPS: usize = 12;

const SQUARES: [&str; 8] = ["forest:1", "wheat", "lake:1", "mine:2", "swamp", "grassland:2", "castle", "forest"];

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// For each player, what corrections put on squares: each content as often as it was given.
type Given = BTreeMap<String, Vec<String>>;

struct Sequence<'a> {
    photos: &'a Photos,
    file: String,
    dice: ChaCha8Rng,
    /// The current output of `game FILE --json`.
    view: Value,
    /// The output before each saved step that can still be undone.
    before: Vec<Value>,
    /// The true squares, if only true corrections are made.
    truth: Option<Value>,
    log: Vec<String>,
}

fn kingdoms(view: &Value) -> impl Iterator<Item = (&str, &Value)> {
    list(&view["standings"]).iter().filter_map(|player| Some((text(&player["player"]), player["kingdoms"].get(0)?)))
}

fn squares(kingdom: &Value) -> impl Iterator<Item = (usize, usize, &Value)> {
    let rows = list(&kingdom["squares"]).iter().enumerate();
    rows.flat_map(|(row, squares)| list(squares).iter().enumerate().map(move |(col, square)| (row, col, square)))
}

fn given(view: &Value) -> Given {
    let mut given = Given::new();
    for (player, kingdom) in kingdoms(view) {
        let corrected = squares(kingdom).filter(|(.., square)| square["state"] == "corrected");
        given.insert(player.to_owned(), corrected.map(|(.., square)| text(&square["best"]).to_owned()).collect());
    }
    given
}

fn totals(view: &Value) -> BTreeMap<&str, &Value> {
    list(&view["standings"]).iter().map(|player| (text(&player["player"]), &player["total"])).collect()
}

/// Removes the first such content from the list. Returns whether there was one.
fn take(contents: &mut Vec<String>, content: &str) -> bool {
    let found = contents.iter().position(|other| other == content);
    found.map(|index| contents.remove(index)).is_some()
}

impl Sequence<'_> {
    /// Runs `game` with these arguments. Returns `None` if it refuses the corrections, such as a second
    /// castle. It must never refuse true ones.
    fn ask(&mut self, args: &[&str]) -> Option<Value> {
        let command = [&["game", &self.file, "--json", "--no-gallery"], args].concat();
        self.log.push(args.join(" "));
        let outcome = run_at(self.photos.folder(), "C", b"", &command);
        if outcome.code == 0 {
            return Some(outcome.json());
        }
        let is_said = outcome.stderr.contains("a kingdom has one castle") && self.truth.is_none();
        assert!(outcome.code == 2 && is_said, "{}: {:#?}", outcome.stderr, self.log);
        None
    }

    fn run(&mut self, args: &[&str]) -> Value {
        self.ask(args).expect("nothing that can be refused")
    }

    /// Runs a step, saves it, and checks that everything in `kept` still counts.
    fn step(&mut self, args: &[&str], kept: Given) {
        let Some(asked) = self.ask(args) else {
            assert_eq!(self.run(&[]), self.view, "what is refused changes nothing: {:#?}", self.log);
            return;
        };
        let saved = self.saved();
        let after = self.run(&[args, &["--save"]].concat());
        assert_eq!(totals(&asked), totals(&after), "what was asked is what is saved: {:#?}", self.log);
        let now = given(&after);
        for (player, contents) in kept {
            let Some(mut left) = now.get(&player).cloned() else { continue };
            // Empty rows and columns at the edge are not part of the kingdom.
            for content in contents.into_iter().filter(|content| content != "empty") {
                let is_there = take(&mut left, &content);
                // A correction that fits neither the photo nor the box is named, and the total needs review.
                let standing = list(&after["standings"]).iter().find(|standing| standing["player"] == *player);
                let is_to_check = standing.is_some_and(|standing| standing["needs_review"] == true);
                assert!(is_there || is_to_check, "{player} has lost {content} without a word: {:#?}", self.log);
            }
        }
        if let Some(truth) = &self.truth {
            for (player, total) in totals(&after).into_iter().filter(|(player, _)| *player != "Dora") {
                let standing = list(&after["standings"]).iter().find(|standing| standing["player"] == player);
                let is_to_check = standing.is_some_and(|standing| standing["needs_review"] == true);
                let is_right = totals(truth).get(player).is_none_or(|right| *right == total);
                assert!(is_right || is_to_check, "{player} has {total} without a warning: {:#?}", self.log);
            }
        }
        let before = std::mem::replace(&mut self.view, after);
        // A correction that agrees with all earlier ones is not a step.
        if self.saved() != saved {
            self.before.push(before);
        }
    }

    /// The entries of the game, without the ids of its kingdoms, which change with the file's name.
    fn saved(&self) -> Value {
        let text = std::fs::read(self.photos.path(&self.file)).expect("a saved game");
        serde_json::from_slice::<Value>(&text).expect("JSON")["saved_game"].clone()
    }

    /// A random player with a kingdom, and one of its squares.
    fn square(&mut self) -> (String, usize, usize, Value) {
        let all: Vec<(&str, &Value)> = kingdoms(&self.view).collect();
        let (player, kingdom) = all[self.dice.random_range(0..all.len())];
        let all: Vec<(usize, usize, &Value)> = squares(kingdom).collect();
        let (row, col, square) = all[self.dice.random_range(0..all.len())];
        (player.to_owned(), row, col, square.clone())
    }

    fn correct_square(&mut self) {
        let (player, row, col, square) = self.square();
        let word = match &self.truth {
            Some(truth) => {
                let kingdom = kingdoms(truth).find(|(name, _)| *name == player).expect("the same players").1;
                let is_there = |(at_row, at_col, _): &(usize, usize, &Value)| (*at_row, *at_col) == (row, col);
                text(&squares(kingdom).find(is_there).expect("the same grid").2["best"]).to_owned()
            }
            None => SQUARES[self.dice.random_range(0..SQUARES.len())].to_owned(),
        };
        let mut kept = given(&self.view);
        let contents = kept.get_mut(&player).expect("a player");
        if square["state"] == "corrected" {
            assert!(take(contents, text(&square["best"])));
        }
        if word == "castle" {
            // There is only one castle: the new place replaces the earlier one.
            take(contents, "castle");
        }
        contents.push(word.clone());
        let fix = format!("{player}:r{}c{}={word}", row + 1, col + 1);
        self.step(&["--fix", &fix], kept);
    }

    fn confirm(&mut self) {
        let (player, ..) = self.square();
        let mut kept = given(&self.view);
        let kingdom = kingdoms(&self.view).find(|(name, _)| *name == player).expect("a player").1;
        kept.insert(player.clone(), squares(kingdom).map(|(.., square)| text(&square["best"]).to_owned()).collect());
        self.step(&[&format!("--as-read={player}")], kept);
    }

    fn take_back_square(&mut self) {
        let corrected = |(player, kingdom): (&str, &Value)| -> Vec<(String, usize, usize, String)> {
            let corrected = squares(kingdom).filter(|(.., square)| square["state"] == "corrected");
            corrected
                .map(|(row, col, square)| (player.to_owned(), row, col, text(&square["best"]).to_owned()))
                .collect()
        };
        // A typed kingdom has no reading, so no square of it can be withdrawn.
        let read = kingdoms(&self.view).filter(|(player, _)| *player != "Cem");
        let all: Vec<_> = read.flat_map(corrected).collect();
        if all.is_empty() {
            return;
        }
        let (player, row, col, content) = all[self.dice.random_range(0..all.len())].clone();
        let mut kept = given(&self.view);
        assert!(take(kept.get_mut(&player).expect("a player"), &content));
        self.step(&["--unfix", &format!("{player}:r{}c{}", row + 1, col + 1)], kept);
    }

    fn type_total(&mut self) {
        let total = self.dice.random_range(0..100);
        let kept = given(&self.view);
        self.step(&["--total", &format!("Dora={total}")], kept);
        assert_eq!(totals(&self.view)["Dora"], total, "{:#?}", self.log);
    }

    fn undo(&mut self) {
        let Some(before) = self.before.pop() else { return };
        self.view = self.run(&["--undo", "--save"]);
        assert_eq!(self.view, before, "an undo takes back exactly the last step: {:#?}", self.log);
    }

    fn play(&mut self) {
        for _ in 0..STEPS {
            match self.dice.random_range(0..10) {
                0..5 => self.correct_square(),
                5 => self.confirm(),
                6 => self.take_back_square(),
                7 => self.type_total(),
                _ => self.undo(),
            }
        }
        while !self.before.is_empty() {
            self.undo();
        }
    }
}

#[test]
fn nothing_said_of_a_saved_game_is_lost() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    // This photo shows an edition that was never used in training, so squares are doubtful.
    draw(KINGDOMS[1], &photos.path("ben.jpg"), "diorama", 3);
    let typed = format!("Cem={}", KINGDOMS[2]);
    let saved = photos.run(&["game", "anna.jpg", "ben.jpg", &typed, "--total", "Dora=30", "--save", "base.json"]);
    assert_eq!(saved.code, 0, "{}", saved.stderr);
    // The kingdoms as they were laid, in the photos' orientation: 22, 22 and 18 points.
    let view = photos.run(&["game", "base.json", "--json"]).json();
    let seed = asked("KEPT_SEED").unwrap_or(1);
    for game in seed..seed + cases("KEPT_GAMES", GAMES) {
        let file = format!("game-{game}.json");
        photos.copy("base.json", &file);
        let mut sequence = Sequence {
            photos: &photos,
            file,
            dice: ChaCha8Rng::seed_from_u64(game),
            view: view.clone(),
            before: Vec::new(),
            truth: (game % 3 == 0).then(|| view.clone()),
            log: vec![format!("seed {game}")],
        };
        sequence.play();
        std::fs::remove_file(photos.path(&sequence.file)).expect("the saved game");
    }
}

/// A correction for Anna changes the reading of one of Ben's squares; a user who then confirms the kingdom
/// has seen that.
#[test]
fn a_confirmation_of_a_saved_game_is_of_what_it_shows() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    draw(KINGDOMS[1], &photos.path("ben.jpg"), "diorama", 3);
    let typed = format!("Cem={}", KINGDOMS[2]);
    let run = |args: &[&str]| photos.run(&[args, &["--json"]].concat()).json();
    let ben = |view: &Value| {
        let standing =
            list(&view["standings"]).iter().find(|standing| standing["player"] == "Ben").expect("Ben").clone();
        (standing["kingdoms"][0]["notation"].clone(), standing["needs_review"].clone())
    };
    let first = run(&["game", "anna.jpg", "ben.jpg", &typed, "--save", "game.json"]);
    let shown = run(&["game", "game.json", "--fix", "Anna:r2c5=mine:2", "--save"]);
    assert_ne!(ben(&first).0, ben(&shown).0, "it reads otherwise");
    let confirmed = run(&["game", "game.json", "--as-read=Ben", "--save"]);
    assert_eq!(ben(&confirmed), (ben(&shown).0, Value::Bool(false)));
    let after = run(&["game", "game.json", "--unfix", "Anna:r2c5", "--save"]);
    assert_eq!(ben(&after), ben(&confirmed), "what was confirmed stays");
}
