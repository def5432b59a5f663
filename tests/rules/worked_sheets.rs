//! Score sheets worked out by hand, each with the rule that it demonstrates.
//!
//! The rule sheets, by the names used here:
//! - Queendomino: the German sheet (2017); also the Romanian one and an English summary where they are named.
//! - Kingdomino: the German sheets of 2016 (in a bag) and 2017 (in a tower), which agree on these rules.

use crate::common::{EXAMPLE, EXAMPLE_UNSEEN, NOTHING, kingdom};
use kingdom_scanner::domain::{Facts, PadLine, Variant};
use kingdom_scanner::scoring::sheet::{Line, Part, ScoreSheet, total};

const QUEEN: Facts = Facts { queen: Some(true), ..NOTHING };
const BOTH_BONUSES: [Variant; 2] = [Variant::Harmony, Variant::MiddleKingdom];

fn coins(coins: u16) -> Facts {
    Facts { coins: Some(coins), ..NOTHING }
}

fn knights_in_supply(knights: u16) -> Facts {
    Facts { knights_in_supply: Some(knights), ..NOTHING }
}

fn sheet(text: &str, unseen: &Facts, variants: &[Variant]) -> ScoreSheet {
    let kingdom = kingdom(text);
    let sheet = ScoreSheet::new(&kingdom, unseen, variants);
    assert_eq!(total(&kingdom, unseen, variants), sheet.total, "{text}: the total without its lines");
    sheet
}

/// The lines that score, and the total: `wheat 4, lake 6: 10`.
fn points_with(text: &str, unseen: &Facts, variants: &[Variant]) -> String {
    let sheet = sheet(text, unseen, variants);
    let scoring = sheet.lines.iter().filter(|line| line.points != 0);
    let lines: Vec<String> = scoring.map(|line| format!("{} {}", line.line.id(), line.points)).collect();
    format!("{}: {}", lines.join(", "), sheet.total)
}

/// [`points_with`] without facts and variants.
fn points(text: &str) -> String {
    points_with(text, &NOTHING, &[])
}

fn ids(text: &str, variants: &[Variant]) -> Vec<&'static str> {
    sheet(text, &NOTHING, variants).lines.iter().map(|line| line.line.id()).collect()
}

/// A line with the parts of its points.
fn worked_out(line: &Line) -> String {
    let parts: Vec<String> = line.parts.iter().map(part_worked_out).collect();
    format!("{} {}: {}", line.line.id(), line.points, parts.join("; "))
}

fn part_worked_out(part: &Part) -> String {
    match part {
        Part::Coins { coins } => format!("{coins} coins"),
        Part::Territory { squares, crowns, queen, .. } => {
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            format!("{} x {crowns}{}", squares.join(" "), if *queen { " and the queen" } else { "" })
        }
        Part::Building { building, square, count, each } => format!("{building} at {square} {count} x {each}"),
        Part::Character { character, square, base, count, each } => {
            format!("{character} at {square} {base} + {count} x {each}")
        }
        Part::Bonus { variant, points, .. } => format!("{} {points}", variant.id()),
    }
}

/// All lines of the sheet, with their parts.
fn all_worked_out(text: &str, unseen: &Facts, variants: &[Variant]) -> Vec<String> {
    sheet(text, unseen, variants).lines.iter().map(worked_out).collect()
}

