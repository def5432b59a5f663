//! Photos of Queendomino, from the picture to the sheet.

use std::error::Error;
use std::path::Path;

use crate::common::photos;
use crate::common::program::{paint, run};
use serde_json::Value;

type TestResult = Result<(), Box<dyn Error>>;

/// The only kingdom of the only photo, as JSON.
fn kingdom(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let outcome = run(&[&["scan", "--json", "--no-gallery"], arguments].concat());
    assert_eq!(outcome.code, 0, "{arguments:?}: {}", outcome.stderr);
    let line: Value = serde_json::from_str(&outcome.stdout)?;
    Ok(line["kingdoms"][0].clone())
}

fn scored(arguments: &[&str]) -> Result<Value, Box<dyn Error>> {
    let outcome = run(&[&["score", "--json"], arguments].concat());
    assert_eq!(outcome.code, 0, "{arguments:?}: {}", outcome.stderr);
    Ok(serde_json::from_str(&outcome.stdout)?)
}

#[test]
fn the_worked_example_is_scanned_line_by_line() -> TestResult {
    let facts = ["--coins", "11", "--queen"];
    let truth = scored(&[&["fixtures/kingdoms/queendomino.json"], &facts[..]].concat())?;
    assert_eq!(truth["total"], 71);
    let read = kingdom(&[&["fixtures/photos/queendomino.jpg"], &facts[..]].concat())?;
    for part in ["lines", "total", "notation"] {
        assert_eq!(read[part], truth[part], "{part}");
    }
    Ok(())
}

/// The mean probability of the squares' readings.
fn sureness(kingdom: &Value) -> Result<f64, Box<dyn Error>> {
    let rows = kingdom["squares"].as_array().ok_or("rows of squares")?;
    let squares: Vec<&Value> = rows.iter().filter_map(Value::as_array).flatten().collect();
    let sum: Option<f64> = squares.iter().map(|square| square["probability"].as_f64()).sum();
    Ok(sum.ok_or("probabilities")? / squares.len() as f64)
}

#[test]
fn a_kingdom_with_towns_is_read_with_a_temperature_of_its_own() -> TestResult {
    let folder = tempfile::tempdir()?;
    for file in std::fs::read_dir("models")?.collect::<Result<Vec<_>, _>>()? {
        let is_network = file.path().extension().is_some_and(|extension| extension == "onnx" || extension == "json");
        if is_network {
            std::fs::copy(file.path(), folder.path().join(file.file_name()))?;
        }
    }
    let card = folder.path().join("queendomino.json");
    let mut facts: Value = serde_json::from_str(&std::fs::read_to_string(&card)?)?;
    assert!(facts["temperature_with_towns"].as_f64().ok_or("a temperature")? < 1.0);
    facts["temperature_with_towns"] = 1.0.into();
    std::fs::write(&card, facts.to_string())?;
    let models = folder.path().to_str().ok_or("UTF-8")?;
    for (photo, has_towns) in [("queendomino", true), ("five", false)] {
        let photo = format!("fixtures/photos/{photo}.jpg");
        let [without, with] = [sureness(&kingdom(&[&photo, "--models", models])?)?, sureness(&kingdom(&[&photo])?)?];
        assert_eq!(with > without, has_towns, "{photo}: {with} instead of {without}");
    }
    Ok(())
}

/// These kingdoms are in styles that are never used in training. Some squares are misread, but always with a
/// warning.
#[test]
fn what_a_strange_edition_hides_is_said() -> TestResult {
    let folder = tempfile::tempdir()?;
    for name in ["queendomino", "wedding"] {
        let file = format!("fixtures/kingdoms/{name}.json");
        let truth = scored(&[&file])?["total"].clone();
        for style in ["woodcut", "diorama"] {
            let photo = folder.path().join(format!("{name}-{style}.jpg"));
            let photo = photo.to_str().ok_or("UTF-8")?;
            paint(&[&file, "--style", style, "--seed", "5", "-o", photo]);
            let read = kingdom(&[photo, "--queen", "no"])?;
            assert_eq!(read["kingdom"]["game"], if name == "wedding" { "royal-wedding" } else { "queendomino" });
            assert!(
                read["total"] == truth || read["needs_review"] == true,
                "{photo}: {} instead of {truth}",
                read["total"]
            );
        }
    }
    Ok(())
}

