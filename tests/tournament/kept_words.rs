//! Decisions about a photo stay until the user withdraws them: in the terminal, across restarts, and if
//! photos are renamed.

use crate::common::batch::kept_corrections;
use std::fs;
use std::path::PathBuf;

use kingdom_scanner::domain::{Facts, Kingdom, Place};
use kingdom_scanner::formats::notation;
use kingdom_scanner::scoring::sheet::total;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

use crate::common::cases::cases;
use crate::common::game_photos::KINGDOMS;
use crate::common::program::{Outcome, run_at};
use crate::common::tournament_photos::{copy, draw, whole};

/// Anna's kingdom, less one domino that her photo shows.
const TYPED: &str = ".F.S1G/FFF1SW1/W1WWSW1/W1FCSG/..S.. k5";

const ANNA: &str = "round-1/table-1/Anna.jpg";
const BEN: &str = "round-1/table-1/Ben.jpg";

/// A tournament for a single test.
struct Folder {
    folder: TempDir,
}

impl Folder {
    fn new() -> Self {
        let own = Self { folder: tempfile::tempdir().expect("a folder") };
        copy(whole().folder(), own.folder.path());
        own
    }

    fn photo(&self, name: &str) -> PathBuf {
        self.folder.path().join("photos").join(name)
    }

    fn run(&self, args: &[&str], answers: &str) -> Outcome {
        let outcome = run_at(self.folder.path(), "C", answers.as_bytes(), args);
        assert!(!outcome.stderr.contains("panicked"), "{}", outcome.stderr);
        outcome
    }

    /// Starts a review at this photo, which ends after these answers.
    fn review(&self, photo: &str, answers: &str) -> Outcome {
        let outcome = self.run(&["review", "results", photo], &format!("{answers}\nq\n"));
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        outcome
    }

    /// Runs `batch` on the current photos.
    fn batch(&self) -> Outcome {
        self.run(&["batch", "photos", "-o", "results", "--strict"], "")
    }

    fn standings(&self) -> String {
        fs::read_to_string(self.folder.path().join("results/standings.csv")).expect("standings")
    }

    fn total(&self, player: &str) -> Option<i32> {
        let standings = self.standings();
        let line = standings.lines().find(|line| line.split(',').nth(2) == Some(player))?;
        line.split(',').nth(3)?.parse().ok()
    }

    /// Whether the player's kingdom is to check.
    fn is_open(&self, player: &str) -> bool {
        let standings = self.standings();
        let rows = csv::Reader::from_reader(standings.as_bytes()).into_records().map(|row| row.expect("a row"));
        rows.filter(|row| &row[2] == player && &row[8] == "1").count() == 1
    }

    fn rename(&self, from: &str, to: &str) {
        let to = self.photo(to);
        fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
        fs::rename(self.photo(from), to).expect("renamed");
    }
}

fn points(kingdom: &Kingdom) -> i32 {
    total(kingdom, &Facts::default(), &[])
}

fn typed() -> Kingdom {
    notation::parse(TYPED).expect("a kingdom")
}

fn with(kingdom: &Kingdom, place: &str, square: &str) -> Kingdom {
    let mut squares = kingdom.squares().clone();
    squares[Place::from_words(place).expect("a place")] = square.parse().expect("a square");
    Kingdom::new(kingdom.game(), kingdom.size(), squares).expect("a kingdom")
}

#[test]
fn one_more_square_changes_a_typed_kingdom() {
    let folder = Folder::new();
    folder.review(ANNA, &format!("{TYPED}\ny"));
    assert_eq!(folder.total("Anna"), Some(points(&typed())));
    // Typing a square as it is changes nothing. Any other correction changes only that square.
    folder.review(ANNA, "r5c3=S");
    assert_eq!(folder.total("Anna"), Some(points(&typed())));
    let changed = with(&typed(), "r1c4", "swamp");
    assert_ne!(points(&changed), points(&typed()));
    let review = folder.review(ANNA, "r1c4=S");
    assert_eq!(folder.total("Anna"), Some(points(&changed)), "{}", review.stderr);
    assert!(review.stderr.contains(&format!("counts {} now", points(&changed))), "{}", review.stderr);
    // The typed kingdom is shown with its corrections, not the reading of the photo.
    let shown = folder.review(ANNA, "n").stderr;
    assert!(shown.contains(&notation::write(&changed)), "{shown}");
}

