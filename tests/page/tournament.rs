//! A tournament's folder of results, corrected and extended on phones.

use crate::common::batch::kept_corrections;
use std::path::Path;

use tempfile::TempDir;

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::common::game_photos::KINGDOMS;
use crate::common::program::run_at;
use crate::common::tournament_photos::{copy, draw, whole};
use crate::games::new_game;
use crate::server::Server;

fn serve(folder: &Path) -> Server {
    let [results, photos] = ["results", "photos"].map(|name| folder.join(name));
    let [results, photos] = [&results, &photos].map(|path| path.to_str().expect("UTF-8"));
    Server::start_with(&[results, "--photos", photos])
}

fn tournament() -> (TempDir, Server) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(whole().folder(), folder.path());
    let server = serve(folder.path());
    (folder, server)
}

#[tokio::test]
async fn a_tournament_is_reviewed_on_a_phone() {
    review(Window::PHONE).await;
}

#[tokio::test]
async fn a_tournament_is_reviewed_on_a_desktop_in_the_dark() {
    review(Window::DESKTOP.dark()).await;
}

async fn review(window: Window) {
    let Some(browser) = Browser::open(window).await else { return };
    let (folder, server) = tournament();
    browser.go(&server.address).await;
    browser.tap("[data-key=tournament]").await;
    browser.find("#standings").await;
    browser.shot("tournament").await;
    audit(&browser, "a tournament").await;

    // Opens the next table, where Ben's kingdom is doubtful.
    browser.tap("[data-key=next-table]").await;
    browser.find(".table-photo").await;
    browser.shot("table").await;
    audit(&browser, "a table").await;
    browser.tap("[data-key=next]").await;
    browser.find("dialog[open] .close-up").await;
    browser.shot("table-square").await;
    audit(&browser, "a doubtful square of a table").await;
    let square = browser.value("location.hash.split('/').pop()").await;
    let square = square.as_str().expect("a square").to_owned();
    browser.tap("dialog[open] .answers li:nth-child(2) button").await;
    browser.until(&format!("document.querySelector('[data-square={square}] .said')")).await;
    browser.shot("table-kingdom").await;
    audit(&browser, "a kingdom of a table").await;
    browser.tap("[data-key=undo]").await;
    browser.until(&format!("!document.querySelector('[data-square={square}] .said')")).await;
    browser.tap("[data-key=redo]").await;
    browser.until(&format!("document.querySelector('[data-square={square}] .said')")).await;
    // Everything else is confirmed, so nothing is left to check.
    browser.tap("[data-key^=right-]").await;
    if browser.value("document.querySelector('dialog').open").await == true {
        browser.tap("dialog .main").await;
    }
    browser.until("document.querySelector('[data-key^=nothing-]')").await;
    browser.tap("[data-key=back]").await;
    browser.find(".table-photo").await;
    browser.shot("table-right").await;
    browser.tap("[data-key=back]").await;
    browser.until("document.querySelector('#to-check')?.innerText === 'Nothing is left to check'").await;

    // Adds a photo of a fifth player.
    let photo = folder.path().join("IMG_1.jpg");
    draw(KINGDOMS[0], &photo, "plain", 9);
    browser.tap("[data-key=add-photo]").await;
    browser.find("dialog[open] [data-key=photo-table]").await;
    browser.shot("add-photo").await;
    browser.type_into("[data-key=photo-table]", "2").await;
    browser.type_into("[data-key=photo-player]", "Eva").await;
    browser.find("dialog[open] input[type=file]").await;
    audit(&browser, "a photo to add").await;
    browser.choose("dialog[open] input[type=file]:not([capture])", &[&photo]).await;
    browser.until("document.querySelector('[data-total=Eva]')?.innerText === '22'").await;
    browser.shot("photo-added").await;
    browser.tap("[data-key=back]").await;
    browser
        .until("[...document.querySelectorAll('#standings ~ table th')].some((one) => one.innerText.includes('Eva'))")
        .await;
    browser.shot("tournament-after").await;
    assert!(folder.path().join("photos/round-1/table-2/Eva/phone-1.jpg").exists());
    let corrections = kept_corrections(&folder.path().join("results")).to_string();
    assert!(corrections.contains("table-1/Ben.jpg") && !corrections.contains("Anna.jpg"), "{corrections}");
    // The only errors in the console are status 409, with which the server asks for confirmation.
    let log = browser.ended().await;
    assert!(log.iter().all(|line| line.contains("409") && line.contains("verdict")), "{log:?}");
}

