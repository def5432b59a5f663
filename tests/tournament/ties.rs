//! The decision of ties in a folder of results: by the rule sheets, or by crowns as a house rule.

use kingdom_scanner::messages::Language;
use kingdom_scanner::standings::TieRule;
use kingdom_scanner::tournament::finish;
use kingdom_scanner::tournament::ranking::RankedBy;

use crate::common::batch::{Batch, rank_by, ranked_by};
use crate::common::program;

/// At the first table, both players have 4 points and a largest territory of four squares, but Anna has one
/// crown and Ben two. Cem, at the second table, has as many points and crowns as Ben, and a smaller
/// territory.
const PHOTOS: [(&str, &str); 4] = [
    ("table-1/Anna.jpg", "WWWW1C k5"),
    ("table-1/Ben.jpg", "W1W1CFF/...FF k5"),
    ("table-2/Cem.jpg", "F1F1CWW k5"),
    ("table-2/Dora.jpg", "WWCM2 k5"),
];

fn by_crowns() -> RankedBy {
    RankedBy { tie_rule: TieRule::Crowns, ..RankedBy::default() }
}

/// Ranks, players and points of the first table.
fn first_table(batch: &Batch, out: &str) -> Vec<String> {
    let text = batch.file(&format!("{out}/tables.csv"));
    let rows = text.lines().filter(|row| row.starts_with("1,1,"));
    rows.map(|row| row.split(',').skip(2).take(4).collect::<Vec<_>>().join(",")).collect()
}

const SHARED: [&str; 2] = ["1,true,Anna,4", "1,true,Ben,4"];

const BY_CROWNS: [&str; 2] = ["1,false,Ben,4", "2,false,Anna,4"];

fn review(batch: &Batch, more: &[&str]) -> program::Outcome {
    let out = batch.folder.path().join("out");
    program::run_with(b"", &[&["review", out.to_str().expect("UTF-8"), "--lang", "en"], more].concat())
}

#[test]
fn the_folder_keeps_what_decides_ties() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    assert_eq!(first_table(&batch, "out"), SHARED);
    rank_by(&batch.out("out"), by_crowns());
    finish(&batch.out("out"), Language::English).expect("standings");
    assert_eq!(first_table(&batch, "out"), BY_CROWNS);
    for tie in ["wins the tie with 2 crowns", "loses the tie with 1 crown"] {
        assert!(batch.file("out/tables.csv").contains(tie), "{tie}");
    }
    // A review without the option uses the same rule, and says so.
    let outcome = review(&batch, &[]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("a house rule that is in no rule sheet"), "{}", outcome.stdout);
    assert_eq!(first_table(&batch, "out"), BY_CROWNS);
    let report = batch.file("out/report.html");
    assert_eq!(report.matches("ties are broken by the number of crowns").count(), 1);
    assert_eq!(report.matches("a tie was broken by the number of crowns").count(), 1, "at the table where it was");
    let outcome = review(&batch, &["--tie-break", "territory"]);
    assert!(!outcome.stdout.contains("house rule"), "{}{}", outcome.stdout, outcome.stderr);
    assert_eq!(first_table(&batch, "out"), SHARED);
    assert_eq!(ranked_by(&batch.folder.path().join("out")), RankedBy::default());
    let outcome = review(&batch, &["--tie-break", "crowns"]);
    assert_eq!((outcome.code, first_table(&batch, "out")), (0, BY_CROWNS.map(str::to_owned).to_vec()));
    assert_eq!(ranked_by(&batch.folder.path().join("out")), by_crowns());
}

#[test]
fn the_rounds_ranking_goes_by_the_same_rule() {
    let batch = Batch::new(&PHOTOS);
    batch.run("out");
    rank_by(&batch.out("out"), by_crowns());
    let tournament = finish(&batch.out("out"), Language::English).expect("standings");
    let round: Vec<_> = tournament.rounds[0].ranking.iter().map(|place| (place.rank, &*place.player)).collect();
    let overall: Vec<_> = tournament.overall.iter().map(|place| (place.rank, &*place.player)).collect();
    assert_eq!(round, overall, "one round is all rounds");
    let rank = |player: &str| round.iter().find(|(_, other)| *other == player).expect("a player").0;
    assert!(rank("Ben") < rank("Anna") && rank("Anna") < rank("Cem"), "{round:?}");
}
