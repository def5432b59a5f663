//! A kingdom painted by hand, for a player without a readable photo.

use serde_json::{Value, json};

use crate::audit::audit;
use crate::browser::{Browser, Window};
use crate::games::{CHOOSE, new_game, photos, read, total};
use crate::server::Server;

#[tokio::test]
async fn a_kingdom_is_painted_beside_a_photo() {
    painted(Window::PHONE).await;
}

#[tokio::test]
async fn a_kingdom_is_painted_on_a_small_phone_in_the_dark() {
    painted(Window::SMALL_PHONE).await;
}

/// A kingdom of five lands: what to choose, the strokes (one square is a tap), and the taps for its crowns.
const KINGDOM: [(&str, &[&str], &str); 6] = [
    ("wheat", &["r1c2 r1c1 r2c1 r2c2 r3c2", "r4c5 r5c5 r5c4"], "r1c1"),
    ("forest", &["r2c3 r1c3 r1c5"], "r1c5"),
    ("lake", &["r2c4 r2c5 r3c5 r3c4 r4c4 r4c3"], "r3c5"),
    ("grassland", &["r3c1 r4c1 r4c2 r4c1 r5c1"], "r4c1 r4c1"),
    ("swamp", &["r5c2 r5c3"], "r5c2 r5c2"),
    ("castle", &["r3c3"], ""),
];

/// Taps and strokes; nothing is scrolled.
struct Hand<'a> {
    browser: &'a Browser,
    moves: u32,
}

impl Hand<'_> {
    async fn stroke(&mut self, along: &[&str]) {
        for css in along {
            let is_in_view = format!(
                "(() => {{ const one = document.querySelector('{css}'); const {{ x, y, width, height }} = one.getBoundingClientRect();
                   return one.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }})()"
            );
            assert_eq!(self.browser.value(&is_in_view).await, true, "{css} is in view");
        }
        self.browser.stroke(along).await;
        self.moves += 1;
    }
}

#[tokio::test]
async fn a_5x5_takes_twelve_taps_and_strokes_and_its_crowns() {
    let Some(browser) = Browser::open(Window::LOW_PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.tap("[data-key=paint-0]").await;
    browser.find(".painting").await;
    let mut hand = Hand { browser: &browser, moves: 0 };
    let mut crowns = 0;
    for (index, (brush, strokes, crowned)) in KINGDOM.into_iter().enumerate() {
        // The first land is chosen from the beginning.
        if index > 0 {
            hand.stroke(&[&format!("[data-key=tool-{brush}]")]).await;
        }
        for stroke in strokes {
            let squares: Vec<String> = stroke.split(' ').map(|square| format!("[data-square={square}]")).collect();
            hand.stroke(&squares.iter().map(String::as_str).collect::<Vec<_>>()).await;
        }
        for square in crowned.split_whitespace() {
            hand.stroke(&[&format!("[data-square={square}]")]).await;
            crowns += 1;
        }
    }
    assert_eq!((hand.moves - crowns, crowns), (12, 7));
    assert_eq!(browser.value("scrollY").await, 0);
    browser.shot("painted-5x5").await;
    hand.stroke(&["[data-key=save-painting]"]).await;
    browser.find("[data-total=Anna]").await;
    assert_eq!(total(&browser, "Anna").await, "27");
    browser.close().await;
}

#[tokio::test]
async fn taps_count_crowns_up_and_strokes_leave_them() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.tap("[data-key=paint-0]").await;
    let crowns = || async { browser.value("document.querySelectorAll('.painting .crown-shape').length").await };
    let label = |square: &str| {
        let label = format!("document.querySelector('.painting [data-square={square}]').getAttribute('aria-label')");
        let browser = &browser;
        async move { browser.value(&label).await }
    };
    browser.tap("[data-key=tool-swamp]").await;
    assert_eq!(label("r2c2").await, "Row 2, column 2, No tile, change to swamp");
    for shown in [0, 1, 2, 0, 1] {
        browser.tap("[data-square=r2c2]").await;
        assert_eq!(crowns().await, shown);
    }
    assert_eq!(label("r2c2").await, "Row 2, column 2, swamp, 1 crown, change to swamp, 2 crowns");
    // A stroke that begins on the square, and one that crosses it.
    browser.drag_to("[data-square=r2c2]", "[data-square=r2c4]").await;
    browser.drag_to("[data-square=r1c2]", "[data-square=r3c2]").await;
    assert_eq!(crowns().await, 1);
    let squares = "document.querySelectorAll('.painting .terrain-swamp').length";
    assert_eq!(browser.value(squares).await, 5);
    // Undo takes back a stroke, a stroke, and a tap.
    for (left, shown) in [(3, 1), (1, 1), (1, 0)] {
        browser.tap("[data-key=undo-painting]").await;
        assert_eq!((browser.value(squares).await, crowns().await), (left.into(), shown.into()));
    }
    // The keyboard does the same as a tap, and another land takes the crowns away.
    browser.value("void document.querySelector('.painting [data-square=r2c2]').focus()").await;
    browser.press("Enter").await;
    assert_eq!(crowns().await, 1);
    browser.tap("[data-key=tool-mine]").await;
    browser.tap("[data-square=r2c2]").await;
    assert_eq!(crowns().await, 0);
    browser.close().await;
}

