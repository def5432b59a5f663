//! Requests that are answered while photos are read: a network waits until the test lets it continue.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread;

use kingdom_scanner::messages::Language;
use kingdom_scanner::serve::{Config, GalleryPlace, Limits, PhotosConfig, Token, TournamentConfig, run};
use kingdom_scanner::tournament::PlanOptions;
use kingdom_scanner::vision::networks::{Network, NetworkError, Networks, Tensor};
use kingdom_scanner::vision::photo::PhotoLimits;
use opencv::core::Mat;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Answer, PATIENCE, photo, send};
use crate::common::game_photos::KINGDOMS;
use crate::common::tournament_photos::draw;
use crate::tournament::{Folder, PHONE};

/// A gate at which photos wait while it is closed.
#[derive(Default)]
struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_closed: bool,
    waiting: usize,
}

impl Gate {
    fn set_closed(&self, is_closed: bool) {
        self.state.lock().expect("a state").is_closed = is_closed;
        self.changed.notify_all();
    }

    fn pass(&self) {
        let mut state = self.state.lock().expect("a state");
        state.waiting += 1;
        self.changed.notify_all();
        let mut state = self.changed.wait_while(state, |state| state.is_closed).expect("a state");
        state.waiting -= 1;
    }

    /// Waits until a photo is being read.
    fn wait_for_photo(&self) {
        let state = self.state.lock().expect("a state");
        let waited = self.changed.wait_timeout_while(state, PATIENCE, |state| state.waiting == 0).expect("a state");
        assert!(!waited.1.timed_out(), "no photo is read");
    }

    fn is_reading(&self) -> bool {
        self.state.lock().expect("a state").waiting > 0
    }
}

struct Gated {
    locator: Box<dyn Network>,
    gate: Arc<Gate>,
}

impl Network for Gated {
    fn run(&self, input: &Mat) -> Result<Vec<Tensor>, NetworkError> {
        self.gate.pass();
        self.locator.run(input)
    }
}

fn networks(gate: &Arc<Gate>) -> Networks {
    let networks = Networks::embedded().expect("networks");
    let locator = Box::new(Gated { locator: networks.locator, gate: Arc::clone(gate) });
    Networks { locator, ..networks }
}

/// A server within this process. It ends with the process.
struct Server {
    host: String,
    token: String,
    gate: Arc<Gate>,
    _data: TempDir,
}

impl Server {
    fn start(folder: Option<&Folder>) -> Self {
        let data = tempfile::tempdir().expect("a temporary folder");
        let (gate, token) = (Arc::new(Gate::default()), Token::random().expect("random numbers"));
        let photos = |folder: PathBuf| PhotosConfig {
            folder,
            options: PlanOptions::default(),
            networks: networks(&gate),
            limits: PhotoLimits::default(),
            jobs: 1,
        };
        let tournament = folder.map(|folder| TournamentConfig {
            results: folder.path("results"),
            photos: Some(photos(folder.path("photos"))),
            report_language: None,
        });
        let config = Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            address: None,
            data: data.path().to_owned(),
            token: token.clone(),
            allowed_hosts: Vec::new(),
            language: Language::English,
            networks: networks(&gate),
            gallery: Some(GalleryPlace::File(data.path().join("gallery.jsonl"))),
            limits: Limits { jobs: 2, ..Limits::default() },
            tournament,
        };
        let (sender, address) = mpsc::channel();
        thread::spawn(move || {
            run(config, |address| {
                sender.send(address.to_string()).expect("the test waits");
                Ok(())
            })
        });
        let host = address.recv().expect("an address");
        Self { host, token: token.as_str().to_owned(), gate, _data: data }
    }

    fn ask(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let Self { host, token, .. } = self;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {}\r\nConnection: close\r\n\
             Authorization: Bearer {token}\r\n\r\n",
            body.len()
        );
        send(host, &[head.as_bytes(), body].concat()).unwrap_or_else(|| panic!("no answer to {method} {path}"))
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.ask("POST", path, body.to_string().as_bytes()).json()
    }

    /// Sends a photo, and calls `meanwhile` while the photo is being read.
    fn while_reads(&self, path: &str, photo: &[u8], meanwhile: impl FnOnce()) -> Answer {
        self.while_asks("POST", path, photo, meanwhile)
    }

    /// Sends a request that makes the server read photos, and calls `meanwhile` while it reads.
    fn while_asks(&self, method: &str, path: &str, body: &[u8], meanwhile: impl FnOnce()) -> Answer {
        self.gate.set_closed(true);
        thread::scope(|threads| {
            let reading = threads.spawn(|| self.ask(method, path, body));
            // A failure here must not leave the other thread waiting.
            let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                self.gate.wait_for_photo();
                meanwhile();
                assert!(self.gate.is_reading(), "it is still read");
            }));
            self.gate.set_closed(false);
            let answer = reading.join().expect("an answer");
            done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            answer
        })
    }
}

