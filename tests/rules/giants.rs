//! Age of Giants, worked out by hand.
//!
//! The dominoes are from `src/main/lua/decks/territories.lua` of the public repository Acemond/Kingdomino.
//! That a giant covers one crown, which then does not score, is from its `src/main/rules/age-of-giants.txt`,
//! and from `lib/models/land.dart` of odrevet/kingdomino_score.

use crate::common::{NOTHING, kingdom};
use kingdom_scanner::audit::{Finding, Verdict, audit, findings};
use kingdom_scanner::domain::{Game, KingdomError, Place, Variant};
use kingdom_scanner::formats::{NotationError, notation, parse_json};
use kingdom_scanner::scoring::sheet::{ScoreSheet, total};

fn points(text: &str, variants: &[Variant]) -> i32 {
    let kingdom = kingdom(text);
    let sheet = ScoreSheet::new(&kingdom, &NOTHING, variants);
    assert_eq!(sheet.total, total(&kingdom, &NOTHING, variants), "{text}");
    sheet.total
}

#[test]
fn a_crown_under_a_giant_does_not_count() {
    for (text, expected) in [
        // The giant covers the only crown of two squares.
        ("W1[giant]WC kg5", 0),
        // The giant leaves two of three crowns: 2 x 2.
        ("M3[giant]MC kg5", 4),
        // Two giants leave one crown, and there is another: 2 x (1 + 1).
        ("M3[giant*2]M1C kg5", 4),
        // Under the giant, the grassland scores 3 x (1 + 1). The lake without a giant scores 1 x 1.
        ("G2[giant]G1GC/...L1 kg5", 7),
        // The same without giants: 3 x 3 + 1.
        ("G2G1GC/...L1 kg5", 10),
        // The giant covers the crown of a Queendomino building, in a town of two squares.
        ("T[queens-tower]TC qg5", 2),
        ("T[queens-tower,giant]TC qg5", 0),
    ] {
        assert_eq!(points(text, &[]), expected, "{text}");
    }
}

#[test]
fn quests_leave_covered_crowns_out() {
    for (text, quest, expected) in [
        // Without a giant 3 x 3 + 10; with the giant on a crown of the line only 3 x 2; with the giant on one
        // of two crowns again 3 x 3 + 10.
        ("M1M1M1C kg5", Variant::FolieDesGrandeurs, 19),
        ("M1M1[giant]M1C kg5", Variant::FolieDesGrandeurs, 6),
        ("M1M2[giant]M1C kg5", Variant::FolieDesGrandeurs, 19),
        // Five squares whose only crown is covered are bleak; six with one crown left are not: 6 x 1.
        ("WWWWW1[giant]/C.... kg5", Variant::BleakKing, 10),
        ("WWWWW1/C.... kg5", Variant::BleakKing, 5),
        ("WWWWW2[giant]/C...W kg5", Variant::BleakKing, 6),
    ] {
        assert_eq!(points(text, &[quest]), expected, "{text}");
    }
}

#[test]
fn its_dominoes_are_in_the_box() {
    let names = |text: &str| {
        let audit = audit(&kingdom(text), &NOTHING);
        assert_eq!(audit.verdict(), Verdict::Possible, "{text}: {:?}", audit.findings);
        audit.certain.iter().flat_map(|certain| certain.domino_names(audit.game)).collect::<Vec<_>>()
    };
    assert_eq!(names("W2F1C kg5"), ["49"]);
    assert_eq!(names("CL2G1 qg5"), ["51"]);
    // Domino 46 or 47 of Kingdomino has a mine with two crowns and a swamp without one; 54 has a swamp with
    // one.
    assert_eq!(names("S1M2C kg5"), ["54"]);
    // A mine without a crown is paired with wheat in Kingdomino's box, with grassland in Age of Giants'.
    assert_eq!(names("MGC kg5"), ["D"]);
    assert!(matches!(findings(&kingdom("MGC k5"), &NOTHING)[..], [Finding::NoTiling { .. }]));
    // The box has only one wheat square with two crowns.
    let two = findings(&kingdom("W2F1C/W2F1. kg5"), &NOTHING);
    assert!(matches!(two[..], [Finding::MoreThanTheBox { in_the_box: 1, .. }, ..]), "{two:?}");
}

#[test]
fn six_giants_are_in_the_box() {
    let six = "M3[giant*3]M2[giant*2]C/W1[giant].. kg5";
    let seven = "M3[giant*3]M2[giant*2]C/W1[giant]W1[giant]. kg5";
    let giants =
        |text: &str| findings(&kingdom(text), &NOTHING).into_iter().find(|f| matches!(f, Finding::TooManyGiants(_)));
    assert_eq!(giants(six), None);
    assert_eq!(giants(seven), Some(Finding::TooManyGiants(7)));
}

#[test]
fn giants_need_crowns_and_their_expansion() {
    for text in ["W1[giant]C k5", "W2C k5", "L2C q5", "F1[giant]C r7"] {
        let error = notation::parse(text).expect_err(text);
        assert!(matches!(error, NotationError::Kingdom(KingdomError::NotWithoutGiants { .. })), "{text}: {error:?}");
        assert!(error.to_string().contains("kingdomino-age-of-giants"), "{error}");
    }
    for (text, problem) in [
        ("W[giant]C kg5", "1 giant on 0 crowns: each giant covers a crown, so there cannot be more giants than crowns"),
        ("M1[giant*2]C kg5", "2 giants on 1 crown"),
        ("M3[giant*7]C kg5", "1 to 6 giants are allowed"),
        ("M3[giant,giant]C kg5", "one number of giants"),
        ("W3C kg5", "a wheat square has 0 to 2"),
        ("TC kg5", "towns, buildings"),
    ] {
        let error = notation::parse(text).expect_err(text).to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn notation_and_json_tell_the_same() {
    let json = r#"{"game": "kingdomino-age-of-giants", "size": 5, "squares": [["wheat:2+giant", "castle", "mine:3+giant*2"]]}"#;
    let from_json = parse_json(json).expect("a kingdom").record.kingdom;
    let from_notation = kingdom("W2[giant]CM3[giant*2] kg5");
    assert_eq!(from_json, from_notation);
    assert_eq!(from_json.game(), Game::KingdominoAgeOfGiants);
    assert_eq!(notation::write(&from_json), "W2[giant]CM3[giant*2] kg5");
    assert_eq!(from_json.squares()[Place::new(0, 2)].counting_crowns(), 1);
}
