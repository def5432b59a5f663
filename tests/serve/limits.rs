//! Limits of a game are the same on the command line, in files and over HTTP.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::client::{Server, photo};
use crate::common::program::{Outcome, file, run, run_with};

/// A player's facts, and whether a game can hold them.
struct Given {
    variants: &'static [&'static str],
    coins: u64,
    knights: u64,
    is_allowed: bool,
}

const TABLE: [Given; 13] = [
    given(&[], 0, 0, true),
    given(&[], 174, 22, true),
    given(&[], 175, 0, false),
    given(&[], 65_536, 0, false),
    given(&[], 0, 23, false),
    given(&[], 0, 4_294_967_296, false),
    given(&["harmony", "middle-kingdom"], 0, 0, true),
    given(&["harmony", "harmony", "bleak-king"], 0, 0, true),
    given(&["lost-corner", "bleak-king"], 0, 0, true),
    given(&["harmony", "lost-corner", "bleak-king"], 0, 0, false),
    given(&["four-corners-wheat", "four-corners-lake", "four-corners-mine"], 0, 0, false),
    given(
        &["harmony", "middle-kingdom", "lost-corner", "bleak-king", "four-corners-wheat", "folie-des-grandeurs"],
        0,
        0,
        false,
    ),
    given(&["chess"], 0, 0, false),
];

const fn given(variants: &'static [&'static str], coins: u64, knights: u64, is_allowed: bool) -> Given {
    Given { variants, coins, knights, is_allowed }
}

impl Given {
    fn flags(&self, player: &str) -> Vec<String> {
        let of_player = |number: u64| if player.is_empty() { number.to_string() } else { format!("{player}={number}") };
        let is_variant = |id: &str| ["harmony", "middle-kingdom", "dynasty"].contains(&id);
        let variants = self.variants.iter().flat_map(|id| {
            let flag = if is_variant(id) { "--variant" } else { "--quest" };
            [flag.to_owned(), (*id).to_owned()]
        });
        let numbers =
            ["--coins".to_owned(), of_player(self.coins), "--knights-in-supply".to_owned(), of_player(self.knights)];
        numbers.into_iter().chain(variants).collect()
    }

    fn query(&self) -> String {
        let variants: String = self.variants.iter().map(|id| format!("&variant={id}")).collect();
        format!("coins={}&knights-in-supply={}{variants}", self.coins, self.knights)
    }

    fn label(&self) -> Value {
        json!({"game": "queendomino", "squares": [["town", "castle", "town"]], "size": 5, "coins": self.coins,
            "knights_in_supply": self.knights, "variants": self.variants})
    }
}

/// Whether the command accepted the input, rather than refusing it as wrong usage.
fn is_taken(outcome: &Outcome) -> bool {
    assert!(matches!(outcome.code, 0..=3), "{} {}", outcome.code, outcome.stderr);
    outcome.code != 2
}

#[test]
fn what_a_game_can_hold_is_the_same_everywhere() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let saved = folder.path().join("game.json");
    let saved = saved.to_str().expect("UTF-8");
    let five = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos/five.jpg");
    let anna = format!("Anna={}", five.to_str().expect("UTF-8"));
    assert_eq!(run(&["game", &anna, "--save", saved, "--no-gallery"]).code, 0);
    let before: Value = serde_json::from_slice(&fs::read(saved).expect("a file")).expect("JSON");
    let server = Server::start();
    let game = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
    for row in &TABLE {
        let kingdom = "TCT q5";
        let outcome = |args: &[&str], player: &str| {
            let flags = row.flags(player);
            run(&args.iter().copied().chain(flags.iter().map(String::as_str)).collect::<Vec<_>>())
        };
        let with = |args: &[&str], player: &str| is_taken(&outcome(args, player));
        // If the flags are accepted, the missing photo is reported.
        let looks_for_photo = |args: &[&str], player: &str| {
            let missed = outcome(&[args, &["no-such-photo.jpg"]].concat(), player).stderr;
            missed.contains("no-such-photo.jpg: cannot read the file")
        };
        let label = row.label().to_string();
        let (_folder, path) = file("label.json", &label);
        let mut edited = before.clone();
        let table = &mut edited["saved_game"]["table"];
        table["settings"]["variants"] = json!(row.variants);
        let facts = json!({"coins": row.coins, "knights_in_supply": row.knights});
        let what = json!({"facts": {"player": table["settings"]["players"][0]["id"], "facts": facts}});
        (table["edits"], table["cursor"]) = (json!([{"kingdom": "0k1", "what": what}]), json!(1));
        fs::write(saved, edited.to_string()).expect("a file");
        let player = json!({"name": "Anna", "coins": row.coins, "knights_in_supply": row.knights});
        let change = json!({"players": [player], "variants": row.variants}).to_string();
        let scanned = server.ask("POST", &format!("/api/scan?{}", row.query()), b"no photo");
        let changed = server.ask("PATCH", &format!("/api/games/{game}"), change.as_bytes());
        let ways = [
            ("score", with(&["score", kingdom], "")),
            ("standings", with(&["standings", kingdom, "--player", "Anna", "--queen", "nobody"], "Anna")),
            ("scan", looks_for_photo(&["scan"], "")),
            ("game", looks_for_photo(&["game"], "Anna")),
            ("a label", is_taken(&run(&["score", &path]))),
            ("standard input", is_taken(&run_with(label.as_bytes(), &["score", "-"]))),
            ("a saved game", is_taken(&run(&["game", saved]))),
            ("POST /api/scan", scanned.status == 200),
            ("PATCH /api/games", changed.status == 200),
        ];
        for (way, is_taken) in ways {
            assert_eq!(is_taken, row.is_allowed, "{way}: {}", row.query());
        }
        assert!([200, 400].contains(&scanned.status) && [200, 400].contains(&changed.status));
    }
}

/// Each line that the server prints can be scored.
#[test]
fn score_takes_each_line_that_the_server_gives() {
    let server = Server::start();
    let photo = photo("five.jpg");
    for row in &TABLE {
        let answer = server.ask("POST", &format!("/api/scan?{}&player=Anna", row.query()), &photo);
        if answer.status == 200 {
            let outcome = run_with(&answer.body, &["score", "-", "--json"]);
            assert_eq!(outcome.code, 0, "{}: {}", row.query(), outcome.stderr);
        }
    }
}

#[test]
fn a_game_has_as_many_players_everywhere() {
    let server = Server::start();
    let names: Vec<String> = (1..=17).map(|number| format!("Player {number}")).collect();
    for (players, is_allowed) in [(16, true), (17, false)] {
        let created = server.ask("POST", "/api/games", json!({"players": names[..players]}).to_string().as_bytes());
        assert_eq!(created.status == 201, is_allowed, "{}", created.text());
        let kingdoms = vec!["F1C k5"; players];
        assert_eq!(is_taken(&run(&[&["standings"], &kingdoms[..]].concat())), is_allowed, "{players}");
    }
}