#[test]
fn what_is_said_of_another_photo_keeps_what_was_typed_of_the_one_that_is_shown() {
    let folder = Folder::new();
    folder.review(ANNA, &format!("{TYPED}\ny"));
    folder.review(BEN, "a\ny");
    let ben = folder.total("Ben").expect("a total");
    folder.review(ANNA, "ben:r1c1=M3");
    assert_eq!(folder.total("Anna"), Some(points(&typed())));
    assert_ne!(folder.total("Ben"), Some(ben));
    folder.review(BEN, "anna:r1c4=S");
    assert_eq!(folder.total("Anna"), Some(points(&with(&typed(), "r1c4", "swamp"))));
    // Each correction is undone on its own, including its effects on other kingdoms.
    folder.review(BEN, "u");
    assert_eq!(folder.total("Anna"), Some(points(&typed())));
    folder.review(ANNA, "u");
    assert_eq!((folder.total("Anna"), folder.total("Ben")), (Some(points(&typed())), Some(ben)));
}

/// Rows, columns and rotation of a typed kingdom may differ from the reading's, and its border may be empty.
#[test]
fn squares_of_a_typed_kingdom_are_named_as_it_is_shown() {
    let folder = Folder::new();
    folder.review(ANNA, "...../.W1WC./...../..... k5\ny");
    let small = notation::parse("W1WC k5").expect("a kingdom");
    assert_eq!(folder.total("Anna"), Some(2));
    let review = folder.review(ANNA, "r1c2=W1");
    assert_eq!(folder.total("Anna"), Some(points(&with(&small, "r1c2", "wheat:1"))), "{}", review.stderr);
    let outside = folder.review(ANNA, "r2c2=W1");
    assert!(outside.stderr.contains("its squares are r1c1 to r1c3"), "{}", outside.stderr);
    // A row that a correction emptied is still drawn, because squares keep their names.
    folder.review(ANNA, "W./WC k5\ny");
    folder.review(ANNA, "r1c1=.");
    let review = folder.review(ANNA, "n");
    assert!(review.stderr.contains("  2  W   C"), "{}", review.stderr);
    folder.review(ANNA, "r2c1=L");
    assert_eq!(folder.review(ANNA, "n").stderr.matches("LC k5").count(), 1);
}

/// Of two photos of a player, one was confirmed, and the other has a typed kingdom that no box forms after a
/// correction. People said both, so the player is to check.
#[test]
fn a_typed_kingdom_that_no_box_forms_does_not_yield_silently_to_another_photo() {
    let folder = Folder::new();
    let other = "round-1/table-1/Anna/2.jpg";
    fs::create_dir_all(folder.photo(other).parent().expect("a folder")).expect("a folder");
    let picture = image::open(folder.photo(ANNA)).expect("a picture");
    picture.rotate90().save(folder.photo(other)).expect("a picture");
    folder.batch();
    folder.review(ANNA, "W1WC k5\ny");
    folder.review(other, "a\ny");
    assert!(folder.is_open("Anna"), "two kingdoms");
    folder.review(ANNA, "r1c2=M3");
    assert!(folder.is_open("Anna"), "{}", folder.standings());
}

