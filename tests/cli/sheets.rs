//! Every sheet on terminals of 60, 80 and 120 columns, with and without colours.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::common::kingdom;
use kingdom_scanner::audit::warning::{Warning, WarningCode};
use kingdom_scanner::correction::{Choice, OpenQuestion, OpenSquare};
use kingdom_scanner::domain::{Cell, Facts, Place, Square, Variant};
use kingdom_scanner::formats::KingdomRecord;
use kingdom_scanner::formats::{ReadSquare, SquareState};
use kingdom_scanner::messages::{Language, MessageId, Words};
use kingdom_scanner::reconstruct::Reading;
use kingdom_scanner::report::KingdomReport;
use kingdom_scanner::report::audit_table::audit_table;
use kingdom_scanner::report::game_table::{GameToSay, game_table};
use kingdom_scanner::report::kingdom_picture::Legend;
use kingdom_scanner::report::scan_table::{ToSay, scan_table};
use kingdom_scanner::report::sheet_table::sheet_table;
use kingdom_scanner::report::standings_table::standings_table;
use kingdom_scanner::report::territories_table::territories_table;
use kingdom_scanner::report::to_type::LinesToType;
use kingdom_scanner::scoring::sheet::ScoreSheet;
use kingdom_scanner::scoring::taxes::{Effects, taxes};
use kingdom_scanner::standings::{Standings, TableInputs, UnreadPlayer};

const WIDTHS: [u16; 3] = [60, 80, 120];

const KINGDOMINO: &str = "S2WW1FF/WWLWL1/M3WCGF/SW1GGL1/LG1GG2L k5";
const QUEENDOMINO: &str = "T[travelling-castle,tower*3]T[queens-tower]C/T[wizard-school]T[statue]T/WG2L1 q5";

/// The output on terminals of each width, without colours and with them: no line is too long, except those
/// for copying.
fn on_terminals(sheet: impl Fn(Option<u16>) -> String) -> String {
    let mut text = String::new();
    for width in WIDTHS {
        let plain = anstream::adapter::strip_str(&sheet(Some(width))).to_string();
        let is_wrapped =
            |line: &&str| !line.trim_start().starts_with("kingdom-scanner ") && !line.starts_with("notation: ");
        for line in plain.lines().filter(is_wrapped) {
            assert!(line.chars().count() <= usize::from(width), "{width}: {line}");
        }
        let _ = write!(text, "{width} columns\n{plain}\n");
    }
    for width in WIDTHS {
        let coloured = sheet(Some(width)).replace('\u{1b}', "^");
        // Without its colours, the text equals the plain output.
        assert!(coloured.contains("^[1m"), "{coloured}");
        let _ = write!(text, "{width} columns, in colour\n{coloured}\n");
    }
    text
}

/// A reading with two doubtful squares.
fn reading() -> Reading {
    let kingdom = kingdom(KINGDOMINO);
    let doubtful = [Place::new(1, 3), Place::new(3, 0)];
    let squares = kingdom.squares().map(|square: &Square| ReadSquare {
        best: *square,
        probability: 0.998,
        gap: None,
        second: Square::Empty,
        second_total: None,
        state: SquareState::Seen,
        seen: 1.0,
        pieces: None,
    });
    let mut squares = squares;
    for (place, (second, total)) in doubtful.into_iter().zip([("wheat:1", 39), ("mine:1", 38)]) {
        let second = second.parse().expect("a square");
        let best = squares[place].clone();
        squares[place] =
            ReadSquare { probability: 0.81, second, second_total: Some(total), state: SquareState::Doubtful, ..best };
    }
    let message = MessageId::DoubtfulTotal.with("percent", 81);
    Reading {
        kingdom,
        origin: Cell::default(),
        squares,
        cost: 0.0,
        game_probability: 1.0,
        total_probability: 0.81,
        warnings: vec![Warning { code: WarningCode::DoubtfulTotal, message, squares: doubtful.to_vec() }],
        needs_review: true,
        left_out: Vec::new(),
        corrections: Vec::new(),
    }
}

/// A square with several readings: one that fits, one that does not, and one that needs more corrections.
fn question() -> OpenQuestion {
    let place = Place::new(1, 3);
    let readings = [("wheat", Some(38), false), ("wheat:1", Some(39), true), ("forest:1", None, false)];
    let choices = readings.map(|(word, total, is_suspect)| {
        let square = word.parse().expect("a square");
        Choice { named: vec![(place, square)], total, is_suspect }
    });
    let read = ReadSquare { probability: 0.81, ..reading().squares[place].clone() };
    let square = OpenSquare { place, name: place, read, total: 38 };
    OpenQuestion { kingdom: 0, square: Some(square), choices: choices.to_vec() }
}

