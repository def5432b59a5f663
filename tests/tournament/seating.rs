//! The seating of the next round: nobody meets again if that can be avoided, and its manifest is read by the
//! next batch.

use std::collections::BTreeSet;
use std::fs;

use kingdom_scanner::tournament::file_hashes::Contents;
use kingdom_scanner::tournament::seating::{seat, sizes};
use kingdom_scanner::tournament::{Plan, PlanOptions};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::common::batch::Batch;
use crate::common::program::{self, Outcome};

/// Plays rounds, and ranks the players after each. Returns for each round how many pairs met again, and
/// whether there were more tables than any player had met players. In that case a seating without repetition
/// exists, because the graph of those who have met can be coloured with that many colours of equal size
/// (Hajnal and Szemerédi 1970).
fn played(players: usize, seats: usize, rounds: usize, dice: &mut ChaCha8Rng) -> Vec<(usize, bool)> {
    let sizes = sizes(players, seats);
    let mut met = vec![vec![0; players]; players];
    let mut outcomes = Vec::new();
    for _ in 0..rounds {
        let mut order: Vec<usize> = (0..players).collect();
        order.shuffle(dice);
        let by_rank: Vec<Vec<u32>> =
            order.iter().map(|one| order.iter().map(|other| met[*one][*other]).collect()).collect();
        let most = met.iter().map(|met| met.iter().filter(|times| **times > 0).count()).max().unwrap_or_default();
        let tables = seat(&sizes, &by_rank);
        let seated: BTreeSet<usize> = tables.iter().flatten().copied().collect();
        assert_eq!(seated.len(), players, "everybody sits, and once");
        assert_eq!(tables.iter().map(Vec::len).collect::<Vec<_>>(), sizes);
        let mut again = 0;
        for table in &tables {
            for (at, one) in table.iter().enumerate() {
                for other in &table[at + 1..] {
                    let (one, other) = (order[*one], order[*other]);
                    again += usize::from(met[one][other] > 0);
                    met[one][other] += 1;
                    met[other][one] += 1;
                }
            }
        }
        outcomes.push((again, sizes.len() > most));
    }
    outcomes
}

#[test]
fn nobody_meets_again_where_a_seating_without_it_plainly_exists() {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let (mut plain, mut later) = (0, 0);
    for (players, seats) in [(8, 2), (9, 3), (12, 3), (16, 4), (20, 4), (24, 3), (25, 4), (40, 4), (62, 4), (120, 4)] {
        for _ in 0..3 {
            for (round, (again, exists)) in played(players, seats, 6, &mut dice).into_iter().enumerate() {
                assert!(!exists || again == 0, "{players} at tables of {seats}, round {}: {again}", round + 1);
                plain += usize::from(exists);
                later += usize::from(!exists);
            }
        }
    }
    assert!(plain > 60 && later > 10, "{plain} and {later}");
    // In theory, forty players can play thirteen rounds without meeting again; the program finds at least
    // six.
    assert!(played(40, 4, 6, &mut dice).iter().all(|(again, _)| *again == 0));
}

const PHOTOS: [(&str, &str); 6] = [
    ("round-1/table-1/Anna.jpg", "F1FF/WCF/WL1L k5"),
    ("round-1/table-1/Ben.jpg", "FFF/FCW/FF1W k5"),
    ("round-1/table-2/Cem.jpg", "W1WW/FCW/FL1L k5"),
    ("round-1/table-2/<Dora & Co>.jpg", "W1WW/WCW/WL1L k5"),
    ("round-1/table-3/Edda.jpg", "FC k5"),
    ("round-1/table-3/Finn.jpg", "F1C k5"),
];

fn seating(batch: &Batch, more: &[&str]) -> Outcome {
    let out = batch.folder.path().join("out");
    program::run_with(b"", &[&["seating", out.to_str().expect("UTF-8"), "--lang", "en"], more].concat())
}

