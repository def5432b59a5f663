//! The audit: what can exist is never called impossible, and what cannot is found.

#[path = "common/laying.rs"]
mod laying;

use std::collections::BTreeMap;
use std::path::PathBuf;

use kingdom_scanner::audit::*;
use kingdom_scanner::domain::*;
use kingdom_scanner::formats::{KingdomRecord, parse_bytes};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::time::{Duration, Instant};

fn labels() -> Option<Vec<(String, KingdomRecord)>> {
    let photos = std::env::var_os("KINGDOM_PHOTOS").map_or_else(|| PathBuf::from("../shared/photos"), PathBuf::from);
    let folders = ["boards", "pictures"].map(|folder| std::fs::read_dir(photos.join(folder)));
    let mut labels = Vec::new();
    for folder in folders {
        for entry in folder.ok()? {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|ending| ending == "json") {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                let bytes = std::fs::read(&path).unwrap();
                labels.push((name.clone(), parse_bytes(&name, &bytes).unwrap().record));
            }
        }
    }
    labels.sort_by(|a, b| a.0.cmp(&b.0));
    Some(labels)
}

fn stat(mut t: Vec<Duration>) -> String {
    t.sort();
    format!(
        "n {} median {:?} p90 {:?} p99 {:?} max {:?}",
        t.len(),
        t[t.len() / 2],
        t[t.len() * 9 / 10],
        t[t.len() * 99 / 100],
        t[t.len() - 1]
    )
}

#[test]
fn quick_labels() {
    let labels = labels().unwrap();
    let none = Unseen::default();
    for (name, record) in &labels {
        let audit = audit(&record.kingdom, &none);
        if audit.verdict() != Verdict::Possible {
            println!("{name} {:?}", audit.findings);
        }
    }
    let mut games: BTreeMap<String, BTreeMap<String, Kingdom>> = BTreeMap::new();
    for (name, record) in &labels {
        let id = record.photo.kingdom_id.clone().unwrap_or(name.clone());
        games
            .entry(record.photo.game_id.clone().unwrap_or(name.clone()))
            .or_default()
            .entry(id)
            .or_insert(record.kingdom.clone());
    }
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    let (mut n, mut alone, mut together) = (0, 0, 0);
    let (mut ta, mut tg) = (vec![], vec![]);
    let (mut kinds, mut hits) = (BTreeMap::<String, usize>::new(), 0);
    for (game, kingdoms) in &games {
        let kingdoms: Vec<&Kingdom> = kingdoms.values().collect();
        let players: Vec<Player> = kingdoms.iter().map(|kingdom| Player { kingdom, unseen: &none }).collect();
        let begun = Instant::now();
        let a = audit_game(&players).unwrap();
        println!("{game} {} {:?} {:?} certain {}", players.len(), begun.elapsed(), a.findings, a.certain.len());
        for index in 0..kingdoms.len() {
            let k = kingdoms[index];
            for (place, square) in k.squares().iter() {
                if square.terrain().is_none() {
                    continue;
                }
                let others: Vec<Square> = Terrain::KINGDOMINO
                    .iter()
                    .flat_map(|t| (0..=t.max_crowns()).map(|c| Square::land(*t, c)))
                    .filter(|s| s != square)
                    .collect();
                let new = *others.choose(&mut dice).unwrap();
                let mut squares = k.squares().clone();
                squares[place] = new;
                let changed = Kingdom::new(k.game(), k.size(), squares).unwrap();
                n += 1;
                let begun = Instant::now();
                let one = audit(&changed, &none);
                ta.push(begun.elapsed());
                if one.verdict() == Verdict::Impossible {
                    alone += 1;
                    match &one.repair {
                        Some(Repair::One(c)) => {
                            *kinds.entry(format!("one {}", c.len() / 5 * 5)).or_default() += 1;
                            if c.iter().any(|c| c.square.place == place && c.instead.contains(square)) {
                                hits += 1
                            } else {
                                println!("MISS {game} {place} {c:?}")
                            }
                        }
                        other => {
                            println!("{game} {place} {other:?}")
                        }
                    }
                }
                let mut players = players.clone();
                players[index].kingdom = &changed;
                let begun = Instant::now();
                let all = audit_game(&players).unwrap();
                let t = begun.elapsed();
                if t > Duration::from_millis(200) {
                    println!("slow {t:?} {game} {index} {place} {new} {:?} {:?}", all.findings, all.repair);
                }
                tg.push(t);
                if players.len() > 1 || one.verdict() == Verdict::Impossible {
                    if all.verdict() == Verdict::Impossible {
                        together += 1
                    }
                }
                if all.verdict() == Verdict::Impossible {
                    match &all.repair {
                        Some(Repair::One(c)) => {
                            *kinds.entry(format!("game one")).or_default() += 1;
                            if !c.iter().any(|c| {
                                c.square.place == place && c.square.kingdom == index && c.instead.contains(square)
                            }) {
                                println!("GMISS")
                            }
                        }
                        other => {
                            println!("G {game} {place} {other:?}")
                        }
                    }
                }
            }
        }
    }
    println!("{n} alone {alone} together {together} hits {hits} {kinds:?}");
    println!("alone {}", stat(ta));
    println!("game {}", stat(tg));
}

