//! A phone or a desktop: headless Chromium, driven through chromedriver.

use std::fmt::Debug;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use base64::Engine;
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use fantoccini::wd::{WebDriverCompatibleCommand, WindowHandle};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::common::requests::Requests;

/// Records the JSON requests that the server accepts, for a comparison with the server's description.
const REMEMBER_REQUESTS: &str = r#"(() => {
  const send = window.fetch;
  window.fetch = async (address, options = {}) => {
    const answer = await send(address, options);
    if (answer.ok && typeof options.body === "string") {
      const sent = new Set(JSON.parse(sessionStorage.getItem("sent") ?? "[]"));
      sent.add(JSON.stringify([options.method, new URL(address, location.href).pathname, options.body]));
      sessionStorage.setItem("sent", JSON.stringify([...sent]));
    }
    return answer;
  };
})()"#;

/// The longest wait for anything on the page, because reading a photo takes time on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Into how many steps a stroke is divided: a few for each of five squares.
const STEPS: u32 = 20;

/// A window's size and colours, and the language of its browser.
#[derive(Debug, Clone, Copy)]
pub struct Window {
    pub width_px: u32,
    pub height_px: u32,
    pub is_dark: bool,
    pub language: &'static str,
}

impl Window {
    pub const PHONE: Self = Self { width_px: 390, height_px: 844, is_dark: false, language: "en" };
    pub const LOW_PHONE: Self = Self { width_px: 360, height_px: 640, is_dark: false, language: "en" };
    pub const SMALL_PHONE: Self = Self { width_px: 320, height_px: 568, is_dark: true, language: "de" };
    pub const ON_ITS_SIDE: Self = Self { width_px: 844, height_px: 390, is_dark: false, language: "en" };
    pub const DESKTOP: Self = Self { width_px: 1280, height_px: 900, is_dark: false, language: "en" };

    pub fn dark(self) -> Self {
        Self { is_dark: true, ..self }
    }

    pub fn german(self) -> Self {
        Self { language: "de", ..self }
    }

    fn is_phone(self) -> bool {
        self.width_px < 700
    }
}

/// A browser with one window.
pub struct Browser {
    client: Client,
    window: Window,
    taps: AtomicU32,
    driver: Driver,
}

impl Browser {
    /// Opens a browser; `None`, with a message, if Chromium and chromedriver are not installed under Debian's
    /// names.
    pub async fn open(window: Window) -> Option<Self> {
        Self::open_with(window, &[], json!({})).await
    }