/// Queendomino, "Wertungsbeispiel": 71 prestige points, in the pad's order.
///
/// 11 : 3 = 3; 3 x 1 = 3; 1 x 1 + 2 x 1 + 1 x 0 = 3; 3 x 2 = 6; 4 x (3 + 1) = 16; 1 x 1 = 1; 3 x 4 = 12; no
/// crown in four towns; 3 forests x 2 = 6; 4 towns x 2 = 8; 3 towers x 1 = 3; 2 + 3 + 5 = 10. 3 + 3 + 3 + 6 +
/// 16 + 1 + 12 + 0 + 6 + 8 + 3 + 10 = 71.
#[test]
fn the_published_example_scores_71() {
    let lines = [
        "coins 3: 11 coins",
        "wheat 3: r1c2 r1c3 r2c3 x 1",
        "forest 3: r1c1 x 1; r1c4 r1c5 x 1; r4c1 x 0",
        "lake 6: r2c5 r3c4 r3c5 x 2",
        "grassland 16: r5c1 r5c2 r5c3 r5c4 x 3 and the queen",
        "swamp 1: r4c3 x 1",
        "mine 12: r2c1 r2c2 r3c2 x 4",
        "town 0: r2c4 x 0; r3c1 x 0; r4c2 x 0; r4c4 r4c5 r5c5 x 0",
        "sawmill 6: sawmill at r2c4 3 x 2",
        "church 8: church at r3c1 4 x 2",
        "travelling-castle 3: travelling-castle at r4c2 3 x 1",
        "fixed-points 10: large-tavern at r4c4 1 x 2; watchtower at r5c5 1 x 3; statue at r4c5 1 x 5",
    ];
    assert_eq!(all_worked_out(EXAMPLE, &EXAMPLE_UNSEEN, &[]), lines);
    assert_eq!(sheet(EXAMPLE, &EXAMPLE_UNSEEN, &[]).total, 71);
}

/// The same example, but instead of being given, the Queen's visit is shown by her piece on the grassland.
/// Only the coins are given.
#[test]
fn the_queen_that_is_seen_counts_as_the_queen_that_is_given() {
    let seen = EXAMPLE.replace("G2GGG1", "G2GG[queen]G1");
    assert_eq!(all_worked_out(&seen, &coins(11), &[]), all_worked_out(EXAMPLE, &EXAMPLE_UNSEEN, &[]));
    // Without the Queen, the grassland scores 4 less than 16.
    assert_eq!(sheet(EXAMPLE, &coins(11), &[]).total, 67);
}

/// No sheet of Queendomino mentions Harmony or Middle Kingdom. The example's grid is full and its castle in
/// the centre, so both would pay if they were agreed on: 71 + 5 + 10 = 86.
#[test]
fn the_example_gets_a_bonus_only_when_it_was_agreed_on() {
    assert_eq!(sheet(EXAMPLE, &EXAMPLE_UNSEEN, &[]).points(PadLine::Bonus), None);
    assert_eq!(sheet(EXAMPLE, &EXAMPLE_UNSEEN, &[Variant::Dynasty]).points(PadLine::Bonus), None);
    let agreed = sheet(EXAMPLE, &EXAMPLE_UNSEEN, &BOTH_BONUSES);
    assert_eq!(agreed.lines.last().map(worked_out), Some("bonus 15: harmony 5; middle-kingdom 10".to_owned()));
    assert_eq!(agreed.total, 86);
}

/// The lines are those of the sheets' score pads. Kingdomino 2017: six terrains and "Sonderpunkte".
/// Queendomino's "Wertungsbeispiel": coins, seven terrains, the buildings, and the fixed points in their last
/// row.
#[test]
fn the_pads_lines_stand_in_their_order() {
    let terrains = ["wheat", "forest", "lake", "grassland", "swamp", "mine"];
    assert_eq!(ids("C k5", &[]), [&terrains[..], &["bonus"]].concat());
    for game in ["q5", "r7"] {
        let pad = [&["coins"], &terrains[..], &["town", "fixed-points"]].concat();
        assert_eq!(ids(&format!("C {game}"), &[]), pad);
        assert_eq!(ids(&format!("C {game}"), &[Variant::Harmony]), [&pad[..], &["bonus"]].concat());
    }
}

// Rules about territories: "Spielende" in Kingdomino 2016 and 2017, and "Gebiete" in Queendomino's
// "Spielende" say the same.

