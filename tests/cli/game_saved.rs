//! Saved games: continuing them, and other commands that accept them.

use serde_json::{Value, json};

use crate::common::game_photos::Photos;

fn totals(found: &Value) -> Vec<(String, i64)> {
    let total = |player: &Value| {
        (player["player"].as_str().expect("a name").to_owned(), player["total"].as_i64().expect("a total"))
    };
    let mut totals: Vec<(String, i64)> = found["standings"].as_array().expect("a list").iter().map(total).collect();
    totals.sort();
    totals
}

fn of(totals: &[(&str, i64)]) -> Vec<(String, i64)> {
    totals.iter().map(|(name, total)| ((*name).to_owned(), *total)).collect()
}

#[test]
fn a_saved_game_goes_on_without_its_photos() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let first =
        photos.run(&["game", "anna.jpg", "ben.jpg", "--save", "game.json", "--fix", "anna:r3c1=lake", "--json"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(
        first.stderr.contains("saved in game.json; continue with `kingdom-scanner game game.json`"),
        "{}",
        first.stderr
    );
    for name in ["anna.jpg", "ben.jpg"] {
        std::fs::remove_file(photos.path(name)).expect("a photo");
    }
    let again = photos.run(&["game", "game.json", "--json"]);
    assert_eq!((again.code, again.json()), (0, first.json()), "{}", again.stderr);
    // The square is corrected again, and the later answer counts from now on.
    let table = photos.run(&["game", "game.json", "--fix", "anna:r3c1=wheat:1", "--save"]);
    assert!(table.stdout.contains("│    2 ┆ Anna   ┆    22 ┆"), "{}", table.stdout);
    let found = photos.run(&["game", "game.json", "--json"]).json();
    assert_eq!((totals(&found), &found["needs_review"]), (of(&[("Anna", 22), ("Ben", 22)]), &json!(false)));
    // Names and facts are kept, too.
    let renamed =
        photos.run(&["game", "game.json", "--player", "Eva", "--player", "Ben", "--variant", "harmony", "--save"]);
    assert_eq!(renamed.code, 0, "{}", renamed.stderr);
    let found = photos.run(&["game", "game.json", "--json"]).json();
    assert_eq!((totals(&found)[1].0.as_str(), &found["variants"]), ("Eva", &json!(["harmony"])));
}

#[test]
fn a_total_and_a_kingdom_in_notation_stand_beside_photos() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    let ben = "ben=WL1LLC k5";
    let table = photos.run(&["game", "anna.jpg", ben, "--total", "Cem=37", "--save", "game.json"]);
    assert_eq!(table.code, 0, "{}", table.stderr);
    assert!(table.stdout.contains("│    1 ┆ Cem (total typed) ┆    37 │"), "{}", table.stdout);
    assert!(table.stdout.contains("│ total     ┆  37 ┆   22 ┆   3 │"), "{}", table.stdout);
    for note in ["the kingdom of ben was entered by hand", "the total was typed, without a kingdom: Cem"] {
        assert!(table.stderr.contains(note), "{}", table.stderr);
    }
    // Continuing the saved game and the other commands give the same totals.
    let wanted = of(&[("Anna", 22), ("Cem", 37), ("ben", 3)]);
    let found = photos.run(&["game", "game.json", "--json"]).json();
    assert_eq!((totals(&found), &found["needs_review"]), (wanted.clone(), &json!(false)));
    assert_eq!((&found["standings"][0]["typed"], &found["standings"][1]["typed"]), (&json!(true), &Value::Null));
    assert_eq!(totals(&photos.run(&["standings", "game.json", "--json"]).json()), wanted);
    let scored = photos.run(&["score", "game.json"]);
    assert!(scored.stderr.contains("the total was typed, without a kingdom: Cem"), "{}", scored.stderr);
    // Changes a typed total, saves that, and undoes it.
    photos.run(&["game", "game.json", "--total", "cem=4", "--save"]);
    assert_eq!(totals(&photos.run(&["game", "game.json", "--json"]).json())[1], ("Cem".to_owned(), 4));
    photos.run(&["game", "game.json", "--undo", "--save"]);
    assert_eq!(totals(&photos.run(&["game", "game.json", "--json"]).json()), wanted);
    // The typed total is marked on the page and in the picture. A photo that could not be read is no longer
    // an open question once its player's total is typed.
    photos.run(&["game", "game.json", "--html", "game.html", "--picture", "game.png"]);
    let page = std::fs::read_to_string(photos.path("game.html")).expect("a page");
    assert!(page.contains("Cem (total typed)"));
    std::fs::write(photos.path("dora.jpg"), "no photo").expect("a file");
    let unread = photos.run(&["game", "anna.jpg", "dora.jpg", "--total", "Dora=12", "--json"]);
    assert_eq!(unread.json()["needs_review"], false, "{}", unread.stderr);
    assert!(unread.json()["unread_players"].is_null());
}

