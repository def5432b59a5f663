//! Refused input: each message names the position (a square, a field, a line) and what is allowed.

use kingdom_scanner::domain::{Building, Game, Grid, GridSize, Kingdom, Pieces, Place, Square, Terrain, Variant};
use kingdom_scanner::formats::{notation, parse_bytes, parse_json};

const LETTERS: &str = "the letters are W wheat, F forest, L lake, G grassland, S swamp, M mine, T town, C castle, and `.` for an empty square";
const GAME_LETTERS: &str = "is not a game and grid size: after the rows, write the game's letter (k kingdomino, q queendomino, r royal wedding, kg and qg with Age of Giants) and 5 or 7, such as `k5`";
const PIECES: &str = "the pieces are knight, tower, tower*N, queen, bakery, sawmill, fishery, tailor, wizard-school, \
    foundry, church, tax-office, treasure-chest, small-tavern, large-tavern, watchtower, fortress, travelling-castle, \
    training-ground, statue, queens-tower, giant, giant*N and, in The Court, resource, court-building, great-court-building, farmer, \
    lumberjack, fisherman, shepherdess, merchant, king, court-queen, captain, axe-warrior, sword-warrior, archer";
const TERRAINS: &str = "the words are castle, empty, wheat, forest, lake, grassland, swamp, mine, town";
const ONE_OF_EACH: &str = "a square can have only one building, one knight, one Queen, one number of towers, one number of giants and one \
    piece of The Court";
const QUEENDOMINOS: &str = "towns, buildings, knights, towers and the Queen exist only in Queendomino; change the game to queendomino or royal-wedding";
const NO_TILE: &str = "every square of this kingdom is empty, but a kingdom needs at least one tile";

