//! The page that needs no server, from files that `make web` made. Without them this is skipped, and says so.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::Value;

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::common::program::scanner;
use crate::games::{CHOOSE, new_game, read, total};
use crate::server::fixture;

/// Any web server: files of a folder, in a subfolder of its addresses.
struct Host {
    address: String,
    is_cut: Arc<AtomicBool>,
}

impl Host {
    fn of(folder: PathBuf) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = format!("http://{}/kingdoms/", listener.local_addr().expect("an address"));
        let is_cut = Arc::new(AtomicBool::new(false));
        let cut = Arc::clone(&is_cut);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (folder, cut) = (folder.clone(), Arc::clone(&cut));
                thread::spawn(move || if cut.load(Ordering::SeqCst) { drop(stream) } else { answer(stream, &folder) });
            }
        });
        Self { address, is_cut }
    }

    /// From now on no file comes any more.
    fn cut(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
    }
}

/// One request, then the connection is closed.
fn answer(mut stream: TcpStream, folder: &Path) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let mut line = String::new();
    let _ = reader.read_line(&mut line);
    let mut rest = String::new();
    while reader.read_line(&mut rest).is_ok_and(|bytes| bytes > 2) {
        rest.clear();
    }
    let path = line.split(' ').nth(1).and_then(|path| path.strip_prefix("/kingdoms/")).unwrap_or("missing");
    let path = if path.is_empty() { "index.html" } else { path };
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("css") => "text/css",
        Some("html") => "text/html",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    let (status, content) = match std::fs::read(folder.join(path)) {
        Ok(content) => ("200 OK", content),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        content.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), &content].concat());
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = reader.read_to_end(&mut Vec::new());
}

/// The program's own answer.
fn program(args: &[&str]) -> Value {
    let output = Command::new(scanner()).args(args).output().expect("the program");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[tokio::test]
async fn a_game_is_played_with_the_network_cut() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/web");
    if !folder.join("sw.js").exists() {
        let _ = writeln!(
            std::io::stderr(),
            "\nSKIPPED: there is no target/web, so the page without a server is not tested (`make web`)\n"
        );
        return;
    }
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(folder);
    browser.go(&host.address).await;
    browser.find("a[href='#/new']").await;
    host.cut();
    browser.shot("web-start").await;
    audit(&browser, "the start without a server").await;

    new_game(&browser, &["Anna"]).await;
    let photo = fixture("five.jpg");
    browser.choose(CHOOSE, &[&photo]).await;
    read(&browser, 1).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    browser.shot("web-ranking").await;
    let line = program(&["scan", "--no-gallery", "--json", photo.to_str().expect("UTF-8")]);
    let points = line["kingdoms"][0]["total"].to_string();
    assert_eq!(total(&browser, "Anna").await.trim_end_matches('?'), points);

    // The game is still there after a reload, and is the program's as a file.
    browser.tap(".board-link").await;
    browser.find(".square").await;
    browser.reload().await;
    browser.find(".square").await;
    let saved = browser.value("fetch('api/games/1/game.json').then((answer) => answer.text())").await;
    let file = tempfile::tempdir().expect("a folder");
    let path = file.path().join("game.json");
    std::fs::write(&path, saved.as_str().expect("a text")).expect("a file");
    let game = program(&["game", "--json", path.to_str().expect("UTF-8")]);
    assert_eq!(game["standings"][0]["total"].to_string(), points, "{game}");
    browser.close().await;
}
