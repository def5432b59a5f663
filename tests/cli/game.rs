//! `game` as its users see it, on photos from our own painter.

use serde_json::{Value, json};

use crate::common::game_photos::{KINGDOMS, Photos};
use crate::common::program::Outcome;

fn four() -> Photos {
    Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1), ("cem.jpg", 2), ("dora.jpg", 3)])
}

/// Rank, player and total of each, from the winner down.
fn ranks(outcome: &Outcome) -> Vec<(u64, String, i64)> {
    let found = outcome.json();
    let players = found["standings"].as_array().expect("a list").clone();
    let rank = |player: &Value| {
        let name = player["player"].as_str().expect("a name").to_owned();
        (player["rank"].as_u64().expect("a rank"), name, player["total"].as_i64().expect("a total"))
    };
    players.iter().map(rank).collect()
}

fn ranked(players: &[(u64, &str, i64)]) -> Vec<(u64, String, i64)> {
    players.iter().map(|(rank, name, total)| (*rank, (*name).to_owned(), *total)).collect()
}

/// The result of [`KINGDOMS`], including ties.
const RANKS: [(u64, &str, i64); 4] = [(1, "Ben", 22), (2, "Anna", 22), (3, "Cem", 18), (3, "Dora", 18)];

#[test]
fn four_photos_come_to_a_ranking_in_one_short_command() {
    let photos = four();
    let command = ["game", "anna.jpg", "ben.jpg", "cem.jpg", "dora.jpg"];
    let typed = format!("kingdom-scanner {}", command.join(" "));
    assert!(typed.len() < 60, "{} characters", typed.len());
    let outcome = photos.run(&command);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(outcome.stdout, @r"
    Kingdomino, 5x5

    ┌──────┬────────┬───────┬──────────────────────────────────────────────────────────────────────┐
    │ rank ┆ player ┆ total ┆ tie                                                                  │
    ╞══════╪════════╪═══════╪══════════════════════════════════════════════════════════════════════╡
    │    1 ┆ Ben    ┆    22 ┆ wins the tie with a lake of 6                                        │
    │    2 ┆ Anna   ┆    22 ┆ loses the tie with a wheat field of 4                                │
    │    3 ┆ Cem    ┆    18 ┆ shares the place: the largest territories are equal, too (5 squares) │
    │    3 ┆ Dora   ┆    18 ┆ shares the place: the largest territories are equal, too (5 squares) │
    └──────┴────────┴───────┴──────────────────────────────────────────────────────────────────────┘

    ┌───────────┬─────┬──────┬─────┬──────┐
    │ line      ┆ Ben ┆ Anna ┆ Cem ┆ Dora │
    ╞═══════════╪═════╪══════╪═════╪══════╡
    │ wheat     ┆   3 ┆   12 ┆   0 ┆    0 │
    │ forest    ┆  15 ┆    4 ┆   3 ┆    1 │
    │ lake      ┆   1 ┆    0 ┆   3 ┆    3 │
    │ grassland ┆   3 ┆    0 ┆  10 ┆    2 │
    │ swamp     ┆   0 ┆    4 ┆   2 ┆    2 │
    │ mine      ┆   0 ┆    2 ┆   0 ┆   10 │
    │ bonus     ┆   0 ┆    0 ┆   0 ┆    0 │
    │ total     ┆  22 ┆   22 ┆  18 ┆   18 │
    └───────────┴─────┴──────┴─────┴──────┘
    ");
    let found = photos.run(&[&command[..], &["--json"]].concat());
    assert_eq!(ranks(&found), ranked(&RANKS));
    let found = found.json();
    assert_eq!(found["needs_review"], false);
    assert!(found["standings"].as_array().expect("a list").iter().all(|player| player["needs_review"] == false));
    let photo = &found["photos"][1];
    assert_eq!(
        (&photo["photo"], &photo["status"], &photo["players"]),
        (&json!("ben.jpg"), &json!("scored"), &json!(["Ben"]))
    );
    assert_eq!(photo["sha256"].as_str().map(str::len), Some(64));
}

#[test]
fn a_photo_of_the_table_needs_four_names() {
    let photos = four();
    photos.join(&["anna.jpg", "ben.jpg", "cem.jpg", "dora.jpg"], "table.jpg");
    let names = ["--player", "Anna", "--player", "Ben", "--player", "Cem", "--player", "Dora"];
    let outcome = photos.run(&[&["game", "table.jpg", "--json"], &names[..]].concat());
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert_eq!(ranks(&outcome), ranked(&RANKS));
    assert_eq!(outcome.json()["photos"][0]["players"], json!(["Anna", "Ben", "Cem", "Dora"]));

    let three = photos.run(&[&["game", "table.jpg"], &names[..6]].concat());
    assert_eq!(three.code, 2);
    assert!(
        three.stderr.contains("--player: 3 names given for 4 kingdoms: table.jpg k1 (5 x 5 squares), "),
        "{}",
        three.stderr
    );

    let nobody = photos.run(&["game", "table.jpg"]);
    assert_eq!(nobody.code, 0);
    let note = "these kingdoms have no known owner: k1, k2, k3, k4; name them with --player";
    assert!(nobody.stderr.contains(note), "{}", nobody.stderr);
    assert!(nobody.stdout.contains("│    1 ┆ k2 "), "{}", nobody.stdout);
    let one = photos.run(&["game", "Anna=table.jpg"]);
    assert_eq!(one.code, 2);
    assert!(one.stderr.contains("Anna=table.jpg: the photo shows 4 kingdoms"), "{}", one.stderr);
    // A square is named by its player, or as in a scan of the photo.
    for square in ["ben:r1c1=lake", "k2:r1c1=lake", "table:k2:r1c1=lake"] {
        let fixed = photos.run(&[&["game", "table.jpg", "--json", "--fix", square], &names[..]].concat());
        assert_eq!(fixed.code, 0, "{square}: {}", fixed.stderr);
        let players = fixed.json()["standings"].clone();
        let corrected = |player: &Value| player["kingdoms"][0]["squares"].to_string().contains("corrected");
        let corrected = players.as_array().expect("a list").iter().filter(|player| corrected(player));
        assert_eq!(corrected.map(|player| player["player"].clone()).collect::<Vec<_>>(), [json!("Ben")], "{square}");
    }
}

#[test]
fn names_come_from_the_files_or_before_them() {
    let photos = Photos::of(&[("IMG_1.jpg", 0), ("ben.jpg", 1)]);
    let outcome = photos.run(&["game", "Anna & Eva=IMG_1.jpg", "ben.jpg", "--json"]);
    assert_eq!(ranks(&outcome), ranked(&[(1, "Ben", 22), (2, "Anna & Eva", 22)]));
    let nameless = photos.run(&["game", "IMG_1.jpg", "ben.jpg", "--json"]);
    assert_eq!(ranks(&nameless), ranked(&[(1, "Ben", 22), (2, "IMG_1", 22)]));
    assert!(nameless.stderr.contains("as in Anna=IMG_1.jpg"), "{}", nameless.stderr);
    let twice = photos.run(&["game", "Ben=IMG_1.jpg", "ben.jpg"]);
    assert_eq!(twice.code, 2);
    assert!(twice.stderr.contains("IMG_1.jpg and ben.jpg show different kingdoms"), "{}", twice.stderr);
    let both = photos.run(&["game", "Anna=IMG_1.jpg", "ben.jpg", "--player", "Anna", "--player", "Ben"]);
    assert!(both.code == 2 && both.stderr.contains("use only one of them"), "{}", both.stderr);
    for (argument, words) in
        [("=IMG_1.jpg", "a player's name and a photo are needed"), ("Anna=", "a player's name and a photo")]
    {
        let wrong = photos.run(&["game", argument, "ben.jpg"]);
        assert!(wrong.code == 2 && wrong.stderr.contains(words), "{argument}: {}", wrong.stderr);
    }
}

#[test]
fn what_two_photos_show_counts_once() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    photos.paint("IMG_7.jpg", KINGDOMS[0], 8);
    let outcome = photos.run(&["game", "IMG_7.jpg", "ben.jpg", "anna.jpg", "--json"]);
    assert_eq!((outcome.code, ranks(&outcome)), (0, ranked(&[(1, "Ben", 22), (2, "Anna", 22)])));
    let notes = outcome.json()["notes"].to_string();
    assert!(notes.contains("Anna: IMG_7.jpg: the same kingdom as in anna.jpg"), "{notes}");
    // One kingdom is given under two names, so the photo of somebody's kingdom is missing.
    let two = photos.run(&["game", "Eva=IMG_7.jpg", "anna.jpg", "--json", "--strict"]);
    assert_eq!(two.code, 3, "{}", two.stderr);
    let players = two.json()["standings"].clone();
    assert!(players.as_array().expect("a list").iter().all(|player| player["needs_review"] == true));
    assert!(players.to_string().contains("several-players"), "{players}");
}

