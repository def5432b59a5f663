//! The kingdom JSON, the notation, and the KINGDOM argument: round trips, every refusal, and no panic.

mod common;

use common::any_kingdom;
use kingdom_scanner::domain::{
    Game, GridSize, Kingdom, MAX_COINS, MAX_KNIGHTS, Place, Square, Terrain, Unseen, Variant,
};
use kingdom_scanner::formats::{KingdomRecord, PhotoLabel, TerritoryPoints, notation, parse_bytes, parse_json};
use proptest::collection::{btree_map, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

/// The 71 points of Queendomino's rule sheet, as the rules' page lays them out.
const WORKED_EXAMPLE: &str = "F1WWF1F/M1MW1TL1/TM3CLL1/FTS1TT/G2GGG1T q5";

fn any_text() -> impl Strategy<Value = Option<String>> {
    option::of("[^\\p{Cc}]{0,12}")
}

fn any_label(rows: usize, cols: usize) -> impl Strategy<Value = PhotoLabel> {
    let place = (0..rows, 0..cols).prop_map(|(row, col)| Place::new(row, col));
    let occluded = option::of(btree_map(place, "[a-z ]{0,9}", 0..3));
    let texts = (any_text(), any_text(), any_text(), any_text(), any_text());
    let facts = (option::of(any::<bool>()), option::of(any::<bool>()), option::of(any::<[u32; 2]>()));
    (texts, facts, occluded).prop_map(|((image, sha256, source, kingdom_id, game_id), facts, occluded)| {
        let (corners_exact, castle_3d, image_size) = facts;
        PhotoLabel { image, image_size, sha256, source, corners_exact, castle_3d, occluded, kingdom_id, game_id }
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
        let owned =
            (any_text(), option::of(0..=MAX_COINS), option::of(0..=u16::from(MAX_KNIGHTS)), option::of(any::<bool>()));
        let variants = proptest::sample::subsequence(Variant::ALL.to_vec(), 0..=3);
        let corners_px = option::of(prop::array::uniform4(prop::array::uniform2(-9999.0..9999.0)));
        (owned, variants, corners_px, option::of(any_score()), label).prop_map(
            move |((player, coins, knights_in_supply, queen), variants, corners_px, score, photo)| KingdomRecord {
                kingdom: kingdom.clone(),
                player,
                unseen: Unseen {
                    coins,
                    knights_in_supply,
                    queen: queen.filter(|queen| *queen || !has_queen(&kingdom)),
                },
                variants,
                corners_px,
                score,
                photo,
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
        let text = record.to_json();
        let parsed = parse_json(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(parsed.record, record);
        prop_assert!(parsed.notes.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = parse_bytes("bytes", &bytes);
    }

    #[test]
    fn texts_of_the_right_letters_never_panic(text in "[WFLGSMTC./0-9\\[\\],*+ a-zk57é{}\":]{0,60}") {
        let _ = parse_bytes("text", text.as_bytes());
        // What is read is also written, to the same kingdom.
        if let Ok(kingdom) = notation::parse(&text) {
            prop_assert_eq!(notation::parse(&notation::write(&kingdom)), Ok(kingdom));
        }
    }

    #[test]
    fn a_kingdom_file_with_changed_bytes_never_panics(record in any_record(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = record.to_json().into_bytes();
        let index = at.index(bytes.len());
        bytes[index] = byte;
        let _ = parse_bytes("changed", &bytes);
        bytes.truncate(index);
        let _ = parse_bytes("cut", &bytes);
    }

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

/// What is refused, and the words with which.
#[test]
fn wrong_notations_are_refused_by_square_and_with_what_is_allowed() {
    let letters = "allowed are W wheat, F forest, L lake, G grassland, S swamp, M mine, T town, C castle, `.` empty";
    let cases = [
        ("", "a notation is rows, a space, and game and size, such as `F1WC/L1W. k5`".to_owned()),
        ("WC", "a notation is rows, a space, and game and size, such as `F1WC/L1W. k5`".to_owned()),
        ("WC k6", "`k6`: after the rows stand the game's letter (k kingdomino, q queendomino, r royal wedding) and 5 or 7, such as `k5`".to_owned()),
        ("WC x5", "`x5`: after the rows stand the game's letter (k kingdomino, q queendomino, r royal wedding) and 5 or 7, such as `k5`".to_owned()),
        ("WC/WX k5", format!("r2c2: `X`: {letters}")),
        ("wC k5", format!("r1c1: `w`: {letters}; did you mean `W`?")),
        ("WC/W2L k5", "r2c1: `W2`: crowns `2`: a wheat square bears 0 to 1".to_owned()),
        ("M11C k5", "r1c1: `M11`: crowns `11`: a mine square bears 0 to 3".to_owned()),
        ("T1C q5", "r1c1: `T1`: a town's crowns come from its building and are never written".to_owned()),
        ("C1W k5", "r1c1: `C1`: a castle and an empty square bear neither crowns nor pieces".to_owned()),
        ("T[church C q5", "r1c1: `T[church C`: the bracket `[` is never closed by `]`".to_owned()),
        ("T[tower*20]C q5", "r1c1: `T[tower*20]`: `tower*20`: 1 to 15 towers are allowed".to_owned()),
        ("W[church]C q5", "r1c1: `W[church]`: a building stands on a town square, not on wheat".to_owned()),
        ("WW/C k5", "row 2 has 1 squares, row 1 has 2: every row needs the same number, `.` stands for empty".to_owned()),
        ("C/C k5", "a second castle at r2c1; the first is at r1c1, and a kingdom has one".to_owned()),
        ("../.. k5", "a kingdom has at least one square".to_owned()),
        ("CWWWWW k5", "1 rows and 6 columns do not fit into a 5x5 grid".to_owned()),
        ("CT k5", "r1c2: `town`: towns, buildings, knights, towers and the queen are Queendomino's; the game would be queendomino or royal-wedding".to_owned()),
    ];
    for (text, expected) in cases {
        let error = notation::parse(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn a_misspelt_piece_is_refused_with_a_suggestion() {
    let error = notation::parse("T[churhc]C q5").expect_err("misspelt").to_string();
    assert!(error.starts_with("r1c1: `T[churhc]`: unknown piece `churhc`; allowed are knight, tower,"), "{error}");
    assert!(error.ends_with("; did you mean `church`?"), "{error}");
}

/// A small kingdom with a field put in, over three lines.
fn json_with(field: &str) -> String {
    format!("{{\"game\": \"kingdomino\",\n{field}\n\"squares\": [[\"castle\", \"wheat\", \"wheat:1\"]]}}")
}

#[test]
fn wrong_fields_are_refused_by_line_and_with_what_is_allowed() {
    let cases = [
        (r#""size": 6,"#, "`6` is not allowed: `size` is 5 or 7 at line 2 column 9"),
        (r#""size": "5","#, "`\"5\"` is not allowed: `size` is 5 or 7 at line 2 column 11"),
        (r#""schema_version": 2,"#, "`schema_version` `2` is not allowed: this program reads 1"),
        (r#""schema_version": 2, "unheard_of": 1,"#, "`schema_version` `2` is not allowed: this program reads 1"),
        (
            r#""schema_version": null,"#,
            "`null` is not allowed: `schema_version` is 1, the only one that this program reads at line 2 column 22",
        ),
        (r#""rows": 0,"#, "`0` is not allowed: `rows` and `cols` are numbers from 1 to 7 at line 2 column 9"),
        (r#""rows": 2,"#, "`rows` says 2, but `squares` has 1"),
        (r#""cols": 5,"#, "`cols` says 5, but `squares` has 3"),
        (
            r#""coins": -3,"#,
            "`-3` is not allowed: `coins` is a whole number from 0 to 174, all that the box holds at line 2 column 11",
        ),
        (
            r#""knights_in_supply": 1.5,"#,
            "`1.5` is not allowed: `knights_in_supply` is a whole number from 0 to 22, all that the box holds at line 2 column 24",
        ),
        (
            r#""queen": "yes","#,
            "`\"yes\"` is not allowed: `queen`, `corners_exact` and `castle_3d` are true or false at line 2 column 14",
        ),
        (
            r#""player": 7,"#,
            "`7` is not allowed: this field is a text in quotes, without control characters at line 2 column 11",
        ),
        (
            r#""variants": ["harmonie"],"#,
            "`[\"harmonie\"]` is not allowed: `variants` is a list of \"harmony\", \"middle-kingdom\" and \"dynasty\" at line 2 column 24",
        ),
        (
            r#""corners_px": [[0, 0], [1, 0], [1, 1]],"#,
            "`[[0,0],[1,0],[1,1]]` is not allowed: `corners_px` is a list of four corners [x, y] in px at line 2 column 38",
        ),
        (
            r#""image_size": [500],"#,
            "`[500]` is not allowed: `image_size` is [width, height] in px at line 2 column 19",
        ),
        (
            r#""occluded": {"0,3": "castle"},"#,
            "`occluded`: `0,3`: allowed is \"row,column\", counted from 0, of one of the 1x3 squares",
        ),
        (
            r#""score": {"wheat": 2, "sum": 2},"#,
            "`{\"sum\":2,\"wheat\":2}` is not allowed: `score` holds whole points by terrain, and `total` at line 2 column 31",
        ),
        (r#""game": "kingdomino","#, "duplicate field `game` at line 2 column 6"),
    ];
    for (field, expected) in cases {
        let error = parse_json(&json_with(field)).expect_err(field);
        assert_eq!(error.to_string(), expected, "{field}");
    }
}

#[test]
fn unknown_fields_are_refused_with_the_known_ones_and_a_suggestion() {
    let error = parse_json(&json_with(r#""playr": "Ada","#)).expect_err("misspelt").to_string();
    assert!(error.starts_with("unknown field `playr`, expected one of `schema_version`, `image`, `game`,"), "{error}");
    assert!(error.ends_with("at line 2 column 7; did you mean `player`?"), "{error}");
}

#[test]
fn wrong_squares_are_refused_by_place() {
    let refusal = |game: &str, squares: &str| {
        let text = format!("{{\"game\": \"{game}\", \"squares\": {squares}}}");
        parse_json(&text).expect_err(squares).to_string()
    };
    let terrains = "allowed are castle, empty, wheat, forest, lake, grassland, swamp, mine, town";
    assert_eq!(
        refusal("kingdomino", r#"[["castle", "wheat"], ["lake", "wheet:1"]]"#),
        format!("r2c2: `wheet:1`: unknown terrain `wheet`; {terrains}; did you mean `wheat`?")
    );
    assert_eq!(
        refusal("kingdomino", r#"[["castle", "wheat:4"]]"#),
        "r1c2: `wheat:4`: crowns `4`: a wheat square bears 0 to 1"
    );
    assert_eq!(
        refusal("queendomino", r#"[["castle", "town+tower*20"]]"#),
        "r1c2: `town+tower*20`: `tower*20`: 1 to 15 towers are allowed"
    );
    assert_eq!(
        refusal("kingdomino", r#"[["castle", "wheat"], ["lake"]]"#),
        "`squares`: row 2 has 1 squares, row 1 has 2: every row needs the same number, `empty` where no tile lies"
    );
    assert_eq!(
        refusal("kingdomino", r#"[["castle", 3]]"#),
        "`3` is not allowed: a square is a word such as \"wheat:1\", \"castle\" or \"empty\" at line 1 column 48"
    );
    assert_eq!(
        refusal("kingdomin", r#"[["castle"]]"#),
        "`\"kingdomin\"` is not allowed: `game` is kingdomino, queendomino, royal-wedding; did you mean `kingdomino`? at line 1 column 20"
    );
    assert_eq!(refusal("kingdomino", "[]"), "a kingdom has at least one square");
    assert_eq!(refusal("kingdomino", "[[], []]"), "a kingdom has at least one square");
}

#[test]
fn needed_fields_are_asked_for() {
    let error = parse_json(r#"{"squares": [["castle"]]}"#).expect_err("no game").to_string();
    assert_eq!(error, "missing field `game` at line 1 column 25");
    let error = parse_json(r#"{"game": "kingdomino"}"#).expect_err("no squares").to_string();
    assert_eq!(error, "missing field `squares` at line 1 column 22");
}

/// The size that a kingdom without `size` gets, and how many notes.
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
    // 25 squares without a castle among them: more than 12 dominoes.
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
        (two, "the result holds 2 kingdoms, and one is needed: take its `kingdom` out into a file of its own"),
        (newer, "`schema_version` `2` is not allowed: this program reads 1"),
        (
            format!("{one}\n{one}\n"),
            "several results, one on each line, and one is needed: pick a line, for instance with `sed -n 2p`",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_json(&text).expect_err(&text).to_string(), expected);
    }
}

#[test]
fn files_that_hold_no_kingdom_are_refused_by_name() {
    let cases: [(&[u8], &str); 6] = [
        (b"", "x: empty; a kingdom is JSON or a notation such as `F1WC/L1W. k5`"),
        (b" \n", "x: empty; a kingdom is JSON or a notation such as `F1WC/L1W. k5`"),
        (b"\xff\xd8\xff\xe0", "x: a picture, and a kingdom in text was expected; `kingdom-scanner scan` reads photos"),
        (b"CW\xff k5", "x: not UTF-8 text; a kingdom is JSON or a notation such as `F1WC/L1W. k5`"),
        (
            b"CX k5",
            "x: r1c2: `X`: allowed are W wheat, F forest, L lake, G grassland, S swamp, M mine, T town, C castle, `.` empty",
        ),
        (b"[]", "x: a kingdom in JSON is an object: `{\"game\": ..., \"squares\": ...}`"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(parse_bytes("x", bytes).expect_err(expected).to_string(), expected);
    }
}

#[test]
fn a_written_file_has_a_line_for_each_row() {
    let kingdom = notation::parse("CW/W1. k5").expect("a right notation");
    let record = KingdomRecord {
        player: Some("Ada \"the\" 1st".to_owned()),
        variants: vec![Variant::Harmony, Variant::MiddleKingdom],
        corners_px: Some([[0.0, 0.5], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]),
        ..kingdom.into()
    };
    insta::assert_snapshot!(record.to_json(), @r#"
    {
     "schema_version": 1,
     "game": "kingdomino",
     "size": 5,
     "rows": 2,
     "cols": 2,
     "squares": [
      ["castle", "wheat"],
      ["wheat:1", "empty"]
     ],
     "player": "Ada \"the\" 1st",
     "variants": ["harmony", "middle-kingdom"],
     "corners_px": [
      [0.0, 0.5],
      [10.0, 0.0],
      [10.0, 10.0],
      [0.0, 10.0]
     ]
    }
    "#);
}
