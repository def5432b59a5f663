//! The Court, worked out by hand.
//!
//! The points of the tiles are from `src/main/lua/decks/territories.lua` of the public repository
//! Acemond/Kingdomino, which agrees with `lib/models/extensions/lacour` of odrevet/kingdomino_score. Which
//! squares get resources and tiles is from `src/main/rules/the-court.txt` of Acemond/Kingdomino.

use crate::common::{NOTHING, kingdom};
use kingdom_scanner::audit::{Finding, findings};
use kingdom_scanner::domain::{CourtPiece, PadLine, Terrain};
use kingdom_scanner::formats::notation;
use kingdom_scanner::scoring::sheet::{ScoreSheet, total};

fn sheet(text: &str) -> ScoreSheet {
    let kingdom = kingdom(text);
    let sheet = ScoreSheet::new(&kingdom, &NOTHING, &[]);
    assert_eq!(sheet.total, total(&kingdom, &NOTHING, &[]), "{text}");
    sheet
}

/// The points on The Court's line of the score sheet; `None` if the sheet lacks the line.
fn court(text: &str) -> Option<i32> {
    sheet(text).points(PadLine::Court)
}

#[test]
fn four_characters_count_their_own_resource() {
    let own = [("farmer", 'W', 'F'), ("lumberjack", 'F', 'L'), ("fisherman", 'L', 'G'), ("shepherdess", 'G', 'W')];
    for (character, own, other) in own {
        let of = |squares: &[(char, &str)]| {
            let row: String = squares
                .iter()
                .map(|(letter, piece)| match (letter, *piece) {
                    ('C', _) => "C".to_owned(),
                    (letter, "") => letter.to_string(),
                    (letter, piece) => format!("{letter}[{piece}]"),
                })
                .collect();
            court(&format!("{row} k7"))
        };
        assert_eq!(of(&[('S', character), ('C', "")]), Some(3), "{character}: alone");
        assert_eq!(of(&[(own, "resource"), ('S', character), ('C', "")]), Some(6), "{character}: one beside it");
        assert_eq!(
            of(&[(own, "resource"), ('S', character), (own, "resource"), ('C', "")]),
            Some(9),
            "{character}: two"
        );
        assert_eq!(of(&[(other, "resource"), ('S', character), ('C', "")]), Some(3), "{character}: another's");
        assert_eq!(of(&[(own, "resource"), ('S', ""), ('S', character), ('C', "")]), Some(3), "{character}: too far");
        // A square of the character's terrain does not count without its resource.
        assert_eq!(of(&[(own, ""), ('S', character), ('C', "")]), Some(3), "{character}: spent");
    }
}

/// The farmer has 3 points, and 3 more for each of the eight resources around it.
#[test]
fn the_eight_squares_around_count() {
    let full =
        "W[resource]W[resource]W[resource]/W[resource]W[farmer]W[resource]/W[resource]W[resource]W[resource]/C.. k5";
    assert_eq!(court(full), Some(27));
}

#[test]
fn the_merchant_counts_all_resources() {
    for (text, expected) in [
        ("S[merchant]C k5", 2),
        ("S[merchant]W[resource]C/F[resource]L[resource]. k5", 8),
        ("S[merchant]SW[resource]C k5", 2),
        ("G[resource]S[merchant]G[resource]C q5", 6),
    ] {
        assert_eq!(court(text), Some(expected), "{text}");
    }
}

#[test]
fn the_king_counts_crowns() {
    for (text, expected) in [
        ("S[king]C k5", 0),
        ("S[king]M3C/W1G2. k5", 6),
        // The king counts a building's crown, but not a crown under a giant.
        ("S[king]W[court-building]C k5", 1),
        ("S[king]M3[giant]C kg5", 2),
        ("S[king]T[queens-tower]C q5", 1),
    ] {
        assert_eq!(court(text), Some(expected), "{text}");
    }
}

#[test]
fn the_queen_of_the_court_counts_characters() {
    for (text, expected) in [
        ("S[court-queen]C k5", 2),
        // The queen has 2 points and 2 for one character, the archer, who has 4.
        ("S[court-queen]S[archer]C k5", 8),
        // The queen has 2 points and 2 for each of two characters; the archer has 4, and the farmer 3. The
        // building is not a character.
        ("S[court-queen]S[archer]C/W[farmer]W[court-building]. k5", 13),
        // Queendomino's Queen is not a character, either.
        ("S[court-queen]L[queen]C q5", 2),
    ] {
        assert_eq!(court(text), Some(expected), "{text}");
    }
}

