//! The number of taps to the winner, and the start page's speed with many games.

use serde_json::json;

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read, total};
use crate::server::{Server, fixture};

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
async fn six_taps_lead_from_the_start_to_four_photos_player_by_player() {
    player_by_player(Window::PHONE).await;
}

#[tokio::test]
async fn six_taps_lead_to_four_photos_on_the_smallest_phone_in_the_dark() {
    player_by_player(Window::SMALL_PHONE).await;
}

/// Taps the camera of the first player; each photo leads to the camera of the next player. Nothing is sorted.
async fn player_by_player(window: Window) {
    let Some(browser) = Browser::open(window).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES).await;
    assert_eq!(browser.value("document.querySelectorAll('.next').length").await, 0, "nothing is in turn yet");
    // The readings end after the last photo, so that no row changes between a look at the page and a tap.
    browser.value(HOLD_UPLOADS).await;
    let files = ["IMG_0.jpg", "painted.jpg", "IMG_2.jpg", "IMG_3.jpg"].map(|name| photos().path(name));
    for (player, file) in files.iter().enumerate() {
        let camera = if player == 0 { ".ranks li:first-child input[type=file]" } else { "li.next input[type=file]" };
        browser.choose(camera, &[file]).await;
        if player == 3 {
            break;
        }
        browser.until(&format!("document.querySelector('li.next .name')?.innerText === '{}'", NAMES[player + 1])).await;
        assert_eq!(browser.value(NEXT_IS_SHOWN).await, true, "the camera after {}", NAMES[player]);
        browser.shot("next-player").await;
    }
    assert_eq!(browser.value("document.querySelectorAll('li.next').length").await, 0);
    assert_eq!(browser.value("document.activeElement.id").await, "ranking");
    assert_eq!(browser.value("document.querySelector('.ranking').matches('.next')").await, true);
    assert_eq!(browser.taps(), 6);
    browser.shot("player-by-player").await;
    audit(&browser, "photos of all players on their way").await;
    browser.value("void window.goOn()").await;
    browser.find(".winner").await;
    assert_eq!(browser.taps(), 6, "from the start page to the winner");
    let named = "[...document.querySelectorAll('.kingdom-card .name')].map((one) => one.innerText)";
    assert_eq!(browser.value(named).await, json!(NAMES), "each photo is its player's");
    browser.close().await;
}

/// Holds uploads back until `goOn` is called.
const HOLD_UPLOADS: &str = "(() => {
    const { send } = XMLHttpRequest.prototype;
    const held = new Promise((go) => { window.goOn = go; });
    XMLHttpRequest.prototype.send = function (body) { held.then(() => send.call(this, body)); };
    return true;
})()";

/// Whether the camera of the player in turn has the focus and is under the finger.
const NEXT_IS_SHOWN: &str = "(() => {
    const camera = document.querySelector('li.next input[type=file]');
    const { x, y, width, height } = camera.getBoundingClientRect();
    return camera === document.activeElement && camera === document.elementFromPoint(x + width / 2, y + height / 2);
})()";

/// After a photo in which nothing is found it is its player's turn again, and the photo says whose it is.
#[tokio::test]
async fn a_player_whose_photo_shows_no_kingdom_is_in_turn_again() {
    let Some(browser) = Browser::open(Window::PHONE.dark()).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES[..2]).await;
    browser.choose(".ranks li:nth-child(2) input[type=file]", &[&fixture("nothing.jpg")]).await;
    browser.find(".photo-card.no_kingdom").await;
    browser.until("document.querySelector('li.next .name')?.innerText === 'Ben'").await;
    assert!(browser.text(".photo-card.no_kingdom .photo-name").await.starts_with("Ben: nothing.jpg"));
    browser.shot("in-turn-again").await;
    audit(&browser, "a player in turn").await;
    browser.choose("[data-key^=photograph-again]", &[&photos().path("IMG_2.jpg")]).await;
    browser.find("[data-total=Ben]").await;
    assert_eq!(browser.text("li.next .name").await, "Anna");
    browser.choose("li.next input[type=file]", &[&photos().path("IMG_0.jpg")]).await;
    browser.find(".winner").await;
    browser.close().await;
}

/// A new photo of a player who has a kingdom: once that is said, the former photo is offered for removal.
#[tokio::test]
async fn a_new_photo_replaces_the_former_in_three_taps() {
    let Some(browser) = Browser::open(Window::SMALL_PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES[..2]).await;
    for (player, file) in ["IMG_0.jpg", "IMG_2.jpg"].into_iter().enumerate() {
        browser.choose(&format!(".ranks li:nth-child({}) input[type=file]", player + 1), &[&photos().path(file)]).await;
        browser.until(&format!("document.querySelectorAll('[data-total]').length > {player}")).await;
    }
    browser.find(".winner").await;
    browser.choose(CHOOSE, &[&photos().path("painted.jpg")]).await;
    browser.tap("[data-key='owner-3k1-1']").await;
    browser.find("[data-key=remove-replaced]").await;
    browser.shot("replaced").await;
    audit(&browser, "a replaced photo").await;
    browser.tap("[data-key=remove-replaced]").await;
    browser.tap("dialog[open] .danger").await;
    browser.find(".winner").await;
    read(&browser, 2).await;
    assert_eq!(total(&browser, "Ben").await, "22");
    browser.close().await;
}

/// A photo that could not be sent waits to be sent again, and does not hold up the next player.
#[tokio::test]
async fn a_photo_that_was_not_sent_waits_while_the_next_player_is_in_turn() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES[..2]).await;
    let offline = |is_offline: bool| json!({"offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    browser.devtools("Network.enable", json!({})).await;
    browser.devtools("Network.emulateNetworkConditions", offline(true)).await;
    browser.choose(".ranks li:first-child input[type=file]", &[&photos().path("IMG_0.jpg")]).await;
    browser.find(".photo-card.failed").await;
    assert_eq!(browser.text("li.next .name").await, "Ben");
    browser.devtools("Network.emulateNetworkConditions", offline(false)).await;
    browser.until("document.querySelector('[data-total=Anna]')").await;
    assert_eq!(browser.text("li.next .name").await, "Ben");
    browser.ended().await;
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