/// A correction after a confirmation is a new word: if no box forms the kingdom then, it is to check again.
#[test]
fn a_confirmed_kingdom_that_no_box_forms_after_a_correction_is_to_check() {
    let folder = Folder::new();
    let is_open = |folder: &Folder| folder.is_open("Anna");
    folder.review(ANNA, "a\ny");
    assert!(!is_open(&folder));
    let review = folder.review(ANNA, "r1c1=M3");
    assert!(is_open(&folder), "{}", review.stderr);
    folder.review(ANNA, "a\ny");
    assert!(!is_open(&folder));
    folder.review(ANNA, "u");
    assert!(is_open(&folder));
    folder.review(ANNA, "u");
    assert!(!is_open(&folder));
}

/// A kingdom that the photos' game cannot have is refused. One that was typed before the game was given is
/// reported, until the game allows it again.
#[test]
fn a_typed_kingdom_of_another_game_does_not_count_and_is_reported() {
    let folder = Folder::new();
    let town = "T[church]T./WW1C q5";
    folder.review(ANNA, &format!("{town}\ny"));
    let typed = notation::parse(town).expect("a kingdom");
    assert_eq!(folder.total("Anna"), Some(points(&typed)));
    let as_kingdomino = folder.run(&["batch", "photos", "-o", "results", "--game", "kingdomino", "--force"], "").stdout;
    assert!(as_kingdomino.contains("do not count"), "{as_kingdomino}");
    assert_eq!(folder.total("Anna"), Some(22), "as it was read");
    let refused = folder.review(BEN, &format!("{town}\nn"));
    assert!(refused.stderr.contains("this is no kingdom of the game"), "{}", refused.stderr);
    let again = ["batch", "photos", "-o", "results", "--force"];
    folder.run(&again, "");
    assert_eq!(folder.total("Anna"), Some(points(&typed)));
    // The same goes for another grid. A square that is corrected meanwhile is of the reading, and undone alone.
    folder.review(ANNA, "u");
    folder.review(ANNA, "W1WWWWWC k7\ny");
    assert_eq!(folder.total("Anna"), Some(6));
    let small = folder.run(&[&again[..], &["--size", "5"]].concat(), "").stdout;
    assert!(small.contains("do not count") && folder.total("Anna") == Some(22), "{small}");
    folder.review(ANNA, "r5c1=M1");
    assert_ne!(folder.total("Anna"), Some(22));
    folder.review(ANNA, "u");
    folder.run(&again, "");
    assert_eq!(folder.total("Anna"), Some(6));
}

#[test]
fn a_square_of_a_photo_that_is_left_out_does_not_bring_it_back() {
    let folder = Folder::new();
    folder.review(ANNA, "x");
    assert_eq!(folder.total("Anna"), None);
    let review = folder.review(ANNA, "r1c1=W");
    assert!(review.stderr.contains("this photo is left out"), "{}", review.stderr);
    assert_eq!(folder.total("Anna"), None);
    // The photo stays left out under another name, and each run reports that.
    let renamed = "round-1/table-1/Annabel.jpg";
    folder.rename(ANNA, renamed);
    let batch = folder.batch();
    assert!(batch.stdout.contains("left out by a person") && batch.stdout.contains(renamed), "{}", batch.stdout);
    folder.rename(renamed, ANNA);
    folder.batch();
    folder.review(ANNA, "u");
    assert_eq!(folder.total("Anna"), Some(22));
    assert!(!folder.batch().stdout.contains("left out"));
}

/// If no kingdom was read, one is typed, and its squares are corrected like others.
#[test]
fn a_typed_kingdom_of_a_photo_without_one_is_corrected() {
    let folder = Folder::new();
    let grey = image::RgbImage::from_pixel(640, 480, image::Rgb([120, 120, 120]));
    grey.save(folder.photo("round-1/table-2/Eva.jpg")).expect("a picture");
    folder.batch();
    folder.review("Eva", &format!("{TYPED}\ny"));
    folder.review("Eva", "r1c4=S");
    assert_eq!(folder.total("Eva"), Some(points(&with(&typed(), "r1c4", "swamp"))));
}

