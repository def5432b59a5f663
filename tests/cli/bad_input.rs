//! Refused input: each message names the position (a square, a field, a line) and what is allowed.

use kingdom_scanner::domain::{Building, Game, Grid, GridSize, Kingdom, Pieces, Place, Square, Terrain, Variant};
use kingdom_scanner::formats::{notation, parse_bytes, parse_json};

const LETTERS: &str =
    "allowed are W wheat, F forest, L lake, G grassland, S swamp, M mine, T town, C castle, `.` empty";
const GAME_LETTERS: &str = "after the rows stand the game's letter (k kingdomino, q queendomino, r royal wedding, kg and qg with Age of Giants) and 5 or 7, such as `k5`";
const PIECES: &str = "allowed are knight, tower, tower*N, queen, bakery, sawmill, fishery, tailor, wizard-school, \
    foundry, church, tax-office, treasure-chest, small-tavern, large-tavern, watchtower, fortress, travelling-castle, \
    training-ground, statue, queens-tower; giant, giant*N; of The Court resource, court-building, great-court-building, farmer, \
    lumberjack, fisherman, shepherdess, merchant, king, court-queen, captain, axe-warrior, sword-warrior, archer";
const TERRAINS: &str = "allowed are castle, empty, wheat, forest, lake, grassland, swamp, mine, town";
const ONE_OF_EACH: &str = "a square bears one building, one knight, one Queen, one number of towers, one of giants and one \
    piece of The Court";
const QUEENDOMINOS: &str = "towns, buildings, knights, towers and the Queen are Queendomino's; the game would be \
    queendomino or royal-wedding";
const NO_TILE: &str = "a kingdom has at least one tile, and every square here is empty";

