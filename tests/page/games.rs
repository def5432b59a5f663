//! Games from the first tap to the ranking.

use std::path::Path;
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::common::game_photos::{KINGDOMS, Photos};
use crate::common::program::paint;
use crate::cut::nothing_is_cut_in;
use crate::server::{Server, fixture};

/// The field for choosing several photos, on phones and in wide windows.
pub const CHOOSE: &str = "input[type=file][multiple]";

const NAMES: [&str; 4] = ["Anna", "Ben", "Cem", "Dora"];

/// Photos of the four kingdoms of one game. Ben's edition was never used in training, so one of its squares
/// stays doubtful.
pub fn photos() -> &'static Photos {
    static PHOTOS: OnceLock<Photos> = OnceLock::new();
    PHOTOS.get_or_init(|| {
        let photos = Photos::of(&[("anna.jpg", 0), ("cem.jpg", 2), ("dora.jpg", 3)]);
        let ben = photos.path("ben.jpg");
        paint(&[KINGDOMS[1], "-o", ben.to_str().expect("UTF-8"), "--style", "diorama", "--seed", "3"]);
        for (index, name) in NAMES.iter().enumerate() {
            photos.copy(&format!("{}.jpg", name.to_lowercase()), &format!("IMG_{index}.jpg"));
        }
        photos.paint("painted.jpg", KINGDOMS[1], 4);
        photos.join(&["anna.jpg", "painted.jpg", "cem.jpg", "dora.jpg"], "table.jpg");
        photos
    })
}

/// Goes from the start page to a new game of these players, without photos.
pub async fn new_game(browser: &Browser, names: &[&str]) {
    browser.tap("a[href='#/new']").await;
    browser.find("[data-key=name-0]").await;
    for (index, name) in names.iter().enumerate() {
        let is_last = index + 1 == names.len();
        browser
            .type_into(
                &format!("[data-key=name-{index}]"),
                &if is_last { name.to_string() } else { format!("{name}\n") },
            )
            .await;
    }
    browser.shot("new-game").await;
    audit(browser, "a new game").await;
    browser.tap("form button[type=submit]").await;
    browser.find(".ranks").await;
}

/// Waits until this many photos have been read.
pub async fn read(browser: &Browser, count: usize) {
    browser
        .until(&format!("document.querySelectorAll('.photo-card:is(.scored, .no_kingdom)').length === {count}"))
        .await;
}

/// The total shown for a player.
pub async fn total(browser: &Browser, player: &str) -> String {
    browser.text(&format!("[data-total='{player}']")).await
}

#[tokio::test]
async fn four_photos_become_a_ranking_on_a_phone() {
    four_photos(Window::PHONE).await;
}

#[tokio::test]
async fn four_photos_become_a_ranking_on_a_desktop_in_the_dark() {
    four_photos(Window::DESKTOP.dark()).await;
}

async fn four_photos(window: Window) {
    let Some(browser) = Browser::open(window).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    browser.find("a[href='#/new']").await;
    assert!(!browser.address().await.contains("token"), "the address bar would show the token to everybody");
    browser.shot("start-empty").await;
    audit(&browser, "the start").await;
    new_game(&browser, &NAMES).await;
    browser.shot("game-empty").await;
    audit(&browser, "a game without photos").await;

    let photos = photos();
    let files: Vec<_> = (0..4).map(|index| photos.path(&format!("IMG_{index}.jpg"))).collect();
    browser.choose(CHOOSE, &files.iter().map(|path| path.as_path()).collect::<Vec<&Path>>()).await;
    browser.shot("sending").await;
    read(&browser, 4).await;
    browser.shot("photos-read").await;
    audit(&browser, "photos that are read").await;
    // The kingdoms are in the order of the photos; the owner of the last one follows automatically.
    let places = "[...document.querySelectorAll('[data-key^=owner-4k1-]')].map(({ offsetLeft, offsetTop, offsetWidth }) => \
         [offsetLeft - document.querySelector('[data-key=owner-4k1-0]').offsetLeft, offsetTop - document.querySelector('[data-key=owner-4k1-0]').offsetTop, offsetWidth])";
    let before = browser.value(places).await;
    for player in 0..3 {
        let chip = format!("[data-key='owner-{}k1-{player}']", player + 1);
        if player == 2 {
            assert!(browser.text("[data-key=owner-4k1-0]").await.contains("has one already"));
            assert_eq!(browser.value(places).await, before, "chips stay where they are when a note comes");
        }
        browser.tap(&chip).await;
        let named = if player == 2 { 4 } else { player + 1 };
        browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length === {named}")).await;
        let ranks = browser.texts(".ranks .place").await.join("");
        assert_eq!(ranks.contains('2') || ranks.contains('3'), player == 2, "no rank before all are known: {ranks}");
    }
    assert_eq!(browser.value("scrollY").await, 0, "the ranking is what one sees after the last name");
    browser.shot("ranking").await;
    audit(&browser, "the ranking").await;
    let ranking = || async { browser.texts(".ranks > li").await.join(" / ").replace('\n', " ") };
    let before = ranking().await;
    // The ranks are those of `game`: Ben wins the tie with the larger territory, and Cem and Dora share the
    // last place.
    for (player, points) in [("Anna", "22"), ("Ben", "22"), ("Cem", "18"), ("Dora", "18")] {
        assert_eq!(total(&browser, player).await, points, "{player}");
    }
    assert!(before.find("Ben") < before.find("Anna") && before.contains("tie"), "{before}");

    browser.reload().await;
    browser.find(".ranks [data-total]").await;
    assert_eq!(ranking().await, before, "after loading the page again");
    assert_eq!(browser.texts(".pad-table thead th").await.len(), 4);

    browser.tap("a[data-key=back]").await;
    browser.find(".game-card").await;
    browser.shot("start-with-a-game").await;
    audit(&browser, "the start with a game").await;
    assert!(browser.text(".plain").await.contains("Ben"), "Ben's win is remembered");
    browser.close().await;
}

