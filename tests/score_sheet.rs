//! Scoring Kingdomino: sheets worked out by hand, what must not matter, a slow reference, and the labels' points.

mod common;

use std::path::PathBuf;

use common::any_kingdom;
use kingdom_scanner::audit::audit;
use kingdom_scanner::domain::{Game, Grid, GridSize, Kingdom, Place, Square, Terrain, Unseen, Variant, territories};
use kingdom_scanner::formats::{TerritoryPoints, notation, parse_bytes};
use kingdom_scanner::score_sheet::{BONUS, Part, ScoreSheet};
use proptest::prelude::*;

fn kingdom(text: &str) -> Kingdom {
    notation::parse(text).expect("test kingdoms are right")
}

fn sheet(text: &str, variants: &[Variant]) -> ScoreSheet {
    ScoreSheet::of(&kingdom(text), &Unseen::default(), variants)
}

/// The points of the pad's lines: wheat, forest, lake, grassland, swamp, mine, bonus.
fn lines(sheet: &ScoreSheet) -> Vec<i32> {
    sheet.lines.iter().map(|line| line.points).collect()
}

/// Squares and crowns of a line's territories.
fn territories_of(sheet: &ScoreSheet, id: &str) -> Vec<(usize, u32)> {
    let line = sheet.lines.iter().find(|line| line.id == id).expect("the pad has this line");
    let territory = |part: &Part| match part {
        Part::Territory { squares, crowns, .. } => Some((squares.len(), *crowns)),
        _ => None,
    };
    line.parts.iter().filter_map(territory).collect()
}

#[test]
fn the_pad_has_its_seven_lines_in_order() {
    let ids: Vec<_> = sheet("C k5", &[]).lines.iter().map(|line| line.id).collect();
    assert_eq!(ids, ["wheat", "forest", "lake", "grassland", "swamp", "mine", "bonus"]);
}

/// Rule: a territory scores the number of its squares times the number of crowns in it.
#[test]
fn squares_times_crowns() {
    // Wheat 4 x 1, lake 3 x (1 + 1), mine 2 x (1 + 3).
    let sheet = sheet("WWW1W/L1CM1M3/LL1.. k5", &[]);
    assert_eq!(lines(&sheet), [4, 0, 6, 0, 0, 8, 0]);
    assert_eq!(sheet.total, 18);
}

/// Rule: no crown, no points. The territory still stands on the sheet.
#[test]
fn no_crown_no_points() {
    let sheet = sheet("FFFFF/FFCFF/FF.FF k5", &[]);
    assert_eq!(sheet.total, 0);
    assert_eq!(territories_of(&sheet, "forest"), [(13, 0)]);
}

/// Rule: several territories of one terrain count one by one. Together these would be 6 x 3 = 18.
#[test]
fn territories_of_one_terrain_count_one_by_one() {
    let sheet = sheet("G1GCG2/L.LG/L.GL k5", &[]);
    assert_eq!(territories_of(&sheet, "grassland"), [(2, 1), (2, 2), (1, 0)]);
    assert_eq!(lines(&sheet), [0, 0, 0, 2 + 4, 0, 0, 0]);
}

/// Rule: a territory is connected by edges; corners connect nothing.
#[test]
fn corners_connect_nothing() {
    let sheet = sheet("S2L/LS1/CL1 k5", &[]);
    assert_eq!(territories_of(&sheet, "swamp"), [(1, 2), (1, 1)]);
    // The lower lakes share an edge with no other: 1 x 0, 1 x 0, 1 x 1.
    assert_eq!(lines(&sheet), [0, 0, 1, 0, 3, 0, 0]);
}

/// Rule: the castle belongs to no terrain, joins nothing and scores nothing.
#[test]
fn the_castle_joins_nothing() {
    let sheet = sheet("W1WCWW k5", &[]);
    assert_eq!(territories_of(&sheet, "wheat"), [(2, 1), (2, 0)]);
    assert_eq!(sheet.total, 2);
}

