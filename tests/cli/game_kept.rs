//! Nothing entered for a game is lost: it is in the saved game, or the loss is refused with an explanation.

use std::collections::BTreeMap;

use kingdom_scanner::domain::Place;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::common::cases::cases;
use crate::common::game_photos::Photos;
use crate::common::program::Outcome;
use crate::common::saved_game::{corrections, of_players, owners, queens_host};

/// Everything entered for a game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Said {
    /// The players' names, in the photos' order.
    names: Vec<String>,
    /// The corrected squares, by kingdom and place.
    fixes: BTreeMap<(usize, Place), &'static str>,
    coins: BTreeMap<usize, u16>,
    knights: BTreeMap<usize, u16>,
    queen: Option<usize>,
    variant: Option<&'static str>,
    tie_break: Option<&'static str>,
}

const SQUARES: [&str; 6] = ["wheat", "forest:1", "lake", "grassland:2", "swamp", "mine:1"];

impl Said {
    fn of(photos: &[&str]) -> Self {
        let name = |photo: &&str| {
            let stem = photo.trim_end_matches(".jpg");
            stem[..1].to_uppercase() + &stem[1..]
        };
        Self { names: photos.iter().map(name).collect(), ..Self::default() }
    }

    fn fix(&self, (kingdom, place): (usize, Place), square: &str) -> [String; 2] {
        ["--fix".to_owned(), format!("{}:{place}={square}", self.names[kingdom])]
    }

    fn numbers(&self, flag: &str, given: &BTreeMap<usize, u16>) -> Vec<[String; 2]> {
        given.iter().map(|(player, number)| [flag.to_owned(), format!("{}={number}", self.names[*player])]).collect()
    }

    /// Each entry as a flag and its value.
    fn flags(&self) -> Vec<[String; 2]> {
        let fixes = self.fixes.iter().map(|(at, square)| self.fix(*at, square));
        let queen = self.queen.map(|host| ["--queen".to_owned(), self.names[host].clone()]);
        let variant = self.variant.map(|variant| ["--variant".to_owned(), variant.to_owned()]);
        let tie_break = self.tie_break.map(|rule| ["--tie-break".to_owned(), rule.to_owned()]);
        let numbers =
            [self.numbers("--coins", &self.coins), self.numbers("--knights-in-supply", &self.knights)].concat();
        fixes.chain(numbers).chain(queen).chain(variant).chain(tie_break).collect()
    }

    fn names_flags(&self) -> Vec<[String; 2]> {
        self.names.iter().map(|name| ["--player".to_owned(), name.clone()]).collect()
    }

