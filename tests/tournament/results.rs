//! The output of a batch: results, standings, report, corrections. The photos are texts, and their reader
//! needs no networks.

use crate::common::{program, schema};
use std::fs;

use crate::common::batch::{Batch, PHOTOS, change_rows, correct, kept_corrections, typed};
use kingdom_scanner::domain::Variant;
use kingdom_scanner::messages::{Language, MessageId, Words};
use kingdom_scanner::tournament::corrections::PhotoDecision;
use kingdom_scanner::tournament::ranking::{RankedPlayer, Tournament};
use kingdom_scanner::tournament::{PlanOptions, finish};
use serde_json::{Value, json};

#[test]
fn the_standings_tell_tables_rounds_and_all() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    insta::assert_snapshot!(batch.file("out/standings.csv"), @"
    ﻿rank,shared,player,total,tie,largest_territory,kingdoms,missing,doubtful,problem,absent,may_change
    1,false,Ben,18,,6,2,0,0,,0,true
    2,false,Cem,12,,6,2,0,1,,0,true
    3,false,<Dora & Co>,8,,6,1,1,0,,0,true
    4,false,Anna,6,,4,1,1,0,,0,true
    ");
    insta::assert_snapshot!(batch.file("out/rounds.csv"), @r#"
    ﻿round,rank,shared,player,total,tie,largest_territory,kingdoms,missing,doubtful,problem,absent,may_change
    1,1,false,<Dora & Co>,8,,6,1,0,0,,0,true
    1,2,false,Ben,6,wins the tie with a forest of 6,6,1,0,0,,0,true
    1,3,true,Anna,6,"shares the place: the largest territories are equal, too (4 squares)",4,1,0,0,,0,true
    1,3,true,Cem,6,"shares the place: the largest territories are equal, too (4 squares)",4,1,0,1,,0,true
    2,1,false,Ben,12,,6,1,0,0,,0,true
    2,2,false,Cem,6,,6,1,0,0,,0,true
    2,,false,<Dora & Co>,,,,0,1,0,,0,true
    2,,false,Anna,,,,0,1,0,,0,true
    "#);
    insta::assert_snapshot!(batch.file("out/tables.csv"), @"
    ﻿round,table,rank,shared,player,total,tie,largest_territory,kingdoms,missing,doubtful,problem,absent,may_change
    1,1,1,false,Ben,6,wins the tie with a forest of 6,6,1,0,0,,0,false
    1,1,2,false,Anna,6,loses the tie with a forest of 4,4,1,0,0,,0,false
    1,2,1,false,<Dora & Co>,8,,6,1,0,0,,0,true
    1,2,2,false,Cem,6,,4,1,0,1,,0,true
    2,1,1,false,Cem,6,,6,1,0,0,,0,true
    2,1,,false,Anna,,,,0,1,0,,0,true
    2,2,1,false,Ben,12,,6,1,0,0,,0,true
    2,2,,false,<Dora & Co>,,,,0,1,0,,0,true
    ");
}

#[test]
fn the_results_have_a_line_for_each_photo_by_path() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let text = batch.file("out/results.ndjson");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let photos: Vec<&str> = lines.iter().map(|line| line["photo"].as_str().expect("a path")).collect();
    let mut sorted = photos.clone();
    sorted.sort_unstable();
    assert!(photos == sorted && photos.len() == 11, "{photos:?}");
    let rows = lines.iter().map(|line| {
        let kingdoms = line["kingdoms"].as_array().expect("a list").len();
        let text = |field: &str| line[field].as_str().unwrap_or_default().to_owned();
        let row = format!("{} {} {} {kingdoms}", text("photo"), text("status"), line["needs_review"]);
        format!("{row} {}", text("message")).trim_end().to_owned()
    });
    insta::assert_snapshot!(rows.collect::<Vec<_>>().join("\n"), @r"
    dog.jpg no_kingdom true 0 dog.jpg: no grid found
    round-1/table-1/Anna.jpg scored false 1
    round-1/table-1/Ben.jpg scored false 1
    round-1/table-1/Ben/again.jpg duplicate false 0 round-1/table-1/Ben/again.jpg: the same photo as round-1/table-1/Ben.jpg
    round-1/table-2/<Dora & Co>.jpg scored false 1
    round-1/table-2/Cem.jpg scored true 1
    round-2/table-1/Anna.jpg error true 0 round-2/table-1/Anna.jpg: cut off
    round-2/table-1/Cem.jpg scored false 1
    round-2/table-2/<Dora & Co>.jpg scored true 2
    round-2/table-2/Ben.jpg scored false 1
    somebody.png scored false 1
    ");
    assert!(!text.contains("timings"), "{text}");
}

/// A photo for every kind of line: certain, to review, without a kingdom, broken, a copy, another player's
/// copy, without a table, with pieces of Queendomino, with given facts, and inferred from the box.
const EVERY_KIND: [(&str, &str); 9] = [
    ("round-1/table-1/Anna.jpg", "T[church,tower*2]TC/L1LW q5"),
    ("round-1/table-1/Ben.jpg", "T[statue,tower]CW1/FFW[knight] q5?"),
    ("round-1/table-2/Cem.jpg", "S1SC/WLL k5?"),
    ("round-1/table-2/Dora.jpg", "dog"),
    ("round-1/table-3/Emil.jpg", "broken"),
    ("round-1/table-3/Finn.jpg", "T[church,tower*2]TC/L1LW q5"),
    ("round-1/table-3/Greta.jpg", "WC k7|FC k7"),
    ("copy.jpg", "S1SC/WLL k5?"),
    ("somebody.png", "W1CL k5"),
];

const MANIFEST: &str = "photo,coins,knights_in_supply,queen,variants,size\n\
    round-1/table-1/Anna.jpg,11,2,yes,,\nround-1/table-3/Greta.jpg,,,,harmony dynasty,7\n";

#[test]
fn every_line_of_the_results_keeps_to_the_schema() {
    let rules = schema::committed("photo");
    let batch = Batch::new(&EVERY_KIND);
    batch.run_as("out", &batch.options(MANIFEST));
    let broken = |line: &Value| schema::broken(line, &rules);
    let text = batch.file("out/results.ndjson");
    for word in ["no_kingdom", "error", "duplicate", "inferred", "doubtful", "T[statue", "coins", "size\":7", "dynasty"]
    {
        assert!(text.contains(word), "{word}");
    }
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        assert!(broken(&line).is_empty(), "{:?}", broken(&line));
        for (field, wrong) in [("photo", json!(1)), ("status", json!("lost")), ("kingdoms", json!([{"total": "many"}]))]
        {
            let mut line = line.clone();
            line[field] = wrong;
            assert!(!broken(&line).is_empty(), "{field}");
        }
        if line["kingdoms"][0].is_object() {
            let square = |field: &str, wrong: Value| {
                let mut line = line.clone();
                line["kingdoms"][0]["squares"][0][0][field] = wrong;
                broken(&line)
            };
            assert!(!square("probability", json!(0.91234)).is_empty() && !square("state", json!("guessed")).is_empty());
        }
    }
}

#[test]
fn a_line_tells_the_kingdom_in_full() {
    let batch = Batch::new(&[("round-1/table-1/Cem.jpg", "S1SC/WLL k5?"), ("round-1/table-1/Dora.jpg", "dog")]);
    batch.run("out");
    insta::assert_snapshot!(batch.file("out/results.ndjson"), @r#"
    {"schema_version":1,"photo":"round-1/table-1/Cem.jpg","sha256":"e0539c896a617ddeb7459c4e02c6282dc360a4555f5de94f50cb7efbc8f38cae","told":{"seat":{"round":"1","table":"1","player":"Cem"}},"status":"scored","message":"","needs_review":true,"kingdoms":[{"kingdom":{"schema_version":1,"game":"kingdomino","size":5,"rows":2,"cols":3,"squares":[["swamp:1","swamp","castle"],["wheat","lake","lake"]],"player":"Cem","corners_px":[[10.0,10.0],[310.0,10.0],[310.0,310.0],[10.0,310.0]],"score":{"forest":0,"grassland":0,"lake":0,"mine":0,"swamp":2,"total":2,"wheat":0}},"notation":"S1SC/WLL k5","sheet":{"lines":[{"id":"wheat","points":0,"parts":[{"terrain":"wheat","squares":["r2c1"],"crowns":0,"points":0}]},{"id":"forest","points":0,"parts":[]},{"id":"lake","points":0,"parts":[{"terrain":"lake","squares":["r2c2","r2c3"],"crowns":0,"points":0}]},{"id":"grassland","points":0,"parts":[]},{"id":"swamp","points":2,"parts":[{"terrain":"swamp","squares":["r1c1","r1c2"],"crowns":1,"points":2}]},{"id":"mine","points":0,"parts":[]},{"id":"bonus","points":0,"parts":[]}]},"total":2,"warnings":[{"code":"doubtful-total","message":"the total is only 91 % likely to be right; check the doubtful squares","squares":["r2c2","r2c3"],"text":{"id":"doubtful-total","args":{"percent":91}}}],"notes":["read together with others of the table: all are laid from the same box"],"needs_review":true,"game_probability":1.0,"squares":[[{"best":"swamp:1","probability":0.912,"second":"wheat","state":"inferred"},{"best":"swamp","probability":0.912,"second":"wheat","state":"inferred"},{"best":"castle","probability":0.912,"second":"wheat","state":"seen"}],[{"best":"wheat","probability":0.912,"second":"wheat","state":"seen"},{"best":"lake","probability":0.912,"second":"wheat","state":"doubtful"},{"best":"lake","probability":0.912,"second":"wheat","state":"doubtful"}]],"corrections":[]}]}
    {"schema_version":1,"photo":"round-1/table-1/Dora.jpg","sha256":"cd6357efdd966de8c0cb2f876cc89ec74ce35f0968e11743987084bd42fb8944","told":{"seat":{"round":"1","table":"1","player":"Dora"}},"status":"no_kingdom","message":"round-1/table-1/Dora.jpg: no grid found","needs_review":true,"kingdoms":[]}
    "#);
}

/// Two rounds in which everything happens: copies within a table, from another table and without a table,
/// failing photos, two kingdoms in a photo, a team, a Dynasty, and the Queen.
fn everything() -> (Batch, PlanOptions) {
    let batch = Batch::new(&PHOTOS);
    let copies = [
        ("round-2/table-2/Team Süd.jpg", "W1WW/WCW/WLL k5"),
        ("copy of Ben.jpg", "FFF/FCW/FF1W k5"),
        ("round-1/table-4/Anna.jpg", "T[church,tower*2]TC/L1LW q5"),
        ("round-1/table-4/Ben.jpg", "T[church,tower]CW/FF1L q5"),
    ];
    copies.iter().for_each(|(photo, text)| batch.write(photo, text));
    let mut list = "photo,variants,coins\nround-1/table-4/Anna.jpg,,11\n".to_owned();
    for round in 1..=3 {
        for (player, letter) in [("Edda", "W"), ("Emil", "F")] {
            let photo = format!("round-{round}/table-9/{player}.jpg");
            batch.write(&photo, &format!("{letter}1{}C k5", letter.repeat(round)));
            list += &format!("{photo},dynasty,\n");
        }
    }
    let options = batch.options(&list);
    (batch, options)
}

/// Decisions count in whatever order the tables are read, and whatever the folder contained before.
#[test]
fn what_people_said_counts_wherever_the_photos_are_read_again() {
    let (batch, options) = everything();
    batch.run_as("whole", &options);
    let corrections = [
        ("round-1/table-2/Cem.jpg", typed("W1WW/FCW/FL1L k5")),
        ("round-2/table-1/Anna.jpg", typed("F1FFF/WCFF k5")),
        ("dog.jpg", PhotoDecision::LeftOut),
    ];
    for (photo, verdict) in corrections {
        correct(&batch.out("whole"), photo, verdict);
    }
    batch.run_as("whole", &options);
    let before = batch.files("whole");
    change_rows(&batch.folder.path().join("whole"), "DELETE FROM units");
    batch.read();
    batch.run_as("whole", &options);
    assert!(batch.read() > 0 && batch.files("whole") == before);
    assert!(batch.file("whole/tables.csv").contains("\n,9,1,true,Edda,9,"));
}

fn place<'a>(places: &'a [RankedPlayer], player: &str) -> &'a RankedPlayer {
    places.iter().find(|place| place.player == player).expect("a player")
}

