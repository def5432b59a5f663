//! Random taps, double taps, slow and lost answers must never ruin a game.

use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::browser::{Browser, Window};
use crate::common::cases::{asked, cases};
use crate::games::{CHOOSE, new_game, photos, read};
use crate::server::Server;
use crate::web::{Host, Site, begun};

/// The number of random taps with `TEST_ALL`. The variable `MONKEY_TAPS` sets another number, and
/// `MONKEY_SEED` another seed.
const TAPS: u64 = 300;

/// Delays the answers to changes by up to `window.slowest_ms`, and until the promise `window.held` resolves.
/// Loses `window.lost_in_10` of ten answers.
const SLOW: &str = "(() => {
  const send = window.fetch;
  let last = 20261127;
  const dice = () => (last = (last * 48271) % 2147483647) / 2147483647;
  Object.assign(window, { slowest_ms: 0, lost_in_10: 0, waiting: 0, refused: 0 });
  window.fetch = async (address, options = {}) => {
    if ((options.method ?? 'GET') === 'GET') return send(address, options);
    window.waiting += 1;
    try {
      const answer = await send(address, options);
      await new Promise((done) => setTimeout(done, dice() * window.slowest_ms));
      await window.held;
      if (!answer.ok) window.refused += 1;
      if (dice() * 10 < window.lost_in_10) throw new TypeError('nothing was heard');
      return answer;
    } finally {
      window.waiting -= 1;
    }
  };
})()";

/// Holds all answers until `window.let_go` is called.
const HOLD: &str = "void (window.held = new Promise((done) => { window.let_go = done; }))";

/// Elements that the monkey avoids: they would leave the page, open a system dialog, or take long.
const LEFT_ALONE: &str = "'.danger, .file, [download], [href=\"#/\"], [href*=corners], [href*=paint], [href*=live], \
     [data-key=settings], [data-key=share], [data-key=copy], [data-key=print], [data-key=learn], [data-key=report], \
     [data-key=rematch]'";

/// The centre of a tappable element, chosen by a number from 0 to 1; `null` if another element covers it.
fn tappable(number: f64) -> String {
    format!(
        "(() => {{
           const root = document.querySelector('dialog[open]') ?? document.body;
           const all = [...root.querySelectorAll('button, a[href], summary, [role=button]')]
             .filter((one) => one.checkVisibility() && !one.disabled && one.closest({LEFT_ALONE}) === null);
           const one = all[Math.floor({number} * all.length)];
           if (one === undefined) return null;
           one.scrollIntoView({{ block: 'center', inline: 'center' }});
           const {{ left, top, width, height }} = one.getBoundingClientRect();
           const at = [left + width / 2, top + height / 2];
           const hit = document.elementFromPoint(...at);
           return one.contains(hit) || hit?.contains(one) && hit.closest({LEFT_ALONE}) === null ? at : null;
         }})()"
    )
}

/// Opens the first kingdom of a game with two photos, on a page with slow answers.
async fn at_a_kingdom(browser: &Browser, server: &Server) {
    browser.before_pages(SLOW).await;
    browser.go(&server.address).await;
    from_the_start_to_a_kingdom(browser).await;
}

async fn from_the_start_to_a_kingdom(browser: &Browser) {
    new_game(browser, &["Anna", "Ben"]).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg"), &photos().path("IMG_1.jpg")]).await;
    read(browser, 2).await;
    browser.tap("[data-key='owner-1k1-0']").await;
    browser.find("[data-total=Ben]").await;
    browser.tap("[data-key='kingdom-1k1']").await;
    browser.find("#board .square").await;
}

/// The number of answers that the server has recorded.
async fn answers(browser: &Browser) -> u64 {
    let answers = "fetch('api/games/1').then((answer) => answer.json()).then(({ answers }) => answers)";
    browser.value(answers).await.as_u64().expect("a number")
}

/// Checks that a correction of the first kingdom counts, and that the page is sound.
async fn a_correction_counts(browser: &Browser) {
    let before = answers(browser).await;
    browser.tap("#board [data-square=r2c2]").await;
    browser.tap("dialog[open] .answer.now").await;
    browser.until("!document.querySelector('dialog').open").await;
    assert!(answers(browser).await > before, "the correction counts");
    let foot = "[...document.body.childNodes].filter(({ nodeType, data }) => nodeType === 3 && data.trim() !== '').map(({ data }) => data)";
    assert_eq!(browser.value(foot).await, json!([]), "a text of no element");
}

/// Checks the console of a closed browser; it also contains refusals shown to the user.
fn check_console(lines: &[String]) {
    let others: Vec<&String> = lines.iter().filter(|line| !line.contains("Failed to load resource")).collect();
    assert!(others.is_empty(), "the console says {others:#?}");
}

#[tokio::test]
async fn a_double_tap_does_not_end_the_page() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    at_a_kingdom(&browser, &server).await;
    browser.value(HOLD).await;
    browser.tap("#board [data-square=r3c3]").await;
    browser.find("dialog[open] .answer").await;
    let double = "(() => { const one = document.querySelector('dialog .answer.now'); one.click(); one.click(); })()";
    browser.value(double).await;
    browser.until("document.querySelector('#toast.shown')?.innerText.includes('being saved')").await;
    browser.value("void window.let_go()").await;
    browser.until("window.waiting === 0 && !document.querySelector('dialog').open").await;
    a_correction_counts(&browser).await;

    // The answer to the first tap is lost; a second tap in the same sheet succeeds.
    browser.tap("#board [data-square=r3c3]").await;
    browser.value("void (window.lost_in_10 = 10)").await;
    browser.tap("dialog[open] .answer.now").await;
    browser.until("document.querySelector('#toast.shown')?.innerText.includes('does not answer')").await;
    browser.value("void (window.lost_in_10 = 0)").await;
    browser.tap("dialog[open] .answer.now").await;
    browser.until("window.waiting === 0 && !document.querySelector('dialog').open").await;
    a_correction_counts(&browser).await;
    check_console(&browser.ended().await);
}

