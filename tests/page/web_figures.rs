//! Readings and times of the page without a server, for `make compare-web` and `make measure-web`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use opencv::core::Size;
use serde_json::{Value, json};

use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, photos, read};
use crate::server::fixture;
use crate::web::{ALL_NETWORKS, Host, MEMORY_BYTES, Site, begun, enlarged, put, tells_its_memory};

/// Reads the photos listed in the file `WEB_PHOTOS`, one per line, and writes the output of `scan --json` for
/// them to `WEB_LINES`.
#[tokio::test]
#[ignore = "reads any photos: scripts/scan-in-tab.sh"]
async fn photos_are_read_as_by_scan() {
    let list = std::env::var("WEB_PHOTOS").expect("WEB_PHOTOS: a file that lists photos");
    let lines_path = std::env::var("WEB_LINES").expect("WEB_LINES: the file to write");
    let site = Site::copied().expect("target/web (make web)");
    let browser = Browser::open(Window::PHONE).await.expect("a browser");
    let host = Host::of(&site);
    begun(&browser, &host).await;
    let mut lines = String::new();
    for path in fs::read_to_string(&list).expect("the list").lines() {
        put(&site, "photo", &fs::read(path).expect("a photo"));
        let scan = format!(
            "fetch('photo', {{ cache: 'no-store' }}).then((answer) => answer.blob()) \
             .then((body) => fetch('api/scan?name=' + encodeURIComponent({}), {{ method: 'POST', body }})).then((answer) => answer.text())",
            json!(path)
        );
        let line = browser.value(&scan).await;
        let _ = writeln!(lines, "{}", line.as_str().expect("a text").trim_end());
    }
    fs::write(&lines_path, lines).expect("a file");
}

/// Measures the times from choosing a photo until its first look is shown and until it is read.
const WATCH: &str = "addEventListener('change', () => { window.begunMs = performance.now(); window.seenMs = null; window.readMs = null; }, true); \
     addEventListener('look', () => { window.seenMs = performance.now() - begunMs; }); \
     new MutationObserver(() => { const count = document.querySelectorAll('.photo-card:is(.scored, .no_kingdom)').length; \
       if (count !== window.cards && window.begunMs) window.readMs ??= performance.now() - begunMs; window.cards = count; }) \
       .observe(document, { subtree: true, childList: true });";

/// Medians over this many photos.
const TIMES: usize = 3;

/// Begins a game; its id.
const MAKE_GAME: &str = "fetch('api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{\"players\": [\"Anna\"]}' }) \
     .then((answer) => answer.json()).then(({ id }) => id)";

/// 2 Mbit/s.
const SLOW_BYTES_PER_S: u32 = 250_000;

/// The assumed slowdown of a phone.
const SLOWER: u32 = 4;

/// Lets the browser run for only a quarter of the time.
struct Slowed {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Slowed {
    const PART: Duration = Duration::from_millis(5);

