//! Age of Giants: its box, its giants, its quests.

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::common::game_photos::{KINGDOMS, Photos};
use crate::games::{CHOOSE, read, total};
use crate::server::Server;

#[tokio::test]
async fn a_game_of_age_of_giants_is_scored_from_photo_to_ranking() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    let photos = Photos::of(&[]);
    photos.paint("IMG_1.jpg", KINGDOMS[0], 3);
    browser.go(&server.address).await;
    browser.tap("a[href='#/new']").await;
    browser.type_into("[data-key=name-0]", "Anna").await;
    // Chooses the box and two quests. Harmony counts as a quest here, so that a third cannot be chosen.
    browser.tap("details:not(.quests) > summary").await;
    browser.tap(".chips [data-key$='-kingdomino-age-of-giants']").await;
    browser.tap(".quests > summary").await;
    browser.tap("[data-key=quest-local-business-forest]").await;
    browser.tap("[data-key=quest-lost-corner]").await;
    browser.find("[data-key=quest-bleak-king]:disabled").await;
    browser.shot("giants-new-game").await;
    audit(&browser, "a new game with quests").await;
    browser.tap("form button[type=submit]").await;
    browser.find(".ranks").await;
    browser.choose(CHOOSE, &[&photos.path("IMG_1.jpg")]).await;
    read(&browser, 1).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    browser.shot("giants-read").await;
    // 22 points as in Kingdomino, and 5 for the forest next to the castle.
    assert_eq!(total(&browser, "Anna").await, "27");

    // Puts a giant on the only crown of four forest squares, which then score nothing.
    browser.tap(".board-link").await;
    // The user can also confirm that no square has a giant, and undo that at once.
    browser.find("[data-key=as-read]").await;
    let texts = browser.text("main").await;
    assert!(texts.contains("tap the squares that have them") && !texts.contains("--"), "{texts}");
    browser.shot("giants-as-read").await;
    browser.tap("[data-key=as-read]").await;
    browser.until("!document.querySelector('[data-key=as-read]')").await;
    browser.tap("[data-key=undo]").await;
    browser.find("[data-key=as-read]").await;
    browser.tap("[data-square=r2c3]").await;
    browser.tap("dialog [data-key=giant-more]").await;
    browser.until("parseInt(document.querySelector('.big').innerText) === 23").await;
    browser.shot("giants-square").await;
    audit(&browser, "a square with a giant").await;
    browser.find("dialog [data-key=giant-more]:disabled").await;
    browser.tap("dialog [data-key=done]").await;
    browser.until("document.querySelector('[data-square=r2c3] .said')").await;
    browser.tap("[data-key=back]").await;
    browser.until("document.querySelector('[data-total=Anna]')?.innerText === '23'").await;
    browser.shot("giants-ranking").await;
    let pad = browser.text(".pad-table").await;
    assert!(pad.contains("Bonus\t5") && pad.contains("Forest\t0"), "{pad}");
    browser.close().await;
}
