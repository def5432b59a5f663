//! Doubts in a line of `scan --json` are kept in every result made from it.

use crate::common::any_kingdom::label_text;
use crate::common::program::{file, run, run_in, run_with};
use kingdom_scanner::domain::Place;
use kingdom_scanner::formats::{KingdomRecord, notation, parse_json};
use serde_json::{Value, json};

/// A square of a fabricated scan that may have another reading.
struct Doubtful {
    square: &'static str,
    second: &'static str,
}

const NO_DOUBT: &[Doubtful] = &[];

/// Two wheat squares with one crown: 2 points. The second (r2c1) may have a crown, too: then 4 points.
const WHEAT: &str = "W1FC/WF. k5";
const CROWN: &[Doubtful] = &[Doubtful { square: "r2c1", second: "wheat:1" }];

/// A line of `scan --json` with this kingdom; it needs review if a square is doubtful.
fn scan(player: &str, text: &str, doubtful: &[Doubtful]) -> Value {
    let kingdom = notation::parse(text).expect("test kingdoms are right");
    let record = KingdomRecord { player: Some(player.into()), ..kingdom.clone().into() };
    let record: Value = serde_json::from_str(&label_text(&record)).expect("JSON");
    let square = |place: Place| {
        let doubt = doubtful.iter().find(|doubt| doubt.square == place.to_string());
        let (probability, state) = if doubt.is_some() { (0.81, "doubtful") } else { (0.999, "seen") };
        let second = doubt.map_or("empty", |doubt| doubt.second);
        json!({"best": kingdom.squares()[place].to_string(), "probability": probability, "second": second, "state": state})
    };
    let (rows, cols) = (kingdom.squares().rows(), kingdom.squares().cols());
    let row = |row: usize| (0..cols).map(|col| square(Place::new(row, col))).collect::<Vec<_>>();
    let squares: Vec<Vec<Value>> = (0..rows).map(row).collect();
    let message = "the total is only 81 % likely to be right; check the doubtful squares";
    let warning = |doubt: &Doubtful| json!({"code": "doubtful-total", "message": message, "squares": [doubt.square]});
    json!({
        "schema_version": 1, "photo": "a.jpg", "status": "scored", "message": "",
        "kingdoms": [{
            "kingdom": record, "notation": text, "total": 2, "notes": [], "game_probability": 1.0, "corrections": [],
            "needs_review": !doubtful.is_empty(),
            "warnings": doubtful.iter().map(warning).collect::<Vec<_>>(),
            "squares": squares,
        }],
        "timings_ms": {},
    })
}

/// The program's exit code and JSON output for this line.
fn json_of(line: &Value, args: &[&str]) -> (i32, Value) {
    let outcome = run_with(line.to_string().as_bytes(), &[args, &["-", "--json"]].concat());
    let found = serde_json::from_str(&outcome.stdout);
    (outcome.code, found.unwrap_or_else(|error| panic!("{args:?}: {error}: {}", outcome.stderr)))
}

fn kingdom_of(line: &Value) -> &Value {
    &line["kingdoms"][0]
}