#[test]
fn the_corners_of_a_photo_are_given_by_its_name() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let label: Value =
        serde_json::from_slice(&std::fs::read(photos.path("anna.json")).expect("a label")).expect("JSON");
    let numbers =
        label["corners_px"].as_array().expect("corners").iter().flat_map(|corner| corner.as_array().expect("x, y"));
    let corners =
        numbers.map(|number| format!("{:.0}", number.as_f64().expect("a number"))).collect::<Vec<_>>().join(",");
    for name in ["anna", "Anna", "anna.jpg"] {
        let found = photos.run(&["game", "anna.jpg", "ben.jpg", "--corners", &format!("{name}:{corners}"), "--json"]);
        assert_eq!(ranks(&found), ranked(&[(1, "Ben", 22), (2, "Anna", 22)]));
    }
    for name in ["", "eve:"] {
        let unclear = photos.run(&["game", "anna.jpg", "ben.jpg", "--corners", &format!("{name}{corners}")]);
        assert_eq!(unclear.code, 2);
        assert!(unclear.stderr.contains("say which photo you mean"), "{}", unclear.stderr);
    }
}

#[test]
fn a_photo_without_a_kingdom_is_missed() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    std::fs::write(photos.path("cem.jpg"), b"").expect("a writable folder");
    let outcome = photos.run(&["game", "anna.jpg", "ben.jpg", "cem.jpg"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("error: cem.jpg: "), "{}", outcome.stderr);
    // A player without a total may be the winner.
    let words = |row: &str| row.split(['│', '┆']).map(str::trim).take(4).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = outcome.stdout.lines().skip(5).take(3).map(words).collect();
    assert_eq!(rows, [" 1? Ben 22", " 2? Anna 22", " ? Cem ?"], "{}", outcome.stdout);
    assert!(
        outcome.stdout.contains("warning: cem.jpg was not read, so a kingdom may be missing"),
        "{}",
        outcome.stdout
    );
    let found = photos.run(&["game", "anna.jpg", "ben.jpg", "cem.jpg", "--json"]).json();
    assert_eq!((&found["needs_review"], &found["photos"][2]["status"]), (&json!(true), &json!("error")));
    assert_eq!(found["warnings"][0]["code"], "missing-kingdom");
    assert_eq!(found["unread_players"], json!([{"player": "Cem", "photo": "cem.jpg"}]));
    let named = photos.run(&["game", "Eva=anna.jpg", "ben.jpg", "Zoe=cem.jpg", "Eva=cem.jpg"]);
    assert!(named.stdout.contains("│    ? ┆ Zoe ") && !named.stdout.contains("? ┆ Eva  ┆     ?"), "{}", named.stdout);
    let nothing = photos.run(&["game", "cem.jpg"]);
    assert_eq!((nothing.code, nothing.stdout.as_str()), (2, ""));
    let none = photos.run(&["game", "none.jpg"]);
    assert!(none.code == 2 && none.stderr.contains("none.jpg: "), "{}", none.stderr);
}