/// Gives these answers, each in a separate review, and records the output after each. Then undoes them, each
/// in a separate review.
fn check_taken_back(folder: &Folder, answers: &[(&str, String)]) {
    let seen = || {
        let report = fs::read_to_string(folder.folder.path().join("results/report.html")).expect("a report");
        (folder.standings(), report)
    };
    let kept = || kept_corrections(&folder.folder.path().join("results"));
    let mut taken = Vec::new();
    for (photo, answer) in answers {
        let before = (seen(), kept());
        folder.review(photo, answer);
        // Answers that were refused need no undo.
        if kept() != before.1 {
            taken.push((photo, answer, before.0));
        }
    }
    assert!(!taken.is_empty(), "{answers:?}");
    for (photo, answer, before) in taken.into_iter().rev() {
        folder.review(photo, "u");
        let now = seen();
        assert_eq!(now.0, before.0, "{answer} of {photo}, of {answers:?}");
        assert!(now.1 == before.1, "the report: {answer} of {photo}, of {answers:?}");
    }
}

#[test]
fn an_answer_is_taken_back_alone() {
    let folder = Folder::new();
    let answers = ["r5c1=M1", "x", &format!("{TYPED}\ny"), "r1c4=S", "a\ny", "x", "a\ny", "r1c1=W r1c2=M"];
    check_taken_back(&folder, &answers.map(|answer| (ANNA, answer.to_owned())));
    let nothing = folder.review(ANNA, "u");
    assert!(nothing.stderr.contains("this photo has no corrections"), "{}", nothing.stderr);
}

/// In a single review, repeating `u` undoes one answer after the other, including those given before the
/// review started.
#[test]
fn answers_are_taken_back_one_after_the_other() {
    let folder = Folder::new();
    let read = folder.total("Anna");
    folder.review(ANNA, "r5c1=M1");
    let first = folder.total("Anna");
    folder.review(ANNA, &format!("{TYPED}\ny"));
    let review = folder.review(ANNA, "r1c4=S\nr1c4=W\nu\nu\nn");
    assert_eq!(folder.total("Anna"), Some(points(&typed())), "{}", review.stderr);
    folder.review(ANNA, "u");
    assert_eq!(folder.total("Anna"), first);
    folder.review(ANNA, "r1c1=M2\nu\nu\nu");
    assert_eq!(folder.total("Anna"), read);
    // `u` also works if nothing is left to ask.
    folder.review(BEN, "a\ny");
    let confirmed = folder.standings();
    folder.review(ANNA, "x\nu");
    assert_eq!(folder.standings(), confirmed);
}

#[test]
fn an_answer_that_was_followed_by_another_one_elsewhere_waits_for_it() {
    let folder = Folder::new();
    let read = (folder.total("Anna"), folder.total("Ben"));
    folder.review(ANNA, "r5c1=M1 ben:r1c1=M3");
    folder.review(BEN, "r1c2=M3");
    let said = (folder.total("Anna"), folder.total("Ben"));
    let review = folder.review(ANNA, "u");
    assert!(review.stderr.contains("also changed round-1/table-1/Ben.jpg"), "{}", review.stderr);
    assert_eq!((folder.total("Anna"), folder.total("Ben")), said);
    folder.review(BEN, "u\nu");
    assert_eq!((folder.total("Anna"), folder.total("Ben")), read);
}