#[tokio::test]
async fn a_tap_counts_though_the_page_changes_while_it_is_pressed() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    at_a_kingdom(&browser, &server).await;
    // The press removes the highlight from the line tapped before.
    browser.tap(".lines li:last-child button").await;
    browser.tap("#board [data-square=r3c3]").await;
    browser.find("dialog[open] .answer").await;
    browser.tap("[data-key=close-sheet]").await;
    browser.until("!document.querySelector('dialog').open").await;

    // Another phone's answer arrives between press and release.
    let middle =
        "(() => { const box = document.querySelector('#board [data-square=r2c2] .target').getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; })()";
    browser.value("void scrollTo(0, 0)").await;
    let at = serde_json::from_value(browser.value(middle).await).expect("a place");
    browser.press_at(at).await;
    let answer = "fetch('api/games/1').then((answer) => answer.json()).then(({ kingdoms }) => {
        document.getElementById('live').textContent = '';
        const { k: kingdom, notation } = kingdoms.find(({ k }) => k === '1k1');
        return fetch('api/games/1/corrections', { method: 'POST', headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ kingdom, notation, row: 3, col: 0, square: 'mine:3' }) });
      }).then(({ ok }) => ok)";
    assert_eq!(browser.value(answer).await, true);
    browser.until("document.getElementById('live').textContent.includes('Anna')").await;
    browser.release_at(at).await;
    browser.find("dialog[open] .answer").await;
    browser.find("#board [data-square=r4c1] .said").await;
    check_console(&browser.ended().await);
}

#[tokio::test]
async fn after_hundreds_of_taps_a_correction_still_counts() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    at_a_kingdom(&browser, &server).await;
    hundreds_of_taps(browser).await;
}

#[tokio::test]
async fn after_hundreds_of_taps_without_a_server_a_correction_still_counts() {
    let Some(site) = Site::copied() else { return };
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let host = Host::of(&site);
    browser.before_pages(SLOW).await;
    begun(&browser, &host).await;
    from_the_start_to_a_kingdom(&browser).await;
    hundreds_of_taps(browser).await;
}

async fn hundreds_of_taps(browser: Browser) {
    browser.value("void (window.slowest_ms = 400, window.lost_in_10 = 1)").await;
    let (taps, seed) = (cases("MONKEY_TAPS", TAPS), asked("MONKEY_SEED").unwrap_or(1));
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    for tap in 0..taps {
        let at = browser.value(&tappable(dice.random_range(0.0..1.0))).await;
        if let Ok(at) = serde_json::from_value::<[f64; 2]>(at) {
            browser.tap_at(at).await;
            if dice.random_range(0..3) == 0 {
                tokio::time::sleep(Duration::from_millis(dice.random_range(0..300))).await;
                browser.tap_at(at).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(dice.random_range(0..120))).await;
        if tap % 50 == 49 {
            let kingdom = dice.random_range(1..=2);
            browser.value(&format!("void (location.hash = '#/game/1/kingdom/{kingdom}k1')")).await;
        }
    }
    browser.value("void (window.slowest_ms = 0, window.lost_in_10 = 0)").await;
    browser.until("window.waiting === 0").await;
    while browser.value("document.querySelector('dialog').open").await == true {
        browser.value("void document.querySelector('dialog[open] [data-key=close-sheet]')?.click()").await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    browser.value("void (location.hash = '#/game/1/kingdom/1k1')").await;
    browser.find("#board [data-square=r2c2]").await;
    println!(
        "{taps} taps of seed {seed}, {} answers, {} refused",
        answers(&browser).await,
        browser.value("window.refused").await
    );
    a_correction_counts(&browser).await;
    check_console(&browser.ended().await);
}

#[tokio::test]
async fn other_rules_are_shown_at_work_and_taps_are_answered_meanwhile() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    at_a_kingdom(&browser, &server).await;
    browser.tap("[data-key=settings]").await;
    browser.find("dialog[open] form").await;
    browser.tap("dialog .field > .chips [data-key$='-5']").await;
    browser.value(HOLD).await;
    browser.tap("dialog button[type=submit]").await;
    browser.until("document.querySelector('dialog button[type=submit]').disabled").await;
    browser.shot("reading-again").await;
    browser.tap("[data-key=close-sheet]").await;
    browser.tap("[data-key=back]").await;
    browser.find("[data-key=working]").await;
    browser.shot("reading-again-game").await;
    browser.tap("[data-key='kingdom-2k1']").await;
    browser.tap("#board [data-square=r3c3]").await;
    browser.find("dialog[open] .answer").await;
    browser.tap("[data-key=close-sheet]").await;
    browser.value("void window.let_go()").await;
    browser.until("window.waiting === 0").await;
    browser.tap("[data-key=back]").await;
    browser.find(".ranks").await;
    assert_eq!(browser.value("document.querySelector('[data-key=working]')").await, Value::Null);
    let size = "fetch('api/games/1').then((answer) => answer.json()).then(({ asked_size }) => asked_size)";
    assert_eq!(browser.value(size).await, 5);
    browser.close().await;
}