#[test]
fn a_typed_kingdom_that_no_box_forms_is_to_check_until_it_is_confirmed() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    // Three squares are no whole dominoes.
    let ben = "ben=L1LLC k5";
    let table = photos.run(&["game", "anna.jpg", ben, "--save", "game.json"]);
    assert!(table.stdout.contains("│   2? ┆ ben    ┆    3? │"), "{}", table.stdout);
    assert!(table.stdout.contains("game game.json --save --as-read=ben"), "{}", table.stdout);
    let found = photos.run(&["game", "game.json", "--as-read=ben", "--json", "--save"]).json();
    assert_eq!((totals(&found), &found["needs_review"]), (of(&[("Anna", 22), ("ben", 3)]), &json!(false)));
    // A correction after that is a new word, and so is its confirmation. Each is undone on its own.
    let needs_review = |args: &[&str]| {
        photos.run(&[&["game", "game.json", "--json", "--save"], args].concat()).json()["needs_review"].clone()
    };
    assert_eq!(needs_review(&["--fix", "ben:r1c1=M3"]), true);
    assert_eq!(needs_review(&["--as-read=ben"]), false);
    assert_eq!(needs_review(&[]), false);
    assert_eq!(needs_review(&["--undo"]), true);
    assert_eq!(needs_review(&["--undo"]), false);
}

#[test]
fn what_is_no_total_is_refused_with_what_is_possible() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    for (words, why) in [
        (["Cem=37"].as_slice(), "`Cem=37`: there is no photo called 37; give a total as --total Cem=37"),
        (&["--total", "Cem=1000"], "a total must be a whole number from 0 to 999"),
        (&["--total", "Cem"], "a player's name and a number are needed"),
        (
            &["--total", "anna=20"],
            "--total is given for Anna, who already has a kingdom: leave out the total or the kingdom",
        ),
    ] {
        let outcome = photos.run(&[&["game", "anna.jpg"], words].concat());
        assert!(outcome.code == 2 && outcome.stderr.contains(why), "{words:?}: {}", outcome.stderr);
    }
    // An existing file with that name is a photo, as before.
    photos.copy("anna.jpg", "37");
    let named = photos.run(&["game", "Cem=37", "--json"]);
    assert_eq!(totals(&named.json()), of(&[("Cem", 22)]));
}

