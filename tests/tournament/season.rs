//! A season with the rules of `tournament.toml`, ranked independently by a small implementation; and the
//! effects of doubts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use kingdom_scanner::formats::notation;
use kingdom_scanner::messages::Language;
use kingdom_scanner::scoring::sheet::{largest_territory, total};
use kingdom_scanner::tournament::finish;
use kingdom_scanner::tournament::ranking::{RankedBy, Tournament};
use kingdom_scanner::tournament::rules::Rules;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::batch::{Batch, rank_by};
use crate::common::cases::cases;
use crate::common::program;

/// A small kingdom with a small total, so that many totals are equal.
fn random_kingdom(dice: &mut ChaCha8Rng) -> String {
    let mut square = || {
        // In boxes without giants, no wheat, forest or lake square has two crowns.
        let terrain = ["F", "W", "L", "G"].choose(dice).expect("a terrain");
        let crowns = if *terrain == "G" { ["", "", "1", "2"] } else { ["", "", "1", "1"] };
        let crowns = crowns.choose(dice).expect("crowns");
        format!("{terrain}{crowns}")
    };
    let squares: Vec<String> = (0..9).map(|at| if at == 4 { "C".to_owned() } else { square() }).collect();
    let rows: Vec<String> = squares.chunks(3).map(|row| row.concat()).collect();
    format!("{} k5", rows.join("/"))
}

/// The content of each photo, by round, table and player.
type Games = BTreeMap<(usize, usize, String), String>;

fn random_round(dice: &mut ChaCha8Rng, round: usize, players: &[String], games: &mut Games) {
    let mut players = players.to_vec();
    players.shuffle(dice);
    for (table, seated) in players.chunks(4).enumerate() {
        for player in seated {
            games.insert((round, table + 1, player.clone()), random_kingdom(dice));
        }
    }
}

fn batch_of(games: &Games) -> Batch {
    let photos: Vec<(String, &str)> = games
        .iter()
        .map(|((round, table, player), text)| (format!("round-{round}/table-{table}/{player}.jpg"), text.as_str()))
        .collect();
    let photos: Vec<(&str, &str)> = photos.iter().map(|(photo, text)| (photo.as_str(), *text)).collect();
    Batch::new(&photos)
}

/// The results of `batch` for these photos, ranked by these rules.
pub fn ranked(batch: &Batch, rules: &str) -> Tournament {
    let out = batch.out("out");
    rank_by(&out, by(batch, rules));
    finish(&out, Language::English).expect("standings")
}

fn by(batch: &Batch, rules: &str) -> RankedBy {
    let path = batch.folder.path().join("tournament.toml");
    fs::write(&path, rules).expect("a file");
    RankedBy { rules: Some(Arc::new(Rules::read(&path).expect("rules"))), ..RankedBy::default() }
}

/// The rules as the small implementation knows them. It sums floating-point numbers instead of exact
/// fractions.
struct Small<'a> {
    placing: &'a [f64],
    best: usize,
    dropped: &'a [usize],
    tie_breaks: &'a [&'a str],
    last: Option<(usize, usize)>,
}

/// A rounded number for comparing, because sums of thirds may differ in their last digits.
fn number(number: f64) -> i64 {
    (number * 1e6).round() as i64
}

