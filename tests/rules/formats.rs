//! The kingdom JSON, the notation, and the KINGDOM argument: round trips, and sources of input.

use crate::common::WORKED_EXAMPLE;
use crate::common::any_kingdom::{any_kingdom, label_text};
use kingdom_scanner::domain::{
    CastleColor, Facts, Game, GridSize, Kingdom, MAX_COINS, MAX_KNIGHTS, Place, Square, Terrain, Variant,
};
use kingdom_scanner::formats::{KingdomRecord, Name, PhotoLabel, TerritoryPoints, notation, parse_json};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn any_text() -> impl Strategy<Value = Option<String>> {
    option::of("[^\\p{Cc}]{0,12}")
}

fn any_player() -> impl Strategy<Value = Option<Name>> {
    option::of("[^\\p{Cc}]{1,12}".prop_filter_map("blank", |text| Name::new(&text)))
}

fn any_label(rows: usize, cols: usize) -> impl Strategy<Value = PhotoLabel> {
    let place = (0..rows, 0..cols).prop_map(|(row, col)| Place::new(row, col));
    let occluded = option::of(btree_map(place, "[a-z ]{0,9}", 0..3));
    let texts = (any_text(), any_text(), any_text(), any_text(), any_text());
    let facts = (option::of(any::<bool>()), option::of(any::<bool>()), option::of(any::<[u32; 2]>()));
    let facts = (facts, option::of(select(&CastleColor::ALL[..])));
    (texts, facts, occluded).prop_map(|((image, sha256, source, kingdom_id, game_id), facts, occluded)| {
        let ((corners_exact, castle_3d, image_size), castle_color) = facts;
        PhotoLabel {
            image,
            image_size,
            sha256,
            source,
            corners_exact,
            castle_3d,
            castle_color,
            occluded,
            kingdom_id,
            game_id,
        }
    })
}

fn any_score() -> impl Strategy<Value = TerritoryPoints> {
    (btree_map(select(&Terrain::ALL[..]), any::<i32>(), 0..7), option::of(any::<i32>()))
        .prop_map(|(by_terrain, total)| TerritoryPoints { by_terrain, total })
}

fn has_queen(kingdom: &Kingdom) -> bool {
    kingdom.bits().queen().first().is_some()
}

