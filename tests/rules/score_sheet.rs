//! Properties of every score sheet, and the labels' points.

use crate::common::any_kingdom::{any_kingdom, label_text};
use crate::common::photos;
use kingdom_scanner::audit::{Severity, findings};
use kingdom_scanner::domain::{
    Building, Facts, Game, Grid, GridSize, Kingdom, MAX_COINS, MAX_KNIGHTS, PadLine, Place, Square, Variant,
    territories,
};
use kingdom_scanner::formats::{TerritoryPoints, notation, parse_bytes};
use kingdom_scanner::scoring::sheet::{self, Part, ScoreSheet, largest_territory, queen_visits};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn any_unseen() -> impl Strategy<Value = Facts> {
    let facts = (option::of(0..=MAX_COINS), option::of(0..=u16::from(MAX_KNIGHTS)), option::of(any::<bool>()));
    facts.prop_map(|(coins, knights_in_supply, queen)| Facts { coins, knights_in_supply, queen })
}

fn any_variants() -> impl Strategy<Value = Vec<Variant>> {
    vec(select(&Variant::ALL[..]), 0..6)
}

/// A line's id, its points, and the numbers of its parts in an order that does not depend on their places.
type Numbers = (&'static str, i32, Vec<[i32; 3]>);

fn numbers(sheet: &ScoreSheet) -> Vec<Numbers> {
    let part = |part: &Part| match part {
        Part::Coins { coins } => [*coins as i32, 0, 0],
        Part::Territory { squares, crowns, queen, .. } => [squares.len() as i32, *crowns as i32, i32::from(*queen)],
        Part::Building { building, count, each, .. } => [*building as i32, *count as i32, *each as i32],
        Part::Character { character, base, count, each, .. } => {
            [*character as i32, *base as i32, (*count * *each) as i32]
        }
        Part::Bonus { variant, points, counted } => [*variant as i32, *points, counted.len() as i32],
    };
    let line = |line: &sheet::Line| {
        let mut parts: Vec<[i32; 3]> = line.parts.iter().map(part).collect();
        parts.sort();
        (line.line.id(), line.points, parts)
    };
    sheet.lines.iter().map(line).collect()
}

fn remade(original: &Kingdom, squares: Grid<Square>) -> Kingdom {
    Kingdom::new(original.game(), original.size(), squares).expect("it fits as before")
}

fn mirrored(squares: &Grid<Square>) -> Grid<Square> {
    Grid::from_fn(squares.rows(), squares.cols(), |p| squares[Place::new(p.row, squares.cols() - 1 - p.col)])
}

/// The squares shifted within the whole grid.
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
    fn turning_mirroring_and_moving_change_no_line(
        kingdom in any_kingdom(&Game::ALL), unseen in any_unseen(), variants in any_variants(),
        down in 0usize..7, right in 0usize..7,
    ) {
        let score = |kingdom: &Kingdom| numbers(&ScoreSheet::new(kingdom, &unseen, &variants));
        let expected = score(&kingdom);
        let mut squares = kingdom.squares().clone();
        for _ in 0..4 {
            squares = squares.quarter_turned();
            prop_assert_eq!(&score(&remade(&kingdom, squares.clone())), &expected);
            prop_assert_eq!(&score(&remade(&kingdom, mirrored(&squares))), &expected);
        }
        prop_assert_eq!(&score(&remade(&kingdom, moved(&kingdom, down, right))), &expected);
        prop_assert_eq!(&score(&remade(&kingdom, kingdom.squares().trimmed())), &expected);
    }

    #[test]
    fn parts_add_up_to_lines_and_lines_to_the_total(
        kingdom in any_kingdom(&Game::ALL), unseen in any_unseen(), variants in any_variants(),
    ) {
        let sheet = ScoreSheet::new(&kingdom, &unseen, &variants);
        for line in &sheet.lines {
            prop_assert_eq!(line.points, line.parts.iter().map(Part::points).sum::<i32>(), "{}", line.line.id());
        }
        prop_assert_eq!(sheet.total, sheet.lines.iter().map(|line| line.points).sum::<i32>());
        prop_assert_eq!(sheet.total, sheet::total(&kingdom, &unseen, &variants));
    }

    #[test]
    fn a_bonus_counts_only_when_it_was_agreed_on(
        kingdom in any_kingdom(&Game::ALL), unseen in any_unseen(), variants in any_variants(),
    ) {
        let without = ScoreSheet::new(&kingdom, &unseen, &[]);
        let agreed = ScoreSheet::new(&kingdom, &unseen, &variants);
        let bonuses: Vec<Variant> = agreed.lines.iter().flat_map(|line| &line.parts).filter_map(|part| match part {
            Part::Bonus { variant, .. } => Some(*variant),
            _ => None,
        }).collect();
        let expected = Variant::bonuses().filter(|bonus| variants.contains(bonus));
        prop_assert_eq!(&bonuses, &expected.collect::<Vec<_>>());
        let has_line = !kingdom.game().has_queendomino() || !bonuses.is_empty();
        prop_assert_eq!(agreed.points(PadLine::Bonus).is_some(), has_line);
        prop_assert_eq!(agreed.total - agreed.points(PadLine::Bonus).unwrap_or(0), without.total);
        prop_assert_eq!(without.points(PadLine::Bonus).unwrap_or(0), 0);
    }

    #[test]
    fn what_is_given_adds_its_points_and_no_more(kingdom in any_kingdom(&Game::ALL), unseen in any_unseen()) {
        let total = |unseen: Facts| sheet::total(&kingdom, &unseen, &[]);
        let nothing = Facts { coins: Some(0), knights_in_supply: Some(0), queen: Some(false) };
        let seen = Facts { queen: None, ..nothing };
        prop_assert_eq!(total(Facts::default()), total(seen));
        let grounds = kingdom.bits().buildings(Building::TrainingGround) as i32;
        let coins = i32::from(unseen.coins.unwrap_or(0)) / 3;
        let knights = i32::from(unseen.knights_in_supply.unwrap_or(0)) * grounds;
        let largest = largest_territory(&kingdom).map_or(0, |territory| territory.size() as i32);
        let queen = if queen_visits(&kingdom, &unseen) { largest } else { 0 };
        let given = if !kingdom.game().has_queendomino() { 0 } else { coins + knights + queen };
        prop_assert_eq!(total(unseen), total(nothing) + given);
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
            prop_assert_eq!(territory.squares.connected().count(), 1);
            for place in territory.squares.places() {
                prop_assert_eq!(squares[place].terrain(), Some(territory.terrain));
            }
            let neighbours = territory.squares.places().flat_map(|place| squares.neighbours(place));
            for neighbour in neighbours.filter(|place| !territory.squares.contains(*place)) {
                prop_assert_ne!(squares[neighbour].terrain(), Some(territory.terrain));
            }
        }
    }

    #[test]
    fn no_territory_is_larger_than_the_largest(kingdom in any_kingdom(&Game::ALL)) {
        let sizes: Vec<u32> = territories(&kingdom).iter().map(|territory| territory.size()).collect();
        prop_assert_eq!(largest_territory(&kingdom).map(|territory| territory.size()), sizes.into_iter().max());
    }
}