#[test]
fn a_doubtful_kingdom_comes_with_the_line_to_type() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    // Reading clear wheat as a lake leaves other squares without a domino.
    let wrong = ["game", "anna.jpg", "ben.jpg", "--fix", "anna:r3c1=lake"];
    let outcome = photos.run(&[&wrong[..], &["--strict"]].concat());
    assert_eq!(outcome.code, 3, "{}", outcome.stderr);
    let (ranking, rest) = outcome.stdout.split_once("TO CHECK").expect("a doubt");
    assert!(ranking.contains("? ┆ Anna ") && ranking.contains("│ total     ┆"), "{ranking}");
    assert!(
        rest.contains("\n    kingdom-scanner game anna.jpg ben.jpg --no-gallery --fix Anna:r3c1=lake --as-read=Anna\n"),
        "{rest}"
    );
    assert!(rest.trim_end().ends_with("--fix Anna:r3c1=lake --ask"), "{rest}");
    // The correction is questioned once, before everything else, for the kingdom that contains its squares.
    let doubt = "your correction Anna:r3c1=lake fits neither the other squares nor the dominoes in the box;";
    assert_eq!(rest.matches(doubt).count(), 1, "{rest}");
    assert!(rest.find(doubt) < rest.find("TO CHECK: Anna"), "{rest}");
    assert!(rest.contains("\n  3  L="), "{rest}");
    let found = photos.run(&[&wrong[..], &["--json"]].concat()).json();
    let doubtful =
        found["standings"].as_array().expect("a list").iter().filter(|player| player["needs_review"] == true);
    let doubtful: Vec<Value> = doubtful.map(|player| player["player"].clone()).collect();
    assert!(doubtful.contains(&json!("Anna")), "{doubtful:?}");
    assert_eq!(found["needs_review"], true);
}