/// Each case is a square that cannot exist: its notation, its word in JSON, and what is wrong with it.
#[test]
fn squares_that_cannot_be_are_refused_by_place() {
    let cases = [
        ("W3", "wheat:3", "crowns `3`: a wheat square bears 0 to 2".to_owned()),
        ("M4", "mine:4", "crowns `4`: a mine square bears 0 to 3".to_owned()),
        ("G3", "grassland:3", "crowns `3`: a grassland square bears 0 to 2".to_owned()),
        ("M11", "mine:11", "crowns `11`: a mine square bears 0 to 3".to_owned()),
        ("T1", "town:1", "a town's crowns come from its building and are never written".to_owned()),
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
    let two_castles = "a second castle at r2c1; the first is at r1c1, and a kingdom has one";
    let two_queens = "a second Queen at r2c1; the first is at r1c1, and there is one";
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
        (land(Terrain::Mine, 4, None, 0), "r1c2: `mine:4`: crowns `4`: a mine square bears 0 to 3"),
        (
            land(Terrain::Town, 255, Some(Building::QueensTower), 0),
            "r1c2: `town:255+queens-tower`: a town's crowns come from its building and are never written",
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
        ("", "a notation is rows, a space, and game and size, such as `F1WC/L1W. k5`".to_owned()),
        ("WC", "a notation is rows, a space, and game and size, such as `F1WC/L1W. k5`".to_owned()),
        ("WC k6", format!("`k6`: {GAME_LETTERS}")),
        ("WC x5", format!("`x5`: {GAME_LETTERS}")),
        ("WC k", format!("`k`: {GAME_LETTERS}")),
        ("WC k-5", format!("`k-5`: {GAME_LETTERS}")),
        ("WC/WX k5", format!("r2c2: `X`: {LETTERS}")),
        ("wC k5", format!("r1c1: `w`: {LETTERS}; did you mean `W`?")),
        ("1WC k5", format!("r1c1: `1`: {LETTERS}")),
        ("C1W k5", "r1c1: `C1`: a castle and an empty square bear neither crowns nor pieces".to_owned()),
        ("CW.[knight] q5", "r1c3: `.[knight]`: a castle and an empty square bear neither crowns nor pieces".to_owned()),
        ("T[church C q5", "r1c1: `T[church C`: the bracket `[` is never closed by `]`".to_owned()),
        (
            "WW/C k5",
            "row 2 has 1 square, row 1 has 2: every row needs the same number, `.` stands for empty".to_owned(),
        ),
        (
            "CW/ k5",
            "row 2 has 0 squares, row 1 has 2: every row needs the same number, `.` stands for empty".to_owned(),
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
    let ragged =
        "`squares`: row 2 has 1 square, row 1 has 2: every row needs the same number, `empty` where no tile lies";
    let no_word =
        "`3` is not allowed: a square is a word such as \"wheat:1\", \"castle\" or \"empty\" at line 1 column 48";
    let misspelt = format!("r2c1: `wheet:1`: unknown terrain `wheet`; {TERRAINS}; did you mean `wheat`?");
    let unknown = format!("r1c2: `city`: unknown terrain `city`; {TERRAINS}");
    let cases = [
        (r#"[["castle"], ["wheet:1"]]"#, misspelt.as_str()),
        (r#"[["castle", "city"]]"#, &unknown),
        (r#"[["castle+knight"]]"#, "r1c1: `castle+knight`: nothing stands on `castle`"),
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
    let games = "`game` is kingdomino, queendomino, royal-wedding, kingdomino-age-of-giants, queendomino-age-of-giants";
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
    let coins = "`coins` is a whole number from 0 to 174, all that the box holds";
    let knights = "`knights_in_supply` is a whole number from 0 to 22, all that the box holds";
    let queen = "`queen` is true when she visits this player, else false";
    let variants = Variant::ALL.map(Variant::id).join(", ");
    let variant = format!("a variant is {variants}");
    let variant = variant.as_str();
    let cases = [
        (r#""size": 6"#, "`6`", "`size` is 5 or 7", 9),
        (r#""size": "5""#, "`\"5\"`", "`size` is 5 or 7", 11),
        (r#""schema_version": null"#, "`null`", "`schema_version` is 1, the only one that this program reads", 22),
        (r#""rows": 0"#, "`0`", "`rows` and `cols` are numbers from 1 to 7", 9),
        (r#""cols": 8"#, "`8`", "`rows` and `cols` are numbers from 1 to 7", 9),
        (r#""coins": -3"#, "`-3`", coins, 11),
        (r#""coins": 1.5"#, "`1.5`", coins, 12),
        (r#""coins": 175"#, "`175`", coins, 12),
        (r#""coins": "11""#, "`\"11\"`", coins, 13),
        (r#""knights_in_supply": -1"#, "`-1`", knights, 23),
        (r#""knights_in_supply": 23"#, "`23`", knights, 23),
        (r#""knights_in_supply": 1e30"#, "`1e+30`", knights, 25),
        (r#""queen": "maybe""#, "`\"maybe\"`", queen, 16),
        (r#""queen": 1"#, "`1`", queen, 10),
        (r#""player": 7"#, "`7`", "`player` is a name in quotes, not blank and without control characters", 11),
        (r#""player": " ""#, "`\" \"`", "`player` is a name in quotes, not blank and without control characters", 13),
        (r#""image": 7"#, "`7`", "this field is a text in quotes, without control characters", 10),
        (r#""variants": ["harmonie"]"#, "`\"harmonie\"`", &format!("{variant}; did you mean `harmony`?"), 24),
        (r#""variants": ["mighty-duel"]"#, "`\"mighty-duel\"`", variant, 27),
        (r#""variants": "harmony""#, "`\"harmony\"`", "`variants` is a list of words such as \"harmony\"", 21),
        (
            r#""corners_px": [[0, 0], [1, 0], [1, 1]]"#,
            "`[[0,0],[1,0],[1,1]]`",
            "`corners_px` is a list of four corners [x, y] in px",
            38,
        ),
        (r#""image_size": [500]"#, "`[500]`", "`image_size` is [width, height] in px", 19),
        (r#""castle_3d": "no""#, "`\"no\"`", "`corners_exact` and `castle_3d` are true or false", 17),
        (
            r#""occluded": ["0,1"]"#,
            "`[\"0,1\"]`",
            "`occluded` holds reasons by square, such as {\"1,2\": \"lower half hidden\"}",
            19,
        ),
        (
            r#""score": {"wheat": 2, "sum": 2}"#,
            "`{\"sum\":2,\"wheat\":2}`",
            "`score` holds whole points by terrain, and `total`",
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
        (r#""queen": false"#, "r1c3: the Queen stands here, but `queen` is false: leave one of them out"),
        (
            r#""occluded": {"0,3": "castle"}"#,
            "`occluded`: `0,3`: allowed is \"row,column\", counted from 0, of one of the 1x3 squares",
        ),
        (
            r#""occluded": {"r1c1": "castle"}"#,
            "`occluded`: `r1c1`: allowed is \"row,column\", counted from 0, of one of the 1x3 squares",
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
    let empty = "empty; a kingdom is JSON or a notation such as `F1WC/L1W. k5`";
    let not_text = "not UTF-8 text; a kingdom is JSON or a notation such as `F1WC/L1W. k5`";
    let picture = "this is a picture; a kingdom written as text is needed; `kingdom-scanner scan` reads photos";
    let no_object = "a kingdom in JSON is an object: `{\"game\": ..., \"squares\": ...}`";
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
