//! Acknowledged changes survive killing the server.

use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::client::{Server, photo, send_over, try_to_connect};
use crate::common::cases::cases;

/// A game as its players last saw it.
struct Seen {
    id: i64,
    view: Value,
}

/// The view without photos in memory, which end with the server, and without the message about a duplicate
/// photo.
fn lasting(view: &Value) -> Value {
    let mut view = view.clone();
    view.as_object_mut().expect("an object").remove("same_photo");
    for list in ["photos", "kingdoms"] {
        for one in view[list].as_array_mut().expect("a list") {
            one.as_object_mut().expect("an object").remove("picture");
        }
    }
    view
}

/// The view, if the server lived long enough to send it.
fn ask(server: &Server, method: &str, path: &str, body: &[u8]) -> Option<Value> {
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    let head = server.head(method, path, &token, body.len());
    let answer = send_over(try_to_connect(&server.host).ok()?, &[head.as_bytes(), body].concat())?;
    if answer.status >= 300 {
        return None;
    }
    serde_json::from_slice(&answer.body).ok()
}

/// Continues the last game, or begins one, until the server is gone.
fn play(server: &Server, seen: &Mutex<Vec<Seen>>, mut dice: ChaCha8Rng, photo: &[u8]) {
    let mut answered = true;
    while answered {
        let last = seen.lock().expect("no panic").last().map(|seen| (seen.id, seen.view["corrections"].as_u64()));
        let turn = dice.random_range(0..10);
        let Some((id, corrections)) = last.filter(|_| turn > 0) else {
            let view = ask(server, "POST", "/api/games", br#"{"players": ["Anna", "Ben"], "keep_photos": true}"#);
            answered = view.is_some();
            let new = view.map(|view| Seen { id: view["id"].as_i64().expect("an id"), view });
            seen.lock().expect("no panic").extend(new);
            continue;
        };
        let path = |rest: &str| format!("/api/games/{id}{rest}");
        let square = |dice: &mut ChaCha8Rng| {
            let words = ["forest:1", "lake", "wheat", "empty"];
            json!({"kingdom": "1k1", "row": 1, "col": dice.random_range(0..4), "square": words[dice.random_range(0..words.len())]})
        };
        let view = match turn {
            1 => ask(server, "POST", &path("/photos?player=0"), photo),
            2 if corrections > Some(0) => ask(server, "POST", &path("/undo"), b""),
            3..6 => ask(
                server,
                "PATCH",
                &path(""),
                json!({"players": ["Anna", format!("Ben {}", dice.random_range(0..99))]}).to_string().as_bytes(),
            ),
            _ => ask(server, "POST", &path("/corrections"), square(&mut dice).to_string().as_bytes()),
        };
        // If there is no view, the server may still be running, because it refuses some corrections.
        answered = view.is_some() || std::net::TcpStream::connect(&server.host).is_ok();
        if let Some(view) = view {
            seen.lock().expect("no panic").last_mut().expect("a game").view = view;
        }
    }
}

fn assert_nothing_is_lost(server: &Server, seen: &mut [Seen]) {
    for Seen { id, view } in seen {
        let now = server.get(&format!("/api/games/{id}"));
        let (before, after) = (view["revision"].as_i64(), now["revision"].as_i64());
        if after == before {
            assert_eq!(lasting(&now), lasting(view), "game {id}");
        } else {
            // The last change was made, but its answer did not arrive.
            assert_eq!(after, before.map(|before| before + 1), "game {id}");
        }
        for photo in now["photos"].as_array().expect("a list") {
            assert_eq!(photo["picture"], true, "kept photos are there: {photo}");
        }
        *view = now;
    }
}

#[test]
fn nothing_that_was_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let photo = photo("five.jpg");
    let seen = Mutex::new(Vec::new());
    for kill in 0..cases("SERVE_KILLS", 50) {
        let mut dice = ChaCha8Rng::seed_from_u64(kill);
        let server = start(folder.path());
        assert_nothing_is_lost(&server, &mut seen.lock().expect("no panic"));
        let time = Duration::from_millis(dice.random_range(20..600));
        thread::scope(|threads| {
            let (server, seen, photo) = (&server, &seen, &photo);
            threads.spawn(move || play(server, seen, dice, photo));
            thread::sleep(time);
            server.signal(libc::SIGKILL);
        });
        drop(server);
    }
    let server = start(folder.path());
    let mut seen = seen.into_inner().expect("no panic");
    assert_nothing_is_lost(&server, &mut seen);
    let changes: i64 = seen.iter().filter_map(|seen| seen.view["revision"].as_i64()).sum();
    assert!(changes > 10, "the games went on: {changes}");
}

fn start(folder: &Path) -> Server {
    Server::start_at(folder, &[])
}

#[test]
fn ctrl_c_ends_it_after_the_scan_at_work() {
    let server = Server::start();
    let host = server.host.clone();
    let photo = photo("five.jpg");
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    let request = [server.head("POST", "/api/scan", &token, photo.len()).as_bytes(), &photo].concat();
    let answer = thread::spawn(move || crate::client::send(&host, &request));
    thread::sleep(Duration::from_millis(60));
    assert_eq!(server.interrupt(), Some(0));
    // The scan had begun and was finished, or was refused with status 503, or the request came too late for
    // any answer.
    let status = answer.join().expect("no panic").map(|answer| answer.status);
    assert!(matches!(status, None | Some(200 | 503)), "{status:?}");
}
