//! The page without a server, as `make web` builds it. If it was not built, these tests are skipped with a
//! message.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use kingdom_scanner::vision::photo::{Photo, encode_jpeg};
use opencv::core::{self, Mat, Rect, Scalar, Size};
use opencv::imgproc;
use opencv::prelude::*;
use serde_json::{Value, json};
use storage::sha256::sha256_hex;
use tempfile::TempDir;

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::common::picture_files::heic;
use crate::common::program::scanner;
use crate::corrections::drag_corners;
use crate::cut::nothing_is_cut_in;
use crate::far_away::far_away;
use crate::games::{CHOOSE, new_game, photos, read, total};
use crate::server::fixture;

/// A copy of the site that `make web` builds, for changing. `None`, with a message, if it was not built.
pub struct Site(TempDir);

impl Site {
    pub fn copied() -> Option<Self> {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/web");
        if !built.join("sw.js").exists() {
            let _ = writeln!(
                std::io::stderr(),
                "\nSKIPPED: there is no target/web, so the page without a server is not tested (`make web`)\n"
            );
            return None;
        }
        let site = tempfile::tempdir().expect("a folder");
        copy(&built, site.path());
        Some(Self(site))
    }

    /// The service worker's data about this version.
    fn build(&self) -> Value {
        let text = std::fs::read_to_string(self.0.path().join("sw.js")).expect("the service worker");
        let first = text.lines().next().unwrap_or_default();
        let build = first.strip_prefix("const BUILD = ").and_then(|build| build.strip_suffix(';')).expect("BUILD");
        serde_json::from_str(build).expect("JSON")
    }

    /// Changes a file, and its hash in the service worker, which makes a new version.
    pub fn change(&self, name: &str, change: impl FnOnce(String) -> String) {
        let path = self.0.path().join(name);
        let before = std::fs::read_to_string(&path).expect("a file of the site");
        let content = change(before.clone());
        assert_ne!(content, before, "{name} has other lines than the test changes");
        std::fs::write(&path, &content).expect("a file");
        let hash: Vec<u8> = sha256_hex(content.as_bytes())
            .as_bytes()
            .chunks(2)
            .map(|digits| u8::from_str_radix(std::str::from_utf8(digits).expect("digits"), 16).expect("digits"))
            .collect();
        let script = self.0.path().join("sw.js");
        let text = std::fs::read_to_string(&script).expect("the service worker");
        let (_, rest) = text.split_once('\n').expect("lines");
        let mut build = self.build();
        build["files"][name]["integrity"] = format!("sha256-{}", BASE64_STANDARD.encode(hash)).into();
        build["version"] = format!("{}'", build["version"].as_str().expect("a version")).into();
        std::fs::write(script, format!("const BUILD = {build};\n{rest}")).expect("a file");
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for file in std::fs::read_dir(from).expect("a folder") {
        let file = file.expect("a file");
        let to = to.join(file.file_name());
        if file.path().is_dir() {
            copy(&file.path(), &to);
        } else {
            std::fs::copy(file.path(), to).expect("a copy");
        }
    }
}

/// A simple web server: serves a folder's files below a path prefix.
pub struct Host {
    pub address: String,
    line: Arc<Mutex<Line>>,
}

/// How the host's files reach the browser.
#[derive(Default)]
pub struct Line {
    /// No file is served.
    pub is_cut: bool,
    /// Files whose names contain one of these are not served for now.
    pub held: Vec<&'static str>,
    /// In the middle of the first file whose name contains this, the line is cut.
    pub cut_within: Option<&'static str>,
    /// The speed of all files together; `None` for the machine's.
    pub bytes_per_s: Option<u32>,
    /// The files served so far.
    pub served: Vec<String>,
    /// The bytes of files sent so far.
    pub sent_bytes: usize,
}

impl Host {
    pub fn of(site: &Site) -> Self {
        let folder = site.0.path().to_owned();
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = format!("http://{}/kingdoms/", listener.local_addr().expect("an address"));
        let line = Arc::new(Mutex::new(Line::default()));
        let of_all = Arc::clone(&line);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (folder, line) = (folder.clone(), Arc::clone(&of_all));
                thread::spawn(move || {
                    if line.lock().expect("a line").is_cut { drop(stream) } else { answer(stream, &folder, &line) }
                });
            }
        });
        Self { address, line }
    }

    /// How its files reach the browser, for reading and changing.
    pub fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().expect("a line")
    }

    /// Stops serving files.
    pub fn cut(&self) {
        self.line().is_cut = true;
    }
}