    /// Checks that the file contains exactly these entries.
    fn assert_stands_in(&self, saved: &Value, has_confirmed: &[usize], when: &str) {
        let settings = &saved["saved_game"]["table"]["settings"];
        let players = settings["players"].as_array().expect("a list");
        let names: Vec<String> = owners(saved).into_iter().flatten().collect();
        assert_eq!((&names, players.len()), (&self.names, names.len()), "{when}");
        for (kingdom, mut there) in corrections(saved).into_iter().enumerate() {
            there.sort_unstable();
            let own = self.fixes.iter().filter(|((of, _), _)| *of == kingdom);
            let mut said: Vec<String> = own.map(|((_, place), square)| format!("{place}={square}")).collect();
            said.sort();
            let lost: Vec<&String> = said.iter().filter(|said| !there.contains(said)).collect();
            assert!(lost.is_empty(), "{when}: {lost:?} of {there:?}");
            if !has_confirmed.contains(&kingdom) {
                assert_eq!(there, said, "{when}");
            }
        }
        let named = |given: &BTreeMap<usize, u16>| -> BTreeMap<String, u16> {
            given.iter().map(|(player, number)| (self.names[*player].clone(), *number)).collect()
        };
        assert_eq!(of_players(saved, "coins"), named(&self.coins), "{when}");
        assert_eq!(of_players(saved, "knights_in_supply"), named(&self.knights), "{when}");
        assert_eq!(queens_host(saved), self.queen.map(|host| self.names[host].clone()), "{when}");
        let variants: Vec<&str> =
            settings["variants"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(variants, self.variant.into_iter().collect::<Vec<_>>(), "{when}");
        let tie_break = settings["tie_rule"].as_str().unwrap_or("territory");
        assert_eq!(tie_break, self.tie_break.unwrap_or("territory"), "{when}");
    }
}

/// A folder with a saved game without any entries.
struct Game {
    photos: Photos,
    files: Vec<&'static str>,
    /// The rows and columns of each kingdom, and the place of its castle.
    grids: Vec<(usize, usize, Place)>,
}

impl Game {
    fn new(photos: Photos, files: &[&'static str]) -> Self {
        let saved = photos.run(&[&["game"], files, &["--save", "base.json"]].concat());
        assert_eq!(saved.code, 0, "{}", saved.stderr);
        let game = Self { photos, files: files.to_vec(), grids: Vec::new() };
        let base = game.saved("base.json");
        let grid = |kingdom: &Value| {
            let rows = kingdom["kingdom"]["squares"].as_array().expect("rows").clone();
            let squares = || {
                rows.iter().enumerate().flat_map(|(row, line)| {
                    line.as_array()
                        .expect("a row")
                        .iter()
                        .enumerate()
                        .map(move |(col, square)| (Place::new(row, col), square))
                })
            };
            let castle = squares().find(|(_, square)| *square == "castle").expect("a castle").0;
            (rows.len(), squares().map(|(place, _)| place.col + 1).max().expect("squares"), castle)
        };
        let grids = base["kingdoms"].as_array().expect("kingdoms").iter().map(grid).collect();
        Self { grids, ..game }
    }

    fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.photos.path(file)).expect("a saved game")
    }

    fn saved(&self, file: &str) -> Value {
        serde_json::from_str(&self.text(file)).expect("JSON")
    }

    fn go_on(&self, file: &str, flags: &[[String; 2]]) -> Outcome {
        let words = flags.iter().flatten().map(String::as_str).filter(|word| !word.is_empty());
        let has_place = flags.iter().any(|[flag, _]| flag == "--save");
        let save = (!flags.is_empty() && !has_place).then_some("--save");
        self.photos.run(&["game", file, "--json"].into_iter().chain(save).chain(words).collect::<Vec<_>>())
    }

    fn some_square(&self, dice: &mut ChaCha8Rng) -> (usize, Place) {
        let kingdom = dice.random_range(0..self.grids.len());
        let (rows, cols, castle) = self.grids[kingdom];
        loop {
            let place = Place::new(dice.random_range(0..rows), dice.random_range(0..cols));
            if place != castle {
                return (kingdom, place);
            }
        }
    }

    /// A random further entry, with the flags for it.
    fn say(&self, said: &Said, dice: &mut ChaCha8Rng) -> (Said, Vec<[String; 2]>) {
        let mut after = said.clone();
        let player = dice.random_range(0..said.names.len());
        let flags = match dice.random_range(0..10) {
            0..=3 => {
                let count = dice.random_range(1..=3);
                let mut new = BTreeMap::new();
                (0..count).for_each(|_| {
                    new.insert(self.some_square(dice), *SQUARES.choose(dice).expect("some"));
                });
                let flags = new.iter().map(|(at, square)| said.fix(*at, square)).collect();
                after.fixes.extend(new);
                flags
            }
            4 => {
                let coins = dice.random_range(0..9);
                after.coins.insert(player, coins);
                said.numbers("--coins", &BTreeMap::from([(player, coins)]))
            }
            5 => {
                let knights = dice.random_range(0..3);
                after.knights.insert(player, knights);
                said.numbers("--knights-in-supply", &BTreeMap::from([(player, knights)]))
            }
            6 => {
                // The Queen stands in the first player's kingdom, so naming that player agrees with the game.
                after.queen = Some(0);
                vec![["--queen".to_owned(), said.names[0].clone()]]
            }
            7 => {
                after.names[player] = format!("Eva{}", dice.random_range(0..100));
                after.names_flags()
            }
            8 => {
                after.variant = Some("harmony");
                vec![["--variant".to_owned(), "harmony".to_owned()]]
            }
            _ => {
                let rule = *["crowns", "territory"].choose(dice).expect("some");
                // The rule of the rule sheets is the default, and is not stored.
                after.tie_break = Some(rule).filter(|rule| *rule != "territory");
                vec![["--tie-break".to_owned(), rule.to_owned()]]
            }
        };
        (after, flags)
    }
}

