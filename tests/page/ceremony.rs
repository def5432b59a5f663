//! The result, counted up place by place, and the next game of the same players.

use serde_json::{Value, json};

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read};
use crate::server::Server;

const NAMES: [&str; 4] = ["Anna", "Ben", "Cem", "Dora"];

/// The texts of the places shown so far.
const PLACES: &str =
    "[...document.querySelectorAll('.places > li')].map((one) => one.innerText.replace(/\\s+/g, ' ').trim())";

async fn with_motion(browser: &Browser, window: Window) {
    let scheme = if window.is_dark { "dark" } else { "light" };
    let features = json!([{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "no-preference"}]);
    browser.devtools("Emulation.setEmulatedMedia", json!({"features": features})).await;
}

/// Photographs each player's kingdom. Ben wins a tie with Anna; Cem and Dora share the last place.
async fn photograph_all(browser: &Browser) {
    for (player, file) in ["IMG_0.jpg", "painted.jpg", "IMG_2.jpg", "IMG_3.jpg"].into_iter().enumerate() {
        browser.choose(&format!(".ranks li:nth-child({}) input[type=file]", player + 1), &[&photos().path(file)]).await;
        if player < 3 {
            browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length === {}", player + 1)).await;
        }
    }
}

#[tokio::test]
async fn the_result_is_counted_up_from_the_last_place() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    with_motion(&browser, Window::PHONE).await;
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES).await;
    photograph_all(&browser).await;
    browser.find("[data-key=next-place]").await;
    assert_eq!(browser.value("document.querySelectorAll('.winner, .ranks, .kingdoms, .places').length").await, 0);
    audit(&browser, "a result to be counted up").await;
    browser.value("void document.querySelector('[data-key=next-place]').focus()").await;
    for (next, shown) in [("Show place 3", 2), ("Show place 2", 3), ("Show place 1", 4)] {
        assert_eq!(browser.text("[data-key=next-place]").await, next);
        browser.press("Enter").await;
        browser.until(&format!("document.querySelectorAll('.places .board').length === {shown}")).await;
        assert_eq!(browser.value("document.activeElement.dataset.key").await, "next-place", "the focus stays");
        browser.until("document.getAnimations().length === 0").await;
        audit(&browser, next).await;
        browser.shot(&next.to_lowercase().replace(' ', "-")).await;
    }
    let places: Vec<String> = serde_json::from_value(browser.value(PLACES).await).expect("texts");
    let begins = |place: usize, with: &str| assert!(places[place].starts_with(with), "{places:?}");
    for (place, with) in ["1 Ben", "2 Anna", "3 Cem", "3 Dora"].into_iter().enumerate() {
        begins(place, with);
    }
    assert!(places[3].ends_with("18"), "{places:?}");
    browser.press("Enter").await;
    browser.find(".winner").await;
    assert_eq!(browser.value("document.activeElement.id").await, "ranking");
    browser.shot("counted-up").await;
    audit(&browser, "a result that was counted up").await;

    // It is counted up once, and whenever someone wants to.
    let disown = "fetch('/api/games/1', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, \
        body: JSON.stringify({ owners: { '1k1': null } }) }).then(() => true)";
    assert_eq!(browser.value(disown).await, true);
    browser.until("!document.querySelector('.winner')").await;
    browser.tap("[data-key=undo]").await;
    browser.find(".winner").await;
    browser.tap("[data-key=count-up]").await;
    assert_eq!(browser.text("[data-key=next-place]").await, "Show place 3");
    browser.tap("[data-key=ranking-at-once]").await;
    browser.find(".winner").await;

    // The phone remembers the switch.
    browser.tap("[data-key=rematch]").await;
    browser.until("location.hash === '#/game/2' && document.querySelectorAll('.ranks .waiting').length === 4").await;
    browser.reload().await;
    browser.find(".ranks").await;
    photograph_all(&browser).await;
    browser.find(".winner").await;
    browser.tap("[data-key=count-up]").await;
    assert_eq!(browser.value("document.querySelector('[data-key=ranking-at-once]').checked").await, true);
    browser.close().await;
}

