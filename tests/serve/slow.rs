//! Clients that send slowly, or read nothing, do not delay others.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use kingdom_scanner::messages::Language;
use kingdom_scanner::serve::{Config, Limits, Token, run};
use kingdom_scanner::vision::networks::Networks;
use tempfile::TempDir;

use crate::client::{connect, send};

const SHORT: Duration = Duration::from_millis(400);

/// A server within this process with short timeouts. It ends with the process.
fn impatient(connections: usize) -> (String, String, TempDir) {
    let data = tempfile::tempdir().expect("a temporary folder");
    let token = Token::random().expect("random numbers");
    let limits =
        Limits { head_time: SHORT, piece_time: SHORT, body_time: 4 * SHORT, connections, jobs: 1, ..Limits::default() };
    let config = Config {
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        address: None,
        data: data.path().to_owned(),
        token: token.clone(),
        allowed_hosts: Vec::new(),
        language: Language::English,
        networks: Networks::embedded().expect("networks"),
        gallery: None,
        limits,
        tournament: None,
    };
    let (sender, address) = mpsc::channel();
    thread::spawn(move || {
        run(config, |address| {
            sender.send(address.to_string()).expect("the test waits");
            Ok(())
        })
    });
    (address.recv().expect("an address"), token.as_str().to_owned(), data)
}

/// How long the server keeps a connection on which nothing is sent after these bytes; also returns its
/// answer.
fn kept(host: &str, sent: &[u8]) -> (Duration, String) {
    let mut stream = connect(host);
    stream.write_all(sent).expect("a connection");
    let begun = Instant::now();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    (begun.elapsed(), String::from_utf8_lossy(&answer).into_owned())
}

#[test]
fn a_head_or_body_that_does_not_come_is_not_waited_for() {
    let (host, token, _data) = impatient(64);
    let patience = 10 * SHORT;
    let post = format!(
        "POST /api/scan HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nContent-Length: 1000\r\n\r\nabc"
    );
    for sent in ["", "GET / HTTP/1.1\r\nHost: loc"] {
        let (time, answer) = kept(&host, sent.as_bytes());
        assert!(
            time < patience && (answer.is_empty() || answer.starts_with("HTTP/1.1 408")),
            "{sent} {time:?} {answer}"
        );
    }
    let (time, answer) = kept(&host, post.as_bytes());
    assert!(time < patience && answer.starts_with("HTTP/1.1 408") && answer.contains("too-slow"), "{time:?} {answer}");
    // Sends one byte at a time, each in time, but never the whole request.
    let mut stream = connect(&host);
    stream.write_all(post.as_bytes()).expect("a connection");
    let begun = Instant::now();
    while stream.write_all(b"x").is_ok() && begun.elapsed() < 4 * patience {
        thread::sleep(SHORT / 4);
    }
    assert!(begun.elapsed() < patience, "{:?}", begun.elapsed());
}

#[test]
fn clients_that_say_nothing_make_room_for_others() {
    let (host, _, _data) = impatient(8);
    let silent: Vec<_> = (0..40).map(|_| connect(&host)).collect();
    let begun = Instant::now();
    let ask = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(send(&host, ask.as_bytes()).map(|answer| answer.status), Some(200));
    assert!(begun.elapsed() < 20 * SHORT, "{:?}", begun.elapsed());
    drop(silent);
}

#[test]
fn a_client_that_takes_nothing_is_given_up() {
    let (host, token, _data) = impatient(1);
    let mut stream = connect(&host);
    // The client never reads, so the answers accumulate until the system's buffers are full.
    let ask = format!("GET /api/about HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\r\n");
    stream.set_write_timeout(Some(SHORT)).expect("a time");
    for _ in 0..20_000 {
        if stream.write_all(ask.as_bytes()).is_err() {
            break;
        }
    }
    // The server has a single place, which the silent client had taken.
    let begun = Instant::now();
    let ask = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(send(&host, ask.as_bytes()).map(|answer| answer.status), Some(200));
    assert!(begun.elapsed() < 20 * SHORT, "{:?}", begun.elapsed());
}