fn any_record() -> impl Strategy<Value = KingdomRecord> {
    any_kingdom(&Game::ALL).prop_flat_map(|kingdom| {
        let label = any_label(kingdom.squares().rows(), kingdom.squares().cols());
        let owned = (
            any_player(),
            option::of(0..=MAX_COINS),
            option::of(0..=u16::from(MAX_KNIGHTS)),
            option::of(any::<bool>()),
        );
        let variants = proptest::sample::subsequence(Variant::ALL.to_vec(), 0..=2);
        let corners_px = option::of(prop::array::uniform4(prop::array::uniform2(-9999.0..9999.0)));
        (owned, variants, corners_px, option::of(any_score()), label).prop_map(
            move |((player, coins, knights_in_supply, queen), variants, corners_px, score, photo)| KingdomRecord {
                kingdom: kingdom.clone(),
                player,
                unseen: Facts { coins, knights_in_supply, queen: queen.filter(|queen| *queen || !has_queen(&kingdom)) },
                variants,
                corners_px,
                score,
                photo,
                doubts: None,
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_kingdom_survives_its_notation(kingdom in any_kingdom(&Game::ALL)) {
        let text = notation::write(&kingdom);
        prop_assert_eq!(notation::parse(&text), Ok(kingdom), "{}", text);
    }

    #[test]
    fn a_record_survives_its_json(record in any_record()) {
        let text = label_text(&record);
        let parsed = parse_json(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        // Names with different spellings compare equal, so the spelling is compared as text.
        prop_assert_eq!(parsed.record.player.as_deref(), record.player.as_deref());
        prop_assert_eq!(parsed.record, record);
        prop_assert!(parsed.notes.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn a_notation_is_read_or_refused_and_written_as_it_was(rows in vec(vec(select(&["W", "W1", "F", "M3", "T", "T[church,tower*2]", "G2[knight]", "C", "."][..]), 1..8), 1..8)) {
        let text = format!("{} q7", rows.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/"));
        if let Ok(kingdom) = notation::parse(&text) {
            prop_assert_eq!(notation::write(&kingdom), text);
        }
    }
}

#[test]
fn the_worked_example_is_read_as_the_rules_lay_it_out() {
    let kingdom = notation::parse(WORKED_EXAMPLE).expect("a right notation");
    assert_eq!((kingdom.game(), kingdom.size()), (Game::Queendomino, GridSize::Five));
    assert_eq!(kingdom.castle(), Some(Place::new(2, 2)));
    assert_eq!(kingdom.squares()[Place::new(2, 1)], Square::land(Terrain::Mine, 3));
    assert_eq!(notation::write(&kingdom), WORKED_EXAMPLE);
}

#[test]
fn pieces_stand_in_brackets_in_their_order() {
    let kingdom = notation::parse("T[queen,tower*2,knight,church]C/G1[tower]. q5").expect("a right notation");
    assert_eq!(kingdom.squares()[Place::new(0, 0)].to_string(), "town+church+knight+tower*2+queen");
    assert_eq!(notation::write(&kingdom), "T[church,knight,tower*2,queen]C/G1[tower]. q5");
}

/// The size that a kingdom gets if its JSON has no `size`, and the number of notes about the kingdom.
fn size_of(rows: usize, cols: usize, land: usize) -> (GridSize, usize) {
    let word = |index: usize| {
        if index == 0 {
            "castle"
        } else if index <= land {
            "wheat"
        } else {
            "empty"
        }
    };
    let squares: Vec<Vec<&str>> = (0..rows).map(|row| (0..cols).map(|col| word(row * cols + col)).collect()).collect();
    let text = format!("{{\"game\": \"kingdomino\", \"squares\": {}}}", serde_json::json!(squares));
    let parsed = parse_json(&text).expect("a right kingdom");
    (parsed.record.kingdom.size(), parsed.notes.len())
}

#[test]
fn an_absent_size_follows_from_rows_columns_and_dominoes() {
    assert_eq!(size_of(5, 5, 24), (GridSize::Five, 1));
    assert_eq!(size_of(3, 4, 8), (GridSize::Five, 1));
    assert_eq!(size_of(6, 3, 8), (GridSize::Seven, 0));
    assert_eq!(size_of(3, 6, 8), (GridSize::Seven, 0));
    // 25 land squares without a castle would be more than the 12 dominoes of a 5x5.
    let land = vec![vec!["wheat"; 5]; 5];
    let text = format!("{{\"game\": \"kingdomino\", \"squares\": {}}}", serde_json::json!(land));
    assert_eq!(parse_json(&text).expect("readable").record.kingdom.size(), GridSize::Seven);
}

const KINGDOM: &str = r#"{"game": "kingdomino", "size": 5, "squares": [["castle", "wheat", "wheat:1"]]}"#;

#[test]
fn the_one_kingdom_of_a_result_is_read() {
    let scan = format!(
        r#"{{"schema_version": 1, "photo": "a.jpg", "status": "scored", "kingdoms": [{{"kingdom": {KINGDOM}, "notation": "CWW1 k5", "total": 2, "added_later": 1}}], "timings_ms": {{}}}}"#
    );
    let score = format!(r#"{{"schema_version": 1, "kingdom": {KINGDOM}, "total": 2}}"#);
    let expected = parse_json(KINGDOM).expect("a right kingdom");
    for text in [&scan, &score, &format!("{scan}\n")] {
        assert_eq!(parse_json(text).expect("a right result"), expected, "{text}");
    }
}

#[test]
fn results_without_one_kingdom_are_refused() {
    let none =
        r#"{"schema_version": 1, "photo": "a.jpg", "status": "no_kingdom", "message": "no grid", "kingdoms": []}"#;
    let two = format!(r#"{{"kingdoms": [{{"kingdom": {KINGDOM}}}, {{"kingdom": {KINGDOM}}}]}}"#);
    let newer = format!(r#"{{"schema_version": 2, "kingdoms": [{{"kingdom": {KINGDOM}}}]}}"#);
    let one = format!(r#"{{"kingdoms": [{{"kingdom": {KINGDOM}}}]}}"#);
    let cases = [
        (none.to_owned(), "the result holds no kingdom (status `no_kingdom`: no grid)"),
        (
            two,
            "the result holds 2 kingdoms, but one is needed: copy the `kingdom` that you need into a file of its own",
        ),
        (newer, "`schema_version` `2` is not allowed: this program reads 1"),
        (
            format!("{one}\n{one}\n"),
            "several results, one on each line, but one is needed: pick a line, for instance with `sed -n 2p`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_json(&text).expect_err(&text).to_string(), expected);
    }
}