impl Small<'_> {
    /// Each player's rank, and the sum that decides it.
    fn ranks(&self, games: &Games) -> BTreeMap<String, (usize, i64)> {
        let strength = |text: &str| {
            let kingdom = notation::parse(text).expect("a kingdom");
            let land = largest_territory(&kingdom).map_or(0, |land| land.size());
            (total(&kingdom, &Default::default(), &[]), land)
        };
        let all: Vec<(usize, usize, &str, (i32, u32))> = games
            .iter()
            .map(|((round, table, player), text)| (*round, *table, player.as_str(), strength(text)))
            .collect();
        // A player's place at the table: how many are better, and how many are equal, the player included.
        let place = |of: &(usize, usize, &str, (i32, u32))| {
            let table = || all.iter().filter(|other| (other.0, other.1) == (of.0, of.1));
            (table().filter(|other| other.3 > of.3).count(), table().filter(|other| other.3 == of.3).count())
        };
        let points = |of: &(usize, usize, &str, (i32, u32))| {
            if self.placing.is_empty() {
                return f64::from(of.3.0);
            }
            let (better, equal) = place(of);
            let places = (better..better + equal).map(|place| self.placing.get(place).unwrap_or(&0.0));
            places.sum::<f64>() / equal as f64
        };
        let is_of_sum =
            |round: usize| !self.dropped.contains(&round) && self.last.is_none_or(|(last, _)| last != round);
        let players: BTreeSet<&str> = all.iter().map(|game| game.2).collect();
        let own =
            |player: &str| -> Vec<_> { all.iter().filter(|game| game.2 == player && is_of_sum(game.0)).collect() };
        let mut keys: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
        for player in &players {
            let mut sums: Vec<f64> = own(player).into_iter().map(points).collect();
            sums.sort_by(|a, b| b.total_cmp(a));
            keys.insert(player, vec![number(sums.into_iter().take(self.best).sum())]);
        }
        for tie_break in self.tie_breaks {
            let before = keys.clone();
            for player in &players {
                let games = own(player);
                let value = match *tie_break {
                    "points" => games.iter().map(|game| f64::from(game.3.0)).sum(),
                    "wins" => games.iter().filter(|game| place(game).0 == 0).count() as f64,
                    "best-round" => games.iter().map(|game| points(game)).fold(0.0, f64::max),
                    "territories" => games.iter().map(|game| f64::from(game.3.1)).sum(),
                    "largest-territory" => games.iter().map(|game| f64::from(game.3.1)).fold(0.0, f64::max),
                    "direct-game" => {
                        let equal: Vec<&str> =
                            players.iter().filter(|other| before[**other] == before[player]).copied().collect();
                        let sit_together = |game: &&&(usize, usize, &str, (i32, u32))| {
                            let at =
                                |other: &&str| all.iter().any(|one| (one.0, one.1, one.2) == (game.0, game.1, *other));
                            equal.iter().all(at)
                        };
                        -games.iter().filter(sit_together).map(|game| 1.0 + place(game).0 as f64).sum::<f64>()
                    }
                    other => panic!("{other}"),
                };
                keys.get_mut(player).expect("a player").push(number(value));
            }
        }
        let before = |player: &str| 1 + keys.values().filter(|other| **other > keys[player]).count();
        let sums = |player: &str| keys[player][0];
        let Some((last, cut)) = self.last else {
            return players.iter().map(|player| ((*player).to_owned(), (before(player), sums(player)))).collect();
        };
        // In the final, its points decide, then its totals and territories, then the ranks before the final.
        let finals: BTreeMap<&str, _> = all.iter().filter(|game| game.0 == last).map(|game| (game.2, game)).collect();
        let key = |player: &str| {
            let of_final = finals.get(player).filter(|_| before(player) <= cut);
            let own = of_final.map(|game| (number(points(game)), game.3));
            (own, -(before(player) as i64))
        };
        let rank = |player: &str| 1 + players.iter().filter(|other| key(other) > key(player)).count();
        players.iter().map(|player| ((*player).to_owned(), (rank(player), sums(player)))).collect()
    }
}

fn ranks_of(tournament: &Tournament) -> BTreeMap<String, (usize, i64)> {
    let overall = tournament.overall.iter();
    overall
        .map(|place| (place.player.clone(), (place.rank.expect("a rank"), number(place.decisive().0.points()))))
        .collect()
}

const ALL_TIE_BREAKS: [&str; 6] = ["points", "wins", "best-round", "territories", "largest-territory", "direct-game"];

