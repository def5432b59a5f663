//! OpenCV reproduces the training framework's outputs, on crops and a scene of our own artwork.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};

use kingdom_scanner::vision::networks::{Network, Networks, QueendominoNetworks, Tensor};
use kingdom_scanner::vision::photo::Photo;
use opencv::core::{CV_32F, Mat, Rect, Scalar, Size, Vector};
use opencv::dnn;
use opencv::prelude::MatTraitConst;
use serde::Deserialize;
use serde_json::Value;

type TestResult = Result<(), Box<dyn Error>>;

fn parity(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("models/parity").join(file)
}

/// A file that `models/train/export.py` wrote next to the pictures.
fn fixture<T: serde::de::DeserializeOwned>(file: &str) -> Result<T, Box<dyn Error>> {
    Ok(serde_json::from_slice(&std::fs::read(parity(file))?)?)
}

/// The sha256 of a model, from its card.
fn shipped_sha256(name: &str) -> Result<String, Box<dyn Error>> {
    let card = parity("..").join(name).with_extension("json");
    let card: serde_json::Value = serde_json::from_slice(&std::fs::read(card)?)?;
    Ok(card["sha256"].as_str().ok_or("a card names its model's sha256")?.to_owned())
}

fn blob(pictures: &Vector<Mat>) -> opencv::Result<Mat> {
    dnn::blob_from_images(pictures, 1.0 / 127.5, Size::default(), Scalar::all(127.5), false, false, CV_32F)
}

fn assert_near(what: &str, found: &[f32], expected: &[f32], tolerance: f32) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= tolerance, "{what}: value {i} is {found}, PyTorch says {expected}");
    }
}

/// Several crops side by side in one picture, and the network's logits for each: by output, in the order of
/// the crops.
#[derive(Deserialize)]
struct CropsFixture {
    sha256: String,
    crops: usize,
    tolerance: f32,
    #[serde(flatten)]
    logits: BTreeMap<String, Value>,
}

/// Checks that the network's first outputs, which `outputs` names, equal those in its fixture.
fn assert_answers(name: &str, network: &dyn Network, outputs: &[&str]) -> TestResult {
    let fixture: CropsFixture = fixture(&format!("{name}.json"))?;
    assert_eq!(fixture.sha256, shipped_sha256(name)?, "the fixture belongs to another model");
    let strip = Photo::load(&parity(&format!("{name}.png")))?.pixels;
    let side = strip.rows();
    assert_eq!(strip.cols(), side * fixture.crops as i32);
    let crop = |i: usize| strip.roi(Rect::new(i as i32 * side, 0, side, side))?.try_clone();
    let crops: Vector<Mat> = (0..fixture.crops).map(crop).collect::<opencv::Result<_>>()?;
    let answers = network.run(&blob(&crops)?)?;
    for (tensor, output) in answers.iter().zip(outputs).filter(|(_, output)| **output != "features") {
        let expected: Vec<Vec<f32>> = serde_json::from_value(fixture.logits[*output].clone())?;
        assert_near(output, &tensor.values, &expected.concat(), fixture.tolerance);
    }
    Ok(())
}

#[test]
fn the_networks_that_see_crops_answer_as_when_they_were_trained() -> TestResult {
    let networks = Networks::embedded()?;
    let QueendominoNetworks { squares, pieces, .. } = networks.queendomino.ok_or("they are built in")?;
    let of_square = ["terrain", "crowns", "seam", "features", "standing"];
    assert_answers("squares", &*networks.squares.network, &of_square)?;
    let of_fast_network = ["terrain", "crowns", "seam", "features", "covered", "misread"];
    assert_answers("glance", &*networks.fast_squares.ok_or("it is built in")?.network, &of_fast_network)?;
    assert_answers("queendomino", &*squares.network, &of_square)?;
    assert_answers("pieces", &*pieces.network, &["building", "knight", "towers", "queen"])
}

#[derive(Deserialize)]
struct LocatorFixture {
    sha256: String,
    tolerance: f32,
    heat: Samples,
    frame: Samples,
}

/// Some of an output's values, and the mean of all.
#[derive(Deserialize)]
struct Samples {
    indices: Vec<usize>,
    values: Vec<f32>,
    mean: f64,
}

impl Samples {
    fn assert_near(&self, name: &str, tensor: &Tensor, tolerance: f32) {
        let found: Vec<f32> = self.indices.iter().map(|&i| tensor.values[i]).collect();
        assert_near(name, &found, &self.values, tolerance);
        let mean = tensor.values.iter().map(|&value| f64::from(value)).sum::<f64>() / tensor.values.len() as f64;
        assert!((mean - self.mean).abs() <= f64::from(tolerance), "{name}: the mean is {mean}, not {}", self.mean);
    }
}

#[test]
fn the_locator_answers_as_when_it_was_trained() -> TestResult {
    let fixture: LocatorFixture = fixture("locator.json")?;
    assert_eq!(fixture.sha256, shipped_sha256("locator")?, "the fixture belongs to another model");
    let picture = Photo::load(&parity("locator.png"))?.pixels;
    let answers = Networks::embedded()?.locator.run(&blob(&Vector::from_iter([picture]))?)?;
    fixture.heat.assert_near("heat", &answers[0], fixture.tolerance);
    fixture.frame.assert_near("frame", &answers[1], fixture.tolerance);
    Ok(())
}
