//! The 17 quests of Age of Giants, worked out by hand.
//!
//! The points are from `src/main/rules/quests.txt` of the public repository Acemond/Kingdomino. Two rules are
//! from boardgamegeek's threads 2040636 and 2032948: two lines of the Folie des grandeurs share at most one
//! square, and ten bleak squares still count once.

use crate::common::kingdom;
use crate::reference_scorer::most_lines;
use kingdom_scanner::domain::{Facts, Game, Grid, GridSize, Kingdom, PadLine, Square, Terrain, Variant};
use kingdom_scanner::formats::notation;
use kingdom_scanner::scoring::assumptions::{notes, open_rules};
use kingdom_scanner::scoring::sheet::{Part, ScoreSheet, total};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn points(kingdom: &Kingdom, quest: Variant) -> i32 {
    let sheet = ScoreSheet::new(kingdom, &Facts::default(), &[quest]);
    sheet.points(PadLine::Bonus).expect("a bonus was agreed on")
}

/// Three kingdoms, and the points of each quest in them.
#[test]
fn every_quest_in_three_kingdoms() {
    // The castle is in the middle, and no square is empty. Around the castle: F, L, G above, W and M beside
    // it, L, L, M below. Corners: W, L, G, F. No three crowns are in line, and no large territory lacks a
    // crown.
    let full = kingdom("W1WFF1L/WF1LGG/SWCM1G1/S1LL1MF/GGWFF k5");
    // The castle is at the upper left corner; around it M, S, S. The other corners: M, M, S. Lines of crowns:
    // the row of four mines (one line), the column of three swamps, and r1c2 r2c3 r3c4. There are six lakes
    // without a crown.
    let cornered = kingdom("CM2M1M1M1/S1SW1FF/S1WWF1F/S1LLLG/MLLLS k5");
    // The kingdom has four rows. Around the castle at r2c2: six W and two F. Corners of the rows laid: W, G,
    // S, L. The four crowns in the last row are one line. Five W in a ring and five L have no crown; the
    // sixth W is separate.
    let holes = kingdom("WWW.G/WCWLL/F1WFLL/S1M3S2G1L k5");
    use Variant::*;
    let expected = [
        (Harmony, [5, 5, 0]),
        (MiddleKingdom, [10, 0, 0]),
        (LocalBusinessWheat, [5, 0, 30]),
        (LocalBusinessForest, [5, 0, 10]),
        (LocalBusinessLake, [15, 0, 0]),
        (LocalBusinessGrassland, [5, 0, 0]),
        (LocalBusinessSwamp, [0, 10, 0]),
        (LocalBusinessMine, [10, 5, 0]),
        (FourCornersWheat, [5, 0, 5]),
        (FourCornersForest, [5, 0, 0]),
        (FourCornersLake, [5, 0, 5]),
        (FourCornersGrassland, [5, 0, 5]),
        (FourCornersSwamp, [0, 5, 5]),
        (FourCornersMine, [0, 10, 0]),
        (LostCorner, [0, 20, 0]),
        (FolieDesGrandeurs, [0, 30, 10]),
        (BleakKing, [0, 10, 20]),
    ];
    assert!(expected.iter().map(|(quest, _)| *quest).eq(Variant::bonuses()));
    for (quest, expected) in expected {
        assert_eq!([&full, &cornered, &holes].map(|kingdom| points(kingdom, quest)), expected, "{}", quest.id());
    }
}

#[test]
fn two_lines_share_one_square_at_most() {
    for (text, expected) in [
        ("M1M1M1C k5", 10),
        // A second line, of the last three mines, would share two squares with the first.
        ("M1M1M1M1C k5", 10),
        // The two lines share the third mine.
        ("M1M1M1M1M1/C.... k5", 20),
        ("M1M1M1M1M1M1M1/C...... k7", 30),
        // A row and a column share a square.
        ("M1M1M1/M1CM/M1.. k5", 20),
        // All eight lines of a square of nine: three rows, three columns, two diagonals.
        ("W1W1W1/W1W1W1/W1W1W1/C.. k5", 80),
        // The castle and an empty square are not crowns.
        ("M1M1CM1/M1M1.M1 k5", 0),
    ] {
        assert_eq!(points(&kingdom(text), Variant::FolieDesGrandeurs), expected, "{text}");
    }
}

#[test]
fn lines_are_named_one_by_one() {
    let sheet = ScoreSheet::new(
        &kingdom("M1M1M1M1M1/C.... k5"),
        &Facts::default(),
        &[Variant::FolieDesGrandeurs, Variant::BleakKing],
    );
    let bonus = sheet.lines.iter().find(|line| line.line == PadLine::Bonus).expect("a bonus was agreed on");
    let Part::Bonus { counted, .. } = &bonus.parts[0] else { panic!("{:?}", bonus.parts) };
    let lines: Vec<String> = counted.iter().map(|line| kingdom_scanner::domain::compact(line)).collect();
    assert_eq!(lines, ["r1c1-c3", "r1c3-c5"]);
}