#[test]
fn a_season_is_ranked_as_a_small_ranking_of_its_own_ranks_it() {
    let mut shared = 0;
    for seed in 0..4 {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let players: Vec<String> = (1..=40).map(|number| format!("P{number}")).collect();
        let mut games = Games::new();
        (1..=5).for_each(|round| random_round(&mut dice, round, &players, &mut games));
        // Some players are sometimes absent.
        let absent: Vec<_> = games.keys().filter(|_| dice.random_bool(0.05)).cloned().collect();
        absent.iter().for_each(|seat| drop(games.remove(seat)));
        let batch = batch_of(&games);
        batch.run("out");
        let of_five = "placing_points = [5, 3, 2, 1]\nbest_rounds = 4\ntie_breaks = [\"wins\", \"direct-game\"]\n\
             [final]\nround = 6\nplayers = 4\n";
        let before = ranked(&batch, of_five);
        let first: Vec<String> =
            before.overall.iter().filter(|place| place.rank <= Some(4)).map(|place| place.player.clone()).collect();
        for player in &first {
            let kingdom = random_kingdom(&mut dice);
            batch.write(&format!("round-6/table-1/{player}.jpg"), &kingdom);
            games.insert((6, 1, player.clone()), kingdom);
        }
        batch.run("out");
        let quoted = ALL_TIE_BREAKS.map(|tie_break| format!("{tie_break:?}")).join(", ");
        let cases = [
            (
                of_five.to_owned(),
                Small {
                    placing: &[5.0, 3.0, 2.0, 1.0],
                    best: 4,
                    dropped: &[],
                    tie_breaks: &["wins", "direct-game"],
                    last: Some((6, 4)),
                },
            ),
            (
                format!("tie_breaks = [{quoted}]\ndropped_rounds = [2, \"04\"]\n"),
                Small { placing: &[], best: 9, dropped: &[2, 4], tie_breaks: &ALL_TIE_BREAKS, last: None },
            ),
            (
                "tie_breaks = [\"direct-game\", \"largest-territory\"]\nplacing_points = [4, 1]\ndropped_rounds = [6]\n".to_owned(),
                Small {
                    placing: &[4.0, 1.0],
                    best: 9,
                    dropped: &[6],
                    tie_breaks: &["direct-game", "largest-territory"],
                    last: None,
                },
            ),
            (
                "best_rounds = 2\ntie_breaks = [\"best-round\", \"territories\"]\n[final]\nround = 6\nplayers = 4\n".to_owned(),
                Small { placing: &[], best: 2, dropped: &[], tie_breaks: &["best-round", "territories"], last: Some((6, 4)) },
            ),
            ("title = \"Cup\"".to_owned(), Small { placing: &[], best: 9, dropped: &[], tie_breaks: &[], last: None }),
        ];
        for (rules, small) in cases {
            let tournament = ranked(&batch, &rules);
            assert_eq!(ranks_of(&tournament), small.ranks(&games), "seed {seed}: {rules}");
            assert!(
                tournament.overall.iter().all(|place| !place.is_rank_doubtful && !place.decisive().1),
                "nothing is to check"
            );
            let sorted = tournament.overall.is_sorted_by_key(|place| place.rank);
            assert!(sorted, "from the winner down");
            shared += tournament.overall.iter().filter(|place| place.shared).count();
        }
    }
    assert!(shared > 10, "ties that nothing breaks are tried, too: {shared}");
}

/// A kingdom with one doubtful square, with several, or with a doubt that no square explains; or one without
/// doubts. Also what it may truly be.
fn doubtful(dice: &mut ChaCha8Rng) -> (String, Vec<String>) {
    match dice.random_range(0..3) {
        0 => ("dog".to_owned(), vec!["dog".to_owned(), random_kingdom(dice), random_kingdom(dice)]),
        1 => {
            let kingdom = loop {
                let kingdom = random_kingdom(dice);
                if kingdom.matches('L').count() == 1 {
                    break kingdom;
                }
            };
            let at = kingdom.find('L').expect("a lake");
            let crowns = kingdom[at + 1..].chars().next().filter(char::is_ascii_digit).map_or(0, |_| 1);
            let other = format!("{}W{}", &kingdom[..at], &kingdom[at + 1 + crowns..]);
            (format!("{kingdom}?"), vec![kingdom, other])
        }
        _ => {
            // No kingdom with exactly one lake, because its doubt would be explained by that square.
            let kingdom = loop {
                let kingdom = random_kingdom(dice);
                if kingdom.matches('L').count() != 1 {
                    break kingdom;
                }
            };
            (format!("{kingdom}?"), vec![random_kingdom(dice), random_kingdom(dice)])
        }
    }
}