#[test]
fn while_a_photo_is_added_to_a_tournament_other_phones_are_answered() {
    let folder = Folder::new();
    let server = Server::start(Some(&folder));
    let overview = || server.ask("GET", "/api/tournament?phone=one", b"").json();
    let key = overview()["rounds"][0]["tables"][0]["key"].as_str().expect("a key").to_owned();
    let table = format!("/api/games/{key}");
    let shown = server.ask("GET", &format!("{table}{PHONE}"), b"").json();
    let anna = shown["photos"][0]["p"].as_str().expect("a photo").to_owned();
    let file = folder.path("eva.jpg");
    draw(KINGDOMS[0], &file, "plain", 9);
    let file = fs::read(file).expect("a photo");
    let added = server.while_reads("/api/tournament/photos?table=2&player=Eva", &file, || {
        assert_eq!(overview()["rounds"][0]["tables"].as_array().expect("tables").len(), 2);
        let left_out = json!({"what": "left_out"}).to_string();
        let path = format!("{table}/photos/{anna}/verdict{PHONE}");
        assert_eq!(server.ask("PUT", &path, left_out.as_bytes()).json()["photos"][0]["said"], "left_out");
    });
    assert_eq!(added.status, 201, "{}", added.text());
    // The photo was added, and the decision made in the meantime counts as well.
    let standings = server.ask("GET", "/api/tournament/standings.csv", b"").text();
    assert!(standings.contains("Eva,22,") && !standings.contains("Anna,"), "{standings}");
}

#[test]
fn what_is_learnt_waits_for_no_photo() {
    let server = Server::start(None);
    let id = server.post("/api/games", &json!({"players": ["Anna"]}))["id"].clone();
    server.ask("POST", &format!("/api/games/{id}/photos?player=0"), &photo("five.jpg")).json();
    let correction = json!({"kingdom": "1k1", "row": 0, "col": 0, "square": "swamp:2"});
    server.post(&format!("/api/games/{id}/corrections"), &correction);
    let learn = |method: &str| server.ask(method, "/api/learn", json!({"game": id}).to_string().as_bytes()).json();
    let scanned = server.while_reads("/api/scan", &photo("holes.jpg"), || {
        assert_eq!(learn("POST")["game"]["learnt"], true);
        assert_eq!(learn("DELETE")["game"]["learnt"], false);
    });
    assert_eq!(scanned.json()["status"], "scored");
}

#[test]
fn what_is_said_while_photos_are_read_by_other_rules_stays() {
    let server = Server::start(None);
    let id = server.post("/api/games", &json!({"players": ["Anna", "Ben"]}))["id"].clone();
    server.ask("POST", &format!("/api/games/{id}/photos?player=0"), &photo("five.jpg")).json();
    let square = |game: &Value| game["kingdoms"][0]["squares"][0][0]["state"].clone();
    let rules = json!({"game": "kingdomino"}).to_string();
    let changed = server.while_asks("PATCH", &format!("/api/games/{id}"), rules.as_bytes(), || {
        let correction = json!({"kingdom": "1k1", "row": 0, "col": 0, "square": "swamp:2"});
        assert_eq!(square(&server.post(&format!("/api/games/{id}/corrections"), &correction)), "corrected");
    });
    assert_eq!(changed.status, 200, "{}", changed.text());
    let game = changed.json();
    assert_eq!((&game["asked_game"], square(&game)), (&json!("kingdomino"), json!("corrected")));
}