#[test]
fn a_question_to_a_saved_game_changes_nothing_until_it_is_saved_and_can_be_taken_back() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    assert_eq!(photos.run(&["game", "anna.jpg", "ben.jpg", "--save", "game.json"]).code, 0);
    let text = || std::fs::read_to_string(photos.path("game.json")).expect("a saved game");
    let run = |words: &[&str]| {
        let outcome = photos.run(&[&["game", "game.json", "--json"], words].concat());
        assert_eq!(outcome.code, 0, "{words:?}: {}", outcome.stderr);
        (totals(&outcome.json()), outcome.stderr)
    };
    let first = text();
    let (as_read, _) = run(&[]);
    let lake = ["--fix", "anna:r3c1=lake"];
    let (asked, stderr) = run(&lake);
    assert!(asked != as_read && text() == first && stderr.contains("not saved; add --save"), "{stderr}");
    assert!(run(&["--coins", "Ben=7"]).1.contains("not saved") && text() == first);
    // The printed commands continue with the same facts.
    let table = photos.run(&[&["game", "game.json"], &lake[..]].concat());
    assert!(!table.stdout.contains("game game.json --save"), "{}", table.stdout);
    assert_eq!(run(&[&lake[..], &["--save"]].concat()).0, asked);
    let second = text();
    assert_eq!(run(&[]).0, asked);
    run(&["--fix", "ben:r1c2=lake:1", "--save"]);
    assert_ne!(text(), second);
    // Undo step by step, first as a preview.
    let before = text();
    assert_eq!((run(&["--undo"]).0, text() == before), (asked.clone(), true));
    assert_eq!((run(&["--undo", "--save"]).0, text() == second), (asked.clone(), true));
    assert_eq!((run(&["--unfix", "anna:r3c1"]).0, text() == second), (as_read.clone(), true));
    assert_eq!((run(&["--unfix", "Anna:r3c1", "--save"]).0, run(&[]).0), (as_read.clone(), as_read));
    // Undo is a step, too.
    assert_eq!(run(&["--undo", "--save"]).0, asked);
    run(&["--undo", "--save"]);
    assert_eq!(text(), first);
    // Another spelling of a name is a step, too.
    run(&["--player", "ANNA", "--player", "Ben", "--save"]);
    assert_eq!(totals(&photos.run(&["game", "game.json", "--json"]).json())[0].0, "ANNA");
    run(&["--undo", "--save"]);
    assert_eq!(text(), first);
    for (words, why) in [
        (&["game", "game.json", "--undo"][..], "game.json: --undo: there is nothing to undo"),
        (
            &["game", "game.json", "--unfix", "anna:r3c1"],
            "--unfix anna:r3c1: there is no correction for this square; nothing has been corrected yet",
        ),
        (&["game", "game.json", "--unfix", "anna"], "`anna` is not a square; name it as in anna:r2c4"),
        (&["game", "anna.jpg", "--undo"], "--undo undoes the last change of a saved game"),
        (&["game", "anna.jpg", "--unfix", "anna:r3c1"], "--unfix undoes a correction in a saved game"),
        (&["game", "anna.jpg", "--save"], "--save needs a file"),
    ] {
        let outcome = photos.run(words);
        assert!(outcome.code == 2 && outcome.stderr.contains(why), "{words:?}: {}", outcome.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_file_whose_name_is_no_text_is_a_photo_of_a_game() {
    use std::os::unix::ffi::OsStrExt;
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let name = std::ffi::OsStr::from_bytes(b"j\xf6rg.jpg");
    std::fs::rename(photos.path("ben.jpg"), photos.path("anna.jpg").with_file_name(name)).expect("renamed");
    for argument in [b"J\xc3\xb6rg=j\xf6rg.jpg".as_slice(), b"j\xf6rg.jpg"] {
        let mut command = std::process::Command::new(crate::common::program::scanner());
        command.args(["game", "anna.jpg", "--no-gallery", "--json"]).arg(std::ffi::OsStr::from_bytes(argument));
        let folder = photos.path("anna.jpg");
        let output =
            command.current_dir(folder.parent().expect("a folder")).env("LC_ALL", "C").output().expect("it starts");
        let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(found["standings"].as_array().map(Vec::len), Some(2), "{found}");
    }
}

#[test]
fn other_commands_take_saved_games() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let doubtful = ["game", "anna.jpg", "ben.jpg", "--save", "game.json", "--fix", "anna:r3c1=lake", "--json"];
    let game = photos.run(&doubtful).json();
    let standings = photos.run(&["standings", "game.json", "--json", "--strict"]);
    assert_eq!(standings.code, 3, "{}", standings.stderr);
    let found = standings.json();
    assert_eq!((&found["standings"], &found["needs_review"]), (&game["standings"], &json!(true)));
    let score = photos.run(&["score", "game.json"]);
    assert_eq!(score.code, 0, "{}", score.stderr);
    assert_eq!(score.stdout.matches("notation: ").count(), 2, "{}", score.stdout);
    assert!(score.stdout.contains("Anna\n") && score.stdout.contains("Ben\n"), "{}", score.stdout);
}

#[test]
fn three_saved_games_are_a_dynasty() {
    let photos = Photos::of(&[("IMG_0.jpg", 0), ("IMG_1.jpg", 1), ("IMG_2.jpg", 2), ("IMG_3.jpg", 3)]);
    for (file, anna, ben) in [("1.json", "0", "1"), ("2.json", "2", "3"), ("3.json", "0", "3")] {
        let (anna, ben) = (format!("Anna=IMG_{anna}.jpg"), format!("Ben=IMG_{ben}.jpg"));
        let outcome = photos.run(&["game", &anna, &ben, "--save", file, "--variant", "dynasty"]);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        assert!(outcome.stderr.contains("a Dynasty changes nothing on this sheet"), "{}", outcome.stderr);
    }
    let dynasty = photos.run(&["standings", "1.json", "2.json", "3.json", "--json"]);
    assert_eq!(dynasty.code, 0, "{}", dynasty.stderr);
    let found = dynasty.json();
    assert_eq!(totals(&found), of(&[("Anna", 22 + 18 + 22), ("Ben", 22 + 18 + 18)]));
    assert_eq!(found["standings"][0]["totals"], json!([22, 18, 22]));
    // The same game twice counts once.
    let twice = photos.run(&["standings", "1.json", "2.json", "1.json"]);
    assert_eq!(twice.code, 2);
    assert!(twice.stderr.contains("one kingdom was given twice"), "{}", twice.stderr);
    let photos_of_all = ["standings", "Anna=IMG_0.jpg", "Ben=IMG_1.jpg", "--variant", "dynasty"];
    let refused = photos.run(&photos_of_all);
    assert!(
        refused.code == 2 && refused.stderr.contains("read each game with `game --save FILE`"),
        "{}",
        refused.stderr
    );
}

#[test]
fn files_that_are_no_saved_games_are_named() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let game = ["game", "anna.jpg", "ben.jpg", "--save", "game.json"];
    assert_eq!(photos.run(&game).code, 0);
    // A saved game may be replaced, but not another file.
    assert_eq!(photos.run(&game).code, 0);
    let write = |name: &str, text: &str| std::fs::write(photos.path(name), text).expect("a writable folder");
    let text = std::fs::read_to_string(photos.path("game.json")).expect("a saved game");
    write("cut.json", &text[..text.len() / 2]);
    write("new.json", &text.replacen(r#""schema_version":1"#, r#""schema_version":7"#, 1));
    write("kingdom.json", r#"{"game": "kingdomino", "squares": [["castle", "lake"]]}"#);
    let edit = r#""edits":[{"kingdom":"1k1","what":{"square":{"cell":{"row":0,"col":0},"square":"gold"}}}]"#;
    let changed = text.replacen(r#""edits":[]"#, edit, 1);
    assert_ne!(changed, text);
    write("changed.json", &changed);
    for (args, words) in [
        (&["game", "cut.json"][..], "cut.json: this is not a saved game: "),
        (&["game", "new.json"], "`schema_version` is 7, but this program reads 1"),
        (&["game", "kingdom.json"], "rank kingdoms in JSON with `standings`"),
        (&["game", "changed.json"], "begin again with the photos: anna.jpg ben.jpg"),
        (&["game", "game.json", "anna.jpg"], "game.json: a saved game must be given alone"),
        (
            &["game", "game.json", "--size", "7"],
            "--game, --box, --size, --one and --corners change only how photos are read",
        ),
        (&["game", "anna.jpg", "--save", "kingdom.json"], "another file has this name and is not a saved game"),
        (&["game", "anna.jpg", "--save", "anna.jpg"], "another file has this name"),
    ] {
        let outcome = photos.run(args);
        assert_eq!(outcome.code, 2, "{args:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(words), "{args:?}: {}", outcome.stderr);
    }
}

#[test]
fn a_photo_that_changed_since_is_told() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    assert_eq!(photos.run(&["game", "anna.jpg", "ben.jpg", "--save", "game.json"]).code, 0);
    photos.copy("ben.jpg", "anna.jpg");
    let outcome = photos.run(&["game", "game.json"]);
    assert_eq!(outcome.code, 0);
    assert!(outcome.stderr.contains("note: anna.jpg has changed since the game was saved"), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("│    2 ┆ Anna   ┆    22 ┆"), "{}", outcome.stdout);
}

#[test]
fn standings_and_score_take_photos_and_lines_of_scans() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1), ("IMG_2.jpg", 2)]);
    let expected = of(&[("Anna", 22), ("Ben", 22), ("Cem", 18)]);
    let read = photos.run(&["standings", "anna.jpg", "ben.jpg", "Cem=IMG_2.jpg", "--json"]);
    assert_eq!((read.code, totals(&read.json())), (0, expected.clone()), "{}", read.stderr);
    // Photos keep their positions among other kingdoms.
    let mixed = ["standings", "anna.jpg", "F1F/FC k5", "IMG_2.jpg", "--json"];
    let names = ["--player", "Anna", "--player", "Eva", "--player", "Cem"];
    let mixed = photos.run(&[&mixed[..], &names].concat()).json();
    assert_eq!(totals(&mixed), of(&[("Anna", 22), ("Cem", 18), ("Eva", 3)]));
    // Lines of a scan, including a kingdom that two photos show.
    photos.paint("anna-2.jpg", crate::common::game_photos::KINGDOMS[0], 8);
    let scan = photos.run(&["scan", "--same-game", "anna.jpg", "anna-2.jpg", "ben.jpg", "--json"]);
    std::fs::write(photos.path("lines.ndjson"), &scan.stdout).expect("a writable folder");
    let lines = photos.run(&["standings", "lines.ndjson", "--json"]).json();
    assert_eq!(totals(&lines), expected[..2]);
    let score = photos.run(&["score", "anna.jpg", "--player", "Anna", "--json"]);
    assert_eq!((score.code, &score.json()["total"]), (0, &json!(22)), "{}", score.stderr);
    let nothing = photos.run(&["standings", "anna.jpg", "none.jpg"]);
    assert!(nothing.code == 2 && nothing.stderr.contains("none.jpg"), "{}", nothing.stderr);
}

