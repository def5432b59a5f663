//! The coins that knights would collect, and the command `territories`: stdout, stderr and exit code.

use crate::common::kingdom;
use crate::common::program::{file, run};
use kingdom_scanner::domain::{Facts, Game, Terrain, territories};
use kingdom_scanner::scoring::taxes::{Effects, Taxes, remarks, taxes};
use serde_json::{Value, json};

/// The worked example of Queendomino's rule sheet.
const EXAMPLE: &str = "F1WWF1F/M1MW1T[statue]L1/T[sawmill]M3CLL1/FT[church]S1T[watchtower]T[large-tavern]/\
                       G2GGG1T[travelling-castle,tower*3] q5";

const NO_EFFECT: Effects = Effects { per_knight: false, per_tower: false };
const PER_KNIGHT: Effects = Effects { per_knight: true, per_tower: false };
const PER_TOWER: Effects = Effects { per_knight: false, per_tower: true };
const BOTH: Effects = Effects { per_knight: true, per_tower: true };

fn supply(knights: u16) -> Facts {
    Facts { knights_in_supply: Some(knights), ..Facts::default() }
}

/// Terrain and income of each territory, in the table's order.
fn incomes(taxes: &Taxes) -> Vec<(Terrain, Option<u32>)> {
    taxes.territories.iter().map(|row| (row.territory.terrain, row.income)).collect()
}

fn income_in_grassland(effects: Effects, unseen: Facts) -> Option<u32> {
    let taxes = taxes(&kingdom(EXAMPLE), &unseen, effects);
    taxes.territories.iter().find(|row| row.territory.terrain == Terrain::Grassland).and_then(|row| row.income)
}

/// Rule: a coin for each square of the territory, and extra coins from the lasting effects.
#[test]
fn a_knight_collects_a_coin_for_each_square() {
    assert_eq!(income_in_grassland(NO_EFFECT, supply(2)), Some(4));
    assert_eq!(income_in_grassland(PER_KNIGHT, supply(2)), Some(4 + 2));
    assert_eq!(income_in_grassland(PER_TOWER, supply(2)), Some(4 + 3));
    assert_eq!(income_in_grassland(BOTH, supply(2)), Some(4 + 2 + 3));
}

/// Rule: "in deinem Besitz (Königreich + persönlicher Vorrat)", so knights in the kingdom count as well as
/// those in supply.
#[test]
fn knights_in_the_kingdom_count_too() {
    let kingdom = kingdom("F[knight]F[knight]CW q5");
    let taxes = taxes(&kingdom, &supply(3), PER_KNIGHT);
    assert_eq!(taxes.for_knights, Some(5));
    assert_eq!(incomes(&taxes), [(Terrain::Wheat, Some(1 + 5)), (Terrain::Forest, Some(2 + 5))]);
    let standing: Vec<u32> = taxes.territories.iter().map(|row| row.knights).collect();
    assert_eq!(standing, [0, 2]);
}

/// The rule sheet's example: seven wheat squares, which already have a knight, bring Maria 7 for each of two
/// knights.
#[test]
fn knights_that_stand_there_take_nothing_away() {
    let taxes = taxes(&kingdom("WWWWC/WW[knight]W.. q5"), &supply(2), NO_EFFECT);
    assert_eq!(incomes(&taxes), [(Terrain::Wheat, Some(7))]);
}

/// If no supply is given, it is the one knight to be placed, which the player must own.
#[test]
fn a_supply_that_is_not_given_is_the_knight_that_is_placed() {
    assert_eq!(income_in_grassland(PER_KNIGHT, Facts::default()), Some(4 + 1));
}