/// Squares of the board and buttons that are not fully in the window, or are covered.
const HIDDEN: &str =
    "[...document.querySelectorAll('.painting .square, .palette button, .dock button')].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return y < 0 || y + height > innerHeight || !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }).map((one) => one.dataset.key)";

#[tokio::test]
async fn board_palette_and_dock_are_in_view_at_once() {
    let Some(browser) = Browser::open(Window::LOW_PHONE.german()).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Bartholomäus Maximilian Alexander", "Ben"]).await;
    for game in ["kingdomino", "queendomino"] {
        let change = format!(
            "fetch('/api/games/1', {{ method: 'PATCH', headers: {{ 'Content-Type': 'application/json' }},
               body: JSON.stringify({{ game: '{game}', size: 7 }}) }}).then(({{ ok }}) => ok)"
        );
        assert_eq!(browser.value(&change).await, true);
        browser.go(&server.part("#/game/1/paint/player/0")).await;
        browser.reload().await;
        browser.find(".painting").await;
        let brushes = if game == "kingdomino" { 8 } else { 9 };
        assert_eq!(browser.value("document.querySelectorAll('.palette button').length").await, brushes);
        for (width, height) in [(360, 640), (320, 568), (640, 360), (844, 390), (1024, 768), (1280, 720)] {
            let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": true});
            browser.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
            browser.shot(&format!("palette-{game}-{width}x{height}")).await;
            assert_eq!(browser.value(HIDDEN).await, json!([]), "{game} {width} x {height}");
            audit(&browser, "a palette").await;
        }
    }
    browser.close().await;
}

/// A game of Anna and Ben, with a kingdom for Anna.
async fn with_annas_photo(browser: &Browser) -> Server {
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(browser, &["Anna", "Ben"]).await;
    browser.choose(CHOOSE, &[&photos().path("IMG_0.jpg")]).await;
    read(browser, 1).await;
    browser.tap("[data-key='owner-1k1-0']").await;
    browser.find("[data-total=Anna]").await;
    server
}

#[tokio::test]
async fn a_total_is_typed_beside_a_photo() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let _server = with_annas_photo(&browser).await;
    browser.tap("[data-key=paint-1]").await;
    // An invalid total is refused, with the allowed range.
    browser.type_into("[data-key=total]", "1000").await;
    browser.tap("[data-key=save-total]").await;
    browser.until("document.querySelector('#toast.shown')?.textContent.includes('from 0 to 999')").await;
    browser.value("void (document.querySelector('[data-key=total]').value = '')").await;
    browser.type_into("[data-key=total]", "37").await;
    browser.shot("typing-a-total").await;
    audit(&browser, "typing a total").await;
    browser.tap("[data-key=save-total]").await;
    browser.find("[data-total=Ben]").await;
    assert_eq!(
        (total(&browser, "Ben").await, browser.text(".ranks .typed").await),
        ("37".into(), "total typed".into())
    );
    assert_eq!(browser.text(".pad-table tfoot").await, "Total\t37\t22");
    browser.find(".winner").await;
    assert_eq!(browser.value("document.querySelector('.dock > .grow').offsetHeight <= 56").await, true, "one line");
    browser.shot("a-typed-total").await;
    audit(&browser, "a typed total").await;
    // Undo and redo; then a tap on the rank changes or withdraws it.
    browser.tap("[data-key=undo]").await;
    browser.until("document.querySelector('[data-total=Ben]') === null").await;
    browser.tap("[data-key=redo]").await;
    browser.find("[data-total=Ben]").await;
    browser.tap("[data-key=rank-1]").await;
    browser.tap("[data-key=remove-total]").await;
    browser.find(".ranks .waiting").await;
    let lines = browser.ended().await;
    assert!(lines.len() == 1 && lines[0].contains("400"), "the refusal alone: {lines:?}");
}