/// Answers one request, then closes the connection.
fn answer(mut stream: TcpStream, folder: &Path, line: &Mutex<Line>) {
    let mut reader = BufReader::new(stream.try_clone().expect("a stream"));
    let mut request = String::new();
    let _ = reader.read_line(&mut request);
    let mut rest = String::new();
    while reader.read_line(&mut rest).is_ok_and(|bytes| bytes > 2) {
        rest.clear();
    }
    let path = request.split(' ').nth(1).and_then(|path| path.strip_prefix("/kingdoms/")).unwrap_or("missing");
    let path = if path.is_empty() { "index.html" } else { path };
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
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
    let is_in = |names: &[&str]| names.iter().any(|name| path.contains(name));
    while is_in(&line.lock().expect("a line").held) {
        thread::sleep(Duration::from_millis(20));
    }
    let _ = stream.write_all(head.as_bytes());
    for (index, part) in content.chunks(PART_BYTES).enumerate() {
        // All files share the line, so each part waits for its turn.
        let mut line = line.lock().expect("a line");
        let is_half = index * PART_BYTES > content.len() / 2;
        line.is_cut |= is_half && line.cut_within.take_if(|name| path.contains(*name)).is_some();
        if line.is_cut {
            return;
        }
        if let Some(bytes_per_s) = line.bytes_per_s {
            thread::sleep(Duration::from_secs(1) * part.len() as u32 / bytes_per_s);
        }
        let _ = stream.write_all(part);
        line.sent_bytes += part.len();
    }
    line.lock().expect("a line").served.push(path.to_owned());
    let _ = stream.shutdown(std::net::Shutdown::Write);
    let _ = reader.read_to_end(&mut Vec::new());
}

/// Into which parts files are divided: at 2 Mbit/s one takes a thirtieth of a second.
const PART_BYTES: usize = 8 << 10;

/// The program's own output as JSON.
pub fn program(args: &[&str]) -> Value {
    let output = Command::new(scanner()).args(args).output().expect("the program");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// A link that only the start page has.
const START: &str = "a[href='#/new']";

/// Opens the page without any data.
pub async fn begun(browser: &Browser, host: &Host) {
    browser.go(&host.address).await;
    browser.find(START).await;
}

/// Whether Queendomino's networks are in the cache as well.
pub const ALL_NETWORKS: &str = "(caches.match('models/pieces.onnx', { ignoreSearch: true }).then((found) => { window.hasAll = found !== undefined; }), window.hasAll)";

/// Adds a file to the site, so that JavaScript can fetch it.
pub fn put(site: &Site, name: &str, content: &[u8]) {
    std::fs::write(site.0.path().join(name), content).expect("a file");
}

#[tokio::test]
async fn it_is_installed_and_asks_no_other_host() {
    let Some(site) = Site::copied() else { return };
    // The Worker that has the photos also tries to reach another host.
    site.change("worker.js", |text| {
        let tries = "fetch('https://example.org/').then(() => 'sent', ({ name }) => name).then((came) => { self.came = came; });\n\
                     const asked = new BroadcastChannel('policy');\nasked.onmessage = () => asked.postMessage(self.came);\n";
        format!("{tries}{text}")
    });
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    browser.shot("web-start").await;
    audit(&browser, "the start without a server").await;
    assert!(browser.text("main").await.contains("nothing is sent anywhere"), "said on the first screen");
    let errors = browser.devtools("Page.getInstallabilityErrors", json!({})).await;
    assert_eq!(errors["installabilityErrors"], json!([]));
    let manifest = browser.devtools("Page.getAppManifest", json!({})).await;
    assert_eq!(manifest["errors"], json!([]));
    let text: Value = serde_json::from_str(manifest["data"].as_str().expect("a manifest")).expect("JSON");
    assert!(text["icons"].as_array().expect("icons").iter().any(|icon| icon["purpose"] == "maskable"));
    // The service worker only controls the page's own folder.
    let scope = browser.value("navigator.serviceWorker.ready.then(({ scope }) => scope)").await;
    assert_eq!(scope, host.address.as_str());
    let caches = browser.value("caches.keys()").await;
    assert_eq!(caches.as_array().map(Vec::len), Some(2), "one of this version, one for what is shared: {caches}");
    let refused = "fetch('https://example.org/').then(() => 'sent', ({ name }) => name)";
    assert_eq!(browser.value(refused).await, "TypeError");
    let of_worker = "new Promise((done) => { const asked = new BroadcastChannel('policy'); \
         asked.onmessage = ({ data }) => done(data); asked.postMessage('ask'); })";
    assert_eq!(browser.value(of_worker).await, "TypeError");
    let log = browser.ended().await;
    assert!(
        log.iter().all(|line| line.contains("example.org")) && log.join("").contains("Content Security Policy"),
        "{log:?}"
    );
}

#[tokio::test]
async fn a_game_of_four_goes_from_the_photos_to_the_winner_offline() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    // Waits for all networks, because Ben's doubtful kingdom needs them.
    browser.until(ALL_NETWORKS).await;
    host.cut();
    new_game(&browser, &["Anna", "Ben", "Cem", "Dora"]).await;
    let files: Vec<_> = (0..4).map(|index| photos().path(&format!("IMG_{index}.jpg"))).collect();
    browser.choose(CHOOSE, &files.iter().map(|path| path.as_path()).collect::<Vec<&Path>>()).await;
    read(&browser, 4).await;
    for player in 0..3 {
        browser.tap(&format!("[data-key='owner-{}k1-{player}']", player + 1)).await;
        browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length >= {}", player + 1)).await;
    }
    browser.find("[data-total=Dora]").await;

    // Confirms a doubtful square by tap, after reloading the page from the cache.
    browser.tap("[data-key=kingdom-2k1]").await;
    browser.find(".square:has(.doubt)").await;
    browser.reload().await;
    browser.tap(".square:has(.doubt)").await;
    browser.tap("dialog[open] .answer.now").await;
    browser.until("!document.querySelector('dialog').open").await;
    browser.find("[data-key=undo]:not([disabled])").await;
    // Undoes the confirmation, and makes it again.
    browser.tap("[data-key=undo]").await;
    browser.find("[data-key=redo]:not([disabled])").await;
    browser.tap("[data-key=redo]").await;
    browser.find("[data-key=redo][disabled]").await;
    browser.go(&format!("{}#/game/1", host.address)).await;
    browser.find(".winner").await;
    browser.shot("web-winner").await;
    let ranks = browser.texts(".ranks > li").await;
    for (player, points) in [("Anna", "22"), ("Ben", "22"), ("Cem", "18"), ("Dora", "18")] {
        assert_eq!(total(&browser, player).await, points, "{player}");
    }

    // The saved game gives the same ranks in the program, and on the page as a new game.
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    let saves = json!({"behavior": "allow", "downloadPath": folder.path()});
    browser.devtools("Browser.setDownloadBehavior", saves).await;
    browser.tap("[data-key=save-game]").await;
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(20), "no game.json was saved");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let game = program(&["game", "--json", path.to_str().expect("UTF-8")]);
    assert_eq!(
        game["standings"].as_array().expect("standings").iter().map(|one| one["total"].clone()).collect::<Vec<_>>(),
        [22, 22, 18, 18]
    );
    browser.tap("[data-key=back]").await;
    browser.choose("[data-key=import]", &[&path]).await;
    browser.until("location.hash === '#/game/2' && document.querySelector('.winner')").await;
    assert_eq!(browser.texts(".ranks > li").await, ranks);
    browser.shot("web-imported").await;
    audit(&browser, "an imported game").await;
    browser.close().await;
}

