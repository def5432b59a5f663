//! Input that users type by habit.

use std::process::Command;

use crate::common::program::{run, scanner};
use crate::common::saved_game::corrections;

#[test]
fn colours_are_printed_where_they_are_asked_for() {
    let sheet = |args: &[&str]| run(&[args, &["score", "W1FC/WF. k5"]].concat()).stdout;
    assert!(!sheet(&[]).contains('\u{1b}') && !sheet(&["--color", "never"]).contains('\u{1b}'));
    let coloured = sheet(&["--color", "always"]);
    assert!(coloured.contains("\u{1b}[1mtotal\u{1b}[0m"), "{coloured:?}");
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), sheet(&[]));
    let error = run(&["score", "--color=always", "--nonsense"]).stderr;
    assert!(error.contains("\u{1b}["), "{error:?}");
    let mut command = Command::new(scanner());
    let output = command.args(["score", "W1FC/WF. k5"]).env("NO_COLOR", "1").output().expect("the program starts");
    assert!(!output.stdout.contains(&0x1b));
}

#[test]
fn json_has_no_colours() {
    let json = run(&["score", "W1FC/WF. k5", "--json", "--color", "always"]).stdout;
    assert_eq!(json, run(&["score", "W1FC/WF. k5", "-j"]).stdout);
}

#[test]
fn quiet_leaves_results_and_errors() {
    let kingdom = "T[statue]W1C q5";
    let loud = run(&["score", kingdom]);
    let quiet = run(&["score", kingdom, "-q"]);
    assert!(loud.stderr.contains("note: "), "{}", loud.stderr);
    assert_eq!((quiet.stderr.as_str(), quiet.stdout), ("", loud.stdout));
    let error = run(&["--quiet", "score", "X k5"]);
    assert!(error.code == 2 && error.stderr.starts_with("error: "), "{}", error.stderr);
}

#[test]
fn the_queen_alone_is_yes_wherever_it_stands() {
    let kingdom = "T[statue]W1C q5";
    let before = run(&["score", "--queen", kingdom, "--json"]);
    assert_eq!(before.stdout, run(&["score", kingdom, "--queen", "yes", "--json"]).stdout, "{}", before.stderr);
}

#[test]
fn shells_complete_and_manuals_tell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = Command::new(scanner()).args(["completions", shell]).output().expect("the program starts");
        let script = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && script.contains("standings"), "{shell}: {script}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().to_str().expect("UTF-8");
    let pages = run(&["man", path]);
    assert_eq!((pages.code, pages.stdout.as_str()), (0, ""), "{}", pages.stderr);
    let page = std::fs::read_to_string(folder.path().join("kingdom-scanner-standings.1")).expect("a page");
    assert!(page.contains("queen"), "{page}");
    assert!(!run(&["--help"]).stdout.contains("manual page"), "`man` is for those who make packages");
    let missing = run(&["man", &format!("{path}/missing")]);
    assert_eq!(missing.code, 2, "{}", missing.stderr);
    assert!(!folder.path().join("missing").exists());
}

/// Paragraphs of the help have no line breaks of their own, so that only the terminal wraps them.
#[test]
fn paragraphs_of_the_help_are_wrapped_once() {
    for command in ["batch", "review", "standings", "territories", "game"] {
        let help = run(&[command, "--help"]);
        if help.code != 0 {
            // Without its vision feature, the program lacks the commands that read photos.
            continue;
        }
        let footer = help.stdout.split("Examples:").nth(1).expect("examples").to_owned();
        for paragraph in footer.split("\n\n").skip(1).filter(|paragraph| !paragraph.contains("\n  ")) {
            let lines: Vec<&str> = paragraph.trim().lines().collect();
            for pair in lines.windows(2) {
                let next = pair[1].split(' ').next().unwrap_or_default();
                let fits = pair[0].chars().count() + 1 + next.chars().count() <= 100;
                assert!(!fits, "{command}: `{}` could stand behind `{}`", pair[1], pair[0]);
            }
        }
    }
}

mod with_photos {
    use super::*;
    use crate::common::program::run_with;

    const FIXTURE: &str = "fixtures/photos/five.jpg";

    #[test]
    fn a_photo_alone_is_scanned_from_a_file_and_from_standard_input() {
        let scanned = run(&["scan", FIXTURE]);
        assert_eq!(run(&[FIXTURE]).stdout, scanned.stdout);
        let bytes = std::fs::read(FIXTURE).expect("the fixture");
        let piped = run_with(&bytes, &["-"]);
        assert_eq!(piped.code, 0, "{}", piped.stderr);
        assert_eq!(piped.stdout, scanned.stdout.replace(FIXTURE, "standard input"));
        let json: serde_json::Value =
            serde_json::from_str(&run_with(&bytes, &["scan", "-", "-j"]).stdout).expect("JSON");
        assert_eq!((&json["photo"], &json["kingdoms"][0]["total"]), (&"-".into(), &38.into()));
        let empty = run_with(b"", &["-"]);
        assert!(empty.code == 2 && empty.stderr.contains("standard input: the file is empty"), "{}", empty.stderr);
        let missing = run(&["missing.jpg"]);
        assert!(
            missing.code == 2 && missing.stderr.contains("missing.jpg: cannot read the file"),
            "{}",
            missing.stderr
        );
        let slip = run(&["scna", FIXTURE]);
        assert!(slip.stderr.contains("scan"), "{}", slip.stderr);
    }