async fn painted(window: Window) {
    let Some(browser) = Browser::open(window).await else { return };
    let _server = with_annas_photo(&browser).await;
    browser.tap("[data-key=paint-1]").await;
    browser.find(".painting").await;
    audit(&browser, "painting").await;

    // Paints a stroke over the first two rows, a crown, the castle, and the hole next to it.
    browser.tap("[data-key=tool-wheat]").await;
    for row in 1..=2 {
        browser.drag_to(&format!("[data-square=r{row}c1]"), &format!("[data-square=r{row}c5]")).await;
    }
    let fields = "document.querySelectorAll('.painting rect.terrain-wheat').length";
    assert_eq!(browser.value(fields).await, 10, "a stroke paints all squares on its way");
    browser.tap("[data-square=r1c1]").await;
    browser.tap("[data-key=tool-castle]").await;
    browser.tap("[data-square=r2c3]").await;
    browser.tap("[data-key=tool-empty]").await;
    browser.tap("[data-square=r2c5]").await;
    assert_eq!(browser.value(fields).await, 8);
    browser.tap("[data-key=undo-painting]").await;
    assert_eq!(browser.value(fields).await, 9, "one step back");
    // An unsaved painting survives a reload.
    browser.reload().await;
    browser.until(&format!("{fields} === 9")).await;
    browser.shot("painting").await;
    browser.tap("[data-key=save-painting]").await;
    browser.find("[data-total=Ben]").await;
    assert_eq!(total(&browser, "Ben").await, "9");
    browser.find(".ranks .typed").await;
    let looks = |css: &str| {
        format!(
            "(({{ backgroundColor, borderRadius }}) => `${{backgroundColor}} ${{borderRadius}}`)(getComputedStyle(document.querySelector('{css}')))"
        )
    };
    assert_ne!(browser.value(&looks(".ranks .typed")).await, browser.value(&looks(".ranks .badge:not(.typed)")).await);
    browser.shot("painted").await;
    audit(&browser, "a painted kingdom beside a photo").await;

    // With the keyboard: arrow keys and Enter. Painting starts with the kingdom painted before.
    browser.tap("[data-key='kingdom-2k1']").await;
    browser.tap("[data-key=paint]").await;
    browser.until(&format!("{fields} === 9")).await;
    browser.tap("[data-key=tool-lake]").await;
    browser.value("void document.querySelector('.painting [data-square]').focus()").await;
    browser.press("ArrowDown").await;
    browser.press("Enter").await;
    let focused: Value = browser.value("document.activeElement.dataset.square").await;
    assert_eq!(focused, "r2c1", "the focus stays on the square");
    assert_eq!(browser.value("document.querySelectorAll('.painting rect.terrain-lake').length").await, 1);

    // The box has only one mine with three crowns. The warning about two does not name their squares; tapping
    // it highlights them.
    browser.tap("[data-key=tool-mine]").await;
    for square in ["r3c1", "r3c2"] {
        // The first tap paints the mine, and each further one adds a crown.
        for _ in 0..4 {
            browser.tap(&format!("[data-square={square}]")).await;
        }
    }
    browser.tap("[data-key=save-painting]").await;
    browser.find("#board .square").await;
    // The saved grid has two rows: empty rows and columns around the painted squares are left out.
    browser.tap(".checks [data-key*='r2c1']").await;
    browser.find("#board .dimmed").await;
    let lit = "[...document.querySelectorAll('#board .dimmed .square.lit')].map((one) => one.dataset.square).join()";
    assert_eq!(browser.value(lit).await, "r2c1,r2c2");
    assert!(!browser.text(".checks").await.contains("r2c1"));
    browser.shot("squares-of-a-warning").await;
    audit(&browser, "squares of a warning").await;

    // Before the kingdom is removed, the corrections of its squares are listed.
    browser.tap("#board [data-square=r2c1]").await;
    browser.tap("dialog[open] .answer").await;
    browser.until("!document.querySelector('dialog').open").await;
    browser.tap("[data-key=remove-typed]").await;
    browser.find("dialog[open] .named .close-up").await;
    let named = if window.language == "de" { "Zeile 2, Spalte 1" } else { "Row 2, column 1" };
    assert!(browser.text("dialog[open] .named").await.contains(named));
    browser.shot("what-would-be-lost").await;
    audit(&browser, "what would be lost").await;
    browser.close().await;
}