/// Rule: the number of squares times the number of crowns. Wheat 4 x 1, lake 3 x (1 + 1), mine 2 x (1 + 3).
#[test]
fn a_territory_scores_squares_times_crowns() {
    for game in ["k5", "q5", "r5"] {
        assert_eq!(points(&format!("WWW1W/L1CM1M3/LL1.. {game}")), "wheat 4, lake 6, mine 8: 18");
    }
}

/// Rule: a territory without a crown scores no points. It is still on the sheet: forest 13 x 0.
#[test]
fn a_territory_without_a_crown_scores_nothing() {
    let text = "FFFFF/FFCFF/FF.FF k5";
    assert_eq!(points(text), ": 0");
    assert!(all_worked_out(text, &NOTHING, &[])[1].ends_with(" r3c4 r3c5 x 0"));
}

/// Rule: separate territories of one terrain count separately. 2 x 1 + 2 x 2 + 1 x 0 = 6; as one territory
/// they would score 5 x 3 = 15.
#[test]
fn territories_of_one_terrain_score_one_by_one() {
    assert_eq!(points("G1GCG2/L.LG/L.GL k5"), "grassland 6: 6");
}

/// Rule: squares connect horizontally and vertically. Swamp scores 1 x 2 + 1 x 1 (if diagonals joined, 2 x
/// 3), lake 1 x 0 + 1 x 0 + 1 x 1.
#[test]
fn diagonal_squares_do_not_join() {
    assert_eq!(points("S2L/LS1/CL1 k5"), "lake 1, swamp 3: 4");
}

/// Rule: the start square belongs to no terrain. Wheat scores 2 x 1 + 2 x 0; if the castle joined them, 4 x 1
/// or 5 x 1.
#[test]
fn the_castle_joins_nothing_and_has_no_size() {
    assert_eq!(points("W1WCWW k5"), "wheat 2: 2");
    // The castle does not join territories for the Queen, either: the largest has 2 squares, 2 x (1 + 1).
    assert_eq!(points_with("W1WCWW q5", &QUEEN, &[]), "wheat 4: 4");
}

/// Rule: a kingdom may be incomplete. A hole joins nothing: lake 3 x 1 + 3 x 2 = 9.
#[test]
fn holes_join_nothing() {
    assert_eq!(points("L1.L/LCL/L1.L1 k5"), "lake 9: 9");
}

/// A whole 5x5. Wheat: r1c1 r1c2 r2c1, 3 x 1; r4c5 and r5c1 r5c2 without a crown. Forest: r1c3 r1c4 r1c5
/// r2c4, 4 x 2. Lake: 3 x 0. Grassland: r2c5 r3c4 r3c5, 3 x 1; r5c4 r5c5, 2 x 2. Swamp: r3c1 r4c1 r4c2, 3 x
/// 2. Mine: r4c3 r4c4 r5c3, 3 x 3. Sum 3 + 8 + 7 + 6 + 9 = 33.
const FULL_FIVE: &str = "W1WFF1F/WLLF1G/SLCGG1/S2SMM2W/WWM1GG2 k5";
const FULL_FIVE_POINTS: &str = "wheat 3, forest 8, grassland 7, swamp 6, mine 9";

/// Rule: the points of all territories are added up.
#[test]
fn a_whole_five() {
    assert_eq!(points(FULL_FIVE), format!("{FULL_FIVE_POINTS}: 33"));
    let lines = all_worked_out(FULL_FIVE, &NOTHING, &[]);
    assert_eq!(lines[0], "wheat 3: r1c1 r1c2 r2c1 x 1; r4c5 x 0; r5c1 r5c2 x 0");
    assert_eq!(lines[6], "bonus 0: ");
}