#[test]
fn corrections_count_and_stay() {
    let batch = Batch::new(&PHOTOS);
    let looks =
        |tournament: &Tournament| tournament.to_review.iter().map(|look| look.photo.clone()).collect::<Vec<_>>();
    let before = batch.run("out");
    assert_eq!(
        looks(&before),
        ["dog.jpg", "round-1/table-2/Cem.jpg", "round-2/table-1/Anna.jpg", "round-2/table-2/<Dora & Co>.jpg"]
    );
    let results = batch.file("out/results.ndjson");
    let out = batch.out("out");
    correct(&out, "dog.jpg", PhotoDecision::LeftOut);
    correct(&out, "round-1/table-2/Cem.jpg", typed("W1WW/FCW/FL1L k5"));
    correct(&out, "round-2/table-1/Anna.jpg", typed("F1FFF/WCFF k5"));
    correct(&out, "round-2/table-2/<Dora & Co>.jpg", typed("F1CL k5"));
    drop(out);
    let after = batch.run("out");
    assert!(looks(&after).is_empty(), "{:?}", looks(&after));
    assert_eq!(batch.file("out/results.ndjson"), results);
    let place = |tournament: &Tournament, player: &str| place(&tournament.overall, player).clone();
    assert_eq!((place(&before, "Anna").total, place(&before, "Anna").missing), (6, 1));
    assert_eq!((place(&after, "Anna").total, place(&after, "Anna").missing), (12, 0));
    assert_eq!((place(&before, "Cem").doubtful, place(&after, "Cem").doubtful), (1, 0));
    // The corrections do not apply to a photo with other content.
    batch.write("round-2/table-1/Anna.jpg", "dog");
    let changed = batch.run("out");
    assert_eq!(looks(&changed), ["round-2/table-1/Anna.jpg"]);
    assert_eq!(changed.stale_corrections, ["round-2/table-1/Anna.jpg"]);
}