#[tokio::test]
async fn typed_totals_alone_have_a_winner_and_none_is_lost_beside_a_painting() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    // Since nothing was painted, the large button saves the typed total.
    browser.tap("[data-key=paint-0]").await;
    browser.type_into("[data-key=total]", "54").await;
    browser.tap("[data-key=save-painting]").await;
    browser.find("[data-total=Anna]").await;
    assert_eq!(total(&browser, "Anna").await, "54");
    // If squares were painted and a total was typed, the page asks which counts.
    browser.tap("[data-key=paint-1]").await;
    browser.tap("[data-key=tool-wheat]").await;
    browser.tap("[data-square=r1c1]").await;
    browser.type_into("[data-key=total]", "48").await;
    browser.tap("[data-key=save-painting]").await;
    browser.find("dialog[open] .main").await;
    browser.shot("total-or-painting").await;
    audit(&browser, "a total and a painting").await;
    // Going back closes the sheet, and the input is still there.
    browser.value("void history.back()").await;
    browser
        .until("!document.querySelector('dialog').open && document.querySelector('[data-key=total]').value === '48'")
        .await;
    browser.tap("[data-key=save-painting]").await;
    browser.tap("dialog[open] .main").await;
    browser.find(".winner").await;
    assert_eq!((total(&browser, "Anna").await, total(&browser, "Ben").await), ("54".to_owned(), "48".to_owned()));
    browser.shot("typed-totals-alone").await;
    audit(&browser, "typed totals alone").await;
    browser.tap("[data-key=back]").await;
    browser.find(".game-card").await;
    assert!(browser.text(".game-card").await.contains("54"));
    browser.close().await;
}

#[tokio::test]
async fn a_photo_that_cannot_be_read_does_not_keep_the_winner_back() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let _server = with_annas_photo(&browser).await;
    // Ben's photo is taken in his row of the ranking. No kingdom is found in it, so it is painted.
    let nothing = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos/nothing.jpg");
    browser.choose(".waiting input[type=file]", &[&nothing]).await;
    read(&browser, 2).await;
    browser.tap("[data-key=paint-1]").await;
    browser.tap("[data-key=tool-wheat]").await;
    browser.drag_to("[data-square=r1c1]", "[data-square=r1c5]").await;
    browser.tap("[data-key=tool-castle]").await;
    browser.tap("[data-square=r1c1]").await;
    browser.tap("[data-key=save-painting]").await;
    browser.find(".winner").await;
    assert!(browser.text(".winner").await.contains("Anna"));
    browser.shot("unreadable-beside-the-winner").await;
    browser.close().await;
}

#[tokio::test]
async fn a_tap_after_a_stroke_paints() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.tap("[data-key=paint-0]").await;
    browser.tap("[data-key=tool-wheat]").await;
    browser.drag_to("[data-square=r1c1]", "[data-square=r1c5]").await;
    browser.tap("[data-key=tool-forest]").await;
    // Dispatches a click where the stroke ended, as a screen reader's tap does.
    browser.value("void document.querySelector('.painting [data-square=r1c5]').dispatchEvent(new MouseEvent('click', { bubbles: true }))").await;
    browser.find(".painting [data-square=r1c5] .terrain-forest").await;
    // A stroke that ends outside the board is over: moving over the board afterwards paints nothing.
    browser.drag_to("[data-square=r2c1]", ".hint").await;
    browser
        .value("void document.querySelector('.painting [data-square=r5c5]').scrollIntoView({ block: 'center' })")
        .await;
    let over = "(() => { const one = document.querySelector('.painting [data-square=r5c5]'); const { x, y, width, height } = one.getBoundingClientRect();
        one.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, isPrimary: true, clientX: x + width / 2, clientY: y + height / 2 })); })()";
    browser.value(over).await;
    assert_eq!(
        browser.value("document.querySelectorAll('.painting [data-square=r5c5] .terrain-forest').length").await,
        0
    );
    browser.close().await;
}