    /// Opens a browser with further arguments and preferences of Chromium.
    pub async fn open_with(window: Window, further: &[&str], preferences: Value) -> Option<Self> {
        let Some((driver, port)) = start_driver() else {
            // Does not use `eprintln`, whose output the test harness captures.
            let _ = writeln!(
                std::io::stderr(),
                "\nSKIPPED: no chromedriver starts here, so the page is not tested (scripts/setup.sh --tests installs it)\n"
            );
            return None;
        };
        let language = [format!("--lang={}", window.language), format!("--accept-lang={}", window.language)];
        let mut arguments = vec![
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--no-first-run",
            "--disable-background-networking",
        ];
        arguments.extend(language.iter().map(String::as_str).chain(further.iter().copied()));
        let capabilities = json!({
            "goog:chromeOptions": {"args": arguments, "prefs": preferences},
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities.as_object().expect("an object").clone())
            .connect(&format!("http://127.0.0.1:{port}"))
            .await;
        let client = match client {
            Ok(client) => client,
            Err(error) => panic!("chromedriver starts, Chromium does not: {error}"),
        };
        let browser = Self { client, window, taps: AtomicU32::new(0), driver };
        browser.emulate().await;
        Some(browser)
    }

    /// Makes the tab in front the window that was asked for. Chromium forgets this in a new tab.
    async fn emulate(&self) {
        let Window { width_px, height_px, is_dark, .. } = self.window;
        let metrics =
            json!({"width": width_px, "height": height_px, "deviceScaleFactor": 1, "mobile": self.window.is_phone()});
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        self.before_pages(REMEMBER_REQUESTS).await;
        let scheme = if is_dark { "dark" } else { "light" };
        // Nothing is animated, so that screenshots show the final state.
        let features = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")];
        let features = features.map(|(name, value)| json!({"name": name, "value": value}));
        self.devtools("Emulation.setEmulatedMedia", json!({"features": features})).await;
    }

    /// The id of the browser's process group.
    pub fn group(&self) -> i32 {
        i32::try_from(self.driver.0.id()).expect("a process")
    }

    pub async fn devtools(&self, command: &str, parameters: Value) -> Value {
        let command = Vendor { path: "goog/cdp/execute", body: json!({"cmd": command, "params": parameters}) };
        self.client.issue_cmd(command).await.expect("a command of the developer tools")
    }

    /// Runs this script in every page opened from now on, before the page's own scripts.
    pub async fn before_pages(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": script})).await;
    }

    /// Opens another tab and switches to it; returns the handle of the previous one.
    pub async fn another_tab(&self) -> WindowHandle {
        let before = self.client.window().await.expect("a tab");
        let new = self.client.new_window(true).await.expect("another tab");
        self.client.switch_to_window(new.handle).await.expect("the other tab");
        self.emulate().await;
        before
    }

    /// Closes this tab and switches to the tab `back_to`.
    pub async fn close_tab(&self, back_to: WindowHandle) {
        self.client.close_window().await.expect("the tab closes");
        self.client.switch_to_window(back_to).await.expect("the tab before");
    }

    pub async fn go(&self, address: &str) {
        self.client.goto(address).await.expect("an address");
    }

    pub async fn reload(&self) {
        self.client.refresh().await.expect("a page");
    }

    pub async fn address(&self) -> String {
        self.client.current_url().await.expect("an address").to_string()
    }

    /// Waits for the first matching element.
    pub async fn find(&self, css: &str) -> Element {
        self.until(&format!("document.querySelector({})", json!(css))).await;
        self.client.find(Locator::Css(css)).await.unwrap_or_else(|error| panic!("{css}: {error}"))
    }

    /// Taps the first visible matching element. If the page redraws it meanwhile, taps the new one.
    pub async fn tap(&self, css: &str) {
        let begun = Instant::now();
        loop {
            match self.tap_now(css).await {
                Ok(()) => {
                    self.taps.fetch_add(1, Relaxed);
                    return;
                }
                Err(error) if begun.elapsed() > PATIENCE => self.give_up(&format!("{css}: {error}")).await,
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    async fn tap_now(&self, css: &str) -> Result<(), CmdError> {
        const SHOWN: &str =
            "return [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility()) ?? null";
        // Scrolls the element to the middle of the window, because the page's bars cover its edges.
        const SCROLL: &str = "arguments[0].scrollIntoView({block: 'center', inline: 'center'})";
        let found = self.client.execute(SHOWN, vec![json!(css)]).await?;
        let element = self.client.find_all(Locator::Css(css)).await?;
        let Some(first) = found.as_object().and(element.first().cloned()) else {
            return Err(CmdError::NotW3C(json!(format!("no {css} to be seen"))));
        };
        let shown = match element.iter().find(|one| serde_json::to_value(one).ok().as_ref() == Some(&found)) {
            Some(shown) => shown.clone(),
            None => first,
        };
        self.client.execute(SCROLL, vec![serde_json::to_value(&shown)?]).await?;
        shown.click().await
    }

    /// The number of taps so far; choosing photos is one, on the button. Taps in the system's picture gallery
    /// do not count.
    pub fn taps(&self) -> u32 {
        self.taps.load(Relaxed)
    }

    /// Waits until this JavaScript expression is true.
    pub async fn until(&self, condition: &str) {
        self.until_within(condition, PATIENCE.as_secs()).await;
    }

    /// Waits until this JavaScript expression is true, for at most this many seconds.
    pub async fn until_within(&self, condition: &str, most_s: u64) {
        let begun = Instant::now();
        let script = format!("return Boolean({condition})");
        while self.client.execute(&script, Vec::new()).await.ok() != Some(Value::Bool(true)) {
            if begun.elapsed().as_secs() > most_s {
                self.give_up(condition).await;
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    async fn give_up(&self, what: &str) -> ! {
        self.shot("failed").await;
        let page = self.text("body").await;
        panic!("{what}: not within the time at {}; the page says:\n{page}", self.address().await);
    }

    /// The value of a JavaScript expression.
    pub async fn value(&self, expression: &str) -> Value {
        self.client.execute(&format!("return {expression}"), Vec::new()).await.expect("an expression")
    }

    /// The text of the first matching element.
    pub async fn text(&self, css: &str) -> String {
        let text = self.value(&format!("document.querySelector({})?.innerText ?? ''", json!(css))).await;
        text.as_str().expect("a text").to_owned()
    }

    /// The texts of all matching elements.
    pub async fn texts(&self, css: &str) -> Vec<String> {
        let texts = format!("[...document.querySelectorAll({})].map((one) => one.innerText.trim())", json!(css));
        serde_json::from_value(self.value(&texts).await).expect("texts")
    }

    /// Types into the first matching field.
    pub async fn type_into(&self, css: &str, text: &str) {
        self.find(css).await.send_keys(text).await.unwrap_or_else(|error| panic!("{css}: {error}"));
    }

    /// Chooses photos in the first matching file field.
    pub async fn choose(&self, css: &str, photos: &[&Path]) {
        self.taps.fetch_add(1, Relaxed);
        let paths: Vec<&str> = photos.iter().map(|path| path.to_str().expect("UTF-8")).collect();
        self.type_into(css, &paths.join("\n")).await;
    }

    /// Drags the centre of an element by this many pixels of the window, in steps like a finger.
    pub async fn drag(&self, css: &str, [x_px, y_px]: [f64; 2]) {
        let from = self.middle(css).await;
        self.pointer("mousePressed", from).await;
        for part in [0.3, 0.7, 1.0] {
            self.pointer("mouseMoved", [from[0] + x_px * part, from[1] + y_px * part]).await;
        }
        self.shot("dragging").await;
        self.pointer("mouseReleased", [from[0] + x_px, from[1] + y_px]).await;
    }

    /// Drags from the centre of one element to that of another, in steps like a finger.
    pub async fn drag_to(&self, from: &str, to: &str) {
        self.value(&format!("void document.querySelector({}).scrollIntoView({{block: 'center'}})", json!(from))).await;
        self.stroke(&[from, to]).await;
    }

    /// Draws from the centre of each element to that of the next, in steps like a finger, without scrolling.
    pub async fn stroke(&self, along: &[&str]) {
        let mut at = self.middle(along[0]).await;
        self.press_at(at).await;
        for css in &along[1..] {
            let to = self.middle(css).await;
            for step in 1..=STEPS {
                let part = f64::from(step) / f64::from(STEPS);
                self.pointer("mouseMoved", [0, 1].map(|axis| at[axis] + (to[axis] - at[axis]) * part)).await;
            }
            at = to;
        }
        self.release_at(at).await;
    }

    /// The centre of an element, in pixels of the window.
    pub async fn middle(&self, css: &str) -> [f64; 2] {
        let middle = format!(
            "(() => {{ const box = document.querySelector({}).getBoundingClientRect();
               return [box.x + box.width / 2, box.y + box.height / 2]; }})()",
            json!(css)
        );
        serde_json::from_value(self.value(&middle).await).expect("a place")
    }

    /// Presses a key where the focus is.
    pub async fn press(&self, key: &str) {
        // Enter activates the focused button only if its text is sent along.
        let (code, text) = if key == "Enter" { (13, "\r") } else { (0, "") };
        for what in ["keyDown", "keyUp"] {
            let event = json!({"type": what, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text});
            self.devtools("Input.dispatchKeyEvent", event).await;
        }
    }

    /// Presses and releases at a position in the window, whatever is there.
    pub async fn tap_at(&self, at: [f64; 2]) {
        self.press_at(at).await;
        self.release_at(at).await;
    }

    pub async fn press_at(&self, at: [f64; 2]) {
        self.pointer("mousePressed", at).await;
    }

    pub async fn release_at(&self, at: [f64; 2]) {
        self.pointer("mouseReleased", at).await;
    }

    async fn pointer(&self, what: &str, [x, y]: [f64; 2]) {
        let event = json!({"type": what, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1});
        self.devtools("Input.dispatchMouseEvent", event).await;
    }

    /// A screenshot of the whole page for human inspection: `target/page-screenshots/390-light-en-NAME.png`.
    pub async fn shot(&self, name: &str) {
        let size = self.devtools("Page.getLayoutMetrics", json!({})).await["cssContentSize"].clone();
        let clip = json!({"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1});
        let picture = self
            .devtools("Page.captureScreenshot", json!({"captureBeyondViewport": !self.has_sheet().await, "clip": clip}))
            .await;
        let picture =
            base64::prelude::BASE64_STANDARD.decode(picture["data"].as_str().expect("a picture")).expect("PNG");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/page-screenshots");
        std::fs::create_dir_all(&folder).expect("a folder");
        let Window { width_px, is_dark, language, .. } = self.window;
        let scheme = if is_dark { "dark" } else { "light" };
        std::fs::write(folder.join(format!("{width_px}-{scheme}-{language}-{name}.png")), picture).expect("a file");
    }

    async fn has_sheet(&self) -> bool {
        self.value("document.querySelector('dialog')?.open ?? false").await == Value::Bool(true)
    }

    /// Ends the browser. Its console must be empty: no errors, and nothing refused by the content security
    /// policy.
    pub async fn close(self) {
        let lines = self.ended().await;
        assert!(lines.is_empty(), "the console says {lines:#?}");
    }

    /// Compares the requests sent in this tab with the server's description of itself; does nothing if the
    /// server has ended.
    async fn check_requests(&self) {
        // A browser without storage throws even on access.
        let sent = "(() => { try { return sessionStorage.getItem('sent'); } catch { return null; } })()";
        let sent = self.value(sent).await;
        let Some(sent) = sent.as_str() else { return };
        let described = self.value("fetch('api/openapi.json').then((answer) => answer.json()).catch(() => null)").await;
        if !described.is_object() {
            return;
        }
        let (sent, requests): (Vec<String>, Requests) =
            (serde_json::from_str(sent).expect("a list"), Requests(described));
        for one in &sent {
            let (method, path, body): (String, String, String) = serde_json::from_str(one).expect("a request");
            let at = path.find("/api/").expect("a path of the interface");
            let body = serde_json::from_str(&body).expect("JSON");
            assert_eq!(requests.broken(&method, &path[at..], &body), [""; 0]);
        }
    }

    /// Ends the browser; returns its console, such as refusals that the test provoked.
    pub async fn ended(self) -> Vec<String> {
        self.check_requests().await;
        let log = Vendor { path: "se/log", body: json!({"type": "browser"}) };
        let log = self.client.issue_cmd(log).await.expect("the console");
        let lines = log.as_array().expect("lines").iter().filter(|line| line["level"] != "INFO");
        let lines = lines.map(|line| line["message"].to_string()).collect();
        self.client.clone().close().await.expect("the browser ends");
        lines
    }
}

/// A chromedriver, which leads a process group that includes its browsers.
struct Driver(Child);

#[allow(unsafe_code)]
impl Drop for Driver {
    /// Kills the whole group, even after a failed test: chromedriver leaves its browsers behind when asked to
    /// end.
    fn drop(&mut self) {
        if let Ok(group) = i32::try_from(self.0.id()) {
            // SAFETY: it sends a signal to our own group, whose leader was not waited for yet.
            unsafe { libc::kill(-group, libc::SIGKILL) };
        }
        let _ = self.0.wait();
    }
}

/// Starts chromedriver on a free port.
fn start_driver() -> Option<(Driver, u16)> {
    let mut driver = Command::new("chromedriver");
    let driver = driver.arg("--port=0").stdout(Stdio::piped()).process_group(0).spawn();
    let mut driver = Driver(driver.ok()?);
    let lines = BufReader::new(driver.0.stdout.take()?).lines().map_while(Result::ok);
    const STARTED: &str = "started successfully on port ";
    let port = lines.into_iter().find_map(|line| {
        let (_, port) = line.split_once(STARTED)?;
        port.trim_end_matches('.').parse().ok()
    });
    port.map(|port| (driver, port))
}

/// A command specific to chromedriver.
#[derive(Debug)]
struct Vendor {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for Vendor {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