/// Each case is a square that cannot exist: its notation, its word in JSON, and what is wrong with it.
#[test]
fn squares_that_cannot_be_are_refused_by_place() {
    let cases = [
        ("W3", "wheat:3", "`3` crowns: a wheat square has 0 to 2".to_owned()),
        ("M4", "mine:4", "`4` crowns: a mine square has 0 to 3".to_owned()),
        ("G3", "grassland:3", "`3` crowns: a grassland square has 0 to 2".to_owned()),
        ("M11", "mine:11", "`11` crowns: a mine square has 0 to 3".to_owned()),
        ("T1", "town:1", "a town's crowns come from its building, so do not write a number of crowns".to_owned()),
        ("T[churhc]", "town+churhc", format!("unknown piece `churhc`; {PIECES}; did you mean `church`?")),
        ("T[pub]", "town+pub", format!("unknown piece `pub`; {PIECES}")),
        ("T[]", "town+", format!("unknown piece ``; {PIECES}")),
        (
            "W[church]",
            "wheat+church",
            "a building stands on a town square, not on wheat; did you mean `town+church`?".to_owned(),
        ),
        ("T[tower*20]", "town+tower*20", "`tower*20`: 1 to 15 towers are allowed".to_owned()),
        ("T[tower*0]", "town+tower*0", "`tower*0`: 1 to 15 towers are allowed".to_owned()),
        ("T[tower*-1]", "town+tower*-1", "`tower*-1`: 1 to 15 towers are allowed".to_owned()),
        ("T[tower*]", "town+tower*", "`tower*`: 1 to 15 towers are allowed".to_owned()),
        ("T[church,statue]", "town+church+statue", format!("`statue`: {ONE_OF_EACH}")),
        ("G[knight,knight]", "grassland+knight+knight", format!("`knight`: {ONE_OF_EACH}")),
        ("T[tower,tower*2]", "town+tower+tower*2", format!("`tower*2`: {ONE_OF_EACH}")),
        ("G[queen,queen]", "grassland+queen+queen", format!("`queen`: {ONE_OF_EACH}")),
    ];
    for (in_notation, word, problem) in cases {
        let error = notation::parse(&format!("CW/W{in_notation} q5")).expect_err(in_notation);
        assert_eq!(error.to_string(), format!("r2c2: `{in_notation}`: {problem}"));
        let error = refused_squares("queendomino", &format!(r#"[["castle", "wheat"], ["wheat", "{word}"]]"#));
        assert_eq!(error, format!("r2c2: `{word}`: {problem}"));
    }
}

/// Squares that do not form a kingdom are refused in both formats.
#[test]
fn squares_that_make_no_kingdom_are_refused() {
    let two_castles = "there are castles at r1c1 and r2c1, but a kingdom has only one";
    let two_queens = "the Queen stands at r1c1 and r2c1, but there is only one Queen";
    let town = format!("r1c2: `town`: {QUEENDOMINOS}");
    let knight = format!("r1c2: `wheat:1+knight`: {QUEENDOMINOS}");
    let cases = [
        ("CW/CL k5", "kingdomino", r#"[["castle", "wheat"], ["castle", "lake"]]"#, two_castles),
        ("T[queen]C/G[queen]W q5", "queendomino", r#"[["town+queen"], ["lake+queen"]]"#, two_queens),
        (".../... q7", "queendomino", r#"[["empty", "empty", "empty"]]"#, NO_TILE),
        ("CT k5", "kingdomino", r#"[["castle", "town"]]"#, &town),
        ("CW1[knight] k5", "kingdomino", r#"[["castle", "wheat:1+knight"]]"#, &knight),
    ];
    for (text, game, squares, expected) in cases {
        assert_eq!(notation::parse(text).expect_err(text).to_string(), expected, "{text}");
        assert_eq!(refused_squares(game, squares), expected, "{squares}");
    }
}

#[test]
fn kingdoms_larger_than_their_grid_are_refused() {
    let rows = |rows: usize, row: &str| vec![row; rows].join("/");
    let cases = [
        (rows(6, "WWWWW") + " k5", "6 rows and 5 columns do not fit into a 5x5 grid"),
        (rows(5, "WWWWWW") + " q5", "5 rows and 6 columns do not fit into a 5x5 grid"),
        (rows(7, "WWWWWWW") + " r5", "7 rows and 7 columns do not fit into a 5x5 grid"),
        (rows(8, "WWWWWWWW") + " k7", "8 rows and 8 columns do not fit into a 7x7 grid"),
        (rows(1, "........W") + " q7", "1 row and 9 columns do not fit into a 7x7 grid"),
    ];
    for (text, expected) in cases {
        assert_eq!(notation::parse(&text).expect_err(&text).to_string(), expected);
    }
    let wheat = |size: usize| serde_json::json!(vec![vec!["wheat"; size]; size]).to_string();
    let five = format!(r#"{{"game": "kingdomino", "size": 5, "squares": {}}}"#, wheat(6));
    let error = parse_json(&five).expect_err("too large").to_string();
    assert_eq!(error, "6 rows and 6 columns do not fit into a 5x5 grid");
    // Without a size in the JSON, the kingdom may be up to 7x7.
    assert_eq!(refused_squares("kingdomino", &wheat(8)), "8 rows and 8 columns do not fit into a 7x7 grid");
}

/// Callers of the library can build squares that no text can express; `Kingdom::new` refuses them.
#[test]
fn squares_that_no_game_has_make_no_kingdom() {
    let land = |terrain, crowns, building, towers| Square::Land {
        terrain,
        crowns,
        pieces: Pieces { building, towers, ..Pieces::default() },
    };
    let cases = [
        (land(Terrain::Mine, 4, None, 0), "r1c2: `mine:4`: `4` crowns: a mine square has 0 to 3"),
        (
            land(Terrain::Town, 255, Some(Building::QueensTower), 0),
            "r1c2: `town:255+queens-tower`: a town's crowns come from its building, so do not write a number of crowns",
        ),
        (
            land(Terrain::Lake, 1, Some(Building::Fishery), 0),
            "r1c2: `lake:1+fishery`: a building stands on a town square, not on lake; did you mean `town+fishery`?",
        ),
        (land(Terrain::Town, 0, None, 16), "r1c2: `town+tower*16`: `tower*16`: 1 to 15 towers are allowed"),
    ];
    for (square, expected) in cases {
        let squares = Grid::from_fn(1, 2, |place| if place == Place::new(0, 0) { Square::Castle } else { square });
        let error = Kingdom::new(Game::Queendomino, GridSize::Five, squares).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn wrong_notations_are_refused() {
    let cases = [
        ("", "a kingdom in notation needs its rows, a space, and the game's letter with the grid size, such as `F1WC/L1W. k5`".to_owned()),
        ("WC", "a kingdom in notation needs its rows, a space, and the game's letter with the grid size, such as `F1WC/L1W. k5`".to_owned()),
        ("WC k6", format!("`k6` {GAME_LETTERS}")),
        ("WC x5", format!("`x5` {GAME_LETTERS}")),
        ("WC k", format!("`k` {GAME_LETTERS}")),
        ("WC k-5", format!("`k-5` {GAME_LETTERS}")),
        ("WC/WX k5", format!("r2c2: `X`: {LETTERS}")),
        ("wC k5", format!("r1c1: `w`: {LETTERS}; did you mean `W`?")),
        ("1WC k5", format!("r1c1: `1`: {LETTERS}")),
        ("C1W k5", "r1c1: `C1`: a castle and an empty square have neither crowns nor pieces".to_owned()),
        ("CW.[knight] q5", "r1c3: `.[knight]`: a castle and an empty square have neither crowns nor pieces".to_owned()),
        ("T[church C q5", "r1c1: `T[church C`: the bracket `[` is never closed by `]`".to_owned()),
        (
            "WW/C k5",
            "row 2 has 1 square, but row 1 has 2; every row needs the same number (write `.` for an empty square)".to_owned(),
        ),
        (
            "CW/ k5",
            "row 2 has 0 squares, but row 1 has 2; every row needs the same number (write `.` for an empty square)".to_owned(),
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(notation::parse(text).expect_err(text).to_string(), expected, "{text}");
    }
}

/// The error for a kingdom with these squares in JSON.
fn refused_squares(game: &str, squares: &str) -> String {
    let text = format!("{{\"game\": \"{game}\", \"squares\": {squares}}}");
    parse_json(&text).expect_err(squares).to_string()
}

#[test]
fn wrong_squares_in_json_are_refused() {
    let ragged = "`squares`: row 2 has 1 square, but row 1 has 2; every row needs the same number (write `empty` for a square without a tile)";
    let no_word =
        "`3` is not allowed: a square must be a word such as \"wheat:1\", \"castle\" or \"empty\" at line 1 column 48";
    let misspelt = format!("r2c1: `wheet:1`: unknown terrain `wheet`; {TERRAINS}; did you mean `wheat`?");
    let unknown = format!("r1c2: `city`: unknown terrain `city`; {TERRAINS}");
    let cases = [
        (r#"[["castle"], ["wheet:1"]]"#, misspelt.as_str()),
        (r#"[["castle", "city"]]"#, &unknown),
        (r#"[["castle+knight"]]"#, "r1c1: `castle+knight`: `castle` cannot have pieces"),
        (r#"[["castle", "wheat"], ["lake"]]"#, ragged),
        (r#"[["castle", 3]]"#, no_word),
        ("[]", NO_TILE),
        ("[[], []]", NO_TILE),
    ];
    for (squares, expected) in cases {
        assert_eq!(refused_squares("kingdomino", squares), expected);
    }
}

#[test]
fn unknown_games_in_json_are_refused() {
    let games = "`game` must be one of kingdomino, queendomino, royal-wedding, kingdomino-age-of-giants, queendomino-age-of-giants";
    let cases = [
        ("chess", format!("`\"chess\"` is not allowed: {games} at line 1 column 16")),
        (
            "kingdomin",
            format!("`\"kingdomin\"` is not allowed: {games}; did you mean `kingdomino`? at line 1 column 20"),
        ),
    ];
    for (game, expected) in cases {
        assert_eq!(refused_squares(game, r#"[["castle"]]"#), expected);
    }
}

/// The error for a small kingdom with this field on its second line.
fn refused_field(field: &str) -> String {
    let squares = r#"[["castle", "wheat", "wheat:1+queen"]]"#;
    let text = format!("{{\"game\": \"queendomino\",\n{field},\n\"squares\": {squares}}}");
    parse_json(&text).expect_err(field).to_string()
}

/// Fields that are refused while parsing. The message names line 2, the column where the value ends, and what
/// is allowed.
#[test]
fn wrong_fields_in_json_are_refused_by_line() {
    let coins = "`coins` must be a whole number from 0 to 174, all that the box holds";
    let knights = "`knights_in_supply` must be a whole number from 0 to 22, all that the box holds";
    let queen = "`queen` must be true if the Queen visits this player, otherwise false";
    let variants = Variant::ALL.map(Variant::id).join(", ");
    let variant = format!("a variant must be one of {variants}");
    let variant = variant.as_str();
    let cases = [
        (r#""size": 6"#, "`6`", "`size` must be 5 or 7", 9),
        (r#""size": "5""#, "`\"5\"`", "`size` must be 5 or 7", 11),
        (
            r#""schema_version": null"#,
            "`null`",
            "`schema_version` must be 1, the only version that this program reads",
            22,
        ),
        (r#""rows": 0"#, "`0`", "`rows` and `cols` must be numbers from 1 to 7", 9),
        (r#""cols": 8"#, "`8`", "`rows` and `cols` must be numbers from 1 to 7", 9),
        (r#""coins": -3"#, "`-3`", coins, 11),
        (r#""coins": 1.5"#, "`1.5`", coins, 12),
        (r#""coins": 175"#, "`175`", coins, 12),
        (r#""coins": "11""#, "`\"11\"`", coins, 13),
        (r#""knights_in_supply": -1"#, "`-1`", knights, 23),
        (r#""knights_in_supply": 23"#, "`23`", knights, 23),
        (r#""knights_in_supply": 1e30"#, "`1e+30`", knights, 25),
        (r#""queen": "maybe""#, "`\"maybe\"`", queen, 16),
        (r#""queen": 1"#, "`1`", queen, 10),
        (r#""player": 7"#, "`7`", "`player` must be a name in quotes, not blank and without control characters", 11),
        (
            r#""player": " ""#,
            "`\" \"`",
            "`player` must be a name in quotes, not blank and without control characters",
            13,
        ),
        (r#""image": 7"#, "`7`", "this field must be a text in quotes, without control characters", 10),
        (r#""variants": ["harmonie"]"#, "`\"harmonie\"`", &format!("{variant}; did you mean `harmony`?"), 24),
        (r#""variants": ["mighty-duel"]"#, "`\"mighty-duel\"`", variant, 27),
        (r#""variants": "harmony""#, "`\"harmony\"`", "`variants` must be a list of words such as \"harmony\"", 21),
        (
            r#""corners_px": [[0, 0], [1, 0], [1, 1]]"#,
            "`[[0,0],[1,0],[1,1]]`",
            "`corners_px` must be a list of four corners [x, y] in px",
            38,
        ),
        (r#""image_size": [500]"#, "`[500]`", "`image_size` must be [width, height] in px", 19),
        (r#""castle_3d": "no""#, "`\"no\"`", "`corners_exact` and `castle_3d` must be true or false", 17),
        (
            r#""occluded": ["0,1"]"#,
            "`[\"0,1\"]`",
            "`occluded` must give reasons by square, such as {\"1,2\": \"lower half hidden\"}",
            19,
        ),
        (
            r#""score": {"wheat": 2, "sum": 2}"#,
            "`{\"sum\":2,\"wheat\":2}`",
            "`score` must give whole points by terrain, and `total`",
            31,
        ),
    ];
    for (field, found, allowed, column) in cases {
        let expected = format!("{found} is not allowed: {allowed} at line 2 column {column}");
        assert_eq!(refused_field(field), expected);
    }
}

/// Fields that are refused once the squares are known, and fields that are invalid JSON.
#[test]
fn fields_that_do_not_fit_the_squares_are_refused() {
    let cases = [
        (r#""rows": 2"#, "`rows` says 2, but `squares` has 1"),
        (r#""cols": 5"#, "`cols` says 5, but `squares` has 3"),
        (r#""queen": false"#, "r1c3: the Queen stands here, but `queen` is false: change one of the two"),
        (
            r#""occluded": {"0,3": "castle"}"#,
            "`occluded` has the key `0,3`, but a key must be \"row,column\", counted from 0, of one of the 1x3 squares",
        ),
        (
            r#""occluded": {"r1c1": "castle"}"#,
            "`occluded` has the key `r1c1`, but a key must be \"row,column\", counted from 0, of one of the 1x3 squares",
        ),
        (r#""schema_version": 2"#, "`schema_version` `2` is not allowed: this program reads 1"),
        (r#""schema_version": 2, "unheard_of": 1"#, "`schema_version` `2` is not allowed: this program reads 1"),
        (r#""game": "kingdomino""#, "duplicate field `game` at line 2 column 6"),
        (r#""coins": 1, "coins": 2"#, "duplicate field `coins` at line 2 column 19"),
        (r#""squares": []"#, "duplicate field `squares` at line 3 column 9"),
    ];
    for (field, expected) in cases {
        assert_eq!(refused_field(field), expected);
    }
}

#[test]
fn unknown_fields_are_refused_with_the_known_ones_and_a_suggestion() {
    let error = refused_field(r#""playr": "Ada""#);
    assert!(error.starts_with("unknown field `playr`, expected one of `schema_version`, `image`, `game`,"), "{error}");
    assert!(error.ends_with("at line 2 column 7; did you mean `player`?"), "{error}");
}

#[test]
fn needed_fields_are_asked_for() {
    let cases = [
        (r#"{"squares": [["castle"]]}"#, "missing field `game` at line 1 column 25"),
        (r#"{"game": "kingdomino"}"#, "missing field `squares` at line 1 column 22"),
    ];
    for (text, expected) in cases {
        assert_eq!(parse_json(text).expect_err(text).to_string(), expected);
    }
}

#[test]
fn files_that_hold_no_kingdom_are_refused_by_name() {
    let empty = "this is empty; a kingdom in JSON or in notation, such as `F1WC/L1W. k5`, is needed";
    let not_text = "this is not UTF-8 text; a kingdom in JSON or in notation, such as `F1WC/L1W. k5`, is needed";
    let picture = "this is a picture, but a kingdom written as text is needed; read photos with `kingdom-scanner scan`";
    let no_object = "a kingdom in JSON must be an object such as `{\"game\": ..., \"squares\": ...}`";
    let wrong_letter = format!("r1c2: `X`: {LETTERS}");
    let cases: [(&[u8], &str); 10] = [
        (b"", empty),
        (b" \n", empty),
        (b"\xff\xd8\xff\xe0", picture),
        (b"\x89PNG\r\n", picture),
        (b"CW\xff k5", not_text),
        (b"CX k5", &wrong_letter),
        (b"[]", no_object),
        (b"\"kingdom\"", no_object),
        (b"{\"game\": ", "EOF while parsing a value at line 1 column 9"),
        (b"{\"game\" \"kingdomino\"}", "expected `:` at line 1 column 9"),
    ];
    for (bytes, expected) in cases {
        let error = parse_bytes(bytes).expect_err(expected);
        assert_eq!(error.to_string(), expected);
    }
}