/// A whole 7x7 of the Mighty Duel.
///
/// Wheat: above r1c1 r1c2 r1c3 r2c1 r2c2, 5 x 1; below r5c3 r5c4 r6c3 r6c4 r7c4 r7c5, 6 x 1. Forest: above
/// r1c4 r1c5 r2c3 r2c4 r3c3 r4c3, 6 x 1; below r6c1 r6c2 r7c1 r7c2 r7c3, 5 x 1. Lake: above r1c6 r1c7 r2c5
/// r2c6 r2c7 r3c6, 6 x 1; below r6c5 r6c6 r6c7 r7c6 r7c7, 5 x 1. Grassland: r3c1 to r5c2, 6 x (2 + 1). Swamp:
/// r3c4 r3c5 r4c5 r5c5, 4 x (1 + 2). Mine: r3c7 r4c6 r4c7 r5c6 r5c7, 5 x (1 + 2). Sum 11 + 11 + 11 + 18 + 12
/// + 15 = 78.
const FULL_SEVEN: &str = "WWWFFLL/WW1FF1LL1L/GGFSSLM/G2GFCS1M1M/GG1WWS2M2M/FFW1WLLL1/F1FFWWLL k7";
const FULL_SEVEN_POINTS: &str = "wheat 11, forest 11, lake 11, grassland 18, swamp 12, mine 15";

/// Kingdomino 2016 and 2017, "Varianten": variants can be freely combined. "Das große Duell" is played on
/// 7x7; "Harmonie" pays 5 for a complete kingdom, "Reich der Mitte" 10 for a castle in the centre: 78 + 15.
#[test]
fn a_whole_seven_of_the_mighty_duel_with_both_bonuses() {
    assert_eq!(points(FULL_SEVEN), format!("{FULL_SEVEN_POINTS}: 78"));
    assert_eq!(points_with(FULL_SEVEN, &NOTHING, &BOTH_BONUSES), format!("{FULL_SEVEN_POINTS}, bonus 15: 93"));
}

/// Rule, "Harmonie": every domino was laid, so no square of the grid is empty. The castle's square counts as
/// filled.
#[test]
fn harmony_needs_every_square_of_the_grid() {
    let harmony = |text: &str| points_with(text, &NOTHING, &[Variant::Harmony]);
    assert_eq!(harmony(FULL_FIVE), format!("{FULL_FIVE_POINTS}, bonus 5: 38"));
    // With a hole in the lake, which had no points, there is no bonus.
    assert_eq!(harmony(&FULL_FIVE.replacen('L', ".", 1)), format!("{FULL_FIVE_POINTS}: 33"));
    // On 7x7 the same squares leave 24 squares of the grid empty.
    assert_eq!(harmony(&FULL_FIVE.replace("k5", "k7")), format!("{FULL_FIVE_POINTS}: 33"));
    // A 4x5 kingdom without gaps does not fill the grid: 19 x 0, and no bonus.
    assert_eq!(harmony("WWWWW/WWCWW/WWWWW/WWWWW k5"), ": 0");
    // A hole in the corner takes a wheat square away: wheat scores 4 x 1 + 6 x 1 = 10, which makes 77 in all,
    // without a bonus.
    let (hole, rest) = (FULL_SEVEN.replacen('W', ".", 1), FULL_SEVEN_POINTS.replace("wheat 11", "wheat 10"));
    assert_eq!(harmony(&hole), format!("{rest}: 77"));
}

/// Rule, "Reich der Mitte": the kingdom need not be complete. No sheet says where the centre of an incomplete
/// kingdom is. Our ruling: the castle has as many spanned rows above it as below, and as many spanned columns
/// to the left as to the right.
#[test]
fn the_middle_is_that_of_the_spanned_rows_and_columns() {
    let bonus = |text: &str| sheet(text, &NOTHING, &[Variant::MiddleKingdom]).points(PadLine::Bonus);
    let in_the_middle = [
        FULL_FIVE,
        // Holes do not matter, not even in the corners.
        ".W./WCW/.W. k5",
        "WCW k5",
        "C k5",
        // Empty rows and columns around the kingdom are not spanned.
        "...../WCW../..... k5",
        // 3x5: one row above and below, two columns left and right.
        "WWWWW/W.C.W/....W k5",
    ];
    let elsewhere = [
        // An even number of rows or columns has no middle.
        "WCW/WWW k5",
        "WWC/WWW k5",
        "CWW k5",
        // The castle is in the middle of the columns, but not of the rows.
        "WCW/WWW/WWW k5",
        // The castle is in the middle of the grid, but not of the spanned columns.
        "...../...../WWCWW/W...W/..... k5",
        // A kingdom in which no castle was seen.
        "WW k5",
    ];
    for text in in_the_middle {
        assert_eq!(bonus(text), Some(10), "{text}");
    }
    for text in elsewhere {
        assert_eq!(bonus(text), Some(0), "{text}");
    }
}