/// Whatever the true content, ranks without `?` do not change.
#[test]
fn what_has_no_question_mark_stays_whatever_the_doubts_turn_out_to_be() {
    let rules = [
        "tie_breaks = [\"wins\", \"direct-game\"]",
        "placing_points = [5, 3, 1]\ntie_breaks = [\"points\", \"largest-territory\"]",
        "placing_points = [3, 1]\nbest_rounds = 1\ntie_breaks = [\"wins\", \"best-round\"]",
        "best_rounds = 2\ndropped_rounds = [1]\ntie_breaks = [\"territories\"]",
        "best_rounds = 1\n[final]\nround = 3\nplayers = 4",
        "placing_points = [4, 2, 1]\ntie_breaks = [\"direct-game\"]\n[final]\nround = 3\nplayers = 2",
    ];
    let (mut sure, mut open) = (0_u64, 0_u64);
    let seasons = cases("SEASONS", 25);
    for seed in 0..seasons {
        let mut dice = ChaCha8Rng::seed_from_u64(seed);
        let players: Vec<String> = (1..=12).map(|number| format!("P{number}")).collect();
        let mut games = Games::new();
        (1..=3).for_each(|round| random_round(&mut dice, round, &players, &mut games));
        // Some kingdoms have many more points, so that not every doubt affects everyone.
        for ((_, _, player), text) in &mut games {
            if ["P1", "P2", "P3"].contains(&player.as_str()) {
                let row = random_kingdom(&mut dice);
                *text = format!("G2G2G2/G2CG2/G2GG/{}", row.rsplit('/').next().expect("a row"));
            }
        }
        let mut seats: Vec<_> = games.keys().cloned().collect();
        seats.shuffle(&mut dice);
        let mut outcomes: Vec<(_, Vec<String>)> = Vec::new();
        for seat in seats.into_iter().take(2) {
            let (text, may_be) = doubtful(&mut dice);
            games.insert(seat.clone(), text);
            outcomes.push((seat, may_be));
        }
        let batch = batch_of(&games);
        batch.run("out");
        let before: Vec<Tournament> = rules.iter().map(|rules| ranked(&batch, rules)).collect();
        for _ in 0..4 {
            for ((round, table, player), may_be) in &outcomes {
                let text = may_be.choose(&mut dice).expect("an outcome");
                batch.write(&format!("round-{round}/table-{table}/{player}.jpg"), text);
            }
            batch.run("out");
            for (rules, before) in rules.iter().zip(&before) {
                let after = ranked(&batch, rules);
                for place in &before.overall {
                    let now = after.overall.iter().find(|other| other.player == place.player).expect("a player");
                    let context = || format!("seed {seed}, {rules}: {place:?}\nis now {now:?}");
                    if place.rank.is_some() && !place.is_rank_doubtful {
                        assert_eq!(now.rank, place.rank, "{}", context());
                        sure += 1;
                    } else {
                        open += 1;
                    }
                    if !place.decisive().1 {
                        assert_eq!(now.decisive().0, place.decisive().0, "{}", context());
                    }
                    let rounds = |place: &kingdom_scanner::tournament::ranking::RankedPlayer| {
                        place.season.as_ref().expect("rules").rounds.clone()
                    };
                    for (one, other) in rounds(place).iter().zip(rounds(now)) {
                        let is_sure = one.as_ref().is_none_or(|one| !one.is_doubtful);
                        assert!(
                            !is_sure || one.map(|one| one.score) == other.map(|other| other.score),
                            "{}",
                            context()
                        );
                    }
                }
            }
        }
    }
    assert!(sure > 20 * seasons && open > 20 * seasons, "both are tried: {sure} sure, {open} open");
}

const RULES: &str = "title = \"Club cup\"\ndate = 2026-11-28\nplace = \"Town hall\"\nplacing_points = [4, 2, 1]\nbest_rounds = 2\n\
     tie_breaks = [\"wins\", \"points\"]\n[final]\nround = 3\nplayers = 2\n";

