//! `kingdom-scanner render` as its users meet it.
#![cfg(feature = "vision")]

use std::error::Error;
use std::path::Path;
use std::process::{Command, Output};

use kingdom_scanner::domain::Building;

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
fn the_worked_example_is_drawn_with_its_pieces_and_counts_71() -> Outcome {
    let folder = tempfile::tempdir()?;
    let kingdom = fixture("kingdoms/queendomino.json");
    let output = render(&[&kingdom, "-o", "photo.jpg", "--style", "diorama"], folder.path())?;
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let read = |path: &Path| -> Result<_, Box<dyn Error>> {
        Ok(kingdom_scanner::formats::parse_json(&std::fs::read_to_string(path)?)?.record)
    };
    let (given, label) = (read(Path::new(&kingdom))?, read(&folder.path().join("photo.json"))?);
    assert_eq!(label.kingdom, given.kingdom);
    assert_eq!(label.unseen.coins, Some(11));
    assert_eq!(label.score.and_then(|score| score.total), Some(71));
    Ok(())
}

#[test]
fn the_committed_pictures_of_queendomino_show_the_committed_kingdoms() -> Outcome {
    for name in ["queendomino", "wedding"] {
        let read = |path: String| -> Result<_, Box<dyn Error>> {
            Ok(kingdom_scanner::formats::parse_json(&std::fs::read_to_string(fixture(&path))?)?.record)
        };
        let (given, label) = (read(format!("kingdoms/{name}.json"))?, read(format!("photos/{name}.json"))?);
        assert_eq!((&label.kingdom, label.unseen), (&given.kingdom, given.unseen), "{name}");
        let bytes = std::fs::metadata(fixture(&format!("photos/{name}.jpg")))?.len();
        assert!(bytes < 300_000, "{name}.jpg: {bytes} bytes");
    }
    Ok(())
}

/// The largest mean difference of a picture drawn anew from the committed one: encoders differ a little.
const ENCODING: f64 = 2.0;

#[test]
fn the_commands_of_the_fixtures_still_draw_the_same_pictures() -> Outcome {
    let folder = tempfile::tempdir()?;
    let commands = [
        ("five", "painted", "2"),
        ("seven", "painted", "10"),
        ("queendomino", "woodcut", "6"),
        ("wedding", "diorama", "5"),
    ];
    for (name, style, seed) in commands {
        let kingdom = fixture(&format!("kingdoms/{name}.json"));
        let output = render(&[&kingdom, "-o", "again.jpg", "--style", style, "--seed", seed], folder.path())?;
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let again = image::open(folder.path().join("again.jpg"))?.into_rgb8();
        let committed = image::open(fixture(&format!("photos/{name}.jpg")))?.into_rgb8();
        assert_eq!(again.dimensions(), committed.dimensions(), "{name}");
        let apart: u64 = again.iter().zip(committed.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
        let mean = apart as f64 / committed.len() as f64;
        assert!(mean < ENCODING, "{name}: {mean}");
    }
    Ok(())
}

#[test]
fn sheets_show_every_building_in_order_and_six_towns() -> Outcome {
    let folder = tempfile::tempdir()?;
    let words = |sheet: &str| -> Result<Vec<String>, Box<dyn Error>> {
        let output = render(&[sheet, "--style", "woodcut", "--box-seed", "7", "-o", "sheet.jpg"], folder.path())?;
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let label = std::fs::read_to_string(folder.path().join("sheet.json"))?;
        let kingdom = kingdom_scanner::formats::parse_json(&label)?.record.kingdom;
        Ok(kingdom.squares().cells().iter().map(ToString::to_string).collect())
    };
    let mut expected: Vec<String> = Building::ALL.map(|kind| format!("town+{kind}")).to_vec();
    expected.resize(20, "empty".to_owned());
    assert_eq!(words("--building-sheet")?, expected);
    assert_eq!(words("--town-sheet")?, vec!["town"; 6]);
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