#[test]
fn the_labels_points_are_ours_and_no_label_is_impossible() {
    let Some(labels) = photos::labels_in(&["boards", "pictures"]) else { return };
    for label in labels {
        let name = label.display().to_string();
        let bytes = std::fs::read(&label).expect(&name);
        let parsed = parse_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let kingdom = &parsed.record.kingdom;
        let sheet = ScoreSheet::new(kingdom, &parsed.record.unseen, &[]);
        assert_eq!(parsed.record.score, Some(TerritoryPoints::from_sheet(&sheet)), "{name}");
        let speaks_against =
            findings(kingdom, &parsed.record.unseen).into_iter().filter(|finding| finding.severity() > Severity::Note);
        assert_eq!(speaks_against.collect::<Vec<_>>(), [], "{name}");
        assert_eq!(parsed.notes, [], "{name}");
        let again =
            parse_bytes(label_text(&parsed.record).as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again, parsed, "{name}");
    }
}

#[test]
fn the_grid_size_is_the_smallest_that_takes_the_squares() {
    for (text, size) in
        [("CWW k7", GridSize::Five), ("CWWWWW k7", GridSize::Seven), ("C/W/W/W/W/W k7", GridSize::Seven)]
    {
        let kingdom = notation::parse(text).expect("a right notation");
        assert_eq!(GridSize::from_squares(kingdom.squares()), size, "{text}");
    }
}
