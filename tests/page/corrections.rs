//! Correcting misread squares, buildings and grids.

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::common::game_photos::{KINGDOMS, Photos};
use crate::far_away::far_away;
use crate::games::{CHOOSE, new_game, photos, read, total};
use crate::server::{Server, fixture};

/// A game with one photo, which belongs to the first player.
async fn game_of(browser: &Browser, server: &Server, photo: &std::path::Path) {
    browser.go(&server.address).await;
    new_game(browser, &["Anna", "Ben"]).await;
    browser.choose(CHOOSE, &[photo]).await;
    read(browser, 1).await;
}

#[tokio::test]
async fn a_doubtful_square_is_corrected_undone_and_redone() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    game_of(&browser, &server, &photos().path("IMG_1.jpg")).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    browser.shot("to-check").await;
    let doubtful = "document.querySelectorAll('.doubt').length";
    browser.tap(".board-link").await;
    browser.find(".square").await;
    let doubts = browser.value(doubtful).await.as_u64().expect("a number");
    assert!(doubts > 0, "an edition that no training saw leaves doubts");
    assert!(browser.text("#to-check").await.contains(&doubts.to_string()));
    browser.shot("kingdom").await;
    audit(&browser, "a kingdom").await;

    // The sheet of a square: the first line is the reading, and every terrain is offered.
    browser.tap(".square:has(.doubt)").await;
    browser.find("dialog[open] .close-up").await;
    browser.shot("square").await;
    audit(&browser, "a square").await;
    for word in ["wheat", "forest:1", "mine:3", "swamp:2", "castle", "empty"] {
        browser.find(&format!("dialog [data-answer='{word}']")).await;
    }
    let before = total(&browser, "Anna").await;
    let square = browser.value("location.hash.split('/').pop()").await;
    let square = square.as_str().expect("a square").to_owned();
    browser.tap("dialog .all [data-answer='forest:1']").await;
    browser.until(&format!("document.querySelector('[data-square={square}] .said')")).await;
    browser.until("!document.querySelector('dialog').open").await;
    browser.shot("corrected").await;
    audit(&browser, "a corrected kingdom").await;
    let corrected = total(&browser, "Anna").await;
    assert_ne!(corrected, before, "a crown for two squares");
    assert!(browser.text("#toast").await.contains("1 crown"));

    browser.tap("[data-key=undo]").await;
    browser.until(&format!("document.querySelector('[data-square={square}] .doubt')")).await;
    assert_eq!(total(&browser, "Anna").await, before);
    browser.tap("[data-key=redo]").await;
    browser.until(&format!("document.querySelector('[data-square={square}] .said')")).await;
    assert_eq!(total(&browser, "Anna").await, corrected);
    // The page's address names the kingdom, so reloading shows the same kingdom.
    browser.reload().await;
    browser.until(&format!("document.querySelector('[data-square={square}] .said')")).await;
    assert_eq!(total(&browser, "Anna").await, corrected);

    // With the keyboard: arrow keys move between squares, Enter opens a square's sheet, Escape closes it.
    browser.type_into(".square[tabindex='0']", "\u{e014}\u{e015}\u{e007}").await;
    browser.find("dialog[open] .close-up").await;
    browser.type_into("dialog h2", "\u{e00c}").await;
    browser.until("!document.querySelector('dialog').open").await;

    // Confirms all other squares at once, after a confirmation dialog. One undo takes this back.
    browser.tap("[data-key=undo]").await;
    // The page must first show the undone reading: a tap before that would be refused, because it concerns an
    // earlier reading.
    browser.until(&format!("document.querySelector('[data-square={square}] .doubt')")).await;
    browser.tap("[data-key=all-right]").await;
    browser.find("dialog[open] .main").await;
    browser.shot("all-right").await;
    audit(&browser, "all is right").await;
    browser.tap("dialog[open] .main").await;
    browser.until(&format!("{doubtful} === 0")).await;
    assert_eq!(total(&browser, "Anna").await, before);
    browser.tap("[data-key=undo]").await;
    browser.until(&format!("{doubtful} >= 2")).await;
    browser.close().await;
}