#[test]
fn whatever_is_said_is_taken_back_answer_by_answer() {
    let squares = ["wheat:1", "lake", "mine:3", "swamp:2", "forest"];
    for seed in 0..cases("ANSWER_SEQUENCES", 2) {
        let folder = Folder::new();
        let mut dice = ChaCha8Rng::seed_from_u64(67_000 + seed);
        let mut answers = Vec::new();
        for _ in 0..7 {
            let (photo, other) = if dice.random_bool(0.6) { (ANNA, "ben") } else { (BEN, "anna") };
            let mut square = |of: &str| {
                let place = Place::new(dice.random_range(0..2), dice.random_range(0..2));
                format!("{of}{place}={}", squares[dice.random_range(0..squares.len())])
            };
            let said =
                [square(""), format!("{} {}", square(""), square(&format!("{other}:"))), square(&format!("{other}:"))];
            let answer = match dice.random_range(0..7) {
                0 => "x".to_owned(),
                1 => "a\ny".to_owned(),
                2 => format!("{TYPED}\ny"),
                kind => said[kind % 3].clone(),
            };
            answers.push((photo, answer));
        }
        check_taken_back(&folder, &answers);
    }
}

#[test]
fn corrections_follow_a_photo_that_is_renamed_or_moved() {
    let folder = Folder::new();
    folder.review(ANNA, &format!("{TYPED}\ny"));
    folder.review("Cem", "x");
    folder.review(BEN, "a\ny");
    let settled = folder.batch();
    assert_eq!(settled.code, 0, "{}", settled.stdout);
    folder.rename(ANNA, "round-1/table-2/Anna.jpg");
    folder.rename("round-1/table-2/Cem.jpg", "round-1/table-2/Cem Demir.jpg");
    let moved = folder.batch();
    assert_eq!((folder.total("Anna"), folder.total("Cem Demir")), (Some(points(&typed())), None), "{}", moved.stdout);
    assert_eq!(moved.code, 0, "{}{}", moved.stdout, moved.stderr);
    // Corrections follow a photo that is renamed, and can be undone under its new name.
    folder.rename("round-1/table-2/Anna.jpg", "round-1/table-2/Anna B.jpg");
    folder.batch();
    assert_eq!(folder.total("Anna B"), Some(points(&typed())));
    folder.review("Anna B", "u");
    assert_eq!(folder.total("Anna B"), Some(22));
    // Corrections stay with their photos if two photos swap names.
    let dora = "L1G2F1LL1/FLLWF/FCS2WM2/FGWWM3/.G... k5";
    folder.review("Dora", &format!("{dora}\ny"));
    folder.rename("round-1/table-2/Dora.jpg", "round-1/table-2/other.jpg");
    folder.rename("round-1/table-2/Anna B.jpg", "round-1/table-2/Dora.jpg");
    folder.rename("round-1/table-2/other.jpg", "round-1/table-2/Anna B.jpg");
    folder.batch();
    let dora = points(&notation::parse(dora).expect("a kingdom"));
    assert_eq!((folder.total("Anna B"), folder.total("Dora")), (Some(dora), Some(22)));
}

#[test]
fn a_correction_whose_photo_is_gone_is_told_and_asked_about() {
    let folder = Folder::new();
    folder.review(ANNA, &format!("{TYPED}\ny"));
    folder.review(BEN, "a\ny");
    let elsewhere = folder.folder.path().join("elsewhere.jpg");
    fs::rename(folder.photo(ANNA), &elsewhere).expect("moved");
    let told = format!("{ANNA} was corrected ({TYPED})");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let gone = folder.batch();
    assert_eq!(gone.code, 3, "{}", gone.stdout);
    assert!(words(&gone.stdout).contains(&told), "{}", gone.stdout);
    // If the user keeps the correction, its question stays open, and later runs report it.
    let kept = folder.run(&["review", "results", "--strict"], "\nq\n");
    assert!(
        words(&kept.stderr).contains(&told) && words(&kept.stdout).contains(&told),
        "{}{}",
        kept.stdout,
        kept.stderr
    );
    assert_eq!(kept.code, 3);
    assert_eq!(folder.run(&["review", "results", "--strict"], "q\n").code, 3);
    // The correction counts again if the photo returns, under any name.
    fs::rename(&elsewhere, folder.photo("round-1/table-1/Eva.jpg")).expect("moved");
    let back = folder.batch();
    assert_eq!((back.code, folder.total("Eva")), (0, Some(points(&typed()))), "{}", back.stdout);
    // If the user drops the correction, it does not return with the photo.
    fs::rename(folder.photo("round-1/table-1/Eva.jpg"), &elsewhere).expect("moved");
    assert_eq!(folder.batch().code, 3);
    let dropped = folder.run(&["review", "results", "--strict"], "d\n");
    assert_eq!(dropped.code, 0, "{}{}", dropped.stdout, dropped.stderr);
    assert_eq!(folder.batch().code, 0);
    fs::rename(&elsewhere, folder.photo(ANNA)).expect("moved");
    folder.batch();
    assert_eq!(folder.total("Anna"), Some(22));
}

