//! The measurements of `validate`, with fake scanners that do not read pictures.

use std::fs;
use std::path::Path;

use crate::common::any_kingdom::label_text;
use kingdom_scanner::domain::Facts;
use kingdom_scanner::formats::{KingdomRecord, notation};
use kingdom_scanner::scoring::sheet;
use kingdom_scanner::validation::{ScanOutcome, Scanned, Thresholds, validate, validate_by_game};

const CORNERS_PX: [[f64; 2]; 4] = [[0.0, 0.0], [300.0, 0.0], [300.0, 200.0], [0.0, 200.0]];
const TRUTH: &str = "W1WF/CLM3 k5";

fn label(kingdom: &str, image: &str) -> KingdomRecord {
    let mut record = KingdomRecord::from(notation::parse(kingdom).expect("a kingdom"));
    record.corners_px = Some(CORNERS_PX);
    record.photo.image = Some(format!("{image}.jpg"));
    record
}

/// A folder of labels: with these kingdoms, and for pictures without one. The pictures do not exist, because
/// no fake scanner opens them.
fn folder(kingdoms: &[&str], without: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: String, text: String| fs::write(folder.path().join(name), text).expect("a label");
    for image in kingdoms {
        write(format!("{image}.json"), label_text(&label(TRUTH, image)));
    }
    for image in without {
        write(format!("{image}.none.json"), format!(r#"{{"image": "{image}.jpg", "kingdoms": 0}}"#));
    }
    folder
}

fn read_as(notation: &str, needs_review: bool) -> ScanOutcome {
    let kingdom = notation::parse(notation).expect("a kingdom");
    let total = sheet::total(&kingdom, &Facts::default(), &[]);
    let timings_ms = vec![("load", 2.0), ("grid", 3.0)];
    let corners_px = CORNERS_PX;
    ScanOutcome::Scored(vec![Scanned { kingdom, corners_px, total, needs_review, timings_ms, evidence: None }])
}

#[test]
fn kingdoms_of_one_picture_are_matched_by_where_they_lie() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let moved = |by: f64| CORNERS_PX.map(|[x, y]| [x + by, y]);
    for (number, notation, by) in [(1, TRUTH, 0.0), (2, "F1WC/L1W. k5", 400.0), (3, TRUTH, 900.0)] {
        let record = KingdomRecord { corners_px: Some(moved(by)), ..label(notation, "table") };
        fs::write(folder.path().join(format!("table.k{number}.json")), label_text(&record)).expect("a label");
    }
    let read = |notation: &str, by: f64| {
        let ScanOutcome::Scored(scanned) = read_as(notation, false) else { panic!("it is scored") };
        scanned.into_iter().map(move |scanned| Scanned { corners_px: moved(by), ..scanned })
    };
    let scan = |_: &Path| ScanOutcome::Scored(read("F1WC/L1W. k5", 410.0).chain(read(TRUTH, 1.0)).collect());
    let validation = validate(folder.path(), scan).expect("labels");
    let rows: Vec<_> =
        validation.pictures.iter().map(|row| (row.kingdom, row.status, row.located, row.total_right)).collect();
    let expected =
        [(Some(1), "scored", true, true), (Some(2), "scored", true, true), (Some(3), "no_kingdom", false, false)];
    assert_eq!(rows, expected);
    let four = |_: &Path| {
        ScanOutcome::Scored([0.0, 400.0, 900.0, 1500.0].into_iter().flat_map(|by| read(TRUTH, by)).collect())
    };
    assert_eq!(validate(folder.path(), four).expect("labels").sums.surplus_kingdoms, 1);
}

#[test]
fn fields_that_are_not_known_are_passed_over() {
    let folder = folder(&["right"], &["empty"]);
    for name in ["right.json", "empty.none.json"] {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).expect("a label");
        fs::write(&path, text.replacen('{', r#"{"photographer": "Ada", "iso": [100],"#, 1)).expect("a label");
    }
    let validation = validate(folder.path(), fake).expect("labels");
    assert_eq!((validation.sums.kingdoms, validation.sums.without_kingdom), (1, 1));
}

#[test]
fn classes_are_the_beginnings_of_the_names() {
    let validation = validate(folder(&["right", "far_00001", "far_00002"], &["far_00003"]).path(), fake);
    let classes = validation.expect("labels").by_class();
    let counts: Vec<_> =
        classes.iter().map(|(name, class)| (&**name, class.sums.kingdoms, class.sums.without_kingdom)).collect();
    assert_eq!(counts, [("far", 2, 1), ("right.jpg", 1, 0)]);
}

#[test]
fn the_pictures_of_a_game_are_scanned_together() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (image, game) in [("a", Some("one")), ("b", Some("two")), ("c", Some("one")), ("d", None), ("e", None)] {
        let mut record = label(TRUTH, image);
        record.photo.game_id = game.map(str::to_owned);
        fs::write(folder.path().join(format!("{image}.json")), label_text(&record)).expect("a label");
    }
    let scan = |pictures: &[&Path]| {
        let names: Vec<_> = pictures.iter().filter_map(|path| path.file_stem()?.to_str()).collect();
        let outcomes = |name: &&str| {
            if *name == "a" { read_as(TRUTH, false) } else { ScanOutcome::NoKingdom(names.join("+")) }
        };
        names.iter().map(outcomes).collect()
    };
    let validation = validate_by_game(folder.path(), scan).expect("labels");
    let rows: Vec<_> = validation.pictures.iter().map(|row| (&*row.image, row.message.as_deref())).collect();
    let [b, c, d, e] = [("b.jpg", "b"), ("c.jpg", "a+c"), ("d.jpg", "d"), ("e.jpg", "e")];
    assert_eq!(rows, [("a.jpg", None), (b.0, Some(b.1)), (c.0, Some(c.1)), (d.0, Some(d.1)), (e.0, Some(e.1))]);
    assert_eq!(validation.sums.totals_right, 1);
}

/// A fake scanner that only uses the picture's name.
fn fake(picture: &Path) -> ScanOutcome {
    match picture.file_name().and_then(|name| name.to_str()).expect("a name") {
        "right.jpg" | "false-grid.jpg" => read_as(TRUTH, false),
        "doubted.jpg" => read_as(TRUTH, true),
        "crowns.jpg" => read_as("W1W1F/CLM3 k5", false),
        "terrain.jpg" => read_as("W1WF/CSM3 k5", false),
        "warned.jpg" => read_as("W1WF/CLM2 k5", true),
        "nothing-there.jpg" => ScanOutcome::NoKingdom("no grid".to_owned()),
        _ => ScanOutcome::Failed("cut off".to_owned()),
    }
}

#[test]
fn every_label_counts_once_and_what_is_not_read_is_wrong() {
    let kingdoms = ["right", "doubted", "crowns", "terrain", "warned", "nothing-there", "broken"];
    let folder = folder(&kingdoms, &["false-grid", "nothing-there-either"]);
    let validation = validate(folder.path(), fake).expect("labels");
    let row = |image: &str| {
        let row = validation.pictures.iter().find(|row| row.image == format!("{image}.jpg")).expect(image);
        (row.squares_right, row.terrain_wrong, row.crowns_wrong, row.total_right, row.silent_error)
    };
    assert_eq!(row("right"), (6, 0, 0, true, false));
    assert_eq!(row("doubted"), (6, 0, 0, true, false));
    assert_eq!(row("crowns"), (5, 0, 1, false, true));
    // Here, a lake without crowns is read as a swamp without crowns: one wrong square, but by luck the total
    // is right.
    assert_eq!(row("terrain"), (5, 1, 0, true, false));
    assert_eq!(row("warned"), (5, 0, 1, false, false));
    assert_eq!(row("nothing-there"), (0, 6, 0, false, false));
    assert_eq!(row("broken"), (0, 6, 0, false, false));
    let sums = &validation.sums;
    assert_eq!((sums.kingdoms, sums.located, sums.squares, sums.squares_right), (7, 5, 42, 27));
    assert_eq!((sums.terrain_wrong, sums.crowns_wrong), (13, 2));
    assert_eq!((sums.totals_right, sums.silent_errors, sums.needs_review), (3, 1, 2));
    assert_eq!((sums.rightly_read, sums.rightly_read_but_doubted), (2, 1));
    assert_eq!((sums.without_kingdom, sums.false_grids, sums.errors), (2, 1, 2));
    assert_eq!(validation.terrains.counts.iter().flatten().sum::<usize>(), 42);
}

#[test]
fn the_confusion_says_what_was_taken_for_what() {
    let folder = folder(&["terrain", "crowns", "broken"], &[]);
    let validation = validate(folder.path(), fake).expect("labels");
    let table = &validation.terrains;
    let count = |label: &str, read: &str| {
        let place = |names: &[&str], name: &str| names.iter().position(|known| *known == name).expect("a class");
        table.counts[place(&table.rows, label)][place(&table.cols, read)]
    };
    assert_eq!((count("lake", "swamp"), count("lake", "lake"), count("lake", "not read")), (1, 1, 1));
    assert_eq!((count("castle", "castle"), count("castle", "not read")), (2, 1));
    assert_eq!(validation.crowns.counts, [[4, 1, 0, 0], [0, 2, 0, 0], [0; 4], [0, 0, 0, 2]]);
}

#[test]
fn the_order_is_that_of_the_names() {
    let kingdoms = ["right", "crowns", "warned", "terrain", "doubted"];
    let folder = folder(&kingdoms, &[]);
    let validation = validate(folder.path(), fake).expect("labels");
    assert!(validation.pictures.is_sorted_by(|one, next| one.image < next.image));
    assert_eq!(validation.pictures.len(), kingdoms.len());
}

#[test]
fn a_missed_threshold_says_what_was_reached() {
    let folder = folder(&["right", "crowns"], &["false-grid"]);
    let sums = validate(folder.path(), fake).expect("labels").sums;
    assert!(Thresholds::default().missed(&sums).is_empty());
    let reached = Thresholds {
        min_squares: Some(11.0 / 12.0),
        min_located: Some(1.0),
        min_totals: Some(0.5),
        max_silent: Some(1),
        max_doubts: Some(0.0),
        max_false_grids: Some(1),
        ..Thresholds::default()
    };
    assert!(reached.missed(&sums).is_empty(), "{:?}", reached.missed(&sums));
    let asked = Thresholds {
        min_squares: Some(0.92),
        min_buildings: Some(0.01),
        min_totals: Some(0.51),
        max_silent: Some(0),
        max_false_grids: Some(0),
        ..Thresholds::default()
    };
    let missed = asked.missed(&sums);
    assert_eq!(missed.len(), 5, "{missed:?}");
    assert_eq!(missed[0], "squares right: 91.66 %, but at least 92.00 % is required");
}

#[test]
fn nothing_measured_is_no_success() {
    let folder = folder(&[], &["nothing-there"]);
    let sums = validate(folder.path(), fake).expect("labels").sums;
    let thresholds = Thresholds { min_squares: Some(0.5), ..Thresholds::default() };
    assert_eq!(thresholds.missed(&sums).len(), 1);
}

#[test]
fn unusable_folders_and_labels_are_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let error = |fake: fn(&Path) -> ScanOutcome| validate(folder.path(), fake).expect_err("no labels").to_string();
    assert!(error(fake).contains("no labels were found"));
    for (name, text) in [
        ("broken.json", "{"),
        ("unnamed.json", r#"{"game": "kingdomino", "squares": [["castle", "wheat", "wheat"]]}"#),
        ("two.none.json", r#"{"image": "two.jpg", "kingdoms": 2}"#),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).expect("a file");
        let message = error(fake);
        assert!(message.contains(name), "{message}");
        fs::remove_file(path).expect("the file");
    }
    let missing = folder.path().join("missing");
    let message = validate(&missing, fake).expect_err("no folder").to_string();
    assert!(message.contains("missing"), "{message}");
}