/// With Ben's odd tile the box holds all kingdoms but his, or all but Anna's.
#[tokio::test]
async fn an_odd_tile_leaves_those_clear_that_are_not_at_fault() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    let game = Photos::of(&[("anna.jpg", 0), ("cem.jpg", 2), ("dora.jpg", 3)]);
    game.paint("ben.jpg", &KINGDOMS[1].replace("CLL/", "CLW1/"), 4);
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben", "Cem", "Dora"]).await;
    let files = ["anna.jpg", "ben.jpg", "cem.jpg", "dora.jpg"].map(|name| game.path(name));
    browser.choose(CHOOSE, &files.each_ref().map(|path| path.as_path())).await;
    read(&browser, 4).await;
    browser.find("[data-key=not-final]").await;
    assert_eq!(browser.value("document.querySelectorAll('.checks li').length").await, 1, "one sentence about both");
    let named = browser.text(".checks li").await;
    assert!(named.starts_with("Anna, Ben\nat least one of Anna, Ben cannot come from"), "{named}");
    browser.shot("odd-tile").await;
    // Both are right: one tap each.
    browser.tap("[data-key=not-final]").await;
    for player in ["Anna", "Ben"] {
        browser.until(&format!("document.querySelector('h1').textContent.includes('{player}')")).await;
        browser.tap("[data-key=all-right]").await;
    }
    browser.find(".winner").await;
    browser.close().await;
}

#[tokio::test]
async fn not_final_leads_from_square_to_square_to_the_winner() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg"), &photos().path("IMG_1.jpg")]).await;
    read(&browser, 2).await;
    browser.tap("[data-key='owner-1k1-0']").await;
    browser.find("[data-key=not-final]").await;
    let first = browser.value("document.querySelector('.checks a').hash").await;
    let before = browser.taps();
    browser.tap("[data-key=not-final]").await;
    browser.find("dialog[open] .answer.now").await;
    assert_eq!(browser.value("location.hash").await, first);
    let mut answers = 0;
    let mut asked = first;
    while browser.value("document.querySelector('dialog').open").await == true {
        if answers == 1 {
            browser.shot("next-question").await;
            audit(&browser, "the next question").await;
        }
        browser.tap("dialog[open] .answer.now").await;
        browser.until(&format!("location.hash !== {asked}")).await;
        asked = browser.value("location.hash").await;
        browser.until("document.querySelector('dialog').open || document.querySelector('.winner')").await;
        answers += 1;
    }
    browser.find(".winner").await;
    assert!(answers >= 2, "an edition that no training saw leaves doubts");
    assert_eq!(browser.taps() - before, 1 + answers);

    // The way ends where the user closes a sheet: a later answer to the same square shows the kingdom again.
    browser.tap("[data-key=undo]").await;
    browser.find("[data-key=not-final]").await;
    browser.tap("[data-key=undo]").await;
    browser.until("document.querySelectorAll('.checks > li').length >= 2").await;
    browser.tap("[data-key=not-final]").await;
    browser.find("dialog[open] .answer.now").await;
    let square = browser.value("location.hash.split('/').pop()").await;
    browser.tap("[data-key=close-sheet]").await;
    browser.until("!document.querySelector('dialog').open").await;
    browser.tap(&format!("#board [data-square={square}]")).await;
    browser.tap("dialog[open] .answer.now").await;
    browser.until("!document.querySelector('dialog').open").await;
    assert!(browser.address().await.ends_with("/kingdom/2k1"));
    browser.close().await;
}

#[tokio::test]
async fn not_final_leads_to_a_kingdom_without_an_owner() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    let files = [0, 2, 3].map(|index| photos().path(&format!("IMG_{index}.jpg")));
    browser.choose(CHOOSE, &files.each_ref().map(|path| path.as_path())).await;
    read(&browser, 3).await;
    for player in 0..2 {
        browser.tap(&format!("[data-key='owner-{}k1-{player}']", player + 1)).await;
        browser.until(&format!("document.querySelectorAll('.ranks [data-total]').length > {player}")).await;
    }
    browser.tap("[data-key=not-final]").await;
    browser.until("document.activeElement.dataset.key === 'owner-3k1-0'").await;
    let is_in_view = "(({ x, y, width, height }) => document.activeElement.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
         (document.activeElement.getBoundingClientRect())";
    assert_eq!(browser.value(is_in_view).await, true);
    browser.close().await;
}

