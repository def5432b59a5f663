//! Random sequences of requests to a game: nothing entered is lost, except by a request that was first
//! refused with a list; undo takes one step back; and totals equal those of the same corrections made at
//! once.

use std::fs;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::client::{Answer, Server};
use crate::common::cases::{asked, cases};
use crate::common::game_photos::Photos;

const NAMES: [&str; 3] = ["Anna", "Ben", "Cem"];

/// The photos' files: one of two kingdoms, another of one of these, and one of a third kingdom.
const FILES: [&str; 3] = ["table.jpg", "again.jpg", "third.jpg"];

const SQUARES: [&str; 9] =
    ["forest:1", "wheat", "lake:1", "mine:2", "swamp", "grassland:2", "castle", "forest", "empty"];

/// The number of games with `TEST_ALL`, and the steps of each. Reading photos takes most of the time.
const GAMES: u64 = 6;
const STEPS: usize = 30;

struct Play<'a> {
    server: &'a Server,
    path: String,
    files: &'a [(&'static str, Vec<u8>)],
    dice: ChaCha8Rng,
    view: Value,
    /// The game's view before each step that can be undone; `None` if a change that is no step was made
    /// since.
    before_steps: Vec<Option<Value>>,
    /// Whether kingdoms are confirmed as a whole or painted, which has no equivalent in single corrections.
    confirms: bool,
    /// A log of all actions, printed on failure.
    log: Vec<String>,
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// All keys of a kingdom: its own, and those of the same kingdom in other photos.
fn keys(kingdom: &Value) -> Vec<&str> {
    std::iter::once(&kingdom["k"]).chain(list(&kingdom["also"])).map(text).collect()
}

fn photo_of(key: &str) -> &str {
    key.split_once('k').expect("a key").0
}

fn name<'v>(view: &'v Value, kingdom: &'v Value) -> &'v str {
    kingdom["owner"].as_u64().map_or(text(&kingdom["label"]), |owner| text(&view["players"][owner as usize]["name"]))
}

/// The kingdom in another view that is the same as this one.
fn same<'v>(kingdom: &Value, view: &'v Value) -> Option<&'v Value> {
    let own = keys(kingdom);
    list(&view["kingdoms"]).iter().find(|other| keys(other).iter().any(|key| own.contains(key)))
}

/// Each correction of a kingdom: row, column, and the square.
fn said(kingdom: &Value) -> Vec<(usize, usize, &Value)> {
    let rows = list(&kingdom["squares"]).iter().enumerate();
    let squares =
        rows.flat_map(|(row, squares)| list(squares).iter().enumerate().map(move |(col, square)| (row, col, square)));
    squares.filter(|(.., square)| square["state"] == "corrected").collect()
}

fn has_shrunk(before: &Value, now: &Value) -> bool {
    let sides = |kingdom: &Value| [&kingdom["rows"], &kingdom["cols"]].map(|side| side.as_u64().expect("a number"));
    sides(now).iter().zip(sides(before)).any(|(now, before)| *now < before)
}

/// The parts of the view that every change affects.
fn shown(view: &Value) -> Value {
    let mut view = view.clone();
    (view["revision"], view["can_redo"]) = (Value::Null, Value::Null);
    view
}

/// What a request is allowed to change of what was entered before: this square, the castle, this kingdom's
/// owner, this photo.
#[derive(Default)]
struct Meant {
    square: Option<(String, usize, usize, bool)>,
    owners: bool,
    photo: Option<String>,
}

