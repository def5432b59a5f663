//! The audit: a possible kingdom is never called impossible; an impossible one is found, repaired and
//! explained.

use crate::common::cases::cases;
use crate::common::{any_kingdom as common, laying, photos};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::common::{NOTHING, WORKED_EXAMPLE, kingdom};
use kingdom_scanner::audit::{
    Audit, CertainDomino, Change, Finding, MixedGames, Player, Repair, Severity, Spot, Tiling, Verdict, audit,
    audit_game, findings, findings_of_game, tiling,
};
use kingdom_scanner::domain::{DominoBox, Facts, Game, GridSize, Half, Kingdom, Place, Square};
use kingdom_scanner::formats::{KingdomRecord, notation, parse_bytes};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The dominoes of [`WORKED_EXAMPLE`]: for each square the number of its domino, as in `dominoes.csv`.
const WORKED_EXAMPLE_DOMINOES: [[u8; 5]; 5] =
    [[8, 8, 13, 13, 21], [39, 6, 6, 42, 21], [39, 45, 0, 42, 32], [27, 45, 38, 38, 32], [27, 11, 11, 37, 37]];

fn players<'a>(kingdoms: &[&'a Kingdom]) -> Vec<Player<'a>> {
    kingdoms.iter().map(|kingdom| Player { kingdom, unseen: &NOTHING }).collect()
}

fn codes(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code().id()).collect()
}

fn is_impossible(findings: &[Finding]) -> bool {
    findings.iter().any(|finding| finding.severity() == Severity::Impossible)
}

fn changed(kingdom: &Kingdom, place: Place, square: Square) -> Kingdom {
    let mut squares = kingdom.squares().clone();
    squares[place] = square;
    Kingdom::new(kingdom.game(), kingdom.size(), squares).expect("another land square")
}

/// The labels of real photographs by file name, sorted; `None` without their folder.
fn labels() -> Option<BTreeMap<String, KingdomRecord>> {
    let labels = photos::labels_in(&["boards", "pictures"])?;
    Some(labels.iter().map(|path| label(path)).collect())
}

fn label(path: &Path) -> (String, KingdomRecord) {
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let parsed = parse_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    (name, parsed.record)
}

/// The kingdoms of the other players in the label's game, each from one picture.
fn beside<'a>(label: &KingdomRecord, labels: &'a BTreeMap<String, KingdomRecord>) -> Vec<&'a Kingdom> {
    let is_beside = |other: &&KingdomRecord| {
        label.photo.game_id.is_some()
            && other.photo.game_id == label.photo.game_id
            && other.photo.kingdom_id != label.photo.kingdom_id
    };
    let kingdoms = labels.values().filter(is_beside).map(|other| (&other.photo.kingdom_id, &other.kingdom));
    kingdoms.collect::<BTreeMap<_, _>>().into_values().collect()
}

/// The findings about a game of this kingdom and the others.
fn findings_beside(kingdom: &Kingdom, others: &[&Kingdom]) -> Vec<Finding> {
    findings_of_game(&players(&[&[kingdom], others].concat())).expect("kingdoms of one game")
}

/// Every land square of the box, except the one at present: all terrains, each with its numbers of crowns.
fn others(now: &Square, game: Game) -> Vec<Square> {
    let halves = DominoBox::of_game(game).iter().flat_map(|from| from.dominoes()).flat_map(|domino| domino.halves);
    let halves: BTreeSet<Half> = halves.collect();
    halves.into_iter().map(|half| Square::land(half.terrain, half.crowns)).filter(|other| other != now).collect()
}