#[test]
fn quick_look() {
    let mut dice = ChaCha8Rng::seed_from_u64(1);
    for game in Game::ALL {
        for size in [GridSize::Five, GridSize::Seven] {
            let begun = Instant::now();
            let kingdoms: Vec<_> = (0..200).map(|_| laying::lay(game, size, &mut dice)).collect();
            let lay = begun.elapsed() / 200;
            let begun = Instant::now();
            for kingdom in &kingdoms {
                assert_eq!(
                    findings(kingdom, &Unseen::default()),
                    [],
                    "{}",
                    kingdom_scanner::formats::notation::write(kingdom)
                );
            }
            let find = begun.elapsed() / 200;
            let begun = Instant::now();
            let mut worst = std::time::Duration::ZERO;
            for kingdom in &kingdoms {
                let begun = Instant::now();
                audit(kingdom, &Unseen::default());
                worst = worst.max(begun.elapsed());
            }
            let full = begun.elapsed() / 200;
            let land: usize =
                kingdoms.iter().map(|k| k.squares().cells().iter().filter(|s| s.terrain().is_some()).count()).sum();
            println!(
                "{game:?} {size}: lay {lay:?} findings {find:?} audit {full:?} worst {worst:?} land {}",
                land / 200
            );
        }
    }
    let none = Unseen::default();
    for (game, size, players) in [
        (Game::Kingdomino, GridSize::Five, 4),
        (Game::Kingdomino, GridSize::Seven, 2),
        (Game::Queendomino, GridSize::Five, 4),
        (Game::RoyalWedding, GridSize::Seven, 4),
        (Game::RoyalWedding, GridSize::Five, 8),
    ] {
        let mut t = vec![];
        for _ in 0..100 {
            let kingdoms = laying::play(game, size, players, &mut dice);
            let players: Vec<Player> = kingdoms.iter().map(|kingdom| Player { kingdom, unseen: &none }).collect();
            let begun = Instant::now();
            let audit = audit_game(&players).unwrap();
            t.push(begun.elapsed());
            if audit.verdict() != Verdict::Possible {
                println!("{:?}", audit.findings);
            }
        }
        println!("{game:?} {size} x{players} {}", stat(t));
    }
}

fn change(kingdom: &Kingdom, n: usize, with_empty: bool, dice: &mut ChaCha8Rng) -> Kingdom {
    use rand::RngExt;
    let mut squares = kingdom.squares().clone();
    let values: Vec<Square> = Terrain::ALL
        .iter()
        .flat_map(|t| (0..=t.max_crowns()).map(|c| Square::land(*t, c)))
        .filter(|s| kingdom.game().has(s))
        .collect();
    let places: Vec<Place> = squares.places().filter(|p| squares[*p].terrain().is_some()).collect();
    for place in places.sample(dice, n) {
        squares[*place] =
            if with_empty && dice.random_bool(0.3) { Square::Empty } else { *values.choose(dice).unwrap() };
    }
    Kingdom::new(kingdom.game(), kingdom.size(), squares).unwrap()
}