/// The sum of the percentages in the sheet's answers; those below 1 count as 0, one above 99 as 100.
const SUM: &str = "[...document.querySelectorAll('dialog .answers small')].map(({ innerText }) => innerText.match(/([<>] )?(\\d+) %/)) \
     .filter((found) => found !== null).reduce((sum, [, bound, number]) => sum + (bound === '< ' ? 0 : bound === '> ' ? 100 : Number(number)), 0)";

#[tokio::test]
async fn the_likely_answers_of_a_square_sum_to_100_percent() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    game_of(&browser, &server, &photos().path("IMG_1.jpg")).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    // The list agrees with the sheet about a doubtful square, and never shows it as certain.
    let listed = browser.texts(".checks .close-up + .who > span").await;
    assert!(!listed.is_empty() && !listed.iter().any(|text| text.contains("100 %")), "{listed:?}");
    browser.tap(".board-link").await;
    browser.find(".square").await;
    let squares = browser.value("[...document.querySelectorAll('.square')].map(({ dataset }) => dataset.square)").await;
    for square in serde_json::from_value::<Vec<String>>(squares).expect("squares") {
        browser.tap(&format!("#board [data-square={square}]")).await;
        browser.find("dialog[open] .answer").await;
        let sum = browser.value(SUM).await;
        assert!(sum == 100 || sum == 0, "{square}: {sum} % {}", browser.text("dialog .answers").await);
        let title = browser.text("#sheet-title").await;
        // The sheet must open at its top, not where the sheet of the previous square was scrolled to.
        assert_eq!(browser.value("document.querySelector('dialog').scrollTop").await, 0, "{title}");
        browser.value("void document.querySelector('dialog').scrollTo(0, 400)").await;
        browser.value("void document.querySelector('[data-key=close-sheet]').click()").await;
        browser.until("!document.querySelector('dialog').open && location.hash.endsWith('/1k1')").await;
    }
    browser.close().await;
}

#[tokio::test]
async fn a_building_of_queendomino_is_corrected() {
    let Some(browser) = Browser::open(Window::SMALL_PHONE).await else { return };
    let server = Server::start();
    game_of(&browser, &server, &fixture("queendomino.jpg")).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    browser.shot("queendomino").await;
    audit(&browser, "a game of Queendomino").await;
    // Types facts that photos do not show. 11 coins are 3 points.
    let before: i32 = total(&browser, "Anna").await.parse().expect("points");
    let stands = |more: i32| format!("document.querySelector('[data-total=Anna]').innerText === '{}'", before + more);
    browser.type_into("[data-key=coins-0]", "8\t").await;
    browser.until(&stands(2)).await;
    // When another phone changes something, the field being typed in stays in place, with its text.
    browser.type_into("[data-key=knights_in_supply-0]", "1").await;
    let typing = "(({ dataset, value }) => `${dataset.key} ${value}`)(document.activeElement)";
    let top = "Math.round(document.activeElement.getBoundingClientRect().top)";
    let at = browser.value(top).await;
    let more = "void fetch(`/api/games/${location.hash.split('/')[2]}`, { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, \
         body: JSON.stringify({ players: [{ name: 'Anna', coins: 11 }, { name: 'Ben' }] }) })";
    browser.value(more).await;
    browser.until(&stands(3)).await;
    assert_eq!(browser.value(typing).await, "knights_in_supply-0 1");
    assert_eq!(browser.value(top).await, at);
    assert_eq!(browser.value("document.querySelector('[data-key=coins-0]').value").await, "11");
    // `\u{e003}` is the backspace key: it deletes the number typed.
    browser.type_into("[data-key=knights_in_supply-0]", "\u{e003}").await;

    browser.tap(".board-link").await;
    browser.tap("[data-square=r2c4]").await;
    browser.find("dialog[open] [data-key=building-sawmill][aria-pressed=true]").await;
    browser.shot("queendomino-square").await;
    audit(&browser, "a town square").await;
    // A statue is worth 5 points; the sawmill was worth 2 for each of three forests.
    browser.tap("dialog [data-key=building-statue]").await;
    browser.find("dialog [data-key=building-statue][aria-pressed=true]").await;
    browser.until(&format!("document.querySelector('.big').innerText.startsWith('{}')", before + 3 - 1)).await;
    browser.shot("queendomino-statue").await;
    browser.tap("dialog [data-key=done]").await;
    browser.until("document.querySelector('[data-square=r2c4] .said')").await;
    browser.tap("[data-key=undo]").await;
    browser.until("!document.querySelector('[data-square=r2c4] .said')").await;
    browser.until(&format!("document.querySelector('.big').innerText.startsWith('{}')", before + 3)).await;
    browser.close().await;
}

