//! Thousands of hostile requests: each is refused correctly, and the server survives.

use std::io::{Read, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::client::{Answer, Server, connect, photo};
use crate::common::cases::cases;

/// The possible results of a request: statuses, or 0 for a connection that is closed without an answer.
type Expected = &'static [u16];

fn bytes(dice: &mut ChaCha8Rng, most: usize) -> Vec<u8> {
    let length = dice.random_range(0..=most);
    (0..length).map(|_| dice.random()).collect()
}

/// Characters that are special somewhere.
fn nasty(dice: &mut ChaCha8Rng, most: usize) -> String {
    const LETTERS: [&str; 22] = [
        "/",
        "..",
        "%2e%2e",
        "%00",
        "%",
        "\\",
        "'",
        "\"",
        ";",
        "--",
        "<script>",
        "{}",
        "[",
        "null",
        "-1",
        "1e999",
        "99999999999999999999",
        "é",
        "%ff%fe",
        "&",
        "=",
        "a",
    ];
    (0..dice.random_range(0..=most)).map(|_| LETTERS[dice.random_range(0..LETTERS.len())]).collect()
}

fn pick<'a>(dice: &mut ChaCha8Rng, words: &[&'a str]) -> &'a str {
    words[dice.random_range(0..words.len())]
}

const PATHS: [&str; 8] = [
    "/api/games",
    "/api/games/1",
    "/api/games/1/photos",
    "/api/games/1/corrections",
    "/api/scan",
    "/api/learn",
    "/api/export.csv",
    "/api/games/1/undo",
];

const METHODS: [&str; 9] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"];

/// A request with its possible results.
fn request(server: &Server, dice: &mut ChaCha8Rng, photo: &[u8]) -> (Vec<u8>, Expected) {
    let token = format!("Authorization: Bearer {}\r\n", server.token);
    let path = pick(dice, &PATHS);
    let method = pick(dice, &METHODS);
    let whole = |method: &str, path: &str, headers: &str, body: &[u8]| {
        [server.head(method, path, headers, body.len()).as_bytes(), body].concat()
    };
    match dice.random_range(0..17) {
        // Sends noise instead of a request, or noise after a valid first line.
        0 => (bytes(dice, 400), &[0, 400, 408, 431, 505]),
        1 => ([b"GET / HTTP/1.1\r\n".as_slice(), &bytes(dice, 200), b"\r\n\r\n"].concat(), &[0, 400]),
        // Names foreign hosts, origins and sites, with the right token.
        2 => {
            let host = format!(
                "{}.example:{}",
                pick(dice, &["evil", "localhost", "127.0.0.1", "xn--80ak6aa92e"]),
                dice.random_range(1..65535)
            );
            let head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{token}\r\n");
            (head.into_bytes(), &[403])
        }
        3 => {
            let origin = pick(
                dice,
                &["null", "http://evil.example", "https://localhost", "file://", "http://127.0.0.1:1", "http://"],
            );
            (whole(method, path, &format!("{token}Origin: {origin}\r\n"), b"{}"), &[403])
        }
        4 => (
            whole(
                method,
                path,
                &format!("{token}Sec-Fetch-Site: {}\r\n", pick(dice, &["cross-site", "same-site", "x"])),
                b"{}",
            ),
            &[403],
        ),
        // Sends invalid tokens and cookies.
        5 => {
            let cut = dice.random_range(0..server.token.len());
            let near = format!("{}{}", &server.token[..cut], pick(dice, &["", "A", "%00", " ", "é"]));
            let scheme = pick(dice, &["Bearer ", "bearer", "Basic ", "Token ", ""]);
            (whole(method, path, &format!("Authorization: {scheme}{near}\r\n"), b"{}"), &[400, 401])
        }
        6 => {
            let cookie =
                format!("kingdom_scanner_{}={}", dice.random_range(1..70000), nasty(dice, 4).replace(['\r', '\n'], ""));
            (whole(method, path, &format!("Cookie: {cookie}\r\n"), b"{}"), &[400, 401])
        }
        7 => (whole("GET", &format!("/?token={}", nasty(dice, 3).replace(' ', "")), "", b""), &[0, 400, 401]),
        // Asks for paths that do not exist, or that lead outside the page's folder.
        8 => {
            let place =
                pick(dice, &["/page/", "/api/", "/api/games/", "/", "/api/games/1/photos/", "/api/games/1/kingdoms/"]);
            let path = format!("{place}x{}", nasty(dice, 6).replace(' ', ""));
            (whole("GET", &path, &token, b""), &[0, 400, 404])
        }
        9 => {
            let way = pick(dice, &["../", "%2e%2e/", "..%2f", "..\\", "/", "%2f"]).repeat(dice.random_range(1..9));
            let file = pick(dice, &["etc/passwd", "Cargo.toml", "games.sqlite", "index.html"]);
            (whole("GET", &format!("/page/{way}{file}"), &token, b""), &[400, 404])
        }
        // Sends bodies that are not JSON, or JSON with the wrong content.
        10 => (whole("POST", "/api/games", &token, &bytes(dice, 300)), &[400]),
        11 => {
            let deep = pick(dice, &["[", "{\"a\":"]).repeat(dice.random_range(1..9000));
            (whole("POST", "/api/games", &token, deep.as_bytes()), &[400])
        }
        12 => {
            let fields = ["players", "game", "size", "variants", "owners", "queen", "coins", "x"];
            let values = [
                "[[]]",
                "{\"a\":{}}",
                "-1",
                "1e400",
                "\"\\u0000\"",
                "[\"\"]",
                "\"nobody\"",
                "[\"a\",\"A\"]",
                "99999999999999999999",
                "[{\"name\":\"x\",\"coins\":65536}]",
            ];
            let body = format!("{{\"{}\":{}}}", pick(dice, &fields), pick(dice, &values));
            // 200 is possible, because `queen` may be `nobody`.
            (whole("PATCH", "/api/games/1", &token, body.as_bytes()), &[200, 400, 404])
        }
        // Claims wrong lengths: too long, none, two, negative.
        13 => {
            let length = pick(dice, &["99999999999999999999", "-1", "1073741824", "x", "0x10", "5, 6"]);
            let head = format!(
                "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {length}\r\nConnection: close\r\n{token}\r\n",
                server.host
            );
            (head.into_bytes(), &[0, 400, 401, 404, 405, 413])
        }
        14 => {
            let head = format!(
                "GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nX: {}\r\n\r\n",
                server.host,
                "x".repeat(dice.random_range(30_000..90_000))
            );
            (head.into_bytes(), &[0, 200, 400, 431])
        }
        // Sends invalid photos, or photos damaged in transit.
        15 => {
            let mut body =
                if dice.random() { bytes(dice, 3000) } else { photo[..dice.random_range(0..photo.len())].to_vec() };
            for _ in 0..dice.random_range(0..20) {
                let at = dice.random_range(0..body.len().max(1));
                body.get_mut(at).into_iter().for_each(|byte| *byte = dice.random());
            }
            (whole("POST", "/api/scan", &token, &body), &[200])
        }
        // Sends requests that the server describes, with wrong details.
        _ => {
            let body = bytes(dice, 50);
            (
                whole(
                    method,
                    &format!("{path}?{}", nasty(dice, 4).replace([' ', '\\', '"', '<', '>', '{', '}', 'é'], "")),
                    &token,
                    &body,
                ),
                &[0, 200, 204, 400, 404, 405, 409, 501],
            )
        }
    }
}