#[test]
fn quick_stress() {
    let mut dice = ChaCha8Rng::seed_from_u64(2);
    let none = Unseen::default();
    for wrong in [1, 2, 3, 5, 10, 48] {
        for (game, size, players) in [
            (Game::Kingdomino, GridSize::Five, 1),
            (Game::Kingdomino, GridSize::Seven, 1),
            (Game::RoyalWedding, GridSize::Seven, 1),
            (Game::Kingdomino, GridSize::Five, 4),
            (Game::RoyalWedding, GridSize::Seven, 4),
        ] {
            for with_empty in [false, true] {
                let mut t = vec![];
                let mut f = vec![];
                let mut out = BTreeMap::<String, usize>::new();
                for _ in 0..30 {
                    let mut kingdoms = if players == 1 {
                        vec![laying::lay(game, size, &mut dice)]
                    } else {
                        laying::play(game, size, players, &mut dice)
                    };
                    let i = dice.next_u32() as usize % players;
                    kingdoms[i] = change(&kingdoms[i], wrong, with_empty, &mut dice);
                    let begun = Instant::now();
                    findings(&kingdoms[i], &none);
                    f.push(begun.elapsed());
                    let players: Vec<Player> =
                        kingdoms.iter().map(|kingdom| Player { kingdom, unseen: &none }).collect();
                    let begun = Instant::now();
                    let audit = audit_game(&players).unwrap();
                    t.push(begun.elapsed());
                    let word = match &audit.repair {
                        None => "none".to_owned(),
                        Some(Repair::One(_)) => "1".into(),
                        Some(Repair::Together(v)) => v.len().to_string(),
                        Some(Repair::MoreThan(n)) => format!(">{n}"),
                    };
                    *out.entry(format!("{} {word}", audit.verdict().id())).or_default() += 1;
                }
                println!(
                    "{game:?} {size} x{players} wrong {wrong} {with_empty} {}\n    findings {} {out:?}",
                    stat(t),
                    stat(f)
                );
            }
        }
    }
}
use rand::Rng;
#[test]
fn quick_rates() {
    let labels = labels().unwrap();
    let none = Unseen::default();
    let mut games: BTreeMap<String, BTreeMap<String, Kingdom>> = BTreeMap::new();
    for (name, record) in &labels {
        let id = record.photo.kingdom_id.clone().unwrap_or(name.clone());
        println!("{name} {:?} {:?}", record.photo.game_id, record.photo.kingdom_id);
        games
            .entry(record.photo.game_id.clone().unwrap_or(name.clone()))
            .or_default()
            .entry(id)
            .or_insert(record.kingdom.clone());
    }
    for (game, kingdoms) in &games {
        let kingdoms: Vec<&Kingdom> = kingdoms.values().collect();
        let (mut n, mut alone, mut together) = (0, 0, 0);
        for (index, k) in kingdoms.iter().enumerate() {
            for (place, square) in k.squares().iter() {
                if square.terrain().is_none() {
                    continue;
                }
                for new in Terrain::KINGDOMINO
                    .iter()
                    .flat_map(|t| (0..=t.max_crowns()).map(|c| Square::land(*t, c)))
                    .filter(|s| s != square)
                {
                    let mut squares = k.squares().clone();
                    squares[place] = new;
                    let changed = Kingdom::new(k.game(), k.size(), squares).unwrap();
                    n += 1;
                    alone += findings(&changed, &none).iter().any(|f| f.severity() == Severity::Impossible) as usize;
                    let players: Vec<Player> = kingdoms
                        .iter()
                        .enumerate()
                        .map(|(i, kingdom)| Player {
                            kingdom: if i == index { &changed } else { kingdom },
                            unseen: &none,
                        })
                        .collect();
                    together += (audit_game(&players).unwrap().verdict() == Verdict::Impossible) as usize;
                }
            }
        }
        println!("{game} kingdoms {} n {n} alone {alone} together {together}", kingdoms.len());
    }
}