#[test]
fn a_doubtful_total_is_marked_and_the_ranks_that_it_may_change() {
    let line = scan("Anna", WHEAT, CROWN).to_string();
    let standings = ["standings", "-", "F1F/FC k5"];
    let outcome = run_with(line.as_bytes(), &standings);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let head = outcome.stdout.split("\n\n┌───────────").next().expect("the ranks stand first");
    insta::assert_snapshot!(head, @r"
    Kingdomino, 5x5

    ┌──────┬────────┬───────┐
    │ rank ┆ player ┆ total │
    ╞══════╪════════╪═══════╡
    │   1? ┆ k2     ┆     3 │
    │   2? ┆ Anna   ┆    2? │
    └──────┴────────┴───────┘

    TO CHECK: totals and ranks marked with ? may be wrong.

    TO CHECK: Anna: this total may be wrong.
    warning: Anna: the total is only 81 % likely to be right; check the doubtful squares (r2c1)
    doubtful squares, Anna:
    ┌────────┬────────────────────────┬───────┐
    │ square ┆ could be               ┆ total │
    ╞════════╪════════════════════════╪═══════╡
    │ r2c1   ┆ wheat, no crown (81 %) ┆     2 │
    │        ┆ wheat, 1 crown         ┆     4 │
    └────────┴────────────────────────┴───────┘
    ");
    let german = run_in("de_DE.UTF-8", line.as_bytes(), &standings);
    for part in ["│    2? ┆ Anna    ┆     2? │", "BITTE PRÜFEN: Anna: ", "unsichere Felder, Anna:\n┌", "│ r2c1 "]
    {
        assert!(german.stdout.contains(part), "{part}: {}", german.stdout);
    }
    let strict = run_with(line.as_bytes(), &[&standings[..], &["--strict"]].concat());
    assert_eq!((strict.code, strict.stdout), (3, outcome.stdout));
}

/// Anna has 2 points, or 4 if her doubtful crown is real.
#[test]
fn a_rank_that_no_doubt_reaches_is_certain() {
    let ranks = |line: &Value, others: &[&str]| {
        let outcome = run_with(line.to_string().as_bytes(), &[&["standings", "-"], others].concat());
        let rows = outcome.stdout.lines().skip(5).take(1 + others.len());
        rows.map(|row| row.split(['│', '┆']).map(str::trim).collect::<Vec<_>>()[1..4].join(" ")).collect::<Vec<_>>()
    };
    let line = scan("Anna", WHEAT, CROWN);
    // In the first game the others have 1 and 6 points, which are outside this range; in the second, one of
    // them has 3.
    assert_eq!(ranks(&line, &["F1LC k5", "W1W1W/C.. k5"]), ["1 k3 6", "2 Anna 2?", "3 k2 1"]);
    assert_eq!(ranks(&line, &["F1LC k5", "F1FF/C.. k5"]), ["1? k3 3", "2? Anna 2?", "3 k2 1"]);
    // One more crown adds 2 points to Anna's 2, the other adds 4. Together they make 7 points.
    let two = [Doubtful { square: "r2c1", second: "wheat:1" }, Doubtful { square: "r2c2", second: "wheat:1" }];
    let line_of_two = scan("Anna", WHEAT, &two);
    assert_eq!(ranks(&line_of_two, &["W1W1W1/C.. k5"]), ["1? k2 9", "2? Anna 2?"]);
    let mut uncertain = line.clone();
    uncertain["kingdoms"][0]["warnings"][0]["code"] = json!("uncertain-grid");
    assert_eq!(ranks(&uncertain, &["F1LC k5", "W1W1W/C.. k5"]), ["1? k3 6", "2? Anna 2?", "3? k2 1"]);
    assert_eq!(ranks(&uncertain, &[]), ["1 Anna 2?"]);
}

/// The reading did not know about the Queen, who makes the doubtful square count.
#[test]
fn a_doubt_that_counts_by_the_queen_alone_is_to_check() {
    let queendomino = "T[statue]CGG/.F.. q7";
    let doubtful = &[Doubtful { square: "r1c4", second: "empty" }];
    let mut line = scan("Anna", queendomino, doubtful);
    line["kingdoms"][0]["needs_review"] = json!(false);
    line["kingdoms"][0]["warnings"] = json!([]);
    let standings = ["standings", "T[statue]CL q7", "--coins", "Anna=1"];
    let (_, nobody) = json_of(&line, &[&standings[..], &["--queen", "nobody"]].concat());
    assert_eq!(nobody["needs_review"], false, "{nobody}");
    let (_, anna) = json_of(&line, &[&standings[..], &["--queen", "Anna"]].concat());
    let mut warnings = anna["warnings"].as_array().expect("a list").iter();
    assert!(warnings.any(|warning| warning["code"] == "doubtful-by-facts"), "{anna}");
    assert_eq!(anna["needs_review"], true);
}

#[test]
fn programs_read_the_doubts_in_the_standings() {
    let line = scan("Anna", WHEAT, CROWN);
    let (code, found) = json_of(&line, &["standings", "F1F/FC k5"]);
    assert_eq!((code, &found["needs_review"]), (0, &json!(true)));
    let players = ["Anna", "k1"].map(|name| {
        let players = found["standings"].as_array().expect("a list").iter();
        players.clone().find(|player| player["player"] == name).unwrap_or_else(|| panic!("{name}: {found}"))
    });
    assert_eq!(players.map(|player| player["needs_review"].clone()), [json!(true), json!(false)]);
    let kingdom = &players[0]["kingdoms"][0];
    for field in ["needs_review", "squares", "warnings"] {
        assert_eq!(kingdom[field], kingdom_of(&line)[field], "{field}");
    }
    assert!(players[1]["kingdoms"][0].get("needs_review").is_none(), "no photo was read");
    let (code, _) = json_of(&line, &["standings", "F1F/FC k5", "--strict"]);
    assert_eq!(code, 3);
}

/// Doubts survive any number of programs, each reading the output of the one before.
#[test]
fn every_result_keeps_the_doubts() {
    let line = scan("Anna", WHEAT, CROWN);
    let (_, scored) = json_of(&line, &["score"]);
    let (_, listed) = json_of(&scored, &["territories"]);
    let (_, scored_again) = json_of(&listed, &["score"]);
    for found in [&scored, &listed, &scored_again] {
        for field in ["needs_review", "squares", "warnings"] {
            assert_eq!(found[field], kingdom_of(&line)[field], "{field}");
        }
    }
    let (_, audited) = json_of(&scored_again, &["audit"]);
    assert_eq!(audited["needs_review"], true);
    for field in ["needs_review", "squares", "warnings"] {
        assert_eq!(audited["readings"][0][field], kingdom_of(&line)[field], "{field}");
    }
    for command in ["score", "territories", "audit", "standings"] {
        assert_eq!(json_of(&line, &[command, "--strict"]).0, 3, "{command}");
        assert_eq!(json_of(&line, &[command]).0, 0, "{command}");
    }
}

#[test]
fn people_read_the_doubts_with_the_points_at_stake() {
    let line = scan("Anna", WHEAT, CROWN).to_string();
    let to_check = |args: &[&str]| {
        let outcome = run_with(line.as_bytes(), args);
        outcome.stdout.split_once("\n\nTO CHECK").map(|(_, rest)| format!("TO CHECK{rest}")).unwrap_or_default()
    };
    insta::assert_snapshot!(to_check(&["score", "-"]), @r"
    TO CHECK: this total may be wrong.
    warning: the total is only 81 % likely to be right; check the doubtful squares (r2c1)
    doubtful squares:
    ┌────────┬────────────────────────┬───────┐
    │ square ┆ could be               ┆ total │
    ╞════════╪════════════════════════╪═══════╡
    │ r2c1   ┆ wheat, no crown (81 %) ┆     2 │
    │        ┆ wheat, 1 crown         ┆     4 │
    └────────┴────────────────────────┴───────┘
    ");
    assert!(run_with(line.as_bytes(), &["score", "-"]).stdout.contains("  2  W?  F   .\n"));
    insta::assert_snapshot!(to_check(&["territories", "-"]), @r"
    TO CHECK: this kingdom may be misread.
    warning: the total is only 81 % likely to be right; check the doubtful squares (r2c1)
    doubtful squares:
    ┌────────┬────────────────────────┬───────┐
    │ square ┆ could be               ┆ total │
    ╞════════╪════════════════════════╪═══════╡
    │ r2c1   ┆ wheat, no crown (81 %) ┆     2 │
    │        ┆ wheat, 1 crown         ┆     4 │
    └────────┴────────────────────────┴───────┘
    ");
    insta::assert_snapshot!(to_check(&["audit", "-"]), @r"
    TO CHECK: this kingdom may be misread.
    warning: the total is only 81 % likely to be right; check the doubtful squares (r2c1)
    doubtful squares:
    ┌────────┬────────────────────────┬───────┐
    │ square ┆ could be               ┆ total │
    ╞════════╪════════════════════════╪═══════╡
    │ r2c1   ┆ wheat, no crown (81 %) ┆     2 │
    │        ┆ wheat, 1 crown         ┆     4 │
    └────────┴────────────────────────┴───────┘
    ");
    let of_two = to_check(&["audit", "--same-game", "F1FC k5", "-"]);
    assert!(of_two.starts_with("TO CHECK: k2: this kingdom may be misread.\n"), "{of_two}");
    // Variants given on the command line also count in the totals of the other readings.
    let centred = scan("Anna", "W1CW k5", &[Doubtful { square: "r1c3", second: "wheat:1" }]).to_string();
    let outcome = run_with(centred.as_bytes(), &["score", "-", "--variant", "middle-kingdom"]);
    assert!(
        outcome.stdout.contains("(81 %) ┆    11 │\n│        ┆ wheat, 1 crown         ┆    12 │"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn a_sure_or_corrected_reading_bears_no_mark() {
    let mut line = scan("Anna", WHEAT, NO_DOUBT);
    line["kingdoms"][0]["squares"][1][0]["state"] = "corrected".into();
    for args in [&["score"][..], &["territories"], &["audit"], &["standings", "F1FC k5"]] {
        let outcome = run_with(line.to_string().as_bytes(), &[args, &["-", "--strict"]].concat());
        assert_eq!(outcome.code, 0, "{args:?}");
        assert!(!outcome.stdout.contains('?') && !outcome.stdout.contains("CHECK"), "{args:?}: {}", outcome.stdout);
    }
    let (_, found) = json_of(&line, &["standings"]);
    assert_eq!(found["needs_review"], false);
    let marked = run_with(line.to_string().as_bytes(), &["score", "-"]).stdout;
    assert!(marked.contains("  2  W=  F   .\n"), "{marked}");
}

/// The line needs review although no square is doubtful, as for a duplicate photo in a batch.
#[test]
fn a_line_that_is_to_check_as_a_whole_is_to_check() {
    let mut line = scan("Anna", WHEAT, NO_DOUBT);
    line["needs_review"] = true.into();
    let (code, found) = json_of(&line, &["standings", "--strict"]);
    assert_eq!((code, &found["needs_review"]), (3, &json!(true)));
}

/// A kingdom without the field `needs_review` has no doubts.
#[test]
fn a_line_without_needs_review_is_a_kingdom() {
    let mut line = scan("Anna", WHEAT, CROWN);
    let kingdom = line["kingdoms"][0].as_object_mut().expect("an object");
    kingdom.remove("needs_review");
    let (code, found) = json_of(&line, &["score", "--strict"]);
    assert_eq!((code, found.get("needs_review"), found.get("squares")), (0, None, None));
    assert_eq!(found["warnings"], json!([]));
    assert_eq!(parse_json(&line.to_string()).expect("a line").record.doubts, None);
}

/// The edited content counts, and a warning says that it differs from the reading.
#[test]
fn a_line_that_was_changed_by_hand_says_so() {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut line = scan("Anna", WHEAT, CROWN);
        change(&mut line["kingdoms"][0]);
        let (code, found) = json_of(&line, &["score", "--strict"]);
        assert_eq!((code, &found["needs_review"]), (3, &json!(true)));
        let warnings = found["warnings"].as_array().expect("a list").clone();
        let warning = warnings.into_iter().find(|warning| warning["code"] == "changed-line");
        // A second program adds no further warning.
        let again = json_of(&found, &["score"]).1;
        assert_eq!(again["warnings"], found["warnings"]);
        (found["total"].clone(), warning.map(|warning| warning["squares"].clone()))
    };
    assert_eq!(changed(&|_| ()), (json!(2), None));
    let square = |kingdom: &mut Value| kingdom["kingdom"]["squares"][1][0] = "wheat:1".into();
    assert_eq!(changed(&square), (json!(4), Some(json!(["r2c1"]))));
    let notation = |kingdom: &mut Value| kingdom["notation"] = "W1FC/W1F. k5".into();
    assert_eq!(changed(&notation), (json!(2), Some(json!([]))));
    let rows = |kingdom: &mut Value| kingdom["squares"] = json!([[kingdom["squares"][0][0].clone()]]);
    assert_eq!(changed(&rows), (json!(2), Some(json!([]))));

    let mut line = scan("Anna", WHEAT, CROWN);
    square(&mut line["kingdoms"][0]);
    let text = run_with(line.to_string().as_bytes(), &["score", "-"]).stdout;
    assert!(
        text.contains("changed by hand after it was read from the photo; the changed kingdom counts (r2c1)"),
        "{text}"
    );
    assert!(!text.contains("doubtful squares:"), "the only doubtful square was typed: {text}");
}

#[test]
fn what_cannot_have_been_read_is_refused_by_name() {
    let refused = |field: &str, value: Value| {
        let mut line = scan("Anna", WHEAT, CROWN);
        line["kingdoms"][0]["squares"][0][1][field] = value;
        let outcome = run_with(line.to_string().as_bytes(), &["score", "-"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{field}");
        outcome.stderr
    };
    let state = refused("state", "dubious".into());
    assert!(
        state.contains(
            "the reading of r1c2 is not valid: unknown state `dubious`; the states are seen, inferred, doubtful"
        ),
        "{state}"
    );
    let square = refused("second", "whet".into());
    assert!(square.contains("the reading of r1c2 is not valid: `whet`: unknown terrain"), "{square}");
}

/// The Queen's host is as doubtful as the towers in the kingdoms that decide it.
#[test]
fn who_hosts_the_queen_by_doubtful_towers_is_marked_too() {
    let anna = scan("Anna", "T[church,tower*2]CL q5", &[Doubtful { square: "r1c1", second: "town+church+tower" }]);
    let (_folder, anna) = file("anna.json", anna.to_string());
    let review = |others: &[&str]| {
        let outcome = run(&[&["standings", "--json", &anna], others].concat());
        let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
        let players = found["standings"].as_array().expect("a list").clone();
        let mut marked: Vec<String> = players
            .iter()
            .filter(|player| player["needs_review"] == true)
            .map(|player| player["player"].as_str().expect("a name").to_owned())
            .collect();
        marked.sort_unstable();
        (marked, found["warnings"].clone())
    };
    let (marked, warnings) = review(&["T[statue,tower]CF q5", "GCW q5"]);
    assert_eq!(marked, ["Anna", "k2"]);
    let message = "the Queen's visit depends on the towers of kingdoms that still need checking: Anna";
    let text = json!({"id": "queen-by-doubtful-towers", "args": {"players": "Anna"}});
    let warning = json!({"code": "queen-by-doubtful-towers", "message": message, "squares": [], "text": text});
    assert_eq!(warnings[0], warning);
    let (marked, _) = review(&["T[statue,tower]CF q5", "GCW q5", "--queen", "Anna"]);
    assert_eq!(marked, ["Anna"]);
}

mod photos {
    use super::*;

    fn photo(name: &str) -> String {
        format!("{}/fixtures/photos/{name}.jpg", env!("CARGO_MANIFEST_DIR"))
    }

    /// The line of `scan --json`, even if its kingdom needs review.
    fn scanned(name: &str, args: &[&str]) -> Value {
        let outcome = run(&[&["scan", "--json", "--no-gallery", &photo(name)], args].concat());
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        serde_json::from_str(&outcome.stdout).expect("JSON")
    }

    #[test]
    fn the_doubts_of_photos_reach_the_ranks() {
        let mut seen = Vec::new();
        for name in ["five", "queendomino"] {
            let line = scanned(name, &[]);
            let (code, ranked) = json_of(&line, &["standings", "--strict"]);
            let kingdom = &ranked["standings"][0]["kingdoms"][0];
            for field in ["needs_review", "squares", "warnings"] {
                assert_eq!(kingdom[field], kingdom_of(&line)[field], "{name}: {field}");
            }
            let needs_review = &kingdom_of(&line)["needs_review"];
            assert_eq!(
                (&ranked["needs_review"], &ranked["standings"][0]["needs_review"]),
                (needs_review, needs_review)
            );
            assert_eq!(code, if needs_review == true { 3 } else { 0 }, "{name}");
            seen.push(needs_review == true);
        }
        assert_eq!(seen, [false, true], "one of the photos is to be checked, the other not");
    }

    /// The warnings and doubtful squares are the same; only a scan re-reads with possible corrections and
    /// prints the commands to run next.
    #[test]
    fn the_sheet_of_a_photos_line_ends_as_the_scan_did() {
        let line = scanned("queendomino", &["--lang", "en"]);
        let scan = run(&["scan", "--no-gallery", &photo("queendomino"), "--coins", "0"]).stdout;
        let score = run_with(line.to_string().as_bytes(), &["score", "-", "--coins", "0"]).stdout;
        let to_check = |text: &str| text.split_once("TO CHECK").expect("a doubt").1.to_owned();
        let (scan, score) = (to_check(&scan), to_check(&score));
        assert!(scan.contains("\n  kingdom-scanner scan --no-gallery "), "{scan}");
        let warnings =
            |text: &str| text.lines().filter(|line| line.starts_with("warning: ")).collect::<Vec<_>>().join("\n");
        assert_eq!(warnings(&score), warnings(&scan));
        let squares = |text: &str| {
            let words = text.lines().filter_map(|line| line.strip_prefix("│ r")?.split(' ').next());
            words.map(str::to_owned).collect::<std::collections::BTreeSet<_>>()
        };
        assert!(!squares(&scan).is_empty());
        assert_eq!(squares(&score), squares(&scan));
    }

    #[test]
    fn the_territories_of_a_doubtful_photo_say_so() {
        let photo = photo("queendomino");
        let outcome = run(&["territories", &photo, "--strict"]);
        assert_eq!(outcome.code, 3, "{}", outcome.stderr);
        assert!(outcome.stdout.contains("\nTO CHECK: this kingdom may be misread.\n"), "{}", outcome.stdout);
        assert!(outcome.stdout.contains("\ndoubtful squares:\n"), "{}", outcome.stdout);
        let found: Value = serde_json::from_str(&run(&["territories", &photo, "--json"]).stdout).expect("JSON");
        let line = scanned("queendomino", &[]);
        for field in ["needs_review", "squares", "warnings"] {
            assert_eq!(found[field], kingdom_of(&line)[field], "{field}");
        }
    }
}