#[tokio::test]
async fn the_second_phone_at_a_table_hears_of_the_first() {
    let Some(first) = Browser::open(Window::PHONE).await else { return };
    let Some(second) = Browser::open(Window::SMALL_PHONE).await else { return };
    let (_folder, server) = tournament();
    for browser in [&first, &second] {
        browser.go(&server.address).await;
        browser.tap("[data-key=tournament]").await;
        browser.find("#standings").await;
    }
    first.tap("[data-key=next-table]").await;
    first.find(".table-photo").await;
    // The second phone's list shows that the first is at this table, and does not offer the table as the next
    // one.
    second.until("document.querySelector('.checks .badge')").await;
    second.shot("another-phone").await;
    second.tap("[data-key=next-table]").await;
    second.find("#toast.shown").await;
    second.tap(".checks a.cover").await;
    second.find(".taken").await;
    second.shot("taken").await;
    audit(&second, "a table that another phone is at").await;
    // The first phone's answer appears on the second.
    first.tap("[data-key^=kingdom-]").await;
    first.tap("[data-square=r1c1]").await;
    first.tap("dialog[open] [data-answer=lake]").await;
    first.until("document.querySelector('[data-square=r1c1] .said')").await;
    second.until("document.querySelector('.table-photo .said-badge')").await;
    // Sends an answer about an outdated version of the kingdom: the phone then shows the current one, and
    // says so.
    first
        .value(
            "(() => { const fetched = window.fetch; window.fetch = (url, options) => { \
             const body = options.body?.replace(/\"notation\":\"[^\"]*\"/, '\"notation\":\"L. k5\"'); \
             if (body !== options.body) window.fetch = fetched; \
             return fetched(url, { ...options, body }); }; })()",
        )
        .await;
    first.tap("[data-square=r1c2]").await;
    first.tap("dialog[open] [data-answer=lake]").await;
    first
        .until("document.querySelector('#toast').innerText.includes('another phone has changed this in the meantime')")
        .await;
    first.shot("changed-meanwhile").await;
    first.tap("[data-key=close-sheet]").await;
    // The second phone takes the table over, so the first can no longer change it.
    second.tap("[data-key=take-over]").await;
    second.until("!document.querySelector('.taken')").await;
    first.find(".taken").await;
    first.tap("[data-key=undo]").await;
    first.until("document.querySelector('#toast').innerText.includes('another phone')").await;
    second.close().await;
    let log = first.ended().await;
    assert!(log.iter().all(|line| line.contains("409")), "only what was refused: {log:?}");
}

#[tokio::test]
async fn what_comes_late_changes_nothing_at_the_table_that_is_open_by_then() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let (_folder, server) = tournament();
    browser.go(&server.address).await;
    browser.tap("[data-key=tournament]").await;
    browser.find("#standings").await;
    let tables = browser.value("[...document.querySelectorAll('.table-card a.cover')].map((one) => one.hash)").await;
    let [first, second] = [0, 1].map(|index| tables[index].as_str().expect("an address").to_owned());
    let title = "document.querySelector('h1')?.innerText";
    let open = async |hash: &str| {
        browser.value(&format!("void (location.hash = '{hash}')")).await;
        browser.until(&format!("document.querySelector('.table-photo a[href^=\"{hash}/\"]')")).await;
    };
    let correct = async |answer: &str| {
        browser.tap("[data-key^=kingdom-]").await;
        browser.tap("[data-square=r1c1]").await;
        browser.tap(&format!("dialog[open] [data-answer={answer}]")).await;
    };
    open(&second).await;
    let second_title = browser.value(title).await;
    correct("lake").await;
    browser.until("document.querySelector('[data-square=r1c1] .said')").await;

    // The message about the first table offers undo; once the second table is open, that does nothing there.
    open(&first).await;
    assert_ne!(browser.value(title).await, second_title);
    correct("lake").await;
    browser.until("document.querySelector('[data-square=r1c1] .said')").await;
    browser.find("#toast.shown button").await;
    open(&second).await;
    browser.tap("#toast.shown button").await;
    browser.until("document.querySelector('#toast').innerText.includes('Too late to undo')").await;
    browser.tap("[data-key^=kingdom-]").await;
    browser.until("document.querySelector('[data-square=r1c1] .said')").await;

    // The answer about the first table arrives when the second one is open.
    open(&first).await;
    browser
        .value(
            "void (() => { const fetched = window.fetch; window.fetch = async (url, options) => { \
             const answer = await fetched(url, options); \
             if (String(url).includes('/corrections')) { \
               await new Promise((goOn) => { window.goOn = goOn; }); setTimeout(() => { window.hasGoneOn = true; }, 300); \
             } \
             return answer; }; })()",
        )
        .await;
    correct("forest").await;
    browser.until("window.goOn !== undefined").await;
    browser.tap("dialog[open] [data-answer=lake]").await;
    browser.until("document.querySelector('#toast').innerText.includes('Your last answer is still being saved')").await;
    browser.shot("still-noting").await;
    open(&second).await;
    browser.value("void window.goOn()").await;
    browser.until("window.hasGoneOn").await;
    assert_eq!(browser.value(title).await, second_title);
    assert!(!browser.text("#toast").await.contains("Undo"));
    // The answer was recorded nevertheless.
    open(&first).await;
    browser.tap("[data-key^=kingdom-]").await;
    browser.until("document.querySelector('[data-square=r1c1] .terrain-forest')").await;
    // One step back in the browser's history leaves the kingdom, however many squares were opened.
    browser.reload().await;
    for answer in ["lake", "wheat"] {
        browser.tap("[data-square=r1c1]").await;
        browser.tap(&format!("dialog[open] [data-answer={answer}]")).await;
        browser.until("!document.querySelector('dialog').open && !location.hash.endsWith('r1c1')").await;
    }
    browser.value("void history.back()").await;
    browser.until("document.querySelector('.table-photo')").await;
    assert!(browser.ended().await.is_empty());
}