#[test]
fn the_table_is_by_terrain_then_by_size() {
    let kingdom = kingdom("WTTWW/.FCL./TTT.. q5");
    let rows: Vec<_> = taxes(&kingdom, &supply(1), NO_EFFECT).territories;
    let sizes: Vec<_> = rows.iter().map(|row| (row.territory.terrain.letter(), row.territory.size())).collect();
    assert_eq!(sizes, [('W', 2), ('W', 1), ('F', 1), ('L', 1), ('T', 3), ('T', 2)]);
    let mut squares: Vec<_> = rows.iter().map(|row| row.territory.squares).collect();
    let mut expected: Vec<_> = territories(&kingdom).iter().map(|territory| territory.squares).collect();
    squares.sort_by_key(|squares| squares.first());
    expected.sort_by_key(|squares| squares.first());
    assert_eq!(squares, expected);
}

#[test]
fn kingdomino_has_no_taxes() {
    let taxes = taxes(&kingdom("F1FC k5"), &supply(1), BOTH);
    assert_eq!(incomes(&taxes), [(Terrain::Forest, None)]);
    assert_eq!((taxes.for_knights, taxes.for_towers), (None, None));
}

#[test]
fn what_the_incomes_leave_open_is_remarked() {
    let remarks_of = |text: &str, unseen: Facts, effects: Effects| {
        let remarks = remarks(&kingdom(text), &unseen, effects);
        remarks.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let open = "not every lasting effect is counted; look at the tiles, and give their effects with --per-knight and --per-tower";
    assert_eq!(remarks_of("T[treasure-chest]C q5", supply(1), NO_EFFECT), [format!("treasure chest: {open}")]);
    let two = "T[tax-office]CT[treasure-chest] q5";
    assert_eq!(remarks_of(two, supply(1), PER_TOWER), [format!("tax office, treasure chest: {open}")]);
    assert!(remarks_of(two, supply(1), BOTH).is_empty());
    assert!(remarks_of("T[treasure-chest]C q5", supply(1), PER_KNIGHT).is_empty());
    let placed = "knights in supply not given; 1 is assumed, the knight being placed";
    assert_eq!(remarks_of("TC q5", Facts::default(), PER_KNIGHT), [placed]);
    assert!(remarks_of("TC q5", Facts::default(), PER_TOWER).is_empty());
    assert_eq!(remarks_of("TC q5", supply(0), NO_EFFECT), ["no knight in supply: none can be placed now"]);
    assert_eq!(remarks_of("FC k5", Facts::default(), PER_TOWER), ["Kingdomino has no knights and no taxes"]);
    assert!(remarks_of("FC k5", Facts::default(), NO_EFFECT).is_empty());
}

#[test]
fn people_read_a_table() {
    let outcome = run(&["territories", EXAMPLE, "--per-tower", "--per-knight", "--knights-in-supply", "2"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
         1   2   3   4   5
      1  F1  W   W   F1  F
      2  M1  M   W1  T+  L1
      3  T+  M3  C   L   L1
      4  F   T+  S1  T+  T+
      5  G2  G   G   G1  T+
      + r2c4 statue; r3c1 sawmill; r4c2 church; r4c4 watchtower; r4c5 large tavern; r5c5 travelling castle, 3 towers
      W wheat, F forest, L lake, G grassland, S swamp, M mine, T town, C castle; figures are crowns; + pieces

    ┌───────────┬──────┬────────┬────────┬─────────┬────────┬──────────────┐
    │ territory ┆ size ┆ crowns ┆ points ┆ knights ┆ income ┆ where        │
    ╞═══════════╪══════╪════════╪════════╪═════════╪════════╪══════════════╡
    │ wheat     ┆    3 ┆      1 ┆      3 ┆       0 ┆      8 ┆ r1c2-c3 r2c3 │
    │ forest    ┆    2 ┆      1 ┆      2 ┆       0 ┆      7 ┆ r1c4-c5      │
    │ forest    ┆    1 ┆      1 ┆      1 ┆       0 ┆      6 ┆ r1c1         │
    │ forest    ┆    1 ┆      0 ┆      0 ┆       0 ┆      6 ┆ r4c1         │
    │ lake      ┆    3 ┆      2 ┆      6 ┆       0 ┆      8 ┆ r2c5 r3c4-c5 │
    │ grassland ┆    4 ┆      3 ┆     12 ┆       0 ┆      9 ┆ r5c1-c4      │
    │ swamp     ┆    1 ┆      1 ┆      1 ┆       0 ┆      6 ┆ r4c3         │
    │ mine      ┆    3 ┆      4 ┆     12 ┆       0 ┆      8 ┆ r2c1-c2 r3c2 │
    │ town      ┆    3 ┆      0 ┆      0 ┆       0 ┆      8 ┆ r4c4-c5 r5c5 │
    │ town      ┆    1 ┆      0 ┆      0 ┆       0 ┆      6 ┆ r2c4         │
    │ town      ┆    1 ┆      0 ┆      0 ┆       0 ┆      6 ┆ r3c1         │
    │ town      ┆    1 ┆      0 ┆      0 ┆       0 ┆      6 ┆ r4c2         │
    └───────────┴──────┴────────┴────────┴─────────┴────────┴──────────────┘
    income = size + 2 knights + 3 towers
    ");
}

#[test]
fn people_read_german() {
    let outcome = run(&["territories", "T[treasure-chest]TC/.GG q5", "--lang", "de"]);
    assert_eq!(outcome.code, 0);
    insta::assert_snapshot!(outcome.stdout, @r"
         1   2   3
      1  T+  T   C
      2  .   G   G
      + r1c1 Schatztruhe
      G Weideland, T Stadt, C Schloss, . leer; + Figuren oder Gebäude

    ┌───────────┬───────┬────────┬────────┬────────┬───────────┬─────────┐
    │ Gebiet    ┆ Größe ┆ Kronen ┆ Punkte ┆ Ritter ┆ Einkünfte ┆ Felder  │
    ╞═══════════╪═══════╪════════╪════════╪════════╪═══════════╪═════════╡
    │ Weideland ┆     2 ┆      0 ┆      0 ┆      0 ┆         2 ┆ r2c2-c3 │
    │ Stadt     ┆     2 ┆      0 ┆      0 ┆      0 ┆         2 ┆ r1c1-c2 │
    └───────────┴───────┴────────┴────────┴────────┴───────────┴─────────┘
    ");
    insta::assert_snapshot!(outcome.stderr, @"Hinweis: T[treasure-chest]TC/.GG q5: Schatztruhe: nicht jeder dauerhafte Vorteil ist gezählt; sieh auf die Plättchen, und gib ihre Vorteile mit --per-knight und --per-tower an");
}

#[test]
fn the_table_of_kingdomino_has_no_incomes() {
    let outcome = run(&["territories", "F1WC/L1W. k5"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
         1   2   3
      1  F1  W   C
      2  L1  W   .
      W wheat, F forest, L lake, C castle, . empty; figures are crowns

    ┌───────────┬──────┬────────┬────────┬───────────┐
    │ territory ┆ size ┆ crowns ┆ points ┆ where     │
    ╞═══════════╪══════╪════════╪════════╪═══════════╡
    │ wheat     ┆    2 ┆      0 ┆      0 ┆ r1c2 r2c2 │
    │ forest    ┆    1 ┆      1 ┆      1 ┆ r1c1      │
    │ lake      ┆    1 ┆      1 ┆      1 ┆ r2c1      │
    └───────────┴──────┴────────┴────────┴───────────┘
    ");
}

#[test]
fn programs_read_a_line() {
    let outcome = run(&["territories", "T[statue,tower]TC/.F1F[knight] q5", "--per-tower", "--json"]);
    assert_eq!((outcome.code, outcome.stdout.lines().count()), (0, 1));
    let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
    let expected = json!({
        "schema_version": 1,
        "kingdom": {
            "schema_version": 1, "game": "queendomino", "size": 5, "rows": 2, "cols": 3,
            "squares": [["town+statue+tower", "town", "castle"], ["empty", "forest:1", "forest+knight"]],
        },
        "notation": "T[statue,tower]TC/.F1F[knight] q5",
        "territories": [
            {"terrain": "forest", "size": 2, "crowns": 1, "points": 2, "squares": ["r2c2", "r2c3"], "knights": 1, "income": 3},
            {"terrain": "town", "size": 2, "crowns": 0, "points": 0, "squares": ["r1c1", "r1c2"], "knights": 0, "income": 3},
        ],
        "for_towers": 1,
        "warnings": found["warnings"],
        "notes": [],
    });
    assert_eq!(found, expected);
}

/// The JSON that `territories` prints can be read back as a kingdom, like that of the other commands.
#[test]
fn results_are_read_as_kingdoms() {
    let line = run(&["territories", EXAMPLE, "--json"]).stdout;
    let (_folder, path) = file("territories.json", &line);
    assert_eq!(run(&["territories", &path, "--json"]).stdout, line);
}

#[test]
fn a_flag_overrides_the_files_knights() {
    let text =
        r#"{"game": "queendomino", "size": 5, "knights_in_supply": 3, "squares": [["forest", "forest", "castle"]]}"#;
    let (_folder, path) = file("kingdom.json", text);
    let income = |args: &[&str]| {
        let outcome = run(&[&["territories", &path, "--per-knight", "--json"], args].concat());
        let found: Value = serde_json::from_str(&outcome.stdout).expect("JSON");
        (found["territories"][0]["income"].clone(), found["notes"].clone())
    };
    assert_eq!(income(&[]), (json!(2 + 3), json!([])));
    let note = "--knights-in-supply is 1, and this counts, although the file says 3";
    assert_eq!(income(&["--knights-in-supply", "1"]), (json!(2 + 1), json!([note])));
}

#[test]
fn bad_arguments_end_with_2() {
    for args in
        [&["territories"][..], &["territories", "nothing"], &["territories", "CT q5", "--knights-in-supply", "23"]]
    {
        let outcome = run(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!outcome.stderr.is_empty(), "{args:?}");
    }
}

mod of_photos {
    use super::*;

    fn json_of(argument: &str) -> Value {
        let outcome = run(&["territories", argument, "--json"]);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        serde_json::from_str(&outcome.stdout).expect("JSON")
    }

    /// Terrain, size and crowns of each territory. The squares are left out, because they may be counted from
    /// another corner.
    fn territories_of(line: &Value) -> Vec<(String, u64, u64)> {
        let rows = line["territories"].as_array().expect("a list").iter();
        let number = |row: &Value, field: &str| row[field].as_u64().expect("a number");
        let mut territories: Vec<_> =
            rows.map(|row| (row["terrain"].to_string(), number(row, "size"), number(row, "crowns"))).collect();
        territories.sort();
        territories
    }

    #[test]
    fn a_photo_is_read_first() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/photos");
        let photo = json_of(&format!("{folder}/five.jpg"));
        let label = json_of(&format!("{folder}/five.json"));
        assert_eq!(territories_of(&photo), territories_of(&label));
        assert_eq!((&photo["needs_review"], label.get("needs_review")), (&json!(false), None));
        let table = run(&["territories", &format!("{folder}/five.jpg")]);
        assert_eq!((table.code, table.stdout.contains("territory")), (0, true));
        assert!(table.stderr.contains("the photo was read as Kingdomino"), "{}", table.stderr);
    }

    #[test]
    fn a_photo_without_a_kingdom_ends_with_1() {
        let outcome = run(&["territories", concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/photos/nothing.jpg")]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (1, ""), "{}", outcome.stderr);
        assert!(outcome.stderr.starts_with("error: "), "{}", outcome.stderr);
    }

    #[test]
    fn a_broken_photo_ends_with_2() {
        let (_folder, path) = file("a.jpg", b"\xff\xd8\xff\xe0");
        let outcome = run(&["territories", &path]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{}", outcome.stderr);
    }
}

/// Royal Wedding, played with both boxes, has taxes whatever the size of the kingdom.
#[test]
fn both_boxes_have_taxes() {
    let taxes = taxes(&kingdom("FFC r7"), &supply(1), NO_EFFECT);
    assert_eq!((kingdom("FFC r7").game(), incomes(&taxes)), (Game::RoyalWedding, vec![(Terrain::Forest, Some(2))]));
}
