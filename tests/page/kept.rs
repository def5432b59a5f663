//! Data stored by the server: lessons, names, the list of games.

use serde_json::json;

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read};
use crate::server::Server;

/// Confirms every doubtful square of the game's kingdom, one by one, and returns to the game.
pub async fn confirm_doubts(browser: &Browser) {
    browser.tap(".board-link").await;
    browser.find(".square").await;
    while browser.value("document.querySelector('[data-key=next]') !== null").await == true {
        browser.tap("[data-key=next]").await;
        browser.find("dialog[open] .close-up").await;
        let square = browser.value("location.hash.split('/').pop()").await;
        let square = square.as_str().expect("a square");
        browser.tap("dialog[open] .answer.now").await;
        browser.until(&format!("document.querySelector('[data-square={square}] .said')")).await;
        browser.until("!document.querySelector('dialog').open").await;
    }
    browser.shot("confirmed").await;
    browser.tap("[data-key=back]").await;
}

#[tokio::test]
async fn a_game_is_learnt_from_renamed_and_deleted() {
    let Some(browser) = Browser::open(Window::DESKTOP).await else { return };
    let server = Server::start();
    browser.before_pages("Object.defineProperty(navigator, 'languages', { value: ['en-IE', 'en'] });").await;
    browser.go(&server.address).await;
    new_game(&browser, &["Anna"]).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_1.jpg")]).await;
    read(&browser, 1).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    confirm_doubts(&browser).await;
    browser.tap("[data-key=learn]").await;
    browser.find("dialog[open] .main").await;
    browser.shot("learn").await;
    audit(&browser, "whether to learn").await;
    browser.tap("dialog[open] .main").await;
    browser.find("[data-key=unlearn]").await;
    browser.shot("learnt").await;
    browser.tap("[data-key=unlearn]").await;
    browser.find("[data-key=learn]").await;

    // A player who is renamed keeps the kingdom.
    browser.tap("[data-key=settings]").await;
    browser.find("dialog[open] [data-key=name-0]").await;
    browser.shot("settings").await;
    audit(&browser, "players and rules").await;
    browser.type_into("dialog [data-key=name-0]", "bel").await;
    browser.tap("dialog button[type=submit]").await;
    browser.find("[data-total=Annabel]").await;

    browser.tap("[data-key=back]").await;
    browser.find(".game-card").await;
    let when = browser.text(".game-card .muted").await;
    assert!(when.starts_with(|first: char| first.is_ascii_digit()), "the day before the month, as in Ireland: {when}");
    browser.tap(".game-card button").await;
    browser.find("dialog[open] .danger").await;
    browser.shot("delete").await;
    browser.tap("dialog[open] .danger").await;
    browser.until("document.querySelector('.hero') && !document.querySelector('.game-card')").await;
    browser.tap("[data-key=language-de]").await;
    browser.until("document.documentElement.lang === 'de' && document.querySelector('main').innerText.includes('Neues Spiel')").await;
    browser.close().await;
}

#[tokio::test]
async fn what_is_begun_outlasts_a_page_that_is_closed() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    browser.tap("a[href='#/new']").await;
    browser.type_into("[data-key=name-0]", "Anna").await;
    // A new tab stands for one that was closed and opened again: it lacks what was only in the first tab's
    // memory.
    browser.another_tab().await;
    browser.go(&server.part("#/new")).await;
    browser.find("[data-key=name-0]").await;
    let name = "document.querySelector('[data-key=name-0]').value";
    assert_eq!(browser.value(name).await, "Anna");
    browser.type_into("[data-key=name-1]", "Ben").await;
    browser.tap("form button[type=submit]").await;
    browser.tap("[data-key=paint-0]").await;
    browser.type_into("[data-key=total]", "37").await;
    browser.reload().await;
    browser.find("[data-key=total]").await;
    assert_eq!(browser.value("document.querySelector('[data-key=total]').value").await, "37");
    browser.tap("[data-key=save-total]").await;
    browser.find("[data-total=Anna]").await;
    // The game was started, so the form for a new game is empty again.
    browser.go(&server.part("#/new")).await;
    browser.find("[data-key=name-0]").await;
    assert_eq!(browser.value(name).await, "");

    // Changed names that were not saved yet are kept, too.
    browser.go(&server.part("#/game/1")).await;
    browser.tap("[data-key=settings]").await;
    browser.type_into("dialog [data-key=name-0]", "bel").await;
    browser.another_tab().await;
    browser.go(&server.part("#/game/1")).await;
    browser.tap("[data-key=settings]").await;
    browser.find("dialog [data-key=name-0]").await;
    assert_eq!(browser.value(name).await, "Annabel");
    browser.tap("dialog button[type=submit]").await;
    browser.find("[data-total=Annabel]").await;
    // Closing the sheet without saving discards the input.
    browser.tap("[data-key=settings]").await;
    browser.type_into("dialog [data-key=name-0]", "la").await;
    browser.tap("[data-key=close-sheet]").await;
    browser.until("!document.querySelector('dialog').open").await;
    browser.tap("[data-key=settings]").await;
    browser.find("dialog [data-key=name-0]").await;
    assert_eq!(browser.value(name).await, "Annabel");
    browser.tap("[data-key=close-sheet]").await;

    // The page is left while a photo of Ben's kingdom is being uploaded slowly.
    browser.find(".waiting input[type=file]").await;
    let conditions = |bytes_per_s: i32| json!({"offline": false, "latency": 0, "downloadThroughput": -1, "uploadThroughput": bytes_per_s});
    browser.devtools("Network.enable", json!({})).await;
    browser.devtools("Network.emulateNetworkConditions", conditions(1000)).await;
    browser.choose(".waiting input[type=file]", &[&photos().path("IMG_0.jpg")]).await;
    browser.find(".photo-card progress").await;
    let kept = "new Promise((done) => { const request = indexedDB.open('unsent photos'); request.onsuccess = () => { \
         const all = request.result.transaction('photos').objectStore('photos').count(); all.onsuccess = () => done(all.result); }; })";
    while browser.value(kept).await != 1 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    browser.go("about:blank").await;
    browser.devtools("Network.emulateNetworkConditions", conditions(-1)).await;
    browser.go(&server.part("#/game/1")).await;
    browser.until("document.querySelector('[data-total=Ben]')?.innerText === '22'").await;
    while browser.value(kept).await != 0 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    browser.reload().await;
    read(&browser, 1).await;
    browser.ended().await;
}