/// If such a game were saved, it could never be opened again.
#[test]
fn what_cannot_be_ranked_is_refused_before_it_is_saved() {
    let photos = Photos::of(&[]);
    std::fs::copy("fixtures/photos/queendomino.jpg", photos.path("zoe.jpg")).expect("a fixture");
    let saved = photos.run(&["game", "zoe.jpg", "--as-read", "--save", "game.json"]);
    assert_eq!(saved.code, 0, "{}", saved.stderr);
    let before = std::fs::read(photos.path("game.json")).expect("a saved game");
    let refused = photos.run(&["game", "game.json", "--queen", "nobody", "--save"]);
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(!refused.stderr.contains("saved in"), "{}", refused.stderr);
    assert!(std::fs::read(photos.path("game.json")).expect("a saved game") == before);
    assert_eq!(photos.run(&["game", "game.json"]).code, 0);
}

/// Another correction changes a typed or confirmed kingdom, and nothing else in it.
#[test]
fn one_more_square_changes_a_typed_or_confirmed_kingdom() {
    let photos = Photos::of(&[("anna.jpg", 0)]);
    let saved = photos.run(&[
        "game",
        "anna.jpg",
        "ben=W1WLL1/.C.. k5",
        "--fix",
        "anna:r3c1=lake",
        "--as-read=anna",
        "--save",
        "game.json",
        "--json",
    ]);
    assert_eq!(saved.code, 0, "{}", saved.stderr);
    let before = totals(&saved.json());
    let square = |fix: &str| {
        let outcome = photos.run(&["game", "game.json", "--fix", fix, "--save", "--json"]);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        totals(&outcome.json())
    };
    // Two wheat squares with one crown, and two lakes.
    assert_eq!(before[1], ("ben".to_owned(), 4));
    assert_eq!(square("ben:r1c2=W"), before, "it agrees");
    assert_eq!(square("ben:r1c2=W1"), [before[0].clone(), ("ben".to_owned(), 6)]);
    let anna = square("anna:r3c1=lake");
    assert_eq!(anna[0], before[0], "it agrees");
}