#[tokio::test]
async fn only_the_primary_button_and_the_first_finger_paint() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.tap("[data-key=paint-0]").await;
    browser.tap("[data-key=tool-wheat]").await;
    browser.tap("[data-square=r1c1]").await;
    let painted = "[document.querySelectorAll('.painting .terrain-wheat').length, document.querySelectorAll('.painting .crown-shape').length]";
    let [at, other] = [browser.middle("[data-square=r1c1]").await, browser.middle("[data-square=r3c3]").await];
    for button in ["right", "middle"] {
        for what in ["mousePressed", "mouseReleased"] {
            let [x, y] = other;
            let event = json!({"type": what, "x": x, "y": y, "button": button, "clickCount": 1});
            browser.devtools("Input.dispatchMouseEvent", event).await;
        }
    }
    assert_eq!(browser.value(painted).await, json!([1, 0]));
    // One finger rests beside the board, and another taps a square.
    let finger = |id: i32, [x, y]: [f64; 2]| json!({"x": x, "y": y, "id": id});
    let touch = async |what: &str, points: Value| {
        browser.devtools("Input.dispatchTouchEvent", json!({"type": what, "touchPoints": points})).await;
    };
    let hint = browser.middle(".hint").await;
    for second in [at, other] {
        touch("touchStart", json!([finger(0, hint)])).await;
        touch("touchStart", json!([finger(0, hint), finger(1, second)])).await;
        touch("touchEnd", json!([finger(0, hint)])).await;
        touch("touchEnd", json!([])).await;
        assert_eq!(browser.value(painted).await, json!([1, 0]));
    }
    browser.close().await;
}

/// The painting's rows, and its squares of wheat.
const SIZE_AND_WHEAT: &str = "[Math.sqrt(document.querySelectorAll('.painting .square').length), document.querySelectorAll('.painting .terrain-wheat').length]";

#[tokio::test]
async fn a_painting_takes_the_size_of_its_game() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.tap("[data-key=paint-0]").await;
    browser.tap("[data-key=tool-wheat]").await;
    browser.drag_to("[data-square=r2c1]", "[data-square=r2c5]").await;
    let change = async |size: i32| {
        let change = format!(
            "fetch('/api/games/1', {{ method: 'PATCH', headers: {{ 'Content-Type': 'application/json' }},
               body: JSON.stringify({{ size: {size} }}) }}).then(({{ ok }}) => ok)"
        );
        assert_eq!(browser.value(&change).await, true);
    };
    let is = |size: i32, wheat: i32| format!("String({SIZE_AND_WHEAT}) === '{size},{wheat}'");
    change(7).await;
    browser.until(&is(7, 5)).await;
    browser.reload().await;
    browser.until(&is(7, 5)).await;
    // What was painted stays, even if it no longer fits.
    browser.tap("[data-key=tool-wheat]").await;
    browser.tap("[data-square=r7c7]").await;
    browser.go(&server.part("#/game/1")).await;
    change(5).await;
    browser.tap("[data-key=paint-0]").await;
    browser.until(&is(7, 6)).await;
    browser.tap("[data-key=undo-painting]").await;
    browser.go(&server.part("#/game/1")).await;
    browser.tap("[data-key=paint-0]").await;
    browser.until(&is(5, 5)).await;
    browser.close().await;
}

#[tokio::test]
async fn a_draft_that_is_no_painting_is_removed() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    browser.tap("[data-key=paint-0]").await;
    browser.tap("[data-square=r1c1]").await;
    let name = browser.value("Object.keys(localStorage).find((name) => name.startsWith('draft painting'))").await;
    let lattice = |word: &str| format!("'{{\"lattice\": [[\"{word}\"]], \"before\": []}}'");
    for kept in
        ["'{'".to_owned(), "'5'".to_owned(), "'{\"lattice\": 5}'".to_owned(), lattice("moor"), lattice("wheat:9")]
    {
        browser.value(&format!("void localStorage.setItem({name}, {kept})")).await;
        browser.reload().await;
        browser.until(&format!("String({SIZE_AND_WHEAT}) === '5,0'")).await;
        assert_eq!(browser.value(&format!("localStorage.getItem({name})")).await, Value::Null, "{kept}");
    }
    browser.close().await;
}