#[test]
fn hostile_requests_are_refused_and_nothing_breaks() {
    let server = Server::start();
    let photo = photo("five.jpg");
    // Creates game 1, which the requests name.
    server.post("/api/games", &serde_json::json!({"players": ["Anna"]}));
    let next = AtomicUsize::new(0);
    let all = usize::try_from(cases("SERVE_HOSTILE", 2_000)).expect("a number");
    thread::scope(|threads| {
        for _ in 0..8 {
            threads.spawn(|| {
                while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < all) {
                    let mut dice = ChaCha8Rng::seed_from_u64(seed as u64);
                    let (request, expected) = request(&server, &mut dice, &photo);
                    let answer = send_and_end(&server, &request);
                    let status = answer.as_ref().map_or(0, |answer| answer.status);
                    let shown = String::from_utf8_lossy(&request[..request.len().min(300)]).into_owned();
                    assert!(
                        expected.contains(&status),
                        "seed {seed}: {status} {}\n{shown}",
                        answer.map(|answer| answer.text()).unwrap_or_default()
                    );
                }
            });
        }
    });
    assert_eq!(server.ask_with("GET", "/healthz", "", b"").text(), "ok\n");
    assert_eq!(server.ask("POST", "/api/scan", &photo).json()["kingdoms"][0]["total"], 38);
    assert!(!server.said().contains("panicked"), "{}", server.said());
    assert!(!server.said().contains("error:"), "{}", server.said());
}

/// Closes the sending side, so that the server need not wait for promised bytes.
fn send_and_end(server: &Server, request: &[u8]) -> Option<Answer> {
    let mut stream = connect(&server.host);
    let _ = stream.write_all(request);
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    Answer::of(&answer)
}
