//! Comparisons of readings with labels, at any rotation and with different borders.

use std::collections::BTreeSet;

use kingdom_scanner::domain::{Grid, Place, Square};
use kingdom_scanner::formats::notation;
use kingdom_scanner::validation::comparison::{Comparison, Mistake, WrongSquare};

fn squares(notation: &str) -> Grid<Square> {
    notation::parse(&format!("{notation} r7")).expect("test kingdoms are right").squares().clone()
}

fn compare(label: &str, read: &str) -> Comparison {
    Comparison::new(&squares(label), &BTreeSet::new(), &squares(read))
}

#[test]
fn an_equal_reading_is_right_in_every_turn_and_border() {
    let label = squares("F1WC/L1W./M2.S");
    let mut turned = label.clone();
    for turns in 0..4 {
        let padded = Grid::from_fn(turned.rows() + 2, turned.cols() + 1, |place| {
            let inner = place.row.checked_sub(1).and_then(|row| turned.get(Place::new(row, place.col)));
            inner.copied().unwrap_or(Square::Empty)
        });
        let comparison = Comparison::new(&label, &BTreeSet::new(), &padded);
        assert_eq!(comparison.wrong, []);
        assert_eq!((comparison.squares, comparison.same_shape), (9, true));
        assert_eq!(comparison.quarter_turns, (4 - turns) % 4);
        turned = turned.quarter_turned();
    }
}

#[test]
fn mistakes_are_distinguished_and_placed_in_the_label_as_written() {
    let towns = compare("CT[church]T[statue]T", "CT[bakery]T[statue,tower]T[fortress]");
    let mistakes: Vec<_> = towns.wrong.iter().map(WrongSquare::mistake).collect();
    assert_eq!(mistakes, [Mistake::Building, Mistake::Pieces, Mistake::Building]);
    let comparison = compare("...../.F1WC./.L1W..", "FWC/L1L.");
    let places: Vec<_> = comparison.wrong.iter().map(|wrong| (wrong.place, wrong.mistake())).collect();
    assert_eq!(places, [(Some(Place::new(1, 1)), Mistake::Crowns), (Some(Place::new(2, 2)), Mistake::Terrain)]);
    assert_eq!((comparison.count(Mistake::Terrain), comparison.count(Mistake::Crowns)), (1, 1));
    let confused: Vec<_> = comparison.wrong.iter().map(|wrong| (Some(wrong.truth), wrong.read)).collect();
    let pair = |words: [&str; 2]| words.map(|word| word.parse::<Square>().ok()).into();
    assert_eq!(confused, [pair(["forest:1", "forest"]), pair(["wheat", "lake"])]);
}

#[test]
fn occluded_squares_stand_apart() {
    let occluded = BTreeSet::from([Place::new(0, 1), Place::new(1, 0)]);
    let comparison = Comparison::new(&squares("F1WC/L1W."), &occluded, &squares("F1LC/L1W."));
    assert_eq!((comparison.squares, comparison.wrong.len()), (4, 0));
    assert_eq!((comparison.occluded, comparison.occluded_wrong.len()), (2, 1));
}

#[test]
fn a_missing_row_and_a_row_too_many_count_square_by_square() {
    // The label's lower row was not read: its three tiles are wrong, its empty square is right.
    let missing = compare("F1WCM/L1W.S", "F1WCM");
    assert_eq!((missing.wrong_squares(), missing.squares, missing.same_shape), (3, 8, false));
    let surplus = compare("F1WCM", "F1WCM/L1W.S");
    assert_eq!((surplus.wrong.len(), surplus.wrong[0].place), (3, None));
    // A misread empty corner does not shift the rest.
    let moved = compare("F1WC/L1W.", "S..../.F1WC./.L1W..");
    assert_eq!(moved.wrong.len(), 1);
}

#[test]
fn wrong_squares_never_exceed_the_label() {
    let comparison = compare("CW", "SSSSS/SSSSS/SSSSS");
    assert_eq!((comparison.wrong_squares(), comparison.squares), (2, 2));
}

#[test]
fn nothing_read_is_all_wrong() {
    let label = squares("F1WC/L1W.");
    let comparison = Comparison::of_nothing(&label, &BTreeSet::from([Place::new(0, 0)]));
    assert_eq!((comparison.squares, comparison.wrong_squares(), comparison.count(Mistake::Terrain)), (5, 5, 5));
    assert_eq!((comparison.occluded, comparison.occluded_wrong.len()), (1, 1));
    let empty = Grid::filled(3, 3, Square::Empty);
    assert_eq!(Comparison::new(&label, &BTreeSet::new(), &empty).wrong_squares(), 6);
}