/// A better photo of the same kingdom counts, and the decision about the other photo is not dropped silently.
#[test]
fn a_correction_of_bytes_that_are_gone_is_to_check_also_beside_a_better_photo() {
    let batch = Batch::new(&[
        ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
        ("round-1/table-1/Anna/again.jpg", "F1FF/WCF/WL1L k5?"),
        ("round-1/table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ]);
    assert!(batch.run("out").is_settled());
    let again = "round-1/table-1/Anna/again.jpg";
    correct(&batch.out("out"), again, typed("F1FF/WCF/WL1L k5"));
    assert!(batch.run("out").is_settled());
    batch.write(again, "F1FF./WCF./WL1L. k5?");
    let changed = batch.run("out");
    assert!(!changed.is_settled());
    let look = changed.to_review.iter().find(|look| look.photo == again).expect("to check");
    let doubts: Vec<String> = look.doubts.iter().map(|doubt| doubt.in_language(Language::English)).collect();
    assert!(doubts.iter().any(|doubt| doubt.contains("(F1FF/WCF/WL1L k5)")), "{doubts:?}");
}

#[test]
fn a_photo_that_is_left_out_takes_nothing_from_another_of_the_same_kingdom() {
    let batch = Batch::new(&[
        ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
        ("round-1/table-1/Anna/blurred.jpg", "F1FF/WCF k5?"),
        ("round-1/table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ]);
    batch.run("out");
    correct(&batch.out("out"), "round-1/table-1/Anna/blurred.jpg", PhotoDecision::LeftOut);
    let after = batch.run("out");
    let anna = after.overall.iter().find(|place| place.player == "Anna").expect("a player");
    assert_eq!((anna.total, anna.missing, anna.kingdoms), (6, 0, 1));
    assert!(after.to_review.is_empty(), "{:?}", after.to_review);
}

#[test]
fn names_that_a_spreadsheet_would_compute_are_text() {
    let batch = Batch::new(&[("round-1/table-1/=1+1.jpg", "F1FF/WCF/WL1L k5"), ("round-1/table-1/Ben.jpg", "FCW k5")]);
    batch.run("out");
    let csv = batch.file("out/standings.csv");
    assert!(csv.contains(",'=1+1,") && !csv.contains(",=1+1,"), "{csv}");
    // A sentence may begin with a player's name, so it must not look like a formula, either.
    let photos =
        [("table-1/=1+1.jpg", "T[church,tower*2]TC/L1LW q5"), ("table-1/=2.jpg", "T[church,tower*2]CW/FF1L q5")];
    let batch = Batch::new(&photos);
    batch.run("out");
    let csv = batch.file("out/tables.csv");
    assert!(csv.contains(",\"'=1+1, =2 have 2 towers each") && !csv.contains(",\"=1+1, =2"), "{csv}");
}

/// There is a decision about the copy, but none about the player's other photo.
#[test]
fn what_a_person_says_of_a_copy_counts() {
    let batch = Batch::new(&[
        ("table-1/Anna.jpg", "broken"),
        ("table-1/Anna/copy.jpg", "FFF/FCW/FF1W k5"),
        ("table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ]);
    let before = batch.run("out");
    let line = lines_of(&batch).into_iter().find(|line| line["status"] == "duplicate").expect("a copy");
    assert_eq!(line["photo"], "table-1/Anna/copy.jpg");
    assert_eq!((place(&before.overall, "Anna").total, place(&before.overall, "Anna").missing), (0, 1));
    correct(&batch.out("out"), "table-1/Anna/copy.jpg", typed("F1FC k5"));
    let after = batch.run("out");
    assert_eq!((place(&after.overall, "Anna").total, place(&after.overall, "Anna").missing), (2, 0));
}

fn lines_of(batch: &Batch) -> Vec<Value> {
    batch.file("out/results.ndjson").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn two_corrections_of_one_kingdom_that_differ_are_asked_about() {
    let batch = Batch::new(&[("table-1/Anna/1.jpg", "F1FC k5?"), ("table-1/Anna/2.jpg", "F1L/CL k5?")]);
    batch.run("out");
    correct(&batch.out("out"), "table-1/Anna/1.jpg", typed("F1FC k5"));
    correct(&batch.out("out"), "table-1/Anna/2.jpg", typed("CFF1 k5"));
    assert!(batch.run("out").is_settled());
    correct(&batch.out("out"), "table-1/Anna/2.jpg", typed("F1FFC k5"));
    let asked = batch.run("out");
    let [question] = &asked.questions[..] else { panic!("{:?}", asked.questions) };
    insta::assert_snapshot!(question.message, @"Anna: photos of this kingdom were corrected differently (table-1/Anna/1.jpg (2), table-1/Anna/2.jpg (3)), and the first one counts: correct one in a `review`, or leave it out");
    let looks: Vec<&str> = asked.to_review.iter().map(|look| look.photo.as_str()).collect();
    assert_eq!(looks, ["table-1/Anna/1.jpg", "table-1/Anna/2.jpg"]);
    assert_eq!((place(&asked.overall, "Anna").total, place(&asked.overall, "Anna").doubtful), (2, 1));
    // `review` asks about both photos again.
    let (code, _, stderr) = reviewed(&batch, "-\nl\n", &["--strict"]);
    assert!(code == 0 && stderr.contains("2 photos to check") && stderr.contains("1 photo to check"), "{stderr}");
}

#[test]
fn a_kingdom_at_no_table_is_reported_at_the_head() {
    let batch = Batch::new(&[("table-1/Anna.jpg", "F1FC k5"), ("forgotten.jpg", "W1C k5"), ("dog.jpg", "dog")]);
    let tournament = batch.run("out");
    let [question] = &tournament.questions[..] else { panic!("{:?}", tournament.questions) };
    insta::assert_snapshot!(question.message, @"1 photo shows a kingdom but belongs to no table, so it counts nowhere: forgotten.jpg; give its table in the manifest, or put it into a folder such as table-3");
    insta::assert_snapshot!(question.message.in_language(Language::German), @"1 Foto zeigt ein Königreich, gehört aber zu keinem Tisch und zählt deshalb nirgends: forgotten.jpg; nenne seinen Tisch in der Liste, oder lege es in einen Ordner wie tisch-3");
    assert!(batch.file("out/report.html").contains(&question.message.to_string()));
    correct(&batch.out("out"), "dog.jpg", PhotoDecision::LeftOut);
    assert_eq!(reviewed(&batch, "", &["--strict"]).0, 3);
    fs::remove_file(batch.photos().join("forgotten.jpg")).expect("removed");
    assert!(batch.run("out").is_settled());
}

/// The copy and the screenshot used to become players, and the true player needed review.
#[test]
fn photos_that_the_manifest_does_not_name_are_listed() {
    let batch = Batch::new(&[
        ("table-1/IMG_1.jpg", "F1FC k5"),
        ("table-1/IMG_1 (1).jpg", "F1FC k5"),
        ("table-1/IMG_2.jpg", "W1C k5"),
        ("table-1/Screenshot.png", "dog"),
        ("table-1/third.jpg", "W1WC k5"),
    ]);
    let manifest = "photo,player\ntable-1/IMG_1.jpg,Anna\ntable-1/IMG_2.jpg,Ben\ntable-1/IMG_3.jpg,Cem\n";
    let tournament = batch.run_as("out", &batch.options(manifest));
    let places = tournament.overall.iter().map(|place| (place.player.as_str(), place.rank, place.total, place.missing));
    assert_eq!(places.collect::<Vec<_>>(), [("Anna", Some(1), 2, 0), ("Ben", Some(2), 1, 0), ("Cem", None, 0, 1)]);
    let [question] = &tournament.questions[..] else { panic!("{:?}", tournament.questions) };
    insta::assert_snapshot!(question.message, @"1 photo shows a kingdom but belongs to no table, so it counts nowhere: table-1/third.jpg; give its table in the manifest, or put it into a folder such as table-3");
    let looks: Vec<&str> = tournament.to_review.iter().map(|look| look.photo.as_str()).collect();
    assert_eq!(looks, ["table-1/IMG_3.jpg", "table-1/Screenshot.png", "table-1/third.jpg"]);
    let (code, stdout, stderr) = reviewed(&batch, "x\nn\n", &["--strict"]);
    assert_eq!(code, 3);
    assert!(stderr.contains("the manifest does not list this photo, so it counts nowhere"), "{stderr}");
    assert!(stdout.contains("table-1/IMG_1 (1).jpg is the same as table-1/IMG_1.jpg"), "{stdout}");
    correct(&batch.out("out"), "table-1/third.jpg", PhotoDecision::LeftOut);
    fs::remove_file(batch.photos().join("list.csv")).expect("removed");
    let manifest = manifest.replace("table-1/IMG_3.jpg,Cem\n", "");
    assert!(batch.run_as("out", &batch.options(&manifest)).is_settled());
}

#[test]
fn a_rank_that_may_be_another_one_is_marked() {
    let photos =
        [("1/Anna", "F1F1FF/FFCF k5"), ("1/Ben", "W1L/CW k5?"), ("1/Cem", "G1G1/CG k5"), ("1/Dora", "M1M/CM k5")];
    let photos = photos.map(|(name, text)| (format!("round-1/table-{name}.jpg"), text));
    let batch = Batch::new(&photos.each_ref().map(|(name, text)| (name.as_str(), *text)));
    let ranks = |tournament: &Tournament| {
        let rank = |place: &RankedPlayer| {
            format!("{}{} {}", place.rank.unwrap_or(0), if place.is_rank_doubtful { "?" } else { "" }, place.player)
        };
        tournament.overall.iter().map(rank).collect::<Vec<_>>()
    };
    // Ben has 1 point, or 3 if his only doubtful square is otherwise; that is not enough for another rank.
    assert_eq!(ranks(&batch.run("out")), ["1 Anna", "2 Cem", "3? Dora", "4? Ben"]);
    // A missing kingdom of Cem's may add any number of points to his, but cannot take any away.
    batch.write("round-2/table-1/Cem.jpg", "broken");
    batch.write("round-2/table-1/Anna.jpg", "FC k5");
    assert_eq!(ranks(&batch.run("out")), ["1? Anna", "2? Cem", "3? Dora", "4? Ben"]);
}

#[test]
fn a_copy_that_is_left_out_settles_its_original() {
    let batch = Batch::new(&[
        ("table-1/Anna.jpg", "F1FC k5"),
        ("table-1/Ben.jpg", "W1C k5"),
        ("table-2/Anna-1.jpg", "F1FC k5"),
    ]);
    let before = batch.run("out");
    assert_eq!(before.to_review.len(), 2, "{:?}", before.to_review);
    // In a review, leaving out the copy settles both photos at once, although they are at two tables.
    let (code, _, stderr) = reviewed(&batch, "x\n", &["table-2/Anna-1.jpg", "--strict"]);
    assert!(code == 0 && stderr.contains("2 photos to check") && !stderr.contains("1 photo to check"), "{stderr}");
    assert!(batch.run("out").is_settled());
}

#[test]
fn a_name_spelt_in_two_ways_is_reported() {
    let batch = Batch::new(&[
        ("round-1/table-1/Anna.jpg", "F1FC k5"),
        ("round-2/table-1/ANNA.jpg", "W1C k5"),
        ("round-2/table-1/Ben.jpg", "FC k5"),
    ]);
    let tournament = batch.run("out");
    let [question] = &tournament.questions[..] else { panic!("{:?}", tournament.questions) };
    insta::assert_snapshot!(question.message, @"ANNA, Anna differ only in upper and lower case: if this is one player, use one spelling");
    assert_eq!(["Anna", "ANNA", "Ben"].map(|player| place(&tournament.overall, player).doubtful), [1, 1, 0]);
}

/// Copies and photos whose only doubts come from other photos have no annotated picture.
#[test]
fn a_review_names_whatever_picture_there_is() {
    let batch = Batch::new(&[
        ("table-1/Anna.jpg", "F1FC k5"),
        ("table-1/Ben.jpg", "F1FC k5"),
        ("table-2/Cem/1.jpg", "F1FC/WWM k5"),
        ("table-2/Cem/2.jpg", "F1FC/LLM k5"),
    ]);
    batch.run("out");
    let (_, _, stderr) = reviewed(&batch, "-\n-\n-\n", &[]);
    let pictures: Vec<&str> = stderr.lines().map(str::trim).filter(|line| line.starts_with("OUT/")).collect();
    insta::assert_snapshot!(pictures.join("\n"), @r"
    OUT/review/table-1/Ben.jpg.review.jpg
    OUT/review/table-1/Ben.jpg.review.jpg
    OUT/pictures/c3320624b18526ef60d9e135ae8fe8484ce85ae4d68dbadaa2869b886ab683d8.jpg
    ");
}

#[test]
fn the_report_is_one_page_without_script_and_holds_everything() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let page = batch.file("out/report.html");
    for unsafe_part in ["<script", "http-equiv=\"refresh", "src=\"http", "href=\"http", "<Dora", "url("] {
        assert!(!page.contains(unsafe_part), "{unsafe_part}");
    }
    assert!(page.contains("&lt;Dora &amp; Co&gt;") && page.contains("<!DOCTYPE html>"));
    // The report draws a kingdom for six players' photos and for the photo without a player, but none for the
    // photo that shows two kingdoms.
    assert_eq!(page.matches("<svg").count(), 7);
    assert_eq!(page.matches("data:image/jpeg;base64,").count(), 10);
    for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
    finish(&batch.out("out"), Language::German).expect("standings");
    let german = batch.file("out/report.html");
    assert!(
        german.contains("<html lang=\"de\">") && german.contains("Fotos bitte ansehen") && german.contains("Runde 2")
    );
    let (opened, closed) = (page.matches("<section").count(), page.matches("</section>").count());
    assert_eq!(opened, closed);
}

/// The games of a Dynasty: three games of two players. `change` replaces a photo's content.
fn dynasty(change: Option<(&str, &str)>) -> (Batch, Tournament) {
    let batch = Batch::new(&[]);
    for round in 1..=3 {
        batch.write(&format!("round-{round}/table-1/Anna.jpg"), &format!("W1{}C k5", "W".repeat(round)));
        batch.write(&format!("round-{round}/table-1/Ben.jpg"), &format!("F1{}C k5", "F".repeat(round)));
    }
    change.iter().for_each(|(photo, text)| batch.write(photo, text));
    let options = PlanOptions { variants: vec![Variant::Dynasty], ..PlanOptions::default() };
    let tournament = batch.run_as("out", &options);
    (batch, tournament)
}

/// Both players have 2 + 3 + 4 points, and no rule breaks the tie.
#[test]
fn a_dynasty_adds_three_rounds_of_one_table() {
    let (_, tournament) = dynasty(None);
    let [dynasty] = &tournament.dynasties[..] else { panic!("one dynasty: {:?}", tournament.dynasties) };
    let ranks: Vec<_> =
        dynasty.ranking.iter().map(|place| (place.rank, &*place.player, place.total, place.shared)).collect();
    assert_eq!(ranks, [(Some(1), "Anna", 9, true), (Some(1), "Ben", 9, true)]);
    assert!(tournament.is_settled() && tournament.rounds.iter().all(|round| round.tables[0].problem.is_none()));
}

#[test]
fn a_dynasty_with_a_kingdom_too_few_or_too_many_has_no_winner() {
    let problem = |change: (&str, &str)| {
        let (_, tournament) = dynasty(Some(change));
        let [dynasty] = &tournament.dynasties[..] else { panic!("one dynasty: {:?}", tournament.dynasties) };
        assert!(dynasty.ranking.iter().all(|place| place.rank.is_none()));
        dynasty.problem.as_ref().expect("a problem").to_string()
    };
    insta::assert_snapshot!(problem(("round-2/table-1/Anna.jpg", "broken")), @"1 kingdom missing");
    insta::assert_snapshot!(problem(("round-2/table-1/Cem.jpg", "FC k5")), @"Cem has 1 kingdom; in a Dynasty every player has one in each of three games");
    insta::assert_snapshot!(problem(("round-4/table-1/Anna.jpg", "FC k5")), @"Anna has 4 kingdoms; in a Dynasty every player has one in each of three games");
}

/// Anna's kingdom: the church counts one town territory (2), the lake scores 2 x 1 (2), and the Queen adds
/// the 2 squares of her largest territory.
const ANNA: (&str, &str) = ("table-1/Anna.jpg", "T[church,tower*2]TC/L1LW q5");
/// Ben's kingdom: the church counts one town territory (2), the forest scores 2 x 1 (2), and the Queen would
/// add 2.
const BEN: (&str, &str) = ("table-1/Ben.jpg", "T[church,tower]CW/FF1L q5");

/// Totals of Anna and Ben at their table and overall, and the open questions.
fn queens_table(photos: &[(&str, &str)], manifest: &str) -> (Vec<(String, i32)>, Vec<String>) {
    let batch = Batch::new(photos);
    let tournament = batch.run_as("out", &batch.options(manifest));
    let totals = |places: &[RankedPlayer]| {
        let mut totals: Vec<_> = places.iter().map(|place| (place.player.clone(), place.total)).collect();
        totals.sort();
        totals
    };
    let [round] = &tournament.rounds[..] else { panic!("one round") };
    let of_table = totals(&round.tables[0].ranking);
    assert_eq!((totals(&round.ranking), totals(&tournament.overall)), (of_table.clone(), of_table.clone()));
    for entry in &round.tables[0].entries {
        let total =
            entry.kingdom.as_ref().map_or(0, |kingdom| kingdom.sheet.lines.iter().map(|line| line.points).sum());
        assert!(of_table.contains(&(entry.seat.player.clone(), total)));
    }
    (of_table, tournament.questions.iter().map(|question| question.message.to_string()).collect())
}

fn points(anna: i32, ben: i32) -> Vec<(String, i32)> {
    vec![("Anna".to_owned(), anna), ("Ben".to_owned(), ben)]
}

#[test]
fn the_queen_counts_for_the_most_towers() {
    assert_eq!(queens_table(&[ANNA, BEN], "photo\n"), (points(6, 4), vec![]));
}

/// Rule: the Queen visits a player with the most towers. While there are towers, she never visits nobody.
#[test]
fn the_queen_against_the_towers_is_asked_about() {
    let open_of = |kingdoms: &[(&str, &str)], manifest: &str, expected: Vec<(String, i32)>| {
        let (totals, open) = queens_table(kingdoms, manifest);
        assert_eq!(totals, expected);
        open.join("\n")
    };
    let ben = "photo,queen\ntable-1/Ben.jpg,yes\n";
    insta::assert_snapshot!(open_of(&[ANNA, BEN], ben, points(4, 6)), @"the Queen visits Ben, but by the rules she visits a player with the most towers: Anna (2); check the towers, and the manifest's column `queen`");
    let nobody = "photo,queen\ntable-1/Anna.jpg,no\ntable-1/Ben.jpg,no\n";
    insta::assert_snapshot!(open_of(&[ANNA, BEN], nobody, points(4, 4)), @"the Queen visits nobody, but by the rules she visits a player with the most towers: Anna (2); check the towers, and the manifest's column `queen`");
    let both = (BEN.0, "T[church,tower*2]CW/FF1L q5");
    insta::assert_snapshot!(open_of(&[ANNA, both], nobody, points(4, 4)), @"the Queen visits nobody, but by the rules she visits a player with the most towers: Anna, Ben (2); check the towers, and the manifest's column `queen`");
    // The missing kingdom may have the most towers, so the Queen may be there. She cannot be with Ben,
    // because Anna has more towers.
    let cem = ("table-1/Cem.jpg", "broken");
    let open_of_three = |manifest: &str| queens_table(&[ANNA, BEN, cem], manifest).1.join("\n");
    assert_eq!(open_of_three("photo,queen\ntable-1/Cem.jpg,yes\n"), "");
    assert!(open_of_three(ben).starts_with("the Queen visits Ben, but by the rules"), "{}", open_of_three(ben));
    // Both kingdoms are marked as doubtful, so the tournament is not settled.
    let batch = Batch::new(&[ANNA, BEN]);
    let tournament = batch.run_as("out", &batch.options(ben));
    let places = &tournament.rounds[0].tables[0].ranking;
    assert_eq!(places.iter().map(|place| place.doubtful).collect::<Vec<_>>(), [1, 1]);
    assert!(!tournament.is_settled());
}

#[test]
fn of_a_tie_on_towers_nobody_knows_until_it_is_given() {
    let ben = (BEN.0, "T[church,tower*2]CW/FF1L q5");
    let (totals, open) = queens_table(&[ANNA, ben], "photo\n");
    assert_eq!(totals, points(4, 4));
    insta::assert_snapshot!(open.join("\n"), @"Anna, Ben have 2 towers each: enter whom the Queen visits in the manifest's column `queen`");
    assert_eq!(queens_table(&[ANNA, ben], "photo,queen\ntable-1/Anna.jpg,yes\n"), (points(6, 4), vec![]));
    let both = "photo,queen\ntable-1/Anna.jpg,yes\ntable-1/Ben.jpg,yes\n";
    insta::assert_snapshot!(queens_table(&[ANNA, ben], both).1.join("\n"), @"the Queen is given or seen as visiting both Anna and Ben, but she visits at most one player");
}

/// Ben's kingdom may have more towers than were seen, which makes Anna's points doubtful, too.
#[test]
fn who_hosts_the_queen_by_doubtful_towers_is_doubted_too() {
    let doubts_of_anna = |ben: &str, manifest: &str| {
        // A similar name alone makes no kingdom doubtful.
        let batch = Batch::new(&[ANNA, (BEN.0, ben), ("table-2/ANNA.jpg", "WC k5")]);
        let tournament = batch.run_as("out", &batch.options(manifest));
        let entries = &tournament.rounds[0].tables[0].entries;
        let anna = entries.iter().find(|entry| entry.seat.player == "Anna").expect("Anna plays");
        let doubts = anna.doubts.iter().map(|doubt| doubt.in_language(Language::English));
        doubts.filter(|doubt| doubt.contains("towers")).collect::<Vec<_>>().join("; ")
    };
    let doubtful = format!("{}?", BEN.1);
    assert_eq!(doubts_of_anna(BEN.1, "photo\n"), "");
    insta::assert_snapshot!(doubts_of_anna(&doubtful, "photo\n"), @"the Queen's visit depends on the towers of kingdoms that still need checking: Ben");
    assert_eq!(doubts_of_anna(&doubtful, "photo,queen\ntable-1/Anna.jpg,yes\n"), "");
    assert_eq!(doubts_of_anna(&doubtful, "photo,queen\ntable-1/Ben.jpg,no\n"), "");
}

/// The kingdom that could not be read may have the most towers.
#[test]
fn towers_decide_nothing_while_a_kingdom_is_missing() {
    let (totals, open) = queens_table(&[ANNA, (BEN.0, "broken")], "photo\n");
    assert_eq!(totals, points(4, 0));
    insta::assert_snapshot!(open.join("\n"), @"a kingdom is missing and may have the most towers: enter whom the Queen visits in the manifest's column `queen`");
    let with_row = |row: &str| queens_table(&[ANNA, (BEN.0, "broken")], &format!("photo,queen\n{row}\n"));
    assert_eq!(with_row("table-1/Anna.jpg,yes"), (points(6, 0), vec![]));
    assert_eq!(with_row("table-1/Ben.jpg,yes"), (points(4, 0), vec![]));
    assert_eq!(with_row("table-1/Ben.jpg,no"), (points(6, 0), vec![]));
}

/// 11 coins are 3 points, and the training ground scores 1 for the only knight.
#[test]
fn what_is_given_beside_one_of_a_players_photos_counts() {
    let anna = "T[training-ground]TC/L1LW q5";
    let photos = [("table-1/Anna/1.jpg", anna), ("table-1/Anna/2.jpg", "T[training-ground]TC/L1LW q5?")];
    let total = |manifest: &str| {
        let batch = Batch::new(&photos);
        let tournament = batch.run_as("out", &batch.options(manifest));
        let looks = tournament.to_review.iter().flat_map(|look| &look.doubts);
        (
            tournament.overall[0].total,
            looks.map(|doubt| doubt.in_language(Language::English)).collect::<Vec<_>>().join("; "),
        )
    };
    assert_eq!(total("photo\n"), (2, String::new()));
    assert_eq!(total("photo,coins,knights_in_supply\ntable-1/Anna/2.jpg,11,1\n"), (6, String::new()));
    let (points, doubt) = total("photo,coins\ntable-1/Anna/1.jpg,3\ntable-1/Anna/2.jpg,11\n");
    assert_eq!(points, 3);
    insta::assert_snapshot!(doubt, @"photos of this kingdom have different values for `coins`; the first one counts");
}

/// Of the four players with 6 points, Anna has the largest territory, a forest of 4. Ben and Cem share the
/// next place with 3, and Dora has 2. Emil's larger territory, of 5, does not matter, because he is not tied.
#[test]
fn only_the_tied_are_compared() {
    let batch = Batch::new(&[
        ("table-1/Anna.jpg", "F1FFF/W1WCM k5"),
        ("table-1/Ben.jpg", "F1FF/W1WW/C.. k5"),
        ("table-1/Cem.jpg", "L1LL/G1GG/C.. k5"),
        ("table-1/Dora.jpg", "M2M1C/W.. k5"),
        ("table-1/Emil.jpg", "FFFFF/C.... k5"),
    ]);
    let tournament = batch.run("out");
    let rows = tournament.rounds[0].tables[0].ranking.iter();
    let rows = rows
        .map(|place| format!("{:?} {} {} {}", place.rank, place.player, place.total, place.remarks(Language::English)));
    insta::assert_snapshot!(rows.collect::<Vec<_>>().join("\n"), @r"
    Some(1) Anna 6 wins the tie with a forest of 4
    Some(2) Ben 6 shares the place: the largest territories are equal, too (3 squares)
    Some(2) Cem 6 shares the place: the largest territories are equal, too (3 squares)
    Some(4) Dora 6 loses the tie with a mine of 2
    Some(5) Emil 0
    ");
}

#[test]
fn a_player_without_a_kingdom_is_shown_and_has_no_points() {
    let batch = Batch::new(&[
        ("round-1/table-1/Anna.jpg", "F1FC k5"),
        ("round-1/table-1/Ben.jpg", "dog"),
        ("round-2/table-1/Anna.jpg", "F1C k5"),
        ("round-2/table-1/Cem.jpg", "W1C k5"),
    ]);
    let tournament = batch.run("out");
    let rows = tournament.overall.iter().map(|place| {
        let rank = place.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        format!("{rank} {} {} {}", place.player, place.total, place.remarks(Language::English)).trim_end().to_owned()
    });
    insta::assert_snapshot!(rows.collect::<Vec<_>>().join("\n"), @r"
    1 Anna 3
    2 Cem 1 no photo of 1 round
    - Ben 0 1 kingdom missing; no photo of 1 round
    ");
    assert!(batch.file("out/standings.csv").contains("\n,false,Ben,,"));
}

#[test]
fn two_of_one_name_in_a_round_are_reported() {
    let batch =
        Batch::new(&[("table-1/Anna.jpg", "F1FC k5"), ("table-2/Anna.jpg", "W1C k5"), ("table-2/Ben.jpg", "FC k5")]);
    let tournament = batch.run("out");
    let [question] = &tournament.questions[..] else { panic!("{:?}", tournament.questions) };
    insta::assert_snapshot!(question.message, @"Anna is at several tables in one round (1, 2): if these are different people, give them different names");
    assert_eq!((place(&tournament.overall, "Anna").doubtful, place(&tournament.overall, "Ben").doubtful), (2, 0));
}

/// The two photos give the same points but show different tiles: either they belong to two people, or one is
/// misread.
#[test]
fn photos_of_one_kingdom_that_show_different_ones_are_to_check() {
    let photos = |second: &str| {
        let batch = Batch::new(&[("table-1/Anna/1.jpg", "F1FC/WWM k5"), ("table-1/Anna/2.jpg", second)]);
        batch.run("out").to_review.len()
    };
    assert_eq!(photos("MWW/CFF1 k5"), 0, "upside down");
    assert_eq!(photos("F1FC/LLM k5"), 1);
}

/// Notes that were recorded by a run in one language are printed in the other by another run.
#[test]
fn a_message_is_told_in_every_language_later() {
    let batch = Batch::new(&[("round-1/table-1/Cem.jpg", "W1WW/FCW/FL1L k5?")]);
    batch.run("out");
    assert_eq!(batch.read(), 1);
    // The results are made again from what was read.
    fs::remove_file(batch.folder.path().join("out/results.ndjson")).expect("removed");
    batch.run("out");
    assert_eq!(batch.read(), 0);
    finish(&batch.out("out"), Language::German).expect("standings");
    let page = batch.file("out/report.html");
    assert!(page.contains("die Gesamtpunktzahl stimmt nur mit 91 % Wahrscheinlichkeit"), "{page}");
}

/// The report contains no English sentence of the catalogue, as far as sentences can be recognised.
#[test]
fn a_german_report_is_german() {
    let (batch, options) = everything();
    batch.write("round-2/table-4/Anna.jpg", "T[church,tower]TC/L1LW q5");
    batch.write("round-2/table-4/Ben.jpg", "T[church,tower]CW/FF1L q5");
    batch.run_as("out", &options);
    finish(&batch.out("out"), Language::German).expect("standings");
    let page = batch.file("out/report.html");
    const WORDS: usize = 3;
    for phrase in MessageId::ALL {
        for form in phrase.in_language(Language::English).split(['|', '{']) {
            let sentence = form.rsplit('}').next().unwrap_or_default().trim();
            let is_known = phrase.in_language(Language::German).contains(sentence);
            if sentence.split(' ').count() >= WORDS && !is_known {
                assert!(!page.contains(sentence), "{sentence}");
            }
        }
    }
    for said in [
        "die Gesamtpunktzahl stimmt nur mit 91 % Wahrscheinlichkeit; bitte prüfe die unsicheren Felder (r3c2-c3)",
        "das Foto lässt sich nicht lesen",
        "kein Königreich gefunden",
        "in der Spalte `queen`",
        "das Foto zeigt 2 Königreiche",
    ] {
        assert!(page.contains(said), "{said}");
    }
    for english in ["cut off", "no grid found"] {
        assert!(!page.contains(english), "{english}");
    }
}

/// The visible text of the page, without its style and without the photos' bytes.
fn readable(page: &str) -> String {
    let (head, rest) = page.split_once("<style>").expect("a style");
    let (_, rest) = rest.split_once("</style>").expect("its end");
    let page = format!("{head}{rest}");
    let mut parts = page.split("base64,");
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + "..." + part.split_once('"').map_or("", |(_, rest)| rest));
    text.replace("><", ">\n<")
}

#[test]
fn the_report_as_a_whole() {
    let batch = Batch::new(&[
        ("round-1/table-1/Anna.jpg", "F1L/CL k5?"),
        ("round-1/table-1/Björn 👑.jpg", "dog"),
        ("cat.jpg", "broken"),
    ]);
    batch.run("out");
    insta::assert_snapshot!(readable(&batch.file("out/report.html")), @r##"
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
    <meta name="referrer" content="no-referrer">
    <title>Kingdomino: standings</title>
    </head>
    <body>
    <header>
    <h1>Kingdomino: standings</h1>
    <p>1 round, 1 table, 1 kingdom</p>
    <nav>
    <a href="#overall">All rounds</a> <a href="#round-1">Round 1</a>
    </nav>
    </header>
    <main>
    <section class="look" id="look">
    <h2>3 photos to look at</h2>
    <ul>
    <li>
    <a href="#photo-cat_2e_jpg">cat.jpg</a>
    <span class="why"> – cut off</span>
    </li>
    <li>
    <a href="#photo-round_2d_1_2f_table_2d_1_2f_Anna_2e_jpg">round-1/table-1/Anna.jpg</a> (<bdi>Anna</bdi>)<span class="why"> – the total is only 91 % likely to be right; check the doubtful squares (r1c2 r2c2)</span>
    </li>
    <li>
    <a href="#photo-round_2d_1_2f_table_2d_1_2f_Björn_20__1f451__2e_jpg">round-1/table-1/Björn 👑.jpg</a> (<bdi>Björn 👑</bdi>)<span class="why"> – no grid found</span>
    </li>
    </ul>
    </section>
    <section class="standings" id="overall">
    <h2>All rounds</h2>
    <table class="places">
    <thead>
    <tr>
    <th>rank</th>
    <th class="text">player</th>
    <th>total</th>
    <th class="text">remark</th>
    </tr>
    </thead>
    <tbody>
    <tr class="doubt">
    <td>1?</td>
    <td class="text">
    <bdi>Anna</bdi>
    </td>
    <td>1?</td>
    <td class="text">1 kingdom to check</td>
    </tr>
    <tr class="doubt">
    <td>–</td>
    <td class="text">
    <bdi>Björn 👑</bdi>
    </td>
    <td>–</td>
    <td class="text">1 kingdom missing</td>
    </tr>
    </tbody>
    </table>
    </section>
    <section class="standings" id="round-1">
    <h2>Round 1</h2>
    <table class="places">
    <thead>
    <tr>
    <th>rank</th>
    <th class="text">player</th>
    <th>total</th>
    <th class="text">remark</th>
    </tr>
    </thead>
    <tbody>
    <tr class="doubt">
    <td>1?</td>
    <td class="text">
    <bdi>Anna</bdi>
    </td>
    <td>1?</td>
    <td class="text">1 kingdom to check</td>
    </tr>
    <tr class="doubt">
    <td>–</td>
    <td class="text">
    <bdi>Björn 👑</bdi>
    </td>
    <td>–</td>
    <td class="text">1 kingdom missing</td>
    </tr>
    </tbody>
    </table>
    </section>
    <section class="table" id="table-1--1">
    <h3>Table 1</h3>
    <table class="places">
    <thead>
    <tr>
    <th>rank</th>
    <th class="text">player</th>
    <th>total</th>
    <th class="text">remark</th>
    </tr>
    </thead>
    <tbody>
    <tr class="doubt">
    <td>1?</td>
    <td class="text">
    <bdi>Anna</bdi>
    </td>
    <td>1?</td>
    <td class="text">1 kingdom to check</td>
    </tr>
    <tr class="doubt">
    <td>–</td>
    <td class="text">
    <bdi>Björn 👑</bdi>
    </td>
    <td>–</td>
    <td class="text">1 kingdom missing</td>
    </tr>
    </tbody>
    </table>
    <div class="kingdoms">
    <article id="photo-round_2d_1_2f_table_2d_1_2f_Anna_2e_jpg">
    <h4>1. <bdi>Anna</bdi>
    </h4>
    <p class="points">1 point</p>
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 220" role="img" aria-label="F1L/CL k5" font-family="sans-serif">
    <g transform="translate(10 10)">
    <title>r1c1: forest, 1 crown</title>
    <rect width="100" height="100" fill="#2f6b34" stroke="#333" stroke-width="3">
    </rect>
    <text x="10" y="90" font-size="30" font-weight="bold" fill="#fff">F</text>
    <path transform="translate(64 8)" d="m0 2 7 8 8-10 8 10 7-8-3 20H3z" fill="#ffe680" stroke="#222" stroke-width="3">
    </path>
    </g>
    <g transform="translate(110 10)">
    <title>r1c2: lake, no crown</title>
    <rect width="100" height="100" fill="#4a90d9" stroke="#333" stroke-width="3">
    </rect>
    <text x="10" y="90" font-size="30" font-weight="bold" fill="#222">L</text>
    <rect x="6" y="6" width="88" height="88" fill="none" stroke="#fff" stroke-width="7">
    </rect>
    <rect x="6" y="6" width="88" height="88" fill="none" stroke="#c2410c" stroke-width="7" stroke-dasharray="14 9">
    </rect>
    <circle cx="76" cy="74" r="20" fill="#c2410c">
    </circle>
    <text x="76" y="85" font-size="32" font-weight="bold" text-anchor="middle" fill="#fff">?</text>
    </g>
    <g transform="translate(10 110)">
    <title>r2c1: castle</title>
    <rect width="100" height="100" fill="#f2ead8" stroke="#333" stroke-width="3">
    </rect>
    <path transform="translate(20 20)" d="m0 60V0h12v12h12V0h12v12h12V0h12v60H38V42q-8-10-16 0v18z" fill="#7a6a55">
    </path>
    </g>
    <g transform="translate(110 110)">
    <title>r2c2: lake, no crown</title>
    <rect width="100" height="100" fill="#4a90d9" stroke="#333" stroke-width="3">
    </rect>
    <text x="10" y="90" font-size="30" font-weight="bold" fill="#222">L</text>
    <rect x="6" y="6" width="88" height="88" fill="none" stroke="#fff" stroke-width="7">
    </rect>
    <rect x="6" y="6" width="88" height="88" fill="none" stroke="#c2410c" stroke-width="7" stroke-dasharray="14 9">
    </rect>
    <circle cx="76" cy="74" r="20" fill="#c2410c">
    </circle>
    <text x="76" y="85" font-size="32" font-weight="bold" text-anchor="middle" fill="#fff">?</text>
    </g>
    </svg>
    <ul class="doubt">
    <li>r1c2: lake, no crown (91 %) or wheat, no crown</li>
    <li>r2c2: lake, no crown (91 %) or wheat, no crown</li>
    </ul>
    <table class="sheet">
    <caption>score sheet</caption>
    <tbody>
    <tr>
    <td class="text">forest</td>
    <td>1</td>
    <td class="text">1 square x 1 crown = 1</td>
    </tr>
    <tr>
    <td class="text">lake</td>
    <td>0</td>
    <td class="text">2 squares, no crown</td>
    </tr>
    <tr>
    <td class="text">total</td>
    <td>1</td>
    <td class="text">
    </td>
    </tr>
    </tbody>
    </table>
    <ul class="doubt">
    <li>the total is only 91 % likely to be right; check the doubtful squares (r1c2 r2c2)</li>
    </ul>
    <details>
    <summary>photo round-1/table-1/Anna.jpg</summary>
    <img alt="round-1/table-1/Anna.jpg" loading="lazy" src="data:image/jpeg;...>
    </details>
    </article>
    <article id="photo-round_2d_1_2f_table_2d_1_2f_Björn_20__1f451__2e_jpg">
    <h4>
    <bdi>Björn 👑</bdi>
    </h4>
    <p>no kingdom</p>
    <ul class="doubt">
    <li>no grid found</li>
    </ul>
    <details>
    <summary>photo round-1/table-1/Björn 👑.jpg</summary>
    <img alt="round-1/table-1/Björn 👑.jpg" loading="lazy" src="data:image/jpeg;...>
    </details>
    </article>
    </div>
    </section>
    <section class="loose">
    <h2>Photos that belong to no table</h2>
    <div class="kingdoms">
    <article id="photo-cat_2e_jpg">
    <h4>cat.jpg</h4>
    <p>no kingdom</p>
    <ul class="doubt">
    <li>cut off</li>
    </ul>
    <details>
    <summary>photo cat.jpg</summary>
    <img alt="cat.jpg" loading="lazy" src="data:image/jpeg;...>
    </details>
    </article>
    </div>
    </section>

    </main>
    </body>
    </html>
    "##);
}

#[test]
fn the_terminal_tells_who_leads_and_what_to_look_at() {
    let (batch, options) = everything();
    batch.write("round-2/table-4/Anna.jpg", "T[church,tower]TC/L1LW q5");
    batch.write("round-2/table-4/Ben.jpg", "T[church,tower]CW/FF1L q5");
    let tournament = batch.run_as("out", &options);
    let table = |language| {
        let table = kingdom_scanner::tournament::report::table::tournament_table(&tournament, language, Some(100));
        anstream::adapter::strip_str(&table).to_string()
    };
    insta::assert_snapshot!(table(Language::English), @r"
    ┌──────┬─────────────┬───────┬──────────────────────────────────────────┐
    │ rank ┆ player      ┆ total ┆ remark                                   │
    ╞══════╪═════════════╪═══════╪══════════════════════════════════════════╡
    │   1? ┆ Ben         ┆   22? ┆ 1 kingdom missing; 3 kingdoms to check   │
    │   2? ┆ Anna        ┆   19? ┆ 1 kingdom missing; 3 kingdoms to check   │
    │   3? ┆ Cem         ┆   12? ┆ no photo of 1 round; 2 kingdoms to check │
    │   4? ┆ Edda        ┆     9 ┆ shares the place                         │
    │   4? ┆ Emil        ┆     9 ┆ shares the place                         │
    │   6? ┆ <Dora & Co> ┆    8? ┆ 1 kingdom missing; no photo of 1 round   │
    │    - ┆ Team Süd    ┆     - ┆ 1 kingdom missing; no photo of 2 rounds  │
    └──────┴─────────────┴───────┴──────────────────────────────────────────┘
    To decide:
      1 photo shows a kingdom but belongs to no table, so it counts nowhere: somebody.png; give its
      table in the manifest, or put it into a folder such as table-3
      Round 1:  Anna is at several tables in one round (1, 4): if these are different people, give them
                different names
      Round 1:  Ben is at several tables in one round (1, 4): if these are different people, give them
                different names
      Round 2:  Anna is at several tables in one round (1, 4): if these are different people, give them
                different names
      Round 2:  Ben is at several tables in one round (2, 4): if these are different people, give them
                different names
      Round 2, Table 4:  a kingdom is missing and may have the most towers: enter whom the Queen visits
                         in the manifest's column `queen`
    To look at:
      dog.jpg: no grid found
      round-1/table-2/Cem.jpg (Cem): the total is only 91 % likely to be right
      round-1/table-4/Ben.jpg (Ben): the same photo as round-2/table-4/Ben.jpg, which is somebody
                                     else's
      round-2/table-1/Anna.jpg (Anna): cut off
      round-2/table-1/Cem.jpg (Cem): the same photo as round-2/table-2/Team Süd.jpg, which is somebody
                                     else's
      round-2/table-2/<Dora & Co>.jpg (<Dora & Co>): the photo shows 2 kingdoms, but one is needed
      round-2/table-2/Team Süd.jpg (Team Süd): the same photo as round-2/table-1/Cem.jpg, which is
                                               somebody else's
      round-2/table-4/Ben.jpg (Ben): the same photo as round-1/table-4/Ben.jpg, which is somebody
                                     else's
    The same photo twice:
      copy of Ben.jpg is the same as round-1/table-1/Ben.jpg
      round-1/table-1/Ben/again.jpg is the same as round-1/table-1/Ben.jpg
      round-2/table-2/Team Süd.jpg is the same as round-2/table-1/Cem.jpg
      round-2/table-4/Ben.jpg is the same as round-1/table-4/Ben.jpg
    ");
    insta::assert_snapshot!(table(Language::German), @r"
    ┌───────┬─────────────┬────────┬────────────────────────────────────────────────┐
    │ Platz ┆ Spieler     ┆ Gesamt ┆ Bemerkung                                      │
    ╞═══════╪═════════════╪════════╪════════════════════════════════════════════════╡
    │    1? ┆ Ben         ┆    22? ┆ 1 Königreich fehlt; 3 Königreiche zu prüfen    │
    │    2? ┆ Anna        ┆    19? ┆ 1 Königreich fehlt; 3 Königreiche zu prüfen    │
    │    3? ┆ Cem         ┆    12? ┆ kein Foto von 1 Runde; 2 Königreiche zu prüfen │
    │    4? ┆ Edda        ┆      9 ┆ teilt sich den Platz                           │
    │    4? ┆ Emil        ┆      9 ┆ teilt sich den Platz                           │
    │    6? ┆ <Dora & Co> ┆     8? ┆ 1 Königreich fehlt; kein Foto von 1 Runde      │
    │     - ┆ Team Süd    ┆      - ┆ 1 Königreich fehlt; kein Foto von 2 Runden     │
    └───────┴─────────────┴────────┴────────────────────────────────────────────────┘
    Bitte entscheiden:
      1 Foto zeigt ein Königreich, gehört aber zu keinem Tisch und zählt deshalb nirgends:
      somebody.png; nenne seinen Tisch in der Liste, oder lege es in einen Ordner wie tisch-3
      Runde 1:  Anna sitzt in einer Runde an mehreren Tischen (1, 4): sind es verschiedene Leute, gib
                ihnen verschiedene Namen
      Runde 1:  Ben sitzt in einer Runde an mehreren Tischen (1, 4): sind es verschiedene Leute, gib
                ihnen verschiedene Namen
      Runde 2:  Anna sitzt in einer Runde an mehreren Tischen (1, 4): sind es verschiedene Leute, gib
                ihnen verschiedene Namen
      Runde 2:  Ben sitzt in einer Runde an mehreren Tischen (2, 4): sind es verschiedene Leute, gib
                ihnen verschiedene Namen
      Runde 2, Tisch 4:  ein Königreich fehlt und könnte die meisten Türme haben: trag in der Spalte
                         `queen` der Liste ein, wen die Queen besucht
    Bitte ansehen:
      dog.jpg: kein Königreich gefunden
      round-1/table-2/Cem.jpg (Cem): die Gesamtpunktzahl stimmt nur mit 91 % Wahrscheinlichkeit
      round-1/table-4/Ben.jpg (Ben): dasselbe Foto wie round-2/table-4/Ben.jpg, das jemand anderem
                                     gehört
      round-2/table-1/Anna.jpg (Anna): das Foto lässt sich nicht lesen
      round-2/table-1/Cem.jpg (Cem): dasselbe Foto wie round-2/table-2/Team Süd.jpg, das jemand anderem
                                     gehört
      round-2/table-2/<Dora & Co>.jpg (<Dora & Co>): das Foto zeigt 2 Königreiche, nötig ist eines
      round-2/table-2/Team Süd.jpg (Team Süd): dasselbe Foto wie round-2/table-1/Cem.jpg, das jemand
                                               anderem gehört
      round-2/table-4/Ben.jpg (Ben): dasselbe Foto wie round-1/table-4/Ben.jpg, das jemand anderem
                                     gehört
    Doppelte Fotos:
      copy of Ben.jpg ist dasselbe wie round-1/table-1/Ben.jpg
      round-1/table-1/Ben/again.jpg ist dasselbe wie round-1/table-1/Ben.jpg
      round-2/table-2/Team Süd.jpg ist dasselbe wie round-2/table-1/Cem.jpg
      round-2/table-4/Ben.jpg ist dasselbe wie round-1/table-4/Ben.jpg
    ");
}

/// Runs the program's `review` with these answers; returns exit code, stdout, stderr.
fn reviewed(batch: &Batch, answers: &str, more: &[&str]) -> (i32, String, String) {
    let out = batch.folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let outcome = program::run_with(answers.as_bytes(), &[&["review", out], more].concat());
    (outcome.code, outcome.stdout, outcome.stderr.replace(out, "OUT"))
}

#[test]
fn a_review_shows_asks_and_takes_answers() {
    let batch = Batch::new(&[
        ("table-1/Anna.jpg", "F1L/CL k5?"),
        ("table-1/Ben.jpg", "WCL1 k5|W1CL k5"),
        ("table-1/Cem.jpg", "dog"),
    ]);
    batch.run("out");
    let before = batch.file("out/results.ndjson");
    let (code, stdout, stderr) = reviewed(&batch, "?\nr9c9=W\nF1M3/CM3 k5\ny\nk3\nw1cl k5\ny\nl\n", &["--strict"]);
    assert_eq!(code, 0, "{stderr}");
    let shown = "3 photos to check
table-1/Anna.jpg (Anna)
  OUT/review/table-1/Anna.jpg.review.jpg
  the total is only 91 % likely to be right; check the doubtful squares (r1c2 r2c2)
     1   2
  1  F1  L?
  2  C   L?
  r1c2: lake, no crown (91 %) or wheat, no crown
  r2c2: lake, no crown (91 %) or wheat, no crown
  F forest, L lake, C castle; figures are crowns; ? doubtful
";
    let in_order = [
        shown,
        "For the whole photo: a = all is right as it was read.",
        // These results contain no guesses about squares.
        "no kingdom was read here: type it in notation",
        "2 squares (mine, 3 crowns): the dominoes of Kingdomino have only 1 (r1c2 r2c2)",
        "count it anyway?",
        "counts 13 now",
        "2 photos to check\ntable-1/Ben.jpg (Ben)",
        "the photo shows 2 kingdoms, but one is needed",
        "  1  W1  C   L\n  W wheat\n",
        "the player's: k1-k2, or type it",
        "the numbers are 1 to 2",
        "the dominoes of Kingdomino cannot be laid like this",
        "counts 1 now",
        "1 photo to check\ntable-1/Cem.jpg (Cem)",
        "no grid found",
    ];
    let mut rest = stderr.as_str();
    for part in in_order {
        let (_, after) =
            rest.split_once(part).unwrap_or_else(|| panic!("`{part}` is missing, or not in its place:\n{stderr}"));
        rest = after;
    }
    insta::assert_snapshot!(stdout, @r"
    ┌──────┬────────┬───────┐
    │ rank ┆ player ┆ total │
    ╞══════╪════════╪═══════╡
    │    1 ┆ Anna   ┆    13 │
    │    2 ┆ Ben    ┆     1 │
    └──────┴────────┴───────┘
    1 photo was left out by a person and counts nowhere: table-1/Cem.jpg; to undo this, open it in a review and type u
    ");
    assert_eq!(batch.file("out/results.ndjson"), before);
    let corrections = kept_corrections(&batch.folder.path().join("out"));
    let answers = corrections["answers"].as_array().expect("answers");
    let photos = corrections["photos"].as_array().expect("photos");
    let anna = photos.iter().find(|photo| photo["photo"] == "table-1/Anna.jpg").expect("a photo");
    assert!(anna["marked"][0]["guesses"].is_object() && anna["marked"][0]["by_hand"].is_null(), "a typed kingdom");
    assert!(answers[0]["at"].as_u64() > Some(1_700_000_000));
}

#[test]
fn a_review_in_german_and_what_is_left_open() {
    let batch = Batch::new(&[("table-1/Anna.jpg", "F1L/CL k5?"), ("table-1/Cem.jpg", "dog")]);
    batch.run("out");
    let (code, stdout, stderr) = reviewed(&batch, "a\nj\n-\n", &["--strict", "--lang", "DE"]);
    assert_eq!(code, 3, "{stderr}");
    let parts = [
        "2 Fotos zu prüfen\ntable-1/Anna.jpg (Anna)",
        "die Gesamtpunktzahl stimmt nur mit 91 % Wahrscheinlichkeit; bitte prüfe die unsicheren Felder (r1c2 r2c2)",
        "r1c2: See, ohne Krone (91 %) oder Getreidefeld, ohne Krone",
        "3 Felder mit Landschaft: Dominosteine bedecken immer eine gerade Zahl von Feldern",
        "trotzdem zählen?",
        "zählt jetzt 1",
        "1 Foto zu prüfen\ntable-1/Cem.jpg (Cem)",
        "bleibt zu prüfen",
    ];
    for part in parts {
        assert!(stderr.contains(part), "{part}: {stderr}");
    }
    insta::assert_snapshot!(stdout, @r"
    ┌───────┬─────────┬────────┬────────────────────┐
    │ Platz ┆ Spieler ┆ Gesamt ┆ Bemerkung          │
    ╞═══════╪═════════╪════════╪════════════════════╡
    │    1? ┆ Anna    ┆      1 ┆                    │
    │     - ┆ Cem     ┆      - ┆ 1 Königreich fehlt │
    └───────┴─────────┴────────┴────────────────────┘
    Bitte ansehen:
      table-1/Cem.jpg (Cem): kein Königreich gefunden
    ");
    assert_eq!(reviewed(&batch, "q\n", &[]).0, 0);
}