fn found(outcome: &Outcome) -> Value {
    if outcome.code == 2 {
        // Errors are not compared, because they may list the players in another order.
        return Value::Null;
    }
    let found: Value =
        serde_json::from_str(&outcome.stdout).unwrap_or_else(|error| panic!("{error}: {}", outcome.stderr));
    let player = |player: &Value| (player["player"].to_string(), player["total"].clone());
    let totals: BTreeMap<String, Value> = found["standings"].as_array().expect("a list").iter().map(player).collect();
    serde_json::json!({ "totals": totals, "needs_review": found["needs_review"] })
}

const STEPS: usize = 6;

fn check_sequences(game: &Game, seed: u64) {
    let mut accepted = 0;
    let sequences = cases("KEPT_SEQUENCES", 5);
    for sequence in 0..sequences {
        let mut dice = ChaCha8Rng::seed_from_u64(100 * seed + sequence);
        let mut said = Said::of(&game.files);
        let mut file = format!("{sequence}.json");
        std::fs::copy(game.photos.path("base.json"), game.photos.path(&file)).expect("a copy");
        let mut last = game.go_on(&file, &[]);
        for step in 0..STEPS {
            let when = format!("sequence {sequence}, step {step}: {:?}", said);
            let before = game.text(&file);
            if dice.random_bool(0.1) {
                let other = format!("{sequence}-{step}.json");
                let saved = game.go_on(&file, &[["--save".to_owned(), other.clone()]]);
                assert_ne!(saved.code, 1, "{when}: {}", saved.stderr);
                assert_eq!(game.text(&file), before, "{when}");
                file = other;
            }
            let refused =
                *[["--size", "7"], ["anna.jpg", ""], ["--fix", "nobody:r1c1=lake"]].choose(&mut dice).expect("some");
            let outcome = game.go_on(&file, &[refused.map(str::to_owned)]);
            assert_eq!((outcome.code, game.text(&file) == before), (2, true), "{when}: {refused:?}");
            let (after, flags) = game.say(&said, &mut dice);
            let outcome = game.go_on(&file, &flags);
            let when = format!("{when} + {flags:?}: {}", outcome.stderr);
            if game.text(&file) == before {
                let is_named = flags.iter().any(|[flag, word]| {
                    outcome.stderr.contains(flag.as_str())
                        || word.split([':', '=']).any(|part| outcome.stderr.contains(part))
                });
                assert!(after == said || outcome.code == 2 && is_named, "{when}");
                continue;
            }
            after.assert_stands_in(&game.saved(&file), &[], &when);
            (said, last) = (after, outcome);
            accepted += 1;
        }
        let when = format!("sequence {sequence}: {said:?}");
        let again = game.go_on(&file, &[]);
        assert_eq!((again.code, found(&again)), (last.code, found(&last)), "{when}: reopened, {}", again.stderr);
        for order in 0..2 {
            let mut flags = said.flags();
            flags.shuffle(&mut dice);
            flags.extend(said.names_flags());
            let one_go = format!("{sequence}-in-one-go.json");
            std::fs::copy(game.photos.path("base.json"), game.photos.path(&one_go)).expect("a copy");
            let outcome = game.go_on(&one_go, &flags);
            assert_eq!(
                (outcome.code, found(&outcome)),
                (last.code, found(&last)),
                "{when}: order {order}, {flags:?}, {}",
                outcome.stderr
            );
            said.assert_stands_in(&game.saved(&one_go), &[], &when);
        }
        if sequence == 0 {
            let flags: Vec<[String; 2]> = said.flags().into_iter().chain(said.names_flags()).collect();
            let words: Vec<&str> = flags.iter().flatten().map(String::as_str).collect();
            // Until photos get other names, they are named by their files.
            let outcome = game.photos.run(&[&["game", "--json"], &game.files[..], &words].concat());
            assert_eq!(
                (outcome.code, found(&outcome)),
                (last.code, found(&last)),
                "{when}: from the photos, {}",
                outcome.stderr
            );
        }
        // Confirming a kingdom does not withdraw anything.
        let confirmed = dice.random_range(0..said.names.len());
        let outcome = game.go_on(&file, &[[format!("--as-read={}", said.names[confirmed]), String::new()]]);
        assert_ne!(outcome.code, 1, "{when}: {}", outcome.stderr);
        said.assert_stands_in(&game.saved(&file), &[confirmed], &format!("{when} --as-read: {}", outcome.stderr));
    }
    println!("{accepted} sayings were kept");
    assert!(accepted > 3 * sequences);
}

