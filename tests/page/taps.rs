//! The number of taps to the winner, and the start page's speed with many games.

use serde_json::json;

use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read};
use crate::server::Server;

const NAMES: [&str; 4] = ["Anna", "Ben", "Cem", "Dora"];

#[tokio::test]
async fn six_taps_lead_from_four_photos_to_the_winner() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES).await;
    let files = ["IMG_0.jpg", "painted.jpg", "IMG_2.jpg", "IMG_3.jpg"].map(|name| photos().path(name));
    browser.choose(CHOOSE, &files.each_ref().map(|path| path.as_path())).await;
    read(&browser, 4).await;
    for player in 0..3 {
        browser.tap(&format!("[data-key='owner-{}k1-{player}']", player + 1)).await;
        browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length >= {}", player + 1)).await;
    }
    browser.find(".winner").await;
    assert!(browser.taps() <= 6, "{} taps", browser.taps());
    assert_eq!(browser.value("scrollY").await, 0, "the winner is what one sees");
    browser.shot("winner").await;
    browser.close().await;
}

#[tokio::test]
async fn ten_taps_lead_from_a_photo_of_the_table_to_the_winner() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES).await;
    browser.choose(CHOOSE, &[&photos().path("table.jpg")]).await;
    read(&browser, 1).await;
    browser.until("document.querySelectorAll('.outline').length === 4").await;
    for player in 0..3 {
        browser.tap(".outline.unowned").await;
        browser.tap(&format!(".choices button:nth-child({})", player + 1)).await;
        browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length >= {}", player + 1)).await;
    }
    browser.find(".winner").await;
    assert!(browser.taps() <= 10, "{} taps", browser.taps());
    browser.close().await;
}

/// Milliseconds from the tap on the way back until the start page shows all games.
const TO_THE_START: &str = "new Promise((done) => {
    const begun = performance.now();
    const look = () => document.querySelectorAll('.game-card').length === 500 ? done(performance.now() - begun) : requestAnimationFrame(look);
    location.hash = '#/';
    requestAnimationFrame(look);
})";

#[tokio::test]
async fn the_start_shows_500_games_on_a_slow_phone() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    browser.find("a[href='#/new']").await;
    let make = "(async () => {
        const body = JSON.stringify({ players: ['Anna', 'Ben', 'Cem', 'Dora'] });
        for (let n = 0; n < 500; n += 1) await fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
        return true;
    })()";
    assert_eq!(browser.value(make).await, true);
    browser.devtools("Emulation.setCPUThrottlingRate", json!({"rate": 4})).await;
    let mut quickest = f64::INFINITY;
    // The fastest of a few runs, because other work on the machine can only slow it down.
    for _ in 0..5 {
        browser.value("void (location.hash = '#/new')").await;
        browser.find("[data-key=name-0]").await;
        quickest = quickest.min(browser.value(TO_THE_START).await.as_f64().expect("a time"));
    }
    // The goal is half a second, on an otherwise idle machine.
    println!("the start with 500 games: {quickest:.0} ms");
    browser.close().await;
}