#[tokio::test]
async fn corners_are_set_where_no_kingdom_was_found() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    let photo = far_away();
    browser.choose(CHOOSE, &[&photo.path]).await;
    browser.tap(".photo-card.no_kingdom a.main").await;
    browser.find(".handle").await;
    drag_corners(&browser, &photo.corners_px).await;
    browser.tap("#read-corners").await;
    browser.find(".photo-card.scored").await;
    browser.close().await;
}

/// Pictures are stored if there is room; if the user disables that, the tab loses them on reload, and a tap
/// on the message stores the next ones.
#[tokio::test]
async fn pictures_are_kept_unless_somebody_says_otherwise() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna", "Cem"]).await;
    let pictures = "document.querySelectorAll('.photo-card image').length";
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg")]).await;
    read(&browser, 1).await;
    browser.find("[data-key=keep-photos]:checked").await;
    assert!(browser.text("[aria-labelledby=photos] .check").await.contains("untick"), "how to clear them");
    browser.reload().await;
    read(&browser, 1).await;
    assert_eq!(browser.value(pictures).await, 1);
    browser.tap("[data-key=keep-photos]").await;
    browser.find("[data-key=keep-photos]:not(:checked)").await;
    browser.reload().await;
    browser.tap("[data-key=keep-photos-1]").await;
    browser.find("[data-key=keep-photos]:checked").await;
    audit(&browser, "a photo that is gone").await;
    browser.choose(CHOOSE, &[&photos().path("IMG_2.jpg")]).await;
    read(&browser, 2).await;
    browser.reload().await;
    read(&browser, 2).await;
    assert_eq!(browser.value(pictures).await, 1);
    browser.close().await;
}

#[tokio::test]
async fn a_new_version_is_offered_when_it_is_whole_and_taken_by_a_tap() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE.german()).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    let caches = "caches.keys().then((names) => names.filter((name) => name.startsWith('kingdom-scanner ')).length)";
    let newer = "fetch('web.css').then((answer) => answer.text()).then((text) => text.includes('newer'))";

    // If only half of a new version was uploaded, the page keeps the old version.
    let css = site.0.path().join("web.css");
    let old = std::fs::read(&css).expect("a file");
    site.change("web.css", |text| format!("{text}/* newer */\n"));
    let new = std::fs::read(&css).expect("a file");
    std::fs::write(&css, &old).expect("a file");
    let update = "navigator.serviceWorker.ready.then((found) => found.update()).then((found) => \
                  new Promise((done) => { const one = found.installing; if (one === null) done('none'); else one.onstatechange = () => done(one.state); }))";
    assert_eq!(browser.value(update).await, "redundant");
    browser.reload().await;
    browser.find(".ranks").await;
    assert_eq!((browser.value(newer).await, browser.text("#news").await.as_str()), (json!(false), ""));

    std::fs::write(&css, &new).expect("a file");
    browser.value(update).await;
    browser.find("#news button").await;
    browser.shot("web-newer").await;
    audit(&browser, "a new version").await;
    assert_eq!((browser.value(newer).await, browser.value(caches).await), (json!(false), json!(2)));
    browser.tap("#news button").await;
    browser.until("document.querySelector('.ranks') && document.querySelector('#news').innerText === ''").await;
    assert_eq!(browser.value(newer).await, true, "with the same game");
    browser.until("window.one === undefined && (window.one = 1)").await;
    assert_eq!(browser.value(caches).await, 1, "the old version's files are gone");
    browser.ended().await;
}

