//! Lessons from labels and from lines of `scan --json`.

use kingdom_scanner::formats::{Confirmation, Lesson, parse_lessons};

const KINGDOM: &str = r#"{"game":"kingdomino","size":5,"squares":[["wheat:1","wheat","castle"]],"corners_px":[[0,0],[90,0],[90,30],[0,30]]}"#;

fn scan_line(states: &[&str], fields: &str) -> String {
    let square = |(best, state)| format!(r#"{{"best":"{best}","probability":0.9,"second":"empty","state":"{state}"}}"#);
    let squares: Vec<String> = ["wheat:1", "wheat", "castle"].into_iter().zip(states).map(square).collect();
    let squares = squares.join(",");
    format!(
        r#"{{"photo":"p/a.jpg","status":"scored","kingdoms":[{{"kingdom":{KINGDOM},"squares":[[{squares}]],{fields}}}]}}"#
    )
}

fn words(lesson: &Lesson) -> Vec<String> {
    lesson.learnt().map(|(place, square)| format!("{place} {square}")).collect()
}

#[test]
fn of_a_scan_everything_is_learnt_but_what_is_doubtful() {
    let first = scan_line(&["corrected", "doubtful", "seen"], r#""needs_review":true"#);
    let nothing = r#"{"photo":"b.jpg","status":"no_kingdom","kingdoms":[]}"#;
    let lessons = parse_lessons(&format!("{first}\n{nothing}\n\n{first}\n")).expect("lines of a scan");
    assert_eq!(lessons.len(), 2);
    assert_eq!((&*lessons[0].photo, lessons[0].photo_size_px), ("p/a.jpg", None));
    assert_eq!(words(&lessons[0]), ["r1c1 wheat:1", "r1c3 castle"]);
}

#[test]
fn a_scan_is_confirmed_by_a_correction_that_leaves_nothing_to_check() {
    let confirmation =
        |fields: &str| parse_lessons(&scan_line(&["seen"; 3], fields)).expect("a line of a scan")[0].confirmation;
    let corrected = r#""corrections":[{"square":"r1c1","lies_at":"r1c1","read":"wheat:1","told":"wheat:1"}]"#;
    assert_eq!(confirmation(r#""needs_review":false,"corrections":[]"#), Confirmation::Unconfirmed);
    assert_eq!(confirmation(r#""needs_review":false"#), Confirmation::Unconfirmed);
    assert_eq!(confirmation(&format!(r#""needs_review":true,{corrected}"#)), Confirmation::StillToCheck);
    assert_eq!(confirmation(&format!(r#""needs_review":false,{corrected}"#)), Confirmation::Confirmed);
}

#[test]
fn of_a_label_everything_is_learnt_but_what_is_hidden() {
    let label = KINGDOM.replacen('{', r#"{"image":"a.jpg","image_size":[90,30],"occluded":{"0,1":"a hand"},"#, 1);
    let lessons = parse_lessons(&label).expect("a label");
    assert_eq!((&*lessons[0].photo, lessons[0].photo_size_px), ("a.jpg", Some([90, 30])));
    assert_eq!(lessons[0].confirmation, Confirmation::Confirmed);
    assert_eq!(words(&lessons[0]), ["r1c1 wheat:1", "r1c3 castle"]);
}

#[test]
fn of_queendomino_what_stands_on_the_tiles_is_read_too() {
    let label = KINGDOM.replacen('{', r#"{"image":"a.jpg","#, 1).replace("kingdomino", "queendomino");
    let label = label.replace(r#""wheat","castle""#, r#""town+church+tower","castle""#);
    let lessons = parse_lessons(&label).expect("a label");
    assert_eq!(words(&lessons[0]), ["r1c1 wheat:1", "r1c2 town+church+tower", "r1c3 castle"]);
}

#[test]
fn what_teaches_nothing_says_why() {
    let without_corners = KINGDOM.replacen("corners_px", "corners", 1);
    let cases = [
        (KINGDOM.to_owned(), "image"),
        (without_corners, "corners"),
        (scan_line(&["seen"], r#""needs_review":false"#), "1x3"),
        (r#"{"photo":"b.jpg","status":"no_kingdom","kingdoms":[]}"#.to_owned(), "no kingdom"),
        (format!("{}\n{{", scan_line(&["seen"; 3], r#""needs_review":false"#)), "line 2"),
        ("W1WC k5".to_owned(), "line 1"),
    ];
    for (text, named) in cases {
        let message = parse_lessons(&text).expect_err(named).to_string();
        assert!(message.contains(named), "{named}: {message}");
    }
}