#[test]
fn what_is_said_of_a_kingdomino_game_is_kept() {
    let files = ["anna.jpg", "ben.jpg", "cem.jpg"];
    let photos = Photos::of(&[(files[0], 0), (files[1], 1), (files[2], 2)]);
    check_sequences(&Game::new(photos, &files), 1);
}

#[test]
fn what_is_said_of_a_queendomino_game_is_kept() {
    let photos = Photos::of(&[]);
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/photos/queendomino.jpg");
    std::fs::copy(fixture, photos.path("anna.jpg")).expect("a copy");
    photos.paint("ben.jpg", QUEENDOMINO, 4);
    check_sequences(&Game::new(photos, &["anna.jpg", "ben.jpg"]), 2);
}

const QUEENDOMINO: &str = "WWF1FF/WW1T[bakery]LL/GT[training-ground,tower]CLL1/GSM2MW/G1SSTW1 q5";

#[test]
fn the_last_word_on_ties_counts() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    assert_eq!(photos.run(&["game", "anna.jpg", "ben.jpg", "--save", "game.json", "--tie-break", "crowns"]).code, 0);
    let saved = |words: &[&str]| {
        let outcome = photos.run(&[&["game", "game.json", "--save"], words].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        let text = std::fs::read_to_string(photos.path("game.json")).expect("a saved game");
        let saved: Value = serde_json::from_str(&text).expect("JSON");
        saved["saved_game"]["table"]["settings"]["tie_rule"].as_str().map(str::to_owned)
    };
    assert_eq!(saved(&[]).as_deref(), Some("crowns"));
    assert_eq!(saved(&["--tie-break", "territory"]), None);
    assert_eq!(saved(&["--tie-break", "crowns"]).as_deref(), Some("crowns"));
}

#[test]
fn what_is_known_of_a_player_goes_with_a_new_name() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let begin = ["game", "anna.jpg", "ben.jpg", "--save", "game.json", "--coins", "Anna=11", "--coins", "Ben=7"];
    assert_eq!(photos.run(&begin).code, 0);
    let renamed = photos.run(&["game", "game.json", "--player", "Eva", "--player", "Ben", "--save"]);
    assert_eq!(renamed.code, 0, "{}", renamed.stderr);
    let coins = || {
        let saved = std::fs::read(photos.path("game.json")).expect("a saved game");
        of_players(&serde_json::from_slice(&saved).expect("JSON"), "coins")
    };
    let wanted = BTreeMap::from([("Ben".to_owned(), 7), ("Eva".to_owned(), 11)]);
    assert_eq!(coins(), wanted);
    // Exchanging only the kingdom keeps the player's facts.
    let swapped = photos.run(&["game", "game.json", "--player", "Ben", "--player", "Eva", "--save"]);
    assert_eq!(swapped.code, 0, "{}", swapped.stderr);
    assert_eq!(coins(), wanted);
}

