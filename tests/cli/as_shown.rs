//! Commands in help texts and messages run exactly as printed.

use crate::common::game_photos::Photos;
use crate::common::program::{Outcome, run_at};

fn run(photos: &Photos, words: &[&str]) -> Outcome {
    run_at(photos.folder(), "C", b"", words)
}

/// The words of a command line, without the program's name.
fn words_of(line: &str) -> Vec<String> {
    line.trim().split(' ').skip(1).map(|word| word.trim_matches('\'').to_owned()).collect()
}

#[test]
fn a_line_to_type_holds_its_options_before_what_stands_behind_two_dashes() {
    let photos = Photos::of(&[]);
    std::fs::copy("fixtures/photos/queendomino.jpg", photos.path("-zoe.jpg")).expect("a fixture");
    for command in ["scan", "game"] {
        let found = run(&photos, &[command, "--no-gallery", "--", "-zoe.jpg"]);
        assert_eq!(found.code, 0, "{}", found.stderr);
        let lines = found.stdout.lines().filter(|line| line.contains("kingdom-scanner "));
        let (asked, lines): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains("--ask"));
        assert!(asked.len() == 1 && asked[0].ends_with("--ask -- -zoe.jpg"), "{asked:?}");
        assert!(!lines.is_empty(), "{}", found.stdout);
        for line in lines.into_iter().take(2) {
            let mut words = words_of(line);
            // An improbable reading has no word.
            words.iter_mut().filter(|word| word.ends_with('=')).for_each(|word| word.push_str("town"));
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let again = run(&photos, &[&words[..1], &["--json"], &words[1..]].concat());
            assert_eq!(again.code, 0, "{line}: {}", again.stderr);
            assert!(again.stdout.contains(r#""state":"corrected""#), "{line}");
        }
    }
}

#[test]
fn what_is_to_be_taken_back_is_named_as_it_was_typed() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    assert_eq!(photos.run(&["game", "anna.jpg", "ben.jpg", "--save", "game.json"]).code, 0);
    for (square, words) in [
        (
            "r2c4",
            "`r2c4`: there are Anna (5 x 5 squares), Ben (5 x 5 squares); say which one you mean, as in `Anna:r2c4`",
        ),
        ("cem:r2c4", "`cem:r2c4`: there is no such kingdom, only Anna"),
    ] {
        let refused = photos.run(&["game", "game.json", "--unfix", square]);
        assert_eq!(refused.code, 2, "{}", refused.stderr);
        assert!(refused.stderr.contains(words) && !refused.stderr.contains("lake"), "{}", refused.stderr);
    }
}

#[test]
fn a_kingdom_in_letters_that_lacks_something_is_told_what() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    for (word, told) in [
        ("F1WC/L1W. k5", "needs its player's name: give it as Anna='F1WC/L1W. k5'"),
        ("F1WC/L1W.", "ends with a space, the game's letter and 5 or 7: give it as Anna='F1WC/L1W. k5'"),
        ("Ben=F1WC/L1W.", "ends with a space, the game's letter and 5 or 7: give it as Ben='F1WC/L1W. k5'"),
        ("Ben=T[church]C", "give it as Ben='T[church]C q5'"),
        ("Ben=F1WC/L1X. k5", "`F1WC/L1X. k5` is not a photo, and it is not a valid kingdom in notation: "),
        ("ben.jpg", "ben.jpg: cannot read the file: No such file"),
        ("Ben=ben.jpg", "ben.jpg: cannot read the file: No such file"),
    ] {
        let refused = photos.run(&["game", "anna.jpg", word]);
        assert!(refused.stderr.contains(told), "{word}: {}", refused.stderr);
    }
    let found = photos.run(&["game", "anna.jpg", "Ben=F1WC/L1W. k5", "--json"]);
    assert_eq!(found.code, 0, "{}", found.stderr);
}

#[test]
fn a_mistyped_path_makes_no_folder() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    let refused = photos.run(&["game", "anna.jpg", "--save", "gmaes/game.json"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("--save gmaes/game.json: there is no folder gmaes"), "{}", refused.stderr);
    assert!(!photos.path("gmaes").exists());
}

#[test]
fn a_square_of_the_only_photo_may_be_named_by_it() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let corrected = |words: &[&str]| {
        let found = photos.run(&[&["scan", "--json"], words].concat());
        assert_eq!(found.code, 0, "{words:?}: {}", found.stderr);
        found.json()["kingdoms"][0]["notation"].clone()
    };
    let plain = corrected(&["anna.jpg", "--fix", "r3c1=lake"]);
    assert_ne!(plain, corrected(&["anna.jpg"]));
    for fix in ["anna:r3c1=lake", "Anna:r3c1=lake", "anna.jpg:r3c1=lake", "anna:k1:r3c1=lake"] {
        assert_eq!(corrected(&["anna.jpg", "--fix", fix]), plain, "{fix}");
    }
    assert_eq!(corrected(&["anna.jpg", "--as-read=anna", "--fix", "anna:r3c1=lake"]), plain);
    let refused = photos.run(&["scan", "anna.jpg", "--fix", "ben:r3c1=lake"]);
    assert!(refused.code == 2 && refused.stderr.contains("there is no such kingdom"), "{}", refused.stderr);
    photos.join(&["anna.jpg", "ben.jpg", "anna.jpg", "ben.jpg"], "table.jpg");
    let named = photos.run(&["scan", "table.jpg", "--json", "--fix", "table:k2:r3c1=lake"]);
    assert_eq!(named.code, 0, "{}", named.stderr);
}