/// Rule, "Varianten": variants are optional and can be combined freely. Each counts once, and only if agreed
/// on. "Dynastie" changes no single sheet.
#[test]
fn variants_combine_and_count_once() {
    let bonus = |variants: &[Variant]| worked_out(&sheet(FULL_FIVE, &NOTHING, variants).lines[6]);
    assert_eq!(bonus(&[Variant::Dynasty]), "bonus 0: ");
    assert_eq!(bonus(&[Variant::Harmony, Variant::Harmony]), "bonus 5: harmony 5");
    assert_eq!(bonus(&[Variant::MiddleKingdom, Variant::Harmony]), "bonus 15: harmony 5; middle-kingdom 10");
    assert_eq!(bonus(&Variant::OF_KINGDOMINO), bonus(&BOTH_BONUSES));
    // The kingdom earns neither bonus; only wheat scores 2 x 1.
    assert_eq!(points_with("CW1W k5", &NOTHING, &Variant::OF_KINGDOMINO), "wheat 2: 2");
}

/// The editions of 2016 and 2017 have the same scoring rules ("Spielende", "Varianten"). The older one only
/// lacks the pad, the author's advice to lay every domino that fits, and the remark that the largest
/// territory in a tie may have no crown. So each rule here, one per row, holds for both.
#[test]
fn both_editions_score_alike() {
    let rules: [(&str, &str, &[Variant], i32); 7] = [
        ("Spielende: squares connected by edges", "W1W/WC k5", &[], 3),
        ("Spielende: the start square has no terrain", "W1CW k5", &[], 1),
        ("Spielende: squares times crowns", "M1M2/MC k5", &[], 9),
        ("Spielende: each territory by itself", "S1CS2 k5", &[], 3),
        ("Spielende: no crown, no points", "FFCLL k5", &[], 0),
        ("Varianten: Harmonie", FULL_FIVE, &[Variant::Harmony], 38),
        ("Varianten: Reich der Mitte", FULL_FIVE, &[Variant::MiddleKingdom], 43),
    ];
    for (rule, text, variants, expected) in rules {
        assert_eq!(sheet(text, &NOTHING, variants).total, expected, "{rule}");
    }
}

/// Kingdomino has neither coins nor knights nor the Queen: grassland 2 x 2, and no further line.
#[test]
fn a_kingdomino_kingdom_scores_territories_alone() {
    let rich = Facts { coins: Some(174), knights_in_supply: Some(22), queen: Some(true) };
    assert_eq!(points_with("G2GC k5", &rich, &[]), "grassland 4: 4");
    assert_eq!(all_worked_out("G2GC k5", &rich, &[]), all_worked_out("G2GC k5", &NOTHING, &[]));
}

// Rules about coins: Queendomino, "Spielende", at "Vermögen".

/// Rule: every 3 coins score 1 point, and the rest nothing. 174 is the value of all coins in the box.
#[test]
fn three_coins_score_a_point() {
    let cases = [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 3), (174, 58)];
    for (value, expected) in cases {
        assert_eq!(sheet("C q5", &coins(value), &[]).total, expected, "{value} coins");
    }
    assert_eq!(sheet("C q5", &NOTHING, &[]).total, 0);
}

// Rules about town territories: Queendomino, "Rechts oben: Kronen". A red territory with crowns scores like
// any other. The Romanian sheet's example adds that its towns score nothing because no queen's tower was
// built.

