//! Answers given before Ctrl-C ends the questions are in the saved game, or in a command that continues.

use serde_json::json;

use crate::common::game_photos::Photos;
use crate::common::saved_game;

/// Photos with three doubtful buildings.
fn doubtful(name: &str) -> Photos {
    let photos = Photos::of(&[]);
    std::fs::copy("fixtures/photos/queendomino.jpg", photos.path(name)).expect("a fixture");
    photos
}

/// The corrections of the only kingdom.
fn corrections(photos: &Photos) -> Vec<String> {
    let text = std::fs::read_to_string(photos.path("game.json")).expect("a saved game");
    saved_game::corrections(&serde_json::from_str(&text).expect("JSON")).remove(0)
}

/// The command that continues, as words without the program's name.
fn line_of(text: &str) -> Vec<String> {
    let line = text.rsplit("kingdom-scanner ").next().and_then(|rest| rest.lines().next()).expect("a line");
    line.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect()
}

const PROMPT: &str = "Enter = 1,";

#[test]
fn each_answer_about_a_saved_game_is_on_the_disk_before_the_next_question() {
    let photos = doubtful("zoe.jpg");
    assert_eq!(photos.run(&["game", "zoe.jpg", "--save", "game.json"]).code, 0);
    let mut terminal = photos.terminal("game game.json --no-gallery --ask");
    terminal.wait_for(": total ");
    terminal.wait_for(PROMPT);
    terminal.type_keys("2\n");
    terminal.wait_for(": total ");
    terminal.wait_for(PROMPT);
    let first = corrections(&photos);
    assert_eq!(first.len(), 1, "{first:?}");
    terminal.type_keys("\x03");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(130), "{text}");
    assert_eq!(corrections(&photos), first);
    // Everything entered in one run is one step.
    assert_eq!(photos.run(&["game", "game.json", "--undo", "--save"]).code, 0);
    assert_eq!(corrections(&photos), Vec::<String>::new());
}

#[test]
fn each_answer_about_photos_is_in_the_new_file_before_the_next_question() {
    let photos = doubtful("zoe.jpg");
    let mut terminal = photos.terminal("game zoe.jpg --no-gallery --ask --save game.json");
    terminal.wait_for(PROMPT);
    terminal.type_keys("2\n");
    terminal.wait_for(": total ");
    terminal.wait_for(PROMPT);
    assert_eq!(corrections(&photos).len(), 1);
    terminal.type_keys("\x03");
    assert_eq!(terminal.end().0, Some(130));
    assert_eq!(photos.run(&["game", "game.json"]).code, 0);
}

#[test]
fn what_was_said_of_photos_stands_in_the_line_that_goes_on() {
    for command in ["scan", "game"] {
        let photos = doubtful("zoe.jpg");
        let mut terminal = photos.terminal(&format!("{command} zoe.jpg --no-gallery --ask"));
        terminal.wait_for(": total ");
        terminal.wait_for(PROMPT);
        terminal.type_keys("2\n");
        terminal.wait_for(": total ");
        terminal.wait_for(PROMPT);
        terminal.type_keys("\x03");
        let (code, text) = terminal.end();
        assert_eq!(code, Some(130), "{command}: {text}");
        let mut words = line_of(&text);
        assert_eq!(words.pop().as_deref(), Some("--ask"), "{text}");
        assert_eq!(words[0], command, "{text}");
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| *word != "--no-gallery").collect();
        let again = photos.run(&[&words[..], &["--json"]].concat());
        assert_eq!(again.stdout.matches(r#""state":"corrected""#).count(), 1, "{words:?}: {}", again.stderr);
    }
}

#[test]
fn names_that_were_typed_stand_in_the_lines_to_type() {
    let photos = doubtful("IMG_1.jpg");
    photos.paint("IMG_2.jpg", "T[statue,tower]T[church]CGG/.F1WWG/LLWF1G q5", 4);
    let text = photos.at_terminal("game IMG_1.jpg IMG_2.jpg --no-gallery", "Anna\nBen M\n");
    let to_type = text.lines().filter(|line| line.contains("kingdom-scanner game "));
    assert!(to_type.clone().count() > 1, "{text}");
    for line in to_type {
        assert!(line.contains("game Anna=IMG_1.jpg 'Ben M=IMG_2.jpg' --no-gallery"), "{line}");
    }
    // Only one of two kingdoms has a name when Ctrl-C is pressed.
    let mut terminal = photos.terminal("game IMG_1.jpg IMG_2.jpg --no-gallery --ask");
    terminal.wait_for("IMG_1:");
    terminal.type_keys("Anna\n");
    terminal.wait_for("IMG_2:");
    terminal.type_keys("\x03");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("game Anna=IMG_1.jpg IMG_2.jpg --no-gallery --ask\n"), "{text}");
    // With a saved game, each name is saved immediately.
    assert_eq!(photos.run(&["game", "IMG_1.jpg", "IMG_2.jpg", "--save", "game.json"]).code, 0);
    let mut terminal = photos.terminal("game game.json --no-gallery");
    terminal.wait_for("IMG_1:");
    terminal.type_keys("Anna\n");
    terminal.wait_for("IMG_2:");
    terminal.type_keys("\x03");
    let (code, text) = terminal.end();
    assert_eq!(code, Some(130), "{text}");
    assert!(text.contains("saved in game.json"), "{text}");
    let names = photos.run(&["game", "game.json", "--json"]).json()["photos"].clone();
    assert_eq!((&names[0]["players"], &names[1]["players"]), (&json!(["Anna"]), &json!(["IMG_2"])));
}

#[test]
fn names_of_a_photo_of_the_table_stand_in_the_lines_to_type() {
    let photos = Photos::of(&[("a.jpg", 0), ("b.jpg", 1), ("c.jpg", 2), ("d.jpg", 3)]);
    photos.join(&["a.jpg", "b.jpg", "c.jpg", "d.jpg"], "table.jpg");
    let command = "game table.jpg --no-gallery --fix k1:r3c1=lake";
    let text = photos.at_terminal(command, "Anna\nBen\n\nDora\n");
    let line = text.lines().find(|line| line.contains("kingdom-scanner game ")).unwrap_or_else(|| panic!("{text}"));
    assert!(
        line.contains("game table.jpg --no-gallery --player Anna --player Ben --player k3 --player Dora"),
        "{line}"
    );
    let words = line_of(line);
    let words: Vec<&str> =
        words.iter().map(|word| word.trim_end()).filter(|word| !["--ask", "--no-gallery"].contains(word)).collect();
    let again = photos.run(&[&words[..], &["--json"]].concat());
    assert_eq!(again.code, 0, "{words:?}: {}", again.stderr);
    assert_eq!(again.json()["photos"][0]["players"], json!(["Anna", "Ben", "k3", "Dora"]));
}