impl Play<'_> {
    fn ask(&self, method: &str, path: &str, body: &Value) -> Answer {
        let body = if *body == Value::Null && method != "PUT" { String::new() } else { body.to_string() };
        self.server.ask(method, &format!("{}{path}", self.path), body.as_bytes())
    }

    fn pick<'v, T>(&mut self, all: &'v [T]) -> Option<&'v T> {
        if all.is_empty() { None } else { Some(&all[self.dice.random_range(0..all.len())]) }
    }

    /// Sends a request. If the server lists what would be lost, agrees to that. Returns whether the game
    /// changed.
    fn change(&mut self, method: &str, path: &str, body: &Value, meant: &Meant) -> bool {
        self.log.push(format!("{method} {path} {body}"));
        let mut answer = self.ask(method, path, body);
        let mut named = String::new();
        if answer.refused().1 == "would-drop" {
            assert_eq!(self.server.get(&self.path), self.view, "what is refused changes nothing: {:#?}", self.log);
            named = answer.text();
            self.log.push(named.clone());
            answer = self.ask(method, &format!("{path}?drop=yes"), body);
        }
        if answer.status >= 300 {
            let code = answer.refused();
            assert!(code.0 < 500, "{code:?} {:#?}", self.log);
            self.log.push(answer.text());
            assert_eq!(self.server.get(&self.path), self.view, "what is refused changes nothing: {:#?}", self.log);
            return false;
        }
        let after = answer.json();
        self.check_kept(&after, &named, meant);
        self.view = after;
        true
    }

    fn check_kept(&self, after: &Value, named: &str, meant: &Meant) {
        let before = &self.view;
        for kingdom in list(&before["kingdoms"]) {
            let name = name(before, kingdom);
            let Some(now) = same(kingdom, after) else {
                let is_taken = keys(kingdom).iter().all(|key| meant.photo.as_deref() == Some(photo_of(key)));
                let is_named = named.contains(&format!("{name}: the whole kingdom"));
                let words_named =
                    said(kingdom).iter().all(|(row, col, _)| named.contains(&format!("(r{}c{})", row + 1, col + 1)));
                let has_another = list(&after["kingdoms"]).iter().any(|other| other["owner"] == kingdom["owner"]);
                let is_nobodys = kingdom["owner"].is_null() || has_another;
                assert!(is_named || is_taken && words_named && is_nobodys, "{name} is lost: {:#?}", self.log);
                continue;
            };
            assert!(meant.owners || kingdom["owner"] == now["owner"], "{name} is another one's: {:#?}", self.log);
            let mut left: Vec<&Value> = said(now).into_iter().map(|(_, _, square)| &square["square"]).collect();
            let mut lost = Vec::new();
            for (row, col, square) in said(kingdom) {
                let is_meant = meant.square.as_ref().is_some_and(|(key, at_row, at_col, is_castle)| {
                    let is_there = (row, col) == (*at_row, *at_col) || *is_castle && square["square"] == "castle";
                    keys(kingdom).contains(&key.as_str()) && is_there
                });
                let is_named = named.contains(&format!("{name}: {} (r{}c{})", text(&square["text"]), row + 1, col + 1));
                if is_meant || is_named {
                    continue;
                }
                if let Some(at) = left.iter().position(|other| **other == square["square"]) {
                    left.remove(at);
                    continue;
                }
                // A new photo may show that the corrected square is outside the kingdom; then a warning must
                // say so.
                let is_shown = list(&after["warnings"]).iter().any(|warning| {
                    warning["code"] == "unfit-correction" && text(&warning["text"]).contains(text(&square["text"]))
                });
                // Empty rows and columns at the edge are not part of the kingdom.
                let is_hidden = square["square"] == "empty" && has_shrunk(kingdom, now);
                if !is_shown && !is_hidden {
                    lost.push(format!("r{}c{} {}", row + 1, col + 1, square["square"]));
                }
            }
            let notations = [&kingdom["notation"], &now["notation"]];
            assert!(lost.is_empty(), "{name} has lost {lost:?}: {notations:?}, {left:?} {:#?}", self.log);
        }
    }

    /// Makes a change that can be undone. One time in three, undoes and redoes it at once.
    fn step(&mut self, method: &str, path: &str, body: &Value, meant: &Meant) {
        let before = self.view.clone();
        if !self.change(method, path, body, meant) {
            return;
        }
        self.before_steps.push(Some(before));
        if self.dice.random_range(0..3) == 0 {
            let after = self.view.clone();
            self.undo();
            self.redo();
            assert_eq!(shown(&self.view), shown(&after), "done again: {:#?}", self.log);
        }
    }

    fn undo(&mut self) {
        self.log.push("undo".to_owned());
        let answer = self.ask("POST", "/undo", &Value::Null);
        if self.view["can_undo"] == false {
            assert_eq!(answer.refused(), (409, "nothing-to-undo".to_owned()), "{:#?}", self.log);
            return;
        }
        self.view = answer.json();
        if let Some(Some(before)) = self.before_steps.pop() {
            assert_eq!(shown(&self.view), shown(&before), "one step back: {:#?}", self.log);
        }
    }

    fn redo(&mut self) {
        self.log.push("redo".to_owned());
        let answer = self.ask("POST", "/redo", &Value::Null);
        if self.view["can_redo"] == false {
            assert_eq!(answer.refused(), (409, "nothing-to-undo".to_owned()), "{:#?}", self.log);
            return;
        }
        self.before_steps.push(Some(std::mem::replace(&mut self.view, answer.json())));
    }

    /// Makes a change that undo does not take back. The views recorded before earlier steps are no longer
    /// valid.
    fn beside(&mut self, method: &str, path: &str, body: &Value, meant: &Meant) {
        if self.change(method, path, body, meant) {
            self.before_steps.iter_mut().for_each(|view| *view = None);
        }
    }

    fn correct(&mut self) {
        let kingdoms = list(&self.view["kingdoms"]).to_vec();
        let Some(kingdom) = self.pick(&kingdoms).cloned() else { return };
        let key = text(&kingdom["k"]).to_owned();
        let (rows, cols) = (list(&kingdom["squares"]).len(), list(&kingdom["squares"][0]).len());
        let (row, col) = (self.dice.random_range(0..rows), self.dice.random_range(0..cols));
        let said = if self.confirms { &SQUARES[..] } else { &SQUARES[..SQUARES.len() - 1] };
        let square = *self.pick(said).expect("a square");
        let body = json!({"kingdom": key, "row": row, "col": col, "square": square, "notation": kingdom["notation"]});
        let meant = Meant { square: Some((key, row, col, square == "castle")), ..Meant::default() };
        self.step("POST", "/corrections", &body, &meant);
    }

    fn confirm(&mut self) {
        let kingdoms = list(&self.view["kingdoms"]).to_vec();
        let Some(kingdom) = self.pick(&kingdoms) else { return };
        self.step(
            "POST",
            "/as-read",
            &json!({"kingdom": kingdom["k"], "notation": kingdom["notation"]}),
            &Meant::default(),
        );
    }

    fn own(&mut self) {
        let kingdoms = list(&self.view["kingdoms"]).to_vec();
        let Some(kingdom) = self.pick(&kingdoms) else { return };
        let player = self.dice.random_range(0..=NAMES.len());
        let owner = if player < NAMES.len() { json!(player) } else { Value::Null };
        if kingdom["owner"] == owner {
            return;
        }
        let meant = Meant { owners: true, ..Meant::default() };
        self.step("PATCH", "", &json!({"owners": {text(&kingdom["k"]): owner}}), &meant);
    }

    /// Paints a kingdom without a photo, for a player with or without one. The server refuses invalid
    /// kingdoms.
    fn paint(&mut self) {
        let player = self.dice.random_range(0..NAMES.len());
        let mut squares = [[(); 5]; 3].map(|row| row.map(|()| SQUARES[self.dice.random_range(0..6)]));
        squares[1][2] = "castle";
        let body = json!({"squares": squares, "player": self.view["players"][player]["name"]});
        self.step("POST", "/kingdoms", &body, &Meant { owners: true, ..Meant::default() });
    }

    /// Marks a grid near its old position, or without its first row.
    fn mark(&mut self) {
        let kingdoms = list(&self.view["kingdoms"]).to_vec();
        let Some(kingdom) = self.pick(&kingdoms).filter(|kingdom| kingdom["typed"] == false).cloned() else { return };
        let mut corners: [[f64; 2]; 4] = serde_json::from_value(kingdom["corners_px"].clone()).expect("corners");
        let mut rows = list(&kingdom["squares"]).len();
        if rows > 3 && self.dice.random_range(0..3) == 0 {
            let part = 1.0 / rows as f64;
            for (upper, lower) in [(0, 3), (1, 2)] {
                corners[upper] =
                    [0, 1].map(|axis| corners[upper][axis] + part * (corners[lower][axis] - corners[upper][axis]));
            }
            rows -= 1;
        }
        for px in corners.iter_mut().flatten() {
            *px += self.dice.random_range(-3.0..3.0);
        }
        let mut body = json!({"corners_px": corners, "rows": rows, "cols": list(&kingdom["squares"][0]).len()});
        if self.dice.random_range(0..2) == 0 {
            body["kingdom"] = kingdom["k"].clone();
        }
        let photo = photo_of(text(&kingdom["k"])).to_owned();
        self.step("PUT", &format!("/photos/{photo}/corners"), &body, &Meant::default());
    }

    fn forget_marks(&mut self) {
        let photos = list(&self.view["photos"]).to_vec();
        let marked: Vec<Value> = photos.into_iter().filter(|photo| photo["by_hand"] == true).collect();
        let Some(photo) = self.pick(&marked) else { return };
        self.step("PUT", &format!("/photos/{}/corners", photo["p"]), &Value::Null, &Meant::default());
    }

    fn set_rules(&mut self) {
        let rules = [
            json!({"size": 5}),
            json!({"size": null}),
            json!({"game": "kingdomino"}),
            json!({"game": null}),
            json!({"variants": ["harmony"]}),
            json!({"variants": []}),
            json!({"keep_photos": true}),
            json!({"keep_photos": false}),
            json!({"teams": true}),
        ];
        let rules = self.pick(&rules).expect("rules").clone();
        self.beside("PATCH", "", &rules, &Meant::default());
    }

    fn rename(&mut self) {
        let seen: Vec<&str> = list(&self.view["players"]).iter().map(|player| text(&player["name"])).collect();
        let is_first = seen.first() == Some(&NAMES[0]);
        let first = if is_first { "Annabel" } else { NAMES[0] };
        let mut players: Vec<Value> = seen.iter().map(|name| json!({"name": name, "was": name})).collect();
        players[0]["name"] = json!(first);
        let body = json!({"players": players, "seen_players": seen});
        self.beside("PATCH", "", &body, &Meant::default());
    }

    fn add(&mut self) {
        let there: Vec<&str> = list(&self.view["photos"]).iter().map(|photo| text(&photo["name"])).collect();
        let missing: Vec<&(&str, Vec<u8>)> = self.files.iter().filter(|(name, _)| !there.contains(name)).collect();
        let Some((name, bytes)) = self.pick(&missing).copied() else { return };
        self.log.push(format!("add {name}"));
        let view = self.server.ask("POST", &format!("{}/photos?name={name}", self.path), bytes).json();
        self.check_kept(&view, "", &Meant::default());
        self.view = view;
        self.before_steps.iter_mut().for_each(|view| *view = None);
    }

    fn remove(&mut self) {
        let photos = list(&self.view["photos"]).to_vec();
        let Some(photo) = self.pick(&photos).filter(|_| photos.len() > 1) else { return };
        let meant = Meant { photo: Some(photo["p"].to_string()), ..Meant::default() };
        self.beside("DELETE", &format!("/photos/{}", photo["p"]), &Value::Null, &meant);
        // The corrections in the photo's grids are gone with it, so earlier views cannot be compared.
        self.before_steps.clear();
    }

    /// Enters the same photos, grids, owners and corrections in a new game, and compares the totals.
    fn check_in_one_go(&self) {
        let view = &self.view;
        let mut body =
            json!({"players": list(&view["players"]).iter().map(|player| &player["name"]).collect::<Vec<_>>()});
        (body["game"], body["size"], body["variants"]) =
            (view["asked_game"].clone(), view["asked_size"].clone(), view["variants"].clone());
        let mut fresh = self.server.post("/api/games", &body);
        let path = format!("/api/games/{}", fresh["id"]);
        let photos = list(&view["photos"]);
        let new_key = |key: &str| {
            let (photo, kingdom) = key.split_once('k').expect("a key");
            let place = photos.iter().position(|other| other["p"].as_u64() == photo.parse().ok()).expect("a photo");
            format!("{}k{kingdom}", place + 1)
        };
        for photo in photos {
            let (_, bytes) = self.files.iter().find(|(name, _)| *name == photo["name"]).expect("a file");
            fresh = self.server.ask("POST", &format!("{path}/photos?name={}", text(&photo["name"])), bytes).json();
        }
        let ask = |method: &str, rest: &str, body: &Value| {
            self.server.ask(method, &format!("{path}{rest}"), body.to_string().as_bytes())
        };
        for (place, photo) in photos.iter().enumerate() {
            for marked in list(&photo["marked"]) {
                let mut body = marked.clone();
                body["kingdom"] = json!(new_key(text(&marked["kingdom"])));
                fresh = ask("PUT", &format!("/photos/{}/corners", place + 1), &body).json();
            }
        }
        for kingdom in list(&view["kingdoms"]).iter().filter(|kingdom| !kingdom["owner"].is_null()) {
            let owners = json!({new_key(text(&kingdom["k"])): kingdom["owner"]});
            fresh = ask("PATCH", "", &json!({"owners": owners})).json();
        }
        let find = |fresh: &Value, kingdom: &Value| {
            let key = new_key(text(&kingdom["k"]));
            list(&fresh["kingdoms"]).iter().find(|other| other["k"] == json!(key)).cloned()
        };
        // A correction may refer to a row that is only read after another correction, so this repeats until
        // nothing more succeeds.
        let mut words: Vec<(&Value, usize, usize, &Value)> = list(&view["kingdoms"])
            .iter()
            .flat_map(|kingdom| said(kingdom).into_iter().map(move |(row, col, square)| (kingdom, row, col, square)))
            .collect();
        while !words.is_empty() {
            let before = words.len();
            words.retain(|(kingdom, row, col, square)| {
                let Some(other) = find(&fresh, kingdom) else { return true };
                let Some((row, col)) = place_in(&other, middle_px(kingdom, *row, *col)) else { return true };
                let body = json!({"kingdom": other["k"], "row": row, "col": col, "square": square["square"]});
                let answer = ask("POST", "/corrections", &body);
                if answer.status == 200 {
                    fresh = answer.json();
                }
                answer.status != 200
            });
            assert!(words.len() < before, "cannot be said in a new game: {words:?} {:#?}", self.log);
        }
        for kingdom in list(&view["kingdoms"]) {
            let other =
                find(&fresh, kingdom).unwrap_or_else(|| panic!("no {} in {fresh}: {:#?}", kingdom["k"], self.log));
            let of = |kingdom: &Value| json!([kingdom["total"], kingdom["notation"], kingdom["needs_review"]]);
            assert_eq!(of(kingdom), of(&other), "{} said in one go: {:#?}", kingdom["k"], self.log);
        }
        let totals = |view: &Value| -> Vec<Value> {
            list(&view["players"]).iter().map(|player| player["total"].clone()).collect()
        };
        assert_eq!(totals(view), totals(&fresh), "{:#?}", self.log);
    }
}