/// The towns r1c1 r1c2 r1c3 r2c3 score 4 x (1 + 1) = 8, and r3c1 scores 1 x 1. Wheat scores 2 x 1; the bakery
/// counts that one territory: 1 x 2.
#[test]
fn a_town_territorys_crowns_are_on_its_buildings() {
    let text = "T[queens-tower]TT[queens-tower]/CW1T[bakery]/T[queens-tower]WL q5";
    assert_eq!(points(text), "wheat 2, town 9, bakery 2: 13");
    let lines = all_worked_out(text, &NOTHING, &[]);
    assert_eq!(lines[7], "town 9: r1c1 r1c2 r1c3 r2c3 x 2; r3c1 x 1");
    // The shield of a queen's tower is empty.
    let towers = "queens-tower at r1c1 1 x 0; queens-tower at r1c3 1 x 0; queens-tower at r3c1 1 x 0";
    assert_eq!(lines[9], format!("fixed-points 0: {towers}"));
}

/// A red square is a town with or without a building. If a bare town joins the two others, they score 3 x 2;
/// with a hole in its place, 1 x 1 + 1 x 1.
#[test]
fn a_town_square_without_a_building_joins_territories() {
    assert_eq!(points("T[queens-tower]TT[queens-tower]C q5"), "town 6: 6");
    assert_eq!(points("T[queens-tower].T[queens-tower]C q5"), "town 2: 2");
}

// Rules about the Queen: Queendomino, "Links oben: Soforteffekte" and "Spielende". She goes to the largest
// territory, of any of the seven terrains, and is one more crown there.

/// The largest territory, forest, has no crown, so it scores 5 x (0 + 1). Mine scores 2 x 5 = 10; with the
/// Queen it would be 2 x 6.
#[test]
fn the_queen_crowns_the_largest_territory_and_not_the_best() {
    assert_eq!(points_with("FFFF/M3M2CF q5", &QUEEN, &[]), "forest 5, mine 10: 15");
    assert_eq!(points("FFFF/M3M2CF q5"), "mine 10: 10");
}

/// Without a building, the town scores 4 x (0 + 1); with a queen's tower 4 x (1 + 1). Wheat scores 1 x 1,
/// grassland 2 x 2.
#[test]
fn the_queen_may_stand_on_the_town() {
    assert_eq!(points_with("TTTT/G2GCW1 q5", &QUEEN, &[]), "wheat 1, grassland 4, town 4: 9");
    assert_eq!(points_with("T[queens-tower]TTT/G2GCW1 q5", &QUEEN, &[]), "wheat 1, grassland 4, town 8: 13");
}

/// Wheat and lake have 3 squares each. If the Queen's place is not given, she is on the lake, which scores
/// more: lake 3 x (1 + 1) = 6, and wheat 0. With her piece on the wheat, lake scores 3 x 1 and wheat scores 3
/// x (0 + 1). Grassland scores 2 x 3 = 6 in both cases; 12 in all.
#[test]
fn on_equally_large_territories_the_queen_adds_the_same() {
    assert_eq!(points_with("L1LL/CWW/G1G2W q5", &QUEEN, &[]), "lake 6, grassland 6: 12");
    assert_eq!(points("L1LL/CWW[queen]/G1G2W q5"), "wheat 3, lake 3, grassland 6: 12");
    // Wheat and lake are equally large and have no crown, so the Queen is on the first of them on the pad,
    // wheat.
    assert_eq!(points_with("LLL/CWW/G1G2W q5", &QUEEN, &[]), "wheat 3, grassland 6: 9");
}

/// The Queen's place during the game does not count: her piece is on the grassland, 2 x 3 = 6, but the forest
/// is larger, 3 x (1 + 1) = 6.
#[test]
fn the_queen_counts_on_the_largest_territory_wherever_her_piece_stands() {
    assert_eq!(points("G1[queen]G2C/F1FF q5"), "forest 6, grassland 6: 12");
}

