//! The examples in the help texts run as printed.

use crate::common::program::run;
use tempfile::TempDir;

/// The program itself, and every command that needs no photo.
const COMMANDS: [&[&str]; 5] = [&[], &["score"], &["standings"], &["territories"], &["audit"]];

/// The files used in the examples: name, player, and the domino next to the castle.
const FILES: [(&str, &str, &str); 4] = [
    ("anna.json", "Anna", r#""wheat", "wheat""#),
    ("ben.json", "Ben", r#""forest", "forest""#),
    ("cem.json", "Cem", r#""lake", "lake""#),
    ("kingdom.json", "Anna", r#""wheat", "wheat""#),
];

fn folder_of_files() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, player, domino) in FILES {
        let text =
            format!(r#"{{"game": "queendomino", "size": 5, "player": "{player}", "squares": [["castle", {domino}]]}}"#);
        std::fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    folder
}

/// Splits a line into words like a shell; single quotes group words.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(index, part)| if index % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
        .collect()
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = folder_of_files();
    let path = |word: &str| {
        let is_file = FILES.iter().any(|(name, ..)| *name == word);
        if is_file { folder.path().join(word).to_str().expect("UTF-8").to_owned() } else { word.to_owned() }
    };
    for command in COMMANDS {
        let help = run(&[command, &["--help"]].concat()).stdout;
        let lines = help.lines().filter_map(|line| line.trim().strip_prefix("kingdom-scanner "));
        // Skips examples with pipes or patterns, which need a shell, and those with photos, which other tests
        // run.
        let examples: Vec<&str> = lines.filter(|line| !line.contains(['|', '*']) && !line.contains(".jpg")).collect();
        assert!(!examples.is_empty(), "{command:?}");
        for example in examples {
            let args: Vec<String> = words(example).into_iter().map(path).collect();
            let outcome = run(&args.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(outcome.code, 0, "{example}: {}", outcome.stderr);
            assert!(!outcome.stderr.contains("warning:"), "{example}: {}", outcome.stderr);
        }
    }
}
