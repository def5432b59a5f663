//! The page without a server reads photos while it does other things. Without `make web`, these tests are
//! skipped with a message.

use serde_json::{Value, json};

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read};
use crate::kept::confirm_doubts;
use crate::server::fixture;
use crate::web::{ALL_NETWORKS, Host, Site, begun, program, put};

/// Records the results of first looks, the page's announcements, and the messages to its Workers.
const REMEMBER: &str = "window.looks = []; window.said = []; window.messages = []; \
     addEventListener('look', ({ detail }) => looks.push(detail.totals)); \
     new MutationObserver(() => { const text = document.querySelector('.photo-card .progress')?.innerText ?? ''; \
       if (text !== said.at(-1)) said.push(text); }).observe(document, { subtree: true, childList: true, characterData: true }); \
     const post = Worker.prototype.postMessage; \
     Worker.prototype.postMessage = function (data, ...all) { messages.push(data); post.call(this, data, ...all); };";

#[tokio::test]
async fn a_doubtful_photo_is_seen_before_it_is_read_and_taps_are_answered_meanwhile() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    browser.before_pages(REMEMBER).await;
    begun(&browser, &host).await;
    browser.until(ALL_NETWORKS).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg")]).await;
    read(&browser, 1).await;
    assert_eq!(browser.value("looks").await, json!([]), "a clear photo comes at once");
    browser.choose(CHOOSE, &[&fixture("queendomino.jpg")]).await;
    browser.until("looks.length > 0").await;
    // While the photo is being read, asks for the players, whom only the games' Worker knows.
    let players = "fetch('api/games/1').then((answer) => answer.json()).then(({ players }) => [players.length, document.querySelector('.photo-card progress') !== null])";
    assert_eq!(browser.value(players).await, json!([2, true]));
    browser.shot("web-first-look").await;
    audit(&browser, "a first look").await;
    read(&browser, 2).await;
    let points = browser.value("looks[0][0]").await;
    assert!(points.as_i64().is_some_and(|points| points > 0), "{points}");
    let said: Vec<String> = serde_json::from_value(browser.value("said").await).expect("texts");
    assert!(said.iter().any(|text| text.contains(&format!("At first sight {points} points"))), "{said:?}");
    // The reading that counts in the end is the final one, not the first look.
    let line = program(&["scan", "--no-gallery", "--json", fixture("queendomino.jpg").to_str().expect("UTF-8")]);
    let read = "fetch('api/games/1').then((answer) => answer.json()).then(({ kingdoms }) => kingdoms.at(-1).total)";
    assert_eq!(browser.value(read).await, line["kingdoms"][0]["total"]);
    browser.close().await;
}

#[tokio::test]
async fn photos_that_are_read_side_by_side_come_in_their_order() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    browser.before_pages("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });").await;
    let names = "const Plain = Worker; window.started = []; \
         window.Worker = class extends Plain { constructor(address, options) { super(address, options); started.push(options.name); } };";
    browser.before_pages(names).await;
    begun(&browser, &host).await;
    browser.until(ALL_NETWORKS).await;
    new_game(&browser, &["Anna", "Ben", "Cem", "Dora"]).await;
    // The second photo takes longer to read than the third.
    let files: Vec<_> = (0..4).map(|index| photos().path(&format!("IMG_{index}.jpg"))).collect();
    browser.choose(CHOOSE, &files.iter().map(|path| path.as_path()).collect::<Vec<_>>()).await;
    read(&browser, 4).await;
    assert_eq!(browser.value("started.filter((name) => name.startsWith('reader')).length").await, 2);
    let names =
        "fetch('api/games/1').then((answer) => answer.json()).then(({ photos }) => photos.map(({ name }) => name))";
    assert_eq!(browser.value(names).await, json!(["IMG_0.jpg", "IMG_1.jpg", "IMG_2.jpg", "IMG_3.jpg"]));
    browser.close().await;
}

#[tokio::test]
async fn corrections_teach_this_browser_until_that_is_taken_back() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    browser.before_pages(REMEMBER).await;
    put(&site, "holes.jpg", &std::fs::read(fixture("holes.jpg")).expect("a photo"));
    begun(&browser, &host).await;
    new_game(&browser, &["Anna"]).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_1.jpg")]).await;
    read(&browser, 1).await;
    browser.tap(".kingdom-card .chip").await;
    browser.find("[data-total=Anna]").await;
    confirm_doubts(&browser).await;
    browser.tap("[data-key=learn]").await;
    browser.tap("dialog[open] .main").await;
    browser.find("[data-key=unlearn]").await;
    browser.shot("web-learnt").await;
    let known = "fetch('holes.jpg').then((answer) => answer.blob()).then((body) => fetch('api/scan', { method: 'POST', body })) \
         .then((answer) => answer.json()).then(({ gallery_entries }) => gallery_entries ?? null)";
    assert_eq!(browser.value(known).await, 25);
    // The Workers that read photos know the learnt squares, too, even after a reload.
    let of_readers =
        "messages.filter(({ gallery }) => gallery !== undefined).map(({ gallery }) => gallery.split('\\n').length)";
    assert_eq!(
        browser.value(of_readers).await,
        json!([1, 27]),
        "nothing at first; then a line for the whole and 25 for squares"
    );
    browser.reload().await;
    browser.find("[data-key=unlearn]").await;
    browser.until(&format!("JSON.stringify({of_readers}) === '[27]'")).await;
    assert_eq!(browser.value(known).await, 25);
    browser.tap("[data-key=unlearn]").await;
    browser.find("[data-key=learn]").await;
    assert_eq!(browser.value(known).await, Value::Null);
    browser.close().await;
}

/// The number of copies of a game with four kingdoms.
const GAMES: usize = 500;

#[tokio::test]
async fn five_hundred_games_are_kept_and_listed() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    begun(&browser, &host).await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    let kingdoms = ["Anna", "Ben", "Cem", "Dora"].iter().zip(0..4);
    let kingdoms: Vec<String> = kingdoms
        .map(|(name, index)| format!("{name}={}", photos().path(&format!("IMG_{index}.jpg")).display()))
        .collect();
    let mut args = vec!["game", "--json", "--no-gallery", "--save", path.to_str().expect("UTF-8")];
    args.extend(kingdoms.iter().map(String::as_str));
    program(&args);
    put(&site, "game.json", &std::fs::read(&path).expect("a saved game"));
    let import = format!(
        "fetch('game.json').then((answer) => answer.text()).then(async (body) => {{ const begun = performance.now(); \
           for (let at = 0; at < {GAMES}; at += 1) await fetch('api/games/import', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }}, body }}); \
           window.importedMs = performance.now() - begun; }}).then(() => {{ window.isDone = true; }})"
    );
    browser.value(&format!("void ({import})")).await;
    browser.until_within("window.isDone", 240).await;
    let each_ms = browser.value("importedMs").await.as_f64().expect("a time") / GAMES as f64;
    let begun = std::time::Instant::now();
    browser.reload().await;
    browser.find(".game-card").await;
    println!(
        "{GAMES} games: {each_ms:.0} ms to keep one, {:.1} s until the page stands with all",
        begun.elapsed().as_secs_f64()
    );
    let count = "fetch('api/games').then((answer) => answer.json()).then((games) => games.length)";
    assert_eq!(browser.value(count).await, GAMES);
    browser.shot("web-500-games").await;
    browser.go(&format!("{}#/game/250", host.address)).await;
    browser.find(".ranks [data-total=Anna]").await;
    browser.close().await;
}