    #[test]
    fn an_annotated_photo_is_named_and_no_folder_made_for_a_slip() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
        let written = run(&["scan", FIXTURE, "-o", &path("read.jpg")]);
        assert_eq!(written.stderr, format!("written: {}\n", path("read.jpg")));
        let slip = run(&["scan", FIXTURE, "--annotate", &path("fotos/read.jpg")]);
        assert!(slip.code == 2 && slip.stderr.contains("there is no folder"), "{}", slip.stderr);
        assert!(!folder.path().join("fotos").exists());
    }

    #[test]
    fn buildings_are_said_without_their_towns_and_slips_are_mended() {
        for (word, said) in [("sawmill", "town+sawmill"), ("Tax office+tower", "town+tax-office+tower")] {
            let scanned = run(&["scan", FIXTURE, "--fix", &format!("r2c4={word}"), "--json"]);
            assert_eq!(scanned.code, 0, "{}", scanned.stderr);
            let json: serde_json::Value = serde_json::from_str(&scanned.stdout).expect("JSON");
            assert_eq!(json["kingdoms"][0]["kingdom"]["squares"][1][3], said);
        }
        for (word, meant) in [("sawmil", "town+sawmill"), ("forest+sawmill", "town+sawmill"), ("forst:1", "forest")] {
            let error = run(&["scan", FIXTURE, "--fix", &format!("r2c4={word}")]).stderr;
            assert!(error.contains(&format!("did you mean `{meant}`?")), "{word}: {error}");
        }
    }

    /// The buildings of the worked example, as in `docs/queendomino.md`: the towers that were read stay.
    #[test]
    fn a_building_alone_leaves_towers_knight_and_queen() {
        let photo = "fixtures/photos/queendomino.jpg";
        let scan = |fixes: &[&str]| {
            let fixes = fixes.iter().flat_map(|fix| ["--fix", fix]).collect::<Vec<_>>();
            let facts = ["scan", photo, "--coins", "11", "--strict"];
            run(&[&facts[..], &fixes].concat())
        };
        let five = ["r2c4=sawmill", "r3c1=church", "r4c2=travelling-castle", "r4c4=large-tavern", "r4c5=statue"];
        let said = scan(&five);
        assert!(said.code == 0 && said.stdout.contains("│ total             ┆     71 ┆"), "{}", said.stdout);
        let stands = "r4c4  read: town, large tavern, 2 towers  confirmed";
        assert!(said.stdout.contains(stands), "{}", said.stdout);
        // With its town, the correction replaces the whole square: the towers are removed, as a message says.
        let bare = scan(&[
            "r2c4=sawmill",
            "r3c1=town+church",
            "r4c2=travelling-castle",
            "r4c4=T[large-tavern]",
            "r4c5=statue",
        ]);
        assert!(bare.stdout.contains("│ total             ┆     68 ┆"), "{}", bare.stdout);
        let gone = "r4c4  read: town, large tavern, 2 towers  corrected: town, large tavern, without 2 towers";
        assert!(bare.stdout.contains(gone), "{}", bare.stdout);
        // A correction that names pieces replaces the pieces that were read.
        let more = scan(&["r4c4=statue+tower+knight"]);
        let stands = "r4c4  read: town, large tavern, 2 towers  corrected: town, statue, 1 knight, 1 tower";
        assert!(more.stdout.contains(stands), "{}", more.stdout);
    }

    /// In a saved game, a building alone keeps earlier corrections, too, and a message gives the resulting
    /// square.
    #[test]
    fn a_building_alone_leaves_what_a_saved_game_says() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let saved = folder.path().join("game.json");
        let saved = saved.to_str().expect("UTF-8");
        let begun =
            run(&["game", "fixtures/photos/queendomino.jpg", "--save", saved, "--fix", "r2c4=town+bakery+tower*3"]);
        assert_eq!(begun.code, 0, "{}", begun.stderr);
        let more = run(&["game", saved, "--fix", "r2c4=sawmill", "--fix", "r4c4=statue", "--save"]);
        for stands in ["r2c4 is town, sawmill, 3 towers", "r4c4 is town, statue, 2 towers"] {
            assert!(more.stderr.contains(stands), "{}", more.stderr);
        }
        let file: serde_json::Value = serde_json::from_slice(&std::fs::read(saved).expect("a file")).expect("JSON");
        assert_eq!(corrections(&file), [["r2c4=town+sawmill+tower*3", "r4c4=town+statue+tower*2"]]);
    }

    /// A doubtful scan ends with commands that settle it, and they run.
    #[test]
    fn a_scan_to_check_says_what_to_type() {
        let photo = "fixtures/photos/queendomino.jpg";
        let scanned = run(&["scan", photo, "--game", "queendomino", "--strict"]);
        assert_eq!(scanned.code, 3, "{}", scanned.stderr);
        let lines: Vec<&str> =
            scanned.stdout.lines().filter_map(|line| line.trim_start().strip_prefix("kingdom-scanner ")).collect();
        let [confirming, .., ask] = lines[..] else { panic!("commands: {}", scanned.stdout) };
        assert!(confirming.starts_with(&format!("scan {photo} --game queendomino --fix r")), "{confirming}");
        assert_eq!(ask, format!("scan {photo} --game queendomino --ask"));
        let words: Vec<&str> = confirming.split(' ').map(|word| word.trim_matches('\'')).collect();
        // A reading that is more likely wrong than right is not confirmed by running the line unread.
        let refused = run(&words);
        assert!(refused.code == 2 && refused.stderr.contains("invalid value 'r4c4='"), "{}", refused.stderr);
        let words: Vec<String> = words.iter().map(|word| word.replace("r4c4=", "r4c4=town+large-tavern")).collect();
        let fixed = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(fixed.code == 0 && fixed.stdout.contains("corrected squares:"), "{}", fixed.stderr);
    }
}