#[tokio::test]
async fn two_tabs_keep_one_set_of_games() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    let first = browser.another_tab().await;
    browser.go(&host.address).await;
    browser.until("document.querySelector('main').innerText.includes('another tab')").await;
    browser.shot("web-two-tabs").await;
    audit(&browser, "a second tab").await;
    let second = browser.another_tab().await;
    browser.close_tab(first).await;
    // When the first tab is closed, the second can open the games.
    browser.close_tab(second).await;
    browser.find(".game-card").await;
    browser.close().await;
}

#[tokio::test]
async fn a_worker_that_breaks_off_costs_no_game() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    // Kills a Worker when a photo is sent to it: either the one that reads the photo, or the one that keeps
    // the games and receives the photo with its reading.
    let kills = "const post = Worker.prototype.postMessage; \
         Worker.prototype.postMessage = function (data, ...all) { post.call(this, data, ...all); \
         if (window.kills && data[window.kills]) { window.kills = ''; this.terminate(); } };";
    browser.before_pages(kills).await;
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg")]).await;
    read(&browser, 1).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;

    for (photo, killed) in [(2, "photo"), (3, "readings")] {
        browser.value(&format!("void (window.kills = '{killed}')")).await;
        browser.choose(CHOOSE, &[&photos().path(&format!("IMG_{photo}.jpg"))]).await;
        browser.until("document.querySelector('.photo-card.failed')?.innerText.includes('Reading stopped')").await;
        browser.shot("web-broke-off").await;
        audit(&browser, "a photo of which reading broke off").await;
        browser.tap(".photo-card.failed button").await;
        read(&browser, photo).await;
    }
    assert_eq!(total(&browser, "Anna").await, "22");
    browser.ended().await;
}

#[tokio::test]
async fn where_nothing_can_be_kept_the_page_says_so() {
    let Some(site) = Site::copied() else { return };
    // The browser refuses private files: a game can still be played.
    site.change("worker.js", |text| {
        format!("navigator.storage.getDirectory = () => Promise.reject(new DOMException('refused', 'SecurityError'));\n{text}")
    });
    let Some(browser) = Browser::open(Window::SMALL_PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    browser.until("document.querySelector('#news').innerText.includes('behält nichts')").await;
    browser.shot("web-forgets").await;
    audit(&browser, "a page that keeps nothing").await;
    new_game(&browser, &["Anna"]).await;
    browser.ended().await;

    // The browser refuses all storage, including for the page itself.
    let none = json!({"profile.default_content_setting_values.cookies": 2});
    let Some(browser) = Browser::open_with(Window::SMALL_PHONE, &[], none).await else { return };
    browser.go(&host.address).await;
    browser.until("document.querySelector('main').innerText.includes('Erlaube Cookies')").await;
    browser.shot("web-refused").await;
    audit(&browser, "a page without storage").await;
    browser.ended().await;
}

/// A page that was closed a moment ago may still hold its files. On a slow phone that lasts seconds.
#[tokio::test]
async fn files_that_are_still_held_are_waited_for() {
    let Some(site) = Site::copied() else { return };
    site.change("worker.js", |text| {
        let held = "let left = 30;\nconst open = FileSystemFileHandle.prototype.createSyncAccessHandle;\n\
                    FileSystemFileHandle.prototype.createSyncAccessHandle = async function () {\n\
                      if ((await this.getFile()).size > 0 && left-- > 0) throw new DOMException('held', 'NoModificationAllowedError');\n\
                      return open.call(this);\n};\n";
        format!("{held}{text}")
    });
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    browser.reload().await;
    browser.find(".ranks").await;
    assert_eq!(browser.text("#news").await, "", "the game is there");
    browser.ended().await;
}

/// Otherwise the page would show an empty list, as if there had never been any games.
#[tokio::test]
async fn games_that_cannot_be_opened_are_told() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    browser.go(&format!("{}web.css", host.address)).await;
    let damage = "(async () => {
        const below = async (directory) => {
            for await (const entry of directory.values()) {
                if (entry.kind === 'directory') { await below(entry); continue; }
                const size = (await entry.getFile()).size;
                // The first 4096 bytes of each file hold its name; only the rest is damaged.
                if (size <= 4096) continue;
                const file = await entry.createWritable({ keepExistingData: true });
                await file.write({ type: 'write', position: 4096, data: new Uint8Array(size - 4096).fill(7) });
                await file.close();
            }
        };
        try { await below(await navigator.storage.getDirectory()); window.isDamaged = true; } catch { window.isDamaged = false; }
    })()";
    browser
        .until(&format!(
            "(window.isDamaged === true || (window.isDamaged !== null && (window.isDamaged = null, void {damage})))"
        ))
        .await;
    browser.go(&host.address).await;
    browser
        .until("document.querySelector('main').innerText.includes('file is not a database). Load the page again')")
        .await;
    browser.shot("web-damaged").await;
    // The page answers no requests any more, so its recorded requests are not checked.
    browser.value("void sessionStorage.removeItem('sent')").await;
    browser.ended().await;
}