#[tokio::test]
async fn kingdoms_of_a_table_are_given_to_players_by_tapping_the_photo() {
    let Some(browser) = Browser::open(Window::PHONE.dark()).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna Katharina Sophie", "Bartholomew Maximilian", "Cem", "Dora"]).await;
    let bar_is_seen = "new MutationObserver(() => { const bar = document.querySelector('.photo-card progress'); \
         if (bar) window.seen ??= bar.getBoundingClientRect().bottom < document.querySelector('.dock').getBoundingClientRect().top; }) \
         .observe(document.getElementById('main'), { childList: true })";
    browser.value(&format!("void {bar_is_seen}")).await;
    browser.choose(CHOOSE, &[&photos().path("table.jpg")]).await;
    read(&browser, 1).await;
    assert_eq!(browser.value("window.seen").await, true, "the bar of a photo that is read lies above the dock");
    browser.until("document.querySelectorAll('.outline').length === 4").await;
    browser.shot("table").await;
    let off_centre = "[...document.querySelectorAll('.owners .chip')].map((chip) => [chip, chip.firstElementChild].map((one) => one.getBoundingClientRect())) \
         .filter(([chip, name]) => Math.abs(chip.left + chip.right - name.left - name.right) > 2 || Math.abs(chip.top + chip.bottom - name.top - name.bottom) > 2).length";
    assert_eq!(browser.value(off_centre).await, 0, "names are in the middle of their chips");
    // A photo that is chosen a second time counts once, and a message says so.
    browser.choose(CHOOSE, &[&photos().path("table.jpg")]).await;
    browser.until("document.querySelector('#toast.shown')?.innerText === 'table.jpg is already in the game.'").await;
    read(&browser, 1).await;
    for player in 0..3 {
        browser.tap(".outline.unowned").await;
        if player == 0 {
            browser.shot("table-whose").await;
            audit(&browser, "whose kingdom").await;
        }
        browser.tap(&format!(".choices button:nth-child({})", player + 1)).await;
        let named = if player == 2 { 4 } else { player + 1 };
        browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length === {named}")).await;
    }
    browser.shot("table-ranking").await;
    let covered = "(() => { const boxes = [...document.querySelectorAll('.outline rect')].map((one) => one.getBoundingClientRect()); \
         return boxes.some((one, index) => boxes.slice(0, index).some((other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom)); })()";
    assert_eq!(browser.value(covered).await, false, "no name lies over another one");
    let mut totals = browser.texts(".ranks [data-total]").await;
    totals.sort();
    assert_eq!(totals, ["18", "18", "22", "22"]);
    browser.close().await;
}

#[tokio::test]
async fn on_a_wide_tablet_photograph_is_in_sight_and_buttons_have_words() {
    let Some(browser) = Browser::open(Window { width_px: 1024, height_px: 768, ..Window::DESKTOP }).await else {
        return;
    };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES).await;
    browser.shot("tablet-empty").await;
    audit(&browser, "a game without photos on a tablet").await;
    let is_in_sight = "(() => { const button = document.querySelector('.dock .main'); const { x, y, width, height } = button.getBoundingClientRect();
         return scrollY === 0 && button.innerText.includes('Photograph') && button.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })()";
    assert_eq!(browser.value(is_in_sight).await, true);
    let without_words = "[...document.querySelectorAll('.bar .round, .dock .round, .waiting .round')].filter((one) => one.innerText.trim() === '').length";
    assert_eq!(browser.value(without_words).await, 0);
    browser.choose(CHOOSE, &[&photos().path("table.jpg")]).await;
    read(&browser, 1).await;
    browser.tap(".outline.unowned").await;
    browser.tap(".choices button:nth-child(1)").await;
    browser.find("[data-key=undo]").await;
    browser.value("void scrollTo(0, 0)").await;
    browser.shot("tablet").await;
    audit(&browser, "a game on a tablet").await;
    assert_eq!(browser.value(is_in_sight).await, true);
    assert_eq!(browser.value(without_words).await, 0);
    browser.close().await;
}