/// On the page a player may get coins before a kingdom.
#[test]
fn coins_of_a_player_who_gets_a_kingdom_later_stay() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    assert_eq!(photos.run(&["game", "anna.jpg", "ben.jpg", "--save", "game.json"]).code, 0);
    let saved = || -> Value {
        let saved = std::fs::read(photos.path("game.json")).expect("a saved game");
        serde_json::from_slice(&saved).expect("JSON")
    };
    let mut game = saved();
    let table = &mut game["saved_game"]["table"];
    table["settings"]["players_added"] = json!(3);
    table["settings"]["players"].as_array_mut().expect("players").push(json!({"id": 3, "name": "Cem"}));
    let edits = table["edits"].as_array_mut().expect("edits");
    edits.push(json!({"kingdom": "0k1", "what": {"facts": {"player": 3, "facts": {"coins": 5}}}}));
    table["cursor"] = json!(edits.len());
    std::fs::write(photos.path("game.json"), game.to_string()).expect("a file");
    let renamed = photos.run(&["game", "game.json", "--player", "Cem", "--player", "Ben", "--save"]);
    assert_eq!(renamed.code, 0, "{}", renamed.stderr);
    assert_eq!(of_players(&saved(), "coins"), BTreeMap::from([("Cem".to_owned(), 5)]));
}

#[test]
fn a_third_quest_is_refused_also_later() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let quests = |words: &[&str]| photos.run(&[&["game"], words].concat());
    let two = quests(&["anna.jpg", "ben.jpg", "--save", "game.json", "--variant", "harmony", "--quest", "lost-corner"]);
    assert_eq!(two.code, 0, "{}", two.stderr);
    let before = std::fs::read_to_string(photos.path("game.json")).expect("a saved game");
    let third = quests(&["game.json", "--quest", "bleak-king", "--save"]);
    assert!(third.code == 2 && third.stderr.contains("bleak-king"), "{} {}", third.code, third.stderr);
    assert_eq!(std::fs::read_to_string(photos.path("game.json")).expect("a saved game"), before);
}

#[test]
fn a_saved_game_is_not_replaced_by_one_that_says_less() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let begin = ["game", "anna.jpg", "ben.jpg", "--save", "game.json"];
    assert_eq!(photos.run(&begin).code, 0);
    assert_eq!(photos.run(&["game", "game.json", "--fix", "anna:r3c1=lake", "--coins", "Ben=7", "--save"]).code, 0);
    let before = std::fs::read_to_string(photos.path("game.json")).expect("a saved game");
    let again = photos.run(&begin);
    assert_eq!(again.code, 2, "{}", again.stderr);
    assert!(again.stderr.contains("--fix anna.jpg:r3c1=lake --coins Ben=7"), "{}", again.stderr);
    assert_eq!(std::fs::read_to_string(photos.path("game.json")).expect("a saved game"), before);
    let more = ["--fix", "anna:r3c1=lake", "--coins", "Ben=7", "--fix", "ben:r1c2=lake:1"];
    assert_eq!(photos.run(&[&begin[..], &more].concat()).code, 0);
}

#[test]
fn a_saved_game_of_unknown_rules_is_refused() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let begin = ["game", "anna.jpg", "ben.jpg", "--save", "game.json", "--variant", "harmony", "--tie-break", "crowns"];
    assert_eq!(photos.run(&begin).code, 0);
    let text = std::fs::read_to_string(photos.path("game.json")).expect("a saved game");
    let of_game = |text: &str| text.find(r#""saved_game""#).expect("it goes on");
    for (word, other) in [("harmony", "melody"), ("crowns", "shields")] {
        let (kingdoms, saved) = text.split_at(of_game(&text));
        let at = saved.find(&format!("\"{word}\"")).expect("a rule");
        let changed = format!("{kingdoms}{}\"{other}\"{}", &saved[..at], &saved[at + word.len() + 2..]);
        std::fs::write(photos.path("changed.json"), changed).expect("a writable folder");
        let outcome = photos.run(&["game", "changed.json"]);
        assert!(outcome.code == 2 && outcome.stderr.contains(other), "{} {}", outcome.code, outcome.stderr);
    }
}