#[tokio::test]
async fn a_full_storage_is_named_and_a_cleared_one_begins_anew() {
    let Some(site) = Site::copied() else { return };
    // Chromium may never finish installing a service worker that starts while data are being cleared; waiting
    // minutes is too long here.
    site.change("boot.js", |text| text.replace("STUCK_MS = 300_000", "STUCK_MS = 4_000"));
    // Simulates a full disk when the test says so.
    site.change("worker.js", |text| {
        let full = "const write = FileSystemSyncAccessHandle.prototype.write;\nlet isFull = null;\n\
                    new BroadcastChannel('full').onmessage = ({ data }) => { isFull = data; };\n\
                    FileSystemSyncAccessHandle.prototype.write = function (...all) {\n\
                      if (isFull === 'throws') throw new DOMException('full', 'QuotaExceededError');\n  if (isFull === 'writes nothing') return 0;\n  return write.apply(this, all);\n};\n";
        format!("{full}{text}")
    });
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    browser.value("void new BroadcastChannel('full').postMessage('throws')").await;
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg")]).await;
    browser.until("document.querySelector('.photo-card.failed')?.innerText.includes('storage is full')").await;
    browser.shot("web-full").await;
    browser.value("void new BroadcastChannel('full').postMessage('writes nothing')").await;
    browser.tap(".photo-card.failed button").await;
    browser.until("document.querySelector('.photo-card.failed')?.innerText.includes('storage is full')").await;
    // Other changes fail with the same message, and the screen keeps what was typed.
    browser.tap("[data-key=paint-0]").await;
    browser.type_into("[data-key=total]", "37").await;
    browser.tap("[data-key=save-total]").await;
    browser.until("document.querySelector('#toast.shown')?.innerText.includes('storage is full')").await;
    assert_eq!(browser.value("document.querySelector('[data-key=total]').value").await, "37");
    browser.value("void (document.querySelector('[data-key=total]').value = '')").await;
    browser.tap("[data-key=back]").await;
    // Once there is room again, the photo is stored.
    browser.value("void new BroadcastChannel('full').postMessage(null)").await;
    browser.tap(".photo-card.failed button").await;
    read(&browser, 1).await;
    browser.reload().await;
    read(&browser, 1).await;

    let origin = host.address.trim_end_matches("/kingdoms/");
    browser.devtools("Storage.clearDataForOrigin", json!({"origin": origin, "storageTypes": "all"})).await;
    browser.until("document.querySelector('main').innerText.includes('nothing was found at this address')").await;
    browser.go(&host.address).await;
    browser.find(START).await;
    assert_eq!(browser.value("document.querySelectorAll('.game-card').length").await, 0);
    browser.ended().await;
}

/// The connection is lost after the first megabytes. With what has arrived, all photos are read and marked
/// for review. Once the rest arrives they are read again, and corrections made in the meantime are kept.
#[tokio::test]
async fn photos_are_read_without_the_rest_of_the_program_and_again_with_it() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    let later = |to: bool| {
        for name in ["queendomino", "pieces"] {
            let [here, away] = ["packed", "away"].map(|end| site.0.path().join(format!("models/{name}.onnx.{end}")));
            let (from, to) = if to { (here, away) } else { (away, here) };
            std::fs::rename(from, to).expect("a network");
        }
    };
    later(true);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    // A clear photo is read with what has arrived.
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg")]).await;
    read(&browser, 1).await;
    browser.tap("[data-key='owner-1k1-0']").await;
    browser.find("[data-total=Anna]").await;
    let badges = "document.querySelectorAll('.ranks .badge').length";
    assert_eq!(browser.value(badges).await, 0);
    // A doubtful photo is also read with what has arrived, and its whole kingdom needs review.
    let (five, mut blurred) = (Photo::load(&fixture("five.jpg")).expect("a photo").pixels, Mat::default());
    imgproc::gaussian_blur(&five, &mut blurred, Size::default(), 40.0, 40.0, core::BORDER_DEFAULT).expect("pixels");
    let nothing = photos().path("blurred.jpg");
    std::fs::write(&nothing, encode_jpeg(&blurred, 90).expect("a JPEG")).expect("a file");
    browser.choose(CHOOSE, &[&photos().path("IMG_1.jpg"), &nothing]).await;
    browser.find("[data-key=read-again-2]").await;
    assert!(browser.text(".photo-card:has([data-key=read-again-2])").await.contains("rest of the program"));
    browser.until("document.querySelector('.photo-card.error')?.innerText.includes('rest of the program')").await;
    assert_eq!(browser.texts(".photo-card.failed").await, [""; 0]);
    browser.tap("[data-key='owner-2k1-1']").await;
    browser.find("[data-total=Ben]").await;
    assert_eq!(browser.value(badges).await, 1);
    assert!(browser.text("[aria-labelledby=to-check]").await.contains("rest of the program"));
    browser.shot("web-in-part").await;
    audit(&browser, "photos read in part").await;
    nothing_is_cut_in(&browser, "#/game/1", "[data-key=read-again-2]", "in-part").await;
    browser.tap("[data-key='kingdom-2k1']").await;
    browser.tap("#board [data-square=r3c3]").await;
    browser.tap("dialog[open] .answer.now").await;
    browser.find("[data-square=r3c3] .said").await;
    browser.tap("[data-key=back]").await;

    // The retry fails, because the rest has still not arrived.
    browser.tap("[data-key=read-again-2]").await;
    browser.until("document.querySelector('[data-key=working]') === null").await;
    browser.find("[data-key=read-again-2]").await;
    later(false);
    browser.value("void dispatchEvent(new Event('online'))").await;
    browser.until("document.querySelectorAll('[data-key^=read-again]').length === 0").await;
    assert!(!browser.text("main").await.contains("rest of the program"));
    let corrections = "fetch('api/games/1').then((answer) => answer.json()).then(({ corrections }) => corrections)";
    assert_eq!(browser.value(corrections).await, 1);
    let line = program(&["scan", "--no-gallery", "--json", photos().path("IMG_1.jpg").to_str().expect("UTF-8")]);
    assert_eq!(total(&browser, "Ben").await, line["kingdoms"][0]["total"].to_string());
    browser.ended().await;
}