#[tokio::test]
async fn the_reason_why_a_photo_failed_is_seen_without_scrolling() {
    let Some(browser) = Browser::open(Window::LOW_PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &NAMES).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg"), &fixture("nothing.jpg")]).await;
    read(&browser, 2).await;
    let is_in_sight = "(({ top, bottom }) => scrollY === 0 && top > 0 && bottom < document.querySelector('.dock').getBoundingClientRect().top)
         (document.querySelector('.photos [role=alert]').getBoundingClientRect())";
    assert_eq!(browser.value(is_in_sight).await, true);
    browser.shot("failed-photo").await;
    audit(&browser, "a failed photo").await;
    let offline = |is_offline: bool| json!({"offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1});
    browser.devtools("Network.enable", json!({})).await;
    browser.devtools("Network.emulateNetworkConditions", offline(true)).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_2.jpg")]).await;
    browser.find(".photo-card.failed:first-child [role=alert]").await;
    assert_eq!(browser.value(is_in_sight).await, true);
    browser.shot("failed-upload").await;
    audit(&browser, "a failed upload").await;
    browser.devtools("Network.emulateNetworkConditions", offline(false)).await;
    browser.ended().await;
}

#[tokio::test]
async fn two_phones_show_the_same_game() {
    let Some(first) = Browser::open(Window::PHONE).await else { return };
    let Some(second) = Browser::open(Window::PHONE.german()).await else { return };
    let server = Server::start();
    first.go(&server.address).await;
    new_game(&first, &["Anna", "Cem"]).await;
    let game = first.value("location.hash").await;
    second.go(&server.address).await;
    second.find("a[href='#/new']").await;
    second.go(&server.part(game.as_str().expect("an address"))).await;
    second.find(".ranks").await;
    assert!(second.text(".ranks").await.contains("noch kein Foto"), "the second phone reads German");

    // A photo of Anna's kingdom taken with the first phone appears on the second, with its total.
    first.choose(".ranks li:nth-child(1) input[type=file]", &[&photos().path("IMG_0.jpg")]).await;
    first.until("document.querySelector('[data-total=Anna]')?.innerText === '22'").await;
    second.until("document.querySelector('[data-total=Anna]')?.innerText === '22'").await;
    second.shot("second-phone").await;
    // A photo taken with the second phone appears on the first.
    second.choose(".ranks li.waiting input[type=file]", &[&photos().path("IMG_2.jpg")]).await;
    first.until("document.querySelector('[data-total=Cem]')?.innerText === '18'").await;
    let said = first.value("document.getElementById('live').textContent").await;
    assert_eq!(said, Value::from("Cem: 18 points"), "what a screen reader hears");
    // A game that the first phone deletes disappears from the second.
    first.value("void fetch(`/api/games/${location.hash.split('/')[2]}`, { method: 'DELETE' })").await;
    second.until("location.hash === '#/' && document.querySelector('#toast').innerText.includes('gelöscht')").await;
    for browser in [first, second] {
        let log = browser.ended().await;
        assert!(log.iter().all(|line| line.contains("404")), "only that it is gone: {log:?}");
    }
}

#[tokio::test]
async fn a_photo_of_another_game_is_one_sentence_and_one_button() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    photos().in_other_colours("IMG_3.jpg", "other.jpg");
    browser
        .choose(CHOOSE, &[&photos().path("IMG_0.jpg"), &photos().path("IMG_2.jpg"), &photos().path("other.jpg")])
        .await;
    read(&browser, 3).await;
    for player in 0..2 {
        browser.tap(&format!("[data-key='owner-{}k1-{player}']", player + 1)).await;
        browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length >= {}", player + 1)).await;
    }
    browser.shot("another-game").await;
    audit(&browser, "a photo of another game").await;
    // The photo of another game changes nothing in this game, except that a warning appears.
    assert_eq!(browser.value("document.querySelectorAll('.ranks .badge, .facts').length").await, 0);
    assert_eq!(browser.texts(".remarks .note").await, [""; 0]);
    assert_eq!(browser.texts(".remarks .warning").await.len(), 1);
    assert_eq!(browser.value("document.querySelectorAll('.checks a[data-key^=check-3k]').length").await, 0);
    assert_eq!(browser.value("document.querySelectorAll('.kingdom-card').length").await, 2);
    nothing_is_cut_in(&browser, "#/game/1", "[data-key=leave-out-3]", "another-game").await;
    browser.tap("[data-key=leave-out-3]").await;
    browser.tap("dialog[open] .danger").await;
    browser.find(".winner").await;
    browser.close().await;
}