/// Drags the handles to these positions, in pixels of the photo.
pub async fn drag_corners(browser: &Browser, corners_px: &[[f64; 2]]) {
    for (corner, [x_px, y_px]) in ["upper-left", "upper-right", "lower-right", "lower-left"].iter().zip(corners_px) {
        // Converts pixels of the photo to pixels of the window.
        let by = format!(
            "(() => {{ const handle = document.querySelector('[data-corner={corner}]').getBoundingClientRect();
               const matrix = document.querySelector('.corner-photo').getScreenCTM();
               const to = new DOMPoint({x_px}, {y_px}).matrixTransform(matrix);
               return [to.x - handle.x - handle.width / 2, to.y - handle.y - handle.height / 2]; }})()"
        );
        let by: [f64; 2] = serde_json::from_value(browser.value(&by).await).expect("a way");
        browser.drag(&format!("[data-corner={corner}]"), by).await;
    }
}

#[tokio::test]
async fn corners_are_dragged_where_no_kingdom_was_found() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    let photo = far_away();
    game_of(&browser, &server, &photo.path).await;
    browser.find(".photo-card.no_kingdom").await;
    browser.shot("no-kingdom").await;
    audit(&browser, "a photo without a kingdom").await;
    browser.tap(".photo-card.no_kingdom a.main").await;
    browser.find(".handle").await;
    browser.shot("corners").await;
    audit(&browser, "the corners").await;
    drag_corners(&browser, &photo.corners_px).await;
    browser.shot("corners-dragged").await;
    browser.tap("#read-corners").await;
    browser.find(".photo-card.scored").await;
    browser.shot("corners-read").await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    assert_eq!(browser.value("document.querySelectorAll('.kingdom-card').length").await, 1);
    browser.close().await;
}

/// Marking one grid in a photo of four kingdoms used to lose three of them, all owners and all corrections,
/// and undo did nothing (issue 48, point 3).
#[tokio::test]
async fn a_wrong_grid_of_a_table_is_one_kingdoms() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    game_of(&browser, &server, &photos().path("table.jpg")).await;
    let kingdoms = "document.querySelectorAll('.kingdom-card').length";
    browser.until(&format!("{kingdoms} === 4")).await;
    browser.tap("[data-key='owner-1k1-0']").await;
    browser.find("[data-total=Anna]").await;
    browser.tap("[data-key='owner-1k2-1']").await;
    browser.find("[data-total=Ben]").await;
    let totals = [total(&browser, "Anna").await, total(&browser, "Ben").await];
    // One of Ben's squares is confirmed.
    browser.tap("[data-key=kingdom-1k2]").await;
    browser.tap("[data-square=r3c3]").await;
    browser.tap("dialog[open] .answer.now").await;
    browser.find("[data-square=r3c3] .said").await;
    browser.tap("[data-key=back]").await;

    browser.tap("[data-key=kingdom-1k1]").await;
    browser.tap("a[href$='corners/1k1']").await;
    browser.find(".handle").await;
    browser.tap("#read-corners").await;
    browser.until(&format!("{kingdoms} === 4 && document.querySelector('[data-total=Anna]')")).await;
    browser.shot("one-grid-of-four").await;
    assert_eq!([total(&browser, "Anna").await, total(&browser, "Ben").await], totals);
    browser.tap("[data-key=kingdom-1k2]").await;
    browser.find("[data-square=r3c3] .said").await;
    browser.tap("[data-key=back]").await;
    // One undo takes back the grid, but not the square.
    browser.tap("[data-key=undo]").await;
    browser.until("document.querySelector('[data-key=redo]:not([disabled])')").await;
    browser.tap("[data-key=redo]").await;
    browser.until("document.querySelector('[data-key=redo][disabled]')").await;

    // The button of the photo itself marks a further kingdom.
    browser.tap("[data-key=corners-1]").await;
    browser.find(".handle").await;
    assert!(browser.text("main").await.contains("Another kingdom"), "the kingdoms that were found stay");
    browser.shot("another-kingdom").await;
    audit(&browser, "another kingdom").await;
    browser.close().await;
}