/// The facts say that the Queen visits another player, although her piece was left here: wheat 2 x 1.
#[test]
fn the_queen_that_is_sent_away_does_not_count() {
    let away = Facts { queen: Some(false), ..NOTHING };
    assert_eq!(points_with("W1W[queen]C q5", &away, &[]), "wheat 2: 2");
    assert_eq!(points("W1W[queen]C q5"), "wheat 4: 4");
}

/// In a kingdom without territories, the Queen's crown adds nothing.
#[test]
fn the_queen_of_a_castle_alone_scores_nothing() {
    assert_eq!(points_with("C q5", &QUEEN, &[]), ": 0");
}

// Rules about buildings: Queendomino, "Rechts unten: Prestigepunkte bei Spielende".

/// 28 territories of one square each: 1 wheat, 2 forests, 3 lakes, 4 grasslands, 5 swamps, 6 mines, 7 towns.
fn many_territories(buildings: [&str; 7]) -> String {
    let [a, b, c, d, e, f, g] = buildings;
    format!("T{a}MST{b}MST{c}/MST{d}MST{e}M/GT{f}GLGLF/T{g}GLFWSM/C...... q7")
}

/// Rule: 2 points for each territory of the terrain on the shield. 2 x (1 + 2 + 3 + 4 + 5 + 6 + 7) = 56. For
/// the church, towns without a building count, too.
#[test]
fn seven_buildings_score_two_for_each_territory_of_their_terrain() {
    let of_terrain = ["bakery", "sawmill", "fishery", "tailor", "wizard-school", "foundry", "church"];
    let expected = "bakery 2, sawmill 4, fishery 6, tailor 8, wizard-school 10, foundry 12, church 14";
    let all = of_terrain.map(|building| format!("[{building}]"));
    assert_eq!(points(&many_territories(all.each_ref().map(String::as_str))), format!("{expected}: 56"));
    for (building, line) in all.iter().zip(expected.split(", ")) {
        let alone = points(&many_territories([building, "", "", "", "", "", ""]));
        assert!(alone.starts_with(&format!("{line}: ")), "{alone}");
    }
}

/// Rule: the size and crowns of the territories do not matter, each copy scores, and a terrain without a
/// territory scores nothing. 2 sawmills x 2 forests x 2 = 8, and forest 3 x 2 = 6.
#[test]
fn each_copy_scores_whatever_the_territories_size_and_crowns() {
    let text = "T[sawmill]F1F1F/T[sawmill]CLL/T[bakery].FL q5";
    assert_eq!(points(text), "forest 6, sawmill 8: 14");
    let lines = all_worked_out(text, &NOTHING, &[]);
    assert_eq!(
        lines[8..10],
        ["bakery 0: bakery at r3c1 0 x 2", "sawmill 8: sawmill at r1c1 2 x 2; sawmill at r2c1 2 x 2"]
    );
}

/// In a kingdom of towns, only the church has something to count: its own territory, 1 x 2.
#[test]
fn buildings_without_a_territory_of_their_terrain_score_nothing() {
    let others = "T[bakery]T[sawmill]T[fishery]/T[tailor]CT[wizard-school]/T[foundry]";
    assert_eq!(points(&format!("{others}.. q5")), ": 0");
    assert_eq!(points(&format!("{others}T[church]. q5")), "church 2: 2");
}

/// Queendomino, the "Wertungsbeispiel": the church counts towns, even unbuilt ones: 4 x 2.
#[test]
fn the_church_counts_towns_without_a_building() {
    assert_eq!(points("T[church]FT/FCF/TFT q5"), "church 8: 8");
}