/// The centre of a square in the photo, for a camera straight above.
fn middle_px(kingdom: &Value, row: usize, col: usize) -> [f64; 2] {
    let corners: [[f64; 2]; 4] = serde_json::from_value(kingdom["corners_px"].clone()).expect("corners");
    let (rows, cols) = (list(&kingdom["squares"]).len(), list(&kingdom["squares"][0]).len());
    let (u, v) = ((col as f64 + 0.5) / cols as f64, (row as f64 + 0.5) / rows as f64);
    [0, 1].map(|axis| {
        let [a, b, c, d] = corners.map(|corner| corner[axis]);
        (1.0 - v) * ((1.0 - u) * a + u * b) + v * ((1.0 - u) * d + u * c)
    })
}

/// The square of a kingdom at this position in the photo.
fn place_in(kingdom: &Value, [x, y]: [f64; 2]) -> Option<(usize, usize)> {
    let (rows, cols) = (list(&kingdom["squares"]).len(), list(&kingdom["squares"][0]).len());
    let [[x0, y0], [x1, y1]] = [middle_px(kingdom, 0, 0), middle_px(kingdom, 0, 1)];
    let side = (x1 - x0).hypot(y1 - y0);
    let all = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    all.into_iter().find(|(row, col)| {
        let [own_x, own_y] = middle_px(kingdom, *row, *col);
        (own_x - x).hypot(own_y - y) < side / 4.0
    })
}