#[test]
fn no_label_is_impossible_and_three_are_misplayed() {
    let Some(labels) = labels() else { return };
    let mut misplayed = Vec::new();
    for (name, label) in &labels {
        let alone = findings(&label.kingdom, &NOTHING);
        let game = findings_beside(&label.kingdom, &beside(label, &labels));
        assert!(!is_impossible(&alone) && !is_impossible(&game), "{name}: {alone:?} {game:?}");
        if !alone.is_empty() {
            assert_eq!(codes(&alone), ["misplayed"], "{name}");
            misplayed.push(name.as_str());
        }
    }
    // The README of the photographs (`KINGDOM_PHOTOS`) calls the same three kingdoms misplayed.
    assert_eq!(misplayed, ["aau_02", "aau_06", "blarc_test1"]);
}

/// Tries, as random errors would, every other value of the box for each single land square of the labels.
#[test]
fn single_wrong_squares_are_found() {
    let Some(labels) = labels() else { return };
    let (mut changes, mut alone, mut by_game) = (0, 0, 0);
    for label in labels.values() {
        let beside = beside(label, &labels);
        for (place, now) in label.kingdom.squares().iter().filter(|(_, now)| now.terrain().is_some()) {
            for other in others(now, label.kingdom.game()) {
                let wrong = changed(&label.kingdom, place, other);
                changes += 1;
                alone += usize::from(is_impossible(&findings(&wrong, &NOTHING)));
                by_game += usize::from(is_impossible(&findings_beside(&wrong, &beside)));
            }
        }
    }
    let percent = |found: usize| 100.0 * found as f64 / changes as f64;
    println!(
        "of {changes} single changes {:.2} % are impossible alone, {:.2} % by game",
        percent(alone),
        percent(by_game)
    );
    assert!(percent(alone) >= 60.0 && percent(by_game) >= 98.0);
}

#[test]
fn a_wrong_square_of_a_label_is_among_the_repairs() {
    let Some(labels) = labels() else { return };
    let mut mended = 0;
    for (name, label) in &labels {
        for (place, now) in label.kingdom.squares().iter().filter(|(_, now)| now.terrain().is_some()) {
            let others = others(now, label.kingdom.game());
            let wrong = changed(&label.kingdom, place, others[(7 * place.row + place.col) % others.len()]);
            if let Some(repair) = audit(&wrong, &NOTHING).repair {
                assert!(offers(&repair, place, now), "{name}: {place} was {now}: {repair:?}");
                mended += 1;
            }
        }
    }
    assert!(mended > 500, "{mended} of the changes were impossible");
}

fn offers(repair: &Repair, place: Place, square: &Square) -> bool {
    let Repair::One(changes) = repair else { return false };
    changes.iter().any(|change| change.square.place == place && change.instead.contains(square))
}

#[test]
fn nothing_speaks_against_kingdoms_that_were_laid_by_the_rules() {
    let mut dice = ChaCha8Rng::seed_from_u64(11);
    let (each, mut kingdoms) = (cases("LAID", 556), 0);
    for game in Game::ALL {
        for size in [GridSize::Five, GridSize::Seven] {
            for _ in 0..each {
                let laid = [laying::lay(game, size, &mut dice), laying::lay_well(game, size, &mut dice)];
                for kingdom in laid.iter().chain(&laying::play(game, size, 1, &mut dice)) {
                    assert_eq!(findings(kingdom, &NOTHING), [], "{}", notation::write(kingdom));
                    kingdoms += 1;
                }
            }
        }
    }
    assert!(kingdoms >= 18 * each);
}

/// Rule (Queendomino's German sheet): with both boxes the rounds alternate between them, so 12 rounds on 5x5
/// bring a player six dominoes of each. Seven dominoes with towns, which only Queendomino has, are too many.
#[test]
fn nobody_draws_more_than_half_from_one_box() {
    let towns = "TTTTT/LCTTL/GTGTT";
    let found = |text: &str| findings(&kingdom(text), &NOTHING);
    assert_eq!(found(&format!("{towns} r5")), [Finding::MoreOfOneBox { kingdom: 0, most: 6 }]);
    assert_eq!(audit(&kingdom(&format!("{towns} r5")), &NOTHING).verdict(), Verdict::Misplayed);
    // On 7x7, 24 rounds bring twelve of each. Queendomino alone has no such rule.
    assert_eq!(found(&format!("{towns} r7")), []);
    assert_eq!(found(&format!("{towns} q5")), []);
}

