//! Many connections from one machine do not lock out others.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Answer, Server};

/// The number of connections, more than the server has places for.
const MANY: usize = 333;

/// Much less than a phone waits, but longer than an answer takes on a busy machine.
const SOON: Duration = Duration::from_secs(8);

/// Connects within [`SOON`]. Without this limit, the system would wait for minutes if the server accepted no
/// more connections.
fn connected(server: &Server) -> std::io::Result<TcpStream> {
    TcpStream::connect_timeout(&server.host.parse().expect("an address"), SOON)
}

/// Repeats a request on one connection as long as it is open.
fn keep_asking(server: &Server, request: &[u8], has_ended: &AtomicBool) {
    let Ok(mut stream) = connected(server) else { return };
    let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
    while !has_ended.load(Ordering::Relaxed) && stream.write_all(request).is_ok() {
        let mut answer = [0; 4096];
        if matches!(stream.read(&mut answer), Ok(0)) {
            return;
        }
        thread::sleep(Duration::from_millis(500));
    }
}

/// How long another client waits for an answer while many others send this request; `None` without an answer.
fn waits(server: &Server, request: &str) -> Option<Duration> {
    let has_ended = AtomicBool::new(false);
    thread::scope(|threads| {
        for _ in 0..MANY {
            threads.spawn(|| keep_asking(server, request.as_bytes(), &has_ended));
        }
        thread::sleep(Duration::from_secs(2));
        let (begun, head) = (Instant::now(), authorized(server, "/api/games"));
        let mut answer = Vec::new();
        if let Ok(mut stream) = connected(server) {
            stream.set_read_timeout(Some(SOON)).expect("a time");
            let _ = stream.write_all(head.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").as_bytes());
            let _ = stream.read_to_end(&mut answer);
        }
        has_ended.store(true, Ordering::Relaxed);
        Answer::of(&answer).filter(|answer| answer.status == 200).map(|_| begun.elapsed())
    })
}

fn authorized(server: &Server, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n", server.host, server.token)
}

#[test]
fn connections_without_the_token_keep_nobody_out() {
    let server = Server::start();
    let waited = waits(&server, &format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.host));
    assert!(waited.is_some_and(|waited| waited < SOON), "{waited:?}");
}

#[test]
fn connections_with_the_token_keep_nobody_out() {
    let server = Server::start();
    server.post("/api/games", &json!({}));
    for path in ["/api/games/1/events", "/api/games"] {
        let waited = waits(&server, &authorized(&server, path));
        assert!(waited.is_some_and(|waited| waited < SOON), "{path}: {waited:?}");
    }
}

#[test]
fn an_answer_without_the_token_ends_its_connection() {
    let server = Server::start();
    let is_closed = |head: &str| {
        let mut stream = TcpStream::connect(&server.host).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(2))).expect("a time");
        stream.write_all(head.as_bytes()).expect("a connection");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).is_ok()
    };
    assert!(is_closed(&format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.host)));
    assert!(!is_closed(&authorized(&server, "/healthz")));
}