#[test]
fn whatever_people_do_nothing_said_is_lost_unnamed() {
    let server = Server::start();
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1), ("third.jpg", 2)]);
    photos.join(&["a.jpg", "b.jpg"], "table.jpg");
    photos.paint("again.jpg", crate::common::game_photos::KINGDOMS[0], 12);
    let files: Vec<(&str, Vec<u8>)> =
        FILES.iter().map(|name| (*name, fs::read(photos.path(name)).expect("a photo"))).collect();
    let seed = asked("KEPT_SEED").unwrap_or(0);
    for seed in seed..seed + cases("KEPT_GAMES", GAMES) {
        let began = Instant::now();
        let view = server.post("/api/games", &json!({"players": NAMES}));
        let path = format!("/api/games/{}", view["id"]);
        let dice = ChaCha8Rng::seed_from_u64(seed);
        let (before_steps, log) = (Vec::new(), vec![format!("seed {seed}")]);
        let confirms = seed % 3 == 2;
        let mut play = Play { server: &server, path, files: &files, dice, view, before_steps, confirms, log };
        play.add();
        for _ in 0..STEPS {
            match play.dice.random_range(0..40) {
                0..4 if confirms => play.paint(),
                0..12 => play.correct(),
                12..14 if confirms => play.confirm(),
                12..17 => play.own(),
                17..22 => play.mark(),
                22..24 => play.forget_marks(),
                24..26 => play.set_rules(),
                26..28 => play.rename(),
                28..30 => play.add(),
                30..31 => play.remove(),
                31..37 => play.undo(),
                _ => play.redo(),
            }
        }
        if !confirms {
            play.check_in_one_go();
        }
        println!("seed {seed}: {} requests, {:.1} s", play.log.len(), began.elapsed().as_secs_f64());
    }
}
