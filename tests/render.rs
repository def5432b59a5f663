//! `kingdom-scanner render` as its users meet it.
#![cfg(feature = "vision")]

use std::error::Error;
use std::path::Path;
use std::process::{Command, Output};

type Outcome = Result<(), Box<dyn Error>>;

fn render(arguments: &[&str], folder: &Path) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_kingdom-scanner")).arg("render").args(arguments).current_dir(folder).output()
}

fn fixture(path: &str) -> String {
    format!("{}/fixtures/{path}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_kingdom_comes_back_out_of_its_label() -> Outcome {
    let folder = tempfile::tempdir()?;
    for name in ["five", "seven", "holes"] {
        let kingdom = fixture(&format!("kingdoms/{name}.json"));
        let output = render(&[&kingdom, "-o", "photo.jpg", "--seed", "3"], folder.path())?;
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stdout.is_empty(), "{output:?}");
        let read = |text: String| kingdom_scanner::formats::parse_json(&text).map(|parsed| parsed.record);
        let given = read(std::fs::read_to_string(&kingdom)?)?;
        let label = read(std::fs::read_to_string(folder.path().join("photo.json"))?)?;
        assert_eq!(label.kingdom, given.kingdom, "{name}");
        assert_eq!(label.score, given.score, "{name}");
    }
    Ok(())
}

#[test]
fn what_cannot_be_drawn_is_refused_by_name() -> Outcome {
    let folder = tempfile::tempdir()?;
    let manifest = folder.path().join("odd.json");
    let sound = std::fs::read_to_string(fixture("suites/held-out.json"))?;
    std::fs::write(&manifest, sound.replace("\"seven_share\": 0.4", "\"seven_share\": 4"))?;
    let five = fixture("kingdoms/five.json");
    let cases: [(&[&str], &str); 5] = [
        (&[&five, "-o", "photo.png"], "photo.png"),
        (&["TC k5", "-o", "photo.jpg"], "r1c1"),
        (&["no-such-kingdom.json", "-o", "photo.jpg"], "no-such-kingdom.json"),
        (&["--suite", "odd.json", "-o", "scenes"], "seven_share"),
        (&[&five, "-o", "photo.jpg", "--faces", "no-such-folder"], "no-such-folder"),
    ];
    for (arguments, named) in cases {
        let output = render(arguments, folder.path())?;
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.contains(named) && !message.contains("panicked"), "{arguments:?}: {message}");
    }
    assert!(!folder.path().join("photo.jpg").exists());
    Ok(())
}