#[test]
fn bleak_territories() {
    for (text, expected) in [
        ("WWWWC k5", 0),
        ("WWWW/CWFF/..FF k5", 10),
        ("WWWW/WFFC/.FFF k5", 20),
        // Ten squares are still only one territory.
        ("GGGGG/GGGGG/C.... k5", 10),
        // The first kingdom's lake has a crown. Swamps and mines do not count for the quest.
        ("LLLL1L/CSSSS/..SMM/..MMM k5", 0),
        ("LLLLL/CSSSS/..SMM/..MMM k5", 10),
        ("TTTTT/C.... q5", 0),
    ] {
        assert_eq!(points(&kingdom(text), Variant::BleakKing), expected, "{text}");
    }
}

/// The Queen counts as a crown on her territory (Queendomino's rule sheets), so that territory is not bleak:
/// our ruling.
#[test]
fn the_queens_territory_is_not_bleak() {
    let with_queen = Facts { queen: Some(true), ..Facts::default() };
    let quest = [Variant::BleakKing];
    for (text, expected, spoilt) in [
        // The Queen's territory has five squares and her crown, so it scores 5 instead of the quest's 10.
        ("WWWWW/C.... q5", 5, true),
        // Of the two largest territories, the Queen chooses the one where she spoils no quest: 5 x (1 + her
        // crown), and 10 for the wheat.
        ("WWWWW/C.F1FF/...FF q5", 20, false),
        // Both of the largest territories are bleak: the one without the Queen still counts.
        ("WWWWW/C.FFF/...FF q5", 15, true),
        // If her piece is in the kingdom, it decides which of the largest territories has her.
        ("WWWWW[queen]/C.F1FF/...FF q5", 10, true),
        // The Queen is on the larger town territory, so the wheat stays bleak.
        ("WWWWW/C.TTT/..TTT q5", 16, false),
    ] {
        let kingdom = kingdom(text);
        let sheet = ScoreSheet::new(&kingdom, &with_queen, &quest);
        assert_eq!(sheet.total, expected, "{text}");
        assert_eq!(total(&kingdom, &with_queen, &quest), expected, "{text}");
        let open = open_rules(&kingdom, &with_queen, &quest);
        assert_eq!(open.iter().any(|note| note.to_string().contains("Bleak King: the Queen")), spoilt, "{text}");
        assert_eq!(open_rules(&kingdom, &with_queen, &[]), [], "{text}");
    }
    // If her visit is not given, a note says how many points she would change.
    let bleak = kingdom("WWWWW/C.... q5");
    let assumed = notes(&bleak, &Facts::default(), &quest);
    assert!(assumed.iter().any(|note| note.to_string().ends_with("here she would score -5 points")), "{assumed:?}");
}

/// In a kingdom smaller than the grid, the corners are those of the rows and columns laid.
#[test]
fn corners_of_small_kingdoms() {
    for (text, quest, expected) in [
        ("WC k5", Variant::LostCorner, 20),
        ("W/C/W k5", Variant::LostCorner, 0),
        (".W/CW k5", Variant::LostCorner, 20),
        ("WC/W. k5", Variant::FourCornersWheat, 10),
        ("W/C/W k5", Variant::FourCornersWheat, 10),
        ("C.W/WW. k5", Variant::FourCornersWheat, 10),
    ] {
        assert_eq!(points(&kingdom(text), quest), expected, "{text}");
    }
}

/// Counting lines greedily, one after the other, gives as many as trying all choices.
#[test]
fn lines_of_10_000_kingdoms_equal_a_search_of_all_choices() {
    let mut dice = ChaCha8Rng::seed_from_u64(17);
    let mut with_lines = 0;
    for _ in 0..10_000 {
        let (wide, size) = if dice.random() { (5, GridSize::Five) } else { (7, GridSize::Seven) };
        let crowned = dice.random_range(0.2..1.0);
        let squares = Grid::from_fn(wide, wide, |_| Square::land(Terrain::Wheat, u8::from(dice.random_bool(crowned))));
        let crowns: Vec<(i32, i32)> = squares
            .iter()
            .filter(|(_, square)| square.crowns() > 0)
            .map(|(place, _)| (place.row as i32, place.col as i32))
            .collect();
        let kingdom = Kingdom::new(Game::Kingdomino, size, squares).expect("a kingdom");
        let lines = most_lines(&crowns) as i32;
        with_lines += i32::from(lines > 0);
        assert_eq!(points(&kingdom, Variant::FolieDesGrandeurs), 10 * lines, "{}", notation::write(&kingdom));
    }
    assert!(with_lines > 5_000, "{with_lines}");
}