#[test]
fn a_correction_whose_photo_made_way_for_another_corrected_one_is_told() {
    let folder = Folder::new();
    folder.review(ANNA, &format!("{TYPED}\ny"));
    folder.review(BEN, "a\ny");
    let ben = folder.total("Ben");
    let elsewhere = folder.folder.path().join("elsewhere.jpg");
    fs::rename(folder.photo(ANNA), &elsewhere).expect("moved");
    folder.rename(BEN, ANNA);
    let gone = folder.batch();
    assert_eq!((gone.code, folder.total("Anna")), (3, ben), "{}", gone.stdout);
    assert!(gone.stdout.contains(&format!("({TYPED})")), "{}", gone.stdout);
    // The earlier decision returns with its photo, even if there was a decision about the other photo
    // meanwhile.
    folder.review(ANNA, "r1c1=M1");
    fs::rename(&elsewhere, folder.photo("round-1/table-1/Eva.jpg")).expect("moved");
    let back = folder.batch();
    assert_eq!(folder.total("Eva"), Some(points(&typed())), "{}", back.stdout);
    assert!(!back.stdout.contains("sha256"), "{}", back.stdout);
}

#[test]
fn a_correction_of_a_photo_that_was_replaced_says_what_it_was_and_comes_back_with_it() {
    let folder = Folder::new();
    folder.review(ANNA, &format!("{TYPED}\ny"));
    folder.review(BEN, "a\ny");
    let elsewhere = folder.folder.path().join("elsewhere.jpg");
    fs::rename(folder.photo(ANNA), &elsewhere).expect("moved");
    draw(KINGDOMS[2], &folder.photo(ANNA), "plain", 21);
    let changed = folder.batch();
    assert_eq!((changed.code, folder.total("Anna")), (3, Some(18)), "{}", changed.stdout);
    assert!(changed.stdout.contains(&format!("({TYPED})")), "{}", changed.stdout);
    // Deciding about the new photo settles the question. If the old photo returns, its own decision returns
    // with it.
    folder.review(ANNA, "a\ny");
    assert_eq!(folder.batch().code, 0);
    fs::rename(&elsewhere, folder.photo("round-1/table-2/Eva.jpg")).expect("moved");
    let back = folder.batch();
    assert_eq!((folder.total("Eva"), folder.total("Anna")), (Some(points(&typed())), Some(18)), "{}", back.stdout);
}

/// A decision about a copy concerns only that file.
#[test]
fn a_copy_that_is_left_out_takes_no_other_photo_with_it() {
    let folder = Folder::new();
    folder.review(BEN, "a\ny");
    let copied = "round-1/table-2/Anna.jpg";
    fs::copy(folder.photo(ANNA), folder.photo(copied)).expect("a copy");
    folder.batch();
    folder.review(copied, "x");
    assert_eq!((folder.batch().code, folder.total("Anna")), (0, Some(22)));
    // Once the copy is removed, Anna's photo is the only one again.
    fs::remove_file(folder.photo(copied)).expect("removed");
    let removed = folder.batch();
    assert_eq!((removed.code, folder.total("Anna")), (3, Some(22)), "{}", removed.stdout);
    assert!(removed.stdout.contains(copied) && removed.stdout.contains("left out by a person"), "{}", removed.stdout);
}
