//! The command `score`: stdout, stderr and exit code.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::program::{file, run, run_in, run_with, scanner};
use serde_json::{Value, json};

const FULL_FIVE: &str = "W1WFF1F/WLLF1G/SLCGG1/S2SMM2W/WWM1GG2 k5";

#[test]
fn a_notation_is_scored_as_a_table() {
    let outcome = run(&["score", FULL_FIVE, "--variant", "harmony"]);
    assert_eq!((outcome.code, outcome.stderr.lines().count()), (0, 1));
    insta::assert_snapshot!(outcome.stdout, @r"
         1   2   3   4   5
      1  W1  W   F   F1  F
      2  W   L   L   F1  G
      3  S   L   C   G   G1
      4  S2  S   M   M2  W
      5  W   W   M1  G   G2
      W wheat, F forest, L lake, G grassland, S swamp, M mine, C castle; figures are crowns

    ┌───────────┬────────┬────────────────────────────────┬──────────────┐
    │ line      ┆ points ┆ how                            ┆ where        │
    ╞═══════════╪════════╪════════════════════════════════╪══════════════╡
    │ wheat     ┆      3 ┆ 3 squares x 1 crown = 3        ┆ r1c1-c2 r2c1 │
    │           ┆        ┆ 3 squares, no crown            ┆ r4c5 r5c1-c2 │
    │ forest    ┆      8 ┆ 4 squares x 2 crowns = 8       ┆ r1c3-c5 r2c4 │
    │ lake      ┆      0 ┆ 3 squares, no crown            ┆ r2c2-c3 r3c2 │
    │ grassland ┆      7 ┆ 2 squares x 2 crowns = 4       ┆ r5c4-c5      │
    │           ┆        ┆ 3 squares x 1 crown = 3        ┆ r2c5 r3c4-c5 │
    │ swamp     ┆      6 ┆ 3 squares x 2 crowns = 6       ┆ r3c1 r4c1-c2 │
    │ mine      ┆      9 ┆ 3 squares x 3 crowns = 9       ┆ r4c3-c4 r5c3 │
    │ bonus     ┆      5 ┆ Harmony: 5, no square is empty ┆              │
    │ total     ┆     38 ┆                                ┆              │
    └───────────┴────────┴────────────────────────────────┴──────────────┘
    notation: W1WFF1F/WLLF1G/SLCGG1/S2SMM2W/WWM1GG2 k5
    ");
}

#[test]
fn the_json_has_the_fields_of_a_scans_kingdom() {
    let outcome = run(&["score", "F1WC/L1W. k5", "--json", "--variant", "middle-kingdom"]);
    assert_eq!((outcome.code, outcome.stderr.as_str(), outcome.stdout.lines().count()), (0, "", 1));
    let territory = |terrain: &str, squares: &[&str], crowns: u32, points: i32| json!({"terrain": terrain, "squares": squares, "crowns": crowns, "points": points});
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let expected = json!({
        "schema_version": 1,
        "kingdom": {
            "schema_version": 1, "game": "kingdomino", "size": 5, "rows": 2, "cols": 3,
            "squares": [["forest:1", "wheat", "castle"], ["lake:1", "wheat", "empty"]],
            "variants": ["middle-kingdom"],
        },
        "notation": "F1WC/L1W. k5",
        "sheet": {"lines": [
            {"id": "wheat", "points": 0, "parts": [territory("wheat", &["r1c2", "r2c2"], 0, 0)]},
            {"id": "forest", "points": 1, "parts": [territory("forest", &["r1c1"], 1, 1)]},
            {"id": "lake", "points": 1, "parts": [territory("lake", &["r2c1"], 1, 1)]},
            {"id": "grassland", "points": 0, "parts": []},
            {"id": "swamp", "points": 0, "parts": []},
            {"id": "mine", "points": 0, "parts": []},
            {"id": "bonus", "points": 0, "parts": [{"variant": "middle-kingdom", "points": 0}]},
        ]},
        "total": 2,
        "warnings": [],
        "notes": [
            "Middle Kingdom: the castle is not in the middle of the rows and columns laid, so it scores nothing; it may be in the middle \
             of the whole 5x5 grid, for which some players would count 10 points",
        ],
        "note_codes": ["open-rule"],
    });
    assert_eq!(found, expected);
}

#[test]
fn its_own_json_is_read_back_from_a_file_and_from_standard_input() {
    let line = run(&["score", FULL_FIVE, "--json", "--variant", "harmony"]).stdout;
    let (_folder, path) = file("scored.json", &line);
    let from_file = run(&["score", &path, "--json"]);
    let from_stdin = run_with(line.as_bytes(), &["score", "-", "--json"]);
    assert_eq!((from_file.code, from_stdin.code), (0, 0));
    assert_eq!((from_file.stdout, from_stdin.stdout), (line.clone(), line));
}

#[test]
fn a_notation_is_read_from_standard_input() {
    let outcome = run_with(b"F1WC/L1W. k5\n", &["score", "-", "--json"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
}

#[test]
fn variants_of_the_file_and_of_the_flags_add_up() {
    let (_folder, path) = file(
        "kingdom.json",
        r#"{"game": "kingdomino", "size": 5, "squares": [["lake", "lake:1", "castle", "lake", "lake:1"]], "variants": ["middle-kingdom"]}"#,
    );
    let total = |args: &[&str]| {
        let found: Value = serde_json::from_str(&run(args).stdout).expect("JSON");
        (found["total"].clone(), found["kingdom"]["variants"].clone())
    };
    assert_eq!(total(&["score", &path, "--json"]), (json!(14), json!(["middle-kingdom"])));
    let both = total(&["score", &path, "--json", "--variant", "harmony"]);
    assert_eq!(both, (json!(14), json!(["harmony", "middle-kingdom"])));
}

#[test]
fn a_wrong_stated_score_is_a_warning_and_not_the_total() {
    let (_folder, path) = file(
        "kingdom.json",
        r#"{"game": "kingdomino", "size": 5, "squares": [["forest:1", "wheat", "castle"]], "score": {"forest": 3, "wheat": 0, "total": 4}}"#,
    );
    let outcome = run(&["score", &path, "--json"]);
    let message = "`score` in the file is wrong: forest: 1 instead of 3, total: 1 instead of 4";
    assert_eq!((outcome.code, outcome.stderr), (0, format!("warning: {path}: {message}\n")));
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(found["total"], 1);
    let stated = |line: &str, points: u32, stated: u32| json!({"id": "stated-points", "args": {"line": {"id": line}, "points": points, "stated": stated}});
    let differences = [stated("forest", 1, 3), stated("total-line", 1, 4)];
    let text = json!({"id": "stated-score", "args": {"differences": differences}});
    assert_eq!(found["warnings"], json!([{"code": "stated-score", "message": message, "squares": [], "text": text}]));
}

#[test]
fn an_impossible_kingdom_is_scored_with_a_warning() {
    let outcome = run(&["score", "M3FC/..M3/..W k5", "--json"]);
    assert_eq!(outcome.code, 0);
    assert_eq!(
        outcome.stderr,
        "warning: M3FC/..M3/..W k5: 2 squares (mine, 3 crowns): the dominoes of Kingdomino have only 1 (r1c1 r2c3)\n"
    );
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!(found["warnings"][0]["code"], "more-than-the-box");
    assert_eq!(found["warnings"][0]["squares"], json!(["r1c1", "r2c3"]));
}

#[test]
fn a_size_that_is_not_given_and_unused_facts_are_notes() {
    let (_folder, path) = file(
        "kingdom.json",
        r#"{"game": "kingdomino", "player": "Ada", "coins": 4, "squares": [["forest:1", "wheat", "castle"]]}"#,
    );
    let size = "`size` is not given; 5 is assumed, because the kingdom fits into 5x5 (Harmony depends on the size)";
    let facts = "coins, knights in supply and the Queen score nothing in Kingdomino";
    let table = run(&["score", &path]);
    assert_eq!(table.stderr, format!("note: {path}: {size}\nnote: {path}: {facts}\n"));
    assert!(table.stdout.starts_with("Ada\n\n     1   2   3\n  1  F1  W   C\n  W wheat, "), "{}", table.stdout);
    let line = run(&["score", &path, "--json"]);
    let found: Value = serde_json::from_str(&line.stdout).expect("JSON");
    assert_eq!((found["notes"].clone(), line.stderr.as_str()), (json!([size, facts]), ""));
}

/// Queendomino's rule sheet, "Wertungsbeispiel": 71 points, as a legal 5x5 kingdom.
const WORKED_EXAMPLE: &str = "F1WWF1F/M1MW1T[sawmill]L1/T[church]M3CLL1/FT[travelling-castle,tower*3]S1T[large-tavern]T[statue]/G2GGG1T[watchtower] q5";

#[test]
fn the_worked_example_explains_itself() {
    let outcome = run(&["score", WORKED_EXAMPLE, "--coins", "11", "--queen"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
         1   2   3   4   5
      1  F1  W   W   F1  F
      2  M1  M   W1  T+  L1
      3  T+  M3  C   L   L1
      4  F   T+  S1  T+  T+
      5  G2  G   G   G1  T+
      + r2c4 sawmill; r3c1 church; r4c2 travelling castle, 3 towers; r4c4 large tavern; r4c5 statue; r5c5 watchtower
      W wheat, F forest, L lake, G grassland, S swamp, M mine, T town, C castle; figures are crowns; + pieces

    ┌───────────────────┬────────┬─────────────────────────────────────┬─────────────────────────────┐
    │ line              ┆ points ┆ how                                 ┆ where                       │
    ╞═══════════════════╪════════╪═════════════════════════════════════╪═════════════════════════════╡
    │ coins             ┆      3 ┆ 11 coins / 3 = 3, rounded down      ┆                             │
    │ wheat             ┆      3 ┆ 3 squares x 1 crown = 3             ┆ r1c2-c3 r2c3                │
    │ forest            ┆      3 ┆ 2 squares x 1 crown = 2             ┆ r1c4-c5                     │
    │                   ┆        ┆ 1 square x 1 crown = 1              ┆ r1c1                        │
    │                   ┆        ┆ 1 square, no crown                  ┆ r4c1                        │
    │ lake              ┆      6 ┆ 3 squares x 2 crowns = 6            ┆ r2c5 r3c4-c5                │
    │ grassland         ┆     16 ┆ 4 squares x (3 crowns + Queen) = 16 ┆ r5c1-c4                     │
    │ swamp             ┆      1 ┆ 1 square x 1 crown = 1              ┆ r4c3                        │
    │ mine              ┆     12 ┆ 3 squares x 4 crowns = 12           ┆ r2c1-c2 r3c2                │
    │ town              ┆      0 ┆ 6 squares, no crown                 ┆ r2c4 r3c1 r4c2 r4c4-c5 r5c5 │
    │ sawmill           ┆      6 ┆ 3 forest territories x 2 = 6        ┆ r2c4                        │
    │ church            ┆      8 ┆ 4 town territories x 2 = 8          ┆ r3c1                        │
    │ travelling castle ┆      3 ┆ 3 towers x 1 = 3                    ┆ r4c2                        │
    │ fixed points      ┆     10 ┆ statue: 5                           ┆ r4c5                        │
    │                   ┆        ┆ watchtower: 3                       ┆ r5c5                        │
    │                   ┆        ┆ large tavern: 2                     ┆ r4c4                        │
    │ total             ┆     71 ┆                                     ┆                             │
    └───────────────────┴────────┴─────────────────────────────────────┴─────────────────────────────┘
    notation: F1WWF1F/M1MW1T[sawmill]L1/T[church]M3CLL1/FT[travelling-castle,tower*3]S1T[large-tavern]T[statue]/G2GGG1T[watchtower] q5
    ");
}

#[test]
fn the_worked_example_explains_itself_in_german() {
    let outcome =
        run(&["score", WORKED_EXAMPLE, "--coins", "11", "--queen", "yes", "--player", "Jörg", "--lang", "de"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
    Jörg

         1   2   3   4   5
      1  F1  W   W   F1  F
      2  M1  M   W1  T+  L1
      3  T+  M3  C   L   L1
      4  F   T+  S1  T+  T+
      5  G2  G   G   G1  T+
      + r2c4 Sägewerk; r3c1 Kirche; r4c2 Das wandelnde Schloss, 3 Türme; r4c4 Große Taverne; r4c5 Statue; r5c5 Wachturm
      W Getreidefeld, F Wald, L See, G Weideland, S Sumpf, M Gebirge, T Stadt, C Schloss; Ziffern sind Kronen; + Figuren oder Gebäude

    ┌───────────────────────┬────────┬────────────────────────────────────┬─────────────────────────────┐
    │ Zeile                 ┆ Punkte ┆ Rechnung                           ┆ Felder                      │
    ╞═══════════════════════╪════════╪════════════════════════════════════╪═════════════════════════════╡
    │ Münzen                ┆      3 ┆ 11 Münzen : 3 = 3, abgerundet      ┆                             │
    │ Getreidefeld          ┆      3 ┆ 3 Felder x 1 Krone = 3             ┆ r1c2-c3 r2c3                │
    │ Wald                  ┆      3 ┆ 2 Felder x 1 Krone = 2             ┆ r1c4-c5                     │
    │                       ┆        ┆ 1 Feld x 1 Krone = 1               ┆ r1c1                        │
    │                       ┆        ┆ 1 Feld ohne Krone                  ┆ r4c1                        │
    │ See                   ┆      6 ┆ 3 Felder x 2 Kronen = 6            ┆ r2c5 r3c4-c5                │
    │ Weideland             ┆     16 ┆ 4 Felder x (3 Kronen + Queen) = 16 ┆ r5c1-c4                     │
    │ Sumpf                 ┆      1 ┆ 1 Feld x 1 Krone = 1               ┆ r4c3                        │
    │ Gebirge               ┆     12 ┆ 3 Felder x 4 Kronen = 12           ┆ r2c1-c2 r3c2                │
    │ Stadt                 ┆      0 ┆ 6 Felder ohne Krone                ┆ r2c4 r3c1 r4c2 r4c4-c5 r5c5 │
    │ Sägewerk              ┆      6 ┆ 3 Waldgebiete x 2 = 6              ┆ r2c4                        │
    │ Kirche                ┆      8 ┆ 4 Stadtgebiete x 2 = 8             ┆ r3c1                        │
    │ Das wandelnde Schloss ┆      3 ┆ 3 Türme x 1 = 3                    ┆ r4c2                        │
    │ feste Punkte          ┆     10 ┆ Statue: 5                          ┆ r4c5                        │
    │                       ┆        ┆ Wachturm: 3                        ┆ r5c5                        │
    │                       ┆        ┆ Große Taverne: 2                   ┆ r4c4                        │
    │ Gesamt                ┆     71 ┆                                    ┆                             │
    └───────────────────────┴────────┴────────────────────────────────────┴─────────────────────────────┘
    Notation: F1WWF1F/M1MW1T[sawmill]L1/T[church]M3CLL1/FT[travelling-castle,tower*3]S1T[large-tavern]T[statue]/G2GGG1T[watchtower] q5
    ");
}

#[test]
fn every_kind_of_part_is_explained() {
    let kingdom = "T[queens-tower]T[training-ground,knight]C/T[tower,queen]WL q7";
    let flags = ["--coins", "3", "--knights-in-supply", "2", "--variant", "harmony", "--variant", "middle-kingdom"];
    let outcome = run(&[&["score", kingdom][..], &flags].concat());
    assert_eq!(outcome.code, 0);
    insta::assert_snapshot!(outcome.stdout, @r"
         1   2   3
      1  T+  T+  C
      2  T+  W   L
      + r1c1 queen's tower; r1c2 training ground, 1 knight; r2c1 1 tower, the Queen
      W wheat, L lake, T town, C castle; + pieces

    ┌─────────────────┬────────┬───────────────────────────────────────────────┬──────────────┐
    │ line            ┆ points ┆ how                                           ┆ where        │
    ╞═════════════════╪════════╪═══════════════════════════════════════════════╪══════════════╡
    │ coins           ┆      1 ┆ 3 coins / 3 = 1                               ┆              │
    │ wheat           ┆      0 ┆ 1 square, no crown                            ┆ r2c2         │
    │ forest          ┆      0 ┆                                               ┆              │
    │ lake            ┆      0 ┆ 1 square, no crown                            ┆ r2c3         │
    │ grassland       ┆      0 ┆                                               ┆              │
    │ swamp           ┆      0 ┆                                               ┆              │
    │ mine            ┆      0 ┆                                               ┆              │
    │ town            ┆      6 ┆ 3 squares x (1 crown + Queen) = 6             ┆ r1c1-c2 r2c1 │
    │ training ground ┆      3 ┆ 3 knights x 1 = 3                             ┆ r1c2         │
    │ fixed points    ┆      0 ┆ queen's tower: 1 crown for its town territory ┆ r1c1         │
    │ bonus           ┆      0 ┆ Harmony: 0, 43 squares are empty              ┆              │
    │                 ┆        ┆ Middle Kingdom: 0, castle not in the middle   ┆ r1c3         │
    │ total           ┆     10 ┆                                               ┆              │
    └─────────────────┴────────┴───────────────────────────────────────────────┴──────────────┘
    notation: T[queens-tower]T[training-ground,knight]C/T[tower,queen]WL q7
    ");
}

#[test]
fn the_flag_chooses_the_language_before_the_environment() {
    let stdout = |locale: &str, flags: &[&str]| run_in(locale, b"", &[&["score", FULL_FIVE], flags].concat()).stdout;
    let (english, german) = (stdout("C", &[]), stdout("C", &["--lang", "de"]));
    assert!(english.contains("total") && german.contains("Gesamt"), "{english}{german}");
    assert_eq!(stdout("de_AT.UTF-8", &[]), german);
    assert_eq!(stdout("de_AT.UTF-8", &["--lang", "en"]), english);
    assert_eq!(stdout("xx_XX.UTF-8", &[]), english);
    assert_eq!(run(&["score", FULL_FIVE, "--lang", "xx"]).code, 2);
}

#[test]
fn remarks_are_german_too_and_json_never_is() {
    let kingdom = "M3FC/..M3/..T q5";
    let german = run_in("de", b"", &["score", kingdom]);
    insta::assert_snapshot!(german.stderr, @r"
    Warnung: M3FC/..M3/..T q5: 2 Felder (Gebirge, 3 Kronen): auf den Dominosteinen von Queendomino gibt es nur 1 (r1c1 r2c3)
    Hinweis: M3FC/..M3/..T q5: Münzen nicht angegeben, als 0 gezählt; je 3 bringen 1 Prestigepunkt
    Hinweis: M3FC/..M3/..T q5: Besuch der Queen nicht angegeben, als nicht zu Besuch gezählt; hier brächte sie 1 Prestigepunkt
    ");
    let json = |locale: &str| run_in(locale, b"", &["score", kingdom, "--json"]).stdout;
    assert_eq!(json("de"), json("C"));
}

#[test]
fn what_was_not_given_is_a_note() {
    let notes = |kingdom: &str, flags: &[&str]| -> Vec<String> {
        let line = run(&[&["score", kingdom, "--json"], flags].concat()).stdout;
        let found: Value = serde_json::from_str(&line).expect("JSON");
        serde_json::from_value(found["notes"].clone()).expect("texts")
    };
    let coins = "coins not given, counted as 0; every 3 coins score 1 point";
    let knights = "knights in supply not given, counted as 0; training grounds score 1 point for each";
    let queen =
        "the Queen's visit is not given, so she counts as visiting another player; here she would score 2 points";
    let school = "T[training-ground,knight,tower]C/T. q5";
    assert_eq!(notes(school, &[]), [coins, knights, queen]);
    assert_eq!(notes("TC/T. q5", &["--coins", "0"]), [queen]);
    assert_eq!(notes(school, &["--queen", "no"]), [coins, knights]);
    assert_eq!(notes(school, &["--queen", "--coins", "4", "--knights-in-supply", "1"]), [""; 0]);
    assert_eq!(notes("T[statue,tower,queen]C/T. q5", &["--coins", "4"]), [""; 0], "her piece is seen");
    assert_eq!(notes("WC/W. k5", &[]), [""; 0]);
    // Each player starts with a knight and never loses it (Queendomino's rule sheets), so a training ground
    // without one scores too low.
    let too_low = &notes("T[training-ground,tower]C/T. q5", &["--coins", "4", "--queen", "no"])[0];
    assert!(too_low.contains("counted as 0, though every player owns at least one"), "{too_low}");
    // The Queen ends on the largest territory, wherever her piece was.
    let moved = "the Queen stands at r1c1; at the end of the game she counts on the largest territory (3 squares)";
    assert_eq!(notes("F[queen]WWW/CT[statue,tower].. q5", &["--coins", "4"]), [moved]);
}

#[test]
fn flags_win_over_the_file_and_say_so() {
    let (_folder, path) = file(
        "kingdom.json",
        r#"{"game": "queendomino", "size": 5, "player": "Ada", "coins": 4, "queen": false, "squares": [["town+statue+tower", "town", "castle"]]}"#,
    );
    let flags = ["--player", "Bob", "--coins", "9", "--knights-in-supply", "1", "--queen"];
    let outcome = run(&[&["score", &path][..], &flags].concat());
    let note = |text: &str| format!("note: {path}: {text}\n");
    let differences = [
        "--player is Bob, and this counts, although the file says Ada",
        "--coins is 9, and this counts, although the file says 4",
        "--queen is yes, and this counts, although the file says no",
    ]
    .map(note);
    assert_eq!((outcome.code, outcome.stderr), (0, differences.concat()));
    assert!(outcome.stdout.starts_with("Bob\n"), "{}", outcome.stdout);
    let line = run(&[&["score", &path, "--json"][..], &flags].concat()).stdout;
    let kingdom = &serde_json::from_str::<Value>(&line).expect("JSON")["kingdom"];
    let facts = ["player", "coins", "knights_in_supply", "queen"].map(|field| kingdom[field].clone());
    assert_eq!(facts, [json!("Bob"), json!(9), json!(1), json!(true)]);
    let same = run(&["score", &path, "--coins", "4", "--queen", "no"]);
    assert_eq!((same.code, same.stderr.as_str()), (0, ""));
}

#[test]
fn facts_that_cannot_be_end_with_2_and_name_what_is_allowed() {
    let cases: [(&[&str], &str); 6] = [
        (&["--coins", "-3"], "coins must be a whole number from 0 to 174, all that the box holds"),
        (&["--coins", "175"], "coins must be a whole number from 0 to 174, all that the box holds"),
        (&["--knights-in-supply", "many"], "knights must be a whole number from 0 to 22, all that the box holds"),
        (&["--queen", "maybe"], "[possible values: yes, no]"),
        (&["--player", "A\u{1b}[31m"], "a name cannot be blank or contain control characters"),
        (
            &["--queen", "no"],
            "error: --queen no: the Queen stands at r1c1 in this kingdom; leave out --queen no, or correct the kingdom",
        ),
    ];
    for (flags, allowed) in cases {
        let outcome = run(&[&["score", "T[queen]C/T. q5"], flags].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{flags:?}");
        assert!(outcome.stderr.contains(allowed), "{flags:?}: {}", outcome.stderr);
    }
}

/// Inputs that end with code 2, and the resulting stderr, with FILE for the file's name.
#[test]
fn every_refusal_names_its_file_and_ends_with_2() {
    let squares = r#""squares": [["castle", "wheat"]]"#;
    let cases: [(&str, Vec<u8>, &str); 8] = [
        (
            "a.json",
            b"".to_vec(),
            "error: FILE: this is empty; a kingdom in JSON or in notation, such as `F1WC/L1W. k5`, is needed\n",
        ),
        ("a.json", b"{".to_vec(), "error: FILE: EOF while parsing an object at line 1 column 1\n"),
        (
            "a.json",
            b"[1]".to_vec(),
            "error: FILE: a kingdom in JSON must be an object such as `{\"game\": ..., \"squares\": ...}`\n",
        ),
        (
            "a.json",
            format!("{{\"game\": \"kingdomino\",\n\"sise\": 5, {squares}}}").into_bytes(),
            "error: FILE: unknown field `sise`, expected one of `schema_version`, `image`, `game`, `size`, `rows`, `cols`, \
             `squares`, `player`, `coins`, `knights_in_supply`, `queen`, `variants`, `corners_px`, `corners_exact`, \
             `image_size`, `castle_3d`, `castle_color`, `occluded`, `score`, `kingdom_id`, `game_id`, `sha256`, `source` \
             at line 2 column 6; did you mean `size`?\n",
        ),
        (
            "a.txt",
            b"CW k5 and more".to_vec(),
            "error: FILE: `more` is not a game and grid size: after the rows, write the game's letter (k kingdomino, q queendomino, r royal wedding, kg and qg with Age of Giants) and 5 or 7, such as `k5`\n",
        ),
        (
            "a.jpg",
            b"\xff\xd8\xff\xe0".to_vec(),
            "error: FILE: the JPEG file is cut off or damaged (it has no complete header). Copy the photo again\n",
        ),
        (
            "a.bin",
            b"\xfe\x00".to_vec(),
            "error: FILE: this is not UTF-8 text; a kingdom in JSON or in notation, such as `F1WC/L1W. k5`, is needed\n",
        ),
        ("a.big", vec![b' '; (4 << 20) + 1], "error: FILE: the text is larger than 4 MiB, too large for a kingdom\n"),
    ];
    for (name, content, expected) in cases {
        let (_folder, path) = file(name, content);
        let outcome = run(&["score", &path]);
        assert_eq!(outcome.stderr.replace(&path, "FILE"), expected);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{expected}");
    }
}

#[test]
fn arguments_that_are_no_kingdom_end_with_2() {
    let cases = [
        (
            "missing.json",
            "error: `missing.json` is neither a file nor a kingdom in notation; a notation ends with a space, the game's letter and 5 or 7, such as `F1WC/L1W. k5`\n",
        ),
        (
            "kingdoms/first",
            "error: `kingdoms/first` is neither a file nor a kingdom in notation; a notation ends with a space, the game's letter and 5 or 7, such as `F1WC/L1W. k5`\n",
        ),
        (
            "CW/C k5",
            "error: `CW/C k5` is not a file, and it is not a valid kingdom in notation: row 2 has 1 square, but row 1 has 2; every row needs the same number (write `.` for an empty square)\n",
        ),
        (
            "{\"game\": 1}",
            "error: `{\"game\": 1}` looks like JSON, which can be read only from a file or, with `-`, from standard input\n",
        ),
    ];
    for (argument, expected) in cases {
        let outcome = run(&["score", argument]);
        assert_eq!((outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str()), (2, "", expected));
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().to_str().expect("UTF-8");
    let outcome = run(&["score", path]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.starts_with(&format!("error: {path}: ")), "{}", outcome.stderr);
    let outcome = run_with(b"nothing", &["score", "-"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.starts_with("error: standard input: "), "{}", outcome.stderr);
}

#[test]
fn wrong_usage_ends_with_2_and_suggests() {
    for args in [&["score"][..], &[], &["score", "CW k5", "--jsn"], &["scor", "CW k5"]] {
        let outcome = run(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{args:?}");
        assert!(outcome.stderr.contains("Usage: "), "{args:?}: {}", outcome.stderr);
    }
    let outcome = run(&["score", "CW k5", "--variant", "harmonie"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("[possible values: harmony, middle-kingdom, dynasty]"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("a similar value exists: 'harmony'"), "{}", outcome.stderr);
}

#[test]
fn a_dynasty_is_said_to_change_no_single_sheet() {
    let [without, with] = [&["score", "CW k5"][..], &["score", "CW k5", "--variant", "dynasty"]].map(run);
    assert_eq!((with.code, &with.stdout), (0, &without.stdout));
    assert!(
        with.stderr.contains("note: CW k5: a Dynasty changes nothing on this sheet")
            && !without.stderr.contains("dynasty"),
        "{}",
        with.stderr
    );
}

#[test]
fn help_and_version_go_to_stdout_and_end_with_0() {
    for args in [["--help"], ["--version"]] {
        let outcome = run(&args);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{args:?}");
    }
    assert!(run(&["--version"]).stdout.starts_with("kingdom-scanner "));
    assert!(run(&["score", "--help"]).stdout.contains("Examples:"));
}

#[test]
fn a_players_name_is_taken_without_blanks_around_it() {
    assert!(run(&["score", "CW k5", "--player", " Ada "]).stdout.starts_with("Ada\n\n"));
    let outcome = run(&["score", "CW k5", "--player", " "]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.contains("a name cannot be blank or contain control characters"), "{}", outcome.stderr);
}

/// A reader such as `head` that closes our stdout is not an error.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_quiet() {
    let mut child = Command::new(scanner())
        .args(["score", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    child.stdin.take().expect("a pipe").write_all(b"F1WC/L1W. k5").expect("the program waits for it");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// Ruling: the castle must be in the middle of the rows and columns laid. If it may also be in the middle of
/// the whole grid, a note says so.
#[test]
fn the_middle_kingdom_of_an_incomplete_kingdom_says_which_reading_counts() {
    let found = |text: &str, variant: &str| {
        let outcome = run(&["score", text, "--json", "--variant", variant]);
        let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
        (found["total"].clone(), found["note_codes"].clone())
    };
    let open = json!(["open-rule"]);
    // The first castle can only be in the middle of the whole grid: no points, but a note. The second is in
    // the middle of the rows and columns laid, and so perhaps also of the grid: 10 points, and no note.
    assert_eq!(found("WCW/WWW/.WW k5", "middle-kingdom"), (json!(0), open.clone()));
    assert_eq!(found("WWW/WCW/.WW k5", "middle-kingdom"), (json!(10), Value::Null));
    assert_eq!(found("CWWW k5", "middle-kingdom"), (json!(0), Value::Null), "three columns beside it fit no 5x5 grid");
    assert_eq!(found("CWWWW/WWWWW/WWWWW/WWWWW/WWWW. k7", "middle-kingdom"), (json!(0), Value::Null));
    assert_eq!(found("CWWW/WWWW/WWWW/WWWW k7", "middle-kingdom"), (json!(0), open));
    assert_eq!(found("WCW/WWW/.WW k5", "harmony"), (json!(0), Value::Null), "nobody agreed on the Middle Kingdom");
    let german = run(&["score", "WCW/WWW/.WW k5", "--variant", "middle-kingdom", "--lang", "de"]).stderr;
    assert!(german.contains("liegt es in der Mitte des ganzen Rasters von 5x5"), "{german}");
    let ranked = run(&["standings", "WCW/WWW/.WW k5", "F1FC k5", "--variant", "middle-kingdom"]).stderr;
    assert!(ranked.contains("note: k1: Middle Kingdom: "), "{ranked}");
}

/// A tower belongs on the building that brought it.
#[test]
fn towers_without_a_building_are_noted() {
    let outcome = run(&["score", "T[tower*2]T[travelling-castle]C q5", "--coins", "0", "--queen", "no", "--json"]);
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let note = "towers on squares without a building; a tower stands on the building that brought it (r1c1)";
    assert_eq!(found["notes"], json!([note]));
    assert_eq!(found["note_codes"], json!(["towers-without-building"]));
    let outcome = run(&["score", "TT[travelling-castle,tower*2]C q5", "--coins", "0", "--queen", "no", "--json"]);
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    assert_eq!((&found["notes"], found.get("note_codes")), (&json!([]), None));
}

/// Marks the four kinds of buildings whose points were worked out by elimination, and no others.
#[test]
fn points_that_are_known_by_elimination_are_marked_where_they_count() {
    let text = "T[tax-office]T[treasure-chest]T[small-tavern]T[large-tavern]T[watchtower]/T[fortress]T[statue]TC. q5";
    let table = run(&["score", text]).stdout;
    let marked: Vec<&str> = table.lines().filter(|line| line.contains("(likely, worked out by elimination)")).collect();
    assert_eq!(marked.len(), 4, "{table}");
    for part in ["tax office: 2 (", "treasure chest: 2 (", "small tavern: 3 (", "fortress: 2 (", "large tavern: 2  "] {
        assert!(table.contains(part), "{part}: {table}");
    }
    let german = run(&["score", text, "--lang", "de"]).stdout;
    assert!(german.contains("Festung: 2 (wahrscheinlich, durch Ausschluss ermittelt)"), "{german}");
    let found: Value = serde_json::from_str(&run(&["score", text, "--json"]).stdout).expect("JSON");
    let lines = found["sheet"]["lines"].as_array().expect("a list");
    let parts = lines.iter().flat_map(|line| line["parts"].as_array().expect("a list"));
    let mut marked: Vec<&str> = parts
        .filter(|part| part["evidence"] == "elimination")
        .map(|part| part["building"].as_str().expect("a word"))
        .collect();
    marked.sort_unstable();
    assert_eq!(marked, ["fortress", "small-tavern", "tax-office", "treasure-chest"]);
}