/// The game, the grid and the number of kingdoms of each mode in the rule sheets. A team lays one kingdom.
const MODES: [(Game, GridSize, usize); 9] = [
    (Game::Kingdomino, GridSize::Five, 2),
    (Game::Kingdomino, GridSize::Five, 4),
    (Game::Kingdomino, GridSize::Seven, 2),
    (Game::Queendomino, GridSize::Five, 4),
    (Game::Queendomino, GridSize::Seven, 2),
    (Game::RoyalWedding, GridSize::Seven, 3),
    (Game::RoyalWedding, GridSize::Seven, 4),
    (Game::RoyalWedding, GridSize::Five, 6),
    (Game::RoyalWedding, GridSize::Five, 8),
];

#[test]
fn nothing_speaks_against_games_that_were_played_by_the_rules() {
    let mut dice = ChaCha8Rng::seed_from_u64(12);
    for (game, size, number) in MODES {
        for _ in 0..100 {
            let kingdoms = laying::play(game, size, number, &mut dice);
            let found = findings_of_game(&players(&kingdoms.iter().collect::<Vec<_>>())).expect("one game");
            assert_eq!(found, [], "{:?}", kingdoms.iter().map(notation::write).collect::<Vec<_>>());
        }
    }
}

fn facts(coins: u16, knights_in_supply: u16, queen: bool) -> Facts {
    Facts { coins: Some(coins), knights_in_supply: Some(knights_in_supply), queen: Some(queen) }
}

/// A finding in one line, such as `no-castle: every kingdom ...`, with its squares in brackets.
fn in_one_line(finding: &Finding) -> String {
    let squares: Vec<String> = finding.squares().iter().map(|spot| spot.place.to_string()).collect();
    let squares = if squares.is_empty() { String::new() } else { format!(" ({})", squares.join(" ")) };
    format!("{}: {finding}{squares}", finding.code())
}