/// Some of these corrections cannot be made from the box's dominoes, or only without the castle that the
/// photo shows. The correction is kept, the castle stays where it was seen, and the kingdom needs review.
#[test]
fn no_word_that_leaves_land_ends_without_a_kingdom() {
    let photos = Photos::of(&[]);
    photos.paint("anna.jpg", "..WM1/.G1W./CGG. k5", 3);
    for as_read in [&[][..], &["--as-read"]] {
        let scan = photos.run(&[&["scan", "anna.jpg", "--json", "--fix", "r3c3=empty"][..], as_read].concat());
        assert_eq!(scan.code, 0, "{}", scan.stderr);
        let kingdom = &scan.json()["kingdoms"][0];
        let expected = json!(["..WM1/.G1W./CG.. k5", as_read.is_empty()]);
        assert_eq!(json!([kingdom["notation"], kingdom["needs_review"]]), expected);
        let game = photos.run(&[&["game", "anna.jpg", "--fix", "r3c3=empty", "--json"][..], as_read].concat());
        assert_eq!((game.code, totals(&game.json())), (0, of(&[("Anna", 3)])), "{}", game.stderr);
    }
    let told = photos.run(&["scan", "anna.jpg", "--fix", "r3c3=empty"]).stdout;
    assert!(
        told.contains("your correction r3c3=empty fits neither the other squares nor the dominoes in the box"),
        "{told}"
    );
    photos.run(&["game", "anna.jpg", "--save", "game.json"]);
    let squares = ["lake", "mine:3", "town+church", "empty"];
    let (mut words, mut checked) = (Vec::new(), 0);
    for row in 1..=3 {
        for col in 1..=4 {
            words.extend(squares.map(|square| format!("anna:r{row}c{col}={square}")));
        }
    }
    for (number, word) in words.iter().enumerate() {
        let other = &words[(number * 17 + 5) % words.len()];
        let same_square = word.split('=').next() == other.split('=').next();
        let both = ["game", "game.json", "--json", "--fix", word, "--fix", other];
        let said = photos.run(if same_square { &both[..5] } else { &both });
        assert_eq!(said.code, 0, "{word} {other}: {}", said.stderr);
        checked += usize::from(said.json()["needs_review"] == json!(true));
    }
    assert!(checked > words.len() / 2, "{checked}");
    let nothing: Vec<String> =
        ["r1c3", "r1c4", "r2c2", "r2c3", "r3c2", "r3c3"].map(|square| format!("{square}=empty")).into();
    let mut args = vec!["scan", "anna.jpg"];
    nothing.iter().for_each(|word| args.extend(["--fix", word]));
    let refused = photos.run(&args);
    assert_eq!(refused.code, 2, "{}", refused.stdout);
    assert!(refused.stderr.contains("with these corrections no land is left"), "{}", refused.stderr);
    assert!(!refused.stderr.contains("no kingdom"), "{}", refused.stderr);
}