fn lines_to_type(command: &str) -> LinesToType {
    let line = |option: &str| Some(format!("kingdom-scanner {command} {option}"));
    LinesToType { fix: line("--fix r2c4=wheat"), ask: line("--ask") }
}

#[test]
fn a_scan() {
    let reading = reading();
    let sheet = ScoreSheet::new(&reading.kingdom, &Facts::default(), &[]);
    let report = KingdomReport {
        reading: &reading,
        sheet: &sheet,
        corners_px: Some([[0.0, 0.0], [500.0, 0.0], [500.0, 500.0], [0.0, 500.0]]),
        player: Some("Ada"),
        unseen: Facts::default(),
        variants: &[],
        warnings: &reading.warnings,
        notes: &[MessageId::SizeNotGiven.into()],
    };
    insta::assert_snapshot!(on_terminals(|width| {
        let command = "scan photos/of/a/long/evening/ada.jpg";
        let to_say =
            ToSay { questions: vec![question()], suspects: vec!["r3c1=mine:3".to_owned()], ..ToSay::default() };
        let mut legend = Legend::default();
        legend.add(&reading.kingdom, &reading.states());
        let (photo, legend) = ("photos/of/a/long/evening/ada.jpg", legend.in_words(Language::English, width));
        let table = scan_table(photo, &[report], &[to_say], &legend, Language::English, width);
        table + &lines_to_type(command).in_words(Language::English, width)
    }));
}

#[test]
fn a_sheet_of_each_game() {
    insta::assert_snapshot!(on_terminals(|width| {
        let sheet = |(text, language): (&str, Language)| {
            let kingdom = kingdom(text);
            let sheet = ScoreSheet::new(&kingdom, &Facts::default(), &Variant::OF_KINGDOMINO);
            sheet_table(&kingdom, &sheet, language, width)
        };
        [(KINGDOMINO, Language::English), (QUEENDOMINO, Language::English), (QUEENDOMINO, Language::German)]
            .map(sheet)
            .concat()
    }));
}

fn standings(players: &[&str]) -> Standings {
    let texts = [KINGDOMINO, "W1WF/CLM3 k5", "W1FC/WF. k5", KINGDOMINO];
    let record = |(player, text): (&&str, &str)| KingdomRecord {
        player: Some((*player).into()),
        ..KingdomRecord::from(kingdom(text))
    };
    let records = players.iter().zip(texts.into_iter().cycle()).map(record).collect();
    Standings::new(records, &TableInputs::default()).expect("a game")
}

#[test]
fn standings_of_a_game() {
    let standings = standings(&["Anna", "Bartholomew and Cem", "Dora", "Emil"]);
    insta::assert_snapshot!(on_terminals(|width| standings_table(&standings, Language::English, width)));
}

/// A score pad of many players is cut at the terminal's width.
#[test]
fn a_game_of_many_long_names() {
    let names = ["Maximiliane", "Bartholomew", "Wilhelmina", "Constantine"];
    let records = standings(&names).players.into_iter().enumerate().map(|(index, player)| {
        let record = player.kingdoms[0].record.clone();
        let reading = reading();
        match index {
            0 => KingdomRecord { doubts: Some(reading.doubts(&reading.warnings)), ..record },
            _ => record,
        }
    });
    let mut standings = Standings::new(records.collect(), &TableInputs::default()).expect("a game");
    standings.unread = vec![UnreadPlayer { player: "Evangeline".into(), photo: "eve.jpg".to_owned() }];
    let warning = MessageId::KingdomMissing.with("photo", "eve.jpg");
    let questions = BTreeMap::from([(standings.players[0].player.clone(), vec![question()])]);
    let lines = lines_to_type("game a.jpg b.jpg");
    let to_say =
        GameToSay { questions, suspects: vec!["Wilhelmina:r1c1=mine:3".to_owned()], lines, ..GameToSay::default() };
    insta::assert_snapshot!(on_terminals(|width| {
        game_table(&standings, std::slice::from_ref(&warning), &to_say, Language::English, width)
    }));
}

#[test]
fn territories_and_taxes() {
    insta::assert_snapshot!(on_terminals(|width| {
        let effects = Effects { per_knight: true, per_tower: true };
        let of_queendomino = taxes(&kingdom(QUEENDOMINO), &Facts::default(), effects);
        let of_kingdomino = taxes(&kingdom(KINGDOMINO), &Facts::default(), effects);
        [of_queendomino, of_kingdomino].map(|taxes| territories_table(&taxes, Language::English, width)).concat()
    }));
}

#[test]
fn an_audit() {
    let audits = ["W1W1W1/W1CW1/W1W1W1 k5", KINGDOMINO]
        .map(|text| (text, kingdom_scanner::audit::audit(&kingdom(text), &Facts::default())));
    insta::assert_snapshot!(on_terminals(|width| {
        audits.iter().map(|(text, audit)| audit_table(&[text], audit, Language::English, width)).collect()
    }));
}