/// Rule: a kingdom may have holes; they join nothing either.
#[test]
fn holes_join_nothing() {
    let sheet = sheet("L1.L/LCL/L1.L1 k5", &[]);
    assert_eq!(territories_of(&sheet, "lake"), [(3, 2), (3, 1)]);
    assert_eq!(sheet.total, 9);
}

/// A whole 5x5, worked out line by line.
const FULL_FIVE: &str = "W1WFF1F/WLLF1G/SLCGG1/S2SMM2W/WWM1GG2 k5";

/// Rules: all of the above in one kingdom.
///
/// Wheat: r1c1 r1c2 r2c1, 3 x 1; r4c5 and r5c1 r5c2 without a crown. Forest: r1c3 r1c4 r1c5 r2c4, 4 x 2.
/// Lake: 3 x 0. Grassland: r2c5 r3c4 r3c5, 3 x 1; r5c4 r5c5, 2 x 2. Swamp: r3c1 r4c1 r4c2, 3 x 2.
/// Mine: r4c3 r4c4 r5c3, 3 x 3.
#[test]
fn a_whole_five() {
    let sheet = sheet(FULL_FIVE, &[]);
    assert_eq!(lines(&sheet), [3, 8, 0, 3 + 4, 6, 9, 0]);
    assert_eq!(sheet.total, 33);
    assert_eq!(territories_of(&sheet, "wheat"), [(3, 1), (1, 0), (2, 0)]);
}

/// Rule: Harmony, +5 when no square of the grid is empty; the castle's square is filled.
#[test]
fn harmony_needs_every_square_of_the_grid() {
    let harmony = [Variant::Harmony];
    assert_eq!(sheet(FULL_FIVE, &harmony).total, 33 + 5);
    let with_a_hole = FULL_FIVE.replacen('L', ".", 1);
    assert_eq!(sheet(&with_a_hole, &harmony).points(BONUS), Some(0));
    // The same squares in a game on 7x7 leave 24 squares of the grid empty.
    assert_eq!(sheet(&FULL_FIVE.replace("k5", "k7"), &harmony).points(BONUS), Some(0));
    // A gapless 4x5 is not the grid.
    assert_eq!(sheet("WWWWW/WWCWW/WWWWW/WWWWW k5", &harmony).points(BONUS), Some(0));
}

/// Rules: the duel of two players on 7x7 scores alike; there Harmony needs 49 squares.
#[test]
fn a_whole_seven() {
    // Six rows of seven wheat squares with a crown in each end row, and a row with the castle in the middle:
    // above it 21 x 1, below it 21 x 1, joined beside it by 6 more: 48 x 2.
    let row = "WWWWWWW";
    let text = format!("W1WWWWWW/{row}/{row}/WWWCWWW/{row}/{row}/WWWWWWW1 k7");
    assert_eq!(sheet(&text, &[]).total, 48 * 2);
    assert_eq!(sheet(&text, &Variant::ALL).total, 48 * 2 + 5 + 10);
    assert_eq!(sheet(&text.replacen("WWW/", "WW./", 1), &Variant::ALL).total, 47 * 2 + 10);
}

/// Rule: Middle Kingdom, +10 for a castle in the centre; the kingdom need not be complete. Our ruling: the middle of
/// the rows and columns that it spans.
#[test]
fn the_middle_is_that_of_the_spanned_rows_and_columns() {
    let bonus = |text: &str| sheet(text, &[Variant::MiddleKingdom]).points(BONUS);
    assert_eq!(bonus(FULL_FIVE), Some(10));
    // Holes do not matter, also not in the corners.
    assert_eq!(bonus(".W./WCW/.W. k5"), Some(10));
    assert_eq!(bonus("WCW k5"), Some(10));
    assert_eq!(bonus("C k5"), Some(10));
    // Empty rows and columns around it are not spanned.
    assert_eq!(bonus("...../WCW../..... k5"), Some(10));
    // An even number of rows has no middle one.
    assert_eq!(bonus("WCW/WWW k5"), Some(0));
    assert_eq!(bonus("CWW k5"), Some(0));
    // In the middle of the columns, not of the rows.
    assert_eq!(bonus("WCW/WWW/WWW k5"), Some(0));
    assert_eq!(bonus("WW k5"), Some(0));
}