#[test]
fn the_captain_counts_warriors() {
    for (text, expected) in [
        ("S[captain]C k5", 1),
        // The captain has 1 point and 3 for one warrior, the archer, who has 4.
        ("S[captain]S[archer]C k5", 8),
        // The captain has 1 point and 3 for each of three warriors, who have 3, 3 and 4.
        ("S[captain]S[archer]C/W[axe-warrior]W[sword-warrior]. k5", 20),
        // The captain has 1 point. The farmer, who has 3, is not a warrior.
        ("S[captain]W[farmer]C k5", 4),
    ] {
        assert_eq!(court(text), Some(expected), "{text}");
    }
}

#[test]
fn warriors_score_the_same_everywhere() {
    for (warrior, expected) in [("axe-warrior", 3), ("sword-warrior", 3), ("archer", 4)] {
        for text in ["W[#]C k5", "M[#]W1C/M3S2. k5", "C/T[#] q5"] {
            assert_eq!(court(&text.replace('#', warrior)), Some(expected), "{warrior}");
        }
    }
}

#[test]
fn buildings_add_crowns() {
    for (text, expected) in [
        // Wheat 2 x 1, grassland 3 x 2, and swamp 2 x (1 + 1).
        ("WW[court-building]C k5", 2),
        ("G[great-court-building]GGC k5", 6),
        ("S[court-building]S1C k5", 4),
        // With a giant on the building, wheat scores 2 x 0.
        ("WW[court-building,giant]C kg5", 0),
    ] {
        let sheet = sheet(text);
        assert_eq!(sheet.total, expected, "{text}");
        assert_eq!(sheet.points(PadLine::Court), None, "{text}");
    }
}

#[test]
fn pieces_lie_where_they_may() {
    for (text, problem) in [
        ("W1[resource]C k5", "`resource` can only be on a square without a printed crown"),
        ("S[resource]C k5", "`resource` cannot be on swamp"),
        ("M[court-building]C k5", "`court-building` cannot be on mine"),
        ("F1[farmer]C k5", "`farmer` can only be on a square without a printed crown"),
        ("T[church,farmer]C q5", "cannot be on one square"),
        ("W[farmer,resource]C k5", "one piece of The Court"),
        ("W[famer]C k5", "did you mean `farmer`?"),
    ] {
        let error = notation::parse(text).expect_err(text).to_string();
        assert!(error.contains(problem), "{text}: {error}");
    }
}

#[test]
fn no_more_tiles_than_the_box_holds() {
    let too_many = |text: &str| {
        findings(&kingdom(text), &NOTHING).into_iter().find_map(|finding| match finding {
            Finding::TooManyOfTheCourt { piece, squares, .. } => Some((piece, squares.len())),
            _ => None,
        })
    };
    assert_eq!(too_many("W[archer]W[archer]C k5"), None);
    assert_eq!(too_many("W[archer]W[archer]W[archer]C k5"), Some((CourtPiece::Archer, 3)));
    assert_eq!(too_many("W[king]W[king]C k5"), Some((CourtPiece::King, 2)));
    assert_eq!(kingdom("W[resource]C k5").bits().resources(), kingdom("WC k5").bits().land(Terrain::Wheat));
}

/// Buildings by terrain, from `laCourGameSet` in `lib/models/extensions/lacour/lacour.dart` of
/// odrevet/kingdomino_score. Wheat, forest and lake have three buildings of one crown each; grassland and
/// swamp have one of one crown and one of two crowns each.
#[test]
fn buildings_are_made_for_one_terrain_each() {
    let too_many = |text: &str| {
        let findings = findings(&kingdom(text), &NOTHING).into_iter();
        let of_court = findings.filter(|finding| matches!(finding, Finding::TooManyOfTheCourt { .. }));
        of_court.map(|finding| finding.to_string()).collect::<Vec<_>>()
    };
    let row =
        |letter: char, building: &str, count: usize| format!("{}C k7", format!("{letter}[{building}]").repeat(count));
    for (letter, terrain, one, two) in [
        ('W', "wheat", 3, 0),
        ('F', "forest", 3, 0),
        ('L', "lake", 3, 0),
        ('G', "grassland", 1, 1),
        ('S', "swamp", 1, 1),
    ] {
        for (building, name, copies) in
            [("court-building", "court building", one), ("great-court-building", "great court building", two)]
        {
            assert_eq!(too_many(&row(letter, building, copies)), [""; 0], "{building} on {terrain}");
            let tiles = copies + 1;
            let expected =
                format!("{tiles} {name} tiles on {terrain}: the box of The Court holds {copies} for this terrain");
            assert_eq!(too_many(&row(letter, building, tiles)), [expected]);
        }
    }
    // One building on each of the five terrains is within the box's numbers.
    assert_eq!(
        too_many("W[court-building]F[court-building]L[court-building]G[court-building]S[court-building]C k7"),
        [""; 0]
    );
}