#[test]
fn every_finding_about_one_kingdom() {
    let knights = "T[knight]T[knight]T[knight]T[knight]T[knight]T[knight]C q7";
    let cases: [(&str, Facts, &[&str]); 17] = [
        ("CWF k5", NOTHING, &[]),
        ("WF k5", NOTHING, &["no-castle: no castle: every kingdom has one"]),
        (
            "CS2S2S2 k5",
            NOTHING,
            &[
                "more-than-the-box: 3 squares (swamp, 2 crowns): the dominoes of Kingdomino have only 2 (r1c2 r1c3 r1c4)",
                "half-a-domino: 3 squares of land: dominoes always cover an even number",
            ],
        ),
        // The only domino with three crowns has wheat, not lake.
        (
            "CM3L k5",
            NOTHING,
            &["no-tiling: the dominoes of Kingdomino cannot be laid like this: at least one square is wrong"],
        ),
        // Wheat and forest are two halves of one domino, but they do not touch.
        (
            "WCF k5",
            NOTHING,
            &["no-tiling: the dominoes of Kingdomino cannot be laid like this: at least one square is wrong"],
        ),
        (
            "C..F1W k5",
            NOTHING,
            &[
                "misplayed: misplayed: by the connection rule no domino could have been laid on these squares (r1c4 r1c5)",
            ],
        ),
        (
            "T[church]T[church]C/TT[church]. q5",
            NOTHING,
            &["too-many-buildings: 3 church tiles: the box holds 2 (r1c1 r1c2 r2c2)"],
        ),
        ("T[church,tower*8]T[statue,tower*8]C q5", NOTHING, &["too-many-towers: 16 towers: the box holds 15"]),
        (
            "T[tower]T[church,tower]C/F[tower*2]G. q5",
            NOTHING,
            &[
                "towers-without-building: towers on squares without a building; a tower stands on the building that brought it \
                 (r1c1 r2c1)",
            ],
        ),
        (knights, facts(0, 16, false), &[]),
        (
            knights,
            facts(0, 17, false),
            &["too-many-knights: 23 knights in kingdoms and supply: the box holds 22 (19 by the Romanian rule sheet)"],
        ),
        ("TTC q5", facts(175, 1, false), &["too-many-coins: coins worth 175: the box holds coins worth 174"]),
        ("TTC q5", facts(174, 1, false), &[]),
        (
            "TTC q5",
            facts(0, 1, true),
            &[
                "queen-without-towers: the Queen visits a kingdom without towers, but by the rules she visits the player with the most towers",
            ],
        ),
        ("T[church,tower]TC q5", facts(0, 1, true), &[]),
        (
            "TTC q5",
            facts(0, 0, false),
            &["no-knight: no knight in kingdom and supply; each player starts with one and never loses it"],
        ),
        ("T[knight]TC q5", facts(0, 0, false), &[]),
    ];
    for (text, unseen, expected) in cases {
        let found: Vec<String> = findings(&kingdom(text), &unseen).iter().map(in_one_line).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn every_finding_about_a_game() {
    // Under the rule, wheat and forest are one domino (13, the only one), and wheat and lake are the other.
    // The other way, with the two wheat squares as one domino and forest and lake as the second, the second
    // would be connected to nothing.
    let four = "CWF/.WL1 k5";
    let cases: [(&[&str], &[&str]); 9] = [
        (&["CWF k5", "CWL k5"], &[]),
        (&["CWF k5", "CWF k5"], &["no-tiling"]),
        (&["CWF k5", "CM3L k5", "C.WF k5"], &["no-tiling k2"]),
        (&["CWF k5", "WWW k5", "WF k5"], &["no-castle k2", "no-castle k3", "half-a-domino k2"]),
        (&["CS2W k5", "CS2W k5", "CS2W k5"], &["more-than-the-box"]),
        (&[four], &[]),
        (&[four, four], &["misplayed"]),
        (&[four, "CWF k5"], &["misplayed"]),
        (&["T[church,tower,queen]TC q5", "T[church,tower,queen]TC q5"], &["several-queens"]),
    ];
    for (texts, expected) in cases {
        let kingdoms: Vec<Kingdom> = texts.iter().map(|text| kingdom(text)).collect();
        let found = findings_of_game(&players(&kingdoms.iter().collect::<Vec<_>>())).expect("one game");
        let whose =
            |finding: &Finding| finding.kingdom().map(|kingdom| format!(" k{}", kingdom + 1)).unwrap_or_default();
        let found: Vec<String> = found.iter().map(|finding| finding.code().id().to_owned() + &whose(finding)).collect();
        assert_eq!(found, expected, "{texts:?}");
    }
}

#[test]
fn supplies_and_buildings_of_a_game_are_counted_together() {
    let [a, b] = ["T[church]T[church]C q5", "T[statue,tower*8]T[church,tower*7]C q5"].map(kingdom);
    let [first, second] = [facts(100, 11, true), facts(75, 12, true)];
    let game = [Player { kingdom: &a, unseen: &first }, Player { kingdom: &b, unseen: &second }];
    let found = findings_of_game(&game).expect("one game");
    let expected =
        ["too-many-buildings", "too-many-knights", "too-many-coins", "several-queens", "queen-without-towers"];
    assert_eq!(codes(&found), expected);
    assert_eq!(found[0].squares().iter().map(Spot::to_string).collect::<Vec<_>>(), ["k1:r1c1", "k1:r1c2", "k2:r1c2"]);
}

#[test]
fn kingdoms_of_different_games_are_not_of_one() {
    let [a, queendomino, seven] = ["CWF k5", "CWF q5", "CWF k7"].map(kingdom);
    for b in [queendomino, seven] {
        let mixed = MixedGames([(a.game(), a.size()), (b.game(), b.size())]);
        assert_eq!(findings_of_game(&players(&[&a, &a, &b])), Err(mixed.clone()));
        assert_eq!(audit_game(&players(&[&a, &b])), Err(mixed));
    }
    assert_eq!(findings_of_game(&[]), Ok(Vec::new()));
}

#[test]
fn verdicts_go_by_the_gravest_finding() {
    let verdict = |findings: &[Finding]| {
        let findings = findings.to_vec();
        Audit { game: Game::Kingdomino, findings, certain: Vec::new(), repair: None }.verdict()
    };
    let note = Finding::NoKnight { kingdom: 0 };
    let misplayed = Finding::Misplayed { kingdom: Some(0), squares: Vec::new() };
    assert_eq!(verdict(&[]), Verdict::Possible);
    assert_eq!(verdict(&[note.clone(), Finding::LayingUnknown]), Verdict::Possible);
    assert_eq!(verdict(&[note.clone(), misplayed.clone()]), Verdict::Misplayed);
    assert_eq!(verdict(&[Finding::TilingUnknown, misplayed.clone()]), Verdict::Unknown);
    assert_eq!(verdict(&[Finding::NoCastle { kingdom: 0 }, Finding::TilingUnknown]), Verdict::Impossible);
}

#[test]
fn the_worked_examples_dominoes_are_certain() {
    let kingdom = kingdom(WORKED_EXAMPLE);
    let audit = audit(&kingdom, &NOTHING);
    assert_eq!((audit.verdict(), &audit.findings[..], &audit.repair), (Verdict::Possible, &[][..], &None));
    assert_eq!(audit.certain.len(), 12);
    for CertainDomino { squares, dominoes } in &audit.certain {
        let [a, b] = squares.map(|Spot { place, .. }| WORKED_EXAMPLE_DOMINOES[place.row][place.col]);
        assert_eq!(a, b, "{squares:?}");
        assert!(dominoes.iter().any(|domino| domino.number == a), "{squares:?} {dominoes:?}");
    }
    let names: Vec<String> =
        audit.certain.iter().map(|certain| certain.domino_names(audit.game).join(" or ")).collect();
    assert_eq!(names[..3], ["7 or 8 or 13", "7 or 8 or 13", "21 or 22 or 23"]);
}

#[test]
fn with_both_boxes_a_domino_is_named_with_its_box() {
    let audit = audit(&kingdom("CM3T/.WW r5"), &NOTHING);
    let names: Vec<Vec<String>> = audit.certain.iter().map(|certain| certain.domino_names(audit.game)).collect();
    assert_eq!(names, [vec!["q45"], vec!["k1", "k2", "q1", "q2"]]);
}

#[test]
fn what_may_lie_in_two_ways_is_not_certain() {
    // The four wheat squares can be covered by dominoes 1 and 2 in two ways, side by side or one above the
    // other, so no place is certain.
    assert_eq!(audit(&kingdom("CWW/.WW k5"), &NOTHING).certain, []);
}

#[test]
fn a_wrong_square_of_the_worked_example_is_among_the_repairs() {
    let right = kingdom(WORKED_EXAMPLE);
    for (place, now) in right.squares().iter().filter(|(_, now)| now.terrain().is_some()) {
        for other in others(now, Game::Queendomino) {
            if let Some(repair) = audit(&changed(&right, place, other), &NOTHING).repair {
                assert!(offers(&repair, place, now), "{place} was {now}, not {other}: {repair:?}");
            }
        }
    }
}

/// The repair in one line, such as `one of r1c2: wheat:1 empty, r1c3: forest`; empty if there is none.
fn repair_of(text: &str) -> String {
    let in_words = |changes: &[Change]| {
        let words = |change: &Change| change.instead.iter().map(|word| format!(" {word}")).collect::<String>();
        let changes = changes.iter().map(|change| format!("{}:{}", change.square.place, words(change)));
        changes.collect::<Vec<_>>().join(", ")
    };
    match audit(&kingdom(text), &NOTHING).repair {
        None => String::new(),
        Some(Repair::One(changes)) => format!("one of {}", in_words(&changes)),
        Some(Repair::Together(changes)) => format!("all of {}", in_words(&changes)),
        Some(Repair::MoreThan(squares)) => format!("more than {squares}"),
        Some(Repair::Unknown) => "unknown".to_owned(),
    }
}

#[test]
fn repairs_are_the_smallest_changes() {
    let cases = [
        ("CWF k5", ""),
        ("C.WF k5", ""),
        // The changes that keep the terrain are listed first.
        (
            "CG2T q5",
            "one of r1c2: grassland grassland:1 forest forest:1 lake lake:1 swamp swamp:1 mine:1 mine:2 mine:3 town, \
             r1c3: wheat forest",
        ),
        // Half of a domino: either this square is too many, or one is missing.
        ("CL1. k5", "one of r1c2: empty, r1c3: wheat forest"),
        // The castle is missing: its square was read as empty, or as land.
        (".WW k5", "one of r1c1: castle"),
        ("WWW k5", "one of r1c1: castle, r1c3: castle"),
        ("LM2CM1L k5", "all of r1c1: wheat, r1c4: wheat"),
        ("LM2.M1L k5", "all of r1c1: castle, r1c2: empty, r1c4: wheat"),
        ("M3M3M3M3M3/M3M3M3M3M3/M3M3CM3M3/M3M3M3M3M3/M3M3M3M3M3 k5", "more than 3"),
    ];
    for (text, expected) in cases {
        assert_eq!(repair_of(text), expected, "{text}");
    }
}

#[test]
fn a_tiling_covers_every_land_square_once_with_distinct_fitting_dominoes() {
    let kingdom = kingdom(WORKED_EXAMPLE);
    let Tiling::Found(laid) = tiling(kingdom.squares(), Game::Queendomino) else { panic!("the example is legal") };
    let numbers: BTreeSet<u8> = laid.iter().map(|(_, domino)| domino.number).collect();
    assert_eq!((laid.len(), numbers.len()), (12, 12));
    let covered: BTreeSet<Place> = laid.iter().flat_map(|(places, _)| *places).collect();
    let land = kingdom.squares().iter().filter(|(_, square)| square.terrain().is_some()).map(|(place, _)| place);
    assert!(land.eq(covered));
    for (places, domino) in laid {
        assert!(kingdom.squares().neighbours(places[0]).any(|place| place == places[1]));
        let seen = places.map(|place| kingdom.squares()[place]);
        let halves = domino.halves.map(|half| Square::land(half.terrain, half.crowns));
        assert!(seen == halves || seen == [halves[1], halves[0]], "{seen:?} {halves:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Random squares are hardly ever from a box. If a repair is offered, it must work.
    #[test]
    fn any_squares_can_be_audited(kingdom in common::any_kingdom(&Game::ALL)) {
        let Audit { repair, certain, .. } = audit(&kingdom, &NOTHING);
        prop_assert!(certain.is_empty() || tiling(kingdom.squares(), kingdom.game()).is_found());
        let plans: Vec<Vec<(Spot, Square)>> = match repair {
            Some(Repair::One(changes)) => {
                let words = |change: Change| change.instead.into_iter().map(move |word| vec![(change.square, word)]);
                changes.into_iter().flat_map(words).collect()
            }
            Some(Repair::Together(changes)) => {
                vec![changes.into_iter().map(|change| (change.square, change.instead[0])).collect()]
            }
            Some(Repair::MoreThan(_) | Repair::Unknown) | None => Vec::new(),
        };
        for plan in plans {
            let mut squares = kingdom.squares().clone();
            plan.iter().for_each(|(spot, square)| squares[spot.place] = *square);
            prop_assert!(tiling(&squares, kingdom.game()).is_found(), "{plan:?}");
            prop_assert!(squares.cells().contains(&Square::Castle), "{plan:?}");
        }
    }
}