/// After another box is named all photos are read again: the page shows it, and taps are answered meanwhile.
#[tokio::test]
async fn taps_are_answered_while_photos_are_read_again() {
    let Some(site) = Site::copied() else { return };
    // Readers start when the test says so.
    site.change("readers.js", |text| {
        text.replace(
            "this.#worker.postMessage({ photo, body });",
            "Promise.resolve(window.held).then(() => this.#worker.postMessage({ photo, body }));",
        )
    });
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    new_game(&browser, &["Anna", "Ben", "Cem", "Dora"]).await;
    let files: Vec<_> = (0..4).map(|index| photos().path(&format!("IMG_{index}.jpg"))).collect();
    browser.choose(CHOOSE, &files.iter().map(|path| path.as_path()).collect::<Vec<&Path>>()).await;
    read(&browser, 4).await;
    browser.value("void (window.held = new Promise((done) => { window.let_go = done; }))").await;
    browser.tap("[data-key=settings]").await;
    browser.tap("dialog .field > .chips [data-key$='-kingdomino']").await;
    browser.tap("dialog button[type=submit]").await;
    browser.until("document.querySelector('dialog button[type=submit]').disabled").await;
    browser.tap("[data-key=close-sheet]").await;
    browser.find("[data-key=working]").await;
    browser.tap("[data-key='kingdom-1k1']").await;
    browser.tap("#board [data-square=r3c3]").await;
    browser.tap("dialog[open] .answer.now").await;
    browser.find("[data-square=r3c3] .said").await;
    browser.tap("[data-key=back]").await;
    browser.tap("[data-key='owner-1k1-0']").await;
    browser.find("[data-total=Anna]").await;
    browser.find("[data-key=working]").await;
    browser.shot("web-reading-again").await;
    browser.value("void window.let_go()").await;
    browser.until("document.querySelector('[data-key=working]') === null").await;
    let game = "fetch('api/games/1').then((answer) => answer.json()).then((game) => [game.asked_game, game.corrections, game.photos.length])";
    assert_eq!(browser.value(game).await, json!(["kingdomino", 1, 4]));
    browser.find("[data-total=Anna]").await;
    browser.close().await;
}

#[tokio::test]
async fn what_is_begun_outlasts_a_tab_that_is_closed() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    browser.tap(START).await;
    browser.type_into("[data-key=name-0]", "Anna").await;
    browser.reload().await;
    browser.until("document.querySelector('[data-key=name-0]')?.value === 'Anna'").await;
    browser.type_into("[data-key=name-1]", "Ben").await;
    browser.tap("form button[type=submit]").await;
    browser.tap("[data-key=paint-0]").await;
    browser.type_into("[data-key=total]", "37").await;
    browser.reload().await;
    browser.until("document.querySelector('[data-key=total]')?.value === '37'").await;
    browser.tap("[data-key=back]").await;

    // Chosen photos are stored before they are read.
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg"), &photos().path("IMG_1.jpg")]).await;
    let kept = "new Promise((done) => { const request = indexedDB.open('unsent photos'); request.onsuccess = () => { \
         const all = request.result.transaction('photos').objectStore('photos').count(); all.onsuccess = () => done(all.result); }; })";
    while browser.value(kept).await == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let left = browser.value(kept).await;
    browser.go("about:blank").await;
    assert!(left.as_u64() > Some(0), "a photo was on its way");
    browser.go(&format!("{}#/game/1", host.address)).await;
    read(&browser, 2).await;
    browser.reload().await;
    read(&browser, 2).await;
    assert_eq!(browser.value("document.querySelectorAll('.photo-card image').length").await, 2, "with their pictures");
    browser.ended().await;
}