/// Kingdoms that cannot come from one box are named by their players. A user who has just been asked about
/// them is not told to use `--ask`.
#[cfg(target_os = "linux")]
#[test]
fn kingdoms_of_two_boxes_are_called_by_their_players() {
    let photos = Photos::of(&[]);
    for (fixture, name) in [("five.jpg", "anna.jpg"), ("holes.jpg", "ben.jpg")] {
        let fixture = format!("{}/fixtures/photos/{fixture}", env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(fixture, photos.path(name)).expect("a fixture");
    }
    let game = ["game", "anna.jpg", "ben.jpg"];
    let outcome = photos.run(&game);
    let warning = "Anna, Ben cannot come from the same boxes";
    assert_eq!(outcome.stdout.matches(warning).count(), 1, "{}", outcome.stdout);
    assert!(outcome.stdout.trim_end().ends_with(" --ask"), "{}", outcome.stdout);
    // Both kingdoms still need review.
    let asked = photos.at_terminal("game anna.jpg ben.jpg --no-gallery --ask", "-\n-\n");
    assert_eq!(asked.matches("the dominoes would fit").count(), 2, "{asked}");
    let result = asked.split("TO CHECK").nth(1).expect("a doubt");
    assert!(!result.contains(" --ask"), "{asked}");
}

#[test]
fn what_cannot_be_said_is_refused() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    for (more, words) in [
        (&["--fix", "r1c1=lake"][..], "say which one you mean, as in `Anna:r1c1=lake`"),
        (&["--fix", "cem:r1c1=lake"], "there is no such kingdom, only Anna (5 x 5 squares), Ben (5 x 5 squares)"),
        (&["--fix", "anna:r7c7=lake"], "its squares are r1c1 to r5c5"),
        (&["--coins", "Cem=3"], "--coins: no player is called `Cem`; the players are Anna, Ben"),
        (&["--queen", "anna", "--queen", "ben"], "--queen is given more often than there are games (1)"),
        (&["--ask"], "--ask needs a terminal"),
    ] {
        let outcome = photos.run(&[&["game", "anna.jpg", "ben.jpg"], more].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{more:?}");
        assert!(outcome.stderr.contains(words), "{more:?}: {}", outcome.stderr);
    }
}

#[test]
fn the_queen_on_a_tie_is_asked_for() {
    let photos = Photos::of(&[]);
    photos.paint("anna.jpg", "T[statue,tower]T[church]CGG/.F1WWG/LLWF1G q5", 4);
    photos.paint("ben.jpg", "T[bakery,tower]W1CFF/WWLLF/G1GLS1F q5", 5);
    let command = ["game", "anna.jpg", "ben.jpg", "--game", "queendomino", "--coins", "anna=11", "--coins", "ben=7"];
    let towers = ["--fix", "anna:r1c1=town+statue+tower", "--fix", "ben:r1c1=town+bakery+tower"];
    let command = [&command[..], &towers].concat();
    let tied = photos.run(&command);
    assert_eq!(tied.code, 2);
    let ask = "Anna and Ben have 1 tower each: say whom the Queen visits with --queen Anna or --queen Ben";
    assert!(tied.stderr.contains(ask), "{}", tied.stderr);
    let with = |queen: &str| photos.run(&[&command[..], &["--json", "--queen", queen]].concat()).json();
    let (nobody, ben) = (with("nobody"), with("ben"));
    assert_eq!((&nobody["queen"], &ben["queen"]), (&Value::Null, &json!("Ben")));
    let total = |found: &Value, name: &str| {
        let players = found["standings"].as_array().expect("a list").clone();
        let player = players.into_iter().find(|player| player["player"] == name).expect("a player");
        player["total"].as_i64().expect("a total")
    };
    assert!(total(&ben, "Ben") > total(&nobody, "Ben"), "{ben}");
    assert_eq!(total(&ben, "Anna"), total(&nobody, "Anna"));
    let coins = ben["standings"].to_string();
    assert!(coins.contains(r#""coins":11"#) && coins.contains(r#""coins":7"#), "{coins}");
}

#[test]
fn teams_have_one_kingdom_each() {
    let photos = Photos::of(&[("IMG_1.jpg", 0), ("IMG_2.jpg", 1)]);
    let teams = ["game", "IMG_1.jpg", "IMG_2.jpg", "--player", "Anna & Ben", "--player", "Cem & Dora"];
    let outcome = photos.run(&[&teams[..], &["--variant", "harmony", "--json"]].concat());
    assert_eq!(ranks(&outcome), ranked(&[(1, "Cem & Dora", 22), (2, "Anna & Ben", 22)]));
    assert_eq!(outcome.json()["variants"], json!(["harmony"]));
    let fixed = photos.run(&[&teams[..], &["--fix", "Anna & Ben:r3c1=lake"]].concat());
    let quoted = "--player 'Anna & Ben' --player 'Cem & Dora' --no-gallery --fix 'Anna & Ben:r3c1=lake' --ask";
    assert!(fixed.stdout.contains(quoted), "{}{}", fixed.stdout, fixed.stderr);
}

#[test]
fn people_read_german() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let outcome = photos.run(&["game", "anna.jpg", "ben.jpg", "--fix", "anna:r3c1=lake", "--lang", "de"]);
    for words in ["│ Platz ┆ Spieler ┆", "BITTE PRÜFEN: Anna: ", "wenn alles stimmt, führe diese Zeile aus, Anna:"]
    {
        assert!(outcome.stdout.contains(words), "{words}: {}", outcome.stdout);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn whose_the_kingdoms_are_is_asked_with_pictures() {
    let photos = Photos::of(&[("IMG_1.jpg", 0), ("IMG_2.jpg", 1)]);
    let text = photos.at_terminal("game IMG_1.jpg IMG_2.jpg --no-gallery", "Anna\nanna\nBen\n");
    for words in [
        "IMG_1.jpg: whose kingdom is this?",
        "a name, or Enter for IMG_2: anna already has another kingdom",
        "│    1 ┆ Ben ",
        "│    2 ┆ Anna ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let before_question = text.split("IMG_1.jpg: whose").next().unwrap_or_default();
    assert!(before_question.lines().count() >= 18, "a picture stands before the question: {text}");
    // A saved game asks in the same way, and keeps the answers.
    assert_eq!(photos.run(&["game", "IMG_1.jpg", "IMG_2.jpg", "--save", "game.json"]).code, 0);
    photos.at_terminal("game game.json --no-gallery", "Anna\nBen\n");
    let again = photos.run(&["game", "game.json", "--json"]);
    let names: Vec<String> = ranks(&again).into_iter().map(|(_, name, _)| name).collect();
    assert_eq!(names, ["Ben", "Anna"], "{}", again.stdout);
}

/// Age of Giants: photos are read with its box, and the user enters its giants.
#[test]
fn giants_are_said_of_photos() {
    let photos = Photos::of(&[("anna.jpg", 0), ("ben.jpg", 1)]);
    let begun = ["game", "anna.jpg", "ben.jpg", "--box", "giants", "--quest", "bleak-king", "--json"];
    let of_anna = ["--fix", "anna:r5c2=mine:2+giant", "--save", "game.json"];
    let outcome = photos.run(&[&begun[..], &of_anna].concat());
    // Ben's lake of six has no crown: 10 for the quest. Anna's mine with two crowns has one left.
    assert_eq!(ranks(&outcome), ranked(&[(1, "Ben", 32), (2, "Anna", 21)]));
    let found = outcome.json();
    assert_eq!((&found["game"], &found["variants"]), (&json!("kingdomino-age-of-giants"), &json!(["bleak-king"])));
    let [ben, anna] = [0, 1].map(|player| found["standings"][player].clone());
    assert_eq!((&ben["needs_review"], &anna["needs_review"]), (&json!(true), &json!(false)));
    assert_eq!(ben["kingdoms"][0]["warnings"][0]["code"], "expansion-not-looked-for");
    // A giant on the only crown of Ben's lake of one square costs 1 point.
    let outcome = photos.run(&["game", "game.json", "--fix", "ben:r1c2=lake:1+giant", "--json"]);
    assert_eq!(ranks(&outcome), ranked(&[(1, "Ben", 31), (2, "Anna", 21)]));
    assert_eq!(outcome.json()["needs_review"], false);
    let wedding = photos.run(&["game", "anna.jpg", "ben.jpg", "--box", "giants", "--game", "royal-wedding"]);
    assert_eq!(wedding.code, 2);
    assert!(wedding.stderr.contains("the Royal Wedding cannot be played with Age of Giants"), "{}", wedding.stderr);
}
