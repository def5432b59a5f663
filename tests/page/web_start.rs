//! The page without a server is used while the program behind it is still being fetched. Without `make web`,
//! these tests are skipped with a message.

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::cut::nothing_is_cut_in;
use crate::games::{CHOOSE, photos, read};
use crate::server::fixture;
use crate::web::{ALL_NETWORKS, Host, Site, begun};

const BAR: &str = "#coming:not([hidden])";

/// Waits until the bar says this.
async fn bar_says(browser: &Browser, text: &str) {
    browser.until(&format!("document.querySelector('{BAR}')?.innerText.includes('{text}')")).await;
}

#[tokio::test]
async fn a_game_begins_while_the_program_comes() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::SMALL_PHONE).await else { return };
    let host = Host::of(&site);
    host.line().held = vec!["wasm", "models/"];
    begun(&browser, &host).await;
    bar_says(&browser, "0,0 von ").await;
    browser.shot("web-coming").await;
    audit(&browser, "the start before the program").await;
    browser.tap("a[href='#/new']").await;
    for (index, name) in ["Anna", "Ben"].iter().enumerate() {
        browser.type_into(&format!("[data-key=name-{index}]"), name).await;
    }
    browser.tap("form button[type=submit]").await;
    browser.shot("web-coming-form").await;
    host.line().held = vec!["models/"];
    browser.find(".ranks").await;
    browser.choose(CHOOSE, &[&fixture("five.jpg")]).await;
    browser.until("document.querySelector('.photo-card .progress')?.innerText === 'Wartet auf das Programm'").await;
    browser.until("document.querySelector('#coming progress').value > 1e6").await;
    browser.shot("web-coming-photo").await;
    audit(&browser, "a photo before the program").await;

    // A clear photo needs only some of the networks.
    host.line().held = vec!["squares", "queendomino", "pieces"];
    read(&browser, 1).await;
    bar_says(&browser, "Fotos können gelesen werden").await;
    assert_eq!(browser.value("fetch('api/games/1/photos/1.jpg').then(({ ok }) => ok)").await, true);
    browser.shot("web-coming-rest").await;
    audit(&browser, "the rest comes").await;
    host.line().held.clear();
    bar_says(&browser, "Bereit ohne Internet").await;
    browser.shot("web-ready").await;
    audit(&browser, "ready without internet").await;
    browser.tap(BAR).await;
    assert_eq!(browser.value("document.querySelector('#coming').hidden").await, true);

    host.cut();
    browser.reload().await;
    browser.choose(CHOOSE, &[&photos().path("IMG_1.jpg")]).await;
    read(&browser, 2).await;
    assert_eq!(browser.value("document.querySelector('#coming').hidden").await, true, "nothing more is to come");
    browser.close().await;
}

#[tokio::test]
async fn a_connection_that_is_cut_goes_on_without_fetching_twice() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    host.line().cut_within = Some("squares");
    begun(&browser, &host).await;
    bar_says(&browser, "Loading stopped").await;
    browser.shot("web-stopped").await;
    audit(&browser, "loading stopped").await;
    // The next visit begins with what is there.
    browser.reload().await;
    browser.tap("a[href='#/new']").await;
    browser.tap("form button[type=submit]").await;
    browser.find(".ranks").await;
    bar_says(&browser, "Loading stopped").await;
    nothing_is_cut_in(&browser, "#/", BAR, "stopped").await;
    bar_says(&browser, "Loading stopped").await;
    host.line().is_cut = false;
    browser.value("void dispatchEvent(new Event('online'))").await;
    bar_says(&browser, "Ready without internet").await;
    browser.until(ALL_NETWORKS).await;
    let mut served = host.line().served.clone();
    served.retain(|name| name.contains("wasm") || name.contains("models/"));
    assert_eq!(served.len(), 6, "each file once: {served:?}");
    browser.until("document.querySelector('#coming').hidden").await;
    browser.ended().await;
}