/// The photos of two rounds. Anna and Ben share the first place of the first table; Cem's kingdom of the
/// second round needs review.
const PHOTOS: [(&str, &str); 8] = [
    ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
    ("round-1/table-1/Ben.jpg", "FFF1/FCW/LL1W k5"),
    ("round-1/table-1/Cem.jpg", "FC k5"),
    ("round-2/table-1/Anna.jpg", "WL1L/WCF/F1FF k5"),
    ("round-2/table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ("round-2/table-1/Cem.jpg", "W1WW/FCW/FL1L k5?"),
    ("round-3/table-1/Anna.jpg", "CF k5"),
    ("round-3/table-1/Ben.jpg", "F1C k5"),
];

#[test]
fn the_folder_keeps_the_rules_and_a_review_ranks_and_prints_by_them() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let without = [batch.file("out/standings.csv"), batch.file("out/report.html")];
    let out = batch.folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let path = batch.folder.path().join("cup.toml");
    fs::write(&path, RULES).expect("a file");
    let outcome =
        program::run_with(b"n\n\n", &["review", out, "--rules", path.to_str().expect("UTF-8"), "--lang", "en"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    fs::remove_file(&path).expect("removed");
    insta::assert_snapshot!(outcome.stdout, @"
    Club cup, 2026-11-28, Town hall
    Rules:
      placing points decide: 4, 2, 1 for the places at a table, starting with the first, and 0 for the others; players who share places get the average
      each player's best 2 rounds count
      points in brackets do not count
      players with the same sum are ranked by wins at the tables, points of all rounds, in this order; if they are still tied, they share the place
      the first 2 play the final, round 3; it changes only their order
    ┌──────┬────────┬─────────┬─────────┬───────────┬────────────────┬───────┬────────────────────┐
    │ rank ┆ player ┆ Round 1 ┆ Round 2 ┆ Final (3) ┆ placing points ┆ total ┆ remark             │
    ╞══════╪════════╪═════════╪═════════╪═══════════╪════════════════╪═══════╪════════════════════╡
    │   1? ┆ Ben    ┆       3 ┆      4? ┆         4 ┆             7? ┆    12 ┆                    │
    │   2? ┆ Anna   ┆       3 ┆    1.5? ┆         2 ┆           4.5? ┆    12 ┆                    │
    │   3? ┆ Cem    ┆       1 ┆    1.5? ┆         – ┆           2.5? ┆    6? ┆ 1 kingdom to check │
    └──────┴────────┴─────────┴─────────┴───────────┴────────────────┴───────┴────────────────────┘
    To look at:
      round-2/table-1/Cem.jpg (Cem): the total is only 91 % likely to be right
    ");
    let outcome = program::run_with(b"n\n\n", &["review", out, "--lang", "de"]);
    insta::assert_snapshot!(outcome.stdout, @"
    Club cup, 2026-11-28, Town hall
    Regeln:
      es entscheiden Platzpunkte: 4, 2, 1 für die Plätze an einem Tisch, vom ersten an, und 0 für die übrigen; wer sich Plätze teilt, erhält den Durchschnitt
      bei allen zählen die besten 2 Runden
      Punkte in Klammern zählen nicht
      bei gleicher Summe entscheidet, in dieser Reihenfolge: Siege an den Tischen, Punkte aller Runden; wer dann noch gleich ist, teilt sich den Platz
      die ersten 2 spielen das Finale, Runde 3; es ändert nur ihre Reihenfolge
    ┌───────┬─────────┬─────────┬─────────┬────────────┬─────────────┬────────┬────────────────────────┐
    │ Platz ┆ Spieler ┆ Runde 1 ┆ Runde 2 ┆ Finale (3) ┆ Platzpunkte ┆ Gesamt ┆ Bemerkung              │
    ╞═══════╪═════════╪═════════╪═════════╪════════════╪═════════════╪════════╪════════════════════════╡
    │    1? ┆ Ben     ┆       3 ┆      4? ┆          4 ┆          7? ┆     12 ┆                        │
    │    2? ┆ Anna    ┆       3 ┆    1,5? ┆          2 ┆        4,5? ┆     12 ┆                        │
    │    3? ┆ Cem     ┆       1 ┆    1,5? ┆          – ┆        2,5? ┆     6? ┆ 1 Königreich zu prüfen │
    └───────┴─────────┴─────────┴─────────┴────────────┴─────────────┴────────┴────────────────────────┘
    Bitte ansehen:
      round-2/table-1/Cem.jpg (Cem): die Gesamtpunktzahl stimmt nur mit 91 % Wahrscheinlichkeit
    ");
    let report = batch.file("out/report.html");
    for part in [
        "<h1>Club cup</h1>",
        "2026-11-28, Town hall",
        "<h2 class=\"rules\">Regeln</h2>",
        "<th>Finale (3)</th>",
        "<td>4?</td>",
    ] {
        assert!(report.contains(part), "{part}");
    }
    // An empty file takes the rules away, and the ranks are as before.
    fs::write(&path, "").expect("a file");
    let outcome = program::run_with(b"q\n", &["review", out, "--rules", path.to_str().expect("UTF-8"), "--lang", "en"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_eq!([batch.file("out/standings.csv"), batch.file("out/report.html")], without);
    fs::write(&path, "best = 4").expect("a file");
    let outcome = program::run_with(b"q\n", &["review", out, "--rules", path.to_str().expect("UTF-8"), "--lang", "en"]);
    assert_eq!(outcome.code, 2);
    assert!(
        outcome.stderr.contains("cup.toml: there is no rule called `best`; the rules are title, date"),
        "{}",
        outcome.stderr
    );
}

/// A player in the final who did not qualify changes no place. Instead, the organiser is asked.
#[test]
fn others_in_the_final_are_a_question() {
    let mut photos = PHOTOS.to_vec();
    photos.retain(|(photo, _)| *photo != "round-3/table-1/Ben.jpg");
    photos.push(("round-3/table-1/Cem.jpg", "W1WW/WCW/WL1L k5"));
    photos.iter_mut().for_each(|(_, text)| *text = text.trim_end_matches('?'));
    let batch = Batch::new(&photos);
    batch.run("out");
    let tournament = ranked(&batch, "[final]\nround = 3\nplayers = 2\n");
    let questions: Vec<String> =
        tournament.questions.iter().map(|question| question.message.in_language(Language::English)).collect();
    insta::assert_debug_snapshot!(questions, @r#"
    [
        "these players played the final without being among the first 2, so their places do not change: Cem",
        "these players were among the first but did not play the final, so they are ranked behind those who did: Ben",
    ]
    "#);
    let ranks: Vec<_> = tournament.overall.iter().map(|place| (place.rank, place.player.as_str())).collect();
    assert_eq!(ranks, [(Some(1), "Anna"), (Some(2), "Ben"), (Some(3), "Cem")]);
}

#[test]
fn a_name_that_may_be_mistyped_is_a_question_until_it_is_said_to_be_two_players() {
    let game =
        |round: usize, player: &str, text: &str| (format!("round-{round}/table-1/{player}.jpg"), text.to_owned());
    let photos = [
        game(1, "Fatma", "F1FF/WCF/WL1L k5"),
        game(1, "Ben", "FFF1/FCW/LL1W k5"),
        game(2, "Fatam", "WL1L/WCF/F1FF k5"),
        game(2, "Ben", "FFF/FCW/FF1W k5"),
    ];
    let photos: Vec<(&str, &str)> = photos.iter().map(|(name, text)| (&**name, &**text)).collect();
    let batch = Batch::new(&photos);
    batch.run("out");
    let asked = |tournament: &Tournament| {
        let doubtful = tournament.overall.iter().filter(|place| place.decisive().1).map(|place| place.player.clone());
        (tournament.questions.len(), doubtful.collect::<Vec<_>>())
    };
    for rules in ["", "placing_points = [3, 1]\n"] {
        let (questions, doubtful) = asked(&ranked(&batch, rules));
        assert_eq!(questions, 1, "{rules}");
        assert!(
            doubtful.iter().any(|player| player == "Fatma") && doubtful.iter().any(|player| player == "Fatam"),
            "{doubtful:?}"
        );
        let said = format!("{rules}different_players = [[\"fatam\", \"Fatma\"]]\n");
        assert_eq!(asked(&ranked(&batch, &said)), (0, Vec::new()), "{said}");
    }
    // Similar names at the same table belong to two players.
    let together = Batch::new(&[photos[0], photos[1], ("round-1/table-1/Fatam.jpg", "CF k5"), photos[2], photos[3]]);
    together.run("out");
    assert_eq!(asked(&ranked(&together, "")).0, 0);
}