#[tokio::test]
async fn games_and_tables_are_not_taken_for_each_other() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let (_folder, server) = tournament();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    let at = async |hash: &str, shown: &str| {
        browser.value(&format!("void (location.hash = '{hash}')")).await;
        browser.until(&format!("document.querySelector(\"{shown}\")")).await;
    };
    let start = "[data-key=tournament]";
    at("#/table/1", start).await;
    at("#/tournament", "#standings").await;
    let table = browser.value("document.querySelector('.table-card a.cover').hash").await;
    let table = table.as_str().expect("an address");
    let as_a_game = table.replace("table", "game");
    for part in ["", "/live", "/paint/player/0", "/kingdom/1k1", "/photo/1/corners"] {
        at(table, ".table-photo").await;
        at(&format!("{as_a_game}{part}"), start).await;
    }

    // A pasted photo waits for a game. The game's answer arrives when a table is open.
    let paste_and_delay = "void (() => { const data = new DataTransfer(); \
         data.items.add(new File(['photo'], 'photo.jpg', { type: 'image/jpeg' })); \
         dispatchEvent(new ClipboardEvent('paste', { clipboardData: data })); \
         const fetched = window.fetch; window.fetch = async (url, options) => { \
           const answer = await fetched(url, options); \
           if (String(url).includes('/games/1?') || String(url).endsWith('/games/1')) { \
             await new Promise((goOn) => { window.goOn = goOn; }); setTimeout(() => { window.hasGoneOn = true; }, 300); \
           } \
           return answer; }; })()";
    browser.value(paste_and_delay).await;
    browser.find("[data-key=brought]").await;
    browser.value("void (location.hash = '#/game/1')").await;
    browser.until("window.goOn !== undefined").await;
    at(table, ".table-photo").await;
    browser.value("void window.goOn()").await;
    browser.until("window.hasGoneOn").await;
    at("#/", "[data-key=brought]").await;
    browser.close().await;
}

#[tokio::test]
async fn whose_the_photos_of_a_camera_are_is_said_by_tap() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir_all(folder.path().join("photos")).expect("a folder");
    for (number, kingdom) in KINGDOMS.iter().enumerate().take(4) {
        draw(kingdom, &folder.path().join(format!("photos/IMG_{number}.jpg")), "plain", 3);
    }
    let batch = run_at(folder.path(), "C", b"", &["batch", "photos", "-o", "results"]);
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    let server = serve(folder.path());
    browser.go(&server.address).await;
    browser.tap("[data-key=tournament]").await;
    browser.find("[data-key=whose-0]").await;
    browser.shot("photos-of-nobody").await;
    audit(&browser, "photos of nobody").await;
    browser.tap("[data-key=whose-0]").await;
    browser.type_into("[data-key=seat-player-0]", "Anna").await;
    browser.type_into("[data-key=seat-player-1]", "Ben").await;
    browser.until("[...document.querySelectorAll('dialog img')].every((one) => one.complete)").await;
    browser.shot("whose").await;
    audit(&browser, "whose the photos are").await;
    browser.tap("[data-key=save-seats]").await;
    browser.until("document.querySelectorAll('#standings ~ table th').length === 2").await;
    // The next table gets the next number, and known players can be tapped.
    browser.tap("[data-key=whose-0]").await;
    assert_eq!(browser.value("document.querySelector('[data-key=seat-table]').value").await, "2");
    browser.tap("[data-key=seat-0-Anna]").await;
    browser.type_into("[data-key=seat-player-1]", "Dora").await;
    browser.tap("[data-key=save-seats]").await;
    browser.until("document.querySelector('#loose') === null").await;
    browser.shot("all-seated").await;
    let list = std::fs::read_to_string(folder.path().join("photos/players.csv")).expect("a list");
    assert_eq!(
        list.lines().skip(1).collect::<Vec<_>>(),
        ["IMG_0.jpg,1,1,Anna", "IMG_1.jpg,1,1,Ben", "IMG_2.jpg,1,2,Anna", "IMG_3.jpg,1,2,Dora"]
    );
    // The players of photos can be changed at their table, too.
    browser.tap("[data-key=table-1-2]").await;
    browser.tap("[data-key=whose]").await;
    browser.tap("[data-key=seat-0-Anna]").await;
    browser.type_into("[data-key=seat-player-0]", "Cem").await;
    browser.tap("[data-key=save-seats]").await;
    browser
        .until("[...document.querySelectorAll('#standings ~ table th')].some((one) => one.innerText.includes('Cem'))")
        .await;
    browser.close().await;
}