/// Rule: the variants are freely combined. Each counts once, and only when it was agreed on.
#[test]
fn variants_combine_and_count_once() {
    assert_eq!(sheet(FULL_FIVE, &[]).points(BONUS), Some(0));
    assert_eq!(sheet(FULL_FIVE, &Variant::ALL).total, 33 + 15);
    assert_eq!(sheet(FULL_FIVE, &[Variant::Harmony, Variant::Harmony]).total, 33 + 5);
    let missed = sheet("CW1W k5", &Variant::ALL);
    assert_eq!(missed.total, 2);
    let parts = &missed.lines[6].parts;
    assert_eq!(
        parts[..],
        [
            Part::Bonus { variant: Variant::Harmony, points: 0 },
            Part::Bonus { variant: Variant::MiddleKingdom, points: 0 }
        ]
    );
}

/// An obvious scorer: every square starts as a territory of its own, and neighbours of one terrain are merged until
/// nothing changes. Points by terrain.
fn slow_points(squares: &Grid<Square>) -> Vec<i32> {
    let places: Vec<Place> = squares.places().collect();
    let touch = |a: Place, b: Place| a.row.abs_diff(b.row) + a.col.abs_diff(b.col) == 1;
    let mut group: Vec<usize> = (0..places.len()).collect();
    loop {
        let before = group.clone();
        for (i, a) in places.iter().enumerate() {
            for (j, b) in places.iter().enumerate() {
                let same = squares[*a].terrain().is_some() && squares[*a].terrain() == squares[*b].terrain();
                if same && touch(*a, *b) {
                    let lower = group[i].min(group[j]);
                    (group[i], group[j]) = (lower, lower);
                }
            }
        }
        if group == before {
            break;
        }
    }
    let points = |terrain: Terrain| {
        let of_group = |number: usize| {
            let members = || (0..places.len()).filter(|i| group[*i] == number).map(|i| squares[places[i]]);
            let members_of_terrain = || members().filter(|square| square.terrain() == Some(terrain));
            let crowns: i32 = members_of_terrain().map(|square| i32::from(square.crowns())).sum();
            members_of_terrain().count() as i32 * crowns
        };
        (0..places.len()).map(of_group).sum()
    };
    Terrain::KINGDOMINO.into_iter().map(points).collect()
}

fn remade(original: &Kingdom, squares: Grid<Square>) -> Kingdom {
    Kingdom::new(original.game(), original.size(), squares).expect("it fits as before")
}

fn mirrored(squares: &Grid<Square>) -> Grid<Square> {
    Grid::from_fn(squares.rows(), squares.cols(), |p| squares[Place::new(p.row, squares.cols() - 1 - p.col)])
}