#[tokio::test]
async fn a_painting_that_no_box_forms_has_a_winner_when_somebody_says_so() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let _server = with_annas_photo(&browser).await;
    browser.tap("[data-key=paint-1]").await;
    browser.tap("[data-key=tool-wheat]").await;
    browser.drag_to("[data-square=r1c1]", "[data-square=r1c4]").await;
    browser.tap("[data-key=tool-castle]").await;
    browser.tap("[data-square=r1c1]").await;
    browser.tap("[data-key=save-painting]").await;
    browser.find("[data-total=Ben]").await;
    // Three squares cannot be laid with whole dominoes.
    browser.find("[data-key=not-final]").await;
    assert_eq!(browser.value("document.querySelector('.winner')").await, Value::Null);
    browser.shot("no-box-forms-it").await;
    audit(&browser, "a kingdom that no box forms").await;
    browser.tap("[data-key='kingdom-2k1']").await;
    browser.tap("[data-key=all-right]").await;
    browser.find(".winner").await;
    assert_eq!(browser.value("document.querySelector('#to-check')").await, Value::Null);
    browser.shot("no-box-forms-it-said").await;
    browser.close().await;
}

#[tokio::test]
async fn not_final_leads_from_kingdom_to_kingdom_to_the_winner() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben", "Cem"]).await;
    // Three squares cannot be laid with whole dominoes.
    for player in ["Anna", "Ben", "Cem"] {
        let put = format!(
            "fetch('/api/games/1/kingdoms', {{ method: 'POST', headers: {{ 'Content-Type': 'application/json' }},
               body: JSON.stringify({}) }}).then(({{ ok }}) => ok)",
            json!({"player": player, "squares": [["castle", "wheat", "wheat", "wheat"]]})
        );
        assert_eq!(browser.value(&put).await, true);
    }
    browser.tap("[data-key=not-final]").await;
    for kingdom in ["1k1", "2k1", "3k1"] {
        browser.until(&format!("location.hash === '#/game/1/kingdom/{kingdom}'")).await;
        browser.tap("[data-key=all-right]").await;
    }
    browser.find(".winner").await;

    // The way ends where the user leaves a kingdom: a later answer there leads nowhere.
    for _ in 0..2 {
        browser.tap("[data-key=undo]").await;
    }
    browser.until("document.querySelectorAll('.ranks .badge:not(.typed)').length === 2").await;
    browser.tap("[data-key=not-final]").await;
    browser.find("[data-key=all-right]").await;
    browser.tap("[data-key=back]").await;
    browser.tap("[data-key='kingdom-2k1']").await;
    browser.tap("[data-key=all-right]").await;
    browser.until("!document.querySelector('[data-key=all-right]')").await;
    assert!(browser.address().await.ends_with("/kingdom/2k1"));
    browser.close().await;
}

#[tokio::test]
async fn not_final_moves_the_focus_to_a_warning_without_a_button() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let server = Server::start();
    browser.go(&server.address).await;
    new_game(&browser, &["Anna", "Ben"]).await;
    // Without kingdoms nobody can say who wins a tie.
    for player in 0..2 {
        browser.tap(&format!("[data-key=paint-{player}]")).await;
        browser.type_into("[data-key=total]", "40").await;
        browser.tap("[data-key=save-total]").await;
    }
    browser.tap("[data-key=not-final]").await;
    assert_eq!(browser.value("document.activeElement.matches('.remarks .warning')").await, true);
    browser.close().await;
}

#[tokio::test]
async fn a_photo_of_nobodys_kingdom_is_left_out_from_the_box() {
    let Some(browser) = Browser::open(Window::PHONE).await else { return };
    let _server = with_annas_photo(&browser).await;
    let nothing = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/photos/nothing.jpg");
    browser.choose(CHOOSE, &[&nothing]).await;
    read(&browser, 2).await;
    // The photo is taken again, and this time shows a kingdom, which is assigned to Ben.
    browser.choose(CHOOSE, &[&photos().path("IMG_2.jpg")]).await;
    read(&browser, 3).await;
    browser.tap("[data-key='owner-3k1-1']").await;
    browser.find("[data-key=not-final]").await;
    browser.find(".remarks .warning [data-key=leave-out-2]").await;
    browser.shot("left-out-from-the-box").await;
    audit(&browser, "a photo of which nothing counts").await;
    browser.tap("[data-key=leave-out-2]").await;
    browser.tap("dialog[open] .danger").await;
    browser.find(".winner").await;
    browser.close().await;
}