/// The last kingdom's owner follows from the others', so the last tap leads straight to the result.
#[tokio::test]
async fn a_wrong_owner_is_undone_before_the_result_is_counted_up() {
    let Some(browser) = Browser::open(Window::SMALL_PHONE).await else { return };
    with_motion(&browser, Window::SMALL_PHONE).await;
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES).await;
    browser.choose(CHOOSE, &[&photos().path("table.jpg")]).await;
    for (kingdom, player) in [(1, 0), (2, 1), (3, 3)] {
        browser.tap(&format!("[data-key='owner-1k{kingdom}-{player}']")).await;
        browser.until(&format!("!document.querySelector(\"[data-key='owner-1k{kingdom}-{player}']\")")).await;
    }
    browser.find("[data-key=next-place]").await;
    browser.shot("undo-before-the-result").await;
    audit(&browser, "a result to be counted up, with undo").await;
    browser.tap("[data-key=undo]").await;
    browser.find("[data-key='owner-1k3-2']").await;
    browser.close().await;
}

#[tokio::test]
async fn the_result_is_counted_up_on_the_smallest_phone_in_the_dark() {
    let Some(browser) = Browser::open(Window::SMALL_PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES).await;
    photograph_all(&browser).await;
    // Who prefers less motion sees everything at once.
    browser.find(".winner").await;
    browser.shot("what-next").await;
    audit(&browser, "a final game").await;
    browser.tap("[data-key=count-up]").await;
    for shown in [2, 3, 4] {
        browser.tap("[data-key=next-place]").await;
        browser.until(&format!("document.querySelectorAll('.places > li').length === {shown}")).await;
        browser.shot(&format!("count-up-{shown}")).await;
        audit(&browser, "a result being counted up").await;
    }
    let is_in_sight = "(({ top, bottom }) => scrollY === 0 && top > 0 && bottom < document.querySelector('.dock').getBoundingClientRect().top)
         (document.querySelector('.places > .now .line').getBoundingClientRect())";
    assert_eq!(browser.value(is_in_sight).await, true, "the winner's name and total");
    browser.close().await;
}

#[tokio::test]
async fn a_rematch_has_the_same_players_and_rules() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    browser.find("a[href='#/new']").await;
    let rules = json!({"players": ["Dora", "Anna"], "game": "kingdomino", "size": 5, "variants": ["harmony"], "keep_photos": true});
    let make = format!(
        "fetch('/api/games', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body: '{rules}' }}).then(() => true)"
    );
    assert_eq!(browser.value(&make).await, true);
    browser.go(&server.part("#/game/1")).await;
    for (player, file) in ["IMG_0.jpg", "IMG_2.jpg"].into_iter().enumerate() {
        assert_eq!(browser.value("document.querySelector('[data-key=rematch]')").await, Value::Null);
        browser.choose(&format!(".ranks li:nth-child({}) input[type=file]", player + 1), &[&photos().path(file)]).await;
        browser.until(&format!("document.querySelectorAll('[data-total]').length > {player}")).await;
    }
    read(&browser, 2).await;
    browser.tap("[data-key=rematch]").await;
    browser.until("location.hash === '#/game/2' && document.querySelectorAll('.ranks .waiting').length === 2").await;
    let same = "fetch('/api/games/2').then((answer) => answer.json()).then(({ players, asked_game: game, asked_size: size, variants, keep_photos }) => \
        ({ players: players.map(({ name }) => name), game, size, variants, keep_photos }))";
    assert_eq!(browser.value(same).await, rules);
    browser.close().await;
}

#[tokio::test]
async fn a_shared_first_place_has_a_winner_if_the_players_agreed_on_one() {
    let Some(browser) = Browser::open(Window::SMALL_PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Cem", "Dora"]).await;
    for (player, file) in ["IMG_2.jpg", "IMG_3.jpg"].into_iter().enumerate() {
        browser.choose(&format!(".ranks li:nth-child({}) input[type=file]", player + 1), &[&photos().path(file)]).await;
        browser.until(&format!("document.querySelectorAll('[data-total]').length > {player}")).await;
    }
    browser.find(".winner").await;
    browser.tap("[data-key=agreed-1]").await;
    browser.until("document.querySelector('[data-key=agreed-1]').getAttribute('aria-pressed') === 'true'").await;
    let notes = "document.body.textContent.includes('Dora hat den geteilten ersten Platz nach Absprache gewonnen')";
    assert_eq!(browser.value(notes).await, true);
    browser.shot("agreed").await;
    audit(&browser, "a winner by agreement").await;
    browser.tap("[data-key=agreed-1]").await;
    browser.until("document.querySelector('[data-key=agreed-1]').getAttribute('aria-pressed') === 'false'").await;
    browser.close().await;
}