/// The squares somewhere in the whole grid.
fn moved(kingdom: &Kingdom, down: usize, right: usize) -> Grid<Square> {
    let (squares, wide) = (kingdom.squares(), kingdom.size().squares_wide());
    let (down, right) = (down % (wide - squares.rows() + 1), right % (wide - squares.cols() + 1));
    Grid::from_fn(wide, wide, |p| {
        let from = p.row.checked_sub(down).zip(p.col.checked_sub(right));
        from.and_then(|(row, col)| squares.get(Place::new(row, col))).copied().unwrap_or(Square::Empty)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn every_line_equals_the_slow_reference(kingdom in any_kingdom(&[Game::Kingdomino])) {
        let sheet = ScoreSheet::of(&kingdom, &Unseen::default(), &[]);
        let mut expected = slow_points(kingdom.squares());
        let total: i32 = expected.iter().sum();
        expected.push(0);
        prop_assert_eq!(lines(&sheet), expected);
        prop_assert_eq!(sheet.total, total);
    }

    #[test]
    fn turning_mirroring_and_moving_change_no_line(
        kingdom in any_kingdom(&[Game::Kingdomino]), down in 0usize..7, right in 0usize..7,
    ) {
        let score = |kingdom: &Kingdom| lines(&ScoreSheet::of(kingdom, &Unseen::default(), &Variant::ALL));
        let expected = score(&kingdom);
        let mut squares = kingdom.squares().clone();
        for _ in 0..4 {
            squares = squares.quarter_turned();
            prop_assert_eq!(&score(&remade(&kingdom, squares.clone())), &expected);
            prop_assert_eq!(&score(&remade(&kingdom, mirrored(&squares))), &expected);
        }
        prop_assert_eq!(&score(&remade(&kingdom, moved(&kingdom, down, right))), &expected);
    }

    #[test]
    fn territories_partition_the_land(kingdom in any_kingdom(&Game::ALL)) {
        let squares = kingdom.squares();
        let found = territories(&kingdom);
        let mut covered: Vec<Place> = found.iter().flat_map(|territory| territory.squares.places()).collect();
        covered.sort();
        let land: Vec<Place> = squares.places().filter(|place| squares[*place].terrain().is_some()).collect();
        prop_assert_eq!(covered, land);
        for territory in &found {
            let neighbours = territory.squares.places().flat_map(|place| squares.neighbours(place));
            for neighbour in neighbours.filter(|place| !territory.squares.contains(*place)) {
                prop_assert_ne!(squares[neighbour].terrain(), Some(territory.terrain));
            }
        }
    }
}

/// The folder with labelled photographs: `KINGDOM_PHOTOS`, which then has to exist, or beside the checkout.
fn photos() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("KINGDOM_PHOTOS") {
        return Some(folder.into());
    }
    Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/photos")).filter(|folder| folder.is_dir())
}

/// All labels of both folders, by file name.
fn labels(photos: &std::path::Path) -> Vec<PathBuf> {
    let folders = ["boards", "pictures"].map(|folder| photos.join(folder));
    let files = folders.iter().flat_map(|folder| folder.read_dir().expect("a readable folder"));
    let paths = files.map(|file| file.expect("a readable folder").path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect()
}

#[test]
fn the_labels_points_are_ours_and_no_label_is_impossible() {
    let Some(photos) = photos() else {
        eprintln!("skipped: no folder with labels (KINGDOM_PHOTOS)");
        return;
    };
    let labels = labels(&photos);
    assert!(!labels.is_empty(), "no label in {}", photos.display());
    for label in labels {
        let name = label.display().to_string();
        let bytes = std::fs::read(&label).expect(&name);
        let parsed = parse_bytes(&name, &bytes).unwrap_or_else(|error| panic!("{error}"));
        let kingdom = &parsed.record.kingdom;
        let sheet = ScoreSheet::of(kingdom, &parsed.record.unseen, &[]);
        assert_eq!(parsed.record.score, Some(TerritoryPoints::of(&sheet)), "{name}");
        assert_eq!(audit(kingdom), [], "{name}");
        assert_eq!(parsed.notes, [], "{name}");
        let again = parse_bytes(&name, parsed.record.to_json().as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again, parsed, "{name}");
    }
}

#[test]
fn the_grid_size_is_the_smallest_that_takes_the_squares() {
    for (text, size) in
        [("CWW k7", GridSize::Five), ("CWWWWW k7", GridSize::Seven), ("C/W/W/W/W/W k7", GridSize::Seven)]
    {
        assert_eq!(GridSize::of(kingdom(text).squares()), size, "{text}");
    }
}
