//! A phone in landscape, and a keyboard.

use serde_json::Value;

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read};
use crate::server::Server;

#[tokio::test]
async fn the_board_stays_whole_beside_its_answers() {
    let Some(browser) = Browser::open(Window::ON_ITS_SIDE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_1.jpg")]).await;
    read(&browser, 1).await;
    browser.tap(".kingdom-card .chip").await;
    browser.tap(".board-link").await;
    browser.find("#board .square").await;
    browser.shot("on-its-side").await;
    audit(&browser, "a kingdom on its side").await;
    browser.value("void document.querySelector('#board [data-square=r2c2]').focus()").await;
    browser.press("Enter").await;
    browser.find("dialog[open] .answer").await;
    browser.shot("on-its-side-square").await;
    audit(&browser, "a square on its side").await;
    let boxes = "['#board .board', 'dialog[open]'].map((css) => document.querySelector(css).getBoundingClientRect()) \
                 .map(({ left, right, top, bottom }) => [left, right, top, bottom])";
    let dock = "(({ left, top }) => [left, top])(document.querySelector('.dock').getBoundingClientRect())";
    let [board, answers]: [[f64; 4]; 2] = serde_json::from_value(browser.value(boxes).await).expect("boxes");
    let dock: [f64; 2] = serde_json::from_value(browser.value(dock).await).expect("a box");
    assert!(board[1] <= dock[0] || board[3] <= dock[1], "the buttons lie on the board: {board:?} {dock:?}");
    assert!(board[1] <= answers[0], "the answers lie on the board: {board:?} {answers:?}");
    assert!(board[2] >= 0.0 && board[3] <= 390.0, "not all of the board is to be seen: {board:?}");
    assert!(board[3] - board[2] >= 5.0 * 44.0, "squares too small to tap: {board:?}");
    // The focus returns to the square that was answered.
    browser.value("void document.querySelector('dialog[open] .answer').focus()").await;
    browser.press("Enter").await;
    browser.until("!document.querySelector('dialog').open").await;
    browser.until("document.activeElement.dataset.square === 'r2c2'").await;
    browser.close().await;
}

#[tokio::test]
async fn everything_to_tap_on_the_smallest_phone_is_large_enough() {
    let Some(browser) = Browser::open(Window::SMALL_PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    let small = "[...document.querySelectorAll('button, a.button, .chip, select, input:not(.unseen):not([type=checkbox])')] \
                 .filter((one) => one.checkVisibility() && !one.disabled).map((one) => [one, one.getBoundingClientRect()]) \
                 .filter(([, { width, height }]) => width < 43.5 || height < 43.5) \
                 .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 90)} ${width} x ${height}`)";
    let none = Value::Array(Vec::new());
    assert_eq!(browser.value(small).await, none, "a game");
    browser.choose(CHOOSE, &[&photos().path("IMG_1.jpg")]).await;
    read(&browser, 1).await;
    browser.tap(".kingdom-card .chip").await;
    browser.tap(".board-link").await;
    browser.find("#board .square").await;
    assert_eq!(browser.value(small).await, none, "a kingdom");
    browser.tap("[data-square=r2c2]").await;
    browser.find("dialog[open] .answer").await;
    assert_eq!(browser.value(small).await, none, "a square");
    browser.close().await;
}
