//! The screen stays awake while the photos of a game are taken.

use serde_json::{Value, json};

use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read};
use crate::server::Server;

/// Counts the locks of the screen in place of the browser, which needs a screen for them.
const COUNT_LOCKS: &str = "(() => {
    window.locks = { asked: 0, released: 0 };
    const request = async () => {
        window.locks.asked += 1;
        return { release: async () => { window.locks.released += 1; } };
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
})()";

const REFUSE_LOCKS: &str = "Object.defineProperty(navigator, 'wakeLock', \
    { value: { request: async () => { throw new DOMException('no', 'NotAllowedError'); } } })";

const NO_LOCKS: &str = "Object.defineProperty(navigator, 'wakeLock', { value: undefined })";

async fn until_locks(browser: &Browser, asked: u32, released: u32) {
    browser.until(&format!("window.locks.asked === {asked} && window.locks.released === {released}")).await;
}

#[tokio::test]
async fn the_screen_stays_awake_until_the_game_is_final_or_left() {
    let camera = ["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"];
    let Some(browser) = Browser::open_with(Window::PHONE, &camera, json!({})).await else { return };
    let server = Server::start();
    browser.before_pages(COUNT_LOCKS).await;
    browser.go(&server.address).await;
    browser.find("a[href='#/new']").await;
    until_locks(&browser, 0, 0).await;
    new_game(&browser, &["Anna", "Cem"]).await;
    until_locks(&browser, 1, 0).await;
    browser.value("void document.dispatchEvent(new Event('visibilitychange'))").await;
    until_locks(&browser, 2, 0).await;
    browser.tap("a[data-key=back]").await;
    browser.find(".game-card").await;
    until_locks(&browser, 2, 1).await;
    browser.value("void document.dispatchEvent(new Event('visibilitychange'))").await;
    browser.tap(".game-card .cover").await;
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg"), &photos().path("IMG_2.jpg")]).await;
    read(&browser, 2).await;
    until_locks(&browser, 3, 1).await;
    browser.tap("[data-key=owner-1k1-0]").await;
    browser.find(".winner").await;
    until_locks(&browser, 3, 2).await;
    browser.tap("[data-key=undo]").await;
    until_locks(&browser, 4, 2).await;
    browser.tap("[data-key=live]").await;
    browser.find(".live").await;
    until_locks(&browser, 5, 3).await;
    browser.tap("a[data-key=back]").await;
    browser.find(".ranks").await;
    until_locks(&browser, 6, 4).await;
    browser.close().await;
}

#[tokio::test]
async fn a_browser_without_locks_or_with_refused_ones_says_nothing() {
    for script in [REFUSE_LOCKS, NO_LOCKS] {
        let Some(browser) = Browser::open(Window::PHONE).await else { return };
        let server = Server::start();
        browser.before_pages(script).await;
        browser.go(&server.address).await;
        new_game(&browser, &["Anna", "Cem"]).await;
        assert_eq!(browser.value("document.querySelector('#toast').matches('.shown')").await, Value::Bool(false));
        browser.tap("a[data-key=back]").await;
        browser.find(".game-card").await;
        browser.close().await;
    }
}
