//! Texts on narrow phones, in every language: distinguishing parts must not be cut off.

use serde_json::{Value, json};

use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read};
use crate::server::Server;

/// Texts that are wider than their container and cut off, and kingdoms of a photo with the same label.
const CUT: &str = "(() => {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const found = [];
  for (const one of root.querySelectorAll('*')) {
    if (!one.checkVisibility() || one.closest('.unseen, .brief, svg') !== null || one.innerText.trim() === '') continue;
    const isClipped = ['hidden', 'clip'].includes(getComputedStyle(one).overflowX);
    if (isClipped && one.scrollWidth > one.clientWidth + 1) found.push(`${one.className}: ${one.innerText}`);
  }
  const names = [...root.querySelectorAll('.outline text')].map(({ textContent }) => textContent);
  if (new Set(names).size < names.length) found.push(`on the photo: ${names.join()}`);
  return found;
})()";

#[tokio::test]
async fn no_text_that_tells_things_apart_is_cut() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Bartholomäus", "Bartholomea", "Ana", "Maximiliane"]).await;
    photos().copy("table.jpg", "PXL_20261127_201500123.MP.jpg");
    browser.choose(CHOOSE, &[&photos().path("PXL_20261127_201500123.MP.jpg")]).await;
    read(&browser, 1).await;
    browser.until("document.querySelectorAll('.outline').length === 4").await;
    nothing_is_cut(&browser, "nobodys").await;
    browser.value("void (location.hash = '#/game/1')").await;
    for player in 0..3 {
        browser.tap(&format!("[data-key='owner-1k{}-{player}']", player + 1)).await;
        browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length >= {}", player + 1)).await;
    }
    nothing_is_cut(&browser, "owned").await;
    browser.close().await;
}

/// Checks each view in each language at each width.
async fn nothing_is_cut(browser: &Browser, stage: &str) {
    for (view, shown) in [
        ("#/", ".game-card"),
        ("#/new", "[data-key=name-0]"),
        ("#/game/1", ".outline"),
        ("#/game/1/kingdom/1k1", "#board .square"),
        ("#/game/1/kingdom/1k1/r2c2", "dialog[open] .answer"),
        ("#/game/1/paint/player/0", ".painting"),
        ("#/game/1/photo/1/corners/1k1", ".handle"),
    ] {
        nothing_is_cut_in(browser, view, shown, stage).await;
    }
}

/// Checks one view of the page, in which `shown` is visible; then switches back to English.
pub async fn nothing_is_cut_in(browser: &Browser, view: &str, shown: &str, stage: &str) {
    for language in ["de", "ro", "en"] {
        browser.value(&format!("void localStorage.setItem('language', '{language}')")).await;
        browser.value(&format!("void (location.hash = '{view}')")).await;
        browser.reload().await;
        browser.find(shown).await;
        for width in [320, 360, 390] {
            let metrics = json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": true});
            browser.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
            let cut = browser.value(CUT).await;
            assert_eq!(cut, Value::Array(Vec::new()), "{stage} {language} {view} {width} px");
            if view == "#/game/1" {
                browser.shot(&format!("cut-{stage}-{language}-{width}")).await;
            }
        }
    }
}