#[tokio::test]
async fn an_old_browser_is_named() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    browser.before_pages("WebAssembly.validate = () => false;").await;
    browser.go(&host.address).await;
    browser.until("document.querySelector('main').innerText.includes('too old')").await;
    browser.shot("web-old-browser").await;
    browser.close().await;
}

/// A file with this photo in the page, like one that the system hands over.
fn file_of(name: &str, kind: &str) -> String {
    format!(
        "fetch('{name}').then((answer) => answer.blob()).then((blob) => new File([blob], '{name}', {{ type: '{kind}' }}))"
    )
}

#[tokio::test]
async fn photos_come_by_share_menu_paste_and_drop() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    for index in 0..3 {
        put(
            &site,
            &format!("photo-{index}.jpg"),
            &std::fs::read(photos().path(&format!("IMG_{index}.jpg"))).expect("a photo"),
        );
    }
    begun(&browser, &host).await;
    let shared = format!(
        "{}.then((file) => {{ const form = new FormData(); form.append('photos', file); return fetch('share', {{ method: 'POST', body: form }}); }}) \
         .then((answer) => answer.text())",
        file_of("photo-0.jpg", "image/jpeg")
    );
    let page = browser.value(&shared).await;
    assert!(page.as_str().expect("a text").contains("boot.js"), "it leads to the page: {page}");
    browser.reload().await;
    browser.find("[data-key=brought]").await;
    browser.shot("web-shared").await;
    audit(&browser, "a photo that was shared").await;
    new_game(&browser, &["Anna", "Ben", "Cem"]).await;
    read(&browser, 1).await;
    for (count, name, event) in [
        (2, "photo-1.jpg", "new ClipboardEvent('paste', { clipboardData: data })"),
        (3, "photo-2.jpg", "new DragEvent('drop', { dataTransfer: data, cancelable: true })"),
    ] {
        let bring = format!(
            "{}.then((file) => {{ const data = new DataTransfer(); data.items.add(file); dispatchEvent({event}); }})",
            file_of(name, "image/jpeg")
        );
        browser.value(&bring).await;
        read(&browser, count).await;
    }
    assert_eq!(browser.value("document.querySelectorAll('.kingdom-card').length").await, 3);
    browser.close().await;
}

/// A photo as a JPEG of this size.
pub fn enlarged(photo: &Path, size_px: Size) -> Vec<u8> {
    let (photo, mut large) = (Photo::load(photo).expect("a photo").pixels, Mat::default());
    imgproc::resize(&photo, &mut large, size_px, 0.0, 0.0, imgproc::INTER_LINEAR).expect("pixels");
    encode_jpeg(&large, 90).expect("a JPEG")
}

/// Makes the Workers report [`MEMORY_BYTES`].
pub fn tells_its_memory(site: &Site) {
    site.change("worker.js", |text| {
        let told = "const told = await init();\nconst memory = new BroadcastChannel('memory');\n\
                    memory.onmessage = ({ data }) => data === 'ask' && memory.postMessage(told.memory.buffer.byteLength);";
        text.replace("await init();", told)
    });
}

/// The total memory of all Workers.
pub const MEMORY_BYTES: &str = "new Promise((done) => { const asked = new BroadcastChannel('memory'); let sum = 0; \
     asked.onmessage = ({ data }) => { sum += data; }; asked.postMessage('ask'); setTimeout(() => done(sum), 1000); })";

#[tokio::test]
async fn photos_of_48_megapixels_turned_ones_and_heic_are_read_as_by_the_program() {
    let Some(site) = Site::copied() else { return };
    tells_its_memory(&site);
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    let photo = Photo::load(&photos().path("IMG_0.jpg")).expect("a photo").pixels;
    let (mut large, mut turned) = (Mat::default(), Mat::default());
    imgproc::resize(&photo, &mut large, Size::new(8000, 6000), 0.0, 0.0, imgproc::INTER_LINEAR).expect("pixels");
    core::rotate(&large, &mut turned, core::ROTATE_90_COUNTERCLOCKWISE).expect("pixels");
    let mut file = encode_jpeg(&turned, 90).expect("a JPEG");
    // EXIF data: the picture must be rotated clockwise.
    let exif = b"\xff\xe1\0\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    file.splice(2..2, exif.iter().copied());
    let path = photos().path("IMG_large.jpg");
    std::fs::write(&path, file).expect("a file");
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    let begun = Instant::now();
    browser.choose(CHOOSE, &[&path]).await;
    read(&browser, 1).await;
    let memory = browser.value(MEMORY_BYTES).await.as_u64().expect("bytes");
    println!("48 megapixels: {:.1} s, {} MB of the Workers' memory", begun.elapsed().as_secs_f64(), memory / 1_000_000);
    assert!(memory < 300_000_000, "{memory} bytes for 48 megapixels");
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    let line = program(&["scan", "--no-gallery", "--json", path.to_str().expect("UTF-8")]);
    assert_eq!(total(&browser, "Anna").await.trim_end_matches('?'), line["kingdoms"][0]["total"].to_string());

    let Some(heic) = heic(&image::open(photos().path("IMG_2.jpg")).expect("a photo").to_rgb8()) else { return };
    let heic = {
        let path = photos().path("IMG_9.heic");
        std::fs::write(&path, heic).expect("a file");
        path
    };
    browser.choose(CHOOSE, &[&heic]).await;
    read(&browser, 2).await;
    let line = program(&["scan", "--no-gallery", "--json", heic.to_str().expect("UTF-8")]);
    let words = "fetch('api/games/1').then((answer) => answer.json()).then(({ kingdoms }) => kingdoms.at(-1).total)";
    assert_eq!(browser.value(words).await, line["kingdoms"][0]["total"]);
    browser.close().await;
}