#[test]
fn kingdomino_is_read_by_its_own_networks_whether_or_not_others_are_there() -> TestResult {
    let folder = tempfile::tempdir()?;
    for name in ["locator", "squares", "glance"] {
        for file in ["onnx", "json"].map(|extension| format!("{name}.{extension}")) {
            std::fs::copy(Path::new("models").join(&file), folder.path().join(&file))?;
        }
    }
    let models = folder.path().to_str().ok_or("UTF-8")?;
    for photo in ["five", "seven", "holes"].map(|name| format!("fixtures/photos/{name}.jpg")) {
        let [alone, among_others] = [kingdom(&[&photo, "--models", models])?, kingdom(&[&photo])?];
        assert_eq!(alone, among_others, "{photo}");
        assert_eq!(alone["kingdom"]["game"], "kingdomino");
    }
    Ok(())
}

/// The photo is a close-up that shows knights, but no towns.
#[test]
fn real_knights_tell_the_game() -> TestResult {
    let labels = photos::labels_in(&["queendomino/photos"]).unwrap_or_default();
    for label in labels.iter().filter(|label| label.ends_with("17.json")) {
        let photo = label.with_extension("jpg");
        let read = kingdom(&[photo.to_str().ok_or("UTF-8")?])?;
        assert_eq!((&read["kingdom"]["game"], &read["needs_review"]), (&"queendomino".into(), &true.into()));
        assert_eq!(read["kingdom"]["squares"].to_string().matches("+knight").count(), 3, "{read}");
    }
    Ok(())
}

/// A kingdom of Kingdomino that shows nothing of Queendomino is read with `--game queendomino`.
#[test]
fn the_other_game_is_offered_where_nothing_of_the_given_one_is_seen() -> TestResult {
    let read = kingdom(&["fixtures/photos/five.jpg", "--game", "queendomino"])?;
    let warnings = read["warnings"].as_array().ok_or("warnings")?;
    let of_game = warnings.iter().find(|warning| warning["code"] == "doubtful-game").ok_or("a doubt")?;
    assert!(of_game["message"].as_str().is_some_and(|message| message.contains("--game kingdomino")), "{of_game}");
    Ok(())
}

/// The photos show real towns, which Kingdomino's networks read as wheat and forest. None of them was used in
/// training.
#[test]
fn real_towns_are_never_taken_for_kingdomino_without_a_word() -> TestResult {
    let labels = photos::labels_in(&["queendomino/photos"]).unwrap_or_default();
    for label in labels.iter().filter(|label| !label.ends_with("17.json")) {
        let photo = label.with_extension("jpg");
        let photo = photo.to_str().ok_or("UTF-8")?;
        let truth: Value = serde_json::from_str(&std::fs::read_to_string(label)?)?;
        let is_town = |square: &Value| square.as_str() == Some("town");
        let towns = (0..5).flat_map(|row| (0..5).map(move |col| (row, col)));
        let towns: Vec<String> = towns
            .filter(|(row, col)| is_town(&truth["squares"][*row][*col]))
            .map(|(row, col)| format!("r{}c{}", row + 1, col + 1))
            .collect();
        assert_eq!(towns, ["r3c5", "r4c5", "r5c5"]);
        let open = kingdom(&[photo])?;
        assert_eq!((&open["kingdom"]["game"], &open["needs_review"]), (&"queendomino".into(), &true.into()), "{photo}");
        assert_eq!(open["kingdom"]["squares"], truth["squares"], "{photo}");

        let given = kingdom(&[photo, "--game", "kingdomino"])?;
        let warnings = given["warnings"].as_array().ok_or("warnings")?;
        let of_game = warnings.iter().find(|warning| warning["code"] == "doubtful-game").ok_or("a doubt")?;
        let named: Vec<&str> =
            of_game["squares"].as_array().ok_or("squares")?.iter().filter_map(Value::as_str).collect();
        assert!(towns.iter().all(|town| named.contains(&&**town)), "{photo}: {named:?}");
        assert!(of_game["message"].as_str().is_some_and(|message| message.contains("--game queendomino")), "{of_game}");
        let settled = kingdom(&[photo, "--game", "kingdomino", "--as-read"])?;
        assert!(!settled["warnings"].to_string().contains("doubtful-game"), "{photo}: {settled}");
    }
    Ok(())
}