#[test]
fn the_next_round_is_printed_and_written_as_a_manifest() {
    let batch = Batch::new(&PHOTOS);
    batch.run_as("out", &batch.options("photo,coins\nround-1/table-1/Ben.jpg,7"));
    let path = batch.folder.path().join("round-2.csv");
    let path = path.to_str().expect("UTF-8");
    let outcome = seating(&batch, &["--tables-of", "2", "-o", path, "--strict"]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    insta::assert_snapshot!(outcome.stdout, @"
    Seating, round 2
    ┌───────┬──────────────────┐
    │ table ┆ player           │
    ╞═══════╪══════════════════╡
    │     1 ┆ <Dora & Co>, Ben │
    │     2 ┆ Anna, Finn       │
    │     3 ┆ Cem, Edda        │
    └───────┴──────────────────┘
    no two players meet again

    ┌─────────────┬───────┐
    │ player      ┆ table │
    ╞═════════════╪═══════╡
    │ <Dora & Co> ┆     1 │
    │ Anna        ┆     2 │
    │ Ben         ┆     1 │
    │ Cem         ┆     3 │
    │ Edda        ┆     3 │
    │ Finn        ┆     2 │
    └─────────────┴───────┘
    ");
    let manifest = fs::read_to_string(path).expect("a manifest");
    insta::assert_snapshot!(manifest.trim_start_matches('\u{feff}'), @"
    photo,round,table,player,coins,knights_in_supply,queen,variants,size,game
    round-1/table-1/Anna.jpg,1,1,Anna,,,,,,
    round-1/table-1/Ben.jpg,1,1,Ben,7,,,,,
    round-1/table-2/<Dora & Co>.jpg,1,2,<Dora & Co>,,,,,,
    round-1/table-2/Cem.jpg,1,2,Cem,,,,,,
    round-1/table-3/Edda.jpg,1,3,Edda,,,,,,
    round-1/table-3/Finn.jpg,1,3,Finn,,,,,,
    round-2/table-1/_Dora & Co_.jpg,2,1,<Dora & Co>,,,,,,
    round-2/table-1/Ben.jpg,2,1,Ben,,,,,,
    round-2/table-2/Anna.jpg,2,2,Anna,,,,,,
    round-2/table-2/Finn.jpg,2,2,Finn,,,,,,
    round-2/table-3/Cem.jpg,2,3,Cem,,,,,,
    round-2/table-3/Edda.jpg,2,3,Edda,,,,,,
    ");
    // An existing manifest is not overwritten, because tables may have been added by hand.
    let again = seating(&batch, &["-o", path]);
    assert_eq!((again.code, fs::read_to_string(path).expect("a manifest")), (2, manifest));
    assert!(again.stderr.contains("this file already exists"), "{}", again.stderr);
    // The next batch reads the manifest: the first round is unchanged, and the second round is as seated.
    let plan = |options: &PlanOptions| Plan::new(&batch.photos(), options, &mut Contents::default()).expect("a plan");
    let known = |plan: &Plan, round: &str| -> Vec<_> {
        let photos = plan.all_photos().filter(|photo| photo.info.seat.as_ref().is_some_and(|seat| seat.round == round));
        photos.map(|photo| (photo.name.clone(), photo.info.clone())).collect()
    };
    let before = known(&plan(&batch.options("photo,coins\nround-1/table-1/Ben.jpg,7")), "1");
    batch.write("round-2/table-1/_Dora & Co_.jpg", "CFF k5");
    batch.write("round-2/table-2/Anna.jpg", "CWW k5");
    let options = PlanOptions { manifest: Some(path.into()), ..PlanOptions::default() };
    let read = plan(&options);
    assert_eq!(known(&read, "1"), before);
    let seats: BTreeSet<_> =
        known(&read, "2").into_iter().filter_map(|(_, info)| info.seat).map(|seat| (seat.table, seat.player)).collect();
    assert_eq!(seats.len(), 6);
    assert!(seats.contains(&("1".to_owned(), "<Dora & Co>".to_owned())), "{seats:?}");
    let german = batch.folder.path().join("runde-2.csv");
    let out = batch.folder.path().join("out");
    let [out, german] = [&out, &german].map(|path| path.to_str().expect("UTF-8"));
    let outcome = program::run_with(b"", &["seating", out, "--lang", "de", "-o", german]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stdout.starts_with("Sitzplan, Runde 2"), "{}", outcome.stdout);
    let options = PlanOptions { manifest: Some(german.into()), ..PlanOptions::default() };
    assert_eq!(known(&plan(&options), "1"), before);
}

#[test]
fn doubts_are_named_and_mistakes_refused() {
    let mut photos = PHOTOS.to_vec();
    photos[2].1 = "W1WW/FCW/FL1L k5?";
    let batch = Batch::new(&photos);
    batch.run("out");
    let outcome = seating(&batch, &["--strict"]);
    assert_eq!(outcome.code, 3);
    insta::assert_snapshot!(outcome.stderr, @"warning: the points of 1 player still need checking and may change the seating: check them with `review`");
    for (more, problem) in [
        (["--round", "1"], "error: round 1 is already in the results; name another round with --round"),
        (["--without", "Bne"], "error: --without Bne: no player in the results has this name; did you mean `Ben`?"),
        (["--tables-of", "1"], "a whole number from 2 to 16 is needed"),
    ] {
        let outcome = seating(&batch, &more);
        assert_eq!(outcome.code, 2);
        assert!(outcome.stderr.contains(problem), "{}", outcome.stderr);
    }
    let outcome = seating(&batch, &["--without", "Ben", "--without", "Finn", "--round", "Final"]);
    assert!(outcome.stdout.contains("Round Final") || outcome.stdout.contains("round Final"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("Ben"), "{}", outcome.stdout);
}

/// The final, a round named in the rules, is played by the leaders only.
#[test]
fn a_final_seats_the_first_only() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    let path = batch.folder.path().join("cup.toml");
    fs::write(&path, "[final]\nround = 2\nplayers = 3\n").expect("a file");
    let out = batch.folder.path().join("out");
    let [out, path] = [&out, &path].map(|path| path.to_str().expect("UTF-8"));
    assert_eq!(program::run_with(b"", &["review", out, "--rules", path]).code, 0);
    let outcome = seating(&batch, &[]);
    for (player, plays) in
        [("Dora", true), ("Ben", true), ("Anna", true), ("Cem", true), ("Edda", false), ("Finn", false)]
    {
        assert_eq!(outcome.stdout.contains(player), plays, "{player}\n{}", outcome.stdout);
    }
}