/// Writes the video of a fake camera: a picture on a table, repeated.
fn film(name: &str, picture: &Mat) -> String {
    let path = photos().path(name);
    std::fs::write(&path, encode_jpeg(picture, 90).expect("a JPEG").repeat(5)).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

/// The picture of a fake camera, with a fixture in the middle that takes this fraction of its height.
fn seen(share: f64) -> Mat {
    let photo = Photo::load(&fixture("five.jpg")).expect("a photo").pixels;
    let mut frame =
        Mat::new_rows_cols_with_default(720, 1280, photo.typ(), Scalar::new(70.0, 90.0, 120.0, 0.0)).expect("pixels");
    let (height, mut small) = ((720.0 * share) as i32, Mat::default());
    let width = height * photo.cols() / photo.rows();
    imgproc::resize(&photo, &mut small, Size::new(width, height), 0.0, 0.0, imgproc::INTER_AREA).expect("pixels");
    let place = Rect::new((1280 - width) / 2, (720 - height) / 2, width, height);
    small.copy_to(&mut Mat::roi_mut(&mut frame, place).expect("a part")).expect("pixels");
    frame
}

async fn with_camera(window: Window, film: &str) -> Option<Browser> {
    let film = format!("--use-file-for-fake-video-capture={film}");
    Browser::open_with(
        window,
        &["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", &film],
        json!({}),
    )
    .await
}

#[tokio::test]
async fn the_live_camera_takes_a_photo_by_itself() {
    let Some(site) = Site::copied() else { return };
    let host = Host::of(&site);
    let Some(browser) = with_camera(Window::PHONE, &film("good.mjpeg", &seen(0.8))).await else { return };
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    browser.tap("[data-key=live]").await;
    browser.find(".live path.lattice.good[d^=M]").await;
    browser.shot("web-live").await;
    audit(&browser, "the live camera").await;
    browser.until("document.querySelector('.live-word').innerText.includes('Taken')").await;
    let mut quickest = f64::INFINITY;
    // The fastest of many runs, because other work on the machine can only slow it down.
    for _ in 0..20 {
        let look = browser.value("Number(document.querySelector('video').dataset.lookMs)").await;
        quickest = quickest.min(look.as_f64().expect("a time"));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("a look at a frame of the camera: {quickest:.0} ms");
    browser.tap("[data-key=back]").await;
    read(&browser, 1).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    let line = program(&["scan", "--no-gallery", "--json", fixture("five.jpg").to_str().expect("UTF-8")]);
    assert_eq!(total(&browser, "Anna").await.trim_end_matches('?'), line["kingdoms"][0]["total"].to_string());
    browser.close().await;
}

#[tokio::test]
async fn the_live_camera_says_what_is_wrong() {
    let Some(site) = Site::copied() else { return };
    let host = Host::of(&site);
    let mut dark = Mat::default();
    seen(1.0).convert_to(&mut dark, -1, 0.1, 0.0).expect("pixels");
    let films = [("far.mjpeg", seen(0.45), "Zu weit weg"), ("dark.mjpeg", dark, "Zu dunkel")];
    for (name, picture, word) in films {
        let Some(browser) = with_camera(Window::SMALL_PHONE, &film(name, &picture)).await else { return };
        begun(&browser, &host).await;
        new_game(&browser, &["Anna"]).await;
        browser.tap("[data-key=live]").await;
        browser.until(&format!("document.querySelector('.live-word').innerText.includes('{word}')")).await;
        browser.shot(&format!("web-live-{name}")).await;
        // The photo can be taken by hand all the same.
        browser.tap("[data-key=take]").await;
        browser.tap("[data-key=back]").await;
        read(&browser, 1).await;
        browser.close().await;
    }
    // Without a camera the page shows a message.
    let Some(browser) = Browser::open(Window::ON_ITS_SIDE.dark()).await else { return };
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    browser.tap("[data-key=live]").await;
    browser.until("document.querySelector('.live-word').innerText.includes('No camera was found')").await;
    browser.shot("web-no-camera").await;
    audit(&browser, "no camera").await;
    browser.close().await;
}