/// Rule: a number in the shield is that many points. 2 + 2 + 3 + 2 + 3 + 2 + 5 + 0 = 19, on one line as in
/// the "Wertungsbeispiel". The queen's tower adds a crown to the town: 8 x 1.
#[test]
fn shields_with_a_number_score_it() {
    let text = "T[tax-office]T[treasure-chest]T[small-tavern]T[large-tavern]T[watchtower]/\
                T[fortress]T[statue]T[queens-tower]C. q5";
    assert_eq!(points(text), "town 8, fixed-points 19: 27");
    assert_eq!(points("T[statue]T[statue]T[statue]C q5"), "fixed-points 15: 15");
}

/// Rule: each copy scores 1 point for each tower in the kingdom, on whatever square. 2 x (1 + 2 + 3) = 12.
/// Fortress and watchtower score 2 + 3.
#[test]
fn each_travelling_castle_counts_all_towers() {
    let text = "T[travelling-castle,tower]CT[travelling-castle]/T[fortress,tower*2]WT[watchtower,tower*3] q5";
    assert_eq!(points(text), "travelling-castle 12, fixed-points 5: 17");
}

/// Rule: 1 point for each knight owned, in the kingdom and in supply. With 2 in the kingdom and 3 in supply,
/// two training grounds score 2 x 5; without those in supply 2 x 2.
#[test]
fn each_training_ground_counts_the_knights_in_kingdom_and_supply() {
    let text = "T[training-ground,knight]T[training-ground]/CG[knight] q5";
    assert_eq!(points_with(text, &knights_in_supply(3), &[]), "training-ground 10: 10");
    assert_eq!(points(text), "training-ground 4: 4");
}

/// Knights and towers have no points of their own: the fortress scores 2, and 4 towers and 7 knights nothing.
#[test]
fn knights_and_towers_score_nothing_without_their_buildings() {
    assert_eq!(points_with("T[fortress,tower*4,knight]CG[knight] q5", &knights_in_supply(5), &[]), "fixed-points 2: 2");
}

// Rules about both boxes: Queendomino, "Varianten". Queendomino's rules hold.

/// [`FULL_SEVEN`] with the mines of 3 crowns of both boxes, and a statue in place of the wheat at r7c5. Coins
/// 8 : 3 = 2. Wheat 5 x 1 + 5 x 1. Forest, lake and swamp as in [`FULL_SEVEN`]. Of the territories of 6
/// squares, grassland scores most, and the Queen stands there: 6 x (3 + 1). Mine 5 x (3 + 3). Statue 5.
/// Sum 2 + 10 + 11 + 11 + 24 + 12 + 30 + 5 = 105.
#[test]
fn a_royal_wedding_on_seven_is_scored_as_queendomino() {
    let text = "WWWFFLL/WW1FF1LL1L/GGFSSLM/G2GFCS1M3M/GG1WWS2M3M/FFW1WLLL1/F1FFWT[statue]LL r7";
    let unseen = Facts { coins: Some(8), ..QUEEN };
    let lines = "coins 2, wheat 10, forest 11, lake 11, grassland 24, swamp 12, mine 30, fixed-points 5";
    assert_eq!(points_with(text, &unseen, &[]), format!("{lines}: 105"));
}

/// "Wettstreit der Könige" with 5 or 6 players, and with 7 or 8 according to the English summary, is played
/// on 5x5 with both boxes. It is scored like the example.
#[test]
fn a_royal_wedding_on_five_is_scored_as_queendomino() {
    let text = EXAMPLE.replace("q5", "r5");
    assert_eq!(all_worked_out(&text, &EXAMPLE_UNSEEN, &[]), all_worked_out(EXAMPLE, &EXAMPLE_UNSEEN, &[]));
}

/// "Mit vereinten Kräften": a team has one castle, one kingdom and one supply that starts with 1 knight and 7
/// coins, so it scores like one player. 7 : 3 = 2, and the training ground counts the 1 knight once.
#[test]
fn a_team_scores_as_one_player() {
    let store = Facts { coins: Some(7), knights_in_supply: Some(1), queen: None };
    assert_eq!(points_with("CT[training-ground] r7", &store, &[]), "coins 2, training-ground 1: 3");
}