    #[allow(unsafe_code)]
    fn new(browser: &Browser) -> Self {
        let group = browser.group();
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        // SAFETY: signals our own process group, which exists as long as `browser`.
        let signal = move |signal| unsafe { libc::kill(-group, signal) };
        let thread = thread::spawn(move || {
            while !over.load(Ordering::SeqCst) {
                signal(libc::SIGSTOP);
                thread::sleep(Self::PART * (SLOWER - 1));
                signal(libc::SIGCONT);
                thread::sleep(Self::PART);
            }
        });
        Self { is_over, thread: Some(thread) }
    }
}

impl Drop for Slowed {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The measured figures, in the order of the table.
struct Figures(Vec<Value>);

impl Figures {
    fn add(&mut self, what: &str, is_slowed: bool, figure: f64, unit: &str) {
        let what = if is_slowed { format!("{what}, {SLOWER} times slower") } else { what.to_owned() };
        let figure = (figure * 100.0).round() / 100.0;
        println!("{what}: {figure} {unit}");
        self.0.push(json!({"what": what, "figure": figure, "unit": unit}));
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[tokio::test]
#[ignore = "measures, on a machine that does nothing else: make measure-web"]
async fn measure() {
    let path = PathBuf::from(std::env::var("SPEED").expect("SPEED: the file to write"));
    let site = Site::copied().expect("target/web (make web)");
    tells_its_memory(&site);
    let large = photos().path("IMG_12.jpg");
    fs::write(&large, enlarged(&fixture("five.jpg"), Size::new(4000, 3000))).expect("a file");
    let seven = fixture("seven.json");
    photos().paint("IMG_7.jpg", seven.to_str().expect("UTF-8"), 5);
    let photos: [(&str, PathBuf, bool); 6] = [
        ("photo of 2 megapixels (`five.jpg`)", fixture("five.jpg"), false),
        ("photo of 12 megapixels", large, false),
        ("clear 7x7, rendered", photos().path("IMG_7.jpg"), false),
        ("doubtful 7x7 (`seven.jpg`)", fixture("seven.jpg"), true),
        ("no kingdom (`nothing.jpg`)", fixture("nothing.jpg"), false),
        ("Queendomino (`queendomino.jpg`)", fixture("queendomino.jpg"), true),
    ];
    let mut figures = Figures(Vec::new());
    slow_visits(&site, &mut figures).await;
    for is_slowed in [false, true] {
        let browser = Browser::open(Window::PHONE).await.expect("a browser");
        let host = Host::of(&site);
        browser.before_pages(WATCH).await;
        let slowed = is_slowed.then(|| Slowed::new(&browser));
        let stands = "window.stoodMs ??= document.querySelector(\"a[href='#/new']\") ? performance.now() : undefined";
        for (what, visits) in [("first visit until the page stands", 1), ("a further visit until the page stands", 3)] {
            let mut times = Vec::new();
            for _ in 0..visits {
                browser.go(&host.address).await;
                browser.until(stands).await;
                times.push(browser.value("stoodMs").await.as_f64().expect("a time") / 1000.0);
            }
            figures.add(what, is_slowed, median(times), "s");
        }
        browser.until(ALL_NETWORKS).await;
        for (what, photo, is_doubtful) in &photos {
            let (seen, read) = times(&browser, &host, photo, *is_doubtful).await;
            if let Some(seen) = seen {
                figures.add(&format!("{what}: first look"), is_slowed, seen, "s");
            }
            figures.add(&format!("{what}: read"), is_slowed, read, "s");
        }
        figures.add("the grid's size said with four photos", is_slowed, size_said(&browser, &host).await, "s");
        if !is_slowed {
            let bytes = browser.value(MEMORY_BYTES).await.as_f64().expect("bytes");
            figures.add("memory of both Workers after all these photos", false, (bytes / 1e6).round(), "MB");
        }
        drop(slowed);
        drop(browser.ended().await);
    }
    let lines: String = figures.0.iter().map(|figure| format!("{figure}\n")).collect();
    fs::OpenOptions::new().create(true).append(true).open(&path).expect("SPEED");
    let before = fs::read_to_string(&path).expect("SPEED");
    fs::write(&path, before + &lines).expect("SPEED");
}

/// A first and a further visit over a slow connection.
async fn slow_visits(site: &Site, figures: &mut Figures) {
    let browser = Browser::open(Window::PHONE).await.expect("a browser");
    let host = Host::of(site);
    host.line().bytes_per_s = Some(SLOW_BYTES_PER_S);
    let begun_at = Instant::now();
    let mut until = |what: &str| {
        figures.add(&format!("at 2 Mbit/s: first visit until {what}"), false, begun_at.elapsed().as_secs_f64(), "s");
        figures.add(&format!("first visit until {what}: fetched"), false, host.line().sent_bytes as f64 / 1e6, "MB");
    };
    begun(&browser, &host).await;
    until("the page stands");
    let id = browser.value(MAKE_GAME).await;
    until("a game is begun");
    browser.value(&format!("void (location.hash = '#/game/{id}')")).await;
    browser.choose(CHOOSE, &[&fixture("five.jpg")]).await;
    read(&browser, 1).await;
    until("a clear photo is read");
    browser.until_within(ALL_NETWORKS, 300).await;
    until("it needs no internet");
    host.line().sent_bytes = 0;
    begun(&browser, &host).await;
    browser.find(".game-card").await;
    figures.add("a further visit: fetched", false, host.line().sent_bytes as f64 / 1e6, "MB");
    drop(browser.ended().await);
}

/// The time from saying the size of the grid, as it was found, to the new ranks of a game with four photos.
async fn size_said(browser: &Browser, host: &Host) -> f64 {
    let id = browser.value(MAKE_GAME).await;
    browser.go(&format!("{}#/game/{id}", host.address)).await;
    browser.find(CHOOSE).await;
    let files: Vec<_> = (0..4).map(|index| photos().path(&format!("IMG_{index}.jpg"))).collect();
    browser.choose(CHOOSE, &files.iter().map(PathBuf::as_path).collect::<Vec<_>>()).await;
    read(browser, 4).await;
    let say = format!(
        "(async () => {{ const begun = performance.now(); \
           await (await fetch('api/games/{id}', {{ method: 'PATCH', headers: {{ 'Content-Type': 'application/json' }}, body: '{{\"size\": 5}}' }})).json(); \
           return performance.now() - begun; }})()"
    );
    browser.value(&say).await.as_f64().expect("a time") / 1000.0
}

/// Median times until a photo is seen and until it is read, each in a new game.
async fn times(browser: &Browser, host: &Host, photo: &Path, is_doubtful: bool) -> (Option<f64>, f64) {
    let (mut seen, mut times) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let id = browser.value(MAKE_GAME).await;
        browser.go(&format!("{}#/game/{id}", host.address)).await;
        browser.find(CHOOSE).await;
        browser.value("void (window.begunMs = undefined)").await;
        browser.choose(CHOOSE, &[photo]).await;
        read(browser, 1).await;
        let time = async |name: &str| browser.value(name).await.as_f64().map(|ms| ms / 1000.0);
        times.push(time("readMs").await.expect("a time"));
        if is_doubtful {
            seen.push(time("seenMs").await.expect("a first look"));
        }
    }
    (is_doubtful.then(|| median(seen)), median(times))
}
